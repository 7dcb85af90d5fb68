//! Counters: cells that threads only ever add constants to.
//!
//! If every write of a cell, from the first creation of a thread on, adds a constant to what is there
//! at that moment, then it holds at any time what it held then and the sum of what each thread
//! has added so far. A thread keeps account of what it has added itself (a *ghost*, a term of its state, so
//! that it is known to equal a loop's variable that goes along with it), and of how many threads
//! it has made of each kind. What a thread adds at most, times the number of threads of its kind,
//! summed over all kinds, bounds what is read. (Cells and threads are counted after the ghost
//! variables of Owicki and Gries, "An axiomatic proof technique for parallel programs".)
//!
//! That all writes are of this kind is assumed of every cell, and checked at each write; where it
//! fails the cell is no counter, and the analysis begins anew. A step adds to what is there if nobody else
//! may have written since it was read. Sums are computed without a limit, and ghosts stay far
//! below theirs, so that a bound within the cell's signed numbers also says that it never wraps.
//!
//! Incomplete: certificates know nothing of counters, so an analysis that keeps one leaves them out.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_terms::term::Node;
use raddle_terms::{Binary, Bits, Operator, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::host::{Target, Thread};
use crate::kinds::{FIRST, KindId, Kinds};
use crate::locks::CellName;
use crate::objects::ObjectId;
use crate::range::Range;
use crate::span::Span;
use crate::tables::Tables;
use crate::values::Values;

/// The width of ghosts: that of most variables that go along with them.
pub const GHOST: u16 = 32;
/// A ghost that could be further from 0 is given up.
const FURTHEST: i128 = 1 << 30;

type Bounds = (i128, i128);

/// What is known of counters in the whole program.
#[derive(Debug, Default)]
pub struct Counters {
    /// Whether any cell is taken for one.
    pub are_followed: bool,
    /// No counters.
    refuted: FxHashSet<CellName>,
    /// Bytes that are written otherwise than as a whole, and surely.
    spoiled: FxHashSet<(ObjectId, Span)>,
    /// How many bytes each cell has.
    bytes: FxHashMap<CellName, u64>,
    /// What a cell can hold when the first thread is created.
    bases: FxHashMap<CellName, Range>,
    /// What one thread of a kind has added, at any time.
    added: BTreeMap<(CellName, KindId), Bounds>,
    /// How many threads of a kind one thread of its maker's kind creates at most.
    created: FxHashMap<KindId, i128>,
    /// Kinds of which that is not known.
    uncounted: FxHashSet<KindId>,
    pub changed: bool,
}

impl Counters {
    pub fn begin_anew(&mut self) {
        self.bases.clear();
        self.added.clear();
        self.created.clear();
        self.uncounted.clear();
    }

    /// There are new locks: who adds while holding one adds to what is there.
    pub fn begin_with_locks(&mut self) {
        self.refuted.clear();
        self.spoiled.clear();
    }

    /// How many threads of a kind there ever are at most.
    fn threads(&self, kinds: &Kinds, kind: KindId) -> Option<i128> {
        if kind == FIRST || !kinds.list[kind].many {
            return Some(1);
        }
        if self.uncounted.contains(&kind) {
            return None;
        }
        let makers = self.threads(kinds, kinds.list[kind].maker?)?;
        self.created.get(&kind)?.checked_mul(makers)
    }

    fn join_added(&mut self, cell: CellName, kind: KindId, bounds: Bounds) {
        let known = self.added.entry((cell, kind)).or_insert((0, 0));
        let joined = (known.0.min(bounds.0), known.1.max(bounds.1));
        self.changed |= joined != *known;
        *known = joined;
    }

    /// What threads have added, by kind.
    fn added_to(&self, cell: CellName) -> impl Iterator<Item = (KindId, Bounds)> {
        let all = self.added.range((cell, 0)..=(cell, KindId::MAX));
        all.map(|((_, kind), bounds)| (*kind, *bounds))
    }

    /// Whether a cell is cut as it was before, and no other counter has bytes of it.
    fn is_cut_alike(&mut self, cell: CellName, bytes: u64) -> bool {
        let span = Span::at(cell.1, bytes);
        let overlaps = |(other, size): (&CellName, &u64)| {
            *other != cell && other.0 == cell.0 && span.overlaps(&Span::at(other.1, *size))
        };
        !self.bytes.iter().any(overlaps) && *self.bytes.entry(cell).or_insert(bytes) == bytes
    }

    fn is_counter(&self, cell: CellName) -> bool {
        self.are_followed && self.added_to(cell).next().is_some()
    }
}

impl Tables<'_> {
    fn refute_counter(&mut self, cell: CellName) {
        let was_one = self.counters.is_counter(cell);
        if self.counters.refuted.insert(cell) && was_one {
            self.restart = true;
        }
    }

    /// Bytes are written otherwise than by adding to a cell.
    pub fn spoil_counters(&mut self, object: ObjectId, span: Span) {
        if !self.counters.are_followed || !self.counters.spoiled.insert((object, span)) {
            return;
        }
        let cells: Vec<CellName> = self.counters.added.keys().map(|(cell, _)| *cell).collect();
        for cell in cells {
            let bytes = self.counters.bytes.get(&cell).copied().unwrap_or(1);
            if cell.0 == object && span.overlaps(&Span::at(cell.1, bytes)) {
                self.refute_counter(cell);
            }
        }
    }
}

