//! Terms as vectors of literals.
//!
//! Each term is turned into gates once, operands first and without recursion,
//! since terms can be as deep as a program runs long. What an operator means is
//! said by `raddle_terms::operator::evaluate`; the circuits here must agree with
//! it on all operands, and the tests compare them.
//!
//! Floating-point operators for which there is no circuit, and elements of
//! arrays, are *abstracted*: they are vectors of fresh literals, and `refine.rs`
//! corrects them where it matters.

mod float;
mod operators;

use raddle_terms::{Bits, Node, Operator, Term, TermStore};

use crate::Model;
use crate::circuit::{Circuit, Clauses, Literal};
use crate::sat::SatSolver;
use crate::vector::{Vector, constant_bits, known};

/// Marks a term that has no literals yet.
const MISSING: usize = usize::MAX;

pub struct Blaster<Sink> {
    circuit: Circuit<Sink>,
    /// Those of all terms, one term after the other.
    literals: Vec<Literal>,
    /// Where those of each term begin, by the term's position.
    starts: Vec<usize>,
    abstracted: Vec<Term>,
    selects: Vec<Term>,
}

impl<Sink: Clauses> Blaster<Sink> {
    /// The sink must be fresh.
    pub fn new(sink: Sink) -> Blaster<Sink> {
        Blaster {
            circuit: Circuit::new(sink),
            literals: Vec::new(),
            starts: Vec::new(),
            abstracted: Vec::new(),
            selects: Vec::new(),
        }
    }

    pub fn circuit(&mut self) -> &mut Circuit<Sink> {
        &mut self.circuit
    }

    pub fn sink(&self) -> &Sink {
        self.circuit.sink()
    }

    pub fn sink_mut(&mut self) -> &mut Sink {
        self.circuit.sink_mut()
    }

    /// The applications whose literals are not tied to those of their operands,
    /// operands before their users.
    pub fn abstracted(&self) -> &[Term] {
        &self.abstracted
    }

    /// The elements of arrays, whose literals are tied to nothing; the terms in
    /// their arrays need not have literals.
    pub fn selects(&self) -> &[Term] {
        &self.selects
    }

    /// The literal of a term of width 1.
    pub fn condition(&mut self, terms: &TermStore, condition: Term) -> Literal {
        debug_assert_eq!(terms.width(condition), 1);
        self.blast(terms, condition).first().copied().unwrap_or(Literal::FALSE)
    }

    /// The literals of the term, the lowest bit first.
    pub fn blast(&mut self, terms: &TermStore, term: Term) -> &[Literal] {
        let mut open = vec![term];
        while let Some(next) = open.last().copied() {
            let waiting = open.len();
            if self.found(terms, next).is_none() {
                let operands = terms.operands(next).iter().copied();
                open.extend(operands.filter(|operand| self.found(terms, *operand).is_none()));
            }
            if open.len() == waiting {
                open.pop();
                self.blast_one(terms, next);
            }
        }
        self.found(terms, term).unwrap_or(&[])
    }

    /// The literals of a term that was turned into gates already.
    pub fn found(&self, terms: &TermStore, term: Term) -> Option<&[Literal]> {
        let start = self.starts.get(term.position()).copied().filter(|start| *start != MISSING)?;
        self.literals.get(start..start + usize::from(terms.width(term)))
    }

    /// The operands have literals.
    fn blast_one(&mut self, terms: &TermStore, term: Term) {
        if self.found(terms, term).is_some() {
            return;
        }
        let width = usize::from(terms.width(term));
        let vector = match terms.node(term) {
            Node::Constant(value) => constant_bits(value),
            Node::Symbol(_) => self.circuit.fresh_vector(width),
            Node::Select(..) => {
                self.selects.push(term);
                self.circuit.fresh_vector(width)
            }
            Node::Apply(operator, operands) => {
                let vectors: Vec<Vector> = operands
                    .iter()
                    .map(|operand| self.found(terms, *operand).unwrap_or(&[]).to_vec())
                    .collect();
                match self.apply(operator, &vectors) {
                    Some(vector) => vector,
                    None => {
                        self.abstracted.push(term);
                        self.circuit.fresh_vector(width)
                    }
                }
            }
        };
        debug_assert_eq!(vector.len(), width);
        if self.starts.len() <= term.position() {
            self.starts.resize(term.position() + 1, MISSING);
        }
        if let Some(start) = self.starts.get_mut(term.position()) {
            *start = self.literals.len();
        }
        self.literals.extend(vector);
    }

    /// The operator as a circuit; `None` if there is none for it.
    pub fn apply(&mut self, operator: Operator, operands: &[Vector]) -> Option<Vector> {
        let values: Option<Vec<Bits>> =
            operands.iter().map(|operand| known_bits(operand)).collect();
        if let Some(values) = values {
            return Some(constant_bits(raddle_terms::operator::evaluate(operator, &values)));
        }
        match operands {
            [operand] => operators::unary(&mut self.circuit, operator, operand),
            [left, right] => operators::binary(&mut self.circuit, operator, left, right),
            [condition, then, otherwise] => {
                let condition = condition.first().copied()?;
                Some(self.circuit.choose(condition, then, otherwise))
            }
            _ => None,
        }
    }
}

impl<Sat: SatSolver> Blaster<Sat> {
    /// After a satisfiable answer: the values of the symbols in these conditions
    /// that have literals.
    pub fn model(&mut self, terms: &TermStore, conditions: &[Term]) -> Model {
        let mut model = Model::default();
        for term in terms.reachable(conditions) {
            let Node::Symbol(symbol) = terms.node(term) else { continue };
            let Some(literals) = self.found(terms, term).map(<[Literal]>::to_vec) else { continue };
            model.insert(symbol, bits_of(&literals, |literal| self.sink_mut().value(literal)));
        }
        model
    }
}

fn known_bits(vector: &[Literal]) -> Option<Bits> {
    let width = u16::try_from(vector.len()).ok().filter(|width| *width > 0)?;
    Some(Bits::new(known(vector)?, width))
}

/// The number that the literals stand for.
pub(crate) fn bits_of(literals: &[Literal], mut value: impl FnMut(Literal) -> bool) -> Bits {
    let number = literals
        .iter()
        .rev()
        .fold(0, |number: u128, literal| number << 1 | u128::from(value(*literal)));
    Bits::new(number, literals.len().clamp(1, 128) as u16)
}
