//! Rules for the bitwise operators and for shifts.

use super::{
    apply1, apply2, are_complements, binary, extract, number, unary, with_constant, zero_extended,
};
use crate::term::Term;
use crate::{Bits, Operator, TermStore};

pub(super) fn and(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if let Some(constant) = store.known(right) {
        if constant.is_zero() {
            return Some(right);
        }
        if constant.is_ones() {
            return Some(left);
        }
        if let Some(result) = with_known_bits(store, Operator::And, left, constant) {
            return Some(result);
        }
        // A mask of low bits.
        let ones = constant.unsigned().trailing_ones();
        if constant.unsigned().count_ones() == ones {
            let low = extract(store, 0, ones as u16, left);
            return Some(apply1(store, Operator::ZeroExtend(constant.width()), low));
        }
        return None;
    }
    if are_complements(store, left, right) {
        return Some(number(store, 0, store.width(left)));
    }
    lattice(store, Operator::And, Operator::Or, left, right)
}

pub(super) fn or(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if let Some(constant) = store.known(right) {
        if constant.is_zero() {
            return Some(left);
        }
        if constant.is_ones() {
            return Some(right);
        }
        return with_known_bits(store, Operator::Or, left, constant);
    }
    if are_complements(store, left, right) {
        return Some(store.constant(Bits::ones(store.width(left))));
    }
    lattice(store, Operator::Or, Operator::And, left, right)
        .or_else(|| disjoint(store, left, right))
        .or_else(|| disjoint(store, right, left))
}

/// The rules that conjunction and disjunction share. The `dual` of each is the
/// other one.
fn lattice(
    store: &mut TermStore,
    operator: Operator,
    dual: Operator,
    left: Term,
    right: Term,
) -> Option<Term> {
    if left == right {
        return Some(left);
    }
    for (one, other) in [(left, right), (right, left)] {
        if let Some((first, second)) = binary(store, other, dual)
            && (first == one || second == one)
        {
            return Some(one);
        }
        if let Some((first, second)) = binary(store, other, operator) {
            if first == one || second == one {
                return Some(other);
            }
            if are_complements(store, one, first) {
                return Some(apply2(store, operator, one, first));
            }
            if are_complements(store, one, second) {
                return Some(apply2(store, operator, one, second));
            }
        }
    }
    narrowed(store, operator, left, right)
}

/// An operation on the bits of a constant: joins two constants into one, and
/// goes into what is put together of parts.
fn with_known_bits(
    store: &mut TermStore,
    operator: Operator,
    left: Term,
    constant: Bits,
) -> Option<Term> {
    if let Some((rest, inner)) = with_constant(store, left, operator) {
        let (inner, outer) = (store.constant(inner), store.constant(constant));
        let joined = apply2(store, operator, inner, outer);
        return Some(apply2(store, operator, rest, joined));
    }
    let (upper, lower) = parts(store, left)?;
    let split = store.width(lower);
    let mask = store.constant(constant);
    let upper_mask = extract(store, split, constant.width() - split, mask);
    let lower_mask = extract(store, 0, split, mask);
    let upper = apply2(store, operator, upper, upper_mask);
    let lower = apply2(store, operator, lower, lower_mask);
    Some(apply2(store, Operator::Concat, upper, lower))
}

/// The upper and the lower part of what is put together of two.
fn parts(store: &mut TermStore, term: Term) -> Option<(Term, Term)> {
    if let Some(inner) = zero_extended(store, term) {
        let above = store.width(term) - store.width(inner);
        return Some((number(store, 0, above), inner));
    }
    binary(store, term, Operator::Concat)
}

/// Where both are extended with zeros, so is the result.
fn narrowed(store: &mut TermStore, operator: Operator, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    let (left, right) = (zero_extended(store, left)?, zero_extended(store, right)?);
    let narrow = store.width(left).max(store.width(right));
    let left = apply1(store, Operator::ZeroExtend(narrow), left);
    let right = apply1(store, Operator::ZeroExtend(narrow), right);
    let result = apply2(store, operator, left, right);
    Some(apply1(store, Operator::ZeroExtend(width), result))
}

