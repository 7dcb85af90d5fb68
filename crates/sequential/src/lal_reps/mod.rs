//! Lal and Reps: "Reducing Concurrent Analysis Under a Context Bound to
//! Sequential Analysis".
//!
//! The schedules are round-robin: in each round every thread runs once, in the order of
//! their slots. The threads are run one after the other, each through all rounds: in
//! front of a visible statement the round may grow (a context switch); beyond the last
//! round the thread goes no further. There is a copy of shared memory for each round;
//! what it holds when the round begins is a nondeterministic guess, but for the first.
//! When all threads are over each copy must hold what was guessed for the next round.
//! Only then failures are looked at ([`crate::guessed_memory::deferred_checks`]).
//!
//! Parents come before their children, so that a thread runs only if it was
//! created, and begins in the round of its creation or later.
//!
//! Deviations: what a thread knows about shared memory is not guessed
//! (`guessed_memory/uses.rs`); objects may be anywhere, and pointers are followed; before
//! a thread creates another one for the first time there is no thread to switch to.
//! Incomplete: deadlocks and races are not looked for, and it is not found out whether
//! more rounds would show something new.

use raddle_ir::{AwaitKind, GlobalId, IndexVec, Instruction, Operand, Origin, Type};
use raddle_terms::Operator;

use crate::bounded::{Bounded, Slot};
use crate::code::{Code, constant, truth};
use crate::guessed_memory::{
    End, GuardedLocation, GuessedId, InsertionPoint, MemoryScheme, ProgramBuilder, SharedMemory,
    Wait, translate,
};
use crate::marks::{Sequential, TraceMark};
use raddle_ir::index::Index;

/// The sequential program for so many rounds, one at least. An error is a reason why
/// there is none.
pub fn sequentialise(bounded: &Bounded, rounds: u32) -> Result<Sequential, String> {
    let mut build = ProgramBuilder::new(bounded);
    let shared = SharedMemory::find(bounded, &mut build)?;
    let mut scheme = LalReps::new(bounded, &shared, &mut build, rounds.max(1));
    let threads = translate(bounded, &shared, &mut build, &mut scheme)?;
    let mut code = Code::new("sequential", bounded.program.target, Origin::Library);
    let guesses = scheme.guess(&shared, &mut code, &mut build);
    threads.call(&mut code);
    scheme.compare(&shared, &mut code, &guesses);
    threads.deferred_checks.check(&mut code, &mut build);
    Ok(build.finish(code))
}

struct LalReps {
    rounds: u32,
    threads: usize,
    /// Of the variables that hold a round.
    kind: Type,
    round: GlobalId,
    /// The round in which each thread was created.
    created: IndexVec<Slot, GlobalId>,
    /// For each location a copy a round.
    copies: IndexVec<GuessedId, Vec<GlobalId>>,
    kinds: IndexVec<GuessedId, Type>,
    /// Whether the thread that is translated has created another one, or was created.
    accompanied: bool,
}

impl LalReps {
    fn new(
        bounded: &Bounded,
        shared: &SharedMemory,
        build: &mut ProgramBuilder,
        rounds: u32,
    ) -> LalReps {
        let kind = Type::Integer((u32::BITS - rounds.leading_zeros()) as u16);
        let copies = shared
            .guessed
            .iter()
            .map(|location| {
                (0..rounds)
                    .map(|round| {
                        build.variable(&format!("{}_{round}", location.name), location.kind)
                    })
                    .collect()
            })
            .collect();
        let slots = bounded.threads.indices();
        LalReps {
            rounds,
            threads: bounded.threads.len(),
            kind,
            round: build.variable("round", kind),
            created: slots.map(|slot| build.variable(&format!("round_of_{slot}"), kind)).collect(),
            copies,
            kinds: shared.guessed.iter().map(|location| location.kind).collect(),
            accompanied: false,
        }
    }

    fn number(&self, round: u32, code: &Code) -> Operand {
        constant(u128::from(round), code.target.width(self.kind))
    }

    /// Fills the copies; gives what was guessed, for each location and round but the first.
    fn guess(
        &self,
        shared: &SharedMemory,
        code: &mut Code,
        build: &mut ProgramBuilder,
    ) -> IndexVec<GuessedId, Vec<Operand>> {
        let mut guesses = IndexVec::new();
        for (id, location) in shared.guessed.iter_enumerated() {
            let mut mine = Vec::new();
            for (round, &copy) in self.copies[id].iter().enumerate() {
                let value = match round {
                    0 => build.initial(code, location),
                    _ => code.nondet(location.kind, &location.name),
                };
                code.write(copy, value, location.kind);
                if round > 0 {
                    mine.push(value);
                }
            }
            guesses.push(mine);
        }
        guesses
    }

