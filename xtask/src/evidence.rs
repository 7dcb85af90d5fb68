//! What Raddle gives besides its answers, for all test programs: `./x bench replay` lets
//! every violation happen natively, and `./x bench proofs` checks the certificate of
//! everything that holds.
//!
//! Whoever does not do what it should is listed; below are the sums, by check or by engine.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use raddle_engines::ENGINES;

use crate::expectations::{Answer, FOLDERS, Run, runs_of};
use crate::measured::{self, Measured};
use crate::options::Words;
use crate::process::TemporaryFolder;
use crate::verifier::Verifier;

const USAGE: &str = "usage: bench replay [--only PATTERN] [--time SECONDS]
       bench proofs [--only PATTERN] [--time SECONDS] [--engines LIST]";
const TIME: f64 = 5.0;
/// How long checking, building and running may take, which have no limits of their own.
const PATIENCE: Duration = Duration::from_secs(120);

struct Plan {
    time: f64,
    only: String,
    engines: Vec<String>,
}

impl Plan {
    fn read(arguments: &[String]) -> Result<Plan, String> {
        // Those whose answers rest on a SAT solver.
        let solving = ENGINES.iter().filter(|engine| engine.solver);
        let engines = solving.map(|engine| engine.name.to_string()).collect();
        let mut plan = Plan { time: TIME, only: String::new(), engines };
        let mut words = Words::new(arguments, USAGE);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--time" => plan.time = words.seconds("--time")?,
                "--engines" => plan.engines = words.list("--engines")?,
                "--only" => plan.only = words.value("--only")?,
                _ => return Err(words.unexpected(&word)),
            }
        }
        Ok(plan)
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        let runs = FOLDERS.iter().flat_map(|folder| runs_of(folder));
        runs.filter(|run| run.name.contains(&self.only))
    }

    /// `raddle check` on a program of the tests, with these arguments too.
    fn check(&self, verifier: &Verifier, run: &Run, more: &[&str]) -> Result<Measured, String> {
        let mut command = Command::new(verifier.path());
        command.args(["check", "-q", "--time", &self.time.to_string()]).args(&run.arguments);
        command.args(more).args(&run.files).arg("--").args(&run.clang_arguments);
        measured::run(&mut command, Duration::from_secs_f64(self.time) + PATIENCE)
    }
}

/// Sums of three columns.
#[derive(Default)]
struct Sums(BTreeMap<String, [u64; 3]>);

impl Sums {
    fn add(&mut self, row: &str, column: usize, amount: u64) {
        self.0.entry(row.to_owned()).or_default()[column] += amount;
    }

    fn print(&self, head: [&str; 4]) {
        println!("\n| {} |\n|---|---:|---:|---:|", head.join(" | "));
        for (row, [first, second, third]) in &self.0 {
            println!("| {row} | {first} | {second} | {third} |");
        }
    }
}

/// Each violation that a program is expected to have: found, and shown natively.
pub fn replay(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let plan = Plan::read(arguments)?;
    let folder = TemporaryFolder::new("replay")?;
    let trace = folder.0.join("trace.json");
    let mut sums = Sums::default();
    for run in plan.runs().filter(|run| !is_narrow(run)) {
        let violated = |answers: &Vec<Answer>| answers.contains(&Answer::Violated);
        for (check, _) in run.expected.iter().filter(|(_, answers)| violated(answers)) {
            let _ = std::fs::remove_file(&trace);
            plan.check(verifier, &run, &["--check", check, "--trace", &text(&trace)])?;
            sums.add(check, 0, 1);
            if !trace.exists() {
                println!("{}, {check}: not found", run.name);
                continue;
            }
            sums.add(check, 1, 1);
            let mut command = Command::new(verifier.path());
            command.args(["replay", "--native"]).arg(&trace).args(&run.files);
            let shown = measured::run(&mut command, PATIENCE)?;
            match code(&shown) {
                Some(1) => sums.add(check, 2, 1),
                _ => println!("{}, {check}: {}", run.name, last_line(&shown)),
            }
        }
    }
    sums.print(["check", "violated", "found", "shown natively"]);
    Ok(())
}

/// Each program that an engine says anything holds of: certified, and checked.
pub fn proofs(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let plan = Plan::read(arguments)?;
    let folder = TemporaryFolder::new("proofs")?;
    let mut sums = Sums::default();
    let mut refused = 0;
    for run in plan.runs().filter(|run| !names_an_engine(run)) {
        for engine in &plan.engines {
            let proof = folder.0.join("proof");
            let _ = std::fs::remove_dir_all(&proof);
            plan.check(verifier, &run, &["--engine", engine, "--proof", &text(&proof)])?;
            if !proof.exists() {
                continue;
            }
            let mut command = Command::new(verifier.path());
            let checked = measured::run(command.arg("check-proof").arg(&proof), PATIENCE)?;
            sums.add(engine, 0, 1);
            sums.add(engine, 1, answers(&checked));
            if code(&checked) != Some(0) {
                println!("{}, {engine}: {}", run.name, last_line(&checked));
                sums.add(engine, 2, 1);
                refused += 1;
            }
        }
    }
    sums.print(["engine", "certificates", "answers in them", "refused"]);
    if refused == 0 { Ok(()) } else { Err(format!("{refused} certificates are refused")) }
}

/// How many answers of the solver the checker has seen: the first number before that word.
fn answers(checked: &Measured) -> u64 {
    let text = String::from_utf8_lossy(&checked.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = words.windows(2).find(|pair| pair[1].starts_with("answer"));
    found.and_then(|pair| pair[0].replace(',', "").parse().ok()).unwrap_or(0)
}

/// Native programs have pointers of 64 bits.
fn is_narrow(run: &Run) -> bool {
    run.arguments.iter().any(|argument| argument.contains("ilp32"))
}

fn names_an_engine(run: &Run) -> bool {
    run.arguments.iter().any(|argument| argument.starts_with("--engine"))
}

fn code(measured: &Measured) -> Option<i32> {
    measured.status.and_then(|status| status.code())
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn last_line(measured: &Measured) -> String {
    let all = [&measured.stdout[..], &measured.stderr[..]].concat();
    let all = String::from_utf8_lossy(&all).into_owned();
    all.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no message").trim().to_owned()
}
