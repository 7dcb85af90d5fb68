//! Accesses of symbolic memory: which objects and offsets a pointer stands for,
//! whether that is right, and reading and writing there. An access at an unknown
//! offset of a small object looks at every place; a large one is an array.

use raddle_ir::{Access, CheckKind, GlobalId, Type};
use raddle_terms::{Bits, Operator, Term, TermStore};

use super::address::{Case, between, blind_case, cases, cases_of_something, known_zeros};
use super::elements::{Elements, Spot};
use super::object::{Object, Slot};
use super::symbolic_host::SymbolicHost;
use crate::budgets::{FEW_PLACES, MOST_OBJECTS, MOST_PLACES, MOST_SYMBOLIC_BYTES};
use crate::host::{At, Interrupt};
use crate::symbolic::executing::record::Item;
use crate::symbolic::isolated::events::Span;

/// A valid access.
pub struct Target {
    pub condition: Term,
    pub object: u32,
    pub base: i64,
    pub variable: Option<Term>,
    /// From more places than this on, the object has elements, if it can.
    pub few: u64,
}

impl SymbolicHost<'_> {
    /// The cases of a pointer, where necessary one for each object there is.
    pub fn cases(&mut self, terms: &mut TermStore, pointer: Term) -> Result<Vec<Case>, Interrupt> {
        if let Some(found) = cases(terms, &self.ready.layout, pointer) {
            return Ok(found);
        }
        if self.written_pointers
            && let Some((found, made_up)) = cases_of_something(terms, &self.ready.layout, pointer)
        {
            return self.apart_from_made_up(terms, pointer, found, made_up);
        }
        let objects = &self.path.state.objects;
        // What is kept for later has no address.
        let is_there = |at: &u32| objects[*at as usize].as_ref().is_some_and(|it| !it.kept);
        let there: Vec<u32> = (0..objects.len() as u32).filter(is_there).collect();
        if there.len() > MOST_OBJECTS {
            let what = "a pointer that may point to too many objects".to_string();
            return Err(Interrupt::Limit(what));
        }
        let layout = self.ready.layout;
        let mut found = vec![blind_case(terms, &layout, pointer, 0)];
        found.extend(there.into_iter().map(|object| blind_case(terms, &layout, pointer, object)));
        Ok(found)
    }

    /// A pointer that was made of nothing may be the null pointer; what else it may be
    /// is not followed: in a program that stands for another, the numbers of objects
    /// are not those of the other.
    fn apart_from_made_up(
        &mut self,
        terms: &mut TermStore,
        pointer: Term,
        mut found: Vec<Case>,
        made_up: Term,
    ) -> Result<Vec<Case>, Interrupt> {
        let mut null = blind_case(terms, &self.ready.layout, pointer, 0);
        let written = terms.not(made_up);
        let within = terms.or(written, null.condition);
        let reason = "a pointer that is an input, or was never written";
        self.limit(terms, within, reason)?;
        null.condition = terms.and(null.condition, made_up);
        found.push(null);
        Ok(found)
    }

    /// Where an access goes, given that it is right.
    pub fn resolve(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        address: Term,
        access: &Access,
        write: bool,
    ) -> Result<Vec<Target>, Interrupt> {
        let count = self.bytes(access);
        // What an element of an array points to cannot be seen.
        let few = if access.kind == Type::Pointer { MOST_PLACES } else { FEW_PLACES };
        let cases = self.cases(terms, address)?;
        let mut right = terms.boolean(false);
        let mut targets = Vec::with_capacity(cases.len());
        for case in cases {
            let valid = self.validity(terms, &case, count as u64, write);
            if terms.known(valid).is_some_and(|never| never.is_zero()) {
                continue;
            }
            let this = terms.and(case.condition, valid);
            right = terms.or(right, this);
            let Case { condition, object, base, variable, .. } = case;
            targets.push(Target { condition, object, base, variable, few });
        }
        let verb = if write { "writes" } else { "reads" };
        let message = format!("{verb} through a pointer that is not valid here");
        self.must_hold(terms, at.place, CheckKind::Memory, right, &message)?;
        Ok(targets)
    }

    /// Whether the case is a live object and the bytes are within it.
    pub fn validity(
        &mut self,
        terms: &mut TermStore,
        case: &Case,
        count: u64,
        write: bool,
    ) -> Term {
        let constant = |global: GlobalId| {
            self.ready.never_written[global] || self.ready.program.globals[global].thread_local
        };
        let writes_constant =
            write && self.ready.layout.object_global(case.object).is_some_and(constant);
        let Some(object) = self.path.state.object(case.object).filter(|_| !writes_constant) else {
            self.on_miss(terms, case.object, case.condition);
            return terms.boolean(false);
        };
        let size = object.size;
        let Some(alive) = self.life(terms, case.object) else { return terms.boolean(false) };
        let inside = self.inside(terms, case, size, count);
        let valid = terms.and(alive, inside);
        terms.and(valid, case.in_range)
    }

    pub fn inside(&self, terms: &mut TermStore, case: &Case, size: Term, count: u64) -> Term {
        match (terms.known(size), case.variable) {
            (Some(size), None) => {
                let end = i128::from(case.base) + i128::from(count);
                terms.boolean(case.base >= 0 && end <= size.unsigned() as i128)
            }
            (Some(size), Some(variable)) => {
                let base = i128::from(case.base);
                let highest = size.unsigned() as i128 - i128::from(count) - base;
                between(terms, variable, -base, highest)
            }
            (None, variable) => {
                let width = self.ready.layout.pointer_bits;
                let base = terms.constant(Bits::from_signed(i128::from(case.base), width));
                let offset = match variable {
                    None => base,
                    Some(variable) => terms.apply(Operator::Add, &[base, variable]),
                };
                let most = i128::from(MOST_SYMBOLIC_BYTES) - i128::from(count);
                let bounded = between(terms, offset, 0, most);
                let count = terms.constant(Bits::new(u128::from(count), width));
                let end = terms.apply(Operator::Add, &[offset, count]);
                let within = terms.apply(Operator::UnsignedLessOrEqual, &[end, size]);
                terms.and(bounded, within)
            }
        }
    }

    /// Where in an object with elements the access goes; `None` if it has bytes.
    /// A large object gets elements here, or loses those that do not fit.
    pub fn spot(
        &mut self,
        terms: &mut TermStore,
        target: &Target,
        count: usize,
    ) -> Result<Option<(Elements, Spot)>, Interrupt> {
        let Some(object) = self.path.state.object(target.object) else { return Ok(None) };
        if self.is_shared(target.object) {
            return Ok(None);
        }
        let elements = match (object.elements(), target.variable) {
            (None, None) => return Ok(None),
            (Some(elements), _) => elements,
            (None, Some(variable)) => {
                let stride = 1u64 << known_zeros(terms, variable).min(20);
                let is_aligned = stride.is_multiple_of(count as u64)
                    && target.base.rem_euclid(count as i64) == 0;
                if object.capacity / stride <= target.few || !is_aligned {
                    return Ok(None);
                }
                let Some(elements) = object.as_elements(terms, count) else { return Ok(None) };
                if let Some(object) = self.path.state.edit_object(target.object) {
                    object.set_elements(elements);
                }
                elements
            }
        };
        if let Some(spot) = elements.spot(terms, target.base, target.variable, count) {
            return Ok(Some((elements, spot)));
        }
        self.split(terms, target.object)?;
        Ok(None)
    }

    pub fn has_bytes(&self, number: u32) -> bool {
        self.path.state.object(number).is_none_or(|object| object.elements().is_none())
    }

    /// Emptiness cannot be copied from one of several places.
    pub fn must_be_written(
        &mut self,
        terms: &mut TermStore,
        source: &[Target],
        count: usize,
    ) -> Result<(), Interrupt> {
        for place in source {
            if self.is_shared(place.object) || self.spot(terms, place, count)?.is_some() {
                continue;
            }
            for (_, offset) in self.offsets(terms, place, count)? {
                let object = self.path.state.object(place.object);
                let empty = object.and_then(|object| object.emptiness(offset, count));
                if empty.is_none_or(|empty| !empty.offsets.is_empty()) {
                    let what =
                        "a copy, from one of several places, of memory that was never written";
                    return Err(Interrupt::Limit(what.to_string()));
                }
            }
        }
        Ok(())
    }

    /// Elements have no place for bytes that were never written.
    pub fn make_room(
        &mut self,
        terms: &mut TermStore,
        source: &[Target],
        target: &[Target],
        count: usize,
    ) -> Result<(), Interrupt> {
        let ([Target { object: read, base, variable: None, .. }], [Target { object, .. }]) =
            (source, target)
        else {
            return Ok(());
        };
        if self.has_bytes(*object) {
            return Ok(());
        }
        let read = self.path.state.object(*read);
        let empty = read.map(|read| read.emptiness(*base as usize, count));
        match empty.is_none_or(|empty| empty.is_some_and(|empty| empty.offsets.is_empty())) {
            true => Ok(()),
            false => self.split(terms, *object),
        }
    }

    /// Makes sure that an object has bytes.
    pub fn split(&mut self, terms: &mut TermStore, number: u32) -> Result<(), Interrupt> {
        if self.has_bytes(number) {
            return Ok(());
        }
        match self.path.state.edit_object(number).is_none_or(|object| object.split(terms)) {
            true => Ok(()),
            false => {
                let what = "single bytes, at unknown offsets or never written, of a large array";
                Err(Interrupt::Limit(what.to_string()))
            }
        }
    }

    /// The offsets that an access at a variable offset can have, each with its
    /// condition.
    pub fn offsets(
        &mut self,
        terms: &mut TermStore,
        target: &Target,
        count: usize,
    ) -> Result<Vec<(Term, usize)>, Interrupt> {
        let Some(variable) = target.variable else {
            return Ok(vec![(terms.boolean(true), target.base as usize)]);
        };
        let capacity = self.path.state.object(target.object).map_or(0, |object| object.capacity);
        let zeros = super::address::known_zeros(terms, variable).min(20);
        let stride = 1i64 << zeros;
        let first = target.base.rem_euclid(stride);
        let last = capacity as i64 - count as i64;
        let many = if last < first { 0 } else { (last - first) / stride + 1 };
        self.has_few_places(target.object, many as u64)?;
        if many as u64 > MOST_PLACES {
            let what = format!("an access at an unknown offset of an object of {capacity} bytes");
            return Err(Interrupt::Limit(what));
        }
        let width = terms.width(variable);
        let places = (0..many).map(|step| {
            let offset = first + step * stride;
            let difference = i128::from(offset) - i128::from(target.base);
            let wanted = terms.constant(Bits::from_signed(difference, width));
            (terms.equal(variable, wanted), offset as usize)
        });
        Ok(places.collect())
    }

    /// Chooses values for bytes that were never written, where that is read.
    pub fn fill(
        &mut self,
        terms: &mut TermStore,
        number: u32,
        offset: usize,
        count: usize,
        condition: Term,
    ) -> Result<(), Interrupt> {
        if self.is_shared(number) {
            let span = Span { object: number, offset: offset as u32, count: count as u32 };
            return self.read_shared(terms, span, condition);
        }
        let Some(object) = self.path.state.object(number) else { return Ok(()) };
        if object.kept && object.slot(offset).value.is_none() {
            // Nothing reads it before it is written: no execution comes here.
            *self.dead = true;
            return Err(Interrupt::Assumed);
        }
        if !self.may_be_empty(terms, number, offset, count, condition) {
            return Ok(());
        }
        let Some(object) = self.path.state.object(number) else { return Ok(()) };
        let Some(emptiness) = object.emptiness(offset, count) else {
            let what = "memory that was written only in part, under different conditions";
            return Err(Interrupt::Limit(what.to_string()));
        };
        let Some(object) = self.path.state.edit_object(number) else { return Ok(()) };
        let unwritten = match emptiness.condition {
            Some(condition) => condition,
            None => terms.boolean(true),
        };
        let not = terms.not(condition);
        let still = terms.and(unwritten, not);
        let still = (!terms.known(still).is_some_and(|never| never.is_zero())).then_some(still);
        let chosen = object.choose(terms, &emptiness, unwritten, still);
        let guard = self.path.state.guard.and(terms, condition).and(terms, unwritten);
        self.log(guard, Item::Value(chosen));
        Ok(())
    }

    /// Whether a read here may meet bytes that were never written.
    fn may_be_empty(
        &mut self,
        terms: &mut TermStore,
        number: u32,
        offset: usize,
        count: usize,
        condition: Term,
    ) -> bool {
        let Some(object) = self.path.state.object(number) else { return false };
        match object.emptiness(offset, count) {
            Some(emptiness) if emptiness.offsets.is_empty() => return false,
            Some(emptiness) if emptiness.condition.is_none() => return true,
            Some(_) | None => {}
        }
        let mut somewhere = terms.boolean(false);
        for empty in object.empty_under(offset, count) {
            somewhere = terms.or(somewhere, empty);
        }
        let has_none = (offset..offset + count).any(|at| object.slot(at).value.is_none());
        let guard = self.path.state.guard.and(terms, condition);
        let guard = if has_none { guard } else { guard.and(terms, somewhere) };
        self.decide.possible(terms, &guard)
    }

    pub fn read(
        &mut self,
        terms: &mut TermStore,
        targets: &[Target],
        count: usize,
    ) -> Result<Term, Interrupt> {
        let mut result: Option<Term> = None;
        for target in targets {
            if let Some((elements, spot)) = self.spot(terms, target, count)? {
                let value = elements.read(terms, &spot, count);
                result = Some(match result {
                    None => value,
                    Some(rest) => terms.ite(target.condition, value, rest),
                });
                continue;
            }
            for (here, offset) in self.offsets(terms, target, count)? {
                let condition = terms.and(target.condition, here);
                if terms.known(condition).is_some_and(|never| never.is_zero()) {
                    continue;
                }
                self.fill(terms, target.object, offset, count, condition)?;
                let object = self.path.state.object(target.object);
                let Some(value) = object.cloned().and_then(|o| o.read(terms, offset, count)) else {
                    continue;
                };
                result = Some(match result {
                    None => value,
                    Some(rest) => terms.ite(condition, value, rest),
                });
            }
        }
        Ok(result.unwrap_or_else(|| terms.constant(Bits::zero(8 * count as u16))))
    }

    /// `None` writes emptiness.
    pub fn write(
        &mut self,
        terms: &mut TermStore,
        targets: &[Target],
        count: usize,
        value: Option<Term>,
        guard: Term,
    ) -> Result<(), Interrupt> {
        for target in targets {
            let Some(value) = value else {
                self.split(terms, target.object)?;
                self.write_bytes(terms, target, count, None, guard)?;
                continue;
            };
            let Some((elements, spot)) = self.spot(terms, target, count)? else {
                self.write_bytes(terms, target, count, Some(value), guard)?;
                continue;
            };
            let condition = terms.and(target.condition, guard);
            let written = elements.written(terms, &spot, count, value, condition);
            if let Some(object) = self.path.state.edit_object(target.object) {
                object.set_elements(written);
            }
        }
        Ok(())
    }

    /// Writes to an object that has bytes.
    pub fn write_bytes(
        &mut self,
        terms: &mut TermStore,
        target: &Target,
        count: usize,
        value: Option<Term>,
        guard: Term,
    ) -> Result<(), Interrupt> {
        let places = self.offsets(terms, target, count)?;
        if self.is_shared(target.object) {
            self.write_places(terms, target, &places, count, value, guard)?;
        }
        for (here, offset) in places {
            let condition = terms.and(target.condition, here);
            let condition = terms.and(condition, guard);
            if terms.known(condition).is_some_and(|never| never.is_zero()) {
                continue;
            }
            let Some(object) = self.path.state.edit_object(target.object) else { continue };
            write_if(terms, object, offset, count, value, condition);
        }
        Ok(())
    }
}

