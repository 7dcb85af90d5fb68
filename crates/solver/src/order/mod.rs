//! Conditions over terms together with an order of events: which write each read
//! takes its value from, so that all of them fit into one sequence of events.
//!
//! This is the consistency of sequentially consistent memory, as in partial-order
//! bounded model checking; nothing here knows programs or threads.

mod clocks;
mod contract;
pub mod graph;
mod inside;
pub mod propagator;
mod theory;

use raddle_terms::{Term, TermStore};

use crate::{Solver, SolverChoice, SolverError, SolverOptions, open};

pub use clocks::Clocks;
pub use contract::verify;
pub use inside::Inside;
pub use theory::Figures;

/// What is to be put in order. Events are numbered from 0; an event happens at one
/// moment, with all its reads and writes.
#[derive(Clone, Debug, Default)]
pub struct OrderFacts {
    pub events: u32,
    pub edges: Vec<Edge>,
    pub writes: Vec<OrderWrite>,
    pub reads: Vec<OrderRead>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub before: u32,
    pub after: u32,
    /// The edge is there only where this is true; `None`: always.
    pub when: Option<Term>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderWrite {
    pub event: u32,
    /// The memory location, by any number.
    pub location: u32,
    /// Whether the write happens at all (width 1).
    pub happens: Term,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRead {
    pub event: u32,
    pub location: u32,
    pub candidates: Vec<ReadFrom>,
}

/// A read-from candidate: a write that a read may take its value from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadFrom {
    /// Position in `OrderFacts::writes`; a write to the read's location, in another
    /// event.
    pub write: u32,
    /// A symbol of width 1: where it is true, the read takes this write's value.
    /// The caller, who states the facts, also asserts that the write happens then, that
    /// the values are equal, and that a read that happens has a candidate.
    pub chosen: Term,
}

/// A solver that gives only models for which there is a sequence of all events such
/// that
/// - every edge that is there goes forward;
/// - where a candidate is chosen, its write's event comes before the read's event, and
///   no other write to the same location that happens has its event between the two.
pub trait OrderSolver: Solver {
    /// States the facts; once, before the first question.
    fn order(&mut self, terms: &mut TermStore, facts: OrderFacts) -> Result<(), SolverError>;

    /// After `Satisfiable`: the events in the order of such a sequence.
    fn sequence(&mut self) -> Result<Vec<u32>, SolverError>;
}

/// How the order is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OrderMethod {
    /// By a theory of ordering inside CaDiCaL.
    #[default]
    Theory,
    /// By a clock (a number) for each event, in terms, with any solver.
    Clocks,
}

impl OrderMethod {
    /// The better one for these facts. That is the theory: on the families of
    /// `crates/solver/examples/order_methods.rs` it always needed fewer clauses, and nearly
    /// always fewer seconds (the others were ties or milliseconds). Only its table
    /// of events and chains (`graph.rs`) can become too large, where next to
    /// nothing is ordered.
    pub fn suited(facts: &OrderFacts) -> OrderMethod {
        const MAX_TABLE: u64 = 1 << 28;
        let mut starts = vec![true; facts.events as usize];
        for edge in facts.edges.iter().filter(|edge| edge.when.is_none()) {
            if let Some(start) = starts.get_mut(edge.after as usize) {
                *start = false;
            }
        }
        // Each is the start of a chain of its own.
        let chains = starts.iter().filter(|start| **start).count() as u64;
        match u64::from(facts.events) * chains > MAX_TABLE {
            true => OrderMethod::Clocks,
            false => OrderMethod::Theory,
        }
    }
}

/// A fresh solver with an order. Where the theory cannot serve (it needs CaDiCaL,
/// and its questions are not terms that could be written down), clocks do.
pub fn open_ordered(
    method: OrderMethod,
    choice: &SolverChoice,
    options: &SolverOptions,
) -> Result<Box<dyn OrderSolver>, SolverError> {
    match (method, choice) {
        (OrderMethod::Theory, SolverChoice::Cadical) if options.dump.is_none() => {
            Ok(Box::new(Inside::open(options)))
        }
        (OrderMethod::Theory | OrderMethod::Clocks, _) => {
            Ok(Box::new(Clocks::new(open(choice, options)?)))
        }
    }
}

/// The sequence, if the last answer left one.
fn found(sequence: &Option<Vec<u32>>) -> Result<Vec<u32>, SolverError> {
    sequence.clone().ok_or_else(|| SolverError {
        message: "there is no sequence: the last answer was not `satisfiable`".to_owned(),
        help: None,
    })
}

fn stated_too_late() -> SolverError {
    SolverError {
        message: "an order must be stated once, before the first question".to_owned(),
        help: None,
    }
}
