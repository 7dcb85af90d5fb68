//! Compares the ways of deciding an order on families of growing questions:
//! `cargo run --release -p raddle-solver --example order_methods -- [seconds
//! [family [method]]]`.
//!
//! One line a question: its name, and for each method the answer, the seconds,
//! the conflicts of CaDiCaL, its clauses and variables. A family ends for a
//! method at its first question without an answer.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_solver::order::{
    Clocks, Edge, Inside, OrderFacts, OrderRead, OrderSolver, OrderWrite, ReadFrom,
};
use raddle_solver::{
    Answer, CadicalSolver, Model, Solver, SolverError, SolverOptions, SolverStatistics,
};
use raddle_terms::{Bits, Operator, Term, TermStore};

/// Threads of events that read and write, with values.
#[derive(Default)]
struct Events {
    terms: TermStore,
    facts: OrderFacts,
    conditions: Vec<Term>,
    /// By write.
    values: Vec<Term>,
    last: Vec<Option<u32>>,
    reads: Vec<(u32, u32, Term)>,
}

const WIDTH: u16 = 8;

impl Events {
    fn new(threads: usize) -> Events {
        Events { last: vec![None; threads], ..Events::default() }
    }

    fn number(&mut self, value: u64) -> Term {
        self.terms.constant(Bits::narrow(value, WIDTH))
    }

    fn edge(&mut self, before: u32, after: u32) {
        self.facts.edges.push(Edge { before, after, when: None });
    }

    /// An event of the thread; those of thread 0 so far come before all others.
    fn event(&mut self, thread: usize) -> u32 {
        let event = self.facts.events;
        self.facts.events += 1;
        match (self.last[thread], self.last[0]) {
            (Some(before), _) => self.edge(before, event),
            (None, Some(first)) if thread > 0 => self.edge(first, event),
            (None, _) => {}
        }
        self.last[thread] = Some(event);
        event
    }

    /// All threads have ended before the next event of thread 0.
    fn join(&mut self) {
        let event = self.event(0);
        for thread in 1..self.last.len() {
            if let Some(before) = self.last[thread] {
                self.edge(before, event);
            }
        }
    }

    fn write_at(&mut self, event: u32, location: u32, value: Term) {
        let happens = self.terms.boolean(true);
        self.facts.writes.push(OrderWrite { event, location, happens });
        self.values.push(value);
    }

    fn read_at(&mut self, event: u32, location: u32) -> Term {
        let value = self.terms.fresh("read", WIDTH);
        self.reads.push((event, location, value));
        value
    }

    fn write(&mut self, thread: usize, location: u32, value: Term) {
        let event = self.event(thread);
        self.write_at(event, location, value);
    }

    fn read(&mut self, thread: usize, location: u32) -> Term {
        let event = self.event(thread);
        self.read_at(event, location)
    }

    /// Reads and writes in one step: takes a lock that is free, or gives it back.
    fn exchange(&mut self, thread: usize, location: u32, expected: u64, new: u64) {
        let event = self.event(thread);
        let value = self.read_at(event, location);
        let (expected, new) = (self.number(expected), self.number(new));
        let is = self.terms.equal(value, expected);
        self.conditions.push(is);
        self.write_at(event, location, new);
    }

    /// Each read takes its value from one of the writes.
    fn finish(&mut self) {
        for (event, location, value) in std::mem::take(&mut self.reads) {
            let mut candidates = Vec::new();
            let mut any = self.terms.boolean(false);
            for write in 0..self.facts.writes.len() {
                let OrderWrite { event: writer, location: written, .. } = self.facts.writes[write];
                if written != location || writer == event {
                    continue;
                }
                let chosen = self.terms.fresh("from", 1);
                any = self.terms.or(any, chosen);
                let equal = self.terms.equal(value, self.values[write]);
                let not_chosen = self.terms.not(chosen);
                let taken = self.terms.and(equal, self.facts.writes[write].happens);
                let implied = self.terms.or(not_chosen, taken);
                self.conditions.push(implied);
                candidates.push(ReadFrom { write: write as u32, chosen });
            }
            self.conditions.push(any);
            self.facts.reads.push(OrderRead { event, location, candidates });
        }
    }

    fn require_equal(&mut self, left: Term, right: u64) {
        let right = self.number(right);
        let equal = self.terms.equal(left, right);
        self.conditions.push(equal);
    }

    fn increment(&mut self, thread: usize, location: u32) {
        let old = self.read(thread, location);
        let one = self.number(1);
        let new = self.terms.apply(Operator::Add, &[old, one]);
        self.write(thread, location, new);
    }
}

