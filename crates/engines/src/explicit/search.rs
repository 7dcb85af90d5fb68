//! Depth-first search over stored states. One machine walks forwards by steps
//! and backwards by its journal; a state that was seen before is not entered
//! again.
//!
//! With bounds (contexts, preemptions, depth) what may still follow depends on
//! the budget left, so the budget and the last thread belong to the stored
//! state.

use raddle_ir::{CheckKind, StopReason};
use raddle_passes::{Place, Ready};
use raddle_semantics::happens_before::Effects;
use raddle_semantics::machine::{Mark, Status};
use raddle_semantics::numbering::Numbering;
use raddle_semantics::race::Touch;
use raddle_semantics::{
    Choice, Event, Failure, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber,
};
use raddle_verdict::{Counterexample, Violation};
use rustc_hash::FxHashSet;
use tracing::debug;

use super::ExplicitOptions;
use super::cache::{Cache, Ending, Taken};
use super::chooser::{self, Chooser, Point};
use super::deadlock::{self, StepOutcome};
use super::report::{describe, sampling_reason};
use super::store::Store;
use super::watched::{Guess, Next, Watching, touches};
use crate::common::limits::{Limits, Listener, Progress, Watch};

/// What a search may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub contexts: Option<u32>,
    pub preemptions: Option<u32>,
    pub depth: Option<u64>,
    /// Give up after this many states.
    pub states: Option<u64>,
}

/// In which order threads are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    OldestFirst,
    YoungestFirst,
}

/// Everything that a search found out.
#[derive(Default)]
pub struct Explored {
    /// The checks that are looked for, and have no violation yet.
    pub open: Selected,
    pub violations: Vec<Counterexample>,
    /// Why the search is not exhaustive, apart from the bounds.
    pub gaps: Vec<String>,
    /// Did a bound cut something off?
    pub cut: bool,
    /// Places where threads were stopped by undefined behaviour that no selected
    /// check covers.
    pub undefined: FxHashSet<Place>,
    pub states: u64,
    pub transitions: u64,
    pub deepest: u64,
    pub bytes: u64,
    pub components: u64,
}

/// A state on the stack of the depth-first search.
struct StackState {
    /// Before the step that led here.
    mark: Mark,
    step: Step,
    contexts_left: u32,
    preemptions_left: u32,
    /// The thread to try now, by position in the order of this state.
    turn: usize,
    points: Vec<Point>,
    outcomes: Vec<(ThreadNumber, StepOutcome)>,
    touches: Vec<(Touch, Step)>,
    /// The access that is watched for races with later ones.
    watched: Option<Guess>,
}

/// A step that was tried.
struct Tried {
    end: StepEnd,
    choices: Vec<Choice>,
    /// The open choices that it went through.
    points: Vec<Point>,
    /// Whether they stand for fewer values than there are.
    sampled: bool,
}

pub struct Search<'a> {
    ready: &'a Ready,
    machine: Machine<'a>,
    store: Store,
    numbering: Numbering,
    /// Unless steps are to be run every time.
    cache: Option<Cache>,
    bounds: Bounds,
    stack: Vec<StackState>,
    findings: Explored,
    watch: Watch,
    /// Told now and then.
    pub progress: Option<Listener<'a>>,
    last_effects: Effects,
    watching: Watching<'a>,
    pub order: Order,
}

impl<'a> Search<'a> {
    /// `targets` are the checks whose violations are looked for; the others of
    /// the selected ones still end an execution that violates them.
    pub fn new(
        ready: &'a Ready,
        options: &ExplicitOptions<'_>,
        targets: Selected,
        bounds: Bounds,
        limits: Limits,
    ) -> Self {
        Search {
            ready,
            machine: Machine::new(ready, options.selected),
            store: Store::new(),
            numbering: Numbering::default(),
            cache: options.remember.then(Cache::default),
            bounds,
            stack: Vec::new(),
            findings: Explored { open: targets, ..Explored::default() },
            watch: Watch::new(limits),
            progress: None,
            last_effects: Effects::default(),
            watching: Watching::new(ready, targets),
            order: Order::OldestFirst,
        }
    }

