//! The tests of the crate, in one binary.

mod common;
mod operators;
