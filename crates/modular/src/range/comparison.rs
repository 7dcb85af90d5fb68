//! Comparisons and overflow predicates of numbers: decided where all pairs of values agree, as
//! far as the bounds (and for equality the progressions) tell.

use raddle_terms::bits::mask;
use raddle_terms::{Comparison, Overflow};

use super::arithmetic::corners;
use super::{Range, greatest, least, pieces};

/// Of numbers: the operands have no pointers.
pub(super) fn compare(operator: Comparison, left: &Range, right: &Range) -> Range {
    match operator {
        Comparison::Equal => equal(left, right),
        Comparison::NotEqual => opposite(&equal(left, right)),
        Comparison::UnsignedLess => less(left.unsigned_bounds(), right.unsigned_bounds()),
        Comparison::UnsignedLessOrEqual => {
            opposite(&less(right.unsigned_bounds(), left.unsigned_bounds()))
        }
        Comparison::SignedLess => less(left.signed_bounds(), right.signed_bounds()),
        Comparison::SignedLessOrEqual => {
            opposite(&less(right.signed_bounds(), left.signed_bounds()))
        }
    }
}

/// True for false, and false for true.
pub(super) fn opposite(truth: &Range) -> Range {
    let may_be = |value| pieces::contain(truth.numbers(), value);
    Range::boolean(may_be(1), may_be(0))
}

fn equal(left: &Range, right: &Range) -> Range {
    let surely = left.known().is_some() && left.known() == right.known();
    Range::boolean(!surely, !pieces::are_disjoint(left.numbers(), right.numbers()))
}

fn less<Number: PartialOrd>(
    left: Option<(Number, Number)>,
    right: Option<(Number, Number)>,
) -> Range {
    match (left, right) {
        (Some(left), Some(right)) => Range::boolean(left.1 >= right.0, left.0 < right.1),
        _ => Range::any(1),
    }
}

/// Of numbers: the operands have no pointers.
pub(super) fn overflow(operator: Overflow, left: &Range, right: &Range) -> Range {
    let width = left.width();
    match operator {
        Overflow::SignedAddOverflows => {
            signed(left, right, i128::checked_add, i128::saturating_add)
        }
        Overflow::SignedSubtractOverflows => {
            signed(left, right, i128::checked_sub, i128::saturating_sub)
        }
        Overflow::SignedMultiplyOverflows => {
            signed(left, right, i128::checked_mul, i128::saturating_mul)
        }
        Overflow::UnsignedAddOverflows => unsigned(left, right, u128::checked_add, width),
        Overflow::UnsignedSubtractOverflows => {
            less(left.unsigned_bounds(), right.unsigned_bounds())
        }
        Overflow::UnsignedMultiplyOverflows => unsigned(left, right, u128::checked_mul, width),
    }
}

/// In less than 128 bits a result that saturates is on its own side out of range; in 128 it
/// counts as unknown.
fn signed(
    left: &Range,
    right: &Range,
    checked: impl Fn(i128, i128) -> Option<i128>,
    saturating: impl Fn(i128, i128) -> i128,
) -> Range {
    let width = left.width();
    let (Some(left), Some(right)) = (left.signed_bounds(), right.signed_bounds()) else {
        return Range::any(1);
    };
    let bounds = if width < 128 {
        corners(left, right, |left, right| Some(saturating(left, right)))
    } else {
        corners(left, right, checked)
    };
    let Some((low, high)) = bounds else { return Range::any(1) };
    let (least, greatest) = (least(width), greatest(width));
    Range::boolean(high >= least && low <= greatest, low < least || high > greatest)
}

fn unsigned(
    left: &Range,
    right: &Range,
    checked: impl Fn(u128, u128) -> Option<u128>,
    width: u16,
) -> Range {
    let (Some(left), Some(right)) = (left.unsigned_bounds(), right.unsigned_bounds()) else {
        return Range::any(1);
    };
    let fits = |left, right| checked(left, right).is_some_and(|result| result <= mask(width));
    Range::boolean(fits(left.0, right.0), !fits(left.1, right.1))
}
