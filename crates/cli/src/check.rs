//! `raddle check`: the way from options to a printed answer.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use raddle_engines::{Limits, auto};
use raddle_ir::{CheckKind, Program};
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_trace::TraceFile;
use raddle_trace::json::{OptionsRecord, ProgramRecord};
use raddle_trace::style::harmless;
use raddle_verdict::{Counterexample, Statistics};

use crate::diagnostic::Diagnostic;
use crate::engine::{self, Found, Search};
use crate::load::{LoadedProgram, Notes, load_keeping};
use crate::options::{CheckOptions, Format};
use crate::outputs::{self, Output};
use crate::terminal::{ProgressLine, progress_figures};
use crate::validation::{Answer, ValidatedReport, ValidatedResult, confirm, validate};
use crate::watchdog::{Known, Watchdog};
use crate::written::Written;
use crate::{Status, fail, fingerprint, output};

pub fn run(options: &CheckOptions, watchdog: &'static Watchdog) -> Status {
    try_run(options, watchdog).unwrap_or_else(|diagnostic| {
        watchdog.begin_answer();
        fail(&diagnostic, options.format == Format::Json, options.output.color)
    })
}

fn try_run(options: &CheckOptions, watchdog: &'static Watchdog) -> Result<Status, Diagnostic> {
    if let Some(wrong) = engine::contradiction(&options.search, &options.property.selected()) {
        return Err(wrong);
    }
    if let Some(path) = &options.trace {
        kept_trace(path).prepare(&options.program.files)?;
    }
    // Never given back: the process ends when this is over, and that takes time.
    let keeps_text = options.search.certificate.is_some();
    let loaded = load_keeping(&options.program, keeps_text)?;
    let loaded: &'static LoadedProgram = Box::leak(Box::new(loaded));
    watchdog.known().loaded = Some(loaded);
    watchdog.begin_search();
    let certificate: Option<&'static Written> =
        Written::prepare(options)?.map(|made| &*Box::leak(Box::new(made)));
    watchdog.known().certificate = certificate;
    let report = search(options, loaded, certificate, watchdog)
        .inspect_err(|_| certificate.into_iter().for_each(Written::discard))?;
    Ok(conclude(options, loaded, certificate, report, watchdog))
}

/// The answer, at the end of a search.
fn conclude(
    options: &CheckOptions,
    loaded: &LoadedProgram,
    certificate: Option<&Written>,
    mut report: ValidatedReport,
    watchdog: &Watchdog,
) -> Status {
    if watchdog.is_interrupted() {
        report.say_interrupted();
    }
    watchdog.begin_answer();
    answer(options, Some(loaded), certificate, report)
}

/// Tells what is known, and writes the files that were asked for.
fn answer(
    options: &CheckOptions,
    loaded: Option<&LoadedProgram>,
    certificate: Option<&Written>,
    mut report: ValidatedReport,
) -> Status {
    let nothing = Notes::default();
    let notes = loaded.map_or(&nothing, |loaded| &loaded.notes);
    let keep = |report: &ValidatedReport| {
        loaded.map_or(Ok(()), |loaded| keep_trace(options, &loaded.ready.program, report))
    };
    // The reader of a pipe may begin to read the trace only after the answer.
    let waits = options.trace.as_deref().is_some_and(|path| kept_trace(path).may_wait());
    let kept = if waits { Ok(()) } else { keep(&report) };
    if let (Err(diagnostic), Format::Json) = (&kept, options.format) {
        report.warnings.push(diagnostic.message.clone());
    }
    match options.format {
        Format::Text => output::text::answer(options, notes, &report),
        Format::Json => crate::print(&output::json::answer(notes, &report)),
    }
    let kept = if waits { keep(&report) } else { kept };
    // The answer is told all the same; but where a trace or a certificate was asked for, the status
    // must say that there is none.
    let certified = loaded
        .zip(certificate)
        .map_or(Ok(()), |(loaded, certificate)| certificate.finish(options, loaded, &report));
    let status = match kept.and(certified) {
        Ok(()) => report.status(),
        Err(diagnostic) => fail(&diagnostic, false, options.output.color),
    };
    // Not given back: the process ends now, and a trace may be long.
    std::mem::forget(report);
    status
}

