//! The two formats of IEEE 754, and the parts of a number.

use raddle_terms::FloatKind;

use super::magnitude;
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, constant, sign, zero_extended};

#[derive(Clone, Copy)]
pub(in crate::blast) struct Format {
    pub(super) fraction_bits: usize,
    pub(super) exponent_bits: usize,
}

impl Format {
    pub(in crate::blast) fn of(kind: FloatKind) -> Format {
        match kind {
            FloatKind::F32 => Format { fraction_bits: 23, exponent_bits: 8 },
            FloatKind::F64 => Format { fraction_bits: 52, exponent_bits: 11 },
        }
    }

    /// The bits of a significand, with the one that is not written.
    pub(super) fn precision(self) -> usize {
        self.fraction_bits + 1
    }

    /// The exponent of one.
    pub(super) fn bias(self) -> u128 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Of exponents on the way to a result: signed, with room for the sum of two
    /// and for what normalising takes away.
    pub(super) fn wide_exponent_bits(self) -> usize {
        self.exponent_bits + 2
    }

    pub(super) fn infinity(self, sign: Literal) -> Vector {
        let mut result = vec![Literal::FALSE; self.fraction_bits];
        result.resize(self.fraction_bits + self.exponent_bits, Literal::TRUE);
        result.push(sign);
        result
    }

    /// What an invalid operation on numbers gives: negative.
    fn default_nan(self) -> Vector {
        self.quiet(&self.infinity(Literal::TRUE))
    }

    /// A NaN, made quiet.
    pub(super) fn quiet(self, nan: &[Literal]) -> Vector {
        let mut result = nan.to_vec();
        if let Some(bit) = result.get_mut(self.fraction_bits - 1) {
            *bit = Literal::TRUE;
        }
        result
    }

    /// The number; or the first operand that is a NaN, made quiet; or what an
    /// invalid operation gives.
    pub(super) fn number_or_nan<Sink: Clauses>(
        self,
        circuit: &mut Circuit<Sink>,
        operands: &[&[Literal]],
        invalid: Literal,
        number: &[Literal],
    ) -> Vector {
        let mut result = circuit.choose(invalid, &self.default_nan(), number);
        for operand in operands.iter().rev() {
            let nan = self.is_nan(circuit, operand);
            result = circuit.choose(nan, &self.quiet(operand), &result);
        }
        result
    }

    pub(super) fn is_nan<Sink: Clauses>(
        self,
        circuit: &mut Circuit<Sink>,
        operand: &[Literal],
    ) -> Literal {
        let (fraction, exponent) = magnitude(operand).split_at(self.fraction_bits);
        let beyond = circuit.and_all(exponent);
        let some = circuit.or_all(fraction);
        circuit.and(beyond, some)
    }
}

/// What a number is made of; of a NaN it means nothing.
pub(super) struct Parts {
    pub(super) sign: Literal,
    /// As written, but 1 of subnormal numbers, whose highest bit counts so much.
    /// Widened for sums.
    pub(super) exponent: Vector,
    /// The highest bit is the one that is not written.
    pub(super) significand: Vector,
    pub(super) infinite: Literal,
    pub(super) zero: Literal,
}

impl Parts {
    pub(super) fn of<Sink: Clauses>(
        circuit: &mut Circuit<Sink>,
        format: Format,
        operand: &[Literal],
    ) -> Parts {
        let (fraction, exponent) = magnitude(operand).split_at(format.fraction_bits);
        let normal = circuit.or_all(exponent);
        let beyond = circuit.and_all(exponent);
        let some = circuit.or_all(fraction);
        let mut wide_exponent = zero_extended(exponent, format.wide_exponent_bits());
        if let Some(lowest) = wide_exponent.first_mut() {
            *lowest = circuit.or(*lowest, !normal);
        }
        Parts {
            sign: sign(operand),
            exponent: wide_exponent,
            significand: fraction.iter().copied().chain([normal]).collect(),
            infinite: circuit.and(beyond, !some),
            zero: circuit.and(!normal, !some),
        }
    }
}

/// A number of exponents, which may be negative.
pub(super) fn exponent_constant(value: i128, width: usize) -> Vector {
    constant(value as u128, width)
}
