//! What the tool does as a whole, beside its verdicts on programs, which are in `programs`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod auto;
mod bad_input;
mod bmc;
mod certificates;
mod command_line;
mod compiled;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod limits;
mod native_replay;
mod qualifications;
mod sequentialise;
mod weak_orders;
