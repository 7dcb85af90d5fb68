//! Reading the options of a benchmark: `--name value` pairs, and what follows `--`.

use std::collections::VecDeque;

pub struct Words {
    words: VecDeque<String>,
    usage: &'static str,
}

impl Words {
    pub fn new(arguments: &[String], usage: &'static str) -> Words {
        Words { words: arguments.iter().cloned().collect(), usage }
    }

    pub fn next(&mut self) -> Option<String> {
        self.words.pop_front()
    }

    /// What is left.
    pub fn rest(&mut self) -> Vec<String> {
        self.words.drain(..).collect()
    }

    pub fn value(&mut self, option: &str) -> Result<String, String> {
        self.next().ok_or_else(|| format!("{option} lacks its value\n{}", self.usage))
    }

    /// Words separated by commas.
    pub fn list(&mut self, option: &str) -> Result<Vec<String>, String> {
        let value = self.value(option)?;
        Ok(value.split(',').filter(|word| !word.is_empty()).map(str::to_string).collect())
    }

    /// A number of seconds that a run can have.
    pub fn seconds(&mut self, option: &str) -> Result<f64, String> {
        let value = self.value(option)?;
        match value.parse() {
            Ok(seconds) if (0.1..=1e6).contains(&seconds) => Ok(seconds),
            _ => Err(self.wrong(option, &value)),
        }
    }

    /// A number of at least one.
    pub fn count(&mut self, option: &str) -> Result<usize, String> {
        let value = self.value(option)?;
        match value.parse() {
            Ok(count) if count > 0 => Ok(count),
            _ => Err(self.wrong(option, &value)),
        }
    }

    pub fn unexpected(&self, word: &str) -> String {
        format!("{word} is not understood\n{}", self.usage)
    }

    fn wrong(&self, option: &str, value: &str) -> String {
        self.unexpected(&format!("{option} {value}"))
    }
}

/// Whether a name fits a pattern: all of it where the pattern has a `*` (any characters)
/// or a `?` (any one), a part of it otherwise.
pub fn fits(name: &str, pattern: &str) -> bool {
    if pattern.contains(['*', '?']) {
        let name: Vec<char> = name.chars().collect();
        let pattern: Vec<char> = pattern.chars().collect();
        fits_wholly(&name, &pattern)
    } else {
        name.contains(pattern)
    }
}

/// Goes back to the last star only: what an earlier one could give is covered by that.
fn fits_wholly(name: &[char], pattern: &[char]) -> bool {
    let (mut at, mut next) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() {
        if pattern.get(next) == Some(&'*') {
            star = Some((at, next));
            next += 1;
        } else if pattern.get(next).is_some_and(|&one| one == '?' || one == name[at]) {
            at += 1;
            next += 1;
        } else if let Some((start, place)) = star {
            star = Some((start + 1, place));
            at = start + 1;
            next = place + 1;
        } else {
            return false;
        }
    }
    pattern[next..].iter().all(|&one| one == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        for (name, pattern) in [
            ("pthread/queue-1", "queue"),
            ("pthread/queue-1", "*queue*"),
            ("pthread/queue-1", "pthread/*-?"),
            ("abcabd", "*ab?"),
            ("abc", "abc*"),
        ] {
            assert!(fits(name, pattern), "{name} {pattern}");
        }
        for (name, pattern) in [
            ("pthread/queue-1", "stack"),
            ("pthread/queue-1", "*queue"),
            ("pthread-ext/queue", "pthread/*"),
            ("abc", "abc?"),
            ("", "?"),
        ] {
            assert!(!fits(name, pattern), "{name} {pattern}");
        }
    }

    #[test]
    fn values_are_read_or_refused() {
        let words = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
            Words::new(&words, "usage")
        };
        assert_eq!(words("0.5").seconds("--limit"), Ok(0.5));
        assert_eq!(words("3").count("--jobs"), Ok(3));
        assert_eq!(words("a,b").list("--engines"), Ok(vec!["a".into(), "b".into()]));
        for wrong in ["", "soon", "-1", "0", "NaN", "1e300"] {
            assert!(words(wrong).seconds("--limit").is_err(), "{wrong}");
            assert!(words(wrong).count("--jobs").is_err(), "{wrong}");
        }
    }
}
