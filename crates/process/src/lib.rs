//! Processes: others that never outlive this one, and how this one ends.
//!
//! Every tool that is started (a compiler, a solver, another verifier) is the leader
//! of a process group of its own, and is on a list until it has ended. So it can be
//! ended together with whatever it started itself, by its owner or, when this process
//! ends in a hurry, by [`end_all`]. If this process is killed without a chance to do
//! that, Linux ends the tool (but not what the tool started).
//!
//! The only room with system calls of its own. Elsewhere than on Unix there are no
//! groups and no signals: a tool is ended alone, and an interruption is what the
//! system makes of it.

mod group;
mod output;
mod running;
pub mod signals;

pub use output::{Excess, Output, output, without_thread};
pub use running::{Running, end_all, remove_at_end, start};

/// The memory that this process holds, in bytes, where the system tells.
pub fn own_bytes() -> Option<u64> {
    resident("self")
}

/// The same together with the tools that run now.
pub fn all_bytes() -> Option<u64> {
    let tools = running::identities().into_iter().filter_map(|id| resident(&id.to_string()));
    Some(own_bytes()? + tools.sum::<u64>())
}

fn resident(process: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * group::page_bytes())
}

/// Ends this process now: nothing is cleaned up, so that threads that still run
/// cannot stumble over what is gone.
pub fn exit_now(code: u8) -> ! {
    end_all();
    group::exit(code)
}
