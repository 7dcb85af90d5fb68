//! Small C programs through the whole front-end, with every clang that is
//! installed: what they are lowered to, how they are linked, and what is said
//! about input that is no program.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test looks for one thing; whatever else there is, it is not that"
)]

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
