//! How much of a program's executions one round looks at, and what is said about
//! it when that was not all.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::symbolic::{Granularity, Unwind};

use super::findings::{Findings, at_most};
use crate::SymbolicOptions;

/// What one round may do.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub contexts: Option<u32>,
    pub decisions: Option<u32>,
    pub unwind: Unwind,
}

/// What the bounds of a round cut off.
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
const ROUNDS: [(Option<u32>, u32); 7] = [
    (Some(2), 4),
    (Some(4), 8),
    (None, 16),
    (None, 64),
    (None, 512),
    (None, 1 << 14),
    (None, 1 << 24),
];

/// The bounds that were set, or ever larger ones.
pub fn rounds<'o>(options: &'o SymbolicOptions<'_>) -> impl Iterator<Item = Bounds> + 'o {
    let is_bounded = options.contexts.is_some() || options.decisions.is_some();
    ROUNDS.into_iter().map(move |(contexts, iterations)| Bounds {
        contexts: if is_bounded { options.contexts } else { contexts },
        decisions: options.decisions,
        unwind: Unwind { all: options.unwind.all.or(Some(iterations)), ..options.unwind.clone() },
    })
}

impl CutOff {
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
                findings.unanswered.push((CheckKind::Unwind, reason));
            }
        }
    }
}

/// Whether steps of the size of a statement leave out turns.
pub fn cuts_turns(ready: &Ready, options: &SymbolicOptions<'_>) -> bool {
    options.granularity == Granularity::Statement && ready.starts_threads()
}
