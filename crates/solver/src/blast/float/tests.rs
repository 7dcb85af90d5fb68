//! The circuits on constants, where all gates fold to the result, against the
//! evaluation of operators: fast enough for very many operands.

use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, FloatBinary, FloatKind, FloatUnary, Operator};

use super::super::operators;
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{constant_bits, known};

/// Counts variables; clauses are not kept.
struct Nothing(i32);

impl Clauses for Nothing {
    fn new_variable(&mut self) -> Literal {
        self.0 += 1;
        Literal::of_variable(self.0)
    }

    fn add_clause(&mut self, _clause: &[Literal]) {}
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

const KINDS: [FloatKind; 2] = [FloatKind::F32, FloatKind::F64];
const ROUNDS: usize = 3_000;

fn fraction_bits(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::F32 => 23,
        FloatKind::F64 => 52,
    }
}

fn check(operator: Operator, operands: &[Bits]) {
    let mut circuit = Circuit::new(Nothing(0));
    let vectors: Vec<_> = operands.iter().map(|operand| constant_bits(*operand)).collect();
    let result = match vectors.as_slice() {
        [operand] => operators::unary(&mut circuit, operator, operand),
        [left, right] => operators::binary(&mut circuit, operator, left, right),
        _ => None,
    };
    let expected = evaluate(operator, operands);
    let result = result.unwrap();
    let found = known(&result).map(|value| format!("{value:#x}"));
    let wanted = format!("{:#x}", expected.unsigned());
    assert_eq!(result.len(), usize::from(expected.width()));
    assert_eq!(found, Some(wanted), "{operator} of {operands:x?}");
}

fn pattern(kind: FloatKind, sign: u64, exponent: u64, fraction: u64) -> Bits {
    let fraction_bits = fraction_bits(kind);
    let exponent_bits = u64::from(kind.width()) - 1 - fraction_bits;
    let upper = (sign & 1) << exponent_bits | exponent & ((1 << exponent_bits) - 1);
    let lower = fraction & ((1 << fraction_bits) - 1);
    Bits::narrow(upper << fraction_bits | lower, kind.width())
}

/// All kinds of numbers with their neighbours: zeros, subnormals, ones, those
/// where fractions end, the greatest, infinities and NaNs of all kinds.
fn special(kind: FloatKind) -> Vec<Bits> {
    let bits = fraction_bits(kind);
    let all: u64 = (1 << (u64::from(kind.width()) - 1 - bits)) - 1;
    let bias = all / 2;
    let mut result = Vec::new();
    for sign in [0, 1] {
        for exponent in [0, 1, bias - 1, bias, bias + 1, bias + bits, bias + bits + 1, all - 1, all]
        {
            for fraction in [0, 1, 1 << (bits - 1), u64::MAX] {
                result.push(pattern(kind, sign, exponent, fraction));
            }
        }
    }
    result
}

/// Any pattern; often with long runs in the fraction, near a limit of the
/// exponents or near one.
fn any(random: &mut Random, kind: FloatKind) -> Bits {
    let bits = fraction_bits(kind);
    let all: u64 = (1 << (u64::from(kind.width()) - 1 - bits)) - 1;
    let exponent = match random.below(6) {
        0 => random.below(4),
        1 => all - random.below(4),
        2 => all / 2 + random.below(8) - 4,
        3 => all / 2 + random.below(2 * bits) - bits / 2,
        _ => random.next(),
    };
    let place = random.below(bits);
    let fraction = match random.below(6) {
        0 => 1 << place,
        1 => (1 << place) - 1,
        2 => u64::MAX << place,
        3 => random.next() << place,
        _ => random.next(),
    };
    pattern(kind, random.next(), exponent, fraction)
}

/// A second operand that makes results near a tie, near zero or near a limit.
fn partner(random: &mut Random, kind: FloatKind, first: Bits) -> Bits {
    let bits = fraction_bits(kind);
    let other = any(random, kind);
    match random.below(6) {
        0 => Bits::narrow(first.low64() ^ random.below(4), kind.width()),
        1 => {
            let exponent = (first.low64() >> bits).wrapping_sub(random.below(bits + 4));
            pattern(kind, random.next(), exponent, other.low64())
        }
        2 => {
            // The sum of exponents is near the least or near that of a half ulp.
            let all: u64 = (1 << (u64::from(kind.width()) - 1 - bits)) - 1;
            let exponent = (all / 2).wrapping_sub(first.low64() >> bits);
            let exponent = exponent.wrapping_sub(random.below(bits + 4)).wrapping_add(2);
            pattern(kind, random.next(), exponent, other.low64())
        }
        _ => other,
    }
}

