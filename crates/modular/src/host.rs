//! Memory, checks and inputs of a thread that is run over ranges.

use std::rc::Rc;

use raddle_ir::{
    Access, AllocationKind, CheckKind, GlobalId, Instruction, MemoryOrder, StopReason,
    WhenUnselected,
};
use raddle_passes::Place;
use raddle_semantics::control;
use raddle_semantics::host::{Allocation, At, Compute, Host, Interrupt, Source};
use raddle_semantics::race::TouchKind;
use raddle_semantics::{Domain, Sharing};
use raddle_terms::{Bits, Operator, Term};

use crate::kinds::{FIRST, KindId, KindSet, Signature};
use crate::locks::{LockSet, SECTION};
use crate::memory::{Cell, Contents, Rest};
use crate::objects::{Object, ObjectId, Objects, Origin};
use crate::range::{Progression, Range};
use crate::sharing::{Moment, NewlyPublished};
use crate::span::Span;
use crate::state::State;
use crate::tables::{Tables, Touched};
use crate::values::{Ranges, Values};

/// A thread of a kind, as it runs from a state; the innermost frame is elsewhere meanwhile.
pub struct Thread<'t, 'a> {
    pub tables: &'t mut Tables<'a>,
    pub kind: KindId,
    pub state: State,
    /// The path to the innermost frame's place, for objects that are made.
    pub iterations: Vec<crate::point::Going>,
    /// Within a read-modify-write.
    pub updating: bool,
    /// What is taken to be true of the next questions on which ways part.
    pub decisions: Vec<bool>,
    /// A way parts here: both answers must be tried.
    pub undecided: bool,
    /// Where the program's own code last called into the library.
    pub caller: Option<Place>,
}

/// Where an access may go.
pub struct Target {
    pub object: ObjectId,
    pub span: Span,
}

/// What the front-end makes of the name of the library's function that ends a thread.
const FINISH: &str = "__raddle_local_finish";
const WRONG: &str = "an access may be outside of its object, or after its end";

impl Thread<'_, '_> {
    pub fn signature(&self) -> Signature {
        self.state.signature(self.kind)
    }

    /// No other thread has been created.
    pub fn is_alone(&self) -> bool {
        self.kind == FIRST && self.state.created.is_empty()
    }

    fn is_in_step(&self) -> bool {
        self.updating || self.state.section.is_inside()
    }

    /// The locks that are held, the section among them.
    fn held(&self) -> LockSet {
        match self.is_in_step() {
            true => self.state.held.with(SECTION),
            false => self.state.held,
        }
    }

    fn bytes(&self, access: &Access) -> u64 {
        u64::from(self.tables.ready.width(access.kind).div_ceil(8))
    }

    fn sharing(&self, access: &Access) -> Sharing {
        self.state.section.sharing(access.order, access.volatile)
    }

    fn user_place(&self, place: Place) -> Place {
        control::user_place(self.tables.ready, place, self.caller)
    }

    /// A memory error is possible here; the thread goes on only where there is none.
    fn memory_doubt(&mut self, place: Place, message: &str) {
        let place = self.user_place(place);
        if self.tables.selected.contains(CheckKind::Memory) {
            self.tables.unproved(CheckKind::Memory, place, message);
        } else if !self.tables.undefined.contains(&place) {
            self.tables.undefined.push(place);
        }
    }

    // ---- where an access goes ----

    fn targets(
        &mut self,
        values: &Values,
        place: Place,
        address: Term,
        bytes: u64,
        writes: bool,
    ) -> Result<Option<Vec<Target>>, Interrupt> {
        let mut range = values.range(address);
        if range.is_wild() {
            self.memory_doubt(place, "what is followed was perhaps never written");
            range = range.followed();
        }
        let layout = self.tables.ready.layout;
        let mut raw: Vec<(ObjectId, i128, i128, u64)> = Vec::new();
        for piece in range.numbers() {
            let (low, high) = (piece.low >> layout.offset_bits, piece.high >> layout.offset_bits);
            if high - low > 32 || self.may_be_made(piece) {
                return Ok(None);
            }
            for number in low..=high {
                let Some(global) = layout.object_global(number as u32) else {
                    self.memory_doubt(place, WRONG);
                    continue;
                };
                if self.tables.ready.program.globals[global].thread_local {
                    self.memory_doubt(place, WRONG);
                    continue;
                }
                let object = self.tables.objects.global(self.tables.ready, global);
                let start = (number << layout.offset_bits) as i128 + i128::from(layout.bias());
                let step = if low == high { piece.step } else { 1 };
                let from = (piece.low as i128).max((number << layout.offset_bits) as i128);
                let to = (piece.high as i128).min(((number + 1) << layout.offset_bits) as i128 - 1);
                raw.push((object, from - start, to - start, step.min(u128::from(u64::MAX)) as u64));
            }
        }
        for (base, offsets) in range.pointers() {
            let bias = i128::from(layout.bias());
            let (low, high) = (offsets.low as i128 - bias, offsets.high as i128 - bias);
            raw.push((base.0, low, high, offsets.step as u64));
        }
        let mut targets = Vec::new();
        for (object, low, high, step) in raw {
            targets.extend(self.inside(place, object, (low, high, step), bytes, writes));
        }
        if targets.is_empty() {
            // Every way here is an error of memory.
            return Err(Interrupt::Stopped(StopReason::Undefined));
        }
        Ok(Some(targets))
    }

