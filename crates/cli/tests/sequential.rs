//! The engines that make a program sequential are never wrong about the programs under
//! `tests/programs`: they may give up or speak of less, but what they say is what the
//! heads of the programs expect. Some they must decide. What they write as C fails
//! natively where they say that it fails.
//!
//! `RADDLE_PROGRAM=part-of-a-name` selects programs.

#[path = "support/expectations.rs"]
mod expectations;
#[path = "support/runs.rs"]
mod runs;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use expectations::{Answer, Run, root, runs_of, selected_programs};
use runs::{Scratch, check_runs, execute};

/// What is about threads. (The other folders have the same subjects again.)
const ABOUT_THREADS: [&str; 3] = ["concurrency", "papers", "symbolic/threads"];

#[test]
fn lazyseq_is_not_wrong() {
    check_runs(&hurried("lazyseq", &ABOUT_THREADS));
}

#[test]
fn lr_is_not_wrong() {
    check_runs(&hurried("lr", &["papers"]));
}

#[test]
fn kiss_is_not_wrong() {
    check_runs(&hurried("kiss", &["symbolic/threads"]));
}

#[test]
fn mu_is_not_wrong() {
    check_runs(&hurried("mu", &["papers"]));
}

/// Where it is not plain whether a thread waits: programs whose names have these words.
const ABOUT_WAITS: [&str; 3] = ["/circle_beside", "/lock_of_unwritten", "/wait_"];

/// Where what the sequential program does is more than the original can do.
const BEYOND: [&str; 2] = ["/race_that_goes_wrong", "/recursion_too_deep"];

#[test]
fn waits_are_not_mistaken() {
    for engine in ["lazyseq", "mu"] {
        check_runs(&regressions(engine, &ABOUT_WAITS));
    }
}

#[test]
fn what_cannot_be_carried_back_is_no_internal_error() {
    check_runs(&regressions("lazyseq", &BEYOND));
}

/// Where a pointer may be a number that was made of nothing: objects of the sequential
/// program have other numbers.
const MADE_UP: [&str; 2] = ["/pointer_of_nothing", "/join_of_nothing"];

#[test]
fn numbers_that_were_made_up_lead_nowhere() {
    for engine in ["lazyseq", "lr", "kiss", "mu"] {
        check_runs(&regressions(engine, &MADE_UP));
    }
}

/// The programs of that folder whose names have one of these words.
fn regressions(engine: &str, words: &[&str]) -> Vec<Run> {
    let mut runs = hurried(engine, &["regressions"]);
    runs.retain(|run| words.iter().any(|words| run.name.contains(words)));
    runs
}

/// What each engine must decide, with these options.
const DECIDED: [(&str, &str, Answer); 8] = [
    ("lost_update.c", "--engine=lazyseq --check=assert", Answer::Violated),
    ("lost_update.c", "--engine=lazyseq --check=assert --rounds=3", Answer::Violated),
    ("lost_update.c", "--engine=lazyseq --check=assert --contexts=5", Answer::Violated),
    ("lost_update.c", "--engine=lr --check=assert --rounds=3", Answer::Violated),
    ("lost_update.c", "--engine=mu --check=assert", Answer::Violated),
    ("lost_update_fixed.c", "--engine=lazyseq --check=assert --rounds=2", Answer::Bounded),
    ("lost_update_fixed.c", "--engine=lr --check=assert --rounds=2", Answer::Bounded),
    ("lost_update_fixed.c", "--engine=kiss --check=assert", Answer::Bounded),
];

#[test]
fn small_programs_are_decided() {
    let runs = DECIDED.map(|(name, options, answer)| Run {
        name: format!("{name} {options}"),
        files: vec![root().join("examples").join(name)],
        arguments: options.split(' ').map(str::to_owned).collect(),
        clang_arguments: Vec::new(),
        expected: [("assert".to_owned(), vec![answer])].into(),
        unwind: None,
        slow: Vec::new(),
        starts_threads: true,
    });
    check_runs(&runs);
}

/// Every violated program, with one check at a time: the values that are written make the
/// compiled program fail at that check.
#[test]
fn what_is_written_fails_natively() {
    let mut jobs: Vec<(Run, String)> = Vec::new();
    for run in programs_in(&["papers", "symbolic/threads"]) {
        for (check, answers) in &run.expected {
            let natively = !["memory", "race", "leak"].contains(&check.as_str());
            if natively && answers.as_slice() == [Answer::Violated] {
                jobs.push((run.clone(), check.clone()));
            }
        }
    }
    let total = jobs.len();
    let (jobs, outcome) = (Mutex::new(jobs), Mutex::new((0usize, String::new())));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some((run, check)) = jobs.lock().expect("no worker panics").pop() else {
                        return;
                    };
                    let failed = fails_natively(&run, &check);
                    let mut outcome = outcome.lock().expect("no worker panics");
                    match failed {
                        Ok(true) => outcome.0 += 1,
                        Ok(false) => {}
                        Err(problem) => {
                            let _ = writeln!(outcome.1, "{} {check}: {problem}", run.name);
                        }
                    }
                }
            });
        }
    });
    let (failing, problems) = outcome.into_inner().expect("no worker panics");
    println!("{failing} of {total} fail natively");
    assert!(problems.is_empty(), "{problems}");
    let is_whole = std::env::var_os("RADDLE_PROGRAM").is_none();
    assert!(!is_whole || failing * 3 > total, "only {failing} of {total} were found");
}

