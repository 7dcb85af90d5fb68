//! All progressions of width 4, and many unions of them, under every operator on integers.

use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, Operator};

use super::{LAYOUT, Random, check_form, members};
use crate::range::backward::backward_up_to;
use crate::range::transfer::apply_up_to;
use crate::range::{Progression, Range, apply};

const WIDTH: u16 = 4;

/// The numbers of a range of a small width, as the bits of a word.
pub(super) fn set(range: &Range) -> u64 {
    check_form(range);
    assert!(range.pointers().is_empty());
    members(range.numbers()).iter().fold(0, |set, value| set | 1 << value)
}

fn elements(set: u64) -> impl Iterator<Item = u128> {
    (0..64u32).filter(move |value| set >> value & 1 == 1).map(u128::from)
}

/// All progressions of a width.
fn progressions(width: u16) -> Vec<Range> {
    let last = (1u128 << width) - 1;
    let mut all = Vec::new();
    for low in 0..=last {
        for high in low..=last {
            for step in 0..=last {
                let piece = Progression::stepping(low, high, step);
                if piece.high == high && piece.step == step {
                    all.push(Range::of_pieces(vec![piece], width));
                }
            }
        }
    }
    all
}

/// Unions of some.
fn unions(width: u16, count: usize, random: &mut Random) -> Vec<Range> {
    let single = progressions(width);
    let mut union = || {
        let first = random.pick(&single).clone();
        (0..random.below(4)).fold(first, |range, _| range.join(random.pick(&single)))
    };
    (0..count).map(|_| union()).collect()
}

fn widths(operands: &[&Range]) -> Vec<u16> {
    operands.iter().map(|operand| operand.width()).collect()
}

/// What the operator gives of two sets.
struct Table {
    operator: Operator,
    widths: Vec<u16>,
    results: Vec<Vec<u64>>,
}

impl Table {
    fn new(operator: Operator, left: u16, right: u16) -> Table {
        let row = |left_value: u128| {
            let value = |right_value| {
                let operands = [Bits::new(left_value, left), Bits::new(right_value, right)];
                1 << evaluate(operator, &operands).unsigned()
            };
            (0..1 << right).map(value).collect()
        };
        let results = (0..1 << left).map(row).collect();
        Table { operator, widths: vec![left, right], results }
    }

    fn check_forward(&self, left: &Range, right: &Range) {
        let operands = [left, right];
        debug_assert_eq!(widths(&operands), self.widths);
        let (left_set, right_set) = (set(left), set(right));
        let mut expected = 0;
        for value in elements(left_set) {
            let row = &self.results[value as usize];
            expected = elements(right_set).fold(expected, |all, other| all | row[other as usize]);
        }
        for most in [0, 64] {
            let found = apply_up_to(most, &LAYOUT, self.operator, &operands);
            assert_eq!(expected & !set(&found), 0, "{} {left} {right}: {found}", self.operator);
        }
    }

    fn check(&self, left: &Range, right: &Range, random: &mut Random) {
        self.check_forward(left, right);
        let width = self.operator.result_width(&self.widths).unwrap();
        let result = if width == 1 {
            Range::constant(Bits::new(u128::from(random.below(2)), 1))
        } else {
            random.range(width)
        };
        self.check_backward(left, right, &result);
    }

    fn check_backward(&self, left: &Range, right: &Range, result: &Range) {
        let (left_set, right_set, result_set) = (set(left), set(right), set(result));
        let mut expected = [0, 0];
        for value in elements(left_set) {
            for other in elements(right_set) {
                if self.results[value as usize][other as usize] & result_set != 0 {
                    expected[0] |= 1 << value;
                    expected[1] |= 1 << other;
                }
            }
        }
        for (most, position) in [(0, 0), (0, 1), (64, 0), (64, 1)] {
            let operands: [&Range; 2] = [left, right];
            let input = (operands.as_slice(), position);
            let found = backward_up_to(most, &LAYOUT, self.operator, input, result);
            let text =
                || format!("{} {left} {right} = {result} at {position}: {found}", self.operator);
            assert_eq!(expected[position] & !set(&found), 0, "loses: {}", text());
            assert_eq!(set(&found) & !set(operands[position]), 0, "adds: {}", text());
        }
    }
}

