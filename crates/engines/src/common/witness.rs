//! From a condition under which something is wrong to a counterexample.

use raddle_ir::{CheckKind, Location};
use raddle_passes::{Place, Ready};
use raddle_semantics::machine::{Sharing, innermost_user_place};
use raddle_semantics::symbolic::{Failed, State, Touched};
use raddle_semantics::{Failure, Selected, ThreadNumber};
use raddle_solver::Model;
use raddle_terms::{Bits, Operator, Term, TermStore};
use raddle_verdict::{Counterexample, Violation};

use super::concretise::{Taken, schedule};
use super::refusal::Refusal;
use super::solving::Solving;

/// Something that may be wrong.
#[derive(Clone, Debug)]
pub struct Found(pub(crate) Violation);

impl Found {
    pub fn kind(&self) -> CheckKind {
        self.0.kind
    }

    pub fn failure(ready: &Ready, failed: &Failed) -> Found {
        Found::failing(ready, failed.thread, &failed.failure, failed.user_place)
    }

    pub fn failing(ready: &Ready, thread: ThreadNumber, failure: &Failure, at: Place) -> Found {
        Found(Violation {
            kind: failure.kind,
            message: failure.message.clone(),
            location: ready.location(at),
            thread,
            other: None,
        })
    }

    /// The second access is the one that a person sees last.
    pub fn race(ready: &Ready, first: &Touched, second: &Touched) -> Found {
        Found(Violation {
            kind: CheckKind::Race,
            message: raddle_semantics::race::MESSAGE.to_string(),
            location: ready.location(second.place),
            thread: second.thread,
            other: Some((first.thread, ready.location(first.place))),
        })
    }

    pub fn deadlock(ready: &Ready, state: &State, threads: &[ThreadNumber]) -> Found {
        let place = |thread: ThreadNumber| -> Option<Place> {
            let frames = &state.thread(thread)?.thread.frames;
            innermost_user_place(ready, frames).or_else(|| Some(frames.last()?.place()))
        };
        Found::waiting(ready, threads, &place)
    }

    /// These threads wait for ever, where they stand.
    pub fn waiting(
        ready: &Ready,
        threads: &[ThreadNumber],
        place: &dyn Fn(ThreadNumber) -> Option<Place>,
    ) -> Found {
        let each: Vec<String> = threads
            .iter()
            .map(|&thread| {
                let at = place(thread).and_then(|at| ready.location_text(at));
                format!("thread {thread}{}", at.map_or(String::new(), |text| format!(" at {text}")))
            })
            .collect();
        let message = match each.as_slice() {
            [only] => format!("{only} waits for ever"),
            many => format!("{} wait for ever", many.join(", ")),
        };
        let location: Option<Location> =
            threads.first().and_then(|&first| ready.location(place(first)?));
        let thread = threads.first().copied().unwrap_or(0);
        Found(Violation { kind: CheckKind::Deadlock, message, location, thread, other: None })
    }
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
        found: Found,
        conditions: &[Term],
        steps: &[Taken],
        last: &[Taken],
    ) -> Result<Option<Counterexample>, Refusal> {
        let Some(model) = self.solving.model(self.terms, conditions) else {
            return Ok(None);
        };
        concrete(self.ready, self.terms, &model, found, steps, last, self.through).map(Some)
    }
}

/// The schedule that the steps are under a model of what was found.
pub fn concrete(
    ready: &Ready,
    terms: &TermStore,
    model: &Model,
    found: Found,
    steps: &[Taken],
    last: &[Taken],
    through: bool,
) -> Result<Counterexample, Refusal> {
    let selected: Selected = [found.kind()].into_iter().collect();
    let schedule = schedule(ready, selected, terms, model, steps, last, through)?;
    Ok(Counterexample { violation: found.0, schedule })
}

/// When two accesses of different threads touch a common byte, one of them
/// writing and not both atomic; `None` if never.
pub fn overlap(terms: &mut TermStore, one: &Touched, two: &Touched) -> Option<Term> {
    let conflict = one.thread != two.thread
        && (one.write || two.write)
        && !(one.frees && two.frees)
        && (one.sharing == Sharing::Plain || two.sharing == Sharing::Plain);
    if !conflict {
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
    (!terms.known(same).is_some_and(|never| never.is_zero())).then_some(same)
}
