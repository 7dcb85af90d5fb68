//! Violations really show: programs are checked, built, and run natively along the trace.

mod support;

use std::process::Stdio;

use support::Scene;

/// Checks the program, then replays the trace natively: what was said.
fn native(scene: &Scene, file: &str, check: &str, more: &[&str]) -> support::Answer {
    let mut line = vec!["check", "-q", "--time", "60", "--check", check, "--trace", "bug.json"];
    line.push(file);
    line.extend(more);
    let answer = scene.run(&line);
    assert_eq!(answer.code, Some(1), "{file}: {}{}", answer.out, answer.messages);
    scene.run(&["replay", "--native", "bug.json", file])
}
