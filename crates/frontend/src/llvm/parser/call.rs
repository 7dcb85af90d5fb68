//! Calls, with assembly and metadata in the places of functions and values.

use std::borrow::Cow;

use super::instruction::Typed;
use super::{Parse, Parser};
use crate::llvm::ast::{
    Argument, Assembly, Call, Callee, Constant, FunctionAttributes, FunctionType, MetadataOperand,
    Name, NodeId, Operand, Operation, ParameterAttributes, SymbolId, TailCall, Type, TypeTable,
    Value,
};
use crate::llvm::lexer::Token;
use crate::llvm::text::decode_text;

impl<'a> Parser<'a> {
    pub(super) fn parse_call_instruction(&mut self, tail: TailCall) -> Parse<Typed<'a>> {
        let start = self.start;
        let call = self.parse_call(tail)?;
        let type_id = call.result_type;
        if let Some(record) = self.debug_call(&call, start)? {
            return Ok((Operation::Debug(record), TypeTable::VOID));
        }
        Ok((Operation::Call(Box::new(call)), type_id))
    }

    /// Everything behind `call`, up to the metadata.
    pub(super) fn parse_call(&mut self, tail: TailCall) -> Parse<Call<'a>> {
        let prefix = self.parse_prefix()?;
        let start = self.start;
        let written = self.parse_type()?;
        let function = match self.types.get(written) {
            Type::Function(function) => Some(function.clone()),
            _ => None,
        };
        let callee = self.parse_callee()?;
        let arguments = self.parse_arguments(function.as_ref())?;
        let (attributes, bundles) = self.parse_call_suffix()?;
        let (result_type, function_type) = match function {
            Some(function) => (function.result, written),
            None => {
                let parameters = arguments.iter().map(|each| each.operand.type_id);
                let function = Type::Function(FunctionType {
                    result: written,
                    parameters: parameters.collect(),
                    variadic: false,
                });
                (written, self.types.intern(function))
            }
        };
        match self.types.get(result_type) {
            Type::Label | Type::Metadata | Type::Function(_) => {
                return Err(self.error_at(start, "no function returns this type".to_owned()));
            }
            _ => {}
        }
        Ok(Call {
            tail,
            result_type,
            result_attributes: prefix.attributes,
            function_type,
            callee,
            arguments,
            attributes,
            fast_math: prefix.fast_math,
            bundles,
        })
    }

    fn parse_callee(&mut self) -> Parse<Callee<'a>> {
        match self.token {
            Token::Global(raw) => {
                let symbol = self.symbol(raw);
                self.advance();
                Ok(Callee::Direct(symbol))
            }
            Token::Word("asm") => {
                self.advance();
                self.parse_assembly().map(Callee::Assembly)
            }
            _ => match self.parse_value(TypeTable::POINTER)? {
                // A cast of a function, which means nothing to a call.
                Value::Constant(Constant::Symbol(symbol)) => Ok(Callee::Direct(symbol)),
                value => Ok(Callee::Indirect(value)),
            },
        }
    }

    /// `sideeffect alignstack "template", "constraints"`
    fn parse_assembly(&mut self) -> Parse<Assembly<'a>> {
        let mut side_effects = false;
        while let Token::Word(word) = self.token {
            side_effects |= word == "sideeffect";
            self.advance();
        }
        let template = decode_text(self.raw_string()?);
        self.expect(b',')?;
        let constraints = decode_text(self.raw_string()?);
        Ok(Assembly { template, constraints, side_effects })
    }

    fn parse_arguments(&mut self, function: Option<&FunctionType>) -> Parse<Vec<Argument<'a>>> {
        let opened = self.start;
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        if !self.accept(b')') {
            loop {
                let start = self.start;
                let argument = self.parse_argument()?;
                let parameter = function.and_then(|of| of.parameters.get(arguments.len()));
                if parameter.is_some_and(|wanted| *wanted != argument.operand.type_id) {
                    let message = "the argument has another type than the parameter";
                    return Err(self.error_at(start, message.to_owned()));
                }
                arguments.push(argument);
                if !self.accept(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        if let Some(function) = function {
            let fits = match function.variadic {
                true => arguments.len() >= function.parameters.len(),
                false => arguments.len() == function.parameters.len(),
            };
            if !fits {
                let message = format!(
                    "{} arguments for {} parameters",
                    arguments.len(),
                    function.parameters.len()
                );
                return Err(self.error_at(opened, message));
            }
        }
        Ok(arguments)
    }

    fn parse_argument(&mut self) -> Parse<Argument<'a>> {
        if self.accept_word("metadata") {
            let operand = Operand {
                type_id: TypeTable::METADATA,
                value: Value::Metadata(self.parse_metadata_operand()?),
            };
            return Ok(Argument { operand, attributes: ParameterAttributes::default() });
        }
        let type_id = self.parse_value_type()?;
        let attributes = self.parse_parameter_attributes()?;
        let value = self.parse_value(type_id)?;
        Ok(Argument { operand: Operand { type_id, value }, attributes })
    }

    /// Metadata as an argument: `!12`, `!"text"`, `!{}`, `!DIExpression()`, or a
    /// value with its type.
    pub(super) fn parse_metadata_operand(&mut self) -> Parse<MetadataOperand<'a>> {
        let start = self.start;
        match self.token {
            Token::Node(number) => {
                self.advance();
                Ok(MetadataOperand::Node(NodeId(number)))
            }
            Token::MetadataName("DIArgList") => {
                self.advance();
                self.expect(b'(')?;
                let mut operands = Vec::new();
                if !self.accept(b')') {
                    loop {
                        operands.push(self.parse_operand()?);
                        if !self.accept(b',') {
                            break;
                        }
                    }
                    self.expect(b')')?;
                }
                Ok(MetadataOperand::List(operands))
            }
            Token::Exclamation | Token::MetadataName(_) => {
                self.advance();
                if let Token::String(raw) = self.token {
                    self.advance();
                    return Ok(MetadataOperand::String(decode_text(raw)));
                }
                if !matches!(self.token, Token::Punctuation(b'(' | b'{')) {
                    return Err(self.expected("a metadata node"));
                }
                self.skip_brackets()?;
                Ok(MetadataOperand::Text(self.lexer.slice(start, self.previous_end)))
            }
            _ => Ok(MetadataOperand::Value(Box::new(self.parse_operand()?))),
        }
    }

    /// Attributes and operand bundles behind the arguments. Words belong to the
    /// call only as long as its line goes on: the next line is an instruction.
    fn parse_call_suffix(&mut self) -> Parse<(FunctionAttributes, Vec<Cow<'a, str>>)> {
        let mut attributes = FunctionAttributes::default();
        while !self.new_line && !self.at_word("to") {
            if !self.parse_function_attribute(&mut attributes)? {
                break;
            }
        }
        let mut bundles = Vec::new();
        if self.accept(b'[') {
            loop {
                bundles.push(decode_text(self.raw_string()?));
                if !self.at(b'(') {
                    return Err(self.expected("`(`"));
                }
                self.parse_bundle_operands()?;
                if !self.accept(b',') {
                    break;
                }
            }
            self.expect(b']')?;
        }
        Ok((attributes, bundles))
    }

    fn parse_bundle_operands(&mut self) -> Parse<()> {
        self.expect(b'(')?;
        if self.accept(b')') {
            return Ok(());
        }
        loop {
            self.parse_argument()?;
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b')')
    }

    /// The name of a symbol, if it is not only a number.
    pub(super) fn symbol_text(&self, symbol: SymbolId) -> Option<&str> {
        match &self.symbols[symbol.index()].name {
            Name::Text(text) => Some(text),
            Name::Number(_) => None,
        }
    }
}
