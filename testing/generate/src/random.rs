//! A small source of random numbers, the same on every machine (SplitMix64).

pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number less than the bound; zero if the bound is.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 8) as usize % bound.max(1)
    }

    /// A number from the first to the last, both included.
    pub(crate) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below((last + 1).saturating_sub(first))
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the choices, of which there must be one.
    pub(crate) fn pick<'all, T>(&mut self, choices: &'all [T]) -> &'all T {
        &choices[self.below(choices.len())]
    }

    /// One of the choices, if there are any.
    pub(crate) fn pick_any<'all, T>(&mut self, choices: &'all [T]) -> Option<&'all T> {
        choices.get(self.below(choices.len()))
    }
}
