//! Solvers with an order, against all assignments and all sequences.

use raddle_solver::order::{
    Edge, OrderFacts, OrderMethod, OrderRead, OrderSolver, OrderWrite, ReadFrom, open_ordered,
    verify,
};
use raddle_solver::{Answer, Proofs, SolverChoice, SolverOptions};
use raddle_terms::{Bits, Node, Term, TermStore};

use crate::common::Random;
use crate::proofs::check_all;

/// A condition over numbered symbols, whose values are the bits of a number.
#[derive(Clone, Copy, Debug)]
enum Guard {
    Known(bool),
    Symbol(usize),
    Negated(usize),
    Both(usize, usize),
}

impl Guard {
    fn random(random: &mut Random, symbols: usize) -> Guard {
        match random.below(8) {
            0 => Guard::Known(false),
            1 | 2 => Guard::Known(true),
            3 => Guard::Negated(random.below(symbols)),
            4 => Guard::Both(random.below(symbols), random.below(symbols)),
            _ => Guard::Symbol(random.below(symbols)),
        }
    }

    fn holds(self, values: u32) -> bool {
        let value = |symbol: usize| values >> symbol & 1 == 1;
        match self {
            Guard::Known(known) => known,
            Guard::Symbol(symbol) => value(symbol),
            Guard::Negated(symbol) => !value(symbol),
            Guard::Both(first, second) => value(first) && value(second),
        }
    }

    fn term(self, terms: &mut TermStore, symbols: &[Term]) -> Term {
        match self {
            Guard::Known(known) => terms.boolean(known),
            Guard::Symbol(symbol) => symbols[symbol],
            Guard::Negated(symbol) => terms.not(symbols[symbol]),
            Guard::Both(first, second) => terms.and(symbols[first], symbols[second]),
        }
    }
}

/// Writes with the symbols that choose them.
type Sources = Vec<(usize, usize)>;

/// Facts whose terms are guards.
#[derive(Debug, Default)]
struct Sample {
    events: usize,
    symbols: usize,
    edges: Vec<(usize, usize, Guard)>,
    /// Event, location, whether it happens.
    writes: Vec<(usize, usize, Guard)>,
    /// Event, location, candidates.
    reads: Vec<(usize, usize, Sources)>,
}

const GUARDS: usize = 3;
const MAX_SYMBOLS: usize = 9;

impl Sample {
    fn random(random: &mut Random) -> Sample {
        let events = 2 + random.below(5);
        let mut sample = Sample { events, symbols: GUARDS, ..Sample::default() };
        let threads = 1 + random.below(3);
        let mut last = vec![None; threads];
        for event in 0..events {
            let thread = random.below(threads);
            if let Some(before) = last[thread].replace(event) {
                sample.edges.push((before, event, Guard::Known(true)));
            }
        }
        for _ in 0..random.below(3) {
            let ends = (random.below(events), random.below(events));
            let guard = match random.below(10) {
                0 => Guard::Known(true),
                _ => Guard::random(random, GUARDS),
            };
            sample.edges.push((ends.0, ends.1, guard));
        }
        let locations = 1 + random.below(2);
        for event in 0..events {
            if random.below(4) > 0 {
                let guard = Guard::random(random, GUARDS);
                sample.writes.push((event, random.below(locations), guard));
            }
        }
        for event in 0..events {
            if random.coin() {
                sample.add_read(random, event, locations);
            }
        }
        sample
    }

    fn add_read(&mut self, random: &mut Random, event: usize, locations: usize) {
        let location = random.below(locations);
        let mut candidates = Vec::new();
        for (write, (writer, written, _)) in self.writes.iter().enumerate() {
            let fits = *written == location && *writer != event && self.symbols < MAX_SYMBOLS;
            if fits && random.below(5) > 0 {
                candidates.push((write, self.symbols));
                self.symbols += 1;
            }
        }
        self.reads.push((event, location, candidates));
    }

    fn facts(&self, terms: &mut TermStore, symbols: &[Term]) -> OrderFacts {
        let edges = self.edges.iter().map(|(before, after, guard)| {
            let is_known = matches!(guard, Guard::Known(true));
            let when = (!is_known).then(|| guard.term(terms, symbols));
            Edge { before: *before as u32, after: *after as u32, when }
        });
        let edges = edges.collect();
        let writes = self.writes.iter().map(|(event, location, guard)| OrderWrite {
            event: *event as u32,
            location: *location as u32,
            happens: guard.term(terms, symbols),
        });
        let writes = writes.collect();
        let reads = self.reads.iter().map(|(event, location, candidates)| OrderRead {
            event: *event as u32,
            location: *location as u32,
            candidates: candidates
                .iter()
                .map(|(write, symbol)| ReadFrom { write: *write as u32, chosen: symbols[*symbol] })
                .collect(),
        });
        OrderFacts { events: self.events as u32, edges, writes, reads: reads.collect() }
    }

