//! State matching up to renaming of symbols: two symbolic states with the same key behave
//! alike.
//!
//! Components (threads, objects) are numbered by their contents. Where terms
//! hold symbols, the key says how the terms are made, with symbols numbered in
//! the order in which they occur: what an input is called does not matter. Only
//! where there are arrays it does, since these are told apart by number. Of
//! the path condition only those conditions count that say something about symbols in
//! the state; the others can be true, whatever comes.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_passes::Ready;
use raddle_semantics::machine::Thread;
use raddle_semantics::symbolic::{Object, State, SymbolicThread};
use raddle_terms::{Node, Operator, SymbolId, Term, TermStore};
use rustc_hash::FxHashMap;

use crate::common::symbols::Symbols;

pub type Key = Box<[u32]>;

/// A component of states that was seen before.
struct Known {
    number: u32,
    /// The terms in it that hold symbols, in a fixed order.
    open: Rc<[Term]>,
    /// Its contents with the terms above left out.
    shape: u32,
    /// The shape names an array that holds symbols.
    by_name: bool,
}

/// Terms with symbols, which are still to be written.
#[derive(Default)]
struct Open {
    terms: Vec<Term>,
    /// What their symbols are called does matter.
    by_name: bool,
}

impl Known {
    /// What stands for it in a key, beside the terms that are still to be written.
    fn write(&self, open: &mut Open) -> u32 {
        if self.open.is_empty() {
            return self.number;
        }
        open.terms.extend(self.open.iter());
        open.by_name |= self.by_name;
        self.shape
    }
}

#[derive(Default)]
pub struct Keys {
    objects: FxHashMap<Rc<Object>, Rc<Known>>,
    threads: FxHashMap<Rc<SymbolicThread>, Rc<Known>>,
    /// Representatives by address; they are kept alive above.
    object_addresses: FxHashMap<*const Object, Rc<Known>>,
    thread_addresses: FxHashMap<*const SymbolicThread, Rc<Known>>,
    /// Threads apart from how often they went round loops.
    contents: FxHashMap<Thread<Term>, Rc<Known>>,
    shapes: FxHashMap<Vec<u32>, u32>,
    operators: FxHashMap<Operator, u32>,
    symbols: Symbols,
    count: u32,
}

impl Keys {
    /// The key of a state. Shares equal components among states on the way.
    pub fn key(&mut self, ready: &Ready, terms: &TermStore, state: &mut State) -> Key {
        let mut key = Vec::with_capacity(state.threads.len() + state.objects.len());
        let mut open = Open::default();
        for thread in &mut state.threads {
            let known = thread.as_mut().map(|thread| self.thread(terms, thread));
            key.push(known.map_or(0, |known| known.write(&mut open)));
        }
        key.push(u32::MAX);
        for number in 0..state.objects.len() {
            let global = ready.layout.object_global(number as u32);
            if global.is_some_and(|global| ready.never_written[global]) {
                continue;
            }
            if let Some(object) = &mut state.objects[number] {
                let known = self.object(terms, object);
                key.extend([number as u32, known.write(&mut open)]);
            }
        }
        if !open.terms.is_empty() {
            key.push(u32::MAX);
            self.write_terms(terms, state, &open, &mut key);
        }
        key.into_boxed_slice()
    }

    /// What is known about the object, which becomes its representative.
    fn object(&mut self, terms: &TermStore, object: &mut Rc<Object>) -> Rc<Known> {
        if let Some(known) = self.object_addresses.get(&Rc::as_ptr(object)) {
            return known.clone();
        }
        if let Some((representative, known)) = self.objects.get_key_value(object) {
            *object = representative.clone();
            return known.clone();
        }
        let known = Rc::new(self.new_object(terms, object));
        self.object_addresses.insert(Rc::as_ptr(object), known.clone());
        self.objects.insert(object.clone(), known.clone());
        known
    }

    fn new_object(&mut self, terms: &TermStore, object: &Object) -> Known {
        let mut open = Vec::new();
        let form = if object.elements().is_some() { 3 } else { 1 };
        let mut shape = vec![form, object.capacity as u32];
        write_debug(&mut shape, &object.kind);
        let mut last = None;
        if let Some(elements) = object.elements() {
            shape.extend([elements.array().position() as u32, elements.bytes() as u32]);
            let holds = elements.terms(terms).into_iter();
            open.extend(holds.filter(|term| terms.known(*term).is_none()));
        }
        let by_name = !open.is_empty();
        for slot in object.slots() {
            shape.push(u32::from(slot.part));
            for term in [slot.value, slot.unwritten] {
                note(terms, term, &mut last, &mut shape, &mut open);
            }
        }
        for term in [object.alive, object.size] {
            note(terms, Some(term), &mut last, &mut shape, &mut open);
        }
        Known { number: self.number(), open: open.into(), shape: self.shape(shape), by_name }
    }

    fn thread(&mut self, terms: &TermStore, thread: &mut Rc<SymbolicThread>) -> Rc<Known> {
        if let Some(known) = self.thread_addresses.get(&Rc::as_ptr(thread)) {
            return known.clone();
        }
        if let Some((representative, known)) = self.threads.get_key_value(thread) {
            *thread = representative.clone();
            return known.clone();
        }
        let known = match self.contents.get(&thread.thread) {
            Some(known) => known.clone(),
            None => {
                let known = Rc::new(self.new_thread(terms, &thread.thread));
                self.contents.insert(thread.thread.clone(), known.clone());
                known
            }
        };
        self.thread_addresses.insert(Rc::as_ptr(thread), known.clone());
        self.threads.insert(thread.clone(), known.clone());
        known
    }

