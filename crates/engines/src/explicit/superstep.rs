//! Supersteps: a thread goes on through steps that no other thread's superstep from the same
//! state is dependent with (Zaks and Joshi, "Verifying Multi-threaded C Programs with SPIN",
//! section 4).
//!
//! Every state has a table for each unfinished thread: what the steps of its superstep touch,
//! by actual address. A step is added as long as it is independent of all entries of the other
//! tables; one that is dependent only with the last entry of another is the last of its own
//! (POST_STOP); one that is dependent with an earlier entry is left to a later superstep
//! (PRE_STOP). So of two supersteps from a state only the last steps can be dependent, and every
//! run begins, but for the order of independent steps, with one of them.
//!
//! Deviations from the paper:
//! - Tables hold the next step of *every* unfinished thread. With those of enabled threads only,
//!   as printed, a bug is lost: one thread does `unlock(m); x = 1; x = 2`, another waits for
//!   `m` and asserts `x != 1`; what the wait reads must end the superstep at `unlock`.
//! - Steps are those of the machine (one visible action, or an atomic section with all that it
//!   touches), not instructions. A new thread, the end of a thread, an open choice, and a step
//!   that a thread takes only by itself end a superstep.
//! - Threads have their turns in the order of their numbers, so that supersteps are a function
//!   of the state.
//!
//! Assertions and races inside of a superstep are seen: its steps are looked at one by one. Two
//! racing accesses are dependent, so each is the last step that was added to its table, or was
//! left out by the other. Deadlocks are states in which no thread goes on, so they are never
//! inside. Under a bound on context switches the switches between supersteps are counted, and a
//! run that stands for another may have more of them: what the bound cuts off then is *unknown*.

use raddle_ir::CheckKind;
use raddle_semantics::race::Touch;
use raddle_semantics::{Step, StepEnd, ThreadNumber};

use super::chooser::Point;
use super::footprint::{Footprint, Footprints};
use super::search::{Look, Search};
use super::step::Tried;
use super::watched::touches;

/// Longer ones are divided, so that all are finite.
const LONGEST: usize = 1_000;

/// What the superstep of a thread touches.
#[derive(Debug)]
pub struct AccessTable {
    thread: ThreadNumber,
    /// By step.
    entries: Vec<Footprint>,
    steps: Vec<Step>,
    /// What can race, but for the first step (the state has that).
    touches: Vec<(Touch, usize)>,
}

/// Whether a step can be added to a superstep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    Continue,
    PostStop,
    PreStop,
}

impl AccessTable {
    /// Begins with what a thread does next.
    pub fn new(thread: ThreadNumber, next: Footprint) -> AccessTable {
        AccessTable { thread, entries: vec![next], steps: Vec::new(), touches: Vec::new() }
    }
}

fn test_for_independence(
    footprints: &mut Footprints,
    tables: &[AccessTable],
    thread: ThreadNumber,
    footprint: Footprint,
) -> Conflict {
    let mut result = Conflict::Continue;
    for table in tables.iter().filter(|table| table.thread != thread) {
        let Some((last, earlier)) = table.entries.split_last() else { continue };
        if earlier.iter().any(|entry| footprints.conflict(*entry, footprint)) {
            return Conflict::PreStop;
        }
        if footprints.conflict(*last, footprint) {
            result = Conflict::PostStop;
        }
    }
    result
}

