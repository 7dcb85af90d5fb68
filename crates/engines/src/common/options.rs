//! What the symbolic engines can be told.

use std::path::PathBuf;

use raddle_ir::CheckKind;
use raddle_semantics::Selected;
use raddle_semantics::symbolic::{ExecutorOptions, Granularity, Unwind};
use raddle_solver::order::OrderMethod;
use raddle_solver::{Proofs, SolverChoice};

use super::findings::Findings;
use super::limits::{Limits, Listener};
use crate::registry::Engine;

#[derive(Clone)]
pub struct SymbolicOptions<'a> {
    pub selected: Selected,
    /// At most so many iterations of loops and nested calls; where nothing is said
    /// the engine raises the bound by itself.
    pub unwind: Unwind,
    /// Say nothing about executions that need more iterations.
    pub partial_loops: bool,
    /// At most this many switches from one thread to another.
    pub contexts: Option<u32>,
    /// At most this many choices between threads that can go on; afterwards each
    /// runs as long as it can.
    pub decisions: Option<u32>,
    pub granularity: Granularity,
    /// Leave out what cannot lead to anything new.
    pub reduction: bool,
    pub solver: SolverChoice,
    /// How the engine `order` decides the order of events; `None`: as it suits.
    pub ordering: Option<OrderMethod>,
    /// Write every question to the solver into this folder.
    pub dump: Option<PathBuf>,
    /// Write down how the solver comes to its answers.
    pub proofs: Option<Proofs>,
    pub limits: Limits,
    /// Called now and then.
    pub progress: Option<Listener<'a>>,
}

impl SymbolicOptions<'_> {
    /// No bounds, no limits.
    pub fn new(selected: Selected) -> Self {
        SymbolicOptions {
            selected,
            unwind: Unwind::default(),
            partial_loops: false,
            contexts: None,
            decisions: None,
            granularity: Granularity::Access,
            reduction: true,
            solver: SolverChoice::Cadical,
            ordering: None,
            dump: None,
            proofs: None,
            limits: Limits::default(),
            progress: None,
        }
    }

    pub fn executor(&self, unwind: Unwind, merge: bool, through: bool) -> ExecutorOptions {
        ExecutorOptions {
            selected: self.selected,
            granularity: self.granularity,
            unwind,
            merge,
            through,
            certain: 0,
            written_pointers: false,
        }
    }

    /// Findings of a run with these options: the granularity may leave races out too.
    pub fn findings(&self, engine: &'static Engine) -> Findings {
        let mut findings = Findings::new(engine, self.selected);
        if self.granularity == Granularity::Statement && self.selected.contains(CheckKind::Race) {
            let reason = "data races are only looked for with --granularity access".to_string();
            findings.leave_out(CheckKind::Race, reason);
        }
        findings
    }
}
