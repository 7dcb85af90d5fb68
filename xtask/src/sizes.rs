//! The part of `./x bench grow` that asks the other way round: how large each program of
//! `bench/growth` can become until its answer takes longer than the limit. Printed as a
//! Markdown table, for `raddle check` as it is, for the engine `explicit`, and for `explicit`
//! with no more reduction than it ever had.
//!
//! All usual checks are asked for, and all of them hold. Times are the processor's seconds,
//! clang's among them. Sizes are tried in growing steps until one has no answer, and then by
//! halves, taking it that a larger program is never easier.

use std::io::Write as _;
use std::path::PathBuf;

use crate::verifier::{Question, Reply, Verdict, Verifier};

/// For `--only`.
pub const NAME: &str = "sizes";
/// What the processor may spend on one answer, in seconds.
pub const LIMIT: f64 = 20.0;
/// On a busy machine the clock is ahead of the processor's time.
const SLACK: f64 = 1.5;
const ABSENT: &str = "–";

/// A program that one number makes larger.
struct Growing {
    name: &'static str,
    /// In `bench`.
    file: &'static str,
    number: &'static str,
    what: &'static str,
    least: u32,
    /// No more than the program is made for.
    most: u32,
}

const fn growing(name: &'static str, file: &'static str, what: &'static str) -> Growing {
    Growing { name, file, number: "N", what, least: 1, most: 128 }
}

const PROGRAMS: [Growing; 8] = [
    Growing { most: 32, ..growing("indexer", "growth/indexer.c", "threads") },
    growing("counter", "growth/counter.c", "threads"),
    Growing {
        number: "PHILOSOPHERS",
        least: 2,
        ..growing("philosophers, ordered", "pancam/philosophers.c", "threads")
    },
    growing("bounded buffer", "growth/bounded_buffer.c", "pairs of threads"),
    Growing { most: 100_000, ..growing("Peterson", "growth/peterson_rounds.c", "rounds") },
    growing("ticket lock", "growth/ticket_lock.c", "threads"),
    growing("thread pool", "growth/thread_pool.c", "threads, and tasks"),
    growing("Treiber's stack", "growth/treiber_stack.c", "threads"),
];

/// A way of checking.
struct Way {
    title: &'static str,
    arguments: &'static [&'static str],
}

const WAYS: [Way; 3] = [
    Way { title: "check", arguments: &[] },
    Way { title: "explicit", arguments: &["--engine", "explicit"] },
    Way {
        title: "explicit, global",
        arguments: &["--engine", "explicit", "--reduction", "global"],
    },
];

/// Prints the table, and says which verdicts were wrong.
pub fn run(verifier: &Verifier, limit: f64, most: u32) -> Result<Vec<String>, String> {
    println!("The largest size that is answered within {limit} CPU seconds, and its seconds:\n");
    println!("| program | size | {} |", WAYS.map(|way| way.title).join(" | "));
    println!("|---|---|{}", "---|".repeat(WAYS.len()));
    let mut wrong = Vec::new();
    for program in &PROGRAMS {
        print!("| {} | {} |", program.name, program.what);
        for way in &WAYS {
            let _ = std::io::stdout().flush();
            let mut reason = String::new();
            let most = program.most.min(most);
            let found = largest(program.least, most, |size| {
                let reply = verifier.ask(&question(program, way, size), limit * SLACK)?;
                if reply.verdict == Verdict::False {
                    wrong.push(format!("{}, {size}, {}: violated", program.name, way.title));
                }
                reason.clone_from(&reply.reason);
                Ok(answered_in(&reply, limit))
            })?;
            print!(" {} |", cell(found, most, &reason));
        }
        println!();
    }
    println!();
    Ok(wrong)
}

fn question(program: &Growing, way: &Way, size: u32) -> Question {
    Question {
        arguments: way.arguments.iter().map(ToString::to_string).collect(),
        files: vec![PathBuf::from("bench").join(program.file)],
        clang_arguments: vec![format!("-D{}={size}", program.number)],
    }
}

