//! What `schedule` and `uw` have in common: ever larger formulas until nothing is
//! cut off, questions about them, and what the answers mean.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_solver::{Model, SolverStatistics};
use raddle_terms::{Evaluation, Term, TermStore};
use raddle_verdict::{Counterexample, Report};

use super::dag::{Builder, Formula};
use crate::SymbolicOptions;
use crate::common::bounds::{Bounds, CutOff, cuts_turns, rounds};
use crate::common::findings::Findings;
use crate::common::limits::Watch;
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
    let open = findings.open();
    let mut run =
        Run { ready, options, technique, findings, watch, open, totals: Totals::default() };
    run.deepen();
    run.finish()
}

#[derive(Default)]
struct Totals {
    solver: SolverStatistics,
    levels: u64,
    nodes: u64,
    terms: u64,
}

struct Run<'b, 'a, T> {
    ready: &'a Ready,
    options: &'b SymbolicOptions<'a>,
    technique: T,
    findings: Findings,
    watch: Watch,
    open: Selected,
    totals: Totals,
}

/// One formula and its solver.
struct Round {
    terms: TermStore,
    solving: Solving,
    formula: Formula,
}

impl<T: Technique> Run<'_, '_, T> {
    fn finish(mut self) -> Report {
        let Totals { solver, levels, nodes, terms } = self.totals;
        self.findings.counters.extend([
            ("levels", levels),
            ("nodes", nodes),
            ("solver_calls", solver.calls),
            ("solver_milliseconds", (solver.seconds * 1000.0) as u64),
            ("terms", terms),
            ("variables", solver.variables),
            ("clauses", solver.clauses),
        ]);
        self.findings.counters.extend(self.technique.counters());
        let elapsed = self.watch.elapsed();
        self.findings.report(self.ready, elapsed)
    }

    /// The bounds that were set, or ever larger ones until nothing is cut off.
    fn deepen(&mut self) {
        for bounds in rounds(self.options) {
            let cut = match self.round(&bounds) {
                Ok(cut) => cut,
                Err(reason) => return self.findings.gap(reason),
            };
            if self.open.iter().next().is_none() {
                return;
            }
            if !cut.is_ours(self.options) {
                return cut.note(self.options, &bounds, &mut self.findings);
            }
        }
        self.findings.gap("the program goes on longer than was looked at".to_string());
    }

    /// An error is why nothing more can be found out.
    fn round(&mut self, bounds: &Bounds) -> Result<CutOff, String> {
        let mut terms = TermStore::new();
        let builder = Builder {
            ready: self.ready,
            options: self.options,
            terms: &mut terms,
            watch: &mut self.watch,
            bounds,
            open: self.open,
            permissions: T::PERMISSIONS,
        };
        let formula = builder.build();
        self.totals.terms = terms.len() as u64;
        let formula = formula?;
        self.totals.nodes = formula.nodes();
        self.totals.levels = u64::from(formula.levels);
        let mut options = self.options.clone();
        options.limits.time =
            options.limits.time.map(|time| time.saturating_sub(self.watch.elapsed()));
        let solving = Solving::open(&options).map_err(|error| error.message)?;
        let mut round = Round { terms, solving, formula };
        let cut = self.ask(&mut round);
        let statistics = round.solving.statistics();
        self.totals.solver.calls += statistics.calls;
        self.totals.solver.seconds += statistics.seconds;
        self.totals.solver.variables = statistics.variables;
        self.totals.solver.clauses = statistics.clauses;
        self.totals.terms = round.terms.len() as u64;
        match round.solving.undecided.take() {
            Some(reason) => Err(reason),
            None => Ok(cut),
        }
    }

