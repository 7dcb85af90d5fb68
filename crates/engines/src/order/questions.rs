//! What can be wrong, each with the condition under which it is: failing checks, two
//! accesses that race, threads that wait for ever.
//!
//! A race: both threads stand in front of their accesses in one state. So what comes
//! before the one access comes before the other one too, and nothing else is asked. Of a
//! section and a single access the section comes first, since what it does it must do in
//! that state; whether the single access finds its object alive is asked of that state too.
//! Where two next steps are not all there is to races, `unordered.rs` has the questions.
//!
//! A deadlock: at the end of everything each thread has finished, or stands at a wait
//! whose condition is false of what memory holds then. Or some threads wait for each other in a
//! cycle: that is asked of a moment after everything that they did, since what the
//! others do later may hide it. Where a wait depends on what is chosen
//! in the same moment (an input, memory that was never written), another choice might end the
//! wait: then there is a doubt, and no violation.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::machine::Status;
use raddle_semantics::symbolic::events::{Action, Read, Refusal, Span};
use raddle_semantics::symbolic::{End, Item, Touched};
use raddle_solver::order::Edge;
use raddle_terms::{Node, Operator, Term, TermStore};
use raddle_verdict::Violation;
use rustc_hash::FxHashMap;

use super::encode::Encoding;
use super::thread_events::{EventNumber, Instance, ThreadEvents};
use super::unordered;
use super::wait_cycles::{Member, Waiter, wait_cycle};
use crate::common::limits::Watch;
use crate::common::waiting::UNSURE;
use crate::common::witness::{self, overlap};

/// More pairs of accesses than this are too many.
const MOST_PAIRS: usize = 50_000;

/// Why nothing is said about an access beside a section that may end its object's life.
const UNSURE_OF_LIFE: &str = "whether an access finds its memory alive was not followed";

/// Where an execution that shows it ends.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// In this event.
    Failure(EventNumber),
    /// In front of both.
    Race(EventNumber, EventNumber),
    /// After both, in this order.
    Unordered(EventNumber, EventNumber),
    /// When nothing goes on.
    Deadlock,
    /// At the encoding's `moment`.
    WaitCycle,
}

pub enum What {
    Found(Violation),
    /// Where these threads stand, as far as they are still there, is seen in the end.
    Waiting(Vec<ThreadNumber>),
    /// Some of these wait for each other.
    WaitCycle(Vec<Member>),
}

pub struct Question {
    pub kind: CheckKind,
    pub condition: Term,
    pub what: What,
    pub goal: Goal,
    /// Why it is none, although the condition can be true.
    pub doubt: Option<&'static str>,
}

/// Failing checks of this kind.
pub fn failures(
    ready: &Ready,
    terms: &mut TermStore,
    encoding: &Encoding<'_>,
    kind: CheckKind,
) -> Vec<Question> {
    let mut found = Vec::new();
    for instance in &encoding.threads.instances {
        let failures = &instance.record.failures;
        for failed in failures.iter().filter(|failed| failed.failure.kind == kind) {
            found.push(Question {
                kind,
                condition: failed.guard.all(terms),
                what: What::Found(witness::failure(ready, failed)),
                goal: Goal::Failure(instance.global(failed.action)),
                doubt: None,
            });
        }
    }
    found
}

/// Two accesses, and when they touch a common byte.
type Pair<'p> = (Term, &'p Touched, &'p Touched);

/// By their events.
pub type Pairs<'p> = FxHashMap<(EventNumber, EventNumber), Vec<Pair<'p>>>;

/// Adds what is to be known about pairs of accesses to the encoding.
pub fn races(
    ready: &Ready,
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    watch: &mut Watch,
) -> Result<Vec<Question>, String> {
    let pairs = pairs(terms, encoding.threads, watch)?;
    Ok(match ready.memory_orders.unordered {
        true => unordered::races(ready, terms, encoding, &pairs),
        false => side_by_side(ready, terms, encoding, &pairs),
    })
}

