//! Engine `auto`: runs others side by side, and the first that knows is believed.
//!
//! The likeliest to finish begins alone, since most programs are decided in an
//! instant and a second engine would only cost; the others join after a while, or
//! when none is left running. Each is a thread with its own terms and solver;
//! all share the limits, and a word to stop that is given as soon as every check
//! is decided. No thread is left behind: the run ends when the last one has ended, unless
//! the command line takes the answer before ([`Overdue`]), and the process ends with it.
//!
//! Who wins may change from run to run, the verdicts do not: a conclusive answer is
//! a fact about the program, whichever engine found it. In the manner of portfolio solvers;
//! no paper is followed.

mod combine;
mod plan;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, Scope, available_parallelism, scope};
use std::time::Duration;

use raddle_ir::CheckKind;
use raddle_ir::words::counted;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_verdict::{CheckResult, Report, Statistics, Verdict};
use tracing::debug;

use crate::common::limits::{Limits, Progress, STOPPED, Watch};
use crate::registry::{ENGINES, Engine, Settings};
use combine::Combined;
pub use plan::{Facts, Role};
use plan::{Plan, Planned};

/// How long those that run go on before there are more of them than cores.
const CROWDED: Duration = Duration::from_millis(2500);
/// How long members may go on when everything is decided, or a limit is reached. They look often
/// whether they should stop, but not everywhere. The command line's watchdog
/// (`crates/cli/src/watchdog.rs`) waits longer.
const PATIENCE: Duration = Duration::from_millis(40);
/// How often that is looked at.
const GLANCE: Duration = Duration::from_millis(10);
/// Programs nest deep. Only what is used counts as memory.
const STACK: usize = 256 << 20;

/// What `auto` can be told. The limits and the progress of its members are its own.
pub struct AutoOptions<'a> {
    pub selected: Selected,
    pub settings: Settings<'a>,
    /// The members that know everything that was asked for, by name.
    pub allowed: Vec<&'static str>,
    /// Its word to stop, if there is one, is also given by `auto` itself.
    pub limits: Limits,
    /// Called now and then with how far each running member has come.
    pub progress: Option<TeamListener<'a>>,
    pub overdue: Option<&'a dyn Overdue>,
}

