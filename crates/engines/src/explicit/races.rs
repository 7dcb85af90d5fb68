//! Data races along the search: between next steps of a state, and between an access that is
//! watched and later ones.

use raddle_ir::CheckKind;
use raddle_semantics::machine::Status;
use raddle_semantics::race::Touch;
use raddle_semantics::{Step, ThreadNumber};
use raddle_verdict::Violation;

use super::search::Search;
use super::watched::{Guess, Next, touches};

impl Search<'_> {
    /// Compares the accesses of the step just tried with those of other threads'
    /// steps from the same state. The race is that state, which is within the
    /// bounds; that the two steps in which a person sees it may not be, does not
    /// matter.
    pub(super) fn look_for_races(&mut self, step: &Step) {
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

    pub(super) fn race(&self, first: &Touch, second: &Touch) -> Violation {
        let access = |touch: &Touch| (touch.thread, touch.place);
        Violation::race(self.ready, access(first), access(second))
    }

    /// What is watched after the step just tried; `None` if nothing more can come of this
    /// guess, since the access is ordered before everything else, or the race is found.
    pub(super) fn watch(&mut self, step: &Step, guessed: u32) -> Option<Option<Guess>> {
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
                if self.budget_after(step.thread).is_none() {
                    self.findings.cut = true;
                } else {
                    let violation = self.race(&first, &second);
                    self.record(violation, std::slice::from_ref(step));
                }
                None
            }
        }
    }
}
