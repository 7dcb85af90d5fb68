//! Rules for what puts bits together, takes them apart, or chooses between terms.

use super::{
    apply1, apply2, are_complements, binary, extract as part, ite, number, sign_extended, unary,
    zero_extended,
};
use crate::term::{Node, Term};
use crate::{Bits, Operator, TermStore};

pub(super) fn zero_extend(store: &mut TermStore, width: u16, operand: Term) -> Option<Term> {
    if store.width(operand) == width {
        return Some(operand);
    }
    if store.width(operand) == 1 {
        return Some(boolean_choice(store, operand, Bits::new(1, width)));
    }
    let inner = zero_extended(store, operand)?;
    Some(apply1(store, Operator::ZeroExtend(width), inner))
}

pub(super) fn sign_extend(store: &mut TermStore, width: u16, operand: Term) -> Option<Term> {
    if store.width(operand) == width {
        return Some(operand);
    }
    if store.width(operand) == 1 {
        return Some(boolean_choice(store, operand, Bits::ones(width)));
    }
    if let Some(inner) = sign_extended(store, operand) {
        return Some(apply1(store, Operator::SignExtend(width), inner));
    }
    // The sign is a zero.
    let inner = zero_extended(store, operand)?;
    Some(apply1(store, Operator::ZeroExtend(width), inner))
}

/// The value where the condition is true, else zero.
fn boolean_choice(store: &mut TermStore, condition: Term, value: Bits) -> Term {
    let then = store.constant(value);
    let otherwise = number(store, 0, value.width());
    store.ite(condition, then, otherwise)
}

pub(super) fn extract(store: &mut TermStore, low: u16, width: u16, operand: Term) -> Option<Term> {
    if store.width(operand) == width {
        return Some(operand);
    }
    if let Some((whole, inner_low, _)) = piece(store, operand) {
        return Some(part(store, inner_low + low, width, whole));
    }
    if let Some((upper, lower)) = binary(store, operand, Operator::Concat) {
        return Some(extract_parts(store, low, width, upper, lower));
    }
    if let Some(inner) = zero_extended(store, operand) {
        let above = store.width(operand) - store.width(inner);
        let zeros = number(store, 0, above);
        return Some(extract_parts(store, low, width, zeros, inner));
    }
    if let Some(inner) = sign_extended(store, operand) {
        return Some(extract_sign_extended(store, low, width, inner));
    }
    if let Some(inner) = unary(store, operand, Operator::Not) {
        let inner = part(store, low, width, inner);
        return Some(store.not(inner));
    }
    if let Node::Apply(Operator::PointerAdd { offset_bits }, &[pointer, _]) = store.node(operand) {
        // The object, and what is above, never changes.
        return (low >= offset_bits).then(|| part(store, low, width, pointer));
    }
    extract_into(store, low, width, operand)
}

/// Bits of a bitwise operation depend on the same bits of the operands, those
/// of a sum or a product on nothing above them.
fn extract_into(store: &mut TermStore, low: u16, width: u16, operand: Term) -> Option<Term> {
    let bitwise = [Operator::And, Operator::Or, Operator::Xor];
    let from_below = [Operator::Add, Operator::Subtract, Operator::Multiply];
    let operator = store.operator(operand)?;
    if bitwise.contains(&operator) || (low == 0 && from_below.contains(&operator)) {
        let (left, right) = binary(store, operand, operator)?;
        return extract_pair(store, operator, low, width, left, right);
    }
    None
}

/// Goes into both operands where that makes one of them simpler at once, and
/// neither of them larger.
fn extract_pair(
    store: &mut TermStore,
    operator: Operator,
    low: u16,
    width: u16,
    left: Term,
    right: Term,
) -> Option<Term> {
    let is_simple = |term: Term| {
        store.known(term).is_some()
            || zero_extended(store, term).is_some()
            || sign_extended(store, term).is_some()
    };
    if !is_simple(right) || (!is_simple(left) && store.known(right).is_none()) {
        return None;
    }
    let left = part(store, low, width, left);
    let right = part(store, low, width, right);
    Some(apply2(store, operator, left, right))
}

fn extract_parts(store: &mut TermStore, low: u16, width: u16, upper: Term, lower: Term) -> Term {
    let split = store.width(lower);
    if low >= split {
        return part(store, low - split, width, upper);
    }
    if low + width <= split {
        return part(store, low, width, lower);
    }
    let upper = part(store, 0, low + width - split, upper);
    let lower = part(store, low, split - low, lower);
    apply2(store, Operator::Concat, upper, lower)
}

fn extract_sign_extended(store: &mut TermStore, low: u16, width: u16, inner: Term) -> Term {
    let narrow = store.width(inner);
    if low + width <= narrow {
        return part(store, low, width, inner);
    }
    // Above the operand there are only copies of its sign.
    let low = low.min(narrow - 1);
    let kept = part(store, low, narrow - low, inner);
    if store.width(kept) >= width {
        return part(store, 0, width, kept);
    }
    apply1(store, Operator::SignExtend(width), kept)
}

