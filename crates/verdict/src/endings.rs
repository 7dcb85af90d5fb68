//! Puts a run into an order that can happen as it is shown.
//!
//! On our machine a thread that ends the process stops alone, and so does one at a false
//! assumption or at undefined behaviour whose check is not selected; others run on. No run is made
//! up by that: in another one the thread waits a little longer in front of its end, and the others
//! cannot tell the two apart. But that other one is the run that a person has to see, since no
//! thread takes a step behind the end of a process. So a thread's last steps are left out of the
//! schedule as long as the run without them shows the same violation. What is left of the thread's
//! last step is shown up to what others can see of it: the rest is its own affair, and commutes
//! with all that they do (`crates/passes/src/visible.rs`).
//!
//! The same is done for a first thread that has left `main`, and for one that is in `exit`: the end
//! of the process is all that they have before them, unless handlers run.

use raddle_ir::{CheckKind, Origin};
use raddle_passes::{Place, Ready};
use raddle_semantics::{Event, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};

use crate::call_stacks::CallStacks;
use crate::replay::{Execution, Script, run};
use crate::verdict::Violation;

/// The end of a thread has few steps: returning, taking handlers from their list, stopping.
const MOST_LEFT_OUT: usize = 8;

/// The run without the ends of threads behind which others go on.
pub(crate) fn leave_out(
    ready: &Ready,
    selected: Selected,
    claim: &Violation,
    mut execution: Execution,
) -> Execution {
    for thread in ending_threads(ready, &execution) {
        for _ in 0..MOST_LEFT_OUT {
            let schedule = without_last_step(ready, selected, &execution, thread);
            match schedule.and_then(|schedule| run(ready, selected, &schedule, claim).ok()) {
                Some(shorter) if is_same(&shorter, &execution) => execution = shorter,
                Some(_) | None => break,
            }
        }
        if !takes_part(&execution, thread) {
            leave_out_rest(ready, &mut execution, thread);
        }
    }
    execution
}

/// The threads that stop, or are about to end the process.
fn ending_threads(ready: &Ready, execution: &Execution) -> Vec<ThreadNumber> {
    let mut stacks = CallStacks::of_program(&ready.program);
    let mut ending = Vec::new();
    for event in execution.steps.iter().flat_map(|step| &step.events) {
        stacks.follow(&ready.program, event);
        if matches!(event, Event::Stop { .. } | Event::Assumed { .. }) {
            ending.push(event.thread());
        }
    }
    for thread in stacks.threads() {
        if !ending.contains(&thread) && is_ending(ready, &stacks, thread) {
            ending.push(thread);
        }
    }
    ending
}

/// Whether the thread has left `main`, or called a function that ends the process.
fn is_ending(ready: &Ready, stacks: &CallStacks, thread: ThreadNumber) -> bool {
    let frames = stacks.frames(thread);
    match frames.iter().rposition(|frame| frame.origin == Origin::User) {
        None => thread == 0,
        Some(user) => frames.get(user + 1).is_some_and(|call| {
            let callee = ready.program.functions.get(call.function);
            callee.is_some_and(|callee| ends_the_process(&callee.name))
        }),
    }
}

/// Whether a library function ends the process, and does nothing else that is shown.
pub fn ends_the_process(function: &str) -> bool {
    matches!(
        function,
        "exit"
            | "__raddle_end_process"
            | "_Exit"
            | "_exit"
            | "quick_exit"
            | "abort"
            | "__assert_fail"
    )
}

/// The schedule without the thread's last step; the first step of all stays. No
/// other thread is alone any more then, so that what it does in one step may be several ones.
fn without_last_step(
    ready: &Ready,
    selected: Selected,
    execution: &Execution,
    thread: ThreadNumber,
) -> Option<Schedule> {
    let given = &execution.schedule.steps;
    let last = given.iter().rposition(|step| step.thread == thread).filter(|last| *last > 0)?;
    let mut machine = Machine::for_runs(ready, selected);
    let mut steps = Vec::new();
    for (position, step) in given.iter().enumerate().filter(|(position, _)| *position != last) {
        let events = execution.steps.get(position).map_or(0, |step| step.events.len());
        if !split(&mut machine, step, events, &mut steps) {
            steps.extend(given[position + 1..].iter().cloned());
            break;
        }
    }
    Some(Schedule { steps })
}