/// A byte that may never have been written is copied as one: what a read of the
/// copy will choose has nothing to do with what one of the original will.
pub fn copied(terms: &mut TermStore, slot: Slot) -> Slot {
    let (Some(value), Some(unwritten)) = (slot.value, slot.unwritten) else {
        return slot;
    };
    let low = 8 * u16::from(slot.part);
    let byte = terms.apply(Operator::Extract { low, width: 8 }, &[value]);
    let other = terms.fresh("unwritten", 8);
    let value = terms.ite(unwritten, other, byte);
    Slot { value: Some(value), part: 0, unwritten: Some(unwritten) }
}

fn write_if(
    terms: &mut TermStore,
    object: &mut Object,
    offset: usize,
    count: usize,
    value: Option<Term>,
    condition: Term,
) {
    let always = terms.known(condition).is_some_and(|known| known.is_true());
    match (value, always) {
        (Some(value), true) => object.write(offset, count, value),
        (None, true) => (offset..offset + count).for_each(|at| object.set(at, Slot::EMPTY)),
        (Some(value), false) => {
            object.stand_in(terms, offset, count);
            let Some(old) = object.read(terms, offset, count) else { return };
            let new = terms.ite(condition, value, old);
            let not = terms.not(condition);
            for part in 0..count {
                let unwritten = object.slot(offset + part).unwritten.map(|u| terms.and(u, not));
                let unwritten =
                    unwritten.filter(|u| !terms.known(*u).is_some_and(|never| never.is_zero()));
                let slot = Slot { value: Some(new), part: part as u8, unwritten };
                object.set(offset + part, slot);
            }
        }
        (None, false) => {
            object.stand_in(terms, offset, count);
            for at in offset..offset + count {
                let slot = object.slot(at);
                let unwritten = match slot.unwritten {
                    Some(unwritten) => terms.or(unwritten, condition),
                    None => condition,
                };
                object.set(at, Slot { unwritten: Some(unwritten), ..slot });
            }
        }
    }
}
