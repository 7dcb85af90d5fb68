//! Takes one step of the machine, from memory if it is remembered (`cache.rs`), and notes what
//! it touches.

use raddle_ir::StopReason;
use raddle_semantics::{Choice, Event, StepEnd, ThreadNumber};

use super::cache::{Cache, Ending, Taken};
use super::chooser::{Chooser, Point};
use super::report::sampling_reason;
use super::search::{Search, note};

/// A step that was tried.
pub struct Tried {
    pub end: StepEnd,
    pub choices: Vec<Choice>,
    /// The open choices that it went through.
    pub points: Vec<Point>,
    /// Whether they stand for fewer values than there are.
    pub sampled: bool,
}

impl Search<'_> {
    /// Takes the step, from memory if it is remembered, and settles what it did.
    pub(super) fn take(&mut self, thread: Option<ThreadNumber>, mut points: Vec<Point>) -> Tried {
        let key = thread.map(|thread| Cache::key(&self.machine, thread));
        self.last_effects.clear();
        if let Some(key) = key
            && let Some(cache) = &self.cache
            && let Some(known) = cache.find(&self.machine, key, &mut points)
        {
            self.last_effects.list.extend_from_slice(&known.effects);
            self.last_footprint = known.footprint;
            self.last_waited.clone_from(&known.waited);
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
                footprint: self.last_footprint,
                waited: self.last_waited.as_deref(),
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
        let (recorder, records) = (&mut self.recorder, !self.reducer.is_nothing());
        recorder.clear();
        let mut in_section = false;
        let mut observer = |event: &Event| {
            if let Event::Section { begins, .. } = event {
                in_section = *begins;
            }
            if let Event::Stop { place, reason: StopReason::Undefined, .. } = event {
                undefined.insert(*place);
            }
            if records {
                recorder.add(ready, event);
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
        if let Some(footprints) = self.reducer.footprints() {
            self.last_footprint = footprints.of_step(&self.recorder, &self.machine);
            let is_blocked = matches!(end, StepEnd::Blocked { .. });
            self.last_waited = self.recorder.private_cells(&self.machine, is_blocked);
        }
        let choices = std::mem::take(&mut chooser.choices);
        let sampled = chooser.sampled.is_some();
        if let Some((place, width)) = chooser.sampled {
            let reason = sampling_reason(self.ready, place, width);
            note(&mut self.findings.gaps, reason);
        }
        Tried { end, choices, points: chooser.into_points(), sampled }
    }
}

/// Whether the thread does not go on, or only by itself.
fn is_held_up(end: &StepEnd) -> bool {
    matches!(end, StepEnd::Blocked { .. } | StepEnd::Done { by_itself: true })
}
