//! The value of terms under an assignment of their symbols.
//!
//! Without recursion, since terms can be as deep as a program runs long; of an
//! if-then-else only the arm that counts is looked at, and of an array only the
//! layers down to the one that wrote the element.

use rustc_hash::FxHashMap;

use crate::operator::evaluate;
use crate::term::{MAX_ARITY, Node, SymbolId, Term};
use crate::{Array, ArrayNode, Bits, Operator, TermStore};

/// Values of terms under one assignment, remembered between questions.
pub struct Evaluation<'store, Assignment> {
    store: &'store TermStore,
    assignment: Assignment,
    values: FxHashMap<Term, Bits>,
    /// How far each `select` under evaluation was followed.
    followed: FxHashMap<Term, (Array, Bits)>,
}

/// One layer seen from one index.
enum Layer {
    Value(Bits),
    Below(Array, Bits),
}

impl<'store, Assignment> Evaluation<'store, Assignment>
where
    Assignment: Fn(SymbolId) -> Option<Bits>,
{
    /// A symbol that the assignment does not know is zero; a value of another
    /// width is cut or extended with zeros.
    pub fn new(store: &'store TermStore, assignment: Assignment) -> Self {
        Evaluation {
            store,
            assignment,
            values: FxHashMap::default(),
            followed: FxHashMap::default(),
        }
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

    /// The element of the array at the index.
    pub fn element(&mut self, array: Array, index: Bits) -> Bits {
        let mut place = (array, index);
        loop {
            match self.layer(place) {
                Ok(Layer::Value(value)) => return value,
                Ok(Layer::Below(array, index)) => place = (array, index),
                Err(missing) => {
                    self.value(missing);
                }
            }
        }
    }

    fn found(&self, term: Term) -> Option<Bits> {
        match self.store.known(term) {
            Some(value) => Some(value),
            None => self.values.get(&term).copied(),
        }
    }

    /// The value of the term, or a term whose value is needed first.
    fn step(&mut self, term: Term) -> Result<Bits, Term> {
        if let Some(value) = self.found(term) {
            return Ok(value);
        }
        let needed = |operand: Term| self.found(operand).ok_or(operand);
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
            Node::Select(array, index) => {
                let start = (array, needed(index)?);
                self.selected(term, start)
            }
        }
    }

    /// Follows the index down through the array. Where a value is missing, the
    /// layer is remembered, so that nothing is walked twice.
    fn selected(&mut self, select: Term, start: (Array, Bits)) -> Result<Bits, Term> {
        let mut place = self.followed.remove(&select).unwrap_or(start);
        loop {
            match self.layer(place) {
                Ok(Layer::Value(value)) => return Ok(value),
                Ok(Layer::Below(array, index)) => place = (array, index),
                Err(missing) => {
                    self.followed.insert(select, place);
                    return Err(missing);
                }
            }
        }
    }

    /// What the array's outermost layer says of the index.
    fn layer(&self, (array, index): (Array, Bits)) -> Result<Layer, Term> {
        let needed = |operand: Term| self.found(operand).ok_or(operand);
        let sort = self.store.array_sort(array);
        if !sort.contains(index.unsigned()) {
            return Ok(Layer::Value(Bits::zero(sort.element_width)));
        }
        match self.store.array_node(array) {
            ArrayNode::Table(elements) => {
                let place = usize::try_from(index.unsigned()).unwrap_or(usize::MAX);
                match elements.get(place) {
                    Some(element) => needed(*element).map(Layer::Value),
                    None => Ok(Layer::Value(Bits::zero(sort.element_width))),
                }
            }
            ArrayNode::Uniform(element) => needed(element).map(Layer::Value),
            ArrayNode::Store { array, index: written, value } => {
                if needed(written)? == index {
                    return needed(value).map(Layer::Value);
                }
                Ok(Layer::Below(array, index))
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                let chosen = if needed(condition)?.is_true() { then } else { otherwise };
                Ok(Layer::Below(chosen, index))
            }
            ArrayNode::Fill { array, from, count, value } => {
                if in_range(needed(from)?, needed(count)?, index) {
                    return needed(value).map(Layer::Value);
                }
                Ok(Layer::Below(array, index))
            }
            ArrayNode::Copy { target, to, source, from, count } => {
                let to = needed(to)?;
                if !in_range(to, needed(count)?, index) {
                    return Ok(Layer::Below(target, index));
                }
                let distance = evaluate(Operator::Subtract, &[index, to]);
                let read = evaluate(Operator::Add, &[distance, needed(from)?]);
                Ok(Layer::Below(source, read))
            }
        }
    }
}

/// Whether `start <= index < start + count`, without wrapping around.
fn in_range(start: Bits, count: Bits, index: Bits) -> bool {
    index.unsigned().checked_sub(start.unsigned()).is_some_and(|far| far < count.unsigned())
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