    /// Searches until all is seen, every open check is violated, or a limit is
    /// reached.
    pub fn run(mut self) -> Explored {
        self.store.settle(&mut self.machine);
        let mut points = Some(Vec::new());
        while let Some(tried) = points {
            let mark = self.machine.mark();
            points = self.try_successor(None, tried, mark);
            if !self.explore() || self.limit_reached() {
                break;
            }
            self.machine.undo_to(mark);
        }
        self.findings.states = self.store.len();
        self.findings.bytes = self.store.bytes();
        self.findings.components = self.store.components();
        let findings = std::mem::take(&mut self.findings);
        debug!(
            target: "engine::explicit",
            bounds = ?self.bounds,
            order = ?self.order,
            states = findings.states,
            transitions = findings.transitions,
            depth = findings.deepest,
            violations = findings.violations.len(),
            seconds = self.watch.elapsed().as_secs_f64(),
            "search ends"
        );
        if self.watch.is_last_moment() {
            // No time to take millions of states apart; the process ends soon.
            std::mem::forget(self);
        }
        findings
    }

    /// Works through the path until it is empty; `false` to stop altogether.
    fn explore(&mut self) -> bool {
        while !self.stack.is_empty() {
            if self.findings.open.is_empty() || self.limit_reached() {
                return false;
            }
            let Some(thread) = self.turn() else {
                self.leave();
                continue;
            };
            let mark = self.machine.mark();
            let Some(state) = self.stack.last_mut() else {
                break;
            };
            let points = std::mem::take(&mut state.points);
            let depth = self.stack.len();
            let next = self.try_successor(Some(thread), points, mark);
            let Some(state) = self.stack.get_mut(depth - 1) else {
                break;
            };
            match next {
                Some(points) => state.points = points,
                None => state.turn += 1,
            }
        }
        !self.findings.open.is_empty()
    }

    fn limit_reached(&mut self) -> bool {
        if let Some(most) = self.bounds.states.filter(|most| self.store.len() > *most) {
            self.findings.gaps.push(format!("the search was given up after {most} states"));
            return true;
        }
        if !self.watch.due() {
            return false;
        }
        if let Some(progress) = self.progress {
            progress(&Progress {
                states: self.store.len(),
                transitions: self.findings.transitions,
                depth: self.stack.len() as u64,
                seconds: self.watch.elapsed().as_secs_f64(),
            });
        }
        match self.watch.exceeded() {
            Some(limit) => {
                self.findings.gaps.push(limit);
                true
            }
            None => false,
        }
    }

    /// The thread whose step the current state tries next: the last one first,
    /// then the others in order.
    fn turn(&self) -> Option<ThreadNumber> {
        let state = self.stack.last()?;
        let last = state.step.thread;
        let count = self.machine.threads.len() as ThreadNumber;
        let others = (0..count).map(|at| match self.order {
            Order::OldestFirst => at,
            Order::YoungestFirst => count - 1 - at,
        });
        std::iter::once(last)
            .chain(others.filter(|&at| at != last))
            .filter(|&thread| self.machine.is_running(thread))
            .nth(state.turn)
    }

