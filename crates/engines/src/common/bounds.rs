//! Iterative deepening: how much of a program's executions one attempt looks at, what is
//! said about it when that was not all, and attempts within ever larger bounds.
//!
//! `lazy`, `schedule`, `uw` and `bmc` raise all bounds at once ([`deepen`]). `order` and the
//! sequential engines ask which loops an execution was cut off in, and raise the bounds of
//! those alone ([`doubled`]): their formulas hold every unwound iteration at once, so a bound
//! that no execution reaches would only cost.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::symbolic::{Granularity, Unwind};
use raddle_terms::{Term, TermStore};
use tracing::debug;

use super::findings::{Findings, at_most};
use super::questions::{GoalSolver, any};
use crate::SymbolicOptions;

/// What one attempt may do.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub contexts: Option<u32>,
    pub decisions: Option<u32>,
    pub unwind: Unwind,
}

/// What the bounds of an attempt cut off.
#[derive(Clone, Copy, Debug, Default)]
pub struct CutOff {
    pub contexts: bool,
    /// By the bound for all loops and calls, or by one for a single loop.
    pub loops: bool,
    pub named: bool,
    /// Turns within a statement, where statements are steps.
    pub turns: bool,
}

/// Bounds for a search that raises them by itself: switches between threads, and
/// iterations of loops.
const ATTEMPTS: [(Option<u32>, u32); 7] = [
    (Some(2), 4),
    (Some(4), 8),
    (None, 16),
    (None, 64),
    (None, 512),
    (None, 1 << 14),
    (None, 1 << 24),
];

/// Loops whose bounds are raised one by one are not unwound more often than this.
pub const MOST_ITERATIONS: u32 = 1 << 16;

/// Why a search that raises its bounds by itself ends without an answer.
const TOO_LONG: &str = "the program goes on longer than was looked at";

impl Bounds {
    /// On loops alone.
    pub fn of_loops(unwind: Unwind) -> Bounds {
        Bounds { contexts: None, decisions: None, unwind }
    }
}

/// The bounds that were set, or ever larger ones.
pub fn attempts<'o>(options: &'o SymbolicOptions<'_>) -> impl Iterator<Item = Bounds> + 'o {
    let is_bounded = options.contexts.is_some() || options.decisions.is_some();
    ATTEMPTS.into_iter().map(move |(contexts, iterations)| Bounds {
        contexts: if is_bounded { options.contexts } else { contexts },
        decisions: options.decisions,
        unwind: Unwind { all: options.unwind.all.or(Some(iterations)), ..options.unwind.clone() },
    })
}

/// A search that can be tried again within larger bounds.
pub trait Deepening {
    fn findings(&mut self) -> &mut Findings;

    /// Everything that can be found out within these bounds; `None` if nothing more can or
    /// need be.
    fn attempt(&mut self, bounds: &Bounds) -> Option<CutOff>;
}

/// Tries until nothing is cut off by bounds of our own.
pub fn deepen(
    search: &mut impl Deepening,
    options: &SymbolicOptions<'_>,
    attempts: impl Iterator<Item = Bounds>,
) {
    for bounds in attempts {
        let engine = search.findings().engine();
        let Bounds { contexts, decisions, unwind } = &bounds;
        debug!(target: "engine::deepening", engine, ?contexts, ?decisions, iterations = ?unwind.all, "attempt");
        let Some(cut_off) = search.attempt(&bounds) else { return };
        debug!(target: "engine::deepening", engine, ?cut_off, "attempt ends");
        if !cut_off.is_ours(options) {
            return cut_off.note(options, &bounds, search.findings());
        }
    }
    search.findings().gap(TOO_LONG.to_string());
}

/// Twice a bound. An error is a bound that is not exceeded.
pub fn doubled(bound: u32, most: u32) -> Result<u32, String> {
    within(bound.saturating_mul(2).max(1), most)
}

pub fn within(bound: u32, most: u32) -> Result<u32, String> {
    match bound <= most {
        true => Ok(bound),
        false => Err(TOO_LONG.to_string()),
    }
}

impl CutOff {
    /// By which of these an execution can be cut off in a loop: each with its condition, and
    /// whether it is a bound for a single loop. Undecided counts as yes.
    pub fn in_loops(
        terms: &mut TermStore,
        solver: &mut dyn GoalSolver,
        cuts: &[(Term, bool)],
    ) -> CutOff {
        let mut by = |named: bool| {
            let these = cuts.iter().filter(|(_, of)| *of == named);
            let these: Vec<Term> = these.map(|(condition, _)| *condition).collect();
            any(terms, solver, &these).may_be()
        };
        let (loops, named) = (by(false), by(true));
        CutOff { loops, named, ..CutOff::default() }
    }

    pub fn loop_cut(&mut self, named: bool) {
        self.loops |= !named;
        self.named |= named;
    }

    /// Whether larger bounds of our own would show more.
    pub fn is_ours(self, options: &SymbolicOptions<'_>) -> bool {
        let is_bounded = options.contexts.is_some() || options.decisions.is_some();
        (self.contexts && !is_bounded) || (self.loops && options.unwind.all.is_none())
    }

    /// Takes note of the user's bounds that cut something off.
    pub fn note(self, options: &SymbolicOptions<'_>, bounds: &Bounds, findings: &mut Findings) {
        if self.turns {
            findings.bound("threads take turns between source lines only".to_string());
        }
        if self.contexts {
            if let Some(most) = bounds.contexts {
                findings.bound(at_most(u64::from(most), "context switch", "context switches"));
            }
            if let Some(most) = bounds.decisions {
                let text = at_most(u64::from(most), "scheduling decision", "scheduling decisions");
                findings.bound(text);
            }
        }
        if self.loops {
            let most = u64::from(bounds.unwind.all.unwrap_or(0));
            findings.bound(at_most(most, "iteration of each loop", "iterations of each loop"));
        }
        if self.named {
            findings.bound("the iterations of single loops that --unwind allows".to_string());
        }
        if self.loops || self.named {
            let reason = "some loop needs more iterations than --unwind allows".to_string();
            if !options.partial_loops {
                findings.unanswered(CheckKind::Unwind, reason);
            }
        }
    }
}

/// Whether steps of the size of a statement leave out turns.
pub fn cuts_turns(ready: &Ready, options: &SymbolicOptions<'_>) -> bool {
    options.granularity == Granularity::Statement && ready.starts_threads()
}
