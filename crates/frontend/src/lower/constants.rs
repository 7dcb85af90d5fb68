//! Constants without a place to compute them: as bits, or as an address plus an
//! addend. Enough for all initialisers that C can write.

use raddle_ir::{FunctionId, GlobalId, Type};
use raddle_terms::{Bits, Operator};

use super::instructions::integer_operator;
use super::{Lowering, ModuleLowering, SymbolTarget, Unsupported};
use crate::llvm::ast::{
    self, CastOperator, Constant, ConstantExpression, Parts, TypeId, TypedConstant,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Global(GlobalId),
    Function(FunctionId),
}

/// What a scalar constant comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluated {
    Bits(Bits),
    Address { base: Base, addend: i64 },
    Undefined(Type),
}

/// Constant expressions nest at most this deep.
const DEEPEST: u32 = 200;

impl ModuleLowering<'_, '_> {
    pub fn evaluate(&self, constant: &TypedConstant<'_>) -> Lowering<Evaluated> {
        self.evaluate_at(constant.type_id, &constant.value, 0)
    }

    /// The value of a constant of scalar type (a vector counts as one).
    pub fn evaluate_typed(&self, id: TypeId, constant: &Constant<'_>) -> Lowering<Evaluated> {
        self.evaluate_at(id, constant, 0)
    }

    fn evaluate_at(&self, id: TypeId, constant: &Constant<'_>, depth: u32) -> Lowering<Evaluated> {
        if depth > DEEPEST {
            return Err(Unsupported::new("a very deep constant expression"));
        }
        let kind = self.scalar(id)?;
        let width = self.target.width(kind);
        match constant {
            Constant::Integer(value) => Ok(Evaluated::Bits(Bits::from_signed(*value, width))),
            Constant::Float(bits) => Ok(Evaluated::Bits(Bits::new(*bits, width))),
            Constant::Null | Constant::Zero => Ok(Evaluated::Bits(Bits::zero(width))),
            Constant::Undefined | Constant::Poison => Ok(Evaluated::Undefined(kind)),
            Constant::Symbol(symbol) => self.symbol_address(*symbol),
            Constant::BlockAddress { function, block } => {
                Ok(Evaluated::Bits(self.block_address(*function, block)?))
            }
            Constant::Vector(lanes) => self.evaluate_vector(width, lanes, depth),
            Constant::Splat(lane) => {
                let (count, _) =
                    self.lanes(id).ok_or_else(|| Unsupported::new("a splat that is no vector"))?;
                let lanes = vec![TypedConstant::clone(lane); count.min(128) as usize];
                self.evaluate_vector(width, &lanes, depth)
            }
            Constant::Expression(expression) => self.evaluate_expression(id, expression, depth),
            Constant::WideInteger(_) => Err(Unsupported::new("a constant of more than 128 bits")),
            Constant::NoToken => Err(Unsupported::new("a token value")),
            Constant::Bytes(_) | Constant::Array(_) | Constant::Structure(_) => {
                Err(Unsupported::new("an aggregate where a scalar is expected"))
            }
        }
    }

    fn symbol_address(&self, symbol: ast::SymbolId) -> Lowering<Evaluated> {
        match self.symbols[symbol.index()] {
            SymbolTarget::Function(function) => {
                Ok(Evaluated::Address { base: Base::Function(function), addend: 0 })
            }
            SymbolTarget::Global { global, addend } => {
                Ok(Evaluated::Address { base: Base::Global(global), addend })
            }
            SymbolTarget::Intrinsic => Err(Unsupported::new("the address of an intrinsic")),
            SymbolTarget::Unknown => {
                Err(Unsupported::new(format!("the address of {}", self.module.symbol(symbol).name)))
            }
        }
    }

    /// Addresses of blocks are small numbers: they are only good for a computed
    /// goto of their own function, which compares them.
    fn block_address(&self, function: ast::SymbolId, block: &ast::Name<'_>) -> Lowering<Bits> {
        let unknown = || Unsupported::new("the address of a label");
        let ast::Entity::Function(position) = self.entity(function) else {
            return Err(unknown());
        };
        let body = self
            .module
            .functions
            .get(position as usize)
            .and_then(|function| function.body.as_ref())
            .ok_or_else(unknown)?;
        let position = body
            .blocks
            .iter()
            .position(|candidate| candidate.name == *block)
            .ok_or_else(unknown)?;
        Ok(self.block_number(ast::BlockId(position as u32)))
    }

