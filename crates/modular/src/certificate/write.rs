//! From an analysis to its certificate: the same program gives the same text.

use std::collections::BTreeMap;

use raddle_ir::index::Index;
use raddle_ir::{AllocationKind, CheckKind};
use raddle_passes::{Place, Ready};
use raddle_terms::{Node, Term};

use super::{
    AboutRecord, AccessRecord, ByRecord, CellRecord, Certificate, ContentsRecord, FORMAT,
    FrameRecord, FreesRecord, KeptRecord, KindRecord, LockRecord, LoopRecord, MomentRecord,
    ObjectRecord, OriginRecord, PairRecord, PlaceRecord, PublishedRecord, ReasonRecord, RestRecord,
    SpanRecord, StateRecord,
};
use crate::analysis::Analysis;
use crate::kinds::{FIRST, Kind, KindId, Signature};
use crate::memory::{Contents, Rest};
use crate::objects::{Object, ObjectId, Origin};
use crate::point::{Going, Iteration, Path};
use crate::range::Range;
use crate::reasons::{Reason, Which, needs_reason, reasons};
use crate::sets::SmallSet;
use crate::sharing::Moment;
use crate::span::Span;
use crate::state::State;
use crate::tables::{Tables, Touched};
use crate::values::{Ranges, Values};

/// The certificate of what an analysis proved, if it did and kept its states.
pub fn of_analysis(analysis: &Analysis<'_>) -> Option<Certificate> {
    let tables = &analysis.tables;
    if analysis.gap().is_some() || analysis.kept.is_empty() {
        return None;
    }
    let writer = Writer { tables, ready: tables.ready };
    let accesses = writer.touched();
    let names = |kinds: &mut dyn Iterator<Item = CheckKind>| -> Vec<String> {
        kinds.map(|kind| kind.name().to_string()).collect()
    };
    let selected = &mut tables.selected.iter();
    let holds = &mut tables.selected.iter().filter(|kind| analysis.proves(*kind));
    let mut merged_loops: Vec<(u32, u32)> = tables
        .merged_loops
        .iter()
        .map(|(function, header)| (number(*function), number(*header)))
        .collect();
    merged_loops.sort_unstable();
    Some(Certificate {
        format: FORMAT,
        about: AboutRecord::default(),
        selected: names(selected),
        holds: names(holds),
        assumes_defined: !analysis.undefined().is_empty(),
        followed_up_to: names(&mut tables.followed_up_to().into_iter()),
        kinds: tables.kinds.list.iter().enumerate().map(|each| writer.kind(each)).collect(),
        objects: tables.objects.list.iter().map(|object| writer.object(object)).collect(),
        locks: writer.locks(),
        frees_anything: tables.frees_anything,
        weak_channels: tables.weak_channels,
        merged_loops,
        published: writer.published(),
        frees: writer.frees(),
        kept: writer.kept(&analysis.values),
        pairs: pairs(tables, &accesses),
        accesses: accesses.iter().map(|access| writer.access(access)).collect(),
        states: writer.states(analysis),
    })
}

struct Writer<'w, 'a> {
    tables: &'w Tables<'a>,
    ready: &'w Ready,
}

impl Writer<'_, '_> {
    fn at(&self, place: Place) -> String {
        let function = &self.ready.program.functions[place.function].name;
        match self.ready.location_text(place) {
            Some(at) => format!("{at} {function}"),
            None => function.clone(),
        }
    }

    fn kind(&self, (number, kind): (KindId, &Kind)) -> KindRecord {
        let functions = &self.ready.program.functions;
        let starts: Vec<&str> =
            kind.starts.iter().map(|start| functions[*start].name.as_str()).collect();
        let what = match (number, starts.is_empty()) {
            (FIRST, _) => "main".to_string(),
            (_, true) => "a thread".to_string(),
            (_, false) => starts.join(" or "),
        };
        KindRecord {
            what,
            maker: kind.maker,
            path: self.path(&kind.path),
            many: kind.many,
            ended_at_end: kind.ended_at_end.map(numbers),
        }
    }

    fn path(&self, path: &Path) -> Vec<PlaceRecord> {
        let steps = path.0.iter();
        steps.map(|(place, loops)| self.place(*place, loops.iter().map(iteration))).collect()
    }

    fn place(&self, place: Place, loops: impl Iterator<Item = LoopRecord>) -> PlaceRecord {
        PlaceRecord {
            at: self.at(place),
            function: number(place.function),
            block: number(place.block),
            statement: place.statement,
            loops: loops.collect(),
        }
    }

    fn name(&self, id: ObjectId) -> String {
        match &self.tables.objects.get(id).origin {
            Origin::Global(global) | Origin::ThreadLocal(_, global) => {
                self.ready.program.globals[*global].name.clone()
            }
            Origin::Made(_, path, _) => {
                path.0.last().map_or(String::new(), |(place, _)| self.at(*place))
            }
            Origin::Fresh(class) => self.name(*class),
        }
    }

