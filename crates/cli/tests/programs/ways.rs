//! In which ways each program is run, and which of them have their turn every day.
//!
//! `auto` is asked about every run, and so is one more engine, by turns, about every program and
//! every second variant. What must not change a
//! verdict (options, versions of clang, widths of pointers) and what may give up are tried on some
//! programs, by turns; `--include-ignored` runs everything.

use raddle_test_support::expectations::{Answer, Program, Run};
use raddle_test_support::{is_installed, root};

/// When a case has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    EveryDay,
    /// One of the cases of a run that say so has its turn every day, if the run has.
    ByTurns,
    /// Each so many-th case of the same kind has its turn every day.
    OneIn(usize),
}

/// A run in one way.
pub struct Case {
    /// What it has in common with others.
    pub kind: &'static str,
    pub run: Run,
    pub share: Share,
}

impl Case {
    fn new(kind: &'static str, share: Share, run: Run) -> Case {
        Case { kind, run, share }
    }
}

/// What `schedule` and `uw` are for. (`order/` has the same subjects, and is left to
/// those that go far.)
const ABOUT_THREADS: [&str; 3] = ["concurrency/", "papers/", "symbolic/"];
/// Where most programs are sequential.
const SEQUENTIAL: [&str; 4] = ["arithmetic/", "language/", "memory/", "symbolic/"];
/// What the head of a file says there may be more than `explicit` can know.
const EXPLICIT: [&str; 3] = ["symbolic/", "nondet/", "concurrency/"];

pub fn cases(program: &Program, run: &Run, clangs: &[String]) -> Vec<Case> {
    let mut cases = Vec::new();
    // Where an input is wide somebody may be slow, and `auto` does not say what is too slow.
    if !run.name.starts_with("symbolic/") || run.slow.is_empty() {
        let mut run = run.clone();
        run.name.push_str(" [auto]");
        cases.push(Case::new("auto", Share::EveryDay, run));
    }
    cases.extend(by_engines(run));
    cases.extend(by_order(run));
    if is_general(run) && !counts_turns(run) {
        cases.push(Case::new("modular", Share::EveryDay, by_modular(run)));
    }
    cases.extend(within_bounds(run));
    cases.extend(with_options(program, run));
    cases.extend(by_sequentialising(run));
    cases.extend(by_front_ends(program, run, clangs));
    cases
}

/// It may not know, but what it proves must hold; and what it once proved it must go on proving.
fn by_modular(run: &Run) -> Run {
    let mut modular = or_unknown(by(run, "modular"));
    for check in &run.proved_by_modular {
        modular.expected.insert(check.clone(), vec![Answer::Holds]);
    }
    modular
}

/// By the engines that decide a program or are said to be slow.
fn by_engines(run: &Run) -> Vec<Case> {
    let mut cases = Vec::new();
    let lazy = is_general(run) && !is_slow(run, "lazy");
    if lazy {
        cases.push(Case::new("lazy", Share::ByTurns, by(run, "lazy")));
    }
    // Where it samples inputs it may not know, but never say the contrary.
    let explicit = or_unknown(by(run, "explicit"));
    if is_slow(run, "explicit") {
        // Threads are created without end: there is nothing that it could come to.
    } else if !lazy {
        cases.push(Case::new("explicit", Share::ByTurns, explicit));
    } else if is_in(run, &EXPLICIT) {
        cases.push(Case::new("explicit", Share::OneIn(8), explicit));
    }
    // Without threads there is nothing to schedule, and `bmc` does the same.
    for engine in ["schedule", "uw"] {
        let threaded = is_in(run, &ABOUT_THREADS) && run.starts_threads;
        if threaded && is_general(run) && !is_slow(run, engine) {
            cases.push(Case::new(engine, Share::ByTurns, by(run, engine)));
        }
    }
    if is_general(run) && !is_slow(run, "bmc") {
        let bmc = by(run, "bmc");
        if is_in(run, &SEQUENTIAL) && !run.starts_threads {
            cases.push(Case::new("bmc", Share::ByTurns, leave_deadlocks_alone(bmc)));
        } else if is_in(run, &["symbolic/threads/", "symbolic/pitfalls/"]) {
            // It follows `main` alone, so it must not say that anything holds.
            let unknown = expect_only(bmc, Answer::Unknown);
            cases.push(Case::new("bmc with threads", Share::OneIn(12), unknown));
        }
    }
    cases
}

/// By `order`: whatever it is not left out of it must decide, and nearly everything is that.
fn by_order(run: &Run) -> Vec<Case> {
    let mut cases = Vec::new();
    if !is_general(run) || counts_turns(run) {
        return cases;
    }
    let order = by(run, "order");
    match (run.starts_threads, is_slow(run, "order")) {
        (true, false) => cases.push(Case::new("order", Share::ByTurns, order.clone())),
        // Where it may give up, it still must not be wrong.
        (true, true) => {
            cases.push(Case::new("order where slow", Share::OneIn(9), hurried(order.clone())));
        }
        // Without threads it has nothing to order, and does what `bmc` does.
        (false, false) if is_in(run, &["memory/", "symbolic/memory/", "symbolic/pitfalls/"]) => {
            cases.push(Case::new("order alone", Share::OneIn(12), order.clone()));
        }
        (false, _) => {}
    }
    // The other way to decide the order of events comes to the same verdicts. It takes
    // longer, and may give up.
    let clocks = is_in(run, &["concurrency/", "order/", "symbolic/threads/"]);
    if clocks && run.starts_threads && !is_slow(run, "order") {
        let clocks = hurried(with(order, "--ordering=clocks"));
        cases.push(Case::new("clocks", Share::OneIn(16), clocks));
    }
    cases
}

