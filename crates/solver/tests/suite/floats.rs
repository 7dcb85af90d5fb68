//! Floating-point arithmetic as clauses: results for known operands must be
//! what evaluation says and nothing else, and facts about unknown operands must
//! be found.
//!
//! Far more operands are tried in the crate's own tests of the circuits, where
//! the gates fold; here the gates are clauses.

use raddle_solver::blast::Blaster;
use raddle_solver::circuit::Literal;
use raddle_solver::sat::SatSolver;
use raddle_solver::vector::{Vector, constant_bits};
use raddle_solver::{Answer, Cadical, CadicalSolver, Solver, SolverOptions};
use raddle_terms::operator::evaluate;
use raddle_terms::{
    Bits, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator, Term, TermStore,
};

use crate::common::Random;

const KINDS: [FloatKind; 2] = [FloatKind::F32, FloatKind::F64];
const SINGLE: FloatKind = FloatKind::F32;
const DOUBLE: FloatKind = FloatKind::F64;
const EQUAL: FloatPredicate =
    FloatPredicate { less: false, equal: true, greater: false, unordered: false };
const LESS: FloatPredicate =
    FloatPredicate { less: true, equal: false, greater: false, unordered: false };
const LESS_OR_EQUAL: FloatPredicate =
    FloatPredicate { less: true, equal: true, greater: false, unordered: false };

fn binary_operators(kind: FloatKind) -> Vec<Operator> {
    vec![
        FloatBinary::Add.of(kind),
        FloatBinary::Subtract.of(kind),
        FloatBinary::Multiply.of(kind),
        FloatBinary::Divide.of(kind),
    ]
}

fn unary_operators(kind: FloatKind) -> Vec<Operator> {
    let mut operators = vec![
        FloatUnary::SquareRoot.of(kind),
        FloatUnary::Floor.of(kind),
        FloatUnary::Ceiling.of(kind),
        FloatUnary::Truncate.of(kind),
        FloatUnary::Round.of(kind),
        FloatUnary::RoundEven.of(kind),
        Operator::FloatConvert { from: kind, to: SINGLE },
        Operator::FloatConvert { from: kind, to: DOUBLE },
    ];
    for width in [1, 8, 31, 32, 33, 64, 65, 128] {
        operators.push(Operator::FloatToSigned { from: kind, width });
        operators.push(Operator::FloatToUnsigned { from: kind, width });
    }
    operators
}

fn fraction_bits(kind: FloatKind) -> u16 {
    match kind {
        FloatKind::F32 => 23,
        FloatKind::F64 => 52,
    }
}

/// Numbers of all kinds: zeros, subnormals, ones, the greatest, infinities and
/// NaNs; and one that is any.
fn patterns(random: &mut Random, kind: FloatKind) -> Vec<Bits> {
    let fraction_bits = fraction_bits(kind);
    let exponent_bits = kind.width() - 1 - fraction_bits;
    let all = (1u128 << exponent_bits) - 1;
    let mut patterns = Vec::new();
    for (exponent, fraction) in [
        (0, 0),
        (0, 1),
        (1, 0),
        (all / 2, 0),
        (all / 2 + u128::from(fraction_bits) - 1, (1 << fraction_bits) - 1),
        (all - 1, (1 << fraction_bits) - 1),
        (all, 0),
        (all, 1),
        (all, 3 << (fraction_bits - 2)),
        (u128::from(random.next()), u128::from(random.next())),
    ] {
        let sign = u128::from(random.coin()) << exponent_bits;
        let upper = sign | (exponent & all);
        let lower = fraction & ((1 << fraction_bits) - 1);
        patterns.push(Bits::new(upper << fraction_bits | lower, kind.width()));
    }
    patterns
}

fn matching(vector: &[Literal], value: Bits) -> Vec<Literal> {
    let wanted = constant_bits(value);
    vector.iter().zip(&wanted).map(|(is, wanted)| is.negated_if(wanted.is_negated())).collect()
}

/// The circuit of one operator, whose operands are assumed.
struct Tester {
    operator: Operator,
    blaster: Blaster<Cadical>,
    operands: Vec<Vector>,
    result: Vector,
}

