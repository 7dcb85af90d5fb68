//! Operators without a circuit: answers stay right, and are found where they
//! can be.

use raddle_solver::{Answer, CadicalSolver, Solver, SolverOptions};
use raddle_terms::{
    Bits, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator, Term, TermStore,
};

const EQUAL: FloatPredicate =
    FloatPredicate { less: false, equal: true, greater: false, unordered: false };
const LESS: FloatPredicate =
    FloatPredicate { less: true, equal: false, greater: false, unordered: false };
const DOUBLE: FloatKind = FloatKind::F64;

fn double(terms: &mut TermStore, value: f64) -> Term {
    terms.constant(Bits::new(u128::from(value.to_bits()), 64))
}

/// A number from 0 to 7, as a double.
fn small(terms: &mut TermStore, name: &str) -> Term {
    let symbol = terms.symbol(name, 3);
    terms.apply(Operator::UnsignedToFloat(DOUBLE), &[symbol])
}

fn compare(terms: &mut TermStore, wanted: FloatPredicate, left: Term, right: Term) -> Term {
    terms.apply(Operator::FloatCompare(DOUBLE, wanted), &[left, right])
}

/// `fmod(square_root(x * y), 4) + x`, through operators of all kinds.
fn formula(terms: &mut TermStore) -> Term {
    let (x, y) = (small(terms, "x"), small(terms, "y"));
    let product = terms.apply(FloatBinary::Multiply.of(DOUBLE), &[x, y]);
    let root = terms.apply(FloatUnary::SquareRoot.of(DOUBLE), &[product]);
    let four = double(terms, 4.0);
    let rest = terms.apply(FloatBinary::Remainder.of(DOUBLE), &[root, four]);
    terms.apply(FloatBinary::Add.of(DOUBLE), &[rest, x])
}

fn reference(x: u32, y: u32) -> f64 {
    (f64::from(x) * f64::from(y)).sqrt() % 4.0 + f64::from(x)
}

#[test]
fn arithmetic_on_floats_is_decided_where_few_values_are_possible() {
    let mut terms = TermStore::new();
    let result = formula(&mut terms);
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    let (mut possible, mut impossible) = (0, 0);
    for wanted in [0.0, 1.0, 2.5, 3.0, 5.0, 6.0, 7.0, 9.0, 10.5] {
        let expected = (0..64).any(|both| reference(both / 8, both % 8) == wanted);
        let constant = double(&mut terms, wanted);
        let condition = compare(&mut terms, EQUAL, result, constant);
        let answer = solver.check(&terms, &[condition]).unwrap();
        if expected {
            possible += 1;
            assert_eq!(answer, Answer::Satisfiable, "{wanted}");
            let model = solver.model(&terms).unwrap();
            let value = |name| {
                let term = terms.clone().symbol(name, 3);
                terms.evaluate_under(term, |symbol| model.get(&symbol).copied()).low64() as u32
            };
            assert_eq!(reference(value("x"), value("y")), wanted);
        } else {
            impossible += 1;
            assert_eq!(answer, Answer::Unsatisfiable, "{wanted}");
            assert_eq!(solver.core(), Ok(vec![condition]));
        }
    }
    assert!(possible > 2 && impossible > 2);
}

#[test]
fn what_does_not_matter_does_not_spoil_the_answer() {
    let mut terms = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, 64));
    let rest = terms.apply(FloatBinary::Remainder.of(DOUBLE), &[x, y]);
    let pi = double(&mut terms, 3.25);
    let hard = compare(&mut terms, EQUAL, rest, pi);
    let easy = terms.equal(x, y);
    let either = terms.or(hard, easy);
    let different = terms.not(easy);
    let less = terms.apply(Operator::UnsignedLess, &[x, y]);
    let greater = terms.apply(Operator::UnsignedLess, &[y, x]);
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    solver.assert(&terms, either).unwrap();
    assert_eq!(solver.check(&terms, &[easy]), Ok(Answer::Satisfiable));
    let question = [different, less, greater, hard];
    assert_eq!(solver.check(&terms, &question), Ok(Answer::Unsatisfiable));
}

/// Never a wrong answer: the remainder is less than the divisor, which nobody
/// told the solver.
#[test]
fn too_many_possible_values_are_unknown() {
    let mut terms = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, 64));
    let rest = terms.apply(FloatBinary::Remainder.of(DOUBLE), &[x, y]);
    let one = double(&mut terms, 1.0);
    let positive = compare(&mut terms, LESS, one, y);
    let beyond = compare(&mut terms, LESS, y, rest);
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    let reason = "floating-point arithmetic on values that are not known";
    let answer = solver.check(&terms, &[positive, beyond]);
    assert_eq!(answer, Ok(Answer::Unknown(reason.to_owned())));
}
