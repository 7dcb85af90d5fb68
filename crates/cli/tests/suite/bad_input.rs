//! Whatever is given, there is one clear message, the right exit code, no panic
//! and no leftover file.

use raddle_test_support::scene::{Answer, Scene};

/// Neither a panic nor an unexplained end.
fn assert_refused(scene: &Scene, arguments: &[&str], says: &str) -> Answer {
    let before = scene.files();
    let answer = scene.run(arguments);
    assert_eq!(answer.code, Some(3), "{arguments:?}: {}{}", answer.out, answer.messages);
    let text = answer.messages.to_lowercase();
    assert!(text.contains("error"), "{arguments:?}: {text}");
    assert!(text.contains(&says.to_lowercase()), "{arguments:?} must say {says}: {text}");
    assert!(!text.contains("panicked"), "{arguments:?}: {text}");
    assert_eq!(scene.files(), before, "{arguments:?}");
    answer
}

const MAIN: &str = "int main(void) { return 0; }\n";

#[test]
fn files_that_are_no_programs() {
    let scene = Scene::new(&[("empty.c", ""), ("broken.ll", "define i32 @main( {\n")]);
    scene.write("binary.c", b"\x7fELF\0\0\0\x01");
    std::fs::create_dir(scene.path("directory")).unwrap();
    assert_refused(&scene, &["check", "missing.c"], "missing.c");
    assert_refused(&scene, &["check", "empty.c"], "empty");
    assert_refused(&scene, &["check", "binary.c"], "binary");
    assert_refused(&scene, &["check", "directory"], "directory");
    assert_refused(&scene, &["check", "broken.ll"], "broken.ll");
}

#[test]
fn clangs_own_message_is_shown() {
    let scene = Scene::new(&[("a.c", "int main(void) { return x; }\n")]);
    assert_refused(&scene, &["check", "a.c"], "use of undeclared identifier 'x'");
}

#[test]
fn programs_that_lack_something_name_it() {
    let scene = Scene::new(&[
        ("nomain.c", "int f(void) { return 0; }\n"),
        ("extern.c", "int unknown_one(int);\nint main(void) { return unknown_one(1); }\n"),
    ]);
    assert_refused(&scene, &["check", "nomain.c"], "main");
    assert_refused(&scene, &["check", "extern.c"], "unknown_one");
    let let_through = scene.run(&["check", "--nondet-externs", "extern.c"]);
    assert_ne!(let_through.code, Some(3), "{}", let_through.messages);
    assert!(let_through.messages.contains("unknown_one"), "{}", let_through.messages);
}

/// Of these nobody can say what *any value* would be.
#[test]
fn variables_that_cannot_be_made_up_are_refused() {
    let sizeless = "extern int table[];\nint main(void) { return table[5]; }\n";
    let local = "extern _Thread_local int own;\nint main(void) { return own; }\n";
    let scene = Scene::new(&[("sizeless.c", sizeless), ("local.c", local)]);
    let refused = |file: &str, says: &str| {
        assert_refused(&scene, &["check", "--nondet-externs", file], says);
    };
    refused("sizeless.c", "table is used, but defined nowhere, and its size is not known");
    refused("local.c", "own is used, but defined nowhere");
}

#[test]
fn a_wrong_clang_is_named() {
    let scene = Scene::new(&[("a.c", MAIN)]);
    assert_refused(&scene, &["check", "--clang", "no-such-clang", "a.c"], "no-such-clang");
}

#[test]
fn wrong_command_lines_say_what_is_right() {
    let scene = Scene::new(&[("a.c", MAIN)]);
    assert_refused(&scene, &["check"], "FILE");
    assert_refused(&scene, &["check", "--check", "rice", "a.c"], "deadlock");
    assert_refused(&scene, &["check", "--engine", "magic", "a.c"], "explicit");
    assert_refused(&scene, &["check", "--time", "soon", "a.c"], "seconds");
    assert_refused(&scene, &["check", "--quiet", "--verbose", "a.c"], "cannot be used");
    assert_refused(&scene, &["frobnicate"], "frobnicate");
}