/// `false`: no violation was found in a short time.
fn fails_natively(run: &Run, check: &str) -> Result<bool, String> {
    let scratch = Scratch::new(&format!("native {check} {}", run.name));
    let (source, values) = (scratch.file("sequential.c"), scratch.file("values"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["sequentialise", "--check", check, "--rounds", "3", "--time", "5"]);
    command.arg("-o").arg(&source).arg("--choices").arg(&values);
    command.args(run.arguments.iter().filter(|argument| MEANING.contains(&argument.as_str())));
    command.args(&run.files).arg("--").args(&run.clang_arguments);
    let made = execute(&mut command, &scratch);
    match made.status.as_str() {
        "1" => {}
        "0" | "2" => return Ok(false),
        other => return Err(format!("exit status {other}: {}", made.errors)),
    }
    let program = scratch.file("program");
    compile(&source, &program, &scratch)?;
    let ran = execute(Command::new(&program).env("RADDLE_CHOICES", &values), &scratch);
    let said = format!("violated: {check}");
    match ran.status == "1" && ran.errors.contains(&said) {
        true => Ok(true),
        false => Err(format!("natively exit status {}: {}", ran.status, ran.errors)),
    }
}

/// Arguments of runs that change what the program means.
const MEANING: [&str; 3] = ["--sv-comp", "--malloc-may-fail", "--nondet-externs"];

fn compile(source: &Path, program: &Path, scratch: &Scratch) -> Result<(), String> {
    let mut command = Command::new("gcc");
    command.args(["-DRADDLE_NATIVE", "-Wall", "-Werror", "-o"]).arg(program).arg(source);
    let outcome = execute(command.arg("-lm"), scratch);
    match outcome.status.as_str() {
        "0" => Ok(()),
        other => Err(format!("gcc ends with {other}: {}", outcome.errors)),
    }
}

/// Another verifier's run is shown as one of the original. A script plays the verifier:
/// it compiles and runs the program with values that are known to violate it, and tells
/// what happens in the words of CBMC.
#[test]
fn a_backend_is_read_and_its_run_is_shown() {
    let scratch = Scratch::new("backend");
    let [source, values, script] = ["s.c", "values", "verifier"].map(|name| scratch.file(name));
    let example = root().join("examples/lost_update.c");
    let sequentialise = |extra: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(["sequentialise", "--check", "assert", "--rounds", "3", "--time", "60"]);
        command.arg("-o").arg(&source).args(extra).arg(&example);
        execute(&mut command, &scratch)
    };
    let made = sequentialise(&["--choices", &values.to_string_lossy()]);
    assert_eq!(made.status, "1", "{}", made.errors);
    // Marks are told by the program itself; the values are not needed here.
    let text = "gcc -DRADDLE_NATIVE -o $1.bin $1\n\
        RADDLE_MARKS=1 RADDLE_CHOICES=$2 $1.bin 2>&1 | sed 's/^\\([0-9]*\\)$/  raddle_at=\\1ull/'\n\
        echo VERIFICATION FAILED\n";
    fs::write(&script, text).expect("the script can be written");
    let backend = format!("sh {} {{}} {}", script.display(), values.display());
    let answer = sequentialise(&["--backend", &backend]);
    assert_eq!(answer.status, "1", "{}{}", answer.output, answer.errors);
    assert!(answer.output.contains("sh: assert is violated"), "{}", answer.output);
    assert!(answer.output.contains("lost_update.c"), "{}", answer.output);
    for (said, status) in [("VERIFICATION SUCCESSFUL", "0"), ("nonsense; false", "1")] {
        let answer = sequentialise(&["--backend", &format!("sh -c 'echo {said}' {{}}")]);
        assert_eq!(answer.status, status, "{said}: {}", answer.output);
    }
}

// ── Which programs, and with what ───────────────────────────────────────────────

/// With little time: what is not known by then does not matter.
fn hurried(engine: &str, folders: &[&str]) -> Vec<Run> {
    let mut runs = programs_in(folders);
    for run in &mut runs {
        run.name = format!("{} [{engine}]", run.name);
        run.arguments.extend([format!("--engine={engine}"), "--time=1".to_owned()]);
        for answers in run.expected.values_mut() {
            // `kiss` looks at some schedules only, and says so.
            if answers.contains(&Answer::Holds) || engine == "kiss" {
                answers.push(Answer::Bounded);
            }
            answers.push(Answer::Unknown);
        }
    }
    runs
}

/// Runs with threads, without those whose options others know.
fn programs_in(folders: &[&str]) -> Vec<Run> {
    assert!(!selected_programs("").is_empty(), "no program is selected");
    let mut runs: Vec<Run> = folders.iter().flat_map(|folder| runs_of(folder)).collect();
    let strange = ["--depth", "--preemptions", "--contexts", "--decisions", "--granularity"];
    let is_strange = |argument: &String| strange.iter().any(|name| argument.starts_with(name));
    runs.retain(|run| run.starts_threads && !run.arguments.iter().any(is_strange));
    runs
}
