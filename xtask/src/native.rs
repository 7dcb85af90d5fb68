//! `./x native`: the tests of that name, for as many generated programs as one likes,
//! on all cores.
//!
//! - `./x native [COUNT] [FIRST-SEED]`: small programs, several in a file, each by one
//!   way; of each thirtieth file one goes through the solver as well;
//! - `./x native bytes [COUNT] [FIRST-SEED]`: of those, only the ones about the bytes of objects;
//! - either with `--optimise LEVEL`: what the optimiser made of them is read, and nothing else;
//! - `./x native thorough [COUNT] [FIRST-SEED]`: large programs, each by all ways;
//! - `./x native symbolic [COUNT] [FIRST-SEED]`: through the solver only;
//! - `./x native stress [COUNT] [FIRST-SEED]`: programs with threads, which are run many times;
//! - `./x native file FILE...`: programs that exist already, by all ways.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

use raddle_compiled::batches::{BATCH, Wanted};
use raddle_compiled::comparison::{Reading, Workshop};
use raddle_compiled::stress::Stressed;
use raddle_compiled::symbolic::Answer;
use raddle_generate::Subject;
use raddle_generate::stress::Stress;

const COUNT: u64 = 2000;
/// So long nothing is said.
const SILENCE: Duration = Duration::from_secs(60);
/// After so many disagreements it is time to look at them.
const MOST_DISAGREEMENTS: u64 = 40;
/// Each so many-th file a program goes through the solver.
const SYMBOLIC: u64 = 30;
/// So often a program with threads runs in each build.
const RUNS: u32 = 400;
const USAGE: &str = "usage: native [bytes|thorough|symbolic|stress] [COUNT] [FIRST-SEED] \
                     [--optimise LEVEL], native file FILE...";

#[derive(Clone, Copy)]
enum Mode {
    Batches(Wanted),
    Thorough,
    Symbolic,
    Stress,
}

pub fn run(arguments: &[String]) -> Result<(), String> {
    let folder = folder()?;
    let workshop = Workshop::new(&folder)?;
    for note in &workshop.notes {
        println!("note: {note}");
    }
    let (arguments, reading) = optimised(arguments)?;
    let wanted = |subject| Wanted { subject, reading };
    let (mode, numbers) = match arguments.split_first() {
        Some((word, files)) if word == "file" => return compare_files(&workshop, files),
        Some((word, numbers)) if word == "bytes" => {
            (Mode::Batches(wanted(Some(Subject::Bytes))), numbers)
        }
        Some((word, numbers)) if word == "thorough" => (Mode::Thorough, numbers),
        Some((word, numbers)) if word == "symbolic" => (Mode::Symbolic, numbers),
        Some((word, numbers)) if word == "stress" => (Mode::Stress, numbers),
        Some(_) | None => (Mode::Batches(wanted(None)), arguments),
    };
    let parse = |text: &String| text.parse().map_err(|error| format!("{text}: {error}; {USAGE}"));
    let numbers: Vec<u64> = numbers.iter().map(parse).collect::<Result<_, _>>()?;
    let (count, first) = match numbers[..] {
        [] => (COUNT, 0),
        [count] => (count, 0),
        [count, first] => (count, first),
        _ => return Err(USAGE.to_owned()),
    };
    let stress = Stress::prepare(&folder)?;
    let campaign = Campaign::new(mode, first, first.saturating_add(count));
    campaign.run(&workshop, &stress);
    let bad = campaign.disagreements.load(Ordering::Relaxed);
    campaign.summarise(first);
    if bad == 0 { Ok(()) } else { Err(format!("the programs are in {}", folder.display())) }
}

/// The arguments without the option, and what it asks for.
fn optimised(arguments: &[String]) -> Result<(&[String], Option<Reading>), String> {
    let Some(at) = arguments.iter().position(|argument| argument == "--optimise") else {
        return Ok((arguments, None));
    };
    match &arguments[at + 1..] {
        [level] => match level.parse() {
            Ok(level @ 1..=3) => Ok((&arguments[..at], Some(Reading::Optimised(level)))),
            Ok(_) | Err(_) => Err(USAGE.to_owned()),
        },
        _ => Err(USAGE.to_owned()),
    }
}

fn compare_files(workshop: &Workshop, files: &[String]) -> Result<(), String> {
    let mut bad = 0;
    for file in files {
        // As many numbers as there are versions, readings and ways to start.
        for number in 0..workshop.clangs.len() as u64 * 10 {
            if let Err(disagreement) = workshop.compare_file(number, Path::new(file)) {
                println!("{disagreement}");
                bad += 1;
            }
        }
    }
    if bad == 0 { Ok(()) } else { Err(format!("{bad} times they do not agree")) }
}

