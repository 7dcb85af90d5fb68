//! The symbolic host: answers the memory and the nondeterminism of one way
//! through a step. Where an access may be wrong, or a check may fail, the run
//! goes on under the condition that all is well, and the other case is set
//! aside as a way of its own.

use std::cell::OnceCell;

use raddle_ir::{
    Access, AllocationKind, CheckKind, GlobalId, Instruction, Origin, StopReason, WhenUnselected,
};
use raddle_passes::{Place, Ready};
use raddle_terms::{Bits, Operator, Term, TermStore};

use super::access::{Target, copied};
use super::apart::Apart;
use super::guard::Guard;
use super::object::{Object, Slot};
use super::record::{Entry, Failed, Gap, Item, Record, Touched};
use super::shared::Shared;
use super::state::{State, instance};
use super::{Decide, Granularity};
use crate::host::{Allocation, At, Failure, Host, Interrupt, Source};
use crate::machine::{ObjectKey, ObjectKind, Selected, Sharing, Status};
use crate::names::Names;
use crate::schedule::ThreadNumber;

/// Objects of unknown size are at most this large.
pub(super) const MOST_SYMBOLIC_BYTES: u64 = 1024;
/// The most that the library adds to a thread's number when it stores one.
const LARGEST_NUMBER_MARK: u32 = 3;

/// How far a step goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Visible actions that may still be begun.
    pub allowance: u32,
    /// No other thread can run: plain accesses need no pause between them.
    pub alone: bool,
    /// Nesting of atomic sections.
    pub depth: u32,
    /// The outermost section was begun by the library.
    pub library_section: bool,
    /// The statement that the step began with: function and line.
    pub line: Option<(raddle_ir::FunctionId, u32)>,
}

/// One way through a step, apart from the frame that runs.
#[derive(Clone, Debug)]
pub struct Way {
    /// The running thread in it is as it was when the step began.
    pub state: State,
    pub thread: ThreadNumber,
    pub locals: Vec<(GlobalId, u32)>,
    pub pace: Pace,
    /// Objects that died in this step.
    pub died: Vec<u32>,
    /// Where the program's own code last called into the library.
    pub caller: Option<Place>,
    pub apart: Apart,
}

/// A way that ends where another goes on.
pub struct Aside {
    pub way: Way,
    pub status: Status,
}

pub struct Hands<'a> {
    pub ready: &'a Ready,
    pub selected: Selected,
    pub granularity: Granularity,
    /// A program that never starts a thread runs through without a pause.
    pub through: bool,
    /// Pointers that were never written are not followed.
    pub written_pointers: bool,
    pub names: &'a mut Names,
    pub decide: &'a mut dyn Decide,
    pub record: &'a mut Record,
    /// The state when the step began.
    pub begin: &'a State,
    pub way: &'a mut Way,
    /// The thread is run apart from others.
    pub shared: Option<&'a mut Shared>,
    /// A value is only moved.
    pub copies: bool,
    pub asides: &'a mut Vec<Aside>,
    /// The way cannot be: nothing of it counts.
    pub dead: &'a mut bool,
}

