//! A harness for tests that are made of a table: as many at once as there are cores, those that
//! take longest first, so that no core is idle at the end.
//!
//! It is called like the harness of Rust's own tests and ends in the same line, with one
//! difference: a test is selected if its name has *every* word of the command line, so that a
//! program and an engine can be named. `--costs FILE` writes down what each test has cost.

use std::any::Any;
use std::fs::File;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism};
use std::time::Instant;

use crate::processes;

/// Programs nest deep, and so does what walks through them.
const STACK: usize = 512 << 20;

/// One row of the table.
pub struct Trial {
    pub name: String,
    /// Left to `--include-ignored`.
    pub ignored: bool,
    work: Box<dyn Fn() -> Result<(), String> + Send + Sync>,
}

impl Trial {
    /// What is wrong is told in one line where that is possible.
    pub fn new(
        name: String,
        ignored: bool,
        work: impl Fn() -> Result<(), String> + Send + Sync + 'static,
    ) -> Trial {
        Trial { name, ignored, work: Box::new(work) }
    }
}

/// The part of the command line of Rust's tests that matters here.
#[derive(Default)]
struct Arguments {
    words: Vec<String>,
    skipped: Vec<String>,
    exact: bool,
    list: bool,
    ignored: bool,
    include_ignored: bool,
    threads: Option<usize>,
    costs: Option<PathBuf>,
}

impl Arguments {
    fn read(mut rest: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments::default();
        while let Some(argument) = rest.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            let mut value = || {
                let value = value.clone().or_else(|| rest.next());
                value.ok_or_else(|| format!("{name} needs a value"))
            };
            match name {
                "--exact" => arguments.exact = true,
                "--list" => arguments.list = true,
                "--ignored" => arguments.ignored = true,
                "--include-ignored" => arguments.include_ignored = true,
                "--skip" => arguments.skipped.push(value()?),
                "--test-threads" => {
                    let count = value()?;
                    arguments.threads =
                        Some(count.parse().map_err(|_| format!("{count} is no number"))?);
                }
                "--costs" => arguments.costs = Some(value()?.into()),
                "--format" | "--color" => drop(value()?),
                "-q" | "--quiet" | "--nocapture" | "--no-capture" | "--show-output" => {}
                _ if name.starts_with("--") => return Err(format!("unknown option {name}")),
                _ => arguments.words.push(argument),
            }
        }
        Ok(arguments)
    }

    fn selects(&self, name: &str) -> bool {
        let selected = match self.exact {
            true => self.words.is_empty() || self.words.iter().any(|word| name == word),
            false => self.words.iter().all(|word| name.contains(word)),
        };
        selected && !self.skipped.iter().any(|word| name.contains(word))
    }

    fn runs(&self, trial: &Trial) -> bool {
        self.include_ignored || self.ignored == trial.ignored
    }
}

/// The main function of a test binary. `expensive` has names, those that cost most first;
/// `together` says what is wrong with all of them together.
pub fn main(
    trials: Vec<Trial>,
    expensive: &[&str],
    together: impl Fn() -> Result<(), String>,
) -> ExitCode {
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let total = trials.len();
    let mut trials = trials;
    trials.retain(|trial| arguments.selects(&trial.name));
    if arguments.list {
        for trial in trials.iter().filter(|trial| !arguments.ignored || trial.ignored) {
            println!("{}: test", trial.name);
        }
        return ExitCode::SUCCESS;
    }
    let (mut chosen, left): (Vec<Trial>, Vec<Trial>) =
        trials.into_iter().partition(|trial| arguments.runs(trial));
    let place = |name: &str| expensive.iter().position(|other| *other == name);
    chosen.sort_by_cached_key(|trial| place(&trial.name).unwrap_or(usize::MAX));
    println!("\nrunning {} tests", chosen.len());
    let begun = Instant::now();
    let costs = match arguments.costs.as_deref().map(File::create).transpose() {
        Ok(costs) => costs,
        Err(error) => {
            eprintln!("--costs: {error}");
            return ExitCode::from(2);
        }
    };
    let mut ended = run_all(&chosen, arguments.threads, costs.as_ref());
    if let Err(problem) = together() {
        ended.push(Ended { name: "all together", problem: Some(problem) });
    }
    let failed: Vec<&Ended> = ended.iter().filter(|ended| ended.problem.is_some()).collect();
    if !failed.is_empty() {
        println!("\nfailures:");
        for Ended { name, problem } in &failed {
            println!("    {name}: {}", problem.as_deref().unwrap_or_default());
        }
    }
    println!(
        "\ntest result: {}. {} passed; {} failed; {} ignored; 0 measured; {} filtered out; \
         finished in {:.2}s\n",
        if failed.is_empty() { "ok" } else { "FAILED" },
        ended.len() - failed.len(),
        failed.len(),
        left.len(),
        total - chosen.len() - left.len(),
        begun.elapsed().as_secs_f64()
    );
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(101) }
}

