//! What a result says of an operand.
//!
//! The values of one operand for which some values of the others give a value in `result`, or
//! more of them; never a value that the operand did not have. Most operators have an inverse,
//! which is applied forwards to the result and the other operand: as that is right for every
//! value, so is what is left of the operand.

use raddle_passes::ready::PointerLayout;
use raddle_terms::bits::mask;
use raddle_terms::operator::evaluate;
use raddle_terms::{Binary, Bits, Comparison, Operator, Overflow, Unary};

use super::progression::Progression;
use super::transfer::{MOST_COMBINATIONS, apply_up_to, combinations};
use super::{Range, greatest, least, pieces};

/// At least those values of `operands[position]` for which some values of the other operands
/// give a value in `result`.
pub fn backward(
    layout: &PointerLayout,
    operator: Operator,
    operands: &[&Range],
    position: usize,
    result: &Range,
) -> Range {
    backward_up_to(MOST_COMBINATIONS, layout, operator, (operands, position), result)
}

/// The same, trying at most so many combinations of values one by one.
pub(super) fn backward_up_to(
    most: u128,
    layout: &PointerLayout,
    operator: Operator,
    (operands, position): (&[&Range], usize),
    result: &Range,
) -> Range {
    let Some(own) = operands.get(position) else { return Range::none(1) };
    if result.is_empty() || operands.iter().any(|operand| operand.is_empty()) {
        return Range::none(own.width());
    }
    let step = Step { most, layout, operands, position, own, result };
    let found = step.by_values(operator).or_else(|| step.by_operator(operator));
    let Some(found) = found else { return (*own).clone() };
    let less = own.meet_in(layout, &found);
    // Where pieces had to be taken together, the meet may have become more.
    if less.is_subset_of(own) { less } else { (*own).clone() }
}

/// The question, taken apart.
struct Step<'a> {
    most: u128,
    layout: &'a PointerLayout,
    operands: &'a [&'a Range],
    position: usize,
    own: &'a Range,
    result: &'a Range,
}

