//! Facts that must be found.

use raddle_terms::{Bits, FloatBinary, FloatKind, FloatPredicate, Operator};

use super::LAYOUT;
use crate::range::{Base, Range, apply, backward};

fn number(value: i128) -> Range {
    Range::constant(Bits::from_signed(value, 32))
}

fn of(operator: Operator, left: &Range, right: &Range) -> String {
    apply(&LAYOUT, operator, &[left, right]).to_string()
}

fn yes() -> Range {
    Range::boolean(false, true)
}

fn no() -> Range {
    Range::boolean(true, false)
}

fn back(operator: Operator, left: &Range, right: &Range, result: &Range) -> String {
    backward(&LAYOUT, operator, &[left, right], 0, result).to_string()
}

#[test]
fn addresses_of_elements() {
    for count in [9, 99] {
        let index = Range::between(0, count, 32);
        let scaled = apply(&LAYOUT, Operator::Multiply, &[&index, &number(8)]);
        let last = count * 8 + 4;
        assert_eq!(of(Operator::Add, &scaled, &number(4)), format!("4, 12, ..., {last}"));
    }
}

#[test]
fn masks_and_remainders() {
    let any = Range::any(32);
    assert_eq!(of(Operator::And, &any, &number(7)), "0..7");
    assert_eq!(of(Operator::And, &any, &number(-8)), "-2147483648, -2147483640, ..., 2147483640");
    assert_eq!(of(Operator::UnsignedRemainder, &any, &number(10)), "0..9");
    assert_eq!(of(Operator::SignedRemainder, &any, &number(10)), "-9..9");
    assert_eq!(of(Operator::LogicalShiftRight, &any, &number(28)), "0..15");
    assert_eq!(of(Operator::ArithmeticShiftRight, &any, &number(28)), "-8..7");
    assert_eq!(of(Operator::SignedDivide, &any, &number(1 << 30)), "-2..1");
    assert_eq!(
        of(Operator::Multiply, &Range::signed_between(-100, 100, 32), &number(-3)),
        "-300, -297, ..., 300"
    );
    let byte = Range::between(0, 255, 32);
    let above = apply(&LAYOUT, Operator::ShiftLeft, &[&byte, &number(8)]);
    assert_eq!(of(Operator::Or, &above, &byte), "0..65535");
}

#[test]
fn shifted_bits() {
    assert_eq!(of(Operator::ShiftLeft, &number(1), &number(31)), "2147483648");
    assert_eq!(of(Operator::ShiftLeft, &number(1), &Range::between(0, 3, 32)), "{1..2, 4, 8}");
}

#[test]
fn comparisons_are_decided() {
    let (small, large) = (Range::signed_between(-100, 9, 32), Range::between(10, 1000, 32));
    assert_eq!(apply(&LAYOUT, Operator::SignedLess, &[&small, &large]), yes());
    assert_eq!(apply(&LAYOUT, Operator::SignedLess, &[&large, &small]), no());
    assert_eq!(apply(&LAYOUT, Operator::UnsignedLess, &[&small, &large]), Range::any(1));
    assert_eq!(apply(&LAYOUT, Operator::Equal, &[&small, &large]), no());
    assert_eq!(apply(&LAYOUT, Operator::SignedAddOverflows, &[&small, &large]), no());
    assert_eq!(apply(&LAYOUT, Operator::SignedMultiplyOverflows, &[&small, &large]), no());
    assert_eq!(apply(&LAYOUT, Operator::UnsignedAddOverflows, &[&small, &large]), Range::any(1));
}

#[test]
fn conditions_restrict() {
    let any = Range::any(32);
    assert_eq!(
        back(Operator::NotEqual, &any, &number(0), &yes()),
        "{-2147483648..-1, 1..2147483647}"
    );
    assert_eq!(
        back(Operator::NotEqual, &Range::between(0, 99, 32), &number(5), &yes()),
        "{0..4, 6..99}"
    );
    assert_eq!(back(Operator::Equal, &any, &number(5), &yes()), "5");
    assert_eq!(back(Operator::SignedLess, &any, &number(10), &yes()), "-2147483648..9");
    assert_eq!(back(Operator::SignedLess, &any, &number(10), &no()), "10..2147483647");
    assert_eq!(back(Operator::UnsignedLess, &any, &number(10), &yes()), "0..9");
    assert_eq!(
        back(Operator::SignedAddOverflows, &any, &number(5), &no()),
        "-2147483648..2147483642"
    );
    assert_eq!(
        back(Operator::SignedSubtractOverflows, &any, &number(5), &no()),
        "-2147483643..2147483647"
    );
    assert_eq!(back(Operator::Add, &any, &number(-1), &Range::between(0, 9, 32)), "1..10");
    assert_eq!(
        back(Operator::And, &any, &number(7), &number(0)),
        "-2147483648, -2147483640, ..., 2147483640"
    );
    assert_eq!(
        back(
            Operator::Multiply,
            &Range::between(0, 1000, 32),
            &number(4),
            &Range::between(0, 99, 32)
        ),
        "0..24"
    );
    let wide = backward(&LAYOUT, Operator::SignExtend(64), &[&any], 0, &Range::between(0, 9, 64));
    assert_eq!(wide.to_string(), "0..9");
}

