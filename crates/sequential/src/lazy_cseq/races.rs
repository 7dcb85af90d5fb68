//! Data races: a thread stands in front of an access that is not atomic, and
//! another one accesses the same bytes, one of both writing.
//!
//! After one turn, which is guessed, it is noted what the thread will do next (the
//! *watched* access), and until its next turn the accesses of others are compared
//! with it. Of two accesses that race one is not atomic; that one is watched. The
//! accesses of an atomic section count when the section has come to its end.
//!
//! Incomplete: what the library does in a section with the user's plain memory (the identifier
//! that `pthread_create` stores) is not watched; `Accesses` says whether that may race.

use raddle_ir::index::Index;
use raddle_ir::{CheckKind, GlobalId, Instruction, Operand, Type};
use raddle_passes::Place;
use raddle_terms::Operator;

use super::thread::Translation;
use super::{Building, HOLDER};
use crate::bounded::{Section, Slot};
use crate::code::{BIT, Code, constant, is_true, truth};
use crate::marks::TraceMark;
use crate::memory_accesses::{ByteAccess, accesses_and_frees};

pub(super) const MESSAGE: &str =
    "two threads access the same memory, one writes, and nothing orders them";

/// The width of the number of a turn.
const TURN: Type = Type::Integer(16);

/// The variables of the search for races.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// The turn after which a thread is watched.
    turn: GlobalId,
    on: GlobalId,
    slot: GlobalId,
    address: GlobalId,
    /// How many bytes, in as many bits as a pointer has.
    bytes: GlobalId,
    writes: GlobalId,
    /// It frees the object.
    frees: GlobalId,
    /// The section that runs has accessed what is watched.
    touched: GlobalId,
}

impl Watch {
    pub fn new(building: &mut Building<'_>) -> Watch {
        Watch {
            turn: building.global("watched_turn", TURN),
            on: building.global("watched", BIT),
            slot: building.global("watched_thread", HOLDER),
            address: building.global("watched_address", Type::Pointer),
            bytes: building.global("watched_bytes", Type::Pointer),
            writes: building.global("watched_writes", BIT),
            frees: building.global("watched_frees", BIT),
            touched: building.global("touched_watched", BIT),
        }
    }

    pub fn begin(&self, code: &mut Code) {
        let turn = code.nondet(TURN, "watched_turn");
        code.write(self.turn, turn, TURN);
    }

    /// Whether the thread is to be watched after this turn.
    pub fn is_after(&self, building: &Building<'_>, code: &mut Code, turn: u32) -> Operand {
        let watched = code.read(self.turn, TURN);
        let this = code.test(Operator::Equal, &[watched, constant(u128::from(turn), 16)]);
        match building.number_of(CheckKind::Race) {
            Some(number) => {
                let looked_for = building.is_looked_for(code, number);
                code.both(this, looked_for)
            }
            None => truth(false),
        }
    }

    /// It is watched no more when its next turn comes.
    pub fn end(&self, code: &mut Code, slot: Slot) {
        let on = code.read(self.on, BIT);
        let watched = code.read(self.slot, HOLDER);
        let number = constant(slot.position() as u128, 32);
        let other = code.test(Operator::NotEqual, &[watched, number]);
        let still = code.both(on, other);
        code.write(self.on, still, BIT);
    }

    /// The thread stands in front of this access.
    fn note(&self, code: &mut Code, slot: Slot, access: &ByteAccess) {
        code.write(self.on, truth(true), BIT);
        code.write(self.slot, constant(slot.position() as u128, 32), HOLDER);
        code.write(self.address, access.address, Type::Pointer);
        let bytes = bytes(code, access);
        code.write(self.bytes, bytes, Type::Pointer);
        code.write(self.writes, access.writes, BIT);
        code.write(self.frees, truth(access.frees), BIT);
    }

