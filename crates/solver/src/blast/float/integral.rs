//! Rounding to a number without a fraction.
//!
//! Done on the magnitude's pattern, exponent and fraction as one number: the
//! bits that count less than one are cleared, or all set and one added, whose
//! carry may run into the exponent. A magnitude below one becomes zero or one.
//! The sign stays, also that of a zero.

use super::format::Format;
use super::magnitude;
use crate::circuit::{Circuit, Clauses, Literal};
use crate::vector::{Vector, constant, sign};

#[derive(Clone, Copy)]
pub(in crate::blast) enum Direction {
    Down,
    Up,
    TowardZero,
    HalfAway,
    HalfEven,
}

/// What is cut off, in comparison with a half, and what is kept.
struct Cut {
    something: Literal,
    half_or_more: Literal,
    more_than_half: Literal,
    odd: Literal,
}

pub(in crate::blast) fn integral<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    direction: Direction,
    operand: &[Literal],
) -> Vector {
    let (fraction, exponent) = magnitude(operand).split_at(format.fraction_bits);
    let negative = sign(operand);
    // The places of which each counts less than one, and at the end: all do.
    let places: Vec<Literal> = (0..=format.fraction_bits)
        .map(|position| {
            let whole = format.bias() + (format.fraction_bits - position) as u128;
            circuit.unsigned_less(exponent, &constant(whole, format.exponent_bits))
        })
        .collect();
    let (below_one, places) = (sign(&places), &places);
    let cut = cut_of_fraction(circuit, fraction, places);
    let upwards = away_from_zero(circuit, direction, negative, &cut);
    let pattern: Vector = magnitude(operand)
        .iter()
        .enumerate()
        .map(|(position, bit)| match places.get(position) {
            Some(place) if position < format.fraction_bits => {
                circuit.if_then_else(*place, upwards, *bit)
            }
            _ => *bit,
        })
        .collect();
    let great = circuit.increment_if(upwards, &pattern);
    let cut = cut_of_all(circuit, format, fraction, exponent);
    let upwards = away_from_zero(circuit, direction, negative, &cut);
    let one = constant(format.bias() << format.fraction_bits, great.len());
    let small = circuit.masked(&one, upwards);
    let mut number = circuit.choose(below_one, &small, &great);
    number.push(negative);
    format.number_or_nan(circuit, &[operand], Literal::FALSE, &number)
}

/// Of a number that is one or more.
fn cut_of_fraction<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    fraction: &[Literal],
    places: &[Literal],
) -> Cut {
    let (mut some, mut half, mut more, mut odd) = (vec![], vec![], vec![], vec![]);
    let mut previous = Literal::TRUE;
    for (position, place) in places.iter().enumerate() {
        let bit = fraction.get(position).copied().unwrap_or(Literal::TRUE);
        let counts_one = circuit.and(previous, !*place);
        odd.push(circuit.and(bit, counts_one));
        if let Some(next) = places.get(position + 1) {
            some.push(circuit.and(bit, *place));
            half.push(circuit.and_all(&[bit, *place, !*next]));
            more.push(circuit.and(bit, *next));
        }
        previous = *place;
    }
    let half_or_more = circuit.or_all(&half);
    let more = circuit.or_all(&more);
    Cut {
        something: circuit.or_all(&some),
        half_or_more,
        more_than_half: circuit.and(half_or_more, more),
        odd: circuit.or_all(&odd),
    }
}

/// Of a number that is less than one, so that nothing is kept.
fn cut_of_all<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    format: Format,
    fraction: &[Literal],
    exponent: &[Literal],
) -> Cut {
    let something = circuit.or_all(&[fraction, exponent].concat());
    let half = constant(format.bias() - 1, format.exponent_bits);
    let half_or_more = circuit.equal(exponent, &half);
    let more = circuit.or_all(fraction);
    let more_than_half = circuit.and(half_or_more, more);
    Cut { something, half_or_more, more_than_half, odd: Literal::FALSE }
}

fn away_from_zero<Sink: Clauses>(
    circuit: &mut Circuit<Sink>,
    direction: Direction,
    negative: Literal,
    cut: &Cut,
) -> Literal {
    match direction {
        Direction::Down => circuit.and(negative, cut.something),
        Direction::Up => circuit.and(!negative, cut.something),
        Direction::TowardZero => Literal::FALSE,
        Direction::HalfAway => cut.half_or_more,
        Direction::HalfEven => {
            let to_even = circuit.and(cut.half_or_more, cut.odd);
            circuit.or(to_even, cut.more_than_half)
        }
    }
}
