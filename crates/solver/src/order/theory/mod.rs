//! The theory of ordering: which literals fit into one sequence of events.
//!
//! After He, Sun and Fan, "Satisfiability modulo ordering consistency theory for
//! multi-threaded program verification" (a graph of events inside the SAT
//! solver, from-read edges derived and not encoded, conflict clauses from
//! cycles), and Sun, Fan and He, "Consistency-preserving propagation for SMT
//! solving of concurrent program verification" (what chosen candidates imply about
//! the order of writes is derived at once). For a read `r` that reads from a write `w`,
//! and another write `o` to the location that happens:
//! - `o` before `r` implies `o` before `w` (coherence);
//! - `w` before `o` implies `r` before `o` (from-read).
//!
//! Where neither follows there is one literal for the two events that write, their
//! coherence order: which is first. It means the order of the events whatever else is true, so
//! that clauses need not say when it matters; but its edges are added only where
//! a chosen candidate makes it matter. Where the edges that are always there decide
//! the pair, there is no literal.
//!
//! Deviations: the graph answers by clocks of chains (`graph.rs`) and not by a
//! search; there are edges of three literals instead of labels; literals for
//! pairs of writes exist (the second paper has none, and searches the rest
//! itself), since the SAT solver learns about them.
//!
//! At first the candidates of reads are decided, as in Fan, Liu and He,
//! "Interference relation-guided SMT solving for multi-threaded program
//! verification", since all else follows from them; easy questions end there.
//! Where that leads to many conflicts CaDiCaL takes over with its own order,
//! which learns (a fixed order of decisions was up to ten times faster on some
//! questions and endless on others).
//!
//! Nothing is worked on before CaDiCaL asks: assignments queue up, and what each
//! one added goes with it. Reasons are searched for when CaDiCaL wants them,
//! among the edges that were there at the time.

mod looking;
mod setup;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::graph::{Graph, Reason};
use super::propagator::Theory;
use crate::circuit::Literal;

/// How often CaDiCaL may go back before it alone decides.
const PATIENCE: u32 = 300;

/// A write, for the theory.
#[derive(Clone, Copy)]
pub struct Write {
    pub event: u32,
    /// Locations are numbered from 0 without gaps.
    pub location: u32,
    pub happens: Literal,
}

/// A read-from candidate.
#[derive(Clone, Copy)]
pub struct ReadFrom {
    pub write: u32,
    pub reader: u32,
    pub chosen: Literal,
}

#[derive(Clone, Copy)]
pub struct Guarded {
    pub before: u32,
    pub after: u32,
    pub when: Literal,
}

/// What a literal that becomes true means.
#[derive(Clone, Copy)]
enum Role {
    Edge(u32),
    ReadFrom(u32),
    Happens(u32),
    /// These writes have this literal for their coherence order.
    Coherence(u32, u32),
}

#[derive(Clone, Default)]
struct Location {
    writes: Vec<u32>,
    /// For each chain of the graph that writes here: the positions there, and
    /// the writes, in order.
    by_chain: Vec<(usize, Vec<(u32, u32)>)>,
    /// The events that read.
    readers: Vec<u32>,
    happening: Vec<u32>,
    chosen: Vec<u32>,
}

/// Things at an event.
#[derive(Clone, Default)]
struct Local {
    edges: Vec<u32>,
    writes: Vec<u32>,
    /// Candidates whose write is here, and those whose read is here.
    writes_read: Vec<u32>,
    reads_here: Vec<u32>,
}

/// Why a literal is implied: these literals, and paths that existed when there
/// were this many edges.
#[derive(Clone, Copy)]
struct Why {
    literals: [Option<Literal>; 2],
    paths: [Option<(u32, u32)>; 2],
    edges: usize,
}

struct Implied {
    literal: Literal,
    why: Why,
    /// How many assignments it needed.
    trail: usize,
}

/// Figures for those who compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub pairs: u64,
    pub conflicts: u64,
    pub implied: u64,
}