impl Hands<'_> {
    pub(super) fn log(&mut self, guard: Guard, item: Item) {
        let entry = Entry { guard, item };
        match self.record.events.nodes.get_mut(self.way.apart.node as usize) {
            Some(node) => node.log.push(entry),
            None => self.record.log.push(entry),
        }
    }

    pub(super) fn user_place(&self, place: Place) -> Place {
        match self.ready.program.functions[place.function].origin {
            Origin::User => place,
            Origin::Library => self.way.caller.unwrap_or(place),
        }
    }

    pub(super) fn sharing(&self, access: &Access) -> Sharing {
        match self.way.pace.depth {
            0 if access.atomic => Sharing::Atomic,
            0 => Sharing::Plain,
            _ if self.way.pace.library_section => Sharing::Exempt,
            _ => Sharing::Atomic,
        }
    }

    pub(super) fn bytes(&self, access: &Access) -> usize {
        usize::from(self.ready.width(access.kind)).div_ceil(8)
    }

    /// Goes on under the condition. Where it may be false, that case is told and
    /// set aside with this status (`None`: goes on all the same).
    pub(super) fn require(
        &mut self,
        terms: &mut TermStore,
        condition: Term,
        tell: &dyn Fn(&mut Self, Guard),
        status: Option<Status>,
    ) -> Result<(), Interrupt> {
        if terms.known(condition).is_some_and(|known| known.is_true()) {
            return Ok(());
        }
        let wrong = terms.not(condition);
        let bad = self.way.state.guard.and(terms, wrong);
        if !self.decide.feasible(terms, &bad) {
            return Ok(());
        }
        tell(self, bad.clone());
        let Some(status) = status else {
            return Ok(());
        };
        let mut aside = self.way.clone();
        aside.state.guard = bad;
        self.asides.push(Aside { way: aside, status });
        let good = self.way.state.guard.and(terms, condition);
        if !self.decide.feasible(terms, &good) {
            *self.dead = true;
            return Err(Interrupt::Assumed);
        }
        self.way.state.guard = good;
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
            WhenUnselected::Stop if selected || kind == CheckKind::Assert => {
                Some(Status::Stopped(StopReason::Abort))
            }
            WhenUnselected::Stop => Some(Status::Stopped(StopReason::Undefined)),
        };
        let tell = |hands: &mut Self, guard: Guard| {
            if status == Some(Status::Stopped(StopReason::Undefined)) {
                hands.record.undefined.push((guard, place, hands.way.apart.node));
            } else if selected {
                let failure = Failure { kind, message: message.to_string(), place };
                let (thread, user_place) = (hands.way.thread, hands.user_place(place));
                let node = hands.way.apart.node;
                hands.record.failures.push(Failed { guard, thread, failure, user_place, node });
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
        let guard = self.way.state.guard.and(terms, beyond);
        if self.decide.feasible(terms, &guard) {
            self.record.gaps.push(Gap { guard, reason: reason.to_string() });
            self.way.state.guard = self.way.state.guard.and(terms, within);
            if !self.decide.feasible(terms, &self.way.state.guard) {
                *self.dead = true;
                return Err(Interrupt::Assumed);
            }
        }
        Ok(())
    }

    fn touch(
        &mut self,
        terms: &TermStore,
        at: &At<Term>,
        address: Term,
        access: &Access,
        write: bool,
    ) {
        let place = at.place;
        let facts = &self.ready.functions[place.function];
        let visible = facts.visible[place.block][place.statement as usize];
        let sharing = self.sharing(access);
        let is_alone = self.shared.is_some() && self.way.pace.alone;
        if !visible || sharing == Sharing::Exempt || self.through || is_alone {
            return;
        }
        let guard = self.way.state.guard.and(terms, at.guard);
        let bytes = self.bytes(access) as u64;
        let (thread, node) = (self.way.thread, self.way.apart.node);
        let touched = Touched { guard, thread, place, address, bytes, write, sharing, node };
        self.record.touched.push(touched);
    }

    fn make(
        &mut self,
        terms: &mut TermStore,
        key: ObjectKey,
        object: Object,
        is_zeroed: bool,
    ) -> Result<u32, Interrupt> {
        let layout = &self.ready.layout;
        let (state, begin, died) = (&self.way.state, self.begin, &self.way.died);
        let named = OnceCell::new();
        let shared = self.shared.as_deref();
        let mut usable = |number: u32| match state.object(number) {
            None => shared.is_none_or(|shared| shared.fits(terms, number, &object, is_zeroed)),
            // That others know of it does not mean that it was made.
            Some(_) if shared.is_some_and(|shared| shared.contains(number)) => {
                !self.way.apart.is_made(number)
                    && shared.is_some_and(|shared| shared.fits(terms, number, &object, is_zeroed))
            }
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
        let number =
            self.names.object(key, layout.first_dynamic(), layout.object_limit(), &mut usable)?;
        self.way.state.put_object(number, object);
        let guard = self.way.state.guard.clone();
        self.log(guard, Item::Number(number));
        Ok(number)
    }

    /// A number for a new thread; see the concrete machine for when that of a
    /// finished one may come again.
    pub fn thread_number(&mut self, terms: &TermStore) -> Result<ThreadNumber, Interrupt> {
        let (state, running) = (&self.way.state, self.way.thread);
        let mut usable = |number: ThreadNumber| match state.status(number) {
            None => number != running,
            Some(status) => {
                status == Status::Finished
                    && !has_word(state, terms, number..=number + LARGEST_NUMBER_MARK)
            }
        };
        let number = self.names.thread(running, &mut usable)?;
        let guard = self.way.state.guard.clone();
        self.log(guard, Item::Number(number));
        Ok(number)
    }

    fn pointer(&self, terms: &mut TermStore, object: u32) -> Term {
        terms.constant(self.ready.layout.pointer(object, 0))
    }

    fn kill(&mut self, terms: &mut TermStore, number: u32, condition: Term) {
        if self.is_shared(number) {
            return self.end_life(terms, number, condition);
        }
        let Some(object) = self.way.state.edit_object(number) else { return };
        let survives = terms.not(condition);
        let alive = terms.and(object.alive, survives);
        if terms.known(alive).is_some_and(|alive| alive.is_zero()) {
            object.bury(terms);
        } else {
            object.alive = alive;
        }
        self.way.died.push(number);
    }

    fn extended(&self, terms: &mut TermStore, value: Term, count: usize) -> Term {
        let width = 8 * count as u16;
        if terms.width(value) == width {
            return value;
        }
        terms.apply(Operator::ZeroExtend(width), &[value])
    }

    pub(super) fn is_plain(&self, place: Place) -> bool {
        let block = &self.ready.program.functions[place.function].blocks[place.block];
        match block.statements.get(place.statement as usize) {
            Some(statement) => matches!(
                statement.instruction,
                Instruction::Load { .. } | Instruction::Store { .. } | Instruction::Copy { .. }
            ),
            None => true,
        }
    }

    /// Whether a visible action belongs to the statement that the step began with.
    fn same_statement(&self, place: Place) -> bool {
        if self.granularity == Granularity::Access
            || self.ready.program.functions[place.function].origin == Origin::Library
        {
            return false;
        }
        let here = self.ready.location(place).map(|location| (place.function, location.line));
        here.is_some() && here == self.way.pace.line
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

impl Host<TermStore> for Hands<'_> {
    fn pause(&mut self, place: Place) -> bool {
        if self.way.pace.depth > 0 || self.through {
            return false;
        }
        if self.shared.is_some() {
            return self.pass(place);
        }
        if self.way.pace.allowance > 0 {
            self.way.pace.allowance -= 1;
            let line = self.ready.location(place).map(|location| location.line);
            self.way.pace.line = line.map(|line| (place.function, line));
            let guard = self.way.state.guard.clone();
            self.log(guard, Item::Visible);
            return false;
        }
        let plain = self.is_plain(place);
        if self.way.pace.alone && plain && self.way.died.is_empty() {
            return false;
        }
        if plain && self.same_statement(place) {
            let guard = self.way.state.guard.clone();
            self.log(guard, Item::Visible);
            return false;
        }
        true
    }

    fn load(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        address: &Term,
        access: &Access,
    ) -> Result<Term, Interrupt> {
        let count = self.bytes(access);
        let targets = self.resolve(terms, at, *address, access, false)?;
        let value = self.read(terms, &targets, count)?;
        self.touch(terms, at, *address, access, false);
        let width = self.ready.width(access.kind);
        if width == 8 * count as u16 {
            return Ok(value);
        }
        Ok(terms.apply(Operator::Extract { low: 0, width }, &[value]))
    }

    fn store(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        address: &Term,
        value: Option<&Term>,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let count = self.bytes(access);
        let targets = self.resolve(terms, at, *address, access, true)?;
        let value = value.map(|value| self.extended(terms, *value, count));
        self.write(terms, &targets, count, value, at.guard)?;
        self.touch(terms, at, *address, access, true);
        self.flush_single(terms)
    }

    fn copy(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        to: &Term,
        from: &Term,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let count = self.bytes(access);
        let source = self.resolve(terms, at, *from, access, false)?;
        let target = self.resolve(terms, at, *to, access, true)?;
        if source.iter().chain(&target).any(|each| self.is_shared(each.object)) {
            self.copy_shared(terms, at, &source, &target, count)?;
            self.touch(terms, at, *from, access, false);
            self.touch(terms, at, *to, access, true);
            return self.flush_single(terms);
        }
        self.make_room(terms, &source, &target, count)?;
        match (source.as_slice(), target.as_slice()) {
            (
                [Target { object: read, base: start, variable: None, .. }],
                [Target { object: written, base, variable: None, .. }],
            ) if self.has_bytes(*read) && self.has_bytes(*written) => {
                let slots: Vec<Slot> = match self.way.state.object(*read) {
                    Some(object) => {
                        (0..count).map(|part| object.slot(*start as usize + part)).collect()
                    }
                    None => Vec::new(),
                };
                if let Some(object) = self.way.state.edit_object(*written) {
                    for (part, slot) in slots.into_iter().enumerate() {
                        object.set(*base as usize + part, copied(terms, slot));
                    }
                }
            }
            (source, target) => {
                self.must_be_written(terms, source, count)?;
                let value = self.read(terms, source, count)?;
                self.write(terms, target, count, Some(value), at.guard)?;
            }
        }
        self.touch(terms, at, *from, access, false);
        self.touch(terms, at, *to, access, true);
        Ok(())
    }

    fn allocate(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        kind: AllocationKind,
        size: &Term,
        zeroed: bool,
    ) -> Result<Allocation<Term>, Interrupt> {
        let largest = self.ready.layout.largest_object();
        let pointer_bits = self.ready.layout.pointer_bits;
        let (most, reason) = match terms.known(*size) {
            Some(_) => (
                largest,
                format!("allocates more than {largest} bytes, the most that these pointers allow"),
            ),
            None => (
                MOST_SYMBOLIC_BYTES,
                format!("an object of unknown size may be larger than {MOST_SYMBOLIC_BYTES} bytes"),
            ),
        };
        let width = terms.width(*size);
        let bound = terms.constant(Bits::new(u128::from(most), width.max(pointer_bits)));
        let wide = match width < pointer_bits {
            true => terms.apply(Operator::ZeroExtend(pointer_bits), &[*size]),
            false => *size,
        };
        let within = terms.apply(Operator::UnsignedLessOrEqual, &[wide, bound]);
        self.limit(terms, within, &reason)?;
        let capacity = terms.known(wide).map_or(most, |size| size.low64());
        let size = match width > pointer_bits {
            true => terms.apply(Operator::Extract { low: 0, width: pointer_bits }, &[wide]),
            false => wide,
        };
        let site = self.user_place(at.place);
        let thread = self.way.thread;
        let (object_kind, key) = match kind {
            AllocationKind::Stack => {
                (ObjectKind::Stack(thread, at.place), ObjectKey::Site(thread, at.place))
            }
            AllocationKind::Heap => (ObjectKind::Heap(thread, site), ObjectKey::Site(thread, site)),
        };
        let zero = terms.constant(Bits::zero(8));
        let filling = match zeroed {
            true => Slot { value: Some(zero), part: 0, unwritten: None },
            false => Slot::EMPTY,
        };
        let alive = terms.boolean(true);
        let object = Object::new(object_kind, alive, size, capacity, filling);
        let is_known = terms.known(size).is_some();
        let number = self.make(terms, key, object, zeroed)?;
        self.make_shared(at.place, number, zeroed);
        if !is_known && self.shared.as_ref().is_some_and(|shared| shared.contains(number)) {
            let what = "an object of unknown size that threads share";
            return Err(Interrupt::Limit(what.to_string()));
        }
        Ok(Allocation { pointer: self.pointer(terms, number), object: number })
    }

    fn free(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        address: &Term,
    ) -> Result<(), Interrupt> {
        let cases = self.cases(terms, *address)?;
        let mut right = terms.boolean(false);
        let mut freed = Vec::new();
        for case in cases {
            let zero = match case.variable {
                None => terms.boolean(case.base == 0),
                Some(variable) => {
                    let start = -i128::from(case.base);
                    let width = terms.width(variable);
                    let start = terms.constant(Bits::from_signed(start, width));
                    terms.equal(variable, start)
                }
            };
            let this = terms.and(case.condition, zero);
            let is_heap = |object: &std::rc::Rc<Object>| match object.kind {
                ObjectKind::Heap(..) => true,
                ObjectKind::Global(_) | ObjectKind::ThreadLocal(..) | ObjectKind::Stack(..) => {
                    false
                }
            };
            let heap = self.way.state.object(case.object).is_some_and(is_heap);
            let alive = if heap { self.life(terms, case.object) } else { None };
            let this = match alive {
                _ if case.object == 0 => this,
                Some(alive) => {
                    let this = terms.and(this, alive);
                    freed.push((case.object, this));
                    this
                }
                None => continue,
            };
            right = terms.or(right, this);
        }
        let message = "frees a pointer that is not the start of a live heap object";
        self.must_hold(terms, at.place, CheckKind::Memory, right, message)?;
        for (object, condition) in freed {
            if !terms.known(condition).is_some_and(|never| never.is_zero()) {
                self.kill(terms, object, condition);
            }
        }
        self.flush_single(terms)
    }

    fn end_object(&mut self, terms: &mut TermStore, object: u32) {
        let always = terms.boolean(true);
        self.kill(terms, object, always);
        if let Err(Interrupt::Limit(reason)) = self.flush_single(terms) {
            let guard = self.way.state.guard.clone();
            self.record.gaps.push(Gap { guard, reason });
        }
    }

    fn object_size(
        &mut self,
        terms: &mut TermStore,
        _: &At<Term>,
        address: &Term,
    ) -> Result<Term, Interrupt> {
        let mut result = terms.constant(Bits::zero(self.ready.layout.pointer_bits));
        for case in self.cases(terms, *address)? {
            let Some(alive) = self.life(terms, case.object) else { continue };
            let Some(object) = self.way.state.object(case.object) else { continue };
            let size = object.size;
            let there = terms.and(case.condition, alive);
            result = terms.ite(there, size, result);
        }
        Ok(result)
    }

    fn thread_local(
        &mut self,
        terms: &mut TermStore,
        _: &At<Term>,
        global: GlobalId,
    ) -> Result<Term, Interrupt> {
        let known = self.way.locals.iter().find(|(of, _)| *of == global);
        let number = match known {
            Some((_, number)) => *number,
            None => {
                let object = instance(self.ready, terms, global, self.way.thread);
                let key = ObjectKey::ThreadLocal(self.way.thread, global);
                let is_zeroed = self.is_zeroed(global);
                let number = self.make(terms, key, object, is_zeroed)?;
                self.share_local(global, number)?;
                self.way.locals.push((global, number));
                self.way.locals.sort_unstable();
                number
            }
        };
        Ok(self.pointer(terms, number))
    }

    fn variadic_area(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        values: &[Option<Term>],
    ) -> Result<Allocation<Term>, Interrupt> {
        let slot = self.ready.program.target.pointer_bytes() as usize;
        let sizes: Vec<usize> = values
            .iter()
            .map(|value| match value {
                Some(value) => usize::from(terms.width(*value)).div_ceil(8).next_multiple_of(slot),
                None => slot,
            })
            .collect();
        let total: usize = sizes.iter().sum();
        let thread = self.way.thread;
        let kind = ObjectKind::Stack(thread, at.place);
        let (alive, width) = (terms.boolean(true), self.ready.layout.pointer_bits);
        let size = terms.constant(Bits::new(total as u128, width));
        let mut object = Object::new(kind, alive, size, total as u64, Slot::EMPTY);
        let mut offset = 0;
        for (value, size) in values.iter().zip(&sizes) {
            if let Some(value) = value {
                let count = (*size).min(16);
                let value = self.extended(terms, *value, count);
                object.write(offset, count, value);
            }
            offset += size;
        }
        let number = self.make(terms, ObjectKey::Site(thread, at.place), object, false)?;
        if self.is_apart() && Shared::makes_shared(self.ready, at.place) {
            let what = "variable arguments that other threads may see";
            return Err(Interrupt::Limit(what.to_string()));
        }
        self.make_shared(at.place, number, false);
        Ok(Allocation { pointer: self.pointer(terms, number), object: number })
    }

    fn nondet(
        &mut self,
        terms: &mut TermStore,
        source: Source,
        width: u16,
    ) -> Result<Term, Interrupt> {
        let (Source::Instruction(place) | Source::Register(place) | Source::Memory(place)) = source;
        let name = match self.ready.location(self.user_place(place)) {
            Some(location) => format!("input.{}", location.line),
            None => "input".to_string(),
        };
        let value = terms.fresh(&name, width);
        let guard = self.way.state.guard.clone();
        self.log(guard, Item::Value(value));
        Ok(value)
    }

    fn assume(
        &mut self,
        terms: &mut TermStore,
        _: &At<Term>,
        condition: &Term,
    ) -> Result<(), Interrupt> {
        self.require(terms, *condition, &|_, _| {}, Some(Status::Assumed))
    }

    fn check(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        kind: CheckKind,
        condition: &Term,
        message: &str,
    ) -> Result<(), Interrupt> {
        self.must_hold(terms, at.place, kind, *condition, message)
    }

    fn output(&mut self, _: &mut TermStore, _: &At<Term>, _: &Term) {}

    fn current_thread(&mut self, terms: &mut TermStore) -> Term {
        terms.constant(Bits::new(u128::from(self.way.thread), 32))
    }

    fn fails_by_itself(&mut self, terms: &mut TermStore, _: &At<Term>) -> Result<Term, Interrupt> {
        let fails = terms.fresh("fails_by_itself", 1);
        let guard = self.way.state.guard.clone();
        self.log(guard, Item::ByItself(fails));
        Ok(fails)
    }
}
