//! Deadlocks: whether a thread waits where it stands, and for which other one.
//!
//! A thread waits if it stands in front of a section that comes to an `await` whose
//! condition is false. Nothing is written in a section of the library before an
//! await, so that the code up to there can be run to find out, and nothing has
//! happened. Where a section of the program itself writes or takes an input before it
//! waits, that is not so: reached means unknown.
//!
//! When all turns are over: if no thread stopped, all that have not finished wait, and at
//! least one does, that is a deadlock; so is a cycle of threads that wait for each
//! other, whatever the rest does. To ask a thread that stands in front of a memory error
//! ends the run; so which ones are asked is guessed, and one that is not asked does not
//! wait.

use raddle_ir::index::Index;
use raddle_ir::{
    AwaitKind, BlockId, CheckKind, Edge, GlobalId, Instruction, Operand, RegisterId, Terminator,
    WhenUnselected,
};
use raddle_passes::Place;
use raddle_terms::Operator;
use rustc_hash::{FxHashMap, FxHashSet};

use super::thread::Translation;
use super::{Building, HOLDER};
use crate::bounded::Slot;
use crate::code::{BIT, Code, constant, truth};
use crate::marks::TraceMark;

/// What is found out about a thread.
#[derive(Clone, Copy)]
pub(super) struct Waits {
    pub waits: GlobalId,
    /// Only the thread of this number can release it; one more than its number, 0 if
    /// that is not so.
    pub holder: GlobalId,
}

impl Waits {
    pub fn new(building: &mut Building<'_>, slot: Slot) -> Waits {
        Waits {
            waits: building.global(&format!("waits_{slot}"), BIT),
            holder: building.global(&format!("holder_{slot}"), HOLDER),
        }
    }
}

impl Translation<'_, '_> {
    /// Whether a section that begins here comes to an await.
    pub(super) fn may_wait(&self, label: Place) -> bool {
        self.building.waits.is_some() && !self.awaits_ahead(label).is_empty()
    }