pub struct Ordering {
    graph: Graph,
    guarded: Vec<Guarded>,
    writes: Vec<Write>,
    read_from: Vec<ReadFrom>,
    locations: Vec<Location>,
    locals: Vec<Local>,
    /// The chosen candidates that read from each write.
    chosen_from: Vec<Vec<u32>>,
    roles: FxHashMap<Literal, Rc<[Role]>>,
    /// Smaller event, greater event: the smaller one is first.
    coherence: FxHashMap<(u32, u32), Literal>,
    /// By variable: what was told, and what was worked on; 0, 1 or -1.
    told: Vec<i8>,
    values: Vec<i8>,
    trail: Vec<Literal>,
    /// How long the trail was when each level began.
    levels: Vec<usize>,
    /// How many edges there were before each assignment that was worked on.
    starts: Vec<usize>,
    implied: Vec<Implied>,
    /// Where each of them is.
    reasons: FxHashMap<Literal, usize>,
    /// How many of them CaDiCaL has heard of.
    delivered: usize,
    conflict: Option<Vec<Literal>>,
    /// A reason was not found: nothing here is to be believed.
    failed: bool,
    /// The candidates in the order in which they are tried, how many of the first
    /// are assigned, and how often CaDiCaL may still go back meanwhile.
    wanted: Vec<Literal>,
    decided: usize,
    patience: u32,
    pub figures: Figures,
}

impl Ordering {
    /// A new question begins.
    pub fn begin(&mut self) {
        self.patience = PATIENCE;
        self.decided = 0;
    }

    /// Each literal that stands for an order, after its events: it is true if the first
    /// comes before the second.
    pub fn coherence(&self) -> impl Iterator<Item = (u32, u32, Literal)> {
        let mut pairs: Vec<_> =
            self.coherence.iter().map(|((one, two), literal)| (*one, *two, *literal)).collect();
        pairs.sort_unstable();
        pairs.into_iter()
    }

    /// The edges that are there under a full assignment, without those that
    /// always are.
    fn edges(&self, mut value: impl FnMut(Literal) -> bool) -> Vec<(u32, u32)> {
        let there = self.guarded.iter().filter(|edge| value(edge.when));
        let mut edges: Vec<(u32, u32)> = there.map(|edge| (edge.before, edge.after)).collect();
        let happens: Vec<bool> = self.writes.iter().map(|write| value(write.happens)).collect();
        for candidate in &self.read_from {
            if !value(candidate.chosen) {
                continue;
            }
            let write = self.writes[candidate.write as usize];
            edges.push((write.event, candidate.reader));
            for other in &self.locations[write.location as usize].writes {
                let event = self.writes[*other as usize].event;
                if !happens[*other as usize] || event == write.event || event == candidate.reader {
                    continue;
                }
                match self.first_of(event, write.event).map(&mut value) {
                    Some(true) => edges.push((event, write.event)),
                    Some(false) => edges.push((candidate.reader, event)),
                    None => {
                        edges.extend(decided(&self.graph, write.event, event, candidate.reader))
                    }
                }
            }
        }
        edges
    }

    /// All events in an order that fits a full assignment.
    pub fn sequence(&self, value: impl FnMut(Literal) -> bool) -> Option<Vec<u32>> {
        self.graph.sequence(&self.edges(value))
    }

    /// The literal that the first event is before the second.
    fn first_of(&self, first: u32, second: u32) -> Option<Literal> {
        let literal = self.coherence.get(&(first.min(second), first.max(second)))?;
        Some(literal.negated_if(second < first))
    }

    fn value(&self, literal: Literal) -> i8 {
        let value = self.values.get(index(literal)).copied().unwrap_or(0);
        if literal.is_negated() { -value } else { value }
    }

    /// How many assignments were worked on.
    fn head(&self) -> usize {
        self.starts.len()
    }

    fn set(&mut self, literal: Literal, value: i8) {
        let value = if literal.is_negated() { -value } else { value };
        if let Some(slot) = self.values.get_mut(index(literal)) {
            *slot = value;
        }
    }

    fn roles(&self, literal: Literal) -> Rc<[Role]> {
        self.roles.get(&literal).cloned().unwrap_or_default()
    }

    /// Works on all assignments, up to a conflict.
    fn work(&mut self) {
        while self.conflict.is_none() && !self.failed && self.head() < self.trail.len() {
            let literal = self.trail[self.head()];
            self.starts.push(self.graph.len());
            self.set(literal, 1);
            let roles = self.roles(literal);
            for role in roles.iter() {
                self.enter(*role);
            }
            if !(roles.iter().all(|role| self.react(*role, literal)) && self.look_around()) {
                self.undo_last();
            }
        }
    }

