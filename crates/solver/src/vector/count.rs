//! Counts of bits in vectors of literals.

use super::{Vector, constant, zero_extended};
use crate::circuit::{Circuit, Clauses, Literal};

impl<Sink: Clauses> Circuit<Sink> {
    /// How many bits are set, in the width of the operand.
    pub fn population_count(&mut self, operand: &[Literal]) -> Vector {
        let mut result = Vector::new();
        let mut column = operand.to_vec();
        while !column.is_empty() {
            let mut carries = Vec::new();
            while let Some(first) = column.pop() {
                let Some(second) = column.pop() else {
                    result.push(first);
                    break;
                };
                let third = column.pop().unwrap_or(Literal::FALSE);
                let (sum, carry) = self.full_adder(first, second, third);
                // To the other end, so that the tree stays flat.
                column.insert(0, sum);
                carries.push(carry);
            }
            column = carries;
        }
        zero_extended(&result, operand.len())
    }

    /// Of zero: the width.
    pub fn leading_zeros(&mut self, operand: &[Literal]) -> Vector {
        // Ones below end the count; more than the width, so that it fits.
        let padded_width = (operand.len() + 1).next_power_of_two();
        let mut rest = vec![Literal::TRUE; padded_width - operand.len()];
        rest.extend(operand);
        let mut count = Vector::new();
        while rest.len() > 1 {
            let upper = rest.split_off(rest.len() / 2);
            let none = self.is_zero(&upper);
            rest = self.choose(none, &rest, &upper);
            count.push(none);
        }
        count.reverse();
        zero_extended(&count, operand.len())
    }

    /// Of zero: the width.
    pub fn trailing_zeros(&mut self, operand: &[Literal]) -> Vector {
        if operand.is_empty() {
            return constant(0, 0);
        }
        let reversed: Vector = operand.iter().rev().copied().collect();
        self.leading_zeros(&reversed)
    }
}
