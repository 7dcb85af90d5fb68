//! Whether a run contains a data race: two accesses of the same bytes by
//! different threads, at least one a write, not both atomic, that happens-before does
//! not order.
//!
//! Vector clocks keep track of it (Lamport, Mattern), by what the events of the run mean
//! (`raddle_semantics::happens_before`): program order, the creation of threads, and
//! releases with the acquires that read from them. Engines look for pairs of next steps, or
//! follow one access, so that the two check each other.

use std::collections::BTreeMap;

use raddle_ir::Origin;
use raddle_passes::{Place, Ready};
use raddle_semantics::happens_before::{Effect, Effects};
use raddle_semantics::race::Touch;
use raddle_semantics::{Event, ThreadNumber};

use raddle_terms::Bits;

use crate::replay::ExecutionStep;

/// Two accesses that race; the second is the later one. An access of the library is where the
/// program calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    pub first: (ThreadNumber, Place),
    pub second: (ThreadNumber, Place),
    /// Of the second access.
    pub address: Bits,
    pub bytes: u64,
}

/// A thread of the run; its number may have been that of another one before.
type ThreadId = u32;

/// How many steps of each thread are known to have happened before.
type Clock = BTreeMap<ThreadId, u64>;

fn learn(clock: &mut Clock, other: &Clock) {
    for (&thread, &time) in other {
        let known = clock.entry(thread).or_default();
        *known = (*known).max(time);
    }
}

/// An access that happened.
#[derive(Clone, Copy)]
struct Access {
    touch: Touch,
    thread: ThreadId,
    time: u64,
    /// Where a person sees it.
    place: Place,
}

#[derive(Default)]
struct Thread {
    clock: Clock,
    /// What it knew at its last fence that releases.
    at_fence: Option<Clock>,
    /// What it will know at its next fence that acquires.
    before_fence: Clock,
    /// Where it was in the program's own functions.
    in_program: Option<Place>,
}

#[derive(Default)]
struct Happened {
    /// Of those threads that were created, by their numbers.
    ids: BTreeMap<ThreadNumber, ThreadId>,
    threads: BTreeMap<ThreadId, Thread>,
    /// What was released through each byte, by the thread at the head of the release sequence.
    released: BTreeMap<u64, BTreeMap<ThreadId, Clock>>,
    /// What was known at the end of atomic sections.
    sections: Clock,
    /// The latest accesses of each byte: one of each kind a thread.
    accesses: BTreeMap<u64, Vec<Access>>,
}

/// The first race that the last step takes part in, or else the last one of the
/// run; and where it happens: step and event.
pub fn find(ready: &Ready, steps: &[ExecutionStep]) -> Option<(Race, usize, usize)> {
    let mut happened = Happened::default();
    let mut last = None;
    for (position, step) in steps.iter().enumerate() {
        for (race, event) in happened.step(ready, step) {
            last = Some((race, position, event));
            if position + 1 == steps.len() {
                return last;
            }
        }
    }
    last
}

impl Happened {
    /// The races of a step with earlier ones, each with the event that it happens at.
    fn step(&mut self, ready: &Ready, step: &ExecutionStep) -> Vec<(Race, usize)> {
        let mut effects = Effects::default();
        // Of each effect: its event, and where its thread is then.
        let mut origins: Vec<(usize, Option<Place>)> = Vec::new();
        for (number, event) in step.events.iter().enumerate() {
            let place = self.place(ready, event);
            effects.add(ready, event);
            origins.resize(effects.list.len(), (number, place));
        }
        let mut races = Vec::new();
        for (effect, (event, place)) in effects.list.iter().zip(origins) {
            if let Some(race) = self.effect(ready, effect, place) {
                races.push((race, event));
            }
        }
        races
    }

