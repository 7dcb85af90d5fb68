//! What is needed of a SAT solver.

use crate::Answer;
use crate::circuit::{Clauses, Literal};

/// A SAT solver that can be asked again after more clauses.
pub trait SatSolver: Clauses {
    /// Can all clauses and these literals be true together?
    fn solve(&mut self, assumptions: &[Literal]) -> Answer;

    /// After `Satisfiable`, and before the next clause: the literal's value.
    fn value(&mut self, literal: Literal) -> bool;

    /// After `Unsatisfiable`, and before the next clause: whether this assumed
    /// literal was needed for it.
    fn failed(&mut self, literal: Literal) -> bool;

    /// How many variables and clauses it was given.
    fn size(&self) -> (u64, u64);

    /// Why it would not even begin: the time is over, or an interruption was asked for.
    fn stopped(&self) -> Option<String>;
}
