//! Generated programs do the same on the concrete machine as compiled by the
//! system's compiler. `./x native` does this for many more of them.

#[path = "native/comparison.rs"]
mod comparison;

use std::sync::Mutex;
use std::thread::{available_parallelism, scope};

use comparison::Workshop;

/// With three versions of clang every reading and build has its turn.
const SEEDS: std::ops::Range<u64> = 0..24;

#[test]
fn interpreted_programs_do_what_compiled_ones_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = Workshop::new(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    for note in &workshop.notes {
        eprintln!("note: {note}");
    }
    let seeds = Mutex::new(SEEDS);
    let disagreements = Mutex::new(Vec::new());
    let work = || {
        while let Some(seed) = seeds.lock().expect("seeds").next() {
            if let Err(disagreement) = workshop.compare(seed) {
                disagreements.lock().expect("disagreements").push(disagreement.to_string());
            }
        }
    };
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, |cores| cores.get()) {
            threads.spawn(work);
        }
    });
    let disagreements = disagreements.into_inner().expect("disagreements");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n\n"));
}
