//! How members are run and stopped, with members that do as they are told.

use std::sync::Mutex;
use std::time::Instant;

use raddle_semantics::Schedule;
use raddle_verdict::{Counterexample, Coverage, Violation};

use super::*;
use crate::common::limits::Listener;
use crate::registry;

const PROGRAM: &str = r#"raddle-ir 1 target 64 entry f0
f0 function main() {
b0:
  check assert 0:i1 "nothing is true"
  stop exit
}
"#;

fn ready() -> Ready {
    let program = raddle_ir::text::parse(PROGRAM).expect("the program is well formed");
    raddle_passes::pipeline::prepare(program, &Default::default()).expect("it is fine")
}

/// So long at most does a test wait for what never happens if all is well.
const PATIENCE: Duration = Duration::from_secs(60);

fn outcome(members: &[&'static Engine]) -> Outcome {
    let selected: Selected = [CheckKind::Assert].into_iter().collect();
    let options = AutoOptions {
        selected,
        settings: Settings::new(selected),
        allowed: members.iter().map(|member| member.name).collect(),
        limits: Limits { time: Some(PATIENCE), ..Limits::default() },
        progress: None,
        overdue: None,
    };
    run_members(members, &ready(), &options)
}

fn verdict(outcome: &Outcome) -> &Verdict {
    &outcome.report.results.first().expect("one check was selected").verdict
}

fn end<'o>(outcome: &'o Outcome, name: &str) -> &'o End {
    &outcome.ran.iter().find(|ran| ran.name == name).expect("it ran").end
}

fn report(verdict: Verdict) -> Report {
    Report {
        engine: "test",
        results: vec![CheckResult { kind: CheckKind::Assert, verdict }],
        statistics: Statistics::default(),
        grounds: Vec::new(),
        warnings: Vec::new(),
    }
}

fn first(_: &Facts) -> Role {
    Role::TakesPart { rank: 1, why: "first" }
}

fn second(_: &Facts) -> Role {
    Role::TakesPart { rank: 2, why: "second" }
}

