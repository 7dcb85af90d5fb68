//! Instructions that compute on values; those on memory are in `memory.rs`,
//! calls in `call.rs`.

use super::{Parse, Parser};
use crate::llvm::ast::{
    ArithmeticFlags, BinaryOperator, CastOperator, FloatPredicate, IntegerPredicate, Operand,
    Operation, TailCall, Type, TypeId, TypeTable, Value,
};
use crate::llvm::lexer::Token;

/// An operation and the type of its result.
pub(super) type Typed<'a> = (Operation<'a>, TypeId);

impl<'a> Parser<'a> {
    /// The instruction of an opcode that was just read.
    pub(super) fn parse_operation_of(&mut self, opcode: &'a str, start: usize) -> Parse<Typed<'a>> {
        if let Some(operator) = binary_operator(opcode) {
            return self.parse_binary(operator);
        }
        if let Some(operator) = cast_operator(opcode) {
            return self.parse_cast(operator);
        }
        match opcode {
            "load" => self.parse_load(),
            "store" => self.parse_store(),
            "call" => self.parse_call_instruction(TailCall::None),
            "getelementptr" => self.parse_element_pointer(),
            "alloca" => self.parse_allocate(),
            "icmp" => self.parse_compare_integers(),
            "phi" => self.parse_phi(),
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                self.parse_call_instruction(match opcode {
                    "tail" => TailCall::Tail,
                    "musttail" => TailCall::MustTail,
                    _ => TailCall::NoTail,
                })
            }
            "select" => self.parse_select(),
            "fcmp" => self.parse_compare_floats(),
            "fneg" => {
                let fast_math = self.parse_fast_math();
                let operand = self.parse_operand()?;
                let type_id = operand.type_id;
                Ok((Operation::Negate { operand, fast_math }, type_id))
            }
            "freeze" => {
                let operand = self.parse_operand()?;
                let type_id = operand.type_id;
                Ok((Operation::Freeze { operand }, type_id))
            }
            "extractvalue" => self.parse_extract_value(),
            "insertvalue" => self.parse_insert_value(),
            "extractelement" => self.parse_extract_element(),
            "insertelement" => self.parse_insert_element(),
            "shufflevector" => self.parse_shuffle_vector(),
            "cmpxchg" => self.parse_compare_exchange(),
            "atomicrmw" => self.parse_atomic_update(),
            "fence" => self.parse_fence(),
            "va_arg" => self.parse_variadic_argument(),
            "landingpad" => self.parse_landing_pad(opcode),
            "cleanuppad" | "catchpad" => {
                self.skip_rest_of_line();
                let token = self.types.intern(Type::Token);
                Ok((Operation::Unsupported { opcode }, token))
            }
            _ => Err(self.error_at(start, format!("unknown instruction `{opcode}`"))),
        }
    }

