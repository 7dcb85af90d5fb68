//! Real solvers agree with evaluation and with the solver inside.

use std::path::Path;
use std::time::{Duration, Instant};

use raddle_solver::{Answer, CadicalSolver, ProcessSolver, Solver, SolverOptions};
use raddle_terms::{Bits, Evaluation, FloatBinary, FloatKind, Operator, SymbolId, Term, TermStore};
use rustc_hash::FxHashMap;

use crate::common::{Garden, installed};

/// Under an assignment every term has the value that evaluation gives it, and
/// no other.
#[test]
fn values_are_those_of_evaluation() {
    for (name, mut solver) in installed() {
        // One store for all, so that one process is told ever more.
        let mut garden = Garden::new(1, 400);
        let mut answers = 0;
        for _ in 0..25 {
            let values: FxHashMap<SymbolId, Bits> = garden
                .terms
                .symbols()
                .map(|symbol| {
                    let width = garden.terms.width(garden.terms.symbol_term(symbol));
                    (symbol, Bits::new(garden.random.next().into(), width))
                })
                .collect();
            let width = garden.random.pick(&[1, 3, 8, 12]);
            let term = garden.term(width);
            let value = garden.terms.evaluate_under(term, |symbol| values.get(&symbol).copied());
            let mut assumptions: Vec<Term> = Vec::new();
            for symbol in garden.symbols.clone() {
                let value = garden.terms.evaluate_under(symbol, |it| values.get(&it).copied());
                let value = garden.terms.constant(value);
                assumptions.push(garden.terms.equal(symbol, value));
            }
            let value = garden.terms.constant(value);
            let equal = garden.terms.equal(term, value);
            let other = garden.terms.not(equal);
            assumptions.push(equal);
            let answer = solver.check(&garden.terms, &assumptions).unwrap();
            assert_eq!(answer, Answer::Satisfiable, "{name}: {}", garden.terms.display(term));
            assumptions.pop();
            assumptions.push(other);
            let answer = solver.check(&garden.terms, &assumptions).unwrap();
            assert_eq!(answer, Answer::Unsatisfiable, "{name}: {}", garden.terms.display(term));
            answers += 2;
        }
        assert_eq!(solver.statistics().calls, answers);
    }
}

fn all_true(terms: &TermStore, conditions: &[Term], solver: &mut dyn Solver) -> bool {
    let model = solver.model(terms).unwrap();
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    conditions.iter().all(|condition| evaluation.value(*condition).is_true())
}

/// Questions in a row, with assertions between them: the answers of all solvers
/// are equal, models are models, and cores are cores.
#[test]
fn answers_are_those_of_the_solver_inside() {
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for seed in 0..8 {
        for (name, mut solver) in installed() {
            let mut garden = Garden::new(seed, 120);
            let mut inside = CadicalSolver::open(&SolverOptions::default());
            let mut asserted = Vec::new();
            for round in 0..8 {
                if round % 3 == 2 {
                    let condition = garden.condition();
                    solver.assert(&garden.terms, condition).unwrap();
                    inside.assert(&garden.terms, condition).unwrap();
                    asserted.push(condition);
                }
                let assumptions: Vec<Term> = (0..1 + round).map(|_| garden.condition()).collect();
                let answer = solver.check(&garden.terms, &assumptions).unwrap();
                let expected = inside.check(&garden.terms, &assumptions).unwrap();
                assert_eq!(answer, expected, "{name}, seed {seed}, round {round}");
                if answer == Answer::Satisfiable {
                    satisfiable += 1;
                    let conditions = [asserted.clone(), assumptions].concat();
                    assert!(all_true(&garden.terms, &conditions, &mut solver));
                    assert!(solver.core().is_err());
                } else {
                    unsatisfiable += 1;
                    let core = solver.core().unwrap();
                    assert!(core.iter().all(|condition| assumptions.contains(condition)));
                    let again = inside.check(&garden.terms, &core).unwrap();
                    assert_eq!(again, Answer::Unsatisfiable, "{name}, seed {seed}: no core");
                    assert!(solver.model(&garden.terms).is_err());
                }
            }
        }
    }
    if !installed().is_empty() {
        assert!(satisfiable > 10 && unsatisfiable > 10, "{satisfiable}, {unsatisfiable}");
    }
}