    /// The blocks of the section that begins here from whose beginning an await lies
    /// ahead, that of the beginning itself included.
    fn awaits_ahead(&self, label: Place) -> FxHashSet<BlockId> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![label.block];
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            order.push(block);
            let from = if block == label.block { label.statement as usize + 1 } else { 0 };
            let contents = &self.old.blocks[block];
            let statements = contents.statements.get(from..).unwrap_or(&[]);
            let ends = statements.iter().any(|each| each.instruction == Instruction::AtomicEnd);
            if !ends && self.is_section(label) {
                open.extend(contents.terminator.edges().iter().map(|edge| edge.target));
            }
        }
        // Blocks lead to blocks behind them only.
        order.sort_unstable();
        let mut ahead = FxHashSet::default();
        for &block in order.iter().rev() {
            let from = if block == label.block { label.statement as usize + 1 } else { 0 };
            let contents = &self.old.blocks[block];
            let mut here =
                contents.terminator.edges().iter().any(|edge| ahead.contains(&edge.target));
            for each in contents.statements.get(from..).unwrap_or(&[]).iter().rev() {
                if let Some(waits) = ends_or_waits(&each.instruction) {
                    here = waits;
                }
            }
            if here && self.is_section(label) {
                ahead.insert(block);
            }
        }
        ahead
    }

    fn is_section(&self, label: Place) -> bool {
        let block = &self.old.blocks[label.block];
        let begins = block.statements.get(label.statement as usize);
        begins.is_some_and(|each| each.instruction == Instruction::AtomicBegin)
    }

    /// The code that finds out whether the thread waits at this label.
    pub(super) fn waits(&mut self, label: Place) {
        let Some(note) = self.building.bounded.note(label) else { return };
        let mark = self.building.mark(TraceMark::Stands { slot: self.slot, place: note.origin });
        self.code.mark(mark);
        let ahead = self.awaits_ahead(label);
        let mut probe =
            Probe { ahead, blocks: FxHashMap::default(), registers: FxHashMap::default() };
        let mut order: Vec<BlockId> = probe.ahead.iter().copied().collect();
        order.sort_unstable();
        for &block in &order {
            let new = if block == label.block { self.code.current() } else { self.code.block() };
            probe.blocks.insert(block, new);
            if block != label.block {
                for parameter in &self.old.blocks[block].parameters {
                    let kind = self.old.registers[*parameter].kind;
                    let copy = self.code.parameter(new, kind);
                    probe.registers.insert(*parameter, copy);
                }
            }
        }
        for block in order {
            let from = if block == label.block { label.statement + 1 } else { 0 };
            self.code.go_to(probe.blocks[&block]);
            self.probe(&mut probe, Place { block, statement: from, ..label });
        }
    }

    fn probe(&mut self, probe: &mut Probe, from: Place) {
        let contents = &self.old.blocks[from.block];
        let rest = contents.statements.get(from.statement as usize..).unwrap_or(&[]);
        for (position, statement) in rest.iter().enumerate() {
            self.code.location = statement.location;
            let mut copy = statement.instruction.clone();
            copy.for_each_operand_mut(|operand| probe.rename(operand));
            let place = Place { statement: from.statement + position as u32, ..from };
            match &copy {
                Instruction::Await { result, kind, condition, holder } => {
                    probe.registers.insert(*result, truth(true));
                    self.probe_await(*kind, *condition, *holder);
                }
                // The thread would go on behind it, and may wait there.
                Instruction::Check { kind, .. }
                    if kind.when_unselected() == WhenUnselected::GoOn => {}
                Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
                    let on = self.code.block();
                    self.code.branch(*condition, on, self.returns);
                    self.code.go_to(on);
                }
                Instruction::CurrentThread { result } => {
                    let width = self.code.target.width(self.old.registers[*result].kind);
                    let number = constant(self.slot.position() as u128, width);
                    probe.registers.insert(*result, number);
                }
                Instruction::Apply { .. }
                | Instruction::Load { .. }
                | Instruction::ObjectSize { .. } => {
                    copy.for_each_result_mut(|register| self.fresh(probe, register));
                    self.code.add(copy);
                }
                Instruction::AtomicEnd => return self.code.jump(self.returns),
                Instruction::Fence { .. }
                | Instruction::AtomicBegin
                | Instruction::Output { .. }
                | Instruction::StackSave { .. } => {}
                Instruction::Store { .. }
                | Instruction::Update { .. }
                | Instruction::CompareExchange { .. }
                | Instruction::Copy { .. }
                | Instruction::Allocate { .. }
                | Instruction::Free { .. }
                | Instruction::StackRestore { .. }
                | Instruction::ThreadLocalAddress { .. }
                | Instruction::VariadicArea { .. }
                | Instruction::Call { .. }
                | Instruction::Nondet { .. }
                | Instruction::Spawn { .. }
                | Instruction::Unsupported { .. } => {
                    if self.await_follows(probe, place) {
                        let what = "a section that writes or takes an input before it waits";
                        self.code.add(Instruction::Unsupported { what: what.to_string() });
                    }
                    return self.code.jump(self.returns);
                }
            }
        }
        self.code.location = contents.location;
        self.probe_terminator(probe, &contents.terminator.clone());
    }

    fn fresh(&mut self, probe: &mut Probe, register: &mut RegisterId) {
        let new = self.code.register(self.old.registers[*register].kind);
        probe.registers.insert(*register, Operand::Register(new));
        *register = new;
    }

    fn await_follows(&self, probe: &Probe, place: Place) -> bool {
        let contents = &self.old.blocks[place.block];
        for each in contents.statements.get(place.statement as usize..).unwrap_or(&[]) {
            if let Some(waits) = ends_or_waits(&each.instruction) {
                return waits;
            }
        }
        contents.terminator.edges().iter().any(|edge| probe.ahead.contains(&edge.target))
    }

    fn probe_await(&mut self, kind: AwaitKind, condition: Operand, holder: Option<Operand>) {
        if kind == AwaitKind::Timed {
            return;
        }
        let Some(Waits { waits, holder: kept }) = self.building.waits_of(self.slot) else { return };
        let on = self.code.begin_unless(condition);
        self.code.write(waits, truth(true), BIT);
        // A thread that may go on by itself waits for no other.
        if let (AwaitKind::Plain, Some(holder)) = (kind, holder) {
            let one = constant(1, 32);
            let next = self.code.apply(Operator::Add, &[holder, one], HOLDER);
            self.code.write(kept, next, HOLDER);
        }
        self.code.jump(self.returns);
        self.code.go_to(on);
    }

    /// Where no await lies ahead the thread can go on.
    fn probe_terminator(&mut self, probe: &Probe, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
                let mut new = terminator.clone();
                new.for_each_operand_mut(|operand| probe.rename(operand));
                for edge in new.edges_mut() {
                    *edge = match probe.blocks.get(&edge.target) {
                        Some(&target) => Edge { target, arguments: edge.arguments.clone() },
                        None => Edge { target: self.returns, arguments: Vec::new() },
                    };
                }
                self.code.close(new);
            }
            Terminator::Return(_) | Terminator::ThreadExit | Terminator::Stop(_) => {
                self.code.jump(self.returns);
            }
        }
    }
}