/// Accesses that may race.
fn pairs<'g>(
    terms: &mut TermStore,
    threads: &'g ThreadEvents,
    watch: &mut Watch,
) -> Result<Pairs<'g>, String> {
    let instances = &threads.instances;
    let mut pairs = Pairs::default();
    for (position, one) in instances.iter().enumerate() {
        for two in &instances[position + 1..] {
            for first in &one.record.touched {
                for second in &two.record.touched {
                    let events = (one.global(first.action), two.global(second.action));
                    if threads.is_before(events.0, events.1)
                        || threads.is_before(events.1, events.0)
                    {
                        continue;
                    }
                    if let Some(same) = overlap(terms, first, second) {
                        pairs.entry(events).or_default().push((same, first, second));
                    }
                }
                if pairs.len() > MOST_PAIRS {
                    return Err("there are too many pairs of accesses that may race".to_string());
                }
                if watch.due()
                    && let Some(limit) = watch.exceeded()
                {
                    return Err(limit);
                }
            }
        }
    }
    Ok(pairs)
}

/// Two accesses that come next in one state.
fn side_by_side(
    ready: &Ready,
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    pairs: &Pairs<'_>,
) -> Vec<Question> {
    let mut keys: Vec<(EventNumber, EventNumber)> = pairs.keys().copied().collect();
    keys.sort_unstable();
    let ended = ended_lives(&encoding.threads.instances);
    let mut questions = Vec::new();
    for key in keys {
        questions.extend(before_it_is_freed(ready, terms, encoding, key, &pairs[&key]));
        let side_by_side = terms.fresh("side_by_side", 1);
        let mut edges = vec![(key.0 - 1, key.1), (key.1 - 1, key.0)];
        let section_first = in_order(encoding, key);
        edges.extend(section_first);
        for (before, after) in edges {
            encoding.edges.push(Edge { before, after, when: Some(side_by_side) });
        }
        let lives = match section_first {
            Some(order) => lives_before(terms, encoding, &ended, order, side_by_side),
            None => FxHashMap::default(),
        };
        let rest = pairs[&key].iter().filter(|(_, first, second)| !first.frees && !second.frees);
        for (same, first, second) in rest {
            let mut condition = terms.and(*same, side_by_side);
            let mut doubt = None;
            for (touched, event) in [(first, key.0), (second, key.1)] {
                let mut guard = touched.guard.all(terms);
                if section_first.is_some_and(|(_, single)| single == event) && !lives.is_empty() {
                    guard = terms.substitute(guard, &lives).unwrap_or_else(|| {
                        doubt = Some(UNSURE_OF_LIFE);
                        terms.boolean(true)
                    });
                }
                condition = terms.and(condition, guard);
                let happens = encoding.not_refused(terms, event);
                condition = terms.and(condition, happens);
            }
            let what = What::Found(witness::race(ready, first, second));
            let (kind, goal) = (CheckKind::Race, Goal::Race(key.0, key.1));
            questions.push(Question { kind, condition, what, goal, doubt });
        }
    }
    questions
}

