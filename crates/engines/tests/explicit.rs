//! The engine `explicit` on small programs in the text form of the IR.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_engines::ExplicitOptions;
use raddle_engines::explicit::{self, Order, Reduction};
use raddle_ir::CheckKind;
use raddle_semantics::Selected;
use raddle_verdict::{Coverage, Report, Verdict};

fn check(text: &str, contexts: Option<u32>) -> Report {
    let program = raddle_ir::text::parse(text).expect("the program is well formed");
    let ready = raddle_passes::pipeline::prepare(program, &Default::default()).expect("it is fine");
    let selected = [CheckKind::Assert, CheckKind::Deadlock, CheckKind::Race, CheckKind::Memory];
    let selected = selected.into_iter().collect::<Selected>();
    let options = ExplicitOptions { contexts, ..ExplicitOptions::new(selected) };
    explicit::run(&ready, &options)
}

fn verdict(report: &Report, kind: CheckKind) -> &Verdict {
    &report.results.iter().find(|result| result.kind == kind).expect("it was asked").verdict
}

/// Two threads increment `g0`; `main` waits until both have counted in `g1`.
fn lost_update(increment: &str) -> String {
    format!(
        r#"raddle-ir 1 target 64 entry f0
g0 global counter 4 align 4
g1 global done 4 align 4
f0 function main() {{
b0:
  r0:i32 = spawn f1, 0:i64
  r1:i32 = spawn f1, 0:i64
  atomic_begin
  r2:i32 = load i32 g1
  r3:i1 = equal r2, 2:i32
  r4:i1 = await plain r3
  atomic_end
  r5:i32 = load i32 g0
  r6:i1 = equal r5, 2:i32
  check assert r6 "counter == 2"
  stop exit
}}
f1 function worker(r0:ptr) -> ptr {{
b0:
  {increment}
  r3:i32 = update add atomic i32 g1, 1:i32
  return 0:i64
}}
"#
    )
}

#[test]
fn a_lost_update_is_found_with_the_fewest_switches() {
    let text = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    let report = check(&text, None);
    let Verdict::Violated(found) = verdict(&report, CheckKind::Assert) else {
        panic!("{report:?}");
    };
    // main, one worker, the other, the first again, main.
    assert_eq!(found.schedule.context_switches(), 4);
    assert!(matches!(verdict(&report, CheckKind::Race), Verdict::Violated(_)));
    let complete = Verdict::Holds(Coverage::Complete { qualifications: vec![] });
    assert_eq!(verdict(&report, CheckKind::Deadlock), &complete);
    assert_eq!(verdict(&report, CheckKind::Memory), &complete);
}

#[test]
fn an_atomic_update_is_proved() {
    let report = check(
        &lost_update("r1:i32 = update add atomic i32 g0, 1:i32\n  r2:i32 = add r1, 0:i32"),
        None,
    );
    let complete = Verdict::Holds(Coverage::Complete { qualifications: vec![] });
    assert_eq!(verdict(&report, CheckKind::Assert), &complete);
    assert_eq!(verdict(&report, CheckKind::Deadlock), &complete);
}

#[test]
fn a_bound_that_cuts_something_off_is_said() {
    let text = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    let report = check(&text, Some(3));
    let Verdict::Holds(Coverage::Bounded { bounds, .. }) = verdict(&report, CheckKind::Assert)
    else {
        panic!("{report:?}");
    };
    assert_eq!(bounds, &["at most 3 context switches"]);
}

#[test]
fn waiting_for_nobody_is_a_deadlock() {
    let text = r#"raddle-ir 1 target 64 entry f0
g0 global flag 4 align 4
f0 function main() {
b0:
  atomic_begin
  r0:i32 = load i32 g0
  r1:i1 = equal r0, 2:i32
  r2:i1 = await plain r1
  atomic_end
  stop exit
}
"#;
    let report = check(text, None);
    assert!(matches!(verdict(&report, CheckKind::Deadlock), Verdict::Violated(_)));
}

