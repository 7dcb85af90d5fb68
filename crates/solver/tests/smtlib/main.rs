//! Tests of everything that speaks SMT-LIB 2, in one binary.
//!
//! Those that need a real solver run with z3 and cvc5 where they are installed,
//! and say so where they are not.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod agreement;
mod common;
mod fakes;
mod files;
