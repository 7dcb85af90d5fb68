//! All interleavings in one formula: schedule recording (Cordeiro and Fischer,
//! section 3.3), with states merged where threads stand alike.
//!
//! The paper unfolds the tree of interleavings and guards every effective
//! statement with `ts_i = j`: thread j runs after the i-th effective context
//! switch. Here the nodes of that tree are merged as soon as every thread stands
//! at the same place (`State::merge`), so that the tree becomes a graph with one
//! *control point* for each combination of places, and what depends on the history is in
//! the terms. A selection variable is there only where more than one thread can
//! go on; `i` is the greatest number of such places on a way to the point, so
//! that no execution meets a variable twice.
//!
//! What may be wrong is collected with the condition under which it is; `recording.rs`
//! asks a solver and finds the execution by walking back along the edges whose
//! conditions are true.
//!
//! Incomplete: a condition is known to be false only where that can be seen in
//! its term, so points that no execution reaches may be looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::{Place, Ready};
use raddle_semantics::symbolic::{
    BySight, Control, End, Executor, PathCondition, Rank, Ranks, Record, State, Touched,
};
use raddle_semantics::{Selected, ThreadNumber};
use raddle_terms::{Bits, Term, TermStore};
use raddle_verdict::Violation;

use crate::SymbolicOptions;
use crate::common::bounds::Bounds;
use crate::common::concretise::Taken;
use crate::common::limits::{Progress, Watch};
use crate::common::questions::is_never;
use crate::common::waiting::{self, TriedStep};
use crate::common::witness::{self, overlap};

/// Formulas with more terms are given up.
const MOST_TERMS: usize = 1 << 24;

type PointId = usize;

/// A step into a point, and the condition under which it is taken.
struct Edge {
    from: Option<PointId>,
    taken: Taken,
    condition: Term,
}

/// Something that may be wrong.
pub struct Suspect {
    pub condition: Term,
    pub violation: Violation,
    /// `None`: before the first step.
    point: Option<PointId>,
    /// The step in which it happens.
    step: Option<Taken>,
    /// The steps that race.
    pub last: Vec<Taken>,
}

/// A thread that may be chosen at a switch.
pub type Switch = (u32, ThreadNumber);

/// What was collected.
#[derive(Default)]
pub struct Formula {
    /// The edges into each point.
    points: Vec<Vec<Edge>>,
    pub suspects: Vec<Suspect>,
    pub gaps: Vec<(Term, String)>,
    /// When threads wait that might go on with another input.
    pub unsure_waits: Vec<Term>,
    pub undefined: Vec<(Term, Place)>,
    /// Each with whether a bound for this one loop did it.
    pub cut_loops: Vec<(Term, bool)>,
    pub cut_contexts: Vec<Term>,
    /// Control literals: the switch may be made only where it is true.
    pub permissions: BTreeMap<Switch, Term>,
    /// The switches of the first interleaving.
    pub first: BTreeSet<Switch>,
    pub levels: u32,
}

impl Formula {
    pub fn points(&self) -> u64 {
        self.points.len() as u64
    }

    /// The steps of the execution that a model is about; `None` if the edges do
    /// not fit the model.
    pub fn steps(
        &self,
        suspect: &Suspect,
        is_true: &mut dyn FnMut(Term) -> bool,
    ) -> Option<Vec<Taken>> {
        let mut steps: Vec<Taken> = suspect.step.iter().cloned().collect();
        let mut at = suspect.point;
        while let Some(point) = at {
            let edge = self.points.get(point)?.iter().find(|edge| is_true(edge.condition))?;
            steps.push(edge.taken.clone());
            at = edge.from;
        }
        steps.reverse();
        Some(steps)
    }
}

/// In the order in which points are looked at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    decisions: u32,
    contexts: u32,
    rank: Rank,
    /// Where it matters who went last.
    last: Option<ThreadNumber>,
}

/// A point that steps may still lead to.
struct Pending {
    state: State,
    edges: Vec<Edge>,
    level: u32,
    last: ThreadNumber,
    /// On the first interleaving.
    first: bool,
}

