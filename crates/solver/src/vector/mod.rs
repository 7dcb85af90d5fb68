//! Numbers as vectors of literals, the lowest bit first, and what is done with
//! them: sums, comparisons, choices and shifts. Products are in
//! `vector/multiply.rs`, quotients in `vector/divide.rs`, counts of bits in
//! `vector/count.rs`.
//!
//! Operands of one operation have one length. Gates fold and are shared (see
//! `circuit.rs`), so nothing here treats constants for the sake of size, except
//! where another circuit is smaller.

mod count;
mod divide;
mod multiply;

use raddle_terms::Bits;

use crate::circuit::{Circuit, Clauses, Literal};

/// The lowest bit first.
pub type Vector = Vec<Literal>;

/// The lowest `width` bits of the number.
pub fn constant(value: u128, width: usize) -> Vector {
    (0..width).map(|position| Literal::of_boolean(bit(value, position))).collect()
}

pub fn constant_bits(value: Bits) -> Vector {
    constant(value.unsigned(), usize::from(value.width()))
}

/// The number, if all bits are constants (and no more than 128).
pub fn known(vector: &[Literal]) -> Option<u128> {
    if vector.len() > 128 {
        return None;
    }
    let mut value = 0;
    for literal in vector.iter().rev() {
        value = value << 1 | u128::from(literal.known()?);
    }
    Some(value)
}

fn bit(value: u128, position: usize) -> bool {
    position < 128 && value >> position & 1 == 1
}

pub fn inverted(vector: &[Literal]) -> Vector {
    vector.iter().map(|literal| !*literal).collect()
}

/// Zeros above, or what is above cut off.
pub fn zero_extended(vector: &[Literal], width: usize) -> Vector {
    resized(vector, width, Literal::FALSE)
}

pub fn sign_extended(vector: &[Literal], width: usize) -> Vector {
    resized(vector, width, sign(vector))
}

fn resized(vector: &[Literal], width: usize, above: Literal) -> Vector {
    let mut result = vector.to_vec();
    result.resize(width, above);
    result
}

/// The highest bit.
pub fn sign(vector: &[Literal]) -> Literal {
    vector.last().copied().unwrap_or(Literal::FALSE)
}

/// Zeros from below, what goes out above is lost.
pub fn shifted_left(vector: &[Literal], amount: usize) -> Vector {
    let amount = amount.min(vector.len());
    let kept = vector.iter().take(vector.len() - amount);
    std::iter::repeat_n(Literal::FALSE, amount).chain(kept.copied()).collect()
}

impl<Sink: Clauses> Circuit<Sink> {
    pub fn fresh_vector(&mut self, width: usize) -> Vector {
        (0..width).map(|_| self.fresh()).collect()
    }

    pub fn require_equal_vectors(&mut self, left: &[Literal], right: &[Literal]) {
        for (left, right) in left.iter().zip(right) {
            self.require_equal(*left, *right);
        }
    }

    /// Applies a gate bit by bit.
    pub fn bitwise(
        &mut self,
        left: &[Literal],
        right: &[Literal],
        gate: impl Fn(&mut Self, Literal, Literal) -> Literal,
    ) -> Vector {
        left.iter().zip(right).map(|(left, right)| gate(self, *left, *right)).collect()
    }

    /// Every bit, and the one literal.
    pub fn masked(&mut self, vector: &[Literal], mask: Literal) -> Vector {
        vector.iter().map(|literal| self.and(*literal, mask)).collect()
    }

    pub fn choose(
        &mut self,
        condition: Literal,
        then: &[Literal],
        otherwise: &[Literal],
    ) -> Vector {
        self.bitwise(then, otherwise, |circuit, then, otherwise| {
            circuit.if_then_else(condition, then, otherwise)
        })
    }

    /// The sum with a carry from below; the carry beyond is not made.
    pub fn sum(&mut self, left: &[Literal], right: &[Literal], carry: Literal) -> Vector {
        let mut carry = carry;
        let last = left.len().saturating_sub(1);
        let mut result = Vector::with_capacity(left.len());
        for (position, (left, right)) in left.iter().zip(right).enumerate() {
            result.push(self.xor3(*left, *right, carry));
            if position < last {
                carry = self.majority(*left, *right, carry);
            }
        }
        result
    }

    /// The carry beyond a sum. All but its last gate are shared with the sum.
    pub fn carry(&mut self, left: &[Literal], right: &[Literal], carry: Literal) -> Literal {
        left.iter()
            .zip(right)
            .fold(carry, |carry, (left, right)| self.majority(*left, *right, carry))
    }

    pub fn add(&mut self, left: &[Literal], right: &[Literal]) -> Vector {
        self.sum(left, right, Literal::FALSE)
    }

    pub fn subtract(&mut self, left: &[Literal], right: &[Literal]) -> Vector {
        self.sum(left, &inverted(right), Literal::TRUE)
    }

    pub fn negate(&mut self, operand: &[Literal]) -> Vector {
        self.sum(&inverted(operand), &constant(0, operand.len()), Literal::TRUE)
    }

