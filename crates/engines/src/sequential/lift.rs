//! From a run of the sequential program to a counterexample of the original: the
//! marks that the run passed say which thread took which step, and the machine of
//! the original program is walked along them. What cannot be walked is no violation.
//!
//! Threads are told what their copies in the sequential program were told, in their
//! own order; the numbers of objects are those that the machine's own way of naming
//! gives. Where a step of the original goes on through several visible actions,
//! because no other thread can run, the marks of those are passed over.
//!
//! That a thread waits is said by a run in which some values were chosen. Where the wait
//! itself is behind an input or memory that was never written, the thread may go on with
//! others, and nothing is known.

use std::collections::VecDeque;

use raddle_ir::index::Index;
use raddle_ir::{CheckKind, Effect, Instruction, Origin};
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::numbering::Numbering;
use raddle_semantics::race::Touch;
use raddle_semantics::{Choice, Event, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};
use raddle_sequential::{RunEvent, Slot, ThreadEvent};
use raddle_terms::Bits;
use raddle_verdict::{Counterexample, Violation};
use rustc_hash::FxHashMap;

use crate::common::refusal::Refusal;

/// So many steps are looked at for a thread to get where it was seen.
const MOST_PAUSES: u32 = 100_000;

/// What a run along a schedule says, up to the first failure of this kind.
pub fn ran(ready: &Ready, kind: CheckKind, schedule: &Schedule) -> Result<Vec<RunEvent>, Refusal> {
    let selected: Selected = [kind].into_iter().collect();
    let mut machine = Machine::for_runs(ready, selected);
    let mut said = Vec::new();
    let mut observer = |event: &Event| said.extend(said_by(ready, event));
    for (position, step) in schedule.steps.iter().enumerate() {
        let mut oracle = Recorded(step.choices.iter());
        let end = match position {
            0 => machine.begin(&mut oracle, &mut observer),
            _ => machine.step(step.thread, &mut oracle, &mut observer),
        };
        if let Some(refusal) = Refusal::of(step.thread, &end) {
            return Err(refusal);
        }
        if let StepEnd::Failed { .. } = end {
            return Ok(said);
        }
        machine.end_step();
    }
    Err(differs("the sequential program does not fail"))
}

fn said_by(ready: &Ready, event: &Event) -> Option<RunEvent> {
    match *event {
        Event::Output { value, .. } => Some(RunEvent::Output(value)),
        Event::Nondet { place, value, .. } => match place.instruction(&ready.program) {
            Some(Instruction::Nondet { .. }) => Some(RunEvent::Value(value)),
            _ => Some(RunEvent::Unwritten(value)),
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
        | Event::Exit { .. }
        | Event::Stop { .. }
        | Event::Assumed { .. }
        | Event::Failed { .. } => None,
    }
}

/// The counterexample of the original program that these happenings are.
pub fn lift(
    ready: &Ready,
    kind: CheckKind,
    happened: &[ThreadEvent],
) -> Result<Counterexample, Refusal> {
    let script = Script::of(ready, happened);
    let selected: Selected = [kind].into_iter().collect();
    let mut walk = Walk {
        ready,
        machine: Machine::for_runs(ready, selected),
        schedule: Schedule::default(),
        numbering: Numbering::default(),
        told: script.told,
        children: script.children,
        threads: FxHashMap::default(),
    };
    walk.threads.insert(main_thread(), 0);
    let violation = walk.along(kind, &script.steps, &script.stands, script.last)?;
    Ok(Counterexample { violation, schedule: walk.schedule })
}

fn differs(how: impl Into<String>) -> Refusal {
    Refusal::Differs(how.into())
}

fn main_thread() -> Slot {
    Slot::new(0)
}

/// A part of a thread's doing: from one of its steps to the next, or its beginning.
struct Segment {
    slot: Slot,
    place: Option<Place>,
    choices: Vec<Choice>,
    children: Vec<Slot>,
}

/// What happened, by who has to be told what.
struct Script {
    steps: Vec<(Slot, Place)>,
    stands: Vec<(Slot, Place)>,
    /// Who ran last.
    last: Slot,
    told: FxHashMap<Slot, VecDeque<Choice>>,
    /// The threads that each creates, in order.
    children: FxHashMap<Slot, VecDeque<Slot>>,
}

impl Script {
    fn of(ready: &Ready, happened: &[ThreadEvent]) -> Script {
        let mut segments: Vec<Segment> = Vec::new();
        let mut latest: FxHashMap<Slot, usize> = FxHashMap::default();
        let mut stands = Vec::new();
        let mut running = main_thread();
        for what in happened {
            match *what {
                ThreadEvent::Begin { slot } => running = slot,
                ThreadEvent::Step { slot, place } => {
                    running = slot;
                    latest.insert(slot, segments.len());
                    let (choices, children) = (Vec::new(), Vec::new());
                    segments.push(Segment { slot, place: Some(place), choices, children });
                }
                ThreadEvent::Spawn { slot } => {
                    segment(&mut segments, &mut latest, running).children.push(slot);
                }
                ThreadEvent::Value { slot, value } => {
                    let choice = Choice::Value(value);
                    segment(&mut segments, &mut latest, slot).choices.push(choice);
                }
                ThreadEvent::ByItself { slot, goes_on } => {
                    let of = segment(&mut segments, &mut latest, slot);
                    // A wait goes on by itself wherever it can: the machine does not ask.
                    if !of.place.is_some_and(|place| is_wait(ready, place)) {
                        of.choices.push(Choice::ByItself(goes_on));
                    }
                }
                ThreadEvent::Stands { slot, place } => stands.push((slot, place)),
            }
        }
        let (steps, told, children) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
        let mut script = Script { steps, stands, last: running, told, children };
        for part in &segments {
            script.steps.extend(part.place.map(|place| (part.slot, place)));
            let told = script.told.entry(part.slot).or_default();
            // A thread's beginning belongs to the step that creates it.
            let is_beginning = part.place.is_none() && part.slot != main_thread();
            if !is_beginning {
                told.extend(&part.choices);
            }
            for child in &part.children {
                let beginning = segments.iter().find(|of| of.slot == *child);
                let beginning = beginning.filter(|of| of.place.is_none());
                told.extend(beginning.iter().flat_map(|of| &of.choices));
            }
            script.children.entry(part.slot).or_default().extend(&part.children);
        }
        script
    }
}

/// What the thread does now.
fn segment<'s>(
    segments: &'s mut Vec<Segment>,
    latest: &mut FxHashMap<Slot, usize>,
    slot: Slot,
) -> &'s mut Segment {
    let position = *latest.entry(slot).or_insert_with(|| {
        segments.push(Segment { slot, place: None, choices: Vec::new(), children: Vec::new() });
        segments.len() - 1
    });
    &mut segments[position]
}

