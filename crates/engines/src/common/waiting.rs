//! Who waits, under which condition: deadlocks of symbolic states.

use raddle_ir::{Callee, Instruction, Origin};
use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::machine::Thread;
use raddle_semantics::symbolic::{End, Item, PathCondition, Record, State};
use raddle_terms::{Bits, Term, TermStore};

use super::questions::is_never;
use super::refusal::Refusal;

/// What becomes of a thread that tries to step.
pub struct TriedStep {
    pub thread: ThreadNumber,
    /// It waits, for this thread where that is known.
    blocked: Vec<(PathCondition, Option<Term>)>,
    /// It goes on only by itself, which does not count.
    by_itself: Vec<PathCondition>,
    /// Whether it waits depends on an input that it reads in the same step: with
    /// another one it might go on.
    pub is_unsure: bool,
}

/// Why nothing is said about a wait that an input might end.
pub const UNSURE: &str = "whether a thread waits for ever depends on an input of the same step";

pub fn unsure() -> Refusal {
    Refusal::Undecided(UNSURE.to_string())
}

/// Threads that wait for ever under a condition.
pub struct Deadlock {
    pub condition: Term,
    pub threads: Vec<ThreadNumber>,
    /// Not known to be one: another input might end the wait.
    pub is_unsure: bool,
}

impl TriedStep {
    pub fn new(terms: &TermStore, thread: ThreadNumber, record: &Record) -> TriedStep {
        let is_unsure = depends_on_inputs(terms, record);
        let mut tried_step =
            TriedStep { thread, blocked: Vec::new(), by_itself: Vec::new(), is_unsure };
        for end in &record.ends {
            match end {
                End::Done { state, by_itself: true } => {
                    tried_step.by_itself.push(state.guard.clone())
                }
                End::Blocked { guard, holder, .. } => {
                    tried_step.blocked.push((guard.clone(), *holder))
                }
                End::Done { .. } | End::Infeasible { .. } => {}
            }
        }
        tried_step
    }

    /// When the thread cannot go on.
    fn stuck(&self, terms: &mut TermStore) -> Term {
        any(terms, self.blocked.iter().map(|(guard, _)| guard).chain(&self.by_itself))
    }

    /// When it waits for that thread.
    fn waits_for(&self, terms: &mut TermStore, other: ThreadNumber) -> Term {
        let mut result = terms.boolean(false);
        for (guard, holder) in &self.blocked {
            let Some(holder) = holder else { continue };
            let width = terms.width(*holder);
            let number = terms.constant(Bits::new(u128::from(other), width));
            let same = terms.equal(*holder, number);
            let guard = guard.all(terms);
            let this = terms.and(guard, same);
            result = terms.or(result, this);
        }
        result
    }
}

/// Whether a wait of the step, also one that a thread leaves by itself, depends on something
/// that the step itself chose.
fn depends_on_inputs(terms: &TermStore, record: &Record) -> bool {
    let chosen: Vec<Term> = record
        .log
        .iter()
        .filter_map(|entry| match entry.item {
            Item::Value(term) | Item::ByItself(term) => Some(term),
            Item::Visible | Item::Number(_) => None,
        })
        .collect();
    if chosen.is_empty() {
        return false;
    }
    let depends = |guard: &PathCondition| {
        let conditions: Vec<Term> = guard.conditions().collect();
        terms.reachable(&conditions).iter().any(|term| chosen.contains(term))
    };
    record.ends.iter().any(|end| match end {
        End::Blocked { guard, .. } => depends(guard),
        End::Done { state, by_itself: true } => depends(&state.guard),
        End::Done { by_itself: false, .. } | End::Infeasible { .. } => false,
    })
}

fn any<'g>(terms: &mut TermStore, guards: impl Iterator<Item = &'g PathCondition>) -> Term {
    let none = terms.boolean(false);
    guards.fold(none, |sum, guard| {
        let guard = guard.all(terms);
        terms.or(sum, guard)
    })
}

/// When a thread with these ends cannot step at all.
pub fn cannot_step(terms: &mut TermStore, ends: &[End]) -> Term {
    let guards = ends.iter().filter_map(|end| match end {
        End::Blocked { guard, .. } | End::Infeasible { guard } => Some(guard),
        End::Done { .. } => None,
    });
    any(terms, guards)
}