    /// Runs one step (`None`: the program's start) with one combination of
    /// choices and enters the state that it leads to, if that is new. Gives the
    /// next combination.
    fn try_successor(
        &mut self,
        thread: Option<ThreadNumber>,
        mut points: Vec<Point>,
        mark: Mark,
    ) -> Option<Vec<Point>> {
        let guess = self.watching.take_guess(&mut points);
        let Tried { end, choices, mut points, sampled } = self.take(thread, points);
        self.watching.put_guess(&mut points, guess, &self.last_effects);
        self.findings.transitions += 1;
        let step = Step { thread: thread.unwrap_or(0), choices };
        match end {
            StepEnd::Done { by_itself } => {
                let outcome = if by_itself { StepOutcome::ByItself } else { StepOutcome::Steps };
                self.note_outcome(thread, outcome.unless(sampled));
                self.look_for_races(&step);
                let watched = self.watch(&step, guess.taken);
                if !watched.is_some_and(|watched| self.enter(step, mark, watched)) {
                    self.machine.undo_to(mark);
                }
            }
            StepEnd::Failed { thread: failing, failure, user_place } => {
                self.machine.undo_to(mark);
                let kind = failure.kind;
                self.violated(failing, &failure, user_place, step.clone());
                let told = !self.findings.open.contains(kind);
                if !told {
                    self.note_outcome(thread, StepOutcome::Steps);
                    self.look_for_races(&step);
                    self.watch(&step, guess.taken);
                } else {
                    // Once is enough to report. The thread goes on or stops, and
                    // others may see what it did in this step before the failure.
                    self.machine.deselect(kind);
                    return Some(points);
                }
            }
            StepEnd::Blocked { place, holder } => {
                self.machine.undo_to(mark);
                self.note_outcome(thread, StepOutcome::Blocked(place, holder).unless(sampled));
            }
            StepEnd::Infeasible => {
                self.machine.undo_to(mark);
                self.note_outcome(thread, StepOutcome::Infeasible);
            }
            StepEnd::Unsupported { place, what } => {
                self.machine.undo_to(mark);
                self.note_outcome(thread, StepOutcome::Steps);
                let at = describe(self.ready, place);
                note(&mut self.findings.gaps, format!("{what} is not supported{at}"));
            }
            StepEnd::Limit(what) => {
                self.machine.undo_to(mark);
                self.note_outcome(thread, StepOutcome::Steps);
                note(&mut self.findings.gaps, what);
            }
        }
        chooser::next(points)
    }

    /// Takes the step, from memory if it is remembered, and settles what it did.
    fn take(&mut self, thread: Option<ThreadNumber>, mut points: Vec<Point>) -> Tried {
        let key = thread.map(|thread| Cache::key(&self.machine, thread));
        self.last_effects.clear();
        if let Some(key) = key
            && let Some(cache) = &self.cache
            && let Some(known) = cache.find(&self.machine, key, &mut points)
        {
            self.last_effects.list.extend_from_slice(&known.effects);
            self.machine.begin_step();
            known.apply(&mut self.machine);
            let (end, choices) = (known.end.step_end(), known.choices.to_vec());
            return Tried { end, choices, points, sampled: false };
        }
        let tried = self.execute(thread, points);
        if matches!(tried.end, StepEnd::Done { .. }) {
            self.store.settle(&mut self.machine);
        }
        let makes_nothing = tried.choices.iter().all(|choice| !matches!(choice, Choice::Object(_)));
        if let Some(key) = key
            && makes_nothing
            && !(tried.sampled && is_held_up(&tried.end))
            && let Some(cache) = &mut self.cache
            && let Some(end) = Ending::of(&tried.end)
        {
            let step = Taken {
                end,
                effects: &self.last_effects.list,
                choices: &tried.choices,
                points: &tried.points,
            };
            cache.remember(&self.machine, key, step);
        }
        tried
    }

    /// Runs the step on the machine.
    fn execute(&mut self, thread: Option<ThreadNumber>, points: Vec<Point>) -> Tried {
        let mut chooser = Chooser::new(self.ready, &mut self.numbering, points);
        let (ready, effects, undefined) =
            (self.ready, &mut self.last_effects, &mut self.findings.undefined);
        let follows = self.watching.is_needed;
        let mut in_section = false;
        let mut observer = |event: &Event| {
            if let Event::Section { begins, .. } = event {
                in_section = *begins;
            }
            if let Event::Stop { place, reason: StopReason::Undefined, .. } = event {
                undefined.insert(*place);
            }
            match follows {
                true => effects.add(ready, event),
                false => effects.add_touch(ready, event),
            }
        };
        let end = match thread {
            None => self.machine.begin(&mut chooser, &mut observer),
            Some(thread) => self.machine.step(thread, &mut chooser, &mut observer),
        };
        if in_section && !matches!(end, StepEnd::Done { .. }) {
            // What does not happen takes part in no race.
            self.last_effects.clear();
        }
        let choices = std::mem::take(&mut chooser.choices);
        let sampled = chooser.sampled.is_some();
        if let Some((place, width)) = chooser.sampled {
            let reason = sampling_reason(self.ready, place, width);
            note(&mut self.findings.gaps, reason);
        }
        Tried { end, choices, points: chooser.into_points(), sampled }
    }

