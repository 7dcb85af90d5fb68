//! Our own text form: read, printed and read again, verified, prepared and run.

use raddle_ir::text::{Printer, parse};
use raddle_ir::verify::verify;
use raddle_ir::{Program, text::ParseError};
use raddle_passes::{PassError, PipelineOptions, prepare};

use crate::walk::walk;

/// As many steps are run of each program.
const STEPS: usize = 200;

pub fn ir_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(program) = parse(text) else {
        return;
    };
    let again: Result<Program, ParseError> = parse(&program.to_string());
    assert_eq!(again.as_ref(), Ok(&program), "what is printed is not what was read");
    let readable = parse(&Printer::READABLE.program(&program));
    assert_eq!(readable.as_ref(), Ok(&program), "the readable form is another program");
    if verify(&program).is_ok() {
        prepare_and_run(program);
    }
}

/// What the tool does with a well-formed program before engines search it, and what
/// they do with it then.
#[expect(clippy::panic, reason = "a panic is how a target tells of a finding")]
pub(crate) fn prepare_and_run(program: Program) {
    let options = PipelineOptions { verify: true, ..PipelineOptions::default() };
    match prepare(program, &options) {
        Ok(ready) => {
            walk(&ready, 1, STEPS);
        }
        Err(error @ PassError::IllFormed { .. }) => panic!("{error}"),
        // Too large for its pointers, which is a fact about the program.
        Err(PassError::Layout(_)) => {}
    }
}
