//! Quotients and remainders of vectors of literals, as in SMT-LIB.
//!
//! The quotient is guessed and checked: `quotient * divisor` does not overflow
//! and is at most the dividend, and what is left is less than the divisor. This
//! needs one multiplier, half of the clauses of a divider by shifting and
//! subtracting, and next to nothing if the divisor is a constant. The
//! constraints determine the quotient for all operands, so they may be added
//! once and for all. Known zeros at the dividend's upper end narrow everything.

use super::multiply::factors;
use super::{Vector, constant, known, sign, zero_extended};
use crate::circuit::{Circuit, Clauses, Literal};

impl<Sink: Clauses> Circuit<Sink> {
    /// Quotient and remainder of unsigned numbers. By zero: all ones, and the
    /// dividend.
    pub fn divide(&mut self, dividend: &[Literal], divisor: &[Literal]) -> (Vector, Vector) {
        let width = dividend.len();
        match (known(dividend), known(divisor)) {
            (_, Some(0)) => (vec![Literal::TRUE; width], dividend.to_vec()),
            (Some(left), Some(right)) => {
                let (quotient, remainder) = (left.checked_div(right), left.checked_rem(right));
                (
                    constant(quotient.unwrap_or(u128::MAX), width),
                    constant(remainder.unwrap_or(left), width),
                )
            }
            (None, known_divisor) => self.divide_once(dividend, divisor, known_divisor),
            (Some(_), None) => self.divide_once(dividend, divisor, None),
        }
    }

    /// Quotient and remainder are often asked for one after the other.
    fn divide_once(
        &mut self,
        dividend: &[Literal],
        divisor: &[Literal],
        known_divisor: Option<u128>,
    ) -> (Vector, Vector) {
        let key = (dividend.to_vec(), divisor.to_vec());
        if let Some(found) = self.divisions.get(&key) {
            return found.clone();
        }
        let result = match known_divisor {
            Some(number) => self.divide_by_constant(dividend, number),
            None => self.divide_by_unknown(dividend, divisor),
        };
        self.divisions.insert(key, result.clone());
        result
    }

    /// Truncating; the remainder has the dividend's sign.
    pub fn signed_divide(&mut self, dividend: &[Literal], divisor: &[Literal]) -> (Vector, Vector) {
        let (left, right) = (self.absolute(dividend), self.absolute(divisor));
        let (quotient, remainder) = self.divide(&left, &right);
        let opposite = self.xor(sign(dividend), sign(divisor));
        (self.negate_if(opposite, &quotient), self.negate_if(sign(dividend), &remainder))
    }

    /// The divisor is not zero.
    fn divide_by_constant(&mut self, dividend: &[Literal], divisor: u128) -> (Vector, Vector) {
        let full = dividend.len();
        let dividend = significant(dividend);
        let width = dividend.len();
        let shift = divisor.ilog2() as usize;
        if shift >= width {
            return (constant(0, full), zero_extended(dividend, full));
        }
        if divisor.is_power_of_two() {
            let (lower, upper) = dividend.split_at(shift);
            return (zero_extended(upper, full), zero_extended(lower, full));
        }
        let quotient = self.fresh_vector(width - shift);
        let quotient = zero_extended(&quotient, width);
        let greatest = raddle_terms::bits::mask(width.min(128) as u16) / divisor;
        let fits = self.unsigned_less_or_equal(&quotient, &constant(greatest, width));
        self.require(&[fits]);
        let product = self.multiply_constant(&quotient, divisor);
        let below = self.unsigned_less_or_equal(&product, dividend);
        self.require(&[below]);
        let remainder = self.subtract(dividend, &product);
        let less = self.unsigned_less(&remainder, &constant(divisor, width));
        self.require(&[less]);
        (zero_extended(&quotient, full), zero_extended(&remainder, full))
    }

    fn divide_by_unknown(&mut self, dividend: &[Literal], divisor: &[Literal]) -> (Vector, Vector) {
        let full = dividend.len();
        let by_zero = self.is_zero(divisor);
        let dividend = significant(dividend);
        let (narrow, beyond) = divisor.split_at(dividend.len());
        let mut quotient = self.fresh_vector(dividend.len());
        let divisor_is_greater = self.or_all(beyond);
        for digit in &quotient {
            self.require(&[!by_zero, *digit]);
            self.require(&[!divisor_is_greater, !*digit]);
        }
        let mut carries = Vec::new();
        let (left, right) = factors(&quotient, narrow);
        let product = self.rows(left, right, Some(&mut carries));
        for carry in carries {
            self.require(&[!carry]);
        }
        for (one, other) in self.cut_products(left, right) {
            self.require(&[!one, !other]);
        }
        let below = self.unsigned_less_or_equal(&product, dividend);
        self.require(&[below]);
        let remainder = self.subtract(dividend, &product);
        let remainder = zero_extended(&remainder, full);
        let less = self.unsigned_less(&remainder, divisor);
        self.require(&[by_zero, less]);
        quotient.resize(full, by_zero);
        (quotient, remainder)
    }
}

/// Without the known zeros at the upper end, but at least one bit.
fn significant(vector: &[Literal]) -> &[Literal] {
    let width =
        vector.iter().rposition(|literal| *literal != Literal::FALSE).map_or(1, |top| top + 1);
    vector.get(..width).unwrap_or(vector)
}
