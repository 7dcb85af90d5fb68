//! Runs a schedule on the concrete machine and says what happened: the proof that
//! a violation is real. It shares nothing with the engines but the machine, so that
//! an engine's mistake cannot confirm itself.
//!
//! Which failures a schedule may pass: a failing check that has a harmless
//! meaning where it is not selected (overflow wraps) is passed, unless it is
//! the one that the schedule is meant to violate. Deadlocks and races are not
//! failures of a step but facts about a state; they are looked for here afresh.

use std::fmt;

use raddle_ir::{CheckKind, Location};
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::{Choice, Event, Machine, Schedule, Selected, StepEnd, ThreadNumber};
use raddle_terms::Bits;

use crate::endings;
use crate::races;
use crate::verdict::Violation;

/// Everything that happened along a schedule.
#[derive(Clone, Debug)]
pub struct Execution {
    pub steps: Vec<ExecutionStep>,
    pub violation: Violation,
    /// In a deadlock: the threads that wait.
    pub waiting: Vec<Waiting>,
    /// In a race: the bytes, by address and width in bits.
    pub raced: Option<(Bits, u16)>,
    /// What was run: of the schedule that was given, what is needed.
    pub schedule: Schedule,
}

#[derive(Clone, Debug)]
pub struct ExecutionStep {
    pub thread: ThreadNumber,
    pub events: Vec<Event>,
}

/// A thread that cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub thread: ThreadNumber,
    pub place: Place,
    pub holder: Option<ThreadNumber>,
}

/// Why a schedule is no proof of its violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Counted from 0; the number of steps if it is about the end.
    pub step: usize,
    pub reason: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at step {}: {}", self.step, self.reason)
    }
}

impl std::error::Error for ReplayError {}

/// Runs the schedule, which must end in a violation of the expected check. The answer's own
/// schedule can happen in the order in which it is shown (`endings.rs`).
/// `claim` is what the engine said about it; only its texts are taken over.
pub fn replay(
    ready: &Ready,
    selected: Selected,
    schedule: &Schedule,
    claim: &Violation,
) -> Result<Execution, ReplayError> {
    // Failures of other checks on the way only end or pass the thread's own doings.
    let selected: Selected = selected.iter().filter(|kind| *kind == claim.kind).collect();
    let execution = run(ready, selected, schedule, claim)?;
    Ok(endings::leave_out(ready, selected, claim, execution))
}

/// The same, as it is.
pub(crate) fn run(
    ready: &Ready,
    selected: Selected,
    schedule: &Schedule,
    claim: &Violation,
) -> Result<Execution, ReplayError> {
    let new = || Run::new(ready, selected, claim);
    match new().in_sequence(schedule) {
        // The one step may take away what the other one needs.
        Err(error) if claim.kind == CheckKind::Race => {
            new().side_by_side(schedule).map_err(|_| error)
        }
        answer => answer,
    }
}

struct Run<'a> {
    ready: &'a Ready,
    machine: Machine<'a>,
    steps: Vec<ExecutionStep>,
    claim: &'a Violation,
}

