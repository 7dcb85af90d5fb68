//! When something happens, as a number of the sequential program.
//!
//! A time is `round : number`. The round of the running thread is guessed in front
//! of each visible statement and never falls. The number is that of the access in
//! the text of the sequential program, in which threads come one after the other,
//! parents first, and each statement comes behind those that may run before it. So
//!
//! - what a thread does without a change of its round is adjacent in time, an
//!   atomic section in particular;
//! - in one round threads run in the order of their text, so that a thread whose
//!   first round is not before that of its creation begins after it;
//! - no two accesses have the same time.
//!
//! In the last round nothing is written: what is read there is what memory holds
//! in the end. The greatest time is that of what never happens.

use raddle_ir::{GlobalId, Operand, Type};
use raddle_terms::{Bits, Operator};

use super::access_analysis::AccessNumber;
use crate::bounded::Slot;
use crate::code::{Code, constant};

#[derive(Clone, Copy)]
pub struct Clock {
    /// Holds the round of the thread that runs.
    round: GlobalId,
    /// There are so many, and the last.
    rounds: u64,
    round_bits: u16,
    number_bits: u16,
}

/// When an access happens.
#[derive(Clone, Copy)]
pub struct Timestamp {
    pub slot: Slot,
    pub round: Operand,
    pub time: Operand,
}

impl Clock {
    /// For so many rounds, beside the last, and so many accesses.
    pub fn new(round: GlobalId, rounds: u64, numbers: AccessNumber) -> Clock {
        // One number more, so that no access has the greatest time.
        Clock { round, rounds, round_bits: bits_for(rounds), number_bits: bits_for(numbers) }
    }

    pub fn kind(&self) -> Type {
        Type::Integer(self.round_bits + self.number_bits)
    }

    pub fn round_kind(&self) -> Type {
        Type::Integer(self.round_bits)
    }

    pub fn number_kind(&self) -> Type {
        Type::Integer(self.number_bits)
    }

    pub fn round_bits(&self) -> u16 {
        self.round_bits
    }

    pub fn round(&self, code: &mut Code) -> Operand {
        code.read(self.round, self.round_kind())
    }

    pub fn set_round(&self, code: &mut Code, round: Operand) {
        code.write(self.round, round, self.round_kind());
    }

    pub fn timestamp(&self, code: &mut Code, slot: Slot, number: AccessNumber) -> Timestamp {
        let round = self.round(code);
        let number = constant(u128::from(number), self.number_bits);
        let time = code.apply(Operator::Concat, &[round, number], self.kind());
        Timestamp { slot, round, time }
    }

    /// Whether this is one of the rounds.
    pub fn is_round(&self, code: &mut Code, round: Operand) -> Operand {
        let count = constant(u128::from(self.rounds), self.round_bits);
        let usual = code.test(Operator::UnsignedLess, &[round, count]);
        let last = code.test(Operator::Equal, &[round, self.last_round()]);
        code.either(usual, last)
    }

    pub fn last_round(&self) -> Operand {
        Operand::Constant(Bits::ones(self.round_bits))
    }

    /// Whether the thread that runs is in the last round.
    pub fn is_last(&self, code: &mut Code) -> Operand {
        let round = self.round(code);
        code.test(Operator::Equal, &[round, self.last_round()])
    }

    /// The time of what never happens.
    pub fn never(&self) -> Operand {
        Operand::Constant(Bits::ones(self.round_bits + self.number_bits))
    }
}

/// Bits that hold this number.
pub fn bits_for(largest: u64) -> u16 {
    (64 - largest.leading_zeros()).max(1) as u16
}
