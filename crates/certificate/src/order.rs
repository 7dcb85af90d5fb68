//! Facts about the order of nodes, and the test whether a clause follows from them.
//!
//! The facts mean: there is a sequence of all nodes in which
//! - every edge that is there goes forward;
//! - where a read takes its value from a write, the write's node comes before the
//!   reader's, and no other write to the same place that happens is between the two.
//!
//! A clause follows if there is none where all its literals are false. The test is
//! the plain one: put down all edges that there would be, and close them under what
//! "not between" says (of a write `w`, its read `r` and another write `o`: what comes
//! before `r` comes before `w`, what comes after `w` comes after `r`), until there is
//! a cycle or nothing new. A cycle excludes every sequence, so what is accepted is
//! right. Not every right clause is accepted (that takes a search), but those are that
//! have their reasons in them.

use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy)]
struct Write {
    node: u32,
    place: u32,
    happens: When,
}

/// When a fact is there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    Never,
    If(i32),
}

#[derive(Clone, Copy)]
struct Read {
    write: u32,
    node: u32,
}

/// Nodes here are numbers of their own, in the order in which they were met.
#[derive(Default)]
pub struct Facts {
    nodes: FxHashMap<u32, u32>,
    /// By node: those that come right after it, always.
    always: Vec<Vec<u32>>,
    /// The same, but only what was stated without any condition.
    stated: Vec<Vec<u32>>,
    guarded: FxHashMap<i32, Vec<(u32, u32)>>,
    writes: Vec<Write>,
    /// The writes to each place.
    writers: FxHashMap<u32, Vec<u32>>,
    reads: FxHashMap<i32, Vec<Read>>,
    certain_reads: Vec<Read>,
    /// By the name's variable.
    pairs: FxHashMap<i32, (u32, u32)>,
    /// Variables that facts mention, but for names.
    met: FxHashSet<i32>,
    /// Literals that are true whatever happens.
    units: FxHashSet<i32>,
    /// The nodes after a node, as far as that was asked.
    after: FxHashMap<u32, Vec<u64>>,
    /// Whether the edges that are always there have a cycle, once that was asked.
    cyclic: Option<bool>,
    /// There are new edges among those without any condition.
    unsorted: bool,
}

impl Facts {
    /// Facts that are stated later may depend on this literal being true.
    pub fn unit(&mut self, literal: i32) {
        self.units.insert(literal);
    }

    pub fn is_name(&self, literal: i32) -> bool {
        self.pairs.contains_key(&literal.abs())
    }

    pub fn has_met(&self, literal: i32) -> bool {
        self.met.contains(&literal.abs()) || self.is_name(literal)
    }

    /// Without any condition; so together these never have a cycle, see
    /// [`Facts::refuse_cycle`].
    pub fn add_always(&mut self, before: u32, after: u32) -> Result<(), String> {
        if before == after {
            return Err(format!("the node {before} cannot come before itself"));
        }
        let (before, after) = (self.node(before), self.node(after));
        self.stated[before as usize].push(after);
        self.unsorted = true;
        self.add_edge(before, after);
        Ok(())
    }

    fn add_edge(&mut self, before: u32, after: u32) {
        self.always[before as usize].push(after);
        self.after.clear();
        self.cyclic = None;
    }

    /// Every program has an order that its events can come in. Facts that leave none,
    /// before any question is asked, are those of no program, and whatever follows from
    /// them says nothing.
    pub fn refuse_cycle(&mut self) -> Result<(), String> {
        if self.unsorted && has_cycle(&self.stated) {
            let message = "the facts about what always comes before what contradict each other";
            return Err(message.to_owned());
        }
        self.unsorted = false;
        Ok(())
    }

    pub fn add_guarded(&mut self, before: u32, after: u32, when: i32) -> Result<(), String> {
        match self.when(when)? {
            When::Always => {
                let (before, after) = (self.node(before), self.node(after));
                self.add_edge(before, after);
            }
            When::Never => {}
            When::If(when) => {
                let edge = (self.node(before), self.node(after));
                self.guarded.entry(when).or_default().push(edge);
            }
        }
        Ok(())
    }

