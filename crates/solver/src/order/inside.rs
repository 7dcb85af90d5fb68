//! A solver with the theory of ordering inside CaDiCaL.
//!
//! Turns the facts into literals of the blaster, hands them to the theory
//! (`theory/`), and reads a sequence off each satisfiable answer.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_terms::{Term, TermStore};
use rustc_hash::FxHashMap;

use super::contract::{internal_error, verify};
use super::graph::Graph;
use super::propagator::Theory;
use super::theory::{Figures, Guarded, Ordering, ReadFrom, Write};
use super::{OrderFacts, OrderSolver};
use crate::circuit::Literal;
use crate::proof::Fact;
use crate::sat::SatSolver;
use crate::{Answer, CadicalSolver, Model, Solver, SolverError, SolverOptions, SolverStatistics};

pub struct Inside {
    inner: CadicalSolver,
    facts: OrderFacts,
    /// Missing before the facts are stated, and where they contradict each other.
    theory: Option<Rc<RefCell<Ordering>>>,
    sequence: Option<Vec<u32>>,
}

impl Inside {
    pub fn open(options: &SolverOptions) -> Inside {
        Inside {
            inner: CadicalSolver::open(options),
            facts: OrderFacts::default(),
            theory: None,
            sequence: None,
        }
    }

    /// What the theory did, and the conflicts of CaDiCaL.
    pub fn figures(&mut self) -> (Figures, i64) {
        let theory = self.theory.as_ref().and_then(|theory| theory.try_borrow().ok());
        let figures = theory.map_or(Figures::default(), |theory| theory.figures);
        (figures, self.inner.sat_mut().figure("conflicts"))
    }

    fn connect(&mut self, terms: &TermStore, graph: Graph) {
        let mut literals = Literals { terms, solver: &mut self.inner, found: FxHashMap::default() };
        let (_, sometimes) = self.facts.split_edges(terms);
        let guarded = sometimes.into_iter().map(|(before, after, when)| Guarded {
            before,
            after,
            when: literals.of(when),
        });
        let guarded = guarded.collect();
        let mut locations: FxHashMap<u32, u32> = FxHashMap::default();
        let writes = self.facts.writes.iter().map(|write| {
            let next = locations.len() as u32;
            let location = *locations.entry(write.location).or_insert(next);
            Write { event: write.event, location, happens: literals.of(write.happens) }
        });
        let writes: Vec<Write> = writes.collect();
        let mut read_from = Vec::new();
        let mut impossible = Vec::new();
        for read in &self.facts.reads {
            for candidate in &read.candidates {
                let Some(write) = writes.get(candidate.write as usize) else { continue };
                let chosen = literals.of(candidate.chosen);
                if write.event == read.event || graph.before(read.event, write.event) {
                    impossible.push(chosen);
                } else {
                    read_from.push(ReadFrom { write: candidate.write, reader: read.event, chosen });
                }
            }
        }
        let found = literals.found;
        let mut theory = Ordering::new(graph, guarded, writes, read_from, || self.inner.fresh());
        let contradiction = theory.conflict();
        let observed = theory.literals();
        let pairs =
            theory.coherence().map(|(first, second, name)| Fact::Pair { first, second, name });
        let sat = self.inner.sat_mut();
        sat.tell(told(terms, &self.facts, &found).chain(pairs));
        let theory = Rc::new(RefCell::new(theory));
        sat.connect(theory.clone(), &observed);
        for clause in
            contradiction.into_iter().chain(impossible.iter().map(|literal| vec![!*literal]))
        {
            sat.add_lemma(&clause);
        }
        self.theory = Some(theory);
    }

    /// A sequence for the model that CaDiCaL has.
    fn found_sequence(&mut self) -> Option<Vec<u32>> {
        let theory = self.theory.as_ref()?.try_borrow().ok()?;
        let sat = self.inner.sat_mut();
        theory.sequence(|literal| sat.value(literal))
    }
}

