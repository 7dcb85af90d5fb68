//! `raddle sequentialise`: writes a program without threads as C, finds the values
//! that make it fail, and lets other verifiers look at it.

mod backend;

use std::path::Path;

use raddle_c_printer::{Dialect, with_choices};
use raddle_engines::sequential::{
    Made, Scheme, SequentialOptions, Stage, lifted, make_explicit, values,
};
use raddle_engines::{EngineOption, Limits, SymbolicOptions};
use raddle_ir::text::Printer;
use raddle_ir::words::{counted, grouped, plural};
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_sequential::RunEvent;
use raddle_trace::style::harmless;
use raddle_trace::{RenderOptions, lift, render};
use raddle_verdict::{Counterexample, Execution, replay};

use crate::diagnostic::{Diagnostic, render_warning};
use crate::load::load;
use crate::options::{DialectChoice, EngineChoice, SequentialiseOptions, UnwindChoice};
use crate::outputs::{self, Output};
use crate::terminal::{message_style, output_style};
use crate::watchdog::Watchdog;
use crate::{Status, engine, fail, loops};
use backend::{Answer, Verdict};

/// Iterations of loops where no option says anything.
const ITERATIONS: u32 = 2;

pub fn run(options: &SequentialiseOptions, watchdog: &Watchdog) -> Status {
    try_run(options, watchdog)
        .unwrap_or_else(|diagnostic| fail(&diagnostic, false, options.output.color))
}

fn try_run(options: &SequentialiseOptions, watchdog: &Watchdog) -> Result<Status, Diagnostic> {
    let scheme = scheme(options)?;
    let backend = options.backend.as_deref().map(backend::words).transpose()?;
    prepare_outputs(options)?;
    let loaded = load(&options.program)?;
    let messages = message_style(options.output.color);
    for warning in &loaded.notes.warnings {
        crate::print_message(&render_warning(warning, &messages));
    }
    watchdog.begin_search();
    let ready = &loaded.ready;
    let settings = settings(options, ready, scheme, watchdog)?;
    let stage = Stage::first(&settings);
    let made = make_explicit(ready, &settings, &stage, settings.symbolic.selected, with_choices)
        .map_err(|reason| Diagnostic::new(format!("there is no such program: {reason}")))?;
    let text = match options.target.extension().is_some_and(|ending| ending == "ir") {
        true => Printer::READABLE.program(&made.ready.program),
        false => raddle_c_printer::print(&made.ready.program, dialect(options.dialect))
            .map_err(|reason| Diagnostic::new(format!("C cannot express it: {reason}")))?,
    };
    target(options).write(&text)?;
    if !options.output.quiet {
        crate::print(&format!("{}\n", harmless(&described(options, &settings, &stage, &made))));
    }
    let mut status = Status::Holds;
    if let Some(path) = &options.choices {
        status = write_choices(options, &settings, &made, path)?;
    }
    if let Some(words) = backend {
        let answer = backend::run(&words, &options.target, watchdog.time_left())?;
        return Ok(tell(options, ready, &settings, &made, &answer));
    }
    Ok(status)
}

fn scheme(options: &SequentialiseOptions) -> Result<Scheme, Diagnostic> {
    let name = options.engine.name();
    let (engine, scheme) = match options.engine {
        EngineChoice::Single(engine) => engine.scheme.map(|scheme| (engine, scheme)),
        EngineChoice::Auto => None,
    }
    .ok_or_else(|| {
        Diagnostic::new(format!("the engine {name} makes no sequential program"))
            .help("those that do are lazyseq, lr, kiss and mu")
    })?;
    let given = &options.scheme;
    let contexts = [(EngineOption::Contexts, options.contexts.is_some())];
    let all = engine::given_to_schemes(given).into_iter().chain(contexts);
    let stranger = all.into_iter().find(|(option, is_given)| *is_given && !engine.follows(*option));
    if let Some((option, _)) = stranger {
        let option = option.name();
        return Err(Diagnostic::new(format!("the engine {name} does not know {option}"))
            .help(format!("leave out {option}, or choose another --engine")));
    }
    if let Some(wrong) = engine::repeated_thread(&given.order) {
        return Err(wrong);
    }
    if options.contexts.is_some() && (given.rounds.is_some() || !given.order.is_empty()) {
        return Err(Diagnostic::new("with --contexts threads take turns freely, not in rounds")
            .help("leave out --contexts, or --rounds and --order"));
    }
    Ok(scheme)
}

fn settings(
    options: &SequentialiseOptions,
    ready: &Ready,
    scheme: Scheme,
    watchdog: &Watchdog,
) -> Result<SequentialOptions<'static>, Diagnostic> {
    let answered =
        options.property.selected().into_iter().filter(|kind| scheme.engine().answers(*kind));
    let selected: Selected = answered.collect();
    let mut unwind = loops::unwind(ready, &options.unwind)?;
    let has_all = options.unwind.iter().any(|choice| matches!(choice, UnwindChoice::All(_)));
    if !has_all {
        unwind.all = Some(ITERATIONS);
    }
    let limits =
        Limits { time: watchdog.time_left(), memory: watchdog.memory(), ..Limits::default() };
    let symbolic = SymbolicOptions {
        unwind,
        contexts: options.contexts,
        limits,
        ..SymbolicOptions::new(selected)
    };
    let bounds = engine::sequential_bounds(&options.scheme);
    Ok(SequentialOptions { scheme, symbolic, bounds })
}

