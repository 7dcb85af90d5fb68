//! The one verdict type. A bounded result cannot be mistaken for a proof, and
//! a violation always carries the schedule that leads to it.

use std::collections::BTreeMap;

use raddle_ir::{CheckKind, Location};
use raddle_passes::{Place, Ready};
use raddle_semantics::{Failure, Schedule, ThreadNumber};

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Violated(Box<Counterexample>),
    Holds(Coverage),
    /// The reason, as a sentence for a person, without a full stop.
    Unknown(String),
}

/// How much of the program a *holds* speaks about.
#[derive(Clone, Debug, PartialEq)]
pub enum Coverage {
    /// Every execution. The qualifications say under which stated assumptions
    /// ("no memory error", ...); usually there are none.
    Complete { qualifications: Vec<String> },
    /// Only executions within bounds, each said in words ("at most 3 context
    /// switches").
    Bounded { bounds: Vec<String>, qualifications: Vec<String> },
}

impl Coverage {
    pub fn qualifications_mut(&mut self) -> &mut Vec<String> {
        match self {
            Coverage::Complete { qualifications } | Coverage::Bounded { qualifications, .. } => {
                qualifications
            }
        }
    }
}

/// What went wrong, where and in which thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    pub kind: CheckKind,
    pub message: String,
    pub location: Option<Location>,
    pub thread: ThreadNumber,
    /// For a race: the other access.
    pub other: Option<(ThreadNumber, Option<Location>)>,
}

impl Violation {
    /// A check that failed in a thread, at this place of the user's code.
    pub fn failure(
        ready: &Ready,
        thread: ThreadNumber,
        failure: &Failure,
        place: Place,
    ) -> Violation {
        let location = ready.location(place);
        let (kind, message) = (failure.kind, failure.message.clone());
        Violation { kind, message, location, thread, other: None }
    }

    /// Two accesses that race; the second is the one that a person sees last.
    pub fn race(
        ready: &Ready,
        first: (ThreadNumber, Place),
        second: (ThreadNumber, Place),
    ) -> Violation {
        Violation {
            kind: CheckKind::Race,
            message: raddle_semantics::race::MESSAGE.to_string(),
            location: ready.location(second.1),
            thread: second.0,
            other: Some((first.0, ready.location(first.1))),
        }
    }

    /// Threads that wait for ever, where they stand.
    pub fn deadlock(
        ready: &Ready,
        threads: &[ThreadNumber],
        place: &dyn Fn(ThreadNumber) -> Option<Place>,
    ) -> Violation {
        let each: Vec<String> = threads
            .iter()
            .map(|&thread| match place(thread).and_then(|at| ready.location_text(at)) {
                Some(at) => format!("thread {thread} at {at}"),
                None => format!("thread {thread}"),
            })
            .collect();
        let message = match each.as_slice() {
            [only] => format!("{only} waits for ever"),
            many => format!("{} wait for ever", many.join(", ")),
        };
        Violation {
            kind: CheckKind::Deadlock,
            message,
            location: threads.first().and_then(|&first| ready.location(place(first)?)),
            thread: threads.first().copied().unwrap_or(0),
            other: None,
        }
    }
}

/// A violation and the schedule that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    pub violation: Violation,
    pub schedule: Schedule,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    pub kind: CheckKind,
    pub verdict: Verdict,
}

/// Figures of a run, by name ("states", "transitions", ...).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Statistics {
    pub counters: BTreeMap<&'static str, u64>,
    pub seconds: f64,
}

/// Why a check holds, as far as that can be said in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    pub kind: CheckKind,
    /// A variable, or a place with the condition that is checked there.
    pub about: String,
    pub because: Vec<String>,
}

/// What an engine answers: one result a selected check, in the order of
/// [`CheckKind`].
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub engine: &'static str,
    pub results: Vec<CheckResult>,
    pub statistics: Statistics,
    /// Why checks hold, if the engine can tell.
    pub grounds: Vec<Ground>,
    /// Things a person should know ("3 threads were stopped by ...").
    pub warnings: Vec<String>,
}
