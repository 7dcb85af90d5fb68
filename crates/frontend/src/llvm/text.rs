//! Strings and number literals: from how they are written to what they mean.

use std::borrow::Cow;

use crate::llvm::ast::Type;

/// Resolves `\\` and `\XX`; anything else behind a backslash stays.
pub(super) fn unescape(raw: &str) -> Cow<'_, [u8]> {
    let bytes = raw.as_bytes();
    if !bytes.contains(&b'\\') {
        return Cow::Borrowed(bytes);
    }
    let mut result = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first != b'\\' {
            result.push(*first);
            continue;
        }
        match tail {
            [b'\\', after @ ..] => {
                result.push(b'\\');
                rest = after;
            }
            [high, low, after @ ..] => match (hex_digit(*high), hex_digit(*low)) {
                (Some(high), Some(low)) => {
                    result.push(high << 4 | low);
                    rest = after;
                }
                _ => result.push(b'\\'),
            },
            _ => result.push(b'\\'),
        }
    }
    Cow::Owned(result)
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Text with escapes resolved; bytes that are no UTF-8 are replaced, since such
/// text is only shown.
pub(super) fn decode_text(raw: &str) -> Cow<'_, str> {
    match unescape(raw) {
        Cow::Borrowed(_) => Cow::Borrowed(raw),
        Cow::Owned(bytes) => Cow::Owned(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }),
    }
}

/// A quoted name. One that is no UTF-8 stays as written, so that different names
/// stay different.
pub(super) fn decode_name(raw: &str) -> Cow<'_, str> {
    match unescape(raw) {
        Cow::Borrowed(_) => Cow::Borrowed(raw),
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Cow::Owned(text.strip_prefix('\u{1}').map(str::to_owned).unwrap_or(text)),
            Err(_) => Cow::Borrowed(raw),
        },
    }
}

/// A decimal integer of a type of at most 128 bits, sign-extended from its width.
/// Both the signed and the unsigned way of writing are accepted.
pub(super) fn integer(text: &str, width: u32) -> Option<i128> {
    let width = (1..=128).contains(&width).then_some(width)?;
    let unsigned_limit = u128::MAX >> (128 - width);
    let digits = text.strip_prefix('-');
    let magnitude: u128 = digits.or(text.strip_prefix('+')).unwrap_or(text).parse().ok()?;
    let value = if digits.is_some() {
        if magnitude > unsigned_limit / 2 + 1 {
            return None;
        }
        magnitude.wrapping_neg()
    } else if magnitude > unsigned_limit {
        return None;
    } else {
        magnitude
    };
    let shift = 128 - width;
    Some(((value << shift) as i128) >> shift)
}

/// A float written in decimal, which LLVM does only for `float` and `double`.
pub(super) fn decimal_float(text: &str, wanted: &Type) -> Option<u128> {
    let value: f64 = text.parse().ok()?;
    if *wanted == Type::Double {
        return Some(u128::from(value.to_bits()));
    }
    (*wanted == Type::Float).then(|| u128::from((value as f32).to_bits()))
}

/// A float written in hexadecimal: the bits of a double for `float` and `double`,
/// and a letter and the bits of the format for the others.
pub(super) fn hexadecimal_float(text: &str, wanted: &Type) -> Option<u128> {
    let digits = text.strip_prefix("0x")?;
    match wanted {
        Type::Double => hexadecimal(digits, 16),
        Type::Float => float_from_double(u64::try_from(hexadecimal(digits, 16)?).ok()?),
        Type::Half => hexadecimal(digits.strip_prefix('H')?, 4),
        Type::BFloat => hexadecimal(digits.strip_prefix('R')?, 4),
        Type::X87Extended => hexadecimal(digits.strip_prefix('K')?, 20),
        // The two halves are written low half first.
        Type::Quadruple => Some(hexadecimal(digits.strip_prefix('L')?, 32)?.rotate_left(64)),
        Type::DoubleDouble => Some(hexadecimal(digits.strip_prefix('M')?, 32)?.rotate_left(64)),
        Type::Void
        | Type::Integer(_)
        | Type::Pointer { .. }
        | Type::Array { .. }
        | Type::Vector { .. }
        | Type::Literal(_)
        | Type::Named(_)
        | Type::Function(_)
        | Type::Label
        | Type::Metadata
        | Type::Token
        | Type::Opaque(_) => None,
    }
}

fn hexadecimal(digits: &str, limit: usize) -> Option<u128> {
    if digits.is_empty() || digits.len() > limit || digits.starts_with('+') {
        return None;
    }
    u128::from_str_radix(digits, 16).ok()
}

/// A `float` that is written with the bits of the equal double. NaNs keep their
/// payload, which a conversion in hardware need not do.
fn float_from_double(bits: u64) -> Option<u128> {
    let value = f64::from_bits(bits);
    let narrow = if value.is_nan() {
        let sign = (bits >> 63) << 31;
        let fraction = (bits >> 29) & 0x7f_ffff;
        if fraction == 0 {
            return None;
        }
        sign | 0x7f80_0000 | fraction
    } else {
        u64::from((value as f32).to_bits())
    };
    Some(u128::from(narrow))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescape("a\\0Ab\\\\c\\00").as_ref(), b"a\nb\\c\0");
        assert_eq!(unescape("plain").as_ref(), b"plain");
        assert_eq!(unescape("bad\\x").as_ref(), b"bad\\x");
        assert_eq!(unescape("end\\").as_ref(), b"end\\");
        assert_eq!(decode_name("\\01real"), "real");
        assert_eq!(decode_name("\\C3\\A9"), "é");
        assert_eq!(decode_name("\\FF"), "\\FF");
    }

    #[test]
    fn integers_are_sign_extended_from_their_width() {
        assert_eq!(integer("-1", 8), Some(-1));
        assert_eq!(integer("255", 8), Some(-1));
        assert_eq!(integer("127", 8), Some(127));
        assert_eq!(integer("-128", 8), Some(-128));
        assert_eq!(integer("-129", 8), None);
        assert_eq!(integer("256", 8), None);
        assert_eq!(integer("1", 1), Some(-1));
        assert_eq!(integer("-170141183460469231731687303715884105728", 128), Some(i128::MIN));
        assert_eq!(integer("340282366920938463463374607431768211456", 128), None);
        assert_eq!(integer("1", 129), None);
        assert_eq!(integer("", 32), None);
    }

    #[test]
    fn floats_have_the_bits_of_their_own_type() {
        assert_eq!(decimal_float("1.000000e+00", &Type::Float), Some(0x3f80_0000));
        assert_eq!(decimal_float("-2.5", &Type::Double), Some(0xc004_0000_0000_0000));
        assert_eq!(decimal_float("1.0", &Type::Half), None);
        // 0.1f, written as the double that equals it.
        assert_eq!(hexadecimal_float("0x3FB99999A0000000", &Type::Float), Some(0x3dcc_cccd));
        assert_eq!(hexadecimal_float("0x7FF0000020000000", &Type::Float), Some(0x7f80_0001));
        assert_eq!(
            hexadecimal_float("0xK3FFF8000000000000000", &Type::X87Extended),
            Some(0x3fff_8000_0000_0000_0000)
        );
        assert_eq!(
            hexadecimal_float("0xL00000000000000003FFF000000000000", &Type::Quadruple),
            Some(0x3fff_0000_0000_0000_0000_0000_0000_0000)
        );
        assert_eq!(hexadecimal_float("0xH3C00", &Type::Half), Some(0x3c00));
        assert_eq!(hexadecimal_float("0xH3C00", &Type::Double), None);
    }
}
