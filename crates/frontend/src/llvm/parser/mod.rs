//! From tokens to the module: a recursive descent with one token of lookahead.
//!
//! Everything that is used before it is defined (symbols, structures, blocks,
//! locals) gets its index at first mention; definitions fill in the rest, and
//! whatever is still missing at the end is an error. The depth of nested types
//! and constants is bounded, so that no input overflows the stack.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a grammar: any other token or type is an error, or belongs to the next rule"
)]

mod attributes;
mod call;
mod constant;
mod debug;
mod function;
mod instruction;
mod memory;
mod module;
mod terminator;
mod types;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::llvm::ast::{
    Alias, Entity, Function, FunctionAttributes, Global, IndirectFunction, Module, Name,
    StructureId, Symbol, SymbolId, TypeId, TypeTable,
};
use crate::llvm::error::ReadError;
use crate::llvm::lexer::{Lexer, RawName, Token};
use crate::llvm::metadata::MetadataIndex;
use function::FunctionState;

/// Boxed, so that the way of success stays small.
pub(super) type Failure = Box<ReadError>;
pub(super) type Parse<T> = Result<T, Failure>;

/// Deeper nesting of types and constants than any C compiler must accept.
const MAXIMUM_DEPTH: u32 = 160;

/// Something that is mentioned; its definition may still come.
struct Pending<'a, T> {
    name: Name<'a>,
    defined: Option<T>,
    /// Where it was first seen.
    mentioned: usize,
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    /// Where the token starts.
    start: usize,
    /// Where the token before it ends.
    previous_end: usize,
    /// Whether the token is the first of its line.
    new_line: bool,
    depth: u32,
    /// A position and its line, for counting on from there.
    counted: (usize, u32),

    types: TypeTable<'a>,
    integer_types: [Option<TypeId>; 129],
    structure_names: FxHashMap<Name<'a>, StructureId>,
    /// Where each structure was first mentioned, and whether it was defined.
    structures: Vec<(usize, bool)>,
    symbol_names: FxHashMap<Name<'a>, SymbolId>,
    symbols: Vec<Pending<'a, Entity>>,
    attribute_groups: FxHashMap<u32, FunctionAttributes>,

    source_filename: Option<Cow<'a, str>>,
    data_layout: Option<Cow<'a, str>>,
    target_triple: Option<Cow<'a, str>>,
    has_module_assembly: bool,
    globals: Vec<Global<'a>>,
    aliases: Vec<Alias<'a>>,
    indirect_functions: Vec<IndirectFunction<'a>>,
    functions: Vec<Function<'a>>,
    metadata: MetadataIndex<'a>,
    state: FunctionState<'a>,
}

