//! Runs the tool on every program under `tests/programs` and on the examples, and
//! compares its verdicts with those that the programs' header comments expect.
//! The format of these comments is told in `docs/writing-tests.md`.
//!
//! Every run that ends in a violation is also replayed, and every program in
//! `language/` is run with each clang on this machine and, where it includes no
//! system header, for 32 bits too.
//!
//! `RADDLE_PROGRAM=part-of-a-name` selects programs; `RADDLE_BLESS=1` renews the
//! expected outputs of the examples.

#[path = "support/expectations.rs"]
mod expectations;
#[path = "support/runs.rs"]
mod runs;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use expectations::{Answer, FOLDERS, c_files, file_name, root, runs_of, selected_programs};
use runs::{Scratch, TIME, check_runs, execute};

#[test]
fn arithmetic() {
    check_folder("arithmetic");
}

#[test]
fn concurrency() {
    check_folder("concurrency");
}

#[test]
fn language() {
    check_folder("language");
}

#[test]
fn library() {
    check_folder("library");
}

#[test]
fn memory() {
    check_folder("memory");
}

#[test]
fn nondet() {
    check_folder("nondet");
}

#[test]
fn order() {
    check_folder("order");
}

#[test]
fn papers() {
    check_folder("papers");
}

#[test]
fn races() {
    check_folder("races");
}

#[test]
fn regressions() {
    check_folder("regressions");
}

/// Their verdicts are those of an engine that takes inputs as they are. Where
/// `explicit` samples inputs it may not know, but never say the contrary.
#[test]
fn symbolic() {
    let mut runs = runs_of("symbolic");
    for run in &mut runs {
        run.arguments.push("--engine=explicit".into());
        run.expected.values_mut().for_each(|answers| answers.push(Answer::Unknown));
    }
    check_runs(&runs);
}

#[test]
fn every_folder_has_its_test() {
    let found: BTreeSet<String> = fs::read_dir(root().join("tests/programs"))
        .expect("tests/programs can be read")
        .filter_map(Result::ok)
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, FOLDERS.iter().map(ToString::to_string).collect());
}

/// Different versions of clang write the same program differently; the verdicts
/// must be the same.
#[test]
fn every_clang_gives_the_same_verdicts() {
    let clangs = installed_clangs();
    if clangs.len() < 2 {
        println!("only {} clang found: nothing to compare", clangs.len());
    }
    let mut jobs = Vec::new();
    for program in selected_programs("") {
        let in_language = program.name.starts_with("language/");
        if !in_language && !program.every_version {
            continue;
        }
        for clang in &clangs {
            for run in &program.runs {
                let mut run = run.clone();
                let _ = write!(run.name, " [{}]", file_name(clang));
                run.arguments.extend(["--clang".into(), clang.display().to_string()]);
                jobs.push(run);
            }
        }
    }
    check_runs(&jobs);
}

#[test]
fn thirty_two_bits_give_the_same_verdicts() {
    let mut jobs = Vec::new();
    for program in selected_programs("language/") {
        if !program.freestanding || program.only_lp64 {
            continue;
        }
        for run in &program.runs {
            let mut run = run.clone();
            run.name.push_str(" [ilp32]");
            run.arguments.extend(["--data-model".into(), "ilp32".into()]);
            jobs.push(run);
        }
    }
    check_runs(&jobs);
}

/// What a newcomer sees first stays as the documents show it.
#[test]
fn examples_print_what_is_expected() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let mut differences = String::new();
    for path in c_files(&root().join("examples")) {
        let name = file_name(&path);
        let scratch = Scratch::new(&format!("example {name}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.current_dir(root()).args(["check", "--color", "never", "--time", TIME]);
        command.arg(format!("examples/{name}"));
        let outcome = execute(&mut command, &scratch);
        let printed = without_figures(&outcome.output);
        let printed = format!("{printed}\nexit status {}\n", outcome.status);
        let expected_path = root().join("examples/expected").join(name.replace(".c", ".txt"));
        if bless {
            let _ = fs::create_dir_all(root().join("examples/expected"));
            fs::write(&expected_path, &printed).expect("the expected output can be written");
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if expected != printed {
            let _ = writeln!(
                differences,
                "examples/{name} prints\n\n{printed}\ninstead of\n\n{expected}\n{}",
                outcome.errors
            );
        }
    }
    assert!(differences.is_empty(), "{differences}\n(./x bless renews what is expected)");
}

fn check_folder(folder: &str) {
    check_runs(&runs_of(folder));
}

/// Every `clang-N` in the path, or the plain `clang` where there is none.
fn installed_clangs() -> Vec<PathBuf> {
    let folders: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let find = |name: &str| folders.iter().map(|f| f.join(name)).find(|path| path.is_file());
    let numbered: Vec<PathBuf> = (14..=30).filter_map(|n| find(&format!("clang-{n}"))).collect();
    if numbered.is_empty() { find("clang").into_iter().collect() } else { numbered }
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
