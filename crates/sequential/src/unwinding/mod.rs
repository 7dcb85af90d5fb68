//! Memory unwinding.

use crate::bounded::Bounded;
use crate::marks::Sequential;

/// What is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grain {
    /// Every write, in one sequence.
    Fine,
    /// Groups of writes of one thread.
    Intra,
    /// Groups of writes of several threads.
    Inter,
    /// A sequence a location, with times.
    Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub grain: Grain,
    /// Of each sequence.
    pub writes: u32,
    pub deadlock: bool,
}

pub fn sequentialise(_bounded: &Bounded, _options: &Options) -> Result<Sequential, String> {
    Err("not there yet".to_string())
}
