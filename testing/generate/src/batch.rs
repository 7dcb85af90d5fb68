//! Several programs in one file, one after the other: compilers are started once
//! for all of them, which is most of what a small program costs.
//!
//! Programs name what they have at file scope alike, so each gets names of its own
//! here. A name that is missing from the tables below is a compiler's error.

use std::fmt::Write;

use crate::bytes::Bytes;
use crate::library::{self, Caller};
use crate::program::{EPILOGUE, Generator, PRELUDE, Size};

/// Names at file scope.
const NAMES: [&str; 25] = [
    "Colour",
    "Pun",
    "turn",
    "Handler",
    "handler",
    "handlers",
    "choose",
    "run",
    "Node",
    "nodes",
    "list",
    "grid",
    "words",
    "atomic_int",
    "atomic_unsigned",
    "atomic_long",
    "atomic_short",
    "atomic_byte",
    "atomic_flag_byte",
    "atomic_float",
    "atomic_double",
    "atomic_pointer",
    "atomic_pair",
    "whole_program",
    "start_program",
];

/// Names at file scope that a number follows.
const NUMBERED: [&str; 19] = [
    "COLOUR", "S", "make_S", "hash_S", "change_S", "handler", "function", "g_", "ga_", "gp_",
    "gs_", "many_", "pass_", "B", "b_", "same_B", "put_B", "read_B", "write_B",
];

/// How many calls of the library a small program has.
const CALLS: usize = 10;

/// What a program is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The language, for both data models.
    Language,
    /// The bytes of objects, for both data models, in one file or two.
    Bytes,
    /// Calls of the C library, for the data model that its headers are for.
    Library,
}

/// One C file with a small program for each seed. After what a program shows comes
/// its exit value, and then the next one begins.
pub fn batch(subject: Subject, seeds: &[u64]) -> String {
    let mut text = match subject {
        Subject::Language => PRELUDE.to_owned(),
        Subject::Bytes => format!("{PRELUDE}{}", Bytes::helpers()),
        Subject::Library => library::PRELUDE.to_owned(),
    };
    let mut calls = String::new();
    for (position, seed) in seeds.iter().enumerate() {
        let suffix = format!("_p{position}");
        let body = match subject {
            Subject::Language => Generator::new(*seed, Size::Small).body(),
            Subject::Bytes => Bytes::new(*seed).body(),
            Subject::Library => Caller::new(*seed).body(CALLS),
        };
        text.push_str(&renamed(&body, &suffix));
        // Writing to a string cannot fail.
        let _ = writeln!(calls, "    start_again();");
        let _ = writeln!(calls, "    __raddle_output(whole_program{suffix}());");
    }
    let _ = write!(
        text,
        "\n#ifndef ONLY_DATA\nstatic int whole_program(void)\n{{\n{calls}    return 0;\n}}\n"
    );
    text.push_str(EPILOGUE);
    text.push_str("#endif\n");
    text
}

fn is_at_file_scope(name: &str) -> bool {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    NAMES.contains(&name) || (stem.len() < name.len() && NUMBERED.contains(&stem))
}

/// The same text, in which names at file scope end with the suffix.
fn renamed(text: &str, suffix: &str) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut result = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => literal_length(rest, first),
            // Numbers too, so that their letters are not taken for names.
            _ if is_part(first) => rest.find(|next| !is_part(next)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        result.push_str(token);
        if is_at_file_scope(token) {
            result.push_str(suffix);
        }
        rest = after;
    }
    result
}

/// Of a literal between quotes, with both of them.
fn literal_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (position, letter) in text.char_indices().skip(1) {
        if letter == quote && !is_escaped {
            return position + quote.len_utf8();
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn only_names_at_file_scope_change() {
        let text = "S1 x = make_S1(0x1S1, \"S1 \\\" S1\", 'U'); list->S = f0.Pun * g_2 / g_x;";
        assert_eq!(
            renamed(text, "_p"),
            "S1_p x = make_S1_p(0x1S1, \"S1 \\\" S1\", 'U'); list_p->S = f0.Pun_p * g_2_p / g_x;"
        );
    }
}
