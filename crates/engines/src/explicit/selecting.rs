//! Between the search and `persistent.rs`: looks at the next steps of a new state, asks which
//! threads step from it, and tries waits.

use std::rc::Rc;

use raddle_semantics::machine::{Status, Thread};
use raddle_semantics::{Event, Step, StepEnd, ThreadNumber};

use super::chooser::{self, Chooser};
use super::deadlock::StepOutcome;
use super::footprint::Footprint;
use super::futures::{Known, Sets, Touched};
use super::persistent::{Alone, Arrival, Blocked, Extended, NextStep, Selection};
use super::reducer::Reducer;
use super::search::{Decided, Look, Search};
use super::step::Tried;
use super::superstep::AccessTable;
use super::waits::{WaitSet, WaitingStep};
use crate::common::waiting::undecided_among;

/// With more threads than this at once, what can still happen is too much to keep.
const MOST_THREADS: usize = 40;

/// So many steps of a thread alone are looked at.
const LONGEST_ALONE: usize = 300;

/// A thread that goes on alone goes through so many states that are not stored: they are
/// searched again if they are reached again, and cycles must be seen.
const MOST_PASSED: u32 = 4;

impl Search<'_> {
    /// Looks at what the threads of the current state do next, if it is new and there is a
    /// reduction.
    pub(super) fn select(&mut self) {
        let looks = self.reducer.selects() || self.bounds.decisions.is_some();
        let Some(state) = self.stack.last().filter(|_| looks) else { return };
        if state.was_looked_at() || state.decided.is_some() {
            return;
        }
        let threads: Vec<ThreadNumber> = self.threads_in_order(state.last).collect();
        if self.reducer.is_nothing() {
            return self.decide(&threads);
        }
        if threads.len() > MOST_THREADS && self.give_up() {
            return;
        }
        let next: Vec<NextStep> =
            threads.into_iter().map(|thread| self.next_step(thread)).collect();
        let all = self.machine.threads.iter();
        let ended = all.filter(|(_, thread)| thread.status != Status::Running);
        let ended = ended.map(|(number, _)| number as ThreadNumber).collect();
        let before = self.stack.len().checked_sub(2).map_or(0, |before| self.stack[before].passed);
        let Some(state) = self.stack.last_mut() else { return };
        match &mut self.reducer {
            Reducer::Nothing => {}
            Reducer::Superstep(_) => {
                let table = |next: &NextStep| AccessTable::new(next.thread, next.footprint);
                state.tables = next.iter().map(table).collect();
            }
            Reducer::Persistent(persistent) => {
                let mut selection = persistent.select(next, ended);
                if selection.is_only(state.step.thread) && before < MOST_PASSED {
                    state.passed = before + 1;
                } else {
                    persistent.store(&mut selection, self.store.insert(&self.machine, &[]).number);
                }
                state.selection = Some(Box::new(selection));
            }
        }
    }

    /// From the current state on all threads step. Whether that is news.
    fn give_up(&mut self) -> bool {
        let Some(persistent) = self.reducer.persistent() else { return false };
        persistent.gave_up = true;
        let stored = self.store.insert(&self.machine, &[]);
        if stored.is_new {
            persistent.store_unselected(stored.number);
        }
        let parent = self.stack.iter_mut().nth_back(1).and_then(|state| state.selection.as_mut());
        if let Some(parent) = parent {
            parent.came_back(Arrival::Stored(stored.number), u32::MAX);
        }
        true
    }

    /// Which threads step where decisions are counted: all that can, or without a decision the
    /// first of them.
    fn decide(&mut self, threads: &[ThreadNumber]) {
        for thread in threads {
            self.try_outcomes(*thread);
        }
        let running =
            self.machine.threads.iter().filter(|(_, each)| each.status == Status::Running);
        let running: Vec<_> =
            running.map(|(number, thread)| (number as ThreadNumber, thread)).collect();
        let free = undecided_among(self.ready, &running);
        let Some(state) = self.stack.last_mut() else { return };
        let moves = |thread: &&ThreadNumber| {
            state.outcomes.contains(&(**thread, StepOutcome::Steps))
                || state.outcomes.contains(&(**thread, StepOutcome::ByItself))
        };
        let mut threads: Vec<ThreadNumber> = threads.iter().filter(moves).copied().collect();
        let is_choice = free.is_none() && state.left.has_decisions();
        if !is_choice {
            self.findings.cut |= threads.len() > 1;
            threads.sort_by_key(|thread| Some(*thread) != free);
            threads.truncate(1);
        }
        let is_free = free.is_some_and(|free| threads == [free]);
        let is_choice = is_choice && threads.len() > 1;
        state.decided = Some(Decided { threads, is_choice, is_free });
    }

    /// Notes how the thread's next step can end, and nothing else of it: it may not be within
    /// the bound.
    fn try_outcomes(&mut self, thread: ThreadNumber) {
        let mark = self.machine.mark();
        let mut next = Some(Vec::new());
        while let Some(points) = next {
            let Tried { end, points, sampled, .. } = self.take(Some(thread), points);
            self.machine.undo_to(mark);
            self.note_outcome(Some(thread), StepOutcome::of(&end, sampled));
            next = chooser::next(points);
        }
    }

    /// Looks at what a thread does next, with every combination of its choices, and takes it
    /// back.
    pub(super) fn next_step(&mut self, thread: ThreadNumber) -> NextStep {
        let place = self.machine.place(thread);
        let mark = self.machine.mark();
        let (mut footprint, mut touched) = (Footprint::EMPTY, Touched::NOTHING);
        let mut next = Some(Vec::new());
        while let Some(points) = next {
            let Tried { end, choices, points, sampled } = self.take(Some(thread), points);
            let look = self.look_at(Some(thread), end, sampled, &Step { thread, choices });
            self.machine.undo_to(mark);
            let more = self.last_touched(thread, self.standing(thread));
            if let Some(footprints) = self.reducer.footprints() {
                footprint = footprints.union(footprint, self.last_footprint);
            }
            if let Some(persistent) = self.reducer.persistent() {
                touched = persistent.sets.union(touched, more);
            }
            next = match look {
                Look::Again => Some(points),
                Look::Leads | Look::Nowhere => chooser::next(points),
            };
        }
        let outcomes = self.stack.last().map_or(&[][..], |state| &state.outcomes);
        let outcome = outcomes.iter().find(|(of, _)| *of == thread).map(|(_, outcome)| *outcome);
        let goes_on = outcome == Some(StepOutcome::Steps);
        let is_blocked = matches!(outcome, Some(StepOutcome::Blocked(..)));
        let moves = goes_on || outcome == Some(StepOutcome::ByItself);
        NextStep { thread, place, footprint, touched, is_blocked, goes_on, moves }
    }

    /// A thread as it stands now, with its identity.
    fn standing(&self, thread: ThreadNumber) -> Option<(Rc<Thread>, u32)> {
        let local = self.machine.threads.shared(thread as usize)?;
        Some((local.clone(), self.machine.threads.identity(thread as usize)))
    }

    /// What the last step has touched, by a thread that stood so in front of it.
    fn last_touched(
        &mut self,
        number: ThreadNumber,
        standing: Option<(Rc<Thread>, u32)>,
    ) -> Touched {
        let (Some(private), Some((thread, identity)), Some(persistent)) =
            (self.last_waited.clone(), standing, self.reducer.persistent())
        else {
            return Touched { plain: self.last_footprint, waiting: WaitSet::EMPTY };
        };
        let footprint = self.last_footprint;
        let step = WaitingStep { number, thread, identity, footprint, private };
        let waiting = persistent.sets.waits.of_step(step);
        Touched { plain: Footprint::EMPTY, waiting }
    }

    /// All selected threads have stepped; whether more must.
    pub(super) fn extend(&mut self) -> bool {
        let selection = self.stack.last_mut().and_then(|state| state.selection.take());
        let Some(mut selection) = selection else { return false };
        let grown = match self.try_extend(&mut selection) {
            Extended::Closed => false,
            Extended::Grown => true,
            Extended::Doubtful => {
                let threads: Vec<ThreadNumber> = selection.threads().collect();
                let alone =
                    threads.into_iter().map(|thread| (thread, self.alone(thread))).collect();
                selection.knows_alone(alone);
                self.try_extend(&mut selection) == Extended::Grown
            }
        };
        if let Some(state) = self.stack.last_mut() {
            state.selection = Some(selection);
        }
        grown
    }

    fn try_extend(&mut self, selection: &mut Selection) -> Extended {
        let mut reducer = std::mem::replace(&mut self.reducer, Reducer::Nothing);
        let mut try_wait = |sets: &mut Sets, step: &WaitingStep| self.try_wait(sets, step);
        let extended = match reducer.persistent() {
            Some(persistent) => persistent.extend(selection, &mut try_wait),
            None => Extended::Closed,
        };
        self.reducer = reducer;
        extended
    }

    /// How many threads run.
    fn running(&self) -> usize {
        self.machine.threads.iter().filter(|(_, thread)| thread.status == Status::Running).count()
    }

    /// What a thread does from the current state if no other one steps, until it ends, waits
    /// or comes round; nothing where that is long, open, or creates threads.
    fn alone(&mut self, thread: ThreadNumber) -> Option<Alone> {
        let mark = self.machine.mark();
        let company = self.running();
        let mut alone = Alone::default();
        let mut seen: Vec<(u32, Vec<u8>)> = Vec::new();
        let mut is_complete = false;
        for _ in 0..LONGEST_ALONE {
            let identity = self.machine.threads.identity(thread as usize);
            let row = match seen.iter().any(|(known, _)| *known == identity) {
                true => self.store.row(&self.machine),
                false => Vec::new(),
            };
            if !row.is_empty() && seen.iter().any(|(_, known)| *known == row) {
                is_complete = true;
                break;
            }
            seen.push((identity, row));
            let standing = self.standing(thread);
            let Tried { end, points, .. } = self.take(Some(thread), Vec::new());
            let happens = matches!(end, StepEnd::Done { .. });
            let ends = usize::from(happens && !self.machine.is_running(thread));
            if !points.is_empty() || happens && self.running() + ends != company {
                break;
            }
            let touched = self.last_touched(thread, standing);
            if let Some(persistent) = self.reducer.persistent() {
                alone.touched = persistent.sets.union(alone.touched, touched);
                if happens {
                    let footprints = &mut persistent.sets.footprints;
                    alone.executed = footprints.union(alone.executed, self.last_footprint);
                }
            }
            if let StepEnd::Blocked { holder: Some(holder), .. } = end {
                alone.waits_for = Some((self.last_footprint, holder));
            }
            let waits = matches!(end, StepEnd::Blocked { .. } | StepEnd::Infeasible);
            if waits || happens && !self.machine.is_running(thread) {
                is_complete = true;
                break;
            }
            if !happens {
                break;
            }
        }
        self.machine.undo_to(mark);
        is_complete.then_some(alone)
    }

    /// Puts a waiting thread into the current state, and tries whether it waits there too.
    fn try_wait(&mut self, sets: &mut Sets, step: &WaitingStep) -> Option<Blocked> {
        let mark = self.machine.mark();
        self.machine.begin_step();
        self.machine.threads.put(step.number, Some(step.thread.clone()), step.identity);
        let (ready, recorder) = (self.ready, &mut self.recorder);
        recorder.clear();
        let mut chooser = Chooser::new(ready, &mut self.numbering, Vec::new());
        let mut observer = |event: &Event| recorder.add(ready, event);
        let end = self.machine.step(step.number, &mut chooser, &mut observer);
        let holder = match end {
            StepEnd::Blocked { holder, .. } if chooser.into_points().is_empty() => Some(holder),
            StepEnd::Blocked { .. }
            | StepEnd::Done { .. }
            | StepEnd::Infeasible
            | StepEnd::Failed { .. }
            | StepEnd::Unsupported { .. }
            | StepEnd::Limit(_) => None,
        };
        let read = sets.footprints.of_step(recorder, &self.machine);
        let private = recorder.private_cells(&self.machine, holder.is_some());
        self.machine.undo_to(mark);
        Some(Blocked { read, private: private?, holder: holder? })
    }

    /// Tells the selection of the current state where a step led to: to a state in the store, or
    /// to one that is entered now.
    pub(super) fn arrived(&mut self, by: ThreadNumber, known: Option<u32>) {
        let selection = self.stack.last_mut().and_then(|state| state.selection.as_mut());
        if let (Some(selection), Some(persistent)) = (selection, self.reducer.persistent()) {
            let threads = self.machine.threads.iter();
            let running = threads.filter(|(_, thread)| thread.status == Status::Running);
            let running = running.map(|(number, _)| number as ThreadNumber);
            let arrival = known.map_or(Arrival::Passed(Known::Open(0)), Arrival::Stored);
            persistent.arrived(selection, by, arrival, running);
        }
    }
}