fn search(
    options: &CheckOptions,
    loaded: &'static LoadedProgram,
    certificate: Option<&Written>,
    watchdog: &'static Watchdog,
) -> Result<ValidatedReport, Diagnostic> {
    let selected: Selected = options.property.selected().into_iter().collect();
    let wanted = !options.output.quiet && options.format != Format::Json;
    let progress = ProgressLine::new(wanted, watchdog);
    // In a competition the failing run is not read, so it need not be a short one.
    let shorten = !options.program.meaning.sv_comp;
    let ready = &loaded.ready;
    let (sender, receiver) = channel();
    let limits = Limits {
        time: watchdog.time_left(),
        memory: watchdog.memory(),
        stop: Some(watchdog.stop()),
        shared: false,
        found: Some(sender),
    };
    let engine = options.search.engine.name();
    let confirm = move || confirm_all(ready, selected, engine, &receiver, watchdog);
    // Where there can be no other thread, a last word tells of no violations.
    let _ = std::thread::Builder::new().spawn(confirm);
    let overdue = Overdue { options, loaded, selected, progress: &progress, watchdog };
    let found = Search {
        ready,
        selected,
        options: &options.search,
        limits,
        shorten,
        proofs: certificate.and_then(Written::proofs),
        certificates: certificate.and_then(Written::certificates),
        progress: &progress,
        // A certificate is not whole as long as an engine writes at it.
        overdue: certificate.is_none().then_some(&overdue as &dyn auto::Overdue),
    }
    .run()?;
    progress.clear();
    Ok(validate(loaded, selected, found))
}

/// Gives the answer while an engine runs on whose answer is not needed any more.
struct Overdue<'a> {
    options: &'a CheckOptions,
    loaded: &'a LoadedProgram,
    selected: Selected,
    progress: &'a ProgressLine,
    watchdog: &'a Watchdog,
}

impl auto::Overdue for Overdue<'_> {
    fn conclude(&self, outcome: auto::Outcome) -> ! {
        self.progress.clear();
        let mut report = validate(self.loaded, self.selected, Found::of_team(outcome));
        // An engine that does not stop may have found something before, and that was replayed.
        let confirmed = std::mem::take(&mut self.watchdog.known().confirmed);
        for found in confirmed {
            let of_it = |result: &&mut ValidatedResult| result.kind == found.kind;
            if let Some(result) = report.checks.iter_mut().find(of_it)
                && !matches!(result.answer, Answer::Violated { .. })
            {
                *result = found;
            }
        }
        let status = conclude(self.options, self.loaded, None, report, self.watchdog);
        raddle_process::exit_now(crate::after_output(status).code())
    }
}

/// Replays violations as soon as they are found, so that a last word can tell of them.
fn confirm_all(
    ready: &Ready,
    selected: Selected,
    engine: &'static str,
    found: &Receiver<Counterexample>,
    watchdog: &Watchdog,
) {
    for counterexample in found {
        let kind = counterexample.violation.kind;
        let is_known = watchdog.known().confirmed.iter().any(|known| known.kind == kind);
        if is_known {
            continue;
        }
        // The warning, if it cannot be replayed, is for the report.
        let answer = confirm(ready, selected, counterexample, &mut Vec::new());
        if let Answer::Violated { .. } = answer {
            watchdog.known().confirmed.push(ValidatedResult { kind, answer, by: Some(engine) });
        }
    }
}

