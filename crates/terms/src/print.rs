//! Terms as text.
//!
//! A term is printed as `add(x, 5:i32)`. Parts that are used more than once, or
//! are long, come first, on lines of their own: `t7 = ...`; so the text is no
//! larger than the term's graph. Arrays always have lines of their own:
//! `a2 = store(a1, i, v)`; equal elements of a table that follow each other are
//! one with a count, `0:i8 * 16`.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use crate::term::{Node, Term};
use crate::{Array, ArrayNode, Part, TermStore};

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

/// The texts of terms that others are made of.
type Texts = FxHashMap<Term, String>;

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.store.reachable_parts(&[self.root]);
        let uses = self.uses(&order);
        let mut texts = Texts::default();
        for part in order {
            let term = match part {
                Part::Term(term) => term,
                Part::Array(array) => {
                    writeln!(f, "{array} = {}", self.array_text(array, &texts)?)?;
                    continue;
                }
            };
            let text = self.text(term, &texts)?;
            let shared = uses.get(&term).copied().unwrap_or(0) > 1;
            let is_leaf = self.store.operands(term).is_empty();
            if term == self.root {
                return f.write_str(&text);
            } else if !is_leaf && (shared || text.len() > LONGEST_INLINE) {
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
    /// How often each term stands in another part.
    fn uses(&self, order: &[Part]) -> FxHashMap<Term, u32> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut count = |term: Term| *uses.entry(term).or_default() += 1;
        for part in order {
            match *part {
                Part::Term(term) => self.store.operands(term).iter().copied().for_each(&mut count),
                Part::Array(array) => self.store.array_node(array).terms().for_each(&mut count),
            }
        }
        uses
    }

    /// The text of one node, given those of its operands.
    fn text(&self, term: Term, texts: &Texts) -> Result<String, fmt::Error> {
        let (mut text, operands) = match self.store.node(term) {
            Node::Constant(value) => return Ok(value.to_string()),
            Node::Symbol(symbol) => return Ok(self.store.symbol_name(symbol).to_owned()),
            Node::Apply(operator, operands) => (format!("{operator}("), operands),
            Node::Select(array, index) => {
                return Ok(format!("select({array}, {})", inner(index, texts)));
            }
        };
        for (position, operand) in operands.iter().enumerate() {
            if position > 0 {
                text.push_str(", ");
            }
            text.push_str(&inner(*operand, texts));
        }
        text.push(')');
        Ok(text)
    }

    fn array_text(&self, array: Array, texts: &Texts) -> Result<String, fmt::Error> {
        let inner = |term: Term| inner(term, texts);
        Ok(match self.store.array_node(array) {
            ArrayNode::Table(elements) => {
                let mut text = String::from("table");
                for (position, run) in elements.chunk_by(Term::eq).enumerate() {
                    let Some(element) = run.first() else { continue };
                    text.push_str(if position == 0 { "(" } else { ", " });
                    text.push_str(&inner(*element));
                    if run.len() > 1 {
                        write!(text, " * {}", run.len())?;
                    }
                }
                text.push(')');
                text
            }
            ArrayNode::Uniform(element) => {
                format!("uniform({} * {})", inner(element), self.store.array_sort(array).length)
            }
            ArrayNode::Store { array, index, value } => {
                format!("store({array}, {}, {})", inner(index), inner(value))
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                format!("if_then_else({}, {then}, {otherwise})", inner(condition))
            }
            ArrayNode::Fill { array, from, count, value } => {
                format!("fill({array}, {}, {}, {})", inner(from), inner(count), inner(value))
            }
            ArrayNode::Copy { target, to, source, from, count } => {
                let (to, from, count) = (inner(to), inner(from), inner(count));
                format!("copy({target}, {to}, {source}, {from}, {count})")
            }
        })
    }
}

fn inner(term: Term, texts: &Texts) -> String {
    texts.get(&term).cloned().unwrap_or_else(|| term.to_string())
}
