//! `./x native [COUNT] [FIRST-SEED]`: the same as the test of that name, for as
//! many generated programs as one likes, on all cores.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

#[path = "../../crates/cli/tests/native/comparison.rs"]
mod comparison;

use comparison::Workshop;

const COUNT: u64 = 2000;
/// So long nothing is said.
const SILENCE: Duration = Duration::from_secs(20);
/// After so many disagreements it is time to look at them.
const MOST_DISAGREEMENTS: u64 = 20;

pub fn run(arguments: &[String]) -> Result<(), String> {
    let mut numbers = Vec::new();
    for argument in arguments {
        let number: u64 = argument.parse().map_err(|error| format!("{argument}: {error}"))?;
        numbers.push(number);
    }
    let (count, first) = match numbers[..] {
        [] => (COUNT, 0),
        [count] => (count, 0),
        [count, first] => (count, first),
        _ => return Err("usage: native [COUNT] [FIRST-SEED]".to_owned()),
    };
    let folder = folder()?;
    let workshop = Workshop::new(&folder)?;
    for note in &workshop.notes {
        println!("note: {note}");
    }
    let campaign = compare_all(&workshop, count, first);
    let done = campaign.done.into_inner();
    let runs = campaign.runs.into_inner();
    let bad = campaign.disagreements.into_inner();
    println!("{done} seeds from {first} on: {runs} runs agree, {bad} programs do not");
    if bad == 0 { Ok(()) } else { Err(format!("the programs are in {}", folder.display())) }
}

/// Beside the built programs; what is in it may be thrown away.
fn folder() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.with_file_name("native-programs");
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

struct Campaign {
    next: AtomicU64,
    done: AtomicU64,
    runs: AtomicU64,
    disagreements: AtomicU64,
    /// When something was last said.
    said: Mutex<Instant>,
}

fn compare_all(workshop: &Workshop, count: u64, first: u64) -> Campaign {
    let campaign = Campaign {
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        runs: AtomicU64::new(0),
        disagreements: AtomicU64::new(0),
        said: Mutex::new(Instant::now()),
    };
    let jobs = available_parallelism().map_or(2, |cores| cores.get());
    scope(|threads| {
        for _ in 0..jobs {
            threads.spawn(|| campaign.work(workshop, count, first));
        }
    });
    campaign
}

impl Campaign {
    fn work(&self, workshop: &Workshop, count: u64, first: u64) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= count || self.disagreements.load(Ordering::Relaxed) >= MOST_DISAGREEMENTS {
                return;
            }
            match workshop.compare(first.wrapping_add(number)) {
                Ok(runs) => {
                    self.runs.fetch_add(u64::from(runs), Ordering::Relaxed);
                }
                Err(disagreement) => {
                    println!("{disagreement}");
                    self.disagreements.fetch_add(1, Ordering::Relaxed);
                }
            }
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            self.report(done, count);
        }
    }

    fn report(&self, done: u64, count: u64) {
        if let Ok(mut said) = self.said.lock()
            && said.elapsed() > SILENCE
        {
            *said = Instant::now();
            println!("{done} of {count}");
        }
    }
}
