//! Names and strings: when they need quotes, and how.

use std::borrow::Cow;
use std::fmt;

pub(super) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn continues_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// A name: bare where it is a word, else quoted.
pub(super) fn write_name(out: &mut dyn fmt::Write, name: &str) -> fmt::Result {
    let bytes = name.as_bytes();
    if bytes.first().copied().is_some_and(starts_word) && bytes.iter().copied().all(continues_word)
    {
        out.write_str(name)
    } else {
        write_string(out, name)
    }
}

/// Quoted; characters beyond ASCII stay as they are.
pub(super) fn write_string(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for character in text.chars() {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => write_byte(out, byte)?,
            Ok(_) | Err(_) => out.write_char(character)?,
        }
    }
    out.write_char('"')
}

/// Quoted; every byte beyond ASCII is an escape.
pub(super) fn write_bytes(out: &mut dyn fmt::Write, bytes: &[u8]) -> fmt::Result {
    out.write_char('"')?;
    for &byte in bytes {
        write_byte(out, byte)?;
    }
    out.write_char('"')
}

fn write_byte(out: &mut dyn fmt::Write, byte: u8) -> fmt::Result {
    match byte {
        b'"' => out.write_str("\\\""),
        b'\\' => out.write_str("\\\\"),
        b'\n' => out.write_str("\\n"),
        b'\t' => out.write_str("\\t"),
        b' '..=b'~' => out.write_char(char::from(byte)),
        0..=31 | 127..=255 => write!(out, "\\{byte:02x}"),
    }
}

/// What stands between the quotes, with its escapes resolved; `Err` is the
/// position of an escape that is none.
pub(super) fn unescape(quoted: &[u8]) -> Result<Cow<'_, [u8]>, usize> {
    if !quoted.contains(&b'\\') {
        return Ok(Cow::Borrowed(quoted));
    }
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut position = 0;
    while let Some(&byte) = quoted.get(position) {
        if byte != b'\\' {
            bytes.push(byte);
            position += 1;
            continue;
        }
        let digit = |offset: usize| {
            let byte = *quoted.get(position + offset)?;
            char::from(byte).to_digit(16).map(|digit| digit as u8)
        };
        match (quoted.get(position + 1), digit(1), digit(2)) {
            (Some(b'n'), _, _) => bytes.push(b'\n'),
            (Some(b't'), _, _) => bytes.push(b'\t'),
            (Some(&byte @ (b'"' | b'\\')), _, _) => bytes.push(byte),
            (Some(_), Some(high), Some(low)) => {
                bytes.push(high << 4 | low);
                position += 1;
            }
            (Some(_), _, _) | (None, _, _) => return Err(position),
        }
        position += 2;
    }
    Ok(Cow::Owned(bytes))
}
