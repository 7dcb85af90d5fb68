//! What must not change a verdict: whether the analyses say which accesses other
//! threads can see, or every access is taken to be visible; and whether the
//! search remembers what steps do, or runs them every time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use raddle_engines::{ExplicitOptions, explicit};
use raddle_frontend::FrontendOptions;
use raddle_ir::{CheckKind, Target};
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_semantics::Selected;
use raddle_verdict::{Coverage, Report, Verdict};

/// Larger searches are not compared: the plain way would take too long.
const MOST_STATES: u64 = 4_000;

fn folder(name: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name);
    let entries = std::fs::read_dir(&path).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    files
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

fn compare(name: &str) {
    let kinds = CheckKind::ALL.into_iter();
    let selected: Selected =
        kinds.filter(|kind| !matches!(kind, CheckKind::Leak | CheckKind::Unwind)).collect();
    let plain =
        ExplicitOptions { shorten: false, remember: false, ..ExplicitOptions::new(selected) };
    let clever = ExplicitOptions { shorten: false, ..ExplicitOptions::new(selected) };
    let mut compared = 0;
    for file in folder(name) {
        let Ok(loaded) = raddle_frontend::load(&options(&file)) else { continue };
        let ready = prepare(loaded.program.clone(), &PipelineOptions::default());
        let ready = ready.expect("the program is prepared");
        let usual = explicit::run(&ready, &clever);
        let states = usual.statistics.counters["states"];
        if states > MOST_STATES {
            continue;
        }
        let repeated = explicit::run(&ready, &plain);
        assert_eq!(words(&usual), words(&repeated), "{}: remembering steps", file.display());
        assert_eq!(states, repeated.statistics.counters["states"], "{}", file.display());
        let every_access = PipelineOptions { every_access: true, ..PipelineOptions::default() };
        let ready = prepare(loaded.program, &every_access).expect("the program is prepared");
        let most = Some(50 * MOST_STATES);
        let careful = explicit::run(&ready, &ExplicitOptions { states: most, ..clever.clone() });
        if careful.statistics.counters["states"] > 50 * MOST_STATES {
            continue;
        }
        assert_eq!(words(&usual), words(&careful), "{}: visible accesses", file.display());
        compared += 1;
    }
    assert!(compared >= 20, "only {compared} programs of {name} were compared");
}

#[test]
fn concurrency() {
    compare("concurrency");
}

#[test]
fn library() {
    compare("library");
}
