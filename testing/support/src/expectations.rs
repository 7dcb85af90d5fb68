//! The programs under `tests/programs`, and what the comments at their heads say
//! of them. The format of these comments is told in `docs/writing-tests.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{file_name, root};

pub const FOLDERS: [&str; 12] = [
    "arithmetic",
    "concurrency",
    "language",
    "library",
    "memory",
    "nondet",
    "order",
    "papers",
    "proofs",
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
    /// `// modular: CHECK...`: what that engine must prove.
    pub proved_by_modular: Vec<String>,
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

    pub fn word(self) -> &'static str {
        match self {
            Answer::Holds => "holds",
            Answer::Bounded => "bounded",
            Answer::Violated => "violated",
            Answer::Unknown => "unknown",
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
    /// A program that is not among those of `tests/programs`.
    pub fn of_file(name: &str, file: PathBuf) -> Run {
        Run {
            name: name.to_owned(),
            files: vec![file],
            arguments: Vec::new(),
            clang_arguments: Vec::new(),
            expected: BTreeMap::new(),
            unwind: None,
            slow: Vec::new(),
            proved_by_modular: Vec::new(),
            starts_threads: false,
        }
    }

    pub fn expects_a_violation(&self) -> bool {
        self.expected.values().flatten().any(|answer| *answer == Answer::Violated)
    }
}

/// Reads the comment at the head of a program.
fn read_program(path: &Path) -> Result<Program, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name =
        path.strip_prefix(root().join("tests/programs")).unwrap_or(path).display().to_string();
    let starts_threads = text.contains("pthread_create") || text.contains("thrd_create");
    let base = Run { starts_threads, ..Run::of_file(&name, path.to_path_buf()) };
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
        variant.proved_by_modular.clear();
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
        "modular" => run.proved_by_modular.extend(words()),
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

/// Every program of a folder in `tests/programs`, or of all of them where the name is empty.
///
/// # Panics
///
/// If the head of one of them cannot be understood.
pub fn programs_of(folder: &str) -> Vec<Program> {
    let files = c_files(&root().join("tests/programs").join(folder));
    let read: Result<Vec<Program>, String> = files.iter().map(|path| read_program(path)).collect();
    read.unwrap_or_else(|problem| panic!("{problem}"))
}

pub fn runs_of(folder: &str) -> Vec<Run> {
    programs_of(folder).into_iter().flat_map(|program| program.runs).collect()
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
