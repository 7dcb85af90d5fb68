//! Terms with some of their parts replaced by others.

use rustc_hash::FxHashMap;

use crate::{Node, Term, TermStore};

impl TermStore {
    /// The term with these parts (of equal width) replaced; `None` if it holds
    /// elements of arrays, which are not looked into.
    pub fn substitute(&mut self, root: Term, by: &FxHashMap<Term, Term>) -> Option<Term> {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        // Operands come before what they are operands of.
        for term in self.reachable(&[root]) {
            let replaced = match (by.get(&term), self.node(term)) {
                (Some(other), _) => *other,
                (None, Node::Constant(_) | Node::Symbol(_)) => term,
                (None, Node::Select(..)) => return None,
                (None, Node::Apply(operator, operands)) => {
                    let new: Option<Vec<Term>> =
                        operands.iter().map(|operand| done.get(operand).copied()).collect();
                    let new = new?;
                    if new == operands { term } else { self.apply(operator, &new) }
                }
            };
            done.insert(term, replaced);
        }
        done.get(&root).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bits, Operator};

    #[test]
    fn parts_are_replaced_and_the_rest_is_kept() {
        let mut terms = TermStore::new();
        let (a, b) = (terms.symbol("a", 8), terms.symbol("b", 8));
        let sum = terms.apply(Operator::Add, &[a, b]);
        let two = terms.constant(Bits::new(2, 8));
        let by = FxHashMap::from_iter([(a, two)]);
        let expected = terms.apply(Operator::Add, &[two, b]);
        assert_eq!(terms.substitute(sum, &by), Some(expected));
        assert_eq!(terms.substitute(b, &by), Some(b));
    }

    #[test]
    fn what_becomes_known_is_folded() {
        let mut terms = TermStore::new();
        let (a, zero) = (terms.symbol("a", 8), terms.constant(Bits::zero(8)));
        let is_zero = terms.equal(a, zero);
        let by = FxHashMap::from_iter([(a, zero)]);
        let truth = terms.boolean(true);
        assert_eq!(terms.substitute(is_zero, &by), Some(truth));
    }
}
