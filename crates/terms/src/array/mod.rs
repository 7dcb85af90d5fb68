//! Arrays: values of memory objects too large to be split into cells.
//!
//! An array has a number of elements and widths of its indices and elements. It
//! is total: an index at or beyond the length selects zero, and writing there
//! changes nothing. Arrays are hash-consed like terms and numbered beside them;
//! an array's parts are older than it, a `select` is younger than its array. So
//! terms in order of their numbers are still in a topological order, and
//! [`TermStore::reachable_parts`] interleaves the arrays.
//!
//! Filling and copying are lambda terms (as proposed for bounded model checking
//! of `memset` and `memcpy`, and used by ESBMC): one node however many elements
//! are written. What `select(array, i)` means, in words of SMT-LIB; everything is
//! unsigned and modulo the index width, and `i` at or beyond the array's length
//! gives zero before any of this is looked at:
//!
//! | array | its element at `i` |
//! |---|---|
//! | `Table(e0, e1, ..)` | `e_i`; as a declared array `a` with `(= (select a k) e_k)` for each `k` |
//! | `Uniform(e)` | `e`; `((as const ..) e)` |
//! | `Store { array, index, value }` | `(store array index value)` |
//! | `IfThenElse { .. }` | `(ite condition then otherwise)` |
//! | `Fill { array, from, count, value }` | `(ite (and (bvuge i from) (bvult (bvsub i from) count)) value (select array i))` |
//! | `Copy { target, to, source, from, count }` | `(ite (and (bvuge i to) (bvult (bvsub i to) count)) (select source (bvadd (bvsub i to) from)) (select target i))` |
//!
//! QF_AUFBV has no lambda: a printer for it must push a `select` through
//! `Fill` and `Copy` (and whatever stands on them) by the right column. The
//! lengths of a copy's source and target may differ, so the inner `select` has a
//! bound of its own; a declared SMT-LIB array has none, hence every `select` is
//! `(ite (bvult i length) (select a i) 0)` unless the length covers all indices.
//! Indices beyond the array are never looked at, so what a `store` there does to
//! a declared array does not matter.
//!
//! The constructors, with their rewriting, are in `array/build.rs`; `select` is
//! in `array/select.rs`.
//!
//! Incomplete: arrays are not compared with each other, and there are no arrays
//! about which nothing is known (a table of symbols stands for one).

mod build;
mod select;

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Node, Term};
use crate::{Operator, TermStore};

/// An array of one store; only that store can say what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Array(u32);

impl Array {
    /// The position among the arrays of the store, for tables beside it.
    #[inline]
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

/// `a5`.
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What kind of array it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArraySort {
    pub index_width: u16,
    pub element_width: u16,
    /// The number of elements; at most the number of indices.
    pub length: u64,
}

impl ArraySort {
    /// Whether there is an element of this number.
    pub fn contains(self, index: u128) -> bool {
        index < u128::from(self.length)
    }

    /// Whether every index of the width has an element.
    pub fn covers_all_indices(self) -> bool {
        self.contains(crate::bits::mask(self.index_width))
    }
}

/// One layer of an array; the table at the head of this file tells the meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayNode<'store> {
    /// The elements, which are not all equal.
    Table(&'store [Term]),
    Uniform(Term),
    Store {
        array: Array,
        index: Term,
        value: Term,
    },
    IfThenElse {
        condition: Term,
        then: Array,
        otherwise: Array,
    },
    Fill {
        array: Array,
        from: Term,
        count: Term,
        value: Term,
    },
    Copy {
        target: Array,
        to: Term,
        source: Array,
        from: Term,
        count: Term,
    },
}

impl ArrayNode<'_> {
    /// The terms in this layer.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let (some, few): (&[Term], [Option<Term>; 3]) = match *self {
            ArrayNode::Table(elements) => (elements, [None; 3]),
            ArrayNode::Uniform(element) => (&[], [Some(element), None, None]),
            ArrayNode::Store { index, value, .. } => (&[], [Some(index), Some(value), None]),
            ArrayNode::IfThenElse { condition, .. } => (&[], [Some(condition), None, None]),
            ArrayNode::Fill { from, count, value, .. } => {
                (&[], [Some(from), Some(count), Some(value)])
            }
            ArrayNode::Copy { to, from, count, .. } => (&[], [Some(to), Some(from), Some(count)]),
        };
        some.iter().copied().chain(few.into_iter().flatten())
    }

    /// The arrays that this layer stands on.
    pub fn arrays(&self) -> impl Iterator<Item = Array> + use<> {
        let below = match *self {
            ArrayNode::Table(_) | ArrayNode::Uniform(_) => [None, None],
            ArrayNode::Store { array, .. } | ArrayNode::Fill { array, .. } => [Some(array), None],
            ArrayNode::IfThenElse { then, otherwise, .. } => [Some(then), Some(otherwise)],
            ArrayNode::Copy { target, source, .. } => [Some(target), Some(source)],
        };
        below.into_iter().flatten()
    }
}

