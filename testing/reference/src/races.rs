//! Whether a run contains a data race: two accesses of the same byte by different
//! threads, at least one a write, not both atomic, that happens-before does not order.
//!
//! What orders is the definition itself, by vector clocks (Lamport, Mattern), over the
//! whole run: program order, the creation of a thread, and what synchronises.

use raddle_ir::MemoryOrder;
use raddle_semantics::ThreadNumber;
use raddle_semantics::happens_before::Effect;
use raddle_semantics::race::Touch;
use rustc_hash::FxHashMap;

/// By thread: how much of it has happened before.
#[derive(Clone, Debug, Default)]
struct Clock(Vec<u32>);

impl Clock {
    fn of(&self, thread: usize) -> u32 {
        self.0.get(thread).copied().unwrap_or(0)
    }

    fn tick(&mut self, thread: usize) {
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

/// Whether two of these next accesses, each of which can come first, race.
pub fn race(next: &[Effect]) -> bool {
    let touches: Vec<&Touch> = next.iter().filter_map(touch).collect();
    touches
        .iter()
        .enumerate()
        .any(|(position, one)| touches[..position].iter().any(|two| one.races_with(two)))
}

fn touch(effect: &Effect) -> Option<&Touch> {
    if let Effect::Touch(touch) = effect { Some(touch) } else { None }
}

/// Whether some two accesses of a whole run race. Addresses keep the number of their object
/// above so many bits.
pub fn contains_race(run: &[Effect], offset_bits: u16) -> bool {
    let mut order = Order { threads: vec![Thread::default()], ..Order::default() };
    run.iter().any(|effect| order.races(effect, offset_bits))
}

#[derive(Default)]
struct Thread {
    clock: Clock,
    /// What stores after the last fence that releases give away.
    fenced: Clock,
    /// What relaxed loads have seen since.
    seen: Clock,
}

/// What was written to a byte last, in the way of a release sequence: by which thread the part
/// of each head was released.
type Released = Vec<(usize, Clock)>;

#[derive(Default)]
struct Order {
    /// All that ever were; a number may come again for another one.
    threads: Vec<Thread>,
    by_number: FxHashMap<ThreadNumber, usize>,
    released: FxHashMap<u64, Released>,
    sections: Clock,
    accesses: FxHashMap<u64, Vec<(Touch, usize, u32)>>,
}

impl Order {
    fn thread(&self, number: ThreadNumber) -> usize {
        self.by_number.get(&number).copied().unwrap_or(0)
    }

    /// Takes the next effect; whether it is an access that races with an earlier one.
    fn races(&mut self, effect: &Effect, offset_bits: u16) -> bool {
        match *effect {
            Effect::Touch(touch) => return self.access(touch),
            Effect::Read { thread, address, bytes, order } => {
                let thread = self.thread(thread);
                for byte in address..address + bytes {
                    for (_, clock) in self.released.get(&byte).into_iter().flatten() {
                        self.threads[thread].seen.learn(clock);
                        if order.acquires() {
                            self.threads[thread].clock.learn(clock);
                        }
                    }
                }
            }
            Effect::Write { thread, address, bytes, order, continues } => {
                let thread = self.thread(thread);
                let gives = self.gives(thread, order);
                for byte in address..address + bytes {
                    let heads = self.released.entry(byte).or_default();
                    heads.retain(|(head, _)| continues || *head == thread);
                    // An acquire that reads this reads all heads of one thread, so their union will do.
                    match heads.iter_mut().find(|(head, _)| *head == thread) {
                        Some((_, released)) => released.learn(&gives),
                        None => heads.push((thread, gives.clone())),
                    }
                }
            }
            Effect::Fence { thread, order } => {
                let id = self.thread(thread);
                let thread = &mut self.threads[id];
                if order.acquires() {
                    thread.clock.learn(&thread.seen);
                }
                if order.releases() {
                    thread.fenced = thread.clock.clone();
                }
            }
            Effect::Section { thread, begins } => {
                let id = self.thread(thread);
                let clock = &mut self.threads[id].clock;
                if begins {
                    clock.learn(&self.sections);
                } else {
                    self.sections.learn(clock);
                }
            }
            Effect::Spawn { thread, child } => {
                let parent = self.thread(thread);
                self.threads[parent].clock.tick(parent);
                let clock = self.threads[parent].clock.clone();
                self.by_number.insert(child, self.threads.len());
                self.threads.push(Thread { clock, ..Thread::default() });
            }
            Effect::Made { object } => {
                let is_other = |byte: u64| (byte >> offset_bits) as u32 != object;
                self.released.retain(|byte, _| is_other(*byte));
                self.accesses.retain(|byte, _| is_other(*byte));
            }
        }
        false
    }

    /// What a write of this order lets others acquire.
    fn gives(&self, thread: usize, order: MemoryOrder) -> Clock {
        let thread = &self.threads[thread];
        match order {
            MemoryOrder::Plain => Clock::default(),
            MemoryOrder::Relaxed | MemoryOrder::Acquire => thread.fenced.clone(),
            MemoryOrder::Release
            | MemoryOrder::AcquireRelease
            | MemoryOrder::SequentiallyConsistent => thread.clock.clone(),
        }
    }

    fn access(&mut self, touch: Touch) -> bool {
        let thread = self.thread(touch.thread);
        let clock = &mut self.threads[thread].clock;
        clock.tick(thread);
        let time = clock.of(thread);
        let mut found = false;
        for byte in touch.address..touch.address + touch.bytes {
            let earlier = self.accesses.entry(byte).or_default();
            found |= earlier.iter().any(|(other, of, time)| {
                *of != thread && other.conflicts_with(&touch) && clock.of(*of) < *time
            });
            // What is ordered after a thread's last access of a kind is ordered after all of them.
            let same = |(other, of, _): &&mut (Touch, usize, u32)| {
                *of == thread && other.kind() == touch.kind()
            };
            match earlier.iter_mut().find(same) {
                Some(last) => *last = (touch, thread, time),
                None => earlier.push((touch, thread, time)),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MemoryOrder::{Acquire, Relaxed, Release};
    use raddle_semantics::race::Touch;

    const OFFSET_BITS: u16 = 32;
    const DATA: u64 = 7 << 32;
    const FLAG: u64 = 8 << 32;

    fn touch(thread: ThreadNumber, address: u64, write: bool, atomic: bool) -> Effect {
        Effect::Touch(Touch::example(thread, address, 4, write, atomic))
    }

    fn load(thread: ThreadNumber, order: MemoryOrder) -> Effect {
        Effect::Read { thread, address: FLAG, bytes: 4, order }
    }

    fn store(thread: ThreadNumber, order: MemoryOrder, continues: bool) -> Effect {
        Effect::Write { thread, address: FLAG, bytes: 4, order, continues }
    }

    fn races(rest: &[Effect]) -> bool {
        let start = [1, 2, 3].map(|child| Effect::Spawn { thread: 0, child });
        contains_race(&[&start[..], rest].concat(), OFFSET_BITS)
    }

    /// Whether `DATA`, written by 1 before and read by 2 after these, is raced on.
    fn published(by: &[Effect]) -> bool {
        let (before, after) = (touch(1, DATA, true, false), touch(2, DATA, false, false));
        races(&[&[before][..], by, &[after][..]].concat())
    }

    #[test]
    fn unordered_conflicts_race() {
        assert!(published(&[]));
        assert!(races(&[touch(1, DATA, true, false), touch(2, DATA + 3, true, true)]));
        assert!(!races(&[touch(1, DATA, true, false), touch(2, DATA + 4, true, false)]));
        assert!(!races(&[touch(1, DATA, false, false), touch(2, DATA, false, false)]));
        assert!(!races(&[touch(1, DATA, true, true), touch(2, DATA, true, true)]));
        assert!(!races(&[touch(1, DATA, true, false), touch(1, DATA, true, false)]));
    }

    #[test]
    fn only_a_release_that_is_acquired_orders() {
        assert!(!published(&[store(1, Release, false), load(2, Acquire)]));
        assert!(published(&[store(1, Relaxed, false), load(2, Acquire)]));
        assert!(published(&[store(1, Release, false), load(2, Relaxed)]));
        assert!(published(&[load(1, Acquire), load(2, Acquire)]));
        assert!(published(&[load(2, Acquire), store(1, Release, false)]));
    }

    #[test]
    fn release_sequences_go_on_by_updates_and_by_their_own_thread() {
        let release = store(1, Release, false);
        assert!(!published(&[release, store(3, Relaxed, true), load(2, Acquire)]));
        assert!(published(&[release, store(3, Relaxed, false), load(2, Acquire)]));
        assert!(!published(&[release, store(1, Relaxed, false), load(2, Acquire)]));
        let other = [store(3, Release, true), store(3, Relaxed, false)];
        assert!(published(&[release, other[0], other[1], load(2, Acquire)]));
    }

    #[test]
    fn fences_release_and_acquire_for_relaxed_accesses() {
        let fence = |thread, order| Effect::Fence { thread, order };
        let (store, load) = (store(1, Relaxed, false), load(2, Relaxed));
        assert!(!published(&[fence(1, Release), store, load, fence(2, Acquire)]));
        assert!(published(&[store, fence(1, Release), load, fence(2, Acquire)]));
        assert!(published(&[fence(1, Release), store, fence(2, Acquire), load]));
        assert!(published(&[fence(1, Acquire), store, load, fence(2, Release)]));
    }

    #[test]
    fn sections_and_creation_order() {
        let section = |thread, begins| Effect::Section { thread, begins };
        let both = [section(1, true), section(1, false), section(2, true), section(2, false)];
        assert!(!published(&both));
        assert!(published(&both[..2]));
        let (write, spawn) = (touch(0, DATA, true, false), Effect::Spawn { thread: 0, child: 4 });
        assert!(!races(&[write, spawn, touch(4, DATA, true, false)]));
        assert!(races(&[write, spawn, touch(1, DATA, true, false)]));
        // A number that comes again is another thread.
        let again = Effect::Spawn { thread: 2, child: 1 };
        assert!(races(&[touch(1, DATA, true, false), again, touch(1, DATA, true, false)]));
    }

    #[test]
    fn what_dies_and_what_is_made_after_it_are_two_objects() {
        let [one, two] = [1, 2].map(|thread| touch(thread, DATA, true, false));
        assert!(races(&[one, two]));
        assert!(!races(&[one, Effect::Made { object: 7 }, two]));
    }
}