    /// A type and a value of it.
    pub(super) fn parse_operand(&mut self) -> Parse<Operand<'a>> {
        let type_id = self.parse_value_type()?;
        let value = self.parse_value(type_id)?;
        Ok(Operand { type_id, value })
    }

    pub(super) fn parse_value(&mut self, type_id: TypeId) -> Parse<Value<'a>> {
        match self.token {
            Token::Local(raw) => Ok(Value::Local(self.use_local(raw, type_id)?)),
            _ => Ok(Value::Constant(self.parse_constant(type_id)?)),
        }
    }

    /// A type of which there are values in registers.
    pub(super) fn parse_value_type(&mut self) -> Parse<TypeId> {
        let start = self.start;
        let parsed = self.parse_type()?;
        match self.types.get(parsed) {
            Type::Void | Type::Function(_) | Type::Label | Type::Metadata => {
                let message =
                    format!("there are no values of type {}", self.types.describe(parsed));
                Err(self.error_at(start, message))
            }
            Type::Integer(_)
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X87Extended
            | Type::Quadruple
            | Type::DoubleDouble
            | Type::Pointer { .. }
            | Type::Array { .. }
            | Type::Vector { .. }
            | Type::Literal(_)
            | Type::Named(_)
            | Type::Token
            | Type::Opaque(_) => Ok(parsed),
        }
    }

    /// `T left, right`
    fn parse_operand_pair(&mut self) -> Parse<(Operand<'a>, Value<'a>)> {
        let left = self.parse_operand()?;
        self.expect(b',')?;
        let right = self.parse_value(left.type_id)?;
        Ok((left, right))
    }

    pub(super) fn parse_arithmetic_flags(&mut self) -> ArithmeticFlags {
        let mut flags = ArithmeticFlags::default();
        while let Token::Word(word) = self.token {
            match word {
                "nuw" => flags.no_unsigned_wrap = true,
                "nsw" => flags.no_signed_wrap = true,
                "exact" => flags.exact = true,
                "disjoint" => flags.disjoint = true,
                "nneg" => flags.non_negative = true,
                "samesign" => flags.same_sign = true,
                _ => break,
            }
            self.advance();
        }
        flags
    }

    fn parse_binary(&mut self, operator: BinaryOperator) -> Parse<Typed<'a>> {
        let flags = self.parse_arithmetic_flags();
        let fast_math = self.parse_fast_math();
        let start = self.start;
        let (left, right) = self.parse_operand_pair()?;
        let scalar = self.element_or_self(left.type_id);
        let fits = if is_float_operator(operator) {
            self.is_float(scalar)
        } else {
            self.types.integer_width(scalar).is_some()
        };
        if !fits {
            return Err(self.error_at(start, "arithmetic on a wrong type".to_owned()));
        }
        let type_id = left.type_id;
        let operation = Operation::Binary { operator, left, right, flags, fast_math };
        Ok((operation, type_id))
    }

    fn parse_cast(&mut self, operator: CastOperator) -> Parse<Typed<'a>> {
        let flags = self.parse_arithmetic_flags();
        self.parse_fast_math();
        let operand = self.parse_operand()?;
        self.expect_word("to")?;
        let to = self.parse_value_type()?;
        let operation = Operation::Cast { operator, operand, to, flags };
        Ok((operation, to))
    }

    /// Looks up the word that comes next.
    pub(super) fn parse_named<T>(
        &mut self,
        find: impl FnOnce(&str) -> Option<T>,
        what: &str,
    ) -> Parse<T> {
        if let Token::Word(word) = self.token
            && let Some(found) = find(word)
        {
            self.advance();
            return Ok(found);
        }
        Err(self.expected(what))
    }

    fn parse_compare_integers(&mut self) -> Parse<Typed<'a>> {
        let flags = self.parse_arithmetic_flags();
        let predicate = self.parse_named(integer_predicate, "a comparison")?;
        let (left, right) = self.parse_operand_pair()?;
        let type_id = self.with_shape_of(left.type_id, TypeTable::BOOLEAN);
        let operation = Operation::CompareIntegers { predicate, left, right, flags };
        Ok((operation, type_id))
    }

    fn parse_compare_floats(&mut self) -> Parse<Typed<'a>> {
        let fast_math = self.parse_fast_math();
        let predicate = self.parse_named(float_predicate, "a comparison")?;
        let (left, right) = self.parse_operand_pair()?;
        let type_id = self.with_shape_of(left.type_id, TypeTable::BOOLEAN);
        let operation = Operation::CompareFloats { predicate, left, right, fast_math };
        Ok((operation, type_id))
    }

    /// A vector of `element` as long as `shape`, or just `element`.
    pub(super) fn with_shape_of(&mut self, shape: TypeId, element: TypeId) -> TypeId {
        match *self.types.get(shape) {
            Type::Vector { count, scalable, .. } => {
                self.types.intern(Type::Vector { count, scalable, element })
            }
            _ => element,
        }
    }

    /// The type of a vector's elements; other types are their own.
    fn element_or_self(&self, type_id: TypeId) -> TypeId {
        match self.types.get(type_id) {
            Type::Vector { element, .. } => *element,
            _ => type_id,
        }
    }

    pub(super) fn is_float(&self, type_id: TypeId) -> bool {
        matches!(
            self.types.get(type_id),
            Type::Half
                | Type::BFloat
                | Type::Float
                | Type::Double
                | Type::X87Extended
                | Type::Quadruple
                | Type::DoubleDouble
        )
    }

    fn parse_phi(&mut self) -> Parse<Typed<'a>> {
        self.parse_fast_math();
        let type_id = self.parse_value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.parse_value(type_id)?;
            self.expect(b',')?;
            incoming.push((value, self.parse_block_name()?));
            self.expect(b']')?;
            if !self.accept_comma() {
                break;
            }
        }
        Ok((Operation::Phi { type_id, incoming }, type_id))
    }

    fn parse_select(&mut self) -> Parse<Typed<'a>> {
        self.parse_fast_math();
        let condition = self.parse_operand()?;
        self.expect(b',')?;
        let then = self.parse_operand()?;
        self.expect(b',')?;
        let start = self.start;
        let otherwise = self.parse_operand()?;
        if then.type_id != otherwise.type_id {
            return Err(self.error_at(start, "the two choices' types differ".to_owned()));
        }
        let type_id = then.type_id;
        let operation = Operation::Select { condition, then, otherwise };
        Ok((operation, type_id))
    }

    /// The indices behind an aggregate, and the type that they lead to.
    fn parse_component(&mut self, aggregate: TypeId) -> Parse<(Vec<u32>, TypeId)> {
        let mut indices = Vec::new();
        let mut reached = aggregate;
        while self.accept_comma() {
            let start = self.start;
            let index: u32 = self.unsigned()?;
            let Some(component) = self.types.component(reached, u64::from(index)) else {
                let message = format!("{} has no part {index}", self.types.describe(reached));
                return Err(self.error_at(start, message));
            };
            indices.push(index);
            reached = component;
        }
        if indices.is_empty() {
            return Err(self.expected("`,` and an index"));
        }
        Ok((indices, reached))
    }

    fn parse_extract_value(&mut self) -> Parse<Typed<'a>> {
        let aggregate = self.parse_operand()?;
        let (indices, type_id) = self.parse_component(aggregate.type_id)?;
        Ok((Operation::ExtractValue { aggregate, indices }, type_id))
    }

    fn parse_insert_value(&mut self) -> Parse<Typed<'a>> {
        let aggregate = self.parse_operand()?;
        self.expect(b',')?;
        let start = self.start;
        let value = self.parse_operand()?;
        let (indices, part) = self.parse_component(aggregate.type_id)?;
        if part != value.type_id {
            return Err(self.error_at(start, "the part has another type".to_owned()));
        }
        let type_id = aggregate.type_id;
        let operation = Operation::InsertValue { aggregate, value, indices };
        Ok((operation, type_id))
    }

    /// An operand that is a vector, and the type of its elements.
    fn parse_vector(&mut self) -> Parse<(Operand<'a>, TypeId)> {
        let start = self.start;
        let vector = self.parse_operand()?;
        match self.types.get(vector.type_id) {
            Type::Vector { element, .. } => Ok((vector, *element)),
            _ => Err(self.error_at(start, "expected a vector".to_owned())),
        }
    }

    fn parse_extract_element(&mut self) -> Parse<Typed<'a>> {
        let (vector, element) = self.parse_vector()?;
        self.expect(b',')?;
        let index = self.parse_operand()?;
        Ok((Operation::ExtractElement { vector, index }, element))
    }

    fn parse_insert_element(&mut self) -> Parse<Typed<'a>> {
        let (vector, element) = self.parse_vector()?;
        self.expect(b',')?;
        let start = self.start;
        let value = self.parse_operand()?;
        if value.type_id != element {
            return Err(self.error_at(start, "the element has another type".to_owned()));
        }
        self.expect(b',')?;
        let index = self.parse_operand()?;
        let type_id = vector.type_id;
        let operation = Operation::InsertElement { vector, value, index };
        Ok((operation, type_id))
    }

    fn parse_shuffle_vector(&mut self) -> Parse<Typed<'a>> {
        let (left, element) = self.parse_vector()?;
        self.expect(b',')?;
        let (right, _) = self.parse_vector()?;
        self.expect(b',')?;
        let (mask, _) = self.parse_vector()?;
        let type_id = self.with_shape_of(mask.type_id, element);
        let operation = Operation::ShuffleVector { left, right, mask };
        Ok((operation, type_id))
    }

    fn parse_variadic_argument(&mut self) -> Parse<Typed<'a>> {
        let list = self.parse_operand()?;
        self.expect(b',')?;
        let type_id = self.parse_value_type()?;
        Ok((Operation::VariadicArgument { list, type_id }, type_id))
    }

    /// `landingpad T cleanup catch T value filter T value`
    fn parse_landing_pad(&mut self, opcode: &'a str) -> Parse<Typed<'a>> {
        let type_id = self.parse_value_type()?;
        loop {
            match self.token {
                Token::Word("cleanup") => self.advance(),
                Token::Word("catch" | "filter") => {
                    self.advance();
                    self.parse_operand()?;
                }
                _ => return Ok((Operation::Unsupported { opcode }, type_id)),
            }
        }
    }
}

