//! What the commands print and how they exit, on small programs.

use raddle_test_support::scene::{Answer, Scene};
use serde_json::Value;

const LOST_UPDATE: &str = r"#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static int counter;
static void *worker(void *argument)
{
    counter++;
    return NULL;
}
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
";

const LOCKS: &str = r"#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *left(void *argument)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, left, NULL);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(thread, NULL);
    return 0;
}
";

const CORRECT: &str = "#include <assert.h>\nint x;\nint main(void) { x = 1; assert(x == 1); }\n";

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", answer.out, answer.messages))
}

fn check<'v>(answer: &'v Value, name: &str) -> &'v Value {
    let checks = answer["checks"].as_array().unwrap();
    checks.iter().find(|check| check["check"] == name).unwrap()
}

#[test]
fn a_violation_is_told_with_its_run_and_its_place() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let answer = scene.run(&["check", "a.c"]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    let says = |text: &str| assert!(answer.out.contains(text), "{text}:\n{}", answer.out);
    says("✗ assert    counter == 2   a.c:17");
    says("✗ race      counter        a.c:7  ↔  a.c:7");
    says("✓ deadlock  proved");
    says("counter == 2 is false (counter is 1)");
    says("creates worker #1");
    says("joins worker #2");
    assert!(!answer.out.contains('\x1b'), "colours in a pipe");
    assert_eq!(answer.messages, "", "no progress in a pipe");
    assert_eq!(scene.files(), ["a.c"]);
}

#[test]
fn the_log_is_beside_the_answer_and_changes_nothing() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let arguments = ["check", "--engine", "order", "a.c"];
    let quiet = scene.run(&arguments);
    let mut command = scene.command(&arguments);
    let logged = command.env("RADDLE_LOG", "engine=debug,solver=debug").output().unwrap();
    let answer = |text: &str| -> Vec<String> {
        let seconds = |line: &&str| !line.contains(" s");
        text.lines().filter(seconds).map(str::to_owned).collect()
    };
    assert_eq!(logged.status.code(), quiet.code);
    assert_eq!(answer(&String::from_utf8_lossy(&logged.stdout)), answer(&quiet.out));
    let log = String::from_utf8_lossy(&logged.stderr);
    for says in ["engine::order: attempt", "engine: engine ends", "solver: question"] {
        assert!(log.contains(says), "{says}:\n{log}");
    }
    assert_eq!(quiet.messages, "");
    let wrong = scene.command(&arguments).env("RADDLE_LOG", "engine=loud").output().unwrap();
    assert_eq!(wrong.status.code(), Some(3));
}

