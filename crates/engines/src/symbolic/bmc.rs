//! Engine `bmc`: bounded model checking of programs that start no thread, the
//! pipeline of CBMC as the lecture on ESBMC tells it: loops unwound, ways merged
//! at joins, one formula, one question a check.
//!
//! Unwinding and merging are those of `semantics::symbolic`, which runs the
//! blocks in the order of the program. Without `--unwind` the bound is raised
//! until no loop is cut off. Deviation: the formula is not sliced as equations;
//! terms are shared and only what a check depends on is given to the solver.
//! Incomplete: *unknown* for programs that can start a thread, and for `deadlock`
//! where `main` can wait, which nobody would end.

use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_semantics::symbolic::{End, Executor, Guard, Record, State, Unwind};
use raddle_terms::{Term, TermStore};
use raddle_trace::Report;

use super::SymbolicOptions;
use super::bounded::starts_threads;
use super::bounds::{Bounds, CutOff};
use super::concretise::Taken;
use super::solving::{Solving, Timed};
use super::witness::{Found, Witness};
use crate::findings::Findings;
use crate::limits::Watch;

/// Bounds on iterations for a run that raises them by itself.
const ROUNDS: [u32; 8] = [2, 4, 8, 16, 64, 256, 2048, 1 << 16];

pub fn run(ready: &Ready, options: &SymbolicOptions<'_>) -> Report {
    let watch = Watch::new(options.limits.clone());
    let mut findings = Findings { unanswered: options.unanswered("bmc"), ..Findings::default() };
    if starts_threads(ready) {
        let reason = "the program can start threads, which the engine bmc does not follow";
        findings.gap(reason.to_string());
        return findings.report(ready, "bmc", options.selected, watch.elapsed());
    }
    match Solving::open(options) {
        Ok(solving) => {
            let terms = TermStore::new();
            let mut run = Run { ready, options, terms, solving, findings, watch };
            run.deepen();
            let elapsed = run.watch.elapsed();
            run.finish().report(ready, "bmc", options.selected, elapsed)
        }
        Err(error) => {
            findings.gap(error.message);
            findings.report(ready, "bmc", options.selected, watch.elapsed())
        }
    }
}

struct Run<'a> {
    ready: &'a Ready,
    options: &'a SymbolicOptions<'a>,
    terms: TermStore,
    solving: Solving,
    findings: Findings,
    watch: Watch,
}

impl Run<'_> {
    fn finish(mut self) -> Findings {
        let statistics = self.solving.statistics();
        let counters = [
            ("solver_calls", statistics.calls),
            ("solver_milliseconds", (statistics.seconds * 1000.0) as u64),
            ("terms", self.terms.len() as u64),
            ("variables", statistics.variables),
            ("clauses", statistics.clauses),
        ];
        self.findings.counters.extend(counters);
        if let Some(reason) = self.solving.undecided.take() {
            self.findings.gap(reason);
        }
        self.findings
    }

    fn deepen(&mut self) {
        let user = &self.options.unwind;
        for iterations in ROUNDS {
            let all = user.all.or(Some(iterations));
            let unwind = Unwind { all, ..user.clone() };
            let bounds = Bounds { contexts: None, decisions: None, unwind };
            let record = self.unroll(bounds.unwind.clone());
            self.look(&record);
            if self.solving.undecided.is_some() || self.open().iter().next().is_none() {
                return;
            }
            let mut cut_off = CutOff::default();
            for named in [false, true] {
                let these = record.cuts.iter().filter(|cut| cut.named == named);
                let guards: Vec<Guard> = these.map(|cut| cut.guard.clone()).collect();
                if self.any(&guards) {
                    cut_off.loop_cut(named);
                }
            }
            if !cut_off.is_ours(self.options) {
                return cut_off.note(self.options, &bounds, &mut self.findings);
            }
            if let Some(limit) = self.watch.exceeded() {
                return self.findings.gap(limit);
            }
        }
        self.findings.gap("the program goes on longer than was looked at".to_string());
    }

    fn open(&self) -> Selected {
        let unanswered: Vec<CheckKind> =
            self.findings.unanswered.iter().map(|(kind, _)| *kind).collect();
        let open = self.findings.still_open(self.options.selected);
        open.iter().filter(|kind| !unanswered.contains(kind)).collect()
    }

    /// The whole program, as one step.
    fn unroll(&mut self, unwind: Unwind) -> Record {
        let options = self.options.executor(unwind, true, true);
        let mut executor = Executor::new(self.ready, options);
        let state = State::new(self.ready, &mut self.terms);
        executor.begin(&mut self.terms, &mut Timed(&mut self.watch), &state)
    }

    /// Whether one of these can be true; undecided counts as yes.
    fn any(&mut self, guards: &[Guard]) -> bool {
        let mut sum = self.terms.boolean(false);
        for guard in guards {
            let guard = guard.all(&mut self.terms);
            sum = self.terms.or(sum, guard);
        }
        if let Some(known) = self.terms.known(sum) {
            return known.is_true();
        }
        self.solving.model(&self.terms, &[sum]).is_some() || self.solving.undecided.is_some()
    }

    fn look(&mut self, record: &Record) {
        let taken = Taken { thread: 0, log: Rc::new(record.log.clone()) };
        for kind in self.open().iter() {
            let failures = record.failures.iter().filter(|failed| failed.failure.kind == kind);
            for failed in failures {
                let conditions: Vec<Term> = failed.guard.conditions().collect();
                let found = Found::failure(self.ready, failed);
                let witness = Witness {
                    ready: self.ready,
                    terms: &self.terms,
                    solving: &mut self.solving,
                    through: true,
                };
                match witness.find(found, &conditions, std::slice::from_ref(&taken), &[]) {
                    Ok(Some(counterexample)) => {
                        self.findings.violations.push(counterexample);
                        break;
                    }
                    Ok(None) => {}
                    Err(reason) => self.findings.gap(reason),
                }
            }
        }
        for gap in &record.gaps {
            if self.any(std::slice::from_ref(&gap.guard)) {
                self.findings.gap(gap.reason.clone());
            }
        }
        for (guard, place, _) in &record.undefined {
            if self.any(std::slice::from_ref(guard)) {
                self.findings.undefined.insert(*place);
            }
        }
        self.look_at_ends(&record.ends);
    }

    /// What does not end with the end of `main` was not followed.
    fn look_at_ends(&mut self, ends: &[End]) {
        for end in ends {
            match end {
                End::Blocked { guard, .. }
                | End::Done { state: State { guard, .. }, by_itself: true } => {
                    if self.any(std::slice::from_ref(guard)) {
                        let reason = "the engine bmc does not look at threads that wait";
                        self.findings.unanswered.push((CheckKind::Deadlock, reason.to_string()));
                    }
                }
                End::Done { state, .. } => {
                    if state.running().next().is_some()
                        && self.any(std::slice::from_ref(&state.guard))
                    {
                        self.findings.gap("the program was not followed to its end".to_string());
                    }
                }
                End::Infeasible { .. } => {}
            }
        }
    }
}
