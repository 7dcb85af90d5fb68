//! What the scheme of Lal and Reps makes of small programs in the text form of
//! the IR: its shape, what it keeps a copy a round of, and what it says. That it
//! means what it should is tested with the engines.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_ir::{CheckKind, Instruction, text::parse};
use raddle_passes::{PipelineOptions, prepare};
use raddle_sequential::guessed_memory::{ProgramBuilder, SharedMemory};
use raddle_sequential::{Bounded, Sequential, TraceMark, bound, lal_reps};
use raddle_test_support::bounded::bounds;

fn bounded(text: &str) -> Bounded {
    let program = parse(&format!("raddle-ir 1 target 64 entry f0\n{text}")).unwrap();
    let options = PipelineOptions { promote: false, simplify: false, ..PipelineOptions::default() };
    bound(&prepare(program, &options).unwrap(), &bounds(3)).unwrap()
}

fn sequential(text: &str, rounds: u32) -> Sequential {
    lal_reps::sequentialise(&bounded(text), rounds).unwrap()
}

fn instructions(sequential: &Sequential) -> impl Iterator<Item = &Instruction> {
    let blocks = sequential.program.functions.iter().flat_map(|function| function.blocks.iter());
    blocks.flat_map(|block| &block.statements).map(|statement| &statement.instruction)
}

fn has_global(sequential: &Sequential, name: &str) -> bool {
    sequential.program.globals.iter().any(|global| global.name == name)
}

/// The locations of shared memory that have to be guessed, by name.
fn guessed(text: &str) -> Vec<String> {
    let bounded = bounded(text);
    let mut build = ProgramBuilder::new(&bounded);
    let shared = SharedMemory::find(&bounded, &mut build).unwrap();
    shared.guessed.iter().map(|location| location.name.clone()).collect()
}

/// Both threads increment `x`; `n` is written before there are two, and read after.
const INCREMENTS: &str = "g0 global x 4 align 4
g1 global n 4 align 4
f0 function main() {
b0:
  store i32 g1 = 7:i32
  r0:i32 = spawn f1, 0:i64
  r1:i32 = load i32 g0
  r2:i32 = add r1, 1:i32
  store i32 g0 = r2
  r3:i32 = load i32 g1
  r4:i1 = equal r3, 7:i32
  check assert r4 \"seven\"
  stop exit
}
f1 function worker(r0:ptr) -> ptr {
b0:
  r1:i32 = load i32 g0
  r2:i32 = add r1, 1:i32
  store i32 g0 = r2
  r3:i32 = load i32 g1
  r4:i1 = equal r3, 7:i32
  check assert r4 \"seven\"
  return 0:i64
}
";

#[test]
fn the_program_has_one_thread_and_is_well_formed() {
    let made = sequential(INCREMENTS, 3);
    let concurrent = instructions(&made).any(|each| {
        matches!(
            each,
            Instruction::Spawn { .. }
                | Instruction::Await { .. }
                | Instruction::AtomicBegin
                | Instruction::AtomicEnd
        )
    });
    assert!(!concurrent);
    prepare(made.program, &PipelineOptions { verify: true, ..PipelineOptions::default() }).unwrap();
}

#[test]
fn there_is_a_copy_a_round_of_what_threads_do_not_know() {
    let made = sequential(INCREMENTS, 3);
    assert!(has_global(&made, "x_0") && has_global(&made, "x_2") && !has_global(&made, "x_3"));
    assert_eq!(guessed(INCREMENTS), ["x"]);
}

#[test]
fn what_is_written_after_the_creation_is_guessed() {
    let late = INCREMENTS.replace("  r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2\n  r3:i32 = load i32 g1\n  r4:i1 = equal r3, 7:i32\n  check assert r4 \"seven\"\n  stop", "  store i32 g1 = 8:i32\n  store i32 g0 = 1:i32\n  stop");
    assert_ne!(late, INCREMENTS);
    assert_eq!(guessed(&late), ["x", "n"]);
}

#[test]
fn elements_that_are_picked_by_an_index_are_cells() {
    let text = "g0 global a 12 align 4
f0 function main() {
b0:
  r0:i32 = spawn f1, 0:i64
  r1:i64 = nondet \"i\"
  r2:i64 = multiply r1, 4:i64
  r3:ptr = pointer_add.32 g0, r2
  store i32 r3 = 1:i32
  stop exit
}
f1 function worker(r0:ptr) -> ptr {
b0:
  r1:ptr = pointer_add.32 g0, 4:i64
  r2:i32 = load i32 r1
  store i32 r1 = r2
  return 0:i64
}
";
    assert_eq!(guessed(text), ["a_4"]);
    let made = sequential(text, 2);
    let wrong = instructions(&made)
        .any(|each| matches!(each, Instruction::Check { kind: CheckKind::Memory, .. }));
    assert!(wrong, "an index may be too large");
}

#[test]
fn a_check_stands_in_the_end_and_marks_say_who_fails() {
    let made = sequential(INCREMENTS, 2);
    let entry = &made.program.functions[made.program.entry];
    let statements = entry.blocks.iter().flat_map(|block| &block.statements);
    let checks = statements.filter(|each| {
        matches!(each.instruction, Instruction::Check { kind: CheckKind::Assert, .. })
    });
    assert_eq!(checks.count(), 2);
    let elsewhere = instructions(&made)
        .filter(|each| matches!(each, Instruction::Check { kind: CheckKind::Assert, .. }));
    assert_eq!(elsewhere.count(), 2);
    let stands = made.marks.iter().filter(|mark| matches!(mark, TraceMark::Stands { .. })).count();
    assert_eq!(stands, 2);
}

#[test]
fn a_shared_object_of_unknown_size_is_refused() {
    let text = "g0 global p 8 align 8
f0 function main() {
b0:
  r1:i64 = nondet \"size\"
  r2:ptr = allocate heap r1
  store ptr g0 = r2
  r0:i32 = spawn f1, 0:i64
  stop exit
}
f1 function worker(r0:ptr) -> ptr {
b0:
  r1:ptr = load ptr g0
  store i8 r1 = 1:i8
  return 0:i64
}
";
    let error = lal_reps::sequentialise(&bounded(text), 2).err();
    assert!(error.is_some_and(|error| error.contains("size is not known")));
}
