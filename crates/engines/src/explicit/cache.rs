//! Remembers what steps do. A step that makes no object or thread depends only
//! on the thread's own state, on the objects that it looks at and on its choices;
//! where these come again, in whatever state of the others, the step need not be
//! run again.
//!
//! The memory is a tree of questions: a run is determined up to the first object
//! that it looks at or the first choice; given the answer, up to the next one; and
//! so on. So each node of the tree is the next question, and a leaf holds the
//! outcome. (The technique is known from symbolic reachability tools as
//! caching of local transitions.)

use std::rc::Rc;

use raddle_passes::Place;
use raddle_semantics::happens_before::Effect;
use raddle_semantics::machine::{Object, Question, Thread};
use raddle_semantics::{Choice, Machine, StepEnd, ThreadNumber};
use rustc_hash::FxHashMap;

use super::chooser::Point;
use super::footprint::{Footprint, PrivateCell};

/// With this many outcomes nothing more is remembered.
const MOST_OUTCOMES: usize = 2_000_000;

/// What a step did.
pub struct Outcome {
    pub end: Ending,
    pub effects: Box<[Effect]>,
    pub footprint: Footprint,
    pub waited: Option<Box<[PrivateCell]>>,
    pub choices: Box<[Choice]>,
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
    Cell(u32),
    /// Chooses among so many next.
    Choice(u32),
    Ends(u32),
}

/// The thread, what it is about to do, and whether no other one can run.
type Key = (ThreadNumber, u32, bool);

#[derive(Default)]
pub struct Cache {
    roots: FxHashMap<Key, u32>,
    nodes: Vec<Node>,
    /// From a node, by the identity of what its cell holds, or the choice taken.
    answers: FxHashMap<(u32, u32), u32>,
    outcomes: Vec<Outcome>,
}

/// A step to remember.
pub struct Taken<'a> {
    pub end: Ending,
    pub effects: &'a [Effect],
    pub footprint: Footprint,
    pub waited: Option<&'a [PrivateCell]>,
    pub choices: &'a [Choice],
    pub points: &'a [Point],
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

    /// What the thread's step does from here under these choices (and the first
    /// of each further one, which are added), if it is remembered.
    pub fn find(
        &self,
        machine: &Machine<'_>,
        key: Key,
        points: &mut Vec<Point>,
    ) -> Option<&Outcome> {
        let given = points.len();
        let found = self.follow(machine, key, points);
        if found.is_none() {
            points.truncate(given);
        }
        found
    }

    fn follow(&self, machine: &Machine<'_>, key: Key, points: &mut Vec<Point>) -> Option<&Outcome> {
        let mut node = *self.roots.get(&key)?;
        let mut cursor = 0;
        loop {
            let answer = match self.nodes[node as usize] {
                Node::Ends(outcome) => return self.outcomes.get(outcome as usize),
                Node::Cell(cell) => machine.memory.cells.identity(cell as usize),
                Node::Choice(count) => {
                    if cursor == points.len() {
                        points.push(Point { taken: 0, count });
                    }
                    cursor += 1;
                    points[cursor - 1].taken
                }
            };
            node = *self.answers.get(&(node, answer))?;
        }
    }

    /// Remembers the step that the machine has just taken (and settled, if it is
    /// done) with these choices. It must have made no object and no thread.
    pub fn remember(&mut self, machine: &Machine<'_>, key: Key, step: Taken<'_>) {
        if self.outcomes.len() >= MOST_OUTCOMES {
            return;
        }
        let done = matches!(step.end, Ending::Done { .. });
        let mut points = step.points.iter();
        let questions = machine.memory.questions.iter().map(|question| match question {
            Question::Cell { cell, identity } => Some((Node::Cell(*cell), *identity)),
            Question::Choice => points.next().map(|point| (Node::Choice(point.count), point.taken)),
        });
        let Some(path) = questions.collect::<Option<Vec<_>>>() else { return };
        let leaf = Node::Ends(self.outcomes.len() as u32);
        let node_at = |depth: usize| path.get(depth).map_or(leaf, |(node, _)| *node);
        let nodes = &mut self.nodes;
        let mut add = |node: Node| {
            nodes.push(node);
            nodes.len() as u32 - 1
        };
        let mut node = *self.roots.entry(key).or_insert_with(|| add(node_at(0)));
        for (depth, (_, answer)) in path.iter().enumerate() {
            let next = self.answers.entry((node, *answer));
            node = *next.or_insert_with(|| add(node_at(depth + 1)));
        }
        self.outcomes.push(Outcome {
            end: step.end,
            effects: step.effects.into(),
            footprint: step.footprint,
            waited: step.waited.map(Box::from),
            choices: step.choices.into(),
            threads: if done { changes(machine.threads.changes()) } else { Box::default() },
            objects: if done { changes(machine.memory.cells.changes()) } else { Box::default() },
        });
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
