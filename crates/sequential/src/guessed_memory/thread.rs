//! The function of a thread, for a scheme: a copy of the bounded program's, in
//! which accesses of memory that threads share are those of memory locations, and what
//! concerns other threads has become marks, notes and assumptions.
//!
//! A thread that stops returns, and so does one that has finished: it is over.

use raddle_ir::index::Index;
use raddle_ir::{
    AwaitKind, Block, BlockId, Edge, FunctionId, GlobalId, IndexVec, Instruction, Operand,
    RegisterId, Terminator, Type,
};
use raddle_passes::Place;
use raddle_terms::{Bits, Operator};
use rustc_hash::FxHashMap;

use super::addresses::ResolvedAccess;
use super::deferred_checks::{DeferredChecks, Failure, NUMBER};
use super::objects::{Base, ObjectId, ObjectKind, Size};
use super::{
    End, InsertionPoint, MemoryScheme, ProgramBuilder, SharedMemory, TranslatedThreads, Wait, entry,
};
use crate::bounded::{Bounded, Note, Section, Slot};
use crate::code::{BIT, Code, constant, truth};
use crate::marks::TraceMark;
use crate::memory_accesses::{ByteAccess, byte_accesses};

pub struct Translator<'a> {
    pub(super) bounded: &'a Bounded,
    pub(super) memory: &'a SharedMemory,
    pub(super) build: &'a mut ProgramBuilder,
    scheme: &'a mut dyn MemoryScheme,
    pub(super) code: Code,
    pub(super) slot: Slot,
    /// Of the bounded program.
    pub(super) function: FunctionId,
    pub(super) deferred_checks: &'a mut DeferredChecks,
    starts: &'a IndexVec<Slot, Start>,
    registers: IndexVec<RegisterId, Option<Operand>>,
    blocks: IndexVec<BlockId, BlockId>,
    bases: FxHashMap<ObjectId, Operand>,
    /// Where the thread goes when it stops.
    pub(super) stopped: BlockId,
    /// The place of the original program that is translated.
    pub(super) origin: Place,
    /// In an atomic section.
    pub(super) inside: bool,
    /// Holds the error in the current section with which the thread went on, where
    /// that can be.
    pub(super) failed: Option<GlobalId>,
}

/// How a thread is told that it was created, and with what.
struct Start {
    created: Option<GlobalId>,
    argument: GlobalId,
}

/// Makes a function of each thread, in the order of slots.
pub fn translate(
    bounded: &Bounded,
    memory: &SharedMemory,
    build: &mut ProgramBuilder,
    scheme: &mut dyn MemoryScheme,
) -> Result<TranslatedThreads, String> {
    let starts: IndexVec<Slot, Start> = bounded
        .threads
        .iter_enumerated()
        .map(|(slot, thread)| Start {
            created: thread.spawned_by.map(|_| build.variable(&format!("created_{slot}"), BIT)),
            argument: build.variable(&format!("argument_{slot}"), Type::Pointer),
        })
        .collect();
    let mut deferred_checks = DeferredChecks::default();
    let mut functions = IndexVec::new();
    for (slot, thread) in bounded.threads.iter_enumerated() {
        let from = bounded.program.functions.get(thread.function).ok_or("a thread of nothing")?;
        let mut code = Code::new(&format!("thread_{slot}"), bounded.program.target, from.origin);
        code.function.location = from.location;
        let mut translator = Translator {
            bounded,
            memory,
            build,
            scheme,
            stopped: code.block(),
            code,
            slot,
            function: thread.function,
            deferred_checks: &mut deferred_checks,
            starts: &starts,
            registers: from.registers.iter().map(|_| None).collect(),
            blocks: IndexVec::new(),
            bases: FxHashMap::default(),
            origin: Place { function: thread.function, block: entry(), statement: 0 },
            inside: false,
            failed: None,
        };
        if translator.goes_on_in_sections() {
            let name = format!("failed_{slot}");
            translator.failed = Some(translator.build.variable(&name, NUMBER));
        }
        translator.run()?;
        let function = translator.code.function;
        functions.push(build.program.functions.push(function));
    }
    let created = starts.iter().map(|start| start.created).collect();
    Ok(TranslatedThreads { functions, created, deferred_checks })
}