/// The processor's seconds, where there is a right answer and they are within the limit.
fn answered_in(reply: &Reply, limit: f64) -> Option<f64> {
    (reply.verdict == Verdict::True && reply.cpu <= limit).then_some(reply.cpu)
}

/// Where not even the smallest was answered, the reason.
fn cell(found: Option<(u32, f64)>, most: u32, reason: &str) -> String {
    match found {
        Some((size, seconds)) if size == most => format!("{size} or more, {seconds:.1} s"),
        Some((size, seconds)) => format!("{size}, {seconds:.1} s"),
        None => format!("{ABSENT} ({})", reason.replace('|', "\\|")),
    }
}

/// The largest size from `least` to `most` that has an answer, with that.
fn largest<T>(
    least: u32,
    most: u32,
    mut ask: impl FnMut(u32) -> Result<Option<T>, String>,
) -> Result<Option<(u32, T)>, String> {
    let mut best = None;
    // What has no answer: to begin with, what is not to be asked.
    let mut beyond = most.saturating_add(1);
    let mut next = least;
    while next < beyond {
        match ask(next)? {
            Some(answer) => best = Some((next, answer)),
            None => beyond = next,
        }
        let Some((size, _)) = &best else {
            break;
        };
        let step = if beyond > most { (size / 2).max(1) } else { (beyond - size) / 2 };
        if step == 0 {
            break;
        }
        next = size.saturating_add(step);
        if beyond > most && next >= beyond && *size < most {
            next = most;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size that is found where all up to a bound have answers, and how many were asked.
    fn found(least: u32, most: u32, bound: u32) -> (Option<u32>, usize) {
        let mut asked = Vec::new();
        let best = largest(least, most, |size| {
            assert!((least..=most).contains(&size) && !asked.contains(&size), "{size}");
            asked.push(size);
            Ok((size <= bound).then_some(()))
        });
        (best.expect("nothing fails").map(|(size, ())| size), asked.len())
    }

    #[test]
    fn the_largest_size_is_found_in_few_steps() {
        for least in 1..4 {
            for most in least..40 {
                for bound in least..50 {
                    let (size, asked) = found(least, most, bound);
                    assert_eq!(size, Some(bound.min(most)), "{least}..={most} up to {bound}");
                    assert!(asked <= 14, "{asked} questions up to {bound}");
                }
            }
        }
        assert_eq!(found(2, 10, 1), (None, 1));
        assert!(found(1, 100_000, 70_000).1 < 50);
    }

    #[test]
    fn a_failing_question_ends_the_search() {
        let failing = largest::<()>(1, 9, |_| Err("no raddle".to_string()));
        assert_eq!(failing, Err("no raddle".to_string()));
    }

    #[test]
    fn only_a_proof_within_the_limit_is_an_answer() {
        let reply = |verdict, cpu| Reply {
            verdict,
            bounded: false,
            reason: String::new(),
            statistics: serde_json::Value::Null,
            cpu,
            wall: 30.0,
        };
        assert_eq!(answered_in(&reply(Verdict::True, 3.0), 20.0), Some(3.0));
        assert_eq!(answered_in(&reply(Verdict::True, 21.0), 20.0), None);
        assert_eq!(answered_in(&reply(Verdict::Unknown, 3.0), 20.0), None);
        assert_eq!(answered_in(&reply(Verdict::False, 3.0), 20.0), None);
    }

    #[test]
    fn cells_and_questions_are_written() {
        assert_eq!(cell(Some((11, 1.5)), 32, ""), "11, 1.5 s");
        assert_eq!(cell(Some((32, 1.5)), 32, ""), "32 or more, 1.5 s");
        assert_eq!(cell(None, 32, "time | memory"), "– (time \\| memory)");
        let [_, _, philosophers, ..] = &PROGRAMS;
        let question = question(philosophers, &WAYS[2], 5);
        assert_eq!(question.arguments.join(" "), "--engine explicit --reduction global");
        assert_eq!(question.clang_arguments, ["-DPHILOSOPHERS=5"]);
    }

    #[test]
    fn programs_are_there() {
        for program in &PROGRAMS {
            let path = crate::root().join("bench").join(program.file);
            assert!(path.is_file(), "{}", path.display());
        }
    }
}
