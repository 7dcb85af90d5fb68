//! Contents of large objects: one array of elements of equal size in place of a
//! term for each byte. An access at an unknown offset is one `select` or one
//! store of the array, however many places it may go to.
//!
//! Every access whose offset is known modulo the size of an element is taken
//! apart at the borders of elements. An access that is narrower than an element
//! and aligned to its own width may be at any offset; it is shifted into place.
//! For everything else the object must go back to single bytes.
//!
//! An index has no more bits than it needs. Offsets outside the object would
//! name other elements; but an access is only made where it is valid, and under
//! its condition.
//!
//! Incomplete: bytes that were never written have no place here, so objects with
//! such bytes stay as they are.

use raddle_terms::{Array, ArrayNode, Bits, Operator, Term, TermStore};
use rustc_hash::FxHashSet;

use super::address::known_zeros;
use super::object::extract;

/// No value is wider than this.
const LARGEST_ELEMENT: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elements {
    array: Array,
    /// Of one element; a power of two.
    bytes: u8,
}

/// Where an access begins.
pub struct Spot {
    /// Of the element.
    index: Term,
    within: Within,
}

/// Where in its first element an access begins.
enum Within {
    /// So many bytes above its lowest.
    Byte(usize),
    /// So many bits above its lowest, a term of the element's width; the access
    /// does not leave the element.
    Shift(Term),
}

impl Elements {
    /// Whether an object of this size can have such elements.
    pub fn fit(capacity: u64, bytes: usize) -> bool {
        bytes.is_power_of_two()
            && bytes <= LARGEST_ELEMENT
            && capacity > 0
            && capacity.is_multiple_of(bytes as u64)
    }

    /// The values are all of this many bytes, for which [`Elements::fit`] holds.
    pub fn new(terms: &mut TermStore, bytes: usize, values: &[Term]) -> Elements {
        let last = (values.len() as u64).max(2) - 1;
        let array = terms.table(last.ilog2() as u16 + 1, values);
        Elements { array, bytes: bytes as u8 }
    }

    pub fn array(self) -> Array {
        self.array
    }

    pub fn bytes(self) -> usize {
        usize::from(self.bytes)
    }

    /// Where an access of `count` bytes at the offset `base` + `variable` begins;
    /// `None` if it is not one that elements can answer.
    pub fn spot(
        self,
        terms: &mut TermStore,
        base: i64,
        variable: Option<Term>,
        count: usize,
    ) -> Option<Spot> {
        let bytes = i64::from(self.bytes);
        let sort = terms.array_sort(self.array);
        let whole = i128::from(base.div_euclid(bytes));
        let whole = terms.constant(Bits::from_signed(whole, sort.index_width));
        let within = Within::Byte(base.rem_euclid(bytes) as usize);
        let Some(variable) = variable else {
            return Some(Spot { index: whole, within });
        };
        let low = self.bytes.trailing_zeros() as u16;
        let index = Operator::Extract { low, width: sort.index_width };
        let aligned = known_zeros(terms, variable).min(20);
        if aligned >= u32::from(low) {
            let moved = terms.apply(index, &[variable]);
            let index = terms.apply(Operator::Add, &[moved, whole]);
            return Some(Spot { index, within });
        }
        let is_aligned = count.is_power_of_two()
            && count.trailing_zeros() <= aligned
            && base.rem_euclid(count as i64) == 0;
        if !is_aligned {
            return None;
        }
        let base = Bits::from_signed(i128::from(base), terms.width(variable));
        let base = terms.constant(base);
        let offset = terms.apply(Operator::Add, &[base, variable]);
        let index = terms.apply(index, &[offset]);
        let byte = terms.apply(Operator::Extract { low: 0, width: low }, &[offset]);
        let byte = terms.apply(Operator::ZeroExtend(sort.element_width), &[byte]);
        let eight = terms.constant(Bits::new(8, sort.element_width));
        let shift = terms.apply(Operator::Multiply, &[byte, eight]);
        Some(Spot { index, within: Within::Shift(shift) })
    }

    pub fn read(self, terms: &mut TermStore, spot: &Spot, count: usize) -> Term {
        match spot.within {
            Within::Shift(shift) => {
                let element = terms.select(self.array, spot.index);
                let moved = terms.apply(Operator::LogicalShiftRight, &[element, shift]);
                extract(terms, moved, 0, count)
            }
            Within::Byte(low) => {
                let mut result: Option<Term> = None;
                for piece in pieces(self.bytes(), low, count) {
                    let index = following(terms, spot.index, piece.element);
                    let element = terms.select(self.array, index);
                    let value = extract(terms, element, piece.low as u8, piece.length);
                    result = Some(match result {
                        None => value,
                        Some(low) => terms.apply(Operator::Concat, &[value, low]),
                    });
                }
                result.unwrap_or_else(|| terms.constant(Bits::zero(8 * count as u16)))
            }
        }
    }

