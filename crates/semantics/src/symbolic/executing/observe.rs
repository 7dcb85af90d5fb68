//! Watching paths go by: for showing how a program is run, not for deciding
//! anything.

use std::rc::Rc;

use raddle_terms::{Term, TermStore};

use crate::frame::Frame;
use crate::machine::Resting;
use crate::symbolic::state::{Counters, State};

/// A path, where it stands.
pub struct Passing<'a> {
    pub frame: &'a Frame<Term>,
    pub state: &'a State,
    /// Outermost first.
    pub callers: &'a [Rc<Resting<Term>>],
    /// One a frame, the innermost last.
    pub counters: &'a [Counters],
}

pub trait Observe {
    /// A path is about to go on.
    fn enters(&mut self, terms: &mut TermStore, path: &Passing<'_>);

    /// It went on within its block, from this statement to where it stands now.
    fn leaves(&mut self, terms: &mut TermStore, from: u32, path: &Passing<'_>);
}
