//! Random multi-threaded C programs, and smaller ones of the same.
//!
//! A program is one to three threads beside main, each with a few statements over
//! few variables, so that a judge that tries all interleavings copes with most of
//! them. They are made to disagree about: check-then-act, counters with one access
//! outside the lock, flags, publication, locks in the wrong order, lost wake-ups. Some
//! race and some do not; some have inputs; one in five can have another fault than a
//! race, if the schedule or an input wants it so. All others are well-defined C,
//! whatever the schedule, but for what `docs/soundness.md` says of compilers and
//! weak memory. All values stay small, and both data models give the same meaning.
//!
//! - `tables.rs` and `idioms.rs` say what threads do, and `declarations.rs` with what. A new kind of
//!   statement is a row there.
//! - `build.rs` (with `draw.rs`) draws a program from the tables, whose rows `rows.rs` takes apart.
//! - `tree.rs` is what a program is made of, and `program.rs` its C text.
//! - `shrink.rs` makes smaller programs of one (after Hughes' and Claessen's QuickCheck: a list of
//!   one-step simplifications, and greedy search). A name that is mentioned is declared, wherever
//!   that is, and what was dropped needs no repair.
//!
//! Incomplete: hardly any cancellation, no `longjmp`, no `goto`.

mod build;
mod declarations;
mod draw;
mod idioms;
mod layout;
mod program;
mod rows;
mod shrink;
mod tables;
mod tree;

pub use program::{Program, is_for_machines};
pub use shrink::shrink;
