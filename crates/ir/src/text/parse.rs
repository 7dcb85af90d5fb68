//! Reads a whole text: the head, files, C types, globals; functions are in
//! `parse_body`.

use raddle_terms::Operator;
use rustc_hash::FxHashMap;

use super::cursor::{Cursor, ParseError, Parsed};
use super::print::{ENCODINGS, encoding_name};
use crate::index::Index;
use crate::{
    DebugMember, DebugType, DebugTypeId, FileId, Function, FunctionId, Global, GlobalId, IndexVec,
    Initial, InitialValue, Location, Origin, Program, SourceFile, Target,
};

/// The program that a text describes. Whether it makes sense is the verifier's
/// business: numbers of entities may point nowhere.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut parser = Parser::new(text);
    match parser.program(Parser::function) {
        Ok(program) => Ok(program),
        Err(failure) => Err(parser.cursor.error(failure)),
    }
}

pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    /// The location that a statement without one of its own has.
    pub(super) location: Option<Location>,
    /// The file of the last location there was.
    pub(super) file: FileId,
    /// The operators met so far, by their text.
    pub(super) operators: FxHashMap<&'a str, Operator>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser {
            cursor: Cursor::new(text),
            location: None,
            file: FileId::new(0),
            operators: FxHashMap::default(),
        }
    }

    /// Everything, with functions as `function` reads them.
    pub(super) fn program(
        &mut self,
        mut function: impl FnMut(&mut Self) -> Parsed<Function>,
    ) -> Parsed<Program> {
        self.cursor.expect_word("raddle")?;
        if !(self.cursor.eat_text("-ir 1 ")) {
            return self.cursor.fail("expected '-ir 1': the version of the form");
        }
        self.cursor.expect_word("target")?;
        let pointer_bits = match self.cursor.number()? {
            32 => 32,
            64 => 64,
            _ => return self.cursor.fail("a pointer has 32 or 64 bits"),
        };
        self.cursor.expect_word("entry")?;
        let entry = self.cursor.entity("f")?;
        let mut program = Program {
            target: Target { pointer_bits },
            files: IndexVec::new(),
            types: IndexVec::new(),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            entry,
        };
        while let Some(byte) = self.cursor.peek() {
            match byte {
                b'f' if self.cursor.at_entity(b'f') => {
                    self.number::<FunctionId>("f", program.functions.next_index())?;
                    program.functions.push(function(self)?);
                }
                b'f' => {
                    self.number::<FileId>("file", program.files.next_index())?;
                    let path = self.cursor.string()?;
                    program.files.push(SourceFile { path, text: None });
                }
                b't' => {
                    self.number::<DebugTypeId>("t", program.types.next_index())?;
                    let debug_type = self.debug_type()?;
                    program.types.push(debug_type);
                }
                b'g' => {
                    self.number::<GlobalId>("g", program.globals.next_index())?;
                    let global = self.global()?;
                    program.globals.push(global);
                }
                _ => {
                    return self.cursor.fail("expected a file, C type, global or function");
                }
            }
        }
        Ok(program)
    }

    /// Entities of one kind stand in the order of their numbers.
    pub(super) fn number<I: Index>(&mut self, prefix: &'static str, expected: I) -> Parsed<()> {
        self.cursor.peek();
        let start = self.cursor.position();
        if self.cursor.entity::<I>(prefix)? == expected {
            Ok(())
        } else {
            let expected = expected.position();
            self.cursor.fail_at(start, format!("the next one must be {prefix}{expected}"))
        }
    }

    fn debug_type(&mut self) -> Parsed<DebugType> {
        let word = self.cursor.word();
        match word {
            "base" => Ok(DebugType::Base {
                name: self.cursor.name()?,
                size: self.cursor.number()?,
                encoding: self.cursor.choice(&ENCODINGS, encoding_name, "encoding of a type")?,
            }),
            "pointer" => Ok(DebugType::Pointer { to: self.type_or_void()? }),
            "structure" | "union" => Ok(DebugType::Structure {
                name: self.optional_name()?,
                size: self.cursor.number()?,
                union: word == "union",
                members: self.braced(Parser::member)?,
            }),
            "array" => Ok(DebugType::Array {
                element: self.cursor.entity("t")?,
                count: if self.cursor.eat(b'-') { None } else { Some(self.cursor.number()?) },
            }),
            "enumeration" => Ok(DebugType::Enumeration {
                name: self.optional_name()?,
                size: self.cursor.number()?,
                values: self.braced(Parser::enumerator)?,
            }),
            "alias" => {
                Ok(DebugType::Alias { name: self.optional_name()?, of: self.type_or_void()? })
            }
            "function" => Ok(DebugType::Function),
            _ => self.cursor.fail("expected a kind of C type"),
        }
    }

    fn optional_name(&mut self) -> Parsed<Option<String>> {
        if self.cursor.eat(b'-') { Ok(None) } else { self.cursor.name().map(Some) }
    }

    fn type_or_void(&mut self) -> Parsed<Option<DebugTypeId>> {
        if self.cursor.eat_word("void") { Ok(None) } else { self.cursor.entity("t").map(Some) }
    }

    fn member(&mut self) -> Parsed<DebugMember> {
        Ok(DebugMember {
            name: self.cursor.name()?,
            offset_bits: self.cursor.number()?,
            size_bits: self.cursor.number()?,
            of: self.cursor.entity("t")?,
        })
    }

    fn enumerator(&mut self) -> Parsed<(String, i128)> {
        let name = self.cursor.name()?;
        self.cursor.peek();
        let start = self.cursor.position();
        let (negative, magnitude) = self.cursor.signed_magnitude()?;
        let value = if negative {
            0i128.checked_sub_unsigned(magnitude)
        } else {
            i128::try_from(magnitude).ok()
        };
        match value {
            Some(value) => Ok((name, value)),
            None => self.cursor.fail_at(start, "the number is too large"),
        }
    }

    /// A list in braces, with commas between.
    fn braced<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.cursor.expect(b'{')?;
        let mut items = Vec::new();
        if self.cursor.eat(b'}') {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.cursor.eat(b',') {
                self.cursor.expect(b'}')?;
                return Ok(items);
            }
        }
    }

    pub(super) fn origin(&mut self) -> Origin {
        if self.cursor.eat_word("library") { Origin::Library } else { Origin::User }
    }

    fn global(&mut self) -> Parsed<Global> {
        self.forget_location();
        self.cursor.expect_word("global")?;
        let name = self.cursor.name()?;
        let size = self.cursor.number()?;
        self.cursor.expect_word("align")?;
        Ok(Global {
            name,
            size,
            alignment: self.cursor.number()?,
            constant: self.cursor.eat_word("constant"),
            thread_local: self.cursor.eat_word("thread_local"),
            kept: self.cursor.eat_word("kept"),
            origin: self.origin(),
            debug_type: self.optional_type()?,
            location: self.location()?,
            initial: if self.cursor.eat(b'=') { self.braced(Parser::initial)? } else { Vec::new() },
        })
    }

    pub(super) fn optional_type(&mut self) -> Parsed<Option<DebugTypeId>> {
        if self.cursor.eat_word("of") { self.cursor.entity("t").map(Some) } else { Ok(None) }
    }

    fn initial(&mut self) -> Parsed<Initial> {
        let offset = self.cursor.number()?;
        self.cursor.expect(b':')?;
        let value = match self.cursor.peek() {
            Some(b'"') => InitialValue::Bytes(self.cursor.bytes()?.into_owned()),
            Some(b'g') => {
                let global = self.cursor.entity("g")?;
                self.cursor.skip_ornament()?;
                let addend = self.addend()?;
                InitialValue::GlobalAddress { global, addend }
            }
            Some(b'f') => {
                let function = self.cursor.entity("f")?;
                self.cursor.skip_ornament()?;
                InitialValue::FunctionAddress(function)
            }
            Some(_) | None => return self.cursor.fail("expected bytes or an address"),
        };
        Ok(Initial { offset, value })
    }

    fn addend(&mut self) -> Parsed<i64> {
        let negative = match self.cursor.peek() {
            Some(b'-') => true,
            Some(b'+') => false,
            Some(_) | None => return Ok(0),
        };
        self.cursor.eat(if negative { b'-' } else { b'+' });
        let start = self.cursor.position();
        let magnitude = self.cursor.number()?;
        let value = if negative {
            0i64.checked_sub_unsigned(magnitude)
        } else {
            i64::try_from(magnitude).ok()
        };
        match value {
            Some(value) => Ok(value),
            None => self.cursor.fail_at(start, "the number is too large"),
        }
    }

    pub(super) fn forget_location(&mut self) {
        self.location = None;
        self.file = FileId::new(0);
    }

    /// The location of what was just read: written here, or that of before.
    #[inline]
    pub(super) fn location(&mut self) -> Parsed<Option<Location>> {
        if self.cursor.eat(b'@') {
            self.location = self.written_location()?;
        }
        Ok(self.location)
    }

    fn written_location(&mut self) -> Parsed<Option<Location>> {
        if self.cursor.eat_adjacent(b'-') {
            return Ok(None);
        }
        if self.cursor.eat_adjacent(b':') {
            let Some(before) = self.location else {
                return self.cursor.fail("there is no line before");
            };
            let column = self.cursor.adjacent_u32()?;
            return Ok(Some(Location { column, ..before }));
        }
        let first = self.cursor.adjacent_u32()?;
        if !self.cursor.eat_adjacent(b':') {
            return self.cursor.fail("expected ':' and a column");
        }
        let second = self.cursor.adjacent_u32()?;
        let (line, column) = if self.cursor.eat_adjacent(b':') {
            self.file = FileId::new(first as usize);
            (second, self.cursor.adjacent_u32()?)
        } else {
            (first, second)
        };
        Ok(Some(Location { file: self.file, line, column }))
    }
}
