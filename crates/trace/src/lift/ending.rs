//! What was violated, said about the user's code.

use raddle_ir::Location;

use super::{Lifter, source_place};
use crate::source::{Action, Ending, SourcePlace};
use raddle_verdict::{Execution, Waiting};

impl Lifter<'_> {
    /// The trace of a race ends with its second access: that row tells so.
    pub(super) fn race(&mut self, execution: &Execution) {
        let Some(last) = self.events.last().filter(|_| execution.raced.is_some()) else {
            return;
        };
        let mut event = last.clone();
        event.instruction = u64::MAX;
        event.action = Action::Fails {
            check: execution.violation.kind,
            message: execution.violation.message.clone(),
        };
        self.events.push(event);
    }

    pub(super) fn ending(&mut self, execution: &Execution) -> Ending {
        let violation = &execution.violation;
        // The user's line, where the failure itself is inside the library.
        let told = self.events.iter().rev().find_map(|event| {
            let ends = matches!(event.action, Action::Fails { .. } | Action::Waits { .. });
            (ends && event.thread == violation.thread).then(|| event.place.clone())
        });
        let place = match told.flatten() {
            Some(place) => Some(place),
            None => violation.location.and_then(|found| self.at(found)),
        };
        let other =
            violation.other.map(|(thread, found)| (thread, found.and_then(|found| self.at(found))));
        let raced =
            execution.raced.map(|(address, width)| self.objects.access(address, width, None));
        let subject = raced.and_then(|mut parts| Some(parts.pop()?.0));
        let message = match execution.waiting.as_slice() {
            [] => violation.message.clone(),
            waiting => self.who_waits(waiting),
        };
        Ending { check: violation.kind, message, thread: violation.thread, place, subject, other }
    }

    /// `left and right wait for ever`
    fn who_waits(&self, waiting: &[Waiting]) -> String {
        let name = |waiting: &Waiting| match self.names.get(waiting.thread as usize) {
            Some(name) => name.clone(),
            None => format!("thread {}", waiting.thread),
        };
        let names: Vec<String> = waiting.iter().map(name).collect();
        match names.as_slice() {
            [] => "nothing waits".to_owned(),
            [only] => format!("{only} waits for ever"),
            [front @ .., last] => format!("{} and {last} wait for ever", front.join(", ")),
        }
    }

    fn at(&self, found: Location) -> Option<SourcePlace> {
        source_place(&self.ready.program, found)
    }
}
