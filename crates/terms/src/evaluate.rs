//! What each operator computes: the one implementation in the house.
//!
//! Values of at most 64 bits are computed in one machine word, wider ones in
//! 128 bits; both by the same text (see `integer.rs`). Nothing is allocated.

use crate::bits::MAX_WIDTH;
use crate::integer::{narrow, wide};
use crate::operator::{Binary, Comparison, FloatBinary, FloatUnary, Overflow, Unary};
use crate::{Bits, FloatKind, Operator, float};

/// Computes in the smallest word that holds the left operand's width.
macro_rules! word {
    ($left:expr, $right:expr, $function:ident) => {{
        let width = $left.width();
        if width <= 64 {
            Bits::narrow(narrow::$function($left.low64(), $right.low64(), width), width)
        } else {
            Bits::new(wide::$function($left.unsigned(), $right.unsigned(), width), width)
        }
    }};
}

/// The same for a predicate, whose result has width 1.
macro_rules! word_predicate {
    ($left:expr, $right:expr, $function:ident) => {{
        let width = $left.width();
        Bits::boolean(if width <= 64 {
            narrow::$function($left.low64(), $right.low64(), width)
        } else {
            wide::$function($left.unsigned(), $right.unsigned(), width)
        })
    }};
}

/// An operation that does not look at the width, such as a sum.
macro_rules! plain {
    ($left:expr, $right:expr, $function:ident) => {{
        let width = $left.width();
        if width <= 64 {
            Bits::narrow(u64::$function($left.low64(), $right.low64()), width)
        } else {
            Bits::new(u128::$function($left.unsigned(), $right.unsigned()), width)
        }
    }};
}

/// What the operator makes of the operands. Operand count and widths must fit
/// the operator ([`Operator::result_width`] says whether they do); the verifier
/// of the IR guarantees it for programs. Where they do not, the result has no
/// meaning, but there is one.
#[inline]
pub fn evaluate(operator: Operator, operands: &[Bits]) -> Bits {
    match *operands {
        [operand] => of_one(operator, operand),
        [left, right] => of_two(operator, left, right),
        [condition, then, otherwise] if operator == Operator::IfThenElse => {
            if condition.is_true() {
                then
            } else {
                otherwise
            }
        }
        _ => misfit(operator, operands.len()),
    }
}

/// The answer where the number of operands does not fit the operator: a mistake
/// of ours, which debug builds report.
#[cold]
fn misfit(operator: Operator, operands: usize) -> Bits {
    debug_assert!(false, "{operator} applied to {operands} operands");
    Bits::zero(1)
}

#[inline]
fn of_two(operator: Operator, left: Bits, right: Bits) -> Bits {
    match operator {
        Operator::Binary(operator) => binary(operator, left, right),
        Operator::Comparison(operator) => comparison(operator, left, right),
        Operator::Overflow(operator) => overflow(operator, left, right),
        Operator::Concat => concat(left, right),
        Operator::PointerAdd { offset_bits } => pointer_add(left, right, offset_bits),
        Operator::FloatBinary(operator, kind) => float_binary(operator, kind, left, right),
        Operator::FloatCompare(kind, predicate) => float::compare(kind, predicate, left, right),
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
        | Operator::UnsignedToFloat(_) => misfit(operator, 2),
    }
}

#[inline]
fn of_one(operator: Operator, operand: Bits) -> Bits {
    match operator {
        Operator::Unary(operator) => unary(operator, operand),
        Operator::ZeroExtend(width) => Bits::new(operand.unsigned(), width),
        Operator::SignExtend(width) => sign_extend(operand, width),
        Operator::Extract { low, width } => {
            Bits::new(operand.unsigned() >> (u32::from(low) & 127), width)
        }
        Operator::FloatUnary(operator, kind) => float_unary(operator, kind, operand),
        Operator::FloatConvert { from, to } => float::convert(from, to, operand),
        Operator::FloatToSigned { from, width } => float::to_signed(from, width, operand),
        Operator::FloatToUnsigned { from, width } => float::to_unsigned(from, width, operand),
        Operator::SignedToFloat(kind) => float::from_signed(kind, operand),
        Operator::UnsignedToFloat(kind) => float::from_unsigned(kind, operand),
        Operator::Binary(_)
        | Operator::Comparison(_)
        | Operator::Overflow(_)
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
        | Operator::FloatBinary(..)
        | Operator::FloatCompare(..) => misfit(operator, 1),
    }
}

#[inline]
fn binary(operator: Binary, left: Bits, right: Bits) -> Bits {
    match operator {
        Binary::Add => plain!(left, right, wrapping_add),
        Binary::Subtract => plain!(left, right, wrapping_sub),
        Binary::Multiply => plain!(left, right, wrapping_mul),
        Binary::UnsignedDivide => word!(left, right, unsigned_divide),
        Binary::SignedDivide => word!(left, right, signed_divide),
        Binary::UnsignedRemainder => word!(left, right, unsigned_remainder),
        Binary::SignedRemainder => word!(left, right, signed_remainder),
        Binary::And => left.and(right),
        Binary::Or => left.or(right),
        Binary::Xor => left.xor(right),
        Binary::ShiftLeft => word!(left, right, shift_left),
        Binary::LogicalShiftRight => word!(left, right, logical_shift_right),
        Binary::ArithmeticShiftRight => word!(left, right, arithmetic_shift_right),
    }
}

