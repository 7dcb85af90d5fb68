//! Damaged texts: small changes of a readable text that are likely to be still
//! readable, and a few that are rude. For tests of everything that reads files.
//!
//! The method is that of mutational fuzzers (Miller, Fredriksen and So, "An
//! Empirical Study of the Reliability of UNIX Utilities", and its successors): bytes,
//! words and lines are changed, and halves of two texts are put together. A word is
//! what any of our formats takes for a number, a name or a keyword, so that one way of
//! damaging serves all of them. Nothing is learned from what the reader does; for that
//! there is `testing/fuzz`.

use crate::random::Random;

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "16",
    "31",
    "33",
    "64",
    "127",
    "128",
    "129",
    "255",
    "65536",
    "1000000007",
    "2147483648",
    "4294967295",
    "99999999999",
    "9223372036854775808",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
];

/// What can be nested, or merely repeated.
const REPEATED: [&str; 13] =
    ["(", "[", "{", "<", "[1 x ", "{ ", "\"", "*", "-", "0", "\n", "[2 x [2 x ", "{\"a\":"];

/// A text does not grow beyond this by being damaged.
const LONGEST: usize = 100_000;

/// A source of damage: the same seed does the same.
pub struct Damage {
    random: Random,
    words: Vec<String>,
}

impl Damage {
    /// `words` are keywords of the format, to be put where other words were.
    pub fn new(seed: u64, words: &[&str]) -> Damage {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Damage { random: Random::new(seed), words }
    }

    /// One of the texts, damaged once or a few times.
    pub fn of_any(&mut self, texts: &[Vec<u8>]) -> Vec<u8> {
        let empty = Vec::new();
        let mut text = self.random.pick_any(texts).unwrap_or(&empty).clone();
        // Mostly little: what is damaged often is seldom readable.
        let times = 1 + self.random.below(2) + self.random.below(2) * self.random.below(6);
        for _ in 0..times {
            let other = self.random.pick_any(texts).unwrap_or(&empty);
            text = self.once(&text, other);
        }
        text
    }

    /// One change; some of them take something from another text.
    pub fn once(&mut self, text: &[u8], other: &[u8]) -> Vec<u8> {
        let mut changed = match self.random.below(12) {
            0 => self.byte(text),
            1 => self.repetition(text),
            2 => self.truncation(text),
            3 => self.splice(text, other),
            4 | 5 => self.lines(text, other),
            _ => self.word(text, other),
        };
        changed.truncate(LONGEST);
        changed
    }

    /// A byte is changed, put in or left out.
    fn byte(&mut self, text: &[u8]) -> Vec<u8> {
        let mut changed = text.to_vec();
        let at = self.random.below(text.len());
        let byte = self.random.below(256) as u8;
        match (self.random.below(3), changed.get_mut(at)) {
            (0, Some(place)) => *place = byte,
            (1, Some(_)) => {
                changed.remove(at);
            }
            _ => changed.insert(at, byte),
        }
        changed
    }

    /// Something stands there many times: deep nesting, long numbers, long lists.
    fn repetition(&mut self, text: &[u8]) -> Vec<u8> {
        let words = words(text);
        let times = 1 << self.random.between(1, 14);
        let at = self.random.pick_any(&words).map_or(0, |word| word.0);
        let piece = if self.random.chance(50) {
            self.random.pick(&REPEATED).as_bytes().to_vec()
        } else {
            self.random.pick_any(&lines(text)).map(|line| line.to_vec()).unwrap_or_default()
        };
        let room = (LONGEST / (piece.len() + 1)).min(times);
        insert(text, at, &piece.repeat(room))
    }

    fn truncation(&mut self, text: &[u8]) -> Vec<u8> {
        text[..self.random.below(text.len())].to_vec()
    }

    /// The beginning of the one and the end of the other.
    fn splice(&mut self, text: &[u8], other: &[u8]) -> Vec<u8> {
        let (mine, theirs) = (lines(text), lines(other));
        let mut changed = mine[..self.random.below(mine.len() + 1)].concat();
        changed.extend(theirs[self.random.below(theirs.len() + 1)..].concat());
        changed
    }

