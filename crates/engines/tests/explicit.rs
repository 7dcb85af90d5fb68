//! The engine `explicit` on small programs in the text form of the IR.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_engines::{ExplicitOptions, explicit};
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
