//! A trace for people: a headline, the table, and at the end what was violated
//! and where.

mod elide;
mod rows;
mod table;

use raddle_ir::CheckKind;
use raddle_semantics::ThreadNumber;

use crate::source::{Action, Ending, SourcePlace, SourceTrace};
use crate::style::{Paint, Sign, Style, harmless};

pub struct RenderOptions {
    pub style: Style,
    /// Show every row, however many.
    pub full: bool,
}

/// The whole text, ending in a newline.
pub fn render(trace: &SourceTrace, options: &RenderOptions) -> String {
    let style = &options.style;
    let mut out = String::new();
    if let Some(ending) = &trace.ending {
        out.push_str(&style.paint(Paint::Bad, &headline(trace, ending)));
        out.push_str("\n\n");
    }
    let rows = rows::rows(trace, options.full);
    let items = elide::elide(rows, options.full);
    let shortened = items.iter().any(|item| matches!(item, elide::Item::Elided { .. }));
    out.push_str(&table::table(trace, &items, style));
    if shortened {
        out.push_str(&style.paint(Paint::Faint, "  (--full-trace shows all steps)"));
        out.push('\n');
    }
    if let Some(ending) = &trace.ending {
        out.push('\n');
        out.push_str(&conclusion(trace, ending, style));
    }
    out
}

/// `assert violated: counter == 2 is false (counter is 1), with 2 context switches`
pub fn headline(trace: &SourceTrace, ending: &Ending) -> String {
    let what = match ending.check {
        CheckKind::Assert => format!("{} is false{}", ending.message, last_values(trace, ending)),
        CheckKind::Race => match &ending.subject {
            Some(subject) => {
                format!("two threads access {subject}, one writes, and nothing orders them")
            }
            None => ending.message.clone(),
        },
        CheckKind::Reach
        | CheckKind::Deadlock
        | CheckKind::Memory
        | CheckKind::Leak
        | CheckKind::Overflow
        | CheckKind::Division
        | CheckKind::Shift
        | CheckKind::Unwind => ending.message.clone(),
    };
    let switches = match trace.context_switches {
        0 => "without a context switch".to_owned(),
        1 => "with 1 context switch".to_owned(),
        count => format!("with {count} context switches"),
    };
    harmless(&format!("{} violated: {what}, {switches}", ending.check.name()))
}

/// What the failing line read, since that is what a person asks next.
fn last_values(trace: &SourceTrace, ending: &Ending) -> String {
    let mut values: Vec<String> = Vec::new();
    let same_line = |place: &Option<SourcePlace>| match (place, &ending.place) {
        (Some(place), Some(end)) => place.line == end.line && place.file == end.file,
        (Some(_) | None, _) => false,
    };
    let own = trace.events.iter().rev();
    let own = own.filter(|event| event.thread == ending.thread);
    for event in own.take_while(|event| same_line(&event.place)) {
        if let Action::Reads { variable, value } = &event.action {
            let known = values.iter().any(|seen| seen.starts_with(&format!("{variable} is ")));
            if !known {
                values.push(format!("{variable} is {value}"));
            }
        }
    }
    values.reverse();
    if values.is_empty() || values.len() > 3 {
        String::new()
    } else {
        format!(" ({})", values.join(", "))
    }
}

fn conclusion(trace: &SourceTrace, ending: &Ending, style: &Style) -> String {
    match ending.check {
        CheckKind::Deadlock => deadlock(trace, ending),
        CheckKind::Race => race(trace, ending, style),
        CheckKind::Assert
        | CheckKind::Reach
        | CheckKind::Memory
        | CheckKind::Leak
        | CheckKind::Overflow
        | CheckKind::Division
        | CheckKind::Shift
        | CheckKind::Unwind => format!(
            "  {} {}: {}{}\n",
            style.paint(Paint::Bad, style.sign(Sign::Violated)),
            ending.check.name(),
            harmless(&ending.message),
            at(trace, ending.thread, ending.place.as_ref()),
        ),
    }
}

/// ` at file.c:9 in worker #1`
fn at(trace: &SourceTrace, thread: ThreadNumber, place: Option<&SourcePlace>) -> String {
    let name = harmless(&trace.thread_name(thread));
    match place {
        Some(place) => format!(" at {} in {name}", harmless(&place.short())),
        None => format!(" in {name}"),
    }
}

fn deadlock(trace: &SourceTrace, ending: &Ending) -> String {
    let mut out = String::new();
    for event in &trace.events {
        if let Action::Waits { what, holder } = &event.action {
            let place = event.place.as_ref();
            let place = place.map(|place| format!(" at {}", place.short()));
            out.push_str(&harmless(&format!(
                "  {} {}{}",
                trace.thread_name(event.thread),
                rows::waiting(what, *holder, trace),
                place.unwrap_or_default(),
            )));
            out.push('\n');
        }
    }
    if out.is_empty() {
        out = format!("  {}\n", harmless(&ending.message));
    }
    out
}

fn race(trace: &SourceTrace, ending: &Ending, style: &Style) -> String {
    let line = |thread, place: Option<&SourcePlace>| {
        let text = place.map(|place| place.text.as_str()).unwrap_or_default();
        let what = match place {
            Some(place) => format!("{}  {text}", place.short()),
            None => "a place without source".to_owned(),
        };
        harmless(&format!("{}  {what}", trace.thread_name(thread)))
    };
    let sign = style.paint(Paint::Bad, style.sign(Sign::Violated));
    let mut out = format!(
        "  {sign} {}: nothing orders these two accesses\n",
        harmless(ending.subject.as_ref().unwrap_or(&ending.message))
    );
    out.push_str(&format!("      {}\n", line(ending.thread, ending.place.as_ref())));
    if let Some((thread, place)) = &ending.other {
        out.push_str(&format!("      {}\n", line(*thread, place.as_ref())));
    }
    out
}

#[cfg(test)]
mod tests;
