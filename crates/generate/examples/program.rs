//! Prints the program of a seed, one that calls the C library (with `library`
//! in front), or (with `shim`) what to link it with.

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let program = match words.next_if(|word| word == "library") {
        Some(_) => raddle_generate::library_program,
        None => raddle_generate::sequential_program,
    };
    match words.next() {
        Some(word) if word == "shim" => print!("{}", raddle_generate::NATIVE_SHIM),
        Some(word) => match word.parse() {
            Ok(seed) => print!("{}", program(seed)),
            Err(error) => eprintln!("{word}: {error}"),
        },
        None => eprintln!("usage: program [library] SEED | shim"),
    }
}
