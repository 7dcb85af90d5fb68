//! Steps over terms: what a step of a thread does from a symbolic state, on all
//! paths at once. Where a condition is not determined the run splits; where paths
//! meet again they are merged (or not, as the caller wants).
//!
//! The meaning of every instruction is `run.rs`'s; here is only control: calls,
//! branches, loops and their bounds, waiting, starting and ending of threads,
//! all as in the concrete machine. Whether a condition can be true at all is
//! asked of the engine ([`Decide`]), which may have a solver.
//!
//! A schedule that comes out of this must run on the concrete machine: [`Record::log`]
//! says what that machine has to be told.

mod executing;
mod isolated;
mod memory;
mod path_condition;
mod state;

use raddle_ir::{BlockId, FunctionId};
use raddle_terms::TermStore;
use rustc_hash::FxHashMap;

pub use executing::observe::{Observe, Passing};
pub use executing::rank::{Rank, Ranks};
pub use executing::record::{Cut, End, Entry, Failed, Gap, Item, Record, Touched};
pub use executing::step::Executor;
pub use isolated::events;
pub use isolated::shared::{Initial, Shared};
pub use memory::elements::Elements;
pub use memory::object::{Object, Slot};
pub use path_condition::PathCondition;
pub use state::{Control, Counters, State, SymbolicThread};

use crate::machine::Selected;

/// The engine that runs steps says which conditions can be true.
pub trait Decide {
    /// `false` only if the guard can never be true.
    fn feasible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool;

    /// The same, with more trouble taken: asked where a yes makes much work.
    fn possible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool {
        self.feasible(terms, guard)
    }

    /// Why the step should be given up now; asked often.
    fn given_up(&mut self) -> Option<String> {
        None
    }
}

/// Sees only what is written in the guard.
#[derive(Clone, Copy, Debug, Default)]
pub struct BySight;

impl Decide for BySight {
    fn feasible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool {
        !guard.is_false(terms)
    }
}

/// How much is one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Granularity {
    /// One visible access.
    #[default]
    Access,
    /// All plain accesses of one source line.
    Statement,
}

/// How often loops are gone round, and calls of a function nest.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unwind {
    /// `None`: without a bound.
    pub all: Option<u32>,
    pub loops: FxHashMap<(FunctionId, BlockId), u32>,
    /// Bounds that an engine set by itself, for loops of which nothing else is said.
    pub own: FxHashMap<(FunctionId, BlockId), u32>,
}

impl Unwind {
    pub fn of(&self, function: FunctionId, header: BlockId) -> Option<u32> {
        let key = (function, header);
        self.loops.get(&key).or_else(|| self.own.get(&key)).copied().or(self.all)
    }

    pub fn is_bounded(&self) -> bool {
        self.all.is_some() || !self.loops.is_empty()
    }
}

#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    pub selected: Selected,
    pub granularity: Granularity,
    pub unwind: Unwind,
    /// Merge paths of one step where they meet.
    pub merge: bool,
    /// The program starts no thread: run it through without a pause.
    pub through: bool,
    /// So many iterations of loops that are certain do not count.
    pub certain: u32,
    /// Where a pointer may be an input, or come from memory that was never written, only
    /// the other cases are followed, and that one is a gap: for programs that stand for
    /// others, in which objects have other numbers.
    pub written_pointers: bool,
}
