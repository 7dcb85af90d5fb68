//! Who touches what when: the threads are translated once to find out, and a
//! second time with what was found.
//!
//! Statements are numbered in the order of the text, which is one in which they can
//! run, in either translation by the same numbers. So "this write is in front of
//! the creation of every other thread that touches the cell" is a comparison.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, IndexVec, Instruction, Operand, Type};
use raddle_passes::Place;
use raddle_passes::escape::for_each_access;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded::{Bounded, Slot};
use crate::code::truth;
use crate::shared::{At, Cell, CellId, Choice, End, Scheme, Wait};

/// The number of an access in the text of the sequential program.
pub type Number = u64;

/// Counts what a scheme is asked, in either translation alike.
#[derive(Default)]
pub struct Counter {
    /// Of the access that comes next.
    pub number: Number,
    /// Of places where threads can be switched.
    pub switches: usize,
    /// Threads that are created by the step that is translated now.
    pending: Vec<(Slot, Slot)>,
    /// Who creates a thread, and from which number on it can run.
    pub created: FxHashMap<Slot, (Slot, Number)>,
}

impl Counter {
    pub fn access(&mut self) -> Number {
        self.number += 1;
        self.number - 1
    }

    pub fn spawn(&mut self, parent: Slot, child: Slot) {
        self.pending.push((parent, child));
    }

    /// Threads can be switched here: what was created can run from here on.
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
    number: Number,
    writes: bool,
    /// The last place before it where threads can be switched.
    switch: usize,
}

/// What the first translation met.
pub struct Census<'a> {
    cells: &'a IndexVec<CellId, Cell>,
    pub counter: Counter,
    accesses: FxHashMap<CellId, Vec<Access>>,
    /// The places where threads can be switched in front of a section.
    pub sections: FxHashSet<usize>,
    /// A step may give memory that was never written a value before it waits.
    pub waits_behind_filling: bool,
    has_filled: bool,
}

/// How a cell is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The thread that may touch it before others can, and the first number with which
    /// they can. Until then the cell is a variable like any other.
    alone: (Slot, Number),
    /// It is written until then.
    pub prepared: bool,
    pub writes: Writes,
}

/// Of writes when others can touch the cell too.
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

impl Keeping {
    pub fn is_alone(&self, slot: Slot, number: Number) -> bool {
        self.alone.0 == slot && number < self.alone.1
    }
}

impl<'a> Census<'a> {
    pub fn new(cells: &'a IndexVec<CellId, Cell>) -> Census<'a> {
        Census {
            cells,
            counter: Counter::default(),
            accesses: FxHashMap::default(),
            sections: FxHashSet::default(),
            waits_behind_filling: false,
            has_filled: false,
        }
    }

    fn note(&mut self, slot: Slot, choices: &[Choice], writes: bool) {
        let number = self.counter.access();
        let access = Access { slot, number, writes, switch: self.counter.switches };
        for choice in choices {
            self.accesses.entry(choice.cell).or_default().push(access);
        }
    }

    /// Whether it is the bit of another cell that says whether that was ever written.
    fn tells_written(&self, cell: CellId) -> bool {
        let cell = &self.cells[cell];
        cell.kind == Type::Integer(1) && cell.name.ends_with("_written")
    }

    /// `records`: whether writes may be recorded.
    pub fn keeping(&self, cell: CellId, records: bool) -> Keeping {
        let accesses = self.accesses.get(&cell).map_or(&[][..], Vec::as_slice);
        let first = accesses.first().map_or(Slot::new(0), |access| access.slot);
        let others = accesses.iter().filter(|access| access.slot != first);
        let met = others.map(|access| can_run(&self.counter.created, access.slot, first)).min();
        let alone = (first, met.unwrap_or(Number::MAX));
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
        Keeping { alone, prepared: before.iter().any(|access| access.writes), writes }
    }

    /// So many steps write what others can see.
    pub fn writing_steps(&self) -> usize {
        let mut writing = FxHashSet::default();
        for (&cell, accesses) in &self.accesses {
            let keeping = self.keeping(cell, true);
            let seen = |access: &&Access| !keeping.is_alone(access.slot, access.number);
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
            match &statement.instruction {
                Instruction::AtomicBegin | Instruction::AtomicEnd => state = false,
                Instruction::Spawn { .. } => state = true,
                Instruction::Await { .. } if state => return true,
                instruction => for_each_access(instruction, |_, writes| state |= writes),
            }
        }
        for edge in block.terminator.edges() {
            written[edge.target] |= state;
        }
    }
    false
}

/// The number of the thread `from` from which on `slot` can run; 0 if it is not
/// known to come from there.
pub fn can_run(created: &FxHashMap<Slot, (Slot, Number)>, slot: Slot, from: Slot) -> Number {
    let mut child = slot;
    while let Some(&(parent, number)) = created.get(&child) {
        if parent == from {
            return number;
        }
        child = parent;
    }
    0
}

impl Scheme for Census<'_> {
    fn begin(&mut self, _: &mut At<'_>) {
        self.counter.switch();
    }

    fn switch(&mut self, _: &mut At<'_>) {
        self.counter.switch();
        self.has_filled = false;
    }

    fn step(&mut self, _: &mut At<'_>, _: Place) {}

    fn load(&mut self, at: &mut At<'_>, choices: &[Choice]) -> Operand {
        self.note(at.slot, choices, false);
        match choices.first().and_then(|choice| self.cells.get(choice.cell)) {
            // Not a constant: the second translation must meet the same code.
            Some(cell) => at.code.nondet(cell.kind, "anything"),
            None => truth(false),
        }
    }

    fn store(&mut self, at: &mut At<'_>, choices: &[Choice], _: Operand) {
        self.note(at.slot, choices, true);
        self.has_filled |= choices.iter().any(|choice| self.tells_written(choice.cell));
    }

    fn spawn(&mut self, at: &mut At<'_>, child: Slot) {
        self.counter.spawn(at.slot, child);
    }

    fn section(&mut self, _: &mut At<'_>, begins: bool) {
        if begins {
            self.sections.insert(self.counter.switches);
        }
    }

    fn wait(&mut self, _: &mut At<'_>, _: Wait) {
        self.waits_behind_filling |= self.has_filled;
    }

    fn end(&mut self, _: &mut At<'_>, _: End) {}
}
