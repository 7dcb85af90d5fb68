//! A short name for a program, so that a kept trace notices another one. The
//! directories of the source files are no part of it.

use raddle_ir::Program;
use raddle_ir::text::Printer;
use raddle_trace::source::file_name;

pub fn of(program: &Program) -> String {
    let mut program = program.clone();
    for file in program.files.iter_mut() {
        file.path = file_name(&file.path).to_owned();
    }
    raddle_trace::json::fingerprint(&Printer::COMPACT.program(&program))
}