/// Conditions under which threads wait for ever, and who: all of them, or a cycle
/// of holders. All running threads must have been tried.
pub fn deadlocks(terms: &mut TermStore, tried: &[TriedStep], some_stopped: bool) -> Vec<Deadlock> {
    let mut found = wait_cycles(terms, tried);
    if !some_stopped && !tried.is_empty() {
        let mut all = terms.boolean(true);
        for tried_step in tried {
            let stuck = tried_step.stuck(terms);
            all = terms.and(all, stuck);
        }
        if !is_never(terms, all) {
            found.push(deadlock(all, tried.iter()));
        }
    }
    found
}

fn deadlock<'a>(condition: Term, waiting: impl Iterator<Item = &'a TriedStep> + Clone) -> Deadlock {
    Deadlock {
        condition,
        threads: waiting.clone().map(|tried_step| tried_step.thread).collect(),
        is_unsure: waiting.into_iter().any(|tried_step| tried_step.is_unsure),
    }
}

/// Threads that wait for each other.
fn wait_cycles(terms: &mut TermStore, tried: &[TriedStep]) -> Vec<Deadlock> {
    let mut found = Vec::new();
    let waiting: Vec<&TriedStep> =
        tried.iter().filter(|tried_step| !tried_step.blocked.is_empty()).collect();
    for start in 0..waiting.len() {
        let truth = terms.boolean(true);
        close_chain(terms, &waiting, &mut vec![start], truth, &mut found);
    }
    found
}

/// Wait cycles that begin with the first of the chain, which is the least of them.
fn close_chain(
    terms: &mut TermStore,
    waiting: &[&TriedStep],
    chain: &mut Vec<usize>,
    condition: Term,
    found: &mut Vec<Deadlock>,
) {
    let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return };
    for next in first..waiting.len() {
        if next != first && chain.contains(&next) {
            continue;
        }
        let edge = waiting[last].waits_for(terms, waiting[next].thread);
        let both = terms.and(condition, edge);
        if is_never(terms, both) {
            continue;
        }
        if next == first {
            found.push(deadlock(both, chain.iter().map(|&at| waiting[at])));
            continue;
        }
        chain.push(next);
        close_chain(terms, waiting, chain, both, found);
        chain.pop();
    }
}

/// The thread that goes on without a decision, if there is one: one that only
/// begins, or that is about to create another. The paper counts decisions once
/// the threads are there.
pub fn undecided(ready: &Ready, state: &State) -> Option<ThreadNumber> {
    let threads =
        state.running().filter_map(|number| Some((number, &state.thread(number)?.thread)));
    undecided_among(ready, &threads.collect::<Vec<_>>())
}

/// The same among these threads, which run.
pub fn undecided_among<V: Clone>(
    ready: &Ready,
    threads: &[(ThreadNumber, &Thread<V>)],
) -> Option<ThreadNumber> {
    let begins = threads.iter().find(|(_, thread)| is_beginning(ready, thread));
    let found = begins.or_else(|| threads.iter().find(|(_, thread)| is_creating(ready, thread)));
    found.map(|(number, _)| *number)
}

/// Whether a thread stands in the library's code in front of its own.
fn is_beginning<V: Clone>(ready: &Ready, thread: &Thread<V>) -> bool {
    match thread.frames.as_slice() {
        [only] => {
            only.function == thread.start
                && ready.program.functions[only.function].origin == Origin::Library
        }
        _ => false,
    }
}

/// Whether a thread stands in the library's function that creates a thread.
fn is_creating<V: Clone>(ready: &Ready, thread: &Thread<V>) -> bool {
    thread.frames.iter().any(|frame| {
        let callee = match frame.place().instruction(&ready.program) {
            Some(Instruction::Call { callee: Callee::Direct(callee), .. }) => Some(*callee),
            Some(_) | None => None,
        };
        callee.is_some_and(|callee| {
            let callee = &ready.program.functions[callee];
            callee.origin == Origin::Library
                && (callee.name == "pthread_create" || callee.name == "thrd_create")
        })
    })
}
