//! Limits hold whatever happens, an interruption is answered, and nothing that was
//! started goes on. How exactly limits hold is measured by `./x bench limits`; here
//! everything may take a minute.

use std::os::unix::process::ExitStatusExt;

use raddle_test_support::scene::{Answer, Scene};
use raddle_test_support::tools::{is_gone, noted, output, signal, start, tool, wait_until};

const MAIN: &str = "int main(void) { return 0; }\n";

/// Everything about it takes long, and an assertion fails early, if not always.
const ENDLESS: &str = "\
#include <assert.h>
#include <pthread.h>
int table[20000000], turns;
void *work(void *unused) {
    for (;;) {
        turns = turns * 3 + 1;
        table[(unsigned)turns % 20000000] = turns;
    }
    return 0;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    assert(turns == 12345);
    work(0);
}
";

/// The script of a compiler that works.
const ANY_CLANG: &str = "\
for name in $RADDLE_CLANG clang clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
    if command -v $name > no_output; then exec $name \"$@\"; fi
done
";

fn run(scene: &Scene, arguments: &[&str]) -> Answer {
    Answer::from(output(start(&mut scene.command(arguments))))
}

fn json(answer: &Answer) -> serde_json::Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {}", answer.out))
}

#[test]
fn every_engine_ends_at_its_time() {
    let scene = Scene::new(&[("endless.c", ENDLESS)]);
    for engine in ["auto", "explicit", "lazy", "schedule", "order", "lazyseq", "lr", "kiss", "mu"] {
        let checks = ["check", "--check", "assert,race", "--engine", engine];
        let answer = run(&scene, &[&checks[..], &["--time", "2", "endless.c"]].concat());
        assert!(matches!(answer.code, Some(1 | 2)), "{engine}: {}{}", answer.out, answer.messages);
    }
}

#[test]
fn what_was_found_in_time_is_told() {
    // Without its large table, the failing run is found in an instant.
    let small = ENDLESS.replace("20000000", "10");
    let scene = Scene::new(&[("endless.c", &small)]);
    let limited = ["check", "--format", "json", "--time", "10", "--check", "assert,deadlock"];
    let answer = run(&scene, &[&limited[..], &["--engine", "lazy", "endless.c"]].concat());
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.messages);
    let report = json(&answer);
    assert_eq!(report["checks"][0]["verdict"], "violated");
    assert_eq!(report["checks"][1]["verdict"], "unknown");
    assert!(report["checks"][1]["reason"].as_str().unwrap().contains("limit"), "{report}");
}

#[test]
fn memory_is_limited() {
    let scene = Scene::new(&[("endless.c", ENDLESS)]);
    for engine in ["explicit", "lazy"] {
        let limits = ["--memory", "150", "--time", "50"];
        let checks = ["check", "--check", "deadlock", "--engine", engine];
        let answer = run(&scene, &[&checks[..], &limits, &["endless.c"]].concat());
        assert_eq!(answer.code, Some(2), "{engine}: {}{}", answer.out, answer.messages);
        assert!(answer.out.contains("the memory limit of 150 MiB"), "{engine}: {}", answer.out);
    }
}

#[test]
fn compiling_counts_as_time_and_as_memory() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    tool(&scene, "hangs", "sleep 1000");
    let answer = run(&scene, &["check", "--clang", "./hangs", "--time", "1", "main.c"]);
    assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
    assert!(answer.out.contains("the time limit was reached while the program was read"));
    wait_until("the end of the tool", || is_gone(&noted(&scene)));
    tool(&scene, "babbles", "yes");
    let limits = ["--time", "50", "--memory", "100", "--format", "json"];
    let arguments = ["check", "--clang", "./babbles", "main.c"];
    let answer = run(&scene, &[&arguments[..], &limits].concat());
    assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
    assert!(json(&answer)["reason"].as_str().unwrap().contains("memory limit"), "{}", answer.out);
}

/// Whoever started these tests in the background may have switched Ctrl-C off, for
/// everything that they start in turn.
fn ignores_interruptions() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 2 != 0
}

#[test]
fn an_interruption_is_answered() {
    for name in ["INT", "TERM"] {
        if name == "INT" && ignores_interruptions() {
            continue;
        }
        let scene = Scene::new(&[("endless.c", ENDLESS)]);
        // Noted just before the search, or a moment earlier.
        tool(&scene, "noting", ANY_CLANG);
        let arguments = ["check", "--check", "deadlock", "--clang", "./noting", "endless.c"];
        let child = start(scene.command(&arguments).args(["--format", "json"]));
        noted(&scene);
        std::thread::sleep(std::time::Duration::from_millis(500));
        signal(name, &child.id().to_string());
        let answer = Answer::from(output(child));
        assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
        assert!(
            json(&answer)["reason"].as_str().unwrap().contains("interrupted"),
            "{}",
            answer.out
        );
    }
}