/// Told now and then how far each of several runs has come.
pub type TeamListener<'a> = &'a (dyn Fn(&[(&'static Engine, Progress)]) + Sync);

/// Takes the answer where a member does not stop although everything is decided, or a limit is
/// reached. A thread can be left behind only by ending the process.
pub trait Overdue: Sync {
    fn conclude(&self, outcome: Outcome) -> !;
}

/// What became of a member.
#[derive(Clone, Debug)]
pub struct Ran {
    pub name: &'static str,
    pub why: &'static str,
    /// When it began, in seconds.
    pub start: f64,
    /// How long it took, in seconds.
    pub seconds: f64,
    pub end: End,
    pub statistics: Statistics,
}

/// How a member ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It answered these checks, perhaps not all.
    Decided(Vec<CheckKind>),
    /// The others were faster.
    Stopped,
    /// It does not know, for this reason.
    GaveUp(String),
}

pub struct Outcome {
    pub report: Report,
    pub facts: Facts,
    /// Who answered which check.
    pub answered: Vec<(CheckKind, &'static str)>,
    pub ran: Vec<Ran>,
    /// Who did not run, and why.
    pub left_out: Vec<(&'static str, &'static str)>,
}

/// The engines that take part.
pub fn members() -> impl Iterator<Item = &'static Engine> {
    ENGINES.into_iter().filter(|engine| engine.role.is_some())
}

pub fn run(ready: &Ready, options: &AutoOptions<'_>) -> Outcome {
    run_members(&ENGINES, ready, options)
}

fn run_members(engines: &[&'static Engine], ready: &Ready, options: &AutoOptions<'_>) -> Outcome {
    let facts = Facts::of(ready);
    let plan = Plan::make(engines, &facts, &options.allowed);
    let watch = Watch::new(options.limits.clone());
    let (sender, receiver) = channel();
    let stop = options.limits.stop.clone().unwrap_or_default();
    let shares = plan.members.len() > 1;
    let team = Team { ready, options, facts, shares, stop, sender, watch: &watch };
    let mut race = Race {
        combined: Combined::new(ready, options.selected, &plan.members),
        waiting: plan.members.into(),
        running: Vec::new(),
        ran: Vec::new(),
        left_out: plan.left_out,
        latest: (Duration::ZERO, Duration::ZERO),
        over: None,
    };
    scope(|scope| race.run(scope, &team, &receiver));
    race.outcome(&team)
}

/// The engine that can (`explicit`) looks for runs with fewer context switches than those that
/// others found.
fn shorten(ready: &Ready, options: &AutoOptions<'_>, watch: &Watch, combined: &mut Combined<'_>) {
    for engine in ENGINES {
        let Some(shorten) = engine.shorten else { continue };
        let violations = combined.violations_not_of(engine.name);
        if !options.settings.explicit.shorten
            || violations.is_empty()
            || !options.allowed.contains(&engine.name)
        {
            continue;
        }
        // The word to stop was for the members.
        let limits = Limits { stop: None, found: None, ..watch.remaining() };
        for shorter in shorten(ready, &options.settings, limits, violations) {
            combined.shorten(shorter);
        }
    }
}

/// What a member tells from its thread.
enum Message {
    Progress(&'static str, Progress),
    /// Without a report if it failed.
    Ended(&'static str, Option<Report>),
}

/// What all members share.
struct Team<'a> {
    ready: &'a Ready,
    options: &'a AutoOptions<'a>,
    facts: Facts,
    /// There is more than one.
    shares: bool,
    stop: Arc<AtomicBool>,
    sender: Sender<Message>,
    watch: &'a Watch,
}

impl Team<'_> {
    /// One that hoards leaves the last quarter of the memory to the others.
    fn limits(&self, engine: &Engine) -> Limits {
        let remaining = self.watch.remaining();
        let memory = match remaining.memory {
            Some(bytes) if engine.hoards && self.shares => Some(bytes / 4 * 3),
            other => other,
        };
        Limits { memory, stop: Some(self.stop.clone()), shared: self.shares, ..remaining }
    }

    /// Runs a member to its end, on whatever thread this is. A member that fails
    /// takes no other with it.
    fn run(&self, engine: &'static Engine, asked: Selected) {
        let listener = |progress: &Progress| self.tell(Message::Progress(engine.name, *progress));
        let limits = self.limits(engine);
        let settings = self.options.settings.asking(asked);
        let run = || (engine.run)(self.ready, &settings, limits, &listener);
        let report = catch_unwind(AssertUnwindSafe(run)).ok();
        self.tell(Message::Ended(engine.name, report));
    }

    /// The listener is there until all have ended.
    fn tell(&self, message: Message) {
        let _ = self.sender.send(message);
    }
}

/// A member that runs.
struct Running {
    planned: Planned,
    start: Duration,
    progress: Progress,
}

/// The state of the race, on the thread that watches it.
struct Race<'a> {
    waiting: VecDeque<Planned>,
    running: Vec<Running>,
    ran: Vec<Ran>,
    left_out: Vec<(&'static str, &'static str)>,
    combined: Combined<'a>,
    /// When the latest one began, and how long it runs alone.
    latest: (Duration, Duration),
    /// Since when none needs to run any more.
    over: Option<Duration>,
}

impl<'a> Race<'a> {
    fn run<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        team: &'env Team<'a>,
        receiver: &Receiver<Message>,
    ) {
        if self.combined.is_settled() {
            self.leave_out("never answers what is asked");
        }
        loop {
            self.begin(scope, team);
            if self.running.is_empty() {
                return;
            }
            if let (true, Some(overdue)) = (self.is_late(team), team.options.overdue) {
                overdue.conclude(self.outcome(team));
            }
            match receiver.recv_timeout(GLANCE) {
                Ok(Message::Progress(name, progress)) => self.progress(team, name, progress),
                Ok(Message::Ended(name, report)) => self.ended(team, name, report),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Whether those that run should have stopped.
    fn is_late(&mut self, team: &Team<'_>) -> bool {
        let now = team.watch.elapsed();
        if self.over.is_none() && (self.combined.is_settled() || team.watch.exceeded().is_some()) {
            self.over = Some(now);
        }
        self.over.is_some_and(|since| now >= since + PATIENCE)
    }

    /// What is known now.
    fn outcome(&mut self, team: &Team<'a>) -> Outcome {
        let reason = team.watch.exceeded().unwrap_or_else(|| STOPPED.to_string());
        let end = match self.combined.is_settled() {
            true => End::Stopped,
            false => End::GaveUp(reason.clone()),
        };
        for Running { planned, start, progress } in std::mem::take(&mut self.running) {
            let name = planned.engine.name;
            let figure = counted(progress.states, planned.engine.counts);
            self.combined.interrupted(name, reason.clone(), Some(figure));
            self.ran.push(Ran {
                name,
                why: planned.why,
                start: start.as_secs_f64(),
                seconds: team.watch.elapsed().saturating_sub(start).as_secs_f64(),
                end: end.clone(),
                statistics: Statistics::default(),
            });
        }
        let nothing = Combined::new(team.ready, team.options.selected, &[]);
        let mut combined = std::mem::replace(&mut self.combined, nothing);
        shorten(team.ready, team.options, team.watch, &mut combined);
        Outcome {
            facts: team.facts,
            answered: combined.answered(),
            report: combined.report(team.watch.elapsed().as_secs_f64()),
            ran: std::mem::take(&mut self.ran),
            left_out: std::mem::take(&mut self.left_out),
        }
    }

    /// Starts those whose turn has come.
    fn begin<'scope, 'env>(&mut self, scope: &'scope Scope<'scope, 'env>, team: &'env Team<'_>) {
        while self.running.is_empty() || self.is_time_for_another(team) {
            if !self.ran.is_empty() && team.watch.exceeded().is_some() {
                self.leave_out("a limit was reached before its turn");
            }
            let Some(planned) = self.waiting.pop_front() else {
                return;
            };
            let start = team.watch.elapsed();
            self.running.push(Running { planned, start, progress: Progress::default() });
            self.latest = (start, planned.engine.head_start);
            debug!(target: "engine::auto", engine = planned.engine.name, why = planned.why, "begins");
            let asked = self.combined.unproved();
            let work = move || team.run(planned.engine, asked);
            let builder = Builder::new().name(planned.engine.name.to_string()).stack_size(STACK);
            if builder.spawn_scoped(scope, work).is_err() {
                // Where there can be no other thread, one after the other.
                work();
            }
        }
    }

    fn is_time_for_another(&self, team: &Team<'_>) -> bool {
        let cores = available_parallelism().map_or(1, usize::from).max(2);
        let (start, head_start) = self.latest;
        let wait = if self.running.len() < cores { head_start } else { CROWDED };
        team.watch.elapsed() >= start + wait
    }

    fn leave_out(&mut self, why: &'static str) {
        self.left_out.extend(self.waiting.drain(..).map(|planned| (planned.engine.name, why)));
    }

    fn progress(&mut self, team: &Team<'_>, name: &'static str, progress: Progress) {
        let of_it = |running: &&mut Running| running.planned.engine.name == name;
        if let Some(running) = self.running.iter_mut().find(of_it) {
            running.progress = progress;
        }
        if let Some(listener) = team.options.progress {
            let all = self.running.iter();
            let all: Vec<(&'static Engine, Progress)> =
                all.map(|running| (running.planned.engine, running.progress)).collect();
            listener(&all);
        }
    }

    fn ended(&mut self, team: &Team<'_>, name: &'static str, report: Option<Report>) {
        let of_it = |running: &Running| running.planned.engine.name == name;
        let Some(position) = self.running.iter().position(of_it) else {
            return;
        };
        let Running { planned, start, .. } = self.running.remove(position);
        let mut statistics = Statistics::default();
        let end = match report {
            Some(report) => {
                statistics = report.statistics.clone();
                let reason = first_reason(&report);
                let decided = self.combined.add(name, report);
                match (decided.is_empty(), team.stop.load(Ordering::Relaxed)) {
                    (false, _) => End::Decided(decided),
                    (true, true) => End::Stopped,
                    (true, false) => End::GaveUp(reason),
                }
            }
            None => {
                let reason = format!("internal error: the engine {name} failed");
                self.combined.lost(name, reason.clone());
                End::GaveUp(reason)
            }
        };
        let seconds = team.watch.elapsed().saturating_sub(start).as_secs_f64();
        debug!(target: "engine::auto", engine = name, seconds, ?end, "ends");
        let (why, start) = (planned.why, start.as_secs_f64());
        self.ran.push(Ran { name, why, start, seconds, end, statistics });
        if self.combined.is_settled() {
            team.stop.store(true, Ordering::Relaxed);
            self.leave_out("all was decided before its turn");
        }
    }
}

fn first_reason(report: &Report) -> String {
    let reason = |result: &CheckResult| match &result.verdict {
        Verdict::Unknown(reason) => Some(reason.clone()),
        Verdict::Violated(_) | Verdict::Holds(_) => None,
    };
    report.results.iter().find_map(reason).unwrap_or_else(|| "nothing was asked".to_string())
}
