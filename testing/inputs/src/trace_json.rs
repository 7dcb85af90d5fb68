//! Trace files: read, written again, and replayed on a program that has some of
//! everything a trace can speak about.

use std::sync::OnceLock;

use raddle_passes::{PipelineOptions, Ready, prepare};
use raddle_semantics::Selected;
use raddle_trace::json::{OptionsRecord, ProgramRecord};
use raddle_trace::{RenderOptions, Style, TraceFile, TraceFileError, lift, render};
use raddle_verdict::{Counterexample, Violation, replay};

use crate::llvm_text::load;
use crate::seeds;

#[expect(clippy::panic, reason = "a panic is how a target tells of a finding")]
pub fn trace_json(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(file) = TraceFile::from_json(text)
        && let Err(error) = follow(&file)
    {
        panic!("a file that was read is broken later: {error}");
    }
}

/// As `raddle replay` does it.
fn follow(file: &TraceFile) -> Result<(), TraceFileError> {
    assert_eq!(TraceFile::from_json(&file.to_json()?).as_ref(), Ok(file));
    let selected: Selected = file.checks()?.into_iter().collect();
    let schedule = file.schedule()?;
    let claim = Violation {
        kind: file.check_kind()?,
        message: file.violation.message.clone(),
        location: None,
        thread: file.violation.thread,
        other: None,
    };
    if let Some(ready) = program()
        && let Ok(execution) = replay(ready, selected, &schedule, &claim)
    {
        let source = lift(ready, &execution);
        for full in [false, true] {
            render(&source, &RenderOptions { style: Style::PLAIN, full });
        }
    }
    Ok(())
}

/// The program that traces are replayed on.
pub(crate) fn program() -> Option<&'static Ready> {
    static PROGRAM: OnceLock<Option<Ready>> = OnceLock::new();
    let make = || prepare(load(seeds::TRACED).ok()?, &PipelineOptions::default()).ok();
    PROGRAM.get_or_init(make).as_ref()
}

/// A failing run as a file.
pub(crate) fn file_of(ready: &Ready, run: &Counterexample) -> Option<String> {
    let record = ProgramRecord {
        files: vec!["traced.c".to_owned()],
        options: OptionsRecord {
            data_model: "lp64".to_owned(),
            sv_comp: false,
            nondet_externs: false,
            malloc_may_fail: false,
            optimise: 0,
            checks: vec![run.violation.kind.name().to_owned()],
            clang_arguments: vec!["-DN=2".to_owned()],
        },
        fingerprint: "0123456789abcdef".to_owned(),
    };
    TraceFile::new("raddle 0".to_owned(), &ready.program, record, run).to_json().ok()
}
