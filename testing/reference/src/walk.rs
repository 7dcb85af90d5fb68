//! Depth-first search through every run (stateless) or every state (with stored states): in each
//! state every thread that can go on goes on, with every choice that its step leaves open.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::happens_before::{Effect, Effects};
use raddle_semantics::machine::{Cells, Object, Thread};
use raddle_semantics::{Event, Machine, Selected, Status, StepEnd, ThreadNumber};
use rustc_hash::{FxHashSet, FxHasher};

use crate::digits::Digits;
use crate::races::{contains_race, race};
use crate::{Budget, Judgement, Manner, Watcher, private};

/// A step costs about as much as so many events.
const STEP: u64 = 5;

pub struct Walk<'a> {
    machine: Machine<'a>,
    selected: Selected,
    budget: Budget,
    judgement: Judgement,
    /// What happened since the start.
    happened: Effects,
    depth: u32,
    seen: Seen,
    /// Races are no pairs of next steps: what a run was before matters.
    follows_runs: bool,
    watcher: Option<&'a mut dyn Watcher>,
    /// Of the last step, for the watcher.
    events: Vec<Event>,
}

/// The states that need not be gone on from.
enum Seen {
    /// Those that this run went through: every run is walked to its end.
    OnThisRun(Vec<State>),
    /// Those that any run went through.
    Ever(FxHashSet<State>),
}

impl Seen {
    /// `false` if it was there already.
    fn enter(&mut self, state: State) -> bool {
        match self {
            Seen::OnThisRun(past) => {
                let new = !past.contains(&state);
                past.push(state);
                new
            }
            Seen::Ever(states) => states.insert(state),
        }
    }

    fn leave(&mut self) {
        match self {
            Seen::OnThisRun(past) => {
                past.pop();
            }
            Seen::Ever(_) => {}
        }
    }
}

/// A state, to be recognised when the run comes back to it.
struct State {
    hash: u64,
    threads: Vec<Option<Rc<Thread>>>,
    objects: Vec<Option<Rc<Object>>>,
}

/// Which thread goes on.
#[derive(Clone, Copy, Debug)]
enum Turn {
    /// `main`, up to its first action.
    Start,
    /// With something that is private to the thread.
    Private(ThreadNumber),
    Shared(ThreadNumber),
}

/// What became of a thread that tried to go on; of several choices, the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ability {
    Blocked(Option<ThreadNumber>),
    /// An atomic section that does not happen.
    Infeasible,
    /// Only by itself: a wait that ends without a reason.
    ByItself,
    Steps,
}

impl Ability {
    /// The better one. A thread that may wait for either of two waits for none in particular.
    fn or(self, other: Ability) -> Ability {
        match (self, other) {
            (Ability::Blocked(one), Ability::Blocked(two)) if one != two => Ability::Blocked(None),
            _ => self.max(other),
        }
    }
}