    fn new_thread(&mut self, terms: &TermStore, thread: &Thread<Term>) -> Known {
        let mut open = Vec::new();
        let mut shape = vec![2, thread.start.position() as u32];
        write_debug(&mut shape, &thread.status);
        write_debug(&mut shape, &thread.locals);
        for frame in &thread.frames {
            let place = frame.place();
            shape.extend([
                u32::MAX,
                place.function.position() as u32,
                place.block.position() as u32,
                place.statement,
                frame.objects.len() as u32,
            ]);
            shape.extend(frame.objects.iter());
            for value in frame.slots() {
                note(terms, value.copied(), &mut None, &mut shape, &mut open);
            }
        }
        let (number, shape) = (self.number(), self.shape(shape));
        Known { number, open: open.into(), shape, by_name: false }
    }

    /// Numbers of whole components are even, those of shapes odd.
    fn number(&mut self) -> u32 {
        self.count += 1;
        2 * self.count
    }

    fn shape(&mut self, shape: Vec<u32>) -> u32 {
        let next = self.shapes.len() as u32;
        2 * *self.shapes.entry(shape).or_insert(next) + 1
    }

    /// How the terms are made, and what the guard says about their symbols.
    fn write_terms(&mut self, terms: &TermStore, state: &State, open: &Open, key: &mut Vec<u32>) {
        let conditions: Vec<Term> = state.guard.conditions().collect();
        let roots: Vec<Term> = open.terms.iter().chain(&conditions).copied().collect();
        let is_select = |term: Term| match terms.node(term) {
            Node::Select(..) => true,
            Node::Constant(_) | Node::Symbol(_) | Node::Apply(..) => false,
        };
        let by_name = open.by_name || terms.reachable(&roots).into_iter().any(is_select);
        let mut writer = Writer { by_name, ..Writer::default() };
        for term in &open.terms {
            let number = writer.write(terms, &mut self.operators, *term, key);
            key.extend([ROOT, number]);
        }
        let relevant = self.symbols.related(terms, &open.terms, conditions.into_iter().rev());
        key.push(u32::MAX);
        for condition in relevant {
            let number = writer.write(terms, &mut self.operators, condition, key);
            key.extend([ROOT, number]);
        }
    }
}

/// Writes a term that is known in full; one with symbols is kept for later. The
/// same term again only says so.
fn note(
    terms: &TermStore,
    term: Option<Term>,
    last: &mut Option<Term>,
    shape: &mut Vec<u32>,
    open: &mut Vec<Term>,
) {
    let Some(term) = term else {
        shape.push(0);
        return;
    };
    match terms.known(term) {
        // Within one store a constant's number says what it is.
        Some(_) => shape.extend([1, term.position() as u32]),
        None if *last == Some(term) => shape.push(2),
        None => {
            *last = Some(term);
            shape.push(3);
            open.push(term);
        }
    }
}

/// For small things without a number of their own.
fn write_debug(shape: &mut Vec<u32>, value: &dyn std::fmt::Debug) {
    let text = format!("{value:?}");
    shape.push(text.len() as u32);
    shape.extend(text.bytes().map(u32::from));
}

/// Stands before the number of a term that is written already; parts of terms begin
/// with other numbers, so that keys read in one way only.
const ROOT: u32 = 5;

/// Writes terms so that only their making shows, not their numbers.
#[derive(Default)]
struct Writer {
    numbers: FxHashMap<Term, u32>,
    symbols: FxHashMap<SymbolId, u32>,
    /// Arrays are compared by what they are called, so symbols must be too: an
    /// array may hold them.
    by_name: bool,
}

impl Writer {
    fn write(
        &mut self,
        terms: &TermStore,
        operators: &mut FxHashMap<Operator, u32>,
        root: Term,
        key: &mut Vec<u32>,
    ) -> u32 {
        let mut open = vec![root];
        while let Some(term) = open.last().copied() {
            if self.numbers.contains_key(&term) {
                open.pop();
                continue;
            }
            let missing = self.missing(terms, term);
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            self.write_node(terms, operators, term, key);
            open.pop();
        }
        self.numbers.get(&root).copied().unwrap_or(0)
    }

    fn missing(&self, terms: &TermStore, term: Term) -> Vec<Term> {
        let unknown = |term: &Term| !self.numbers.contains_key(term);
        match terms.node(term) {
            Node::Constant(_) | Node::Symbol(_) => Vec::new(),
            Node::Apply(_, operands) => operands.iter().copied().filter(unknown).rev().collect(),
            Node::Select(_, index) => [index].into_iter().filter(unknown).collect(),
        }
    }

    fn write_node(
        &mut self,
        terms: &TermStore,
        operators: &mut FxHashMap<Operator, u32>,
        term: Term,
        key: &mut Vec<u32>,
    ) {
        let width = u32::from(terms.width(term));
        match terms.node(term) {
            Node::Constant(_) => key.extend([1, term.position() as u32]),
            Node::Symbol(symbol) => {
                let next = self.symbols.len() as u32;
                let number = *self.symbols.entry(symbol).or_insert(next);
                let number = if self.by_name { symbol.position() as u32 } else { number };
                key.extend([2, width, number]);
            }
            Node::Apply(operator, operands) => {
                let next = operators.len() as u32;
                let operator = *operators.entry(operator).or_insert(next);
                key.extend([3, operator]);
                key.extend(operands.iter().map(|operand| self.numbers[operand]));
            }
            Node::Select(array, index) => {
                key.extend([4, array.position() as u32, self.numbers[&index]]);
            }
        }
        let next = self.numbers.len() as u32;
        self.numbers.insert(term, next);
    }
}
