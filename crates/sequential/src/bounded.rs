//! The bounded program: what [`crate::bound()`] makes and every sequentialisation
//! takes.
//!
//! It is a program like any other, and means what the original means as long as
//! no cut is reached, so that every engine can run it. More is known about it:
//!
//! - Each thread that can ever exist is one function, without calls and without
//!   loops: the edges of a block lead to blocks behind it, and each statement
//!   runs at most once in a run of the program. So an `Allocate` makes at most one
//!   object.
//! - `Spawn` names its function directly, and each thread function is spawned by
//!   exactly one statement.
//! - Nothing is thread-local: each thread has its own globals.
//! - A cut is `check unwind false` followed by `stop exit`.
//! - `atomic_begin` and `atomic_end` have their places fixed: each statement is
//!   inside of a section or not, whatever path led to it, and sections do not nest.

use std::fmt;

use raddle_ir::index::Index;
use raddle_ir::{BlockId, FunctionId, IndexVec, Location, Operand, Program, Statement};
use raddle_passes::Place;
use rustc_hash::FxHashMap;

use crate::marks::ReachedBound;

/// A thread that can be created; `main` is the first, and parents come before
/// their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u32);

impl Index for Slot {
    fn new(position: usize) -> Self {
        Slot(position as u32)
    }
    fn position(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// How far to unwind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Iterations of a loop, and nested calls of a function, where nothing else
    /// is said. Iterations whose condition is known do not count.
    pub all: u32,
    /// By function and header of the loop, in the original program.
    pub loops: FxHashMap<(FunctionId, BlockId), u32>,
    /// Threads.
    pub threads: usize,
    /// Statements in all.
    pub statements: usize,
}

#[derive(Clone, Debug)]
pub struct Bounded {
    pub program: Program,
    pub threads: IndexVec<Slot, Thread>,
    /// For each block of each thread function, for each statement and, last, the
    /// terminator.
    pub notes: IndexVec<FunctionId, IndexVec<BlockId, Vec<Note>>>,
    pub cuts: Vec<Cut>,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub function: FunctionId,
    /// The `Spawn` statement, in the bounded program.
    pub spawned_by: Option<(Slot, Place)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    Outside,
    /// In a section of the program's own: its accesses are atomic.
    User,
    /// In a section of the library: only its atomic accesses, which are of the user's
    /// memory, take part in races.
    Library,
}

/// What is known about a statement of the bounded program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it comes from, in the original program.
    pub origin: Place,
    /// Other threads can see it happen or change its outcome, and the thread can be
    /// switched from in front of it: never inside of a section, but its begin.
    pub visible: bool,
    /// Before the statement; an `atomic_begin` is outside, an `atomic_end` inside.
    pub section: Section,
}

/// Where something was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    pub reached: ReachedBound,
    /// The `check unwind false`, in the bounded program.
    pub place: Place,
    pub location: Option<Location>,
}

impl Bounded {
    pub fn note(&self, place: Place) -> Option<&Note> {
        self.notes.get(place.function)?.get(place.block)?.get(place.statement as usize)
    }

    /// The thread that a `Spawn` of this function creates.
    pub fn slot_of(&self, function: Operand) -> Option<Slot> {
        let mut threads = self.threads.iter_enumerated();
        threads.find(|(_, each)| function == Operand::Function(each.function)).map(|(slot, _)| slot)
    }

    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        self.threads.indices()
    }

    /// The statements of a thread, in an order in which they can run.
    pub fn statements_of(&self, slot: Slot) -> impl Iterator<Item = (Place, &Statement)> {
        let function = self.threads[slot].function;
        let blocks = self.program.functions[function].blocks.iter_enumerated();
        blocks.flat_map(move |(block, code)| {
            let statements = (0..).zip(&code.statements);
            statements.map(move |(statement, each)| (Place { function, block, statement }, each))
        })
    }

    /// Those of all threads.
    pub fn statements(&self) -> impl Iterator<Item = (Slot, Place, &Statement)> {
        self.slots()
            .flat_map(|slot| self.statements_of(slot).map(move |(place, each)| (slot, place, each)))
    }
}
