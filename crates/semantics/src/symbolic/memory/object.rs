//! Objects whose bytes are terms. Each byte says of which value it is which
//! part, so that a word written whole is read whole, and accesses of different
//! widths see exactly the bytes of each other.
//!
//! Bytes never written have no value. One that is written under a condition
//! only has the value that was written, and the condition under which it is still
//! unwritten; the first read there chooses.
//!
//! Objects with very many places for one access have elements instead; see
//! `elements/mod.rs`.

use std::rc::Rc;

use raddle_terms::{Bits, Operator, Term, TermStore};

use super::elements::Elements;
use crate::budgets::MOST_SPLIT_BYTES;
use crate::machine::ObjectKind;

/// A multiple of the size of every element.
const CHUNK: usize = 32;
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The value that this byte is a part of; `None`: never written.
    pub value: Option<Term>,
    /// Which byte of it, counted from the lowest.
    pub part: u8,
    /// Where this is true, the byte was never written, and the value says nothing.
    pub unwritten: Option<Term>,
}

impl Slot {
    pub const EMPTY: Slot = Slot { value: None, part: 0, unwritten: None };
}

type Chunk = Rc<[Slot; CHUNK]>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    pub kind: ObjectKind,
    /// Width 1.
    pub alive: Term,
    /// Of a pointer's width.
    pub size: Term,
    /// The most that the size can be.
    pub capacity: u64,
    /// Nothing reads it before it is written: see [`raddle_ir::Global::kept`].
    pub kept: bool,
    /// Empty if there are elements.
    chunks: Vec<Chunk>,
    elements: Option<Elements>,
}

impl Object {
    pub fn new(kind: ObjectKind, alive: Term, size: Term, capacity: u64, filling: Slot) -> Object {
        let chunk = Rc::new([filling; CHUNK]);
        let count = (capacity as usize).div_ceil(CHUNK);
        let chunks = vec![chunk; count];
        Object { kind, alive, size, capacity, kept: false, chunks, elements: None }
    }

    pub fn with_bytes(
        terms: &mut TermStore,
        kind: ObjectKind,
        bytes: &[u8],
        size_width: u16,
    ) -> Object {
        let alive = terms.boolean(true);
        let size = terms.constant(Bits::new(bytes.len() as u128, size_width));
        let zero = terms.constant(Bits::zero(8));
        let filling = Slot { value: Some(zero), part: 0, unwritten: None };
        let mut object = Object::new(kind, alive, size, bytes.len() as u64, filling);
        for (offset, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            let value = Some(terms.constant(Bits::new(u128::from(*byte), 8)));
            object.set(offset, Slot { value, part: 0, unwritten: None });
        }
        object
    }

    /// The contents, if they are not single bytes.
    #[inline]
    pub fn elements(&self) -> Option<Elements> {
        self.elements
    }

    /// Changes elements for elements of the same object.
    pub fn set_elements(&mut self, elements: Elements) {
        self.chunks = Vec::new();
        self.elements = Some(elements);
    }

    /// The bytes as elements of this size; `None` if some may never have been
    /// written, or they do not fit.
    pub fn as_elements(&self, terms: &mut TermStore, bytes: usize) -> Option<Elements> {
        if self.elements.is_some() {
            return self.elements.filter(|elements| elements.bytes() == bytes);
        }
        if !Elements::fit(self.capacity, bytes) {
            return None;
        }
        let capacity = self.capacity as usize;
        let mut values: Vec<Term> = Vec::with_capacity(capacity / bytes);
        for (index, chunk) in self.chunks.iter().enumerate() {
            let start = index * CHUNK;
            let end = (start + CHUNK).min(capacity);
            let is_repeated = index > 0 && Rc::ptr_eq(chunk, &self.chunks[index - 1]);
            if is_repeated {
                let last = values.len() - CHUNK / bytes;
                values.extend_from_within(last..last + (end - start) / bytes);
                continue;
            }
            if chunk[..end - start].iter().any(|slot| slot.unwritten.is_some()) {
                return None;
            }
            for offset in (start..end).step_by(bytes) {
                values.push(self.read(terms, offset, bytes)?);
            }
        }
        Some(Elements::new(terms, bytes, &values))
    }

    /// Goes back from elements to bytes; whether the object has bytes now.
    pub fn split(&mut self, terms: &mut TermStore) -> bool {
        let Some(elements) = self.elements else { return true };
        if self.capacity > MOST_SPLIT_BYTES {
            return false;
        }
        self.elements = None;
        let chunk = Rc::new([Slot::EMPTY; CHUNK]);
        self.chunks = vec![chunk; (self.capacity as usize).div_ceil(CHUNK)];
        for (index, value) in elements.values(terms).into_iter().enumerate() {
            self.write(index * elements.bytes(), elements.bytes(), value);
        }
        true
    }

