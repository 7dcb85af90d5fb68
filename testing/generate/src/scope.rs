//! What can be named at a point of the program.

use crate::scalars::Scalar;

/// How an object may be used as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Read, written, its address taken.
    Full,
    /// Only read, its address not taken.
    Read,
    /// Read and written as a whole: bit-fields of up to this many bits.
    BitField(u8),
    /// `_Atomic`: read and written, its address not taken.
    Atomic,
}

/// An object of arithmetic type.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) text: String,
    pub(crate) kind: Scalar,
    pub(crate) usage: Use,
}

#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) text: String,
    pub(crate) kind: Scalar,
    pub(crate) length: usize,
    pub(crate) writable: bool,
}

/// A pointer that always points to an element of its array.
#[derive(Clone, Debug)]
pub(crate) struct Pointer {
    pub(crate) text: String,
    pub(crate) array: Array,
}

/// A struct object, by the number of its type.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) text: String,
    pub(crate) structure: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) places: Vec<Place>,
    pub(crate) arrays: Vec<Array>,
    pub(crate) pointers: Vec<Pointer>,
    pub(crate) records: Vec<Record>,
}

/// The sizes of a scope, to go back to at the end of a block.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    places: usize,
    arrays: usize,
    pointers: usize,
    records: usize,
}

impl Scope {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            places: self.places.len(),
            arrays: self.arrays.len(),
            pointers: self.pointers.len(),
            records: self.records.len(),
        }
    }

    pub(crate) fn leave(&mut self, mark: Mark) {
        self.places.truncate(mark.places);
        self.arrays.truncate(mark.arrays);
        self.pointers.truncate(mark.pointers);
        self.records.truncate(mark.records);
    }

    pub(crate) fn place(&mut self, text: &str, kind: Scalar, usage: Use) {
        self.places.push(Place { text: text.to_owned(), kind, usage });
    }
}
