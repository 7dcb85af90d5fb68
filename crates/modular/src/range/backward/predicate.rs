//! What the outcome of a comparison, or of a question for overflow, says of an operand: bounds,
//! from the other operand's, and single values that it is not.

use raddle_terms::bits::mask;
use raddle_terms::{Comparison, Overflow};

use super::super::{MOST_PIECES, Range, greatest, least, pieces};
use super::Step;

impl Step<'_> {
    pub(super) fn comparison(&self, operator: Comparison) -> Option<Range> {
        let holds = self.result.known()?.is_true();
        let other = self.other()?;
        match (operator, holds) {
            (Comparison::Equal, true) | (Comparison::NotEqual, false) => Some(other.clone()),
            (Comparison::Equal, false) | (Comparison::NotEqual, true) => self.without(other),
            (Comparison::UnsignedLess, true) => self.unsigned_less(self.position == 0, true),
            (Comparison::UnsignedLess, false) => self.unsigned_less(self.position == 1, false),
            (Comparison::UnsignedLessOrEqual, true) => {
                self.unsigned_less(self.position == 0, false)
            }
            (Comparison::UnsignedLessOrEqual, false) => {
                self.unsigned_less(self.position == 1, true)
            }
            (Comparison::SignedLess, true) => self.signed_less(self.position == 0, true),
            (Comparison::SignedLess, false) => self.signed_less(self.position == 1, false),
            (Comparison::SignedLessOrEqual, true) => self.signed_less(self.position == 0, false),
            (Comparison::SignedLessOrEqual, false) => self.signed_less(self.position == 1, true),
        }
    }

    /// The own values but one, if that leaves no more pieces than there may be.
    fn without(&self, other: &Range) -> Option<Range> {
        let value = other.known()?.unsigned();
        let (mut numbers, above) = pieces::split(self.own.numbers(), value);
        numbers
            .extend(above.iter().filter_map(|piece| piece.clip(value.checked_add(1)?, u128::MAX)));
        let mut range = self.own.clone();
        let less = pieces::normalise(numbers, MOST_PIECES);
        (!pieces::contain(&less, value)).then_some(())?;
        range.numbers = less;
        Some(range)
    }

    /// Below the greatest value of the other operand, or above its least.
    fn unsigned_less(&self, below: bool, strictly: bool) -> Option<Range> {
        let (low, high) = self.other()?.flattened(self.layout).unsigned_bounds()?;
        let (width, distance) = (self.own.width(), u128::from(strictly));
        let (from, to) = if below {
            (Some(0), high.checked_sub(distance))
        } else {
            (low.checked_add(distance), Some(mask(width)))
        };
        Some(self.clipped(from.zip(to).map(|(from, to)| Range::between(from, to, width))))
    }

    fn signed_less(&self, below: bool, strictly: bool) -> Option<Range> {
        let (low, high) = self.other()?.flattened(self.layout).signed_bounds()?;
        let (width, distance) = (self.own.width(), i128::from(strictly));
        let (from, to) = if below {
            (Some(least(width)), high.checked_sub(distance))
        } else {
            (low.checked_add(distance), Some(greatest(width)))
        };
        Some(self.clipped(from.zip(to).map(|(from, to)| Range::signed_between(from, to, width))))
    }

    fn clipped(&self, range: Option<Range>) -> Range {
        range.unwrap_or_else(|| Range::none(self.own.width()))
    }

    pub(super) fn overflow(&self, operator: Overflow) -> Option<Range> {
        let overflows = self.result.known()?.is_true();
        let other = self.other()?.flattened(self.layout);
        match operator {
            Overflow::UnsignedSubtractOverflows if overflows => {
                self.unsigned_less(self.position == 0, true)
            }
            Overflow::UnsignedSubtractOverflows => self.unsigned_less(self.position == 1, false),
            Overflow::UnsignedAddOverflows | Overflow::UnsignedMultiplyOverflows => {
                self.unsigned_overflow(operator, overflows, other.unsigned_bounds()?)
            }
            Overflow::SignedAddOverflows => Some(self.sum(overflows, other.signed_bounds()?)),
            Overflow::SignedSubtractOverflows if self.position == 0 => {
                let (low, high) = other.signed_bounds()?;
                // Minus a number is plus its opposite, whose bounds are the other way around.
                Some(self.sum(overflows, (high.checked_neg()?, low.checked_neg()?)))
            }
            Overflow::SignedSubtractOverflows => {
                Some(self.subtrahend(overflows, other.signed_bounds()?))
            }
            Overflow::SignedMultiplyOverflows if !overflows => {
                self.signed_factor(other.signed_bounds()?)
            }
            Overflow::SignedMultiplyOverflows => None,
        }
    }

    fn unsigned_overflow(
        &self,
        operator: Overflow,
        overflows: bool,
        (low, high): (u128, u128),
    ) -> Option<Range> {
        let width = self.own.width();
        let greatest_with = |other: u128| {
            if operator == Overflow::UnsignedAddOverflows {
                mask(width) - other
            } else {
                mask(width).checked_div(other).unwrap_or(mask(width))
            }
        };
        if !overflows {
            return Some(Range::between(0, greatest_with(low), width));
        }
        let from = greatest_with(high).checked_add(1);
        Some(self.clipped(from.map(|from| Range::between(from, mask(width), width))))
    }

    /// Values whose sum with some number between the bounds overflows, or does not.
    fn sum(&self, overflows: bool, (low, high): (i128, i128)) -> Range {
        let width = self.own.width();
        let (least, greatest) = (least(width), greatest(width));
        if !overflows {
            let from = least.saturating_sub(high);
            return Range::signed_between(from, greatest.saturating_sub(low), width);
        }
        // Above the greatest less `high`, or below the least less `low`; where these cannot be
        // said they are out of range.
        let above = greatest.checked_sub(high).and_then(|bound| bound.checked_add(1));
        let below = least.checked_sub(low).and_then(|bound| bound.checked_sub(1));
        let above = above.map(|from| Range::signed_between(from, greatest, width));
        let below = below.map(|to| Range::signed_between(least, to, width));
        self.clipped(above).join(&self.clipped(below))
    }

    /// Values whose difference from some number between the bounds overflows, or does not.
    fn subtrahend(&self, overflows: bool, (low, high): (i128, i128)) -> Range {
        let width = self.own.width();
        let (least, greatest) = (least(width), greatest(width));
        if !overflows {
            let from = low.saturating_sub(greatest);
            return Range::signed_between(from, high.saturating_sub(least), width);
        }
        let below = high.checked_sub(greatest).and_then(|bound| bound.checked_sub(1));
        let above = low.checked_sub(least).and_then(|bound| bound.checked_add(1));
        let above = above.map(|from| Range::signed_between(from, greatest, width));
        let below = below.map(|to| Range::signed_between(least, to, width));
        self.clipped(above).join(&self.clipped(below))
    }

    /// Values whose product with some number between the bounds does not overflow: the one
    /// nearest to 0 leaves the most.
    fn signed_factor(&self, (low, high): (i128, i128)) -> Option<Range> {
        let width = self.own.width();
        let (least, greatest) = (least(width), greatest(width));
        if low > 0 {
            return Some(Range::signed_between(least / low, greatest / low, width));
        }
        if high < 0 {
            let to = least.checked_div(high).unwrap_or(greatest);
            return Some(Range::signed_between(greatest / high, to, width));
        }
        None
    }
}
