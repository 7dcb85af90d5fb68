//! Prints the program with threads of a seed, or writes those of several into a folder.

use raddle_generate::concurrent::Program;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    match (numbers.as_slice(), words.get(2)) {
        ([seed], None) => print!("{}", Program::random(*seed).text()),
        ([first, count], Some(folder)) => {
            for seed in *first..first.saturating_add(*count) {
                let path = format!("{folder}/{seed}.c");
                if let Err(error) = std::fs::write(&path, Program::random(seed).text()) {
                    eprintln!("{path}: {error}");
                }
            }
        }
        _ => eprintln!("usage: concurrent SEED | FIRST COUNT FOLDER"),
    }
}
