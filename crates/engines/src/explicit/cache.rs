//! Remembers what steps do. A step that leaves nothing open depends only on the
//! thread's own state and on the objects that it looks at; where these come
//! again, in whatever state of the others, the step need not be run again.
//!
//! The memory is a tree of questions: a run is determined up to the first object
//! that it looks at; given what that holds, up to the next one; and so on. So
//! each node of the tree names the next object to ask about, and a leaf holds
//! the outcome. (The technique is known from symbolic reachability tools as
//! caching of local transitions.)

use std::rc::Rc;

use raddle_passes::Place;
use raddle_semantics::machine::{Object, Thread};
use raddle_semantics::race::Touch;
use raddle_semantics::{Machine, StepEnd, ThreadNumber};
use rustc_hash::FxHashMap;

/// With this many outcomes nothing more is remembered.
const MOST_OUTCOMES: usize = 2_000_000;

/// What a step did.
pub struct Outcome {
    pub end: Ending,
    pub touches: Box<[Touch]>,
    threads: Box<[Change<Thread>]>,
    objects: Box<[Change<Object>]>,
}

/// The endings that are remembered.
#[derive(Clone, Copy)]
pub enum Ending {
    Done { by_itself: bool },
    Blocked { place: Place, holder: Option<ThreadNumber> },
    Infeasible,
}

struct Change<T> {
    cell: u32,
    value: Option<Rc<T>>,
    identity: u32,
}

#[derive(Clone, Copy)]
enum Node {
    /// Looks at this cell next.
    Asks(u32),
    Ends(u32),
}

/// The thread, what it is about to do, and whether no other one can run.
type Key = (ThreadNumber, u32, bool);

#[derive(Default)]
pub struct Cache {
    roots: FxHashMap<Key, u32>,
    nodes: Vec<Node>,
    /// From a node, by the identity of what its cell holds.
    answers: FxHashMap<(u32, u32), u32>,
    outcomes: Vec<Outcome>,
}

impl Ending {
    pub fn of(end: &StepEnd) -> Option<Ending> {
        match end {
            StepEnd::Done { by_itself } => Some(Ending::Done { by_itself: *by_itself }),
            StepEnd::Blocked { place, holder } => {
                Some(Ending::Blocked { place: *place, holder: *holder })
            }
            StepEnd::Infeasible => Some(Ending::Infeasible),
            StepEnd::Failed { .. } | StepEnd::Unsupported { .. } | StepEnd::Limit(_) => None,
        }
    }

    pub fn step_end(self) -> StepEnd {
        match self {
            Ending::Done { by_itself } => StepEnd::Done { by_itself },
            Ending::Blocked { place, holder } => StepEnd::Blocked { place, holder },
            Ending::Infeasible => StepEnd::Infeasible,
        }
    }
}

impl Cache {
    pub fn key(machine: &Machine<'_>, thread: ThreadNumber) -> Key {
        (thread, machine.threads.identity(thread as usize), machine.is_alone(thread))
    }

    /// What the thread's step does from here, if it is remembered.
    pub fn find(&self, machine: &Machine<'_>, key: Key) -> Option<&Outcome> {
        let mut node = *self.roots.get(&key)?;
        loop {
            match self.nodes[node as usize] {
                Node::Ends(outcome) => return self.outcomes.get(outcome as usize),
                Node::Asks(cell) => {
                    let held = machine.memory.cells.identity(cell as usize);
                    node = *self.answers.get(&(node, held))?;
                }
            }
        }
    }

    /// Remembers the step that the machine has just taken (and settled, if it is
    /// done). It must have left nothing open.
    pub fn remember(&mut self, machine: &Machine<'_>, key: Key, end: Ending, touches: &[Touch]) {
        if self.outcomes.len() >= MOST_OUTCOMES {
            return;
        }
        let done = matches!(end, Ending::Done { .. });
        let outcome = Outcome {
            end,
            touches: touches.into(),
            threads: if done { changes(machine.threads.changes()) } else { Box::default() },
            objects: if done { changes(machine.memory.cells.changes()) } else { Box::default() },
        };
        let touched = &machine.memory.touched;
        let leaf = Node::Ends(self.outcomes.len() as u32);
        let node_at = |depth: usize| touched.get(depth).map_or(leaf, |(cell, _)| Node::Asks(*cell));
        let nodes = &mut self.nodes;
        let mut add = |node: Node| {
            nodes.push(node);
            nodes.len() as u32 - 1
        };
        let mut node = *self.roots.entry(key).or_insert_with(|| add(node_at(0)));
        for (depth, (_, held)) in touched.iter().enumerate() {
            let next = self.answers.entry((node, *held));
            node = *next.or_insert_with(|| add(node_at(depth + 1)));
        }
        self.outcomes.push(outcome);
    }
}

fn changes<'a, T: 'a>(
    changes: impl Iterator<Item = (u32, Option<&'a Rc<T>>, u32)>,
) -> Box<[Change<T>]> {
    changes
        .map(|(cell, value, identity)| Change { cell, value: value.cloned(), identity })
        .collect()
}

impl Outcome {
    /// Makes the machine take the step.
    pub fn apply(&self, machine: &mut Machine<'_>) {
        for change in &self.threads {
            machine.threads.put(change.cell, change.value.clone(), change.identity);
        }
        for change in &self.objects {
            machine.memory.cells.put(change.cell, change.value.clone(), change.identity);
        }
    }
}
