//! Guessed sequences of single writes: one for each location (grain `location`), or one
//! for all (grain `fine`).
//!
//! An entry is a value with the time at which it is written; times rise, and entries
//! that are not used come last and have the time of what never happens. A read
//! takes the value of the last entry before its own time. A write must find the
//! entry of its time with its value. In the end every entry that is used must
//! have been found. So every read takes what the last write before it in time
//! wrote, as in an execution in the order of time; and any execution with so few
//! writes has its guess.
//!
//! A write when the last entry's time is over is one too many: exactly the
//! executions that need more entries have one.

use raddle_ir::{GlobalId, Operand, Type};
use raddle_terms::Operator;
use rustc_hash::FxHashMap;

use super::clock::{Clock, Timestamp};
use super::write_guess::{GuessedWrites, LastGuess, WriteGuess, assume_guessed};
use crate::code::{BIT, Code, constant, truth};
use crate::guessed_memory::{GuessedId, ProgramBuilder};

struct Entry {
    time: GlobalId,
    value: GlobalId,
    /// The position of the location; none if the sequence is of one location.
    location: Option<GlobalId>,
    /// A bit: the write happened.
    done: GlobalId,
}

struct Sequence {
    entries: Vec<Entry>,
    /// Wide enough for every value.
    kind: Type,
    location_kind: Type,
    /// As many entries as there are statements that write.
    suffices: bool,
    /// There is no other sequence, and nothing else is written.
    of_all: bool,
}

/// Which sequence a location belongs to, and its own kind and position there.
struct Membership {
    sequence: usize,
    kind: Type,
    position: usize,
}

pub struct WriteSequences {
    clock: Clock,
    sequences: Vec<Sequence>,
    memberships: FxHashMap<GuessedId, Membership>,
}

impl WriteSequences {
    /// One sequence for each location.
    pub fn location(
        build: &mut ProgramBuilder,
        clock: Clock,
        locations: &[GuessedWrites],
        writes: u32,
    ) -> Self {
        let mut result =
            WriteSequences { clock, sequences: Vec::new(), memberships: FxHashMap::default() };
        for each in locations {
            let count = each.sites.min(writes as usize);
            let mut sequence = Sequence {
                entries: Vec::new(),
                kind: each.kind,
                location_kind: BIT,
                suffices: count == each.sites,
                of_all: false,
            };
            for number in 1..=count {
                let name = format!("{}_write_{number}", each.name);
                sequence.entries.push(Entry::new(build, clock, &name, each.kind, None));
            }
            let membership =
                Membership { sequence: result.sequences.len(), kind: each.kind, position: 0 };
            result.memberships.insert(each.location, membership);
            result.sequences.push(sequence);
        }
        result
    }

    /// One sequence for all locations. There must be rounds for it, see [`rounds`].
    pub fn fine(
        build: &mut ProgramBuilder,
        clock: Clock,
        locations: &[GuessedWrites],
        writes: u32,
    ) -> Self {
        let target = build.program.target;
        let sites: usize = locations.iter().map(|each| each.sites).sum();
        let count = sites.min(writes as usize);
        let width = locations.iter().map(|each| target.width(each.kind)).max().unwrap_or(1);
        let location_bits = (usize::BITS - locations.len().leading_zeros()) as u16;
        let mut sequence = Sequence {
            entries: Vec::new(),
            kind: Type::Integer(width),
            location_kind: Type::Integer(location_bits.max(1)),
            suffices: count == sites,
            of_all: true,
        };
        for number in 1..=count {
            let name = format!("write_{number}");
            let location_kind = Some(sequence.location_kind);
            sequence.entries.push(Entry::new(build, clock, &name, sequence.kind, location_kind));
        }
        let memberships = locations.iter().enumerate().map(|(position, each)| {
            (each.location, Membership { sequence: 0, kind: each.kind, position })
        });
        WriteSequences { clock, memberships: memberships.collect(), sequences: vec![sequence] }
    }
}

/// So many rounds are enough for so many positions of one sequence.
pub fn rounds(positions: usize) -> u64 {
    2 * positions as u64 + 1
}

impl Entry {
    fn new(
        build: &mut ProgramBuilder,
        clock: Clock,
        name: &str,
        kind: Type,
        location_kind: Option<Type>,
    ) -> Entry {
        Entry {
            time: build.variable(&format!("{name}_time"), clock.kind()),
            value: build.variable(&format!("{name}_value"), kind),
            location: location_kind.map(|kind| build.variable(&format!("{name}_cell"), kind)),
            done: build.variable(&format!("{name}_done"), BIT),
        }
    }
}

impl Sequence {
    fn guess(&self, code: &mut Code, clock: Clock) {
        let times = match self.of_all {
            true => self.guess_rounds(code, clock),
            false => self.guess_times(code, clock),
        };
        for (entry, time) in self.entries.iter().zip(times) {
            let value = code.nondet(self.kind, "value");
            code.write(entry.time, time, clock.kind());
            code.write(entry.value, value, self.kind);
            if let Some(location) = entry.location {
                let which = code.nondet(self.location_kind, "cell");
                code.write(location, which, self.location_kind);
            }
        }
    }

