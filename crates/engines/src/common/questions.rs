//! Which of several conditions can be true: asked of a solver as one goal, their
//! disjunction, whose model says which of them it was. Every engine with a formula asks
//! in this way; what its solver knows beside the goal is the engine's matter
//! ([`GoalSolver`]).

use std::time::Instant;

use raddle_semantics::symbolic::PathCondition;
use raddle_solver::Model;
use raddle_terms::{Evaluation, Term, TermStore};
use tracing::debug;

use super::solving::Solving;

/// What a question is answered with.
pub enum Possible<T> {
    Yes(T),
    No,
    /// The solver cannot tell, for this reason.
    Undecided(String),
}

impl<T> Possible<T> {
    /// Undecided counts as yes.
    pub fn may_be(&self) -> bool {
        match self {
            Possible::Yes(_) | Possible::Undecided(_) => true,
            Possible::No => false,
        }
    }

    /// Undecided counts as no; the solver remembers the reason.
    pub fn is_certain(&self) -> bool {
        match self {
            Possible::Yes(_) => true,
            Possible::Undecided(_) | Possible::No => false,
        }
    }
}

/// A solver that knows a formula, and is asked for values that make a goal true as well.
pub trait GoalSolver {
    fn find(&mut self, terms: &TermStore, goal: Term) -> Possible<Model>;

    /// One of these conditions, as one term.
    fn disjunction(&self, terms: &mut TermStore, conditions: &[Term]) -> Term {
        disjunction(terms, conditions)
    }
}

impl GoalSolver for Solving {
    fn find(&mut self, terms: &TermStore, goal: Term) -> Possible<Model> {
        match (self.model(terms, &[goal]), &self.undecided) {
            (Some(model), _) => Possible::Yes(model),
            (None, Some(reason)) => Possible::Undecided(reason.clone()),
            (None, None) => Possible::No,
        }
    }
}

/// Whether one of these conditions can be true: the position of the first that is, and
/// values that make it so.
pub fn any(
    terms: &mut TermStore,
    solver: &mut dyn GoalSolver,
    conditions: &[Term],
) -> Possible<(usize, Model)> {
    let goal = solver.disjunction(terms, conditions);
    if is_never(terms, goal) {
        return Possible::No;
    }
    let start = Instant::now();
    let answer = solver.find(terms, goal);
    debug!(
        target: "engine::questions",
        conditions = conditions.len(),
        terms = terms.len(),
        seconds = start.elapsed().as_secs_f64(),
        possible = answer.is_certain(),
        "question"
    );
    let model = match answer {
        Possible::Yes(model) => model,
        Possible::No => return Possible::No,
        Possible::Undecided(reason) => return Possible::Undecided(reason),
    };
    match conditions.iter().position(is_true_under(terms, &model)) {
        Some(position) => Possible::Yes((position, model)),
        None => Possible::Undecided("internal error: a model of nothing".to_string()),
    }
}

/// Things, each with the condition under which it is there, of which not all are known
/// to be possible yet.
pub struct Candidates<T> {
    rest: Vec<(Term, T)>,
}

/// Which of the candidates are possible, each once.
pub struct Answered<T> {
    pub possible: Vec<T>,
    /// Those of which the solver could not tell, and why.
    pub undecided: Option<(Vec<T>, String)>,
}

impl<T> Answered<T> {
    /// Undecided counts as possible.
    pub fn may_be(self) -> impl Iterator<Item = T> {
        self.possible.into_iter().chain(self.undecided.into_iter().flat_map(|(rest, _)| rest))
    }
}

impl<T: Copy + PartialEq> Candidates<T> {
    pub fn new(rest: Vec<(Term, T)>) -> Candidates<T> {
        Candidates { rest }
    }

    pub fn guarded<'g>(
        terms: &mut TermStore,
        guarded: impl Iterator<Item = (&'g PathCondition, T)>,
    ) -> Candidates<T> {
        Candidates { rest: guarded.map(|(guard, thing)| (guard.all(terms), thing)).collect() }
    }

