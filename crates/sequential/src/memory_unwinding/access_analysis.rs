//! Which thread accesses which location when: the threads are translated once to find
//! out, and a second time with what was found.
//!
//! Statements are numbered in the order of the text, which is one in which they can
//! run, in either translation by the same numbers. So "this write is in front of
//! the creation of every other thread that accesses the location" is a comparison.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, IndexVec, Instruction, Operand};
use raddle_passes::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded::{Bounded, Slot};
use crate::code::{BIT, truth};
use crate::guessed_memory::{
    End, GuardedLocation, GuessedId, GuessedLocation, InsertionPoint, MemoryScheme, Wait,
};

/// The number of an access in the text of the sequential program.
pub type AccessNumber = u64;

/// Counts what a scheme is asked, in either translation alike.
#[derive(Default)]
pub struct Counter {
    /// Of the access that comes next.
    pub number: AccessNumber,
    /// Of possible context switches.
    pub switches: usize,
    /// Threads that are created by the step that is translated now.
    pending: Vec<(Slot, Slot)>,
    /// The parent of a thread, and from which number on it can run.
    pub created: FxHashMap<Slot, (Slot, AccessNumber)>,
}

impl Counter {
    pub fn access(&mut self) -> AccessNumber {
        self.number += 1;
        self.number - 1
    }

    pub fn spawn(&mut self, parent: Slot, child: Slot) {
        self.pending.push((parent, child));
    }

    /// A context switch is possible here: what was created can run from here on.
    pub fn switch(&mut self) {
        self.switches += 1;
        for (parent, child) in self.pending.drain(..) {
            self.created.insert(child, (parent, self.number));
        }
    }

    /// No thread was created so far, so that `main` is alone.
    pub fn is_alone(&self) -> bool {
        self.created.is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Access {
    slot: Slot,
    number: AccessNumber,
    writes: bool,
    /// The last possible context switch before it.
    switch: usize,
}

/// What the first translation met.
pub struct AccessAnalysis<'a> {
    locations: &'a IndexVec<GuessedId, GuessedLocation>,
    pub counter: Counter,
    accesses: FxHashMap<GuessedId, Vec<Access>>,
    /// The possible context switches in front of a section.
    pub sections: FxHashSet<usize>,
    /// A step may give memory that was never written a value before it waits.
    pub waits_behind_filling: bool,
    has_filled: bool,
}

/// How a location is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representation {
    /// The thread that may access it before others can, and the first number with which
    /// they can. Until then the location is a variable like any other.
    alone: (Slot, AccessNumber),
    /// It is written until then.
    pub prepared: bool,
    pub writes: Writes,
}

/// Of writes when others can access the location too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    None,
    /// All writes are of one thread, and what others read is translated later: what is
    /// written is kept, with its time.
    Recorded {
        writer: Slot,
    },
    /// So many statements write, and some read before it is known what.
    Guessed {
        sites: usize,
    },
}

impl Representation {
    pub fn is_alone(&self, slot: Slot, number: AccessNumber) -> bool {
        self.alone.0 == slot && number < self.alone.1
    }
}

