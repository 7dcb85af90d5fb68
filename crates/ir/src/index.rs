//! One `u32` newtype an entity, and vectors keyed by it. The text form of an
//! entity is its `Display`.

use std::fmt;
use std::marker::PhantomData;
use std::ops;

/// An entity that is named by its position in an [`IndexVec`].
pub trait Index: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    fn new(position: usize) -> Self;
    fn position(self) -> usize;
}

macro_rules! index {
    ($(#[$documentation:meta])* $name:ident, $prefix:literal) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl Index for $name {
            #[inline]
            fn new(position: usize) -> Self {
                debug_assert!(position <= u32::MAX as usize);
                $name(position as u32)
            }
            #[inline]
            fn position(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

index!(/// A function of the program.
    FunctionId, "f");
index!(/// A variable of static storage (thread-local ones included).
    GlobalId, "g");
index!(/// A block of one function.
    BlockId, "b");
index!(/// A register of one function.
    RegisterId, "r");
index!(/// A source file.
    FileId, "file");
index!(/// A C type, for showing values.
    DebugTypeId, "t");

/// A vector whose positions are entities of one kind.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    kind: PhantomData<I>,
}

impl<I: Index, T> IndexVec<I, T> {
    pub fn new() -> Self {
        IndexVec { items: Vec::new(), kind: PhantomData }
    }
    pub fn from_vec(items: Vec<T>) -> Self {
        IndexVec { items, kind: PhantomData }
    }
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }
    pub fn len(&self) -> usize {
        self.items.len()
    }
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The index that the next `push` will return.
    pub fn next_index(&self) -> I {
        I::new(self.items.len())
    }
    pub fn get(&self, index: I) -> Option<&T> {
        self.items.get(index.position())
    }
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(position, item)| (I::new(position), item))
    }
    pub fn iter_enumerated_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.items.iter_mut().enumerate().map(|(position, item)| (I::new(position), item))
    }
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Index, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Index, T> ops::Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, index: I) -> &T {
        &self.items[index.position()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.position()]
    }
}

impl<I: Index, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        IndexVec::from_vec(items.into_iter().collect())
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}
