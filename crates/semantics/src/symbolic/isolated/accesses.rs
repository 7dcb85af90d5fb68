//! A thread that is run in isolation from the others: every access of shared memory is
//! an event. Within one action (a visible action, an atomic section) memory is as
//! usual, apart from what was there before: the first read of it is an event. When
//! the action ends, what it wrote are events, and nothing is known any more.
//!
//! Incomplete: objects of unknown size, and copies of shared memory that no
//! thread has written, are limits.

use raddle_ir::GlobalId;
use raddle_passes::Place;
use raddle_terms::{Bits, Term, TermStore};

use super::events::{Action, ActionNumber, Read, Snapshot, Span, Write};
use super::shared::Got;
use super::values::ValueSet;
use crate::budgets::{MOST_ACTIONS, MOST_SHARED_PLACES};
use crate::control::{Section, is_plain};
use crate::host::{At, Interrupt};
use crate::machine::initial_bytes;
use crate::symbolic::executing::record::Gap;
use crate::symbolic::memory::access::Target;
use crate::symbolic::memory::object::Slot;
use crate::symbolic::memory::symbolic_host::SymbolicHost;
use crate::symbolic::path_condition::PathCondition;

/// How one path stands to shared memory.
#[derive(Clone, Debug, Default)]
pub struct Isolation {
    pub action: ActionNumber,
    /// What the action wrote so far.
    pending: Vec<Pending>,
    /// The shared objects of which something is known in this action.
    touched: Vec<u32>,
    /// Those of which is known whether they are alive.
    lives: Vec<u32>,
    /// Shared objects that were made on this path.
    made: Vec<u32>,
    /// The latest effect on this path, and the latest that is not only a write.
    pub effects: u64,
    pub makings: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Pending {
    span: Span,
    condition: Term,
    /// What was written; `None`: nothing that was ever written.
    value: Option<Term>,
}

impl Isolation {
    pub fn is_made(&self, object: u32) -> bool {
        self.made.contains(&object)
    }

    /// Whether two paths may be one, inside of a section or not.
    pub fn fits(&self, other: &Isolation, section: Section) -> bool {
        !section.is_inside() || self.action == other.action
    }

    pub fn merge(&mut self, other: &Isolation) {
        self.action = self.action.max(other.action);
        self.effects = self.effects.max(other.effects);
        self.makings = self.makings.max(other.makings);
        self.lives.retain(|object| other.lives.contains(object));
        for pending in &other.pending {
            if !self.pending.contains(pending) {
                self.pending.push(pending.clone());
            }
        }
        for (mine, theirs) in [(&mut self.touched, &other.touched), (&mut self.made, &other.made)] {
            for object in theirs {
                if !mine.contains(object) {
                    mine.push(*object);
                }
            }
        }
    }
}

impl SymbolicHost<'_> {
    /// In front of a visible action; `true` if there are too many of them. Alone, a
    /// thread does not pause at plain accesses.
    pub fn begins_too_many(&mut self, place: Place) -> bool {
        let is_plain = is_plain(self.ready, place);
        if self.path.pace.alone && is_plain {
            return false;
        }
        self.begin_action(place, is_plain);
        self.record.events.actions.len() > MOST_ACTIONS
    }

    pub fn is_zeroed(&self, global: GlobalId) -> bool {
        let bytes = initial_bytes(self.ready, &self.ready.program.globals[global]);
        bytes.iter().all(|byte| *byte == 0)
    }

    /// Takes note of a new object that others may see.
    pub fn share(&mut self, number: u32, is_zeroed: bool) {
        let effect = self.record.events.effect();
        let Some(shared) = self.mode.shared_mut() else { return };
        self.path.isolation.made.push(number);
        (self.path.isolation.effects, self.path.isolation.makings) = (effect, effect);
        if let Some(object) = self.path.state.object(number) {
            shared.register(number, object, is_zeroed);
        }
        if !self.path.pace.alone {
            shared.forget(&mut self.path.state, number);
        }
    }

