//! One path through a step, and what the symbolic host can do with it; what it
//! answers is in `answers.rs`. Where an access may be wrong, or a check may fail, the run
//! goes on under the condition that all is well, and the other case is set
//! aside as a path of its own.

use std::cell::OnceCell;

use raddle_ir::{Access, CheckKind, MemoryOrder, Origin, StopReason, WhenUnselected};
use raddle_passes::{Place, Ready};
use raddle_terms::{Operator, Term, TermStore};

use super::object::Object;
use crate::control::{self, Visible, is_plain, stop_at_failure};
use crate::host::{At, Failure, Interrupt};
use crate::machine::{ObjectKey, Selected, Sharing, Status};
use crate::numbering::Numbering;
use crate::schedule::ThreadNumber;
use crate::symbolic::executing::path::Path;
use crate::symbolic::executing::record::{Entry, Failed, Gap, Item, Record, Touched};
use crate::symbolic::isolated::Mode;
use crate::symbolic::path_condition::PathCondition;
use crate::symbolic::state::State;
use crate::symbolic::{Decide, Granularity};

/// A path that ends where another goes on.
pub struct Aside {
    pub path: Path,
    pub status: Status,
}

pub struct SymbolicHost<'a> {
    pub ready: &'a Ready,
    pub selected: Selected,
    pub granularity: Granularity,
    /// A program that never starts a thread runs through without a pause.
    pub through: bool,
    /// Pointers that are inputs, or were never written, are not followed.
    pub written_pointers: bool,
    pub numbering: &'a mut Numbering,
    pub decide: &'a mut dyn Decide,
    pub record: &'a mut Record,
    /// The state when the step began.
    pub begin: &'a State,
    /// Its frame is lent to the instruction that runs.
    pub path: &'a mut Path,
    pub mode: Mode<'a>,
    /// A value is only moved.
    pub copies: bool,
    pub asides: &'a mut Vec<Aside>,
    /// The path is infeasible: nothing of it counts.
    pub dead: &'a mut bool,
}

