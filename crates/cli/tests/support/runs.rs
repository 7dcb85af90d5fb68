//! Runs the tool on programs, as many at once as there are cores, and compares its
//! answers with what is expected of it. Every violation that is expected is also
//! kept and replayed.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::expectations::{Answer, Run};

/// What each run may take by its own clock, and when we stop waiting for it.
pub const TIME: &str = "60";
const PATIENCE: Duration = Duration::from_secs(180);

/// Runs them all, then fails with everything that is not as expected.
pub fn check_runs(runs: &[Run]) {
    let next = Mutex::new(runs.iter());
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(run) = locked(&next).next() else {
                        return;
                    };
                    locked(&failures).extend(check_run(run));
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} runs", runs.len());
    let (wrong, all) = (failures.len(), runs.len());
    assert!(wrong == 0, "{wrong} of {all} runs are not as expected:\n{}", failures.join("\n"));
}

/// What is wrong with one run, as lines for a person.
fn check_run(run: &Run) -> Option<String> {
    let scratch = Scratch::new(&run.name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["check", "--format", "json"]);
    if !run.arguments.iter().any(|argument| argument.starts_with("--time")) {
        command.args(["--time", TIME]);
    }
    command.args(&run.arguments);
    if run.expects_a_violation() {
        command.arg("--trace").arg(&scratch.trace);
    }
    command.args(&run.files).arg("--").args(&run.clang_arguments);
    let outcome = execute(&mut command, &scratch);
    let mut problems = String::new();
    match serde_json::from_str::<Value>(&outcome.output) {
        Ok(reply) if outcome.status != "3" => compare(run, &reply, &mut problems),
        _ => {
            let _ = writeln!(problems, "  no answer, exit status {}:", outcome.status);
            for line in outcome.errors.lines().chain(outcome.output.lines()).take(12) {
                let _ = writeln!(problems, "    {line}");
            }
        }
    }
    if problems.is_empty() && run.expects_a_violation() && outcome.status == "1" {
        replay(run, &scratch, &mut problems);
    }
    (!problems.is_empty()).then(|| format!("{}\n{problems}", run.name))
}