#[test]
fn a_correct_program_is_proved() {
    let scene = Scene::new(&[("a.c", CORRECT)]);
    let answer = scene.run(&["check", "a.c"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
    assert!(answer.out.contains("✓ assert    proved"), "{}", answer.out);
    assert!(!answer.out.contains("replay:"), "{}", answer.out);
}

#[test]
fn a_deadlock_says_who_holds_what() {
    let scene = Scene::new(&[("a.c", LOCKS)]);
    let answer = scene.run(&["check", "--check", "deadlock", "a.c"]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    assert!(answer.out.contains("waits for a, held by left at a.c:17"), "{}", answer.out);
    assert!(answer.out.contains("waits for b, held by main at a.c:7"), "{}", answer.out);
}

#[test]
fn json_is_one_object_with_a_verdict_a_check() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let answer = scene.run(&["check", "--format", "json", "--check", "assert,deadlock", "a.c"]);
    assert_eq!(answer.code, Some(1), "{}", answer.messages);
    let value = json(&answer);
    assert_eq!(value["verdict"], "violated");
    assert_eq!(value["engine"], "auto");
    assert_eq!(value["checks"].as_array().unwrap().len(), 2);
    let violated = check(&value, "assert");
    assert_eq!(violated["verdict"], "violated");
    assert_eq!(violated["engine"], "order");
    assert_eq!(violated["location"]["line"], 17);
    assert_eq!(violated["thread"], "main");
    let trace = violated["trace"].as_array().unwrap();
    let writes: Vec<&Value> = trace.iter().filter(|event| event["action"] == "writes").collect();
    assert_eq!(writes.len(), 2, "{trace:?}");
    assert!(writes.iter().all(|event| event["variable"] == "counter" && event["value"] == "1"));
    let held = check(&value, "deadlock");
    assert_eq!((&held["verdict"], &held["complete"]), (&"holds".into(), &true.into()));
    assert!(value["statistics"]["order_nodes"].as_u64().unwrap() > 0);
}

#[test]
fn a_bound_is_said_and_is_no_proof() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    // Without a preemption each thread runs to its end: no update is lost.
    let arguments = ["check", "--preemptions", "0", "--check", "assert", "--format", "json", "a.c"];
    let answer = scene.run(&arguments);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
    let value = json(&answer);
    assert_eq!(value["verdict"], "holds");
    assert_eq!(value["complete"], false);
    assert_eq!(check(&value, "assert")["bounds"][0], "at most 0 preemptions");
    let answer = scene.run(&["check", "--preemptions", "0", "--check", "assert", "a.c"]);
    assert!(answer.out.contains("within the bound"), "{}", answer.out);
    assert!(!answer.out.contains("proved"), "{}", answer.out);
}

#[test]
fn what_no_engine_checks_is_unknown() {
    let endless = "unsigned x; int main(void) { for (;;) { x++; } }\n";
    let scene = Scene::new(&[("a.c", endless)]);
    let answer = scene.run(&["check", "--check", "leak", "--format", "json", "a.c"]);
    assert_eq!(answer.code, Some(2), "{}", answer.messages);
    let value = json(&answer);
    assert_eq!(value["verdict"], "unknown");
    // And nobody begins to look for it.
    assert!(value["reason"].as_str().unwrap().contains("no engine checks `leak`"), "{value}");
}

#[test]
fn a_time_limit_ends_in_unknown() {
    // More states than can be looked at in the time, and nothing that ranges prove.
    let endless = "#include <assert.h>\nunsigned x, y;\n\
        int main(void) { for (;;) { x++; y += 3; assert(y == 3 * x); } }\n";
    let scene = Scene::new(&[("a.c", endless)]);
    let answer = scene.run(&["check", "--time", "1s", "--check", "assert", "--format=json", "a.c"]);
    assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
    let value = json(&answer);
    assert!(value["reason"].as_str().unwrap().contains("time limit"), "{value}");
}

#[test]
fn a_kept_run_is_replayed() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let answer = scene.run(&["check", "--trace", "bug.json", "a.c"]);
    assert!(answer.out.contains("raddle replay bug.json a.c"), "{}", answer.out);
    let again = scene.run(&["replay", "bug.json", "a.c"]);
    assert_eq!(again.code, Some(1), "{}", again.messages);
    assert_eq!(again.messages, "");
    assert!(again.out.contains("counter == 2 is false (counter is 1)"), "{}", again.out);
}

#[test]
fn a_changed_program_is_noticed() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE), ("b.c", CORRECT)]);
    scene.run(&["check", "--trace", "bug.json", "a.c"]);
    let other = scene.run(&["replay", "bug.json", "b.c"]);
    assert_eq!(other.code, Some(2), "{}", other.out);
    assert!(other.messages.contains("made from a.c, and"), "{}", other.messages);
    assert!(other.messages.contains("raddle check --trace FILE"), "{}", other.messages);
}

#[test]
fn clangs_arguments_and_several_files_are_one_program() {
    let scene = Scene::new(&[
        ("a.c", "#include <assert.h>\nint f(void);\nint main(void) { assert(f() == N); }\n"),
        ("b.c", "int f(void) { return 2; }\n"),
    ]);
    assert_eq!(scene.run(&["check", "a.c", "b.c", "--", "-DN=2"]).code, Some(0));
    assert_eq!(scene.run(&["check", "a.c", "b.c", "--", "-DN=3"]).code, Some(1));
}

#[test]
fn options_change_the_meaning() {
    let long = "#include <assert.h>\nint main(void) { assert(sizeof(long) == 8); }\n";
    let null = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; free(p); }\n";
    let scene = Scene::new(&[("long.c", long), ("null.c", null)]);
    assert_eq!(scene.run(&["check", "long.c"]).code, Some(0));
    let memory = |more: &[&str]| {
        let arguments: Vec<&str> =
            ["check", "--check", "memory", "null.c"].iter().chain(more).copied().collect();
        scene.run(&arguments).code
    };
    assert_eq!(memory(&[]), Some(0));
    assert_eq!(memory(&["--malloc-may-fail"]), Some(1));
}

#[test]
fn plain_letters_where_the_locale_has_no_others() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let output = scene.command(&["check", "a.c"]).env("LC_ALL", "C").output().unwrap();
    let answer = Answer::from(output);
    assert!(answer.out.is_ascii(), "{}", answer.out);
    assert!(answer.out.contains("x assert"), "{}", answer.out);
}

