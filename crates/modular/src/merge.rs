//! One state for two that meet at a place.
//!
//! A pair of values (one of each state) gets a name; equal pairs get equal names, so that what
//! was equal in both is equal in what comes of them (Gulwani and Necula, "A polynomial-time
//! algorithm for global value numbering"). Where a symbol of the older state is in one pair only it
//! is that pair's name, so that a loop that adds nothing changes nothing. Terms of the
//! same shape are merged operand by operand: relations inside of them are kept.
//!
//! Why it ends: shapes only become smaller, pairs of one symbol only split, and ranges are
//! widened.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_passes::Ready;
use raddle_semantics::{Domain, Frame};
use raddle_terms::term::Node;
use raddle_terms::{Bits, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::counters::GHOST;
use crate::kinds::KindId;
use crate::memory::{Cell, Contents, Rest, join_rests};
use crate::objects::{ObjectId, Objects, Origin};
use crate::range::Range;
use crate::sharing::{Kept, Sharing};
use crate::span::Span;
use crate::state::State;
use crate::tables::Tables;
use crate::values::{Ranges, Values};

pub struct Merge<'a> {
    pub ready: &'a Ready,
    pub values: &'a mut Values,
    pub objects: &'a Objects,
    pub sharing: &'a Sharing,
    pub thresholds: &'a [u128],
    /// Whose states they are.
    kind: KindId,
    /// Whether ranges that grow are widened.
    widens: bool,
    older: Ranges,
    newer: Ranges,
    names: FxHashMap<(Term, Term), Term>,
    /// Names for values that only one of the states has.
    alone: FxHashMap<(Term, bool), Term>,
    used: FxHashSet<Term>,
    result: Ranges,
    changed: bool,
}

