//! Steps that wait for something, as far as the reductions need them.
//!
//! A step behind a wait may be possible only after a step of another thread: to take a lock
//! that is held, to join a thread that runs. Then the two are dependent, but no run has the
//! waiting one first (Flanagan and Godefroid: they are not *co-enabled*). To find that out in
//! some state, the waiting thread is put there as it stood in front of its wait, and tried.

use std::rc::Rc;

use raddle_semantics::ThreadNumber;
use raddle_semantics::machine::Thread;
use rustc_hash::FxHashMap;

use super::footprint::{Footprint, PrivateCell};

/// A thread in front of a wait.
#[derive(Clone, Debug)]
pub struct WaitingStep {
    pub number: ThreadNumber,
    pub thread: Rc<Thread>,
    /// Of the thread, in the store.
    pub identity: u32,
    /// Where it was tried, what the step touched.
    pub footprint: Footprint,
    /// And what it read that no other thread sees.
    pub private: Box<[PrivateCell]>,
}

/// The number of a set of waiting steps; equal sets have equal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WaitSet(u32);

impl WaitSet {
    pub const EMPTY: WaitSet = WaitSet(0);

    pub fn number(self) -> u32 {
        self.0
    }

    pub fn from_number(number: u32) -> WaitSet {
        WaitSet(number)
    }
}

type Key = (ThreadNumber, u32, Footprint, Box<[PrivateCell]>);

/// All waiting steps of a search and their sets, each once.
pub struct Waits {
    steps: Vec<WaitingStep>,
    numbers: FxHashMap<Key, u32>,
    sets: Vec<Box<[u32]>>,
    set_numbers: FxHashMap<Box<[u32]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
}

impl Waits {
    pub fn new() -> Waits {
        let empty: Box<[u32]> = Box::default();
        Waits {
            steps: Vec::new(),
            numbers: FxHashMap::default(),
            sets: vec![empty.clone()],
            set_numbers: FxHashMap::from_iter([(empty, 0)]),
            unions: FxHashMap::default(),
        }
    }

    /// The set of one step.
    pub fn of_step(&mut self, step: WaitingStep) -> WaitSet {
        let key = (step.number, step.identity, step.footprint, step.private.clone());
        let next = self.steps.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.steps.push(step);
        }
        self.intern(vec![number])
    }

    pub fn steps(&self, set: WaitSet) -> impl Iterator<Item = &WaitingStep> {
        self.sets[set.0 as usize].iter().map(|step| &self.steps[*step as usize])
    }

    fn intern(&mut self, mut steps: Vec<u32>) -> WaitSet {
        steps.sort_unstable();
        steps.dedup();
        let steps = steps.into_boxed_slice();
        if let Some(number) = self.set_numbers.get(&steps) {
            return WaitSet(*number);
        }
        let number = self.sets.len() as u32;
        self.sets.push(steps.clone());
        self.set_numbers.insert(steps, number);
        WaitSet(number)
    }

    pub fn union(&mut self, one: WaitSet, other: WaitSet) -> WaitSet {
        if one == other || other == WaitSet::EMPTY {
            return one;
        }
        if one == WaitSet::EMPTY {
            return other;
        }
        let pair = (one.0.min(other.0), one.0.max(other.0));
        if let Some(number) = self.unions.get(&pair) {
            return WaitSet(*number);
        }
        let both = self.sets[one.0 as usize].iter().chain(&self.sets[other.0 as usize]);
        let union = self.intern(both.copied().collect());
        self.unions.insert(pair, union.0);
        union
    }

    pub fn bytes(&self) -> usize {
        let members: usize = self.sets.iter().map(|set| set.len()).sum();
        8 * members + 48 * self.sets.len() + 96 * self.steps.len() + 13 * self.unions.capacity()
    }
}
