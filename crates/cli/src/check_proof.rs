//! `raddle check-proof`: follows every step of a certificate.

use std::path::Path;

use raddle_certificate::manifest::Holds;
use raddle_certificate::{Counts, Manifest, Refusal};
use raddle_ir::CheckKind;
use raddle_trace::style::harmless;

use crate::diagnostic::{Diagnostic, render_warning};
use crate::load::load;
use crate::options::{CheckProofOptions, ProgramOptions, When};
use crate::proof::UNASKED;
use crate::terminal::message_style;
use crate::{Status, fail, fingerprint, invariant};

const SOURCE: &str = "certificates come from: raddle check --proof DIR --engine order main.c";

/// Why a certificate is not accepted.
enum Problem {
    /// With the message's words for it.
    Refused(String),
    /// It may be right, but that cannot be found out.
    Hindered(Diagnostic),
}

pub fn run(options: &CheckProofOptions) -> Status {
    match try_run(options) {
        Ok(text) => {
            crate::print(&text);
            Status::Holds
        }
        Err(Problem::Hindered(diagnostic)) => fail(&diagnostic, false, When::Auto),
        Err(Problem::Refused(message)) => {
            let message = format!("the certificate is refused: {}", harmless(&message));
            let folder = options.folder.to_string_lossy();
            fail(&Diagnostic::new(message).at(folder), false, When::Auto);
            Status::Violated
        }
    }
}

fn try_run(options: &CheckProofOptions) -> Result<String, Problem> {
    let folder = &options.folder;
    let missing = |message: &str| {
        let diagnostic = Diagnostic::new(message).at(folder.to_string_lossy()).help(SOURCE);
        Err(Problem::Hindered(diagnostic))
    };
    if !folder.exists() {
        return missing("there is no such folder");
    }
    if !folder.is_dir() {
        return missing("this is a file, not the folder of a certificate");
    }
    if invariant::is_one(folder) {
        return check_invariant(options);
    }
    let problem = |refusal| problem(refusal, options);
    let (manifest, counts) = raddle_certificate::check(folder).map_err(problem)?;
    if let Some(wrong) = unknown_check(&manifest) {
        return Err(Problem::Refused(wrong));
    }
    let is_of_program = compare(options, &manifest.program.fingerprint)?;
    if let Some(base) = &options.export {
        export(folder, options.answer, base).map_err(problem)?;
    }
    Ok(text(&manifest, &counts, is_of_program))
}

/// What the engine `modular` proved.
fn check_invariant(options: &CheckProofOptions) -> Result<String, Problem> {
    let folder = options.folder.to_string_lossy();
    if options.export.is_some() {
        let diagnostic =
            Diagnostic::new("--export is for the answers of solvers, and there are none")
                .at(folder)
                .help("leave out --export");
        return Err(Problem::Hindered(diagnostic));
    }
    let (certificate, confirmed) =
        invariant::check(&options.folder).map_err(|refusal| match refusal {
            invariant::Refusal::Wrong(message) => Problem::Refused(message),
            invariant::Refusal::CannotRead(message) => {
                Problem::Hindered(Diagnostic::new(harmless(&message)).at(folder))
            }
        })?;
    let is_of_program = compare(options, &certificate.about.fingerprint)?;
    Ok(invariant::text(&certificate, &confirmed, is_of_program))
}

/// A check of the manifest that there is none of.
fn unknown_check(manifest: &Manifest) -> Option<String> {
    let is_unknown = |holds: &&Holds| CheckKind::from_name(&holds.check).is_none();
    let holds = manifest.holds.iter().find(is_unknown)?;
    Some(format!("it is about {:?}, and there is no such check", holds.check))
}

fn problem(refusal: Refusal, options: &CheckProofOptions) -> Problem {
    let folder = options.folder.to_string_lossy();
    match refusal {
        Refusal::Wrong(message) => Problem::Refused(message),
        Refusal::CannotRead(message) => {
            Problem::Hindered(Diagnostic::new(harmless(&message)).at(folder).help(SOURCE))
        }
        Refusal::NoSuchAnswer { answers } => {
            let message = format!("there is no answer {}", options.answer);
            let diagnostic = Diagnostic::new(message).at(folder);
            Problem::Hindered(diagnostic.help(match answers {
                0 => "it has no answers".to_owned(),
                1 => "it has 1 answer: --answer 1".to_owned(),
                answers => format!("it has {answers} answers: --answer 1 to --answer {answers}"),
            }))
        }
        Refusal::CannotWrite(message) => {
            let help = "nothing is overwritten: choose another name with --export NAME";
            Problem::Hindered(Diagnostic::new(message).help(help))
        }
    }
}

/// Whether the certificate was made of the program that is given, if one is.
fn compare(options: &CheckProofOptions, expected: &str) -> Result<bool, Problem> {
    if options.files.is_empty() {
        return Ok(false);
    }
    let program = ProgramOptions {
        files: options.files.clone(),
        clang_arguments: options.clang_arguments.clone(),
        meaning: options.meaning.clone(),
        compiler: options.compiler.clone(),
    };
    let loaded = load(&program).map_err(Problem::Hindered)?;
    for warning in &loaded.notes.warnings {
        crate::print_message(&render_warning(warning, &message_style(When::Auto)));
    }
    match fingerprint::of(&loaded.ready.program) == expected {
        true => Ok(true),
        false => Err(Problem::Refused(
            "it is about another program than the one given (or another clang or raddle read \
             it, or with other options)"
                .to_owned(),
        )),
    }
}

fn export(folder: &Path, answer: u64, base: &Path) -> Result<(), Refusal> {
    let with = |ending: &str| {
        let mut name = base.as_os_str().to_owned();
        name.push(ending);
        name
    };
    let (cnf, lrat) = (with(".cnf"), with(".lrat"));
    raddle_certificate::export(folder, answer, Path::new(&cnf), Path::new(&lrat))
}

fn text(manifest: &Manifest, counts: &Counts, is_of_program: bool) -> String {
    let files = manifest.program.files.join(" ");
    let mut text = format!(
        "certificate of {} for {} (fingerprint {}{})\n",
        manifest.tool,
        files,
        manifest.program.fingerprint,
        if is_of_program { ", that of the program given" } else { "" }
    );
    for holds in &manifest.holds {
        text += &format!("  {} holds ({})", holds.check, holds.engine);
        if !holds.bounds.is_empty() {
            text += &format!(" within {}", holds.bounds.join(", "));
        }
        text += "\n";
    }
    if counts.answers == 0 {
        text += &format!("  {UNASKED}\n");
    }
    let lines: Vec<String> = text.lines().map(harmless).collect();
    format!("{}\n{counts}: all right\n", lines.join("\n"))
}
