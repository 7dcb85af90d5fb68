//! Engine `schedule`: all interleavings in one formula, one question a check
//! (Cordeiro and Fischer, section 3.3). The formula is `control_graph.rs`'s.
//!
//! Deviation: without bounds the formula is made for ever larger ones, until
//! nothing is cut off; whether anything is, is asked as well.

use raddle_passes::Ready;
use raddle_solver::Model;
use raddle_terms::{Term, TermStore};
use raddle_verdict::Report;

use super::control_graph::Formula;
use super::recording::{self, Technique};
use crate::SymbolicOptions;
use crate::common::solving::Solving;
use crate::registry::{self, Engine};

pub fn run(ready: &Ready, options: &SymbolicOptions<'_>) -> Report {
    recording::run(ready, options, Once)
}

struct Once;

impl Technique for Once {
    const ENGINE: &'static Engine = &registry::SCHEDULE;
    const PERMISSIONS: bool = false;

    fn find(
        &mut self,
        terms: &mut TermStore,
        solving: &mut Solving,
        _: &Formula,
        goal: Term,
    ) -> Option<Model> {
        solving.model(terms, &[goal])
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}
