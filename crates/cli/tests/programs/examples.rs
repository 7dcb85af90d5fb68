//! What a newcomer sees first stays as the documents show it.

use std::fs;
use std::path::Path;
use std::process::Command;

use raddle_test_support::expectations::c_files;
use raddle_test_support::harness::Trial;
use raddle_test_support::processes::{Scratch, execute};
use raddle_test_support::{file_name, raddle, root};

use crate::checking::TIME;

pub fn trials() -> Vec<Trial> {
    let files = c_files(&root().join("examples")).into_iter();
    let trials = files.map(|path| {
        let name = format!("examples/{} [what is printed]", file_name(&path));
        Trial::new(name, false, move || prints_what_is_expected(&path))
    });
    trials.collect()
}

fn prints_what_is_expected(path: &Path) -> Result<(), String> {
    let name = file_name(path);
    let mut command = Command::new(raddle());
    command.current_dir(root()).args(["check", "--color", "never", "--time", TIME]);
    command.arg(format!("examples/{name}"));
    let outcome = execute(&mut command, &Scratch::new());
    let printed = without_figures(&without_reasons(&outcome.output));
    let printed = format!("{printed}\nexit status {}\n", outcome.status);
    let folder = root().join("examples/expected");
    let expected_path = folder.join(name.replace(".c", ".txt"));
    if std::env::var_os("RADDLE_BLESS").is_some() {
        let written =
            fs::create_dir_all(&folder).and_then(|()| fs::write(&expected_path, &printed));
        return written.map_err(|error| format!("{}: {error}", expected_path.display()));
    }
    let expected = fs::read_to_string(&expected_path).unwrap_or_default();
    match expected == printed {
        true => Ok(()),
        false => Err(format!(
            "expected (./x bless renews it)\n\n{expected}\ngot\n\n{printed}\n{}",
            outcome.errors
        )),
    }
}

/// Who is the first to answer differs from run to run, and only some can tell why.
fn without_reasons(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.starts_with("  why "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Times differ from run to run, so does who is the first to answer, and the number of
/// states with every pass that gets better: `38 states, 0.04 s` becomes `_ states, _ s`.
fn without_figures(text: &str) -> String {
    let mut result = String::new();
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            result.push('\n');
        }
        let words: Vec<&str> = line.split(' ').collect();
        let masked = words.iter().enumerate().map(|(position, word)| {
            let unit = words.get(position + 1).map(|next| next.trim_end_matches([',', ';']));
            let figure = matches!(unit, Some("s" | "ms" | "states"));
            if figure && word.parse::<f64>().is_ok() { "_" } else { word }
        });
        let masked = masked.collect::<Vec<_>>().join(" ");
        if masked.starts_with("  engine auto: ") {
            result.push_str("  engine auto: _");
            continue;
        }
        result.push_str(&masked.replace(": every interleaving, _ states", ""));
    }
    result
}