    /// Whether an access meets the watched one.
    fn meets(&self, code: &mut Code, access: &ByteAccess) -> Operand {
        let on = code.read(self.on, BIT);
        let address = code.read(self.address, Type::Pointer);
        let bytes = code.read(self.bytes, Type::Pointer);
        let width = Type::Integer(code.target.pointer_bits);
        let own = self::bytes(code, access);
        let after = code.apply(Operator::Subtract, &[access.address, address], width);
        let begins_within = code.test(Operator::UnsignedLess, &[after, bytes]);
        let before = code.apply(Operator::Subtract, &[address, access.address], width);
        let reaches_into = code.test(Operator::UnsignedLess, &[before, own]);
        let overlap = code.either(begins_within, reaches_into);
        let other_writes = code.read(self.writes, BIT);
        let one_writes = code.either(other_writes, access.writes);
        let mut conflict = code.both(overlap, one_writes);
        if access.frees {
            // To free twice is a fault of memory.
            let frees = code.read(self.frees, BIT);
            let only_one = code.not(frees);
            conflict = code.both(conflict, only_one);
        }
        code.both(on, conflict)
    }
}

/// How many bytes are accessed, in as many bits as a pointer has.
fn bytes(code: &mut Code, access: &ByteAccess) -> Operand {
    if !access.frees {
        return constant(u128::from(access.bytes), code.target.pointer_bits);
    }
    let result = code.register(Type::Integer(code.target.pointer_bits));
    code.add(Instruction::ObjectSize { result, address: access.address });
    Operand::Register(result)
}

impl Translation<'_, '_> {
    /// What this access, which has been done, means for races: one that fails takes part
    /// in none. (Of an object that is freed it is asked before, as long as it is there.)
    pub(super) fn race(&mut self, place: Place, instruction: &Instruction) {
        let Some(watch) = self.building.watch else { return };
        if !self.building.accesses.may_race(place) {
            return;
        }
        for access in accesses_and_frees(instruction, self.code.target) {
            let meets = watch.meets(&mut self.code, &access);
            match self.section(place) {
                Section::Outside => self.no_race(meets),
                Section::User => {
                    let before = self.code.read(watch.touched, BIT);
                    let now = self.code.either(before, meets);
                    self.code.write(watch.touched, now, BIT);
                }
                // What it does atomically with the user's memory no wait undoes.
                Section::Library if access.is_atomic => self.no_race(meets),
                Section::Library => {}
            }
        }
    }

    /// At the end of a section.
    pub(super) fn race_of_section(&mut self, place: Place) {
        let Some(watch) = self.building.watch else { return };
        if self.section(place) == Section::User {
            let touched = self.code.read(watch.touched, BIT);
            self.no_race(touched);
        }
    }

    fn no_race(&mut self, meets: Operand) {
        let Some(number) = self.building.number_of(CheckKind::Race) else { return };
        let fine = self.code.not(meets);
        let passed = self.code.either(fine, self.others[number]);
        if !is_true(passed) {
            self.code.check(CheckKind::Race, passed, MESSAGE);
        }
    }

    /// The access that can be watched where the thread stands at this label. (A copy has
    /// two sides, of which at most one is visible to others.)
    fn watchable(&self, place: Place, instruction: &Instruction) -> Option<ByteAccess> {
        self.building.watch?;
        if self.section(place) != Section::Outside || !self.building.accesses.may_race(place) {
            return None;
        }
        let accesses = &self.building.accesses;
        accesses_and_frees(instruction, self.code.target)
            .into_iter()
            .find(|access| !access.is_atomic && accesses.is_seen(place.function, &access.address))
    }

    pub(super) fn is_watched(&self, place: Place, instruction: &Instruction) -> bool {
        self.watchable(place, instruction).is_some()
    }

    /// The code that notes what the thread will do next, where it stands at this label.
    pub(super) fn watched(&mut self, place: Place, instruction: &Instruction) {
        let Some(watch) = self.building.watch else { return };
        let Some(access) = self.watchable(place, instruction) else { return };
        let Some(note) = self.building.bounded.note(place) else { return };
        let mark = self.building.mark(TraceMark::Stands { slot: self.slot, place: note.origin });
        self.code.mark(mark);
        watch.note(&mut self.code, self.slot, &access);
    }
}