fn check_binary(operator: fn(FloatKind) -> Operator) {
    let mut random = Random(1);
    for kind in KINDS {
        let special = special(kind);
        for left in &special {
            for right in &special {
                check(operator(kind), &[*left, *right]);
            }
        }
        for _ in 0..ROUNDS {
            let left = any(&mut random, kind);
            let right = partner(&mut random, kind, left);
            check(operator(kind), &[left, right]);
            check(operator(kind), &[right, left]);
        }
    }
}

fn check_unary(operator: impl Fn(FloatKind) -> Operator) {
    let mut random = Random(2);
    for kind in KINDS {
        for operand in special(kind) {
            check(operator(kind), &[operand]);
        }
        for _ in 0..ROUNDS {
            check(operator(kind), &[any(&mut random, kind)]);
        }
    }
}

#[test]
fn sums_are_right() {
    check_binary(|kind| FloatBinary::Add.of(kind));
}

#[test]
fn differences_are_right() {
    check_binary(|kind| FloatBinary::Subtract.of(kind));
}

#[test]
fn products_are_right() {
    check_binary(|kind| FloatBinary::Multiply.of(kind));
}

#[test]
fn quotients_are_right() {
    check_binary(|kind| FloatBinary::Divide.of(kind));
}

#[test]
fn square_roots_are_right() {
    check_unary(|kind| FloatUnary::SquareRoot.of(kind));
}

#[test]
fn integral_numbers_are_right() {
    check_unary(|kind| FloatUnary::Floor.of(kind));
    check_unary(|kind| FloatUnary::Ceiling.of(kind));
    check_unary(|kind| FloatUnary::Truncate.of(kind));
    check_unary(|kind| FloatUnary::Round.of(kind));
    check_unary(|kind| FloatUnary::RoundEven.of(kind));
}

#[test]
fn conversions_between_formats_are_right() {
    check_unary(|from| Operator::FloatConvert { from, to: FloatKind::F32 });
    check_unary(|from| Operator::FloatConvert { from, to: FloatKind::F64 });
    // Doubles around each single, its neighbours and the ties between them.
    let mut random = Random(3);
    for _ in 0..ROUNDS {
        let single = any(&mut random, FloatKind::F32);
        let widened = Operator::FloatConvert { from: FloatKind::F32, to: FloatKind::F64 };
        let double = evaluate(widened, &[single]).low64();
        let step = [0, 1, 1 << 28, (1 << 28) + 1, (1 << 28) - 1, 1 << 29][random.below(6) as usize];
        let operand = Bits::narrow(double.wrapping_add(step), 64);
        check(Operator::FloatConvert { from: FloatKind::F64, to: FloatKind::F32 }, &[operand]);
    }
}

/// An integer of which a few upper bits are followed by a run.
fn integer(random: &mut Random, width: u16) -> Bits {
    let wide = u128::from(random.next()) << 64 | u128::from(random.next());
    let place = random.below(128);
    let value = match random.below(6) {
        0 => wide >> place,
        1 => 1 << place,
        2 => (1 << place) - 1,
        3 => u128::MAX << place,
        4 => (wide | 1 << 127) >> place & (u128::MAX << random.below(128)),
        _ => (1 << place) + (1 << random.below(128)) - 1,
    };
    Bits::new(value, width)
}

#[test]
fn conversions_of_integers_are_right() {
    let mut random = Random(4);
    for kind in KINDS {
        for width in (1..=128).chain([8, 16, 32, 64, 128].repeat(10)) {
            for _ in 0..100 {
                let operand = integer(&mut random, width);
                check(Operator::SignedToFloat(kind), &[operand]);
                check(Operator::UnsignedToFloat(kind), &[operand]);
            }
        }
    }
}

#[test]
fn conversions_to_integers_are_right() {
    let mut random = Random(5);
    for from in KINDS {
        for width in 1..=128 {
            let mut operands = special(from);
            // Around the limits of the integers.
            for limit in [width - 1, width, 31, 32, 63, 64, 127, 128] {
                let exponent = match from {
                    FloatKind::F32 => 127 + u64::from(limit),
                    FloatKind::F64 => 1023 + u64::from(limit),
                };
                for fraction in [0, 1, u64::MAX, random.next()] {
                    for exponent in [exponent, exponent - 1] {
                        operands.push(pattern(from, 0, exponent, fraction));
                        operands.push(pattern(from, 1, exponent, fraction));
                    }
                }
            }
            operands.extend((0..100).map(|_| any(&mut random, from)));
            for operand in operands {
                check(Operator::FloatToSigned { from, width }, &[operand]);
                check(Operator::FloatToUnsigned { from, width }, &[operand]);
            }
        }
    }
}
