//! From a program to a [`Ready`] program: simplifications that invent, drop,
//! merge or reorder no shared access, and the facts that engines share.

mod bit_set;
#[cfg(test)]
mod build;
pub mod dominators;
pub mod liveness;
pub mod loops;
pub mod points_to;
pub mod ready;

pub use ready::{FunctionFacts, Loop, NondetCases, Place, PointerLayout, Ready};