fn of_two(width: u16) -> impl Iterator<Item = Operator> {
    let moves = (2..=width).map(|offset_bits| Operator::PointerAdd { offset_bits });
    Operator::of_two().chain(moves)
}

/// Every pair of progressions of width 3.
#[test]
fn two_operands_exhaustively() {
    let random = &mut Random(15);
    let single = progressions(3);
    for operator in of_two(3) {
        let table = Table::new(operator, 3, 3);
        for left in &single {
            for right in &single {
                table.check(left, right, random);
            }
        }
    }
}

/// Every pair of intervals of width 4, and pairs of progressions and of unions.
#[test]
fn two_operands() {
    let random = &mut Random(1);
    let single = progressions(WIDTH);
    let intervals: Vec<&Range> =
        single.iter().filter(|range| range.numbers()[0].step == 1).collect();
    let unions = unions(WIDTH, 40, random);
    for operator in of_two(WIDTH) {
        let table = Table::new(operator, WIDTH, WIDTH);
        for left in &intervals {
            for right in &intervals {
                table.check_forward(left, right);
            }
        }
        for left in &single {
            for _ in 0..8 {
                table.check(left, random.pick(&single), random);
            }
            table.check(left, random.pick(&unions), random);
            table.check(random.pick(&unions), left, random);
        }
        for left in &unions {
            for right in &unions {
                table.check(left, right, random);
            }
        }
    }
}

#[test]
fn concatenation() {
    let random = &mut Random(2);
    for (upper, lower) in [(2, 3), (3, 2), (1, 4), (4, 1)] {
        let table = Table::new(Operator::Concat, upper, lower);
        for left in progressions(upper) {
            for right in progressions(lower) {
                table.check(&left, &right, random);
            }
        }
    }
}

#[test]
fn one_operand() {
    let random = &mut Random(3);
    let mut operands = progressions(WIDTH);
    operands.extend(unions(WIDTH, 1000, random));
    let extensions =
        (WIDTH..=6).flat_map(|to| [Operator::ZeroExtend(to), Operator::SignExtend(to)]);
    let parts = (0..WIDTH)
        .flat_map(|low| (1..=WIDTH - low).map(move |width| Operator::Extract { low, width }));
    for operator in Operator::of_one(WIDTH).chain(extensions).chain(parts) {
        for operand in &operands {
            let width = operator.result_width(&[WIDTH]).unwrap();
            check_one(operator, operand, &random.range(width));
        }
    }
}

fn check_one(operator: Operator, operand: &Range, result: &Range) {
    let result_of =
        |value: u128| 1u64 << evaluate(operator, &[Bits::new(value, operand.width())]).unsigned();
    let expected = elements(set(operand)).fold(0, |all, value| all | result_of(value));
    let fitting = elements(set(operand)).filter(|value| result_of(*value) & set(result) != 0);
    let fitting = fitting.fold(0u64, |all, value| all | 1 << value);
    for most in [0, 64] {
        let found = apply_up_to(most, &LAYOUT, operator, &[operand]);
        assert_eq!(expected & !set(&found), 0, "{operator} {operand}: {found}");
        let found = backward_up_to(most, &LAYOUT, operator, (&[operand], 0), result);
        assert_eq!(fitting & !set(&found), 0, "{operator} {operand} = {result}: {found}");
        assert_eq!(set(&found) & !set(operand), 0, "{operator} {operand} = {result}: {found}");
    }
}

#[test]
fn bytes_swapped() {
    let random = &mut Random(4);
    for width in [16, 32] {
        for _ in 0..500 {
            let operand = random.range(width);
            let found = apply_up_to(0, &LAYOUT, Operator::SwapBytes, &[&operand]);
            let value = random.member(operand.numbers()[0]);
            let swapped = evaluate(Operator::SwapBytes, &[Bits::new(value, width)]);
            assert!(found.may_be(swapped), "{operand}: {found}");
        }
    }
}