impl<'a> Walk<'a> {
    pub fn new(
        ready: &'a Ready,
        selected: Selected,
        manner: Manner,
        budget: Budget,
        watcher: Option<&'a mut dyn Watcher>,
    ) -> Walk<'a> {
        let seen = match manner {
            Manner::EveryRun => Seen::OnThisRun(Vec::new()),
            Manner::EveryState => Seen::Ever(FxHashSet::default()),
        };
        let judgement =
            Judgement { violated: Selected::none(), gap: None, runs: 0, steps: 0, work: 0 };
        let follows_runs = ready.memory_orders.unordered && selected.contains(CheckKind::Race);
        let mut walk = Walk {
            machine: Machine::for_runs(ready, selected),
            selected,
            budget,
            judgement,
            happened: Effects::default(),
            depth: 0,
            seen,
            follows_runs,
            watcher,
            events: Vec::new(),
        };
        if follows_runs && manner == Manner::EveryState {
            walk.give_up("races are looked for in whole runs here");
        }
        walk
    }

    pub fn run(mut self) -> Judgement {
        self.every_outcome(Turn::Start, &mut Vec::new());
        if self.judgement.work > self.budget.work {
            self.give_up("there is too much to do");
        }
        self.judgement
    }

    /// From the machine's state on.
    fn go_on(&mut self) {
        if self.depth >= self.budget.depth {
            self.give_up("a run is too long");
            return self.end_of_run();
        }
        self.depth += 1;
        if let Some(thread) = private::thread(&self.machine) {
            self.every_outcome(Turn::Private(thread), &mut Vec::new());
        } else {
            if self.seen.enter(State::of(&self.machine)) {
                self.every_thread();
            } else {
                if self.follows_runs {
                    self.give_up("a run comes back to a state, with another past");
                }
                self.end_of_run();
            }
            self.seen.leave();
        }
        self.depth -= 1;
    }

    fn every_thread(&mut self) {
        let (mut abilities, mut accesses) = (Vec::new(), Vec::new());
        for thread in 0..self.machine.threads.len() as ThreadNumber {
            if self.machine.is_running(thread) && !self.is_over() {
                abilities.push((thread, self.every_outcome(Turn::Shared(thread), &mut accesses)));
            }
        }
        if self.is_over() {
            return;
        }
        if is_deadlock(&abilities, self.some_stopped()) {
            self.violated(CheckKind::Deadlock);
        }
        if matches!(self.seen, Seen::Ever(_)) && race(&accesses) {
            self.violated(CheckKind::Race);
        }
        let goes_on = |ability: Ability| matches!(ability, Ability::Steps | Ability::ByItself);
        if !abilities.iter().any(|(_, ability)| goes_on(*ability)) {
            self.end_of_run();
        }
    }

    /// One step, with every choice that it leaves open, and all that follows. Adds what
    /// the step itself accesses.
    fn every_outcome(&mut self, turn: Turn, accesses: &mut Vec<Effect>) -> Ability {
        let mut best: Option<Ability> = None;
        let mut digits = Digits::default();
        loop {
            let (mark, happened) = (self.machine.mark(), self.happened.list.len());
            let end = self.step(turn, &mut digits);
            let ability = match end {
                StepEnd::Done { by_itself } => {
                    self.machine.end_step();
                    accesses.extend_from_slice(&self.happened.list[happened..]);
                    if let Some(watcher) = &mut self.watcher {
                        watcher.forwards(&self.machine, &self.events);
                    }
                    self.go_on();
                    self.watcher.iter_mut().for_each(|watcher| watcher.back());
                    Some(if by_itself { Ability::ByItself } else { Ability::Steps })
                }
                // Once is enough; then again, as if the check were not selected.
                StepEnd::Failed { failure, .. } => {
                    self.violated(failure.kind);
                    self.machine.deselect(failure.kind);
                    None
                }
                StepEnd::Blocked { holder, .. } => Some(Ability::Blocked(holder)),
                StepEnd::Infeasible => Some(Ability::Infeasible),
                StepEnd::Unsupported { what, .. } | StepEnd::Limit(what) => {
                    self.give_up(&what);
                    Some(Ability::Steps)
                }
            };
            let again = ability.is_none();
            // Under a value that was not tried it may go on.
            let ability = ability.map(|known| if digits.sampled { Ability::Steps } else { known });
            best = best.into_iter().chain(ability).reduce(Ability::or);
            self.machine.undo_to(mark);
            self.happened.list.truncate(happened);
            if again && !self.is_over() {
                digits.rewind();
            } else if self.is_over() || !digits.advance() {
                return best.unwrap_or(Ability::Steps);
            }
        }
    }

    fn step(&mut self, turn: Turn, digits: &mut Digits) -> StepEnd {
        self.judgement.steps += 1;
        self.judgement.work += STEP;
        let work = &mut self.judgement.work;
        let (happened, ready) = (&mut self.happened, self.machine.ready());
        // Private accesses race with nothing if a thread that finds the object later does so
        // through something that is ordered after them, or races itself.
        let hides = matches!(turn, Turn::Private(_)) && !self.follows_runs;
        happened.begin_step();
        self.events.clear();
        let mut events = self.watcher.is_some().then_some(&mut self.events);
        let mut observer = |event: &Event| {
            *work += 1;
            if let Some(events) = &mut events {
                events.push(event.clone());
            }
            let before = happened.list.len();
            happened.add(ready, event);
            if hides {
                happened.drop_touches(before);
            }
        };
        let end = match turn {
            Turn::Start => self.machine.begin(digits, &mut observer),
            Turn::Private(thread) | Turn::Shared(thread) => {
                self.machine.step(thread, digits, &mut observer)
            }
        };
        if digits.sampled {
            self.give_up("values were only tried out");
        }
        end
    }

    fn end_of_run(&mut self) {
        self.judgement.runs += 1;
        let open = self.selected.contains(CheckKind::Race)
            && !self.judgement.violated.contains(CheckKind::Race);
        if open && matches!(self.seen, Seen::OnThisRun(_)) {
            self.judgement.work += self.happened.list.len() as u64;
            if contains_race(&self.happened.list, self.machine.ready().layout.offset_bits) {
                self.violated(CheckKind::Race);
            }
        }
    }

    fn violated(&mut self, kind: CheckKind) {
        if self.selected.contains(kind) {
            self.judgement.violated = self.judgement.violated.with(kind);
        }
    }

    fn give_up(&mut self, reason: &str) {
        self.judgement.gap.get_or_insert_with(|| reason.to_owned());
    }

    fn is_over(&self) -> bool {
        self.judgement.work > self.budget.work || self.judgement.violated == self.selected
    }

    fn some_stopped(&self) -> bool {
        self.machine.threads.iter().any(|(_, thread)| match thread.status {
            Status::Running | Status::Finished => false,
            Status::Stopped(_) | Status::Assumed => true,
        })
    }
}

impl State {
    fn of(machine: &Machine<'_>) -> State {
        let threads = all(&machine.threads);
        let objects = all(&machine.memory.cells);
        let mut hasher = FxHasher::default();
        threads.hash(&mut hasher);
        objects.hash(&mut hasher);
        State { hash: hasher.finish(), threads, objects }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.hash == other.hash && self.threads == other.threads && self.objects == other.objects
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash);
    }
}

fn all<T: Clone>(cells: &Cells<T>) -> Vec<Option<Rc<T>>> {
    (0..cells.len()).map(|index| cells.shared(index).cloned()).collect()
}

/// Threads that wait for each other in a circle; or all that are left wait, and none
/// was stopped (that stands for a process that has ended).
fn is_deadlock(abilities: &[(ThreadNumber, Ability)], some_stopped: bool) -> bool {
    let stuck = |ability: Ability| matches!(ability, Ability::Blocked(_) | Ability::ByItself);
    let all_stuck = !abilities.is_empty() && abilities.iter().all(|(_, ability)| stuck(*ability));
    all_stuck && !some_stopped || abilities.iter().any(|(thread, _)| in_circle(abilities, *thread))
}

/// Whether one gets back to the thread along which thread holds up which.
fn in_circle(abilities: &[(ThreadNumber, Ability)], start: ThreadNumber) -> bool {
    let holder = |thread: ThreadNumber| {
        abilities.iter().find_map(|(waiting, ability)| match ability {
            Ability::Blocked(holder) if *waiting == thread => *holder,
            Ability::Blocked(_) | Ability::Infeasible | Ability::ByItself | Ability::Steps => None,
        })
    };
    let mut at = start;
    for _ in 0..abilities.len() {
        match holder(at) {
            Some(next) if next == start => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}
