//! The concrete machine: runs a program step by step, one thread at a time, as
//! the caller says. Searches walk it forwards and backwards; a replay drives it
//! along a schedule.
//!
//! A step of a thread is one visible action and the invisible ones after it, up
//! to the next visible one; an atomic section is one step. A new thread's
//! invisible beginning belongs to the step that creates it, so that between
//! steps every thread stands in front of a visible action (or in an invisible
//! loop that goes on for long).

mod cells;
mod concrete_host;
mod event;
mod memory;
mod object;
mod oracle;
mod step;
mod thread;

use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_terms::Bits;

pub use cells::{ABSENT, Cells};
pub use event::{Event, Sharing};
pub use memory::{Memory, Question, initial_bytes};
pub use object::{Object, ObjectKind};
pub use oracle::{ObjectKey, Oracle};
pub use thread::{Resting, Status, Thread, innermost_user_place};

use crate::host::Failure;
use crate::schedule::ThreadNumber;

/// The checks that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Selected(u16);

impl Selected {
    pub fn none() -> Selected {
        Selected(0)
    }
    pub fn is_empty(self) -> bool {
        self == Selected::none()
    }
    pub fn contains(self, kind: CheckKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }
    #[must_use]
    pub fn with(self, kind: CheckKind) -> Selected {
        Selected(self.0 | 1 << kind as u16)
    }
    #[must_use]
    pub fn without(self, kind: CheckKind) -> Selected {
        Selected(self.0 & !(1 << kind as u16))
    }
    pub fn iter(self) -> impl Iterator<Item = CheckKind> {
        CheckKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<CheckKind> for Selected {
    fn from_iter<I: IntoIterator<Item = CheckKind>>(kinds: I) -> Selected {
        kinds.into_iter().fold(Selected::none(), Selected::with)
    }
}

/// How a step ended. Unless it is `Done`, the machine's contents are those of
/// a step half done: undo it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// `by_itself`: only because a wait ended although its condition was false,
    /// in a way that does not count against a deadlock (a spurious wake-up).
    Done {
        by_itself: bool,
    },
    /// Waits; the thread that must act first, where it is known.
    Blocked {
        place: Place,
        holder: Option<ThreadNumber>,
    },
    /// An atomic section met a false assumption or stopped: it does not happen.
    Infeasible,
    /// A selected check failed, in this thread (a thread that this step created
    /// may fail as well).
    /// `user_place` is where the program's own code stands, if the failure is in
    /// the library.
    Failed {
        thread: ThreadNumber,
        failure: Failure,
        user_place: Place,
    },
    Unsupported {
        place: Place,
        what: String,
    },
    /// A limit of the tool.
    Limit(String),
}

#[derive(Clone, Debug)]
pub struct Machine<'p> {
    ready: &'p Ready,
    selected: Selected,
    /// Those of them that need not be told again.
    told: Selected,
    pub threads: Cells<Thread>,
    pub memory: Memory,
}

/// A place in the machine's history to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    threads: usize,
    memory: usize,
}

impl<'p> Machine<'p> {
    /// `main` stands in front of its first instruction; [`Machine::begin`] comes
    /// first. A search that compares states settles this one before.
    pub fn new(ready: &'p Ready, selected: Selected) -> Machine<'p> {
        let mut threads = Cells::new();
        let main = Thread::new(ready, ready.program.entry, None, Bits::boolean(true));
        threads.set(0, Some(Rc::new(main)));
        Machine { ready, selected, told: Selected::none(), threads, memory: Memory::new(ready) }
    }

    /// A machine for single runs: states are not compared, and every step can be undone.
    pub fn for_runs(ready: &'p Ready, selected: Selected) -> Machine<'p> {
        let mut machine = Machine::new(ready, selected);
        machine.end_step();
        machine
    }

    pub fn ready(&self) -> &'p Ready {
        self.ready
    }

    pub fn mark(&self) -> Mark {
        Mark { threads: self.threads.mark(), memory: self.memory.cells.mark() }
    }

    pub fn undo_to(&mut self, mark: Mark) {
        self.threads.undo_to(mark.threads);
        self.memory.cells.undo_to(mark.memory);
    }

    /// From here on is the current step.
    pub fn begin_step(&mut self) {
        self.threads.begin_step();
        self.memory.begin_step();
    }

    /// Ends the current step where states are not compared: what it changed is no
    /// longer fresh, so that numbers of objects that died in it can be used again.
    pub fn end_step(&mut self) {
        const SETTLED: u32 = 1;
        self.threads.settle(|thread| (thread.clone(), SETTLED), |_, _| {});
        self.memory.cells.settle(|object| (object.clone(), SETTLED), |_, _| {});
    }

    /// From now on a failure of the check is no end of a step: the thread goes on
    /// or stops there, as if the check were not selected.
    pub fn deselect(&mut self, kind: CheckKind) {
        self.selected = self.selected.without(kind);
        self.told = self.told.with(kind);
    }

    /// Where a running thread stands.
    pub fn place(&self, thread: ThreadNumber) -> Option<Place> {
        Some(self.threads.get(thread as usize)?.frames.last()?.place())
    }

    /// Where a running thread stands in the program's own code: the call, if it
    /// is in the library.
    pub fn user_place(&self, thread: ThreadNumber) -> Option<Place> {
        let frames = &self.threads.get(thread as usize)?.frames;
        thread::innermost_user_place(self.ready, frames).or_else(|| self.place(thread))
    }

    pub fn status(&self, thread: ThreadNumber) -> Option<Status> {
        Some(self.threads.get(thread as usize)?.status)
    }

    pub fn is_running(&self, thread: ThreadNumber) -> bool {
        self.status(thread) == Some(Status::Running)
    }
}