    /// The number that stands for a block's address.
    pub fn block_number(&self, block: ast::BlockId) -> Bits {
        Bits::new(u128::from(block.0) + 1, self.target.pointer_bits)
    }

    fn evaluate_vector(
        &self,
        width: u16,
        lanes: &[TypedConstant<'_>],
        depth: u32,
    ) -> Lowering<Evaluated> {
        let mut value = 0u128;
        let mut shift = 0u32;
        for lane in lanes {
            let (bits, lane_width) = match self.evaluate_at(lane.type_id, &lane.value, depth + 1)? {
                Evaluated::Bits(bits) => (bits.unsigned(), bits.width()),
                Evaluated::Undefined(kind) => (0, self.target.width(kind)),
                Evaluated::Address { .. } => {
                    return Err(Unsupported::new("a vector of addresses"));
                }
            };
            value |= bits.checked_shl(shift).unwrap_or(0);
            shift += u32::from(lane_width);
        }
        Ok(Evaluated::Bits(Bits::new(value, width)))
    }

    fn evaluate_expression(
        &self,
        id: TypeId,
        expression: &ConstantExpression<'_>,
        depth: u32,
    ) -> Lowering<Evaluated> {
        let at = |constant: &TypedConstant<'_>| {
            self.evaluate_at(constant.type_id, &constant.value, depth + 1)
        };
        match expression {
            ConstantExpression::GetElementPointer { source_type, base, indices, .. } => {
                let mut positions = Vec::new();
                for index in indices {
                    match at(index)? {
                        Evaluated::Bits(bits) => positions.push((index.type_id, bits.signed())),
                        Evaluated::Address { .. } | Evaluated::Undefined(_) => {
                            return Err(Unsupported::new("an index that is no number"));
                        }
                    }
                }
                let offset = self.constant_offset(*source_type, &positions)?;
                self.displaced(at(base)?, offset)
            }
            ConstantExpression::Cast { operator, operand, .. } => {
                self.evaluate_cast(*operator, at(operand)?, self.scalar(id)?)
            }
            ConstantExpression::Binary { operator, left, right } => {
                self.evaluate_binary(*operator, at(left)?, at(right)?)
            }
            ConstantExpression::CompareIntegers { .. }
            | ConstantExpression::CompareFloats { .. }
            | ConstantExpression::Select { .. } => {
                Err(Unsupported::new("a comparison in a constant expression"))
            }
            ConstantExpression::Unsupported { opcode } => {
                Err(Unsupported::new(format!("'{opcode}' in a constant expression")))
            }
        }
    }

    fn displaced(&self, base: Evaluated, offset: i64) -> Lowering<Evaluated> {
        match base {
            Evaluated::Address { base, addend } => {
                Ok(Evaluated::Address { base, addend: addend.wrapping_add(offset) })
            }
            Evaluated::Bits(bits) => Ok(Evaluated::Bits(Bits::from_signed(
                bits.signed().wrapping_add(i128::from(offset)),
                bits.width(),
            ))),
            Evaluated::Undefined(kind) => Ok(Evaluated::Undefined(kind)),
        }
    }

    fn evaluate_cast(
        &self,
        operator: CastOperator,
        operand: Evaluated,
        to: Type,
    ) -> Lowering<Evaluated> {
        let width = self.target.width(to);
        let bits = match operand {
            Evaluated::Bits(bits) => bits,
            Evaluated::Undefined(_) => return Ok(Evaluated::Undefined(to)),
            Evaluated::Address { .. } => {
                let keeps_addresses = matches!(
                    operator,
                    CastOperator::PointerToInteger
                        | CastOperator::IntegerToPointer
                        | CastOperator::Bitcast
                        | CastOperator::AddressSpaceCast
                );
                if keeps_addresses && width == self.target.pointer_bits {
                    return Ok(operand);
                }
                return Err(Unsupported::new("a part of an address as a constant"));
            }
        };
        match operator {
            CastOperator::Truncate
            | CastOperator::ZeroExtend
            | CastOperator::PointerToInteger
            | CastOperator::IntegerToPointer
            | CastOperator::Bitcast
            | CastOperator::AddressSpaceCast => {
                Ok(Evaluated::Bits(Bits::new(bits.unsigned(), width)))
            }
            CastOperator::SignExtend => {
                Ok(Evaluated::Bits(Bits::from_signed(bits.signed(), width)))
            }
            CastOperator::FloatTruncate
            | CastOperator::FloatExtend
            | CastOperator::FloatToUnsigned
            | CastOperator::FloatToSigned
            | CastOperator::UnsignedToFloat
            | CastOperator::SignedToFloat => {
                Err(Unsupported::new("a float conversion in a constant expression"))
            }
        }
    }