/// An access, and next to it the end of its object: after that there is nothing to access.
fn before_it_is_freed(
    ready: &Ready,
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    key: (EventNumber, EventNumber),
    pairs: &[Pair<'_>],
) -> Vec<Question> {
    let mut questions = Vec::new();
    for (same, first, second) in pairs.iter().filter(|pair| pair.1.frees || pair.2.frees) {
        let (access, frees, events) = match second.frees {
            true => (first, second, key),
            false => (second, first, (key.1, key.0)),
        };
        let side_by_side = terms.fresh("side_by_side", 1);
        for (before, after) in [(events.0 - 1, events.1), (events.1 - 1, events.0), events] {
            encoding.edges.push(Edge { before, after, when: Some(side_by_side) });
        }
        let mut condition = terms.and(*same, side_by_side);
        for (touched, event) in [(access, events.0), (frees, events.1)] {
            let guard = touched.guard.all(terms);
            condition = terms.and(condition, guard);
            let happens = encoding.not_refused(terms, event);
            condition = terms.and(condition, happens);
        }
        let what = What::Found(witness::race(ready, access, frees));
        let (kind, goal) = (CheckKind::Race, Goal::Unordered(events.0, events.1));
        questions.push(Question { kind, condition, what, goal, doubt: None });
    }
    questions
}

/// A section and a single access, in this order; `None` if both are of one kind.
pub fn in_order(
    encoding: &Encoding<'_>,
    (one, two): (EventNumber, EventNumber),
) -> Option<(EventNumber, EventNumber)> {
    match (is_single(encoding, one), is_single(encoding, two)) {
        (false, true) => Some((one, two)),
        (true, false) => Some((two, one)),
        (true, true) | (false, false) => None,
    }
}

/// The objects whose lives an event may end.
fn ended_lives(instances: &[Instance]) -> FxHashMap<EventNumber, Vec<Span>> {
    let mut ended: FxHashMap<EventNumber, Vec<Span>> = FxHashMap::default();
    for instance in instances {
        let writes = instance.record.events.writes.iter();
        for write in writes.filter(|write| write.span == Span::life(write.span.object)) {
            ended.entry(instance.global(write.action)).or_default().push(write.span);
        }
    }
    ended
}

/// For what the single access finds out about lives that the section may end: what the
/// section finds.
fn lives_before(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    ended: &FxHashMap<EventNumber, Vec<Span>>,
    (section, single): (EventNumber, EventNumber),
    side_by_side: Term,
) -> FxHashMap<Term, Term> {
    let mut by = FxHashMap::default();
    let threads = encoding.threads;
    let (Some(ended), Some((owner, local))) = (ended.get(&section), threads.owner(single)) else {
        return by;
    };
    let reads = &threads.instances[owner].record.events.reads;
    for read in reads.iter().filter(|read| read.action == local && ended.contains(&read.span)) {
        let before = terms.fresh("alive_before", 8);
        for location in encoding.locations.of(read.span) {
            encoding.first_write(terms, location);
            let possible = encoding.visible(section, location, &Default::default());
            encoding.add_read(terms, section, location, side_by_side, before, &possible);
        }
        by.insert(read.value, before);
    }
    by
}

/// Whether an event is one access, which does not depend on what it finds.
fn is_single(encoding: &Encoding<'_>, event: EventNumber) -> bool {
    encoding.threads.action(event).is_some_and(|event| event.is_plain)
}

/// Adds what memory holds in the end, and at the moment of a wait cycle, to the encoding.
pub fn deadlocks(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    watch: &mut Watch,
) -> Result<Vec<Question>, String> {
    let mut last = Last::at(terms, encoding.end);
    let waits = all_waits(terms, encoding, &mut last, watch)?;
    let mut found = Vec::new();
    for is_unsure in with_doubts(&waits) {
        if let Some(all) = nothing_goes_on(terms, &waits, is_unsure) {
            let what = What::Waiting(waits.iter().map(|(instance, _)| instance.number).collect());
            let condition = terms.and(all, last.asked);
            found.push(deadlock(condition, what, Goal::Deadlock, is_unsure));
        }
    }
    let has_holder = |wait: &Wait| wait.1.is_some();
    if waits.iter().any(|(_, waits)| waits.all(true).iter().any(has_holder)) {
        found.extend(wait_cycles(terms, encoding, watch)?);
    }
    Ok(found)
}

fn deadlock(condition: Term, what: What, goal: Goal, is_unsure: bool) -> Question {
    let doubt = is_unsure.then_some(UNSURE);
    Question { kind: CheckKind::Deadlock, condition, what, goal, doubt }
}

/// Threads that wait for each other at a moment that comes after all that they do.
fn wait_cycles(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    watch: &mut Watch,
) -> Result<Vec<Question>, String> {
    let moment = encoding.moment;
    let mut then = Last::at(terms, moment);
    let waits = all_waits(terms, encoding, &mut then, watch)?;
    // One for each instance, since others that exclude it may have its number.
    let mut among_them = Vec::with_capacity(waits.len());
    for (instance, _) in &waits {
        let when = terms.fresh("in_cycle", 1);
        let before = instance.first + instance.actions().len() as u32 - 1;
        encoding.edges.push(Edge { before, after: moment, when: Some(when) });
        among_them.push(when);
    }
    let mut found = Vec::new();
    for is_unsure in with_doubts(&waits) {
        let waiter = |((instance, waits), among_them): (&(&Instance, Waits), &Term)| Waiter {
            thread: instance.number,
            among_them: *among_them,
            waits: waits
                .all(is_unsure)
                .into_iter()
                .filter_map(|(when, holder)| Some((when, holder?)))
                .collect(),
        };
        let mut waiters: Vec<Waiter> = waits.iter().zip(&among_them).map(waiter).collect();
        waiters.retain(|waiter| !waiter.waits.is_empty());
        if let Some((condition, members)) = wait_cycle(terms, &waiters) {
            let condition = terms.and(condition, then.asked);
            found.push(deadlock(condition, What::WaitCycle(members), Goal::WaitCycle, is_unsure));
        }
    }
    Ok(found)
}

/// Waits are asked about without those in doubt, and, if there are such, with all.
fn with_doubts(waits: &[(&Instance, Waits)]) -> impl Iterator<Item = bool> + use<> {
    let has_doubts = waits.iter().any(|(_, waits)| !waits.doubtful.is_empty());
    [false, true].into_iter().filter(move |is_unsure| has_doubts || !is_unsure)
}

/// When every thread has come to its end or waits, and some do.
fn nothing_goes_on(
    terms: &mut TermStore,
    waits: &[(&Instance, Waits)],
    is_unsure: bool,
) -> Option<Term> {
    let mut all = terms.boolean(true);
    let mut some = terms.boolean(false);
    for (instance, waits) in waits {
        let spawned = instance.guard.all(terms);
        let finished = finished(terms, instance);
        let mut over = terms.not(spawned);
        over = terms.or(over, finished);
        for (stuck, _) in waits.all(is_unsure) {
            over = terms.or(over, stuck);
            some = terms.or(some, stuck);
        }
        all = terms.and(all, over);
    }
    let all = terms.and(all, some);
    (!is_never(terms, all)).then_some(all)
}

/// When a thread has come to its end.
fn finished(terms: &mut TermStore, instance: &Instance) -> Term {
    let mut sum = terms.boolean(false);
    for end in &instance.record.ends {
        match end {
            End::Done { state, .. } if state.status(instance.number) == Some(Status::Finished) => {
                let guard = state.guard.all(terms);
                sum = terms.or(sum, guard);
            }
            End::Done { .. } | End::Blocked { .. } | End::Infeasible { .. } => {}
        }
    }
    sum
}

/// The values that memory has in the end, or at another moment.
struct Last {
    moment: EventNumber,
    asked: Term,
    values: FxHashMap<Span, Term>,
    /// When a value was never written: the first read of it chooses it.
    unwritten: FxHashMap<Span, Term>,
}

impl Last {
    fn at(terms: &mut TermStore, moment: EventNumber) -> Last {
        let asked = terms.fresh("asked_for_waits", 1);
        Last { moment, asked, values: FxHashMap::default(), unwritten: FxHashMap::default() }
    }

    fn value(&mut self, terms: &mut TermStore, encoding: &mut Encoding<'_>, span: Span) -> Term {
        if let Some(known) = self.values.get(&span) {
            return *known;
        }
        let mut whole: Option<Term> = None;
        let mut unwritten: Option<Term> = None;
        for location in encoding.locations.of(span) {
            let of_piece = encoding.locations.spans[location as usize];
            let value = match self.values.get(&of_piece) {
                Some(known) => *known,
                None => {
                    let value = terms.fresh("last", 8 * of_piece.count as u16);
                    let moment = self.moment;
                    encoding.first_write(terms, location);
                    let possible = encoding.visible(moment, location, &Default::default());
                    encoding.add_read(terms, moment, location, self.asked, value, &possible);
                    self.values.insert(of_piece, value);
                    if let Some(empty) = encoding.gets_empty(terms, moment, location) {
                        self.unwritten.insert(of_piece, empty);
                    }
                    value
                }
            };
            if let Some(empty) = self.unwritten.get(&of_piece) {
                unwritten = Some(unwritten.map_or(*empty, |other| terms.or(other, *empty)));
            }
            whole = Some(match whole {
                None => value,
                Some(low) => terms.apply(Operator::Concat, &[value, low]),
            });
        }
        let value = whole.unwrap_or_else(|| terms.fresh("last", 8 * span.count as u16));
        self.values.insert(span, value);
        self.unwritten.extend(unwritten.map(|unwritten| (span, unwritten)));
        value
    }
}

impl Last {
    /// When one of these reads, as far as it is among these parts, gets what was never written.
    fn is_unwritten<'r>(
        &self,
        terms: &mut TermStore,
        reads: impl Iterator<Item = &'r Read>,
        parts: &[Term],
    ) -> Term {
        let relevant = reads.filter(|read| parts.contains(&read.value));
        let unwritten = relevant.filter_map(|read| self.unwritten.get(&read.span));
        unwritten.fold(terms.boolean(false), |sum, unwritten| terms.or(sum, *unwritten))
    }
}

