//! Conditions taken apart: into conditions that must all be true, and those
//! into literals of which one must be true.
//!
//! A conjunction that is asserted or assumed needs no gate, and its parts are
//! more useful to the SAT solver than the whole: parts of the last question are
//! parts of the next.

use raddle_terms::{Node, Operator, Term, TermStore};
use rustc_hash::FxHashSet;

/// A condition or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    pub(crate) term: Term,
    pub(crate) negated: bool,
}

/// All of these are true exactly if the condition is.
pub(crate) fn conjuncts(terms: &TermStore, condition: Term) -> Vec<Part> {
    split(terms, Part { term: condition, negated: false })
}

/// One of these is true exactly if the part is.
pub(crate) fn disjuncts(terms: &TermStore, part: Part) -> Vec<Part> {
    let negation = Part { negated: !part.negated, ..part };
    let parts = split(terms, negation);
    parts.into_iter().map(|part| Part { negated: !part.negated, ..part }).collect()
}

/// The parts of a conjunction, in order and each once.
fn split(terms: &TermStore, whole: Part) -> Vec<Part> {
    let mut seen = FxHashSet::default();
    let mut parts = Vec::new();
    let mut open = vec![whole];
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        match terms.node(part.term) {
            Node::Apply(Operator::Not, &[operand]) => {
                open.push(Part { term: operand, negated: !part.negated });
            }
            Node::Apply(Operator::And, &[left, right]) if !part.negated => {
                open.push(Part { term: right, negated: false });
                open.push(Part { term: left, negated: false });
            }
            Node::Apply(Operator::Or, &[left, right]) if part.negated => {
                open.push(Part { term: right, negated: true });
                open.push(Part { term: left, negated: true });
            }
            Node::Constant(_) | Node::Symbol(_) | Node::Apply(..) | Node::Select(..) => {
                parts.push(part);
            }
        }
    }
    parts
}
