//! Constants, checked against the type that is expected of them.

use super::instruction::{binary_operator, cast_operator, float_predicate, integer_predicate};
use super::{Parse, Parser};
use crate::llvm::ast::{
    CastOperator, Constant, ConstantExpression, ElementPointerFlags, Type, TypeId, TypeTable,
    TypedConstant,
};
use crate::llvm::lexer::Token;
use crate::llvm::text;

/// Whether a word starts a constant (and is no attribute before one).
pub(super) fn is_constant_word(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "none"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "splat"
            | "asm"
    ) || is_constant_operation(word)
}

/// Whether a word starts a constant that is computed or looked up.
pub(super) fn is_constant_operation(word: &str) -> bool {
    matches!(
        word,
        "getelementptr" | "icmp" | "fcmp" | "blockaddress" | "dso_local_equivalent" | "no_cfi"
    ) || is_unsupported_expression(word)
        || word == "select"
        || cast_operator(word).is_some()
        || binary_operator(word).is_some()
}

/// Expressions that LLVM knows (or knew) and that clang does not print for C.
fn is_unsupported_expression(word: &str) -> bool {
    matches!(
        word,
        "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
            | "fneg"
            | "ptrauth"
    )
}

impl<'a> Parser<'a> {
    pub(super) fn parse_typed_constant(&mut self) -> Parse<TypedConstant<'a>> {
        let type_id = self.parse_value_type()?;
        let value = self.parse_constant(type_id)?;
        Ok(TypedConstant { type_id, value })
    }

    pub(super) fn parse_constant(&mut self, expected: TypeId) -> Parse<Constant<'a>> {
        match self.token {
            Token::Integer(text) => self.parse_integer(text, expected),
            Token::Word(word) => self.parse_word_constant(word, expected),
            Token::Global(raw) => {
                self.require_pointer(expected)?;
                let symbol = self.symbol(raw);
                self.advance();
                Ok(Constant::Symbol(symbol))
            }
            Token::Float(text) => {
                self.parse_float(text::decimal_float(text, self.types.get(expected)), expected)
            }
            Token::HexFloat(text) => {
                self.parse_float(text::hexadecimal_float(text, self.types.get(expected)), expected)
            }
            Token::Bytes(raw) => self.parse_bytes(raw, expected),
            Token::Punctuation(b'[' | b'{' | b'<') => {
                self.nested(|parser| parser.parse_aggregate(expected))
            }
            _ => Err(self.expected(&format!("a value of type {}", self.types.describe(expected)))),
        }
    }

    fn parse_integer(&mut self, text: &'a str, expected: TypeId) -> Parse<Constant<'a>> {
        let constant = match self.types.get(expected) {
            Type::Integer(width) if *width > 128 => Constant::WideInteger(text),
            Type::Integer(width) => match text::integer(text, *width) {
                Some(value) => Constant::Integer(value),
                None => {
                    return Err(self.error(format!("{text} does not fit into i{width}")));
                }
            },
            _ => return Err(self.mismatch(expected)),
        };
        self.advance();
        Ok(constant)
    }

    fn parse_float(&mut self, bits: Option<u128>, expected: TypeId) -> Parse<Constant<'a>> {
        let Some(bits) = bits else {
            return Err(self.mismatch(expected));
        };
        self.advance();
        Ok(Constant::Float(bits))
    }

    fn parse_bytes(&mut self, raw: &'a str, expected: TypeId) -> Parse<Constant<'a>> {
        let bytes = text::unescape(raw);
        let fits = match self.types.get(expected) {
            Type::Array { count, element } => {
                self.types.integer_width(*element) == Some(8) && *count == bytes.len() as u64
            }
            _ => false,
        };
        if !fits {
            return Err(self.mismatch(expected));
        }
        self.advance();
        Ok(Constant::Bytes(bytes))
    }

    /// "... is no value of type ..."
    #[cold]
    fn mismatch(&self, expected: TypeId) -> super::Failure {
        let wanted = self.types.describe(expected);
        self.error(format!("{} is no value of type {wanted}", self.found()))
    }

    fn require_pointer(&self, expected: TypeId) -> Parse<()> {
        if self.types.is_pointer(expected) { Ok(()) } else { Err(self.mismatch(expected)) }
    }

    fn parse_word_constant(&mut self, word: &'a str, expected: TypeId) -> Parse<Constant<'a>> {
        let simple = match word {
            "true" | "false" => {
                if expected != TypeTable::BOOLEAN {
                    return Err(self.mismatch(expected));
                }
                Constant::Integer(if word == "true" { -1 } else { 0 })
            }
            "null" => {
                self.require_pointer(expected)?;
                Constant::Null
            }
            "undef" => Constant::Undefined,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => Constant::NoToken,
            _ if is_constant_word(word) && word != "asm" => {
                return self.nested(|parser| parser.parse_operation(word, expected));
            }
            _ => {
                return Err(
                    self.expected(&format!("a value of type {}", self.types.describe(expected)))
                );
            }
        };
        self.advance();
        Ok(simple)
    }

    /// A list in brackets: array, structure or vector.
    fn parse_aggregate(&mut self, expected: TypeId) -> Parse<Constant<'a>> {
        let start = self.start;
        let (constant, fits) = if self.accept(b'[') {
            let elements = self.parse_elements(b']')?;
            let fits = match self.types.get(expected) {
                Type::Array { count, element } => all_of(&elements, *count, *element),
                _ => false,
            };
            (Constant::Array(elements), fits)
        } else if self.accept(b'{') {
            let fields = self.parse_elements(b'}')?;
            let fits = self.fields_fit(&fields, expected, false);
            (Constant::Structure(fields), fits)
        } else {
            self.expect(b'<')?;
            if self.accept(b'{') {
                let fields = self.parse_elements(b'}')?;
                self.expect(b'>')?;
                let fits = self.fields_fit(&fields, expected, true);
                (Constant::Structure(fields), fits)
            } else {
                let elements = self.parse_elements(b'>')?;
                let fits = match self.types.get(expected) {
                    Type::Vector { count, scalable: false, element } => {
                        all_of(&elements, *count, *element)
                    }
                    _ => false,
                };
                (Constant::Vector(elements), fits)
            }
        };
        if fits {
            Ok(constant)
        } else {
            let wanted = self.types.describe(expected);
            Err(self.error_at(start, format!("this is no value of type {wanted}")))
        }
    }

    fn fields_fit(&self, fields: &[TypedConstant<'a>], expected: TypeId, packed: bool) -> bool {
        self.types.structure_body(expected).is_some_and(|body| {
            body.packed == packed
                && body.fields.iter().eq(fields.iter().map(|field| &field.type_id))
        })
    }

    fn parse_elements(&mut self, close: u8) -> Parse<Vec<TypedConstant<'a>>> {
        let mut elements = Vec::new();
        if self.accept(close) {
            return Ok(elements);
        }
        loop {
            elements.push(self.parse_typed_constant()?);
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(elements)
    }

    fn parse_operation(&mut self, word: &'a str, expected: TypeId) -> Parse<Constant<'a>> {
        self.advance();
        match word {
            "blockaddress" => return self.parse_block_address(),
            "dso_local_equivalent" | "no_cfi" => {
                return match self.token {
                    Token::Global(raw) => {
                        let symbol = self.symbol(raw);
                        self.advance();
                        Ok(Constant::Symbol(symbol))
                    }
                    _ => Err(self.expected("the name of a function")),
                };
            }
            "splat" => return self.parse_splat(expected),
            _ => {}
        }
        if is_unsupported_expression(word) {
            if !self.at(b'(') {
                return Err(self.expected("`(`"));
            }
            self.skip_brackets()?;
            let expression = ConstantExpression::Unsupported { opcode: word };
            return Ok(Constant::Expression(Box::new(expression)));
        }
        if let Some(operator) = cast_operator(word) {
            return self.parse_constant_cast(operator, expected);
        }
        let expression = match word {
            "getelementptr" => self.parse_constant_element_pointer()?,
            _ => self.parse_computation(word)?,
        };
        Ok(Constant::Expression(Box::new(expression)))
    }

    /// `(@function, %block)`
    fn parse_block_address(&mut self) -> Parse<Constant<'a>> {
        self.expect(b'(')?;
        let Token::Global(raw) = self.token else {
            return Err(self.expected("the name of a function"));
        };
        let function = self.symbol(raw);
        self.advance();
        self.expect(b',')?;
        let Token::Local(raw) = self.token else {
            return Err(self.expected("the name of a block"));
        };
        let block = raw.name();
        self.advance();
        self.expect(b')')?;
        Ok(Constant::BlockAddress { function, block })
    }

    fn parse_splat(&mut self, expected: TypeId) -> Parse<Constant<'a>> {
        let start = self.start;
        self.expect(b'(')?;
        let element = self.parse_typed_constant()?;
        self.expect(b')')?;
        match self.types.get(expected) {
            Type::Vector { element: of, .. } if *of == element.type_id => {
                Ok(Constant::Splat(Box::new(element)))
            }
            _ => {
                let wanted = self.types.describe(expected);
                Err(self.error_at(start, format!("this is no value of type {wanted}")))
            }
        }
    }

    /// `(T value to U)`
    fn parse_constant_cast(
        &mut self,
        operator: CastOperator,
        expected: TypeId,
    ) -> Parse<Constant<'a>> {
        self.parse_arithmetic_flags();
        self.expect(b'(')?;
        let operand = self.parse_typed_constant()?;
        self.expect_word("to")?;
        let start = self.start;
        let to = self.parse_type()?;
        self.expect(b')')?;
        if to != expected {
            let (to, wanted) = (self.types.describe(to), self.types.describe(expected));
            return Err(self.error_at(start, format!("a cast to {to} where {wanted} is needed")));
        }
        if operator == CastOperator::Bitcast
            && operand.type_id == to
            && self.types.is_pointer(operand.type_id)
        {
            return Ok(operand.value);
        }
        Ok(Constant::Expression(Box::new(ConstantExpression::Cast { operator, operand, to })))
    }

    /// `inbounds (T, T* base, i64 0, inrange i32 1)`
    fn parse_constant_element_pointer(&mut self) -> Parse<ConstantExpression<'a>> {
        let flags = self.parse_element_pointer_flags()?;
        self.expect(b'(')?;
        let source_type = self.parse_type()?;
        self.expect(b',')?;
        let base = self.parse_typed_constant()?;
        let mut indices = Vec::new();
        while self.accept(b',') {
            self.accept_word("inrange");
            indices.push(self.parse_typed_constant()?);
        }
        self.expect(b')')?;
        Ok(ConstantExpression::GetElementPointer { source_type, base, indices, flags })
    }

    pub(super) fn parse_element_pointer_flags(&mut self) -> Parse<ElementPointerFlags> {
        let mut flags = ElementPointerFlags::default();
        loop {
            match self.token {
                Token::Word("inbounds") => flags.in_bounds = true,
                Token::Word("nusw") => flags.no_unsigned_signed_wrap = true,
                Token::Word("nuw") => flags.no_unsigned_wrap = true,
                // `inrange(-16, 8)`: a promise about where the result is used.
                Token::Word("inrange") => {
                    self.advance();
                    if !self.at(b'(') {
                        return Err(self.expected("`(`"));
                    }
                    self.skip_brackets()?;
                    continue;
                }
                _ => return Ok(flags),
            }
            self.advance();
        }
    }

    /// Comparison, selection, or arithmetic.
    fn parse_computation(&mut self, word: &'a str) -> Parse<ConstantExpression<'a>> {
        match word {
            "select" => {
                self.expect(b'(')?;
                let condition = self.parse_typed_constant()?;
                self.expect(b',')?;
                let then = self.parse_typed_constant()?;
                self.expect(b',')?;
                let otherwise = self.parse_typed_constant()?;
                self.expect(b')')?;
                Ok(ConstantExpression::Select { condition, then, otherwise })
            }
            "icmp" => {
                self.parse_arithmetic_flags();
                let predicate = self.parse_named(integer_predicate, "a comparison")?;
                let (left, right) = self.parse_constant_pair()?;
                Ok(ConstantExpression::CompareIntegers { predicate, left, right })
            }
            "fcmp" => {
                self.parse_fast_math();
                let predicate = self.parse_named(float_predicate, "a comparison")?;
                let (left, right) = self.parse_constant_pair()?;
                Ok(ConstantExpression::CompareFloats { predicate, left, right })
            }
            _ => {
                let Some(operator) = binary_operator(word) else {
                    return Err(self.error(format!("unknown constant expression `{word}`")));
                };
                self.parse_arithmetic_flags();
                let (left, right) = self.parse_constant_pair()?;
                Ok(ConstantExpression::Binary { operator, left, right })
            }
        }
    }

    /// `(T left, T right)`
    fn parse_constant_pair(&mut self) -> Parse<(TypedConstant<'a>, TypedConstant<'a>)> {
        self.expect(b'(')?;
        let left = self.parse_typed_constant()?;
        self.expect(b',')?;
        let start = self.start;
        let right = self.parse_typed_constant()?;
        if left.type_id != right.type_id {
            return Err(self.error_at(start, "the operands' types differ".to_owned()));
        }
        self.expect(b')')?;
        Ok((left, right))
    }
}

fn all_of(elements: &[TypedConstant<'_>], count: u64, element: TypeId) -> bool {
    elements.len() as u64 == count && elements.iter().all(|each| each.type_id == element)
}
