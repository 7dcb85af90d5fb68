//! One step of one thread.

use std::rc::Rc;

use raddle_ir::{AwaitKind, StopReason};
use raddle_passes::{Place, Ready};
use raddle_terms::Bits;

use super::concrete_host::{ConcreteHost, Usage};
use super::event::Event;
use super::oracle::Oracle;
use super::thread::{Resting, Status, Thread, innermost_user_place};
use super::{Machine, StepEnd};
use crate::budgets::{CALL_BUDGET, SECTION_BUDGET};
use crate::control::{self, Pace};
use crate::domain::Concrete;
use crate::frame::Frame;
use crate::host::{Host, Interrupt};
use crate::run::{Exit, Target, run_block};
use crate::schedule::ThreadNumber;

impl Machine<'_> {
    /// Runs `main` up to its first visible action.
    pub fn begin(&mut self, oracle: &mut dyn Oracle, observer: &mut dyn FnMut(&Event)) -> StepEnd {
        self.advance(0, 0, oracle, observer)
    }

    /// Runs one step of a running thread.
    pub fn step(
        &mut self,
        thread: ThreadNumber,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Event),
    ) -> StepEnd {
        self.advance(thread, 1, oracle, observer)
    }

    /// Whether no other thread can run: a step then goes on through plain
    /// accesses.
    pub fn is_alone(&self, thread: ThreadNumber) -> bool {
        !self.threads.iter().any(|(number, other)| {
            number as ThreadNumber != thread && other.status == Status::Running
        })
    }

    fn advance(
        &mut self,
        thread: ThreadNumber,
        allowance: u32,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Event),
    ) -> StepEnd {
        self.begin_step();
        let mut created = Vec::new();
        let end = self.run_thread(thread, allowance, oracle, observer, &mut created);
        let StepEnd::Done { .. } = end else {
            return end;
        };
        // The beginnings of new threads; to create is visible, so those create none.
        for child in created {
            let begun = self.run_thread(child, 0, oracle, observer, &mut Vec::new());
            let StepEnd::Done { .. } = begun else {
                return begun;
            };
        }
        end
    }

    fn run_thread(
        &mut self,
        thread: ThreadNumber,
        allowance: u32,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Event),
        created: &mut Vec<ThreadNumber>,
    ) -> StepEnd {
        let alone = self.is_alone(thread);
        let Some(rested) = self.threads.get(thread as usize) else {
            return StepEnd::Limit(format!("there is no thread {thread}"));
        };
        let mut working = rested.clone();
        let Some(frame) = working.frames.pop() else {
            return StepEnd::Limit(format!("thread {thread} has ended"));
        };
        let frame = frame.resume(self.ready, Bits::boolean(true));
        let mut locals = std::mem::take(&mut working.locals);
        let host = ConcreteHost {
            ready: self.ready,
            selected: self.selected,
            told: self.told,
            thread,
            memory: &mut self.memory,
            threads: &mut self.threads,
            locals: &mut locals,
            caller: innermost_user_place(self.ready, &working.frames),
            oracle,
            observer,
            pace: Pace::new(allowance, alone),
            usage: Usage::default(),
        };
        let mut stepper = Stepper {
            ready: self.ready,
            working,
            frame,
            host,
            created,
            loops: 0,
            calls: 0,
            by_itself: false,
        };
        let end = stepper.run();
        let mut working = stepper.working;
        if matches!(end, StepEnd::Done { .. }) {
            if working.status == Status::Running {
                working.locals = locals;
            }
            self.threads.set(thread as usize, Some(Rc::new(working)));
        }
        end
    }
}

struct Stepper<'a> {
    ready: &'a Ready,
    working: Thread,
    frame: Frame<Bits>,
    host: ConcreteHost<'a>,
    created: &'a mut Vec<ThreadNumber>,
    /// How often a loop was closed.
    loops: u32,
    calls: u32,
    by_itself: bool,
}

/// Whether the step is over.
type Flow = Result<(), StepEnd>;

