//! Which values memory that threads share can have at all: found by running the
//! threads again and again, each time with what was written the last time, until
//! nothing is new. Then whatever a read gets is among these values, by induction
//! over any execution.

use raddle_passes::PointerLayout;
use raddle_terms::{Bits, Node, Operator, Term, TermStore};
use rustc_hash::FxHashMap;

use super::events::Span;
use crate::budgets::{MOST_NUMBERS, MOST_POINTERS, MOST_VALUE_PARTS};
use crate::schedule::ThreadNumber;
use crate::symbolic::memory::address::known_zeros;

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ValueSet {
    pub constants: Vec<Bits>,
    /// Pointers to anywhere in these objects, with so many zeros at the low end of the
    /// offset.
    pub objects: Vec<(u32, u32)>,
    pub is_any: bool,
}

impl ValueSet {
    pub fn any() -> ValueSet {
        ValueSet { is_any: true, ..ValueSet::default() }
    }

    /// The only value.
    pub fn single(&self) -> Option<Bits> {
        match (self.constants.as_slice(), self.objects.is_empty(), self.is_any) {
            ([only], true, false) => Some(*only),
            _ => None,
        }
    }

    /// Whether something is new.
    pub fn add(&mut self, layout: &PointerLayout, other: &ValueSet) -> bool {
        if self.is_any {
            return false;
        }
        let before = (self.constants.len(), self.objects.len());
        for constant in &other.constants {
            if !self.constants.contains(constant) {
                self.constants.push(*constant);
            }
        }
        let mut is_coarser = false;
        for (object, zeros) in &other.objects {
            match self.objects.iter_mut().find(|(known, _)| known == object) {
                Some((_, known)) => {
                    is_coarser |= zeros < known;
                    *known = (*known).min(*zeros);
                }
                None => self.objects.push((*object, *zeros)),
            }
        }
        let is_pointer = |bits: &Bits| bits.unsigned() >> layout.offset_bits != 0;
        let numbers = self.constants.iter().filter(|bits| !is_pointer(bits)).count();
        let all = self.constants.len() + self.objects.len();
        if other.is_any || numbers > MOST_NUMBERS || all > MOST_POINTERS {
            *self = ValueSet::any();
            return true;
        }
        is_coarser || before != (self.constants.len(), self.objects.len())
    }
}

/// What is known about values that were written.
#[derive(Debug, Default)]
pub struct Values {
    /// By object; each with the thread that wrote it.
    written: FxHashMap<u32, Vec<(Span, ThreadNumber, ValueSet)>>,
    /// The thread that runs, and what it has written so far: of its own values a
    /// thread can read no others.
    thread: ThreadNumber,
    own: FxHashMap<u32, Vec<(Span, ValueSet)>>,
    /// What reads with a known set were given.
    symbols: FxHashMap<Term, ValueSet>,
    /// Something was new since this was last cleared.
    pub grown: bool,
}

impl Values {
    pub fn write(&mut self, terms: &TermStore, layout: &PointerLayout, span: Span, value: Term) {
        let set = self.set_of(terms, layout, value);
        self.add(layout, span, &set);
    }

    /// A thread is about to be run from its beginning.
    pub fn begin(&mut self, thread: ThreadNumber) {
        self.thread = thread;
        self.own.clear();
    }

    pub fn add(&mut self, layout: &PointerLayout, span: Span, set: &ValueSet) {
        let own = self.own.entry(span.object).or_default();
        match own.iter_mut().find(|(of, _)| *of == span) {
            Some((_, known)) => drop(known.add(layout, set)),
            None => own.push((span, set.clone())),
        }
        let written = self.written.entry(span.object).or_default();
        let thread = self.thread;
        let known = written.iter_mut().find(|(of, by, _)| (*of, *by) == (span, thread));
        self.grown |= match known {
            Some((.., known)) => known.add(layout, set),
            None => {
                written.push((span, thread, set.clone()));
                true
            }
        };
    }

