//! What can be wrong, each with the condition under which it is: failing checks, two
//! accesses that race, threads that wait for ever.
//!
//! A race: both threads stand in front of their accesses in one state. So what comes
//! before the one access comes before the other one too, and nothing else is asked.
//!
//! A deadlock: at the end of everything each thread has finished, or stands at a wait
//! whose condition is false of what memory holds then.

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::machine::Status;
use raddle_semantics::symbolic::events::{Node as EventNode, Read, Refusal, Span};
use raddle_semantics::symbolic::{End, Guard, Item, Touched};
use raddle_solver::order::Edge;
use raddle_terms::{Node, Operator, Term, TermStore};
use rustc_hash::FxHashMap;

use super::encode::Encoding;
use super::gather::{GlobalNode, Instance};
use crate::limits::Watch;
use crate::symbolic::waiting::{Attempt, Deadlock, UNSURE, circles};
use crate::symbolic::witness::{Found, overlap};

/// More pairs of accesses than this are too many.
const MOST_PAIRS: usize = 50_000;

/// Where an execution that shows it ends.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// In this node.
    Failure(GlobalNode),
    /// In front of both.
    Race(GlobalNode, GlobalNode),
    /// When nothing goes on.
    Deadlock,
}

pub enum What {
    Found(Found),
    /// Where these threads stand, as far as they are still there, is seen in the end.
    Waiting(Vec<ThreadNumber>),
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
    for instance in &encoding.gathered.instances {
        let failures = &instance.record.failures;
        for failed in failures.iter().filter(|failed| failed.failure.kind == kind) {
            found.push(Question {
                kind,
                condition: failed.guard.all(terms),
                what: What::Found(Found::failure(ready, failed)),
                goal: Goal::Failure(instance.global(failed.node)),
                doubt: None,
            });
        }
    }
    found
}

/// Two accesses, and when they touch a common byte.
type Pair<'p> = (Term, &'p Touched, &'p Touched);

