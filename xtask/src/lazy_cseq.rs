//! `./x bench lazy_cseq`: table 1 and figures 6 and 7 of "Bounded Model Checking of
//! Multi-threaded C Programs via Lazy Sequentialization" (Inverso, Tomasco, Fischer, La Torre
//! and Parlato, CAV 2014) beside our own figures, as Markdown tables.
//!
//! Table 1 are programs with errors, with the bounds that show them (`lazy_cseq_rows.rs`). The
//! programs are the paper's own where they are among the verification tasks beside the project,
//! and our versions of them otherwise. An error that is not found within the bounds makes the
//! command fail in the end; a run without an answer does not.
//!
//! The figures are drawings of safe programs: how many are done within a limit (6), and how large
//! the formulas are (7), by the unwinding bound, for several numbers of rounds, beside CBMC's
//! partial orders. Ours are the programs of `bench formula`, beside our engine `order`. What is
//! not done at a bound is not tried at larger ones. One measurement gives both tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::formula::{self, PROGRAMS, Size};
use crate::lazy_cseq_rows::{ROWS, Row};
use crate::options::{Words, fits};
use crate::process::TemporaryFolder;
use crate::verifier::{Question, Reply, Verdict, Verifier};

const USAGE: &str = "usage: bench lazy_cseq [--part table|growth] [--only PATTERN] \
[--limit SECONDS] [--bounds N,N...] [--rounds N,N...] [--task-programs yes|no]";
const TASKS: &str = "../shared/tasks";
/// The paper's bounds and rounds.
const BOUNDS: [u32; 9] = [1, 2, 3, 4, 6, 8, 10, 12, 14];
const ROUNDS: [u32; 6] = [1, 2, 3, 4, 5, 6];
const ABSENT: &str = "–";
/// We aim at a tenth of the paper's shortest time where that is more than this, ...
const LONG: f64 = 2.0;
/// ... and at this otherwise.
const SHORT: f64 = 0.3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Table,
    Growth,
}

struct Options {
    part: Option<Part>,
    only: String,
    limit: Option<f64>,
    bounds: Vec<u32>,
    rounds: Vec<u32>,
    tasks: bool,
}

pub fn run(verifier: &Verifier, arguments: &[String]) -> Result<(), String> {
    let options = read_options(arguments)?;
    let mut wrong = Vec::new();
    if options.part != Some(Part::Growth) {
        wrong.extend(table(verifier, &options)?);
    }
    if options.part != Some(Part::Table) {
        wrong.extend(growth(verifier, &options)?);
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n  {}", wrong.join("\n  "))) }
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        part: None,
        only: String::new(),
        limit: None,
        bounds: BOUNDS.to_vec(),
        rounds: ROUNDS.to_vec(),
        tasks: true,
    };
    let mut words = Words::new(arguments, USAGE);
    while let Some(option) = words.next() {
        match option.as_str() {
            "--limit" => options.limit = Some(words.seconds(&option)?),
            "--only" => options.only = words.value(&option)?,
            "--bounds" => options.bounds = numbers(&mut words, &option, formula::MOST)?,
            "--rounds" => options.rounds = numbers(&mut words, &option, u32::MAX)?,
            "--part" => {
                let value = words.value(&option)?;
                options.part = Some(match value.as_str() {
                    "table" => Part::Table,
                    "growth" => Part::Growth,
                    _ => return Err(words.unexpected(&format!("{option} {value}"))),
                });
            }
            "--task-programs" => {
                let value = words.value(&option)?;
                options.tasks = match value.as_str() {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(words.unexpected(&format!("{option} {value}"))),
                };
            }
            _ => return Err(words.unexpected(&option)),
        }
    }
    Ok(options)
}

/// Numbers from one up to the largest.
fn numbers(words: &mut Words, option: &str, largest: u32) -> Result<Vec<u32>, String> {
    let list = words.list(option)?;
    let read = |word: &String| word.parse().ok().filter(|one| (1..=largest).contains(one));
    let numbers: Option<Vec<u32>> = list.iter().map(read).collect();
    numbers
        .filter(|numbers| !numbers.is_empty())
        .ok_or_else(|| words.unexpected(&format!("{option} {}", list.join(","))))
}

