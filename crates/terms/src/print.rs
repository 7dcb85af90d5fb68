//! Terms as text.
//!
//! A term is printed as `add(x, 5:i32)`. Parts that are used more than once, or
//! are long, come first, on lines of their own: `t7 = ...`; so the text is no
//! larger than the term's graph.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use crate::TermStore;
use crate::term::{Node, Term};

/// Longer texts are not repeated inside others.
const LONGEST_INLINE: usize = 120;

/// A term to be printed; see [`TermStore::display`].
pub struct Printed<'store> {
    store: &'store TermStore,
    root: Term,
}

impl TermStore {
    pub fn display(&self, term: Term) -> Printed<'_> {
        Printed { store: self, root: term }
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.store.reachable(&[self.root]);
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for operand in order.iter().flat_map(|term| self.store.operands(*term)) {
            *uses.entry(*operand).or_default() += 1;
        }
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        for term in order {
            let text = self.text(term, &texts)?;
            let shared = uses.get(&term).copied().unwrap_or(0) > 1;
            let is_application = self.store.operator(term).is_some();
            if term == self.root {
                return f.write_str(&text);
            } else if is_application && (shared || text.len() > LONGEST_INLINE) {
                writeln!(f, "{term} = {text}")?;
                texts.insert(term, term.to_string());
            } else {
                texts.insert(term, text);
            }
        }
        Ok(())
    }
}

impl Printed<'_> {
    /// The text of one node, given those of its operands.
    fn text(&self, term: Term, texts: &FxHashMap<Term, String>) -> Result<String, fmt::Error> {
        let (operator, operands) = match self.store.node(term) {
            Node::Constant(value) => return Ok(value.to_string()),
            Node::Symbol(symbol) => return Ok(self.store.symbol_name(symbol).to_owned()),
            Node::Apply(operator, operands) => (operator, operands),
        };
        let mut text = operator.to_string();
        for (position, operand) in operands.iter().enumerate() {
            text.push_str(if position == 0 { "(" } else { ", " });
            match texts.get(operand) {
                Some(inner) => text.push_str(inner),
                None => write!(text, "{operand}")?,
            }
        }
        text.push(')');
        Ok(text)
    }
}