    fn evaluate_binary(
        &self,
        operator: ast::BinaryOperator,
        left: Evaluated,
        right: Evaluated,
    ) -> Lowering<Evaluated> {
        use ast::BinaryOperator::{Add, Subtract};
        let number = |bits: Bits| bits.signed() as i64;
        match (operator, left, right) {
            (_, Evaluated::Bits(left), Evaluated::Bits(right)) => {
                let operator = integer_operator(operator)
                    .ok_or_else(|| Unsupported::new("float arithmetic in a constant expression"))?;
                Ok(Evaluated::Bits(fold(operator, left, right)))
            }
            (Add, Evaluated::Address { .. }, Evaluated::Bits(bits)) => {
                self.displaced(left, number(bits))
            }
            (Add, Evaluated::Bits(bits), Evaluated::Address { .. }) => {
                self.displaced(right, number(bits))
            }
            (Subtract, Evaluated::Address { .. }, Evaluated::Bits(bits)) => {
                self.displaced(left, number(bits).wrapping_neg())
            }
            (
                Subtract,
                Evaluated::Address { base: first, addend: minuend },
                Evaluated::Address { base: second, addend: subtrahend },
            ) if first == second => Ok(Evaluated::Bits(Bits::from_signed(
                i128::from(minuend.wrapping_sub(subtrahend)),
                self.target.pointer_bits,
            ))),
            _ => Err(Unsupported::new("arithmetic on addresses as a constant")),
        }
    }

    /// The bytes that constant indices move a pointer by.
    pub fn constant_offset(
        &self,
        source_type: TypeId,
        indices: &[(TypeId, i128)],
    ) -> Lowering<i64> {
        let mut offset = 0i64;
        let mut id = source_type;
        for (position, (_, index)) in indices.iter().enumerate() {
            let (next, step) = self.step(id, position == 0, Some(*index))?;
            offset = offset.wrapping_add(match step {
                Step::Fixed(bytes) => bytes as i64,
                Step::Scaled(size) => (*index as i64).wrapping_mul(size as i64),
            });
            id = next;
        }
        Ok(offset)
    }

    /// How one index of a `getelementptr` moves: the type it leads to, and by
    /// how much. An index into a structure must be known.
    pub fn step(&self, id: TypeId, first: bool, index: Option<i128>) -> Lowering<(TypeId, Step)> {
        if first {
            return Ok((id, Step::Scaled(self.size_of(id)?)));
        }
        match self.module.type_of(id).parts() {
            Parts::Array { element, .. } | Parts::Vector { element, .. } => {
                Ok((element, Step::Scaled(self.size_of(element)?)))
            }
            Parts::Structure => {
                let missing = || Unsupported::new("an index that the structure does not have");
                let index =
                    index.and_then(|index| u64::try_from(index).ok()).ok_or_else(missing)?;
                let field = self.module.types.component(id, index).ok_or_else(missing)?;
                let offset = self.layout(id)?.offsets.get(index as usize).ok_or_else(missing)?;
                Ok((field, Step::Fixed(*offset)))
            }
            Parts::Nothing => Err(Unsupported::new("an index into something that has no parts")),
        }
    }

    /// The text of a string literal that a constant points to.
    pub fn literal(&self, constant: &TypedConstant<'_>) -> Option<String> {
        let Ok(Evaluated::Address { base: Base::Global(global), addend }) = self.evaluate(constant)
        else {
            return None;
        };
        let global = self.globals.get(global)?;
        if !global.constant {
            return None;
        }
        let [part] = global.initial.as_slice() else {
            return (global.initial.is_empty()).then(String::new);
        };
        let raddle_ir::InitialValue::Bytes(bytes) = &part.value else {
            return None;
        };
        let start = usize::try_from(addend).ok()?;
        if part.offset != 0 {
            return None;
        }
        let text = bytes.get(start..)?;
        let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
        Some(String::from_utf8_lossy(&text[..end]).into_owned())
    }
}

/// By how much an index moves a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Fixed(u64),
    /// The index times this many bytes.
    Scaled(u64),
}

fn fold(operator: Operator, left: Bits, right: Bits) -> Bits {
    raddle_terms::operator::evaluate(operator, &[left, right])
}
