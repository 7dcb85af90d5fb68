//! Reading what a solver says: the S-expressions of SMT-LIB 2.
//!
//! A solver's output is foreign input: nothing here recurses, and the caller
//! limits how much is taken.

use std::fmt;

use raddle_terms::Bits;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// A symbol (without its bars), a number, a string (without its quotes).
    Atom(String),
    List(Vec<Expression>),
}

/// Deeper answers are not understood.
const DEEPEST: usize = 64;

impl Expression {
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Expression::Atom(text) => Some(text),
            Expression::List(_) => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Expression]> {
        match self {
            Expression::Atom(_) => None,
            Expression::List(items) => Some(items),
        }
    }

    /// The message of `(error "...")`.
    pub(super) fn error(&self) -> Option<String> {
        match self.list()? {
            [head, rest @ ..] if head.atom() == Some("error") => {
                Some(rest.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            }
            _ => None,
        }
    }

    /// The value of `#x2a`, `#b101`, `(_ bv42 8)`, `true`, `false`.
    pub(super) fn value(&self, width: u16) -> Option<Bits> {
        let (digits, radix, given_width) = match self {
            Expression::Atom(text) => match (text.as_str(), text.get(..2)) {
                ("true", _) => ("1", 2, 1),
                ("false", _) => ("0", 2, 1),
                (_, Some("#b")) => (text.get(2..)?, 2, text.len() - 2),
                (_, Some("#x")) => (text.get(2..)?, 16, (text.len() - 2) * 4),
                _ => return None,
            },
            Expression::List(items) => match items.as_slice() {
                [underscore, number, width] if underscore.atom() == Some("_") => {
                    (number.atom()?.strip_prefix("bv")?, 10, width.atom()?.parse().ok()?)
                }
                _ => return None,
            },
        };
        if given_width != usize::from(width) || digits.starts_with('+') {
            return None;
        }
        Some(Bits::new(u128::from_str_radix(digits, radix).ok()?, width))
    }
}

/// As text in one line, for messages.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Atom(text) => f.write_str(text),
            Expression::List(items) => {
                for (position, item) in items.iter().enumerate() {
                    f.write_str(if position == 0 { "(" } else { " " })?;
                    item.fmt(f)?;
                }
                f.write_str(if items.is_empty() { "()" } else { ")" })
            }
        }
    }
}

/// Puts expressions together byte by byte.
#[derive(Default)]
pub(super) struct Reader {
    /// Lists that are not closed yet, outermost first.
    open: Vec<Vec<Expression>>,
    token: Vec<u8>,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Atom,
    Quoted,
    Text,
    Comment,
}

impl Reader {
    /// The expression that the byte completes. The byte that ends an atom may
    /// begin the next expression, which is remembered. The error is for what no
    /// expression contains.
    pub(super) fn take(&mut self, byte: u8) -> Result<Option<Expression>, String> {
        match (self.state, byte) {
            (State::Comment, b'\n') => self.state = State::Between,
            (State::Comment, _) => {}
            (State::Quoted, b'|') | (State::Text, b'"') => return Ok(self.end_token()),
            (State::Quoted | State::Text, _) => self.token.push(byte),
            (State::Atom, _) if is_delimiter(byte) => {
                let complete = self.end_token();
                // Inside a list nothing is complete before its end, and outside
                // of one a delimiter completes nothing itself.
                let further = self.begin(byte)?;
                return Ok(complete.or(further));
            }
            (State::Atom, _) => self.token.push(byte),
            (State::Between, _) => return self.begin(byte),
        }
        Ok(None)
    }

    fn begin(&mut self, byte: u8) -> Result<Option<Expression>, String> {
        match byte {
            b'(' if self.open.len() >= DEEPEST => {
                return Err("lists within lists within lists".to_owned());
            }
            b'(' => self.open.push(Vec::new()),
            b')' => match self.open.pop() {
                Some(items) => return Ok(self.place(Expression::List(items))),
                None => return Err("a closing bracket that was never opened".to_owned()),
            },
            b';' => self.state = State::Comment,
            b'"' => self.state = State::Text,
            b'|' => self.state = State::Quoted,
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                self.state = State::Atom;
                self.token.push(byte);
            }
        }
        Ok(None)
    }

    fn end_token(&mut self) -> Option<Expression> {
        self.state = State::Between;
        let text = String::from_utf8_lossy(&self.token).into_owned();
        self.token.clear();
        self.place(Expression::Atom(text))
    }

    /// Into the innermost open list; else it is complete.
    fn place(&mut self, expression: Expression) -> Option<Expression> {
        match self.open.last_mut() {
            Some(list) => {
                list.push(expression);
                None
            }
            None => Some(expression),
        }
    }
}

fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'"' | b'|')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let mut reader = Reader::default();
        let mut all = Vec::new();
        for byte in text.bytes() {
            all.extend(reader.take(byte)?.map(|expression| expression.to_string()));
        }
        Ok(all)
    }

    #[test]
    fn expressions_are_complete_at_their_end() {
        assert_eq!(read("sat\n").unwrap(), ["sat"]);
        assert_eq!(read("sat").unwrap(), [""; 0]);
        assert_eq!(read("((a #b1)(|b c| x))").unwrap(), ["((a #b1) (b c x))"]);
        assert_eq!(
            read("unsat(error \"it; (is\")\n;c(\n()").unwrap(),
            ["unsat", "error it; (is", "()"].map(|text| if text.starts_with("error") {
                format!("({text})")
            } else {
                text.to_owned()
            })
        );
    }

    #[test]
    fn endless_nesting_and_stray_brackets_are_errors() {
        assert!(read(&"(".repeat(DEEPEST)).is_ok());
        assert!(read(&"(".repeat(100_000)).is_err());
        assert!(read("a)").is_err());
    }

    fn value(text: &str, width: u16) -> Option<Bits> {
        let mut reader = Reader::default();
        let mut bytes = text.bytes().chain([b'\n']);
        let read = bytes.find_map(|byte| reader.take(byte).unwrap());
        read.and_then(|expression| expression.value(width))
    }

    #[test]
    fn values_have_the_width_that_was_asked_for() {
        assert_eq!(value("#x2a", 8), Some(Bits::new(42, 8)));
        assert_eq!(value("#b101", 3), Some(Bits::new(5, 3)));
        assert_eq!(value("(_ bv42 7)", 7), Some(Bits::new(42, 7)));
        assert_eq!(value("true", 1), Some(Bits::boolean(true)));
        assert_eq!(value("#x2a", 9), None);
        assert_eq!(value("true", 2), None);
        assert_eq!(value("#x", 8), None);
        assert_eq!(value("#b+1", 2), None);
        assert_eq!(value("#é", 2), None);
        assert_eq!(value("(_ bv42)", 7), None);
        assert_eq!(value(&format!("#x{}", "f".repeat(32)), 128), Some(Bits::ones(128)));
    }
}
