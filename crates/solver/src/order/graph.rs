//! A directed graph without cycles that grows and shrinks like a stack.
//!
//! The nodes are spread over *chains*: sequences of nodes that the fixed edges
//! already put in order (a thread's events are such a chain). Each node has a
//! clock: for every chain, how many of its nodes come before (the node itself
//! counts). So whether a node comes before another is one comparison, and so is
//! whether an edge would close a cycle; adding an edge renews the clocks of
//! what comes after it, and a log of the old values takes it back. Clocks of
//! chains are an old idea (Fidge, Mattern); other ordering theories keep one
//! topological order instead (Pearce and Kelly), whose questions are searches.
//! We ask much more often than we add, hence the clocks.
//!
//! Incomplete: memory is nodes times chains, too much for many thousand nodes
//! that nothing orders.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::circuit::Literal;

/// The literals that are all true where an edge is there.
pub type Reason = [Option<Literal>; 3];

#[derive(Clone, Copy)]
struct Arc {
    from: u32,
    to: u32,
    reason: Reason,
    /// How long the log of changes was before.
    changes: usize,
}

pub struct Graph {
    chains: usize,
    /// The chain of each node, and its position there, from 1.
    positions: Vec<(u32, u32)>,
    /// Those of all nodes, one node after the other.
    clocks: Vec<u32>,
    /// The clocks of the fixed edges alone.
    fixed_clocks: Vec<u32>,
    /// The fixed ones, then the others as a stack.
    arcs: Vec<Arc>,
    fixed: usize,
    outgoing: Vec<Vec<u32>>,
    /// Positions in `clocks` and what was there.
    changes: Vec<(usize, u32)>,
    /// Nodes whose clock has grown since `next_touched` gave them.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl Graph {
    /// A graph with these fixed edges between nodes below `nodes`; `None` if they
    /// have a cycle.
    pub fn new(nodes: u32, fixed: &[(u32, u32)]) -> Option<Graph> {
        let count = nodes as usize;
        let mut outgoing = vec![Vec::new(); count];
        let mut incoming = vec![Vec::new(); count];
        let mut arcs = Vec::with_capacity(fixed.len());
        for (from, to) in fixed.iter().copied() {
            outgoing[from as usize].push(arcs.len() as u32);
            incoming[to as usize].push(from);
            arcs.push(Arc { from, to, reason: [None; 3], changes: 0 });
        }
        let order =
            sorted(nodes, |node| outgoing[node as usize].iter().map(|arc| arcs[*arc as usize].to))?;
        let (chains, positions, clocks) = spread(&order, &incoming);
        Some(Graph {
            chains,
            positions,
            fixed_clocks: clocks.clone(),
            clocks,
            fixed: arcs.len(),
            arcs,
            outgoing,
            changes: Vec::new(),
            touched: Vec::new(),
            is_touched: vec![false; count],
        })
    }

    pub fn nodes(&self) -> u32 {
        self.positions.len() as u32
    }

    pub fn chains(&self) -> usize {
        self.chains
    }

    /// The chain of a node, and its position there, from 1.
    pub fn position(&self, node: u32) -> (usize, u32) {
        let (chain, position) = self.positions[node as usize];
        (chain as usize, position)
    }

    /// For each chain, how many of its nodes come before this one or are it.
    pub fn clock(&self, node: u32) -> &[u32] {
        let start = node as usize * self.chains;
        &self.clocks[start..start + self.chains]
    }

    /// Whether the first comes before the second, which is another node.
    pub fn before(&self, first: u32, second: u32) -> bool {
        let (chain, position) = self.positions[first as usize];
        first != second && self.clocks[second as usize * self.chains + chain as usize] >= position
    }

    /// Whether that follows from the fixed edges alone.
    pub fn always_before(&self, first: u32, second: u32) -> bool {
        let (chain, position) = self.positions[first as usize];
        first != second
            && self.fixed_clocks[second as usize * self.chains + chain as usize] >= position
    }