    /// The part of an access that lies in an object.
    fn inside(
        &mut self,
        place: Place,
        id: ObjectId,
        (low, high, step): (i128, i128, u64),
        bytes: u64,
        writes: bool,
    ) -> Option<Target> {
        let object = self.tables.objects.get(id);
        let (smallest, largest) = (i128::from(object.smallest), i128::from(object.largest));
        let mut doubt =
            low < 0 || high + i128::from(bytes) > smallest || writes && !object.writable;
        let writable = object.writable;
        doubt |= self.may_be_dead(id);
        if doubt {
            self.memory_doubt(place, WRONG);
        }
        if writes && !writable {
            return None;
        }
        if self.tables.objects.get(id).unbounded && high + i128::from(bytes) > largest {
            let span = Span { low: 0, high: u64::MAX >> 1, step: 1, bytes };
            return Some(Target { object: id, span });
        }
        let last = largest - i128::from(bytes);
        let step = i128::from(step);
        let low = if low < 0 && step > 0 { low + (-low + step - 1) / step * step } else { low };
        let high =
            if high > last && step > 0 { last - (last - low).rem_euclid(step) } else { high };
        if low < 0 || low > last || high < low || high > last {
            return None;
        }
        let step = if low == high { 0 } else { step as u64 };
        Some(Target { object: id, span: Span { low: low as u64, high: high as u64, step, bytes } })
    }

    fn may_be_dead(&self, object: ObjectId) -> bool {
        let heap = self.tables.objects.allocation(object) == Some(AllocationKind::Heap);
        heap && self.tables.frees_anything
            || self.state.died.contains(&object)
            || self.tables.sharing.may_be_freed(&self.tables.kinds, object, &self.signature())
    }

    /// Whether some of these numbers may be pointers to what was made at run time.
    fn may_be_made(&self, numbers: &Progression) -> bool {
        let layout = &self.tables.ready.layout;
        let (low, high) = (numbers.low >> layout.offset_bits, numbers.high >> layout.offset_bits);
        high >= u128::from(layout.first_dynamic()) && low < u128::from(layout.object_limit())
    }

    /// A write that may go anywhere: nothing can be said of anything.
    fn written_anywhere(&mut self, place: Place) -> Interrupt {
        let ready = self.tables.ready;
        let place = self.user_place(place);
        let at = ready.location_text(place).map_or(String::new(), |at| format!(" at {at}"));
        self.tables.give_up(format!("where memory is written{at} is not known"));
        Interrupt::Stopped(StopReason::Undefined)
    }

    /// A read that may go anywhere: of any value, and it may race with any write.
    fn read_anywhere(&mut self, place: Place, sharing: Sharing) {
        self.memory_doubt(place, WRONG);
        self.race_anywhere(place, sharing);
    }

    /// An access of which it is not known where it goes.
    fn race_anywhere(&mut self, place: Place, sharing: Sharing) {
        if let Some(facts) = &mut self.tables.facts {
            facts.anywhere.insert((self.kind, place));
        }
        if sharing != Sharing::Exempt && self.tables.selected.contains(CheckKind::Race) {
            let place = self.user_place(place);
            self.tables.unproved(CheckKind::Race, place, "what memory is accessed is not known");
        }
    }

    fn touch(&mut self, at: Place, target: &Target, access: TouchKind) {
        self.touch_under(at, target, access, (self.state.held, LockSet::EMPTY));
    }

    /// With the locks that are held before and those that the access itself acquires.
    fn touch_under(
        &mut self,
        at: Place,
        target: &Target,
        access: TouchKind,
        (held, acquired): (LockSet, LockSet),
    ) {
        let (by, class) = (self.signature(), self.tables.objects.class(target.object));
        let mut touched = Touched { object: class, span: target.span, kind: access, by, held };
        if let Some(facts) = &mut self.tables.facts {
            facts.access(at, touched);
        }
        let object = if self.tables.weak_channels { class } else { target.object };
        if self.tables.objects.get(object).private || access.sharing == Sharing::Exempt {
            return;
        }
        touched.held = held.union(acquired);
        let place = self.user_place(at);
        self.tables.touched.entry(touched).or_default().insert(place);
    }

    /// A pointer may travel by an atomic access that does not order: whoever gets it so may touch
    /// what was fresh, without an order.
    fn note_channel(
        &mut self,
        values: &Values,
        value: Option<Term>,
        (sharing, orders): (Sharing, bool),
    ) {
        let may_point = value.is_none_or(|value| {
            let range = values.range(value);
            range.width() == self.tables.ready.layout.pointer_bits
                && (range.is_any() || !range.pointers().is_empty())
        });
        if sharing == Sharing::Atomic && !orders && may_point && !self.tables.weak_channels {
            self.tables.weak_channels = true;
            self.tables.restart = true;
        }
    }

    // ---- reading ----

    pub fn contents(&mut self, values: &mut Values, id: ObjectId) -> Contents {
        if let Some(contents) = self.state.memory.remove(&id) {
            return Rc::unwrap_or_clone(contents);
        }
        let mut ranges = std::mem::take(&mut values.ranges);
        let objects = &self.tables.objects;
        let contents = self.tables.sharing.untouched(objects, id, values, &mut ranges);
        values.ranges = ranges;
        contents
    }

