//! The concrete host: answers the memory and the nondeterminism of one step of
//! one thread, and tells the observer what happens.

use std::cell::OnceCell;

use raddle_ir::words::{counted, plural};
use raddle_ir::{
    Access, AllocationKind, CheckKind, GlobalId, Instruction, MemoryOrder, WhenUnselected,
};
use raddle_passes::{Place, Ready};
use raddle_terms::Bits;

use crate::budgets::{BYTE_BUDGET, MOST_STEP_BYTES, OBJECT_BUDGET};
use crate::control::{self, Pace, Visible};
use crate::domain::Concrete;
use crate::host::{Allocation, At, Failure, Host, Interrupt, Source};
use crate::schedule::ThreadNumber;

use super::Cells;
use super::Selected;
use super::event::{Event, Sharing};
use super::memory::{Fault, Memory, Question, Reason, Span};
use super::object::{Object, ObjectKind};
use super::oracle::{ObjectKey, Oracle};
use super::thread::Thread;

pub struct ConcreteHost<'a> {
    pub ready: &'a Ready,
    pub selected: Selected,
    /// Checks that were selected, until they failed.
    pub told: Selected,
    pub thread: ThreadNumber,
    pub memory: &'a mut Memory,
    /// As they rest; the one that runs is as it was when the step began.
    pub threads: &'a mut Cells<Thread>,
    /// The running thread's instances of thread-local globals.
    pub locals: &'a mut Vec<(GlobalId, u32)>,
    /// Where the program's own code last called into the library.
    pub caller: Option<Place>,
    pub oracle: &'a mut dyn Oracle,
    pub observer: &'a mut dyn FnMut(&Event),
    pub pace: Pace,
    pub usage: Usage,
}

/// What a step has done to objects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// How many died, and were made.
    pub died: u32,
    pub made: u32,
    /// How large those are that were made.
    pub bytes: u64,
}

impl Usage {
    /// Whether the step rests at the next loop.
    pub fn is_much(self) -> bool {
        self.died.max(self.made) >= OBJECT_BUDGET || self.bytes >= BYTE_BUDGET
    }
}

