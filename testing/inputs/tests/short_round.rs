//! A short campaign with fixed dice for every kind of input; `./x fuzz-inputs` makes
//! longer ones.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_inputs::campaign::{Until, run};
use raddle_inputs::{TARGETS, Target};

fn round(name: &str, inputs: u64) {
    let target: Target = *TARGETS.iter().find(|target| target.name == name).unwrap();
    let folder = tempfile::tempdir().unwrap().keep();
    let outcome = run(target, Vec::new(), 1, Until::Inputs(inputs), &folder).unwrap();
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    assert_eq!(outcome.inputs, inputs);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn llvm_text() {
    round("llvm_text", 600);
}

#[test]
fn ir_text() {
    round("ir_text", 600);
}

#[test]
fn trace_json() {
    round("trace_json", 3000);
}

#[test]
fn certificate() {
    round("certificate", 3000);
}

#[test]
fn options() {
    round("options", 1000);
}
