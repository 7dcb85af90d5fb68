//! The passes that rewrite programs, as text before and after.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod constants;
mod differential;
mod freeze;
mod mem2reg;
mod reachable;
mod simplify;
mod support;
