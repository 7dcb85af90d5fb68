//! How many operands an operator takes, and which widths fit it.

use crate::bits::MAX_WIDTH;
use crate::{FloatKind, Operator};

impl Operator {
    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            Operator::Unary(_)
            | Operator::ZeroExtend(_)
            | Operator::SignExtend(_)
            | Operator::Extract { .. }
            | Operator::FloatUnary(..)
            | Operator::FloatConvert { .. }
            | Operator::FloatToSigned { .. }
            | Operator::FloatToUnsigned { .. }
            | Operator::SignedToFloat(_)
            | Operator::UnsignedToFloat(_) => 1,
            Operator::Binary(_)
            | Operator::Comparison(_)
            | Operator::Overflow(_)
            | Operator::Concat
            | Operator::PointerAdd { .. }
            | Operator::FloatBinary(..)
            | Operator::FloatCompare(..) => 2,
            Operator::IfThenElse => 3,
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
        match self {
            Operator::SwapBytes if first % 8 != 0 => {
                Err(format!("width {first} is no multiple of 8"))
            }
            Operator::Unary(_) => Ok(first),
            Operator::Binary(_) => all_equal(operands),
            Operator::Comparison(_) | Operator::Overflow(_) => all_equal(operands).map(|_| 1),
            Operator::ZeroExtend(width) | Operator::SignExtend(width) if width >= first => {
                in_range(width)
            }
            Operator::ZeroExtend(_) | Operator::SignExtend(_) => {
                Err(format!("the operand has width {first}"))
            }
            Operator::Extract { low, width } => {
                in_range(width)?;
                if u32::from(low) + u32::from(width) <= u32::from(first) {
                    Ok(width)
                } else {
                    Err(format!("the operand has only width {first}"))
                }
            }
            Operator::Concat => in_range(operands.iter().sum()),
            Operator::IfThenElse if first == 1 => all_equal(operands.get(1..).unwrap_or(&[])),
            Operator::IfThenElse => Err(format!("the condition has width {first}")),
            Operator::PointerAdd { offset_bits } if (1..=first).contains(&offset_bits) => {
                all_equal(operands)
            }
            Operator::PointerAdd { .. } => Err(format!("the pointer has width {first}")),
            Operator::FloatUnary(_, kind) | Operator::FloatBinary(_, kind) => float(kind, operands),
            Operator::FloatCompare(kind, _) => float(kind, operands).map(|_| 1),
            Operator::FloatConvert { from, to } => float(from, operands).map(|_| to.width()),
            Operator::FloatToSigned { from, width } | Operator::FloatToUnsigned { from, width } => {
                float(from, operands).and_then(|_| in_range(width))
            }
            Operator::SignedToFloat(kind) | Operator::UnsignedToFloat(kind) => Ok(kind.width()),
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
