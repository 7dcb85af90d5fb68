//! States over terms: objects and threads as they rest between steps. A state
//! is shared with those it came from, so that keeping one costs little.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{BlockId, GlobalId};
use raddle_passes::{PointerLayout, Ready};
use raddle_terms::{Bits, Node, Term, TermStore};
use rustc_hash::FxHashSet;

use super::memory::elements::Elements;
use super::memory::object::{Object, Slot};
use super::path_condition::PathCondition;
use crate::machine::{ObjectKind, Resting, Status, Thread, initial_bytes};
use crate::schedule::ThreadNumber;

/// How often each loop that a frame is in was gone round.
pub type Counters = Vec<(BlockId, u32)>;

/// A thread between its steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolicThread {
    pub thread: Thread<Term>,
    /// One a frame.
    pub counters: Vec<Counters>,
}

#[derive(Clone, Debug)]
pub struct State {
    pub guard: PathCondition,
    pub threads: Vec<Option<Rc<SymbolicThread>>>,
    /// By object number; absent ones were never made (or are functions).
    pub objects: Vec<Option<Rc<Object>>>,
}

impl State {
    /// `main` stands in front of its first instruction.
    pub fn new(ready: &Ready, terms: &mut TermStore) -> State {
        let truth = terms.boolean(true);
        let main = Thread::new(ready, ready.program.entry, None, truth);
        let main = SymbolicThread { thread: main, counters: vec![Vec::new()] };
        let mut objects = vec![None; ready.layout.first_dynamic() as usize];
        for (id, global) in ready.program.globals.iter_enumerated() {
            let kind = ObjectKind::Global(id);
            let width = ready.layout.pointer_bits;
            let object = if global.kept {
                let size = terms.constant(Bits::new(u128::from(global.size), width));
                let mut object = Object::new(kind, truth, size, global.size, Slot::EMPTY);
                object.kept = true;
                object
            } else {
                Object::with_bytes(terms, kind, &initial_bytes(ready, global), width)
            };
            objects[ready.layout.global_object(id) as usize] = Some(Rc::new(object));
        }
        State { guard: PathCondition::always(), threads: vec![Some(Rc::new(main))], objects }
    }

    pub fn thread(&self, number: ThreadNumber) -> Option<&SymbolicThread> {
        self.threads.get(number as usize)?.as_deref()
    }

    pub fn status(&self, number: ThreadNumber) -> Option<Status> {
        Some(self.thread(number)?.thread.status)
    }

    /// The threads that can step or wait.
    pub fn running(&self) -> impl Iterator<Item = ThreadNumber> + '_ {
        (0..self.threads.len() as ThreadNumber)
            .filter(|&number| self.status(number) == Some(Status::Running))
    }

    /// Whether a thread stopped, which is never part of a deadlock.
    pub fn some_stopped(&self) -> bool {
        self.threads.iter().flatten().any(|thread| match thread.thread.status {
            Status::Stopped(_) | Status::Assumed => true,
            Status::Running | Status::Finished => false,
        })
    }

    pub fn object(&self, number: u32) -> Option<&Rc<Object>> {
        self.objects.get(number as usize)?.as_ref()
    }

    pub fn put_object(&mut self, number: u32, object: Object) {
        self.put_shared(number, Rc::new(object));
    }

    /// Puts an object there that others hold as well.
    pub fn put_shared(&mut self, number: u32, object: Rc<Object>) {
        let index = number as usize;
        if self.objects.len() <= index {
            self.objects.resize(index + 1, None);
        }
        self.objects[index] = Some(object);
    }

    pub fn edit_object(&mut self, number: u32) -> Option<&mut Object> {
        self.objects.get_mut(number as usize)?.as_mut().map(Rc::make_mut)
    }

    pub fn put_thread(&mut self, number: ThreadNumber, thread: SymbolicThread) {
        let index = number as usize;
        if self.threads.len() <= index {
            self.threads.resize(index + 1, None);
        }
        self.threads[index] = Some(Rc::new(thread));
    }

    /// Where every thread stands: states with equal keys may be merged.
    pub fn control(&self) -> Control {
        Control(self.threads.iter().map(|thread| thread.as_deref().map(control)).collect())
    }

    /// One state for both, or `None` if they do not fit. They must exclude each
    /// other.
    pub fn merge(terms: &mut TermStore, one: &State, two: &State) -> Option<State> {
        let (guard, selector) = PathCondition::merge(terms, &one.guard, &two.guard);
        let threads = merge_threads(terms, selector, &one.threads, &two.threads)?;
        let objects = merge_objects(terms, selector, &one.objects, &two.objects)?;
        Some(State { guard, threads, objects })
    }

    /// The numbers of objects that a thread or an object could still name, at
    /// least those that the concrete machine would find in any such state.
    pub fn mentioned(&self, terms: &TermStore, layout: &PointerLayout) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        let mut open = Vec::new();
        let frames = self.threads.iter().flatten().flat_map(|thread| &thread.thread.frames);
        for value in frames.flat_map(|frame| frame.values()) {
            match terms.known(*value) {
                Some(bits) => drop(found.insert((bits.low64() >> layout.offset_bits) as u32)),
                None => open.push(*value),
            }
        }
        for object in self.objects.iter().flatten() {
            match object.elements() {
                None => mentioned_in(terms, layout, object, &mut found, &mut open),
                Some(elements) => {
                    let most = self.objects.len() as u32;
                    mentioned_in_elements(terms, layout, elements, most, &mut found, &mut open);
                }
            }
        }
        for term in terms.reachable(&open) {
            match terms.node(term) {
                Node::Constant(bits) => {
                    found.insert((bits.low64() >> layout.offset_bits) as u32);
                }
                Node::Symbol(_) | Node::Apply(..) | Node::Select(..) => {}
            }
        }
        found
    }
}

