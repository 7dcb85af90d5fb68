//! Counterexample validation: believes no engine. Every violation is replayed before it is
//! shown, and what cannot be replayed is no violation.

use raddle_engines::limits::STOPPED;
use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_trace::{SourceTrace, lift};
use raddle_verdict::{CheckResult, Counterexample, Coverage, Ground, Statistics, Verdict, replay};

use crate::Status;
use crate::engine::{Found, Team};
use crate::load::LoadedProgram;
use crate::watchdog::INTERRUPTED;

/// One check's answer, ready to be shown.
pub struct ValidatedResult {
    pub kind: CheckKind,
    pub answer: Answer,
    /// The engine that answered.
    pub by: Option<&'static str>,
}

pub enum Answer {
    Violated { counterexample: Box<Counterexample>, trace: Box<SourceTrace> },
    Holds(Coverage),
    Unknown(String),
}

pub struct ValidatedReport {
    pub engine: &'static str,
    pub checks: Vec<ValidatedResult>,
    pub statistics: Statistics,
    /// Why checks hold.
    pub grounds: Vec<Ground>,
    pub warnings: Vec<String>,
    /// What `auto` ran, and why.
    pub team: Option<Team>,
}

/// Replays what is said to be violated, and lets nothing hold that was not checked.
pub fn validate(loaded: &LoadedProgram, selected: Selected, found: Found) -> ValidatedReport {
    let ready = &loaded.ready;
    let Found { report, team } = found;
    let by = |kind: CheckKind| match &team {
        Some(team) => team.answered.iter().find(|(of, _)| *of == kind).map(|(_, by)| *by),
        None => Some(report.engine),
    };
    let mut warnings = report.warnings;
    let checks = report
        .results
        .into_iter()
        .map(|CheckResult { kind, verdict }| ValidatedResult {
            kind,
            by: by(kind),
            answer: match verdict {
                Verdict::Holds(coverage) => match loaded.doubt(kind) {
                    Some(reason) => Answer::Unknown(reason.to_owned()),
                    None => Answer::Holds(coverage),
                },
                Verdict::Unknown(reason) => Answer::Unknown(reason),
                Verdict::Violated(counterexample) => {
                    confirm(ready, selected, *counterexample, &mut warnings)
                }
            },
        })
        .collect();
    let (engine, statistics, grounds) = (report.engine, report.statistics, report.grounds);
    ValidatedReport { engine, checks, statistics, grounds, warnings, team }
}

/// A violation, if a replay shows it.
pub fn confirm(
    ready: &Ready,
    selected: Selected,
    counterexample: Counterexample,
    warnings: &mut Vec<String>,
) -> Answer {
    let Counterexample { violation, schedule } = &counterexample;
    match replay(ready, selected, schedule, violation) {
        Ok(execution) => Answer::Violated {
            trace: Box::new(lift(ready, &execution)),
            counterexample: Box::new(Counterexample {
                violation: execution.violation,
                schedule: execution.schedule,
            }),
        },
        Err(error) => {
            let check = violation.kind.name();
            warnings.push(format!(
                "the engine's violation of {check} could not be replayed ({error}); \
                 this is a bug in raddle: please report it, with the program"
            ));
            Answer::Unknown(format!("internal error: a violation of {check} could not be replayed"))
        }
    }
}

impl ValidatedReport {
    /// Violated if anything is; else unknown if anything is; else it holds.
    pub fn status(&self) -> Status {
        let mut status = Status::Holds;
        for check in &self.checks {
            match &check.answer {
                Answer::Violated { .. } => return Status::Violated,
                Answer::Unknown(_) => status = Status::Unknown,
                Answer::Holds(_) => {}
            }
        }
        status
    }

    /// Whether nothing was left out: every check violated or holds completely.
    pub fn complete(&self) -> bool {
        self.checks.iter().all(|check| match &check.answer {
            Answer::Violated { .. } | Answer::Holds(Coverage::Complete { .. }) => true,
            Answer::Holds(Coverage::Bounded { .. }) | Answer::Unknown(_) => false,
        })
    }

    /// An engine that stopped because it was told to was interrupted. Of several engines one may
    /// have given up before that, while another was still at work.
    pub fn say_interrupted(&mut self) {
        for check in &mut self.checks {
            let Answer::Unknown(reason) = &mut check.answer else { continue };
            if *reason == STOPPED || reason.contains("interrupted") {
                INTERRUPTED.clone_into(reason);
            } else if self.team.is_some() {
                *reason = format!("{INTERRUPTED}; given up before: {reason}");
            }
        }
    }

    /// The figures of the engine that answered a check.
    pub fn figures(&self, check: &ValidatedResult) -> &Statistics {
        let ran = self.team.iter().flat_map(|team| &team.ran);
        let own = ran.filter(|ran| Some(ran.name) == check.by).map(|ran| &ran.statistics).next();
        own.unwrap_or(&self.statistics)
    }

    pub fn first_reason(&self) -> Option<&str> {
        self.checks.iter().find_map(|check| match &check.answer {
            Answer::Unknown(reason) => Some(reason.as_str()),
            Answer::Violated { .. } | Answer::Holds(_) => None,
        })
    }

    /// The violated checks, in the order of the report.
    pub fn violations(&self) -> impl Iterator<Item = (CheckKind, &Counterexample, &SourceTrace)> {
        self.checks.iter().filter_map(|check| match &check.answer {
            Answer::Violated { counterexample, trace } => {
                Some((check.kind, counterexample.as_ref(), trace.as_ref()))
            }
            Answer::Holds(_) | Answer::Unknown(_) => None,
        })
    }
}
