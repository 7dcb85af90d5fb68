//! Where the time of loading goes.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// One part of loading a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The user's clang, from its start to its end.
    Clang,
    /// LLVM text to its typed form.
    Reading,
    /// That to our instructions.
    Lowering,
    /// With each other and with the library.
    Linking,
}

impl Phase {
    pub const ALL: [Phase; 4] = [Phase::Clang, Phase::Reading, Phase::Lowering, Phase::Linking];

    pub fn name(self) -> &'static str {
        match self {
            Phase::Clang => "clang",
            Phase::Reading => "reading",
            Phase::Lowering => "lowering",
            Phase::Linking => "linking",
        }
    }
}

/// How long each phase took; of files that were compiled at the same time, the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    times: [Duration; Phase::ALL.len()],
    /// How often clang was started to compile.
    pub clang_runs: u64,
}

impl PhaseTimes {
    pub fn of(&self, phase: Phase) -> Duration {
        self.times[phase as usize]
    }
}

/// Adds up times, of several threads.
#[derive(Debug, Default)]
pub(crate) struct Stopwatch(Mutex<PhaseTimes>);

impl Stopwatch {
    /// Does it, as part of the phase.
    pub fn time<R>(&self, phase: Phase, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        let mut times = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        times.times[phase as usize] += start.elapsed();
        times.clang_runs += u64::from(phase == Phase::Clang);
        result
    }

    pub fn times(&self) -> PhaseTimes {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