    pub fn miss(&mut self, terms: &TermStore, object: u32, condition: Term) {
        let is_given = self.numbering.is_given(object, self.ready.layout.first_dynamic());
        if !self.path.pace.alone && is_given && self.path.state.object(object).is_none() {
            let guard = self.path.state.guard.and(terms, condition);
            let reason = "memory of another thread that it was not expected to share".to_string();
            self.record.gaps.push(Gap { guard, reason });
        }
    }

    /// A visible action begins.
    fn begin_action(&mut self, place: Place, is_plain: bool) {
        self.forget();
        let guard = self.path.state.guard.clone();
        let actions = &mut self.record.events.actions;
        self.path.isolation.action = actions.len() as ActionNumber;
        actions.push(Action::new(Some(place), is_plain, guard));
    }

    /// What others may have changed is not known any more.
    fn forget(&mut self) {
        let Some(shared) = self.mode.shared() else { return };
        for object in self.path.isolation.touched.drain(..) {
            shared.forget(&mut self.path.state, object);
        }
        self.path.isolation.lives.clear();
    }

    fn touch_shared(&mut self, object: u32) {
        if !self.path.isolation.touched.contains(&object) {
            self.path.isolation.touched.push(object);
        }
    }

    /// Bytes that this action has not looked at: a read.
    pub fn read_shared(
        &mut self,
        terms: &mut TermStore,
        span: Span,
        condition: Term,
    ) -> Result<(), Interrupt> {
        let (offset, count) = (span.offset as usize, span.count as usize);
        let mut pending = self.path.isolation.pending.iter();
        if pending.any(|pending| pending.value.is_none() && pending.span.overlaps(span)) {
            return Err(Interrupt::Limit(EMPTIED.to_string()));
        }
        self.touch_shared(span.object);
        let Some(object) = self.path.state.object(span.object) else { return Ok(()) };
        let Some(emptiness) = object.emptiness(offset, count) else {
            return Err(Interrupt::Limit(MIXED.to_string()));
        };
        if emptiness.offsets.is_empty() {
            return Ok(());
        }
        let guard = self.path.state.guard.and(terms, condition);
        if emptiness.condition.is_none() && emptiness.offsets.len() == count {
            // Nothing is known here: the value may be less than a symbol.
            let Some(shared) = self.mode.shared_mut() else { return Ok(()) };
            let Got { value, symbol, assumes_written } = shared.read(self.ready, terms, span);
            if let Some(object) = self.path.state.edit_object(span.object) {
                object.write(offset, count, value);
            }
            // Where only one value is possible it does not matter which write it came from.
            let Some(symbol) = symbol else { return Ok(()) };
            self.read_event(span, guard, symbol, assumes_written);
            let always = terms.boolean(true);
            self.keep_unread(terms, span, always, condition);
            return Ok(());
        }
        let contiguous = emptiness.offsets.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let (Some(&first), true) = (emptiness.offsets.first(), contiguous) else {
            return Err(Interrupt::Limit(MIXED.to_string()));
        };
        let length = emptiness.offsets.len();
        let unread = match emptiness.condition {
            Some(unwritten) => unwritten,
            None => terms.boolean(true),
        };
        let Some(object) = self.path.state.edit_object(span.object) else { return Ok(()) };
        let value = object.choose(terms, &emptiness, unread, Some(unread));
        let part = Span { offset: first as u32, count: length as u32, ..span };
        self.read_event(part, guard.and(terms, unread), value, false);
        self.keep_unread(terms, part, unread, condition);
        Ok(())
    }

    /// A read under a condition leaves the bytes unread where that is false.
    fn keep_unread(&mut self, terms: &mut TermStore, span: Span, unread: Term, condition: Term) {
        let not = terms.not(condition);
        let still = terms.and(unread, not);
        let unwritten = (!terms.known(still).is_some_and(|never| never.is_zero())).then_some(still);
        let Some(object) = self.path.state.edit_object(span.object) else { return };
        for at in span.offset..span.offset + span.count {
            let slot = object.slot(at as usize);
            object.set(at as usize, Slot { unwritten, ..slot });
        }
    }

