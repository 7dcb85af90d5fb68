//! What bounds leave to a run, and with how much of it a state was entered before.
//!
//! What can follow a state depends on the last thread and on what is left. A state that was
//! entered with the same last thread and at least as much need not be entered again; nor one
//! that was entered with another last thread and one switch more, since whatever steps next
//! costs one at most. (The budgets are those of context bounding by Qadeer and Rehof, and of
//! preemption bounding by Musuvathi and Qadeer.)

use raddle_semantics::ThreadNumber;
use rustc_hash::FxHashMap;

/// What a search may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Switches from one thread to another.
    pub contexts: Option<u32>,
    /// Switches away from a thread that could go on.
    pub preemptions: Option<u32>,
    /// Choices of which thread goes on, where several can.
    pub decisions: Option<u32>,
    /// Steps.
    pub depth: Option<u64>,
    /// Give up after this many states.
    pub states: Option<u64>,
}

impl Bounds {
    /// Whether they allow a run and not another one that differs in the order of independent
    /// steps.
    pub fn restrict_runs(&self) -> bool {
        self.contexts.is_some()
            || self.preemptions.is_some()
            || self.decisions.is_some()
            || self.depth.is_some()
    }

    pub fn budget(&self) -> Budget {
        Budget {
            contexts: self.contexts.unwrap_or(0),
            preemptions: self.preemptions.unwrap_or(0),
            decisions: self.decisions.unwrap_or(0),
            // The start of the program is no step.
            steps: self.depth.map_or(0, |depth| depth.saturating_add(1)),
        }
    }

    /// What is left after a step; `None` if they do not allow it.
    pub fn spend(&self, left: Budget, cost: Cost) -> Option<Budget> {
        let of = |bounded: bool, left: u32, costs: bool| match bounded && costs {
            true => left.checked_sub(1),
            false => Some(left),
        };
        Some(Budget {
            contexts: of(self.contexts.is_some(), left.contexts, cost.switches)?,
            preemptions: of(self.preemptions.is_some(), left.preemptions, cost.preempts)?,
            decisions: of(self.decisions.is_some(), left.decisions, cost.decides)?,
            steps: match self.depth {
                Some(_) => left.steps.checked_sub(1)?,
                None => 0,
            },
        })
    }

    /// Whether nothing but a step of the last thread is new, if the state was entered with the
    /// first budget before: every other thread's step costs a switch now.
    fn leaves_last(&self, with: Budget, other: (ThreadNumber, Budget)) -> bool {
        self.decisions.is_none() && self.covers((other.0, with), other)
    }

    /// Whether all that can follow with one budget can follow with the other.
    fn covers(&self, with: (ThreadNumber, Budget), other: (ThreadNumber, Budget)) -> bool {
        let ((last, left), (other_last, other_left)) = (with, other);
        let more = u32::from(last != other_last);
        let enough =
            |bounded: bool, left: u32, needed: u32| !bounded || left >= needed.saturating_add(more);
        enough(self.contexts.is_some(), left.contexts, other_left.contexts)
            && enough(self.preemptions.is_some(), left.preemptions, other_left.preemptions)
            && left.steps >= other_left.steps
            // Without a decision the last thread goes on.
            && (self.decisions.is_none() || more == 0 && left.decisions >= other_left.decisions)
    }
}

/// What is left of each bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    contexts: u32,
    preemptions: u32,
    decisions: u32,
    steps: u64,
}

impl Budget {
    pub fn preemptions(self) -> u32 {
        self.preemptions
    }

    pub fn has_decisions(self) -> bool {
        self.decisions > 0
    }
}

/// What a step costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub switches: bool,
    pub preempts: bool,
    pub decides: bool,
}

/// With which budgets states were entered.
#[derive(Default)]
pub struct Entered {
    /// By the states' numbers, which come one after the other.
    first: Vec<(ThreadNumber, Budget)>,
    further: FxHashMap<u32, Vec<(ThreadNumber, Budget)>>,
}

/// What can follow a state that could not when it was entered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    Nothing,
    /// Steps of the last thread; of others only if it cannot go on.
    LastThread,
    Everything,
}

impl Entered {
    /// What more can follow the state, with this last thread and budget, than was searched.
    pub fn more(&mut self, bounds: &Bounds, state: u32, last: ThreadNumber, left: Budget) -> More {
        let Some(first) = self.first.get(state as usize).copied() else {
            debug_assert_eq!(self.first.len(), state as usize, "states are numbered as they come");
            self.first.push((last, left));
            return More::Everything;
        };
        if bounds.covers(first, (last, left)) {
            return More::Nothing;
        }
        let known = self.further.entry(state).or_default();
        if known.iter().any(|each| bounds.covers(*each, (last, left))) {
            return More::Nothing;
        }
        let leaves = |each: &(ThreadNumber, Budget)| bounds.leaves_last(each.1, (last, left));
        let leaves_last = leaves(&first) || known.iter().any(leaves);
        known.retain(|each| !bounds.covers((last, left), *each));
        known.push((last, left));
        if leaves_last { More::LastThread } else { More::Everything }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_left_or_another_thread_was_last() {
        let bounds = Bounds { preemptions: Some(3), ..Bounds::default() };
        let budget = |preemptions: u32| Budget { preemptions, ..Budget::default() };
        let mut entered = Entered::default();
        let mut more = |state, last, left| entered.more(&bounds, state, last, budget(left));
        assert_eq!(more(0, 0, 2), More::Everything);
        assert_eq!(more(0, 0, 2), More::Nothing);
        assert_eq!(more(0, 0, 1), More::Nothing);
        assert_eq!(more(0, 1, 1), More::Nothing);
        assert_eq!(more(0, 1, 2), More::LastThread);
        assert_eq!(more(0, 0, 3), More::Everything);
        assert_eq!(more(1, 0, 0), More::Everything);
    }

    #[test]
    fn a_budget_is_spent_only_where_there_is_a_bound() {
        let bounds = Bounds { contexts: Some(1), depth: Some(2), ..Bounds::default() };
        let switch = Cost { switches: true, preempts: true, decides: true };
        let begun = bounds.spend(bounds.budget(), Cost::default()).expect("the start");
        let left = bounds.spend(begun, switch).expect("one switch");
        assert!(bounds.spend(left, switch).is_none());
        let left = bounds.spend(left, Cost::default()).expect("the second step");
        assert!(bounds.spend(left, Cost::default()).is_none());
    }
}
