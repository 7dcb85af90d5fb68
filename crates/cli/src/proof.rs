//! `--proof DIR`: writes what a *holds* rests on, for `raddle check-proof`.
//!
//! The solvers write their parts while they work; here are the folder before and the
//! manifest after. What cannot be written completely is taken away again: there is a
//! whole certificate or none.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use raddle_certificate::manifest::{FORMAT, Holds, NAME, Part, Program};
use raddle_certificate::{Counts, Manifest};
use raddle_engines::symbolic::{ProofFile, Proofs};
use raddle_trace::style::harmless;
use raddle_verdict::Coverage;

use crate::diagnostic::Diagnostic;
use crate::fingerprint;
use crate::load::LoadedProgram;
use crate::options::CheckOptions;
use crate::outputs::prepare_folder;
use crate::validation::{Answer, ValidatedReport, ValidatedResult};

/// Where a certificate has no answers.
pub const UNASKED: &str = "the solver was not needed: simplification decided everything, and that \
                           is not certified";

pub struct Certificate {
    folder: PathBuf,
    /// The folder was not there before.
    is_new: bool,
    pub proofs: Proofs,
}

impl Certificate {
    /// Makes the folder; one with anything in it is not touched.
    pub fn prepare(folder: &Path) -> Result<Certificate, Diagnostic> {
        let is_new = prepare_folder(folder, "the certificate", "--proof DIR")?;
        Ok(Certificate { folder: folder.to_owned(), is_new, proofs: Proofs::new(folder) })
    }

    /// Takes away what this run has written.
    pub fn discard(&self) {
        let manifest = self.folder.join(NAME);
        for path in self.proofs.paths().into_iter().chain([manifest]) {
            // What cannot be removed, or was never made, stays as it is.
            let _ = fs::remove_file(path);
        }
        if self.is_new {
            let _ = fs::remove_dir(&self.folder);
        }
    }

    /// Writes the manifest if anything holds, and says what was written.
    pub fn finish(
        &self,
        options: &CheckOptions,
        loaded: &LoadedProgram,
        report: &ValidatedReport,
    ) -> Result<(), Diagnostic> {
        let folder = harmless(&self.folder.to_string_lossy());
        let holds: Vec<Holds> = report.checks.iter().filter_map(holding).collect();
        if holds.is_empty() {
            self.discard();
            crate::print_message(&format!("note: nothing holds, so {folder} was not written\n"));
            return Ok(());
        }
        let files = options.program.files.iter();
        let program = Program {
            files: files.map(|file| file.to_string_lossy().into_owned()).collect(),
            fingerprint: fingerprint::of(&loaded.ready.program),
        };
        let total = self.write(program, holds).map_err(|error| {
            self.discard();
            Diagnostic::new(format!("the certificate could not be written: {error}"))
                .at(self.folder.to_string_lossy())
                .help("the answer above is not certified; is there room on the disk?")
        })?;
        let mut note = match total.answers {
            0 => format!("note: {folder} has a certificate without answers, since {UNASKED}; "),
            _ => format!("note: {folder} has a certificate of what holds ({total}); "),
        };
        let open = report.checks.iter().filter(|check| holding(check).is_none());
        let open: Vec<&str> = open.map(|check| check.kind.name()).collect();
        if !open.is_empty() {
            note += &format!("there is none for {}; ", open.join(", "));
        }
        note += &format!("to check it: {} check-proof {folder}\n", crate::command());
        if !options.output.quiet {
            crate::print_message(&note);
        }
        Ok(())
    }

    fn write(&self, program: Program, holds: Vec<Holds>) -> Result<Counts, String> {
        let parts: Vec<Part> = self.proofs.finished()?.into_iter().map(part).collect();
        let mut total = Counts::default();
        parts.iter().for_each(|part| total.add(&part.counts));
        let tool = format!("raddle {}", env!("CARGO_PKG_VERSION"));
        let digest = String::new();
        let manifest = Manifest { format: FORMAT, tool, program, holds, parts, digest };
        let text = manifest.to_json()?;
        fs::File::create_new(self.folder.join(NAME))
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("cannot write {NAME}: {error}"))?;
        Ok(total)
    }
}

fn part(file: ProofFile) -> Part {
    let ProofFile { name, engine, answers, clauses, steps, lemmas, facts, digest } = file;
    Part {
        file: name,
        engine: engine.to_owned(),
        digest: format!("{digest:016x}"),
        counts: Counts { answers, clauses, steps, lemmas, facts },
    }
}

fn holding(result: &ValidatedResult) -> Option<Holds> {
    let bounds = match &result.answer {
        Answer::Holds(Coverage::Complete { .. }) => Vec::new(),
        Answer::Holds(Coverage::Bounded { bounds, .. }) => bounds.clone(),
        Answer::Unknown(_) | Answer::Violated { .. } => return None,
    };
    Some(Holds {
        check: result.kind.name().to_owned(),
        engine: result.by.unwrap_or_default().to_owned(),
        bounds,
    })
}
