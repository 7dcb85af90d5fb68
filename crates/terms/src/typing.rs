//! How many operands an operator takes, and which widths fit it.

use crate::bits::MAX_WIDTH;
use crate::{FloatKind, Operator};

/// The rule that an operator's operands and result follow.
enum Rule {
    /// One operand, a result of its width.
    Same,
    /// Two operands of one width, a result of that width.
    SameTwice,
    /// Two operands of one width, a result of width 1.
    Predicate,
    Bytes,
    ZeroOrSignExtend(u16),
    Extract {
        low: u16,
        width: u16,
    },
    Concat,
    IfThenElse,
    PointerAdd {
        offset_bits: u16,
    },
    Float(FloatKind),
    FloatTwice(FloatKind),
    FloatPredicate(FloatKind),
    /// A float to something of the given width.
    FromFloat(FloatKind, u16),
    ToFloat(FloatKind),
}

impl Operator {
    /// The number of operands.
    pub fn arity(self) -> usize {
        match self.rule() {
            Rule::Same
            | Rule::Bytes
            | Rule::ZeroOrSignExtend(_)
            | Rule::Extract { .. }
            | Rule::Float(_)
            | Rule::FromFloat(..)
            | Rule::ToFloat(_) => 1,
            Rule::SameTwice
            | Rule::Predicate
            | Rule::Concat
            | Rule::PointerAdd { .. }
            | Rule::FloatTwice(_)
            | Rule::FloatPredicate(_) => 2,
            Rule::IfThenElse => 3,
        }
    }

    /// The width of the result, or why operands of these widths do not fit.
    pub fn result_width(self, operands: &[u16]) -> Result<u16, String> {
        if operands.len() != self.arity() {
            return Err(format!("{self} takes {} operands, not {}", self.arity(), operands.len()));
        }
        for width in operands {
            in_range(*width).map_err(|reason| format!("{self}: operand of {reason}"))?;
        }
        self.fitting_width(operands).map_err(|reason| format!("{self}: {reason}"))
    }

    /// The same, of as many operands as the operator takes, each of a width
    /// that exists.
    fn fitting_width(self, operands: &[u16]) -> Result<u16, String> {
        let first = operands.first().copied().unwrap_or(0);
        match self.rule() {
            Rule::Same => Ok(first),
            Rule::SameTwice => all_equal(operands),
            Rule::Predicate => all_equal(operands).map(|_| 1),
            Rule::Bytes if first % 8 == 0 => Ok(first),
            Rule::Bytes => Err(format!("width {first} is no multiple of 8")),
            Rule::ZeroOrSignExtend(width) if width >= first => in_range(width),
            Rule::ZeroOrSignExtend(_) => Err(format!("the operand has width {first}")),
            Rule::Extract { low, width } => {
                in_range(width)?;
                if u32::from(low) + u32::from(width) <= u32::from(first) {
                    Ok(width)
                } else {
                    Err(format!("the operand has only width {first}"))
                }
            }
            Rule::Concat => in_range(operands.iter().sum()),
            Rule::IfThenElse if first == 1 => all_equal(operands.get(1..).unwrap_or(&[])),
            Rule::IfThenElse => Err(format!("the condition has width {first}")),
            Rule::PointerAdd { offset_bits } if (1..=first).contains(&offset_bits) => {
                all_equal(operands)
            }
            Rule::PointerAdd { .. } => Err(format!("the pointer has width {first}")),
            Rule::Float(kind) | Rule::FloatTwice(kind) => float(kind, operands),
            Rule::FloatPredicate(kind) => float(kind, operands).map(|_| 1),
            Rule::FromFloat(kind, width) => float(kind, operands).and_then(|_| in_range(width)),
            Rule::ToFloat(kind) => Ok(kind.width()),
        }
    }

    fn rule(self) -> Rule {
        match self {
            Operator::Not
            | Operator::Negate
            | Operator::PopulationCount
            | Operator::LeadingZeros
            | Operator::TrailingZeros
            | Operator::ReverseBits => Rule::Same,
            Operator::SwapBytes => Rule::Bytes,
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
            | Operator::ArithmeticShiftRight => Rule::SameTwice,
            Operator::Equal
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
            | Operator::UnsignedMultiplyOverflows => Rule::Predicate,
            Operator::ZeroExtend(width) | Operator::SignExtend(width) => {
                Rule::ZeroOrSignExtend(width)
            }
            Operator::Extract { low, width } => Rule::Extract { low, width },
            Operator::Concat => Rule::Concat,
            Operator::IfThenElse => Rule::IfThenElse,
            Operator::PointerAdd { offset_bits } => Rule::PointerAdd { offset_bits },
            Operator::FloatAdd(kind)
            | Operator::FloatSubtract(kind)
            | Operator::FloatMultiply(kind)
            | Operator::FloatDivide(kind)
            | Operator::FloatRemainder(kind) => Rule::FloatTwice(kind),
            Operator::FloatNegate(kind)
            | Operator::FloatAbsolute(kind)
            | Operator::FloatSquareRoot(kind)
            | Operator::FloatFloor(kind)
            | Operator::FloatCeiling(kind)
            | Operator::FloatTruncate(kind)
            | Operator::FloatRound(kind)
            | Operator::FloatRoundEven(kind) => Rule::Float(kind),
            Operator::FloatCompare(kind, _) => Rule::FloatPredicate(kind),
            Operator::FloatConvert { from, to } => Rule::FromFloat(from, to.width()),
            Operator::FloatToSigned { from, width } | Operator::FloatToUnsigned { from, width } => {
                Rule::FromFloat(from, width)
            }
            Operator::SignedToFloat(kind) | Operator::UnsignedToFloat(kind) => Rule::ToFloat(kind),
        }
    }
}

fn in_range(width: u16) -> Result<u16, String> {
    if (1..=MAX_WIDTH).contains(&width) {
        Ok(width)
    } else {
        Err(format!("width {width}, which is not 1 to {MAX_WIDTH}"))
    }
}

/// The one width that all the operands have.
fn all_equal(widths: &[u16]) -> Result<u16, String> {
    let first = widths.first().copied().unwrap_or(0);
    match widths.iter().find(|width| **width != first) {
        None => Ok(first),
        Some(other) => Err(format!("operands of widths {first} and {other}")),
    }
}

fn float(kind: FloatKind, widths: &[u16]) -> Result<u16, String> {
    match widths.iter().find(|width| **width != kind.width()) {
        None => Ok(kind.width()),
        Some(other) => Err(format!("an operand of width {other}")),
    }
}
