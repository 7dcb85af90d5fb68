//! SMT-LIB 2: terms as its text, and solvers that read it.
//!
//! | file | what |
//! |---|---|
//! | `operators.rs` | each operator, as `raddle_terms` evaluates it |
//! | `floats.rs` | the same for floating point |
//! | `print.rs` | terms, with what they share defined once |
//! | `script.rs` | a whole question as one text |
//! | `dump.rs` | a solver that also writes down what it is asked |
//! | `expressions.rs` | reading what a solver says |
//! | `connection.rs` | a running solver, its pipes and its end |
//! | `process.rs` | a solver behind such a connection |

mod connection;
mod dump;
mod expressions;
mod floats;
#[cfg(test)]
mod operator_tests;
mod operators;
mod print;
mod process;
mod script;

pub use dump::Dumping;
pub use process::ProcessSolver;
pub use script::{Question, script};
