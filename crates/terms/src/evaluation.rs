//! The value of terms under an assignment of their symbols.
//!
//! Without recursion, since terms can be as deep as a program runs long; of an
//! if-then-else only the arm that counts is looked at.

use rustc_hash::FxHashMap;

use crate::operator::evaluate;
use crate::term::{MAX_ARITY, Node, SymbolId, Term};
use crate::{Bits, Operator, TermStore};

/// Values of terms under one assignment, remembered between questions.
pub struct Evaluation<'store, Assignment> {
    store: &'store TermStore,
    assignment: Assignment,
    values: FxHashMap<Term, Bits>,
}

impl<'store, Assignment> Evaluation<'store, Assignment>
where
    Assignment: Fn(SymbolId) -> Option<Bits>,
{
    /// A symbol that the assignment does not know is zero; a value of another
    /// width is cut or extended with zeros.
    pub fn new(store: &'store TermStore, assignment: Assignment) -> Self {
        Evaluation { store, assignment, values: FxHashMap::default() }
    }

    pub fn value(&mut self, term: Term) -> Bits {
        let mut open = vec![term];
        while let Some(next) = open.last().copied() {
            match self.step(next) {
                Ok(value) => {
                    self.values.insert(next, value);
                    open.pop();
                }
                Err(missing) => open.push(missing),
            }
        }
        self.found(term).unwrap_or(Bits::zero(self.store.width(term)))
    }

    fn found(&self, term: Term) -> Option<Bits> {
        match self.store.known(term) {
            Some(value) => Some(value),
            None => self.values.get(&term).copied(),
        }
    }

    /// The value of the term, or a term whose value is needed first.
    fn step(&self, term: Term) -> Result<Bits, Term> {
        let needed = |operand: Term| self.found(operand).ok_or(operand);
        if let Some(value) = self.found(term) {
            return Ok(value);
        }
        match self.store.node(term) {
            Node::Constant(value) => Ok(value),
            Node::Symbol(symbol) => {
                let value = (self.assignment)(symbol).map_or(0, Bits::unsigned);
                Ok(Bits::new(value, self.store.width(term)))
            }
            Node::Apply(Operator::IfThenElse, &[condition, then, otherwise]) => {
                if needed(condition)?.is_true() { needed(then) } else { needed(otherwise) }
            }
            Node::Apply(operator, operands) => {
                let mut values = [Bits::zero(1); MAX_ARITY];
                for (value, operand) in values.iter_mut().zip(operands) {
                    *value = needed(*operand)?;
                }
                let values = values.get(..operands.len()).unwrap_or(&[]);
                Ok(evaluate(operator, values))
            }
        }
    }
}

impl TermStore {
    /// The value of one term; for several use an [`Evaluation`].
    pub fn evaluate_under(
        &self,
        term: Term,
        assignment: impl Fn(SymbolId) -> Option<Bits>,
    ) -> Bits {
        Evaluation::new(self, assignment).value(term)
    }
}
