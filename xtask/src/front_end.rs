//! The front end's share of `./x bench`: how long a check of a small program takes beside clang
//! alone, and where the time goes on programs that were preprocessed before, as tasks of the
//! competition are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::process::{self, TemporaryFolder};

const EXAMPLE: &str = "examples/lost_update.c";
/// With their headers each has about 1,000 lines.
const PROGRAMS: [&str; 4] = [
    "examples/lost_update.c",
    "examples/peterson.c",
    "examples/bank_deadlock.c",
    "examples/use_after_free.c",
];
const CLANGS: [&str; 8] =
    ["clang", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];
/// The tool's own times, by their names in its answer.
const PHASES: [&str; 6] = ["clang", "reading", "lowering", "linking", "passes", "engine"];
const ROUNDS: usize = 10;

pub fn run(raddle: &Path) -> Result<(), String> {
    let clang = process::find(&CLANGS).ok_or("there is no clang")?;
    let folder = TemporaryFolder::new("front-end")?;
    beside_clang(raddle, &clang, &folder)?;
    phases(raddle, &clang, &folder)
}

/// How long a small program takes, beside what clang itself takes for it.
fn beside_clang(raddle: &Path, clang: &Path, folder: &TemporaryFolder) -> Result<(), String> {
    let object = folder.0.join("object.o");
    let mut compile = Command::new(clang);
    compile.current_dir(crate::root()).args(["-c", EXAMPLE, "-o"]).arg(&object);
    let compile = process::shortest(ROUNDS, &mut compile)?.as_secs_f64();
    let mut check = Command::new(raddle);
    check.current_dir(crate::root()).args(["check", EXAMPLE]);
    let check = process::shortest(ROUNDS, &mut check)?.as_secs_f64();
    println!("| what | milliseconds | times `clang -c` |");
    println!("|---|---:|---:|");
    println!("| `clang -c {EXAMPLE}` | {:.1} | 1.0 |", compile * 1e3);
    println!("| `raddle check {EXAMPLE}` | {:.1} | {:.1} |\n", check * 1e3, check / compile);
    Ok(())
}

/// Milliseconds in each phase, of the shortest of several checks.
fn phases(raddle: &Path, clang: &Path, folder: &TemporaryFolder) -> Result<(), String> {
    println!("| program | lines | clang runs | {} | rest | whole |", PHASES.join(" | "));
    println!("|---|{}", "---:|".repeat(PHASES.len() + 4));
    for program in PROGRAMS {
        let (path, data_model) = preprocess(clang, program, folder)?;
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let (whole, statistics) = shortest(raddle, &path, data_model)?;
        let of = |phase: &str| {
            let key = match phase {
                "engine" => "seconds".to_owned(),
                phase => format!("{phase}_seconds"),
            };
            let seconds = statistics[&key].as_f64();
            seconds.map(|it| it * 1e3).ok_or_else(|| format!("the answer has no {key}"))
        };
        let times = PHASES.iter().map(|phase| of(phase)).collect::<Result<Vec<f64>, _>>()?;
        let rest = whole - times.iter().sum::<f64>();
        let shown: Vec<String> = times.iter().map(|time| format!("{time:.1}")).collect();
        let (lines, runs) = (text.lines().count(), &statistics["clang_runs"]);
        let shown = shown.join(" | ");
        println!("| `{program}` | {lines} | {runs} | {shown} | {rest:.1} | {whole:.1} |");
    }
    println!();
    Ok(())
}

/// The program as one text without directives, for 32 bits where the headers for that are
/// installed.
fn preprocess(
    clang: &Path,
    program: &str,
    folder: &TemporaryFolder,
) -> Result<(PathBuf, &'static str), String> {
    let name = Path::new(program).with_extension("i");
    let path = folder.0.join(name.file_name().unwrap_or_default());
    for (width, data_model) in [("-m32", "ilp32"), ("-m64", "lp64")] {
        let mut command = Command::new(clang);
        command.current_dir(crate::root()).args(["-E", width, program, "-o"]).arg(&path);
        if process::run(&mut command)?.status.success() {
            return Ok((path, data_model));
        }
    }
    Err(format!("clang does not preprocess {program}"))
}

/// The milliseconds of the shortest of several checks, and its statistics.
fn shortest(raddle: &Path, program: &Path, data_model: &str) -> Result<(f64, Value), String> {
    let mut command = Command::new(raddle);
    command
        .args(["check", "--sv-comp", "--data-model", data_model, "--format", "json"])
        .args(["--check", "reach"])
        .arg(program);
    let mut best = (f64::INFINITY, Value::Null);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let output = process::run(&mut command)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        if milliseconds < best.0 {
            let answer: Value = serde_json::from_slice(&output.stdout)
                .map_err(|error| format!("{}: no answer: {error}", program.display()))?;
            best = (milliseconds, answer["statistics"].clone());
        }
    }
    Ok(best)
}