    /// Remembers the best that the thread can do from here.
    fn note_outcome(&mut self, thread: Option<ThreadNumber>, outcome: StepOutcome) {
        let (Some(thread), Some(state)) = (thread, self.stack.last_mut()) else {
            return;
        };
        match state.outcomes.iter_mut().find(|(of, _)| *of == thread) {
            Some((_, known)) => *known = known.or(outcome),
            None => state.outcomes.push((thread, outcome)),
        }
    }

    /// Makes the machine's state the end of the path, if it is new and within
    /// the bounds.
    fn enter(&mut self, step: Step, mark: Mark, watched: Option<Guess>) -> bool {
        let Some((contexts_left, preemptions_left)) = self.budgets(step.thread) else {
            self.findings.cut = true;
            return false;
        };
        let depth = self.stack.len() as u64;
        if self.is_too_deep(1) {
            self.findings.cut = true;
            return false;
        }
        let mut key = [0u64; 4];
        let mut used = 0;
        if self.bounds.contexts.is_some() || self.bounds.preemptions.is_some() {
            let left = u64::from(contexts_left) << 32 | u64::from(preemptions_left);
            key[..2].copy_from_slice(&[u64::from(step.thread), left]);
            used = 2;
        }
        if self.bounds.depth.is_some() {
            key[used] = depth;
            used += 1;
        }
        if self.watching.is_needed {
            key[used] = self.watching.number(watched.as_ref());
            used += 1;
        }
        if !self.store.insert(&self.machine, &key[..used]) {
            return false;
        }
        self.findings.deepest = self.findings.deepest.max(depth);
        self.stack.push(StackState {
            mark,
            step,
            contexts_left,
            preemptions_left,
            turn: 0,
            points: Vec::new(),
            outcomes: Vec::new(),
            touches: Vec::new(),
            watched,
        });
        true
    }

    /// The budgets left after a step of this thread; `None` if they do not allow
    /// it.
    fn budgets(&self, thread: ThreadNumber) -> Option<(u32, u32)> {
        let Some(state) = self.stack.last() else {
            return Some((self.bounds.contexts.unwrap_or(0), self.bounds.preemptions.unwrap_or(0)));
        };
        let (mut contexts, mut preemptions) = (state.contexts_left, state.preemptions_left);
        if thread != state.step.thread {
            if self.bounds.contexts.is_some() {
                contexts = contexts.checked_sub(1)?;
            }
            // The last thread was tried first, so it is known whether it could go on.
            let could_go_on = state
                .outcomes
                .iter()
                .any(|(of, outcome)| *of == state.step.thread && *outcome == StepOutcome::Steps);
            if self.bounds.preemptions.is_some() && could_go_on {
                preemptions = preemptions.checked_sub(1)?;
            }
        }
        Some((contexts, preemptions))
    }

    /// Whether so many further steps lead beyond the bound. (The path begins with
    /// the state before the first step.)
    fn is_too_deep(&self, further: u64) -> bool {
        let steps = (self.stack.len() as u64 + further).saturating_sub(1);
        self.bounds.depth.is_some_and(|most| steps > most)
    }

    /// All steps from the last state were tried: look for a deadlock, go back.
    fn leave(&mut self) {
        let Some(state) = self.stack.last() else { return };
        if self.findings.open.contains(CheckKind::Deadlock) {
            let some_stopped = self.machine.threads.iter().any(|(_, thread)| match thread.status {
                Status::Stopped(_) | Status::Assumed => true,
                Status::Running | Status::Finished => false,
            });
            if let Some(waiting) = deadlock::find(&state.outcomes, some_stopped) {
                self.deadlocked(&waiting);
            }
        }
        if let Some(state) = self.stack.pop() {
            self.machine.undo_to(state.mark);
        }
    }

