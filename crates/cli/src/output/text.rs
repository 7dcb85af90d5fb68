//! The answer for people: a line a check, the failing run, and the figures.

use std::path::Path;

use raddle_ir::CheckKind;
use raddle_ir::words::{grouped, plural};
use raddle_trace::style::{Paint, Sign, columns, harmless};
use raddle_trace::{Ending, RenderOptions, SourceTrace, Style, render};
use raddle_verdict::{Coverage, Statistics};

use crate::diagnostic::render_warning;
use crate::load::Notes;
use crate::options::CheckOptions;
use crate::output::remarks::{Remarks, explanations, mark};
use crate::output::team;
use crate::terminal::{message_style, output_style};
use crate::validation::{Answer, ValidatedReport, ValidatedResult};

pub fn answer(options: &CheckOptions, notes: &Notes, report: &ValidatedReport) {
    let style = output_style(options.output.color);
    let mut messages = String::new();
    for warning in notes.warnings.iter().chain(&report.warnings) {
        messages.push_str(&render_warning(warning, &message_style(options.output.color)));
    }
    crate::print_message(&messages);
    let mut out = table(report, &style);
    out.push_str(&explanations(report, &style));
    if !options.output.quiet {
        out.push_str(&evidence(options, report, &style));
        out.push_str(&traces(options, report, &style));
        out.push_str(&footer(options, notes, report, &style));
    }
    crate::print(&out);
}

/// A line a check: `✗ assert    counter == 2    lost_update.c:22`
pub fn table(report: &ValidatedReport, style: &Style) -> String {
    let mut first_proof = true;
    let remarks = Remarks::of(report);
    let mut lines: Vec<(String, String, String)> = Vec::new();
    for check in &report.checks {
        let proved = matches!(&check.answer, Answer::Holds(Coverage::Complete { .. }));
        let states = report.figures(check).counters.get("states").copied();
        let states = states.filter(|&states| states > 0 && proved);
        let figure = states.filter(|_| std::mem::take(&mut first_proof));
        let mut line = line(check, figure, style);
        line.1.push_str(&mark(check, &remarks));
        lines.push(line);
    }
    // Places stand in one column, unless some text is very long.
    let widest = lines.iter().filter(|(_, _, place)| !place.is_empty());
    let widest = widest.map(|(_, what, _)| columns(what)).filter(|&width| width <= 48).max();
    let widest = widest.unwrap_or(0);
    let mut out = String::new();
    for (start, what, place) in &lines {
        out.push_str(&format!("  {start}  {what}"));
        if !place.is_empty() {
            let gap = widest.saturating_sub(columns(what)) + 3;
            out.push_str(&format!("{:gap$}{}", "", style.paint(Paint::Faint, place)));
        }
        out.push('\n');
    }
    out
}

/// The sign and the name, what there is to say, and the place.
fn line(check: &ValidatedResult, states: Option<u64>, style: &Style) -> (String, String, String) {
    let (sign, paint) = match &check.answer {
        Answer::Violated { .. } => (Sign::Violated, Paint::Bad),
        Answer::Holds(_) => (Sign::Holds, Paint::Good),
        Answer::Unknown(_) => (Sign::Unknown, Paint::Unsure),
    };
    let name = style.paint(Paint::Strong, &format!("{:<8}", check.kind.name()));
    let start = format!("{} {name}", style.paint(paint, style.sign(sign)));
    let (what, place) = match &check.answer {
        Answer::Violated { trace, .. } => match &trace.ending {
            Some(ending) => (violated(check.kind, ending), places(ending, style)),
            None => (String::new(), String::new()),
        },
        Answer::Holds(coverage) => (holds(coverage, states), String::new()),
        Answer::Unknown(_) => ("unknown".to_owned(), String::new()),
    };
    (start, harmless(&what), harmless(&place))
}

fn violated(kind: CheckKind, ending: &Ending) -> String {
    match (kind, &ending.subject) {
        (CheckKind::Race, Some(subject)) => subject.clone(),
        (
            CheckKind::Assert
            | CheckKind::Reach
            | CheckKind::Deadlock
            | CheckKind::Race
            | CheckKind::Memory
            | CheckKind::Leak
            | CheckKind::Overflow
            | CheckKind::Division
            | CheckKind::Shift
            | CheckKind::Unwind,
            _,
        ) => ending.message.clone(),
    }
}

fn places(ending: &Ending, style: &Style) -> String {
    let own = ending.place.as_ref().map(|place| place.short());
    let other = ending.other.as_ref().and_then(|(_, place)| place.as_ref());
    let other = other.map(|place| place.short());
    match (own, other) {
        (Some(own), Some(other)) => format!("{own}  {}  {other}", style.sign(Sign::Against)),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => String::new(),
    }
}