#[test]
fn options_that_an_engine_does_not_know_are_refused() {
    let scene = Scene::new(&[("a.c", "int x; int main(void) { while (x < 3) x++; }\n")]);
    let refused = |arguments: &[&str], says: &str| {
        let all: Vec<&str> = ["check", "a.c"].iter().chain(arguments).copied().collect();
        assert_refused(&scene, &all, says);
    };
    refused(&["--rounds", "3", "--depth", "3"], "knows --depth and --rounds");
    refused(&["--engine", "lazy", "--reduction", "none"], "explicit");
    refused(&["--engine", "order", "--walk", "3"], "explicit");
    refused(&["--walk", "3", "--contexts", "0"], "follows no bound");
    refused(&["--engine", "explicit", "--search", "sideways"], "breadth");
    refused(&["--unwind", "3", "--preemptions", "3"], "--preemptions is for explicit");
    refused(&["--engine", "explicit", "--unwind", "3"], "does not know --unwind");
    refused(&["--engine", "bmc", "--contexts", "3"], "does not know --contexts");
    refused(&["--engine", "lazyseq", "--order", "t1,t0,t1"], "names the thread t1 twice");
    refused(&["--engine", "lazy", "--preemptions", "3"], "explicit");
    refused(&["--engine", "uw", "--no-reduction"], "lazy");
    refused(&["--engine", "lazy", "--ordering", "clocks"], "--ordering is for order");
    refused(&["--ordering", "theory", "--solver", "z3"], "say --ordering clocks");
    refused(&["--engine", "bmc", "--unwind", "main.7=2"], "main.0");
    refused(&["--engine", "bmc", "--unwind", "often"], "main.0=5");
    refused(&["--engine", "bmc", "--partial-loops"], "--unwind");
    let both = ["--engine", "bmc", "--unwind", "2", "--partial-loops", "--check", "unwind"];
    refused(&both, "leave out one");
    assert_refused(&scene, &["show", "loops", "--unwind", "3", "a.c"], "--unwind");
    assert_refused(&scene, &["show", "formula", "--format", "dot", "a.c"], "--format");
}

#[test]
fn solvers_that_are_none() {
    let scene = Scene::new(&[("a.c", MAIN), ("file", "")]);
    for solver in ["no-such-solver", "/bin/false", "./file"] {
        let arguments = ["check", "--engine", "lazy", "--solver", solver, "a.c"];
        assert_refused(&scene, &arguments, solver);
    }
    let arguments = ["check", "--engine", "bmc", "--dump-formula", "file/below", "a.c"];
    assert_refused(&scene, &arguments, "--dump-formula");
}

#[test]
fn failures_are_json_where_json_is_asked_for() {
    let scene = Scene::new(&[]);
    let answer = assert_refused(&scene, &["check", "--format", "json", "a.c"], "a.c");
    let value: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(value["verdict"], "unknown");
    assert!(value["reason"].as_str().unwrap().contains("a.c"), "{value}");
}

#[test]
fn traces_that_are_none() {
    let scene = Scene::new(&[("a.c", MAIN), ("text.json", "hello"), ("other.json", "{}")]);
    assert_refused(&scene, &["replay", "missing.json", "a.c"], "missing.json");
    assert_refused(&scene, &["replay", "text.json", "a.c"], "text.json");
    assert_refused(&scene, &["replay", "other.json", "a.c"], "not a trace");
}

#[test]
fn a_trace_that_cannot_be_written_is_said() {
    let failing = "#include <assert.h>\nint main(void) { assert(0); }\n";
    let scene = Scene::new(&[("a.c", failing)]);
    assert_refused(&scene, &["check", "--trace", "no/such/place.json", "a.c"], "place.json");
}

