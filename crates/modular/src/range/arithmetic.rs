//! Sums, products, quotients and remainders of progressions, modulo 2^width.
//!
//! What operators do to two progressions is computed as if numbers had no bounds and then laid
//! around the circle of the width's numbers ([`wrapped`]): one piece, two where it crosses the
//! end, or, where it goes around more than once, all numbers that agree in those low bits that
//! the step keeps. Results are lists that are not yet normalised.

use raddle_terms::Bits;
use raddle_terms::bits::mask;

use super::progression::{Progression, common_divisor};
use super::{pieces, sign_bit};

/// What a function of two pieces gives of all pairs.
pub(super) fn pairwise(
    left: &[Progression],
    right: &[Progression],
    function: impl Fn(Progression, Progression) -> Vec<Progression>,
) -> Vec<Progression> {
    let pairs = left.iter().flat_map(|left| right.iter().map(move |right| (*left, *right)));
    pairs.flat_map(|(left, right)| function(left, right)).collect()
}

/// `low + k * step` for all `k * step <= span`, modulo 2^width. The step divides the span;
/// without a span it has no bound.
pub(super) fn wrapped(low: u128, span: Option<u128>, step: u128, width: u16) -> Vec<Progression> {
    let all = mask(width);
    let low = low & all;
    let Some(span) = span.filter(|span| *span <= all) else {
        return vec![residues(low, step, width)];
    };
    if span <= all - low {
        return vec![Progression::stepping(low, low + span, step)];
    }
    let first = Progression::stepping(low, all, step);
    let next = step - 1 - (all - first.high);
    let last = low.wrapping_add(span) & all;
    vec![first, Progression::stepping(next, last, step)]
}

/// All numbers that differ by a multiple of the step, modulo 2^width: only the power of two in
/// the step counts.
fn residues(low: u128, step: u128, width: u16) -> Progression {
    let power = step & step.wrapping_neg();
    if power == 0 || power > mask(width) {
        return Progression::single(low & mask(width));
    }
    Progression::stepping(low % power, mask(width), power)
}

pub(super) fn add(left: Progression, right: Progression, width: u16) -> Vec<Progression> {
    let span = left.span().checked_add(right.span());
    wrapped(left.low.wrapping_add(right.low), span, common_divisor(left.step, right.step), width)
}

pub(super) fn subtract(left: Progression, right: Progression, width: u16) -> Vec<Progression> {
    let span = left.span().checked_add(right.span());
    wrapped(left.low.wrapping_sub(right.high), span, common_divisor(left.step, right.step), width)
}

pub(super) fn negate(piece: Progression, width: u16) -> Vec<Progression> {
    subtract(Progression::single(0), piece, width)
}

pub(super) fn invert(piece: Progression, width: u16) -> Progression {
    let all = mask(width);
    Progression { low: all - piece.high, high: all - piece.low, step: piece.step }
}

/// Of all pairs. Pieces are cut by sign first, so that small negative numbers are small.
pub(super) fn multiply(
    left: &[Progression],
    right: &[Progression],
    width: u16,
) -> Vec<Progression> {
    let cut = |list: &[Progression]| {
        let (mut low, high) = pieces::split(list, sign_bit(width));
        low.extend(high);
        low
    };
    match (left, right) {
        (_, [factor]) if factor.is_single() => {
            left.iter().flat_map(|piece| scaled(*piece, factor.low, width)).collect()
        }
        ([factor], _) if factor.is_single() => {
            right.iter().flat_map(|piece| scaled(*piece, factor.low, width)).collect()
        }
        _ => pairwise(&cut(left), &cut(right), |left, right| product(left, right, width)),
    }
}

/// Times a constant, as a signed number if that is smaller.
pub(super) fn scaled(piece: Progression, factor: u128, width: u16) -> Vec<Progression> {
    let opposite = factor.wrapping_neg() & mask(width);
    let (start, size) =
        if factor <= opposite { (piece.low, factor) } else { (piece.high, opposite) };
    let span = piece.span().checked_mul(size);
    wrapped(start.wrapping_mul(factor), span, piece.step.wrapping_mul(size), width)
}

