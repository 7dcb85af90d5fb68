//! `./x bench grow`: how the time of each engine grows with the rounds of loops and with the
//! number of threads, on programs that are made for the size (`programs.rs`). Prints a
//! Markdown table for each, and draws them to `docs/plots`. How large programs can become
//! within a limit is asked last (`sizes.rs`).
//!
//! Times are the processor's seconds of `raddle check` on the programs' LLVM text, so clang's
//! are not among them. A line ends at the first size without an answer, since larger ones
//! would have none either. A wrong answer makes the command fail.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::options::Words;
use crate::plot::{self, Chart, Panel, Point};
use crate::process::TemporaryFolder;
use crate::programs::{self, MOST_FIBONACCI_ROUNDS, Program};
use crate::sizes;
use crate::verifier::{Question, Verdict, Verifier};

const USAGE: &str = "usage: bench grow [--engine NAME]... [--limit SECONDS] [--most N] \
[--only unwind|threads|sizes] [--folder FOLDER]";
const ENGINES: [&str; 3] = ["explicit", "lazy", "order"];
const FOLDER: &str = "docs/plots";
/// What one run may take, in seconds.
const LIMIT: f64 = 10.0;
const SIZES: [u32; 13] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32];

/// Where the number of rounds is fixed while threads grow.
const ROUNDS: u32 = 2;

struct Options {
    engines: Vec<String>,
    limit: Option<f64>,
    most: u32,
    only: Option<String>,
    folder: PathBuf,
}

/// One quantity that grows.
struct Study {
    name: &'static str,
    title: &'static str,
    across: &'static str,
    families: [Family; 3],
}

struct Family {
    title: &'static str,
    /// The sizes for which the title is true.
    least: u32,
    most: u32,
    make: fn(u32) -> Program,
}

const STUDIES: [Study; 2] = [
    Study {
        name: "unwind",
        title: "Time against the rounds of each loop, two threads",
        across: "rounds of each loop",
        families: [
            Family {
                title: "counter under a lock, holds",
                least: 1,
                most: u32::MAX,
                make: |rounds| programs::locked_counter(2, rounds),
            },
            Family {
                title: "racing Fibonacci, holds",
                least: 1,
                most: MOST_FIBONACCI_ROUNDS,
                make: |rounds| programs::fibonacci(rounds, true),
            },
            Family {
                title: "racing Fibonacci, violated",
                least: 1,
                most: MOST_FIBONACCI_ROUNDS,
                make: |rounds| programs::fibonacci(rounds, false),
            },
        ],
    },
    Study {
        name: "threads",
        title: "Time against the number of threads, two rounds each",
        across: "threads",
        families: [
            Family {
                title: "counter under a lock, holds",
                least: 1,
                most: u32::MAX,
                make: |threads| programs::locked_counter(threads, ROUNDS),
            },
            Family {
                title: "racing counter, holds",
                least: 1,
                most: u32::MAX,
                make: |threads| programs::racing_counter(threads, ROUNDS, true),
            },
            Family {
                title: "racing counter, violated",
                // One thread alone loses nothing.
                least: 2,
                most: u32::MAX,
                make: |threads| programs::racing_counter(threads, ROUNDS, false),
            },
        ],
    },
];

pub fn run(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let options = read_options(arguments)?;
    let is_wanted = |name: &str| options.only.as_ref().is_none_or(|only| only == name);
    let studies: Vec<&Study> = STUDIES.iter().filter(|study| is_wanted(study.name)).collect();
    let mut wrong = Vec::new();
    if !studies.is_empty() {
        draw(verifier, &studies, &options, &mut wrong)?;
    }
    if is_wanted(sizes::NAME) {
        let limit = options.limit.unwrap_or(sizes::LIMIT);
        wrong.extend(sizes::run(verifier, limit, options.most)?);
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n  {}", wrong.join("\n  "))) }
}

fn draw(
    verifier: &Verifier,
    studies: &[&Study],
    options: &Options,
    wrong: &mut Vec<String>,
) -> Result<(), String> {
    let engines = verifier.known_engines(&options.engines)?;
    fs::create_dir_all(&options.folder)
        .map_err(|error| format!("{}: {error}", options.folder.display()))?;
    for study in studies {
        let chart = measure(verifier, study, &engines, options, wrong)?;
        let path = options.folder.join(format!("grow-{}.svg", study.name));
        fs::write(&path, plot::svg(&chart))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("drawn: {}", path.display());
    }
    Ok(())
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        engines: Vec::new(),
        limit: None,
        most: u32::MAX,
        only: None,
        folder: crate::root().join(FOLDER),
    };
    let mut words = Words::new(arguments, USAGE);
    while let Some(option) = words.next() {
        match option.as_str() {
            "--engine" | "--engines" => options.engines.extend(words.list(&option)?),
            "--limit" => options.limit = Some(words.seconds(&option)?),
            "--most" => options.most = u32::try_from(words.count(&option)?).unwrap_or(u32::MAX),
            "--folder" => options.folder = PathBuf::from(words.value(&option)?),
            "--only" => {
                let name = words.value(&option)?;
                let mut names = STUDIES.iter().map(|study| study.name).chain([sizes::NAME]);
                if !names.any(|known| known == name) {
                    return Err(words.unexpected(&format!("--only {name}")));
                }
                options.only = Some(name);
            }
            _ => return Err(words.unexpected(&option)),
        }
    }
    if options.engines.is_empty() {
        options.engines = ENGINES.map(str::to_string).to_vec();
    }
    Ok(options)
}

