//! Terms as SMT-LIB 2 text.
//!
//! Symbols are declared, and whatever is used more than once or is long is
//! defined under a name of its own, operands before their users, so that the
//! text is no larger than the graph of the terms. A printer remembers what it
//! has declared and defined: what it writes next stands on that, as an
//! incremental solver wants it. The text depends on the terms alone.
//!
//! | name | what |
//! |---|---|
//! | <code>\|x!3\|</code> | the symbol number 3, called `x` in the program |
//! | `t7` | the term of that name in other prints |
//! | `a5` | an array |
//!
//! An array is one of the theory if it can be: stores and choices, and tables,
//! as declared arrays with one assertion an element. Fills and copies, for which
//! the theory has no word, become functions from an index to an element, and so
//! does what stands on them; a solver unfolds those at each `select`. So do long
//! arrays of equal elements: `as const` is an extension that z3 does not have in
//! these logics. Elements and indices of the theory's arrays are bit-vectors
//! also at width 1.

use std::fmt::Write;

use raddle_terms::{
    Array, ArrayNode, ArraySort, Bits, Node, Operator, Part, SymbolId, Term, TermStore,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::operators::{self, Meaning, Operand, number, sort};

/// Longer texts are not repeated inside others.
const LONGEST_INLINE: usize = 120;

/// Longer names of symbols are cut: only the number makes them unique.
const LONGEST_NAME: usize = 60;

/// Longer arrays of equal elements are functions.
const LONGEST_UNIFORM: u64 = 1024;

/// What may be said about a term: a line above its definition.
pub type Comments<'a> = &'a dyn Fn(Term) -> Option<String>;

#[derive(Default)]
pub(super) struct Printer {
    /// What has a name that can be used.
    named: FxHashSet<Part>,
    /// The arrays that are written as functions.
    functions: FxHashSet<Array>,
    /// Those declared, in that order.
    symbols: Vec<SymbolId>,
    theories: Theories,
}

/// What a text needs beyond bit-vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Theories {
    pub(super) arrays: bool,
    pub(super) floats: bool,
}

impl Theories {
    pub(super) fn with(self, other: Theories) -> Theories {
        Theories { arrays: self.arrays || other.arrays, floats: self.floats || other.floats }
    }

    pub(super) fn logic(self) -> &'static str {
        match (self.arrays, self.floats) {
            (false, false) => "QF_BV",
            (true, false) => "QF_AUFBV",
            (false, true) => "QF_BVFP",
            (true, true) => "QF_AUFBVFP",
        }
    }
}

/// What is being written now.
struct Page<'a> {
    terms: &'a TermStore,
    comments: Comments<'a>,
    /// Texts of terms without a name.
    texts: FxHashMap<Term, String>,
    uses: FxHashMap<Part, u32>,
    out: &'a mut String,
}

impl Printer {
    /// Writes what the roots need to `out`; gives the texts of the roots. After
    /// an error, which names what has no SMT-LIB form, what was written is
    /// still good, and remembered.
    pub(super) fn write(
        &mut self,
        terms: &TermStore,
        roots: &[Term],
        comments: Comments<'_>,
        out: &mut String,
    ) -> Result<Vec<String>, String> {
        let order = self.order(terms, roots);
        let uses = uses(terms, roots, &order);
        let mut page = Page { terms, comments, texts: FxHashMap::default(), uses, out };
        for part in order {
            match part {
                Part::Term(term) => self.term(&mut page, term)?,
                Part::Array(array) => self.array(&mut page, array),
            }
        }
        Ok(roots.iter().map(|root| self.text(&page, *root)).collect())
    }

    pub(super) fn symbols(&self) -> &[SymbolId] {
        &self.symbols
    }

    pub(super) fn theories(&self) -> Theories {
        self.theories
    }

    /// Everything without a name that the roots are made of, parts before what
    /// is made of them.
    fn order(&self, terms: &TermStore, roots: &[Term]) -> Vec<Part> {
        let mut seen: FxHashSet<Part> = FxHashSet::default();
        let mut order = Vec::new();
        let mut open: Vec<(Part, bool)> =
            roots.iter().rev().map(|root| (Part::Term(*root), false)).collect();
        while let Some((part, complete)) = open.pop() {
            if complete {
                order.push(part);
            } else if !self.named.contains(&part) && seen.insert(part) {
                open.push((part, true));
                let start = open.len();
                for_each_part(terms, part, |inner| open.push((inner, false)));
                if let Some(inner) = open.get_mut(start..) {
                    inner.reverse();
                }
            }
        }
        order
    }