    fn read_event(&mut self, span: Span, guard: PathCondition, value: Term, assumes_written: bool) {
        let action = self.path.isolation.action;
        let is_copy = self.copies;
        let logged =
            self.record.events.actions.get(action as usize).map_or(0, |action| action.log.len());
        let read = Read { action, span, guard, value, is_copy, assumes_written, logged };
        self.record.events.reads.push(read);
    }

    pub fn copy_shared(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        source: &[Target],
        target: &[Target],
        count: usize,
    ) -> Result<(), Interrupt> {
        if let [Target { object: number, base, variable: None, .. }] = source
            && !self.is_shared(*number)
            && let Some(object) = self.path.state.object(*number)
            && object.elements().is_none()
            && (0..count).all(|part| object.slot(*base as usize + part) == Slot::EMPTY)
        {
            return self.write(terms, target, count, None, at.guard);
        }
        self.must_be_written(terms, source, count)?;
        self.copies = true;
        let value = self.read(terms, source, count);
        self.copies = false;
        self.write(terms, target, count, Some(value?), at.guard)
    }

    /// Whether a shared object is alive now.
    pub fn life(&mut self, terms: &mut TermStore, number: u32) -> Option<Term> {
        if !self.is_shared(number) {
            return Some(self.path.state.object(number)?.alive);
        }
        let is_mortal = self.mode.shared().is_some_and(|shared| shared.is_mortal(number));
        if is_mortal && !self.path.isolation.lives.contains(&number) {
            self.touch_shared(number);
            self.path.isolation.lives.push(number);
            let symbol = terms.fresh("alive", 8);
            let guard = self.path.state.guard.clone();
            self.read_event(Span::life(number), guard, symbol, false);
            let one = terms.constant(Bits::new(1, 8));
            let alive = terms.equal(symbol, one);
            if let Some(object) = self.path.state.edit_object(number) {
                // What this action itself ended stays so.
                object.alive = terms.and(object.alive, alive);
            }
        }
        Some(self.path.state.object(number)?.alive)
    }

    /// The end of a shared object's life, where the condition is true.
    pub fn end_life(&mut self, terms: &mut TermStore, number: u32, condition: Term) {
        self.touch_shared(number);
        if let Some(shared) = self.mode.shared_mut() {
            shared.make_mortal(number);
        }
        if let Some(object) = self.path.state.edit_object(number) {
            let survives = terms.not(condition);
            object.alive = terms.and(object.alive, survives);
        }
        let guard = self.path.state.guard.all(terms);
        let condition = terms.and(guard, condition);
        let dead = terms.constant(Bits::zero(8));
        self.pend(terms, Span::life(number), condition, Some(dead));
    }

    /// Whether an access at so many places is not too much for this object.
    pub fn has_few_places(&self, object: u32, places: u64) -> Result<(), Interrupt> {
        match self.is_shared(object) && places > MOST_SHARED_PLACES {
            true => {
                let what = "an access of shared memory that may go to too many places";
                Err(Interrupt::Limit(what.to_string()))
            }
            false => Ok(()),
        }
    }

    pub fn write_places(
        &mut self,
        terms: &mut TermStore,
        target: &Target,
        places: &[(Term, usize)],
        count: usize,
        value: Option<Term>,
        guard: Term,
    ) -> Result<(), Interrupt> {
        self.touch_shared(target.object);
        for (here, offset) in places {
            let condition = terms.and(target.condition, *here);
            let condition = terms.and(condition, guard);
            let path = self.path.state.guard.all(terms);
            let condition = terms.and(path, condition);
            let span = Span { object: target.object, offset: *offset as u32, count: count as u32 };
            self.pend(terms, span, condition, value);
        }
        Ok(())
    }

