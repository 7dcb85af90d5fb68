//! The ways through a step that are still under way: taken one by one, or in
//! the order of the program and merged where they meet.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_passes::Ready;
use raddle_passes::block_order::BlockOrder;
use raddle_terms::{Term, TermStore};

use super::guard::Guard;
use super::hands::Way;
use super::observe::Passing;
use super::rounds::Rounds;
use super::state::{Counters, State, merge_frames, merge_objects, merge_threads};
use crate::frame::Frame;
use crate::machine::{Resting, Thread};
use crate::schedule::ThreadNumber;

/// One way, where it is now.
#[derive(Clone, Debug)]
pub struct Path {
    pub way: Way,
    pub frame: Frame<Term>,
    /// The running thread without its innermost frame.
    pub working: Thread<Term>,
    /// One a frame, the innermost included.
    pub counters: Vec<Counters>,
    pub created: Vec<ThreadNumber>,
    pub by_itself: bool,
    pub loops: u32,
    /// The loops that a thread run apart is in, one list a frame.
    pub rounds: Vec<Rounds>,
}

impl Path {
    pub fn passing(&self) -> Passing<'_> {
        Passing {
            frame: &self.frame,
            state: &self.way.state,
            callers: &self.working.frames,
            counters: &self.counters,
        }
    }

    /// Where it is in the order of the program: ways with a smaller key run first,
    /// and those with equal keys may be merged.
    fn key(&self, orders: &mut dyn FnMut(raddle_ir::FunctionId) -> Rc<BlockOrder>) -> Vec<u32> {
        let mut key = Vec::new();
        let below = self.working.frames.iter().map(|frame| frame.place());
        let places = below.chain([self.frame.place()]);
        for (place, counters) in places.zip(&self.counters) {
            let order = orders(place.function);
            key.push(place.function.position() as u32);
            for header in order.loops(place.block) {
                let count = counters.iter().find(|(of, _)| of == header).map_or(0, |(_, n)| *n);
                key.extend([order.number(*header), count]);
            }
            key.extend([order.number(place.block), place.statement]);
        }
        key
    }

    /// Forgets registers that nothing needs, so that they keep nothing apart.
    pub fn prune(&mut self, ready: &Ready) {
        let facts = &ready.functions[self.frame.function];
        let live = &facts.live[self.frame.block][self.frame.statement as usize];
        for (position, register) in self.frame.registers.iter_mut().enumerate() {
            if register.is_some() && !live.iter().any(|live| live.position() == position) {
                *register = None;
            }
        }
    }

    fn fits(&self, other: &Path) -> bool {
        let lacks_the_same =
            |(one, two): (&Option<Term>, &Option<Term>)| one.is_some() == two.is_some();
        self.way.thread == other.way.thread
            && self.way.pace == other.way.pace
            && self.way.apart.fits(&other.way.apart, self.way.pace.depth)
            && self.way.locals == other.way.locals
            && self.way.caller == other.way.caller
            && self.created == other.created
            && self.by_itself == other.by_itself
            && self.counters == other.counters
            && self.frame.place() == other.frame.place()
            && self.frame.objects == other.frame.objects
            && self.frame.extra == other.frame.extra
            && self.frame.registers.iter().zip(&other.frame.registers).all(lacks_the_same)
    }

    /// One way for both, or `None` if they do not fit.
    fn merge(&self, terms: &mut TermStore, other: &Path) -> Option<Path> {
        if !self.fits(other) {
            return None;
        }
        let (one, two) = (&self.way.state, &other.way.state);
        let (guard, selector) = Guard::merge(terms, &one.guard, &two.guard);
        let threads = merge_threads(terms, selector, &one.threads, &two.threads)?;
        let frames = merge_frames(terms, selector, &self.working.frames, &other.working.frames)?;
        let objects = merge_objects(terms, selector, &one.objects, &two.objects)?;
        let mut merged = self.clone();
        merged.way.state = State { guard, threads, objects };
        merged.working.frames = frames;
        for (register, other) in merged.frame.registers.iter_mut().zip(&other.frame.registers) {
            if let (Some(first), Some(second)) = (&*register, other) {
                *register = Some(terms.ite(selector, *first, *second));
            }
        }
        for object in &other.way.died {
            if !merged.way.died.contains(object) {
                merged.way.died.push(*object);
            }
        }
        merged.loops = merged.loops.max(other.loops);
        merged.way.apart.merge(&other.way.apart);
        for (mine, theirs) in merged.rounds.iter_mut().zip(&other.rounds) {
            mine.merge(theirs);
        }
        Some(merged)
    }

    /// The thread as it rests where it stands.
    pub fn rested(mut self, ready: &Ready) -> (Way, Thread<Term>, Vec<Counters>) {
        self.working.frames.push(Rc::new(Resting::in_front(ready, &self.frame)));
        self.working.locals = self.way.locals.clone();
        (self.way, self.working, self.counters)
    }
}

/// The ways that are open.
pub struct Ways {
    merge: bool,
    ordered: BTreeMap<Vec<u32>, Vec<Path>>,
    stack: Vec<Path>,
}

impl Ways {
    pub fn new(merge: bool) -> Ways {
        Ways { merge, ordered: BTreeMap::new(), stack: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.ordered.is_empty() && self.stack.is_empty()
    }

    pub fn push(
        &mut self,
        ready: &Ready,
        terms: &mut TermStore,
        orders: &mut dyn FnMut(raddle_ir::FunctionId) -> Rc<BlockOrder>,
        mut path: Path,
    ) {
        // Nothing to meet: no need for an order.
        if !self.merge || self.is_empty() && self.stack.is_empty() && self.ordered.is_empty() {
            self.stack.push(path);
            return;
        }
        while let Some(waiting) = self.stack.pop() {
            self.insert(ready, terms, orders, waiting);
        }
        path.prune(ready);
        self.insert(ready, terms, orders, path);
    }

    fn insert(
        &mut self,
        ready: &Ready,
        terms: &mut TermStore,
        orders: &mut dyn FnMut(raddle_ir::FunctionId) -> Rc<BlockOrder>,
        mut path: Path,
    ) {
        path.prune(ready);
        let here = self.ordered.entry(path.key(orders)).or_default();
        for waiting in here.iter_mut() {
            if let Some(merged) = waiting.merge(terms, &path) {
                *waiting = merged;
                return;
            }
        }
        here.push(path);
    }

    pub fn pop(&mut self) -> Option<Path> {
        if let Some(path) = self.stack.pop() {
            return Some(path);
        }
        let mut first = self.ordered.first_entry()?;
        let path = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        path
    }
}
