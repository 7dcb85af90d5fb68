//! Fuzzing by mutation: damages seeds and hands them to a target, one after the other; the
//! same seed of the dice makes the same inputs. What counts as found: a panic, more than five
//! seconds of computing for one input (or two minutes, whatever else the machine does), more
//! than a gibibyte of memory, and whatever else ends the process.
//!
//! Before it is tried, every input is written to a file, since a stack that overflows
//! leaves no time for that. A panic is caught and the campaign goes on; time and memory
//! are watched by a second thread, which can only end the process.
//!
//! Incomplete: memory and the time of computing are looked at on Linux only.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_generate::damage::Damage;

use crate::Target;

const MOST_COMPUTING: Duration = Duration::from_secs(5);
const MOST_TIME: Duration = Duration::from_secs(120);
const MOST_MEMORY: u64 = 1 << 30;
/// After so many findings it is time to look at them.
const MOST_FINDINGS: usize = 20;
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Readers of several files work on threads with stacks of the usual size, so nothing
/// may need more.
const STACK: usize = 2 << 20;

/// How long a campaign goes on.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    Inputs(u64),
    Elapsed(Duration),
}

/// What a campaign came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub inputs: u64,
    /// Kept inputs that made the target panic.
    pub findings: Vec<PathBuf>,
}

/// Runs a campaign; `more` are further good inputs beside the target's own, and what is
/// found is kept in `folder`.
pub fn run(
    target: Target,
    more: Vec<Vec<u8>>,
    dice: u64,
    until: Until,
    folder: &Path,
) -> std::io::Result<Outcome> {
    std::fs::create_dir_all(folder)?;
    let campaign = Campaign {
        target,
        current: folder.join(format!("{}-current", target.name)),
        folder,
        begun: Mutex::new(None),
        done: AtomicBool::new(false),
    };
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| campaign.watch());
        let builder = std::thread::Builder::new().stack_size(STACK);
        let worker = builder.spawn_scoped(scope, || campaign.work(more, dice, until));
        let outcome = worker.map(|worker| worker.join());
        campaign.done.store(true, Ordering::Relaxed);
        outcome
    })?;
    std::fs::remove_file(&campaign.current)?;
    match outcome {
        Ok(outcome) => outcome,
        Err(_) => Err(std::io::Error::other("the campaign itself has failed")),
    }
}

/// When an input began, and what its thread had computed until then.
#[derive(Clone)]
struct Begun {
    when: Instant,
    /// Where the system tells how long the thread has computed.
    account: PathBuf,
    computed: Option<Duration>,
}

impl Begun {
    fn now() -> Begun {
        let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let account = Path::new("/proc").join(thread).join("schedstat");
        Begun { when: Instant::now(), computed: computed(&account), account }
    }

    fn is_too_long(&self) -> bool {
        let computing = match (self.computed, computed(&self.account)) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            (Some(_), None) | (None, _) => Duration::ZERO,
        };
        computing > MOST_COMPUTING || self.when.elapsed() > MOST_TIME
    }
}

/// The first number there is nanoseconds.
fn computed(account: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(account).ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

struct Campaign<'a> {
    target: Target,
    folder: &'a Path,
    /// The input that is being tried.
    current: PathBuf,
    /// Since when.
    begun: Mutex<Option<Begun>>,
    done: AtomicBool,
}

impl Campaign<'_> {
    fn work(&self, more: Vec<Vec<u8>>, dice: u64, until: Until) -> std::io::Result<Outcome> {
        let mut seeds = (self.target.seeds)();
        seeds.extend(more);
        let words = (self.target.words)();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut damage = Damage::new(dice, &words);
        let start = Instant::now();
        let mut outcome = Outcome { inputs: 0, findings: Vec::new() };
        // Whole ones too: they must not be worse off than damaged ones.
        for seed in &seeds {
            self.attempt(seed, &mut outcome)?;
        }
        while outcome.findings.len() < MOST_FINDINGS
            && match until {
                Until::Inputs(count) => outcome.inputs < count,
                Until::Elapsed(time) => start.elapsed() < time,
            }
        {
            let input = damage.of_any(&seeds);
            self.attempt(&input, &mut outcome)?;
        }
        Ok(outcome)
    }

    fn attempt(&self, input: &[u8], outcome: &mut Outcome) -> std::io::Result<()> {
        std::fs::write(&self.current, input)?;
        self.note(Some(Begun::now()));
        let result = catch_unwind(AssertUnwindSafe(|| (self.target.run)(input)));
        self.note(None);
        outcome.inputs += 1;
        if result.is_err() {
            let name = format!("{}-panic-{}", self.target.name, outcome.inputs);
            let kept = self.folder.join(name);
            std::fs::write(&kept, input)?;
            outcome.findings.push(kept);
        }
        Ok(())
    }

    fn note(&self, begun: Option<Begun>) {
        if let Ok(mut place) = self.begun.lock() {
            *place = begun;
        }
    }

    /// Ends the process when an input takes too much.
    fn watch(&self) {
        while !self.done.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK_EVERY);
            let begun = self.begun.lock().ok().and_then(|begun| begun.clone());
            let too_long = begun.is_some_and(|begun| begun.is_too_long());
            let too_large = raddle_process::own_bytes().is_some_and(|bytes| bytes > MOST_MEMORY);
            if too_long || too_large {
                let what = if too_long { "time" } else { "memory" };
                eprintln!("too much {what} for the input {}", self.current.display());
                std::process::abort();
            }
        }
    }
}
