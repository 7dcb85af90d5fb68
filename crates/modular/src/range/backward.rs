//! What a result says of an operand.
//!
//! The values of one operand for which some values of the others give a value in `result`, or
//! more of them; never a value that the operand did not have. Most operators have an inverse,
//! which is applied forwards to the result and the other operand: as that is right for every
//! value, so is what is left of the operand. Where nothing is known of an operator, those
//! pieces of the operand are left out that cannot give a value of the result.

mod inverse;
mod predicate;

use raddle_passes::ready::PointerLayout;
use raddle_terms::bits::mask;
use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, Operator};

use super::transfer::{MOST_COMBINATIONS, apply_up_to, combinations};
use super::{Range, greatest, least, pieces, sign_bit};

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
    if result.is_wild() || operands.iter().any(|operand| operand.is_wild()) {
        let tame: Vec<Range> = operands.iter().map(|operand| operand.tamed()).collect();
        let operands: Vec<&Range> = tame.iter().collect();
        let found = backward_up_to(most, layout, operator, (&operands, position), &result.tamed());
        return own.meet_in(layout, &found);
    }
    let step = Step { most, layout, operands, position, own, result };
    let found = step.by_values(operator).or_else(|| step.by_operator(operator));
    let found = found.or_else(|| step.by_pieces(operator));
    let Some(found) = found else { return (*own).clone() };
    if found.is_subset_of(own) {
        return found;
    }
    let less = own.meet_in(layout, &found);
    // Where pieces had to be taken together, the meet may have become more.
    if less.is_subset_of(own) { less } else { (*own).clone() }
}

/// The question, taken apart.
#[derive(Clone, Copy)]
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
            Operator::Extract { low, width } => self.part(low, width),
            Operator::Concat => self.concatenated(),
            Operator::PointerAdd { offset_bits } => self.pointer_add(offset_bits),
            Operator::IfThenElse => self.select(),
            Operator::FloatUnary(..)
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

    /// Without those pieces of the operand that give nothing of the result.
    fn by_pieces(&self, operator: Operator) -> Option<Range> {
        let (low, high) = pieces::split(self.own.numbers(), sign_bit(self.own.width()));
        let numbers = low.into_iter().chain(high);
        let parts = numbers.map(|piece| Range::of_pieces(vec![piece], self.own.width()));
        let pointers = self.own.pointers().iter();
        let parts =
            parts.chain(pointers.map(|pointer| Range::of_pointers(vec![*pointer], self.layout)));
        let mut kept = Range::none(self.own.width());
        for part in parts {
            let mut operands = self.operands.to_vec();
            *operands.get_mut(self.position)? = &part;
            let result = self.apply(operator, &operands);
            if !result.meet_in(self.layout, self.result).is_empty() {
                kept = kept.join(&part);
            }
        }
        Some(kept)
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
}
