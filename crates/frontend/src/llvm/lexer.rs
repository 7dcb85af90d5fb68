//! Tokens of LLVM IR: slices of the text, found byte by byte.

use crate::llvm::ast::Name;
use crate::llvm::text::decode_name;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    End,
    /// A keyword, opcode or attribute.
    Word(&'a str),
    /// `name:`, also the name of a field in metadata.
    Label(RawName<'a>),
    Local(RawName<'a>),
    Global(RawName<'a>),
    /// `$name`
    Comdat,
    /// `!12`
    Node(u32),
    /// `!name`
    MetadataName(&'a str),
    /// `!` before a string or a brace.
    Exclamation,
    /// `#12`: an attribute group.
    Group(u32),
    /// `#dbg_value`
    Record(&'a str),
    Integer(&'a str),
    /// In decimal.
    Float(&'a str),
    /// `0x...`, whatever the format.
    HexFloat(&'a str),
    /// Without its quotes, escapes not yet resolved.
    String(&'a str),
    /// `c"..."`, likewise.
    Bytes(&'a str),
    Punctuation(u8),
    /// `...`
    Ellipsis,
    Unknown,
}

/// A name as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RawName<'a> {
    Plain(&'a str),
    Quoted(&'a str),
    Number(u32),
}

impl<'a> RawName<'a> {
    pub(super) fn name(self) -> Name<'a> {
        match self {
            RawName::Plain(text) => Name::Text(text.into()),
            RawName::Quoted(text) => Name::Text(decode_name(text)),
            RawName::Number(number) => Name::Number(number),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the next token is looked for.
    position: usize,
    /// Whether a line ended between the last two tokens.
    pub(super) new_line: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0, new_line: true }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn set_position(&mut self, position: usize) {
        self.position = position.min(self.text.len());
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    #[inline]
    fn byte(&self, position: usize) -> u8 {
        // Zero is in no token, so the end needs no case of its own.
        self.text.as_bytes().get(position).copied().unwrap_or(0)
    }

    /// The first byte of the next token, without taking it.
    pub(super) fn peek_byte(&self) -> u8 {
        let mut ahead = self.clone();
        ahead.skip_space();
        ahead.byte(ahead.position)
    }

    fn skip_space(&mut self) {
        loop {
            match self.byte(self.position) {
                b'\n' => {
                    self.new_line = true;
                    self.position += 1;
                }
                b' ' | b'\t' | b'\r' => self.position += 1,
                b';' => self.skip_line(),
                _ => return,
            }
        }
    }

    /// Moves to the end of the line.
    pub(super) fn skip_line(&mut self) {
        let rest = self.text.as_bytes().get(self.position..).unwrap_or(&[]);
        let length = rest.iter().position(|byte| *byte == b'\n');
        self.position += length.unwrap_or(rest.len());
    }

    /// Moves over text with balanced brackets up to the end of its last line;
    /// nothing but brackets and strings is looked at. False if a bracket or a
    /// string is never closed.
    pub(super) fn skip_balanced(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        while let Some(byte) = bytes.get(self.position) {
            match byte {
                b'"' => {
                    self.position += 1;
                    if !self.skip_string() {
                        return false;
                    }
                    continue;
                }
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => depth = depth.saturating_sub(1),
                b'\n' | b';' if depth == 0 => return true,
                _ => {}
            }
            self.position += 1;
        }
        depth == 0
    }

    /// From behind the opening quote to behind the closing one; false if there
    /// is none.
    fn skip_string(&mut self) -> bool {
        let rest = self.text.as_bytes().get(self.position..).unwrap_or(&[]);
        match rest.iter().position(|byte| *byte == b'"') {
            Some(length) => {
                self.position += length + 1;
                true
            }
            None => {
                self.position = self.text.len();
                false
            }
        }
    }

    /// The next token and where it starts.
    pub(super) fn next(&mut self) -> (Token<'a>, usize) {
        self.new_line = false;
        self.skip_space();
        let start = self.position;
        (self.token(start), start)
    }

    fn token(&mut self, start: usize) -> Token<'a> {
        let first = self.byte(start);
        match first {
            b'%' => self.sigil(start).map_or(Token::Unknown, Token::Local),
            b'@' => self.sigil(start).map_or(Token::Unknown, Token::Global),
            b'!' => self.exclamation(start),
            b'#' => self.hash(start),
            b'"' => self.quoted(start),
            b',' | b'(' | b')' | b'=' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'*' | b'|'
            | b'^' | b':' => {
                self.position += 1;
                Token::Punctuation(first)
            }
            b'0'..=b'9' | b'+' => self.number(start),
            b'-' if self.byte(start + 1).is_ascii_digit() => self.number(start),
            b'$' if self.byte(start + 1) == b'"' => {
                self.position += 2;
                self.skip_string();
                Token::Comdat
            }
            _ if is_name_byte(first) => self.word(start),
            0 if start >= self.text.len() => Token::End,
            _ => {
                self.position += 1;
                while !self.text.is_char_boundary(self.position) {
                    self.position += 1;
                }
                Token::Unknown
            }
        }
    }

    fn skip_name(&mut self) {
        while is_name_byte(self.byte(self.position)) {
            self.position += 1;
        }
    }

    fn word(&mut self, start: usize) -> Token<'a> {
        self.skip_name();
        let text = self.slice(start, self.position);
        match self.byte(self.position) {
            b':' => {
                self.position += 1;
                return Token::Label(RawName::Plain(text));
            }
            b'"' if text == "c" => {
                self.position += 1;
                let inside = self.position;
                if !self.skip_string() {
                    return Token::Unknown;
                }
                return Token::Bytes(self.slice(inside, self.position - 1));
            }
            _ => {}
        }
        if text == "..." {
            Token::Ellipsis
        } else if text.starts_with('$') {
            Token::Comdat
        } else {
            Token::Word(text)
        }
    }

    /// What follows `%` or `@`.
    fn sigil(&mut self, start: usize) -> Option<RawName<'a>> {
        self.position = start + 1;
        match self.byte(self.position) {
            b'"' => {
                self.position += 1;
                let inside = self.position;
                self.skip_string().then(|| RawName::Quoted(self.slice(inside, self.position - 1)))
            }
            b'0'..=b'9' => self.decimal().map(RawName::Number),
            _ => {
                let inside = self.position;
                self.skip_name();
                (self.position > inside).then(|| RawName::Plain(self.slice(inside, self.position)))
            }
        }
    }

    /// Digits; `None` if they are too many.
    fn decimal(&mut self) -> Option<u32> {
        let start = self.position;
        while self.byte(self.position).is_ascii_digit() {
            self.position += 1;
        }
        self.slice(start, self.position).parse().ok()
    }

    fn exclamation(&mut self, start: usize) -> Token<'a> {
        self.position = start + 1;
        match self.byte(self.position) {
            b'0'..=b'9' => self.decimal().map_or(Token::Unknown, Token::Node),
            byte if is_name_byte(byte) || byte == b'\\' => {
                while is_name_byte(self.byte(self.position)) || self.byte(self.position) == b'\\' {
                    self.position += 1;
                }
                Token::MetadataName(self.slice(start + 1, self.position))
            }
            _ => Token::Exclamation,
        }
    }

    fn hash(&mut self, start: usize) -> Token<'a> {
        self.position = start + 1;
        if self.byte(self.position).is_ascii_digit() {
            return self.decimal().map_or(Token::Unknown, Token::Group);
        }
        self.skip_name();
        Token::Record(self.slice(start + 1, self.position))
    }

    fn quoted(&mut self, start: usize) -> Token<'a> {
        self.position = start + 1;
        if !self.skip_string() {
            return Token::Unknown;
        }
        let inside = self.slice(start + 1, self.position - 1);
        if self.byte(self.position) == b':' {
            self.position += 1;
            Token::Label(RawName::Quoted(inside))
        } else {
            Token::String(inside)
        }
    }

    fn number(&mut self, start: usize) -> Token<'a> {
        self.position = start + 1;
        if self.byte(start) == b'0' && self.byte(start + 1) == b'x' {
            self.position = start + 2;
            while self.byte(self.position).is_ascii_alphanumeric() {
                self.position += 1;
            }
            return Token::HexFloat(self.slice(start, self.position));
        }
        self.skip_digits();
        match self.byte(self.position) {
            b'.' => {
                self.position += 1;
                self.skip_digits();
                if matches!(self.byte(self.position), b'e' | b'E') {
                    self.position += 1;
                    if matches!(self.byte(self.position), b'+' | b'-') {
                        self.position += 1;
                    }
                    self.skip_digits();
                }
                Token::Float(self.slice(start, self.position))
            }
            b':' => {
                let number = self.slice(start, self.position).parse();
                self.position += 1;
                number.map_or(Token::Unknown, |number| Token::Label(RawName::Number(number)))
            }
            _ => Token::Integer(self.slice(start, self.position)),
        }
    }

    fn skip_digits(&mut self) {
        while self.byte(self.position).is_ascii_digit() {
            self.position += 1;
        }
    }
}

#[inline]
fn is_name_byte(byte: u8) -> bool {
    const NAME_BYTES: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            let character = byte as u8;
            table[byte] =
                character.is_ascii_alphanumeric() || matches!(character, b'-' | b'$' | b'.' | b'_');
            byte += 1;
        }
        table
    };
    NAME_BYTES[byte as usize]
}
