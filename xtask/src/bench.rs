//! `./x bench`: the figures of docs/benchmarks.md, as Markdown tables.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{process, spin};

const EXAMPLE: &str = "examples/lost_update.c";
const PROTOCOLS: [(&str, &str); 3] = [
    ("philosophers", "dining philosophers, 5"),
    ("peterson", "Peterson, endless"),
    ("bounded_buffer", "bounded buffer, 2 + 2 threads"),
];
const CLANGS: [&str; 8] =
    ["clang", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

pub fn run() -> Result<(), String> {
    let raddle = built_raddle()?;
    front_end(&raddle)?;
    explicit(&raddle)
}

/// The tool lies beside this program in the build's folder.
fn built_raddle() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let path = here.with_file_name("raddle");
    if path.is_file() { Ok(path) } else { Err(format!("{} is not built", path.display())) }
}

fn front_end(raddle: &Path) -> Result<(), String> {
    let clang = process::find(&CLANGS).ok_or("there is no clang")?;
    let object = std::env::temp_dir().join(format!("raddle-bench-{}.o", std::process::id()));
    let compile = process::shortest(
        10,
        Command::new(&clang).current_dir(crate::root()).args(["-c", EXAMPLE, "-o"]).arg(&object),
    );
    let _ = std::fs::remove_file(&object);
    let compile = compile?.as_secs_f64();
    let check = process::shortest(
        10,
        Command::new(raddle).current_dir(crate::root()).args(["check", EXAMPLE]),
    )?
    .as_secs_f64();
    println!("| what | milliseconds | times `clang -c` |");
    println!("|---|---:|---:|");
    println!("| `clang -c {EXAMPLE}` | {:.1} | 1.0 |", compile * 1e3);
    println!("| `raddle check {EXAMPLE}` | {:.1} | {:.1} |", check * 1e3, check / compile);
    for (name, seconds) in timings(&check_as_json(raddle, EXAMPLE)?) {
        println!("| its {name} | {:.1} | |", seconds * 1e3);
    }
    println!();
    Ok(())
}

/// Everything in the statistics that is a time, by name.
fn timings(reply: &Value) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    for (name, value) in reply["statistics"].as_object().into_iter().flatten() {
        if let Some(seconds) = value.as_f64().filter(|_| name.ends_with("seconds")) {
            found.push((name.replace('_', " "), seconds));
        }
    }
    found
}

fn explicit(raddle: &Path) -> Result<(), String> {
    println!(
        "| protocol | tool | states | transitions | seconds | states a second | bytes a state |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    for (name, title) in PROTOCOLS {
        let reply = check_as_json(raddle, &format!("bench/{name}.c"))?;
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

fn check_as_json(raddle: &Path, file: &str) -> Result<Value, String> {
    let output = process::run(
        Command::new(raddle)
            .current_dir(crate::root())
            .args(["check", "--engine", "explicit", "--format", "json", file]),
    )?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("raddle check {file} gave no JSON ({error}):\n{errors}")
    })
}