    /// A line is left out, doubled, put elsewhere, or comes from the other text.
    fn lines(&mut self, text: &[u8], other: &[u8]) -> Vec<u8> {
        let mut mine = lines(text);
        if mine.is_empty() {
            return other.to_vec();
        }
        let (at, to) = (self.random.below(mine.len()), self.random.below(mine.len()));
        match self.random.below(4) {
            0 => {
                mine.remove(at);
            }
            1 => mine.insert(to, mine[at]),
            2 => mine.swap(at, to),
            _ => mine.insert(to, self.random.pick_any(&lines(other)).copied().unwrap_or(b"\n")),
        }
        mine.concat()
    }

    /// A word becomes another: a nearby or strange number, a keyword, or one that is
    /// used elsewhere.
    fn word(&mut self, text: &[u8], other: &[u8]) -> Vec<u8> {
        let mine = words(text);
        let Some(&(start, end)) = self.random.pick_any(&mine) else {
            return other.to_vec();
        };
        let source = if self.random.chance(70) { text } else { other };
        let elsewhere = words(source);
        let word = match self.random.below(5) {
            0 => self.random.pick(&NUMBERS).as_bytes(),
            1 => self.random.pick_any(&self.words).map_or(&b""[..], |word| word.as_bytes()),
            2 => return self.nearby(text, start, end),
            _ => self.random.pick_any(&elsewhere).map_or(&b""[..], |&(from, to)| &source[from..to]),
        };
        replace(text, start, end, word)
    }

    /// A number one more or less; of `i32` and `%5` too.
    fn nearby(&mut self, text: &[u8], start: usize, end: usize) -> Vec<u8> {
        let word = &text[start..end];
        let letters = word.iter().take_while(|byte| !byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&word[letters..]).ok().and_then(|n| n.parse::<u64>().ok());
        let Some(number) = number else {
            return replace(text, start, end, b"");
        };
        let changed = match self.random.below(3) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            _ => number ^ 1 << self.random.below(64),
        };
        replace(text, start + letters, end, changed.to_string().as_bytes())
    }
}

/// The lines, each with its end.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Where words begin and end.
fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let mut found = Vec::new();
    let mut start = None;
    for (position, byte) in text.iter().chain(b" ").enumerate() {
        match (start, is_part(byte)) {
            (None, true) => start = Some(position),
            (Some(from), false) => {
                found.push((from, position));
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    found
}

fn insert(text: &[u8], at: usize, piece: &[u8]) -> Vec<u8> {
    replace(text, at, at, piece)
}

fn replace(text: &[u8], start: usize, end: usize, piece: &[u8]) -> Vec<u8> {
    [&text[..start], piece, &text[end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const TEXT: &[u8] = b"define i32 @f(i32 %0) {\n  %2 = add i32 %0, 7\n  ret i32 %2\n}\n";

    #[test]
    fn the_same_seed_does_the_same() {
        let texts = [TEXT.to_vec(), b"another\ntext\n".to_vec()];
        let run = |seed| {
            let mut damage = Damage::new(seed, &["keyword"]);
            (0..200).map(|_| damage.of_any(&texts)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        assert!(run(1).iter().collect::<HashSet<_>>().len() > 150);
    }

    #[test]
    fn every_text_can_be_damaged() {
        let mut damage = Damage::new(3, &[]);
        for text in [&b""[..], b"\n", b"\xff\xfe", b"word", TEXT] {
            for other in [&b""[..], b"x"] {
                for _ in 0..300 {
                    assert!(damage.once(text, other).len() <= LONGEST);
                }
            }
        }
        assert!(damage.of_any(&[]).len() <= LONGEST);
    }

    #[test]
    fn words_are_numbers_and_names() {
        let found: Vec<&[u8]> = words(b"%2 = add i32 %0, -7")
            .iter()
            .map(|&(a, b)| &b"%2 = add i32 %0, -7"[a..b])
            .collect();
        assert_eq!(found, [&b"2"[..], b"add", b"i32", b"0", b"7"]);
    }
}
