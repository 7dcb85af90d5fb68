//! `manifest.json`: what a certificate is about, and which parts it has.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::{Refusal, open};

/// The name of the file.
pub const NAME: &str = "manifest.json";
/// Of the manifest; parts say theirs in their first line.
pub const FORMAT: u32 = 2;

/// No honest manifest is as long.
const LONGEST: u64 = 256 << 20;

/// How the names of parts end.
const ENDING: &str = ".proof";

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
    /// Of all the rest; empty until it is written.
    #[serde(default)]
    pub digest: String,
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
    /// Of the whole file.
    pub digest: String,
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
        let mut text = Vec::new();
        open(folder, NAME)?
            .take(LONGEST)
            .read_to_end(&mut text)
            .map_err(|error| Refusal::CannotRead(format!("cannot read {NAME}: {error}")))?;
        let manifest = Manifest::parse(&text)
            .and_then(|manifest| manifest.refuse_unlisted(folder).map(|()| manifest));
        manifest.map_err(|message| Refusal::Wrong(format!("{NAME}: {message}")))
    }

    fn parse(text: &[u8]) -> Result<Manifest, String> {
        // Others have other fields, so that this is looked at first.
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let format: Format = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if format.format != FORMAT {
            return Err(format!("this is format {}, not {FORMAT}", format.format));
        }
        let manifest: Manifest = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        manifest.refuse_gaps()?;
        match manifest.digest == manifest.digest_of_rest()? {
            true => Ok(manifest),
            false => Err("it was changed after it was written".to_owned()),
        }
    }

    /// Parts are numbered from 1 in their order, and no check holds twice.
    fn refuse_gaps(&self) -> Result<(), String> {
        for (number, part) in (1..).zip(&self.parts) {
            let name = part_name(number);
            if part.file != name {
                return Err(format!("there should be {name} where it lists {:?}", part.file));
            }
        }
        if self.holds.is_empty() {
            return Err("it lists nothing that holds".to_owned());
        }
        for (position, holds) in self.holds.iter().enumerate() {
            if self.holds.iter().take(position).any(|other| other.check == holds.check) {
                return Err(format!("it lists {:?} twice", holds.check));
            }
        }
        Ok(())
    }

    /// A part that lies there and is not listed would not be checked.
    fn refuse_unlisted(&self, folder: &Path) -> Result<(), String> {
        let cannot = |error: std::io::Error| format!("the folder cannot be read: {error}");
        let mut listed: Vec<&str> = self.parts.iter().map(|part| part.file.as_str()).collect();
        listed.sort_unstable();
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let name = entry.map_err(cannot)?.file_name().to_string_lossy().into_owned();
            if name.ends_with(ENDING) && listed.binary_search(&name.as_str()).is_err() {
                return Err(format!("{name:?} lies beside it, and is not listed"));
            }
        }
        Ok(())
    }

    fn digest_of_rest(&self) -> Result<String, String> {
        let rest = Manifest { digest: String::new(), ..self.clone() };
        let text = serde_json::to_string(&rest).map_err(|error| error.to_string())?;
        Ok(Digest::of(text.as_bytes()).text())
    }

    /// With the digest, whatever it was before.
    pub fn to_json(&self) -> Result<String, String> {
        let sealed = Manifest { digest: self.digest_of_rest()?, ..self.clone() };
        let text = serde_json::to_string_pretty(&sealed).map_err(|error| error.to_string())?;
        Ok(text + "\n")
    }
}

/// The first is 1.
pub fn part_name(number: u64) -> String {
    format!("{number:04}{ENDING}")
}
