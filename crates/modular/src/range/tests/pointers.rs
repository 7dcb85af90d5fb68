//! Pointers of 8 bits, 4 of them for the offset, with every kind of object: for several
//! assignments of objects to bases each operation is compared with its meaning.

use raddle_passes::ready::PointerLayout;
use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, Comparison, Operator};

use super::{Random, check_form, members};
use crate::range::{Base, Progression, Range, apply, backward};

const TINY: PointerLayout =
    PointerLayout { pointer_bits: 8, offset_bits: 4, functions: 2, globals: 3 };

/// The objects of each base.
type Assignment = [Vec<u128>; 3];

fn assignments(random: &mut Random) -> Vec<Assignment> {
    let (first, limit) = (TINY.first_dynamic(), TINY.object_limit());
    let mut objects = || {
        let count = 1 + random.below(3);
        let span = u64::from(limit - first);
        (0..count).map(|_| u128::from(first) + u128::from(random.below(span))).collect()
    };
    let mut all: Vec<Assignment> = (0..6).map(|_| [objects(), objects(), objects()]).collect();
    let everything: Vec<u128> = (first..limit).map(u128::from).collect();
    all.push([everything.clone(), everything.clone(), everything]);
    all
}

/// All values that a range means.
fn meaning(range: &Range, assignment: &Assignment) -> Vec<bool> {
    check_form(range);
    let mut set = vec![false; 1 << range.width()];
    for value in members(range.numbers()) {
        set[value as usize] = true;
    }
    for (base, offsets) in range.pointers() {
        for offset in members(&[*offsets]) {
            assert!(offset < 16);
            for object in &assignment[base.0 as usize] {
                set[(object << 4 | offset) as usize] = true;
            }
        }
    }
    set
}

fn values(set: &[bool]) -> impl Iterator<Item = u128> {
    set.iter().enumerate().filter(|(_, inside)| **inside).map(|(value, _)| value as u128)
}

fn range(random: &mut Random) -> Range {
    let numbers = match random.below(4) {
        0 | 1 => Range::none(8),
        2 => Range::constant(Bits::zero(8)),
        _ => random.range(8),
    };
    let pointers = (0..random.below(3)).map(|_| {
        let base = Base(random.below(3) as u32);
        (base, random.piece(4))
    });
    let pointers: Vec<(Base, Progression)> = pointers.collect();
    let range = numbers.join(&Range::of_pointers(pointers, &TINY));
    if range.is_empty() { Range::pointer(Base(0), 1, &TINY) } else { range }
}

/// A range for the result: of its width, and with pointers where there may be some.
fn goal(random: &mut Random, width: u16) -> Range {
    if width == 8 { range(random) } else { random.range(width) }
}

fn check(operator: Operator, operands: &[&Range], assignments: &[Assignment], random: &mut Random) {
    let found = apply(&TINY, operator, operands);
    let goal = goal(random, found.width());
    let left: Vec<Range> = (0..operands.len())
        .map(|position| backward(&TINY, operator, operands, position, &goal))
        .collect();
    for (left, own) in left.iter().zip(operands) {
        assert!(left.is_subset_of(own), "{operator} {operands:?} = {goal}: {left}");
    }
    for assignment in assignments {
        let result = meaning(&found, assignment);
        let wanted = meaning(&goal, assignment);
        let sets: Vec<Vec<bool>> =
            operands.iter().map(|operand| meaning(operand, assignment)).collect();
        let left: Vec<Vec<bool>> = left.iter().map(|left| meaning(left, assignment)).collect();
        let each = |sets: &[u128]| {
            let bits: Vec<Bits> = sets.iter().map(|value| Bits::new(*value, 8)).collect();
            let value = evaluate(operator, &bits).unsigned() as usize;
            assert!(result[value], "{operator} {bits:?} of {operands:?}: {found}");
            if wanted[value] {
                for (position, own) in sets.iter().enumerate() {
                    assert!(
                        left[position][*own as usize],
                        "{operator} {operands:?} = {goal}: {own}"
                    );
                }
            }
        };
        match sets.as_slice() {
            [only] => values(only).for_each(|value| each(&[value])),
            [first, second] => {
                for value in values(first) {
                    values(second).for_each(|other| each(&[value, other]));
                }
            }
            _ => panic!("three operands"),
        }
    }
}

