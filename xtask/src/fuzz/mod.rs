//! `./x fuzz`: random programs with threads, each looked at in several ways that must
//! agree: by the judge that tries every run, by every engine, with every option that
//! must not change a verdict. What they disagree about is made as small as it goes
//! and kept.
//!
//! `./x fuzz mutants` does the same with programs that hold and were broken by a small
//! edit (`mutants.rs`).
//!
//! Which ways look at a program is drawn by its seed: the judge and `explicit` always,
//! of the others some, so that each has its turn without every program taking minutes.

mod claims;
mod mutants;
mod supervise;
mod tally;
mod trial;
mod ways;

use std::fs;
use std::path::PathBuf;
use std::thread::{Builder, available_parallelism, scope};
use std::time::Duration;

use raddle_generate::concurrent::{Program, shrink};
use raddle_generate::mutants::smaller;

use crate::options::Words;
use mutants::{Case, Fates, Origins};
use supervise::Round;
use tally::Tally;
use trial::{Bench, Finding, Said, Source};
use ways::{WAYS, Way};

const USAGE: &str = "usage: fuzz [COUNT] [FIRST-SEED] [--time SECONDS] [--ways NAME,...] [--jobs N]
       fuzz [--time SECONDS] [--ways NAME,...] FILE.c...   compare the ways on these programs
       fuzz mutants [COUNT] [FIRST-SEED] [OPTION...]        the same with programs that hold, each broken by an edit
       fuzz show SEED                                       print the program of a seed
       fuzz mutants show SEED                               print the mutant of a seed
ways: those of xtask/src/fuzz/ways.rs, or `all`; else some are drawn for each program";

const COUNT: u64 = 500;
/// How long a way may take for a program.
const TIME: f64 = 0.5;
/// Mutants are few, and somebody may be wrong about each: so much more often has every way its turn.
const MORE_FOR_MUTANTS: u64 = 2;
/// How often a program may be tried while it is made smaller.
const SHRINKING_TRIES: usize = 300;
/// After so many findings it is time to look at them.
const MOST_FINDINGS: u64 = 20;
/// So long nothing is said.
const SILENCE: Duration = Duration::from_secs(30);
/// Programs nest deep. Only what is used counts as memory.
const STACK: usize = 512 << 20;

pub fn run(arguments: &[String]) -> Result<(), String> {
    let (mutants, arguments) = match arguments.split_first() {
        Some((word, rest)) if word == MUTANTS => (true, rest),
        Some(_) | None => (false, arguments),
    };
    let shown = match arguments {
        [word, seed] if word == "show" => Some(number(seed)?),
        _ => None,
    };
    let options =
        Options { mutants, ..Options::read(if shown.is_some() { &[] } else { arguments })? };
    let folder = folder()?;
    let bench = Bench::new(&folder, Duration::from_secs_f64(options.time))?;
    if !options.files.is_empty() {
        return compare_files(&bench, &options);
    }
    if !options.child && shown.is_none() {
        return Round::new(options).run();
    }
    let origins = mutants.then(|| Origins::read(&folder));
    let portion = Portion { bench, options, folder, origins };
    on_a_large_stack(|| match shown {
        Some(seed) => portion.show(seed),
        None => portion.run(),
    });
    Ok(())
}

/// The word for programs that were broken.
const MUTANTS: &str = "mutants";

struct Options {
    /// Programs that hold and were broken, not random ones.
    mutants: bool,
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
            mutants: false,
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
        match on_a_large_stack(|| bench.look_at(file, &[], &ways)) {
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

#[expect(clippy::panic, reason = "without a thread there is nothing to go on with")]
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

/// The ways that look at the program of a seed, each `more` times as often as its turn says.
fn drawn(bench: &Bench, seed: u64, more: u64) -> Vec<Way> {
    let mut state = seed;
    let mut has_its_turn = |way: &Way| {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)).is_multiple_of((way.turn / more).max(1))
    };
    WAYS.into_iter().filter(|way| has_its_turn(way) && bench.has(way)).collect()
}

/// Some programs of a round, one after the other.
struct Portion {
    bench: Bench,
    options: Options,
    folder: PathBuf,
    /// For mutants.
    origins: Option<Origins>,
}

/// The program of a seed, as it was looked at.
enum Subject {
    Random(Program),
    Mutant(Case),
}

impl Subject {
    fn source(&self) -> Source {
        match self {
            Subject::Random(program) => Source::from(program.text()),
            Subject::Mutant(case) => case.source.clone(),
        }
    }

    fn smaller(&self) -> Vec<Subject> {
        match self {
            Subject::Random(program) => {
                program.smaller().into_iter().map(Subject::Random).collect()
            }
            Subject::Mutant(case) => {
                let texts = smaller(&case.source.text).into_iter();
                texts.map(|text| Subject::Mutant(case.with_text(text))).collect()
            }
        }
    }
}

impl Portion {
    fn run(&self) {
        let (mut tally, mut fates, mut findings) = (Tally::default(), Fates::default(), 0);
        for number in 0..self.options.count {
            let seed = self.options.first.wrapping_add(number);
            match self.look(seed) {
                Ok((said, fate)) => {
                    tally.add(&said);
                    fates.join(fate);
                }
                Err(found) => {
                    let (subject, finding) = *found;
                    findings += 1;
                    self.keep(seed, subject, &finding);
                }
            }
        }
        print!("{}{}", tally.written(), fates.written());
        println!("{}{findings}", supervise::FINDINGS);
    }

