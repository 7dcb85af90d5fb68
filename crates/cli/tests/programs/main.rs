//! Every program under `tests/programs` and every example, in many ways, each a test of its own:
//! its name is that of the program, the arguments for clang that make it a variant, and the way in
//! brackets. What must come out is told by the comments at the programs' heads; their format is in
//! `docs/writing-tests.md`.
//!
//! Every run that ends in a violation is also replayed. Some ways are left to
//! `--include-ignored`; which ones is said in `ways.rs`. `RADDLE_BLESS=1` renews the expected
//! outputs of the examples.

mod checking;
mod equivalence;
mod examples;
mod judge;
mod ways;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use raddle_test_support::expectations::{FOLDERS, Program, programs_of};
use raddle_test_support::harness::{self, Trial};
use raddle_test_support::{is_installed, root};
use ways::{Case, Share, can_be_sequentialised, cases, decided, is_in};

/// What the most expensive tests cost, in the processor's seconds, as `--costs FILE` writes it.
const COSTS: &str = include_str!("costs.txt");

fn main() -> ExitCode {
    let programs = programs_of("");
    let mut trials = vec![Trial::new("folders".to_owned(), false, every_folder_is_known)];
    trials.extend(checked(&programs));
    trials.extend(written(&programs));
    trials.extend(judge::trials(&programs));
    trials.extend(equivalence::trials());
    trials.extend(examples::trials());
    let expensive: Vec<&str> =
        COSTS.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect();
    harness::main(trials, &expensive, || {
        written::enough_were_found()?;
        judge::enough_were_judged()?;
        equivalence::enough_were_compared()
    })
}

/// `xtask` goes through the same folders by their names.
fn every_folder_is_known() -> Result<(), String> {
    let entries = std::fs::read_dir(root().join("tests/programs")).map_err(|e| e.to_string())?;
    let folders = entries.filter_map(Result::ok).filter(|entry| entry.path().is_dir());
    let found: BTreeSet<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let known = FOLDERS.map(str::to_owned).into();
    if found == known { Ok(()) } else { Err(format!("expected {known:?}, got {found:?}")) }
}

/// The cases of all programs.
fn checked(programs: &[Program]) -> Vec<Trial> {
    let clangs = installed_clangs();
    let mut turns = Turns::default();
    let mut trials = Vec::new();
    for program in programs {
        for (number, run) in program.runs.iter().enumerate() {
            let cases = cases(program, run, &clangs);
            let by_turns = cases.iter().filter(|case| case.share == Share::ByTurns).count();
            let mut turn = turns.turn("by turns", by_turns);
            if number > 0 && turns.turn("variants", 2) != 0 {
                turn = by_turns;
            }
            for case in cases {
                let daily = match case.share {
                    Share::EveryDay => true,
                    Share::ByTurns => {
                        turn = turn.wrapping_sub(1);
                        turn == usize::MAX
                    }
                    Share::OneIn(count) => turns.turn(case.kind, count) == 0,
                };
                trials.push(trial(case, daily));
            }
        }
    }
    trials.extend(decided().map(|run| {
        let name = run.name.clone();
        Trial::new(name, false, move || checking::check_run(&run))
    }));
    trials
}

fn trial(case: Case, daily: bool) -> Trial {
    let run = case.run;
    Trial::new(run.name.clone(), !daily, move || checking::check_run(&run))
}

/// Counts the cases of each kind, so that some of them can have their turn.
#[derive(Default)]
struct Turns(BTreeMap<&'static str, usize>);

impl Turns {
    /// Below the count, and each number as often.
    fn turn(&mut self, kind: &'static str, count: usize) -> usize {
        let number = self.0.entry(kind).or_default();
        *number += 1;
        (*number - 1) % count.max(1)
    }
}

/// Every violated program, with one check at a time, as C.
fn written(programs: &[Program]) -> Vec<Trial> {
    let mut turns = Turns::default();
    let mut trials = Vec::new();
    for run in programs.iter().flat_map(|program| &program.runs) {
        if !is_in(run, &["papers/", "symbolic/threads/"]) || !can_be_sequentialised(run) {
            continue;
        }
        for check in written::natively_violated(run) {
            let daily = turns.turn("written", 5) == 0;
            let (run, check) = (run.clone(), check.to_owned());
            let name = format!("{} [written as C: {check}]", run.name);
            trials.push(Trial::new(name, !daily, move || written::fails_natively(&run, &check)));
        }
    }
    trials
}

/// Every `clang-N` in the path, or the plain `clang` where there is none.
fn installed_clangs() -> Vec<String> {
    let names = (14..=30).map(|version| format!("clang-{version}"));
    let numbered: Vec<String> = names.filter(|name| is_installed(name)).collect();
    if numbered.is_empty() { vec!["clang".to_owned()] } else { numbered }
}
