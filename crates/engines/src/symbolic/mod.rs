//! Engines over symbolic states: values are terms, a solver says what can be.
//!
//! They follow Cordeiro and Fischer, "Verifying Multi-threaded Software using
//! SMT-based Context-Bounded Model Checking" (the system ESBMC), one file a
//! technique: [`lazy`] walks the tree of interleavings, [`schedule`] puts it
//! into one formula, [`uw`] widens from one interleaving by unsatisfiable cores,
//! and [`bmc`] is for programs without threads. What a step does is `semantics`'.

pub mod bmc;
mod control_graph;
mod keys;
pub mod lazy;
mod recording;
pub mod schedule;
pub mod uw;

pub use crate::common::try_solver;
pub use raddle_semantics::symbolic::{Granularity, Unwind};
pub use raddle_solver::order::OrderMethod;
pub use raddle_solver::smtlib::script;
pub use raddle_solver::{ProofFile, Proofs, SolverChoice, SolverError};
