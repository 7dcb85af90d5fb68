//! From a condition under which something is wrong to a counterexample.

use raddle_passes::Ready;
use raddle_semantics::machine::innermost_user_place;
use raddle_semantics::symbolic::{Failed, State, Touched};
use raddle_semantics::{Selected, ThreadNumber};
use raddle_solver::Model;
use raddle_terms::{Bits, Operator, Term, TermStore};
use raddle_verdict::{Counterexample, Violation};

use super::concretise::{Taken, schedule};
use super::questions::is_never;
use super::refusal::Refusal;
use super::solving::Solving;

/// A check that fails in a step.
pub fn failure(ready: &Ready, failed: &Failed) -> Violation {
    Violation::failure(ready, failed.thread, &failed.failure, failed.user_place)
}

/// Two accesses that race; the second is the one that a person sees last.
pub fn race(ready: &Ready, first: &Touched, second: &Touched) -> Violation {
    Violation::race(ready, (first.thread, first.place), (second.thread, second.place))
}

/// These threads wait for ever where they stand in a state.
pub fn deadlock(ready: &Ready, state: &State, threads: &[ThreadNumber]) -> Violation {
    Violation::deadlock(ready, threads, &|thread| {
        let frames = &state.thread(thread)?.thread.frames;
        innermost_user_place(ready, frames).or_else(|| Some(frames.last()?.place()))
    })
}

pub struct Witness<'a> {
    pub ready: &'a Ready,
    pub terms: &'a TermStore,
    pub solving: &'a mut Solving,
    /// The program ran through without a pause.
    pub through: bool,
}

impl Witness<'_> {
    /// Looks for values that make all conditions true, and for the schedule that
    /// the steps are under them. An error is a violation that cannot be shown.
    pub fn find(
        self,
        violation: Violation,
        conditions: &[Term],
        steps: &[Taken],
        last: &[Taken],
    ) -> Result<Option<Counterexample>, Refusal> {
        let Some(model) = self.solving.model(self.terms, conditions) else {
            return Ok(None);
        };
        concrete(self.ready, self.terms, &model, violation, steps, last, self.through).map(Some)
    }
}

/// The schedule that the steps are under a model of what was found.
pub fn concrete(
    ready: &Ready,
    terms: &TermStore,
    model: &Model,
    violation: Violation,
    steps: &[Taken],
    last: &[Taken],
    through: bool,
) -> Result<Counterexample, Refusal> {
    let selected: Selected = [violation.kind].into_iter().collect();
    let schedule = schedule(ready, selected, terms, model, steps, last, through)?;
    Ok(Counterexample { violation, schedule })
}

/// When two accesses of different threads touch a common byte, one of them
/// writing and not both atomic; `None` if never.
pub fn overlap(terms: &mut TermStore, one: &Touched, two: &Touched) -> Option<Term> {
    if one.thread == two.thread || !one.kind().conflicts_with(two.kind()) {
        return None;
    }
    let begins_within = |terms: &mut TermStore, inner: Term, outer: Term, bytes: u64| {
        let distance = terms.apply(Operator::Subtract, &[inner, outer]);
        let width = terms.width(distance);
        let bytes = terms.constant(Bits::new(u128::from(bytes), width));
        terms.apply(Operator::UnsignedLess, &[distance, bytes])
    };
    let first = begins_within(terms, one.address, two.address, two.bytes);
    let second = begins_within(terms, two.address, one.address, one.bytes);
    let same = terms.or(first, second);
    (!is_never(terms, same)).then_some(same)
}
