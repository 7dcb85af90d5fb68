//! Counting the iterations of loops against the bounds of unwinding: symbolic execution
//! does so along a path, bounding along the copies that it makes.
//!
//! An iteration that is certain (its exits were decided by constants) is free: a loop of a
//! known number of iterations is simply run, and only others are charged against a bound.
//! Where a bound is for one named loop, all its iterations count.

/// How often a loop was gone round.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopCount {
    /// All iterations.
    pub iteration: u32,
    /// Those that were not certain, and those that were.
    charged: u32,
    free: u32,
    /// In this iteration an exit was decided by a constant; by something else.
    is_certain: bool,
    is_open: bool,
}

impl LoopCount {
    /// An exit was looked at, and control stays in the loop.
    pub fn stays(&mut self, is_certain: bool) {
        self.is_certain |= is_certain;
        self.is_open |= !is_certain;
    }

    /// The next iteration begins. No more than so many are free: one that goes on for ever
    /// would not end.
    pub fn next(&mut self, most_free: u32) {
        self.iteration += 1;
        if !self.is_certain || self.is_open || self.free >= most_free {
            self.charged += 1;
        } else {
            self.free += 1;
        }
        (self.is_certain, self.is_open) = (false, false);
    }

    /// How many iterations count against the bound, which may be one for this loop.
    pub fn counted(&self, is_named: bool) -> u32 {
        if is_named { self.iteration } else { self.charged }
    }

    /// Two ways into an iteration become one.
    pub fn merge(&mut self, other: &LoopCount) {
        self.iteration = self.iteration.max(other.iteration);
        self.charged = self.charged.max(other.charged);
        self.free = self.free.max(other.free);
        self.is_certain |= other.is_certain;
        self.is_open |= other.is_open;
    }
}
