//! Arithmetic, casts, comparisons and aggregates.
//!
//! Undefined results of LLVM (poison by overflow, shifts by too much) take the
//! operator's fixed meaning here: the compiler's traps have checked before.

use raddle_ir::{MemoryOrder, Operand, Type};
use raddle_terms::{Bits, FloatBinary, FloatPredicate, FloatUnary, Operator};

use super::function::FunctionLowering;
use super::memory::memory_order;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{
    self, BinaryOperator, CastOperator, ConstantExpression, IntegerPredicate, Operation, TypeId,
    TypedConstant, Value,
};

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    /// Lowers one instruction; the answer is the scalars of its result.
    pub fn lower_operation(
        &mut self,
        instruction: &'m ast::Instruction<'a>,
    ) -> Lowering<Vec<Operand>> {
        match &instruction.operation {
            Operation::Binary { operator, left, right, .. } => {
                let id = left.type_id;
                let left = self.single(left)?;
                let right = self.single_value(id, right)?;
                let guarded = instruction
                    .result
                    .is_some_and(|result| self.guarded_divisions.contains(&result));
                self.lower_binary(*operator, id, left, right, guarded).map(one)
            }
            Operation::Negate { operand, .. } => self.lower_negate(operand).map(one),
            Operation::Cast { operator, operand, to, .. } => {
                let value = self.single(operand)?;
                self.lower_cast(*operator, value, operand.type_id, *to).map(one)
            }
            Operation::CompareIntegers { predicate, left, right, .. } => {
                let id = left.type_id;
                let left = self.single(left)?;
                let right = self.single_value(id, right)?;
                self.lower_integer_comparison(*predicate, id, left, right).map(one)
            }
            Operation::CompareFloats { predicate, left, right, .. } => {
                let id = left.type_id;
                let left = self.single(left)?;
                let right = self.single_value(id, right)?;
                self.lower_float_comparison(*predicate, id, left, right).map(one)
            }
            Operation::Select { condition, then, otherwise } => {
                self.lower_select(condition, then, otherwise)
            }
            Operation::Freeze { operand } => self.lower_freeze(operand),
            Operation::ExtractValue { aggregate, indices } => {
                let (_, range) = self.module.component(aggregate.type_id, indices)?;
                let values = self.operand(aggregate)?;
                Ok(values.get(range).unwrap_or_default().to_vec())
            }
            Operation::InsertValue { aggregate, value, indices } => {
                let (_, range) = self.module.component(aggregate.type_id, indices)?;
                let mut values = self.operand(aggregate)?;
                let part = self.operand(value)?;
                for (position, scalar) in range.zip(part) {
                    if let Some(place) = values.get_mut(position) {
                        *place = scalar;
                    }
                }
                Ok(values)
            }
            Operation::ExtractElement { vector, index } => {
                self.lower_extract_element(vector, index).map(one)
            }
            Operation::InsertElement { vector, value, index } => {
                self.lower_insert_element(vector, value, index).map(one)
            }
            Operation::ShuffleVector { left, right, mask } => {
                self.lower_shuffle(left, right, mask).map(one)
            }
            Operation::Allocate { .. }
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::GetElementPointer { .. }
            | Operation::CompareExchange { .. }
            | Operation::AtomicUpdate { .. } => self.lower_memory_operation(instruction),
            Operation::Fence(atomicity) => {
                self.fence(match atomicity.single_thread {
                    true => MemoryOrder::Plain,
                    false => memory_order(atomicity.ordering),
                });
                Ok(Vec::new())
            }
            Operation::Call(call) => self.lower_call(call, instruction.result),
            Operation::VariadicArgument { list, type_id } => {
                self.lower_variadic_argument(list, *type_id)
            }
            // Bound beforehand, or without meaning.
            Operation::Phi { .. } | Operation::Debug(_) => Ok(Vec::new()),
            Operation::Unsupported { opcode } => Err(Unsupported::new(format!("'{opcode}'"))),
        }
    }

    pub fn single_value(&mut self, id: TypeId, value: &Value<'a>) -> Lowering<Operand> {
        match self.value(id, value)?.as_slice() {
            [single] => Ok(*single),
            _ => Err(Unsupported::new("an aggregate where a scalar is expected")),
        }
    }

    fn single_constant(&mut self, constant: &TypedConstant<'a>) -> Lowering<Operand> {
        match self.constant(constant.type_id, &constant.value)?.as_slice() {
            [single] => Ok(*single),
            _ => Err(Unsupported::new("an aggregate where a scalar is expected")),
        }
    }

    /// A constant expression that only a run can evaluate (it compares or cuts
    /// addresses): computed where it is used.
    pub fn computed_constant(
        &mut self,
        id: TypeId,
        expression: &ConstantExpression<'a>,
    ) -> Lowering<Operand> {
        match expression {
            ConstantExpression::GetElementPointer { source_type, base, indices, .. } => {
                let pointer = self.single_constant(base)?;
                let mut lowered = Vec::new();
                for index in indices {
                    lowered.push((index.type_id, self.single_constant(index)?));
                }
                self.element_pointer(*source_type, pointer, &lowered)
            }
            ConstantExpression::Cast { operator, operand, to } => {
                let value = self.single_constant(operand)?;
                self.lower_cast(*operator, value, operand.type_id, *to)
            }
            ConstantExpression::Binary { operator, left, right } => {
                let first = self.single_constant(left)?;
                let second = self.single_constant(right)?;
                self.lower_binary(*operator, id, first, second, false)
            }
            ConstantExpression::CompareIntegers { predicate, left, right } => {
                let first = self.single_constant(left)?;
                let second = self.single_constant(right)?;
                self.lower_integer_comparison(*predicate, left.type_id, first, second)
            }
            ConstantExpression::CompareFloats { predicate, left, right } => {
                let first = self.single_constant(left)?;
                let second = self.single_constant(right)?;
                self.lower_float_comparison(*predicate, left.type_id, first, second)
            }
            ConstantExpression::Select { condition, then, otherwise } => {
                let kind = self.module.scalar(then.type_id)?;
                let operands = vec![
                    self.single_constant(condition)?,
                    self.single_constant(then)?,
                    self.single_constant(otherwise)?,
                ];
                Ok(self.apply(kind, Operator::IfThenElse, operands))
            }
            ConstantExpression::Unsupported { opcode } => {
                Err(Unsupported::new(format!("'{opcode}' in a constant expression")))
            }
        }
    }

    fn lower_binary(
        &mut self,
        operator: BinaryOperator,
        id: TypeId,
        left: Operand,
        right: Operand,
        guarded: bool,
    ) -> Lowering<Operand> {
        if let Some((count, element)) = self.module.lanes(id) {
            return self.by_lane(count, element, element, &[left, right], |this, lanes| {
                this.lower_binary(operator, element, lanes[0], lanes[1], false)
            });
        }
        let kind = self.module.scalar(id)?;
        let lowered = match integer_operator(operator) {
            Some(integer) => {
                if !guarded {
                    self.check_division(integer, kind, left, right);
                }
                integer
            }
            None => {
                let float = self.module.float_kind(id)?;
                match operator {
                    BinaryOperator::FloatAdd => FloatBinary::Add.of(float),
                    BinaryOperator::FloatSubtract => FloatBinary::Subtract.of(float),
                    BinaryOperator::FloatMultiply => FloatBinary::Multiply.of(float),
                    BinaryOperator::FloatDivide => FloatBinary::Divide.of(float),
                    BinaryOperator::FloatRemainder => FloatBinary::Remainder.of(float),
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::UnsignedDivide
                    | BinaryOperator::SignedDivide
                    | BinaryOperator::UnsignedRemainder
                    | BinaryOperator::SignedRemainder
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::LogicalShiftRight
                    | BinaryOperator::ArithmeticShiftRight
                    | BinaryOperator::And
                    | BinaryOperator::Or
                    | BinaryOperator::Xor => return Err(Unsupported::new("this operator")),
                }
            }
        };
        Ok(self.apply(kind, lowered, vec![left, right]))
    }

    fn lower_negate(&mut self, operand: &ast::Operand<'a>) -> Lowering<Operand> {
        let value = self.single(operand)?;
        let id = operand.type_id;
        if let Some((count, element)) = self.module.lanes(id) {
            let float = self.module.float_kind(element)?;
            return self.by_lane(count, element, element, &[value], |this, lanes| {
                let kind = Type::Float(float);
                Ok(this.apply(kind, FloatUnary::Negate.of(float), lanes.to_vec()))
            });
        }
        let float = self.module.float_kind(id)?;
        Ok(self.apply(Type::Float(float), FloatUnary::Negate.of(float), vec![value]))
    }

    pub fn lower_cast(
        &mut self,
        operator: CastOperator,
        value: Operand,
        from: TypeId,
        to: TypeId,
    ) -> Lowering<Operand> {
        if let CastOperator::Bitcast | CastOperator::AddressSpaceCast = operator {
            // The same bits; also between vectors and scalars.
            let width = self.module.target.width(self.module.scalar(from)?);
            let kind = self.module.scalar(to)?;
            return Ok(self.resize(value, width, kind));
        }
        if let (Some((count, from)), Some((_, to))) =
            (self.module.lanes(from), self.module.lanes(to))
        {
            return self.by_lane(count, from, to, &[value], |this, lanes| {
                this.lower_cast(operator, lanes[0], from, to)
            });
        }
        let kind = self.module.scalar(to)?;
        let source = self.module.scalar(from)?;
        let width = self.module.target.width(kind);
        let source_width = self.module.target.width(source);
        let lowered = match operator {
            CastOperator::Truncate
            | CastOperator::ZeroExtend
            | CastOperator::PointerToInteger
            | CastOperator::IntegerToPointer
            | CastOperator::Bitcast
            | CastOperator::AddressSpaceCast => {
                return Ok(self.resize(value, source_width, kind));
            }
            CastOperator::SignExtend => Operator::SignExtend(width),
            CastOperator::FloatTruncate | CastOperator::FloatExtend => Operator::FloatConvert {
                from: self.module.float_kind(from)?,
                to: self.module.float_kind(to)?,
            },
            CastOperator::FloatToUnsigned => {
                Operator::FloatToUnsigned { from: self.module.float_kind(from)?, width }
            }
            CastOperator::FloatToSigned => {
                Operator::FloatToSigned { from: self.module.float_kind(from)?, width }
            }
            CastOperator::UnsignedToFloat => Operator::UnsignedToFloat(self.module.float_kind(to)?),
            CastOperator::SignedToFloat => Operator::SignedToFloat(self.module.float_kind(to)?),
        };
        Ok(self.apply(kind, lowered, vec![value]))
    }

    fn lower_integer_comparison(
        &mut self,
        predicate: IntegerPredicate,
        id: TypeId,
        left: Operand,
        right: Operand,
    ) -> Lowering<Operand> {
        if let Some((count, element)) = self.module.lanes(id) {
            let boolean = crate::llvm::ast::TypeTable::BOOLEAN;
            return self.by_lane(count, element, boolean, &[left, right], |this, lanes| {
                this.lower_integer_comparison(predicate, element, lanes[0], lanes[1])
            });
        }
        let (operator, swap) = match predicate {
            IntegerPredicate::Equal => (Operator::Equal, false),
            IntegerPredicate::NotEqual => (Operator::NotEqual, false),
            IntegerPredicate::UnsignedLess => (Operator::UnsignedLess, false),
            IntegerPredicate::UnsignedLessOrEqual => (Operator::UnsignedLessOrEqual, false),
            IntegerPredicate::UnsignedGreater => (Operator::UnsignedLess, true),
            IntegerPredicate::UnsignedGreaterOrEqual => (Operator::UnsignedLessOrEqual, true),
            IntegerPredicate::SignedLess => (Operator::SignedLess, false),
            IntegerPredicate::SignedLessOrEqual => (Operator::SignedLessOrEqual, false),
            IntegerPredicate::SignedGreater => (Operator::SignedLess, true),
            IntegerPredicate::SignedGreaterOrEqual => (Operator::SignedLessOrEqual, true),
        };
        let (first, second) = if swap { (right, left) } else { (left, right) };
        Ok(self.compare(operator, first, second))
    }

    pub fn lower_float_comparison(
        &mut self,
        predicate: ast::FloatPredicate,
        id: TypeId,
        left: Operand,
        right: Operand,
    ) -> Lowering<Operand> {
        if let Some((count, element)) = self.module.lanes(id) {
            let boolean = crate::llvm::ast::TypeTable::BOOLEAN;
            return self.by_lane(count, element, boolean, &[left, right], |this, lanes| {
                this.lower_float_comparison(predicate, element, lanes[0], lanes[1])
            });
        }
        let float = self.module.float_kind(id)?;
        let operator = Operator::FloatCompare(float, float_predicate(predicate));
        Ok(self.compare(operator, left, right))
    }

    fn lower_select(
        &mut self,
        condition: &ast::Operand<'a>,
        then: &ast::Operand<'a>,
        otherwise: &ast::Operand<'a>,
    ) -> Lowering<Vec<Operand>> {
        let choice = self.single(condition)?;
        if self.module.lanes(condition.type_id).is_some() {
            return self.lower_lane_select(choice, then, otherwise).map(one);
        }
        let kinds = self.module.scalars(then.type_id)?;
        let first = self.operand(then)?;
        let second = self.operand(otherwise)?;
        Ok(kinds
            .into_iter()
            .zip(first.into_iter().zip(second))
            .map(|(kind, (first, second))| {
                self.apply(kind, Operator::IfThenElse, vec![choice, first, second])
            })
            .collect())
    }

    /// A value that is the same at every use: `or` with zero is a use, which
    /// settles an empty register.
    fn lower_freeze(&mut self, operand: &ast::Operand<'a>) -> Lowering<Vec<Operand>> {
        let kinds = self.module.scalars(operand.type_id)?;
        let values = self.operand(operand)?;
        Ok(kinds
            .into_iter()
            .zip(values)
            .map(|(kind, value)| match value {
                Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => value,
                Operand::Register(_) | Operand::Undefined(_) => {
                    let zero = Operand::Constant(Bits::zero(self.module.target.width(kind)));
                    self.apply(kind, Operator::Or, vec![value, zero])
                }
            })
            .collect())
    }
}

