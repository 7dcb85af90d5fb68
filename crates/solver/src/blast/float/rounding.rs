//! From an exact result to the nearest number of a format.
//!
//! The steps that all arithmetic shares: a significand is moved until its
//! highest bit is set, or until the exponent is the least; what lies below the
//! precision is kept as one bit that says whether there is anything (*sticky*);
//! then the number is rounded to nearest even. The carry of rounding runs from
//! the fraction into the exponent, so that the next power of two, the least
//! normal number and infinity come by themselves.

use super::format::{Format, exponent_constant};
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, constant, sign, zero_extended};

/// The significand's highest bit counts two to the power of the exponent less
/// the format's bias; the exponent is signed.
pub(super) struct Unrounded {
    pub(super) sign: Literal,
    pub(super) exponent: Vector,
    pub(super) significand: Vector,
}

impl Unrounded {
    /// The highest bit is set, unless all are zero.
    pub(super) fn normalised<Sink: Clauses>(mut self, circuit: &mut Circuit<Sink>) -> Unrounded {
        let width = self.significand.len();
        let mut count = Vector::new();
        let mut step = width.next_power_of_two() / 2;
        while step > 0 {
            let (_, upper) = self.significand.split_at(width - step);
            let none = circuit.is_zero(upper);
            let moved = crate::vector::shifted_left(&self.significand, step);
            self.significand = circuit.choose(none, &moved, &self.significand);
            count.push(none);
            step /= 2;
        }
        count.reverse();
        let count = zero_extended(&count, self.exponent.len());
        self.exponent = circuit.subtract(&self.exponent, &count);
        self
    }

    /// The highest bit is set or the exponent is 1. It must be 1 or more.
    pub(super) fn normalised_in_range<Sink: Clauses>(
        mut self,
        circuit: &mut Circuit<Sink>,
    ) -> Unrounded {
        let width = self.exponent.len();
        let mut zeros = circuit.leading_zeros(&self.significand);
        zeros.resize(width.max(zeros.len()), Literal::FALSE);
        zeros.truncate(width);
        let room = circuit.subtract(&self.exponent, &constant(1, width));
        let too_far = circuit.unsigned_less(&room, &zeros);
        let amount = circuit.choose(too_far, &room, &zeros);
        self.significand = circuit.barrel_left(&self.significand, &amount, Literal::FALSE);
        self.exponent = circuit.subtract(&self.exponent, &amount);
        self
    }

    /// The exponent is 1 or more.
    pub(super) fn denormalised<Sink: Clauses>(
        mut self,
        circuit: &mut Circuit<Sink>,
        format: Format,
    ) -> Unrounded {
        let width = self.exponent.len();
        let significand = with_sticky(circuit, self.significand, format.precision() + 2);
        let least = exponent_constant(1, width);
        let missing = circuit.subtract(&least, &self.exponent);
        let too_small = !sign(&missing);
        let amount = circuit.masked(&missing, too_small);
        self.significand = shifted_right_sticky(circuit, &significand, &amount);
        self.exponent = circuit.choose(too_small, &least, &self.exponent);
        self
    }

    /// The nearest number of the format. The highest bit is set, or the exponent
    /// is 1, or all bits are zero.
    pub(super) fn rounded<Sink: Clauses>(
        self,
        circuit: &mut Circuit<Sink>,
        format: Format,
    ) -> Vector {
        let significand = with_sticky(circuit, self.significand, format.precision() + 2);
        let (below, kept) = significand.split_at(2);
        let (fraction, top) = kept.split_at(format.fraction_bits);
        let top = sign(top);
        let half = sign(below);
        let odd_or_more = circuit.or_all(&[below, kept].map(lowest));
        let upwards = circuit.and(half, odd_or_more);
        // Without its highest bit a number is subnormal.
        let exponent = circuit.masked(&self.exponent, top);
        let (field, above) = exponent.split_at(format.exponent_bits);
        let mut result = circuit.increment_if(upwards, &[fraction, field].concat());
        result.push(self.sign);
        let mut too_great = above.to_vec();
        too_great.push(circuit.and_all(field));
        let too_great = circuit.or_all(&too_great);
        circuit.choose(too_great, &format.infinity(self.sign), &result)
    }
}

fn lowest(vector: &[Literal]) -> Literal {
    vector.first().copied().unwrap_or(Literal::FALSE)
}

/// With this many bits: zeros below, or one bit for all that is cut off below.
fn with_sticky<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    significand: Vector,
    width: usize,
) -> Vector {
    match significand.len().checked_sub(width) {
        Some(excess) => {
            let (below, kept) = significand.split_at(excess + 1);
            let sticky = circuit.or_all(below);
            [&[sticky], kept].concat()
        }
        None => [vec![Literal::FALSE; width - significand.len()], significand].concat(),
    }
}

/// What goes out below is kept in the lowest bit.
pub(super) fn shifted_right_sticky<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    vector: &[Literal],
    amount: &[Literal],
) -> Vector {
    let mut result = vector.to_vec();
    let mut lost = Vec::new();
    for (position, digit) in amount.iter().enumerate() {
        let step = 1usize.checked_shl(position as u32).unwrap_or(usize::MAX).min(vector.len());
        let (below, kept) = result.split_at(step);
        let some = circuit.or_all(below);
        lost.push(circuit.and(some, *digit));
        let moved = zero_extended(kept, vector.len());
        result = circuit.choose(*digit, &moved, &result);
    }
    lost.extend(result.first());
    let sticky = circuit.or_all(&lost);
    if let Some(lowest) = result.first_mut() {
        *lowest = sticky;
    }
    result
}
