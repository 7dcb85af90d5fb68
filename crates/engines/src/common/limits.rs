//! Limits on time and memory, the word to stop, and what is told meanwhile: progress,
//! and violations as soon as they are found.
//!
//! An engine looks at its limits now and then, and ends by itself. Between two looks
//! it may do something that takes long; `auto` and the command line, which must be on time, watch it from
//! outside, and has then what it told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use raddle_process::own_bytes;
use raddle_verdict::Counterexample;

/// `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    /// In bytes, of the whole process.
    pub memory: Option<u64>,
    /// Raised from outside when the answer is not needed any more.
    pub stop: Option<Arc<AtomicBool>>,
    /// Others share the memory, and go on when this one gives up.
    pub shared: bool,
    /// Who is told of a violation at once, in case that there is no time for a report.
    pub found: Option<Sender<Counterexample>>,
}

impl Limits {
    /// Tells of a violation, if there is a listener.
    pub fn tell(&self, counterexample: &Counterexample) {
        if let Some(listener) = &self.found {
            // Who has gone wants to know nothing any more.
            let _ = listener.send(counterexample.clone());
        }
    }
}

/// Told now and then how far a run has come; by several threads, if need be.
pub type Listener<'a> = &'a (dyn Fn(&Progress) + Sync);

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub seconds: f64,
}

/// Watches the limits; asked often, it looks seldom.
#[derive(Debug)]
pub struct Watch {
    start: Instant,
    limits: Limits,
    asked: u32,
    looked: Instant,
    /// Memory may be given back, and be below its limit again; what was said stays said.
    exceeded: OnceLock<String>,
}

/// How many questions pass between two looks at the clock, and how much time
/// between two looks at everything else.
const INTERVAL: u32 = 16;
const PAUSE: Duration = Duration::from_millis(20);

impl Watch {
    pub fn new(limits: Limits) -> Watch {
        let now = Instant::now();
        Watch { start: now, limits, asked: 0, looked: now, exceeded: OnceLock::new() }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The limits for what is still to be done.
    pub fn remaining(&self) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.elapsed()));
        Limits { time, ..self.limits.clone() }
    }

    /// Tells of a violation, if there is a listener.
    pub fn tell(&self, counterexample: &Counterexample) {
        self.limits.tell(counterexample);
    }

    /// Is it time for a look? (Also the rhythm of progress reports.)
    pub fn due(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        self.asked.is_multiple_of(INTERVAL) && self.is_due()
    }

    /// The same for those who ask seldom, between things that may take long.
    pub fn is_due(&mut self) -> bool {
        if self.looked.elapsed() < PAUSE {
            return false;
        }
        self.looked = Instant::now();
        true
    }

    /// The limit that is exceeded, in words, if it is time for a look.
    pub fn reached(&mut self) -> Option<String> {
        if self.is_due() { self.exceeded() } else { None }
    }

    /// The limit that is exceeded, in words: from then on always the same.
    pub fn exceeded(&self) -> Option<String> {
        if self.exceeded.get().is_none()
            && let Some(limit) = self.exceeded_now()
        {
            return Some(self.exceeded.get_or_init(|| limit).clone());
        }
        self.exceeded.get().cloned()
    }

    fn exceeded_now(&self) -> Option<String> {
        if self.is_stopped() {
            return Some(STOPPED.to_string());
        }
        if let Some(limit) = self.limits.time
            && self.elapsed() >= limit
        {
            return Some("the time limit was reached".to_string());
        }
        if let Some(limit) = self.limits.memory
            && own_bytes().is_some_and(|used| used >= limit)
        {
            return Some(format!("the memory limit of {} MiB was reached", limit >> 20));
        }
        None
    }

    fn is_stopped(&self) -> bool {
        self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether what a run holds need not be given back, because the process ends
    /// soon: not when it was only its memory that others need.
    pub fn is_last_moment(&self) -> bool {
        let out_of_time = self.limits.time.is_some_and(|limit| self.elapsed() >= limit);
        let alone = !self.limits.shared;
        self.is_stopped() || out_of_time || alone && self.exceeded().is_some()
    }
}

/// The reason of a run that was stopped from outside.
pub const STOPPED: &str = "the search was stopped";

/// A limit on memory that keeps the machine usable when none was set: most of
/// what is free now, or of what the process may have, where the system tells.
pub fn default_memory() -> Option<u64> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let free = number_after(&meminfo, "MemAvailable:")? * 1024;
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let allowed = number_after(&limits, "Max address space").unwrap_or(u64::MAX);
    Some(free.min(allowed) / 5 * 4)
}

/// The first word behind a title, if it is a number.
fn number_after(text: &str, title: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(title))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_was_exceeded_is_named_for_good() {
        let stop = Arc::new(AtomicBool::new(false));
        let watch = Watch::new(Limits { stop: Some(stop.clone()), ..Limits::default() });
        assert_eq!(watch.exceeded(), None);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(watch.exceeded().as_deref(), Some(STOPPED));
        stop.store(false, Ordering::Relaxed);
        assert_eq!(watch.exceeded().as_deref(), Some(STOPPED));
    }

    #[test]
    fn each_limit_has_its_own_words() {
        let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(Watch::new(time).exceeded().as_deref(), Some("the time limit was reached"));
        let memory = Limits { memory: Some(0), ..Limits::default() };
        if own_bytes().is_some() {
            let words = Watch::new(memory).exceeded().unwrap_or_default();
            assert_eq!(words, "the memory limit of 0 MiB was reached");
        }
    }
}
