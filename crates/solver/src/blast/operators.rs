//! Which circuit an operator is.

use raddle_terms::Operator;

use super::float::{self, Direction, Format};
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, inverted, sign, sign_extended, zero_extended};

/// `None` if there is no circuit for it.
pub(super) fn unary<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    operator: Operator,
    operand: &[Literal],
) -> Option<Vector> {
    let result = match operator {
        Operator::Not => inverted(operand),
        Operator::Negate => circuit.negate(operand),
        Operator::ZeroExtend(width) => zero_extended(operand, usize::from(width)),
        Operator::SignExtend(width) => sign_extended(operand, usize::from(width)),
        Operator::Extract { low, width } => {
            operand.iter().copied().skip(usize::from(low)).take(usize::from(width)).collect()
        }
        Operator::PopulationCount => circuit.population_count(operand),
        Operator::LeadingZeros => circuit.leading_zeros(operand),
        Operator::TrailingZeros => circuit.trailing_zeros(operand),
        Operator::SwapBytes => operand.rchunks(8).flatten().copied().collect(),
        Operator::ReverseBits => operand.iter().rev().copied().collect(),
        Operator::FloatNegate(_) => float::with_sign(operand, !sign(operand)),
        Operator::FloatAbsolute(_) => float::with_sign(operand, Literal::FALSE),
        Operator::FloatConvert { from, to } if from == to => operand.to_vec(),
        Operator::FloatConvert { from, to } => {
            float::convert(circuit, Format::of(from), Format::of(to), operand)
        }
        Operator::FloatSquareRoot(kind) => float::square_root(circuit, Format::of(kind), operand),
        Operator::FloatFloor(kind) => {
            float::integral(circuit, Format::of(kind), Direction::Down, operand)
        }
        Operator::FloatCeiling(kind) => {
            float::integral(circuit, Format::of(kind), Direction::Up, operand)
        }
        Operator::FloatTruncate(kind) => {
            float::integral(circuit, Format::of(kind), Direction::TowardZero, operand)
        }
        Operator::FloatRound(kind) => {
            float::integral(circuit, Format::of(kind), Direction::HalfAway, operand)
        }
        Operator::FloatRoundEven(kind) => {
            float::integral(circuit, Format::of(kind), Direction::HalfEven, operand)
        }
        Operator::FloatToSigned { from, width } => {
            float::to_signed(circuit, Format::of(from), usize::from(width), operand)
        }
        Operator::FloatToUnsigned { from, width } => {
            float::to_unsigned(circuit, Format::of(from), usize::from(width), operand)
        }
        Operator::SignedToFloat(kind) => float::from_signed(circuit, Format::of(kind), operand),
        Operator::UnsignedToFloat(kind) => float::from_unsigned(circuit, Format::of(kind), operand),
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::UnsignedDivide
        | Operator::SignedDivide
        | Operator::UnsignedRemainder
        | Operator::SignedRemainder
        | Operator::And
        | Operator::Or
        | Operator::Xor
        | Operator::ShiftLeft
        | Operator::LogicalShiftRight
        | Operator::ArithmeticShiftRight
        | Operator::Equal
        | Operator::NotEqual
        | Operator::UnsignedLess
        | Operator::UnsignedLessOrEqual
        | Operator::SignedLess
        | Operator::SignedLessOrEqual
        | Operator::SignedAddOverflows
        | Operator::SignedSubtractOverflows
        | Operator::SignedMultiplyOverflows
        | Operator::UnsignedAddOverflows
        | Operator::UnsignedSubtractOverflows
        | Operator::UnsignedMultiplyOverflows
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
        | Operator::FloatAdd(_)
        | Operator::FloatSubtract(_)
        | Operator::FloatMultiply(_)
        | Operator::FloatDivide(_)
        | Operator::FloatRemainder(_)
        | Operator::FloatCompare(..) => return misfit(operator),
    };
    Some(result)
}