    /// What others may have put there, for a reader that holds some locks; `None` if nobody has.
    fn seen_of_others(&self, target: &Target, held: LockSet) -> Option<Range> {
        let Tables { sharing, kinds, objects, .. } = &*self.tables;
        if objects.get(target.object).private {
            return None;
        }
        let visible = sharing.visible(kinds, target.object, self.signature(), target.span);
        let seen = visible.filter(|each| each.is_visible_under(held));
        seen.map(|each| each.seen_at(&target.span)).reduce(|one, other| one.join(&other))
    }

    /// Whether somebody may have written since the locks in a set are held.
    pub fn is_disturbed(&self, target: &Target, since: LockSet) -> bool {
        let Tables { sharing, kinds, objects, .. } = &*self.tables;
        let mut visible = sharing.visible(kinds, target.object, self.signature(), target.span);
        !objects.get(target.object).private
            && visible
                .any(|each| each.moment == Moment::Written && !each.held.with(SECTION).meets(since))
    }

    /// A read gives what was never written a value, for all time; a copy (`moves`) does not.
    fn read(&mut self, values: &mut Values, target: &Target, moves: bool) -> Option<Term> {
        let ready = self.tables.ready;
        let mut contents = self.contents(values, target.object);
        let value =
            match target.span.only().filter(|_| self.tables.objects.is_strong(target.object)) {
                Some(offset) => self.read_cell(values, target, &mut contents, (offset, moves)),
                None => {
                    let object = self.tables.objects.get(target.object);
                    let own = contents.range_over(ready, values, object, &target.span);
                    let all = match self.seen_of_others(target, self.state.held) {
                        Some(others) => own.join(&others),
                        None => own,
                    };
                    (!all.is_any()).then(|| values.some(all))
                }
            };
        self.state.memory.insert(target.object, Rc::new(contents));
        value
    }

    fn read_cell(
        &mut self,
        values: &mut Values,
        target: &Target,
        contents: &mut Contents,
        (offset, moves): (u64, bool),
    ) -> Option<Term> {
        let ready = self.tables.ready;
        let object = self.tables.objects.get(target.object);
        let cell = contents.cell(ready, values, object, offset, target.span.bytes)?;
        if moves && cell.value.is_none() {
            return None;
        }
        if !self.is_disturbed(target, cell.synced) {
            if cell.value.is_none() {
                cell.value = Some(values.any((8 * target.span.bytes) as u16));
            }
            return cell.value;
        }
        let own = cell.range(values);
        let all = match self.seen_of_others(target, self.state.held) {
            Some(others) => own.join(&others),
            None => own,
        };
        let all = match self.counted(values, (target.object, offset), all.width()) {
            Some(counted) if !all.meet(&counted).is_empty() => all.meet(&counted),
            Some(_) | None => all,
        };
        cell.value = Some(values.some(all));
        cell.synced = self.held();
        cell.value
    }

    // ---- writing ----

    fn write(
        &mut self,
        values: &mut Values,
        targets: &[Target],
        value: Option<Term>,
        order: MemoryOrder,
    ) -> Result<(), Interrupt> {
        if let Some(value) = value
            && targets.iter().any(|target| !self.tables.objects.get(target.object).private)
        {
            self.escape_value(values, value);
        }
        if let [target] = targets
            && let Some(offset) = target.span.only()
            && self.tables.objects.is_strong(target.object)
        {
            return self.write_cell(values, target, offset, value, order);
        }
        let range = match (value, targets) {
            (Some(value), _) => values.range(value),
            (None, [target, ..]) => Range::any((8 * target.span.bytes) as u16),
            (None, []) => return Ok(()),
        };
        for target in targets {
            let target = Target { object: self.current(target.object), span: target.span };
            self.write_weakly(values, &target, &range);
        }
        Ok(())
    }

    fn write_weakly(&mut self, values: &mut Values, target: &Target, range: &Range) {
        if !self.tables.objects.get(target.object).private && !self.is_alone() {
            self.tables.spoil_counters(target.object, target.span);
        }
        self.spoil_locks(values, target, None);
        let ready = self.tables.ready;
        let mut contents = self.contents(values, target.object);
        let object = self.tables.objects.get(target.object);
        contents.put_weakly(ready, values, object, &target.span, range);
        self.state.memory.insert(target.object, Rc::new(contents));
        let held = self.state.held;
        for moment in [Moment::Written, Moment::Sometime] {
            self.publish(target.object, target.span, range.clone(), (moment, held));
        }
    }

    /// A write that may touch the bytes of locks otherwise than as a whole, and surely.
    fn spoil_locks(&mut self, values: &Values, target: &Target, but: Option<u64>) {
        for lock in 0..self.tables.locks.list.len() {
            let (object, at) = self.tables.locks.list[lock];
            let bytes = self.tables.locks.bytes((object, at));
            let exact = but == Some(at) && bytes == target.span.bytes;
            let touched = object == target.object && target.span.overlaps(&Span::at(at, bytes));
            if exact || !touched {
                continue;
            }
            if self.state.held.contains(lock) {
                self.tables.locks.note_weak(lock);
                self.release(values, lock);
            } else if !self.is_alone() {
                self.tables.locks.refute((object, at));
            }
        }
    }

    fn publish(
        &mut self,
        object: ObjectId,
        span: Span,
        range: Range,
        (moment, held): (Moment, LockSet),
    ) {
        if self.tables.objects.get(object).private || self.is_alone() {
            return;
        }
        let at_end = self.is_at_end();
        let by = self.signature();
        let new = NewlyPublished { by, held, moment, span, range, at_end };
        self.tables.sharing.publish(object, new, &self.tables.thresholds);
    }