impl<'a> Run<'a> {
    fn new(ready: &'a Ready, selected: Selected, claim: &'a Violation) -> Run<'a> {
        Run { ready, machine: Machine::for_runs(ready, selected), steps: Vec::new(), claim }
    }

    /// One step after the other.
    fn in_sequence(mut self, schedule: &Schedule) -> Result<Execution, ReplayError> {
        for (position, step) in schedule.steps.iter().enumerate() {
            let left = schedule.steps.len() - position - 1;
            let mark = self.machine.mark();
            match self.step(position, step.thread, &step.choices) {
                Ok(None) => {}
                Ok(Some(violation)) if left == 0 => {
                    return Ok(self.finish(schedule, violation, Vec::new()));
                }
                // One of two steps that race may also fail for another reason; their
                // accesses are what counts.
                Err(_) if self.claim.kind == CheckKind::Race && left <= 1 => {
                    self.machine.undo_to(mark);
                }
                Ok(Some(violation)) => {
                    let reason = format!("{} is violated earlier than said", violation.kind.name());
                    return Err(ReplayError { step: position, reason });
                }
                Err(reason) => return Err(ReplayError { step: position, reason }),
            }
        }
        self.check_end(schedule)
    }

    /// The last two steps are taken from the same state: that both are possible there is
    /// what makes a race.
    fn side_by_side(mut self, schedule: &Schedule) -> Result<Execution, ReplayError> {
        let before = schedule.steps.len().saturating_sub(2);
        for (position, step) in schedule.steps.iter().enumerate() {
            let mark = self.machine.mark();
            match self.step(position, step.thread, &step.choices) {
                _ if position >= before => self.machine.undo_to(mark),
                Ok(None) => {}
                Ok(Some(_)) => {
                    let reason = "it is violated earlier than said".to_owned();
                    return Err(ReplayError { step: position, reason });
                }
                Err(reason) => return Err(ReplayError { step: position, reason }),
            }
        }
        self.check_end(schedule)
    }

    /// One step; gives the violation if it is the expected one.
    fn step(
        &mut self,
        position: usize,
        thread: ThreadNumber,
        choices: &[Choice],
    ) -> Result<Option<Violation>, String> {
        let mut events = Vec::new();
        let mut observer = |event: &Event| events.push(event.clone());
        let mut script = Script::new(choices);
        let end = if position == 0 {
            if thread != 0 {
                return Err("a schedule begins with main".to_owned());
            }
            self.machine.begin(&mut script, &mut observer)
        } else {
            if !self.machine.is_running(thread) {
                return Err(format!("thread {thread} cannot run"));
            }
            self.machine.step(thread, &mut script, &mut observer)
        };
        self.steps.push(ExecutionStep { thread, events });
        if let Some(reason) = script.diverged {
            return Err(reason);
        }
        match end {
            StepEnd::Done { .. } if !script.rest.is_empty() => {
                Err("the step asks for fewer choices than were recorded".to_owned())
            }
            StepEnd::Done { .. } => {
                self.machine.end_step();
                Ok(None)
            }
            StepEnd::Failed { thread, failure, user_place } => {
                if failure.kind != self.claim.kind {
                    return Err(format!("{} is violated instead", failure.kind.name()));
                }
                Ok(Some(Violation::failure(self.ready, thread, &failure, user_place)))
            }
            StepEnd::Blocked { .. } => Err(format!("thread {thread} has to wait")),
            StepEnd::Infeasible => Err("the step does not happen".to_owned()),
            StepEnd::Unsupported { what, .. } => Err(format!("{what} is not supported")),
            StepEnd::Limit(what) => Err(what),
        }
    }

    /// The schedule is over without a failing check: is its end itself wrong?
    fn check_end(mut self, schedule: &Schedule) -> Result<Execution, ReplayError> {
        let wrong =
            |reason: &str| ReplayError { step: schedule.steps.len(), reason: reason.to_owned() };
        match self.claim.kind {
            CheckKind::Deadlock => {
                let waiting = self.waiting();
                if !self.is_deadlock(&waiting) {
                    return Err(wrong("some thread can go on"));
                }
                let cycle = cycle(&waiting);
                let stuck = if cycle.is_empty() { waiting } else { cycle };
                let violation = Violation {
                    location: stuck
                        .iter()
                        .find(|waiting| waiting.thread == self.claim.thread)
                        .or(stuck.first())
                        .and_then(|waiting| self.user_location(waiting.thread)),
                    ..self.claim.clone()
                };
                Ok(self.finish(schedule, violation, stuck))
            }
            CheckKind::Race => match races::find(self.ready, &self.steps) {
                Some((race, step, event)) => {
                    let place = |place| self.ready.location(place);
                    // Of an object that is freed its first byte says which it is.
                    let width = u16::try_from(8 * race.bytes).unwrap_or(8);
                    let raced = Some((race.address, width));
                    let violation = Violation {
                        thread: race.second.0,
                        location: place(race.second.1).or(self.claim.location),
                        other: Some((race.first.0, place(race.first.1))),
                        ..self.claim.clone()
                    };
                    // What comes after the second access is beside the point.
                    self.steps.truncate(step + 1);
                    if let Some(last) = self.steps.last_mut() {
                        last.events.truncate(event + 1);
                    }
                    let execution = self.finish(schedule, violation, Vec::new());
                    Ok(Execution { raced, ..execution })
                }
                None => Err(wrong("no two accesses race")),
            },
            CheckKind::Assert
            | CheckKind::Reach
            | CheckKind::Memory
            | CheckKind::Leak
            | CheckKind::Overflow
            | CheckKind::Division
            | CheckKind::Shift
            | CheckKind::Unwind => Err(wrong("nothing is violated")),
        }
    }

    fn user_location(&self, thread: ThreadNumber) -> Option<Location> {
        self.ready.location(self.machine.user_place(thread)?)
    }

    /// The threads that cannot go on, found by trying them all.
    fn waiting(&mut self) -> Vec<Waiting> {
        let mut waiting = Vec::new();
        for thread in 0..self.machine.threads.len() as ThreadNumber {
            if !self.machine.is_running(thread) {
                continue;
            }
            waiting.extend(self.waits(thread));
        }
        waiting
    }

    /// Where and for whom a thread waits, whatever it is told. Not all values can be tried here;
    /// that they make no difference is what the engine claims.
    fn waits(&mut self, thread: ThreadNumber) -> Option<Waiting> {
        let place = self.machine.place(thread);
        let mut found: Option<Waiting> = None;
        for value in [0, 1, u128::MAX] {
            let mark = self.machine.mark();
            let free = self.machine.threads.len() as ThreadNumber;
            let mut any = AnyAnswer { free, value, was_asked: false };
            let end = self.machine.step(thread, &mut any, &mut |_| {});
            self.machine.undo_to(mark);
            let waiting = match end {
                StepEnd::Blocked { place, holder } => Waiting { thread, place, holder },
                StepEnd::Done { by_itself: true } => {
                    Waiting { thread, place: place?, holder: None }
                }
                StepEnd::Done { by_itself: false }
                | StepEnd::Infeasible
                | StepEnd::Failed { .. }
                | StepEnd::Unsupported { .. }
                | StepEnd::Limit(_) => return None,
            };
            let holder = match found {
                Some(known) if known.holder != waiting.holder => None,
                Some(_) | None => waiting.holder,
            };
            found = Some(Waiting { holder, ..waiting });
            if !any.was_asked {
                break;
            }
        }
        found
    }

    /// Threads that wait for each other in a circle, or all threads that are
    /// left, where none was stopped.
    fn is_deadlock(&self, waiting: &[Waiting]) -> bool {
        use raddle_semantics::Status;
        if !cycle(waiting).is_empty() {
            return true;
        }
        let mut running = 0;
        for (_, thread) in self.machine.threads.iter() {
            match thread.status {
                Status::Running => running += 1,
                Status::Finished => {}
                Status::Stopped(_) | Status::Assumed => return false,
            }
        }
        running > 0 && running == waiting.len()
    }

    fn finish(self, schedule: &Schedule, violation: Violation, waiting: Vec<Waiting>) -> Execution {
        Execution { steps: self.steps, violation, waiting, raced: None, schedule: schedule.clone() }
    }
}