// ── Table 1 ─────────────────────────────────────────────────────────────────────

/// Prints the table, and says what is not as in the paper.
fn table(verifier: &Verifier, options: &Options) -> Result<Vec<String>, String> {
    println!(
        "| program | unwind | rounds, ours | paper: Lazy-CSeq | paper: CBMC | paper: best | aim \
         | lazyseq, CPU s | variables | clauses |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|---:|---:|");
    let mut wrong = Vec::new();
    for row in ROWS.iter().filter(|row| fits(row.name, &options.only)) {
        let task = row.task.filter(|_| options.tasks).and_then(task_file);
        print!("{}", start(row, task.is_some()));
        let _ = std::io::stdout().flush();
        let reply = verifier.ask(&question(row, task), options.limit.unwrap_or(60.0))?;
        println!("{}", figures(&reply));
        if missed(&reply) {
            wrong.push(format!("{}: not found within the bounds", row.name));
        }
    }
    println!("\n\\* the paper's own program; the others are our versions.\n");
    Ok(wrong)
}

fn task_file(name: &str) -> Option<PathBuf> {
    let path = crate::root().join(TASKS).join(format!("{name}.i"));
    path.is_file().then_some(path)
}

fn question(row: &Row, task: Option<PathBuf>) -> Question {
    let (unwind, rounds) = (row.unwind.to_string(), row.own_rounds().to_string());
    let words = ["--engine", "lazyseq", "--unwind", &unwind, "--rounds", &rounds, "--check"];
    let mut arguments = words.map(str::to_string).to_vec();
    match task {
        Some(file) => {
            arguments.extend(["reach", "--sv-comp", "--data-model", "ilp32"].map(str::to_string));
            Question { arguments, files: vec![file], ..Question::default() }
        }
        None => {
            arguments.push("assert".to_string());
            let files = vec![PathBuf::from(format!("bench/{}.c", row.file))];
            let clang_arguments = row.macros.iter().map(|one| format!("-D{one}")).collect();
            Question { arguments, files, clang_arguments }
        }
    }
}

fn start(row: &Row, is_task: bool) -> String {
    let seconds = |time: Option<f64>| time.map_or(ABSENT.to_string(), |time| time.to_string());
    format!(
        "| {}{} | {} | {}, {} | {} | {} | {} | {} |",
        row.name,
        if is_task { " \\*" } else { "" },
        row.unwind,
        row.rounds,
        row.own_rounds(),
        seconds(row.lazy_cseq()),
        seconds(row.cbmc()),
        seconds(row.best()),
        row.best().map_or(ABSENT.to_string(), |best| format!("{:.1}", aim(best))),
    )
}

fn aim(best: f64) -> f64 {
    if best > LONG { best / 10.0 } else { SHORT }
}

fn figures(reply: &Reply) -> String {
    let verdict = match (reply.verdict, reply.bounded) {
        (Verdict::False, _) => "violated".to_string(),
        (Verdict::True, _) | (Verdict::Unknown, true) => "**holds**".to_string(),
        (Verdict::Unknown, false) => format!("unknown ({})", reply.reason.replace('|', "\\|")),
    };
    let (variables, clauses) = match formula::size(reply) {
        Some(Size { variables, clauses }) => (variables.to_string(), clauses.to_string()),
        None => (ABSENT.to_string(), ABSENT.to_string()),
    };
    format!(" {verdict} {:.2} | {variables} | {clauses} |", reply.cpu)
}

/// All of the table's programs have errors.
fn missed(reply: &Reply) -> bool {
    reply.verdict == Verdict::True || reply.bounded
}

// ── Figures 6 and 7 ─────────────────────────────────────────────────────────────

/// One way of running every program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Order,
    Rounds(u32),
}

