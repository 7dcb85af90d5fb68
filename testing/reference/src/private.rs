//! Whether a thread's next action is private: it touches only memory that no other thread
//! has the address of.
//!
//! Found as a collector of garbage finds what is alive: from the variables that all
//! threads know, and from the other threads' registers and objects, along everything
//! that could be a pointer. What is not found that way only this thread can name, and
//! before another can, this thread has to take a step that is not private.

use raddle_ir::index::Index;
use raddle_ir::{Effect, Operand, Terminator};
use raddle_passes::Ready;
use raddle_semantics::machine::{Machine, ObjectKind, Resting};
use raddle_semantics::{Status, ThreadNumber};
use raddle_terms::Bits;
use rustc_hash::FxHashSet;

/// A running thread whose next action is private.
pub fn thread(machine: &Machine<'_>) -> Option<ThreadNumber> {
    let numbers = 0..machine.threads.len() as ThreadNumber;
    numbers.into_iter().find(|&thread| machine.is_running(thread) && is_private(machine, thread))
}

fn is_private(machine: &Machine<'_>, thread: ThreadNumber) -> bool {
    let Some(objects) = next_objects(machine, thread) else { return false };
    let ready = machine.ready();
    let mut dynamic = Vec::new();
    for object in objects {
        match ready.layout.object_global(object) {
            Some(global) if ready.never_written[global] => {}
            Some(_) => return false,
            None if object < ready.layout.first_dynamic() => return false,
            None => dynamic.push(object),
        }
    }
    if dynamic.is_empty() {
        return true;
    }
    let known = known_to_others(machine, thread);
    dynamic.iter().all(|object| !known.contains(object))
}

/// The objects that the next action touches, if it is one of those that only touch
/// objects.
fn next_objects(machine: &Machine<'_>, thread: ThreadNumber) -> Option<Vec<u32>> {
    let ready = machine.ready();
    let frames = &machine.threads.get(thread as usize)?.frames;
    let frame = frames.last()?;
    let block = &ready.program.functions[frame.function].blocks[frame.block];
    let Some(statement) = block.statements.get(frame.statement as usize) else {
        let inner = frames.len() > 1 && matches!(block.terminator, Terminator::Return(_));
        return inner.then(|| frame.objects.to_vec());
    };
    let instruction = &statement.instruction;
    if instruction.effect() == Effect::EndsScope {
        return Some(frame.objects.to_vec());
    }
    let objects = instruction.accesses().map(|each| object_of(ready, frame, &each.address));
    let objects: Vec<u32> = objects.collect::<Option<_>>()?;
    (!objects.is_empty()).then_some(objects)
}

fn object_of(ready: &Ready, frame: &Resting, operand: &Operand) -> Option<u32> {
    let value = match operand {
        // Every register is kept, in order.
        Operand::Register(register) => frame.slots().nth(register.position())?.copied(),
        Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => ready.constant(operand),
        Operand::Undefined(_) => None,
    };
    Some(ready.layout.split(value?).0)
}

/// The objects made at run time that others than this thread have the address of, or
/// can find.
fn known_to_others(machine: &Machine<'_>, thread: ThreadNumber) -> FxHashSet<u32> {
    let ready = machine.ready();
    let mut known = Known { ready, found: FxHashSet::default(), open: Vec::new() };
    for (number, other) in machine.threads.iter() {
        if number as ThreadNumber == thread || other.status != Status::Running {
            continue;
        }
        other.locals.iter().for_each(|(_, object)| known.add(*object));
        for frame in &other.frames {
            frame.objects.iter().for_each(|object| known.add(*object));
            frame.values().for_each(|value| known.pointer(*value));
        }
    }
    for (_, object) in machine.memory.cells.iter() {
        if matches!(object.kind, ObjectKind::Global(_)) {
            known.contents(object.bytes());
        }
    }
    while let Some(number) = known.open.pop() {
        if let Some(object) = machine.memory.object(number) {
            known.contents(object.bytes());
        }
    }
    known.found
}

struct Known<'a> {
    ready: &'a Ready,
    found: FxHashSet<u32>,
    /// Found, but not yet looked into.
    open: Vec<u32>,
}

impl Known<'_> {
    fn add(&mut self, object: u32) {
        if object >= self.ready.layout.first_dynamic() && self.found.insert(object) {
            self.open.push(object);
        }
    }

    fn pointer(&mut self, value: Bits) {
        if value.width() == self.ready.layout.pointer_bits {
            self.add(self.ready.layout.split(value).0);
        }
    }

    /// A pointer may sit anywhere.
    fn contents(&mut self, bytes: &[u8]) {
        let width = usize::from(self.ready.layout.pointer_bits / 8);
        for word in bytes.windows(width) {
            let mut buffer = [0u8; 8];
            buffer[..width].copy_from_slice(word);
            let value = u128::from(u64::from_le_bytes(buffer));
            self.pointer(Bits::new(value, self.ready.layout.pointer_bits));
        }
    }
}
