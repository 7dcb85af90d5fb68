//! The judge against the programs whose verdicts are known, and its two manners
//! against each other.

#[path = "support/expectations.rs"]
mod expectations;

use raddle_frontend::FrontendOptions;
use raddle_ir::{CheckKind, Program, Target};
use raddle_reference::{Budget, Manner, judge_by, prepare};
use raddle_semantics::Selected;

use expectations::{Answer, Run, runs_of};

/// Programs nest deep, and so does the judge.
const STACK: usize = 512 << 20;
/// Enough for most programs, little enough for a test.
const ENOUGH: Budget = Budget { work: 400_000, depth: 5000 };
const TOO_LITTLE: Budget = Budget { work: 500, depth: 5000 };

fn checks() -> Selected {
    let unanswered = [CheckKind::Leak, CheckKind::Unwind];
    CheckKind::ALL.into_iter().filter(|kind| !unanswered.contains(kind)).collect()
}

fn read(run: &Run) -> Program {
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
    raddle_frontend::load(&options).unwrap_or_else(|error| panic!("{}: {error}", run.name)).program
}

/// Programs without options of their own: the judge knows none.
fn runs() -> Vec<Run> {
    let mut runs = runs_of("concurrency");
    runs.retain(|run| run.arguments.is_empty());
    runs
}

fn on_a_large_stack(work: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn the_judge_says_what_is_known_in_both_manners() {
    on_a_large_stack(|| {
        let (mut complete, mut by_runs) = (0, 0);
        for run in runs() {
            let ready = prepare(read(&run)).expect("a program");
            let [runs, states] = [Manner::EveryRun, Manner::EveryState]
                .map(|manner| judge_by(&ready, checks(), manner, ENOUGH));
            for judgement in [&runs, &states] {
                compare(&run, judgement.violated, judgement.gap.is_none());
            }
            complete += usize::from(states.gap.is_none());
            by_runs += usize::from(runs.gap.is_none());
        }
        // Else the comparison says little.
        assert!(complete >= 30 && by_runs >= 15, "{complete} and {by_runs} programs were judged");
    });
}

fn compare(run: &Run, violated: Selected, complete: bool) {
    for kind in checks().iter() {
        let Some(expected) = run.expected.get(kind.name()) else { continue };
        let allowed = if violated.contains(kind) {
            expected.contains(&Answer::Violated)
        } else {
            !complete || *expected != [Answer::Violated]
        };
        assert!(allowed, "{}: {} is judged otherwise than {expected:?}", run.name, kind.name());
    }
}

#[test]
fn a_judge_who_runs_out_of_time_says_so() {
    on_a_large_stack(|| {
        let runs = runs();
        let run = runs.first().expect("a program");
        let ready = prepare(read(run)).expect("a program");
        for manner in [Manner::EveryRun, Manner::EveryState] {
            let judgement = judge_by(&ready, checks(), manner, TOO_LITTLE);
            assert!(judgement.gap.is_some(), "{}: {judgement:?}", run.name);
        }
    });
}
