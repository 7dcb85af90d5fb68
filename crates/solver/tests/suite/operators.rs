//! Each operator's circuit, against its evaluation: the result must be possible,
//! and no other result may be.

use raddle_solver::blast::Blaster;
use raddle_solver::circuit::{Clauses, Literal};
use raddle_solver::sat::SatSolver;
use raddle_solver::vector::{Vector, constant_bits};
use raddle_solver::{Answer, Cadical, SolverOptions};
use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, FloatKind, FloatPredicate, FloatUnary, Operator};

use crate::common::Random;

fn binary_of_width(width: u16) -> Vec<Operator> {
    let pointers = (1..=width).map(|offset_bits| Operator::PointerAdd { offset_bits });
    Operator::of_two().chain(pointers).collect()
}

fn unary_of_width(width: u16) -> Vec<Operator> {
    let mut operators: Vec<Operator> = Operator::of_one(width).collect();
    for wider in width..=(width + 3).min(128) {
        operators.extend([Operator::ZeroExtend(wider), Operator::SignExtend(wider)]);
    }
    for low in 0..width {
        operators.push(Operator::Extract { low, width: width - low });
        operators.push(Operator::Extract { low, width: 1 });
    }
    operators
}

/// Literals that are all true exactly if the vector has the value.
fn matching(vector: &[Literal], value: Bits) -> Vec<Literal> {
    let wanted = constant_bits(value);
    vector.iter().zip(&wanted).map(|(is, wanted)| is.negated_if(wanted.is_negated())).collect()
}

fn fresh_solver() -> Blaster<Cadical> {
    Blaster::new(Cadical::new(&SolverOptions::default()))
}

/// Under the assumptions the vector must have the value.
fn must_be<Sat: SatSolver + Clauses>(
    blaster: &mut Blaster<Sat>,
    mut assumptions: Vec<Literal>,
    result: &[Literal],
    expected: Bits,
    what: &str,
) {
    let same = blaster.circuit().equal(result, &constant_bits(expected));
    assumptions.push(same);
    assert_eq!(blaster.sink_mut().solve(&assumptions), Answer::Satisfiable, "{what} can be");
    assumptions.pop();
    assumptions.push(!same);
    assert_eq!(blaster.sink_mut().solve(&assumptions), Answer::Unsatisfiable, "{what} must be");
}

fn all_values(width: u16) -> impl Iterator<Item = Bits> + Clone {
    (0..1u128 << width).map(move |value| Bits::new(value, width))
}

#[test]
fn binary_operators_are_right_for_all_values_of_small_widths() {
    for width in 1..=4 {
        for operator in binary_of_width(width) {
            let mut blaster = fresh_solver();
            let left = blaster.circuit().fresh_vector(usize::from(width));
            let right = blaster.circuit().fresh_vector(usize::from(width));
            let result = blaster.apply(operator, &[left.clone(), right.clone()]).unwrap();
            for left_value in all_values(width) {
                for right_value in all_values(width) {
                    let expected = evaluate(operator, &[left_value, right_value]);
                    let assumptions =
                        [matching(&left, left_value), matching(&right, right_value)].concat();
                    let what = format!("{operator} of {left_value} and {right_value}: {expected}");
                    must_be(&mut blaster, assumptions, &result, expected, &what);
                }
            }
        }
    }
}

