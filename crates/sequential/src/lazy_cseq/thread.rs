//! A thread's function, made so that it can be left and taken up again.
//!
//! Labels, the values of the program counter, stand at the thread's beginning (0), in front of every visible statement
//! and, the last, at its end. A call goes to the label where the thread stands, and
//! leaves at the first label that is not before its goal, which becomes the label
//! where the thread stands.
//!
//! Deviations: in the paper the control code hops from label to label, over what was
//! done before and what is not to be done yet, and runs are given up whose goal is
//! jumped over. Here a switch leads to the label at once, and the function is left at
//! once: what was skipped is not merged with what runs, so that in the first turn of a
//! thread all that is constant stays so; and the label where a thread stands is one of
//! those at which it was left, which shows in the formula, so that no code is looked
//! at that no run can have come to.

use raddle_ir::index::Index;
use raddle_ir::{
    AwaitKind, BlockId, CheckKind, Edge, Function, IndexVec, Instruction, Operand, RegisterId,
    Statement, StopReason, Terminator, Type, WhenUnselected,
};
use raddle_passes::Place;
use raddle_terms::{Bits, Operator};
use rustc_hash::FxHashMap;

use super::accesses::Masks;
use super::objects::Objects;
use super::{Building, LOOK, Look, persist};
use crate::bounded::{Bounded, Section, Slot};
use crate::code::{BIT, Code, constant, edge, is_true, truth};
use crate::marks::TraceMark;

/// The places in front of which the thread can be left, in order: what is visible and,
/// where care is asked for, what may be a memory error, at which a thread stops while
/// others go on.
pub(super) fn labels(bounded: &Bounded, slot: Slot, careful: bool) -> Vec<Place> {
    let function = bounded.threads[slot].function;
    let mut list = Vec::new();
    for (block, notes) in bounded.notes[function].iter_enumerated() {
        let statements = &bounded.program.functions[function].blocks[block].statements;
        for (statement, note) in (0..).zip(notes) {
            let instruction = statements.get(statement as usize).map(|each| &each.instruction);
            let may_fail = || instruction.is_some_and(may_fail);
            let is_outside = note.section == Section::Outside;
            if note.visible || careful && is_outside && may_fail() {
                list.push(Place { function, block, statement });
            }
        }
    }
    list
}

/// Whether an access may be a memory error; one of a global surely is not.
fn may_fail(instruction: &Instruction) -> bool {
    instruction.accesses().any(|each| !matches!(each.address, Operand::Global(_)))
}

