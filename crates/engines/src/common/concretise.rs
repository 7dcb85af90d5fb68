//! From a model to a schedule: walks the concrete machine along the steps that a
//! symbolic run took, with the values that the model gives, and writes down what
//! each of its steps had to be told.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_semantics::host::{Interrupt, Source};
use raddle_semantics::machine::{ObjectKey, Oracle};
use raddle_semantics::symbolic::{Entry, Item};
use raddle_semantics::{Choice, Machine, Schedule, Selected, Step, StepEnd, ThreadNumber};
use raddle_solver::Model;
use raddle_terms::{Bits, Evaluation, Term, TermStore};
use raddle_verdict::Violation;
use rustc_hash::FxHashMap;

use super::refusal::Refusal;

/// So many pauses more than were counted are looked for at the end.
const MOST_PAUSES: u32 = 100_000;

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

/// What threads have to be told under the model. Each asks for its own choices in
/// the order of its own code, wherever the machine rests between them, so they are
/// kept by thread.
#[derive(Default)]
struct Told(FxHashMap<ThreadNumber, VecDeque<Choice>>);

impl Told {
    /// Adds what a step is told; how many visible actions it takes.
    fn add(&mut self, evaluate: &mut dyn FnMut(Term) -> Bits, taken: &Taken) -> u32 {
        let choices = self.0.entry(taken.thread).or_default();
        let mut visible = 0;
        for entry in taken.log.iter() {
            if !entry.guard.conditions().all(|condition| evaluate(condition).is_true()) {
                continue;
            }
            match entry.item {
                Item::Visible => visible += 1,
                Item::Value(term) => choices.push_back(Choice::Value(evaluate(term))),
                Item::ByItself(term) => {
                    choices.push_back(Choice::ByItself(evaluate(term).is_true()));
                }
                Item::Number(number) => choices.push_back(Choice::Object(number)),
            }
        }
        visible
    }

    /// The first number that no thread is told.
    fn unused(&self) -> u32 {
        let numbers = self.0.values().flatten().map(|choice| match choice {
            Choice::Object(number) => number + 1,
            Choice::Value(_) | Choice::ByItself(_) => 0,
        });
        numbers.max().unwrap_or(0)
    }
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
) -> Result<Schedule, Refusal> {
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    let mut evaluate = |term: Term| evaluation.value(term);
    let mut told = Told::default();
    let counts: Vec<(ThreadNumber, u32)> =
        steps.iter().map(|taken| (taken.thread, told.add(&mut evaluate, taken))).collect();
    let mut walk = Walk {
        machine: Machine::for_runs(ready, selected),
        schedule: Schedule::default(),
        failed: None,
        told,
        unused: None,
        started: false,
    };
    for (position, &(thread, visible)) in counts.iter().enumerate() {
        // A step that only went round a loop is part of the thread's step before.
        let is_last = position + 1 == counts.len() && last.is_empty();
        if visible == 0 && !through && !is_last {
            continue;
        }
        if walk.follow(thread, visible, through)? {
            return Ok(walk.schedule);
        }
    }
    let is_failure = selected.iter().all(|kind| match kind {
        CheckKind::Deadlock | CheckKind::Race => false,
        CheckKind::Assert
        | CheckKind::Reach
        | CheckKind::Memory
        | CheckKind::Leak
        | CheckKind::Overflow
        | CheckKind::Division
        | CheckKind::Shift
        | CheckKind::Unwind => true,
    });
    if let (true, Some(&(thread, _))) = (is_failure, counts.last()) {
        walk.finish(thread)?;
    }
    for taken in last {
        walk.told.add(&mut evaluate, taken);
        walk.look(taken.thread);
    }
    Ok(walk.schedule)
}

/// A visible action that a thread takes.
#[derive(Clone, Debug)]
pub struct Visit {
    pub thread: ThreadNumber,
    /// `None` for the beginning of the program.
    pub place: Option<Place>,
    /// Where a thread is alone it does not pause there.
    pub is_plain: bool,
    pub log: Rc<Vec<Entry>>,
}