fn one(operand: Operand) -> Vec<Operand> {
    vec![operand]
}

/// The operator on integers; `None` for those on floats.
pub(crate) fn integer_operator(operator: BinaryOperator) -> Option<Operator> {
    Some(match operator {
        BinaryOperator::Add => Operator::Add,
        BinaryOperator::Subtract => Operator::Subtract,
        BinaryOperator::Multiply => Operator::Multiply,
        BinaryOperator::UnsignedDivide => Operator::UnsignedDivide,
        BinaryOperator::SignedDivide => Operator::SignedDivide,
        BinaryOperator::UnsignedRemainder => Operator::UnsignedRemainder,
        BinaryOperator::SignedRemainder => Operator::SignedRemainder,
        BinaryOperator::ShiftLeft => Operator::ShiftLeft,
        BinaryOperator::LogicalShiftRight => Operator::LogicalShiftRight,
        BinaryOperator::ArithmeticShiftRight => Operator::ArithmeticShiftRight,
        BinaryOperator::And => Operator::And,
        BinaryOperator::Or => Operator::Or,
        BinaryOperator::Xor => Operator::Xor,
        BinaryOperator::FloatAdd
        | BinaryOperator::FloatSubtract
        | BinaryOperator::FloatMultiply
        | BinaryOperator::FloatDivide
        | BinaryOperator::FloatRemainder => return None,
    })
}

fn float_predicate(predicate: ast::FloatPredicate) -> FloatPredicate {
    use ast::FloatPredicate as P;
    let (less, equal, greater, unordered) = match predicate {
        P::AlwaysFalse => (false, false, false, false),
        P::OrderedEqual => (false, true, false, false),
        P::OrderedGreater => (false, false, true, false),
        P::OrderedGreaterOrEqual => (false, true, true, false),
        P::OrderedLess => (true, false, false, false),
        P::OrderedLessOrEqual => (true, true, false, false),
        P::OrderedNotEqual => (true, false, true, false),
        P::Ordered => (true, true, true, false),
        P::Unordered => (false, false, false, true),
        P::UnorderedEqual => (false, true, false, true),
        P::UnorderedGreater => (false, false, true, true),
        P::UnorderedGreaterOrEqual => (false, true, true, true),
        P::UnorderedLess => (true, false, false, true),
        P::UnorderedLessOrEqual => (true, true, false, true),
        P::UnorderedNotEqual => (true, false, true, true),
        P::AlwaysTrue => (true, true, true, true),
    };
    FloatPredicate { less, equal, greater, unordered }
}