impl<'a> Merge<'a> {
    pub fn new(
        tables: &'a Tables<'_>,
        values: &'a mut Values,
        thresholds: &'a [u128],
        (kind, widens): (KindId, bool),
    ) -> Merge<'a> {
        Merge {
            ready: tables.ready,
            values,
            objects: &tables.objects,
            sharing: &tables.sharing,
            thresholds,
            kind,
            widens,
            alone: FxHashMap::default(),
            older: Ranges::default(),
            newer: Ranges::default(),
            names: FxHashMap::default(),
            used: FxHashSet::default(),
            result: Ranges::default(),
            changed: false,
        }
    }

    /// Makes the older state one that covers both; whether it was not before.
    pub fn into(mut self, older: &mut State, newer: &State) -> bool {
        self.older = std::mem::take(&mut older.ranges);
        self.newer = newer.ranges.clone();
        older.number = self.term(older.number, newer.number);
        for (old, new) in older.frames.iter_mut().zip(&newer.frames) {
            self.frame(old, new);
        }
        for (old, new) in
            older.iterations.iter_mut().flatten().zip(newer.iterations.iter().flatten())
        {
            let merged = (old.decided && new.decided, old.open || new.open);
            self.changed |= merged != (old.decided, old.open);
            (old.decided, old.open) = merged;
        }
        self.ghosts(&mut older.added, &newer.added);
        self.ghosts(&mut older.makes, &newer.makes);
        self.memory(older, newer);
        self.sets(older, newer);
        older.ranges = self.result;
        self.changed
    }

    /// The same for what is kept of a class.
    pub fn into_kept(mut self, class: ObjectId, older: &mut Kept, newer: &Kept) -> bool {
        self.older = std::mem::take(&mut older.ranges);
        self.newer = newer.ranges.clone();
        older.contents = self.contents(class, &older.contents, &newer.contents);
        older.ranges = self.result;
        self.changed
    }

    /// Of what a state keeps no account, nothing was added.
    fn ghosts<K: Copy + Ord>(&mut self, older: &mut BTreeMap<K, Term>, newer: &BTreeMap<K, Term>) {
        let keys: BTreeSet<K> = older.keys().chain(newer.keys()).copied().collect();
        let zero = self.values.terms.constant(Bits::zero(GHOST));
        for key in keys {
            let [old, new] =
                [&*older, newer].map(|ghosts| ghosts.get(&key).copied().unwrap_or(zero));
            let merged = self.term(old, new);
            older.insert(key, merged);
        }
    }

    fn sets(&mut self, older: &mut State, newer: &State) {
        let created = older.created.union(newer.created);
        let ended = older.ended.intersection(newer.ended);
        let held = older.held.intersection(newer.held);
        self.changed |= (created, ended, held) != (older.created, older.ended, older.held);
        (older.created, older.ended, older.held) = (created, ended, held);
        for (old, new) in [(&mut older.made, &newer.made), (&mut older.died, &newer.died)] {
            if !new.is_subset(old) {
                *old = Rc::new(old.union(new).copied().collect());
                self.changed = true;
            }
        }
    }

    fn frame(&mut self, older: &mut Frame<Term>, newer: &Frame<Term>) {
        let new = newer.registers.iter().chain(&newer.extra);
        for (old, new) in older.registers.iter_mut().chain(older.extra.iter_mut()).zip(new) {
            *old = self.value(*old, *new);
        }
        for object in &newer.objects {
            if !older.objects.contains(object) {
                older.objects.push(*object);
                self.changed = true;
            }
        }
    }

    /// What was never written can be anything.
    fn value(&mut self, older: Option<Term>, newer: Option<Term>) -> Option<Term> {
        let (Some(old), Some(new)) = (older, newer) else {
            self.changed |= older.is_some();
            return None;
        };
        Some(self.term(old, new))
    }

    fn term(&mut self, older: Term, newer: Term) -> Term {
        if let Some(name) = self.names.get(&(older, newer)) {
            return *name;
        }
        let name = self.new_name(older, newer);
        self.changed |= name != older;
        self.names.insert((older, newer), name);
        name
    }

    fn new_name(&mut self, older: Term, newer: Term) -> Term {
        match (self.values.terms.node(older), self.values.terms.node(newer)) {
            (Node::Constant(one), Node::Constant(other)) if one == other => older,
            (Node::Symbol(_), _) if !self.used.contains(&older) => {
                self.used.insert(older);
                self.give_range(older, older, newer);
                older
            }
            (Node::Apply(one, left), Node::Apply(other, right))
                if one == other && left.len() == right.len() =>
            {
                let pairs: Vec<(Term, Term)> =
                    left.iter().copied().zip(right.iter().copied()).collect();
                let fits = pairs
                    .iter()
                    .all(|(left, right)| self.values.width(left) == self.values.width(right));
                if !fits {
                    return self.fresh(older, newer);
                }
                let operands: Vec<Term> =
                    pairs.into_iter().map(|(left, right)| self.term(left, right)).collect();
                self.values.terms.apply(one, &operands)
            }
            (
                Node::Constant(_) | Node::Symbol(_) | Node::Apply(..) | Node::Select(..),
                Node::Constant(_) | Node::Symbol(_) | Node::Apply(..) | Node::Select(..),
            ) => self.fresh(older, newer),
        }
    }

    fn fresh(&mut self, older: Term, newer: Term) -> Term {
        let name = self.values.any(self.values.terms.width(older));
        self.used.insert(name);
        self.give_range(name, older, newer);
        name
    }

    fn give_range(&mut self, name: Term, older: Term, newer: Term) {
        let old = self.values.range_under(&self.older, older);
        let new = self.values.range_under(&self.newer, newer);
        let range = self.ranges(&old, &new);
        if !range.is_any() {
            self.result.insert(name, range);
        }
    }

    fn ranges(&mut self, old: &Range, new: &Range) -> Range {
        if new.is_subset_of(old) {
            return old.clone();
        }
        self.changed = true;
        let joined = old.join(new);
        if self.widens { old.widen(&joined, self.thresholds) } else { joined }
    }

    fn memory(&mut self, older: &mut State, newer: &State) {
        let keys = older.memory.keys().chain(newer.memory.keys());
        let mut ids: Vec<ObjectId> = keys.copied().collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let (old, new) = (older.memory.remove(&id), newer.memory.get(&id).cloned());
            let merged = match (old, new) {
                (Some(old), None) if self.has_none(newer, id) => self.contents_alone(&old, true),
                (None, Some(new)) if self.has_none(older, id) => {
                    self.changed = true;
                    self.contents_alone(&new, false)
                }
                (old, new) => {
                    let old = old.unwrap_or_else(|| Rc::new(self.untouched(id, true)));
                    let new = new.unwrap_or_else(|| Rc::new(self.untouched(id, false)));
                    self.contents(id, &old, &new)
                }
            };
            older.memory.insert(id, Rc::new(merged));
        }
    }

    /// Whether there is no such object, so that there is nothing to know.
    fn has_none(&self, state: &State, id: ObjectId) -> bool {
        match self.objects.get(id).origin {
            Origin::Fresh(_) => true,
            Origin::Made(of, ..) => of == self.kind && !state.made.contains(&id),
            Origin::Global(_) | Origin::ThreadLocal(..) => false,
        }
    }

    fn untouched(&mut self, id: ObjectId, is_older: bool) -> Contents {
        let ranges = if is_older { &mut self.older } else { &mut self.newer };
        self.sharing.untouched(self.objects, id, self.values, ranges)
    }

    /// Of an object that only one of the states has.
    fn contents_alone(&mut self, contents: &Contents, is_older: bool) -> Contents {
        let mut contents = contents.clone();
        for cell in contents.cells.values_mut() {
            cell.value = cell.value.map(|value| self.term_alone(value, is_older));
        }
        contents
    }

    fn term_alone(&mut self, term: Term, is_older: bool) -> Term {
        if let Some(name) = self.alone.get(&(term, is_older)) {
            return *name;
        }
        let range = match is_older {
            true => self.values.range_under(&self.older, term),
            false => self.values.range_under(&self.newer, term),
        };
        let is_symbol = matches!(self.values.terms.node(term), Node::Symbol(_));
        let name = match range.known() {
            Some(bits) => self.values.terms.constant(bits),
            None if is_symbol && is_older && !self.used.contains(&term) => term,
            None => self.values.any(range.width()),
        };
        self.changed |= is_older && name != term;
        if range.known().is_none() {
            self.used.insert(name);
            if !range.is_any() {
                self.result.insert(name, range);
            }
        }
        self.alone.insert((term, is_older), name);
        name
    }

    fn contents(&mut self, id: ObjectId, old: &Contents, new: &Contents) -> Contents {
        let mut offsets: Vec<u64> = old.cells.keys().chain(new.cells.keys()).copied().collect();
        offsets.sort_unstable();
        offsets.dedup();
        let mut merged = Contents::new(self.rest(id, &old.rest, &new.rest));
        for offset in offsets {
            let Some((left, right)) = self.cells(id, (old, new), offset) else {
                // Cut differently: nothing is known of the bytes of either.
                let cells = [old.cells.get(&offset), new.cells.get(&offset)];
                for cell in cells.into_iter().flatten() {
                    Self::blur(&mut merged, offset, cell);
                }
                continue;
            };
            let cell = self.cell(&left, &right);
            if merged.overlapping(&Span::at(offset, cell.bytes)).is_empty() {
                merged.cells.insert(offset, cell);
            } else {
                Self::blur(&mut merged, offset, &cell);
            }
        }
        self.changed |= merged != *old;
        merged
    }

    /// Makes every byte of a cell one that can be anything. What was written of a byte by either
    /// state stays to be published.
    fn blur(merged: &mut Contents, offset: u64, cell: &Cell) {
        for byte in offset..offset + cell.bytes {
            let span = Span::at(byte, 1);
            let mut flags = cell.clone();
            for at in merged.overlapping(&span) {
                let other = &merged.cells[&at];
                flags.synced = flags.synced.intersection(other.synced);
                flags.written_under = flags.written_under.union(other.written_under);
                flags.pending |= other.pending;
                flags.acquired &= other.acquired;
            }
            merged.put(byte, Cell { bytes: 1, value: None, ..flags });
        }
    }

    /// The cells of both at an offset, where the one that has none is read from its rest.
    fn cells(
        &mut self,
        id: ObjectId,
        (old, new): (&Contents, &Contents),
        offset: u64,
    ) -> Option<(Cell, Cell)> {
        match (old.cells.get(&offset), new.cells.get(&offset)) {
            (Some(left), Some(right)) if left.bytes == right.bytes => {
                Some((left.clone(), right.clone()))
            }
            (Some(left), None) => {
                let right = self.cell_of_rest(id, new, offset, left.bytes, false)?;
                Some((left.clone(), right))
            }
            (None, Some(right)) => {
                let left = self.cell_of_rest(id, old, offset, right.bytes, true)?;
                self.changed = true;
                Some((left, right.clone()))
            }
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    fn cell_of_rest(
        &mut self,
        id: ObjectId,
        contents: &Contents,
        offset: u64,
        bytes: u64,
        is_older: bool,
    ) -> Option<Cell> {
        let span = Span::at(offset, bytes);
        if !contents.overlapping(&span).is_empty() {
            return None;
        }
        let object = self.objects.get(id);
        let range = contents.range_over(self.ready, self.values, object, &span);
        if range.is_any() {
            return Some(Cell::new(bytes, None));
        }
        let value = match range.known() {
            Some(bits) => self.values.terms.constant(bits),
            None => {
                let symbol = self.values.any(range.width());
                let side = if is_older { &mut self.older } else { &mut self.newer };
                side.insert(symbol, range);
                symbol
            }
        };
        Some(Cell::new(bytes, Some(value)))
    }

    fn cell(&mut self, old: &Cell, new: &Cell) -> Cell {
        let merged = Cell {
            bytes: old.bytes,
            value: self.value(old.value, new.value),
            synced: old.synced.intersection(new.synced),
            written_under: old.written_under.union(new.written_under),
            pending: old.pending || new.pending,
            acquired: old.acquired && new.acquired,
        };
        let flags = |cell: &Cell| (cell.synced, cell.written_under, cell.pending, cell.acquired);
        self.changed |= flags(&merged) != flags(old);
        merged
    }

    fn rest(&mut self, id: ObjectId, old: &Rest, new: &Rest) -> Rest {
        let (ready, object) = (self.ready, self.objects.get(id));
        let rest = join_rests(ready, object, old, new, |left, right| self.ranges(left, right));
        self.changed |= rest != *old;
        rest
    }
}