    pub fn add_write(&mut self, node: u32, place: u32, happens: i32) -> Result<(), String> {
        let (node, happens) = (self.node(node), self.when(happens)?);
        self.writers.entry(place).or_default().push(self.writes.len() as u32);
        self.writes.push(Write { node, place, happens });
        Ok(())
    }

    pub fn add_read(&mut self, write: u32, node: u32, chosen: i32) -> Result<(), String> {
        if write as usize >= self.writes.len() {
            return Err(format!("there is no write {write}"));
        }
        let read = Read { write, node: self.node(node) };
        match self.when(chosen)? {
            When::Always => self.certain_reads.push(read),
            When::Never => {}
            When::If(chosen) => self.reads.entry(chosen).or_default().push(read),
        }
        Ok(())
    }

    /// A literal for "the first comes before the second"; nothing else may be known
    /// of its variable, which the caller sees to for clauses.
    pub fn add_pair(&mut self, first: u32, second: u32, name: i32) -> Result<(), String> {
        if first == second || self.has_met(name) {
            return Err(format!("{name} cannot be a name for the order of two nodes"));
        }
        let (first, second) = (self.node(first), self.node(second));
        let pair = if name > 0 { (first, second) } else { (second, first) };
        self.pairs.insert(name.abs(), pair);
        Ok(())
    }

    fn when(&mut self, literal: i32) -> Result<When, String> {
        if self.is_name(literal) {
            return Err(format!("{literal} is a name and cannot be a condition"));
        }
        self.met.insert(literal.abs());
        Ok(if self.units.contains(&literal) {
            When::Always
        } else if self.units.contains(&-literal) {
            When::Never
        } else {
            When::If(literal)
        })
    }

    fn node(&mut self, node: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let known = *self.nodes.entry(node).or_insert(next);
        if known == next {
            self.always.push(Vec::new());
            self.stated.push(Vec::new());
            self.after.clear();
        }
        known
    }

    /// Whether the clause is true in every sequence that the facts allow, as far as
    /// the test sees.
    pub fn imply(&mut self, clause: &[i32]) -> bool {
        // What is given (units) and the facts leave no sequence.
        if self.is_cyclic() {
            return true;
        }
        let truths: FxHashSet<i32> = clause.iter().map(|literal| -literal).collect();
        let (edges, betweens) = self.consequences(&truths);
        let ends = edges.iter().flat_map(|(one, two)| [*one, *two]);
        let others = betweens.iter().flat_map(|between| *between);
        let mut closure = Closure::new(ends.chain(others));
        for one in closure.nodes.clone() {
            let after = self.after(one);
            for two in closure.nodes.clone() {
                if after[two as usize / 64] >> (two % 64) & 1 == 1 {
                    closure.add(one, two);
                }
            }
        }
        for (one, two) in edges {
            closure.add(one, two);
        }
        closure.has_cycle(&betweens)
    }

    /// The edges that there are where these literals are true, and each write with
    /// its read and another write that must not be between: from, other, to.
    fn consequences(&self, truths: &FxHashSet<i32>) -> (Vec<(u32, u32)>, Vec<[u32; 3]>) {
        let mut edges = Vec::new();
        let mut reads: Vec<Read> = self.certain_reads.clone();
        for literal in truths {
            edges.extend(self.guarded.get(literal).into_iter().flatten());
            reads.extend(self.reads.get(literal).into_iter().flatten());
            if let Some((first, second)) = self.pairs.get(&literal.abs()).copied() {
                edges.push(if *literal > 0 { (first, second) } else { (second, first) });
            }
        }
        let mut betweens = Vec::new();
        for read in reads {
            let write = self.writes[read.write as usize];
            edges.push((write.node, read.node));
            for other in self.writers.get(&write.place).into_iter().flatten() {
                let other = self.writes[*other as usize];
                let happens = match other.happens {
                    When::Always => true,
                    When::Never => false,
                    When::If(literal) => truths.contains(&literal),
                };
                if happens && other.node != write.node && other.node != read.node {
                    betweens.push([write.node, other.node, read.node]);
                }
            }
        }
        (edges, betweens)
    }

