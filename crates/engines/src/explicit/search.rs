//! Depth-first search over stored states. One machine walks forwards by steps
//! and backwards by its journal; a state that was seen before is not entered
//! again.
//!
//! With bounds (contexts, preemptions, depth) what may still follow depends on
//! the budget left, so the budget and the last thread belong to the stored
//! state.
//!
//! With a reduction all next steps of a new state are looked at first, and taken back; then
//! the reduction says which threads step from it.

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_semantics::happens_before::Effects;
use raddle_semantics::machine::{Mark, Status};
use raddle_semantics::numbering::Numbering;
use raddle_semantics::race::Touch;
use raddle_semantics::{Failure, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};
use raddle_verdict::{Counterexample, Violation};
use rustc_hash::FxHashSet;
use tracing::debug;

use super::ExplicitOptions;
use super::budget::{Bounds, Budget, Cost, Entered, More};
use super::cache::Cache;
use super::chooser::{self, Point};
use super::deadlock::{self, StepOutcome};
use super::footprint::{Footprint, PrivateCell, Recorder};
use super::frontier::Frontier;
use super::persistent::Selection;
use super::reducer::Reducer;
use super::report::describe;
use super::step::Tried;
use super::store::Store;
use super::superstep::AccessTable;
use super::watched::{Guess, Watching};
use crate::common::limits::{Limits, Listener, Progress, Watch};

/// In which order threads are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadOrder {
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
    /// In how many states some thread did not have to step.
    pub reduced: u64,
}

impl Explored {
    /// Adds what another search found that looked for what was open.
    pub fn add(&mut self, other: Explored) {
        self.open = other.open;
        self.transitions += other.transitions;
        self.violations.extend(other.violations);
        self.undefined.extend(other.undefined);
    }
}

/// A state on the stack of the depth-first search.
pub(super) struct StackState {
    /// Before the step that led here.
    mark: Mark,
    pub(super) step: Step,
    /// So many states before it on the path are not in the store, and it is not either.
    pub(super) passed: u32,
    /// The steps behind the first one, if it was a superstep.
    further: Vec<Step>,
    /// For supersteps: what each thread does next was looked at.
    pub(super) tables: Vec<AccessTable>,
    /// Which threads step, once that is known and not all do.
    pub(super) selection: Option<Box<Selection>>,
    /// The thread that stepped last, as far as switches are counted.
    pub(super) last: ThreadNumber,
    pub(super) left: Budget,
    /// The others were let step before, unless the last thread cannot.
    pub(super) only_last: bool,
    /// Where decisions are counted: the threads that step, if they are not all.
    pub(super) decided: Option<Decided>,
    /// The thread to try now, by position in the order of this state.
    turn: usize,
    points: Vec<Point>,
    pub(super) outcomes: Vec<(ThreadNumber, StepOutcome)>,
    pub(super) touches: Vec<(Touch, Step)>,
    /// The access that is watched for races with later ones.
    pub(super) watched: Option<Guess>,
}

impl StackState {
    pub(super) fn new(
        (step, further): (Step, Vec<Step>),
        mark: Mark,
        last: ThreadNumber,
        left: Budget,
    ) -> StackState {
        StackState {
            mark,
            step,
            passed: 0,
            further,
            tables: Vec::new(),
            selection: None,
            last,
            left,
            decided: None,
            turn: 0,
            points: Vec::new(),
            outcomes: Vec::new(),
            touches: Vec::new(),
            watched: None,
            only_last: false,
        }
    }

    /// Whether what its threads do next was looked at before any of them steps.
    pub(super) fn was_looked_at(&self) -> bool {
        self.selection.is_some() || !self.tables.is_empty()
    }
}

/// The threads that step where decisions are counted.
pub(super) struct Decided {
    pub(super) threads: Vec<ThreadNumber>,
    /// There were several.
    pub(super) is_choice: bool,
    /// It steps without a decision: it only begins, or creates another.
    pub(super) is_free: bool,
}

/// What comes of a step that was looked at.
pub(super) enum Look {
    /// A state.
    Leads,
    Nowhere,
    /// Once more: a check that failed is told, and the thread goes on or stops behind it.
    Again,
}

