//! Shared memory as the threads of the sequential program see it.
//!
//! Only what must be guessed is guessed. While one thread alone can touch a cell,
//! because all others that may do so are created later, the cell is a variable. If
//! later one thread alone writes it, and those who read it are translated behind
//! that thread, then what it writes is kept with its time, once for each statement
//! that writes. The rest is asked of the grain.

use raddle_ir::{GlobalId, IndexVec, Operand, Type};
use raddle_terms::Operator;
use rustc_hash::FxHashMap;

use super::census::{Census, Keeping, Number, Writes, can_run};
use super::clock::{Clock, Moment};
use super::grain::{Grain, Written};
use crate::bounded::Slot;
use crate::code::{Code, truth};
use crate::shared::{Build, Cell, CellId, Choice};

/// A statement that writes a cell.
struct Site {
    number: Number,
    /// A bit: it ran.
    happened: GlobalId,
    time: GlobalId,
    value: GlobalId,
}

struct Kept {
    cell: Cell,
    keeping: Keeping,
    /// What it holds before others can touch it, if that is not its initial value.
    prepared: Option<GlobalId>,
    sites: Vec<Site>,
}

pub struct Memory {
    cells: IndexVec<CellId, Kept>,
    created: FxHashMap<Slot, (Slot, Number)>,
}

impl Memory {
    /// If nothing is recorded the grain is asked about every write.
    pub fn new(
        build: &mut Build,
        cells: &IndexVec<CellId, Cell>,
        census: &Census<'_>,
        records: bool,
    ) -> Memory {
        let kept = cells.iter_enumerated().map(|(id, cell)| {
            let keeping = census.keeping(id, records);
            let name = &cell.name;
            let prepared =
                keeping.prepared.then(|| build.variable(&format!("{name}_first"), cell.kind));
            Kept { cell: cell.clone(), keeping, prepared, sites: Vec::new() }
        });
        Memory { cells: kept.collect(), created: census.counter.created.clone() }
    }

    pub fn kind(&self, cell: CellId) -> Type {
        self.cells[cell].cell.kind
    }

    /// The cells that are left to the grain.
    pub fn guessed(&self) -> Vec<Written> {
        let guessed = self.cells.iter_enumerated().filter_map(|(cell, kept)| {
            let sites = match kept.keeping.writes {
                Writes::Guessed { sites } => sites,
                Writes::None | Writes::Recorded { .. } => return None,
            };
            Some(Written { cell, name: kept.cell.name.clone(), kind: kept.cell.kind, sites })
        });
        guessed.collect()
    }

    /// Before any thread runs.
    pub fn prepare(&self, code: &mut Code, build: &Build) {
        for kept in self.cells.iter() {
            if let Some(variable) = kept.prepared {
                let value = build.initial(code, &kept.cell);
                code.write(variable, value, kept.cell.kind);
            }
        }
    }

    pub fn read(
        &mut self,
        code: &mut Code,
        build: &mut Build,
        context: &mut Context<'_>,
        cell: CellId,
    ) -> Operand {
        let kept = &self.cells[cell];
        let first = match kept.prepared {
            Some(variable) => code.read(variable, kept.cell.kind),
            None => build.initial(code, &kept.cell),
        };
        let slot = context.slot;
        if kept.keeping.is_alone(slot, context.number) {
            return first;
        }
        match kept.keeping.writes {
            Writes::None => first,
            Writes::Recorded { writer } => {
                // All that the thread itself wrote so far was before.
                let known =
                    if slot == writer { Number::MAX } else { can_run(&self.created, slot, writer) };
                let now = context.clock.moment(code, slot, context.number);
                kept.last_before(code, context.clock, now, known, first)
            }
            Writes::Guessed { .. } => {
                let now = context.clock.moment(code, slot, context.number);
                context.grain.read(code, now, cell, first)
            }
        }
    }

    /// The result: is this more than could be guessed?
    pub fn write(
        &mut self,
        code: &mut Code,
        build: &mut Build,
        context: &mut Context<'_>,
        choice: Choice,
        value: Operand,
    ) -> Operand {
        let kept = &mut self.cells[choice.cell];
        if kept.keeping.is_alone(context.slot, context.number) {
            if let Some(variable) = kept.prepared {
                let before = code.read(variable, kept.cell.kind);
                let value = code.choose(choice.guard, value, before, kept.cell.kind);
                code.write(variable, value, kept.cell.kind);
            }
            return truth(false);
        }
        let now = context.clock.moment(code, context.slot, context.number);
        match kept.keeping.writes {
            Writes::None => truth(false),
            Writes::Recorded { .. } => {
                kept.record(code, build, context, now, (choice.guard, value));
                truth(false)
            }
            Writes::Guessed { .. } => {
                context.grain.write(code, now, choice.cell, choice.guard, value)
            }
        }
    }
}

/// Who accesses memory, when and how.
pub struct Context<'a> {
    pub slot: Slot,
    pub number: Number,
    pub clock: Clock,
    pub grain: &'a mut dyn Grain,
}

impl Kept {
    fn record(
        &mut self,
        code: &mut Code,
        build: &mut Build,
        context: &Context<'_>,
        now: Moment,
        (guard, value): (Operand, Operand),
    ) {
        let name = format!("{}_write_{}", self.cell.name, self.sites.len() + 1);
        let site = Site {
            number: context.number,
            happened: build.variable(&format!("{name}_done"), Type::Integer(1)),
            time: build.variable(&format!("{name}_time"), context.clock.kind()),
            value: build.variable(&format!("{name}_value"), self.cell.kind),
        };
        code.write(site.happened, guard, Type::Integer(1));
        code.write(site.time, now.time, context.clock.kind());
        code.write(site.value, value, self.cell.kind);
        self.sites.push(site);
    }

    /// Sites with a number less than `known` were before, if they happened.
    fn last_before(
        &self,
        code: &mut Code,
        clock: Clock,
        now: Moment,
        known: Number,
        first: Operand,
    ) -> Operand {
        let mut result = first;
        for site in &self.sites {
            let mut counts = code.read(site.happened, Type::Integer(1));
            if site.number >= known {
                let time = code.read(site.time, clock.kind());
                let earlier = code.test(Operator::UnsignedLess, &[time, now.time]);
                counts = code.both(counts, earlier);
            }
            let value = code.read(site.value, self.cell.kind);
            result = code.choose(counts, value, result, self.cell.kind);
        }
        result
    }
}