/// When a thread waits, and for whom.
type Wait = (Term, Option<Term>);

/// Where a thread waits in the end.
#[derive(Default)]
struct Waits {
    certain: Vec<Wait>,
    /// Another choice might end these.
    doubtful: Vec<Wait>,
}

impl Waits {
    /// Those that are certain, or all.
    fn all(&self, with_doubtful: bool) -> Vec<Wait> {
        let doubtful = if with_doubtful { self.doubtful.as_slice() } else { &[] };
        [self.certain.as_slice(), doubtful].concat()
    }
}

fn all_waits<'e>(
    terms: &mut TermStore,
    encoding: &mut Encoding<'e>,
    last: &mut Last,
    watch: &mut Watch,
) -> Result<Vec<(&'e Instance, Waits)>, String> {
    let threads = encoding.threads;
    let of = |instance| match watch.reached() {
        Some(limit) => Err(limit),
        None => Ok((instance, waits(terms, encoding, last, instance))),
    };
    threads.instances.iter().map(of).collect()
}

fn waits(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    last: &mut Last,
    instance: &Instance,
) -> Waits {
    let mut waits = Waits::default();
    let events = &instance.record.events;
    for (position, event) in (0u32..).zip(&events.actions) {
        for refused in &event.refused {
            let Refusal::Waits { holder, goes_on } = refused.why else { continue };
            let reads = || events.reads.iter().filter(|read| read.action == position);
            let by = replacements(terms, encoding, last, reads());
            let guard = refused.guard.all(terms);
            let gets_nowhere = match goes_on {
                Some(_) => gets_nowhere(terms, event),
                None => terms.boolean(false),
            };
            let then = terms.substitute(guard, &by);
            let nowhere = terms.substitute(gets_nowhere, &by);
            let holder_then = holder.map(|holder| terms.substitute(holder, &by));
            let (Some(then), Some(nowhere), None | Some(Some(_))) = (then, nowhere, holder_then)
            else {
                // What an event that does not happen reads may be anything.
                waits.doubtful.push((guard, holder));
                continue;
            };
            let holder = holder_then.flatten();
            let stuck = terms.and(guard, then);
            let gets_on = terms.not(nowhere);
            let stuck = terms.and(stuck, gets_on);
            let parts = terms.reachable(&[guard, gets_nowhere]);
            let is_symbol = |read: &Read| matches!(terms.node(read.value), Node::Symbol(_));
            if depends_on_inputs(&parts, event) || !reads().all(is_symbol) {
                waits.doubtful.push((stuck, holder));
                continue;
            }
            let unwritten = last.is_unwritten(terms, reads(), &parts);
            let written = terms.not(unwritten);
            waits.certain.push((terms.and(stuck, written), holder));
            if !is_never(terms, unwritten) {
                waits.doubtful.push((terms.and(stuck, unwritten), holder));
            }
        }
    }
    waits
}