    /// In the library's function that ends a thread.
    fn is_at_end(&self) -> bool {
        let ready = self.tables.ready;
        self.state.frames.last().is_some_and(|frame| {
            let function = &ready.program.functions[frame.function];
            function.origin == raddle_ir::Origin::Library && function.name.starts_with(FINISH)
        })
    }

    fn write_cell(
        &mut self,
        values: &mut Values,
        target: &Target,
        offset: u64,
        value: Option<Term>,
        order: MemoryOrder,
    ) -> Result<(), Interrupt> {
        self.note_lock(values, target, offset, value, order)?;
        self.count(values, target, offset, value);
        let mut contents = self.contents(values, target.object);
        let before = contents.cells.get(&offset).filter(|cell| cell.bytes == target.span.bytes);
        let earlier = before.map_or(LockSet::EMPTY, |cell| cell.written_under);
        let acquired = before.is_some_and(|cell| cell.acquired);
        let in_step = self.is_in_step();
        contents.put(
            offset,
            Cell {
                bytes: target.span.bytes,
                value,
                synced: self.held(),
                written_under: earlier.union(self.state.held),
                pending: in_step,
                acquired,
            },
        );
        self.state.memory.insert(target.object, Rc::new(contents));
        if !in_step {
            let range = self.range_of(values, value, target.span.bytes);
            self.publish(target.object, target.span, range, (Moment::Written, self.state.held));
        }
        Ok(())
    }

    fn range_of(&self, values: &Values, value: Option<Term>, bytes: u64) -> Range {
        value.map_or_else(|| Range::any((8 * bytes) as u16), |value| values.range(value))
    }

    /// What a write means if the cell is a lock.
    fn note_lock(
        &mut self,
        values: &mut Values,
        target: &Target,
        offset: u64,
        value: Option<Term>,
        order: MemoryOrder,
    ) -> Result<(), Interrupt> {
        let cell = (target.object, offset);
        let object = self.tables.objects.get(target.object);
        if object.private || !object.once {
            return Ok(());
        }
        self.spoil_locks(values, target, Some(offset));
        if target.span.bytes > 8 {
            return Ok(());
        }
        let new = self.range_of(values, value, target.span.bytes);
        let zero = Bits::zero(new.width());
        let lock = self.tables.locks.number(cell);
        if new.known() == Some(zero) {
            return self.note_cleared(values, target, cell, order);
        }
        if new.may_be(zero) {
            match lock {
                Some(lock) if self.state.held.contains(lock) => {
                    if !order.releases() {
                        self.tables.locks.note_weak(lock);
                    }
                    self.release(values, lock);
                }
                Some(_) | None if self.is_alone() => {}
                Some(_) | None => self.tables.locks.refute(cell),
            }
            return Ok(());
        }
        if !self.is_in_step() {
            return Ok(());
        }
        let old = self.read(values, target, false);
        let Some(old) = old else { return Ok(()) };
        let is_free = values.range(old);
        if is_free.may_be(zero) && is_free.known().is_none() && lock.is_some() {
            let zero = values.constant(zero);
            let condition = values.apply(Operator::Equal, &[old, zero]);
            if !self.decide(values, condition)? {
                return Ok(());
            }
        }
        if values.range(old).known() == Some(zero) {
            self.tables.locks.note_acquired(cell, target.span.bytes);
            if let Some(lock) = lock {
                self.acquire(target, lock);
            }
        }
        Ok(())
    }

    fn acquire(&mut self, target: &Target, lock: usize) {
        self.state.held = self.state.held.with(lock);
        if !self.was_acquired(target) {
            self.tables.locks.note_weak(lock);
        }
    }

    /// In this step the cell was read so that the thread is ordered behind the writer.
    fn was_acquired(&self, target: &Target) -> bool {
        let contents = self.state.memory.get(&target.object);
        let offset = target.span.only();
        let cell = contents.and_then(|contents| contents.cells.get(&offset?));
        cell.is_some_and(|cell| cell.acquired)
    }

    fn note_cleared(
        &mut self,
        values: &mut Values,
        target: &Target,
        cell: (ObjectId, u64),
        order: MemoryOrder,
    ) -> Result<(), Interrupt> {
        self.tables.locks.note_cleared(cell);
        let lock = self.tables.locks.number(cell);
        if let Some(lock) = lock.filter(|lock| self.state.held.contains(*lock)) {
            if !order.releases() {
                self.tables.locks.note_weak(lock);
            }
            self.release(values, lock);
            return Ok(());
        }
        let Some(lock) = lock.filter(|_| !self.is_alone()) else { return Ok(()) };
        let old = self.read(values, target, false);
        let zero = Bits::zero((8 * target.span.bytes) as u16);
        if old.is_none_or(|old| values.range(old).known() != Some(zero)) {
            self.tables.locks.refute(cell);
        }
        // Who reads this 0 must be ordered behind whoever wrote the one before it.
        let passes_on = self.updating || order.releases() && self.was_acquired(target);
        if !passes_on {
            self.tables.locks.note_weak(lock);
        }
        Ok(())
    }

