//! Engine `lazy`: walks the tree of interleavings depth-first, each symbolically,
//! and asks the solver where the outcome is not determined (Cordeiro and Fischer,
//! section 3.2; the rules R1 to R8 of the lecture are the steps of `semantics`).
//!
//! Beyond the paper: a question at every branch that is not determined, so that
//! dead branches and threads that cannot go on are pruned (the paper leaves this
//! as future work); each access is a step of its own; states that were met
//! before are not entered again (`--no-reduction` gives the plain tree);
//! without bounds it deepens until nothing is cut off.

use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::symbolic::{Decide, End, Executor, PathCondition, Record, State, Touched};
use raddle_solver::SolverError;
use raddle_terms::{Term, TermStore};
use raddle_verdict::{Report, Violation};
use rustc_hash::FxHashMap;
use tracing::debug;

use super::keys::{Key, Keys};
use crate::SymbolicOptions;
use crate::common::bounds::{Bounds, CutOff, Deepening, attempts, cuts_turns, deepen};
use crate::common::concretise::{History, Taken};
use crate::common::findings::Findings;
use crate::common::limits::{Progress, Watch};
use crate::common::solving::Solving;
use crate::common::waiting::{self, TriedStep};
use crate::common::witness::{self, Witness, overlap};
use crate::registry::LAZY;
use crate::views::tree::{TreeObserver, Visited};

/// How many nodes a short search may look at.
const HUNTED_NODES: u64 = 20_000;

pub fn run(ready: &Ready, options: &SymbolicOptions<'_>) -> Report {
    let watch = Watch::new(options.limits.clone());
    let mut findings = options.findings(&LAZY);
    match Solving::open(options) {
        Ok(solving) => {
            let mut search = Search::new(ready, options, solving, findings);
            search.hunt();
            deepen(&mut search, options, attempts(options));
            findings = search.finish();
        }
        Err(error) => findings.gap(error.message),
    }
    findings.report(ready, watch.elapsed())
}

/// Shows the tree within the bounds that are set, all of it; what is not in it,
/// in words.
pub fn watch<'a>(
    ready: &'a Ready,
    options: &'a SymbolicOptions<'a>,
    observer: &'a mut (dyn TreeObserver + 'a),
) -> Result<Vec<String>, SolverError> {
    let solving = Solving::open(options)?;
    let mut search = Search::new(ready, options, solving, options.findings(&LAZY));
    search.observer = Some(observer);
    let bounds = Bounds {
        contexts: options.contexts,
        decisions: options.decisions,
        unwind: options.unwind.clone(),
    };
    let outcome = Attempt::new(&mut search, bounds.clone(), u64::MAX).run();
    outcome.cut.note(options, &bounds, &mut search.findings);
    if let Some(error) = search.solving.error {
        return Err(error);
    }
    let bounds = search.findings.bounds.into_iter();
    let mut missing: Vec<String> = bounds.map(|bound| format!("beyond {bound}")).collect();
    missing.extend(search.findings.gaps);
    Ok(missing)
}

/// A node of the tree that is still to be looked at.
struct Node {
    /// Its number once it is visited, and that of the node it came from.
    number: u64,
    parent: u64,
    state: State,
    history: Option<Rc<History>>,
    last: ThreadNumber,
    contexts: u32,
    decisions: u32,
    /// A check failed on the way.
    failed: bool,
}

/// What was left of the bounds when a state was entered.
struct Budget {
    last: ThreadNumber,
    contexts: u32,
    decisions: u32,
    /// Iterations, by thread, frame and loop.
    counters: Vec<(u32, u32, raddle_ir::BlockId, u32)>,
}

