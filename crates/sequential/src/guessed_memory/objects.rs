//! The objects of a bounded program: its globals, and what each `Allocate` makes,
//! which is one object at most.
//!
//! An object that several threads may access gets a global of the sequential
//! program for its address; its contents are divided into memory locations (`locations.rs`).
//! What one thread alone accesses stays in memory: of a known size it is made when
//! the thread starts, so that its address is at hand everywhere.
//!
//! Incomplete: objects of a size that is not known, if threads share them.

use std::fmt;

use raddle_ir::index::Index;
use raddle_ir::{AllocationKind, BlockId, FunctionId, GlobalId, IndexVec, Instruction, Operand};
use raddle_passes::Place;
use raddle_passes::escape::{self, Escape};
use raddle_passes::points_to::{self, AbstractObject, PointsTo};
use rustc_hash::FxHashMap;

use super::abstract_values::{AbstractValue, AbstractValues};
use super::{LocationId, ProgramBuilder};
use crate::bounded::{Bounded, Slot};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(u32);

impl Index for ObjectId {
    fn new(position: usize) -> Self {
        ObjectId(position as u32)
    }
    fn position(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "o{}", self.0)
    }
}

/// A statement of a function. Of two that run in the same run, the lesser runs
/// first, because edges lead forward.
pub type Position = (BlockId, u32);

