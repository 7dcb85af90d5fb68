//! Variable arguments.
//!
//! All arguments beyond the named ones lie in one area, word after word, as the
//! platforms' overflow area does. A `va_list` of x86-64 that says that all
//! registers are used up makes clang's own expansion of `va_arg` read that area;
//! on 32-bit x86 a `va_list` is a pointer to it.

use raddle_ir::{Instruction, Operand, Type};
use raddle_terms::Bits;

use super::function::FunctionLowering;
use super::memory::Flags;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{self, Call, TypeId};

/// All six integer registers (8 bytes each) are used up, and all eight
/// vector registers (16 bytes each) behind them.
const GENERAL_USED: u128 = 48;
const VECTOR_USED: u128 = 176;

/// Offsets in the `va_list` of x86-64.
const VECTOR_OFFSET: i64 = 4;
const OVERFLOW_AREA: i64 = 8;
const REGISTER_AREA: i64 = 16;

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_variadic_start(&mut self, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let list = self.argument(call, 0)?;
        let area = self.new_register(Type::Pointer);
        self.emit(Instruction::VariadicArea { result: area });
        let area = Operand::Register(area);
        if self.module.target.pointer_bits == 32 {
            self.store(list, area, Type::Pointer, Flags::PLAIN);
            return Ok(Vec::new());
        }
        let word = Type::Integer(32);
        let general = Operand::Constant(Bits::new(GENERAL_USED, 32));
        let vector = Operand::Constant(Bits::new(VECTOR_USED, 32));
        let null = Operand::Constant(Bits::zero(64));
        for (offset, value, kind) in [
            (0, general, word),
            (VECTOR_OFFSET, vector, word),
            (OVERFLOW_AREA, area, Type::Pointer),
            (REGISTER_AREA, null, Type::Pointer),
        ] {
            let address = self.displaced(list, offset);
            self.store(address, value, kind, Flags::PLAIN);
        }
        Ok(Vec::new())
    }

    pub fn lower_variadic_copy(&mut self, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let to = self.argument(call, 0)?;
        let from = self.argument(call, 1)?;
        let parts: &[(i64, Type)] = match self.module.target.pointer_bits {
            32 => &[(0, Type::Pointer)],
            _ => &[
                (0, Type::Integer(32)),
                (VECTOR_OFFSET, Type::Integer(32)),
                (OVERFLOW_AREA, Type::Pointer),
                (REGISTER_AREA, Type::Pointer),
            ],
        };
        for (offset, kind) in parts {
            let source = self.displaced(from, *offset);
            let value = self.load(source, *kind, Flags::PLAIN);
            let target = self.displaced(to, *offset);
            self.store(target, value, *kind, Flags::PLAIN);
        }
        Ok(Vec::new())
    }

    /// The `va_arg` instruction.
    pub fn lower_variadic_argument(
        &mut self,
        list: &'m ast::Operand<'a>,
        type_id: TypeId,
    ) -> Lowering<Vec<Operand>> {
        let kind = self.module.scalar(type_id)?;
        let list = self.pointer(list)?;
        let word = self.module.target.pointer_bytes();
        let size = self.module.size_of(type_id)?;
        if size > 2 * word {
            return Err(Unsupported::new("a large variable argument"));
        }
        let place = match self.module.target.pointer_bits {
            32 => list,
            _ => self.displaced(list, OVERFLOW_AREA),
        };
        let area = self.load(place, Type::Pointer, Flags::PLAIN);
        let value = self.load(area, kind, Flags::PLAIN);
        let next = self.displaced(area, size.next_multiple_of(word) as i64);
        self.store(place, next, Type::Pointer, Flags::PLAIN);
        Ok(vec![value])
    }
}
