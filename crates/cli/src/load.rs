//! From the options to a program that engines can run.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use raddle_frontend::{FrontendOptions, PhaseTimes};
use raddle_ir::text::Printer;
use raddle_ir::{AllocationKind, CheckKind, Function, Instruction, Program};
use raddle_passes::Ready;
use raddle_passes::pipeline::{PipelineOptions, prepare};

use crate::diagnostic::Diagnostic;
use crate::options::ProgramOptions;

/// The library's global that lets allocations fail.
const MALLOC_FAILS: &str = "__raddle_option_malloc_fails";

pub struct LoadedProgram {
    pub ready: Ready,
    pub notes: Notes,
    /// The program before any pass, as text, if it was to be kept.
    pub text: Option<String>,
    /// Checks that clang did not put into the program, so that they cannot hold.
    unchecked: Unchecked,
    /// Why nothing can be said to hold, if so.
    doubt: Option<&'static str>,
    /// Memory that is lost counts, as it does in the competition, and some may be.
    may_leak: bool,
}

impl LoadedProgram {
    /// Why this check cannot be said to hold, if so.
    pub fn doubt(&self, kind: CheckKind) -> Option<&'static str> {
        if self.doubt.is_some() {
            return self.doubt;
        }
        if kind == CheckKind::Memory && self.may_leak {
            return Some(
                "in the competition memory that nobody can free any more counts, and no engine \
                 looks for that",
            );
        }
        self.unchecked.reason(kind)
    }
}

/// What there is to say about how a program was made ready.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub warnings: Vec<String>,
    /// All of the front end, and the parts of that.
    pub frontend: Duration,
    pub frontend_parts: PhaseTimes,
    pub passes: Duration,
}

/// Where arithmetic overflows is a question about C, which clang answers while it
/// compiles C without optimising. Otherwise it has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchecked {
    Nothing,
    Optimised,
    LlvmText,
}

impl Unchecked {
    fn of(options: &ProgramOptions) -> Unchecked {
        let is_llvm = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "ll");
        if options.meaning.optimise > 0 {
            Unchecked::Optimised
        } else if options.files.iter().any(is_llvm) {
            Unchecked::LlvmText
        } else {
            Unchecked::Nothing
        }
    }

    fn reason(self, kind: CheckKind) -> Option<&'static str> {
        match self {
            _ if !matches!(kind, CheckKind::Overflow | CheckKind::Shift) => None,
            Unchecked::Nothing => None,
            Unchecked::Optimised => Some("optimised code does not show it; leave out --optimise"),
            Unchecked::LlvmText => Some("LLVM text does not show it; give the C files instead"),
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
    load_keeping(options, false)
}

/// The same, and keeps the text if it is to be written somewhere.
pub fn load_keeping(
    options: &ProgramOptions,
    keeps_text: bool,
) -> Result<LoadedProgram, Diagnostic> {
    let start = Instant::now();
    let loaded = raddle_frontend::load(&frontend_options(options, true))?;
    let frontend = start.elapsed();
    let mut program = loaded.program;
    if options.meaning.malloc_may_fail {
        let_malloc_fail(&mut program);
    }
    let may_leak = options.meaning.sv_comp && program.functions.iter().any(takes_memory);
    let text = keeps_text.then(|| Printer::COMPACT.program(&program));
    let start = Instant::now();
    let ready = prepare(program, &PipelineOptions::default())
        .map_err(|error| unprepared(&error.to_string()))?;
    let notes = Notes {
        warnings: loaded.warnings,
        frontend,
        frontend_parts: loaded.times,
        passes: start.elapsed(),
    };
    let unchecked = Unchecked::of(options);
    Ok(LoadedProgram { ready, notes, text, unchecked, doubt: loaded.doubt, may_leak })
}

/// Whether a function takes memory from the heap for the program. What the library remembers of
/// each thread that it starts is its own affair.
fn takes_memory(function: &Function) -> bool {
    let statements = || function.blocks.iter().flat_map(|block| &block.statements);
    let takes = |instruction: &Instruction| {
        matches!(instruction, Instruction::Allocate { kind: AllocationKind::Heap, .. })
    };
    statements().any(|statement| takes(&statement.instruction))
        && !statements().any(|each| matches!(each.instruction, Instruction::Spawn { .. }))
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
