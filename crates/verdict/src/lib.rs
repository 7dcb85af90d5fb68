//! Verdicts and counterexamples: what engines answer, and the replay of a counterexample's
//! schedule on the concrete machine, which is the proof that its violation is real. How an
//! execution is told to people is the crate `trace`'s, which engines do not know.

pub mod call_stacks;
mod endings;
mod races;
pub mod replay;
mod verdict;

pub use call_stacks::CallStacks;
pub use endings::ends_the_process;
pub use replay::{Execution, ExecutionStep, ReplayError, Waiting, replay};
pub use verdict::{
    CheckResult, Counterexample, Coverage, Ground, Report, Statistics, Verdict, Violation,
};
