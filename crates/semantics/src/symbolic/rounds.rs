//! The loops that a thread run apart is in: how often each was gone round without
//! being certain to go on, and whether an iteration did anything at all.
//!
//! An iteration that is certain (its exits were decided by constants) does not count
//! against our own bounds: a loop of a known number of iterations is simply run.
//! One that writes nothing and changes nothing that is still needed is a spin: any
//! execution with it has one without it that ends in the same way, so that nothing
//! is lost where the thread stays there. One that only writes to shared memory may
//! come to nothing as well (lock, look, unlock): whether it did depends on the other
//! threads, so that is left to who puts them together (`Segment`).

use std::rc::Rc;

use raddle_ir::BlockId;
use raddle_ir::index::Index;
use raddle_passes::Ready;
use raddle_terms::Term;

use super::events::NodeNumber;
use super::object::Object;
use super::shared::Shared;
use super::ways::Path;

#[derive(Clone, Debug, Default)]
pub struct Rounds(Vec<Round>);

#[derive(Clone, Debug)]
struct Round {
    header: BlockId,
    /// Iterations that were not certain, and those that were.
    charged: u32,
    free: u32,
    /// In this iteration an exit was decided by a constant; by something else.
    is_certain: bool,
    is_open: bool,
    /// How it was at the header, where that is known.
    seen: Option<Rc<Seen>>,
}

#[derive(Debug)]
struct Seen {
    registers: Vec<Option<Term>>,
    objects: Vec<Option<Rc<Object>>>,
    effects: u64,
    makings: u64,
    /// How many nodes there were.
    nodes: NodeNumber,
}

/// What an iteration did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// Nothing that anybody could notice.
    Spin,
    /// Only writes, since the node of this number.
    Writes(NodeNumber),
    Something,
}

impl Rounds {
    pub fn merge(&mut self, other: &Rounds) {
        for theirs in &other.0 {
            match self.0.iter_mut().find(|mine| mine.header == theirs.header) {
                None => self.0.push(theirs.clone()),
                Some(mine) => {
                    mine.charged = mine.charged.max(theirs.charged);
                    mine.free = mine.free.max(theirs.free);
                    mine.is_certain |= theirs.is_certain;
                    mine.is_open |= theirs.is_open;
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

    fn round(&mut self, header: BlockId) -> &mut Round {
        let position = match self.0.iter().position(|round| round.header == header) {
            Some(position) => position,
            None => {
                let (charged, free, seen) = (0, 0, None);
                let (is_certain, is_open) = (false, false);
                self.0.push(Round { header, charged, free, is_certain, is_open, seen });
                self.0.len() - 1
            }
        };
        &mut self.0[position]
    }

    /// An exit of these loops was looked at, and the way stays inside.
    pub fn stays(&mut self, headers: &[BlockId], is_certain: bool) {
        for header in headers {
            let round = self.round(*header);
            round.is_certain |= is_certain;
            round.is_open |= !is_certain;
        }
    }

    /// Leaves all loops but these.
    pub fn keep(&mut self, headers: &[BlockId]) {
        self.0.retain(|round| headers.contains(&round.header));
    }

    /// A loop is entered from outside.
    pub fn enter(&mut self, header: BlockId) {
        self.0.retain(|round| round.header != header);
        self.round(header);
    }

    /// The next iteration begins; how many count so far, where at most so many do not
    /// that are certain.
    pub fn next(&mut self, header: BlockId, most: u32) -> u32 {
        let round = self.round(header);
        if !round.is_certain || round.is_open || round.free >= most {
            round.charged += 1;
        } else {
            round.free += 1;
        }
        (round.is_certain, round.is_open, round.seen) = (false, false, None);
        round.charged
    }
}

impl Path {
    /// Takes note of how things are, in front of a loop's header.
    pub fn see_header(&mut self, ready: &Ready, nodes: NodeNumber) {
        if self.frame.statement != 0 {
            return;
        }
        let header = self.frame.block;
        let rounds = self.rounds.last_mut();
        let round = rounds.and_then(|rounds| rounds.0.iter_mut().find(|r| r.header == header));
        let Some(round) = round.filter(|round| round.seen.is_none()) else { return };
        let live = &ready.functions[self.frame.function].live[header][0];
        let registers =
            live.iter().map(|register| self.frame.registers[register.position()]).collect();
        let objects = self.way.state.objects.clone();
        let (effects, makings) = (self.way.apart.effects, self.way.apart.makings);
        round.seen = Some(Rc::new(Seen { registers, objects, effects, makings, nodes }));
    }

    /// What the iteration did that comes back to the header.
    pub fn iteration(&self, ready: &Ready, shared: &Shared) -> Iteration {
        let header = self.frame.block;
        let rounds = self.rounds.last();
        let round = rounds.and_then(|rounds| rounds.0.iter().find(|round| round.header == header));
        let Some(seen) = round.and_then(|round| round.seen.as_ref()) else {
            return Iteration::Something;
        };
        let live = &ready.functions[self.frame.function].live[header][0];
        let registers = live.iter().map(|register| &self.frame.registers[register.position()]);
        let objects = self.way.state.objects.iter().zip(&seen.objects);
        // What is known of shared objects is forgotten, unless nobody else is there.
        let is_alone = self.way.pace.alone;
        let is_same = |(number, (now, before)): (u32, (&Option<Rc<Object>>, _))| {
            (!is_alone && shared.is_changed_by_others(number)) || same(now, before)
        };
        let returns = self.way.pace.depth == 0
            && seen.makings == self.way.apart.makings
            && seen.objects.len() == self.way.state.objects.len()
            && registers.eq(seen.registers.iter())
            && (0u32..).zip(objects).all(is_same);
        match returns {
            true if seen.effects == self.way.apart.effects => Iteration::Spin,
            true => Iteration::Writes(seen.nodes),
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