#[test]
fn choices() {
    let random = &mut Random(5);
    let unions = unions(WIDTH, 100, random);
    let conditions = [(true, false), (false, true), (true, true)];
    for _ in 0..20_000 {
        let (may_be_false, may_be_true) = *random.pick(&conditions);
        let condition = Range::boolean(may_be_false, may_be_true);
        let (then, otherwise) = (random.pick(&unions), random.pick(&unions));
        let result = random.pick(&unions);
        let operands = [&condition, then, otherwise];
        let mut expected = 0;
        let mut fitting = [0u64; 3];
        for choice in elements(set(&condition)) {
            for value in elements(set(then)) {
                for other in elements(set(otherwise)) {
                    let chosen = if choice == 1 { value } else { other };
                    expected |= 1u64 << chosen;
                    if set(result) >> chosen & 1 == 1 {
                        fitting[0] |= 1 << choice;
                        fitting[1] |= 1 << value;
                        fitting[2] |= 1 << other;
                    }
                }
            }
        }
        let found = apply(&LAYOUT, Operator::IfThenElse, &operands);
        assert_eq!(expected & !set(&found), 0);
        for most in [0, 64] {
            for (position, fitting) in fitting.iter().enumerate() {
                let input = (operands.as_slice(), position);
                let found = backward_up_to(most, &LAYOUT, Operator::IfThenElse, input, result);
                assert_eq!(fitting & !set(&found), 0, "{condition} {then} {otherwise} = {result}");
                assert_eq!(set(&found) & !set(operands[position]), 0);
            }
        }
    }
}

#[test]
fn constants_are_exact() {
    for operator in Operator::of_two() {
        for left in 0..16 {
            for right in 0..16 {
                let (left, right) = (Bits::new(left, WIDTH), Bits::new(right, WIDTH));
                let operands = [&Range::constant(left), &Range::constant(right)];
                let found = apply(&LAYOUT, operator, &operands).known();
                assert_eq!(found, Some(evaluate(operator, &[left, right])));
            }
        }
    }
    for operator in Operator::of_one(WIDTH) {
        for value in (0..16).map(|value| Bits::new(value, WIDTH)) {
            let found = apply(&LAYOUT, operator, &[&Range::constant(value)]).known();
            assert_eq!(found, Some(evaluate(operator, &[value])));
        }
    }
}

#[test]
fn lattice() {
    let random = &mut Random(6);
    let mut ranges = progressions(WIDTH);
    ranges.extend(unions(WIDTH, 200, random));
    for left in &ranges {
        for right in &ranges {
            let (left_set, right_set) = (set(left), set(right));
            assert_eq!((left_set | right_set) & !set(&left.join(right)), 0, "{left} {right}");
            let meet = set(&left.meet(right));
            assert_eq!(left_set & right_set & !meet, 0, "{left} {right}");
            // The counting answer is exact for numbers.
            assert_eq!(left.is_subset_of(right), left_set & !right_set == 0, "{left} {right}");
        }
        assert_eq!(left.known().is_some(), set(left).count_ones() == 1);
        let values: Vec<i128> =
            elements(set(left)).map(|value| Bits::new(value, WIDTH).signed()).collect();
        let bounds = values.iter().min().copied().zip(values.iter().max().copied());
        assert_eq!(left.signed_bounds(), bounds);
    }
}

#[test]
fn meets_of_progressions_are_exact() {
    for left in progressions(5) {
        for right in progressions(4) {
            let (left, right) = (left.numbers()[0], right.numbers()[0]);
            let found: Vec<u128> =
                left.meet(right).iter().flat_map(|piece| piece.values()).collect();
            let expected: Vec<u128> =
                left.values().filter(|value| right.values().any(|other| other == *value)).collect();
            assert_eq!(found, expected, "{left:?} {right:?}");
        }
    }
}