    /// Only of an object that has bytes.
    #[inline]
    pub fn slot(&self, offset: usize) -> Slot {
        self.chunks[offset / CHUNK][offset % CHUNK]
    }

    /// Only of an object that has bytes.
    pub fn set(&mut self, offset: usize, slot: Slot) {
        Rc::make_mut(&mut self.chunks[offset / CHUNK])[offset % CHUNK] = slot;
    }

    /// Puts a value of whole bytes there, in an object that has bytes.
    pub fn write(&mut self, offset: usize, count: usize, value: Term) {
        for part in 0..count {
            let slot = Slot { value: Some(value), part: part as u8, unwritten: None };
            self.set(offset + part, slot);
        }
    }

    /// The value of these bytes, all of which have one.
    pub fn read(&self, terms: &mut TermStore, offset: usize, count: usize) -> Option<Term> {
        if let Some(elements) = self.elements {
            let spot = elements.spot(terms, offset as i64, None, count)?;
            return Some(elements.read(terms, &spot, count));
        }
        let mut result: Option<Term> = None;
        let mut at = 0;
        while at < count {
            let first = self.slot(offset + at);
            let value = first.value?;
            let mut length = 1;
            while at + length < count {
                let next = self.slot(offset + at + length);
                if next.value != Some(value)
                    || usize::from(next.part) != usize::from(first.part) + length
                {
                    break;
                }
                length += 1;
            }
            let piece = extract(terms, value, first.part, length);
            result = Some(match result {
                None => piece,
                Some(low) => terms.apply(Operator::Concat, &[piece, low]),
            });
            at += length;
        }
        result
    }

    /// The conditions under which bytes here were never written.
    pub fn empty_under(&self, offset: usize, count: usize) -> Vec<Term> {
        if self.elements.is_some() {
            return Vec::new();
        }
        let mut found: Vec<Term> =
            (offset..offset + count).filter_map(|at| self.slot(at).unwritten).collect();
        found.dedup();
        found
    }

    /// The bytes here that may never have been written: the offsets, and the
    /// condition, which must be the same for all of them (`None` if it is not).
    pub fn emptiness(&self, offset: usize, count: usize) -> Option<Emptiness> {
        let mut found = Emptiness::default();
        if self.elements.is_some() {
            return Some(found);
        }
        for at in offset..offset + count {
            let slot = self.slot(at);
            let condition = match (slot.value, slot.unwritten) {
                (None, _) => Some(None),
                (Some(_), Some(condition)) => Some(Some(condition)),
                (Some(_), None) => None,
            };
            let Some(condition) = condition else { continue };
            if !found.offsets.is_empty() && found.condition != condition {
                return None;
            }
            found.condition = condition;
            found.offsets.push(at);
        }
        Some(found)
    }

    /// Puts a value that may be anything where these bytes were never written; `still`
    /// is where they stay unwritten.
    pub fn choose(
        &mut self,
        terms: &mut TermStore,
        empty: &Emptiness,
        unwritten: Term,
        still: Option<Term>,
    ) -> Term {
        let count = empty.offsets.len();
        let chosen = terms.fresh("unwritten", 8 * count as u16);
        let adjacent = empty.offsets.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let first = empty.offsets.first().copied().unwrap_or(0);
        let whole = match (adjacent, empty.condition) {
            (true, None) => Some(chosen),
            (true, Some(_)) => {
                self.read(terms, first, count).map(|written| terms.ite(unwritten, chosen, written))
            }
            (false, _) => None,
        };
        for (part, &at) in empty.offsets.iter().enumerate() {
            let (value, part) = match whole {
                Some(whole) => (whole, part as u8),
                None => {
                    let byte = extract(terms, chosen, part as u8, 1);
                    let written = self.read(terms, at, 1).unwrap_or(byte);
                    (terms.ite(unwritten, byte, written), 0)
                }
            };
            self.set(at, Slot { value: Some(value), part, unwritten: still });
        }
        chosen
    }

