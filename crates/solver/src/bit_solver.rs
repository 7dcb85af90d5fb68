//! Decides conditions over terms by a SAT solver.
//!
//! Conditions are taken apart (`split.rs`), turned into clauses (`blast/mod.rs`) and
//! decided (`refine.rs`). Everything once turned into clauses stays, so asking
//! again under other assumptions costs only what is new.
//!
//! Incomplete: the time limit is not looked at while terms are turned into
//! clauses.

use std::time::Instant;

use raddle_terms::{Operator, Term, TermStore};
use rustc_hash::FxHashSet;

use crate::arrays::ArrayAxioms;
use crate::blast::Blaster;
use crate::cadical::Cadical;
use crate::circuit::Literal;
use crate::refine::{Abstraction, FloatArithmetic, Question, decide};
use crate::sat::SatSolver;
use crate::split::{Part, conjuncts, disjuncts};
use crate::{Answer, Model, Solver, SolverError, SolverOptions, SolverStatistics};

/// Bit-blasting to CaDiCaL.
pub type CadicalSolver = BitSolver<Cadical>;

impl CadicalSolver {
    pub fn open(options: &SolverOptions) -> CadicalSolver {
        BitSolver::new(Cadical::new(options))
    }
}

pub struct BitSolver<Sat> {
    blaster: Blaster<Sat>,
    abstractions: Vec<Box<dyn Abstraction<Sat>>>,
    asserted: Vec<Term>,
    /// Terms whose literals the theory of ordering reads.
    watched: Vec<Term>,
    /// What the last call found: a model, or a core.
    model: Option<Model>,
    core: Option<Vec<Term>>,
    calls: u64,
    seconds: f64,
}

impl<Sat: SatSolver + 'static> BitSolver<Sat> {
    /// The SAT solver must be fresh.
    pub fn new(sat: Sat) -> BitSolver<Sat> {
        BitSolver {
            blaster: Blaster::new(sat),
            abstractions: vec![Box::new(ArrayAxioms::default()), Box::new(FloatArithmetic)],
            asserted: Vec::new(),
            watched: Vec::new(),
            model: None,
            core: None,
            calls: 0,
            seconds: 0.0,
        }
    }

    pub fn sat_mut(&mut self) -> &mut Sat {
        self.blaster.sink_mut()
    }

    /// The literal of a condition that need not be true. In each satisfiable
    /// answer it agrees with the model, which has the symbols of the condition.
    pub fn watch(&mut self, terms: &TermStore, condition: Term) -> Literal {
        let literal = self.blaster.condition(terms, condition);
        if literal.known().is_none() {
            self.watched.push(condition);
        }
        literal
    }

    /// A variable that is no term's.
    pub fn fresh(&mut self) -> Literal {
        self.blaster.circuit().fresh()
    }

    fn literal(&mut self, terms: &TermStore, part: Part) -> Literal {
        self.blaster.condition(terms, part.term).negated_if(part.negated)
    }

    /// One of these is true from now on. Where one says that two words are equal, the
    /// words are tied bit by bit: a gate for it would only stand between them.
    fn require_one(&mut self, terms: &TermStore, mut parts: Vec<Part>) {
        let is_equality = |part: &Part| {
            let is_new = self.blaster.found(terms, part.term).is_none();
            !part.negated && is_new && terms.operator(part.term) == Some(Operator::Equal)
        };
        let equality = parts.iter().position(is_equality).map(|position| parts.remove(position));
        let mut clause: Vec<Literal> =
            parts.into_iter().map(|part| self.literal(terms, part)).collect();
        let Some([left, right]) = equality.map(|part| terms.operands(part.term)) else {
            return self.blaster.circuit().require(&clause);
        };
        let [left, right] = [left, right].map(|word| self.blaster.blast(terms, *word).to_vec());
        for (one, two) in left.into_iter().zip(right) {
            for (first, second) in [(one, !two), (!one, two)] {
                clause.extend([first, second]);
                self.blaster.circuit().require(&clause);
                clause.truncate(clause.len() - 2);
            }
        }
    }

    /// The literals that stand for each assumption.
    fn assumed(&mut self, terms: &TermStore, assumptions: &[Term]) -> Vec<(Term, Vec<Literal>)> {
        let mut assumed = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            let parts = conjuncts(terms, *assumption).into_iter();
            let literals = parts.map(|part| self.literal(terms, part)).collect();
            assumed.push((*assumption, literals));
        }
        assumed
    }

    fn decide(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        if let Some(reason) = self.blaster.sink().stopped() {
            return Ok(Answer::Unknown(reason));
        }
        let assumed = self.assumed(terms, assumptions);
        let mut literals: Vec<Literal> =
            assumed.iter().flat_map(|(_, literals)| literals).copied().collect();
        literals.sort_unstable();
        literals.dedup();
        let conditions = [self.asserted.as_slice(), assumptions].concat();
        let question =
            Question { conditions: &conditions, watched: &self.watched, assumptions: &literals };
        let (answer, model) = decide(terms, &mut self.blaster, &mut self.abstractions, &question)?;
        match answer {
            Answer::Satisfiable => self.model = Some(model),
            Answer::Unsatisfiable => {
                literals.retain(|literal| self.blaster.sink_mut().failed(*literal));
                self.core = Some(blamed(&assumed, literals));
            }
            Answer::Unknown(_) => {}
        }
        Ok(answer)
    }
}

/// Assumptions that have all of the failed literals among theirs.
fn blamed(assumed: &[(Term, Vec<Literal>)], failed: Vec<Literal>) -> Vec<Term> {
    let mut failed: FxHashSet<Literal> = failed.into_iter().collect();
    let mut core = Vec::new();
    for (assumption, literals) in assumed {
        let before = failed.len();
        for literal in literals {
            failed.remove(literal);
        }
        if failed.len() < before {
            core.push(*assumption);
        }
    }
    core
}

impl<Sat: SatSolver + 'static> Solver for BitSolver<Sat> {
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError> {
        let start = Instant::now();
        (self.model, self.core) = (None, None);
        self.asserted.push(condition);
        for part in conjuncts(terms, condition) {
            self.require_one(terms, disjuncts(terms, part));
        }
        self.seconds += start.elapsed().as_secs_f64();
        Ok(())
    }

    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        let start = Instant::now();
        (self.model, self.core) = (None, None);
        let answer = self.decide(terms, assumptions);
        self.calls += 1;
        let before = self.seconds;
        self.seconds += start.elapsed().as_secs_f64();
        crate::log_question(assumptions.len(), &answer, before, &self.statistics());
        answer
    }

    fn model(&mut self, _terms: &TermStore) -> Result<Model, SolverError> {
        self.model.clone().ok_or_else(|| missing("model", "satisfiable"))
    }

    fn core(&mut self) -> Result<Vec<Term>, SolverError> {
        self.core.clone().ok_or_else(|| missing("core", "unsatisfiable"))
    }

    fn statistics(&self) -> SolverStatistics {
        let (variables, clauses) = self.blaster.sink().size();
        SolverStatistics { calls: self.calls, seconds: self.seconds, variables, clauses }
    }
}

fn missing(what: &str, answer: &str) -> SolverError {
    SolverError {
        message: format!("there is no {what}: the last answer was not `{answer}`"),
        help: None,
    }
}