/// A point that is being looked at.
struct ControlPoint {
    number: Option<PointId>,
    state: State,
    level: u32,
    last: ThreadNumber,
    decisions: u32,
    contexts: u32,
    first: bool,
}

/// How a step goes on from a point.
struct Onward {
    level: u32,
    decisions: u32,
    first: bool,
}

pub struct Builder<'b, 'a> {
    pub ready: &'a Ready,
    pub options: &'b SymbolicOptions<'a>,
    pub terms: &'b mut TermStore,
    pub watch: &'b mut Watch,
    pub bounds: &'b Bounds,
    /// The checks to be answered.
    pub open: Selected,
    /// With control literals.
    pub permissions: bool,
}

impl Builder<'_, '_> {
    /// An error is the limit that was reached.
    pub fn build(self) -> Result<Formula, String> {
        let unwind = self.bounds.unwind.clone();
        let executor = Executor::new(self.ready, self.options.executor(unwind, true, false));
        let certain = Selected::none();
        let (ranks, pending) = (Ranks::default(), BTreeMap::new());
        let formula = Formula::default();
        let mut graph = Graph { with: self, executor, ranks, pending, formula, certain };
        graph.begin();
        while let Some(((key, _), waiting)) = graph.pending.pop_first() {
            for pending in waiting {
                graph.limits()?;
                graph.visit(&key, pending);
            }
        }
        Ok(graph.formula)
    }
}

struct Graph<'b, 'a> {
    with: Builder<'b, 'a>,
    executor: Executor<'a>,
    ranks: Ranks,
    pending: BTreeMap<(Key, Control), Vec<Pending>>,
    formula: Formula,
    /// Checks that fail whatever is chosen.
    certain: Selected,
}

impl Graph<'_, '_> {
    fn limits(&mut self) -> Result<(), String> {
        if self.with.terms.len() > MOST_TERMS {
            return Err("the formula becomes too large".to_string());
        }
        if !self.with.watch.due() {
            return Ok(());
        }
        if let Some(progress) = self.with.options.progress {
            progress(&Progress {
                states: self.formula.points(),
                transitions: self.with.terms.len() as u64,
                depth: u64::from(self.formula.levels),
                seconds: self.with.watch.elapsed().as_secs_f64(),
            });
        }
        self.with.watch.exceeded().map_or(Ok(()), Err)
    }

    fn begin(&mut self) {
        let state = State::new(self.with.ready, self.with.terms);
        let record = self.executor.begin(self.with.terms, &mut BySight, &state);
        let taken = Taken { thread: 0, log: Rc::new(record.log.clone()) };
        let start = ControlPoint {
            number: None,
            state,
            level: 0,
            last: 0,
            decisions: 0,
            contexts: 0,
            first: true,
        };
        self.look(&start, &taken, &record);
        let onward = Onward { level: 0, decisions: 0, first: true };
        self.push(&start, &taken, record.ends, &onward);
    }

    fn visit(&mut self, key: &Key, pending: Pending) {
        let Pending { mut state, edges, level, last, first } = pending;
        let reached = state.guard.all(self.with.terms);
        if self.is_false(reached) {
            return;
        }
        state.guard = PathCondition::always().and(self.with.terms, reached);
        self.formula.points.push(edges);
        self.formula.levels = self.formula.levels.max(level);
        let number = Some(self.formula.points.len() - 1);
        let (decisions, contexts) = (key.decisions, key.contexts);
        self.expand(&ControlPoint { number, state, level, last, decisions, contexts, first });
    }

    fn is_false(&self, term: Term) -> bool {
        is_never(self.with.terms, term)
    }

    /// The last thread first, then the others in order.
    fn order(point: &ControlPoint) -> Vec<ThreadNumber> {
        let mut threads: Vec<ThreadNumber> = point.state.running().collect();
        threads.sort_by_key(|&thread| (thread != point.last, thread));
        threads
    }

