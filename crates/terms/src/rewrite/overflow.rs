//! Rules for the predicates that say whether a result leaves its range.
//!
//! With a constant they become comparisons; of operands that were extended far
//! enough they are false.

use super::{apply2, number, sign_extended, zero_extended};
use crate::bits::mask;
use crate::term::Term;
use crate::{Bits, Operator, TermStore};

/// So many bits hold the value as an unsigned number.
fn unsigned_bits(store: &TermStore, term: Term) -> u32 {
    match (store.known(term), zero_extended(store, term)) {
        (Some(value), _) => 128 - value.unsigned().leading_zeros(),
        (None, Some(inner)) => store.width(inner).into(),
        (None, None) => store.width(term).into(),
    }
}

/// So many bits hold the value in two's complement.
fn signed_bits(store: &TermStore, term: Term) -> u32 {
    let width = u32::from(store.width(term));
    if let Some(value) = store.known(term) {
        let value = value.signed();
        return 129 - if value < 0 { !value } else { value }.leading_zeros();
    }
    if let Some(inner) = sign_extended(store, term) {
        return store.width(inner).into();
    }
    if let Some(inner) = zero_extended(store, term) {
        return (u32::from(store.width(inner)) + 1).min(width);
    }
    width
}

fn greatest(width: u16) -> i128 {
    mask(width - 1) as i128
}

fn least(width: u16) -> i128 {
    !greatest(width)
}

fn signed_less_than(store: &mut TermStore, term: Term, bound: i128) -> Term {
    let bound = store.constant(Bits::from_signed(bound, store.width(term)));
    apply2(store, Operator::SignedLess, term, bound)
}

fn signed_greater_than(store: &mut TermStore, term: Term, bound: i128) -> Term {
    let bound = store.constant(Bits::from_signed(bound, store.width(term)));
    apply2(store, Operator::SignedLess, bound, term)
}

/// Sums and differences need one bit more than their wider operand.
fn signed_sum_fits(store: &TermStore, left: Term, right: Term) -> bool {
    let bits = signed_bits(store, left).max(signed_bits(store, right));
    bits < u32::from(store.width(left))
}

pub(super) fn signed_add(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if signed_sum_fits(store, left, right) {
        return Some(store.boolean(false));
    }
    let constant = store.known(right)?.signed();
    let width = store.width(left);
    Some(if constant >= 0 {
        signed_greater_than(store, left, greatest(width) - constant)
    } else {
        signed_less_than(store, left, least(width) - constant)
    })
}

pub(super) fn signed_subtract(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if left == right || signed_sum_fits(store, left, right) {
        return Some(store.boolean(false));
    }
    let width = store.width(left);
    if let Some(constant) = store.known(right).map(Bits::signed) {
        return Some(if constant >= 0 {
            signed_less_than(store, left, least(width) + constant)
        } else {
            signed_greater_than(store, left, greatest(width) + constant)
        });
    }
    // `k - x` is too large for `x < k - greatest`, too small for `x > k - least`.
    let constant = store.known(left)?.signed();
    Some(if constant >= 0 {
        signed_less_than(store, right, constant - greatest(width))
    } else {
        signed_greater_than(store, right, constant - least(width))
    })
}

pub(super) fn signed_multiply(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    if signed_bits(store, left) + signed_bits(store, right) <= u32::from(width) {
        return Some(store.boolean(false));
    }
    let constant = store.known(right)?.signed();
    match constant {
        0 | 1 => Some(store.boolean(false)),
        -1 => {
            let least = store.constant(Bits::from_signed(least(width), width));
            Some(store.equal(left, least))
        }
        2.. => {
            // Both quotients are rounded towards zero, that is, inwards.
            let above = signed_greater_than(store, left, greatest(width) / constant);
            let below = signed_less_than(store, left, least(width) / constant);
            Some(store.or(above, below))
        }
        i128::MIN..=-2 => None,
    }
}

pub(super) fn unsigned_add(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    let bits = unsigned_bits(store, left).max(unsigned_bits(store, right));
    if bits < u32::from(width) {
        return Some(store.boolean(false));
    }
    let constant = store.known(right)?.unsigned();
    let bound = number(store, mask(width) - constant, width);
    Some(apply2(store, Operator::UnsignedLess, bound, left))
}

pub(super) fn unsigned_multiply(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    let width = store.width(left);
    if unsigned_bits(store, left) + unsigned_bits(store, right) <= u32::from(width) {
        return Some(store.boolean(false));
    }
    let constant = store.known(right)?.unsigned();
    // A product with zero was seen to fit.
    let bound = number(store, mask(width).checked_div(constant)?, width);
    Some(apply2(store, Operator::UnsignedLess, bound, left))
}