impl Budget {
    /// Whether everything that follows from the other follows from this one too.
    /// `counts`: also how often loops can be gone round.
    fn covers(&self, other: &Budget, bounds: &Bounds, counts: bool) -> bool {
        let iterations = self.counters.iter().all(|(thread, frame, header, count)| {
            let same =
                other.counters.iter().find(|(t, f, h, _)| (t, f, h) == (thread, frame, header));
            same.is_some_and(|(.., others)| count <= others)
        });
        let iterations = iterations && (!counts || self.counters == other.counters);
        let decisions = bounds.decisions.is_none()
            || self.decisions <= other.decisions && self.last == other.last;
        let contexts = bounds.contexts.is_none()
            || self.contexts <= other.contexts && self.last == other.last
            || self.contexts < other.contexts;
        iterations && decisions && contexts
    }
}

struct Search<'a> {
    ready: &'a Ready,
    options: &'a SymbolicOptions<'a>,
    terms: TermStore,
    solving: Solving,
    findings: Findings,
    watch: Watch,
    interleavings: u64,
    failed: u64,
    nodes: u64,
    pruned: u64,
    observer: Option<&'a mut (dyn TreeObserver + 'a)>,
}

impl<'a> Search<'a> {
    fn new(
        ready: &'a Ready,
        options: &'a SymbolicOptions<'a>,
        solving: Solving,
        findings: Findings,
    ) -> Search<'a> {
        Search {
            ready,
            options,
            terms: TermStore::new(),
            solving,
            findings,
            watch: Watch::new(options.limits.clone()),
            interleavings: 0,
            failed: 0,
            nodes: 0,
            pruned: 0,
            observer: None,
        }
    }

    fn finish(mut self) -> Findings {
        let statistics = self.solving.statistics();
        let counters = [
            ("interleavings", self.interleavings),
            ("failed_interleavings", self.failed),
            ("nodes", self.nodes),
            ("pruned", self.pruned),
            ("spared_calls", self.solving.spared),
            ("terms", self.terms.len() as u64),
        ];
        self.findings.counters.extend(counters);
        self.findings.count_solver(&statistics);
        if let Some(reason) = self.solving.undecided.take() {
            self.findings.gap(reason);
        }
        self.findings
    }

    /// Short searches within smaller bounds than those that were set: what is wrong
    /// mostly shows after a few decisions. They find out nothing else.
    fn hunt(&mut self) {
        let user = self.options;
        let smaller = |most: Option<u32>, few: u32| most.map(|most| most.min(few));
        let mut few = 2;
        while user.reduction && user.decisions.max(user.contexts).is_some_and(|most| few < most) {
            let Some(bounds) = attempts(user).next() else { return };
            let bounds = Bounds {
                contexts: smaller(user.contexts, few),
                decisions: smaller(user.decisions, few),
                ..bounds
            };
            if Attempt::new(self, bounds, HUNTED_NODES).run().stopped || self.is_settled() {
                return;
            }
            few *= 2;
        }
    }

    fn is_settled(&self) -> bool {
        if let Some(observer) = &self.observer {
            return observer.is_full() || self.solving.error.is_some();
        }
        let is_done = self.findings.unviolated().is_empty() && self.options.reduction;
        is_done || self.solving.error.is_some()
    }

    fn limit_reached(&mut self) -> bool {
        if !self.watch.due() {
            return false;
        }
        if let Some(progress) = self.options.progress {
            progress(&Progress {
                states: self.nodes,
                transitions: self.interleavings,
                depth: 0,
                seconds: self.watch.elapsed().as_secs_f64(),
            });
        }
        match self.watch.exceeded() {
            Some(limit) => {
                self.findings.gap(limit);
                true
            }
            None => false,
        }
    }
}

impl Deepening for Search<'_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }

    fn attempt(&mut self, bounds: &Bounds) -> Option<CutOff> {
        if self.is_settled() {
            return None;
        }
        self.interleavings = 0;
        self.failed = 0;
        let outcome = Attempt::new(self, bounds.clone(), u64::MAX).run();
        let Search { nodes, pruned, interleavings, .. } = *self;
        debug!(target: "engine::lazy", nodes, pruned, interleavings, "tree walked");
        (!outcome.stopped).then_some(outcome.cut)
    }
}

