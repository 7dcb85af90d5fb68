//! Locks, recognised by how a cell is used and not by name.
//!
//! A cell is a lock if it is in an object of which there is only one, and whoever writes 0 to it
//! holds it, or writes while no other thread has been created. It is *acquired* by a step that
//! finds 0 there and leaves something else. So as long as a thread holds it, it is not 0, and
//! nobody else acquires it: by induction over the steps at most one thread holds it.
//!
//! That every write of 0 is of that kind is assumed, and checked by the analysis that
//! rests on it; a cell where it fails is no lock, and the analysis begins anew.
//!
//! A lock *synchronises* if every acquisition reads it in an order that acquires, and
//! everyone who gives it back writes it in an order that releases. Others exclude, but are no
//! reason against a race.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::{ObjectId, Objects};
use crate::sets::SmallSet;

pub type LockId = usize;
pub type LockSet = SmallSet;

/// What is held within an atomic section, by whoever accesses memory at all.
pub const SECTION: LockId = SmallSet::LIMIT - 1;

/// A cell: an object and the offset in it.
pub type CellName = (ObjectId, u64);

#[derive(Debug, Default)]
pub struct Locks {
    pub list: Vec<CellName>,
    numbers: FxHashMap<CellName, LockId>,
    /// Cells that a step has changed from 0 to something else, and their size in bytes.
    acquired: FxHashMap<CellName, u64>,
    /// Cells to which 0 is written.
    cleared: FxHashSet<CellName>,
    /// Written by who does not hold it: no locks.
    refuted: FxHashSet<CellName>,
    /// Acquired or given back without an order.
    pub weak: SmallSet,
    /// Something was learned on which other results rest.
    pub changed: bool,
}

impl Locks {
    /// These, with the bytes of each.
    pub fn of(list: Vec<(CellName, u64)>) -> Locks {
        Locks {
            numbers: list.iter().enumerate().map(|(number, (cell, _))| (*cell, number)).collect(),
            acquired: list.iter().copied().collect(),
            list: list.into_iter().map(|(cell, _)| cell).collect(),
            ..Locks::default()
        }
    }

    pub fn number(&self, cell: CellName) -> Option<LockId> {
        self.numbers.get(&cell).copied()
    }

    pub fn note_acquired(&mut self, cell: CellName, bytes: u64) {
        if *self.acquired.entry(cell).or_insert(bytes) != bytes {
            self.refute(cell);
        }
    }

    /// The bytes of a lock.
    pub fn bytes(&self, cell: CellName) -> u64 {
        self.acquired.get(&cell).copied().unwrap_or(1)
    }

    pub fn note_cleared(&mut self, cell: CellName) {
        self.cleared.insert(cell);
    }

    pub fn refute(&mut self, cell: CellName) {
        if self.refuted.insert(cell) && self.numbers.contains_key(&cell) {
            self.changed = true;
        }
    }

    pub fn note_weak(&mut self, lock: LockId) {
        self.weak = self.weak.with(lock);
    }

    /// Takes what looks like a lock for one; whether there are new ones.
    pub fn adopt(&mut self) -> bool {
        let mut new: Vec<CellName> = self
            .acquired
            .keys()
            .filter(|cell| self.cleared.contains(cell) && !self.refuted.contains(cell))
            .filter(|cell| !self.numbers.contains_key(cell))
            .copied()
            .collect();
        new.sort_unstable();
        let mut found = false;
        for cell in new {
            if self.list.len() < SECTION {
                self.numbers.insert(cell, self.list.len());
                self.list.push(cell);
                found = true;
            }
        }
        found
    }

    /// Before the analysis begins anew: what was refuted is a lock no more, nor what is in one of
    /// several objects.
    pub fn drop_refuted(&mut self, objects: &Objects) {
        let refuted = &self.refuted;
        self.list.retain(|cell| !refuted.contains(cell) && objects.get(cell.0).once);
        self.numbers = self.list.iter().enumerate().map(|(number, cell)| (*cell, number)).collect();
        self.weak = SmallSet::EMPTY;
        self.changed = false;
    }
}
