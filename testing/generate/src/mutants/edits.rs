//! Every edit that can be made on a text, by kinds.

use std::ops::Range;

use super::statements::{Structure, is_jump};
use super::tokens::Kind;

/// Pieces of the text and what stands there afterwards.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// In order, and apart from each other.
    replaced: Vec<(Range<usize>, String)>,
    what: String,
}

impl Edit {
    pub(super) fn replacing(bytes: Range<usize>, by: &str) -> Edit {
        Edit { replaced: vec![(bytes, by.to_owned())], what: String::new() }
    }

    pub(super) fn applied(&self, text: &str) -> String {
        let mut result = String::new();
        let mut at = 0;
        for (bytes, by) in &self.replaced {
            result.push_str(&text[at..bytes.start]);
            result.push_str(by);
            at = bytes.end;
        }
        result + &text[at..]
    }

    pub(super) fn in_words(&self, text: &str) -> String {
        let start = self.replaced.first().map_or(0, |(bytes, _)| bytes.start);
        format!("line {}: {}", text[..start].matches('\n').count() + 1, self.what)
    }

    /// How much is taken away.
    pub(super) fn length(&self) -> usize {
        self.replaced.iter().map(|(bytes, _)| bytes.len()).sum()
    }
}

/// A statement with one of these in the name of what it calls orders threads.
const ORDERING: [&str; 12] = [
    "lock",
    "wait",
    "join",
    "signal",
    "broadcast",
    "post",
    "atomic",
    "fence",
    "barrier",
    "once",
    "create",
    "free",
];

/// What opens a section, and what closes it, at the end of a call's name.
const SECTIONS: [(&str, &str); 8] = [
    ("mutex_lock", "mutex_unlock"),
    ("mtx_lock", "mtx_unlock"),
    ("spin_lock", "spin_unlock"),
    ("rwlock_rdlock", "rwlock_unlock"),
    ("rwlock_wrlock", "rwlock_unlock"),
    ("sem_wait", "sem_post"),
    ("atomic_begin", "atomic_end"),
    ("acquire", "release"),
];

/// Signs and words with what they are weakened or turned to.
const COMPARISONS: [(&str, &[&str]); 6] = [
    ("<", &["<=", ">"]),
    ("<=", &["<", "=="]),
    (">", &[">=", "<"]),
    (">=", &[">", "=="]),
    ("==", &[">=", "<=", "!="]),
    ("!=", &["==", "<=", ">"]),
];
const LOGIC: [(&str, &[&str]); 2] = [("&&", &["||"]), ("||", &["&&"])];
const ARITHMETIC: [(&str, &[&str]); 6] = [
    ("+", &["-"]),
    ("++", &["--"]),
    ("--", &["++"]),
    ("+=", &["-=", "="]),
    ("-=", &["+="]),
    ("|=", &["="]),
];
const NEGATION: [(&str, &[&str]); 1] = [("!", &[""])];
const ATOMICITY: [(&str, &[&str]); 6] = [
    ("volatile", &[""]),
    ("_Atomic", &[""]),
    ("atomic_int", &["int"]),
    ("atomic_uint", &["unsigned"]),
    ("atomic_bool", &["_Bool"]),
    ("_Thread_local", &[""]),
];
const CALLS: [(&str, &[&str]); 8] = [
    ("pthread_cond_broadcast", &["pthread_cond_signal"]),
    ("cnd_broadcast", &["cnd_signal"]),
    ("pthread_mutex_lock", &["pthread_mutex_trylock", "pthread_mutex_unlock"]),
    ("pthread_mutex_unlock", &["pthread_mutex_lock"]),
    ("pthread_rwlock_wrlock", &["pthread_rwlock_rdlock"]),
    ("sem_wait", &["sem_trywait", "sem_post"]),
    ("while", &["if"]),
    ("unsigned", &["int", "unsigned char"]),
];

/// All edits; those of one kind together.
pub(super) fn edits(text: &str, structure: &Structure) -> Vec<Vec<Edit>> {
    let editor = Editor { text, structure };
    let (of_order, others) = editor.actions();
    let (around_order, elsewhere) = editor.swaps();
    vec![
        editor.drops(&of_order),
        editor.drops(&others),
        editor.sections(&of_order),
        around_order,
        elsewhere,
        editor.repetitions(&[of_order, others].concat()),
        editor.words(&COMPARISONS),
        editor.words(&LOGIC),
        editor.words(&ARITHMETIC),
        editor.words(&ATOMICITY),
        editor.words(&CALLS),
        [editor.words(&NEGATION), editor.negations()].concat(),
        editor.constants(),
        editor.shared_locals(),
    ]
}

struct Editor<'text> {
    text: &'text str,
    structure: &'text Structure,
}

