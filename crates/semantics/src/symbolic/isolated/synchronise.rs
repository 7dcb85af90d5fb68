//! Notes what orders a thread that is run in isolation, where races are looked for by
//! happens-before.
//!
//! Incomplete on the safe side: what is left out orders less, and a race that is none is
//! refused when it is replayed. Left out are accesses at an offset that is not known, fences
//! inside sections as far as they acquire, and what sections of the program order by single
//! accesses, since an action does not say which of its accesses came first.

use raddle_ir::{Access, Instruction, MemoryOrder};
use raddle_terms::{Term, TermStore};

use super::events::{Span, Synchronised, Synchronises};
use crate::host::{At, Interrupt};
use crate::machine::Sharing;
use crate::symbolic::executing::path::Path;
use crate::symbolic::executing::step::Run;
use crate::symbolic::memory::symbolic_host::SymbolicHost;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Read,
    Write,
}

impl SymbolicHost<'_> {
    fn notes_order(&self) -> bool {
        self.mode.shared().is_some() && self.ready.memory_orders.unordered
    }

    pub fn synchronise(
        &mut self,
        terms: &mut TermStore,
        at: &At<Term>,
        address: Term,
        access: &Access,
        direction: Direction,
    ) -> Result<(), Interrupt> {
        let (updates, failure) = match at.place.instruction(&self.ready.program) {
            Some(Instruction::CompareExchange { failure, .. }) => (true, Some(*failure)),
            Some(Instruction::Update { .. }) => (true, None),
            Some(_) | None => (false, None),
        };
        let order = match (direction, failure) {
            (Direction::Read, Some(failure)) if !failure.acquires() => failure,
            (Direction::Read | Direction::Write, _) => access.order,
        };
        let section = self.path.pace.section;
        let in_section = section.is_inside() && !section.is_library();
        if !self.notes_order() || !order.is_atomic() || in_section {
            return Ok(());
        }
        let continues = updates || self.sharing(access) == Sharing::Exempt;
        let count = self.bytes(access) as u32;
        for case in self.cases(terms, address)? {
            let (Ok(offset), None) = (u32::try_from(case.base), case.variable) else { continue };
            let span = Span { object: case.object, offset, count };
            let reads = Synchronises::Reads { span, order };
            let writes = Synchronises::Writes { span, order, continues };
            let how = match direction {
                Direction::Read => vec![reads],
                // That an exchange succeeds is known where it writes.
                Direction::Write if failure.is_some() => vec![reads, writes],
                Direction::Write => vec![writes],
            };
            let condition = terms.and(at.guard, case.condition);
            let guard = self.path.state.guard.and(terms, condition);
            let action = self.path.isolation.action;
            for how in how {
                let guard = guard.clone();
                self.record.events.synchronised.push(Synchronised { action, guard, how });
            }
        }
        Ok(())
    }

    pub fn record_fence(&mut self, terms: &TermStore, at: &At<Term>, order: MemoryOrder) {
        // What was read in the same section may come after it.
        let order = match self.path.pace.section.is_inside() {
            false => order,
            true if order.releases() => MemoryOrder::Release,
            true => MemoryOrder::Relaxed,
        };
        if self.notes_order() {
            let guard = self.path.state.guard.and(terms, at.guard);
            let (action, how) = (self.path.isolation.action, Synchronises::Fence { order });
            self.record.events.synchronised.push(Synchronised { action, guard, how });
        }
    }
}

impl Run<'_> {
    /// A section begins that no other is around.
    pub fn on_section(&mut self, path: &Path) {
        let notes = self.mode.shared().is_some() && self.ready.memory_orders.unordered;
        if notes && !path.pace.section.is_library() {
            let (action, guard) = (path.isolation.action, path.state.guard.clone());
            let section = Synchronised { action, guard, how: Synchronises::Section };
            self.record.events.synchronised.push(section);
        }
    }
}
