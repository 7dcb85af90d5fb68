//! Floating-point operators in SMT-LIB 2.
//!
//! Values are bit patterns here, as everywhere. What only looks at patterns
//! (sign changes, comparisons) is written over bit-vectors. Arithmetic uses the
//! theory FloatingPoint, which has no function from numbers back to patterns,
//! since it knows one NaN only. So a result is a constant of its own with a
//! condition: on NaNs it is the pattern that `raddle_terms` gives (its first NaN
//! made quiet, or the default NaN), and else the pattern whose number equals the
//! theory's result, of which there is exactly one.
//!
//! Incomplete: C's `fmod`, which the theory lacks (`fp.rem` rounds its quotient
//! to nearest).

use raddle_terms::{Bits, FloatKind, FloatPredicate};

use super::operators::{Meaning, Operand, extract, literal, number};

/// Bits of the exponent and of the significand, with its hidden bit.
fn format_of(kind: FloatKind) -> (u16, u16) {
    match kind {
        FloatKind::F32 => (8, 24),
        FloatKind::F64 => (11, 53),
    }
}

/// The conversion to the format, to be applied to a pattern, or to a rounding
/// mode and a number.
fn to_fp(kind: FloatKind) -> String {
    let (exponent, significand) = format_of(kind);
    format!("(_ to_fp {exponent} {significand})")
}

/// All bits of the exponent set, and no other: infinity.
fn infinity(kind: FloatKind) -> u128 {
    let (exponent, significand) = format_of(kind);
    ((1 << exponent) - 1) << (significand - 1)
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.width() - 1)
}

fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (format_of(kind).1 - 2)
}

/// The function (with its rounding mode) of one or two operands.
pub(super) fn arithmetic(
    kind: FloatKind,
    function: &str,
    operands: &[Operand],
    name: &str,
) -> Meaning {
    let format = to_fp(kind);
    let mut condition = outcome(kind, name);
    let (mut patterns, mut values, mut arguments) = (String::new(), String::new(), String::new());
    for (position, operand) in operands.iter().enumerate().rev() {
        condition = made_quiet(kind, position, name, &condition);
        patterns = format!("(p{position} {}){patterns}", operand.text);
        values = format!("(x{position} ({format} p{position})){values}");
        arguments = format!(" x{position}{arguments}");
    }
    Meaning::Constraint(format!(
        "(let ({patterns}) (let ({values}) (let ((z ({function}{arguments}))) {condition})))"
    ))
}

/// Only the sign bit changes, also of a NaN.
pub(super) fn negate(kind: FloatKind, operand: &Operand) -> String {
    format!("(bvxor {} {})", operand.text, number(sign_bit(kind), kind.width()))
}

pub(super) fn absolute(kind: FloatKind, operand: &Operand) -> String {
    format!("(bvand {} {})", operand.text, number(sign_bit(kind) - 1, kind.width()))
}

/// `function` reads the integer as signed or as unsigned. No result is a NaN.
pub(super) fn from_integer(
    kind: FloatKind,
    function: &str,
    operand: &Operand,
    name: &str,
) -> Meaning {
    let format = to_fp(kind);
    let reading = format.replace("to_fp", function);
    Meaning::Constraint(format!("(= ({format} {name}) ({reading} RNE {}))", operand.bits()))
}

/// If that operand is a NaN, the name is its pattern made quiet.
fn made_quiet(kind: FloatKind, position: usize, name: &str, rest: &str) -> String {
    let quiet = number(quiet_bit(kind), kind.width());
    format!("(ite (fp.isNaN x{position}) (= {name} (bvor p{position} {quiet})) {rest})")
}

/// The name is the pattern of `z`, or the default NaN.
fn outcome(kind: FloatKind, name: &str) -> String {
    let default = sign_bit(kind) | infinity(kind) | quiet_bit(kind);
    let default = number(default, kind.width());
    format!("(ite (fp.isNaN z) (= {name} {default}) (= ({} {name}) z))", to_fp(kind))
}

/// Over patterns alone: magnitudes are ordered as their patterns are.
pub(super) fn compare(
    kind: FloatKind,
    predicate: FloatPredicate,
    left: &Operand,
    right: &Operand,
) -> String {
    let width = kind.width();
    let magnitude = number(sign_bit(kind) - 1, width);
    let infinity = number(infinity(kind), width);
    let zero = number(0, width);
    let is_nan = |pattern: &str| format!("(bvult {infinity} (bvand {pattern} {magnitude}))");
    let unordered = format!("(or {} {})", is_nan("a"), is_nan("b"));
    let equal = format!("(or (= a b) (= (bvand (bvor a b) {magnitude}) {zero}))");
    // Where the left one is negative, it is less if its pattern is the greater
    // one, whatever the other's sign: a positive pattern has its top bit clear.
    let less = format!(
        "(ite (bvslt a {zero}) (or (bvsle {zero} b) (bvult b a)) (and (bvsle {zero} b) (bvult a b)))"
    );
    let FloatPredicate { less: if_less, equal: if_equal, greater, unordered: if_unordered } =
        predicate;
    format!(
        "(let ((a {}) (b {})) (ite {unordered} {if_unordered} \
         (ite {equal} {if_equal} (ite {less} {if_less} {greater}))))",
        left.text, right.text
    )
}

