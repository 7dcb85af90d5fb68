//! Races by happens-before, for programs in which a thread can learn what another one
//! did without being ordered after it (`raddle_passes::MemoryOrders`).
//!
//! A question is about an access *a* and a later one, *b*, of other threads: an execution
//! with both, *a* first, in which *b* is not ordered after *a*. For each event there is a
//! Boolean "ordered after *a*", and one for each write: "what acquires this is". Clauses say
//! how these follow from each other, along program order, the creation of threads, and the pairs of
//! a read and the write that it takes its value from; none says when they are false. So
//! *b* can be left unordered exactly if nothing makes it ordered. All questions share these
//! Booleans, since only one *a* is chosen at a time.
//!
//! Deviation: a release sequence is continued by updates, and not by other writes of the thread
//! at its head; and where only one value can be read it is not known who wrote it. Both order
//! less than C does. What comes of that is replayed, and is *unknown* if it is no race.

use raddle_ir::{CheckKind, MemoryOrder};
use raddle_passes::Ready;
use raddle_semantics::symbolic::PathCondition;
use raddle_semantics::symbolic::events::{Span, Synchronised, Synchronises};
use raddle_solver::order::Edge;
use raddle_terms::{Bits, Term, TermStore};
use raddle_verdict::{Counterexample, replay};
use rustc_hash::FxHashMap;

use super::encode::{Encoding, conjuncts};
use super::locations::Location;
use super::questions::{Goal, Pairs, Question, What};
use super::thread_events::{EventNumber, Instance};
use crate::common::refusal::Refusal;
use crate::common::witness;

/// Offset of no object: all atomic sections of the program read and write it.
const SECTIONS: Span = Span { object: u32::MAX, offset: 0, count: 1 };

/// When something is done to a location in an event.
type When = FxHashMap<(EventNumber, Location), Term>;

#[derive(Default)]
struct Happenings {
    acquired: When,
    /// Read without acquiring it; a fence may do that later.
    seen: When,
    released: When,
    /// Written without releasing anything; a fence may have done so before.
    written: When,
    continued: When,
    fences: Vec<(EventNumber, PathCondition, MemoryOrder)>,
}

/// The questions for these pairs.
pub fn races(
    ready: &Ready,
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    pairs: &Pairs<'_>,
) -> Vec<Question> {
    let happenings = happenings(terms, encoding);
    let after = After::new(terms, encoding);
    after.follow_program(terms, encoding);
    after.follow_memory(terms, encoding, &happenings);
    after.follow_fences(terms, encoding, &happenings);
    let mut keys: Vec<(EventNumber, EventNumber)> = pairs.keys().copied().collect();
    keys.sort_unstable();
    let mut watched: FxHashMap<EventNumber, Term> = FxHashMap::default();
    let mut questions = Vec::new();
    for key in keys {
        for (first, second) in [key, (key.1, key.0)] {
            let is_first = *watched.entry(first).or_insert_with(|| {
                let watched = terms.fresh("watched", 1);
                encoding.clauses.push(implies(terms, watched, after.event(first)));
                watched
            });
            let unordered = terms.fresh("unordered", 1);
            let edge = Edge { before: first, after: second, when: Some(unordered) };
            encoding.edges.push(edge);
            let is_after = terms.not(after.event(second));
            let mut condition = terms.and(is_first, unordered);
            condition = terms.and(condition, is_after);
            for event in [first, second] {
                let happens = encoding.not_refused(terms, event);
                condition = terms.and(condition, happens);
            }
            for (same, one, two) in &pairs[&key] {
                let (one, two) = if first == key.0 { (one, two) } else { (two, one) };
                // Nothing finds the object after it was freed.
                if one.frees {
                    continue;
                }
                let mut this = terms.and(condition, *same);
                for guard in [&one.guard, &two.guard] {
                    let guard = guard.all(terms);
                    this = terms.and(this, guard);
                }
                questions.push(Question {
                    kind: CheckKind::Race,
                    condition: this,
                    what: What::Found(witness::race(ready, one, two)),
                    goal: Goal::Unordered(first, second),
                    doubt: None,
                });
            }
        }
    }
    questions
}

/// A race, if by all that orders it is one.
pub fn confirmed(ready: &Ready, found: Counterexample) -> Result<Counterexample, Refusal> {
    let selected = [CheckKind::Race].into_iter().collect();
    match replay(ready, selected, &found.schedule, &found.violation) {
        Ok(_) => Ok(found),
        Err(_) => Err(Refusal::Undecided(
            "the engine order does not follow all that orders the accesses of a possible race"
                .to_string(),
        )),
    }
}

/// What the threads do that can order them; sections read and write their own location.
fn happenings(terms: &mut TermStore, encoding: &mut Encoding<'_>) -> Happenings {
    let mut found = Happenings::default();
    let threads = encoding.threads;
    let mut sections: Vec<(EventNumber, Term)> = Vec::new();
    for instance in &threads.instances {
        for Synchronised { action, guard, how } in &instance.record.events.synchronised {
            let event = instance.global(*action);
            match *how {
                Synchronises::Fence { order } => {
                    found.fences.push((event, guard.clone(), order));
                }
                Synchronises::Section => sections.push((event, guard.all(terms))),
                Synchronises::Reads { span, order } => {
                    let to = match order.acquires() {
                        true => &mut found.acquired,
                        false => &mut found.seen,
                    };
                    note(terms, encoding, to, event, span, guard);
                }
                Synchronises::Writes { span, order, continues } => {
                    let to = match order.releases() {
                        true => &mut found.released,
                        false => &mut found.written,
                    };
                    note(terms, encoding, to, event, span, guard);
                    if continues {
                        note(terms, encoding, &mut found.continued, event, span, guard);
                    }
                }
            }
        }
    }
    add_sections(terms, encoding, &sections);
    for (event, when) in sections {
        for location in encoding.locations.of(SECTIONS) {
            for of in [&mut found.acquired, &mut found.released, &mut found.continued] {
                of.insert((event, location), when);
            }
        }
    }
    found
}

