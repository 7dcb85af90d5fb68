//! Rules for sums, products, quotients and pointers.

use super::{apply1, apply2, are_complements, binary, extract, number, unary, with_constant};
use crate::term::Term;
use crate::{Bits, Operator, TermStore};

fn sum(store: &mut TermStore, term: Term, constant: u128) -> Term {
    let width = store.width(term);
    let constant = number(store, constant, width);
    apply2(store, Operator::Add, term, constant)
}

/// The constant stands on the left: `constant - term`.
fn difference_from(store: &mut TermStore, constant: u128, term: Term) -> Term {
    let width = store.width(term);
    let constant = number(store, constant, width);
    apply2(store, Operator::Subtract, constant, term)
}

pub(super) fn add(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if store.width(left) == 1 {
        return Some(apply2(store, Operator::Xor, left, right));
    }
    if let Some(constant) = store.known(right) {
        return add_constant(store, left, constant);
    }
    if are_complements(store, left, right) {
        return Some(store.constant(Bits::ones(store.width(left))));
    }
    if left == right {
        let two = number(store, 2, store.width(left));
        return Some(apply2(store, Operator::Multiply, left, two));
    }
    for (one, other) in [(left, right), (right, left)] {
        if let Some(negated) = unary(store, one, Operator::Negate) {
            return Some(apply2(store, Operator::Subtract, other, negated));
        }
        if let Some((minuend, subtrahend)) = binary(store, one, Operator::Subtract)
            && subtrahend == other
        {
            return Some(minuend);
        }
        if let Some((rest, constant)) = with_constant(store, one, Operator::Add) {
            let inner = apply2(store, Operator::Add, rest, other);
            return Some(sum(store, inner, constant.unsigned()));
        }
    }
    None
}

fn add_constant(store: &mut TermStore, left: Term, constant: Bits) -> Option<Term> {
    let value = constant.unsigned();
    if value == 0 {
        return Some(left);
    }
    if let Some((rest, inner)) = with_constant(store, left, Operator::Add) {
        return Some(sum(store, rest, inner.unsigned().wrapping_add(value)));
    }
    if let Some((minuend, rest)) = binary(store, left, Operator::Subtract)
        && let Some(minuend) = store.known(minuend)
    {
        let minuend = minuend.unsigned().wrapping_add(value);
        return Some(difference_from(store, minuend, rest));
    }
    if let Some(negated) = unary(store, left, Operator::Negate) {
        return Some(difference_from(store, value, negated));
    }
    // The complement is the negation less one.
    let complement = unary(store, left, Operator::Not)?;
    Some(difference_from(store, value.wrapping_sub(1), complement))
}

pub(super) fn subtract(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    if width == 1 {
        return Some(apply2(store, Operator::Xor, left, right));
    }
    if left == right {
        return Some(number(store, 0, width));
    }
    if let Some(constant) = store.known(right) {
        return Some(sum(store, left, constant.unsigned().wrapping_neg()));
    }
    if let Some(negated) = unary(store, right, Operator::Negate) {
        return Some(apply2(store, Operator::Add, left, negated));
    }
    if let Some(constant) = store.known(left) {
        return subtract_from_constant(store, constant, right);
    }
    subtract_cancelling(store, left, right)
}

fn subtract_from_constant(store: &mut TermStore, constant: Bits, right: Term) -> Option<Term> {
    let value = constant.unsigned();
    if value == 0 {
        return Some(apply1(store, Operator::Negate, right));
    }
    if let Some((rest, inner)) = with_constant(store, right, Operator::Add) {
        let minuend = value.wrapping_sub(inner.unsigned());
        return Some(difference_from(store, minuend, rest));
    }
    if let Some((minuend, rest)) = binary(store, right, Operator::Subtract)
        && let Some(minuend) = store.known(minuend)
    {
        let constant = value.wrapping_sub(minuend.unsigned());
        return Some(sum(store, rest, constant));
    }
    // `k - ~x` is `k + x + 1`.
    let complement = unary(store, right, Operator::Not)?;
    Some(sum(store, complement, value.wrapping_add(1)))
}

fn subtract_cancelling(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if let Some((first, second)) = binary(store, left, Operator::Add) {
        if first == right {
            return Some(second);
        }
        if second == right {
            return Some(first);
        }
    }
    if let Some((first, second)) = binary(store, right, Operator::Add) {
        if first == left {
            return Some(apply1(store, Operator::Negate, second));
        }
        if second == left {
            return Some(apply1(store, Operator::Negate, first));
        }
    }
    if let Some((minuend, subtrahend)) = binary(store, left, Operator::Subtract)
        && minuend == right
    {
        return Some(apply1(store, Operator::Negate, subtrahend));
    }
    if let Some((minuend, subtrahend)) = binary(store, right, Operator::Subtract)
        && minuend == left
    {
        return Some(subtrahend);
    }
    if let Some((rest, constant)) = with_constant(store, left, Operator::Add) {
        let inner = apply2(store, Operator::Subtract, rest, right);
        return Some(sum(store, inner, constant.unsigned()));
    }
    let (rest, constant) = with_constant(store, right, Operator::Add)?;
    let inner = apply2(store, Operator::Subtract, left, rest);
    Some(sum(store, inner, constant.unsigned().wrapping_neg()))
}

