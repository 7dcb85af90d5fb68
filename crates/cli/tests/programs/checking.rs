//! Runs the tool on a program and compares its answers with what is expected of it. Every
//! violation that is expected is also kept and replayed.

use std::fmt::Write as _;
use std::process::Command;

use raddle_test_support::expectations::{Answer, Run};
use raddle_test_support::processes::{Outcome, Scratch, execute};
use raddle_test_support::raddle;
use serde_json::Value;

/// What each run may take by its own clock.
pub const TIME: &str = "60";

/// What is wrong with one run, in one line.
pub fn check_run(run: &Run) -> Result<(), String> {
    let scratch = Scratch::new();
    let trace = scratch.file("trace.json");
    let mut command = Command::new(raddle());
    command.args(["check", "--format", "json"]);
    if !run.arguments.iter().any(|argument| argument.starts_with("--time")) {
        command.args(["--time", TIME]);
    }
    command.args(&run.arguments);
    if run.expects_a_violation() {
        command.arg("--trace").arg(&trace);
    }
    command.args(&run.files).arg("--").args(&run.clang_arguments);
    let outcome = execute(&mut command, &scratch);
    let mut problems = match serde_json::from_str::<Value>(&outcome.output) {
        Ok(reply) if outcome.status != "3" => compare(run, &reply),
        Ok(_) | Err(_) => vec![no_answer(&outcome)],
    };
    if problems.is_empty() && run.expects_a_violation() && outcome.status == "1" {
        problems.extend(replay(run, &scratch));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("; ")) }
}

fn no_answer(outcome: &Outcome) -> String {
    let mut told = format!("expected an answer, got exit status {}:", outcome.status);
    for line in outcome.errors.lines().chain(outcome.output.lines()).take(12) {
        // Writing to a string cannot fail.
        let _ = write!(told, " {}", line.trim());
    }
    told
}

fn compare(run: &Run, reply: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let entries = reply["checks"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (check, allowed) in &run.expected {
        let entry = entries.iter().find(|entry| entry["check"] == **check);
        problems.extend(unexpected(check, allowed, entry));
    }
    for entry in entries {
        problems.extend(unbelievable(entry));
        // Not to know is allowed here and there; to have made a mistake is not.
        let reason = entry["reason"].as_str().unwrap_or_default();
        if reason.contains("internal error") {
            problems.push(format!("{}: {reason}", check_of(entry)));
        }
        // A program in which nothing is expected to go wrong must not raise an alarm of any kind.
        let listed = run.expects_a_violation() || run.expected.contains_key(check_of(entry));
        if !listed && Answer::from_json(entry) == Some(Answer::Violated) {
            let why = explanation(entry);
            problems.push(format!("{}: expected no violation, got one{why}", check_of(entry)));
        }
    }
    problems
}

fn check_of(entry: &Value) -> &str {
    entry["check"].as_str().unwrap_or("?")
}

fn unexpected(check: &str, allowed: &[Answer], entry: Option<&Value>) -> Option<String> {
    let expected: Vec<&str> = allowed.iter().map(|answer| answer.word()).collect();
    let expected = expected.join("|");
    let Some(entry) = entry else {
        return Some(format!("{check}: expected {expected}, got no word about it"));
    };
    // Some engines look for races between two next steps, and say where that is not enough.
    let reason = entry["reason"].as_str().unwrap_or_default();
    if check == "race" && reason.contains("let threads know of each other without an order") {
        return None;
    }
    let got = Answer::from_json(entry);
    if got.is_some_and(|got| allowed.contains(&got)) {
        return None;
    }
    let got = got.map_or("no verdict", Answer::word);
    Some(format!("{check}: expected {expected}, got {got}{}", explanation(entry)))
}

/// A trace must be able to happen as it is shown: no thread takes a step behind the end of the
/// process, and none stands still in the middle of it. Behind `main`'s own end there are the
/// handlers of `exit`, and those who look for its variables.
fn unbelievable(entry: &Value) -> Option<String> {
    let events = entry["trace"].as_array().map(Vec::as_slice).unwrap_or_default();
    let check = check_of(entry);
    if let Some(stop) = events.iter().find(|event| event["action"] == "stops") {
        return Some(format!("{check}: the trace has {}", stop["text"]));
    }
    let last = events.iter().rposition(|event| event["thread_number"] == 0);
    let main_ends = last.filter(|&last| events[last]["action"] == "returns");
    let goes_on = main_ends.is_some_and(|last| last + 1 < events.len()) && check != "memory";
    goes_on.then(|| format!("{check}: the trace goes on behind the end of main"))
}

/// The reason of an unknown, or the message of a violation.
fn explanation(entry: &Value) -> String {
    let texts = [&entry["reason"], &entry["message"], &entry["violation"]["message"]];
    let text = texts.into_iter().find_map(Value::as_str);
    text.map_or(String::new(), |text| format!(" ({text})"))
}

/// A violation that was kept must happen again.
fn replay(run: &Run, scratch: &Scratch) -> Option<String> {
    let mut command = Command::new(raddle());
    command.arg("replay").arg(scratch.file("trace.json")).args(&run.files);
    if let Some(position) = run.arguments.iter().position(|argument| argument == "--clang") {
        command.args(run.arguments.iter().skip(position).take(2));
    }
    let outcome = execute(&mut command, scratch);
    let messages: Vec<&str> = outcome.errors.lines().take(5).collect();
    (outcome.status != "1").then(|| {
        format!("replay: expected exit status 1, got {}: {}", outcome.status, messages.join(" "))
    })
}
