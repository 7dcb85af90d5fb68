//! From a model to a schedule: walks the concrete machine along the steps that a
//! symbolic run took, with the values that the model gives, and writes down what
//! each of its steps had to be told.

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::symbolic::{Entry, Item};
use raddle_semantics::{Choice, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};
use raddle_solver::Model;
use raddle_terms::{Bits, Evaluation, Term, TermStore};
use rustc_hash::FxHashMap;

/// A step of a symbolic run. The first is the program's start.
#[derive(Clone, Debug)]
pub struct Taken {
    pub thread: ThreadNumber,
    pub log: Rc<Vec<Entry>>,
}

/// Steps as they were taken, the latest first.
#[derive(Clone, Debug)]
pub struct History {
    pub taken: Taken,
    pub before: Option<Rc<History>>,
}

impl History {
    pub fn steps(history: &Option<Rc<History>>) -> Vec<Taken> {
        let mut steps: Vec<Taken> =
            std::iter::successors(history.as_deref(), |link| link.before.as_deref())
                .map(|link| link.taken.clone())
                .collect();
        steps.reverse();
        steps
    }
}

/// What a step has to be told under the model, and how many visible actions it
/// takes.
struct Told {
    thread: ThreadNumber,
    choices: VecDeque<Choice>,
    visible: u32,
}

fn told(evaluate: &mut dyn FnMut(Term) -> Bits, taken: &Taken) -> Told {
    let mut result = Told { thread: taken.thread, choices: VecDeque::new(), visible: 0 };
    for entry in taken.log.iter() {
        if !entry.guard.conditions().all(|condition| evaluate(condition).is_true()) {
            continue;
        }
        match entry.item {
            Item::Visible => result.visible += 1,
            Item::Value(term) => result.choices.push_back(Choice::Value(evaluate(term))),
            Item::ByItself(term) => {
                result.choices.push_back(Choice::ByItself(evaluate(term).is_true()));
            }
            Item::Number(number) => result.choices.push_back(Choice::Object(number)),
        }
    }
    result
}

/// The schedule of a run: these steps, and then those of `last`, each of which is
/// taken from the same state (two that race) and may fail. `through`: a run that
/// never pauses, so that its one step is as many as it takes.
pub fn schedule(
    ready: &Ready,
    selected: Selected,
    terms: &TermStore,
    model: &Model,
    steps: &[Taken],
    last: &[Taken],
    through: bool,
) -> Result<Schedule, String> {
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    let mut evaluate = |term: Term| evaluation.value(term);
    let mut walk = Walk {
        machine: Machine::new(ready, selected),
        schedule: Schedule::default(),
        waiting: FxHashMap::default(),
        started: false,
    };
    for (position, taken) in steps.iter().enumerate() {
        let told = told(&mut evaluate, taken);
        // A step that only went round a loop is part of the thread's next one.
        let is_last = position + 1 == steps.len() && last.is_empty();
        if told.visible == 0 && !through && !is_last {
            walk.waiting.entry(told.thread).or_default().extend(told.choices);
            continue;
        }
        if walk.follow(told, through)? {
            return Ok(walk.schedule);
        }
    }
    for taken in last {
        let told = told(&mut evaluate, taken);
        walk.look(told);
    }
    Ok(walk.schedule)
}

struct Walk<'a> {
    machine: Machine<'a>,
    schedule: Schedule,
    /// What threads were told that the machine has not asked for yet.
    waiting: FxHashMap<ThreadNumber, VecDeque<Choice>>,
    started: bool,
}

impl Walk<'_> {
    /// Takes the step; `true` if a selected check failed in it.
    fn follow(&mut self, mut told: Told, through: bool) -> Result<bool, String> {
        self.prepend(&mut told);
        let mut left = told.visible;
        if !self.started {
            self.started = true;
            if self.one(&mut told, true)? {
                return Ok(true);
            }
        } else {
            left = left.max(1);
        }
        // Where a thread is alone the machine pauses less often than it was counted.
        while left > 0 || !told.choices.is_empty() || through {
            if !self.machine.is_running(told.thread) {
                break;
            }
            if self.one(&mut told, false)? {
                return Ok(true);
            }
            left = left.saturating_sub(1);
        }
        if told.choices.is_empty() {
            return Ok(false);
        }
        Err("the concrete run asks for fewer values than the symbolic one".to_string())
    }

    fn prepend(&mut self, told: &mut Told) {
        if let Some(mut earlier) = self.waiting.remove(&told.thread) {
            earlier.append(&mut told.choices);
            told.choices = earlier;
        }
    }

    fn one(&mut self, told: &mut Told, first: bool) -> Result<bool, String> {
        if !first && !self.machine.is_running(told.thread) {
            return Err(format!("thread {} cannot run in the concrete program", told.thread));
        }
        let (end, given) = self.run(told, first);
        self.schedule.steps.push(Step { thread: told.thread, choices: given });
        match end {
            StepEnd::Done { .. } => {
                self.machine.end_step();
                Ok(false)
            }
            StepEnd::Failed { .. } => Ok(true),
            StepEnd::Blocked { .. } => Err("the concrete run has to wait".to_string()),
            StepEnd::Infeasible => Err("the concrete step does not happen".to_string()),
            StepEnd::Unsupported { what, .. } | StepEnd::Limit(what) => Err(what),
        }
    }

    fn run(&mut self, told: &mut Told, first: bool) -> (StepEnd, Vec<Choice>) {
        let mut script = Script { rest: &mut told.choices, given: Vec::new() };
        let end = if first {
            self.machine.begin(&mut script, &mut |_| {})
        } else {
            self.machine.step(told.thread, &mut script, &mut |_| {})
        };
        (end, script.given)
    }

    /// Notes the step without keeping what it does.
    fn look(&mut self, mut told: Told) {
        self.prepend(&mut told);
        let mark = self.machine.mark();
        let (_, given) = self.run(&mut told, false);
        self.machine.undo_to(mark);
        self.schedule.steps.push(Step { thread: told.thread, choices: given });
    }
}

/// Answers from a list, and writes down what was asked.
struct Script<'s> {
    rest: &'s mut VecDeque<Choice>,
    given: Vec<Choice>,
}

impl Script<'_> {
    fn next(&mut self, what: &str) -> Result<Choice, Interrupt> {
        let choice = self.rest.pop_front();
        let choice = choice.ok_or_else(|| diverged(&format!("asks for {what}")))?;
        self.given.push(choice);
        Ok(choice)
    }

    fn number(&mut self, usable: &mut dyn FnMut(u32) -> bool) -> Result<u32, Interrupt> {
        match self.next("a number")? {
            Choice::Object(number) if usable(number) => Ok(number),
            other => Err(diverged(&format!("asks for a number and cannot take {other:?}"))),
        }
    }
}

fn diverged(how: &str) -> Interrupt {
    Interrupt::Limit(format!("the concrete run differs from the symbolic one: it {how}"))
}

impl Oracle for Script<'_> {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        match self.next("a value")? {
            Choice::Value(bits) if bits.width() == width => Ok(bits),
            other => Err(diverged(&format!("asks for {width} bits and gets {other:?}"))),
        }
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        match self.next("whether it fails by itself")? {
            Choice::ByItself(fails) => Ok(fails),
            other => Err(diverged(&format!("asks whether it fails and gets {other:?}"))),
        }
    }

    fn object(
        &mut self,
        _: ObjectKey,
        _: u32,
        _: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        self.number(usable)
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        self.number(usable)
    }
}
