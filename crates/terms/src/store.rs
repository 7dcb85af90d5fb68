//! The store of hash-consed terms.
//!
//! Every application of an operator is folded if its operands are known (by the
//! one implementation of the operators), else rewritten by the rules of
//! `rewrite/mod.rs`, else interned. What an application became is remembered, so
//! that asking twice costs one look-up.

use rustc_hash::FxHashMap;

use crate::array::{Array, Arrays, Part};
use crate::operator::evaluate;
use crate::rewrite;
use crate::term::{Application, MAX_ARITY, Node, SymbolId, Term};
use crate::{Bits, Operator};

/// Rules apply operators, which applies rules. Deeper than this an application
/// is only folded: the result is as correct, and the stack stays small.
const MAX_REWRITING_DEPTH: u32 = 100;

/// Trees of if-then-else with more constants at their leaves are opaque to the
/// rules.
const MAX_LEAVES: u8 = 8;

#[derive(Clone, Copy, Debug)]
enum Shape {
    Constant(Bits),
    Symbol(SymbolId),
    Apply(Application),
    Select(Array, Term),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    shape: Shape,
    width: u16,
    /// The constants at the leaves, if the term is a constant or a small tree
    /// of if-then-else over constants; else 0.
    leaves: u8,
}

#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    term: Term,
}

/// All terms of one analysis.
#[derive(Clone, Debug, Default)]
pub struct TermStore {
    entries: Vec<Entry>,
    symbols: Vec<Symbol>,
    constants: FxHashMap<Bits, Term>,
    named: FxHashMap<(String, u16), Term>,
    /// What each application became: itself, or what it was rewritten to.
    applied: FxHashMap<Application, Term>,
    pub(crate) arrays: Arrays,
    /// What each `select` became.
    pub(crate) selected: FxHashMap<(Array, Term), Term>,
    rewriting_depth: u32,
}

impl TermStore {
    pub fn new() -> TermStore {
        TermStore::default()
    }