/// Takes steps until so many events have happened; whether all of them are done.
fn split(machine: &mut Machine<'_>, step: &Step, events: usize, steps: &mut Vec<Step>) -> bool {
    let mut script = Script::new(&step.choices);
    let mut happened = 0;
    // A step without an event is one at the end of a loop: there are few of them.
    for _ in 0..=events {
        let (given, mut observer) = (script.rest(), |_: &Event| happened += 1);
        let end = match steps.is_empty() {
            true => machine.begin(&mut script, &mut observer),
            false => machine.step(step.thread, &mut script, &mut observer),
        };
        let used = given.len() - script.rest().len();
        steps.push(Step { thread: step.thread, choices: given[..used].to_vec() });
        if !matches!(end, StepEnd::Done { .. }) {
            return false;
        }
        machine.end_step();
        if happened >= events {
            return true;
        }
    }
    false
}

fn is_same(one: &Execution, other: &Execution) -> bool {
    one.violation == other.violation && one.waiting == other.waiting
}

/// Whether the violation is about where the thread stands.
fn takes_part(execution: &Execution, thread: ThreadNumber) -> bool {
    match execution.violation.kind {
        CheckKind::Deadlock if !execution.waiting.is_empty() => {
            execution.waiting.iter().any(|waiting| waiting.thread == thread)
        }
        CheckKind::Deadlock
        | CheckKind::Assert
        | CheckKind::Reach
        | CheckKind::Memory
        | CheckKind::Leak
        | CheckKind::Overflow
        | CheckKind::Division
        | CheckKind::Shift
        | CheckKind::Race
        | CheckKind::Unwind => execution.violation.thread == thread,
    }
}

/// Leaves out what the thread does at last behind all that others can see. A library call that
/// they can see something of is whole.
fn leave_out_rest(ready: &Ready, execution: &mut Execution, thread: ThreadNumber) {
    let is_its = |event: &Event| event.thread() == thread;
    let Some(last) = execution.steps.iter().rposition(|step| step.events.iter().any(is_its)) else {
        return;
    };
    let mut stacks: CallStacks = CallStacks::of_program(&ready.program);
    for event in execution.steps[..last].iter().flat_map(|step| &step.events) {
        stacks.follow(&ready.program, event);
    }
    let mut shown = 0;
    let mut open = None;
    for (position, event) in execution.steps[last].events.iter().enumerate() {
        let seen = is_its(event) && is_seen(ready, event);
        if seen {
            open = stacks.attribute(thread, event.place()).call;
        }
        stacks.follow(&ready.program, event);
        let returns = is_its(event) && open.is_some_and(|open| stacks.frames(thread).len() <= open);
        if returns {
            open = None;
        }
        if seen || returns {
            shown = position + 1;
        }
    }
    let mut position = 0;
    execution.steps[last].events.retain(|event| {
        position += 1;
        position <= shown || !is_its(event)
    });
}

/// Whether other threads can notice the event.
fn is_seen(ready: &Ready, event: &Event) -> bool {
    match event {
        Event::Read { place, .. }
        | Event::Write { place, .. }
        | Event::Free { place, .. }
        | Event::Spawn { place, .. }
        | Event::Wait { place, .. }
        | Event::Return { place, .. }
        | Event::Exit { place, .. } => is_visible(ready, *place),
        Event::Nondet { .. }
        | Event::Call { .. }
        | Event::Allocate { .. }
        | Event::Fence { .. }
        | Event::Section { .. }
        | Event::Output { .. }
        | Event::Stop { .. }
        | Event::Assumed { .. }
        | Event::Failed { .. } => false,
    }
}

fn is_visible(ready: &Ready, place: Place) -> bool {
    let facts = ready.functions.get(place.function);
    let block = facts.and_then(|facts| facts.visible.get(place.block));
    block.and_then(|block| block.get(place.statement as usize)).copied().unwrap_or(false)
}
