//! Whether a run contains a data race: two accesses of the same bytes by
//! different threads, at least one a write, not both atomic, that nothing orders.
//!
//! What orders: program order; the creation of a thread; and every pair of
//! conflicting accesses that are atomic or the library's own (a lock that is
//! released and taken again is such a pair). Vector clocks keep track of it, as
//! in Lamport's and Mattern's happens-before. Engines look for pairs of next steps
//! instead, so the two check each other.
//!
//! Deviation: reads of the same synchronising bytes are taken to be ordered as
//! well. That may hide a race between threads that only read a common flag, and
//! never invents one; the two steps at the end of a schedule have nothing between
//! them, so it hides none there.

use std::collections::BTreeMap;

use raddle_ir::Origin;
use raddle_passes::{Place, Ready};
use raddle_semantics::{Event, Sharing, ThreadNumber};

use raddle_terms::Bits;

use crate::replay::TraceStep;

/// Two accesses that race; the second is the later one. An access of the library is where the
/// program calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    pub first: (ThreadNumber, Place),
    pub second: (ThreadNumber, Place),
    /// Of the second access; the width is in bits.
    pub address: Bits,
    pub width: u16,
}

/// How many steps of each thread are known to have happened before.
type Clock = BTreeMap<ThreadNumber, u64>;

#[derive(Clone, Copy)]
struct Access {
    thread: ThreadNumber,
    time: u64,
    place: Place,
    write: bool,
    sharing: Sharing,
}

#[derive(Default)]
struct Happened {
    clocks: BTreeMap<ThreadNumber, Clock>,
    /// What was released through each synchronising byte.
    released: BTreeMap<u64, Clock>,
    /// The latest accesses of each byte: one read and one write a thread and
    /// sharing.
    accesses: BTreeMap<u64, Vec<Access>>,
    /// Where each thread was in the program's own functions.
    in_program: BTreeMap<ThreadNumber, Place>,
}

/// The first race that the last step takes part in, or else the last one of the
/// run; and where it happens: step and event.
pub fn find(ready: &Ready, steps: &[TraceStep]) -> Option<(Race, usize, usize)> {
    let mut happened = Happened::default();
    let mut last = None;
    for (position, step) in steps.iter().enumerate() {
        for (number, event) in step.events.iter().enumerate() {
            let Some(race) = happened.event(ready, event) else { continue };
            last = Some((race, position, number));
            if position + 1 == steps.len() {
                return last;
            }
        }
    }
    last
}

impl Happened {
    fn event(&mut self, ready: &Ready, event: &Event) -> Option<Race> {
        match event {
            Event::Read { thread, place, address, width, sharing, .. } => {
                self.access(ready, *thread, *place, (*address, *width), false, *sharing)
            }
            Event::Write { thread, place, address, width, sharing, .. } => {
                self.access(ready, *thread, *place, (*address, *width), true, *sharing)
            }
            Event::Spawn { thread, child, .. } => {
                let mut clock = self.tick(*thread);
                // A number may be used again when its thread has ended: time goes on.
                let former = self.clocks.get(child).and_then(|clock| clock.get(child));
                if let Some(&former) = former {
                    let own = clock.entry(*child).or_default();
                    *own = (*own).max(former);
                }
                self.clocks.insert(*child, clock);
                None
            }
            Event::Call { thread, place, .. } => {
                self.pass(ready, *thread, *place);
                None
            }
            Event::Nondet { .. }
            | Event::Return { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => None,
        }
    }

    /// Where a person sees a thread that is at this place.
    fn pass(&mut self, ready: &Ready, thread: ThreadNumber, place: Place) -> Place {
        let function = ready.program.functions.get(place.function);
        match function.map_or(Origin::User, |function| function.origin) {
            Origin::User => {
                self.in_program.insert(thread, place);
                place
            }
            Origin::Library => self.in_program.get(&thread).copied().unwrap_or(place),
        }
    }

    /// The thread's clock, after one more tick of its own.
    fn tick(&mut self, thread: ThreadNumber) -> Clock {
        let clock = self.clocks.entry(thread).or_default();
        *clock.entry(thread).or_default() += 1;
        clock.clone()
    }

    fn access(
        &mut self,
        ready: &Ready,
        thread: ThreadNumber,
        place: Place,
        (address, width): (Bits, u16),
        write: bool,
        sharing: Sharing,
    ) -> Option<Race> {
        let start = address.low64();
        let bytes = start..start.saturating_add(u64::from(width.div_ceil(8)));
        match sharing {
            Sharing::Plain => {}
            Sharing::Atomic | Sharing::Exempt => {
                for byte in bytes.clone() {
                    self.synchronise(thread, byte);
                }
            }
        }
        let mut clock = self.tick(thread);
        let time = clock.remove(&thread).unwrap_or_default();
        // The library's own bookkeeping never races.
        if sharing == Sharing::Exempt || !is_visible(ready, place) {
            return None;
        }
        let place = self.pass(ready, thread, place);
        let access = Access { thread, time, place, write, sharing };
        let mut race = None;
        for byte in bytes {
            let known = self.accesses.entry(byte).or_default();
            if let Some(earlier) = known.iter().find(|known| races(known, &access, &clock)) {
                race = Some(Race {
                    first: (earlier.thread, earlier.place),
                    second: (thread, place),
                    address,
                    width,
                });
            }
            known.retain(|known| {
                known.thread != thread || known.write != write || known.sharing != sharing
            });
            known.push(access);
        }
        race
    }

    /// Learns what was released through the byte, and releases what is known.
    fn synchronise(&mut self, thread: ThreadNumber, byte: u64) {
        let own = self.clocks.entry(thread).or_default();
        let released = self.released.entry(byte).or_default();
        for (&other, &time) in released.iter() {
            let known = own.entry(other).or_default();
            *known = (*known).max(time);
        }
        released.clone_from(own);
    }
}

fn races(earlier: &Access, later: &Access, known: &Clock) -> bool {
    let conflict = earlier.thread != later.thread
        && (earlier.write || later.write)
        && (earlier.sharing == Sharing::Plain || later.sharing == Sharing::Plain);
    let ordered = known.get(&earlier.thread).copied().unwrap_or(0) >= earlier.time;
    conflict && !ordered
}

fn is_visible(ready: &Ready, place: Place) -> bool {
    let facts = ready.functions.get(place.function);
    facts
        .and_then(|facts| facts.visible.get(place.block))
        .and_then(|block| block.get(place.statement as usize))
        .copied()
        .unwrap_or(false)
}
