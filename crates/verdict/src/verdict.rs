//! The one verdict type. A bounded result cannot be mistaken for a proof, and
//! a violation always carries the schedule that leads to it.

use std::collections::BTreeMap;

use raddle_ir::{CheckKind, Location};
use raddle_semantics::{Schedule, ThreadNumber};

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

/// What an engine answers: one result a selected check, in the order of
/// [`CheckKind`].
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub engine: &'static str,
    pub results: Vec<CheckResult>,
    pub statistics: Statistics,
    /// Things a person should know ("3 threads were stopped by ...").
    pub warnings: Vec<String>,
}
