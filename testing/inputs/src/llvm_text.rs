//! LLVM text: read, lowered, linked with the library, verified, prepared and run.

use raddle_frontend::{FrontendError, FrontendOptions, load_llvm};
use raddle_ir::{Program, Target};

use crate::ir_text::prepare_and_run;

pub fn llvm_text(data: &[u8]) {
    // As a file is read: broken UTF-8 is no reason to refuse it.
    if let Ok(program) = load(&String::from_utf8_lossy(data)) {
        prepare_and_run(program);
    }
}

pub(crate) fn load(text: &str) -> Result<Program, FrontendError> {
    let options = FrontendOptions {
        inputs: Vec::new(),
        clang_arguments: Vec::new(),
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: false,
        nondet_externs: true,
        sv_comp: false,
    };
    load_llvm(&options, "input.ll", text).map(|loaded| loaded.program)
}