    /// The number of terms made so far.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn constant(&mut self, value: Bits) -> Term {
        if let Some(term) = self.constants.get(&value) {
            return *term;
        }
        let term = self.push(Shape::Constant(value), value.width(), 1);
        self.constants.insert(value, term);
        term
    }

    pub fn boolean(&mut self, value: bool) -> Term {
        self.constant(Bits::boolean(value))
    }

    /// The symbol of this name and width: one and the same, however often asked.
    pub fn symbol(&mut self, name: &str, width: u16) -> Term {
        let key = (name.to_owned(), width);
        if let Some(term) = self.named.get(&key) {
            return *term;
        }
        let term = self.fresh(name, width);
        self.named.insert(key, term);
        term
    }

    /// A symbol unlike every other; the name is only for reading.
    pub fn fresh(&mut self, name: &str, width: u16) -> Term {
        let symbol = SymbolId(self.symbols.len() as u32);
        let term = self.push(Shape::Symbol(symbol), width, 0);
        self.symbols.push(Symbol { name: name.to_owned(), term });
        term
    }

    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len() as u32).map(SymbolId)
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.position()].name
    }

    pub fn symbol_term(&self, symbol: SymbolId) -> Term {
        self.symbols[symbol.position()].term
    }

    /// The term for the operator applied to the operands, whose count and widths
    /// must fit it ([`Operator::result_width`]).
    pub fn apply(&mut self, operator: Operator, operands: &[Term]) -> Term {
        let Some(application) = Application::new(operator, operands) else {
            debug_assert!(false, "{operator} applied to {} operands", operands.len());
            return self.boolean(false);
        };
        self.apply_once(application)
    }

    pub(crate) fn apply_once(&mut self, application: Application) -> Term {
        if let Some(term) = self.applied.get(&application) {
            return *term;
        }
        let term = if let Some(value) = self.folded(&application) {
            self.constant(value)
        } else if let Some(term) = self.rewritten(&application) {
            term
        } else {
            self.intern(application)
        };
        self.applied.insert(application, term);
        term
    }

    fn folded(&self, application: &Application) -> Option<Bits> {
        let operands = application.operands();
        let mut values = [Bits::zero(1); MAX_ARITY];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = self.known(*operand)?;
        }
        let values = values.get(..operands.len())?;
        Some(evaluate(application.operator, values))
    }

    fn rewritten(&mut self, application: &Application) -> Option<Term> {
        self.deeper(|store| rewrite::rewrite(store, application)).flatten()
    }

    /// Does what may need rules within rules, unless that goes too deep already.
    pub(crate) fn deeper<R>(&mut self, action: impl FnOnce(&mut TermStore) -> R) -> Option<R> {
        if self.rewriting_depth >= MAX_REWRITING_DEPTH {
            return None;
        }
        self.rewriting_depth += 1;
        let result = action(self);
        self.rewriting_depth -= 1;
        Some(result)
    }

    fn intern(&mut self, application: Application) -> Term {
        let mut widths = [0; MAX_ARITY];
        let operands = application.operands();
        for (width, operand) in widths.iter_mut().zip(operands) {
            *width = self.width(*operand);
        }
        let widths = widths.get(..operands.len()).unwrap_or(&[]);
        let width = application.operator.result_width(widths);
        debug_assert!(width.is_ok(), "{width:?}");
        let leaves = self.leaves_of(&application);
        self.push(Shape::Apply(application), width.unwrap_or(1), leaves)
    }

    fn leaves_of(&self, application: &Application) -> u8 {
        if application.operator != Operator::IfThenElse {
            return 0;
        }
        let [_, then, otherwise] = application.padded();
        match (self.leaves(then), self.leaves(otherwise)) {
            (0, _) | (_, 0) => 0,
            // Neither is above the limit, so the sum is far from overflowing.
            (left, right) if left + right <= MAX_LEAVES => left + right,
            _ => 0,
        }
    }

    /// Memory ends long before the numbers do.
    fn push(&mut self, shape: Shape, width: u16, leaves: u8) -> Term {
        let term = Term(self.entries.len() as u32);
        self.entries.push(Entry { shape, width, leaves });
        term
    }

    /// For `select`, which looks for anything simpler first.
    pub(crate) fn push_select(&mut self, array: Array, index: Term, width: u16) -> Term {
        self.push(Shape::Select(array, index), width, 0)
    }

    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.apply(Operator::IfThenElse, &[condition, then, otherwise])
    }

    pub fn and(&mut self, left: Term, right: Term) -> Term {
        self.apply(Operator::And, &[left, right])
    }

    pub fn or(&mut self, left: Term, right: Term) -> Term {
        self.apply(Operator::Or, &[left, right])
    }

    pub fn not(&mut self, operand: Term) -> Term {
        self.apply(Operator::Not, &[operand])
    }

    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        self.apply(Operator::Equal, &[left, right])
    }

    /// The value of a constant.
    #[inline]
    pub fn known(&self, term: Term) -> Option<Bits> {
        match self.entries[term.position()].shape {
            Shape::Constant(value) => Some(value),
            Shape::Symbol(_) | Shape::Apply(_) | Shape::Select(..) => None,
        }
    }

    #[inline]
    pub fn width(&self, term: Term) -> u16 {
        self.entries[term.position()].width
    }

    #[inline]
    pub fn node(&self, term: Term) -> Node<'_> {
        match &self.entries[term.position()].shape {
            Shape::Constant(value) => Node::Constant(*value),
            Shape::Symbol(symbol) => Node::Symbol(*symbol),
            Shape::Apply(application) => Node::Apply(application.operator, application.operands()),
            Shape::Select(array, index) => Node::Select(*array, *index),
        }
    }

    /// The operator of an application.
    #[inline]
    pub fn operator(&self, term: Term) -> Option<Operator> {
        match self.node(term) {
            Node::Apply(operator, _) => Some(operator),
            Node::Constant(_) | Node::Symbol(_) | Node::Select(..) => None,
        }
    }

    /// The operands of an application; none of a constant or a symbol; of a
    /// `select` only the index, since its array is no term.
    #[inline]
    pub fn operands(&self, term: Term) -> &[Term] {
        match &self.entries[term.position()].shape {
            Shape::Apply(application) => application.operands(),
            Shape::Select(_, index) => std::slice::from_ref(index),
            Shape::Constant(_) | Shape::Symbol(_) => &[],
        }
    }

    #[inline]
    pub(crate) fn leaves(&self, term: Term) -> u8 {
        self.entries[term.position()].leaves
    }

    /// Every term that these are made of, also through arrays; operands before
    /// their users.
    pub fn reachable(&self, roots: &[Term]) -> Vec<Term> {
        let parts = self.reachable_parts(roots).into_iter();
        parts
            .filter_map(|part| match part {
                Part::Term(term) => Some(term),
                Part::Array(_) => None,
            })
            .collect()
    }
}
