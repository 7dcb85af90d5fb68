//! Copies of single statements.

use raddle_ir::index::Index;
use raddle_ir::{
    Access, AllocationKind, BlockId, Function, GlobalId, InitialValue, Instruction, Operand,
    Origin, RegisterId, StopReason, Terminator, Type,
};
use raddle_terms::Operator;

use super::draft::{Remark, Special};
use super::nodes::Depth;
use super::value::{self, Value};
use super::walk::{DeadEnd, Walk};
use crate::bounded::Section;
use crate::code::{constant, plain};

impl Walk<'_, '_> {
    /// Whether the copy goes on with the next statement.
    pub fn copy(&mut self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Apply { result, operator, operands } => {
                self.apply(instruction, *result, *operator, operands);
            }
            Instruction::Load { result, address, access } => {
                self.load(instruction, *result, address, access);
            }
            Instruction::ThreadLocalAddress { result, global } => {
                let value = self.thread_local(*global);
                self.set(*result, value);
            }
            Instruction::VariadicArea { result } => self.variadic_area(*result),
            Instruction::CurrentThread { result } if self.slot.position() == 0 => {
                self.set(*result, Value::Operand(constant(0, 32)));
            }
            Instruction::Call { callee, arguments, .. } => {
                self.call(callee, arguments);
                return false;
            }
            Instruction::Spawn { result, function, argument } => {
                return self.spawn(*result, function, argument);
            }
            Instruction::Assume { condition } => return self.assume(instruction, condition),
            Instruction::Check { condition, .. } => {
                let known = self.value(condition).constant();
                if !known.is_some_and(|known| known.is_true()) {
                    self.plain(instruction);
                }
            }
            Instruction::AtomicBegin => self.begin_section(),
            Instruction::AtomicEnd => return self.end_section(),
            Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { .. }
            | Instruction::Copy { .. }
            | Instruction::Fence { .. }
            | Instruction::Allocate { .. }
            | Instruction::Free { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::Nondet { .. }
            | Instruction::Output { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Await { .. } => self.plain(instruction),
            Instruction::Unsupported { what } => {
                self.dead_end_here(DeadEnd::Unsupported(what.clone()));
                return false;
            }
        }
        true
    }

    /// The same instruction, with other registers.
    fn plain(&mut self, instruction: &Instruction) {
        let mut copy = instruction.clone();
        copy.for_each_operand_mut(|operand| *operand = self.operand(self.value(operand)));
        let registers = &self.function().registers;
        let mut results = Vec::new();
        copy.for_each_result_mut(|result| {
            let register = registers[*result].clone();
            let new = self.draft.register(register.kind, register.name, false);
            results.push((*result, new));
            *result = new;
        });
        for (result, new) in results {
            self.set(result, Value::Operand(Operand::Register(new)));
        }
        let visible = self.is_visible();
        self.emit(copy, visible);
    }

    fn apply(
        &mut self,
        instruction: &Instruction,
        result: RegisterId,
        operator: Operator,
        operands: &[Operand],
    ) {
        let values: Vec<Value> = operands.iter().map(|operand| self.value(operand)).collect();
        match value::fold(&self.ready.layout, operator, &values) {
            // What was never written gets its one value here.
            Some(known) if !self.may_be_empty(known) => self.set(result, known),
            Some(_) | None => self.plain(instruction),
        }
    }

    /// What nobody writes can be read at once: no other thread takes part in it.
    fn load(
        &mut self,
        instruction: &Instruction,
        result: RegisterId,
        address: &Operand,
        access: &Access,
    ) {
        let address = self.value(address);
        match self.shared.globals.load(self.ready, address, access.kind) {
            Some(known) => self.set(result, known),
            None => self.plain(instruction),
        }
    }

    fn assume(&mut self, instruction: &Instruction, condition: &Operand) -> bool {
        match self.value(condition).constant() {
            Some(known) if known.is_true() => true,
            Some(_) => {
                self.plain(instruction);
                self.close(Terminator::Stop(StopReason::Exit));
                false
            }
            None => {
                self.plain(instruction);
                true
            }
        }
    }

    fn begin_section(&mut self) {
        if self.depth.depth == 0 {
            self.plain(&Instruction::AtomicBegin);
            self.depth.section = match self.function().origin {
                Origin::User => Section::User,
                Origin::Library => Section::Library,
            };
        }
        self.depth.depth += 1;
    }

    fn end_section(&mut self) -> bool {
        match self.depth.depth {
            0 => {
                let what = "the end of an atomic section that was not begun".to_string();
                self.dead_end_here(DeadEnd::Unsupported(what));
                return false;
            }
            1 => {
                self.plain(&Instruction::AtomicEnd);
                self.depth = Depth::OUTSIDE;
            }
            _ => self.depth.depth -= 1,
        }
        true
    }

    /// This thread's instance.
    fn thread_local(&mut self, global: GlobalId) -> Value {
        if self.ready.observable.get(global).copied().unwrap_or(true) {
            let known = self.locals.iter().find(|(each, _)| *each == global);
            let register = match known {
                Some((_, register)) => *register,
                None => {
                    let name = Some(self.ready.program.globals[global].name.clone());
                    let register = self.draft.register(Type::Pointer, name, false);
                    self.locals.push((global, register));
                    register
                }
            };
            return Value::Operand(Operand::Register(register));
        }
        let copy = match self.copies.get(&global) {
            Some(copy) => *copy,
            None => {
                let copy = match self.slot.position() {
                    0 => global,
                    _ => self.shared.globals.copy(global, &format!("_{}", self.slot)),
                };
                self.copies.insert(global, copy);
                copy
            }
        };
        Value::Address { global: copy, offset: 0 }
    }

    /// Makes the thread-local objects that other threads may touch: they end with the
    /// thread. Nobody else knows them at its beginning.
    pub fn make_locals(&mut self) {
        let first = BlockId::new(Function::ENTRY);
        self.begin_again(first);
        let mut rest = std::mem::take(&mut self.draft.function.blocks[first].statements);
        let mut remarks = std::mem::take(&mut self.draft.remarks[first]);
        let mut note = self.draft.ends[first];
        (note.visible, note.section) = (false, Section::Outside);
        if let Some(remark) = remarks.first() {
            note.origin = remark.note.origin;
        }
        let remark = Remark { note, special: Special::None };
        for (global, register) in std::mem::take(&mut self.locals) {
            let object = &self.ready.program.globals[global];
            let location = object.location;
            let pointer_bits = self.ready.layout.pointer_bits;
            let allocate = Instruction::Allocate {
                result: register,
                kind: AllocationKind::Stack,
                size: constant(u128::from(object.size), pointer_bits),
                zeroed: true,
                name: Some(object.name.clone()),
                debug_type: object.debug_type,
            };
            self.draft.add(first, allocate, location, remark);
            for part in &object.initial {
                for (offset, value, kind) in pieces(&part.value) {
                    let place = self.draft.register(Type::Pointer, None, false);
                    let operator =
                        Operator::PointerAdd { offset_bits: self.ready.layout.offset_bits };
                    let offset = constant(u128::from(part.offset + offset), pointer_bits);
                    let operands = vec![Operand::Register(register), offset];
                    let add = Instruction::Apply { result: place, operator, operands };
                    self.draft.add(first, add, location, remark);
                    let value = self.operand(value);
                    let address = Operand::Register(place);
                    let store = Instruction::Store { address, value, access: plain(kind) };
                    self.draft.add(first, store, location, remark);
                }
            }
        }
        self.draft.function.blocks[first].statements.append(&mut rest);
        self.draft.remarks[first].append(&mut remarks);
    }

    /// A stack object with the arguments beyond the named ones.
    fn variadic_area(&mut self, result: RegisterId) {
        let target = self.ready.program.target;
        let slot = target.pointer_bytes();
        let values = self.frames[self.frame].extra.clone();
        let mut places = Vec::new();
        let mut total = 0;
        for value in values {
            let width = value.width(&self.draft.function, target);
            places.push((total, value, width));
            total += match value {
                Value::Operand(Operand::Undefined(_)) => slot,
                Value::Operand(_) | Value::Address { .. } => {
                    u64::from(width).div_ceil(8).next_multiple_of(slot)
                }
            };
        }
        let name = self.function().registers[result].name.clone();
        let area = self.draft.register(Type::Pointer, name, false);
        self.set(result, Value::Operand(Operand::Register(area)));
        self.emit(
            Instruction::Allocate {
                result: area,
                kind: AllocationKind::Stack,
                size: constant(u128::from(total), target.pointer_bits),
                zeroed: false,
                name: None,
                debug_type: None,
            },
            false,
        );
        for (offset, value, width) in places {
            let whole = u16::try_from(u64::from(width).div_ceil(8).next_multiple_of(slot) * 8)
                .map_or(width, |whole| whole.min(128));
            let value = self.widened(value, width, whole);
            let address = self.draft.register(Type::Pointer, None, false);
            let operator = Operator::PointerAdd { offset_bits: self.ready.layout.offset_bits };
            let offset = constant(u128::from(offset), target.pointer_bits);
            let operands = vec![Operand::Register(area), offset];
            self.emit(Instruction::Apply { result: address, operator, operands }, false);
            let address = Operand::Register(address);
            let access = plain(Type::Integer(whole));
            self.emit(Instruction::Store { address, value, access }, false);
        }
    }

    /// The value as its slot holds it: the bytes above are zero.
    fn widened(&mut self, value: Value, width: u16, whole: u16) -> Operand {
        let operand = self.operand(value);
        if width == whole {
            return operand;
        }
        if let Operand::Undefined(_) = operand {
            return Operand::Undefined(Type::Integer(whole));
        }
        let result = self.draft.register(Type::Integer(whole), None, false);
        let operator = Operator::ZeroExtend(whole);
        self.emit(Instruction::Apply { result, operator, operands: vec![operand] }, false);
        Operand::Register(result)
    }
}

/// An initial value in pieces that one store can write.
fn pieces(value: &InitialValue) -> Vec<(u64, Value, Type)> {
    match value {
        InitialValue::Bytes(bytes) => {
            let number = |chunk: &[u8]| {
                chunk.iter().rev().fold(0u128, |number, byte| number << 8 | u128::from(*byte))
            };
            let chunk = |(position, chunk): (usize, &[u8])| {
                let width = 8 * chunk.len() as u16;
                let value = Value::Operand(constant(number(chunk), width));
                (8 * position as u64, value, Type::Integer(width))
            };
            bytes.chunks(8).enumerate().map(chunk).collect()
        }
        InitialValue::GlobalAddress { global, addend } => {
            vec![(0, Value::Address { global: *global, offset: *addend }, Type::Pointer)]
        }
        InitialValue::FunctionAddress(function) => {
            vec![(0, Value::Operand(Operand::Function(*function)), Type::Pointer)]
        }
    }
}
