//! What `schedule` and `uw` have in common: ever larger formulas until nothing is
//! cut off, questions about them, and what the answers mean.

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_solver::{Model, SolverStatistics};
use raddle_terms::{Evaluation, Term, TermStore};
use raddle_verdict::{Counterexample, Report};
use tracing::debug;

use super::control_graph::{Builder, Formula};
use crate::SymbolicOptions;
use crate::common::bounds::{Bounds, CutOff, Deepening, attempts, cuts_turns, deepen};
use crate::common::findings::Findings;
use crate::common::limits::Watch;
use crate::common::questions::{
    Candidates, GoalSolver, Possible, any, balanced_disjunction, is_never,
};
use crate::common::refusal::Refusal;
use crate::common::solving::Solving;
use crate::common::waiting;
use crate::common::witness::concrete;
use crate::registry::Engine;

/// How an execution is looked for in a formula.
pub trait Technique {
    const ENGINE: &'static Engine;
    /// Whether the formula is to have control literals.
    const PERMISSIONS: bool;

    /// Values that make the goal true.
    fn find(
        &mut self,
        terms: &mut TermStore,
        solving: &mut Solving,
        formula: &Formula,
        goal: Term,
    ) -> Option<Model>;

    fn counters(&self) -> Vec<(&'static str, u64)>;
}

pub fn run<T: Technique>(ready: &Ready, options: &SymbolicOptions<'_>, technique: T) -> Report {
    let watch = Watch::new(options.limits.clone());
    let findings = options.findings(T::ENGINE);
    let mut run = Run { ready, options, technique, findings, watch };
    // Where not even one formula is made, there were no questions.
    run.findings.count_solver(&SolverStatistics::default());
    run.findings.count_formula(0, &SolverStatistics::default());
    run.findings.counters.extend([("levels", 0), ("nodes", 0)]);
    deepen(&mut run, options, attempts(options));
    run.finish()
}

struct Run<'b, 'a, T> {
    ready: &'a Ready,
    options: &'b SymbolicOptions<'a>,
    technique: T,
    findings: Findings,
    watch: Watch,
}

/// One formula and its solver.
struct Attempt {
    terms: TermStore,
    solving: Solving,
    formula: Formula,
}

impl<T: Technique> Deepening for Run<'_, '_, T> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }

    fn attempt(&mut self, bounds: &Bounds) -> Option<CutOff> {
        match self.ask_within(bounds) {
            Ok(cut_off) => (!self.findings.unviolated().is_empty()).then_some(cut_off),
            Err(reason) => {
                self.findings.gap(reason);
                None
            }
        }
    }
}

impl<T: Technique> Run<'_, '_, T> {
    fn finish(mut self) -> Report {
        self.findings.counters.extend(self.technique.counters());
        let elapsed = self.watch.elapsed();
        self.findings.report(self.ready, elapsed)
    }

    /// An error is why nothing more can be found out.
    fn ask_within(&mut self, bounds: &Bounds) -> Result<CutOff, String> {
        let mut terms = TermStore::new();
        let builder = Builder {
            ready: self.ready,
            options: self.options,
            terms: &mut terms,
            watch: &mut self.watch,
            bounds,
            open: self.findings.unviolated(),
            permissions: T::PERMISSIONS,
        };
        let formula = builder.build();
        self.findings.counters.insert("terms", terms.len() as u64);
        let formula = formula?;
        let size = [("nodes", formula.points()), ("levels", u64::from(formula.levels))];
        self.findings.counters.extend(size);
        let terms_made = terms.len();
        debug!(target: "engine::schedule", points = formula.points(), terms = terms_made, "formula made");
        let mut options = self.options.clone();
        options.limits.time =
            options.limits.time.map(|time| time.saturating_sub(self.watch.elapsed()));
        let solving = Solving::open(&options).map_err(|error| error.message)?;
        let mut attempt = Attempt { terms, solving, formula };
        let cut = self.ask(&mut attempt);
        let statistics = attempt.solving.statistics();
        self.findings.count_solver(&statistics);
        self.findings.count_formula(attempt.terms.len(), &statistics);
        match attempt.solving.undecided.take() {
            Some(reason) => Err(reason),
            None => Ok(cut),
        }
    }

