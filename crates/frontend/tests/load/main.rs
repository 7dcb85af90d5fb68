//! Small C programs through the whole front-end, with every clang that is
//! installed: what they are lowered to, how they are linked, and what is said
//! about input that is no program.

mod errors;
mod library;
mod linking;
mod lowering;
mod memory;
mod names;
mod preprocessed;
mod scopes;
mod support;
mod traps;
