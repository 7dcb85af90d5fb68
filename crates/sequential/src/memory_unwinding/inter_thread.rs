//! Grain `inter`: inter-thread clusters, of writes of several threads.
//!
//! Our reading of the paper's inter-thread clusters: a cluster is a round, in which
//! each thread may run once, in the order of the text, and what it writes is seen
//! by the threads behind it in the same round without having been guessed. Only
//! what a location holds when the round is over is guessed, and only for locations that
//! are written in it: for others the last round that says something counts. This is
//! the scheme of Lal and Reps with as much of memory guessed as changes.
//!
//! As many rounds as are ever needed ([`super::access_analysis::AccessAnalysis::rounds`]) leave
//! nothing out; with fewer something may always be left out.

use raddle_ir::{GlobalId, Operand, Type};
use raddle_terms::Operator;
use rustc_hash::FxHashMap;

use super::clock::{Clock, Timestamp};
use super::write_guess::{GuessedWrites, WriteGuess};
use crate::code::{BIT, Code, constant, truth};
use crate::guessed_memory::{GuessedId, ProgramBuilder};

/// A location in one round.
struct LocationInRound {
    /// Guessed: whether it is written, and what it holds in the end.
    has: GlobalId,
    value: GlobalId,
    /// Found: whether it was written so far, and what it holds.
    written: GlobalId,
    current: GlobalId,
}

struct History {
    kind: Type,
    rounds: Vec<LocationInRound>,
}

pub struct InterThreadClusters {
    clock: Clock,
    locations: Vec<History>,
    positions: FxHashMap<GuessedId, usize>,
}

impl InterThreadClusters {
    pub fn new(
        build: &mut ProgramBuilder,
        clock: Clock,
        locations: &[GuessedWrites],
        count: u64,
    ) -> InterThreadClusters {
        let history = |each: &GuessedWrites, build: &mut ProgramBuilder| {
            let rounds = (1..=count).map(|number| {
                let name = format!("{}_round_{number}", each.name);
                LocationInRound {
                    has: build.variable(&format!("{name}_guessed"), BIT),
                    value: build.variable(&format!("{name}_value"), each.kind),
                    written: build.variable(&format!("{name}_written"), BIT),
                    current: build.variable(&format!("{name}_current"), each.kind),
                }
            });
            History { kind: each.kind, rounds: rounds.collect() }
        };
        InterThreadClusters {
            clock,
            positions: locations.iter().enumerate().map(|(at, each)| (each.location, at)).collect(),
            locations: locations.iter().map(|each| history(each, build)).collect(),
        }
    }

    fn is_round(&self, code: &mut Code, now: Timestamp, number: usize) -> Operand {
        let number = constant(number as u128, self.clock.round_bits());
        code.test(Operator::Equal, &[now.round, number])
    }
}

impl WriteGuess for InterThreadClusters {
    fn guess(&mut self, code: &mut Code) {
        for history in &self.locations {
            for round in &history.rounds {
                let has = code.nondet(BIT, "written");
                let value = code.nondet(history.kind, "value");
                code.write(round.has, has, BIT);
                code.write(round.value, value, history.kind);
            }
        }
    }

    fn read(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        first: Operand,
    ) -> Operand {
        let Some(history) = self.positions.get(&location).and_then(|&at| self.locations.get(at))
        else {
            return first;
        };
        let kind = history.kind;
        let (mut result, mut before) = (None, first);
        for (number, round) in history.rounds.iter().enumerate() {
            let written = code.read(round.written, BIT);
            let current = code.read(round.current, kind);
            let here = code.choose(written, current, before, kind);
            let is_round = self.is_round(code, now, number);
            result = Some(match result {
                Some(other) => code.choose(is_round, here, other, kind),
                None => here,
            });
            let has = code.read(round.has, BIT);
            let value = code.read(round.value, kind);
            before = code.choose(has, value, before, kind);
        }
        // What memory holds in the end.
        let last = code.test(Operator::Equal, &[now.round, self.clock.last_round()]);
        match result {
            Some(result) => code.choose(last, before, result, kind),
            None => before,
        }
    }

    fn write(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        guard: Operand,
        value: Operand,
    ) -> Operand {
        let Some(history) = self.positions.get(&location).and_then(|&at| self.locations.get(at))
        else {
            return truth(false);
        };
        for (number, round) in history.rounds.iter().enumerate() {
            let is_round = self.is_round(code, now, number);
            let here = code.both(guard, is_round);
            let written = code.read(round.written, BIT);
            let written = code.either(written, here);
            code.write(round.written, written, BIT);
            let current = code.read(round.current, history.kind);
            let current = code.choose(here, value, current, history.kind);
            code.write(round.current, current, history.kind);
        }
        truth(false)
    }

    // The next thread of the round sees what this one leaves.
    fn leave(&mut self, _: &mut Code, _: Operand) {}

    fn finish(&mut self, code: &mut Code) {
        for history in &self.locations {
            for round in &history.rounds {
                let has = code.read(round.has, BIT);
                let written = code.read(round.written, BIT);
                let same = code.test(Operator::Equal, &[has, written]);
                code.assume(same);
                let value = code.read(round.value, history.kind);
                let current = code.read(round.current, history.kind);
                let right = code.test(Operator::Equal, &[value, current]);
                let not = code.not(has);
                let fine = code.either(not, right);
                code.assume(fine);
            }
        }
    }
}
