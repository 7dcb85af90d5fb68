//! Making arrays, and the rules by which they are simplified.
//!
//! Writing at a known place of a small table gives a table. In front of a larger
//! one such stores are stacked, few of them in order of their indices, and turned
//! into a table when there are about as many as the square root of the length:
//! so neither the stack nor the copying gets long. Whatever is not known stays a
//! node of its own.

use std::sync::Arc;

use super::select::Found;
use super::{Array, ArrayNode, ArraySort, Shape};
use crate::bits::mask;
use crate::term::{Node, Term};
use crate::{Bits, Operator, TermStore};

/// Tables of at most so many elements are written in place.
const SMALL_TABLE: u64 = 32;

/// Stores in front of longer arrays are never turned into a table.
const LONGEST_REWRITTEN: u64 = 1 << 16;

/// A store at a known index goes below at most so many others.
const DEEPEST_INSERTION: usize = 8;

/// No array is longer than there are indices, so that every element has one.
fn reachable_length(index_width: u16, length: u64) -> u64 {
    let last = u64::try_from(mask(index_width)).unwrap_or(u64::MAX);
    length.min(last.saturating_add(1))
}

impl TermStore {
    /// The array of these elements, which all have one width. Those that no index
    /// can reach are forgotten.
    pub fn table(&mut self, index_width: u16, elements: &[Term]) -> Array {
        let length = reachable_length(index_width, elements.len() as u64);
        let elements = elements.get(..length as usize).unwrap_or(elements);
        let Some(first) = elements.first().copied() else {
            let zero = self.boolean(false);
            return self.uniform(0, index_width, zero);
        };
        if elements.iter().all(|element| *element == first) {
            return self.uniform(length, index_width, first);
        }
        let element_width = self.width(first);
        debug_assert!(elements.iter().all(|element| self.width(*element) == element_width));
        let sort = ArraySort { index_width, element_width, length };
        self.intern_array(Shape::Table(Arc::from(elements)), sort)
    }

    /// The array of this many equal elements; no more than there are indices.
    pub fn uniform(&mut self, length: u64, index_width: u16, element: Term) -> Array {
        let length = reachable_length(index_width, length);
        let sort = ArraySort { index_width, element_width: self.width(element), length };
        self.intern_array(Shape::Other(ArrayNode::Uniform(element)), sort)
    }

    /// The array with another value at the index.
    pub fn array_store(&mut self, array: Array, index: Term, value: Term) -> Array {
        let sort = self.array_sort(array);
        debug_assert_eq!(self.width(index), sort.index_width);
        debug_assert_eq!(self.width(value), sort.element_width);
        if self.is_element(array, index, value) {
            return array;
        }
        match self.known(index) {
            Some(known) if !sort.contains(known.unsigned()) => array,
            Some(known) => self.store_at(array, known.unsigned(), index, value),
            None => {
                let below = self.without_store(array, index);
                self.push_store(below, index, value)
            }
        }
    }

    /// Whether the value is visibly what is there already.
    fn is_element(&mut self, array: Array, index: Term, value: Term) -> bool {
        if self.array_node(array) == ArrayNode::Uniform(value) {
            return true;
        }
        match self.follow(array, index) {
            Found::Term(element) => element == value,
            Found::At(array, index) => self.node(value) == Node::Select(array, index),
        }
    }

    /// What is below a store at this very index: it will be overwritten.
    fn without_store(&self, array: Array, written: Term) -> Array {
        match self.array_node(array) {
            ArrayNode::Store { array: below, index, .. } if index == written => below,
            ArrayNode::Store { .. }
            | ArrayNode::Table(_)
            | ArrayNode::Uniform(_)
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => array,
        }
    }

    fn push_store(&mut self, array: Array, index: Term, value: Term) -> Array {
        let sort = self.array_sort(array);
        self.intern_array(Shape::Other(ArrayNode::Store { array, index, value }), sort)
    }

    /// A store at a known index takes its place among its like.
    fn store_at(&mut self, array: Array, place: u128, index: Term, value: Term) -> Array {
        let mut above = Vec::new();
        let mut below = array;
        while let Some((next, upper, old)) = self.known_store(below)
            && self.known(upper).is_some_and(|upper| upper.unsigned() > place)
        {
            if above.len() == DEEPEST_INSERTION {
                above.clear();
                below = array;
                break;
            }
            above.push((upper, old));
            below = next;
        }
        below = self.without_store(below, index);
        let mut result = self.push_store(below, index, value);
        for (index, value) in above.into_iter().rev() {
            result = self.push_store(result, index, value);
        }
        self.flattened(result)
    }

