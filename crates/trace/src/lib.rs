//! Schedules, verdicts and traces: what engines answer, how it is replayed on
//! the concrete semantics, and how it is shown.

pub mod json;
pub mod render;
pub mod source;
pub mod style;
pub mod values;
pub mod verdict;

pub use json::{TraceFile, TraceFileError};
pub use render::{RenderOptions, render};
pub use source::{Action, Ending, SourceEvent, SourcePlace, SourceTrace};
pub use style::Style;
pub use verdict::{CheckResult, Counterexample, Coverage, Report, Statistics, Verdict, Violation};
