//! From a certificate to what the recheck starts from. Everything that it names must exist and
//! fit, and what it says of objects and kinds that the program alone decides must be so; the
//! rest is for the recheck to see.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{AllocationKind, BlockId, CheckKind, FunctionId, GlobalId};
use raddle_passes::{Place, Ready};
use raddle_semantics::control::Section;
use raddle_semantics::race::TouchKind;
use raddle_semantics::{Frame, Selected, Sharing as Access};
use raddle_terms::bits::MAX_WIDTH;
use raddle_terms::{Operator, Term};

use super::{
    AccessRecord, ByRecord, CellRecord, Certificate, ContentsRecord, FrameRecord, MomentRecord,
    ObjectRecord, OriginRecord, PlaceRecord, RestRecord, SpanRecord, StateRecord,
};
use crate::kinds::{Kind, KindId, KindSet, Kinds, Signature};
use crate::locks::{LockSet, Locks, SECTION};
use crate::memory::{Cell, Contents, Rest, elements};
use crate::objects::{Object, ObjectId, Origin};
use crate::point::{Going, Iteration, Path};
use crate::range::Range;
use crate::sets::SmallSet;
use crate::sharing::{Kept, Moment, NewlyPublished, Sharing};
use crate::span::Span;
use crate::state::State;
use crate::tables::{Tables, Touched};
use crate::values::{Ranges, Values};

/// What a certificate claims.
pub struct Claims<'a> {
    pub tables: Tables<'a>,
    pub(crate) values: Values,
    /// How threads of each kind begin, and what is known where ways meet.
    pub(crate) entries: Vec<(KindId, State)>,
    pub(crate) stored: Vec<(KindId, State)>,
    pub(crate) accesses: Vec<Touched>,
}

pub fn read<'a>(ready: &'a Ready, certificate: &Certificate) -> Result<Claims<'a>, String> {
    let selected = checks(&certificate.selected)?;
    let mut reader =
        Reader { ready, tables: Tables::new(ready, selected), values: Values::new(ready.layout) };
    reader.kinds(certificate)?;
    reader.objects(certificate)?;
    reader.locks(certificate)?;
    reader.sharing(certificate)?;
    reader.loops(certificate)?;
    let accesses = certificate.accesses.iter().enumerate().map(|(number, record)| {
        reader.access(record).map_err(|wrong| format!("accesses[{number}]: {wrong}"))
    });
    let accesses = accesses.collect::<Result<_, String>>()?;
    reader.tables.frees_anything = certificate.frees_anything;
    reader.tables.weak_channels = certificate.weak_channels;
    let (mut entries, mut stored) = (Vec::new(), Vec::new());
    for (number, record) in certificate.states.iter().enumerate() {
        let state = reader.state(record).map_err(|wrong| format!("states[{number}]: {wrong}"))?;
        let list = if record.entry { &mut entries } else { &mut stored };
        list.push((record.kind, state));
    }
    Ok(Claims { tables: reader.tables, values: reader.values, entries, stored, accesses })
}

/// Checks by their names.
pub fn checks(names: &[String]) -> Result<Selected, String> {
    let named = names.iter().map(|name| {
        CheckKind::from_name(name).ok_or_else(|| format!("{name:?} is the name of no check"))
    });
    named.collect()
}

struct Reader<'a> {
    ready: &'a Ready,
    tables: Tables<'a>,
    values: Values,
}

/// An error unless something is so.
fn ensure(is_so: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(wrong()) }
}