    /// Whether the moments of the events fit these values of the symbols.
    fn fits(&self, values: u32, moments: &[usize]) -> bool {
        let forward = |before: usize, after: usize| moments[before] < moments[after];
        self.edges
            .iter()
            .all(|(before, after, guard)| !guard.holds(values) || forward(*before, *after))
            && self.reads.iter().all(|(reader, location, candidates)| {
                candidates.iter().filter(|(_, symbol)| values >> symbol & 1 == 1).all(
                    |(write, _)| {
                        let writer = self.writes[*write].0;
                        let between = |(event, written, guard): &(usize, usize, Guard)| {
                            written == location
                                && guard.holds(values)
                                && forward(writer, *event)
                                && forward(*event, *reader)
                        };
                        forward(writer, *reader) && !self.writes.iter().any(between)
                    },
                )
            })
    }

    /// The values of the symbols for which there is a sequence.
    fn consistent(&self) -> Vec<u32> {
        let always: Vec<(usize, usize)> = self
            .edges
            .iter()
            .filter(|edge| matches!(edge.2, Guard::Known(true)))
            .map(|edge| (edge.0, edge.1))
            .collect();
        let mut all = permutations(self.events);
        all.retain(|moments| {
            always.iter().all(|(before, after)| moments[*before] < moments[*after])
        });
        let possible = |values: &u32| all.iter().any(|moments| self.fits(*values, moments));
        (0..1 << self.symbols).filter(possible).collect()
    }
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        all = all
            .iter()
            .flat_map(|shorter: &Vec<usize>| {
                (0..=shorter.len()).map(move |location| {
                    let mut longer = shorter.clone();
                    longer.insert(location, next);
                    longer
                })
            })
            .collect();
    }
    all
}

/// Literals of which one must hold: a symbol and its value.
type Clause = Vec<(usize, bool)>;

fn holds(clause: &Clause, values: u32) -> bool {
    clause.iter().any(|(symbol, value)| (values >> symbol & 1 == 1) == *value)
}

fn clause_term(terms: &mut TermStore, symbols: &[Term], clause: &Clause) -> Term {
    let mut any = terms.boolean(false);
    for (symbol, value) in clause {
        let literal = if *value { symbols[*symbol] } else { terms.not(symbols[*symbol]) };
        any = terms.or(any, literal);
    }
    any
}

/// One solver and what it is asked.
struct Session<'a> {
    sample: &'a Sample,
    consistent: &'a [u32],
    terms: TermStore,
    symbols: Vec<Term>,
    facts: OrderFacts,
    solver: Box<dyn OrderSolver>,
    asserted: Vec<Clause>,
}