impl Column {
    fn title(self) -> String {
        match self {
            Column::Order => "order".to_string(),
            Column::Rounds(1) => "1 round".to_string(),
            Column::Rounds(rounds) => format!("{rounds} rounds"),
        }
    }

    fn arguments(self, bound: u32) -> Vec<String> {
        let words = |engine: &str| {
            let bound = bound.to_string();
            ["--engine", engine, "--check", "assert", "--unwind", &bound]
                .map(str::to_string)
                .to_vec()
        };
        match self {
            Column::Order => words("order"),
            Column::Rounds(rounds) => {
                let mut arguments = words("lazyseq");
                arguments.extend(["--rounds".to_string(), rounds.to_string()]);
                arguments
            }
        }
    }
}

/// What was done of all programs at one bound, in one way.
#[derive(Debug, Default, PartialEq)]
struct Done {
    tried: usize,
    solved: usize,
    seconds: f64,
}

impl Done {
    fn cell(&self) -> String {
        format!(" {} of {}, {:.2} |", self.solved, self.tried, self.seconds)
    }
}

/// Prints both tables, and says which verdicts were wrong.
fn growth(verifier: &Verifier, options: &Options) -> Result<Vec<String>, String> {
    let mut columns = vec![Column::Order];
    columns.extend(options.rounds.iter().map(|&rounds| Column::Rounds(rounds)));
    let limit = options.limit.unwrap_or(3.0);
    println!(
        "Safe programs that are done within {limit} s each, and CPU seconds for all of them:\n"
    );
    print_head("| bound |", &columns);
    let folder = TemporaryFolder::new("lazy_cseq")?;
    let (mut wrong, mut given_up) = (Vec::new(), BTreeSet::new());
    let mut sizes = BTreeMap::new();
    for &bound in &options.bounds {
        let files = write_programs(verifier, &folder.0, bound, &options.only)?;
        print!("| {bound} |");
        for &column in &columns {
            let mut done = Done::default();
            for (title, file) in &files {
                done.tried += 1;
                if given_up.contains(&(*title, column)) {
                    done.seconds += limit;
                    continue;
                }
                let arguments = column.arguments(bound);
                let files = vec![file.clone()];
                let question = Question { arguments, files, ..Question::default() };
                let reply = verifier.ask(&question, limit)?;
                done.seconds += reply.cpu;
                if reply.verdict == Verdict::False {
                    wrong.push(format!("{title}, bound {bound}, {}: violated", column.title()));
                } else if reply.verdict == Verdict::True || reply.bounded {
                    done.solved += 1;
                } else {
                    given_up.insert((*title, column));
                }
                let is_whole = !given_up.contains(&(*title, column));
                let size = formula::size(&reply).map(|size| (size, is_whole));
                sizes.insert((*title, bound, column), size);
            }
            print!("{}", done.cell());
            let _ = std::io::stdout().flush();
        }
        println!();
    }
    print_sizes(&columns, &options.bounds, &sizes);
    Ok(wrong)
}

/// The programs with as many rounds of their loops as the bound allows, as LLVM text.
fn write_programs(
    verifier: &Verifier,
    folder: &Path,
    bound: u32,
    only: &str,
) -> Result<Vec<(&'static str, PathBuf)>, String> {
    let mut files = Vec::new();
    for sized in PROGRAMS.iter().filter(|sized| fits(sized.title, only)) {
        let path = folder.join(format!("{}-{bound}.c", sized.title.replace(' ', "-")));
        fs::write(&path, (sized.make)(bound).text)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        files.push((sized.title, verifier.translate(&path)?));
    }
    Ok(files)
}