/// Whether this ends a section (false) or is an await in it (true).
fn ends_or_waits(instruction: &Instruction) -> Option<bool> {
    let waits = matches!(instruction, Instruction::Await { .. });
    (waits || *instruction == Instruction::AtomicEnd).then_some(waits)
}

/// A copy of the beginning of a section.
struct Probe {
    ahead: FxHashSet<BlockId>,
    blocks: FxHashMap<BlockId, BlockId>,
    registers: FxHashMap<RegisterId, Operand>,
}

impl Probe {
    fn rename(&self, operand: &mut Operand) {
        if let Operand::Register(register) = operand
            && let Some(copy) = self.registers.get(register)
        {
            *operand = *copy;
        }
    }
}

/// When all turns are over.
pub(super) fn judge(building: &Building<'_>, code: &mut Code) {
    let Some(number) = building.number_of(CheckKind::Deadlock) else { return };
    if building.waits.is_none() {
        return;
    }
    let looked_for = building.is_looked_for(code, number);
    let on = code.begin_if(looked_for);
    for slot in building.bounded.slots() {
        ask(building, code, slot);
    }
    let all = all_wait(building, code);
    let cycle = a_cycle_waits(building, code);
    let deadlock = code.either(all, cycle);
    let fine = code.not(deadlock);
    code.check(CheckKind::Deadlock, fine, "threads wait for ever");
    code.end_if(on);
}

/// Asks a thread whether it waits, or not; one that is alone is always asked.
fn ask(building: &Building<'_>, code: &mut Code, slot: Slot) {
    let is_asked = match building.threads.len() {
        1 => truth(true),
        _ => code.nondet(BIT, "asked"),
    };
    let on = code.begin_if(is_asked);
    super::driver::look(building, code, slot, super::Look::Waits);
    code.end_if(on);
}

fn all_wait(building: &Building<'_>, code: &mut Code) -> Operand {
    let mut all = truth(true);
    let mut any = truth(false);
    for slot in building.bounded.slots() {
        let kept = &building.threads[slot];
        let Some(Waits { waits, .. }) = building.waits_of(slot) else { continue };
        let active = code.read(kept.active, BIT);
        let position = code.read(kept.program_counter, kept.kind);
        let waits = code.read(waits, BIT);
        let at_end = code.test(Operator::Equal, &[position, building.label(slot, kept.last)]);
        let at_beginning = code.test(Operator::Equal, &[position, building.label(slot, 0)]);
        let finished = code.both(active, at_end);
        let inactive = code.not(active);
        let not_created = code.both(inactive, at_beginning);
        let is_over = code.either(finished, not_created);
        let fits = code.either(is_over, waits);
        all = code.both(all, fits);
        any = code.either(any, waits);
    }
    code.both(all, any)
}

/// From some thread on one can go from holder to holder as often as there are threads.
fn a_cycle_waits(building: &Building<'_>, code: &mut Code) -> Operand {
    let holders: Vec<Operand> = building
        .bounded
        .slots()
        .filter_map(|slot| building.waits_of(slot))
        .map(|waits| code.read(waits.holder, HOLDER))
        .collect();
    let mut found = truth(false);
    let none = constant(0, 32);
    for start in building.bounded.slots() {
        let mut at = constant(start.position() as u128 + 1, 32);
        for _ in 0..holders.len() {
            let mut next = none;
            for (number, &holder) in (1u128..).zip(&holders) {
                let here = code.test(Operator::Equal, &[at, constant(number, 32)]);
                next = code.choose(here, holder, next, HOLDER);
            }
            at = next;
        }
        let goes_round = code.test(Operator::NotEqual, &[at, none]);
        found = code.either(found, goes_round);
    }
    found
}