    /// Gives bytes that have no value one that says nothing.
    pub fn stand_in(&mut self, terms: &mut TermStore, offset: usize, count: usize) {
        let empty = |object: &Object, at: usize| object.slot(at).value.is_none();
        let mut at = offset;
        while at < offset + count {
            if !empty(self, at) {
                at += 1;
                continue;
            }
            let end = (at..offset + count).find(|&end| !empty(self, end)).unwrap_or(offset + count);
            let value = terms.fresh("unwritten", 8 * (end - at) as u16);
            let always = terms.boolean(true);
            for byte in at..end {
                let part = (byte - at) as u8;
                self.set(byte, Slot { value: Some(value), part, unwritten: Some(always) });
            }
            at = end;
        }
    }

    pub fn is_dead(&self, terms: &TermStore) -> bool {
        terms.known(self.alive).is_some_and(|alive| alive.is_zero())
    }

    pub fn may_be_dead(&self, terms: &TermStore) -> bool {
        !terms.known(self.alive).is_some_and(|alive| alive.is_true())
    }

    /// Nothing of a dead object matters but that it was.
    pub fn bury(&mut self, terms: &mut TermStore) {
        self.alive = terms.boolean(false);
        self.chunks = Vec::new();
        self.elements = None;
        self.capacity = 0;
    }

    /// Every value that its bytes hold, with repetitions.
    pub fn values(&self) -> impl Iterator<Item = Term> + '_ {
        self.chunks.iter().flat_map(|chunk| {
            let mut last = None;
            chunk.iter().filter_map(move |slot| {
                let fresh = slot.value.filter(|value| last != Some(*value));
                last = slot.value;
                fresh
            })
        })
    }

    /// None if it has elements.
    pub fn slots(&self) -> impl Iterator<Item = &Slot> + '_ {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).take(self.capacity as usize)
    }

    /// One object for both, where `selector` chooses the first; `None` if they do
    /// not fit.
    pub fn merge(
        terms: &mut TermStore,
        selector: Term,
        one: &Object,
        two: &Object,
    ) -> Option<Object> {
        if one.kind != two.kind {
            return None;
        }
        // A dead one has lost its bytes; where it is dead no access reads them.
        let (mut merged, other) =
            if one.capacity >= two.capacity { (one.clone(), two) } else { (two.clone(), one) };
        if other.capacity != merged.capacity && other.capacity != 0 {
            return None;
        }
        merged.alive = terms.ite(selector, one.alive, two.alive);
        merged.size = terms.ite(selector, one.size, two.size);
        if other.capacity == merged.capacity && (one.elements, two.elements) != (None, None) {
            merged.set_elements(merge_elements(terms, selector, one, two)?);
        } else if other.capacity == merged.capacity {
            for index in 0..merged.chunks.len() {
                if !Rc::ptr_eq(&one.chunks[index], &two.chunks[index]) {
                    merge_chunk(terms, selector, index, one, two, &mut merged);
                }
            }
        }
        Some(merged)
    }
}

/// Bytes that may never have been written.
#[derive(Clone, Debug, Default)]
pub struct Emptiness {
    pub offsets: Vec<usize>,
    /// `None`: certainly unwritten, and without a value.
    pub condition: Option<Term>,
}

pub fn extract(terms: &mut TermStore, value: Term, part: u8, bytes: usize) -> Term {
    let width = 8 * bytes as u16;
    if part == 0 && terms.width(value) == width {
        return value;
    }
    terms.apply(Operator::Extract { low: 8 * u16::from(part), width }, &[value])
}

fn merge_elements(
    terms: &mut TermStore,
    selector: Term,
    one: &Object,
    two: &Object,
) -> Option<Elements> {
    let bytes = one.elements.or(two.elements)?.bytes();
    let first = one.as_elements(terms, bytes)?;
    let second = two.as_elements(terms, bytes)?;
    Elements::merge(terms, selector, first, second)
}

fn merge_chunk(
    terms: &mut TermStore,
    selector: Term,
    index: usize,
    one: &Object,
    two: &Object,
    merged: &mut Object,
) {
    let end = ((index + 1) * CHUNK).min(merged.capacity as usize);
    let mut at = index * CHUNK;
    while at < end {
        let length = whole(terms, one, at).filter(|&length| whole(terms, two, at) == Some(length));
        if let Some(length) = length.filter(|length| at + length <= end) {
            let (first, second) = (one.slot(at), two.slot(at));
            if let (Some(first_value), Some(second_value)) = (first.value, second.value) {
                let value = terms.ite(selector, first_value, second_value);
                let unwritten = merged_emptiness(terms, selector, first, second);
                for part in 0..length {
                    let slot = Slot { value: Some(value), part: part as u8, unwritten };
                    merged.set(at + part, slot);
                }
            }
            at += length;
            continue;
        }
        let uneven = merge_with_nothing(terms, selector, at, end, (one, two), merged)
            .or_else(|| merge_with_constants(terms, selector, at, end, (one, two), merged));
        if let Some(length) = uneven {
            at += length;
            continue;
        }
        let slot = merge_slot(terms, selector, merged.kept, one.slot(at), two.slot(at));
        merged.set(at, slot);
        at += 1;
    }
}

