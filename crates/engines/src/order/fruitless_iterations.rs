//! Iterations that come to nothing: the thread is as it was, and what it wrote to
//! shared memory is what was there before (lock, look, unlock). An execution with
//! such an iteration has one without it in which everything else is the same, so a
//! thread goes on after one only if it did not come to nothing.
//!
//! It came to nothing if, for each location that it wrote:
//! - the last value that it wrote is the one that it found, in the event that wrote it
//!   first;
//! - no other thread wrote in between: each of its later events that writes the location reads
//!   it too, and finds what the thread itself wrote in this iteration;
//! - no other thread took a value from any of its writes but the last.
//!
//! Then a thread that read the last write would have found the same value in the write that
//! the iteration found. Where this cannot be seen, the thread simply goes on.

use raddle_semantics::symbolic::events::Segment;
use raddle_terms::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::encode::{Encoding, conjuncts};
use super::locations::Location;
use super::thread_events::EventNumber;
use crate::common::limits::Watch;

/// Adds that threads go on only after iterations that did something.
pub fn leave_out(terms: &mut TermStore, encoding: &mut Encoding<'_>, watch: &mut Watch) {
    let threads = encoding.threads;
    let mut readers: FxHashMap<u32, Vec<Term>> = FxHashMap::default();
    for read in &encoding.reads {
        for candidate in &read.candidates {
            readers.entry(candidate.write).or_default().push(candidate.chosen);
        }
    }
    let mut clauses = Vec::new();
    for instance in &threads.instances {
        for segment in &instance.record.events.segments {
            if let Some(limit) = watch.reached() {
                return encoding.gaps.push(limit);
            }
            let iteration = Iteration::new(terms, encoding, segment, instance.first);
            if let Some(active) = iteration.did_something(terms, encoding, &readers) {
                let stays = terms.not(segment.goes_on);
                clauses.push(terms.or(stays, active));
            }
        }
    }
    encoding.clauses.extend(clauses);
}

struct Iteration {
    first: EventNumber,
    end: EventNumber,
    /// What is certain when it is over.
    known: FxHashSet<Term>,
    /// Its writes to each location, in the order of the program.
    writes: FxHashMap<Location, Vec<u32>>,
}

impl Iteration {
    fn new(
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        segment: &Segment,
        offset: EventNumber,
    ) -> Iteration {
        let guard = segment.guard.all(terms);
        let known = conjuncts(terms, guard).as_ref().clone();
        let (first, end) = (offset + segment.first, offset + segment.end);
        let mut writes: FxHashMap<Location, Vec<u32>> = FxHashMap::default();
        for (number, write) in (0u32..).zip(&encoding.writes) {
            if (first..end).contains(&write.event) {
                writes.entry(write.location).or_default().push(number);
            }
        }
        for list in writes.values_mut() {
            list.sort_by_key(|number| encoding.writes[*number as usize].event);
        }
        Iteration { first, end, known, writes }
    }

    /// When it did something; `None` if that cannot be said.
    fn did_something(
        &self,
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        readers: &FxHashMap<u32, Vec<Term>>,
    ) -> Option<Term> {
        let mut locations: Vec<Location> = self.writes.keys().copied().collect();
        locations.sort_unstable();
        let mut sum = terms.boolean(false);
        for location in locations {
            let changed = self.changed(terms, encoding, location)?;
            let seen = self.seen(terms, encoding, readers, location);
            sum = terms.or(sum, changed);
            sum = terms.or(sum, seen);
        }
        Some(sum)
    }

    /// When a location is not what it was, or another thread wrote meanwhile.
    fn changed(
        &self,
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        location: Location,
    ) -> Option<Term> {
        let writes = &self.writes[&location];
        if encoding.has_one_writer(location) {
            // The thread knows what is there, and it is the same as before.
            return Some(terms.boolean(false));
        }
        let mut reads: Vec<usize> = (0..encoding.reads.len())
            .filter(|read| {
                let read = &encoding.reads[*read];
                read.location == location && (self.first..self.end).contains(&read.event)
            })
            .collect();
        reads.sort_by_key(|read| encoding.reads[*read].event);
        let first_write = encoding.writes[*writes.first()? as usize].event;
        let is_certain = |read: &usize| {
            let read = &encoding.reads[*read];
            read.event == first_write && read.conjuncts.is_subset(&self.known)
        };
        let found = reads.iter().copied().find(is_certain)?;
        let value = encoding.reads[found].value;
        let mut last = value;
        let mut changed = terms.boolean(false);
        for &number in writes {
            let write = &encoding.writes[number as usize];
            last = terms.ite(write.happens, write.value, last);
            if write.event == encoding.reads[found].event {
                continue;
            }
            let read = reads.iter().find(|read| encoding.reads[**read].event == write.event)?;
            let mut own = terms.boolean(false);
            for candidate in &encoding.reads[*read].candidates {
                if writes.contains(&candidate.write) {
                    own = terms.or(own, candidate.chosen);
                }
            }
            let disturbed = terms.not(own);
            let disturbed = terms.and(write.happens, disturbed);
            changed = terms.or(changed, disturbed);
        }
        let same = terms.equal(last, value);
        let other = terms.not(same);
        Some(terms.or(changed, other))
    }

    /// When another thread saw a value that was there only for a while.
    fn seen(
        &self,
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        readers: &FxHashMap<u32, Vec<Term>>,
        location: Location,
    ) -> Term {
        let writes = &self.writes[&location];
        let is_last = |number: u32| {
            writes.last() == Some(&number)
                && encoding.writes[number as usize].conjuncts.is_subset(&self.known)
        };
        let own = |chosen: &Term| {
            let mut reads = encoding.reads.iter();
            reads.any(|read| {
                (self.first..self.end).contains(&read.event)
                    && read.candidates.iter().any(|candidate| candidate.chosen == *chosen)
            })
        };
        let mut sum = terms.boolean(false);
        for number in writes.iter().copied().filter(|number| !is_last(*number)) {
            for chosen in readers.get(&number).into_iter().flatten().filter(|each| !own(each)) {
                sum = terms.or(sum, *chosen);
            }
        }
        sum
    }
}