    /// How many edges there are.
    pub fn len(&self) -> usize {
        self.arcs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// Adds an edge; false, and nothing changes, if that closes a cycle.
    pub fn insert(&mut self, from: u32, to: u32, reason: Reason) -> bool {
        if from == to || self.before(to, from) {
            return false;
        }
        self.outgoing[from as usize].push(self.arcs.len() as u32);
        self.arcs.push(Arc { from, to, reason, changes: self.changes.len() });
        let mut open = VecDeque::new();
        if self.merge(from, to) {
            open.push_back(to);
        }
        while let Some(node) = open.pop_front() {
            for next in 0..self.outgoing[node as usize].len() {
                let target = self.arcs[self.outgoing[node as usize][next] as usize].to;
                if self.merge(node, target) {
                    open.push_back(target);
                }
            }
        }
        true
    }

    /// What comes before `from` comes before `to`. Says whether that is new.
    fn merge(&mut self, from: u32, to: u32) -> bool {
        let (from, start) = (from as usize * self.chains, to as usize * self.chains);
        let before = self.changes.len();
        for chain in 0..self.chains {
            let (new, old) = (self.clocks[from + chain], self.clocks[start + chain]);
            if new > old {
                self.changes.push((start + chain, old));
                self.clocks[start + chain] = new;
            }
        }
        let changed = self.changes.len() > before;
        if changed && !self.is_touched[to as usize] {
            self.is_touched[to as usize] = true;
            self.touched.push(to);
        }
        changed
    }

    /// Takes back all edges but the oldest `count`; the fixed ones stay.
    pub fn shrink(&mut self, count: usize) {
        while self.arcs.len() > count.max(self.fixed) {
            let Some(arc) = self.arcs.pop() else { return };
            self.outgoing[arc.from as usize].pop();
            for (position, old) in self.changes.drain(arc.changes..).rev() {
                self.clocks[position] = old;
            }
        }
    }

    /// One of the nodes before which something new has come.
    pub fn next_touched(&mut self) -> Option<u32> {
        let node = self.touched.pop()?;
        self.is_touched[node as usize] = false;
        Some(node)
    }

    /// The literals along a path between two different nodes, with as few edges
    /// that are not fixed as there can be, among the oldest `limit` edges.
    pub fn path(&self, from: u32, to: u32, limit: usize) -> Option<Vec<Literal>> {
        const UNSEEN: u32 = u32::MAX;
        let mut length = vec![UNSEEN; self.positions.len()];
        let mut entered = vec![UNSEEN; self.positions.len()];
        let mut open = VecDeque::from([(0, from)]);
        length[from as usize] = 0;
        while let Some((reached, node)) = open.pop_front() {
            if node == to {
                break;
            }
            if reached > length[node as usize] {
                continue;
            }
            for index in self.outgoing[node as usize].iter().copied() {
                let arc = self.arcs[index as usize];
                let useful = arc.to == to || self.before(arc.to, to);
                let dynamic = index as usize >= self.fixed;
                let total = reached + u32::from(dynamic);
                if index as usize >= limit || !useful || total >= length[arc.to as usize] {
                    continue;
                }
                length[arc.to as usize] = total;
                entered[arc.to as usize] = index;
                if dynamic {
                    open.push_back((total, arc.to));
                } else {
                    open.push_front((total, arc.to));
                }
            }
        }
        let mut literals = Vec::new();
        let mut node = to;
        while node != from {
            let arc = self.arcs.get(entered[node as usize] as usize)?;
            literals.extend(arc.reason.iter().flatten());
            node = arc.from;
        }
        Some(literals)
    }

    /// All nodes in an order that the fixed edges and these others agree with.
    pub fn sequence(&self, others: &[(u32, u32)]) -> Option<Vec<u32>> {
        let mut targets = vec![Vec::new(); self.positions.len()];
        let fixed = self.arcs[..self.fixed].iter().map(|arc| (arc.from, arc.to));
        for (from, to) in fixed.chain(others.iter().copied()) {
            targets[from as usize].push(to);
        }
        sorted(self.nodes(), |node| targets[node as usize].iter().copied())
    }
}

/// The nodes in an order that the edges agree with, small numbers first where
/// there is a choice; `None` if there is a cycle.
fn sorted<Targets: Iterator<Item = u32>>(
    nodes: u32,
    targets: impl Fn(u32) -> Targets,
) -> Option<Vec<u32>> {
    let mut missing = vec![0u32; nodes as usize];
    for target in (0..nodes).flat_map(&targets) {
        missing[target as usize] += 1;
    }
    let mut ready: BinaryHeap<Reverse<u32>> =
        (0..nodes).filter(|node| missing[*node as usize] == 0).map(Reverse).collect();
    let mut order = Vec::with_capacity(nodes as usize);
    while let Some(Reverse(node)) = ready.pop() {
        order.push(node);
        for target in targets(node) {
            missing[target as usize] -= 1;
            if missing[target as usize] == 0 {
                ready.push(Reverse(target));
            }
        }
    }
    (order.len() == nodes as usize).then_some(order)
}

/// Spreads the nodes, given in order, over few chains: each goes to the end of
/// a chain that lies before it, best that of its neighbour. Gives the number of
/// chains, the position of each node, and all clocks.
fn spread(order: &[u32], incoming: &[Vec<u32>]) -> (usize, Vec<(u32, u32)>, Vec<u32>) {
    let mut lengths: Vec<u32> = Vec::new();
    let mut positions = vec![(0, 0); order.len()];
    let mut clocks: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    for node in order.iter().copied() {
        let mut clock = vec![0; lengths.len()];
        for before in &incoming[node as usize] {
            for (mine, other) in clock.iter_mut().zip(&clocks[*before as usize]) {
                *mine = (*mine).max(*other);
            }
        }
        let ends = |chain: &usize| clock[*chain] == lengths[*chain];
        let neighbour = node.checked_sub(1).filter(|other| incoming[node as usize].contains(other));
        let beside = neighbour.map(|other| positions[other as usize].0 as usize);
        let chain = beside.filter(ends).or_else(|| (0..lengths.len()).find(ends));
        let chain = chain.unwrap_or(lengths.len());
        if chain == lengths.len() {
            lengths.push(0);
            clock.push(0);
        }
        lengths[chain] += 1;
        clock[chain] = lengths[chain];
        positions[node as usize] = (chain as u32, lengths[chain]);
        clocks[node as usize] = clock;
    }
    let chains = lengths.len();
    for clock in &mut clocks {
        clock.resize(chains, 0);
    }
    (chains, positions, clocks.concat())
}
