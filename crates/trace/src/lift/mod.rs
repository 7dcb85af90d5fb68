//! Lifting to source level: from the machine's events to source lines and C values.
//!
//! The walk keeps a stack a thread, names for objects, and what was learned about
//! handles of threads. Calls into the library become one event of the user's line,
//! told when the call returns; or, when another thread comes in between, once
//! before and once after. A new thread's invisible beginning is done by the
//! step that creates it; its events are told at the thread's own first step, since
//! no other thread could see them earlier.
//!
//! Incomplete: the type of a heap object is unknown until a typed pointer to it is
//! stored in memory; one that only ever lives in registers stays untyped.

mod ending;
mod library;

use std::collections::BTreeMap;

use raddle_ir::index::Index;
use raddle_ir::{FunctionId, Instruction, Origin, Program, StopReason};
use raddle_passes::{Place, Ready};
use raddle_semantics::{Event, ThreadNumber};
use raddle_terms::Bits;

use crate::calls::{self, Phrase};
use crate::objects::{Learned, Objects, Owner};
use crate::source::{Action, SourceEvent, SourcePlace, SourceTrace};
use crate::thread_names::thread_names;
use crate::values::Known;
use raddle_verdict::Execution;
use raddle_verdict::call_stacks::{Attribution, CallStacks, Frame};

/// Types of heap objects may be learned from heap objects: so many walks at most.
const WALKS: usize = 3;

/// The execution in terms of the source.
pub fn lift(ready: &Ready, execution: &Execution) -> SourceTrace {
    let names = thread_names(ready, execution);
    let mut learned = Learned::new();
    for _ in 1..WALKS {
        let found = Lifter::new(ready, &names, &learned).walk(execution).1;
        if found == learned {
            break;
        }
        learned = found;
    }
    Lifter::new(ready, &names, &learned).walk(execution).0
}

/// What is noted about a call into the library until it is told.
#[derive(Clone, Debug, Default)]
struct CallNotes {
    /// Something of it was already told.
    told: bool,
    /// It did something that others may see in the current step.
    active: bool,
    /// A wait in it ended by itself.
    by_itself: bool,
}

type CallFrame = Frame<CallNotes>;

struct Lifter<'p> {
    ready: &'p Ready,
    names: &'p [String],
    objects: Objects<'p>,
    stacks: CallStacks<CallNotes>,
    lines: BTreeMap<(usize, u32), String>,
    /// Which thread a handle names.
    handles: BTreeMap<Bits, ThreadNumber>,
    /// What the running library call of a thread has stored where its first argument points.
    stored: BTreeMap<ThreadNumber, Bits>,
    returned: Vec<ThreadNumber>,
    step: usize,
    events: Vec<SourceEvent>,
    /// Tells apart the accesses of library calls.
    serial: u64,
}