/// Whatever the option: what somebody has written is still there afterwards.
#[test]
fn nothing_is_overwritten_that_is_not_ours() {
    let failing = "#include <assert.h>\nint main(void) { assert(0); }\n";
    let files = [("a.c", failing), ("b.c", failing), ("notes.json", "{\"mine\": 1}\n")];
    let scene = Scene::new(&files);
    let refused = |arguments: &[&str], says: &str| {
        assert_refused(&scene, arguments, says);
        for (name, text) in files {
            assert_eq!(std::fs::read_to_string(scene.path(name)).unwrap(), text, "{arguments:?}");
        }
    };
    refused(&["check", "--trace", "./a.c", "a.c"], "overwrite a file of the program");
    refused(&["check", "--trace", "b.c", "a.c"], "that raddle did not write");
    refused(&["check", "--trace", "notes.json", "a.c"], "that raddle did not write");
    refused(&["sequentialise", "a.c", "-o", "a.c"], "overwrite a file of the program");
    refused(&["sequentialise", "a.c", "-o", "b.c"], "that raddle did not write");
    let both = |choices| ["sequentialise", "a.c", "-o", "new.c", "--choices", choices];
    refused(&both("./a.c"), "overwrite a file of the program");
    refused(&both("notes.json"), "that raddle did not write");
    refused(&both("./new.c"), "cannot be in one file");
    std::fs::create_dir(scene.path("folder")).unwrap();
    scene.write("folder/.raddle", b"mine");
    refused(&["check", "--engine", "bmc", "--dump-formula", "folder", "a.c"], "File exists");
    assert_eq!(std::fs::read(scene.path("folder/.raddle")).unwrap(), b"mine");
    // What is ours may be written again.
    for _ in 0..2 {
        let answer = scene.run(&["check", "--trace", "trace.json", "a.c"]);
        assert_eq!(answer.code, Some(1), "{}", answer.messages);
        let answer = scene.run(&both("values.txt"));
        assert_eq!(answer.code, Some(1), "{}", answer.messages);
    }
}

/// A program that was changed since, and a trace that was.
#[test]
fn traces_that_cannot_be_followed_say_why() {
    let failing = "#include <assert.h>\nint main(void) { assert(0); }\n";
    let scene = Scene::new(&[("a.c", failing), ("other.c", MAIN)]);
    assert_eq!(scene.run(&["check", "--trace", "trace.json", "a.c"]).code, Some(1));
    let answer = scene.run(&["replay", "trace.json", "other.c"]);
    assert_eq!(answer.code, Some(2), "{}", answer.messages);
    assert!(answer.messages.contains("the trace was made from a.c"), "{}", answer.messages);
    assert!(answer.messages.contains("check --trace FILE"), "{}", answer.messages);
    assert!(!answer.messages.contains("warning"), "one message: {}", answer.messages);
    let trace = std::fs::read_to_string(scene.path("trace.json")).unwrap();
    let changed = trace.replacen("\"check\": \"assert\"", "\"check\": \"race\"", 1);
    assert_ne!(changed, trace);
    scene.write("trace.json", changed.as_bytes());
    let answer = scene.run(&["replay", "trace.json", "a.c"]);
    assert_eq!(answer.code, Some(2), "{}", answer.messages);
    assert!(answer.messages.contains("changed by hand"), "{}", answer.messages);
}

#[test]
fn endless_recursion_is_unknown_and_no_crash() {
    let scene = Scene::new(&[(
        "a.c",
        "int f(int n) { return f(n + 1); }\nint main(void) { return f(0); }\n",
    )]);
    let answer = scene.run(&["check", "--check", "assert", "a.c"]);
    assert_eq!(answer.code, Some(2), "{}{}", answer.out, answer.messages);
    assert!(answer.out.contains("nest deeper"), "{}", answer.out);
}

#[test]
fn inline_assembly_is_never_skipped_silently() {
    let scene = Scene::new(&[(
        "a.c",
        "int main(void) { int y; __asm__(\"movl $1, %0\" : \"=r\"(y)); return 0; }\n",
    )]);
    let answer = scene.run(&["check", "a.c"]);
    assert!(
        matches!(answer.code, Some(2 | 3)),
        "{:?} {}{}",
        answer.code,
        answer.out,
        answer.messages
    );
    let said = format!("{}{}", answer.out, answer.messages);
    assert!(said.contains("assembl"), "{said}");
}

#[test]
fn a_very_long_file_is_no_trouble() {
    let mut text = String::from("int x;\nint main(void)\n{\n");
    text.push_str(&"    x = 1;\n".repeat(100_000));
    text.push_str("    return 0;\n}\n");
    let scene = Scene::new(&[("a.c", &text)]);
    let answer = scene.run(&["check", "--check", "assert", "a.c"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
}
