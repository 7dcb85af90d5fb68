//! Replay and lifting, on programs in text form driven by hand along a schedule.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_ir::{CheckKind, Program, text};
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::{Choice, Machine, Schedule, Selected, Step, ThreadNumber};
use raddle_terms::Bits;
use raddle_trace::{Action, SourceTrace, lift};
use raddle_verdict::{Execution, Violation, replay};

/// Answers like a search would, and remembers what it answered.
#[derive(Default)]
struct Recorder {
    objects: u32,
    threads: u32,
    choices: Vec<Choice>,
}

impl Oracle for Recorder {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        let value = Bits::new(7, width);
        self.choices.push(Choice::Value(value));
        Ok(value)
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        self.choices.push(Choice::ByItself(false));
        Ok(false)
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        _: u32,
        _: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = first + self.objects;
        self.objects += 1;
        self.choices.push(Choice::Object(number));
        Ok(number)
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        _: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        self.threads += 1;
        self.choices.push(Choice::Object(self.threads));
        Ok(self.threads)
    }
}

fn ready(program: &str, source: &str) -> Ready {
    let mut program: Program = text::parse(program).unwrap_or_else(|error| panic!("{error}"));
    for file in program.files.iter_mut() {
        file.text = Some(source.into());
    }
    prepare(program, &PipelineOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The schedule that lets the threads take steps in this order, after `main`'s
/// beginning.
fn schedule(ready: &Ready, selected: Selected, order: &[ThreadNumber]) -> Schedule {
    let mut machine = Machine::new(ready, selected);
    let mut recorder = Recorder::default();
    machine.begin(&mut recorder, &mut |_| {});
    let mut steps = vec![Step { thread: 0, choices: std::mem::take(&mut recorder.choices) }];
    for &thread in order {
        machine.step(thread, &mut recorder, &mut |_| {});
        steps.push(Step { thread, choices: std::mem::take(&mut recorder.choices) });
    }
    Schedule { steps }
}

fn claim(kind: CheckKind, thread: ThreadNumber) -> Violation {
    Violation { kind, message: "as said".to_owned(), location: None, thread, other: None }
}

fn all() -> Selected {
    CheckKind::ALL.into_iter().collect()
}

fn run(ready: &Ready, kind: CheckKind, thread: ThreadNumber, order: &[ThreadNumber]) -> Execution {
    let schedule = schedule(ready, all(), order);
    replay(ready, all(), &schedule, &claim(kind, thread)).unwrap_or_else(|error| panic!("{error}"))
}

/// `thread line action`, one a line.
fn told(trace: &SourceTrace) -> String {
    let line = |event: &raddle_trace::SourceEvent| {
        let line = event.place.as_ref().map_or(0, |place| place.line);
        let what = match &event.action {
            Action::Reads { variable, value } => format!("reads {variable} {value}"),
            Action::Writes { variable, value } => format!("writes {variable} {value}"),
            Action::Library { effect, .. } => effect.clone(),
            Action::Creates { child } => format!("creates {}", trace.thread_name(*child)),
            Action::Allocates { object, bytes } => format!("allocates {object} {bytes}"),
            Action::Waits { what, holder } => format!("waits {what} {holder:?}"),
            Action::Chooses { .. }
            | Action::Frees { .. }
            | Action::Outputs { .. }
            | Action::Calls { .. }
            | Action::Returns { .. }
            | Action::Ends
            | Action::Stops { .. }
            | Action::Fails { .. } => format!("{:?}", event.action),
        };
        format!("{} {line} {what}\n", trace.thread_name(event.thread))
    };
    trace.events.iter().map(line).collect()
}

const COUNTER: &str = r#"
raddle-ir 1 target 64 entry f0
file0 "dir/counter.c"
t0 base int 4 signed
g0 global counter 4 align 4 of t0 @1:5
f0 function main() -> i32 @5:1 {
b0:
  r0:i32 = spawn f1, 0:i64 @6:3
  r1:i32 = spawn f1, 0:i64 @7:3
  r2:i32 = load i32 g0 @8:10
  r3:i1 = equal r2, 0:i32 @8:18
  check assert r3 "counter == 0" @8:3
  return 0:i32 @9:3
}
f1 function worker(r0:ptr) -> ptr @2:1 {
b0:
  r1:i32 = load i32 g0 @3:3
  r2:i32 = add r1, 1:i32 @3:3
  store i32 g0 = r2 @3:3
  return 0:i64 @4:1
}
"#;

const COUNTER_SOURCE: &str = "int counter;\nvoid *worker(void *p) {\n  counter++;\n}\n\
    int main() {\n  first();\n  second();\n  assert(counter == 0);\n}\n";

#[test]
fn a_failing_assertion_is_reached_again_and_told_by_lines() {
    let ready = ready(COUNTER, COUNTER_SOURCE);
    // Two spawns, both threads' loads, both stores, then main's load.
    let trace = run(&ready, CheckKind::Assert, 0, &[0, 0, 1, 2, 2, 1, 0]);
    assert_eq!(trace.violation.message, "counter == 0");
    let source = lift(&ready, &trace);
    assert_eq!(source.threads, ["main", "worker #1", "worker #2"]);
    let expected = "\
main 6 creates worker #1
main 7 creates worker #2
worker #1 3 reads counter 0
worker #2 3 reads counter 0
worker #2 3 writes counter 1
worker #2 4 Returns { value: None }
worker #1 3 writes counter 1
worker #1 4 Returns { value: None }
main 8 reads counter 1
main 8 Fails { check: Assert, message: \"counter == 0\" }
";
    assert_eq!(told(&source), expected);
    let ending = source.ending.unwrap();
    let place = ending.place.unwrap();
    assert_eq!(
        (place.short().as_str(), place.text.as_str()),
        ("counter.c:8", "assert(counter == 0);")
    );
    assert_eq!(source.context_switches, 4);
}

#[test]
fn a_race_is_found_afresh_and_named() {
    let ready = ready(COUNTER, COUNTER_SOURCE);
    let trace = run(&ready, CheckKind::Race, 1, &[0, 0, 1, 2, 2]);
    let source = lift(&ready, &trace);
    let ending = source.ending.unwrap();
    assert_eq!(ending.subject.as_deref(), Some("counter"));
    assert_eq!(ending.thread, 2);
    assert_eq!(ending.place.unwrap().line, 3);
    let (other, place) = ending.other.unwrap();
    assert_eq!((other, place.unwrap().line), (1, 3));
}

#[test]
fn accesses_that_something_orders_are_no_race() {
    let ready = ready(COUNTER, COUNTER_SOURCE);
    // Only one thread has touched the counter.
    let schedule = schedule(&ready, all(), &[0, 0, 1, 1]);
    let error = replay(&ready, all(), &schedule, &claim(CheckKind::Race, 1)).unwrap_err();
    assert!(error.to_string().contains("no two accesses race"), "{error}");
}

#[test]
fn a_schedule_that_proves_nothing_is_an_error() {
    let ready = ready(COUNTER, COUNTER_SOURCE);
    let harmless = schedule(&ready, all(), &[0, 0, 0]);
    for (kind, says) in
        [(CheckKind::Assert, "nothing is violated"), (CheckKind::Deadlock, "some thread can go on")]
    {
        let error = replay(&ready, all(), &harmless, &claim(kind, 0)).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    // The failing assertion on the way only stops its thread: no memory error follows.
    let failing = schedule(&ready, all(), &[0, 0, 1, 1, 0]);
    let error = replay(&ready, all(), &failing, &claim(CheckKind::Memory, 0)).unwrap_err();
    assert!(error.to_string().contains("nothing is violated"), "{error}");
}

#[test]
fn a_schedule_of_another_program_diverges_without_a_panic() {
    let ready = ready(COUNTER, COUNTER_SOURCE);
    let right = schedule(&ready, all(), &[0, 0, 1, 1, 0]);
    let claim = claim(CheckKind::Assert, 0);
    let damage: [fn(&mut Schedule); 8] = [
        |schedule| schedule.steps[1].choices.clear(),
        |schedule| schedule.steps[1].choices[0] = Choice::Object(0),
        |schedule| schedule.steps[1].choices[0] = Choice::Object(u32::MAX),
        |schedule| schedule.steps[1].choices[0] = Choice::ByItself(true),
        |schedule| schedule.steps[2].choices.push(Choice::ByItself(true)),
        |schedule| schedule.steps[3].thread = 99,
        |schedule| schedule.steps[0].thread = 1,
        |schedule| schedule.steps.clear(),
    ];
    for (number, change) in damage.into_iter().enumerate() {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert!(replay(&ready, all(), &wrong, &claim).is_err(), "{number}");
    }
    assert!(replay(&ready, all(), &right, &claim).is_ok());
}

/// Two threads that take two locks in opposite orders, with a lock of our own
/// that stands for the library's.
const LOCKS: &str = r#"
raddle-ir 1 target 64 entry f0
file0 "locks.c"
t0 base int 4 signed
g0 global a 4 align 4 of t0 @1:5
g1 global b 4 align 4 of t0 @2:5
f0 function main() -> i32 @10:1 {
b0:
  r0:i32 = spawn f1, 0:i64 @11:3
  r1:i32 = call f2(g1) @12:3
  r2:i32 = call f2(g0) @13:3
  return 0:i32 @14:3
}
f1 function left(r0:ptr) -> ptr @4:1 {
b0:
  r1:i32 = call f2(g0) @5:3
  r2:i32 = call f2(g1) @6:3
  return 0:i64 @7:1
}
f2 function pthread_mutex_lock(r0:ptr) -> i32 library {
b0:
  r1:i32 = current_thread
  r2:i32 = add r1, 1:i32
  atomic_begin
  r3:i32 = load i32 r0
  r4:i1 = equal r3, 0:i32
  r5:i32 = subtract r3, 1:i32
  r6:i1 = await plain r4 holder r5
  store i32 r0 = r2
  atomic_end
  return 0:i32
}
"#;

#[test]
fn a_deadlock_says_who_waits_for_whom_at_the_users_lines() {
    let ready = ready(LOCKS, "");
    let trace = run(&ready, CheckKind::Deadlock, 1, &[0, 0, 1]);
    let source = lift(&ready, &trace);
    let expected = "\
main 11 creates left
main 12 locks b
left 5 locks a
main 13 waits for a Some(1)
left 6 waits for b Some(0)
";
    assert_eq!(told(&source), expected);
    let ending = source.ending.unwrap();
    assert_eq!(ending.message, "main and left wait for ever");
    assert_eq!(ending.place.unwrap().line, 6);
}

/// A heap object is named by its line, and by its type as soon as a typed pointer
/// to it is stored.
const HEAP: &str = r#"
raddle-ir 1 target 64 entry f0
file0 "heap.c"
t0 base int 4 signed
t1 pointer t2
t2 structure node 16 {"value" 0 32 t0, "next" 64 64 t1}
g0 global head 8 align 8 of t1 @1:5
f0 function main() -> i32 @3:1 {
b0:
  r0:ptr = call f1(16:i64) @4:3
  store i32 r0 = 5:i32 @5:3
  r1:ptr = add r0, 8:i64 @6:3
  store ptr r1 = r0 @6:3
  store ptr g0 = r0 @7:3
  check assert false "no" @8:3
  return 0:i32 @9:3
}
f1 function malloc(r0:i64) -> ptr library {
b0:
  r1:ptr = allocate heap r0
  return r1
}
"#;

#[test]
fn heap_objects_are_named_by_line_and_member() {
    let ready = ready(HEAP, "");
    let mut selected = schedule(&ready, all(), &[]);
    // However many steps the accesses take: to the end.
    for _ in 0..8 {
        let trace = replay(&ready, all(), &selected, &claim(CheckKind::Assert, 0));
        if let Ok(trace) = trace {
            let expected = "\
main 4 allocates heap #1 (line 4) 16
main 5 writes heap #1 (line 4).value 5
main 6 writes heap #1 (line 4).next &heap #1 (line 4)
main 7 writes head &heap #1 (line 4)
main 8 Fails { check: Assert, message: \"no\" }
";
            assert_eq!(told(&lift(&ready, &trace)), expected);
            return;
        }
        let order = vec![0; selected.steps.len()];
        selected = schedule(&ready, all(), &order);
    }
    panic!("the assertion is never reached");
}

/// The machine keeps a place for every number up to the largest, so this would take
/// many gigabytes.
#[test]
fn a_number_far_beyond_all_objects_is_refused() {
    let ready = ready(HEAP, "");
    let mut schedule = schedule(&ready, all(), &[0; 8]);
    let choices = schedule.steps.iter_mut().flat_map(|step| &mut step.choices);
    for choice in choices {
        *choice = Choice::Object(1_000_000_007);
    }
    let error = replay(&ready, all(), &schedule, &claim(CheckKind::Assert, 0)).unwrap_err();
    assert!(error.reason.contains("1000000007 cannot be used"), "{error}");
}

/// An object that dies in one step, and a second one made in a later step.
const AGAIN: &str = r#"
raddle-ir 1 target 64 entry f0
file0 "again.c"
g0 global x 4 align 4 @1:5
f0 function main() -> i32 @3:1 {
b0:
  r0:i32 = spawn f1, 0:i64 @4:3
  call f2() @5:3
  store i32 g0 = 1:i32 @6:3
  call f2() @7:3
  store i32 g0 = 2:i32 @8:3
  check assert false "no" @9:3
  return 0:i32 @10:3
}
f1 function other(r0:ptr) -> ptr @11:1 {
b0:
  r1:i32 = load i32 g0 @12:3
  return 0:i64 @13:3
}
f2 function local() @14:1 {
b0:
  r0:ptr = allocate heap 4:i64 @15:3
  free r0 @16:3
  return @17:3
}
"#;

/// Gives every object the same number, as a search does once the one before is
/// dead and forgotten.
struct OneSlot(Vec<Choice>);

impl Oracle for OneSlot {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        Ok(Bits::zero(width))
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        Ok(false)
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        _: u32,
        _: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        self.0.push(Choice::Object(first));
        Ok(first)
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        _: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        self.0.push(Choice::Object(1));
        Ok(1)
    }
}

#[test]
fn the_number_of_an_object_that_died_in_an_earlier_step_can_be_used_again() {
    let ready = ready(AGAIN, "");
    let mut machine = Machine::new(&ready, all());
    let mut oracle = OneSlot(Vec::new());
    machine.begin(&mut oracle, &mut |_| {});
    let mut steps = vec![Step { thread: 0, choices: std::mem::take(&mut oracle.0) }];
    for _ in 0..20 {
        let end = machine.step(0, &mut oracle, &mut |_| {});
        steps.push(Step { thread: 0, choices: std::mem::take(&mut oracle.0) });
        if matches!(end, raddle_semantics::StepEnd::Failed { .. }) {
            break;
        }
    }
    let objects = steps.iter().flat_map(|step| &step.choices).count();
    assert_eq!(objects, 3, "one thread and two objects: {steps:?}");
    let schedule = Schedule { steps };
    let trace = replay(&ready, all(), &schedule, &claim(CheckKind::Assert, 0));
    assert!(trace.is_ok(), "{:?}", trace.err());
}

/// A second thread that gets the number of the first, which has ended. The values
/// are large: a small one in memory might name a thread, which keeps its number.
const SUCCESSOR: &str = r#"
raddle-ir 1 target 64 entry f0
file0 "successor.c"
t0 base int 4 signed
g0 global x 4 align 4 of t0 @1:5
f0 function main() -> i32 @3:1 {
b0:
  r0:i32 = spawn f1, 0:i64 @4:3
  r1:i32 = spawn f2, 0:i64 @5:3
  r2:i32 = load i32 g0 @6:3
  return 0:i32 @7:3
}
f1 function first(r0:ptr) -> ptr @8:1 {
b0:
  store i32 g0 = 1000:i32 @9:3
  return 0:i64 @10:3
}
f2 function second(r0:ptr) -> ptr @11:1 {
b0:
  store i32 g0 = 2000:i32 @12:3
  return 0:i64 @13:3
}
"#;

/// Steps with one number for all threads that are created.
fn with_one_number(ready: &Ready, order: &[ThreadNumber]) -> Schedule {
    let mut machine = Machine::new(ready, all());
    let mut oracle = OneSlot(Vec::new());
    machine.begin(&mut oracle, &mut |_| {});
    let mut steps = vec![Step { thread: 0, choices: std::mem::take(&mut oracle.0) }];
    for &thread in order {
        machine.step(thread, &mut oracle, &mut |_| {});
        steps.push(Step { thread, choices: std::mem::take(&mut oracle.0) });
    }
    Schedule { steps }
}

#[test]
fn a_number_that_is_used_again_stands_for_both_threads() {
    let ready = ready(SUCCESSOR, "");
    // first runs to its end, then second gets its number and races with main.
    let schedule = with_one_number(&ready, &[0, 1, 0, 1, 0]);
    let trace = replay(&ready, all(), &schedule, &claim(CheckKind::Race, 0))
        .unwrap_or_else(|error| panic!("{error}"));
    let source = lift(&ready, &trace);
    assert_eq!(source.threads, ["main", "first, later second"]);
    let returns = |event: &&raddle_trace::SourceEvent| {
        event.thread == 1 && matches!(event.action, Action::Returns { .. })
    };
    assert_eq!(source.events.iter().filter(returns).count(), 2, "{}", told(&source));
    let (other, place) = source.ending.unwrap().other.unwrap();
    assert_eq!((other, place.unwrap().line), (1, 12));
}

#[test]
fn a_running_thread_is_never_replaced() {
    let ready = ready(SUCCESSOR, "");
    // The second thread is given the first one's number while that still runs.
    let schedule = with_one_number(&ready, &[0, 0, 1, 0]);
    let error = replay(&ready, all(), &schedule, &claim(CheckKind::Race, 0)).unwrap_err();
    assert_eq!(error.step, 2, "{error}");
    assert!(error.to_string().contains("thread number 1 cannot be used"), "{error}");
}

/// A thread that looks at what `main` does before it ends the process.
const ENDS: &str = r#"
raddle-ir 1 target 64 entry f0
file0 "ends.c"
t0 base int 4 signed
g0 global flag 4 align 4 of t0 @1:5
g1 global other 4 align 4 of t0 @2:5
f0 function main() -> i32 @5:1 {
b0:
  r0:i32 = spawn f1, 0:i64 @6:3
  store i32 g0 = 1:i32 @7:3
  store i32 g1 = 1:i32 @8:3
  stop abort @9:3
}
f1 function worker(r0:ptr) -> ptr @11:1 {
b0:
  r1:i32 = load i32 g0 @12:3
  r2:i1 = equal r1, 0:i32 @12:3
  r3:i32 = load i32 g0 @13:3
  check assert r2 "flag == 0" @13:3
  r4:i32 = load i32 g1 @14:3
  return 0:i64 @15:3
}
"#;

/// The last step of `main` has nothing to do with the failure, and the other thread is alone only
/// if there was that step.
#[test]
fn nobody_takes_a_step_behind_the_end_of_the_process() {
    let ready = ready(ENDS, "");
    let given = schedule(&ready, all(), &[0, 0, 0, 1]);
    let claim = claim(CheckKind::Assert, 1);
    let trace = replay(&ready, all(), &given, &claim).unwrap_or_else(|error| panic!("{error}"));
    let expected = "\
main 6 creates worker
main 7 writes flag 1
worker 12 reads flag 1
worker 13 reads flag 1
worker 13 Fails { check: Assert, message: \"flag == 0\" }
";
    assert_eq!(told(&lift(&ready, &trace)), expected);
    let threads: Vec<_> = trace.schedule.steps.iter().map(|step| step.thread).collect();
    assert_eq!(threads, [0, 0, 0, 1, 1]);
    let again = replay(&ready, all(), &trace.schedule, &claim).unwrap();
    assert_eq!(again.schedule, trace.schedule);
}

/// What others see of the last step is shown, and its end is not.
#[test]
fn a_step_that_is_needed_is_shown_without_the_end_of_the_process() {
    let program = ENDS.replace("  store i32 g1 = 1:i32 @8:3\n", "");
    let ready = ready(&program, "");
    let trace = run(&ready, CheckKind::Assert, 1, &[0, 0, 1]);
    let source = lift(&ready, &trace);
    assert!(told(&source).starts_with("main 6 creates worker\nmain 7 writes flag 1\nworker 12"));
    assert!(!source.events.iter().any(|event| matches!(event.action, Action::Stops { .. })));
}

/// Every event has its line: one of a megabyte would be there a thousand times.
#[test]
fn long_lines_are_cut() {
    let long = "é".repeat(5000);
    let ready = ready(ENDS, &format!("{}{long}\nshort", "\n".repeat(6)));
    let source = lift(&ready, &run(&ready, CheckKind::Assert, 1, &[0, 0, 1, 1]));
    let text = |line: u32| {
        let places = source.events.iter().filter_map(|event| event.place.as_ref());
        places.into_iter().find(|place| place.line == line).map(|place| place.text.clone())
    };
    assert_eq!(text(7), Some(format!("{}…", "é".repeat(1000))));
    assert_eq!(text(6), Some(String::new()));
}