pub(super) fn translate(building: &mut Building<'_>, slot: Slot) -> Result<Function, String> {
    let mut translation = Translation::new(building, slot)?;
    for block in translation.old.blocks.indices() {
        translation.block(block)?;
    }
    translation.enter();
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
    pub position: Operand,
    goal: Operand,
    /// What it is called for, where that is not always to go on.
    look: Option<Operand>,
    places: Vec<Place>,
    labels: FxHashMap<(BlockId, u32), u32>,
    /// The control code of each label.
    controls: Vec<BlockId>,
    /// The beginning of each old block.
    beginnings: IndexVec<BlockId, BlockId>,
    stops: BlockId,
    /// Takes the label where the thread stands from now on.
    leaves: BlockId,
    pub returns: BlockId,
    /// For each check, whether another one is looked for.
    pub others: Vec<Operand>,
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
        let look = building.looks().then(|| {
            let register = code.function.new_register(LOOK, Some("look".to_string()));
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
        let [stops, leaves, returns] = [code.block(), code.block(), code.block()];
        let places = labels(bounded, slot, building.options.careful);
        let numbered = (1..).zip(&places);
        let mut translation = Translation {
            labels: numbered.map(|(label, at)| ((at.block, at.statement), label)).collect(),
            building,
            slot,
            old,
            code,
            position,
            goal,
            look,
            places,
            controls,
            beginnings,
            stops,
            leaves,
            returns,
            others,
            objects,
            replaced: FxHashMap::default(),
        };
        translation.frame(last);
        Ok(translation)
    }

    /// The beginning and the end.
    fn frame(&mut self, last: u32) {
        let begins = self.code.block();
        self.control(0, begins);
        let mark = self.building.mark(TraceMark::Begin { slot: self.slot });
        self.code.mark(mark);
        let life = self.building.accesses.life(self.slot);
        self.touches(0, Masks { reads: life, writes: 0 });
        if let Some(&first) = self.beginnings.iter().next() {
            self.code.jump(first);
        }
        let (active, position) = {
            let kept = &self.building.threads[self.slot];
            (kept.active, kept.program_counter)
        };
        self.code.go_to(self.stops);
        self.code.write(active, truth(false), BIT);
        let end = self.leave(last);
        self.code.close(Terminator::Jump(end));
        let kind = self.building.threads[self.slot].kind;
        let label = self.code.parameter(self.leaves, kind);
        self.code.go_to(self.leaves);
        self.code.write(position, label, kind);
        self.code.jump(self.returns);
        self.code.go_to(self.returns);
        self.code.close(Terminator::Return(Vec::new()));
        self.code.go_to(self.controls[last as usize]);
        let end = self.leave(last);
        self.code.close(Terminator::Jump(end));
    }

    /// The thread stands at this label.
    fn leave(&self, label: u32) -> Edge {
        Edge { target: self.leaves, arguments: vec![self.label(label)] }
    }

    /// The entry: what the function is called for, and where it goes on.
    fn enter(&mut self) {
        let mut entry = BlockId::new(Function::ENTRY);
        if let Some(look) = self.look {
            let goes_on = self.code.block();
            let waits = self.looked_at(Look::Waits);
            let watched = self.looked_at(Look::Watched);
            self.code.go_to(entry);
            let cases = [(Look::Waits, waits), (Look::Watched, watched)];
            self.code.close(Terminator::Switch {
                value: look,
                cases: cases.map(|(look, block)| (look.bits(), edge(block))).to_vec(),
                default: edge(goes_on),
            });
            entry = goes_on;
        }
        self.code.go_to(entry);
        let width = self.code.target.width(self.building.threads[self.slot].kind);
        let cases = (0..).zip(&self.controls);
        let cases = cases.map(|(label, block)| (Bits::new(label, width), edge(*block))).collect();
        let default = edge(self.returns);
        self.code.close(Terminator::Switch { value: self.position, cases, default });
    }

    /// Goes to the code for the label at which the thread stands.
    fn looked_at(&mut self, look: Look) -> BlockId {
        let begins = self.code.block();
        let width = self.code.target.width(self.building.threads[self.slot].kind);
        let mut cases = Vec::new();
        for (label, place) in (1..).zip(self.places.clone()) {
            let old = self.old;
            let statement = old.blocks[place.block].statements.get(place.statement as usize);
            let Some(statement) = statement else { continue };
            let matters = match look {
                Look::Run => false,
                Look::Waits => self.may_wait(place),
                Look::Watched => self.is_watched(place, &statement.instruction),
            };
            if !matters {
                continue;
            }
            let block = self.code.block();
            cases.push((Bits::new(label, width), edge(block)));
            self.code.go_to(block);
            self.code.location = statement.location;
            match look {
                Look::Run => {}
                Look::Waits => self.waits(place),
                Look::Watched => {
                    self.watched(place, &statement.instruction);
                    self.code.jump(self.returns);
                }
            }
        }
        self.code.go_to(begins);
        let default = edge(self.returns);
        self.code.close(Terminator::Switch { value: self.position, cases, default });
        begins
    }

    fn label(&self, label: u32) -> Operand {
        self.building.label(self.slot, label)
    }

    /// At a label: leave, or do what follows.
    fn control(&mut self, label: u32, follows: BlockId) {
        self.code.go_to(self.controls[label as usize]);
        let number = self.label(label);
        let is_goal = self.code.test(Operator::UnsignedLessOrEqual, &[self.goal, number]);
        let (then, otherwise) = (self.leave(label), edge(follows));
        self.code.close(Terminator::Branch { condition: is_goal, then, otherwise });
        self.code.go_to(follows);
    }

    fn block(&mut self, block: BlockId) -> Result<(), String> {
        let old = &self.old.blocks[block];
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
        self.code.jump(self.controls[label as usize]);
        let follows = self.code.block();
        self.control(label, follows);
        let place = Place { function: self.function(), block, statement };
        let note = self.building.bounded.note(place).filter(|note| note.visible);
        if let Some(note) = note {
            let mark = self.building.mark(TraceMark::Step { slot: self.slot, place: note.origin });
            self.code.mark(mark);
        }
        let is_label = |at: Place| self.labels.contains_key(&(at.block, at.statement));
        let masks = self.building.accesses.of_step(place, &is_label);
        self.touches(label, masks);
    }

    pub fn section(&self, place: Place) -> Section {
        self.building.bounded.note(place).map_or(Section::Outside, |note| note.section)
    }

    fn terminator(&mut self, place: Place) -> Result<(), String> {
        let old = &self.old.blocks[place.block].terminator;
        match old {
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
                let mut new = old.clone();
                for edge in new.edges_mut() {
                    edge.target = self.beginnings[edge.target];
                }
                self.code.close(new);
            }
            Terminator::Return(_) | Terminator::ThreadExit => {
                self.objects.end_all(&mut self.code);
                let last = self.building.threads[self.slot].last;
                self.code.jump(self.controls[last as usize]);
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
                self.code.jump(self.returns);
            }
        }
    }

    /// Undefined behaviour that no check covers: the program may be looked at for it.
    fn undefined(&mut self) {
        let Some(&other) = self.others.last() else { return };
        let on = self.code.begin_unless(other);
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
            let mark = self.building.mark(TraceMark::Cut { reached });
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
                let mark = self.building.mark(TraceMark::Value { slot: self.slot });
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
            Instruction::CompareExchange { weak, .. } => {
                if *weak {
                    self.weak_exchange(&statement.instruction);
                } else {
                    self.code.add(statement.instruction.clone());
                }
                self.race(place, &statement.instruction);
            }
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::Copy { .. } => {
                self.code.add(statement.instruction.clone());
                self.race(place, &statement.instruction);
            }
            Instruction::AtomicEnd => self.race_of_section(place),
            Instruction::Allocate { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. } => {
                self.objects.statement(&mut self.code, place, &statement.instruction);
            }
            Instruction::AtomicBegin | Instruction::Fence { .. } | Instruction::Output { .. } => {}
            Instruction::Free { .. } => {
                self.race(place, &statement.instruction);
                self.code.add(statement.instruction.clone());
            }
            Instruction::Apply { .. }
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
        let child = self
            .building
            .bounded
            .slot_of(function)
            .ok_or("internal error: a thread without a function of its own")?;
        let mark = self.building.mark(TraceMark::Spawn { slot: child });
        self.code.mark(mark);
        let kept = &self.building.threads[child];
        if let Some(place) = kept.argument {
            self.code.write(place, argument, Type::Pointer);
        }
        self.code.write(kept.active, truth(true), BIT);
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
                let on = self.code.begin_unless(condition);
                let goes_on = self.by_itself();
                self.code.assume(goes_on);
                self.code.end_if(on);
                // The condition is known on both paths.
                self.replaced.insert(result, condition);
            }
        }
    }

    fn by_itself(&mut self) -> Operand {
        let mark = self.building.mark(TraceMark::ByItself { slot: self.slot });
        self.code.mark(mark);
        self.code.nondet(BIT, "by_itself")
    }

    /// One that may fail by itself: then it is a load.
    fn weak_exchange(&mut self, instruction: &Instruction) {
        let Instruction::CompareExchange {
            old,
            success,
            address,
            expected,
            desired,
            failure,
            access,
            ..
        } = instruction
        else {
            return;
        };
        let fails = self.by_itself();
        let [reads, exchanges, on] = [self.code.block(), self.code.block(), self.code.block()];
        self.code.function.blocks[on].parameters = vec![*old, *success];
        self.code.branch(fails, reads, exchanges);
        let go_on = |found: Operand, succeeded: Operand| {
            Terminator::Jump(Edge { target: on, arguments: vec![found, succeeded] })
        };
        self.code.go_to(reads);
        let found = self.code.register(access.kind);
        self.code.add(Instruction::Load { result: found, address: *address, access: *access });
        self.code.close(go_on(Operand::Register(found), truth(false)));
        self.code.go_to(exchanges);
        let found = self.code.register(access.kind);
        let succeeded = self.code.register(BIT);
        self.code.add(Instruction::CompareExchange {
            old: found,
            success: succeeded,
            address: *address,
            expected: *expected,
            desired: *desired,
            weak: false,
            failure: *failure,
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
