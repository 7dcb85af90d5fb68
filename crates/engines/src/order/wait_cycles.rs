//! Wait cycles: threads that wait for each other (cycles of the wait-for graph). There is one
//! wherever each of some threads waits for one of them, since a walk from each to the one that
//! it waits for comes back some time. So a Boolean for each thread says whether it is one of
//! those. Cycles are not written down one by one, since many threads at one lock could be in
//! more of them than can be counted.

use raddle_semantics::ThreadNumber;
use raddle_terms::{Bits, Term, TermStore};

/// A thread that waits for others.
pub struct Waiter {
    pub thread: ThreadNumber,
    /// A symbol: it is one of those that wait for each other.
    pub among_them: Term,
    /// When, and for whom.
    pub waits: Vec<(Term, Term)>,
}

/// The same, with the others.
pub struct Member {
    thread: ThreadNumber,
    among_them: Term,
    /// When it waits for which of them.
    next: Vec<(usize, Term)>,
}

/// When some of these wait for each other; `None` if never.
pub fn wait_cycle(terms: &mut TermStore, waiters: &[Waiter]) -> Option<(Term, Vec<Member>)> {
    let mut all = terms.boolean(true);
    let mut some = terms.boolean(false);
    let mut members = Vec::with_capacity(waiters.len());
    for waiter in waiters {
        let mut within = terms.not(waiter.among_them);
        let mut next = Vec::new();
        for (position, other) in waiters.iter().enumerate() {
            let waits = waits_for(terms, waiter, other);
            if !terms.known(waits).is_some_and(|never| never.is_zero()) {
                within = terms.or(within, waits);
                next.push((position, waits));
            }
        }
        all = terms.and(all, within);
        some = terms.or(some, waiter.among_them);
        members.push(Member { thread: waiter.thread, among_them: waiter.among_them, next });
    }
    let is_possible = members.iter().any(|member| !member.next.is_empty());
    is_possible.then(|| (terms.and(all, some), members))
}

/// When one waits for the other, and that is among them.
fn waits_for(terms: &mut TermStore, waiter: &Waiter, other: &Waiter) -> Term {
    let mut sum = terms.boolean(false);
    for (when, holder) in &waiter.waits {
        let width = terms.width(*holder);
        let number = terms.constant(Bits::new(u128::from(other.thread), width));
        let same = terms.equal(*holder, number);
        let this = terms.and(*when, same);
        sum = terms.or(sum, this);
    }
    terms.and(sum, other.among_them)
}

/// One wait cycle, without the threads that only wait for one in it.
pub fn threads(members: &[Member], is_true: &mut dyn FnMut(Term) -> bool) -> Vec<ThreadNumber> {
    let mut way: Vec<usize> = Vec::new();
    let mut at = members.iter().position(|member| is_true(member.among_them));
    while let Some(position) = at {
        if let Some(again) = way.iter().position(|before| *before == position) {
            way.drain(..again);
            break;
        }
        way.push(position);
        let next = members[position].next.iter().find(|(_, waits)| is_true(*waits));
        at = next.map(|(position, _)| *position);
    }
    way.into_iter().map(|position| members[position].thread).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads that all wait, for whomever.
    fn waiters(terms: &mut TermStore, count: ThreadNumber) -> Vec<Waiter> {
        let mut waiter = |thread| {
            let among_them = terms.fresh("among_them", 1);
            let wait = (terms.fresh("waits", 1), terms.fresh("holder", 32));
            Waiter { thread, among_them, waits: vec![wait] }
        };
        (0..count).map(&mut waiter).collect()
    }

    #[test]
    fn many_threads_may_wait_for_each_other() {
        let mut terms = TermStore::new();
        let waiters = waiters(&mut terms, 40);
        let found = wait_cycle(&mut terms, &waiters);
        assert!(found.is_some_and(|(_, members)| members.len() == 40));
    }

    #[test]
    fn who_only_waits_for_a_circle_is_not_in_it() {
        let mut terms = TermStore::new();
        let waiters = waiters(&mut terms, 4);
        let (condition, members) = wait_cycle(&mut terms, &waiters).expect("it is possible");
        // 0 and 3 wait for 1, 1 waits for 2, 2 for `last`.
        let mut values = rustc_hash::FxHashMap::default();
        let mut follow = |last: u128| {
            for (waiter, holder) in waiters.iter().zip([1, 2, last, 1]) {
                let [(when, of)] = waiter.waits[..] else { panic!("one wait") };
                let truth = Bits::new(1, 1);
                values.extend([(waiter.among_them, truth), (when, truth)]);
                values.insert(of, Bits::new(holder, 32));
            }
            let constants: rustc_hash::FxHashMap<Term, Term> =
                values.iter().map(|(term, bits)| (*term, terms.constant(*bits))).collect();
            let mut is_true = |term| {
                let value = terms.substitute(term, &constants).and_then(|term| terms.known(term));
                value.is_some_and(|value| value.is_true())
            };
            (is_true(condition), threads(&members, &mut is_true))
        };
        assert_eq!(follow(1), (true, vec![1, 2]));
        assert!(!follow(7).0);
    }
}
