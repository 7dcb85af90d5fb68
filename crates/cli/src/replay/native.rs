//! `raddle replay --native`: the compiled program itself, in the order of the trace.

use raddle_frontend::Clang;
use raddle_ir::words::counted;
use raddle_passes::Ready;
use raddle_reenact::{BuildError, Outcome, Reenactment, Request, reenact};
use raddle_trace::Trace;

use crate::Status;
use crate::diagnostic::Diagnostic;
use crate::options::{ProgramOptions, ReplayOptions};
use crate::outputs::prepare_folder;

pub fn run(
    options: &ReplayOptions,
    program: &ProgramOptions,
    ready: &Ready,
    trace: &Trace,
) -> Result<Status, Diagnostic> {
    if let Some(folder) = &options.native.keep {
        prepare_folder(folder, "the built program", "--keep DIR")?;
    }
    let clang = Clang::find(options.compiler.clang.as_deref())?;
    let request = Request {
        clang: &clang,
        files: &options.files,
        arguments: program.clang_arguments.clone(),
        optimise: program.meaning.optimise,
        keep: options.native.keep.as_deref(),
        gdb: options.native.gdb,
        quiet: options.output.quiet,
    };
    let reenactment = reenact(ready, trace, &request).map_err(unbuilt)?;
    Ok(tell(&reenactment))
}

fn tell(reenactment: &Reenactment) -> Status {
    let Reenactment { outcome, script, program } = reenactment;
    let kind = script.ending.kind.name();
    let status = match outcome {
        Outcome::Shown => {
            crate::print(&format!("{kind} violated natively\n"));
            Status::Violated
        }
        Outcome::NotShown(reason) => {
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            crate::print(&format!("{kind} not shown natively{reason}\n"));
            if script.unset_locals > 0 {
                let values = counted(script.unset_locals as u64, "value");
                crate::print(&format!(
                    "  the trace has {values} of uninitialised local variables, which a compiled \
                     program cannot be given\n"
                ));
            }
            if script.ending.is_misuse() {
                crate::print("  a misuse of a lock need not show when the program runs\n");
            }
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