/// When a section in which a thread goes on by itself, wherever it may, does not happen:
/// such a thread does not wait.
fn gets_nowhere(terms: &mut TermStore, event: &Action) -> Term {
    let mut undone = terms.boolean(false);
    let mut by = FxHashMap::default();
    for refused in &event.refused {
        match refused.why {
            Refusal::Waits { goes_on: Some(goes_on), .. } => {
                by.insert(goes_on, terms.boolean(true));
            }
            Refusal::Waits { goes_on: None, .. } => {}
            Refusal::Undone => {
                let guard = refused.guard.all(terms);
                undone = terms.or(undone, guard);
            }
        }
    }
    // Elements of arrays are in the way here as they are to the caller, who doubts then.
    terms.substitute(undone, &by).unwrap_or(undone)
}

/// What the reads of an event would get in the end.
fn replacements<'r>(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    last: &mut Last,
    reads: impl Iterator<Item = &'r Read>,
) -> FxHashMap<Term, Term> {
    reads.map(|read| (read.value, last.value(terms, encoding, read.span))).collect()
}

/// Whether a wait of these parts depends on something that is chosen in the same moment.
fn depends_on_inputs(parts: &[Term], event: &Action) -> bool {
    event.log.iter().any(|entry| match entry.item {
        Item::Value(term) | Item::ByItself(term) => parts.contains(&term),
        Item::Visible | Item::Number(_) => false,
    })
}

fn is_never(terms: &TermStore, condition: Term) -> bool {
    terms.known(condition).is_some_and(|never| never.is_zero())
}
