//! Which circuit an operator is.

use raddle_terms::{FloatBinary, FloatKind, FloatUnary, Operator};

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
        Operator::FloatUnary(operator, kind) => float_unary(circuit, operator, kind, operand),
        Operator::FloatConvert { from, to } if from == to => operand.to_vec(),
        Operator::FloatConvert { from, to } => {
            float::convert(circuit, Format::of(from), Format::of(to), operand)
        }
        Operator::FloatToSigned { from, width } => {
            float::to_signed(circuit, Format::of(from), usize::from(width), operand)
        }
        Operator::FloatToUnsigned { from, width } => {
            float::to_unsigned(circuit, Format::of(from), usize::from(width), operand)
        }
        Operator::SignedToFloat(kind) => float::from_signed(circuit, Format::of(kind), operand),
        Operator::UnsignedToFloat(kind) => float::from_unsigned(circuit, Format::of(kind), operand),
        Operator::Binary(_)
        | Operator::Comparison(_)
        | Operator::Overflow(_)
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
        | Operator::FloatBinary(..)
        | Operator::FloatCompare(..) => return misfit(operator),
    };
    Some(result)
}

fn float_unary<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    operator: FloatUnary,
    kind: FloatKind,
    operand: &[Literal],
) -> Vector {
    let format = Format::of(kind);
    let direction = match operator {
        FloatUnary::Negate => return float::with_sign(operand, !sign(operand)),
        FloatUnary::Absolute => return float::with_sign(operand, Literal::FALSE),
        FloatUnary::SquareRoot => return float::square_root(circuit, format, operand),
        FloatUnary::Floor => Direction::Down,
        FloatUnary::Ceiling => Direction::Up,
        FloatUnary::Truncate => Direction::TowardZero,
        FloatUnary::Round => Direction::HalfAway,
        FloatUnary::RoundEven => Direction::HalfEven,
    };
    float::integral(circuit, format, direction, operand)
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
        Operator::FloatBinary(operator, kind) => {
            let format = Format::of(kind);
            match operator {
                FloatBinary::Add => float::add(circuit, format, left, right),
                FloatBinary::Subtract => float::subtract(circuit, format, left, right),
                FloatBinary::Multiply => float::multiply(circuit, format, left, right),
                FloatBinary::Divide => float::divide(circuit, format, left, right),
                FloatBinary::Remainder => return None,
            }
        }
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
        Operator::Unary(_)
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::IfThenElse
        | Operator::FloatUnary(..)
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