pub(super) fn concat(store: &mut TermStore, upper: Term, lower: Term) -> Option<Term> {
    let width = store.width(upper) + store.width(lower);
    if store.known(upper).is_some_and(Bits::is_zero) {
        return Some(apply1(store, Operator::ZeroExtend(width), lower));
    }
    if let Some(inner) = zero_extended(store, upper) {
        let inner = apply2(store, Operator::Concat, inner, lower);
        return Some(apply1(store, Operator::ZeroExtend(width), inner));
    }
    if let Some((top, middle)) = binary(store, upper, Operator::Concat) {
        let lower = apply2(store, Operator::Concat, middle, lower);
        return Some(apply2(store, Operator::Concat, top, lower));
    }
    if let Some(joined) = adjacent(store, upper, lower) {
        return Some(joined);
    }
    let (middle, bottom) = binary(store, lower, Operator::Concat)?;
    let both_known = store.known(upper).is_some() && store.known(middle).is_some();
    let joined = if both_known {
        apply2(store, Operator::Concat, upper, middle)
    } else {
        adjacent(store, upper, middle)?
    };
    Some(apply2(store, Operator::Concat, joined, bottom))
}

/// Two neighbouring pieces of one term are one piece.
fn adjacent(store: &mut TermStore, upper: Term, lower: Term) -> Option<Term> {
    let (from, high, high_width) = piece(store, upper)?;
    let (same, low, low_width) = piece(store, lower)?;
    (from == same && low + low_width == high)
        .then(|| part(store, low, low_width + high_width, from))
}

fn piece(store: &TermStore, term: Term) -> Option<(Term, u16, u16)> {
    match store.node(term) {
        Node::Apply(Operator::Extract { low, width }, &[operand]) => Some((operand, low, width)),
        Node::Apply(..) | Node::Constant(_) | Node::Symbol(_) | Node::Select(..) => None,
    }
}

pub(super) fn if_then_else(
    store: &mut TermStore,
    condition: Term,
    then: Term,
    otherwise: Term,
) -> Option<Term> {
    if then == otherwise {
        return Some(then);
    }
    if let Some(condition) = store.known(condition) {
        return Some(if condition.is_true() { then } else { otherwise });
    }
    if let Some(inner) = unary(store, condition, Operator::Not) {
        return Some(store.ite(inner, otherwise, then));
    }
    if store.width(then) == 1
        && let Some(result) = boolean_if_then_else(store, condition, then, otherwise)
    {
        return Some(result);
    }
    // `if a == b then a else b` is b, and the other way round.
    if let Some((left, right)) = binary(store, condition, Operator::Equal)
        && [(left, right), (right, left)].contains(&(then, otherwise))
    {
        return Some(otherwise);
    }
    same_condition(store, condition, then, otherwise)
        .or_else(|| shared_arm(store, condition, then, otherwise))
}

/// Of width 1, with an arm that the condition decides, it is a conjunction or a
/// disjunction.
fn boolean_if_then_else(
    store: &mut TermStore,
    condition: Term,
    then: Term,
    otherwise: Term,
) -> Option<Term> {
    // The value of an arm wherever the condition is `value`.
    let decided = |store: &TermStore, arm: Term, value: bool| {
        if arm == condition {
            Some(value)
        } else if are_complements(store, arm, condition) {
            Some(!value)
        } else {
            store.known(arm).map(Bits::is_true)
        }
    };
    match (decided(store, then, true), decided(store, otherwise, false)) {
        (Some(true), Some(true)) => Some(store.boolean(true)),
        (Some(false), Some(false)) => Some(store.boolean(false)),
        (Some(true), Some(false)) => Some(condition),
        (Some(false), Some(true)) => Some(store.not(condition)),
        (Some(true), None) => Some(store.or(condition, otherwise)),
        (Some(false), None) => {
            let opposite = store.not(condition);
            Some(store.and(opposite, otherwise))
        }
        (None, Some(true)) => {
            let opposite = store.not(condition);
            Some(store.or(opposite, then))
        }
        (None, Some(false)) => Some(store.and(condition, then)),
        (None, None) => None,
    }
}

/// An arm that asks the same question again knows the answer.
fn same_condition(
    store: &mut TermStore,
    condition: Term,
    then: Term,
    otherwise: Term,
) -> Option<Term> {
    if let Some([again, inner, _]) = ite(store, then)
        && again == condition
    {
        return Some(store.ite(condition, inner, otherwise));
    }
    if let Some([again, _, inner]) = ite(store, otherwise)
        && again == condition
    {
        return Some(store.ite(condition, then, inner));
    }
    None
}

/// A choice between a term and a choice that has it as an arm is one choice.
fn shared_arm(store: &mut TermStore, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
    if let Some([inner, yes, no]) = ite(store, otherwise) {
        if yes == then {
            let either = store.or(condition, inner);
            return Some(store.ite(either, then, no));
        }
        if no == then {
            let opposite = store.not(inner);
            let either = store.or(condition, opposite);
            return Some(store.ite(either, then, yes));
        }
    }
    let [inner, yes, no] = ite(store, then)?;
    if no == otherwise {
        let both = store.and(condition, inner);
        return Some(store.ite(both, yes, otherwise));
    }
    if yes == otherwise {
        let opposite = store.not(inner);
        let both = store.and(condition, opposite);
        return Some(store.ite(both, no, otherwise));
    }
    None
}