/// What is known when there is no time for more.
pub fn last_word(
    options: &CheckOptions,
    known: &mut Known,
    reason: &str,
    elapsed: Duration,
) -> Status {
    let reason = match known.progress.as_slice() {
        [] => reason.to_owned(),
        progress => format!("{reason} ({})", progress_figures(progress)),
    };
    let mut confirmed = std::mem::take(&mut known.confirmed);
    let checks = options.property.selected().into_iter().map(|kind| {
        match confirmed.iter().position(|result| result.kind == kind) {
            Some(position) => confirmed.swap_remove(position),
            None => {
                let never = engine::never_answers(options.search.engine, kind);
                let reason = never.unwrap_or_else(|| reason.clone());
                ValidatedResult { kind, answer: Answer::Unknown(reason), by: None }
            }
        }
    });
    let report = ValidatedReport {
        engine: options.search.engine.name(),
        checks: checks.collect(),
        statistics: Statistics { seconds: elapsed.as_secs_f64(), ..Statistics::default() },
        grounds: Vec::new(),
        warnings: Vec::new(),
        team: None,
    };
    answer(options, known.loaded, known.certificate, report)
}

/// Writes the first violation to the file that was asked for.
fn keep_trace(
    options: &CheckOptions,
    program: &Program,
    report: &ValidatedReport,
) -> Result<(), Diagnostic> {
    let Some(path) = &options.trace else {
        return Ok(());
    };
    let Some((_, counterexample, _)) = report.violations().next() else {
        let path = harmless(&path.to_string_lossy());
        crate::print_message(&format!("note: nothing is violated, so {path} was not written\n"));
        return Ok(());
    };
    write_trace(options, path, program, counterexample)
}

fn write_trace(
    options: &CheckOptions,
    path: &Path,
    program: &Program,
    counterexample: &Counterexample,
) -> Result<(), Diagnostic> {
    let meaning = &options.program.meaning;
    let names = |kinds: Vec<CheckKind>| kinds.into_iter().map(|kind| kind.name().to_owned());
    let files = options.program.files.iter();
    let record = ProgramRecord {
        files: files.map(|file| file.to_string_lossy().into_owned()).collect(),
        options: OptionsRecord {
            data_model: meaning.data_model.name().to_owned(),
            sv_comp: meaning.sv_comp,
            nondet_externs: meaning.nondet_externs,
            malloc_may_fail: meaning.malloc_may_fail,
            optimise: meaning.optimise,
            checks: names(options.property.selected()).collect(),
            clang_arguments: options.program.clang_arguments.clone(),
        },
        fingerprint: fingerprint::of(program),
    };
    let tool = format!("raddle {}", env!("CARGO_PKG_VERSION"));
    let text = TraceFile::new(tool, program, record, counterexample)
        .to_json()
        .map_err(|error| Diagnostic::new(error.to_string()))?;
    kept_trace(path).write(&text)
}

fn kept_trace(path: &Path) -> Output<'_> {
    let is_ours = outputs::is_trace;
    Output { path, what: "the trace", option: "--trace FILE", is_ours }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::options::{Cli, Command};

    /// The watchdog's last word writes the trace as the usual answer does.
    #[test]
    fn a_last_word_keeps_the_trace() {
        let folder = tempfile::tempdir().unwrap();
        let (source, trace) = (folder.path().join("fails.c"), folder.path().join("trace.json"));
        std::fs::write(&source, "#include <assert.h>\nint main(void) { assert(0); }\n").unwrap();
        let arguments = ["raddle", "check", "--engine", "explicit", "--format", "json", "--trace"];
        let arguments = arguments.map(std::ffi::OsString::from).into_iter();
        let arguments = arguments.chain([trace.clone().into_os_string(), source.into_os_string()]);
        let cli: &'static Cli = Box::leak(Box::new(Cli::parse_from(arguments)));
        let Command::Check(options) = &cli.command else { panic!("another command") };
        let watchdog: &'static Watchdog = Box::leak(Box::new(Watchdog::new(&cli.command)));
        let loaded: &'static LoadedProgram =
            Box::leak(Box::new(load_keeping(&options.program, false).unwrap()));
        let found = search(options, loaded, None, watchdog).unwrap();
        let mut known = watchdog.known();
        known.loaded = Some(loaded);
        known.confirmed = found.checks;
        let status = last_word(options, &mut known, "the time limit was reached", Duration::ZERO);
        assert_eq!(status.code(), 1);
        assert!(std::fs::read_to_string(&trace).unwrap().contains("fails.c"));
    }
}
