//! Where the statements of a C text are: enough of the grammar to drop, repeat and swap
//! them, and no more.

use std::ops::Range;

use super::tokens::{Kind, Token, tokens};

/// Places are positions of tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    pub(super) tokens: Vec<Token>,
    /// The statements of each block, in their order, with what belongs to them.
    pub(super) blocks: Vec<Vec<Range<usize>>>,
    /// Those that end with a semicolon, without the labels in front of them.
    pub(super) simple: Vec<Range<usize>>,
    /// Keywords with the condition that follows, without its parentheses.
    pub(super) conditions: Vec<(usize, Range<usize>)>,
    /// What stands outside of functions, and the functions.
    pub(super) outermost: Vec<Range<usize>>,
}

impl Structure {
    pub(super) fn of(text: &str) -> Structure {
        let structure = Structure { tokens: tokens(text), ..Structure::default() };
        let mut reader = Reader { text, structure };
        let mut at = 0;
        while at < reader.structure.tokens.len() {
            let end = reader.declaration(at);
            reader.structure.outermost.push(at..end);
            at = end;
        }
        reader.structure
    }

    pub(super) fn word<'text>(&self, text: &'text str, token: usize) -> &'text str {
        self.tokens.get(token).map_or("", |token| &text[token.bytes.clone()])
    }

    /// The bytes from the first of these tokens to the last.
    pub(super) fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        match (self.tokens.get(range.start), self.tokens.get(range.end.saturating_sub(1))) {
            (Some(first), Some(last)) if !range.is_empty() => first.bytes.start..last.bytes.end,
            _ => 0..0,
        }
    }

    /// Two words one after the other begin a declaration, unless the first is a keyword
    /// of statements; so does a type that is a keyword.
    pub(super) fn is_declaration(&self, text: &str, statement: &Range<usize>) -> bool {
        let (first, second) =
            (self.word(text, statement.start), self.word(text, statement.start + 1));
        let two_words = self.tokens[statement.start].kind == Kind::Word
            && self.tokens.get(statement.start + 1).is_some_and(|token| token.kind == Kind::Word);
        !is_jump(first) && (two_words || TYPES.contains(&first) && second != "(")
    }
}

/// With which a declaration can begin in front of a star.
const TYPES: [&str; 9] =
    ["int", "char", "long", "short", "unsigned", "signed", "void", "float", "double"];

pub(super) fn is_jump(word: &str) -> bool {
    ["return", "goto", "break", "continue"].contains(&word)
}

struct Reader<'text> {
    text: &'text str,
    structure: Structure,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.structure.word(self.text, at)
    }

    fn end(&self) -> usize {
        self.structure.tokens.len()
    }

    /// A function, or everything up to a semicolon.
    fn declaration(&mut self, start: usize) -> usize {
        let mut at = start;
        while at < self.end() {
            match self.word(at) {
                "{" if at > start && self.word(at - 1) == ")" => return self.block(at),
                "(" | "[" | "{" => at = self.behind(at),
                ";" => return at + 1,
                _ => at += 1,
            }
        }
        at
    }

    /// Behind the sign that closes what this one opens.
    fn behind(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.end() {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.end()
    }

    fn block(&mut self, open: usize) -> usize {
        let mut statements = Vec::new();
        let mut at = open + 1;
        while at < self.end() && self.word(at) != "}" {
            let end = self.statement(at);
            statements.push(at..end);
            at = end;
        }
        self.structure.blocks.push(statements);
        (at + 1).min(self.end())
    }

    fn statement(&mut self, start: usize) -> usize {
        match self.word(start) {
            "{" => self.block(start),
            "if" | "while" | "for" | "switch" if self.word(start + 1) == "(" => {
                let inside = self.behind(start + 1);
                let condition = start + 2..inside.saturating_sub(1).max(start + 2);
                self.structure.conditions.push((start, condition));
                let end = self.statement(inside);
                if self.word(start) == "if" && self.word(end) == "else" {
                    self.statement(end + 1)
                } else {
                    end
                }
            }
            "do" => {
                let end = self.statement(start + 1);
                self.statement(end)
            }
            "else" => self.statement(start + 1),
            "case" | "default" => {
                let colon = (start..self.end()).find(|&at| self.word(at) == ":");
                colon.map_or(self.end(), |colon| self.statement(colon + 1))
            }
            _ if self.word(start + 1) == ":" => self.statement(start + 2),
            _ => self.simple(start),
        }
    }

    fn simple(&mut self, start: usize) -> usize {
        let mut at = start;
        while at < self.end() {
            match self.word(at) {
                "(" | "[" | "{" => at = self.behind(at),
                ";" => {
                    self.structure.simple.push(start..at + 1);
                    return at + 1;
                }
                // Not what it was taken for.
                "}" => return at,
                _ => at += 1,
            }
        }
        at
    }
}
