//! The tests of the crate, in one binary.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod arrays;
mod common;
mod floats;
mod formulas;
mod interface;
mod limits;
mod operators;
mod order;
mod order_graph;
mod proofs;
mod refinement;
mod sizes;
mod terms;
