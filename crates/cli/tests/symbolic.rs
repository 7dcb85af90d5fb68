//! The engines with symbolic values say what the heads of the programs under
//! `tests/programs` expect, each on the programs that it decides quickly, and
//! options that must not change a verdict do not. Violations are kept and
//! replayed, like those of `programs.rs`.
//!
//! A run that an engine is not left out of (`// slow: ENGINE`) must be decided, so
//! that an engine that got worse is noticed. `RADDLE_PROGRAM=part-of-a-name`
//! selects programs.

#[path = "support/expectations.rs"]
mod expectations;
#[path = "support/runs.rs"]
mod runs;

use std::fs;
use std::path::PathBuf;

use expectations::{Answer, FOLDERS, Run, runs_of, selected_programs};
use runs::{Scratch, check_runs};

/// What `schedule` and `uw` are for. (`order/` has the same subjects, and is left to
/// those that go far.)
const ABOUT_THREADS: [&str; 3] = ["concurrency", "papers", "symbolic"];

/// Where most programs are sequential.
const SEQUENTIAL: [&str; 4] = ["arithmetic", "language", "memory", "symbolic"];

#[test]
fn lazy_gives_the_expected_verdicts() {
    check_runs(&runs_for("lazy", &FOLDERS));
}

#[test]
fn schedule_gives_the_expected_verdicts() {
    check_runs(&threaded_runs_for("schedule"));
}

#[test]
fn uw_gives_the_expected_verdicts() {
    check_runs(&threaded_runs_for("uw"));
}

#[test]
fn bmc_gives_the_expected_verdicts() {
    let mut runs = runs_for("bmc", &SEQUENTIAL);
    runs.retain(|run| !run.starts_threads);
    runs.iter_mut().for_each(leave_deadlocks_alone);
    check_runs(&runs);
}

/// Whatever `order` is not left out of it must decide, and nearly everything is that.
#[test]
fn order_gives_the_expected_verdicts() {
    let mut runs = runs_for("order", &FOLDERS);
    runs.retain(|run| run.starts_threads && !counts_turns(run));
    assert!(runs.len() > 400 || std::env::var_os("RADDLE_PROGRAM").is_some());
    check_runs(&runs);
}

/// Without threads it has nothing to order, and does what `bmc` does.
#[test]
fn order_gives_the_expected_verdicts_without_threads() {
    let mut runs = runs_for("order", &["memory", "symbolic/memory", "symbolic/pitfalls"]);
    runs.retain(|run| !run.starts_threads);
    check_runs(&runs);
}

/// Where `order` may give up, it still must not be wrong.
#[test]
fn order_is_not_wrong_where_it_is_slow() {
    let mut runs = programs_in(&FOLDERS);
    runs.retain(|run| run.starts_threads && !counts_turns(run));
    runs.retain(|run| run.slow.iter().any(|slow| slow == "order"));
    check_runs(&hurried(&runs, &["--engine=order"]));
}

/// The other way to decide the order of events comes to the same verdicts. It takes
/// longer, and may give up.
#[test]
fn clocks_give_the_same_verdicts() {
    let mut runs = programs_in(&["concurrency", "order", "symbolic/threads"]);
    runs.retain(|run| run.starts_threads && !counts_turns(run));
    runs.retain(|run| !run.slow.iter().any(|slow| slow == "order"));
    check_runs(&hurried(&runs, &["--engine=order", "--ordering=clocks"]));
}

/// `bmc` follows `main` alone, so it must not say that anything holds.
#[test]
fn bmc_does_not_answer_for_threads() {
    let mut runs = runs_for("bmc", &["symbolic/threads", "symbolic/pitfalls"]);
    runs.retain(|run| run.starts_threads);
    for run in &mut runs {
        run.expected.values_mut().for_each(|answers| *answers = vec![Answer::Unknown]);
    }
    check_runs(&runs);
}

