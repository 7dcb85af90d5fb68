//! Generated programs do the same on the concrete machine as compiled by the
//! system's compiler. `./x native` does this for many more of them.

use std::sync::Mutex;
use std::thread::{available_parallelism, scope};

use raddle_compiled::batches::{BATCH, Wanted};
use raddle_compiled::comparison::Workshop;
use raddle_compiled::stress::Stressed;
use raddle_compiled::symbolic::Answer;
use raddle_generate::stress::Stress;

/// Which numbers of programs are drawn.
struct Rounds {
    /// Large programs, each by all ways; several readings have their turn.
    large: std::ops::Range<u64>,
    batches: std::ops::Range<u64>,
    symbolic: std::ops::Range<u64>,
    stressed: std::ops::Range<u64>,
}

const SHORT: Rounds = Rounds { large: 0..4, batches: 0..10, symbolic: 0..6, stressed: 0..40 };
const LONG: Rounds = Rounds { large: 0..12, batches: 0..32, symbolic: 0..12, stressed: 0..80 };

/// So often a program with threads runs in each build.
const RUNS: u32 = 50;

/// Does the work for each number, on all cores. Each returns what is wrong.
fn on_all_cores(
    numbers: std::ops::Range<u64>,
    work: impl Fn(u64) -> Result<(), String> + Sync,
) -> Vec<String> {
    let numbers = Mutex::new(numbers);
    let wrong = Mutex::new(Vec::new());
    let next = || numbers.lock().expect("numbers").next();
    let worker = || {
        while let Some(number) = next() {
            if let Err(what) = work(number) {
                wrong.lock().expect("wrong").push(what);
            }
        }
    };
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, |cores| cores.get()) {
            threads.spawn(worker);
        }
    });
    wrong.into_inner().expect("wrong")
}

fn workshop(folder: &tempfile::TempDir) -> Workshop {
    let workshop = Workshop::new(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    for note in &workshop.notes {
        eprintln!("note: {note}");
    }
    workshop
}

fn compare_large_programs(rounds: &Rounds) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let wrong = on_all_cores(rounds.large.clone(), |seed| {
        workshop.compare(seed).map(|_| ()).map_err(|disagreement| disagreement.to_string())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn compare_small_programs(rounds: &Rounds) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let wrong = on_all_cores(rounds.batches.clone(), |number| {
        let seeds: Vec<u64> = (number * BATCH..(number + 1) * BATCH).collect();
        let outcome = workshop.compare_batch(number, &seeds, Wanted::default());
        let told: Vec<String> = outcome
            .disagreements
            .iter()
            .map(|disagreement| disagreement.to_string())
            .chain(outcome.refused)
            .collect();
        if told.is_empty() && outcome.agree == BATCH { Ok(()) } else { Err(told.join("\n\n")) }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn compare_the_solver(rounds: &Rounds) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let right = Mutex::new(0);
    let wrong = on_all_cores(rounds.symbolic.clone(), |seed| {
        match workshop.compare_symbolically(seed).map_err(|error| error.to_string())? {
            Answer::Right => *right.lock().expect("right") += 1,
            Answer::Undecided(reason) => eprintln!("note: seed {seed}: {reason}"),
        }
        Ok(())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(right.into_inner().expect("right") > 0, "no question was answered");
}

fn compare_threads(rounds: &Rounds) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let stress = Stress::prepare(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let outcomes = Mutex::new(0);
    let wrong = on_all_cores(rounds.stressed.clone(), |seed| {
        match workshop.stress(&stress, seed, RUNS).map_err(|error| error.to_string())? {
            Stressed::Possible(count) => *outcomes.lock().expect("outcomes") += count,
            Stressed::LeftOut(_) => {}
            Stressed::Undecided(reason) => eprintln!("note: seed {seed}: {reason}"),
        }
        Ok(())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(outcomes.into_inner().expect("outcomes") > 0, "no outcome was seen");
}

#[test]
fn interpreted_programs_do_what_compiled_ones_do() {
    compare_large_programs(&SHORT);
}

#[test]
#[ignore = "long: ./x test thorough"]
fn interpreted_programs_do_what_compiled_ones_do_in_long_rounds() {
    compare_large_programs(&LONG);
}

#[test]
fn small_programs_do_what_compiled_ones_do() {
    compare_small_programs(&SHORT);
}

#[test]
#[ignore = "long: ./x test thorough"]
fn small_programs_do_what_compiled_ones_do_in_long_rounds() {
    compare_small_programs(&LONG);
}

#[test]
fn the_solver_agrees_with_compiled_code() {
    compare_the_solver(&SHORT);
}

#[test]
#[ignore = "long: ./x test thorough"]
fn the_solver_agrees_with_compiled_code_in_long_rounds() {
    compare_the_solver(&LONG);
}

#[test]
fn what_happens_on_the_machine_is_possible() {
    compare_threads(&SHORT);
}

#[test]
#[ignore = "long: ./x test thorough"]
fn what_happens_on_the_machine_is_possible_in_long_rounds() {
    compare_threads(&LONG);
}
