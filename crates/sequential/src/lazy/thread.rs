//! A thread's function, made so that it can be left and taken up again.
//!
//! Labels stand at the thread's beginning (0), in front of every visible statement
//! and, the last, at its end. At each label the control code goes on to the next
//! label if what follows was done before, or is not to be done yet; so a call runs
//! over all labels, and does only what lies between the label where the thread
//! stands and the one up to which it is to go. Code that arrives at a label from
//! further back than the label before it has jumped over labels: a run that was to
//! end at one of those is none.

use raddle_ir::index::Index;
use raddle_ir::{
    AwaitKind, BlockId, CheckKind, Function, IndexVec, Instruction, Operand, RegisterId, Statement,
    StopReason, Terminator, Type, WhenUnselected,
};
use raddle_passes::Place;
use raddle_terms::Operator;
use rustc_hash::FxHashMap;

use super::objects::Objects;
use super::{Building, persist};
use crate::bounded::{Bounded, Section, Slot};
use crate::code::{Code, constant, is_true, truth};
use crate::marks::Mark;

/// The places in front of which the thread can be left, in order.
pub(super) fn labels(bounded: &Bounded, slot: Slot) -> Vec<Place> {
    let function = bounded.threads[slot].function;
    let mut list = Vec::new();
    for (block, notes) in bounded.notes[function].iter_enumerated() {
        for (statement, note) in (0..).zip(notes) {
            if note.visible {
                list.push(Place { function, block, statement });
            }
        }
    }
    list
}

pub(super) fn translate(building: &mut Building<'_>, slot: Slot) -> Result<Function, String> {
    let mut translation = Translation::new(building, slot)?;
    for block in translation.old.blocks.indices() {
        translation.block(block)?;
    }
    let Translation { mut code, objects, replaced, .. } = translation;
    replace(&mut code.function, &replaced);
    let holders = objects.holders();
    persist::run(building, slot, &mut code.function, holders);
    Ok(code.function)
}

pub(super) struct Translation<'t, 'b> {
    pub building: &'t mut Building<'b>,
    pub slot: Slot,
    pub old: &'b Function,
    pub code: Code,
    /// Where the thread goes on from, and how far it gets.
    position: Operand,
    goal: Operand,
    labels: FxHashMap<(BlockId, u32), u32>,
    /// The control code of each label.
    controls: Vec<BlockId>,
    /// The beginning of each old block.
    beginnings: IndexVec<BlockId, BlockId>,
    /// The earliest label that code of each old block can come from without passing
    /// another.
    earliest: IndexVec<BlockId, u32>,
    /// The same for the code that is added now.
    since: u32,
    stops: BlockId,
    leaves: BlockId,
    /// For each check, whether another one is looked for.
    others: Vec<Operand>,
    objects: Objects,
    replaced: FxHashMap<RegisterId, Operand>,
}

impl<'t, 'b> Translation<'t, 'b> {
    fn new(building: &'t mut Building<'b>, slot: Slot) -> Result<Translation<'t, 'b>, String> {
        let bounded = building.bounded;
        let old = &bounded.program.functions[bounded.threads[slot].function];
        let objects = Objects::find(building, slot)?;
        let kept = &building.threads[slot];
        let (kind, last) = (kept.kind, kept.last);
        let argument = kept.argument;
        let mut code =
            Code::new(&format!("thread_{slot}_{}", old.name), building.program.target, old.origin);
        code.function.registers = old.registers.clone();
        let [position, goal] = ["position", "goal"].map(|name| {
            let register = code.function.new_register(kind, Some(name.to_string()));
            code.function.parameters.push(register);
            Operand::Register(register)
        });
        if let (Some(from), Some(&result)) = (argument, old.parameters.first()) {
            let access = crate::code::plain(Type::Pointer);
            code.add(Instruction::Load { result, address: Operand::Global(from), access });
        }
        let others = building.others(&mut code);
        let controls: Vec<BlockId> = (0..=last).map(|_| code.block()).collect();
        let beginnings: IndexVec<BlockId, BlockId> = old
            .blocks
            .iter()
            .map(|block| {
                let new = code.block();
                code.function.blocks[new].parameters.clone_from(&block.parameters);
                new
            })
            .collect();
        let [stops, leaves] = [code.block(), code.block()];
        let numbered = (1..).zip(labels(bounded, slot));
        let mut translation = Translation {
            labels: numbered.map(|(label, at)| ((at.block, at.statement), label)).collect(),
            earliest: old.blocks.iter().map(|_| u32::MAX).collect(),
            building,
            slot,
            old,
            code,
            position,
            goal,
            controls,
            beginnings,
            since: 0,
            stops,
            leaves,
            others,
            objects,
            replaced: FxHashMap::default(),
        };
        translation.frame(last);
        Ok(translation)
    }