/// `main` waits for a thread, or for itself: both end where `bmc` does not look.
#[test]
fn bmc_does_not_prove_what_it_does_not_see() {
    let joined = "#include <assert.h>\n#include <pthread.h>\nint x;\n\
        void *set(void *unused) { x = 1; return unused; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, set, 0);\n\
        pthread_join(t, 0); assert(x == 0); return 0; }\n";
    let twice = "#include <pthread.h>\n\
        pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
        int main(void) { pthread_mutex_lock(&lock); pthread_mutex_lock(&lock); return 0; }\n";
    let scratch = Scratch::new("unseen by bmc");
    let run = |name: &str, text: &str, check: &str| {
        let file = scratch.file(name);
        fs::write(&file, text).expect("the program can be written");
        single_run(name, file, check)
    };
    check_runs(&[run("joined.c", joined, "assert"), run("twice.c", twice, "deadlock")]);
}

/// Where the head of a program says how often its loops go round, that bound is
/// enough for a proof, or for what can be had within it. No engine is slow then.
#[test]
fn the_bound_of_the_header_is_enough() {
    let mut bounded = Vec::new();
    for engine in ["lazy", "schedule", "uw", "bmc"] {
        let mut runs: Vec<Run> = programs_in(&FOLDERS);
        runs.retain(|run| engine != "bmc" || !run.starts_threads);
        for mut run in runs {
            let Some(unwinding) = run.unwind else { continue };
            if !unwinding.complete {
                run.expected.values_mut().for_each(allow_bounded);
            }
            if engine == "bmc" {
                leave_deadlocks_alone(&mut run);
            }
            let option = format!("--unwind={}", unwinding.rounds);
            bounded.push(with(&with(&run, &format!("--engine={engine}")), &option));
        }
    }
    check_runs(&bounded);
}

/// Leaving out orders of the threads that lead to nothing new changes nothing.
#[test]
fn the_reduction_does_not_change_verdicts() {
    let small = [
        "papers/esbmc_increment_decrement.c",
        "papers/esbmc_mutex_deadlock.c",
        "papers/esbmc_mutex_paths.c",
        "papers/lecture_two_stages.c",
        "papers/memory_unwinding_writes.c",
        "papers/pancam_optimised_reads.c",
        "symbolic/threads/handed_over.c",
        "symbolic/threads/handshake.c",
        "symbolic/threads/locks_in_an_array.c",
        "symbolic/threads/lost_addition.c",
        "symbolic/threads/one_value_one_order.c",
        "symbolic/threads/slots.c",
        "symbolic/threads/stack_of_two.c",
        "symbolic/threads/transfer.c",
    ];
    check_runs(&named(&small, &["--engine=lazy", "--no-reduction"]));
}

/// Another solver answers the same.
#[test]
fn z3_gives_the_same_verdicts() {
    if !installed("z3") {
        println!("z3 is not installed: nothing to compare");
        return;
    }
    let few = [
        "symbolic/threads/handed_over.c",
        "symbolic/threads/lost_addition.c",
        "symbolic/threads/race_for_one_input.c",
        "symbolic/threads/transfer.c",
        "symbolic/pitfalls/assume_after_failure.c",
        "symbolic/pitfalls/callee_writes_on_one_path.c",
        "symbolic/pitfalls/inputs_are_fresh.c",
        "symbolic/pitfalls/structure_chosen.c",
        "symbolic/pitfalls/uninitialised_at_join.c",
    ];
    for engine in ["--engine=lazy", "--engine=schedule"] {
        check_runs(&named(&few, &[engine, "--solver=z3"]));
    }
}

/// What a bound cuts off is not proved.
#[test]
fn a_bound_is_no_proof() {
    let correct = ["papers/esbmc_increment_decrement.c -DLOCKED"];
    for engine in ["--engine=lazy", "--engine=schedule", "--engine=uw"] {
        for bound in ["--contexts=1", "--decisions=1"] {
            let mut runs = named(&correct, &[engine, bound]);
            for run in &mut runs {
                run.expected.values_mut().for_each(|answers| *answers = vec![Answer::Bounded]);
            }
            check_runs(&runs);
        }
    }
}

