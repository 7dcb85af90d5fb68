//! Random runs: in every state each thread's next step is tried and taken back, so that what can
//! come next is seen, and one of them is taken.

use raddle_passes::{Place, Ready};
use raddle_reference::Watcher;
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::{Event, Machine, Selected, StepEnd, ThreadNumber};
use raddle_terms::Bits;

use crate::Outcome;
use crate::claims::Claims;
use crate::monitor::Monitor;

/// In a hundred steps, how many are taken by whom took the last one, if that is possible.
const STAYS: u64 = 45;
/// Where steps are long, a walk ends after so many events.
const MOST_EVENTS: usize = 8_000;

pub fn walk(
    ready: &Ready,
    selected: Selected,
    claims: &Claims<'_>,
    seed: u64,
    most_steps: u32,
) -> Outcome {
    let machine = Machine::for_runs(ready, selected);
    let chance = Chance { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) };
    let mut walk = Walk { machine, monitor: Monitor::new(claims), chance, events: 0 };
    if walk.step(None) {
        let mut last = 0;
        for _ in 0..most_steps {
            let Some(thread) = walk.any_thread(last) else { break };
            last = thread;
            if walk.events > MOST_EVENTS {
                break;
            }
        }
    }
    walk.monitor.outcome()
}

struct Walk<'a> {
    machine: Machine<'a>,
    monitor: Monitor<'a>,
    chance: Chance,
    /// Events that happened, also in what was taken back.
    events: usize,
}

impl Walk<'_> {
    /// Tries all threads, and goes on with one of them.
    fn any_thread(&mut self, last: ThreadNumber) -> Option<ThreadNumber> {
        let mut possible: Vec<(ThreadNumber, Chance)> = Vec::new();
        for thread in 0..self.machine.threads.len() as ThreadNumber {
            if !self.machine.is_running(thread) {
                continue;
            }
            let (mark, before) = (self.machine.mark(), self.chance.clone());
            if self.step(Some(thread)) {
                self.monitor.back();
                possible.push((thread, before));
            }
            self.machine.undo_to(mark);
        }
        if possible.is_empty() || self.monitor.is_refuted() {
            return None;
        }
        let same = possible.iter().position(|(thread, _)| *thread == last);
        let drawn = self.chance.next() as usize % possible.len();
        let chosen = same.filter(|_| self.chance.next() % 100 < STAYS).unwrap_or(drawn);
        let (thread, before) = possible.swap_remove(chosen);
        let after = std::mem::replace(&mut self.chance, before);
        let done = self.step(Some(thread));
        self.chance = after;
        done.then_some(thread)
    }

    /// A step of a thread, or of `main` to its first action; whether it happened.
    fn step(&mut self, thread: Option<ThreadNumber>) -> bool {
        loop {
            let mark = self.machine.mark();
            let mut events = Vec::new();
            let mut observer = |event: &Event| events.push(event.clone());
            let end = match thread {
                None => self.machine.begin(&mut self.chance, &mut observer),
                Some(thread) => self.machine.step(thread, &mut self.chance, &mut observer),
            };
            self.events += events.len();
            match end {
                StepEnd::Done { .. } => {
                    self.machine.end_step();
                    self.monitor.forwards(&self.machine, &events);
                    return true;
                }
                // Again, as if the check were not selected.
                StepEnd::Failed { failure, .. } => {
                    self.machine.undo_to(mark);
                    self.machine.deselect(failure.kind);
                }
                StepEnd::Blocked { .. }
                | StepEnd::Infeasible
                | StepEnd::Unsupported { .. }
                | StepEnd::Limit(_) => {
                    self.machine.undo_to(mark);
                    return false;
                }
            }
        }
    }
}

/// What is left open is drawn (SplitMix64), small values more often than others.
#[derive(Clone)]
struct Chance {
    state: u64,
}

impl Chance {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Oracle for Chance {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        let drawn = match self.next() % 8 {
            0..=3 => u128::from(self.next() % 4),
            4 => u128::MAX - u128::from(self.next() % 3),
            5 => (1u128 << (width - 1)).wrapping_sub(u128::from(self.next() % 2)),
            6 => u128::from(self.next() % 64),
            _ => u128::from(self.next()) << 64 | u128::from(self.next()),
        };
        Ok(Bits::new(drawn, width))
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        Ok(self.next().is_multiple_of(4))
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = (first..limit).find(|number| usable(*number));
        number.ok_or_else(|| Interrupt::Limit("no number is left for an object".to_owned()))
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let number = (1..1 << 16).find(|number| usable(*number));
        number.ok_or_else(|| Interrupt::Limit("no number is left for a thread".to_owned()))
    }
}
