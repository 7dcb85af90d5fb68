//! How to search and how far: engines, bounds, solvers and limits.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use raddle_engines::{ENGINES, Engine};

use crate::units::{parse_memory, parse_time};

/// How `auto` goes; how the others go is in the table of engines.
const AUTO: &str = "begins with modular, which proves at once if at all, and with the one of \
    order, explicit, lazy and bmc that is likeliest to finish, lets the others run beside it if that takes long, and stops when one of them knows; \
    only those that know every option that is given (--verbose tells what ran, and why)";

/// No line may be longer than a screen of 80 columns holds beside clap's margin of 10.
const COLUMNS: usize = 66;
/// Where the text beside an engine's name begins.
const INDENT: usize = 12;

/// The engines by name, each with how it goes.
pub(super) fn engine_help() -> &'static str {
    static HELP: LazyLock<String> = LazyLock::new(|| {
        let rows = ENGINES.iter().map(|engine| (engine.name, engine.how)).chain([("auto", AUTO)]);
        let rows = rows.map(|(name, how)| beside(name, &how.replace('`', "")));
        format!("How to search\n\n{}", rows.collect::<String>())
    });
    &HELP
}

/// A name and, beside it, a text in lines.
fn beside(name: &str, text: &str) -> String {
    let mut lines = vec![format!("  {name:<width$}", width = INDENT - 2)];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < COLUMNS || line.trim().is_empty() => {
                if line.len() > INDENT {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(format!("{:INDENT$}{word}", "")),
        }
    }
    lines.join("\n") + "\n"
}

/// How to search, and how long.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// How to search: `explicit` state by state; `lazy`, `schedule`, `uw`, `order` and `bmc` with a
    /// solver, for inputs of any size; `lazyseq`, `lr`, `kiss` and `mu` by way of a program without
    /// threads; `auto` runs several of them side by side
    #[arg(long, value_enum, default_value_t = EngineChoice::Auto, value_name = "ENGINE",
          long_help = engine_help())]
    pub engine: EngineChoice,

    /// Only runs with at most N preemptions: switches away from a thread that could have gone
    /// on. Most bugs need no more than 2
    #[arg(long, value_name = "N")]
    pub preemptions: Option<u32>,

    /// Only the first N steps of each run
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,

    /// Which orders of the threads are left out because others stand for them (explicit):
    /// `none`, threads take turns at every access of memory; `global`, only where others may see
    /// it; `superstep`, a thread goes on while the others' next steps do not care; `persistent`,
    /// the default, only threads step that others can get in the way of. The answers are the same
    #[arg(long, value_enum, value_name = "HOW")]
    pub reduction: Option<ReductionChoice>,

    /// Which situation to look at next (explicit): what follows the last one (`depth`, the
    /// default), the one that was found first, so that failing runs are as short as can be
    /// (`breadth`), or the one that looks most like a bug (`best`)
    #[arg(long, value_enum, value_name = "ORDER")]
    pub search: Option<SearchChoice>,

    /// Only random runs, one after the other for this long (explicit): for programs that are too
    /// large for anything else. What they do not find stays unknown
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub walk: Option<Duration>,

    #[command(flatten)]
    pub bounds: BoundOptions,

    #[command(flatten)]
    pub scheme: SchemeOptions,

    #[command(flatten)]
    pub solver: SolverOptions,

    /// Write what a proof of the engine modular rests on into a new or empty folder, for
    /// `raddle check-proof` (modular, also in auto)
    #[arg(long, value_name = "DIR", conflicts_with = "proof")]
    pub certificate: Option<PathBuf>,

    /// Stop after this time (90, 90s, 5m, 1h), compiling included; what is not decided by then is
    /// unknown
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub time: Option<Duration>,

    /// Stop at this much memory (512, 512m, 2g), of raddle and the tools that it runs; what is not
    /// decided by then is unknown. Without it, at four fifths of what is free
    #[arg(long, value_name = "MIB", value_parser = parse_memory)]
    pub memory: Option<u64>,
}

/// What `--engine` can name: `auto`, or a row of the table of engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EngineChoice {
    Auto,
    Single(&'static Engine),
}

impl EngineChoice {
    pub fn name(self) -> &'static str {
        match self {
            EngineChoice::Auto => "auto",
            EngineChoice::Single(engine) => engine.name,
        }
    }
}

