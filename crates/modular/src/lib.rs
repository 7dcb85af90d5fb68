//! Thread-modular abstract interpretation: what holds at each place of each kind of thread,
//! however many there are and however long they run.
//!
//! `walk.rs` runs the one semantics (`raddle_semantics::run_block`) over terms and ranges
//! (`values.rs`), kind of threads by kind (`kinds.rs`); `host.rs` is the memory of a thread,
//! `sharing.rs` what others do to it, `locks.rs` what keeps them apart. `analysis.rs` repeats that
//! until nothing changes; `races.rs` says which accesses nothing keeps apart, and `facts.rs` what
//! is claimed of each place, to be checked against runs.

pub mod analysis;
pub mod certificate;
mod counters;
pub mod facts;
mod fresh;
pub mod grounds;
mod host;
pub mod kinds;
pub mod locks;
mod meeting;
mod memory;
mod merge;
pub mod objects;
pub mod point;
pub mod races;
pub mod range;
pub mod reasons;
pub mod recheck;
mod sets;
pub mod sharing;
pub mod span;
mod state;
pub mod tables;
mod values;
mod walk;

pub use analysis::{Analysis, analyse, analyse_and_keep, analyse_with_facts};
