//! How many clauses operators cost. These are promises to whoever builds large
//! formulas; a change that breaks one should be meant.

use raddle_solver::blast::Blaster;
use raddle_solver::circuit::{Clauses, Literal};
use raddle_solver::vector::{Vector, constant};
use raddle_terms::Operator;

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
