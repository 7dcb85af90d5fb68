//! Which symbols terms hold, and which conditions of a guard say something about
//! them: conditions without a common symbol cannot influence each other.

use std::rc::Rc;

use raddle_terms::{Node, SymbolId, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
pub struct Symbols {
    known: FxHashMap<Term, Rc<[SymbolId]>>,
}

impl Symbols {
    pub fn of(&mut self, terms: &TermStore, term: Term) -> Rc<[SymbolId]> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut found: Vec<SymbolId> = terms
            .reachable(&[term])
            .into_iter()
            .filter_map(|part| match terms.node(part) {
                Node::Symbol(symbol) => Some(symbol),
                Node::Constant(_) | Node::Apply(..) | Node::Select(..) => None,
            })
            .collect();
        found.sort_unstable();
        let found: Rc<[SymbolId]> = found.into();
        self.known.insert(term, found.clone());
        found
    }

    /// Those of the conditions that are about the symbols of the roots, or about
    /// symbols that such conditions hold, and so on; in the order given.
    pub fn related(
        &mut self,
        terms: &TermStore,
        roots: &[Term],
        conditions: impl Iterator<Item = Term>,
    ) -> Vec<Term> {
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        for root in roots {
            seen.extend(self.of(terms, *root).iter());
        }
        let mut rest: Vec<(Term, Rc<[SymbolId]>, bool)> =
            conditions.map(|term| (term, self.of(terms, term), false)).collect();
        let mut grows = true;
        while grows {
            grows = false;
            for (_, symbols, related) in &mut rest {
                if !*related && symbols.iter().any(|symbol| seen.contains(symbol)) {
                    *related = true;
                    grows = true;
                    seen.extend(symbols.iter());
                }
            }
        }
        rest.into_iter().filter(|(.., related)| *related).map(|(term, ..)| term).collect()
    }
}
