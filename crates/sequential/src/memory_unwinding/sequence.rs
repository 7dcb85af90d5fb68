//! Guessed sequences of single writes: one for each cell (grain `location`), or one
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

use super::clock::{Clock, Moment};
use super::grain::{Grain, Written};
use crate::code::{Code, constant, truth};
use crate::shared::{Build, CellId};

struct Entry {
    time: GlobalId,
    value: GlobalId,
    /// The position of the cell; none if the sequence is of one cell.
    cell: Option<GlobalId>,
    /// A bit: the write happened.
    done: GlobalId,
}

struct Sequence {
    entries: Vec<Entry>,
    /// Wide enough for every value.
    kind: Type,
    cell_kind: Type,
    /// As many entries as there are statements that write.
    suffices: bool,
    /// There is no other sequence, and nothing else is written.
    of_all: bool,
}

/// Which sequence a cell belongs to, and its own kind and position there.
struct Place {
    sequence: usize,
    kind: Type,
    position: usize,
}

pub struct Sequences {
    clock: Clock,
    sequences: Vec<Sequence>,
    places: FxHashMap<CellId, Place>,
}

impl Sequences {
    /// One sequence for each cell.
    pub fn location(build: &mut Build, clock: Clock, cells: &[Written], writes: u32) -> Self {
        let mut result = Sequences { clock, sequences: Vec::new(), places: FxHashMap::default() };
        for each in cells {
            let count = each.sites.min(writes as usize);
            let mut sequence = Sequence {
                entries: Vec::new(),
                kind: each.kind,
                cell_kind: Type::Integer(1),
                suffices: count == each.sites,
                of_all: false,
            };
            for number in 1..=count {
                let name = format!("{}_write_{number}", each.name);
                sequence.entries.push(Entry::new(build, clock, &name, each.kind, None));
            }
            let place = Place { sequence: result.sequences.len(), kind: each.kind, position: 0 };
            result.places.insert(each.cell, place);
            result.sequences.push(sequence);
        }
        result
    }

    /// One sequence for all cells. There must be rounds for it, see [`rounds`].
    pub fn fine(build: &mut Build, clock: Clock, cells: &[Written], writes: u32) -> Self {
        let target = build.program.target;
        let sites: usize = cells.iter().map(|each| each.sites).sum();
        let count = sites.min(writes as usize);
        let width = cells.iter().map(|each| target.width(each.kind)).max().unwrap_or(1);
        let cell_bits = (usize::BITS - cells.len().leading_zeros()) as u16;
        let mut sequence = Sequence {
            entries: Vec::new(),
            kind: Type::Integer(width),
            cell_kind: Type::Integer(cell_bits.max(1)),
            suffices: count == sites,
            of_all: true,
        };
        for number in 1..=count {
            let name = format!("write_{number}");
            let cell_kind = Some(sequence.cell_kind);
            sequence.entries.push(Entry::new(build, clock, &name, sequence.kind, cell_kind));
        }
        let places = cells
            .iter()
            .enumerate()
            .map(|(position, each)| (each.cell, Place { sequence: 0, kind: each.kind, position }));
        Sequences { clock, places: places.collect(), sequences: vec![sequence] }
    }
}

/// So many rounds are enough for so many positions of one sequence.
pub fn rounds(positions: usize) -> u64 {
    2 * positions as u64 + 1
}