/// By program, bound and column: the size, and whether that was all of it.
type Sizes = BTreeMap<(&'static str, u32, Column), Option<(Size, bool)>>;

fn print_sizes(columns: &[Column], bounds: &[u32], sizes: &Sizes) {
    println!("\nVariables / clauses; ≥ where there was no answer within the limit:\n");
    print_head("| program | bound |", columns);
    for sized in &PROGRAMS {
        for &bound in bounds {
            let size = |&column| sizes.get(&(sized.title, bound, column)).copied().flatten();
            let row: Vec<Option<(Size, bool)>> = columns.iter().map(size).collect();
            if row.iter().all(Option::is_none) {
                continue;
            }
            let cells: String = row.iter().map(|size| size_cell(*size)).collect();
            println!("| {} | {bound} |{cells}", sized.title);
        }
    }
    println!("\n{}", formula::PAPER);
}

fn size_cell(size: Option<(Size, bool)>) -> String {
    match size {
        Some((Size { variables, clauses }, true)) => format!(" {variables} / {clauses} |"),
        Some((Size { variables, clauses }, false)) => format!(" ≥ {variables} / {clauses} |"),
        None => format!(" {ABSENT} |"),
    }
}

fn print_head(first: &str, columns: &[Column]) {
    let titles: String = columns.iter().map(|column| format!(" {} |", column.title())).collect();
    let count = first.matches('|').count() - 1 + columns.len();
    println!("{first}{titles}\n|{}", "---|".repeat(count));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        read_options(&words.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    fn reply(verdict: Verdict, bounded: bool) -> Reply {
        let statistics = json!({ "variables": 10, "clauses": 30 });
        Reply { verdict, bounded, reason: "time".into(), statistics, cpu: 0.5, wall: 1.0 }
    }

    fn row(name: &str) -> &'static Row {
        ROWS.iter().find(|row| row.name == name).expect("the row is there")
    }

    #[test]
    fn options_are_read() {
        let none = options("").expect("good options");
        assert_eq!((none.part, none.rounds.as_slice()), (None, ROUNDS.as_slice()));
        let some = options("--part growth --bounds 1,8 --rounds 2 --only stack --task-programs no");
        let some = some.expect("good options");
        assert_eq!(
            (some.part, some.bounds, some.rounds),
            (Some(Part::Growth), vec![1, 8], vec![2])
        );
        assert_eq!((some.only.as_str(), some.tasks), ("stack", false));
        for wrong in ["--part all", "--bounds 0", "--bounds 17", "--rounds ,", "--task-programs"] {
            assert!(options(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_row_is_asked_with_its_bounds() {
        let own = question(row("sigma"), None);
        assert_eq!(
            own.arguments.join(" "),
            "--engine lazyseq --unwind 16 --rounds 2 --check assert"
        );
        assert_eq!(own.clang_arguments, ["-DTHREADS=16"]);
        let task = question(row("queue"), Some("queue.i".into()));
        assert!(task.arguments.contains(&"reach".to_string()) && task.clang_arguments.is_empty());
    }

    #[test]
    fn a_row_tells_what_the_paper_says_and_what_was_found() {
        let start = start(row("fib_bench_longest"), false);
        assert_eq!(start, "| fib_bench_longest | 11 | 11, 12 | 214 | 75.2 | 54.3 | 5.4 |");
        assert_eq!(figures(&reply(Verdict::False, false)), " violated 0.50 | 10 | 30 |");
        assert!(figures(&reply(Verdict::Unknown, false)).contains("unknown (time)"));
        assert_eq!(aim(0.7), SHORT);
    }

    #[test]
    fn an_error_that_is_not_found_is_wrong() {
        assert!(missed(&reply(Verdict::Unknown, true)) && missed(&reply(Verdict::True, false)));
        assert!(!missed(&reply(Verdict::Unknown, false)) && !missed(&reply(Verdict::False, false)));
    }

    #[test]
    fn sizes_of_unfinished_runs_are_lower_bounds() {
        let size = Size { variables: 10, clauses: 30 };
        assert_eq!(size_cell(Some((size, true))), " 10 / 30 |");
        assert_eq!(size_cell(Some((size, false))), " ≥ 10 / 30 |");
        assert_eq!(size_cell(None), " – |");
    }

    #[test]
    fn columns_ask_different_engines() {
        assert!(Column::Order.arguments(3).join(" ").starts_with("--engine order"));
        assert!(Column::Rounds(4).arguments(3).join(" ").ends_with("--unwind 3 --rounds 4"));
    }
}
