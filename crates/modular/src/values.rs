//! The domain of values: a term over symbols, and a range for each symbol.
//!
//! Equal terms are equal values, whatever they are; what a term can be is computed from what
//! its symbols can be. A condition that holds on a way is told to the symbols in it. So
//! a register that was loaded, and the memory it was loaded from, learn of each other's tests.
//!
//! A symbol is made anew whenever a value is met that nothing is known of, and stands for one
//! value in each execution. Where ways meet, `merge.rs` gives names to pairs of values.

use raddle_passes::PointerLayout;
use raddle_semantics::Domain;
use raddle_terms::term::Node;
use raddle_terms::{Bits, Operator, Term, TermStore};
use rustc_hash::FxHashMap;

use crate::range::Range;

/// What each symbol can be; one that is not there can be anything.
pub type Ranges = FxHashMap<Term, Range>;

/// Deeper terms are forgotten for what they can be, so that loops do not grow them for ever.
const DEEPEST_TERM: u8 = 12;

pub struct Values {
    pub terms: TermStore,
    pub layout: PointerLayout,
    /// Of the state that is worked on.
    pub ranges: Ranges,
    depths: Vec<u8>,
}

impl Values {
    pub fn new(layout: PointerLayout) -> Values {
        let (terms, ranges, depths) = (TermStore::new(), Ranges::default(), Vec::new());
        Values { terms, layout, ranges, depths }
    }

    /// A term for some value in a range.
    pub fn some(&mut self, range: Range) -> Term {
        match range.known() {
            Some(bits) => self.terms.constant(bits),
            None => {
                let symbol = self.terms.fresh("v", range.width());
                if !range.is_any() {
                    self.ranges.insert(symbol, range);
                }
                symbol
            }
        }
    }

    pub fn any(&mut self, width: u16) -> Term {
        self.terms.fresh("v", width)
    }

    pub fn range(&self, term: Term) -> Range {
        self.range_under(&self.ranges, term)
    }

    /// What a term can be where its symbols can be this.
    pub fn range_under(&self, ranges: &Ranges, term: Term) -> Range {
        match self.terms.node(term) {
            Node::Constant(bits) => Range::constant(bits),
            Node::Symbol(_) => match ranges.get(&term) {
                Some(range) => range.clone(),
                None => Range::any(self.terms.width(term)),
            },
            Node::Apply(operator, operands) => {
                let operands: Vec<Range> =
                    operands.iter().map(|operand| self.range_under(ranges, *operand)).collect();
                self.apply_to_ranges(operator, &operands)
            }
            Node::Select(..) => Range::any(self.terms.width(term)),
        }
    }

    fn apply_to_ranges(&self, operator: Operator, operands: &[Range]) -> Range {
        let operands: Vec<&Range> = operands.iter().collect();
        if let [left, right] = operands.as_slice()
            && different_objects(left, right)
        {
            if operator == Operator::Equal {
                return Range::boolean(true, false);
            }
            if operator == Operator::NotEqual {
                return Range::boolean(false, true);
            }
        }
        crate::range::apply(&self.layout, operator, &operands)
    }

    /// Takes a condition for true or false from here on; whether that is possible.
    pub fn learn(&mut self, condition: Term, truth: bool) -> bool {
        let range = Range::constant(Bits::boolean(truth));
        self.restrict(condition, &range)
    }

    /// Takes a value to lie in a range; whether that is possible.
    pub fn restrict(&mut self, term: Term, to: &Range) -> bool {
        let now = self.range(term).meet_in(&self.layout, to);
        if now.is_empty() {
            return false;
        }
        match self.terms.node(term) {
            Node::Constant(_) | Node::Select(..) => true,
            Node::Symbol(_) => {
                self.ranges.insert(term, now);
                true
            }
            Node::Apply(operator, operands) => {
                let operands = operands.to_vec();
                self.restrict_operands(operator, &operands, &now)
            }
        }
    }

    fn restrict_operands(&mut self, operator: Operator, operands: &[Term], to: &Range) -> bool {
        for position in 0..operands.len() {
            let ranges: Vec<Range> = operands.iter().map(|operand| self.range(*operand)).collect();
            let ranges: Vec<&Range> = ranges.iter().collect();
            let narrowed = crate::range::backward(&self.layout, operator, &ranges, position, to);
            if narrowed.is_empty() {
                return false;
            }
            if narrowed != *ranges[position] && !self.restrict(operands[position], &narrowed) {
                return false;
            }
        }
        true
    }

    fn depth(&mut self, term: Term) -> u8 {
        if let Some(depth) = self.depths.get(term.position())
            && *depth != 0
        {
            return *depth;
        }
        let operands = match self.terms.node(term) {
            Node::Apply(_, operands) => operands.to_vec(),
            Node::Constant(_) | Node::Symbol(_) | Node::Select(..) => Vec::new(),
        };
        let deepest = operands.into_iter().map(|operand| self.depth(operand)).max().unwrap_or(0);
        let depth = deepest.saturating_add(1);
        if self.depths.len() <= term.position() {
            self.depths.resize(term.position() + 1, 0);
        }
        self.depths[term.position()] = depth;
        depth
    }
}

/// Whether two values point into objects of different classes. (No two live objects have one
/// number, and that of a dead one is not used again while anything names it.)
fn different_objects(left: &Range, right: &Range) -> bool {
    let is_pointer = |range: &Range| range.numbers().is_empty() && !range.pointers().is_empty();
    is_pointer(left)
        && is_pointer(right)
        && left
            .pointers()
            .iter()
            .all(|(base, _)| right.pointers().iter().all(|(other, _)| base != other))
}

impl Domain for Values {
    type Value = Term;

    fn constant(&mut self, bits: Bits) -> Term {
        self.terms.constant(bits)
    }

    fn apply(&mut self, operator: Operator, operands: &[Term]) -> Term {
        let term = self.terms.apply(operator, operands);
        if self.depth(term) <= DEEPEST_TERM {
            return term;
        }
        let range = self.range(term);
        self.some(range)
    }

    fn if_then_else(&mut self, condition: &Term, then: Term, otherwise: Term) -> Term {
        self.apply(Operator::IfThenElse, &[*condition, then, otherwise])
    }

    fn known(&self, value: &Term) -> Option<Bits> {
        self.range(*value).known()
    }

    fn width(&self, value: &Term) -> u16 {
        self.terms.width(*value)
    }
}