impl Session<'_> {
    fn new<'a>(
        method: OrderMethod,
        options: &SolverOptions,
        sample: &'a Sample,
        consistent: &'a [u32],
    ) -> Session<'a> {
        let mut terms = TermStore::new();
        let symbols: Vec<Term> =
            (0..sample.symbols).map(|number| terms.symbol(&format!("s{number}"), 1)).collect();
        let facts = sample.facts(&mut terms, &symbols);
        let mut solver = open_ordered(method, &SolverChoice::Cadical, options).unwrap();
        solver.order(&mut terms, facts.clone()).unwrap();
        let asserted = Vec::new();
        Session { sample, consistent, terms, symbols, facts, solver, asserted }
    }

    fn assert(&mut self, clause: Clause) {
        let term = clause_term(&mut self.terms, &self.symbols, &clause);
        self.solver.assert(&self.terms, term).unwrap();
        self.asserted.push(clause);
    }

    fn possible(&self, assumed: &[Clause]) -> bool {
        self.consistent
            .iter()
            .any(|values| self.asserted.iter().chain(assumed).all(|clause| holds(clause, *values)))
    }

    fn ask(&mut self, assumed: &[Clause]) {
        let assumptions: Vec<Term> = assumed
            .iter()
            .map(|clause| clause_term(&mut self.terms, &self.symbols, clause))
            .collect();
        let answer = self.solver.check(&self.terms, &assumptions).unwrap();
        if answer == Answer::Satisfiable {
            return self.test_model(assumed);
        }
        assert_eq!(answer, Answer::Unsatisfiable, "{:?}", self.sample);
        assert!(!self.possible(assumed), "{:?} {:?} {assumed:?}", self.sample, self.asserted);
        assert!(self.solver.sequence().is_err());
        let core = self.solver.core().unwrap();
        let needed: Vec<Clause> = assumed
            .iter()
            .zip(&assumptions)
            .filter(|(_, term)| core.contains(term))
            .map(|(clause, _)| clause.clone())
            .collect();
        assert!(!self.possible(&needed), "{:?} {:?} {needed:?}", self.sample, self.asserted);
    }

    fn test_model(&mut self, assumed: &[Clause]) {
        let model = self.solver.model(&self.terms).unwrap();
        let mut values = 0;
        for (number, symbol) in self.symbols.iter().enumerate() {
            let Node::Symbol(symbol) = self.terms.node(*symbol) else { panic!() };
            let value = model.get(&symbol).copied().unwrap_or(Bits::zero(1));
            values |= u32::from(value.is_true()) << number;
        }
        let sequence = self.solver.sequence().unwrap();
        let mut moments = vec![usize::MAX; self.sample.events];
        for (moment, event) in sequence.iter().enumerate() {
            moments[*event as usize] = moment;
        }
        assert!(verify(&self.terms, &self.facts, &model, &sequence));
        assert!(self.sample.fits(values, &moments), "{:?} {values:b} {sequence:?}", self.sample);
        assert!(self.asserted.iter().chain(assumed).all(|clause| holds(clause, values)));
    }
}

fn random_clause(random: &mut Random, symbols: usize) -> Clause {
    let length = 1 + random.below(3);
    (0..length).map(|_| (random.below(symbols), random.below(3) > 0)).collect()
}

/// Questions with ever more assertions, under assumptions that come and go.
fn compare(method: OrderMethod, options: &SolverOptions, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let random = &mut Random(seed);
        let sample = Sample::random(random);
        let consistent = sample.consistent();
        let mut session = Session::new(method, options, &sample, &consistent);
        for (_, _, candidates) in &sample.reads {
            if !candidates.is_empty() && random.below(3) > 0 {
                session.assert(candidates.iter().map(|(_, symbol)| (*symbol, true)).collect());
            }
        }
        for _ in 0..6 {
            let assumed: Vec<Clause> =
                (0..random.below(4)).map(|_| random_clause(random, sample.symbols)).collect();
            session.ask(&assumed);
            if random.coin() {
                let clause = random_clause(random, sample.symbols);
                session.assert(clause);
            }
        }
    }
}

#[test]
fn clocks_agree_with_all_sequences() {
    compare(OrderMethod::Clocks, &SolverOptions::default(), 0..1500);
}

#[test]
fn the_theory_agrees_with_all_sequences() {
    compare(OrderMethod::Theory, &SolverOptions::default(), 0..3000);
}

#[test]
fn answers_of_the_theory_have_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = Some(Proofs::new(folder.path()));
    let options = SolverOptions { proofs: proofs.clone(), ..SolverOptions::default() };
    compare(OrderMethod::Theory, &options, 0..300);
    let total = check_all(folder.path(), proofs);
    assert!(total.answers > 300 && total.lemmas > 300, "{total}");
}

#[test]
fn permutations_are_all_and_different() {
    let mut all = permutations(4);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 24);
}

/// Threads that read and write a few locations; every read that happens has a
/// candidate. Too large for all sequences, large enough for restarts of the search.
fn program(random: &mut Random, terms: &mut TermStore) -> (OrderFacts, Vec<Term>, Vec<Term>) {
    let (threads, length, locations) =
        (2 + random.below(3), 3 + random.below(7), 1 + random.below(3));
    let guards: Vec<Term> =
        (0..threads).map(|number| terms.symbol(&format!("guard{number}"), 1)).collect();
    let always = terms.boolean(true);
    let mut facts = OrderFacts { events: 1, ..OrderFacts::default() };
    for location in 0..locations {
        facts.writes.push(OrderWrite { event: 0, location: location as u32, happens: always });
    }
    for guard in &guards {
        let mut before = 0;
        for _ in 0..length {
            let (event, location) = (facts.events, random.below(locations) as u32);
            facts.events += 1;
            facts.edges.push(Edge { before, after: event, when: None });
            before = event;
            let kind = random.below(5);
            if kind < 3 {
                let happens = if random.below(3) == 0 { *guard } else { always };
                facts.writes.push(OrderWrite { event, location, happens });
            }
            if kind > 1 {
                facts.reads.push(OrderRead { event, location, candidates: Vec::new() });
            }
        }
    }
    for _ in 0..random.below(4) {
        let [before, after] = [(); 2].map(|()| random.below(facts.events as usize) as u32);
        facts.edges.push(Edge { before, after, when: Some(random.pick(&guards)) });
    }
    let (mut conditions, mut symbols) = (Vec::new(), guards);
    for (number, read) in facts.reads.iter_mut().enumerate() {
        let mut any = terms.boolean(false);
        for (position, write) in facts.writes.iter().enumerate() {
            if write.location != read.location || write.event == read.event {
                continue;
            }
            let chosen = terms.symbol(&format!("from{number}.{position}"), 1);
            symbols.push(chosen);
            any = terms.or(any, chosen);
            let not_chosen = terms.not(chosen);
            conditions.push(terms.or(not_chosen, write.happens));
            read.candidates.push(ReadFrom { write: position as u32, chosen });
        }
        conditions.push(any);
    }
    (facts, conditions, symbols)
}

