//! The judge: a reference interpreter, the oracle of our tests. It runs a small program in
//! every way there is, one access at a time, and says which checks can be violated. Slow and
//! plain, so that it can be believed; engines are compared with it.
//!
//! What it shares with the engines is the meaning of single instructions
//! (`semantics`), and nothing of what makes them fast: no variable is turned into a
//! register, no constant propagated, no access taken for invisible by an analysis of
//! the program ([`prepare`]).
//!
//! It judges in two manners. First every run is walked to its end, no state stored,
//! and races are found in whole runs, as happens-before defines them (`races.rs`). Where
//! that are too many runs, every state is gone on from once, states being compared whole,
//! and races are found between next accesses; programs that both can judge are judged
//! alike, as a test shows.
//!
//! Two things keep runs finite. One that comes back to a state of its own past is
//! not followed further: what would come is what came before. And a step that only
//! touches memory which no other thread can have the address of, now, in this very
//! state (`private.rs`), is taken at once: others could not tell the difference.
//!
//! Incomplete: values of more than 8 bits that are chosen freely are tried out, not
//! enumerated, so that only violations count then; the same where a budget ends.

mod deterministic;
mod digits;
mod private;
mod races;
mod walk;

use raddle_ir::Program;
use raddle_passes::Ready;
use raddle_passes::pipeline::{PassError, PipelineOptions, prepare as run_passes};
use raddle_semantics::{Event, Machine, Selected};

pub use deterministic::{DeterministicRun, run_deterministic};

/// What is known after all runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Some run violates these.
    pub violated: Selected,
    /// Why runs may be missing; without it every run was looked at.
    pub gap: Option<String>,
    pub runs: u64,
    pub steps: u64,
    /// Steps, what happened in them, and what was looked at again for races: as a
    /// measure of time that is the same everywhere.
    pub work: u64,
}

/// What is walked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    EveryRun,
    EveryState,
}

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// In all, see [`Judgement::work`].
    pub work: u64,
    /// Steps of one run.
    pub depth: u32,
}

impl Budget {
    fn usual(manner: Manner) -> Budget {
        match manner {
            Manner::EveryRun => Budget { work: 20_000, depth: 1000 },
            Manner::EveryState => Budget { work: 250_000, depth: 20_000 },
        }
    }
}

/// The program as it is, every access a step, every register kept.
pub fn prepare(program: Program) -> Result<Ready, PassError> {
    let options = PipelineOptions {
        promote: false,
        simplify: false,
        every_access: true,
        every_register: true,
        ..PipelineOptions::default()
    };
    run_passes(program, &options)
}

/// Runs the program, as [`prepare`] made it, in every way.
pub fn judge(ready: &Ready, selected: Selected) -> Judgement {
    let first = judge_by(ready, selected, Manner::EveryRun, Budget::usual(Manner::EveryRun));
    if first.gap.is_none() {
        return first;
    }
    judge_by(ready, selected, Manner::EveryState, Budget::usual(Manner::EveryState))
}

/// The same in one manner, with a budget.
pub fn judge_by(ready: &Ready, selected: Selected, manner: Manner, budget: Budget) -> Judgement {
    walk::Walk::new(ready, selected, manner, budget, None).run()
}

/// Who is told of every step that is taken, and of every one that is taken back: after
/// that comes another one from the same state, or that state's own step is taken back.
pub trait Watcher {
    /// The machine is in the state behind the step.
    fn forwards(&mut self, machine: &Machine<'_>, events: &[Event]);
    fn back(&mut self);
}

/// The same, with somebody watching.
pub fn judge_watched(
    ready: &Ready,
    selected: Selected,
    manner: Manner,
    budget: Budget,
    watcher: &mut dyn Watcher,
) -> Judgement {
    walk::Walk::new(ready, selected, manner, budget, Some(watcher)).run()
}
