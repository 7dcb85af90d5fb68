//! Other verifiers: runs one on a file, and reads what it says. Known are the words
//! and the traces of CBMC and ESBMC; of others, the words TRUE and FALSE, as in the
//! software verification competition, and else the exit status.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use raddle_process::{start, without_thread};
use raddle_sequential::RunEvent;
use raddle_terms::Bits;

use crate::diagnostic::Diagnostic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Of the tool.
    pub name: String,
    pub verdict: Verdict,
    /// What its failing run says; empty if it shows none.
    pub ran: Vec<RunEvent>,
}

/// The parts of a command. There is no shell: quotes only keep words together.
pub fn words(command: &str) -> Result<Vec<String>, Diagnostic> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for letter in command.chars() {
        match (letter, quote) {
            (_, Some(mark)) if letter == mark => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            (_, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    let help = "write it as in --backend 'cbmc --trace {}', where {} is the program's file";
    if quote.is_some() {
        return Err(Diagnostic::new("--backend has a quote without an end").help(help));
    }
    if !words.iter().skip(1).any(|word| word.contains("{}")) {
        return Err(Diagnostic::new("--backend does not say where the file goes").help(help));
    }
    Ok(words)
}

/// More than any tool has to say. One that says more is not listened to, and ends by
/// that.
const LONGEST: u64 = 1 << 28;

/// A word with the file in place of `{}`, so that it cannot be taken for an option.
fn with_file(word: &str, file: &Path) -> OsString {
    let is_like_option = file.as_os_str().as_encoded_bytes().starts_with(b"-");
    let file = if is_like_option { Path::new(".").join(file) } else { file.to_owned() };
    let mut out = OsString::new();
    for (position, part) in word.split("{}").enumerate() {
        if position > 0 {
            out.push(&file);
        }
        out.push(part);
    }
    out
}

pub fn run(words: &[String], file: &Path, time: Option<Duration>) -> Result<Answer, Diagnostic> {
    let parts: Vec<OsString> = words.iter().map(|word| with_file(word, file)).collect();
    let (program, arguments) = parts.split_first().ok_or_else(|| Diagnostic::new("no backend"))?;
    let cannot = |error: std::io::Error| {
        Diagnostic::new(format!("cannot run {program:?}: {error}"))
            .help("--backend names a program that is installed, such as 'cbmc --trace {}'")
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut tool = start(&mut command).map_err(cannot)?;
    let output = tool.take_output();
    let read = move || {
        let mut bytes = Vec::new();
        // What could be read until then still counts.
        let _ = output.map(|output| output.take(LONGEST).read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let reader = std::thread::Builder::new().spawn(read).map_err(without_thread).map_err(cannot)?;
    let status = tool.wait(time).map_err(cannot)?;
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some(status) = status else {
        return Ok(Answer { name, verdict: Verdict::Unknown, ran: Vec::new() });
    };
    let text = reader.join().unwrap_or_default();
    let verdict = verdict(&text, status.code());
    let ran = if verdict == Verdict::Violated { trace(&text) } else { Vec::new() };
    Ok(Answer { name, verdict, ran })
}

/// What the text and the exit status say.
fn verdict(text: &str, code: Option<i32>) -> Verdict {
    if text.contains("VERIFICATION FAILED") {
        return Verdict::Violated;
    }
    if text.contains("VERIFICATION SUCCESSFUL") {
        return Verdict::Holds;
    }
    if text.contains("VERIFICATION UNKNOWN") || text.contains("VERIFICATION ERROR") {
        return Verdict::Unknown;
    }
    let is_word = |word: &str, of: &str| {
        word.trim_matches(|letter: char| !letter.is_alphanumeric()).split('(').next() == Some(of)
    };
    let last = text.split_whitespace().rev().find_map(|word| {
        [("TRUE", Verdict::Holds), ("FALSE", Verdict::Violated), ("UNKNOWN", Verdict::Unknown)]
            .into_iter()
            .find(|(of, _)| is_word(word, of))
    });
    match (last, code) {
        (Some((_, verdict)), _) => verdict,
        (None, Some(0)) => Verdict::Holds,
        (None, Some(1 | 10)) => Verdict::Violated,
        (None, Some(_) | None) => Verdict::Unknown,
    }
}

/// The assignments of the first trace that say something: `raddle_at=7ull (00...)`
/// is a mark, `raddle_choice_u32=5u (00...)` a value. How the tool sets its
/// variables up before the program begins is left out.
fn trace(text: &str) -> Vec<RunEvent> {
    let mut ran = Vec::new();
    let mut is_setup = false;
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("State ") {
            is_setup = line.contains("__CPROVER_initialize") || line.contains("__ESBMC_main");
        }
        let ends = line.starts_with("Violated property") || line.starts_with("Violation of");
        if ends && !ran.is_empty() {
            break;
        }
        if !is_setup {
            ran.extend(assignment(line));
        }
    }
    ran
}

fn assignment(line: &str) -> Option<RunEvent> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    match name.strip_prefix("raddle_choice_u") {
        Some(width) => {
            let width: u16 = width.parse().ok().filter(|width| (1..=128).contains(width))?;
            Some(RunEvent::Value(Bits::new(number(value)?, width)))
        }
        None if name == "raddle_at" => Some(RunEvent::Output(Bits::new(number(value)?, 64))),
        None => None,
    }
}

/// `7ull (00000000 ... 00000111)`: the bits if they are there, else the digits.
fn number(text: &str) -> Option<u128> {
    let text = text.trim();
    if let Some((_, bits)) = text.split_once('(') {
        let bits: String = bits.chars().filter(|letter| "01".contains(*letter)).collect();
        if !bits.is_empty() {
            return u128::from_str_radix(&bits, 2).ok();
        }
    }
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_no_option() {
        assert_eq!(with_file("{}", Path::new("-x.c")), "./-x.c");
        assert_eq!(with_file("--in={},{}", Path::new("a b")), "--in=a b,a b");
        assert_eq!(with_file("{", Path::new("a")), "{");
    }

    fn at(mark: u128) -> RunEvent {
        RunEvent::Output(Bits::new(mark, 64))
    }

    #[test]
    fn commands_are_words() {
        let plain = words("cbmc --trace {}").unwrap();
        assert_eq!(plain, ["cbmc", "--trace", "{}"]);
        let quoted = words("'my tool' \"a 'b'\" x{}y ''").unwrap();
        assert_eq!(quoted, ["my tool", "a 'b'", "x{}y", ""]);
        for wrong in ["", "cbmc", "{}", "cbmc '{}"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn verdicts_are_read_from_words_and_else_from_the_status() {
        assert_eq!(verdict("x\nVERIFICATION FAILED\n", Some(10)), Verdict::Violated);
        assert_eq!(verdict("VERIFICATION SUCCESSFUL\n", Some(0)), Verdict::Holds);
        assert_eq!(verdict("VERIFICATION UNKNOWN\n", Some(0)), Verdict::Unknown);
        assert_eq!(verdict("Verification result: FALSE(unreach-call)", Some(0)), Verdict::Violated);
        assert_eq!(verdict("FALSE alarm\nresult: TRUE.", None), Verdict::Holds);
        assert_eq!(verdict("falsehood", Some(0)), Verdict::Holds);
        assert_eq!(verdict("", Some(1)), Verdict::Violated);
        assert_eq!(verdict("", Some(6)), Verdict::Unknown);
        assert_eq!(verdict("", None), Verdict::Unknown);
    }

    /// The form of `cbmc --trace`.
    const CBMC: &str = "\
Trace for main.assertion.1:

State 12 file p.c function __CPROVER_initialize line 40 thread 0
----------------------------------------------------
  raddle_at=0ull (00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000)

State 20 file p.c function main line 90 thread 0
----------------------------------------------------
  raddle_at=7ull (00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000111)

State 21 file p.c function raddle_nondet_1 line 50 thread 0
----------------------------------------------------
  raddle_choice_u8=1 (00000001)

State 22 file p.c function main line 91 thread 0
----------------------------------------------------
  goto_symex$$return_value=1 (00000001)

Violated property:
  file p.c function main line 99 thread 0
  assert: x == 0

Trace for main.assertion.2:
State 20 file p.c function main line 90 thread 0
  raddle_at=9ull (00000000 00001001)
** 2 of 3 failed
VERIFICATION FAILED
";

    #[test]
    fn the_first_trace_of_cbmc_is_read() {
        assert_eq!(trace(CBMC), [at(7), RunEvent::Value(Bits::new(1, 8))]);
    }

    /// The form of ESBMC.
    const ESBMC: &str = "\
[Counterexample]

State 1 file p.c line 90 column 5 function main thread 0
----------------------------------------------------
  raddle_at = 3 (00000000 00000000 00000000 00000011)

State 2 file p.c line 50 column 5 function raddle_nondet_32 thread 0
----------------------------------------------------
  raddle_choice_u32 = 4294967295 (11111111 11111111 11111111 11111111)

State 3 file p.c line 91 column 5 function main thread 0
----------------------------------------------------
Violated property:
  file p.c line 99 column 5 function main
  assert: x == 0

VERIFICATION FAILED
";

    #[test]
    fn the_trace_of_esbmc_is_read() {
        assert_eq!(trace(ESBMC), [at(3), RunEvent::Value(Bits::new(0xffff_ffff, 32))]);
    }

    #[test]
    fn digits_do_where_there_are_no_bits() {
        assert_eq!(assignment("raddle_at=12ull"), Some(at(12)));
        assert_eq!(assignment("raddle_choice_u9999=1"), None);
        assert_eq!(assignment("raddle_at=x"), None);
        assert_eq!(assignment("raddle_attic=1"), None);
    }
}