    fn expand(&mut self, point: &ControlPoint) {
        let threads = Self::order(point);
        if let Some(most) = self.with.bounds.decisions {
            let free = waiting::undecided(self.with.ready, &point.state);
            if free.is_some() || point.decisions >= most {
                return self.go_on(point, threads, free);
            }
        }
        let mut tried = Vec::new();
        let mut touched: Vec<(Touched, Taken)> = Vec::new();
        let mut steps: Vec<(Taken, Vec<End>)> = Vec::new();
        for &thread in &threads {
            let record = self.executor.step(self.with.terms, &mut BySight, &point.state, thread);
            let taken = Taken { thread, log: Rc::new(record.log.clone()) };
            self.look_for_races(point, &taken, &record, &mut touched);
            tried.push(TriedStep::new(self.with.terms, thread, &record));
            let most = self.with.bounds.contexts;
            if thread != point.last && most.is_some_and(|most| point.contexts >= most) {
                self.cut_contexts(&record);
                continue;
            }
            self.look(point, &taken, &record);
            if record.ends.iter().any(|end| matches!(end, End::Done { .. })) {
                steps.push((taken, record.ends));
            }
        }
        self.look_for_deadlock(point, &point.state, &tried);
        self.choose(point, steps);
    }

    /// Goes on with each of the steps, by a selection if there are several.
    fn choose(&mut self, point: &ControlPoint, steps: Vec<(Taken, Vec<End>)>) {
        let candidates: Vec<ThreadNumber> = steps.iter().map(|(taken, _)| taken.thread).collect();
        let selections = self.selections(point, &candidates);
        let is_choice = candidates.len() > 1;
        for (position, ((taken, ends), selection)) in steps.into_iter().zip(selections).enumerate()
        {
            let onward = Onward {
                level: point.level + u32::from(is_choice),
                decisions: point.decisions + u32::from(is_choice),
                first: point.first && position == 0,
            };
            let ends = ends.into_iter().map(|end| self.under(end, selection)).collect();
            self.push(point, &taken, ends, &onward);
        }
    }

    fn under(&self, end: End, condition: Term) -> End {
        match end {
            End::Done { mut state, by_itself } => {
                state.guard = state.guard.and(self.with.terms, condition);
                End::Done { state, by_itself }
            }
            End::Blocked { .. } | End::Infeasible { .. } => end,
        }
    }

    /// For each thread the condition that it is chosen: `ts_i = j`, and for the
    /// first one that no other is.
    fn selections(&mut self, point: &ControlPoint, threads: &[ThreadNumber]) -> Vec<Term> {
        let terms = &mut *self.with.terms;
        let (Some(largest), true) = (threads.iter().max(), threads.len() > 1) else {
            return vec![terms.boolean(true); threads.len()];
        };
        let width = (32 - largest.leading_zeros()).max(1) as u16;
        // Points of one level may share the variable, but need not.
        let variable = terms.symbol(&format!("ts{}_{width}", point.level), width);
        let mut none = terms.boolean(true);
        let mut selections = vec![none];
        for &thread in &threads[1..] {
            let number = terms.constant(Bits::new(u128::from(thread), width));
            let chosen = terms.equal(variable, number);
            let not = terms.not(chosen);
            none = terms.and(none, not);
            selections.push(chosen);
        }
        selections[0] = none;
        if self.with.permissions {
            for (selection, &thread) in selections.iter_mut().zip(threads) {
                let permission = self.permission((point.level, thread));
                *selection = self.with.terms.and(*selection, permission);
            }
            if point.first {
                self.formula.first.insert((point.level, threads[0]));
            }
        }
        selections
    }

    fn permission(&mut self, switch: Switch) -> Term {
        let terms = &mut *self.with.terms;
        *self
            .formula
            .permissions
            .entry(switch)
            .or_insert_with(|| terms.symbol(&format!("cl{}_{}", switch.0, switch.1), 1))
    }

