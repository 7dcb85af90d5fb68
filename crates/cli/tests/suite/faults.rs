//! What is around Raddle fails: compilers, solvers, disks, pipes, directories, names.
//! There is one clear message, the right exit code, no panic and no lie. How solvers
//! can fail in the middle of a conversation is tested in the crate `solver`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::BufRead;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

use raddle_test_support::scene::{Answer, Scene};
use raddle_test_support::tools::{output, start, tool};

const MAIN: &str = "int main(void) { return 0; }\n";
const FAILS: &str = "\
#include <assert.h>
int main(void) { assert(0); return 0; }
";

fn run(command: &mut Command) -> Answer {
    let answer = Answer::from(output(start(command)));
    assert!(!answer.messages.contains("panicked"), "{}", answer.messages);
    answer
}

fn assert_fails(answer: &Answer, says: &str) {
    assert_eq!(answer.code, Some(3), "{}{}", answer.out, answer.messages);
    assert!(answer.messages.contains(says), "must say {says}: {}", answer.messages);
}

#[test]
fn compilers_that_fail() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    for (body, says) in [
        ("kill -SEGV $$", "killed by signal 11"),
        ("kill -KILL $$", "killed by signal 9"),
        ("echo 'no, thank you' >&2; exit 1", "no, thank you"),
        ("exit 0", "printed no LLVM text"),
        ("exit 5", "it printed nothing (exit status: 5)"),
        ("echo 'what is this?'", "cannot read what clang printed"),
        ("echo 'define i32 @main() {'", "cannot read what clang printed"),
        ("head -c 100000 /dev/zero", "cannot read what clang printed"),
        ("sleep 1000 & exit 1", "does not accept"),
    ] {
        tool(&scene, "compiler", body);
        let answer = run(&mut scene.command(&["check", "--clang", "./compiler", "main.c"]));
        assert_fails(&answer, says);
    }
    scene.write("plain", b"#!/bin/sh\n");
    assert_fails(&run(&mut scene.command(&["check", "--clang", "./plain", "main.c"])), "no clang");
}

#[test]
fn solvers_that_fail() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    for (body, says) in [
        ("exit 1", "ended without an answer"),
        ("kill -SEGV $$", "ended without an answer"),
        ("printf 'unsat\n()\nunsat\n()\n'; cat > sink", "wrongly"),
        ("echo 'what is this?'; cat > sink", "what"),
        ("yes", "solver"),
    ] {
        tool(&scene, "solver", body);
        let arguments = ["check", "--engine", "bmc", "--solver", "./solver", "main.c"];
        assert_fails(&run(&mut scene.command(&arguments)), says);
    }
    for name in ["z3; touch no", "$(touch no)", "`touch no`", "--help", "./missing"] {
        let solver = format!("--solver={name}");
        let answer = run(&mut scene.command(&["check", "--engine", "bmc", &solver, "main.c"]));
        assert_fails(&answer, "cannot run the solver");
    }
    assert!(!scene.path("no").exists());
}

#[test]
fn an_answer_that_cannot_be_printed_is_none() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    for arguments in [
        &["check", "main.c"][..],
        &["check", "--format", "json", "main.c"],
        &["--help"],
        &["show", "ir", "main.c"],
    ] {
        let full = File::create("/dev/full").unwrap();
        let mut command = scene.command(arguments);
        let child = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
        let ended = child.spawn().unwrap().wait_with_output().unwrap();
        let messages = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(3), "{arguments:?}: {messages}");
        assert!(messages.contains("No space left"), "{arguments:?}: {messages}");
    }
}

#[test]
fn a_reader_that_has_gone_needs_no_message() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    let mut child = start(&mut scene.command(&["check", "main.c"]));
    drop(child.stdout.take());
    let answer = Answer::from(output(child));
    assert_eq!((answer.code, answer.messages.as_str()), (Some(3), ""));
}

#[test]
fn files_that_cannot_be_written() {
    let scene = Scene::new(&[("fails.c", FAILS), ("file", "")]);
    for path in ["file/trace.json", "missing/trace.json", "."] {
        let answer = run(&mut scene.command(&["check", "--trace", path, "fails.c"]));
        assert_fails(&answer, "cannot write the trace");
        assert!(answer.out.is_empty(), "before the search: {}", answer.out);
    }
    // That this disk is full shows only when something is written.
    let answer = run(&mut scene.command(&["check", "--trace", "/dev/full", "fails.c"]));
    assert_fails(&answer, "cannot write the trace");
    assert!(answer.out.contains("assert"), "the answer is told: {}", answer.out);
    let arguments = ["check", "--format", "json", "--trace", "/dev/full", "fails.c"];
    let answer = run(&mut scene.command(&arguments));
    assert_fails(&answer, "cannot write the trace");
    let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert!(report["warnings"][0].as_str().unwrap().contains("trace"), "{report}");
    let arguments = ["check", "--engine", "bmc", "--dump-formula", "file/folder", "fails.c"];
    assert_fails(&run(&mut scene.command(&arguments)), "file/folder");
    for target in ["file/out.c", "/dev/full"] {
        let arguments = ["sequentialise", "fails.c", "-o", target];
        assert_fails(&run(&mut scene.command(&arguments)), "cannot write");
    }
}

