//! The order of events in terms: each event has a clock, a number of its own.
//!
//! An edge is a comparison of two clocks; a chosen candidate adds, for each other
//! write to the location, that it comes before the candidate or after the read (the
//! eager encoding of Alglave, Kroening and Tautschnig, "Partial orders for
//! efficient bounded model checking of concurrent software", without a relation
//! for coherence, the order of writes, which the clocks make superfluous). What the edges
//! that are always there decide is left out.
//!
//! Works with any solver, and its questions can be written down; but there is a
//! clause for each read, candidate and other write: a cube.

use std::rc::Rc;

use raddle_terms::{Evaluation, Operator, Term, TermStore};

use super::contract::{internal_error, verify};
use super::graph::Graph;
use super::{OrderFacts, OrderSolver};
use crate::{Answer, Model, Solver, SolverError, SolverStatistics};

pub struct Clocks {
    inner: Box<dyn Solver>,
    /// `None` before they are stated.
    facts: Option<Rc<OrderFacts>>,
    /// The symbols of the events.
    clocks: Vec<Term>,
    sequence: Option<Vec<u32>>,
}

impl Clocks {
    /// The solver must be fresh or have assertions only.
    pub fn new(inner: Box<dyn Solver>) -> Clocks {
        Clocks { inner, facts: None, clocks: Vec::new(), sequence: None }
    }

    /// The events by their clocks. Where two are equal, nothing orders them.
    fn sorted(&self, terms: &TermStore, model: &Model) -> Vec<u32> {
        let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
        let moments = self.clocks.iter().map(|clock| evaluation.value(*clock).unsigned());
        let mut events: Vec<(u128, u32)> = moments.zip(0..).collect();
        events.sort_unstable();
        events.into_iter().map(|(_, event)| event).collect()
    }
}

impl OrderSolver for Clocks {
    fn order(&mut self, terms: &mut TermStore, facts: OrderFacts) -> Result<(), SolverError> {
        facts.check(terms)?;
        if self.facts.is_some() {
            return Err(super::stated_too_late());
        }
        let facts = Rc::new(facts);
        self.facts = Some(facts.clone());
        let bits = u32::BITS - facts.events.saturating_sub(1).leading_zeros();
        let width = bits.max(1) as u16;
        self.clocks = (0..facts.events).map(|_| terms.fresh("clock", width)).collect();
        let encoding = Encoding::new(terms, facts, &self.clocks);
        for condition in encoding.conditions() {
            self.inner.assert(terms, condition)?;
        }
        Ok(())
    }

    fn sequence(&mut self) -> Result<Vec<u32>, SolverError> {
        super::found(&self.sequence)
    }
}

impl Solver for Clocks {
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError> {
        self.sequence = None;
        self.inner.assert(terms, condition)
    }

    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        self.sequence = None;
        let answer = self.inner.check(terms, assumptions)?;
        if let (Answer::Satisfiable, Some(facts)) = (&answer, &self.facts) {
            let model = self.inner.model(terms)?;
            let sequence = self.sorted(terms, &model);
            if !verify(terms, facts, &model, &sequence) {
                return Ok(internal_error());
            }
            self.sequence = Some(sequence);
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

/// The facts as conditions.
struct Encoding<'a> {
    terms: &'a mut TermStore,
    facts: Rc<OrderFacts>,
    clocks: &'a [Term],
    /// `None` if the edges that are always there have a cycle.
    always: Option<Graph>,
    conditions: Vec<Term>,
}

impl<'a> Encoding<'a> {
    fn new(terms: &'a mut TermStore, facts: Rc<OrderFacts>, clocks: &'a [Term]) -> Encoding<'a> {
        let (always, _) = facts.split_edges(terms);
        let always = Graph::new(facts.events, &always);
        Encoding { terms, facts, clocks, always, conditions: Vec::new() }
    }

    fn conditions(mut self) -> Vec<Term> {
        if self.always.is_none() {
            return vec![self.terms.boolean(false)];
        }
        self.edges();
        self.reads();
        self.conditions
    }

    fn known_before(&self, first: u32, second: u32) -> bool {
        self.always.as_ref().is_some_and(|graph| graph.before(first, second))
    }

    /// That the first comes before the second, as a term.
    fn before(&mut self, first: u32, second: u32) -> Term {
        if first == second || self.known_before(second, first) {
            return self.terms.boolean(false);
        }
        if self.known_before(first, second) {
            return self.terms.boolean(true);
        }
        self.compare(first, second)
    }

    fn compare(&mut self, first: u32, second: u32) -> Term {
        let clock = |event: u32| self.clocks.get(event as usize).copied();
        match (clock(first), clock(second)) {
            (Some(first), Some(second)) => {
                self.terms.apply(Operator::UnsignedLess, &[first, second])
            }
            _ => self.terms.boolean(false),
        }
    }

    fn require_if(&mut self, premise: Term, conclusion: Term) {
        let otherwise = self.terms.not(premise);
        let condition = self.terms.or(otherwise, conclusion);
        if self.terms.known(condition).is_none_or(|value| !value.is_true()) {
            self.conditions.push(condition);
        }
    }

    fn edges(&mut self) {
        let (always, sometimes) = self.facts.split_edges(self.terms);
        for (before, after) in always {
            let condition = self.compare(before, after);
            self.conditions.push(condition);
        }
        for (before, after, when) in sometimes {
            let condition = self.before(before, after);
            self.require_if(when, condition);
        }
    }

    fn reads(&mut self) {
        let facts = self.facts.clone();
        let locations = facts.writes_by_location();
        for read in &facts.reads {
            let writes = locations.get(&read.location).map_or(&[][..], Vec::as_slice);
            for candidate in &read.candidates {
                let Some(write) = facts.writes.get(candidate.write as usize) else { continue };
                let forward = self.before(write.event, read.event);
                self.require_if(candidate.chosen, forward);
                for other in writes.iter().filter_map(|other| facts.writes.get(*other as usize)) {
                    // What happens at the same moment is not between.
                    if other.event == write.event || other.event == read.event {
                        continue;
                    }
                    let both = self.terms.and(candidate.chosen, other.happens);
                    let earlier = self.before(other.event, write.event);
                    let later = self.before(read.event, other.event);
                    let outside = self.terms.or(earlier, later);
                    self.require_if(both, outside);
                }
            }
        }
    }
}
