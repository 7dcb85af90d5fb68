//! Who takes part, in which order, and why: a table of members, and what a look at
//! the program says about each.
//!
//! The facts are cheap (one walk over the instructions). They decide who begins,
//! not who is right, so a wrong guess costs time only.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_trace::Report;

use super::AutoOptions;
use crate::common::limits::{Limits, Listener};
use crate::symbolic::{bmc, lazy};
use crate::{explicit, order};

/// An engine that can take part.
pub struct Member {
    pub name: &'static str,
    /// What it is good for here.
    pub role: fn(&Facts) -> Role,
    /// It fills the memory with what it has seen, and leaves a part to the others.
    pub hoards: bool,
    /// What it counts while it runs: one of them.
    pub counts: &'static str,
    /// The checks that it never answers, however long it runs.
    pub leaves_out: &'static [CheckKind],
    pub run: fn(&Ready, &AutoOptions<'_>, Limits, Listener<'_>) -> Report,
}

/// Every engine that can take part.
pub const MEMBERS: [Member; 4] = [
    Member {
        name: "order",
        role: role_of_order,
        hoards: false,
        counts: "event",
        leaves_out: &[CheckKind::Leak],
        run: |ready, options, limits, listener| {
            order::run(ready, &options.for_symbolic("order", limits, listener))
        },
    },
    Member {
        name: "explicit",
        role: role_of_explicit,
        hoards: true,
        counts: "state",
        leaves_out: &[CheckKind::Leak, CheckKind::Unwind],
        run: |ready, options, limits, listener| {
            explicit::run(ready, &options.for_explicit(limits, listener))
        },
    },
    Member {
        name: "lazy",
        role: role_of_lazy,
        hoards: false,
        counts: "node",
        leaves_out: &[CheckKind::Leak],
        run: |ready, options, limits, listener| {
            lazy::run(ready, &options.for_symbolic("lazy", limits, listener))
        },
    },
    Member {
        name: "bmc",
        role: role_of_bmc,
        hoards: false,
        counts: "node",
        leaves_out: &[CheckKind::Leak],
        run: |ready, options, limits, listener| {
            bmc::run(ready, &options.for_symbolic("bmc", limits, listener))
        },
    },
];

/// Members with a smaller rank begin earlier.
pub enum Role {
    TakesPart { rank: u32, why: &'static str },
    LeftOut { why: &'static str },
}

/// What a look at the program tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Instructions that start a thread.
    pub spawns: usize,
    /// Inputs of which `explicit` can only try some values.
    pub wide_inputs: usize,
    pub loops: usize,
    /// Instructions that another thread can notice.
    pub visible: usize,
}

impl Facts {
    pub fn of(ready: &Ready) -> Facts {
        let mut facts = Facts::default();
        for function in ready.functions.iter() {
            facts.wide_inputs += function.nondet.values().filter(|cases| !cases.exact).count();
            facts.loops += function.loops.len();
            let flags = function.visible.iter().flatten();
            facts.visible += flags.filter(|visible| **visible).count();
        }
        facts.spawns = ready.spawns();
        facts
    }

    /// In words, for people.
    pub fn text(&self) -> String {
        let count = |number: usize, one: &str, several: &str| match number {
            0 => format!("no {several}"),
            1 => format!("1 {one}"),
            _ => format!("{number} {several}"),
        };
        [
            count(self.spawns, "place that starts threads", "places that start threads"),
            count(self.wide_inputs, "wide input", "wide inputs"),
            count(self.loops, "loop", "loops"),
            count(self.visible, "visible instruction", "visible instructions"),
        ]
        .join(", ")
    }
}

fn role_of_order(facts: &Facts) -> Role {
    match facts.spawns {
        0 => Role::TakesPart { rank: 40, why: "there are no threads to put in order" },
        _ => Role::TakesPart { rank: 1, why: "looks at no interleavings one by one" },
    }
}

fn role_of_explicit(facts: &Facts) -> Role {
    match facts.wide_inputs {
        0 => Role::TakesPart { rank: 10, why: "all values of the inputs can be tried" },
        _ => Role::TakesPart { rank: 30, why: "looks for bugs at some values of the wide inputs" },
    }
}

fn role_of_lazy(_: &Facts) -> Role {
    Role::TakesPart { rank: 20, why: "computes with all values of the inputs at once" }
}

fn role_of_bmc(facts: &Facts) -> Role {
    match (facts.spawns, facts.wide_inputs) {
        (0, 0) => Role::TakesPart { rank: 15, why: "the program starts no thread" },
        (0, _) => Role::TakesPart { rank: 5, why: "the inputs are wide, and there are no threads" },
        (_, _) => Role::LeftOut { why: "the program starts threads" },
    }
}

/// A member that takes part, and why.
#[derive(Clone, Copy)]
pub struct Planned {
    pub member: &'static Member,
    pub why: &'static str,
}

/// Who takes part, the likeliest to finish first, and who does not.
pub struct Plan {
    pub members: Vec<Planned>,
    pub left_out: Vec<(&'static str, &'static str)>,
}

impl Plan {
    pub fn make(members: &'static [Member], facts: &Facts, allowed: &[&str]) -> Plan {
        let mut ranked = Vec::new();
        let mut left_out = Vec::new();
        for member in members {
            if !allowed.contains(&member.name) {
                left_out.push((member.name, "does not know an option that was given"));
                continue;
            }
            match (member.role)(facts) {
                Role::TakesPart { rank, why } => ranked.push((rank, Planned { member, why })),
                Role::LeftOut { why } => left_out.push((member.name, why)),
            }
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        Plan { members: ranked.into_iter().map(|(_, planned)| planned).collect(), left_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(facts: Facts, allowed: &[&str]) -> Vec<&'static str> {
        let plan = Plan::make(&MEMBERS, &facts, allowed);
        plan.members.iter().map(|planned| planned.member.name).collect()
    }

    #[test]
    fn the_program_decides_who_begins() {
        let all = ["explicit", "lazy", "order", "bmc"];
        let threads = Facts { spawns: 2, ..Facts::default() };
        assert_eq!(names(threads, &all), ["order", "explicit", "lazy"]);
        assert_eq!(names(Facts { wide_inputs: 1, ..threads }, &all), ["order", "lazy", "explicit"]);
        assert_eq!(names(Facts::default(), &all), ["explicit", "bmc", "lazy", "order"]);
        let wide = Facts { wide_inputs: 3, ..Facts::default() };
        assert_eq!(names(wide, &all), ["bmc", "lazy", "explicit", "order"]);
    }

    #[test]
    fn who_does_not_know_an_option_is_left_out() {
        assert_eq!(names(Facts::default(), &["lazy"]), ["lazy"]);
        assert_eq!(names(Facts::default(), &[]), [""; 0]);
    }
}
