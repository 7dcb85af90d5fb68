//! Where the tasks come from: a folder of verification tasks in the format of the software
//! verification competition, `../shared/tasks`, where that lies beside the project;
//! otherwise the project's own programs under `tests/programs`.
//!
//! A task is a `.yml` file beside its program: the input file, properties, and the expected
//! verdict of each. Its lines are looked for by their keys; that is all of YAML we need.

use std::fs;
use std::path::{Path, PathBuf};

use super::reference::Reference;
use crate::expectations::{self, Answer, Run};
use crate::verifier::{Question, Verdict};

const TASKS: &str = "../shared/tasks";
const REFERENCE: &str = "reference.csv";

/// The properties that we have checks for. Tasks of other properties are not run.
const CHECKS: [(&str, &str); 4] = [
    ("unreach-call.prp", "reach"),
    ("valid-memsafety.prp", "memory"),
    ("no-data-race.prp", "race"),
    ("no-overflow.prp", "overflow"),
];

/// Options with which a *holds* is about a part of the runs only.
const BOUNDS: [&str; 7] =
    ["--depth", "--preemptions", "--contexts", "--decisions", "--unwind", "--rounds", "--writes"];

pub struct Task {
    /// As the reference names it: `family/name`.
    pub name: String,
    pub expected: Verdict,
    pub question: Question,
}

impl Task {
    pub fn family(&self) -> &str {
        self.name.split_once('/').map_or("", |(family, _)| family)
    }
}

pub fn find() -> Result<(Vec<Task>, Reference), String> {
    let folder = crate::root().join(TASKS);
    if !folder.is_dir() {
        eprintln!("there is no {TASKS} beside the project: its own programs are run");
        return Ok((own_programs(), Reference::default()));
    }
    let mut tasks = Vec::new();
    for path in files_below(&folder, "yml")? {
        let text = read(&path)?;
        let found = read_task(&path, &text);
        tasks.extend(found.map_err(|problem| format!("{}: {problem}", path.display()))?);
    }
    let reference = folder.join(REFERENCE);
    if !reference.is_file() {
        return Ok((tasks, Reference::default()));
    }
    let reference = Reference::read(&read(&reference)?)
        .map_err(|problem| format!("{}: {problem}", reference.display()))?;
    Ok((tasks, reference))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Sorted by folder and name.
fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|ending| ending == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

// ── Verification tasks ──────────────────────────────────────────────────────────

/// One task for each property that we have a check for.
fn read_task(path: &Path, text: &str) -> Result<Vec<Task>, String> {
    let folder = path.parent().unwrap_or(path);
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let family = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let input = value_of(text.lines(), "input_files").ok_or("there are no input_files")?;
    let model = value_of(text.lines(), "data_model").map(str::to_lowercase);
    let model = model.unwrap_or_else(|| "ilp32".to_string());
    let mut tasks = Vec::new();
    let mut lines = text.lines();
    while let Some(property) = value_of(lines.by_ref(), "property_file") {
        let property = property.rsplit('/').next().unwrap_or(property);
        let Some((_, check)) = CHECKS.iter().find(|(known, _)| *known == property) else {
            continue;
        };
        let expected = match value_of(lines.by_ref(), "expected_verdict") {
            Some("true") => Verdict::True,
            Some("false") => Verdict::False,
            _ => return Err(format!("there is no expected_verdict for {property}")),
        };
        let arguments = ["--sv-comp", "--data-model", &model, "--check", check];
        tasks.push(Task {
            name: format!("{family}/{}", name(path)),
            expected,
            question: Question {
                arguments: arguments.map(str::to_string).to_vec(),
                files: vec![folder.join(input)],
                clang_arguments: Vec::new(),
            },
        });
    }
    Ok(tasks)
}

/// The value of the first of these lines that is `key: value`, without its quotes.
fn value_of<'text>(lines: impl Iterator<Item = &'text str>, key: &str) -> Option<&'text str> {
    let mut lines = lines;
    lines.find_map(|line| {
        let line = line.trim().trim_start_matches("- ").trim();
        let value = line.strip_prefix(key)?.trim_start().strip_prefix(':')?.trim();
        Some(value.trim_matches(['\'', '"']))
    })
}

