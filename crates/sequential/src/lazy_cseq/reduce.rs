//! A partial-order reduction: fewer rounds for the same behaviours, and when they are
//! enough.
//!
//! Steps of different threads that access nothing in common are independent: they can be
//! done in either order. So of all the ways to divide an execution, and those that differ from it
//! only by the order of such steps, into rounds, there is one in which no step can
//! be moved into its thread's turn one round earlier; in that one the first step of
//! each turn but those of the first round conflicts with a step that was done
//! since the thread's last turn. All others are dropped. (The idea is that of
//! partial-order reduction for context-bounded search; the paper has it as future
//! work. Each move makes the sum of the steps' rounds smaller, which is why the
//! choice exists.)
//!
//! If no thread moves in the last round of such an execution, then nothing needs it,
//! and so nothing needs any more: then what was found within the rounds is all
//! there is. Where races are looked for nothing is dropped, since there two
//! accesses that conflict are wanted next to each other; with all states within one
//! round less, the last round is the one in which the second access is seen.
//!
//! What steps access are sets of classes of objects, kept as bits.

use raddle_ir::{CheckKind, GlobalId, Operand};
use raddle_terms::Operator;

use super::Building;
use super::accesses::Masks;
use super::thread::Translation;
use crate::bounded::Slot;
use crate::code::{BIT, Code, truth};
use crate::marks::{ReachedBound, TraceMark};

/// The variables of the reduction.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// What others did since the thread's last turn.
    reads: GlobalId,
    writes: GlobalId,
}

/// What the turn that runs does.
#[derive(Clone, Copy)]
pub(super) struct Done {
    reads: GlobalId,
    writes: GlobalId,
    /// The first step of the turn need not conflict with anything.
    free: GlobalId,
}

impl Seen {
    pub fn new(building: &mut Building<'_>, slot: Slot) -> Seen {
        Seen {
            reads: building.global(&format!("seen_reads_{slot}"), building.set_kind()),
            writes: building.global(&format!("seen_writes_{slot}"), building.set_kind()),
        }
    }
}

impl Done {
    pub fn new(building: &mut Building<'_>) -> Done {
        Done {
            reads: building.global("done_reads", building.set_kind()),
            writes: building.global("done_writes", building.set_kind()),
            free: building.global("free_turn", BIT),
        }
    }

    /// Before a turn.
    pub fn begin(&self, building: &Building<'_>, code: &mut Code, first_round: bool) {
        let set = building.set_kind();
        let none = building.set(0);
        code.write(self.reads, none, set);
        code.write(self.writes, none, set);
        let free = match building.number_of(CheckKind::Race) {
            _ if first_round => truth(true),
            Some(number) => building.is_looked_for(code, number),
            None => truth(false),
        };
        code.write(self.free, free, BIT);
    }

    /// After a turn of this thread.
    pub fn end(&self, building: &Building<'_>, code: &mut Code, slot: Slot) {
        let kind = building.set_kind();
        let reads = code.read(self.reads, kind);
        let writes = code.read(self.writes, kind);
        for other in building.bounded.slots() {
            let Some(seen) = building.seen_of(other) else { continue };
            for (global, set) in [(seen.reads, reads), (seen.writes, writes)] {
                let after = if other == slot {
                    building.set(0)
                } else {
                    let before = code.read(global, kind);
                    code.apply(Operator::Or, &[before, set], kind)
                };
                code.write(global, after, kind);
            }
        }
    }
}

impl Translation<'_, '_> {
    /// A step begins that accesses these.
    pub(super) fn touches(&mut self, label: u32, masks: Masks) {
        let Some(done) = self.building.done else { return };
        let Some(seen) = self.building.seen_of(self.slot) else { return };
        let kind = self.building.set_kind();
        let set = |of: u64| self.building.set(of);
        let code = &mut self.code;
        let free = code.read(done.free, BIT);
        let number = self.building.label(self.slot, label);
        let later = code.test(Operator::NotEqual, &[self.position, number]);
        let seen_reads = code.read(seen.reads, kind);
        let seen_writes = code.read(seen.writes, kind);
        let all = set(masks.reads | masks.writes);
        let written = code.apply(Operator::And, &[seen_writes, all], kind);
        let read = code.apply(Operator::And, &[seen_reads, set(masks.writes)], kind);
        let both = code.apply(Operator::Or, &[written, read], kind);
        let conflicts = code.test(Operator::NotEqual, &[both, set(0)]);
        let allowed = code.either(free, later);
        let allowed = code.either(allowed, conflicts);
        code.assume(allowed);
        for (global, touched) in [(done.reads, masks.reads), (done.writes, masks.writes)] {
            if touched != 0 {
                let before = code.read(global, kind);
                let after = code.apply(Operator::Or, &[before, set(touched)], kind);
                code.write(global, after, kind);
            }
        }
    }
}

/// After a turn of the last round: fails if the thread moved, and so needed it.
pub(super) fn no_move(
    building: &mut Building<'_>,
    code: &mut Code,
    before: Operand,
    after: Operand,
) {
    let Some(number) = building.number_of(CheckKind::Unwind) else { return };
    let stays = code.test(Operator::Equal, &[before, after]);
    let looked_for = building.is_looked_for(code, number);
    let other = code.not(looked_for);
    let mark = building.mark(TraceMark::Cut { reached: ReachedBound::Rounds });
    code.mark(mark);
    let passed = code.either(stays, other);
    code.check(CheckKind::Unwind, passed, "more rounds");
}
