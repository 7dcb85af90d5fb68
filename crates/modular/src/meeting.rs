//! What becomes of a state where ways meet, where a thread begins and where it ends: the one
//! difference between looking for what holds (`Search`: one state for all that come) and
//! seeing whether it holds (the recheck: every state must be one of those that are known).

use std::collections::BTreeMap;

use raddle_passes::Ready;
use raddle_passes::block_order::BlockOrders;
use raddle_semantics::Frame;
use raddle_semantics::control::Section;
use rustc_hash::FxHashMap;

use crate::kinds::{KindId, KindSet};
use crate::locks::LockSet;
use crate::merge::Merge;
use crate::point::Path;
use crate::state::State;
use crate::tables::Tables;
use crate::values::Values;

/// Visits of a place after which ranges are widened, where a loop begins and elsewhere.
const PATIENCE_IN_LOOPS: u32 = 3;
const PATIENCE: u32 = 30;
/// More visits, after which widening stops at none of the program's constants.
const LAST_PATIENCE: u32 = 8;

/// States that may become one: of the same calls, counted iterations, held locks and
/// atomic sections.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub path: Path,
    pub held: LockSet,
    pub section: Section,
    /// The thread has created none yet.
    pub alone: bool,
}

impl Point {
    pub fn of(state: &State) -> Point {
        Point {
            path: state.path(),
            held: state.held,
            section: state.section.without_history(),
            alone: state.created.is_empty(),
        }
    }
}

/// What those who decide look at, and work with.
pub struct Around<'r, 'a> {
    pub tables: &'r mut Tables<'a>,
    pub values: &'r mut Values,
    pub orders: &'r mut BlockOrders,
    /// Whose state it is; of a new thread its own kind.
    pub kind: KindId,
}

pub trait Meetings {
    /// A state comes to where ways meet; whether it is to be followed on from there.
    fn meet(&mut self, around: Around<'_, '_>, point: &Point, state: State) -> bool;
    /// A thread is made, and begins so.
    fn begin(&mut self, around: Around<'_, '_>, entry: State);
    /// A thread ends, and knows that others have ended.
    fn end(&mut self, kind: KindId, ended: KindSet);
    /// What is followed from a point.
    fn state(&self, point: &Point) -> Option<State>;
}

pub struct Stored {
    pub state: State,
    visits: u32,
}

/// One state for all that come to a point, which grows until nothing new comes.
#[derive(Default)]
pub struct Search {
    /// Of the kind that is walked.
    pub stored: FxHashMap<Point, Stored>,
    /// How kinds begin that were created so far in this round.
    pub entries: BTreeMap<KindId, Vec<State>>,
    /// What threads know at their ends.
    pub ends: BTreeMap<KindId, KindSet>,
}

impl Meetings for Search {
    fn meet(&mut self, around: Around<'_, '_>, point: &Point, state: State) -> bool {
        let Some(stored) = self.stored.get_mut(point) else {
            self.stored.insert(point.clone(), Stored { state, visits: 1 });
            return true;
        };
        stored.visits += 1;
        let Around { tables, values, orders, kind } = around;
        let patience = match is_loop_head(tables.ready, orders, &state) {
            true => PATIENCE_IN_LOOPS,
            false => PATIENCE,
        };
        let widens = stored.visits > patience;
        let is_last = stored.visits > patience + LAST_PATIENCE;
        let thresholds = if is_last { &[][..] } else { &tables.thresholds };
        Merge::new(tables, values, thresholds, (kind, widens)).into(&mut stored.state, &state)
    }

    fn begin(&mut self, around: Around<'_, '_>, entry: State) {
        let Around { tables, values, orders: _, kind } = around;
        let list = self.entries.entry(kind).or_default();
        match list.iter_mut().find(|state| starts_as(state, &entry)) {
            None => list.push(entry),
            Some(state) => {
                Merge::new(tables, values, &tables.thresholds, (kind, true)).into(state, &entry);
            }
        }
    }

    fn end(&mut self, kind: KindId, ended: KindSet) {
        let known = self.ends.entry(kind).or_insert(ended);
        *known = known.intersection(ended);
    }

    fn state(&self, point: &Point) -> Option<State> {
        self.stored.get(point).map(|stored| stored.state.clone())
    }
}

fn is_loop_head(ready: &Ready, orders: &mut BlockOrders, state: &State) -> bool {
    let Some(place) = state.frames.last().map(Frame::place) else { return false };
    orders.of(ready, place.function).loops(place.block).contains(&place.block)
}

/// Whether two threads begin in one function.
pub fn starts_as(one: &State, other: &State) -> bool {
    let start = |state: &State| state.frames.first().map(|frame| frame.function);
    start(one) == start(other)
}
