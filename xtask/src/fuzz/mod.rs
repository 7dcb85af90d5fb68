//! `./x fuzz`: random programs with threads, each looked at in several ways that must
//! agree: by the judge that tries every run, by every engine, with every option that
//! must not change a verdict. What they disagree about is made as small as it goes
//! and kept.
//!
//! Which ways look at a program is drawn by its seed: the judge and `explicit` always,
//! of the others some, so that each has its turn without every program taking minutes.

mod claims;
mod supervise;
mod tally;
mod trial;
mod ways;

use std::fs;
use std::path::PathBuf;
#[cfg(test)]
use std::sync::Mutex;
use std::thread::{Builder, available_parallelism, scope};
use std::time::Duration;

use raddle_generate::concurrent::{Program, shrink};

use crate::options::Words;
use supervise::Round;
use tally::Tally;
use trial::{Bench, Finding, Said};
use ways::{WAYS, Way};

const USAGE: &str = "usage: fuzz [COUNT] [FIRST-SEED] [--time SECONDS] [--ways NAME,...] [--jobs N]
       fuzz [--time SECONDS] [--ways NAME,...] FILE.c...   compare the ways on these programs
       fuzz show SEED                                       print the program of a seed
ways: those of xtask/src/fuzz/ways.rs, or `all`; else some are drawn for each program";

const COUNT: u64 = 500;
/// How long a way may take for a program.
const TIME: f64 = 0.5;
/// How often a program may be tried while it is made smaller.
const SHRINKING_TRIES: usize = 300;
/// After so many findings it is time to look at them.
const MOST_FINDINGS: u64 = 20;
/// So long nothing is said.
const SILENCE: Duration = Duration::from_secs(30);
/// Programs nest deep. Only what is used counts as memory.
const STACK: usize = 512 << 20;

pub fn run(arguments: &[String]) -> Result<(), String> {
    if let [word, seed] = arguments
        && word == "show"
    {
        print!("{}", Program::random(number(seed)?).text());
        return Ok(());
    }
    let options = Options::read(arguments)?;
    let folder = folder()?;
    let bench = Bench::new(&folder, Duration::from_secs_f64(options.time))?;
    if !options.files.is_empty() {
        return compare_files(&bench, &options);
    }
    if options.child {
        on_a_large_stack(|| Portion { bench, options, folder }.run());
        return Ok(());
    }
    Round::new(options).run()
}

struct Options {
    count: u64,
    first: u64,
    time: f64,
    /// Empty: drawn for each program.
    ways: Vec<Way>,
    jobs: usize,
    files: Vec<PathBuf>,
    /// One of the processes of a round.
    child: bool,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut words = Words::new(arguments, USAGE);
        let jobs = available_parallelism().map_or(2, |cores| cores.get());
        let mut options = Options {
            count: COUNT,
            first: 0,
            time: TIME,
            ways: Vec::new(),
            jobs,
            files: Vec::new(),
            child: false,
        };
        let mut numbers = Vec::new();
        while let Some(word) = words.next() {
            match word.as_str() {
                supervise::CHILD => options.child = true,
                "--time" => options.time = words.seconds("--time")?,
                "--jobs" => options.jobs = words.count("--jobs")?,
                "--ways" => {
                    for name in words.list("--ways")? {
                        if name == "all" {
                            options.ways.extend(WAYS);
                        } else {
                            options.ways.push(Way::named(&name).ok_or(words.unexpected(&name))?);
                        }
                    }
                }
                file if file.ends_with(".c") => options.files.push(PathBuf::from(file)),
                text => numbers.push(number(text).map_err(|_| words.unexpected(text))?),
            }
        }
        match numbers[..] {
            [] => {}
            [count] => options.count = count,
            [count, first] => (options.count, options.first) = (count, first),
            _ => return Err(USAGE.to_owned()),
        }
        Ok(options)
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

/// Beside the built programs; what is in it may be thrown away.
fn folder() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.with_file_name("fuzzed-programs");
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

fn compare_files(bench: &Bench, options: &Options) -> Result<(), String> {
    let chosen = if options.ways.is_empty() { WAYS.to_vec() } else { options.ways.clone() };
    let ways: Vec<Way> = chosen.into_iter().filter(|way| bench.has(way)).collect();
    let mut bad = 0;
    for file in &options.files {
        match on_a_large_stack(|| bench.look_at(file, &ways)) {
            Ok(said) => {
                let mut tally = Tally::default();
                tally.add(&said);
                println!("{}\n{tally}", file.display());
            }
            Err(finding) => {
                bad += 1;
                println!("{}\n  {finding}", file.display());
            }
        }
    }
    if bad == 0 { Ok(()) } else { Err(format!("{bad} programs are looked at differently")) }
}

fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    scope(|threads| {
        let worker = Builder::new().stack_size(STACK).spawn_scoped(threads, work);
        match worker.map(|worker| worker.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread could be started: {error}"),
        }
    })
}

