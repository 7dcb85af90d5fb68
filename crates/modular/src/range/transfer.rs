//! What operators make of ranges.
//!
//! Where the operands have few values, each combination is evaluated by the one implementation
//! of the operators; elsewhere the files beside this one compute with progressions. Whatever
//! has no meaning in progressions, such as floating-point numbers, can be anything.

use raddle_passes::ready::PointerLayout;
use raddle_terms::operator::evaluate;
use raddle_terms::{Binary, Bits, Operator};

use super::arithmetic::{
    add, multiply, pairwise, signed_divide, signed_remainder, subtract, unsigned_divide,
    unsigned_remainder,
};
use super::{Progression, Range, bitwise, comparison, field, pieces, pointers};

/// The most combinations of values that are evaluated one by one.
pub(super) const MOST_COMBINATIONS: u128 = 64;

/// At least all values that the operator gives of values of the operands.
pub fn apply(layout: &PointerLayout, operator: Operator, operands: &[&Range]) -> Range {
    apply_up_to(MOST_COMBINATIONS, layout, operator, operands)
}

/// The same, evaluating at most so many combinations of values one by one.
pub(super) fn apply_up_to(
    most: u128,
    layout: &PointerLayout,
    operator: Operator,
    operands: &[&Range],
) -> Range {
    let widths: Vec<u16> = operands.iter().map(|operand| operand.width()).collect();
    let Ok(width) = operator.result_width(&widths) else {
        debug_assert!(false, "{operator} of widths {widths:?}");
        return Range::any(1);
    };
    if operands.iter().any(|operand| operand.is_empty()) {
        return Range::none(width);
    }
    if let (Operator::IfThenElse, [condition, then, otherwise]) = (operator, operands) {
        return select(condition, then, otherwise);
    }
    if operands.iter().any(|operand| operand.is_wild()) {
        return of_wild(most, layout, operator, operands);
    }
    if operands.iter().any(|operand| !operand.pointers().is_empty()) {
        if let Some(result) = pointers::apply(layout, operator, operands) {
            return result;
        }
        let flat: Vec<Range> = operands.iter().map(|operand| operand.flattened(layout)).collect();
        return numeric(most, operator, &flat.iter().collect::<Vec<_>>(), width);
    }
    numeric(most, operator, operands, width)
}

/// Where an operand is any value of which only some may be followed: what is reached from one of
/// those by a distance may be followed still.
fn of_wild(most: u128, layout: &PointerLayout, operator: Operator, operands: &[&Range]) -> Range {
    let again = |operands: Vec<Range>| {
        apply_up_to(most, layout, operator, &operands.iter().collect::<Vec<_>>())
    };
    let moves = matches!(
        operator,
        Operator::PointerAdd { .. }
            | Operator::Binary(Binary::Add | Binary::Subtract)
            | Operator::Extract { .. }
            | Operator::ZeroExtend(_)
    );
    if let (true, [from, by @ ..]) = (moves, operands)
        && from.is_wild()
        && by.iter().all(|by| !by.is_wild() && by.pointers().is_empty())
    {
        let by = by.iter().map(|by| (*by).clone());
        let moved = again(std::iter::once(from.followed()).chain(by).collect());
        return match moved.numbers().is_empty() {
            true => moved.wild(),
            false => Range::any(moved.width()),
        };
    }
    again(operands.iter().map(|operand| operand.tamed()).collect())
}

fn select(condition: &Range, then: &Range, otherwise: &Range) -> Range {
    match condition.known() {
        Some(condition) if condition.is_true() => then.clone(),
        Some(_) => otherwise.clone(),
        None => then.join(otherwise),
    }
}