fn note(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    to: &mut When,
    event: EventNumber,
    span: Span,
    guard: &PathCondition,
) {
    let when = guard.all(terms);
    for location in encoding.locations.of(span) {
        let known = to.entry((event, location)).or_insert(when);
        *known = terms.or(*known, when);
    }
}

/// Each section reads what the one before it wrote.
fn add_sections(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    sections: &[(EventNumber, Term)],
) {
    let zero = terms.constant(Bits::zero(8));
    let always = terms.boolean(true);
    encoding.add_write(terms, 0, SECTIONS, always, zero);
    for (event, when) in sections {
        let happens = encoding.not_refused(terms, *event);
        let happens = terms.and(happens, *when);
        encoding.add_write(terms, *event, SECTIONS, happens, zero);
    }
    for (event, when) in sections {
        let happens = encoding.not_refused(terms, *event);
        let asked = terms.and(happens, *when);
        let known = conjuncts(terms, asked);
        for location in encoding.locations.of(SECTIONS) {
            let possible = encoding.visible(*event, location, &known);
            encoding.add_read(terms, *event, location, asked, zero, &possible);
        }
    }
}

/// What is ordered after the watched access.
struct After {
    events: Vec<Term>,
    /// An event that acquires the write is.
    writes: Vec<Term>,
}

impl After {
    fn new(terms: &mut TermStore, encoding: &Encoding<'_>) -> After {
        let events = (0..=encoding.end).map(|_| terms.fresh("after", 1)).collect();
        let writes = encoding.writes.iter().map(|_| terms.fresh("released", 1)).collect();
        After { events, writes }
    }

    fn event(&self, event: EventNumber) -> Term {
        self.events[event as usize]
    }

    fn follow_program(&self, terms: &mut TermStore, encoding: &mut Encoding<'_>) {
        for instance in &encoding.threads.instances {
            if let Some((parent, event)) = instance.parent {
                let spawn = encoding.threads.instances[parent].global(event);
                let follows = implies(terms, self.event(spawn), self.event(instance.first));
                encoding.clauses.push(follows);
            }
            for event in instance.first..last(instance) {
                encoding.clauses.push(implies(terms, self.event(event), self.event(event + 1)));
            }
        }
    }

    /// Releases, release sequences, and what acquires them.
    fn follow_memory(
        &self,
        terms: &mut TermStore,
        encoding: &mut Encoding<'_>,
        happenings: &Happenings,
    ) {
        let mut clauses = Vec::new();
        let mut by_place: FxHashMap<(EventNumber, Location), Vec<usize>> = FxHashMap::default();
        for (number, write) in encoding.writes.iter().enumerate() {
            by_place.entry((write.event, write.location)).or_default().push(number);
            if let Some(when) = happenings.released.get(&(write.event, write.location)) {
                let released = terms.and(*when, self.event(write.event));
                clauses.push(implies(terms, released, self.writes[number]));
            }
        }
        for read in &encoding.reads {
            let place = (read.event, read.location);
            let acquired = happenings.acquired.get(&place);
            let continued = happenings.continued.get(&place);
            for candidate in &read.candidates {
                let from = terms.and(candidate.chosen, self.writes[candidate.write as usize]);
                if let Some(when) = acquired {
                    let acquires = terms.and(from, *when);
                    clauses.push(implies(terms, acquires, self.event(read.event)));
                }
                if let Some(when) = continued {
                    let goes_on = terms.and(from, *when);
                    for write in by_place.get(&place).into_iter().flatten() {
                        clauses.push(implies(terms, goes_on, self.writes[*write]));
                    }
                }
            }
        }
        encoding.clauses.extend(clauses);
    }

    /// A fence that releases does so for what its thread writes later, one that acquires for what
    /// it has read before.
    fn follow_fences(
        &self,
        terms: &mut TermStore,
        encoding: &mut Encoding<'_>,
        happenings: &Happenings,
    ) {
        let mut clauses = Vec::new();
        for (fence, guard, order) in &happenings.fences {
            let Some((owner, _)) = encoding.threads.owner(*fence) else { continue };
            let last = last(&encoding.threads.instances[owner]);
            let first = encoding.threads.instances[owner].first;
            let passed = guard.all(terms);
            for (number, write) in encoding.writes.iter().enumerate() {
                let of = happenings.written.get(&(write.event, write.location));
                if let Some(when) = of
                    && order.releases()
                    && (fence + 1..=last).contains(&write.event)
                {
                    let known = terms.and(passed, self.event(*fence));
                    let released = terms.and(known, *when);
                    clauses.push(implies(terms, released, self.writes[number]));
                }
            }
            if !order.acquires() || *fence == last {
                continue;
            }
            for read in &encoding.reads {
                let of = happenings.seen.get(&(read.event, read.location));
                let Some(when) = of.filter(|_| (first..=*fence).contains(&read.event)) else {
                    continue;
                };
                let acquires = terms.and(passed, *when);
                for candidate in &read.candidates {
                    let from = terms.and(candidate.chosen, self.writes[candidate.write as usize]);
                    let from = terms.and(from, acquires);
                    clauses.push(implies(terms, from, self.event(fence + 1)));
                }
            }
        }
        encoding.clauses.extend(clauses);
    }
}

fn implies(terms: &mut TermStore, condition: Term, then: Term) -> Term {
    let not = terms.not(condition);
    terms.or(not, then)
}

fn last(instance: &Instance) -> EventNumber {
    instance.first + instance.actions().len() as u32 - 1
}