#[test]
fn parts_restrict() {
    let (any, small) = (Range::any(32), Range::between(0, 1000, 32));
    let even = backward(&LAYOUT, Operator::SignedRemainder, &[&any, &number(2)], 0, &number(0));
    assert_eq!(even.to_string(), "-2147483648, -2147483646, ..., 2147483646");
    assert_eq!(
        back(Operator::UnsignedRemainder, &small, &number(7), &number(3)),
        "3, 10, ..., 997"
    );
    assert_eq!(back(Operator::UnsignedDivide, &any, &number(10), &number(4)), "40..49");
    assert_eq!(back(Operator::LogicalShiftRight, &any, &number(4), &number(1)), "16..31");
    assert_eq!(
        back(Operator::And, &any, &number(i128::from(i32::MIN)), &number(0)),
        "0..2147483647"
    );
    assert_eq!(back(Operator::Or, &any, &any, &number(0)), "0");
    let truncated = Operator::Extract { low: 0, width: 8 };
    let result = Range::between(0, 9, 8);
    let bytes = Range::between(0, 255, 32);
    assert_eq!(backward(&LAYOUT, truncated, &[&bytes], 0, &result).to_string(), "0..9");
}

#[test]
fn floating_point() {
    let add = Operator::FloatBinary(FloatBinary::Add, FloatKind::F32);
    let float = |value: f32| Range::constant(Bits::new(u128::from(value.to_bits()), 32));
    assert_eq!(apply(&LAYOUT, add, &[&float(1.5), &float(2.0)]), float(3.5));
    assert!(apply(&LAYOUT, add, &[&Range::any(32), &float(2.0)]).is_any());
    let predicate = FloatPredicate { less: true, equal: false, greater: false, unordered: false };
    let less = Operator::FloatCompare(FloatKind::F32, predicate);
    assert!(apply(&LAYOUT, less, &[&Range::any(32), &float(2.0)]).is_any());
    assert_eq!(apply(&LAYOUT, less, &[&float(1.0), &float(2.0)]), yes());
    let whole = Operator::FloatToSigned { from: FloatKind::F32, width: 16 };
    assert!(apply(&LAYOUT, whole, &[&Range::any(32)]).is_any());
}

#[test]
fn pointers_to_elements() {
    let array = Range::pointer(Base(5), 0, &LAYOUT);
    let index = Range::between(0, 9, 64);
    let distance =
        apply(&LAYOUT, Operator::Multiply, &[&index, &Range::constant(Bits::new(4, 64))]);
    let add = Operator::PointerAdd { offset_bits: 32 };
    let element = apply(&LAYOUT, add, &[&array, &distance]);
    assert_eq!(element.to_string(), "object 5 + 0, 4, ..., 36");
    let null = Range::constant(Bits::zero(64));
    assert_eq!(apply(&LAYOUT, Operator::Equal, &[&element, &null]), no());
    assert_eq!(apply(&LAYOUT, Operator::Equal, &[&element, &element]), Range::any(1));
    let perhaps = element.join(&null);
    assert_eq!(back(Operator::NotEqual, &perhaps, &null, &yes()), element.to_string());
    assert_eq!(back(Operator::Equal, &perhaps, &null, &yes()), "0");
    assert_eq!(apply(&LAYOUT, Operator::UnsignedLess, &[&null, &element]), yes());
    let low = apply(&LAYOUT, Operator::And, &[&element, &Range::constant(Bits::new(3, 64))]);
    assert_eq!(low.to_string(), "0");
}

#[test]
fn text() {
    assert_eq!(Range::any(8).to_string(), "any");
    assert_eq!(Range::none(8).to_string(), "nothing");
    assert_eq!(Range::signed_between(-4, 12, 8).to_string(), "-4..12");
    assert_eq!(Range::of_values([0, 3, 8], 8).to_string(), "{0, 3, 8}");
    assert_eq!(Range::between(0, 9, 8).to_string(), "0..9");
}