impl<'a> AccessAnalysis<'a> {
    pub fn new(locations: &'a IndexVec<GuessedId, GuessedLocation>) -> AccessAnalysis<'a> {
        AccessAnalysis {
            locations,
            counter: Counter::default(),
            accesses: FxHashMap::default(),
            sections: FxHashSet::default(),
            waits_behind_filling: false,
            has_filled: false,
        }
    }

    fn note(&mut self, slot: Slot, choices: &[GuardedLocation], writes: bool) {
        let number = self.counter.access();
        let access = Access { slot, number, writes, switch: self.counter.switches };
        for choice in choices {
            self.accesses.entry(choice.location).or_default().push(access);
        }
    }

    /// Whether it is the bit of another location that says whether that was ever written.
    fn tells_written(&self, location: GuessedId) -> bool {
        let location = &self.locations[location];
        location.kind == BIT && location.name.ends_with("_written")
    }

    /// `records`: whether writes may be recorded.
    pub fn representation(&self, location: GuessedId, records: bool) -> Representation {
        let accesses = self.accesses.get(&location).map_or(&[][..], Vec::as_slice);
        let first = accesses.first().map_or(Slot::new(0), |access| access.slot);
        let others = accesses.iter().filter(|access| access.slot != first);
        let met = others.map(|access| can_run(&self.counter.created, access.slot, first)).min();
        let alone = (first, met.unwrap_or(AccessNumber::MAX));
        let (before, after): (Vec<&Access>, Vec<&Access>) =
            accesses.iter().partition(|access| access.slot == first && access.number < alone.1);
        let sites = after.iter().filter(|access| access.writes).count();
        let writes = match after.iter().find(|access| access.writes) {
            None => Writes::None,
            Some(&&Access { slot: writer, .. }) => {
                let alone = after.iter().all(|access| access.slot == writer || !access.writes);
                if records && alone && after.iter().all(|access| access.slot >= writer) {
                    Writes::Recorded { writer }
                } else {
                    Writes::Guessed { sites }
                }
            }
        };
        Representation { alone, prepared: before.iter().any(|access| access.writes), writes }
    }

    /// So many steps write what others can see.
    pub fn writing_steps(&self) -> usize {
        let mut writing = FxHashSet::default();
        for (&location, accesses) in &self.accesses {
            let representation = self.representation(location, true);
            let seen = |access: &&Access| !representation.is_alone(access.slot, access.number);
            let writes = accesses.iter().filter(|access| access.writes).filter(seen);
            writing.extend(writes.map(|access| (access.slot, access.switch)));
        }
        writing.len()
    }

    /// So many rounds are enough for whatever can be seen: one for each step that writes
    /// what others see, and one between any two of them for all that only read there.
    /// Never more than one a step.
    pub fn rounds(&self) -> u64 {
        (2 * self.writing_steps() as u64 + 1).min(self.counter.switches as u64 + 1)
    }
}

/// Whether a section may write before it waits. The library's own never do.
pub fn waits_behind_write(bounded: &Bounded) -> bool {
    let functions = bounded.threads.iter();
    functions
        .filter_map(|thread| bounded.program.functions.get(thread.function))
        .any(function_waits_behind_write)
}

fn function_waits_behind_write(function: &Function) -> bool {
    let mut written: IndexVec<BlockId, bool> = function.blocks.iter().map(|_| false).collect();
    for (id, block) in function.blocks.iter_enumerated() {
        let mut state = written[id];
        for statement in &block.statements {
            let instruction = &statement.instruction;
            if matches!(instruction, Instruction::AtomicBegin | Instruction::AtomicEnd) {
                state = false;
            } else if matches!(instruction, Instruction::Await { .. }) && state {
                return true;
            }
            state |= matches!(instruction, Instruction::Spawn { .. });
            state |= instruction.accesses().any(|each| each.writes);
        }
        for edge in block.terminator.edges() {
            written[edge.target] |= state;
        }
    }
    false
}

/// The number of the thread `from` from which on `slot` can run; 0 if it is not
/// known to come from there.
pub fn can_run(
    created: &FxHashMap<Slot, (Slot, AccessNumber)>,
    slot: Slot,
    from: Slot,
) -> AccessNumber {
    let mut child = slot;
    while let Some(&(parent, number)) = created.get(&child) {
        if parent == from {
            return number;
        }
        child = parent;
    }
    0
}

impl MemoryScheme for AccessAnalysis<'_> {
    fn begin(&mut self, _: &mut InsertionPoint<'_>) {
        self.counter.switch();
    }

    fn switch(&mut self, _: &mut InsertionPoint<'_>) {
        self.counter.switch();
        self.has_filled = false;
    }

    fn step(&mut self, _: &mut InsertionPoint<'_>, _: Place) {}

    fn load(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation]) -> Operand {
        self.note(at.slot, choices, false);
        match choices.first().and_then(|choice| self.locations.get(choice.location)) {
            // Not a constant: the second translation must meet the same code.
            Some(location) => at.code.nondet(location.kind, "anything"),
            None => truth(false),
        }
    }

    fn store(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation], _: Operand) {
        self.note(at.slot, choices, true);
        self.has_filled |= choices.iter().any(|choice| self.tells_written(choice.location));
    }

    fn spawn(&mut self, at: &mut InsertionPoint<'_>, child: Slot) {
        self.counter.spawn(at.slot, child);
    }

    fn section(&mut self, _: &mut InsertionPoint<'_>, begins: bool) {
        if begins {
            self.sections.insert(self.counter.switches);
        }
    }

    fn wait(&mut self, _: &mut InsertionPoint<'_>, _: Wait) {
        self.waits_behind_filling |= self.has_filled;
    }

    fn end(&mut self, _: &mut InsertionPoint<'_>, _: End) {}
}
