//! Time limits and interruption.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use raddle_solver::{Answer, CadicalSolver, Solver, SolverOptions};
use raddle_terms::{Bits, Operator, Term, TermStore};

/// Two factors of a product of two primes of 40 bits: far too hard.
fn factoring(terms: &mut TermStore) -> Vec<Term> {
    let product = 1_099_511_627_689u128 * 1_099_511_627_609;
    let zero_extended = |terms: &mut TermStore, name| {
        let factor = terms.symbol(name, 41);
        terms.apply(Operator::ZeroExtend(82), &[factor])
    };
    let left = zero_extended(terms, "left");
    let right = zero_extended(terms, "right");
    let one = terms.constant(Bits::new(1, 82));
    let expected = terms.constant(Bits::new(product, 82));
    let result = terms.apply(Operator::Multiply, &[left, right]);
    let same = terms.equal(result, expected);
    let left_greater = terms.apply(Operator::UnsignedLess, &[one, left]);
    let right_greater = terms.apply(Operator::UnsignedLess, &[one, right]);
    vec![same, left_greater, right_greater]
}

fn unknown(reason: &str) -> Result<Answer, raddle_solver::SolverError> {
    Ok(Answer::Unknown(reason.to_owned()))
}

#[test]
fn a_limit_in_the_past_or_near_ends_the_search() {
    for ahead in [Duration::ZERO, Duration::from_millis(50)] {
        let mut terms = TermStore::new();
        let conditions = factoring(&mut terms);
        let deadline = Some(Instant::now() + ahead);
        let options = SolverOptions { deadline, ..SolverOptions::default() };
        let mut solver = CadicalSolver::open(&options);
        assert_eq!(solver.check(&terms, &conditions), unknown("the time limit was reached"));
        assert!(solver.model(&terms).is_err());
        assert!(solver.core().is_err());
        // After the limit easy questions are not answered either.
        assert_eq!(solver.check(&terms, &[]), unknown("the time limit was reached"));
        assert_eq!(solver.statistics().calls, 2);
    }
}

#[test]
fn an_interrupted_search_ends_and_may_go_on_later() {
    let mut terms = TermStore::new();
    let conditions = factoring(&mut terms);
    let flag = Arc::new(AtomicBool::new(false));
    let options = SolverOptions { interrupt: Some(Arc::clone(&flag)), ..SolverOptions::default() };
    let mut solver = CadicalSolver::open(&options);
    let interrupter = thread::spawn({
        let flag = Arc::clone(&flag);
        move || {
            thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(solver.check(&terms, &conditions), unknown("the solver was interrupted"));
    interrupter.join().unwrap();
    flag.store(false, Ordering::Relaxed);
    assert_eq!(solver.check(&terms, &conditions[1..]), Ok(Answer::Satisfiable));
}