/// Runs a line of shell in the scene, with Raddle as `$0`.
fn shell(scene: &Scene, line: &str) -> Answer {
    let raddle = scene.command(&[]).get_program().to_owned();
    run(Command::new("sh").arg("-c").arg(line).arg(raddle).current_dir(scene.path(".")))
}

#[test]
fn files_that_may_not_grow() {
    let scene = Scene::new(&[("fails.c", FAILS)]);
    let answer = shell(&scene, "ulimit -f 0; exec \"$0\" check --trace trace.json fails.c");
    assert_fails(&answer, "cannot write the trace");
    assert!(!scene.path("trace.json").exists(), "half a file does not stay");
    let answer = shell(&scene, "ulimit -f 0; exec \"$0\" sequentialise fails.c -o out.c");
    assert_fails(&answer, "cannot write");
    assert!(!scene.path("out.c").exists(), "half a file does not stay");
}

/// So little memory that no stack for another thread can be had, and some sizes around.
#[test]
fn where_no_thread_can_be_started_there_is_a_message() {
    let scene = Scene::new(&[("main.c", MAIN), ("other.c", "int other;\n")]);
    // With less than the program itself takes up, the system ends it before it begins.
    for size in [20_000, 22_000, 24_000, 26_000, 30_000, 40_000] {
        let line = format!("ulimit -v {size}; exec \"$0\" check -q main.c other.c");
        // That nobody panics is looked at there. Where even an allocation fails, the
        // run-time system ends the process with a message of its own.
        let answer = shell(&scene, &line);
        assert!(!answer.messages.is_empty() || answer.code == Some(0), "{size}");
    }
}

#[test]
fn a_pipe_for_the_trace_keeps_no_answer_back() {
    let scene = Scene::new(&[("fails.c", FAILS)]);
    assert!(Command::new("mkfifo").arg(scene.path("pipe")).status().unwrap().success());
    for format in ["text", "json"] {
        let arguments = ["check", "--trace", "pipe", "--format", format, "fails.c"];
        let mut child = start(&mut scene.command(&arguments));
        // The whole answer is read before anybody opens the pipe.
        let mut reader = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("violated") {
            line.clear();
            assert_ne!(reader.read_line(&mut line).unwrap(), 0, "there is an answer");
        }
        let trace = std::fs::read_to_string(scene.path("pipe")).unwrap();
        assert!(trace.contains("raddle-trace"), "{trace}");
        child.stdout = Some(reader.into_inner());
        assert_eq!(output(child).status.code(), Some(1));
    }
}

#[test]
fn a_device_is_no_trace() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    assert_fails(&run(&mut scene.command(&["replay", "/dev/zero", "main.c"])), "this is no trace");
}

#[test]
fn no_temporary_folder_and_no_current_one() {
    let optimised = "void reach_error(void) {}\nint main(void) { return 0; }\n";
    let scene = Scene::new(&[("main.c", optimised)]);
    let mut command = scene.command(&["check", "--check", "reach", "--optimise", "2", "main.c"]);
    let answer = run(command.env("TMPDIR", "/proc/nowhere"));
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
    let gone =
        "file=$(pwd)/main.c; mkdir gone; cd gone; rmdir ../gone; exec \"$0\" check \"$file\"";
    let answer = shell(&scene, gone);
    assert!(matches!(answer.code, Some(0 | 3)), "{}{}", answer.out, answer.messages);
}

#[test]
fn names_are_only_names() {
    let scene = Scene::new(&[]);
    let names: [&[u8]; 8] = [
        b"./-o x.c",
        b"$(touch no).c",
        b"a b;c.c",
        b"`touch no`.c",
        b"two\nlines.c",
        b"not\xff\xfeutf8.c",
        b"@main.c",
        b"'\"*?.c",
    ];
    for name in names {
        let name = OsStr::from_bytes(name);
        std::fs::write(scene.path(".").join(name), MAIN).unwrap();
        for format in ["text", "json"] {
            let mut command = scene.command(&["check", "--format", format]);
            let answer = run(command.arg(name));
            assert_eq!(answer.code, Some(0), "{name:?}: {}{}", answer.out, answer.messages);
        }
        std::fs::remove_file(scene.path(".").join(name)).unwrap();
    }
    assert!(scene.files().is_empty(), "{:?}", scene.files());
}

#[test]
fn the_name_of_an_output_is_no_option_of_a_backend() {
    let scene = Scene::new(&[("main.c", MAIN)]);
    tool(&scene, "backend", "echo \"$1\" > seen; echo VERIFICATION SUCCESSFUL");
    let arguments = ["sequentialise", "main.c", "-o-x;touch no.c", "--backend", "./backend {}"];
    let answer = run(&mut scene.command(&arguments));
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.messages);
    assert_eq!(std::fs::read_to_string(scene.path("seen")).unwrap(), "./-x;touch no.c\n");
    assert!(!scene.path("no.c").exists());
}
