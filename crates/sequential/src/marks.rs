//! Marks: how a run of a sequential program tells which run of the concurrent
//! program it stands for.
//!
//! The sequential program says with `output` which mark it passes: a 32-bit
//! number, the mark's position in [`Sequential::marks`]. A mark says something by
//! itself (a thread takes the step at this place of the original program) or of
//! what comes right after it (the next nondeterministic value is one that the
//! original program asks for; the next output is the time of what happened).
//! [`Sequential::happened`] turns what a run said into what happened, in the order
//! of the concurrent program. The run may be the concrete machine's or that of
//! another verifier.

use raddle_ir::{BlockId, FunctionId, Program};
use raddle_passes::Place;
use raddle_terms::Bits;

use crate::bounded::Slot;

/// A program of one thread that stands for a concurrent one.
#[derive(Clone, Debug)]
pub struct Sequential {
    pub program: Program,
    /// What an `output` of its position means.
    pub marks: Vec<TraceMark>,
    /// Where races are asked about: some that may be there are not looked for.
    pub unwatched_races: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceMark {
    /// What follows, up to the thread's first step, is its invisible beginning (or,
    /// again, what follows is this thread's).
    Begin { slot: Slot },
    /// The thread does what stands at this place of the original, which is visible.
    /// Invisible statements behind it, up to the next visible one, follow unmarked.
    Step { slot: Slot, place: Place },
    /// This thread is created. Within the step before.
    Spawn { slot: Slot },
    /// The next nondeterministic value is one that the thread asks for.
    Value { slot: Slot },
    /// The next nondeterministic value, of one bit, says whether the thread's
    /// wait goes on (or its weak exchange fails) by itself.
    ByItself { slot: Slot },
    /// Of a violation that is about where threads stand (a race, a deadlock): this
    /// thread stands in front of this place of the original, and goes no further.
    Stands { slot: Slot, place: Place },
    /// The next output is the time of all that this thread does, until the next such
    /// mark. Things happen in the order of their times; at the same time, in
    /// the order in which they were said. Programs that run in the order of time
    /// have no such marks.
    Time { slot: Slot },
    /// The `check unwind` behind this mark fails if the run needs more than this
    /// bound allows.
    Cut { reached: ReachedBound },
}

/// A bound that an execution can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReachedBound {
    /// Of the original program.
    Loop {
        function: FunctionId,
        header: BlockId,
    },
    Recursion {
        function: FunctionId,
    },
    /// Too many threads, or too many statements.
    Size,
    Rounds,
    Writes,
}

/// What a run of the sequential program said, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEvent {
    Output(Bits),
    /// The value of a `nondet`.
    Value(Bits),
    /// What was found in memory, or in a register, that was never written.
    Unwritten(Bits),
}

/// Something that a thread of the concurrent program does or is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadEvent {
    /// What follows is this thread's.
    Begin {
        slot: Slot,
    },
    Step {
        slot: Slot,
        place: Place,
    },
    Spawn {
        slot: Slot,
    },
    Value {
        slot: Slot,
        value: Bits,
    },
    ByItself {
        slot: Slot,
        goes_on: bool,
    },
    Stands {
        slot: Slot,
        place: Place,
    },
}

impl Sequential {
    /// The bound that the run passed a mark of last.
    pub fn reached(&self, ran: &[RunEvent]) -> Option<ReachedBound> {
        ran.iter().rev().find_map(|item| match item {
            RunEvent::Output(number) => match self.marks.get(number.low64() as usize)? {
                TraceMark::Cut { reached } => Some(*reached),
                TraceMark::Begin { .. }
                | TraceMark::Step { .. }
                | TraceMark::Spawn { .. }
                | TraceMark::Value { .. }
                | TraceMark::ByItself { .. }
                | TraceMark::Stands { .. }
                | TraceMark::Time { .. } => None,
            },
            RunEvent::Value(_) | RunEvent::Unwritten(_) => None,
        })
    }

    /// What happened, in the order of the concurrent program. `None` if what the run
    /// said makes no sense.
    pub fn happened(&self, ran: &[RunEvent]) -> Option<Vec<ThreadEvent>> {
        let mut list: Vec<(u128, ThreadEvent)> = Vec::new();
        let mut time = 0;
        let mut current = None;
        let mut ran = ran.iter();
        while let Some(item) = ran.next() {
            let number = match item {
                // The schedule's own choice.
                RunEvent::Value(_) => continue,
                RunEvent::Unwritten(value) => {
                    list.push((time, ThreadEvent::Value { slot: current?, value: *value }));
                    continue;
                }
                RunEvent::Output(number) => usize::try_from(number.low64()).ok()?,
            };
            let what = match *self.marks.get(number)? {
                TraceMark::Begin { slot } => {
                    current = Some(slot);
                    ThreadEvent::Begin { slot }
                }
                TraceMark::Step { slot, place } => {
                    current = Some(slot);
                    ThreadEvent::Step { slot, place }
                }
                TraceMark::Spawn { slot } => ThreadEvent::Spawn { slot },
                TraceMark::Value { slot } => {
                    ThreadEvent::Value { slot, value: next_value(&mut ran)? }
                }
                TraceMark::ByItself { slot } => {
                    ThreadEvent::ByItself { slot, goes_on: next_value(&mut ran)?.is_true() }
                }
                TraceMark::Stands { slot, place } => ThreadEvent::Stands { slot, place },
                TraceMark::Time { slot } => {
                    let Some(RunEvent::Output(at)) = ran.next() else { return None };
                    time = at.unsigned();
                    current = Some(slot);
                    continue;
                }
                TraceMark::Cut { .. } => continue,
            };
            list.push((time, what));
        }
        list.sort_by_key(|(time, _)| *time);
        Some(list.into_iter().map(|(_, what)| what).collect())
    }
}

fn next_value(ran: &mut std::slice::Iter<'_, RunEvent>) -> Option<Bits> {
    match ran.next()? {
        RunEvent::Value(value) => Some(*value),
        RunEvent::Output(_) | RunEvent::Unwritten(_) => None,
    }
}
