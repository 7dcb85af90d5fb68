//! From what a search found out to the findings that all engines report.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use raddle_passes::Ready;
use raddle_trace::Report;

use super::search::Findings;
use super::{ExplicitOptions, supported};
use crate::common::findings::{self, at_most};

pub fn make(
    ready: &Ready,
    options: &ExplicitOptions<'_>,
    found: Findings,
    elapsed: Duration,
) -> Report {
    let unanswered = options
        .selected
        .iter()
        .filter(|kind| !supported(*kind))
        .map(|kind| (kind, format!("the engine explicit does not check `{}`", kind.name())));
    let findings = findings::Findings {
        unanswered: unanswered.collect(),
        bounds: if found.cut { bounds(options) } else { Vec::new() },
        counters: BTreeMap::from([
            ("states", found.states),
            ("transitions", found.transitions),
            ("depth", found.deepest),
            ("store_bytes", found.bytes),
            ("components", found.components),
        ]),
        violations: found.violations,
        gaps: found.gaps,
        undefined: found.undefined,
        undefined_at: BTreeSet::new(),
        side_by_side: false,
    };
    findings.report(ready, "explicit", options.selected, elapsed)
}

fn bounds(options: &ExplicitOptions<'_>) -> Vec<String> {
    let contexts = options.contexts.map(u64::from);
    let contexts = contexts.map(|most| at_most(most, "context switch", "context switches"));
    let preemptions = options.preemptions.map(u64::from);
    let preemptions = preemptions.map(|most| at_most(most, "preemption", "preemptions"));
    let depth = options.depth.map(|most| at_most(most, "step", "steps"));
    [contexts, preemptions, depth].into_iter().flatten().collect()
}
