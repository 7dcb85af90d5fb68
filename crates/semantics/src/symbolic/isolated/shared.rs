//! What all threads that are run in isolation know of the memory that they share: which
//! objects there are, what they can hold, and which of them can die. It grows from
//! one run of the threads to the next, until nothing is new.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use raddle_passes::{Place, Ready};
use raddle_terms::{Bits, Operator, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::events::{Snapshot, Span};
use super::values::{ValueSet, Values};
use crate::machine::Thread;
use crate::schedule::ThreadNumber;
use crate::symbolic::memory::object::{Object, Slot};
use crate::symbolic::state::{State, SymbolicThread};

/// What was in memory before any thread wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    Value(Term),
    /// Never written: the first read chooses.
    Empty,
    /// Some bytes were never written, or under a condition: what the first read chooses
    /// for them, and when it does.
    Partly {
        value: Term,
        unwritten: Option<Term>,
        chosen: Term,
    },
}

/// What a read gets.
pub struct Got {
    pub value: Term,
    /// What in it stands for the bytes that are there; `None`: nothing else is possible.
    pub symbol: Option<Term>,
    /// Not for what was never written.
    pub assumes_written: bool,
}

#[derive(Debug, Default)]
pub struct Shared {
    /// Without contents.
    templates: FxHashMap<u32, Rc<Object>>,
    /// Those that are made full of zeros.
    zeroed: FxHashSet<u32>,
    /// Those whose life some thread ends.
    mortal: FxHashSet<u32>,
    pub values: Values,
    /// When the first thread was started, on each path to that.
    pub snapshots: Vec<Snapshot>,
}

impl Shared {
    pub fn new(ready: &Ready, state: &State) -> Shared {
        let mut shared = Shared::default();
        for (id, global) in ready.program.globals.iter_enumerated() {
            let number = ready.layout.global_object(id);
            if ready.observable[id]
                && !ready.never_written[id]
                && !global.thread_local
                && let Some(object) = state.object(number)
            {
                shared.templates.insert(number, Rc::new(emptied(object)));
            }
        }
        shared
    }

    /// Before the threads are run once more.
    pub fn again(&mut self) {
        self.snapshots.clear();
        self.values.grown = false;
    }

    /// Whether something was new since then.
    pub fn has_grown(&self) -> bool {
        self.values.grown
    }

    pub fn contains(&self, object: u32) -> bool {
        self.templates.contains_key(&object)
    }

    pub fn register(&mut self, number: u32, object: &Object, is_zeroed: bool) {
        if let Entry::Vacant(place) = self.templates.entry(number) {
            place.insert(Rc::new(emptied(object)));
            self.values.grown = true;
        }
        if is_zeroed {
            self.zeroed.insert(number);
        }
    }

    /// Whether an object may have a number: it is new, or that of objects like it.
    pub fn fits(&self, terms: &TermStore, number: u32, object: &Object, is_zeroed: bool) -> bool {
        self.templates.get(&number).is_none_or(|known| {
            known.capacity == object.capacity
                && terms.known(known.size) == terms.known(object.size)
                && known.kind == object.kind
                && self.zeroed.contains(&number) == is_zeroed
        })
    }

    pub fn is_mortal(&self, object: u32) -> bool {
        self.mortal.contains(&object)
    }

    pub fn make_mortal(&mut self, object: u32) {
        self.values.grown |= self.mortal.insert(object);
    }

    /// Whether others may change what is in an object (the thread that runs knows the
    /// contents of one that no other writes).
    pub fn is_changed_by_others(&self, object: u32) -> bool {
        self.contains(object) && !self.values.is_only_writer(object)
    }

    /// Forgets what is in an object that others may change.
    pub fn forget(&self, state: &mut State, object: u32) {
        if let Some(template) = self.templates.get(&object)
            && !self.values.is_only_writer(object)
        {
            state.put_shared(object, template.clone());
        }
    }