/// How an attempt ended.
#[derive(Default)]
struct Outcome {
    cut: CutOff,
    /// Nothing more can or need be found out.
    stopped: bool,
}

/// One walk through the tree within bounds.
struct Attempt<'s, 'a> {
    search: &'s mut Search<'a>,
    executor: Executor<'a>,
    bounds: Bounds,
    keys: Keys,
    visited: FxHashMap<Key, Vec<Budget>>,
    stack: Vec<Node>,
    /// Nodes that may still be looked at.
    left: u64,
    outcome: Outcome,
}

impl<'s, 'a> Attempt<'s, 'a> {
    fn new(search: &'s mut Search<'a>, bounds: Bounds, left: u64) -> Self {
        let options =
            search.options.executor(bounds.unwind.clone(), search.options.reduction, false);
        Attempt {
            executor: Executor::new(search.ready, options),
            search,
            bounds,
            keys: Keys::default(),
            visited: FxHashMap::default(),
            stack: Vec::new(),
            left,
            outcome: Outcome::default(),
        }
    }

    fn run(mut self) -> Outcome {
        let state = State::new(self.search.ready, &mut self.search.terms);
        let record = self.executor.begin(&mut self.search.terms, &mut self.search.solving, &state);
        self.outcome.cut.turns = cuts_turns(self.search.ready, self.search.options);
        let start = Node {
            number: 0,
            parent: 0,
            state,
            history: None,
            last: 0,
            contexts: 0,
            decisions: 0,
            failed: false,
        };
        let taken = Taken { thread: 0, log: Rc::new(record.log.clone()) };
        let failed = self.look(&start, &taken, &record);
        self.push(&start, &taken, record.ends, 0, failed);
        while let Some(node) = self.stack.pop() {
            if self.search.is_settled() || self.search.limit_reached() {
                self.outcome.stopped = true;
                break;
            }
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.visit(node);
        }
        self.outcome
    }

    fn visit(&mut self, mut node: Node) {
        self.search.nodes += 1;
        node.number = self.search.nodes;
        let known = self.search.options.reduction && self.is_known(&mut node);
        self.tell(&node, known);
        if known {
            self.search.pruned += 1;
            return;
        }
        let before = self.stack.len();
        self.expand(&node);
        if self.stack.len() == before {
            self.search.interleavings += 1;
            self.search.failed += u64::from(node.failed);
        }
        // The first child is to be looked at first.
        self.stack[before..].reverse();
    }

    fn tell(&mut self, node: &Node, known: bool) {
        if let Some(observer) = &mut self.search.observer {
            let Node { number, parent, ref state, last: thread, contexts, .. } = *node;
            let visited = Visited { number, parent, state, thread, contexts, known };
            observer.node(&self.search.terms, &visited);
        }
    }

    fn is_known(&mut self, node: &mut Node) -> bool {
        let key = self.keys.key(self.search.ready, &self.search.terms, &mut node.state);
        let mut counters = Vec::new();
        for (number, thread) in node.state.threads.iter().enumerate() {
            for (depth, frame) in
                thread.iter().flat_map(|thread| thread.counters.iter().enumerate())
            {
                let place = |(header, count): &(raddle_ir::BlockId, u32)| {
                    (number as u32, depth as u32, *header, *count)
                };
                counters.extend(frame.iter().map(place));
            }
        }
        let budget = Budget {
            last: node.last,
            contexts: node.contexts,
            decisions: node.decisions,
            counters,
        };
        let counts = self.search.options.selected.contains(CheckKind::Unwind);
        let known = self.visited.entry(key).or_default();
        if known.iter().any(|seen| seen.covers(&budget, &self.bounds, counts)) {
            return true;
        }
        known.retain(|seen| !budget.covers(seen, &self.bounds, counts));
        known.push(budget);
        false
    }

    /// The last thread first, then the others in order.
    fn order(&self, node: &Node) -> Vec<ThreadNumber> {
        let mut threads: Vec<ThreadNumber> = node.state.running().collect();
        threads.sort_by_key(|&thread| (thread != node.last, thread));
        threads
    }