/// A term or an array: what terms are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Term(Term),
    Array(Array),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Table(Arc<[Term]>),
    /// Every layer that is not a table.
    Other(ArrayNode<'static>),
}

#[derive(Clone, Debug)]
struct Entry {
    shape: Shape,
    sort: ArraySort,
    /// The number of terms when it was made: all its terms are older, and every
    /// `select` of it is not.
    born: u32,
    /// How many stores at known indices stand directly on a table; `None` if it
    /// is anything else.
    stacked: Option<u32>,
}

/// All arrays of a store of terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrays {
    entries: Vec<Entry>,
    interned: FxHashMap<(Shape, ArraySort), Array>,
}

impl TermStore {
    /// The number of arrays made so far.
    pub fn array_count(&self) -> usize {
        self.arrays.entries.len()
    }

    #[inline]
    pub fn array_sort(&self, array: Array) -> ArraySort {
        self.arrays.entries[array.position()].sort
    }

    #[inline]
    pub fn array_node(&self, array: Array) -> ArrayNode<'_> {
        match &self.arrays.entries[array.position()].shape {
            Shape::Table(elements) => ArrayNode::Table(elements),
            Shape::Other(node) => *node,
        }
    }

    /// Whether `start <= index < start + count`, without wrapping around: what a
    /// fill or a copy writes.
    pub fn in_range(&mut self, start: Term, count: Term, index: Term) -> Term {
        let before = self.apply(Operator::UnsignedLess, &[index, start]);
        let distance = self.apply(Operator::Subtract, &[index, start]);
        let near = self.apply(Operator::UnsignedLess, &[distance, count]);
        let not_before = self.not(before);
        self.and(not_before, near)
    }

    /// Where a copy to `to` finds in its source what it puts at the index.
    pub fn source_index(&mut self, to: Term, from: Term, index: Term) -> Term {
        let distance = self.apply(Operator::Subtract, &[index, to]);
        self.apply(Operator::Add, &[distance, from])
    }

    /// Every term and array that these are made of, operands before their users.
    pub fn reachable_parts(&self, roots: &[Term]) -> Vec<Part> {
        let mut seen: FxHashSet<Part> = FxHashSet::default();
        let mut open: Vec<Part> = roots.iter().copied().map(Part::Term).collect();
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            match part {
                Part::Term(term) => {
                    open.extend(self.operands(term).iter().copied().map(Part::Term));
                    if let Node::Select(array, _) = self.node(term) {
                        open.push(Part::Array(array));
                    }
                }
                Part::Array(array) => {
                    let node = self.array_node(array);
                    open.extend(node.terms().map(Part::Term));
                    open.extend(node.arrays().map(Part::Array));
                }
            }
        }
        let mut parts: Vec<Part> = seen.into_iter().collect();
        parts.sort_unstable_by_key(|part| self.age(*part));
        parts
    }

    /// Sorts parts by when they were made: an array comes before the term that
    /// was the next one, and after older arrays.
    fn age(&self, part: Part) -> (u32, bool, u32) {
        match part {
            Part::Term(term) => (term.0, true, 0),
            Part::Array(array) => (self.arrays.entries[array.position()].born, false, array.0),
        }
    }

    fn intern_array(&mut self, shape: Shape, sort: ArraySort) -> Array {
        let key = (shape, sort);
        if let Some(array) = self.arrays.interned.get(&key) {
            return *array;
        }
        let array = Array(self.arrays.entries.len() as u32);
        let stacked = self.stacked(&key.0);
        let born = self.len() as u32;
        self.arrays.entries.push(Entry { shape: key.0.clone(), sort, born, stacked });
        self.arrays.interned.insert(key, array);
        array
    }

    fn stacked(&self, shape: &Shape) -> Option<u32> {
        match *shape {
            Shape::Table(_) | Shape::Other(ArrayNode::Table(_) | ArrayNode::Uniform(_)) => Some(0),
            Shape::Other(ArrayNode::Store { array, index, .. }) => {
                self.known(index)?;
                Some(self.arrays.entries[array.position()].stacked?.saturating_add(1))
            }
            Shape::Other(
                ArrayNode::IfThenElse { .. } | ArrayNode::Fill { .. } | ArrayNode::Copy { .. },
            ) => None,
        }
    }
}