pub struct Search<'a> {
    pub(super) ready: &'a Ready,
    pub(super) machine: Machine<'a>,
    pub(super) store: Store,
    pub(super) numbering: Numbering,
    /// Unless steps are to be run every time.
    pub(super) cache: Option<Cache>,
    pub(super) bounds: Bounds,
    /// Where there are bounds.
    entered: Entered,
    pub(super) stack: Vec<StackState>,
    pub(super) findings: Explored,
    pub(super) watch: Watch,
    /// Told now and then.
    pub progress: Option<Listener<'a>>,
    /// Of the state that was stored last, or found in the store.
    pub(super) last_number: u32,
    /// Of the last step, as its footprint.
    pub(super) last_effects: Effects,
    pub(super) last_footprint: Footprint,
    pub(super) last_waited: Option<Box<[PrivateCell]>>,
    pub(super) recorder: Recorder,
    pub(super) watching: Watching<'a>,
    pub order: ThreadOrder,
    pub(super) reducer: Reducer,
    /// Unless the search goes depth-first.
    pub(super) frontier: Option<Frontier>,
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
        let watching = Watching::new(ready, targets);
        let reducer = Reducer::new(options, &bounds, watching.is_needed);
        Search {
            ready,
            machine: Machine::new(ready, options.selected),
            store: Store::new(),
            numbering: Numbering::default(),
            cache: options.remember.then(Cache::default),
            bounds,
            entered: Entered::default(),
            stack: Vec::new(),
            findings: Explored { open: targets, ..Explored::default() },
            watch: Watch::new(limits),
            progress: None,
            last_number: 0,
            last_effects: Effects::default(),
            last_footprint: Footprint::EMPTY,
            last_waited: None,
            recorder: Recorder::default(),
            watching,
            order: ThreadOrder::OldestFirst,
            reducer,
            frontier: None,
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
        self.search_frontier();
        self.findings.states = self.store.len();
        self.findings.bytes = self.store.bytes();
        if let Some(persistent) = self.reducer.persistent() {
            self.findings.bytes += persistent.bytes() as u64;
            self.findings.reduced = persistent.reduced;
            let (searched, moving, chosen) = persistent.share();
            debug!(target: "engine::explicit", searched, moving, chosen, "persistent sets");
        }
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
    pub(super) fn explore(&mut self) -> bool {
        while !self.stack.is_empty() {
            if self.findings.open.is_empty() || self.limit_reached() {
                return false;
            }
            self.select();
            let Some(thread) = self.turn() else {
                if !self.extend() {
                    self.leave();
                }
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
            match (next, &mut state.selection) {
                (Some(points), _) => state.points = points,
                (None, Some(selection)) => selection.turn_is_over(),
                (None, None) => state.turn += 1,
            }
        }
        !self.findings.open.is_empty()
    }

    /// Whether a limit is reached, asked now and then.
    pub(super) fn is_over(&mut self) -> bool {
        self.watch.due() && self.watch.exceeded().is_some()
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

    /// The thread whose step the current state tries next.
    fn turn(&self) -> Option<ThreadNumber> {
        let state = self.stack.last()?;
        match (&state.selection, &state.decided) {
            (Some(selection), _) => selection.turn(),
            (None, Some(decided)) => decided.threads.get(state.turn).copied(),
            (None, None) if state.tables.is_empty() => {
                let is_enough = state.only_last
                    && state.turn > 0
                    && state.outcomes.contains(&(state.last, StepOutcome::Steps));
                match is_enough {
                    true => None,
                    false => self.threads_in_order(state.last).nth(state.turn),
                }
            }
            // Supersteps are a function of the state.
            (None, None) => {
                let threads = 0..self.machine.threads.len() as ThreadNumber;
                threads.filter(|thread| self.machine.is_running(*thread)).nth(state.turn)
            }
        }
    }

    /// The running threads: the last one first, then the others in order.
    pub(super) fn threads_in_order(
        &self,
        last: ThreadNumber,
    ) -> impl Iterator<Item = ThreadNumber> + '_ {
        let count = self.machine.threads.len() as ThreadNumber;
        let others = (0..count).map(move |at| match self.order {
            ThreadOrder::OldestFirst => at,
            ThreadOrder::YoungestFirst => count - 1 - at,
        });
        std::iter::once(last)
            .chain(others.filter(move |&at| at != last))
            .filter(|&thread| self.machine.is_running(thread))
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
        let was_looked_at = self.stack.last().is_some_and(StackState::was_looked_at);
        let is_done = matches!(end, StepEnd::Done { .. });
        let by_itself = matches!(end, StepEnd::Done { by_itself: true });
        let look = match is_done && was_looked_at {
            true => Look::Leads,
            false => self.look_at(thread, end, sampled, &step),
        };
        match look {
            Look::Leads => {
                let watched = self.watch(&step, guess.taken);
                let further = match (&self.reducer, thread) {
                    (Reducer::Superstep(_), Some(thread)) => {
                        self.finish_superstep(thread, &step, &points, by_itself)
                    }
                    _ => Vec::new(),
                };
                let entered =
                    watched.is_some_and(|watched| self.enter((step, further), mark, watched));
                if !entered {
                    self.machine.undo_to(mark);
                }
            }
            Look::Nowhere => self.machine.undo_to(mark),
            Look::Again => {
                self.machine.undo_to(mark);
                return Some(points);
            }
        }
        chooser::next(points)
    }

    /// Notes how a step from the current state ended, and what is wrong with it. The machine
    /// stands behind the step.
    pub(super) fn look_at(
        &mut self,
        thread: Option<ThreadNumber>,
        end: StepEnd,
        sampled: bool,
        step: &Step,
    ) -> Look {
        let outcome = StepOutcome::of(&end, sampled);
        let happens = matches!(end, StepEnd::Done { .. } | StepEnd::Failed { .. });
        let look = self.look_inside(end, &[], step);
        match look {
            Look::Leads | Look::Nowhere => {
                self.note_outcome(thread, outcome);
                if happens {
                    self.look_for_races(step);
                }
            }
            Look::Again => {}
        }
        look
    }

    /// What is wrong with a step behind others from the current state.
    pub(super) fn look_inside(&mut self, end: StepEnd, before: &[Step], step: &Step) -> Look {
        match end {
            StepEnd::Done { .. } => return Look::Leads,
            StepEnd::Failed { thread: failing, failure, user_place } => {
                let kind = failure.kind;
                let steps: Vec<Step> = before.iter().chain([step]).cloned().collect();
                self.violated(failing, &failure, user_place, &steps);
                if !self.findings.open.contains(kind) {
                    // Once is enough to report. The thread goes on or stops, and
                    // others may see what it did in this step before the failure.
                    self.machine.deselect(kind);
                    return Look::Again;
                }
            }
            StepEnd::Blocked { .. } | StepEnd::Infeasible => {}
            StepEnd::Unsupported { place, what } => {
                let at = describe(self.ready, place);
                note(&mut self.findings.gaps, format!("{what} is not supported{at}"));
            }
            StepEnd::Limit(what) => note(&mut self.findings.gaps, what),
        }
        Look::Nowhere
    }

    /// Remembers the best that the thread can do from here.
    pub(super) fn note_outcome(&mut self, thread: Option<ThreadNumber>, outcome: StepOutcome) {
        let (Some(thread), Some(state)) = (thread, self.stack.last_mut()) else {
            return;
        };
        match state.outcomes.iter_mut().find(|(of, _)| *of == thread) {
            Some((_, known)) => *known = known.or(outcome),
            None => state.outcomes.push((thread, outcome)),
        }
    }

    /// Makes the machine's state the end of the path, if it is new and within the bounds.
    fn enter(
        &mut self,
        (step, further): (Step, Vec<Step>),
        mark: Mark,
        watched: Option<Guess>,
    ) -> bool {
        let Some(left) = self.budget_after(step.thread) else {
            self.findings.cut = true;
            return false;
        };
        let depth = self.stack.len() as u64;
        let last = self.last_after(step.thread);
        let key = self.watched_key(watched.as_ref());
        let more = self.more(step.thread, &key, (last, left));
        if more == More::Nothing {
            return false;
        }
        let only_last = more == More::LastThread;
        if self.frontier.is_some() {
            self.wait(&step, further, (last, left, only_last), watched);
            return false;
        }
        self.findings.deepest = self.findings.deepest.max(depth);
        let state = StackState::new((step, further), mark, last, left);
        self.stack.push(StackState { watched, only_last, ..state });
        true
    }

    /// Goes on from the machine's state, whatever was seen.
    pub(super) fn push(&mut self, step: Step, mark: Mark) {
        let last = step.thread;
        let left = self.bounds.budget();
        self.stack.push(StackState::new((step, Vec::new()), mark, last, left));
    }

    /// What belongs to a state beside the machine's.
    fn watched_key(&mut self, watched: Option<&Guess>) -> Vec<u64> {
        match self.watching.is_needed {
            true => vec![self.watching.number(watched)],
            false => Vec::new(),
        }
    }

    /// What can follow the machine's state that was not searched before. Where threads are selected it is
    /// stored later, once it is known whether it has to be.
    fn more(&mut self, by: ThreadNumber, key: &[u64], with: (ThreadNumber, Budget)) -> More {
        let Some(persistent) = self.reducer.persistent() else {
            let stored = self.store.insert(&self.machine, key);
            self.last_number = stored.number;
            return match self.bounds.restrict_runs() {
                true => self.entered.more(&self.bounds, stored.number, with.0, with.1),
                false if stored.is_new => More::Everything,
                false => More::Nothing,
            };
        };
        if persistent.gave_up {
            let stored = self.store.insert(&self.machine, key);
            if stored.is_new {
                persistent.store_unselected(stored.number);
            }
            self.arrived(by, Some(stored.number));
            return if stored.is_new { More::Everything } else { More::Nothing };
        }
        let known = self.store.find(&self.machine, key);
        self.arrived(by, known);
        if known.is_none() { More::Everything } else { More::Nothing }
    }

    /// What is left after a step of this thread; `None` if the bounds do not allow it.
    pub(super) fn budget_after(&self, thread: ThreadNumber) -> Option<Budget> {
        let Some(state) = self.stack.last() else {
            return self.bounds.spend(self.bounds.budget(), Cost::default());
        };
        let switches = thread != state.last;
        // The last thread was tried first, so it is known whether it could go on.
        let could_go_on = state.outcomes.contains(&(state.last, StepOutcome::Steps));
        let decides = state.decided.as_ref().is_some_and(|decided| decided.is_choice);
        let cost = Cost { switches, preempts: switches && could_go_on, decides };
        self.bounds.spend(state.left, cost)
    }

    /// The last thread behind a step of this one: steps that nobody decided do not count.
    fn last_after(&self, thread: ThreadNumber) -> ThreadNumber {
        let free = self
            .stack
            .last()
            .filter(|state| state.decided.as_ref().is_some_and(|decided| decided.is_free));
        free.map_or(thread, |state| state.last)
    }

    /// Whether the current state is a deadlock, as far as its threads' next steps are known.
    pub(super) fn look_for_deadlock(&mut self) {
        let Some(state) = self.stack.last() else { return };
        if !self.findings.open.contains(CheckKind::Deadlock) {
            return;
        }
        let some_stopped = self.machine.threads.iter().any(|(_, thread)| match thread.status {
            Status::Stopped(_) | Status::Assumed => true,
            Status::Running | Status::Finished => false,
        });
        if let Some(waiting) = deadlock::find(&state.outcomes, some_stopped) {
            self.deadlocked(&waiting);
        }
    }

    /// All steps from the last state were tried: look for a deadlock, go back.
    fn leave(&mut self) {
        self.look_for_deadlock();
        let Some(state) = self.stack.pop() else { return };
        self.machine.undo_to(state.mark);
        if let (Some(selection), Some(persistent)) = (state.selection, self.reducer.persistent()) {
            let (arrival, lowest) = persistent.leave(*selection);
            let parent = self.stack.last_mut().and_then(|parent| parent.selection.as_mut());
            if let Some(parent) = parent {
                parent.came_back(arrival, lowest);
            }
        }
    }

    pub(super) fn deadlocked(&mut self, waiting: &[ThreadNumber]) {
        let place = |thread: ThreadNumber| self.machine.user_place(thread);
        let violation = Violation::deadlock(self.ready, waiting, &place);
        self.record(violation, &[]);
    }

    fn violated(
        &mut self,
        thread: ThreadNumber,
        failure: &Failure,
        user_place: Place,
        steps: &[Step],
    ) {
        let by = steps.last().map_or(0, |step| step.thread);
        if self.budget_after(by).is_none() {
            self.findings.cut = true;
            return;
        }
        let violation = Violation::failure(self.ready, thread, failure, user_place);
        self.record(violation, steps);
    }

    /// Notes a violation that the path and these further steps lead to.
    pub(super) fn record(&mut self, violation: Violation, further: &[Step]) {
        if !self.findings.open.contains(violation.kind) {
            return;
        }
        self.findings.open = self.findings.open.without(violation.kind);
        let before = self.frontier.as_ref().map_or(Vec::new(), Frontier::run);
        // What is on the stack then is the state where it begins.
        let from = usize::from(self.frontier.is_some());
        let path = self
            .stack
            .iter()
            .skip(from)
            .flat_map(|state| std::iter::once(&state.step).chain(&state.further));
        let steps = before.iter().chain(path).chain(further).cloned().collect();
        let schedule = Schedule { steps };
        let counterexample = Counterexample { violation, schedule };
        self.watch.tell(&counterexample);
        self.findings.violations.push(counterexample);
    }
}

pub fn note(gaps: &mut Vec<String>, reason: String) {
    if !gaps.contains(&reason) {
        gaps.push(reason);
    }
}
