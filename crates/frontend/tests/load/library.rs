//! The embedded library.

use std::path::PathBuf;

use raddle_frontend::{Clang, compile_library};
use raddle_ir::{Function, Instruction, Origin};

use crate::support::{ILP32, LP64, clangs, program_of};

fn sources() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the library is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_clang_compiles_it_to_well_formed_programs() {
    for clang in clangs() {
        let clang = Clang::find(Some(&clang)).expect("it was there before");
        for target in [LP64, ILP32] {
            let program = compile_library(&clang, target, &sources())
                .unwrap_or_else(|error| panic!("{error}"));
            raddle_ir::verify::verify(&program).unwrap_or_else(|problems| {
                panic!("{}", problems.iter().map(|p| format!("{p}\n")).collect::<String>())
            });
            let foreign = |f: &&Function| f.origin != Origin::Library;
            assert_eq!(program.functions.iter().filter(foreign).count(), 0);
            assert!(program.function_named("pthread_mutex_lock").is_some());
        }
    }
}

#[test]
fn a_mutex_is_an_await_in_a_section() {
    let program = program_of(&[(
        "a.c",
        "#include <pthread.h>\npthread_mutex_t m; int main(void) { return pthread_mutex_lock(&m); }",
    )]);
    let awaits = program
        .functions
        .iter()
        .filter(|function| function.origin == Origin::Library)
        .flat_map(|function| function.blocks.iter())
        .flat_map(|block| &block.statements)
        .filter(|statement| matches!(statement.instruction, Instruction::Await { .. }));
    assert!(awaits.count() >= 1, "the library is embedded");
}