/// Pointers in packed structures and buffers of bytes sit anywhere.
fn mentioned_in(
    terms: &TermStore,
    layout: &PointerLayout,
    object: &Object,
    found: &mut FxHashSet<u32>,
    open: &mut Vec<Term>,
) {
    let bytes: Vec<u8> = object
        .slots()
        .map(|slot| match slot.value.map(|value| (value, terms.known(value))) {
            Some((_, Some(bits))) => (bits.unsigned() >> (8 * u32::from(slot.part))) as u8,
            Some((value, None)) => {
                if slot.part == 0 {
                    open.push(value);
                }
                0
            }
            None => 0,
        })
        .collect();
    mentioned_in_bytes(layout, &bytes, found);
}

fn mentioned_in_bytes(layout: &PointerLayout, bytes: &[u8], found: &mut FxHashSet<u32>) {
    let width = usize::from(layout.pointer_bits / 8);
    for word in bytes.windows(width) {
        let mut buffer = [0u8; 8];
        buffer[..width].copy_from_slice(word);
        found.insert((u64::from_le_bytes(buffer) >> layout.offset_bits) as u32);
    }
}

/// Elements that were written at unknown places do not show what stands side by side. So
/// a number is mentioned if a byte of it, other than zero, is anywhere.
fn mentioned_in_elements(
    terms: &TermStore,
    layout: &PointerLayout,
    elements: Elements,
    most: u32,
    found: &mut FxHashSet<u32>,
    open: &mut Vec<Term>,
) {
    if let Some(values) = elements.listed(terms) {
        let mut bytes = Vec::with_capacity(values.len() * elements.bytes());
        for value in values {
            let known = terms.known(value);
            if known.is_none() {
                open.push(value);
            }
            let known = known.map_or(0, |bits| bits.unsigned());
            bytes.extend_from_slice(&known.to_le_bytes()[..elements.bytes()]);
        }
        mentioned_in_bytes(layout, &bytes, found);
        return;
    }
    let mut there = [false; 256];
    for term in terms.reachable(&elements.terms(terms)) {
        if let Some(bits) = terms.known(term) {
            bits.unsigned().to_le_bytes().iter().for_each(|byte| there[usize::from(*byte)] = true);
        }
    }
    let lowest = |number: u32| number.to_le_bytes().into_iter().find(|byte| *byte != 0);
    found.extend((0..most).filter(|&number| lowest(number).is_some_and(|b| there[usize::from(b)])));
}

/// Where the threads of a state stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Control(Vec<Option<Vec<u32>>>);

