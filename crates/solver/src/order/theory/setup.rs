//! What the theory knows before the first assignment.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Figures, Guarded, Local, Location, Ordering, ReadFrom, Role, Write};
use crate::circuit::Literal;
use crate::order::graph::Graph;
use crate::order::propagator::Theory;

/// What literals mean, while that is collected.
type Roles = FxHashMap<Literal, Vec<Role>>;

impl Ordering {
    /// `fresh` makes a literal of a new variable.
    pub fn new(
        graph: Graph,
        guarded: Vec<Guarded>,
        writes: Vec<Write>,
        read_from: Vec<ReadFrom>,
        fresh: impl FnMut() -> Literal,
    ) -> Ordering {
        let events = graph.nodes() as usize;
        let locations = writes.iter().map(|write| write.location as usize + 1).max().unwrap_or(0);
        let mut theory = Ordering {
            graph,
            chosen_from: vec![Vec::new(); writes.len()],
            guarded,
            writes,
            read_from,
            locations: vec![Location::default(); locations],
            locals: vec![Local::default(); events],
            roles: FxHashMap::default(),
            coherence: FxHashMap::default(),
            told: Vec::new(),
            values: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            starts: Vec::new(),
            implied: Vec::new(),
            reasons: FxHashMap::default(),
            delivered: 0,
            conflict: None,
            failed: false,
            wanted: Vec::new(),
            decided: 0,
            patience: 0,
            figures: Figures::default(),
        };
        let mut roles = theory.index();
        theory.make_coherence(fresh, &mut roles);
        theory.roles = roles.into_iter().map(|(literal, roles)| (literal, roles.into())).collect();
        let greatest = theory.roles.keys().map(|literal| literal.number().unsigned_abs()).max();
        let variables = greatest.unwrap_or(0).max(1) as usize + 1;
        (theory.told, theory.values) = (vec![0; variables], vec![0; variables]);
        theory.wanted = theory.preferred();
        theory.assign(Literal::TRUE);
        theory
    }

    fn index(&mut self) -> Roles {
        let mut roles = Roles::default();
        for (number, edge) in (0..).zip(&self.guarded) {
            roles.entry(edge.when).or_default().push(Role::Edge(number));
            self.locals[edge.before as usize].edges.push(number);
        }
        for (number, write) in (0..).zip(&self.writes) {
            roles.entry(write.happens).or_default().push(Role::Happens(number));
            self.locations[write.location as usize].enter(number, self.graph.position(write.event));
            self.locals[write.event as usize].writes.push(number);
        }
        for (number, candidate) in (0..).zip(&self.read_from) {
            let write = self.writes[candidate.write as usize];
            roles.entry(candidate.chosen).or_default().push(Role::ReadFrom(number));
            self.locals[write.event as usize].writes_read.push(number);
            self.locals[candidate.reader as usize].reads_here.push(number);
            self.locations[write.location as usize].readers.push(candidate.reader);
        }
        for local in &mut self.locals {
            let location = |candidate: &u32| {
                self.writes[self.read_from[*candidate as usize].write as usize].location
            };
            local.reads_here.sort_by_key(location);
        }
        for (_, writes) in self.locations.iter_mut().flat_map(|location| &mut location.by_chain) {
            writes.sort_unstable();
        }
        for location in &mut self.locations {
            location.readers.sort_unstable();
            location.readers.dedup();
        }
        roles
    }

    /// Makes the coherence literals for the pairs of writes that may need one.
    fn make_coherence(&mut self, mut fresh: impl FnMut() -> Literal, roles: &mut Roles) {
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); self.writes.len()];
        for candidate in &self.read_from {
            readers[candidate.write as usize].push(candidate.reader);
        }
        for location in &self.locations {
            for (position, first) in location.writes.iter().enumerate() {
                for second in &location.writes[position + 1..] {
                    let [one, two] =
                        [first, second].map(|write| self.writes[*write as usize].event);
                    let mut needed = readers[*first as usize]
                        .iter()
                        .map(|reader| (one, two, *reader))
                        .chain(readers[*second as usize].iter().map(|reader| (two, one, *reader)));
                    if !needed.any(|(from, other, to)| undecided(&self.graph, from, other, to)) {
                        continue;
                    }
                    let key = (one.min(two), one.max(two));
                    let literal = *self.coherence.entry(key).or_insert_with(&mut fresh);
                    for literal in [literal, !literal] {
                        let role = Role::Coherence(*first, *second);
                        roles.entry(literal).or_default().push(role);
                    }
                }
            }
        }
        self.figures.pairs = self.coherence.len() as u64;
    }

    /// The candidates of each read: first the last write before it, as if no
    /// other thread ran, then the others as they were given.
    fn preferred(&self) -> Vec<Literal> {
        let mut read_from: Vec<(usize, &ReadFrom)> = self.read_from.iter().enumerate().collect();
        read_from.sort_by_key(|(number, candidate)| {
            let event = self.writes[candidate.write as usize].event;
            let before = self.graph.before(event, candidate.reader);
            let late: u32 = self.graph.clock(event).iter().sum();
            (candidate.reader, Reverse(if before { late } else { 0 }), *number)
        });
        read_from.into_iter().map(|(_, candidate)| candidate.chosen).collect()
    }

    /// All literals with a meaning here, but the constants.
    pub fn literals(&self) -> Vec<Literal> {
        let variables = self.roles.keys().map(|literal| literal.variable());
        let all: FxHashSet<Literal> =
            variables.filter(|literal| *literal != Literal::TRUE).collect();
        let mut all: Vec<Literal> = all.into_iter().collect();
        all.sort_unstable();
        all
    }
}

impl Location {
    fn enter(&mut self, write: u32, (chain, position): (usize, u32)) {
        self.writes.push(write);
        match self.by_chain.iter_mut().find(|(other, _)| *other == chain) {
            Some((_, writes)) => writes.push((position, write)),
            None => self.by_chain.push((chain, vec![(position, write)])),
        }
    }
}

/// Whether the edges that are always there leave open how another event avoids
/// being between the two.
fn undecided(graph: &Graph, from: u32, other: u32, to: u32) -> bool {
    other != from
        && other != to
        && ![(from, other), (other, from), (other, to), (to, other)]
            .into_iter()
            .any(|(first, second)| graph.always_before(first, second))
}
