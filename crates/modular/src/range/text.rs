//! The text form of ranges, which reads back exactly: `any`, `nothing`, or parts between
//! commas. `5`, `0..9` and `0..36/4` are numbers, all of them unsigned; `@7+4096..4132/4` is pointers into
//! objects of class 7, with the offset field as it stands in the pointer. `wild` stands before the
//! pointers of a value that was perhaps never written.

use raddle_passes::ready::PointerLayout;
use raddle_terms::bits::mask;

use super::progression::Progression;
use super::{Base, Range};

impl Range {
    pub fn written(&self) -> String {
        if self.is_any() {
            return "any".to_string();
        }
        if self.is_empty() {
            return "nothing".to_string();
        }
        let wild = self.is_wild.then(|| "wild".to_string());
        let numbers = self.numbers.iter().filter(|_| !self.is_wild).map(|piece| written(*piece));
        let pointers = self
            .pointers
            .iter()
            .map(|(base, offsets)| format!("@{}+{}", base.0, written(*offsets)));
        let parts: Vec<String> = wild.into_iter().chain(numbers).chain(pointers).collect();
        parts.join(",")
    }

    /// The range of a text; none if it is no range of this width.
    pub fn parse(text: &str, width: u16, layout: &PointerLayout) -> Option<Range> {
        match text {
            "any" => return Some(Range::any(width)),
            "nothing" => return Some(Range::none(width)),
            _ => {}
        }
        if let Some(pointers) = text.strip_prefix("wild,") {
            let wild = Range::parse(pointers, width, layout)?.wild();
            return wild.is_wild().then_some(wild);
        }
        let (mut numbers, mut pointers) = (Vec::new(), Vec::new());
        for part in text.split(',') {
            let Some(pointer) = part.strip_prefix('@') else {
                numbers.push(progression(part, mask(width))?);
                continue;
            };
            let (base, offsets) = pointer.split_once('+')?;
            let offsets = progression(offsets, mask(layout.offset_bits))?;
            pointers.push((Base(base.parse().ok()?), offsets));
        }
        if !pointers.is_empty() && width != layout.pointer_bits {
            return None;
        }
        Some(Range::new(numbers, pointers, width, layout.offset_bits))
    }
}

fn written(piece: Progression) -> String {
    match piece.step {
        0 => piece.low.to_string(),
        1 => format!("{}..{}", piece.low, piece.high),
        step => format!("{}..{}/{step}", piece.low, piece.high),
    }
}

fn progression(text: &str, most: u128) -> Option<Progression> {
    let Some((low, rest)) = text.split_once("..") else {
        let value = text.parse().ok().filter(|value| *value <= most)?;
        return Some(Progression::single(value));
    };
    let (high, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let (low, high, step): (u128, u128, u128) =
        (low.parse().ok()?, high.parse().ok()?, step.parse().ok()?);
    let fits = low < high && high <= most && step > 0 && (high - low).is_multiple_of(step);
    fits.then_some(Progression { low, high, step })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: PointerLayout =
        PointerLayout { pointer_bits: 64, offset_bits: 32, functions: 3, globals: 4 };

    #[test]
    fn what_is_written_reads_back() {
        let progression = Range::progression(Progression { low: 0, high: 36, step: 4 }, 64);
        let pointer = Range::pointer(Base(5), 12, &LAYOUT);
        let others = Range::pointers_at(Base(6), Progression { low: 0, high: 9, step: 3 }, &LAYOUT);
        let all = progression.join(&pointer).join(&others);
        let wild = pointer.wild();
        assert!(wild.is_wild());
        for range in [Range::any(64), Range::none(64), progression, pointer, others, all, wild] {
            let text = range.written();
            assert_eq!(Range::parse(&text, 64, &LAYOUT), Some(range), "{text}");
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in
            ["", "x", "9..0", "0..9/4", "256", "0..256", "@1+0", "0..4/0", "1,", "-1", "wild,1"]
        {
            assert_eq!(Range::parse(text, 8, &LAYOUT), None, "{text}");
        }
    }
}
