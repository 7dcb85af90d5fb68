//! Reading an element of an array.
//!
//! The index is followed down through every layer that certainly did not write
//! it. Where that ends without an answer, the `select` stays, on the layer
//! reached; a `select` at an unknown index is never turned into a choice between
//! the elements of a table. Choices between arrays are entered only for known
//! indices (then the elements often are known too), to a limited depth.

use super::{Array, ArrayNode};
use crate::term::Term;
use crate::{Bits, Operator, TermStore};

/// How far the index was followed.
pub(super) enum Found {
    /// The element.
    Term(Term),
    /// Nothing, but it is the element at this index of this array.
    At(Array, Term),
}

/// What one layer says about an index.
enum Layer {
    Term(Term),
    Below(Array, Term),
    Undecided,
}

impl TermStore {
    /// The element at the index; zero if there is none.
    pub fn select(&mut self, array: Array, index: Term) -> Term {
        debug_assert_eq!(self.width(index), self.array_sort(array).index_width);
        if let Some(term) = self.selected.get(&(array, index)) {
            return *term;
        }
        let term = match self.follow(array, index) {
            Found::Term(term) => term,
            Found::At(array, index) => match self.selected.get(&(array, index)) {
                Some(term) => *term,
                None => {
                    let width = self.array_sort(array).element_width;
                    let term = self.push_select(array, index, width);
                    self.selected.insert((array, index), term);
                    term
                }
            },
        };
        self.selected.insert((array, index), term);
        term
    }

    /// Looks for the element without making a `select` for it.
    pub(super) fn follow(&mut self, array: Array, index: Term) -> Found {
        let (mut array, mut index) = (array, index);
        loop {
            let sort = self.array_sort(array);
            if let Some(known) = self.known(index)
                && !sort.contains(known.unsigned())
            {
                return Found::Term(self.constant(Bits::zero(sort.element_width)));
            }
            match self.layer(array, index) {
                Layer::Term(term) => return Found::Term(term),
                Layer::Below(next, at) => (array, index) = (next, at),
                Layer::Undecided => {
                    return match self.chosen_index(array, index) {
                        Some(term) => Found::Term(term),
                        None => Found::At(array, index),
                    };
                }
            }
        }
    }

    /// What the outermost layer says of the index, which is either unknown or
    /// within the array.
    fn layer(&mut self, array: Array, index: Term) -> Layer {
        match self.array_node(array) {
            ArrayNode::Table(elements) => {
                let place =
                    self.known(index).and_then(|known| usize::try_from(known.unsigned()).ok());
                match place.and_then(|place| elements.get(place)) {
                    Some(element) => Layer::Term(*element),
                    None => Layer::Undecided,
                }
            }
            ArrayNode::Uniform(element) => self.uniform_element(array, index, element),
            ArrayNode::Store { array: below, index: written, value } => {
                match self.are_equal(written, index) {
                    Some(true) => self.within(array, index, value),
                    Some(false) => Layer::Below(below, index),
                    None => Layer::Undecided,
                }
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                self.chosen_array(condition, then, otherwise, index)
            }
            ArrayNode::Fill { array: below, from, count, value } => {
                let written = self.in_range(from, count, index);
                match self.known(written) {
                    Some(written) if written.is_true() => self.within(array, index, value),
                    Some(_) => Layer::Below(below, index),
                    None => Layer::Undecided,
                }
            }
            ArrayNode::Copy { target, to, source, from, count } => {
                let written = self.in_range(to, count, index);
                match self.known(written) {
                    // The source has a length of its own; an index beyond the
                    // target must not be looked up there.
                    Some(written) if written.is_true() && self.is_within(array, index) => {
                        Layer::Below(source, self.source_index(to, from, index))
                    }
                    Some(written) if written.is_true() => Layer::Undecided,
                    Some(_) => Layer::Below(target, index),
                    None => Layer::Undecided,
                }
            }
        }
    }

    /// Whether the index certainly has an element.
    fn is_within(&self, array: Array, index: Term) -> bool {
        let sort = self.array_sort(array);
        sort.covers_all_indices()
            || self.known(index).is_some_and(|known| sort.contains(known.unsigned()))
    }

    /// The element, provided that the index is within the array; else zero.
    fn within(&mut self, array: Array, index: Term, element: Term) -> Layer {
        if self.is_within(array, index) {
            return Layer::Term(element);
        }
        let sort = self.array_sort(array);
        let length = self.constant(Bits::new(u128::from(sort.length), sort.index_width));
        let inside = self.apply(Operator::UnsignedLess, &[index, length]);
        let zero = self.constant(Bits::zero(sort.element_width));
        Layer::Term(self.ite(inside, element, zero))
    }

    fn uniform_element(&mut self, array: Array, index: Term, element: Term) -> Layer {
        if self.known(element).is_some_and(Bits::is_zero) {
            return Layer::Term(element);
        }
        self.within(array, index, element)
    }

    /// Whether the terms are equal, if that is certain.
    fn are_equal(&mut self, left: Term, right: Term) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        let equal = self.equal(left, right);
        self.known(equal).map(Bits::is_true)
    }

    fn chosen_array(
        &mut self,
        condition: Term,
        then: Array,
        otherwise: Array,
        index: Term,
    ) -> Layer {
        if self.known(index).is_none() {
            return Layer::Undecided;
        }
        let arms = self.deeper(|store| (store.select(then, index), store.select(otherwise, index)));
        match arms {
            Some((then, otherwise)) => Layer::Term(self.ite(condition, then, otherwise)),
            None => Layer::Undecided,
        }
    }

    /// An index that is one of few constants: a choice between their elements.
    fn chosen_index(&mut self, array: Array, index: Term) -> Option<Term> {
        if self.leaves(index) < 2 {
            return None;
        }
        let &[condition, then, otherwise] = self.operands(index) else {
            return None;
        };
        let (then, otherwise) =
            self.deeper(|store| (store.select(array, then), store.select(array, otherwise)))?;
        Some(self.ite(condition, then, otherwise))
    }
}
