//! Whether a run contains a data race: two accesses of the same byte by different
//! threads, at least one a write, not both atomic, that nothing orders.
//!
//! What orders is the definition itself, by vector clocks (Lamport, Mattern): program
//! order, the creation of a thread, and every pair of conflicting accesses that are
//! atomic or the library's own. Two reads order nothing.

use raddle_passes::PointerLayout;
use raddle_semantics::{Event, Sharing, ThreadNumber};
use raddle_terms::Bits;
use rustc_hash::FxHashMap;

/// A byte: of which object, and where in it.
type Address = (u32, i64);

/// What matters of an event.
#[derive(Clone, Copy, Debug)]
pub enum Happened {
    Access {
        thread: ThreadNumber,
        address: Address,
        bytes: i64,
        write: bool,
        sharing: Sharing,
    },
    /// A new object, perhaps with the number of one that has died.
    Made {
        object: u32,
    },
    Spawn {
        parent: ThreadNumber,
        child: ThreadNumber,
    },
}

impl Happened {
    pub fn of(layout: &PointerLayout, event: &Event) -> Option<Happened> {
        let access =
            |thread: &ThreadNumber, address: &Bits, width: u16, write, sharing: &Sharing| {
                let (address, bytes) = (layout.split(*address), i64::from(width.div_ceil(8)));
                Some(Happened::Access { thread: *thread, address, bytes, write, sharing: *sharing })
            };
        match event {
            Event::Read { thread, address, width, sharing, .. } => {
                access(thread, address, *width, false, sharing)
            }
            Event::Write { thread, address, width, sharing, .. } => {
                access(thread, address, *width, true, sharing)
            }
            Event::Allocate { object, .. } => Some(Happened::Made { object: *object }),
            Event::Spawn { thread, child, .. } => {
                Some(Happened::Spawn { parent: *thread, child: *child })
            }
            Event::Nondet { .. }
            | Event::Call { .. }
            | Event::Return { .. }
            | Event::Wait { .. }
            | Event::Free { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => None,
        }
    }
}

/// By thread: how much of it has happened before.
#[derive(Clone, Debug, Default)]
struct Clock(Vec<u32>);

impl Clock {
    fn of(&self, thread: ThreadNumber) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    fn tick(&mut self, thread: ThreadNumber) {
        let thread = thread as usize;
        self.0.resize(self.0.len().max(thread + 1), 0);
        self.0[thread] += 1;
    }

    fn learn(&mut self, other: &Clock) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (own, theirs) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*theirs);
        }
    }
}

#[derive(Clone, Copy)]
struct Earlier {
    thread: ThreadNumber,
    time: u32,
    write: bool,
    plain: bool,
}

/// What is known of one byte.
#[derive(Default)]
struct Byte {
    accesses: Vec<Earlier>,
    /// What those knew that wrote it, or read it, to synchronise.
    written: Clock,
    read: Clock,
}

/// Whether two of these next accesses, each of which can come first, race.
pub fn race(next: &[Happened]) -> bool {
    next.iter()
        .enumerate()
        .any(|(position, one)| next[..position].iter().any(|two| conflict(one, two)))
}

fn conflict(one: &Happened, two: &Happened) -> bool {
    use Happened::Access;
    let (
        Access { thread, address: (object, start), bytes, write, sharing },
        Access {
            thread: other,
            address: (same, begin),
            bytes: count,
            write: writes,
            sharing: kind,
        },
    ) = (one, two)
    else {
        return false;
    };
    let exempt = [sharing, kind].contains(&&Sharing::Exempt);
    let plain = [sharing, kind].contains(&&Sharing::Plain);
    let overlap = object == same && *start < begin + count && *begin < start + bytes;
    thread != other && (*write || *writes) && plain && !exempt && overlap
}

