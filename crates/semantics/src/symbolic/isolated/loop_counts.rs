//! The loops that a thread run in isolation is in: how often each was gone round without
//! being certain to go on, and whether an iteration did anything at all.
//!
//! How iterations count is said in `raddle_passes::loop_counts`. Here it is one list a
//! frame, beside the counters of a state: those are part of what states are compared
//! by, these may differ where paths are merged.
//!
//! An iteration that writes nothing and changes nothing that is still needed is a spin: any
//! execution with it has one without it that ends in the same way, so that nothing
//! is lost where the thread stays there. One that only writes to shared memory may
//! come to nothing as well (lock, look, unlock): whether it did depends on the other
//! threads, so that is left to the order engine, which puts them together (`Segment`).

use std::rc::Rc;

use raddle_ir::BlockId;
use raddle_ir::index::Index;
use raddle_passes::Ready;
use raddle_passes::loop_counts::LoopCount;
use raddle_terms::Term;

use super::events::ActionNumber;
use super::shared::Shared;
use crate::symbolic::executing::path::Path;
use crate::symbolic::memory::object::Object;

#[derive(Clone, Debug, Default)]
pub struct LoopCounts(Vec<Loop>);

#[derive(Clone, Debug)]
struct Loop {
    header: BlockId,
    count: LoopCount,
    /// How it was at the header, where that is known.
    seen: Option<Rc<Seen>>,
}

#[derive(Debug)]
struct Seen {
    registers: Vec<Option<Term>>,
    objects: Vec<Option<Rc<Object>>>,
    effects: u64,
    makings: u64,
    /// How many actions there were.
    actions: ActionNumber,
}

/// What an iteration did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// Nothing that another thread, or this one later, could notice.
    Spin,
    /// Only writes, since the action of this number.
    Writes(ActionNumber),
    Something,
}

impl LoopCounts {
    pub fn merge(&mut self, other: &LoopCounts) {
        for theirs in &other.0 {
            match self.0.iter_mut().find(|mine| mine.header == theirs.header) {
                None => self.0.push(theirs.clone()),
                Some(mine) => {
                    mine.count.merge(&theirs.count);
                    let is_same = match (&mine.seen, &theirs.seen) {
                        (Some(one), Some(two)) => Rc::ptr_eq(one, two),
                        (None, None) => true,
                        (Some(_), None) | (None, Some(_)) => false,
                    };
                    if !is_same {
                        mine.seen = None;
                    }
                }
            }
        }
    }

    fn of(&mut self, header: BlockId) -> &mut Loop {
        let position = match self.0.iter().position(|each| each.header == header) {
            Some(position) => position,
            None => {
                self.0.push(Loop { header, count: LoopCount::default(), seen: None });
                self.0.len() - 1
            }
        };
        &mut self.0[position]
    }

    /// An exit of these loops was looked at, and the path stays inside.
    pub fn stays(&mut self, headers: &[BlockId], is_certain: bool) {
        for header in headers {
            self.of(*header).count.stays(is_certain);
        }
    }

    /// Leaves all loops but these.
    pub fn keep(&mut self, headers: &[BlockId]) {
        self.0.retain(|each| headers.contains(&each.header));
    }

    /// A loop is entered from outside.
    pub fn enter(&mut self, header: BlockId) {
        self.0.retain(|each| each.header != header);
        self.of(header);
    }

    /// The next iteration begins, where at most so many are free.
    pub fn next(&mut self, header: BlockId, most_free: u32) -> LoopCount {
        let this = self.of(header);
        this.count.next(most_free);
        this.seen = None;
        this.count
    }
}

impl Path {
    /// Takes note of how things are, in front of a loop's header.
    pub fn see_header(&mut self, ready: &Ready, actions: ActionNumber) {
        if self.frame.statement != 0 {
            return;
        }
        let header = self.frame.block;
        let loop_counts = self.loop_counts.last_mut();
        let loop_count = loop_counts
            .and_then(|loop_counts| loop_counts.0.iter_mut().find(|r| r.header == header));
        let Some(loop_count) = loop_count.filter(|loop_count| loop_count.seen.is_none()) else {
            return;
        };
        let live = &ready.functions[self.frame.function].live[header][0];
        let registers =
            live.iter().map(|register| self.frame.registers[register.position()]).collect();
        let objects = self.state.objects.clone();
        let (effects, makings) = (self.isolation.effects, self.isolation.makings);
        loop_count.seen = Some(Rc::new(Seen { registers, objects, effects, makings, actions }));
    }

    /// What the iteration did that comes back to the header.
    pub fn iteration(&self, ready: &Ready, shared: &Shared) -> Iteration {
        let header = self.frame.block;
        let loop_counts = self.loop_counts.last();
        let loop_count = loop_counts.and_then(|loop_counts| {
            loop_counts.0.iter().find(|loop_count| loop_count.header == header)
        });
        let Some(seen) = loop_count.and_then(|loop_count| loop_count.seen.as_ref()) else {
            return Iteration::Something;
        };
        let live = &ready.functions[self.frame.function].live[header][0];
        let registers = live.iter().map(|register| &self.frame.registers[register.position()]);
        let objects = self.state.objects.iter().zip(&seen.objects);
        // What is known of shared objects is forgotten, unless there is no other thread.
        let is_alone = self.pace.alone;
        let is_same = |(number, (now, before)): (u32, (&Option<Rc<Object>>, _))| {
            (!is_alone && shared.is_changed_by_others(number)) || same(now, before)
        };
        let returns = !self.pace.section.is_inside()
            && seen.makings == self.isolation.makings
            && seen.objects.len() == self.state.objects.len()
            && registers.eq(seen.registers.iter())
            && (0u32..).zip(objects).all(is_same);
        match returns {
            true if seen.effects == self.isolation.effects => Iteration::Spin,
            true => Iteration::Writes(seen.actions),
            false => Iteration::Something,
        }
    }
}

fn same(one: &Option<Rc<Object>>, two: &Option<Rc<Object>>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => Rc::ptr_eq(one, two) || one == two,
        (Some(_), None) | (None, Some(_)) => false,
    }
}
