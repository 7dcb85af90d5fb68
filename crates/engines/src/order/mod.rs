//! Engine `order`: partial-order bounded model checking. Each thread is run once,
//! alone, by symbolic execution with loops unwound and paths merged; what it reads from
//! shared memory are symbols, and one Boolean for each read-from candidate says whether a
//! read takes its value from that write. That read-from fits into one sequence with program
//! order, so that coherence and from-read have no cycle, is left to a theory of ordering
//! inside the SAT solver (`raddle_solver::order`).
//!
//! It follows Alglave, Kroening and Tautschnig, "Partial orders for efficient bounded
//! model checking of concurrent software", and He, Sun and Fan, "Satisfiability modulo
//! ordering consistency theory for multi-threaded program verification". Deviations:
//! an atomic section is one event; pointers that come from shared memory are exact,
//! since what shared memory can hold is found first, as a fixpoint (`thread_events.rs`);
//! without `--unwind` the bound of each loop is raised where it cut something off, and
//! *holds* is said only when no loop is cut off; iterations that come to nothing are left
//! out (`semantics::symbolic`'s loop counts, and `fruitless_iterations.rs`).
//!
//! Incomplete: each new bound begins with a fresh solver. Several threads that wake
//! each other up for nothing are followed for ever.

mod encode;
mod fruitless_iterations;
mod linearise;
mod locations;
mod questions;
mod thread_events;
mod unordered;
mod wait_cycles;

use raddle_ir::{BlockId, CheckKind, FunctionId};
use raddle_passes::Ready;
use raddle_semantics::symbolic::{Executor, PathCondition, Shared, State, Unwind};
use raddle_solver::order::{OrderMethod, OrderSolver, open_ordered};
use raddle_solver::{Answer, Model, SolverOptions};
use raddle_terms::{Term, TermStore};
use raddle_verdict::Report;
use rustc_hash::FxHashSet;
use tracing::debug;

use crate::SymbolicOptions;
use crate::common::bounds::{Bounds, CutOff, MOST_ITERATIONS, doubled};
use crate::common::findings::Findings;
use crate::common::limits::{Progress, Watch};
use crate::common::questions::{Candidates, GoalSolver, Possible, any, is_never};
use crate::common::solving::Timed;
use crate::registry::ORDER;
use encode::Encoding;
use linearise::Linearisation;
use questions::Question;
use thread_events::{IsolatedRuns, ThreadEvents};

/// The bound on iterations to begin with.
const FIRST_BOUND: u32 = 2;
/// So many loops that are cut off are looked for before bounds are raised.
const MOST_BLAMED: usize = 8;
/// So many violations of one kind are tried until one can be shown.
const MOST_REFUSED: usize = 8;

pub fn run(ready: &Ready, options: &SymbolicOptions<'_>) -> Report {
    let watch = Watch::new(options.limits.clone());
    let findings = options.findings(&ORDER);
    let mut terms = TermStore::new();
    let state = State::new(ready, &mut terms);
    let shared = Shared::new(ready, &state);
    let executor = Executor::new(ready, options.executor(Unwind::default(), true, false));
    let mut run = Run { ready, options, terms, shared, executor, findings, watch };
    run.deepen();
    let elapsed = run.watch.elapsed();
    run.findings.report(ready, elapsed)
}

struct Run<'a> {
    ready: &'a Ready,
    options: &'a SymbolicOptions<'a>,
    terms: TermStore,
    shared: Shared,
    executor: Executor<'a>,
    findings: Findings,
    watch: Watch,
}

type LoopKey = (FunctionId, BlockId);

/// What an attempt within one bound leaves.
enum Attempt {
    /// There is nothing more to be found out.
    Over,
    /// These loops were cut off by our own bounds (`None`: calls).
    CutOff(FxHashSet<Option<LoopKey>>),
}