pub(super) fn binary_operator(word: &str) -> Option<BinaryOperator> {
    Some(match word {
        "add" => BinaryOperator::Add,
        "sub" => BinaryOperator::Subtract,
        "mul" => BinaryOperator::Multiply,
        "udiv" => BinaryOperator::UnsignedDivide,
        "sdiv" => BinaryOperator::SignedDivide,
        "urem" => BinaryOperator::UnsignedRemainder,
        "srem" => BinaryOperator::SignedRemainder,
        "shl" => BinaryOperator::ShiftLeft,
        "lshr" => BinaryOperator::LogicalShiftRight,
        "ashr" => BinaryOperator::ArithmeticShiftRight,
        "and" => BinaryOperator::And,
        "or" => BinaryOperator::Or,
        "xor" => BinaryOperator::Xor,
        "fadd" => BinaryOperator::FloatAdd,
        "fsub" => BinaryOperator::FloatSubtract,
        "fmul" => BinaryOperator::FloatMultiply,
        "fdiv" => BinaryOperator::FloatDivide,
        "frem" => BinaryOperator::FloatRemainder,
        _ => return None,
    })
}

fn is_float_operator(operator: BinaryOperator) -> bool {
    match operator {
        BinaryOperator::FloatAdd
        | BinaryOperator::FloatSubtract
        | BinaryOperator::FloatMultiply
        | BinaryOperator::FloatDivide
        | BinaryOperator::FloatRemainder => true,
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
        | BinaryOperator::Xor => false,
    }
}

