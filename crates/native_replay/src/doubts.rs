//! What of a trace a compiled program may not show, and why: told before it is tried.

use std::collections::BTreeSet;

use raddle_ir::words::counted;
use raddle_ir::{CheckKind, Instruction};
use raddle_passes::Ready;
use raddle_semantics::{Choice, Event, Sharing};
use raddle_verdict::CallStacks;
use raddle_verdict::Execution;

use crate::follow::is_visible;
use crate::script::Script;
use crate::tables::is_point;

/// The reasons for which the trace may not show, each a sentence.
pub fn doubts(ready: &Ready, execution: &Execution, script: &Script) -> Vec<String> {
    let mut found = Found::default();
    let mut stacks = CallStacks::of_program(&ready.program);
    for event in execution.steps.iter().flat_map(|step| &step.events) {
        found.look(ready, &stacks, event);
        stacks.follow(&ready.program, event);
    }
    let mut doubts = Vec::new();
    if found.unset_locals > 0 {
        let values = counted(found.unset_locals, "value");
        doubts.push(format!(
            "the trace has {values} of uninitialised local variables, which a compiled program \
             cannot be given"
        ));
    }
    for function in found.not_held {
        doubts.push(format!(
            "`{function}` touches memory that threads share, and runs when its thread comes to it"
        ));
    }
    for function in found.not_told {
        doubts.push(format!("the answer of `{function}` is the system's, not that of the trace"));
    }
    let choices = execution.schedule.steps.iter().flat_map(|step| &step.choices);
    if choices.into_iter().any(|choice| *choice == Choice::ByItself(true)) {
        let text = "a weak compare-and-exchange fails for no reason in the trace, and not natively";
        doubts.push(text.to_owned());
    }
    if script.ending.first_goes_on {
        let text = "between the two accesses that race their first thread goes on in the trace; \
                    natively it is held in front of its access, so what it does there is missing";
        doubts.push(text.to_owned());
    }
    if script.ending.is_misuse() {
        doubts.push("a misuse of a lock need not show when the program runs".to_owned());
    }
    if execution.violation.kind == CheckKind::Memory && is_of_variable(&execution.violation.message)
    {
        let text = "what is wrong is an access around a variable, which need not do harm natively";
        doubts.push(text.to_owned());
    }
    doubts
}

#[derive(Default)]
struct Found {
    unset_locals: u64,
    /// Functions of the library that touch what threads share.
    not_held: BTreeSet<String>,
    /// Functions of the library that bring something from outside.
    not_told: BTreeSet<String>,
}

impl Found {
    fn look(&mut self, ready: &Ready, stacks: &CallStacks, event: &Event) {
        let (thread, place) = (event.thread(), event.place());
        let at = stacks.attribute(thread, place);
        let call = at.call.and_then(|call| stacks.frames(thread).get(call));
        let function = call.and_then(|call| ready.program.functions.get(call.function));
        let function = function.map(|function| &function.name).filter(|name| !is_point(name));
        match event {
            Event::Read { sharing: Sharing::Plain, .. }
            | Event::Write { sharing: Sharing::Plain, .. } => {
                self.not_held.extend(function.filter(|_| is_visible(ready, place)).cloned());
            }
            Event::Nondet { .. } => match place.instruction(&ready.program) {
                Some(Instruction::Nondet { .. }) => self.not_told.extend(function.cloned()),
                Some(Instruction::Load { .. }) => {}
                Some(_) | None => {
                    self.unset_locals += u64::from(at.call.is_none() && at.place.is_some());
                }
            },
            Event::Read { .. }
            | Event::Write { .. }
            | Event::Call { .. }
            | Event::Return { .. }
            | Event::Spawn { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => {}
        }
    }
}

/// Whether a wrong access is one beyond a variable, or of one that is gone: the page is there.
/// What is on the heap ends at a page, and a null pointer leads to none.
fn is_of_variable(message: &str) -> bool {
    let is_gone = message.contains("after its block or function was left");
    let is_beyond = message.contains(" at offset ") && !message.contains("heap object");
    is_gone || is_beyond
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_around_variables_are_in_doubt() {
        assert!(is_of_variable("reads `x` after its block or function was left"));
        assert!(is_of_variable("writes 4 bytes at offset 8 of `a`, which has 8 bytes"));
        assert!(!is_of_variable("reads the heap object of line 3 after it was freed"));
        assert!(!is_of_variable(
            "reads 1 byte at offset 4 of the heap object of line 3, which has 4 bytes"
        ));
        assert!(!is_of_variable("reads through a null pointer"));
    }
}
