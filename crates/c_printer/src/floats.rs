//! Helper functions for floating-point operators, on bit patterns. They say for
//! themselves what becomes of a NaN, as `raddle_terms` does, and use the
//! machine's arithmetic for everything else. Natively each result is rounded to its
//! own format at once (`RADDLE_EXACT` is `volatile` there). `fmod` and `sqrt` are
//! the C library's.

use raddle_terms::{FloatBinary, FloatKind, FloatPredicate};

use crate::helpers::Helpers;
use crate::types::{narrowed, ones, unsigned};

struct Format {
    number: &'static str,
    bits: &'static str,
    /// Of the helpers' names.
    suffix: &'static str,
    sign: &'static str,
    quiet: &'static str,
    default_nan: &'static str,
    infinity: &'static str,
    fraction_bits: u16,
    fraction: &'static str,
    bias: u16,
    exponent: u16,
    /// All numbers from here on are whole.
    whole: &'static str,
    two_to_63: &'static str,
}

const SINGLE: Format = Format {
    number: "float",
    bits: "u32",
    suffix: "f32",
    sign: "0x80000000u",
    quiet: "0x400000u",
    default_nan: "0xffc00000u",
    infinity: "0x7f800000u",
    fraction_bits: 23,
    fraction: "0x7fffffu",
    bias: 127,
    exponent: 255,
    whole: "8388608.0f",
    two_to_63: "0x5f000000u",
};

const DOUBLE: Format = Format {
    number: "double",
    bits: "u64",
    suffix: "f64",
    sign: "0x8000000000000000ull",
    quiet: "0x8000000000000ull",
    default_nan: "0xfff8000000000000ull",
    infinity: "0x7ff0000000000000ull",
    fraction_bits: 52,
    fraction: "0xfffffffffffffull",
    bias: 1023,
    exponent: 2047,
    whole: "4503599627370496.0",
    two_to_63: "0x43e0000000000000ull",
};

fn format_of(kind: FloatKind) -> &'static Format {
    match kind {
        FloatKind::F32 => &SINGLE,
        FloatKind::F64 => &DOUBLE,
    }
}

/// From bits to a number and back, and whether bits are a NaN.
fn basics(helpers: &mut Helpers, kind: FloatKind) {
    let Format { number, bits, suffix, sign, default_nan, infinity, .. } = format_of(kind);
    if !helpers.begin(&format!("raddle_number_{suffix}")) {
        return;
    }
    helpers.add(&format!(
        "\
static __attribute__((unused)) {number} raddle_number_{suffix}({bits} operand)
{{
    union {{ {bits} bits; {number} number; }} both;
    both.bits = operand;
    return both.number;
}}

static __attribute__((unused)) {bits} raddle_bits_{suffix}({number} operand)
{{
    union {{ {bits} bits; {number} number; }} both;
    both.number = operand;
    return operand != operand ? {default_nan} : both.bits;
}}

static __attribute__((unused)) int raddle_is_nan_{suffix}({bits} operand)
{{
    return (operand & ~{sign}) > {infinity};
}}
"
    ));
}

/// A function of one operand; the body knows it as `operand`, and it is no NaN.
fn one(helpers: &mut Helpers, name: &str, kind: FloatKind, body: &str) {
    basics(helpers, kind);
    let Format { suffix, quiet, .. } = format_of(kind);
    let body = format!(
        "if (raddle_is_nan_{suffix}(operand))\n        return operand | {quiet};\n    {body}"
    );
    helpers.one(name, kind.width(), kind.width(), &body);
}

/// An expression over the numbers `left` and `right`.
pub fn arithmetic(helpers: &mut Helpers, name: &str, kind: FloatKind, expression: &str) {
    basics(helpers, kind);
    let Format { number, suffix, quiet, .. } = format_of(kind);
    let expression = expression
        .replace("left", &format!("raddle_number_{suffix}(left)"))
        .replace("right", &format!("raddle_number_{suffix}(right)"));
    let body = format!(
        "RADDLE_EXACT {number} result;
    if (raddle_is_nan_{suffix}(left))
        return left | {quiet};
    if (raddle_is_nan_{suffix}(right))
        return right | {quiet};
    result = {expression};
    return raddle_bits_{suffix}(result);"
    );
    helpers.two(name, kind.width(), kind.width(), &body);
}

pub fn remainder(helpers: &mut Helpers, name: &str, kind: FloatKind) {
    let function = helpers.declare("fmod", kind, 2);
    arithmetic(helpers, name, kind, &format!("{function}(left, right)"));
}

