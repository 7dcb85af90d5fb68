//! The lines of a part. The first is `raddle proof 1`; each other one begins with a
//! letter, numbers follow, and clauses and lists end with a zero:
//!
//! ```text
//! i ID LITERALS 0            the solver was given this clause
//! l ID LITERALS 0 HINTS 0    it derived this one by unit propagation along the hints
//! t ID LITERALS 0            this one follows from the facts about the order
//! d IDS 0                    these clauses are not needed any more
//! u ID ASSUMPTIONS 0         all of these cannot be true together, since one of the
//!                            clause's literals must be true and they deny them all
//! f BEFORE AFTER             the one node always comes before the other
//! g BEFORE AFTER LITERAL     it does where the literal is true
//! w NODE PLACE LITERAL       the node writes to the place where the literal is true;
//!                            writes are numbered from 0
//! r WRITE NODE LITERAL       the node reads what that write wrote where it is true
//! p NODE NODE LITERAL        a name: the literal is true if the first comes before
//!                            the second
//! ```

use std::io::BufRead;

/// No line of an honest part is as long.
const LONGEST: u64 = 256 << 20;

pub const HEADER: &str = "raddle proof 1";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Input { id: u64, clause: Vec<i32> },
    Derived { id: u64, clause: Vec<i32>, hints: Vec<u64> },
    Lemma { id: u64, clause: Vec<i32> },
    Deleted(Vec<u64>),
    Answer { id: u64, assumptions: Vec<i32> },
    Always { before: u32, after: u32 },
    Guarded { before: u32, after: u32, when: i32 },
    Write { node: u32, place: u32, happens: i32 },
    Read { write: u32, node: u32, chosen: i32 },
    Pair { first: u32, second: u32, name: i32 },
}

/// Reads one line after the other.
pub struct Reader<Input> {
    input: Input,
    buffer: Vec<u8>,
    /// Of the last line, from 1.
    pub number: u64,
}

impl<Input: BufRead> Reader<Input> {
    /// Reads the header as well.
    pub fn new(input: Input) -> Result<Reader<Input>, String> {
        let mut reader = Reader { input, buffer: Vec::new(), number: 0 };
        match reader.advance()? && reader.buffer == HEADER.as_bytes() {
            true => Ok(reader),
            false => Err(format!("the first line is not `{HEADER}`")),
        }
    }

    pub fn next(&mut self) -> Result<Option<Line>, String> {
        match self.advance()? {
            true => parse(&self.buffer).map(Some),
            false => Ok(None),
        }
    }

    /// Fills the buffer with the next line, if there is one.
    fn advance(&mut self) -> Result<bool, String> {
        self.buffer.clear();
        self.number += 1;
        let mut limited = std::io::Read::take(&mut self.input, LONGEST);
        let length = limited
            .read_until(b'\n', &mut self.buffer)
            .map_err(|error| format!("cannot be read: {error}"))?;
        match self.buffer.pop() {
            None => Ok(false),
            Some(b'\n') => Ok(true),
            Some(_) if length as u64 == LONGEST => Err("this line is too long".to_owned()),
            Some(_) => Err("the file ends in the middle of a line".to_owned()),
        }
    }
}

fn parse(line: &[u8]) -> Result<Line, String> {
    let text = std::str::from_utf8(line).map_err(|_| "this is no text".to_owned())?;
    let mut words = Words(text.split(' '));
    let line = match words.0.next() {
        Some("i") => Line::Input { id: words.id()?, clause: words.literals()? },
        Some("l") => {
            Line::Derived { id: words.id()?, clause: words.literals()?, hints: words.ids()? }
        }
        Some("t") => Line::Lemma { id: words.id()?, clause: words.literals()? },
        Some("d") => Line::Deleted(words.ids()?),
        Some("u") => Line::Answer { id: words.id()?, assumptions: words.literals()? },
        Some("f") => Line::Always { before: words.number()?, after: words.number()? },
        Some("g") => Line::Guarded {
            before: words.number()?,
            after: words.number()?,
            when: words.literal()?,
        },
        Some("w") => {
            Line::Write { node: words.number()?, place: words.number()?, happens: words.literal()? }
        }
        Some("r") => {
            Line::Read { write: words.number()?, node: words.number()?, chosen: words.literal()? }
        }
        Some("p") => {
            Line::Pair { first: words.number()?, second: words.number()?, name: words.literal()? }
        }
        Some(_) | None => return Err("this line says nothing that is known".to_owned()),
    };
    match words.0.next() {
        None => Ok(line),
        Some(_) => Err("the line goes on after its end".to_owned()),
    }
}

struct Words<'a>(std::str::Split<'a, char>);

impl Words<'_> {
    fn number<Number: std::str::FromStr>(&mut self) -> Result<Number, String> {
        let word = self.0.next().ok_or("a number is missing")?;
        // The standard parser would take a plus.
        let plain = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let number = plain.then(|| word.parse().ok()).flatten();
        number.ok_or_else(|| format!("{:?} is no number here", shortened(word)))
    }

    /// A number that is not zero.
    fn id(&mut self) -> Result<u64, String> {
        self.number().and_then(|id| if id == 0 { Err("zero is no clause".into()) } else { Ok(id) })
    }

    fn literal(&mut self) -> Result<i32, String> {
        match self.number()? {
            0 | i32::MIN => Err("this is no literal".to_owned()),
            literal => Ok(literal),
        }
    }

    fn literals(&mut self) -> Result<Vec<i32>, String> {
        let mut list = Vec::new();
        loop {
            match self.number()? {
                0 => return Ok(list),
                i32::MIN => return Err("this is no literal".to_owned()),
                literal => list.push(literal),
            }
        }
    }

    fn ids(&mut self) -> Result<Vec<u64>, String> {
        let mut list = Vec::new();
        loop {
            match self.number()? {
                0 => return Ok(list),
                id => list.push(id),
            }
        }
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(20).collect()
}