    /// Whether no thread but the one that runs writes to an object: then it knows what
    /// is there.
    pub fn is_only_writer(&self, object: u32) -> bool {
        let written = self.written.get(&object);
        written.into_iter().flatten().all(|(_, by, _)| *by == self.thread)
    }

    /// Whether all that was ever written to an object was written by one thread.
    pub fn has_one_writer(&self, object: u32) -> bool {
        let mut writers = self.written.get(&object).into_iter().flatten().map(|(_, by, _)| *by);
        let first = writers.next();
        writers.all(|writer| Some(writer) == first)
    }

    /// What the thread that runs can find there, besides what was there in the
    /// beginning.
    pub fn written(&self, layout: &PointerLayout, span: Span) -> ValueSet {
        let by_others = self.written.get(&span.object).into_iter().flatten();
        let by_others = by_others.filter(|(_, by, _)| *by != self.thread);
        let own = self.own.get(&span.object).into_iter().flatten();
        let all = by_others.map(|(of, _, set)| (of, set)).chain(own.map(|(of, set)| (of, set)));
        let mut found = ValueSet::default();
        for (of, set) in all {
            if *of == span {
                found.add(layout, set);
            } else if of.overlaps(span) {
                return ValueSet::any();
            }
        }
        found
    }

    /// Remembers what a symbol can be.
    pub fn note(&mut self, symbol: Term, set: ValueSet) {
        self.symbols.insert(symbol, set);
    }

    pub fn set_of(&self, terms: &TermStore, layout: &PointerLayout, value: Term) -> ValueSet {
        let mut found = ValueSet::default();
        let mut parts = MOST_VALUE_PARTS;
        match self.collect(terms, layout, value, &mut parts, &mut found) {
            Some(()) => found,
            None => ValueSet::any(),
        }
    }

    fn collect(
        &self,
        terms: &TermStore,
        layout: &PointerLayout,
        value: Term,
        parts: &mut u32,
        found: &mut ValueSet,
    ) -> Option<()> {
        *parts = parts.checked_sub(1)?;
        if let Some(set) = self.symbols.get(&value) {
            found.add(layout, set);
            return (!found.is_any).then_some(());
        }
        match terms.node(value) {
            Node::Constant(bits) => {
                let set = ValueSet { constants: vec![bits], ..ValueSet::default() };
                found.add(layout, &set);
            }
            Node::Apply(Operator::IfThenElse, &[_, then, otherwise]) => {
                self.collect(terms, layout, then, parts, found)?;
                self.collect(terms, layout, otherwise, parts, found)?;
            }
            Node::Apply(Operator::ZeroExtend(width), &[inner]) if terms.width(inner) == 1 => {
                let constants = vec![Bits::new(0, width), Bits::new(1, width)];
                found.add(layout, &ValueSet { constants, ..ValueSet::default() });
            }
            Node::Apply(Operator::PointerAdd { .. }, &[base, offset]) => {
                self.collect_sum(terms, layout, base, offset, parts, found)?;
            }
            Node::Symbol(_) | Node::Apply(..) | Node::Select(..) => return None,
        }
        (!found.is_any).then_some(())
    }

    fn collect_sum(
        &self,
        terms: &TermStore,
        layout: &PointerLayout,
        base: Term,
        offset: Term,
        parts: &mut u32,
        found: &mut ValueSet,
    ) -> Option<()> {
        let mut bases = ValueSet::default();
        self.collect(terms, layout, base, parts, &mut bases)?;
        let zeros = known_zeros(terms, offset);
        let objects = bases.objects.iter().map(|(object, known)| (*object, (*known).min(zeros)));
        let mut sums = ValueSet { objects: objects.collect(), ..ValueSet::default() };
        let operator = Operator::PointerAdd { offset_bits: layout.offset_bits };
        for bits in bases.constants {
            match terms.known(offset) {
                Some(offset) => {
                    sums.constants.push(raddle_terms::operator::evaluate(operator, &[bits, offset]))
                }
                None => {
                    let (object, base) = layout.split(bits);
                    sums.objects.push((object, zeros.min(base.trailing_zeros())));
                }
            }
        }
        found.add(layout, &sums);
        Some(())
    }
}