impl Reader<'_> {
    // ---- the tables ----

    fn kinds(&mut self, certificate: &Certificate) -> Result<(), String> {
        let records = &certificate.kinds;
        ensure(records.len() <= KindSet::LIMIT, || "there are too many kinds".to_string())?;
        let mut known = BTreeSet::new();
        let mut list = Vec::new();
        for (number, record) in records.iter().enumerate() {
            let wrong = |what: &str| format!("kinds[{number}]: {what}");
            let (maker, many) = (record.maker, record.many);
            let path = self.path(&record.path).map_err(|what| wrong(&what))?;
            ensure(maker.is_some() == (number > 0), || wrong("only main has no maker"))?;
            ensure(maker.is_none_or(|maker| maker < number), || wrong("its maker comes later"))?;
            ensure(number > 0 || !many, || wrong("there is one main"))?;
            ensure(known.insert((maker, path.clone())), || wrong("it is there twice"))?;
            let ended = record.ended_at_end.as_deref();
            let ended_at_end = ended.map(|ended| set(ended, records.len())).transpose()?;
            list.push(Kind { maker, path, many, starts: Vec::new(), ended_at_end });
        }
        ensure(!list.is_empty(), || "there are no kinds of threads".to_string())?;
        self.tables.kinds = Kinds::of(list);
        Ok(())
    }

    fn objects(&mut self, certificate: &Certificate) -> Result<(), String> {
        for (number, record) in certificate.objects.iter().enumerate() {
            let wrong = |what: String| format!("objects[{number}] ({}): {what}", record.name);
            let origin = self.origin(&record.origin).map_err(wrong)?;
            let is_new = self.tables.objects.find(&origin).is_none();
            ensure(is_new, || wrong("it is there twice".to_string()))?;
            self.fits(&origin, record).map_err(wrong)?;
            let ObjectRecord { smallest, largest, unbounded, private, once, writable, .. } =
                *record;
            self.tables.objects.add(Object {
                origin,
                smallest,
                largest,
                unbounded,
                private,
                once,
                writable,
            });
        }
        Ok(())
    }

    fn origin(&self, record: &OriginRecord) -> Result<Origin, String> {
        let global = |number: u32| {
            let global = GlobalId::new(number as usize);
            let known = self.ready.program.globals.get(global).is_some();
            ensure(known, || "there is no such global".to_string()).map(|()| global)
        };
        Ok(match record {
            OriginRecord::Global(number) => Origin::Global(global(*number)?),
            OriginRecord::ThreadLocal { kind, global: number } => {
                Origin::ThreadLocal(self.kind(*kind)?, global(*number)?)
            }
            OriginRecord::Stack { kind, path } => {
                Origin::Made(self.kind(*kind)?, self.path(path)?, AllocationKind::Stack)
            }
            OriginRecord::Fresh(class) => Origin::Fresh(self.object(*class)?),
            OriginRecord::Heap { kind, path } => {
                Origin::Made(self.kind(*kind)?, self.path(path)?, AllocationKind::Heap)
            }
        })
    }

    /// Whether a class of objects can be what is said of it, as far as the program and the kinds
    /// decide that.
    fn fits(&self, origin: &Origin, record: &ObjectRecord) -> Result<(), String> {
        if let Origin::Fresh(class) = origin {
            return self.is_one_of(*class, record);
        }
        let most = self.ready.layout.bias() - 1;
        let (least, most) = match origin {
            Origin::Global(global) | Origin::ThreadLocal(_, global) => {
                let size = self.ready.program.globals[*global].size;
                (size, size)
            }
            Origin::Made(..) | Origin::Fresh(_) => (0, most),
        };
        let (smallest, largest) = (record.smallest, record.largest);
        let sized = least <= smallest && smallest <= largest && largest <= most;
        ensure(sized, || "it cannot have this size".to_string())?;
        let is_local = match origin {
            Origin::Global(global) => self.ready.program.globals[*global].thread_local,
            Origin::ThreadLocal(_, global) => !self.ready.program.globals[*global].thread_local,
            Origin::Made(..) | Origin::Fresh(_) => false,
        };
        ensure(!is_local, || "it is not so that each thread has its own".to_string())?;
        let (hidden, writable, single) = match origin {
            Origin::Global(global) => (false, !self.ready.program.globals[*global].constant, true),
            Origin::ThreadLocal(kind, global) => {
                (!self.ready.observable[*global], true, !self.tables.kinds.list[*kind].many)
            }
            Origin::Fresh(_) => (true, true, false),
            Origin::Made(kind, path, _) => {
                (self.is_hidden(path), true, !self.tables.kinds.list[*kind].many)
            }
        };
        ensure(hidden || !record.private, || "other threads may touch it".to_string())?;
        ensure(writable == record.writable, || "it can be written, or not".to_string())?;
        ensure(single || !record.once, || "there may be several".to_string())
    }

    /// Whether an object of which no other thread knows is like its class.
    fn is_one_of(&self, class: ObjectId, record: &ObjectRecord) -> Result<(), String> {
        let known = self.tables.objects.get(class);
        let sizes = (record.smallest, record.largest, record.unbounded);
        let is_like = sizes == (known.smallest, known.largest, known.unbounded)
            && matches!(known.origin, Origin::Made(..))
            && (record.private, record.once, record.writable) == (true, false, true);
        ensure(is_like, || "it is not like its class".to_string())
    }

    fn is_hidden(&self, path: &Path) -> bool {
        path.0.last().is_some_and(|(place, _)| {
            let facts = &self.ready.functions[place.function];
            !facts.observable.contains(&(place.block, place.statement))
        })
    }

    fn locks(&mut self, certificate: &Certificate) -> Result<(), String> {
        let mut list = Vec::new();
        for (number, record) in certificate.locks.iter().enumerate() {
            let wrong = |what: &str| format!("locks[{number}] ({}): {what}", record.name);
            let object = self.tables.objects.get(self.object(record.object)?);
            let end = record.offset.checked_add(record.bytes);
            ensure(end.is_some_and(|end| end <= object.smallest), || {
                wrong("it does not lie in its object")
            })?;
            ensure((1..=8).contains(&record.bytes), || wrong("it has no size of a lock"))?;
            ensure(object.once && !object.private, || {
                wrong("there may be several, or it is not shared")
            })?;
            let cell = (record.object, record.offset);
            let is_new = list.iter().all(|(other, _)| *other != cell);
            ensure(is_new, || wrong("it is there twice"))?;
            list.push((cell, record.bytes));
        }
        ensure(list.len() <= SECTION, || "there are too many locks".to_string())?;
        self.tables.locks = Locks::of(list);
        Ok(())
    }

    fn sharing(&mut self, certificate: &Certificate) -> Result<(), String> {
        let mut published = Vec::new();
        for (number, record) in certificate.published.iter().enumerate() {
            let wrong = |what: String| format!("published[{number}] ({}): {what}", record.name);
            let span = self.span(&record.span).map_err(wrong)?;
            let range = self.range(&record.range, width_of(span.bytes).map_err(wrong)?);
            let new = NewlyPublished {
                by: self.by(&record.by).map_err(wrong)?,
                held: self.held(&record.held).map_err(wrong)?,
                moment: match record.moment {
                    MomentRecord::Written => Moment::Written,
                    MomentRecord::Sometime => Moment::Sometime,
                    MomentRecord::Released(lock) => {
                        self.held(&[lock]).map_err(wrong)?;
                        Moment::Released(lock)
                    }
                },
                span,
                range: range.map_err(wrong)?,
                at_end: record.at_end,
            };
            published.push((self.object(record.object).map_err(wrong)?, new));
        }
        let frees = certificate.frees.iter();
        let frees: Result<Vec<_>, String> =
            frees.map(|record| Ok((self.object(record.object)?, self.by(&record.by)?))).collect();
        let mut kept = Vec::new();
        for (number, record) in certificate.kept.iter().enumerate() {
            let wrong = |what: String| format!("kept[{number}]: {what}");
            self.values.ranges = Ranges::default();
            let values = self.terms(&record.values).map_err(wrong)?;
            let contents = self.contents(&record.contents, &values).map_err(wrong)?;
            let ranges = std::mem::take(&mut self.values.ranges);
            let class = self.object(record.contents.object).map_err(wrong)?;
            let is_made = matches!(self.tables.objects.get(class).origin, Origin::Made(..));
            ensure(is_made, || wrong("such an object is not made by the program".to_string()))?;
            kept.push((class, Kept { contents, ranges, growth: 0 }));
        }
        self.tables.sharing = Sharing::complete(published, frees?, kept);
        Ok(())
    }

    fn loops(&mut self, certificate: &Certificate) -> Result<(), String> {
        for (function, header) in &certificate.merged_loops {
            let place = self.spot(*function, *header, 0)?;
            self.tables.merged_loops.insert((place.function, place.block));
        }
        Ok(())
    }

    fn access(&self, record: &AccessRecord) -> Result<Touched, String> {
        let sharing = if record.atomic { Access::Atomic } else { Access::Plain };
        Ok(Touched {
            object: self.object(record.object)?,
            span: self.span(&record.span)?,
            kind: TouchKind { write: record.write, frees: record.frees, sharing },
            by: self.by(&record.by)?,
            held: self.held(&record.held)?,
        })
    }

    // ---- names of things ----

    fn kind(&self, kind: usize) -> Result<KindId, String> {
        let known = kind < self.tables.kinds.list.len();
        ensure(known, || format!("there is no kind {kind}")).map(|()| kind)
    }

    fn object(&self, object: u32) -> Result<ObjectId, String> {
        let known = (object as usize) < self.tables.objects.list.len();
        ensure(known, || format!("there is no object {object}")).map(|()| object)
    }

    fn held(&self, locks: &[usize]) -> Result<LockSet, String> {
        set(locks, self.tables.locks.list.len())
    }

    /// Locks, and perhaps the atomic section.
    fn held_in_step(&self, locks: &[usize]) -> Result<LockSet, String> {
        let others: Vec<usize> = locks.iter().copied().filter(|lock| *lock != SECTION).collect();
        let held = self.held(&others)?;
        Ok(if others.len() < locks.len() { held.with(SECTION) } else { held })
    }

    fn by(&self, record: &ByRecord) -> Result<Signature, String> {
        let kinds = self.tables.kinds.list.len();
        Ok(Signature {
            kind: self.kind(record.kind)?,
            created: set(&record.created, kinds)?,
            ended: set(&record.ended, kinds)?,
        })
    }

    fn span(&self, record: &SpanRecord) -> Result<Span, String> {
        let SpanRecord { low, high, step, bytes } = *record;
        let stepped = match step {
            0 => low == high,
            step => low < high && (high - low).is_multiple_of(step),
        };
        let fits = stepped && high.checked_add(bytes).is_some();
        ensure(fits, || "these are no places".to_string()).map(|()| Span { low, high, step, bytes })
    }

    fn path(&self, steps: &[PlaceRecord]) -> Result<Path, String> {
        let steps = steps.iter().map(|step| {
            let iterations = going(self, step)?.iter().map(|going| going.iteration).collect();
            Ok((self.place(step)?, iterations))
        });
        steps.collect::<Result<Vec<_>, String>>().map(Path)
    }

    fn place(&self, record: &PlaceRecord) -> Result<Place, String> {
        self.spot(record.function, record.block, record.statement)
    }

    fn spot(&self, function: u32, block: u32, statement: u32) -> Result<Place, String> {
        let (function, block) = (FunctionId::new(function as usize), BlockId::new(block as usize));
        let code = self.ready.program.functions.get(function);
        let known = code
            .and_then(|code| code.blocks.get(block))
            .is_some_and(|block| statement as usize <= block.statements.len());
        let place = Place { function, block, statement };
        ensure(known, || format!("there is no place {place:?}")).map(|()| place)
    }

    fn range(&self, text: &str, width: u16) -> Result<Range, String> {
        let range = Range::parse(text, width, &self.ready.layout);
        let range = range.ok_or_else(|| format!("{text:?} is no range of {width} bits"))?;
        for (base, _) in range.pointers() {
            self.object(base.0)?;
        }
        Ok(range)
    }

    // ---- states ----

    fn state(&mut self, record: &StateRecord) -> Result<State, String> {
        self.kind(record.kind)?;
        self.values.ranges = Ranges::default();
        let values = self.terms(&record.values)?;
        let ranges = std::mem::take(&mut self.values.ranges);
        let (mut frames, mut iterations) = (Vec::new(), Vec::new());
        for (depth, frame) in record.frames.iter().enumerate() {
            let innermost = depth + 1 == record.frames.len();
            frames.push(self.frame(frame, innermost, &values)?);
            iterations.push(going(self, &frame.place)?);
        }
        ensure(!frames.is_empty(), || "the thread stands nowhere".to_string())?;
        let kinds = self.tables.kinds.list.len();
        let mut memory = BTreeMap::new();
        for contents in &record.memory {
            let object = self.object(contents.object)?;
            let contents = self.contents(contents, &values)?;
            let again = memory.insert(object, Rc::new(contents)).is_some();
            ensure(!again, || format!("object {object} is there twice"))?;
        }
        let number = value(&values, record.number)?;
        ensure(self.values.terms.width(number) == 32, || "the thread has no number".to_string())?;
        let (sections, in_library) = record.sections;
        Ok(State {
            // Certificates are of analyses without counters.
            added: BTreeMap::new(),
            makes: BTreeMap::new(),
            frames,
            iterations,
            section: Section::nested(sections, in_library),
            ranges,
            memory,
            held: self.held(&record.held)?,
            created: set(&record.created, kinds)?,
            ended: set(&record.ended, kinds)?,
            made: Rc::new(self.classes(&record.made)?),
            died: Rc::new(self.classes(&record.died)?),
            number,
        })
    }

    fn classes(&self, objects: &[u32]) -> Result<BTreeSet<ObjectId>, String> {
        objects.iter().map(|object| self.object(*object)).collect()
    }

    fn terms(&mut self, texts: &[String]) -> Result<Vec<Term>, String> {
        let mut terms: Vec<Term> = Vec::new();
        for text in texts {
            let made = self.term(text, &terms);
            terms.push(made.map_err(|wrong| format!("the value {text:?}: {wrong}"))?);
        }
        Ok(terms)
    }

    fn term(&mut self, text: &str, earlier: &[Term]) -> Result<Term, String> {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        if let ("is" | "some", [width, rest]) = (name, words.as_slice()) {
            let width: u16 = width.parse().map_err(|_| "no width".to_string())?;
            ensure((1..=MAX_WIDTH).contains(&width), || "no width".to_string())?;
            let range = self.range(rest, width)?;
            let is_fine = name == "some" || range.known().is_some();
            ensure(is_fine && !range.is_empty(), || "no value".to_string())?;
            // One that is not known stays a name of its own, however little it can be.
            let term = match range.known() {
                Some(bits) if name == "is" => self.values.terms.constant(bits),
                Some(_) | None => self.values.any(width),
            };
            if name == "some" && !range.is_any() {
                self.values.ranges.insert(term, range);
            }
            return Ok(term);
        }
        let operator = Operator::parse(name).ok_or("no operator")?;
        let operands: Result<Vec<Term>, String> = words
            .iter()
            .map(|word| value(earlier, word.parse().map_err(|_| "no operand".to_string())?))
            .collect();
        let operands = operands?;
        let widths: Vec<u16> = operands.iter().map(|term| self.values.terms.width(*term)).collect();
        operator.result_width(&widths)?;
        Ok(self.values.terms.apply(operator, &operands))
    }

    fn frame(
        &mut self,
        record: &FrameRecord,
        innermost: bool,
        values: &[Term],
    ) -> Result<Frame<Term>, String> {
        let place = self.place(&record.place)?;
        let function = &self.ready.program.functions[place.function];
        // Ways meet where blocks begin, and the callers stand at their calls.
        let calls = place
            .instruction(&self.ready.program)
            .is_some_and(|instruction| matches!(instruction, raddle_ir::Instruction::Call { .. }));
        ensure(if innermost { place.statement == 0 } else { calls }, || {
            "the thread cannot stand there".to_string()
        })?;
        let mut registers = vec![None; function.registers.len()];
        for (number, position) in &record.registers {
            let term = value(values, *position)?;
            let register = raddle_ir::RegisterId::new(*number as usize);
            let kind = function.registers.get(register).map(|register| register.kind);
            let width = kind.map(|kind| self.ready.width(kind));
            ensure(width == Some(self.values.terms.width(term)), || {
                format!("register {number} cannot hold this")
            })?;
            registers[*number as usize] = Some(term);
        }
        let extra = record.extra.iter();
        let extra = extra.map(|position| position.map(|position| value(values, position)));
        let objects = record.objects.iter().map(|object| self.object(*object));
        Ok(Frame {
            function: place.function,
            block: place.block,
            statement: place.statement,
            registers,
            extra: extra.map(Option::transpose).collect::<Result<_, String>>()?,
            objects: objects.collect::<Result<_, String>>()?,
            guard: self.values.terms.boolean(true),
        })
    }

    fn contents(&self, record: &ContentsRecord, values: &[Term]) -> Result<Contents, String> {
        let mut contents = Contents::new(match &record.rest {
            RestRecord::Initial => Rest::Initial,
            RestRecord::Zero => Rest::Zero,
            RestRecord::Unwritten => Rest::Unwritten,
            RestRecord::Any => Rest::Any,
            RestRecord::Elements { bytes, range } => {
                let range = self.range(range, width_of(*bytes)?)?;
                let rest = elements(*bytes, range.clone());
                let is_one = rest != Rest::Any && !range.is_empty();
                ensure(is_one, || "there are no such elements".to_string())?;
                rest
            }
        });
        for record in &record.cells {
            let cell = self.cell(record, values)?;
            let span = self.span(&SpanRecord {
                low: record.offset,
                high: record.offset,
                step: 0,
                bytes: record.bytes,
            })?;
            let is_apart = contents.overlapping(&span).is_empty();
            ensure(is_apart, || "cells overlap".to_string())?;
            contents.cells.insert(record.offset, cell);
        }
        Ok(contents)
    }

    fn cell(&self, record: &CellRecord, values: &[Term]) -> Result<Cell, String> {
        let width = width_of(record.bytes)?;
        let value = record.value.map(|position| value(values, position)).transpose()?;
        let fits = value.is_none_or(|term| self.values.terms.width(term) == width);
        ensure(fits, || "a cell holds a value that does not fit".to_string())?;
        Ok(Cell {
            bytes: record.bytes,
            value,
            synced: self.held_in_step(&record.synced)?,
            written_under: self.held_in_step(&record.written_under)?,
            pending: record.pending,
            acquired: record.acquired,
        })
    }
}

fn going(reader: &Reader<'_>, record: &PlaceRecord) -> Result<Vec<Going>, String> {
    let loops = record.loops.iter().map(|each| {
        let header = reader.spot(record.function, each.header, 0)?.block;
        let iteration = Iteration { header, count: each.count };
        Ok(Going { iteration, decided: each.decided, open: each.open })
    });
    loops.collect()
}

fn value(values: &[Term], position: usize) -> Result<Term, String> {
    values.get(position).copied().ok_or_else(|| format!("there is no value {position}"))
}

fn set(numbers: &[usize], limit: usize) -> Result<SmallSet, String> {
    numbers.iter().try_fold(SmallSet::EMPTY, |set, number| match *number < limit {
        true => Ok(set.with(*number)),
        false => Err(format!("there is no number {number} here")),
    })
}

/// The width of so many bytes.
fn width_of(bytes: u64) -> Result<u16, String> {
    let fits = bytes > 0 && bytes <= u64::from(MAX_WIDTH / 8);
    ensure(fits, || format!("no value has {bytes} bytes")).map(|()| (8 * bytes) as u16)
}
