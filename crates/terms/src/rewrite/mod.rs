//! The rewriting of terms: which rules are tried for which operator.
//!
//! A rule looks at an application whose operands are already rewritten and not
//! all known, and answers with an equal term, or with `None` if it has nothing
//! to say. The normal form that the rules work towards:
//!
//! - commutative operators have constants on the right, older terms on the left;
//! - `not_equal` and the `..._less_or_equal` are negations of `equal`, `..._less`;
//! - a difference with a constant is a sum; constants of sums are outermost;
//! - shifts by constants, products with powers of two, and masks of low bits are
//!   built from `extract`, `concat` and extensions;
//! - `concat` nests to the right, and zeros above are a `zero_extend`;
//! - an extended Boolean is an `if_then_else` of two constants, and an operator
//!   with one unknown operand goes into a small tree of constants;
//! - an `if_then_else` of width 1 has no arm that is known.
//!
//! Every rule holds for all values: the tests compare each operator on random
//! terms with and without rewriting. Rules that make new terms shrink something
//! (a width, the number of operators, the distance of constants from the root),
//! which is why this ends; the store bounds the depth all the same.
//!
//! Incomplete: floating-point terms are hardly looked into, and no rule knows
//! anything of a symbol's range.

mod arithmetic;
mod bitwise;
mod comparison;
mod overflow;
mod structure;

use crate::term::{Application, MAX_ARITY, Node, Term};
use crate::{Bits, FloatKind, FloatPredicate, FloatUnary, Operator, TermStore};

/// An equal, simpler term, if a rule knows one.
pub(crate) fn rewrite(store: &mut TermStore, application: &Application) -> Option<Term> {
    if let Some(lifted) = into_constant_tree(store, application) {
        return Some(lifted);
    }
    let operator = application.operator;
    let [left, right, third] = application.padded();
    if is_commutative(operator) && out_of_order(store, left, right) {
        return Some(store.apply(operator, &[right, left]));
    }
    match operator {
        Operator::Add => arithmetic::add(store, left, right),
        Operator::Subtract => arithmetic::subtract(store, left, right),
        Operator::Multiply => arithmetic::multiply(store, left, right),
        Operator::UnsignedDivide => arithmetic::unsigned_divide(store, left, right),
        Operator::SignedDivide => arithmetic::signed_divide(store, left, right),
        Operator::UnsignedRemainder => arithmetic::unsigned_remainder(store, left, right),
        Operator::SignedRemainder => arithmetic::signed_remainder(store, left, right),
        Operator::Negate => arithmetic::negate(store, left),
        Operator::PointerAdd { offset_bits } => {
            arithmetic::pointer_add(store, offset_bits, left, right)
        }
        Operator::And => bitwise::and(store, left, right),
        Operator::Or => bitwise::or(store, left, right),
        Operator::Xor => bitwise::xor(store, left, right),
        Operator::Not => bitwise::not(store, left),
        Operator::ShiftLeft => bitwise::shift_left(store, left, right),
        Operator::LogicalShiftRight => bitwise::logical_shift_right(store, left, right),
        Operator::ArithmeticShiftRight => bitwise::arithmetic_shift_right(store, left, right),
        Operator::SwapBytes | Operator::ReverseBits => bitwise::permute(store, operator, left),
        Operator::Equal => comparison::equal(store, left, right),
        Operator::NotEqual => Some(comparison::negated(store, Operator::Equal, left, right)),
        Operator::UnsignedLess => comparison::unsigned_less(store, left, right),
        Operator::UnsignedLessOrEqual => {
            Some(comparison::negated(store, Operator::UnsignedLess, right, left))
        }
        Operator::SignedLess => comparison::signed_less(store, left, right),
        Operator::SignedLessOrEqual => {
            Some(comparison::negated(store, Operator::SignedLess, right, left))
        }
        Operator::SignedAddOverflows => overflow::signed_add(store, left, right),
        Operator::SignedSubtractOverflows => overflow::signed_subtract(store, left, right),
        Operator::SignedMultiplyOverflows => overflow::signed_multiply(store, left, right),
        Operator::UnsignedAddOverflows => overflow::unsigned_add(store, left, right),
        Operator::UnsignedSubtractOverflows => {
            Some(store.apply(Operator::UnsignedLess, &[left, right]))
        }
        Operator::UnsignedMultiplyOverflows => overflow::unsigned_multiply(store, left, right),
        Operator::ZeroExtend(width) => structure::zero_extend(store, width, left),
        Operator::SignExtend(width) => structure::sign_extend(store, width, left),
        Operator::Extract { low, width } => structure::extract(store, low, width, left),
        Operator::Concat => structure::concat(store, left, right),
        Operator::IfThenElse => structure::if_then_else(store, left, right, third),
        Operator::FloatUnary(FloatUnary::Negate, _) => unary(store, left, operator),
        Operator::FloatUnary(FloatUnary::Absolute, kind) => float_absolute(store, kind, left),
        Operator::FloatCompare(kind, predicate) => {
            float_compare(store, kind, predicate, left, right)
        }
        Operator::FloatConvert { from, to } => (from == to).then_some(left),
        Operator::PopulationCount
        | Operator::LeadingZeros
        | Operator::TrailingZeros
        | Operator::FloatUnary(..)
        | Operator::FloatBinary(..)
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => None,
    }
}

