//! From a program to a [`Ready`] program: simplifications that invent, drop,
//! merge or reorder no shared access, and the facts that engines share.

pub mod dominators;
pub mod points_to;
pub mod ready;

pub use ready::{FunctionFacts, Loop, NondetCases, Place, PointerLayout, Ready};
