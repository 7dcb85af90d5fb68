//! What the grains have in common.

use raddle_ir::{Operand, Type};

use super::clock::Moment;
use crate::code::Code;
use crate::shared::CellId;

/// A way to guess what is written.
///
/// Everything is asked in the order of the text. Cells that nobody writes, or
/// whose writes are known when they are read, are not asked about.
pub trait Grain {
    /// Makes the guesses, before any thread runs.
    fn guess(&mut self, code: &mut Code);

    /// What the cell holds; `first` before anybody wrote it.
    fn read(&mut self, code: &mut Code, now: Moment, cell: CellId, first: Operand) -> Operand;

    /// Assumes that this write was guessed, if the guard is true. The result: is it one
    /// more than could be guessed? Then it does not happen.
    fn write(
        &mut self,
        code: &mut Code,
        now: Moment,
        cell: CellId,
        guard: Operand,
        value: Operand,
    ) -> Operand;

    /// The thread's part of its round is over, if the condition is true.
    fn leave(&mut self, code: &mut Code, over: Operand);

    /// Assumes that all that was guessed did happen, after all threads.
    fn finish(&mut self, code: &mut Code);
}

/// A cell whose writes are guessed, and how many statements write it.
pub struct Written {
    pub cell: CellId,
    pub name: String,
    pub kind: Type,
    pub sites: usize,
}