    fn object(&self, object: &Object) -> ObjectRecord {
        let (name, origin) = match &object.origin {
            Origin::Global(global) => (
                self.ready.program.globals[*global].name.clone(),
                OriginRecord::Global(number(*global)),
            ),
            Origin::ThreadLocal(kind, global) => (
                self.ready.program.globals[*global].name.clone(),
                OriginRecord::ThreadLocal { kind: *kind, global: number(*global) },
            ),
            Origin::Fresh(class) => (self.name(*class), OriginRecord::Fresh(*class)),
            Origin::Made(kind, path, of) => {
                let (kind, path, last) = (*kind, self.path(path), path.0.last());
                let name = last.map_or(String::new(), |(place, _)| self.at(*place));
                (
                    name,
                    match of {
                        AllocationKind::Stack => OriginRecord::Stack { kind, path },
                        AllocationKind::Heap => OriginRecord::Heap { kind, path },
                    },
                )
            }
        };
        let Object { smallest, largest, unbounded, private, once, writable, .. } = *object;
        ObjectRecord { name, origin, smallest, largest, unbounded, private, once, writable }
    }

    fn locks(&self) -> Vec<LockRecord> {
        let locks = &self.tables.locks;
        let record = |(object, offset): &(ObjectId, u64)| LockRecord {
            name: self.name(*object),
            object: *object,
            offset: *offset,
            bytes: locks.bytes((*object, *offset)),
        };
        locks.list.iter().map(record).collect()
    }

    fn published(&self) -> Vec<PublishedRecord> {
        let all = self.tables.sharing.all().into_iter();
        all.map(|(object, published)| PublishedRecord {
            name: self.name(object),
            object,
            span: span(published.span),
            by: by(&published.by),
            held: numbers(published.held),
            moment: match published.moment {
                Moment::Written => MomentRecord::Written,
                Moment::Released(lock) => MomentRecord::Released(lock),
                Moment::Sometime => MomentRecord::Sometime,
            },
            at_end: published.at_end,
            range: published.range.written(),
        })
        .collect()
    }

    fn frees(&self) -> Vec<FreesRecord> {
        let all = self.tables.sharing.frees().into_iter();
        all.map(|(object, who)| FreesRecord { object, by: by(&who) }).collect()
    }

    fn kept(&self, store: &Values) -> Vec<KeptRecord> {
        let all = self.tables.sharing.all_kept().into_iter();
        all.map(|(class, kept)| {
            let cells = kept.contents.cells.values();
            let roots: Vec<Term> = cells.filter_map(|cell| cell.value).collect();
            let (values, positions) = values(store, &roots, &kept.ranges);
            let value = |term: Term| positions.get(&term).copied().unwrap_or_default();
            KeptRecord { values, contents: memory(class, &kept.contents, &value) }
        })
        .collect()
    }

    /// What could race, in a fixed order.
    fn touched(&self) -> Vec<Touched> {
        if !self.tables.selected.contains(CheckKind::Race) {
            return Vec::new();
        }
        let mut list: Vec<Touched> = self.tables.touched.keys().copied().collect();
        list.sort_by_key(|touched| {
            (touched.object, touched.span, touched.kind, touched.by, touched.held)
        });
        list
    }

    fn access(&self, touched: &Touched) -> AccessRecord {
        let places = self.tables.touched.get(touched).into_iter().flatten();
        AccessRecord {
            name: self.name(touched.object),
            at: places.map(|place| self.at(*place)).collect(),
            object: touched.object,
            span: span(touched.span),
            write: touched.kind.write,
            frees: touched.kind.frees,
            atomic: !touched.kind.is_plain(),
            by: by(&touched.by),
            held: numbers(touched.held),
        }
    }

    fn states(&self, analysis: &Analysis<'_>) -> Vec<StateRecord> {
        let mut records = Vec::new();
        for kept in &analysis.kept {
            let mut entries: Vec<&State> = kept.entries.iter().collect();
            entries.sort_by_key(|state| state.path());
            // How `main` begins needs not to be said.
            let entries = entries.into_iter().filter(|_| kept.kind != FIRST);
            records.extend(entries.map(|state| self.state(analysis, kept.kind, true, state)));
            let mut stored: Vec<&State> = kept.stored.iter().collect();
            stored.sort_by_key(|state| crate::meeting::Point::of(state));
            let stored = stored.into_iter();
            records.extend(stored.map(|state| self.state(analysis, kept.kind, false, state)));
        }
        records
    }