    /// The entry, the beginning, the end.
    fn frame(&mut self, last: u32) {
        self.code.jump(self.controls[0]);
        let begins = self.code.block();
        self.control(0, begins);
        let mark = self.building.mark(Mark::Begin { slot: self.slot });
        self.code.mark(mark);
        if let Some(&first) = self.beginnings.iter().next() {
            self.code.jump(first);
            self.earliest[BlockId::new(0)] = 0;
        }
        self.code.go_to(self.controls[last as usize]);
        self.code.jump(self.leaves);
        // Where it was to go is no matter, so that is fixed.
        self.code.go_to(self.stops);
        let label = self.label(last);
        let all = self.code.test(Operator::Equal, &[self.goal, label]);
        self.code.assume(all);
        let active = self.building.threads[self.slot].active;
        self.code.write(active, truth(false), Type::Integer(1));
        self.code.jump(self.leaves);
        self.code.go_to(self.leaves);
        self.code.close(Terminator::Return(Vec::new()));
    }

    fn label(&self, label: u32) -> Operand {
        self.building.label(self.slot, label)
    }

    /// At a label: go on to the next, or do what follows.
    fn control(&mut self, label: u32, follows: BlockId) {
        let next = self.controls[label as usize + 1];
        self.code.go_to(self.controls[label as usize]);
        let number = self.label(label);
        let done = self.code.test(Operator::UnsignedLess, &[number, self.position]);
        let later = self.code.test(Operator::UnsignedLessOrEqual, &[self.goal, number]);
        let skip = self.code.either(done, later);
        self.code.branch(skip, next, follows);
        self.code.go_to(follows);
    }

    /// The code before ends at a label.
    fn arrive(&mut self, label: u32) {
        if self.since.saturating_add(1) < label {
            let number = self.label(label);
            let valid = self.code.test(Operator::UnsignedLessOrEqual, &[number, self.goal]);
            self.code.assume(valid);
        }
        self.code.jump(self.controls[label as usize]);
    }

    fn block(&mut self, block: BlockId) -> Result<(), String> {
        let old = &self.old.blocks[block];
        self.since = self.earliest[block];
        self.code.go_to(self.beginnings[block]);
        for (position, statement) in (0..).zip(&old.statements) {
            self.code.location = statement.location;
            self.pass_label(block, position);
            self.statement(
                Place { function: self.function(), block, statement: position },
                statement,
            )?;
        }
        self.code.location = old.location;
        let position = old.statements.len() as u32;
        self.pass_label(block, position);
        self.terminator(Place { function: self.function(), block, statement: position })
    }

    fn function(&self) -> raddle_ir::FunctionId {
        self.building.bounded.threads[self.slot].function
    }

    fn pass_label(&mut self, block: BlockId, statement: u32) {
        let Some(&label) = self.labels.get(&(block, statement)) else { return };
        self.arrive(label);
        let follows = self.code.block();
        self.control(label, follows);
        self.since = label;
        let place = Place { function: self.function(), block, statement };
        if let Some(note) = self.building.bounded.note(place) {
            let mark = self.building.mark(Mark::Step { slot: self.slot, place: note.origin });
            self.code.mark(mark);
        }
    }

    fn section(&self, place: Place) -> Section {
        self.building.bounded.note(place).map_or(Section::Outside, |note| note.section)
    }