/// The same of two operands.
pub(super) fn binary<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    operator: Operator,
    left: &[Literal],
    right: &[Literal],
) -> Option<Vector> {
    let result = match operator {
        Operator::Add => circuit.add(left, right),
        Operator::Subtract => circuit.subtract(left, right),
        Operator::Multiply => circuit.multiply(left, right),
        Operator::UnsignedDivide => circuit.divide(left, right).0,
        Operator::UnsignedRemainder => circuit.divide(left, right).1,
        Operator::SignedDivide => circuit.signed_divide(left, right).0,
        Operator::SignedRemainder => circuit.signed_divide(left, right).1,
        Operator::And => circuit.bitwise(left, right, Circuit::and),
        Operator::Or => circuit.bitwise(left, right, Circuit::or),
        Operator::Xor => circuit.bitwise(left, right, Circuit::xor),
        Operator::ShiftLeft => {
            let amount = circuit.shift_amount(right, left.len());
            circuit.barrel_left(left, &amount, Literal::FALSE)
        }
        Operator::LogicalShiftRight => {
            let amount = circuit.shift_amount(right, left.len());
            circuit.barrel_right(left, &amount, Literal::FALSE)
        }
        Operator::ArithmeticShiftRight => {
            let amount = circuit.shift_amount(right, left.len());
            circuit.barrel_right(left, &amount, sign(left))
        }
        Operator::Concat => right.iter().chain(left).copied().collect(),
        Operator::PointerAdd { offset_bits } => {
            pointer_add(circuit, left, right, usize::from(offset_bits))
        }
        Operator::FloatAdd(kind) => float::add(circuit, Format::of(kind), left, right),
        Operator::FloatSubtract(kind) => float::subtract(circuit, Format::of(kind), left, right),
        Operator::FloatMultiply(kind) => float::multiply(circuit, Format::of(kind), left, right),
        Operator::FloatDivide(kind) => float::divide(circuit, Format::of(kind), left, right),
        Operator::FloatRemainder(_) => return None,
        Operator::Equal => vec![circuit.equal(left, right)],
        Operator::NotEqual => vec![!circuit.equal(left, right)],
        Operator::UnsignedLess | Operator::UnsignedSubtractOverflows => {
            vec![circuit.unsigned_less(left, right)]
        }
        Operator::UnsignedLessOrEqual => vec![circuit.unsigned_less_or_equal(left, right)],
        Operator::SignedLess => vec![circuit.signed_less(left, right)],
        Operator::SignedLessOrEqual => vec![!circuit.signed_less(right, left)],
        Operator::SignedAddOverflows => vec![circuit.signed_add_overflows(left, right)],
        Operator::SignedSubtractOverflows => vec![circuit.signed_subtract_overflows(left, right)],
        Operator::SignedMultiplyOverflows => vec![circuit.signed_multiply_overflows(left, right)],
        Operator::UnsignedAddOverflows => vec![circuit.carry(left, right, Literal::FALSE)],
        Operator::UnsignedMultiplyOverflows => {
            vec![circuit.unsigned_multiply_overflows(left, right)]
        }
        Operator::FloatCompare(kind, wanted) => {
            vec![float::compare(circuit, Format::of(kind), wanted, left, right)]
        }
        Operator::Not
        | Operator::Negate
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::IfThenElse
        | Operator::PopulationCount
        | Operator::LeadingZeros
        | Operator::TrailingZeros
        | Operator::SwapBytes
        | Operator::ReverseBits
        | Operator::FloatNegate(_)
        | Operator::FloatAbsolute(_)
        | Operator::FloatSquareRoot(_)
        | Operator::FloatFloor(_)
        | Operator::FloatCeiling(_)
        | Operator::FloatTruncate(_)
        | Operator::FloatRound(_)
        | Operator::FloatRoundEven(_)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => return misfit(operator),
    };
    Some(result)
}

/// The offset moves and saturates: it stays in range exactly if what the carry
/// adds to the distance above the offset makes it zero.
fn pointer_add<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    pointer: &[Literal],
    distance: &[Literal],
    offset_bits: usize,
) -> Vector {
    let (offset, object) = pointer.split_at(offset_bits.min(pointer.len()));
    let lower = distance.get(..offset.len()).unwrap_or(distance);
    let upper = distance.get(offset.len().min(distance.len().saturating_sub(1))..).unwrap_or(&[]);
    let moved = circuit.add(offset, lower);
    let carry = circuit.carry(offset, lower, Literal::FALSE);
    let mut valid: Vec<Literal> = upper.iter().map(|bit| circuit.same(*bit, carry)).collect();
    valid.push(!circuit.and_all(offset));
    let valid = circuit.and_all(&valid);
    moved.iter().map(|bit| circuit.or(*bit, !valid)).chain(object.iter().copied()).collect()
}

/// A mistake of ours, which debug builds report.
fn misfit<Result>(operator: Operator) -> Option<Result> {
    debug_assert!(false, "{operator} applied to a wrong number of operands");
    None
}
