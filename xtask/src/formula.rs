//! `./x bench formula`: how large the formulas are that engines with one formula make, by the
//! unwinding bound, for programs with the structure of those that Inverso, Tomasco, Fischer,
//! La Torre and Parlato take their times on in "Bounded Model Checking of Multi-threaded C
//! Programs via Lazy Sequentialization" (CAV 2014): racing Fibonacci, a stack, a queue, and
//! counters, in our own versions (`programs.rs`).
//!
//! The paper's figure 7 is a drawing. Its text names neither programs nor numbers of variables
//! and clauses, only how many times more of them a formula of partial orders (CBMC) has than
//! that of a sequentialisation (Lazy-CSeq). These ratios are printed under our table. Ours
//! are not the same ratios: they are between engines of our own.
//!
//! Every loop goes as many rounds as the bound allows: were it longer, the threads would be
//! cut off before their ends, and what is asserted behind a join would not be in the formula.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::options::{Words, fits};
use crate::process::TemporaryFolder;
use crate::programs::{self, Program};
use crate::verifier::{Question, Reply, Verdict, Verifier};

const USAGE: &str = "usage: bench formula [--engine NAME]... [--limit SECONDS] [--only PATTERN] \
[--bounds N,N...]";
const ENGINES: [&str; 2] = ["order", "schedule"];
/// More than any of the paper's bounds.
pub const MOST: u32 = 16;
const ABSENT: &str = "–";

/// What the paper says in words about its figure 7, for an unwinding bound of 8 and
/// depending on the number of rounds of its schedules.
pub const PAPER: &str = "Paper, figure 7, at bound 8: formulas of partial orders (CBMC) have 5 to 15 \
times the variables and 5 to 25 times the clauses of those of lazy sequentialisation (Lazy-CSeq), \
depending on the number of rounds of threads. Its text gives no absolute sizes.";

struct Options {
    engines: Vec<String>,
    limit: f64,
    only: String,
    bounds: Vec<u32>,
}

pub struct Sized {
    pub title: &'static str,
    pub make: fn(u32) -> Program,
}

pub const PROGRAMS: [Sized; 5] = [
    Sized { title: "fibonacci", make: |rounds| programs::fibonacci(rounds, true) },
    Sized { title: "stack", make: programs::stack },
    Sized { title: "queue", make: programs::queue },
    Sized { title: "locked counter", make: |rounds| programs::locked_counter(2, rounds) },
    Sized { title: "racing counter", make: |rounds| programs::racing_counter(2, rounds, true) },
];

/// The size of a formula, as the tool's statistics tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub variables: u64,
    pub clauses: u64,
}

pub fn run(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let mut options = read_options(arguments)?;
    options.engines = verifier.known_engines(&options.engines)?;
    let folder = TemporaryFolder::new("formula")?;
    print_head(&options.engines);
    let mut wrong = Vec::new();
    for sized in PROGRAMS.iter().filter(|sized| fits(sized.title, &options.only)) {
        for &bound in &options.bounds {
            let path = folder.0.join("program.c");
            fs::write(&path, (sized.make)(bound).text)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let file = verifier.translate(&path)?;
            print!("| {} | {bound} |", sized.title);
            let mut sizes = Vec::new();
            for engine in &options.engines {
                let reply = ask(verifier, engine, &file, bound, options.limit)?;
                print!(" {} |", cell(&reply));
                let _ = std::io::stdout().flush();
                sizes.push(size(&reply));
                if reply.verdict == Verdict::False {
                    wrong.push(format!("{}, {bound}, {engine}", sized.title));
                }
            }
            println!("{}", ratio_cells(&sizes));
        }
    }
    println!("\n{PAPER}");
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n  {}", wrong.join("\n  "))) }
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        engines: Vec::new(),
        limit: 30.0,
        only: String::new(),
        bounds: vec![1, 2, 4, 6, 8],
    };
    let mut words = Words::new(arguments, USAGE);
    while let Some(option) = words.next() {
        match option.as_str() {
            "--engine" | "--engines" => options.engines.extend(words.list(&option)?),
            "--limit" => options.limit = words.seconds(&option)?,
            "--only" => options.only = words.value(&option)?,
            "--bounds" => {
                let list = words.list(&option)?;
                let bounds = list.iter().map(|word| word.parse()).collect::<Result<Vec<u32>, _>>();
                options.bounds = bounds
                    .ok()
                    .filter(|bounds| bounds.iter().all(|bound| (1..=MOST).contains(bound)))
                    .ok_or_else(|| words.unexpected(&format!("{option} {}", list.join(","))))?;
            }
            _ => return Err(words.unexpected(&option)),
        }
    }
    if options.engines.is_empty() {
        options.engines = ENGINES.map(str::to_string).to_vec();
    }
    Ok(options)
}

