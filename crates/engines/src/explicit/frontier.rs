//! Searches that keep a frontier of states instead of a path: breadth-first (the shortest
//! runs first), best-first, and by what is left of a bound on preemptions.
//!
//! The machine is set to the state that comes next from its row in the store; the run that
//! led there is found along the links of the states, each to the one from which it was
//! reached first.
//!
//! - *Best first* prefers states in which more threads wait (towards deadlocks), then those whose
//!   last steps were taken by more threads (towards races and lost updates); both after Groce and
//!   Visser, "Heuristics for Model Checking Java Programs".
//! - *By preemptions* (iterative context bounding, Musuvathi and Qadeer): states that are
//!   reached with fewer preemptions come first, so that a state is seldom entered again
//!   because more is left.

use std::collections::BTreeMap;

use raddle_semantics::{Step, ThreadNumber};

use super::budget::Budget;
use super::deadlock::StepOutcome;
use super::search::{Search, StackState};
use super::watched::Guess;

/// Which state comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Oldest,
    Best,
    FewestPreemptions,
}

/// A state that waits to be searched.
pub struct Waiting {
    pub state: u32,
    pub last: ThreadNumber,
    pub left: Budget,
    /// Only the last thread's step is new.
    pub only_last: bool,
    pub watched: Option<Guess>,
    /// The threads of its last steps, the latest last.
    pub recent: [ThreadNumber; 4],
    /// How many steps lead to it.
    pub depth: u64,
}

/// How a state was reached first.
struct Link {
    from: Option<u32>,
    step: Step,
    further: Box<[Step]>,
}

pub struct Frontier {
    next: Next,
    /// By rank, the lowest first.
    waiting: BTreeMap<u64, Vec<Waiting>>,
    /// By the states' numbers.
    links: Vec<Link>,
    /// The state that is searched now.
    pub current: Option<Waiting>,
}

impl Frontier {
    pub fn new(next: Next) -> Frontier {
        Frontier { next, waiting: BTreeMap::new(), links: Vec::new(), current: None }
    }

    /// A state was reached from the current one by these steps. `blocked` threads wait in it.
    pub fn add(&mut self, (step, further): (Step, Vec<Step>), waiting: Waiting, blocked: usize) {
        if waiting.state as usize == self.links.len() {
            let from = self.current.as_ref().map(|current| current.state);
            self.links.push(Link { from, step, further: further.into_boxed_slice() });
        }
        let rank = match self.next {
            Next::Oldest => waiting.depth,
            Next::Best => {
                let mut threads = waiting.recent;
                threads.sort_unstable();
                let switches = threads.windows(2).filter(|pair| pair[0] != pair[1]).count();
                u64::MAX - (8 * blocked + switches) as u64
            }
            Next::FewestPreemptions => u64::from(u32::MAX - waiting.left.preemptions()),
        };
        self.waiting.entry(rank).or_default().push(waiting);
    }

    /// The next state becomes the current one.
    pub fn advance(&mut self) -> Option<&Waiting> {
        self.current = None;
        let mut first = self.waiting.first_entry()?;
        self.current = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        self.current.as_ref()
    }

    /// The run that leads to the current state.
    pub fn run(&self) -> Vec<Step> {
        let mut links = Vec::new();
        let mut state = self.current.as_ref().map(|current| current.state);
        while let Some(link) = state.and_then(|state| self.links.get(state as usize)) {
            links.push(link);
            state = link.from;
        }
        let steps = |link: &&Link| [link.step.clone()].into_iter().chain(link.further.to_vec());
        links.iter().rev().flat_map(steps).collect()
    }
}

impl Search<'_> {
    /// Works through the frontier, if there is one.
    pub(super) fn search_frontier(&mut self) {
        let start = self.machine.mark();
        let beside = usize::from(self.watching.is_needed);
        while !self.findings.open.is_empty() {
            let Some(frontier) = &mut self.frontier else { return };
            let Some(waiting) = frontier.advance() else { return };
            let (state, last, left) = (waiting.state, waiting.last, waiting.left);
            let (watched, only_last) = (waiting.watched.clone(), waiting.only_last);
            let depth = waiting.depth;
            self.machine.undo_to(start);
            self.store.restore(&mut self.machine, state, beside);
            let mark = self.machine.mark();
            self.findings.deepest = self.findings.deepest.max(depth);
            let step = Step { thread: last, choices: Vec::new() };
            let mut begins = StackState::new((step, Vec::new()), mark, last, left);
            (begins.watched, begins.only_last) = (watched, only_last);
            self.stack.push(begins);
            if !self.explore() {
                return;
            }
        }
    }

    /// Leaves the machine's state, which is new, to the frontier.
    pub(super) fn wait(
        &mut self,
        step: &Step,
        further: Vec<Step>,
        (last, left, only_last): (ThreadNumber, Budget, bool),
        watched: Option<Guess>,
    ) {
        let state = self.last_number;
        let blocked = self.stack.last().map_or(0, |state| {
            let waits = |(_, outcome): &&(ThreadNumber, StepOutcome)| {
                matches!(outcome, StepOutcome::Blocked(..))
            };
            state.outcomes.iter().filter(waits).count()
        });
        let Some(frontier) = &mut self.frontier else { return };
        let (recent, depth) = match &frontier.current {
            Some(Waiting { recent: [_, one, two, three], depth, .. }) => {
                ([*one, *two, *three, step.thread], depth + 1 + further.len() as u64)
            }
            None => ([step.thread; 4], 0),
        };
        let waiting = Waiting { state, last, left, only_last, watched, recent, depth };
        frontier.add((step.clone(), further), waiting, blocked);
    }
}
