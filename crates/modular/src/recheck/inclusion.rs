//! Whether a state is one of those that another one stands for.
//!
//! The symbols of the known state are given terms of the arriving one, one each: then every
//! execution that the arriving state stands for gives them values, and the known state stands
//! for it if those lie in their ranges and everything else fits. Terms are compared part by
//! part; where the shapes differ, the known one is computed again from what its symbols stand for.
//!
//! Written apart from `merge.rs`, which makes the states: what it gets wrong is to be noticed here.

use std::rc::Rc;

use raddle_passes::Ready;
use raddle_semantics::Frame;
use raddle_terms::term::Node;
use raddle_terms::{Binary, Bits, Operator, Term};
use rustc_hash::FxHashMap;

use crate::kinds::{KindId, Kinds};
use crate::locks::LockSet;
use crate::memory::{Cell, Contents, Rest};
use crate::objects::{ObjectId, Objects, Origin};
use crate::sharing::{Kept, Sharing};
use crate::span::Span;
use crate::state::State;
use crate::tables::Tables;
use crate::values::{Ranges, Values};

/// Both are states of a kind. If the arriving one is not covered: what is not.
pub fn covers(
    (tables, kind): (&Tables<'_>, KindId),
    values: &mut Values,
    known: &State,
    arriving: &State,
) -> Result<(), String> {
    let ranges = (known.ranges.clone(), arriving.ranges.clone());
    let mut inclusion = Inclusion::new(tables, values, ranges);
    inclusion.all(kind, known, arriving)
}

/// Whether what an object holds is covered by what is kept of its class.
pub(crate) fn covers_kept(
    tables: &Tables<'_>,
    values: &mut Values,
    class: ObjectId,
    arriving: &Kept,
) -> bool {
    let Some(known) = tables.sharing.kept(class) else { return false };
    let ranges = (known.ranges.clone(), arriving.ranges.clone());
    let mut inclusion = Inclusion::new(tables, values, ranges);
    inclusion.contents(class, &known.contents, &arriving.contents).is_ok()
        && inclusion.computed().is_ok()
}

struct Inclusion<'i> {
    ready: &'i Ready,
    objects: &'i Objects,
    sharing: &'i Sharing,
    kinds: &'i Kinds,
    values: &'i mut Values,
    /// Of both, and of symbols for what is in none of their cells.
    known_ranges: Ranges,
    ranges: Ranges,
    /// What the symbols of the known state stand for.
    names: FxHashMap<Term, Term>,
    /// To be computed when all symbols have their terms.
    later: Vec<(Term, Term, String)>,
}

type Covered = Result<(), String>;

fn ensure(is_so: bool, what: impl FnOnce() -> String) -> Covered {
    if is_so { Ok(()) } else { Err(what()) }
}

