//! The facts of an analysis, asked by what is seen in runs.

use raddle_ir::{BlockId, CheckKind, FunctionId};
use raddle_modular::Analysis;
use raddle_modular::facts::Facts;
use raddle_modular::kinds::{KindId, KindSet};
use raddle_modular::locks::{LockId, LockSet};
use raddle_modular::objects::{ObjectId, Origin};
use raddle_modular::range::Range;
use raddle_modular::tables::{Tables, Touched};
use raddle_passes::Place;
use raddle_terms::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::run::{Birth, Made, Run, Who};

pub struct Claims<'a> {
    pub tables: &'a Tables<'a>,
    facts: &'a Facts,
    /// Classes of objects by the places that lead to where they are made.
    made_at: FxHashMap<Vec<Place>, Vec<ObjectId>>,
    /// Kinds by the places that lead to where they are created.
    created_at: FxHashMap<Vec<Place>, Vec<KindId>>,
    /// Where a thread may do what is undefined, by the analysis.
    doubts: FxHashSet<Place>,
}

/// Part of an object, as an access touches it.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    pub object: u32,
    pub offset: i64,
    pub count: u64,
}

static NONE: std::sync::LazyLock<Facts> = std::sync::LazyLock::new(Facts::default);

impl<'a> Claims<'a> {
    pub fn new(analysis: &'a Analysis<'a>) -> Claims<'a> {
        let tables = &analysis.tables;
        let places = |path: &raddle_modular::point::Path| -> Vec<Place> {
            path.0.iter().map(|(place, _)| *place).collect()
        };
        let mut made_at: FxHashMap<Vec<Place>, Vec<ObjectId>> = FxHashMap::default();
        for (number, object) in tables.objects.list.iter().enumerate() {
            if let Origin::Made(_, path, _) = &object.origin {
                made_at.entry(places(path)).or_default().push(number as ObjectId);
            }
        }
        let mut created_at: FxHashMap<Vec<Place>, Vec<KindId>> = FxHashMap::default();
        for (number, kind) in tables.kinds.list.iter().enumerate() {
            created_at.entry(places(&kind.path)).or_default().push(number);
        }
        let memory = analysis.unproved(CheckKind::Memory).iter().map(|unproved| unproved.place);
        let doubts = analysis.undefined().iter().copied().chain(memory).collect();
        let facts = tables.facts.as_ref().unwrap_or(&NONE);
        Claims { tables, facts, made_at, created_at, doubts }
    }

    pub fn is_reached(&self, kinds: KindSet, function: FunctionId, block: BlockId) -> bool {
        kinds.iter().any(|kind| self.facts.reached.contains(&(kind, function, block)))
    }

    pub fn is_doubtful(&self, place: Place) -> bool {
        self.doubts.contains(&place)
    }

    pub fn kinds_created(&self, makers: KindSet, path: &[Place]) -> KindSet {
        let list = self.created_at.get(path).map_or(&[][..], Vec::as_slice);
        let of_maker = |kind: &&KindId| {
            self.tables.kinds.list[**kind].maker.is_some_and(|maker| makers.contains(maker))
        };
        list.iter().filter(of_maker).fold(KindSet::EMPTY, |all, kind| all.with(*kind))
    }

    // ---- objects ----

    /// The classes that an object may be of.
    pub fn classes(&self, run: &Run, object: u32) -> Vec<ObjectId> {
        if let Some(global) = self.tables.ready.layout.object_global(object) {
            return self.tables.objects.find(&Origin::Global(global)).into_iter().collect();
        }
        let Some(birth) = run.objects.get(&object) else { return Vec::new() };
        let kinds = run.threads[birth.maker].kinds;
        match &birth.how {
            Made::ThreadLocal(global) => {
                let find = |kind| self.tables.objects.find(&Origin::ThreadLocal(kind, *global));
                kinds.iter().filter_map(find).collect()
            }
            Made::At(path) => {
                let list = self.made_at.get(path).map_or(&[][..], Vec::as_slice);
                let of_maker = |class: &&ObjectId| {
                    matches!(&self.tables.objects.get(**class).origin,
                        Origin::Made(kind, ..) if kinds.contains(*kind))
                };
                list.iter().filter(of_maker).copied().collect()
            }
        }
    }

    /// Whether it is known where an object was made that has to be.
    pub fn knows(&self, birth: &Birth) -> bool {
        match &birth.how {
            Made::ThreadLocal(_) => true,
            Made::At(path) => self.made_at.contains_key(path),
        }
    }

    // ---- values ----

    pub fn contains(&self, run: &Run, range: &Range, value: Bits) -> bool {
        let value = Bits::new(value.unsigned(), range.width());
        if range.without_pointers().may_be(value) {
            return true;
        }
        let layout = &self.tables.ready.layout;
        if range.pointers().is_empty() || range.width() != layout.pointer_bits {
            return false;
        }
        let raw = value.unsigned() & ((1 << layout.offset_bits) - 1);
        let classes = self.classes(run, layout.split(value).0);
        range.pointers().iter().any(|(base, offsets)| {
            // A fresh object is one of its class.
            classes.contains(&self.tables.objects.class(base.0)) && offsets.contains(raw)
        })
    }

    /// Those of the kinds that may read this there.
    pub fn may_read(&self, run: &Run, kinds: KindSet, place: Place, value: Bits) -> KindSet {
        let allows = |kind: &KindId| {
            let range = self.facts.read.get(&(*kind, place));
            range.is_some_and(|range| self.contains(run, range, value))
        };
        kinds.iter().filter(allows).fold(KindSet::EMPTY, KindSet::with)
    }

    pub fn may_write(&self, run: &Run, kinds: KindSet, place: Place, value: Bits) -> KindSet {
        let allows = |kind: &KindId| {
            let range = self.facts.written.get(&(*kind, place));
            range.is_some_and(|range| self.contains(run, range, value))
        };
        kinds.iter().filter(allows).fold(KindSet::EMPTY, KindSet::with)
    }

    /// The ranges of a place, in words.
    pub fn ranges(&self, kinds: KindSet, place: Place) -> String {
        let of =
            |kind| (self.facts.read.get(&(kind, place)), self.facts.written.get(&(kind, place)));
        format!("{:?}", kinds.iter().map(|kind| (kind, of(kind))).collect::<Vec<_>>())
    }

    // ---- accesses ----

    /// Some of the kinds may access anything there.
    pub fn is_anywhere(&self, kinds: KindSet, place: Place) -> bool {
        kinds.iter().any(|kind| self.facts.anywhere.contains(&(kind, place)))
    }

    /// The accesses of a place.
    pub fn at(&self, place: Place) -> impl Iterator<Item = &Touched> {
        self.facts.accesses.get(&place).into_iter().flatten()
    }

    /// Whether an access is one that is written down: of these bytes, and everything that
    /// its thread is said to know is so.
    pub fn covers(&self, run: &Run, who: Who, touched: &Touched, bytes: Bytes) -> bool {
        let span = &touched.span;
        let same = touched.kind.frees
            || u64::try_from(bytes.offset).is_ok_and(|offset| span.may_begin_at(offset))
                && span.bytes == bytes.count;
        run.threads[who].kinds.contains(touched.by.kind)
            && same
            && self.classes(run, bytes.object).contains(&touched.object)
            && self.is_true_of(run, who, touched)
    }

    fn is_true_of(&self, run: &Run, who: Who, touched: &Touched) -> bool {
        let created = |child: &Who| run.threads[*child].kinds.meets(touched.by.created);
        let ended = |kind: KindId| {
            let only = KindSet::one(kind);
            run.threads.iter().all(|thread| thread.has_ended || thread.kinds != only)
        };
        run.threads[who].created.iter().all(created)
            && touched.by.ended.iter().all(ended)
            && self.known(touched.held).all(|lock| run.owns(who, lock))
    }

    /// Those of the locks whose owner a run can tell.
    fn known(&self, held: LockSet) -> impl Iterator<Item = LockId> {
        held.iter().filter(|lock| self.is_followed(*lock))
    }

    /// Whether a lock's cell is in an object that is the only one of its place.
    pub fn is_followed(&self, lock: LockId) -> bool {
        let Some((object, _)) = self.tables.locks.list.get(lock) else { return false };
        match &self.tables.objects.get(*object).origin {
            Origin::Global(_) => true,
            Origin::ThreadLocal(..) | Origin::Fresh(_) => false,
            Origin::Made(_, path, _) => {
                let places: Vec<Place> = path.0.iter().map(|(place, _)| *place).collect();
                self.made_at.get(&places).is_some_and(|list| list.len() == 1)
            }
        }
    }
}