impl<'p> Lifter<'p> {
    fn new(ready: &'p Ready, names: &'p [String], known: &'p Learned) -> Lifter<'p> {
        let stacks = CallStacks::of_program(&ready.program);
        Lifter {
            ready,
            names,
            objects: Objects::new(ready, known),
            stacks,
            lines: BTreeMap::new(),
            handles: BTreeMap::new(),
            stored: BTreeMap::new(),
            returned: Vec::new(),
            step: 0,
            events: Vec::new(),
            serial: 0,
        }
    }

    fn walk(mut self, execution: &Execution) -> (SourceTrace, Learned) {
        let mut early: BTreeMap<ThreadNumber, Vec<&Event>> = BTreeMap::new();
        for (position, step) in execution.steps.iter().enumerate() {
            self.step = position;
            for event in early.remove(&step.thread).unwrap_or_default() {
                self.event(event);
            }
            for event in &step.events {
                if event.thread() == step.thread || matches!(event, Event::Failed { .. }) {
                    self.event(event);
                } else {
                    early.entry(event.thread()).or_default().push(event);
                }
            }
            self.end_step(step.thread);
        }
        for event in early.remove(&execution.violation.thread).unwrap_or_default() {
            self.event(event);
        }
        for waiting in &execution.waiting {
            self.waiting(waiting);
        }
        self.race(execution);
        let ending = self.ending(execution);
        let source = SourceTrace {
            threads: self.names.to_vec(),
            events: self.events,
            ending: Some(ending),
            context_switches: execution.schedule.context_switches(),
        };
        (source, self.objects.learned)
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Read { thread, place, address, width, value, .. } => {
                self.read(*thread, *place, *address, *width, *value)
            }
            Event::Write { thread, place, address, width, value, .. } => {
                self.write(*thread, *place, *address, *width, *value)
            }
            Event::Nondet { thread, place, value } => self.nondet(*thread, *place, *value),
            Event::Call { thread, place, function, arguments } => {
                self.call(*thread, *place, *function, arguments)
            }
            Event::Return { thread, place, values, .. } => self.returns(*thread, *place, values),
            Event::Spawn { thread, place, child, function } => {
                self.spawn(*thread, *place, *child, *function)
            }
            Event::Wait { thread, place, by_itself } => self.waited(*thread, *place, *by_itself),
            Event::Allocate { thread, place, object, size } => {
                self.allocate(*thread, *place, *object, *size)
            }
            Event::Free { thread, place, object, .. } => self.free(*thread, *place, *object),
            Event::Output { thread, place, value } => {
                let value = value.signed().to_string();
                self.tell(*thread, *place, Action::Outputs { value });
            }
            // A person sees what a section does.
            Event::Fence { .. } | Event::Section { .. } => {}
            Event::Exit { thread, place } => self.exit(*thread, *place),
            Event::Stop { thread, place, reason } => self.stop(*thread, *place, *reason),
            Event::Assumed { thread, place } => {
                let reason = "stops here: an assumption is false".to_owned();
                self.tell(*thread, *place, Action::Stops { reason });
            }
            Event::Failed { thread, place, kind, message } => {
                let action = Action::Fails { check: *kind, message: message.clone() };
                self.tell(*thread, *place, action);
            }
        }
    }

    /// Adds an event at the user's line that the place belongs to.
    fn tell(&mut self, thread: ThreadNumber, place: Place, action: Action) {
        let at = self.stacks.attribute(thread, place);
        self.tell_at(thread, place, at, action);
    }

    fn tell_at(&mut self, thread: ThreadNumber, place: Place, at: Attribution, action: Action) {
        let instruction = match at.call {
            Some(_) => {
                self.serial += 1;
                1 << 63 | self.serial
            }
            None => instruction_number(place, &action),
        };
        let shared = self.visible(place);
        let source = at.place.and_then(|place| self.source(place));
        self.events.push(SourceEvent {
            step: self.step,
            thread,
            place: source,
            action,
            shared,
            instruction,
        });
    }

    /// One access may touch several variables: only the first tells whether the
    /// instruction comes round again.
    fn tell_parts(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        at: Attribution,
        parts: Vec<(String, String)>,
        action: impl Fn(String, String) -> Action,
    ) {
        for (position, (variable, value)) in parts.into_iter().enumerate() {
            self.tell_at(thread, place, at, action(variable, value));
            if let Some(event) = self.events.last_mut().filter(|_| position > 0) {
                self.serial += 1;
                event.instruction = 1 << 63 | self.serial;
            }
        }
    }

    fn visible(&self, place: Place) -> bool {
        let facts = self.ready.functions.get(place.function);
        facts
            .and_then(|facts| facts.visible.get(place.block))
            .and_then(|block| block.get(place.statement as usize))
            .copied()
            .unwrap_or(false)
    }

    fn source(&mut self, place: Place) -> Option<SourcePlace> {
        let found = self.ready.location(place)?;
        let file = self.ready.program.files.get(found.file)?;
        let text = self
            .lines
            .entry((found.file.position(), found.line))
            .or_insert_with(|| source_line(file.text.as_deref(), found.line));
        Some(SourcePlace {
            file: file.path.clone(),
            line: found.line,
            column: found.column,
            text: text.clone(),
        })
    }

    /// Notes activity of the library call that an event is in; answers whether
    /// its accesses are to be shown.
    fn touch(&mut self, thread: ThreadNumber, at: Attribution) -> bool {
        let Some(call) = at.call else {
            return at.place.is_some();
        };
        let Some(frame) = self.stacks.frame_mut(thread, call) else {
            return false;
        };
        frame.notes.active = true;
        let function = frame.function;
        self.phrase(function).is_none()
    }

    fn phrase(&self, function: FunctionId) -> Option<Phrase> {
        calls::phrase(&self.ready.program.functions.get(function)?.name)
    }

