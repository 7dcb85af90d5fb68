//! Programs with threads are the same for the same seed, compile, use what they are there
//! to use, and so do the smaller ones that are made of them.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::path::PathBuf;
use std::process::Command;

use raddle_generate::concurrent::{Program, shrink};

/// A clang, if there is one.
fn clang() -> Option<String> {
    let numbered = (14..=20).rev().map(|version| format!("clang-{version}"));
    let found = |name: &String| Command::new(name).arg("--version").output().is_ok();
    numbered.chain(["clang".to_owned()]).find(found)
}

/// Asserts that all of them are C, if there is a clang to ask.
fn must_compile(test: &str, texts: &[String]) {
    let Some(clang) = clang() else { return };
    let folder = std::env::temp_dir().join(format!("raddle-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let path = |index: usize| -> PathBuf { folder.join(format!("{index}.c")) };
    for (index, text) in texts.iter().enumerate() {
        std::fs::write(path(index), text).expect("the program is written");
    }
    let files = (0..texts.len()).map(path);
    let output = Command::new(clang)
        .args(["-std=gnu11", "-fsyntax-only", "-w"])
        .args(files)
        .output()
        .expect("clang starts");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        std::fs::remove_dir_all(&folder).expect("the folder is removed");
    }
    assert!(output.status.success(), "{complaints}");
}

#[test]
fn the_seed_decides() {
    for seed in [0, 1, 77, u64::MAX] {
        assert_eq!(Program::random(seed), Program::random(seed));
        assert_ne!(Program::random(seed).text(), Program::random(seed ^ 2).text());
    }
}

#[test]
fn programs_compile() {
    let texts: Vec<String> = (0..40).map(|seed| Program::random(seed).text()).collect();
    must_compile("programs", &texts);
}

#[test]
fn programs_with_outcomes_compile() {
    let mut texts = Vec::new();
    for seed in 0..12 {
        let program = Program::random(seed);
        texts.push(program.text_with_outputs());
        texts.push(program.text_without_outcome(&vec![u64::MAX; program.observed()]));
    }
    must_compile("outcomes", &texts);
}

/// Every row of the tables, as far as it is drawn, compiles wherever shrinking puts it.
#[test]
fn smaller_programs_compile() {
    let mut texts = Vec::new();
    for seed in 100..140 {
        let smaller = Program::random(seed).smaller();
        let step = smaller.len() / 2 + 1;
        texts.extend(smaller.iter().skip(seed as usize % step).step_by(step).map(Program::text));
    }
    must_compile("smaller", &texts);
}

#[test]
fn smaller_programs_weigh_less() {
    for seed in 0..100 {
        let program = Program::random(seed);
        let weights: Vec<usize> = program.smaller().iter().map(Program::weight).collect();
        assert!(weights.iter().all(|weight| *weight < program.weight()), "seed {seed}");
        assert!(weights.is_sorted(), "seed {seed}");
    }
}

#[test]
fn shrinking_leaves_what_is_kept() {
    let wanted = "pthread_cond_wait";
    let has = |program: &Program| program.text().contains(wanted);
    let program = (0..).map(Program::random).find(has).expect("one that waits");
    let small = shrink(program, Program::smaller, 10_000, &mut |program| has(program));
    assert!(has(&small));
    assert!(small.smaller().iter().all(|program| !has(program)));
    // Where main waits itself, no thread is left at all.
    assert!(small.text().matches("pthread_create").count() <= 1, "{}", small.text());
    assert!(small.weight() < 40, "{}", small.text());
}

#[test]
fn shrinking_ends_with_nothing() {
    for seed in 0..20 {
        let small = shrink(Program::random(seed), Program::smaller, usize::MAX, &mut |_| true);
        assert_eq!(small.weight(), 0, "{}", small.text());
    }
}

#[test]
fn shrinking_keeps_to_its_tries() {
    let mut asked = 0;
    let program = Program::random(3);
    let same = shrink(program.clone(), Program::smaller, 5, &mut |_| {
        asked += 1;
        false
    });
    assert_eq!((same, asked), (program, 5));
}

#[test]
fn shrinking_turns_to_plain_variables() {
    let writes = |program: &Program| program.text().contains(" = 2;");
    let program = (0..)
        .map(Program::random)
        .find(|program| program.text().contains("wide = 2;"))
        .expect("one with that variable");
    let small = shrink(program, Program::smaller, 10_000, &mut |program| writes(program));
    assert!(!small.text().contains("wide"), "{}", small.text());
}

#[test]
fn everything_promised_occurs() {
    let all: String = (0..1500).map(|seed| Program::random(seed).text()).collect();
    for construct in [
        "unsigned char byte",
        "long long wide",
        "_Bool truth",
        "bits.high",
        "cells[",
        "left = right;",
        "united.part",
        "(*heap)",
        "(*given)",
        "chain->next->value",
        "_Thread_local",
        "static int count",
        "climb(",
        "action(",
        "switch (",
        "while (",
        "do {",
        "break;",
        "pthread_mutex_trylock",
        "PTHREAD_MUTEX_RECURSIVE",
        "PTHREAD_MUTEX_ERRORCHECK",
        "pthread_cond_wait",
        "pthread_cond_broadcast",
        "sem_wait",
        "pthread_rwlock_rdlock",
        "pthread_barrier_wait",
        "pthread_spin_lock",
        "pthread_once",
        "pthread_getspecific",
        "atomic_fetch_add",
        "atomic_compare_exchange_strong",
        "memory_order_relaxed",
        "__atomic_",
        "__sync_",
        "volatile",
        "__VERIFIER_nondet_int",
        "__VERIFIER_assume",
        "__VERIFIER_atomic_begin",
        "thrd_create",
        "mtx_lock",
        "cnd_wait",
        "free(block)",
        "2147483647 +",
        "? forward : backward",
        "pthread_cancel",
        "= *maybe;",
        "int fresh;",
        "int result1",
        "reach_error();",
        "pthread_cond_timedwait",
        "for (int i = 0; i < 2; i++)",
        "int size = ",
        "bolt_enter();",
        "gate_enter();",
        "boxed.lock",
        "locks[",
        "boxer, fresh",
    ] {
        assert!(all.contains(construct), "{construct} never occurs");
    }
}
