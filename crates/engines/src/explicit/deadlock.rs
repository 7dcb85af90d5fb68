//! Deadlocks, from how the attempted steps of a state's threads ended.

use raddle_passes::Place;
use raddle_semantics::ThreadNumber;

/// What became of a thread's attempts to step from one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It can go on.
    Steps,
    /// It can go on only by itself, which does not count.
    ByItself,
    Blocked(Place, Option<ThreadNumber>),
    /// It met a false assumption, or stopped, inside an atomic section.
    Infeasible,
}

impl Attempt {
    /// What counts of two choices of the same step. Whoever may wait for either of two threads
    /// waits for none of them in particular.
    pub fn or(self, other: Attempt) -> Attempt {
        match (self, other) {
            (Attempt::Blocked(place, one), Attempt::Blocked(_, two)) if one != two => {
                Attempt::Blocked(place, None)
            }
            _ if self.rank() < other.rank() => other,
            _ => self,
        }
    }

    /// Where not all values were tried, another one may let it go on.
    pub fn unless(self, sampled: bool) -> Attempt {
        if sampled { Attempt::Steps } else { self }
    }

    fn rank(self) -> u32 {
        match self {
            Attempt::Blocked(..) => 0,
            Attempt::Infeasible => 1,
            Attempt::ByItself => 2,
            Attempt::Steps => 3,
        }
    }
}

/// The threads that wait for each other, if the state is a deadlock.
///
/// Global: threads are left, all wait, and none ever stopped (a stopped thread
/// stands for a process that ended or was not looked at further). Local: a
/// cycle of threads, each of which can only be released by the next.
pub fn find(attempts: &[(ThreadNumber, Attempt)], some_stopped: bool) -> Option<Vec<ThreadNumber>> {
    if let Some(cycle) = cycle(attempts) {
        return Some(cycle);
    }
    let stuck = attempts.iter().all(|(_, attempt)| match attempt {
        Attempt::Blocked(..) | Attempt::ByItself => true,
        Attempt::Steps | Attempt::Infeasible => false,
    });
    (stuck && !some_stopped && !attempts.is_empty())
        .then(|| attempts.iter().map(|(thread, _)| *thread).collect())
}

fn cycle(attempts: &[(ThreadNumber, Attempt)]) -> Option<Vec<ThreadNumber>> {
    let holder = |thread: ThreadNumber| {
        attempts.iter().find_map(|(waiting, attempt)| match attempt {
            Attempt::Blocked(_, holder) if *waiting == thread => *holder,
            _ => None,
        })
    };
    attempts.iter().find_map(|(start, _)| {
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

    fn blocked(holder: Option<ThreadNumber>) -> Attempt {
        let place = Place { function: FunctionId::new(0), block: BlockId::new(0), statement: 0 };
        Attempt::Blocked(place, holder)
    }

    #[test]
    fn a_cycle_counts_even_while_others_run() {
        let attempts = [(0, Attempt::Steps), (1, blocked(Some(2))), (2, blocked(Some(1)))];
        assert_eq!(find(&attempts, true), Some(vec![1, 2]));
    }

    #[test]
    fn who_may_wait_for_either_is_in_no_cycle() {
        let either = blocked(Some(2)).or(blocked(Some(3)));
        let attempts = [(0, Attempt::Steps), (1, either), (2, blocked(Some(1)))];
        assert_eq!(find(&attempts, false), None);
        assert_eq!(blocked(Some(2)).or(blocked(Some(2))), blocked(Some(2)));
        assert_eq!(blocked(Some(2)).or(Attempt::Steps), Attempt::Steps);
        assert_eq!(blocked(Some(2)).unless(true), Attempt::Steps);
    }

    #[test]
    fn waiting_for_a_thread_outside_the_cycle_is_not_the_cycle() {
        let attempts = [(1, blocked(Some(2))), (2, Attempt::Steps)];
        assert_eq!(find(&attempts, false), None);
    }

    #[test]
    fn all_stuck_is_a_deadlock_unless_something_stopped() {
        let attempts = [(0, blocked(None)), (1, Attempt::ByItself)];
        assert_eq!(find(&attempts, false), Some(vec![0, 1]));
        assert_eq!(find(&attempts, true), None);
        assert_eq!(find(&[(0, Attempt::Infeasible)], false), None);
        assert_eq!(find(&[], false), None);
    }
}
