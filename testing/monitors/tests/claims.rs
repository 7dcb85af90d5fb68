//! What `modular` claims is true in runs of the test programs and of random ones, and monitors
//! notice claims that are not.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

use raddle_frontend::FrontendOptions;
use raddle_generate::concurrent::Program;
use raddle_ir::{CheckKind, Target};
use raddle_modular::analyse_with_facts;
use raddle_modular::facts::Facts;
use raddle_modular::kinds::{FIRST, KindSet};
use raddle_modular::sharing::Sharing;
use raddle_modular::tables::{Tables, Touched};
use raddle_monitors::{Outcome, check_judged, check_walks, check_walks_against};
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_reference::{Budget, Manner};
use raddle_semantics::Selected;
use raddle_test_support::expectations::{Run, programs_of};

/// Where threads are what matters.
const FOLDERS: [&str; 2] = ["concurrency", "races"];
const GENERATED: std::ops::Range<u64> = 0..60;
const CHECKS: [CheckKind; 8] = [
    CheckKind::Assert,
    CheckKind::Reach,
    CheckKind::Deadlock,
    CheckKind::Race,
    CheckKind::Memory,
    CheckKind::Overflow,
    CheckKind::Division,
    CheckKind::Shift,
];

fn read(files: &[PathBuf], clang_arguments: &[String]) -> raddle_ir::Program {
    let options = FrontendOptions {
        inputs: files.to_vec(),
        clang_arguments: clang_arguments.to_vec(),
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: false,
        sv_comp: false,
    };
    raddle_frontend::load(&options).unwrap_or_else(|error| panic!("{files:?}: {error}")).program
}

/// Random walks, with all checks and with few, and a short look by the judge.
fn check(program: raddle_ir::Program) -> Outcome {
    let written = raddle_reference::prepare(program.clone()).expect("it can be prepared");
    let ready = prepare(program, &PipelineOptions::default()).expect("it can be prepared");
    let all: Selected = CHECKS.into_iter().collect();
    let few: Selected = [CheckKind::Assert, CheckKind::Race].into_iter().collect();
    let budget = Budget { work: 2_000, depth: 400 };
    let outcomes = [
        check_walks(&ready, all, 3, 150),
        check_walks(&ready, few, 2, 150),
        check_judged(&written, all, Manner::EveryState, budget),
    ];
    Outcome {
        steps: outcomes.iter().map(|outcome| outcome.steps).sum(),
        refuted: outcomes.into_iter().find_map(|outcome| outcome.refuted),
    }
}

/// Checks all of them on every core, and demands that so many steps could be compared.
fn all_are_true<T: Sync>(
    subjects: &[T],
    look: impl Fn(&T) -> (String, Outcome) + Sync,
    least: u64,
) {
    const STACK: usize = 256 << 20;
    let (next, found) = (AtomicUsize::new(0), Mutex::new((0, Vec::new())));
    let work = || {
        while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (name, outcome) = look(subject);
            let mut found = found.lock().expect("what was found");
            found.0 += outcome.steps;
            found.1.extend(outcome.refuted.map(|what| format!("{name}: {what}")));
        }
    };
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, |cores| cores.get()) {
            Builder::new().stack_size(STACK).spawn_scoped(threads, work).expect("a thread");
        }
    });
    let (steps, refuted) = found.into_inner().expect("what was found");
    assert!(refuted.is_empty(), "{}", refuted.join("\n\n"));
    assert!(steps >= least, "only {steps} steps");
}

#[test]
fn claims_of_the_test_programs_are_true() {
    let programs = FOLDERS.iter().flat_map(|folder| programs_of(folder));
    let first = programs.filter_map(|program| program.runs.into_iter().next());
    let runs: Vec<Run> = first.filter(|run| run.arguments.is_empty()).collect();
    let look = |run: &Run| (run.name.clone(), check(read(&run.files, &run.clang_arguments)));
    all_are_true(&runs, look, 30_000);
}

const COUNTER: &str = "
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *unused) {
    pthread_mutex_lock(&m);
    x = x < 2 ? x + 1 : x;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, add, 0);
    pthread_create(&other, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return x;
}
";

/// What can be wrong with claims.
type Damage = (&'static str, fn(&mut Tables<'_>));
const DAMAGE: [Damage; 9] = [
    ("nothing is read", |tables| facts(tables).read.clear()),
    ("nothing is written", |tables| facts(tables).written.clear()),
    ("nothing is reached in threads", |tables| {
        facts(tables).reached.retain(|(kind, ..)| *kind == FIRST);
    }),
    ("nothing is published", |tables| tables.sharing = Sharing::default()),
    ("the lock is always held", |tables| each_access(tables, |it| it.held = it.held.with(0))),
    ("main creates nothing", |tables| each_access(tables, |it| it.by.created = KindSet::EMPTY)),
    ("a thread has always ended", |tables| {
        each_access(tables, |it| it.by.ended = it.by.ended.with(1));
    }),
    ("both threads are one", |tables| {
        each_access(tables, |it| it.by.kind = it.by.kind.min(1));
        let facts = facts(tables);
        let one = |kind: usize| kind.min(1);
        facts.read = facts.read.drain().map(|((kind, at), it)| ((one(kind), at), it)).collect();
    }),
    ("all is written elsewhere", |tables| each_access(tables, |it| it.span.low += 1)),
];

fn facts<'t>(tables: &'t mut Tables<'_>) -> &'t mut Facts {
    tables.facts.as_mut().expect("facts were asked for")
}

fn each_access(tables: &mut Tables<'_>, change: impl Fn(&mut Touched)) {
    for accesses in facts(tables).accesses.values_mut() {
        *accesses = accesses
            .drain()
            .map(|mut touched| {
                change(&mut touched);
                touched
            })
            .collect();
    }
}

#[test]
fn claims_that_are_not_true_are_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("counter.c");
    std::fs::write(&path, COUNTER).expect("the program is written");
    let ready = prepare(read(&[path], &[]), &PipelineOptions::default()).expect("prepared");
    let selected: Selected = CHECKS.into_iter().collect();
    let refuted = |damage: fn(&mut Tables<'_>)| {
        let mut analysis = analyse_with_facts(&ready, selected, &mut || true);
        damage(&mut analysis.tables);
        check_walks_against(&analysis, 20, 200).refuted
    };
    assert_eq!(refuted(|_| ()), None);
    for (what, damage) in DAMAGE {
        assert!(refuted(damage).is_some(), "{what}");
    }
}

#[test]
fn claims_of_random_programs_are_true() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let look = |seed: &u64| {
        let path = folder.path().join(format!("seed-{seed}.c"));
        std::fs::write(&path, Program::random(*seed).text()).expect("the program is written");
        (format!("seed {seed}"), check(read(&[Path::to_owned(&path)], &[])))
    };
    all_are_true(&GENERATED.collect::<Vec<u64>>(), look, 20_000);
}
