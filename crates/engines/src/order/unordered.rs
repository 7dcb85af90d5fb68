//! Races by happens-before, for programs in which a thread can learn what another one
//! did without being ordered after it (`raddle_passes::Orders`).
//!
//! A question is about an access *a* and a later one, *b*, of other threads: an execution
//! with both, *a* first, in which *b* is not ordered after *a*. For each node there is a
//! Boolean "ordered after *a*", and one for each write: "who acquires this is". Clauses say
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
use super::locations::Piece;
use super::questions::{Goal, Pairs, Question, What};
use super::thread_events::{GlobalNode, Instance};
use crate::common::refusal::Refusal;
use crate::common::witness;

/// Offset of no object: all atomic sections of the program read and write it.
const SECTIONS: Span = Span { object: u32::MAX, offset: 0, count: 1 };

/// When something is done to a piece in a node.
type When = FxHashMap<(GlobalNode, Piece), Term>;

#[derive(Default)]
struct Happenings {
    acquired: When,
    /// Read without acquiring it; a fence may do that later.
    seen: When,
    released: When,
    /// Written without releasing anything; a fence may have done so before.
    written: When,
    continued: When,
    fences: Vec<(GlobalNode, PathCondition, MemoryOrder)>,
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
    let mut keys: Vec<(GlobalNode, GlobalNode)> = pairs.keys().copied().collect();
    keys.sort_unstable();
    let mut watched: FxHashMap<GlobalNode, Term> = FxHashMap::default();
    let mut questions = Vec::new();
    for key in keys {
        for (first, second) in [key, (key.1, key.0)] {
            let is_first = *watched.entry(first).or_insert_with(|| {
                let watched = terms.fresh("watched", 1);
                encoding.clauses.push(implies(terms, watched, after.node(first)));
                watched
            });
            let unordered = terms.fresh("unordered", 1);
            let edge = Edge { before: first, after: second, when: Some(unordered) };
            encoding.edges.push(edge);
            let is_after = terms.not(after.node(second));
            let mut condition = terms.and(is_first, unordered);
            condition = terms.and(condition, is_after);
            for node in [first, second] {
                let happens = encoding.not_refused(terms, node);
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

/// What the threads do that can order them; sections read and write their own piece.
fn happenings(terms: &mut TermStore, encoding: &mut Encoding<'_>) -> Happenings {
    let mut found = Happenings::default();
    let gathered = encoding.gathered;
    let mut sections: Vec<(GlobalNode, Term)> = Vec::new();
    for instance in &gathered.instances {
        for Synchronised { action, guard, how } in &instance.record.events.synchronised {
            let node = instance.global(*action);
            match *how {
                Synchronises::Fence { order } => {
                    found.fences.push((node, guard.clone(), order));
                }
                Synchronises::Section => sections.push((node, guard.all(terms))),
                Synchronises::Reads { span, order } => {
                    let to = match order.acquires() {
                        true => &mut found.acquired,
                        false => &mut found.seen,
                    };
                    note(terms, encoding, to, node, span, guard);
                }
                Synchronises::Writes { span, order, continues } => {
                    let to = match order.releases() {
                        true => &mut found.released,
                        false => &mut found.written,
                    };
                    note(terms, encoding, to, node, span, guard);
                    if continues {
                        note(terms, encoding, &mut found.continued, node, span, guard);
                    }
                }
            }
        }
    }
    add_sections(terms, encoding, &sections);
    for (node, when) in sections {
        for piece in encoding.pieces.of(SECTIONS) {
            for of in [&mut found.acquired, &mut found.released, &mut found.continued] {
                of.insert((node, piece), when);
            }
        }
    }
    found
}

fn note(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    to: &mut When,
    node: GlobalNode,
    span: Span,
    guard: &PathCondition,
) {
    let when = guard.all(terms);
    for piece in encoding.pieces.of(span) {
        let known = to.entry((node, piece)).or_insert(when);
        *known = terms.or(*known, when);
    }
}

/// Each section reads what the one before it wrote.
fn add_sections(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    sections: &[(GlobalNode, Term)],
) {
    let zero = terms.constant(Bits::zero(8));
    let always = terms.boolean(true);
    encoding.add_write(terms, 0, SECTIONS, always, zero);
    for (node, when) in sections {
        let happens = encoding.not_refused(terms, *node);
        let happens = terms.and(happens, *when);
        encoding.add_write(terms, *node, SECTIONS, happens, zero);
    }
    for (node, when) in sections {
        let happens = encoding.not_refused(terms, *node);
        let asked = terms.and(happens, *when);
        let known = conjuncts(terms, asked);
        for piece in encoding.pieces.of(SECTIONS) {
            let possible = encoding.visible(*node, piece, &known);
            encoding.add_read(terms, *node, piece, asked, zero, &possible);
        }
    }
}

/// What is ordered after the watched access.
struct After {
    nodes: Vec<Term>,
    /// Whoever acquires the write is.
    writes: Vec<Term>,
}

impl After {
    fn new(terms: &mut TermStore, encoding: &Encoding<'_>) -> After {
        let nodes = (0..=encoding.end).map(|_| terms.fresh("after", 1)).collect();
        let writes = encoding.writes.iter().map(|_| terms.fresh("released", 1)).collect();
        After { nodes, writes }
    }

    fn node(&self, node: GlobalNode) -> Term {
        self.nodes[node as usize]
    }

    fn follow_program(&self, terms: &mut TermStore, encoding: &mut Encoding<'_>) {
        for instance in &encoding.gathered.instances {
            if let Some((parent, node)) = instance.parent {
                let spawn = encoding.gathered.instances[parent].global(node);
                let follows = implies(terms, self.node(spawn), self.node(instance.first));
                encoding.clauses.push(follows);
            }
            for node in instance.first..last(instance) {
                encoding.clauses.push(implies(terms, self.node(node), self.node(node + 1)));
            }
        }
    }

    /// Releases, release sequences, and whoever acquires.
    fn follow_memory(
        &self,
        terms: &mut TermStore,
        encoding: &mut Encoding<'_>,
        happenings: &Happenings,
    ) {
        let mut clauses = Vec::new();
        let mut by_place: FxHashMap<(GlobalNode, Piece), Vec<usize>> = FxHashMap::default();
        for (number, write) in encoding.writes.iter().enumerate() {
            by_place.entry((write.node, write.piece)).or_default().push(number);
            if let Some(when) = happenings.released.get(&(write.node, write.piece)) {
                let released = terms.and(*when, self.node(write.node));
                clauses.push(implies(terms, released, self.writes[number]));
            }
        }
        for read in &encoding.reads {
            let place = (read.node, read.piece);
            let acquired = happenings.acquired.get(&place);
            let continued = happenings.continued.get(&place);
            for source in &read.sources {
                let from = terms.and(source.chosen, self.writes[source.write as usize]);
                if let Some(when) = acquired {
                    let acquires = terms.and(from, *when);
                    clauses.push(implies(terms, acquires, self.node(read.node)));
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
            let Some((owner, _)) = encoding.gathered.owner(*fence) else { continue };
            let last = last(&encoding.gathered.instances[owner]);
            let first = encoding.gathered.instances[owner].first;
            let passed = guard.all(terms);
            for (number, write) in encoding.writes.iter().enumerate() {
                let of = happenings.written.get(&(write.node, write.piece));
                if let Some(when) = of
                    && order.releases()
                    && (fence + 1..=last).contains(&write.node)
                {
                    let known = terms.and(passed, self.node(*fence));
                    let released = terms.and(known, *when);
                    clauses.push(implies(terms, released, self.writes[number]));
                }
            }
            if !order.acquires() || *fence == last {
                continue;
            }
            for read in &encoding.reads {
                let of = happenings.seen.get(&(read.node, read.piece));
                let Some(when) = of.filter(|_| (first..=*fence).contains(&read.node)) else {
                    continue;
                };
                let acquires = terms.and(passed, *when);
                for source in &read.sources {
                    let from = terms.and(source.chosen, self.writes[source.write as usize]);
                    let from = terms.and(from, acquires);
                    clauses.push(implies(terms, from, self.node(fence + 1)));
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

fn last(instance: &Instance) -> GlobalNode {
    instance.first + instance.nodes().len() as u32 - 1
}
