//! `evaluate` against Rust's own arithmetic, computed independently.

use proptest::prelude::*;
use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator};

use crate::common::{self, interesting, runner};

macro_rules! native {
    ($name:ident, $unsigned:ty, $signed:ty) => {
        /// What Rust's own types of this width make of it; `None` for operators
        /// that are not about two integers.
        fn $name(operator: Operator, left: u128, right: u128) -> Option<u128> {
            let (a, b) = (left as $unsigned, right as $unsigned);
            let (x, y) = (a as $signed, b as $signed);
            let amount = (b % <$unsigned>::try_from(<$unsigned>::BITS).unwrap()) as u32;
            let word = match operator {
                Operator::Add => a.wrapping_add(b),
                Operator::Subtract => a.wrapping_sub(b),
                Operator::Multiply => a.wrapping_mul(b),
                Operator::UnsignedDivide => {
                    if b == 0 {
                        <$unsigned>::MAX
                    } else {
                        a / b
                    }
                }
                Operator::UnsignedRemainder => {
                    if b == 0 {
                        a
                    } else {
                        a % b
                    }
                }
                Operator::SignedDivide if y == 0 => {
                    if x < 0 {
                        1
                    } else {
                        <$unsigned>::MAX
                    }
                }
                Operator::SignedDivide => x.wrapping_div(y) as $unsigned,
                Operator::SignedRemainder if y == 0 => a,
                Operator::SignedRemainder => x.wrapping_rem(y) as $unsigned,
                Operator::And => a & b,
                Operator::Or => a | b,
                Operator::Xor => a ^ b,
                Operator::ShiftLeft => a.wrapping_shl(amount),
                Operator::LogicalShiftRight => a.wrapping_shr(amount),
                Operator::ArithmeticShiftRight => x.wrapping_shr(amount) as $unsigned,
                Operator::Equal => <$unsigned>::from(a == b),
                Operator::NotEqual => <$unsigned>::from(a != b),
                Operator::UnsignedLess => <$unsigned>::from(a < b),
                Operator::UnsignedLessOrEqual => <$unsigned>::from(a <= b),
                Operator::SignedLess => <$unsigned>::from(x < y),
                Operator::SignedLessOrEqual => <$unsigned>::from(x <= y),
                Operator::SignedAddOverflows => <$unsigned>::from(x.checked_add(y).is_none()),
                Operator::SignedSubtractOverflows => <$unsigned>::from(x.checked_sub(y).is_none()),
                Operator::SignedMultiplyOverflows => <$unsigned>::from(x.checked_mul(y).is_none()),
                Operator::UnsignedAddOverflows => <$unsigned>::from(a.checked_add(b).is_none()),
                Operator::UnsignedSubtractOverflows => {
                    <$unsigned>::from(a.checked_sub(b).is_none())
                }
                Operator::UnsignedMultiplyOverflows => {
                    <$unsigned>::from(a.checked_mul(b).is_none())
                }
                Operator::Not => !a,
                Operator::Negate => a.wrapping_neg(),
                Operator::PopulationCount => a.count_ones() as $unsigned,
                Operator::LeadingZeros => a.leading_zeros() as $unsigned,
                Operator::TrailingZeros => a.trailing_zeros() as $unsigned,
                Operator::SwapBytes => a.swap_bytes(),
                Operator::ReverseBits => a.reverse_bits(),
                _ => return None,
            };
            Some(u128::from(word))
        }
    };
}

native!(native8, u8, i8);
native!(native16, u16, i16);
native!(native32, u32, i32);
native!(native64, u64, i64);
native!(native128, u128, i128);

type Native = fn(Operator, u128, u128) -> Option<u128>;

const WIDTHS: [(u16, Native); 5] =
    [(8, native8), (16, native16), (32, native32), (64, native64), (128, native128)];

#[test]
fn integers_agree_with_native_types() {
    let strategy = (interesting(), interesting());
    runner(3000)
        .run(&strategy, |(left, right)| {
            for (width, native) in WIDTHS {
                let operands = [Bits::new(left, width), Bits::new(right, width)];
                for operator in Operator::of_two().chain(Operator::of_one(width)) {
                    let result = evaluate(operator, &operands[..operator.arity()]);
                    let expected = native(operator, left, right);
                    prop_assert_eq!(Some(result.unsigned()), expected, "{} {}", operator, width);
                }
            }
            Ok(())
        })
        .unwrap();
}