    /// Gives a lock back: what was written under it can be seen by who takes it.
    fn release(&mut self, values: &Values, lock: usize) {
        self.state.held = self.state.held.without(lock);
        let mut published = Vec::new();
        for (object, contents) in &mut self.state.memory {
            let concerned = contents
                .cells
                .values()
                .any(|cell| cell.synced.contains(lock) || cell.written_under.contains(lock));
            if !concerned {
                continue;
            }
            for (offset, cell) in &mut Rc::make_mut(contents).cells {
                let under = cell.written_under.without(lock);
                if under != cell.written_under {
                    let span = Span::at(*offset, cell.bytes);
                    published.push((*object, span, cell.range(values), under));
                }
                cell.written_under = under;
                cell.synced = cell.synced.without(lock);
            }
        }
        for (object, span, range, under) in published {
            self.publish(object, span, range, (Moment::Released(lock), under));
        }
    }

    /// Which of two ways is taken; both are tried in the end.
    fn decide(&mut self, values: &mut Values, condition: Term) -> Result<bool, Interrupt> {
        let range = values.range(condition);
        if let Some(known) = range.known() {
            return Ok(known.is_true());
        }
        if self.decisions.is_empty() {
            self.undecided = true;
            return Err(Interrupt::Assumed);
        }
        let truth = self.decisions.remove(0);
        match values.learn(condition, truth) {
            true => Ok(truth),
            false => Err(Interrupt::Assumed),
        }
    }

    // ---- steps ----

    /// The end of an atomic step: what it wrote can be seen.
    pub fn end_step(&mut self, values: &mut Values) {
        let mut published = Vec::new();
        for (object, contents) in &mut self.state.memory {
            let concerned = contents
                .cells
                .values()
                .any(|cell| cell.pending || cell.acquired || cell.synced.contains(SECTION));
            if !concerned {
                continue;
            }
            for (offset, cell) in &mut Rc::make_mut(contents).cells {
                if cell.pending {
                    cell.written_under = self.state.held;
                    published.push((*object, Span::at(*offset, cell.bytes), cell.range(values)));
                }
                cell.pending = false;
                cell.acquired = false;
                cell.synced = cell.synced.without(SECTION);
            }
        }
        for (object, span, range) in published {
            self.publish(object, span, range, (Moment::Written, self.state.held));
        }
    }

    /// Threads that have surely ended, to judge by what this section has read.
    pub fn note_ended(&mut self, values: &mut Values) {
        let mut read = Vec::new();
        for (object, contents) in &self.state.memory {
            if !self.tables.objects.get(*object).once {
                continue;
            }
            for (offset, cell) in contents.cells.iter().filter(|(_, cell)| cell.acquired) {
                if !cell.range(values).may_be(Bits::zero((8 * cell.bytes) as u16)) {
                    read.push((*object, Span::at(*offset, cell.bytes)));
                }
            }
        }
        let mut ended = KindSet::EMPTY;
        for (object, span) in read {
            if let Some(kind) = self.ended_with(object, span)
                && self.was_zero(values, object, span)
            {
                ended = ended.union(kind);
            }
        }
        let new = ended.minus(self.state.ended);
        if !new.is_empty() {
            self.take_over(values, new);
            self.state.ended = self.state.ended.union(new);
        }
    }

    /// The threads that have ended if a cell is not 0: only a thread that ends writes it.
    fn ended_with(&self, object: ObjectId, span: Span) -> Option<KindSet> {
        let mut kind = None;
        for each in self.tables.sharing.of_object(object) {
            if !each.span.overlaps(&span) {
                continue;
            }
            let is_zero = each.span == span && each.range.known().is_some_and(Bits::is_zero);
            if is_zero {
                continue;
            }
            let single = !self.tables.kinds.list[each.by.kind].many;
            if !each.at_end || !single || kind.is_some_and(|kind| kind != each.by.kind) {
                return None;
            }
            kind = Some(each.by.kind);
        }
        let kind = kind?;
        let ended = self.tables.kinds.list[kind].ended_at_end.unwrap_or(KindSet::EMPTY);
        Some(ended.with(kind))
    }

    /// Whether others found 0 there when they came to know of an object.
    fn was_zero(&self, values: &mut Values, object: ObjectId, span: Span) -> bool {
        let Tables { sharing, objects, ready, .. } = &*self.tables;
        let mut ranges = Ranges::default();
        let first = sharing.untouched(objects, object, values, &mut ranges);
        let now = std::mem::replace(&mut values.ranges, ranges);
        let range = first.range_over(ready, values, objects.get(object), &span);
        values.ranges = now;
        range.known().is_some_and(Bits::is_zero)
    }

    /// Takes what threads that have ended may have left behind.
    fn take_over(&mut self, values: &mut Values, ended: KindSet) {
        let ready = self.tables.ready;
        for id in self.tables.sharing.written_by(ended) {
            let published: Vec<_> = self.tables.sharing.of_object(id).to_vec();
            let mut contents = self.contents(values, id);
            for each in published.iter().filter(|each| ended.contains(each.by.kind)) {
                let object = self.tables.objects.get(id);
                match each.span.only() {
                    Some(offset) => {
                        let bytes = each.span.bytes;
                        match contents.cell(ready, values, object, offset, bytes) {
                            Some(cell) => {
                                let all = cell.range(values).join(&each.range);
                                cell.value = (!all.is_any()).then(|| values.some(all));
                            }
                            None => {
                                contents.put_weakly(ready, values, object, &each.span, &each.range)
                            }
                        }
                    }
                    None => contents.put_weakly(ready, values, object, &each.span, &each.range),
                }
            }
            self.state.memory.insert(id, Rc::new(contents));
        }
        let freed = self.tables.sharing.freed_by(ended);
        if freed.iter().any(|object| !self.state.died.contains(object)) {
            Rc::make_mut(&mut self.state.died).extend(freed);
        }
    }

