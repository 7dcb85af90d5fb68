//! Widening: from two ranges one that has both, such that no chain of them goes on for long.
//!
//! A bound that moved goes to the next threshold in its direction: those of the caller, and the
//! ends of the signed and of the unsigned numbers. So each bound of a result is a bound of the
//! range that the chain began with, or a threshold (or the first number of the step before
//! one), or belongs to the first piece among the positive or the negative numbers; and steps
//! only go to divisors of theirs: chains are finite, and short if there are few thresholds.

use raddle_terms::bits::mask;

use super::progression::Progression;
use super::{Base, Range, by_base, pieces, sign_bit};

impl Range {
    /// Everything of the old range and of the new one; `thresholds` are sorted numbers of
    /// interest. For offsets they count from the start of an object.
    #[must_use]
    pub fn widen(&self, new: &Range, thresholds: &[u128]) -> Range {
        if new.is_subset_of(self) {
            return self.clone();
        }
        if self.is_empty() {
            return new.clone();
        }
        if self.is_wild || new.is_wild {
            return match self.is_any() || new.is_any() {
                true => Range::any(self.width),
                false => {
                    self.followed().widen(&self.followed().join(&new.followed()), thresholds).wild()
                }
            };
        }
        let joined = self.join(new);
        let line = Line::of_numbers(self.width, thresholds);
        let numbers = line.widened(&self.numbers, &joined.numbers);
        let line = Line::of_offsets(joined.offset_bits.max(1), thresholds);
        let pointers = by_base(&joined.pointers).flat_map(|(base, offsets)| {
            let widened = line.widened(&self.offsets_into(base), &offsets);
            widened.into_iter().map(move |offsets| -> (Base, _) { (base, offsets) })
        });
        Range::new(numbers, pointers.collect(), self.width, joined.offset_bits)
    }
}

/// The numbers from 0 to some power of two, with thresholds among them.
struct Line {
    thresholds: Vec<u128>,
    /// Where the upper half starts: that of the negative numbers, or of the offsets that are
    /// not negative.
    half: u128,
}

impl Line {
    fn of_numbers(width: u16, thresholds: &[u128]) -> Line {
        Line::new(width, thresholds.iter().copied().filter(|value| *value <= mask(width)))
    }

    fn of_offsets(width: u16, thresholds: &[u128]) -> Line {
        let small = thresholds.iter().copied().filter(|value| *value < sign_bit(width));
        Line::new(width, small.map(|value| value + sign_bit(width)))
    }

    fn new(width: u16, thresholds: impl Iterator<Item = u128>) -> Line {
        let half = sign_bit(width);
        let mut thresholds: Vec<u128> =
            thresholds.chain([0, half - 1, half, mask(width)]).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        Line { thresholds, half }
    }

    /// The old pieces, and what became of those that are new or grew.
    fn widened(&self, old: &[Progression], joined: &[Progression]) -> Vec<Progression> {
        let grown = joined.iter().filter(|piece| !pieces::are_within(&[**piece], old));
        old.iter().copied().chain(grown.map(|piece| self.grow(old, *piece))).collect()
    }

    fn grow(&self, old: &[Progression], piece: Progression) -> Progression {
        if piece.is_single() && self.thresholds.binary_search(&piece.low).is_ok() {
            return piece;
        }
        let piece = if old.iter().any(|old| old.overlaps(piece)) {
            piece
        } else {
            match self.nearest(old, piece) {
                Some(neighbour) => piece.merged(neighbour),
                None => return piece,
            }
        };
        let low =
            if old.iter().any(|old| old.low == piece.low) { piece.low } else { self.before(piece) };
        let high = if old.iter().any(|old| old.high == piece.high) {
            piece.high
        } else {
            self.after(piece)
        };
        Progression::stepping(low, high, piece.step)
    }

    /// The nearest piece in the same half.
    fn nearest(&self, old: &[Progression], piece: Progression) -> Option<Progression> {
        let upper = piece.low >= self.half;
        let beside = old
            .iter()
            .copied()
            .filter(|old| if upper { old.high >= self.half } else { old.low < self.half });
        beside.min_by_key(|old| {
            if old.low > piece.high { old.low - piece.high } else { piece.low - old.high }
        })
    }

    /// The first number of the piece's steps from the threshold below.
    fn before(&self, piece: Progression) -> u128 {
        let found = self.thresholds.iter().rev().find(|threshold| **threshold <= piece.low);
        let down = piece.low - found.copied().unwrap_or(0);
        piece.low - (down - down.checked_rem(piece.step).unwrap_or(down))
    }

    /// The threshold above.
    fn after(&self, piece: Progression) -> u128 {
        let found = self.thresholds.iter().find(|threshold| **threshold >= piece.high);
        found.copied().unwrap_or(piece.high)
    }
}