pub(super) fn cast_operator(word: &str) -> Option<CastOperator> {
    Some(match word {
        "trunc" => CastOperator::Truncate,
        "zext" => CastOperator::ZeroExtend,
        "sext" => CastOperator::SignExtend,
        "fptrunc" => CastOperator::FloatTruncate,
        "fpext" => CastOperator::FloatExtend,
        "fptoui" => CastOperator::FloatToUnsigned,
        "fptosi" => CastOperator::FloatToSigned,
        "uitofp" => CastOperator::UnsignedToFloat,
        "sitofp" => CastOperator::SignedToFloat,
        "ptrtoint" => CastOperator::PointerToInteger,
        "inttoptr" => CastOperator::IntegerToPointer,
        "bitcast" => CastOperator::Bitcast,
        "addrspacecast" => CastOperator::AddressSpaceCast,
        _ => return None,
    })
}

pub(super) fn integer_predicate(word: &str) -> Option<IntegerPredicate> {
    Some(match word {
        "eq" => IntegerPredicate::Equal,
        "ne" => IntegerPredicate::NotEqual,
        "ugt" => IntegerPredicate::UnsignedGreater,
        "uge" => IntegerPredicate::UnsignedGreaterOrEqual,
        "ult" => IntegerPredicate::UnsignedLess,
        "ule" => IntegerPredicate::UnsignedLessOrEqual,
        "sgt" => IntegerPredicate::SignedGreater,
        "sge" => IntegerPredicate::SignedGreaterOrEqual,
        "slt" => IntegerPredicate::SignedLess,
        "sle" => IntegerPredicate::SignedLessOrEqual,
        _ => return None,
    })
}

pub(super) fn float_predicate(word: &str) -> Option<FloatPredicate> {
    Some(match word {
        "false" => FloatPredicate::AlwaysFalse,
        "oeq" => FloatPredicate::OrderedEqual,
        "ogt" => FloatPredicate::OrderedGreater,
        "oge" => FloatPredicate::OrderedGreaterOrEqual,
        "olt" => FloatPredicate::OrderedLess,
        "ole" => FloatPredicate::OrderedLessOrEqual,
        "one" => FloatPredicate::OrderedNotEqual,
        "ord" => FloatPredicate::Ordered,
        "uno" => FloatPredicate::Unordered,
        "ueq" => FloatPredicate::UnorderedEqual,
        "ugt" => FloatPredicate::UnorderedGreater,
        "uge" => FloatPredicate::UnorderedGreaterOrEqual,
        "ult" => FloatPredicate::UnorderedLess,
        "ule" => FloatPredicate::UnorderedLessOrEqual,
        "une" => FloatPredicate::UnorderedNotEqual,
        "true" => FloatPredicate::AlwaysTrue,
        _ => return None,
    })
}