    /// The state of a thread that is no longer alone.
    pub fn empty(&self, state: &mut State) {
        for (number, template) in &self.templates {
            match state.object(*number) {
                Some(_) => self.forget(state, *number),
                None => state.put_shared(*number, template.clone()),
            }
        }
    }

    /// A new thread's view: it stands in front of its start function.
    pub fn begin(
        &self,
        ready: &Ready,
        terms: &mut TermStore,
        start: &State,
        number: ThreadNumber,
        thread: Thread<Term>,
    ) -> State {
        let mut state = start.clone();
        // What it was in the beginning of the program it may not be now.
        for (number, template) in &self.templates {
            state.put_shared(*number, template.clone());
        }
        // That another thread is there: it is never alone.
        let truth = terms.boolean(true);
        let main = Thread::new(ready, ready.program.entry, None, truth);
        for (number, thread) in [(0, main), (number, thread)] {
            state.put_thread(number, SymbolicThread { thread, counters: vec![Vec::new()] });
        }
        state
    }

    /// What was there before any thread but the first wrote, for each path to the
    /// start of the second one.
    pub fn initial(&self, terms: &mut TermStore, span: Span) -> Vec<(Option<usize>, Initial)> {
        let mut found = Vec::new();
        for (position, snapshot) in self.snapshots.iter().enumerate() {
            let object = snapshot.objects.get(span.object as usize).and_then(Option::as_ref);
            let initial = match object {
                Some(object) if span == Span::life(span.object) => {
                    let [dead, alive] = [0, 1].map(|byte| terms.constant(Bits::new(byte, 8)));
                    Initial::Value(terms.ite(object.alive, alive, dead))
                }
                Some(object) if object.capacity > 0 => read_initial(terms, object, span),
                Some(_) | None => self.when_made(terms, span),
            };
            found.push((Some(position), initial));
        }
        if found.is_empty() {
            found.push((None, self.when_made(terms, span)));
        }
        found
    }

    fn when_made(&self, terms: &mut TermStore, span: Span) -> Initial {
        if span == Span::life(span.object) {
            return Initial::Value(terms.constant(Bits::new(1, 8)));
        }
        match self.zeroed.contains(&span.object) {
            true => Initial::Value(terms.constant(Bits::zero(8 * span.count as u16))),
            false => Initial::Empty,
        }
    }

    /// All that a read can get, apart from what was never written; whether it may get
    /// that.
    fn possible(&self, ready: &Ready, terms: &mut TermStore, span: Span) -> (ValueSet, bool) {
        let layout = &ready.layout;
        let mut set = self.values.written(layout, span);
        let mut may_be_empty = false;
        for (_, initial) in self.initial(terms, span) {
            match initial {
                Initial::Value(value) => {
                    let more = self.values.set_of(terms, layout, value);
                    set.add(layout, &more);
                }
                Initial::Empty | Initial::Partly { .. } => may_be_empty = true,
            }
        }
        (set, may_be_empty)
    }

    pub fn read(&mut self, ready: &Ready, terms: &mut TermStore, span: Span) -> Got {
        let (mut set, may_be_empty) = self.possible(ready, terms, span);
        let layout = &ready.layout;
        let width = 8 * span.count as u16;
        let is_pointer = |bits: &Bits| bits.low64() >> layout.offset_bits != 0;
        let may_point = width == layout.pointer_bits
            && !set.is_any
            && !(set.constants.is_empty() && set.objects.is_empty());
        // A pointer that was never written could point anywhere: that it was is taken for
        // granted here, and looked at later.
        let assumes_written = may_be_empty && may_point;
        if may_be_empty && !may_point {
            set = ValueSet::any();
        }
        let points = set.constants.iter().any(is_pointer) || !set.objects.is_empty();
        let shows_objects = may_point && (points || assumes_written);
        if let Some(only) = set.single().filter(|_| !may_be_empty) {
            return Got { value: terms.constant(only), symbol: None, assumes_written };
        }
        let symbol = terms.fresh("read", width);
        let value = if shows_objects { chain(ready, terms, symbol, &set) } else { symbol };
        if !set.is_any {
            self.values.note(symbol, set);
        }
        Got { value, symbol: Some(symbol), assumes_written }
    }

