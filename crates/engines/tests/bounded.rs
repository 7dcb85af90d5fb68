//! Bounded programs of C programs: they have the shape that they promise, and mean what
//! the originals mean.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use raddle_engines::{ExplicitOptions, explicit};
use raddle_frontend::{FrontendOptions, load};
use raddle_ir::{CheckKind, Instruction, Program, Target};
use raddle_passes::{PipelineOptions, Ready, prepare};
use raddle_semantics::Selected;
use raddle_sequential::bound;
use raddle_test_support::bounded::{bounds, check_notes, check_shape};
use raddle_verdict::Verdict;

/// Races are left out: whose section an access is in depends, for the engine, on the
/// function that it stands in.
const COMPARED: [CheckKind; 5] = [
    CheckKind::Assert,
    CheckKind::Deadlock,
    CheckKind::Memory,
    CheckKind::Overflow,
    CheckKind::Division,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Violated,
    Unknown,
}

fn answers(ready: &Ready) -> Vec<(CheckKind, Answer)> {
    let selected: Selected = COMPARED.into_iter().chain([CheckKind::Reach]).collect();
    let options =
        ExplicitOptions { states: Some(20_000), shorten: false, ..ExplicitOptions::new(selected) };
    let report = explicit::run(ready, &options);
    let answer = |verdict: &Verdict| match verdict {
        Verdict::Holds(_) => Answer::Holds,
        Verdict::Violated(_) => Answer::Violated,
        Verdict::Unknown(_) => Answer::Unknown,
    };
    report.results.iter().map(|result| (result.kind, answer(&result.verdict))).collect()
}

/// So that the engine tells whether a cut is reached.
fn with_cuts_as_errors(mut program: Program) -> Program {
    for function in program.functions.iter_mut() {
        for statement in function.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let Instruction::Check { kind, .. } = &mut statement.instruction {
                if *kind == CheckKind::Unwind {
                    *kind = CheckKind::Reach;
                } else if *kind == CheckKind::Reach {
                    *kind = CheckKind::Unwind;
                }
            }
        }
    }
    program
}

/// How many verdicts could be compared, and whether nothing was cut off.
fn check(path: &Path) -> (usize, bool) {
    let name = path.file_name().unwrap().display();
    let original = ready(path);
    let bounded = bound(&original, &bounds(3)).unwrap();
    check_shape(&bounded);
    check_notes(&original, &bounded);
    let program = with_cuts_as_errors(bounded.program);
    let bounded = prepare(program, &PipelineOptions::default()).unwrap();
    let (expected, found) = (answers(&original), answers(&bounded));
    let is_cut = !found.contains(&(CheckKind::Reach, Answer::Holds));
    let mut compared = 0;
    for kind in COMPARED {
        let of = |list: &[(CheckKind, Answer)]| {
            list.iter().find(|(each, _)| *each == kind).map_or(Answer::Unknown, |(_, is)| *is)
        };
        match (of(&expected), of(&found)) {
            (Answer::Unknown, _) | (_, Answer::Unknown) => {}
            (Answer::Violated, Answer::Holds) if is_cut => {}
            (expected, found) => {
                assert_eq!(expected, found, "{name}: {kind:?}");
                compared += 1;
            }
        }
    }
    (compared, !is_cut)
}

fn check_all<'p>(paths: impl IntoIterator<Item = &'p Path>, verdicts: usize, whole: usize) {
    let results: Vec<(usize, bool)> = paths.into_iter().map(check).collect();
    // So that the comparison does not come to nothing unnoticed.
    let compared: usize = results.iter().map(|(compared, _)| compared).sum();
    let complete = results.iter().filter(|(_, is_whole)| *is_whole).count();
    assert!(compared >= verdicts, "{compared} verdicts");
    assert!(complete >= whole, "{complete} programs without a cut");
}

#[test]
fn concurrency() {
    let paths = programs("concurrency");
    check_all(paths.iter().map(|path| path.as_path()), 200, 30);
}

#[test]
fn library_and_language() {
    const NAMES: [&str; 28] = [
        "library/c11_once_and_keys.c",
        "library/cancel_while_joining.c",
        "library/condition_spurious.c",
        "library/key_values.c",
        "library/errno_of_each_thread.c",
        "language/callbacks.c",
        "language/goto_statements.c",
        "language/loops.c",
        "language/recursion.c",
        "language/varargs_forwarded.c",
        "language/variable_length_arrays.c",
        "memory/stack_of_another_thread.c",
        "memory/use_after_return.c",
        "regressions/alloca_in_helper.c",
        "regressions/call_of_another_type.c",
        "regressions/exit_in_atomic_section.c",
        "regressions/half_a_section_is_never_seen.c",
        "regressions/irreducible_loop_spawns.c",
        "regressions/lock_inside_section.c",
        "regressions/nested_sections.c",
        "regressions/pointer_through_varargs.c",
        "regressions/recursion_spawns.c",
        "regressions/spawn_through_pointer.c",
        "regressions/thread_local_ends.c",
        "regressions/timed_wait_always_ends.c",
        "regressions/uninitialised_is_one_value.c",
        "regressions/vla_of_another_thread.c",
        "regressions/worker_starts_itself.c",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let paths: Vec<_> = NAMES.iter().map(|name| root.join(name)).collect();
    check_all(paths.iter().map(|path| path.as_path()), 50, 10);
}

/// All C files of a folder under `tests/programs`, sorted.
fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(folder);
    let entries = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no programs", root.display());
    files
}

/// The program of a file, as its header says that it is compiled.
fn ready(path: &Path) -> Ready {
    let text = fs::read_to_string(path).unwrap();
    let mut clang_arguments = Vec::new();
    let mut inputs = vec![path.to_path_buf()];
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        if line.starts_with("variant:") {
            break;
        }
        if let Some(list) = line.strip_prefix("clang:") {
            clang_arguments.extend(list.split_whitespace().map(str::to_string));
        }
        if let Some(list) = line.strip_prefix("with:") {
            let folder = path.parent().unwrap();
            inputs.extend(list.split_whitespace().map(|file| folder.join(file)));
        }
    }
    let options = FrontendOptions {
        inputs,
        clang_arguments,
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: true,
        sv_comp: false,
    };
    let program = load(&options).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    prepare(program.program, &PipelineOptions::default()).unwrap()
}
