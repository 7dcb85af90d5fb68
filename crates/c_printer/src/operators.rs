//! Expressions for operators. Operands are atoms: names, literals, casts of such,
//! of unsigned types with zeros above their width; so are results. What C leaves
//! undefined goes through helper functions, see `helpers.rs`.

use raddle_terms::{Bits, Operator};

use crate::helpers::Helpers;
use crate::types::{as_signed, constant, cut, narrowed, number, unsigned, working};

/// An operand: its text, its width, its value if that is known.
#[derive(Clone, Debug)]
pub struct Atom {
    pub text: String,
    pub width: u16,
    pub known: Option<Bits>,
}

impl Atom {
    pub fn constant(value: Bits) -> Atom {
        Atom { text: constant(value), width: value.width(), known: Some(value) }
    }

    pub fn named(text: impl Into<String>, width: u16) -> Atom {
        Atom { text: text.into(), width, known: None }
    }

    fn is_other_than_zero(&self) -> bool {
        self.known.is_some_and(|value| !value.is_zero())
    }
}

/// The expression for the result.
pub fn expression(operator: Operator, operands: &[Atom], helpers: &mut Helpers) -> String {
    match operands {
        [operand] => unary(operator, operand, helpers),
        [left, right] => binary(operator, left, right, helpers),
        [condition, then, otherwise] if operator == Operator::IfThenElse => {
            format!("{} ? {} : {}", condition.text, then.text, otherwise.text)
        }
        _ => call(operator, operands, helpers),
    }
}

fn call(operator: Operator, operands: &[Atom], helpers: &mut Helpers) -> String {
    let width = operands.first().map_or(1, |operand| operand.width);
    let name = helpers.operator(operator, width);
    let texts: Vec<&str> = operands.iter().map(|operand| operand.text.as_str()).collect();
    format!("{name}({})", texts.join(", "))
}

fn unary(operator: Operator, operand: &Atom, helpers: &mut Helpers) -> String {
    let Atom { text, width, .. } = operand;
    let width = *width;
    match operator {
        Operator::Not if width == 1 => format!("!{text}"),
        Operator::Not => cut(&format!("~{text}"), width),
        Operator::Negate => cut(&format!("0 - {}", in_word(operand)), width),
        Operator::ZeroExtend(to) => format!("({}){text}", unsigned(to)),
        Operator::SignExtend(to) => narrowed(&as_signed(text, width), to),
        Operator::Extract { low: 0, width: to } => narrowed(text, to),
        Operator::Extract { low, width: to } => narrowed(&format!("{text} >> {low}"), to),
        // Everything else has a helper; that binary operators come here with one
        // operand is excluded by the verifier of the IR.
        Operator::Binary(_)
        | Operator::Comparison(_)
        | Operator::Overflow(_)
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
        | Operator::Unary(_)
        | Operator::FloatBinary(..)
        | Operator::FloatUnary(..)
        | Operator::FloatCompare(..)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => call(operator, std::slice::from_ref(operand), helpers),
    }
}

fn binary(operator: Operator, left: &Atom, right: &Atom, helpers: &mut Helpers) -> String {
    let (a, b, width) = (&left.text, &right.text, left.width);
    let infix =
        |symbol: &str| cut(&format!("{} {symbol} {}", in_word(left), in_word(right)), width);
    match operator {
        Operator::Add => infix("+"),
        Operator::Subtract => infix("-"),
        Operator::Multiply => infix("*"),
        Operator::UnsignedDivide if right.is_other_than_zero() => format!("{a} / {b}"),
        Operator::UnsignedRemainder if right.is_other_than_zero() => format!("{a} % {b}"),
        Operator::And => format!("{a} & {b}"),
        Operator::Or => format!("{a} | {b}"),
        Operator::Xor => format!("{a} ^ {b}"),
        Operator::ShiftLeft => cut(&format!("{} << {}", in_word(left), amount(right)), width),
        Operator::LogicalShiftRight => format!("{a} >> {}", amount(right)),
        Operator::ArithmeticShiftRight => {
            narrowed(&format!("{} >> {}", as_signed(a, width), amount(right)), width)
        }
        Operator::Equal => comparison("==", left, right),
        Operator::NotEqual => comparison("!=", left, right),
        Operator::UnsignedLess | Operator::UnsignedSubtractOverflows => {
            comparison("<", left, right)
        }
        Operator::UnsignedLessOrEqual => comparison("<=", left, right),
        Operator::SignedLess => signed_comparison("<", left, right),
        Operator::SignedLessOrEqual => signed_comparison("<=", left, right),
        Operator::Concat => {
            let whole = unsigned(width + right.width);
            format!(
                "({whole})(({}){a} << {} | {b})",
                unsigned(working(width + right.width)),
                right.width
            )
        }
        Operator::UnsignedDivide
        | Operator::UnsignedRemainder
        | Operator::SignedDivide
        | Operator::SignedRemainder
        | Operator::Overflow(_)
        | Operator::PointerAdd { .. }
        | Operator::FloatBinary(..)
        | Operator::FloatCompare(..)
        | Operator::Unary(_)
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::IfThenElse
        | Operator::FloatUnary(..)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => call(operator, &[left.clone(), right.clone()], helpers),
    }
}

/// Small integers would be computed in `int`.
fn in_word(operand: &Atom) -> String {
    match operand.known {
        Some(_) => operand.text.clone(),
        None if operand.width <= 16 => format!("(u32){}", operand.text),
        None => operand.text.clone(),
    }
}

/// Of a shift: modulo the width.
fn amount(right: &Atom) -> String {
    let width = right.width;
    match right.known {
        Some(value) => (value.unsigned() % u128::from(width)).to_string(),
        None if width.is_power_of_two() => {
            format!("({} & {})", right.text, number(u128::from(width) - 1, width))
        }
        None => format!("({} % {})", right.text, number(u128::from(width), width)),
    }
}

/// Of integers. What compares something with itself is said as a number, since
/// compilers warn about it.
fn comparison(symbol: &str, left: &Atom, right: &Atom) -> String {
    if left.text == right.text {
        return (if matches!(symbol, "==" | "<=") { "1" } else { "0" }).to_string();
    }
    format!("{} {symbol} {}", left.text, right.text)
}

fn signed_comparison(symbol: &str, left: &Atom, right: &Atom) -> String {
    // Both literals alone would be compared in `int`, which is as good.
    let signed = |atom: &Atom| match atom.known.map(|value| value.signed()) {
        Some(value) if value.unsigned_abs() < 1 << 31 => Atom::named(value.to_string(), atom.width),
        Some(_) | None => Atom::named(as_signed(&atom.text, atom.width), atom.width),
    };
    comparison(symbol, &signed(left), &signed(right))
}
