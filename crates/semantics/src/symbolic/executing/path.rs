//! One path through a step: the state it has reached, the thread that runs, where it
//! stands, and what it has used up of the step. Paths that meet are merged; those of one
//! step exclude each other by their path conditions.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{FunctionId, GlobalId};
use raddle_passes::block_order::{BlockOrders, Position};
use raddle_passes::{Place, Ready};
use raddle_terms::{Term, TermStore};

use super::observe::Passing;
use super::rank::add_frame;
use crate::control::Pace;
use crate::frame::Frame;
use crate::machine::{Resting, Thread};
use crate::schedule::ThreadNumber;
use crate::symbolic::isolated::accesses::Isolation;
use crate::symbolic::isolated::loop_counts::LoopCounts;
use crate::symbolic::path_condition::PathCondition;
use crate::symbolic::state::{Counters, State, merge_frames, merge_objects, merge_threads};

/// One path through a step, where it is now.
#[derive(Clone, Debug)]
pub struct Path {
    /// The running thread in it is as it was when the step began.
    pub state: State,
    pub thread: ThreadNumber,
    pub locals: Vec<(GlobalId, u32)>,
    pub pace: Pace,
    /// The statement that the step began with: function and line.
    pub line: Option<(FunctionId, u32)>,
    /// Objects that died in this step.
    pub died: Vec<u32>,
    /// Where the program's own code last called into the library.
    pub caller: Option<Place>,
    pub isolation: Isolation,
    pub frame: Frame<Term>,
    /// The running thread without its innermost frame.
    pub working: Thread<Term>,
    /// One a frame, the innermost included.
    pub counters: Vec<Counters>,
    pub created: Vec<ThreadNumber>,
    pub by_itself: bool,
    pub loops: u32,
    /// The loops that a thread run in isolation is in, one list a frame.
    pub loop_counts: Vec<LoopCounts>,
}

impl Path {
    pub fn passing(&self) -> Passing<'_> {
        Passing {
            frame: &self.frame,
            state: &self.state,
            callers: &self.working.frames,
            counters: &self.counters,
        }
    }

    /// Where it is in the order of the program: paths with a smaller position run first,
    /// and those with equal ones may be merged.
    pub fn position(&self, ready: &Ready, orders: &mut BlockOrders) -> Position {
        let mut position = Position::new();
        let below = self.working.frames.iter().map(|frame| frame.place());
        let places = below.chain([self.frame.place()]);
        for (place, counters) in places.zip(&self.counters) {
            add_frame(&mut position, orders.of(ready, place.function), place, counters);
        }
        position
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
        self.thread == other.thread
            && self.pace == other.pace
            && self.line == other.line
            && self.isolation.fits(&other.isolation, self.pace.section)
            && self.locals == other.locals
            && self.caller == other.caller
            && self.created == other.created
            && self.by_itself == other.by_itself
            && self.counters == other.counters
            && self.frame.place() == other.frame.place()
            && self.frame.objects == other.frame.objects
            && self.frame.extra == other.frame.extra
            && self.frame.registers.iter().zip(&other.frame.registers).all(lacks_the_same)
    }

    /// One path for both, or `None` if they do not fit.
    pub fn merge(&self, terms: &mut TermStore, other: &Path) -> Option<Path> {
        if !self.fits(other) {
            return None;
        }
        let (one, two) = (&self.state, &other.state);
        let (guard, selector) = PathCondition::merge(terms, &one.guard, &two.guard);
        let threads = merge_threads(terms, selector, &one.threads, &two.threads)?;
        let frames = merge_frames(terms, selector, &self.working.frames, &other.working.frames)?;
        let objects = merge_objects(terms, selector, &one.objects, &two.objects)?;
        let mut merged = self.clone();
        merged.state = State { guard, threads, objects };
        merged.working.frames = frames;
        for (register, other) in merged.frame.registers.iter_mut().zip(&other.frame.registers) {
            if let (Some(first), Some(second)) = (&*register, other) {
                *register = Some(terms.ite(selector, *first, *second));
            }
        }
        for object in &other.died {
            if !merged.died.contains(object) {
                merged.died.push(*object);
            }
        }
        merged.loops = merged.loops.max(other.loops);
        merged.isolation.merge(&other.isolation);
        for (mine, theirs) in merged.loop_counts.iter_mut().zip(&other.loop_counts) {
            mine.merge(theirs);
        }
        Some(merged)
    }

    /// The thread as it rests where it stands.
    pub fn rested(mut self, ready: &Ready) -> (State, Thread<Term>, Vec<Counters>) {
        self.working.frames.push(Rc::new(Resting::in_front(ready, &self.frame)));
        self.working.locals = self.locals;
        (self.state, self.working, self.counters)
    }
}
