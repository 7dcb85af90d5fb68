//! Enumerates what a step leaves open. A step is run again and again from the
//! same state, each time with the next combination of its choices, as an
//! odometer counts.

use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::numbering::Numbering;
use raddle_semantics::{Choice, ThreadNumber};
use raddle_terms::Bits;

/// Values of at most this width are all tried.
const ENUMERATED_WIDTH: u16 = 8;

/// One open choice: how many alternatives it has, and which is taken now.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub taken: u32,
    pub count: u32,
}

/// The next combination; `None` when all were tried.
pub fn next(mut points: Vec<Point>) -> Option<Vec<Point>> {
    while let Some(last) = points.last_mut() {
        last.taken += 1;
        if last.taken < last.count {
            return Some(points);
        }
        points.pop();
    }
    None
}

pub struct Chooser<'a> {
    ready: &'a Ready,
    numbering: &'a mut Numbering,
    points: Vec<Point>,
    cursor: usize,
    /// What was chosen in this run of the step.
    pub choices: Vec<Choice>,
    /// Where a value was chosen that does not stand for all values.
    pub sampled: Option<(Place, u16)>,
}

impl<'a> Chooser<'a> {
    pub fn new(ready: &'a Ready, numbering: &'a mut Numbering, points: Vec<Point>) -> Self {
        Chooser { ready, numbering, points, cursor: 0, choices: Vec::new(), sampled: None }
    }

    /// The points that this run of the step went through.
    pub fn into_points(mut self) -> Vec<Point> {
        self.points.truncate(self.cursor);
        self.points
    }

    fn take(&mut self, count: usize) -> usize {
        if self.cursor == self.points.len() {
            self.points.push(Point { taken: 0, count: count as u32 });
        }
        let taken = self.points[self.cursor].taken;
        self.cursor += 1;
        taken as usize
    }

    fn choose(&mut self, source: Source, width: u16) -> Bits {
        if width <= ENUMERATED_WIDTH {
            let taken = self.take(1 << width);
            return Bits::new(taken as u128, width);
        }
        if let Source::Instruction(place) | Source::Register(place) = source
            && let Some(cases) =
                self.ready.functions[place.function].nondet.get(&(place.block, place.statement))
            && !cases.values.is_empty()
        {
            if !cases.exact {
                self.sampled.get_or_insert((place, width));
            }
            let taken = self.take(cases.values.len());
            return cases.values[taken];
        }
        let (Source::Instruction(place) | Source::Register(place) | Source::Memory(place)) = source;
        self.sampled.get_or_insert((place, width));
        let values = interesting(width);
        let taken = self.take(values.len());
        values[taken]
    }
}

/// Values worth trying where nothing is known about the use.
fn interesting(width: u16) -> [Bits; 5] {
    let top = 1u128 << (width - 1);
    [0, 1, u128::MAX, top, top - 1].map(|value| Bits::new(value, width))
}

impl Oracle for Chooser<'_> {
    fn value(&mut self, source: Source, width: u16) -> Result<Bits, Interrupt> {
        let value = self.choose(source, width);
        self.choices.push(Choice::Value(value));
        Ok(value)
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        let fails = self.take(2) == 1;
        self.choices.push(Choice::ByItself(fails));
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
        self.choices.push(Choice::Object(number));
        Ok(number)
    }

    fn thread(
        &mut self,
        parent: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let number = self.numbering.thread(parent, usable)?;
        self.choices.push(Choice::Object(number));
        Ok(number)
    }
}
