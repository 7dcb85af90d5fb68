//! From events to rows: consecutive events of one thread on one line are one row.

use std::collections::BTreeSet;

use raddle_ir::words::counted;
use raddle_semantics::ThreadNumber;

use crate::source::{Action, SourceEvent, SourcePlace, SourceTrace};

/// How much a row matters when not all can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    Ordinary,
    /// Other threads may see it.
    Shared,
    /// Must be seen by the reader.
    Key,
}

#[derive(Clone, Debug)]
pub struct Row {
    /// Counted from 1, before anything is left out.
    pub number: usize,
    pub thread: ThreadNumber,
    /// Another thread ran just before.
    pub switched: bool,
    pub place: Option<SourcePlace>,
    pub actions: Vec<Action>,
    pub weight: Weight,
    instructions: BTreeSet<u64>,
}

/// The most effects that one row tells.
const MOST_EFFECTS: usize = 6;

/// All rows of a trace. Calls between the user's own functions are rows only
/// when everything is asked for.
pub fn rows(trace: &SourceTrace, full: bool) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for event in &trace.events {
        if !full && matches!(event.action, Action::Calls { .. }) {
            continue;
        }
        match rows.last_mut() {
            Some(row) if joins(row, event) => row.add(event),
            last => {
                // Waiting is no step of the schedule.
                let waits = matches!(event.action, Action::Waits { .. });
                let switched = !waits && last.is_some_and(|row| row.thread != event.thread);
                let mut row = Row {
                    number: rows.len() + 1,
                    thread: event.thread,
                    switched,
                    place: event.place.clone(),
                    actions: Vec::new(),
                    weight: Weight::Ordinary,
                    instructions: BTreeSet::new(),
                };
                row.add(event);
                rows.push(row);
            }
        }
    }
    rows
}

fn joins(row: &Row, event: &SourceEvent) -> bool {
    let same_line = match (&row.place, &event.place) {
        (Some(row), Some(event)) => row.line == event.line && row.file == event.file,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    row.thread == event.thread && same_line && !row.instructions.contains(&event.instruction)
}

impl Row {
    fn add(&mut self, event: &SourceEvent) {
        self.instructions.insert(event.instruction);
        self.weight = self.weight.max(weight(event));
        self.actions.push(event.action.clone());
    }

    pub fn fails(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|action| matches!(action, Action::Fails { .. } | Action::Waits { .. }))
    }

    /// Whether the effect tells all that the line of source does.
    pub fn speaks_for_itself(&self) -> bool {
        self.actions.iter().all(|action| match action {
            Action::Library { effect, .. } => !effect.is_empty(),
            Action::Creates { .. }
            | Action::Returns { .. }
            | Action::Ends
            | Action::Stops { .. }
            | Action::Waits { .. } => true,
            Action::Reads { .. }
            | Action::Writes { .. }
            | Action::Chooses { .. }
            | Action::Allocates { .. }
            | Action::Frees { .. }
            | Action::Outputs { .. }
            | Action::Calls { .. }
            | Action::Fails { .. } => false,
        })
    }

    pub fn writes(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().filter_map(|action| match action {
            Action::Writes { variable, .. } => Some(variable.as_str()),
            Action::Reads { .. }
            | Action::Chooses { .. }
            | Action::Library { .. }
            | Action::Creates { .. }
            | Action::Allocates { .. }
            | Action::Frees { .. }
            | Action::Outputs { .. }
            | Action::Calls { .. }
            | Action::Returns { .. }
            | Action::Ends
            | Action::Stops { .. }
            | Action::Fails { .. }
            | Action::Waits { .. } => None,
        })
    }

    /// What the row's thread did, in words and in order.
    pub fn effect(&self, trace: &SourceTrace) -> String {
        let told = self.reads();
        // That a thread which waits in the end began to wait need not be told twice.
        let waits = self.actions.iter().any(|action| matches!(action, Action::Waits { .. }));
        let mut effects: Vec<String> = Vec::new();
        let mut reads: Vec<(&str, &str)> = Vec::new();
        let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
        for action in &self.actions {
            if let Action::Reads { variable, value } = action {
                let read = (variable.as_str(), value.as_str());
                if told.contains(&read) && seen.insert(read) {
                    reads.push(read);
                }
            } else if let Some(text) = words(action, trace)
                && !(waits && is_waiting(action))
            {
                effects.extend(self.reading(&std::mem::take(&mut reads), told.len()));
                effects.push(text);
            }
        }
        effects.extend(self.reading(&reads, told.len()));
        let hidden = effects.len().saturating_sub(MOST_EFFECTS);
        if hidden > 0 {
            effects.truncate(MOST_EFFECTS);
            effects.push(format!("and {hidden} more"));
        }
        effects.join(", ")
    }

    /// The values read. What the row writes itself needs no telling, since no other
    /// thread came between.
    fn reads(&self) -> BTreeSet<(&str, &str)> {
        let written: BTreeSet<&str> = self.writes().collect();
        let mut reads = BTreeSet::new();
        for action in &self.actions {
            if let Action::Reads { variable, value } = action
                && !written.contains(variable.as_str())
            {
                reads.insert((variable.as_str(), value.as_str()));
            }
        }
        reads
    }

    /// Reads that follow each other, as one phrase; `all` are the row's.
    fn reading(&self, reads: &[(&str, &str)], all: usize) -> Option<String> {
        let text = self.place.as_ref().map_or("", |place| place.text.as_str());
        match reads {
            [] => None,
            [(variable, value)] if all == 1 && mentions(text, variable) => {
                Some(format!("reads {value}"))
            }
            several => {
                let named = several.iter().map(|(variable, value)| format!("{variable}: {value}"));
                Some(format!("reads {}", named.collect::<Vec<_>>().join(", ")))
            }
        }
    }
}