fn endless(_: &Ready, _: &Settings<'_>, limits: Limits, _: Listener<'_>) -> Report {
    let watch = Watch::new(limits);
    loop {
        if let Some(reason) = watch.exceeded() {
            return report(Verdict::Unknown(reason));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn proves(_: &Ready, _: &Settings<'_>, _: Limits, _: Listener<'_>) -> Report {
    report(Verdict::Holds(Coverage::Complete { qualifications: Vec::new() }))
}

/// A proof, but only after somebody else was believed.
fn proves_late(_: &Ready, _: &Settings<'_>, limits: Limits, _: Listener<'_>) -> Report {
    let watch = Watch::new(limits);
    while watch.exceeded().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    report(Verdict::Holds(Coverage::Complete { qualifications: Vec::new() }))
}

/// A schedule without a step leads nowhere.
fn invents(_: &Ready, settings: &Settings<'_>, _: Limits, _: Listener<'_>) -> Report {
    let violation = Violation {
        kind: CheckKind::Assert,
        message: "invented".to_string(),
        location: None,
        thread: settings.explicit.selected.iter().count() as u32,
        other: None,
    };
    let schedule = Schedule { steps: Vec::new() };
    report(Verdict::Violated(Box::new(Counterexample { violation, schedule })))
}

fn searches(
    ready: &Ready,
    settings: &Settings<'_>,
    limits: Limits,
    listener: Listener<'_>,
) -> Report {
    (registry::ORDER.run)(ready, settings, limits, listener)
}

fn fails(_: &Ready, settings: &Settings<'_>, _: Limits, _: Listener<'_>) -> Report {
    assert!(settings.explicit.states.is_some(), "a member that fails on purpose");
    report(Verdict::Unknown("never".to_string()))
}

const fn member(
    name: &'static str,
    role: fn(&Facts) -> Role,
    run: fn(&Ready, &Settings<'_>, Limits, Listener<'_>) -> Report,
) -> Engine {
    Engine { name, role: Some(role), leaves_out: &[], run, ..registry::TYPICAL }
}

fn is_proof(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Holds(Coverage::Complete { .. }))
}

#[test]
fn nobody_begins_to_look_for_what_no_member_answers() {
    static ENDLESS: Engine =
        Engine { leaves_out: &[CheckKind::Assert], ..member("endless", first, endless) };
    let outcome = outcome(&[&ENDLESS]);
    assert_eq!(verdict(&outcome), &Verdict::Unknown("no engine checks `assert` here".to_string()));
    assert!(outcome.ran.is_empty(), "{:?}", outcome.ran);
    assert_eq!(outcome.left_out, [("endless", "never answers what is asked")]);
}

#[test]
fn whoever_searches_without_end_is_stopped_when_another_knows() {
    static ENDLESS: Engine = member("endless", first, endless);
    static PROVES: Engine = member("proves", second, proves);
    let outcome = outcome(&[&ENDLESS, &PROVES]);
    assert!(is_proof(verdict(&outcome)), "{:?}", outcome.report);
    assert_eq!(end(&outcome, "endless"), &End::Stopped);
    assert_eq!(end(&outcome, "proves"), &End::Decided(vec![CheckKind::Assert]));
    assert_eq!(outcome.answered, [(CheckKind::Assert, "proves")]);
}

#[test]
fn nobody_begins_when_all_is_decided() {
    static ENDLESS: Engine = member("endless", second, endless);
    static PROVES: Engine = member("proves", first, proves);
    let outcome = outcome(&[&ENDLESS, &PROVES]);
    assert!(is_proof(verdict(&outcome)), "{:?}", outcome.report);
    assert_eq!(outcome.ran.len(), 1);
    assert_eq!(outcome.left_out, [("endless", "all was decided before its turn")]);
}

#[test]
fn what_cannot_be_replayed_counts_for_nothing() {
    static INVENTS: Engine = member("invents", first, invents);
    static SEARCHES: Engine = member("searches", second, searches);
    let outcome = outcome(&[&INVENTS, &SEARCHES]);
    assert!(matches!(verdict(&outcome), Verdict::Violated(_)), "{:?}", outcome.report);
    assert_eq!(outcome.answered, [(CheckKind::Assert, "searches")]);
    let [warning] = outcome.report.warnings.as_slice() else {
        panic!("{:?}", outcome.report.warnings);
    };
    assert!(warning.contains("that invents found could not be replayed"), "{warning}");
}

#[test]
fn a_contradiction_is_no_answer() {
    static LATE: Engine = member("late", first, proves_late);
    static SEARCHES: Engine = member("searches", second, searches);
    let outcome = outcome(&[&LATE, &SEARCHES]);
    let Verdict::Unknown(reason) = verdict(&outcome) else {
        panic!("{:?}", outcome.report);
    };
    assert!(reason.contains("internal error: searches found a violation"), "{reason}");
    assert_eq!(outcome.report.warnings.len(), 1, "{:?}", outcome.report.warnings);
    assert_eq!(outcome.answered, []);
}

#[test]
fn a_member_that_fails_takes_nobody_with_it() {
    static FAILS: Engine = member("fails", first, fails);
    static PROVES: Engine = member("proves", second, proves);
    let outcome = outcome(&[&FAILS, &PROVES]);
    assert!(is_proof(verdict(&outcome)), "{:?}", outcome.report);
    assert!(matches!(end(&outcome, "fails"), End::GaveUp(reason) if reason.contains("internal")));
    assert_eq!(outcome.report.warnings.len(), 1, "{:?}", outcome.report.warnings);
}

#[test]
fn without_members_nothing_is_known() {
    let outcome = outcome(&[]);
    assert!(matches!(verdict(&outcome), Verdict::Unknown(_)), "{:?}", outcome.report);
}

/// Two threads that count for ever, in different ways that no engine sees the end of.
const ENDLESS: &str = r#"raddle-ir 1 target 64 entry f0
g0 global counter 8 align 8
f0 function main() {
b0:
  r0:i32 = spawn f1, 0:i64
  jump b1
b1:
  r1:i64 = load i64 g0
  r2:i1 = not_equal r1, 18446744073709551615:i64
  check assert r2 "never that many"
  jump b1
}
f1 function worker(r0:ptr) -> ptr {
b0:
  jump b1
b1:
  r1:i64 = update add atomic i64 g0, 1:i64
  jump b1
}
"#;

#[test]
fn engines_stop_when_they_are_told() {
    let program = raddle_ir::text::parse(ENDLESS).expect("the program is well formed");
    let ready = raddle_passes::pipeline::prepare(program, &Default::default()).expect("it is fine");
    let selected: Selected = [CheckKind::Assert].into_iter().collect();
    // `bmc` is for programs without threads, and `modular` comes to an end on every program.
    for member in members().filter(|member| !["bmc", "modular"].contains(&member.name)) {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { time: Some(PATIENCE), stop: Some(stop.clone()), ..Limits::default() };
        let listener = |_: &Progress| stop.store(true, Ordering::Relaxed);
        let report = (member.run)(&ready, &Settings::new(selected), limits, &listener);
        let reason = first_reason(&report);
        let told = reason == STOPPED || reason.contains("interrupted");
        assert!(told, "{}: {reason}", member.name);
    }
}

/// Raised when the answer was taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Does not listen to the word to stop.
static DEAF: Engine = member("deaf", first, deaf);
static PROVES: Engine = member("proves", second, proves);

fn deaf(_: &Ready, _: &Settings<'_>, _: Limits, _: Listener<'_>) -> Report {
    let start = Instant::now();
    while !TAKEN.load(Ordering::Relaxed) && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    report(Verdict::Unknown("too late".to_string()))
}

struct Take(Mutex<Option<Verdict>>);

impl Overdue for Take {
    fn conclude(&self, outcome: Outcome) -> ! {
        TAKEN.store(true, Ordering::Relaxed);
        *self.0.lock().expect("nobody else has it") = Some(verdict(&outcome).clone());
        panic!("here the process would end")
    }
}

#[test]
fn nobody_waits_for_a_member_that_does_not_stop() {
    let selected: Selected = [CheckKind::Assert].into_iter().collect();
    let take = Take(Mutex::new(None));
    let options = AutoOptions {
        selected,
        settings: Settings::new(selected),
        allowed: vec![DEAF.name, PROVES.name],
        limits: Limits { time: Some(PATIENCE), ..Limits::default() },
        progress: None,
        overdue: Some(&take),
    };
    let ran = catch_unwind(AssertUnwindSafe(|| run_members(&[&DEAF, &PROVES], &ready(), &options)));
    assert!(ran.is_err());
    let taken = take.0.into_inner().expect("nobody has it now");
    assert!(matches!(taken, Some(Verdict::Holds(_))), "{taken:?}");
}
