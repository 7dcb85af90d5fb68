//! The tests of the crate, in one binary.

mod arrays;
mod common;
mod operators;
