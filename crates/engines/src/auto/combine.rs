//! Several engines' answers become one a check. What is violated was replayed
//! before it counts. Where two contradict each other, neither is believed.

use raddle_ir::CheckKind;
use raddle_ir::words::counted;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_verdict::{
    CheckResult, Counterexample, Coverage, Ground, Report, Statistics, Verdict, replay,
};

use super::plan::Planned;
use crate::common::findings::{STOPPING, followed_up_to, followed_while};
use crate::common::limits::STOPPED;

/// What is known about one check.
struct Standing {
    kind: CheckKind,
    /// The answer that counts, and whose it is.
    decided: Option<(&'static str, Verdict)>,
    /// Why the others do not know.
    reasons: Vec<(&'static str, String)>,
    contradiction: Option<String>,
    /// No member will ever answer it.
    hopeless: bool,
}

pub struct Combined<'a> {
    ready: &'a Ready,
    selected: Selected,
    standings: Vec<Standing>,
    warnings: Vec<String>,
    /// Why checks hold, by who decided them.
    grounds: Vec<Ground>,
    /// How far each has come, in words.
    figures: Vec<(&'static str, String)>,
}

impl<'a> Combined<'a> {
    pub fn new(ready: &'a Ready, selected: Selected, members: &[Planned]) -> Combined<'a> {
        let is_left_out = |kind| members.iter().all(|of| !of.engine.answers(kind));
        let standings = selected.iter().map(|kind| Standing {
            kind,
            decided: None,
            reasons: Vec::new(),
            contradiction: None,
            hopeless: !members.is_empty() && is_left_out(kind),
        });
        Combined {
            ready,
            selected,
            standings: standings.collect(),
            warnings: Vec::new(),
            grounds: Vec::new(),
            figures: Vec::new(),
        }
    }

    /// Takes in what a member answered; the checks that it has decided.
    pub fn add(&mut self, member: &'static str, report: Report) -> Vec<CheckKind> {
        let mut decided = Vec::new();
        for CheckResult { kind, verdict } in report.results {
            let verdict = self.confirmed(member, verdict);
            let Some(standing) = self.standings.iter_mut().find(|known| known.kind == kind) else {
                continue;
            };
            if !matches!(verdict, Verdict::Unknown(_)) {
                decided.push(kind);
            }
            if standing.decided.is_none() && matches!(verdict, Verdict::Holds(_)) {
                let told = report.grounds.iter().filter(|ground| ground.kind == kind);
                self.grounds.extend(told.cloned());
            }
            standing.add(member, verdict);
        }
        self.figures.extend(figure(&report.statistics).map(|figure| (member, figure)));
        if !decided.is_empty() {
            report.warnings.into_iter().for_each(|warning| self.warn(warning));
        }
        decided
    }

    /// A member that ended without a report.
    pub fn lost(&mut self, member: &'static str, reason: String) {
        self.warn(format!("{reason}; this is a bug in raddle: please report it, with the program"));
        self.interrupted(member, reason, None);
    }

    /// A member that runs still, and need not end; how far it has come, in words.
    pub fn interrupted(&mut self, member: &'static str, reason: String, figure: Option<String>) {
        self.figures.extend(figure.map(|figure| (member, figure)));
        for standing in &mut self.standings {
            standing.reasons.push((member, reason.clone()));
        }
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// What cannot be replayed is no violation.
    fn confirmed(&mut self, member: &'static str, verdict: Verdict) -> Verdict {
        let Verdict::Violated(found) = &verdict else {
            return verdict;
        };
        let Counterexample { violation, schedule } = found.as_ref();
        let Err(error) = replay(self.ready, self.selected, schedule, violation) else {
            return verdict;
        };
        let check = violation.kind.name();
        self.warn(format!(
            "the violation of {check} that {member} found could not be replayed ({error}); \
             this is a bug in raddle: please report it, with the program"
        ));
        Verdict::Unknown(format!("internal error: a violation of {check} could not be replayed"))
    }

    /// The violations that a member with another name found.
    pub fn violations_not_of(&self, member: &str) -> Vec<Counterexample> {
        let decided = self.standings.iter().filter_map(|standing| standing.decided.as_ref());
        decided
            .filter_map(|(name, verdict)| match verdict {
                Verdict::Violated(found) if *name != member => Some(found.as_ref().clone()),
                Verdict::Violated(_) | Verdict::Holds(_) | Verdict::Unknown(_) => None,
            })
            .collect()
    }

    /// Takes a counterexample in the place of a longer one, if it can be replayed.
    pub fn shorten(&mut self, shorter: Counterexample) {
        let Counterexample { violation, schedule } = &shorter;
        if replay(self.ready, self.selected, schedule, violation).is_err() {
            return;
        }
        let kind = violation.kind;
        let standing = self.standings.iter_mut().find(|standing| standing.kind == kind);
        if let Some((_, Verdict::Violated(found))) = standing.and_then(|of| of.decided.as_mut()) {
            **found = shorter;
        }
    }

    /// Whether there is nothing left to find out.
    pub fn is_settled(&self) -> bool {
        self.standings.iter().all(|standing| standing.decided.is_some() || standing.hopeless)
    }

    /// What is not proved yet. What is proved need not be asked again.
    pub fn unproved(&self) -> Selected {
        let open = self.standings.iter().filter(|standing| !standing.is_proved());
        open.map(|standing| standing.kind).collect()
    }

    /// Who answered which check.
    pub fn answered(&self) -> Vec<(CheckKind, &'static str)> {
        let open = self.standings.iter().filter(|known| known.contradiction.is_none());
        open.filter_map(|known| Some((known.kind, known.decided.as_ref()?.0))).collect()
    }

    pub fn report(mut self, seconds: f64) -> Report {
        let contradictions: Vec<String> =
            self.standings.iter().filter_map(|known| known.contradiction.clone()).collect();
        for contradiction in contradictions {
            self.warn(format!(
                "{contradiction}; this is a bug in raddle: please report it, with the program"
            ));
        }
        let figures = self.figures;
        let results = self.standings.into_iter().map(|standing| standing.result(&figures));
        let mut results: Vec<CheckResult> = results.collect();
        qualify(&mut results);
        Report {
            engine: "auto",
            results,
            statistics: Statistics { seconds, ..Statistics::default() },
            grounds: self.grounds,
            warnings: self.warnings,
        }
    }
}

impl Standing {
    fn add(&mut self, member: &'static str, verdict: Verdict) {
        if let Verdict::Unknown(reason) = verdict {
            self.reasons.push((member, reason));
            return;
        }
        let Some((earlier, known)) = &self.decided else {
            self.decided = Some((member, verdict));
            return;
        };
        let contradiction = |proved: &str, violated: &str| {
            let check = self.kind.name();
            format!("internal error: {violated} found a violation of {check}, {proved} a proof")
        };
        match (known, &verdict) {
            (Verdict::Violated(_), Verdict::Holds(coverage)) if is_absolute(coverage) => {
                self.contradiction = Some(contradiction(member, earlier));
            }
            (Verdict::Holds(coverage), Verdict::Violated(_)) if is_absolute(coverage) => {
                self.contradiction = Some(contradiction(earlier, member));
            }
            // Beyond what the earlier one looked at, or assumed.
            (Verdict::Holds(_), Verdict::Violated(_))
            | (
                Verdict::Holds(Coverage::Bounded { .. }),
                Verdict::Holds(Coverage::Complete { .. }),
            ) => self.decided = Some((member, verdict)),
            (Verdict::Violated(_), Verdict::Violated(_) | Verdict::Holds(_))
            | (Verdict::Holds(_), Verdict::Holds(_))
            | (Verdict::Unknown(_), _)
            | (_, Verdict::Unknown(_)) => {}
        }
    }

    fn is_proved(&self) -> bool {
        match &self.decided {
            Some((_, Verdict::Holds(coverage))) => is_absolute(coverage),
            Some((_, Verdict::Violated(_) | Verdict::Unknown(_))) | None => false,
        }
    }

    fn result(self, figures: &[(&'static str, String)]) -> CheckResult {
        let verdict = match (self.contradiction, self.decided) {
            (Some(contradiction), _) => Verdict::Unknown(contradiction),
            (None, Some((_, verdict))) => verdict,
            (None, None) if self.hopeless => {
                Verdict::Unknown(format!("no engine checks `{}` here", self.kind.name()))
            }
            (None, None) => Verdict::Unknown(reason(&self.reasons, figures)),
        };
        CheckResult { kind: self.kind, verdict }
    }
}

/// What one engine did not know of a check up to which executions were followed, another may.
fn qualify(results: &mut [CheckResult]) {
    for kind in STOPPING {
        let Some(known) = results.iter().find(|result| result.kind == kind) else { continue };
        let (surely, perhaps) = (followed_up_to(kind), followed_while(kind));
        let is_violated = matches!(known.verdict, Verdict::Violated(_));
        let is_proved = match &known.verdict {
            Verdict::Holds(Coverage::Complete { .. }) => true,
            Verdict::Holds(Coverage::Bounded { .. })
            | Verdict::Violated(_)
            | Verdict::Unknown(_) => false,
        };
        for result in results.iter_mut().filter(|result| result.kind != kind) {
            let Verdict::Holds(coverage) = &mut result.verdict else { continue };
            let qualifications = coverage.qualifications_mut();
            if is_proved || is_violated {
                qualifications.retain(|known| *known != perhaps);
            }
            if is_violated && !qualifications.contains(&surely) {
                qualifications.push(surely.clone());
            }
        }
    }
}

/// Of every execution, whatever else the program does.
fn is_absolute(coverage: &Coverage) -> bool {
    match coverage {
        Coverage::Complete { qualifications } => qualifications.is_empty(),
        Coverage::Bounded { .. } => false,
    }
}

/// Why no engine knows: what each said, without those that had nothing to say; and
/// how far they came, where a limit ended the search.
fn reason(reasons: &[(&'static str, String)], figures: &[(&'static str, String)]) -> String {
    let tells = |(_, reason): &&(&'static str, String)| {
        reason != STOPPED && !reason.contains("interrupted") && !reason.contains("does not check")
    };
    let telling: Vec<_> = reasons.iter().filter(tells).collect();
    let telling = if telling.is_empty() { reasons.iter().collect() } else { telling };
    let Some((_, first)) = telling.first() else {
        return "no engine that knows the given options was run".to_string();
    };
    let text = if telling.iter().all(|(_, reason)| reason == first) {
        first.clone()
    } else {
        merged(&telling)
    };
    if !text.contains("limit") || figures.is_empty() {
        return text;
    }
    let far = figures.iter().map(|(member, figure)| format!("{member} {figure}"));
    format!("{text} ({})", far.collect::<Vec<String>>().join(", "))
}

/// Who says the same says it once: `bmc, lazy: this; order: that`.
fn merged(reasons: &[&(&'static str, String)]) -> String {
    let mut by_reason: Vec<(Vec<&str>, &str)> = Vec::new();
    for (member, reason) in reasons {
        match by_reason.iter_mut().find(|(_, known)| known == reason) {
            Some((members, _)) => members.push(member),
            None => by_reason.push((vec![member], reason)),
        }
    }
    let each =
        by_reason.iter().map(|(members, reason)| format!("{}: {reason}", members.join(", ")));
    each.collect::<Vec<String>>().join("; ")
}

/// How far a run came, by the figure that tells most.
fn figure(statistics: &Statistics) -> Option<String> {
    ["state", "node", "iteration", "round", "solver_call"].iter().find_map(|name| {
        let value = statistics.counters.get(format!("{name}s").as_str())?;
        Some(counted(*value, &name.replace('_', " ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_semantics::Schedule;
    use raddle_verdict::Violation;

    fn standing() -> Standing {
        let kind = CheckKind::Assert;
        let (decided, reasons, contradiction) = (None, Vec::new(), None);
        Standing { kind, decided, reasons, contradiction, hopeless: false }
    }

    fn proof(qualifications: &[&str]) -> Verdict {
        let qualifications = qualifications.iter().map(ToString::to_string).collect();
        Verdict::Holds(Coverage::Complete { qualifications })
    }

    fn bounded() -> Verdict {
        let bounds = vec!["at most 2 context switches".to_string()];
        Verdict::Holds(Coverage::Bounded { bounds, qualifications: Vec::new() })
    }

    fn violated() -> Verdict {
        let violation = Violation {
            kind: CheckKind::Assert,
            message: "x".to_string(),
            location: None,
            thread: 0,
            other: None,
        };
        let schedule = Schedule { steps: Vec::new() };
        Verdict::Violated(Box::new(Counterexample { violation, schedule }))
    }

    fn after(answers: &[(&'static str, Verdict)]) -> Verdict {
        let mut known = standing();
        for (member, verdict) in answers {
            known.add(member, verdict.clone());
        }
        known.result(&[]).verdict
    }

    #[test]
    fn the_first_who_knows_is_believed() {
        let unknown = Verdict::Unknown("the time limit was reached".to_string());
        assert_eq!(after(&[("a", unknown.clone()), ("b", proof(&[]))]), proof(&[]));
        assert_eq!(after(&[("b", violated()), ("a", unknown)]), violated());
        assert_eq!(after(&[("a", bounded()), ("b", proof(&[]))]), proof(&[]));
        assert_eq!(after(&[("a", proof(&[])), ("b", bounded())]), proof(&[]));
    }

    #[test]
    fn a_contradiction_is_told_and_nobody_believed() {
        for answers in
            [[("a", violated()), ("b", proof(&[]))], [("b", proof(&[])), ("a", violated())]]
        {
            let Verdict::Unknown(reason) = after(&answers) else {
                panic!("{answers:?} was believed");
            };
            assert!(reason.contains("internal error: a found"), "{reason}");
        }
    }

    #[test]
    fn what_was_assumed_or_bounded_contradicts_no_violation() {
        assert_eq!(after(&[("a", bounded()), ("b", violated())]), violated());
        assert_eq!(after(&[("a", proof(&["if"])), ("b", violated())]), violated());
        assert_eq!(after(&[("b", violated()), ("a", proof(&["if"]))]), violated());
    }

    #[test]
    fn the_reason_is_the_one_that_tells_most() {
        let given = |list: &[(&'static str, &str)]| {
            let list: Vec<_> = list.iter().map(|(who, why)| (*who, (*why).to_string())).collect();
            reason(&list, &[("a", "7 states".to_string())])
        };
        assert_eq!(
            given(&[("a", STOPPED), ("b", "fork is not supported")]),
            "fork is not supported"
        );
        let limit = "the time limit was reached";
        assert_eq!(given(&[("a", limit), ("b", limit)]), format!("{limit} (a 7 states)"));
        let both = given(&[("a", "too many values"), ("b", limit)]);
        assert_eq!(both, format!("a: too many values; b: {limit} (a 7 states)"));
        let three = given(&[("a", limit), ("b", "too many values"), ("c", limit)]);
        assert_eq!(three, format!("a, c: {limit}; b: too many values (a 7 states)"));
        let checks = "the engine a does not check `unwind`";
        assert_eq!(given(&[("a", checks)]), checks);
    }
}