    /// With the value there if the condition is true.
    #[must_use]
    pub fn written(
        self,
        terms: &mut TermStore,
        spot: &Spot,
        count: usize,
        value: Term,
        condition: Term,
    ) -> Elements {
        let mut array = self.array;
        match spot.within {
            Within::Shift(shift) => {
                let old = terms.select(array, spot.index);
                let new = shifted_in(terms, old, shift, count, value);
                let new = terms.ite(condition, new, old);
                array = terms.array_store(array, spot.index, new);
            }
            Within::Byte(low) => {
                for piece in pieces(self.bytes(), low, count) {
                    let index = following(terms, spot.index, piece.element);
                    let part = extract(terms, value, piece.at as u8, piece.length);
                    let old = terms.select(array, index);
                    let new = replaced(terms, old, piece.low, part);
                    let new = terms.ite(condition, new, old);
                    array = terms.array_store(array, index, new);
                }
            }
        }
        Elements { array, ..self }
    }

    /// One of two; `None` if their elements differ in size.
    pub fn merge(
        terms: &mut TermStore,
        selector: Term,
        one: Elements,
        two: Elements,
    ) -> Option<Elements> {
        let fit =
            one.bytes == two.bytes && terms.array_sort(one.array) == terms.array_sort(two.array);
        fit.then(|| Elements { array: terms.array_ite(selector, one.array, two.array), ..one })
    }

    /// The value of every element in turn.
    pub fn values(self, terms: &mut TermStore) -> Vec<Term> {
        let sort = terms.array_sort(self.array);
        let indices = 0..sort.length;
        let mut at = |index: u64| {
            let index = terms.constant(Bits::new(u128::from(index), sort.index_width));
            terms.select(self.array, index)
        };
        indices.map(&mut at).collect()
    }

    /// The value of every element in turn, of contents that were never written
    /// at an unknown place.
    pub fn listed(self, terms: &TermStore) -> Option<Vec<Term>> {
        match terms.array_node(self.array) {
            ArrayNode::Table(values) => Some(values.to_vec()),
            ArrayNode::Uniform(value) => {
                Some(vec![value; terms.array_sort(self.array).length as usize])
            }
            ArrayNode::Store { .. }
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => None,
        }
    }

    /// All terms that the array is made of: what it holds, and also indices and
    /// conditions. Arrays inside these terms are not looked into.
    pub fn terms(self, terms: &TermStore) -> Vec<Term> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![self.array];
        while let Some(array) = open.pop() {
            if seen.insert(array) {
                let node = terms.array_node(array);
                found.extend(node.terms());
                open.extend(node.arrays());
            }
        }
        found
    }
}

/// The part of an access that is within one element.
struct Piece {
    /// Counted from the first that the access touches.
    element: u64,
    /// From which byte of the element on.
    low: usize,
    length: usize,
    /// Its first byte, counted from the access's own.
    at: usize,
}

fn pieces(bytes: usize, low: usize, count: usize) -> impl Iterator<Item = Piece> {
    let elements = (low + count).div_ceil(bytes);
    (0..elements).map(move |element| {
        let start = (element * bytes).max(low);
        let end = ((element + 1) * bytes).min(low + count);
        Piece {
            element: element as u64,
            low: start - element * bytes,
            length: end - start,
            at: start - low,
        }
    })
}

fn following(terms: &mut TermStore, index: Term, distance: u64) -> Term {
    let distance = Bits::new(u128::from(distance), terms.width(index));
    let distance = terms.constant(distance);
    terms.apply(Operator::Add, &[index, distance])
}

/// The element with other bytes from `low` on.
fn replaced(terms: &mut TermStore, element: Term, low: usize, part: Term) -> Term {
    let bytes = usize::from(terms.width(element) / 8);
    let end = low + usize::from(terms.width(part) / 8);
    let mut result = part;
    if low > 0 {
        let below = extract(terms, element, 0, low);
        result = terms.apply(Operator::Concat, &[result, below]);
    }
    if end < bytes {
        let above = extract(terms, element, end as u8, bytes - end);
        result = terms.apply(Operator::Concat, &[above, result]);
    }
    result
}

/// The element with other bytes at an unknown place.
fn shifted_in(
    terms: &mut TermStore,
    element: Term,
    shift: Term,
    count: usize,
    value: Term,
) -> Term {
    let width = terms.width(element);
    let ones = terms.constant(Bits::new((1 << (8 * count)) - 1, width));
    let mask = terms.apply(Operator::ShiftLeft, &[ones, shift]);
    let others = terms.not(mask);
    let kept = terms.and(element, others);
    let wide = terms.apply(Operator::ZeroExtend(width), &[value]);
    let moved = terms.apply(Operator::ShiftLeft, &[wide, shift]);
    terms.or(kept, moved)
}

#[cfg(test)]
mod tests;