#[test]
fn colours_and_quiet_on_demand() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let coloured = scene.run(&["check", "--color", "always", "a.c"]);
    assert!(coloured.out.contains('\x1b'));
    let quiet = scene.run(&["check", "--quiet", "a.c"]);
    assert_eq!(quiet.out.lines().count(), 8, "{}", quiet.out);
}

#[test]
fn the_program_can_be_looked_at() {
    let looping = "int x;\nint main(void)\n{\n    while (x < 3)\n        x++;\n}\n";
    let scene = Scene::new(&[("a.c", LOST_UPDATE), ("loop.c", looping)]);
    let shown = |what: &str, file: &str| {
        let answer = scene.run(&["show", what, file]);
        assert_eq!(answer.code, Some(0), "{}", answer.messages);
        answer.out
    };
    let loops = shown("loops", "loop.c");
    assert!(loops.starts_with("main.0"), "{loops}");
    assert!(loops.contains("loop.c:4") && loops.contains("while (x < 3)"), "{loops}");
    assert!(shown("loops", "a.c").contains("no loops"));
    let threads = shown("threads", "a.c");
    assert!(threads.contains("worker") && threads.contains("a.c:13"), "{threads}");
    assert!(threads.contains("counter"), "{threads}");
    assert!(shown("llvm", "a.c").contains("define"));
    assert!(shown("ir", "a.c").contains("raddle-ir"));
}

/// Fails for one input in four thousand million, and goes round a loop.
const INPUT: &str = r"#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int total;
int main(void)
{
    int limit = __VERIFIER_nondet_int();
    for (int i = 0; i < limit; i++)
        total += 3;
    assert(total != 6 || limit != 2);
    return 0;
}
";

#[test]
fn symbolic_engines_find_inputs_and_say_what_they_did() {
    let scene = Scene::new(&[("a.c", INPUT), ("threads.c", LOST_UPDATE)]);
    for (engine, figure) in [
        ("bmc", "solver call"),
        ("lazy", "interleaving"),
        ("schedule", "solver call"),
        ("uw", "iteration"),
    ] {
        let arguments = ["check", "--engine", engine, "--unwind", "4", "--check", "assert", "a.c"];
        let answer = scene.run(&arguments);
        assert_eq!(answer.code, Some(1), "{engine}: {}{}", answer.out, answer.messages);
        let line = answer.out.lines().last().unwrap_or_default();
        assert!(line.contains(&format!("engine {engine}")), "{line}");
        assert!(line.contains(figure), "{line}");
        if engine != "bmc" {
            let arguments = ["check", "--engine", engine, "--check", "assert", "threads.c"];
            assert_eq!(scene.run(&arguments).code, Some(1), "{engine}");
        }
    }
}

#[test]
fn a_bound_on_loops_is_said_and_can_be_checked() {
    let counting = "int x;\nint main(void)\n{\n    while (x < 5)\n        x++;\n}\n";
    let scene = Scene::new(&[("a.c", counting)]);
    let run = |arguments: &[&str]| {
        let common = ["check", "--engine", "bmc", "--check", "assert,unwind", "--format", "json"];
        let all: Vec<&str> = common.iter().chain(arguments).copied().collect();
        let answer = scene.run(&all);
        (answer.code, json(&answer))
    };
    let (code, value) = run(&["--unwind", "2", "a.c"]);
    assert_eq!(code, Some(2), "{value}");
    assert_eq!(check(&value, "assert")["bounds"][0], "at most 2 iterations of each loop");
    assert_eq!(check(&value, "unwind")["verdict"], "unknown");
    let (code, value) = run(&["--unwind", "9", "a.c"]);
    assert_eq!((code, &value["complete"]), (Some(0), &true.into()), "{value}");
    let (code, value) = run(&["--unwind", "2", "--unwind", "main.0=9", "a.c"]);
    assert_eq!((code, &value["complete"]), (Some(0), &true.into()), "{value}");
}

#[test]
fn questions_are_written_where_asked() {
    let scene = Scene::new(&[("a.c", INPUT)]);
    let arguments = ["check", "--engine", "bmc", "--unwind", "3", "--check", "assert"];
    let arguments: Vec<&str> =
        arguments.iter().chain(&["--dump-formula", "new/questions", "a.c"]).copied().collect();
    assert_eq!(scene.run(&arguments).code, Some(1));
    let first = std::fs::read_to_string(scene.path("new/questions/0000.smt2")).unwrap();
    assert!(first.contains("(check-sat)"), "{first}");
}