    fn read(&mut self, thread: ThreadNumber, place: Place, address: Bits, width: u16, value: Bits) {
        let at = self.stacks.attribute(thread, place);
        let shown = self.touch(thread, at);
        if !shown || !self.visible(place) || self.objects.owner(address) == Owner::Hidden {
            return;
        }
        let parts = self.objects.access(address, width, Some(value));
        self.tell_parts(thread, place, at, parts, |variable, value| Action::Reads {
            variable,
            value,
        });
    }

    fn write(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        address: Bits,
        width: u16,
        value: Option<Bits>,
    ) {
        if let Some(value) = value {
            self.objects.learn(address, width, value);
            self.note_stored(thread, address, value);
        }
        let at = self.stacks.attribute(thread, place);
        if !self.touch(thread, at) || self.objects.owner(address) == Owner::Hidden {
            return;
        }
        let parts = self.objects.access(address, width, value);
        self.tell_parts(thread, place, at, parts, |variable, value| Action::Writes {
            variable,
            value,
        });
    }

    /// A library call that creates a thread writes the thread's handle to where
    /// its first argument points, and then starts the thread.
    fn note_stored(&mut self, thread: ThreadNumber, address: Bits, value: Bits) {
        let frames = self.stacks.frames(thread);
        let into_argument = frames.iter().any(|frame| {
            frame.origin == Origin::Library && frame.arguments.first() == Some(&Some(address))
        });
        if into_argument {
            self.stored.insert(thread, value);
        }
    }

    fn nondet(&mut self, thread: ThreadNumber, place: Place, value: Bits) {
        let at = self.stacks.attribute(thread, place);
        if !self.touch(thread, at) {
            return;
        }
        let value =
            self.objects.pointer(value, Known::No).unwrap_or_else(|| value.signed().to_string());
        let value = match place.instruction(&self.ready.program) {
            Some(Instruction::Nondet { .. }) => value,
            Some(_) | None => format!("{value} for something uninitialised"),
        };
        self.tell_at(thread, place, at, Action::Chooses { value });
    }

    fn call(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        function: FunctionId,
        arguments: &[Option<Bits>],
    ) {
        let program = &self.ready.program;
        let found = program.functions.get(function);
        let from_user = self.stacks.attribute(thread, place).call.is_none();
        if let Some(found) = found.filter(|found| found.origin == Origin::User && from_user) {
            let function = found.name.clone();
            self.tell(thread, place, Action::Calls { function });
        }
        self.stacks.call(program, thread, place, function, arguments.to_vec());
    }

    fn returns(&mut self, thread: ThreadNumber, place: Place, values: &[Option<Bits>]) {
        if self.stacks.at_bottom(thread) {
            self.thread_returns(thread, place, values.first().copied().flatten());
        }
        let at = self.stacks.attribute(thread, place);
        let is_outermost_library_call = at.call.is_some_and(|call| {
            let frames = self.stacks.frames(thread);
            call + 1 == frames.len()
        });
        if is_outermost_library_call {
            let value = values.first().copied().flatten();
            self.library_call_ends(thread, at, value);
        }
        self.stacks.pop(thread);
    }

    fn thread_returns(&mut self, thread: ThreadNumber, place: Place, value: Option<Bits>) {
        self.returned.push(thread);
        let value = value.filter(|value| !value.is_zero()).map(|value| {
            self.objects.pointer(value, Known::No).unwrap_or_else(|| value.signed().to_string())
        });
        self.tell(thread, place, Action::Returns { value });
    }

    fn spawn(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        child: ThreadNumber,
        function: FunctionId,
    ) {
        let at = self.stacks.attribute(thread, place);
        self.touch(thread, at);
        self.stacks.start(&self.ready.program, child, function);
        // Its number may be that of a thread that has ended.
        self.returned.retain(|&thread| thread != child);
        if let Some(&handle) = self.stored.get(&thread) {
            self.handles.insert(handle, child);
        }
        self.tell_at(thread, place, at, Action::Creates { child });
    }

    fn waited(&mut self, thread: ThreadNumber, place: Place, by_itself: bool) {
        let at = self.stacks.attribute(thread, place);
        self.touch(thread, at);
        if let Some(frame) = at.call.and_then(|call| self.stacks.frame_mut(thread, call)) {
            frame.notes.by_itself |= by_itself;
        }
    }