    fn expand(&mut self, node: &Node) {
        let threads = self.order(node);
        if let Some(decisions) = self.bounds.decisions {
            let free = waiting::undecided(self.search.ready, &node.state);
            if free.is_some() || node.decisions >= decisions {
                self.outcome.cut.contexts |= threads.len() > 1;
                return self.go_on(node, threads, free);
            }
        }
        let mut tried = Vec::new();
        let mut touched: Vec<(Touched, Taken)> = Vec::new();
        let mut steps = Vec::new();
        for thread in threads {
            let (terms, solving) = (&mut self.search.terms, &mut self.search.solving);
            let record = self.executor.step(terms, solving, &node.state, thread);
            let taken = Taken { thread, log: Rc::new(record.log.clone()) };
            self.look_for_races(node, &taken, &record, &mut touched);
            tried.push(TriedStep::new(&self.search.terms, thread, &record));
            let switches = thread != node.last;
            if switches && self.bounds.contexts.is_some_and(|most| node.contexts >= most) {
                // Also where a way only ends at another bound, or cannot be followed.
                self.outcome.cut.contexts = true;
                continue;
            }
            let failed = self.look(node, &taken, &record);
            if record.ends.iter().any(|end| matches!(end, End::Done { .. })) {
                steps.push((taken, record.ends, failed));
            }
        }
        self.look_for_deadlock(node, &tried);
        let decisions = node.decisions + u32::from(steps.len() > 1);
        for (taken, ends, failed) in steps {
            self.push(node, &taken, ends, decisions, failed);
        }
    }

    /// Without a decision: the free thread if there is one, or else the first
    /// that can, goes on.
    fn go_on(&mut self, node: &Node, mut threads: Vec<ThreadNumber>, free: Option<ThreadNumber>) {
        threads.sort_by_key(|&thread| Some(thread) != free);
        let mut tried = Vec::new();
        let mut state = node.state.clone();
        for thread in threads {
            let (terms, solving) = (&mut self.search.terms, &mut self.search.solving);
            let record = self.executor.step(terms, solving, &state, thread);
            tried.push(TriedStep::new(&self.search.terms, thread, &record));
            let taken = Taken { thread, log: Rc::new(record.log.clone()) };
            let failed = self.look(node, &taken, &record);
            let waits = waiting::cannot_step(&mut self.search.terms, &record.ends);
            let children = self.push(node, &taken, record.ends, node.decisions, failed);
            if free == Some(thread) {
                // No thread's turn was used: the next decision begins with the same thread.
                self.stack[children..].iter_mut().for_each(|child| child.last = node.last);
            }
            state.guard = state.guard.and(&self.search.terms, waits);
            if !self.search.solving.feasible(&mut self.search.terms, &state.guard) {
                return;
            }
        }
        let stuck = Node { state, history: node.history.clone(), ..*node };
        self.look_for_deadlock(&stuck, &tried);
    }

    /// Gives the position of the first child.
    fn push(
        &mut self,
        node: &Node,
        taken: &Taken,
        ends: Vec<End>,
        decisions: u32,
        failed: bool,
    ) -> usize {
        let first = self.stack.len();
        let history = Some(Rc::new(History { taken: taken.clone(), before: node.history.clone() }));
        for end in ends {
            let End::Done { state, .. } = end else { continue };
            let switches = u32::from(taken.thread != node.last && node.history.is_some());
            self.stack.push(Node {
                number: 0,
                parent: node.number,
                state,
                history: history.clone(),
                last: taken.thread,
                contexts: node.contexts + switches,
                decisions,
                failed: node.failed || failed,
            });
        }
        first
    }