    /// Each copy holds in the end what was guessed for the next.
    fn compare(
        &self,
        shared: &SharedMemory,
        code: &mut Code,
        guesses: &IndexVec<GuessedId, Vec<Operand>>,
    ) {
        for (id, location) in shared.guessed.iter_enumerated() {
            for (&copy, &guess) in self.copies[id].iter().zip(&guesses[id]) {
                let held = code.read(copy, location.kind);
                let equal = code.test(Operator::Equal, &[held, guess]);
                code.assume(equal);
            }
        }
    }

    /// Says when what follows happens: within a round threads run in the order of slots.
    fn say_time(&self, at: &mut InsertionPoint<'_>) {
        let slot = at.slot;
        at.build.mark(at.code, TraceMark::Time { slot });
        let wide = Type::Integer(64);
        let round = at.code.read(self.round, self.kind);
        let round = at.code.apply(Operator::ZeroExtend(64), &[round], wide);
        let threads = constant(self.threads as u128, 64);
        let start = at.code.apply(Operator::Multiply, &[round, threads], wide);
        let turn = constant(slot.position() as u128, 64);
        let value = at.code.apply(Operator::Add, &[start, turn], wide);
        at.code.add(Instruction::Output { value });
    }

    /// For each round: is it now?
    fn now(&self, code: &mut Code) -> Vec<Operand> {
        if self.rounds == 1 {
            return vec![truth(true)];
        }
        let round = code.read(self.round, self.kind);
        (0..self.rounds)
            .map(|each| {
                let each = self.number(each, code);
                code.test(Operator::Equal, &[round, each])
            })
            .collect()
    }
}

impl MemoryScheme for LalReps {
    fn begin(&mut self, at: &mut InsertionPoint<'_>) {
        self.accompanied = at.slot.position() > 0;
        let round = at.code.read(self.created[at.slot], self.kind);
        at.code.write(self.round, round, self.kind);
        self.say_time(at);
    }

    fn switch(&mut self, at: &mut InsertionPoint<'_>) {
        if !self.accompanied {
            return;
        }
        let old = at.code.read(self.round, self.kind);
        let new = at.code.nondet(self.kind, "round");
        let later = at.code.test(Operator::UnsignedLessOrEqual, &[old, new]);
        at.code.assume(later);
        let end = self.number(self.rounds, at.code);
        let exists = at.code.test(Operator::UnsignedLess, &[new, end]);
        let next = at.code.block();
        at.code.branch(exists, next, at.stopped);
        at.code.go_to(next);
        at.code.write(self.round, new, self.kind);
        self.say_time(at);
    }

    fn load(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation]) -> Operand {
        let now = self.now(at.code);
        let mut value: Option<Operand> = None;
        for choice in choices {
            let kind = self.kinds[choice.location];
            let mut held: Option<Operand> = None;
            for (&copy, &round) in self.copies[choice.location].iter().zip(&now) {
                let copy = at.code.read(copy, kind);
                held = Some(match held {
                    None => copy,
                    Some(before) => at.code.choose(round, copy, before, kind),
                });
            }
            value = match (value, held) {
                (Some(before), Some(held)) => {
                    Some(at.code.choose(choice.guard, held, before, kind))
                }
                (before, held) => held.or(before),
            };
        }
        value.unwrap_or_else(|| constant(0, 8))
    }

    fn store(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation], value: Operand) {
        let now = self.now(at.code);
        for choice in choices {
            let kind = self.kinds[choice.location];
            for (&copy, &round) in self.copies[choice.location].iter().zip(&now) {
                let here = at.code.both(choice.guard, round);
                let new = match here == truth(true) {
                    true => value,
                    false => {
                        let old = at.code.read(copy, kind);
                        at.code.choose(here, value, old, kind)
                    }
                };
                at.code.write(copy, new, kind);
            }
        }
    }

    fn spawn(&mut self, at: &mut InsertionPoint<'_>, child: Slot) {
        self.accompanied = true;
        let round = at.code.read(self.round, self.kind);
        at.code.write(self.created[child], round, self.kind);
    }

    fn section(&mut self, _: &mut InsertionPoint<'_>, _: bool) {}

    fn wait(&mut self, at: &mut InsertionPoint<'_>, wait: Wait) {
        // No other thread will ever make it true, and the thread had no choice to stop.
        if !self.accompanied && wait.kind == AwaitKind::Plain {
            let next = at.code.block();
            at.code.branch(wait.condition, next, at.stopped);
            at.code.go_to(next);
        }
    }

    fn end(&mut self, _: &mut InsertionPoint<'_>, _: End) {}
}
