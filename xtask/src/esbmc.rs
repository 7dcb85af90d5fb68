//! `./x bench esbmc`: the rows of tables 1 and 2 of "Verifying Multi-threaded Software
//! using SMT-based Context-Bounded Model Checking" (Cordeiro and Fischer, ICSE 2011) beside
//! our own figures, as a Markdown table.
//!
//! The programs are our own versions, in `bench/esbmc`; what the rows are is in
//! `esbmc_rows.rs`. Missing are the applications, which are not public: aget, bzip2smp
//! and the three exStb programs. Each row is run with the paper's bounds: B for loops
//! (`--unwind`) and C for scheduling decisions (`--decisions`), once with a statement as a
//! step, as in the paper, and once with an access as a step. The engine `lazy` runs twice,
//! with its reduction and without (`--no-reduction`): only the plain tree's number of
//! interleavings can be compared with the paper's.
//!
//! The paper's times are those until the first error. So where there is one, only the check
//! that finds it is asked for, and the search can stop. The plain tree is asked for all
//! checks, so that it is walked through and all its interleavings are counted.
//!
//! A verdict that differs from the paper's makes the command fail in the end. An engine
//! that gives no answer within the limit does not.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::esbmc_rows::{ROWS, Row};
use crate::measured;

const USAGE: &str = "usage: bench esbmc [--only NAME] [--limit SECONDS] \
[--engines lazy,schedule,uw,explicit] [--granularity statement|access]";
const ABSENT: &str = "–";
/// How much longer than its limit a run may take before it is ended from outside.
const GRACE: Duration = Duration::from_secs(20);
/// `raddle` could not analyse the program, or does not know the engine.
const CANNOT_ANALYSE: i32 = 3;

struct Options {
    only: Option<String>,
    limit: u32,
    columns: Vec<Column>,
}

/// One way of running every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Column {
    engine: Engine,
    granularity: Granularity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Lazy,
    LazyPlain,
    Schedule,
    Uw,
    Explicit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Granularity {
    Statement,
    Access,
}

pub fn run(raddle: &Path, arguments: &[String]) -> Result<(), String> {
    let options = read_options(arguments)?;
    let chosen = |row: &&Row| options.only.as_ref().is_none_or(|name| row.name.contains(name));
    let rows: Vec<&Row> = ROWS.iter().filter(chosen).collect();
    if rows.is_empty() {
        return Err(format!("no row's name contains that of --only\n{USAGE}"));
    }
    print_head(&options.columns);
    let mut differences = Vec::new();
    let mut refusals = BTreeSet::new();
    for row in rows {
        print_start(row);
        for column in &options.columns {
            let answer = check(raddle, row, *column, options.limit)?;
            print!(" {} |", answer.cell(column.engine));
            let _ = std::io::stdout().flush();
            if answer.differs_from(row) {
                differences.push(format!("{}, {}: {}", row.name, column.title(), answer.verdict));
            }
            refusals.extend(answer.refusal.map(|why| format!("{}: {why}", column.engine.title())));
        }
        println!();
    }
    for refusal in refusals {
        eprintln!("{ABSENT} means: {refusal}");
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("not as in the paper:\n  {}", differences.join("\n  ")))
}

// ── Options ─────────────────────────────────────────────────────────────────────

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut only = None;
    let mut limit = 60;
    let mut engines = vec![Engine::Lazy, Engine::LazyPlain, Engine::Schedule, Engine::Uw];
    let mut granularities = vec![Granularity::Statement, Granularity::Access];
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{option} lacks its value\n{USAGE}"))?;
        let wrong = || format!("{option} {value} is not understood\n{USAGE}");
        match option.as_str() {
            "--only" => only = Some(value.clone()),
            "--limit" => limit = value.parse().map_err(|_| wrong())?,
            "--engines" => engines = engines_of(value).ok_or_else(wrong)?,
            "--granularity" => {
                granularities = vec![Granularity::of_word(value).ok_or_else(wrong)?];
            }
            _ => return Err(wrong()),
        }
    }
    let columns = granularities
        .iter()
        .flat_map(|&granularity| engines.iter().map(move |&engine| Column { engine, granularity }))
        .filter(|column| column.exists())
        .collect();
    Ok(Options { only, limit, columns })
}

fn engines_of(list: &str) -> Option<Vec<Engine>> {
    let mut engines = Vec::new();
    for word in list.split(',') {
        match word {
            "lazy" => engines.extend([Engine::Lazy, Engine::LazyPlain]),
            "schedule" => engines.push(Engine::Schedule),
            "uw" => engines.push(Engine::Uw),
            "explicit" => engines.push(Engine::Explicit),
            _ => return None,
        }
    }
    Some(engines)
}

