//! Deadlocks, from how the attempted steps of a state's threads ended.

use raddle_passes::Place;
use raddle_semantics::{StepEnd, ThreadNumber};

/// How a thread's step from a state ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// It can go on.
    Steps,
    /// It can go on only by itself, which does not count.
    ByItself,
    Blocked(Place, Option<ThreadNumber>),
    /// It met a false assumption, or stopped, inside an atomic section.
    Infeasible,
}

impl StepOutcome {
    /// Of a step that ended so. What the tool could not follow may go on.
    pub fn of(end: &StepEnd, sampled: bool) -> StepOutcome {
        match end {
            StepEnd::Done { by_itself: true } => StepOutcome::ByItself.unless(sampled),
            StepEnd::Blocked { place, holder } => {
                StepOutcome::Blocked(*place, *holder).unless(sampled)
            }
            StepEnd::Infeasible => StepOutcome::Infeasible,
            StepEnd::Done { by_itself: false }
            | StepEnd::Failed { .. }
            | StepEnd::Unsupported { .. }
            | StepEnd::Limit(_) => StepOutcome::Steps,
        }
    }

    /// What counts of two choices of the same step. A thread that may wait for either of two threads
    /// waits for none of them in particular.
    pub fn or(self, other: StepOutcome) -> StepOutcome {
        match (self, other) {
            (StepOutcome::Blocked(place, one), StepOutcome::Blocked(_, two)) if one != two => {
                StepOutcome::Blocked(place, None)
            }
            _ if self.rank() < other.rank() => other,
            _ => self,
        }
    }

    /// Where not all values were tried, another one may let it go on.
    pub fn unless(self, sampled: bool) -> StepOutcome {
        if sampled { StepOutcome::Steps } else { self }
    }

    fn rank(self) -> u32 {
        match self {
            StepOutcome::Blocked(..) => 0,
            StepOutcome::Infeasible => 1,
            StepOutcome::ByItself => 2,
            StepOutcome::Steps => 3,
        }
    }
}

/// The threads that wait for each other, if the state is a deadlock.
///
/// Global: threads are left, all wait, and none ever stopped (a stopped thread
/// stands for a process that ended or was not looked at further). Local: a
/// cycle of threads, each of which can only be released by the next.
pub fn find(
    outcomes: &[(ThreadNumber, StepOutcome)],
    some_stopped: bool,
) -> Option<Vec<ThreadNumber>> {
    if let Some(cycle) = cycle(outcomes) {
        return Some(cycle);
    }
    let stuck = outcomes.iter().all(|(_, outcome)| match outcome {
        StepOutcome::Blocked(..) | StepOutcome::ByItself => true,
        StepOutcome::Steps | StepOutcome::Infeasible => false,
    });
    (stuck && !some_stopped && !outcomes.is_empty())
        .then(|| outcomes.iter().map(|(thread, _)| *thread).collect())
}

fn cycle(outcomes: &[(ThreadNumber, StepOutcome)]) -> Option<Vec<ThreadNumber>> {
    let holder = |thread: ThreadNumber| {
        outcomes.iter().find_map(|(waiting, outcome)| match outcome {
            StepOutcome::Blocked(_, holder) => holder.filter(|_| *waiting == thread),
            StepOutcome::Steps | StepOutcome::ByItself | StepOutcome::Infeasible => None,
        })
    };
    outcomes.iter().find_map(|(start, _)| {
        let mut chain = vec![*start];
        while let Some(next) = chain.last().and_then(|last| holder(*last)) {
            if next == *start {
                return Some(chain);
            }
            if chain.contains(&next) {
                return None;
            }
            chain.push(next);
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::index::Index;
    use raddle_ir::{BlockId, FunctionId};

    fn blocked(holder: Option<ThreadNumber>) -> StepOutcome {
        let place = Place { function: FunctionId::new(0), block: BlockId::new(0), statement: 0 };
        StepOutcome::Blocked(place, holder)
    }

    #[test]
    fn a_cycle_counts_even_while_others_run() {
        let outcomes = [(0, StepOutcome::Steps), (1, blocked(Some(2))), (2, blocked(Some(1)))];
        assert_eq!(find(&outcomes, true), Some(vec![1, 2]));
    }

    #[test]
    fn who_may_wait_for_either_is_in_no_cycle() {
        let either = blocked(Some(2)).or(blocked(Some(3)));
        let outcomes = [(0, StepOutcome::Steps), (1, either), (2, blocked(Some(1)))];
        assert_eq!(find(&outcomes, false), None);
        assert_eq!(blocked(Some(2)).or(blocked(Some(2))), blocked(Some(2)));
        assert_eq!(blocked(Some(2)).or(StepOutcome::Steps), StepOutcome::Steps);
        assert_eq!(blocked(Some(2)).unless(true), StepOutcome::Steps);
    }

    #[test]
    fn waiting_for_a_thread_outside_the_cycle_is_not_the_cycle() {
        let outcomes = [(1, blocked(Some(2))), (2, StepOutcome::Steps)];
        assert_eq!(find(&outcomes, false), None);
    }

    #[test]
    fn all_stuck_is_a_deadlock_unless_something_stopped() {
        let outcomes = [(0, blocked(None)), (1, StepOutcome::ByItself)];
        assert_eq!(find(&outcomes, false), Some(vec![0, 1]));
        assert_eq!(find(&outcomes, true), None);
        assert_eq!(find(&[(0, StepOutcome::Infeasible)], false), None);
        assert_eq!(find(&[], false), None);
    }
}
