//! The threads that read and write the locations of shared objects, and when.
//!
//! A thread *knows* what a location holds if all others that write it do so before the
//! thread starts: its ancestors, before they create it. Then the last
//! value that was written in the order in which the threads run (parents before
//! children) is what the thread reads, and no scheme is asked. That is so for
//! whatever only one thread accesses, for what is set up before threads are
//! there, and for arguments of threads.

use raddle_ir::{IndexVec, Instruction, Operand, RegisterId, Statement, Terminator};
use raddle_passes::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use super::access_targets::access_targets;
use super::objects::{ObjectId, Objects, Position};
use super::{LocationId, MemoryLocation};
use crate::bounded::{Bounded, Section, Slot};
use crate::memory_accesses::{ByteAccess, byte_accesses};

/// What happens to a location.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub readers: FxHashSet<Slot>,
    pub writers: FxHashSet<(Slot, Position)>,
}

impl Uses {
    pub fn writer_slots(&self) -> Vec<Slot> {
        let mut slots: Vec<Slot> = self.writers.iter().map(|(slot, _)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }
}

/// The objects that end, with where: frees, restored stacks, the ends of threads.
pub fn ends(bounded: &Bounded, objects: &Objects) -> Result<Ends, String> {
    let mut ends = Ends::default();
    for (slot, thread) in bounded.threads.iter_enumerated() {
        let function = &bounded.program.functions[thread.function];
        let mut saves: FxHashMap<RegisterId, Position> = FxHashMap::default();
        for (block, code) in function.blocks.iter_enumerated() {
            for (statement, each) in (0u32..).zip(&code.statements) {
                let position = (block, statement);
                let instruction = &each.instruction;
                if let Instruction::StackSave { mark } = instruction {
                    saves.insert(*mark, position);
                } else if let Instruction::StackRestore { mark } = instruction {
                    let save = match mark {
                        Operand::Register(mark) => saves.get(mark).copied(),
                        Operand::Constant(_)
                        | Operand::Global(_)
                        | Operand::Function(_)
                        | Operand::Undefined(_) => None,
                    };
                    let save = save.ok_or("a stack mark that is not one value")?;
                    ends.frame(objects, slot, save, position);
                } else if let Instruction::Free { address } = instruction {
                    for object in objects.targets(thread.function, address) {
                        if objects.list[object].is_on_heap() {
                            ends.add(object, slot, position);
                        }
                    }
                }
            }
            if matches!(code.terminator, Terminator::Return(_) | Terminator::ThreadExit) {
                let start = (super::entry(), 0);
                let position = (block, code.statements.len() as u32);
                ends.frame(objects, slot, start, position);
            }
        }
    }
    Ok(ends)
}

#[derive(Default)]
pub struct Ends {
    /// By object.
    pub by: FxHashMap<ObjectId, Vec<(Slot, Position)>>,
    /// The objects of the stack that a statement ends.
    pub at: FxHashMap<(Slot, Position), Vec<ObjectId>>,
}

impl Ends {
    fn add(&mut self, object: ObjectId, slot: Slot, position: Position) {
        self.by.entry(object).or_default().push((slot, position));
    }

