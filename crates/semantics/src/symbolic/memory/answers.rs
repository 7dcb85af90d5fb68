//! What the symbolic host answers when code asks for memory, objects, values and
//! checks: each question of [`Host`] in terms of what [`SymbolicHost`] can do.

use raddle_ir::{Access, AllocationKind, CheckKind, GlobalId, MemoryOrder};
use raddle_passes::Place;
use raddle_terms::{Bits, Operator, Term, TermStore};

use super::access::{Target, copied};
use super::object::{Object, Slot};
use super::symbolic_host::SymbolicHost;
use crate::budgets::MOST_SYMBOLIC_BYTES;
use crate::host::{Allocation, At, Host, Interrupt, Source};
use crate::machine::{ObjectKey, ObjectKind, Status};
use crate::symbolic::executing::record::{Gap, Item};
use crate::symbolic::isolated::synchronise::Direction;
use crate::symbolic::state::instance;

impl Host<TermStore> for SymbolicHost<'_> {
    fn pause(&mut self, place: Place) -> bool {
        if self.path.pace.section.is_inside() || self.through {
            return false;
        }
        self.on_visible(place)
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
        self.synchronise(terms, at, *address, access, Direction::Read)?;
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
        self.synchronise(terms, at, *address, access, Direction::Write)?;
        self.flush_single(terms)
    }

    fn fence(&mut self, terms: &mut TermStore, at: &At<Term>, order: MemoryOrder) {
        self.record_fence(terms, at, order);
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
                let slots: Vec<Slot> = match self.path.state.object(*read) {
                    Some(object) => {
                        (0..count).map(|part| object.slot(*start as usize + part)).collect()
                    }
                    None => Vec::new(),
                };
                if let Some(object) = self.path.state.edit_object(*written) {
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
                format!("allocates more than {largest} bytes, the most that is handled here"),
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
        let thread = self.path.thread;
        let (object_kind, key) = ObjectKey::of_allocation(kind, thread, at.place, site);
        let zero = terms.constant(Bits::zero(8));
        let filling = match zeroed {
            true => Slot { value: Some(zero), part: 0, unwritten: None },
            false => Slot::EMPTY,
        };
        let alive = terms.boolean(true);
        let object = Object::new(object_kind, alive, size, capacity, filling);
        let is_known = terms.known(size).is_some();
        let number = self.make(terms, key, object, zeroed)?;
        self.on_made(at.place, number, zeroed, is_known)?;
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
            let heap = self.path.state.object(case.object).is_some_and(is_heap);
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
                self.touch_freed(terms, at, object, condition);
                self.kill(terms, object, condition);
            }
        }
        self.flush_single(terms)
    }

    fn end_object(&mut self, terms: &mut TermStore, object: u32) {
        let always = terms.boolean(true);
        self.kill(terms, object, always);
        if let Err(Interrupt::Limit(reason)) = self.flush_single(terms) {
            let guard = self.path.state.guard.clone();
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
            let Some(object) = self.path.state.object(case.object) else { continue };
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
        let known = self.path.locals.iter().find(|(of, _)| *of == global);
        let number = match known {
            Some((_, number)) => *number,
            None => {
                let object = instance(self.ready, terms, global, self.path.thread);
                let key = ObjectKey::ThreadLocal(self.path.thread, global);
                let is_zeroed = self.is_zeroed(global);
                let number = self.make(terms, key, object, is_zeroed)?;
                self.on_thread_local(global, number, is_zeroed)?;
                self.path.locals.push((global, number));
                self.path.locals.sort_unstable();
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
        let thread = self.path.thread;
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
        self.on_variadic_area(at.place, number)?;
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
        let guard = self.path.state.guard.clone();
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
        terms.constant(Bits::new(u128::from(self.path.thread), 32))
    }

    fn fails_by_itself(&mut self, terms: &mut TermStore, _: &At<Term>) -> Result<Term, Interrupt> {
        let fails = terms.fresh("fails_by_itself", 1);
        let guard = self.path.state.guard.clone();
        self.log(guard, Item::ByItself(fails));
        Ok(fails)
    }
}
