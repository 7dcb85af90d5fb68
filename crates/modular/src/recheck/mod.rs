//! Whether a certificate is right: each thread is run once from each state that it lists, over the
//! one semantics, and nothing may come of that which it does not cover.
//!
//! Nothing is looked for here: no fixpoint, no widening, no state for two. `inclusion.rs` says
//! whether a state that arrives is one of those that are listed, `pairs.rs` whether the reasons against races are
//! reasons; what is published must be in the table, and so must kinds, objects and locks
//! be as they are said to be. What operators, instructions and accesses of memory do is shared with the
//! analysis (`range/`, `host.rs`, `walk.rs`): if they are wrong, then so are both.

mod inclusion;
mod pairs;

use std::collections::BTreeMap;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_passes::block_order::BlockOrders;
use raddle_semantics::{Frame, Selected};

use crate::analysis::is_answered;
use crate::certificate::{Certificate, Claims, checks, read};
use crate::kinds::{FIRST, KindId, KindSet};
use crate::meeting::{Around, Meetings, Point, starts_as};
use crate::state::State;
use crate::tables::Tables;
use crate::values::Values;
use crate::walk::{Walk, first_state};

pub(crate) use inclusion::covers_kept;

/// What was seen to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    pub holds: Vec<CheckKind>,
    /// Assuming that no thread does what no selected check covers.
    pub assumes_defined: bool,
    /// Checks beyond whose failures no thread is followed.
    pub followed_up_to: Vec<CheckKind>,
    pub states: usize,
    pub pairs: usize,
}

/// What is proved by a certificate; or why it proves nothing.
pub fn recheck(ready: &Ready, certificate: &Certificate) -> Result<Confirmed, String> {
    let Claims { mut tables, mut values, entries, stored, accesses } = read(ready, certificate)?;
    let mut known = Known { entries: by_kind(entries), ..Known::default() };
    for (kind, state) in stored {
        let is_new = known.stored.insert((kind, Point::of(&state)), state).is_none();
        if !is_new {
            return Err("two states are of one place".to_string());
        }
    }
    run(&mut tables, &mut values, &mut known)?;
    check_ends(&tables, &known.ends)?;
    let holds = checks(&certificate.holds)?;
    check_proved(&tables, holds)?;
    if !tables.undefined.is_empty() && !certificate.assumes_defined {
        return Err("it rests on there being no undefined behaviour, and does not say so".into());
    }
    let said = checks(&certificate.followed_up_to)?;
    if let Some(kind) = tables.followed_up_to().into_iter().find(|kind| !said.contains(*kind)) {
        let name = kind.name();
        return Err(format!("no thread is followed beyond `{name}`, and it does not say so"));
    }
    let pairs = match holds.contains(CheckKind::Race) {
        true => pairs::check(&tables, &accesses, &certificate.pairs)?,
        false => 0,
    };
    let states = certificate.states.len();
    let assumes_defined = certificate.assumes_defined;
    let followed_up_to = said.iter().filter(|kind| !holds.contains(*kind)).collect();
    let holds = holds.iter().collect();
    Ok(Confirmed { holds, assumes_defined, followed_up_to, states, pairs })
}

fn by_kind(entries: Vec<(KindId, State)>) -> BTreeMap<KindId, Vec<State>> {
    let mut lists: BTreeMap<KindId, Vec<State>> = BTreeMap::new();
    for (kind, entry) in entries {
        lists.entry(kind).or_default().push(entry);
    }
    lists
}

/// Runs every kind from where it begins and from where its ways meet.
fn run(tables: &mut Tables<'_>, values: &mut Values, known: &mut Known) -> Result<(), String> {
    let first = first_state(tables, values);
    let entries = known.entries.iter();
    let begins = entries.flat_map(|(kind, list)| list.iter().map(|state| (*kind, state.clone())));
    let meets = known.stored.iter().map(|((kind, _), state)| (*kind, state.clone()));
    let all: Vec<(KindId, State)> =
        std::iter::once((FIRST, first)).chain(begins).chain(meets).collect();
    let claims = Assumed::of(tables);
    let mut orders = BlockOrders::default();
    for (kind, state) in all {
        let at = place(tables, &state);
        Walk::new(tables, values, &mut orders, known, &mut || true, kind).follow_ways(state);
        let wrong = known.refused.take().or_else(|| claims.broken(tables));
        if let Some(wrong) = wrong {
            return Err(format!("from {at}: {wrong}"));
        }
    }
    Ok(())
}

fn place(tables: &Tables<'_>, state: &State) -> String {
    let Some(frame) = state.frames.last() else { return "nowhere".to_string() };
    let ready = tables.ready;
    let function = &ready.program.functions[frame.function].name;
    // A place without a line is told by its callers.
    let lines = state.frames.iter().rev().map(Frame::place);
    match lines.filter_map(|place| ready.location_text(place)).next() {
        Some(at) => format!("{at} in `{function}`"),
        None => format!("`{function}`"),
    }
}