/// A section of the library: what goes on by itself there is a wait.
fn is_wait(ready: &Ready, place: Place) -> bool {
    let is_library =
        ready.program.functions.get(place.function).is_some_and(|f| f.origin == Origin::Library);
    is_library && matches!(place.instruction(&ready.program), Some(Instruction::AtomicBegin))
}

/// Where a thread that is alone does not pause.
fn is_plain(ready: &Ready, place: Place) -> bool {
    place.instruction(&ready.program).is_none_or(|each| each.effect() == Effect::Accesses)
}

struct Walk<'a> {
    ready: &'a Ready,
    machine: Machine<'a>,
    schedule: Schedule,
    numbering: Numbering,
    told: FxHashMap<Slot, VecDeque<Choice>>,
    children: FxHashMap<Slot, VecDeque<Slot>>,
    threads: FxHashMap<Slot, ThreadNumber>,
}

impl Walk<'_> {
    fn along(
        &mut self,
        kind: CheckKind,
        steps: &[(Slot, Place)],
        stands: &[(Slot, Place)],
        last: Slot,
    ) -> Result<Violation, Refusal> {
        if let Some(violation) = self.one(main_thread(), true)? {
            return Ok(violation);
        }
        let mut was_alone = true;
        for &(slot, place) in steps {
            let thread = self.thread(slot)?;
            let passed = was_alone && is_plain(self.ready, place);
            if passed && self.machine.place(thread) != Some(place) {
                continue;
            }
            was_alone = self.machine.is_alone(thread);
            if let Some(violation) = self.reach(slot, place)? {
                return Ok(violation);
            }
            if let Some(violation) = self.one(slot, false)? {
                return Ok(violation);
            }
            // A step that creates a thread does not go on.
            was_alone &= self.machine.is_alone(thread);
        }
        match kind {
            CheckKind::Deadlock => self.deadlock(stands),
            CheckKind::Race => self.race(stands),
            CheckKind::Assert
            | CheckKind::Reach
            | CheckKind::Memory
            | CheckKind::Leak
            | CheckKind::Overflow
            | CheckKind::Division
            | CheckKind::Shift
            | CheckKind::Unwind => {
                // Schemes that run threads one after the other say which one fails.
                self.go_on(stands.last().map_or(last, |(slot, _)| *slot))
            }
        }
    }

    fn thread(&self, slot: Slot) -> Result<ThreadNumber, Refusal> {
        let number = self.threads.get(&slot).copied();
        number.ok_or_else(|| differs(format!("the thread {slot} runs before it is created")))
    }

    /// Goes on until the thread stands in front of this place.
    fn reach(&mut self, slot: Slot, place: Place) -> Result<Option<Violation>, Refusal> {
        let thread = self.thread(slot)?;
        for _ in 0..MOST_PAUSES {
            if self.machine.place(thread) == Some(place) {
                return Ok(None);
            }
            if !self.machine.is_running(thread) {
                break;
            }
            if let Some(violation) = self.one(slot, false)? {
                return Ok(Some(violation));
            }
        }
        let at = self.ready.location_text(place).unwrap_or_default();
        Err(differs(format!("thread {thread} does not get to {place:?} {at}, where it was seen")))
    }

    /// The thread has no visible action before its failure, or none that matters to
    /// others: what they see was found out anew for the bounded program.
    fn go_on(&mut self, slot: Slot) -> Result<Violation, Refusal> {
        let thread = self.thread(slot)?;
        for _ in 0..MOST_PAUSES {
            if self.machine.place(thread).is_none() || !self.machine.is_running(thread) {
                break;
            }
            if let Some(violation) = self.one(slot, false)? {
                return Ok(violation);
            }
        }
        Err(differs("the original program does not fail"))
    }

    /// Takes one step; the violation, if the wanted check fails in it.
    fn one(&mut self, slot: Slot, first: bool) -> Result<Option<Violation>, Refusal> {
        let thread = self.thread(slot)?;
        let (end, Teller { given: choices, created, differs: other, .. }) =
            self.run(slot, thread, first, &mut |_| {});
        self.schedule.steps.push(Step { thread, choices });
        for number in created {
            let child = self.children.get_mut(&slot).and_then(VecDeque::pop_front);
            let child = child.ok_or_else(|| differs("a thread is created that was not seen"))?;
            self.threads.insert(child, number);
        }
        if let Some(refusal) = other.or_else(|| Refusal::of(thread, &end)) {
            return Err(refusal);
        }
        let StepEnd::Failed { thread, failure, user_place } = end else {
            self.machine.end_step();
            return Ok(None);
        };
        Ok(Some(Violation::failure(self.ready, thread, &failure, user_place)))
    }

    /// How a step ends, and who told it what.
    fn run(
        &mut self,
        slot: Slot,
        thread: ThreadNumber,
        first: bool,
        observer: &mut dyn FnMut(&Event),
    ) -> (StepEnd, Teller<'_>) {
        let rest = self.told.entry(slot).or_default();
        let mut teller = Teller::new(rest, &mut self.numbering);
        let end = match first {
            true => self.machine.begin(&mut teller, observer),
            false => self.machine.step(thread, &mut teller, observer),
        };
        (end, teller)
    }

    /// Who cannot go on, in the end. Of those that were seen to wait none may depend on
    /// a value.
    fn deadlock(&mut self, stands: &[(Slot, Place)]) -> Result<Violation, Refusal> {
        let mut waiting = Vec::new();
        let seen: Vec<ThreadNumber> =
            stands.iter().filter_map(|(slot, _)| self.threads.get(slot).copied()).collect();
        for thread in 0..self.machine.threads.len() as ThreadNumber {
            if self.machine.is_running(thread) {
                let mark = self.machine.mark();
                let mut nothing = VecDeque::new();
                let mut teller = Teller::new(&mut nothing, &mut self.numbering);
                let end = self.machine.step(thread, &mut teller, &mut |_| {});
                let asks = teller.given.iter().any(|given| matches!(given, Choice::Value(_)));
                self.machine.undo_to(mark);
                if asks && seen.contains(&thread) {
                    return Err(Refusal::Undecided(format!(
                        "whether thread {thread} waits depends on an input or on memory that was \
                         never written"
                    )));
                }
                if let StepEnd::Blocked { .. } | StepEnd::Done { by_itself: true } = end {
                    waiting.push(thread);
                }
            }
        }
        let place = |thread| self.machine.user_place(thread);
        Ok(Violation::deadlock(self.ready, &waiting, &place))
    }

    fn frees(&self, place: Place) -> bool {
        matches!(place.instruction(&self.ready.program), Some(Instruction::Free { .. }))
    }

    /// Both threads go where they were seen, and the next step of each is noted. The
    /// replay finds out which accesses these are.
    fn race(&mut self, stands: &[(Slot, Place)]) -> Result<Violation, Refusal> {
        for &(slot, place) in stands {
            if self.reach(slot, place)?.is_some() {
                return Err(differs("a check fails before the race"));
            }
        }
        // Nothing comes after the end of its object.
        let mut stands = stands.to_vec();
        stands.sort_by_key(|(_, place)| self.frees(*place));
        let mut last = 0;
        for (slot, place) in stands {
            let thread = self.thread(slot)?;
            let mark = self.machine.mark();
            let (ready, mut touches) = (self.ready, false);
            let mut observer = |event: &Event| {
                touches |= Touch::of(ready, event).is_some_and(|touch| touch.place == place);
            };
            let (_, Teller { given: choices, .. }) = self.run(slot, thread, false, &mut observer);
            self.machine.undo_to(mark);
            // What will happen is noted before it happens, whether or not it can.
            if !touches {
                let reason = format!("the access of thread {thread} that would race goes wrong");
                return Err(Refusal::Undecided(reason));
            }
            self.schedule.steps.push(Step { thread, choices });
            last = thread;
        }
        Ok(Violation {
            kind: CheckKind::Race,
            message: raddle_semantics::race::MESSAGE.to_string(),
            location: None,
            thread: last,
            other: None,
        })
    }
}

