//! Types, with typed and with opaque pointers.

use super::{Parse, Parser};
use crate::llvm::ast::{FunctionType, StructureBody, StructureId, Type, TypeId, TypeTable};
use crate::llvm::lexer::{RawName, Token};

/// LLVM's own limit.
const MAXIMUM_INTEGER_WIDTH: u32 = 1 << 23;

impl<'a> Parser<'a> {
    /// Whether the token can start a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token {
            Token::Word(word) => basic_type(word).is_some() || word == "target",
            Token::Local(_) | Token::Punctuation(b'{' | b'[' | b'<') => true,
            _ => false,
        }
    }

    pub(super) fn parse_type(&mut self) -> Parse<TypeId> {
        let mut parsed = self.nested(Self::parse_type_without_suffix)?;
        loop {
            match self.token {
                Token::Punctuation(b'*') => {
                    self.advance();
                    parsed = TypeTable::POINTER;
                }
                Token::Word("addrspace") => {
                    self.advance();
                    let address_space = self.parenthesised()?;
                    // `ptr addrspace(1)` is complete, `i8 addrspace(1)*` is not.
                    if !self.accept(b'*') && parsed != TypeTable::POINTER {
                        return Err(self.expected("`*`"));
                    }
                    parsed = self.types.intern(Type::Pointer { address_space });
                }
                Token::Punctuation(b'(') => {
                    parsed = self.nested(|parser| parser.parse_function_type(parsed))?;
                }
                _ => return Ok(parsed),
            }
        }
    }

    fn parse_type_without_suffix(&mut self) -> Parse<TypeId> {
        match self.token {
            Token::Word(word) => self.parse_basic_type(word),
            Token::Local(raw) => {
                let structure = self.structure(raw);
                self.advance();
                Ok(self.types.intern(Type::Named(structure)))
            }
            Token::Punctuation(b'{') => {
                let body = self.parse_structure_body(false)?;
                Ok(self.types.intern(Type::Literal(body)))
            }
            Token::Punctuation(b'[') => {
                self.advance();
                let count = self.unsigned()?;
                self.expect_word("x")?;
                let element = self.parse_sized_type()?;
                self.expect(b']')?;
                Ok(self.types.intern(Type::Array { count, element }))
            }
            Token::Punctuation(b'<') => self.parse_vector_or_packed(),
            _ => Err(self.expected("a type")),
        }
    }

    fn parse_basic_type(&mut self, word: &'a str) -> Parse<TypeId> {
        if word == "target" {
            return self.parse_target_type();
        }
        let Some(basic) = basic_type(word) else {
            return Err(self.expected("a type"));
        };
        let cached = match &basic {
            Type::Integer(width) => self.integer_types.get(*width as usize).copied().flatten(),
            Type::Pointer { .. } => Some(TypeTable::POINTER),
            _ => None,
        };
        let id = match cached {
            Some(id) => id,
            None => {
                let slot = match &basic {
                    Type::Integer(width) => Some(*width as usize),
                    _ => None,
                };
                let id = self.types.intern(basic);
                if let Some(entry) = slot.and_then(|slot| self.integer_types.get_mut(slot)) {
                    *entry = Some(id);
                }
                id
            }
        };
        self.advance();
        Ok(id)
    }

    /// `target("spirv.Image", ...)`
    fn parse_target_type(&mut self) -> Parse<TypeId> {
        let start = self.start;
        self.advance();
        if !self.at(b'(') {
            return Err(self.expected("`(`"));
        }
        self.skip_brackets()?;
        let text = self.lexer.slice(start, self.previous_end).to_owned();
        Ok(self.types.intern(Type::Opaque(text)))
    }

    /// `<4 x i32>`, `<vscale x 4 x i32>` or `<{ i8, i32 }>`.
    fn parse_vector_or_packed(&mut self) -> Parse<TypeId> {
        self.advance();
        if self.at(b'{') {
            let body = self.parse_structure_body(true)?;
            self.expect(b'>')?;
            return Ok(self.types.intern(Type::Literal(body)));
        }
        let scalable = self.accept_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let start = self.start;
        let count = self.unsigned()?;
        if count == 0 {
            return Err(self.error_at(start, "a vector without elements".to_owned()));
        }
        self.expect_word("x")?;
        let element = self.parse_sized_type()?;
        self.expect(b'>')?;
        Ok(self.types.intern(Type::Vector { count, scalable, element }))
    }

    /// `{ i8, i32 }`
    pub(super) fn parse_structure_body(&mut self, packed: bool) -> Parse<StructureBody> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.accept(b'}') {
            loop {
                fields.push(self.parse_sized_type()?);
                if !self.accept(b',') {
                    break;
                }
            }
            self.expect(b'}')?;
        }
        Ok(StructureBody { fields: fields.into(), packed })
    }

    /// A type of which there are values in memory.
    fn parse_sized_type(&mut self) -> Parse<TypeId> {
        let start = self.start;
        let parsed = self.parse_type()?;
        match self.types.get(parsed) {
            Type::Void | Type::Function(_) | Type::Label | Type::Metadata | Type::Token => {
                let message =
                    format!("nothing can contain a value of type {}", self.types.describe(parsed));
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
            | Type::Opaque(_) => Ok(parsed),
        }
    }

    /// The parameters of a function type, whose result was just read.
    fn parse_function_type(&mut self, result: TypeId) -> Parse<TypeId> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        if !self.accept(b')') {
            loop {
                if self.token == Token::Ellipsis {
                    self.advance();
                    variadic = true;
                    break;
                }
                parameters.push(self.parse_type()?);
                if !self.accept(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        Ok(self.types.intern(Type::Function(FunctionType {
            result,
            parameters: parameters.into(),
            variadic,
        })))
    }

    /// The structure of a `%name` in the place of a type.
    pub(super) fn structure(&mut self, raw: RawName<'a>) -> StructureId {
        let name = raw.name();
        if let Some(known) = self.structure_names.get(&name) {
            return *known;
        }
        let id = StructureId(self.structures.len() as u32);
        self.structures.push((self.start, false));
        self.types.add_structure(name.clone());
        self.structure_names.insert(name, id);
        id
    }
}

fn basic_type(word: &str) -> Option<Type> {
    if let Some(digits) = word.strip_prefix('i')
        && !digits.starts_with('+')
        && let Ok(width) = digits.parse::<u32>()
    {
        return (1..=MAXIMUM_INTEGER_WIDTH).contains(&width).then_some(Type::Integer(width));
    }
    match word {
        "ptr" => Some(Type::Pointer { address_space: 0 }),
        "void" => Some(Type::Void),
        "label" => Some(Type::Label),
        "metadata" => Some(Type::Metadata),
        "token" => Some(Type::Token),
        "half" => Some(Type::Half),
        "bfloat" => Some(Type::BFloat),
        "float" => Some(Type::Float),
        "double" => Some(Type::Double),
        "x86_fp80" => Some(Type::X87Extended),
        "fp128" => Some(Type::Quadruple),
        "ppc_fp128" => Some(Type::DoubleDouble),
        "x86_mmx" | "x86_amx" => Some(Type::Opaque(word.to_owned())),
        _ => None,
    }
}
