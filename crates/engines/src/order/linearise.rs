//! From a model to a schedule: the nodes that the execution needs, in an order with
//! few switches between threads, walked on the concrete machine.

use std::rc::Rc;

use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::symbolic::{Entry, Item, PathCondition};
use raddle_solver::Model;
use raddle_terms::{Bits, Evaluation, Term, TermStore};
use raddle_verdict::{Counterexample, Violation};
use rustc_hash::{FxHashMap, FxHashSet};

use super::encode::Encoding;
use super::questions::{Goal, Question, What, in_order};
use super::thread_events::GlobalNode;
use super::unordered;
use super::wait_cycles;
use crate::common::concretise::{Visit, Walk, walk};
use crate::common::refusal::Refusal;

pub struct Linear<'l> {
    pub ready: &'l Ready,
    pub terms: &'l TermStore,
    pub encoding: &'l Encoding<'l>,
    pub model: &'l Model,
    /// All nodes, as they may happen one after the other.
    pub sequence: &'l [u32],
}

/// What must come before what, among the nodes that happen.
#[derive(Default)]
struct Before(FxHashMap<GlobalNode, Vec<GlobalNode>>);

impl Before {
    fn add(&mut self, one: GlobalNode, two: GlobalNode) {
        if one != two {
            self.0.entry(two).or_default().push(one);
        }
    }

    fn of(&self, node: GlobalNode) -> &[GlobalNode] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Everything that these need.
    fn closure(&self, goals: &[GlobalNode]) -> FxHashSet<GlobalNode> {
        let mut found: FxHashSet<GlobalNode> = FxHashSet::default();
        let mut open = goals.to_vec();
        while let Some(node) = open.pop() {
            if found.insert(node) {
                open.extend(self.of(node));
            }
        }
        found
    }
}

