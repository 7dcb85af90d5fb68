//! The reader of LLVM IR, on what clang 14, 16 and 19 printed for the programs in
//! `fixtures/source` (`generate.sh` there makes the files) and on texts by hand.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test looks for one thing; whatever else there is, it is not that"
)]

mod control;
mod errors;
mod globals;
mod instructions;
mod layout;
mod metadata;
mod mutations;
mod support;
mod texts;
mod versions;
