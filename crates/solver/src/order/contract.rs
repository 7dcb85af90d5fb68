//! What facts and sequences must be like, tested by definition.
//!
//! Every satisfiable answer passes through [`verify`], which shares nothing with
//! the ways of finding a sequence: a mistake there becomes an *unknown*, never a
//! wrong model.

use raddle_terms::{Evaluation, Term, TermStore};
use rustc_hash::FxHashMap;

use super::OrderFacts;
use crate::{Answer, Model, SolverError};

/// An edge, and when it is there.
pub(super) type Conditional = (u32, u32, Term);

impl OrderFacts {
    /// Whether all numbers in the facts stand for something.
    pub(super) fn check(&self, terms: &TermStore) -> Result<(), SolverError> {
        let event = |event: u32| event < self.events;
        let condition = |condition: Term| terms.width(condition) == 1;
        let edges = self
            .edges
            .iter()
            .all(|edge| event(edge.before) && event(edge.after) && edge.when.is_none_or(condition));
        let writes = self.writes.iter().all(|write| event(write.event) && condition(write.happens));
        let reads = self.reads.iter().all(|read| {
            event(read.event)
                && read.candidates.iter().all(|candidate| {
                    let write = self.writes.get(candidate.write as usize);
                    write.is_some_and(|write| write.location == read.location)
                        && condition(candidate.chosen)
                })
        });
        match edges && writes && reads {
            true => Ok(()),
            false => Err(SolverError {
                message: "the facts about the order name something that does not exist".to_owned(),
                help: Some("this is a mistake in Raddle: please report it".to_owned()),
            }),
        }
    }

    /// The edges that are always there, and the others with their conditions.
    pub(super) fn split_edges(&self, terms: &TermStore) -> (Vec<(u32, u32)>, Vec<Conditional>) {
        let (mut always, mut sometimes) = (Vec::new(), Vec::new());
        for edge in &self.edges {
            let known = edge.when.map(|when| (when, terms.known(when)));
            match known {
                None => always.push((edge.before, edge.after)),
                Some((_, Some(value))) if value.is_true() => always.push((edge.before, edge.after)),
                Some((_, Some(_))) => {}
                Some((when, None)) => sometimes.push((edge.before, edge.after, when)),
            }
        }
        (always, sometimes)
    }

    /// The positions of the writes to each location.
    pub(super) fn writes_by_location(&self) -> FxHashMap<u32, Vec<u32>> {
        let mut locations: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (position, write) in (0..).zip(&self.writes) {
            locations.entry(write.location).or_default().push(position);
        }
        locations
    }
}

/// Whether the sequence is what [`super::OrderSolver`] promises for this model.
pub fn verify(terms: &TermStore, facts: &OrderFacts, model: &Model, sequence: &[u32]) -> bool {
    let mut moments = vec![usize::MAX; facts.events as usize];
    for (moment, event) in sequence.iter().enumerate() {
        match moments.get_mut(*event as usize) {
            Some(slot) if *slot == usize::MAX => *slot = moment,
            _ => return false,
        }
    }
    if sequence.len() != moments.len() {
        return false;
    }
    let moment = |event: u32| moments.get(event as usize).copied().unwrap_or(usize::MAX);
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    let forward = facts.edges.iter().all(|edge| {
        let there = edge.when.is_none_or(|when| evaluation.value(when).is_true());
        !there || moment(edge.before) < moment(edge.after)
    });
    // The moments at which each location is written.
    let mut written: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for write in &facts.writes {
        if evaluation.value(write.happens).is_true() {
            written.entry(write.location).or_default().push(moment(write.event));
        }
    }
    forward
        && facts.reads.iter().all(|read| {
            let written = written.get(&read.location).map_or(&[][..], Vec::as_slice);
            read.candidates.iter().all(|candidate| {
                if !evaluation.value(candidate.chosen).is_true() {
                    return true;
                }
                let Some(write) = facts.writes.get(candidate.write as usize) else { return false };
                let (from, to) = (moment(write.event), moment(read.event));
                from < to && !written.iter().any(|other| from < *other && *other < to)
            })
        })
}

/// The answer where a sequence was found that is none.
pub(super) fn internal_error() -> Answer {
    Answer::Unknown("internal error: the order of events contradicts the facts".to_owned())
}
