//! Objects that no other thread can know of yet.
//!
//! What a thread allocates is *fresh* until a pointer to it is written where others can read, or
//! handed to a new thread: then it *escapes*. A thread has at most one fresh object of each class
//! of objects, the latest (recency, after Balakrishnan and Reps, "Recency-abstraction for
//! heap-allocated storage"); one that is older and still in reach escapes when the next is
//! allocated. So a fresh object is a single one, however many its class has: writes to it replace what
//! was there, nobody else sees them, and they race with nothing. A pointer to an object that
//! ended is one into its class from the next allocation on, of which one has ended.
//!
//! To escape is to become one of the class: all pointers to the fresh object become pointers
//! into the class. What it holds then is joined to what all objects of the class hold when they
//! escape ([`crate::sharing::Sharing`] keeps that), which is what others find there beside what
//! was published later.
//!
//! Why what was done before never races with what others do behind it: they got the pointer from a
//! memory cell. If it was written or read there by a plain access, nothing is proved unless a
//! reason orders the two; if by atomic ones that acquire and release, they order. Where a pointer
//! may travel by weaker ones, fresh objects are touched as their class is.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_terms::Term;

use crate::host::Thread;
use crate::memory::Contents;
use crate::merge::Merge;
use crate::objects::{Object, ObjectId, Objects, Origin};
use crate::range::Range;
use crate::recheck::covers_kept;
use crate::sharing::{Kept, LAST_PATIENCE, PATIENCE};
use crate::values::{Ranges, Values};

impl Thread<'_, '_> {
    /// The latest object of a class, as it is allocated.
    pub fn make_fresh(
        &mut self,
        values: &mut Values,
        class: ObjectId,
        contents: Contents,
    ) -> ObjectId {
        let model = self.tables.objects.get(class).clone();
        let origin = Origin::Fresh(class);
        let object = Object { origin, private: true, once: false, ..model };
        let fresh = self.tables.objects.put(object);
        if self.is_fresh(fresh) && !self.forget_out_of_reach(values, fresh) {
            self.escape(values, fresh);
        }
        self.forget_fresh(fresh);
        self.state.memory.insert(fresh, Rc::new(contents));
        fresh
    }

    /// Forgets a fresh object to which no pointer is left; whether it was one.
    pub fn forget_out_of_reach(&mut self, values: &Values, object: ObjectId) -> bool {
        let forgets = self.is_fresh(object) && !self.is_in_reach(values, object);
        if forgets {
            self.forget_fresh(object);
        }
        forgets
    }

    fn forget_fresh(&mut self, fresh: ObjectId) {
        self.state.memory.remove(&fresh);
        if self.state.died.contains(&fresh) {
            Rc::make_mut(&mut self.state.died).remove(&fresh);
        }
    }

    /// Whether anything that is known still points there.
    fn is_in_reach(&self, values: &Values, fresh: ObjectId) -> bool {
        let base = Objects::base(fresh);
        values.ranges.values().any(|range| range.points_into(base))
            || self.state.memory.values().any(|contents| contents.rest.points_into(base))
    }

    /// The fresh objects of this thread to which a value may point.
    fn fresh_in(&self, range: &Range) -> BTreeSet<ObjectId> {
        let bases = range.pointers().iter().map(|(base, _)| base.0);
        bases.filter(|id| self.is_fresh(*id)).collect()
    }

    pub fn is_fresh(&self, object: ObjectId) -> bool {
        self.tables.objects.class(object) != object && self.state.memory.contains_key(&object)
    }

    /// What is meant by an object that may have been fresh before.
    pub fn current(&self, object: ObjectId) -> ObjectId {
        if self.is_fresh(object) { object } else { self.tables.objects.class(object) }
    }

    /// A value is written where others can read it, or handed to them.
    pub fn escape_value(&mut self, values: &mut Values, value: Term) {
        for fresh in self.fresh_in(&values.range(value)) {
            if self.is_fresh(fresh) {
                self.escape(values, fresh);
            }
        }
    }

    fn escape(&mut self, values: &mut Values, first: ObjectId) {
        let mut escaping: Vec<(ObjectId, Contents)> = Vec::new();
        let mut waiting = vec![first];
        while let Some(fresh) = waiting.pop() {
            let Some(contents) = self.state.memory.remove(&fresh) else { continue };
            let contents = Rc::unwrap_or_clone(contents);
            for cell in contents.cells.values() {
                waiting.extend(self.fresh_in(&cell.range(values)));
            }
            if let Some(range) = contents.rest.range() {
                waiting.extend(self.fresh_in(range));
            }
            escaping.push((fresh, contents));
        }
        for (fresh, _) in &escaping {
            self.rename(values, *fresh);
        }
        for (fresh, mut contents) in escaping.clone() {
            for (renamed, _) in &escaping {
                let class = self.tables.objects.class(*renamed);
                contents.rest.rename(Objects::base(*renamed), Objects::base(class));
            }
            self.join_class(values, fresh, contents);
        }
    }

    /// All pointers to a fresh object become pointers into its class.
    fn rename(&mut self, values: &mut Values, fresh: ObjectId) {
        let class = self.tables.objects.class(fresh);
        let (from, to) = (Objects::base(fresh), Objects::base(class));
        for range in values.ranges.values_mut().filter(|range| range.points_into(from)) {
            *range = range.renamed(from, to);
        }
        for contents in self.state.memory.values_mut() {
            if contents.rest.points_into(from) {
                Rc::make_mut(contents).rest.rename(from, to);
            }
        }
    }

    fn join_class(&mut self, values: &mut Values, fresh: ObjectId, contents: Contents) {
        let class = self.tables.objects.class(fresh);
        self.keep(values, class, &contents);
        if self.state.died.contains(&fresh) {
            let died = Rc::make_mut(&mut self.state.died);
            died.remove(&fresh);
            died.insert(class);
            let by = self.signature();
            self.tables.sharing.free(class, by);
        }
        if self.state.made.contains(&class) {
            self.tables.is_not_once(class);
        } else {
            Rc::make_mut(&mut self.state.made).insert(class);
        }
        if self.tables.objects.is_strong(class) {
            self.state.memory.insert(class, Rc::new(contents));
            return;
        }
        // Without an entry the class holds what is kept of it.
        if let Some(known) = self.state.memory.remove(&class) {
            let mut known = Rc::unwrap_or_clone(known);
            let object = self.tables.objects.get(class);
            known.join_weakly(self.tables.ready, values, object, &contents);
            self.state.memory.insert(class, Rc::new(known));
        }
    }

    /// Joins what an object holds when it escapes to what is kept of its class.
    fn keep(&mut self, values: &mut Values, class: ObjectId, contents: &Contents) {
        let (from, mut ranges) = (std::mem::take(&mut values.ranges), Ranges::default());
        let contents = contents.detached(values, &from, &mut ranges);
        values.ranges = from;
        let new = Kept { contents, ranges, growth: 0 };
        if self.tables.sharing.is_complete() {
            if !covers_kept(self.tables, values, class, &new) {
                self.tables.sharing.note_missing(class);
            }
            return;
        }
        let Some(mut old) = self.tables.sharing.take_kept(class) else {
            self.tables.sharing.keep(class, new, true);
            return;
        };
        old.growth += 1;
        let (widens, is_last) = (old.growth > PATIENCE, old.growth > LAST_PATIENCE);
        let thresholds = if is_last { &[][..] } else { &self.tables.thresholds };
        let merge = Merge::new(self.tables, values, thresholds, (self.kind, widens));
        let changed = merge.into_kept(class, &mut old, &new);
        self.tables.sharing.keep(class, old, changed);
    }
}