/// Walks along visible actions, and then looks at the next step of each of `last`.
/// Ends where a selected check fails, be it another one than was expected. A thread may be
/// left in the middle of its last step, where a loop was cut off or it need not go on: what
/// the machine asks behind that can be anything.
pub fn walk<'r>(
    ready: &'r Ready,
    selected: Selected,
    evaluate: &mut dyn FnMut(Term) -> Bits,
    visits: &[Visit],
    last: &[Visit],
    must_fail: bool,
) -> Result<Walk<'r>, Refusal> {
    let mut told = Told::default();
    for visit in visits.iter().chain(last) {
        told.add(evaluate, &Taken { thread: visit.thread, log: visit.log.clone() });
    }
    let is_placed = |(_, visit): &(usize, &Visit)| visit.place.is_some();
    let placed = visits.iter().chain(last).enumerate().filter(is_placed);
    let latest: FxHashMap<ThreadNumber, usize> =
        placed.map(|(position, visit)| (visit.thread, position)).collect();
    let unused = told.unused();
    let mut walk = Walk {
        machine: Machine::for_runs(ready, selected),
        schedule: Schedule::default(),
        failed: None,
        told,
        unused: (!latest.contains_key(&0)).then_some(unused),
        started: true,
    };
    if walk.one(0, true)? {
        return Ok(walk);
    }
    let mut was_alone = true;
    for (position, visit) in visits.iter().enumerate() {
        let Some(place) = visit.place else { continue };
        if visit.is_plain && was_alone && walk.machine.place(visit.thread) != Some(place) {
            continue;
        }
        was_alone = walk.machine.is_alone(visit.thread);
        walk.unused = (latest.get(&visit.thread) == Some(&position)).then_some(unused);
        if walk.reach(visit.thread, place)? || walk.one(visit.thread, false)? {
            return Ok(walk);
        }
    }
    if must_fail {
        let thread = visits.last().map_or(0, |visit| visit.thread);
        return match walk.go_on(thread)? {
            true => Ok(walk),
            false => Err(Refusal::Differs("the concrete run does not fail".to_string())),
        };
    }
    walk.unused = Some(unused);
    for visit in last {
        if let Some(place) = visit.place
            && walk.reach(visit.thread, place)?
        {
            return Ok(walk);
        }
    }
    for visit in last {
        walk.look(visit.thread);
    }
    Ok(walk)
}

/// A run of the concrete machine, and where that is.
pub struct Walk<'a> {
    pub machine: Machine<'a>,
    pub schedule: Schedule,
    /// The selected check that failed in the last step.
    pub failed: Option<Violation>,
    told: Told,
    /// The step is the last of its thread: what it was not told can be anything, and
    /// numbers can be those from this one on.
    unused: Option<u32>,
    started: bool,
}