/// Each thread adds 1 to one counter some times; in the end it is this.
fn counter(threads: usize, times: usize, end: u64, locked: bool) -> Events {
    let mut events = Events::new(threads + 1);
    for location in 0..2 {
        let zero = events.number(0);
        events.write(0, location, zero);
    }
    for thread in 1..=threads {
        for _ in 0..times {
            if locked {
                events.exchange(thread, 1, 0, 1);
            }
            events.increment(thread, 0);
            if locked {
                events.exchange(thread, 1, 1, 0);
            }
        }
    }
    events.join();
    let result = events.read(0, 0);
    events.require_equal(result, end);
    events.finish();
    events
}

/// Each thread adds 1 to one counter some times, if it likes; not all like to, and
/// yet in the end it is this.
fn moody(threads: usize, times: usize, end: u64) -> Events {
    let mut events = Events::new(threads + 1);
    let zero = events.number(0);
    events.write(0, 0, zero);
    let mut all = events.terms.boolean(true);
    for thread in 1..=threads {
        for _ in 0..times {
            let likes = events.terms.fresh("likes", 1);
            all = events.terms.and(all, likes);
            events.increment(thread, 0);
            if let Some(write) = events.facts.writes.last_mut() {
                write.happens = likes;
            }
        }
    }
    let not_all = events.terms.not(all);
    events.conditions.push(not_all);
    events.join();
    let result = events.read(0, 0);
    events.require_equal(result, end);
    events.finish();
    events
}

/// Each thread writes its own location and reads that of the next; all read zero.
fn store_buffer(threads: usize, rounds: usize) -> Events {
    let mut events = Events::new(threads + 1);
    for location in 0..threads {
        let zero = events.number(0);
        events.write(0, location as u32, zero);
    }
    for thread in 1..=threads {
        for round in 1..=rounds {
            let value = events.number(round as u64);
            events.write(thread, thread as u32 - 1, value);
            let next = events.read(thread, (thread % threads) as u32);
            events.require_equal(next, round as u64 - 1);
        }
    }
    events.finish();
    events
}

/// A message handed on from thread to thread, which arrives without its data.
fn messages(threads: usize, rounds: usize) -> Events {
    let mut events = Events::new(threads + 1);
    let flags = threads as u32;
    for location in 0..=flags {
        let zero = events.number(0);
        events.write(0, location, zero);
    }
    for thread in 1..=threads {
        for round in 1..=rounds {
            let flag = thread as u32 - 1;
            if thread > 1 {
                let seen = events.read(thread, flag - 1);
                events.require_equal(seen, round as u64);
            } else {
                let value = events.number(round as u64);
                events.write(thread, flags, value);
            }
            if thread == threads && round == rounds {
                let data = events.read(thread, flags);
                events.require_equal(data, round as u64 - 1);
            }
            let value = events.number(round as u64);
            events.write(thread, flag, value);
        }
    }
    events.finish();
    events
}

/// Two threads take turns, as in the game of adding each other's numbers: the
/// greatest number there can be, plus one.
fn fibonacci(rounds: usize, goal: u64) -> Events {
    let mut events = Events::new(3);
    for location in 0..2 {
        let one = events.number(1);
        events.write(0, location, one);
    }
    for thread in 1..=2 {
        for _ in 0..rounds {
            let mine = thread as u32 - 1;
            let left = events.read(thread, mine);
            let right = events.read(thread, 1 - mine);
            let sum = events.terms.apply(Operator::Add, &[left, right]);
            events.write(thread, mine, sum);
        }
    }
    events.join();
    let result = events.read(0, 0);
    events.require_equal(result, goal);
    events.finish();
    events
}