/// Widths that no native type has, by way of exact arithmetic in i128.
#[test]
fn odd_widths_are_exact() {
    let strategy = (1u16..=60, interesting(), interesting());
    runner(5000)
        .run(&strategy, |(width, left, right)| {
            let (a, b) = (Bits::new(left, width), Bits::new(right, width));
            let (x, y) = (a.signed(), b.signed());
            let modulus = 1i128 << width;
            let least = -(modulus / 2);
            let exact = [
                (Operator::Add, Operator::SignedAddOverflows, x + y),
                (Operator::Subtract, Operator::SignedSubtractOverflows, x - y),
                (Operator::Multiply, Operator::SignedMultiplyOverflows, x * y),
            ];
            for (operator, overflows, value) in exact {
                let wrapped = evaluate(operator, &[a, b]).unsigned();
                prop_assert_eq!(wrapped as i128, value.rem_euclid(modulus));
                let outside = value < least || value >= -least;
                prop_assert_eq!(evaluate(overflows, &[a, b]), Bits::boolean(outside));
            }
            if y != 0 {
                let quotient = evaluate(Operator::SignedDivide, &[a, b]);
                prop_assert_eq!(quotient, Bits::from_signed(x / y, width));
                let remainder = evaluate(Operator::SignedRemainder, &[a, b]);
                prop_assert_eq!(remainder, Bits::from_signed(x % y, width));
            }
            let amount = b.unsigned() % u128::from(width);
            let expected = Bits::from_signed(x >> amount, width);
            prop_assert_eq!(evaluate(Operator::ArithmeticShiftRight, &[a, b]), expected);
            let expected = Bits::new(a.unsigned() << amount, width);
            prop_assert_eq!(evaluate(Operator::ShiftLeft, &[a, b]), expected);
            let reversed =
                (0..width).fold(0, |sum, bit| sum | (a.unsigned() >> bit & 1) << (width - 1 - bit));
            prop_assert_eq!(evaluate(Operator::ReverseBits, &[a]).unsigned(), reversed);
            Ok(())
        })
        .unwrap();
}