#[inline]
fn comparison(operator: Comparison, left: Bits, right: Bits) -> Bits {
    match operator {
        Comparison::Equal => Bits::boolean(left.unsigned() == right.unsigned()),
        Comparison::NotEqual => Bits::boolean(left.unsigned() != right.unsigned()),
        Comparison::UnsignedLess => Bits::boolean(left.unsigned() < right.unsigned()),
        Comparison::UnsignedLessOrEqual => Bits::boolean(left.unsigned() <= right.unsigned()),
        Comparison::SignedLess => Bits::boolean(signed_less(left, right)),
        Comparison::SignedLessOrEqual => Bits::boolean(!signed_less(right, left)),
    }
}

#[inline]
fn overflow(operator: Overflow, left: Bits, right: Bits) -> Bits {
    match operator {
        Overflow::SignedAddOverflows => word_predicate!(left, right, signed_add_overflows),
        Overflow::SignedSubtractOverflows => {
            word_predicate!(left, right, signed_subtract_overflows)
        }
        Overflow::SignedMultiplyOverflows => {
            word_predicate!(left, right, signed_multiply_overflows)
        }
        Overflow::UnsignedAddOverflows => word_predicate!(left, right, unsigned_add_overflows),
        Overflow::UnsignedSubtractOverflows => Bits::boolean(left.unsigned() < right.unsigned()),
        Overflow::UnsignedMultiplyOverflows => {
            word_predicate!(left, right, unsigned_multiply_overflows)
        }
    }
}

#[inline]
fn unary(operator: Unary, operand: Bits) -> Bits {
    match operator {
        Unary::Not => Bits::new(!operand.unsigned(), operand.width()),
        Unary::Negate => Bits::new(operand.unsigned().wrapping_neg(), operand.width()),
        Unary::PopulationCount => counted(operand, operand.unsigned().count_ones()),
        Unary::LeadingZeros => {
            counted(operand, operand.unsigned().leading_zeros() - spare(operand))
        }
        Unary::TrailingZeros => {
            let zeros = operand.unsigned().trailing_zeros();
            counted(operand, zeros.min(u32::from(operand.width())))
        }
        Unary::SwapBytes => {
            Bits::new(operand.unsigned().swap_bytes() >> spare(operand), operand.width())
        }
        Unary::ReverseBits => {
            Bits::new(operand.unsigned().reverse_bits() >> spare(operand), operand.width())
        }
    }
}

fn float_binary(operator: FloatBinary, kind: FloatKind, left: Bits, right: Bits) -> Bits {
    match operator {
        FloatBinary::Add => float::add(kind, left, right),
        FloatBinary::Subtract => float::subtract(kind, left, right),
        FloatBinary::Multiply => float::multiply(kind, left, right),
        FloatBinary::Divide => float::divide(kind, left, right),
        FloatBinary::Remainder => float::remainder(kind, left, right),
    }
}

fn float_unary(operator: FloatUnary, kind: FloatKind, operand: Bits) -> Bits {
    match operator {
        FloatUnary::Negate => float::negate(kind, operand),
        FloatUnary::Absolute => float::absolute(kind, operand),
        FloatUnary::SquareRoot => float::square_root(kind, operand),
        FloatUnary::Floor => float::floor(kind, operand),
        FloatUnary::Ceiling => float::ceiling(kind, operand),
        FloatUnary::Truncate => float::truncate(kind, operand),
        FloatUnary::Round => float::round(kind, operand),
        FloatUnary::RoundEven => float::round_even(kind, operand),
    }
}

#[inline]
fn signed_less(left: Bits, right: Bits) -> bool {
    let width = left.width();
    if width <= 64 {
        narrow::signed(left.low64(), width) < narrow::signed(right.low64(), width)
    } else {
        wide::signed(left.unsigned(), width) < wide::signed(right.unsigned(), width)
    }
}

#[inline]
fn sign_extend(operand: Bits, width: u16) -> Bits {
    if width <= 64 && operand.width() <= 64 {
        Bits::narrow(narrow::signed(operand.low64(), operand.width()) as u64, width)
    } else {
        Bits::from_signed(operand.signed(), width)
    }
}

/// How many of 128 bits lie above the operand.
fn spare(operand: Bits) -> u32 {
    u32::from(MAX_WIDTH.saturating_sub(operand.width()))
}

/// A number of bits, in the width of the operand: it always fits.
fn counted(operand: Bits, count: u32) -> Bits {
    Bits::new(u128::from(count), operand.width())
}

fn concat(upper: Bits, lower: Bits) -> Bits {
    let width = upper.width().saturating_add(lower.width());
    debug_assert!(width <= MAX_WIDTH);
    // A lower part of 128 bits leaves no room for an upper one.
    let shifted = upper.unsigned().checked_shl(u32::from(lower.width())).unwrap_or(0);
    Bits::new(shifted | lower.unsigned(), width.min(MAX_WIDTH))
}

#[inline]
fn pointer_add(pointer: Bits, distance: Bits, offset_bits: u16) -> Bits {
    let width = pointer.width();
    if width <= 64 {
        let moved = narrow::pointer_add(pointer.low64(), distance.low64(), width, offset_bits);
        Bits::narrow(moved, width)
    } else {
        let moved = wide::pointer_add(pointer.unsigned(), distance.unsigned(), width, offset_bits);
        Bits::new(moved, width)
    }
}
