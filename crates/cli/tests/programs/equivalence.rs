//! What must not change a verdict: whether the analyses say which accesses other
//! threads can see, or every access is taken to be visible; whether the
//! search remembers what steps do, or runs them every time; and which orders of threads a
//! reduction leaves out.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle_engines::ExplicitOptions;
use raddle_engines::explicit::{self, Reduction};
use raddle_frontend::FrontendOptions;
use raddle_ir::{CheckKind, Target};
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_semantics::Selected;
use raddle_test_support::expectations::c_files;
use raddle_test_support::harness::Trial;
use raddle_test_support::{file_name, root};
use raddle_verdict::{Coverage, Report, Verdict};

/// Larger searches are not compared: the plain way would take too long.
const MOST_STATES: u64 = 4_000;

/// Programs as they are, without the arguments of their heads.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in ["concurrency", "library"] {
        for file in c_files(&root().join("tests/programs").join(folder)) {
            let name = format!("{folder}/{} [equivalence]", file_name(&file));
            let daily = trials.len() % 4 == 0;
            trials.push(Trial::new(name, !daily, move || compare(&file)));
        }
    }
    trials
}

fn options(file: &Path) -> FrontendOptions {
    FrontendOptions {
        inputs: vec![file.to_path_buf()],
        clang_arguments: Vec::new(),
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: true,
        nondet_externs: true,
        sv_comp: true,
    }
}

fn words(report: &Report) -> BTreeMap<&'static str, &'static str> {
    let word = |verdict: &Verdict| match verdict {
        Verdict::Violated(_) => "violated",
        Verdict::Holds(Coverage::Complete { .. }) => "holds",
        Verdict::Holds(Coverage::Bounded { .. }) => "bounded",
        Verdict::Unknown(_) => "unknown",
    };
    report.results.iter().map(|result| (result.kind.name(), word(&result.verdict))).collect()
}

static ASKED: AtomicUsize = AtomicUsize::new(0);
static COMPARED: AtomicUsize = AtomicUsize::new(0);

fn compare(file: &Path) -> Result<(), String> {
    let unanswered = [CheckKind::Leak, CheckKind::Unwind];
    let selected: Selected =
        CheckKind::ALL.into_iter().filter(|kind| !unanswered.contains(kind)).collect();
    let clever = ExplicitOptions {
        shorten: false,
        hunt: false,
        reduction: Reduction::Global,
        ..ExplicitOptions::new(selected)
    };
    let plain = ExplicitOptions { remember: false, ..clever.clone() };
    ASKED.fetch_add(1, Ordering::Relaxed);
    let Ok(loaded) = raddle_frontend::load(&options(file)) else { return Ok(()) };
    let ready = prepare(loaded.program.clone(), &PipelineOptions::default());
    let ready = ready.map_err(|error| error.to_string())?;
    let limited = ExplicitOptions { states: Some(MOST_STATES), ..clever.clone() };
    let usual = explicit::run(&ready, &limited);
    let states = usual.statistics.counters["states"];
    if states > MOST_STATES {
        return Ok(());
    }
    let repeated = explicit::run(&ready, &plain);
    same("remembering steps", &usual, &repeated)?;
    let again = repeated.statistics.counters["states"];
    if states != again {
        return Err(format!("expected {states} states, got {again} without remembering steps"));
    }
    for reduction in [Reduction::Superstep, Reduction::Persistent] {
        let reduced = explicit::run(&ready, &ExplicitOptions { reduction, ..clever.clone() });
        same(&format!("the reduction {reduction:?}"), &reduced, &usual)?;
        let fewer = reduced.statistics.counters["states"];
        if fewer > states {
            return Err(format!("expected at most {states} states, got {fewer} by {reduction:?}"));
        }
        // Without memory of steps, and soon without a reduction.
        let plain = ExplicitOptions { reduction, trial: 8, ..plain.clone() };
        same(&format!("{reduction:?} for a while"), &explicit::run(&ready, &plain), &usual)?;
    }
    let every_access = PipelineOptions { every_access: true, ..PipelineOptions::default() };
    let ready = prepare(loaded.program, &every_access).map_err(|error| error.to_string())?;
    let most = Some(50 * MOST_STATES);
    let careful = explicit::run(&ready, &ExplicitOptions { states: most, ..clever.clone() });
    if careful.statistics.counters["states"] > 50 * MOST_STATES {
        return Ok(());
    }
    COMPARED.fetch_add(1, Ordering::Relaxed);
    same("visible accesses", &usual, &careful)
}

fn same(what: &str, with: &Report, without: &Report) -> Result<(), String> {
    let (with, without) = (words(with), words(without));
    match with == without {
        true => Ok(()),
        false => Err(format!("expected {without:?}, got {with:?} with {what}")),
    }
}

/// Else the comparison says little.
pub fn enough_were_compared() -> Result<(), String> {
    let [asked, compared] = [&ASKED, &COMPARED].map(|count| count.load(Ordering::Relaxed));
    match asked > 20 && compared * 4 < asked {
        true => Err(format!("of {asked} programs only {compared} were compared")),
        false => Ok(()),
    }
}