    /// What a store at a known index stands on, and what it writes where.
    fn known_store(&self, array: Array) -> Option<(Array, Term, Term)> {
        match self.array_node(array) {
            ArrayNode::Store { array, index, value } => {
                self.known(index).map(|_| (array, index, value))
            }
            ArrayNode::Table(_)
            | ArrayNode::Uniform(_)
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => None,
        }
    }

    /// A table in place of too many stores in front of one.
    fn flattened(&mut self, array: Array) -> Array {
        let ArraySort { length, index_width, .. } = self.array_sort(array);
        let limit = if length <= SMALL_TABLE { 0 } else { length.isqrt() };
        let stacked = self.arrays.entries[array.position()].stacked;
        if length > LONGEST_REWRITTEN || stacked.is_none_or(|count| u64::from(count) <= limit) {
            return array;
        }
        match self.written_out(array) {
            Some(elements) => self.table(index_width, &elements),
            None => array,
        }
    }

    /// The elements of a table behind stores at known indices; not of an array
    /// that is too long for it.
    fn written_out(&self, array: Array) -> Option<Vec<Term>> {
        let length = self.array_sort(array).length;
        if length > LONGEST_REWRITTEN {
            return None;
        }
        let mut stores = Vec::new();
        let mut below = array;
        while let Some((next, index, value)) = self.known_store(below) {
            stores.push((self.known(index)?.unsigned(), value));
            below = next;
        }
        let mut elements = match self.array_node(below) {
            ArrayNode::Table(elements) => elements.to_vec(),
            ArrayNode::Uniform(element) => vec![element; usize::try_from(length).ok()?],
            ArrayNode::Store { .. }
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => return None,
        };
        for (index, value) in stores.into_iter().rev() {
            *elements.get_mut(usize::try_from(index).ok()?)? = value;
        }
        Some(elements)
    }