    fn ask(&mut self, attempt: &mut Attempt) -> CutOff {
        for kind in self.findings.unviolated().iter() {
            self.look_for(attempt, kind);
        }
        if self.findings.unviolated().is_empty() || attempt.solving.undecided.is_some() {
            return CutOff::default();
        }
        let gaps: Vec<Term> =
            attempt.formula.gaps.iter().map(|(condition, _)| *condition).collect();
        if let Possible::Yes((position, _)) = attempt.any(&gaps) {
            self.findings.gap(attempt.formula.gaps[position].1.clone());
        }
        let waits = std::mem::take(&mut attempt.formula.unsure_waits);
        if attempt.any(&waits).is_certain() {
            self.findings.refused(CheckKind::Deadlock, &waiting::unsure());
        }
        self.look_for_undefined(attempt);
        let Attempt { terms, solving, formula } = attempt;
        let mut solver = Unconstrained(solving);
        let cut_off = CutOff::in_loops(terms, &mut solver, &formula.cut_loops);
        let contexts = any(terms, &mut solver, &formula.cut_contexts).is_certain();
        CutOff { contexts, turns: cuts_turns(self.ready, self.options), ..cut_off }
    }

    fn look_for(&mut self, attempt: &mut Attempt, kind: CheckKind) {
        let suspects = attempt.formula.suspects.iter();
        let conditions: Vec<Term> = suspects
            .filter(|suspect| suspect.violation.kind == kind)
            .map(|suspect| suspect.condition)
            .collect();
        let goal = balanced_disjunction(&mut attempt.terms, &conditions);
        if is_never(&attempt.terms, goal) {
            return;
        }
        let Attempt { terms, solving, formula } = attempt;
        let Some(model) = self.technique.find(terms, solving, formula, goal) else { return };
        match self.counterexample(attempt, kind, &model) {
            Ok(counterexample) => self.findings.violated(&self.watch, counterexample),
            Err(refusal) => self.findings.refused(kind, &refusal),
        }
    }

    fn counterexample(
        &self,
        attempt: &Attempt,
        kind: CheckKind,
        model: &Model,
    ) -> Result<Counterexample, Refusal> {
        let mut evaluation = Evaluation::new(&attempt.terms, |symbol| model.get(&symbol).copied());
        let mut is_true = |term: Term| evaluation.value(term).is_true();
        let of_kind = attempt.formula.suspects.iter().filter(|one| one.violation.kind == kind);
        let mut fitting = of_kind.filter(|suspect| is_true(suspect.condition));
        let lost = || Refusal::Differs("the model fits nothing".to_string());
        let suspect = fitting.next().ok_or_else(lost)?;
        drop(fitting);
        let steps = attempt.formula.steps(suspect, &mut is_true).ok_or_else(lost)?;
        let violation = suspect.violation.clone();
        concrete(self.ready, &attempt.terms, model, violation, &steps, &suspect.last, false)
    }

    /// Every place where undefined behaviour may stop a thread.
    fn look_for_undefined(&mut self, attempt: &mut Attempt) {
        let Attempt { terms, solving, formula } = attempt;
        let is_new = |(_, place): &&(Term, Place)| !self.findings.undefined.contains(place);
        let open = formula.undefined.iter().filter(is_new).copied().collect();
        let found = Candidates::new(open).all(terms, &mut Unconstrained(solving));
        self.findings.undefined.extend(found.possible);
    }
}

impl Attempt {
    fn any(&mut self, conditions: &[Term]) -> Possible<(usize, Model)> {
        any(&mut self.terms, &mut Unconstrained(&mut self.solving), conditions)
    }
}

/// A solver that knows nothing beside its goal: the formula is in the conditions themselves.
struct Unconstrained<'s>(&'s mut Solving);

impl GoalSolver for Unconstrained<'_> {
    fn find(&mut self, terms: &TermStore, goal: Term) -> Possible<Model> {
        match terms.known(goal) {
            Some(_) => Possible::Yes(Model::default()),
            None => self.0.find(terms, goal),
        }
    }

    fn disjunction(&self, terms: &mut TermStore, conditions: &[Term]) -> Term {
        balanced_disjunction(terms, conditions)
    }
}