impl<'i> Inclusion<'i> {
    fn new(
        tables: &'i Tables<'_>,
        values: &'i mut Values,
        (known_ranges, ranges): (Ranges, Ranges),
    ) -> Inclusion<'i> {
        Inclusion {
            ready: tables.ready,
            objects: &tables.objects,
            sharing: &tables.sharing,
            kinds: &tables.kinds,
            values,
            known_ranges,
            ranges,
            names: FxHashMap::default(),
            later: Vec::new(),
        }
    }

    fn all(&mut self, kind: KindId, known: &State, arriving: &State) -> Covered {
        sets(known, arriving)?;
        self.term(known.number, arriving.number, "the number of the thread")?;
        ensure(known.frames.len() == arriving.frames.len(), || "the calls".to_string())?;
        for (known, arriving) in known.frames.iter().zip(&arriving.frames) {
            self.frame(known, arriving)?;
        }
        iterations(known, arriving)?;
        self.memory(kind, known, arriving)?;
        self.computed()
    }

    fn frame(&mut self, known: &Frame<Term>, arriving: &Frame<Term>) -> Covered {
        let same = known.place() == arriving.place()
            && known.registers.len() == arriving.registers.len()
            && known.extra.len() == arriving.extra.len();
        ensure(same, || "the places of calls".to_string())?;
        let function = &self.ready.program.functions[known.function];
        let named = function.registers.iter_enumerated().map(|(id, register)| {
            let name = register.name.clone().unwrap_or_else(|| id.to_string());
            format!("`{name}` in `{}`", function.name)
        });
        let pairs = known.registers.iter().zip(&arriving.registers).zip(named);
        for ((known, arriving), name) in pairs {
            self.value(*known, *arriving, &name)?;
        }
        for (known, arriving) in known.extra.iter().zip(&arriving.extra) {
            self.value(*known, *arriving, "an argument beyond the named ones")?;
        }
        let objects = arriving.objects.iter().all(|object| known.objects.contains(object));
        ensure(objects, || format!("the variables that live in `{}`", function.name))
    }

    // ---- values ----

    /// No value is anything, at each use.
    fn value(&mut self, known: Option<Term>, arriving: Option<Term>, what: &str) -> Covered {
        match (known, arriving) {
            (None, _) => Ok(()),
            (Some(known), Some(arriving)) => self.term(known, arriving, what),
            (Some(_), None) => Err(format!("that {what} has one value")),
        }
    }

    /// Symbols get their terms first: of those that are computed from them the parts may fit in
    /// more than one way.
    fn term(&mut self, known: Term, arriving: Term, what: &str) -> Covered {
        if let Node::Apply(..) = self.values.terms.node(known) {
            self.later.push((known, arriving, what.to_string()));
            return Ok(());
        }
        match self.matches(known, arriving) {
            true => Ok(()),
            false => Err(self.differs(known, arriving, what)),
        }
    }

    fn differs(&self, known: Term, arriving: Term, what: &str) -> String {
        let known = self.values.range_under(&self.known_ranges, known);
        let arriving = self.values.range_under(&self.ranges, arriving);
        match arriving.is_subset_of(&known) {
            true => format!("that {what} is equal to something else"),
            false => format!("that {what} is in {known} (it may be in {arriving})"),
        }
    }

    fn matches(&mut self, known: Term, arriving: Term) -> bool {
        if self.values.terms.width(known) != self.values.terms.width(arriving) {
            return false;
        }
        let operator = match self.values.terms.node(known) {
            Node::Symbol(_) => return self.name(known, arriving),
            Node::Constant(bits) => return self.known_value(arriving) == Some(bits),
            Node::Select(..) => return false,
            Node::Apply(operator, _) => operator,
        };
        if self.values.terms.operator(arriving) != Some(operator) {
            return false;
        }
        let left = self.values.terms.operands(known).to_vec();
        let mut right = self.values.terms.operands(arriving).to_vec();
        let before = self.names.clone();
        if self.all_match(&left, &right) {
            return true;
        }
        self.names = before;
        // The order of the operands is that in which they were made.
        right.reverse();
        commutes(operator) && self.all_match(&left, &right)
    }

    fn all_match(&mut self, known: &[Term], arriving: &[Term]) -> bool {
        known.len() == arriving.len()
            && known.iter().zip(arriving).all(|(known, arriving)| self.matches(*known, *arriving))
    }

    fn known_value(&self, arriving: Term) -> Option<Bits> {
        self.values.range_under(&self.ranges, arriving).known()
    }

    /// A symbol stands for one term, and its range must hold all that the term can be.
    fn name(&mut self, symbol: Term, arriving: Term) -> bool {
        if let Some(named) = self.names.get(&symbol).copied() {
            return self.are_equal(named, arriving);
        }
        let range = self.known_ranges.get(&symbol);
        let can_be = self.values.range_under(&self.ranges, arriving);
        let fits = range.is_none_or(|range| can_be.is_subset_of(range));
        if fits {
            self.names.insert(symbol, arriving);
        }
        fits
    }

    fn are_equal(&self, one: Term, other: Term) -> bool {
        one == other || {
            let value = self.known_value(one);
            value.is_some() && value == self.known_value(other)
        }
    }

    /// What does not match in shape must be equal when it is computed.
    fn computed(&mut self) -> Covered {
        let mut rest = Vec::new();
        for (known, arriving, what) in std::mem::take(&mut self.later) {
            let before = self.names.clone();
            if !self.matches(known, arriving) {
                self.names = before;
                rest.push((known, arriving, what));
            }
        }
        for (known, arriving, what) in rest {
            let symbols = self.values.terms.reachable(&[known]);
            let all_named = symbols.into_iter().all(|term| {
                !matches!(self.values.terms.node(term), Node::Symbol(_))
                    || self.names.contains_key(&term)
            });
            let computed = match all_named {
                true => self.values.terms.substitute(known, &self.names),
                false => None,
            };
            if !computed.is_some_and(|computed| self.are_equal(computed, arriving)) {
                return Err(self.differs(known, arriving, &what));
            }
        }
        Ok(())
    }

    // ---- memory ----

    fn memory(&mut self, kind: KindId, known: &State, arriving: &State) -> Covered {
        let keys = known.memory.keys().chain(arriving.memory.keys());
        let mut ids: Vec<ObjectId> = keys.copied().collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let name = self.name_of(id);
            let (here, there) = (known.memory.get(&id), arriving.memory.get(&id));
            let origin = &self.objects.get(id).origin;
            let is_fresh = matches!(origin, Origin::Fresh(_));
            // Another thread of the kind may have made one.
            let own = matches!(origin, Origin::Made(of, ..) if *of == kind)
                && !self.kinds.list[kind].many;
            // Where there is no such object, there is nothing to know.
            if there.is_none() && (is_fresh || own && !arriving.made.contains(&id)) {
                let mut ranges = arriving.ranges.values();
                let points = is_fresh && ranges.any(|range| range.points_into(Objects::base(id)));
                ensure(!points, || format!("that nothing points to {name}"))?;
                continue;
            }
            ensure(!is_fresh || here.is_some(), || format!("that others know of {name}"))?;
            let here = here.cloned().unwrap_or_else(|| Rc::new(self.untouched(id, true)));
            let there = there.cloned().unwrap_or_else(|| Rc::new(self.untouched(id, false)));
            self.contents(id, &here, &there).map_err(|what| format!("{what} in {name}"))?;
        }
        Ok(())
    }

    fn untouched(&mut self, id: ObjectId, is_known: bool) -> Contents {
        let ranges = if is_known { &mut self.known_ranges } else { &mut self.ranges };
        self.sharing.untouched(self.objects, id, self.values, ranges)
    }

    fn name_of(&self, id: ObjectId) -> String {
        match &self.objects.get(id).origin {
            Origin::Global(global) | Origin::ThreadLocal(_, global) => {
                format!("`{}`", self.ready.program.globals[*global].name)
            }
            Origin::Fresh(class) => self.name_of(*class),
            Origin::Made(_, path, _) => {
                let place = path.0.last().and_then(|(place, _)| self.ready.location_text(*place));
                place.map_or("an object".to_string(), |place| format!("the object of {place}"))
            }
        }
    }

    fn contents(&mut self, id: ObjectId, known: &Contents, arriving: &Contents) -> Covered {
        let rest = self.rest(id, &known.rest, &arriving.rest);
        ensure(rest, || "what is in the bytes that it does not list,".to_string())?;
        for (offset, cell) in &known.cells {
            let span = Span::at(*offset, cell.bytes);
            let at = || format!("byte {offset}");
            match arriving.overlapping(&span).as_slice() {
                [only] if only == offset && arriving.cells[only].bytes == cell.bytes => {
                    let other = &arriving.cells[only];
                    ensure(flags(cell, other), || format!("how {} was reached", at()))?;
                    self.value(cell.value, other.value, &at())?;
                }
                [] => self.cell_of_rest(id, cell, arriving, &span)?,
                parts => {
                    let others = parts.iter().map(|part| &arriving.cells[part]);
                    let mut bytes = span.low..span.end();
                    let is_there = |byte| !arriving.overlapping(&Span::at(byte, 1)).is_empty();
                    // Of bytes between the parts nothing is noted.
                    let claims_nothing = cell.synced.is_empty() && !cell.acquired;
                    let fits = cell.value.is_none()
                        && others.into_iter().all(|other| flags(cell, other))
                        && (claims_nothing || bytes.all(is_there));
                    ensure(fits, at)?;
                }
            }
        }
        for (offset, cell) in &arriving.cells {
            let span = Span::at(*offset, cell.bytes);
            if known.cells.get(offset).is_none_or(|other| other.bytes != cell.bytes) {
                self.cell_into_rest(id, known, cell, &span)?;
            }
        }
        Ok(())
    }

    /// A cell that the arriving state reads from what is in no cell.
    fn cell_of_rest(&mut self, id: ObjectId, cell: &Cell, from: &Contents, span: &Span) -> Covered {
        let at = || format!("byte {}", span.low);
        ensure(flags(cell, &Cell::new(cell.bytes, None)), at)?;
        let Some(value) = cell.value else { return Ok(()) };
        let range = from.range_over(self.ready, self.values, self.objects.get(id), span);
        let anything = matches!(from.rest, Rest::Any | Rest::Unwritten);
        ensure(!anything, at)?;
        let read = match range.known() {
            Some(bits) => self.values.terms.constant(bits),
            None => {
                let symbol = self.values.any(range.width());
                self.ranges.insert(symbol, range);
                symbol
            }
        };
        self.term(value, read, &at())
    }

    /// A cell of the arriving state that the known one has not, or cuts otherwise.
    fn cell_into_rest(
        &mut self,
        id: ObjectId,
        into: &Contents,
        cell: &Cell,
        span: &Span,
    ) -> Covered {
        let at = || format!("byte {}", span.low);
        let mut bare = span.low..span.end();
        let is_bare = |byte: u64| into.overlapping(&Span::at(byte, 1)).is_empty();
        // The cells that are there were looked at already.
        if !bare.any(is_bare) {
            return Ok(());
        }
        let has_left_traces = !cell.written_under.is_empty() || cell.pending;
        ensure(!has_left_traces, at)?;
        match &into.rest {
            Rest::Any => Ok(()),
            Rest::Unwritten => ensure(cell.value.is_none(), at),
            Rest::Initial | Rest::Zero | Rest::Elements { .. } => {
                let alone = into.overlapping(span).is_empty();
                let range = into.range_over(self.ready, self.values, self.objects.get(id), span);
                let value = cell.value.map(|term| self.values.range_under(&self.ranges, term));
                let fits = value.is_some_and(|value| value.is_subset_of(&range));
                ensure(alone && fits, at)
            }
        }
    }

    fn rest(&self, id: ObjectId, known: &Rest, arriving: &Rest) -> bool {
        let over = |bytes: u64| {
            let contents = Contents::new(arriving.clone());
            contents.rest_over(self.ready, self.objects.get(id), bytes)
        };
        match (known, arriving) {
            (Rest::Any, _)
            | (Rest::Unwritten, Rest::Unwritten)
            | (Rest::Initial, Rest::Initial)
            | (Rest::Zero, Rest::Zero) => true,
            (Rest::Elements { range, .. }, Rest::Unwritten) => range.is_wild(),
            (Rest::Elements { bytes, range }, _) => {
                over(*bytes).is_some_and(|other| other.is_subset_of(range))
            }
            (Rest::Zero, _) => over(1).is_some_and(|other| {
                other.known().is_some_and(|value: Bits| value == Bits::zero(other.width()))
            }),
            (Rest::Unwritten | Rest::Initial, _) => false,
        }
    }
}