    /// Whether a statement makes objects that are shared.
    pub fn makes_shared(ready: &Ready, place: Place) -> bool {
        ready.functions[place.function].observable.contains(&(place.block, place.statement))
    }
}

/// The same object with nothing known about its contents.
fn emptied(object: &Object) -> Object {
    Object::new(object.kind, object.alive, object.size, object.capacity, Slot::EMPTY)
}

fn read_initial(terms: &mut TermStore, object: &Object, span: Span) -> Initial {
    let (offset, count) = (span.offset as usize, span.count as usize);
    if u64::from(span.offset) + u64::from(span.count) > object.capacity {
        return Initial::Empty;
    }
    let Some(emptiness) = object.emptiness(offset, count) else {
        return Initial::Empty;
    };
    let bytes = emptiness.offsets.len();
    if bytes == 0 || bytes == count && emptiness.condition.is_none() {
        let value = object.read(terms, offset, count);
        return value.map_or(Initial::Empty, Initial::Value);
    }
    let chosen = terms.fresh("unwritten", 8 * bytes as u16);
    let mut object = object.clone();
    for (part, at) in emptiness.offsets.iter().enumerate() {
        let byte = terms.apply(Operator::Extract { low: 8 * part as u16, width: 8 }, &[chosen]);
        let value = match (emptiness.condition, object.read(terms, *at, 1)) {
            (Some(unwritten), Some(written)) => terms.ite(unwritten, byte, written),
            (Some(_) | None, _) => byte,
        };
        object.set(*at, Slot { value: Some(value), part: 0, unwritten: None });
    }
    match object.read(terms, offset, count) {
        Some(value) => Initial::Partly { value, unwritten: emptiness.condition, chosen },
        None => Initial::Empty,
    }
}

/// The symbol as a choice between the pointers that it can be, so that it shows
/// where it points to.
fn chain(ready: &Ready, terms: &mut TermStore, symbol: Term, set: &ValueSet) -> Term {
    let layout = &ready.layout;
    let mut choices: Vec<(Term, Term)> = Vec::new();
    for bits in &set.constants {
        let constant = terms.constant(*bits);
        choices.push((terms.equal(symbol, constant), constant));
    }
    let high = Operator::Extract {
        low: layout.offset_bits,
        width: layout.pointer_bits - layout.offset_bits,
    };
    for (object, zeros) in &set.objects {
        let named = terms.apply(high, &[symbol]);
        let number = Bits::new(u128::from(*object), layout.pointer_bits - layout.offset_bits);
        let number = terms.constant(number);
        let here = terms.equal(named, number);
        // The zeros are written down, so that `address.rs` sees them.
        let zeros = (*zeros).min(u32::from(layout.offset_bits) - 1) as u16;
        let low = Operator::Extract { low: zeros, width: layout.offset_bits - zeros };
        let mut low = terms.apply(low, &[symbol]);
        if zeros > 0 {
            let nothing = terms.constant(Bits::zero(zeros));
            low = terms.apply(Operator::Concat, &[low, nothing]);
        }
        let low = terms.apply(Operator::ZeroExtend(layout.pointer_bits), &[low]);
        let bias = if *object == 0 { 0 } else { layout.bias() };
        let bias = terms.constant(Bits::new(u128::from(bias), layout.pointer_bits));
        let offset = terms.apply(Operator::Subtract, &[low, bias]);
        let base = terms.constant(layout.pointer(*object, 0));
        let operator = Operator::PointerAdd { offset_bits: layout.offset_bits };
        choices.push((here, terms.apply(operator, &[base, offset])));
    }
    let Some((_, mut value)) = choices.pop() else { return symbol };
    for (here, choice) in choices.into_iter().rev() {
        value = terms.ite(here, choice, value);
    }
    value
}
