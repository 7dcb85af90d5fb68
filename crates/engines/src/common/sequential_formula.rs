//! A program of one thread as one formula: loops unwound, ways merged where they
//! meet, and what can go wrong asked of a solver that is kept from question to
//! question. All failures that are wanted are one question; the model says which of
//! them it was.

use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::symbolic::{End, Executor, Failed, PathCondition, Record, State, Unwind};
use raddle_semantics::{Schedule, Selected};
use raddle_solver::{Model, SolverError};
use raddle_terms::{Term, TermStore};

use super::concretise::{Taken, schedule};
use super::findings::Findings;
use super::limits::Watch;
use super::questions::{Candidates, Possible, any};
use super::refusal::Refusal;
use super::solving::{Asking, Solving, Timed};
use crate::SymbolicOptions;

pub struct SequentialFormula<'a> {
    ready: &'a Ready,
    /// The program was made from another, which says more than its terms show.
    made: bool,
    pub terms: TermStore,
    pub solving: Solving,
}

impl<'a> SequentialFormula<'a> {
    pub fn open(
        ready: &'a Ready,
        options: &SymbolicOptions<'_>,
    ) -> Result<SequentialFormula<'a>, SolverError> {
        let solving = Solving::open(options)?;
        Ok(SequentialFormula { ready, made: false, terms: TermStore::new(), solving })
    }

    /// A program that stands for another: it keeps in memory what that one has in
    /// registers, and writes it before it reads it.
    pub fn open_made(
        ready: &'a Ready,
        options: &SymbolicOptions<'_>,
    ) -> Result<SequentialFormula<'a>, SolverError> {
        Ok(SequentialFormula { made: true, ..SequentialFormula::open(ready, options)? })
    }

    /// The whole program, as one step.
    pub fn unroll(
        &mut self,
        options: &SymbolicOptions<'_>,
        unwind: Unwind,
        watch: &mut Watch,
    ) -> Record {
        let mut options = options.executor(unwind, true, true);
        options.written_pointers = self.made;
        let mut executor = Executor::new(self.ready, options);
        let state = State::new(self.ready, &mut self.terms);
        let mut asking = Asking { timed: Timed::new(watch), solving: &mut self.solving };
        executor.begin(&mut self.terms, &mut asking, &state)
    }

    /// Whether one of these can be true, and which.
    pub fn any(&mut self, guards: &[&PathCondition]) -> Possible<(usize, Model)> {
        let conditions: Vec<Term> = guards.iter().map(|guard| guard.all(&mut self.terms)).collect();
        any(&mut self.terms, &mut self.solving, &conditions)
    }

    /// The failures of a kind, and whether one of them can be.
    pub fn failure<'r>(
        &mut self,
        record: &'r Record,
        kind: CheckKind,
    ) -> (Vec<&'r Failed>, Possible<(usize, Model)>) {
        let failures: Vec<&Failed> =
            record.failures.iter().filter(|failed| failed.failure.kind == kind).collect();
        let guards: Vec<&PathCondition> = failures.iter().map(|failed| &failed.guard).collect();
        let possible = self.any(&guards);
        (failures, possible)
    }

    /// The run that a model stands for, up to the first failure of this kind.
    pub fn schedule(
        &self,
        record: &Record,
        model: &Model,
        kind: CheckKind,
    ) -> Result<Schedule, Refusal> {
        let taken = Taken { thread: 0, log: Rc::new(record.log.clone()) };
        let selected: Selected = [kind].into_iter().collect();
        let steps = std::slice::from_ref(&taken);
        schedule(self.ready, selected, &self.terms, model, steps, &[], true)
    }

    /// Those of these that can be, each once; undecided counts as yes.
    pub fn all<'g, T: Copy + PartialEq>(
        &mut self,
        guarded: impl Iterator<Item = (&'g PathCondition, T)>,
    ) -> Vec<T> {
        let candidates = Candidates::guarded(&mut self.terms, guarded);
        candidates.all(&mut self.terms, &mut self.solving).may_be().collect()
    }

    /// Whether anything was cut off or not followed at all: often nothing was, and then one
    /// question is enough.
    pub fn is_left_out(&mut self, record: &Record, also: &[&PathCondition]) -> bool {
        let gaps = record.gaps.iter().map(|gap| &gap.guard);
        let undefined = record.undefined.iter().map(|(guard, ..)| guard);
        let is_open = |end: &&End| match end {
            End::Blocked { .. } | End::Done { by_itself: true, .. } => true,
            End::Done { state, .. } => state.running().next().is_some(),
            End::Infeasible { .. } => false,
        };
        let ends = record.ends.iter().filter(is_open).filter_map(|end| match end {
            End::Blocked { guard, .. } => Some(guard),
            End::Done { state, .. } => Some(&state.guard),
            End::Infeasible { .. } => None,
        });
        let others = also.iter().copied();
        let guards: Vec<&PathCondition> = gaps.chain(undefined).chain(ends).chain(others).collect();
        self.any(&guards).may_be()
    }

    /// Notes what was not followed, and can be reached.
    pub fn look_at_gaps(&mut self, record: &Record, findings: &mut Findings) {
        let gaps = record.gaps.iter().map(|gap| (&gap.guard, gap.reason.as_str()));
        for reason in self.all(gaps) {
            findings.gap(reason.to_string());
        }
    }

    /// Notes what does not end with the end of `main`: that was not followed.
    pub fn look_at_ends(&mut self, ends: &[End], findings: &mut Findings) {
        for end in ends {
            match end {
                End::Blocked { guard, .. }
                | End::Done { state: State { guard, .. }, by_itself: true } => {
                    if self.any(&[guard]).may_be() {
                        let reason = "the engine bmc does not look at threads that wait";
                        findings.unanswered(CheckKind::Deadlock, reason.to_string());
                    }
                }
                End::Done { state, .. } => {
                    if state.running().next().is_some() && self.any(&[&state.guard]).may_be() {
                        findings.gap("the program was not followed to its end".to_string());
                    }
                }
                End::Infeasible { .. } => {}
            }
        }
    }

    /// Adds the solver's figures to what was counted before.
    pub fn count(&self, findings: &mut Findings) {
        let statistics = self.solving.statistics();
        findings.count_solver(&statistics);
        findings.count_formula(self.terms.len(), &statistics);
    }
}
