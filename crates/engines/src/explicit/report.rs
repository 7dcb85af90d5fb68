//! From what a search found out to one verdict a check.

use std::collections::BTreeMap;
use std::time::Duration;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_trace::{CheckResult, Coverage, Report, Statistics, Verdict};

use super::search::Findings;
use super::{ExplicitOptions, supported};

pub fn make(
    ready: &Ready,
    options: &ExplicitOptions<'_>,
    findings: Findings,
    elapsed: Duration,
) -> Report {
    let warnings = warnings(ready, &findings);
    let qualifications = qualifications(&findings);
    let results = options
        .selected
        .iter()
        .map(|kind| CheckResult {
            kind,
            verdict: verdict(kind, options, &findings, &qualifications),
        })
        .collect();
    let counters = BTreeMap::from([
        ("states", findings.states),
        ("transitions", findings.transitions),
        ("depth", findings.deepest),
        ("store_bytes", findings.bytes),
        ("components", findings.components),
    ]);
    let statistics = Statistics { counters, seconds: elapsed.as_secs_f64() };
    Report { engine: "explicit", results, statistics, warnings }
}

fn verdict(
    kind: CheckKind,
    options: &ExplicitOptions<'_>,
    findings: &Findings,
    qualifications: &[String],
) -> Verdict {
    if let Some(found) = findings.violations.iter().find(|known| known.violation.kind == kind) {
        return Verdict::Violated(Box::new(found.clone()));
    }
    if !supported(kind) {
        return Verdict::Unknown(format!("the engine explicit does not check `{}`", kind.name()));
    }
    if let Some(reason) = findings.gaps.first() {
        return Verdict::Unknown(reason.clone());
    }
    let qualifications = qualifications.to_vec();
    if findings.cut {
        let bounds = bounds(options);
        return Verdict::Holds(Coverage::Bounded { bounds, qualifications });
    }
    Verdict::Holds(Coverage::Complete { qualifications })
}

fn bounds(options: &ExplicitOptions<'_>) -> Vec<String> {
    let at_most = |most: u64, one: &str, several: &str| {
        format!("at most {most} {}", if most == 1 { one } else { several })
    };
    let contexts = options.contexts.map(u64::from);
    let contexts = contexts.map(|most| at_most(most, "context switch", "context switches"));
    let preemptions = options.preemptions.map(u64::from);
    let preemptions = preemptions.map(|most| at_most(most, "preemption", "preemptions"));
    let depth = options.depth.map(|most| at_most(most, "step", "steps"));
    [contexts, preemptions, depth].into_iter().flatten().collect()
}

/// What *holds* rests on: executions were not followed past these.
fn qualifications(findings: &Findings) -> Vec<String> {
    let mut list = Vec::new();
    for kind in [CheckKind::Memory, CheckKind::Division] {
        if findings.violations.iter().any(|known| known.violation.kind == kind) {
            list.push(format!(
                "executions were followed only up to a violation of `{}`",
                kind.name()
            ));
        }
    }
    if !findings.undefined.is_empty() {
        list.push("assuming no undefined behaviour outside the selected checks".to_string());
    }
    list
}

fn warnings(ready: &Ready, findings: &Findings) -> Vec<String> {
    if findings.undefined.is_empty() {
        return Vec::new();
    }
    let mut places: Vec<String> =
        findings.undefined.iter().filter_map(|place| ready.location_text(*place)).collect();
    places.sort();
    places.dedup();
    vec![format!(
        "threads were stopped by undefined behaviour that no selected check covers, at {}",
        places.join(", ")
    )]
}
