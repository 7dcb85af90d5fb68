//! The text form of operators: a name, then its parameters, between full stops.
//!
//! `add`, `zero_extend.32`, `extract.0.8`, `float_compare.f64.olt`. Each operator
//! has one form, and only that is read back.

use std::fmt;

use crate::{FloatKind, FloatPredicate, Operator};

impl FloatKind {
    pub fn parse(text: &str) -> Option<FloatKind> {
        match text {
            "f32" => Some(FloatKind::F32),
            "f64" => Some(FloatKind::F64),
            _ => None,
        }
    }
}

impl fmt::Display for FloatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
        })
    }
}

/// LLVM's names; at the position `less + 2 equal + 4 greater + 8 unordered`.
const PREDICATES: [&str; 16] = [
    "false", "olt", "oeq", "ole", "ogt", "one", "oge", "ord", "uno", "ult", "ueq", "ule", "ugt",
    "une", "uge", "true",
];

impl FloatPredicate {
    fn position(self) -> usize {
        usize::from(self.less)
            | usize::from(self.equal) << 1
            | usize::from(self.greater) << 2
            | usize::from(self.unordered) << 3
    }

    /// LLVM's name of the predicate: `olt` and so on, also `true` and `false`.
    pub fn name(self) -> &'static str {
        PREDICATES.get(self.position()).copied().unwrap_or("false")
    }

    pub fn parse(text: &str) -> Option<FloatPredicate> {
        let position = PREDICATES.iter().position(|name| *name == text)?;
        Some(FloatPredicate {
            less: position & 1 != 0,
            equal: position & 2 != 0,
            greater: position & 4 != 0,
            unordered: position & 8 != 0,
        })
    }
}

impl Operator {
    /// The name without parameters.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Add => "add",
            Operator::Subtract => "subtract",
            Operator::Multiply => "multiply",
            Operator::UnsignedDivide => "unsigned_divide",
            Operator::SignedDivide => "signed_divide",
            Operator::UnsignedRemainder => "unsigned_remainder",
            Operator::SignedRemainder => "signed_remainder",
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Xor => "xor",
            Operator::Not => "not",
            Operator::Negate => "negate",
            Operator::ShiftLeft => "shift_left",
            Operator::LogicalShiftRight => "logical_shift_right",
            Operator::ArithmeticShiftRight => "arithmetic_shift_right",
            Operator::Equal => "equal",
            Operator::NotEqual => "not_equal",
            Operator::UnsignedLess => "unsigned_less",
            Operator::UnsignedLessOrEqual => "unsigned_less_or_equal",
            Operator::SignedLess => "signed_less",
            Operator::SignedLessOrEqual => "signed_less_or_equal",
            Operator::SignedAddOverflows => "signed_add_overflows",
            Operator::SignedSubtractOverflows => "signed_subtract_overflows",
            Operator::SignedMultiplyOverflows => "signed_multiply_overflows",
            Operator::UnsignedAddOverflows => "unsigned_add_overflows",
            Operator::UnsignedSubtractOverflows => "unsigned_subtract_overflows",
            Operator::UnsignedMultiplyOverflows => "unsigned_multiply_overflows",
            Operator::ZeroExtend(_) => "zero_extend",
            Operator::SignExtend(_) => "sign_extend",
            Operator::Extract { .. } => "extract",
            Operator::Concat => "concat",
            Operator::IfThenElse => "if_then_else",
            Operator::PointerAdd { .. } => "pointer_add",
            Operator::PopulationCount => "population_count",
            Operator::LeadingZeros => "leading_zeros",
            Operator::TrailingZeros => "trailing_zeros",
            Operator::SwapBytes => "swap_bytes",
            Operator::ReverseBits => "reverse_bits",
            Operator::FloatAdd(_) => "float_add",
            Operator::FloatSubtract(_) => "float_subtract",
            Operator::FloatMultiply(_) => "float_multiply",
            Operator::FloatDivide(_) => "float_divide",
            Operator::FloatRemainder(_) => "float_remainder",
            Operator::FloatNegate(_) => "float_negate",
            Operator::FloatAbsolute(_) => "float_absolute",
            Operator::FloatSquareRoot(_) => "float_square_root",
            Operator::FloatFloor(_) => "float_floor",
            Operator::FloatCeiling(_) => "float_ceiling",
            Operator::FloatTruncate(_) => "float_truncate",
            Operator::FloatRound(_) => "float_round",
            Operator::FloatRoundEven(_) => "float_round_even",
            Operator::FloatCompare(..) => "float_compare",
            Operator::FloatConvert { .. } => "float_convert",
            Operator::FloatToSigned { .. } => "float_to_signed",
            Operator::FloatToUnsigned { .. } => "float_to_unsigned",
            Operator::SignedToFloat(_) => "signed_to_float",
            Operator::UnsignedToFloat(_) => "unsigned_to_float",
        }
    }

    /// The operator of this text form, if it is one. Widths may still be out of
    /// range; [`Operator::result_width`] sees to that.
    pub fn parse(text: &str) -> Option<Operator> {
        let mut pieces = text.split('.');
        let name = pieces.next()?;
        let parameters = [pieces.next(), pieces.next()];
        if pieces.next().is_some() {
            return None;
        }
        match parameters {
            [None, _] => plain(name),
            [Some(only), None] => with_one(name, only),
            [Some(first), Some(second)] => with_two(name, first, second),
        }
    }
}