impl Tester {
    fn new(operator: Operator, widths: &[u16]) -> Tester {
        let mut blaster = Blaster::new(Cadical::new(&SolverOptions::default()));
        let operands: Vec<Vector> =
            widths.iter().map(|width| blaster.circuit().fresh_vector((*width).into())).collect();
        let result = blaster.apply(operator, &operands).unwrap();
        Tester { operator, blaster, operands, result }
    }

    /// The result must be possible, and no other result may be.
    fn check(&mut self, values: &[Bits]) {
        let expected = evaluate(self.operator, values);
        let what = format!("{} of {values:x?}: {expected:x?}", self.operator);
        let same = self.blaster.circuit().equal(&self.result, &constant_bits(expected));
        for (claim, answer) in [(same, Answer::Satisfiable), (!same, Answer::Unsatisfiable)] {
            let mut assumptions = vec![claim];
            for (operand, value) in self.operands.iter().zip(values) {
                assumptions.extend(matching(operand, *value));
            }
            assert_eq!(self.blaster.sink_mut().solve(&assumptions), answer, "{what}");
        }
    }
}

#[test]
fn operators_on_two_floats_are_right_as_clauses() {
    let mut random = Random(1);
    for kind in KINDS {
        for operator in binary_operators(kind) {
            let mut tester = Tester::new(operator, &[kind.width(); 2]);
            for left in patterns(&mut random, kind) {
                for right in patterns(&mut random, kind) {
                    tester.check(&[left, right]);
                }
            }
        }
    }
}

#[test]
fn operators_on_one_float_are_right_as_clauses() {
    let mut random = Random(2);
    for kind in KINDS {
        for operator in unary_operators(kind) {
            let mut tester = Tester::new(operator, &[kind.width()]);
            for _ in 0..2 {
                for value in patterns(&mut random, kind) {
                    tester.check(&[value]);
                }
            }
        }
    }
}

#[test]
fn floats_of_integers_are_right_as_clauses() {
    let mut random = Random(3);
    for kind in KINDS {
        for width in [1, 3, 8, 24, 25, 32, 53, 64, 100, 128] {
            for operator in [Operator::SignedToFloat(kind), Operator::UnsignedToFloat(kind)] {
                let mut tester = Tester::new(operator, &[width]);
                for _ in 0..12 {
                    tester.check(&[Bits::new(random.number(width), width)]);
                }
            }
        }
    }
}

/// The operands of an operator whose result is known: there are such operands,
/// and they are right ones.
#[test]
fn operands_are_found_for_a_result() {
    let mut random = Random(4);
    for operator in binary_operators(SINGLE) {
        let mut tester = Tester::new(operator, &[32; 2]);
        for _ in 0..3 {
            let any = (random.next() % 0x7f00_0000) as u32;
            let wanted = Bits::new(any.into(), 32);
            let assumptions = matching(&tester.result, wanted);
            assert_eq!(tester.blaster.sink_mut().solve(&assumptions), Answer::Satisfiable);
            let values: Vec<Bits> = tester
                .operands
                .iter()
                .map(|operand| {
                    let digits = operand.iter().rev();
                    let number = digits.fold(0, |number: u128, digit| {
                        number << 1 | u128::from(tester.blaster.sink_mut().value(*digit))
                    });
                    Bits::new(number, 32)
                })
                .collect();
            assert_eq!(evaluate(operator, &values), wanted, "{operator} of {values:x?}");
        }
    }
}

fn answer(terms: &TermStore, conditions: &[Term]) -> Answer {
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    solver.check(terms, conditions).unwrap()
}

fn compare(
    terms: &mut TermStore,
    kind: FloatKind,
    wanted: FloatPredicate,
    left: Term,
    right: Term,
) -> Term {
    terms.apply(Operator::FloatCompare(kind, wanted), &[left, right])
}

fn single(terms: &mut TermStore, value: f32) -> Term {
    terms.constant(Bits::new(value.to_bits().into(), 32))
}

fn double(terms: &mut TermStore, value: f64) -> Term {
    terms.constant(Bits::new(value.to_bits().into(), 64))
}

/// Sums and products do not depend on the order of operands, except for which
/// NaN it is.
#[test]
fn order_of_operands_matters_only_for_nans() {
    for kind in KINDS {
        for operator in [FloatBinary::Add.of(kind), FloatBinary::Multiply.of(kind)] {
            let mut terms = TermStore::new();
            let [x, y] = ["x", "y"].map(|name| terms.symbol(name, kind.width()));
            let one = terms.apply(operator, &[x, y]);
            let other = terms.apply(operator, &[y, x]);
            let same = terms.equal(one, other);
            let different = terms.not(same);
            let number = compare(&mut terms, kind, EQUAL, one, one);
            assert_eq!(answer(&terms, &[different]), Answer::Satisfiable, "{operator}");
            assert_eq!(answer(&terms, &[different, number]), Answer::Unsatisfiable, "{operator}");
        }
    }
}