impl Search<'_> {
    /// The thread has taken its first step from the current state, with these open choices: goes
    /// on with the rest of the superstep. The further steps.
    pub(super) fn finish_superstep(
        &mut self,
        thread: ThreadNumber,
        first: &Step,
        points: &[Point],
        by_itself: bool,
    ) -> Vec<Step> {
        let mut steps = vec![first.clone()];
        let alone = self.conflict(thread, self.last_footprint);
        if points.is_empty() && !by_itself && alone == Conflict::Continue {
            while steps.len() < LONGEST && self.is_same_company(thread) {
                if !self.add_step(thread, &mut steps) {
                    break;
                }
            }
        }
        if let Some(table) = self.table(thread) {
            table.steps.clone_from(&steps);
        }
        steps.remove(0);
        steps
    }

    fn table(&mut self, thread: ThreadNumber) -> Option<&mut AccessTable> {
        let tables = &mut self.stack.last_mut()?.tables;
        tables.iter_mut().find(|table| table.thread == thread)
    }

    fn conflict(&mut self, thread: ThreadNumber, footprint: Footprint) -> Conflict {
        let (Some(state), Some(footprints)) = (self.stack.last(), self.reducer.footprints()) else {
            return Conflict::PreStop;
        };
        test_for_independence(footprints, &state.tables, thread, footprint)
    }

    /// Whether the thread runs, and those that did when the superstep began.
    fn is_same_company(&self, thread: ThreadNumber) -> bool {
        let before = self.stack.last().map_or(0, |state| state.tables.len());
        let running = (0..self.machine.threads.len())
            .filter(|number| self.machine.is_running(*number as ThreadNumber));
        self.machine.is_running(thread) && running.count() == before
    }

    /// Adds one more step, if it belongs to the superstep; whether another one may follow.
    fn add_step(&mut self, thread: ThreadNumber, steps: &mut Vec<Step>) -> bool {
        let mark = self.machine.mark();
        let Tried { end, choices, points, sampled: _ } = self.take(Some(thread), Vec::new());
        let step = Step { thread, choices };
        let by_itself = matches!(end, StepEnd::Done { by_itself: true });
        if !points.is_empty() || by_itself {
            self.machine.undo_to(mark);
            return false;
        }
        self.look_for_races_inside(thread, steps, &step);
        match self.look_inside(end, steps, &step) {
            Look::Leads => {}
            Look::Again => {
                self.machine.undo_to(mark);
                return true;
            }
            Look::Nowhere => {
                self.machine.undo_to(mark);
                return false;
            }
        }
        let footprint = self.last_footprint;
        let conflict = self.conflict(thread, footprint);
        if conflict == Conflict::PreStop {
            self.machine.undo_to(mark);
            return false;
        }
        let raced: Vec<Touch> = touches(&self.last_effects).copied().collect();
        self.findings.transitions += 1;
        steps.push(step);
        if let Some(table) = self.table(thread) {
            let at = table.entries.len();
            table.entries.push(footprint);
            table.touches.extend(raced.into_iter().map(|touch| (touch, at)));
        }
        conflict == Conflict::Continue
    }

    /// Compares the accesses of a further step with those of other supersteps from the same
    /// state.
    fn look_for_races_inside(&mut self, thread: ThreadNumber, steps: &[Step], step: &Step) {
        if !self.findings.open.contains(CheckKind::Race) || self.last_effects.list.is_empty() {
            return;
        }
        if self.bounds.restrict_runs() {
            // The other superstep would cost another switch.
            self.findings.cut = true;
            return;
        }
        let Some(state) = self.stack.last() else { return };
        let mut race = None;
        for touch in touches(&self.last_effects) {
            let first = state.touches.iter().find(|(other, _)| touch.races_with(other));
            let first = first.map(|(other, step)| (*touch, *other, Vec::new(), step.clone()));
            race = race.or(first).or_else(|| {
                let mut tables = state.tables.iter().filter(|table| table.thread != thread);
                tables.find_map(|table| {
                    let found = table.touches.iter().find(|(other, _)| touch.races_with(other));
                    let (other, at) = found?;
                    Some((
                        *touch,
                        *other,
                        table.steps[..*at].to_vec(),
                        table.steps.get(*at)?.clone(),
                    ))
                })
            });
        }
        let Some((touch, other, before, other_step)) = race else { return };
        let further = steps.iter().cloned().chain(before);
        let further: Vec<Step> = match touch.kind().goes_after(other.kind()) {
            true => further.chain([other_step, step.clone()]).collect(),
            false => further.chain([step.clone(), other_step]).collect(),
        };
        let violation = match touch.kind().goes_after(other.kind()) {
            true => self.race(&other, &touch),
            false => self.race(&touch, &other),
        };
        self.record(violation, &further);
    }
}
