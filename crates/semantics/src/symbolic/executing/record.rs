//! What a symbolic step tells besides the states it leads to. Everything comes
//! with the condition under which it happens; the engine that asked for the step finds
//! out whether that can be.

use raddle_ir::{BlockId, FunctionId};
use raddle_passes::Place;
use raddle_terms::Term;

use crate::host::Failure;
use crate::machine::Sharing;
use crate::race::TouchKind;
use crate::schedule::ThreadNumber;
use crate::symbolic::isolated::events::{ActionNumber, Events};
use crate::symbolic::path_condition::PathCondition;
use crate::symbolic::state::State;

/// How one path through a step ends.
#[derive(Clone, Debug)]
pub enum End {
    /// `by_itself`: only because a wait ended although its condition was false.
    Done {
        state: State,
        by_itself: bool,
    },
    Blocked {
        guard: PathCondition,
        place: Place,
        holder: Option<Term>,
    },
    /// An atomic section met a false assumption or stopped: it does not happen.
    Infeasible {
        guard: PathCondition,
    },
}

/// A check that fails.
#[derive(Clone, Debug)]
pub struct Failed {
    pub guard: PathCondition,
    pub thread: ThreadNumber,
    pub failure: Failure,
    /// Where the program's own code stands.
    pub user_place: Place,
    /// Of a thread that is run in isolation.
    pub action: ActionNumber,
}

/// Executions that are not followed: something is not supported, or a limit of
/// the tool is reached.
#[derive(Clone, Debug)]
pub struct Gap {
    pub guard: PathCondition,
    pub reason: String,
}

/// Executions that go round a loop, or nest calls, more often than the bound.
#[derive(Clone, Debug)]
pub struct Cut {
    pub guard: PathCondition,
    pub place: Place,
    /// By a bound for this one loop.
    pub named: bool,
    /// The loop; `None` for calls.
    pub header: Option<(FunctionId, BlockId)>,
}

/// An access that other threads can see.
#[derive(Clone, Debug)]
pub struct Touched {
    pub guard: PathCondition,
    pub thread: ThreadNumber,
    pub place: Place,
    pub address: Term,
    pub bytes: u64,
    pub write: bool,
    pub sharing: Sharing,
    /// The object is freed.
    pub frees: bool,
    /// Of a thread that is run in isolation.
    pub action: ActionNumber,
}

impl Touched {
    pub fn kind(&self) -> TouchKind {
        let Touched { write, frees, sharing, .. } = *self;
        TouchKind { write, frees, sharing }
    }
}

/// What a concrete run of the step must be told, in order.
#[derive(Clone, Debug)]
pub struct Entry {
    pub guard: PathCondition,
    pub item: Item,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A visible action begins.
    Visible,
    Value(Term),
    /// Whether a weak compare-and-exchange fails by itself (width 1).
    ByItself(Term),
    /// The number of a new object or thread.
    Number(u32),
}

#[derive(Clone, Debug, Default)]
pub struct Record {
    pub ends: Vec<End>,
    pub failures: Vec<Failed>,
    pub gaps: Vec<Gap>,
    pub cuts: Vec<Cut>,
    pub touched: Vec<Touched>,
    /// Where threads were stopped by undefined behaviour that no selected check
    /// covers.
    pub undefined: Vec<(PathCondition, Place, ActionNumber)>,
    /// In the order in which they happen on each path through the step.
    pub log: Vec<Entry>,
    /// Of a thread that is run in isolation; its log is in the actions.
    pub events: Events,
}
