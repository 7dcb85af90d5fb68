//! To be written.

use raddle_ir::Program;

pub fn run(program: &mut Program) {
    let _ = program;
}