/// Beside the built programs; what is in it may be thrown away.
fn folder() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.with_file_name(format!("native-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

struct Campaign {
    mode: Mode,
    /// The next seed; those of a file are taken together.
    next: Mutex<u64>,
    end: u64,
    agree: AtomicU64,
    solved: AtomicU64,
    /// Of programs with threads.
    outcomes: AtomicU64,
    /// What nothing could be said about, by the reason.
    undecided: Mutex<BTreeMap<String, u64>>,
    disagreements: AtomicU64,
    start: Instant,
    /// When something was last said.
    said: Mutex<Instant>,
}

impl Campaign {
    fn new(mode: Mode, first: u64, end: u64) -> Campaign {
        Campaign {
            mode,
            next: Mutex::new(first),
            end,
            agree: AtomicU64::new(0),
            solved: AtomicU64::new(0),
            outcomes: AtomicU64::new(0),
            undecided: Mutex::new(BTreeMap::new()),
            disagreements: AtomicU64::new(0),
            start: Instant::now(),
            said: Mutex::new(Instant::now()),
        }
    }

    fn run(&self, workshop: &Workshop, stress: &Stress) {
        let jobs = available_parallelism().map_or(2, |cores| cores.get());
        scope(|threads| {
            for _ in 0..jobs {
                threads.spawn(|| self.work(workshop, stress));
            }
        });
    }

    /// The seeds that are taken together.
    fn take(&self) -> Option<std::ops::Range<u64>> {
        let mut next = self.next.lock().ok()?;
        let first = *next;
        if first >= self.end || self.disagreements.load(Ordering::Relaxed) >= MOST_DISAGREEMENTS {
            return None;
        }
        *next = match self.mode {
            Mode::Batches(_) => ((first / BATCH + 1) * BATCH).min(self.end),
            Mode::Thorough | Mode::Symbolic | Mode::Stress => first + 1,
        };
        Some(first..*next)
    }

    fn work(&self, workshop: &Workshop, stress: &Stress) {
        while let Some(seeds) = self.take() {
            let first = seeds.start;
            match self.mode {
                Mode::Batches(wanted) => {
                    self.batch(workshop, seeds, wanted);
                    if (first / BATCH).is_multiple_of(SYMBOLIC) && wanted.subject.is_none() {
                        self.symbolic(workshop, first);
                    }
                }
                Mode::Thorough => match workshop.compare(first) {
                    Ok(_) => self.add(&self.agree, 1),
                    Err(disagreement) => self.disagree(&disagreement.to_string()),
                },
                Mode::Symbolic => self.symbolic(workshop, first),
                Mode::Stress => match workshop.stress(stress, first, RUNS) {
                    Ok(Stressed::Possible(outcomes)) => {
                        self.add(&self.agree, 1);
                        self.add(&self.outcomes, outcomes as u64);
                    }
                    Ok(Stressed::LeftOut(why)) => self.undecided(&format!("left out: it {why}")),
                    Ok(Stressed::Undecided(reason)) => self.undecided(&reason),
                    Err(disagreement) => self.disagree(&disagreement.to_string()),
                },
            }
            self.report(first);
        }
    }

    fn batch(&self, workshop: &Workshop, seeds: std::ops::Range<u64>, wanted: Wanted) {
        let number = seeds.start / BATCH;
        let outcome = workshop.compare_batch(number, &seeds.collect::<Vec<_>>(), wanted);
        self.add(&self.agree, outcome.agree);
        for reason in outcome.refused {
            self.undecided(&reason);
        }
        for disagreement in outcome.disagreements {
            self.disagree(&disagreement.to_string());
        }
    }

    fn symbolic(&self, workshop: &Workshop, seed: u64) {
        match workshop.compare_symbolically(seed) {
            Ok(Answer::Right) => self.add(&self.solved, 1),
            Ok(Answer::Undecided(reason)) => self.undecided(&format!("solver: {reason}")),
            Err(disagreement) => self.disagree(&disagreement.to_string()),
        }
    }

    fn add(&self, counter: &AtomicU64, amount: u64) {
        counter.fetch_add(amount, Ordering::Relaxed);
    }

    fn disagree(&self, what: &str) {
        println!("{what}");
        self.add(&self.disagreements, 1);
    }

    fn undecided(&self, reason: &str) {
        if let Ok(mut undecided) = self.undecided.lock() {
            *undecided.entry(reason.to_owned()).or_default() += 1;
        }
    }

    fn report(&self, seed: u64) {
        if let Ok(mut said) = self.said.lock()
            && said.elapsed() > SILENCE
        {
            *said = Instant::now();
            println!("at {seed} of {} after {} s", self.end, self.start.elapsed().as_secs());
        }
    }

    fn summarise(&self, first: u64) {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let end = self.next.lock().map_or(self.end, |next| *next);
        println!(
            "seeds {first} to {} in {} s: {} programs agree, {} do not; \
             {} outcomes of threads are possible, the solver is right about {}",
            end.saturating_sub(1),
            self.start.elapsed().as_secs(),
            count(&self.agree),
            count(&self.disagreements),
            count(&self.outcomes),
            count(&self.solved)
        );
        if let Ok(undecided) = self.undecided.lock() {
            for (reason, times) in undecided.iter() {
                println!("  {times} times: {}", reason.lines().next().unwrap_or(""));
            }
        }
    }
}
