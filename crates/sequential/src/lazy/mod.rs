//! Lazy sequentialisation.

use raddle_ir::CheckKind;

use crate::bounded::{Bounded, Slot};
use crate::marks::Sequential;

/// Which thread runs when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Every thread once a round; `order` is that of the threads within a round, empty
    /// for their own.
    Rounds { count: u32, order: Vec<Slot> },
    /// Any thread, so many times.
    Contexts { count: u32 },
    /// A thread that is interrupted goes on when those that were started since have
    /// ended or are given up.
    Stack,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub driver: Driver,
    /// What is asked about; `Unwind` always is.
    pub checks: Vec<CheckKind>,
    /// Say (`check unwind`, [`crate::Reached::Rounds`]) when more rounds could show
    /// something new.
    pub complete: bool,
}

pub fn sequentialise(_bounded: &Bounded, _options: &Options) -> Result<Sequential, String> {
    Err("not there yet".to_string())
}
