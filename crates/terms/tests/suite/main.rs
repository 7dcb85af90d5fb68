//! The tests of the crate, in one binary.

mod arithmetic;
mod arrays;
mod common;
mod operators;
mod random_terms;
mod terms;
