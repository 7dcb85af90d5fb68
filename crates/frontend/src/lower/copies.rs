//! Block copies and fills: `memcpy`, `memmove`, `memset`, structures passed by
//! value.
//!
//! Small ones of constant size become one access per naturally aligned element,
//! each a step of its own; large or variable ones call the library. A copy moves
//! bytes that were never written as such. Where both sides may be shared it goes
//! through a scratch object of the function, so that each step touches shared
//! memory once.

use raddle_ir::BlockId;
use raddle_ir::index::Index;
use raddle_ir::{
    Access, AllocationKind, Callee, Instruction, MemoryOrder, Operand, RegisterId, Statement, Type,
};
use raddle_terms::{Bits, Operator};

use super::escapes::{self, Escapes};
use super::function::FunctionLowering;
use super::regions::{Piece, Region};
use super::{Lowering, SymbolTarget, Unsupported, is_intrinsic};
use crate::llvm::ast::{self, Argument, Constant, LocalId, Operation, TypeId, Value};

/// Blocks up to this many bytes are copied in place.
const LARGEST_INLINE: u64 = 256;

/// The name of the register that has the scratch object, which has none itself.
pub const SCRATCH: &str = "scratch";

impl<'a> FunctionLowering<'_, '_, 'a> {
    /// `llvm.memcpy`, or `llvm.memmove` if the blocks may overlap.
    pub fn lower_block_copy(
        &mut self,
        arguments: &[Argument<'a>],
        overlapping: bool,
    ) -> Lowering<Vec<Operand>> {
        let [to, from, length, ..] = arguments else {
            return Err(Unsupported::new("a block copy with missing arguments"));
        };
        let target = self.single(&to.operand)?;
        let source = self.single(&from.operand)?;
        let Some(size) = self.inline_size(&length.operand) else {
            let name = if overlapping { "memmove" } else { "memcpy" };
            let length = self.length(&length.operand)?;
            self.call_library(name, Type::Pointer, vec![target, source, length]);
            return Ok(Vec::new());
        };
        let (arrives, leaves) =
            (self.carries(&from.operand.value), self.carries(&to.operand.value));
        let to_region = self.region(&to.operand.value).filter(|_| !leaves);
        let from_region = self.region(&from.operand.value).filter(|_| !arrives);
        let alignment = |argument: &Argument<'a>| argument.attributes.alignment.unwrap_or(1);
        let shared_alignment = alignment(to).min(alignment(from));
        let mut pieces = self.module.elements(to_region, size, shared_alignment);
        let others = self.module.elements(from_region, size, shared_alignment);
        if others.len() > pieces.len() || (to_region.is_none() && from_region.is_some()) {
            pieces = others;
        }
        let direct = self.stays_private(&to.operand.value)
            || self.stays_private(&from.operand.value)
            || self.is_constant_memory(&from.operand.value);
        if leaves {
            // On its way to be passed as integers: its padding must be something.
            self.fill_padding(target, &pieces);
        } else if arrives {
            pieces.iter().for_each(|piece| self.empty_padding(target, piece));
        } else {
            pieces.iter_mut().for_each(Piece::absorb_padding);
        }
        // Blocks that overlap must be read before any of it is written.
        if direct && !overlapping {
            self.copy_direct(target, source, &pieces);
        } else {
            self.copy_through_scratch(target, source, &pieces, overlapping);
        }
        Ok(Vec::new())
    }

    pub fn lower_block_fill(&mut self, arguments: &[Argument<'a>]) -> Lowering<Vec<Operand>> {
        let [to, byte, length, ..] = arguments else {
            return Err(Unsupported::new("a block fill with missing arguments"));
        };
        let target = self.single(&to.operand)?;
        let value = self.single(&byte.operand)?;
        let Some(size) = self.inline_size(&length.operand) else {
            let value = self.resize(value, 8, Type::Integer(32));
            let length = self.length(&length.operand)?;
            self.call_library("memset", Type::Pointer, vec![target, value, length]);
            return Ok(Vec::new());
        };
        let region = self.region(&to.operand.value);
        let alignment = to.attributes.alignment.unwrap_or(1);
        let mut pieces = self.module.elements(region, size, alignment);
        pieces.iter_mut().for_each(Piece::absorb_padding);
        for piece in &pieces {
            let width = piece.size as u16 * 8;
            let filled = self.repeated_byte(value, width);
            let address = self.displaced(target, piece.offset as i64);
            self.emit(Instruction::Store {
                address,
                value: filled,
                access: plain_access(piece.kind),
            });
        }
        Ok(Vec::new())
    }

    /// The private copy of a parameter that is passed by value.
    pub fn copy_parameter(
        &mut self,
        local: LocalId,
        type_id: TypeId,
        from: Operand,
    ) -> Lowering<Operand> {
        let (size, alignment) = self.module.block_layout(type_id)?;
        let result = self.new_register(Type::Pointer);
        let variable = self.variables[local.index()].clone();
        let pointer_bits = self.module.target.pointer_bits;
        self.emit(Instruction::Allocate {
            result,
            kind: AllocationKind::Stack,
            size: Operand::Constant(Bits::new(u128::from(size), pointer_bits)),
            zeroed: false,
            name: variable.as_ref().map(|variable| variable.name.clone()),
            debug_type: variable.and_then(|variable| variable.debug_type),
        });
        let to = Operand::Register(result);
        if size > LARGEST_INLINE {
            let length = Operand::Constant(Bits::new(u128::from(size), pointer_bits));
            self.call_library("memcpy", Type::Pointer, vec![to, from, length]);
            return Ok(to);
        }
        let region = Region { type_id, offset: 0 };
        let mut pieces = self.module.elements(Some(region), size, alignment);
        pieces.iter_mut().for_each(Piece::absorb_padding);
        if self.stays_private(&Value::Local(local)) {
            self.copy_direct(to, from, &pieces);
        } else {
            self.copy_through_scratch(to, from, &pieces, false);
        }
        Ok(to)
    }

    fn copy_direct(&mut self, to: Operand, from: Operand, pieces: &[Piece]) {
        for piece in pieces {
            let to = self.displaced(to, piece.offset as i64);
            let from = self.displaced(from, piece.offset as i64);
            self.emit_copy(to, from, piece);
        }
    }

    fn copy_through_scratch(
        &mut self,
        to: Operand,
        from: Operand,
        pieces: &[Piece],
        overlapping: bool,
    ) {
        let mut pending: Vec<(Operand, &Piece)> = Vec::new();
        for piece in pieces {
            let at = if overlapping { piece.offset } else { 0 };
            let scratch = Operand::Register(self.scratch(at + piece.size));
            let scratch = self.displaced(scratch, at as i64);
            let source = self.displaced(from, piece.offset as i64);
            self.emit_copy(scratch, source, piece);
            if overlapping {
                pending.push((scratch, piece));
                continue;
            }
            let target = self.displaced(to, piece.offset as i64);
            self.emit_copy(target, scratch, piece);
        }
        for (scratch, piece) in pending {
            let target = self.displaced(to, piece.offset as i64);
            self.emit_copy(target, scratch, piece);
        }
    }

    fn emit_copy(&mut self, to: Operand, from: Operand, piece: &Piece) {
        self.emit(Instruction::Copy { to, from, access: plain_access(piece.kind) });
    }

    fn fill_padding(&mut self, to: Operand, pieces: &[Piece]) {
        for piece in pieces.iter().filter(|piece| piece.padding > 0) {
            let at = piece.offset + piece.size;
            let width = piece.padding as u16 * 8;
            let address = self.displaced(to, at as i64);
            self.emit(Instruction::Store {
                address,
                value: Operand::Constant(Bits::zero(width)),
                access: plain_access(Type::Integer(width)),
            });
        }
    }

    /// An object of this function for copying, of at least this size.
    fn scratch(&mut self, size: u64) -> RegisterId {
        match &mut self.scratch {
            Some((register, known)) => {
                *known = (*known).max(size);
                *register
            }
            None => {
                let register = self.function.new_register(Type::Pointer, Some(SCRATCH.to_owned()));
                self.scratch = Some((register, size));
                register
            }
        }
    }

    /// Puts the scratch object, if there is one, at the start of the function.
    pub fn allocate_scratch(&mut self) {
        let Some((result, size)) = self.scratch else {
            return;
        };
        let bits = self.module.target.pointer_bits;
        self.function.blocks[BlockId::new(0)].statements.insert(
            0,
            Statement {
                instruction: Instruction::Allocate {
                    result,
                    kind: AllocationKind::Stack,
                    size: Operand::Constant(Bits::new(u128::from(size), bits)),
                    zeroed: false,
                    name: None,
                    debug_type: None,
                },
                location: self.function.location,
            },
        );
    }

    /// The constant size of a block that is small enough to be copied here.
    fn inline_size(&self, length: &ast::Operand<'a>) -> Option<u64> {
        let Value::Constant(Constant::Integer(_) | Constant::Zero) = length.value else {
            return None;
        };
        let size = u64::try_from(self.known_index(length)?).ok()?;
        (size <= LARGEST_INLINE).then_some(size)
    }

    fn length(&mut self, length: &ast::Operand<'a>) -> Lowering<Operand> {
        let width = self.module.target.width(self.module.scalar(length.type_id)?);
        let value = self.single(length)?;
        let word = Type::Integer(self.module.target.pointer_bits);
        Ok(self.resize(value, width, word))
    }

    pub fn call_library(&mut self, name: &str, result: Type, arguments: Vec<Operand>) -> Operand {
        let word = Type::Integer(self.module.target.pointer_bits);
        let second = if name == "memset" { Type::Integer(32) } else { Type::Pointer };
        let function = self.module.declare(name, &[Type::Pointer, second, word], &[result]);
        let result = self.new_register(result);
        self.emit(Instruction::Call {
            results: vec![result],
            callee: Callee::Direct(function),
            arguments,
        });
        Operand::Register(result)
    }

    /// A byte repeated over a width.
    fn repeated_byte(&mut self, byte: Operand, width: u16) -> Operand {
        let ones = Bits::new(u128::from_le_bytes([1; 16]), width);
        match byte {
            Operand::Undefined(_) => Operand::Undefined(Type::Integer(width)),
            Operand::Constant(bits) => {
                Operand::Constant(Bits::new(bits.unsigned().wrapping_mul(ones.unsigned()), width))
            }
            Operand::Register(_) | Operand::Global(_) | Operand::Function(_) => {
                let wide = self.resize(byte, 8, Type::Integer(width));
                self.apply(
                    Type::Integer(width),
                    Operator::Multiply,
                    vec![wide, Operand::Constant(ones)],
                )
            }
        }
    }

    /// Whether a pointer is into an object of this function whose address
    /// does not escape.
    fn stays_private(&mut self, value: &Value<'a>) -> bool {
        let Some(root) = escapes::root(&self.definitions, value) else {
            return false;
        };
        let is_object = match self.definitions[root.index()] {
            Some(definition) => matches!(definition.operation, Operation::Allocate { .. }),
            None => self.source.parameters.iter().any(|parameter| {
                parameter.local == Some(root) && parameter.attributes.by_value.is_some()
            }),
        };
        if !is_object {
            return false;
        }
        !self.may_be_known(root)
    }

    /// Whether the address that a local is may escape (`escapes.rs`).
    pub fn may_be_known(&mut self, root: LocalId) -> bool {
        let module = self.module.module;
        let escapes = self.escapes.get_or_insert_with(|| {
            Escapes::of_body(self.body, &self.definitions, |symbol| is_intrinsic(module, symbol))
        });
        escapes.escapes(root)
    }

    /// Whether a pointer is to a constant of the program, such as the initial
    /// contents of a local array.
    fn is_constant_memory(&self, value: &Value<'a>) -> bool {
        let Value::Constant(constant) = value else {
            return false;
        };
        let mut symbol = constant;
        loop {
            if let Constant::Symbol(symbol) = symbol {
                return match self.module.symbols[symbol.index()] {
                    SymbolTarget::Global { global, .. } => self.module.globals[global].constant,
                    SymbolTarget::Function(_) | SymbolTarget::Intrinsic | SymbolTarget::Unknown => {
                        false
                    }
                };
            }
            let Constant::Expression(expression) = symbol else {
                return false;
            };
            let ast::ConstantExpression::GetElementPointer { base, .. } = expression.as_ref()
            else {
                return false;
            };
            symbol = &base.value;
        }
    }

    /// Whether a pointer is into an object that a structure only passes through.
    fn carries(&mut self, value: &Value<'a>) -> bool {
        let root = escapes::root(&self.definitions, value);
        root.is_some_and(|root| self.travels().is_carrier(root))
    }
}

impl Piece {
    /// Makes the padding part of the access.
    fn absorb_padding(&mut self) {
        if self.padding > 0 {
            self.size += self.padding;
            self.padding = 0;
            self.kind = Type::Integer(self.size as u16 * 8);
        }
    }
}

pub(crate) fn plain_access(kind: Type) -> Access {
    Access { kind, order: MemoryOrder::Plain, volatile: false }
}
