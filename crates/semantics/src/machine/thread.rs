//! Threads between their steps. A resting frame keeps only the registers that
//! are still needed, in the order of the liveness facts, so that threads in the
//! same situation are equal.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{BlockId, FunctionId, GlobalId, Origin, StopReason};
use raddle_passes::{Place, Ready};
use raddle_terms::Bits;

use crate::control::call_results;
use crate::frame::Frame;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Can step, or waits.
    Running,
    /// Returned from its start function, or exited.
    Finished,
    /// Goes no further: the process ended, or undefined behaviour that no
    /// selected check covers.
    Stopped(StopReason),
    /// Met a false assumption.
    Assumed,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread<V = Bits> {
    pub start: FunctionId,
    pub status: Status,
    /// Its instances of thread-local globals, as far as it has asked for them.
    pub locals: Vec<(GlobalId, u32)>,
    /// Outermost first.
    pub frames: Vec<Rc<Resting<V>>>,
}

impl<V: Clone> Thread<V> {
    /// A thread in front of its start function's first instruction; `truth` is the
    /// domain's true.
    pub fn new(ready: &Ready, start: FunctionId, argument: Option<V>, truth: V) -> Thread<V> {
        let function = &ready.program.functions[start];
        let frame = Frame::enter(start, function, &[argument], truth);
        Thread {
            start,
            status: Status::Running,
            locals: Vec::new(),
            frames: vec![Rc::new(Resting::in_front(ready, &frame))],
        }
    }

    /// Nothing of a thread that has ended matters but how it did.
    pub fn end(&mut self, status: Status) {
        self.status = status;
        self.frames.clear();
        self.locals.clear();
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resting<V = Bits> {
    pub function: FunctionId,
    pub block: BlockId,
    pub statement: u32,
    values: Box<[Option<V>]>,
    extra: Box<[Option<V>]>,
    pub objects: Box<[u32]>,
}

impl<V: Clone> Resting<V> {
    /// Keeps what the frame still needs, standing in front of its statement.
    pub fn in_front(ready: &Ready, frame: &Frame<V>) -> Resting<V> {
        let live = &ready.functions[frame.function].live[frame.block][frame.statement as usize];
        let values =
            live.iter().map(|register| frame.registers[register.position()].clone()).collect();
        Resting::with(frame, values)
    }

    /// Keeps what the frame still needs once the call that it stands at
    /// returns.
    pub fn in_call(ready: &Ready, frame: &Frame<V>) -> Resting<V> {
        let live = live_over_call(ready, frame.place());
        let values = live.map(|register| frame.registers[register].clone()).collect();
        Resting::with(frame, values)
    }

    fn with(frame: &Frame<V>, values: Box<[Option<V>]>) -> Resting<V> {
        Resting {
            function: frame.function,
            block: frame.block,
            statement: frame.statement,
            values,
            extra: frame.extra.clone().into_boxed_slice(),
            objects: frame.objects.clone().into_boxed_slice(),
        }
    }

    /// The frame again, from `in_front`.
    pub fn resume(&self, ready: &Ready, truth: V) -> Frame<V> {
        let live = &ready.functions[self.function].live[self.block][self.statement as usize];
        self.unpack(ready, live.iter().map(|register| register.position()), truth)
    }

    /// The frame again, from `in_call`.
    pub fn resume_call(&self, ready: &Ready, truth: V) -> Frame<V> {
        self.unpack(ready, live_over_call(ready, self.place()), truth)
    }

    fn unpack(&self, ready: &Ready, live: impl Iterator<Item = usize>, truth: V) -> Frame<V> {
        let count = ready.program.functions[self.function].registers.len();
        let mut registers = vec![None; count];
        for (register, value) in live.zip(self.values.iter()) {
            registers[register] = value.clone();
        }
        Frame {
            function: self.function,
            block: self.block,
            statement: self.statement,
            registers,
            extra: self.extra.to_vec(),
            objects: self.objects.to_vec(),
            guard: truth,
        }
    }

    /// One frame for both, or `None` if they stand elsewhere or one lacks a value
    /// that the other has.
    pub fn merge(&self, other: &Self, choose: &mut dyn FnMut(&V, &V) -> V) -> Option<Self>
    where
        V: PartialEq,
    {
        let same = self.place() == other.place()
            && self.objects == other.objects
            && self.extra == other.extra
            && self.values.len() == other.values.len();
        if !same {
            return None;
        }
        let pairs = self.values.iter().zip(other.values.iter());
        let values = pairs
            .map(|pair| match pair {
                (Some(one), Some(two)) if one == two => Some(Some(one.clone())),
                (Some(one), Some(two)) => Some(Some(choose(one, two))),
                (None, None) => Some(None),
                (Some(_), None) | (None, Some(_)) => None,
            })
            .collect::<Option<_>>()?;
        Some(Resting { values, ..self.clone() })
    }

    pub fn place(&self) -> Place {
        Place { function: self.function, block: self.block, statement: self.statement }
    }

    /// All places for values, in a fixed order.
    pub fn slots(&self) -> impl Iterator<Item = Option<&V>> + '_ {
        self.values.iter().chain(self.extra.iter()).map(|value| value.as_ref())
    }

    /// Every value that it holds.
    pub fn values(&self) -> impl Iterator<Item = &V> + '_ {
        self.values.iter().chain(self.extra.iter()).filter_map(|value| value.as_ref())
    }
}

/// The innermost place among the frames that is in the program's own code.
pub fn innermost_user_place<V: Clone>(ready: &Ready, frames: &[Rc<Resting<V>>]) -> Option<Place> {
    let places = frames.iter().rev().map(|frame| frame.place());
    places.into_iter().find(|place| ready.program.functions[place.function].origin == Origin::User)
}

/// The registers needed after the call at this place, its results excepted.
fn live_over_call(ready: &Ready, place: Place) -> impl Iterator<Item = usize> + '_ {
    let results = call_results(ready, place);
    ready.functions[place.function].live[place.block][place.statement as usize + 1]
        .iter()
        .filter(move |register| !results.contains(register))
        .map(|register| register.position())
}