/// `f(if c then 1 else 2, 3)` is `if c then f(1, 3) else f(2, 3)`, which folds;
/// the trees are small, see `MAX_LEAVES`.
fn into_constant_tree(store: &mut TermStore, application: &Application) -> Option<Term> {
    let operator = application.operator;
    let operands = application.operands();
    if operator == Operator::IfThenElse || operands.iter().any(|term| store.leaves(*term) == 0) {
        return None;
    }
    let mut trees = (0..operands.len())
        .filter(|position| operands.get(*position).is_some_and(|term| store.leaves(*term) > 1));
    let (position, None) = (trees.next()?, trees.next()) else {
        return None;
    };
    let [condition, then, otherwise] = ite(store, *operands.get(position)?)?;
    let mut with = |arm: Term| {
        let mut changed = application.padded();
        *changed.get_mut(position)? = arm;
        Some(store.apply(operator, changed.get(..operands.len())?))
    };
    let (then, otherwise) = (with(then)?, with(otherwise)?);
    Some(store.ite(condition, then, otherwise))
}

/// Whether the operands may change places. The floating-point sums may not: of
/// two NaNs the first is the result.
fn is_commutative(operator: Operator) -> bool {
    // A question about some operators, not a case distinction over all.
    matches!(
        operator,
        Operator::Add
            | Operator::Multiply
            | Operator::And
            | Operator::Or
            | Operator::Xor
            | Operator::Equal
            | Operator::NotEqual
            | Operator::SignedAddOverflows
            | Operator::SignedMultiplyOverflows
            | Operator::UnsignedAddOverflows
            | Operator::UnsignedMultiplyOverflows
    )
}

fn out_of_order(store: &TermStore, left: Term, right: Term) -> bool {
    match (store.known(left), store.known(right)) {
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) | (Some(_), Some(_)) => right < left,
    }
}

fn float_absolute(store: &mut TermStore, kind: FloatKind, operand: Term) -> Option<Term> {
    if let Some(inner) = unary(store, operand, FloatUnary::Negate.of(kind)) {
        return Some(store.apply(FloatUnary::Absolute.of(kind), &[inner]));
    }
    unary(store, operand, FloatUnary::Absolute.of(kind)).map(|_| operand)
}

/// "Greater" becomes "less" of the operands the other way round.
fn float_compare(
    store: &mut TermStore,
    kind: FloatKind,
    predicate: FloatPredicate,
    left: Term,
    right: Term,
) -> Option<Term> {
    match predicate.name() {
        "true" => Some(store.boolean(true)),
        "false" => Some(store.boolean(false)),
        _ if predicate.greater && !predicate.less => {
            let turned = FloatPredicate { less: true, greater: false, ..predicate };
            Some(store.apply(Operator::FloatCompare(kind, turned), &[right, left]))
        }
        _ => None,
    }
}

// What the rules look at and build with.

/// The operand, if the term applies this operator of one operand.
fn unary(store: &TermStore, term: Term, wanted: Operator) -> Option<Term> {
    match store.node(term) {
        Node::Apply(operator, &[operand]) if operator == wanted => Some(operand),
        Node::Apply(..) | Node::Constant(_) | Node::Symbol(_) | Node::Select(..) => None,
    }
}

/// Both operands, if the term applies this operator of two operands.
fn binary(store: &TermStore, term: Term, wanted: Operator) -> Option<(Term, Term)> {
    match store.node(term) {
        Node::Apply(operator, &[left, right]) if operator == wanted => Some((left, right)),
        Node::Apply(..) | Node::Constant(_) | Node::Symbol(_) | Node::Select(..) => None,
    }
}

/// The same, if the right operand is a constant.
fn with_constant(store: &TermStore, term: Term, wanted: Operator) -> Option<(Term, Bits)> {
    let (left, right) = binary(store, term, wanted)?;
    Some((left, store.known(right)?))
}

fn ite(store: &TermStore, term: Term) -> Option<[Term; MAX_ARITY]> {
    match store.node(term) {
        Node::Apply(Operator::IfThenElse, &[condition, then, otherwise]) => {
            Some([condition, then, otherwise])
        }
        Node::Apply(..) | Node::Constant(_) | Node::Symbol(_) | Node::Select(..) => None,
    }
}

/// What was extended with zeros, to a greater width, to give the term.
fn zero_extended(store: &TermStore, term: Term) -> Option<Term> {
    let width = store.width(term);
    unary(store, term, Operator::ZeroExtend(width)).filter(|inner| store.width(*inner) < width)
}

fn sign_extended(store: &TermStore, term: Term) -> Option<Term> {
    let width = store.width(term);
    unary(store, term, Operator::SignExtend(width)).filter(|inner| store.width(*inner) < width)
}

/// Whether each is the bitwise complement of the other.
fn are_complements(store: &TermStore, left: Term, right: Term) -> bool {
    unary(store, left, Operator::Not) == Some(right)
        || unary(store, right, Operator::Not) == Some(left)
}

fn number(store: &mut TermStore, value: u128, width: u16) -> Term {
    store.constant(Bits::new(value, width))
}

fn apply1(store: &mut TermStore, operator: Operator, operand: Term) -> Term {
    store.apply(operator, &[operand])
}

fn apply2(store: &mut TermStore, operator: Operator, left: Term, right: Term) -> Term {
    store.apply(operator, &[left, right])
}

fn extract(store: &mut TermStore, low: u16, width: u16, operand: Term) -> Term {
    store.apply(Operator::Extract { low, width }, &[operand])
}
