//! Random C programs for comparing our semantics with compiled code.
//!
//! A program made here has exactly one behaviour: no undefined or unspecified
//! behaviour, no input, no uninitialised reads, and it ends soon. It shows what
//! it computes by calling `void __raddle_output(unsigned long long)`, and ends
//! with an exit value from 0 to 255. So a compiled run and an interpreted run can
//! be compared line by line. The same seed always gives the same program. With the
//! macro `IN_A_THREAD` the program does the same in one of the threads that it starts.
//!
//! How undefined behaviour is kept out:
//! - signed arithmetic goes through unsigned types, has masked operands, or is
//!   narrow enough for `int`; divisors, shift amounts and indices are guarded;
//! - a call with side effects is a statement of its own, so that no order of
//!   evaluation matters; expressions are pure;
//! - unions are written through the member that covers them, or it is known which members
//!   have a value (`bytes.rs`);
//! - loops have constant bounds, recursion and calls use up fuel.
//!
//! Conversions that C leaves to the implementation (to narrower signed types,
//! right shifts of negative numbers) are used: gcc and clang define them.
//!
//! [`concurrent`] has programs with threads, and [`mutants`] breaks any program by small
//! edits; what is said here is not said of them.
//!
//! Incomplete: no `long double`, no complex numbers, no `setjmp`.

mod aggregates;
mod batch;
mod byte_types;
mod bytes;
pub mod concurrent;
mod constructs;
pub mod damage;
mod expressions;
mod features;
mod library;
pub mod mutants;
pub mod native;
mod numbers;
mod passing;
mod pointers;
mod program;
mod random;
mod rarities;
mod scalars;
mod scope;
mod statements;
pub mod stress;

pub use batch::{Subject, batch};
pub use native::NATIVE_SHIM;

use program::{Generator, Size};

/// A sequential C program (gnu11), the same for the same seed, well-defined for
/// both data models.
pub fn sequential_program(seed: u64) -> String {
    Generator::new(seed, Size::Large).program()
}

/// A very small one of the same kind, for engines that compute with formulas. With
/// the macro `HIDE_VALUES` the values that it starts with are solutions of equations,
/// so that nothing can be computed ahead.
pub fn hidden_program(seed: u64) -> String {
    Generator::new(seed, Size::Hidden).program()
}

/// A sequential C program that calls the C library with many arguments, for the
/// data model that the system's headers and library are for.
pub fn library_program(seed: u64) -> String {
    library::Caller::new(seed).program()
}
