//! Compiling source text and looking things up in the program.

use std::path::PathBuf;

use raddle_frontend::{Clang, FrontendError, FrontendOptions, Loaded, load};
use raddle_ir::{CheckKind, Function, Instruction, Operand, Program, Target};

pub const LP64: Target = Target { pointer_bits: 64 };
pub const ILP32: Target = Target { pointer_bits: 32 };

/// The versions that we promise to read, as far as they are installed; at
/// least one clang must be.
pub fn clangs() -> Vec<PathBuf> {
    let names = ["clang-14", "clang-16", "clang-19", "clang"];
    let found: Vec<PathBuf> = names
        .iter()
        .filter_map(|name| Clang::find(Some(name.as_ref())).ok())
        .map(|clang| clang.path().to_owned())
        .collect();
    assert!(!found.is_empty(), "these tests need clang");
    found
}

pub fn options(inputs: Vec<PathBuf>, clang: Option<PathBuf>, target: Target) -> FrontendOptions {
    FrontendOptions {
        inputs,
        clang_arguments: Vec::new(),
        clang,
        target,
        optimise: 0,
        sanitize: true,
        nondet_externs: false,
        sv_comp: false,
    }
}

/// Files of the given names and contents, loaded as one program.
pub fn load_files(
    files: &[(&str, &str)],
    change: impl Fn(&mut FrontendOptions),
    clang: Option<PathBuf>,
    target: Target,
) -> Result<Loaded, FrontendError> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let inputs = files
        .iter()
        .map(|(name, text)| {
            let path = directory.path().join(name);
            std::fs::write(&path, text).expect("writable");
            path
        })
        .collect();
    let mut options = options(inputs, clang, target);
    change(&mut options);
    let loaded = load(&options)?;
    if let Err(problems) = raddle_ir::verify::verify(&loaded.program) {
        let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let text = raddle_ir::text::Printer::READABLE.program(&loaded.program);
        panic!("not well-formed:\n{}\n{text}", list.join("\n"));
    }
    Ok(loaded)
}

/// Loads one C file with every clang and looks at the program.
pub fn with_program(target: Target, source: &str, look: impl Fn(&Program)) {
    for clang in clangs() {
        let loaded = load_files(&[("test.c", source)], |_| {}, Some(clang.clone()), target);
        match loaded {
            Ok(loaded) => look(&loaded.program),
            Err(error) => panic!("{}: {error}", clang.display()),
        }
    }
}

/// Loads C files with one clang.
pub fn load_c(files: &[(&str, &str)]) -> Result<Loaded, FrontendError> {
    load_files(files, |_| {}, clangs().into_iter().next(), LP64)
}

pub fn program_of(files: &[(&str, &str)]) -> Program {
    load_c(files).unwrap_or_else(|error| panic!("{error}")).program
}

pub fn error_of(files: &[(&str, &str)]) -> FrontendError {
    match load_c(files) {
        Ok(_) => panic!("this should not load"),
        Err(error) => error,
    }
}

pub fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    let found = program.function_named(name);
    &program.functions[found.unwrap_or_else(|| panic!("no function {name}"))]
}

pub fn instructions<'p>(program: &'p Program, name: &str) -> Vec<&'p Instruction> {
    function(program, name)
        .blocks
        .iter()
        .flat_map(|block| &block.statements)
        .map(|statement| &statement.instruction)
        .collect()
}

/// How many instructions of a function satisfy something.
pub fn count(program: &Program, name: &str, test: impl Fn(&Instruction) -> bool) -> usize {
    instructions(program, name).into_iter().filter(|instruction| test(instruction)).count()
}

/// Kinds and messages of a function's checks, in order.
pub fn checks(program: &Program, name: &str) -> Vec<(CheckKind, String)> {
    instructions(program, name)
        .into_iter()
        .filter_map(|instruction| match instruction {
            Instruction::Check { kind, message, .. } => Some((*kind, message.clone())),
            _ => None,
        })
        .collect()
}

pub fn unsupported(program: &Program, name: &str) -> Vec<String> {
    instructions(program, name)
        .into_iter()
        .filter_map(|instruction| match instruction {
            Instruction::Unsupported { what } => Some(what.clone()),
            _ => None,
        })
        .collect()
}

/// The function's text, for a failing test.
pub fn text(program: &Program) -> String {
    raddle_ir::text::Printer::READABLE.program(program)
}

pub fn is_constant(operand: &Operand, value: u128) -> bool {
    matches!(operand, Operand::Constant(bits) if bits.unsigned() == value)
}
