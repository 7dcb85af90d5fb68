//! `raddle replay`: runs a kept failing run again, on our machine or natively.

mod native;

use std::fs::File;
use std::io::Read;

use raddle_semantics::Selected;
use raddle_trace::{RenderOptions, TraceFile, lift, render};
use raddle_verdict::{Violation, replay};

use crate::diagnostic::{Diagnostic, render_warning};
use crate::load::load;
use crate::options::{DataModel, MeaningOptions, ProgramOptions, ReplayOptions};
use crate::terminal::{message_style, output_style};
use crate::{Status, fail, fingerprint};

/// No trace is as long.
const LONGEST_TRACE: u64 = 256 << 20;

pub fn run(options: &ReplayOptions) -> Status {
    match try_run(options) {
        Ok(status) => status,
        Err(diagnostic) => fail(&diagnostic, false, options.output.color),
    }
}

fn try_run(options: &ReplayOptions) -> Result<Status, Diagnostic> {
    let file = read(options)?;
    let wrong = |error: raddle_trace::TraceFileError| {
        Diagnostic::new(error.to_string()).at(options.trace.to_string_lossy())
    };
    let selected: Selected = file.checks().map_err(wrong)?.into_iter().collect();
    let schedule = file.schedule().map_err(wrong)?;
    let claim = Violation {
        kind: file.check_kind().map_err(wrong)?,
        message: file.violation.message.clone(),
        location: None,
        thread: file.violation.thread,
        other: None,
    };
    let program = program_options(options, &file)?;
    let loaded = load(&program)?;
    let messages = message_style(options.output.color);
    for warning in &loaded.notes.warnings {
        crate::print_message(&render_warning(warning, &messages));
    }
    let changed = fingerprint::of(&loaded.ready.program) != file.program.fingerprint;
    let replayed = replay(&loaded.ready, selected, &schedule, &claim);
    if changed && replayed.is_ok() {
        let text = "the program is not the one that the trace was made from \
                    (or another clang or raddle read it)";
        crate::print_message(&render_warning(text, &messages));
    }
    match replayed {
        Ok(execution) if options.native.native => {
            native::run(options, &program, &loaded.ready, &execution)
        }
        Ok(execution) => {
            let style = output_style(options.output.color);
            let source = lift(&loaded.ready, &execution);
            if options.output.quiet {
                crate::print(&format!("{} violated\n", claim.kind.name()));
            } else {
                let full = options.output.full_trace;
                crate::print(&render(&source, &RenderOptions { style, full }));
            }
            Ok(Status::Violated)
        }
        Err(error) => {
            let diagnostic = unfollowed(&file, changed, &error.to_string());
            crate::print_message(&diagnostic.render(&messages));
            Ok(Status::Unknown)
        }
    }
}

/// Why a trace cannot be followed.
fn unfollowed(file: &TraceFile, changed: bool, error: &str) -> Diagnostic {
    if changed {
        let text = format!(
            "the trace was made from {}, and what was given is another program, or has \
             changed since",
            file.program.files.join(" ")
        );
        let help = format!("for a new trace: {} check --trace FILE ... again", crate::command());
        return Diagnostic::new(text).help(help);
    }
    Diagnostic::new(format!("the run cannot be followed, {error}")).help(
        "the trace was changed by hand, or this is a bug in raddle: then please report it, with \
         the program and the trace",
    )
}

fn read(options: &ReplayOptions) -> Result<TraceFile, Diagnostic> {
    let path = options.trace.to_string_lossy();
    let wrong = |message: String| {
        Diagnostic::new(message)
            .at(path.clone())
            .help("the first argument is the file that raddle check --trace FILE wrote")
    };
    let mut text = String::new();
    // A device may never end.
    let read = File::open(&options.trace)
        .and_then(|file| file.take(LONGEST_TRACE).read_to_string(&mut text))
        .map_err(|error| wrong(format!("cannot read the trace: {error}")))?;
    if read as u64 == LONGEST_TRACE {
        return Err(wrong(format!("this is no trace: it has {} MiB or more", LONGEST_TRACE >> 20)));
    }
    TraceFile::from_json(&text).map_err(|error| wrong(error.to_string()))
}

/// The options that the trace was made with, and what clang is told besides: the files that it
/// includes may have moved.
fn program_options(
    options: &ReplayOptions,
    file: &TraceFile,
) -> Result<ProgramOptions, Diagnostic> {
    let recorded = &file.program.options;
    let wrong = |what: String| Diagnostic::new(what).at(options.trace.to_string_lossy());
    let data_model = DataModel::from_name(&recorded.data_model)
        .ok_or_else(|| wrong(format!("there is no data model {:?}", recorded.data_model)))?;
    if recorded.optimise > 3 {
        return Err(wrong(format!("there is no optimisation level {}", recorded.optimise)));
    }
    let mut clang_arguments = recorded.clang_arguments.clone();
    clang_arguments.extend(options.clang_arguments.iter().cloned());
    Ok(ProgramOptions {
        files: options.files.clone(),
        clang_arguments,
        meaning: MeaningOptions {
            data_model,
            sv_comp: recorded.sv_comp,
            nondet_externs: recorded.nondet_externs,
            malloc_may_fail: recorded.malloc_may_fail,
            optimise: recorded.optimise,
        },
        compiler: options.compiler.clone(),
    })
}