/// The facts for the crate `certificate`, which checks what the theory says, as they were stated; conditions
/// without a literal are left out.
fn told<'a>(
    terms: &TermStore,
    facts: &'a OrderFacts,
    literals: &'a FxHashMap<Term, Literal>,
) -> impl Iterator<Item = Fact> + 'a {
    let literal = |condition: Term| literals.get(&condition).copied();
    let (always, sometimes) = facts.split_edges(terms);
    let always = always.into_iter().map(|(before, after)| Fact::Always { before, after });
    let guarded = sometimes.into_iter().filter_map(move |(before, after, when)| {
        Some(Fact::Guarded { before, after, when: literal(when)? })
    });
    let writes = facts.writes.iter().filter_map(move |write| {
        let (event, location) = (write.event, write.location);
        Some(Fact::Write { event, location, happens: literal(write.happens)? })
    });
    let reads = facts.reads.iter().flat_map(move |read| {
        read.candidates.iter().filter_map(move |candidate| {
            let (write, event) = (candidate.write, read.event);
            Some(Fact::Read { write, event, chosen: literal(candidate.chosen)? })
        })
    });
    always.chain(guarded).chain(writes).chain(reads)
}

/// Facts without a condition are no contradiction in any certificate; these are one, and
/// have a condition that is always true.
fn under_true(fact: Fact) -> Fact {
    match fact {
        Fact::Always { before, after } => Fact::Guarded { before, after, when: Literal::TRUE },
        Fact::Guarded { .. } | Fact::Write { .. } | Fact::Read { .. } | Fact::Pair { .. } => fact,
    }
}

/// The literals of conditions.
struct Literals<'a> {
    terms: &'a TermStore,
    solver: &'a mut CadicalSolver,
    found: FxHashMap<Term, Literal>,
}

impl Literals<'_> {
    fn of(&mut self, condition: Term) -> Literal {
        *self.found.entry(condition).or_insert_with(|| self.solver.watch(self.terms, condition))
    }
}

impl OrderSolver for Inside {
    fn order(&mut self, terms: &mut TermStore, facts: OrderFacts) -> Result<(), SolverError> {
        facts.check(terms)?;
        if self.theory.is_some() || self.inner.statistics().calls > 0 {
            return Err(super::stated_too_late());
        }
        let (always, _) = facts.split_edges(terms);
        let graph = Graph::new(facts.events, &always);
        self.facts = facts;
        match graph {
            Some(graph) => self.connect(terms, graph),
            None => {
                let none = FxHashMap::default();
                let facts = told(terms, &self.facts, &none).map(under_true);
                let sat = self.inner.sat_mut();
                sat.tell(facts);
                sat.add_lemma(&[]);
            }
        }
        Ok(())
    }

    fn sequence(&mut self) -> Result<Vec<u32>, SolverError> {
        super::found(&self.sequence)
    }
}

impl Solver for Inside {
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError> {
        self.sequence = None;
        self.inner.assert(terms, condition)
    }

    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        self.sequence = None;
        if let Some(mut theory) =
            self.theory.as_ref().and_then(|theory| theory.try_borrow_mut().ok())
        {
            theory.begin();
        }
        let answer = self.inner.check(terms, assumptions)?;
        if answer == Answer::Satisfiable && self.theory.is_some() {
            let model = self.inner.model(terms)?;
            let sequence = self.found_sequence();
            let right = |sequence: &Vec<u32>| verify(terms, &self.facts, &model, sequence);
            self.sequence = sequence.filter(right);
            if self.sequence.is_none() {
                return Ok(internal_error());
            }
        }
        Ok(answer)
    }

    fn model(&mut self, terms: &TermStore) -> Result<Model, SolverError> {
        self.inner.model(terms)
    }

    fn core(&mut self) -> Result<Vec<Term>, SolverError> {
        self.inner.core()
    }

    fn statistics(&self) -> SolverStatistics {
        self.inner.statistics()
    }
}
