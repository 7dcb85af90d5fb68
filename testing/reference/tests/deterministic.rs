//! Programs with one behaviour are run to their end; others are refused.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_ir::text;
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_reference::{DeterministicRun, run_deterministic};

/// `main` is called by another function, as the front-end does it.
fn run(main: &str) -> Result<DeterministicRun, String> {
    let program = format!(
        "raddle-ir 1 target 64 entry f0
file0 \"one.c\"
g0 global shared 4 align 4
f0 function entry() {{
b0:
  r0:i32 = call f1()
  stop exit
}}
{main}"
    );
    let program = text::parse(&program).unwrap_or_else(|error| panic!("{error}"));
    let ready = prepare(program, &PipelineOptions::default());
    run_deterministic(&ready.unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn outputs_and_the_exit_value_are_told() {
    let run = run("f1 function main() -> i32 {
b0:
  output 7:i64
  store i32 g0 = 4294967295:i32
  r0:i32 = load i32 g0
  r1:i64 = sign_extend.64 r0
  output r1
  return r0
}
");
    assert_eq!(run, Ok(DeterministicRun { outputs: vec![7, u64::MAX], exit: Some(-1) }));
}

#[test]
fn a_thread_that_is_waited_for_is_run() {
    let run = run("f1 function main() -> i32 {
b0:
  r0:i32 = spawn f2, 0:i64
  atomic_begin
  r1:i32 = load i32 g0
  r2:i1 = equal r1, 5:i32
  r3:i1 = await plain r2
  atomic_end
  output 2:i64
  return r1
}
f2 function worker(r0:ptr) -> ptr {
b0:
  output 1:i64
  store i32 g0 = 5:i32
  return 0:i64
}
");
    assert_eq!(run, Ok(DeterministicRun { outputs: vec![1, 2], exit: Some(5) }));
}

#[test]
fn an_end_without_a_value_has_none() {
    let run = run("f1 function main() -> i32 {
b0:
  output 1:i64
  stop exit
}
");
    assert_eq!(run, Ok(DeterministicRun { outputs: vec![1], exit: None }));
}

#[test]
fn other_programs_are_refused() {
    let input = run("f1 function main() -> i32 {
b0:
  r0:i32 = nondet input
  return r0
}
");
    assert_eq!(input, Err("it has inputs".to_owned()));
    let null = run("f1 function main() -> i32 {
b0:
  r0:i32 = load i32 0:i64
  return r0
}
");
    assert!(null.as_ref().is_err_and(|error| error.contains("null pointer")), "{null:?}");
    let stuck = run("f1 function main() -> i32 {
b0:
  r0:i32 = load i32 g0
  r1:i1 = equal r0, 5:i32
  r2:i1 = await plain r1
  return r0
}
");
    assert_eq!(stuck, Err("all its threads wait".to_owned()));
}
