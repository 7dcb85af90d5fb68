//! An arithmetic progression of unsigned numbers: the pieces that a set of numbers is made of.
//!
//! `low, low + step, ..., high`. Intervals are those of step 1. All questions are answered
//! exactly, except that a meet whose numbers would not fit 128 bits is one of the two
//! progressions, cut to the other's bounds: more than the meet, never less.

/// `step` divides `high - low`, and is 0 exactly if the two are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Progression {
    pub low: u128,
    pub high: u128,
    pub step: u128,
}

/// The greatest common divisor; that of a number and 0 is the number.
pub(super) fn common_divisor(left: u128, right: u128) -> u128 {
    let (mut left, mut right) = (left, right);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

impl Progression {
    pub fn single(value: u128) -> Progression {
        Progression { low: value, high: value, step: 0 }
    }

    /// All numbers from `low` to `high`, which is not less.
    pub fn interval(low: u128, high: u128) -> Progression {
        Progression::stepping(low, high, 1)
    }

    /// `low`, and on in steps as far as `high` allows.
    pub fn stepping(low: u128, high: u128, step: u128) -> Progression {
        debug_assert!(low <= high);
        let span = high.saturating_sub(low);
        if step == 0 || span < step {
            return Progression::single(low);
        }
        Progression { low, high: high - span % step, step }
    }

    pub fn is_single(self) -> bool {
        self.step == 0
    }

    pub fn span(self) -> u128 {
        self.high - self.low
    }

    /// One less than how many numbers there are.
    pub fn steps(self) -> u128 {
        self.span().checked_div(self.step).unwrap_or(0)
    }

    pub fn contains(self, value: u128) -> bool {
        let inside = (self.low..=self.high).contains(&value);
        inside && (self.is_single() || (value - self.low).is_multiple_of(self.step))
    }

    pub fn values(self) -> impl Iterator<Item = u128> {
        let next = move |value: &u128| {
            let next = value.checked_add(self.step).filter(|next| *next <= self.high);
            next.filter(|_| !self.is_single())
        };
        std::iter::successors(Some(self.low), next)
    }

    /// What lies between two bounds.
    pub fn clip(self, low: u128, high: u128) -> Option<Progression> {
        let high = high.min(self.high);
        let first = if low <= self.low {
            self.low
        } else {
            let skipped = (low - self.low).checked_div(self.step)?;
            let under = self.low + skipped * self.step;
            if under == low { under } else { under.checked_add(self.step)? }
        };
        (first <= high).then(|| Progression::stepping(first, high, self.step))
    }

    pub fn overlaps(self, other: Progression) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    pub fn is_subset_of(self, other: Progression) -> bool {
        let ends = other.contains(self.low) && other.contains(self.high);
        ends && (self.is_single() || self.step.checked_rem(other.step) == Some(0))
    }

    /// The least progression with both.
    pub fn merged(self, other: Progression) -> Progression {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        let steps = common_divisor(self.step, other.step);
        Progression::stepping(low, high, common_divisor(steps, self.low.abs_diff(other.low)))
    }

    /// The union with one that starts above, if that is a progression too. Two single numbers
    /// always make one, but only neighbours are taken for the start of an interval.
    pub fn followed_by(self, next: Progression) -> Option<Progression> {
        let gap = next.low.checked_sub(self.high)?;
        let step = self.step.max(next.step).max(1);
        let fits = |step_of: Progression| step_of.is_single() || step_of.step == gap;
        (gap == step && fits(self) && fits(next))
            .then(|| Progression::stepping(self.low, next.high, step))
    }

    /// The numbers that are in both.
    pub fn meet(self, other: Progression) -> Option<Progression> {
        let left = self.clip(other.low, other.high)?;
        let right = other.clip(self.low, self.high)?;
        if left.is_single() {
            return right.contains(left.low).then_some(left);
        }
        if right.is_single() {
            return left.contains(right.low).then_some(right);
        }
        if right.step == 1 {
            return left.clip(right.low, right.high);
        }
        if left.step == 1 {
            return right.clip(left.low, left.high);
        }
        left.meet_stepping(right)
    }

    /// The same of two with steps above 1 (the Chinese remainder theorem).
    fn meet_stepping(self, other: Progression) -> Option<Progression> {
        let (left, right) = (self.clip(other.low, other.high)?, other);
        let divisor = common_divisor(left.step, right.step);
        let distance = left.low.abs_diff(right.low);
        if distance % divisor != 0 {
            return None;
        }
        let modulus = right.step / divisor;
        if modulus >= 1 << 62 {
            return Some(left);
        }
        let wanted = distance / divisor % modulus;
        let wanted = if right.low >= left.low { wanted } else { (modulus - wanted) % modulus };
        let count = wanted * inverse(left.step / divisor % modulus, modulus) % modulus;
        let first = count.checked_mul(left.step)?.checked_add(left.low)?;
        let high = left.high.min(right.high);
        let step = left.step.checked_mul(modulus).unwrap_or(0);
        (first <= high).then(|| Progression::stepping(first, high, step))
    }
}

/// The inverse of a number that has no divisor in common with the modulus, which is less
/// than 2^62. By Euclid's algorithm: `old` and `new` times the number are congruent to the
/// two remainders.
fn inverse(number: u128, modulus: u128) -> u128 {
    let (mut remainder, mut next) = (modulus as i128, number as i128);
    let (mut old, mut new) = (0i128, 1i128);
    while next != 0 {
        let quotient = remainder / next;
        (remainder, next) = (next, remainder % next);
        (old, new) = (new, old - quotient * new);
    }
    old.rem_euclid(modulus as i128) as u128
}