fn plain(name: &str) -> Option<Operator> {
    Some(match name {
        "add" => Operator::Add,
        "subtract" => Operator::Subtract,
        "multiply" => Operator::Multiply,
        "unsigned_divide" => Operator::UnsignedDivide,
        "signed_divide" => Operator::SignedDivide,
        "unsigned_remainder" => Operator::UnsignedRemainder,
        "signed_remainder" => Operator::SignedRemainder,
        "and" => Operator::And,
        "or" => Operator::Or,
        "xor" => Operator::Xor,
        "not" => Operator::Not,
        "negate" => Operator::Negate,
        "shift_left" => Operator::ShiftLeft,
        "logical_shift_right" => Operator::LogicalShiftRight,
        "arithmetic_shift_right" => Operator::ArithmeticShiftRight,
        "equal" => Operator::Equal,
        "not_equal" => Operator::NotEqual,
        "unsigned_less" => Operator::UnsignedLess,
        "unsigned_less_or_equal" => Operator::UnsignedLessOrEqual,
        "signed_less" => Operator::SignedLess,
        "signed_less_or_equal" => Operator::SignedLessOrEqual,
        "signed_add_overflows" => Operator::SignedAddOverflows,
        "signed_subtract_overflows" => Operator::SignedSubtractOverflows,
        "signed_multiply_overflows" => Operator::SignedMultiplyOverflows,
        "unsigned_add_overflows" => Operator::UnsignedAddOverflows,
        "unsigned_subtract_overflows" => Operator::UnsignedSubtractOverflows,
        "unsigned_multiply_overflows" => Operator::UnsignedMultiplyOverflows,
        "concat" => Operator::Concat,
        "if_then_else" => Operator::IfThenElse,
        "population_count" => Operator::PopulationCount,
        "leading_zeros" => Operator::LeadingZeros,
        "trailing_zeros" => Operator::TrailingZeros,
        "swap_bytes" => Operator::SwapBytes,
        "reverse_bits" => Operator::ReverseBits,
        _ => return None,
    })
}

