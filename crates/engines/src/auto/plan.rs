//! Which engines take part, in which order, and why: what a look at the program says
//! about each by its role in the table of engines.
//!
//! The facts are cheap (one walk over the instructions). They decide who begins,
//! not who is right, so a wrong guess costs time only.

use raddle_ir::{BlockId, Instruction};
use raddle_passes::Ready;

use crate::registry::Engine;

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
        for (id, function) in ready.functions.iter_enumerated() {
            let blocks = &ready.program.functions[id].blocks;
            // A variable that was perhaps never written has cases too, but is seldom an input.
            let is_input = |block: BlockId, position: u32| {
                let statement = blocks[block].statements.get(position as usize);
                statement.is_some_and(|it| matches!(it.instruction, Instruction::Nondet { .. }))
            };
            let wide = function.nondet.iter().filter(|(_, cases)| !cases.exact);
            facts.wide_inputs += wide.filter(|((block, at), _)| is_input(*block, *at)).count();
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

/// A member that takes part, and why.
#[derive(Clone, Copy)]
pub struct Planned {
    pub engine: &'static Engine,
    pub why: &'static str,
}

/// Who takes part, the likeliest to finish first, and who does not.
pub struct Plan {
    pub members: Vec<Planned>,
    pub left_out: Vec<(&'static str, &'static str)>,
}

impl Plan {
    /// Of the engines that have a role in `auto`, those that are allowed.
    pub fn make(engines: &[&'static Engine], facts: &Facts, allowed: &[&str]) -> Plan {
        let mut ranked = Vec::new();
        let mut left_out = Vec::new();
        for &engine in engines {
            let Some(role) = engine.role else { continue };
            if !allowed.contains(&engine.name) {
                left_out.push((engine.name, "does not know an option that was given"));
                continue;
            }
            match role(facts) {
                Role::TakesPart { rank, why } => ranked.push((rank, Planned { engine, why })),
                Role::LeftOut { why } => left_out.push((engine.name, why)),
            }
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        Plan { members: ranked.into_iter().map(|(_, planned)| planned).collect(), left_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::ENGINES;

    fn names(facts: Facts, allowed: &[&str]) -> Vec<&'static str> {
        let plan = Plan::make(&ENGINES, &facts, allowed);
        plan.members.iter().map(|planned| planned.engine.name).collect()
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