/// Of operands that have values but no pointers.
fn numeric(most: u128, operator: Operator, operands: &[&Range], width: u16) -> Range {
    let known: Option<Vec<Bits>> = operands.iter().map(|operand| operand.known()).collect();
    if let Some(values) = known.filter(|_| most > 0) {
        return Range::constant(evaluate(operator, &values));
    }
    if let Some(values) = combinations(operands, most) {
        let results = values.iter().map(|values| evaluate(operator, values).unsigned());
        return Range::of_values(results, width);
    }
    match (operator, operands) {
        (Operator::Comparison(operator), [left, right]) => {
            comparison::compare(operator, left, right)
        }
        (Operator::Overflow(operator), [left, right]) => {
            comparison::overflow(operator, left, right)
        }
        (_, [operand]) => match of_one(operator, operand, width) {
            Some(pieces) => Range::of_pieces(pieces, width),
            None => Range::any(width),
        },
        (_, [left, right]) => match of_two(operator, left, right, width) {
            Some(pieces) => Range::of_pieces(pieces, width),
            None => Range::any(width),
        },
        _ => Range::any(width),
    }
}

/// All combinations of values, if they are few.
pub(super) fn combinations(operands: &[&Range], most: u128) -> Option<Vec<Vec<Bits>>> {
    let count = operands.iter().try_fold(1u128, |product, operand| {
        operand.pointers().is_empty().then_some(())?;
        product.checked_mul(pieces::count(operand.numbers()))
    })?;
    if count > most {
        return None;
    }
    let mut combinations = vec![Vec::new()];
    for operand in operands {
        let values = pieces::values(operand.numbers(), most)?;
        let extended = combinations.iter().flat_map(|combination| {
            values.iter().map(|value| {
                let mut longer = combination.clone();
                longer.push(Bits::new(*value, operand.width()));
                longer
            })
        });
        combinations = extended.collect();
    }
    Some(combinations)
}

fn of_one(operator: Operator, operand: &Range, width: u16) -> Option<Vec<Progression>> {
    let numbers = operand.numbers();
    match operator {
        Operator::Unary(operator) => {
            let results = numbers.iter().flat_map(|piece| bitwise::unary(operator, *piece, width));
            Some(results.collect())
        }
        Operator::ZeroExtend(_) => Some(numbers.to_vec()),
        Operator::SignExtend(_) => Some(bitwise::sign_extend(numbers, operand.width(), width)),
        Operator::Extract { low, width } => Some(bitwise::extract(numbers, low, width)),
        Operator::Binary(_)
        | Operator::Comparison(_)
        | Operator::Overflow(_)
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
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

fn of_two(operator: Operator, left: &Range, right: &Range, width: u16) -> Option<Vec<Progression>> {
    match operator {
        Operator::Binary(operator) => {
            Some(binary(operator, left.numbers(), right.numbers(), width))
        }
        Operator::Concat => {
            Some(bitwise::concat(left.numbers(), right.numbers(), right.width(), width))
        }
        Operator::PointerAdd { offset_bits } => {
            Some(field::pointer_add(left.numbers(), right.numbers(), width, offset_bits))
        }
        Operator::Unary(_)
        | Operator::Comparison(_)
        | Operator::Overflow(_)
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::IfThenElse
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

fn binary(
    operator: Binary,
    left: &[Progression],
    right: &[Progression],
    width: u16,
) -> Vec<Progression> {
    match operator {
        Binary::Add => pairwise(left, right, |left, right| add(left, right, width)),
        Binary::Subtract => pairwise(left, right, |left, right| subtract(left, right, width)),
        Binary::Multiply => multiply(left, right, width),
        Binary::UnsignedDivide => {
            pairwise(left, right, |left, right| unsigned_divide(left, right, width))
        }
        Binary::SignedDivide => signed_divide(left, right, width),
        Binary::UnsignedRemainder => pairwise(left, right, unsigned_remainder),
        Binary::SignedRemainder => signed_remainder(left, right, width),
        Binary::And => pairwise(left, right, |left, right| bitwise::and(left, right, width)),
        Binary::Or => pairwise(left, right, |left, right| bitwise::or(left, right, width)),
        Binary::Xor => pairwise(left, right, |left, right| bitwise::xor(left, right, width)),
        Binary::ShiftLeft | Binary::LogicalShiftRight | Binary::ArithmeticShiftRight => {
            bitwise::shift(operator, left, right, width)
        }
    }
}