pub(super) fn negate(store: &mut TermStore, operand: Term) -> Option<Term> {
    if store.width(operand) == 1 {
        return Some(operand);
    }
    if let Some(inner) = unary(store, operand, Operator::Negate) {
        return Some(inner);
    }
    if let Some((minuend, subtrahend)) = binary(store, operand, Operator::Subtract) {
        return Some(apply2(store, Operator::Subtract, subtrahend, minuend));
    }
    if let Some(inner) = unary(store, operand, Operator::Not) {
        return Some(sum(store, inner, 1));
    }
    let (rest, constant) = with_constant(store, operand, Operator::Add)?;
    Some(difference_from(store, constant.unsigned().wrapping_neg(), rest))
}

pub(super) fn multiply(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if store.width(left) == 1 {
        return Some(apply2(store, Operator::And, left, right));
    }
    let constant = store.known(right)?;
    let (value, width) = (constant.unsigned(), constant.width());
    if value == 0 {
        return Some(right);
    }
    if value == 1 {
        return Some(left);
    }
    if constant.is_ones() {
        return Some(apply1(store, Operator::Negate, left));
    }
    if let Some((rest, inner)) = with_constant(store, left, Operator::Multiply) {
        let product = number(store, inner.unsigned().wrapping_mul(value), width);
        return Some(apply2(store, Operator::Multiply, rest, product));
    }
    if let Some((rest, inner)) = with_constant(store, left, Operator::Add) {
        let product = apply2(store, Operator::Multiply, rest, right);
        return Some(sum(store, product, inner.unsigned().wrapping_mul(value)));
    }
    if let Some(negated) = unary(store, left, Operator::Negate) {
        let factor = number(store, value.wrapping_neg(), width);
        return Some(apply2(store, Operator::Multiply, negated, factor));
    }
    let shift = power_of_two(constant)?;
    let upper = extract(store, 0, width - shift, left);
    let lower = number(store, 0, shift);
    Some(apply2(store, Operator::Concat, upper, lower))
}

/// The exponent, which is less than the width.
fn power_of_two(constant: Bits) -> Option<u16> {
    let value = constant.unsigned();
    value.is_power_of_two().then(|| value.trailing_zeros() as u16)
}

pub(super) fn unsigned_divide(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let divisor = store.known(right)?;
    if divisor.is_zero() {
        return Some(store.constant(Bits::ones(divisor.width())));
    }
    let shift = power_of_two(divisor)?;
    let amount = number(store, shift.into(), divisor.width());
    Some(apply2(store, Operator::LogicalShiftRight, left, amount))
}

pub(super) fn signed_divide(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let divisor = store.known(right)?;
    match divisor.signed() {
        1 => Some(left),
        -1 => Some(apply1(store, Operator::Negate, left)),
        _ => None,
    }
}

/// Of zero, and by itself, the remainder is zero also where the divisor is.
fn trivial_remainder(store: &TermStore, left: Term, right: Term) -> bool {
    left == right || store.known(left).is_some_and(Bits::is_zero)
}

pub(super) fn unsigned_remainder(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    if trivial_remainder(store, left, right) {
        return Some(number(store, 0, width));
    }
    let divisor = store.known(right)?;
    if divisor.is_zero() {
        return Some(left);
    }
    power_of_two(divisor)?;
    let mask = number(store, divisor.unsigned() - 1, width);
    Some(apply2(store, Operator::And, left, mask))
}

pub(super) fn signed_remainder(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    if trivial_remainder(store, left, right) {
        return Some(number(store, 0, width));
    }
    match store.known(right)?.signed() {
        0 => Some(left),
        1 | -1 => Some(number(store, 0, width)),
        _ => None,
    }
}

/// Two moves in the same direction are one: where the first leaves the range,
/// so does the sum, and a pointer out of range stays so. (In opposite directions
/// the sum may be in range where the first move was not.)
pub(super) fn pointer_add(
    store: &mut TermStore,
    offset_bits: u16,
    pointer: Term,
    distance: Term,
) -> Option<Term> {
    let second = store.known(distance)?;
    if second.is_zero() {
        return Some(pointer);
    }
    let operator = Operator::PointerAdd { offset_bits };
    let (base, first) = with_constant(store, pointer, operator)?;
    let total = first.signed().checked_add(second.signed())?;
    let total_bits = Bits::from_signed(total, second.width());
    let same_direction = (first.signed() < 0) == (second.signed() < 0);
    if same_direction && total_bits.signed() == total {
        let total = store.constant(total_bits);
        return Some(apply2(store, operator, base, total));
    }
    None
}
