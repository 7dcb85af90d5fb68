//! A random walk on the concrete machine: threads take steps in a random but repeatable order,
//! and what steps ask for is thrown like dice. No search: it shows that what was read
//! does not crash the machine, and it makes schedules for traces.

use std::time::{Duration, Instant};

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::{Choice, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};
use raddle_terms::Bits;
use raddle_verdict::{Counterexample, Violation};

/// More threads than this are not started.
const MOST_THREADS: ThreadNumber = 8;
/// A walk ends when it took so long: there are programs whose steps are long.
const LONG: Duration = Duration::from_millis(500);

/// And when the program's objects have so many bytes.
const MOST_KEPT: usize = 1 << 28;

/// Runs up to so many steps; gives the failing runs on the way.
pub fn walk(ready: &Ready, seed: u64, steps: usize) -> Vec<Counterexample> {
    let selected: Selected = CheckKind::ALL.into_iter().collect();
    let mut walker = Walker {
        machine: Machine::for_runs(ready, selected),
        dice: Dice { state: seed, choices: Vec::new() },
        schedule: Schedule::default(),
        found: Vec::new(),
        ready,
    };
    let start = Instant::now();
    if !walker.step(0, true) {
        return walker.found;
    }
    for _ in 1..steps {
        let running: Vec<ThreadNumber> = (0..walker.machine.threads.len() as ThreadNumber)
            .filter(|&thread| walker.machine.is_running(thread))
            .collect();
        let Some(&thread) = running.get(walker.dice.below(running.len())) else {
            break;
        };
        let objects = walker.machine.memory.cells.iter();
        let kept: usize = objects.map(|(_, object)| object.bytes().len()).sum();
        if !walker.step(thread, false) || start.elapsed() > LONG || kept > MOST_KEPT {
            break;
        }
    }
    walker.found
}

struct Walker<'a> {
    ready: &'a Ready,
    machine: Machine<'a>,
    dice: Dice,
    schedule: Schedule,
    found: Vec<Counterexample>,
}

impl Walker<'_> {
    /// One step, or none if it does not happen. Whether to go on.
    fn step(&mut self, thread: ThreadNumber, first: bool) -> bool {
        let mark = self.machine.mark();
        self.dice.choices.clear();
        let end = if first {
            self.machine.begin(&mut self.dice, &mut |_| {})
        } else {
            self.machine.step(thread, &mut self.dice, &mut |_| {})
        };
        let step = Step { thread, choices: self.dice.choices.clone() };
        match end {
            // Now and then as a search does it: back, and another way.
            StepEnd::Done { .. } if !first && self.dice.below(8) == 0 => {
                self.machine.undo_to(mark);
                true
            }
            StepEnd::Done { .. } => {
                self.machine.end_step();
                self.schedule.steps.push(step);
                true
            }
            StepEnd::Failed { thread, failure, user_place } => {
                self.machine.undo_to(mark);
                self.machine.deselect(failure.kind);
                let mut schedule = self.schedule.clone();
                schedule.steps.push(step);
                let violation = Violation::failure(self.ready, thread, &failure, user_place);
                self.found.push(Counterexample { violation, schedule });
                // The beginning cannot be left out; once more, now that this is told.
                !first || self.step(thread, true)
            }
            StepEnd::Blocked { .. } | StepEnd::Infeasible => {
                self.machine.undo_to(mark);
                !first
            }
            StepEnd::Unsupported { .. } | StepEnd::Limit(_) => false,
        }
    }
}

/// Random answers, noted.
struct Dice {
    state: u64,
    choices: Vec<Choice>,
}

impl Dice {
    /// A linear congruential generator is good enough here.
    fn throw(&mut self) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.state >> 24
    }

    fn below(&mut self, bound: usize) -> usize {
        self.throw() as usize % bound.max(1)
    }
}

impl Oracle for Dice {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        let value = match self.below(4) {
            0 => 0,
            1 => u128::MAX,
            2 => self.below(5) as u128,
            _ => u128::from(self.throw()) << 64 | u128::from(self.throw()),
        };
        let bits = Bits::new(value, width);
        self.choices.push(Choice::Value(bits));
        Ok(bits)
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        let itself = self.below(4) == 0;
        self.choices.push(Choice::ByItself(itself));
        Ok(itself)
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let number = (first..limit).find(|&number| usable(number));
        let number = number.ok_or_else(|| Interrupt::Limit("no number is free".to_owned()))?;
        self.choices.push(Choice::Object(number));
        Ok(number)
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        let number = (1..MOST_THREADS).find(|&number| usable(number));
        let number = number.ok_or_else(|| Interrupt::Limit("enough threads".to_owned()))?;
        self.choices.push(Choice::Object(number));
        Ok(number)
    }
}
