//! The interface of solvers: cores, models, what happens at the edges.

use raddle_solver::circuit::{Clauses, Literal};
use raddle_solver::sat::SatSolver;
use raddle_solver::{Answer, BitSolver, CadicalSolver, Solver, SolverChoice, SolverOptions, open};
use raddle_terms::{Bits, Operator, Term, TermStore};

use crate::common::Batsat;

fn solver() -> Box<dyn Solver> {
    open(&SolverChoice::Cadical, &SolverOptions::default()).unwrap()
}

fn less(terms: &mut TermStore, left: Term, right: Term) -> Term {
    terms.apply(Operator::UnsignedLess, &[left, right])
}

#[test]
fn a_core_names_the_assumptions_given_although_they_are_taken_apart() {
    let mut terms = TermStore::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.symbol(name, 32));
    let [ab, bc, ca, ad] = [(a, b), (b, c), (c, a), (a, d)].map(|(x, y)| less(&mut terms, x, y));
    let first = terms.and(ab, ad);
    let second = terms.and(bc, ca);
    let unneeded = terms.equal(d, b);
    let mut solver = solver();
    assert_eq!(solver.check(&terms, &[first, bc]), Ok(Answer::Satisfiable));
    let question = [unneeded, first, second];
    assert_eq!(solver.check(&terms, &question), Ok(Answer::Unsatisfiable));
    assert_eq!(solver.core(), Ok(vec![first, second]));
    // The same assumption twice, and one that is false in itself.
    let never = terms.boolean(false);
    assert_eq!(solver.check(&terms, &[first, never, first]), Ok(Answer::Unsatisfiable));
    assert_eq!(solver.core(), Ok(vec![never]));
}

#[test]
fn a_core_is_empty_if_the_assertions_alone_cannot_be_true() {
    let mut terms = TermStore::new();
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, 8));
    let [ab, ba] = [(a, b), (b, a)].map(|(x, y)| less(&mut terms, x, y));
    let mut solver = solver();
    solver.assert(&terms, ab).unwrap();
    assert_eq!(solver.check(&terms, &[]), Ok(Answer::Satisfiable));
    assert_eq!(solver.check(&terms, &[ba]), Ok(Answer::Unsatisfiable));
    assert_eq!(solver.core(), Ok(vec![ba]));
    solver.assert(&terms, ba).unwrap();
    let third = terms.symbol("third", 1);
    assert_eq!(solver.check(&terms, &[third]), Ok(Answer::Unsatisfiable));
    assert_eq!(solver.core(), Ok(Vec::new()));
}

#[test]
fn models_and_cores_exist_only_after_their_answers() {
    let mut terms = TermStore::new();
    let condition = terms.symbol("condition", 1);
    let never = terms.boolean(false);
    let mut solver = solver();
    assert!(solver.model(&terms).is_err());
    assert!(solver.core().is_err());
    assert_eq!(solver.check(&terms, &[condition]), Ok(Answer::Satisfiable));
    assert_eq!(solver.model(&terms).unwrap().len(), 1);
    assert!(solver.core().is_err());
    solver.assert(&terms, never).unwrap();
    assert!(solver.model(&terms).is_err());
    assert_eq!(solver.check(&terms, &[condition]), Ok(Answer::Unsatisfiable));
    assert!(solver.model(&terms).is_err());
    assert_eq!(solver.core(), Ok(Vec::new()));
}

#[test]
fn statistics_count() {
    let mut terms = TermStore::new();
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, 32));
    let condition = less(&mut terms, a, b);
    let mut solver = solver();
    let before = solver.statistics();
    assert_eq!(before.calls, 0);
    solver.check(&terms, &[condition]).unwrap();
    let after = solver.statistics();
    assert_eq!(after.calls, 1);
    assert!(after.seconds > before.seconds);
    assert!(after.variables >= 64);
    assert!(after.clauses > 100);
}

/// Deeper than any stack.
#[test]
fn terms_may_be_deep() {
    let mut terms = TermStore::new();
    let mut value = terms.symbol("start", 2);
    let one = terms.constant(Bits::new(1, 2));
    for round in 0..50_000 {
        let choice = terms.symbol(if round % 2 == 0 { "even" } else { "odd" }, 2);
        let changed = terms.apply(Operator::Xor, &[value, choice]);
        value = terms.apply(Operator::Add, &[changed, one]);
    }
    let condition = terms.equal(value, one);
    let mut solver = solver();
    assert_eq!(solver.check(&terms, &[condition]), Ok(Answer::Satisfiable));
    solver.assert(&terms, condition).unwrap();
    assert_eq!(solver.check(&terms, &[]), Ok(Answer::Satisfiable));
}

/// A SAT solver that always says yes.
#[derive(Default)]
struct Liar(Batsat);

impl Clauses for Liar {
    fn new_variable(&mut self) -> Literal {
        self.0.new_variable()
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.0.add_clause(clause);
    }
}

impl SatSolver for Liar {
    fn solve(&mut self, _assumptions: &[Literal]) -> Answer {
        Answer::Satisfiable
    }

    fn value(&mut self, literal: Literal) -> bool {
        literal.is_negated()
    }

    fn failed(&mut self, _literal: Literal) -> bool {
        false
    }

    fn size(&self) -> (u64, u64) {
        self.0.size()
    }

    fn stopped(&self) -> Option<String> {
        None
    }
}

#[test]
fn a_wrong_model_is_an_error() {
    let mut terms = TermStore::new();
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, 8));
    let condition = less(&mut terms, a, b);
    let same = terms.equal(a, b);
    let mut solver = BitSolver::new(Liar::default());
    assert_eq!(solver.check(&terms, &[same]), Ok(Answer::Satisfiable));
    let error = solver.check(&terms, &[condition]).unwrap_err();
    assert_eq!(error.message, "the solver gave a wrong model");
    let mut asserting = BitSolver::new(Liar::default());
    asserting.assert(&terms, condition).unwrap();
    assert!(asserting.check(&terms, &[]).is_err());
}

#[test]
fn a_truth_needs_no_clauses() {
    let mut terms = TermStore::new();
    let truth = terms.boolean(true);
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    let before = solver.statistics().clauses;
    solver.assert(&terms, truth).unwrap();
    assert_eq!(solver.check(&terms, &[truth]), Ok(Answer::Satisfiable));
    assert_eq!(solver.statistics().clauses, before);
    assert!(solver.model(&terms).unwrap().is_empty());
}
