//! The text form: exact round trips, errors that point at their place, and no
//! panic on anything.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::sync::Arc;

use common::Choices;
use proptest::prelude::*;
use raddle_ir::text::{Printer, parse};

const EXAMPLE: &str = r#"raddle-ir 1 target 64 entry f0
file0 "lost update.c"
file1 "other.h"
t0 base int 4 signed
t1 pointer t0
t2 structure pair 8 {a 0 32 t0, b 32 3 t0}
g0 global counter 4 align 4 of t0 @3:5 = {0: "\02\00\00\00"}
g1 global "odd name" 24 align 8 constant library = {0: "a\n\"", 8: g0.counter+4, 16: f1.worker}
f0 function main(r0.argc:i32, r1.argv:ptr, ...) -> i32 @7:1 {
b0:
  r2.x:ptr = allocate stack 4:i64 as x of t0
  store i32 r2.x = 7:i32 @8:3
  r3:i32 = load atomic volatile i32 g0.counter
  r4:i32, r5:i1 = call f1.worker(r3, -1:i32, undefined:f64) @1:8:3
  r6:i1 = equal r3, 2:i32 @:11
  branch r6 then b1(r3) else b1(4294960000:i32) @-
b1(r7:i32):
  check assert false "counter == 2"
  switch r7 {0:i32 b1(r7), default b2}
b2:
  return r7
}
f1 function worker() library registers (r0.unused:i64)
"#;

#[test]
fn the_example_prints_as_it_is_written() {
    let program = parse(EXAMPLE).unwrap();
    assert_eq!(program.to_string(), EXAMPLE);
    assert_eq!(program.globals.iter().nth(1).unwrap().name, "odd name");
    let main = program.functions.iter().next().unwrap();
    assert!(main.variadic);
    assert_eq!(main.registers.len(), 8);
}

#[test]
fn the_readable_form_numbers_and_quotes_and_is_the_same_program() {
    let mut program = parse(EXAMPLE).unwrap();
    let plain = program.clone();
    let source = "1\n2\nint counter = 2;\n4\n5\n6\nint main() {\n  int x = 7;\n";
    for file in program.files.iter_mut() {
        file.text = Some(Arc::from(source));
    }
    let text = Printer::READABLE.program(&program);
    assert!(text.contains("      ; 8: int x = 7;\n   1: store i32 r2.x = 7:i32 @8:3\n"));
    assert_eq!(parse(&text).unwrap(), plain);
    assert_eq!(parse(&Printer::COMPACT.program(&program)).unwrap(), plain);
}

#[test]
fn an_instruction_alone_has_a_text() {
    let program = parse(EXAMPLE).unwrap();
    let main = program.functions.iter().next().unwrap();
    let entry = main.blocks.iter().next().unwrap();
    let texts: Vec<String> =
        entry.statements.iter().map(|statement| statement.instruction.to_string()).collect();
    assert_eq!(texts[1], "store i32 r2 = 7:i32");
    assert_eq!(texts[4], "r6 = equal r3, 2:i32");
    assert_eq!(entry.terminator.to_string(), "branch r6 then b1(r3) else b1(4294960000:i32)");
}

/// The error of a function body of one block.
fn error_of(body: &str) -> (u32, u32, String) {
    let text = format!("raddle-ir 1 target 64 entry f0\nf0 function f() {{\nb0:\n{body}\n}}\n");
    let error = parse(&text).unwrap_err();
    (error.line, error.column, error.message)
}

#[test]
fn errors_name_line_column_and_reason() {
    let cases = [
        ("  frobnicate r1", 3, "'frobnicate' is no instruction without a result"),
        ("  r1:i32 = frob r1", 12, "'frob' is no instruction with a result"),
        ("  r1:i32 = store i32 r1 = r2", 12, "'store' is no instruction with a result"),
        ("  r1:i32, r2:i1 = load i32 r1", 19, "the results do not fit the instruction"),
        ("  r1:i129 = load i32 r1", 10, "an integer has 1 to 128 bits"),
        ("  output 256:i8", 10, "the constant does not fit its width"),
        ("  output -129:i8", 10, "the constant does not fit its width"),
        ("  check nothing true \"\"", 9, "'nothing' is no kind of check"),
        ("  unsupported \"a\\qb\"", 17, "unknown escape"),
        ("  unsupported \"\\ff\"", 15, "the string is not UTF-8"),
        ("  unsupported \"ab", 15, "the string does not end"),
        ("  fence @:4", 11, "there is no line before"),
        ("  stop maybe", 8, "'maybe' is no reason to stop"),
        ("  r0:i32 = load i32 g4294967296", 22, "the number is too large"),
        ("  r4000000000:i32 = load i32 g0", 3, "the register's number is too large"),
        ("  fence\nb1:", 1, "expected an instruction"),
    ];
    for (body, column, message) in cases {
        let (line, actual_column, actual) = error_of(body);
        if body.contains('\n') {
            assert_eq!(actual, "'b1' is no instruction without a result");
            assert_eq!((line, actual_column), (5, column));
        } else {
            assert_eq!((line, actual_column, actual.as_str()), (4, column, message), "{body}");
        }
    }
}

#[test]
fn a_register_must_be_described_once() {
    let (_, _, message) = error_of("  r1:i32 = load i32 g0\n  return");
    assert_eq!(message, "a register of f is numbered, but not described");
    let (_, _, message) = error_of("  r0:i32 = load i32 g0\n  r0:i32 = load i32 g0\n  return");
    assert_eq!(message, "r0 was described before");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn parsing_undoes_printing(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let program = Choices::new(&bytes).program();
        for style in [Printer::COMPACT, Printer::READABLE] {
            let text = style.program(&program);
            let again = parse(&text).map_err(|error| {
                TestCaseError::fail(format!("{error}\n{text}"))
            })?;
            prop_assert_eq!(&again, &program, "{}", text);
        }
        prop_assert_eq!(parse(&program.to_string()), Ok(program));
    }

    /// Cut, doubled, overwritten: an error or another program, and nothing worse.
    #[test]
    fn damaged_text_never_panics(
        bytes in proptest::collection::vec(any::<u8>(), 0..600),
        damage in proptest::collection::vec((any::<usize>(), 0..24usize, any::<u8>()), 1..6),
    ) {
        let mut text = Choices::new(&bytes).program().to_string().into_bytes();
        for (position, length, byte) in damage {
            let start = position % (text.len() + 1);
            let end = (start + length).min(text.len());
            match byte % 4 {
                0 => {
                    text.drain(start..end);
                }
                1 => {
                    let piece = text[start..end].to_vec();
                    text.splice(start..start, piece);
                }
                2 => text.insert(start, byte),
                _ => {
                    if let Some(target) = text.get_mut(start) {
                        *target = byte;
                    }
                }
            }
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(program) = parse(&text) {
            prop_assert_eq!(parse(&program.to_string()), Ok(program.clone()));
            let _ = raddle_ir::verify::verify(&program);
        }
    }
}
