//! Grain `intra`: intra-thread clusters, of writes of one thread.
//!
//! A cluster is what one thread writes in one round: for each location perhaps a value.
//! No other thread runs meanwhile, so only the last write to a location can be seen by
//! others; the thread itself sees what it wrote last. Which write is the last one
//! is guessed where it happens (the paper's exposed writes): one that is not must be
//! followed by another to the same location before the thread's part of the round is
//! over.
//!
//! Each cluster has a round of its own; between two of them there is a round for
//! threads that only read. As for single writes, an execution that needs more clusters
//! has a write when the time of the last one is over.

use raddle_ir::index::Index;
use raddle_ir::{GlobalId, Operand, Type};
use raddle_terms::{Bits, Operator};
use rustc_hash::FxHashMap;

use super::clock::{Clock, Timestamp, bits_for};
use super::write_guess::{GuessedWrites, LastGuess, WriteGuess, assume_guessed};
use crate::code::{BIT, Code, constant, truth};
use crate::guessed_memory::{GuessedId, ProgramBuilder};

/// What a cluster says about a location.
struct Said {
    /// A bit: it is written.
    has: GlobalId,
    value: GlobalId,
    /// A bit: the write happened.
    done: GlobalId,
}

struct Cluster {
    time: GlobalId,
    said: Vec<Said>,
}

/// What the running thread knows of a location by itself.
struct Own {
    position: usize,
    kind: Type,
    value: GlobalId,
    /// When it was written.
    time: GlobalId,
    /// A bit: the last write is not to be seen by others.
    hidden: GlobalId,
}

pub struct IntraThreadClusters {
    clock: Clock,
    slot_bits: u16,
    clusters: Vec<Cluster>,
    locations: FxHashMap<GuessedId, Own>,
    /// How many locations were written last by a write that others are not to see.
    hidden: GlobalId,
    hidden_kind: Type,
    /// As many clusters as there are steps that write.
    suffices: bool,
}

impl IntraThreadClusters {
    /// So many clusters; and whether more are never needed.
    pub fn new(
        build: &mut ProgramBuilder,
        clock: Clock,
        threads: usize,
        locations: &[GuessedWrites],
        (count, suffices): (usize, bool),
    ) -> IntraThreadClusters {
        let hidden_kind = Type::Integer(bits_for(locations.len() as u64));
        let mut result = IntraThreadClusters {
            clock,
            slot_bits: bits_for(threads as u64),
            clusters: Vec::new(),
            locations: FxHashMap::default(),
            hidden: build.variable("hidden", hidden_kind),
            hidden_kind,
            suffices,
        };
        let time_kind = result.time_kind();
        for number in 1..=count {
            let said = locations.iter().map(|each| {
                let name = format!("cluster_{number}_{}", each.name);
                Said {
                    has: build.variable(&format!("{name}_written"), BIT),
                    value: build.variable(&format!("{name}_value"), each.kind),
                    done: build.variable(&format!("{name}_done"), BIT),
                }
            });
            let said = said.collect();
            let time = build.variable(&format!("cluster_{number}_time"), time_kind);
            result.clusters.push(Cluster { time, said });
        }
        for (position, each) in locations.iter().enumerate() {
            let own = Own {
                position,
                kind: each.kind,
                value: build.variable(&format!("{}_own", each.name), each.kind),
                time: build.variable(&format!("{}_own_time", each.name), time_kind),
                hidden: build.variable(&format!("{}_hidden", each.name), BIT),
            };
            result.locations.insert(each.location, own);
        }
        result
    }

    fn time_bits(&self) -> u16 {
        self.clock.round_bits() + self.slot_bits
    }

    fn time_kind(&self) -> Type {
        Type::Integer(self.time_bits())
    }

    fn never(&self) -> Operand {
        Operand::Constant(Bits::ones(self.time_bits()))
    }

    fn time(&self, code: &mut Code, now: Timestamp) -> Operand {
        let slot = constant(now.slot.position() as u128, self.slot_bits);
        code.apply(Operator::Concat, &[now.round, slot], self.time_kind())
    }

    /// Counts whether the last write is hidden.
    fn hide(&self, code: &mut Code, own: &Own, guard: Operand, hides: Operand) {
        let before = code.read(own.hidden, BIT);
        let after = code.choose(guard, hides, before, BIT);
        code.write(own.hidden, after, BIT);
        let width = code.target.width(self.hidden_kind);
        let extend = Operator::ZeroExtend(width);
        let before = code.apply(extend, &[before], self.hidden_kind);
        let after = code.apply(extend, &[after], self.hidden_kind);
        let count = code.read(self.hidden, self.hidden_kind);
        let count = code.apply(Operator::Add, &[count, after], self.hidden_kind);
        let count = code.apply(Operator::Subtract, &[count, before], self.hidden_kind);
        code.write(self.hidden, count, self.hidden_kind);
    }

