//! What a thread that is run in isolation from the others does to the memory that they
//! share. Its unit is the [`Action`]: all events that happen at one moment, those of a
//! single visible access or of a whole atomic section, so that interleavings are orders
//! of actions. Each has its reads and writes. What a read gets is a symbol; the order
//! engine says which write it comes from.

use std::rc::Rc;

use raddle_ir::{FunctionId, MemoryOrder};
use raddle_passes::Place;
use raddle_terms::Term;

use crate::schedule::ThreadNumber;
use crate::symbolic::executing::record::Entry;
use crate::symbolic::memory::object::Object;
use crate::symbolic::path_condition::PathCondition;

/// Position among the actions of one thread.
pub type ActionNumber = u32;

/// The offset that stands for whether an object is alive.
pub const LIFE: u32 = u32::MAX;

/// Bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub object: u32,
    pub offset: u32,
    pub count: u32,
}

impl Span {
    /// Whether an object is alive: one byte, 1 or 0.
    pub fn life(object: u32) -> Span {
        Span { object, offset: LIFE, count: 1 }
    }

    pub fn overlaps(self, other: Span) -> bool {
        self.object == other.object
            && u64::from(self.offset) < u64::from(other.offset) + u64::from(other.count)
            && u64::from(other.offset) < u64::from(self.offset) + u64::from(self.count)
    }
}

/// A visible action. The first action of a thread is what it does before that.
#[derive(Clone, Debug)]
pub struct Action {
    /// `None` for the beginning of a thread.
    pub place: Option<Place>,
    /// A single access, no section.
    pub is_plain: bool,
    /// When the thread comes to it.
    pub guard: PathCondition,
    /// When it does not happen: the thread has to wait, or assumes otherwise.
    pub refused: Vec<Refused>,
    pub log: Vec<Entry>,
}

impl Action {
    pub fn new(place: Option<Place>, is_plain: bool, guard: PathCondition) -> Action {
        Action { place, is_plain, guard, refused: Vec::new(), log: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub struct Refused {
    pub guard: PathCondition,
    pub why: Refusal,
}

#[derive(Clone, Debug)]
pub enum Refusal {
    /// It waits, for the thread with this number where that is known. Where it may also go
    /// on by itself: a symbol of width 1 for that it does.
    Waits { holder: Option<Term>, goes_on: Option<Term> },
    /// The section met a false assumption, or stopped.
    Undone,
}

#[derive(Clone, Debug)]
pub struct Read {
    pub action: ActionNumber,
    pub span: Span,
    pub guard: PathCondition,
    /// What it gets: without a constraint, anything.
    pub value: Term,
    /// Only moves the value: emptiness would move too.
    pub is_copy: bool,
    /// It was taken for granted that a thread has written there.
    pub assumes_written: bool,
    /// How much its action had logged before.
    pub logged: usize,
}

#[derive(Clone, Debug)]
pub struct Write {
    pub action: ActionNumber,
    pub span: Span,
    /// When it happens (width 1).
    pub condition: Term,
    pub value: Term,
    /// Writes a value that was never written: the first read chooses it.
    pub is_empty: bool,
}

#[derive(Clone, Debug)]
pub struct Spawned {
    pub action: ActionNumber,
    pub guard: PathCondition,
    pub number: ThreadNumber,
    pub start: FunctionId,
    pub argument: Option<Term>,
}

/// An iteration after which the thread is as it was before, apart from what it wrote
/// to shared memory. Where that has come to nothing, it need not go on.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Its actions: from the first to before the last.
    pub first: ActionNumber,
    pub end: ActionNumber,
    /// When it is over.
    pub guard: PathCondition,
    /// A symbol of width 1: the thread goes on after it.
    pub goes_on: Term,
}

/// What a thread does that can order it, where races are looked for by happens-before
/// (`crate::happens_before` has the meaning).
#[derive(Clone, Debug)]
pub struct Synchronised {
    pub action: ActionNumber,
    pub guard: PathCondition,
    pub how: Synchronises,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Synchronises {
    Reads {
        span: Span,
        order: MemoryOrder,
    },
    Writes {
        span: Span,
        order: MemoryOrder,
        /// It continues release sequences.
        continues: bool,
    },
    /// After whatever else its action does.
    Fence {
        order: MemoryOrder,
    },
    /// The action is an atomic section of the program.
    Section,
}

/// Memory when the first thread was started.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub guard: PathCondition,
    pub objects: Vec<Option<Rc<Object>>>,
}

#[derive(Clone, Debug, Default)]
pub struct Events {
    /// In the order of the program.
    pub actions: Vec<Action>,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub spawned: Vec<Spawned>,
    pub segments: Vec<Segment>,
    pub synchronised: Vec<Synchronised>,
    /// Counts whatever others could notice.
    pub effects: u64,
}

impl Events {
    pub fn effect(&mut self) -> u64 {
        self.effects += 1;
        self.effects
    }
}
