//! Floating-point arithmetic on bit patterns.
//!
//! Results are IEEE 754's, to nearest even, computed by the machine's own f32
//! and f64. Where the standard leaves a choice we take that of x86-64's SSE
//! instructions, and take it explicitly, since Rust promises nothing about the
//! bits of a NaN: an operation on NaNs gives its first NaN operand, made quiet;
//! an invalid operation on numbers gives the default NaN, which is negative.
//!
//! Conversions to integers that are out of range are undefined in C. Here they
//! give what the code does that clang emits for x86-64 without optimisation: up
//! to 32 bits the 32-bit signed conversion, cut (unsigned 32: the 64-bit one,
//! cut); up to 64 bits the 64-bit signed one, cut; for unsigned 64 two such
//! conversions, put together. Each gives the minimum for what it cannot
//! represent. Beyond 64 bits, where a library function would do it, the result
//! saturates, and that of a NaN is zero.

use std::cmp::Ordering;

use crate::{Bits, FloatKind, FloatPredicate};

const F32_QUIET: u32 = 1 << 22;
const F64_QUIET: u64 = 1 << 51;
const F32_DEFAULT_NAN: u32 = 0xffc0_0000;
const F64_DEFAULT_NAN: u64 = 0xfff8_0000_0000_0000;
/// 2 to the power of 63, the first value beyond the signed 64-bit integers.
const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

fn single(bits: Bits) -> f32 {
    f32::from_bits(bits.low64() as u32)
}

fn double(bits: Bits) -> f64 {
    f64::from_bits(bits.low64())
}

/// The number itself; exact for both formats.
fn number(kind: FloatKind, bits: Bits) -> f64 {
    match kind {
        FloatKind::F32 => f64::from(single(bits)),
        FloatKind::F64 => double(bits),
    }
}

fn from_single(value: f32) -> Bits {
    let pattern = if value.is_nan() { F32_DEFAULT_NAN } else { value.to_bits() };
    Bits::narrow(u64::from(pattern), 32)
}

fn from_double(value: f64) -> Bits {
    let pattern = if value.is_nan() { F64_DEFAULT_NAN } else { value.to_bits() };
    Bits::narrow(pattern, 64)
}

/// The operand made quiet, if it is a NaN.
fn quiet_nan(kind: FloatKind, bits: Bits) -> Option<Bits> {
    match kind {
        FloatKind::F32 => {
            single(bits).is_nan().then(|| Bits::narrow(bits.low64() | u64::from(F32_QUIET), 32))
        }
        FloatKind::F64 => double(bits).is_nan().then(|| Bits::narrow(bits.low64() | F64_QUIET, 64)),
    }
}

#[inline]
fn binary(
    kind: FloatKind,
    left: Bits,
    right: Bits,
    in_single: impl Fn(f32, f32) -> f32,
    in_double: impl Fn(f64, f64) -> f64,
) -> Bits {
    if let Some(nan) = quiet_nan(kind, left).or_else(|| quiet_nan(kind, right)) {
        return nan;
    }
    match kind {
        FloatKind::F32 => from_single(in_single(single(left), single(right))),
        FloatKind::F64 => from_double(in_double(double(left), double(right))),
    }
}

#[inline]
fn unary(
    kind: FloatKind,
    operand: Bits,
    in_single: impl Fn(f32) -> f32,
    in_double: impl Fn(f64) -> f64,
) -> Bits {
    if let Some(nan) = quiet_nan(kind, operand) {
        return nan;
    }
    match kind {
        FloatKind::F32 => from_single(in_single(single(operand))),
        FloatKind::F64 => from_double(in_double(double(operand))),
    }
}

pub(crate) fn add(kind: FloatKind, left: Bits, right: Bits) -> Bits {
    binary(kind, left, right, |a, b| a + b, |a, b| a + b)
}

pub(crate) fn subtract(kind: FloatKind, left: Bits, right: Bits) -> Bits {
    binary(kind, left, right, |a, b| a - b, |a, b| a - b)
}

pub(crate) fn multiply(kind: FloatKind, left: Bits, right: Bits) -> Bits {
    binary(kind, left, right, |a, b| a * b, |a, b| a * b)
}

pub(crate) fn divide(kind: FloatKind, left: Bits, right: Bits) -> Bits {
    binary(kind, left, right, |a, b| a / b, |a, b| a / b)
}

pub(crate) fn remainder(kind: FloatKind, left: Bits, right: Bits) -> Bits {
    binary(kind, left, right, |a, b| a % b, |a, b| a % b)
}

/// Only the sign bit changes, also of a NaN.
pub(crate) fn negate(kind: FloatKind, operand: Bits) -> Bits {
    Bits::narrow(operand.low64() ^ sign_bit(kind), kind.width())
}

/// Only the sign bit changes, also of a NaN.
pub(crate) fn absolute(kind: FloatKind, operand: Bits) -> Bits {
    Bits::narrow(operand.low64() & !sign_bit(kind), kind.width())
}

