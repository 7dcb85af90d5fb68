//! Native replay: the user's own program, compiled, does what a trace says.
//!
//! ```text
//! Execution ──follow──▶ Script ──tables──▶ C ─┐
//! C files ──clang -fsanitize=thread──▶ assembly ──annotate──┴─ link with the runtime ──▶ run
//!              (by way of LLVM text, with `locals`)
//! ```
//!
//! The order is matched by place: an access of shared memory is known by its line and
//! column, which our machine and the compiled program have from the same compiler. Counting
//! accesses would need to predict which ones the sanitizer leaves out; reading debug
//! information at run time would need a reader of it.
//!
//! Incomplete: Linux with glibc, 64 bits, and what `doubts` lists.

mod assembly;
mod build;
mod doubts;
mod follow;
mod locals;
mod run;
mod script;
mod tables;

use std::path::{Path, PathBuf};

use raddle_frontend::Clang;
use raddle_passes::Ready;
use raddle_verdict::Execution;

pub use build::BuildError;
pub use run::Outcome;
pub use script::{Ending, Script};

/// What to replay, and how.
pub struct Request<'a> {
    pub clang: &'a Clang,
    pub files: &'a [PathBuf],
    /// For clang.
    pub arguments: Vec<String>,
    pub optimise: u8,
    /// Of all threads of the execution, for messages.
    pub thread_names: Vec<String>,
    /// Where the built program stays; without it nothing does.
    pub keep: Option<&'a Path>,
    pub gdb: bool,
    pub quiet: bool,
    /// Told of each reason for which the failure may not show, before it is tried.
    pub warn: &'a dyn Fn(&str),
}

/// What came of it.
pub struct NativeReplay {
    pub outcome: Outcome,
    pub script: Script,
    /// The program, if it was to be kept.
    pub program: Option<PathBuf>,
}

/// Builds the program and runs it along the trace.
pub fn replay_natively(
    ready: &Ready,
    execution: &Execution,
    request: &Request,
) -> Result<NativeReplay, BuildError> {
    let script = follow::follow(ready, execution, &request.thread_names);
    for doubt in doubts::doubts(ready, execution, &script) {
        (request.warn)(&format!("this may not show natively: {doubt}"));
    }
    let visible = follow::visible_spots(ready);
    let globals: Vec<&str> =
        ready.program.globals.iter().map(|global| global.name.as_str()).collect();
    let source = build::Source {
        clang: request.clang,
        files: request.files,
        arguments: request.arguments.clone(),
        optimise: request.optimise,
        pointer_bits: ready.program.target.pointer_bits,
    };
    let temporary;
    let folder = match request.keep {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
            folder.canonicalize().map_err(|error| unwritable(folder, &error))?
        }
        None => {
            let made = tempfile::Builder::new().prefix("raddle-replay-").tempdir();
            temporary = made.map_err(|error| {
                unwritable(&std::env::temp_dir(), &error)
                    .help("name a folder that can be written to in TMPDIR, or with --keep DIR")
            })?;
            raddle_process::remove_at_end(temporary.path());
            temporary.path().to_owned()
        }
    };
    let program = build::build(&source, &script, &visible, &globals, &folder, request.gdb)?;
    let outcome = if request.gdb {
        run::debug(&program, &script.ending, &folder.join("outcome"))?
    } else {
        run::run(&program, request.quiet)?
    };
    Ok(NativeReplay { outcome, script, program: request.keep.map(|_| program) })
}

fn unwritable(folder: &Path, error: &std::io::Error) -> BuildError {
    BuildError::new(format!("cannot write to {}: {error}", folder.display()))
}
