//! Finds counterexamples with the fewest context switches, by searching again
//! under bounds that rise from none.

use std::time::Duration;

use raddle_passes::Ready;
use raddle_semantics::Selected;

use super::ExplicitOptions;
use super::budget::Bounds;
use super::search::{Explored, Search};
use crate::common::limits::{Limits, Watch};

/// A search for a shorter one may store this many times the states of the
/// first, and this many at least.
const STATES_FACTOR: u64 = 4;
const STATES_LEAST: u64 = 50_000;
/// Altogether it may take as long again as the first search, within these.
const TIME_LEAST: Duration = Duration::from_secs(1);
const TIME_MOST: Duration = Duration::from_secs(10);

/// Replaces the counterexamples by shortest ones where they are found in time.
pub fn run(ready: &Ready, options: &ExplicitOptions<'_>, findings: &mut Explored, watch: &Watch) {
    let most = findings.states.saturating_mul(STATES_FACTOR).max(STATES_LEAST);
    let budget = watch.elapsed().clamp(TIME_LEAST, TIME_MOST);
    let end = watch.elapsed() + budget;
    let mut settled = Selected::none();
    for contexts in 0.. {
        let targets: Selected = findings
            .violations
            .iter()
            .filter(|known| known.schedule.context_switches() >= contexts as usize)
            .map(|known| known.violation.kind)
            .filter(|kind| !settled.contains(*kind))
            .collect();
        if targets == Selected::none() || watch.exceeded().is_some() || watch.elapsed() >= end {
            return;
        }
        let remaining = watch.remaining();
        let left = end.saturating_sub(watch.elapsed());
        let left = remaining.time.map_or(left, |time| time.min(left));
        let bounds = Bounds {
            contexts: Some(contexts),
            preemptions: options.preemptions,
            decisions: options.decisions,
            depth: options.depth,
            states: Some(most),
        };
        let limits = Limits { time: Some(left), ..remaining };
        let found = Search::new(ready, options, targets, bounds, limits).run();
        findings.transitions += found.transitions;
        for shorter in found.violations {
            let kind = shorter.violation.kind;
            settled = settled.with(kind);
            let known = findings.violations.iter_mut().find(|known| known.violation.kind == kind);
            if let Some(known) = known
                && shorter.schedule.context_switches() <= known.schedule.context_switches()
            {
                *known = shorter;
            }
        }
    }
}
