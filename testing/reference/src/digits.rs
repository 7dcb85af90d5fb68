//! Nondeterministic choices of a step, counted through like the digits of a number: the step is
//! run again from the same state until every combination had its turn.

use raddle_passes::Place;
use raddle_semantics::ThreadNumber;
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_terms::Bits;

/// Values of at most this width are all tried.
const ENUMERATED: u16 = 8;
/// Of wider ones these, and both ends of the signed range.
const TRIED: [i128; 9] = [0, 1, 2, 3, 4, 5, 7, -1, -2];

#[derive(Clone, Debug, Default)]
pub struct Digits {
    /// What is taken now, and of how many.
    digits: Vec<(u32, u32)>,
    position: usize,
    /// A value was chosen that does not stand for all.
    pub sampled: bool,
}

impl Digits {
    /// Before the step is run again.
    pub fn rewind(&mut self) {
        self.position = 0;
    }

    /// The next combination, if there is one.
    pub fn advance(&mut self) -> bool {
        self.digits.truncate(self.position);
        self.position = 0;
        while let Some((taken, count)) = self.digits.last_mut() {
            *taken += 1;
            if taken < count {
                return true;
            }
            self.digits.pop();
        }
        false
    }

    fn take(&mut self, count: u32) -> u32 {
        if self.position == self.digits.len() {
            self.digits.push((0, count));
        }
        self.position += 1;
        self.digits[self.position - 1].0
    }
}

impl Oracle for Digits {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        if width <= ENUMERATED {
            return Ok(Bits::new(u128::from(self.take(1 << width)), width));
        }
        self.sampled = true;
        let smallest = 1u128 << (width - 1);
        let mut values = TRIED.map(|value| value as u128).to_vec();
        values.extend([smallest, smallest - 1]);
        let taken = self.take(values.len() as u32);
        Ok(Bits::new(values[taken as usize], width))
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        Ok(self.take(2) == 1)
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = (first..limit).find(|&number| usable(number));
        number.ok_or_else(|| Interrupt::Limit("no number is left for an object".to_owned()))
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let number = (1..1 << 16).find(|&number| usable(number));
        number.ok_or_else(|| Interrupt::Limit("no number is left for a thread".to_owned()))
    }
}
