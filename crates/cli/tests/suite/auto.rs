//! The engine `auto`, which is the default: who answers, who runs, and that it says
//! what the engines say that it runs.

use raddle_test_support::scene::Scene;
use serde_json::Value;

/// A square is no 2 and no 3 modulo 4, whatever the number; nobody can try them all.
const SQUARES: &str = r"#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned square;
void *worker(void *unused)
{
    unsigned number = __VERIFIER_nondet_uint();
    square = number * number;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert((square & 3) < 2);
    return 0;
}
";

/// Two threads that never end, in a few states.
const SERVERS: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
void *worker(void *unused)
{
    for (;;)
        turn = !turn;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    for (;;)
        assert((unsigned)turn < 2);
}
";

const LOST_UPDATE: &str = r"#include <assert.h>
#include <pthread.h>
int counter;
void *worker(void *unused)
{
    counter++;
    return unused;
}
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
";

/// A result that is carried through a loop before it is known: by the analysis it may be one
/// that was never written, but there is no input.
const CARRIED: &str = r"#include <pthread.h>
int slots[2] = {1, 2};
void look(int from, int *got)
{
    *got = slots[from];
}
int take(int from)
{
    while (from < 2) {
        int got = 0;
        look(from, &got);
        if (got > 0)
            return got;
        from++;
    }
    return -1;
}
void *worker(void *unused)
{
    int got;
    for (;;) {
        got = take(0);
        if (got >= 0)
            break;
    }
    slots[got - 1] = 0;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
";

/// Counts for ever; nobody sees the end of it.
const COUNTER: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_ullong counter;
void *worker(void *unused)
{
    for (;;)
        counter++;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    for (;;)
        assert(counter != 18446744073709551615ull);
}
";

/// What `raddle check --check assert` answers as JSON.
fn check(program: &str, arguments: &[&str]) -> Value {
    let scene = Scene::new(&[("a.c", program)]);
    let common = ["check", "a.c", "--check", "assert", "--format", "json"];
    let all: Vec<&str> = common.iter().chain(arguments).copied().collect();
    let answer = scene.run(&all);
    serde_json::from_str(&answer.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", answer.out, answer.messages))
}

/// The verdict, whether it is a proof, and whose it is.
fn told(answer: &Value) -> (&str, bool, &str) {
    let check = &answer["checks"][0];
    (
        check["verdict"].as_str().unwrap_or_default(),
        check["complete"].as_bool().unwrap_or_default(),
        check["engine"].as_str().unwrap_or_default(),
    )
}

/// Whether an engine ran.
fn ran(answer: &Value, engine: &str) -> bool {
    answer["statistics"].get(format!("{engine}_seconds")).is_some()
}

#[test]
fn wide_inputs_are_proved_by_who_can() {
    let alone = check(SQUARES, &["--engine", "explicit", "--time", "60"]);
    assert_eq!(told(&alone).0, "unknown", "{alone}");
    let answer = check(SQUARES, &["--time", "60"]);
    assert_eq!((told(&answer).0, told(&answer).1), ("holds", true), "{answer}");
    assert_ne!(told(&answer).2, "explicit", "{answer}");
    assert_eq!(answer["engine"], "auto");
    let sequential = "#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n\
        int main(void) { unsigned n = __VERIFIER_nondet_uint(); assert((n * n & 3) < 2); }\n";
    let answer = check(sequential, &["--time", "60"]);
    assert_eq!(told(&answer), ("holds", true, "bmc"), "{answer}");
}

#[test]
fn endless_loops_are_proved_by_who_can() {
    let answer = check(SERVERS, &["--time", "60"]);
    assert_eq!(told(&answer), ("holds", true, "modular"), "{answer}");
    assert!(!ran(&answer, "explicit"), "{answer}");
}

#[test]
fn what_is_decided_at_once_costs_one_engine() {
    let answer = check(LOST_UPDATE, &["--time", "60"]);
    assert_eq!(told(&answer), ("violated", true, "order"), "{answer}");
    assert!(!ran(&answer, "explicit") && !ran(&answer, "lazy"), "{answer}");
    assert!(!ran(&answer, "bmc"), "{answer}");
}

#[test]
fn a_bound_goes_to_those_that_know_it() {
    let answer = check(LOST_UPDATE, &["--preemptions", "0"]);
    assert_eq!(told(&answer), ("holds", false, "explicit"), "{answer}");
    let bounds = [["--unwind", "2"], ["--solver", "cadical"], ["--ordering", "clocks"]];
    for bound in bounds {
        let answer = check(LOST_UPDATE, &bound);
        assert!(ran(&answer, "order") && !ran(&answer, "explicit"), "{answer}");
    }
    let answer = check(LOST_UPDATE, &["--decisions", "1"]);
    assert!(ran(&answer, "explicit") && !ran(&answer, "order"), "{answer}");
    let answer = check(LOST_UPDATE, &["--decisions", "1", "--granularity", "statement"]);
    assert!(ran(&answer, "lazy") && !ran(&answer, "explicit"), "{answer}");
    let answer = check(LOST_UPDATE, &["--contexts", "1"]);
    assert_eq!((told(&answer).0, told(&answer).1), ("holds", false), "{answer}");
    assert_eq!(answer["checks"][0]["bounds"][0], "at most 1 context switch");
}

#[test]
fn a_time_limit_ends_in_unknown_and_tells_how_far_they_came() {
    let answer = check(COUNTER, &["--time", "3"]);
    assert_eq!(told(&answer).0, "unknown", "{answer}");
    let reason = answer["reason"].as_str().unwrap_or_default();
    for part in ["time limit", "explicit ", " states", "order "] {
        assert!(reason.contains(part), "{reason}");
    }
    let at_once = check(COUNTER, &["--time", "0.01"]);
    assert_eq!(told(&at_once).0, "unknown", "{at_once}");
}

#[test]
fn verbose_tells_what_ran_and_why() {
    let scene = Scene::new(&[("a.c", SQUARES)]);
    let answer = scene.run(&["check", "a.c", "--verbose", "--time", "60"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
    for part in [
        "auto saw 1 place that starts threads, 1 wide input",
        "order ran from 0.0",
        "answered assert, deadlock",
        "modular ran from 0.00 s",
        "bmc did not run: the program starts threads",
        "engine auto: modular, ",
    ] {
        assert!(answer.out.contains(part), "{part}:\n{}", answer.out);
    }
    let quiet = scene.run(&["check", "a.c", "--time", "60"]);
    assert!(!quiet.out.contains("auto saw"), "{}", quiet.out);
}

#[test]
fn what_was_perhaps_never_written_is_no_input() {
    let scene = Scene::new(&[("a.c", CARRIED)]);
    let answer = scene.run(&["check", "a.c", "--verbose", "--time", "60"]);
    assert!(answer.out.contains("no wide inputs"), "{}", answer.out);
}

#[test]
fn verdicts_are_the_same_every_time() {
    for program in [SQUARES, SERVERS, LOST_UPDATE] {
        let first = check(program, &["--time", "60"]);
        for _ in 0..4 {
            let again = check(program, &["--time", "60"]);
            assert_eq!((told(&again).0, told(&again).1), (told(&first).0, told(&first).1));
        }
    }
}