impl Editor<'_> {
    fn source(&self, range: &Range<usize>) -> &str {
        &self.text[self.structure.bytes(range)]
    }

    /// For messages: on one line.
    fn quoted(&self, range: &Range<usize>) -> String {
        let words: Vec<&str> = self.source(range).split_whitespace().collect();
        format!("`{}`", words.join(" "))
    }

    /// Statements that do something and let the next one come: those that order threads,
    /// and others.
    fn actions(&self) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let acts = |range: &&Range<usize>| {
            range.len() > 1
                && !is_jump(self.structure.word(self.text, range.start))
                && !self.structure.is_declaration(self.text, range)
        };
        let actions = self.structure.simple.iter().filter(acts).cloned();
        actions.partition(|range| self.orders(range))
    }

    fn orders(&self, range: &Range<usize>) -> bool {
        self.call(range).is_some_and(|name| ORDERING.iter().any(|word| name.contains(word)))
    }

    /// The name of what is called first in it.
    fn call(&self, range: &Range<usize>) -> Option<&str> {
        let word = |at: usize| self.structure.word(self.text, at);
        let mut places = range.clone();
        let name = places
            .find(|&at| self.structure.tokens[at].kind == Kind::Word && word(at + 1) == "(")?;
        Some(word(name))
    }

    fn drops(&self, statements: &[Range<usize>]) -> Vec<Edit> {
        let drop = |range: &Range<usize>| Edit {
            replaced: vec![(self.structure.bytes(range), ";".to_owned())],
            what: format!("{} is dropped", self.quoted(range)),
        };
        statements.iter().map(drop).collect()
    }

    fn repetitions(&self, statements: &[Range<usize>]) -> Vec<Edit> {
        let repeat = |range: &Range<usize>| {
            let once = self.source(range);
            Edit {
                replaced: vec![(self.structure.bytes(range), format!("{{ {once} {once} }}"))],
                what: format!("{} is done twice", self.quoted(range)),
            }
        };
        statements.iter().map(repeat).collect()
    }

    /// Without what opens a section and the next that closes one.
    fn sections(&self, statements: &[Range<usize>]) -> Vec<Edit> {
        let mut results = Vec::new();
        for open in statements {
            let name = self.call(open).unwrap_or_default();
            let Some((_, closing)) = SECTIONS.iter().find(|(opening, _)| name.ends_with(opening))
            else {
                continue;
            };
            let closes = |range: &&Range<usize>| {
                range.start > open.start
                    && self.call(range).is_some_and(|name| name.ends_with(closing))
            };
            if let Some(close) = statements.iter().filter(closes).min_by_key(|range| range.start) {
                let both = [open, close];
                results.push(Edit {
                    replaced: both
                        .map(|range| (self.structure.bytes(range), ";".to_owned()))
                        .into(),
                    what: format!("the section of {} is dropped", self.quoted(open)),
                });
            }
        }
        results
    }

    /// Neighbours change places: where one of them orders threads (something leaves a
    /// section or gets into it), and elsewhere.
    fn swaps(&self) -> (Vec<Edit>, Vec<Edit>) {
        let (mut around_order, mut elsewhere) = (Vec::new(), Vec::new());
        for pair in self.structure.blocks.iter().flat_map(|block| block.windows(2)) {
            let [first, second] = pair else { continue };
            let stays = |range: &Range<usize>| {
                is_jump(self.structure.word(self.text, range.start))
                    || self.structure.is_declaration(self.text, range)
            };
            if stays(first) || stays(second) || self.source(first) == self.source(second) {
                continue;
            }
            let edit = Edit {
                replaced: vec![
                    (self.structure.bytes(first), self.source(second).to_owned()),
                    (self.structure.bytes(second), self.source(first).to_owned()),
                ],
                what: format!("{} and {} change places", self.quoted(first), self.quoted(second)),
            };
            if self.orders(first) || self.orders(second) {
                around_order.push(edit);
            } else {
                elsewhere.push(edit);
            }
        }
        (around_order, elsewhere)
    }

    fn words(&self, table: &[(&str, &[&str])]) -> Vec<Edit> {
        let mut results = Vec::new();
        for (at, token) in self.structure.tokens.iter().enumerate() {
            let word = self.structure.word(self.text, at);
            let Some((_, others)) = table.iter().find(|(known, _)| *known == word) else {
                continue;
            };
            for other in *others {
                let becomes = match *other {
                    "" => "is dropped".to_owned(),
                    other => format!("becomes `{other}`"),
                };
                results.push(Edit {
                    replaced: vec![(token.bytes.clone(), (*other).to_owned())],
                    what: format!("`{word}` {becomes}"),
                });
            }
        }
        results
    }

    fn negations(&self) -> Vec<Edit> {
        let mut results = Vec::new();
        for (keyword, condition) in &self.structure.conditions {
            let word = self.structure.word(self.text, *keyword);
            if condition.is_empty() || !["if", "while"].contains(&word) {
                continue;
            }
            let source = self.source(condition);
            results.push(Edit {
                replaced: vec![(self.structure.bytes(condition), format!("!({source})"))],
                what: format!("{} is negated", self.quoted(condition)),
            });
        }
        results
    }

    /// Whole numbers, one more and one less; their suffixes stay.
    fn constants(&self) -> Vec<Edit> {
        let mut results = Vec::new();
        for (at, token) in self.structure.tokens.iter().enumerate() {
            let word = self.structure.word(self.text, at);
            let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
            let is_octal = digits.len() > 1 && digits.starts_with('0');
            let (Kind::Number, false, Ok(value)) = (token.kind, is_octal, digits.parse::<u64>())
            else {
                continue;
            };
            for other in [value.checked_add(1), value.checked_sub(1)].into_iter().flatten() {
                let other = format!("{other}{}", &word[digits.len()..]);
                results.push(Edit {
                    what: format!("`{word}` becomes `{other}`"),
                    replaced: vec![(token.bytes.clone(), other)],
                });
            }
        }
        results
    }

    /// A local variable becomes one for all threads.
    fn shared_locals(&self) -> Vec<Edit> {
        let mut results = Vec::new();
        for range in &self.structure.simple {
            let is_static = range.clone().any(|at| self.structure.word(self.text, at) == "static");
            if self.structure.is_declaration(self.text, range) && !is_static {
                let start = self.structure.bytes(range).start;
                results.push(Edit {
                    replaced: vec![(start..start, "static ".to_owned())],
                    what: format!("{} is one for all", self.quoted(range)),
                });
            }
        }
        results
    }
}
