//! Terms as people write formulas: `x!2 + 1 < n`, with names for what has one.
//! Parts that grow long get a name of their own, so that the text is no larger
//! than the term's graph.

use raddle_terms::{Array, ArrayNode, Bits, Node, Operator, Part, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer texts are not repeated inside others.
const LONGEST_INLINE: usize = 60;

/// `name = text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub text: String,
}

#[derive(Default)]
pub struct Expressions {
    /// How each term is written inside others.
    texts: FxHashMap<Term, String>,
    named: FxHashSet<Term>,
    arrays: FxHashSet<Array>,
    parts: u32,
}

impl Expressions {
    /// From now on the term is written like that, unless it has a name already.
    pub fn name(&mut self, terms: &TermStore, term: Term, name: &str) {
        if terms.known(term).is_none() && self.named.insert(term) {
            self.texts.insert(term, name.to_owned());
        }
    }

    /// The text of a term; definitions of parts that it needs come first.
    pub fn text(&mut self, terms: &TermStore, root: Term, out: &mut Vec<Definition>) -> String {
        if let Some(text) = self.texts.get(&root) {
            return text.clone();
        }
        // Operands first; those that have a text are not looked into.
        let mut open = vec![(root, false)];
        while let Some((term, operands_done)) = open.pop() {
            if self.texts.contains_key(&term) {
                continue;
            }
            if operands_done {
                self.add(terms, term, term == root, out);
                continue;
            }
            open.push((term, true));
            if let Node::Select(array, _) = terms.node(term) {
                self.define_arrays(terms, array, term, out);
            }
            open.extend(terms.operands(term).iter().map(|operand| (*operand, false)));
        }
        self.texts.get(&root).cloned().unwrap_or_default()
    }

    fn add(&mut self, terms: &TermStore, term: Term, is_root: bool, out: &mut Vec<Definition>) {
        let text = self.one(terms, term);
        if is_root || text.len() <= LONGEST_INLINE {
            self.texts.insert(term, text);
            return;
        }
        self.parts += 1;
        let name = format!("t{}", self.parts);
        out.push(Definition { name: name.clone(), text });
        self.name(terms, term, &name);
    }

    fn inner(&self, term: Term) -> String {
        self.texts.get(&term).cloned().unwrap_or_else(|| term.to_string())
    }

    /// In brackets where it is not one word.
    fn word(&self, term: Term) -> String {
        let text = self.inner(term);
        if text.contains(' ') { format!("({text})") } else { text }
    }

    fn one(&self, terms: &TermStore, term: Term) -> String {
        match terms.node(term) {
            Node::Constant(value) => constant(value),
            Node::Symbol(symbol) => {
                format!("{}#{}", terms.symbol_name(symbol), symbol.position())
            }
            Node::Select(array, index) => format!("{array}[{}]", self.inner(index)),
            Node::Apply(operator, operands) => match (sign(operator), operands) {
                (Some(sign), [left, right]) => {
                    let logical = terms.width(*left) == 1;
                    let sign = match sign {
                        "&" | "|" if logical => format!("{sign}{sign}"),
                        other => other.to_owned(),
                    };
                    format!("{} {sign} {}", self.word(*left), self.word(*right))
                }
                (_, [operand]) if operator == Operator::Not => {
                    let sign = if terms.width(*operand) == 1 { "!" } else { "~" };
                    format!("{sign}{}", self.word(*operand))
                }
                (_, [condition, then, otherwise]) if operator == Operator::IfThenElse => format!(
                    "{} ? {} : {}",
                    self.word(*condition),
                    self.word(*then),
                    self.word(*otherwise)
                ),
                (_, operands) => {
                    let list: Vec<String> = operands.iter().map(|term| self.inner(*term)).collect();
                    format!("{operator}({})", list.join(", "))
                }
            },
        }
    }

