//! Compiles programs with threads and runs them many times, in ways that make
//! different outcomes likely: `stress.c` says how. Only for 64 bits, since the
//! thread library is needed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::native::{execute, succeed, write};

const HARNESS: &str = include_str!("stress.c");

/// How the program itself is compiled; pauses at the beginning of blocks are only in
/// one of them, so that the other runs as fast as it can.
const BUILDS: [&[&str]; 2] = [&["-O0", "-fsanitize-coverage=trace-pc"], &["-O2"]];

/// The signal that `abort` sends.
const ABORTED: u32 = 6;

/// A compiled harness.
#[derive(Clone, Debug)]
pub struct Stress {
    harness: PathBuf,
    wrapped: String,
}

impl Stress {
    pub fn prepare(folder: &Path) -> Result<Stress, String> {
        let source = folder.join("stress.c");
        write(&source, HARNESS)?;
        let harness = source.with_extension("o");
        let mut command = Command::new("gcc");
        command.args(["-std=gnu11", "-O2", "-c"]).arg(&source).arg("-o").arg(&harness);
        succeed(&mut command)?;
        Ok(Stress { harness, wrapped: wrapped() })
    }

    /// The outcomes that were seen, each once, in order.
    pub fn outcomes(&self, program: &Path, runs: u32) -> Result<Vec<Vec<u64>>, String> {
        let mut outcomes = Vec::new();
        for build in BUILDS {
            let text = self.run(program, build, &[], &[runs])?;
            for line in text.lines() {
                outcomes.push(outcome(line)?);
            }
        }
        outcomes.sort();
        outcomes.dedup();
        Ok(outcomes)
    }

    /// Whether the program ended itself in one of the runs, as a failing assertion does.
    pub fn aborts(
        &self,
        program: &Path,
        arguments: &[String],
        runs: u32,
        seconds: u32,
    ) -> Result<bool, String> {
        let text = self.run(program, BUILDS[0], arguments, &[runs, seconds])?;
        Ok(text.lines().any(|line| line == format!("incomplete {ABORTED}")))
    }

    /// What the harness prints.
    fn run(
        &self,
        program: &Path,
        build: &[&str],
        arguments: &[String],
        numbers: &[u32],
    ) -> Result<String, String> {
        let executable = program.with_extension("stressed");
        let mut command = Command::new("gcc");
        command.args(["-std=gnu11", "-w", "-pthread", "-Dmain=program_main"]).args(build);
        command.args(arguments);
        command.arg(&self.wrapped).arg(program).arg(&self.harness).arg("-o").arg(&executable);
        succeed(&mut command)?;
        let numbers = numbers.iter().map(ToString::to_string);
        let result = execute(Command::new(&executable).args(numbers));
        // What is left behind is in the caller's folder, and may stay.
        let _ = fs::remove_file(&executable);
        Ok(String::from_utf8_lossy(&result?.stdout).into_owned())
    }
}

/// After how often it was seen.
fn outcome(line: &str) -> Result<Vec<u64>, String> {
    let values: Result<Vec<u64>, _> = line.split(' ').skip(1).map(str::parse).collect();
    match line.strip_prefix("incomplete") {
        Some(signal) => Err(format!("the compiled program does not end (signal{signal})")),
        None => values.map_err(|error| format!("the harness printed {line}: {error}")),
    }
}

/// What the harness puts itself in front of, as the linker is told.
fn wrapped() -> String {
    let listed = HARNESS.lines().filter_map(|line| line.strip_prefix("WRAP(")?.strip_suffix(')'));
    let mut text = String::from("-Wl");
    for name in ["pthread_create", "thrd_create"].into_iter().chain(listed) {
        text.push_str(",--wrap=");
        text.push_str(name);
    }
    text
}
