//! Operands of a function that is being lowered: locals, constants, and the
//! small operations that everything else is made of.

use raddle_ir::{Instruction, Operand, RegisterId, Statement, Type};
use raddle_terms::{Bits, Operator};

use super::constants::{Base, Evaluated};
use super::function::FunctionLowering;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{self, Constant, TypeId, Value};

impl<'a> FunctionLowering<'_, '_, 'a> {
    pub fn emit(&mut self, instruction: Instruction) {
        self.statements.push(Statement { instruction, location: self.location });
    }

    pub fn emit_unsupported(&mut self, what: &str) {
        self.emit(Instruction::Unsupported { what: what.to_owned() });
    }

    /// A value, or an `Unsupported` instruction and an undefined value.
    pub fn or_unsupported(&mut self, value: Lowering<Operand>, kind: Type) -> Operand {
        value.unwrap_or_else(|Unsupported(what)| {
            self.emit_unsupported(&what);
            Operand::Undefined(kind)
        })
    }

    pub fn new_register(&mut self, kind: Type) -> RegisterId {
        self.function.new_register(kind, None)
    }

    /// Emits a pure operation.
    pub fn apply(&mut self, kind: Type, operator: Operator, operands: Vec<Operand>) -> Operand {
        let result = self.new_register(kind);
        self.emit(Instruction::Apply { result, operator, operands });
        Operand::Register(result)
    }

    pub fn compare(&mut self, operator: Operator, left: Operand, right: Operand) -> Operand {
        self.apply(Type::Integer(1), operator, vec![left, right])
    }

    /// The scalars of an operand.
    pub fn operand(&mut self, operand: &ast::Operand<'a>) -> Lowering<Vec<Operand>> {
        self.value(operand.type_id, &operand.value)
    }

    /// The operand of a type that is one scalar.
    pub fn single(&mut self, operand: &ast::Operand<'a>) -> Lowering<Operand> {
        match self.operand(operand)?.as_slice() {
            [single] => Ok(*single),
            _ => Err(Unsupported::new("an aggregate where a scalar is expected")),
        }
    }

    pub fn value(&mut self, id: TypeId, value: &Value<'a>) -> Lowering<Vec<Operand>> {
        match value {
            Value::Local(local) => {
                let kinds = self.module.scalars(id)?;
                Ok(match &self.values[local.index()] {
                    Some(known) if known.len() == kinds.len() => known.clone(),
                    Some(_) | None => kinds.into_iter().map(Operand::Undefined).collect(),
                })
            }
            Value::Constant(constant) => self.constant(id, constant),
            Value::Metadata(_) => Err(Unsupported::new("metadata as a value")),
        }
    }

    /// The scalars of a constant; addresses may need an instruction.
    pub fn constant(&mut self, id: TypeId, constant: &Constant<'a>) -> Lowering<Vec<Operand>> {
        let places = self.module.scalar_places(id)?;
        match constant {
            Constant::Zero => Ok(places
                .iter()
                .map(|place| Operand::Constant(Bits::zero(self.module.target.width(place.kind))))
                .collect()),
            Constant::Undefined | Constant::Poison => {
                Ok(places.iter().map(|place| Operand::Undefined(place.kind)).collect())
            }
            Constant::Array(parts) | Constant::Structure(parts) => {
                let mut operands = Vec::new();
                for part in parts {
                    operands.extend(self.constant(part.type_id, &part.value)?);
                }
                Ok(operands)
            }
            Constant::Bytes(bytes) => Ok(bytes
                .iter()
                .map(|byte| Operand::Constant(Bits::new(u128::from(*byte), 8)))
                .collect()),
            Constant::Integer(_)
            | Constant::WideInteger(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::NoToken
            | Constant::Vector(_)
            | Constant::Splat(_)
            | Constant::Symbol(_)
            | Constant::BlockAddress { .. }
            | Constant::Expression(_) => Ok(vec![self.scalar_constant(id, constant)?]),
        }
    }

    fn scalar_constant(&mut self, id: TypeId, constant: &Constant<'a>) -> Lowering<Operand> {
        match self.module.evaluate_typed(id, constant) {
            Ok(Evaluated::Bits(bits)) => Ok(Operand::Constant(bits)),
            Ok(Evaluated::Undefined(kind)) => Ok(Operand::Undefined(kind)),
            Ok(Evaluated::Address { base, addend }) => {
                let pointer = match base {
                    Base::Function(function) => Operand::Function(function),
                    Base::Global(global) if self.module.is_thread_local(global) => {
                        let result = self.new_register(Type::Pointer);
                        self.emit(Instruction::ThreadLocalAddress { result, global });
                        Operand::Register(result)
                    }
                    Base::Global(global) => Operand::Global(global),
                };
                Ok(self.displaced(pointer, addend))
            }
            Err(problem) => {
                let Constant::Expression(expression) = constant else { return Err(problem) };
                self.computed_constant(id, expression)
            }
        }
    }

    /// A pointer plus a fixed number of bytes.
    pub fn displaced(&mut self, pointer: Operand, offset: i64) -> Operand {
        if offset == 0 {
            return pointer;
        }
        let offset = Operand::Constant(Bits::from_signed(
            i128::from(offset),
            self.module.target.pointer_bits,
        ));
        self.pointer_add(pointer, offset)
    }

    /// A pointer plus bytes. How many bits of a pointer are offset is decided
    /// later, when the whole program is known: 0 is a placeholder.
    pub fn pointer_add(&mut self, pointer: Operand, offset: Operand) -> Operand {
        self.apply(Type::Pointer, Operator::PointerAdd { offset_bits: 0 }, vec![pointer, offset])
    }

    /// Cuts or zero-extends a value from one width to another.
    pub fn resize(&mut self, value: Operand, from: u16, to: Type) -> Operand {
        let width = self.module.target.width(to);
        let operator = if from > width {
            Operator::Extract { low: 0, width }
        } else {
            Operator::ZeroExtend(width)
        };
        match value {
            _ if from == width => value,
            Operand::Undefined(_) => Operand::Undefined(to),
            Operand::Constant(bits) => Operand::Constant(Bits::new(bits.unsigned(), width)),
            Operand::Register(_) | Operand::Global(_) | Operand::Function(_) => {
                self.apply(to, operator, vec![value])
            }
        }
    }
}
