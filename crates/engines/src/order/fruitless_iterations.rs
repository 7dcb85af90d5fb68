//! Iterations that come to nothing: the thread is as it was, and what it wrote to
//! shared memory is what was there before (lock, look, unlock). An execution with
//! such an iteration has one without it in which everything else is the same, so a
//! thread goes on after one only if it did not come to nothing.
//!
//! It came to nothing if, for each piece that it wrote:
//! - the last value that it wrote is the one that it found, in the node that wrote it
//!   first;
//! - nobody else wrote in between: each of its later nodes that writes the piece reads
//!   it too, and finds what the thread itself wrote in this iteration;
//! - nobody took a value from any of its writes but the last.
//!
//! Then whoever read the last write would have found the same value in the write that
//! the iteration found. Where this cannot be seen, the thread simply goes on.

use raddle_semantics::symbolic::events::Segment;
use raddle_terms::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::encode::{Encoding, conjuncts};
use super::locations::Piece;
use super::thread_events::GlobalNode;
use crate::common::limits::Watch;

/// Adds that threads go on only after iterations that did something.
pub fn leave_out(terms: &mut TermStore, encoding: &mut Encoding<'_>, watch: &mut Watch) {
    let gathered = encoding.gathered;
    let mut readers: FxHashMap<u32, Vec<Term>> = FxHashMap::default();
    for read in &encoding.reads {
        for source in &read.sources {
            readers.entry(source.write).or_default().push(source.chosen);
        }
    }
    let mut clauses = Vec::new();
    for instance in &gathered.instances {
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
    first: GlobalNode,
    end: GlobalNode,
    /// What is certain when it is over.
    known: FxHashSet<Term>,
    /// Its writes to each piece, in the order of the program.
    writes: FxHashMap<Piece, Vec<u32>>,
}

impl Iteration {
    fn new(
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        segment: &Segment,
        offset: GlobalNode,
    ) -> Iteration {
        let guard = segment.guard.all(terms);
        let known = conjuncts(terms, guard).as_ref().clone();
        let (first, end) = (offset + segment.first, offset + segment.end);
        let mut writes: FxHashMap<Piece, Vec<u32>> = FxHashMap::default();
        for (number, write) in (0u32..).zip(&encoding.writes) {
            if (first..end).contains(&write.node) {
                writes.entry(write.piece).or_default().push(number);
            }
        }
        for list in writes.values_mut() {
            list.sort_by_key(|number| encoding.writes[*number as usize].node);
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
        let mut pieces: Vec<Piece> = self.writes.keys().copied().collect();
        pieces.sort_unstable();
        let mut sum = terms.boolean(false);
        for piece in pieces {
            let changed = self.changed(terms, encoding, piece)?;
            let seen = self.seen(terms, encoding, readers, piece);
            sum = terms.or(sum, changed);
            sum = terms.or(sum, seen);
        }
        Some(sum)
    }

    /// When a piece is not what it was, or somebody else wrote meanwhile.
    fn changed(
        &self,
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        piece: Piece,
    ) -> Option<Term> {
        let writes = &self.writes[&piece];
        if encoding.has_one_writer(piece) {
            // The thread knows what is there, and it is the same as before.
            return Some(terms.boolean(false));
        }
        let mut reads: Vec<usize> = (0..encoding.reads.len())
            .filter(|read| {
                let read = &encoding.reads[*read];
                read.piece == piece && (self.first..self.end).contains(&read.node)
            })
            .collect();
        reads.sort_by_key(|read| encoding.reads[*read].node);
        let first_write = encoding.writes[*writes.first()? as usize].node;
        let is_certain = |read: &usize| {
            let read = &encoding.reads[*read];
            read.node == first_write && read.conjuncts.is_subset(&self.known)
        };
        let found = reads.iter().copied().find(is_certain)?;
        let value = encoding.reads[found].value;
        let mut last = value;
        let mut changed = terms.boolean(false);
        for &number in writes {
            let write = &encoding.writes[number as usize];
            last = terms.ite(write.happens, write.value, last);
            if write.node == encoding.reads[found].node {
                continue;
            }
            let read = reads.iter().find(|read| encoding.reads[**read].node == write.node)?;
            let mut own = terms.boolean(false);
            for source in &encoding.reads[*read].sources {
                if writes.contains(&source.write) {
                    own = terms.or(own, source.chosen);
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

    /// When somebody saw a value that was there only for a while.
    fn seen(
        &self,
        terms: &mut TermStore,
        encoding: &Encoding<'_>,
        readers: &FxHashMap<u32, Vec<Term>>,
        piece: Piece,
    ) -> Term {
        let writes = &self.writes[&piece];
        let is_last = |number: u32| {
            writes.last() == Some(&number)
                && encoding.writes[number as usize].conjuncts.is_subset(&self.known)
        };
        let own = |chosen: &Term| {
            let mut reads = encoding.reads.iter();
            reads.any(|read| {
                (self.first..self.end).contains(&read.node)
                    && read.sources.iter().any(|source| source.chosen == *chosen)
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
