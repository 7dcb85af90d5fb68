//! Puts a run into an order that can happen as it is shown.
//!
//! On our machine a thread that ends the process stops alone, and so does one at a false
//! assumption or at undefined behaviour that nobody asked about; others run on. No run is made up
//! by that: in another one the thread waits a little longer in front of its end, and the others
//! cannot tell the two apart. But that other one is the run that a person has to see, since nobody
//! takes a step behind the end of a process. So a thread's last steps are left out of the schedule
//! as long as the run without them shows the same violation. What is left of the thread's last
//! step is shown up to what others can see of it: the rest is its own affair, and commutes with
//! all that they do (`passes/visible.rs`).
//!
//! The same is done for a first thread that has left `main`, and for one that is in `exit`: the end
//! of the process is all that they have before them, unless handlers run.

use raddle_ir::{CheckKind, Origin};
use raddle_passes::{Place, Ready};
use raddle_semantics::{Event, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};

use crate::calls;
use crate::replay::{Script, Trace, run};
use crate::stack::Stacks;
use crate::verdict::Violation;

/// The end of a thread has few steps: returning, taking handlers from their list, stopping.
const MOST_LEFT_OUT: usize = 8;

/// The run without the ends of threads behind which others go on.
pub(crate) fn leave_out(
    ready: &Ready,
    selected: Selected,
    claim: &Violation,
    mut trace: Trace,
) -> Trace {
    for thread in ending_threads(ready, &trace) {
        for _ in 0..MOST_LEFT_OUT {
            let schedule = without_last_step(ready, selected, &trace, thread);
            match schedule.and_then(|schedule| run(ready, selected, &schedule, claim).ok()) {
                Some(shorter) if is_same(&shorter, &trace) => trace = shorter,
                Some(_) | None => break,
            }
        }
        if !takes_part(&trace, thread) {
            leave_out_rest(ready, &mut trace, thread);
        }
    }
    trace
}

/// The threads that stop, or are about to end the process.
fn ending_threads(ready: &Ready, trace: &Trace) -> Vec<ThreadNumber> {
    let mut stacks = Stacks::of_program(&ready.program);
    let mut ending = Vec::new();
    for event in trace.steps.iter().flat_map(|step| &step.events) {
        stacks.follow(&ready.program, event);
        if matches!(event, Event::Stop { .. } | Event::Assumed { .. }) {
            ending.push(event.thread());
        }
    }
    for thread in stacks.threads() {
        if !ending.contains(&thread) && ends_the_process(ready, &stacks, thread) {
            ending.push(thread);
        }
    }
    ending
}

/// Whether the thread has left `main`, or called a function that ends the process.
fn ends_the_process(ready: &Ready, stacks: &Stacks, thread: ThreadNumber) -> bool {
    let frames = stacks.frames(thread);
    match frames.iter().rposition(|frame| frame.origin == Origin::User) {
        None => thread == 0,
        Some(user) => frames.get(user + 1).is_some_and(|call| {
            let callee = ready.program.functions.get(call.function);
            callee.is_some_and(|callee| calls::ends_the_process(&callee.name))
        }),
    }
}

/// The schedule without the thread's last step; the first step of all stays. Nobody is alone any
/// more then, so that what others do in one step may be several ones.
fn without_last_step(
    ready: &Ready,
    selected: Selected,
    trace: &Trace,
    thread: ThreadNumber,
) -> Option<Schedule> {
    let given = &trace.schedule.steps;
    let last = given.iter().rposition(|step| step.thread == thread).filter(|last| *last > 0)?;
    let mut machine = Machine::for_runs(ready, selected);
    let mut steps = Vec::new();
    for (position, step) in given.iter().enumerate().filter(|(position, _)| *position != last) {
        let events = trace.steps.get(position).map_or(0, |step| step.events.len());
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

fn is_same(one: &Trace, other: &Trace) -> bool {
    one.violation == other.violation && one.waiting == other.waiting
}

/// Whether the violation is about where the thread stands.
fn takes_part(trace: &Trace, thread: ThreadNumber) -> bool {
    match trace.violation.kind {
        CheckKind::Deadlock if !trace.waiting.is_empty() => {
            trace.waiting.iter().any(|waiting| waiting.thread == thread)
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
        | CheckKind::Unwind => trace.violation.thread == thread,
    }
}

/// Leaves out what the thread does at last behind all that others can see. A library call that
/// they can see something of is whole.
fn leave_out_rest(ready: &Ready, trace: &mut Trace, thread: ThreadNumber) {
    let is_its = |event: &Event| event.thread() == thread;
    let Some(last) = trace.steps.iter().rposition(|step| step.events.iter().any(is_its)) else {
        return;
    };
    let mut stacks = Stacks::of_program(&ready.program);
    for event in trace.steps[..last].iter().flat_map(|step| &step.events) {
        stacks.follow(&ready.program, event);
    }
    let mut shown = 0;
    let mut open = None;
    for (position, event) in trace.steps[last].events.iter().enumerate() {
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
    trace.steps[last].events.retain(|event| {
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