impl ConcreteHost<'_> {
    fn sharing(&self, access: &Access) -> Sharing {
        self.pace.section.sharing(access.order, access.volatile)
    }

    /// The place in the program's own code that an instruction works for.
    fn user_place(&self, place: Place) -> Place {
        control::user_place(self.ready, place, self.caller)
    }

    fn bytes(&self, access: &Access) -> usize {
        usize::from(self.ready.width(access.kind)).div_ceil(8)
    }

    fn resolve(
        &mut self,
        place: Place,
        address: Bits,
        count: usize,
        write: bool,
    ) -> Result<Span, Interrupt> {
        let resolved = self.memory.resolve(address, count, write);
        resolved.map_err(|fault| {
            let verb = if write { "writes" } else { "reads" };
            self.memory_fault(place, self.describe(fault, count, verb))
        })
    }

    pub fn memory_fault(&self, place: Place, message: String) -> Interrupt {
        if self.selected.contains(CheckKind::Memory) {
            Interrupt::Failed(Failure { kind: CheckKind::Memory, message, place })
        } else {
            self.stopped_by(CheckKind::Memory)
        }
    }

    /// How a thread ends at the failure of a check that is not selected.
    fn stopped_by(&self, kind: CheckKind) -> Interrupt {
        Interrupt::Stopped(control::stop_at_failure(kind, self.told.contains(kind)))
    }

    fn describe(&self, fault: Fault, count: usize, verb: &str) -> String {
        let name = self.object_name(fault.object);
        match fault.reason {
            Reason::Null => format!("{verb} through a null pointer"),
            Reason::Wild => format!("{verb} through a pointer to no object"),
            Reason::Code => format!("{verb} the memory of a function"),
            Reason::Constant => format!("{verb} constant memory, {name}"),
            Reason::Dead => match self.memory.object(fault.object).map(|object| object.kind) {
                Some(ObjectKind::Stack(..)) => {
                    format!("{verb} {name} after its block or function was left")
                }
                _ => format!("{verb} {name} after it was freed"),
            },
            Reason::Outside => {
                let size = self.memory.object(fault.object).map_or(0, Object::size);
                let (count, size) = (counted(count as u64, "byte"), counted(size, "byte"));
                format!("{verb} {count} at offset {} of {name}, which has {size}", fault.offset)
            }
        }
    }

    fn object_name(&self, number: u32) -> String {
        let line = |place: Place| {
            let block = &self.ready.program.functions[place.function].blocks[place.block];
            let statement = block.statements.get(place.statement as usize);
            statement
                .and_then(|statement| statement.location)
                .map_or(String::new(), |location| format!(" of line {}", location.line))
        };
        match self.memory.object(number).map(|object| object.kind) {
            Some(ObjectKind::Global(global) | ObjectKind::ThreadLocal(global, _)) => {
                format!("`{}`", self.ready.program.globals[global].name)
            }
            Some(ObjectKind::Stack(_, place)) => match place.instruction(&self.ready.program) {
                Some(Instruction::Allocate { name: Some(name), .. }) => format!("`{name}`"),
                _ => format!("the local object{}", line(place)),
            },
            Some(ObjectKind::Heap(_, place)) => format!("the heap object{}", line(place)),
            None => "no object".to_string(),
        }
    }

    /// Makes an object and tells so.
    fn make(&mut self, key: ObjectKey, place: Place, object: Object) -> Result<u32, Interrupt> {
        let size = object.size();
        if size > self.ready.layout.largest_object() {
            return Err(Interrupt::Limit(format!(
                "an object of {size} bytes is larger than {} bytes, the most that is handled here",
                self.ready.layout.largest_object()
            )));
        }
        self.usage.bytes = self.usage.bytes.saturating_add(size);
        if self.usage.bytes > MOST_STEP_BYTES {
            let what = format!("one step makes objects of more than {MOST_STEP_BYTES} bytes");
            return Err(Interrupt::Limit(what));
        }
        let (memory, threads) = (&*self.memory, &*self.threads);
        let (first, limit) = (self.ready.layout.first_dynamic(), self.ready.layout.object_limit());
        let offset_bits = self.ready.layout.offset_bits;
        let mentioned = OnceCell::new();
        // Not while a live object has the number, nor while anything still names
        // the dead one that had it.
        let mut usable = |number: u32| match memory.object(number) {
            None => true,
            Some(_) if !memory.is_long_dead(number) => false,
            Some(_) => {
                let mentioned = mentioned.get_or_init(|| memory.mentioned_dead());
                !mentioned.contains(&number) && !threads_mention(threads, number, offset_bits)
            }
        };
        let number = self.oracle.object(key, first, limit, &mut usable)?;
        self.memory.create(number, object);
        self.usage.made += 1;
        (self.observer)(&Event::Allocate { thread: self.thread, place, object: number, size });
        Ok(number)
    }

    /// A number for a new thread.
    pub fn thread_number(&mut self) -> Result<ThreadNumber, Interrupt> {
        let (memory, threads, running) = (&*self.memory, &*self.threads, self.thread);
        let mut usable = |number: ThreadNumber| {
            let status = threads.get(number as usize).map(|thread| thread.status);
            control::may_have_number(number, status, running, |range| memory.has_word(range))
        };
        self.oracle.thread(self.thread, &mut usable)
    }

    fn choose(&mut self, source: Source, width: u16) -> Result<Bits, Interrupt> {
        self.memory.questions.push(Question::Choice);
        let value = self.oracle.value(source, width)?;
        let (Source::Instruction(place) | Source::Register(place) | Source::Memory(place)) = source;
        (self.observer)(&Event::Nondet { thread: self.thread, place, value });
        Ok(value)
    }

    /// Gives the bytes that were never written a value, one for all time.
    #[cold]
    fn fill(
        &mut self,
        place: Place,
        span: Span,
        value: u128,
        unwritten: u16,
    ) -> Result<u128, Interrupt> {
        let count = unwritten.count_ones() as u16;
        let mut chosen = self.choose(Source::Memory(place), 8 * count)?.unsigned();
        let mut value = value;
        for byte in (0..span.count).filter(|byte| unwritten >> byte & 1 == 1) {
            value |= (chosen & 0xff) << (8 * byte);
            chosen >>= 8;
        }
        self.memory.write(span, value, 0);
        Ok(value)
    }
}