type Family = (&'static str, Vec<(String, Box<dyn Fn() -> Events>)>);

fn family(
    name: &'static str,
    sizes: &[(usize, usize)],
    make: impl Fn(usize, usize) -> Events + Copy + 'static,
) -> Family {
    let questions = sizes.iter().copied().map(|(threads, times)| {
        let make: Box<dyn Fn() -> Events> = Box::new(move || make(threads, times));
        (format!("{name} {threads}x{times}"), make)
    });
    (name, questions.collect())
}

fn families() -> Vec<Family> {
    let sizes = [(2, 2), (2, 4), (2, 8), (2, 16), (3, 2), (3, 4), (3, 8), (4, 2), (4, 4), (8, 2)];
    let long = [(2, 2), (2, 8), (2, 32), (3, 4), (3, 16), (4, 8), (8, 4), (8, 16), (16, 8)];
    let locked = [(2, 2), (2, 3), (2, 4), (2, 6), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)];
    let total = |threads: usize, times: usize| (threads * times) as u64;
    let large = [(4, 16), (4, 32), (8, 8), (8, 16), (16, 8), (8, 32)];
    vec![
        family("large-lost-update", &large, move |threads, times| {
            counter(threads, times, total(threads, times) - 1, false)
        }),
        family("large-locked-sat", &[(4, 4), (4, 8), (8, 4), (8, 8)], move |threads, times| {
            counter(threads, times, total(threads, times), true)
        }),
        family("lost-update", &sizes, move |threads, times| {
            counter(threads, times, total(threads, times) - 1, false)
        }),
        family("no-more-than-all", &sizes, move |threads, times| {
            counter(threads, times, total(threads, times) + 1, false)
        }),
        family("at-least-two", &sizes, |threads, times| counter(threads, times, 1, false)),
        family("moody", &locked, move |threads, times| {
            moody(threads, times, total(threads, times))
        }),
        family("moody-sat", &sizes, move |threads, times| {
            moody(threads, times, total(threads, times) - 1)
        }),
        family("locked", &locked, move |threads, times| {
            counter(threads, times, total(threads, times) - 1, true)
        }),
        family("store-buffer", &long, store_buffer),
        family("messages", &long, messages),
        family("fibonacci", &[(2, 2), (2, 3), (2, 4), (2, 5)], |_, rounds| {
            let goal = [1, 3, 8, 21, 55, 144][rounds];
            fibonacci(rounds, goal)
        }),
        family("fibonacci-unsat", &[(2, 2), (2, 3), (2, 4), (2, 5)], |_, rounds| {
            let goal = [1, 3, 8, 21, 55, 144][rounds];
            fibonacci(rounds, goal + 1)
        }),
    ]
}

struct Measured {
    answer: Answer,
    seconds: f64,
    conflicts: i64,
    clauses: u64,
    variables: u64,
    extra: String,
}

/// A solver of which somebody keeps hold.
struct Shared(Rc<RefCell<CadicalSolver>>);

impl Solver for Shared {
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError> {
        self.0.borrow_mut().assert(terms, condition)
    }

    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        self.0.borrow_mut().check(terms, assumptions)
    }

    fn model(&mut self, terms: &TermStore) -> Result<Model, SolverError> {
        self.0.borrow_mut().model(terms)
    }

    fn core(&mut self) -> Result<Vec<Term>, SolverError> {
        self.0.borrow_mut().core()
    }

    fn statistics(&self) -> SolverStatistics {
        self.0.borrow().statistics()
    }
}

fn ask(solver: &mut dyn OrderSolver, mut events: Events) -> Answer {
    solver.order(&mut events.terms, events.facts).expect("right facts");
    for condition in &events.conditions {
        solver.assert(&events.terms, *condition).expect("CaDiCaL does not fail");
    }
    solver.check(&events.terms, &[]).expect("CaDiCaL does not fail")
}

fn measure(theory: bool, events: Events, limit: u64) -> Measured {
    let start = Instant::now();
    let deadline = Some(start + Duration::from_secs(limit));
    let options = SolverOptions { deadline, ..SolverOptions::default() };
    if theory {
        let mut solver = Inside::open(&options);
        let answer = ask(&mut solver, events);
        let seconds = start.elapsed().as_secs_f64();
        let (figures, conflicts) = solver.figures();
        let size = solver.statistics();
        let extra = format!(
            " pairs {} cycles {} implied {}",
            figures.pairs, figures.conflicts, figures.implied
        );
        let (clauses, variables) = (size.clauses, size.variables);
        return Measured { answer, seconds, conflicts, clauses, variables, extra };
    }
    let inner = Rc::new(RefCell::new(CadicalSolver::open(&options)));
    let mut solver = Clocks::new(Box::new(Shared(inner.clone())));
    let answer = ask(&mut solver, events);
    let seconds = start.elapsed().as_secs_f64();
    let conflicts = inner.borrow_mut().sat_mut().figure("conflicts");
    let size = solver.statistics();
    let (clauses, variables) = (size.clauses, size.variables);
    Measured { answer, seconds, conflicts, clauses, variables, extra: String::new() }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let limit = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10);
    let wanted = arguments.next();
    let only = arguments.next();
    for (name, questions) in families() {
        if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        let mut alive = [true; 2];
        for (name, make) in questions {
            for (method, theory) in [("theory", true), ("clocks", false)] {
                let left_out = only.as_ref().is_some_and(|only| only != method);
                if left_out || !alive[usize::from(theory)] {
                    continue;
                }
                let m = measure(theory, make(), limit);
                alive[usize::from(theory)] = !matches!(m.answer, Answer::Unknown(_));
                let answer = match m.answer {
                    Answer::Satisfiable => "sat",
                    Answer::Unsatisfiable => "unsat",
                    Answer::Unknown(_) => "unknown",
                };
                println!(
                    "{name:24} {method} {answer:7} {:8.3}s conflicts {:7} clauses {:7} variables {:6}{}",
                    m.seconds, m.conflicts, m.clauses, m.variables, m.extra
                );
            }
        }
    }
}
