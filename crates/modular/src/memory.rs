//! What a thread knows of the contents of objects: values of single cells, and what the rest
//! of an object can hold. What other threads write is in `sharing.rs`.

use std::collections::BTreeMap;

use raddle_passes::Ready;
use raddle_terms::{Bits, Term};

use crate::locks::LockSet;
use crate::objects::{Object, Origin, initial_value};
use crate::range::{Base, Range};
use crate::span::Span;
use crate::values::{Ranges, Values};

/// The most elements of a global's initial contents that are looked at one by one.
const MOST_ELEMENTS: u64 = 1024;

/// A part of an object that is accessed as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub bytes: u64,
    /// `None`: never written, or anything at each use.
    pub value: Option<Term>,
    /// The locks that have been held ever since the value was right, whoever else writes.
    pub synced: LockSet,
    /// The locks under which this thread has written it, and that it has not yet given back.
    pub written_under: LockSet,
    /// Written in this atomic section.
    pub pending: bool,
    /// Read in this atomic section so that the thread is ordered behind the writer.
    pub acquired: bool,
}

/// What is in no cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest {
    /// What a global holds at first.
    Initial,
    Zero,
    /// Never written: anything, at each use.
    Unwritten,
    /// Elements of this size, at multiples of it. Where some were perhaps never written, they are
    /// wild.
    Elements {
        bytes: u64,
        range: Range,
    },
    Any,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    pub cells: BTreeMap<u64, Cell>,
    pub rest: Rest,
}

impl Cell {
    pub fn new(bytes: u64, value: Option<Term>) -> Cell {
        Cell {
            bytes,
            value,
            synced: LockSet::EMPTY,
            written_under: LockSet::EMPTY,
            pending: false,
            acquired: false,
        }
    }

    pub fn range(&self, values: &Values) -> Range {
        match self.value {
            Some(term) => values.range(term),
            None => Range::any((8 * self.bytes) as u16),
        }
    }
}

impl Contents {
    pub fn new(rest: Rest) -> Contents {
        Contents { cells: BTreeMap::new(), rest }
    }

    /// The same in symbols of its own, with nothing else known of the cells.
    pub fn detached(&self, values: &mut Values, from: &Ranges, to: &mut Ranges) -> Contents {
        let mut contents = Contents::new(self.rest.clone());
        for (offset, cell) in &self.cells {
            let value = cell.value.map(|value| values.range_under(from, value));
            let value = value.map(|range| match range.known() {
                Some(bits) => values.terms.constant(bits),
                None => {
                    let symbol = values.any(range.width());
                    if !range.is_any() {
                        to.insert(symbol, range);
                    }
                    symbol
                }
            });
            contents.cells.insert(*offset, Cell::new(cell.bytes, value));
        }
        contents
    }

    /// Another object of the same class may be meant too.
    pub fn join_weakly(
        &mut self,
        ready: &Ready,
        values: &mut Values,
        object: &Object,
        other: &Contents,
    ) {
        let offsets: Vec<(u64, u64)> =
            self.cells.iter().map(|(offset, cell)| (*offset, cell.bytes)).collect();
        for (offset, bytes) in offsets {
            let range = other.range_over(ready, values, object, &Span::at(offset, bytes));
            self.put_weakly(ready, values, object, &Span::at(offset, bytes), &range);
        }
        for (offset, cell) in &other.cells {
            let range = cell.range(values);
            self.put_weakly(ready, values, object, &Span::at(*offset, cell.bytes), &range);
        }
        self.rest = join_rests(ready, object, &self.rest, &other.rest, Range::join);
    }

    /// The cells that a span overlaps, by offset.
    pub fn overlapping(&self, span: &Span) -> Vec<u64> {
        let cells = self.cells.range(..span.end());
        cells
            .filter(|(offset, cell)| Span::at(**offset, cell.bytes).overlaps(span))
            .map(|(offset, _)| *offset)
            .collect()
    }

    /// The cell at an offset; made of the rest where there is none. `None` where other
    /// cells are in the way.
    pub fn cell(
        &mut self,
        ready: &Ready,
        values: &mut Values,
        object: &Object,
        offset: u64,
        bytes: u64,
    ) -> Option<&mut Cell> {
        let exact = self.cells.get(&offset).is_some_and(|cell| cell.bytes == bytes);
        if !exact {
            if !self.overlapping(&Span::at(offset, bytes)).is_empty() {
                return None;
            }
            let range = self.rest_range(ready, object, &Span::at(offset, bytes));
            let value = (!range.is_any()).then(|| values.some(range));
            self.cells.insert(offset, Cell::new(bytes, value));
        }
        self.cells.get_mut(&offset)
    }

    /// Makes the bytes of an access a cell, whatever was there.
    pub fn put(&mut self, offset: u64, cell: Cell) {
        let span = Span::at(offset, cell.bytes);
        for at in self.overlapping(&span) {
            let Some(old) = self.cells.remove(&at) else { continue };
            // What is left of it is not known any more.
            let left = (at..at + old.bytes).filter(|byte| *byte < offset || *byte >= span.end());
            for byte in left {
                let part = Cell { bytes: 1, value: None, ..old.clone() };
                self.cells.insert(byte, part);
            }
        }
        self.cells.insert(offset, cell);
    }