impl Granularity {
    fn of_word(word: &str) -> Option<Granularity> {
        [Granularity::Statement, Granularity::Access].into_iter().find(|one| one.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            Granularity::Statement => "statement",
            Granularity::Access => "access",
        }
    }
}

impl Column {
    /// The engine `explicit` has neither the paper's bounds nor its steps: it covers
    /// every run, access by access.
    fn exists(&self) -> bool {
        self.engine != Engine::Explicit || self.granularity == Granularity::Access
    }

    fn title(self) -> String {
        format!("{}, {}", self.engine.title(), self.granularity.word())
    }

    fn arguments(self, row: &Row) -> Vec<String> {
        let engine = match self.engine {
            Engine::Lazy | Engine::LazyPlain => "lazy",
            Engine::Schedule => "schedule",
            Engine::Uw => "uw",
            Engine::Explicit => return vec!["--engine".into(), "explicit".into()],
        };
        let mut arguments = vec![
            "--engine".to_string(),
            engine.to_string(),
            "--unwind".to_string(),
            row.unwind.to_string(),
            "--granularity".to_string(),
            self.granularity.word().to_string(),
        ];
        if let Some(decisions) = row.decisions {
            arguments.extend(["--decisions".to_string(), decisions.to_string()]);
        }
        if self.engine == Engine::LazyPlain {
            arguments.push("--no-reduction".to_string());
        }
        arguments
    }

    /// All of the paper's errors are failing assertions.
    fn checks(self, row: &Row) -> &'static str {
        if row.violated && self.engine != Engine::LazyPlain {
            "assert"
        } else {
            "assert,reach,deadlock"
        }
    }
}

impl Engine {
    fn title(self) -> &'static str {
        match self {
            Engine::Lazy => "lazy",
            Engine::LazyPlain => "lazy, plain tree",
            Engine::Schedule => "schedule",
            Engine::Uw => "uw",
            Engine::Explicit => "explicit",
        }
    }
}

// ── Running ─────────────────────────────────────────────────────────────────────

/// What one run says.
#[derive(Debug, Default, PartialEq)]
struct Answer {
    verdict: String,
    /// Why there is no verdict, where the engine does not exist or takes no such program.
    refusal: Option<String>,
    seconds: f64,
    failed_interleavings: Option<u64>,
    interleavings: Option<u64>,
    iterations: Option<u64>,
    states: Option<u64>,
}

fn check(raddle: &Path, row: &Row, column: Column, limit: u32) -> Result<Answer, String> {
    let mut command = Command::new(raddle);
    command.current_dir(crate::root()).arg("check").args(column.arguments(row));
    command.args(["--check", column.checks(row), "--format", "json", "--time"]);
    command.arg(limit.to_string()).arg(format!("bench/esbmc/{}.c", row.file)).arg("--");
    command.args(row.macros.iter().map(|definition| format!("-D{definition}")));
    let patience = Duration::from_secs(limit.into()) + GRACE;
    let output = measured::run(&mut command, patience)?;
    let seconds = output.wall.as_secs_f64();
    let Some(status) = output.status else {
        let verdict = "unknown (did not stop)".to_string();
        return Ok(Answer { verdict, seconds, ..Answer::default() });
    };
    let problem = output.complaint();
    if status.code() == Some(CANNOT_ANALYSE) {
        return Ok(Answer { refusal: Some(problem), ..Answer::default() });
    }
    match serde_json::from_slice(&output.stdout) {
        Ok(reply) => Ok(Answer::read(&reply, seconds)),
        Err(_) => {
            eprintln!("{}, {}: {status} ({problem})", row.name, column.title());
            Ok(Answer { verdict: "crashed".to_string(), seconds, ..Answer::default() })
        }
    }
}

impl Answer {
    /// Seconds are those of the search; of the whole run where the tool does not say.
    fn read(reply: &Value, elapsed: f64) -> Answer {
        let statistics = &reply["statistics"];
        let counter = |name: &str| statistics[name].as_u64();
        Answer {
            verdict: reply["verdict"].as_str().unwrap_or("unknown").to_string(),
            refusal: None,
            seconds: statistics["seconds"].as_f64().unwrap_or(elapsed),
            failed_interleavings: counter("failed_interleavings"),
            interleavings: counter("interleavings"),
            iterations: counter("iterations"),
            states: counter("states"),
        }
    }

