//! `./x bench`: the figures of docs/benchmarks.md, as Markdown tables. Without a name it
//! measures the front-end and the engine `explicit`; the other benchmarks have a file each.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::evidence;
use crate::formula;
use crate::grow;
use crate::limits;
use crate::paper000;
use crate::paper004;
use crate::process::{self, TemporaryFolder};
use crate::spin;
use crate::tasks;
use crate::verifier::Verifier;

const NAMES: &str = "formula, grow, limits, paper000, paper004, proofs, replay, tasks";
const EXAMPLE: &str = "examples/lost_update.c";
const PROTOCOLS: [(&str, &str); 3] = [
    ("philosophers", "dining philosophers, 5"),
    ("peterson", "Peterson, endless"),
    ("bounded_buffer", "bounded buffer, 2 + 2 threads"),
];
const CLANGS: [&str; 8] =
    ["clang", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

/// The tool's own times, and what they are of.
const PHASES: [(&str, &str); 3] = [
    ("frontend_seconds", "of that, front-end without clang"),
    ("passes_seconds", "of that, passes"),
    ("seconds", "of that, search"),
];
const ROUNDS: usize = 10;

pub fn run(arguments: &[String]) -> Result<(), String> {
    let verifier = Verifier::built()?;
    let Some((name, rest)) = arguments.split_first() else {
        front_end(verifier.path())?;
        return explicit(verifier.path());
    };
    match name.as_str() {
        "paper000" => paper000::run(verifier.path(), rest),
        "paper004" => paper004::run(&verifier, rest),
        "formula" => formula::run(&verifier, rest),
        "limits" => limits::run(&verifier, rest),
        "grow" => grow::run(&verifier, rest),
        "proofs" => evidence::proofs(&verifier, rest),
        "replay" => evidence::replay(&verifier, rest),
        "tasks" => tasks::run(&verifier, rest),
        _ => Err(format!("there is no benchmark {name}; there are {NAMES}")),
    }
}

/// How long a small program takes, beside what clang itself takes for it. The
/// front-end without clang is measured on the LLVM text that clang made.
fn front_end(raddle: &Path) -> Result<(), String> {
    let clang = process::find(&CLANGS).ok_or("there is no clang")?;
    let folder = TemporaryFolder::new("front-end")?;
    let object = folder.0.join("object.o");
    let compile = process::shortest(
        ROUNDS,
        Command::new(&clang).current_dir(crate::root()).args(["-c", EXAMPLE, "-o"]).arg(&object),
    )?
    .as_secs_f64();
    let check = process::shortest(
        ROUNDS,
        Command::new(raddle).current_dir(crate::root()).args(["check", EXAMPLE]),
    )?
    .as_secs_f64();
    println!("| what | milliseconds | times `clang -c` |");
    println!("|---|---:|---:|");
    println!("| `clang -c {EXAMPLE}` | {:.1} | 1.0 |", compile * 1e3);
    println!("| `raddle check {EXAMPLE}` | {:.1} | {:.1} |", check * 1e3, check / compile);
    for (key, title) in PHASES {
        let seconds = shortest_phase(raddle, &folder.0, key)?;
        println!("| {title} | {:.1} | {:.1} |", seconds * 1e3, seconds / compile);
    }
    println!();
    Ok(())
}

/// The shortest of several runs on the example's LLVM text, by the tool's own clock.
fn shortest_phase(raddle: &Path, folder: &Path, key: &str) -> Result<f64, String> {
    let text = process::output(
        Command::new(raddle).current_dir(crate::root()).args(["show", "llvm", EXAMPLE]),
    )?;
    let path = folder.join("example.ll");
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let reply = check_as_json(raddle, &path)?;
        let seconds = reply["statistics"][key].as_f64();
        best = best.min(seconds.ok_or_else(|| format!("the answer has no {key}"))?);
    }
    Ok(best)
}

fn explicit(raddle: &Path) -> Result<(), String> {
    println!(
        "| protocol | tool | states | transitions | seconds | states a second | bytes a state |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    for (name, title) in PROTOCOLS {
        let reply = check_as_json(raddle, Path::new(&format!("bench/{name}.c")))?;
        row(title, "raddle", &figures(&reply["statistics"]));
        let model = crate::root().join(format!("bench/{name}.pml"));
        match spin::run(&model)? {
            Some(figures) => row(title, "SPIN", &figures),
            None => println!("| {title} | SPIN | not installed | | | | |"),
        }
    }
    Ok(())
}

fn figures(statistics: &Value) -> spin::Figures {
    let states = statistics["states"].as_f64();
    let bytes = statistics["store_bytes"].as_f64();
    spin::Figures {
        states,
        transitions: statistics["transitions"].as_f64(),
        seconds: statistics["seconds"].as_f64(),
        bytes_per_state: bytes.zip(states).map(|(bytes, states)| bytes / states.max(1.0)),
    }
}

fn row(title: &str, tool: &str, figures: &spin::Figures) {
    let whole = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.0}"));
    let seconds = figures.seconds.map_or("–".to_string(), |seconds| format!("{seconds:.2}"));
    // Shorter than the clock's grain says nothing about speed.
    let speed = match (figures.states, figures.seconds) {
        (Some(states), Some(seconds)) if seconds >= 0.01 => whole(Some(states / seconds)),
        _ => "–".to_string(),
    };
    println!(
        "| {title} | {tool} | {} | {} | {seconds} | {speed} | {} |",
        whole(figures.states),
        whole(figures.transitions),
        whole(figures.bytes_per_state)
    );
}

fn check_as_json(raddle: &Path, file: &Path) -> Result<Value, String> {
    let output = process::run(
        Command::new(raddle)
            .current_dir(crate::root())
            .args(["check", "--engine", "explicit", "--format", "json"])
            .arg(file),
    )?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("raddle check {} gave no JSON ({error}):\n{errors}", file.display())
    })
}
