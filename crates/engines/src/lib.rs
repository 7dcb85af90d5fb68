//! Engines: each is a way of choosing schedules, nothing else. One folder a
//! family, one file a technique.

pub mod explicit;
pub mod limits;

pub use explicit::ExplicitOptions;
pub use limits::{Limits, Progress};
