//! What an engine found out, and how that becomes one verdict a check.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;
use raddle_solver::SolverStatistics;
use raddle_verdict::{CheckResult, Counterexample, Coverage, Ground, Report, Statistics, Verdict};
use rustc_hash::FxHashSet;

use super::limits::Watch;
use super::refusal::Refusal;
use crate::registry::Engine;

#[derive(Clone, Debug)]
pub struct Findings {
    engine: &'static Engine,
    selected: Selected,
    /// The selected checks that are looked for, and have no violation yet.
    unviolated: Selected,
    violations: Vec<Counterexample>,
    /// Why the search is not exhaustive, apart from bounds that were set.
    pub gaps: Vec<String>,
    /// The bounds that cut something off, in words.
    pub bounds: Vec<String>,
    /// Checks that this engine cannot answer here, and why.
    unanswered: Vec<(CheckKind, String)>,
    /// Places where threads were stopped by undefined behaviour that no selected
    /// check covers.
    pub undefined: FxHashSet<Place>,
    /// The same, in words, where the place is one of another program.
    pub undefined_at: BTreeSet<String>,
    /// Whether threads may be stopped by such behaviour, for all that is known.
    pub assumed_defined: bool,
    /// Selected checks that are not violated for all that is known, and up to which threads
    /// were followed.
    pub followed_up_to: Vec<CheckKind>,
    pub counters: BTreeMap<&'static str, u64>,
    /// Why checks hold.
    pub grounds: Vec<Ground>,
}

impl Findings {
    /// Nothing yet; the engine's row says which of the selected checks it leaves out.
    pub fn new(engine: &'static Engine, selected: Selected) -> Findings {
        let mut findings = Findings {
            engine,
            selected,
            unviolated: selected,
            violations: Vec::new(),
            gaps: Vec::new(),
            bounds: Vec::new(),
            unanswered: Vec::new(),
            undefined: FxHashSet::default(),
            undefined_at: BTreeSet::new(),
            assumed_defined: false,
            followed_up_to: Vec::new(),
            counters: BTreeMap::new(),
            grounds: Vec::new(),
        };
        for kind in selected.iter() {
            if let Some(reason) = engine.never_answers(kind) {
                findings.leave_out(kind, reason);
            }
        }
        findings
    }

    /// A check that is not looked for in this run.
    pub fn leave_out(&mut self, kind: CheckKind, reason: String) {
        self.unviolated = self.unviolated.without(kind);
        self.unanswered(kind, reason);
    }

    /// A check that this engine cannot answer here.
    pub fn unanswered(&mut self, kind: CheckKind, reason: String) {
        self.unanswered.push((kind, reason));
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

    /// The selected checks that are looked for, and have no violation yet. One that was
    /// refused is among them: where executions are looked at one by one, a later one may be
    /// shown.
    pub fn unviolated(&self) -> Selected {
        self.unviolated
    }

    /// Those of them that can still be decided: nothing stands against an answer.
    pub fn open(&self) -> Selected {
        self.unviolated.iter().filter(|kind| !self.is_unanswered(*kind)).collect()
    }

    fn is_unanswered(&self, kind: CheckKind) -> bool {
        self.unanswered.iter().any(|(of, _)| *of == kind)
    }

    pub fn has_violation(&self, kind: CheckKind) -> bool {
        self.violation(kind).is_some()
    }

    fn violation(&self, kind: CheckKind) -> Option<&Counterexample> {
        self.violations.iter().find(|known| known.violation.kind == kind)
    }

    /// Notes a violation, and tells of it at once.
    pub fn violated(&mut self, watch: &Watch, counterexample: Counterexample) {
        watch.tell(&counterexample);
        self.add(counterexample);
    }

    /// Notes a violation that was told of before.
    pub fn add(&mut self, counterexample: Counterexample) {
        self.unviolated = self.unviolated.without(counterexample.violation.kind);
        self.violations.push(counterexample);
    }

    /// Adds to a figure.
    pub fn count(&mut self, name: &'static str, more: u64) {
        *self.counters.entry(name).or_default() += more;
    }

    /// Adds a solver's work to that of the solvers before it.
    pub fn count_solver(&mut self, statistics: &SolverStatistics) {
        self.count("solver_calls", statistics.calls);
        self.count("solver_milliseconds", (statistics.seconds * 1000.0) as u64);
    }

    /// The size of the latest formula.
    pub fn count_formula(&mut self, terms: usize, statistics: &SolverStatistics) {
        self.counters.extend([
            ("terms", terms as u64),
            ("variables", statistics.variables),
            ("clauses", statistics.clauses),
        ]);
    }

    /// A violation that cannot be shown is none, and no proof either. Where the machine does
    /// something else than the engine, nothing else that the engine says is a proof.
    pub fn refused(&mut self, kind: CheckKind, refusal: &Refusal) {
        let reason = refusal.reason(kind);
        match refusal {
            Refusal::Undecided(_) | Refusal::Limit(_) => {}
            Refusal::Differs(_) => self.gap(reason.clone()),
        }
        if !self.is_unanswered(kind) {
            self.unanswered(kind, reason);
        }
    }

    pub fn engine(&self) -> &'static str {
        self.engine.name
    }