    fn differs_from(&self, row: &Row) -> bool {
        match self.verdict.as_str() {
            "violated" => !row.violated,
            "holds" => row.violated,
            _ => false,
        }
    }

    fn cell(&self, engine: Engine) -> String {
        if self.refusal.is_some() {
            return ABSENT.to_string();
        }
        let number = |value: Option<u64>| value.map_or(ABSENT.to_string(), |one| one.to_string());
        let figures = match engine {
            Engine::Lazy | Engine::LazyPlain => {
                format!(", {}/{}", number(self.failed_interleavings), number(self.interleavings))
            }
            Engine::Schedule => String::new(),
            Engine::Uw => format!(", {}", number(self.iterations)),
            Engine::Explicit => format!(", {} states", number(self.states)),
        };
        format!("{} {:.2}{figures}", self.verdict, self.seconds)
    }
}

// ── Printing ────────────────────────────────────────────────────────────────────

fn print_head(columns: &[Column]) {
    print!(
        "| program | T | B | C | paper: lazy, #FI/#I | paper: schedule | paper: uw, iterations |"
    );
    for column in columns {
        print!(" {} |", column.title());
    }
    print!("\n|---|---:|---:|---:|---|---|---|");
    for _ in columns {
        print!("---|");
    }
    println!();
}

fn print_start(row: &Row) {
    let decisions = row.decisions.map_or("∞".to_string(), |decisions| decisions.to_string());
    print!("| {} | {} | {} | {decisions} |", row.name, row.threads, row.unwind);
    match &row.paper {
        Some(paper) => print!(
            " {}, {} | {} | {}, {} |",
            paper.lazy, paper.interleavings, paper.schedule, paper.uw, paper.iterations
        ),
        None => print!(" {ABSENT} | {ABSENT} | {ABSENT} |"),
    }
    let _ = std::io::stdout().flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Result<Options, String> {
        read_options(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    fn row(name: &str) -> &'static Row {
        ROWS.iter().find(|row| row.name == name).expect("the row is there")
    }

    #[test]
    fn columns_are_engines_at_both_granularities() {
        let titles = |words| {
            let columns = options(words).expect("good options").columns;
            columns.into_iter().map(Column::title).collect::<Vec<_>>()
        };
        assert_eq!(titles(&[]).len(), 8);
        assert_eq!(titles(&["--engines", "explicit"]), ["explicit, access"]);
        assert_eq!(
            titles(&["--engines", "lazy", "--granularity", "statement"]),
            ["lazy, statement", "lazy, plain tree, statement"]
        );
        assert!(options(&["--engines", "eager"]).is_err());
        assert!(options(&["--limit"]).is_err());
        assert!(options(&["--limit", "soon"]).is_err());
        assert!(options(&["--fast", "yes"]).is_err());
    }

    #[test]
    fn bounds_are_passed_on() {
        let column = Column { engine: Engine::LazyPlain, granularity: Granularity::Access };
        let bounded = column.arguments(row("stack_ok")).join(" ");
        assert_eq!(
            bounded,
            "--engine lazy --unwind 11 --granularity access --decisions 12 --no-reduction"
        );
        assert_eq!(column.checks(row("stack_bad")), "assert,reach,deadlock");
        let unbounded = column.arguments(row("queue_ok")).join(" ");
        assert!(!unbounded.contains("--decisions"));
    }

    #[test]
    fn an_answer_is_read_shown_and_compared() {
        let reply = serde_json::json!({
            "verdict": "violated",
            "statistics": { "seconds": 0.5, "interleavings": 29, "failed_interleavings": 1 },
        });
        let answer = Answer::read(&reply, 9.0);
        assert_eq!(answer.cell(Engine::LazyPlain), "violated 0.50, 1/29");
        assert_eq!(answer.cell(Engine::Uw), "violated 0.50, –");
        assert!(answer.differs_from(row("stack_ok")));
        assert!(!answer.differs_from(row("stack_bad")));
        let unknown = Answer::read(&serde_json::json!({ "verdict": "unknown" }), 9.0);
        assert_eq!(unknown.cell(Engine::Schedule), "unknown 9.00");
        assert!(!unknown.differs_from(row("stack_ok")));
        let refused = Answer { refusal: Some("no such engine".into()), ..Answer::default() };
        assert_eq!(refused.cell(Engine::Lazy), "–");
        assert!(!refused.differs_from(row("stack_bad")));
    }
}
