//! The embedded library: models of pthread and friends, written in C
//! (`library/*.c`), compiled ahead of time into our own text form. Names are read at every start,
//! bodies when the linker follows a reference to them.

use std::path::PathBuf;

use raddle_ir::text::ParseError;
use raddle_ir::{FunctionId, IndexVec, Instruction, Origin, Program, Target};

use crate::clang::{Clang, CompileSettings};
use crate::compile::Compiler;
use crate::link::{self, Externs, Outcome, Role, Start};
use crate::lower::Purpose;
use crate::object::{Binding, FunctionSymbol, Object, Unread};
use crate::phases::Stopwatch;
use crate::{FrontendError, input};

const LP64: &str = include_str!("../../../library/compiled/lp64.ir");
const ILP32: &str = include_str!("../../../library/compiled/ilp32.ir");

/// The library for a target, ready to be linked.
pub(crate) fn embedded(target: Target) -> Result<Object, FrontendError> {
    let text = match target.pointer_bits {
        32 => ILP32,
        _ => LP64,
    };
    // The one that compiles the library for the first time has none.
    if text.trim().is_empty() {
        return Ok(object_of(empty(target), |_| false, None));
    }
    let (heads, text) = raddle_ir::text::parse_heads(text).map_err(|error| broken(&error))?;
    let unread = Unread::new(text.clone(), &heads);
    Ok(object_of(heads, |function| text.has_body(function), Some(unread)))
}

/// What is said where the embedded text cannot be read.
pub(crate) fn broken(error: &ParseError) -> FrontendError {
    FrontendError::new(format!("the embedded library is broken: {error}"))
        .hint("make it again with ./x library, and build")
}

fn empty(target: Target) -> Program {
    Program {
        target,
        files: IndexVec::new(),
        types: IndexVec::new(),
        globals: IndexVec::new(),
        functions: IndexVec::new(),
        entry: raddle_ir::index::Index::new(0),
    }
}

/// Everything that has a body can be replaced by the user.
fn object_of(
    program: Program,
    has_body: impl Fn(FunctionId) -> bool,
    unread: Option<Unread>,
) -> Object {
    let functions = program
        .functions
        .indices()
        .map(|function| FunctionSymbol {
            binding: if has_body(function) { Binding::Weak } else { Binding::Declared },
            no_return: false,
        })
        .collect();
    let globals = program.globals.iter().map(|_| Binding::Weak).collect();
    Object {
        path: "the library".to_owned(),
        program,
        unread,
        functions,
        globals,
        aliases: Vec::new(),
        constructors: Vec::new(),
        destructors: Vec::new(),
        warnings: Vec::new(),
    }
}

/// Compiles the library from its sources; `./x library` keeps the result.
pub fn compile_library(
    clang: &Clang,
    target: Target,
    files: &[PathBuf],
) -> Result<Program, FrontendError> {
    let settings = CompileSettings {
        target,
        optimise: 0,
        sanitize: false,
        scopes: false,
        arguments: Vec::new(),
    };
    let inputs = files.iter().map(|path| input::classify(path)).collect::<Result<Vec<_>, _>>()?;
    let defined_elsewhere = &Default::default();
    let purpose = Purpose {
        origin: Origin::Library,
        inline_bodies: false,
        defined_elsewhere,
        shifts_overflow: false,
    };
    let stopwatch = Stopwatch::default();
    let compiler = Compiler { clang: Some(clang), settings: &settings, stopwatch: &stopwatch };
    let objects = compiler.objects(&inputs, purpose)?;
    let inputs: Vec<link::Input> =
        objects.into_iter().map(|object| link::Input { object, role: Role::User }).collect();
    let (mut program, missing) = match link::link(&inputs, Start::Nowhere, Externs::Refuse)? {
        Outcome::Program { program, missing, .. } => (*program, missing),
        Outcome::Missing(missing) => return Err(crate::missing_names(&missing)),
    };
    if !missing.is_empty() {
        return Err(crate::missing_names(&missing));
    }
    strip(&mut program);
    Ok(program)
}

/// Leaves out what no trace shows of the library: names of registers, and C
/// types.
fn strip(program: &mut Program) {
    program.types = IndexVec::new();
    for global in program.globals.iter_mut() {
        global.debug_type = None;
    }
    for function in program.functions.iter_mut() {
        for register in function.registers.iter_mut() {
            register.name = None;
        }
        for block in function.blocks.iter_mut() {
            for statement in &mut block.statements {
                if let Instruction::Allocate { debug_type, .. } = &mut statement.instruction {
                    *debug_type = None;
                }
            }
        }
    }
    for file in program.files.iter_mut() {
        file.text = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_read_one_by_one_are_those_of_the_whole_text() {
        for (text, pointer_bits) in [(ILP32, 32), (LP64, 64)] {
            let whole = raddle_ir::text::parse(text).unwrap();
            let mut object = embedded(Target { pointer_bits }).unwrap();
            for id in whole.functions.indices() {
                let function = object.function(id).unwrap().clone();
                assert!(object.functions[id].binding == Binding::Weak || !function.has_body());
                object.program.functions[id] = function;
            }
            assert_eq!(object.program, whole);
        }
    }
}