fn ask(
    verifier: &Verifier,
    engine: &str,
    file: &Path,
    bound: u32,
    limit: f64,
) -> Result<Reply, String> {
    let unwind = bound.to_string();
    let arguments = ["--engine", engine, "--check", "assert", "--unwind", &unwind];
    let arguments = arguments.map(str::to_string).to_vec();
    let question = Question { arguments, files: vec![file.to_path_buf()], ..Question::default() };
    verifier.ask(&question, limit)
}

pub fn size(reply: &Reply) -> Option<Size> {
    let counter = |name: &str| reply.statistics[name].as_u64();
    Some(Size { variables: counter("variables")?, clauses: counter("clauses")? })
}

fn cell(reply: &Reply) -> String {
    let verdict = match (reply.verdict, reply.bounded) {
        (Verdict::True, _) | (Verdict::Unknown, true) => String::new(),
        (Verdict::False, _) => ", **violated, wrong**".to_string(),
        (Verdict::Unknown, false) => format!(", unknown: {}", reply.reason.replace('|', "\\|")),
    };
    match size(reply) {
        Some(Size { variables, clauses }) => {
            format!("{variables} / {clauses}, {:.2}{verdict}", reply.cpu)
        }
        None => format!("{ABSENT} / {ABSENT}, {:.2}{verdict}", reply.cpu),
    }
}

/// Each engine's size in multiples of the first one's; nothing for that one.
fn ratio_cells(sizes: &[Option<Size>]) -> String {
    let first = sizes.first().copied().flatten();
    let cells = sizes.iter().skip(1).map(|size| {
        let ratio = |own: u64, of: u64| own as f64 / of.max(1) as f64;
        match (first, *size) {
            (Some(first), Some(size)) => format!(
                " {:.1} / {:.1} |",
                ratio(size.variables, first.variables),
                ratio(size.clauses, first.clauses)
            ),
            _ => format!(" {ABSENT} |"),
        }
    });
    cells.collect()
}

fn print_head(engines: &[String]) {
    let mut head = "| program | bound |".to_string();
    let mut line = "|---|---:|".to_string();
    for engine in engines {
        head += &format!(" {engine}: variables / clauses, CPU s |");
        line += "---|";
    }
    if let Some((first, rest)) = engines.split_first() {
        for engine in rest {
            head += &format!(" {engine} / {first} |");
            line += "---:|";
        }
    }
    println!("{head}\n{line}");
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        read_options(&words.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    fn reply(verdict: Verdict, bounded: bool, statistics: Value) -> Reply {
        Reply { verdict, bounded, reason: "time".into(), statistics, cpu: 0.5, wall: 1.0 }
    }

    #[test]
    fn options_are_read() {
        let none = options("").expect("good options");
        assert_eq!(none.engines, ENGINES);
        let some = options("--engine uw --bounds 3,5 --only stack").expect("good options");
        assert_eq!((some.bounds, some.only.as_str()), (vec![3, 5], "stack"));
        for wrong in ["--bounds 0", "--bounds 17", "--bounds a", "--engine", "--fast"] {
            assert!(options(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_cell_tells_size_time_and_what_is_amiss() {
        let sizes = json!({ "variables": 10, "clauses": 30 });
        assert_eq!(cell(&reply(Verdict::Unknown, true, sizes.clone())), "10 / 30, 0.50");
        assert_eq!(cell(&reply(Verdict::True, false, Value::Null)), "– / –, 0.50");
        let ended = cell(&reply(Verdict::Unknown, false, sizes.clone()));
        assert_eq!(ended, "10 / 30, 0.50, unknown: time");
        assert!(cell(&reply(Verdict::False, false, sizes)).contains("wrong"));
    }

    #[test]
    fn sizes_are_compared_with_the_first() {
        let size = |variables, clauses| Some(Size { variables, clauses });
        assert_eq!(ratio_cells(&[size(10, 20), size(25, 200), None]), " 2.5 / 10.0 | – |");
        assert_eq!(ratio_cells(&[None, size(25, 200)]), " – |");
        assert_eq!(ratio_cells(&[size(1, 1)]), "");
    }

    #[test]
    fn all_programs_hold() {
        for bound in 1..=MOST {
            assert!(PROGRAMS.iter().all(|sized| (sized.make)(bound).holds), "{bound}");
        }
    }
}