impl ValueEnum for EngineChoice {
    fn value_variants<'a>() -> &'a [EngineChoice] {
        static VARIANTS: LazyLock<Vec<EngineChoice>> = LazyLock::new(|| {
            let single = ENGINES.into_iter().map(EngineChoice::Single);
            [EngineChoice::Auto].into_iter().chain(single).collect()
        });
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// How much of the program is looked at, and how finely.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub struct BoundOptions {
    /// Only runs in which the running thread changes at most N times
    #[arg(long, value_name = "N")]
    pub contexts: Option<u32>,

    /// Only the first N choices of which thread goes on, counting those that choose the same one
    /// again; afterwards each thread runs as long as it can (explicit, lazy, schedule, uw)
    #[arg(long, value_name = "N")]
    pub decisions: Option<u32>,

    /// Go round each loop at most N times, and nest calls of one function at most N deep. With
    /// LOOP=N only that loop, as `raddle show loops` names it: --unwind main.0=5. May be given
    /// several times. Without it, the bound is raised until every loop ends
    #[arg(long, value_name = "[LOOP=]N", value_parser = parse_unwind)]
    pub unwind: Vec<UnwindChoice>,

    /// With --unwind: leave out runs that go round a loop more often, without a word about them
    #[arg(long, requires = "unwind")]
    pub partial_loops: bool,

    /// Between what threads take turns: single accesses of memory (`access`, as real machines
    /// do), or lines of the program (`statement`: fewer turns, but misses bugs within a line)
    #[arg(long, value_enum, value_name = "SIZE")]
    pub granularity: Option<GranularityChoice>,

    /// Follow every order of the threads, also those that can lead to nothing new (lazy)
    #[arg(long)]
    pub no_reduction: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchChoice {
    Depth,
    Breadth,
    Best,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReductionChoice {
    None,
    Global,
    Superstep,
    Persistent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GranularityChoice {
    Access,
    Statement,
}

/// Bounds of loops, as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnwindChoice {
    All(u32),
    Loop(String, u32),
}

pub fn parse_unwind(text: &str) -> Result<UnwindChoice, String> {
    let number = |digits: &str| {
        digits.parse::<u32>().map_err(|_| {
            format!("{digits:?} is no number of iterations; write --unwind 5 or --unwind main.0=5")
        })
    };
    match text.rsplit_once('=') {
        Some(("", _)) => Err("the name of the loop is missing, as in main.0=5".to_owned()),
        Some((name, digits)) => Ok(UnwindChoice::Loop(name.to_owned(), number(digits)?)),
        None => Ok(UnwindChoice::All(number(text)?)),
    }
}

/// Which runs a program without threads stands for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub struct SchemeOptions {
    /// Only runs in which the threads take turns in N rounds: in each, every thread goes on once,
    /// for as long as it likes (lazyseq, lr). Without it, lazyseq takes more and more rounds until
    /// more would show nothing new, and lr a few; `raddle sequentialise` takes 2
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,

    /// The order of the threads within a round, as t0,t2,t1: t0 is main, the others in the order
    /// of their creation; those that are not named come last (lazyseq)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_thread)]
    pub order: Vec<u32>,

    /// Only runs with at most N writes of shared memory; for --mu location, of each variable (mu).
    /// Without it, more and more; `raddle sequentialise` takes 4
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub writes: Option<u32>,

    /// Which list of writes is guessed (mu): of every single one (`fine`), of groups by one thread
    /// (`intra`) or by several (`inter`), or one list for each variable (`location`, the default)
    #[arg(long, value_enum, value_name = "GRAIN")]
    pub mu: Option<GrainChoice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GrainChoice {
    Fine,
    Intra,
    Inter,
    Location,
}

fn parse_thread(text: &str) -> Result<u32, String> {
    let number = text.strip_prefix('t').unwrap_or(text).parse::<u32>().ok();
    number
        .filter(|number| *number < 1000)
        .ok_or_else(|| format!("{text:?} is no thread; write --order t0,t2,t1"))
}

/// The solver that decides what can be.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub struct SolverOptions {
    /// Who answers the questions of all engines but explicit: cadical (built in, the
    /// default), z3, bitwuzla, cvc5, or the path of a program that speaks SMT-LIB 2
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<PathBuf>,

    /// Write every question to the solver into a folder, as SMT-LIB 2 files
    #[arg(long, value_name = "DIR")]
    pub dump_formula: Option<PathBuf>,

    /// Write a certificate of what holds into a new or empty folder, for `raddle check-proof`
    /// (all engines but explicit, with the built-in solver)
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,

    /// How to find out whether reads and writes of several threads fit into one sequence (order):
    /// by rules that the built-in solver follows while it searches (`theory`), or by giving each
    /// of them a number as its time (`clocks`, which any solver understands). The answers are the
    /// same, the time is not; without it, what suits the program
    #[arg(long, value_enum, value_name = "METHOD")]
    pub ordering: Option<OrderingChoice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderingChoice {
    Theory,
    Clocks,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_threads() {
        assert_eq!((parse_thread("t2"), parse_thread("0")), (Ok(2), Ok(0)));
        for wrong in ["", "t", "x", "t-1", "tt1", "t1000"] {
            assert!(parse_thread(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bounds_of_loops() {
        assert_eq!(parse_unwind("3"), Ok(UnwindChoice::All(3)));
        assert_eq!(parse_unwind("main.0=0"), Ok(UnwindChoice::Loop("main.0".to_owned(), 0)));
        for wrong in ["", "-1", "x", "=3", "main.0=", "main.0=x", "99999999999"] {
            assert!(parse_unwind(wrong).is_err(), "{wrong}");
        }
    }
}
