//! Engine `bmc`: bounded model checking of programs that start no thread, the
//! pipeline of CBMC as the lecture on ESBMC tells it: loops unwound, ways merged
//! at joins, one formula, one question a kind of check.
//!
//! Unwinding and merging are those of `semantics::symbolic`, which runs the
//! blocks in the order of the program. Without `--unwind` the bound is raised
//! until no loop is cut off. Deviation: the formula is not sliced as equations;
//! terms are shared and only what a check depends on is given to the solver.
//! Incomplete: *unknown* for programs that can start a thread, and for `deadlock`
//! where `main` can wait, which no other thread would end.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::symbolic::{Failed, Record, Unwind};
use raddle_solver::Model;
use raddle_terms::Term;
use raddle_verdict::{Counterexample, Report};

use crate::SymbolicOptions;
use crate::common::bounds::{Bounds, CutOff, Deepening, deepen};
use crate::common::findings::Findings;
use crate::common::limits::Watch;
use crate::common::questions::Possible;
use crate::common::sequential_formula::SequentialFormula;
use crate::common::witness;
use crate::registry::BMC;

/// Bounds on iterations for a run that raises them by itself.
const ITERATIONS: [u32; 8] = [2, 4, 8, 16, 64, 256, 2048, 1 << 16];

pub fn run(ready: &Ready, options: &SymbolicOptions<'_>) -> Report {
    let watch = Watch::new(options.limits.clone());
    let mut findings = options.findings(&BMC);
    if ready.starts_threads() {
        let reason = "the program can start threads, which the engine bmc does not follow";
        findings.gap(reason.to_string());
        return findings.report(ready, watch.elapsed());
    }
    match SequentialFormula::open(ready, options) {
        Ok(whole) => {
            let mut run = Run { ready, options, whole, findings, watch };
            deepen(&mut run, options, attempts(options));
            let elapsed = run.watch.elapsed();
            run.finish().report(ready, elapsed)
        }
        Err(error) => {
            findings.gap(error.message);
            findings.report(ready, watch.elapsed())
        }
    }
}

fn attempts<'o>(options: &'o SymbolicOptions<'_>) -> impl Iterator<Item = Bounds> + 'o {
    let user = &options.unwind;
    ITERATIONS.into_iter().map(|iterations| {
        Bounds::of_loops(Unwind { all: user.all.or(Some(iterations)), ..user.clone() })
    })
}

struct Run<'a> {
    ready: &'a Ready,
    options: &'a SymbolicOptions<'a>,
    whole: SequentialFormula<'a>,
    findings: Findings,
    watch: Watch,
}

impl Deepening for Run<'_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }

    fn attempt(&mut self, bounds: &Bounds) -> Option<CutOff> {
        if let Some(limit) = self.watch.exceeded() {
            self.findings.gap(limit);
            return None;
        }
        let record = self.whole.unroll(self.options, bounds.unwind.clone(), &mut self.watch);
        self.look(&record);
        if self.whole.solving.undecided.is_some() || self.findings.open().is_empty() {
            return None;
        }
        let SequentialFormula { terms, solving, .. } = &mut self.whole;
        let cuts = record.cuts.iter().map(|cut| (cut.guard.all(terms), cut.named));
        let cuts: Vec<(Term, bool)> = cuts.collect();
        Some(CutOff::in_loops(terms, solving, &cuts))
    }
}

impl Run<'_> {
    fn finish(mut self) -> Findings {
        self.whole.count(&mut self.findings);
        if let Some(reason) = self.whole.solving.undecided.take() {
            self.findings.gap(reason);
        }
        self.findings
    }

    fn look(&mut self, record: &Record) {
        for kind in self.findings.open().iter() {
            let (failures, possible) = self.whole.failure(record, kind);
            match possible {
                Possible::Yes((position, model)) => self.show(record, failures[position], &model),
                // The reason is noted in the end.
                Possible::No | Possible::Undecided(_) => {}
            }
        }
        self.whole.look_at_gaps(record, &mut self.findings);
        let undefined = record.undefined.iter().map(|(guard, place, _)| (guard, *place));
        self.findings.undefined.extend(self.whole.all(undefined));
        self.whole.look_at_ends(&record.ends, &mut self.findings);
    }

    fn show(&mut self, record: &Record, failed: &Failed, model: &Model) {
        let kind: CheckKind = failed.failure.kind;
        match self.whole.schedule(record, model, kind) {
            Ok(schedule) => {
                let violation = witness::failure(self.ready, failed);
                self.findings.violated(&self.watch, Counterexample { violation, schedule });
            }
            Err(refusal) => self.findings.refused(kind, &refusal),
        }
    }
}