fn holds(coverage: &Coverage, states: Option<u64>) -> String {
    match coverage {
        Coverage::Complete { .. } => match states {
            Some(states) => {
                let count = grouped(states);
                format!("proved: every interleaving, {count} {}", plural(states, "state"))
            }
            None => "proved".to_owned(),
        },
        Coverage::Bounded { bounds, .. } => {
            format!("holds within the bound: {}", bounds.join(", "))
        }
    }
}

/// Why checks hold: a few lines, or all of them.
fn evidence(options: &CheckOptions, report: &ValidatedReport, style: &Style) -> String {
    let most = if options.output.verbose { usize::MAX } else { MOST_GROUNDS };
    let mut out = String::new();
    let mut hidden = 0;
    for check in &report.checks {
        let proved = matches!(&check.answer, Answer::Holds(Coverage::Complete { .. }));
        let told: Vec<_> = report.grounds.iter().filter(|each| each.kind == check.kind).collect();
        if !proved || told.is_empty() {
            continue;
        }
        out.push_str(&format!("\n  why {} holds\n", check.kind.name()));
        for ground in told.iter().take(most) {
            let line = format!("    {}: {}", ground.about, ground.because.join("; "));
            out.push_str(&format!("{}\n", harmless(&line)));
        }
        hidden += told.len().saturating_sub(most);
    }
    if hidden > 0 {
        let text = format!("    (--verbose tells {hidden} more)\n");
        out.push_str(&style.paint(Paint::Faint, &text));
    }
    out
}

/// So many reasons of a check are shown without being asked for.
const MOST_GROUNDS: usize = 3;

fn traces(options: &CheckOptions, report: &ValidatedReport, style: &Style) -> String {
    let count = if options.output.verbose { usize::MAX } else { 1 };
    let render_options = RenderOptions { style: *style, full: options.output.full_trace };
    let shown = |trace: &SourceTrace| format!("\n{}", render(trace, &render_options));
    let found = report.violations().take(count);
    let mut out: String = found.map(|(_, _, trace)| shown(trace)).collect();
    let hidden = report.violations().count().saturating_sub(count);
    if hidden > 0 {
        let text = "  (--verbose shows a failing run of each violated check)\n";
        out.push_str(&style.paint(Paint::Faint, text));
    }
    out
}

/// A file's name as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// `explicit, 1,234 states`
fn figures(engine: &str, statistics: &Statistics, all: bool) -> String {
    let mut out = engine.to_owned();
    for (name, value) in &statistics.counters {
        if all || IMPORTANT.contains(name) {
            let name = name.replace('_', " ");
            let name = if *value == 1 { name.strip_suffix('s').unwrap_or(&name) } else { &name };
            out.push_str(&format!(", {} {name}", grouped(*value)));
        }
    }
    out
}

/// The figures that say how much was done, whatever the engine.
const IMPORTANT: [&str; 4] = ["states", "interleavings", "iterations", "solver_calls"];

fn footer(
    options: &CheckOptions,
    notes: &Notes,
    report: &ValidatedReport,
    style: &Style,
) -> String {
    let mut out = String::from("\n");
    if report.violations().next().is_some() {
        let command = crate::command();
        let files: Vec<_> = options.program.files.iter().map(|file| quoted(file)).collect();
        let files = files.join(" ");
        let line = match &options.trace {
            Some(trace) => format!("{command} replay {} {files}", quoted(trace)),
            None => {
                format!("add --trace FILE to keep this run, then {command} replay FILE {files}")
            }
        };
        out.push_str(&format!("  replay:  {}\n", harmless(&line)));
        out.push_str("           (with --native it is the compiled program that runs)\n");
    }
    let verbose = options.output.verbose;
    if let Some(team) = report.team.as_ref().filter(|_| verbose) {
        out.push_str(&style.paint(Paint::Faint, &team::account(team)));
    }
    let engine = match &report.team {
        Some(team) => {
            let each = team.ran.iter().map(|ran| figures(ran.name, &ran.statistics, verbose));
            format!("auto: {}", each.collect::<Vec<String>>().join("; "))
        }
        None => figures(report.engine, &report.statistics, verbose),
    };
    let (seconds, frontend) = (report.statistics.seconds, notes.frontend.as_secs_f64());
    let mut text = format!("  engine {engine}, {seconds:.2} s; front-end {frontend:.2} s");
    if verbose {
        text.push_str(&format!(", passes {:.2} s", notes.passes.as_secs_f64()));
    }
    out.push_str(&style.paint(Paint::Faint, &text));
    out.push('\n');
    out
}