/// Where the head of a program says how often its loops go round, that bound is
/// enough for a proof, or for what can be had within it. No engine is slow then.
fn within_bounds(run: &Run) -> Vec<Case> {
    let mut cases = Vec::new();
    let Some(unwinding) = run.unwind.filter(|_| is_general(run)) else { return cases };
    for (engine, kind) in [
        ("lazy", "lazy within bounds"),
        ("schedule", "schedule within bounds"),
        ("uw", "uw within bounds"),
        ("bmc", "bmc within bounds"),
    ] {
        if engine == "bmc" && run.starts_threads {
            continue;
        }
        let mut run = with(by(run, engine), &format!("--unwind={}", unwinding.rounds));
        if !unwinding.complete {
            run = or_bounded(run);
        }
        if engine == "bmc" {
            run = leave_deadlocks_alone(run);
        }
        cases.push(Case::new(kind, Share::OneIn(12), run));
    }
    cases
}

/// Small programs for options of which every interleaving has to be tried.
const SMALL: [&str; 14] = [
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

/// For another solver.
const FEW: [&str; 9] = [
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

/// Correct, and small enough for bounds to cut something off.
const CORRECT: &str = "papers/esbmc_increment_decrement.c -DLOCKED";

fn with_options(program: &Program, run: &Run) -> Vec<Case> {
    let mut cases = Vec::new();
    let name = program.name.as_str();
    // Leaving out orders of the threads that lead to nothing new changes nothing.
    if SMALL.contains(&name) {
        let plain = with(by(run, "lazy"), "--no-reduction");
        cases.push(Case::new("no reduction", Share::OneIn(5), plain));
    }
    // Another solver answers the same.
    if FEW.contains(&name) && is_installed("z3") {
        for engine in ["lazy", "schedule"] {
            let z3 = with(by(run, engine), "--solver=z3");
            cases.push(Case::new("z3", Share::OneIn(3), z3));
        }
    }
    // What a bound cuts off is not proved.
    if run.name == CORRECT {
        for engine in ["lazy", "schedule", "uw"] {
            for bound in ["--contexts=1", "--decisions=1"] {
                let bounded = expect_only(with(by(run, engine), bound), Answer::Bounded);
                cases.push(Case::new("bounds", Share::EveryDay, bounded));
            }
        }
    }
    if is_in(run, &["papers/"]) && is_general(run) && !is_slow(run, "lazy") {
        cases.push(Case::new("by lines", Share::OneIn(8), by_lines(run)));
    }
    cases
}

/// With turns by lines, races are not looked for, and violations within a line
/// are missed; nothing is found that does not happen.
fn by_lines(run: &Run) -> Run {
    let mut run = with(by(run, "lazy"), "--granularity=statement");
    run.expected.insert("race".to_owned(), vec![Answer::Unknown]);
    for (check, answers) in &mut run.expected {
        if check != "race" && answers.contains(&Answer::Violated) {
            answers.push(Answer::Bounded);
        }
    }
    or_bounded(run)
}

/// The engines that make a program sequential, where they must not be wrong. They have
/// little time, and may give up.
const SEQUENTIALISING: [(&str, &[&str]); 4] = [
    ("lazyseq", &["concurrency/", "papers/", "symbolic/threads/"]),
    ("lr", &["papers/"]),
    ("kiss", &["symbolic/threads/"]),
    ("mu", &["papers/"]),
];
/// Where it is not plain whether a thread waits.
const WAITS: [&str; 3] =
    ["regressions/circle_beside", "regressions/lock_of_unwritten", "regressions/wait_"];
/// Where what the sequential program does is more than the original can do.
const BEYOND: [&str; 2] = ["regressions/race_that_goes_wrong", "regressions/recursion_too_deep"];
/// Where a pointer may be a number that was made of nothing: objects of the sequential
/// program have other numbers.
const MADE_UP: [&str; 2] = ["regressions/pointer_of_nothing", "regressions/join_of_nothing"];
/// Bounds that these engines do not know.
const STRANGE: [&str; 5] =
    ["--depth", "--preemptions", "--contexts", "--decisions", "--granularity"];

/// Whether the engines that make programs sequential are for this run.
pub fn can_be_sequentialised(run: &Run) -> bool {
    let is_strange = |argument: &String| STRANGE.iter().any(|name| argument.starts_with(name));
    run.starts_threads && !run.arguments.iter().any(is_strange)
}

fn by_sequentialising(run: &Run) -> Vec<Case> {
    let mut cases = Vec::new();
    if !can_be_sequentialised(run) {
        return cases;
    }
    for (engine, folders) in SEQUENTIALISING {
        let about_waits = is_in(run, &WAITS) && ["lazyseq", "mu"].contains(&engine);
        let beyond = is_in(run, &BEYOND) && engine == "lazyseq";
        let share = match is_in(run, folders) {
            true => Share::OneIn(12),
            false if is_in(run, &MADE_UP) || about_waits || beyond => Share::OneIn(4),
            false => continue,
        };
        let mut run = or_bounded(by(run, engine));
        if engine == "kiss" {
            // It looks at some schedules only, and says so.
            run.expected.values_mut().for_each(|answers| answers.push(Answer::Bounded));
        }
        cases.push(Case::new(engine, share, hurried(run)));
    }
    cases
}

/// Different versions of clang write the same program differently, and so they do for
/// pointers of 32 bits; the verdicts must be the same.
fn by_front_ends(program: &Program, run: &Run, clangs: &[String]) -> Vec<Case> {
    let mut cases = Vec::new();
    let about_language = program.name.starts_with("language/");
    if about_language || program.every_version {
        for clang in clangs {
            let mut run = run.clone();
            run.name = format!("{} [--clang {clang}]", run.name);
            run.arguments.extend(["--clang".to_owned(), clang.clone()]);
            cases.push(Case::new("clang", Share::OneIn(5), run));
        }
    }
    if about_language && program.freestanding && !program.only_lp64 {
        let narrow = with(run.clone(), "--data-model=ilp32");
        cases.push(Case::new("32 bits", Share::OneIn(4), narrow));
    }
    cases
}

/// What each engine must decide, with these options, of the examples.
const DECIDED: [(&str, &str, Answer); 8] = [
    ("lost_update.c", "--engine=lazyseq --check=assert", Answer::Violated),
    ("lost_update.c", "--engine=lazyseq --check=assert --rounds=3", Answer::Violated),
    ("lost_update.c", "--engine=lazyseq --check=assert --contexts=5", Answer::Violated),
    ("lost_update.c", "--engine=lr --check=assert --rounds=3", Answer::Violated),
    ("lost_update.c", "--engine=mu --check=assert", Answer::Violated),
    ("lost_update_fixed.c", "--engine=lazyseq --check=assert --rounds=2", Answer::Bounded),
    ("lost_update_fixed.c", "--engine=lr --check=assert --rounds=2", Answer::Bounded),
    ("lost_update_fixed.c", "--engine=kiss --check=assert", Answer::Bounded),
];

/// Small programs that every sequentialising engine decides.
pub fn decided() -> impl Iterator<Item = Run> {
    DECIDED.into_iter().map(|(name, options, answer)| {
        let file = root().join("examples").join(name);
        let mut run = Run::of_file(&format!("examples/{name}"), file);
        run.expected.insert("assert".to_owned(), vec![answer]);
        options.split(' ').fold(run, with)
    })
}

// ── What a run is, and what it becomes ──────────────────────────────────────────

pub fn is_in(run: &Run, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| run.name.starts_with(beginning))
}

/// Without bounds that only `explicit` knows.
fn is_general(run: &Run) -> bool {
    !run.arguments.iter().any(|argument| argument == "--depth" || argument == "--preemptions")
}

/// Bounds on what `order` knows nothing of.
fn counts_turns(run: &Run) -> bool {
    run.arguments.iter().any(|argument| argument.starts_with("--contexts"))
}

fn is_slow(run: &Run, engine: &str) -> bool {
    run.slow.iter().any(|slow| slow == engine)
}

fn by(run: &Run, engine: &str) -> Run {
    with(run.clone(), &format!("--engine={engine}"))
}

fn with(mut run: Run, option: &str) -> Run {
    run.name = match run.name.strip_suffix(']') {
        Some(name) => format!("{name} {option}]"),
        None => format!("{} [{option}]", run.name),
    };
    run.arguments.push(option.to_owned());
    run
}

/// With little time: what is not known by then does not matter.
fn hurried(run: Run) -> Run {
    or_unknown(with(run, "--time=1"))
}

fn or_unknown(mut run: Run) -> Run {
    run.expected.values_mut().for_each(|answers| answers.push(Answer::Unknown));
    run
}

fn or_bounded(mut run: Run) -> Run {
    let proofs = run.expected.values_mut().filter(|answers| answers.contains(&Answer::Holds));
    proofs.for_each(|answers| answers.push(Answer::Bounded));
    run
}

fn expect_only(mut run: Run, answer: Answer) -> Run {
    run.expected.values_mut().for_each(|answers| *answers = vec![answer]);
    run
}

/// `bmc` does not say of a `main` that waits that it waits for ever.
fn leave_deadlocks_alone(mut run: Run) -> Run {
    if let Some(answers) = run.expected.get_mut("deadlock")
        && answers.contains(&Answer::Violated)
    {
        *answers = vec![Answer::Unknown];
    }
    run
}