    /// One verdict a selected check.
    pub fn report(mut self, ready: &Ready, elapsed: Duration) -> Report {
        let Engine { name: engine, happens_before, .. } = *self.engine;
        tracing::debug!(
            target: "engine",
            engine,
            seconds = elapsed.as_secs_f64(),
            violations = self.violations.len(),
            gaps = ?self.gaps,
            counters = ?self.counters,
            "engine ends"
        );
        if !happens_before && ready.memory_orders.unordered {
            let reason = format!(
                "weak atomics, or locks that could not be had, let threads know of each other \
                 without an order; the engine {engine} does not follow that (explicit and order do)"
            );
            self.unanswered(CheckKind::Race, reason);
        }
        let qualifications = self.qualifications(ready);
        let results = self
            .selected
            .iter()
            .map(|kind| CheckResult { kind, verdict: self.verdict(kind, &qualifications) })
            .collect();
        let warnings = self.warnings(ready);
        let statistics = Statistics { counters: self.counters, seconds: elapsed.as_secs_f64() };
        Report { engine, results, statistics, grounds: self.grounds, warnings }
    }

    fn verdict(&self, kind: CheckKind, qualifications: &[String]) -> Verdict {
        if let Some(found) = self.violation(kind) {
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
        if let Some(place) = ready.memory_orders.weak {
            let at = ready.location_text(place).map_or(String::new(), |at| format!(", as at {at}"));
            list.push(format!(
                "assuming sequentially consistent values, which C does not promise for weaker \
                 memory orders{at}"
            ));
        }
        for kind in STOPPING {
            if self.has_violation(kind) {
                list.push(followed_up_to(kind));
            } else if self.followed_up_to.contains(&kind) {
                list.push(followed_while(kind));
            }
        }
        let stopped = !self.undefined.is_empty() || !self.undefined_at.is_empty();
        if stopped || self.assumed_defined {
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

/// The checks after whose violation a thread does not go on.
pub const STOPPING: [CheckKind; 2] = [CheckKind::Memory, CheckKind::Division];

/// What qualifies an answer where such a check is violated.
pub fn followed_up_to(kind: CheckKind) -> String {
    format!("executions were followed only up to a violation of `{}`", kind.name())
}

/// The same where it is not known whether it is violated.
pub fn followed_while(kind: CheckKind) -> String {
    format!("executions were followed only as long as `{}` holds", kind.name())
}

/// "at most 3 context switches".
pub fn at_most(most: u64, one: &str, several: &str) -> String {
    format!("at most {most} {}", if most == 1 { one } else { several })
}