#[test]
fn an_interruption_ends_what_was_started() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    // What the script starts is not even a child of ours.
    let hanging = "sleep 1000 &\necho $! > inner.new; mv inner.new inner; wait";
    tool(&scene, "hangs", hanging);
    let child = start(&mut scene.command(&["show", "ir", "--clang", "./hangs", "main.c"]));
    wait_until("the inner tool", || scene.path("inner").exists());
    let inner = std::fs::read_to_string(scene.path("inner")).unwrap();
    signal("TERM", &child.id().to_string());
    assert_eq!(output(child).status.signal(), Some(15));
    wait_until("the end of the tool", || is_gone(&noted(&scene)));
    wait_until("the end of what it started", || is_gone(inner.trim()));
}

/// More than a pipe holds, so that whoever writes it has to wait for the reader.
#[test]
fn a_reader_may_take_its_time() {
    let functions: String =
        (0..2000).map(|n| format!("int f{n}(int x) {{ return x + {n}; }}\n")).collect();
    let calls: String = (0..2000).map(|n| format!(" + f{n}({n})")).collect();
    let text = format!("{functions}int main(void) {{ return 0{calls}; }}\n");
    let scene = Scene::new(&[("long.c", &text)]);
    let show = || start(&mut scene.command(&["show", "ir", "long.c"]));
    let a_while = std::time::Duration::from_millis(500);
    let child = show();
    std::thread::sleep(a_while);
    let shown = child.wait_with_output().unwrap();
    assert!(shown.status.success() && shown.stdout.len() > 100_000, "{}", shown.stdout.len());
    let child = show();
    std::thread::sleep(a_while);
    signal("TERM", &child.id().to_string());
    assert_eq!(output(child).status.signal(), Some(15));
}

/// Starts it with a reader that takes nothing: the pipe is full before the first word.
fn start_unread(scene: &Scene, arguments: &[&str]) -> std::process::Child {
    let raddle = scene.command(&[]).get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    let filled = "head -c 65536 /dev/zero; exec \"$0\" \"$@\"";
    start(shell.arg("-c").arg(filled).arg(raddle).args(arguments).current_dir(scene.path(".")))
}

/// The first interruption is what an answer is about, however long printing it takes;
/// the second one ends it, whoever prints.
#[test]
fn an_interruption_is_answered_even_if_printing_takes_long() {
    let small = ENDLESS.replace("20000000", "10");
    let scene = Scene::new(&[("endless.c", &small)]);
    let a_while = std::time::Duration::from_millis(500);
    let engine = ["check", "-q", "--check", "deadlock", "--engine", "explicit"];
    for (tool_body, patient) in [(ANY_CLANG, true), (ANY_CLANG, false), ("sleep 1000", false)] {
        // A note of an earlier round would be taken for that of this one.
        let _ = std::fs::remove_file(scene.path("pid"));
        tool(&scene, "compiler", tool_body);
        let arguments = [&engine[..], &["--clang", "./compiler", "endless.c"]].concat();
        let mut child = start_unread(&scene, &arguments);
        noted(&scene);
        std::thread::sleep(a_while);
        let process = child.id().to_string();
        signal("TERM", &process);
        std::thread::sleep(a_while);
        assert_eq!(child.try_wait().unwrap(), None, "{tool_body}: nobody has read the answer");
        if patient {
            let answer = Answer::from(child.wait_with_output().unwrap());
            assert_eq!(answer.code, Some(2), "{}", answer.messages);
            assert!(answer.out.contains("interrupted"), "{}", answer.out.trim_matches('\0'));
        } else {
            signal("TERM", &process);
            assert_eq!(output(child).status.signal(), Some(15), "{tool_body}");
        }
    }
}

#[test]
fn tools_end_even_if_raddle_is_killed() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    tool(&scene, "hangs", "exec sleep 1000");
    let child = start(&mut scene.command(&["check", "--clang", "./hangs", "main.c"]));
    let process = noted(&scene);
    signal("KILL", &child.id().to_string());
    assert_eq!(output(child).status.signal(), Some(9));
    wait_until("the end of the tool", || is_gone(&process));
}

#[test]
fn a_backend_ends_at_its_time_with_what_it_started() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    tool(&scene, "hangs", "sleep 1000");
    let arguments = ["sequentialise", "main.c", "-o", "out.c", "--time", "3"];
    let answer = run(&scene, &[&arguments[..], &["--backend", "./hangs {}"]].concat());
    assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
    if scene.path("pid").exists() {
        wait_until("the end of the tool", || is_gone(&noted(&scene)));
    }
}