#[derive(Clone, Debug)]
pub struct Object {
    pub name: String,
    pub base: Base,
    pub size: Size,
    pub kind: ObjectKind,
    pub shared: bool,
    /// Writing to it is an error.
    pub constant: bool,
    /// No thread writes it.
    pub fixed: bool,
    /// If it is shared: its locations, by offset.
    pub locations: Vec<LocationId>,
    /// Set once the object has ended, if that can happen where it matters.
    pub ended: Option<LocationId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Global(GlobalId),
    /// Made at the beginning of the thread's function.
    Register,
    /// Made where it stands; this global holds the address.
    Held(GlobalId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Known(u64),
    /// This global holds it.
    Held(GlobalId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    Global,
    /// Made by this thread, at this place of its function.
    Allocated {
        slot: Slot,
        site: Position,
        kind: AllocationKind,
        zeroed: bool,
    },
}

impl Object {
    /// Whether it is made by this thread, on its stack.
    pub fn is_on_stack_of(&self, owner: Slot) -> Option<Position> {
        match self.kind {
            ObjectKind::Allocated { slot, site, kind: AllocationKind::Stack, .. }
                if slot == owner =>
            {
                Some(site)
            }
            ObjectKind::Allocated { .. } | ObjectKind::Global => None,
        }
    }

    pub fn is_on_heap(&self) -> bool {
        matches!(self.kind, ObjectKind::Allocated { kind: AllocationKind::Heap, .. })
    }
}

/// The objects, and which operands may point to them.
pub struct Objects {
    pub list: IndexVec<ObjectId, Object>,
    pub points_to: PointsTo,
    abstract_values: FxHashMap<FunctionId, AbstractValues>,
    slots: FxHashMap<FunctionId, Slot>,
    globals: FxHashMap<GlobalId, ObjectId>,
    sites: FxHashMap<Place, ObjectId>,
}

impl Objects {
    pub fn find(bounded: &Bounded, build: &mut ProgramBuilder) -> Result<Objects, String> {
        let program = &bounded.program;
        let points_to = points_to::analyse(program);
        let loops = program.functions.iter().map(raddle_passes::loops::find).collect();
        let escape = escape::analyse(program, &points_to, &loops);
        let mut objects = Objects {
            list: IndexVec::new(),
            points_to,
            abstract_values: FxHashMap::default(),
            slots: FxHashMap::default(),
            globals: FxHashMap::default(),
            sites: FxHashMap::default(),
        };
        objects.find_globals(bounded, &escape);
        for (slot, thread) in bounded.threads.iter_enumerated() {
            let function = program.functions.get(thread.function).ok_or("a thread of nothing")?;
            objects.slots.insert(thread.function, slot);
            objects.abstract_values.insert(thread.function, AbstractValues::find(function));
            objects.find_allocated(bounded, slot, &escape, build)?;
        }
        objects.share_sources(bounded);
        objects.find_bases(build)?;
        Ok(objects)
    }

    /// What is copied into shared memory is divided into locations as well, so that it is
    /// known whether it was ever written: a copy of what never was is not written either.
    fn share_sources(&mut self, bounded: &Bounded) {
        let mut copies = Vec::new();
        for (_, Place { function, .. }, statement) in bounded.statements() {
            if let Instruction::Copy { to, from, .. } = &statement.instruction {
                copies.push((self.targets(function, to), self.targets(function, from)));
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (to, from) in &copies {
                if !to.iter().any(|object| self.list[*object].shared) {
                    continue;
                }
                for &object in from {
                    let object = &mut self.list[object];
                    if !object.shared && !object.fixed && !object.constant {
                        object.shared = true;
                        changed = true;
                    }
                }
            }
        }
    }

    fn find_bases(&mut self, build: &mut ProgramBuilder) -> Result<(), String> {
        for object in self.list.iter_mut() {
            let name = &object.name;
            object.base = match (object.kind, object.shared, object.size) {
                (ObjectKind::Global, _, _) => object.base,
                (ObjectKind::Allocated { .. }, true, Size::Known(size)) => {
                    Base::Global(build.memory(name, size))
                }
                (ObjectKind::Allocated { .. }, true, Size::Held(_)) => {
                    return Err(format!("threads share `{name}`, whose size is not known"));
                }
                (ObjectKind::Allocated { .. }, false, Size::Known(_)) => Base::Register,
                (ObjectKind::Allocated { .. }, false, Size::Held(_)) => {
                    let bytes = build.program.target.pointer_bytes();
                    Base::Held(build.memory(&format!("{name}_address"), bytes))
                }
            };
        }
        Ok(())
    }

    /// The objects that an operand of a thread's function may point into.
    pub fn targets(&self, function: FunctionId, operand: &Operand) -> Vec<ObjectId> {
        let mine = self.slots.get(&function).copied();
        let targets = self.points_to.targets(function, operand).iter();
        let mut found: Vec<ObjectId> = targets
            .filter_map(|target| match target {
                AbstractObject::Global(global) => self.globals.get(global).copied(),
                AbstractObject::Allocation { site, .. } => self.sites.get(site).copied(),
                // Nothing is there to be read or written.
                AbstractObject::Function(_) => None,
                // There are none in a bounded program.
                AbstractObject::ThreadLocal(_) | AbstractObject::VariadicArea { .. } => None,
            })
            .filter(|&object| match &self.list[object] {
                Object { shared: true, .. } | Object { kind: ObjectKind::Global, .. } => true,
                Object { kind: ObjectKind::Allocated { slot, .. }, .. } => Some(*slot) == mine,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What is known of an operand of a thread's function.
    pub fn abstract_value(&self, function: FunctionId, operand: &Operand) -> AbstractValue {
        let values = self.abstract_values.get(&function);
        values.map_or(AbstractValue::UNKNOWN, |values| values.of(operand))
    }

    pub fn allocated_at(&self, place: Place) -> Option<ObjectId> {
        self.sites.get(&place).copied()
    }

    pub fn of_global(&self, global: GlobalId) -> Option<ObjectId> {
        self.globals.get(&global).copied()
    }

    fn find_globals(&mut self, bounded: &Bounded, escape: &Escape) {
        for (id, global) in bounded.program.globals.iter_enumerated() {
            let object = self.list.push(Object {
                name: global.name.clone(),
                base: Base::Global(id),
                size: Size::Known(global.size),
                kind: ObjectKind::Global,
                shared: escape.is_observable(&self.points_to, AbstractObject::Global(id)),
                constant: global.constant,
                fixed: escape.never_written.get(id).copied().unwrap_or(false),
                locations: Vec::new(),
                ended: None,
            });
            self.globals.insert(id, object);
        }
    }

    fn find_allocated(
        &mut self,
        bounded: &Bounded,
        slot: Slot,
        escape: &Escape,
        build: &mut ProgramBuilder,
    ) -> Result<(), String> {
        let mut shared: FxHashMap<Place, bool> = FxHashMap::default();
        for &object in self.points_to.objects() {
            if let AbstractObject::Allocation { site, .. } = object {
                *shared.entry(site).or_default() |= escape.is_handed_over(&self.points_to, object)
                    || escape.is_shared(&self.points_to, object);
            }
        }
        for (site, each) in bounded.statements_of(slot) {
            let Place { function: id, block, statement } = site;
            let Instruction::Allocate { kind, size, zeroed, name, .. } = &each.instruction else {
                continue;
            };
            // What the analysis never met is never accessed.
            let Some(&shared) = shared.get(&site) else { continue };
            let known = self.abstract_value(id, size).constant;
            let name = name.clone().unwrap_or_else(|| format!("made_{slot}_{block}_{statement}"));
            let size = match known.map(|size| u64::try_from(size.unsigned())) {
                Some(Ok(size)) => Size::Known(size),
                Some(Err(_)) | None => {
                    let bytes = build.program.target.pointer_bytes();
                    Size::Held(build.memory(&format!("{name}_size"), bytes))
                }
            };
            let object = self.list.push(Object {
                name,
                base: Base::Register,
                size,
                kind: ObjectKind::Allocated {
                    slot,
                    site: (block, statement),
                    kind: *kind,
                    zeroed: *zeroed,
                },
                shared,
                constant: false,
                fixed: false,
                locations: Vec::new(),
                ended: None,
            });
            self.sites.insert(site, object);
        }
        Ok(())
    }
}
