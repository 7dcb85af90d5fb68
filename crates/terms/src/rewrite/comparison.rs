//! Rules for comparisons.

use super::{
    apply1, apply2, are_complements, binary, extract, ite, number, sign_extended, unary,
    with_constant, zero_extended,
};
use crate::bits::mask;
use crate::term::Term;
use crate::{Bits, Operator, TermStore};

/// The negation of a comparison.
pub(super) fn negated(store: &mut TermStore, operator: Operator, left: Term, right: Term) -> Term {
    let comparison = apply2(store, operator, left, right);
    store.not(comparison)
}

pub(super) fn equal(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if left == right {
        return Some(store.boolean(true));
    }
    if let Some(constant) = store.known(right) {
        return equal_constant(store, left, constant);
    }
    if are_complements(store, left, right) {
        return Some(store.boolean(false));
    }
    let complements = (unary(store, left, Operator::Not), unary(store, right, Operator::Not));
    match complements {
        (Some(left), Some(right)) => return Some(store.equal(left, right)),
        (Some(left), None) if store.width(left) == 1 => {
            return Some(negated(store, Operator::Equal, left, right));
        }
        (None, Some(right)) if store.width(right) == 1 => {
            return Some(negated(store, Operator::Equal, left, right));
        }
        (None | Some(_), None) | (None, Some(_)) => {}
    }
    for extended in [zero_extended, sign_extended] {
        if let (Some(left), Some(right)) = (extended(store, left), extended(store, right))
            && store.width(left) == store.width(right)
        {
            return Some(store.equal(left, right));
        }
    }
    equal_sums(store, left, right)
}

/// What two sums have in common does not matter.
fn equal_sums(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    let sum = |store: &TermStore, term| binary(store, term, Operator::Add);
    if let (Some((a, b)), Some((c, d))) = (sum(store, left), sum(store, right)) {
        for ((same, rest), (other, other_rest)) in
            [((a, b), (c, d)), ((a, b), (d, c)), ((b, a), (c, d)), ((b, a), (d, c))]
        {
            if same == other {
                return Some(store.equal(rest, other_rest));
            }
        }
    }
    for (one, other) in [(left, right), (right, left)] {
        if let Some((first, second)) = sum(store, one) {
            let rest = if first == other {
                second
            } else if second == other {
                first
            } else {
                continue;
            };
            let zero = number(store, 0, width);
            return Some(store.equal(rest, zero));
        }
    }
    None
}

fn equal_constant(store: &mut TermStore, left: Term, constant: Bits) -> Option<Term> {
    let (value, width) = (constant.unsigned(), constant.width());
    if width == 1 {
        return Some(if constant.is_true() { left } else { store.not(left) });
    }
    if let Some(arms) = ite(store, left) {
        return equal_arms(store, arms, constant);
    }
    if let Some(result) = equal_parts(store, left, constant) {
        return Some(result);
    }
    let moved = if let Some((rest, inner)) = with_constant(store, left, Operator::Add) {
        (rest, value.wrapping_sub(inner.unsigned()))
    } else if let Some((rest, inner)) = with_constant(store, left, Operator::Xor) {
        (rest, value ^ inner.unsigned())
    } else if let Some(inner) = unary(store, left, Operator::Not) {
        (inner, !value)
    } else if let Some(inner) = unary(store, left, Operator::Negate) {
        (inner, value.wrapping_neg())
    } else if let Some((minuend, rest)) = binary(store, left, Operator::Subtract) {
        return equal_difference(store, minuend, rest, constant);
    } else if let Some((first, second)) = binary(store, left, Operator::Xor) {
        return constant.is_zero().then(|| store.equal(first, second));
    } else {
        return None;
    };
    let (rest, value) = moved;
    let constant = number(store, value, width);
    Some(store.equal(rest, constant))
}

fn equal_difference(
    store: &mut TermStore,
    minuend: Term,
    subtrahend: Term,
    constant: Bits,
) -> Option<Term> {
    if constant.is_zero() {
        return Some(store.equal(minuend, subtrahend));
    }
    let minuend = store.known(minuend)?;
    let value = minuend.unsigned().wrapping_sub(constant.unsigned());
    let constant = number(store, value, constant.width());
    Some(store.equal(subtrahend, constant))
}

/// If an arm is known, so is half of the answer.
fn equal_arms(store: &mut TermStore, arms: [Term; 3], constant: Bits) -> Option<Term> {
    let [condition, then, otherwise] = arms;
    if store.known(then).is_none() && store.known(otherwise).is_none() {
        return None;
    }
    let constant = store.constant(constant);
    let then = store.equal(then, constant);
    let otherwise = store.equal(otherwise, constant);
    Some(store.ite(condition, then, otherwise))
}

/// Something put together of parts equals a constant if each part does.
fn equal_parts(store: &mut TermStore, left: Term, constant: Bits) -> Option<Term> {
    let width = constant.width();
    if let Some(inner) = zero_extended(store, left) {
        let narrow = store.width(inner);
        let low = Bits::new(constant.unsigned(), narrow);
        return Some(equal_if(store, low.unsigned() == constant.unsigned(), inner, low));
    }
    if let Some(inner) = sign_extended(store, left) {
        let low = Bits::new(constant.unsigned(), store.width(inner));
        return Some(equal_if(store, low.signed() == constant.signed(), inner, low));
    }
    let (upper, lower) = binary(store, left, Operator::Concat)?;
    let split = store.width(lower);
    let constant = store.constant(constant);
    let upper_constant = extract(store, split, width - split, constant);
    let lower_constant = extract(store, 0, split, constant);
    let upper = store.equal(upper, upper_constant);
    let lower = store.equal(lower, lower_constant);
    Some(store.and(upper, lower))
}