    fn ask(&mut self, round: &mut Round) -> CutOff {
        for kind in self.open.iter() {
            self.look_for(round, kind);
        }
        if self.open.iter().next().is_none() || round.solving.undecided.is_some() {
            return CutOff::default();
        }
        let gaps: Vec<Term> = round.formula.gaps.iter().map(|(condition, _)| *condition).collect();
        if let Some(model) = round.any(&gaps) {
            let known = |(condition, _): &&(Term, String)| round.is_true(&model, *condition);
            let gap = round.formula.gaps.iter().find(known);
            let reason = gap.map_or("something is not supported", |(_, reason)| reason);
            self.findings.gap(reason.to_string());
        }
        let waits = std::mem::take(&mut round.formula.unsure_waits);
        if round.any(&waits).is_some() {
            self.findings.refused(CheckKind::Deadlock, &waiting::unsure());
        }
        self.look_for_undefined(round);
        let cut_loops = std::mem::take(&mut round.formula.cut_loops);
        let cut_contexts = std::mem::take(&mut round.formula.cut_contexts);
        let mut by = |named: bool| {
            let these = cut_loops.iter().filter(|(_, of)| *of == named);
            let these: Vec<Term> = these.map(|(condition, _)| *condition).collect();
            round.any(&these).is_some()
        };
        let (loops, named) = (by(false), by(true));
        let contexts = round.any(&cut_contexts).is_some();
        CutOff { loops, named, contexts, turns: cuts_turns(self.ready, self.options) }
    }

    fn look_for(&mut self, round: &mut Round, kind: CheckKind) {
        let suspects = round.formula.suspects.iter();
        let conditions: Vec<Term> = suspects
            .filter(|suspect| suspect.found.kind() == kind)
            .map(|suspect| suspect.condition)
            .collect();
        let goal = any(&mut round.terms, &conditions);
        if round.terms.known(goal).is_some_and(|known| known.is_zero()) {
            return;
        }
        let Round { terms, solving, formula } = round;
        let Some(model) = self.technique.find(terms, solving, formula, goal) else { return };
        match self.counterexample(round, kind, &model) {
            Ok(counterexample) => {
                self.open = self.open.without(kind);
                self.watch.tell(&counterexample);
                self.findings.violations.push(counterexample);
            }
            Err(refusal) => self.findings.refused(kind, &refusal),
        }
    }

    fn counterexample(
        &self,
        round: &Round,
        kind: CheckKind,
        model: &Model,
    ) -> Result<Counterexample, Refusal> {
        let mut evaluation = Evaluation::new(&round.terms, |symbol| model.get(&symbol).copied());
        let mut is_true = |term: Term| evaluation.value(term).is_true();
        let of_kind = round.formula.suspects.iter().filter(|one| one.found.kind() == kind);
        let mut fitting = of_kind.filter(|suspect| is_true(suspect.condition));
        let lost = || Refusal::Differs("the model fits nothing".to_string());
        let suspect = fitting.next().ok_or_else(lost)?;
        drop(fitting);
        let steps = round.formula.steps(suspect, &mut is_true).ok_or_else(lost)?;
        let found = suspect.found.clone();
        concrete(self.ready, &round.terms, model, found, &steps, &suspect.last, false)
    }

    /// Every place where undefined behaviour may stop a thread.
    fn look_for_undefined(&mut self, round: &mut Round) {
        loop {
            let known = &self.findings.undefined;
            let open = round.formula.undefined.iter().filter(|(_, place)| !known.contains(place));
            let conditions: Vec<Term> = open.map(|(condition, _)| *condition).collect();
            let Some(model) = round.any(&conditions) else { return };
            let before = self.findings.undefined.len();
            for (condition, place) in &round.formula.undefined {
                if round.is_true(&model, *condition) {
                    self.findings.undefined.insert(*place);
                }
            }
            if self.findings.undefined.len() == before {
                return;
            }
        }
    }
}

impl Round {
    /// Values that make one of these true. Where nobody knows, `solving` says so.
    fn any(&mut self, conditions: &[Term]) -> Option<Model> {
        let goal = any(&mut self.terms, conditions);
        match self.terms.known(goal) {
            Some(known) => known.is_true().then(Model::default),
            None => self.solving.model(&self.terms, &[goal]),
        }
    }

    fn is_true(&self, model: &Model, term: Term) -> bool {
        let mut evaluation = Evaluation::new(&self.terms, |symbol| model.get(&symbol).copied());
        evaluation.value(term).is_true()
    }
}

/// One of these, as a tree of little depth.
fn any(terms: &mut TermStore, conditions: &[Term]) -> Term {
    let mut open = conditions.to_vec();
    open.sort_unstable();
    open.dedup();
    while open.len() > 1 {
        open = open
            .chunks(2)
            .map(|pair| match pair {
                [one, two] => terms.or(*one, *two),
                other => other.first().copied().unwrap_or_else(|| terms.boolean(false)),
            })
            .collect();
    }
    open.first().copied().unwrap_or_else(|| terms.boolean(false))
}