/// Adds what is to be known about pairs of accesses to the encoding.
pub fn races(
    ready: &Ready,
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    watch: &mut Watch,
) -> Result<Vec<Question>, String> {
    let gathered = encoding.gathered;
    let instances = &gathered.instances;
    let mut pairs: FxHashMap<(GlobalNode, GlobalNode), Vec<Pair<'_>>> = FxHashMap::default();
    for (position, one) in instances.iter().enumerate() {
        for two in &instances[position + 1..] {
            for first in &one.record.touched {
                for second in &two.record.touched {
                    let nodes = (one.global(first.node), two.global(second.node));
                    if gathered.is_before(nodes.0, nodes.1) || gathered.is_before(nodes.1, nodes.0)
                    {
                        continue;
                    }
                    if let Some(same) = overlap(terms, first, second) {
                        pairs.entry(nodes).or_default().push((same, first, second));
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
    let mut keys: Vec<(GlobalNode, GlobalNode)> = pairs.keys().copied().collect();
    keys.sort_unstable();
    let mut questions = Vec::new();
    for key in keys {
        let side_by_side = terms.fresh("side_by_side", 1);
        let mut edges = vec![(key.0 - 1, key.1), (key.1 - 1, key.0)];
        // What a section does it must do in that state, so it comes first; what a single
        // access does depends on nothing.
        match (is_single(encoding, key.0), is_single(encoding, key.1)) {
            (false, true) => edges.push((key.0, key.1)),
            (true, false) => edges.push((key.1, key.0)),
            (true, true) | (false, false) => {}
        }
        for (before, after) in edges {
            encoding.edges.push(Edge { before, after, when: Some(side_by_side) });
        }
        for (same, first, second) in &pairs[&key] {
            let mut condition = terms.and(*same, side_by_side);
            for (touched, node) in [(first, key.0), (second, key.1)] {
                let guard = touched.guard.all(terms);
                condition = terms.and(condition, guard);
                let happens = encoding.not_refused(terms, node);
                condition = terms.and(condition, happens);
            }
            let what = What::Found(Found::race(ready, first, second));
            let (kind, goal) = (CheckKind::Race, Goal::Race(key.0, key.1));
            questions.push(Question { kind, condition, what, goal, doubt: None });
        }
    }
    Ok(questions)
}

/// Whether a node is one access, which does not depend on what it finds.
fn is_single(encoding: &Encoding<'_>, node: GlobalNode) -> bool {
    encoding.gathered.node(node).is_some_and(|node| node.is_plain)
}

/// Adds what memory holds in the end to the encoding.
pub fn deadlocks(terms: &mut TermStore, encoding: &mut Encoding<'_>) -> Vec<Question> {
    let asked = terms.fresh("asked_for_deadlocks", 1);
    let mut last = Last { asked, values: FxHashMap::default() };
    let gathered = encoding.gathered;
    let mut attempts = Vec::new();
    let mut all = terms.boolean(true);
    let mut some = terms.boolean(false);
    for instance in &gathered.instances {
        let waits = waits(terms, encoding, &mut last, instance);
        let spawned = instance.guard.all(terms);
        let finished = finished(terms, instance);
        let mut over = terms.not(spawned);
        over = terms.or(over, finished);
        for (stuck, _) in &waits.blocked {
            over = terms.or(over, *stuck);
            some = terms.or(some, *stuck);
        }
        all = terms.and(all, over);
        attempts.push(waits.attempt(terms, instance));
    }
    all = terms.and(all, some);
    let mut found = circles(terms, &attempts);
    if !terms.known(all).is_some_and(|never| never.is_zero()) {
        let is_unsure = attempts.iter().any(|attempt| attempt.is_unsure);
        let threads = gathered.instances.iter().map(|instance| instance.number).collect();
        found.push(Deadlock { condition: all, threads, is_unsure });
    }
    let question = |deadlock: Deadlock| Question {
        kind: CheckKind::Deadlock,
        condition: terms.and(deadlock.condition, asked),
        what: What::Waiting(deadlock.threads),
        goal: Goal::Deadlock,
        doubt: deadlock.is_unsure.then_some(UNSURE),
    };
    found.into_iter().map(question).collect()
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

/// The values that memory has in the end.
struct Last {
    asked: Term,
    values: FxHashMap<Span, Term>,
}

impl Last {
    fn value(&mut self, terms: &mut TermStore, encoding: &mut Encoding<'_>, span: Span) -> Term {
        if let Some(known) = self.values.get(&span) {
            return *known;
        }
        let mut whole: Option<Term> = None;
        for piece in encoding.pieces.of(span) {
            let of_piece = encoding.pieces.spans[piece as usize];
            let value = match self.values.get(&of_piece) {
                Some(known) => *known,
                None => {
                    let value = terms.fresh("last", 8 * of_piece.count as u16);
                    let end = encoding.end;
                    encoding.first_write(terms, piece);
                    let possible = encoding.visible(end, piece, &Default::default());
                    encoding.add_read(terms, end, piece, self.asked, value, &possible);
                    self.values.insert(of_piece, value);
                    value
                }
            };
            whole = Some(match whole {
                None => value,
                Some(low) => terms.apply(Operator::Concat, &[value, low]),
            });
        }
        let value = whole.unwrap_or_else(|| terms.fresh("last", 8 * span.count as u16));
        self.values.insert(span, value);
        value
    }
}

/// Where a thread waits in the end.
#[derive(Default)]
struct Waits {
    /// When, and for whom.
    blocked: Vec<(Term, Option<Term>)>,
    is_unsure: bool,
}

impl Waits {
    fn attempt(&self, terms: &TermStore, instance: &Instance) -> Attempt {
        let guard = |condition: Term| Guard::always().and(terms, condition);
        let blocked = self.blocked.iter().map(|(when, holder)| (guard(*when), *holder)).collect();
        Attempt::waiting(instance.number, blocked, self.is_unsure)
    }
}

fn waits(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    last: &mut Last,
    instance: &Instance,
) -> Waits {
    let mut waits = Waits::default();
    let events = &instance.record.events;
    for (position, node) in (0u32..).zip(&events.nodes) {
        for refused in &node.refused {
            let Refusal::Waits { holder } = refused.why else { continue };
            let guard = refused.guard.all(terms);
            let reads = events.reads.iter().filter(|read| read.node == position);
            let by = replacements(terms, encoding, last, reads, &mut waits.is_unsure);
            waits.is_unsure |= depends_on_inputs(terms, node, guard);
            let then = terms.substitute(guard, &by);
            let holder = holder.map(|holder| terms.substitute(holder, &by));
            let (Some(then), None | Some(Some(_))) = (then, holder) else {
                waits.is_unsure = true;
                continue;
            };
            let stuck = terms.and(guard, then);
            waits.blocked.push((stuck, holder.flatten()));
        }
    }
    waits
}

/// What the reads of a node would get in the end.
fn replacements<'r>(
    terms: &mut TermStore,
    encoding: &mut Encoding<'_>,
    last: &mut Last,
    reads: impl Iterator<Item = &'r Read>,
    is_unsure: &mut bool,
) -> FxHashMap<Term, Term> {
    let mut by = FxHashMap::default();
    for read in reads {
        *is_unsure |= !matches!(terms.node(read.value), Node::Symbol(_));
        by.insert(read.value, last.value(terms, encoding, read.span));
    }
    by
}

/// Whether a wait depends on something that is chosen in the same moment.
fn depends_on_inputs(terms: &TermStore, node: &EventNode, guard: Term) -> bool {
    let chosen: Vec<Term> = node
        .log
        .iter()
        .filter_map(|entry| match entry.item {
            Item::Value(term) | Item::ByItself(term) => Some(term),
            Item::Visible | Item::Number(_) => None,
        })
        .collect();
    !chosen.is_empty() && terms.reachable(&[guard]).iter().any(|term| chosen.contains(term))
}
