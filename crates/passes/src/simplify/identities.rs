//! The identities. Each makes an operation smaller: an operand in its place, or
//! an operation on what its operands were made of. An operator that no rule
//! speaks of is left alone, which is always right.

use raddle_ir::Operand;
use raddle_terms::operator::evaluate;
use raddle_terms::{Binary, Bits, Comparison, Operator};

use super::Definitions;

pub(super) enum Rewritten {
    /// The result is this operand.
    Operand(Operand),
    /// The result is that of a simpler operation.
    Operation(Operator, Vec<Operand>),
}

/// What a rule answers: nothing if it does not fit.
type Rule = Option<Rewritten>;

pub(super) fn rewrite(
    definitions: &Definitions<'_>,
    operator: Operator,
    operands: &[Operand],
) -> Option<Rewritten> {
    let rewritten = match *operands {
        [only] => unary(definitions, operator, only),
        [left, right] => same_operands(definitions, operator, left, right)
            .or_else(|| neutral(operator, left, right))
            .or_else(|| comparison(definitions, operator, left, right))
            .or_else(|| complement(operator, left, right)),
        [condition, then, otherwise] => choice(operator, condition, then, otherwise),
        _ => None,
    }?;
    match rewritten {
        // An undefined operand is a new value at each use: see `simplify`.
        Rewritten::Operand(Operand::Undefined(_)) => None,
        Rewritten::Operand(_) | Rewritten::Operation(..) => Some(rewritten),
    }
}

fn operand(operand: Operand) -> Rule {
    Some(Rewritten::Operand(operand))
}

fn constant(bits: Bits) -> Rule {
    operand(Operand::Constant(bits))
}

fn operation(operator: Operator, operands: &[Operand]) -> Rule {
    Some(Rewritten::Operation(operator, operands.to_vec()))
}