impl Walk<'_> {
    /// Takes a step of so many visible actions; `true` if a selected check failed
    /// in it.
    fn follow(
        &mut self,
        thread: ThreadNumber,
        visible: u32,
        through: bool,
    ) -> Result<bool, Refusal> {
        let mut left = visible;
        if self.started {
            left = left.max(1);
        } else {
            self.started = true;
            if self.one(thread, true)? {
                return Ok(true);
            }
        }
        // Where a thread is alone the machine pauses less often than was counted.
        while (left > 0 || through) && self.machine.is_running(thread) {
            if self.one(thread, false)? {
                return Ok(true);
            }
            left = left.saturating_sub(1);
        }
        Ok(false)
    }

    /// Where ways were merged that end objects with ways that do not, the machine may
    /// pause more often than was counted. Alone, a thread only has to go on.
    fn finish(&mut self, thread: ThreadNumber) -> Result<(), Refusal> {
        let mut left = MOST_PAUSES;
        while self.machine.is_running(thread) && self.machine.is_alone(thread) && left > 0 {
            if self.one(thread, false)? {
                return Ok(());
            }
            left -= 1;
        }
        Ok(())
    }

    /// Goes on until the thread stands in front of this place; `true` if a selected
    /// check failed on the way.
    fn reach(&mut self, thread: ThreadNumber, place: Place) -> Result<bool, Refusal> {
        let mut left = MOST_PAUSES;
        while self.machine.place(thread) != Some(place) {
            if left == 0 || !self.machine.is_running(thread) {
                let how = format!("thread {thread} does not get where it was seen");
                return Err(Refusal::Differs(how));
            }
            if self.one(thread, false)? {
                return Ok(true);
            }
            left -= 1;
        }
        Ok(false)
    }

    /// Goes on as long as nothing visible to others is done; `true` if a selected check
    /// failed.
    fn go_on(&mut self, thread: ThreadNumber) -> Result<bool, Refusal> {
        for _ in 0..MOST_PAUSES {
            let Some(place) = self.machine.place(thread) else { return Ok(false) };
            let ready = self.machine.ready();
            let visible = &ready.functions[place.function].visible[place.block];
            let is_visible = visible.get(place.statement as usize).copied().unwrap_or(true);
            if is_visible && !self.machine.is_alone(thread) {
                return Ok(false);
            }
            if self.one(thread, false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn one(&mut self, thread: ThreadNumber, first: bool) -> Result<bool, Refusal> {
        let (end, script) = self.run(thread, first);
        let Script { given: choices, differs, .. } = script;
        self.schedule.steps.push(Step { thread, choices });
        if let Some(refusal) = differs.or_else(|| Refusal::of(thread, &end)) {
            return Err(refusal);
        }
        match end {
            StepEnd::Failed { thread, failure, user_place } => {
                let ready = self.machine.ready();
                self.failed = Some(Violation::failure(ready, thread, &failure, user_place));
            }
            StepEnd::Done { .. }
            | StepEnd::Blocked { .. }
            | StepEnd::Infeasible
            | StepEnd::Unsupported { .. }
            | StepEnd::Limit(_) => self.machine.end_step(),
        }
        Ok(self.failed.is_some())
    }

    fn run(&mut self, thread: ThreadNumber, first: bool) -> (StepEnd, Script<'_>) {
        let rest = self.told.0.entry(thread).or_default();
        let unused = self.unused;
        let mut script = Script { rest, unused, given: Vec::new(), differs: None };
        let end = if first {
            self.machine.begin(&mut script, &mut |_| {})
        } else {
            self.machine.step(thread, &mut script, &mut |_| {})
        };
        (end, script)
    }

    /// Notes the step without keeping what it does.
    fn look(&mut self, thread: ThreadNumber) {
        let mark = self.machine.mark();
        let (_, Script { given: choices, .. }) = self.run(thread, false);
        self.machine.undo_to(mark);
        self.schedule.steps.push(Step { thread, choices });
    }
}

/// Answers from a list, and writes down what was asked.
struct Script<'s> {
    rest: &'s mut VecDeque<Choice>,
    unused: Option<u32>,
    given: Vec<Choice>,
    /// The machine asked for something else.
    differs: Option<Refusal>,
}

impl Script<'_> {
    /// The next answer, if it is one to this question.
    fn next(
        &mut self,
        what: &str,
        fits: &mut dyn FnMut(Choice) -> bool,
        anything: Option<Choice>,
    ) -> Result<Choice, Interrupt> {
        let anything = anything.filter(|_| self.unused.is_some());
        let choice = match (self.rest.front().copied(), anything) {
            (Some(told), _) if fits(told) => {
                self.rest.pop_front();
                told
            }
            (_, Some(anything)) => anything,
            (Some(told), None) => {
                return Err(self.diverged(&format!("asks for {what} and gets {told:?}")));
            }
            (None, None) => return Err(self.diverged(&format!("asks for {what}"))),
        };
        self.given.push(choice);
        Ok(choice)
    }

    fn number(
        &mut self,
        all: Range<u32>,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        let mut numbers = self.unused.into_iter().flat_map(|unused| all.start.max(unused)..all.end);
        let anything = numbers.find(|number| usable(*number)).map(Choice::Object);
        let mut fits = |told| matches!(told, Choice::Object(number) if usable(number));
        match self.next("a number", &mut fits, anything)? {
            Choice::Object(number) => Ok(number),
            Choice::Value(_) | Choice::ByItself(_) => Err(self.diverged("asks for a number")),
        }
    }

    /// Ends the step: there is no answer.
    fn diverged(&mut self, how: &str) -> Interrupt {
        let how = format!("the concrete run differs from the symbolic one: it {how}");
        self.differs = Some(Refusal::Differs(how.clone()));
        Interrupt::Limit(how)
    }
}

impl Oracle for Script<'_> {
    fn value(&mut self, _: Source, width: u16) -> Result<Bits, Interrupt> {
        let mut fits = |told| matches!(told, Choice::Value(bits) if bits.width() == width);
        // In turn, so that a loop that waits for one of them ends.
        let zero_or_one = self.given.len() as u128 & 1;
        let anything = Some(Choice::Value(Bits::new(zero_or_one, width)));
        match self.next(&format!("{width} bits"), &mut fits, anything)? {
            Choice::Value(bits) => Ok(bits),
            Choice::Object(_) | Choice::ByItself(_) => Err(self.diverged("asks for a value")),
        }
    }

    fn fails_by_itself(&mut self, _: Place) -> Result<bool, Interrupt> {
        let mut fits = |told| matches!(told, Choice::ByItself(_));
        let anything = Some(Choice::ByItself(false));
        match self.next("whether it fails by itself", &mut fits, anything)? {
            Choice::ByItself(fails) => Ok(fails),
            Choice::Object(_) | Choice::Value(_) => Err(self.diverged("asks whether it fails")),
        }
    }

    fn object(
        &mut self,
        _: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt> {
        self.number(first..limit, usable)
    }

    fn thread(
        &mut self,
        _: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt> {
        // To start a thread is visible, so that it was told.
        self.number(0..0, usable)
    }
}
