//! From what a search found out to the findings that all engines report.

use std::time::Duration;

use raddle_ir::Origin;
use raddle_passes::{Place, Ready};
use raddle_verdict::Report;

use super::search::Explored;
use super::{ExplicitOptions, Reduction};
use crate::common::findings::{Findings, at_most};
use crate::registry::EXPLICIT;

/// A run of supersteps that stands for another one may have more switches than that.
const SWITCHES_BETWEEN_SUPERSTEPS: &str =
    "a bound on switches leaves out more runs of supersteps than it says; leave out one of them";

pub fn make(
    ready: &Ready,
    options: &ExplicitOptions<'_>,
    found: Explored,
    elapsed: Duration,
) -> Report {
    let mut findings = Findings::new(&EXPLICIT, options.selected);
    findings.bounds = if found.cut { bounds(options) } else { Vec::new() };
    findings.counters.extend([
        ("states", found.states),
        ("transitions", found.transitions),
        ("depth", found.deepest),
        ("store_bytes", found.bytes),
        ("components", found.components),
        ("reduced", found.reduced),
    ]);
    found.violations.into_iter().for_each(|violation| findings.add(violation));
    findings.gaps = found.gaps;
    if found.cut && options.reduction == Reduction::Superstep {
        findings.gaps.push(SWITCHES_BETWEEN_SUPERSTEPS.to_owned());
    }
    findings.undefined = found.undefined;
    findings.report(ready, elapsed)
}

fn bounds(options: &ExplicitOptions<'_>) -> Vec<String> {
    let contexts = options.contexts.map(u64::from);
    let contexts = contexts.map(|most| at_most(most, "context switch", "context switches"));
    let preemptions = options.preemptions.map(u64::from);
    let preemptions = preemptions.map(|most| at_most(most, "preemption", "preemptions"));
    let depth = options.depth.map(|most| at_most(most, "step", "steps"));
    let decisions = options.decisions.map(u64::from);
    let decisions = decisions.map(|most| at_most(most, "decision", "decisions"));
    [contexts, preemptions, decisions, depth].into_iter().flatten().collect()
}

pub fn describe(ready: &Ready, place: Place) -> String {
    ready.location_text(place).map_or(String::new(), |text| format!(" at {text}"))
}

/// Why the values of an input were not all tried.
pub fn sampling_reason(ready: &Ready, place: Place, width: u16) -> String {
    let function = &ready.program.functions[place.function];
    if function.origin == Origin::Library {
        return format!(
            "a value of {width} bits that `{}` gives was tried at some values only",
            function.name
        );
    }
    format!(
        "a nondeterministic value of {width} bits{} was tried at some values only",
        describe(ready, place)
    )
}
