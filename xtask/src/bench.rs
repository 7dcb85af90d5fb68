//! `./x bench`: the figures of docs/benchmarks.md, as Markdown tables. Without a name it
//! measures the front-end and the engine `explicit`; the other benchmarks have a file each.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::esbmc;
use crate::evidence;
use crate::formula;
use crate::front_end;
use crate::grow;
use crate::lazy_cseq;
use crate::limits;
use crate::pancam;
use crate::process;
use crate::spin::{self, Outcome};
use crate::tasks;
use crate::verifier::Verifier;

const NAMES: &str = "formula, grow, limits, esbmc, lazy_cseq, pancam, proofs, replay, tasks";
/// Longer than any of the protocols takes.
const LONG: Duration = Duration::from_secs(600);
const PROTOCOLS: [(&str, &str); 3] = [
    ("philosophers", "dining philosophers, 5"),
    ("peterson", "Peterson, endless"),
    ("bounded_buffer", "bounded buffer, 2 + 2 threads"),
];

pub fn run(arguments: &[String]) -> Result<(), String> {
    let verifier = Verifier::built()?;
    let Some((name, rest)) = arguments.split_first() else {
        front_end::run(verifier.path())?;
        return explicit(verifier.path());
    };
    match name.as_str() {
        "esbmc" => esbmc::run(verifier.path(), rest),
        "lazy_cseq" => lazy_cseq::run(&verifier, rest),
        "pancam" => pancam::run(&verifier, rest),
        "formula" => formula::run(&verifier, rest),
        "limits" => limits::run(&verifier, rest),
        "grow" => grow::run(&verifier, rest),
        "proofs" => evidence::proofs(&verifier, rest),
        "replay" => evidence::replay(&verifier, rest),
        "tasks" => tasks::run(&verifier, rest),
        _ => Err(format!("there is no benchmark {name}; there are {NAMES}")),
    }
}

fn explicit(raddle: &Path) -> Result<(), String> {
    println!(
        "| protocol | tool | states | transitions | seconds | states a second | bytes a state |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    for (name, title) in PROTOCOLS {
        let reply = check_as_json(raddle, Path::new(&format!("bench/{name}.c")))?;
        row(title, "raddle", &figures(&reply["statistics"]));
        let path = crate::root().join(format!("bench/{name}.pml"));
        // Every state is to be compared, so there is no reduction.
        let model = spin::Model { path: &path, macros: &[], reduced: false, patience: LONG };
        match spin::run(&model)? {
            Outcome::Done(figures) => row(title, "SPIN", &figures),
            Outcome::GivenUp => println!("| {title} | SPIN | given up | | | | |"),
            Outcome::NotInstalled => println!("| {title} | SPIN | not installed | | | | |"),
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
        ..spin::Figures::default()
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
            .args(["check", "--engine", "explicit", "--reduction", "global", "--format", "json"])
            .arg(file),
    )?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("raddle check {} gave no JSON ({error}):\n{errors}", file.display())
    })
}