/// Answers from what the thread is told, and writes down what was asked.
struct Teller<'t> {
    rest: &'t mut VecDeque<Choice>,
    numbering: &'t mut Numbering,
    given: Vec<Choice>,
    created: Vec<ThreadNumber>,
    /// The machine asked for something else.
    differs: Option<Refusal>,
}

impl<'t> Teller<'t> {
    fn new(rest: &'t mut VecDeque<Choice>, numbering: &'t mut Numbering) -> Teller<'t> {
        Teller { rest, numbering, given: Vec::new(), created: Vec::new(), differs: None }
    }
}

impl Oracle for Teller<'_> {
    fn value(&mut self, source: Source, width: u16) -> Result<Bits, Interrupt> {
        let value = match (self.rest.front(), source) {
            (Some(Choice::Value(bits)), _) if bits.width() == width => {
                let bits = *bits;
                self.rest.pop_front();
                bits
            }
            // Other verifiers tell values of the widths that C has.
            (Some(Choice::Value(bits)), Source::Instruction(_)) if bits.width() > width => {
                let bits = Bits::new(bits.unsigned(), width);
                self.rest.pop_front();
                bits
            }
            // What no thread wrote may be what none needs, and then it was not asked for.
            (_, Source::Register(_) | Source::Memory(_)) => Bits::new(0, width),
            // Behind the end of what was seen anything will do.
            (None, Source::Instruction(_)) => Bits::new(0, width),
            (other, Source::Instruction(_)) => {
                let how = format!(
                    "the original asks for {width} bits, and the sequential program gave {other:?}"
                );
                self.differs = Some(differs(how.clone()));
                return Err(Interrupt::Limit(how));
            }
        };
        self.given.push(Choice::Value(value));
        Ok(value)
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        let fails = match self.rest.front() {
            Some(&Choice::ByItself(fails)) => {
                self.rest.pop_front();
                fails
            }
            Some(Choice::Value(_) | Choice::Object(_)) | None => false,
        };
        self.given.push(Choice::ByItself(fails));
        Ok(fails)
    }

    fn object(
        &mut self,
        key: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = self.numbering.object(key, first, limit, usable)?;
        self.given.push(Choice::Object(number));
        Ok(number)
    }

    fn thread(
        &mut self,
        parent: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let number = self.numbering.thread(parent, usable)?;
        self.given.push(Choice::Object(number));
        self.created.push(number);
        Ok(number)
    }
}