/// The states that a certificate lists, as those that arrive are compared with them.
#[derive(Default)]
struct Known {
    entries: BTreeMap<KindId, Vec<State>>,
    stored: BTreeMap<(KindId, Point), State>,
    ends: BTreeMap<KindId, KindSet>,
    /// What was the first not to be covered.
    refused: Option<String>,
}

impl Meetings for Known {
    fn meet(&mut self, around: Around<'_, '_>, point: &Point, state: State) -> bool {
        let Around { tables, values, orders: _, kind } = around;
        let at = place(tables, &state);
        let covered = match self.stored.get(&(kind, point.clone())) {
            None => Err("no state is listed there".to_string()),
            Some(known) => inclusion::covers((tables, kind), values, known, &state),
        };
        if let Err(what) = covered {
            let wrong = format!("what arrives at {at} is not covered: {what}");
            self.refused.get_or_insert(wrong);
        }
        false
    }

    fn begin(&mut self, around: Around<'_, '_>, entry: State) {
        let Around { tables, values, orders: _, kind } = around;
        let at = place(tables, &entry);
        let entries = self.entries.get(&kind).into_iter().flatten();
        let covered = match entries.into_iter().find(|known| starts_as(known, &entry)) {
            None => Err("it is not listed how they begin".to_string()),
            Some(known) => inclusion::covers((tables, kind), values, known, &entry),
        };
        if let Err(what) = covered {
            let wrong = format!("a new thread at {at} is not covered: {what}");
            self.refused.get_or_insert(wrong);
        }
    }

    fn end(&mut self, kind: KindId, ended: KindSet) {
        let known = self.ends.entry(kind).or_insert(ended);
        *known = known.intersection(ended);
    }

    fn state(&self, _: &Point) -> Option<State> {
        None
    }
}

/// What is taken for true of kinds, objects and locks, and must not turn out false.
struct Assumed {
    many: Vec<bool>,
    objects: Vec<(u64, u64, bool, bool)>,
    frees_anything: bool,
    weak_channels: bool,
}

fn facts(tables: &Tables<'_>) -> Vec<(u64, u64, bool, bool)> {
    let objects = tables.objects.list.iter();
    objects.map(|each| (each.smallest, each.largest, each.unbounded, each.once)).collect()
}

impl Assumed {
    fn of(tables: &Tables<'_>) -> Assumed {
        Assumed {
            many: tables.kinds.list.iter().map(|kind| kind.many).collect(),
            objects: facts(tables),
            frees_anything: tables.frees_anything,
            weak_channels: tables.weak_channels,
        }
    }

    /// What is not as it was taken to be.
    fn broken(&self, tables: &Tables<'_>) -> Option<String> {
        if let Some(gap) = &tables.gap {
            return Some(gap.clone());
        }
        let many: Vec<bool> = tables.kinds.list.iter().map(|kind| kind.many).collect();
        if many.len() != self.many.len() {
            return Some("it starts threads of a kind that is not listed".to_string());
        }
        if let Some(kind) = (0..many.len()).find(|kind| many[*kind] != self.many[*kind]) {
            return Some(format!("there may be several threads of kind {kind}"));
        }
        let objects = facts(tables);
        let changed = self.objects.iter().zip(&objects).position(|(old, new)| old != new);
        if let Some(object) = changed {
            return Some(format!("object {object} is not as it is said to be"));
        }
        if objects.len() != self.objects.len() {
            return Some("it has objects of a class that is not listed".to_string());
        }
        if tables.frees_anything != self.frees_anything {
            return Some("what is freed is not known".to_string());
        }
        if tables.weak_channels != self.weak_channels {
            return Some("pointers go from thread to thread without an order".to_string());
        }
        if tables.locks.changed {
            return Some("a lock is written by who does not hold it".to_string());
        }
        if let Some(object) = tables.sharing.missing {
            return Some(format!("what is written to object {object} is not in the table"));
        }
        tables.restart.then(|| "an iteration of a loop is not covered".to_string())
    }
}

/// What is said to have ended where a thread ends must have.
fn check_ends(tables: &Tables<'_>, ends: &BTreeMap<KindId, KindSet>) -> Result<(), String> {
    for (number, kind) in tables.kinds.list.iter().enumerate() {
        if let (Some(said), Some(found)) = (kind.ended_at_end, ends.get(&number))
            && !said.minus(*found).is_empty()
        {
            return Err(format!("other threads may still run where one of kind {number} ends"));
        }
    }
    Ok(())
}

fn check_proved(tables: &Tables<'_>, holds: Selected) -> Result<(), String> {
    for kind in holds.iter() {
        if !tables.selected.contains(kind) || !is_answered(kind) {
            return Err(format!("nothing was looked at for `{}`", kind.name()));
        }
        if let Some(unproved) = tables.unproved.get(&kind).and_then(|list| list.first()) {
            let at = tables.ready.location_text(unproved.place);
            let at = at.map_or(String::new(), |at| format!(" at {at}"));
            return Err(format!("`{}` is not proved{at}: {}", kind.name(), unproved.message));
        }
    }
    Ok(())
}