/// A whole value on one side and bytes without any on the other are merged as a
/// whole, which keeps the terms small; the length.
fn merge_with_nothing(
    terms: &mut TermStore,
    selector: Term,
    at: usize,
    end: usize,
    (one, two): (&Object, &Object),
    merged: &mut Object,
) -> Option<usize> {
    let (full, empty) = match (whole(terms, one, at), whole(terms, two, at)) {
        (Some(_), None) => (one, two),
        (None, Some(_)) => (two, one),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let length = whole(terms, full, at).filter(|length| at + length <= end)?;
    if !(at..at + length).all(|byte| empty.slot(byte) == Slot::EMPTY) {
        return None;
    }
    let value = full.slot(at).value?;
    let unwritten = match merged.kept {
        true => full.slot(at).unwritten,
        false => merged_emptiness(terms, selector, one.slot(at), two.slot(at)),
    };
    for part in 0..length {
        merged.set(at + part, Slot { value: Some(value), part: part as u8, unwritten });
    }
    Some(length)
}

/// A whole value on one side and shorter constants on the other (memory that is
/// zero) are merged as a whole, so that a pointer still shows where it points to;
/// the length.
fn merge_with_constants(
    terms: &mut TermStore,
    selector: Term,
    at: usize,
    end: usize,
    (one, two): (&Object, &Object),
    merged: &mut Object,
) -> Option<usize> {
    let (first, second) = (whole(terms, one, at)?, whole(terms, two, at)?);
    let (length, constants) = if first > second { (first, two) } else { (second, one) };
    let is_even = |byte: usize| constants.slot(byte).unwritten == constants.slot(at).unwritten;
    if at + length > end || !(at..at + length).all(is_even) {
        return None;
    }
    let known = constants.read(terms, at, length)?;
    terms.known(known)?;
    let (then, otherwise) = match first > second {
        true => (one.slot(at).value?, known),
        false => (known, two.slot(at).value?),
    };
    let value = terms.ite(selector, then, otherwise);
    let unwritten = merged_emptiness(terms, selector, one.slot(at), two.slot(at));
    for part in 0..length {
        merged.set(at + part, Slot { value: Some(value), part: part as u8, unwritten });
    }
    Some(length)
}

/// The length of a value that begins here and is here as a whole.
fn whole(terms: &TermStore, object: &Object, offset: usize) -> Option<usize> {
    let first = object.slot(offset);
    let value = first.value.filter(|_| first.part == 0)?;
    let length = usize::from(terms.width(value) / 8);
    let end = offset + length;
    let fits = end as u64 <= object.capacity
        && (offset..end).all(|at| {
            let slot = object.slot(at);
            slot.value == first.value
                && usize::from(slot.part) == at - offset
                && slot.unwritten == first.unwritten
        });
    fits.then_some(length)
}

fn merge_slot(terms: &mut TermStore, selector: Term, kept: bool, one: Slot, two: Slot) -> Slot {
    if one == two {
        return one;
    }
    let byte = |terms: &mut TermStore, slot: Slot| {
        slot.value.map(|value| extract(terms, value, slot.part, 1))
    };
    let (first, second) = (byte(terms, one), byte(terms, two));
    let value = match (first, second) {
        (None, None) => return Slot::EMPTY,
        (Some(first), Some(second)) => terms.ite(selector, first, second),
        (Some(only), None) | (None, Some(only)) => only,
    };
    let unwritten = match (kept, one.value, two.value) {
        (true, Some(_), None) => one.unwritten,
        (true, None, Some(_)) => two.unwritten,
        _ => merged_emptiness(terms, selector, one, two),
    };
    Slot { value: Some(value), part: 0, unwritten }
}

fn merged_emptiness(terms: &mut TermStore, selector: Term, one: Slot, two: Slot) -> Option<Term> {
    let condition = |terms: &mut TermStore, slot: Slot| match slot {
        Slot { value: None, .. } => terms.boolean(true),
        Slot { unwritten: Some(condition), .. } => condition,
        Slot { unwritten: None, .. } => terms.boolean(false),
    };
    let (first, second) = (condition(terms, one), condition(terms, two));
    let both = terms.ite(selector, first, second);
    (!terms.known(both).is_some_and(|never| never.is_zero())).then_some(both)
}