    fn deadlocked(&mut self, waiting: &[ThreadNumber]) {
        let place = |thread: ThreadNumber| self.machine.user_place(thread);
        let violation = Violation::deadlock(self.ready, waiting, &place);
        self.record(violation, &[]);
    }

    fn violated(&mut self, thread: ThreadNumber, failure: &Failure, user_place: Place, step: Step) {
        if self.budgets(step.thread).is_none() || self.is_too_deep(1) {
            self.findings.cut = true;
            return;
        }
        let violation = Violation::failure(self.ready, thread, failure, user_place);
        self.record(violation, &[step]);
    }

    /// Compares the accesses of the step just tried with those of other threads'
    /// steps from the same state. The race is that state, which is within the
    /// bounds; that the two steps in which a person sees it may not be, does not
    /// matter.
    fn look_for_races(&mut self, step: &Step) {
        if !self.findings.open.contains(CheckKind::Race) || self.last_effects.list.is_empty() {
            return;
        }
        let Some(state) = self.stack.last_mut() else {
            return;
        };
        let mut race = None;
        for touch in touches(&self.last_effects) {
            race = race.or_else(|| {
                state
                    .touches
                    .iter()
                    .find(|(other, _)| touch.races_with(other))
                    .map(|(other, other_step)| (*touch, *other, other_step.clone()))
            });
        }
        let Some((touch, other, other_step)) = race else {
            state.touches.extend(touches(&self.last_effects).map(|touch| (*touch, step.clone())));
            return;
        };
        let (steps, first, second) = if touch.kind().goes_after(other.kind()) {
            ([other_step, step.clone()], other, touch)
        } else {
            ([step.clone(), other_step], touch, other)
        };
        let violation = self.race(&first, &second);
        self.record(violation, &steps);
    }

    fn race(&self, first: &Touch, second: &Touch) -> Violation {
        let access = |touch: &Touch| (touch.thread, touch.place);
        Violation::race(self.ready, access(first), access(second))
    }

    /// What is watched after the step just tried; `None` if nothing more can come of this
    /// guess, since the access is ordered before everything else, or the race is found.
    fn watch(&mut self, step: &Step, guessed: u32) -> Option<Option<Guess>> {
        if !self.watching.is_needed || !self.findings.open.contains(CheckKind::Race) {
            return (guessed == 0).then_some(None);
        }
        let before = self.stack.last().and_then(|state| state.watched.as_ref());
        match self.watching.advance(before, &self.last_effects.list, guessed) {
            Next::Unwatched => Some(None),
            Next::Nothing => None,
            Next::Watches(guess) => {
                let threads = self.machine.threads.iter();
                let running = threads
                    .filter(|(_, thread)| thread.status == Status::Running)
                    .map(|(number, _)| number as ThreadNumber);
                (!guess.watched.is_over(running)).then_some(Some(guess))
            }
            Next::Races(first, second) => {
                if self.budgets(step.thread).is_none() || self.is_too_deep(1) {
                    self.findings.cut = true;
                } else {
                    let violation = self.race(&first, &second);
                    self.record(violation, std::slice::from_ref(step));
                }
                None
            }
        }
    }

    /// Notes a violation that the path and these further steps lead to.
    fn record(&mut self, violation: Violation, further: &[Step]) {
        if !self.findings.open.contains(violation.kind) {
            return;
        }
        self.findings.open = self.findings.open.without(violation.kind);
        let path = self.stack.iter().map(|state| state.step.clone());
        let schedule = Schedule { steps: path.chain(further.iter().cloned()).collect() };
        let counterexample = Counterexample { violation, schedule };
        self.watch.tell(&counterexample);
        self.findings.violations.push(counterexample);
    }
}

fn note(gaps: &mut Vec<String>, reason: String) {
    if !gaps.contains(&reason) {
        gaps.push(reason);
    }
}

/// Whether the thread does not go on, or only by itself.
fn is_held_up(end: &StepEnd) -> bool {
    matches!(end, StepEnd::Blocked { .. } | StepEnd::Done { by_itself: true })
}