/// A model of floating-point arithmetic is right to the last bit, since it is
/// evaluated; a solver that was started for bit-vectors takes floats later.
#[test]
fn floating_point_arithmetic_is_solved() {
    for (name, mut solver) in installed() {
        let mut terms = TermStore::new();
        let kind = FloatKind::F32;
        let (x, y) = (terms.symbol("x", 32), terms.symbol("y", 32));
        let one = terms.constant(Bits::new(1.0f32.to_bits().into(), 32));
        let three = terms.constant(Bits::new(3.0f32.to_bits().into(), 32));
        let plain = terms.equal(y, one);
        solver.assert(&terms, plain).unwrap();
        assert_eq!(solver.check(&terms, &[]).unwrap(), Answer::Satisfiable, "{name}");
        let sum = terms.apply(FloatBinary::Add.of(kind), &[x, y]);
        let is_three = terms.equal(sum, three);
        assert_eq!(solver.check(&terms, &[is_three]).unwrap(), Answer::Satisfiable, "{name}");
        let model = solver.model(&terms).unwrap();
        let value = terms.evaluate_under(sum, |symbol| model.get(&symbol).copied());
        assert_eq!(value, Bits::new(3.0f32.to_bits().into(), 32), "{name}");
        // The NaN of x - x is the default one, unless x was a NaN itself.
        let nothing = terms.apply(FloatBinary::Subtract.of(kind), &[x, x]);
        let infinite = terms.constant(Bits::new(f32::INFINITY.to_bits().into(), 32));
        let is_infinite = terms.equal(x, infinite);
        let nan = terms.constant(Bits::new(0xffc0_0000, 32));
        let is_nan = terms.equal(nothing, nan);
        let is_other = terms.not(is_nan);
        let answer = solver.check(&terms, &[is_infinite, is_other]).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{name}");
    }
}

/// What has no word in SMT-LIB is no answer, and no obstacle for the rest.
#[test]
fn what_cannot_be_said_is_unknown() {
    for (name, mut solver) in installed() {
        let mut terms = TermStore::new();
        let (x, y) = (terms.symbol("x", 64), terms.symbol("y", 64));
        let rest = terms.apply(FloatBinary::Remainder.of(FloatKind::F64), &[x, y]);
        let condition = terms.equal(rest, x);
        let answer = solver.check(&terms, &[condition]).unwrap();
        assert!(matches!(answer, Answer::Unknown(reason) if reason.contains("remainder")));
        assert_eq!(solver.check(&terms, &[]).unwrap(), Answer::Satisfiable, "{name}");
        solver.assert(&terms, condition).unwrap();
        assert!(matches!(solver.check(&terms, &[]).unwrap(), Answer::Unknown(_)), "{name}");
    }
}

/// Filling, copying and zeroed memory, too long to be tables.
#[test]
fn long_arrays_are_solved() {
    for (name, mut solver) in installed() {
        let mut terms = TermStore::new();
        let [index, start, count] = ["index", "start", "count"].map(|it| terms.symbol(it, 32));
        let [zero, seven, nine] = [0, 7, 9].map(|it| terms.constant(Bits::new(it, 8)));
        let memory = terms.uniform(100_000, 32, zero);
        let memory = terms.array_store(memory, start, seven);
        let filled = terms.array_fill(memory, start, count, nine);
        let element = terms.select(filled, index);
        let is_seven = terms.equal(element, seven);
        // The fill overwrites the seven unless it is empty.
        let answer = solver.check(&terms, &[is_seven]).unwrap();
        assert_eq!(answer, Answer::Satisfiable, "{name}");
        let none = terms.constant(Bits::zero(32));
        let is_empty = terms.equal(count, none);
        let is_filled = terms.not(is_empty);
        let answer = solver.check(&terms, &[is_seven, is_filled]).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{name}");
        // A copy of it to itself, shifted.
        let place = terms.apply(Operator::ZeroExtend(32), &[seven]);
        let copied = terms.array_copy(filled, place, filled, none, count);
        let element = terms.select(copied, index);
        let is_nine = terms.equal(element, nine);
        let answer = solver.check(&terms, &[is_nine, is_filled]).unwrap();
        assert_eq!(answer, Answer::Satisfiable, "{name}");
        let beyond = terms.constant(Bits::new(100_000, 32));
        let is_beyond = terms.apply(Operator::UnsignedLessOrEqual, &[beyond, index]);
        let answer = solver.check(&terms, &[is_nine, is_beyond]).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{name}");
    }
}

/// Factors of a product of two primes: no solver is even started within the time.
#[test]
fn a_deadline_ends_a_hard_question() {
    for (name, _) in installed() {
        let deadline = Some(Instant::now() + Duration::from_millis(1));
        let options = SolverOptions { deadline, ..SolverOptions::default() };
        let mut solver = ProcessSolver::start(Path::new(name), &options).unwrap();
        let mut terms = TermStore::new();
        let [x, y] = ["x", "y"].map(|it| terms.symbol(it, 62));
        let [wide_x, wide_y] = [x, y].map(|it| terms.apply(Operator::ZeroExtend(124), &[it]));
        let product = terms.apply(Operator::Multiply, &[wide_x, wide_y]);
        let primes = 2_305_843_009_213_693_951 * 2_305_843_009_213_693_921;
        let goal = terms.constant(Bits::new(primes, 124));
        let one = terms.constant(Bits::new(1, 62));
        let conditions = [
            terms.equal(product, goal),
            terms.apply(Operator::UnsignedLess, &[one, x]),
            terms.apply(Operator::UnsignedLess, &[one, y]),
        ];
        let answer = solver.check(&terms, &conditions).unwrap();
        assert_eq!(answer, Answer::Unknown("the time limit was reached".to_owned()), "{name}");
    }
}
