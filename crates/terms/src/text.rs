//! The text form of operators: a name, then its parameters, between full stops.
//!
//! `add`, `zero_extend.32`, `extract.0.8`, `float_compare.f64.olt`. Each operator
//! has one form, and only that is read back.

use std::fmt;

use crate::operator::{Binary, Comparison, FloatBinary, FloatUnary, Overflow, Unary};
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
            Operator::Unary(operator) => operator.name(),
            Operator::Binary(operator) => operator.name(),
            Operator::Comparison(operator) => operator.name(),
            Operator::Overflow(operator) => operator.name(),
            Operator::ZeroExtend(_) => "zero_extend",
            Operator::SignExtend(_) => "sign_extend",
            Operator::Extract { .. } => "extract",
            Operator::Concat => "concat",
            Operator::IfThenElse => "if_then_else",
            Operator::PointerAdd { .. } => "pointer_add",
            Operator::FloatUnary(operator, _) => operator.name(),
            Operator::FloatBinary(operator, _) => operator.name(),
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
    match name {
        "concat" => Some(Operator::Concat),
        "if_then_else" => Some(Operator::IfThenElse),
        _ => Binary::parse(name)
            .map(Operator::Binary)
            .or_else(|| Comparison::parse(name).map(Operator::Comparison))
            .or_else(|| Overflow::parse(name).map(Operator::Overflow))
            .or_else(|| Unary::parse(name).map(Operator::Unary)),
    }
}

fn with_one(name: &str, parameter: &str) -> Option<Operator> {
    match name {
        "zero_extend" => return number(parameter).map(Operator::ZeroExtend),
        "sign_extend" => return number(parameter).map(Operator::SignExtend),
        "pointer_add" => {
            return number(parameter).map(|offset_bits| Operator::PointerAdd { offset_bits });
        }
        _ => {}
    }
    let kind = FloatKind::parse(parameter)?;
    match name {
        "signed_to_float" => Some(Operator::SignedToFloat(kind)),
        "unsigned_to_float" => Some(Operator::UnsignedToFloat(kind)),
        _ => {
            FloatBinary::parse(name).map(|operator| Operator::FloatBinary(operator, kind)).or_else(
                || FloatUnary::parse(name).map(|operator| Operator::FloatUnary(operator, kind)),
            )
        }
    }
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
            Operator::FloatUnary(_, kind)
            | Operator::FloatBinary(_, kind)
            | Operator::SignedToFloat(kind)
            | Operator::UnsignedToFloat(kind) => write!(f, ".{kind}"),
            Operator::FloatCompare(kind, predicate) => {
                write!(f, ".{kind}.{}", predicate.name())
            }
            Operator::FloatConvert { from, to } => write!(f, ".{from}.{to}"),
            Operator::FloatToSigned { from, width } | Operator::FloatToUnsigned { from, width } => {
                write!(f, ".{from}.{width}")
            }
            Operator::Unary(_)
            | Operator::Binary(_)
            | Operator::Comparison(_)
            | Operator::Overflow(_)
            | Operator::Concat
            | Operator::IfThenElse => Ok(()),
        }
    }
}
