//! Elements against plain bytes.

use raddle_terms::{Bits, Evaluation, Operator, Term, TermStore};

use crate::machine::ObjectKind;
use crate::symbolic::memory::object::{Object, Slot};

const SIZE: usize = 64;

fn object(terms: &mut TermStore) -> Object {
    let bytes: Vec<u8> = (0..SIZE as u8).map(|byte| byte.wrapping_mul(37) ^ 5).collect();
    Object::with_bytes(terms, ObjectKind::Global(raddle_ir::index::Index::new(0)), &bytes, 64)
}

fn value_of(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

/// A variable offset that is a multiple of the stride.
fn variable(terms: &mut TermStore, stride: u64) -> (Term, Term) {
    let symbol = terms.fresh("place", 64);
    let stride = terms.constant(Bits::new(u128::from(stride), 64));
    (symbol, terms.apply(Operator::Multiply, &[symbol, stride]))
}

fn evaluated(terms: &TermStore, term: Term, place: u64) -> u128 {
    Evaluation::new(terms, |_| Some(Bits::new(u128::from(place), 64))).value(term).unsigned()
}

#[test]
fn every_known_place_is_read_as_from_bytes() {
    let mut terms = TermStore::new();
    let plain = object(&mut terms);
    for size in [1, 2, 4, 8, 16] {
        let elements = plain.as_elements(&mut terms, size).unwrap();
        for count in [1, 2, 3, 4, 8, 10, 16] {
            for offset in 0..=SIZE - count {
                let spot = elements.spot(&mut terms, offset as i64, None, count).unwrap();
                let found = elements.read(&mut terms, &spot, count);
                assert_eq!(Some(found), plain.read(&mut terms, offset, count), "{size} {offset}");
            }
        }
    }
}

#[test]
fn what_is_written_at_a_variable_place_changes_exactly_these_bytes() {
    for (size, stride, base, count) in [
        (4, 4, 0, 4),
        (4, 4, -8, 4),
        (4, 8, 4, 4),
        (4, 4, 2, 4),
        (4, 8, 3, 1),
        (8, 8, 0, 16),
        (2, 4, 1, 8),
        (8, 2, 0, 2),
        (16, 4, -4, 4),
        (4, 1, 0, 1),
    ] {
        let mut terms = TermStore::new();
        let plain = object(&mut terms);
        let original: Vec<u8> = (0..SIZE)
            .map(|at| {
                let byte = plain.read(&mut terms, at, 1).unwrap();
                terms.known(byte).unwrap().low64() as u8
            })
            .collect();
        let elements = plain.as_elements(&mut terms, size).unwrap();
        let (_, offset) = variable(&mut terms, stride);
        let spot = elements.spot(&mut terms, base, Some(offset), count).unwrap();
        let new: Vec<u8> = (0..count as u8).map(|part| 0xe0 | part).collect();
        let value = terms.constant(Bits::new(value_of(&new), 8 * count as u16));
        let read = elements.read(&mut terms, &spot, count);
        let yes = terms.boolean(true);
        let written = elements.written(&mut terms, &spot, count, value, yes);
        let after = written.read(&mut terms, &spot, count);
        let no = terms.boolean(false);
        assert_eq!(elements.written(&mut terms, &spot, count, value, no), elements);
        let whole = written.values(&mut terms);
        for place in 0..SIZE as u64 {
            let at = base + (place * stride) as i64;
            if at < 0 || at as usize + count > SIZE {
                continue;
            }
            let range = at as usize..at as usize + count;
            assert_eq!(evaluated(&terms, read, place), value_of(&original[range.clone()]));
            assert_eq!(evaluated(&terms, after, place), value_of(&new));
            let mut expected = original.clone();
            expected[range].copy_from_slice(&new);
            for (index, element) in whole.iter().enumerate() {
                let there = value_of(&expected[index * size..(index + 1) * size]);
                assert_eq!(evaluated(&terms, *element, place), there, "{size} {stride} {place}");
            }
        }
    }
}

#[test]
fn a_write_under_a_condition_leaves_the_rest_as_it_was() {
    let mut terms = TermStore::new();
    let elements = object(&mut terms).as_elements(&mut terms, 4).unwrap();
    let (place, offset) = variable(&mut terms, 4);
    let three = terms.constant(Bits::new(3, 64));
    let condition = terms.equal(place, three);
    let spot = elements.spot(&mut terms, 0, Some(offset), 4).unwrap();
    let before = elements.read(&mut terms, &spot, 4);
    let value = terms.constant(Bits::new(9, 32));
    let written = elements.written(&mut terms, &spot, 4, value, condition);
    let after = written.read(&mut terms, &spot, 4);
    for place in 0..16 {
        let expected = if place == 3 { 9 } else { evaluated(&terms, before, place) };
        assert_eq!(evaluated(&terms, after, place), expected);
    }
}

#[test]
fn an_access_across_elements_at_an_unknown_byte_is_refused() {
    let mut terms = TermStore::new();
    let elements = object(&mut terms).as_elements(&mut terms, 4).unwrap();
    let (_, by_one) = variable(&mut terms, 1);
    let (_, by_two) = variable(&mut terms, 2);
    assert!(elements.spot(&mut terms, 0, Some(by_one), 2).is_none());
    assert!(elements.spot(&mut terms, 1, Some(by_two), 2).is_none());
    assert!(elements.spot(&mut terms, 0, Some(by_two), 4).is_none());
    assert!(elements.spot(&mut terms, 0, Some(by_two), 2).is_some());
}

#[test]
fn bytes_that_may_be_unwritten_stay_bytes() {
    let mut terms = TermStore::new();
    let mut partly = object(&mut terms);
    assert!(partly.as_elements(&mut terms, 4).is_some());
    let slot = partly.slot(40);
    let unwritten = Some(terms.fresh("maybe", 1));
    partly.set(40, Slot { unwritten, ..slot });
    assert_eq!(partly.as_elements(&mut terms, 4), None);
    partly.set(40, Slot::EMPTY);
    assert_eq!(partly.as_elements(&mut terms, 4), None);
    assert_eq!(object(&mut terms).as_elements(&mut terms, 3), None);
}

#[test]
fn splitting_gives_the_bytes_back() {
    let mut terms = TermStore::new();
    let plain = object(&mut terms);
    let mut other = plain.clone();
    let elements = other.as_elements(&mut terms, 8).unwrap();
    other.set_elements(elements);
    assert_ne!(plain, other);
    assert!(other.split(&mut terms));
    for at in 0..SIZE {
        assert_eq!(plain.read(&mut terms, at, 1), other.read(&mut terms, at, 1));
    }
}

#[test]
fn objects_of_both_forms_merge_to_elements() {
    let mut terms = TermStore::new();
    let plain = object(&mut terms);
    let mut other = plain.clone();
    let elements = other.as_elements(&mut terms, 4).unwrap();
    let (_, offset) = variable(&mut terms, 4);
    let spot = elements.spot(&mut terms, 0, Some(offset), 4).unwrap();
    let (value, yes) = (terms.constant(Bits::new(9, 32)), terms.boolean(true));
    other.set_elements(elements.written(&mut terms, &spot, 4, value, yes));
    let selector = terms.fresh("first", 1);
    for first_is_plain in [true, false] {
        let (one, two) = if first_is_plain { (&plain, &other) } else { (&other, &plain) };
        let merged = Object::merge(&mut terms, selector, one, two).unwrap();
        let found = merged.read(&mut terms, 12, 4).unwrap();
        let (first, second) = (one.read(&mut terms, 12, 4), two.read(&mut terms, 12, 4));
        // The only symbols are the place and the selector: here both are odd or zero.
        for place in [0, 3] {
            let expected = if place == 3 { first } else { second };
            assert_eq!(
                evaluated(&terms, found, place),
                evaluated(&terms, expected.unwrap(), place)
            );
        }
    }
    let mut wide = plain.clone();
    wide.set_elements(plain.as_elements(&mut terms, 8).unwrap());
    assert!(Object::merge(&mut terms, selector, &wide, &other).is_none());
    let mut empty = plain.clone();
    empty.set(0, Slot::EMPTY);
    assert!(Object::merge(&mut terms, selector, &empty, &other).is_none());
}
