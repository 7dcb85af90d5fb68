//! Where a thread stands: the calls that lead there, and the counted iterations of loops.

use raddle_ir::BlockId;
use raddle_passes::Place;

/// A place with the calls that lead to it, outermost first, each with the iterations that are
/// told apart of the loops around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<(Place, Vec<Iteration>)>);

/// A loop, by its header, and how often it has been gone round; the last count stands for all
/// that come after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Iteration {
    pub header: BlockId,
    pub count: u32,
}

/// The count of all iterations that are not told apart.
pub const ALL_THE_REST: u32 = u32::MAX;

/// A loop that is gone round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Going {
    pub iteration: Iteration,
    /// In this iteration a branch has decided to stay in the loop, and it was the only way.
    pub decided: bool,
    /// In this iteration both ways were possible, out of the loop and on in it.
    pub open: bool,
}

impl Going {
    pub fn new(header: BlockId, count: u32) -> Going {
        Going { iteration: Iteration { header, count }, decided: false, open: false }
    }
}

pub fn counts(going: &[Going]) -> Vec<Iteration> {
    going.iter().map(|going| going.iteration).collect()
}
