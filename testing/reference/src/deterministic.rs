//! Runs a program that has no input and never two threads that can go on, and says
//! what came out. Such a program has one behaviour, so it can be compared with
//! compiled code: differential testing of the concrete machine itself.
//!
//! Of several threads the newest one that need not wait is run; that the others
//! would have to wait, is for the program to see to.
//!
//! All checks are asked about: a run that violates one is an error here, since
//! only programs without undefined behaviour can be compared. What the program
//! gives to `__raddle_output` are its outputs. Its exit value is what `main`
//! returns; there is none if the process ends otherwise.
//!
//! Memory that was never written is read by programs without any fault: padding
//! of a structure that is passed in a register, the neighbours of a bit-field.
//! Nothing may depend on it, so it holds arbitrary values here, different ones
//! each time.

use raddle_ir::{CheckKind, FunctionId, StopReason};
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::{Event, Machine, Status, StepEnd, ThreadNumber};
use raddle_terms::Bits;

/// What a program with one behaviour did.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DeterministicRun {
    pub outputs: Vec<u64>,
    pub exit: Option<i32>,
}

/// A program that takes more steps is given up.
const MOST_STEPS: u32 = 1 << 20;

/// Runs the program to its end. An error says what it did that such a program
/// must not do.
pub fn run_deterministic(ready: &Ready) -> Result<DeterministicRun, String> {
    let main = ready.program.function_named("main");
    let mut machine = Machine::for_runs(ready, CheckKind::ALL.into_iter().collect());
    let mut oracle = Arbitrary::default();
    let mut run = DeterministicRun::default();
    let end = machine.begin(&mut oracle, &mut |event| run.note(main, event));
    completed(ready, end)?;
    for _ in 0..MOST_STEPS {
        match machine.status(0) {
            Some(Status::Running) => {}
            Some(Status::Finished | Status::Stopped(StopReason::Exit)) => return Ok(run),
            Some(Status::Stopped(StopReason::Abort)) => return Err("it aborts".to_owned()),
            Some(Status::Stopped(StopReason::Undefined)) => {
                return Err("it meets undefined behaviour".to_owned());
            }
            Some(Status::Assumed) => return Err("it meets a false assumption".to_owned()),
            None => return Err("it has no first thread".to_owned()),
        }
        step(&mut machine, &mut oracle, &mut |event| run.note(main, event))?;
        machine.end_step();
    }
    Err(format!("it takes more than {MOST_STEPS} steps"))
}

/// One step of the newest thread that can go on.
fn step(
    machine: &mut Machine<'_>,
    oracle: &mut Arbitrary,
    observer: &mut dyn FnMut(&Event),
) -> Result<(), String> {
    for thread in (0..machine.threads.len() as ThreadNumber).rev() {
        if !machine.is_running(thread) {
            continue;
        }
        let mark = machine.mark();
        let end = machine.step(thread, oracle, observer);
        if !matches!(end, StepEnd::Blocked { .. }) {
            return completed(machine.ready(), end);
        }
        machine.undo_to(mark);
    }
    Err("all its threads wait".to_owned())
}

impl DeterministicRun {
    fn note(&mut self, main: Option<FunctionId>, event: &Event) {
        match event {
            Event::Output { value, .. } => self.outputs.push(value.low64()),
            Event::Return { function, values, .. } if Some(*function) == main => {
                let value = values.first().copied().flatten();
                self.exit = value.map(|value| value.signed() as i32);
            }
            Event::Return { .. }
            | Event::Read { .. }
            | Event::Write { .. }
            | Event::Nondet { .. }
            | Event::Call { .. }
            | Event::Spawn { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => {}
        }
    }
}

/// An error if the step is none of a program with one behaviour.
fn completed(ready: &Ready, end: StepEnd) -> Result<(), String> {
    let at = |place: Place| {
        ready.location_text(place).map_or(String::new(), |location| format!(" ({location})"))
    };
    match end {
        StepEnd::Done { .. } => Ok(()),
        StepEnd::Blocked { place, .. } => Err(format!("it waits for ever{}", at(place))),
        StepEnd::Infeasible => Err("an atomic section does not happen".to_owned()),
        StepEnd::Failed { failure, user_place, .. } => {
            let (kind, message) = (failure.kind.name(), failure.message);
            Err(format!("{kind} is violated: {message}{}", at(user_place)))
        }
        StepEnd::Unsupported { place, what } => {
            Err(format!("{what} is not supported{}", at(place)))
        }
        StepEnd::Limit(what) => Err(what),
    }
}

/// Has no inputs to give, and fills what was never written with anything.
#[derive(Default)]
struct Arbitrary {
    fillings: u64,
    /// How many objects were made, and threads.
    objects: u32,
    threads: ThreadNumber,
}

impl Oracle for Arbitrary {
    fn value(&mut self, source: Source, width: u16) -> Result<Bits, Interrupt> {
        match source {
            Source::Instruction(_) => Err(Interrupt::Limit("it has inputs".to_owned())),
            Source::Register(_) | Source::Memory(_) => {
                self.fillings += 1;
                // An odd factor without a pattern: neighbours differ in most bits.
                let low = self.fillings.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let high = low.rotate_left(29) ^ 0x5bd1_e995_a5a5_5a5a;
                Ok(Bits::new(u128::from(high) << 64 | u128::from(low ^ low >> 31), width))
            }
        }
    }

    /// A weak compare-and-exchange may fail by itself, but need not.
    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        Ok(false)
    }

    /// New numbers as long as there are any, then those of dead objects.
    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let count = limit.saturating_sub(first);
        for _ in 0..count {
            let number = first + self.objects % count;
            self.objects = self.objects.wrapping_add(1);
            if usable(number) {
                return Ok(number);
            }
        }
        Err(Interrupt::Limit(format!("it has more than {count} objects at a time")))
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        _: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        self.threads += 1;
        Ok(self.threads)
    }
}
