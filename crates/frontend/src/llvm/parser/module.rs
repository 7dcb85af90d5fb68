//! What stands at the top level of a module.

use std::borrow::Cow;

use super::attributes::linkage;
use super::constant::is_constant_operation;
use super::{Parse, Parser};
use crate::llvm::ast::{
    Alias, Entity, Function, FunctionAttributes, FunctionType, Global, IndirectFunction, Linkage,
    Name, NodeId, Parameter, SymbolId, Type, TypeId, TypeTable, TypedConstant,
};
use crate::llvm::lexer::{RawName, Token};
use crate::llvm::text::decode_text;

/// Words before `global` that are not kept.
const SKIPPED: [&str; 8] = [
    "dso_local",
    "dso_preemptable",
    "default",
    "hidden",
    "protected",
    "dllimport",
    "dllexport",
    "local_unnamed_addr",
];

/// What a global has before its type.
struct GlobalPrefix {
    symbol: SymbolId,
    linkage: Option<Linkage>,
    thread_local: bool,
    unnamed_address: bool,
    externally_initialised: bool,
    address_space: u32,
    start: usize,
    line: u32,
}

/// What a function has behind its parameters.
#[derive(Default)]
struct FunctionSuffix<'a> {
    attributes: FunctionAttributes,
    section: Option<Cow<'a, str>>,
    subprogram: Option<NodeId>,
}

impl<'a> Parser<'a> {
    pub(super) fn parse_module(&mut self) -> Parse<()> {
        loop {
            match self.token {
                Token::End => return Ok(()),
                Token::Word("define") => self.parse_function(true)?,
                Token::Word("declare") => self.parse_function(false)?,
                Token::Global(raw) => self.parse_global(raw)?,
                Token::Local(raw) => self.parse_type_definition(raw)?,
                Token::Node(number) => self.parse_node_definition(number)?,
                Token::MetadataName(name) => self.parse_named_metadata(name)?,
                Token::Word("source_filename") => {
                    self.advance();
                    self.source_filename = Some(self.parse_assigned_string()?);
                }
                Token::Word("target") => self.parse_target()?,
                Token::Word("module") => {
                    self.advance();
                    self.expect_word("asm")?;
                    self.raw_string()?;
                    self.has_module_assembly = true;
                }
                // Read in advance.
                Token::Word("attributes") => {
                    self.advance();
                    self.advance();
                    self.expect(b'=')?;
                    if !self.at(b'{') {
                        return Err(self.expected("`{`"));
                    }
                    self.skip_brackets()?;
                }
                // A summary for link-time optimisation.
                Token::Punctuation(b'^') => {
                    if !self.lexer.skip_balanced() {
                        return Err(self.error("a bracket or string is never closed"));
                    }
                    self.advance();
                }
                Token::Comdat | Token::Word("uselistorder" | "uselistorder_bb") => {
                    self.lexer.skip_line();
                    self.advance();
                }
                _ => return Err(self.expected("a definition")),
            }
        }
    }

