//! Which bytes of an object an access can touch.

/// Offsets at which an access may begin: `low`, `low + step`, … `high`; the step of one
/// alone is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub low: u64,
    pub high: u64,
    pub step: u64,
    /// How many bytes from each of them on.
    pub bytes: u64,
}

impl Span {
    pub fn at(offset: u64, bytes: u64) -> Span {
        Span { low: offset, high: offset, step: 0, bytes }
    }

    /// The only offset, if there is one.
    pub fn only(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Behind the last byte.
    pub fn end(&self) -> u64 {
        self.high.saturating_add(self.bytes)
    }

    pub fn overlaps(&self, other: &Span) -> bool {
        if self.bytes == 0 || other.bytes == 0 {
            return false;
        }
        if self.end() <= other.low || other.end() <= self.low {
            return false;
        }
        let common = greatest_common_divisor(self.step, other.step);
        if common == 0 {
            return true;
        }
        // Both repeat with this period: what counts is how far apart they begin in it.
        let apart = (i128::from(other.low) - i128::from(self.low)).rem_euclid(i128::from(common));
        let apart = apart as u64;
        !(apart >= self.bytes && common - apart >= other.bytes)
    }

    /// Whether what they touch in common is the same elements, as a whole.
    pub fn same_elements(&self, other: &Span) -> bool {
        let common = greatest_common_divisor(self.step, other.step);
        let apart = self.low.abs_diff(other.low);
        self.bytes == other.bytes
            && if common == 0 {
                apart == 0
            } else {
                apart.is_multiple_of(common) && common >= self.bytes
            }
    }

    /// Whether the element at an offset is one of these.
    pub fn may_begin_at(&self, offset: u64) -> bool {
        offset >= self.low
            && offset <= self.high
            && if self.step == 0 {
                offset == self.low
            } else {
                (offset - self.low).is_multiple_of(self.step)
            }
    }
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(span: &Span) -> Vec<u64> {
        match span.step {
            0 => vec![span.low],
            step => (span.low..=span.high).step_by(step as usize).collect(),
        }
    }

    fn all() -> impl Iterator<Item = Span> {
        (0..6).flat_map(|low| {
            (0..4u64).flat_map(move |step| {
                (1..3).flat_map(move |count| {
                    (1..4).map(move |bytes| Span { low, high: low + step * count, step, bytes })
                })
            })
        })
    }

    #[test]
    fn overlaps_are_never_missed() {
        for one in all() {
            for other in all() {
                let meet = elements(&one).iter().any(|a| {
                    elements(&other).iter().any(|b| a < &(b + other.bytes) && b < &(a + one.bytes))
                });
                assert!(!meet || one.overlaps(&other), "{one:?} {other:?}");
                if one.same_elements(&other) {
                    let partly = elements(&one).iter().any(|a| {
                        elements(&other)
                            .iter()
                            .any(|b| a != b && a < &(b + other.bytes) && b < &(a + one.bytes))
                    });
                    assert!(!partly, "{one:?} {other:?}");
                }
            }
        }
    }
}
