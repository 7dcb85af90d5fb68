//! `raddle replay --native`: the compiled program itself, in the order of the trace.

use raddle_frontend::Clang;
use raddle_native_replay::{BuildError, NativeReplay, Outcome, Request, replay_natively};
use raddle_passes::Ready;
use raddle_trace::thread_names;
use raddle_verdict::Execution;

use crate::Status;
use crate::diagnostic::{Diagnostic, render_warning};
use crate::options::{ProgramOptions, ReplayOptions};
use crate::outputs::prepare_folder;
use crate::terminal::message_style;

pub fn run(
    options: &ReplayOptions,
    program: &ProgramOptions,
    ready: &Ready,
    execution: &Execution,
) -> Result<Status, Diagnostic> {
    if let Some(folder) = &options.native.keep {
        prepare_folder(folder, "the built program", "--keep DIR")?;
    }
    let clang = Clang::find(options.compiler.clang.as_deref())?;
    let messages = message_style(options.output.color);
    let request = Request {
        clang: &clang,
        files: &options.files,
        arguments: program.clang_arguments.clone(),
        optimise: program.meaning.optimise,
        thread_names: thread_names(ready, execution),
        keep: options.native.keep.as_deref(),
        gdb: options.native.gdb,
        quiet: options.output.quiet,
        warn: &|text| crate::print_message(&render_warning(text, &messages)),
    };
    let replayed = replay_natively(ready, execution, &request).map_err(unbuilt)?;
    Ok(tell(&replayed))
}

fn tell(replayed: &NativeReplay) -> Status {
    let NativeReplay { outcome, script, program } = replayed;
    let kind = script.ending.kind.name();
    let status = match outcome {
        Outcome::Shown => {
            crate::print(&format!("{kind} violated natively\n"));
            Status::Violated
        }
        Outcome::NotShown(reason) => {
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            crate::print(&format!("{kind} not shown natively{reason}\n"));
            Status::Unknown
        }
    };
    if let Some(program) = program {
        crate::print(&format!("run it again: {}\n", program.display()));
    }
    status
}

fn unbuilt(error: BuildError) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(error.message);
    diagnostic.quoted = error.quoted;
    diagnostic.help = error.help;
    diagnostic
}
