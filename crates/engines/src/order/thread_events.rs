//! Runs every thread of a program in isolation from the others, as often as it takes until
//! what shared memory can hold is a fixpoint, and puts their events into one numbering.

use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::machine::Thread;
use raddle_semantics::symbolic::events::{Action, ActionNumber, Spawned};
use raddle_semantics::symbolic::{Decide, Executor, PathCondition, Record, Shared, State};
use raddle_terms::{Term, TermStore};

/// Position among the events of all threads. The first is the start of the program,
/// where memory has its first values.
pub type EventNumber = u32;

/// The threads are run no more often than this, and so many of them.
const MOST_RUNS: u32 = 200;
const MOST_INSTANCES: usize = 300;
/// How many certain iterations are free in runs that are not the last.
const DRAFT: u32 = 8;

/// One run of one thread. Two that exclude each other may have the same number.
pub struct Instance {
    pub number: ThreadNumber,
    /// Who started it, and in which event.
    pub parent: Option<(usize, ActionNumber)>,
    pub record: Record,
    /// The number of its first event among those of all threads.
    pub first: EventNumber,
    /// When it is started.
    pub guard: PathCondition,
}

impl Instance {
    pub fn actions(&self) -> &[Action] {
        &self.record.events.actions
    }

    pub fn global(&self, event: ActionNumber) -> EventNumber {
        self.first + event
    }
}

#[derive(Default)]
pub struct ThreadEvents {
    pub instances: Vec<Instance>,
    /// All events, the start included.
    pub events: u32,
    /// Why not everything is there.
    pub gap: Option<String>,
}

impl ThreadEvents {
    /// Whose event it is; `None` for the start of the program.
    pub fn owner(&self, event: EventNumber) -> Option<(usize, ActionNumber)> {
        let after = self.instances.partition_point(|instance| instance.first <= event);
        let owner = after.checked_sub(1)?;
        Some((owner, event - self.instances[owner].first))
    }

    pub fn action(&self, event: EventNumber) -> Option<&Action> {
        let (instance, local) = self.owner(event)?;
        self.instances[instance].actions().get(local as usize)
    }

    /// Whether the first comes before the second in every execution with both.
    pub fn is_before(&self, one: EventNumber, two: EventNumber) -> bool {
        if one == two {
            return false;
        }
        let (Some((first, event)), Some(mut second)) = (self.owner(one), self.owner(two)) else {
            return one < two;
        };
        if first == second.0 {
            return event < second.1;
        }
        while let Some(parent) = self.instances[second.0].parent {
            if parent.0 == first {
                return event <= parent.1;
            }
            second = parent;
        }
        false
    }
}

pub struct IsolatedRuns<'g, 'p> {
    pub ready: &'p Ready,
    pub executor: &'g mut Executor<'p>,
    pub terms: &'g mut TermStore,
    pub decide: &'g mut dyn Decide,
    pub shared: &'g mut Shared,
    /// Iterations of loops count even if they are certain.
    pub counts_all: bool,
}

impl IsolatedRuns<'_, '_> {
    pub fn run(&mut self) -> ThreadEvents {
        let start = State::new(self.ready, self.terms);
        // As long as it is not known what memory can hold, loops may seem to be endless.
        let mut is_draft = true;
        for _ in 0..MOST_RUNS {
            self.shared.again();
            self.executor.options.certain = match (self.counts_all, is_draft) {
                (true, _) => 0,
                (false, true) => DRAFT,
                (false, false) => u32::MAX,
            };
            let mut threads = self.once(&start);
            threads.gap = threads.gap.or_else(|| self.decide.given_up());
            if threads.gap.is_some() {
                return threads;
            }
            let has_grown = self.shared.has_grown();
            if !has_grown && !is_draft {
                return threads;
            }
            is_draft = has_grown;
        }
        let gap = Some("what threads write to shared memory does not settle".to_string());
        ThreadEvents { gap, ..ThreadEvents::default() }
    }

    fn once(&mut self, start: &State) -> ThreadEvents {
        let mut threads = ThreadEvents { events: 1, ..ThreadEvents::default() };
        self.add(&mut threads, start, 0, None);
        let mut next = 0;
        while next < threads.instances.len() {
            let spawned = threads.instances[next].record.events.spawned.clone();
            if threads.instances.len() + spawned.len() > MOST_INSTANCES {
                let what = format!("more than {MOST_INSTANCES} threads may be created");
                return ThreadEvents { gap: Some(what), ..threads };
            }
            for Spawned { action, guard, number, start: function, argument } in spawned {
                let truth = self.terms.boolean(true);
                let thread: Thread<Term> = Thread::new(self.ready, function, argument, truth);
                let state = self.shared.begin(self.ready, self.terms, start, number, thread);
                let parent = &threads.instances[next].actions()[action as usize];
                let guard = happens(self.terms, &guard, parent);
                let state = State { guard, ..state };
                self.add(&mut threads, &state, number, Some((next, action)));
                if let Some(limit) = self.decide.given_up() {
                    return ThreadEvents { gap: Some(limit), ..threads };
                }
            }
            next += 1;
        }
        threads
    }

    fn add(
        &mut self,
        threads: &mut ThreadEvents,
        state: &State,
        number: ThreadNumber,
        parent: Option<(usize, ActionNumber)>,
    ) {
        let record =
            self.executor.run_isolated(self.terms, self.decide, state, number, self.shared);
        let first = threads.events;
        threads.events += record.events.actions.len() as u32;
        let guard = state.guard.clone();
        threads.instances.push(Instance { number, parent, record, first, guard });
    }
}

/// When something in an event happens: where the event is refused, all of it is taken back.
fn happens(terms: &mut TermStore, guard: &PathCondition, event: &Action) -> PathCondition {
    event.refused.iter().fold(guard.clone(), |guard, refused| {
        let refused = refused.guard.all(terms);
        let not = terms.not(refused);
        guard.and(terms, not)
    })
}