    fn pend(&mut self, terms: &TermStore, span: Span, condition: Term, value: Option<Term>) {
        if terms.known(condition).is_some_and(|never| never.is_zero()) {
            return;
        }
        self.path.isolation.effects = self.record.events.effect();
        if value.is_none() || span == Span::life(span.object) {
            self.path.isolation.makings = self.path.isolation.effects;
        }
        self.path.isolation.pending.push(Pending { span, condition, value });
    }

    /// A single access is an action by itself: what it wrote can be seen now.
    pub fn flush_single(&mut self, terms: &mut TermStore) -> Result<(), Interrupt> {
        match self.path.pace.section.is_inside() {
            true => Ok(()),
            false => self.flush(terms),
        }
    }

    /// The action has happened: what it wrote can be seen.
    pub fn flush(&mut self, terms: &mut TermStore) -> Result<(), Interrupt> {
        let mut pending = std::mem::take(&mut self.path.isolation.pending);
        let path = self.path.state.guard.all(terms);
        while let Some(Pending { span, mut condition, value }) = pending.pop() {
            let (mut is_only, mut is_emptied) = (true, value.is_none());
            pending.retain(|other| {
                if other.span == span {
                    condition = terms.or(condition, other.condition);
                    is_only = false;
                    is_emptied |= other.value.is_none();
                }
                other.span != span
            });
            if pending.iter().any(|other| other.span.overlaps(span)) {
                return Err(Interrupt::Limit(MIXED.to_string()));
            }
            let condition = terms.and(path, condition);
            let value = match (is_only, is_emptied) {
                (true, _) => value,
                (false, false) => Some(self.final_value(terms, span)?),
                (false, true) => return Err(Interrupt::Limit(EMPTIED.to_string())),
            };
            self.write_event(terms, span, condition, value);
        }
        Ok(())
    }

    fn write_event(
        &mut self,
        terms: &mut TermStore,
        span: Span,
        condition: Term,
        value: Option<Term>,
    ) {
        let layout = &self.ready.layout;
        if let Some(shared) = self.mode.shared_mut() {
            match value {
                Some(value) => shared.values.write(terms, layout, span, value),
                None => shared.values.add(layout, span, &ValueSet::any()),
            }
        }
        let is_empty = value.is_none();
        let value = value.unwrap_or_else(|| terms.fresh("empty", 8 * span.count as u16));
        let action = self.path.isolation.action;
        self.record.events.writes.push(Write { action, span, condition, value, is_empty });
    }

    /// What the action leaves there, where it wrote more than once.
    fn final_value(&mut self, terms: &mut TermStore, span: Span) -> Result<Term, Interrupt> {
        if span == Span::life(span.object) {
            return Ok(terms.constant(Bits::zero(8)));
        }
        let (offset, count) = (span.offset as usize, span.count as usize);
        let object = self.path.state.object(span.object).cloned();
        let value = object.and_then(|object| object.read(terms, offset, count));
        value.ok_or_else(|| Interrupt::Limit(MIXED.to_string()))
    }

    /// The first thread but this one is about to start: what memory is now, it was
    /// before all.
    pub fn first_spawn(&mut self, terms: &TermStore) {
        let guard = self.path.state.guard.clone();
        let objects = self.path.state.objects.clone();
        let Some(shared) = self.mode.shared_mut() else { return };
        for (number, object) in (0u32..).zip(&objects) {
            let is_dead = object.as_ref().is_some_and(|object| object.may_be_dead(terms));
            if is_dead && shared.contains(number) {
                shared.make_mortal(number);
            }
        }
        shared.snapshots.push(Snapshot { guard, objects });
        shared.empty(&mut self.path.state);
        self.path.pace.alone = false;
        self.path.isolation.touched.clear();
        self.path.isolation.lives.clear();
    }
}

/// What a section writes has no value to be read until others can see it.
const EMPTIED: &str = "an atomic section that uses a value that was never written";
const MIXED: &str = "shared memory of which parts are accessed in different ways in one section";
