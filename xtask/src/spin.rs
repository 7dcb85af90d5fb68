//! SPIN on the same protocols, as a yardstick: a mature explicit-state model
//! checker that compiles each model into a program of its own.

use std::path::Path;
use std::process::Command;

use crate::process::{self, TemporaryFolder};

/// What SPIN's checker says about a search.
#[derive(Debug, Default, PartialEq)]
pub struct Figures {
    pub states: Option<f64>,
    pub transitions: Option<f64>,
    pub seconds: Option<f64>,
    /// One state as stored, with its overhead.
    pub bytes_per_state: Option<f64>,
}

/// Compiles and runs a model; `None` where SPIN is not installed. Partial-order
/// reduction is off, because ours is not there yet and states are to be compared.
pub fn run(model: &Path) -> Result<Option<Figures>, String> {
    let (Some(spin), Some(compiler)) =
        (process::find(&["spin"]), process::find(&["cc", "gcc", "clang"]))
    else {
        return Ok(None);
    };
    let folder = TemporaryFolder::new("spin")?;
    process::output(Command::new(spin).current_dir(&folder.0).arg("-a").arg(model))?;
    process::output(Command::new(compiler).current_dir(&folder.0).args([
        "-O2",
        "-w",
        "-DNOREDUCE",
        "-DSAFETY",
        "-o",
        "pan",
        "pan.c",
    ]))?;
    let text = process::output(Command::new(folder.0.join("pan")).current_dir(&folder.0).args([
        "-m1000000",
        "-E",
        "-n",
    ]))?;
    Ok(Some(read(&text)))
}

fn read(text: &str) -> Figures {
    let mut figures = Figures::default();
    for line in text.lines().map(str::trim) {
        let number = || line.split(|c: char| !c.is_ascii_digit() && c != '.' && c != 'e');
        let first = || number().find_map(|word| word.parse::<f64>().ok());
        if line.ends_with("states, stored") {
            figures.states = first();
        } else if line.contains("transitions (=") {
            figures.transitions = first();
        } else if line.contains("elapsed time") {
            figures.seconds = first();
        } else if line.starts_with("state-vector as stored") {
            let parts: Vec<f64> = number().filter_map(|word| word.parse().ok()).collect();
            figures.bytes_per_state = Some(parts.iter().sum());
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
            seconds: Some(0.08),
            bytes_per_state: Some(55.0),
        };
        assert_eq!(read(text), expected);
        assert_eq!(read("nothing to see"), Figures::default());
    }
}
