//! The answer for programs: exactly one object on standard output.

use std::collections::BTreeMap;

use raddle_frontend::Phase;
use raddle_trace::{Action, Ending, SourceEvent, SourcePlace, SourceTrace};
use raddle_verdict::Coverage;
use serde::Serialize;

use crate::Status;
use crate::diagnostic::Diagnostic;
use crate::load::Notes;
use crate::validation::{Answer, ValidatedReport, ValidatedResult};

#[derive(Serialize)]
struct AnswerRecord {
    verdict: &'static str,
    complete: bool,
    reason: Option<String>,
    checks: Vec<CheckRecord>,
    statistics: BTreeMap<String, serde_json::Value>,
    warnings: Vec<String>,
    engine: Option<&'static str>,
    version: &'static str,
}

#[derive(Default, Serialize)]
struct CheckRecord {
    check: &'static str,
    verdict: &'static str,
    /// The engine that answered.
    engine: Option<&'static str>,
    complete: bool,
    bounds: Vec<String>,
    qualifications: Vec<String>,
    /// Why it holds, if the engine can tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<GroundRecord>,
    reason: Option<String>,
    message: Option<String>,
    location: Option<PlaceRecord>,
    thread: Option<String>,
    /// For a race: the variable and the other access.
    variable: Option<String>,
    other_location: Option<PlaceRecord>,
    other_thread: Option<String>,
    context_switches: Option<usize>,
    trace: Option<Vec<EventRecord>>,
    /// So many events at the beginning of the trace are not in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
}

/// What is said of a variable, or of a place with its condition.
#[derive(Serialize)]
struct GroundRecord {
    about: String,
    because: Vec<String>,
}

/// The end of a trace is what counts; a longer one takes longer to print than to find.
const MOST_EVENTS: usize = 20_000;

