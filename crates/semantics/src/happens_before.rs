//! What orders accesses, and which accesses of a run are ordered after a given one.
//!
//! [`Effects`] says of each event what it means for happens-before as C11 defines it: a
//! write that releases and the thread that reads it, or what continues its release sequence, and
//! acquires; fences; the creation of a thread; atomic sections of the program, which
//! synchronise like one lock that all of them take, and whose accesses are sequentially
//! consistent. What the library's primitives order is
//! said in `library/*.c`, by the orders of their accesses.
//!
//! [`Watched`] follows one access through a run, as Goldilocks does (Elmas, Qadeer, Tasiran):
//! it keeps what is ordered after it, threads and synchronising bytes. That is finite, in
//! contrast to vector clocks, so that it can be a part of a state. Goldilocks keeps such a set
//! for the last accesses of every variable; here the search guesses the access, so that states
//! are multiplied by the accesses, and not by all combinations of what they are ordered before.
//!
//! Deviations: accesses of `memory_order_consume` acquire, as compilers have it. A release
//! sequence of the library's own objects is never broken.

use std::collections::BTreeMap;

use raddle_ir::{Instruction, MemoryOrder};
use raddle_passes::{Place, Ready};

use crate::machine::{Event, Sharing};
use crate::race::{Touch, TouchKind};
use crate::schedule::ThreadNumber;

/// What an event means for the order of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// An access that can race.
    Touch(Touch),
    Read {
        thread: ThreadNumber,
        address: u64,
        bytes: u64,
        order: MemoryOrder,
    },
    Write {
        thread: ThreadNumber,
        address: u64,
        bytes: u64,
        order: MemoryOrder,
        /// It continues release sequences: an update, or the library's own.
        continues: bool,
    },
    Fence {
        thread: ThreadNumber,
        order: MemoryOrder,
    },
    /// An atomic section of the program.
    Section {
        thread: ThreadNumber,
        begins: bool,
    },
    Spawn {
        thread: ThreadNumber,
        child: ThreadNumber,
    },
    /// A new object, perhaps with the number of one that has died.
    Made {
        object: u32,
    },
}

/// The effects of a list of events, in their order.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub list: Vec<Effect>,
    /// Of a compare-and-exchange: where its read is in the list, and the order that it has
    /// if it succeeds.
    exchange: Option<(usize, Place, MemoryOrder)>,
}

impl Effects {
    pub fn clear(&mut self) {
        self.list.clear();
        self.begin_step();
    }

    /// Another step follows: none of its writes belongs to an exchange before.
    pub fn begin_step(&mut self) {
        self.exchange = None;
    }

    /// Forgets the accesses from a position on, but not what they order.
    pub fn drop_touches(&mut self, from: usize) {
        let kept: Vec<Effect> = self.list.drain(from..).collect();
        self.list.extend(kept.into_iter().filter(|each| !matches!(each, Effect::Touch(_))));
    }

    /// Only whatever can race.
    pub fn add_touch(&mut self, ready: &Ready, event: &Event) {
        self.list.extend(Touch::of(ready, event).map(Effect::Touch));
    }

