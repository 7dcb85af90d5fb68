//! What guesses of writes have in common, whatever their grain.

use raddle_ir::{GlobalId, Operand, Type};
use raddle_terms::Operator;

use super::clock::Timestamp;
use crate::code::{Code, truth};
use crate::guessed_memory::GuessedId;

/// A way to guess what is written.
///
/// Everything is asked in the order of the text. Locations that are never
/// written, or whose writes are known when they are read, are not asked about.
pub trait WriteGuess {
    /// Makes the guesses, before any thread runs.
    fn guess(&mut self, code: &mut Code);

    /// What the location holds; `first` before the first write.
    fn read(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        first: Operand,
    ) -> Operand;

    /// Assumes that this write was guessed, if the guard is true. The result: is it one
    /// more than could be guessed? Then it does not happen.
    fn write(
        &mut self,
        code: &mut Code,
        now: Timestamp,
        location: GuessedId,
        guard: Operand,
        value: Operand,
    ) -> Operand;

    /// The thread's part of its round is over, if the condition is true.
    fn leave(&mut self, code: &mut Code, over: Operand);

    /// Assumes that all that was guessed did happen, after all threads.
    fn finish(&mut self, code: &mut Code);
}

/// A location whose writes are guessed, and how many statements write it.
pub struct GuessedWrites {
    pub location: GuessedId,
    pub name: String,
    pub kind: Type,
    pub sites: usize,
}

/// The last of the guesses of a sequence.
pub struct LastGuess {
    /// None if nothing is guessed.
    pub time: Option<GlobalId>,
    pub time_kind: Type,
    /// There are never more writes than guesses.
    pub suffices: bool,
}

impl LastGuess {
    /// Whether a write at this time is one more than could be guessed.
    pub fn is_over(&self, code: &mut Code, time: Operand, guard: Operand) -> Operand {
        match self.time {
            Some(last) if !self.suffices => {
                let last = code.read(last, self.time_kind);
                let over = code.test(Operator::UnsignedLess, &[last, time]);
                code.both(guard, over)
            }
            Some(_) => truth(false),
            None => guard,
        }
    }
}

/// A write that others see was found among the guesses, or is beyond them.
pub fn assume_guessed(code: &mut Code, seen: Operand, found: Operand, beyond: Operand) {
    let unseen = code.not(seen);
    let fine = code.either(unseen, found);
    let fine = code.either(fine, beyond);
    code.assume(fine);
}