    /// The last assignment that was worked on was not.
    fn undo_last(&mut self) {
        let Some(start) = self.starts.pop() else { return };
        let literal = self.trail[self.starts.len()];
        for role in self.roles(literal).iter() {
            self.leave(*role);
        }
        self.set(literal, 0);
        self.graph.shrink(start);
        while self.graph.next_touched().is_some() {}
        while self.implied.last().is_some_and(|implied| implied.trail > self.starts.len()) {
            if let Some(implied) = self.implied.pop() {
                self.reasons.remove(&implied.literal);
            }
        }
        self.delivered = self.delivered.min(self.implied.len());
    }

    fn enter(&mut self, role: Role) {
        match role {
            Role::ReadFrom(candidate) => {
                let write = self.read_from[candidate as usize].write as usize;
                self.chosen_from[write].push(candidate);
                self.locations[self.writes[write].location as usize].chosen.push(candidate);
            }
            Role::Happens(write) => {
                let location = self.writes[write as usize].location as usize;
                self.locations[location].happening.push(write);
            }
            Role::Edge(_) | Role::Coherence(..) => {}
        }
    }

    /// As `enter`, backwards: all these lists are stacks.
    fn leave(&mut self, role: Role) {
        match role {
            Role::ReadFrom(candidate) => {
                let write = self.read_from[candidate as usize].write as usize;
                self.chosen_from[write].pop();
                self.locations[self.writes[write].location as usize].chosen.pop();
            }
            Role::Happens(write) => {
                self.locations[self.writes[write as usize].location as usize].happening.pop();
            }
            Role::Edge(_) | Role::Coherence(..) => {}
        }
    }

    /// Adds the edges that a literal brings. False: there is a conflict.
    fn react(&mut self, role: Role, literal: Literal) -> bool {
        match role {
            Role::Edge(edge) => {
                let edge = self.guarded[edge as usize];
                self.insert(edge.before, edge.after, [Some(literal), None, None])
            }
            Role::ReadFrom(number) => {
                let candidate = self.read_from[number as usize];
                let write = self.writes[candidate.write as usize];
                let location = write.location as usize;
                self.insert(write.event, candidate.reader, [Some(literal), None, None])
                    && (0..self.locations[location].happening.len()).all(|other| {
                        self.keep_out(number, self.locations[location].happening[other])
                    })
            }
            Role::Happens(write) => {
                let location = self.writes[write as usize].location as usize;
                (0..self.locations[location].chosen.len()).all(|candidate| {
                    self.keep_out(self.locations[location].chosen[candidate], write)
                }) && self.look_after(write)
            }
            Role::Coherence(first, second) => {
                [(first, second), (second, first)].into_iter().all(|(write, other)| {
                    self.value(self.writes[other as usize].happens) < 1
                        || (0..self.chosen_from[write as usize].len()).all(|candidate| {
                            self.keep_out(self.chosen_from[write as usize][candidate], other)
                        })
                })
            }
        }
    }

    /// The candidate is chosen and the other write happens: it is not between, by a coherence
    /// edge (it comes before the write) or a from-read edge (it comes after the read).
    fn keep_out(&mut self, candidate: u32, other: u32) -> bool {
        let candidate = self.read_from[candidate as usize];
        let (write, other) = (self.writes[candidate.write as usize], self.writes[other as usize]);
        let (from, between, to) = (write.event, other.event, candidate.reader);
        if between == from || between == to {
            return true;
        }
        let both = [Some(candidate.chosen), Some(other.happens)];
        let Some(first) = self.first_of(between, from) else {
            let edge = decided(&self.graph, from, between, to);
            return edge.is_none_or(|(one, two)| self.insert(one, two, [both[0], both[1], None]));
        };
        match self.value(first) {
            1 => self.insert(between, from, [Some(first), None, None]),
            -1 => self.insert(to, between, [both[0], both[1], Some(!first)]),
            _ => self.order_writes(first, both, (from, between, to)),
        }
    }

    /// The coherence of two writes matters, and its literal is open: perhaps it is implied.
    fn order_writes(
        &mut self,
        first: Literal,
        both: [Option<Literal>; 2],
        (from, between, to): (u32, u32, u32),
    ) -> bool {
        if self.graph.before(between, from) {
            self.imply(first, [None; 2], [Some((between, from)), None])
        } else if self.graph.before(from, between) {
            self.imply(!first, [None; 2], [Some((from, between)), None])
        } else if self.graph.before(between, to) {
            self.imply(first, both, [Some((between, to)), None])
        } else {
            true
        }
    }

