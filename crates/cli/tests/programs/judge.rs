//! The judge against the programs whose verdicts are known, and its two manners
//! against each other.

use std::sync::atomic::{AtomicUsize, Ordering};

use raddle_frontend::FrontendOptions;
use raddle_ir::{CheckKind, Program as Code, Target};
use raddle_reference::{Budget, Manner, judge_by, prepare};
use raddle_semantics::Selected;
use raddle_test_support::expectations::{Answer, Program, Run};
use raddle_test_support::harness::Trial;

use crate::ways::is_in;

/// Enough for most programs, little enough for a test.
const ENOUGH: Budget = Budget { work: 400_000, depth: 5000 };
const TOO_LITTLE: Budget = Budget { work: 500, depth: 5000 };

/// Programs without options of their own: the judge knows none.
pub fn trials(programs: &[Program]) -> Vec<Trial> {
    let runs = programs.iter().flat_map(|program| &program.runs);
    let runs = runs.filter(|run| is_in(run, &["concurrency/"]) && run.arguments.is_empty());
    let mut trials = Vec::new();
    for (number, run) in runs.enumerate() {
        let name = format!("{} [judge]", run.name);
        let judged = run.clone();
        trials.push(Trial::new(name, number % 3 != 0, move || judged_as_known(&judged)));
        if number == 0 {
            let (name, run) = (format!("{} [judge without time]", run.name), run.clone());
            trials.push(Trial::new(name, false, move || says_that_time_is_over(&run)));
        }
    }
    trials
}

fn checks() -> Selected {
    let unanswered = [CheckKind::Leak, CheckKind::Unwind];
    CheckKind::ALL.into_iter().filter(|kind| !unanswered.contains(kind)).collect()
}

fn read(run: &Run) -> Result<Code, String> {
    let options = FrontendOptions {
        inputs: run.files.clone(),
        clang_arguments: run.clang_arguments.clone(),
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: false,
        sv_comp: false,
    };
    raddle_frontend::load(&options)
        .map(|loaded| loaded.program)
        .map_err(|error| format!("expected a program, got: {error}"))
}

static ASKED: AtomicUsize = AtomicUsize::new(0);
static BY_STATES: AtomicUsize = AtomicUsize::new(0);
static BY_RUNS: AtomicUsize = AtomicUsize::new(0);

fn judged_as_known(run: &Run) -> Result<(), String> {
    let ready = prepare(read(run)?).map_err(|error| format!("{error:?}"))?;
    ASKED.fetch_add(1, Ordering::Relaxed);
    for (manner, judged) in [(Manner::EveryRun, &BY_RUNS), (Manner::EveryState, &BY_STATES)] {
        let judgement = judge_by(&ready, checks(), manner, ENOUGH);
        let complete = judgement.gap.is_none();
        judged.fetch_add(usize::from(complete), Ordering::Relaxed);
        for kind in checks().iter() {
            let Some(expected) = run.expected.get(kind.name()) else { continue };
            let violated = judgement.violated.contains(kind);
            let allowed = match violated {
                true => expected.contains(&Answer::Violated),
                false => !complete || *expected != [Answer::Violated],
            };
            if !allowed {
                let name = kind.name();
                let got = if violated { "violated" } else { "holds" };
                return Err(format!("{name}: expected {expected:?}, got {got} by {manner:?}"));
            }
        }
    }
    Ok(())
}

/// Else the comparison says little.
pub fn enough_were_judged() -> Result<(), String> {
    let [asked, states, runs] =
        [&ASKED, &BY_STATES, &BY_RUNS].map(|count| count.load(Ordering::Relaxed));
    match asked > 20 && (states * 3 < asked || runs * 6 < asked) {
        true => Err(format!("of {asked} programs only {states} and {runs} were judged to the end")),
        false => Ok(()),
    }
}

fn says_that_time_is_over(run: &Run) -> Result<(), String> {
    let ready = prepare(read(run)?).map_err(|error| format!("{error:?}"))?;
    for manner in [Manner::EveryRun, Manner::EveryState] {
        let judgement = judge_by(&ready, checks(), manner, TOO_LITTLE);
        if judgement.gap.is_none() {
            return Err(format!("expected a gap, got {judgement:?}"));
        }
    }
    Ok(())
}
