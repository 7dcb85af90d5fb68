//! The threads, one after the other, each with its own clock.
//!
//! In front of each visible statement a thread guesses the round of what follows,
//! or goes no further: what fails elsewhere must not need that this thread goes
//! on. If deadlocks are asked about a thread can also *stand* in front of a section:
//! it looks, in the last round, at what memory holds in the end, and has to find
//! that the section's wait would not go on.

use raddle_ir::index::Index;
use raddle_ir::{AwaitKind, GlobalId, IndexVec, Instruction, Operand, Terminator, Type};
use raddle_passes::Place;
use raddle_terms::Operator;
use rustc_hash::FxHashSet;

use super::access_analysis::Counter;
use super::clock::Clock;
use super::memory::{Context, Memory};
use super::write_guess::WriteGuess;
use crate::bounded::Slot;
use crate::code::{BIT, Code, constant, truth};
use crate::guessed_memory::{
    End, GuardedLocation, InsertionPoint, MemoryScheme, ProgramBuilder, Wait,
};
use crate::marks::TraceMark;

/// Of a thread, for deadlocks.
pub struct Fate {
    pub finished: GlobalId,
    /// It waits for ever.
    pub blocked: GlobalId,
    /// The number of the thread that it waits for; any other number for none.
    pub holder: GlobalId,
}

pub const HOLDER: Type = Type::Integer(32);

pub struct MemoryUnwinding {
    pub clock: Clock,
    pub memory: Memory,
    pub write_guess: Box<dyn WriteGuess>,
    pub counter: Counter,
    /// The round in which a thread is created.
    pub created_in: IndexVec<Slot, GlobalId>,
    /// A bit: a thread had one write too many.
    pub beyond: GlobalId,
    /// None if deadlocks are not asked about.
    pub fates: Option<IndexVec<Slot, Fate>>,
    /// The possible context switches in front of a section.
    pub sections: FxHashSet<usize>,
}

impl Fate {
    pub fn new(build: &mut ProgramBuilder, slot: Slot) -> Fate {
        Fate {
            finished: build.variable(&format!("{slot}_finished"), BIT),
            blocked: build.variable(&format!("{slot}_blocked"), BIT),
            holder: build.variable(&format!("{slot}_waits_for"), HOLDER),
        }
    }
}

impl MemoryUnwinding {
    fn can_stand(&self) -> bool {
        self.fates.is_some() && self.sections.contains(&self.counter.switches)
    }

    /// Drops runs in which the thread stands but would go on.
    fn must_not_stand(&self, code: &mut Code) {
        if self.fates.is_some() {
            let stands = self.clock.is_last(code);
            let fine = code.not(stands);
            code.assume(fine);
        }
    }

    /// The thread leaves the function if the condition is true; what it does before that
    /// is added by `last`. Goes on in a new block.
    fn leave_if(&self, code: &mut Code, condition: Operand, last: impl FnOnce(&mut Code)) {
        if condition == truth(false) {
            return;
        }
        let goes_on = code.begin_if(condition);
        last(code);
        code.close(Terminator::Return(Vec::new()));
        code.go_to(goes_on);
    }

    fn say_time(&self, at: &mut InsertionPoint<'_>) {
        at.build.mark(at.code, TraceMark::Time { slot: at.slot });
        let now = self.clock.timestamp(at.code, at.slot, self.counter.number);
        at.code.add(Instruction::Output { value: now.time });
    }

    /// After all threads: what is said from now on comes last.
    pub fn say_end(&self, code: &mut Code, build: &mut ProgramBuilder) {
        build.mark(code, TraceMark::Time { slot: Slot::new(0) });
        code.add(Instruction::Output { value: self.clock.never() });
    }

    fn context<'a>(&'a mut self, slot: Slot) -> (&'a mut Memory, Context<'a>) {
        let context = Context {
            slot,
            number: self.counter.access(),
            clock: self.clock,
            write_guess: self.write_guess.as_mut(),
        };
        (&mut self.memory, context)
    }

    /// Guesses the round of what follows; the result: does the thread go no further?
    fn guess_round(&mut self, code: &mut Code) -> Operand {
        let before = self.clock.round(code);
        let kind = self.clock.round_kind();
        let next = code.nondet(kind, "round");
        let later = code.test(Operator::UnsignedLessOrEqual, &[before, next]);
        code.assume(later);
        let is_round = self.clock.is_round(code, next);
        code.assume(is_round);
        let changes = code.test(Operator::NotEqual, &[before, next]);
        self.write_guess.leave(code, changes);
        self.clock.set_round(code, next);
        let last = code.test(Operator::Equal, &[next, self.clock.last_round()]);
        if !self.can_stand() {
            return last;
        }
        let gives_up = code.nondet(BIT, "stops");
        code.both(last, gives_up)
    }

    /// While `main` is alone nothing is guessed but that it stands.
    fn guess_stand(&mut self, code: &mut Code) {
        if self.can_stand() {
            let stands = code.nondet(BIT, "stands");
            let round = self.clock.round(code);
            let last = self.clock.last_round();
            let round = code.choose(stands, last, round, self.clock.round_kind());
            self.clock.set_round(code, round);
        }
    }
}