#[test]
fn the_unwound_program_can_be_looked_at() {
    let scene = Scene::new(&[("a.c", INPUT), ("threads.c", LOST_UPDATE)]);
    let shown = |what: &str| {
        let answer = scene.run(&["show", what, "--unwind", "2", "--check", "assert", "a.c"]);
        assert_eq!(answer.code, Some(0), "{}", answer.messages);
        answer.out
    };
    let bounded = shown("bounded");
    let rounds = bounded.lines().filter(|line| line.contains("total += 3")).count();
    assert_eq!(rounds, 3, "{bounded}");
    assert!(bounded.contains("main.0 round 2, if g1 && g2"), "{bounded}");
    assert!(bounded.contains("more iterations or deeper calls at a.c:7"), "{bounded}");
    let equations = shown("equations");
    assert!(equations.contains("g1 = 0 < call!1"), "{equations}");
    assert!(equations.contains("assert: total != 6 || limit != 2"), "{equations}");
    let formula = shown("formula");
    assert!(formula.starts_with("(set-logic QF_"), "{formula}");
    assert!(formula.contains("; assert fails: total != 6 || limit != 2, a.c:9"), "{formula}");
    assert_eq!(formula, shown("formula"));
    let threads = scene.run(&["show", "equations", "threads.c"]);
    assert_eq!(threads.code, Some(3));
    assert!(threads.messages.contains("show tree"), "{}", threads.messages);
}

#[test]
fn the_bounded_program_of_threads_can_be_looked_at() {
    let spin = LOST_UPDATE.replace("    counter++;", "    while (counter < 1)\n        counter++;");
    let scene = Scene::new(&[("a.c", LOST_UPDATE), ("spin.c", &spin)]);
    let shown = |file: &str| {
        let answer = scene.run(&["show", "bounded", "--unwind", "2", file]);
        assert_eq!(answer.code, Some(0), "{}", answer.messages);
        answer.out
    };
    let bounded = shown("a.c");
    assert!(bounded.starts_with("Threads\n  t0  "), "{bounded}");
    assert!(bounded.contains("t2_worker  spawned by t0 at b0, statement "), "{bounded}");
    assert!(!bounded.contains("Left out"), "{bounded}");
    let adds = |text: &str| text.lines().filter(|line| line.contains("signed_add_over")).count();
    assert_eq!(adds(&bounded), 2, "{bounded}");
    let spin = shown("spin.c");
    assert!(spin.contains("t1  more iterations of worker.0  spin.c:7"), "{spin}");
    assert_eq!(adds(&spin), 2 * 3, "{spin}");
}

#[test]
fn the_tree_of_turns_can_be_looked_at() {
    let scene = Scene::new(&[("a.c", LOST_UPDATE)]);
    let shown = |more: &[&str]| {
        let common = ["show", "tree", "--check", "assert", "a.c"];
        let arguments: Vec<&str> = common.iter().chain(more).copied().collect();
        let answer = scene.run(&arguments);
        assert_eq!(answer.code, Some(0), "{}", answer.messages);
        answer.out
    };
    let tree = shown(&[]);
    assert!(tree.starts_with("1    main, context 0  main a.c:13\n"), "{tree}");
    assert!(tree.contains("✗ assert: counter == 2"), "{tree}");
    assert!(tree.contains("counter = 2"), "{tree}");
    assert!(tree.contains("seen before"), "{tree}");
    // Each thread at one go: no update is lost.
    let few = shown(&["--contexts", "3"]);
    assert!(!few.contains('✗'), "{few}");
    assert!(few.contains("beyond at most 3 context switches"), "{few}");
    // Lines that do not overlap lose no update either.
    let lines = shown(&["--granularity", "statement", "--no-reduction"]);
    assert!(!lines.contains('✗') && !lines.contains("seen before"), "{lines}");
    let dot = shown(&["--format", "dot"]);
    assert!(dot.starts_with("digraph tree {") && dot.ends_with("}\n"), "{dot}");
    assert!(dot.contains("n1 -> n2") && dot.contains("VIOLATED assert"), "{dot}");
}

#[test]
fn help_version_and_completions_are_answers() {
    let scene = Scene::new(&[]);
    for (arguments, says) in [
        (&["--version"][..], env!("CARGO_PKG_VERSION")),
        (&["--help"], "Examples:"),
        (&["check", "--help"], "--preemptions"),
        (&["check", "--help"], "--unwind <[LOOP=]N>"),
        (&["check", "--help"], "all orders of turns in one formula"),
        (&["show", "--help"], "equations"),
        (&["completions", "bash"], "--dump-formula"),
        (&["completions", "bash"], "raddle"),
    ] {
        let answer = scene.run(arguments);
        assert_eq!(answer.code, Some(0), "{arguments:?}");
        assert!(answer.out.contains(says), "{arguments:?}: {}", answer.out);
    }
}
