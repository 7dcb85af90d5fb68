//! From the events of all threads to conditions and an order: one Boolean for each
//! write that a read may take its value from, its read-from candidate.
//!
//! A read's path condition asks for a candidate; the write of a candidate that is chosen
//! happens, and has the read's value. That all choices fit into one sequence is decided by
//! `raddle_solver::order`. Writes that a read cannot see in any sequence are left
//! out: later ones of the same thread, those hidden by another write that certainly
//! happens in between, and those with which the read's event would not happen.
//!
//! An event that is refused (its thread waits there) does not happen for any thread: its reads are
//! not asked for a candidate, unless a check fails in it before.

use std::rc::Rc;

use raddle_semantics::symbolic::events::Span;
use raddle_semantics::symbolic::{Initial, PathCondition, Shared};
use raddle_solver::order::{Edge, OrderFacts, OrderRead, OrderWrite, ReadFrom};
use raddle_terms::{Node, Operator, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::locations::{Location, Locations};
use super::thread_events::{EventNumber, ThreadEvents};
use crate::common::limits::Watch;

/// More read-from candidates than this are too many.
const MOST_CANDIDATES: usize = 3_000_000;

type Conjuncts = Rc<FxHashSet<Term>>;

/// What the first read chooses for bytes that were never written.
pub struct Empty {
    /// The way to the first start of a thread on which that may be so; `None`: every one.
    way: Option<Term>,
    /// When it is so on that way; `None`: always.
    unwritten: Option<Term>,
    pub chosen: Term,
}

impl Empty {
    /// When the choice is made.
    pub fn guard(&self, terms: &TermStore) -> PathCondition {
        let conditions = self.way.into_iter().chain(self.unwritten);
        conditions.fold(PathCondition::always(), |guard, condition| guard.and(terms, condition))
    }
}

/// A write to one location.
pub struct LocationWrite {
    pub event: EventNumber,
    pub location: Location,
    pub happens: Term,
    pub value: Term,
    /// What the first read of it chooses, if it holds what was never written; no two
    /// at once.
    pub empty: Vec<Empty>,
    pub conjuncts: Conjuncts,
}

/// A read of one location.
pub struct LocationRead {
    pub event: EventNumber,
    pub location: Location,
    pub guard: Term,
    pub value: Term,
    pub candidates: Vec<ReadFrom>,
    /// Of the condition under which its thread comes to it.
    pub conjuncts: Conjuncts,
    /// How much its event had logged before.
    pub logged: usize,
}

pub struct Encoding<'e> {
    pub threads: &'e ThreadEvents,
    pub shared: &'e Shared,
    pub locations: Locations,
    pub writes: Vec<LocationWrite>,
    pub reads: Vec<LocationRead>,
    pub edges: Vec<Edge>,
    /// Must be true.
    pub clauses: Vec<Term>,
    /// For each event, when it is refused.
    pub refused: Vec<Option<Term>>,
    /// When a check fails in it, which is seen even if it is refused afterwards.
    failing: FxHashMap<EventNumber, Term>,
    /// Why the encoding does not stand for all executions.
    pub gaps: Vec<String>,
    /// The moment after everything.
    pub end: EventNumber,
    /// Any moment: what comes before it is said in `questions.rs`.
    pub moment: EventNumber,
    /// A symbol: reads may get what was never written although that was not expected;
    /// and when one does.
    pub allows_unwritten: Term,
    pub gets_unwritten: Vec<Term>,
    by_location: FxHashMap<Location, Vec<u32>>,
    candidates: usize,
}