    pub fn add(&mut self, ready: &Ready, event: &Event) {
        match event {
            Event::Read { thread, place, address, width, sharing, .. } => {
                let kind = Kind::at(ready, *place);
                let order = sharing.order(kind.failure.unwrap_or(kind.order));
                self.exchange = kind.failure.map(|_| (self.list.len(), *place, kind.order));
                if matters(*sharing, order) || kind.failure.is_some() {
                    let (address, bytes) = (address.low64(), u64::from(width.div_ceil(8)));
                    self.list.push(Effect::Read { thread: *thread, address, bytes, order });
                }
                self.add_touch(ready, event);
            }
            Event::Write { thread, place, address, width, sharing, .. } => {
                let kind = Kind::at(ready, *place);
                self.succeed(*place);
                self.add_touch(ready, event);
                if *sharing != Sharing::Exempt || kind.order.releases() {
                    self.list.push(Effect::Write {
                        thread: *thread,
                        address: address.low64(),
                        bytes: u64::from(width.div_ceil(8)),
                        order: sharing.order(kind.order),
                        continues: kind.updates || *sharing == Sharing::Exempt,
                    });
                }
            }
            Event::Free { .. } => self.add_touch(ready, event),
            Event::Fence { thread, order, .. } => {
                self.list.push(Effect::Fence { thread: *thread, order: *order });
            }
            Event::Section { thread, begins, .. } => {
                self.list.push(Effect::Section { thread: *thread, begins: *begins });
            }
            Event::Spawn { thread, child, .. } => {
                self.list.push(Effect::Spawn { thread: *thread, child: *child });
            }
            Event::Allocate { object, .. } => self.list.push(Effect::Made { object: *object }),
            Event::Nondet { .. }
            | Event::Call { .. }
            | Event::Return { .. }
            | Event::Wait { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => {}
        }
    }

    /// A write at this place: if that is an exchange, it succeeds.
    fn succeed(&mut self, place: Place) {
        if let Some((at, of, success)) = self.exchange.take()
            && of == place
            && let Some(Effect::Read { order, .. }) = self.list.get_mut(at)
        {
            *order = success;
        }
    }
}

/// Whether a read can order anything.
fn matters(sharing: Sharing, order: MemoryOrder) -> bool {
    match sharing {
        Sharing::Plain => false,
        Sharing::Atomic => order.is_atomic(),
        Sharing::Exempt => order.acquires(),
    }
}

/// How the access at a place orders.
struct Kind {
    order: MemoryOrder,
    /// Of a compare-and-exchange that fails.
    failure: Option<MemoryOrder>,
    /// It reads and writes in one.
    updates: bool,
}

impl Kind {
    fn at(ready: &Ready, place: Place) -> Kind {
        let instruction = place.instruction(&ready.program);
        let access = instruction.and_then(|instruction| instruction.accesses().next());
        // What is stored in passing (the area of variable arguments) is the thread's own.
        let order = access.and_then(|each| each.bytes).map_or(MemoryOrder::Plain, |it| it.order);
        let failure = match instruction {
            Some(Instruction::CompareExchange { failure, .. }) => Some(*failure),
            Some(_) | None => None,
        };
        Kind { order, failure, updates: access.is_some_and(|each| each.reads && each.writes) }
    }
}

/// A set of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThreadSet([u64; 4]);

impl ThreadSet {
    /// A thread that is gone, and whose number may belong to another one now. (The machine's
    /// limit is below it.)
    const GONE: ThreadNumber = 255;

    pub fn contains(&self, thread: ThreadNumber) -> bool {
        let word = self.0.get(thread as usize / 64);
        word.is_some_and(|word| word >> (thread % 64) & 1 == 1)
    }

    fn set(&mut self, thread: ThreadNumber, member: bool) {
        if let Some(word) = self.0.get_mut(thread as usize / 64) {
            *word = *word & !(1 << (thread % 64)) | u64::from(member) << (thread % 64);
        }
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
}

/// An access of a run that goes on, and what is ordered after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Watched {
    address: u64,
    bytes: u64,
    kind: TouchKind,
    /// Where the object's number is in an address.
    offset_bits: u16,
    /// The threads that are ordered after it from here on, its own among them.
    after: ThreadSet,
    /// Those that were at their last fence that releases.
    at_fence: ThreadSet,
    /// Those that will be at their next fence that acquires.
    before_fence: ThreadSet,
    /// A thread that enters an atomic section is.
    sections: bool,
    /// The bytes through which it is released, and by whom: the heads of release sequences.
    released: BTreeMap<u64, ThreadSet>,
}

impl Watched {
    /// Begins with an access that has just happened.
    pub fn new(ready: &Ready, touch: &Touch) -> Watched {
        let mut after = ThreadSet::default();
        after.set(touch.thread, true);
        Watched {
            address: touch.address,
            bytes: touch.bytes,
            kind: touch.kind(),
            offset_bits: ready.layout.offset_bits,
            after,
            at_fence: ThreadSet::default(),
            before_fence: ThreadSet::default(),
            sections: false,
            released: BTreeMap::new(),
        }
    }

