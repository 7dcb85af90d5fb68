//! The analysis as a whole: rounds over all kinds of threads until no round publishes anything
//! new, begun anew where an assumption failed.
//!
//! Every round takes what the rounds before it published. The last one publishes nothing new,
//! so that it is the proof: what it found unproved is what is unproved.

use raddle_ir::CheckKind;
use raddle_passes::block_order::BlockOrders;
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;

use crate::facts::Facts;
use crate::grounds::Grounds;
use crate::kinds::{FIRST, KindId};
use crate::meeting::Search;
use crate::races::{self, Race};
use crate::state::State;
use crate::tables::{Tables, Unproved};
use crate::values::Values;
use crate::walk::{Walk, first_state};

/// Why nothing is said where the caller does not let it go on.
pub const TIME_IS_OVER: &str = "the time is over";

/// Rounds and new beginnings after which nothing is said.
const MOST_ROUNDS: u32 = 60;
const MOST_BEGINNINGS: u32 = 200;

/// What the analysis found out.
pub struct Analysis<'a> {
    pub tables: Tables<'a>,
    /// Pairs of accesses that nothing keeps apart.
    pub races: Vec<Race>,
    pub rounds: u32,
    pub(crate) values: Values,
    /// The states of the last round, kind by kind, if they were to be kept.
    pub(crate) kept: Vec<KindStates>,
}

/// How the threads of a kind begin, and what is known of them where ways meet.
pub(crate) struct KindStates {
    pub kind: KindId,
    pub entries: Vec<State>,
    pub stored: Vec<State>,
}

impl Analysis<'_> {
    /// Why nothing is said, if so.
    pub fn gap(&self) -> Option<&str> {
        self.tables.gap.as_deref()
    }

    /// Whether a check holds.
    pub fn proves(&self, kind: CheckKind) -> bool {
        let races = kind == CheckKind::Race && !self.races.is_empty();
        is_answered(kind) && self.gap().is_none() && self.unproved(kind).is_empty() && !races
    }

    /// What is not proved of a check.
    pub fn unproved(&self, kind: CheckKind) -> &[Unproved] {
        self.tables.unproved.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Where a thread may be stopped by what no selected check covers.
    pub fn undefined(&self) -> &[Place] {
        &self.tables.undefined
    }
}

/// Whether anything is ever said of a check.
pub fn is_answered(kind: CheckKind) -> bool {
    match kind {
        CheckKind::Assert
        | CheckKind::Reach
        | CheckKind::Race
        | CheckKind::Memory
        | CheckKind::Overflow
        | CheckKind::Division
        | CheckKind::Shift => true,
        CheckKind::Deadlock | CheckKind::Leak | CheckKind::Unwind => false,
    }
}

pub fn analyse<'a>(
    ready: &'a Ready,
    selected: Selected,
    goes_on: &mut dyn FnMut() -> bool,
) -> Analysis<'a> {
    settle(Tables::new(ready, selected), goes_on, false)
}

/// The same, which writes down what it claims of each place.
pub fn analyse_with_facts<'a>(
    ready: &'a Ready,
    selected: Selected,
    goes_on: &mut dyn FnMut() -> bool,
) -> Analysis<'a> {
    let facts = Some(Facts::default());
    settle(Tables { facts, ..Tables::new(ready, selected) }, goes_on, false)
}

/// The same, and keeps what a certificate needs.
pub fn analyse_and_keep<'a>(
    ready: &'a Ready,
    selected: Selected,
    goes_on: &mut dyn FnMut() -> bool,
) -> Analysis<'a> {
    settle(Tables::new(ready, selected), goes_on, true)
}

fn settle<'a>(
    mut tables: Tables<'a>,
    goes_on: &mut dyn FnMut() -> bool,
    keeps: bool,
) -> Analysis<'a> {
    let (ready, selected) = (tables.ready, tables.selected);
    tables.counters.are_followed = !keeps;
    let mut values = Values::new(ready.layout);
    let mut orders = BlockOrders::default();
    let (mut rounds, mut since) = (0, 0);
    let mut beginnings = 0;
    let mut kept = Vec::new();
    loop {
        rounds += 1;
        since += 1;
        tables.begin_round();
        kept.clear();
        let keep = keeps.then_some(&mut kept);
        let stable = round(&mut tables, &mut values, &mut orders, goes_on, keep);
        if tables.gap.is_some() {
            break;
        }
        let fails = tables.restart || tables.locks.changed;
        let adopts = !fails && stable && tables.locks.adopt();
        if adopts {
            tables.counters.begin_with_locks();
        }
        if fails || adopts {
            tables.begin_anew();
            since = 0;
            beginnings += 1;
        } else if stable {
            break;
        }
        if since > MOST_ROUNDS || beginnings > MOST_BEGINNINGS {
            tables.give_up("the analysis does not settle");
            break;
        }
    }
    if tables.gap.is_none() && proves_conditions(&tables) {
        // Once more, with nothing new to come of it, to tell why; as far as there is time.
        tables.grounds = Some(Grounds::default());
        round(&mut tables, &mut values, &mut orders, goes_on, None);
        tables.gap = None;
    }
    let races = match tables.gap {
        None if selected.contains(CheckKind::Race) => races::find(&tables),
        None | Some(_) => Vec::new(),
    };
    Analysis { tables, races, rounds, values, kept }
}

/// Whether a check is proved of which conditions tell why. (Races have pairs with reasons.)
fn proves_conditions(tables: &Tables<'_>) -> bool {
    let is_proved = |kind: &CheckKind| tables.unproved.get(kind).is_none_or(Vec::is_empty);
    let mut asked = tables.selected.iter().filter(|kind| *kind != CheckKind::Race);
    asked.any(|kind| is_proved(&kind))
}

/// Runs every kind; whether nothing new was published.
fn round(
    tables: &mut Tables<'_>,
    values: &mut Values,
    orders: &mut BlockOrders,
    goes_on: &mut dyn FnMut() -> bool,
    mut keep: Option<&mut Vec<KindStates>>,
) -> bool {
    let mut search = Search::default();
    search.entries.insert(FIRST, vec![first_state(tables, values)]);
    while let Some((kind, begins)) = search.entries.pop_first() {
        let entries = if keep.is_some() { begins.clone() } else { Vec::new() };
        Walk::new(tables, values, orders, &mut search, goes_on, kind).run(begins);
        let stored = search.stored.drain().map(|(_, stored)| stored.state);
        match &mut keep {
            Some(kept) => kept.push(KindStates { kind, entries, stored: stored.collect() }),
            None => drop(stored),
        }
        if tables.gap.is_some() || tables.hurry {
            return false;
        }
    }
    let mut stable = !tables.sharing.changed && !tables.counters.changed;
    for (number, kind) in tables.kinds.list.iter_mut().enumerate() {
        let ended = search.ends.get(&number).copied();
        stable &= kind.ended_at_end == ended;
        kind.ended_at_end = ended;
    }
    stable
}
