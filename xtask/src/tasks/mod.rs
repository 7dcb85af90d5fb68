//! `./x bench tasks`: runs verification tasks and prints a Markdown table, ours beside what
//! other tools answered (`reference.rs`), and sums of it (`summary.rs`). Where the tasks
//! come from is in `sources.rs`.
//!
//! Processor seconds are those of the tool and of everything that it started, clang too. A
//! wrong answer makes the command fail in the end.

mod reference;
mod sources;
mod summary;

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::options::{Words, fits};
use crate::verifier::{Reply, Verdict, Verifier};
use reference::Reference;
use sources::Task;

const USAGE: &str = "usage: bench tasks [--limit SECONDS] [--only PATTERN]... [--engine NAME] \
[--jobs N] [-- ARGUMENT-OF-CHECK...]";
const ABSENT: &str = "–";

#[derive(Debug)]
struct Options {
    limit: f64,
    only: Vec<String>,
    jobs: usize,
    engine: Option<String>,
    /// For `raddle check`.
    arguments: Vec<String>,
}

/// A task with our answer to it.
struct Answered<'tasks> {
    task: &'tasks Task,
    reply: Reply,
}

impl Answered<'_> {
    fn is_right(&self) -> bool {
        self.reply.verdict == self.task.expected
    }

    fn is_wrong(&self) -> bool {
        self.reply.verdict != Verdict::Unknown && !self.is_right()
    }
}

pub fn run(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let options = read_options(arguments)?;
    if let Some(engine) = &options.engine {
        verifier.known_engines(std::slice::from_ref(engine))?;
    }
    let (mut tasks, reference) = sources::find()?;
    let chosen = |name: &str| options.only.iter().any(|pattern| fits(name, pattern));
    tasks.retain(|task| options.only.is_empty() || chosen(&task.name));
    if tasks.is_empty() {
        return Err(format!("no task's name fits --only\n{USAGE}"));
    }
    print_head(&reference);
    let answered = answer_all(verifier, &options, &tasks, |answered| {
        println!("{}", row(answered, &reference));
        let _ = std::io::stdout().flush();
    })?;
    println!("\n{}", summary::families(&answered));
    if !reference.tools.is_empty() {
        println!("{}", summary::beside(&answered, &reference));
        println!("{}", summary::missed(&answered, &reference));
    }
    let wrong: Vec<&str> =
        answered.iter().filter(|one| one.is_wrong()).map(|one| one.task.name.as_str()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n  {}", wrong.join("\n  "))) }
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options =
        Options { limit: 60.0, only: Vec::new(), jobs: 1, engine: None, arguments: Vec::new() };
    let mut words = Words::new(arguments, USAGE);
    while let Some(option) = words.next() {
        match option.as_str() {
            "--limit" => options.limit = words.seconds(&option)?,
            "--only" => options.only.push(words.value(&option)?),
            "--jobs" => options.jobs = words.count(&option)?,
            "--engine" => {
                let engine = words.value(&option)?;
                options.arguments.extend([option, engine.clone()]);
                options.engine = Some(engine);
            }
            "--" => options.arguments.extend(words.rest()),
            _ => return Err(words.unexpected(&option)),
        }
    }
    Ok(options)
}

// ── Running ─────────────────────────────────────────────────────────────────────

/// Several at a time, shown in the tasks' order as soon as their turn has come.
fn answer_all<'tasks>(
    verifier: &Verifier,
    options: &Options,
    tasks: &'tasks [Task],
    show: impl Fn(&Answered),
) -> Result<Vec<Answered<'tasks>>, String> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..options.jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut question = task.question.clone();
                    question.arguments.extend(options.arguments.iter().cloned());
                    let reply = verifier.ask(&question, options.limit);
                    if sender.send((task, reply)).is_err() {
                        return;
                    }
                }
            });
        }
        // The receiver ends when no one can send any more.
        drop(sender);
        in_order(tasks, receiver, show)
    })
}