impl<'e> Encoding<'e> {
    pub fn new(
        terms: &mut TermStore,
        threads: &'e ThreadEvents,
        shared: &'e Shared,
        watch: &mut Watch,
    ) -> Encoding<'e> {
        let events = threads.instances.iter().map(|instance| &instance.record.events);
        let reads = events.clone().flat_map(|events| events.reads.iter().map(|read| read.span));
        let writes = events.flat_map(|events| events.writes.iter().map(|write| write.span));
        let locations = Locations::new(reads.chain(writes));
        let mut encoding = Encoding {
            threads,
            shared,
            locations,
            writes: Vec::new(),
            reads: Vec::new(),
            edges: Vec::new(),
            clauses: Vec::new(),
            refused: Vec::new(),
            failing: FxHashMap::default(),
            gaps: Vec::new(),
            end: threads.events,
            moment: threads.events + 1,
            allows_unwritten: terms.fresh("allows_unwritten", 1),
            gets_unwritten: Vec::new(),
            by_location: FxHashMap::default(),
            candidates: 0,
        };
        encoding.put_in_order();
        encoding.refuse(terms);
        encoding.add_writes(terms);
        encoding.add_reads(terms, watch);
        if encoding.gaps.is_empty() {
            super::fruitless_iterations::leave_out(terms, &mut encoding, watch);
        }
        encoding
    }

    /// The order that every execution has.
    fn put_in_order(&mut self) {
        let mut edge = |before, after| self.edges.push(Edge { before, after, when: None });
        for instance in &self.threads.instances {
            let before = match instance.parent {
                Some((parent, event)) => self.threads.instances[parent].global(event),
                None => 0,
            };
            edge(before, instance.first);
            let last = instance.first + instance.actions().len() as u32 - 1;
            for event in instance.first..last {
                edge(event, event + 1);
            }
            edge(last, self.end);
        }
        edge(0, self.moment);
    }

    fn refuse(&mut self, terms: &mut TermStore) {
        self.refused.push(None);
        for event in self.threads.instances.iter().flat_map(|instance| instance.actions()) {
            let mut sum: Option<Term> = None;
            for refused in &event.refused {
                let guard = refused.guard.all(terms);
                sum = Some(sum.map_or(guard, |sum| terms.or(sum, guard)));
            }
            self.refused.push(sum);
        }
        for instance in &self.threads.instances {
            let failures = &instance.record.failures;
            let failures = failures.iter().map(|failed| (&failed.guard, failed.action));
            let undefined = instance.record.undefined.iter();
            let undefined = undefined.map(|(guard, _, event)| (guard, *event));
            for (guard, event) in failures.chain(undefined) {
                let guard = guard.all(terms);
                let sum = self.failing.entry(instance.global(event)).or_insert(guard);
                *sum = terms.or(*sum, guard);
            }
        }
    }

    /// When an event happens, given that its thread comes to it.
    pub fn not_refused(&self, terms: &mut TermStore, event: EventNumber) -> Term {
        match self.refused.get(event as usize).copied().flatten() {
            Some(refused) => terms.not(refused),
            None => terms.boolean(true),
        }
    }

    fn add_writes(&mut self, terms: &mut TermStore) {
        for instance in &self.threads.instances {
            for write in &instance.record.events.writes {
                let conjuncts = conjuncts(terms, write.condition);
                for location in self.locations.of(write.span) {
                    let value = self.locations.part(terms, write.span, location, write.value);
                    let chosen = write.is_empty.then_some(value);
                    let empty = chosen.map(|chosen| Empty { way: None, unwritten: None, chosen });
                    let number = self.writes.len() as u32;
                    self.by_location.entry(location).or_default().push(number);
                    self.writes.push(LocationWrite {
                        event: instance.global(write.action),
                        location,
                        happens: write.condition,
                        value,
                        empty: empty.into_iter().collect(),
                        conjuncts: conjuncts.clone(),
                    });
                }
            }
        }
    }

    /// A write of an event beside those that its thread has told of.
    pub fn add_write(
        &mut self,
        terms: &TermStore,
        event: EventNumber,
        span: Span,
        happens: Term,
        value: Term,
    ) {
        for location in self.locations.of(span) {
            let number = self.writes.len() as u32;
            self.by_location.entry(location).or_default().push(number);
            let (empty, conjuncts) = (Vec::new(), conjuncts(terms, happens));
            self.writes.push(LocationWrite { event, location, happens, value, empty, conjuncts });
        }
    }

    /// What was in a location in the beginning, as a write of the first event.
    pub fn first_write(&mut self, terms: &mut TermStore, location: Location) -> u32 {
        let known = self.by_location.get(&location).and_then(|writes| {
            writes.iter().copied().find(|write| self.writes[*write as usize].event == 0)
        });
        if let Some(known) = known {
            return known;
        }
        let span = self.locations.spans[location as usize];
        let (value, empty) = self.first_value(terms, span);
        let happens = terms.boolean(true);
        let number = self.writes.len() as u32;
        self.by_location.entry(location).or_default().push(number);
        let conjuncts = Conjuncts::default();
        self.writes.push(LocationWrite { event: 0, location, happens, value, empty, conjuncts });
        number
    }

    /// One value for each way to the first start of a thread; of two ways the later counts.
    fn first_value(&mut self, terms: &mut TermStore, span: Span) -> (Term, Vec<Empty>) {
        let width = 8 * span.count as u16;
        let mut result: Option<Term> = None;
        let mut empty: Vec<Empty> = Vec::new();
        for (snapshot, initial) in self.shared.initial(terms, span) {
            let (value, unwritten) = match initial {
                Initial::Value(value) => (value, None),
                Initial::Empty => {
                    let value = terms.fresh("unwritten", width);
                    (value, Some((None, value)))
                }
                Initial::Partly { value, unwritten, chosen } => (value, Some((unwritten, chosen))),
            };
            let guard = snapshot.map(|position| self.shared.snapshots[position].guard.all(terms));
            let (rest, way) = match (result, guard) {
                (Some(rest), Some(guard)) => (rest, Some(guard)),
                (None, _) | (_, None) => (value, None),
            };
            result = Some(way.map_or(value, |way| terms.ite(way, value, rest)));
            if let Some(way) = way {
                let other = terms.not(way);
                for earlier in &mut empty {
                    earlier.way = Some(earlier.way.map_or(other, |way| terms.and(way, other)));
                }
            }
            if let Some((unwritten, chosen)) = unwritten {
                empty.push(Empty { way, unwritten, chosen });
            }
        }
        (result.unwrap_or_else(|| terms.fresh("unwritten", width)), empty)
    }

    fn add_reads(&mut self, terms: &mut TermStore, watch: &mut Watch) {
        let mut limit: Option<String> = None;
        for instance in &self.threads.instances {
            for read in &instance.record.events.reads {
                limit = limit.or_else(|| watch.reached());
                if let Some(limit) = limit {
                    return self.gaps.push(limit);
                }
                let event = instance.global(read.action);
                let guard = read.guard.all(terms);
                let known = conjuncts(terms, guard);
                let mut counts = self.not_refused(terms, event);
                if let Some(failing) = self.failing.get(&event) {
                    counts = terms.or(counts, *failing);
                }
                let asked = terms.and(guard, counts);
                for location in self.locations.of(read.span) {
                    let value = self.locations.part(terms, read.span, location, read.value);
                    self.first_write(terms, location);
                    let mut possible = self.visible(event, location, &known);
                    // Each of many writes may be put into a large condition.
                    possible.retain(|write| {
                        limit = limit.take().or_else(|| watch.reached());
                        limit.is_some() || !self.is_refusing(terms, event, &known, value, *write)
                    });
                    self.add_read(terms, event, location, asked, value, &possible);
                    if let Some(last) = self.reads.last_mut() {
                        (last.conjuncts, last.logged) = (known.clone(), read.logged);
                    }
                    // A copy of what was never written would be never written itself.
                    if read.assumes_written || read.is_copy {
                        self.expect_written(terms);
                    }
                }
            }
        }
        self.gaps.extend(limit);
        if self.candidates > MOST_CANDIDATES {
            self.gaps.push("shared memory is read and written too often".to_string());
        }
    }

    /// The last read was not expected to get what was never written.
    fn expect_written(&mut self, terms: &mut TermStore) {
        let Some(read) = self.reads.last() else { return };
        for candidate in &read.candidates {
            for empty in &self.writes[candidate.write as usize].empty {
                // Not only where it is unwritten: what is there under a condition was
                // not expected either.
                let way = empty.way.unwrap_or_else(|| terms.boolean(true));
                let gets = terms.and(candidate.chosen, way);
                let not = terms.not(gets);
                self.clauses.push(terms.or(not, self.allows_unwritten));
                self.gets_unwritten.push(gets);
            }
        }
    }

    /// When the last read, which is this one, gets what was never written; `None` if never.
    pub fn gets_empty(
        &self,
        terms: &mut TermStore,
        event: EventNumber,
        location: Location,
    ) -> Option<Term> {
        let read =
            self.reads.last().filter(|read| (read.event, read.location) == (event, location))?;
        let mut sum: Option<Term> = None;
        for candidate in &read.candidates {
            for empty in &self.writes[candidate.write as usize].empty {
                let when = empty.guard(terms).all(terms);
                let gets = terms.and(candidate.chosen, when);
                sum = Some(sum.map_or(gets, |sum| terms.or(sum, gets)));
            }
        }
        sum
    }

    /// A read that takes its value from one of these writes, where it is asked to.
    pub fn add_read(
        &mut self,
        terms: &mut TermStore,
        event: EventNumber,
        location: Location,
        asked: Term,
        value: Term,
        possible: &[u32],
    ) {
        self.candidates += possible.len();
        if self.candidates > MOST_CANDIDATES {
            return;
        }
        let mut some = terms.not(asked);
        let mut candidates = Vec::with_capacity(possible.len());
        for &number in possible {
            let chosen = terms.fresh("from", 1);
            let write = &self.writes[number as usize];
            let equal = terms.equal(write.value, value);
            let not = terms.not(chosen);
            for must in [write.happens, equal, asked] {
                self.clauses.push(terms.or(not, must));
            }
            some = terms.or(some, chosen);
            candidates.push(ReadFrom { write: number, chosen });
        }
        self.clauses.push(some);
        let conjuncts = Conjuncts::default();
        self.reads.push(LocationRead {
            event,
            location,
            guard: asked,
            value,
            candidates,
            conjuncts,
            logged: 0,
        });
    }

    /// Whether only one thread writes to the object that a location is of, as far as the runs
    /// of `thread_events.rs` show.
    pub fn has_one_writer(&self, location: Location) -> bool {
        self.shared.values.has_one_writer(self.locations.spans[location as usize].object)
    }

    /// The writes that a read may see, as far as that does not depend on the order.
    pub fn visible(
        &self,
        event: EventNumber,
        location: Location,
        known: &FxHashSet<Term>,
    ) -> Vec<u32> {
        let Some(writes) = self.by_location.get(&location) else { return Vec::new() };
        let write = |number: &u32| &self.writes[*number as usize];
        let before = |one, two| self.is_before(one, two);
        // Of those that certainly happen before, only the last of each thread matter.
        let mut certain: Vec<EventNumber> = Vec::new();
        for number in writes.iter().rev() {
            let this = write(number);
            if before(this.event, event)
                && !certain.iter().any(|later| before(this.event, *later))
                && this.conjuncts.is_subset(known)
            {
                certain.push(this.event);
            }
        }
        let is_hidden =
            |number: &u32| certain.iter().any(|later| before(write(number).event, *later));
        let is_visible = |number: &u32| {
            let write = write(number);
            write.event != event && !before(event, write.event) && !is_hidden(number)
        };
        writes.iter().copied().filter(is_visible).collect()
    }

    /// Whether the first comes before the second in every execution.
    fn is_before(&self, one: EventNumber, two: EventNumber) -> bool {
        if two == self.moment {
            one == 0
        } else if two == self.end {
            one < self.end
        } else {
            one < self.end && self.threads.is_before(one, two)
        }
    }

    /// Whether the event does not happen if the read gets this write's value.
    fn is_refusing(
        &self,
        terms: &mut TermStore,
        event: EventNumber,
        known: &FxHashSet<Term>,
        value: Term,
        write: u32,
    ) -> bool {
        let Some(refused) = self.refused[event as usize] else { return false };
        let written = self.writes[write as usize].value;
        let is_symbol = matches!(terms.node(value), Node::Symbol(_));
        if terms.known(written).is_none() || !is_symbol {
            return false;
        }
        let by = FxHashMap::from_iter([(value, written)]);
        let refused = terms.substitute(refused, &by);
        let failing = self.failing.get(&event).map(|failing| terms.substitute(*failing, &by));
        let may_fail = failing.is_some_and(|failing| {
            !failing.and_then(|failing| terms.known(failing)).is_some_and(|known| known.is_zero())
        });
        !may_fail && refused.is_some_and(|refused| conjuncts(terms, refused).is_subset(known))
    }

    pub fn facts(&self) -> OrderFacts {
        let writes = self.writes.iter().map(|write| OrderWrite {
            event: write.event,
            location: write.location,
            happens: write.happens,
        });
        let reads = self.reads.iter().map(|read| OrderRead {
            event: read.event,
            location: read.location,
            candidates: read.candidates.clone(),
        });
        OrderFacts {
            events: self.moment + 1,
            edges: self.edges.clone(),
            writes: writes.collect(),
            reads: reads.collect(),
        }
    }
}

/// The parts that a condition is the conjunction of.
pub fn conjuncts(terms: &TermStore, condition: Term) -> Conjuncts {
    let mut found = FxHashSet::default();
    // Conjunctions share parts, and are as large as trees as there are ways to those.
    let mut seen = FxHashSet::default();
    let mut open = vec![condition];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Apply(Operator::And, operands) => open.extend(operands),
            Node::Constant(bits) if bits.is_true() => {}
            Node::Constant(_) | Node::Symbol(_) | Node::Apply(..) | Node::Select(..) => {
                found.insert(term);
            }
        }
    }
    Rc::new(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a tree the condition has more parts than can be counted.
    #[test]
    fn shared_parts_are_looked_at_once() {
        let mut terms = TermStore::new();
        let mut condition = terms.fresh("first", 1);
        for _ in 0..80 {
            let [left, right] = ["left", "right"].map(|name| terms.fresh(name, 1));
            let [left, right] = [left, right].map(|side| terms.and(condition, side));
            condition = terms.and(left, right);
        }
        assert_eq!(conjuncts(&terms, condition).len(), 161);
    }
}