fn sign_bit(kind: FloatKind) -> u64 {
    1 << (kind.width() - 1)
}

pub(crate) fn square_root(kind: FloatKind, operand: Bits) -> Bits {
    unary(kind, operand, f32::sqrt, f64::sqrt)
}

pub(crate) fn floor(kind: FloatKind, operand: Bits) -> Bits {
    unary(kind, operand, f32::floor, f64::floor)
}

pub(crate) fn ceiling(kind: FloatKind, operand: Bits) -> Bits {
    unary(kind, operand, f32::ceil, f64::ceil)
}

pub(crate) fn truncate(kind: FloatKind, operand: Bits) -> Bits {
    unary(kind, operand, f32::trunc, f64::trunc)
}

pub(crate) fn round(kind: FloatKind, operand: Bits) -> Bits {
    unary(kind, operand, f32::round, f64::round)
}

pub(crate) fn round_even(kind: FloatKind, operand: Bits) -> Bits {
    unary(kind, operand, f32::round_ties_even, f64::round_ties_even)
}

pub(crate) fn compare(kind: FloatKind, predicate: FloatPredicate, left: Bits, right: Bits) -> Bits {
    let answer = match number(kind, left).partial_cmp(&number(kind, right)) {
        Some(Ordering::Less) => predicate.less,
        Some(Ordering::Equal) => predicate.equal,
        Some(Ordering::Greater) => predicate.greater,
        None => predicate.unordered,
    };
    Bits::boolean(answer)
}

/// A NaN keeps its sign and the upper bits of its payload, and becomes quiet; a
/// conversion to the same format changes nothing.
pub(crate) fn convert(from: FloatKind, to: FloatKind, operand: Bits) -> Bits {
    let pattern = operand.low64();
    match (from, to) {
        (FloatKind::F32, FloatKind::F32) | (FloatKind::F64, FloatKind::F64) => operand,
        (FloatKind::F32, FloatKind::F64) if single(operand).is_nan() => {
            let sign = (pattern >> 31) << 63;
            let payload = (pattern & 0x7f_ffff) << 29;
            Bits::narrow(sign | 0x7ff << 52 | F64_QUIET | payload, 64)
        }
        (FloatKind::F64, FloatKind::F32) if double(operand).is_nan() => {
            let sign = (pattern >> 63) << 31;
            let payload = (pattern >> 29) & 0x7f_ffff;
            Bits::narrow(sign | 0xff << 23 | u64::from(F32_QUIET) | payload, 32)
        }
        (FloatKind::F32, FloatKind::F64) => from_double(f64::from(single(operand))),
        (FloatKind::F64, FloatKind::F32) => from_single(double(operand) as f32),
    }
}

/// The 32-bit truncating conversion of SSE.
fn hardware32(value: f64) -> i32 {
    if value > -2_147_483_649.0 && value < 2_147_483_648.0 { value as i32 } else { i32::MIN }
}

/// The 64-bit truncating conversion of SSE.
fn hardware64(value: f64) -> i64 {
    if (-TWO_TO_63..TWO_TO_63).contains(&value) { value as i64 } else { i64::MIN }
}

pub(crate) fn to_signed(from: FloatKind, width: u16, operand: Bits) -> Bits {
    let value = number(from, operand);
    match width {
        0..=32 => Bits::narrow(i64::from(hardware32(value)) as u64, width),
        33..=64 => Bits::narrow(hardware64(value) as u64, width),
        _ => Bits::from_signed(value as i128, width),
    }
}

pub(crate) fn to_unsigned(from: FloatKind, width: u16, operand: Bits) -> Bits {
    let value = number(from, operand);
    match width {
        0..=31 => Bits::narrow(i64::from(hardware32(value)) as u64, width),
        32..=63 => Bits::narrow(hardware64(value) as u64, width),
        64 => {
            let direct = hardware64(value);
            let lowered = hardware64(number(from, lowered_by_two_to_63(from, operand)));
            // The second conversion counts only where the first is negative.
            Bits::narrow((direct | (lowered & (direct >> 63))) as u64, 64)
        }
        _ => Bits::new(value as u128, width),
    }
}

/// The subtraction happens, and rounds, in the operand's own format.
fn lowered_by_two_to_63(kind: FloatKind, operand: Bits) -> Bits {
    let two_to_63 = match kind {
        FloatKind::F32 => from_single(TWO_TO_63 as f32),
        FloatKind::F64 => from_double(TWO_TO_63),
    };
    subtract(kind, operand, two_to_63)
}

pub(crate) fn from_signed(kind: FloatKind, operand: Bits) -> Bits {
    let value = operand.signed();
    match kind {
        FloatKind::F32 => from_single(value as f32),
        FloatKind::F64 => from_double(value as f64),
    }
}

pub(crate) fn from_unsigned(kind: FloatKind, operand: Bits) -> Bits {
    let value = operand.unsigned();
    match kind {
        FloatKind::F32 => from_single(value as f32),
        FloatKind::F64 => from_double(value as f64),
    }
}