fn threads_mention(threads: &Cells<Thread>, number: u32, offset_bits: u16) -> bool {
    let now = threads.iter().map(|(_, thread)| thread);
    now.chain(threads.former())
        .flat_map(|thread| &thread.frames)
        .any(|frame| frame.values().any(|value| (value.low64() >> offset_bits) as u32 == number))
}

impl Host<Concrete> for ConcreteHost<'_> {
    fn pause(&mut self, place: Place) -> bool {
        let has_died = self.usage.died > 0;
        self.pace.visible(self.ready, place, has_died) == Visible::Later
    }

    fn load(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        address: &Bits,
        access: &Access,
    ) -> Result<Bits, Interrupt> {
        let span = self.resolve(at.place, *address, self.bytes(access), false)?;
        let (mut raw, unwritten) = self.memory.read(span);
        if unwritten != 0 {
            raw = self.fill(at.place, span, raw, unwritten)?;
        }
        let width = self.ready.width(access.kind);
        let value = Bits::new(raw, width);
        let sharing = self.sharing(access);
        let (thread, place, address) = (self.thread, at.place, *address);
        (self.observer)(&Event::Read { thread, place, address, width, value, sharing });
        Ok(value)
    }

    fn store(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        address: &Bits,
        value: Option<&Bits>,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let span = self.resolve(at.place, *address, self.bytes(access), true)?;
        match value {
            Some(value) => self.memory.write(span, value.unsigned(), 0),
            None => self.memory.write(span, 0, u16::MAX),
        }
        let sharing = self.sharing(access);
        let width = self.ready.width(access.kind);
        let (thread, place, address, value) = (self.thread, at.place, *address, value.copied());
        (self.observer)(&Event::Write { thread, place, address, width, value, sharing });
        Ok(())
    }

    fn copy(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        to: &Bits,
        from: &Bits,
        access: &Access,
    ) -> Result<(), Interrupt> {
        let count = self.bytes(access);
        let source = self.resolve(at.place, *from, count, false)?;
        let target = self.resolve(at.place, *to, count, true)?;
        let (raw, unwritten) = self.memory.read(source);
        self.memory.write(target, raw, unwritten);
        let (sharing, width) = (self.sharing(access), self.ready.width(access.kind));
        let (thread, place, value) = (self.thread, at.place, Bits::new(raw, width));
        (self.observer)(&Event::Read { thread, place, address: *from, width, value, sharing });
        let value = (unwritten == 0).then_some(value);
        (self.observer)(&Event::Write { thread, place, address: *to, width, value, sharing });
        Ok(())
    }

    fn fence(&mut self, _: &mut Concrete, at: &At<Bits>, order: MemoryOrder) {
        (self.observer)(&Event::Fence { thread: self.thread, place: at.place, order });
    }

    fn allocate(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        kind: AllocationKind,
        size: &Bits,
        zeroed: bool,
    ) -> Result<Allocation<Bits>, Interrupt> {
        let size = u64::try_from(size.unsigned()).unwrap_or(u64::MAX);
        if size > self.ready.layout.largest_object() {
            return Err(Interrupt::Limit(format!(
                "allocates {size} bytes; the most that is handled here is {}",
                self.ready.layout.largest_object()
            )));
        }
        let site = self.user_place(at.place);
        let (object_kind, key) = ObjectKey::of_allocation(kind, self.thread, at.place, site);
        let object = if zeroed {
            Object::with_bytes(object_kind, vec![0; size as usize])
        } else {
            Object::unwritten(object_kind, size)
        };
        let number = self.make(key, at.place, object)?;
        Ok(Allocation { pointer: self.ready.layout.pointer(number, 0), object: number })
    }

    fn free(&mut self, _: &mut Concrete, at: &At<Bits>, address: &Bits) -> Result<(), Interrupt> {
        if address.is_zero() {
            return Ok(());
        }
        let (number, offset) = self.ready.layout.split(*address);
        self.memory.ask(number);
        let name = self.object_name(number);
        let message = match self.memory.object(number) {
            None => "frees a pointer to no object".to_string(),
            Some(object) if !matches!(object.kind, ObjectKind::Heap(..)) => {
                format!("frees {name}, which was not allocated on the heap")
            }
            Some(object) if !object.alive => format!("frees {name} twice"),
            Some(_) if offset != 0 => {
                let bytes = plural(offset.unsigned_abs(), "byte");
                format!("frees a pointer into {name}, {offset} {bytes} from its start")
            }
            Some(object) => {
                let bytes = object.size();
                self.end_object(&mut Concrete, number);
                let sharing = self.pace.section.sharing(MemoryOrder::Plain, false);
                (self.observer)(&Event::Free {
                    thread: self.thread,
                    place: at.place,
                    object: number,
                    address: *address,
                    bytes,
                    sharing,
                });
                return Ok(());
            }
        };
        Err(self.memory_fault(at.place, message))
    }

    fn end_object(&mut self, _: &mut Concrete, object: u32) {
        self.memory.kill(object);
        self.usage.died += 1;
    }

    fn object_size(
        &mut self,
        _: &mut Concrete,
        _: &At<Bits>,
        address: &Bits,
    ) -> Result<Bits, Interrupt> {
        let (number, _) = self.ready.layout.split(*address);
        let size = self.memory.live_size(number);
        Ok(Bits::new(u128::from(size), self.ready.layout.pointer_bits))
    }

    fn thread_local(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        global: GlobalId,
    ) -> Result<Bits, Interrupt> {
        let number = match self.locals.iter().find(|(of, _)| *of == global) {
            Some((_, number)) => *number,
            None => {
                let kind = ObjectKind::ThreadLocal(global, self.thread);
                let object = self.memory.instance(global, kind);
                let key = ObjectKey::ThreadLocal(self.thread, global);
                let number = self.make(key, at.place, object)?;
                self.locals.push((global, number));
                self.locals.sort_unstable();
                number
            }
        };
        Ok(self.ready.layout.pointer(number, 0))
    }

    fn variadic_area(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        values: &[Option<Bits>],
    ) -> Result<Allocation<Bits>, Interrupt> {
        let slot = self.ready.program.target.pointer_bytes() as usize;
        let size = |value: &Option<Bits>| match value {
            Some(bits) => usize::from(bits.width()).div_ceil(8).next_multiple_of(slot),
            None => slot,
        };
        let total: usize = values.iter().map(size).sum();
        let kind = ObjectKind::Stack(self.thread, at.place);
        let mut object = Object::unwritten(kind, total as u64);
        let mut offset = 0;
        for value in values {
            if let Some(bits) = value {
                object.write(offset, size(value).min(16), bits.unsigned(), 0);
            }
            offset += size(value);
        }
        let number = self.make(ObjectKey::Site(self.thread, at.place), at.place, object)?;
        Ok(Allocation { pointer: self.ready.layout.pointer(number, 0), object: number })
    }

    fn nondet(&mut self, _: &mut Concrete, source: Source, width: u16) -> Result<Bits, Interrupt> {
        self.choose(source, width)
    }

    fn assume(
        &mut self,
        _: &mut Concrete,
        _: &At<Bits>,
        condition: &Bits,
    ) -> Result<(), Interrupt> {
        if condition.is_true() { Ok(()) } else { Err(Interrupt::Assumed) }
    }

    fn check(
        &mut self,
        _: &mut Concrete,
        at: &At<Bits>,
        kind: CheckKind,
        condition: &Bits,
        message: &str,
    ) -> Result<(), Interrupt> {
        if condition.is_true() {
            return Ok(());
        }
        if self.selected.contains(kind) {
            let message = message.to_string();
            return Err(Interrupt::Failed(Failure { kind, message, place: at.place }));
        }
        match kind.when_unselected() {
            WhenUnselected::GoOn => Ok(()),
            WhenUnselected::Stop => Err(self.stopped_by(kind)),
        }
    }

    fn output(&mut self, _: &mut Concrete, at: &At<Bits>, value: &Bits) {
        let (thread, place, value) = (self.thread, at.place, *value);
        (self.observer)(&Event::Output { thread, place, value });
    }

    fn current_thread(&mut self, _: &mut Concrete) -> Bits {
        Bits::new(u128::from(self.thread), 32)
    }

    fn fails_by_itself(&mut self, _: &mut Concrete, at: &At<Bits>) -> Result<Bits, Interrupt> {
        self.memory.questions.push(Question::Choice);
        Ok(Bits::boolean(self.oracle.fails_by_itself(at.place)?))
    }
}
