//! The path condition of symbolic execution: under which a state is reached. A
//! conjunction of the conditions that were decided on the path (branches, checks that
//! held, cases of pointers), as a list that grows at every decision and is shared with
//! the states it grew from. Where paths were merged it holds a disjunction of what they
//! do not have in common.
//!
//! Fields of this type are called `guard`, as are terms that stand for one.

use std::cell::Cell;
use std::rc::Rc;

use raddle_terms::{Term, TermStore};

#[derive(Clone, Debug, Default)]
pub struct PathCondition(Option<Rc<Link>>);

#[derive(Debug)]
struct Link {
    condition: Term,
    rest: PathCondition,
    length: u32,
    /// All conditions up to this one in one, once it was asked for.
    all: Cell<Option<Term>>,
}

impl PathCondition {
    pub fn always() -> PathCondition {
        PathCondition(None)
    }

    #[must_use]
    pub fn and(&self, terms: &TermStore, condition: Term) -> PathCondition {
        let is_true = terms.known(condition).is_some_and(|known| known.is_true());
        let is_repeated = self.0.as_ref().is_some_and(|link| link.condition == condition);
        if is_true || is_repeated {
            return self.clone();
        }
        let (rest, length, all) = (self.clone(), self.length() + 1, Cell::new(None));
        PathCondition(Some(Rc::new(Link { condition, rest, length, all })))
    }

    fn length(&self) -> u32 {
        self.0.as_ref().map_or(0, |link| link.length)
    }

    fn is_same(&self, other: &PathCondition) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => Rc::ptr_eq(one, two),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// Known to be never true.
    pub fn is_false(&self, terms: &TermStore) -> bool {
        self.conditions().any(|condition| terms.known(condition).is_some_and(|bits| bits.is_zero()))
    }

    /// The latest first.
    pub fn conditions(&self) -> impl Iterator<Item = Term> + '_ {
        std::iter::successors(self.0.as_deref(), |link| link.rest.0.as_deref())
            .map(|link| link.condition)
    }

    /// All conditions in one, of which guards with a common beginning share a part.
    pub fn all(&self, terms: &mut TermStore) -> Term {
        let mut open = Vec::new();
        let mut guard = self;
        let mut all = loop {
            let Some(link) = &guard.0 else { break terms.boolean(true) };
            if let Some(known) = link.all.get() {
                break known;
            }
            open.push(link);
            guard = &link.rest;
        };
        for link in open.into_iter().rev() {
            all = terms.and(all, link.condition);
            link.all.set(Some(all));
        }
        all
    }

    /// A guard for both, and the condition that tells the first from the second
    /// where they exclude each other.
    pub fn merge(
        terms: &mut TermStore,
        first: &PathCondition,
        second: &PathCondition,
    ) -> (PathCondition, Term) {
        let (mut one, mut two) = (first.clone(), second.clone());
        let (mut only_one, mut only_two) = (Vec::new(), Vec::new());
        while !one.is_same(&two) {
            let (longer, only) = if one.length() >= two.length() {
                (&mut one, &mut only_one)
            } else {
                (&mut two, &mut only_two)
            };
            let Some(link) = longer.0.clone() else { break };
            only.push(link.condition);
            *longer = link.rest.clone();
        }
        let selector = conjunction(terms, &only_one);
        let other = conjunction(terms, &only_two);
        let either = terms.or(selector, other);
        (one.and(terms, either), selector)
    }
}

/// Oldest conditions innermost, so that guards with a common beginning share terms.
fn conjunction(terms: &mut TermStore, latest_first: &[Term]) -> Term {
    let start = terms.boolean(true);
    latest_first.iter().rev().fold(start, |all, condition| terms.and(all, *condition))
}

/// Long lists are taken apart without recursion.
impl Drop for Link {
    fn drop(&mut self) {
        let mut rest = std::mem::take(&mut self.rest);
        while let Some(link) = rest.0.take() {
            match Rc::try_unwrap(link) {
                Ok(mut owned) => rest = std::mem::take(&mut owned.rest),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complementary_branches_merge_to_what_they_grew_from() {
        let mut terms = TermStore::new();
        let (a, b) = (terms.symbol("a", 1), terms.symbol("b", 1));
        let not_b = terms.not(b);
        let common = PathCondition::always().and(&terms, a);
        let (first, second) = (common.and(&terms, b), common.and(&terms, not_b));
        let (merged, selector) = PathCondition::merge(&mut terms, &first, &second);
        assert_eq!(selector, b);
        assert!(merged.is_same(&common));
    }

    #[test]
    fn what_only_one_side_knows_is_kept_as_a_choice() {
        let mut terms = TermStore::new();
        let (a, b) = (terms.symbol("a", 1), terms.symbol("b", 1));
        let (first, second) =
            (PathCondition::always().and(&terms, a), PathCondition::always().and(&terms, b));
        let (merged, _) = PathCondition::merge(&mut terms, &first, &second);
        let either = terms.or(a, b);
        assert_eq!(merged.all(&mut terms), either);
    }

    #[test]
    fn long_guards_end_without_recursion() {
        let mut terms = TermStore::new();
        let mut guard = PathCondition::always();
        for number in 0..200_000 {
            let condition = terms.fresh(&format!("c{number}"), 1);
            guard = guard.and(&terms, condition);
        }
        drop(guard);
    }
}