pub fn square_root(helpers: &mut Helpers, name: &str, kind: FloatKind) {
    let function = helpers.declare("sqrt", kind, 1);
    let suffix = format_of(kind).suffix;
    let body = format!("return raddle_bits_{suffix}({function}(raddle_number_{suffix}(operand)));");
    one(helpers, name, kind, &body);
}

pub fn sign(helpers: &mut Helpers, name: &str, kind: FloatKind, how: &str) {
    let body = format!("return operand {how}{};", format_of(kind).sign);
    helpers.one(name, kind.width(), kind.width(), &body);
}

/// The bits of the fraction that stand behind the point are cleared.
fn whole_part(helpers: &mut Helpers, kind: FloatKind) -> String {
    let Format { bits, suffix, sign, fraction_bits, fraction, bias, exponent, .. } =
        format_of(kind);
    let name = format!("raddle_whole_{suffix}");
    if helpers.begin(&name) {
        let end = bias + fraction_bits;
        helpers.one(
            &name,
            kind.width(),
            kind.width(),
            &format!(
                "{bits} exponent = operand >> {fraction_bits} & {exponent}u;
    if (exponent >= {end}u)
        return operand;
    if (exponent < {bias}u)
        return operand & {sign};
    return operand & ~({fraction} >> (exponent - {bias}u));"
            ),
        );
    }
    name
}

pub fn truncate(helpers: &mut Helpers, name: &str, kind: FloatKind) {
    let whole = whole_part(helpers, kind);
    one(helpers, name, kind, &format!("return {whole}(operand);"));
}

/// One further from zero than the whole part, where there is a rest on that side.
pub fn floor_or_ceiling(helpers: &mut Helpers, name: &str, kind: FloatKind, floor: bool) {
    let whole = whole_part(helpers, kind);
    let Format { bits, suffix, sign, .. } = format_of(kind);
    let (stays, step) = if floor { ("!", "-") } else { ("", "+") };
    one(
        helpers,
        name,
        kind,
        &format!(
            "{bits} whole = {whole}(operand);
    if (whole == operand || {stays}(operand & {sign}))
        return whole;
    return raddle_bits_{suffix}(raddle_number_{suffix}(whole) {step} 1);"
        ),
    );
}

/// The difference to the whole part is exact.
pub fn round(helpers: &mut Helpers, name: &str, kind: FloatKind) {
    let whole = whole_part(helpers, kind);
    let Format { bits, number, suffix, sign, .. } = format_of(kind);
    one(
        helpers,
        name,
        kind,
        &format!(
            "{bits} whole = {whole}(operand);
    RADDLE_EXACT {number} part = raddle_number_{suffix}(whole);
    RADDLE_EXACT {number} rest;
    if (whole == operand)
        return whole;
    rest = raddle_number_{suffix}(operand) - part;
    if (operand & {sign})
        return rest <= ({number})-0.5 ? raddle_bits_{suffix}(part - 1) : whole;
    return rest >= ({number})0.5 ? raddle_bits_{suffix}(part + 1) : whole;"
        ),
    );
}

/// The machine itself rounds to even when bits do not fit.
pub fn round_even(helpers: &mut Helpers, name: &str, kind: FloatKind) {
    let Format { number, suffix, sign, whole, .. } = format_of(kind);
    one(
        helpers,
        name,
        kind,
        &format!(
            "RADDLE_EXACT {number} large = raddle_number_{suffix}(operand & ~{sign});
    if (large >= {whole})
        return operand;
    large = large + {whole};
    large = large - {whole};
    return raddle_bits_{suffix}(large) | (operand & {sign});"
        ),
    );
}

pub fn compare(helpers: &mut Helpers, name: &str, kind: FloatKind, predicate: FloatPredicate) {
    basics(helpers, kind);
    let suffix = format_of(kind).suffix;
    let FloatPredicate { less, equal, greater, unordered } = predicate;
    let numbers = |symbol: &str| {
        format!("raddle_number_{suffix}(left) {symbol} raddle_number_{suffix}(right)")
    };
    let answers = [(less, "<"), (equal, "=="), (greater, ">")];
    let mut cases: Vec<String> =
        answers.iter().filter(|(holds, _)| *holds).map(|(_, symbol)| numbers(symbol)).collect();
    if unordered {
        cases.push(format!("raddle_is_nan_{suffix}(left)"));
        cases.push(format!("raddle_is_nan_{suffix}(right)"));
    }
    let whole = if cases.is_empty() { "0".to_string() } else { cases.join("\n        || ") };
    helpers.two(name, kind.width(), 1, &format!("return {whole};"));
}

