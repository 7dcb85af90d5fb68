//! Symbolic execution of one step of one thread, on all its paths: control. Paths wait
//! in a worklist (`worklist.rs`), run to the next exit of a block (`step.rs`), follow its
//! edges (`edges.rs`) or calls (`calls.rs`), and are merged where they meet (`path.rs`).
//! What the step tells besides the states it leads to is its record (`record.rs`).
//!
//! Memory is the room `memory`; what is different for threads that are run in isolation
//! is said by hooks of the room `isolated` (`on_…`).

pub mod calls;
pub mod edges;
pub mod observe;
pub mod path;
pub mod rank;
pub mod record;
pub mod step;
pub mod worklist;
