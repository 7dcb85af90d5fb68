//! Monitors: whatever `modular` claims of a program, checked in runs of it.
//!
//! The analysis writes down its facts (`raddle_modular::facts`), and every step of the concrete
//! machine must be as they say: a thread comes only to blocks that its kind comes to; an
//! access is among those of its place, with what its thread holds and knows of others; a value
//! that is read or written lies in the range of its place; what others can see was
//! published; who gives a lock back has it; and two threads that can both go on are at places
//! that may be parallel, and do not race there if they are said not to. So errors are
//! found that change no verdict.
//!
//! Runs come from the judge, who tries all of a small program and has a watcher for this
//! (`raddle_reference::Watcher`), and from random walks over the program as engines see it
//! (`walks.rs`). `run.rs` remembers of a run what the machine does not: which kind a thread
//! is of, where objects were made, who holds which lock. `claims.rs` asks the facts.
//!
//! Of which of several kinds a thread is may be open, if they differ by the iterations of
//! loops alone; then it must be as is claimed of one of them, and the others are passed over
//! from then on. Incomplete for the same reason: objects and locks that were made at one
//! place in several iterations are taken for any of them.

mod claims;
mod monitor;
mod run;
mod walks;

use raddle_modular::{Analysis, analyse_with_facts};
use raddle_passes::Ready;
use raddle_reference::{Budget, Manner, judge_watched};
use raddle_semantics::Selected;

use claims::Claims;
use monitor::Monitor;

/// What was found in runs of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// A claim that is not true, and where that was seen.
    pub refuted: Option<String>,
    /// Steps that were compared; none if the analysis says nothing.
    pub steps: u64,
}

/// Runs of a program as `raddle_reference::prepare` made it, every one of them if they are few.
pub fn check_judged(ready: &Ready, selected: Selected, manner: Manner, budget: Budget) -> Outcome {
    let Some(analysis) = analysed(ready, selected) else { return Outcome::default() };
    let claims = Claims::new(&analysis);
    let mut monitor = Monitor::new(&claims);
    judge_watched(ready, selected, manner, budget, &mut monitor);
    monitor.outcome()
}

/// So many random runs, each of so many steps at most.
pub fn check_walks(ready: &Ready, selected: Selected, walks: u64, most_steps: u32) -> Outcome {
    match analysed(ready, selected) {
        Some(analysis) => check_walks_against(&analysis, walks, most_steps),
        None => Outcome::default(),
    }
}

/// The same, against the claims of this analysis.
pub fn check_walks_against(analysis: &Analysis<'_>, walks: u64, most_steps: u32) -> Outcome {
    let (ready, selected) = (analysis.tables.ready, analysis.tables.selected);
    let claims = Claims::new(analysis);
    let mut outcome = Outcome::default();
    for seed in 0..walks {
        let found = walks::walk(ready, selected, &claims, seed, most_steps);
        outcome.steps += found.steps;
        outcome.refuted = outcome.refuted.or(found.refuted);
        if outcome.refuted.is_some() {
            break;
        }
    }
    outcome
}

/// Analyses that take longer say nothing; a number, so that it is the same everywhere.
const MOST_QUESTIONS: u32 = 2_000;

fn analysed(ready: &Ready, selected: Selected) -> Option<Analysis<'_>> {
    let mut questions = 0;
    let mut goes_on = || {
        questions += 1;
        questions < MOST_QUESTIONS
    };
    let analysis = analyse_with_facts(ready, selected, &mut goes_on);
    analysis.gap().is_none().then_some(analysis)
}