fn dialect(choice: DialectChoice) -> Dialect {
    match choice {
        DialectChoice::Cbmc => Dialect::Cbmc,
        DialectChoice::Esbmc => Dialect::Esbmc,
        DialectChoice::Svcomp => Dialect::SvComp,
    }
}

/// The files that will be written, before anything is done.
fn prepare_outputs(options: &SequentialiseOptions) -> Result<(), Diagnostic> {
    let target = target(options);
    target.prepare(&options.program.files)?;
    let Some(choices) = options.choices.as_deref().map(choices) else { return Ok(()) };
    choices.prepare(&options.program.files)?;
    outputs::refuse_same(&target, &choices)
}

fn target(options: &SequentialiseOptions) -> Output<'_> {
    let is_ours = outputs::is_sequential_program;
    Output { path: &options.target, what: "the sequential program", option: "-o FILE", is_ours }
}

fn choices(path: &Path) -> Output<'_> {
    let is_ours = outputs::is_choices;
    Output { path, what: "the values", option: "--choices FILE", is_ours }
}

/// What was written, and within which bounds.
fn described(
    options: &SequentialiseOptions,
    settings: &SequentialOptions<'_>,
    stage: &Stage,
    made: &Made,
) -> String {
    let turns = match (settings.scheme, options.contexts) {
        (Scheme::LazyCseq, Some(switches)) => counted(switches.into(), "context switch"),
        (Scheme::LazyCseq | Scheme::LalReps, _) => counted(stage.rounds.into(), "round"),
        (Scheme::Kiss, _) => "schedules of a stack of threads".to_owned(),
        (Scheme::MemoryUnwinding, _) => counted(stage.writes.into(), "write"),
    };
    format!(
        "{}: {}, {} {}; at most {} of each loop, {turns}",
        options.target.display(),
        counted(made.threads as u64, "thread"),
        grouped(made.statements as u64),
        plural(made.statements as u64, "statement"),
        counted(stage.bounds.all.into(), "iteration"),
    )
}

fn write_choices(
    options: &SequentialiseOptions,
    settings: &SequentialOptions<'_>,
    made: &Made,
    path: &Path,
) -> Result<Status, Diagnostic> {
    match values(made, settings) {
        Ok(Some(found)) => {
            let lines = found.values.iter().map(|value| format!("{:x}\n", value.unsigned()));
            choices(path).write(&lines.collect::<String>())?;
            if !options.output.quiet {
                let path = harmless(&path.to_string_lossy());
                crate::print(&format!("{path}: values that violate {}\n", found.kind.name()));
            }
            Ok(Status::Violated)
        }
        Ok(None) => {
            let path = harmless(&path.to_string_lossy());
            let note = "note: nothing is violated within these bounds, so";
            crate::print_message(&format!("{note} {path} was not written\n"));
            Ok(Status::Holds)
        }
        Err(reason) => {
            let reason = harmless(&reason);
            crate::print_message(&format!("note: no values were found: {reason}\n"));
            Ok(Status::Unknown)
        }
    }
}

/// Says what the other verifier says, with its failing run as one of the original.
fn tell(
    options: &SequentialiseOptions,
    ready: &Ready,
    settings: &SequentialOptions<'_>,
    made: &Made,
    answer: &Answer,
) -> Status {
    let name = harmless(&answer.name);
    match answer.verdict {
        Verdict::Holds => {
            crate::print(&format!("{name}: nothing is violated within these bounds\n"));
            Status::Holds
        }
        Verdict::Unknown => {
            crate::print(&format!("{name}: no answer that raddle can read\n"));
            Status::Unknown
        }
        Verdict::Violated if answer.ran.is_empty() => {
            crate::print(&format!("{name}: violated, without a run that raddle can read\n"));
            Status::Violated
        }
        Verdict::Violated => match original(ready, settings, made, &answer.ran) {
            Ok((counterexample, shown)) => {
                let check = counterexample.violation.kind.name();
                crate::print(&format!("{name}: {check} is violated\n"));
                if !options.output.quiet {
                    let style = output_style(options.output.color);
                    let full = options.output.full_trace;
                    crate::print(&format!("\n{}", render(&shown, &RenderOptions { style, full })));
                }
                Status::Violated
            }
            Err(reason) => {
                let reason = harmless(&reason);
                crate::print(&format!(
                    "{name}: violated, by a run that the original cannot follow ({reason})\n"
                ));
                Status::Unknown
            }
        },
    }
}

/// The run of the original program, replayed.
fn original(
    ready: &Ready,
    settings: &SequentialOptions<'_>,
    made: &Made,
    ran: &[RunEvent],
) -> Result<(Counterexample, raddle_trace::SourceTrace), String> {
    let mut reason = "no check is selected".to_owned();
    for kind in settings.symbolic.selected.iter() {
        let selected: Selected = [kind].into_iter().collect();
        let found = lifted(ready, made, kind, ran).and_then(|counterexample| {
            let Counterexample { schedule, violation } = &counterexample;
            match replay(ready, selected, schedule, violation) {
                Ok(execution) => {
                    let source = lift(ready, &execution);
                    let Execution { violation, schedule, .. } = execution;
                    Ok((Counterexample { violation, schedule }, source))
                }
                Err(error) => Err(error.to_string()),
            }
        });
        match found {
            Ok(found) => return Ok(found),
            Err(why) => reason = why,
        }
    }
    Err(reason)
}