/// A call of the library that begins to wait.
fn is_waiting(action: &Action) -> bool {
    matches!(action, Action::Library { effect, .. } if effect.starts_with("waits "))
}

/// Whether a line of source speaks of one variable so plainly that its name
/// need not be repeated.
fn mentions(text: &str, variable: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    !variable.is_empty()
        && variable.chars().all(is_word)
        && text.split(|c| !is_word(c)).any(|word| word == variable)
}

fn weight(event: &SourceEvent) -> Weight {
    match &event.action {
        Action::Reads { .. } | Action::Calls { .. } => Weight::Ordinary,
        Action::Writes { .. } => {
            if event.shared {
                Weight::Shared
            } else {
                Weight::Ordinary
            }
        }
        Action::Library { effect, .. } => {
            if effect.is_empty() {
                Weight::Ordinary
            } else {
                Weight::Shared
            }
        }
        Action::Chooses { .. }
        | Action::Allocates { .. }
        | Action::Frees { .. }
        | Action::Outputs { .. } => Weight::Shared,
        Action::Creates { .. }
        | Action::Returns { .. }
        | Action::Ends
        | Action::Stops { .. }
        | Action::Fails { .. }
        | Action::Waits { .. } => Weight::Key,
    }
}

/// An action in words; reads are told together elsewhere.
fn words(action: &Action, trace: &SourceTrace) -> Option<String> {
    Some(match action {
        Action::Reads { .. } => return None,
        Action::Writes { variable, value } => format!("{variable} = {value}"),
        Action::Chooses { value } => format!("picks {value}"),
        Action::Library { effect, .. } if effect.is_empty() => return None,
        Action::Library { effect, .. } => effect.clone(),
        Action::Creates { child } => format!("creates {}", trace.thread_name(*child)),
        Action::Allocates { object, bytes } => {
            format!("allocates {object}, {}", counted(*bytes, "byte"))
        }
        Action::Frees { object } => format!("frees {object}"),
        Action::Outputs { value } => format!("outputs {value}"),
        Action::Calls { function } => format!("calls {function}"),
        Action::Returns { value: Some(value) } => format!("returns {value}"),
        Action::Returns { value: None } => "returns".to_owned(),
        Action::Ends => "ends".to_owned(),
        Action::Stops { reason } => reason.clone(),
        Action::Fails { check, message } => failure(*check, message),
        Action::Waits { what, holder } => waiting(what, *holder, trace),
    })
}

fn failure(check: raddle_ir::CheckKind, message: &str) -> String {
    use raddle_ir::CheckKind;
    match check {
        CheckKind::Assert => "fails".to_owned(),
        CheckKind::Race => "races".to_owned(),
        CheckKind::Reach
        | CheckKind::Deadlock
        | CheckKind::Memory
        | CheckKind::Leak
        | CheckKind::Overflow
        | CheckKind::Division
        | CheckKind::Shift
        | CheckKind::Unwind => message.to_owned(),
    }
}

/// `waits for m, held by worker #2`
pub fn waiting(what: &str, holder: Option<ThreadNumber>, trace: &SourceTrace) -> String {
    match holder {
        // The thread that is to end is the one that holds it up.
        Some(_) if what.ends_with(" to end") => format!("waits {what}"),
        Some(holder) => format!("waits {what}, held by {}", trace.thread_name(holder)),
        None => format!("waits {what}"),
    }
}