/// A circle along holders, if there is one; else nothing.
fn cycle(waiting: &[Waiting]) -> Vec<Waiting> {
    let of = |thread| waiting.iter().find(|waiting| waiting.thread == thread);
    for start in waiting {
        let mut circle = vec![*start];
        let mut next = start.holder.and_then(of);
        while let Some(found) = next {
            if found.thread == start.thread {
                return circle;
            }
            if circle.contains(found) {
                break;
            }
            circle.push(*found);
            next = found.holder.and_then(of);
        }
    }
    Vec::new()
}

/// Answers with what was recorded.
pub(crate) struct Script<'s> {
    rest: &'s [Choice],
    diverged: Option<String>,
}

impl<'s> Script<'s> {
    pub(crate) fn new(choices: &'s [Choice]) -> Script<'s> {
        Script { rest: choices, diverged: None }
    }

    pub(crate) fn rest(&self) -> &'s [Choice] {
        self.rest
    }

    fn next<T>(
        &mut self,
        what: &str,
        matching: impl Fn(Choice) -> Option<T>,
    ) -> Result<T, Interrupt> {
        let found = self.rest.split_first();
        match found.and_then(|(&choice, rest)| Some((matching(choice)?, rest))) {
            Some((value, rest)) => {
                self.rest = rest;
                Ok(value)
            }
            None => {
                let reason = format!("the step asks for {what}, which was not recorded");
                self.diverged = Some(reason.clone());
                Err(Interrupt::Limit(reason))
            }
        }
    }

    fn number(&mut self, what: &str) -> Result<u32, Interrupt> {
        self.next(what, |choice| match choice {
            Choice::Object(number) => Some(number),
            Choice::Value(_) | Choice::ByItself(_) => None,
        })
    }
}

/// No program that engines can handle has more threads.
const MOST_THREADS: ThreadNumber = 1 << 16;
/// Nor more objects. The machine has a place for each number up to the largest one.
const MOST_OBJECTS: u32 = 1 << 24;

impl Oracle for Script<'_> {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        self.next(&format!("a value of {width} bits"), |choice| match choice {
            Choice::Value(bits) => (bits.width() == width).then_some(bits),
            Choice::ByItself(_) | Choice::Object(_) => None,
        })
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        self.next("whether it fails by itself", |choice| match choice {
            Choice::ByItself(itself) => Some(itself),
            Choice::Value(_) | Choice::Object(_) => None,
        })
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = self.number("an object's number")?;
        if (first..limit.min(MOST_OBJECTS)).contains(&number) && usable(number) {
            return Ok(number);
        }
        let reason = format!("the recorded object number {number} cannot be used");
        self.diverged = Some(reason.clone());
        Err(Interrupt::Limit(reason))
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let number = self.number("a thread's number")?;
        if (1..MOST_THREADS).contains(&number) && usable(number) {
            return Ok(number);
        }
        let reason = format!("the recorded thread number {number} cannot be used");
        self.diverged = Some(reason.clone());
        Err(Interrupt::Limit(reason))
    }
}

/// For trying whether a thread can step at all.
struct AnyAnswer {
    /// A thread number that is not taken.
    free: ThreadNumber,
    /// Every value that is asked for, cut to its width.
    value: u128,
    was_asked: bool,
}

impl Oracle for AnyAnswer {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        self.was_asked = true;
        Ok(Bits::new(self.value, width))
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        Ok(false)
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = (first..limit).find(|&number| usable(number));
        number.ok_or_else(|| Interrupt::Limit("no object number is free".to_owned()))
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        _: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        self.free += 1;
        Ok(self.free - 1)
    }
}
