//! The tests of the crate, in one binary.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod arithmetic;
mod arrays;
mod common;
mod operators;
mod random_terms;
mod terms;
