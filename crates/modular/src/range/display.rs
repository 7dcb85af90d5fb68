//! Ranges in words: `0..9`, `{0, 3, 8}`, `-4..12`, `0, 4, ..., 36`, `object 5 + 0..36`, `any`.

use std::fmt;

use raddle_terms::Bits;

use super::progression::Progression;
use super::{Range, pieces, sign_bit};

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_any() {
            return f.write_str("any");
        }
        if self.is_empty() {
            return f.write_str("nothing");
        }
        let bias = if self.offset_bits == 0 { 0 } else { sign_bit(self.offset_bits) as i128 };
        let mut parts = match self.is_wild {
            true => vec!["perhaps never written".to_string()],
            false => self.number_parts(),
        };
        for (base, offsets) in &self.pointers {
            let (low, high) = (offsets.low as i128 - bias, offsets.high as i128 - bias);
            parts.push(format!("object {} + {}", base.0, progression(low, high, offsets.step)));
        }
        match parts.as_slice() {
            [part] => f.write_str(part),
            parts => write!(f, "{{{}}}", parts.join(", ")),
        }
    }
}

impl Range {
    /// Read as signed numbers where some, but not all, have the top bit.
    fn number_parts(&self) -> Vec<String> {
        let (positive, negative) = self.by_sign();
        if positive.is_empty() || negative.is_empty() || self.width == 1 {
            return self.numbers.iter().map(|piece| unsigned(*piece)).collect();
        }
        let signed = |value: u128| Bits::new(value, self.width).signed();
        // A common offset puts the negative numbers first, and takes adjacent pieces together.
        let shift = sign_bit(self.width);
        let shifted = negative.iter().map(|piece| (piece.low - shift, piece.high - shift, piece));
        let above = positive.iter().map(|piece| (piece.low + shift, piece.high + shift, piece));
        let shifted = shifted.chain(above);
        let shifted = shifted.map(|(low, high, piece)| Progression { low, high, step: piece.step });
        let joined = pieces::normalise(shifted.collect(), usize::MAX - 1);
        let back = |value: u128| signed(value ^ shift);
        joined
            .iter()
            .map(|piece| progression(back(piece.low), back(piece.high), piece.step))
            .collect()
    }
}

fn unsigned(piece: Progression) -> String {
    match (i128::try_from(piece.low), i128::try_from(piece.high)) {
        (Ok(low), Ok(high)) => progression(low, high, piece.step),
        _ => format!("{}..{}", piece.low, piece.high),
    }
}

fn progression(low: i128, high: i128, step: u128) -> String {
    match step {
        0 => format!("{low}"),
        1 => format!("{low}..{high}"),
        step if high.abs_diff(low) == step => format!("{low}, {high}"),
        step => format!("{low}, {}, ..., {high}", low.saturating_add_unsigned(step)),
    }
}
