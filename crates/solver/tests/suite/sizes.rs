//! How many clauses operators cost. These are promises to whoever builds large
//! formulas; a change that breaks one should be meant.

use raddle_solver::blast::Blaster;
use raddle_solver::circuit::{Clauses, Literal};
use raddle_solver::vector::{Vector, constant};
use raddle_terms::{FloatBinary, FloatKind, FloatUnary, Operator};

/// Counts what it is given.
#[derive(Default)]
struct Counter {
    variables: i32,
    clauses: usize,
}

impl Clauses for Counter {
    fn new_variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::of_variable(self.variables)
    }

    fn add_clause(&mut self, _clause: &[Literal]) {
        self.clauses += 1;
    }
}

/// Clauses of the operator at 32 bits, of two unknown operands or of one and a
/// constant.
fn clauses(operator: Operator, right: Option<u128>) -> usize {
    let mut blaster = Blaster::new(Counter::default());
    let left = blaster.circuit().fresh_vector(32);
    let right: Vector = match right {
        Some(value) => constant(value, 32),
        None => blaster.circuit().fresh_vector(32),
    };
    let before = blaster.sink().clauses;
    blaster.apply(operator, &[left, right]).unwrap();
    blaster.sink().clauses - before
}

#[test]
fn operators_cost_what_they_should() {
    for (operator, right, most) in [
        (Operator::Add, None, 450),
        (Operator::Add, Some(1), 220),
        (Operator::Add, Some(0x1234_5678), 450),
        (Operator::Multiply, None, 8500),
        (Operator::Multiply, Some(10), 450),
        (Operator::Multiply, Some(0xffff_ffff), 220),
        (Operator::UnsignedDivide, None, 10_000),
        (Operator::UnsignedDivide, Some(10), 1500),
        (Operator::UnsignedRemainder, Some(16), 0),
        (Operator::SignedDivide, None, 11_000),
        (Operator::SignedDivide, Some(10), 2000),
        (Operator::Equal, None, 165),
        (Operator::Equal, Some(7), 33),
        (Operator::UnsignedLess, None, 192),
        (Operator::UnsignedLess, Some(100), 45),
        (Operator::UnsignedLess, Some(0x5555_5555), 100),
        (Operator::SignedLess, None, 192),
        (Operator::ShiftLeft, None, 960),
        (Operator::ShiftLeft, Some(5), 0),
        (Operator::SignedAddOverflows, None, 470),
        (Operator::SignedMultiplyOverflows, None, 9500),
        (Operator::UnsignedMultiplyOverflows, None, 9500),
    ] {
        let cost = clauses(operator, right);
        assert!(cost <= most, "{operator} with {right:?} costs {cost} clauses");
    }
}

/// Clauses of the operator of unknown operands of these widths.
fn clauses_of(operator: Operator, widths: &[usize]) -> usize {
    let mut blaster = Blaster::new(Counter::default());
    let operands: Vec<Vector> =
        widths.iter().map(|width| blaster.circuit().fresh_vector(*width)).collect();
    let before = blaster.sink().clauses;
    blaster.apply(operator, &operands).unwrap();
    blaster.sink().clauses - before
}

#[test]
fn operators_on_floats_cost_what_they_should() {
    let (single, double) = (FloatKind::F32, FloatKind::F64);
    for (operator, widths, most) in [
        (FloatBinary::Add.of(single), &[32, 32][..], 4900),
        (FloatBinary::Multiply.of(single), &[32, 32], 13_900),
        (FloatBinary::Divide.of(single), &[32, 32], 16_500),
        (FloatUnary::SquareRoot.of(single), &[32], 8200),
        (FloatUnary::Round.of(single), &[32], 1600),
        (Operator::FloatToSigned { from: single, width: 32 }, &[32], 1600),
        (Operator::SignedToFloat(single), &[32], 1700),
        (Operator::FloatConvert { from: single, to: double }, &[32], 1300),
        (FloatBinary::Add.of(double), &[64, 64], 10_800),
        (FloatBinary::Multiply.of(double), &[64, 64], 58_000),
        (FloatBinary::Divide.of(double), &[64, 64], 65_000),
        (FloatUnary::SquareRoot.of(double), &[64], 34_000),
        (FloatUnary::Round.of(double), &[64], 3500),
        (Operator::FloatToSigned { from: double, width: 32 }, &[64], 2600),
        (Operator::SignedToFloat(double), &[32], 1500),
        (Operator::FloatConvert { from: double, to: single }, &[64], 2600),
    ] {
        let cost = clauses_of(operator, widths);
        assert!(cost <= most, "{operator} costs {cost} clauses");
        assert!(most <= cost + cost / 10, "{operator} costs only {cost} clauses");
    }
}

/// The question whether a product overflows shares the product's rows.
#[test]
fn products_and_their_overflows_share_gates() {
    let mut blaster = Blaster::new(Counter::default());
    let operands = [(); 2].map(|()| blaster.circuit().fresh_vector(32));
    blaster.apply(Operator::Multiply, &operands).unwrap();
    let before = blaster.sink().clauses;
    blaster.apply(Operator::SignedMultiplyOverflows, &operands).unwrap();
    blaster.apply(Operator::UnsignedMultiplyOverflows, &operands).unwrap();
    let more = blaster.sink().clauses - before;
    assert!(more <= before / 3, "{more} more than {before}");
}

/// A quotient times the divisor is what the division computed already, in
/// whatever order the factors are written.
#[test]
fn quotients_and_products_share_gates() {
    let mut blaster = Blaster::new(Counter::default());
    let operands = [(); 2].map(|()| blaster.circuit().fresh_vector(32));
    let quotient = blaster.apply(Operator::UnsignedDivide, &operands).unwrap();
    let before = blaster.sink().clauses;
    let [_, divisor] = operands;
    blaster.apply(Operator::Multiply, &[quotient.clone(), divisor.clone()]).unwrap();
    blaster.apply(Operator::Multiply, &[divisor, quotient]).unwrap();
    assert_eq!(blaster.sink().clauses, before);
}

/// What is only looked through costs nothing.
#[test]
fn extensions_and_parts_cost_nothing() {
    let mut blaster = Blaster::new(Counter::default());
    let operand = blaster.circuit().fresh_vector(32);
    let before = blaster.sink().clauses;
    for operator in [
        Operator::Not,
        Operator::ZeroExtend(64),
        Operator::SignExtend(64),
        Operator::Extract { low: 3, width: 7 },
        Operator::SwapBytes,
        Operator::ReverseBits,
    ] {
        blaster.apply(operator, std::slice::from_ref(&operand)).unwrap();
    }
    assert_eq!(blaster.sink().clauses, before);
}
