//! The programs under `tests/programs`, and what the comments at their heads say
//! of them. The format of these comments is told in `docs/writing-tests.md`.

// Each test reads its part of what a program says.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub const FOLDERS: [&str; 11] = [
    "arithmetic",
    "concurrency",
    "language",
    "library",
    "memory",
    "nondet",
    "order",
    "papers",
    "races",
    "regressions",
    "symbolic",
];

/// A program with everything that its header comment says.
pub struct Program {
    /// Relative to `tests/programs`.
    pub name: String,
    pub runs: Vec<Run>,
    /// `// versions: all`.
    pub every_version: bool,
    /// `// targets: lp64`.
    pub only_lp64: bool,
    /// Includes nothing that depends on the system.
    pub freestanding: bool,
}

/// One call of the tool and what it must answer.
#[derive(Clone)]
pub struct Run {
    pub name: String,
    pub files: Vec<PathBuf>,
    pub arguments: Vec<String>,
    pub clang_arguments: Vec<String>,
    pub expected: BTreeMap<String, Vec<Answer>>,
    /// `// unwind: N` or `// unwind: N incomplete`.
    pub unwind: Option<Unwinding>,
    /// `// slow: ENGINE...`: who does not decide it in a few seconds.
    pub slow: Vec<String>,
    /// Whether the text speaks of starting threads.
    pub starts_threads: bool,
}

#[derive(Clone, Copy)]
pub struct Unwinding {
    pub rounds: u32,
    /// Whether nothing is cut off.
    pub complete: bool,
}

/// The words of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A proof: every execution was covered.
    Holds,
    /// Holds within a bound that the arguments set.
    Bounded,
    Violated,
    Unknown,
}

impl Answer {
    fn from_word(word: &str) -> Option<Answer> {
        match word {
            "holds" => Some(Answer::Holds),
            "bounded" => Some(Answer::Bounded),
            "violated" => Some(Answer::Violated),
            "unknown" => Some(Answer::Unknown),
            _ => None,
        }
    }

    /// From one entry of the tool's JSON.
    pub fn from_json(entry: &Value) -> Option<Answer> {
        match (entry["verdict"].as_str()?, entry["complete"].as_bool()) {
            ("holds", Some(true)) => Some(Answer::Holds),
            ("holds", _) => Some(Answer::Bounded),
            ("violated", _) => Some(Answer::Violated),
            ("unknown", _) => Some(Answer::Unknown),
            _ => None,
        }
    }
}

impl Run {
    pub fn expects_a_violation(&self) -> bool {
        self.expected.values().flatten().any(|answer| *answer == Answer::Violated)
    }
}

/// Reads the comment at the head of a program.
fn read_program(path: &Path) -> Result<Program, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name =
        path.strip_prefix(root().join("tests/programs")).unwrap_or(path).display().to_string();
    let base = Run {
        name: name.clone(),
        files: vec![path.to_path_buf()],
        arguments: Vec::new(),
        clang_arguments: Vec::new(),
        expected: BTreeMap::new(),
        unwind: None,
        slow: Vec::new(),
        starts_threads: text.contains("pthread_create") || text.contains("thrd_create"),
    };
    let mut program = Program {
        name: name.clone(),
        runs: vec![base],
        every_version: false,
        only_lp64: false,
        freestanding: is_freestanding(&text),
    };
    for line in text.lines().map_while(|line| line.strip_prefix("//")) {
        if let Some((key, value)) = line.trim().split_once(':') {
            read_header_line(&mut program, key.trim(), value.trim())
                .map_err(|problem| format!("{name}: {problem}"))?;
        }
    }
    match program.runs.iter().find(|run| run.expected.is_empty()) {
        Some(run) => Err(format!("{}: no expectation (`// expect: assert holds`)", run.name)),
        None => Ok(program),
    }
}

fn read_header_line(program: &mut Program, key: &str, value: &str) -> Result<(), String> {
    let words = || value.split_whitespace().map(str::to_string);
    let folder = program.runs[0].files[0].parent().map(Path::to_path_buf).unwrap_or_default();
    if key == "variant" {
        let mut variant = program.runs[0].clone();
        variant.expected.clear();
        variant.slow.clear();
        let _ = write!(variant.name, " {value}");
        variant.clang_arguments.extend(words());
        program.runs.push(variant);
        return Ok(());
    }
    let Some(run) = program.runs.last_mut() else {
        return Ok(());
    };
    match key {
        "expect" => {
            let (check, answers) = value
                .split_once(' ')
                .ok_or_else(|| format!("`expect: {value}` is not `expect: CHECK VERDICT`"))?;
            let answers = answers
                .split('|')
                .map(|word| Answer::from_word(word.trim()))
                .collect::<Option<Vec<_>>>()
                .ok_or_else(|| format!("`{answers}` is no verdict"))?;
            run.expected.insert(check.to_string(), answers);
        }
        "args" => run.arguments.extend(words()),
        "clang" => run.clang_arguments.extend(words()),
        "with" => run.files.extend(words().map(|part| folder.join(part))),
        "unwind" => run.unwind = Some(read_unwinding(value)?),
        "slow" => run.slow.extend(words()),
        "versions" => program.every_version = value == "all",
        "targets" => program.only_lp64 = value == "lp64",
        // Any other comment with a colon in it.
        _ => {}
    }
    Ok(())
}

fn read_unwinding(value: &str) -> Result<Unwinding, String> {
    let problem = || format!("`unwind: {value}` is neither `unwind: N` nor `unwind: N incomplete`");
    let (rounds, rest) = value.split_once(' ').unwrap_or((value, ""));
    let rounds = rounds.parse().map_err(|_| problem())?;
    match rest.trim() {
        "" => Ok(Unwinding { rounds, complete: true }),
        "incomplete" => Ok(Unwinding { rounds, complete: false }),
        _ => Err(problem()),
    }
}

/// Headers that come with the compiler and not with the system.
fn is_freestanding(text: &str) -> bool {
    let own = ["<stdarg.h>", "<stddef.h>", "<stdbool.h>"];
    text.lines()
        .filter_map(|line| line.strip_prefix("#include "))
        .all(|header| header.starts_with('"') || own.contains(&header.trim()))
}

/// The programs whose name starts so and contains `RADDLE_PROGRAM`.
pub fn selected_programs(start: &str) -> Vec<Program> {
    let filter = std::env::var("RADDLE_PROGRAM").unwrap_or_default();
    let mut programs = Vec::new();
    let mut problems = Vec::new();
    for folder in FOLDERS.iter().filter(|folder| {
        let folder = format!("{folder}/");
        folder.starts_with(start) || start.starts_with(&folder)
    }) {
        for path in c_files(&root().join("tests/programs").join(folder)) {
            match read_program(&path) {
                Ok(program) => programs.push(program),
                Err(problem) => problems.push(problem),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    programs.retain(|program| program.name.starts_with(start) && program.name.contains(&filter));
    programs
}

pub fn runs_of(folder: &str) -> Vec<Run> {
    let programs = selected_programs(&format!("{folder}/"));
    programs.into_iter().flat_map(|program| program.runs).collect()
}

/// The project's folder, above any of its crates.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let above = here.ancestors().find(|folder| folder.join("tests/programs").is_dir());
    above.unwrap_or(here).to_path_buf()
}

pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The programs in a folder and below, sorted; `parts/` holds further files of
/// programs.
pub fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            if file_name(&path) != "parts" {
                found.extend(c_files(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found.sort();
    found
}
