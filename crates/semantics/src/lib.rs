//! What each instruction means, once, over a domain of values; memory objects
//! and threads.

pub mod schedule;

pub use schedule::{Choice, Schedule, Step, ThreadNumber};
