//! Races that are not between two next steps: in programs where a thread can learn
//! what another one did without being ordered after it, every access that can race is
//! watched, one at a time, until a conflicting one comes that is not ordered after it
//! (`raddle_semantics::happens_before`).
//!
//! Which access of an execution is watched is guessed: after each step the search goes on
//! without watching, and once for each access of the step. What is known of the watched
//! access is a part of the state; the place where it was is not, since nothing depends on it.

use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_semantics::happens_before::{Effect, Effects, Watched};
use raddle_semantics::race::Touch;
use rustc_hash::FxHashMap;

use super::chooser::Point;

/// The access that is watched.
#[derive(Clone)]
pub struct Guess {
    pub watched: Rc<Watched>,
    first: Touch,
}

/// What comes of a step.
pub enum Next {
    Unwatched,
    /// There is no such guess here.
    Nothing,
    Watches(Guess),
    Races(Touch, Touch),
}

pub struct Watching<'a> {
    ready: &'a Ready,
    pub is_needed: bool,
    numbers: FxHashMap<Rc<Watched>, u64>,
}

/// The accesses of a step that can race.
pub fn touches(effects: &Effects) -> impl Iterator<Item = &Touch> {
    effects.list.iter().filter_map(touch)
}

fn touch(effect: &Effect) -> Option<&Touch> {
    match effect {
        Effect::Touch(touch) => Some(touch),
        Effect::Read { .. }
        | Effect::Write { .. }
        | Effect::Fence { .. }
        | Effect::Section { .. }
        | Effect::Spawn { .. }
        | Effect::Made { .. } => None,
    }
}

impl<'a> Watching<'a> {
    pub fn new(ready: &'a Ready, targets: Selected) -> Watching<'a> {
        let is_needed = ready.memory_orders.unordered && targets.contains(CheckKind::Race);
        Watching { ready, is_needed, numbers: FxHashMap::default() }
    }

    /// Takes the guess from the front of a step's choices: the first one is that nothing is
    /// watched.
    pub fn take_guess(&self, points: &mut Vec<Point>) -> Point {
        match self.is_needed && !points.is_empty() {
            true => points.remove(0),
            false => Point { taken: 0, count: 1 },
        }
    }

    /// Puts it back, of as many as the step has turned out to offer.
    pub fn put_guess(&self, points: &mut Vec<Point>, guess: Point, effects: &Effects) {
        if self.is_needed {
            let count = guess.count.max(1 + touches(effects).count() as u32);
            points.insert(0, Point { count, ..guess });
        }
    }

    /// Where a step leads to.
    pub fn advance(&self, before: Option<&Guess>, effects: &[Effect], guessed: u32) -> Next {
        let touches = effects.iter().enumerate().filter_map(|(at, each)| Some((at, touch(each)?)));
        let (first, mut watched, rest) = match (before, guessed) {
            (Some(guess), 0) => (guess.first, (*guess.watched).clone(), effects),
            (None, 0) => return Next::Unwatched,
            (Some(_), _) => return Next::Nothing,
            (None, chosen) => match touches.into_iter().nth(chosen as usize - 1) {
                Some((at, first)) => (*first, Watched::new(self.ready, first), &effects[at + 1..]),
                None => return Next::Nothing,
            },
        };
        match watched.advance(rest) {
            Some(second) => Next::Races(first, second),
            None => Next::Watches(Guess { watched: Rc::new(watched), first }),
        }
    }

    /// The number of what is watched, as a part of a state: 0 for nothing.
    pub fn number(&mut self, guess: Option<&Guess>) -> u64 {
        let Some(guess) = guess else { return 0 };
        let next = self.numbers.len() as u64 + 1;
        *self.numbers.entry(guess.watched.clone()).or_insert(next)
    }
}