#[test]
fn operators() {
    let random = &mut Random(11);
    let assignments = assignments(random);
    let parts = [(0, 4), (0, 3), (1, 3), (2, 4), (4, 4), (0, 8), (0, 6)];
    let parts = parts.map(|(low, width)| Operator::Extract { low, width });
    let others = [
        Operator::PointerAdd { offset_bits: 4 },
        Operator::PointerAdd { offset_bits: 3 },
        Operator::ZeroExtend(8),
        Operator::SignExtend(8),
        Operator::ZeroExtend(10),
        Operator::SignExtend(10),
        Operator::Concat,
    ];
    let all = Operator::of_one(8).chain(Operator::of_two()).chain(parts).chain(others);
    for operator in all.collect::<Vec<_>>() {
        for _ in 0..120 {
            let operands = [range(random), range(random)];
            let operands: Vec<&Range> = operands.iter().take(operator.arity()).collect();
            check(operator, &operands, &assignments, random);
        }
    }
}

/// What programs do most: a known pointer and a small number or a constant.
#[test]
fn distances() {
    let random = &mut Random(12);
    let assignments = assignments(random);
    let operators = [
        Operator::PointerAdd { offset_bits: 4 },
        Operator::Add,
        Operator::Subtract,
        Operator::And,
        Operator::Or,
        Operator::Xor,
    ];
    for operator in operators {
        for distance in 0..256 {
            let distance = Range::constant(Bits::new(distance, 8));
            for _ in 0..4 {
                check(operator, &[&range(random), &distance], &assignments, random);
                check(operator, &[&distance, &range(random)], &assignments, random);
            }
        }
    }
}

#[test]
fn lattice() {
    let random = &mut Random(13);
    let assignments = assignments(random);
    for _ in 0..3000 {
        let (left, right) = (range(random), range(random));
        let join = left.join(&right);
        let widened = left.widen(&join, &[]);
        let (meet, precise) = (left.meet(&right), left.meet_in(&TINY, &right));
        for assignment in &assignments {
            let sets = [&left, &right, &join, &widened, &meet, &precise]
                .map(|range| meaning(range, assignment));
            for value in 0..256 {
                let [left_set, right_set, join, widened, meet, precise] =
                    sets.each_ref().map(|set| set[value]);
                assert!(!(left_set || right_set) || (join && widened), "{left} {right}: {value}");
                assert!(!(left_set && right_set) || (meet && precise), "{left} {right}: {value}");
                assert!(!left_set || left.may_be(Bits::new(value as u128, 8)));
                let subset = left.is_subset_of(&right);
                assert!(!subset || !left_set || right_set, "{left} {right}: {value}");
            }
        }
    }
}

#[test]
fn choices() {
    let random = &mut Random(14);
    let assignments = assignments(random);
    for _ in 0..500 {
        let (then, otherwise) = (range(random), range(random));
        let found = apply(&TINY, Operator::IfThenElse, &[&Range::any(1), &then, &otherwise]);
        assert_eq!(found, then.join(&otherwise));
        for assignment in &assignments {
            let set = meaning(&found, assignment);
            assert!(values(&meaning(&then, assignment)).all(|value| set[value as usize]));
        }
    }
}

#[test]
fn different_offsets_are_different_pointers() {
    let left = Range::pointer(Base(0), 0, &TINY);
    let right = Range::pointer(Base(0), 4, &TINY);
    let equal = |left: &Range, right: &Range| {
        apply(&TINY, Operator::Comparison(Comparison::Equal), &[left, right])
    };
    assert_eq!(equal(&left, &right), Range::boolean(true, false));
    assert_eq!(equal(&left, &left), Range::any(1));
    let global = Range::constant(TINY.pointer(4, 0));
    assert_eq!(equal(&left, &global), Range::boolean(true, false));
    let dynamic = Range::constant(TINY.pointer(9, 0));
    assert_eq!(equal(&left, &dynamic), Range::any(1));
}

#[test]
fn offsets_saturate() {
    let start = Range::pointer(Base(1), 0, &TINY);
    let add = Operator::PointerAdd { offset_bits: 4 };
    let far = apply(&TINY, add, &[&start, &Range::between(4, 40, 8)]);
    assert_eq!(far.to_string(), "object 1 + 4..7");
    let back = apply(&TINY, add, &[&far, &Range::constant(Bits::from_signed(-4, 8))]);
    assert_eq!(back.to_string(), "{object 1 + 0..2, object 1 + 7}");
}
