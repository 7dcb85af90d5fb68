//! Products, quotients and square roots.
//!
//! A quotient is guessed and checked with one product, as that of integers is
//! (see `vector/divide.rs`): facts about unknown operands are then found far
//! faster than with one made digit by digit. A root is found digit by digit.

use super::format::{Format, Parts, exponent_constant};
use super::rounding::Unrounded;
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, constant, known, sign, zero_extended};

pub(in crate::blast) fn multiply<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    left: &[Literal],
    right: &[Literal],
) -> Vector {
    let operands = [left, right];
    // In one order, so that products of the same operands share all gates.
    let (left, right) = (left.min(right), left.max(right));
    let left = Parts::of(circuit, format, left);
    let right = Parts::of(circuit, format, right);
    let sign = circuit.xor(left.sign, right.sign);
    let significand = circuit.multiply_wide(&left.significand, &right.significand);
    let exponents = circuit.add(&left.exponent, &right.exponent);
    // The product's highest bit counts two.
    let correction = exponent_constant(1 - format.bias() as i128, exponents.len());
    let exponent = circuit.add(&exponents, &correction);
    let unrounded = Unrounded { sign, exponent, significand };
    let rounded =
        unrounded.normalised(circuit).denormalised(circuit, format).rounded(circuit, format);
    let infinite = circuit.or(left.infinite, right.infinite);
    let zero = circuit.or(left.zero, right.zero);
    let invalid = circuit.and(infinite, zero);
    let number = circuit.choose(infinite, &format.infinity(sign), &rounded);
    format.number_or_nan(circuit, &operands, invalid, &number)
}

pub(in crate::blast) fn divide<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    left: &[Literal],
    right: &[Literal],
) -> Vector {
    let operands = [left, right];
    let left = Parts::of(circuit, format, left);
    let right = Parts::of(circuit, format, right);
    let sign = circuit.xor(left.sign, right.sign);
    let invalid_zeros = circuit.and(left.zero, right.zero);
    let invalid_infinities = circuit.and(left.infinite, right.infinite);
    let invalid = circuit.or(invalid_zeros, invalid_infinities);
    let infinite = circuit.or(left.infinite, right.zero);
    let vanishing = right.infinite;
    let dividend = normalised(circuit, left);
    let divisor = normalised(circuit, right);
    let significand = quotient(circuit, format, &dividend.significand, &divisor.significand);
    let exponents = circuit.subtract(&dividend.exponent, &divisor.exponent);
    let bias = exponent_constant(format.bias() as i128, exponents.len());
    let exponent = circuit.add(&exponents, &bias);
    let unrounded = Unrounded { sign, exponent, significand };
    let rounded =
        unrounded.normalised(circuit).denormalised(circuit, format).rounded(circuit, format);
    let mut number = circuit.masked(&rounded, !vanishing);
    number = super::with_sign(&number, sign);
    let number = circuit.choose(infinite, &format.infinity(sign), &number);
    format.number_or_nan(circuit, &operands, invalid, &number)
}

fn normalised<Sink: Clauses>(circuit: &mut Circuit<Sink>, parts: Parts) -> Unrounded {
    let Parts { sign, exponent, significand, .. } = parts;
    Unrounded { sign, exponent, significand }.normalised(circuit)
}

/// Two bits more than the precision, and a lowest one that says whether
/// anything is left. The highest bit counts one.
fn quotient<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    dividend: &[Literal],
    divisor: &[Literal],
) -> Vector {
    let precision = format.precision();
    let shifted = [&vec![Literal::FALSE; precision + 1], dividend].concat();
    // The highest bit is set, unless the divisor is zero and the quotient does
    // not matter; this ensures that there is a quotient of so many bits.
    let (_, lower) = divisor.split_last().unwrap_or((&Literal::TRUE, &[]));
    let divisor = [lower, &[Literal::TRUE]].concat();
    let key = (shifted, divisor);
    let (digits, rest) = match circuit.divisions.get(&key) {
        Some(found) => found.clone(),
        None => {
            let found = guessed_quotient(circuit, precision + 2, &key.0, &key.1);
            circuit.divisions.insert(key, found.clone());
            found
        }
    };
    let sticky = circuit.or_all(&rest);
    [&[sticky], digits.as_slice()].concat()
}

/// Quotient and remainder; so many bits are enough for both.
fn guessed_quotient<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    digits: usize,
    dividend: &[Literal],
    divisor: &[Literal],
) -> (Vector, Vector) {
    if let (Some(dividend), Some(divisor)) = (known(dividend), known(divisor)) {
        let remainder = dividend.checked_rem(divisor).unwrap_or_default();
        let quotient = dividend.checked_div(divisor).unwrap_or_default();
        return (constant(quotient, digits), constant(remainder, digits));
    }
    let width = digits + divisor.len();
    let quotient = circuit.fresh_vector(digits);
    let product = circuit.multiply_wide(&quotient, divisor);
    let dividend = zero_extended(dividend, width);
    let below = circuit.unsigned_less_or_equal(&product, &dividend);
    circuit.require(&[below]);
    let remainder = circuit.subtract(&dividend, &product);
    let less = circuit.unsigned_less(&remainder, &zero_extended(divisor, width));
    circuit.require(&[less]);
    (quotient, remainder)
}

pub(in crate::blast) fn square_root<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    operand: &[Literal],
) -> Vector {
    let parts = Parts::of(circuit, format, operand);
    let invalid = circuit.and(parts.sign, !parts.zero);
    let (operand_sign, infinite) = (parts.sign, parts.infinite);
    let Unrounded { exponent, significand, .. } = normalised(circuit, parts);
    // The bias is odd, so an even exponent as written is an odd one, and the
    // significand counts twice.
    let odd = exponent.first().map_or(Literal::FALSE, |lowest| !*lowest);
    let single = zero_extended(&significand, format.precision() + 1);
    let double = [&[Literal::FALSE], significand.as_slice()].concat();
    let radicand = circuit.choose(odd, &double, &single);
    let radicand = [vec![Literal::FALSE; format.precision() + 1], radicand].concat();
    let significand = root(circuit, &radicand);
    let bias = exponent_constant(format.bias() as i128, exponent.len());
    let doubled = circuit.add(&exponent, &bias);
    let halved: Vector = doubled.iter().copied().skip(1).chain([sign(&doubled)]).collect();
    let unrounded = Unrounded { sign: operand_sign, exponent: halved, significand };
    let rounded = unrounded.rounded(circuit, format);
    let number = circuit.choose(infinite, &format.infinity(Literal::FALSE), &rounded);
    format.number_or_nan(circuit, &[operand], invalid, &number)
}

/// A digit for two of the radicand, and a lowest bit that says whether anything
/// is left.
fn root<Sink: Clauses>(circuit: &mut Circuit<Sink>, radicand: &[Literal]) -> Vector {
    let mut root = Vector::new();
    let mut rest = Vector::new();
    for pair in radicand.rchunks(2) {
        rest = [pair, rest.as_slice()].concat();
        // The rest is at most twice the root.
        rest = zero_extended(&rest, root.len() + 3);
        let trial = [&[Literal::TRUE, Literal::FALSE], root.as_slice()].concat();
        let trial = zero_extended(&trial, rest.len());
        let fits = circuit.unsigned_less_or_equal(&trial, &rest);
        let less = circuit.subtract(&rest, &trial);
        rest = circuit.choose(fits, &less, &rest);
        root.insert(0, fits);
        rest.truncate(root.len() + 1);
    }
    let sticky = circuit.or_all(&rest);
    root.insert(0, sticky);
    root
}
