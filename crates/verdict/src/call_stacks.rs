//! The call stacks of threads, as the events of an execution tell them, seen from the user's
//! code: events inside the library belong to the innermost line of the user.

use std::collections::BTreeMap;

use raddle_ir::{FunctionId, Origin, Program};
use raddle_passes::Place;
use raddle_semantics::{Event, ThreadNumber};
use raddle_terms::Bits;

/// A call that has not returned; `N` is what the caller notes about it.
#[derive(Clone, Debug)]
pub struct Frame<N = ()> {
    pub function: FunctionId,
    /// Where it was called from; `None` for a thread's first function.
    pub called_from: Option<Place>,
    pub arguments: Vec<Option<Bits>>,
    pub origin: Origin,
    pub notes: N,
}

/// The call stack of every thread.
pub struct CallStacks<N = ()> {
    threads: BTreeMap<ThreadNumber, Vec<Frame<N>>>,
}

/// Where an event belongs in the user's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribution {
    /// The user's statement; `None` in the library's own start of a thread.
    pub place: Option<Place>,
    /// Position of the library call that the user's statement makes, if the
    /// event is inside one.
    pub call: Option<usize>,
}

impl<N: Default> CallStacks<N> {
    /// Before the first event of a run.
    pub fn of_program(program: &Program) -> Self {
        let mut stacks = CallStacks { threads: BTreeMap::new() };
        stacks.start(program, 0, program.entry);
        stacks
    }

    /// Takes note of an event.
    pub fn follow(&mut self, program: &Program, event: &Event) {
        match event {
            Event::Call { thread, place, function, arguments } => {
                self.call(program, *thread, *place, *function, arguments.clone());
            }
            Event::Return { thread, .. } => {
                self.pop(*thread);
            }
            Event::Spawn { child, function, .. } => self.start(program, *child, *function),
            Event::Read { .. }
            | Event::Write { .. }
            | Event::Nondet { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => {}
        }
    }

    pub fn threads(&self) -> impl Iterator<Item = ThreadNumber> {
        self.threads.keys().copied()
    }

    pub fn start(&mut self, program: &Program, thread: ThreadNumber, function: FunctionId) {
        let frame = frame(program, function, None, Vec::new());
        self.threads.insert(thread, vec![frame]);
    }

    pub fn call(
        &mut self,
        program: &Program,
        thread: ThreadNumber,
        place: Place,
        function: FunctionId,
        arguments: Vec<Option<Bits>>,
    ) {
        let frame = frame(program, function, Some(place), arguments);
        self.threads.entry(thread).or_default().push(frame);
    }

    pub fn pop(&mut self, thread: ThreadNumber) -> Option<Frame<N>> {
        self.threads.get_mut(&thread)?.pop()
    }

    pub fn frames(&self, thread: ThreadNumber) -> &[Frame<N>] {
        self.threads.get(&thread).map_or(&[], Vec::as_slice)
    }

    pub fn frame_mut(&mut self, thread: ThreadNumber, position: usize) -> Option<&mut Frame<N>> {
        self.threads.get_mut(&thread)?.get_mut(position)
    }

    /// Whether the innermost function is the user's, and none other of the
    /// user's is below it.
    pub fn at_bottom(&self, thread: ThreadNumber) -> bool {
        let frames = self.frames(thread);
        let users = frames.iter().filter(|frame| frame.origin == Origin::User);
        users.count() == 1 && frames.last().is_some_and(|frame| frame.origin == Origin::User)
    }

    /// Where an event at `place` of the innermost function belongs.
    pub fn attribute(&self, thread: ThreadNumber, place: Place) -> Attribution {
        let frames = self.frames(thread);
        let user = frames.iter().rposition(|frame| frame.origin == Origin::User);
        match user {
            None => Attribution { place: None, call: None },
            Some(user) => match frames.get(user + 1) {
                None => Attribution { place: Some(place), call: None },
                Some(call) => Attribution { place: call.called_from, call: Some(user + 1) },
            },
        }
    }
}

fn frame<N: Default>(
    program: &Program,
    function: FunctionId,
    called_from: Option<Place>,
    arguments: Vec<Option<Bits>>,
) -> Frame<N> {
    let found = program.functions.get(function);
    Frame {
        function,
        called_from,
        arguments,
        origin: found.map_or(Origin::User, |function| function.origin),
        notes: N::default(),
    }
}
