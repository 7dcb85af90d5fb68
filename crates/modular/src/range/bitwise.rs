//! Operators on bits: and, or, exclusive or, shifts, extensions, parts, counts.
//!
//! Of a progression the bits above the highest that differs between its ends are known, and the
//! bits below its step's lowest; that is what the operators compute with where nothing better
//! is known. Masks of neighbouring bits are a division and a remainder; operands with no bit in
//! common are added; shifts multiply and divide.

use raddle_terms::bits::mask;
use raddle_terms::operator::evaluate;
use raddle_terms::{Binary, Bits, Operator, Unary};

use super::arithmetic::{add, invert, pairwise, quotient, remainder, scaled, wrapped};
use super::progression::Progression;
use super::{MOST_PIECES, pieces, sign_bit};

/// The bits that are surely 0, and those that are surely 1.
#[derive(Clone, Copy)]
struct Known {
    zeros: u128,
    ones: u128,
}

impl Known {
    fn of(piece: Progression, width: u16) -> Known {
        let differing = 128 - (piece.low ^ piece.high).leading_zeros() as u16;
        let below = if piece.is_single() { width } else { piece.step.trailing_zeros() as u16 };
        let known = mask(width) & (!mask(differing) | mask(below));
        Known { zeros: !piece.low & known, ones: piece.low & known }
    }

    /// All numbers with these bits, or more.
    fn progression(self, width: u16) -> Progression {
        let (low, high) = (self.ones, mask(width) & !self.zeros);
        let below = (self.ones | self.zeros).trailing_ones();
        Progression::stepping(low, high, 1u128.checked_shl(below).unwrap_or(0))
    }
}

fn and_of(left: Known, right: Known) -> Known {
    Known { zeros: left.zeros | right.zeros, ones: left.ones & right.ones }
}

fn or_of(left: Known, right: Known) -> Known {
    Known { zeros: left.zeros & right.zeros, ones: left.ones | right.ones }
}

fn xor_of(left: Known, right: Known) -> Known {
    let known = (left.zeros | left.ones) & (right.zeros | right.ones);
    let ones = (left.ones ^ right.ones) & known;
    Known { zeros: known & !ones, ones }
}

fn known_pair(left: Progression, right: Progression, width: u16) -> (Known, Known) {
    (Known::of(left, width), Known::of(right, width))
}

pub(super) fn and(left: Progression, right: Progression, width: u16) -> Vec<Progression> {
    if right.is_single() && is_field(right.low) {
        return masked(left, right.low);
    }
    if left.is_single() && is_field(left.low) {
        return masked(right, left.low);
    }
    let (left_known, right_known) = known_pair(left, right, width);
    let result = and_of(left_known, right_known).progression(width);
    vec![result.clip(0, left.high.min(right.high)).unwrap_or(result)]
}

/// Whether the bits that are set are neighbours.
fn is_field(bits: u128) -> bool {
    let field = bits.checked_shr(bits.trailing_zeros()).unwrap_or(0);
    bits != 0 && field & field.wrapping_add(1) == 0
}

/// The bits of a field, where they are.
fn masked(piece: Progression, field: u128) -> Vec<Progression> {
    let (low, width) = (field.trailing_zeros(), field.count_ones() as u16);
    let shifted = quotient(piece, Progression::single(1 << low));
    let cut = wrapped(shifted.low, Some(shifted.span()), shifted.step, width);
    let back = |piece: Progression| Progression {
        low: piece.low << low,
        high: piece.high << low,
        step: piece.step << low,
    };
    cut.into_iter().map(back).collect()
}

/// Whether no bit can be set in both.
fn are_apart(left: Known, right: Known, width: u16) -> bool {
    left.zeros | right.zeros == mask(width)
}

pub(super) fn or(left: Progression, right: Progression, width: u16) -> Vec<Progression> {
    let (left_known, right_known) = known_pair(left, right, width);
    if are_apart(left_known, right_known, width) {
        return add(left, right, width);
    }
    let result = or_of(left_known, right_known).progression(width);
    let high = left.high.saturating_add(right.high);
    vec![result.clip(left.low.max(right.low), high).unwrap_or(result)]
}

pub(super) fn xor(left: Progression, right: Progression, width: u16) -> Vec<Progression> {
    let (left_known, right_known) = known_pair(left, right, width);
    let all = Progression::single(mask(width));
    if right == all {
        return vec![invert(left, width)];
    }
    if left == all {
        return vec![invert(right, width)];
    }
    if are_apart(left_known, right_known, width) {
        return add(left, right, width);
    }
    vec![xor_of(left_known, right_known).progression(width)]
}