    // ---- objects ----

    /// The thread's objects die with it.
    pub fn end_all_objects(&mut self, values: &mut Values) {
        let frames = self.state.frames.iter();
        let mut objects: Vec<ObjectId> = frames.flat_map(|frame| frame.objects.clone()).collect();
        let own = |object: &Object| matches!(object.origin, Origin::ThreadLocal(kind, _) if kind == self.kind);
        let all = self.tables.objects.list.iter().enumerate();
        objects.extend(all.filter(|(_, object)| own(object)).map(|(id, _)| id as ObjectId));
        for object in objects {
            self.end_object(values, object);
        }
    }

    fn make(&mut self, origin: Origin, private: bool, (smallest, largest): (u64, u64)) -> ObjectId {
        let once = !self.tables.kinds.list[self.kind].many;
        let writable = true;
        let known = self.tables.objects.find(&origin);
        let id = known.unwrap_or_else(|| {
            self.tables.objects.add(Object {
                origin,
                smallest,
                largest,
                unbounded: false,
                private,
                once,
                writable,
            })
        });
        let object = &mut self.tables.objects.list[id as usize];
        if smallest < object.smallest || largest > object.largest {
            object.smallest = object.smallest.min(smallest);
            object.largest = object.largest.max(largest);
            self.tables.restart = true;
        }
        if !once {
            self.tables.is_not_once(id);
        }
        id
    }

    /// An object of a class ends that others may know of.
    fn end_one_of(&mut self, class: ObjectId) {
        if !self.state.died.contains(&class) {
            Rc::make_mut(&mut self.state.died).insert(class);
        }
        if !self.tables.objects.get(class).private {
            let by = self.signature();
            self.tables.sharing.free(class, by);
        }
    }

    fn path_to(&self, place: Place) -> crate::point::Path {
        let mut path = self.state.path();
        path.0.push((place, crate::point::counts(&self.iterations)));
        path
    }

    fn is_observable(&self, place: Place) -> bool {
        let facts = &self.tables.ready.functions[place.function];
        facts.observable.contains(&(place.block, place.statement))
    }
}

impl Host<Values> for Thread<'_, '_> {
    fn pause(&mut self, _: Place) -> bool {
        false
    }

    fn load(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        address: &Term,
        access: &Access,
    ) -> Result<Term, Interrupt> {
        let value = self.load_bytes(values, at.place, *address, (access, false))?;
        let width = self.tables.ready.width(access.kind);
        let value = match value {
            None => values.any(width),
            Some(value) if values.width(&value) == width => value,
            Some(value) => values.apply(Operator::Extract { low: 0, width }, &[value]),
        };
        if let Some(facts) = &mut self.tables.facts {
            facts.note_read(self.kind, at.place, values.range(value));
        }
        Ok(value)
    }

    fn store(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        address: &Term,
        value: Option<&Term>,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let bytes = self.bytes(access);
        let width = (8 * bytes) as u16;
        let value = value.map(|value| match values.width(value) == width {
            true => *value,
            false => values.apply(Operator::ZeroExtend(width), &[*value]),
        });
        self.store_bytes(values, at.place, *address, value, access)
    }

    fn update(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        address: &Term,
        access: &Access,
        compute: Compute<'_, Values>,
    ) -> Result<Term, Interrupt> {
        self.updating = true;
        let done = self.update_in_step(values, at, address, access, compute);
        self.updating = false;
        if !self.state.section.is_inside() {
            self.end_step(values);
        }
        done
    }

    fn copy(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        to: &Term,
        from: &Term,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let value = self.load_bytes(values, at.place, *from, (access, true))?;
        self.store_bytes(values, at.place, *to, value, access)
    }

    fn allocate(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        kind: AllocationKind,
        size: &Term,
        zeroed: bool,
    ) -> Result<Allocation<Term>, Interrupt> {
        let bounds = values.range(*size).unsigned_bounds();
        let limit = self.tables.ready.layout.bias() - 1;
        let (smallest, largest) = bounds.unwrap_or((0, u128::from(u64::MAX)));
        let (smallest, unbounded) = (smallest.min(u128::from(limit)), largest > u128::from(limit));
        let largest = largest.min(u128::from(limit));
        let private = !self.is_observable(at.place);
        let origin = Origin::Made(self.kind, self.path_to(at.place), kind);
        let class = self.make(origin, private, (smallest as u64, largest as u64));
        if unbounded && !self.tables.objects.get(class).unbounded {
            self.tables.objects.list[class as usize].unbounded = true;
            self.tables.restart = true;
        }
        let rest = if zeroed { Rest::Zero } else { Rest::Unwritten };
        let object = self.make_fresh(values, class, Contents::new(rest));
        Ok(self.pointer_to(values, object))
    }