    /// Where a person sees the thread of an access or call.
    fn place(&mut self, ready: &Ready, event: &Event) -> Option<Place> {
        let (thread, place) = match event {
            Event::Read { thread, place, .. }
            | Event::Write { thread, place, .. }
            | Event::Free { thread, place, .. }
            | Event::Call { thread, place, .. } => (*thread, *place),
            Event::Nondet { .. }
            | Event::Return { .. }
            | Event::Wait { .. }
            | Event::Spawn { .. }
            | Event::Allocate { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => return None,
        };
        let known = &mut self.thread(thread).in_program;
        let function = ready.program.functions.get(place.function);
        match function.map_or(Origin::User, |function| function.origin) {
            Origin::User => *known = Some(place),
            Origin::Library => {}
        }
        Some(known.unwrap_or(place))
    }

    fn effect(&mut self, ready: &Ready, effect: &Effect, place: Option<Place>) -> Option<Race> {
        match *effect {
            Effect::Touch(touch) => {
                return self.access(ready, touch, place.unwrap_or(touch.place));
            }
            Effect::Read { thread, address, bytes, order } => {
                let id = self.id(thread);
                let thread = self.threads.entry(id).or_default();
                let to = match order.acquires() {
                    true => &mut thread.clock,
                    false => &mut thread.before_fence,
                };
                let bytes = self.released.range(address..address.saturating_add(bytes));
                bytes.flat_map(|(_, heads)| heads.values()).for_each(|clock| learn(to, clock));
            }
            Effect::Write { thread, address, bytes, order, continues } => {
                let id = self.id(thread);
                let knows = self.threads.entry(id).or_default();
                let released = match order.is_atomic() {
                    true if order.releases() => Some(&knows.clock),
                    true => knows.at_fence.as_ref(),
                    false => None,
                };
                for byte in address..address.saturating_add(bytes) {
                    let heads = self.released.entry(byte).or_default();
                    heads.retain(|head, _| continues || *head == id);
                    if let Some(clock) = released {
                        learn(heads.entry(id).or_default(), clock);
                    }
                }
            }
            Effect::Fence { thread, order } => {
                let thread = self.thread(thread);
                if order.acquires() {
                    let read = std::mem::take(&mut thread.before_fence);
                    learn(&mut thread.clock, &read);
                }
                if order.releases() {
                    thread.at_fence = Some(thread.clock.clone());
                }
            }
            Effect::Section { thread, begins } => {
                let id = self.id(thread);
                let clock = &mut self.threads.entry(id).or_default().clock;
                match begins {
                    true => learn(clock, &self.sections),
                    false => learn(&mut self.sections, clock),
                }
            }
            Effect::Spawn { thread, child } => {
                let clock = self.tick(thread).clone();
                let id = 1 + self.threads.keys().copied().max().unwrap_or(0);
                self.ids.insert(child, id);
                self.threads.insert(id, Thread { clock, ..Thread::default() });
            }
            Effect::Made { object } => {
                let is_other = |byte: &u64| (byte >> ready.layout.offset_bits) as u32 != object;
                self.released.retain(|byte, _| is_other(byte));
                self.accesses.retain(|byte, _| is_other(byte));
            }
        }
        None
    }

    fn id(&self, thread: ThreadNumber) -> ThreadId {
        self.ids.get(&thread).copied().unwrap_or(0)
    }

    fn thread(&mut self, thread: ThreadNumber) -> &mut Thread {
        self.threads.entry(self.id(thread)).or_default()
    }

    /// The thread's clock, after one more tick of its own.
    fn tick(&mut self, thread: ThreadNumber) -> &Clock {
        let id = self.id(thread);
        let clock = &mut self.thread(thread).clock;
        *clock.entry(id).or_default() += 1;
        clock
    }

    fn access(&mut self, ready: &Ready, touch: Touch, place: Place) -> Option<Race> {
        let clock = self.tick(touch.thread).clone();
        let thread = self.id(touch.thread);
        let time = clock.get(&thread).copied().unwrap_or_default();
        let access = Access { touch, thread, time, place };
        let mut race = None;
        for byte in touch.address..touch.address.saturating_add(touch.bytes) {
            let known = self.accesses.entry(byte).or_default();
            if let Some(earlier) = known.iter().rev().find(|known| races(known, &access, &clock)) {
                race = Some(Race {
                    first: (earlier.touch.thread, earlier.place),
                    second: (touch.thread, place),
                    address: Bits::new(u128::from(touch.address), ready.layout.pointer_bits),
                    bytes: touch.bytes,
                });
            }
            let same = |known: &Access| {
                known.thread == thread
                    && known.touch.write == touch.write
                    && known.touch.kind().is_plain() == touch.kind().is_plain()
            };
            known.retain(|known| !same(known));
            known.push(access);
        }
        race
    }
}

fn races(earlier: &Access, later: &Access, known: &Clock) -> bool {
    let ordered = known.get(&earlier.thread).copied().unwrap_or(0) >= earlier.time;
    earlier.thread != later.thread && earlier.touch.conflicts_with(&later.touch) && !ordered
}
