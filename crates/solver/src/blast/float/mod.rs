//! Floating-point operators, for both formats of IEEE 754.
//!
//! Here are signs and comparisons, which need no arithmetic. The rest is in
//! `float/`: all of it exact, with subnormal numbers, infinities and the very
//! NaNs that evaluation gives. What arithmetic shares is in `float/rounding.rs`.
//!
//! Incomplete: the remainder has no circuit, since it needs as many steps as the
//! exponents can be apart.

mod conversion;
mod format;
mod integral;
mod product;
mod rounding;
mod sum;
#[cfg(test)]
mod tests;

use raddle_terms::FloatPredicate;

pub(super) use conversion::{convert, from_signed, from_unsigned, to_signed, to_unsigned};
pub(super) use format::Format;
pub(super) use integral::{Direction, integral};
pub(super) use product::{divide, multiply, square_root};
pub(super) use sum::{add, subtract};

use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, sign};

/// The same number with this sign bit.
pub(super) fn with_sign(operand: &[Literal], sign: Literal) -> Vector {
    let mut result = operand.to_vec();
    if let Some(last) = result.last_mut() {
        *last = sign;
    }
    result
}

pub(super) fn compare<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    wanted: FloatPredicate,
    left: &[Literal],
    right: &[Literal],
) -> Literal {
    let left_nan = format.is_nan(circuit, left);
    let right_nan = format.is_nan(circuit, right);
    let unordered = circuit.or(left_nan, right_nan);
    let ordered = match (wanted.less, wanted.equal, wanted.greater) {
        (false, false, false) => Literal::FALSE,
        (true, false, false) => less(circuit, left, right),
        (false, true, false) => equal(circuit, left, right),
        (false, false, true) => less(circuit, right, left),
        (true, true, false) => !less(circuit, right, left),
        (true, false, true) => !equal(circuit, left, right),
        (false, true, true) => !less(circuit, left, right),
        (true, true, true) => Literal::TRUE,
    };
    circuit.if_then_else(unordered, Literal::of_boolean(wanted.unordered), ordered)
}

/// All but the sign.
fn magnitude(operand: &[Literal]) -> &[Literal] {
    operand.split_last().map_or(&[], |(_, rest)| rest)
}

fn both_zero<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    left: &[Literal],
    right: &[Literal],
) -> Literal {
    let left = circuit.is_zero(magnitude(left));
    let right = circuit.is_zero(magnitude(right));
    circuit.and(left, right)
}

/// Of numbers: the two zeros are equal.
fn equal<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    left: &[Literal],
    right: &[Literal],
) -> Literal {
    let zeros = both_zero(circuit, left, right);
    let same = circuit.equal(left, right);
    circuit.or(zeros, same)
}

/// Of numbers: magnitudes are ordered as unsigned numbers are.
fn less<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    left: &[Literal],
    right: &[Literal],
) -> Literal {
    let zeros = both_zero(circuit, left, right);
    let below = circuit.unsigned_less(magnitude(left), magnitude(right));
    let above = circuit.unsigned_less(magnitude(right), magnitude(left));
    let of_negatives = circuit.or(above, !sign(right));
    let of_positives = circuit.and(below, !sign(right));
    let less = circuit.if_then_else(sign(left), of_negatives, of_positives);
    circuit.and(less, !zeros)
}
