//! What is said about a program, and when two sayings contradict each other.

use raddle_ir::CheckKind;
use raddle_verdict::{Coverage, Report, Verdict};

/// What one way of looking says about one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Violated,
    /// In no execution at all is it violated.
    Holds,
    /// The same of those executions that were asked about.
    HoldsWithinBound,
    Nothing,
}

/// Which executions were asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    All,
    /// With at most so many context switches.
    Contexts(u32),
}

/// Everything that one way of looking says.
#[derive(Clone, Debug)]
pub struct Answers {
    pub scope: Scope,
    pub claims: Vec<(CheckKind, Claim)>,
    /// It noticed itself that it is wrong, or fell over.
    pub complaint: Option<String>,
}

impl Answers {
    pub fn complaining(scope: Scope, complaint: String) -> Answers {
        Answers { scope, claims: Vec::new(), complaint: Some(complaint) }
    }

    /// Violations that did not stand up when they were replayed are a complaint.
    pub fn of(scope: Scope, report: &Report, refuted: Option<String>) -> Answers {
        let claims =
            report.results.iter().map(|result| (result.kind, claim(&result.verdict))).collect();
        let complains = report.results.iter().find_map(|result| match &result.verdict {
            Verdict::Unknown(reason) if reason.contains("internal error") => Some(reason.clone()),
            Verdict::Unknown(_) | Verdict::Violated(_) | Verdict::Holds(_) => None,
        });
        Answers { scope, claims, complaint: refuted.or(complains) }
    }

    pub fn claim(&self, kind: CheckKind) -> Claim {
        let found = self.claims.iter().find(|(of, _)| *of == kind);
        found.map_or(Claim::Nothing, |(_, claim)| *claim)
    }

    /// The first check about which the two cannot both be right.
    pub fn contradiction(&self, other: &Answers) -> Option<CheckKind> {
        CheckKind::ALL
            .into_iter()
            .find(|&kind| denies(self, other, kind) || denies(other, self, kind))
    }
}

fn claim(verdict: &Verdict) -> Claim {
    match verdict {
        Verdict::Violated(_) => Claim::Violated,
        Verdict::Holds(Coverage::Complete { .. }) => Claim::Holds,
        Verdict::Holds(Coverage::Bounded { bounds, .. }) => match bounds.as_slice() {
            [only] if only.contains("context") => Claim::HoldsWithinBound,
            _ => Claim::Nothing,
        },
        Verdict::Unknown(_) => Claim::Nothing,
    }
}

/// Whether one has seen what the other says cannot be.
fn denies(seen: &Answers, denied: &Answers, kind: CheckKind) -> bool {
    seen.claim(kind) == Claim::Violated
        && match denied.claim(kind) {
            Claim::Holds => true,
            Claim::HoldsWithinBound => seen.scope == denied.scope,
            Claim::Violated | Claim::Nothing => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(scope: Scope, claim: Claim) -> Answers {
        Answers { scope, claims: vec![(CheckKind::Assert, claim)], complaint: None }
    }

    #[test]
    fn only_what_speaks_of_the_same_executions_contradicts() {
        let violated = says(Scope::All, Claim::Violated);
        let soon = says(Scope::Contexts(2), Claim::Violated);
        let holds = says(Scope::All, Claim::Holds);
        let soon_holds = says(Scope::Contexts(2), Claim::HoldsWithinBound);
        assert_eq!(violated.contradiction(&holds), Some(CheckKind::Assert));
        assert_eq!(holds.contradiction(&soon), Some(CheckKind::Assert));
        assert_eq!(soon_holds.contradiction(&soon), Some(CheckKind::Assert));
        assert_eq!(soon_holds.contradiction(&violated), None);
        assert_eq!(violated.contradiction(&violated), None);
        assert_eq!(holds.contradiction(&says(Scope::All, Claim::Nothing)), None);
    }
}
