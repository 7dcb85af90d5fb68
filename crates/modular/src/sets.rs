//! Small sets of numbered things, each a word: locks, kinds of threads.

/// A set of numbers below 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SmallSet(u128);

impl SmallSet {
    pub const EMPTY: SmallSet = SmallSet(0);
    /// The first number that is too large.
    pub const LIMIT: usize = 128;

    pub fn one(number: usize) -> SmallSet {
        SmallSet::EMPTY.with(number)
    }

    #[must_use]
    pub fn with(self, number: usize) -> SmallSet {
        debug_assert!(number < SmallSet::LIMIT);
        SmallSet(self.0 | 1 << number)
    }

    #[must_use]
    pub fn without(self, number: usize) -> SmallSet {
        SmallSet(self.0 & !(1 << number))
    }

    pub fn contains(self, number: usize) -> bool {
        number < SmallSet::LIMIT && self.0 >> number & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub fn union(self, other: SmallSet) -> SmallSet {
        SmallSet(self.0 | other.0)
    }

    #[must_use]
    pub fn intersection(self, other: SmallSet) -> SmallSet {
        SmallSet(self.0 & other.0)
    }

    #[must_use]
    pub fn minus(self, other: SmallSet) -> SmallSet {
        SmallSet(self.0 & !other.0)
    }

    pub fn meets(self, other: SmallSet) -> bool {
        self.0 & other.0 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..SmallSet::LIMIT).filter(move |number| self.contains(*number))
    }
}