    /// Takes note of what a step tells; whether a check failed in it.
    fn look(&mut self, node: &Node, taken: &Taken, record: &Record) -> bool {
        for gap in &record.gaps {
            if self.can_be(&gap.guard) {
                self.search.findings.gap(gap.reason.clone());
            }
        }
        for cut in &record.cuts {
            if self.can_be(&cut.guard) {
                self.outcome.cut.loop_cut(cut.named);
            }
        }
        for (guard, place, _) in &record.undefined {
            if self.can_be(guard) {
                self.search.findings.undefined.insert(*place);
            }
        }
        let mut steps = None;
        for failed in &record.failures {
            if !self.search.findings.unviolated().contains(failed.failure.kind) {
                continue;
            }
            let steps = steps.get_or_insert_with(|| {
                let mut steps = History::steps(&node.history);
                steps.push(taken.clone());
                steps
            });
            let found = witness::failure(self.search.ready, failed);
            let guard: Vec<Term> = failed.guard.conditions().collect();
            self.witness(found, &guard, steps, &[]);
        }
        record.failures.iter().any(|failed| self.can_be(&failed.guard))
    }

    fn can_be(&mut self, guard: &PathCondition) -> bool {
        self.search.solving.feasible(&mut self.search.terms, guard)
    }

    fn witness(
        &mut self,
        violation: Violation,
        conditions: &[Term],
        steps: &[Taken],
        last: &[Taken],
    ) {
        let kind = violation.kind;
        let search = &mut *self.search;
        let witness = Witness {
            ready: search.ready,
            terms: &search.terms,
            solving: &mut search.solving,
            through: false,
        };
        match witness.find(violation, conditions, steps, last) {
            Ok(Some(counterexample)) => {
                // A view shows them all.
                if let Some(observer) = &mut search.observer {
                    return observer.violated(search.nodes, &counterexample.violation);
                }
                search.findings.violated(&search.watch, counterexample);
            }
            Ok(None) => {}
            Err(refusal) => search.findings.refused(kind, &refusal),
        }
    }

    /// Two steps from this state that touch the same bytes.
    fn look_for_races(
        &mut self,
        node: &Node,
        taken: &Taken,
        record: &Record,
        touched: &mut Vec<(Touched, Taken)>,
    ) {
        if !self.search.findings.unviolated().contains(CheckKind::Race) {
            return;
        }
        for touch in &record.touched {
            for (other, other_taken) in touched.iter() {
                let Some(same) = overlap(&mut self.search.terms, touch, other) else { continue };
                let mut conditions: Vec<Term> = touch.guard.conditions().collect();
                conditions.extend(other.guard.conditions());
                conditions.push(same);
                let (first, second) = if touch.kind().goes_after(other.kind()) {
                    ((other, other_taken), (touch, taken))
                } else {
                    ((touch, taken), (other, other_taken))
                };
                let found = witness::race(self.search.ready, first.0, second.0);
                let last = [first.1.clone(), second.1.clone()];
                let steps = History::steps(&node.history);
                self.witness(found, &conditions, &steps, &last);
                if !self.search.findings.unviolated().contains(CheckKind::Race) {
                    return;
                }
            }
        }
        touched.extend(record.touched.iter().map(|touch| (touch.clone(), taken.clone())));
    }

    fn look_for_deadlock(&mut self, node: &Node, tried: &[TriedStep]) {
        if !self.search.findings.unviolated().contains(CheckKind::Deadlock) {
            return;
        }
        let stopped = node.state.some_stopped();
        for deadlock in waiting::deadlocks(&mut self.search.terms, tried, stopped) {
            let mut conditions: Vec<Term> = node.state.guard.conditions().collect();
            conditions.push(deadlock.condition);
            if deadlock.is_unsure {
                let search = &mut *self.search;
                if search.solving.model(&search.terms, &conditions).is_some() {
                    search.findings.refused(CheckKind::Deadlock, &waiting::unsure());
                }
                continue;
            }
            let found = witness::deadlock(self.search.ready, &node.state, &deadlock.threads);
            let steps = History::steps(&node.history);
            self.witness(found, &conditions, &steps, &[]);
        }
    }
}
