//! Source-level traces: a replayed execution is lifted to source lines and C values, and
//! rendered for people; and the files in which counterexamples are kept.

mod calls;
pub mod json;
pub mod lift;
mod objects;
pub mod render;
pub mod source;
pub mod style;
mod thread_names;
pub mod values;

pub use json::{TraceFile, TraceFileError};
pub use lift::lift;
pub use render::{RenderOptions, render};
pub use source::{Action, Ending, SourceEvent, SourcePlace, SourceTrace};
pub use style::Style;
pub use thread_names::thread_names;
