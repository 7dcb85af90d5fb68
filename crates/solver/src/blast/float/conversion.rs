//! Conversions between the formats, and between them and integers.
//!
//! What does not fit into an integer becomes what the head of `float.rs` in the
//! crate of terms says.

use super::format::{Format, Parts, exponent_constant};
use super::magnitude;
use super::rounding::Unrounded;
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, constant, inverted, sign, sign_extended, zero_extended};

/// Between different formats.
pub(in crate::blast) fn convert<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    from: Format,
    to: Format,
    operand: &[Literal],
) -> Vector {
    let parts = Parts::of(circuit, from, operand);
    let width = from.wide_exponent_bits().max(to.wide_exponent_bits());
    let moved = exponent_constant(to.bias() as i128 - from.bias() as i128, width);
    let exponent = circuit.add(&sign_extended(&parts.exponent, width), &moved);
    let unrounded = Unrounded { sign: parts.sign, exponent, significand: parts.significand };
    let in_range = if from.precision() < to.precision() {
        unrounded.normalised(circuit)
    } else {
        // What is subnormal here is far too small there.
        unrounded.denormalised(circuit, to)
    };
    let rounded = in_range.rounded(circuit, to);
    let number = circuit.choose(parts.infinite, &to.infinity(parts.sign), &rounded);
    let nan = from.is_nan(circuit, operand);
    circuit.choose(nan, &converted_nan(from, to, operand), &number)
}

/// The upper bits of the payload stay.
fn converted_nan(from: Format, to: Format, operand: &[Literal]) -> Vector {
    let (fraction, _) = magnitude(operand).split_at(from.fraction_bits);
    let mut result = to.infinity(sign(operand));
    let (payload, _) = result.split_at_mut(to.fraction_bits);
    for (bit, origin) in payload.iter_mut().rev().zip(fraction.iter().rev()) {
        *bit = *origin;
    }
    to.quiet(&result)
}

pub(in crate::blast) fn from_signed<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    operand: &[Literal],
) -> Vector {
    let absolute = circuit.absolute(operand);
    from_magnitude(circuit, format, sign(operand), absolute)
}

pub(in crate::blast) fn from_unsigned<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    operand: &[Literal],
) -> Vector {
    from_magnitude(circuit, format, Literal::FALSE, operand.to_vec())
}

fn from_magnitude<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    sign: Literal,
    significand: Vector,
) -> Vector {
    let highest = format.bias() as i128 + significand.len() as i128 - 1;
    let exponent = exponent_constant(highest, format.wide_exponent_bits());
    Unrounded { sign, exponent, significand }.normalised(circuit).rounded(circuit, format)
}

pub(in crate::blast) fn to_signed<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    width: usize,
    operand: &[Literal],
) -> Vector {
    let result = match width {
        0..=32 => hardware(circuit, format, 32, operand),
        33..=64 => hardware(circuit, format, 64, operand),
        _ => saturated(circuit, format, operand, true),
    };
    zero_extended(&result, width)
}

pub(in crate::blast) fn to_unsigned<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    width: usize,
    operand: &[Literal],
) -> Vector {
    let result = match width {
        0..=31 => hardware(circuit, format, 32, operand),
        32..=63 => hardware(circuit, format, 64, operand),
        64 => {
            // The two conversions put together give what is in range; of what
            // is negative or too great the first alone.
            let signed = hardware(circuit, format, 64, operand);
            let truncated = Truncated::of(circuit, format, 64, operand);
            let in_range = circuit.and(!sign(operand), !truncated.beyond);
            circuit.choose(in_range, &truncated.magnitude, &signed)
        }
        _ => saturated(circuit, format, operand, false),
    };
    zero_extended(&result, width)
}

/// A magnitude without its fraction.
struct Truncated {
    magnitude: Vector,
    /// It needs more bits than there are, or is no number.
    beyond: Literal,
}

impl Truncated {
    /// To a width that is a power of two.
    fn of<Sink: Clauses>(
        circuit: &mut Circuit<Sink>,
        format: Format,
        width: usize,
        operand: &[Literal],
    ) -> Truncated {
        let parts = Parts::of(circuit, format, operand);
        let bias = exponent_constant(format.bias() as i128, parts.exponent.len());
        let exponent = circuit.subtract(&parts.exponent, &bias);
        let (amount, above) = exponent.split_at(width.ilog2() as usize);
        let below_one = sign(&exponent);
        let too_great = circuit.or_all(above);
        let extended = zero_extended(&parts.significand, format.fraction_bits + width);
        let shifted = circuit.barrel_left(&extended, amount, Literal::FALSE);
        let (_, whole) = shifted.split_at(format.fraction_bits);
        Truncated {
            magnitude: circuit.masked(whole, !below_one),
            beyond: circuit.and(too_great, !below_one),
        }
    }
}

/// The signed conversion of the hardware: the minimum for what does not fit.
fn hardware<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    width: usize,
    operand: &[Literal],
) -> Vector {
    let truncated = Truncated::of(circuit, format, width, operand);
    // A magnitude with the highest bit does not fit, or is that of the minimum.
    let minimum = circuit.or(truncated.beyond, sign(&truncated.magnitude));
    let fitting = circuit.negate_if(sign(operand), &truncated.magnitude);
    circuit.choose(minimum, &constant(1 << (width - 1), width), &fitting)
}

/// To 128 bits: the nearest integer for what does not fit, zero for a NaN.
fn saturated<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    operand: &[Literal],
    signed: bool,
) -> Vector {
    let truncated = Truncated::of(circuit, format, 128, operand);
    let negative = sign(operand);
    let result = if signed {
        let beyond = circuit.or(truncated.beyond, sign(&truncated.magnitude));
        let fitting = circuit.negate_if(negative, &truncated.magnitude);
        let minimum = constant(1 << 127, 128);
        let limit = circuit.choose(negative, &minimum, &inverted(&minimum));
        circuit.choose(beyond, &limit, &fitting)
    } else {
        let greatest = vec![Literal::TRUE; 128];
        let limited = circuit.choose(truncated.beyond, &greatest, &truncated.magnitude);
        circuit.masked(&limited, !negative)
    };
    let nan = format.is_nan(circuit, operand);
    circuit.masked(&result, !nan)
}