impl Run<'_> {
    fn deepen(&mut self) {
        let user = self.options.unwind.clone();
        let mut unwind = Unwind { all: user.all.or(Some(FIRST_BOUND)), ..user.clone() };
        loop {
            self.executor.options.unwind = unwind.clone();
            let blamed = match self.attempt(&unwind) {
                Attempt::Over => return,
                Attempt::CutOff(blamed) => blamed,
            };
            let base = unwind.all.unwrap_or(FIRST_BOUND);
            for cut in blamed {
                let bound = cut.and_then(|key| unwind.own.get(&key).copied()).unwrap_or(base);
                match (cut, doubled(bound, MOST_ITERATIONS)) {
                    (Some(key), Ok(bound)) => drop(unwind.own.insert(key, bound)),
                    (None, Ok(bound)) => unwind.all = Some(bound),
                    (_, Err(reason)) => return self.findings.gap(reason),
                }
            }
        }
    }

    fn attempt(&mut self, unwind: &Unwind) -> Attempt {
        let threads = IsolatedRuns {
            ready: self.ready,
            executor: &mut self.executor,
            terms: &mut self.terms,
            decide: &mut Timed::new(&mut self.watch),
            shared: &mut self.shared,
            counts_all: self.options.unwind.all.is_some(),
        }
        .run();
        if let Some(gap) = threads.gap {
            self.findings.gap(gap);
            return Attempt::Over;
        }
        let shared = std::mem::take(&mut self.shared);
        let attempt = self.decide(&threads, &shared, unwind);
        self.shared = shared;
        attempt
    }

    fn decide(&mut self, threads: &ThreadEvents, shared: &Shared, unwind: &Unwind) -> Attempt {
        let mut encoding = Encoding::new(&mut self.terms, threads, shared, &mut self.watch);
        let questions = match encoding.gaps.is_empty() {
            true => self.questions(&mut encoding),
            false => Vec::new(),
        };
        for gap in encoding.gaps.drain(..) {
            self.findings.gap(gap);
        }
        if !self.findings.gaps.is_empty() {
            return Attempt::Over;
        }
        let mut asking = match self.asking(&encoding) {
            Ok(asking) => asking,
            Err(reason) => {
                self.findings.gap(reason);
                return Attempt::Over;
            }
        };
        self.show_progress(&encoding);
        debug!(
            target: "engine::order",
            iterations = ?unwind.all,
            raised_loops = unwind.own.len(),
            threads = threads.instances.len(),
            events = threads.events,
            reads = encoding.reads.len(),
            writes = encoding.writes.len(),
            clauses = encoding.clauses.len(),
            questions = questions.len(),
            "attempt"
        );
        self.look_for_unwritten(&mut asking, &encoding);
        for kind in self.findings.open().iter() {
            self.look(&mut asking, &encoding, &questions, kind);
        }
        self.look_at_gaps(&mut asking, threads);
        let attempt = match self.findings.open().is_empty() || !self.findings.gaps.is_empty() {
            true => Attempt::Over,
            false => self.blame(&mut asking, threads, unwind),
        };
        self.count(&asking, threads, &encoding);
        attempt
    }

    fn questions(&mut self, encoding: &mut Encoding<'_>) -> Vec<Question> {
        let mut questions = Vec::new();
        for kind in self.findings.open().iter() {
            questions.extend(questions::failures(self.ready, &mut self.terms, encoding, kind));
        }
        if self.findings.open().contains(CheckKind::Deadlock) {
            match questions::deadlocks(&mut self.terms, encoding, &mut self.watch) {
                Ok(found) => questions.extend(found),
                Err(reason) => self.findings.unanswered(CheckKind::Deadlock, reason),
            }
        }
        if self.findings.open().contains(CheckKind::Race) {
            match questions::races(self.ready, &mut self.terms, encoding, &mut self.watch) {
                Ok(found) => questions.extend(found),
                Err(reason) => self.findings.unanswered(CheckKind::Race, reason),
            }
        }
        questions.retain(|question| !is_never(&self.terms, question.condition));
        questions
    }

    /// A solver that knows everything but the questions.
    fn asking(&mut self, encoding: &Encoding<'_>) -> Result<Asking, String> {
        let facts = encoding.facts();
        let symbolic = self.options;
        let method = symbolic.ordering.unwrap_or_else(|| OrderMethod::suited(&facts));
        let remaining = self.watch.remaining();
        let settings = SolverOptions {
            deadline: remaining.time.map(|time| std::time::Instant::now() + time),
            interrupt: remaining.stop.clone(),
            dump: symbolic.dump.clone(),
            proofs: symbolic.proofs.clone(),
        };
        let opened = open_ordered(method, &symbolic.solver, &settings);
        let mut solver = opened.map_err(|error| error.message)?;
        solver.order(&mut self.terms, facts).map_err(|error| error.message)?;
        for clause in &encoding.clauses {
            if self.watch.due()
                && let Some(limit) = self.watch.exceeded()
            {
                return Err(limit);
            }
            solver.assert(&self.terms, *clause).map_err(|error| error.message)?;
        }
        Ok(Asking { solver, assumed: Vec::new() })
    }

    /// Where a read gets what was never written, although that was not expected, the
    /// terms do not stand for all executions. Bugs of the others are still looked for.
    fn look_for_unwritten(&mut self, asking: &mut Asking, encoding: &Encoding<'_>) {
        let answer = any(&mut self.terms, asking, &encoding.gets_unwritten);
        asking.assumed = vec![self.terms.not(encoding.allows_unwritten)];
        let reason = match answer {
            Possible::No => return,
            Possible::Yes(_) => {
                "a pointer or a copy is taken from memory that may never have been written"
                    .to_string()
            }
            Possible::Undecided(reason) => reason,
        };
        self.findings.gap(reason);
    }

    fn look(
        &mut self,
        asking: &mut Asking,
        encoding: &Encoding<'_>,
        questions: &[Question],
        kind: CheckKind,
    ) {
        let mut rest: Vec<&Question> = questions.iter().filter(|each| each.kind == kind).collect();
        rest.sort_by_key(|question| question.doubt.is_some());
        let mut refused = 0;
        while !rest.is_empty() && refused < MOST_REFUSED {
            let sure = rest.iter().filter(|each| each.doubt.is_none()).count();
            let asked = if sure > 0 { sure } else { rest.len() };
            let conditions: Vec<Term> =
                rest[..asked].iter().map(|question| question.condition).collect();
            let (position, model) = match any(&mut self.terms, asking, &conditions) {
                Possible::Yes(found) => found,
                Possible::No => {
                    rest.drain(..asked);
                    continue;
                }
                Possible::Undecided(reason) => return self.findings.gap(reason),
            };
            let question = rest.remove(position);
            if let Some(doubt) = question.doubt {
                return self.findings.unanswered(kind, doubt.to_string());
            }
            if self.show(asking, encoding, &model, question) {
                return;
            }
            // Another violation of this kind may be shown.
            refused += 1;
        }
    }

    /// Whether nothing more needs to be looked for: it is shown, or cannot even be tried.
    fn show(
        &mut self,
        asking: &mut Asking,
        encoding: &Encoding<'_>,
        model: &Model,
        question: &Question,
    ) -> bool {
        let sequence = match asking.solver.sequence() {
            Ok(sequence) => sequence,
            Err(error) => {
                self.findings.gap(error.message);
                return true;
            }
        };
        let (ready, terms) = (self.ready, &self.terms);
        let linearisation = Linearisation { ready, terms, encoding, model, sequence: &sequence };
        match linearisation.counterexample(question) {
            Ok(found) => {
                self.findings.violated(&self.watch, found);
                true
            }
            Err(refusal) => {
                self.findings.refused(question.kind, &refusal);
                false
            }
        }
    }

    /// What was not followed, and can be reached.
    fn look_at_gaps(&mut self, asking: &mut Asking, threads: &ThreadEvents) {
        let records = || threads.instances.iter().map(|instance| &instance.record);
        let gaps = records().flat_map(|record| &record.gaps);
        let gaps = gaps.map(|gap| (&gap.guard, gap.reason.as_str()));
        for reason in self.possible(asking, gaps) {
            self.findings.gap(reason.to_string());
        }
        let undefined = records().flat_map(|record| &record.undefined);
        let undefined = undefined.map(|(guard, place, _)| (guard, *place));
        let undefined = self.possible(asking, undefined);
        self.findings.undefined.extend(undefined);
    }

    /// Those of which the guard can be true. Where the solver cannot tell, that is a gap.
    fn possible<'g, T: Copy + PartialEq>(
        &mut self,
        asking: &mut Asking,
        guarded: impl Iterator<Item = (&'g PathCondition, T)>,
    ) -> Vec<T> {
        let found = Candidates::guarded(&mut self.terms, guarded).all(&mut self.terms, asking);
        if let Some((_, reason)) = found.undecided {
            self.findings.gap(reason);
        }
        found.possible
    }

    /// Which loops were cut off.
    fn blame(&mut self, asking: &mut Asking, threads: &ThreadEvents, unwind: &Unwind) -> Attempt {
        let cuts = threads.instances.iter().flat_map(|instance| &instance.record.cuts);
        let cuts = cuts.map(|cut| (&cut.guard, (cut.header, cut.named)));
        let mut cuts = Candidates::guarded(&mut self.terms, cuts);
        let user = &self.options.unwind;
        let mut blamed: FxHashSet<Option<LoopKey>> = FxHashSet::default();
        let mut cut_off = CutOff::default();
        while blamed.len() < MOST_BLAMED {
            let shown = match cuts.next(&mut self.terms, asking) {
                Possible::Yes(shown) => shown,
                Possible::No => break,
                Possible::Undecided(reason) => {
                    self.findings.gap(reason);
                    return Attempt::Over;
                }
            };
            for (header, named) in shown {
                match named || user.all.is_some() {
                    true => cut_off.loop_cut(named),
                    false => drop(blamed.insert(header)),
                }
            }
        }
        if !blamed.is_empty() {
            return Attempt::CutOff(blamed);
        }
        cut_off.note(self.options, &Bounds::of_loops(unwind.clone()), &mut self.findings);
        Attempt::Over
    }

    fn count(&mut self, asking: &Asking, threads: &ThreadEvents, encoding: &Encoding<'_>) {
        let statistics = asking.solver.statistics();
        let candidates: usize = encoding.reads.iter().map(|read| read.candidates.len()).sum();
        self.findings.count("rounds", 1);
        self.findings.count_solver(&statistics);
        self.findings.count_formula(self.terms.len(), &statistics);
        let latest = [
            ("threads", threads.instances.len() as u64),
            ("nodes", u64::from(threads.events)),
            ("reads", encoding.reads.len() as u64),
            ("writes", encoding.writes.len() as u64),
            ("sources", candidates as u64),
        ];
        self.findings.counters.extend(latest);
    }

    fn show_progress(&self, encoding: &Encoding<'_>) {
        if let Some(progress) = self.options.progress {
            progress(&Progress {
                states: u64::from(encoding.end),
                transitions: encoding.reads.len() as u64,
                depth: self.findings.counters.get("rounds").copied().unwrap_or(0) + 1,
                seconds: self.watch.elapsed().as_secs_f64(),
            });
        }
    }
}

struct Asking {
    solver: Box<dyn OrderSolver>,
    /// True in every question.
    assumed: Vec<Term>,
}

impl GoalSolver for Asking {
    fn find(&mut self, terms: &TermStore, goal: Term) -> Possible<Model> {
        let asked = [self.assumed.as_slice(), &[goal]].concat();
        let answer = self.solver.check(terms, &asked).and_then(|answer| {
            Ok(match answer {
                Answer::Satisfiable => Possible::Yes(self.solver.model(terms)?),
                Answer::Unsatisfiable => Possible::No,
                Answer::Unknown(reason) => Possible::Undecided(reason),
            })
        });
        answer.unwrap_or_else(|error| Possible::Undecided(error.message))
    }
}