fn in_order<'tasks>(
    tasks: &'tasks [Task],
    receiver: mpsc::Receiver<(&'tasks Task, Result<Reply, String>)>,
    show: impl Fn(&Answered),
) -> Result<Vec<Answered<'tasks>>, String> {
    let mut early: Vec<Answered> = Vec::new();
    let mut answered: Vec<Answered> = Vec::new();
    for (task, reply) in receiver {
        early.push(Answered { task, reply: reply? });
        while let Some(place) = tasks
            .get(answered.len())
            .and_then(|task| early.iter().position(|answered| std::ptr::eq(answered.task, task)))
        {
            let one = early.swap_remove(place);
            show(&one);
            answered.push(one);
        }
    }
    Ok(answered)
}

// ── Printing ────────────────────────────────────────────────────────────────────

fn print_head(reference: &Reference) {
    let mut head = "| task | expected | ours | CPU s | wall s |".to_string();
    let mut line = "|---|---|---|---:|---:|".to_string();
    for tool in &reference.tools {
        head += &format!(" {tool} | CPU s |");
        line += "---|---:|";
    }
    println!("{head} why unknown |\n{line}---|");
}

fn row(answered: &Answered, reference: &Reference) -> String {
    let Answered { task, reply } = answered;
    let verdict = match answered.is_wrong() {
        true => format!("**{}, wrong**", reply.verdict.word()),
        false => reply.verdict.word().to_string(),
    };
    let mut row = format!(
        "| {} | {} | {verdict} | {:.2} | {:.2} |",
        task.name,
        task.expected.word(),
        reply.cpu,
        reply.wall
    );
    let answers = reference.answers(&task.name);
    for place in 0..reference.tools.len() {
        let cells = answers.get(place).map_or((ABSENT, None), |one| (one.word.as_str(), one.cpu));
        // A star is Markdown's too.
        let word = cells.0.replace('*', "\\*");
        let seconds = cells.1.map_or(String::new(), |seconds| format!("{seconds:.1}"));
        row += &format!(" {word} | {seconds} |");
    }
    format!("{row} {} |", reply.reason.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verifier::Question;
    use serde_json::Value;

    pub(super) fn task(name: &str, expected: Verdict) -> Task {
        Task { name: name.to_string(), expected, question: Question::default() }
    }

    pub(super) fn reply(verdict: Verdict, cpu: f64) -> Reply {
        let reason = String::new();
        Reply { verdict, bounded: false, reason, statistics: Value::Null, cpu, wall: cpu }
    }

    fn options(words: &str) -> Result<Options, String> {
        read_options(&words.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        let read = options("--limit 2 --only a --only b* --engine lazy --jobs 2 -- --unwind 3");
        let read = read.expect("good options");
        assert_eq!((read.limit, read.jobs), (2.0, 2));
        assert_eq!(read.only, ["a", "b*"]);
        assert_eq!(read.arguments, ["--engine", "lazy", "--unwind", "3"]);
        for wrong in ["--limit", "--limit x", "--jobs 0", "--fast"] {
            assert!(options(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_row_has_a_cell_for_each_tool() {
        let reference = Reference::read("task,expected,one,one_cpu_s\nf/a,true,true*,5.2\n");
        let reference = reference.expect("a good table");
        let (known, other) = (task("f/a", Verdict::True), task("f/b", Verdict::True));
        let mut wrong = reply(Verdict::False, 0.5);
        wrong.reason = "a|b".to_string();
        assert_eq!(
            row(&Answered { task: &known, reply: wrong }, &reference),
            "| f/a | true | **false, wrong** | 0.50 | 0.50 | true\\* | 5.2 | a\\|b |"
        );
        assert_eq!(
            row(&Answered { task: &other, reply: reply(Verdict::True, 1.0) }, &reference),
            "| f/b | true | true | 1.00 | 1.00 | – |  |  |"
        );
    }

    #[test]
    fn answers_are_shown_in_the_order_of_the_tasks() {
        let tasks = [task("a", Verdict::True), task("b", Verdict::True), task("c", Verdict::True)];
        let (sender, receiver) = mpsc::channel();
        for place in [2, 0, 1] {
            let answer = (&tasks[place], Ok(reply(Verdict::True, 1.0)));
            sender.send(answer).expect("the receiver is there");
        }
        drop(sender);
        let answered = in_order(&tasks, receiver, |_| {}).expect("no failure");
        let names: Vec<&str> = answered.iter().map(|one| one.task.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }
}