    fn show(&self, seed: u64) {
        match &self.origins {
            None => print!("{}", Program::random(seed).text()),
            Some(origins) => match origins.case(&self.bench, seed, 0) {
                Some(case) => print!("{case}"),
                None => println!("there is none"),
            },
        }
    }

    /// What was said, or what there is to find.
    fn look(&self, seed: u64) -> Result<(Said, Fates), Box<(Subject, Finding)>> {
        match &self.origins {
            Some(origins) => {
                let found = origins.look(&self.bench, seed, &self.ways(seed));
                found.map_err(|found| Box::new((Subject::Mutant(found.0), found.1)))
            }
            None => {
                let subject = Subject::Random(Program::random(seed));
                let name = format!("seed-{seed}");
                match self.bench.look(&name, &subject.source(), &self.ways(seed)) {
                    Ok(said) => Ok((said, Fates::default())),
                    Err(finding) => Err(Box::new((subject, finding))),
                }
            }
        }
    }

    fn ways(&self, seed: u64) -> Vec<Way> {
        if self.options.ways.is_empty() {
            drawn(&self.bench, seed, if self.origins.is_some() { MORE_FOR_MUTANTS } else { 1 })
        } else {
            self.options.ways.clone()
        }
    }

    /// Makes the program smaller and writes it down.
    fn keep(&self, seed: u64, subject: Subject, finding: &Finding) {
        println!("seed {seed}: {finding}");
        let from = match &subject {
            Subject::Random(_) => String::new(),
            Subject::Mutant(case) => format!("// {}: {}\n", case.origin, case.edit),
        };
        print!("{from}");
        let small = self.smaller(subject, &format!("seed-{seed}"), finding);
        let path = self.folder.join(format!("finding-{seed}.c"));
        match fs::write(&path, format!("// {finding}\n{from}{}", small.source().text)) {
            Ok(()) => println!("  {}", path.display()),
            Err(error) => println!("  cannot write {}: {error}", path.display()),
        }
    }

    /// The smallest program found about which the same can be said.
    fn smaller(&self, subject: Subject, name: &str, finding: &Finding) -> Subject {
        let ways = finding.ways();
        shrink(subject, Subject::smaller, SHRINKING_TRIES, &mut |smaller| {
            let found = self.bench.look(&format!("{name}-smaller"), &smaller.source(), &ways);
            found.is_err_and(|found| found.is_like(finding))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Short rounds for every day, and the long ones of which they are a part.
    const SEEDS: std::ops::Range<u64> = 0..80;
    const LONG_SEEDS: std::ops::Range<u64> = 0..200;
    const MUTANTS: std::ops::Range<u64> = 135..185;
    const LONG_MUTANTS: std::ops::Range<u64> = 100..200;

    /// What there is to find.
    fn findings(portion: &Portion, seeds: std::ops::Range<u64>) -> Vec<String> {
        let seeds = Mutex::new(seeds);
        let findings = Mutex::new(Vec::new());
        let work = || {
            while let Some(seed) = seeds.lock().expect("seeds").next() {
                if let Err(found) = portion.look(seed) {
                    let (subject, finding) = *found;
                    let text = subject.source().text;
                    let finding = format!("seed {seed}: {finding}\n{text}");
                    findings.lock().expect("findings").push(finding);
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

    fn portion(folder: &std::path::Path, origins: Option<Origins>) -> Portion {
        let options = Options::read(&[]).expect("options");
        let time = Duration::from_secs_f64(options.time);
        let bench = Bench::new(folder, time).unwrap_or_else(|error| panic!("{error}"));
        Portion { bench, options, folder: folder.to_owned(), origins }
    }

    fn agree_on_programs(seeds: std::ops::Range<u64>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let findings = findings(&portion(folder.path(), None), seeds);
        assert!(findings.is_empty(), "{}", findings.join("\n\n"));
    }

    fn agree_on_mutants(seeds: std::ops::Range<u64>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let origins = Origins::read(folder.path());
        let findings = findings(&portion(folder.path(), Some(origins)), seeds);
        assert!(findings.is_empty(), "{}", findings.join("\n\n"));
    }

    #[test]
    fn all_ways_agree_on_a_fixed_round_of_programs() {
        agree_on_programs(SEEDS);
    }

    #[test]
    #[ignore = "long: ./x test thorough"]
    fn all_ways_agree_on_a_long_round_of_programs() {
        agree_on_programs(LONG_SEEDS);
    }

    #[test]
    fn all_ways_agree_on_a_fixed_round_of_mutants() {
        agree_on_mutants(MUTANTS);
    }

    #[test]
    #[ignore = "long: ./x test thorough"]
    fn all_ways_agree_on_a_long_round_of_mutants() {
        agree_on_mutants(LONG_MUTANTS);
    }

    #[test]
    fn every_way_has_its_turn_in_the_rounds() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bench = Bench::new(folder.path(), Duration::from_secs(1)).expect("a bench");
        let drawn_in = |seeds: std::ops::Range<u64>, more| -> Vec<Way> {
            seeds.flat_map(|seed| drawn(&bench, seed, more)).collect()
        };
        let daily = [drawn_in(SEEDS, 1), drawn_in(MUTANTS, MORE_FOR_MUTANTS)].concat();
        let long = [drawn_in(LONG_SEEDS, 1), drawn_in(LONG_MUTANTS, MORE_FOR_MUTANTS)];
        for drawn in [daily].into_iter().chain(long) {
            for way in WAYS.into_iter().filter(|way| bench.has(way)) {
                assert!(drawn.contains(&way), "{} has no turn", way.name);
            }
        }
    }
}