fn with_one(name: &str, parameter: &str) -> Option<Operator> {
    Some(match name {
        "zero_extend" => Operator::ZeroExtend(number(parameter)?),
        "sign_extend" => Operator::SignExtend(number(parameter)?),
        "pointer_add" => Operator::PointerAdd { offset_bits: number(parameter)? },
        "float_add" => Operator::FloatAdd(FloatKind::parse(parameter)?),
        "float_subtract" => Operator::FloatSubtract(FloatKind::parse(parameter)?),
        "float_multiply" => Operator::FloatMultiply(FloatKind::parse(parameter)?),
        "float_divide" => Operator::FloatDivide(FloatKind::parse(parameter)?),
        "float_remainder" => Operator::FloatRemainder(FloatKind::parse(parameter)?),
        "float_negate" => Operator::FloatNegate(FloatKind::parse(parameter)?),
        "float_absolute" => Operator::FloatAbsolute(FloatKind::parse(parameter)?),
        "float_square_root" => Operator::FloatSquareRoot(FloatKind::parse(parameter)?),
        "float_floor" => Operator::FloatFloor(FloatKind::parse(parameter)?),
        "float_ceiling" => Operator::FloatCeiling(FloatKind::parse(parameter)?),
        "float_truncate" => Operator::FloatTruncate(FloatKind::parse(parameter)?),
        "float_round" => Operator::FloatRound(FloatKind::parse(parameter)?),
        "float_round_even" => Operator::FloatRoundEven(FloatKind::parse(parameter)?),
        "signed_to_float" => Operator::SignedToFloat(FloatKind::parse(parameter)?),
        "unsigned_to_float" => Operator::UnsignedToFloat(FloatKind::parse(parameter)?),
        _ => return None,
    })
}

fn with_two(name: &str, first: &str, second: &str) -> Option<Operator> {
    Some(match name {
        "extract" => Operator::Extract { low: number(first)?, width: number(second)? },
        "float_compare" => {
            Operator::FloatCompare(FloatKind::parse(first)?, FloatPredicate::parse(second)?)
        }
        "float_convert" => {
            Operator::FloatConvert { from: FloatKind::parse(first)?, to: FloatKind::parse(second)? }
        }
        "float_to_signed" => {
            Operator::FloatToSigned { from: FloatKind::parse(first)?, width: number(second)? }
        }
        "float_to_unsigned" => {
            Operator::FloatToUnsigned { from: FloatKind::parse(first)?, width: number(second)? }
        }
        _ => return None,
    })
}

/// A number as it is printed: digits only, no leading zero.
fn number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Operator::ZeroExtend(width) | Operator::SignExtend(width) => write!(f, ".{width}"),
            Operator::Extract { low, width } => write!(f, ".{low}.{width}"),
            Operator::PointerAdd { offset_bits } => write!(f, ".{offset_bits}"),
            Operator::FloatAdd(kind)
            | Operator::FloatSubtract(kind)
            | Operator::FloatMultiply(kind)
            | Operator::FloatDivide(kind)
            | Operator::FloatRemainder(kind)
            | Operator::FloatNegate(kind)
            | Operator::FloatAbsolute(kind)
            | Operator::FloatSquareRoot(kind)
            | Operator::FloatFloor(kind)
            | Operator::FloatCeiling(kind)
            | Operator::FloatTruncate(kind)
            | Operator::FloatRound(kind)
            | Operator::FloatRoundEven(kind)
            | Operator::SignedToFloat(kind)
            | Operator::UnsignedToFloat(kind) => write!(f, ".{kind}"),
            Operator::FloatCompare(kind, predicate) => {
                write!(f, ".{kind}.{}", predicate.name())
            }
            Operator::FloatConvert { from, to } => write!(f, ".{from}.{to}"),
            Operator::FloatToSigned { from, width } | Operator::FloatToUnsigned { from, width } => {
                write!(f, ".{from}.{width}")
            }
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
            | Operator::Not
            | Operator::Negate
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
            | Operator::PopulationCount
            | Operator::LeadingZeros
            | Operator::TrailingZeros
            | Operator::SwapBytes
            | Operator::ReverseBits => Ok(()),
        }
    }
}