    /// Any times that rise.
    fn guess_times(&self, code: &mut Code, clock: Clock) -> Vec<Operand> {
        let mut times: Vec<Operand> = Vec::new();
        for _ in &self.entries {
            let time = code.nondet(clock.kind(), "time");
            if let Some(&before) = times.last() {
                let later = code.test(Operator::UnsignedLess, &[before, time]);
                let unused = code.test(Operator::Equal, &[time, clock.never()]);
                let sorted = code.either(later, unused);
                code.assume(sorted);
            }
            times.push(time);
        }
        times
    }

    /// Each write has a round of its own, but that it may be of the same step as the one
    /// before; between two such rounds there is one for threads that only read. So times
    /// are positions, and different guesses mean different executions.
    fn guess_rounds(&self, code: &mut Code, clock: Clock) -> Vec<Operand> {
        let mut times: Vec<Operand> = Vec::new();
        let mut round = constant(1, clock.round_bits());
        let mut used = truth(true);
        for position in 0..self.entries.len() {
            let more = code.nondet(BIT, "used");
            used = code.both(used, more);
            let number = code.nondet(clock.number_kind(), "number");
            if position > 0 {
                let same = code.nondet(BIT, "same step");
                let two = constant(2, clock.round_bits());
                let next = code.apply(Operator::Add, &[round, two], clock.round_kind());
                round = code.choose(same, round, next, clock.round_kind());
            }
            let time = code.apply(Operator::Concat, &[round, number], clock.kind());
            if let Some(&before) = times.last() {
                let later = code.test(Operator::UnsignedLess, &[before, time]);
                let unused = code.not(used);
                let sorted = code.either(later, unused);
                code.assume(sorted);
            }
            times.push(code.choose(used, time, clock.never(), clock.kind()));
        }
        times
    }

    fn is_of(
        &self,
        code: &mut Code,
        entry: &Entry,
        membership: &Membership,
        so_far: Operand,
    ) -> Operand {
        let Some(location) = entry.location else { return so_far };
        let location = code.read(location, self.location_kind);
        let position = constant(membership.position as u128, code.target.width(self.location_kind));
        let same = code.test(Operator::Equal, &[location, position]);
        code.both(so_far, same)
    }

    fn read(
        &self,
        code: &mut Code,
        clock: Clock,
        now: Timestamp,
        membership: &Membership,
        first: Operand,
    ) -> Operand {
        let mut result = first;
        for entry in &self.entries {
            let time = code.read(entry.time, clock.kind());
            let earlier = code.test(Operator::UnsignedLess, &[time, now.time]);
            let counts = self.is_of(code, entry, membership, earlier);
            let value = code.read(entry.value, self.kind);
            let value = narrowed(code, value, self.kind, membership.kind);
            result = code.choose(counts, value, result, membership.kind);
        }
        result
    }

    fn write(
        &self,
        code: &mut Code,
        clock: Clock,
        now: Timestamp,
        membership: &Membership,
        (guard, value): (Operand, Operand),
    ) -> Operand {
        let mut found = truth(false);
        for entry in &self.entries {
            let time = code.read(entry.time, clock.kind());
            let same = code.test(Operator::Equal, &[time, now.time]);
            let same = code.both(guard, same);
            let done = code.read(entry.done, BIT);
            let done = code.either(done, same);
            code.write(entry.done, done, BIT);
            let same = self.is_of(code, entry, membership, same);
            let guessed = code.read(entry.value, self.kind);
            let guessed = narrowed(code, guessed, self.kind, membership.kind);
            let right = code.test(Operator::Equal, &[guessed, value]);
            let same = code.both(same, right);
            found = code.either(found, same);
        }
        let last = LastGuess {
            time: self.entries.last().map(|last| last.time),
            time_kind: clock.kind(),
            suffices: self.suffices,
        };
        let beyond = last.is_over(code, now.time, guard);
        assume_guessed(code, guard, found, beyond);
        beyond
    }

    fn finish(&self, code: &mut Code, clock: Clock) {
        for entry in &self.entries {
            let time = code.read(entry.time, clock.kind());
            let unused = code.test(Operator::Equal, &[time, clock.never()]);
            let done = code.read(entry.done, BIT);
            let fine = code.either(unused, done);
            code.assume(fine);
        }
    }
}

impl WriteGuess for WriteSequences {
    fn guess(&mut self, code: &mut Code) {
        self.sequences.iter().for_each(|sequence| sequence.guess(code, self.clock));
    }

    fn read(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        first: Operand,
    ) -> Operand {
        match self.memberships.get(&location) {
            Some(membership) => {
                self.sequences[membership.sequence].read(code, self.clock, now, membership, first)
            }
            None => first,
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
        match self.memberships.get(&location) {
            Some(membership) => {
                let sequence = &self.sequences[membership.sequence];
                sequence.write(code, self.clock, now, membership, (guard, value))
            }
            None => guard,
        }
    }

    // Every write is seen by itself.
    fn leave(&mut self, _: &mut Code, _: Operand) {}

    fn finish(&mut self, code: &mut Code) {
        self.sequences.iter().for_each(|sequence| sequence.finish(code, self.clock));
    }
}

fn narrowed(code: &mut Code, value: Operand, from: Type, to: Type) -> Operand {
    if from == to {
        return value;
    }
    let width = code.target.width(to);
    code.apply(Operator::Extract { low: 0, width }, &[value], to)
}
