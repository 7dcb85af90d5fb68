//! `manifest.json`: what a certificate is about, and which parts it has.

use std::fmt;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Refusal;

/// The name of the file.
pub const NAME: &str = "manifest.json";
/// Of the manifest and of the parts.
pub const FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: u32,
    /// Who wrote it, with the version.
    pub tool: String,
    pub program: Program,
    /// The checks that hold.
    pub holds: Vec<Holds>,
    /// All answers of all solvers that took part.
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub files: Vec<String>,
    /// A short name for the program as it was understood.
    pub fingerprint: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    pub check: String,
    pub engine: String,
    /// Within these bounds; if there are none, then completely.
    pub bounds: Vec<String>,
}

/// The record of one solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name in the folder of the manifest.
    pub file: String,
    /// For whom the solver worked.
    pub engine: String,
    #[serde(flatten)]
    pub counts: Counts,
}

/// How much there is in a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Answers *this cannot be*.
    pub answers: u64,
    /// Clauses that the solver was given.
    pub clauses: u64,
    /// Clauses that it derived.
    pub steps: u64,
    /// Clauses that follow from the facts about an order.
    pub lemmas: u64,
    /// These facts.
    pub facts: u64,
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        self.answers += other.answers;
        self.clauses += other.clauses;
        self.steps += other.steps;
        self.lemmas += other.lemmas;
        self.facts += other.facts;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { answers, clauses, steps, lemmas, facts } = self;
        let counted = |count: &u64, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let list = [
            counted(answers, "answer"),
            counted(clauses, "clause"),
            counted(steps, "proof step"),
            counted(lemmas, "theory lemma"),
            counted(facts, "fact"),
        ];
        f.write_str(&list.join(", "))
    }
}

impl Manifest {
    pub fn read(folder: &Path) -> Result<Manifest, Refusal> {
        let text = fs::read(folder.join(NAME))
            .map_err(|error| Refusal::CannotRead(format!("cannot read {NAME}: {error}")))?;
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|error| Refusal::Wrong(format!("{NAME}: {error}")))?;
        if manifest.format != FORMAT {
            let message = format!("{NAME}: this is format {}, not {FORMAT}", manifest.format);
            return Err(Refusal::Wrong(message));
        }
        let is_plain = |name: &str| {
            let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
            !name.starts_with('.') && !name.is_empty() && name.chars().all(plain)
        };
        match manifest.parts.iter().find(|part| !is_plain(&part.file)) {
            Some(part) => Err(Refusal::Wrong(format!("{NAME}: {:?} is no file's name", part.file))),
            None => Ok(manifest),
        }
    }

    pub fn to_json(&self) -> Result<String, String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        Ok(text + "\n")
    }
}