#[test]
fn the_theory_agrees_with_clocks_on_programs() {
    let mut answers = [0; 2];
    for seed in 0..150 {
        let random = &mut Random(seed);
        let mut terms = TermStore::new();
        let (facts, conditions, symbols) = program(random, &mut terms);
        let mut solvers = [OrderMethod::Theory, OrderMethod::Clocks].map(|method| {
            let options = SolverOptions::default();
            open_ordered(method, &SolverChoice::Cadical, &options).unwrap()
        });
        for solver in &mut solvers {
            solver.order(&mut terms, facts.clone()).unwrap();
            for condition in &conditions {
                solver.assert(&terms, *condition).unwrap();
            }
        }
        for _ in 0..8 {
            let mut some = |count: usize| -> Vec<Term> {
                let picked = (0..random.below(count)).map(|_| random.pick(&symbols));
                picked.collect()
            };
            let (assumptions, asserted) = (some(6), some(3));
            let mut found = solvers.iter_mut().map(|solver| {
                let answer = solver.check(&terms, &assumptions).unwrap();
                if answer == Answer::Satisfiable {
                    let model = solver.model(&terms).unwrap();
                    let sequence = solver.sequence().unwrap();
                    assert!(verify(&terms, &facts, &model, &sequence), "{seed}");
                }
                answer
            });
            let (theory, clocks) = (found.next().unwrap(), found.next().unwrap());
            assert_eq!(theory, clocks, "{seed}");
            answers[usize::from(theory == Answer::Satisfiable)] += 1;
            for solver in &mut solvers {
                // Not often, so that assertions do not soon contradict each other.
                if let [condition, _] = asserted.as_slice() {
                    solver.assert(&terms, *condition).unwrap();
                }
            }
        }
    }
    assert!(answers.iter().all(|count| *count > 100), "{answers:?}");
}

/// Two writers and a reader of one location, in three threads.
fn triangle(terms: &mut TermStore, happens: Term) -> (OrderFacts, [Term; 2]) {
    let chosen = ["first", "second"].map(|name| terms.symbol(name, 1));
    let always = terms.boolean(true);
    let write = |event, happens| OrderWrite { event, location: 7, happens };
    let candidate = |write, chosen| ReadFrom { write, chosen };
    let candidates = vec![candidate(0, chosen[0]), candidate(1, chosen[1])];
    let facts = OrderFacts {
        events: 3,
        edges: vec![
            Edge { before: 0, after: 1, when: None },
            Edge { before: 1, after: 2, when: None },
        ],
        writes: vec![write(0, always), write(1, happens)],
        reads: vec![OrderRead { event: 2, location: 7, candidates }],
    };
    (facts, chosen)
}

fn both() -> [Box<dyn OrderSolver>; 2] {
    [OrderMethod::Theory, OrderMethod::Clocks].map(|method| {
        open_ordered(method, &SolverChoice::Cadical, &SolverOptions::default()).unwrap()
    })
}