impl Linear<'_> {
    pub fn counterexample(&self, question: &Question) -> Result<Counterexample, Refusal> {
        let mut evaluation = Evaluation::new(self.terms, |symbol| self.model.get(&symbol).copied());
        let mut value = |term: Term| evaluation.value(term);
        let nodes = self.schedule(&mut value, question.goal);
        let logs = self.logs(&mut value, &nodes, question.goal);
        let visit = |node: &GlobalNode| self.visit(*node, &logs);
        let visits: Vec<Visit> = nodes.iter().filter_map(visit).collect();
        let last: Vec<Visit> = match question.goal {
            Goal::Race(one, two) => [one, two].iter().filter_map(visit).collect(),
            Goal::Failure(_) | Goal::Unordered(..) | Goal::Deadlock | Goal::Circle => Vec::new(),
        };
        let selected = [question.kind].into_iter().collect();
        let must_fail = matches!(question.goal, Goal::Failure(_));
        let Walk { schedule, machine, failed, .. } =
            walk(self.ready, selected, &mut value, &visits, &last, must_fail)?;
        let violation = match (failed, &question.what) {
            (Some(failed), _) => failed,
            (None, What::Found(found)) => found.clone(),
            (None, What::Waiting(threads)) => {
                let mut threads: Vec<ThreadNumber> = threads.clone();
                threads.retain(|thread| machine.is_running(*thread));
                threads.sort_unstable();
                threads.dedup();
                Violation::deadlock(self.ready, &threads, &|thread| machine.user_place(thread))
            }
            (None, What::Circle(members)) => {
                let mut threads = wait_cycles::threads(members, &mut |term| value(term).is_true());
                threads.sort_unstable();
                Violation::deadlock(self.ready, &threads, &|thread| machine.user_place(thread))
            }
        };
        debug_assert_eq!(violation.kind, question.kind);
        let counterexample = Counterexample { violation, schedule };
        match question.goal {
            Goal::Unordered(..) => unordered::confirmed(self.ready, counterexample),
            Goal::Failure(_) | Goal::Race(..) | Goal::Deadlock | Goal::Circle => Ok(counterexample),
        }
    }

    /// The nodes to take, in order.
    fn schedule(&self, value: &mut dyn FnMut(Term) -> Bits, goal: Goal) -> Vec<GlobalNode> {
        let happens = |node: &GlobalNode| self.happens(value, *node, goal);
        let happening: Vec<GlobalNode> = self.sequence.iter().copied().filter(happens).collect();
        let before = self.before(value, &happening);
        let needed = match goal {
            // Where ways were merged it may be the node of another one.
            Goal::Failure(node) => before.closure(&self.latest(&happening, node)),
            Goal::Unordered(one, two) => {
                let roots = [one, two].map(|node| self.latest(&happening, node)).concat();
                before.closure(&roots)
            }
            // Node by node in one thread, the one before is the number before.
            Goal::Race(one, two) => {
                let mut roots = [one, two].map(|node| self.latest(&happening, node - 1)).concat();
                // A section finds what was written before it, and does accordingly.
                if let Some((section, _)) = in_order(self.encoding, (one, two)) {
                    roots.extend(before.of(section));
                }
                before.closure(&roots)
            }
            Goal::Deadlock => happening.iter().copied().collect(),
            Goal::Circle => {
                let is_earlier = |node: &&u32| **node != self.encoding.moment;
                self.sequence.iter().take_while(is_earlier).copied().collect()
            }
        };
        let nodes: Vec<GlobalNode> =
            happening.into_iter().filter(|node| needed.contains(node)).collect();
        self.with_few_switches(&nodes, &before)
    }

    /// The last that happens of the nodes of a thread up to this one. The first node
    /// of a thread always happens.
    fn latest(&self, happening: &[GlobalNode], node: GlobalNode) -> Vec<GlobalNode> {
        let gathered = self.encoding.gathered;
        let owner = |node: GlobalNode| gathered.owner(node).map(|(owner, _)| owner);
        let up_to = |other: &GlobalNode| *other <= node && owner(*other) == owner(node);
        happening.iter().copied().filter(up_to).max().into_iter().collect()
    }

    /// A node in which a check fails happens although it may be refused then.
    fn happens(&self, value: &mut dyn FnMut(Term) -> Bits, node: GlobalNode, goal: Goal) -> bool {
        let Some(of) = self.encoding.gathered.node(node) else { return false };
        let mut is_true =
            |guard: &PathCondition| guard.conditions().all(|each| value(each).is_true());
        let fails = matches!(goal, Goal::Failure(failing) if failing == node);
        is_true(&of.guard) && (fails || !of.refused.iter().any(|each| is_true(&each.guard)))
    }

    fn before(&self, value: &mut dyn FnMut(Term) -> Bits, happening: &[GlobalNode]) -> Before {
        let mut before = Before::default();
        let gathered = self.encoding.gathered;
        let mut latest: FxHashMap<usize, GlobalNode> = FxHashMap::default();
        for node in happening {
            let Some((instance, _)) = gathered.owner(*node) else { continue };
            match latest.insert(instance, *node) {
                Some(previous) => before.add(previous, *node),
                None => {
                    if let Some((parent, at)) = gathered.instances[instance].parent {
                        before.add(gathered.instances[parent].global(at), *node);
                    }
                }
            }
        }
        self.accesses_before(value, happening, &mut before);
        before
    }

    /// Accesses of one piece stay as they are, unless both read.
    fn accesses_before(
        &self,
        value: &mut dyn FnMut(Term) -> Bits,
        happening: &[GlobalNode],
        before: &mut Before,
    ) {
        let position: FxHashMap<GlobalNode, usize> =
            happening.iter().enumerate().map(|(position, node)| (*node, position)).collect();
        let mut by_piece: FxHashMap<u32, Vec<(usize, GlobalNode, bool)>> = FxHashMap::default();
        let writes = self.encoding.writes.iter().map(|w| (w.node, w.piece, w.happens, true));
        let reads = self.encoding.reads.iter().map(|r| (r.node, r.piece, r.guard, false));
        for (node, piece, condition, is_write) in writes.chain(reads) {
            if let Some(at) = position.get(&node)
                && value(condition).is_true()
            {
                by_piece.entry(piece).or_default().push((*at, node, is_write));
            }
        }
        for accesses in by_piece.values_mut() {
            accesses.sort_unstable();
            let mut last_write: Option<GlobalNode> = None;
            let mut reads: Vec<GlobalNode> = Vec::new();
            for &(_, node, is_write) in accesses.iter() {
                if let Some(write) = last_write {
                    before.add(write, node);
                }
                if is_write {
                    reads.drain(..).for_each(|read| before.add(read, node));
                    last_write = Some(node);
                } else {
                    reads.push(node);
                }
            }
        }
    }

    /// Stays with a thread as long as it can go on; then goes to the one that can
    /// stay for longest.
    fn with_few_switches(&self, nodes: &[GlobalNode], before: &Before) -> Vec<GlobalNode> {
        let mut queues: FxHashMap<usize, Vec<GlobalNode>> = FxHashMap::default();
        for node in nodes.iter().rev() {
            if let Some((instance, _)) = self.encoding.gathered.owner(*node) {
                queues.entry(instance).or_default().push(*node);
            }
        }
        let there: FxHashSet<GlobalNode> = nodes.iter().copied().collect();
        let mut done: FxHashSet<GlobalNode> = FxHashSet::default();
        let mut result = Vec::with_capacity(nodes.len());
        let run = |queue: &[GlobalNode], done: &FxHashSet<GlobalNode>| -> usize {
            let mut taken: FxHashSet<GlobalNode> = FxHashSet::default();
            for node in queue.iter().rev() {
                let is_ready = before.of(*node).iter().all(|other| {
                    !there.contains(other) || done.contains(other) || taken.contains(other)
                });
                if !is_ready {
                    break;
                }
                taken.insert(*node);
            }
            taken.len()
        };
        loop {
            let lengths = queues.iter().map(|(instance, queue)| (run(queue, &done), *instance));
            // Equal ones in a fixed order.
            let best = lengths.max_by_key(|(length, instance)| (*length, usize::MAX - instance));
            let Some((length, instance)) = best.filter(|(length, _)| *length > 0) else { break };
            let Some(queue) = queues.get_mut(&instance) else { break };
            for node in queue.drain(queue.len() - length..).rev() {
                done.insert(node);
                result.push(node);
            }
        }
        // Nothing is left, unless the order was none.
        if result.len() == nodes.len() { result } else { nodes.to_vec() }
    }

    /// What the machine asks in each node, with the values of memory that was never
    /// written where it is first read.
    fn logs(
        &self,
        value: &mut dyn FnMut(Term) -> Bits,
        nodes: &[GlobalNode],
        goal: Goal,
    ) -> FxHashMap<GlobalNode, Rc<Vec<Entry>>> {
        let mut chosen: FxHashSet<u32> = FxHashSet::default();
        let mut by_node: FxHashMap<GlobalNode, Vec<usize>> = FxHashMap::default();
        for (position, read) in self.encoding.reads.iter().enumerate() {
            by_node.entry(read.node).or_default().push(position);
        }
        let also = match goal {
            Goal::Race(one, two) => vec![one, two],
            Goal::Failure(_) | Goal::Unordered(..) | Goal::Deadlock | Goal::Circle => Vec::new(),
        };
        let mut logs = FxHashMap::default();
        for node in nodes.iter().copied().chain(also) {
            let mut log = self.log(value, node, goal);
            log.extend(self.beginnings(node));
            let mut choices: Vec<(usize, Entry)> = Vec::new();
            let reads = by_node.get(&node).map_or(&[][..], Vec::as_slice);
            for read in reads.iter().map(|read| &self.encoding.reads[*read]) {
                let source = read.sources.iter().find(|source| value(source.chosen).is_true());
                let Some(source) = source else { continue };
                let write = &self.encoding.writes[source.write as usize];
                if write.empty.is_empty() || !chosen.insert(source.write) {
                    continue;
                }
                for empty in &write.empty {
                    let (guard, item) = (empty.guard(self.terms), Item::Value(empty.chosen));
                    choices.push((read.logged, Entry { guard, item }));
                }
            }
            // Where they were asked for; from behind, so that places stay what they are.
            choices.sort_by_key(|(place, _)| *place);
            for (place, entry) in choices.into_iter().rev() {
                log.insert(place.min(log.len()), entry);
            }
            logs.insert(node, Rc::new(log));
        }
        logs
    }

    /// Of a node and of those after it that do not happen: where ways were merged, what
    /// follows is told in the last one of all ways.
    fn log(&self, value: &mut dyn FnMut(Term) -> Bits, node: GlobalNode, goal: Goal) -> Vec<Entry> {
        let gathered = self.encoding.gathered;
        let Some((owner, local)) = gathered.owner(node) else { return Vec::new() };
        let instance = &gathered.instances[owner];
        let mut log = Vec::new();
        for (position, of) in (0u32..).zip(instance.nodes()).skip(local as usize) {
            if position > local && self.happens(value, instance.global(position), goal) {
                break;
            }
            log.extend(of.log.iter().cloned());
        }
        log
    }

    /// What the threads that a node starts do before their first visible action: that
    /// belongs to the step that starts them.
    fn beginnings(&self, node: GlobalNode) -> Vec<Entry> {
        let gathered = self.encoding.gathered;
        let Some(owner) = gathered.owner(node) else { return Vec::new() };
        let started = gathered.instances.iter().filter(|child| child.parent == Some(owner));
        let logs = started.filter_map(|child| child.nodes().first()).map(|first| &first.log);
        logs.flatten().cloned().collect()
    }

    fn visit(
        &self,
        node: GlobalNode,
        logs: &FxHashMap<GlobalNode, Rc<Vec<Entry>>>,
    ) -> Option<Visit> {
        let gathered = self.encoding.gathered;
        let (instance, _) = gathered.owner(node)?;
        let of = gathered.node(node)?;
        let this = &gathered.instances[instance];
        let is_beginning_of_other = of.place.is_none() && this.parent.is_some();
        if is_beginning_of_other {
            return None;
        }
        let log = logs.get(&node).cloned().unwrap_or_default();
        let (thread, place, is_plain) = (this.number, of.place, of.is_plain);
        Some(Visit { thread, place, is_plain, log })
    }
}
