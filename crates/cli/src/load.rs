//! From the options to a program that engines can run.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use raddle_frontend::{FrontendOptions, exempts_itself};
use raddle_ir::{CheckKind, Program};
use raddle_passes::Ready;
use raddle_passes::pipeline::{PipelineOptions, prepare};

use crate::diagnostic::Diagnostic;
use crate::options::ProgramOptions;

/// The library's global that lets allocations fail.
const MALLOC_FAILS: &str = "__raddle_option_malloc_fails";

pub struct LoadedProgram {
    pub ready: Ready,
    pub notes: Notes,
    /// Checks that nobody put into the program, so that they cannot hold.
    pub unchecked: Unchecked,
}

/// What there is to say about how a program was made ready.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub warnings: Vec<String>,
    /// Reading and compiling.
    pub frontend: Duration,
    pub passes: Duration,
}

/// Where arithmetic overflows is a question about C, which clang answers while it
/// compiles C without optimising. Otherwise nobody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchecked {
    Nothing,
    Optimised,
    LlvmText,
    /// Functions in preprocessed text ask clang to leave them out.
    Exempted,
}

impl Unchecked {
    fn of(options: &ProgramOptions) -> Unchecked {
        let is_llvm = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "ll");
        if options.files.iter().any(|file| exempts_itself(file)) {
            Unchecked::Exempted
        } else if options.meaning.optimise > 0 {
            Unchecked::Optimised
        } else if options.files.iter().any(is_llvm) {
            Unchecked::LlvmText
        } else {
            Unchecked::Nothing
        }
    }

    /// Why this check cannot be said to hold, if so.
    pub fn reason(self, kind: CheckKind) -> Option<&'static str> {
        let arithmetic = matches!(kind, CheckKind::Overflow | CheckKind::Shift);
        // The bounds of arrays inside of objects go with it.
        let is_concerned = arithmetic || kind == CheckKind::Memory && self == Unchecked::Exempted;
        match self {
            _ if !is_concerned => None,
            Unchecked::Nothing => None,
            Unchecked::Optimised => Some("optimised code does not show it; leave out --optimise"),
            Unchecked::LlvmText => Some("LLVM text does not show it; give the C files instead"),
            Unchecked::Exempted => Some(
                "a function asks not to be checked (no_sanitize); give the file as it was before \
                 preprocessing, or take the attribute out",
            ),
        }
    }
}

pub fn frontend_options(options: &ProgramOptions, sanitize: bool) -> FrontendOptions {
    FrontendOptions {
        inputs: options.files.clone(),
        clang_arguments: options.clang_arguments.clone(),
        clang: options.compiler.clang.clone(),
        target: options.meaning.data_model.target(),
        optimise: options.meaning.optimise,
        // The compiler's traps would be optimised together with the program.
        sanitize: sanitize && options.meaning.optimise == 0,
        nondet_externs: options.meaning.nondet_externs,
        sv_comp: options.meaning.sv_comp,
    }
}

pub fn load(options: &ProgramOptions) -> Result<LoadedProgram, Diagnostic> {
    let start = Instant::now();
    let loaded = raddle_frontend::load(&frontend_options(options, true))?;
    let frontend = start.elapsed();
    let mut program = loaded.program;
    if options.meaning.malloc_may_fail {
        let_malloc_fail(&mut program);
    }
    let start = Instant::now();
    let ready = prepare(program, &PipelineOptions::default())
        .map_err(|error| unprepared(&error.to_string()))?;
    let notes = Notes { warnings: loaded.warnings, frontend, passes: start.elapsed() };
    Ok(LoadedProgram { ready, notes, unchecked: Unchecked::of(options) })
}

/// The first line is the message, the others are details.
fn unprepared(text: &str) -> Diagnostic {
    let (message, details) = text.split_once('\n').unwrap_or((text, ""));
    let mut diagnostic = Diagnostic::new(message);
    diagnostic.quoted = (!details.is_empty()).then(|| details.to_owned());
    if message.starts_with("internal error") {
        diagnostic = diagnostic.help("this is a bug in raddle: please report it, with the program");
    }
    diagnostic
}

/// Sets the library's option, if the program uses that part of the library.
fn let_malloc_fail(program: &mut Program) {
    let Some(global) = program.global_named(MALLOC_FAILS) else {
        return;
    };
    program.globals[global].begin_with(vec![1, 0, 0, 0]);
}
