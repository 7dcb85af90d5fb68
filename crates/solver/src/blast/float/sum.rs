//! Sums and differences.
//!
//! The number of the smaller magnitude is moved to the exponent of the other,
//! with three bits more below (guard, round and sticky), which are enough for
//! the exact sum to be rounded rightly.

use super::format::{Format, Parts};
use super::rounding::{Unrounded, shifted_right_sticky};
use super::{magnitude, with_sign};
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, constant, sign, zero_extended};

pub(in crate::blast) fn add<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    left: &[Literal],
    right: &[Literal],
) -> Vector {
    let (number, invalid) = sum_of_numbers(circuit, format, left, right);
    format.number_or_nan(circuit, &[left, right], invalid, &number)
}

/// A NaN to the right keeps its sign.
pub(in crate::blast) fn subtract<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    left: &[Literal],
    right: &[Literal],
) -> Vector {
    let negated = with_sign(right, !sign(right));
    let (number, invalid) = sum_of_numbers(circuit, format, left, &negated);
    format.number_or_nan(circuit, &[left, right], invalid, &number)
}

/// And whether there is none, since infinities cancel.
fn sum_of_numbers<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    left: &[Literal],
    right: &[Literal],
) -> (Vector, Literal) {
    // In one order, so that sums of the same operands share all gates.
    let (left, right) = (left.min(right), left.max(right));
    let swapped = circuit.unsigned_less(magnitude(left), magnitude(right));
    let large = circuit.choose(swapped, right, left);
    let small = circuit.choose(swapped, left, right);
    let large = Parts::of(circuit, format, &large);
    let small = Parts::of(circuit, format, &small);
    let opposite = circuit.xor(large.sign, small.sign);
    let total = exact_sum(circuit, format, &large, &small, opposite);
    let cancelled = circuit.is_zero(&total);
    let both_negative = circuit.and(large.sign, small.sign);
    let sign = circuit.if_then_else(cancelled, both_negative, large.sign);
    let one = constant(1, large.exponent.len());
    let exponent = circuit.add(&large.exponent, &one);
    let unrounded = Unrounded { sign, exponent, significand: total };
    let rounded = unrounded.normalised_in_range(circuit).rounded(circuit, format);
    let number = circuit.choose(large.infinite, &format.infinity(large.sign), &rounded);
    let invalid = circuit.and_all(&[large.infinite, small.infinite, opposite]);
    (number, invalid)
}

/// With three bits below those of the larger operand, and one above.
fn exact_sum<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    large: &Parts,
    small: &Parts,
    opposite: Literal,
) -> Vector {
    let extended = |significand: &[Literal]| [&[Literal::FALSE; 3], significand].concat();
    let width = format.precision() + 4;
    let mut distance = circuit.subtract(&large.exponent, &small.exponent);
    distance.truncate(format.exponent_bits);
    let aligned = shifted_right_sticky(circuit, &extended(&small.significand), &distance);
    let summand: Vector =
        zero_extended(&aligned, width).into_iter().map(|bit| circuit.xor(bit, opposite)).collect();
    let greater = zero_extended(&extended(&large.significand), width);
    circuit.sum(&greater, &summand, opposite)
}
