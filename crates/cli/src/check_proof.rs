//! `raddle check-proof`: follows every step of a certificate.

use std::path::Path;

use raddle_certificate::{Counts, Manifest, Refusal};
use raddle_trace::style::harmless;

use crate::diagnostic::Diagnostic;
use crate::options::{CheckProofOptions, When};
use crate::{Status, fail};

pub fn run(options: &CheckProofOptions) -> Status {
    let checked = raddle_certificate::check(&options.folder).and_then(|(manifest, counts)| {
        if let Some(base) = &options.export {
            export(&options.folder, options.answer, base)?;
        }
        Ok((manifest, counts))
    });
    let folder = options.folder.to_string_lossy();
    match checked {
        Ok((manifest, counts)) => {
            crate::print(&text(&manifest, &counts));
            Status::Holds
        }
        Err(Refusal::CannotRead(message)) => {
            let help = "certificates come from: raddle check --proof DIR --engine order main.c";
            let diagnostic = Diagnostic::new(harmless(&message)).at(folder).help(help);
            fail(&diagnostic, false, When::Auto)
        }
        Err(Refusal::Wrong(message)) => {
            let message = format!("the certificate is refused: {}", harmless(&message));
            fail(&Diagnostic::new(message).at(folder), false, When::Auto);
            Status::Violated
        }
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

fn text(manifest: &Manifest, counts: &Counts) -> String {
    let files = manifest.program.files.join(" ");
    let mut text = format!(
        "certificate of {} for {} (fingerprint {})\n",
        manifest.tool, files, manifest.program.fingerprint
    );
    for holds in &manifest.holds {
        text += &format!("  {} holds ({})", holds.check, holds.engine);
        if !holds.bounds.is_empty() {
            text += &format!(" within {}", holds.bounds.join(", "));
        }
        text += "\n";
    }
    let lines: Vec<String> = text.lines().map(harmless).collect();
    format!("{}\n{counts}: all right\n", lines.join("\n"))
}
