//! Why a run that an engine found is not shown. Every violation is walked on the concrete
//! machine before it is told, and what cannot be walked is none; nor is it a proof
//! that there is none.

use raddle_ir::CheckKind;
use raddle_semantics::{StepEnd, ThreadNumber};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The machine may do something else there.
    Undecided(String),
    /// The machine cannot go so far.
    Limit(String),
    /// The machine does something else: either the engine or the machine is wrong.
    Differs(String),
}

impl Refusal {
    /// Why a step that an engine took did not end as a step of the machine; none where
    /// it did, or where a check failed in it.
    pub fn of(thread: ThreadNumber, end: &StepEnd) -> Option<Refusal> {
        match end {
            StepEnd::Done { .. } | StepEnd::Failed { .. } => None,
            StepEnd::Blocked { .. } => {
                Some(Refusal::Differs(format!("thread {thread} has to wait")))
            }
            StepEnd::Infeasible => {
                Some(Refusal::Differs(format!("the step of thread {thread} does not happen")))
            }
            StepEnd::Unsupported { what, .. } | StepEnd::Limit(what) => {
                Some(Refusal::Limit(what.clone()))
            }
        }
    }

    /// What is said about the check instead of a verdict.
    pub fn reason(&self, kind: CheckKind) -> String {
        let name = kind.name();
        match self {
            Refusal::Undecided(reason) => reason.clone(),
            Refusal::Limit(limit) => {
                format!("a violation of {name} was found, but its run cannot be shown: {limit}")
            }
            Refusal::Differs(how) => {
                format!("internal error: a violation of {name} could not be made concrete ({how})")
            }
        }
    }
}