/// The ways that look at the program of a seed.
fn drawn(bench: &Bench, seed: u64) -> Vec<Way> {
    let mut state = seed;
    let mut has_its_turn = |way: &Way| {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)).is_multiple_of(way.turn)
    };
    WAYS.into_iter().filter(|way| has_its_turn(way) && bench.has(way)).collect()
}

/// Some programs of a round, one after the other.
struct Portion {
    bench: Bench,
    options: Options,
    folder: PathBuf,
}

impl Portion {
    fn run(&self) {
        let (mut tally, mut findings) = (Tally::default(), 0);
        for number in 0..self.options.count {
            let seed = self.options.first.wrapping_add(number);
            match self.try_seed(seed) {
                Some(said) => tally.add(&said),
                None => findings += 1,
            }
        }
        print!("{}", tally.written());
        println!("{}{findings}", supervise::FINDINGS);
    }

    /// What was said, unless there was something to find.
    fn try_seed(&self, seed: u64) -> Option<Said> {
        let program = Program::random(seed);
        let ways = if self.options.ways.is_empty() {
            drawn(&self.bench, seed)
        } else {
            self.options.ways.clone()
        };
        let name = format!("seed-{seed}");
        let finding = match self.bench.look(&name, &program.text(), &ways) {
            Ok(said) => return Some(said),
            Err(finding) => finding,
        };
        println!("seed {seed}: {finding}");
        let small = self.smaller(program, &name, &finding);
        let path = self.folder.join(format!("finding-{seed}.c"));
        match fs::write(&path, format!("// {finding}\n{}", small.text())) {
            Ok(()) => println!("  {}", path.display()),
            Err(error) => println!("  cannot write {}: {error}", path.display()),
        }
        None
    }

    /// The smallest program found about which the same can be said.
    fn smaller(&self, program: Program, name: &str, finding: &Finding) -> Program {
        let ways = finding.ways();
        shrink(program, SHRINKING_TRIES, &mut |smaller| {
            let found = self.bench.look(&format!("{name}-smaller"), &smaller.text(), &ways);
            found.is_err_and(|found| found.is_like(finding))
        })
    }
}

/// The folder of a test, and its programs.
#[cfg(test)]
fn short_round(
    folder: &std::path::Path,
    seeds: std::ops::Range<u64>,
    time: Duration,
) -> Vec<String> {
    let bench = Bench::new(folder, time).unwrap_or_else(|error| panic!("{error}"));
    let seeds = Mutex::new(seeds);
    let findings = Mutex::new(Vec::new());
    let work = || {
        while let Some(seed) = seeds.lock().expect("seeds").next() {
            let text = Program::random(seed).text();
            if let Err(finding) = bench.look(&format!("seed-{seed}"), &text, &drawn(&bench, seed)) {
                findings.lock().expect("findings").push(format!("seed {seed}: {finding}\n{text}"));
            }
        }
    };
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, |cores| cores.get()) {
            Builder::new().stack_size(STACK).spawn_scoped(threads, work).expect("a thread");
        }
    });
    findings.into_inner().expect("findings")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough for every way to have its turn.
    const SEEDS: std::ops::Range<u64> = 0..200;

    #[test]
    fn all_ways_agree_on_a_fixed_round_of_programs() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let findings = short_round(folder.path(), SEEDS, Duration::from_secs_f64(TIME));
        assert!(findings.is_empty(), "{}", findings.join("\n\n"));
    }

    #[test]
    fn every_way_has_its_turn_in_the_round() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bench = Bench::new(folder.path(), Duration::from_secs(1)).expect("a bench");
        let drawn: Vec<Way> = SEEDS.flat_map(|seed| drawn(&bench, seed)).collect();
        for way in WAYS.into_iter().filter(|way| bench.has(way)) {
            assert!(drawn.contains(&way), "{} has no turn", way.name);
        }
    }
}