/// With turns by lines, races are not looked for, and violations within a line
/// are missed; nothing is found that does not happen.
#[test]
fn turns_by_lines_find_nothing_new() {
    let mut runs = runs_for("lazy", &["papers"]);
    for run in &mut runs {
        *run = with(run, "--granularity=statement");
        run.expected.insert("race".to_string(), vec![Answer::Unknown]);
        for (check, answers) in &mut run.expected {
            if check != "race" && answers.contains(&Answer::Violated) {
                answers.push(Answer::Bounded);
            }
            allow_bounded(answers);
        }
    }
    check_runs(&runs);
}

// ── Which programs, and with what ───────────────────────────────────────────────

/// Without threads there is nothing to schedule, and `bmc` does the same.
fn threaded_runs_for(engine: &str) -> Vec<Run> {
    let mut runs = runs_for(engine, &ABOUT_THREADS);
    runs.retain(|run| run.starts_threads);
    runs
}

/// Every run of these folders that this engine is asked about.
fn runs_for(engine: &str, folders: &[&str]) -> Vec<Run> {
    let mut runs = programs_in(folders);
    runs.retain(|run| !run.slow.iter().any(|slow| slow == engine));
    runs.iter().map(|run| with(run, &format!("--engine={engine}"))).collect()
}

/// Without the runs whose bounds only `explicit` knows.
fn programs_in(folders: &[&str]) -> Vec<Run> {
    let mut runs: Vec<Run> = folders.iter().flat_map(|folder| runs_of(folder)).collect();
    let bounds = ["--depth", "--preemptions"];
    runs.retain(|run| !run.arguments.iter().any(|argument| bounds.contains(&argument.as_str())));
    runs
}

/// Bounds on what `order` knows nothing of.
fn counts_turns(run: &Run) -> bool {
    run.arguments.iter().any(|argument| argument.starts_with("--contexts"))
}

/// All runs of these programs, or single ones where the variant is named too.
fn named(names: &[&str], options: &[&str]) -> Vec<Run> {
    let mut runs = Vec::new();
    for program in selected_programs("") {
        for run in program.runs {
            if names.contains(&program.name.as_str()) || names.contains(&run.name.as_str()) {
                runs.push(options.iter().fold(run, |run, option| with(&run, option)));
            }
        }
    }
    assert!(
        runs.len() >= names.len() || std::env::var_os("RADDLE_PROGRAM").is_some(),
        "some of {names:?} is not there"
    );
    runs
}

/// With little time: what is not known by then does not matter.
fn hurried(runs: &[Run], options: &[&str]) -> Vec<Run> {
    let mut runs = runs.to_vec();
    for run in &mut runs {
        *run = options.iter().fold(run.clone(), |run, option| with(&run, option));
        run.arguments.push("--time=1".to_string());
        run.expected.values_mut().for_each(|answers| answers.push(Answer::Unknown));
    }
    runs
}

fn with(run: &Run, option: &str) -> Run {
    let mut run = run.clone();
    run.name = format!("{} [{option}]", run.name);
    run.arguments.push(option.to_string());
    run
}

fn single_run(name: &str, file: PathBuf, check: &str) -> Run {
    Run {
        name: name.to_string(),
        files: vec![file],
        arguments: vec!["--engine=bmc".to_string()],
        clang_arguments: Vec::new(),
        expected: [(check.to_string(), vec![Answer::Unknown])].into(),
        unwind: None,
        slow: Vec::new(),
        starts_threads: false,
    }
}

fn allow_bounded(answers: &mut Vec<Answer>) {
    if answers.contains(&Answer::Holds) {
        answers.push(Answer::Bounded);
    }
}

/// `bmc` does not say of a `main` that waits that it waits for ever.
fn leave_deadlocks_alone(run: &mut Run) {
    for (check, answers) in &mut run.expected {
        if check == "deadlock" && answers.contains(&Answer::Violated) {
            *answers = vec![Answer::Unknown];
        }
    }
}

fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