// ── The project's own programs ──────────────────────────────────────────────────

fn own_programs() -> Vec<Task> {
    let runs = expectations::FOLDERS.iter().flat_map(|folder| expectations::runs_of(folder));
    runs.filter_map(|run| own_task(&run)).collect()
}

/// `None` where the head of the program does not say one definite verdict about all runs.
fn own_task(run: &Run) -> Option<Task> {
    if run.arguments.iter().any(|argument| BOUNDS.contains(&argument.as_str())) {
        return None;
    }
    let answers: Vec<Answer> = run.expected.values().flatten().copied().collect();
    let is_one = run.expected.values().all(|answers| answers.len() == 1);
    let expected = if is_one && answers.iter().all(|answer| *answer == Answer::Holds) {
        Verdict::True
    } else if is_one && answers.contains(&Answer::Violated) {
        Verdict::False
    } else {
        return None;
    };
    let checks: Vec<&str> = run.expected.keys().map(String::as_str).collect();
    let mut arguments = without_checks(&run.arguments);
    arguments.extend(["--check".to_string(), checks.join(",")]);
    Some(Task {
        name: run.name.replace(".c", ""),
        expected,
        question: Question {
            arguments,
            files: run.files.clone(),
            clang_arguments: run.clang_arguments.clone(),
        },
    })
}

fn without_checks(arguments: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--check" {
            rest.next();
        } else {
            kept.push(argument.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "format_version: '1.0'\n\
        # input_files: 'old.i'\n\
        input_files: 'some-1.i'\n\
        properties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n  \
        - property_file: ../properties/termination.prp\n    expected_verdict: true\n  \
        - property_file: ../properties/no-data-race.prp\n    expected_verdict: false\n";

    #[test]
    fn a_task_has_a_question_for_each_property_that_we_check() {
        let tasks = read_task(Path::new("/x/family/some-1.yml"), TASK).expect("a good task");
        let read: Vec<(&str, &str, &str)> = tasks
            .iter()
            .map(|task| {
                let check = task.question.arguments.last().expect("a check");
                (task.name.as_str(), task.expected.word(), check.as_str())
            })
            .collect();
        assert_eq!(read, [("family/some-1", "true", "reach"), ("family/some-1", "false", "race")]);
        assert_eq!(tasks[0].family(), "family");
        assert_eq!(tasks[0].question.files, [Path::new("/x/family/some-1.i")]);
        let arguments = tasks[0].question.arguments.join(" ");
        assert_eq!(arguments, "--sv-comp --data-model ilp32 --check reach");
    }

    #[test]
    fn the_data_model_is_read_where_it_is_told() {
        let text = format!("{TASK}options:\n  language: C\n  data_model: LP64\n");
        let tasks = read_task(Path::new("f/t.yml"), &text).expect("a good task");
        assert_eq!(tasks[0].question.arguments[2], "lp64");
    }

    #[test]
    fn a_broken_task_is_refused() {
        let refused = |text: &str| read_task(Path::new("f/t.yml"), text).is_err();
        assert!(refused("properties:\n"));
        assert!(refused(&TASK.replace("expected_verdict: false", "")));
        assert!(refused(&TASK.replace("expected_verdict: false", "expected_verdict: perhaps")));
    }

    #[test]
    fn own_programs_with_a_definite_verdict_are_tasks() {
        let tasks = own_programs();
        let count = |verdict| tasks.iter().filter(|task| task.expected == verdict).count();
        assert!(count(Verdict::True) > 0 && count(Verdict::False) > 0);
        assert_eq!(count(Verdict::Unknown), 0);
        for task in &tasks {
            let checks = task.question.arguments.iter().filter(|word| *word == "--check");
            assert_eq!(checks.count(), 1, "{}", task.name);
            assert!(task.question.files.iter().all(|file| file.is_file()), "{}", task.name);
        }
    }
}