fn check_with(
    text: &str,
    options: &dyn Fn(ExplicitOptions<'static>) -> ExplicitOptions<'static>,
) -> Report {
    let program = raddle_ir::text::parse(text).expect("the program is well formed");
    let ready = raddle_passes::pipeline::prepare(program, &Default::default()).expect("it is fine");
    let selected = [CheckKind::Assert, CheckKind::Deadlock, CheckKind::Race, CheckKind::Memory];
    let selected = selected.into_iter().collect::<Selected>();
    explicit::run(&ready, &options(ExplicitOptions::new(selected)))
}

fn is_violated(report: &Report, kind: CheckKind) -> bool {
    matches!(verdict(report, kind), Verdict::Violated(_))
}

#[test]
fn reductions_and_orders_agree() {
    let lost = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    let atomic = lost_update("r1:i32 = update add atomic i32 g0, 1:i32\n  r2:i32 = add r1, 0:i32");
    let reductions =
        [Reduction::None, Reduction::Global, Reduction::Superstep, Reduction::Persistent];
    for order in [Order::Depth, Order::Breadth, Order::Best] {
        for reduction in reductions {
            let with = |options| ExplicitOptions { reduction, order, hunt: false, ..options };
            let report = check_with(&lost, &with);
            assert!(is_violated(&report, CheckKind::Assert), "{reduction:?}, {order:?}");
            assert!(is_violated(&report, CheckKind::Race), "{reduction:?}, {order:?}");
            let report = check_with(&atomic, &with);
            let complete = Verdict::Holds(Coverage::Complete { qualifications: vec![] });
            assert_eq!(verdict(&report, CheckKind::Assert), &complete, "{reduction:?}, {order:?}");
            assert_eq!(verdict(&report, CheckKind::Deadlock), &complete);
        }
    }
}

#[test]
fn breadth_first_finds_the_shortest_run() {
    let lost = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    let length = |order: Order| {
        let with = |options| ExplicitOptions { order, hunt: false, shorten: false, ..options };
        match verdict(&check_with(&lost, &with), CheckKind::Assert) {
            Verdict::Violated(found) => found.schedule.steps.len(),
            Verdict::Holds(_) | Verdict::Unknown(_) => panic!("{order:?} finds nothing"),
        }
    };
    assert!(length(Order::Breadth) <= length(Order::Depth));
    assert!(length(Order::Breadth) <= length(Order::Best));
}

#[test]
fn walks_find_and_never_prove() {
    let walk =
        |options| ExplicitOptions { walk: Some(std::time::Duration::from_millis(200)), ..options };
    let lost = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    assert!(is_violated(&check_with(&lost, &walk), CheckKind::Race));
    let atomic = lost_update("r1:i32 = update add atomic i32 g0, 1:i32\n  r2:i32 = add r1, 0:i32");
    assert!(matches!(verdict(&check_with(&atomic, &walk), CheckKind::Assert), Verdict::Unknown(_)));
}

#[test]
fn what_a_bound_cuts_off_from_supersteps_is_not_proved() {
    let atomic = lost_update("r1:i32 = update add atomic i32 g0, 1:i32\n  r2:i32 = add r1, 0:i32");
    let with = |options| ExplicitOptions {
        reduction: Reduction::Superstep,
        contexts: Some(1),
        hunt: false,
        ..options
    };
    assert!(matches!(verdict(&check_with(&atomic, &with), CheckKind::Assert), Verdict::Unknown(_)));
}

#[test]
fn decisions_and_preemptions_are_bounds() {
    let lost = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    let decided = |decisions| {
        let with = |options| ExplicitOptions { decisions: Some(decisions), ..options };
        is_violated(&check_with(&lost, &with), CheckKind::Assert)
    };
    assert!(!decided(0) && decided(8));
    let preempted = |preemptions| {
        let with = |options| ExplicitOptions { preemptions: Some(preemptions), ..options };
        is_violated(&check_with(&lost, &with), CheckKind::Assert)
    };
    assert!(!preempted(0) && preempted(1));
}

/// Best-first goes by supersteps, so a bound on switches cuts off more than it says.
#[test]
fn best_first_under_a_bound_proves_nothing() {
    let lost = lost_update("r1:i32 = load i32 g0\n  r2:i32 = add r1, 1:i32\n  store i32 g0 = r2");
    let with =
        |options| ExplicitOptions { order: Order::Best, contexts: Some(2), hunt: false, ..options };
    assert!(!matches!(verdict(&check_with(&lost, &with), CheckKind::Assert), Verdict::Holds(_)));
}
