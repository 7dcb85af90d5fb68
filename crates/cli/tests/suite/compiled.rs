//! Generated programs do the same on the concrete machine as compiled by the
//! system's compiler. `./x native` does this for many more of them.

use std::sync::Mutex;
use std::thread::{available_parallelism, scope};

use raddle_compiled::batches::{BATCH, Wanted};
use raddle_compiled::comparison::Workshop;
use raddle_compiled::stress::Stressed;
use raddle_compiled::symbolic::Answer;
use raddle_generate::stress::Stress;

/// Several readings have their turn.
const THOROUGH: std::ops::Range<u64> = 0..6;
const BATCHES: std::ops::Range<u64> = 0..16;
const SYMBOLIC: std::ops::Range<u64> = 0..6;
const STRESSED: std::ops::Range<u64> = 0..40;
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

#[test]
fn interpreted_programs_do_what_compiled_ones_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let wrong = on_all_cores(THOROUGH, |seed| {
        workshop.compare(seed).map(|_| ()).map_err(|disagreement| disagreement.to_string())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn small_programs_do_what_compiled_ones_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let wrong = on_all_cores(BATCHES, |number| {
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

#[test]
fn the_solver_agrees_with_compiled_code() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let right = Mutex::new(0);
    let wrong = on_all_cores(SYMBOLIC, |seed| {
        match workshop.compare_symbolically(seed).map_err(|error| error.to_string())? {
            Answer::Right => *right.lock().expect("right") += 1,
            Answer::Undecided(reason) => eprintln!("note: seed {seed}: {reason}"),
        }
        Ok(())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(right.into_inner().expect("right") > 0, "no question was answered");
}

#[test]
fn what_happens_on_the_machine_is_possible() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = workshop(&folder);
    let stress = Stress::prepare(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let outcomes = Mutex::new(0);
    let wrong = on_all_cores(STRESSED, |seed| {
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