impl MemoryScheme for MemoryUnwinding {
    fn begin(&mut self, at: &mut InsertionPoint<'_>) {
        self.counter.switch();
        let round = at.code.read(self.created_in[at.slot], self.clock.round_kind());
        self.clock.set_round(at.code, round);
        if at.slot.position() > 0 {
            let never_begins = at.code.nondet(BIT, "stops");
            self.leave_if(at.code, never_begins, |_| ());
        }
        self.say_time(at);
    }

    fn switch(&mut self, at: &mut InsertionPoint<'_>) {
        self.counter.switch();
        if self.counter.is_alone() {
            return self.guess_stand(at.code);
        }
        let stops = self.guess_round(at.code);
        self.leave_if(at.code, stops, |_| ());
    }

    fn step(&mut self, at: &mut InsertionPoint<'_>, place: Place) {
        let slot = at.slot;
        if !self.can_stand() {
            self.say_time(at);
            return at.build.mark(at.code, TraceMark::Step { slot, place });
        }
        let (stands, steps, goes_on) = (at.code.block(), at.code.block(), at.code.block());
        let last = self.clock.is_last(at.code);
        at.code.branch(last, stands, steps);
        at.code.go_to(stands);
        at.build.mark(at.code, TraceMark::Stands { slot, place });
        at.code.jump(goes_on);
        at.code.go_to(steps);
        self.say_time(at);
        at.build.mark(at.code, TraceMark::Step { slot, place });
        at.code.end_if(goes_on);
    }

    fn load(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation]) -> Operand {
        let (memory, mut context) = self.context(at.slot);
        let mut result = None;
        for choice in choices.iter().rev() {
            let value = memory.read(at.code, at.build, &mut context, choice.location);
            let kind = memory.kind(choice.location);
            result = Some(match result {
                Some(other) => at.code.choose(choice.guard, value, other, kind),
                None => value,
            });
        }
        result.unwrap_or(truth(false))
    }

    fn store(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation], value: Operand) {
        let (memory, mut context) = self.context(at.slot);
        let mut beyond = truth(false);
        for choice in choices {
            let one = memory.write(at.code, at.build, &mut context, *choice, value);
            beyond = at.code.either(beyond, one);
        }
        self.leave_if(at.code, beyond, |code| {
            self.must_not_stand(code);
            code.write(self.beyond, truth(true), BIT);
        });
    }

    fn spawn(&mut self, at: &mut InsertionPoint<'_>, child: Slot) {
        self.counter.spawn(at.slot, child);
        let round = self.clock.round(at.code);
        at.code.write(self.created_in[child], round, self.clock.round_kind());
    }

    fn section(&mut self, at: &mut InsertionPoint<'_>, begins: bool) {
        if !begins {
            self.must_not_stand(at.code);
        }
    }

    fn wait(&mut self, at: &mut InsertionPoint<'_>, wait: Wait) {
        let Some(fates) = &self.fates else { return };
        let fate = &fates[at.slot];
        let stands = self.clock.is_last(at.code);
        self.leave_if(at.code, stands, |code| {
            let waits = match wait.kind {
                AwaitKind::Plain | AwaitKind::Spurious => code.not(wait.condition),
                AwaitKind::Timed => truth(false),
            };
            code.assume(waits);
            code.write(fate.blocked, truth(true), BIT);
            let holder = match (wait.kind, wait.holder) {
                (AwaitKind::Plain, Some(holder)) => holder,
                (AwaitKind::Plain | AwaitKind::Spurious | AwaitKind::Timed, _) => {
                    constant(u128::from(u32::MAX), 32)
                }
            };
            code.write(fate.holder, holder, HOLDER);
        });
    }

    fn end(&mut self, at: &mut InsertionPoint<'_>, end: End) {
        self.must_not_stand(at.code);
        self.write_guess.leave(at.code, truth(true));
        match (&self.fates, end) {
            (Some(fates), End::Finished) => {
                at.code.write(fates[at.slot].finished, truth(true), BIT);
            }
            (Some(_), End::Stopped) | (None, End::Finished | End::Stopped) => {}
        }
    }
}
