//! Schedules, verdicts and traces: what engines answer, how it is replayed on
//! the concrete semantics, and how it is shown.

mod calls;
mod endings;
pub mod json;
pub mod lift;
pub mod names;
mod objects;
mod races;
pub mod render;
pub mod replay;
pub mod sequential;
pub mod source;
pub mod stack;
pub mod style;
pub mod values;
pub mod verdict;

pub use json::{TraceFile, TraceFileError};
pub use lift::lift;
pub use render::{RenderOptions, render};
pub use replay::{ReplayError, Trace, replay};
pub use sequential::{SequentialRun, run_sequential};
pub use source::{Action, Ending, SourceEvent, SourcePlace, SourceTrace};
pub use style::Style;
pub use verdict::{CheckResult, Counterexample, Coverage, Report, Statistics, Verdict, Violation};