/// Whether some two accesses of a whole run race.
pub fn contains_race(run: &[Happened]) -> bool {
    let mut clocks: FxHashMap<ThreadNumber, Clock> = FxHashMap::default();
    let mut bytes: FxHashMap<Address, Byte> = FxHashMap::default();
    for happened in run {
        match *happened {
            Happened::Spawn { parent, child } => {
                let clock = clocks.entry(parent).or_default();
                clock.tick(parent);
                let inherited = clock.clone();
                // A number may be used again; its time goes on.
                clocks.entry(child).or_default().learn(&inherited);
            }
            Happened::Made { object } => bytes.retain(|(of, _), _| *of != object),
            Happened::Access { thread, address: (object, start), bytes: count, write, sharing } => {
                let clock = clocks.entry(thread).or_default();
                clock.tick(thread);
                for offset in start..start.saturating_add(count) {
                    let byte = bytes.entry((object, offset)).or_default();
                    if byte.access(clock, thread, write, sharing) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

impl Byte {
    /// Whether the access races with an earlier one.
    fn access(
        &mut self,
        clock: &mut Clock,
        thread: ThreadNumber,
        write: bool,
        sharing: Sharing,
    ) -> bool {
        if sharing != Sharing::Plain {
            clock.learn(&self.written);
            if write {
                clock.learn(&self.read);
                self.written.learn(clock);
            } else {
                self.read.learn(clock);
            }
        }
        if sharing == Sharing::Exempt {
            return false;
        }
        let plain = sharing == Sharing::Plain;
        let races = |earlier: &Earlier| {
            earlier.thread != thread
                && (earlier.write || write)
                && (earlier.plain || plain)
                && clock.of(earlier.thread) < earlier.time
        };
        let found = self.accesses.iter().any(races);
        let same = |earlier: &Earlier| {
            earlier.thread == thread && earlier.write == write && earlier.plain == plain
        };
        self.accesses.retain(|earlier| !same(earlier));
        self.accesses.push(Earlier { thread, time: clock.of(thread), write, plain });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(thread: ThreadNumber, offset: i64, write: bool, sharing: Sharing) -> Happened {
        Happened::Access { thread, address: (7, offset), bytes: 4, write, sharing }
    }

    const START: [Happened; 2] =
        [Happened::Spawn { parent: 0, child: 1 }, Happened::Spawn { parent: 0, child: 2 }];

    fn race(rest: &[Happened]) -> bool {
        contains_race(&[&START[..], rest].concat())
    }

    #[test]
    fn unordered_conflicts_race() {
        let (plain, atomic) = (Sharing::Plain, Sharing::Atomic);
        assert!(race(&[access(1, 8, true, plain), access(2, 8, false, plain)]));
        assert!(race(&[access(1, 8, true, plain), access(2, 11, true, atomic)]));
        assert!(!race(&[access(1, 8, true, plain), access(2, 12, true, plain)]));
        assert!(!race(&[access(1, 8, false, plain), access(2, 8, false, plain)]));
        assert!(!race(&[access(1, 8, true, atomic), access(2, 8, true, atomic)]));
        assert!(!race(&[access(1, 8, true, plain), access(1, 8, true, plain)]));
    }

    #[test]
    fn what_happens_before_does_not_race() {
        let (plain, atomic) = (Sharing::Plain, Sharing::Atomic);
        let published = [
            access(1, 8, true, plain),
            access(1, 32, true, atomic),
            access(2, 32, false, atomic),
            access(2, 8, false, plain),
        ];
        assert!(!race(&published));
        // Two reads of a flag order nothing.
        let read = [
            access(1, 8, true, plain),
            access(1, 32, false, atomic),
            access(2, 32, false, atomic),
            access(2, 8, false, plain),
        ];
        assert!(race(&read));
        let created = [access(0, 8, true, plain), Happened::Spawn { parent: 0, child: 3 }];
        assert!(!race(&[&created[..], &[access(3, 8, true, plain)]].concat()));
        assert!(race(&[&created[..], &[access(1, 8, true, plain)]].concat()));
        // What dies and what is made after it are two objects, whatever their number.
        let [one, two] = [access(1, 8, true, plain), access(2, 8, true, plain)];
        assert!(!race(&[one, Happened::Made { object: 7 }, two]));
    }
}