    /// Arrays are defined one by one, oldest first, with everything in them.
    fn define_arrays(
        &mut self,
        terms: &TermStore,
        array: Array,
        select: Term,
        out: &mut Vec<Definition>,
    ) {
        if self.arrays.contains(&array) {
            return;
        }
        for part in terms.reachable_parts(&[select]) {
            match part {
                Part::Term(term) if term != select && !self.texts.contains_key(&term) => {
                    self.add(terms, term, false, out);
                }
                Part::Term(_) => {}
                Part::Array(array) => {
                    if self.arrays.insert(array) {
                        let text = self.array(terms, array);
                        out.push(Definition { name: array.to_string(), text });
                    }
                }
            }
        }
    }

    fn array(&self, terms: &TermStore, array: Array) -> String {
        let inner = |term: Term| self.inner(term);
        match terms.array_node(array) {
            ArrayNode::Table(elements) => {
                let list: Vec<String> = elements.iter().map(|element| inner(*element)).collect();
                format!("{{{}}}", list.join(", "))
            }
            ArrayNode::Uniform(element) => format!("all {}", inner(element)),
            ArrayNode::Store { array, index, value } => {
                format!("{array} with [{}] = {}", inner(index), inner(value))
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                format!("{} ? {then} : {otherwise}", self.word(condition))
            }
            ArrayNode::Fill { array, from, count, value } => {
                let (from, count, value) = (inner(from), inner(count), inner(value));
                format!("{array} with {count} elements from [{from}] = {value}")
            }
            ArrayNode::Copy { target, to, source, from, count } => {
                let (to, from, count) = (inner(to), inner(from), inner(count));
                format!("{target} with {count} elements from [{to}] = {source} from [{from}]")
            }
        }
    }
}

/// Truth values by name, numbers as `int` would show them.
pub fn constant(value: Bits) -> String {
    match value.width() {
        1 => value.is_true().to_string(),
        width if width <= 64 => {
            let shift = 64 - u32::from(width);
            (((value.low64() << shift) as i64) >> shift).to_string()
        }
        _ => value.to_string(),
    }
}

/// How an operator is written between its operands; a `u` marks unsigned ones.
fn sign(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::UnsignedDivide => "/u",
        Operator::SignedDivide => "/",
        Operator::UnsignedRemainder => "%u",
        Operator::SignedRemainder => "%",
        Operator::And => "&",
        Operator::Or => "|",
        Operator::Xor => "^",
        Operator::ShiftLeft => "<<",
        Operator::LogicalShiftRight => ">>u",
        Operator::ArithmeticShiftRight => ">>",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::UnsignedLess => "<u",
        Operator::UnsignedLessOrEqual => "<=u",
        Operator::SignedLess => "<",
        Operator::SignedLessOrEqual => "<=",
        Operator::Unary(_)
        | Operator::Overflow(_)
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
        | Operator::FloatBinary(..)
        | Operator::FloatUnary(..)
        | Operator::FloatCompare(..)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_terms_and_long_parts_get_one() {
        let mut terms = TermStore::new();
        let x = terms.symbol("x", 32);
        let one = terms.constant(Bits::new(1, 32));
        let sum = terms.apply(Operator::Add, &[x, one]);
        let mut expressions = Expressions::default();
        let mut parts = Vec::new();
        assert_eq!(expressions.text(&terms, sum, &mut parts), "x#0 + 1");
        expressions.name(&terms, sum, "y!1");
        let twice = terms.apply(Operator::Multiply, &[sum, x]);
        assert_eq!(expressions.text(&terms, twice, &mut parts), "x#0 * y!1");
        assert!(parts.is_empty());
        let mut long = twice;
        for name in ["a_rather_long_name", "another_rather_long_name"] {
            let other = terms.symbol(name, 32);
            let quotient = terms.apply(Operator::UnsignedDivide, &[long, other]);
            long = terms.apply(Operator::UnsignedDivide, &[other, quotient]);
        }
        let text = expressions.text(&terms, long, &mut parts);
        assert_eq!(parts.len(), 1, "{parts:?}");
        assert!(text.contains("t1"), "{text}");
    }

    #[test]
    fn numbers_are_signed_and_truth_has_a_name() {
        assert_eq!(constant(Bits::new(0xff, 8)), "-1");
        assert_eq!(constant(Bits::boolean(true)), "true");
    }
}
