//! What `auto` ran, why, and how it ended: for people who want to know
//! (`--verbose`).

use raddle_engines::auto::{End, Ran};
use raddle_trace::style::harmless;

use crate::engine::Team;

/// A line about the program, and one a member.
pub fn account(team: &Team) -> String {
    let mut out = format!("  auto saw {}\n", team.facts);
    for ran in &team.ran {
        out.push_str(&format!("    {}\n", harmless(&member(ran))));
    }
    for (name, why) in &team.left_out {
        out.push_str(&format!("    {name} did not run: {why}\n"));
    }
    out
}

/// `lazy ran from 0.50 s for 0.21 s (computes with all values at once): decided assert`
fn member(ran: &Ran) -> String {
    let Ran { name, why, start, seconds, end, .. } = ran;
    let end = match end {
        End::Decided(kinds) => {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            format!("answered {}", names.join(", "))
        }
        End::Stopped => "stopped, since all was decided".to_owned(),
        End::GaveUp(reason) => format!("does not know, because {reason}"),
    };
    format!("{name} ran from {start:.2} s for {seconds:.2} s ({why}): {end}")
}