// ── Measuring ───────────────────────────────────────────────────────────────────

/// Prints the table of one quantity, and gives what to draw.
fn measure(
    verifier: &Verifier,
    study: &Study,
    engines: &[String],
    options: &Options,
    wrong: &mut Vec<String>,
) -> Result<Chart, String> {
    let limit = options.limit.unwrap_or(LIMIT);
    let folder = TemporaryFolder::new(study.name)?;
    println!("| program | {} | {} |", study.across, engines.join(" | "));
    println!("|---|---:|{}", "---|".repeat(engines.len()));
    let mut panels = Vec::new();
    for family in &study.families {
        let mut points: Vec<Vec<Point>> = vec![Vec::new(); engines.len()];
        for size in sizes(family, options.most) {
            let is_over = |line: &Vec<Point>| line.last().is_some_and(|point| point.ended);
            if points.iter().all(is_over) {
                break;
            }
            let program = (family.make)(size);
            let file = write(verifier, &folder.0, &program)?;
            print!("| {} | {size} |", family.title);
            for (engine, line) in engines.iter().zip(&mut points) {
                if is_over(line) {
                    print!(" – |");
                    continue;
                }
                let (cell, point, is_wrong) =
                    ask(verifier, engine, &file, size, limit, program.holds)?;
                print!(" {cell} |");
                let _ = std::io::stdout().flush();
                if is_wrong {
                    wrong.push(format!("{}, {size}, {engine}: {cell}", family.title));
                }
                line.push(point);
            }
            println!();
        }
        panels.push(Panel { title: family.title.to_string(), points });
    }
    println!();
    Ok(Chart {
        title: study.title.to_string(),
        across: study.across.to_string(),
        up: "CPU seconds".to_string(),
        lines: engines.to_vec(),
        panels,
    })
}

fn sizes(family: &Family, most: u32) -> impl Iterator<Item = u32> {
    let range = family.least..=family.most.min(most);
    SIZES.into_iter().filter(move |size| range.contains(size))
}

fn write(verifier: &Verifier, folder: &Path, program: &Program) -> Result<PathBuf, String> {
    let path = folder.join("program.c");
    fs::write(&path, &program.text).map_err(|error| format!("{}: {error}", path.display()))?;
    verifier.translate(&path)
}

/// What to print, what to draw, and whether the verdict is wrong.
fn ask(
    verifier: &Verifier,
    engine: &str,
    file: &Path,
    size: u32,
    limit: f64,
    holds: bool,
) -> Result<(String, Point, bool), String> {
    let arguments = ["--engine", engine, "--check", "assert"].map(str::to_string).to_vec();
    let question = Question { arguments, files: vec![file.to_path_buf()], ..Question::default() };
    let reply = verifier.ask(&question, limit)?;
    let expected = if holds { Verdict::True } else { Verdict::False };
    let ended = reply.verdict == Verdict::Unknown;
    let cell = if ended {
        format!("unknown {:.2} ({})", reply.cpu, reply.reason.replace('|', "\\|"))
    } else {
        format!("{:.2}", reply.cpu)
    };
    // On a busy machine a run gets less of the processor than its limit.
    let up = if ended { limit } else { reply.cpu };
    let point = Point { across: size.into(), up, ended };
    Ok((cell, point, !ended && reply.verdict != expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        read_options(&words.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        let none = options("").expect("good options");
        assert_eq!(none.engines, ENGINES);
        assert!(none.folder.ends_with(FOLDER));
        let some = options("--engine lazy --engine uw,explicit --most 3 --only unwind");
        let some = some.expect("good options");
        assert_eq!(some.engines, ["lazy", "uw", "explicit"]);
        assert_eq!(sizes(&STUDIES[0].families[0], some.most).collect::<Vec<_>>(), [1, 2, 3]);
        for wrong in ["--engine", "--limit 0", "--only time", "--fast"] {
            assert!(options(wrong).is_err(), "{wrong}");
        }
    }

    /// The titles say what the programs say.
    #[test]
    fn families_are_named_by_their_verdict() {
        for family in STUDIES.iter().flat_map(|study| &study.families) {
            for size in sizes(family, u32::MAX) {
                let verdict = if (family.make)(size).holds { "holds" } else { "violated" };
                assert!(family.title.ends_with(verdict), "{}, {size}", family.title);
            }
        }
    }
}
