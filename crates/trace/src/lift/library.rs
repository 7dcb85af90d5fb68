//! Calls into the library, told in words at the user's line.

use raddle_ir::Origin;
use raddle_passes::Place;
use raddle_semantics::ThreadNumber;
use raddle_terms::Bits;

use super::{CallFrame, Lifter};
use crate::calls;
use crate::source::Action;
use raddle_verdict::Waiting;
use raddle_verdict::call_stacks::Attribution;

impl Lifter<'_> {
    pub(super) fn library_call_ends(
        &mut self,
        thread: ThreadNumber,
        at: Attribution,
        value: Option<Bits>,
    ) {
        self.stored.remove(&thread);
        let Some((frame, place)) = self.library_call(thread, at) else {
            return;
        };
        let Some(phrase) = self.phrase(frame.function) else {
            return;
        };
        let words = match value {
            Some(value) if value.is_true() => phrase.fails,
            Some(_) | None if frame.notes.by_itself && phrase.ends == "wakes up" => {
                "wakes up without a signal"
            }
            Some(_) | None => phrase.ends,
        };
        self.tell_library(thread, place, at, &frame, words);
    }

    /// Whether the library call allocates memory for the user.
    pub(super) fn allocates(&self, frame: &CallFrame) -> bool {
        let function = self.ready.program.functions.get(frame.function);
        function.is_some_and(|function| calls::allocates(&function.name))
    }

    pub(super) fn library_call(
        &self,
        thread: ThreadNumber,
        at: Attribution,
    ) -> Option<(CallFrame, Place)> {
        let frame = self.stacks.frames(thread).get(at.call?)?.clone();
        let place = frame.called_from?;
        Some((frame, place))
    }

    fn tell_library(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        at: Attribution,
        frame: &CallFrame,
        words: &str,
    ) {
        let effect = self.fill(words, frame);
        if effect.is_empty() {
            return;
        }
        let program = &self.ready.program;
        let function = program.functions.get(frame.function);
        let function = function.map_or_else(String::new, |function| function.name.clone());
        self.tell_at(thread, place, at, Action::Library { function, effect });
    }

    /// Puts the arguments into the words of a phrase.
    fn fill(&self, words: &str, frame: &CallFrame) -> String {
        let first = frame.arguments.first().copied().flatten();
        let object = first.map_or_else(|| "?".to_owned(), |first| self.objects.target(first));
        let thread = first.and_then(|first| self.handles.get(&first));
        let thread = match thread.and_then(|&thread| self.names.get(thread as usize)) {
            Some(name) => name.as_str(),
            None => "a thread",
        };
        words.replace("{0}", &object).replace("{thread}", thread)
    }

    /// Tells library calls that have begun and are not done when their step is.
    pub(super) fn end_step(&mut self, thread: ThreadNumber) {
        let count = self.stacks.frames(thread).len();
        let user =
            self.stacks.frames(thread).iter().rposition(|frame| frame.origin == Origin::User);
        let call = user.map(|user| user + 1).filter(|&call| call < count);
        if let Some(call) = call {
            let at = Attribution {
                place: self.stacks.frames(thread)[call].called_from,
                call: Some(call),
            };
            self.library_call_begins(thread, at);
        }
        for position in 0..count {
            if let Some(frame) = self.stacks.frame_mut(thread, position) {
                frame.notes.active = false;
            }
        }
    }

    fn library_call_begins(&mut self, thread: ThreadNumber, at: Attribution) {
        let Some((frame, place)) = self.library_call(thread, at) else {
            return;
        };
        let phrase = self.phrase(frame.function);
        let Some(phrase) = phrase.filter(|_| frame.notes.active && !frame.notes.told) else {
            return;
        };
        self.tell_library(thread, place, at, &frame, phrase.begins);
        if let Some(frame) = at.call.and_then(|call| self.stacks.frame_mut(thread, call)) {
            frame.notes.told = true;
        }
    }

    pub(super) fn library_call_ends_without_value(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        at: Attribution,
        frame: &CallFrame,
    ) {
        let words = self.phrase(frame.function).map_or("ends", |phrase| phrase.ends);
        self.tell_library(thread, place, at, frame, words);
    }

    pub(super) fn waiting(&mut self, waiting: &Waiting) {
        let at = self.stacks.attribute(waiting.thread, waiting.place);
        let call = self.library_call(waiting.thread, at);
        let what = match &call {
            Some((frame, _)) => {
                let words = self.phrase(frame.function).map_or("", |phrase| phrase.waits);
                let words = self.fill(words, frame);
                if words.is_empty() {
                    let function = self.ready.program.functions.get(frame.function);
                    function.map_or_else(String::new, |function| format!("in {}", function.name))
                } else {
                    words
                }
            }
            None => "for a condition that stays false".to_owned(),
        };
        let action = Action::Waits { what, holder: waiting.holder };
        self.tell_at(waiting.thread, waiting.place, at, action);
    }
}