    fn free(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        address: &Term,
    ) -> Result<(), Interrupt> {
        let mut range = values.range(*address);
        if range.is_wild() {
            self.memory_doubt(at.place, "what is freed was perhaps never written");
            range = range.followed();
        }
        let numbers = range.numbers();
        if numbers.iter().any(|piece| piece.high != 0) {
            self.memory_doubt(at.place, "what is freed may be no object of the heap");
            if numbers.iter().any(|piece| self.may_be_made(piece)) {
                self.tables.may_free_anything();
                self.race_anywhere(at.place, self.state.section.sharing(MemoryOrder::Plain, false));
            }
        }
        let bias = u128::from(self.tables.ready.layout.bias());
        // A thread that is known to have ended uses its record no more.
        self.note_ended(values);
        for (base, offsets) in range.pointers() {
            let object = self.tables.objects.get(base.0).clone();
            let heap = self.tables.objects.allocation(base.0) == Some(AllocationKind::Heap);
            let at_start = (offsets.low, offsets.high) == (bias, bias);
            if !heap || !at_start || self.may_be_dead(base.0) {
                self.memory_doubt(at.place, "what is freed may be dead, or no start of an object");
            }
            if !heap {
                continue;
            }
            let sharing = self.state.section.sharing(MemoryOrder::Plain, false);
            let span = Span::at(0, object.largest);
            let kind = TouchKind { write: true, frees: true, sharing };
            self.touch(at.place, &Target { object: base.0, span }, kind);
            if !object.private {
                let by = self.signature();
                self.tables.sharing.free(base.0, by);
            }
            Rc::make_mut(&mut self.state.died).insert(base.0);
        }
        let may_go_on = |piece: &Progression| piece.low == 0 || self.may_be_made(piece);
        if range.pointers().is_empty() && !numbers.iter().any(may_go_on) {
            return Err(Interrupt::Stopped(StopReason::Undefined));
        }
        Ok(())
    }

    /// Where a fresh one ends, and ways have met, it may be another one of its class that ends.
    fn end_object(&mut self, values: &mut Values, object: u32) {
        let class = self.tables.objects.class(object);
        if self.is_fresh(object)
            && !self.forget_out_of_reach(values, object)
            && !self.state.died.contains(&object)
        {
            Rc::make_mut(&mut self.state.died).insert(object);
        }
        if class == object || self.state.made.contains(&class) {
            self.end_one_of(class);
        }
    }

    fn object_size(
        &mut self,
        values: &mut Values,
        _: &At<Term>,
        address: &Term,
    ) -> Result<Term, Interrupt> {
        let width = self.tables.ready.layout.pointer_bits;
        let range = values.range(*address);
        let layout = self.tables.ready.layout;
        let mut size = Range::none(width);
        for piece in range.numbers() {
            let (low, high) = (piece.low >> layout.offset_bits, piece.high >> layout.offset_bits);
            let global = layout.object_global(low as u32).filter(|_| low == high);
            let known = match global {
                Some(global) => {
                    let size = u128::from(self.tables.ready.program.globals[global].size);
                    Range::between(size, size, width)
                }
                None if high == 0 => Range::constant(Bits::zero(width)),
                None => Range::any(width),
            };
            size = size.join(&known);
        }
        for (base, _) in range.pointers() {
            let object = self.tables.objects.get(base.0);
            let sizes = (u128::from(object.smallest), u128::from(object.largest));
            size = match object.unbounded {
                true => Range::any(width),
                false => size.join(&Range::between(sizes.0, sizes.1, width)),
            };
            if self.may_be_dead(base.0) {
                size = size.join(&Range::constant(Bits::zero(width)));
            }
        }
        Ok(values.some(size))
    }

    fn thread_local(
        &mut self,
        values: &mut Values,
        _: &At<Term>,
        global: GlobalId,
    ) -> Result<Term, Interrupt> {
        let size = self.tables.ready.program.globals[global].size;
        let private = !self.tables.ready.observable[global];
        let object = self.make(Origin::ThreadLocal(self.kind, global), private, (size, size));
        Ok(self.pointer_to(values, object).pointer)
    }

    fn variadic_area(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        given: &[Option<Term>],
    ) -> Result<Allocation<Term>, Interrupt> {
        let slot = self.tables.ready.program.target.pointer_bytes();
        let private = !self.is_observable(at.place);
        let mut contents = Contents::new(Rest::Any);
        let mut offset = 0;
        for value in given {
            let width = value.map_or(8 * slot as u16, |value| values.width(&value));
            let bytes = u64::from(width.div_ceil(8));
            let value = value.map(|value| match width % 8 == 0 {
                true => value,
                false => values.apply(Operator::ZeroExtend((8 * bytes) as u16), &[value]),
            });
            contents.cells.insert(offset, Cell::new(bytes, value));
            offset += bytes.next_multiple_of(slot);
        }
        let origin = Origin::Made(self.kind, self.path_to(at.place), AllocationKind::Stack);
        let class = self.make(origin, private, (offset, offset));
        let object = self.make_fresh(values, class, contents);
        Ok(self.pointer_to(values, object))
    }

    fn nondet(&mut self, values: &mut Values, _: Source, width: u16) -> Result<Term, Interrupt> {
        Ok(values.any(width))
    }

    fn assume(
        &mut self,
        values: &mut Values,
        _: &At<Term>,
        condition: &Term,
    ) -> Result<(), Interrupt> {
        if values.learn(*condition, true) { Ok(()) } else { Err(Interrupt::Assumed) }
    }

