//! Every operation against its meaning: sets of values, computed value by value.

mod numbers;
mod pointers;
mod precision;
mod wide;
mod widening;

use raddle_passes::ready::PointerLayout;
use raddle_terms::bits::mask;

use super::{Progression, Range};

/// The layout that most tests need but do not look at.
const LAYOUT: PointerLayout =
    PointerLayout { pointer_bits: 64, offset_bits: 32, functions: 3, globals: 5 };

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }

    /// Of any size: as often near 0 or near the ends as between.
    fn value(&mut self, width: u16) -> u128 {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let small = wide >> self.below(128);
        let value = match self.below(4) {
            0 => small,
            1 => small.wrapping_neg(),
            2 => (1 << (width - 1)) + (wide & 7),
            _ => wide & 15,
        };
        value & mask(width)
    }

    fn piece(&mut self, width: u16) -> Progression {
        let (low, high) = (self.value(width), self.value(width));
        let (low, high) = (low.min(high), low.max(high));
        let step = match self.below(4) {
            0 => 1,
            1 => 0,
            2 => 1 << self.below(u64::from(width)),
            _ => self.value(width).min(1000),
        };
        let count = if self.below(2) == 0 { u128::MAX } else { u128::from(self.below(20)) };
        let high = high.min(low.saturating_add(step.saturating_mul(count)));
        Progression::stepping(low, high, step)
    }

    fn range(&mut self, width: u16) -> Range {
        let count = 1 + self.below(3);
        Range::of_pieces((0..count).map(|_| self.piece(width)).collect(), width)
    }

    /// A number of a piece.
    fn member(&mut self, piece: Progression) -> u128 {
        let position = u128::from(self.next()) << 64 | u128::from(self.next());
        let count = piece.steps();
        let position = match (self.below(4), count.checked_add(1)) {
            (0, _) => 0,
            (1, _) => count,
            (_, Some(count)) => position % count,
            (_, None) => position,
        };
        piece.low + position * piece.step
    }
}

/// The numbers, one by one.
fn members(pieces: &[Progression]) -> Vec<u128> {
    let mut found = Vec::new();
    for piece in pieces {
        let mut value = piece.low;
        while value <= piece.high {
            found.push(value);
            value += piece.step.max(1);
        }
    }
    found
}

/// What must hold of every range's lists.
fn check_form(range: &Range) {
    assert!(range.numbers().len() <= super::MOST_PIECES, "{range:?}");
    for pair in range.numbers().windows(2) {
        assert!(pair[0].high < pair[1].low, "{range:?}");
    }
    for piece in range.numbers() {
        assert!(piece.low <= piece.high && piece.high <= mask(range.width()), "{range:?}");
        assert_eq!(piece.step == 0, piece.low == piece.high, "{range:?}");
        assert!(piece.step == 0 || (piece.high - piece.low) % piece.step == 0, "{range:?}");
    }
    assert!(range.pointers().windows(2).all(|pair| pair[0] < pair[1]), "{range:?}");
    assert!(!range.is_any() || range.pointers().is_empty(), "{range:?}");
}