    fn state(
        &self,
        analysis: &Analysis<'_>,
        kind: KindId,
        entry: bool,
        state: &State,
    ) -> StateRecord {
        let (values, positions) = values(&analysis.values, &state.roots(), &state.ranges);
        let value = |term: Term| positions.get(&term).copied().unwrap_or_default();
        let frames = state.frames.iter().zip(&state.iterations);
        StateRecord {
            kind,
            entry,
            frames: frames
                .map(|(frame, going)| FrameRecord {
                    place: self.place(frame.place(), going.iter().map(looping)),
                    registers: frame
                        .registers
                        .iter()
                        .enumerate()
                        .filter_map(|(register, term)| Some((register as u32, value((*term)?))))
                        .collect(),
                    extra: frame.extra.iter().map(|term| term.map(value)).collect(),
                    objects: frame.objects.clone(),
                })
                .collect(),
            sections: (state.section.depth(), state.section.is_library()),
            held: numbers(state.held),
            created: numbers(state.created),
            ended: numbers(state.ended),
            made: state.made.iter().copied().collect(),
            died: state.died.iter().copied().collect(),
            number: value(state.number),
            values,
            memory: state
                .memory
                .iter()
                .map(|(object, contents)| memory(*object, contents, &value))
                .collect(),
        }
    }
}

/// The values of a state, operands before what is computed from them, and where each is.
fn values(
    values: &Values,
    roots: &[Term],
    ranges: &Ranges,
) -> (Vec<String>, BTreeMap<Term, usize>) {
    let mut terms = values.terms.reachable(roots);
    terms.sort_unstable();
    let mut positions = BTreeMap::new();
    let mut texts = Vec::new();
    for term in terms {
        let width = values.terms.width(term);
        texts.push(match values.terms.node(term) {
            Node::Constant(bits) => format!("is {width} {}", bits.unsigned()),
            Node::Apply(operator, operands) => {
                let operands = operands.iter().filter_map(|operand| positions.get(operand));
                operands.fold(operator.to_string(), |text, operand| format!("{text} {operand}"))
            }
            Node::Symbol(_) => {
                let range = ranges.get(&term).map_or("any".to_string(), Range::written);
                format!("some {width} {range}")
            }
            Node::Select(..) => format!("some {width} any"),
        });
        positions.insert(term, texts.len() - 1);
    }
    (texts, positions)
}

fn memory(object: ObjectId, contents: &Contents, value: &dyn Fn(Term) -> usize) -> ContentsRecord {
    let cells = contents.cells.iter();
    ContentsRecord {
        object,
        rest: match &contents.rest {
            Rest::Initial => RestRecord::Initial,
            Rest::Zero => RestRecord::Zero,
            Rest::Unwritten => RestRecord::Unwritten,
            Rest::Any => RestRecord::Any,
            Rest::Elements { bytes, range } => {
                RestRecord::Elements { bytes: *bytes, range: range.written() }
            }
        },
        cells: cells
            .map(|(offset, cell)| CellRecord {
                offset: *offset,
                bytes: cell.bytes,
                value: cell.value.map(value),
                synced: numbers(cell.synced),
                written_under: numbers(cell.written_under),
                pending: cell.pending,
                acquired: cell.acquired,
            })
            .collect(),
    }
}

/// Every pair of accesses of one object of which one writes, and the first reason for it.
fn pairs(tables: &Tables<'_>, accesses: &[Touched]) -> Vec<PairRecord> {
    let mut records = Vec::new();
    for (first, one) in accesses.iter().enumerate() {
        let others = accesses.iter().enumerate().skip(first);
        for (second, other) in others.take_while(|(_, other)| other.object == one.object) {
            if needs_reason(one.kind, other.kind)
                && let Some(reason) = reasons(tables, one, other).first()
            {
                records.push(PairRecord { first, second, reason: record(*reason) });
            }
        }
    }
    records
}

fn record(reason: Reason) -> ReasonRecord {
    match reason {
        Reason::OneThread => ReasonRecord::OneThread,
        Reason::BeforeCreation(Which::First) => ReasonRecord::FirstBeforeCreation,
        Reason::BeforeCreation(Which::Second) => ReasonRecord::SecondBeforeCreation,
        Reason::AfterEnd(Which::First) => ReasonRecord::FirstHasEnded,
        Reason::AfterEnd(Which::Second) => ReasonRecord::SecondHasEnded,
        Reason::DifferentBytes => ReasonRecord::DifferentBytes,
        Reason::BothAtomic => ReasonRecord::BothAtomic,
        Reason::Lock(lock) => ReasonRecord::Lock(lock),
    }
}

fn iteration(iteration: &Iteration) -> LoopRecord {
    let Iteration { header, count } = *iteration;
    LoopRecord { header: number(header), count, decided: false, open: false }
}

fn looping(going: &Going) -> LoopRecord {
    LoopRecord { decided: going.decided, open: going.open, ..iteration(&going.iteration) }
}

fn by(who: &Signature) -> ByRecord {
    let Signature { kind, created, ended } = *who;
    ByRecord { kind, created: numbers(created), ended: numbers(ended) }
}

fn number(entity: impl Index) -> u32 {
    entity.position() as u32
}

fn numbers(set: SmallSet) -> Vec<usize> {
    set.iter().collect()
}

fn span(span: Span) -> SpanRecord {
    let Span { low, high, step, bytes } = span;
    SpanRecord { low, high, step, bytes }
}
