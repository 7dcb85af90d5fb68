//! Products of vectors of literals.
//!
//! Rows are added one after the other, the lowest first, so that the lower bits
//! of a product have the same gates however wide it is: a product and the
//! question whether it overflows share nearly everything. A constant factor is
//! recoded to digits -1, 0 and 1 (non-adjacent form), of which at most half are
//! not zero.
//!
//! Overflow of signed products follows Schulte et al., "Integer multiplication
//! with overflow detection or saturation" (2000).

use super::{Vector, constant, known, shifted_left, sign, sign_extended};
use crate::circuit::{Circuit, Clauses, Literal};

impl<Sink: Clauses> Circuit<Sink> {
    /// The product, cut to the width of the operands.
    pub fn multiply(&mut self, left: &[Literal], right: &[Literal]) -> Vector {
        let (left, right) = factors(left, right);
        match known(right) {
            Some(factor) => self.multiply_constant(left, factor),
            None => self.rows(left, right, None),
        }
    }

    /// The same, by a number.
    pub fn multiply_constant(&mut self, operand: &[Literal], factor: u128) -> Vector {
        let (positive, negative) = non_adjacent_form(factor, operand.len());
        let mut result = constant(0, operand.len());
        for position in positive {
            result = self.add(&result, &shifted_left(operand, position));
        }
        for position in negative {
            result = self.subtract(&result, &shifted_left(operand, position));
        }
        result
    }

    /// The full product, as wide as both operands together.
    pub fn multiply_wide(&mut self, left: &[Literal], right: &[Literal]) -> Vector {
        let width = left.len() + right.len();
        self.multiply(&super::zero_extended(left, width), &super::zero_extended(right, width))
    }

    pub fn unsigned_multiply_overflows(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let (left, right) = factors(left, right);
        let mut overflows = Vec::new();
        self.rows(left, right, Some(&mut overflows));
        for (one, other) in self.cut_products(left, right) {
            overflows.push(self.and(one, other));
        }
        self.or_all(&overflows)
    }

    pub fn signed_multiply_overflows(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let (left, right) = factors(left, right);
        let width = left.len();
        let mut overflows = Vec::new();
        // Bits that differ from the sign bit, and are together out of range.
        let left_digits = self.differing_from_sign(left);
        let right_digits = self.differing_from_sign(right);
        let mut some = Literal::FALSE;
        for position in 1..width.saturating_sub(1) {
            if let (Some(one), Some(other)) =
                (left_digits.get(width - 1 - position), right_digits.get(position))
            {
                some = self.or(some, *one);
                overflows.push(self.and(some, *other));
            }
        }
        let (left, right) = (sign_extended(left, width + 1), sign_extended(right, width + 1));
        let product = self.rows(&left, &right, None);
        if let [.., below, top] = *product {
            overflows.push(self.xor(below, top));
        }
        self.or_all(&overflows)
    }

    fn differing_from_sign(&mut self, vector: &[Literal]) -> Vector {
        let sign = sign(vector);
        vector.iter().map(|literal| self.xor(*literal, sign)).collect()
    }

    /// The sum of the rows, one for each bit of the right operand; and, if
    /// wanted, the carries that left the width.
    pub(super) fn rows(
        &mut self,
        left: &[Literal],
        right: &[Literal],
        mut carries: Option<&mut Vec<Literal>>,
    ) -> Vector {
        let mut result = constant(0, left.len());
        for (position, digit) in right.iter().enumerate().take(left.len()) {
            let row = self.masked(left.get(..left.len() - position).unwrap_or(&[]), *digit);
            let above = result.split_off(position);
            result.extend(self.add(&above, &row));
            if let Some(carries) = &mut carries {
                carries.push(self.carry(&above, &row, Literal::FALSE));
            }
        }
        result
    }

    /// Pairs that must not both be true if the product is to fit: a bit of the
    /// right operand, and whether it moves a bit of the left beyond the width.
    pub(super) fn cut_products(
        &mut self,
        left: &[Literal],
        right: &[Literal],
    ) -> Vec<(Literal, Literal)> {
        let mut moved_beyond = Literal::FALSE;
        let mut pairs = Vec::new();
        for (digit, lost) in right.iter().skip(1).zip(left.iter().rev()) {
            moved_beyond = self.or(moved_beyond, *lost);
            pairs.push((*digit, moved_beyond));
        }
        pairs
    }
}

/// A known factor to the right, else the one with more known zeros: its rows
/// cost nothing. Else in a fixed order, so that it does not matter how a product
/// is written.
pub(super) fn factors<'vector>(
    left: &'vector [Literal],
    right: &'vector [Literal],
) -> (&'vector [Literal], &'vector [Literal]) {
    let rank = |vector: &'vector [Literal]| {
        let zeros = vector.iter().filter(|literal| **literal == Literal::FALSE).count();
        (known(vector).is_some(), zeros, vector)
    };
    if rank(left) > rank(right) { (right, left) } else { (left, right) }
}

/// Positions of the digits 1 and of the digits -1 below the width.
fn non_adjacent_form(number: u128, width: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut positive, mut negative) = (Vec::new(), Vec::new());
    let mut rest = number;
    for position in 0..width {
        match rest & 3 {
            1 => positive.push(position),
            3 => {
                negative.push(position);
                // Beyond 128 bits nothing counts.
                rest = rest.wrapping_add(1);
            }
            _ => {}
        }
        rest >>= 1;
    }
    (positive, negative)
}
