//! Which memory orders the program uses: whether a data race is always a pair of
//! next steps, and whether sequentially consistent values are all that C promises.
//!
//! Where every read that tells a thread something synchronises with the write that it
//! reads (locks that succeed, atomics that acquire and release), a program has a race
//! exactly if two conflicting accesses are next to each other in some reachable state;
//! the argument is at the head of `raddle_semantics::race`. An atomic access that is too
//! weak for that, or a library function that tells of a lock that could not be had, lets a
//! thread know of what it is not ordered after.

use raddle_ir::{Instruction, MemoryAccess, MemoryOrder, Origin, Program};

use crate::Place;

/// What the memory orders of a program mean for its checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryOrders {
    /// A thread can learn what another one did without being ordered after it: races
    /// must be looked for by happens-before.
    pub unordered: bool,
    /// An atomic access of the program's own, or a fence, that is weaker than sequentially
    /// consistent: C allows values that no interleaving gives.
    pub weak: Option<Place>,
}

pub fn find(program: &Program) -> MemoryOrders {
    let mut orders = MemoryOrders::default();
    let mut starts_threads = false;
    for (function, body) in program.functions.iter_enumerated() {
        for (block, content) in body.blocks.iter_enumerated() {
            for (position, statement) in content.statements.iter().enumerate() {
                let place = Place { function, block, statement: position as u32 };
                orders.note(&statement.instruction, body.origin, place);
                starts_threads |= matches!(statement.instruction, Instruction::Spawn { .. });
            }
        }
    }
    // One thread alone is ordered, and sees what it wrote.
    if starts_threads { orders } else { MemoryOrders::default() }
}

impl MemoryOrders {
    /// A relaxed fence is the library's mark, or stands beside a call of it.
    fn note(&mut self, instruction: &Instruction, origin: Origin, place: Place) {
        if let Instruction::Fence { order } = instruction {
            self.unordered |= *order == MemoryOrder::Relaxed;
        }
        if origin == Origin::Library {
            return;
        }
        let (reads, writes) = orders_of(instruction);
        let is_weak =
            |order: MemoryOrder| order.is_atomic() && order != MemoryOrder::SequentiallyConsistent;
        if [reads, writes].into_iter().flatten().any(is_weak) {
            self.weak = self.weak.or(Some(place));
        }
        if matches!(instruction, Instruction::Fence { .. }) {
            return;
        }
        let misses = |order: Option<MemoryOrder>, orders: fn(MemoryOrder) -> bool| {
            order.is_some_and(|order| order.is_atomic() && !orders(order))
        };
        self.unordered |=
            misses(reads, MemoryOrder::acquires) || misses(writes, MemoryOrder::releases);
    }
}

/// The orders in which an instruction reads and writes. (That of a failing exchange counts as
/// its read's if it is the weaker one.)
fn orders_of(instruction: &Instruction) -> (Option<MemoryOrder>, Option<MemoryOrder>) {
    if let Instruction::Fence { order } = instruction {
        return (Some(*order), Some(*order));
    }
    let (mut reads, mut writes) = (None, None);
    for MemoryAccess { reads: is_read, writes: is_write, bytes, .. } in instruction.accesses() {
        let order = bytes.map(|access| access.order);
        reads = if is_read { order } else { reads };
        writes = if is_write { order } else { writes };
    }
    if let Instruction::CompareExchange { failure, .. } = instruction
        && writes.is_some_and(MemoryOrder::acquires)
    {
        reads = Some(*failure);
    }
    (reads, writes)
}