    fn insert(&mut self, from: u32, to: u32, reason: Reason) -> bool {
        let inserted = self.graph.insert(from, to, reason);
        if !inserted {
            let paths = [(from != to).then_some((to, from)), None];
            let why = Why { literals: [reason[0], reason[1]], paths, edges: self.graph.len() };
            self.contradict(&why, reason[2].map(|literal| !literal));
        }
        inserted
    }

    /// There is a conflict: not all of this is so, or the literal is true.
    fn contradict(&mut self, why: &Why, literal: Option<Literal>) {
        self.figures.conflicts += 1;
        let clause = self.clause(why);
        self.failed |= clause.is_none();
        self.conflict = clause.map(|mut clause| {
            clause.extend(literal);
            clause
        });
    }

    /// The literal is true because of these. False: there is a conflict.
    fn imply(
        &mut self,
        literal: Literal,
        literals: [Option<Literal>; 2],
        paths: [Option<(u32, u32)>; 2],
    ) -> bool {
        if self.value(literal) > 0 || self.reasons.contains_key(&literal) {
            return true;
        }
        let why = Why { literals, paths, edges: self.graph.len() };
        if self.value(literal) < 0 {
            self.contradict(&why, Some(literal).filter(|literal| literal.known().is_none()));
            return false;
        }
        self.figures.implied += 1;
        self.reasons.insert(literal, self.implied.len());
        self.implied.push(Implied { literal, why, trail: self.starts.len() });
        true
    }

    /// That not all of this is so.
    fn clause(&self, why: &Why) -> Option<Vec<Literal>> {
        let mut literals: Vec<Literal> = why.literals.iter().flatten().copied().collect();
        for (from, to) in why.paths.iter().flatten() {
            literals.extend(self.graph.path(*from, *to, why.edges)?);
        }
        literals.retain(|literal| *literal != Literal::TRUE);
        literals.sort_unstable();
        literals.dedup();
        Some(literals.into_iter().map(|literal| !literal).collect())
    }
}

/// The number of its variable.
fn index(literal: Literal) -> usize {
    literal.number().unsigned_abs() as usize
}

/// The edge by which another event avoids being between the two, where those that
/// are always there leave one way only; `None` if they suffice.
fn decided(graph: &Graph, from: u32, other: u32, to: u32) -> Option<(u32, u32)> {
    if graph.always_before(other, from) || graph.always_before(to, other) {
        None
    } else if graph.always_before(from, other) {
        Some((to, other))
    } else {
        Some((other, from))
    }
}

impl Theory for Ordering {
    fn assign(&mut self, literal: Literal) {
        let Some(told) = self.told.get_mut(index(literal)) else {
            return;
        };
        if *told == 0 {
            *told = if literal.is_negated() { -1 } else { 1 };
            self.trail.push(literal);
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        let Some(length) = self.levels.get(level).copied() else { return };
        self.levels.truncate(level);
        while self.head() > length {
            self.undo_last();
        }
        for literal in self.trail.drain(length..) {
            if let Some(told) = self.told.get_mut(index(literal)) {
                *told = 0;
            }
        }
        self.conflict = None;
        self.decided = 0;
        self.patience = self.patience.saturating_sub(1);
    }

    fn propagate(&mut self) -> Option<Literal> {
        self.work();
        if self.conflict.is_some() {
            return None;
        }
        let literal = self.implied.get(self.delivered)?.literal;
        self.delivered += 1;
        Some(literal)
    }

    fn reason(&mut self, literal: Literal) -> Option<Vec<Literal>> {
        let implied = self.implied.get(*self.reasons.get(&literal)?)?;
        let mut clause = self.clause(&implied.why)?;
        clause.push(literal);
        Some(clause)
    }

    fn conflict(&mut self) -> Option<Vec<Literal>> {
        self.work();
        self.conflict.clone()
    }

    fn decide(&mut self) -> Option<Literal> {
        while let Some(literal) = self.wanted.get(self.decided).copied() {
            if self.patience == 0 {
                return None;
            }
            if self.told.get(index(literal)) == Some(&0) {
                return Some(literal);
            }
            self.decided += 1;
        }
        None
    }

    fn failed(&self) -> bool {
        self.failed
    }
}