/// The bounds of a ghost, if it is not too far from 0.
fn bounds(range: &Range) -> Option<Bounds> {
    let (low, high) = range.signed_bounds()?;
    (low >= -FURTHEST && high <= FURTHEST).then_some((low, high))
}

impl Thread<'_, '_> {
    /// A cell is written as a whole, and surely.
    pub fn count(
        &mut self,
        values: &mut Values,
        target: &Target,
        offset: u64,
        value: Option<Term>,
    ) {
        let cell = (target.object, offset);
        let (object, counters) = (self.tables.objects.get(target.object), &self.tables.counters);
        let concerns = counters.are_followed && !object.private && !self.is_alone();
        if !concerns || counters.refuted.contains(&cell) {
            return;
        }
        let span = Span::at(offset, target.span.bytes);
        let is_spoiled =
            |other: &(ObjectId, Span)| other.0 == target.object && other.1.overlaps(&span);
        let may_be_one = object.once
            && !counters.spoiled.iter().any(is_spoiled)
            && self.tables.counters.is_cut_alike(cell, target.span.bytes);
        let step = match may_be_one {
            true => self.added_by(values, target, offset, value),
            false => None,
        };
        let done = step.and_then(|step| self.add_to_ghost(values, cell, step));
        if done.is_none() {
            self.tables.refute_counter(cell);
            self.tables.spoil_counters(target.object, span);
        }
    }

    /// What a write adds to what is there, if that is known to be a constant.
    fn added_by(
        &mut self,
        values: &mut Values,
        target: &Target,
        offset: u64,
        value: Option<Term>,
    ) -> Option<Bits> {
        let known = self.state.memory.get(&target.object)?.cells.get(&offset)?;
        let (old, new) = (known.value?, value?);
        if known.bytes != target.span.bytes || self.is_disturbed(target, known.synced) {
            return None;
        }
        let width = values.terms.width(old);
        if let (Some(old), Some(new)) = (values.range(old).known(), values.range(new).known()) {
            return Some(Bits::new(new.unsigned().wrapping_sub(old.unsigned()), width));
        }
        match values.terms.node(new) {
            Node::Symbol(_) if old == new => Some(Bits::zero(width)),
            Node::Apply(Operator::Binary(Binary::Add), [left, right]) => {
                let (left, right) = (*left, *right);
                let by = if left == old { right } else { left };
                let adds = left == old || right == old;
                values.terms.known(by).filter(|_| adds)
            }
            Node::Apply(Operator::Binary(Binary::Subtract), [left, right]) if *left == old => {
                let by = values.terms.known(*right)?;
                Some(Bits::new(by.unsigned().wrapping_neg(), width))
            }
            Node::Symbol(_) | Node::Constant(_) | Node::Apply(..) | Node::Select(..) => None,
        }
    }

