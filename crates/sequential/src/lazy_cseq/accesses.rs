//! What the threads of a bounded program access that others may see: the facts
//! behind the reduction of rounds and the search for races.

use raddle_ir::index::Index;
use raddle_ir::{FunctionId, IndexVec, Instruction, Operand, Terminator};
use raddle_passes::Place;
use raddle_passes::escape::{self, Escape};
use raddle_passes::loops::{self, Loops};
use raddle_passes::points_to::{self, AbstractObject, PointsTo};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded::{Bounded, Section, Slot};
use crate::memory_accesses::accesses_and_frees;

/// At most so many classes.
const MOST_CLASSES: u32 = 64;

/// What a step reads and writes, as sets of classes of objects. Two objects may share
/// a class; a class of its own is the life of each thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Masks {
    pub reads: u64,
    pub writes: u64,
}

pub(super) struct Accesses<'b> {
    bounded: &'b Bounded,
    points_to: PointsTo,
    escape: Escape,
    /// Of the objects that others may see.
    classes: FxHashMap<AbstractObject, u64>,
    /// How many classes there are.
    width: u32,
    /// The accesses that may race with something, by place.
    racing: FxHashSet<Place>,
    /// What the library does with the user's memory may race, and is not watched.
    pub unwatched_races: bool,
}

impl<'b> Accesses<'b> {
    pub fn new(bounded: &'b Bounded, races: bool) -> Accesses<'b> {
        let program = &bounded.program;
        let points_to = points_to::analyse(program);
        let loops: IndexVec<FunctionId, Loops> =
            program.functions.iter().map(loops::find).collect();
        let escape = escape::analyse(program, &points_to, &loops);
        let mut accesses = Accesses {
            bounded,
            points_to,
            escape,
            classes: FxHashMap::default(),
            width: 1,
            racing: FxHashSet::default(),
            unwatched_races: false,
        };
        let threads = bounded.threads.len() as u32;
        let free = MOST_CLASSES.saturating_sub(threads).max(1);
        let objects = accesses.points_to.objects().iter();
        let observable =
            objects.filter(|object| accesses.escape.is_observable(&accesses.points_to, **object));
        accesses.classes = (0..)
            .zip(observable)
            .map(|(number, object)| (*object, bit(threads + number % free)))
            .collect();
        let classes = (accesses.classes.len() as u32).min(free);
        accesses.width = (threads + classes).clamp(1, MOST_CLASSES);
        if races {
            accesses.find_races();
        }
        accesses
    }

    /// The bits of a set of classes.
    pub fn set_width(&self) -> u16 {
        self.width as u16
    }

    /// Whether others may see an access through this address.
    pub fn is_seen(&self, function: FunctionId, address: &Operand) -> bool {
        self.classes(function, address) != 0
    }

    /// The classes that a pointer may lead to; all if nothing is known of it.
    fn classes(&self, function: FunctionId, address: &Operand) -> u64 {
        let targets = self.points_to.targets(function, address);
        if targets.is_empty() {
            return u64::MAX;
        }
        targets.iter().filter_map(|object| self.classes.get(object)).fold(0, |all, bit| all | bit)
    }

    /// What a statement, or the terminator, accesses.
    fn of_statement(&self, place: Place) -> Masks {
        let function = &self.bounded.program.functions[place.function];
        let block = &function.blocks[place.block];
        let Some(statement) = block.statements.get(place.statement as usize) else {
            return match block.terminator {
                // Ends objects of others.
                Terminator::Return(_) | Terminator::ThreadExit => {
                    let writes = if self.is_visible(place) { u64::MAX } else { 0 };
                    Masks { reads: 0, writes }
                }
                Terminator::Jump(_)
                | Terminator::Branch { .. }
                | Terminator::Switch { .. }
                | Terminator::Stop(_) => Masks::default(),
            };
        };
        let mut masks = Masks::default();
        for each in statement.instruction.accesses() {
            let classes = self.classes(place.function, &each.address);
            masks.reads |= classes;
            if each.writes {
                masks.writes |= classes;
            }
        }
        if let Instruction::StackRestore { .. } = &statement.instruction
            && self.is_visible(place)
        {
            masks.writes = u64::MAX;
        } else if let Instruction::Spawn { function, .. } = &statement.instruction {
            let child = self.bounded.slot_of(*function);
            masks.writes |= child.map_or(u64::MAX, |slot| self.life(slot));
        }
        masks
    }

    fn is_visible(&self, place: Place) -> bool {
        self.bounded.note(place).is_some_and(|note| note.visible)
    }

    /// The class of a thread's life.
    pub fn life(&self, slot: Slot) -> u64 {
        bit(slot.position() as u32)
    }

    /// What is accessed from a label to the next ones.
    pub fn of_step(&self, label: Place, is_label: &dyn Fn(Place) -> bool) -> Masks {
        let function = &self.bounded.program.functions[label.function];
        let mut masks = Masks::default();
        let mut seen = FxHashSet::default();
        let mut open = vec![label];
        while let Some(mut place) = open.pop() {
            let block = &function.blocks[place.block];
            let count = block.statements.len() as u32;
            loop {
                let found = self.of_statement(place);
                masks.reads |= found.reads;
                masks.writes |= found.writes;
                place.statement += 1;
                if place.statement > count || is_label(place) {
                    break;
                }
            }
            if place.statement <= count {
                continue;
            }
            for edge in block.terminator.edges() {
                let next = Place { block: edge.target, statement: 0, ..label };
                if !is_label(next) && seen.insert(edge.target) {
                    open.push(next);
                }
            }
        }
        masks
    }

    /// Whether an access may race with one of another thread.
    pub fn may_race(&self, place: Place) -> bool {
        self.racing.contains(&place)
    }

    fn find_races(&mut self) {
        struct Candidate {
            place: Place,
            slot: Slot,
            classes: u64,
            writes: bool,
            is_plain: bool,
            /// By the library, in a section, as if the program had done it itself.
            is_for_the_user: bool,
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        for (slot, place, each) in self.bounded.statements() {
            let Some(note) = self.bounded.note(place) else { continue };
            for access in accesses_and_frees(&each.instruction, self.bounded.program.target) {
                let classes = self.classes(place.function, &access.address);
                let is_plain_in_library = note.section == Section::Library && !access.is_atomic;
                let is_for_the_user = is_plain_in_library && access.is_volatile;
                let is_bookkeeping = is_plain_in_library && !is_for_the_user;
                if !is_bookkeeping && classes != 0 {
                    candidates.push(Candidate {
                        place,
                        slot,
                        classes,
                        writes: access.may_write(),
                        is_plain: is_for_the_user
                            || note.section == Section::Outside && !access.is_atomic,
                        is_for_the_user,
                    });
                }
            }
        }
        for one in &candidates {
            let races = |other: &&Candidate| {
                one.slot != other.slot
                    && one.classes & other.classes != 0
                    && (one.writes || other.writes)
                    && (one.is_plain || other.is_plain)
            };
            for other in candidates.iter().filter(races) {
                if one.is_for_the_user || other.is_for_the_user {
                    self.unwatched_races = true;
                } else {
                    self.racing.insert(one.place);
                }
            }
        }
    }
}

fn bit(number: u32) -> u64 {
    1 << (number % MOST_CLASSES)
}