/// One operand known: other circuits, for products and quotients.
#[test]
fn binary_operators_with_a_constant_are_right_for_all_values_of_small_widths() {
    for width in 1..=4 {
        for operator in binary_of_width(width) {
            for constant_value in all_values(width) {
                for constant_left in [false, true] {
                    let mut blaster = fresh_solver();
                    let other = blaster.circuit().fresh_vector(usize::from(width));
                    let constant = constant_bits(constant_value);
                    let mut operands = [other.clone(), constant];
                    if constant_left {
                        operands.reverse();
                    }
                    let result = blaster.apply(operator, &operands).unwrap();
                    for value in all_values(width) {
                        let mut values = [value, constant_value];
                        if constant_left {
                            values.reverse();
                        }
                        let expected = evaluate(operator, &values);
                        let what = format!("{operator} of {values:?}: {expected}");
                        let assumptions = matching(&other, value);
                        must_be(&mut blaster, assumptions, &result, expected, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators_are_right_for_all_values_of_small_widths() {
    for width in (1..=5).chain([8]) {
        for operator in unary_of_width(width) {
            let mut blaster = fresh_solver();
            let operand = blaster.circuit().fresh_vector(usize::from(width));
            let result = blaster.apply(operator, std::slice::from_ref(&operand)).unwrap();
            for value in all_values(width) {
                let expected = evaluate(operator, &[value]);
                let what = format!("{operator} of {value}: {expected}");
                must_be(&mut blaster, matching(&operand, value), &result, expected, &what);
            }
        }
    }
}

#[test]
fn concat_and_if_then_else_are_right_for_all_values_of_small_widths() {
    for (operator, widths) in [
        (Operator::Concat, vec![1, 1]),
        (Operator::Concat, vec![2, 3]),
        (Operator::IfThenElse, vec![1, 1, 1]),
        (Operator::IfThenElse, vec![1, 2, 2]),
    ] {
        let mut blaster = fresh_solver();
        let operands: Vec<Vector> =
            widths.iter().map(|width| blaster.circuit().fresh_vector(*width)).collect();
        let result = blaster.apply(operator, &operands).unwrap();
        let total: usize = widths.iter().sum();
        for mut number in 0..1u128 << total {
            let mut values = Vec::new();
            for width in &widths {
                values.push(Bits::new(number, *width as u16));
                number >>= width;
            }
            let expected = evaluate(operator, &values);
            let assumptions = operands.iter().zip(&values).map(|(o, v)| matching(o, *v));
            let assumptions = assumptions.collect::<Vec<_>>().concat();
            let what = format!("{operator} of {values:?}: {expected}");
            must_be(&mut blaster, assumptions, &result, expected, &what);
        }
    }
}

/// An operand of which each bit is known with the given chance, and what makes
/// it the value.
fn operand(
    blaster: &mut Blaster<Cadical>,
    random: &mut Random,
    value: Bits,
    known_in_four: usize,
) -> (Vector, Vec<Literal>) {
    let constants = constant_bits(value);
    let vector: Vector = constants
        .iter()
        .map(|bit| if random.below(4) < known_in_four { *bit } else { blaster.circuit().fresh() })
        .collect();
    let assumptions = matching(&vector, value);
    (vector, assumptions)
}

fn check_random(random: &mut Random, operator: Operator, values: &[Bits]) {
    let mut blaster = fresh_solver();
    let mut operands = Vec::new();
    let mut assumptions = Vec::new();
    for value in values {
        let known_in_four = random.pick(&[0, 0, 1, 3, 4]);
        let (vector, assumed) = operand(&mut blaster, random, *value, known_in_four);
        operands.push(vector);
        assumptions.extend(assumed);
    }
    let result = blaster.apply(operator, &operands).unwrap();
    let expected = evaluate(operator, values);
    let what = format!("{operator} of {values:?} as {operands:?}: {expected}");
    must_be(&mut blaster, assumptions, &result, expected, &what);
}

#[test]
fn operators_are_right_for_random_values_of_great_widths() {
    let mut random = Random(1);
    for width in [5, 8, 16, 24, 31, 32, 33, 64, 100, 128] {
        let rounds = match width {
            0..=32 => 12,
            33..=64 => 3,
            _ => 1,
        };
        for operator in binary_of_width(width) {
            for _ in 0..rounds {
                let values = [0, 1].map(|_| Bits::new(random.number(width), width));
                check_random(&mut random, operator, &values);
            }
        }
        for operator in unary_of_width(width) {
            let value = Bits::new(random.number(width), width);
            check_random(&mut random, operator, &[value]);
        }
    }
}

/// Numbers of all kinds, with both signs: zeros, subnormals, ordinary ones,
/// infinities and NaNs.
fn float_patterns(kind: FloatKind) -> Vec<Bits> {
    let (fraction_bits, exponent_bits) = match kind {
        FloatKind::F32 => (23, 8),
        FloatKind::F64 => (52, 11),
    };
    let all = (1u128 << exponent_bits) - 1;
    let mut patterns = Vec::new();
    for sign in [0, 1] {
        for exponent in [0, all / 2, all] {
            for fraction in [0, 1, 1 << (fraction_bits - 1)] {
                let upper = sign << exponent_bits | exponent;
                patterns.push(Bits::new(upper << fraction_bits | fraction, kind.width()));
            }
        }
    }
    patterns
}

fn float_predicates() -> impl Iterator<Item = FloatPredicate> {
    (0..16u8).map(|number| {
        let bit = |position: u8| number >> position & 1 == 1;
        FloatPredicate { less: bit(0), equal: bit(1), greater: bit(2), unordered: bit(3) }
    })
}

#[test]
fn comparisons_of_floats_are_right() {
    for kind in [FloatKind::F32, FloatKind::F64] {
        for operator in float_predicates().map(|wanted| Operator::FloatCompare(kind, wanted)) {
            let mut blaster = fresh_solver();
            let width = usize::from(kind.width());
            let operands = [(); 2].map(|()| blaster.circuit().fresh_vector(width));
            let result = blaster.apply(operator, &operands).unwrap();
            for left in float_patterns(kind) {
                for right in float_patterns(kind) {
                    let expected = evaluate(operator, &[left, right]);
                    let assumptions =
                        [matching(&operands[0], left), matching(&operands[1], right)].concat();
                    let what = format!("{operator} of {left} and {right}: {expected}");
                    must_be(&mut blaster, assumptions, &result, expected, &what);
                }
            }
        }
    }
}

#[test]
fn signs_of_floats_are_right() {
    let mut random = Random(2);
    for kind in [FloatKind::F32, FloatKind::F64] {
        for value in float_patterns(kind) {
            for operator in [
                FloatUnary::Negate.of(kind),
                FloatUnary::Absolute.of(kind),
                Operator::FloatConvert { from: kind, to: kind },
            ] {
                check_random(&mut random, operator, &[value]);
            }
        }
    }
}
