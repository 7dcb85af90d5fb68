//! Generated programs do the same on the concrete machine as compiled by the
//! system's compiler. `./x native` does this for many more of them.

#[path = "native/comparison.rs"]
mod comparison;

use comparison::Workshop;

/// Enough for every combination of clang, checks and optimisation.
const SEEDS: std::ops::Range<u64> = 0..24;

#[test]
fn interpreted_programs_do_what_compiled_ones_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = Workshop::new(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    for note in &workshop.notes {
        eprintln!("note: {note}");
    }
    let disagreements: Vec<String> = SEEDS
        .filter_map(|seed| workshop.compare(seed).err())
        .map(|disagreement| disagreement.to_string())
        .collect();
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n\n"));
}
