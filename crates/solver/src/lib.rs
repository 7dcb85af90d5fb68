//! Decides whether conditions over terms can be true together.
//!
//! One interface, [`Solver`], and two kinds of it: terms turned into clauses for
//! CaDiCaL inside this process, and SMT-LIB 2 spoken with a process of the
//! user's choice. The only room that knows a SAT solver; programs and threads
//! are unknown here.

pub mod arrays;
mod bit_solver;
pub mod blast;
mod cadical;
pub mod circuit;
pub mod order;
mod proof;
pub mod refine;
pub mod sat;
pub mod smtlib;
mod split;
pub mod vector;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use raddle_terms::{Bits, SymbolId, Term, TermStore};
use rustc_hash::FxHashMap;

pub use bit_solver::{BitSolver, CadicalSolver};
pub use cadical::Cadical;
pub use proof::{ProofFile, Proofs};
pub use smtlib::{Dumping, ProcessSolver};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    /// The reason, as a sentence for a person, without a full stop.
    Unknown(String),
}

/// Values of symbols; a symbol that is missing may have any value (take zero).
pub type Model = FxHashMap<SymbolId, Bits>;

/// Tells the log of a question that was answered.
fn log_question(
    asked: usize,
    answer: &Result<Answer, SolverError>,
    before: f64,
    statistics: &SolverStatistics,
) {
    tracing::debug!(
        target: "solver",
        call = statistics.calls,
        assumptions = asked,
        variables = statistics.variables,
        clauses = statistics.clauses,
        seconds = statistics.seconds - before,
        answer = ?answer,
        "question"
    );
}

/// A solver failed as a tool: it is missing, died, or speaks another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverError {
    pub message: String,
    /// What the user can do.
    pub help: Option<String>,
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SolverError {}

/// Figures of all calls so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverStatistics {
    pub calls: u64,
    pub seconds: f64,
    /// As far as the solver tells.
    pub variables: u64,
    pub clauses: u64,
}

/// Conditions are terms of width 1, all of one store, which may grow between
/// calls.
pub trait Solver {
    /// From now on the condition is true.
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError>;

    /// Can everything asserted and all of these be true together?
    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError>;

    /// After `Satisfiable`: values that make it so. Those of symbols that neither
    /// the assertions nor the assumptions of that call mention are missing.
    fn model(&mut self, terms: &TermStore) -> Result<Model, SolverError>;

    /// After `Unsatisfiable`: assumptions of that call that cannot be true
    /// together with what is asserted; empty if that alone cannot be true.
    fn core(&mut self) -> Result<Vec<Term>, SolverError>;

    fn statistics(&self) -> SolverStatistics;
}

/// Which solver to use.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum SolverChoice {
    /// Inside this process.
    #[default]
    Cadical,
    /// A program that speaks SMT-LIB 2: a name on the PATH, or a path.
    Process(PathBuf),
}

#[derive(Clone, Debug, Default)]
pub struct SolverOptions {
    /// After this moment every call answers `Unknown`.
    pub deadline: Option<Instant>,
    /// While this is set, every call answers `Unknown`, also one that is running.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Write every question as an SMT-LIB 2 file into this folder.
    pub dump: Option<PathBuf>,
    /// Write down how each unsatisfiable answer comes about. Only the solver inside
    /// this process can.
    pub proofs: Option<Proofs>,
}

/// A fresh solver.
pub fn open(
    choice: &SolverChoice,
    options: &SolverOptions,
) -> Result<Box<dyn Solver>, SolverError> {
    let solver: Box<dyn Solver> = match choice {
        SolverChoice::Process(_) if options.proofs.is_some() => return Err(no_proofs()),
        SolverChoice::Cadical => Box::new(CadicalSolver::open(options)),
        SolverChoice::Process(program) => Box::new(ProcessSolver::start(program, options)?),
    };
    match &options.dump {
        Some(folder) => Ok(Box::new(Dumping::new(solver, folder)?)),
        None => Ok(solver),
    }
}

fn no_proofs() -> SolverError {
    SolverError {
        message: "only the built-in solver writes proofs".to_owned(),
        help: Some("leave out --solver or --proof".to_owned()),
    }
}