    /// Whether what such a thread does from here on is ordered after the access.
    pub fn is_before(&self, thread: ThreadNumber) -> bool {
        self.after.contains(thread)
    }

    /// Goes on; the access that races with the watched one, if there is one.
    pub fn advance(&mut self, effects: &[Effect]) -> Option<Touch> {
        effects.iter().find_map(|effect| self.effect(effect))
    }

    fn effect(&mut self, effect: &Effect) -> Option<Touch> {
        match *effect {
            Effect::Touch(touch) => return self.races_with(&touch).then_some(touch),
            Effect::Read { thread, address, bytes, order } => {
                if !self.is_released(address, bytes) {
                } else if order.acquires() {
                    self.after.set(thread, true);
                } else {
                    self.before_fence.set(thread, true);
                }
            }
            Effect::Write { thread, address, bytes, order, continues } => {
                let heads = match order.is_atomic() {
                    true if order.releases() => self.after,
                    true => self.at_fence,
                    false => ThreadSet::default(),
                };
                self.write(address, bytes, thread, heads.contains(thread), continues);
            }
            Effect::Fence { thread, order } => {
                if order.acquires() && self.before_fence.contains(thread) {
                    self.after.set(thread, true);
                }
                if order.releases() {
                    self.at_fence.set(thread, self.after.contains(thread));
                }
            }
            Effect::Section { thread, begins: true } => {
                let ordered = self.sections || self.after.contains(thread);
                self.after.set(thread, ordered);
            }
            Effect::Section { thread, begins: false } => {
                self.sections |= self.after.contains(thread);
            }
            Effect::Spawn { thread, child } => self.spawn(thread, child),
            Effect::Made { object } => self.made(object),
        }
        None
    }

    fn races_with(&self, touch: &Touch) -> bool {
        let (end, other_end) =
            (self.address.saturating_add(self.bytes), touch.address.saturating_add(touch.bytes));
        !self.after.contains(touch.thread)
            && self.kind.conflicts_with(touch.kind())
            && touch.address < end
            && self.address < other_end
    }

    fn is_released(&self, address: u64, bytes: u64) -> bool {
        self.released.range(address..address.saturating_add(bytes)).next().is_some()
    }

    /// A write is a new head if its thread released before it, or does so with it. Those of
    /// others end with it unless it continues them.
    fn write(
        &mut self,
        address: u64,
        bytes: u64,
        thread: ThreadNumber,
        is_head: bool,
        continues: bool,
    ) {
        for byte in address..address.saturating_add(bytes) {
            let mut heads = self.released.remove(&byte).unwrap_or_default();
            if !continues {
                let own = heads.contains(thread);
                heads = ThreadSet::default();
                heads.set(thread, own);
            }
            if is_head {
                heads.set(thread, true);
            }
            if !heads.is_empty() {
                self.released.insert(byte, heads);
            }
        }
    }

    /// The number of the new thread may have been that of another one.
    fn spawn(&mut self, thread: ThreadNumber, child: ThreadNumber) {
        self.after.set(child, self.after.contains(thread));
        self.at_fence.set(child, false);
        self.before_fence.set(child, false);
        for heads in self.released.values_mut().filter(|heads| heads.contains(child)) {
            heads.set(child, false);
            heads.set(ThreadSet::GONE, true);
        }
    }

    fn made(&mut self, object: u32) {
        let of = |address: u64| (address >> self.offset_bits) as u32 == object;
        if of(self.address) {
            // The object of the access is no more: nothing touches it again.
            self.bytes = 0;
        }
        self.released.retain(|byte, _| (*byte >> self.offset_bits) as u32 != object);
    }

    /// Whether nothing that the threads for which `running` holds still do can race with it.
    pub fn is_over(&self, mut running: impl Iterator<Item = ThreadNumber>) -> bool {
        self.bytes == 0 || running.all(|thread| self.after.contains(thread))
    }
}