/// What became of a trial.
struct Ended<'a> {
    name: &'a str,
    problem: Option<String>,
}

/// Each trial that has ended is a line of `costs`, with the processor's seconds.
fn run_all<'a>(
    trials: &'a [Trial],
    threads: Option<usize>,
    costs: Option<&File>,
) -> Vec<Ended<'a>> {
    let next = AtomicUsize::new(0);
    let ended = Mutex::new(Vec::new());
    let worker = || {
        while let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
            let before = processes::spent();
            let problem = match catch_unwind(AssertUnwindSafe(&trial.work)) {
                Ok(result) => result.err(),
                Err(payload) => Some(panic_message(&*payload)),
            };
            if let Some(problem) = &problem {
                // At once: who watches need not wait for the end.
                println!("test {} ... FAILED: {problem}", trial.name);
            }
            if let Some(mut costs) = costs {
                let cost = processes::spent().saturating_sub(before).as_secs_f64();
                // In one piece, and no reason to fail.
                let _ = costs.write_all(format!("{cost:.1} {}\n", trial.name).as_bytes());
            }
            let mut ended = ended.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            ended.push(Ended { name: &trial.name, problem });
        }
    };
    let threads = threads.or(available_parallelism().ok().map(usize::from)).unwrap_or(2).max(1);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let builder = Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, worker).expect("a thread can be started");
        }
    });
    ended.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("without a message"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Arguments {
        Arguments::read(line.split(' ').map(str::to_owned)).expect("these are arguments")
    }

    #[test]
    fn every_word_must_be_there() {
        let arguments = read("bakery lazy --quiet --skip=-DTWICE");
        assert!(arguments.selects("papers/bakery.c [lazy]"));
        assert!(!arguments.selects("papers/bakery.c [order]"));
        assert!(!arguments.selects("papers/bakery.c -DTWICE [lazy]"));
        let exact = read("--exact bakery");
        assert!(exact.selects("bakery") && !exact.selects("bakery.c"));
    }

    #[test]
    fn what_is_ignored_runs_when_it_is_asked_for() {
        let [daily, long] = [false, true].map(|long| Trial::new(String::new(), long, || Ok(())));
        for (line, runs) in [
            ("--quiet", (true, false)),
            ("--ignored", (false, true)),
            ("--include-ignored", (true, true)),
        ] {
            let arguments = read(line);
            assert_eq!((arguments.runs(&daily), arguments.runs(&long)), runs, "{line}");
        }
    }

    #[test]
    fn unknown_options_are_refused() {
        assert!(Arguments::read(["--fast".to_owned()].into_iter()).is_err());
        assert!(Arguments::read(["--skip".to_owned()].into_iter()).is_err());
    }

    #[test]
    fn a_failing_trial_is_kept_with_its_problem() {
        let trials = [true, false].map(|fails| {
            Trial::new(fails.to_string(), false, move || match fails {
                true => Err("expected holds, got violated".to_owned()),
                false => Ok(()),
            })
        });
        let ended = run_all(&trials, Some(2), None);
        assert_eq!(ended.len(), 2);
        for Ended { name, problem } in ended {
            assert_eq!(problem.is_some(), name == "true");
        }
    }
}