    /// Without a decision: the free thread if there is one, or else the first
    /// that can, goes on.
    fn go_on(
        &mut self,
        point: &ControlPoint,
        mut threads: Vec<ThreadNumber>,
        free: Option<ThreadNumber>,
    ) {
        threads.sort_by_key(|&thread| Some(thread) != free);
        if threads.len() > 1 {
            let reached = point.state.guard.all(self.with.terms);
            self.formula.cut_contexts.push(reached);
        }
        let mut tried = Vec::new();
        let mut state = point.state.clone();
        for thread in threads {
            let record = self.executor.step(self.with.terms, &mut BySight, &state, thread);
            tried.push(TriedStep::new(self.with.terms, thread, &record));
            let taken = Taken { thread, log: Rc::new(record.log.clone()) };
            self.look(point, &taken, &record);
            let waits = waiting::cannot_step(self.with.terms, &record.ends);
            let onward =
                Onward { level: point.level, decisions: point.decisions, first: point.first };
            self.push(point, &taken, record.ends, &onward);
            if self.is_false(waits) {
                return;
            }
            // It holds the guard of the state already.
            state.guard = PathCondition::always().and(self.with.terms, waits);
        }
        self.look_for_deadlock(point, &state, &tried);
    }

    /// Everything that a step which is one switch too many would lead to, also where
    /// it only ends at another bound or cannot be followed.
    fn cut_contexts(&mut self, record: &Record) {
        let done = record.ends.iter().filter_map(|end| match end {
            End::Done { state, .. } => Some(&state.guard),
            End::Blocked { .. } | End::Infeasible { .. } => None,
        });
        let cuts = record.cuts.iter().map(|cut| &cut.guard);
        let gaps = record.gaps.iter().map(|gap| &gap.guard);
        for guard in done.chain(cuts).chain(gaps) {
            let condition = guard.all(self.with.terms);
            self.formula.cut_contexts.push(condition);
        }
    }

    fn push(&mut self, point: &ControlPoint, taken: &Taken, ends: Vec<End>, onward: &Onward) {
        for end in ends {
            let End::Done { state, .. } = end else { continue };
            let condition = state.guard.all(self.with.terms);
            if self.is_false(condition) || self.is_idle(point, &state, taken.thread) {
                continue;
            }
            let edge = Edge { from: point.number, taken: taken.clone(), condition };
            let switches = u32::from(taken.thread != point.last && point.number.is_some());
            let key = self.key(&state, taken.thread, point.contexts + switches, onward.decisions);
            let pending = Pending {
                state,
                edges: vec![edge],
                level: onward.level,
                last: taken.thread,
                first: onward.first,
            };
            self.insert(key, pending);
        }
    }

    /// A step that only waits leads to nothing new, unless iterations are counted.
    fn is_idle(&self, point: &ControlPoint, after: &State, thread: ThreadNumber) -> bool {
        !self.with.open.contains(CheckKind::Unwind) && changes_nothing(&point.state, after, thread)
    }

    /// What future steps depend on, and no more.
    fn key(&mut self, state: &State, last: ThreadNumber, contexts: u32, decisions: u32) -> Key {
        let bounds = self.with.bounds;
        let decisions = bounds.decisions.map_or(0, |most| decisions.min(most));
        let contexts = bounds.contexts.map_or(0, |most| contexts.min(most));
        let goes_on = bounds.decisions.is_some_and(|most| {
            decisions >= most || waiting::undecided(self.with.ready, state).is_some()
        });
        let matters = bounds.contexts.is_some() || goes_on;
        let is_running = state.running().any(|thread| thread == last);
        let last = (matters && is_running).then_some(last);
        Key { decisions, contexts, rank: self.ranks.rank(self.with.ready, state), last }
    }

    /// Merges with what stands alike.
    fn insert(&mut self, key: Key, new: Pending) {
        let control = new.state.control();
        let here = self.pending.entry((key, control)).or_default();
        for known in here.iter_mut() {
            if let Some(merged) = State::merge(self.with.terms, &new.state, &known.state) {
                known.state = merged;
                known.edges.extend(new.edges);
                known.level = known.level.max(new.level);
                if new.first && !known.first {
                    known.last = new.last;
                    known.first = true;
                }
                return;
            }
        }
        here.push(new);
    }