/// All integers of no more bits than the precision come back; of one bit more
/// not all do.
#[test]
fn integers_come_back_within_the_precision() {
    for (kind, precision) in [(SINGLE, 24), (DOUBLE, 53)] {
        for (bits, expected) in
            [(precision, Answer::Unsatisfiable), (precision + 1, Answer::Satisfiable)]
        {
            let mut terms = TermStore::new();
            let small = terms.symbol("i", bits);
            let integer = terms.apply(Operator::ZeroExtend(64), &[small]);
            let negative = terms.apply(Operator::Negate, &[integer]);
            for integer in [integer, negative] {
                let float = terms.apply(Operator::SignedToFloat(kind), &[integer]);
                let to_signed = Operator::FloatToSigned { from: kind, width: 64 };
                let back = terms.apply(to_signed, &[float]);
                let same = terms.equal(back, integer);
                let different = terms.not(same);
                assert_eq!(answer(&terms, &[different]), expected, "{bits} bits");
            }
        }
    }
}

#[test]
fn singles_come_back_from_doubles() {
    let mut terms = TermStore::new();
    let x = terms.symbol("x", 32);
    let wide = terms.apply(Operator::FloatConvert { from: SINGLE, to: DOUBLE }, &[x]);
    let back = terms.apply(Operator::FloatConvert { from: DOUBLE, to: SINGLE }, &[wide]);
    let number = compare(&mut terms, SINGLE, EQUAL, x, x);
    let same = terms.equal(back, x);
    let different = terms.not(same);
    assert_eq!(answer(&terms, &[different, number]), Answer::Unsatisfiable);
    // A NaN that was not quiet is so afterwards.
    assert_eq!(answer(&terms, &[different]), Answer::Satisfiable);
}

/// x + 1 > x, of singles from 0 below some limit.
#[test]
fn one_more_is_greater_until_the_precision_ends() {
    let mut terms = TermStore::new();
    let x = terms.symbol("x", 32);
    let [zero, one] = [0.0, 1.0].map(|value| single(&mut terms, value));
    let more = terms.apply(FloatBinary::Add.of(SINGLE), &[x, one]);
    let positive = compare(&mut terms, SINGLE, LESS_OR_EQUAL, zero, x);
    let greater = compare(&mut terms, SINGLE, LESS, x, more);
    let not_greater = terms.not(greater);
    for (limit, expected) in
        [(16_777_216.0, Answer::Unsatisfiable), (16_777_218.0, Answer::Satisfiable)]
    {
        let limit = single(&mut terms, limit);
        let below = compare(&mut terms, SINGLE, LESS, x, limit);
        assert_eq!(answer(&terms, &[positive, below, not_greater]), expected);
    }
}

#[test]
fn rounding_leaves_what_is_near() {
    let mut terms = TermStore::new();
    let x = terms.symbol("x", 64);
    let [low, high] = [-1e9, 1e9].map(|value| double(&mut terms, value));
    let above = compare(&mut terms, DOUBLE, LESS, low, x);
    let below = compare(&mut terms, DOUBLE, LESS, x, high);
    let floor = terms.apply(FloatUnary::Floor.of(DOUBLE), &[x]);
    let ceiling = terms.apply(FloatUnary::Ceiling.of(DOUBLE), &[x]);
    let distance = terms.apply(FloatBinary::Subtract.of(DOUBLE), &[ceiling, floor]);
    let [zero, one] = [0.0, 1.0].map(|value| double(&mut terms, value));
    let is_zero = compare(&mut terms, DOUBLE, EQUAL, distance, zero);
    let is_one = compare(&mut terms, DOUBLE, EQUAL, distance, one);
    let neither = {
        let either = terms.or(is_zero, is_one);
        terms.not(either)
    };
    assert_eq!(answer(&terms, &[above, below, is_one]), Answer::Satisfiable);
    assert_eq!(answer(&terms, &[above, below, neither]), Answer::Unsatisfiable);
}
