//! Reads a text without the bodies of its functions, and each of those when it is asked for: of a
//! library a program needs few. The text must be as the printer writes it, so that a brace
//! at the start of a line ends a body.

use super::cursor::{ParseError, Parsed};
use super::parse::Parser;
use super::parse_body::Registers;
use crate::{Function, FunctionId, IndexVec, Program};

/// The functions of a program that are still text.
#[derive(Clone, Debug)]
pub struct Deferred<'a> {
    text: &'a str,
    functions: IndexVec<FunctionId, Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    position: usize,
    has_body: bool,
}

/// The program that a text describes, but for registers and blocks of its functions.
pub fn parse_heads(text: &str) -> Result<(Program, Deferred<'_>), ParseError> {
    let mut parser = Parser::new(text);
    let mut functions = IndexVec::new();
    let heads = parser.program(|parser| {
        let position = parser.cursor.position();
        let head = parser.function_head(&mut Registers::default())?;
        functions.push(Place { position, has_body: parser.skip_body()? });
        Ok(head)
    });
    match heads {
        Ok(heads) => Ok((heads, Deferred { text, functions })),
        Err(failure) => Err(parser.cursor.error(failure)),
    }
}

impl Deferred<'_> {
    pub fn has_body(&self, function: FunctionId) -> bool {
        self.functions[function].has_body
    }

    /// The whole function.
    pub fn function(&self, function: FunctionId) -> Result<Function, ParseError> {
        let mut parser = Parser::new(self.text);
        parser.cursor.go_to(self.functions[function].position);
        parser.function().map_err(|failure| parser.cursor.error(failure))
    }
}

impl Parser<'_> {
    /// Whether there was one.
    fn skip_body(&mut self) -> Parsed<bool> {
        if !self.cursor.eat(b'{') {
            return Ok(false);
        }
        if self.cursor.go_behind("\n}") {
            Ok(true)
        } else {
            self.cursor.fail("expected '}' at the start of a line")
        }
    }
}
