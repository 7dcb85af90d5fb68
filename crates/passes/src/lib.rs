//! From a program to a [`Ready`] program: simplifications that invent, drop,
//! merge or reorder no shared access, and the facts that engines share.

mod bit_set;
pub mod block_order;
mod blocks;
#[cfg(test)]
mod build;
pub mod constants;
pub mod dominators;
pub mod emptiness;
pub mod escape;
pub mod layout;
pub mod liveness;
pub mod loops;
pub mod mem2reg;
pub mod nondet;
pub mod observable;
pub mod orders;
pub mod pipeline;
pub mod points_to;
pub mod reachable;
pub mod ready;
mod registers;
pub mod settle;
pub mod simplify;
pub mod visible;

pub use orders::Orders;
pub use pipeline::{PassError, PipelineOptions, prepare};
pub use ready::{FunctionFacts, Loop, NondetCases, Place, PointerLayout, ProgramFacts, Ready};
