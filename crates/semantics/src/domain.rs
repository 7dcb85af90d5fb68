//! Domains of values: the instructions' meaning is written once over this
//! interface, and runs on bit-vectors as well as on terms.

use raddle_terms::operator::{self, Operator};
use raddle_terms::{Bits, Term, TermStore};

pub trait Domain {
    type Value: Clone + PartialEq + std::fmt::Debug;

    fn constant(&mut self, bits: Bits) -> Self::Value;

    /// Operand count and widths fit the operator.
    fn apply(&mut self, operator: Operator, operands: &[Self::Value]) -> Self::Value;

    fn if_then_else(
        &mut self,
        condition: &Self::Value,
        then: Self::Value,
        otherwise: Self::Value,
    ) -> Self::Value;

    /// The value, if it is the same in every execution.
    fn known(&self, value: &Self::Value) -> Option<Bits>;

    fn width(&self, value: &Self::Value) -> u16;

    /// Both conditions (width 1).
    fn and(&mut self, left: &Self::Value, right: &Self::Value) -> Self::Value {
        self.apply(Operator::And, &[left.clone(), right.clone()])
    }
}

/// Values are bit-vectors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Domain for Concrete {
    type Value = Bits;

    #[inline]
    fn constant(&mut self, bits: Bits) -> Bits {
        bits
    }

    #[inline]
    fn apply(&mut self, operator: Operator, operands: &[Bits]) -> Bits {
        operator::evaluate(operator, operands)
    }

    #[inline]
    fn if_then_else(&mut self, condition: &Bits, then: Bits, otherwise: Bits) -> Bits {
        if condition.is_true() { then } else { otherwise }
    }

    #[inline]
    fn known(&self, value: &Bits) -> Option<Bits> {
        Some(*value)
    }

    #[inline]
    fn width(&self, value: &Bits) -> u16 {
        value.width()
    }
}
/// Values are hash-consed terms.
impl Domain for TermStore {
    type Value = Term;

    fn constant(&mut self, bits: Bits) -> Term {
        TermStore::constant(self, bits)
    }

    fn apply(&mut self, operator: Operator, operands: &[Term]) -> Term {
        TermStore::apply(self, operator, operands)
    }

    fn if_then_else(&mut self, condition: &Term, then: Term, otherwise: Term) -> Term {
        TermStore::apply(self, Operator::IfThenElse, &[*condition, then, otherwise])
    }

    fn known(&self, value: &Term) -> Option<Bits> {
        TermStore::known(self, *value)
    }

    fn width(&self, value: &Term) -> u16 {
        TermStore::width(self, *value)
    }
}
