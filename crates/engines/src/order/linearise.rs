//! From a model to a schedule: the events that the execution needs, in a linearisation of
//! program order, read-from, from-read and coherence with few context switches, walked on the
//! concrete machine.

use std::rc::Rc;

use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::symbolic::{Entry, Item, PathCondition};
use raddle_solver::Model;
use raddle_terms::{Bits, Evaluation, Term, TermStore};
use raddle_verdict::{Counterexample, Violation};
use rustc_hash::{FxHashMap, FxHashSet};

use super::encode::Encoding;
use super::questions::{Goal, Question, What, in_order};
use super::thread_events::EventNumber;
use super::unordered;
use super::wait_cycles;
use crate::common::concretise::{Visit, Walk, walk};
use crate::common::refusal::Refusal;

pub struct Linearisation<'l> {
    pub ready: &'l Ready,
    pub terms: &'l TermStore,
    pub encoding: &'l Encoding<'l>,
    pub model: &'l Model,
    /// All events, as they may happen one after the other.
    pub sequence: &'l [u32],
}

/// Happens-before among the events that happen: for each, what must come before it.
#[derive(Default)]
struct Before(FxHashMap<EventNumber, Vec<EventNumber>>);

impl Before {
    fn add(&mut self, one: EventNumber, two: EventNumber) {
        if one != two {
            self.0.entry(two).or_default().push(one);
        }
    }

    fn of(&self, event: EventNumber) -> &[EventNumber] {
        self.0.get(&event).map_or(&[], Vec::as_slice)
    }

    /// Everything that these need.
    fn closure(&self, goals: &[EventNumber]) -> FxHashSet<EventNumber> {
        let mut found: FxHashSet<EventNumber> = FxHashSet::default();
        let mut open = goals.to_vec();
        while let Some(event) = open.pop() {
            if found.insert(event) {
                open.extend(self.of(event));
            }
        }
        found
    }
}

