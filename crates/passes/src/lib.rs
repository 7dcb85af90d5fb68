//! From a program to a [`Ready`] program: simplifications that invent, drop,
//! merge or reorder no shared access, and the facts that engines share.

mod bit_set;
pub mod block_order;
mod blocks;
#[cfg(test)]
mod build;
pub mod constants;
pub mod dominators;
pub mod escape;
pub mod freeze;
pub mod layout;
pub mod liveness;
pub mod loop_counts;
pub mod loops;
pub mod mem2reg;
pub mod memory_orders;
pub mod nondet;
pub mod observable;
pub mod pipeline;
pub mod points_to;
pub mod reachable;
pub mod ready;
mod registers;
pub mod simplify;
pub mod undefined;
pub mod visible;

pub use memory_orders::MemoryOrders;
pub use pipeline::{PassError, PipelineOptions, prepare};
pub use ready::{FunctionFacts, Loop, NondetCases, Place, PointerLayout, ProgramFacts, Ready};