    fn text(&self, page: &Page<'_>, term: Term) -> String {
        match page.terms.node(term) {
            Node::Constant(value) => operators::constant(value),
            Node::Symbol(symbol) => symbol_name(page.terms, symbol),
            Node::Apply(..) | Node::Select(..) => match page.texts.get(&term) {
                Some(text) => text.clone(),
                None => term.to_string(),
            },
        }
    }

    fn operand(&self, page: &Page<'_>, term: Term) -> Operand {
        Operand { text: self.text(page, term), width: page.terms.width(term) }
    }

    fn term(&mut self, page: &mut Page<'_>, term: Term) -> Result<(), String> {
        let width = page.terms.width(term);
        let meaning = match page.terms.node(term) {
            Node::Constant(_) => return Ok(()),
            Node::Symbol(symbol) => {
                let name = symbol_name(page.terms, symbol);
                line(page, Some(term), format_args!("(declare-const {name} {})", sort(width)));
                self.symbols.push(symbol);
                self.named.insert(Part::Term(term));
                return Ok(());
            }
            Node::Apply(operator, operands) => {
                let operands: Vec<Operand> =
                    operands.iter().map(|operand| self.operand(page, *operand)).collect();
                operators::meaning(operator, &operands, &term.to_string())?
            }
            Node::Select(array, index) => {
                let index = self.operand(page, index).bits();
                Meaning::Expression(self.bounded(page.terms, array, &index))
            }
        };
        let commented = (page.comments)(term).is_some();
        let shared = page.uses.get(&Part::Term(term)).is_some_and(|uses| *uses > 1);
        match meaning {
            Meaning::Expression(text) => {
                self.theories.floats |= converts_float(page.terms, term);
                if !(shared || commented || text.len() > LONGEST_INLINE) {
                    page.texts.insert(term, text);
                    return Ok(());
                }
                let sort = sort(width);
                line(page, Some(term), format_args!("(define-fun {term} () {sort} {text})"));
            }
            Meaning::Constraint(condition) => {
                self.theories.floats = true;
                line(page, Some(term), format_args!("(declare-const {term} {})", sort(width)));
                line(page, None, format_args!("(assert {condition})"));
            }
        }
        self.named.insert(Part::Term(term));
        Ok(())
    }

    fn array(&mut self, page: &mut Page<'_>, array: Array) {
        self.theories.arrays = true;
        self.named.insert(Part::Array(array));
        let node = page.terms.array_node(array);
        let sort = page.terms.array_sort(array);
        if self.is_function(node, sort.length) {
            self.functions.insert(array);
            return self.function(page, array, node);
        }
        let sort_text =
            format!("(Array (_ BitVec {}) (_ BitVec {}))", sort.index_width, sort.element_width);
        let bits = |term: Term| self.operand(page, term).bits();
        let text = match node {
            ArrayNode::Table(elements) => return self.table(page, array, &sort_text, elements),
            ArrayNode::Uniform(element) => {
                let elements = vec![element; usize::try_from(sort.length).unwrap_or(0)];
                return self.table(page, array, &sort_text, &elements);
            }
            ArrayNode::Store { array, index, value } => {
                format!("(store {array} {} {})", bits(index), bits(value))
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                format!("(ite {} {then} {otherwise})", self.text(page, condition))
            }
            // These are functions.
            ArrayNode::Fill { array, .. } | ArrayNode::Copy { target: array, .. } => {
                array.to_string()
            }
        };
        line(page, None, format_args!("(define-fun {array} () {sort_text} {text})"));
    }

    fn is_function(&self, node: ArrayNode<'_>, length: u64) -> bool {
        match node {
            ArrayNode::Table(_) => false,
            ArrayNode::Uniform(_) => length > LONGEST_UNIFORM,
            ArrayNode::Store { array, .. } => self.functions.contains(&array),
            ArrayNode::IfThenElse { then, otherwise, .. } => {
                self.functions.contains(&then) || self.functions.contains(&otherwise)
            }
            ArrayNode::Fill { .. } | ArrayNode::Copy { .. } => true,
        }
    }

    fn table(&self, page: &mut Page<'_>, array: Array, sort_text: &str, elements: &[Term]) {
        let index_width = page.terms.array_sort(array).index_width;
        line(page, None, format_args!("(declare-const {array} {sort_text})"));
        for (position, element) in elements.iter().enumerate() {
            let index = number(position as u128, index_width);
            let element = self.operand(page, *element).bits();
            line(page, None, format_args!("(assert (= (select {array} {index}) {element}))"));
        }
    }

