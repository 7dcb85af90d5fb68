//! The watchdog: sees to it that there is an answer in time. It watches the limits and the
//! signals to end from outside, whatever the thread that works is doing.
//!
//! The engines look at their limits themselves, and then everything that they know is
//! told. But a look may come late: compiling takes long, a solver simplifies, a table
//! doubles. So a little after the limit the watchdog speaks a last word instead of them
//! (what was found and confirmed until then; all else is unknown) and ends the process
//! with all tools that it started. An interruption is a limit that is reached now; a
//! second one ends the process without a word.
//!
//! Writing the answer is not limited, since a reader may take as long as it likes;
//! from then on one interruption is enough.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use raddle_engines::limits::default_memory;
use raddle_engines::{Engine, Progress};
use raddle_process::signals;

use crate::check::last_word;
use crate::load::LoadedProgram;
use crate::options::Command;
use crate::validation::ValidatedResult;
use crate::written::Written;

/// How often the watchdog looks. Memory is filled at some gigabytes a second at most.
pub const GLANCE: Duration = Duration::from_millis(4);

/// The reason after a signal to end.
pub const INTERRUPTED: &str = "the search was interrupted";

/// What happens now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Reading, compiling and preparing: nothing can be known yet.
    #[default]
    Loading,
    /// From here on the engine looks at its limits itself.
    Searching,
    Answering,
}

/// What a last word would be about.
#[derive(Default)]
pub struct Known {
    phase: Phase,
    /// The wishes to end that had come when the answer began: they were heard.
    heard: u32,
    /// The program, as soon as it is there.
    pub loaded: Option<&'static LoadedProgram>,
    /// What is being written for `--proof` or `--certificate`.
    pub certificate: Option<&'static Written>,
    /// How far the engines that run have come.
    pub progress: Vec<(&'static Engine, Progress)>,
    /// Violations that were found and replayed.
    pub confirmed: Vec<ValidatedResult>,
}

pub struct Watchdog {
    start: Instant,
    time: Option<Duration>,
    /// In bytes; of this process and of those that it has started.
    memory: Option<u64>,
    /// Raised by a signal to end.
    stop: Arc<AtomicBool>,
    known: Mutex<Known>,
}

impl Watchdog {
    pub fn new(command: &Command) -> Watchdog {
        let (time, memory) = match command {
            Command::Check(options) => (options.search.time, options.search.memory),
            Command::Sequentialise(options) => (options.time, None),
            Command::Show(_)
            | Command::Replay(_)
            | Command::CheckProof(_)
            | Command::Completions { .. } => (None, None),
        };
        Watchdog {
            start: Instant::now(),
            time,
            memory: memory.or_else(default_memory),
            stop: Arc::default(),
            known: Mutex::default(),
        }
    }

    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.start.elapsed()))
    }

    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// For the engines, which look by themselves.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    pub fn is_interrupted(&self) -> bool {
        signals::count() > 0
    }

    /// What is known; while the lock is held the watchdog does not speak.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The program is there.
    pub fn begin_search(&self) {
        self.known().phase = Phase::Searching;
    }

    pub fn note_progress(&self, engines: &[(&'static Engine, Progress)]) {
        self.known().progress = engines.to_vec();
    }

    /// From now on there will be an answer, and no last word.
    pub fn begin_answer(&self) {
        let mut known = self.known();
        known.phase = Phase::Answering;
        known.heard = signals::count();
    }

    /// Looks once, and ends the process if it must.
    pub fn look(&self, command: &Command, interrupted: &mut Option<Instant>) {
        let signals = signals::count();
        if signals == 0 && self.known().phase == Phase::Answering {
            return;
        }
        if signals > 0 {
            self.stop.store(true, Ordering::Relaxed);
            interrupted.get_or_insert_with(Instant::now);
        }
        let since = interrupted.map(|moment| moment.elapsed());
        let mut known = self.known();
        let must_die = match command {
            // The first one is what the answer is about, unless it comes after that.
            Command::Check(_) => {
                signals > 1 || known.phase == Phase::Answering && signals > known.heard
            }
            // A debugger has its own use for Ctrl-C.
            Command::Replay(options) => signals > 0 && !options.native.gdb,
            Command::Show(_)
            | Command::Sequentialise(_)
            | Command::CheckProof(_)
            | Command::Completions { .. } => signals > 0,
        };
        if must_die {
            signals::die();
        }
        let since = since.filter(|_| matches!(command, Command::Check(_)));
        if let Some(reason) = self.reason(known.phase, since) {
            self.stop.store(true, Ordering::Relaxed);
            speak(command, &mut known, &reason, self.start.elapsed());
        }
    }

    /// Why to wait no longer.
    fn reason(&self, phase: Phase, interrupted: Option<Duration>) -> Option<String> {
        // The engines may end by themselves.
        let (patience, share, place) = match phase {
            Phase::Loading => (Duration::ZERO, 0, " while the program was read"),
            Phase::Searching => (PATIENCE, SHARE, ""),
            Phase::Answering => return None,
        };
        if interrupted.is_some_and(|since| since >= patience) {
            return Some(format!("{INTERRUPTED}{place}"));
        }
        let late = |limit: Duration| limit + patience.max(limit / 100 * share);
        if self.time.is_some_and(|limit| self.start.elapsed() >= late(limit)) {
            return Some(format!("the time limit was reached{place}"));
        }
        let limit = self.memory?;
        let most = limit + limit / 100 * u64::from(share);
        let exceeds = raddle_process::all_bytes().is_some_and(|used| used >= most);
        exceeds.then(|| format!("the memory limit of {} MiB was reached{place}", limit >> 20))
    }
}

/// How long after its limit a search may take to end by itself: so long, or this share
/// of the limit in percent. The share is also that of memory.
const PATIENCE: Duration = Duration::from_millis(80);
const SHARE: u32 = 2;

/// The last word of this process.
fn speak(command: &Command, known: &mut Known, reason: &str, elapsed: Duration) -> ! {
    // First, since printing may block, and this thread is the one that watches.
    raddle_process::end_all();
    signals::obey();
    crate::terminal::clear_line();
    let status = match command {
        Command::Check(options) => last_word(options, known, reason, elapsed),
        Command::Show(_)
        | Command::Sequentialise(_)
        | Command::Replay(_)
        | Command::CheckProof(_)
        | Command::Completions { .. } => {
            crate::print_message(&format!("raddle: {reason}\n"));
            crate::Status::Unknown
        }
    };
    raddle_process::exit_now(crate::after_output(status).code())
}