    pub fn negate_if(&mut self, condition: Literal, operand: &[Literal]) -> Vector {
        let flipped: Vector = operand.iter().map(|bit| self.xor(*bit, condition)).collect();
        self.sum(&flipped, &constant(0, operand.len()), condition)
    }

    /// The value without its sign; that of the minimum is right as unsigned.
    pub fn absolute(&mut self, operand: &[Literal]) -> Vector {
        self.negate_if(sign(operand), operand)
    }

    pub fn increment_if(&mut self, condition: Literal, operand: &[Literal]) -> Vector {
        self.sum(operand, &constant(0, operand.len()), condition)
    }

    pub fn equal(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let same = self.bitwise(left, right, Self::same);
        self.and_all(&same)
    }

    pub fn is_zero(&mut self, operand: &[Literal]) -> Literal {
        !self.or_all(operand)
    }

    pub fn unsigned_less(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        !self.not_less(left, right)
    }

    pub fn unsigned_less_or_equal(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        self.not_less(right, left)
    }

    pub fn signed_less(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        // Flipped signs make the order of the signed the order of the unsigned.
        self.unsigned_less(&sign_flipped(left), &sign_flipped(right))
    }

    /// Whether the left is not less: the carry of a subtraction. Where one bit
    /// is known, the carry is an and or an or; neighbours of the same kind
    /// become one gate, so that a comparison with a constant is small.
    fn not_less(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let mut carry = Literal::TRUE;
        let mut run: Vec<Literal> = Vec::new();
        let mut run_is_and = false;
        for (left, right) in left.iter().zip(right) {
            let right = !*right;
            let (other, constant) = match (left.known(), right.known()) {
                (_, Some(constant)) => (*left, constant),
                (Some(constant), None) => (right, constant),
                (None, None) => {
                    carry = self.finish_run(&mut run, run_is_and, carry);
                    carry = self.majority(*left, right, carry);
                    continue;
                }
            };
            if run_is_and == constant {
                carry = self.finish_run(&mut run, run_is_and, carry);
                run_is_and = !constant;
            }
            run.push(other);
        }
        self.finish_run(&mut run, run_is_and, carry)
    }

    fn finish_run(&mut self, run: &mut Vec<Literal>, is_and: bool, carry: Literal) -> Literal {
        if run.is_empty() {
            return carry;
        }
        run.push(carry);
        let result = if is_and { self.and_all(run) } else { self.or_all(run) };
        run.clear();
        result
    }

    /// Does the exact sum leave the range of the signed numbers?
    pub fn signed_add_overflows(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let sum = self.add(left, right);
        let (left, right, sum) = (sign(left), sign(right), sign(&sum));
        let differs = self.xor(sum, left);
        let same = self.same(left, right);
        self.and(same, differs)
    }

    pub fn signed_subtract_overflows(&mut self, left: &[Literal], right: &[Literal]) -> Literal {
        let rest = self.subtract(left, right);
        let (left, right, rest) = (sign(left), sign(right), sign(&rest));
        let differs = self.xor(rest, left);
        let opposite = self.xor(left, right);
        self.and(opposite, differs)
    }

    /// Shifted left by a number that counts as it is: by the width and more
    /// gives the filling.
    pub fn barrel_left(
        &mut self,
        vector: &[Literal],
        amount: &[Literal],
        filling: Literal,
    ) -> Vector {
        let mut reversed: Vector = vector.iter().rev().copied().collect();
        reversed = self.barrel_right(&reversed, amount, filling);
        reversed.reverse();
        reversed
    }

    pub fn barrel_right(
        &mut self,
        vector: &[Literal],
        amount: &[Literal],
        filling: Literal,
    ) -> Vector {
        let mut result = vector.to_vec();
        let mut beyond = Vec::new();
        for (position, digit) in amount.iter().enumerate() {
            match 1usize.checked_shl(position as u32).filter(|step| *step < vector.len()) {
                Some(step) => {
                    let moved: Vector = result
                        .iter()
                        .copied()
                        .skip(step)
                        .chain(std::iter::repeat_n(filling, step))
                        .collect();
                    result = self.choose(*digit, &moved, &result);
                }
                None => beyond.push(*digit),
            }
        }
        let beyond = self.or_all(&beyond);
        let filled = vec![filling; vector.len()];
        self.choose(beyond, &filled, &result)
    }

    /// A shift's amount modulo the width of what is shifted.
    pub fn shift_amount(&mut self, amount: &[Literal], width: usize) -> Vector {
        let digits = (usize::BITS - width.saturating_sub(1).leading_zeros()) as usize;
        if width.is_power_of_two() {
            return amount.iter().take(digits).copied().collect();
        }
        let divisor = constant(width as u128, amount.len());
        let (_, mut remainder) = self.divide(amount, &divisor);
        remainder.truncate(digits);
        remainder
    }
}

fn sign_flipped(vector: &[Literal]) -> Vector {
    let mut result = vector.to_vec();
    if let Some(sign) = result.last_mut() {
        *sign = !*sign;
    }
    result
}