fn equal_if(store: &mut TermStore, possible: bool, term: Term, constant: Bits) -> Term {
    if possible {
        let constant = store.constant(constant);
        store.equal(term, constant)
    } else {
        store.boolean(false)
    }
}

/// Conjunction of one term and the negation of the other.
fn and_not(store: &mut TermStore, yes: Term, no: Term) -> Term {
    let no = store.not(no);
    store.and(yes, no)
}

fn equals(store: &mut TermStore, term: Term, value: u128) -> Term {
    let constant = number(store, value, store.width(term));
    store.equal(term, constant)
}

fn differs(store: &mut TermStore, term: Term, value: u128) -> Term {
    let equal = equals(store, term, value);
    store.not(equal)
}

/// At most one of the two is a constant.
pub(super) fn unsigned_less(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if left == right {
        return Some(store.boolean(false));
    }
    let width = store.width(left);
    if width == 1 {
        return Some(and_not(store, right, left));
    }
    let greatest = mask(width);
    match (store.known(left), store.known(right)) {
        (Some(bound), _) => match bound.unsigned() {
            0 => return Some(differs(store, right, 0)),
            value if value == greatest => return Some(store.boolean(false)),
            value if value == greatest - 1 => return Some(equals(store, right, greatest)),
            _ => {}
        },
        (None, Some(bound)) => match bound.unsigned() {
            0 => return Some(store.boolean(false)),
            1 => return Some(equals(store, left, 0)),
            value if value == greatest => return Some(differs(store, left, greatest)),
            _ => {}
        },
        (None, None) => {}
    }
    unsigned_less_extended(store, left, right)
}

/// Comparisons of values extended with zeros happen in the narrow width.
fn unsigned_less_extended(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let operator = Operator::UnsignedLess;
    match (zero_extended(store, left), zero_extended(store, right)) {
        (Some(left), Some(right)) => {
            let width = store.width(left).max(store.width(right));
            let left = apply1(store, Operator::ZeroExtend(width), left);
            let right = apply1(store, Operator::ZeroExtend(width), right);
            Some(apply2(store, operator, left, right))
        }
        (Some(left), None) => {
            let (bound, narrow) = (store.known(right)?.unsigned(), store.width(left));
            if bound > mask(narrow) {
                return Some(store.boolean(true));
            }
            let bound = number(store, bound, narrow);
            Some(apply2(store, operator, left, bound))
        }
        (None, Some(right)) => {
            let (bound, narrow) = (store.known(left)?.unsigned(), store.width(right));
            if bound >= mask(narrow) {
                return Some(store.boolean(false));
            }
            let bound = number(store, bound, narrow);
            Some(apply2(store, operator, bound, right))
        }
        (None, None) => None,
    }
}

/// At most one of the two is a constant.
pub(super) fn signed_less(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if left == right {
        return Some(store.boolean(false));
    }
    let width = store.width(left);
    if width == 1 {
        // The set bit is -1.
        return Some(and_not(store, left, right));
    }
    let greatest = mask(width - 1);
    let least = greatest + 1;
    match (store.known(left), store.known(right)) {
        (Some(bound), _) => match bound.unsigned() {
            value if value == greatest => return Some(store.boolean(false)),
            value if value == least => return Some(differs(store, right, least)),
            value if value == greatest - 1 => return Some(equals(store, right, greatest)),
            _ => {}
        },
        (None, Some(bound)) => match bound.unsigned() {
            value if value == least => return Some(store.boolean(false)),
            value if value == greatest => return Some(differs(store, left, greatest)),
            value if value == least + 1 => return Some(equals(store, left, least)),
            _ => {}
        },
        (None, None) => {}
    }
    signed_less_not_negative(store, left, right)
        .or_else(|| signed_less_extended(store, left, right))
}

/// What is extended with zeros is not negative.
fn signed_less_not_negative(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let sign = |store: &TermStore, term: Term| match store.known(term) {
        Some(value) => Some(value.signed() < 0),
        None => zero_extended(store, term).map(|_| false),
    };
    match (sign(store, left)?, sign(store, right)?) {
        (true, false) => Some(store.boolean(true)),
        (false, true) => Some(store.boolean(false)),
        (false, false) => Some(apply2(store, Operator::UnsignedLess, left, right)),
        (true, true) => None,
    }
}

/// Comparisons of values extended with their sign happen in the narrow width.
fn signed_less_extended(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let operator = Operator::SignedLess;
    match (sign_extended(store, left), sign_extended(store, right)) {
        (Some(left), Some(right)) => {
            let width = store.width(left).max(store.width(right));
            let left = apply1(store, Operator::SignExtend(width), left);
            let right = apply1(store, Operator::SignExtend(width), right);
            Some(apply2(store, operator, left, right))
        }
        (Some(left), None) => {
            let bound = store.known(right)?;
            let narrow = Bits::new(bound.unsigned(), store.width(left));
            if narrow.signed() != bound.signed() {
                return Some(store.boolean(bound.signed() > 0));
            }
            let narrow = store.constant(narrow);
            Some(apply2(store, operator, left, narrow))
        }
        (None, Some(right)) => {
            let bound = store.known(left)?;
            let narrow = Bits::new(bound.unsigned(), store.width(right));
            if narrow.signed() != bound.signed() {
                return Some(store.boolean(bound.signed() < 0));
            }
            let narrow = store.constant(narrow);
            Some(apply2(store, operator, narrow, right))
        }
        (None, None) => None,
    }
}
