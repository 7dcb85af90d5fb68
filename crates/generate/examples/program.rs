//! Prints the program of a seed, or (with `shim`) what to link it with.

fn main() {
    match std::env::args().nth(1) {
        Some(word) if word == "shim" => print!("{}", raddle_generate::NATIVE_SHIM),
        Some(word) => match word.parse() {
            Ok(seed) => print!("{}", raddle_generate::sequential_program(seed)),
            Err(error) => eprintln!("{word}: {error}"),
        },
        None => eprintln!("usage: program SEED | shim"),
    }
}
