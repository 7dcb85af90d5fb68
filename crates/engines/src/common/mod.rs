//! What every engine uses: options, bounds and limits, findings and how they become
//! verdicts, questions to the solver, and the walk from a model to a concrete schedule.
//!
//! An engine imports from here and from no other engine.

pub(crate) mod bounds;
pub(crate) mod concretise;
pub(crate) mod findings;
pub mod limits;
mod options;
pub(crate) mod questions;
pub(crate) mod refusal;
pub(crate) mod sequential_formula;
pub(crate) mod solving;
pub(crate) mod symbols;
pub(crate) mod waiting;
pub(crate) mod witness;

pub use options::SymbolicOptions;
pub use solving::try_solver;
