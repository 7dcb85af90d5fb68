//! Whole programs: read from C, printed as C again, compiled, run. They must do
//! what the concrete machine does, and no compiler may complain.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod compiling;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::{available_parallelism, scope};

use compiling::{NativeRun, compile, compilers, run};
use raddle_c_printer::{Dialect, print, with_choices};
use raddle_frontend::FrontendOptions;
use raddle_ir::{Program, Target};
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_reference::run_deterministic;

const DIALECTS: [Dialect; 3] = [Dialect::Cbmc, Dialect::Esbmc, Dialect::SvComp];

fn load(path: &Path, pointer_bits: u16, sanitize: bool) -> Program {
    let options = FrontendOptions {
        inputs: vec![path.to_owned()],
        clang_arguments: Vec::new(),
        clang: None,
        target: Target { pointer_bits },
        optimise: 0,
        sanitize,
        nondet_externs: true,
        sv_comp: false,
    };
    raddle_frontend::load(&options).unwrap_or_else(|error| panic!("{error}")).program
}

/// The text of the program, every choice made by a `nondet`.
fn printed(program: Program, dialect: Dialect) -> Result<String, String> {
    let options = PipelineOptions { verify: true, ..PipelineOptions::default() };
    let ready = prepare(program, &options).map_err(|error| error.to_string())?;
    let ready =
        prepare(with_choices(ready.into_program()), &options).map_err(|error| error.to_string())?;
    print(&ready.program, dialect)
}

/// The text for a verifier is C without a flaw as well.
fn check_dialects(folder: &Path, program: &Program, number: usize) {
    let (dialect, compilers) = (DIALECTS[number % 3], compilers());
    let text = printed(program.clone(), dialect).expect("it can be printed");
    let source = folder.join(format!("{number}-{dialect:?}.c"));
    fs::write(&source, text).expect("the text can be written");
    let data_model = if program.target.pointer_bits == 32 { "-m32" } else { "-m64" };
    let level = ["-O2", "-O0"][number % 2];
    compile(
        compilers[number % compilers.len()],
        &["-c", data_model, level],
        &source,
        &source.with_extension("o"),
    )
    .unwrap_or_else(|errors| panic!("{errors}"));
}

fn native(folder: &Path, program: &Program, name: &str, number: usize) -> NativeRun {
    let text = printed(program.clone(), DIALECTS[number % 3]).expect("it can be printed");
    let source = folder.join(format!("{name}.c"));
    fs::write(&source, text).expect("the text can be written");
    let (compilers, executable) = (compilers(), source.with_extension("exe"));
    let level = ["-O0", "-O2"][number % 2];
    let compiler = compilers[number / 2 % compilers.len()];
    compile(compiler, &[level, "-DRADDLE_NATIVE"], &source, &executable)
        .unwrap_or_else(|errors| panic!("{errors}"));
    // Nothing depends on what was never written, but it is asked for.
    let choices: Vec<u128> =
        (1..100_000u128).map(|number| number * 0x9e37_79b9_7f4a_7c15).collect();
    run(&executable, &choices)
}

/// Does the work for each number, on all cores.
fn for_all(count: usize, work: impl Fn(usize) + Sync) {
    let next = Mutex::new(0..count);
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, |cores| cores.get()) {
            threads.spawn(|| {
                loop {
                    let number = next.lock().expect("numbers").next();
                    let Some(number) = number else { return };
                    work(number);
                }
            });
        }
    });
}

#[test]
fn generated_programs_do_the_same_as_on_the_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    for_all(4, |number| {
        let source = folder.path().join(format!("generated-{number}.c"));
        let text = raddle_generate::sequential_program(100 + number as u64);
        fs::write(&source, text).expect("the program can be written");
        let program = load(&source, 64, number % 4 == 3);
        let ready =
            prepare(program.clone(), &PipelineOptions::default()).expect("it is well formed");
        let expected = run_deterministic(&ready).unwrap_or_else(|error| panic!("{error}"));
        let found = native(folder.path(), &program, &format!("printed-{number}"), number);
        assert_eq!((found.exit, found.messages.as_slice()), (Some(0), &[][..]), "{number}");
        assert_eq!(found.outputs, expected.outputs, "{number}");
        check_dialects(folder.path(), &narrow(folder.path(), number), number);
    });
}

/// A generated program for 32 bits, where C has no integers of more than 64 bits: those that
/// need them are refused, and passed over.
fn narrow(folder: &Path, number: usize) -> Program {
    let source = folder.join(format!("narrow-{number}.c"));
    for seed in (100 + number as u64..).step_by(4).take(20) {
        fs::write(&source, raddle_generate::sequential_program(seed)).expect("it can be written");
        let program = load(&source, 32, false);
        match printed(program.clone(), DIALECTS[number % 3]) {
            Ok(_) => return program,
            Err(refusal) => assert!(refusal.contains("more than 64 bits"), "{seed}: {refusal}"),
        }
    }
    panic!("every program is refused");
}

/// The programs of this project that have neither threads nor inputs.
fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(folder);
    let entries = fs::read_dir(root).expect("programs");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .collect();
    paths.retain(|path| {
        let text = fs::read_to_string(path).expect("a program");
        path.extension().is_some_and(|kind| kind == "c")
            && !["thread", "nondet", "files:"].iter().any(|word| text.contains(word))
    });
    paths.sort();
    paths
}

#[test]
fn programs_and_their_violations_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    // Every second one is enough for a test of each commit.
    let mut paths: Vec<PathBuf> = programs("language").into_iter().step_by(2).collect();
    paths.extend(programs("arithmetic"));
    let counts = Mutex::new((0, 0));
    for_all(paths.len(), |number| {
        let program = load(&paths[number], 64, true);
        let name = paths[number].display();
        let ready =
            prepare(program.clone(), &PipelineOptions::default()).expect("it is well formed");
        let expected = run_deterministic(&ready);
        if printed(program.clone(), Dialect::Cbmc).is_err() {
            return;
        }
        match expected {
            Ok(expected) => {
                let found = native(folder.path(), &program, &format!("p{number}"), number);
                assert_eq!((found.exit, found.messages.as_slice()), (Some(0), &[][..]), "{name}");
                assert_eq!(found.outputs, expected.outputs, "{name}");
                counts.lock().expect("counts").0 += 1;
            }
            Err(reason) => {
                let Some((kind, message)) = reason.split_once(" is violated: ") else { return };
                // Faults of memory are whatever the processor makes of them.
                if kind == "memory" {
                    return;
                }
                let found = native(folder.path(), &program, &format!("p{number}"), number);
                let (message, place) = message.rsplit_once(" (").expect("a place");
                let line = format!("violated: {kind}: {message} {}", place.trim_end_matches(')'));
                assert_eq!((found.exit, found.messages), (Some(1), vec![line]), "{name}");
                counts.lock().expect("counts").1 += 1;
            }
        }
    });
    let (fine, violated) = *counts.lock().expect("counts");
    assert!(fine >= 15 && violated >= 4, "only {fine} and {violated} programs were compared");
}
