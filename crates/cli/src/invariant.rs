//! `--certificate DIR`: writes what a proof of the engine `modular` rests on, and for `raddle
//! check-proof` sees whether it is right.
//!
//! The folder has two files: the program as it came from the front end (`program.ir`, which reads back
//! exactly), and the invariant (`invariant.json`). Incomplete: that the program stands for the C files is
//! believed, as for the other certificates.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use raddle_engines::modular::Certificates;
use raddle_ir::text;
use raddle_modular::certificate::{AboutRecord, Certificate};
use raddle_modular::recheck::{Confirmed, recheck};
use raddle_passes::Ready;
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_trace::style::harmless;
use raddle_verdict::Coverage;

use crate::diagnostic::Diagnostic;
use crate::fingerprint;
use crate::load::LoadedProgram;
use crate::options::CheckOptions;
use crate::outputs::prepare_folder;
use crate::validation::{Answer, ValidatedReport, ValidatedResult};

/// The files of the folder.
pub const NAME: &str = "invariant.json";
const PROGRAM: &str = "program.ir";

/// The engine whose proofs these are.
const ENGINE: &str = "modular";

pub struct Invariant {
    folder: PathBuf,
    /// The folder was not there before.
    is_new: bool,
    pub certificates: Certificates,
}

impl Invariant {
    /// Makes the folder; one with anything in it is not touched.
    pub fn prepare(folder: &Path) -> Result<Invariant, Diagnostic> {
        let is_new = prepare_folder(folder, "the certificate", "--certificate DIR")?;
        Ok(Invariant { folder: folder.to_owned(), is_new, certificates: Certificates::default() })
    }

    /// Takes away what this run has written.
    pub fn discard(&self) {
        for name in [NAME, PROGRAM] {
            // What was never made cannot be removed.
            let _ = fs::remove_file(self.folder.join(name));
        }
        if self.is_new {
            let _ = fs::remove_dir(&self.folder);
        }
    }

    /// Writes both files if anything was proved, and says so.
    pub fn finish(
        &self,
        options: &CheckOptions,
        loaded: &LoadedProgram,
        report: &ValidatedReport,
    ) -> Result<(), Diagnostic> {
        let folder = harmless(&self.folder.to_string_lossy());
        let holds: Vec<String> = report.checks.iter().filter_map(proved).collect();
        let certificate = self.certificates.take().filter(|_| !holds.is_empty());
        let (Some(certificate), Some(program)) = (certificate, &loaded.text) else {
            self.discard();
            let note = format!("note: {ENGINE} proved nothing, so {folder} was not written\n");
            crate::print_message(&note);
            return Ok(());
        };
        let files = options.program.files.iter();
        let about = AboutRecord {
            tool: format!("raddle {}", env!("CARGO_PKG_VERSION")),
            files: files.map(|file| file.to_string_lossy().into_owned()).collect(),
            fingerprint: fingerprint::of(&loaded.ready.program),
        };
        self.write(program, &Certificate { about, holds, ..certificate }).map_err(|error| {
            self.discard();
            Diagnostic::new(format!("the certificate could not be written: {error}"))
                .at(self.folder.to_string_lossy())
                .help("the answer above is not certified; is there room on the disk?")
        })?;
        let others = report.checks.iter().filter(|check| proved(check).is_none());
        let others: Vec<&str> = others.map(|check| check.kind.name()).collect();
        let mut note = format!("note: {folder} has a certificate of what {ENGINE} proved; ");
        if !others.is_empty() {
            note += &format!("there is none for {}; ", others.join(", "));
        }
        note += &format!("to check it: {} check-proof {folder}\n", crate::command());
        if !options.output.quiet {
            crate::print_message(&note);
        }
        Ok(())
    }

    fn write(&self, program: &str, certificate: &Certificate) -> Result<(), String> {
        let text = certificate.to_json()?;
        for (name, text) in [(PROGRAM, program), (NAME, &text)] {
            fs::File::create_new(self.folder.join(name))
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .map_err(|error| format!("cannot write {name}: {error}"))?;
        }
        Ok(())
    }
}

fn proved(result: &ValidatedResult) -> Option<String> {
    let is_proof = matches!(&result.answer, Answer::Holds(Coverage::Complete { .. }));
    (is_proof && result.by == Some(ENGINE)).then(|| result.kind.name().to_owned())
}

/// Why a certificate is not accepted.
pub enum Refusal {
    CannotRead(String),
    Wrong(String),
}

/// Whether a folder is of this kind.
pub fn is_one(folder: &Path) -> bool {
    folder.join(NAME).is_file()
}

/// Checks everything in a folder.
pub fn check(folder: &Path) -> Result<(Certificate, Confirmed), Refusal> {
    let certificate = Certificate::parse(&read(folder, NAME)?)
        .map_err(|error| Refusal::Wrong(format!("{NAME}: {error}")))?;
    let ready = program(&read(folder, PROGRAM)?)
        .map_err(|error| Refusal::Wrong(format!("{PROGRAM}: {error}")))?;
    if fingerprint::of(&ready.program) != certificate.about.fingerprint {
        let message = format!("{NAME} is about another program than {PROGRAM}");
        return Err(Refusal::Wrong(message));
    }
    let confirmed = recheck(&ready, &certificate).map_err(Refusal::Wrong)?;
    Ok((certificate, confirmed))
}

fn read(folder: &Path, name: &str) -> Result<String, Refusal> {
    let path = folder.join(name);
    // A pipe would wait for a writer, and a device may never end.
    let is_file = fs::metadata(&path).is_ok_and(|found| found.is_file());
    let text = match is_file {
        true => fs::read_to_string(path),
        false => Err(io::ErrorKind::NotFound.into()),
    };
    text.map_err(|error| Refusal::CannotRead(format!("cannot read {name}: {error}")))
}

fn program(text: &str) -> Result<Ready, String> {
    let program = text::parse(text).map_err(|error| error.to_string())?;
    prepare(program, &PipelineOptions::default()).map_err(|error| error.to_string())
}

/// What was checked, for people.
pub fn text(certificate: &Certificate, confirmed: &Confirmed, is_of_program: bool) -> String {
    let AboutRecord { tool, files, fingerprint } = &certificate.about;
    let given = if is_of_program { ", that of the program given" } else { "" };
    let files = files.join(" ");
    let mut text =
        format!("certificate of {tool} for {files} (fingerprint {fingerprint}{given})\n");
    for check in &confirmed.holds {
        text += &format!("  {} holds ({ENGINE})\n", check.name());
    }
    if confirmed.assumes_defined {
        text += "  assuming no undefined behaviour outside the selected checks\n";
    }
    for check in &confirmed.followed_up_to {
        let name = check.name();
        text += &format!("  executions were followed only as long as `{name}` holds\n");
    }
    let lines: Vec<String> = text.lines().map(harmless).collect();
    let Confirmed { states, pairs, .. } = confirmed;
    format!("{}\n{states} states, {pairs} pairs of accesses: all right\n", lines.join("\n"))
}