/// Reads a module.
pub(super) fn parse(text: &str) -> Result<Module<'_>, ReadError> {
    let mut parser = Parser::new(text);
    parser.advance();
    parser.parse_module().map_err(|failure| *failure)?;
    parser.finish().map_err(|failure| *failure)
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            start: 0,
            previous_end: 0,
            new_line: true,
            depth: 0,
            counted: (0, 1),
            types: TypeTable::default(),
            integer_types: [None; 129],
            structure_names: FxHashMap::default(),
            structures: Vec::new(),
            symbol_names: FxHashMap::default(),
            symbols: Vec::new(),
            attribute_groups: attributes::attribute_groups(text),
            source_filename: None,
            data_layout: None,
            target_triple: None,
            has_module_assembly: false,
            globals: Vec::new(),
            aliases: Vec::new(),
            indirect_functions: Vec::new(),
            functions: Vec::new(),
            metadata: MetadataIndex::default(),
            state: FunctionState::default(),
        }
    }

    /// Checks that everything mentioned is there, and hands the module over.
    fn finish(self) -> Parse<Module<'a>> {
        for (position, structure) in self.structures.iter().zip(&self.types.structures) {
            if !position.1 {
                let message = format!("the type %{} is used but never defined", structure.name);
                return Err(self.error_at(position.0, message));
            }
        }
        let mut symbols = Vec::with_capacity(self.symbols.len());
        for symbol in &self.symbols {
            let Some(entity) = symbol.defined else {
                let message = format!("@{} is used but never declared", symbol.name);
                return Err(self.error_at(symbol.mentioned, message));
            };
            symbols.push(Symbol { name: symbol.name.clone(), entity });
        }
        Ok(Module {
            source_filename: self.source_filename,
            data_layout: self.data_layout,
            target_triple: self.target_triple,
            has_module_assembly: self.has_module_assembly,
            types: self.types,
            symbols,
            globals: self.globals,
            aliases: self.aliases,
            indirect_functions: self.indirect_functions,
            functions: self.functions,
            metadata: self.metadata.finish(),
        })
    }

    #[inline]
    fn advance(&mut self) {
        self.previous_end = self.lexer.position();
        (self.token, self.start) = self.lexer.next();
        self.new_line = self.lexer.new_line;
    }

    /// An error about the current token.
    #[cold]
    fn error(&self, message: impl Into<String>) -> Failure {
        self.error_at(self.start, message.into())
    }

    #[cold]
    fn error_at(&self, position: usize, message: String) -> Failure {
        let text = self.lexer.text();
        let before = text.as_bytes().get(..position).unwrap_or(&[]);
        let line_start =
            before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Box::new(ReadError {
            line: line.try_into().unwrap_or(u32::MAX),
            column: (position - line_start + 1).try_into().unwrap_or(u32::MAX),
            message,
        })
    }

    /// "expected ..., found ..."
    #[cold]
    fn expected(&self, what: &str) -> Failure {
        self.error(format!("expected {what}, found {}", self.found()))
    }

    /// The current token in words.
    fn found(&self) -> String {
        const SHOWN: usize = 40;
        if self.token == Token::End {
            return "the end of the text".to_owned();
        }
        let text = self.lexer.slice(self.start, self.lexer.position());
        let shown: String = text.chars().take(SHOWN).collect();
        let dots = if shown.len() < text.len() { "..." } else { "" };
        format!("`{shown}{dots}`")
    }

    /// The line of the current token.
    fn line(&mut self) -> u32 {
        let (position, line) = self.counted;
        let between = self.lexer.text().as_bytes().get(position..self.start);
        let newlines = between.unwrap_or(&[]).iter().filter(|byte| **byte == b'\n');
        let line = line.saturating_add(newlines.count().try_into().unwrap_or(u32::MAX));
        self.counted = (self.start.max(position), line);
        line
    }

    #[inline]
    fn at(&self, punctuation: u8) -> bool {
        self.token == Token::Punctuation(punctuation)
    }

    /// Takes the punctuation if it is there.
    #[inline]
    fn accept(&mut self, punctuation: u8) -> bool {
        let there = self.at(punctuation);
        if there {
            self.advance();
        }
        there
    }

    #[inline]
    fn expect(&mut self, punctuation: u8) -> Parse<()> {
        if self.accept(punctuation) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{}`", char::from(punctuation))))
        }
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(there) if there == word)
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let there = self.at_word(word);
        if there {
            self.advance();
        }
        there
    }

    fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Takes a comma that is not the one before metadata attachments.
    fn accept_comma(&mut self) -> bool {
        if self.at(b',') && self.lexer.peek_byte() != b'!' {
            self.advance();
            true
        } else {
            false
        }
    }

    fn raw_string(&mut self) -> Parse<&'a str> {
        match self.token {
            Token::String(raw) => {
                self.advance();
                Ok(raw)
            }
            _ => Err(self.expected("a string")),
        }
    }

    fn unsigned<T: std::str::FromStr>(&mut self) -> Parse<T> {
        if let Token::Integer(text) = self.token
            && let Ok(value) = text.parse()
        {
            self.advance();
            return Ok(value);
        }
        Err(self.expected("a number"))
    }

    /// A number in parentheses.
    fn parenthesised<T: std::str::FromStr>(&mut self) -> Parse<T> {
        self.expect(b'(')?;
        let value = self.unsigned()?;
        self.expect(b')')?;
        Ok(value)
    }

    /// `align 8` or `align(8)`, behind the word.
    fn alignment(&mut self) -> Parse<u64> {
        let start = self.start;
        let alignment: u64 = if self.at(b'(') { self.parenthesised()? } else { self.unsigned()? };
        if alignment.is_power_of_two() {
            Ok(alignment)
        } else {
            Err(self.error_at(start, format!("the alignment {alignment} is no power of two")))
        }
    }

    /// Skips from an opening to behind its closing bracket, whatever is inside.
    fn skip_brackets(&mut self) -> Parse<()> {
        let opened = self.start;
        let mut depth = 0usize;
        loop {
            match self.token {
                Token::Punctuation(b'(' | b'[' | b'{') => depth += 1,
                Token::Punctuation(b')' | b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.advance();
                        return Ok(());
                    }
                }
                Token::End => {
                    return Err(self.error_at(opened, "this bracket is never closed".to_owned()));
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Runs a parser one level deeper.
    #[inline]
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAXIMUM_DEPTH {
            return Err(self.error("types or constants are nested too deeply"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// The symbol of a `@name`.
    fn symbol(&mut self, raw: RawName<'a>) -> SymbolId {
        let name = raw.name();
        if let Some(known) = self.symbol_names.get(&name) {
            return *known;
        }
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Pending { name: name.clone(), defined: None, mentioned: self.start });
        self.symbol_names.insert(name, id);
        id
    }

    /// Says what a symbol is.
    fn define_symbol(&mut self, symbol: SymbolId, entity: Entity, start: usize) -> Parse<()> {
        let pending = &mut self.symbols[symbol.index()];
        if pending.defined.is_some() {
            let message = format!("@{} is defined twice", pending.name);
            return Err(self.error_at(start, message));
        }
        pending.defined = Some(entity);
        Ok(())
    }
}