    /// One of two arrays of the same sort.
    pub fn array_ite(&mut self, condition: Term, then: Array, otherwise: Array) -> Array {
        let sort = self.array_sort(then);
        debug_assert_eq!(sort, self.array_sort(otherwise));
        let then = self.arm(condition, then, true);
        let otherwise = self.arm(condition, otherwise, false);
        if let Some(value) = self.known(condition) {
            return if value.is_true() { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        if self.operator(condition) == Some(Operator::Not)
            && let [positive] = *self.operands(condition)
        {
            return self.array_ite(positive, otherwise, then);
        }
        if let Some(merged) = self.merged(condition, then, otherwise) {
            return merged;
        }
        let node = ArrayNode::IfThenElse { condition, then, otherwise };
        self.intern_array(Shape::Other(node), sort)
    }

    /// What is left of an arm of a choice by this condition.
    fn arm(&self, decided: Term, array: Array, value: bool) -> Array {
        match self.array_node(array) {
            ArrayNode::IfThenElse { condition, then, otherwise } if condition == decided => {
                if value { then } else { otherwise }
            }
            ArrayNode::IfThenElse { .. }
            | ArrayNode::Table(_)
            | ArrayNode::Uniform(_)
            | ArrayNode::Store { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => array,
        }
    }

    /// Arrays that differ in little are one with choices as its elements.
    fn merged(&mut self, condition: Term, then: Array, otherwise: Array) -> Option<Array> {
        let sort = self.array_sort(then);
        if sort.length <= SMALL_TABLE
            && let (Some(left), Some(right)) = (self.written_out(then), self.written_out(otherwise))
        {
            let pairs = left.into_iter().zip(right);
            let elements: Vec<Term> =
                pairs.map(|(left, right)| self.ite(condition, left, right)).collect();
            return (!elements.is_empty()).then(|| self.table(sort.index_width, &elements));
        }
        let left = self.any_store(then);
        let right = self.any_store(otherwise);
        if let (Some((base, index, value)), Some((other_base, other_index, other_value))) =
            (left, right)
            && (base, index) == (other_base, other_index)
        {
            let value = self.ite(condition, value, other_value);
            return Some(self.array_store(base, index, value));
        }
        if let Some((base, index, value)) = left
            && base == otherwise
            && self.known(index).is_some()
        {
            let old = self.select(base, index);
            let value = self.ite(condition, value, old);
            return Some(self.array_store(base, index, value));
        }
        let (base, index, value) = right?;
        if base != then || self.known(index).is_none() {
            return None;
        }
        let old = self.select(base, index);
        let value = self.ite(condition, old, value);
        Some(self.array_store(base, index, value))
    }

    fn any_store(&self, array: Array) -> Option<(Array, Term, Term)> {
        match self.array_node(array) {
            ArrayNode::Store { array, index, value } => Some((array, index, value)),
            ArrayNode::Table(_)
            | ArrayNode::Uniform(_)
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => None,
        }
    }

    /// The array with the value at every index `i` with `from <= i < from + count`
    /// (which does not wrap around).
    pub fn array_fill(&mut self, array: Array, from: Term, count: Term, value: Term) -> Array {
        let sort = self.array_sort(array);
        debug_assert_eq!(self.width(from), sort.index_width);
        debug_assert_eq!(self.width(count), sort.index_width);
        debug_assert_eq!(self.width(value), sort.element_width);
        if let Some(written) = self.known_range(sort, from, count) {
            if written.is_empty() {
                return array;
            }
            if written == (0..sort.length) {
                return self.uniform(sort.length, sort.index_width, value);
            }
            if written.end - written.start <= SMALL_TABLE && sort.length <= SMALL_TABLE
                || written.end - written.start == 1
            {
                return written.fold(array, |array, index| {
                    let index = self.constant(Bits::new(u128::from(index), sort.index_width));
                    self.array_store(array, index, value)
                });
            }
        }
        if self.known(count).is_some_and(|count| count.unsigned() == 1) {
            return self.array_store(array, from, value);
        }
        let below = match self.array_node(array) {
            ArrayNode::Uniform(element) if element == value => return array,
            ArrayNode::Fill { array, from: lower, count: same, .. }
                if (lower, same) == (from, count) =>
            {
                array
            }
            ArrayNode::Uniform(_)
            | ArrayNode::Fill { .. }
            | ArrayNode::Table(_)
            | ArrayNode::Store { .. }
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Copy { .. } => array,
        };
        let node = ArrayNode::Fill { array: below, from, count, value };
        self.intern_array(Shape::Other(node), sort)
    }

    /// The indices of the array in a range whose bounds are known.
    fn known_range(&self, sort: ArraySort, from: Term, count: Term) -> Option<Range> {
        let count = self.known(count)?.unsigned();
        if count == 0 {
            return Some(0..0);
        }
        let from = self.known(from)?.unsigned();
        let inside = |index: u128| u64::try_from(index).map_or(sort.length, |i| i.min(sort.length));
        Some(inside(from)..inside(from.saturating_add(count)))
    }

    /// The target in which `count` elements from the index `to` on are those of
    /// the source from the index `from` on. The range in the target does not wrap
    /// around; source and target may be the same, all is read before it is
    /// written.
    pub fn array_copy(
        &mut self,
        target: Array,
        to: Term,
        source: Array,
        from: Term,
        count: Term,
    ) -> Array {
        let sort = self.array_sort(target);
        let source_sort = self.array_sort(source);
        debug_assert_eq!(sort.index_width, source_sort.index_width);
        debug_assert_eq!(sort.element_width, source_sort.element_width);
        debug_assert!([to, from, count].iter().all(|term| self.width(*term) == sort.index_width));
        if target == source && to == from {
            return target;
        }
        if let Some(written) = self.known_range(sort, to, count) {
            if written.is_empty() {
                return target;
            }
            let whole = written == (0..sort.length) && sort == source_sort;
            if whole && self.known(from).is_some_and(Bits::is_zero) {
                return source;
            }
            if written.end - written.start <= SMALL_TABLE && sort.length <= SMALL_TABLE {
                return self.copy_one_by_one(target, written, to, source, from);
            }
        }
        if self.known(count).is_some_and(|count| count.unsigned() == 1) {
            let value = self.select(source, from);
            return self.array_store(target, to, value);
        }
        if let (ArrayNode::Uniform(element), Some(read)) =
            (self.array_node(source), self.known_range(source_sort, from, count))
            && self.known(count).map(Bits::unsigned) == Some(u128::from(read.end - read.start))
        {
            return self.array_fill(target, to, count, element);
        }
        let node = ArrayNode::Copy { target, to, source, from, count };
        self.intern_array(Shape::Other(node), sort)
    }

    fn copy_one_by_one(
        &mut self,
        target: Array,
        written: Range,
        to: Term,
        source: Array,
        from: Term,
    ) -> Array {
        let index_width = self.array_sort(target).index_width;
        written.fold(target, |array, index| {
            let index = self.constant(Bits::new(u128::from(index), index_width));
            let read = self.source_index(to, from, index);
            let value = self.select(source, read);
            self.array_store(array, index, value)
        })
    }
}

type Range = std::ops::Range<u64>;