    fn terminator(&mut self, place: Place) -> Result<(), String> {
        let old = &self.old.blocks[place.block].terminator;
        match old {
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
                let mut new = old.clone();
                for edge in new.edges_mut() {
                    let earliest = &mut self.earliest[edge.target];
                    *earliest = (*earliest).min(self.since);
                    edge.target = self.beginnings[edge.target];
                }
                self.code.close(new);
            }
            Terminator::Return(_) | Terminator::ThreadExit => {
                let visible = self.building.bounded.note(place).is_some_and(|note| note.visible);
                if visible {
                    self.objects.end_all(&mut self.code);
                }
                let last = self.building.threads[self.slot].last;
                self.arrive(last);
            }
            Terminator::Stop(reason) => self.stop(place, *reason),
        }
        Ok(())
    }

    fn stop(&mut self, place: Place, reason: StopReason) {
        match reason {
            StopReason::Exit | StopReason::Abort => {}
            StopReason::Undefined => self.undefined(),
        }
        match self.section(place) {
            Section::Outside => self.code.jump(self.stops),
            Section::User | Section::Library => {
                self.code.assume(truth(false));
                self.code.jump(self.leaves);
            }
        }
    }

    /// Undefined behaviour that no check covers: the program may be looked at for it.
    fn undefined(&mut self) {
        let Some(&other) = self.others.last() else { return };
        let [here, on] = [self.code.block(), self.code.block()];
        self.code.branch(other, on, here);
        self.code.go_to(here);
        self.code.close(Terminator::Stop(StopReason::Undefined));
        self.code.go_to(on);
    }

    /// The thread goes on only if the condition is true.
    fn require(&mut self, place: Place, condition: Operand, undefined: bool) {
        if is_true(condition) {
            return;
        }
        let [on, fails] = [self.code.block(), self.code.block()];
        self.code.branch(condition, on, fails);
        self.code.go_to(fails);
        let reason = if undefined { StopReason::Undefined } else { StopReason::Exit };
        self.stop(place, reason);
        self.code.go_to(on);
    }

    fn check(&mut self, place: Place, kind: CheckKind, condition: Operand, message: &str) {
        let number = self.building.number_of(kind);
        if let Some(number) = number {
            if kind == CheckKind::Unwind {
                self.cut(place);
            }
            let passed = self.code.either(condition, self.others[number]);
            self.code.check(kind, passed, message);
        }
        match kind.when_unselected() {
            WhenUnselected::GoOn => {}
            WhenUnselected::Stop => {
                let undefined = number.is_none() && kind != CheckKind::Assert;
                self.require(place, condition, undefined);
            }
        }
    }

    fn cut(&mut self, place: Place) {
        let cut = self.building.bounded.cuts.iter().find(|cut| cut.place == place);
        if let Some(reached) = cut.map(|cut| cut.reached) {
            let mark = self.building.mark(Mark::Cut { reached });
            self.code.mark(mark);
        }
    }

    fn statement(&mut self, place: Place, statement: &Statement) -> Result<(), String> {
        match &statement.instruction {
            Instruction::Assume { condition } => self.assume(place, *condition),
            Instruction::Check { kind, condition, message } => {
                self.check(place, *kind, *condition, message);
            }
            Instruction::Nondet { .. } => {
                let mark = self.building.mark(Mark::Value { slot: self.slot });
                self.code.mark(mark);
                self.code.add(statement.instruction.clone());
            }
            Instruction::CurrentThread { result } => self.is_constant(*result, self.slot),
            Instruction::Spawn { result, function, argument } => {
                self.spawn(*result, *function, *argument)?;
            }
            Instruction::Await { result, kind, condition, .. } => {
                self.wait(*result, *kind, *condition);
            }
            Instruction::CompareExchange { weak: true, .. } => {
                self.weak_exchange(&statement.instruction);
            }
            Instruction::Allocate { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. } => {
                self.objects.statement(&mut self.code, place, &statement.instruction);
            }
            Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Fence
            | Instruction::Output { .. } => {}
            Instruction::Apply { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { weak: false, .. }
            | Instruction::Copy { .. }
            | Instruction::Free { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::Unsupported { .. } => self.code.add(statement.instruction.clone()),
            Instruction::Call { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. } => {
                return Err("internal error: the bounded program is not bounded".to_string());
            }
        }
        Ok(())
    }

    fn assume(&mut self, place: Place, condition: Operand) {
        match self.section(place) {
            Section::Outside => self.require(place, condition, false),
            Section::User | Section::Library => self.code.assume(condition),
        }
    }

    fn is_constant(&mut self, result: RegisterId, slot: Slot) {
        let kind = self.old.registers[result].kind;
        let width = self.code.target.width(kind);
        self.replaced.insert(result, constant(slot.position() as u128, width));
    }

    fn spawn(
        &mut self,
        result: RegisterId,
        function: Operand,
        argument: Operand,
    ) -> Result<(), String> {
        let threads = &self.building.bounded.threads;
        let child = threads
            .iter_enumerated()
            .find(|(_, thread)| function == Operand::Function(thread.function))
            .map(|(slot, _)| slot)
            .ok_or("internal error: a thread without a function of its own")?;
        let mark = self.building.mark(Mark::Spawn { slot: child });
        self.code.mark(mark);
        let kept = &self.building.threads[child];
        if let Some(place) = kept.argument {
            self.code.write(place, argument, Type::Pointer);
        }
        self.code.write(kept.active, truth(true), Type::Integer(1));
        self.is_constant(result, child);
        Ok(())
    }

    /// A wait that would not go on makes its section one that does not happen.
    fn wait(&mut self, result: RegisterId, kind: AwaitKind, condition: Operand) {
        match kind {
            AwaitKind::Plain => {
                self.code.assume(condition);
                self.replaced.insert(result, truth(true));
            }
            AwaitKind::Spurious | AwaitKind::Timed => {
                let [asks, on] = [self.code.block(), self.code.block()];
                self.code.branch(condition, on, asks);
                self.code.go_to(asks);
                let goes_on = self.by_itself();
                self.code.assume(goes_on);
                self.code.jump(on);
                self.code.go_to(on);
                // The condition is known on both ways.
                self.replaced.insert(result, condition);
            }
        }
    }

    fn by_itself(&mut self) -> Operand {
        let mark = self.building.mark(Mark::ByItself { slot: self.slot });
        self.code.mark(mark);
        self.code.nondet(Type::Integer(1), "by_itself")
    }

    /// One that may fail by itself: then it is a load.
    fn weak_exchange(&mut self, instruction: &Instruction) {
        let Instruction::CompareExchange {
            old, success, address, expected, desired, access, ..
        } = instruction
        else {
            return;
        };
        let fails = self.by_itself();
        let [reads, exchanges, on] = [self.code.block(), self.code.block(), self.code.block()];
        self.code.function.blocks[on].parameters = vec![*old, *success];
        self.code.branch(fails, reads, exchanges);
        let go_on = |found: Operand, succeeded: Operand| {
            Terminator::Jump(raddle_ir::Edge { target: on, arguments: vec![found, succeeded] })
        };
        self.code.go_to(reads);
        let found = self.code.register(access.kind);
        self.code.add(Instruction::Load { result: found, address: *address, access: *access });
        self.code.close(go_on(Operand::Register(found), truth(false)));
        self.code.go_to(exchanges);
        let found = self.code.register(access.kind);
        let succeeded = self.code.register(Type::Integer(1));
        self.code.add(Instruction::CompareExchange {
            old: found,
            success: succeeded,
            address: *address,
            expected: *expected,
            desired: *desired,
            weak: false,
            access: *access,
        });
        self.code.close(go_on(Operand::Register(found), Operand::Register(succeeded)));
        self.code.go_to(on);
    }
}

/// Puts in what registers were found to be.
fn replace(function: &mut Function, replaced: &FxHashMap<RegisterId, Operand>) {
    let change = |operand: &mut Operand| {
        // What a register is replaced by may itself be one.
        while let Operand::Register(register) = operand
            && let Some(known) = replaced.get(register)
        {
            *operand = *known;
        }
    };
    for block in function.blocks.iter_mut() {
        for statement in &mut block.statements {
            statement.instruction.for_each_operand_mut(change);
        }
        block.terminator.for_each_operand_mut(change);
    }
}