impl Linearisation<'_> {
    pub fn counterexample(&self, question: &Question) -> Result<Counterexample, Refusal> {
        let mut evaluation = Evaluation::new(self.terms, |symbol| self.model.get(&symbol).copied());
        let mut value = |term: Term| evaluation.value(term);
        let events = self.schedule(&mut value, question.goal);
        let logs = self.logs(&mut value, &events, question.goal);
        let visit = |event: &EventNumber| self.visit(*event, &logs);
        let visits: Vec<Visit> = events.iter().filter_map(visit).collect();
        let last: Vec<Visit> = match question.goal {
            Goal::Race(one, two) => [one, two].iter().filter_map(visit).collect(),
            Goal::Failure(_) | Goal::Unordered(..) | Goal::Deadlock | Goal::WaitCycle => Vec::new(),
        };
        let selected = [question.kind].into_iter().collect();
        let must_fail = matches!(question.goal, Goal::Failure(_));
        let Walk { schedule, machine, failed, .. } =
            walk(self.ready, selected, &mut value, &visits, &last, must_fail)?;
        let violation = match (failed, &question.what) {
            (Some(failed), _) => failed,
            (None, What::Found(found)) => found.clone(),
            (None, What::Waiting(threads)) => {
                let mut threads: Vec<ThreadNumber> = threads.clone();
                threads.retain(|thread| machine.is_running(*thread));
                threads.sort_unstable();
                threads.dedup();
                Violation::deadlock(self.ready, &threads, &|thread| machine.user_place(thread))
            }
            (None, What::WaitCycle(members)) => {
                let mut threads = wait_cycles::threads(members, &mut |term| value(term).is_true());
                threads.sort_unstable();
                Violation::deadlock(self.ready, &threads, &|thread| machine.user_place(thread))
            }
        };
        debug_assert_eq!(violation.kind, question.kind);
        let counterexample = Counterexample { violation, schedule };
        match question.goal {
            Goal::Unordered(..) => unordered::confirmed(self.ready, counterexample),
            Goal::Failure(_) | Goal::Race(..) | Goal::Deadlock | Goal::WaitCycle => {
                Ok(counterexample)
            }
        }
    }

    /// The events to take, in order.
    fn schedule(&self, value: &mut dyn FnMut(Term) -> Bits, goal: Goal) -> Vec<EventNumber> {
        let happens = |event: &EventNumber| self.happens(value, *event, goal);
        let happening: Vec<EventNumber> = self.sequence.iter().copied().filter(happens).collect();
        let before = self.before(value, &happening);
        let needed = match goal {
            // Where ways were merged it may be the event of another one.
            Goal::Failure(event) => before.closure(&self.latest(&happening, event)),
            Goal::Unordered(one, two) => {
                let roots = [one, two].map(|event| self.latest(&happening, event)).concat();
                before.closure(&roots)
            }
            // Event by event in one thread, the one before is the number before.
            Goal::Race(one, two) => {
                let mut roots = [one, two].map(|event| self.latest(&happening, event - 1)).concat();
                // A section finds what was written before it, and does accordingly.
                if let Some((section, _)) = in_order(self.encoding, (one, two)) {
                    roots.extend(before.of(section));
                }
                before.closure(&roots)
            }
            Goal::Deadlock => happening.iter().copied().collect(),
            Goal::WaitCycle => {
                let is_earlier = |event: &&u32| **event != self.encoding.moment;
                self.sequence.iter().take_while(is_earlier).copied().collect()
            }
        };
        let events: Vec<EventNumber> =
            happening.into_iter().filter(|event| needed.contains(event)).collect();
        self.with_few_switches(&events, &before)
    }

    /// The last that happens of the events of a thread up to this one. The first event
    /// of a thread always happens.
    fn latest(&self, happening: &[EventNumber], event: EventNumber) -> Vec<EventNumber> {
        let threads = self.encoding.threads;
        let owner = |event: EventNumber| threads.owner(event).map(|(owner, _)| owner);
        let up_to = |other: &EventNumber| *other <= event && owner(*other) == owner(event);
        happening.iter().copied().filter(up_to).max().into_iter().collect()
    }

    /// An event in which a check fails happens although it may be refused then.
    fn happens(&self, value: &mut dyn FnMut(Term) -> Bits, event: EventNumber, goal: Goal) -> bool {
        let Some(of) = self.encoding.threads.action(event) else { return false };
        let mut is_true =
            |guard: &PathCondition| guard.conditions().all(|each| value(each).is_true());
        let fails = matches!(goal, Goal::Failure(failing) if failing == event);
        is_true(&of.guard) && (fails || !of.refused.iter().any(|each| is_true(&each.guard)))
    }

    fn before(&self, value: &mut dyn FnMut(Term) -> Bits, happening: &[EventNumber]) -> Before {
        let mut before = Before::default();
        let threads = self.encoding.threads;
        let mut latest: FxHashMap<usize, EventNumber> = FxHashMap::default();
        for event in happening {
            let Some((instance, _)) = threads.owner(*event) else { continue };
            match latest.insert(instance, *event) {
                Some(previous) => before.add(previous, *event),
                None => {
                    if let Some((parent, at)) = threads.instances[instance].parent {
                        before.add(threads.instances[parent].global(at), *event);
                    }
                }
            }
        }
        self.accesses_before(value, happening, &mut before);
        before
    }

    /// Accesses of one location stay as they are, unless both read.
    fn accesses_before(
        &self,
        value: &mut dyn FnMut(Term) -> Bits,
        happening: &[EventNumber],
        before: &mut Before,
    ) {
        let position: FxHashMap<EventNumber, usize> =
            happening.iter().enumerate().map(|(position, event)| (*event, position)).collect();
        let mut by_location: FxHashMap<u32, Vec<(usize, EventNumber, bool)>> = FxHashMap::default();
        let writes = self.encoding.writes.iter().map(|w| (w.event, w.location, w.happens, true));
        let reads = self.encoding.reads.iter().map(|r| (r.event, r.location, r.guard, false));
        for (event, location, condition, is_write) in writes.chain(reads) {
            if let Some(at) = position.get(&event)
                && value(condition).is_true()
            {
                by_location.entry(location).or_default().push((*at, event, is_write));
            }
        }
        for accesses in by_location.values_mut() {
            accesses.sort_unstable();
            let mut last_write: Option<EventNumber> = None;
            let mut reads: Vec<EventNumber> = Vec::new();
            for &(_, event, is_write) in accesses.iter() {
                if let Some(write) = last_write {
                    before.add(write, event);
                }
                if is_write {
                    reads.drain(..).for_each(|read| before.add(read, event));
                    last_write = Some(event);
                } else {
                    reads.push(event);
                }
            }
        }
    }

    /// Stays with a thread as long as it can go on; then goes to the one that can
    /// stay for longest.
    fn with_few_switches(&self, events: &[EventNumber], before: &Before) -> Vec<EventNumber> {
        let mut queues: FxHashMap<usize, Vec<EventNumber>> = FxHashMap::default();
        for event in events.iter().rev() {
            if let Some((instance, _)) = self.encoding.threads.owner(*event) {
                queues.entry(instance).or_default().push(*event);
            }
        }
        let there: FxHashSet<EventNumber> = events.iter().copied().collect();
        let mut done: FxHashSet<EventNumber> = FxHashSet::default();
        let mut result = Vec::with_capacity(events.len());
        let run = |queue: &[EventNumber], done: &FxHashSet<EventNumber>| -> usize {
            let mut taken: FxHashSet<EventNumber> = FxHashSet::default();
            for event in queue.iter().rev() {
                let is_ready = before.of(*event).iter().all(|other| {
                    !there.contains(other) || done.contains(other) || taken.contains(other)
                });
                if !is_ready {
                    break;
                }
                taken.insert(*event);
            }
            taken.len()
        };
        loop {
            let lengths = queues.iter().map(|(instance, queue)| (run(queue, &done), *instance));
            // Equal ones in a fixed order.
            let best = lengths.max_by_key(|(length, instance)| (*length, usize::MAX - instance));
            let Some((length, instance)) = best.filter(|(length, _)| *length > 0) else { break };
            let Some(queue) = queues.get_mut(&instance) else { break };
            for event in queue.drain(queue.len() - length..).rev() {
                done.insert(event);
                result.push(event);
            }
        }
        // Nothing is left, unless the order was none.
        if result.len() == events.len() { result } else { events.to_vec() }
    }

    /// What the machine asks in each event, with the values of memory that was never
    /// written where it is first read.
    fn logs(
        &self,
        value: &mut dyn FnMut(Term) -> Bits,
        events: &[EventNumber],
        goal: Goal,
    ) -> FxHashMap<EventNumber, Rc<Vec<Entry>>> {
        let mut chosen: FxHashSet<u32> = FxHashSet::default();
        let mut by_event: FxHashMap<EventNumber, Vec<usize>> = FxHashMap::default();
        for (position, read) in self.encoding.reads.iter().enumerate() {
            by_event.entry(read.event).or_default().push(position);
        }
        let also = match goal {
            Goal::Race(one, two) => vec![one, two],
            Goal::Failure(_) | Goal::Unordered(..) | Goal::Deadlock | Goal::WaitCycle => Vec::new(),
        };
        let mut logs = FxHashMap::default();
        for event in events.iter().copied().chain(also) {
            let mut log = self.log(value, event, goal);
            log.extend(self.beginnings(event));
            let mut choices: Vec<(usize, Entry)> = Vec::new();
            let reads = by_event.get(&event).map_or(&[][..], Vec::as_slice);
            for read in reads.iter().map(|read| &self.encoding.reads[*read]) {
                let candidate =
                    read.candidates.iter().find(|candidate| value(candidate.chosen).is_true());
                let Some(candidate) = candidate else { continue };
                let write = &self.encoding.writes[candidate.write as usize];
                if write.empty.is_empty() || !chosen.insert(candidate.write) {
                    continue;
                }
                for empty in &write.empty {
                    let (guard, item) = (empty.guard(self.terms), Item::Value(empty.chosen));
                    choices.push((read.logged, Entry { guard, item }));
                }
            }
            // Where they were asked for; from behind, so that places stay what they are.
            choices.sort_by_key(|(place, _)| *place);
            for (place, entry) in choices.into_iter().rev() {
                log.insert(place.min(log.len()), entry);
            }
            logs.insert(event, Rc::new(log));
        }
        logs
    }

    /// Of an event and of those after it that do not happen: where ways were merged, what
    /// follows is told in the last one of all ways.
    fn log(
        &self,
        value: &mut dyn FnMut(Term) -> Bits,
        event: EventNumber,
        goal: Goal,
    ) -> Vec<Entry> {
        let threads = self.encoding.threads;
        let Some((owner, local)) = threads.owner(event) else { return Vec::new() };
        let instance = &threads.instances[owner];
        let mut log = Vec::new();
        for (position, of) in (0u32..).zip(instance.actions()).skip(local as usize) {
            if position > local && self.happens(value, instance.global(position), goal) {
                break;
            }
            log.extend(of.log.iter().cloned());
        }
        log
    }

    /// What the threads that an event starts do before their first visible action: that
    /// belongs to the step that starts them.
    fn beginnings(&self, event: EventNumber) -> Vec<Entry> {
        let threads = self.encoding.threads;
        let Some(owner) = threads.owner(event) else { return Vec::new() };
        let started = threads.instances.iter().filter(|child| child.parent == Some(owner));
        let logs = started.filter_map(|child| child.actions().first()).map(|first| &first.log);
        logs.flatten().cloned().collect()
    }

    fn visit(
        &self,
        event: EventNumber,
        logs: &FxHashMap<EventNumber, Rc<Vec<Entry>>>,
    ) -> Option<Visit> {
        let threads = self.encoding.threads;
        let (instance, _) = threads.owner(event)?;
        let of = threads.action(event)?;
        let this = &threads.instances[instance];
        let is_beginning_of_other = of.place.is_none() && this.parent.is_some();
        if is_beginning_of_other {
            return None;
        }
        let log = logs.get(&event).cloned().unwrap_or_default();
        let (thread, place, is_plain) = (this.number, of.place, of.is_plain);
        Some(Visit { thread, place, is_plain, log })
    }
}