    /// The array as a function of an index `i`, a bit-vector.
    fn function(&self, page: &mut Page<'_>, array: Array, node: ArrayNode<'_>) {
        let terms = page.terms;
        let text = |term: Term| self.text(page, term);
        let bits = |term: Term| self.operand(page, term).bits();
        let within = |start: Term, count: Term| {
            let (start, count) = (bits(start), bits(count));
            format!("(and (bvule {start} i) (bvult (bvsub i {start}) {count}))")
        };
        let body = match node {
            ArrayNode::Table(_) => return,
            ArrayNode::Uniform(element) => text(element),
            ArrayNode::Store { array, index, value } => {
                let below = self.element(terms, array, "i");
                format!("(ite (= i {}) {} {below})", bits(index), text(value))
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                let (then, otherwise) =
                    (self.element(terms, then, "i"), self.element(terms, otherwise, "i"));
                format!("(ite {} {then} {otherwise})", text(condition))
            }
            ArrayNode::Fill { array, from, count, value } => {
                let below = self.element(terms, array, "i");
                format!("(ite {} {} {below})", within(from, count), text(value))
            }
            ArrayNode::Copy { target, to, source, from, count } => {
                let read = format!("(bvadd (bvsub i {}) {})", bits(to), bits(from));
                let copied = self.bounded(terms, source, &read);
                let below = self.element(terms, target, "i");
                format!("(ite {} {copied} {below})", within(to, count))
            }
        };
        let ArraySort { index_width, element_width, .. } = terms.array_sort(array);
        let result = sort(element_width);
        line(
            page,
            None,
            format_args!("(define-fun {array} ((i (_ BitVec {index_width}))) {result} {body})"),
        );
    }

    /// The element at an index that the array has.
    fn element(&self, terms: &TermStore, array: Array, index: &str) -> String {
        if self.functions.contains(&array) {
            format!("({array} {index})")
        } else if terms.array_sort(array).element_width == 1 {
            format!("(= (select {array} {index}) #b1)")
        } else {
            format!("(select {array} {index})")
        }
    }

    /// The element at any index: beyond the length there are zeros.
    fn bounded(&self, terms: &TermStore, array: Array, index: &str) -> String {
        let sort = terms.array_sort(array);
        if sort.covers_all_indices() {
            return self.element(terms, array, index);
        }
        let length = number(sort.length.into(), sort.index_width);
        let zero = operators::constant(Bits::zero(sort.element_width));
        let element = self.element(terms, array, "i");
        format!("(let ((i {index})) (ite (bvult i {length}) {element} {zero}))")
    }
}

/// The only expressions that use the theory of floating point.
fn converts_float(terms: &TermStore, term: Term) -> bool {
    matches!(
        terms.operator(term),
        Some(Operator::FloatToSigned { .. } | Operator::FloatToUnsigned { .. })
    )
}

fn for_each_part(terms: &TermStore, part: Part, mut action: impl FnMut(Part)) {
    match part {
        Part::Term(term) => {
            terms.operands(term).iter().for_each(|operand| action(Part::Term(*operand)));
            if let Node::Select(array, _) = terms.node(term) {
                action(Part::Array(array));
            }
        }
        Part::Array(array) => {
            let node = terms.array_node(array);
            node.terms().for_each(|term| action(Part::Term(term)));
            node.arrays().for_each(|array| action(Part::Array(array)));
        }
    }
}

fn uses(terms: &TermStore, roots: &[Term], order: &[Part]) -> FxHashMap<Part, u32> {
    let mut uses: FxHashMap<Part, u32> = FxHashMap::default();
    let mut count = |part: Part| *uses.entry(part).or_default() += 1;
    roots.iter().for_each(|root| count(Part::Term(*root)));
    order.iter().for_each(|part| for_each_part(terms, *part, &mut count));
    uses
}

fn line(page: &mut Page<'_>, about: Option<Term>, text: std::fmt::Arguments<'_>) {
    if let Some(comment) = about.and_then(page.comments) {
        comment_lines(page.out, &comment);
    }
    let _ = writeln!(page.out, "{text}"); // Strings take everything.
}

/// The text as lines of comment.
pub(super) fn comment_lines(out: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "; {line}");
    }
}

/// `|x!3|`: readable, and unique by its number.
pub(super) fn symbol_name(terms: &TermStore, symbol: SymbolId) -> String {
    let shown = |character: char| match character {
        '|' | '\\' => '_',
        _ if character.is_ascii_graphic() || character == ' ' => character,
        _ => '_',
    };
    let name: String = terms.symbol_name(symbol).chars().take(LONGEST_NAME).map(shown).collect();
    // A leading `@` or `.` is reserved to solvers.
    let mark = if name.starts_with(['@', '.']) { "_" } else { "" };
    format!("|{mark}{name}!{}|", symbol.position())
}
