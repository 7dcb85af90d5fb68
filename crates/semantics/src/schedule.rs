//! A schedule: a plain, printable, serialisable value that determines a run.

use raddle_terms::Bits;

/// Threads are numbered; `main` is 0.
pub type ThreadNumber = u32;

/// Something that a step of a thread does not determine by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A nondeterministic or never written value.
    Value(Bits),
    /// Whether an `await` whose condition is false goes on by itself, or a weak
    /// compare-and-exchange fails by itself.
    ByItself(bool),
    /// The number given to a new object.
    Object(u32),
}

/// One visible action of one thread, with the invisible ones that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub thread: ThreadNumber,
    pub choices: Vec<Choice>,
}

/// The first entry is the start of `main` up to its first visible action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Schedule {
    pub steps: Vec<Step>,
}

impl Schedule {
    /// How often the running thread changes.
    pub fn context_switches(&self) -> usize {
        self.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}
