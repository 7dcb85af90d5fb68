//! What threads write where others can see it.
//!
//! After Miné ("Static analysis of run-time errors in embedded real-time parallel C programs")
//! and Goblint's protection-based reading: a write is published with what its thread
//! knows of others and with the locks that it holds. Who reads sees
//! - what was published by places that may be parallel, under no lock that the reader holds too, and
//! - what was there when a lock was given back that the reader holds, unless the cell was written
//!   under another lock of the reader's that was not yet given back.
//!
//! Why that is all: take the last write before a read. If its place may be parallel to the
//! reader's, and the two hold no lock in common, it was published with its value. If they hold
//! some in common, the writer has given all of them back in between, nobody has written since, and
//! what it knew of the cell when it gave back the last of them was published. If the places are not parallel, the writer was
//! joined, and what it published was taken over then; or it is an ancestor that had not yet
//! created the reader, and handed over what it knew; or the reader itself.
//! Every access is also a step of its own, or part of one: a section publishes at its end.

use rustc_hash::FxHashMap;

use crate::kinds::{Kinds, Signature};
use crate::locks::{LockId, LockSet};
use crate::memory::{Contents, Rest};
use crate::objects::{ObjectId, Objects, Origin};
use crate::range::Range;
use crate::sets::SmallSet;
use crate::span::Span;
use crate::values::{Ranges, Values};

/// When a cell held what was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// As soon as it was written.
    Written,
    /// When a lock was given back under which it was written.
    Released(LockId),
    /// At some time after it was written.
    Sometime,
}

#[derive(Clone, Debug)]
pub struct Published {
    pub by: Signature,
    /// Held at the write; of what was there when a lock was given back, those of the write that
    /// were not given back yet.
    pub held: LockSet,
    pub moment: Moment,
    pub span: Span,
    pub range: Range,
    /// Written where a thread ends.
    pub at_end: bool,
    /// How often the range has grown.
    growth: u32,
}

impl Published {
    /// Whether who holds these locks may find it.
    pub fn is_visible_under(&self, locks: LockSet) -> bool {
        match self.moment {
            Moment::Written => !self.held.meets(locks),
            Moment::Released(lock) => locks.contains(lock) && !self.held.meets(locks),
            Moment::Sometime => true,
        }
    }

    /// What it means for who reads a span.
    pub fn seen_at(&self, span: &Span) -> Range {
        match self.span.same_elements(span) {
            true => self.range.clone(),
            false => Range::any((8 * span.bytes) as u16),
        }
    }
}

/// Growth after which a range is widened.
pub const PATIENCE: u32 = 3;
/// Growth after which widening stops at none of the program's constants.
pub const LAST_PATIENCE: u32 = 6;

/// What objects of a class can hold when they escape, in symbols of its own.
#[derive(Debug)]
pub struct Kept {
    pub contents: Contents,
    pub ranges: Ranges,
    /// How often it was joined with more.
    pub growth: u32,
}

#[derive(Debug, Default)]
pub struct Sharing {
    by_object: FxHashMap<ObjectId, Vec<Published>>,
    /// What objects of a class hold when they escape (`fresh.rs`).
    kept: FxHashMap<ObjectId, Kept>,
    /// Who may free objects of a class.
    frees: FxHashMap<ObjectId, Vec<Signature>>,
    pub changed: bool,
}

impl Sharing {
    pub fn publish(&mut self, object: ObjectId, new: NewlyPublished, thresholds: &[u128]) {
        let NewlyPublished { by, held, moment, span, range, at_end } = new;
        let list = self.by_object.entry(object).or_default();
        let same = list.iter_mut().find(|old| {
            (old.by, old.held, old.moment, old.span, old.at_end) == (by, held, moment, span, at_end)
        });
        match same {
            Some(old) if range.is_subset_of(&old.range) => {}
            Some(old) => {
                let joined = old.range.join(&range);
                old.growth += 1;
                let thresholds = if old.growth > LAST_PATIENCE { &[] } else { thresholds };
                old.range = match old.growth > PATIENCE {
                    true => old.range.widen(&joined, thresholds),
                    false => joined,
                };
                self.changed = true;
            }
            None => {
                list.push(Published { by, held, moment, span, range, at_end, growth: 0 });
                self.changed = true;
            }
        }
    }

    pub fn take_kept(&mut self, class: ObjectId) -> Option<Kept> {
        self.kept.remove(&class)
    }

    pub fn keep(&mut self, class: ObjectId, kept: Kept, is_new: bool) {
        self.kept.insert(class, kept);
        self.changed |= is_new;
    }

    /// What an object that a thread has not touched holds, but for what was published of it.
    pub fn untouched(
        &self,
        objects: &Objects,
        id: ObjectId,
        values: &mut Values,
        ranges: &mut Ranges,
    ) -> Contents {
        match (self.kept.get(&id), &objects.get(id).origin) {
            (Some(kept), _) => kept.contents.detached(values, &kept.ranges, ranges),
            (None, Origin::Global(_) | Origin::ThreadLocal(..)) => Contents::new(Rest::Initial),
            (None, Origin::Made(..) | Origin::Fresh(_)) => Contents::new(Rest::Any),
        }
    }

    /// What others may have put where a span is read.
    pub fn visible<'a>(
        &'a self,
        kinds: &'a Kinds,
        object: ObjectId,
        reader: Signature,
        span: Span,
    ) -> impl Iterator<Item = &'a Published> {
        let list = self.by_object.get(&object).map_or(&[][..], Vec::as_slice);
        list.iter().filter(move |published| {
            published.span.overlaps(&span) && kinds.may_be_parallel(&published.by, &reader)
        })
    }

    pub fn of_object(&self, object: ObjectId) -> &[Published] {
        self.by_object.get(&object).map_or(&[], Vec::as_slice)
    }

    /// The objects that threads of these kinds write.
    pub fn written_by(&self, kinds: SmallSet) -> Vec<ObjectId> {
        let mut objects: Vec<ObjectId> = self
            .by_object
            .iter()
            .filter(|(_, list)| list.iter().any(|published| kinds.contains(published.by.kind)))
            .map(|(object, _)| *object)
            .collect();
        objects.sort_unstable();
        objects
    }

    pub fn free(&mut self, object: ObjectId, by: Signature) {
        let list = self.frees.entry(object).or_default();
        if !list.contains(&by) {
            list.push(by);
            self.changed = true;
        }
    }

    pub fn may_be_freed(&self, kinds: &Kinds, object: ObjectId, user: &Signature) -> bool {
        let list = self.frees.get(&object).map_or(&[][..], Vec::as_slice);
        list.iter().any(|by| kinds.may_be_parallel(by, user))
    }

    pub fn freed_by(&self, kinds: SmallSet) -> Vec<ObjectId> {
        let frees = self.frees.iter();
        frees
            .filter(|(_, list)| list.iter().any(|by| kinds.contains(by.kind)))
            .map(|(object, _)| *object)
            .collect()
    }
}

pub struct NewlyPublished {
    pub by: Signature,
    pub held: LockSet,
    pub moment: Moment,
    pub span: Span,
    pub range: Range,
    pub at_end: bool,
}