/// `(a + i s) (b + j t) = a b + a j t + b i s + i j s t`: what the steps of the last three have
/// in common is a step of the product, and its bounds are at corners.
fn product(left: Progression, right: Progression, width: u16) -> Vec<Progression> {
    let signed = |value: u128| Bits::new(value, width).signed();
    let (a, b) = (signed(left.low).unsigned_abs(), signed(right.low).unsigned_abs());
    let steps = [(a, right.step), (b, left.step), (left.step, right.step)];
    let bounds = corners(
        (signed(left.low), signed(left.high)),
        (signed(right.low), signed(right.high)),
        i128::checked_mul,
    );
    let step = steps.iter().try_fold(0, |divisor, (factor, step)| {
        Some(common_divisor(divisor, factor.checked_mul(*step)?))
    });
    match (bounds, step) {
        (Some((low, high)), Some(step)) => {
            wrapped(low as u128, Some(high.abs_diff(low)), step, width)
        }
        _ => {
            let power =
                steps.iter().fold(0, |bits, (factor, step)| bits | factor.wrapping_mul(*step));
            vec![residues(left.low.wrapping_mul(right.low), power, width)]
        }
    }
}

/// The least and the greatest of what a function that is monotone in each operand gives.
pub(super) fn corners(
    left: (i128, i128),
    right: (i128, i128),
    function: impl Fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let values = [
        function(left.0, right.0)?,
        function(left.0, right.1)?,
        function(left.1, right.0)?,
        function(left.1, right.1)?,
    ];
    Some((values.iter().copied().min()?, values.iter().copied().max()?))
}

pub(super) fn unsigned_divide(
    left: Progression,
    right: Progression,
    width: u16,
) -> Vec<Progression> {
    let by_zero = right.contains(0).then(|| Progression::single(mask(width)));
    let quotient = right.clip(1, u128::MAX).map(|right| quotient(left, right));
    by_zero.into_iter().chain(quotient).collect()
}

/// The divisor is not 0.
pub(super) fn quotient(left: Progression, right: Progression) -> Progression {
    let (low, high) = (left.low / right.high, left.high / right.low);
    if right.is_single() && left.step.is_multiple_of(right.low) {
        return Progression::stepping(low, high, left.step / right.low);
    }
    Progression::interval(low, high)
}

pub(super) fn unsigned_remainder(left: Progression, right: Progression) -> Vec<Progression> {
    let by_zero = right.contains(0).then_some(left);
    let remainder = right.clip(1, u128::MAX).map(|right| remainder(left, right));
    by_zero.into_iter().chain(remainder).collect()
}

/// The divisor is not 0. What is subtracted are multiples of it, so the remainder is congruent
/// to the dividend modulo what the dividend's step and all divisors have in common.
pub(super) fn remainder(left: Progression, right: Progression) -> Progression {
    if left.high < right.low {
        return left;
    }
    if right.is_single() && left.low / right.low == left.high / right.low {
        let low = left.low % right.low;
        return Progression::stepping(low, low + left.span(), left.step);
    }
    let divisor = common_divisor(common_divisor(left.step, right.step), right.low);
    let high = left.high.min(right.high - 1);
    let low = left.low % divisor;
    Progression::stepping(low, high.max(low), divisor)
}

/// The pieces' magnitudes, and whether they are negative.
fn magnitudes(list: &[Progression], width: u16) -> Vec<(Progression, bool)> {
    let (positive, negative) = pieces::split(list, sign_bit(width));
    let negative = negative.into_iter().flat_map(|piece| negate(piece, width));
    let positive = positive.into_iter().map(|piece| (piece, false));
    positive.chain(negative.map(|piece| (piece, true))).collect()
}

/// Computes with magnitudes and gives the result its sign.
fn by_magnitude(
    left: &[Progression],
    right: &[Progression],
    width: u16,
    function: impl Fn((Progression, bool), (Progression, bool)) -> Vec<(Progression, bool)>,
) -> Vec<Progression> {
    let mut results = Vec::new();
    for left in magnitudes(left, width) {
        for right in magnitudes(right, width) {
            for (piece, negative) in function(left, right) {
                if negative {
                    results.extend(negate(piece, width));
                } else {
                    results.push(piece);
                }
            }
        }
    }
    results
}

/// Truncating. By zero: -1, or 1 of a negative dividend. The minimum by -1 is the minimum, and
/// so is its magnitude.
pub(super) fn signed_divide(
    left: &[Progression],
    right: &[Progression],
    width: u16,
) -> Vec<Progression> {
    by_magnitude(left, right, width, |(left, left_negative), (right, right_negative)| {
        let by_zero = right.contains(0).then(|| (Progression::single(1), !left_negative));
        let quotient = right.clip(1, u128::MAX).map(|right| quotient(left, right));
        let quotient = quotient.map(|piece| (piece, left_negative != right_negative));
        by_zero.into_iter().chain(quotient).collect()
    })
}

/// It has the sign of the dividend.
pub(super) fn signed_remainder(
    left: &[Progression],
    right: &[Progression],
    width: u16,
) -> Vec<Progression> {
    by_magnitude(left, right, width, |(left, negative), (right, _)| {
        unsigned_remainder(left, right).into_iter().map(|piece| (piece, negative)).collect()
    })
}