#[test]
fn a_write_may_happen_where_an_array_says_so() {
    // The literals of elements are free at first, and the order reads them.
    for mut solver in both() {
        let mut terms = TermStore::new();
        let [index, key] = ["index", "key"].map(|name| terms.symbol(name, 8));
        let (never, flag) = (terms.boolean(false), terms.symbol("flag", 1));
        let empty = terms.uniform(256, 8, never);
        let array = terms.array_store(empty, key, flag);
        let element = terms.select(array, index);
        let (facts, [first, _]) = triangle(&mut terms, element);
        solver.order(&mut terms, facts).unwrap();
        solver.assert(&terms, first).unwrap();
        assert_eq!(solver.check(&terms, &[flag]), Ok(Answer::Satisfiable));
        let meets = terms.equal(index, key);
        assert_eq!(solver.check(&terms, &[meets]), Ok(Answer::Satisfiable));
        assert_eq!(solver.check(&terms, &[flag, meets]), Ok(Answer::Unsatisfiable));
        assert_eq!(solver.core().unwrap().len(), 2);
    }
}

#[test]
fn a_model_has_the_symbols_of_the_facts() {
    for mut solver in both() {
        let mut terms = TermStore::new();
        let happens = terms.symbol("happens", 1);
        let (facts, [first, second]) = triangle(&mut terms, happens);
        solver.order(&mut terms, facts.clone()).unwrap();
        let any = terms.or(first, second);
        solver.assert(&terms, any).unwrap();
        assert_eq!(solver.check(&terms, &[first]), Ok(Answer::Satisfiable));
        let model = solver.model(&terms).unwrap();
        let Node::Symbol(happens) = terms.node(happens) else { panic!() };
        assert_eq!(model.get(&happens), Some(&Bits::boolean(false)));
        assert_eq!(solver.sequence(), Ok(vec![0, 1, 2]));
        assert!(!verify(&terms, &facts, &model, &[0, 2, 1]));
        assert!(!verify(&terms, &facts, &model, &[0, 1]));
        assert!(!verify(&terms, &facts, &model, &[0, 1, 1]));
        let mut other = model.clone();
        other.insert(happens, Bits::boolean(true));
        assert!(!verify(&terms, &facts, &other, &[0, 1, 2]));
    }
}

#[test]
fn facts_that_name_nothing_are_refused() {
    for mut solver in both() {
        let mut terms = TermStore::new();
        let happens = terms.symbol("happens", 1);
        let (facts, _) = triangle(&mut terms, happens);
        let mut wrong = [(); 4].map(|()| facts.clone());
        wrong[0].events = 2;
        wrong[1].reads[0].location = 8;
        wrong[2].writes.pop();
        wrong[3].edges[0].after = 3;
        for wrong in wrong {
            assert!(solver.order(&mut terms, wrong).is_err());
        }
        assert!(solver.order(&mut terms, facts.clone()).is_ok());
        assert!(solver.order(&mut terms, facts).is_err());
    }
}

#[test]
fn edges_in_a_circle_leave_no_model() {
    for mut solver in both() {
        let mut terms = TermStore::new();
        let happens = terms.symbol("happens", 1);
        let (mut facts, _) = triangle(&mut terms, happens);
        facts.edges.push(Edge { before: 2, after: 0, when: None });
        solver.order(&mut terms, facts).unwrap();
        assert_eq!(solver.check(&terms, &[happens]), Ok(Answer::Unsatisfiable));
        assert_eq!(solver.core(), Ok(Vec::new()));
    }
}

#[test]
fn questions_are_written_down_whatever_the_method() {
    let folder = tempfile::tempdir().unwrap();
    let dump = Some(folder.path().to_owned());
    let options = SolverOptions { dump, ..SolverOptions::default() };
    let mut solver = open_ordered(OrderMethod::Theory, &SolverChoice::Cadical, &options).unwrap();
    let mut terms = TermStore::new();
    let happens = terms.symbol("happens", 1);
    let (facts, [first, _]) = triangle(&mut terms, happens);
    solver.order(&mut terms, facts).unwrap();
    assert_eq!(solver.check(&terms, &[first, happens]), Ok(Answer::Unsatisfiable));
    let text = std::fs::read_to_string(folder.path().join("0000.smt2")).unwrap();
    assert!(text.contains("clock"), "{text}");
}

#[test]
fn the_theory_suits_threads_and_clocks_suit_a_crowd() {
    let chain = |events: u32| OrderFacts {
        events,
        edges: (1..events).map(|after| Edge { before: after - 1, after, when: None }).collect(),
        ..OrderFacts::default()
    };
    assert_eq!(OrderMethod::suited(&OrderFacts::default()), OrderMethod::Theory);
    assert_eq!(OrderMethod::suited(&chain(100_000)), OrderMethod::Theory);
    let crowd = OrderFacts { edges: Vec::new(), ..chain(100_000) };
    assert_eq!(OrderMethod::suited(&crowd), OrderMethod::Clocks);
}
