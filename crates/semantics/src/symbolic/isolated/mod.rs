//! Threads in isolation: each is run from its beginning to its end without the others,
//! and what it does to the memory that they share are events (`events.rs`), which the
//! order engine puts together.
//!
//! That is a mode of the same executor ([`Mode`]). The rooms `executing` and `memory`
//! run every thread alike and call hooks where the modes differ; only `hooks.rs`, and
//! what this room does behind the hooks, looks at the mode. The accesses themselves are
//! in `accesses.rs`; what the threads know of each other is in `shared.rs` and
//! `values.rs`; `loop_counts.rs` tells iterations that come to nothing from others;
//! `synchronise.rs` notes what orders accesses for data races.

pub mod accesses;
pub mod events;
mod hooks;
pub mod loop_counts;
pub mod shared;
pub mod synchronise;
pub mod values;

use shared::Shared;

/// How the thread that runs stands to the others.
#[derive(Debug)]
pub enum Mode<'a> {
    /// One step of it between steps of the others: memory is the state's.
    Interleaved,
    /// From its beginning to its end without them; what all of them know of the memory
    /// that they share.
    Isolated(&'a mut Shared),
}

impl Mode<'_> {
    fn shared(&self) -> Option<&Shared> {
        match self {
            Mode::Interleaved => None,
            Mode::Isolated(shared) => Some(shared),
        }
    }

    fn shared_mut(&mut self) -> Option<&mut Shared> {
        match self {
            Mode::Interleaved => None,
            Mode::Isolated(shared) => Some(shared),
        }
    }

    pub fn reborrow(&mut self) -> Mode<'_> {
        match self {
            Mode::Interleaved => Mode::Interleaved,
            Mode::Isolated(shared) => Mode::Isolated(shared),
        }
    }
}
