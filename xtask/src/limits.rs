//! `./x bench limits`: how exactly `--time` and `--memory` hold. Every engine on programs
//! that each demand something else (bench/limits, and a C file of five megabytes): how
//! long the whole process took after its limit, and how much memory it had at most,
//! together with the largest of the tools that it ran. On a machine that is busy with
//! other things the clock says more than Raddle can help; so the processor's time is
//! there as well.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raddle_engines::ENGINES;

use crate::measured::{self, Measured};
use crate::options::Words;
use crate::process::TemporaryFolder;
use crate::verifier::Verifier;

const USAGE: &str =
    "usage: bench limits [--time SECONDS] [--memory MIB] [--engines LIST] [--only PATTERN]";
/// How long we wait for one that does not stop.
const GRACE: Duration = Duration::from_secs(20);
/// For the runs with a limit on memory.
const LONG: f64 = 20.0;

struct Plan {
    time: f64,
    memory: usize,
    engines: Vec<String>,
    only: String,
}

pub fn run(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let plan = plan(arguments)?;
    let folder = TemporaryFolder::new("limits")?;
    let programs = programs(&folder.0, &plan.only)?;
    println!("| program | engine | --time | wall | over | cpu | --memory | peak | over |");
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    let (mut latest, mut largest) = (0.0_f64, 0.0_f64);
    for program in &programs {
        for engine in &plan.engines {
            let (late, large) = row(verifier, &plan, program, engine)?;
            latest = latest.max(late);
            largest = largest.max(large);
        }
    }
    println!("\nAt most {latest:.2} s and {largest:.0} % over the limit.");
    Ok(())
}

fn plan(arguments: &[String]) -> Result<Plan, String> {
    // `bmc` has nothing to do where there are threads.
    let with_threads = ENGINES.iter().map(|engine| engine.name).filter(|name| *name != "bmc");
    let engines = std::iter::once("auto").chain(with_threads).map(str::to_string).collect();
    let mut plan = Plan { time: 1.0, memory: 300, engines, only: String::new() };
    let mut words = Words::new(arguments, USAGE);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--time" => plan.time = words.seconds("--time")?,
            "--memory" => plan.memory = words.count("--memory")?,
            "--engines" => plan.engines = words.list("--engines")?,
            "--only" => plan.only = words.value("--only")?,
            _ => return Err(format!("{word:?} is unknown\n{USAGE}")),
        }
    }
    Ok(plan)
}

fn programs(folder: &Path, only: &str) -> Result<Vec<PathBuf>, String> {
    let place = crate::root().join("bench/limits");
    let failed = |error: std::io::Error| format!("{}: {error}", place.display());
    let mut programs: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&place).map_err(failed)? {
        programs.push(entry.map_err(failed)?.path());
    }
    programs.sort();
    let large = folder.join("large.c");
    std::fs::write(&large, large_text()).map_err(|error| error.to_string())?;
    programs.push(large);
    programs.retain(|program| name(program).contains(only));
    Ok(programs)
}

/// Thirty thousand functions.
fn large_text() -> String {
    let mut text = String::from("int sum;\n");
    for number in 0..30_000 {
        let _ = writeln!(
            text,
            "int step{number}(int x) {{\n    int y = x + {number};\n    if (y > 3)\n        \
             sum += y;\n    else\n        sum -= x * {number};\n    for (int k = 0; k < x; k++)\n        \
             sum ^= k;\n    return y % 7;\n}}"
        );
    }
    text.push_str("int main(void) {\n");
    for number in 0..30_000 {
        let _ = writeln!(text, "    sum += step{number}(sum);");
    }
    text.push_str("    return 0;\n}\n");
    text
}

fn name(program: &Path) -> String {
    program.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Prints how both limits held; by how many seconds, and by how many percent, not.
fn row(
    verifier: &Verifier,
    plan: &Plan,
    program: &Path,
    engine: &str,
) -> Result<(f64, f64), String> {
    let timed = ask(verifier, program, engine, plan.time, None)?;
    let wall = timed.wall.as_secs_f64();
    let late = (wall - plan.time).max(0.0);
    let filled = ask(verifier, program, engine, LONG, Some(plan.memory))?;
    let peak = filled.peak as f64 / (1 << 20) as f64;
    let large = (peak / plan.memory as f64 - 1.0).max(0.0) * 100.0;
    println!(
        "| {} | {engine} | {} | {wall:.2} | {late:.2} | {:.2} | {} | {peak:.0} | {large:.0} % |",
        name(program),
        plan.time,
        timed.cpu.as_secs_f64(),
        plan.memory,
    );
    Ok((late, large))
}

fn ask(
    verifier: &Verifier,
    program: &Path,
    engine: &str,
    time: f64,
    memory: Option<usize>,
) -> Result<Measured, String> {
    let mut command = Command::new(verifier.path());
    command.args(["check", "--engine", engine, "--time", &time.to_string()]);
    if let Some(memory) = memory {
        command.args(["--memory", &memory.to_string()]);
    }
    measured::run(command.arg(program), Duration::from_secs_f64(time) + GRACE)
}
