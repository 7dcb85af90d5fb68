//! Random ranges of the widths that programs have: sampled values of the operands must give
//! values of the result, and what gives one must be left by going backward.

use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, Operator};

use super::{LAYOUT, Random, check_form};
use crate::range::{Range, apply, backward};

fn operators(width: u16) -> Vec<Operator> {
    let mut all: Vec<Operator> = Operator::of_one(width).chain(Operator::of_two()).collect();
    let half = width / 2;
    all.extend([
        Operator::ZeroExtend(width + half.min(128 - width)),
        Operator::SignExtend(width + half.min(128 - width)),
        Operator::Extract { low: 0, width: half },
        Operator::Extract { low: half - 1, width: half },
        Operator::PointerAdd { offset_bits: half },
        Operator::PointerAdd { offset_bits: width },
    ]);
    all.extend((width <= 64).then_some(Operator::Concat));
    all
}

fn check(operator: Operator, width: u16, random: &mut Random) {
    let operands: Vec<Range> = (0..operator.arity()).map(|_| random.range(width)).collect();
    let operands: Vec<&Range> = operands.iter().collect();
    let result = apply(&LAYOUT, operator, &operands);
    check_form(&result);
    for _ in 0..6 {
        let values: Vec<Bits> = operands
            .iter()
            .map(|operand| {
                let piece = *random.pick(operand.numbers());
                Bits::new(random.member(piece), width)
            })
            .collect();
        let value = evaluate(operator, &values);
        assert!(result.may_be(value), "{operator} {values:?} = {value} of {operands:?}: {result}");
        let around = random.range(value.width()).join(&Range::constant(value));
        for goal in [Range::constant(value), around] {
            for (position, own) in values.iter().enumerate() {
                let left = backward(&LAYOUT, operator, &operands, position, &goal);
                check_form(&left);
                let text = || format!("{operator} {operands:?} = {goal}: {left}");
                assert!(left.may_be(*own), "{own} is lost: {}", text());
                assert!(left.is_subset_of(operands[position]), "adds: {}", text());
            }
        }
    }
}

#[test]
fn sampled() {
    let random = &mut Random(7);
    for width in [8, 32, 64, 128] {
        for operator in operators(width) {
            for _ in 0..150 {
                check(operator, width, random);
            }
        }
    }
}

#[test]
fn sampled_lattice() {
    let random = &mut Random(8);
    for width in [8, 32, 64, 128] {
        for _ in 0..3000 {
            let (left, right) = (random.range(width), random.range(width));
            let (join, meet) = (left.join(&right), left.meet(&right));
            check_form(&join);
            check_form(&meet);
            assert!(left.is_subset_of(&join) && right.is_subset_of(&join));
            let piece = *random.pick(left.numbers());
            let value = Bits::new(random.member(piece), width);
            assert!(left.may_be(value) && join.may_be(value));
            assert_eq!(
                right.may_be(value),
                right.numbers().iter().any(|piece| { piece.contains(value.unsigned()) })
            );
            assert!(meet.may_be(value) || !right.may_be(value), "{left} {right}");
        }
    }
}
