//! Deadlocks, from what became of the threads.
//!
//! Global: every thread that was created has finished or waits for ever, and one
//! waits. Local: threads that wait for each other in a cycle, whatever others do.

use raddle_ir::index::Index;
use raddle_ir::{GlobalId, IndexVec, Operand};
use raddle_terms::Operator;

use super::scheme::{Fate, HOLDER};
use crate::bounded::Slot;
use crate::code::{BIT, Code, constant, truth};

/// Whether there is one, if the run is one of the concurrent program.
pub fn find(
    code: &mut Code,
    fates: &IndexVec<Slot, Fate>,
    created: &IndexVec<Slot, Option<GlobalId>>,
) -> Operand {
    let global = is_global(code, fates, created);
    let cycle = has_cycle(code, fates);
    code.either(global, cycle)
}

fn is_global(
    code: &mut Code,
    fates: &IndexVec<Slot, Fate>,
    created: &IndexVec<Slot, Option<GlobalId>>,
) -> Operand {
    let (mut all, mut some) = (truth(true), truth(false));
    for (slot, fate) in fates.iter_enumerated() {
        let finished = code.read(fate.finished, BIT);
        let blocked = code.read(fate.blocked, BIT);
        let mut settled = code.either(finished, blocked);
        if let Some(&Some(created)) = created.get(slot) {
            let created = code.read(created, BIT);
            let absent = code.not(created);
            settled = code.either(settled, absent);
        }
        all = code.both(all, settled);
        some = code.either(some, blocked);
    }
    code.both(all, some)
}

/// Threads from which the wait-for relation can be followed as many times as there are
/// threads: if there is one, there is a cycle.
fn has_cycle(code: &mut Code, fates: &IndexVec<Slot, Fate>) -> Operand {
    let mut waiting: Vec<Operand> = fates.iter().map(|fate| code.read(fate.blocked, BIT)).collect();
    for _ in 0..fates.len() {
        let before = waiting.clone();
        for (slot, fate) in fates.iter_enumerated() {
            let holder = code.read(fate.holder, HOLDER);
            let mut next = truth(false);
            for (other, &waits) in before.iter().enumerate() {
                let other = constant(other as u128, code.target.width(HOLDER));
                let is_holder = code.test(Operator::Equal, &[holder, other]);
                let is_next = code.both(is_holder, waits);
                next = code.either(next, is_next);
            }
            waiting[slot.position()] = code.both(before[slot.position()], next);
        }
    }
    waiting.into_iter().fold(truth(false), |some, waits| code.either(some, waits))
}
