//! A position in the text, and the smallest pieces read from it.
//!
//! Every piece first passes over space and comments. Failing leaves the position
//! at the piece that was not understood, and that is what the error names.

use std::borrow::Cow;
use std::fmt;

use super::quote::{continues_word, starts_word, unescape};
use crate::index::Index;

/// Where and why a text is none of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// An error on its way out; the position is turned into a line only once.
#[derive(Debug)]
pub(super) struct Failure {
    position: usize,
    message: Cow<'static, str>,
}

pub(super) type Parsed<T> = Result<T, Failure>;

pub(super) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, bytes: text.as_bytes(), position: 0 }
    }

    pub(super) fn length(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Goes there: to where a piece was met before.
    pub(super) fn go_to(&mut self, position: usize) {
        self.position = position;
    }

    /// Goes behind the next occurrence of the text, if there is one.
    pub(super) fn go_behind(&mut self, text: &str) -> bool {
        let found = self.text[self.position..].find(text);
        if let Some(offset) = found {
            self.position += offset + text.len();
        }
        found.is_some()
    }

    pub(super) fn fail<T>(&self, message: impl Into<Cow<'static, str>>) -> Parsed<T> {
        self.fail_at(self.position, message)
    }

    pub(super) fn fail_at<T>(
        &self,
        position: usize,
        message: impl Into<Cow<'static, str>>,
    ) -> Parsed<T> {
        Err(Failure { position, message: message.into() })
    }

    pub(super) fn error(&self, failure: Failure) -> ParseError {
        let before = &self.bytes[..failure.position.min(self.bytes.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start =
            before.iter().rposition(|&byte| byte == b'\n').map_or(0, |position| position + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        ParseError {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            message: failure.message.into_owned(),
        }
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    #[inline]
    fn byte_at(&self, offset: usize) -> Option<u8> {
        self.bytes.get(self.position + offset).copied()
    }

    #[inline]
    fn skip(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => self.position += 1,
                b';' => {
                    let rest = &self.bytes[self.position..];
                    let comment = rest.iter().position(|&byte| byte == b'\n');
                    self.position += comment.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// The next byte that is neither space nor comment.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.byte()
    }

    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    /// As `eat`, but nothing may stand before it.
    #[inline]
    pub(super) fn eat_adjacent(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.position += usize::from(found);
        found
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Parsed<()> {
        if self.eat(byte) { Ok(()) } else { self.fail(format!("expected '{}'", char::from(byte))) }
    }

    /// Takes the text if it comes next.
    pub(super) fn eat_text(&mut self, text: &str) -> bool {
        self.skip();
        let found = self.bytes[self.position..].starts_with(text.as_bytes());
        if found {
            self.position += text.len();
        }
        found
    }

    /// Takes the word if it, and no longer one, comes next.
    #[inline]
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.skip();
        let found = self.bytes[self.position..].starts_with(word.as_bytes())
            && !self.byte_at(word.len()).is_some_and(continues_word);
        if found {
            self.position += word.len();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(format!("expected '{word}'")) }
    }

    /// The next word; empty if something else comes.
    #[inline]
    pub(super) fn word(&mut self) -> &'a str {
        self.skip();
        if !self.byte().is_some_and(starts_word) {
            return "";
        }
        let start = self.position;
        while self.byte().is_some_and(continues_word) {
            self.position += 1;
        }
        // Words are ASCII, so that these are boundaries of characters.
        self.text.get(start..self.position).unwrap_or("")
    }

    /// One of a fixed set of words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        choices: &[T],
        name: impl Fn(T) -> &'static str,
        what: &'static str,
    ) -> Parsed<T> {
        let word = self.word();
        match choices.iter().find(|&&choice| name(choice) == word) {
            Some(&choice) => Ok(choice),
            None => self.fail_at(self.position - word.len(), format!("'{word}' is no {what}")),
        }
    }

    #[inline]
    pub(super) fn at_digit(&mut self) -> bool {
        self.peek().is_some_and(|byte| byte.is_ascii_digit())
    }

    /// Digits that follow at once.
    #[inline]
    fn digits(&mut self) -> Parsed<u64> {
        let start = self.position;
        let mut value = 0u64;
        while let Some(byte @ b'0'..=b'9') = self.byte() {
            let next =
                value.checked_mul(10).and_then(|value| value.checked_add(u64::from(byte - b'0')));
            value = match next {
                Some(value) => value,
                None => return self.fail_at(start, "the number is too large"),
            };
            self.position += 1;
        }
        if self.position == start {
            return self.fail("expected a number");
        }
        Ok(value)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Parsed<u64> {
        self.skip();
        self.digits()
    }

    /// A number of up to 32 bits that follows at once.
    #[inline]
    pub(super) fn adjacent_u32(&mut self) -> Parsed<u32> {
        let start = self.position;
        match u32::try_from(self.digits()?) {
            Ok(value) => Ok(value),
            Err(_) => self.fail_at(start, "the number is too large"),
        }
    }

    /// A sign and the digits, as a magnitude.
    #[inline]
    pub(super) fn signed_magnitude(&mut self) -> Parsed<(bool, u128)> {
        let negative = self.eat(b'-');
        let start = self.position;
        // Up to 19 digits fit in 64 bits; nearly everything does.
        let mut end = start;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        if end - start <= 19 {
            return Ok((negative, u128::from(self.digits()?)));
        }
        let digits = self.text.get(start..end).unwrap_or("");
        match digits.parse::<u128>() {
            Ok(value) => {
                self.position = end;
                Ok((negative, value))
            }
            Err(_) => self.fail("the number is too large"),
        }
    }

    /// An entity: its prefix and its number.
    #[inline]
    pub(super) fn entity<I: Index>(&mut self, prefix: &'static str) -> Parsed<I> {
        self.skip();
        if self.bytes[self.position..].starts_with(prefix.as_bytes())
            && self.byte_at(prefix.len()).is_some_and(|byte| byte.is_ascii_digit())
        {
            self.position += prefix.len();
            return Ok(I::new(self.adjacent_u32()? as usize));
        }
        self.fail(format!("expected {prefix} and a number"))
    }

    /// Does an entity of this letter come next?
    #[inline]
    pub(super) fn at_entity(&mut self, letter: u8) -> bool {
        self.peek() == Some(letter) && self.byte_at(1).is_some_and(|byte| byte.is_ascii_digit())
    }

    /// The bytes of a quoted string.
    pub(super) fn bytes(&mut self) -> Parsed<Cow<'a, [u8]>> {
        self.expect(b'"')?;
        let start = self.position;
        loop {
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => self.position += 2,
                Some(_) => self.position += 1,
                None => return self.fail_at(start - 1, "the string does not end"),
            }
        }
        let quoted = &self.bytes[start..self.position];
        self.position += 1;
        match unescape(quoted) {
            Ok(bytes) => Ok(bytes),
            Err(position) => self.fail_at(start + position, "unknown escape"),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        self.skip();
        let start = self.position;
        match String::from_utf8(self.bytes()?.into_owned()) {
            Ok(string) => Ok(string),
            Err(_) => self.fail_at(start, "the string is not UTF-8"),
        }
    }

    /// A word or a string.
    pub(super) fn name(&mut self) -> Parsed<String> {
        if self.peek() == Some(b'"') {
            return self.string();
        }
        match self.word() {
            "" => self.fail("expected a name"),
            word => Ok(word.to_owned()),
        }
    }

    /// Passes over a name after a dot.
    #[inline]
    pub(super) fn skip_ornament(&mut self) -> Parsed<()> {
        if !self.eat_adjacent(b'.') {
            return Ok(());
        }
        if self.byte() == Some(b'"') {
            return self.bytes().map(|_| ());
        }
        while self.byte().is_some_and(continues_word) {
            self.position += 1;
        }
        Ok(())
    }
}