impl Translator<'_> {
    fn run(&mut self) -> Result<(), String> {
        let from = &self.bounded.program.functions[self.function];
        self.begin(&from.parameters);
        for block in from.blocks.iter() {
            let new = self.code.block();
            for &parameter in &block.parameters {
                let kind = from.registers[parameter].kind;
                let name = from.registers[parameter].name.clone();
                let register = self.code.function.new_register(kind, name);
                self.code.function.blocks[new].parameters.push(register);
                self.registers[parameter] = Some(Operand::Register(register));
            }
            self.blocks.push(new);
        }
        match self.blocks.get(entry()).copied() {
            Some(first) => self.code.jump(first),
            None => self.code.jump(self.stopped),
        }
        let reached = reached(&from.blocks);
        for (id, block) in from.blocks.iter_enumerated().filter(|(id, _)| reached[*id]) {
            self.code.go_to(self.blocks[id]);
            for (statement, each) in (0u32..).zip(&block.statements) {
                self.code.location = each.location;
                let place = Place { function: self.function, block: id, statement };
                self.statement(place, &each.instruction)?;
            }
            self.code.location = block.location;
            let statement = block.statements.len() as u32;
            self.terminate(Place { function: self.function, block: id, statement }, block)?;
        }
        self.code.location = None;
        self.code.go_to(self.stopped);
        self.end(End::Stopped);
        Ok(())
    }

    /// The argument, the objects of this thread alone, the scheme's beginning.
    fn begin(&mut self, parameters: &[RegisterId]) {
        let from = &self.bounded.program.functions[self.function];
        for &parameter in parameters {
            let argument = self.code.read(self.starts[self.slot].argument, Type::Pointer);
            self.registers[parameter] = Some(argument);
        }
        for (id, object) in self.memory.objects.list.iter_enumerated() {
            let (ObjectKind::Allocated { slot, site, .. }, Base::Register) =
                (object.kind, object.base)
            else {
                continue;
            };
            let made =
                from.blocks.get(site.0).and_then(|block| block.statements.get(site.1 as usize));
            if let Some(made) = made.filter(|_| slot == self.slot)
                && let Size::Known(size) = object.size
            {
                let result = self.code.register(Type::Pointer);
                let mut instruction = made.instruction.clone();
                if let Instruction::Allocate { result: register, size: bytes, .. } =
                    &mut instruction
                {
                    *register = result;
                    *bytes = constant(u128::from(size), self.code.target.pointer_bits);
                }
                self.code.location = made.location;
                self.code.add(instruction);
                self.bases.insert(id, Operand::Register(result));
            }
        }
        self.code.location = None;
        self.build.mark(&mut self.code, TraceMark::Begin { slot: self.slot });
        self.ask(|scheme, at| scheme.begin(at));
    }

    fn end(&mut self, end: End) {
        self.ask(|scheme, at| scheme.end(at, end));
        self.code.close(Terminator::Return(Vec::new()));
    }

    /// Lets the scheme add code.
    pub(super) fn ask<R>(
        &mut self,
        add: impl FnOnce(&mut dyn MemoryScheme, &mut InsertionPoint<'_>) -> R,
    ) -> R {
        let mut at = InsertionPoint {
            code: &mut self.code,
            build: self.build,
            slot: self.slot,
            stopped: self.stopped,
        };
        add(self.scheme, &mut at)
    }

    pub(super) fn operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Register(register) => match self.registers.get(*register).copied().flatten() {
                Some(known) => known,
                // Not in code that runs.
                None => {
                    let from = &self.bounded.program.functions[self.function];
                    let kind = from.registers.get(*register).map(|register| register.kind);
                    Operand::Undefined(kind.unwrap_or(Type::Pointer))
                }
            },
            Operand::Constant(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => *operand,
        }
    }

    pub(super) fn set(&mut self, register: RegisterId, value: Operand) {
        if register.position() < self.registers.len() {
            self.registers[register] = Some(value);
        }
    }

    pub(super) fn base(&self, object: ObjectId) -> Operand {
        let null = constant(0, self.code.target.pointer_bits);
        self.bases.get(&object).copied().unwrap_or(null)
    }

    fn kind(&self, register: RegisterId) -> Type {
        self.bounded.program.functions[self.function].registers[register].kind
    }

    pub(super) fn jump_with(&mut self, target: BlockId, value: Operand) {
        self.code.close(Terminator::Jump(Edge { target, arguments: vec![value] }));
    }

    /// Where threads can be switched, and a step of the original begins.
    fn step(&mut self, note: &Note) {
        self.origin = note.origin;
        self.inside = note.section != Section::Outside;
        if note.visible {
            self.ask(|scheme, at| {
                scheme.switch(at);
                scheme.step(at, note.origin);
            });
        }
    }

    fn note(&self, place: Place) -> Result<Note, String> {
        self.bounded.note(place).copied().ok_or_else(|| "a statement of nothing".to_string())
    }

    fn statement(&mut self, place: Place, instruction: &Instruction) -> Result<(), String> {
        let note = self.note(place)?;
        self.step(&note);
        match instruction {
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { .. }
            | Instruction::Copy { .. } => self.access(instruction),
            Instruction::Apply { result, operator, operands } => {
                let operands: Vec<Operand> =
                    operands.iter().map(|each| self.operand(each)).collect();
                let value = self.code.apply(*operator, &operands, self.kind(*result));
                self.set(*result, value);
            }
            Instruction::Allocate { result, size, .. } => {
                self.allocate(place, *result, size, instruction);
            }
            Instruction::Free { address } => self.free(address),
            Instruction::ObjectSize { result, address } => self.object_size(*result, address),
            Instruction::StackSave { mark } => {
                self.set(*mark, constant(0, self.code.target.pointer_bits));
            }
            Instruction::StackRestore { .. } => self.end_frame(place),
            Instruction::Nondet { result, name } => {
                self.build.mark(&mut self.code, TraceMark::Value { slot: self.slot });
                let value = self.code.nondet(self.kind(*result), name);
                self.set(*result, value);
            }
            Instruction::Assume { condition } => {
                let condition = self.operand(condition);
                match note.section {
                    Section::Outside => self.go_on_if(condition),
                    Section::User | Section::Library => self.need(condition),
                }
            }
            Instruction::Check { kind, condition, message } => {
                let condition = self.operand(condition);
                self.check(place, *kind, condition, message);
            }
            Instruction::CurrentThread { result } => {
                self.set(*result, constant(self.slot.position() as u128, 32));
            }
            Instruction::Spawn { result, argument, .. } => self.spawn(place, *result, argument)?,
            Instruction::Await { result, kind, condition, holder } => {
                let condition = self.operand(condition);
                let holder = holder.as_ref().map(|holder| self.operand(holder));
                self.wait(*result, Wait { kind: *kind, condition, holder });
            }
            Instruction::AtomicBegin | Instruction::AtomicEnd => {
                self.ask(|scheme, at| {
                    scheme.section(at, matches!(instruction, Instruction::AtomicBegin))
                });
            }
            Instruction::Unsupported { what } => {
                self.fail_unless(truth(false), Failure::Unsupported(what.clone()));
            }
            // What the program says is not what this program says.
            Instruction::Fence { .. } | Instruction::Output { .. } => {}
            Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Call { .. } => {
                return Err("a call or a thread-local variable that was not bounded".to_string());
            }
        }
        Ok(())
    }

    fn access(&mut self, instruction: &Instruction) {
        let accesses = byte_accesses(instruction, self.code.target);
        match (instruction, accesses.as_slice()) {
            (Instruction::Load { result, access, .. }, &[accessed]) => {
                let resolved = self.resolve(accessed);
                let value = self.read(&resolved, access.kind);
                self.set(*result, value);
            }
            (Instruction::Store { value, access, .. }, &[accessed]) => {
                let resolved = self.resolve(accessed);
                if self.memory.objects.abstract_value(self.function, value).undefined {
                    let shared = resolved.is_shared(&mut self.code);
                    self.support(shared, "shared memory that is given what was never written");
                }
                let value = self.operand(value);
                self.write(&resolved, value, access.kind, truth(true));
            }
            (Instruction::Update { result, operator, value, access, .. }, &[accessed]) => {
                let value = self.operand(value);
                self.update(*result, *operator, value, accessed, access);
            }
            (Instruction::CompareExchange { .. }, &[accessed]) => {
                self.compare_exchange(instruction, accessed);
            }
            (Instruction::Copy { access, .. }, &[from, to]) => self.copy(from, to, access),
            (_, _) => debug_assert!(false, "no access"),
        }
    }

    fn compare_exchange(&mut self, instruction: &Instruction, accessed: ByteAccess) {
        let Instruction::CompareExchange { old, success, expected, desired, weak, access, .. } =
            instruction
        else {
            return;
        };
        let (expected, desired) = (self.operand(expected), self.operand(desired));
        let may_write = match weak {
            true => {
                self.build.mark(&mut self.code, TraceMark::ByItself { slot: self.slot });
                let fails = self.code.nondet(BIT, "fails by itself");
                self.code.not(fails)
            }
            false => truth(true),
        };
        let resolved: ResolvedAccess = self.resolve(accessed);
        let found = self.read(&resolved, access.kind);
        let equal = self.code.test(Operator::Equal, &[found, expected]);
        let writes = self.code.both(equal, may_write);
        self.write(&resolved, desired, access.kind, writes);
        self.set(*old, found);
        self.set(*success, writes);
    }

    fn allocate(
        &mut self,
        place: Place,
        result: RegisterId,
        size: &Operand,
        instruction: &Instruction,
    ) {
        let object = self.memory.objects.allocated_at(place);
        let held = match object.map(|object| (object, &self.memory.objects.list[object])) {
            Some((id, object)) => match (object.base, object.size) {
                (Base::Global(global), _) => return self.set(result, Operand::Global(global)),
                (Base::Register, _) => return self.set(result, self.base(id)),
                (Base::Held(base), Size::Held(size)) => Some((base, size)),
                (Base::Held(_), Size::Known(_)) => None,
            },
            None => None,
        };
        let bytes = self.operand(size);
        let register = self.code.register(Type::Pointer);
        let mut made = instruction.clone();
        if let Instruction::Allocate { result, size, .. } = &mut made {
            (*result, *size) = (register, bytes);
        }
        self.code.add(made);
        if let Some((base, size)) = held {
            self.code.write(base, Operand::Register(register), Type::Pointer);
            self.code.write(size, bytes, Type::Integer(self.code.target.pointer_bits));
        }
        self.set(result, Operand::Register(register));
    }

    /// The objects of the stack that end here.
    fn end_frame(&mut self, place: Place) {
        let position = (place.block, place.statement);
        let ended = self.memory.ends.at.get(&(self.slot, position));
        for &object in ended.into_iter().flatten() {
            self.end_object(object, truth(true));
        }
    }

    fn spawn(
        &mut self,
        place: Place,
        result: RegisterId,
        argument: &Operand,
    ) -> Result<(), String> {
        let mut threads = self.bounded.threads.iter_enumerated();
        let child = threads
            .find(|(_, thread)| thread.spawned_by == Some((self.slot, place)))
            .map(|(slot, _)| slot)
            .ok_or("a thread without a place")?;
        self.build.mark(&mut self.code, TraceMark::Spawn { slot: child });
        let argument = self.operand(argument);
        let start = &self.starts[child];
        self.code.write(start.argument, argument, Type::Pointer);
        if let Some(created) = start.created {
            self.code.write(created, truth(true), BIT);
        }
        self.ask(|scheme, at| scheme.spawn(at, child));
        self.set(result, constant(child.position() as u128, 32));
        Ok(())
    }

    fn wait(&mut self, result: RegisterId, wait: Wait) {
        let condition = wait.condition;
        self.ask(|scheme, at| scheme.wait(at, wait));
        match wait.kind {
            AwaitKind::Plain => {
                self.need(condition);
                self.set(result, truth(true));
            }
            AwaitKind::Spurious | AwaitKind::Timed => {
                let join = self.code.begin_unless(condition);
                self.build.mark(&mut self.code, TraceMark::ByItself { slot: self.slot });
                let goes_on = self.code.nondet(BIT, "goes on by itself");
                self.code.assume(goes_on);
                self.code.end_if(join);
                self.set(result, condition);
            }
        }
    }

    fn terminate(&mut self, place: Place, block: &Block) -> Result<(), String> {
        let note = self.note(place)?;
        self.step(&note);
        match &block.terminator {
            Terminator::Jump(edge) => {
                let edge = self.edge(edge);
                self.code.close(Terminator::Jump(edge));
            }
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.operand(condition);
                let (then, otherwise) = (self.edge(then), self.edge(otherwise));
                self.code.close(match known(condition) {
                    Some(bits) if bits.is_true() => Terminator::Jump(then),
                    Some(_) => Terminator::Jump(otherwise),
                    None => Terminator::Branch { condition, then, otherwise },
                });
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value);
                let cases = cases.iter().map(|(bits, edge)| (*bits, self.edge(edge))).collect();
                let default = self.edge(default);
                self.code.close(Terminator::Switch { value, cases, default });
            }
            Terminator::Return(_) | Terminator::ThreadExit => {
                self.end_frame(place);
                self.end(End::Finished);
            }
            Terminator::Stop(_) => {
                if note.section != Section::Outside {
                    self.need(truth(false));
                }
                self.code.jump(self.stopped);
            }
        }
        Ok(())
    }

    fn edge(&self, edge: &Edge) -> Edge {
        Edge {
            target: self.blocks[edge.target],
            arguments: edge.arguments.iter().map(|argument| self.operand(argument)).collect(),
        }
    }
}

fn known(operand: Operand) -> Option<Bits> {
    match operand {
        Operand::Constant(bits) => Some(bits),
        Operand::Register(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => None,
    }
}

/// The blocks that the entry leads to.
fn reached(blocks: &IndexVec<BlockId, Block>) -> IndexVec<BlockId, bool> {
    let mut reached: IndexVec<BlockId, bool> = blocks.iter().map(|_| false).collect();
    if !blocks.is_empty() {
        reached[entry()] = true;
    }
    for (id, block) in blocks.iter_enumerated() {
        if reached[id] {
            for edge in block.terminator.edges() {
                reached[edge.target] = true;
            }
        }
    }
    reached
}