impl SymbolicHost<'_> {
    pub fn log(&mut self, guard: PathCondition, item: Item) {
        let entry = Entry { guard, item };
        match self.record.events.actions.get_mut(self.path.isolation.action as usize) {
            Some(action) => action.log.push(entry),
            None => self.record.log.push(entry),
        }
    }

    pub fn user_place(&self, place: Place) -> Place {
        control::user_place(self.ready, place, self.path.caller)
    }

    pub fn sharing(&self, access: &Access) -> Sharing {
        self.path.pace.section.sharing(access.order, access.volatile)
    }

    pub fn bytes(&self, access: &Access) -> usize {
        usize::from(self.ready.width(access.kind)).div_ceil(8)
    }

    /// Goes on under the condition. Where it may be false, that case is told and
    /// set aside with this status (`None`: goes on all the same).
    pub fn require(
        &mut self,
        terms: &mut TermStore,
        condition: Term,
        tell: &dyn Fn(&mut Self, PathCondition),
        status: Option<Status>,
    ) -> Result<(), Interrupt> {
        if terms.known(condition).is_some_and(|known| known.is_true()) {
            return Ok(());
        }
        let wrong = terms.not(condition);
        let bad = self.path.state.guard.and(terms, wrong);
        if !self.decide.feasible(terms, &bad) {
            return Ok(());
        }
        tell(self, bad.clone());
        let Some(status) = status else {
            return Ok(());
        };
        let mut aside = self.path.clone();
        aside.state.guard = bad;
        self.asides.push(Aside { path: aside, status });
        let good = self.path.state.guard.and(terms, condition);
        if !self.decide.feasible(terms, &good) {
            *self.dead = true;
            return Err(Interrupt::Assumed);
        }
        self.path.state.guard = good;
        Ok(())
    }

    /// A check that must hold here.
    pub fn must_hold(
        &mut self,
        terms: &mut TermStore,
        place: Place,
        kind: CheckKind,
        condition: Term,
        message: &str,
    ) -> Result<(), Interrupt> {
        let selected = self.selected.contains(kind);
        let status = match kind.when_unselected() {
            WhenUnselected::GoOn if !selected => return Ok(()),
            WhenUnselected::GoOn => None,
            WhenUnselected::Stop => Some(Status::Stopped(stop_at_failure(kind, selected))),
        };
        let tell = |host: &mut Self, guard: PathCondition| {
            if status == Some(Status::Stopped(StopReason::Undefined)) {
                host.record.undefined.push((guard, place, host.path.isolation.action));
            } else if selected {
                let failure = Failure { kind, message: message.to_string(), place };
                let (thread, user_place) = (host.path.thread, host.user_place(place));
                let action = host.path.isolation.action;
                host.record.failures.push(Failed { guard, thread, failure, user_place, action });
            }
        };
        self.require(terms, condition, &tell, status)
    }

    /// A limit of the tool: executions beyond it are not followed.
    pub fn limit(
        &mut self,
        terms: &mut TermStore,
        within: Term,
        reason: &str,
    ) -> Result<(), Interrupt> {
        if terms.known(within).is_some_and(|known| known.is_true()) {
            return Ok(());
        }
        let beyond = terms.not(within);
        let guard = self.path.state.guard.and(terms, beyond);
        if self.decide.feasible(terms, &guard) {
            self.record.gaps.push(Gap { guard, reason: reason.to_string() });
            self.path.state.guard = self.path.state.guard.and(terms, within);
            if !self.decide.feasible(terms, &self.path.state.guard) {
                *self.dead = true;
                return Err(Interrupt::Assumed);
            }
        }
        Ok(())
    }

    pub fn touch(
        &mut self,
        terms: &TermStore,
        at: &At<Term>,
        address: Term,
        access: &Access,
        write: bool,
    ) {
        let (sharing, bytes) = (self.sharing(access), self.bytes(access) as u64);
        self.touch_bytes(terms, at, (address, bytes), (write, false), sharing);
    }

    /// The object is freed under this condition: all of its bytes are written.
    pub fn touch_freed(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        number: u32,
        condition: Term,
    ) {
        let size = self.path.state.object(number).and_then(|object| terms.known(object.size));
        // No other object begins within that many.
        let bytes = size.map_or(self.ready.layout.largest_object(), |size| size.low64());
        let address = self.pointer(terms, number);
        let guard = terms.and(at.guard, condition);
        let sharing = self.path.pace.section.sharing(MemoryOrder::Plain, false);
        let at = At { place: at.place, guard };
        self.touch_bytes(terms, &at, (address, bytes), (true, true), sharing);
    }

    fn touch_bytes(
        &mut self,
        terms: &TermStore,
        at: &At<Term>,
        (address, bytes): (Term, u64),
        (write, frees): (bool, bool),
        sharing: Sharing,
    ) {
        let place = at.place;
        let facts = &self.ready.functions[place.function];
        let visible = facts.visible[place.block][place.statement as usize];
        if !visible || sharing == Sharing::Exempt || self.through || !self.tells_accesses() {
            return;
        }
        let guard = self.path.state.guard.and(terms, at.guard);
        self.record.touched.push(Touched {
            guard,
            thread: self.path.thread,
            place,
            address,
            bytes,
            write,
            sharing,
            frees,
            action: self.path.isolation.action,
        });
    }

    pub fn make(
        &mut self,
        terms: &mut TermStore,
        key: ObjectKey,
        object: Object,
        is_zeroed: bool,
    ) -> Result<u32, Interrupt> {
        let layout = &self.ready.layout;
        let (state, begin, died) = (&self.path.state, self.begin, &self.path.died);
        let named = OnceCell::new();
        let (mode, isolation) = (&self.mode, &self.path.isolation);
        let is_free = |number: u32| match state.object(number) {
            None => true,
            Some(object) if !object.is_dead(terms) || died.contains(&number) => false,
            Some(_) => {
                let named = named.get_or_init(|| {
                    let mut named = begin.mentioned(terms, layout);
                    named.extend(state.mentioned(terms, layout));
                    named
                });
                !named.contains(&number)
            }
        };
        let mut usable = |number: u32| {
            let is_there = state.object(number).is_some();
            let shared =
                mode.may_have_number(terms, isolation, (number, is_there), &object, is_zeroed);
            shared.unwrap_or_else(|| is_free(number))
        };
        let number = self.numbering.object(
            key,
            layout.first_dynamic(),
            layout.object_limit(),
            &mut usable,
        )?;
        self.path.state.put_object(number, object);
        let guard = self.path.state.guard.clone();
        self.log(guard, Item::Number(number));
        Ok(number)
    }

    /// A number for a new thread.
    pub fn thread_number(&mut self, terms: &TermStore) -> Result<ThreadNumber, Interrupt> {
        let (state, running) = (&self.path.state, self.path.thread);
        let mut usable = |number: ThreadNumber| {
            let has_word = |range| has_word(state, terms, range);
            control::may_have_number(number, state.status(number), running, has_word)
        };
        let number = self.numbering.thread(running, &mut usable)?;
        let guard = self.path.state.guard.clone();
        self.log(guard, Item::Number(number));
        Ok(number)
    }

    pub fn pointer(&self, terms: &mut TermStore, object: u32) -> Term {
        terms.constant(self.ready.layout.pointer(object, 0))
    }

    pub fn kill(&mut self, terms: &mut TermStore, number: u32, condition: Term) {
        if self.is_shared(number) {
            return self.end_life(terms, number, condition);
        }
        let Some(object) = self.path.state.edit_object(number) else { return };
        let survives = terms.not(condition);
        let alive = terms.and(object.alive, survives);
        if terms.known(alive).is_some_and(|alive| alive.is_zero()) {
            object.bury(terms);
        } else {
            object.alive = alive;
        }
        self.path.died.push(number);
    }

    pub fn extended(&self, terms: &mut TermStore, value: Term, count: usize) -> Term {
        let width = 8 * count as u16;
        if terms.width(value) == width {
            return value;
        }
        terms.apply(Operator::ZeroExtend(width), &[value])
    }

    /// Whether a step ends in front of this visible action.
    pub fn stops_before(&mut self, place: Place) -> bool {
        match self.path.pace.visible(self.ready, place, !self.path.died.is_empty()) {
            Visible::Within => return false,
            Visible::Begins => {
                let line = self.ready.location(place).map(|location| location.line);
                self.path.line = line.map(|line| (place.function, line));
            }
            Visible::Later if !is_plain(self.ready, place) || !self.same_statement(place) => {
                return true;
            }
            Visible::Later => {}
        }
        let guard = self.path.state.guard.clone();
        self.log(guard, Item::Visible);
        false
    }

    /// Whether a visible action belongs to the statement that the step began with.
    pub fn same_statement(&self, place: Place) -> bool {
        if self.granularity == Granularity::Access
            || self.ready.program.functions[place.function].origin == Origin::Library
        {
            return false;
        }
        let here = self.ready.location(place).map(|location| (place.function, location.line));
        here.is_some() && here == self.path.line
    }
}

/// Whether a word of 32 bits in memory could have a value in this range.
fn has_word(state: &State, terms: &TermStore, range: std::ops::RangeInclusive<u32>) -> bool {
    let may_be = |value: Term| match terms.known(value) {
        Some(bits) if bits.width() >= 32 => {
            let words = [bits.low64() as u32, (bits.low64() >> 32) as u32];
            words.iter().any(|word| range.contains(word))
        }
        // Single bytes may be part of such a word.
        Some(bits) => !bits.is_zero(),
        None => true,
    };
    state.objects.iter().flatten().any(|object| match object.elements() {
        None => object.values().any(may_be),
        Some(elements) => elements.terms(terms).into_iter().any(may_be),
    })
}