/// A shift by each of the amounts, which are taken modulo the width.
pub(super) fn shift(
    operator: Binary,
    left: &[Progression],
    right: &[Progression],
    width: u16,
) -> Vec<Progression> {
    let bits = Progression::single(u128::from(width));
    let amounts = right.iter().map(|amount| remainder(*amount, bits)).collect();
    let amounts = pieces::normalise(amounts, MOST_PIECES);
    let shifted = amounts.iter().flat_map(|amounts| amounts.values()).flat_map(|amount| {
        let shifted = left.iter().flat_map(|piece| shift_by(operator, *piece, amount, width));
        pieces::normalise(shifted.collect(), MOST_PIECES)
    });
    shifted.collect()
}

/// The amount is less than the width.
fn shift_by(operator: Binary, piece: Progression, amount: u128, width: u16) -> Vec<Progression> {
    let power = 1u128.checked_shl(amount as u32).unwrap_or(0);
    if operator == Binary::ShiftLeft {
        return scaled(piece, power, width);
    }
    let power = Progression::single(power.max(1));
    if operator == Binary::LogicalShiftRight {
        return vec![quotient(piece, power)];
    }
    let (positive, negative) = pieces::split(&[piece], sign_bit(width));
    let positive = positive.into_iter().map(|piece| quotient(piece, power));
    let negative = negative.into_iter();
    let negative = negative.map(|piece| invert(quotient(invert(piece, width), power), width));
    positive.chain(negative).collect()
}

pub(super) fn sign_extend(list: &[Progression], from: u16, to: u16) -> Vec<Progression> {
    let (mut extended, negative) = pieces::split(list, sign_bit(from));
    let above = mask(to) - mask(from);
    extended.extend(negative.into_iter().map(|piece| Progression {
        low: piece.low + above,
        high: piece.high + above,
        step: piece.step,
    }));
    extended
}

pub(super) fn extract(list: &[Progression], low: u16, width: u16) -> Vec<Progression> {
    let power = Progression::single(1u128.checked_shl(u32::from(low)).unwrap_or(u128::MAX));
    let shifted = list.iter().map(|piece| quotient(*piece, power));
    let cut = shifted.flat_map(|piece| wrapped(piece.low, Some(piece.span()), piece.step, width));
    cut.collect()
}

/// The upper part's width and the lower's make the whole's.
pub(super) fn concat(
    upper: &[Progression],
    lower: &[Progression],
    lower_width: u16,
    width: u16,
) -> Vec<Progression> {
    let factor = 1u128.checked_shl(u32::from(lower_width)).unwrap_or(0);
    let upper: Vec<_> = upper.iter().flat_map(|piece| scaled(*piece, factor, width)).collect();
    pairwise(&upper, lower, |upper, lower| add(upper, lower, width))
}

pub(super) fn unary(operator: Unary, piece: Progression, width: u16) -> Vec<Progression> {
    let known = Known::of(piece, width);
    let evaluated =
        |value: u128| evaluate(Operator::Unary(operator), &[Bits::new(value, width)]).unsigned();
    match operator {
        Unary::Not => vec![invert(piece, width)],
        Unary::Negate => super::arithmetic::negate(piece, width),
        Unary::PopulationCount => vec![Progression::interval(
            u128::from(known.ones.count_ones()),
            u128::from((mask(width) & !known.zeros).count_ones()),
        )],
        Unary::LeadingZeros => {
            vec![Progression::interval(evaluated(piece.high), evaluated(piece.low))]
        }
        Unary::TrailingZeros => trailing_zeros(piece, known, width),
        // The bits change places, and what is known of them with them.
        Unary::SwapBytes | Unary::ReverseBits => {
            let known = Known { zeros: evaluated(known.zeros), ones: evaluated(known.ones) };
            vec![known.progression(width)]
        }
    }
}

fn trailing_zeros(piece: Progression, known: Known, width: u16) -> Vec<Progression> {
    let least = known.zeros.trailing_ones();
    let greatest = match (known.ones, piece.high) {
        (0, 0) => u32::from(width),
        (0, high) => 127 - high.leading_zeros(),
        (ones, _) => ones.trailing_zeros(),
    };
    let of_zero = piece.contains(0).then(|| Progression::single(u128::from(width)));
    let greatest = u128::from(greatest);
    let counts = Progression::interval(u128::from(least).min(greatest), greatest);
    of_zero.into_iter().chain([counts]).collect()
}