    /// What may be read there.
    pub fn range_over(
        &self,
        ready: &Ready,
        values: &Values,
        object: &Object,
        span: &Span,
    ) -> Range {
        if let Some(cell) = span.only().and_then(|offset| self.cells.get(&offset))
            && cell.bytes == span.bytes
        {
            return cell.range(values);
        }
        let mut range = self.rest_range(ready, object, span);
        for offset in self.overlapping(span) {
            let cell = &self.cells[&offset];
            let whole = cell.bytes == span.bytes && span.may_begin_at(offset);
            let aligned = span.same_elements(&Span::at(offset, cell.bytes));
            range = match whole && (aligned || span.only().is_some()) {
                true => range.join(&cell.range(values)),
                false => Range::any((8 * span.bytes) as u16),
            };
        }
        range
    }

    fn rest_range(&self, ready: &Ready, object: &Object, span: &Span) -> Range {
        let width = (8 * span.bytes) as u16;
        match &self.rest {
            Rest::Zero => Range::constant(Bits::zero(width)),
            Rest::Any | Rest::Unwritten => Range::any(width),
            Rest::Elements { bytes, range, .. } => {
                let aligned = span.low.is_multiple_of(*bytes) && span.step.is_multiple_of(*bytes);
                if span.bytes == *bytes && aligned { range.clone() } else { Range::any(width) }
            }
            Rest::Initial => initial_range(ready, object, span),
        }
    }

    /// A write to one of several places, or to one of several objects.
    pub fn put_weakly(
        &mut self,
        ready: &Ready,
        values: &mut Values,
        object: &Object,
        span: &Span,
        range: &Range,
    ) {
        if let Some(offset) = span.only()
            && let Some(cell) = self.cell(ready, values, object, offset, span.bytes)
        {
            let all = cell.range(values).join(range);
            cell.value = (!all.is_any()).then(|| values.some(all));
            return;
        }
        let all_of_rest = self.rest_over(ready, object, span.bytes);
        for offset in self.overlapping(span) {
            let whole = span.same_elements(&Span::at(offset, self.cells[&offset].bytes))
                && span.may_begin_at(offset);
            let old = self.cells[&offset].range(values);
            let value = whole.then(|| values.some(old.join(range)));
            if let Some(cell) = self.cells.get_mut(&offset) {
                cell.value = value;
            }
        }
        let bytes = span.bytes.max(1);
        let aligned = span.low.is_multiple_of(bytes) && span.step.is_multiple_of(bytes);
        self.rest = match all_of_rest {
            Some(rest) if aligned => elements(bytes, rest.join(range)),
            None if aligned && self.rest == Rest::Unwritten => elements(bytes, range.wild()),
            Some(_) | None => Rest::Any,
        };
    }

    /// What the rest can hold in elements of a size.
    pub fn rest_over(&self, ready: &Ready, object: &Object, bytes: u64) -> Option<Range> {
        let last = (object.largest / bytes.max(1)).checked_sub(1)? * bytes;
        let step = if last == 0 { 0 } else { bytes };
        let range = self.rest_range(ready, object, &Span { low: 0, high: last, step, bytes });
        (!range.is_any()).then_some(range)
    }
}

/// What is in no cell of one of two.
pub fn join_rests(
    ready: &Ready,
    object: &Object,
    old: &Rest,
    new: &Rest,
    join: impl FnOnce(&Range, &Range) -> Range,
) -> Rest {
    if old == new {
        return old.clone();
    }
    let bytes = match (old, new) {
        (Rest::Elements { bytes, range }, Rest::Unwritten)
        | (Rest::Unwritten, Rest::Elements { bytes, range }) => {
            return elements(*bytes, range.wild());
        }
        (Rest::Elements { bytes, .. }, _) | (_, Rest::Elements { bytes, .. }) => *bytes,
        (_, _) => 1,
    };
    let over = |rest: &Rest| Contents::new(rest.clone()).rest_over(ready, object, bytes);
    let (Some(left), Some(right)) = (over(old), over(new)) else { return Rest::Any };
    let range = join(&left, &right);
    if range.known() == Some(Bits::zero(range.width())) && *old == Rest::Zero {
        return Rest::Zero;
    }
    elements(bytes, range)
}

impl Rest {
    /// What its elements can be, if it has some.
    pub fn range(&self) -> Option<&Range> {
        match self {
            Rest::Elements { range, .. } => Some(range),
            Rest::Initial | Rest::Zero | Rest::Unwritten | Rest::Any => None,
        }
    }

    pub fn points_into(&self, base: Base) -> bool {
        self.range().is_some_and(|range| range.points_into(base))
    }

    pub fn rename(&mut self, from: Base, to: Base) {
        if let Rest::Elements { range, .. } = self {
            *range = range.renamed(from, to);
        }
    }
}

/// Elements that hold something of a range.
pub fn elements(bytes: u64, range: Range) -> Rest {
    if range.is_any() { Rest::Any } else { Rest::Elements { bytes, range } }
}

fn initial_range(ready: &Ready, object: &Object, span: &Span) -> Range {
    let (Origin::Global(global) | Origin::ThreadLocal(_, global)) = object.origin else {
        return Range::any((8 * span.bytes) as u16);
    };
    if ready.program.globals[global].initial.is_empty() {
        return Range::constant(Bits::zero((8 * span.bytes) as u16));
    }
    let Some(step) = std::num::NonZeroU64::new(span.step) else {
        return initial_value(ready, global, span.low, span.bytes);
    };
    if (span.high - span.low) / step > MOST_ELEMENTS {
        return Range::any((8 * span.bytes) as u16);
    }
    let offsets = (span.low..=span.high).step_by(step.get() as usize);
    let none = Range::none((8 * span.bytes) as u16);
    offsets
        .fold(none, |range, offset| range.join(&initial_value(ready, global, offset, span.bytes)))
}