/// `x << n | y`, where y has no more than n bits: a number put together of parts.
fn disjoint(store: &mut TermStore, shifted: Term, low: Term) -> Option<Term> {
    let (upper, zeros) = binary(store, shifted, Operator::Concat)?;
    let low = zero_extended(store, low)?;
    let room = store.width(zeros);
    if !store.known(zeros)?.is_zero() || store.width(low) > room {
        return None;
    }
    let low = apply1(store, Operator::ZeroExtend(room), low);
    Some(apply2(store, Operator::Concat, upper, low))
}

pub(super) fn xor(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    if let Some(constant) = store.known(right) {
        return xor_constant(store, left, right, constant);
    }
    if left == right {
        return Some(number(store, 0, width));
    }
    if are_complements(store, left, right) {
        return Some(store.constant(Bits::ones(width)));
    }
    if width == 1 {
        let equal = store.equal(left, right);
        return Some(store.not(equal));
    }
    for (one, other) in [(left, right), (right, left)] {
        if let Some(inner) = unary(store, one, Operator::Not) {
            let result = apply2(store, Operator::Xor, inner, other);
            return Some(store.not(result));
        }
        if let Some((first, second)) = binary(store, one, Operator::Xor) {
            if first == other {
                return Some(second);
            }
            if second == other {
                return Some(first);
            }
        }
    }
    narrowed(store, Operator::Xor, left, right)
}

fn xor_constant(store: &mut TermStore, left: Term, right: Term, constant: Bits) -> Option<Term> {
    if constant.is_zero() {
        return Some(left);
    }
    if constant.is_ones() {
        return Some(store.not(left));
    }
    if let Some(inner) = unary(store, left, Operator::Not) {
        let flipped = store.not(right);
        return Some(apply2(store, Operator::Xor, inner, flipped));
    }
    with_known_bits(store, Operator::Xor, left, constant)
}

pub(super) fn not(store: &mut TermStore, operand: Term) -> Option<Term> {
    if let Some(inner) = unary(store, operand, Operator::Not) {
        return Some(inner);
    }
    if let Some(inner) = unary(store, operand, Operator::Negate) {
        let minus_one = store.constant(Bits::ones(store.width(inner)));
        return Some(apply2(store, Operator::Add, inner, minus_one));
    }
    let (rest, constant) = with_constant(store, operand, Operator::Xor)?;
    let flipped = number(store, !constant.unsigned(), constant.width());
    Some(apply2(store, Operator::Xor, rest, flipped))
}

/// The amount of a shift by a constant, less than the width.
fn amount(store: &TermStore, right: Term) -> Option<u16> {
    let amount = store.known(right)?;
    Some((amount.unsigned() % u128::from(amount.width())) as u16)
}

pub(super) fn shift_left(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if store.known(left).is_some_and(Bits::is_zero) {
        return Some(left);
    }
    let amount = amount(store, right)?;
    let factor = number(store, 1 << amount, store.width(left));
    Some(apply2(store, Operator::Multiply, left, factor))
}

pub(super) fn logical_shift_right(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if store.known(left).is_some_and(Bits::is_zero) {
        return Some(left);
    }
    let (amount, width) = (amount(store, right)?, store.width(left));
    let upper = extract(store, amount, width - amount, left);
    Some(apply1(store, Operator::ZeroExtend(width), upper))
}

pub(super) fn arithmetic_shift_right(
    store: &mut TermStore,
    left: Term,
    right: Term,
) -> Option<Term> {
    if store.known(left).is_some_and(|value| value.is_zero() || value.is_ones()) {
        return Some(left);
    }
    let (amount, width) = (amount(store, right)?, store.width(left));
    let upper = extract(store, amount, width - amount, left);
    Some(apply1(store, Operator::SignExtend(width), upper))
}

/// Swapping bytes and reversing bits undo themselves.
pub(super) fn permute(store: &TermStore, operator: Operator, operand: Term) -> Option<Term> {
    let width = store.width(operand);
    let is_identity = width == 1 || (operator == Operator::SwapBytes && width == 8);
    if is_identity {
        return Some(operand);
    }
    unary(store, operand, operator)
}