    /// The nodes that always come after a node, as bits.
    fn after(&mut self, node: u32) -> &[u64] {
        let words = self.always.len() / 64 + 1;
        let always = &self.always;
        self.after.entry(node).or_insert_with(|| {
            let mut seen = vec![0u64; words];
            let mut open = vec![node];
            while let Some(next) = open.pop() {
                for target in always[next as usize].iter().copied() {
                    let (word, bit) = (target as usize / 64, 1u64 << (target % 64));
                    if seen[word] & bit == 0 {
                        seen[word] |= bit;
                        open.push(target);
                    }
                }
            }
            seen
        })
    }

    fn is_cyclic(&mut self) -> bool {
        *self.cyclic.get_or_insert_with(|| has_cycle(&self.always))
    }
}

/// Whether some node comes after itself, by the nodes right after each.
fn has_cycle(edges: &[Vec<u32>]) -> bool {
    let mut missing = vec![0u32; edges.len()];
    for target in edges.iter().flatten() {
        missing[*target as usize] += 1;
    }
    let mut ready: Vec<usize> = (0..missing.len()).filter(|node| missing[*node] == 0).collect();
    let mut sorted = 0;
    while let Some(node) = ready.pop() {
        sorted += 1;
        for target in edges[node].iter().map(|target| *target as usize) {
            missing[target] -= 1;
            if missing[target] == 0 {
                ready.push(target);
            }
        }
    }
    sorted < edges.len()
}

/// Which of some nodes come before which others.
struct Closure {
    nodes: Vec<u32>,
    positions: FxHashMap<u32, usize>,
    /// By position: the positions of what comes after, as bits.
    rows: Vec<Vec<u64>>,
}

impl Closure {
    fn new(nodes: impl Iterator<Item = u32>) -> Closure {
        let distinct: FxHashSet<u32> = nodes.collect();
        let nodes: Vec<u32> = distinct.into_iter().collect();
        let positions = nodes.iter().enumerate().map(|(position, node)| (*node, position));
        let words = nodes.len() / 64 + 1;
        Closure { positions: positions.collect(), rows: vec![vec![0; words]; nodes.len()], nodes }
    }

    /// Says whether that is new.
    fn add(&mut self, one: u32, two: u32) -> bool {
        let is_new = !self.has(one, two);
        let (one, two) = (self.positions[&one], self.positions[&two]);
        self.rows[one][two / 64] |= 1 << (two % 64);
        is_new
    }

    fn has(&self, one: u32, two: u32) -> bool {
        let (one, two) = (self.positions[&one], self.positions[&two]);
        self.rows[one][two / 64] >> (two % 64) & 1 == 1
    }

    /// What comes after something comes after all that is before it (Warshall).
    fn close(&mut self) {
        for middle in 0..self.rows.len() {
            let after = self.rows[middle].clone();
            for row in &mut self.rows {
                if row[middle / 64] >> (middle % 64) & 1 == 1 {
                    for (word, more) in row.iter_mut().zip(&after) {
                        *word |= more;
                    }
                }
            }
        }
    }

    fn has_cycle(&mut self, betweens: &[[u32; 3]]) -> bool {
        loop {
            self.close();
            if self.nodes.iter().any(|node| self.has(*node, *node)) {
                return true;
            }
            let mut changed = false;
            for [from, other, to] in betweens.iter().copied() {
                changed |= self.has(other, to) && self.add(other, from);
                changed |= self.has(from, other) && self.add(to, other);
            }
            if !changed {
                return false;
            }
        }
    }
}
