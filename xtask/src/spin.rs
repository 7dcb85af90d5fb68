//! SPIN on the same protocols, as a yardstick: a mature explicit-state model
//! checker that compiles each model into a program of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::measured;
use crate::process::{self, TemporaryFolder};

/// How much memory a checker may take, in mebibytes: less than the machine has, so that it
/// gives up instead of others.
const MEMORY: &str = "-DMEMLIM=8192";

/// A model and how it is to be searched.
pub struct Model<'a> {
    pub path: &'a Path,
    /// Definitions, as `N=3`.
    pub macros: &'a [String],
    /// Whether SPIN's partial-order reduction is on.
    pub reduced: bool,
    /// How long the search may take.
    pub patience: Duration,
}

pub enum Outcome {
    NotInstalled,
    /// Out of time or memory.
    GivenUp,
    Done(Figures),
}

/// What SPIN's checker says about a search.
#[derive(Debug, Default, PartialEq)]
pub struct Figures {
    pub states: Option<f64>,
    pub transitions: Option<f64>,
    pub errors: Option<f64>,
    /// Of the search alone.
    pub seconds: Option<f64>,
    /// One state as stored, with its overhead.
    pub bytes_per_state: Option<f64>,
    /// On the clock: to make the checker, to compile it and to run it.
    pub whole_seconds: f64,
}

struct Tools {
    spin: PathBuf,
    compiler: PathBuf,
}

/// Makes, compiles and runs a model's checker.
pub fn run(model: &Model<'_>) -> Result<Outcome, String> {
    let (Some(spin), Some(compiler)) =
        (process::find(&["spin"]), process::find(&["cc", "gcc", "clang"]))
    else {
        return Ok(Outcome::NotInstalled);
    };
    let folder = TemporaryFolder::new("spin")?;
    let start = Instant::now();
    let mut search = build(model, &Tools { spin, compiler }, &folder.0)?;
    let measured = measured::run(search.args(["-m1000000", "-n"]), model.patience)?;
    let whole_seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&measured.stdout);
    if measured.status.is_none_or(|status| !status.success()) || was_given_up(&text) {
        return Ok(Outcome::GivenUp);
    }
    Ok(Outcome::Done(Figures { whole_seconds, ..read(&text) }))
}

fn build(model: &Model<'_>, tools: &Tools, folder: &Path) -> Result<Command, String> {
    let definitions = model.macros.iter().map(|definition| format!("-D{definition}"));
    let mut make = Command::new(&tools.spin);
    process::output(make.current_dir(folder).args(definitions).arg("-a").arg(model.path))?;
    let mut compile = Command::new(&tools.compiler);
    compile.current_dir(folder).args(["-O2", "-w", "-DSAFETY", MEMORY]);
    if !model.reduced {
        compile.arg("-DNOREDUCE");
    }
    process::output(compile.args(["-o", "pan", "pan.c"]))?;
    let mut search = Command::new(folder.join("pan"));
    search.current_dir(folder);
    Ok(search)
}

/// The checker says so where it stops early, but also where it stops at an error.
fn was_given_up(text: &str) -> bool {
    let is_cut = text.contains("max search depth too small");
    is_cut || (text.contains("Search not completed") && read(text).errors == Some(0.0))
}

fn read(text: &str) -> Figures {
    let mut figures = Figures::default();
    for line in text.lines().map(str::trim) {
        let numbers = |text: &str| -> Vec<f64> {
            let words = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != 'e');
            words.filter_map(|word| word.parse().ok()).collect()
        };
        let first = || numbers(line).first().copied();
        if line.ends_with("states, stored") {
            figures.states = first();
        } else if line.contains("transitions (=") {
            figures.transitions = first();
        } else if line.contains("elapsed time") {
            figures.seconds = first();
        } else if line.starts_with("state-vector as stored") {
            figures.bytes_per_state = Some(numbers(line).iter().sum());
        } else if let Some((_, errors)) = line.split_once("errors:") {
            figures.errors = numbers(errors).first().copied();
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checkers_report_is_read() {
        let text = "\
State-vector 64 byte, depth reached 72, errors: 0
    97609 states, stored
   231435 states, matched
   329044 transitions (= stored+matched)
         \tstate-vector as stored = 35 byte + 20 byte overhead
pan: elapsed time 0.08 seconds
";
        let expected = Figures {
            states: Some(97609.0),
            transitions: Some(329044.0),
            errors: Some(0.0),
            seconds: Some(0.08),
            bytes_per_state: Some(55.0),
            whole_seconds: 0.0,
        };
        assert_eq!(read(text), expected);
        assert_eq!(read("nothing to see"), Figures::default());
    }

    #[test]
    fn a_search_that_was_cut_off_is_told_from_one_that_found_something() {
        let report = |errors| {
            format!("Warning: Search not completed\nState-vector 40 byte, errors: {errors}\n")
        };
        assert!(was_given_up(&report(0)));
        assert!(!was_given_up(&report(1)));
        assert!(!was_given_up("State-vector 40 byte, errors: 0"));
        assert!(was_given_up("error: max search depth too small"));
    }
}