impl Stepper<'_> {
    fn run(&mut self) -> StepEnd {
        loop {
            let exit = run_block(self.ready, &mut self.frame, &mut Concrete, &mut self.host);
            if let Err(end) = self.handle(exit) {
                return end;
            }
        }
    }

    fn handle(&mut self, exit: Exit<Bits>) -> Flow {
        match exit {
            Exit::Goto => self.follow(0),
            Exit::Branch(condition) => self.follow(usize::from(!condition.is_true())),
            Exit::Switch(value) => {
                self.follow(control::switch_edge(self.ready, self.frame.place(), value))
            }
            Exit::Call { callee, arguments } => self.call(callee, arguments),
            Exit::Return(values) => self.finish_call(values),
            Exit::Spawn { function, argument } => self.spawn(function, argument),
            Exit::Await { kind, condition, holder } => self.wait(kind, condition, holder),
            Exit::AtomicBegin => {
                if self.host.pace.section.enter(self.ready, self.frame.function) {
                    self.tell_section(true);
                }
                self.frame.complete(self.ready, &[]);
                Ok(())
            }
            Exit::AtomicEnd => self.end_section(),
            Exit::ThreadExit => self.end_thread(),
            Exit::Stop(reason) => self.stop(reason),
            Exit::Paused => Err(self.rest()),
            Exit::Interrupted(interrupt) => self.interrupted(interrupt),
        }
    }

    fn follow(&mut self, edge: usize) -> Flow {
        let closes_loop = control::closes_loop(self.ready, self.frame.place(), edge);
        self.frame.follow(self.ready, &mut Concrete, edge);
        if !closes_loop {
            return Ok(());
        }
        self.loops += 1;
        let may_rest = !self.host.pace.section.is_inside();
        match control::rests_in_loop(self.loops, may_rest) {
            Ok(rests) if rests || may_rest && self.host.usage.is_much() => Err(self.rest()),
            Ok(_) => Ok(()),
            Err(interrupt) => self.interrupted(interrupt),
        }
    }

    /// The step is over: the thread rests where it stands.
    fn rest(&mut self) -> StepEnd {
        let resting = Resting::in_front(self.ready, &self.frame);
        self.working.frames.push(Rc::new(resting));
        StepEnd::Done { by_itself: self.by_itself }
    }

    fn call(&mut self, callee: Target<Bits>, arguments: Vec<Option<Bits>>) -> Flow {
        let place = self.frame.place();
        let id = match callee {
            Target::Known(function) => function,
            Target::Pointer(pointer) => {
                let Some(function) = control::function_at(self.ready, pointer) else {
                    return self.fault(place, control::CALLS_NO_FUNCTION);
                };
                let widths = arguments.iter().map(|value| value.map(|bits| bits.width()));
                if let Err(misfit) = control::fits_call(self.ready, place, function, widths) {
                    return self.interrupted(misfit);
                }
                function
            }
        };
        let function = match control::called(self.ready, place, id, self.working.frames.len()) {
            Ok(function) => function,
            Err(interrupt) => return self.interrupted(interrupt),
        };
        control::note_caller(self.ready, place, &mut self.host.caller);
        let caller = Resting::in_call(self.ready, &self.frame);
        self.working.frames.push(Rc::new(caller));
        self.frame = Frame::enter(id, function, &arguments, Bits::boolean(true));
        let thread = self.host.thread;
        (self.host.observer)(&Event::Call { thread, place, function: id, arguments });
        self.calls += 1;
        match self.host.pace.section.is_inside() {
            false if self.calls >= CALL_BUDGET => Err(self.rest()),
            true if self.calls > SECTION_BUDGET => Err(StepEnd::Limit(format!(
                "an atomic section calls functions more than {SECTION_BUDGET} times"
            ))),
            false | true => Ok(()),
        }
    }

    fn fault(&mut self, place: Place, message: &str) -> Flow {
        let fault = self.host.memory_fault(place, message.to_string());
        self.interrupted(fault)
    }

    fn finish_call(&mut self, values: Vec<Option<Bits>>) -> Flow {
        let place = self.frame.place();
        self.end_objects();
        let Some(caller) = self.working.frames.pop() else {
            return self.end_thread();
        };
        let function = self.frame.function;
        self.frame = caller.resume_call(self.ready, Bits::boolean(true));
        self.frame.complete(self.ready, &values);
        let thread = self.host.thread;
        (self.host.observer)(&Event::Return { thread, place, function, values });
        Ok(())
    }

    fn end_objects(&mut self) {
        for object in std::mem::take(&mut self.frame.objects) {
            self.host.end_object(&mut Concrete, object);
        }
    }

    fn spawn(&mut self, function: Bits, argument: Option<Bits>) -> Flow {
        let place = self.frame.place();
        let Some(start) = control::function_at(self.ready, function) else {
            return self.fault(place, control::STARTS_NO_FUNCTION);
        };
        if let Err(interrupt) = control::can_start(self.ready, place, start) {
            return self.interrupted(interrupt);
        }
        let parent = self.host.thread;
        let number = match self.host.thread_number() {
            Ok(number) => number,
            Err(interrupt) => return self.interrupted(interrupt),
        };
        let thread = Thread::new(self.ready, start, argument, Bits::boolean(true));
        self.host.threads.set(number as usize, Some(Rc::new(thread)));
        self.created.push(number);
        self.host.pace.alone = false;
        self.frame.complete(self.ready, &[Some(Bits::new(u128::from(number), 32))]);
        let event = Event::Spawn { thread: parent, place, child: number, function: start };
        (self.host.observer)(&event);
        Ok(())
    }

    fn wait(&mut self, kind: AwaitKind, condition: Bits, holder: Option<Bits>) -> Flow {
        let place = self.frame.place();
        let passed = condition.is_true();
        if !passed {
            match kind {
                AwaitKind::Plain => {
                    let holder = holder
                        .map(|holder| holder.signed())
                        .and_then(|holder| ThreadNumber::try_from(holder).ok());
                    return Err(StepEnd::Blocked { place, holder });
                }
                AwaitKind::Spurious => self.by_itself = true,
                AwaitKind::Timed => {}
            }
        }
        self.frame.complete(self.ready, &[Some(Bits::boolean(passed))]);
        let thread = self.host.thread;
        (self.host.observer)(&Event::Wait { thread, place, by_itself: !passed });
        Ok(())
    }

    fn end_section(&mut self) -> Flow {
        match self.host.pace.section.leave(self.frame.place()) {
            Ok(true) => self.tell_section(false),
            Ok(false) => {}
            Err(interrupt) => return self.interrupted(interrupt),
        }
        self.frame.complete(self.ready, &[]);
        Ok(())
    }

    fn tell_section(&mut self, begins: bool) {
        if !self.host.pace.section.is_library() {
            let (thread, place) = (self.host.thread, self.frame.place());
            (self.host.observer)(&Event::Section { thread, place, begins });
        }
    }

    fn end_thread(&mut self) -> Flow {
        let place = self.frame.place();
        if let Err(interrupt) = self.host.pace.section.end_thread(place) {
            return self.interrupted(interrupt);
        }
        let has_callers = !self.working.frames.is_empty();
        if control::ends_process(self.ready, self.host.thread, has_callers, place) {
            return self.stop(StopReason::Exit);
        }
        self.end_objects();
        for frame in std::mem::take(&mut self.working.frames) {
            for object in frame.objects.iter() {
                self.host.end_object(&mut Concrete, *object);
            }
        }
        for (_, object) in std::mem::take(self.host.locals) {
            self.host.end_object(&mut Concrete, object);
        }
        self.working.end(Status::Finished);
        let thread = self.host.thread;
        (self.host.observer)(&Event::Exit { thread, place });
        Err(StepEnd::Done { by_itself: self.by_itself })
    }

    /// The thread goes no further. Inside an atomic section that means that the
    /// section does not happen: no other thread may see half of it.
    fn stop(&mut self, reason: StopReason) -> Flow {
        let (thread, place) = (self.host.thread, self.frame.place());
        (self.host.observer)(&Event::Stop { thread, place, reason });
        self.give_up(Status::Stopped(reason))
    }

    fn give_up(&mut self, status: Status) -> Flow {
        if self.host.pace.section.is_inside() {
            return Err(StepEnd::Infeasible);
        }
        self.working.end(status);
        Err(StepEnd::Done { by_itself: self.by_itself })
    }

    fn interrupted(&mut self, interrupt: Interrupt) -> Flow {
        let thread = self.host.thread;
        match interrupt {
            Interrupt::Failed(failure) => {
                let (place, kind) = (failure.place, failure.kind);
                let message = failure.message.clone();
                (self.host.observer)(&Event::Failed { thread, place, kind, message });
                Err(StepEnd::Failed {
                    thread,
                    failure,
                    user_place: control::user_place(self.ready, place, self.host.caller),
                })
            }
            Interrupt::Stopped(reason) => self.stop(reason),
            Interrupt::Assumed => {
                let place = self.frame.place();
                (self.host.observer)(&Event::Assumed { thread, place });
                self.give_up(Status::Assumed)
            }
            Interrupt::Unsupported(place, what) => Err(StepEnd::Unsupported { place, what }),
            Interrupt::Limit(what) => Err(StepEnd::Limit(what)),
        }
    }
}
