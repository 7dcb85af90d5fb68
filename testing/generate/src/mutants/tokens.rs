//! The words and signs of a C text, with their places. Comments, directives and what is
//! between quotes are nobody's business here.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    /// A string or a character.
    Quoted,
    Sign,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) bytes: Range<usize>,
}

/// Longer ones first.
const LONG_SIGNS: [&str; 22] = [
    "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "->",
];

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut line_is_empty = true;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, kind) = match first {
            '\n' => {
                line_is_empty = true;
                (1, None)
            }
            '#' if line_is_empty => (directive(rest), None),
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), None),
            '/' if rest.starts_with("/*") => {
                (rest.find("*/").map_or(rest.len(), |end| end + 2), None)
            }
            '"' | '\'' => (quoted(rest, first), Some(Kind::Quoted)),
            _ if first.is_ascii_digit() => {
                (run(rest, |c| is_of_words(c) || c == '.'), Some(Kind::Number))
            }
            _ if is_of_words(first) => (run(rest, is_of_words), Some(Kind::Word)),
            _ if first.is_whitespace() => (first.len_utf8(), None),
            _ => (sign(rest, first), Some(Kind::Sign)),
        };
        if let Some(kind) = kind {
            line_is_empty = false;
            found.push(Token { kind, bytes: at..at + length });
        }
        at += length;
    }
    found
}

fn is_of_words(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|character| !belongs(character)).unwrap_or(text.len())
}

/// To the end of its last line.
fn directive(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    // The line's end is left, so that the next line begins as one.
    end - usize::from(text[..end].ends_with('\n'))
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn sign(text: &str, first: char) -> usize {
    let long = LONG_SIGNS.iter().find(|sign| text.starts_with(**sign));
    long.map_or(first.len_utf8(), |sign| sign.len())
}
