//! Cuts shared memory into memory locations, bytes that are accessed as one, such that every access is of whole locations: for
//! almost all programs these are the variables.

use std::collections::BTreeSet;

use raddle_semantics::symbolic::events::{LIFE, Span};
use raddle_terms::{Operator, Term, TermStore};
use rustc_hash::FxHashMap;

/// A location of memory, by number.
pub type Location = u32;

#[derive(Default)]
pub struct Locations {
    /// For each object the offsets at which a location begins or ends.
    bounds: FxHashMap<u32, BTreeSet<u32>>,
    numbers: FxHashMap<Span, Location>,
    pub spans: Vec<Span>,
}

impl Locations {
    pub fn new(spans: impl Iterator<Item = Span>) -> Locations {
        let mut locations = Locations::default();
        for span in spans.filter(|span| span.offset != LIFE) {
            let bounds = locations.bounds.entry(span.object).or_default();
            bounds.extend([span.offset, span.offset + span.count]);
        }
        locations
    }

    /// The locations that a span is made of, lowest first.
    pub fn of(&mut self, span: Span) -> Vec<Location> {
        if span.offset == LIFE {
            return vec![self.number(span)];
        }
        let end = span.offset + span.count;
        let bounds: Vec<u32> = match self.bounds.get(&span.object) {
            Some(bounds) => bounds.range(span.offset..=end).copied().collect(),
            None => vec![span.offset, end],
        };
        bounds
            .windows(2)
            .map(|pair| self.number(Span { offset: pair[0], count: pair[1] - pair[0], ..span }))
            .collect()
    }

    fn number(&mut self, span: Span) -> Location {
        let spans = &mut self.spans;
        *self.numbers.entry(span).or_insert_with(|| {
            spans.push(span);
            spans.len() as Location - 1
        })
    }

    /// The part of an access's value that is in a location.
    pub fn part(
        &self,
        terms: &mut TermStore,
        access: Span,
        location: Location,
        value: Term,
    ) -> Term {
        let span = self.spans[location as usize];
        if span == access {
            return value;
        }
        let low = 8 * (span.offset - access.offset) as u16;
        terms.apply(Operator::Extract { low, width: 8 * span.count as u16 }, &[value])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(offset: u32, count: u32) -> Span {
        Span { object: 1, offset, count }
    }

    #[test]
    fn accesses_that_do_not_overlap_are_pieces() {
        let mut locations = Locations::new([span(0, 4), span(4, 4), span(8, 8)].into_iter());
        let all: Vec<Vec<Location>> =
            [span(0, 4), span(4, 4), span(8, 8)].map(|each| locations.of(each)).into();
        assert_eq!(all, [vec![0], vec![1], vec![2]]);
    }

    #[test]
    fn overlapping_ones_are_cut_where_they_differ() {
        let mut locations = Locations::new([span(0, 8), span(2, 2)].into_iter());
        assert_eq!(locations.of(span(2, 2)), [0]);
        assert_eq!(locations.of(span(0, 8)), [1, 0, 2]);
        assert_eq!(locations.spans, [span(2, 2), span(0, 2), span(4, 4)]);
    }

    #[test]
    fn parts_of_values_are_cut_out() {
        let mut terms = TermStore::new();
        let mut locations = Locations::new([span(0, 4), span(2, 1)].into_iter());
        let value = terms.symbol("v", 32);
        let parts = locations.of(span(0, 4));
        let middle = locations.part(&mut terms, span(0, 4), parts[1], value);
        let expected = terms.apply(Operator::Extract { low: 16, width: 8 }, &[value]);
        assert_eq!(middle, expected);
    }
}
