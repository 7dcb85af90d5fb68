//! Which reduction a search goes by.

use super::budget::Bounds;
use super::footprint::Footprints;
use super::persistent::Persistent;
use super::{ExplicitOptions, Reduction};

/// What leaves steps out, and what it knows.
pub enum Reducer {
    Nothing,
    Superstep(Footprints),
    Persistent(Box<Persistent>),
}

impl Reducer {
    /// The one that was asked for, or none where it would leave out too much.
    pub fn new(options: &ExplicitOptions<'_>, bounds: &Bounds, watches: bool) -> Reducer {
        match options.reduction {
            Reduction::Superstep
                if !watches && bounds.depth.is_none() && bounds.decisions.is_none() =>
            {
                Reducer::Superstep(Footprints::new())
            }
            Reduction::Persistent if !watches && !bounds.restrict_runs() => {
                Reducer::Persistent(Box::new(Persistent::new(options.trial)))
            }
            Reduction::None | Reduction::Global | Reduction::Superstep | Reduction::Persistent => {
                Reducer::Nothing
            }
        }
    }

    pub fn is_nothing(&self) -> bool {
        matches!(self, Reducer::Nothing)
    }

    /// Whether it says which threads step from the states that are entered from now on.
    pub fn selects(&self) -> bool {
        match self {
            Reducer::Nothing => false,
            Reducer::Superstep(_) => true,
            Reducer::Persistent(persistent) => !persistent.gave_up,
        }
    }

    pub fn footprints(&mut self) -> Option<&mut Footprints> {
        match self {
            Reducer::Nothing => None,
            Reducer::Superstep(footprints) => Some(footprints),
            Reducer::Persistent(persistent) => Some(&mut persistent.sets.footprints),
        }
    }

    pub fn persistent(&mut self) -> Option<&mut Persistent> {
        match self {
            Reducer::Persistent(persistent) => Some(persistent),
            Reducer::Nothing | Reducer::Superstep(_) => None,
        }
    }
}
