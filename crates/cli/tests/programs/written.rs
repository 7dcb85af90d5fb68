//! What `raddle sequentialise` writes fails natively: the values that are written with it make the
//! compiled program fail at the check that is violated.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle_test_support::expectations::{Answer, Run};
use raddle_test_support::processes::{Scratch, execute};
use raddle_test_support::raddle;

/// Arguments of runs that change what the program means.
const MEANING: [&str; 3] = ["--sv-comp", "--malloc-may-fail", "--nondet-externs"];

/// What cannot be seen natively: an access that is wrong, or racing, need not show.
const UNSEEN: [&str; 3] = ["memory", "race", "leak"];

/// The checks that the run must violate and that show natively.
pub fn natively_violated(run: &Run) -> impl Iterator<Item = &str> {
    let violated = run.expected.iter().filter(|(_, answers)| **answers == [Answer::Violated]);
    violated.map(|(check, _)| check.as_str()).filter(|check| !UNSEEN.contains(check))
}

/// Nothing is wrong where no violation is found in a short time.
pub fn fails_natively(run: &Run, check: &str) -> Result<(), String> {
    ASKED.fetch_add(1, Ordering::Relaxed);
    let scratch = Scratch::new();
    let [source, values, program] =
        ["sequential.c", "values", "program"].map(|name| scratch.file(name));
    let mut command = Command::new(raddle());
    command.args(["sequentialise", "--check", check, "--rounds", "3", "--time", "5"]);
    command.arg("-o").arg(&source).arg("--choices").arg(&values);
    command.args(run.arguments.iter().filter(|argument| MEANING.contains(&argument.as_str())));
    command.args(&run.files).arg("--").args(&run.clang_arguments);
    let made = execute(&mut command, &scratch);
    match made.status.as_str() {
        "1" => {}
        "0" | "2" => return Ok(()),
        other => {
            return Err(format!("expected a verdict, got exit status {other}: {}", made.errors));
        }
    }
    compile(&source, &program, &scratch)?;
    let ran = execute(Command::new(&program).env("RADDLE_CHOICES", &values), &scratch);
    let said = format!("violated: {check}");
    if ran.status == "1" && ran.errors.contains(&said) {
        FOUND.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    }
    Err(format!("expected `{said}`, got exit status {}: {}", ran.status, ran.errors))
}

fn compile(source: &Path, program: &Path, scratch: &Scratch) -> Result<(), String> {
    let mut command = Command::new("gcc");
    command.args(["-DRADDLE_NATIVE", "-Wall", "-Werror", "-o"]).arg(program).arg(source);
    let outcome = execute(command.arg("-lm"), scratch);
    match outcome.status.as_str() {
        "0" => Ok(()),
        other => Err(format!("gcc ends with {other}: {}", outcome.errors)),
    }
}

static ASKED: AtomicUsize = AtomicUsize::new(0);
static FOUND: AtomicUsize = AtomicUsize::new(0);

/// Of many, a good part must have been found.
pub fn enough_were_found() -> Result<(), String> {
    let (asked, found) = (ASKED.load(Ordering::Relaxed), FOUND.load(Ordering::Relaxed));
    match asked >= 8 && found * 3 <= asked {
        true => Err(format!("expected a third of {asked} to fail natively, got {found}")),
        false => Ok(()),
    }
}
