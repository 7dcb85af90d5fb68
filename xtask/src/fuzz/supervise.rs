//! A long round is run by short-lived processes, each for a few programs: engines that
//! run out of time leave their memory to the end of the process, and one that brings
//! its process down is a finding like any other.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::scope;
use std::time::Instant;

use super::mutants::Fates;
use super::tally::Tally;
use super::{MOST_FINDINGS, MUTANTS, Options, SILENCE};

/// How many programs a process looks at.
const PORTION: u64 = 25;
/// The word that tells a process that it is one of several.
pub const CHILD: &str = "--child";
/// How a child begins the line with the number of its findings.
pub const FINDINGS: &str = "findings ";

pub struct Round {
    options: Options,
    next: AtomicU64,
    done: AtomicU64,
    findings: AtomicU64,
    tally: Mutex<(Tally, Fates)>,
    /// When something was last said.
    said: Mutex<Instant>,
}

impl Round {
    pub fn new(options: Options) -> Round {
        Round {
            options,
            next: AtomicU64::new(0),
            done: AtomicU64::new(0),
            findings: AtomicU64::new(0),
            tally: Mutex::new((Tally::default(), Fates::default())),
            said: Mutex::new(Instant::now()),
        }
    }

    pub fn run(self) -> Result<(), String> {
        scope(|threads| {
            for _ in 0..self.options.jobs {
                threads.spawn(|| self.work());
            }
        });
        let (done, bad) = (self.done.into_inner(), self.findings.into_inner());
        if let Ok((tally, fates)) = self.tally.into_inner() {
            println!("{tally}");
            if self.options.mutants {
                println!("{fates}");
            }
        }
        println!("{done} programs from seed {} on, {bad} findings", self.options.first);
        if bad == 0 { Ok(()) } else { Err(format!("{bad} findings")) }
    }

    fn work(&self) {
        loop {
            let start = self.next.fetch_add(PORTION, Ordering::Relaxed);
            let enough = self.findings.load(Ordering::Relaxed) >= MOST_FINDINGS;
            if start >= self.options.count || enough {
                return;
            }
            let count = PORTION.min(self.options.count - start);
            self.portion(self.options.first.wrapping_add(start), count);
            let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
            self.report(done);
        }
    }

    /// Looks at some programs; one by one, if that brings the process down.
    fn portion(&self, first: u64, count: u64) {
        match self.child(first, count) {
            Ok(output) => self.read(&output),
            Err(error) if count == 1 => {
                self.findings.fetch_add(1, Ordering::Relaxed);
                println!("seed {first}: the process {error}");
            }
            Err(_) => (0..count).for_each(|number| self.portion(first.wrapping_add(number), 1)),
        }
    }

    fn child(&self, first: u64, count: u64) -> Result<String, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.arg("fuzz").args(self.options.mutants.then_some(MUTANTS));
        command.args([CHILD, "--jobs", "1", "--time", &self.options.time.to_string()]);
        if !self.options.ways.is_empty() {
            let names: Vec<&str> = self.options.ways.iter().map(|way| way.name).collect();
            command.args(["--ways", &names.join(",")]);
        }
        command.args([count.to_string(), first.to_string()]);
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cannot be started: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(format!("ended with {}", output.status))
    }

    fn read(&self, output: &str) {
        for line in output.lines() {
            if let Some(number) = line.strip_prefix(FINDINGS) {
                self.findings.fetch_add(number.parse().unwrap_or(1), Ordering::Relaxed);
            } else if let Ok(mut tally) = self.tally.lock()
                && !tally.0.read(line)
                && !tally.1.read(line)
            {
                println!("{line}");
            }
        }
    }

    fn report(&self, done: u64) {
        if let Ok(mut said) = self.said.lock()
            && said.elapsed() > SILENCE
        {
            *said = Instant::now();
            println!("{done} of {}", self.options.count);
        }
    }
}