pub fn convert(helpers: &mut Helpers, name: &str, from: FloatKind, to: FloatKind) {
    basics(helpers, from);
    basics(helpers, to);
    let body = match (from, to) {
        (FloatKind::F32, FloatKind::F32) | (FloatKind::F64, FloatKind::F64) => {
            "return operand;".to_string()
        }
        (FloatKind::F32, FloatKind::F64) => "\
if (raddle_is_nan_f32(operand))
        return (u64)(operand >> 31) << 63 | 0x7ff8000000000000ull | (u64)(operand & 0x7fffffu) << 29;
    return raddle_bits_f64(raddle_number_f32(operand));"
            .to_string(),
        (FloatKind::F64, FloatKind::F32) => "\
RADDLE_EXACT float result;
    if (raddle_is_nan_f64(operand))
        return (u32)(operand >> 63) << 31 | 0x7fc00000u | (u32)(operand >> 29 & 0x7fffffu);
    result = (float)raddle_number_f64(operand);
    return raddle_bits_f32(result);"
            .to_string(),
    };
    helpers.one(name, from.width(), to.width(), &body);
}

/// The processor's conversions: the minimum for what does not fit.
fn to_word(helpers: &mut Helpers, width: u16) -> String {
    let name = format!("raddle_to_s{width}");
    if helpers.begin(&name) {
        let (least, most, minimum) = if width == 32 {
            ("operand > -2147483649.0", "2147483648.0", "0x80000000u")
        } else {
            ("operand >= -9223372036854775808.0", "9223372036854775808.0", "0x8000000000000000ull")
        };
        helpers.add(&format!(
            "static s{width} {name}(double operand)
{{
    return {least} && operand < {most} ? (s{width})operand : (s{width}){minimum};
}}
"
        ));
    }
    name
}

pub fn to_signed(helpers: &mut Helpers, name: &str, from: FloatKind, width: u16) {
    basics(helpers, from);
    let number = format!("raddle_number_{}(operand)", format_of(from).suffix);
    let body = if width <= 64 {
        let word = to_word(helpers, if width <= 32 { 32 } else { 64 });
        format!("return {};", narrowed(&format!("{word}({number})"), width))
    } else {
        format!(
            "double value = {number};
    if (value != value)
        return 0;
    if (value >= 170141183460469231731687303715884105728.0)
        return {};
    if (value < -170141183460469231731687303715884105728.0)
        return {};
    return {};",
            crate::types::cut("(~(u128)0 >> 1)", width),
            crate::types::cut("((u128)1 << 127)", width),
            narrowed("(s128)value", width)
        )
    };
    helpers.one(name, from.width(), width, &body);
}

pub fn to_unsigned(helpers: &mut Helpers, name: &str, from: FloatKind, width: u16) {
    basics(helpers, from);
    let Format { suffix, two_to_63, .. } = format_of(from);
    let number = format!("raddle_number_{suffix}(operand)");
    let body = match width {
        0..=63 => {
            let word = to_word(helpers, if width <= 31 { 32 } else { 64 });
            format!("return {};", narrowed(&format!("{word}({number})"), width))
        }
        64 => {
            let word = to_word(helpers, 64);
            let difference = helpers.operator(FloatBinary::Subtract.of(from), from.width());
            format!(
                "u64 direct = (u64){word}({number});
    u64 lowered = (u64){word}(raddle_number_{suffix}({difference}(operand, {two_to_63})));
    return direct >> 63 ? direct | lowered : direct;"
            )
        }
        _ => format!(
            "double value = {number};
    if (!(value > 0))
        return 0;
    if (value >= 340282366920938463463374607431768211456.0)
        return {};
    return {};",
            ones(width),
            narrowed("(u128)value", width)
        ),
    };
    helpers.one(name, from.width(), width, &body);
}

pub fn from_integer(helpers: &mut Helpers, name: &str, kind: FloatKind, width: u16, value: &str) {
    basics(helpers, kind);
    let Format { number, suffix, bits, .. } = format_of(kind);
    let from = unsigned(width);
    helpers.add(&format!(
        "static {bits} {name}({from} operand)
{{
    RADDLE_EXACT {number} result = ({number}){value};
    return raddle_bits_{suffix}(result);
}}
"
    ));
}