impl Entry {
    fn new(
        build: &mut Build,
        clock: Clock,
        name: &str,
        kind: Type,
        cell_kind: Option<Type>,
    ) -> Entry {
        Entry {
            time: build.variable(&format!("{name}_time"), clock.kind()),
            value: build.variable(&format!("{name}_value"), kind),
            cell: cell_kind.map(|kind| build.variable(&format!("{name}_cell"), kind)),
            done: build.variable(&format!("{name}_done"), Type::Integer(1)),
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
            if let Some(cell) = entry.cell {
                let which = code.nondet(self.cell_kind, "cell");
                code.write(cell, which, self.cell_kind);
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
    /// before; between two such rounds there is one for those who only read. So times
    /// are positions, and different guesses mean different executions.
    fn guess_rounds(&self, code: &mut Code, clock: Clock) -> Vec<Operand> {
        let mut times: Vec<Operand> = Vec::new();
        let mut round = constant(1, clock.round_bits());
        let mut used = truth(true);
        for position in 0..self.entries.len() {
            let more = code.nondet(Type::Integer(1), "used");
            used = code.both(used, more);
            let number = code.nondet(clock.number_kind(), "number");
            if position > 0 {
                let same = code.nondet(Type::Integer(1), "same step");
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

    fn is_of(&self, code: &mut Code, entry: &Entry, place: &Place, so_far: Operand) -> Operand {
        let Some(cell) = entry.cell else { return so_far };
        let cell = code.read(cell, self.cell_kind);
        let position = constant(place.position as u128, code.target.width(self.cell_kind));
        let same = code.test(Operator::Equal, &[cell, position]);
        code.both(so_far, same)
    }

    fn read(
        &self,
        code: &mut Code,
        clock: Clock,
        now: Moment,
        place: &Place,
        first: Operand,
    ) -> Operand {
        let mut result = first;
        for entry in &self.entries {
            let time = code.read(entry.time, clock.kind());
            let earlier = code.test(Operator::UnsignedLess, &[time, now.time]);
            let counts = self.is_of(code, entry, place, earlier);
            let value = code.read(entry.value, self.kind);
            let value = narrowed(code, value, self.kind, place.kind);
            result = code.choose(counts, value, result, place.kind);
        }
        result
    }

    fn write(
        &self,
        code: &mut Code,
        clock: Clock,
        now: Moment,
        place: &Place,
        (guard, value): (Operand, Operand),
    ) -> Operand {
        let mut found = truth(false);
        for entry in &self.entries {
            let time = code.read(entry.time, clock.kind());
            let same = code.test(Operator::Equal, &[time, now.time]);
            let same = code.both(guard, same);
            let done = code.read(entry.done, Type::Integer(1));
            let done = code.either(done, same);
            code.write(entry.done, done, Type::Integer(1));
            let same = self.is_of(code, entry, place, same);
            let guessed = code.read(entry.value, self.kind);
            let guessed = narrowed(code, guessed, self.kind, place.kind);
            let right = code.test(Operator::Equal, &[guessed, value]);
            let same = code.both(same, right);
            found = code.either(found, same);
        }
        let beyond = match self.entries.last() {
            Some(last) if !self.suffices => {
                let time = code.read(last.time, clock.kind());
                let over = code.test(Operator::UnsignedLess, &[time, now.time]);
                code.both(guard, over)
            }
            Some(_) => truth(false),
            None => guard,
        };
        let unguarded = code.not(guard);
        let fine = code.either(unguarded, found);
        let fine = code.either(fine, beyond);
        code.assume(fine);
        beyond
    }

    fn finish(&self, code: &mut Code, clock: Clock) {
        for entry in &self.entries {
            let time = code.read(entry.time, clock.kind());
            let unused = code.test(Operator::Equal, &[time, clock.never()]);
            let done = code.read(entry.done, Type::Integer(1));
            let fine = code.either(unused, done);
            code.assume(fine);
        }
    }
}

impl Grain for Sequences {
    fn guess(&mut self, code: &mut Code) {
        self.sequences.iter().for_each(|sequence| sequence.guess(code, self.clock));
    }

    fn read(&mut self, code: &mut Code, now: Moment, cell: CellId, first: Operand) -> Operand {
        match self.places.get(&cell) {
            Some(place) => self.sequences[place.sequence].read(code, self.clock, now, place, first),
            None => first,
        }
    }

    fn write(
        &mut self,
        code: &mut Code,
        now: Moment,
        cell: CellId,
        guard: Operand,
        value: Operand,
    ) -> Operand {
        match self.places.get(&cell) {
            Some(place) => {
                let sequence = &self.sequences[place.sequence];
                sequence.write(code, self.clock, now, place, (guard, value))
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