    /// Whether a cluster says this, which is done then.
    fn find(
        &self,
        code: &mut Code,
        own: &Own,
        time: Operand,
        seen: Operand,
        value: Operand,
    ) -> Operand {
        let mut found = truth(false);
        for cluster in &self.clusters {
            let said = &cluster.said[own.position];
            let at = code.read(cluster.time, self.time_kind());
            let same = code.test(Operator::Equal, &[at, time]);
            let same = code.both(seen, same);
            let done = code.read(said.done, BIT);
            let done = code.either(done, same);
            code.write(said.done, done, BIT);
            let has = code.read(said.has, BIT);
            let same = code.both(same, has);
            let guessed = code.read(said.value, own.kind);
            let right = code.test(Operator::Equal, &[guessed, value]);
            let same = code.both(same, right);
            found = code.either(found, same);
        }
        found
    }
}

impl WriteGuess for IntraThreadClusters {
    fn guess(&mut self, code: &mut Code) {
        let mut used = truth(true);
        for (position, cluster) in self.clusters.iter().enumerate() {
            let more = code.nondet(BIT, "used");
            used = code.both(used, more);
            let round = constant(2 * position as u128 + 1, self.clock.round_bits());
            let slot = code.nondet(Type::Integer(self.slot_bits), "thread");
            let time = code.apply(Operator::Concat, &[round, slot], self.time_kind());
            let time = code.choose(used, time, self.never(), self.time_kind());
            code.write(cluster.time, time, self.time_kind());
            for own in self.in_order() {
                let said = &cluster.said[own.position];
                let has = code.nondet(BIT, "written");
                let value = code.nondet(own.kind, "value");
                code.write(said.has, has, BIT);
                code.write(said.value, value, own.kind);
            }
        }
        for own in self.in_order() {
            code.write(own.time, self.never(), self.time_kind());
        }
    }

    fn read(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        first: Operand,
    ) -> Operand {
        let Some(own) = self.locations.get(&location) else { return first };
        let time = self.time(code, now);
        let mut result = first;
        for cluster in &self.clusters {
            let said = &cluster.said[own.position];
            let at = code.read(cluster.time, self.time_kind());
            let earlier = code.test(Operator::UnsignedLess, &[at, time]);
            let has = code.read(said.has, BIT);
            let counts = code.both(earlier, has);
            let value = code.read(said.value, own.kind);
            result = code.choose(counts, value, result, own.kind);
        }
        let at = code.read(own.time, self.time_kind());
        let mine = code.test(Operator::Equal, &[at, time]);
        let value = code.read(own.value, own.kind);
        code.choose(mine, value, result, own.kind)
    }

    fn write(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        guard: Operand,
        value: Operand,
    ) -> Operand {
        let Some(own) = self.locations.get(&location) else { return guard };
        let time = self.time(code, now);
        let before = code.read(own.value, own.kind);
        let after = code.choose(guard, value, before, own.kind);
        code.write(own.value, after, own.kind);
        let before = code.read(own.time, self.time_kind());
        let after = code.choose(guard, time, before, self.time_kind());
        code.write(own.time, after, self.time_kind());
        let hides = code.nondet(BIT, "hidden");
        self.hide(code, own, guard, hides);
        let shows = code.not(hides);
        let seen = code.both(guard, shows);
        let found = self.find(code, own, time, seen, value);
        let last = LastGuess {
            time: self.clusters.last().map(|last| last.time),
            time_kind: self.time_kind(),
            suffices: self.suffices,
        };
        let beyond = last.is_over(code, time, guard);
        assume_guessed(code, seen, found, beyond);
        beyond
    }

    fn leave(&mut self, code: &mut Code, over: Operand) {
        let count = code.read(self.hidden, self.hidden_kind);
        let none = constant(0, code.target.width(self.hidden_kind));
        let seen = code.test(Operator::Equal, &[count, none]);
        let stays = code.not(over);
        let fine = code.either(stays, seen);
        code.assume(fine);
    }

    fn finish(&mut self, code: &mut Code) {
        for cluster in &self.clusters {
            let time = code.read(cluster.time, self.time_kind());
            let unused = code.test(Operator::Equal, &[time, self.never()]);
            for said in &cluster.said {
                let has = code.read(said.has, BIT);
                let not = code.not(has);
                let done = code.read(said.done, BIT);
                let fine = code.either(not, done);
                let fine = code.either(unused, fine);
                code.assume(fine);
            }
        }
    }
}

impl IntraThreadClusters {
    /// The text of the program must not depend on the order of a hash table.
    fn in_order(&self) -> Vec<&Own> {
        let mut list: Vec<&Own> = self.locations.values().collect();
        list.sort_by_key(|own| own.position);
        list
    }
}
