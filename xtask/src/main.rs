//! Chores of the project that are more than a line of shell. `./x` calls them.
//! An error here is a message for the person who works on the project.

mod bench;
mod dependencies;
mod esbmc;
mod esbmc_rows;
mod evidence;
mod formula;
mod front_end;
mod fuzz;
mod grow;
mod inputs;
mod lazy_cseq;
mod lazy_cseq_rows;
mod library;
mod limits;
mod measured;
mod native;
mod options;
mod pancam;
mod pancam_rows;
mod plot;
mod process;
mod programs;
mod sizes;
mod spin;
mod tasks;
mod verifier;

use std::process::ExitCode;

use raddle_test_support::{expectations, root};

const USAGE: &str = "usage: xtask bench [formula|grow|limits|esbmc|lazy_cseq|pancam|proofs|replay|tasks] [OPTION...] \
| dependencies | fuzz [mutants] [COUNT] [FIRST-SEED] | fuzz-inputs [seeds|TARGET] [SECONDS|FILE] \
| library | native [COUNT] [FIRST-SEED]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("bench") => bench::run(&arguments[1..]),
        Some("dependencies") => dependencies::run(),
        Some("fuzz") => fuzz::run(&arguments[1..]),
        Some("fuzz-inputs") => inputs::run(&arguments[1..]),
        Some("library") => library::run(),
        Some("native") => native::run(&arguments[1..]),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
