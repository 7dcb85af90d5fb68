//! Schedules, verdicts and traces: what engines answer, how it is replayed on
//! the concrete semantics, and how it is shown.

pub mod verdict;

pub use verdict::{CheckResult, Counterexample, Coverage, Report, Statistics, Verdict, Violation};
