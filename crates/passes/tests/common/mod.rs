//! Programs in text form whose lines say in a comment what is expected of them.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_ir::Program;
use raddle_ir::index::Index;
use raddle_ir::verify::verify;
use raddle_ir::{BlockId, FunctionId};
use raddle_passes::Place;

/// A statement or terminator, and the comment behind it.
pub struct Line {
    pub place: Place,
    pub text: String,
    pub comment: String,
}

/// Reads a program (without its first line) that has one statement a line, and
/// functions and blocks in order.
pub fn read(text: &str) -> (Program, Vec<Line>) {
    let program = raddle_ir::text::parse(&format!("raddle-ir 1 target 64 entry f0\n{text}"))
        .unwrap_or_else(|error| panic!("{error:?}"));
    if let Err(problems) = verify(&program) {
        panic!("{problems:?}");
    }
    let mut lines = Vec::new();
    let (mut functions, mut blocks, mut statements) = (0, 0, 0);
    for line in text.lines().map(str::trim) {
        let (code, comment) = line.split_once(';').unwrap_or((line, ""));
        let code = code.trim();
        if code.ends_with('{') {
            functions += 1;
            blocks = 0;
        } else if code.ends_with(':') {
            blocks += 1;
            statements = 0;
        } else if functions > 0 && blocks > 0 && !code.is_empty() && code != "}" {
            lines.push(Line {
                place: Place {
                    function: FunctionId::new(functions - 1),
                    block: BlockId::new(blocks - 1),
                    statement: statements,
                },
                text: code.to_string(),
                comment: comment.trim().to_string(),
            });
            statements += 1;
        }
    }
    (program, lines)
}