fn compare(run: &Run, reply: &Value, problems: &mut String) {
    let entries = reply["checks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let entry_of = |check: &str| entries.iter().find(|entry| entry["check"] == *check);
    for (check, allowed) in &run.expected {
        let Some(entry) = entry_of(check) else {
            let _ = writeln!(problems, "  {check}: expected {allowed:?}, but it was not checked");
            continue;
        };
        let got = Answer::from_json(entry);
        // Some engines look for races between two next steps, and say where that is not enough.
        let reason = entry["reason"].as_str().unwrap_or_default();
        if check == "race" && reason.contains("let threads know of each other without an order") {
            continue;
        }
        if !got.is_some_and(|got| allowed.contains(&got)) {
            let got = got.map_or("no verdict".to_string(), |got| format!("{got:?}"));
            let why = explanation(entry);
            let _ = writeln!(problems, "  {check}: expected {allowed:?}, got {got}{why}");
        }
    }
    for entry in entries {
        believe(entry, problems);
    }
    // Not to know is allowed here and there; to have made a mistake is not.
    for entry in entries {
        let reason = entry["reason"].as_str().unwrap_or_default();
        if reason.contains("internal error") {
            let check = entry["check"].as_str().unwrap_or("?");
            let _ = writeln!(problems, "  {check}: {reason}");
        }
    }
    // A program in which nothing is expected to go wrong must not raise an alarm
    // of any kind.
    if !run.expects_a_violation() {
        for entry in entries {
            let check = entry["check"].as_str().unwrap_or("?");
            let listed = run.expected.contains_key(check);
            if !listed && Answer::from_json(entry) == Some(Answer::Violated) {
                let why = explanation(entry);
                let _ = writeln!(problems, "  {check}: violated, which nobody expects{why}");
            }
        }
    }
}

/// A trace must be able to happen as it is shown: nobody takes a step behind the end of the
/// process, and nobody stands still in the middle of it. Behind `main`'s own end there are the
/// handlers of `exit`, and those who look for its variables.
fn believe(entry: &Value, problems: &mut String) {
    let events = entry["trace"].as_array().map(Vec::as_slice).unwrap_or_default();
    let check = entry["check"].as_str().unwrap_or("?");
    if let Some(stop) = events.iter().find(|event| event["action"] == "stops") {
        let _ = writeln!(problems, "  {check}: the trace has {}", stop["text"]);
    }
    let last = events.iter().rposition(|event| event["thread_number"] == 0);
    let main_ends = last.filter(|&last| events[last]["action"] == "returns");
    if main_ends.is_some_and(|last| last + 1 < events.len()) && check != "memory" {
        let _ = writeln!(problems, "  {check}: the trace goes on behind the end of main");
    }
}

/// The reason of an unknown, or the message of a violation.
fn explanation(entry: &Value) -> String {
    for value in [&entry["reason"], &entry["message"], &entry["violation"]["message"]] {
        if let Some(text) = value.as_str() {
            return format!(" ({text})");
        }
    }
    String::new()
}

/// A violation that was kept must happen again.
fn replay(run: &Run, scratch: &Scratch, problems: &mut String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.arg("replay").arg(&scratch.trace).args(&run.files);
    if let Some(position) = run.arguments.iter().position(|argument| argument == "--clang") {
        command.args(run.arguments.iter().skip(position).take(2));
    }
    let outcome = execute(&mut command, scratch);
    if outcome.status != "1" {
        let _ = writeln!(problems, "  replay: exit status {}, expected 1", outcome.status);
        for line in outcome.errors.lines().take(5) {
            let _ = writeln!(problems, "    {line}");
        }
    }
}

// ── Processes and files ─────────────────────────────────────────────────────────

/// Files of one run, in the build's folder; removed when the run is over.
pub struct Scratch {
    folder: PathBuf,
    trace: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let safe: String =
            name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(safe);
        fs::create_dir_all(&folder).expect("a folder for the run can be made");
        Scratch { trace: folder.join("trace.json"), folder }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub struct Outcome {
    /// The exit status, or what else became of the process.
    pub status: String,
    pub output: String,
    pub errors: String,
}

/// Runs a process to its end, at most so many at once as there are cores.
pub fn execute(command: &mut Command, scratch: &Scratch) -> Outcome {
    let _turn = Turn::take();
    let output = scratch.file("stdout");
    let errors = scratch.file("stderr");
    command.stdin(Stdio::null());
    command.stdout(File::create(&output).expect("a file for the output can be made"));
    command.stderr(File::create(&errors).expect("a file for the messages can be made"));
    let status = match command.spawn() {
        Err(error) => format!("none ({error})"),
        Ok(mut child) => {
            let end = Instant::now() + PATIENCE;
            loop {
                match child.try_wait() {
                    Ok(Some(status)) => {
                        break status.code().map_or(status.to_string(), |code| code.to_string());
                    }
                    Ok(None) if Instant::now() < end => {
                        std::thread::sleep(Duration::from_millis(3));
                    }
                    _ => {
                        let _ = child.kill();
                        let _ = child.wait();
                        break "none (still running, stopped)".to_string();
                    }
                }
            }
        }
    };
    let read =
        |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    Outcome { status, output: read(&output), errors: read(&errors) }
}

/// The right to run a process; the tests of this file run side by side and share
/// the machine's cores.
struct Turn;

static RUNNING: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

impl Turn {
    fn take() -> Turn {
        let most = std::thread::available_parallelism().map_or(2, usize::from);
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running = FREED
            .wait_while(running, |running| *running >= most)
            .unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *locked(&RUNNING) -= 1;
        FREED.notify_one();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