impl Step<'_> {
    /// Where there are few combinations of values: those that give a value of the result.
    fn by_values(&self, operator: Operator) -> Option<Range> {
        let combinations = combinations(self.operands, self.most)?;
        let fitting = combinations
            .iter()
            .filter(|values| self.result.may_be(evaluate(operator, values)))
            .filter_map(|values| values.get(self.position));
        Some(Range::of_values(fitting.map(|value| value.unsigned()), self.own.width()))
    }

    fn by_operator(&self, operator: Operator) -> Option<Range> {
        match operator {
            Operator::Unary(operator) => self.unary(operator),
            Operator::Binary(operator) => self.binary(operator),
            Operator::Comparison(operator) => self.comparison(operator),
            Operator::Overflow(operator) => self.overflow(operator),
            Operator::ZeroExtend(width) => {
                Some(self.cut(&Range::between(0, mask(self.own.width()), width)))
            }
            Operator::SignExtend(width) => {
                let (low, high) = (least(self.own.width()), greatest(self.own.width()));
                Some(self.cut(&Range::signed_between(low, high, width)))
            }
            Operator::Extract { low: 0, width } => self.truncation(width),
            Operator::PointerAdd { offset_bits } => self.pointer_add(offset_bits),
            Operator::IfThenElse => self.select(),
            Operator::Extract { .. }
            | Operator::Concat
            | Operator::FloatUnary(..)
            | Operator::FloatBinary(..)
            | Operator::FloatCompare(..)
            | Operator::FloatConvert { .. }
            | Operator::FloatToSigned { .. }
            | Operator::FloatToUnsigned { .. }
            | Operator::SignedToFloat(_)
            | Operator::UnsignedToFloat(_) => None,
        }
    }

    fn apply(&self, operator: Operator, operands: &[&Range]) -> Range {
        apply_up_to(self.most, self.layout, operator, operands)
    }

    /// The other one of two operands.
    fn other(&self) -> Option<&Range> {
        self.operands.get(1 - self.position.min(1)).copied()
    }

    /// The lowest bits of those values that are in the range, which is all that extending gives.
    fn cut(&self, range: &Range) -> Range {
        let extended = self.result.flattened(self.layout).meet(range);
        self.apply(Operator::Extract { low: 0, width: self.own.width() }, &[&extended])
    }

    fn unary(&self, operator: Unary) -> Option<Range> {
        match operator {
            // Each is its own inverse.
            Unary::Not | Unary::Negate | Unary::SwapBytes | Unary::ReverseBits => {
                Some(self.apply(Operator::Unary(operator), &[self.result]))
            }
            Unary::PopulationCount | Unary::LeadingZeros | Unary::TrailingZeros => None,
        }
    }

    fn binary(&self, operator: Binary) -> Option<Range> {
        let (other, result) = (self.other()?, self.result);
        match operator {
            Binary::Add => Some(self.apply(Operator::Subtract, &[result, other])),
            Binary::Subtract if self.position == 0 => {
                Some(self.apply(Operator::Add, &[result, other]))
            }
            Binary::Subtract => Some(self.apply(Operator::Subtract, &[other, result])),
            Binary::Xor => Some(self.apply(Operator::Xor, &[result, other])),
            Binary::Multiply => self.factor(other.known()?),
            Binary::And => self.masked(other.known()?),
            Binary::Or => self.set(other.known()?),
            Binary::LogicalShiftRight if self.position == 0 => self.shifted_right(other.known()?),
            Binary::UnsignedDivide
            | Binary::SignedDivide
            | Binary::UnsignedRemainder
            | Binary::SignedRemainder
            | Binary::ShiftLeft
            | Binary::LogicalShiftRight
            | Binary::ArithmeticShiftRight => None,
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

    /// Or with 0 is nothing.
    fn set(&self, bits: Bits) -> Option<Range> {
        bits.is_zero().then(|| self.result.clone())
    }

    fn shifted_right(&self, amount: Bits) -> Option<Range> {
        let width = self.own.width();
        let amount = (amount.unsigned() % u128::from(width)) as u16;
        let result = self.result.flattened(self.layout);
        let result = result.meet(&Range::between(0, mask(width - amount), width));
        let amount_bits = Range::constant(Bits::new(u128::from(amount), width));
        let shifted = self.apply(Operator::ShiftLeft, &[&result, &amount_bits]);
        Some(self.apply(Operator::Add, &[&shifted, &Range::between(0, mask(amount), width)]))
    }

    /// The operand's lowest bits are in the result: all of it, if it is no more than those.
    fn truncation(&self, width: u16) -> Option<Range> {
        let own_width = self.own.width();
        if self.own.is_subset_of(&Range::between(0, mask(width), own_width)) {
            return Some(self.apply(Operator::ZeroExtend(own_width), &[self.result]));
        }
        let signed = Range::signed_between(least(width), greatest(width), own_width);
        let fits = self.own.is_subset_of(&signed);
        fits.then(|| self.apply(Operator::SignExtend(own_width), &[self.result]))
    }

    /// The object part is that of the result, and unless the offset saturated it is the sum.
    fn pointer_add(&self, offset_bits: u16) -> Option<Range> {
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

    fn select(&self) -> Option<Range> {
        let [condition, then, otherwise] = self.operands else { return None };
        let reaches = |range: &Range| !range.meet_in(self.layout, self.result).is_empty();
        let by_then = condition.may_be(Bits::boolean(true)) && reaches(then);
        let by_otherwise = condition.may_be(Bits::boolean(false)) && reaches(otherwise);
        match self.position {
            0 => Some(Range::boolean(by_otherwise, by_then)),
            1 if !by_otherwise => Some(self.chosen(by_then)),
            2 if !by_then => Some(self.chosen(by_otherwise)),
            _ => None,
        }
    }

    /// The result, if this operand can be the one that is chosen.
    fn chosen(&self, possible: bool) -> Range {
        if possible { self.result.clone() } else { Range::none(self.own.width()) }
    }

    fn comparison(&self, operator: Comparison) -> Option<Range> {
        let holds = self.result.known()?.is_true();
        let other = self.other()?;
        match (operator, holds) {
            (Comparison::Equal, true) | (Comparison::NotEqual, false) => Some(other.clone()),
            (Comparison::Equal, false) | (Comparison::NotEqual, true) => self.without(other),
            (Comparison::UnsignedLess, true) => self.unsigned_less(self.position == 0, true),
            (Comparison::UnsignedLess, false) => self.unsigned_less(self.position == 1, false),
            (Comparison::UnsignedLessOrEqual, true) => {
                self.unsigned_less(self.position == 0, false)
            }
            (Comparison::UnsignedLessOrEqual, false) => {
                self.unsigned_less(self.position == 1, true)
            }
            (Comparison::SignedLess, true) => self.signed_less(self.position == 0, true),
            (Comparison::SignedLess, false) => self.signed_less(self.position == 1, false),
            (Comparison::SignedLessOrEqual, true) => self.signed_less(self.position == 0, false),
            (Comparison::SignedLessOrEqual, false) => self.signed_less(self.position == 1, true),
        }
    }

    /// The own values but one, if that leaves no more pieces than there may be.
    fn without(&self, other: &Range) -> Option<Range> {
        let value = other.known()?.unsigned();
        let (mut numbers, above) = pieces::split(self.own.numbers(), value);
        numbers
            .extend(above.iter().filter_map(|piece| piece.clip(value.checked_add(1)?, u128::MAX)));
        let mut range = self.own.clone();
        let most = super::MOST_PIECES;
        let less = pieces::normalise(numbers, most);
        (!pieces::contain(&less, value)).then_some(())?;
        range.numbers = less;
        Some(range)
    }

    /// Below the greatest value of the other operand, or above its least.
    fn unsigned_less(&self, below: bool, strictly: bool) -> Option<Range> {
        let (low, high) = self.other()?.flattened(self.layout).unsigned_bounds()?;
        let (width, distance) = (self.own.width(), u128::from(strictly));
        let (from, to) = if below {
            (Some(0), high.checked_sub(distance))
        } else {
            (low.checked_add(distance), Some(mask(width)))
        };
        Some(self.clipped(from.zip(to).map(|(from, to)| Range::between(from, to, width))))
    }

    fn signed_less(&self, below: bool, strictly: bool) -> Option<Range> {
        let (low, high) = self.other()?.flattened(self.layout).signed_bounds()?;
        let (width, distance) = (self.own.width(), i128::from(strictly));
        let (from, to) = if below {
            (Some(least(width)), high.checked_sub(distance))
        } else {
            (low.checked_add(distance), Some(greatest(width)))
        };
        Some(self.clipped(from.zip(to).map(|(from, to)| Range::signed_between(from, to, width))))
    }

    fn clipped(&self, range: Option<Range>) -> Range {
        range.unwrap_or_else(|| Range::none(self.own.width()))
    }

    fn overflow(&self, operator: Overflow) -> Option<Range> {
        let overflows = self.result.known()?.is_true();
        let other = self.other()?.flattened(self.layout);
        match operator {
            Overflow::UnsignedSubtractOverflows if overflows => {
                self.unsigned_less(self.position == 0, true)
            }
            Overflow::UnsignedSubtractOverflows => self.unsigned_less(self.position == 1, false),
            Overflow::UnsignedAddOverflows | Overflow::UnsignedMultiplyOverflows => {
                self.unsigned_overflow(operator, overflows, other.unsigned_bounds()?)
            }
            Overflow::SignedAddOverflows => Some(self.sum(overflows, other.signed_bounds()?)),
            Overflow::SignedSubtractOverflows if self.position == 0 => {
                let (low, high) = other.signed_bounds()?;
                // Minus a number is plus its opposite, whose bounds are the other way around.
                Some(self.sum(overflows, (high.checked_neg()?, low.checked_neg()?)))
            }
            Overflow::SignedSubtractOverflows => {
                Some(self.subtrahend(overflows, other.signed_bounds()?))
            }
            Overflow::SignedMultiplyOverflows if !overflows => {
                self.signed_factor(other.signed_bounds()?)
            }
            Overflow::SignedMultiplyOverflows => None,
        }
    }

    fn unsigned_overflow(
        &self,
        operator: Overflow,
        overflows: bool,
        (low, high): (u128, u128),
    ) -> Option<Range> {
        let width = self.own.width();
        let greatest_with = |other: u128| {
            if operator == Overflow::UnsignedAddOverflows {
                mask(width) - other
            } else {
                mask(width).checked_div(other).unwrap_or(mask(width))
            }
        };
        if !overflows {
            return Some(Range::between(0, greatest_with(low), width));
        }
        let from = greatest_with(high).checked_add(1);
        Some(self.clipped(from.map(|from| Range::between(from, mask(width), width))))
    }

    /// Values whose sum with some number between the bounds overflows, or does not.
    fn sum(&self, overflows: bool, (low, high): (i128, i128)) -> Range {
        let width = self.own.width();
        let (least, greatest) = (least(width), greatest(width));
        if !overflows {
            let from = least.saturating_sub(high);
            return Range::signed_between(from, greatest.saturating_sub(low), width);
        }
        // Above the greatest less `high`, or below the least less `low`; where these cannot be
        // said they are out of range.
        let above = greatest.checked_sub(high).and_then(|bound| bound.checked_add(1));
        let below = least.checked_sub(low).and_then(|bound| bound.checked_sub(1));
        let above = above.map(|from| Range::signed_between(from, greatest, width));
        let below = below.map(|to| Range::signed_between(least, to, width));
        self.clipped(above).join(&self.clipped(below))
    }

    /// Values whose difference from some number between the bounds overflows, or does not.
    fn subtrahend(&self, overflows: bool, (low, high): (i128, i128)) -> Range {
        let width = self.own.width();
        let (least, greatest) = (least(width), greatest(width));
        if !overflows {
            let from = low.saturating_sub(greatest);
            return Range::signed_between(from, high.saturating_sub(least), width);
        }
        let below = high.checked_sub(greatest).and_then(|bound| bound.checked_sub(1));
        let above = low.checked_sub(least).and_then(|bound| bound.checked_add(1));
        let above = above.map(|from| Range::signed_between(from, greatest, width));
        let below = below.map(|to| Range::signed_between(least, to, width));
        self.clipped(above).join(&self.clipped(below))
    }

    /// Values whose product with some number between the bounds does not overflow: the one
    /// nearest to 0 leaves the most.
    fn signed_factor(&self, (low, high): (i128, i128)) -> Option<Range> {
        let width = self.own.width();
        let (least, greatest) = (least(width), greatest(width));
        if low > 0 {
            return Some(Range::signed_between(least / low, greatest / low, width));
        }
        if high < 0 {
            let to = least.checked_div(high).unwrap_or(greatest);
            return Some(Range::signed_between(greatest / high, to, width));
        }
        None
    }
}

/// The numbers whose multiple is in the list.
fn quotients(list: &[Progression], factor: u128, width: u16) -> Range {
    let multiples = Progression::stepping(0, u128::MAX, factor);
    let found = list.iter().filter_map(|piece| {
        let piece = piece.meet(multiples)?;
        let (low, high) = (piece.low.div_ceil(factor), piece.high / factor);
        let exact = piece.low % factor == 0 && piece.step % factor == 0;
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
