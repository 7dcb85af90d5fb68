//! A theory beside the clauses of CaDiCaL, through its interface for external
//! propagators (Fazekas, Niemetz, Preiner, Kirchweger, Szeider and Biere,
//! "IPASIR-UP: user propagators for CDCL").
//!
//! C++ calls the functions here, so none may panic. Should one do it all the
//! same, or should a theory have no reason for what it implied, then it is
//! marked as broken for good, and no answer of the solver is to be believed (`cadical.rs`).

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use cadical_sys::ExternalPropagator;

use crate::circuit::Literal;

/// What follows from literals beyond the clauses. Assignments come and go like a
/// stack, level by level; the same may be told twice.
pub trait Theory {
    fn assign(&mut self, literal: Literal);

    fn new_level(&mut self);

    /// Only the lowest `level` levels stay, and what was assigned before the first.
    fn backtrack(&mut self, level: usize);

    /// A literal that is implied by what is assigned.
    fn propagate(&mut self) -> Option<Literal>;

    /// Why it is implied: a clause with this literal whose others are false.
    fn reason(&mut self, literal: Literal) -> Option<Vec<Literal>>;

    /// A clause all of whose literals are false. If there is none and everything
    /// is assigned, then that is a model.
    fn conflict(&mut self) -> Option<Vec<Literal>>;

    /// A literal that is not assigned and that should be true next.
    fn decide(&mut self) -> Option<Literal>;

    /// Whether it has lost its way.
    fn failed(&self) -> bool;
}

/// Drives a theory.
pub struct Propagator<T> {
    theory: Rc<RefCell<T>>,
    broken: Rc<Cell<bool>>,
    /// What is left of a clause that is handed over, its last literal first.
    lemma: Option<Vec<Literal>>,
    reason: Option<Vec<Literal>>,
}

impl<T: Theory> Propagator<T> {
    /// The flag is set once nothing is to be believed any more.
    pub fn new(theory: Rc<RefCell<T>>, broken: Rc<Cell<bool>>) -> Propagator<T> {
        Propagator { theory, broken, lemma: None, reason: None }
    }

    fn ask<R: Default>(&mut self, question: impl FnOnce(&mut T) -> R) -> R {
        if self.broken.get() {
            return R::default();
        }
        let answer = catch_unwind(AssertUnwindSafe(|| match self.theory.try_borrow_mut() {
            Ok(mut theory) => Some(question(&mut theory)).filter(|_| !theory.failed()),
            Err(_) => None,
        }));
        match answer {
            Ok(Some(answer)) => answer,
            Ok(None) | Err(_) => {
                self.broken.set(true);
                R::default()
            }
        }
    }

    /// Whether there is a clause to be handed over.
    fn has_lemma(&mut self) -> bool {
        if self.lemma.is_none() {
            self.lemma = self.ask(Theory::conflict);
        }
        self.lemma.is_some()
    }
}

impl<T: Theory> ExternalPropagator for Propagator<T> {
    /// The theory finds them again if need be.
    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, literals: &[i32]) {
        let literals = literals.iter().copied().filter_map(Literal::of_number);
        self.ask(|theory| literals.for_each(|literal| theory.assign(literal)));
    }

    fn notify_new_decision_level(&mut self) {
        self.ask(Theory::new_level);
    }

    fn notify_backtrack(&mut self, level: usize) {
        self.ask(|theory| theory.backtrack(level));
    }

    /// The model has values also where the theory was not told of them.
    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        self.notify_assignment(model);
        !self.has_lemma()
    }

    fn cb_decide(&mut self) -> i32 {
        self.ask(Theory::decide).map_or(0, Literal::number)
    }

    fn cb_propagate(&mut self) -> i32 {
        self.ask(Theory::propagate).map_or(0, Literal::number)
    }

    fn cb_add_reason_clause_lit(&mut self, propagated: i32) -> i32 {
        if self.reason.is_none() {
            let Some(propagated) = Literal::of_number(propagated) else { return 0 };
            let reason = self.ask(|theory| theory.reason(propagated));
            // CaDiCaL needs some clause also where there is none.
            self.broken.set(self.broken.get() || reason.is_none());
            self.reason = Some(reason.unwrap_or_else(|| vec![propagated]));
        }
        hand_over(&mut self.reason)
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = true;
        self.has_lemma()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        hand_over(&mut self.lemma)
    }
}

/// The next number of a clause; after the last one zero.
fn hand_over(clause: &mut Option<Vec<Literal>>) -> i32 {
    match clause.as_mut().and_then(Vec::pop) {
        Some(literal) => literal.number(),
        None => {
            *clause = None;
            0
        }
    }
}