fn sets(known: &State, arriving: &State) -> Covered {
    let section = known.section.without_history() == arriving.section.without_history();
    ensure(section, || "the atomic sections it is in".to_string())?;
    let is_within = |inner: LockSet, outer: LockSet| inner.minus(outer).is_empty();
    ensure(is_within(known.held, arriving.held), || "the locks it holds".to_string())?;
    let created = is_within(arriving.created, known.created);
    ensure(created, || "the threads it may have created".to_string())?;
    let ended = is_within(known.ended, arriving.ended);
    ensure(ended, || "the threads that have ended".to_string())?;
    let made = arriving.made.is_subset(&known.made);
    ensure(made, || "the objects it may have made".to_string())?;
    let died = arriving.died.is_subset(&known.died);
    ensure(died, || "the objects that may be dead".to_string())
}

/// What decides how iterations are counted from here on.
fn iterations(known: &State, arriving: &State) -> Covered {
    let (known, arriving) = (&known.iterations, &arriving.iterations);
    let pairs = known.iter().flatten().zip(arriving.iter().flatten());
    let same = known.len() == arriving.len()
        && known.iter().zip(arriving).all(|(known, arriving)| known.len() == arriving.len());
    let fits = same
        && pairs.into_iter().all(|(known, arriving)| {
            known.iteration == arriving.iteration
                && (!known.decided || arriving.decided)
                && (known.open || !arriving.open)
        });
    ensure(fits, || "the iterations of loops".to_string())
}

/// Whether what is noted of a cell may be said of the other too.
fn flags(known: &Cell, arriving: &Cell) -> bool {
    known.synced.minus(arriving.synced).is_empty()
        && arriving.written_under.minus(known.written_under).is_empty()
        && (known.pending || !arriving.pending)
        && (!known.acquired || arriving.acquired)
}

fn commutes(operator: Operator) -> bool {
    match operator {
        Operator::Equal | Operator::NotEqual => true,
        Operator::Binary(binary) => match binary {
            Binary::Add | Binary::Multiply | Binary::And | Binary::Or | Binary::Xor => true,
            Binary::Subtract
            | Binary::UnsignedDivide
            | Binary::SignedDivide
            | Binary::UnsignedRemainder
            | Binary::SignedRemainder
            | Binary::ShiftLeft
            | Binary::LogicalShiftRight
            | Binary::ArithmeticShiftRight => false,
        },
        Operator::Comparison(_)
        | Operator::Unary(_)
        | Operator::Overflow(_)
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::Concat
        | Operator::IfThenElse
        | Operator::PointerAdd { .. }
        | Operator::FloatUnary(..)
        | Operator::FloatBinary(..)
        | Operator::FloatCompare(..)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => false,
    }
}
