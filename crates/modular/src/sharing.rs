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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

type Key = (Signature, LockSet, Moment, Span, bool);

impl Published {
    /// What is published under one key is one range.
    fn key(&self) -> Key {
        (self.by, self.held, self.moment, self.span, self.at_end)
    }

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
    /// It is known already all that there is: what is not in it is only noted.
    is_complete: bool,
    /// The object of which something was not.
    pub missing: Option<ObjectId>,
}

impl Sharing {
    /// What is said to be all that is published, and who is said to free what.
    pub fn complete(
        published: Vec<(ObjectId, NewlyPublished)>,
        frees: Vec<(ObjectId, Signature)>,
        kept: Vec<(ObjectId, Kept)>,
    ) -> Sharing {
        let mut sharing = Sharing::default();
        for (object, new) in published {
            sharing.publish(object, new, &[]);
        }
        for (object, by) in frees {
            sharing.free(object, by);
        }
        let kept = kept.into_iter().collect();
        Sharing { changed: false, is_complete: true, kept, ..sharing }
    }

    /// Whether nothing may be added.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub fn kept(&self, class: ObjectId) -> Option<&Kept> {
        self.kept.get(&class)
    }

    /// The classes of which it is kept what they hold when they escape.
    pub fn all_kept(&self) -> Vec<(ObjectId, &Kept)> {
        let mut all: Vec<_> = self.kept.iter().map(|(class, kept)| (*class, kept)).collect();
        all.sort_by_key(|(class, _)| *class);
        all
    }

    /// Something of an object is not there.
    pub fn note_missing(&mut self, object: ObjectId) {
        self.changed = true;
        self.missing.get_or_insert(object);
    }

    /// Something that was not there before; whether it may be added.
    fn is_new(&mut self, object: ObjectId) -> bool {
        match self.is_complete {
            true => self.note_missing(object),
            false => self.changed = true,
        }
        !self.is_complete
    }

    pub fn publish(&mut self, object: ObjectId, new: NewlyPublished, thresholds: &[u128]) {
        if !self.covers(object, &new) && self.is_new(object) {
            self.add(object, new, thresholds);
        }
    }

    fn covers(&self, object: ObjectId, new: &NewlyPublished) -> bool {
        self.of_object(object).iter().any(|old| {
            old.key() == (new.by, new.held, new.moment, new.span, new.at_end)
                && new.range.is_subset_of(&old.range)
        })
    }

    fn add(&mut self, object: ObjectId, new: NewlyPublished, thresholds: &[u128]) {
        let NewlyPublished { by, held, moment, span, range, at_end } = new;
        let list = self.by_object.entry(object).or_default();
        let same = list.iter_mut().find(|old| old.key() == (by, held, moment, span, at_end));
        match same {
            Some(old) => {
                let joined = old.range.join(&range);
                old.growth += 1;
                let thresholds = if old.growth > LAST_PATIENCE { &[] } else { thresholds };
                old.range = match old.growth > PATIENCE {
                    true => old.range.widen(&joined, thresholds),
                    false => joined,
                };
            }
            None => list.push(Published { by, held, moment, span, range, at_end, growth: 0 }),
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
        match (&objects.get(id).origin, self.kept.get(&id)) {
            (Origin::Global(_) | Origin::ThreadLocal(..), _) => Contents::new(Rest::Initial),
            (Origin::Made(..), Some(kept)) => kept.contents.detached(values, &kept.ranges, ranges),
            (Origin::Made(..), None) | (Origin::Fresh(_), _) => Contents::new(Rest::Any),
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

    /// All that is published, by object, and of each in the order in which it was: what is taken
    /// over from it depends on that.
    pub fn all(&self) -> Vec<(ObjectId, &Published)> {
        let lists = self.by_object.iter();
        let mut all: Vec<_> = lists
            .flat_map(|(object, list)| list.iter().map(move |published| (*object, published)))
            .collect();
        all.sort_by_key(|(object, _)| *object);
        all
    }

    /// Who may free what, by object.
    pub fn frees(&self) -> Vec<(ObjectId, Signature)> {
        let lists = self.frees.iter();
        let mut all: Vec<_> =
            lists.flat_map(|(object, list)| list.iter().map(move |by| (*object, *by))).collect();
        all.sort_unstable();
        all
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
        let known = self.frees.get(&object).is_some_and(|list| list.contains(&by));
        if !known && self.is_new(object) {
            self.frees.entry(object).or_default().push(by);
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
