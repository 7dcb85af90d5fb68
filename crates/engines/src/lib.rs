//! Engines: each is a way of choosing schedules, nothing else. One folder a
//! family, one file a technique.

pub mod explicit;
mod findings;
pub mod limits;
pub mod symbolic;

pub use explicit::ExplicitOptions;
pub use limits::{Limits, Progress};
pub use symbolic::SymbolicOptions;