fn control(thread: &SymbolicThread) -> Vec<u32> {
    let status = match thread.thread.status {
        Status::Running => 0,
        Status::Finished => 1,
        Status::Assumed => 2,
        Status::Stopped(reason) => 3 + reason as u32,
    };
    let mut key = vec![status, thread.thread.start.position() as u32];
    for (frame, counters) in thread.thread.frames.iter().zip(&thread.counters) {
        let place = frame.place();
        key.extend([
            place.function.position() as u32,
            place.block.position() as u32,
            place.statement,
            counters.len() as u32,
        ]);
        for (block, count) in counters {
            key.extend([block.position() as u32, *count]);
        }
        key.push(frame.objects.len() as u32);
        key.extend(frame.objects.iter());
    }
    for (global, object) in &thread.thread.locals {
        key.extend([global.position() as u32, *object]);
    }
    key
}

type Threads = Vec<Option<Rc<SymbolicThread>>>;
type Objects = Vec<Option<Rc<Object>>>;

pub fn merge_threads(
    terms: &mut TermStore,
    selector: Term,
    one: &Threads,
    two: &Threads,
) -> Option<Threads> {
    if one.len() != two.len() {
        return None;
    }
    let mut merged = Vec::with_capacity(one.len());
    for pair in one.iter().zip(two) {
        merged.push(match pair {
            (None, None) => None,
            (Some(first), Some(second)) if Rc::ptr_eq(first, second) => Some(first.clone()),
            (Some(first), Some(second)) => {
                Some(Rc::new(merge_thread(terms, selector, first, second)?))
            }
            (Some(_), None) | (None, Some(_)) => return None,
        });
    }
    Some(merged)
}

fn merge_thread(
    terms: &mut TermStore,
    selector: Term,
    one: &SymbolicThread,
    two: &SymbolicThread,
) -> Option<SymbolicThread> {
    let same = one.thread.start == two.thread.start
        && one.thread.status == two.thread.status
        && one.thread.locals == two.thread.locals
        && one.counters == two.counters;
    if !same {
        return None;
    }
    let frames = merge_frames(terms, selector, &one.thread.frames, &two.thread.frames)?;
    Some(SymbolicThread {
        thread: Thread { frames, ..one.thread.clone() },
        counters: one.counters.clone(),
    })
}

type Frames = Vec<Rc<Resting<Term>>>;

pub fn merge_frames(
    terms: &mut TermStore,
    selector: Term,
    one: &Frames,
    two: &Frames,
) -> Option<Frames> {
    if one.len() != two.len() {
        return None;
    }
    let mut merged = Vec::with_capacity(one.len());
    for (first, second) in one.iter().zip(two) {
        if Rc::ptr_eq(first, second) {
            merged.push(first.clone());
            continue;
        }
        let mut ite = |first: &Term, second: &Term| terms.ite(selector, *first, *second);
        merged.push(Rc::new(first.merge(second, &mut ite)?));
    }
    Some(merged)
}

pub fn merge_objects(
    terms: &mut TermStore,
    selector: Term,
    one: &Objects,
    two: &Objects,
) -> Option<Objects> {
    let count = one.len().max(two.len());
    let mut merged = Vec::with_capacity(count);
    for index in 0..count {
        let first = one.get(index).and_then(Option::as_ref);
        let second = two.get(index).and_then(Option::as_ref);
        merged.push(match (first, second) {
            (None, None) => None,
            // Where it was never made, nothing points to it.
            (Some(only), None) | (None, Some(only)) => Some(only.clone()),
            (Some(first), Some(second)) if Rc::ptr_eq(first, second) => Some(first.clone()),
            (Some(first), Some(second)) => {
                Some(Rc::new(Object::merge(terms, selector, first, second)?))
            }
        });
    }
    Some(merged)
}

/// A fresh instance of a thread-local global.
pub fn instance(
    ready: &Ready,
    terms: &mut TermStore,
    global: GlobalId,
    thread: ThreadNumber,
) -> Object {
    let bytes = initial_bytes(ready, &ready.program.globals[global]);
    let kind = ObjectKind::ThreadLocal(global, thread);
    Object::with_bytes(terms, kind, &bytes, ready.layout.pointer_bits)
}