    fn parse_assigned_string(&mut self) -> Parse<Cow<'a, str>> {
        self.expect(b'=')?;
        Ok(decode_text(self.raw_string()?))
    }

    fn parse_target(&mut self) -> Parse<()> {
        self.advance();
        match self.token {
            Token::Word("datalayout") => {
                self.advance();
                self.data_layout = Some(self.parse_assigned_string()?);
            }
            Token::Word("triple") => {
                self.advance();
                self.target_triple = Some(self.parse_assigned_string()?);
            }
            _ => return Err(self.expected("`datalayout` or `triple`")),
        }
        Ok(())
    }

    /// `%struct.S = type { ... }`
    fn parse_type_definition(&mut self, raw: RawName<'a>) -> Parse<()> {
        let start = self.start;
        let structure = self.structure(raw);
        self.advance();
        self.expect(b'=')?;
        self.expect_word("type")?;
        let body = if self.accept_word("opaque") {
            None
        } else if self.accept(b'<') {
            let body = self.parse_structure_body(true)?;
            self.expect(b'>')?;
            Some(body)
        } else {
            Some(self.parse_structure_body(false)?)
        };
        let mention = &mut self.structures[structure.index()];
        if mention.1 {
            return Err(self.error_at(start, "this type is defined twice".to_owned()));
        }
        mention.1 = true;
        self.types.structures[structure.index()].body = body;
        Ok(())
    }

    /// `!12 = ...`: only its place is noted.
    fn parse_node_definition(&mut self, number: u32) -> Parse<()> {
        self.advance();
        let text = self.skip_metadata()?;
        self.metadata.add_node(number, text);
        Ok(())
    }

    fn parse_named_metadata(&mut self, name: &'a str) -> Parse<()> {
        self.advance();
        let text = self.skip_metadata()?;
        self.metadata.add_named(name, text);
        Ok(())
    }

    /// The text between the `=` and the end of the definition.
    fn skip_metadata(&mut self) -> Parse<&'a str> {
        if !self.at(b'=') {
            return Err(self.expected("`=`"));
        }
        let start = self.lexer.position();
        if !self.lexer.skip_balanced() {
            return Err(self.error("a bracket or string is never closed"));
        }
        let text = self.lexer.slice(start, self.lexer.position()).trim();
        self.advance();
        Ok(text)
    }

    /// A variable, alias or indirect function.
    fn parse_global(&mut self, raw: RawName<'a>) -> Parse<()> {
        let start = self.start;
        let line = self.line();
        let symbol = self.symbol(raw);
        self.advance();
        self.expect(b'=')?;
        let mut prefix = GlobalPrefix {
            symbol,
            linkage: None,
            thread_local: false,
            unnamed_address: false,
            externally_initialised: false,
            address_space: 0,
            start,
            line,
        };
        loop {
            match self.token {
                Token::Word(word @ ("global" | "constant")) => {
                    self.advance();
                    return self.parse_variable(prefix, word == "constant");
                }
                Token::Word("alias") => {
                    self.advance();
                    return self.parse_alias(prefix);
                }
                Token::Word("ifunc") => {
                    self.advance();
                    return self.parse_indirect_function(prefix);
                }
                Token::Word("thread_local") => {
                    prefix.thread_local = true;
                    self.advance();
                    if self.at(b'(') {
                        self.skip_brackets()?;
                    }
                }
                Token::Word("unnamed_addr") => {
                    prefix.unnamed_address = true;
                    self.advance();
                }
                Token::Word("externally_initialized") => {
                    prefix.externally_initialised = true;
                    self.advance();
                }
                Token::Word("addrspace") => {
                    self.advance();
                    prefix.address_space = self.parenthesised()?;
                }
                Token::Word(_) if !self.at_type() => {
                    let start = self.start;
                    let linkage = self.parse_global_word()?;
                    if linkage.is_some() && prefix.linkage.is_some() {
                        return Err(self.error_at(start, "a second linkage".to_owned()));
                    }
                    prefix.linkage = prefix.linkage.or(linkage);
                }
                _ => return Err(self.expected("`global`, `constant`, `alias` or `ifunc`")),
            }
        }
    }

    /// Linkage, or visibility and the like.
    fn parse_global_word(&mut self) -> Parse<Option<Linkage>> {
        let Token::Word(word) = self.token else {
            return Err(self.expected("a word"));
        };
        let linkage = linkage(word);
        if linkage.is_none() && !SKIPPED.contains(&word) {
            return Err(self.expected("`global`, `constant`, `alias` or `ifunc`"));
        }
        self.advance();
        Ok(linkage)
    }

    fn parse_variable(&mut self, prefix: GlobalPrefix, constant: bool) -> Parse<()> {
        let type_id = self.parse_value_type()?;
        let declared = matches!(prefix.linkage, Some(Linkage::External | Linkage::ExternalWeak));
        let initialiser = if declared { None } else { Some(self.parse_constant(type_id)?) };
        let mut global = Global {
            symbol: prefix.symbol,
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            thread_local: prefix.thread_local,
            constant,
            unnamed_address: prefix.unnamed_address,
            externally_initialised: prefix.externally_initialised,
            address_space: prefix.address_space,
            type_id,
            initialiser,
            section: None,
            alignment: None,
            debug: Vec::new(),
            line: prefix.line,
        };
        while self.accept(b',') {
            self.parse_variable_suffix(&mut global)?;
        }
        // Attributes of variables (`#3`) say nothing that we keep.
        while let Token::Group(_) = self.token {
            self.advance();
        }
        let entity = Entity::Global(self.globals.len() as u32);
        self.define_symbol(prefix.symbol, entity, prefix.start)?;
        self.globals.push(global);
        Ok(())
    }

    fn parse_variable_suffix(&mut self, global: &mut Global<'a>) -> Parse<()> {
        match self.token {
            Token::Word("section") => {
                self.advance();
                global.section = Some(decode_text(self.raw_string()?));
            }
            Token::Word("align") => {
                self.advance();
                global.alignment = Some(self.alignment()?);
            }
            Token::Word("partition" | "code_model") => {
                self.advance();
                self.raw_string()?;
            }
            Token::Word("comdat") => self.parse_comdat()?,
            // `no_sanitize_address`, `sanitize_memtag`, ...
            Token::Word(word) if word.contains("sanitize") => self.advance(),
            Token::MetadataName(kind) => {
                self.advance();
                let node = self.parse_attached_node()?;
                if kind == "dbg" {
                    global.debug.extend(node);
                }
            }
            _ => return Err(self.expected("a property of a global")),
        }
        Ok(())
    }

    /// `comdat` or `comdat($name)`
    fn parse_comdat(&mut self) -> Parse<()> {
        self.advance();
        if self.at(b'(') {
            self.skip_brackets()?;
        }
        Ok(())
    }

    /// The target of an alias: a computed one is written without its type.
    fn parse_target_constant(&mut self) -> Parse<TypedConstant<'a>> {
        match self.token {
            Token::Word(word) if is_constant_operation(word) => Ok(TypedConstant {
                type_id: TypeTable::POINTER,
                value: self.parse_constant(TypeTable::POINTER)?,
            }),
            _ => self.parse_typed_constant(),
        }
    }

    /// `T, T* @target`
    fn parse_alias_parts(&mut self) -> Parse<(TypeId, TypedConstant<'a>)> {
        let type_id = self.parse_type()?;
        self.expect(b',')?;
        let target = self.parse_target_constant()?;
        while self.accept(b',') {
            self.expect_word("partition")?;
            self.raw_string()?;
        }
        Ok((type_id, target))
    }

    fn parse_alias(&mut self, prefix: GlobalPrefix) -> Parse<()> {
        let (type_id, target) = self.parse_alias_parts()?;
        let entity = Entity::Alias(self.aliases.len() as u32);
        self.define_symbol(prefix.symbol, entity, prefix.start)?;
        self.aliases.push(Alias {
            symbol: prefix.symbol,
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            thread_local: prefix.thread_local,
            type_id,
            target,
            line: prefix.line,
        });
        Ok(())
    }

    fn parse_indirect_function(&mut self, prefix: GlobalPrefix) -> Parse<()> {
        let (type_id, resolver) = self.parse_alias_parts()?;
        let entity = Entity::IndirectFunction(self.indirect_functions.len() as u32);
        self.define_symbol(prefix.symbol, entity, prefix.start)?;
        self.indirect_functions.push(IndirectFunction {
            symbol: prefix.symbol,
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            type_id,
            resolver,
            line: prefix.line,
        });
        Ok(())
    }

    /// `define` or `declare`, and everything up to the end of it.
    fn parse_function(&mut self, defined: bool) -> Parse<()> {
        let start = self.start;
        let line = self.line();
        self.advance();
        self.state.clear();
        let mut subprogram = None;
        // Declarations have their metadata in front.
        while let Token::MetadataName(kind) = self.token {
            self.advance();
            let node = self.parse_attached_node()?;
            if kind == "dbg" {
                subprogram = node;
            }
        }
        let prefix = self.parse_prefix()?;
        let result_type = self.parse_type()?;
        let Token::Global(raw) = self.token else {
            return Err(self.expected("the name of a function"));
        };
        let symbol = self.symbol(raw);
        self.advance();
        let (parameters, variadic) = self.parse_parameters(defined)?;
        let suffix = self.parse_function_suffix(defined)?;
        let type_id = self.types.intern(Type::Function(FunctionType {
            result: result_type,
            parameters: parameters.iter().map(|each| each.type_id).collect(),
            variadic,
        }));
        let body = match defined {
            true => Some(self.parse_body()?),
            false => None,
        };
        let entity = Entity::Function(self.functions.len() as u32);
        self.define_symbol(symbol, entity, start)?;
        self.functions.push(Function {
            symbol,
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            type_id,
            result_type,
            result_attributes: prefix.attributes,
            parameters,
            variadic,
            attributes: suffix.attributes,
            section: suffix.section,
            subprogram: suffix.subprogram.or(subprogram),
            body,
            line,
        });
        Ok(())
    }

    fn parse_parameters(&mut self, defined: bool) -> Parse<(Vec<Parameter>, bool)> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        if self.accept(b')') {
            return Ok((parameters, false));
        }
        let mut variadic = false;
        loop {
            if self.token == Token::Ellipsis {
                self.advance();
                variadic = true;
                break;
            }
            parameters.push(self.parse_parameter(defined)?);
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok((parameters, variadic))
    }

    fn parse_parameter(&mut self, defined: bool) -> Parse<Parameter> {
        let start = self.start;
        let type_id = match self.token {
            // Only intrinsics, which are only declared, take metadata.
            Token::Word("metadata") if !defined => self.parse_type()?,
            _ => self.parse_value_type()?,
        };
        let attributes = self.parse_parameter_attributes()?;
        let name: Option<Name<'a>> = match self.token {
            Token::Local(raw) => {
                self.advance();
                Some(raw.name())
            }
            _ => None,
        };
        let local = if defined {
            let name = name.unwrap_or_else(|| self.next_number());
            Some(self.define_local(name, type_id, start)?)
        } else {
            None
        };
        Ok(Parameter { type_id, attributes, local })
    }

    fn parse_function_suffix(&mut self, defined: bool) -> Parse<FunctionSuffix<'a>> {
        let mut suffix = FunctionSuffix::default();
        loop {
            match self.token {
                // The next definition.
                Token::Word(_) | Token::String(_) if !defined && self.new_line => break,
                Token::Word("section") => {
                    self.advance();
                    suffix.section = Some(decode_text(self.raw_string()?));
                }
                Token::Word("partition" | "gc") => {
                    self.advance();
                    self.raw_string()?;
                }
                Token::Word("comdat") => self.parse_comdat()?,
                Token::Word("prefix" | "prologue" | "personality") => {
                    self.advance();
                    self.parse_typed_constant()?;
                }
                Token::MetadataName(kind) if defined => {
                    self.advance();
                    let node = self.parse_attached_node()?;
                    if kind == "dbg" {
                        suffix.subprogram = node;
                    }
                }
                _ => {
                    if !self.parse_function_attribute(&mut suffix.attributes)? {
                        break;
                    }
                }
            }
        }
        Ok(suffix)
    }
}
