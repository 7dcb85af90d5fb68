//! Sets of small numbers, one bit each, for the data-flow analyses.

/// A set of numbers below a bound that grows when needed.
#[derive(Clone, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

/// Two sets are equal when they have the same members, whatever their bounds.
impl PartialEq for BitSet {
    fn eq(&self, other: &BitSet) -> bool {
        let (short, long) = if self.words.len() <= other.words.len() {
            (&self.words, &other.words)
        } else {
            (&other.words, &self.words)
        };
        long.starts_with(short) && long.iter().skip(short.len()).all(|&word| word == 0)
    }
}

impl Eq for BitSet {}

impl BitSet {
    /// The empty set, with room for numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet { words: vec![0; bound.div_ceil(64)] }
    }

    /// Adds a number; whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let word = number / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let bit = 1u64 << (number % 64);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    pub fn remove(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word &= !(1u64 << (number % 64));
        }
    }

    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Adds all of `other`; whether anything is new.
    pub fn union_with(&mut self, other: &BitSet) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Adds to `self` and to `fresh` what `other` has and `self` has not;
    /// whether there is anything.
    pub fn union_noting_new(&mut self, other: &BitSet, fresh: &mut BitSet) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        if fresh.words.len() < other.words.len() {
            fresh.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for ((word, new), &more) in self.words.iter_mut().zip(&mut fresh.words).zip(&other.words) {
            let added = more & !*word;
            changed |= added != 0;
            *word |= added;
            *new |= added;
        }
        changed
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(position, &word)| Members(word).map(move |bit| position * 64 + bit))
    }
}

/// The positions of the bits that are set in one word.
struct Members(u64);

impl Iterator for Members {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<S: IntoIterator<Item = usize>>(numbers: S) -> BitSet {
        let mut set = BitSet::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let set: BitSet = [200, 0, 63, 64, 5].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 200]);
        assert!(set.contains(64) && !set.contains(65) && !set.contains(100_000));
    }

    #[test]
    fn union_says_what_is_new() {
        let mut set: BitSet = [1, 2].into_iter().collect();
        let mut fresh = BitSet::default();
        assert!(set.union_noting_new(&[2, 70].into_iter().collect(), &mut fresh));
        assert_eq!(fresh.iter().collect::<Vec<_>>(), [70]);
        assert!(!set.union_with(&[1, 70].into_iter().collect()));
    }

    #[test]
    fn equality_ignores_room() {
        let mut large = BitSet::new(1000);
        large.insert(3);
        let small: BitSet = [3].into_iter().collect();
        assert_eq!(large, small);
        assert_eq!(small, large);
        large.insert(999);
        assert_ne!(small, large);
    }
}