    /// Takes note of what a step tells.
    fn look(&mut self, point: &ControlPoint, taken: &Taken, record: &Record) {
        for gap in &record.gaps {
            let condition = gap.guard.all(self.with.terms);
            self.formula.gaps.push((condition, gap.reason.clone()));
        }
        for cut in &record.cuts {
            let condition = cut.guard.all(self.with.terms);
            self.formula.cut_loops.push((condition, cut.named));
        }
        for (guard, place, _) in &record.undefined {
            let condition = guard.all(self.with.terms);
            self.formula.undefined.push((condition, *place));
        }
        for failed in &record.failures {
            if self.is_wanted(failed.failure.kind) {
                let condition = failed.guard.all(self.with.terms);
                let found = witness::failure(self.with.ready, failed);
                self.suspect(point, condition, found, Some(taken.clone()), Vec::new());
            }
        }
    }

    fn is_wanted(&self, kind: CheckKind) -> bool {
        self.with.open.contains(kind) && !self.certain.contains(kind)
    }

    fn suspect(
        &mut self,
        point: &ControlPoint,
        condition: Term,
        violation: Violation,
        step: Option<Taken>,
        last: Vec<Taken>,
    ) {
        match self.with.terms.known(condition) {
            Some(known) if known.is_zero() => return,
            Some(_) => self.certain = self.certain.with(violation.kind),
            None => {}
        }
        let point = point.number;
        self.formula.suspects.push(Suspect { condition, violation, point, step, last });
    }

    /// Two steps from this state that touch the same bytes.
    fn look_for_races(
        &mut self,
        point: &ControlPoint,
        taken: &Taken,
        record: &Record,
        touched: &mut Vec<(Touched, Taken)>,
    ) {
        if !self.is_wanted(CheckKind::Race) {
            return;
        }
        for touch in &record.touched {
            for (other, other_taken) in touched.iter() {
                let Some(same) = overlap(self.with.terms, touch, other) else { continue };
                let one = touch.guard.all(self.with.terms);
                let two = other.guard.all(self.with.terms);
                let both = self.with.terms.and(one, two);
                let condition = self.with.terms.and(both, same);
                let (first, second) = if touch.kind().goes_after(other.kind()) {
                    ((other, other_taken), (touch, taken))
                } else {
                    ((touch, taken), (other, other_taken))
                };
                let found = witness::race(self.with.ready, first.0, second.0);
                let last = vec![first.1.clone(), second.1.clone()];
                self.suspect(point, condition, found, None, last);
            }
        }
        touched.extend(record.touched.iter().map(|touch| (touch.clone(), taken.clone())));
    }

    fn look_for_deadlock(&mut self, point: &ControlPoint, state: &State, tried: &[TriedStep]) {
        if !self.is_wanted(CheckKind::Deadlock) {
            return;
        }
        let reached = state.guard.all(self.with.terms);
        let some_stopped = state.some_stopped();
        for deadlock in waiting::deadlocks(self.with.terms, tried, some_stopped) {
            let condition = self.with.terms.and(reached, deadlock.condition);
            if deadlock.is_unsure {
                self.formula.unsure_waits.push(condition);
                continue;
            }
            let found = witness::deadlock(self.with.ready, state, &deadlock.threads);
            self.suspect(point, condition, found, None, Vec::new());
        }
    }
}

/// Whether a step only went once more round a loop: what follows it follows
/// from the state in front of it too.
fn changes_nothing(before: &State, after: &State, thread: ThreadNumber) -> bool {
    let same_thread = match (before.thread(thread), after.thread(thread)) {
        (Some(one), Some(two)) => one.thread == two.thread,
        (_, None) | (None, _) => false,
    };
    same_thread
        && before.threads.len() == after.threads.len()
        && before.objects == after.objects
        && (0..before.threads.len() as ThreadNumber)
            .all(|other| other == thread || before.thread(other) == after.thread(other))
}