    /// Those that one model shows, which are no candidates any more.
    pub fn next(&mut self, terms: &mut TermStore, solver: &mut dyn GoalSolver) -> Possible<Vec<T>> {
        let conditions: Vec<Term> = self.rest.iter().map(|(condition, _)| *condition).collect();
        let model = match any(terms, solver, &conditions) {
            Possible::Yes((_, model)) => model,
            Possible::No => return Possible::No,
            Possible::Undecided(reason) => return Possible::Undecided(reason),
        };
        let mut is_true = is_true_under(terms, &model);
        let mut shown: Vec<T> = Vec::new();
        for (condition, thing) in &self.rest {
            if is_true(condition) && !shown.contains(thing) {
                shown.push(*thing);
            }
        }
        self.rest.retain(|(_, thing)| !shown.contains(thing));
        Possible::Yes(shown)
    }

    /// All that are possible. One model often shows several.
    pub fn all(mut self, terms: &mut TermStore, solver: &mut dyn GoalSolver) -> Answered<T> {
        let mut possible = Vec::new();
        loop {
            match self.next(terms, solver) {
                Possible::Yes(shown) => possible.extend(shown),
                Possible::No => return Answered { possible, undecided: None },
                Possible::Undecided(reason) => {
                    let rest = self.rest.into_iter().map(|(_, thing)| thing).collect();
                    return Answered { possible, undecided: Some((rest, reason)) };
                }
            }
        }
    }
}

fn is_true_under<'m>(terms: &'m TermStore, model: &'m Model) -> impl FnMut(&Term) -> bool + 'm {
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    move |term| evaluation.value(*term).is_true()
}

/// Whether a term can be seen to be false.
pub fn is_never(terms: &TermStore, term: Term) -> bool {
    terms.known(term).is_some_and(|known| known.is_zero())
}

/// One of these, as a chain in their order: questions about fewer of them share its
/// beginning.
pub fn disjunction(terms: &mut TermStore, conditions: &[Term]) -> Term {
    let none = terms.boolean(false);
    conditions.iter().fold(none, |sum, condition| terms.or(sum, *condition))
}

/// One of these, as a tree of little depth: for as many as a formula has control points.
pub fn balanced_disjunction(terms: &mut TermStore, conditions: &[Term]) -> Term {
    let mut open = conditions.to_vec();
    open.sort_unstable();
    open.dedup();
    while open.len() > 1 {
        open = open
            .chunks(2)
            .map(|pair| match pair {
                [one, two] => terms.or(*one, *two),
                other => disjunction(terms, other),
            })
            .collect();
    }
    disjunction(terms, &open)
}

#[cfg(test)]
mod tests {
    use raddle_terms::{Bits, Node, SymbolId};

    use super::*;

    /// Answers with one symbol after the other, as long as the goal is about it.
    struct OneByOne(Vec<SymbolId>);

    impl GoalSolver for OneByOne {
        fn find(&mut self, terms: &TermStore, goal: Term) -> Possible<Model> {
            for symbol in &self.0 {
                let model = Model::from_iter([(*symbol, Bits::boolean(true))]);
                if is_true_under(terms, &model)(&goal) {
                    return Possible::Yes(model);
                }
            }
            Possible::Undecided("no more".to_string())
        }
    }

    #[test]
    fn each_possible_thing_is_told_once() {
        let mut terms = TermStore::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, 1));
        let known = [a, b].into_iter().filter_map(|term| match terms.node(term) {
            Node::Symbol(symbol) => Some(symbol),
            Node::Constant(_) | Node::Apply(..) | Node::Select(..) => None,
        });
        let mut solver = OneByOne(known.collect());
        let both = terms.or(a, b);
        let candidates = Candidates::new(vec![(a, 1), (both, 2), (b, 1), (c, 3)]);
        let found = candidates.all(&mut terms, &mut solver);
        assert_eq!(found.possible, [1, 2]);
        assert_eq!(found.undecided, Some((vec![3], "no more".to_string())));
        assert_eq!(any(&mut terms, &mut solver, &[c, b]).position(), Some(1));
        let never = terms.boolean(false);
        assert!(!any(&mut terms, &mut solver, &[never]).may_be());
    }

    impl Possible<(usize, Model)> {
        fn position(&self) -> Option<usize> {
            match self {
                Possible::Yes((position, _)) => Some(*position),
                Possible::No | Possible::Undecided(_) => None,
            }
        }
    }
}
