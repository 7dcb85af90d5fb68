//! What an engine found out, and how that becomes one verdict a check.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;
use raddle_verdict::{CheckResult, Counterexample, Coverage, Report, Statistics, Verdict};
use rustc_hash::FxHashSet;

use super::refusal::Refusal;
use crate::registry::Engine;

#[derive(Clone, Debug)]
pub struct Findings {
    engine: &'static Engine,
    selected: Selected,
    pub violations: Vec<Counterexample>,
    /// Why the search is not exhaustive, apart from bounds that were set.
    pub gaps: Vec<String>,
    /// The bounds that cut something off, in words.
    pub bounds: Vec<String>,
    /// Checks that this engine cannot answer here, and why.
    pub unanswered: Vec<(CheckKind, String)>,
    /// Places where threads were stopped by undefined behaviour that no selected
    /// check covers.
    pub undefined: FxHashSet<Place>,
    /// The same, in words, where the place is one of another program.
    pub undefined_at: BTreeSet<String>,
    pub counters: BTreeMap<&'static str, u64>,
}

impl Findings {
    /// Nothing yet; the engine's row says which of the selected checks it leaves out.
    pub fn new(engine: &'static Engine, selected: Selected) -> Findings {
        let unanswered =
            selected.iter().filter_map(|kind| Some((kind, engine.never_answers(kind)?)));
        Findings {
            engine,
            selected,
            violations: Vec::new(),
            gaps: Vec::new(),
            bounds: Vec::new(),
            unanswered: unanswered.collect(),
            undefined: FxHashSet::default(),
            undefined_at: BTreeSet::new(),
            counters: BTreeMap::new(),
        }
    }

    pub fn gap(&mut self, reason: String) {
        if !self.gaps.contains(&reason) {
            self.gaps.push(reason);
        }
    }

    pub fn bound(&mut self, bound: String) {
        if !self.bounds.contains(&bound) {
            self.bounds.push(bound);
        }
    }

    /// The selected checks that this engine can still decide: it answers them, and no violation
    /// is known.
    pub fn open(&self) -> Selected {
        let unanswered = |kind: CheckKind| self.unanswered.iter().any(|(of, _)| *of == kind);
        let selected = still_open(self.selected, &self.violations).iter();
        selected.filter(|kind| !unanswered(*kind)).collect()
    }

    /// A violation that cannot be shown is none, and no proof either. Where the machine does
    /// something else than the engine, nothing else that the engine says is a proof.
    pub fn refused(&mut self, kind: CheckKind, refusal: &Refusal) {
        let reason = refusal.reason(kind);
        match refusal {
            Refusal::Undecided(_) | Refusal::Limit(_) => {}
            Refusal::Differs(_) => self.gap(reason.clone()),
        }
        if !self.unanswered.iter().any(|(of, _)| *of == kind) {
            self.unanswered.push((kind, reason));
        }
    }

    /// One verdict a selected check.
    pub fn report(mut self, ready: &Ready, elapsed: Duration) -> Report {
        let Engine { name: engine, happens_before, .. } = *self.engine;
        if !happens_before && ready.orders.unordered {
            let reason = format!(
                "weak atomics, or locks that could not be had, let threads know of each other \
                 without an order; the engine {engine} does not follow that (explicit and order do)"
            );
            self.unanswered.push((CheckKind::Race, reason));
        }
        let qualifications = self.qualifications(ready);
        let results = self
            .selected
            .iter()
            .map(|kind| CheckResult { kind, verdict: self.verdict(kind, &qualifications) })
            .collect();
        let warnings = self.warnings(ready);
        let statistics = Statistics { counters: self.counters, seconds: elapsed.as_secs_f64() };
        Report { engine, results, statistics, warnings }
    }

    fn verdict(&self, kind: CheckKind, qualifications: &[String]) -> Verdict {
        if let Some(found) = self.violations.iter().find(|known| known.violation.kind == kind) {
            return Verdict::Violated(Box::new(found.clone()));
        }
        if let Some((_, reason)) = self.unanswered.iter().find(|(of, _)| *of == kind) {
            return Verdict::Unknown(reason.clone());
        }
        if let Some(reason) = self.gaps.first() {
            return Verdict::Unknown(reason.clone());
        }
        let qualifications = qualifications.to_vec();
        if self.bounds.is_empty() {
            return Verdict::Holds(Coverage::Complete { qualifications });
        }
        Verdict::Holds(Coverage::Bounded { bounds: self.bounds.clone(), qualifications })
    }

    /// What *holds* rests on: executions were not followed past these.
    fn qualifications(&self, ready: &Ready) -> Vec<String> {
        let mut list = Vec::new();
        if let Some(place) = ready.orders.weak {
            let at = ready.location_text(place).map_or(String::new(), |at| format!(", as at {at}"));
            list.push(format!(
                "assuming sequentially consistent values, which C does not promise for weaker \
                 memory orders{at}"
            ));
        }
        for kind in [CheckKind::Memory, CheckKind::Division] {
            if self.violations.iter().any(|known| known.violation.kind == kind) {
                list.push(format!(
                    "executions were followed only up to a violation of `{}`",
                    kind.name()
                ));
            }
        }
        if !self.undefined.is_empty() || !self.undefined_at.is_empty() {
            list.push("assuming no undefined behaviour outside the selected checks".to_string());
        }
        list
    }

    fn warnings(&self, ready: &Ready) -> Vec<String> {
        if self.undefined.is_empty() && self.undefined_at.is_empty() {
            return Vec::new();
        }
        let texts = self.undefined.iter().filter_map(|place| ready.location_text(*place));
        let mut places: Vec<String> = texts.chain(self.undefined_at.iter().cloned()).collect();
        places.sort();
        places.dedup();
        vec![format!(
            "threads were stopped by undefined behaviour that no selected check covers, at {}",
            places.join(", ")
        )]
    }
}

/// The checks among these of which no violation is known.
pub fn still_open(targets: Selected, violations: &[Counterexample]) -> Selected {
    let known = |kind: CheckKind| violations.iter().any(|known| known.violation.kind == kind);
    targets.iter().filter(|kind| !known(*kind)).collect()
}

/// "at most 3 context switches".
pub fn at_most(most: u64, one: &str, several: &str) -> String {
    format!("at most {most} {}", if most == 1 { one } else { several })
}
