//! Operators that have an inverse, at least where the other operand is a constant: the inverse
//! of the result is what the operand can have been.

use raddle_terms::bits::mask;
use raddle_terms::{Binary, Bits, Operator, Unary};

use super::super::progression::Progression;
use super::super::{Range, greatest, least, sign_bit};
use super::Step;

impl Step<'_> {
    pub(super) fn unary(&self, operator: Unary) -> Option<Range> {
        match operator {
            // Each is its own inverse.
            Unary::Not | Unary::Negate | Unary::SwapBytes | Unary::ReverseBits => {
                Some(self.apply(Operator::Unary(operator), &[self.result]))
            }
            Unary::PopulationCount | Unary::LeadingZeros | Unary::TrailingZeros => None,
        }
    }

    pub(super) fn binary(&self, operator: Binary) -> Option<Range> {
        let (other, result) = (self.other()?, self.result);
        let first = self.position == 0;
        match operator {
            Binary::Add => Some(self.apply(Operator::Subtract, &[result, other])),
            Binary::Subtract if first => Some(self.apply(Operator::Add, &[result, other])),
            Binary::Subtract => Some(self.apply(Operator::Subtract, &[other, result])),
            Binary::Xor => Some(self.apply(Operator::Xor, &[result, other])),
            Binary::Multiply => self.factor(other.known()?),
            Binary::And => {
                let masked = other.known().and_then(|bits| self.masked(bits));
                masked.or_else(|| self.at_least())
            }
            Binary::Or => self.set(other),
            Binary::ShiftLeft if first => self.shifted_left(other.known()?),
            Binary::LogicalShiftRight if first => self.shifted_right(other.known()?, false),
            Binary::ArithmeticShiftRight if first => self.shifted_right(other.known()?, true),
            Binary::UnsignedDivide if first => self.dividend(other.known()?.unsigned()),
            Binary::UnsignedRemainder if first => {
                let congruent = other.known().and_then(|divisor| self.congruent(divisor));
                congruent.or_else(|| self.at_least())
            }
            Binary::SignedRemainder if first => self.signed_congruent(other.known()?),
            Binary::UnsignedDivide
            | Binary::SignedDivide
            | Binary::UnsignedRemainder
            | Binary::SignedRemainder
            | Binary::ShiftLeft
            | Binary::LogicalShiftRight
            | Binary::ArithmeticShiftRight => None,
        }
    }

    /// No less than the result: some bits of the operand, or a remainder of it.
    fn at_least(&self) -> Option<Range> {
        let (low, _) = self.result.unsigned_bounds()?;
        Some(Range::between(low, mask(self.own.width()), self.own.width()))
    }

    /// The quotient by a constant is in the result.
    fn dividend(&self, divisor: u128) -> Option<Range> {
        let width = self.own.width();
        let rest = divisor.checked_sub(1)?;
        let result = self.result.flattened(self.layout);
        let found = result.numbers().iter().filter_map(|piece| {
            let low = piece.low.checked_mul(divisor).filter(|low| *low <= mask(width))?;
            let high = piece.high.saturating_mul(divisor).saturating_add(rest);
            Some(Progression::interval(low, high.min(mask(width))))
        });
        Some(Range::of_pieces(found.collect(), width))
    }

    /// The remainder by a constant is the result, which is known.
    fn congruent(&self, divisor: Bits) -> Option<Range> {
        let (remainder, width) = (self.result.known()?.unsigned(), self.own.width());
        let numbers = congruent(remainder, divisor.unsigned(), mask(width))?;
        Some(Range::of_pieces(numbers, width))
    }

    /// The same with the sign of the dividend, on either side of 0.
    fn signed_congruent(&self, divisor: Bits) -> Option<Range> {
        let (remainder, width) = (self.result.known()?.signed(), self.own.width());
        let (size, divisor) = (remainder.unsigned_abs(), divisor.signed().unsigned_abs());
        let positive = congruent(size, divisor, sign_bit(width) - 1)?;
        let negative = congruent(size, divisor, sign_bit(width))?;
        let negative = Range::of_pieces(negative, width);
        let negative = self.apply(Operator::Negate, &[&negative]);
        match remainder.signum() {
            1 => Some(Range::of_pieces(positive, width)),
            -1 => Some(negative),
            _ => Some(Range::of_pieces(positive, width).join(&negative)),
        }
    }

    /// The product with the factor is in the result.
    fn factor(&self, factor: Bits) -> Option<Range> {
        let width = self.own.width();
        let result = self.result.flattened(self.layout);
        let (low, high) = self.own.unsigned_bounds()?;
        let fits = |product: Option<u128>| product.is_some_and(|product| product <= mask(width));
        if !factor.is_zero() && fits(high.checked_mul(factor.unsigned())) {
            return Some(quotients(result.numbers(), factor.unsigned(), width));
        }
        let (least_own, greatest_own) = self.own.signed_bounds()?;
        let fits = |product: Option<i128>| {
            product.is_some_and(|product| (least(width)..=greatest(width)).contains(&product))
        };
        let size = factor.signed();
        if size > 0 && fits(least_own.checked_mul(size)) && fits(greatest_own.checked_mul(size)) {
            let (positive, negative) = result.by_sign();
            let opposite = Range::of_pieces(negative, width);
            let opposite = self.apply(Operator::Negate, &[&opposite]);
            let below = quotients(opposite.numbers(), factor.unsigned(), width);
            let below = self.apply(Operator::Negate, &[&below]);
            return Some(below.join(&quotients(&positive, factor.unsigned(), width)));
        }
        let odd = factor.unsigned() & 1 == 1 && low < high;
        odd.then(|| Range::constant(Bits::new(inverse(factor.unsigned()), width)))
            .map(|inverse| self.apply(Operator::Multiply, &[&result, &inverse]))
    }

    /// The bits of the mask are those of the result.
    fn masked(&self, bits: Bits) -> Option<Range> {
        let (bits, width) = (bits.unsigned(), self.own.width());
        if bits & bits.wrapping_add(1) == 0 {
            let (_, high) = self.own.unsigned_bounds()?;
            if high <= bits {
                return Some(self.result.clone());
            }
            let low = self.result.known()?.unsigned();
            if low > bits {
                return Some(Range::none(width));
            }
            let all = Progression::stepping(low, mask(width), bits.checked_add(1)?);
            return Some(Range::of_pieces(vec![all], width));
        }
        let below = !bits & mask(width);
        if below & below.wrapping_add(1) == 0 {
            let result = self.result.flattened(self.layout);
            let aligned = Progression::stepping(0, mask(width), below + 1);
            let aligned = result.meet(&Range::of_pieces(vec![aligned], width));
            return Some(self.apply(Operator::Add, &[&aligned, &Range::between(0, below, width)]));
        }
        None
    }

    /// With some bits set, perhaps, it is the result: no more than that.
    fn set(&self, other: &Range) -> Option<Range> {
        if other.known().is_some_and(Bits::is_zero) {
            return Some(self.result.clone());
        }
        let (_, high) = self.result.unsigned_bounds()?;
        Some(Range::between(0, high, self.own.width()))
    }

    fn shifted_left(&self, amount: Bits) -> Option<Range> {
        let width = self.own.width();
        let amount = (amount.unsigned() % u128::from(width)) as u32;
        self.factor(Bits::new(1 << amount, width))
    }

    fn shifted_right(&self, amount: Bits, arithmetic: bool) -> Option<Range> {
        let width = self.own.width();
        let amount = (amount.unsigned() % u128::from(width)) as u16;
        let possible = if arithmetic {
            Range::signed_between(least(width) >> amount, greatest(width) >> amount, width)
        } else {
            Range::between(0, mask(width - amount), width)
        };
        let result = self.result.flattened(self.layout).meet(&possible);
        let bits = Range::constant(Bits::new(u128::from(amount), width));
        let shifted = self.apply(Operator::ShiftLeft, &[&result, &bits]);
        Some(self.apply(Operator::Add, &[&shifted, &Range::between(0, mask(amount), width)]))
    }

    /// Some bits of the operand are in the result: all that it has, or all but some below.
    pub(super) fn part(&self, low: u16, width: u16) -> Option<Range> {
        let own_width = self.own.width();
        if self.own.is_subset_of(&Range::between(0, mask(low + width), own_width)) {
            let extended = self.apply(Operator::ZeroExtend(own_width), &[self.result]);
            let step = Step { result: &extended, ..*self };
            return step.dividend(1u128.checked_shl(u32::from(low))?);
        }
        if low > 0 {
            return None;
        }
        let signed = Range::signed_between(least(width), greatest(width), own_width);
        if self.own.is_subset_of(&signed) {
            return Some(self.apply(Operator::SignExtend(own_width), &[self.result]));
        }
        let value = self.result.known()?.unsigned();
        let numbers = congruent(value, 1u128.checked_shl(u32::from(width))?, mask(own_width))?;
        Some(Range::of_pieces(numbers, own_width))
    }

    /// The operand is a part of the result.
    pub(super) fn concatenated(&self) -> Option<Range> {
        let low = if self.position == 0 { self.other()?.width() } else { 0 };
        let part = Operator::Extract { low, width: self.own.width() };
        Some(self.apply(part, &[self.result]))
    }

    /// The object part is that of the result, and unless the offset saturated it is the sum.
    pub(super) fn pointer_add(&self, offset_bits: u16) -> Option<Range> {
        let other = self.other()?;
        let invalid = Bits::ones(offset_bits);
        let offsets = |range: &Range| -> Option<Range> {
            if range.pointers().is_empty() {
                let part = Operator::Extract { low: 0, width: offset_bits };
                return Some(self.apply(part, &[range]));
            }
            (offset_bits == self.layout.offset_bits).then(|| range.offset_field(self.layout))
        };
        let moved = offsets(self.result)?;
        if moved.may_be(invalid) {
            return None;
        }
        if self.position == 0 {
            return Some(self.apply(Operator::Subtract, &[self.result, other]));
        }
        let extend = Operator::ZeroExtend(self.own.width());
        let (from, to) = (offsets(other)?, moved);
        let (from, to) = (self.apply(extend, &[&from]), self.apply(extend, &[&to]));
        Some(self.apply(Operator::Subtract, &[&to, &from]))
    }
}

/// The numbers up to a limit with this remainder; none if nothing is divided.
fn congruent(remainder: u128, divisor: u128, limit: u128) -> Option<Vec<Progression>> {
    if divisor == 0 {
        return None;
    }
    let possible = remainder < divisor && remainder <= limit;
    let all = possible.then(|| Progression::stepping(remainder, limit, divisor));
    Some(all.into_iter().collect())
}

/// The numbers whose multiple is in the list.
fn quotients(list: &[Progression], factor: u128, width: u16) -> Range {
    let multiples = Progression::stepping(0, u128::MAX, factor);
    let found = list.iter().filter_map(|piece| {
        let piece = piece.meet(multiples)?;
        let (low, high) = (piece.low.div_ceil(factor), piece.high / factor);
        let exact = piece.low.is_multiple_of(factor) && piece.step.is_multiple_of(factor);
        let step = if exact { piece.step / factor } else { 1 };
        (low <= high).then(|| Progression::stepping(low, high, step))
    });
    Range::of_pieces(found.collect(), width)
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration: each round doubles the
/// number of right bits.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
