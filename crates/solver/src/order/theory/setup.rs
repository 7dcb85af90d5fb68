//! What the theory knows before the first assignment.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Figures, Flow, Guarded, Local, Ordering, Place, Role, Write};
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
        flows: Vec<Flow>,
        fresh: impl FnMut() -> Literal,
    ) -> Ordering {
        let nodes = graph.nodes() as usize;
        let places = writes.iter().map(|write| write.place as usize + 1).max().unwrap_or(0);
        let mut theory = Ordering {
            graph,
            chosen_from: vec![Vec::new(); writes.len()],
            guarded,
            writes,
            flows,
            places: vec![Place::default(); places],
            locals: vec![Local::default(); nodes],
            roles: FxHashMap::default(),
            pairs: FxHashMap::default(),
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
        theory.make_pairs(fresh, &mut roles);
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
            self.places[write.place as usize].enter(number, self.graph.position(write.node));
            self.locals[write.node as usize].writes.push(number);
        }
        for (number, flow) in (0..).zip(&self.flows) {
            let write = self.writes[flow.write as usize];
            roles.entry(flow.chosen).or_default().push(Role::Flow(number));
            self.locals[write.node as usize].flows_out.push(number);
            self.locals[flow.reader as usize].flows_in.push(number);
            self.places[write.place as usize].readers.push(flow.reader);
        }
        for local in &mut self.locals {
            let place = |flow: &u32| self.writes[self.flows[*flow as usize].write as usize].place;
            local.flows_in.sort_by_key(place);
        }
        for (_, writes) in self.places.iter_mut().flat_map(|place| &mut place.by_chain) {
            writes.sort_unstable();
        }
        for place in &mut self.places {
            place.readers.sort_unstable();
            place.readers.dedup();
        }
        roles
    }

    /// Makes the literals for the pairs of writes that may need one.
    fn make_pairs(&mut self, mut fresh: impl FnMut() -> Literal, roles: &mut Roles) {
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); self.writes.len()];
        for flow in &self.flows {
            readers[flow.write as usize].push(flow.reader);
        }
        for place in &self.places {
            for (position, first) in place.writes.iter().enumerate() {
                for second in &place.writes[position + 1..] {
                    let [one, two] = [first, second].map(|write| self.writes[*write as usize].node);
                    let mut needed = readers[*first as usize]
                        .iter()
                        .map(|reader| (one, two, *reader))
                        .chain(readers[*second as usize].iter().map(|reader| (two, one, *reader)));
                    if !needed.any(|(from, other, to)| undecided(&self.graph, from, other, to)) {
                        continue;
                    }
                    let key = (one.min(two), one.max(two));
                    let literal = *self.pairs.entry(key).or_insert_with(&mut fresh);
                    for literal in [literal, !literal] {
                        let role = Role::Pair(*first, *second);
                        roles.entry(literal).or_default().push(role);
                    }
                }
            }
        }
        self.figures.pairs = self.pairs.len() as u64;
    }

    /// The sources of each read: first the last write before it, as if nobody
    /// else ran, then the others as they were given.
    fn preferred(&self) -> Vec<Literal> {
        let mut flows: Vec<(usize, &Flow)> = self.flows.iter().enumerate().collect();
        flows.sort_by_key(|(number, flow)| {
            let node = self.writes[flow.write as usize].node;
            let before = self.graph.before(node, flow.reader);
            let late: u32 = self.graph.clock(node).iter().sum();
            (flow.reader, Reverse(if before { late } else { 0 }), *number)
        });
        flows.into_iter().map(|(_, flow)| flow.chosen).collect()
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

impl Place {
    fn enter(&mut self, write: u32, (chain, position): (usize, u32)) {
        self.writes.push(write);
        match self.by_chain.iter_mut().find(|(other, _)| *other == chain) {
            Some((_, writes)) => writes.push((position, write)),
            None => self.by_chain.push((chain, vec![(position, write)])),
        }
    }
}

/// Whether the edges that are always there leave open how another node avoids
/// being between the two.
fn undecided(graph: &Graph, from: u32, other: u32, to: u32) -> bool {
    other != from
        && other != to
        && ![(from, other), (other, from), (other, to), (to, other)]
            .into_iter()
            .any(|(first, second)| graph.always_before(first, second))
}
