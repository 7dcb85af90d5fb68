//! What a term is: a number that stands for a node of a [`TermStore`].
//!
//! Terms are hash-consed: within one store, equal structure is equal number, so
//! comparing, copying and hashing cost nothing. A node's operands are older than
//! the node, so the numbers are also a topological order; the arrays between a
//! `select` and its terms do not disturb that (see `array/mod.rs`).
//!
//! [`TermStore`]: crate::TermStore

use std::fmt;

use crate::{Array, Bits, Operator};

/// A term of one store; only that store can say what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position of the term in its store, for tables beside it.
    #[inline]
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

/// `t5`.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value that nothing is known about; see [`TermStore::symbol`].
///
/// [`TermStore::symbol`]: crate::TermStore::symbol
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(crate) u32);

impl SymbolId {
    /// The position among the symbols of the store, in order of creation.
    #[inline]
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

/// One layer of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'store> {
    Constant(Bits),
    Symbol(SymbolId),
    Apply(Operator, &'store [Term]),
    /// The element of an array at an index.
    Select(Array, Term),
}

/// No operator takes more operands.
pub(crate) const MAX_ARITY: usize = 3;

/// An operator with its operands, in place: the key of hash-consing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Application {
    pub(crate) operator: Operator,
    arity: u8,
    /// Those beyond the arity repeat the first, and mean nothing.
    padded: [Term; MAX_ARITY],
}

impl Application {
    /// `None` where there are no operands, or too many.
    pub(crate) fn new(operator: Operator, operands: &[Term]) -> Option<Application> {
        let padded = match *operands {
            [only] => [only; MAX_ARITY],
            [left, right] => [left, right, left],
            [first, second, third] => [first, second, third],
            _ => return None,
        };
        Some(Application { operator, arity: operands.len() as u8, padded })
    }

    #[inline]
    pub(crate) fn operands(&self) -> &[Term] {
        self.padded.get(..usize::from(self.arity)).unwrap_or(&[])
    }

    /// The operands as an array; those beyond the arity mean nothing.
    #[inline]
    pub(crate) fn padded(&self) -> [Term; MAX_ARITY] {
        self.padded
    }
}