    fn check(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        kind: CheckKind,
        condition: &Term,
        message: &str,
    ) -> Result<(), Interrupt> {
        if values.known(condition).is_some_and(Bits::is_true) {
            return Ok(());
        }
        let place = self.user_place(at.place);
        let selected = self.tables.selected.contains(kind);
        if selected {
            self.tables.unproved(kind, place, message);
        }
        // Also where it is selected: what is told once is passed over from then on.
        let goes_on = kind.when_unselected() == WhenUnselected::GoOn;
        if goes_on {
            return Ok(());
        }
        let undefined = !selected && kind != CheckKind::Assert;
        if undefined && !self.tables.undefined.contains(&place) {
            self.tables.undefined.push(place);
        }
        match values.learn(*condition, true) {
            true => Ok(()),
            false => Err(Interrupt::Stopped(StopReason::Undefined)),
        }
    }

    fn output(&mut self, _: &mut Values, _: &At<Term>, _: &Term) {}

    fn current_thread(&mut self, _: &mut Values) -> Term {
        self.state.number
    }

    /// Two ways, so that on each it is known whether an exchange was done.
    fn fails_by_itself(&mut self, values: &mut Values, _: &At<Term>) -> Result<Term, Interrupt> {
        let fails = values.any(1);
        let truth = self.decide(values, fails)?;
        Ok(values.constant(Bits::boolean(truth)))
    }
}

impl Thread<'_, '_> {
    fn pointer_to(&self, values: &mut Values, object: ObjectId) -> Allocation<Term> {
        let range = Range::pointer(Objects::base(object), 0, &self.tables.ready.layout);
        Allocation { pointer: values.some(range), object }
    }

    fn load_bytes(
        &mut self,
        values: &mut Values,
        place: Place,
        address: Term,
        (access, moves): (&Access, bool),
    ) -> Result<Option<Term>, Interrupt> {
        let bytes = self.bytes(access);
        let sharing = self.sharing(access);
        let Some(targets) = self.targets(values, place, address, bytes, false)? else {
            self.read_anywhere(place, sharing);
            return Ok(None);
        };
        for target in &targets {
            self.touch(place, target, TouchKind { write: false, frees: false, sharing });
        }
        if let [target] = targets.as_slice() {
            let value = self.read(values, target, moves);
            let acquires = sharing.order(access.order).acquires();
            if acquires {
                self.mark(target, true);
            }
            self.note_channel(values, value, (sharing, acquires));
            return Ok(value);
        }
        let mut all = Range::none((8 * bytes) as u16);
        for target in &targets {
            let value = self.read(values, target, moves);
            all = all.join(&self.range_of(values, value, bytes));
            self.note_channel(values, value, (sharing, sharing.order(access.order).acquires()));
        }
        Ok((!all.is_any()).then(|| values.some(all)))
    }

    /// Whether a step has read a cell so that its thread is ordered behind the writer.
    fn mark(&mut self, target: &Target, acquired: bool) {
        if let Some(offset) = target.span.only()
            && self.is_in_step()
            && let Some(contents) = self.state.memory.get_mut(&target.object)
            && let Some(cell) = Rc::make_mut(contents).cells.get_mut(&offset)
        {
            cell.acquired = acquired;
        }
    }

    fn store_bytes(
        &mut self,
        values: &mut Values,
        place: Place,
        address: Term,
        value: Option<Term>,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let bytes = self.bytes(access);
        let Some(targets) = self.targets(values, place, address, bytes, true)? else {
            return Err(self.written_anywhere(place));
        };
        let sharing = self.sharing(access);
        self.note_channel(values, value, (sharing, sharing.order(access.order).releases()));
        let before = self.state.held;
        self.write(values, &targets, value, sharing.order(access.order))?;
        // Who acquires a lock does it while nobody else holds it.
        let acquired = self.state.held.minus(before);
        for target in &targets {
            let kind = TouchKind { write: true, frees: false, sharing };
            self.touch_under(place, target, kind, (before, acquired));
        }
        if self.tables.facts.is_some() {
            let range = self.range_of(values, value, bytes);
            self.tables.facts.iter_mut().for_each(|facts| {
                facts.note_written(self.kind, place, range.clone());
            });
        }
        Ok(())
    }

    fn update_in_step(
        &mut self,
        values: &mut Values,
        at: &At<Term>,
        address: &Term,
        access: &Access,
        compute: Compute<'_, Values>,
    ) -> Result<Term, Interrupt> {
        let old = self.load(values, at, address, access)?;
        let change = compute(values, &old);
        if self.decide(values, change.written)? {
            self.store(values, at, address, Some(&change.value), access)?;
        } else {
            self.fail_to_exchange(values, at.place, (*address, old), access)?;
        }
        Ok(old)
    }

    /// An exchange that fails counts as a write, and it has read in an order of its own.
    fn fail_to_exchange(
        &mut self,
        values: &mut Values,
        place: Place,
        (address, old): (Term, Term),
        access: &Access,
    ) -> Result<(), Interrupt> {
        let bytes = self.bytes(access);
        let Some(targets) = self.targets(values, place, address, bytes, true)? else {
            return Err(self.written_anywhere(place));
        };
        let sharing = self.sharing(access);
        let acquires = sharing.order(self.order_of_failure(place, access)).acquires();
        self.note_channel(values, Some(old), (sharing, acquires));
        for target in &targets {
            self.touch(place, target, TouchKind { write: true, frees: false, sharing });
            if !acquires {
                self.mark(target, false);
            }
        }
        Ok(())
    }

    fn order_of_failure(&self, place: Place, access: &Access) -> MemoryOrder {
        match place.instruction(&self.tables.ready.program) {
            Some(Instruction::CompareExchange { failure, .. }) => *failure,
            Some(_) | None => access.order,
        }
    }
}