/// A NaN keeps its sign and the upper bits of its payload, and becomes quiet.
pub(super) fn convert(from: FloatKind, to: FloatKind, operand: &Operand, name: &str) -> Meaning {
    let payload_of = |kind: FloatKind| format_of(kind).1 - 1;
    let (wide, narrow) = (payload_of(from), payload_of(to));
    let payload = if wide > narrow {
        extract("a", wide - narrow, narrow)
    } else {
        format!("(concat {} {})", extract("a", 0, wide), number(0, narrow - wide))
    };
    let payload = format!("(bvor {payload} {})", number(quiet_bit(to), narrow));
    let exponent = literal(Bits::ones(format_of(to).0));
    let sign = extract("a", from.width() - 1, 1);
    let nan = format!("(concat (concat {sign} {exponent}) {payload})");
    let (source, target) = (to_fp(from), to_fp(to));
    Meaning::Constraint(format!(
        "(let ((a {})) (let ((x ({source} a))) \
         (ite (fp.isNaN x) (= {name} {nan}) (= ({target} {name}) ({target} RNE x)))))",
        operand.text
    ))
}

/// A number of format F64.
fn double(value: f64) -> String {
    format!("({} {})", to_fp(FloatKind::F64), number(value.to_bits().into(), 64))
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// The pattern's number in format F64, which holds those of F32 exactly.
fn as_double(kind: FloatKind, number: &str) -> String {
    match kind {
        FloatKind::F32 => format!("({} RNE {number})", to_fp(FloatKind::F64)),
        FloatKind::F64 => number.to_owned(),
    }
}

/// The truncating 32-bit conversion of x86, of a double `v`.
fn hardware32() -> String {
    let (below, beyond) = (double(-2_147_483_649.0), double(2_147_483_648.0));
    let minimum = number(1 << 31, 32);
    format!("(ite (and (fp.lt {below} v) (fp.lt v {beyond})) ((_ fp.to_sbv 32) RTZ v) {minimum})")
}

/// The truncating 64-bit conversion of x86, of a double `v`.
fn hardware64() -> String {
    let (least, beyond) = (double(-TWO_TO_63), double(TWO_TO_63));
    let minimum = number(1 << 63, 64);
    format!("(ite (and (fp.leq {least} v) (fp.lt v {beyond})) ((_ fp.to_sbv 64) RTZ v) {minimum})")
}

/// The lowest bits of the integer that `integer` makes of the double `v`.
fn cut(from: FloatKind, text: &str, integer: &str, width: u16) -> String {
    let value = as_double(from, &format!("({} {text})", to_fp(from)));
    let bits = extract(&format!("(let ((v {value})) {integer})"), 0, width);
    if width == 1 { format!("(= {bits} #b1)") } else { bits }
}

pub(super) fn to_signed(from: FloatKind, width: u16, operand: &Operand) -> String {
    let text = &operand.text;
    match width {
        0..=32 => cut(from, text, &hardware32(), width),
        33..=64 => cut(from, text, &hardware64(), width),
        _ => cut(from, text, &saturated("sbv", -TWO_TO_127, TWO_TO_127, i128::MIN as u128), width),
    }
}

pub(super) fn to_unsigned(from: FloatKind, width: u16, operand: &Operand) -> String {
    let text = &operand.text;
    match width {
        0..=31 => cut(from, text, &hardware32(), width),
        32..=63 => cut(from, text, &hardware64(), width),
        64 => to_unsigned64(from, text),
        _ => cut(from, text, &saturated("ubv", 0.0, 2.0 * TWO_TO_127, 0), width),
    }
}

const TWO_TO_127: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;

/// To 128 bits: `minimum` below `least`, its complement from `beyond` on, and
/// zero for a NaN.
fn saturated(target: &str, least: f64, beyond: f64, minimum: u128) -> String {
    let (least, beyond) = (double(least), double(beyond));
    let (zero, minimum, maximum) = (number(0, 128), number(minimum, 128), number(!minimum, 128));
    format!(
        "(ite (fp.isNaN v) {zero} (ite (fp.lt v {least}) {minimum} \
         (ite (fp.leq {beyond} v) {maximum} ((_ fp.to_{target} 128) RTZ v))))"
    )
}

/// Two signed conversions put together; the second, of the number lowered by 2
/// to the power of 63 in its own format, counts where the first is negative.
fn to_unsigned64(from: FloatKind, text: &str) -> String {
    let format = to_fp(from);
    let two_to_63 = match from {
        FloatKind::F32 => number((TWO_TO_63 as f32).to_bits().into(), 32),
        FloatKind::F64 => number(TWO_TO_63.to_bits().into(), 64),
    };
    let lowered = as_double(from, &format!("(fp.sub RNE x ({format} {two_to_63}))"));
    let hardware = hardware64();
    let (direct, second) = (
        format!("(let ((v {})) {hardware})", as_double(from, "x")),
        format!("(let ((v {lowered})) {hardware})"),
    );
    let both = format!("(bvor a (bvand {second} (bvashr a {})))", number(63, 64));
    format!("(let ((x ({format} {text}))) (let ((a {direct})) {both}))")
}