    fn add_to_ghost(&mut self, values: &mut Values, cell: CellName, step: Bits) -> Option<()> {
        let step = step.signed();
        if step.abs() > FURTHEST {
            return None;
        }
        let zero = values.terms.constant(Bits::zero(GHOST));
        let ghost = self.state.added.get(&cell).copied().unwrap_or(zero);
        bounds(&values.range(ghost))?;
        let step = values.terms.constant(Bits::from_signed(step, GHOST));
        let sum =
            raddle_semantics::Domain::apply(values, Operator::Binary(Binary::Add), &[ghost, step]);
        let bounds = bounds(&values.range(sum))?;
        self.state.added.insert(cell, sum);
        self.tables.counters.join_added(cell, self.kind, bounds);
        Some(())
    }

    /// What a counter can hold where this thread reads it.
    pub fn counted(&self, values: &Values, cell: CellName, width: u16) -> Option<Range> {
        let counters = &self.tables.counters;
        if !counters.is_counter(cell) || width > 64 {
            return None;
        }
        let (mut low, mut high) = counters.bases.get(&cell)?.signed_bounds()?;
        let own = match self.state.added.get(&cell) {
            Some(ghost) => bounds(&values.range(*ghost))?,
            None => (0, 0),
        };
        (low, high) = (low + own.0, high + own.1);
        for (kind, (least, most)) in counters.added_to(cell) {
            let mut threads = counters.threads(&self.tables.kinds, kind)?;
            threads -= i128::from(kind == self.kind);
            low += threads.checked_mul(least)?;
            high += threads.checked_mul(most)?;
        }
        let limit = 1i128 << (width - 1);
        (low >= -limit && high < limit).then(|| Range::signed_between(low, high, width))
    }

    /// A thread of a kind is created.
    pub fn count_thread(&mut self, values: &mut Values, kind: KindId) {
        if !self.tables.counters.are_followed {
            return;
        }
        if self.is_alone() {
            self.note_bases(values);
        }
        let zero = values.terms.constant(Bits::zero(GHOST));
        let one = values.terms.constant(Bits::new(1, GHOST));
        let before = self.state.makes.get(&kind).copied().unwrap_or(zero);
        let is_near = bounds(&values.range(before)).is_some();
        let count =
            raddle_semantics::Domain::apply(values, Operator::Binary(Binary::Add), &[before, one]);
        self.state.makes.insert(kind, count);
        let counters = &mut self.tables.counters;
        match bounds(&values.range(count)).filter(|_| is_near) {
            Some((_, most)) => {
                let known = counters.created.entry(kind).or_insert(0);
                counters.changed |= most > *known;
                *known = most.max(*known);
            }
            None => counters.changed |= counters.uncounted.insert(kind),
        }
    }

    /// From here on others may write: what counters hold now.
    fn note_bases(&mut self, values: &mut Values) {
        let cells: Vec<CellName> =
            self.tables.counters.added.keys().map(|(cell, _)| *cell).collect();
        for (object, offset) in cells {
            let bytes = self.tables.counters.bytes.get(&(object, offset)).copied();
            let Some(bytes) = bytes else { continue };
            let span = Span::at(offset, bytes);
            let is_known = self.state.memory.contains_key(&object);
            let contents = self.contents(values, object);
            let of = self.tables.objects.get(object);
            let now = contents.range_over(self.tables.ready, values, of, &span);
            if is_known {
                self.state.memory.insert(object, Rc::new(contents));
            }
            let counters = &mut self.tables.counters;
            match counters.bases.get_mut(&(object, offset)) {
                Some(base) if now.is_subset_of(base) => {}
                Some(base) => {
                    *base = base.join(&now);
                    counters.changed = true;
                }
                None => {
                    counters.bases.insert((object, offset), now);
                    counters.changed = true;
                }
            }
        }
    }
}