#[derive(Serialize)]
struct PlaceRecord {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct EventRecord {
    step: usize,
    thread: String,
    thread_number: u32,
    location: Option<PlaceRecord>,
    source: Option<String>,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub fn answer(notes: &Notes, report: &ValidatedReport) -> String {
    let mut statistics: BTreeMap<String, serde_json::Value> = BTreeMap::new();
    for (name, value) in &report.statistics.counters {
        statistics.insert((*name).to_owned(), (*value).into());
    }
    for ran in report.team.iter().flat_map(|team| &team.ran) {
        for (name, value) in &ran.statistics.counters {
            statistics.insert(format!("{}_{name}", ran.name), (*value).into());
        }
        statistics.insert(format!("{}_seconds", ran.name), ran.seconds.into());
    }
    for (name, seconds) in [
        ("seconds", report.statistics.seconds),
        ("frontend_seconds", notes.frontend.as_secs_f64()),
        ("passes_seconds", notes.passes.as_secs_f64()),
    ] {
        statistics.insert(name.to_owned(), seconds.into());
    }
    let parts = &notes.frontend_parts;
    for phase in Phase::ALL {
        let seconds = parts.of(phase).as_secs_f64();
        statistics.insert(format!("{}_seconds", phase.name()), seconds.into());
    }
    statistics.insert("clang_runs".to_owned(), parts.clang_runs.into());
    let verdict = match report.status() {
        Status::Holds => "holds",
        Status::Violated => "violated",
        Status::Unknown | Status::CannotAnalyse => "unknown",
    };
    text(&AnswerRecord {
        verdict,
        complete: report.complete(),
        reason: report.first_reason().map(str::to_owned),
        checks: report.checks.iter().map(|result| check(report, result)).collect(),
        statistics,
        warnings: notes.warnings.iter().chain(&report.warnings).cloned().collect(),
        engine: Some(report.engine),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// No answer at all, and why.
pub fn failure(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref().map(|place| match place.line {
        0 => place.file.clone(),
        line => format!("{}:{line}", place.file),
    });
    let reason = match place {
        Some(place) => format!("{place}: {}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    text(&AnswerRecord {
        verdict: "unknown",
        complete: false,
        reason: Some(reason),
        checks: Vec::new(),
        statistics: BTreeMap::new(),
        warnings: Vec::new(),
        engine: None,
        version: env!("CARGO_PKG_VERSION"),
    })
}

fn text(record: &AnswerRecord) -> String {
    match serde_json::to_string_pretty(record) {
        Ok(text) => format!("{text}\n"),
        // Records of strings and numbers always can be written.
        Err(_) => "{\"verdict\": \"unknown\", \"reason\": \"cannot write JSON\"}\n".to_owned(),
    }
}

fn check(report: &ValidatedReport, result: &ValidatedResult) -> CheckRecord {
    let (check, engine) = (result.kind.name(), result.by);
    let record = CheckRecord { check, engine, ..CheckRecord::default() };
    match &result.answer {
        Answer::Unknown(reason) => {
            CheckRecord { verdict: "unknown", reason: Some(reason.clone()), ..record }
        }
        Answer::Holds(Coverage::Complete { qualifications }) => CheckRecord {
            verdict: "holds",
            complete: true,
            qualifications: qualifications.clone(),
            evidence: evidence(report, result),
            ..record
        },
        Answer::Holds(Coverage::Bounded { bounds, qualifications }) => CheckRecord {
            verdict: "holds",
            bounds: bounds.clone(),
            qualifications: qualifications.clone(),
            ..record
        },
        Answer::Violated { trace, .. } => {
            let left_out = trace.events.len().saturating_sub(MOST_EVENTS);
            let shown = trace.events.iter().skip(left_out);
            let ended = CheckRecord {
                verdict: "violated",
                complete: true,
                context_switches: Some(trace.context_switches),
                trace: Some(shown.map(|found| event(trace, found)).collect()),
                left_out: (left_out > 0).then_some(left_out),
                ..record
            };
            match &trace.ending {
                Some(ending) => violated(ended, trace, ending),
                None => ended,
            }
        }
    }
}

fn evidence(report: &ValidatedReport, result: &ValidatedResult) -> Vec<GroundRecord> {
    let told = report.grounds.iter().filter(|ground| ground.kind == result.kind);
    told.map(|ground| GroundRecord { about: ground.about.clone(), because: ground.because.clone() })
        .collect()
}

fn violated(record: CheckRecord, trace: &SourceTrace, ending: &Ending) -> CheckRecord {
    let other = ending.other.as_ref();
    CheckRecord {
        message: Some(ending.message.clone()),
        location: ending.place.as_ref().map(place),
        thread: Some(trace.thread_name(ending.thread)),
        variable: ending.subject.clone(),
        other_location: other.and_then(|(_, found)| found.as_ref()).map(place),
        other_thread: other.map(|(thread, _)| trace.thread_name(*thread)),
        ..record
    }
}

fn place(found: &SourcePlace) -> PlaceRecord {
    PlaceRecord { file: found.file.clone(), line: found.line, column: found.column }
}

fn event(trace: &SourceTrace, found: &SourceEvent) -> EventRecord {
    let (action, variable, value, text) = action(trace, &found.action);
    EventRecord {
        step: found.step,
        thread: trace.thread_name(found.thread),
        thread_number: found.thread,
        location: found.place.as_ref().map(place),
        source: found.place.as_ref().map(|place| place.text.clone()),
        action,
        variable,
        value,
        text,
    }
}

type Described = (&'static str, Option<String>, Option<String>, Option<String>);

/// The name of an action, and its variable, value and text.
fn action(trace: &SourceTrace, action: &Action) -> Described {
    let some = |text: &String| Some(text.clone());
    match action {
        Action::Reads { variable, value } => ("reads", some(variable), some(value), None),
        Action::Writes { variable, value } => ("writes", some(variable), some(value), None),
        Action::Chooses { value } => ("chooses", None, some(value), None),
        Action::Library { function, effect } => {
            ("library", None, None, Some(format!("{function}: {effect}")))
        }
        Action::Creates { child } => ("creates", None, None, Some(trace.thread_name(*child))),
        Action::Allocates { object, bytes } => {
            ("allocates", some(object), Some(bytes.to_string()), None)
        }
        Action::Frees { object } => ("frees", some(object), None, None),
        Action::Outputs { value } => ("outputs", None, some(value), None),
        Action::Calls { function } => ("calls", None, None, some(function)),
        Action::Returns { value } => ("returns", None, value.clone(), None),
        Action::Ends => ("ends", None, None, None),
        Action::Stops { reason } => ("stops", None, None, some(reason)),
        Action::Fails { check, message } => {
            ("fails", None, None, Some(format!("{}: {message}", check.name())))
        }
        Action::Waits { what, holder } => {
            let holder = holder.map(|holder| trace.thread_name(holder));
            ("waits", None, holder, some(what))
        }
    }
}
