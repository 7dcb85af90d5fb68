//! Compilers, and runs of what they make of printed programs.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// What a compiled program did.
#[derive(Debug, PartialEq, Eq)]
pub struct NativeRun {
    pub exit: Option<i32>,
    /// The numbers that it said.
    pub outputs: Vec<u64>,
    /// Everything else that it said.
    pub messages: Vec<String>,
}

/// gcc and a clang, those of them that there are.
pub fn compilers() -> Vec<&'static str> {
    let names = ["gcc", "clang", "clang-19", "clang-18", "clang-16", "clang-14"];
    let works = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let mut found: Vec<&str> = names.into_iter().filter(works).collect();
    found.truncate(2);
    assert!(!found.is_empty(), "no compiler to test with");
    found
}

/// Compiles strictly; the message of a compiler that complains.
pub fn compile(compiler: &str, arguments: &[&str], source: &Path, to: &Path) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(["-std=gnu11", "-Wall", "-Werror"]).args(arguments);
    command.arg(source).arg("-o").arg(to);
    if !arguments.contains(&"-c") {
        command.arg("-lm");
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{compiler} {arguments:?} {}:\n{errors}", source.display()))
}

/// Runs a program with these choices.
pub fn run(program: &Path, choices: &[u128]) -> NativeRun {
    let file = program.with_extension("choices");
    let lines: String = choices.iter().map(|choice| format!("{choice:x}\n")).collect();
    fs::write(&file, lines).expect("the choices can be written");
    let output = Command::new(program)
        .env("RADDLE_CHOICES", &file)
        .env("RADDLE_MARKS", "1")
        .output()
        .expect("the program runs");
    read(&output)
}

fn read(output: &Output) -> NativeRun {
    let text = String::from_utf8_lossy(&output.stderr);
    let (mut outputs, mut messages) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match line.parse() {
            Ok(number) => outputs.push(number),
            Err(_) => messages.push(line.to_string()),
        }
    }
    NativeRun { exit: output.status.code(), outputs, messages }
}