/// Answers with what was recorded of the sequential program.
struct Recorded<'s>(std::slice::Iter<'s, Choice>);

impl Recorded<'_> {
    fn next(&mut self) -> Result<Choice, Interrupt> {
        let missing = || Interrupt::Limit("the sequential program asks for more".to_string());
        self.0.next().copied().ok_or_else(missing)
    }

    fn number(&mut self) -> Result<u32, Interrupt> {
        match self.next()? {
            Choice::Object(number) => Ok(number),
            Choice::Value(_) | Choice::ByItself(_) => Err(other_question()),
        }
    }
}

fn other_question() -> Interrupt {
    Interrupt::Limit("the sequential program asks for something else".to_string())
}

impl Oracle for Recorded<'_> {
    fn value(&mut self, _: Source, _: u16) -> Result<Bits, Interrupt> {
        match self.next()? {
            Choice::Value(value) => Ok(value),
            Choice::ByItself(_) | Choice::Object(_) => Err(other_question()),
        }
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        match self.next()? {
            Choice::ByItself(fails) => Ok(fails),
            Choice::Value(_) | Choice::Object(_) => Err(other_question()),
        }
    }

    fn object(
        &mut self,
        _: ObjectKey,
        _: u32,
        _: u32,
        _: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        self.number()
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        _: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        self.number()
    }
}