    fn allocate(&mut self, thread: ThreadNumber, place: Place, object: u32, bytes: u64) {
        let at = self.stacks.attribute(thread, place);
        self.touch(thread, at);
        let name = self.names.get(thread as usize);
        let name = name.map_or("a thread", String::as_str);
        // Memory that the library allocates for itself is none of the user's.
        let for_user = match self.library_call(thread, at) {
            Some((frame, _)) => self.phrase(frame.function).is_none() || self.allocates(&frame),
            None => at.place.is_some(),
        };
        let line = at.place.and_then(|place| self.ready.location(place));
        let line = for_user.then_some(line.map(|location| location.line));
        self.objects.allocate(object, bytes, place, name, line);
        if for_user && is_heap(&self.ready.program, place) {
            let object = self.objects.dynamic_name(object).unwrap_or_default();
            let object = object.to_owned();
            self.tell_at(thread, place, at, Action::Allocates { object, bytes });
        }
    }

    fn free(&mut self, thread: ThreadNumber, place: Place, object: u32) {
        let at = self.stacks.attribute(thread, place);
        self.touch(thread, at);
        let name = self.objects.dynamic_name(object);
        if let Some(name) = name.filter(|_| self.objects.is_users(object)) {
            let object = name.to_owned();
            self.tell_at(thread, place, at, Action::Frees { object });
        }
        self.objects.free(object);
    }

    fn exit(&mut self, thread: ThreadNumber, place: Place) {
        let at = self.stacks.attribute(thread, place);
        if at.place.is_some() && at.call.is_none() {
            self.thread_returns(thread, place, None);
        } else if !self.returned.contains(&thread) {
            match self.library_call(thread, at) {
                Some((frame, place)) if self.phrase(frame.function).is_some() => {
                    self.library_call_ends_without_value(thread, place, at, &frame);
                }
                Some(_) | None => self.tell_at(thread, place, at, Action::Ends),
            }
        }
    }

    fn stop(&mut self, thread: ThreadNumber, place: Place, reason: StopReason) {
        let at = self.stacks.attribute(thread, place);
        let in_user_code = at.place.is_some() && at.call.is_none();
        let reason = match reason {
            StopReason::Exit if in_user_code => {
                self.tell_at(thread, place, at, Action::Returns { value: None });
                return;
            }
            StopReason::Exit => "ends the process",
            StopReason::Abort => "aborts the process",
            StopReason::Undefined => "stops here: undefined behaviour",
        };
        let reason = reason.to_owned();
        self.tell_at(thread, place, at, Action::Stops { reason });
    }
}

/// A location with the text of its line.
pub fn source_place(program: &Program, found: raddle_ir::Location) -> Option<SourcePlace> {
    let file = program.files.get(found.file)?;
    Some(SourcePlace {
        file: file.path.clone(),
        line: found.line,
        column: found.column,
        text: source_line(file.text.as_deref(), found.line),
    })
}

fn source_line(text: Option<&str>, line: u32) -> String {
    let Some(position) = (line as usize).checked_sub(1) else {
        return String::new();
    };
    let line = text.and_then(|text| text.lines().nth(position)).unwrap_or_default().trim();
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// A longer line is of no use, and every event at it would have it again: where macros were
/// expanded, a line may have a megabyte.
const LONGEST_LINE: usize = 1000;

fn is_heap(program: &Program, place: Place) -> bool {
    matches!(
        place.instruction(program),
        Some(Instruction::Allocate { kind: raddle_ir::AllocationKind::Heap, .. })
    )
}

/// A number for what one instruction does: a second pass over the same one has
/// the same number, its read and its write have different ones.
fn instruction_number(place: Place, action: &Action) -> u64 {
    let place = (place.function.position() as u64) << 40
        | (place.block.position() as u64 & 0xfffff) << 20
        | u64::from(place.statement & 0xfffff);
    let kind = match action {
        Action::Reads { .. } => 0,
        Action::Writes { .. } => 1,
        Action::Chooses { .. } => 2,
        Action::Library { .. }
        | Action::Creates { .. }
        | Action::Allocates { .. }
        | Action::Frees { .. }
        | Action::Outputs { .. }
        | Action::Calls { .. }
        | Action::Returns { .. }
        | Action::Ends
        | Action::Stops { .. }
        | Action::Fails { .. }
        | Action::Waits { .. } => 3,
    };
    (place << 2 | kind) & !(1 << 63)
}