fn known(operand: Operand) -> Option<Bits> {
    match operand {
        Operand::Constant(bits) => Some(bits),
        Operand::Register(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => None,
    }
}

fn unary(definitions: &Definitions<'_>, operator: Operator, only: Operand) -> Rule {
    let width = definitions.width(&only);
    let inner = definitions.of(&only);
    match operator {
        Operator::ZeroExtend(to) | Operator::SignExtend(to) if to == width => operand(only),
        Operator::Extract { low: 0, width: to } if to == width => operand(only),
        Operator::ZeroExtend(to) => match inner? {
            (Operator::ZeroExtend(_), [origin]) => operation(Operator::ZeroExtend(to), &[*origin]),
            _ => None,
        },
        Operator::SignExtend(to) => match inner? {
            (Operator::SignExtend(_), [origin]) => operation(Operator::SignExtend(to), &[*origin]),
            // The sign is the zero above: it was widened, or the rule before fits.
            (Operator::ZeroExtend(from), [origin]) if from > definitions.width(origin) => {
                operation(Operator::ZeroExtend(to), &[*origin])
            }
            _ => None,
        },
        Operator::Extract { low, width: to } => extract(definitions, low, to, inner?),
        Operator::Not => match inner? {
            (Operator::Not, [origin]) => operand(*origin),
            (Operator::Comparison(inner), [left, right]) => opposite(inner, *left, *right),
            _ => None,
        },
        Operator::Unary(_)
        | Operator::Binary(_)
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

fn extract(
    definitions: &Definitions<'_>,
    low: u16,
    to: u16,
    inner: (Operator, &[Operand]),
) -> Rule {
    match inner {
        (Operator::ZeroExtend(_) | Operator::SignExtend(_), [origin]) => {
            let width = definitions.width(origin);
            let end = low.checked_add(to)?;
            if end <= width {
                return operation(Operator::Extract { low, width: to }, &[*origin]);
            }
            match (inner.0, low) {
                (Operator::ZeroExtend(_), 0) => operation(Operator::ZeroExtend(to), &[*origin]),
                (Operator::SignExtend(_), 0) => operation(Operator::SignExtend(to), &[*origin]),
                _ => None,
            }
        }
        (Operator::Extract { low: below, .. }, [origin]) => {
            let low = low.checked_add(below)?;
            operation(Operator::Extract { low, width: to }, &[*origin])
        }
        _ => None,
    }
}

/// The comparison that holds exactly where this one does not.
fn opposite(comparison: Comparison, left: Operand, right: Operand) -> Rule {
    match comparison {
        Comparison::Equal => operation(Operator::NotEqual, &[left, right]),
        Comparison::NotEqual => operation(Operator::Equal, &[left, right]),
        Comparison::UnsignedLess => operation(Operator::UnsignedLessOrEqual, &[right, left]),
        Comparison::UnsignedLessOrEqual => operation(Operator::UnsignedLess, &[right, left]),
        Comparison::SignedLess => operation(Operator::SignedLessOrEqual, &[right, left]),
        Comparison::SignedLessOrEqual => operation(Operator::SignedLess, &[right, left]),
    }
}

/// Both operands are one register.
fn same_operands(
    definitions: &Definitions<'_>,
    operator: Operator,
    left: Operand,
    right: Operand,
) -> Rule {
    if left != right || !matches!(left, Operand::Register(_)) {
        return None;
    }
    if let Operator::Comparison(comparison) = operator {
        return constant(Bits::boolean(match comparison {
            Comparison::Equal | Comparison::UnsignedLessOrEqual | Comparison::SignedLessOrEqual => {
                true
            }
            Comparison::NotEqual | Comparison::UnsignedLess | Comparison::SignedLess => false,
        }));
    }
    if matches!(operator, Operator::And | Operator::Or) {
        operand(left)
    } else if matches!(operator, Operator::Subtract | Operator::Xor) {
        constant(Bits::zero(definitions.width(&left)))
    } else {
        None
    }
}

/// One operand changes nothing.
fn neutral(operator: Operator, left: Operand, right: Operand) -> Rule {
    let is_pointer_add = matches!(operator, Operator::PointerAdd { .. });
    if let Some(bits) = known(right)
        && (neutral_right(operator, bits) || is_pointer_add && bits.is_zero())
    {
        return operand(left);
    }
    let commutes = matches!(
        operator,
        Operator::Add | Operator::Or | Operator::Xor | Operator::And | Operator::Multiply
    );
    match known(left) {
        Some(bits) if commutes && neutral_right(operator, bits) => operand(right),
        Some(_) | None => None,
    }
}

/// Whether this constant on the right changes nothing.
fn neutral_right(operator: Operator, bits: Bits) -> bool {
    let Operator::Binary(operator) = operator else {
        return false;
    };
    match operator {
        Binary::Add
        | Binary::Subtract
        | Binary::Or
        | Binary::Xor
        | Binary::ShiftLeft
        | Binary::LogicalShiftRight
        | Binary::ArithmeticShiftRight => bits.is_zero(),
        Binary::And => bits.is_ones(),
        Binary::Multiply | Binary::UnsignedDivide => bits.unsigned() == 1,
        Binary::SignedDivide | Binary::UnsignedRemainder | Binary::SignedRemainder => false,
    }
}

/// `x xor ones` is `not x`.
fn complement(operator: Operator, left: Operand, right: Operand) -> Rule {
    match (operator, known(left), known(right)) {
        (Operator::Xor, _, Some(bits)) if bits.is_ones() => operation(Operator::Not, &[left]),
        (Operator::Xor, Some(bits), _) if bits.is_ones() => operation(Operator::Not, &[right]),
        _ => None,
    }
}

/// Equal or not equal to a constant.
fn comparison(
    definitions: &Definitions<'_>,
    operator: Operator,
    left: Operand,
    right: Operand,
) -> Rule {
    let equal = operator == Operator::Equal;
    if !equal && operator != Operator::NotEqual {
        return None;
    }
    let (value, bits) = match (known(left), known(right)) {
        (None, Some(bits)) => (left, bits),
        (Some(bits), None) => (right, bits),
        (None, None) | (Some(_), Some(_)) => return None,
    };
    if bits.width() == 1 {
        return if bits.is_true() == equal {
            operand(value)
        } else {
            operation(Operator::Not, &[value])
        };
    }
    match definitions.of(&value)? {
        (extension @ (Operator::ZeroExtend(_) | Operator::SignExtend(_)), [origin]) => {
            let width = definitions.width(origin);
            if width >= bits.width() {
                return None;
            }
            let low = evaluate(Operator::Extract { low: 0, width }, &[bits]);
            if evaluate(extension, &[low]) == bits {
                operation(operator, &[*origin, Operand::Constant(low)])
            } else {
                // No value of the origin becomes this constant.
                constant(Bits::boolean(!equal))
            }
        }
        (Operator::IfThenElse, [condition, then, otherwise]) => {
            let then = known(*then)? == bits;
            let otherwise = known(*otherwise)? == bits;
            match (then == equal, otherwise == equal) {
                (true, false) => operand(*condition),
                (false, true) => operation(Operator::Not, &[*condition]),
                (same, _) => constant(Bits::boolean(same)),
            }
        }
        _ => None,
    }
}

fn choice(operator: Operator, condition: Operand, then: Operand, otherwise: Operand) -> Rule {
    if operator != Operator::IfThenElse {
        return None;
    }
    if then == otherwise && !matches!(then, Operand::Undefined(_)) {
        return operand(then);
    }
    match (known(then), known(otherwise)) {
        (Some(then), Some(_)) if then.width() == 1 => {
            if then.is_true() {
                operand(condition)
            } else {
                operation(Operator::Not, &[condition])
            }
        }
        _ => None,
    }
}