#[test]
fn widths_change_as_told() {
    let strategy = (1u16..=128, 0u16..128, interesting());
    runner(5000)
        .run(&strategy, |(width, other, value)| {
            let value = Bits::new(value, width);
            let wider = width + other % (129 - width);
            let zero = evaluate(Operator::ZeroExtend(wider), &[value]);
            prop_assert_eq!((zero.unsigned(), zero.width()), (value.unsigned(), wider));
            let sign = evaluate(Operator::SignExtend(wider), &[value]);
            prop_assert_eq!((sign.signed(), sign.width()), (value.signed(), wider));
            let low = other % width;
            if low > 0 {
                let lower = evaluate(Operator::Extract { low: 0, width: low }, &[value]);
                let width = width - low;
                let upper = evaluate(Operator::Extract { low, width }, &[value]);
                prop_assert_eq!(evaluate(Operator::Concat, &[upper, lower]), value);
                prop_assert_eq!(upper.unsigned(), value.unsigned() >> low);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn pointers_never_leave_their_object() {
    let strategy = (2u16..=126, 1u16..126, interesting(), interesting());
    runner(5000)
        .run(&strategy, |(width, offset_bits, pointer, distance)| {
            let offset_bits = 1 + offset_bits % width;
            let pointer = Bits::new(pointer, width);
            let distance = Bits::new(distance, width);
            let moved = evaluate(Operator::PointerAdd { offset_bits }, &[pointer, distance]);
            let shift = u32::from(offset_bits);
            prop_assert_eq!(moved.unsigned() >> shift, pointer.unsigned() >> shift);
            let limit = 1i128 << offset_bits;
            let offset = pointer.unsigned() as i128 & (limit - 1);
            let target = offset + distance.signed();
            let inside = offset != limit - 1 && (0..limit).contains(&target);
            let expected = if inside { target } else { limit - 1 };
            prop_assert_eq!(moved.unsigned() as i128 & (limit - 1), expected);
            Ok(())
        })
        .unwrap();
}

/// Bit patterns of both formats: specials, small integers, arbitrary.
fn patterns() -> impl Strategy<Value = u64> {
    let special = prop::sample::select(vec![
        0.0f64,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        1e300,
        -1e300,
        5e-324,
        4294967296.0,
        9223372036854775808.0,
        18446744073709551616.0,
        2147483648.0,
        -2147483649.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN_POSITIVE,
    ]);
    prop_oneof![
        any::<u64>(),
        special.prop_map(f64::to_bits),
        (-1000i32..1000).prop_map(|value| (f64::from(value) / 4.0).to_bits()),
    ]
}

fn double(value: f64) -> Bits {
    Bits::new(value.to_bits().into(), 64)
}

fn single(value: f32) -> Bits {
    Bits::new(value.to_bits().into(), 32)
}

/// Equal bits, or both NaN (whose bits have a test of their own).
fn same(kind: FloatKind, left: Bits, right: Bits) -> bool {
    let nan = |bits: Bits| match kind {
        FloatKind::F32 => f32::from_bits(bits.low64() as u32).is_nan(),
        FloatKind::F64 => f64::from_bits(bits.low64()).is_nan(),
    };
    left == right || (nan(left) && nan(right))
}

macro_rules! native_float {
    ($name:ident, $float:ty) => {
        fn $name(operator: Operator, a: $float, b: $float) -> Option<$float> {
            if let Operator::FloatBinary(operator, _) = operator {
                return Some(match operator {
                    FloatBinary::Add => a + b,
                    FloatBinary::Subtract => a - b,
                    FloatBinary::Multiply => a * b,
                    FloatBinary::Divide => a / b,
                    FloatBinary::Remainder => a % b,
                });
            }
            let Operator::FloatUnary(operator, _) = operator else {
                return None;
            };
            Some(match operator {
                FloatUnary::Negate => -a,
                FloatUnary::Absolute => a.abs(),
                FloatUnary::SquareRoot => a.sqrt(),
                FloatUnary::Floor => a.floor(),
                FloatUnary::Ceiling => a.ceil(),
                FloatUnary::Truncate => a.trunc(),
                FloatUnary::Round => a.round(),
                FloatUnary::RoundEven => a.round_ties_even(),
            })
        }
    };
}

native_float!(native_single, f32);
native_float!(native_double, f64);

#[test]
fn floats_agree_with_native_types() {
    runner(5000)
        .run(&(patterns(), patterns()), |(left, right)| {
            let (a, b) = (f64::from_bits(left), f64::from_bits(right));
            let (x, y) = (a as f32, b as f32);
            for operator in common::float_operators(FloatKind::F64) {
                if let Some(expected) = native_double(operator, a, b) {
                    let operands = [double(a), double(b)];
                    let result = evaluate(operator, &operands[..operator.arity()]);
                    prop_assert!(same(FloatKind::F64, result, double(expected)), "{}", operator);
                }
            }
            for operator in common::float_operators(FloatKind::F32) {
                if let Some(expected) = native_single(operator, x, y) {
                    let operands = [single(x), single(y)];
                    let result = evaluate(operator, &operands[..operator.arity()]);
                    prop_assert!(same(FloatKind::F32, result, single(expected)), "{}", operator);
                }
            }
            for predicate in common::predicates() {
                let FloatPredicate { less, equal, greater, unordered } = predicate;
                let expected = (less && a < b)
                    || (equal && a == b)
                    || (greater && a > b)
                    || (unordered && (a.is_nan() || b.is_nan()));
                let operator = Operator::FloatCompare(FloatKind::F64, predicate);
                let result = evaluate(operator, &[double(a), double(b)]);
                prop_assert_eq!(result, Bits::boolean(expected));
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn conversions_agree_with_native_types_in_range() {
    runner(5000)
        .run(&(patterns(), interesting()), |(pattern, integer)| {
            let value = f64::from_bits(pattern);
            let narrowed = evaluate(
                Operator::FloatConvert { from: FloatKind::F64, to: FloatKind::F32 },
                &[double(value)],
            );
            prop_assert!(same(FloatKind::F32, narrowed, single(value as f32)));
            for width in [1u16, 8, 16, 32, 48, 64, 100, 128] {
                let exact = value.trunc();
                let half = 2f64.powi(i32::from(width) - 1);
                if exact >= -half && exact < half {
                    let operator = Operator::FloatToSigned { from: FloatKind::F64, width };
                    let expected = Bits::from_signed(value as i128, width);
                    prop_assert_eq!(evaluate(operator, &[double(value)]), expected);
                }
                if exact >= 0.0 && exact < 2.0 * half {
                    let operator = Operator::FloatToUnsigned { from: FloatKind::F64, width };
                    let expected = Bits::new(value as u128, width);
                    prop_assert_eq!(evaluate(operator, &[double(value)]), expected);
                }
                let bits = Bits::new(integer, width);
                let signed = evaluate(Operator::SignedToFloat(FloatKind::F64), &[bits]);
                prop_assert_eq!(signed, double(bits.signed() as f64));
                let unsigned = evaluate(Operator::UnsignedToFloat(FloatKind::F32), &[bits]);
                prop_assert_eq!(unsigned, single(bits.unsigned() as f32));
            }
            Ok(())
        })
        .unwrap();
}

/// What SSE does, by its manual.
#[test]
fn nans_and_impossible_conversions_are_those_of_the_hardware() {
    let quiet = |pattern: u64| Bits::new(pattern.into(), 64);
    let signalling = quiet(0x7ff0_0000_0000_0001);
    let payload = quiet(0x7ff8_0000_0000_0123);
    let one = double(1.0);
    let add = FloatBinary::Add.of(FloatKind::F64);
    assert_eq!(evaluate(add, &[one, signalling]), quiet(0x7ff8_0000_0000_0001));
    assert_eq!(evaluate(add, &[payload, signalling]), payload);
    assert_eq!(
        evaluate(add, &[double(f64::INFINITY), double(f64::NEG_INFINITY)]),
        quiet(0xfff8_0000_0000_0000)
    );
    let root = FloatUnary::SquareRoot.of(FloatKind::F32);
    assert_eq!(evaluate(root, &[single(-1.0)]).unsigned(), 0xffc0_0000);
    let narrow = Operator::FloatConvert { from: FloatKind::F64, to: FloatKind::F32 };
    assert_eq!(evaluate(narrow, &[signalling]).unsigned(), 0x7fc0_0000);
    let widen = Operator::FloatConvert { from: FloatKind::F32, to: FloatKind::F64 };
    let small = Bits::new(0xff80_0001, 32);
    assert_eq!(evaluate(widen, &[small]).unsigned(), 0xfff8_0000_2000_0000);

    let signed = |width| Operator::FloatToSigned { from: FloatKind::F64, width };
    let unsigned = |width| Operator::FloatToUnsigned { from: FloatKind::F64, width };
    let conversions = [
        (signed(32), 3e9, 0x8000_0000),
        (signed(32), f64::NAN, 0x8000_0000),
        (signed(64), 1e30, 0x8000_0000_0000_0000),
        (signed(16), 65537.0, 1),
        (signed(8), 1e10, 0),
        (unsigned(8), -1.0, 0xff),
        (unsigned(32), -1.0, 0xffff_ffff),
        (unsigned(32), 1e30, 0),
        (unsigned(64), -1.0, 0xffff_ffff_ffff_ffff),
        (unsigned(64), 1e30, 0x8000_0000_0000_0000),
        (unsigned(64), 9223372036854775808.0, 0x8000_0000_0000_0000),
        (unsigned(64), 18446744073709549568.0, 0xffff_ffff_ffff_f800),
        (signed(128), f64::NAN, 0),
        (signed(128), 1e300, u128::MAX >> 1),
    ];
    for (operator, value, expected) in conversions {
        let result = evaluate(operator, &[double(value)]).unsigned();
        assert_eq!(result, expected, "{operator} of {value}");
    }
}
