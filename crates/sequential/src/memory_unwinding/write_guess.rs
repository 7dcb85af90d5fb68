//! What guesses of writes have in common, whatever their grain.

use raddle_ir::{Operand, Type};

use super::clock::Timestamp;
use crate::code::Code;
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