    /// What was made on the stack from `start` on ends.
    fn frame(&mut self, objects: &Objects, slot: Slot, start: Position, end: Position) {
        for (id, object) in objects.list.iter_enumerated() {
            if let Some(site) = object.is_on_stack_of(slot)
                && start <= site
                && site < end
            {
                self.add(id, slot, end);
                self.at.entry((slot, end)).or_default().push(id);
            }
        }
    }
}

/// For each object the threads that access it, and each one's last place to do so.
pub fn last_accesses(
    bounded: &Bounded,
    objects: &Objects,
) -> FxHashMap<(ObjectId, Slot), Position> {
    let mut last = FxHashMap::default();
    for (slot, place, Statement { instruction, .. }) in bounded.statements() {
        let position = (place.block, place.statement);
        for each in instruction.accesses() {
            for object in objects.targets(place.function, &each.address) {
                last.insert((object, slot), position);
            }
        }
    }
    last
}

/// The threads that read and write each location.
pub fn find(
    bounded: &Bounded,
    objects: &Objects,
    locations: &IndexVec<LocationId, MemoryLocation>,
    ends: &Ends,
) -> IndexVec<LocationId, Uses> {
    let mut uses: IndexVec<LocationId, Uses> = locations.iter().map(|_| Uses::default()).collect();
    for (slot, place, Statement { instruction, .. }) in bounded.statements() {
        let position = (place.block, place.statement);
        for accessed in byte_accesses(instruction, bounded.program.target) {
            for target in access_targets(objects, locations, place.function, &accessed) {
                for &location in target.spans.iter().flat_map(|span| &span.locations) {
                    note(&mut uses, locations, location, (slot, position), &accessed);
                }
            }
        }
        for each in instruction.accesses() {
            for object in objects.targets(place.function, &each.address) {
                if let Some(ended) = objects.list[object].ended {
                    uses[ended].readers.insert(slot);
                }
            }
        }
    }
    for (&object, places) in &ends.by {
        if let Some(ended) = objects.list[object].ended {
            uses[ended].writers.extend(places);
        }
    }
    uses
}

/// Reading a location that was never written writes it.
fn note(
    uses: &mut IndexVec<LocationId, Uses>,
    locations: &IndexVec<LocationId, MemoryLocation>,
    location: LocationId,
    (slot, position): (Slot, Position),
    access: &ByteAccess,
) {
    let empty = locations[location].empty;
    if access.reads {
        uses[location].readers.insert(slot);
        if let Some(empty) = empty {
            uses[empty].readers.insert(slot);
        }
    }
    if access.may_write() || empty.is_some() {
        uses[location].writers.insert((slot, position));
        if let Some(empty) = empty {
            uses[empty].writers.insert((slot, position));
        }
    }
}

/// For each thread those that led to its creation, with the statement of each that did.
pub struct Ancestors {
    by: IndexVec<Slot, FxHashMap<Slot, Place>>,
}

impl Ancestors {
    pub fn find(bounded: &Bounded) -> Ancestors {
        let mut by: IndexVec<Slot, FxHashMap<Slot, Place>> = IndexVec::new();
        for thread in bounded.threads.iter() {
            let mine = match thread.spawned_by {
                None => FxHashMap::default(),
                Some((parent, place)) => {
                    let mut all = by.get(parent).cloned().unwrap_or_default();
                    all.insert(parent, place);
                    all
                }
            };
            by.push(mine);
        }
        Ancestors { by }
    }

    /// Whether this thread knows what a location holds: all others write it before it is
    /// there.
    pub fn knows(&self, bounded: &Bounded, slot: Slot, uses: &Uses) -> bool {
        uses.writers.iter().all(|&(writer, position)| {
            writer == slot
                || self.by.get(slot).and_then(|all| all.get(&writer)).is_some_and(|spawn| {
                    position <= (spawn.block, spawn.statement)
                        || in_same_step(bounded, *spawn, position)
                })
        })
    }
}

/// Whether a statement behind a spawn is in the same atomic section, in its block.
fn in_same_step(bounded: &Bounded, spawn: Place, position: Position) -> bool {
    let (block, statement) = position;
    let code = bounded.program.functions.get(spawn.function).and_then(|f| f.blocks.get(block));
    let Some(code) = code.filter(|_| block == spawn.block && spawn.statement < statement) else {
        return false;
    };
    let inside = bounded.note(spawn).is_some_and(|note| note.section != Section::Outside);
    let between = code.statements.get(spawn.statement as usize..statement as usize);
    let ends = |each: &raddle_ir::Statement| matches!(each.instruction, Instruction::AtomicEnd);
    inside && between.is_some_and(|between| !between.iter().any(ends))
}

/// The locations without a bit for being empty that something empty may be copied to.
pub fn copied_from_empty(
    bounded: &Bounded,
    objects: &Objects,
    locations: &IndexVec<LocationId, MemoryLocation>,
) -> FxHashSet<LocationId> {
    let mut found = FxHashSet::default();
    for (_, place, Statement { instruction, .. }) in bounded.statements() {
        let Instruction::Copy { .. } = instruction else { continue };
        let accesses = byte_accesses(instruction, bounded.program.target);
        let reached = |accessed: &ByteAccess| {
            let found = access_targets(objects, locations, place.function, accessed);
            let spans = found.into_iter().flat_map(|target| target.spans);
            spans.flat_map(|span| span.locations).collect::<Vec<LocationId>>()
        };
        if let [from, to] = accesses.as_slice()
            && reached(from).iter().any(|location| locations[*location].empty.is_some())
        {
            found.extend(
                reached(to).into_iter().filter(|location| locations[*location].empty.is_none()),
            );
        }
    }
    found
}
