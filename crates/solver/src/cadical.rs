//! CaDiCaL, the SAT solver inside this process.
//!
//! It takes one theory beside the clauses ([`Cadical::connect`]). What C++ calls
//! must not panic: the terminator below, and the propagator of the theory.
//!
//! CaDiCaL reads options from the environment (`CADICAL_...`). Those that would
//! make it invent variables or print are set here.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cadical_sys::{CaDiCal, Status, Terminator};

use crate::circuit::{Clauses, Literal};
use crate::order::propagator::{Propagator, Theory};
use crate::proof::{Fact, Kind, Recorder};
use crate::sat::SatSolver;
use crate::{Answer, SolverOptions};

/// When to give up.
#[derive(Clone)]
struct Limits {
    deadline: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    fn reached(&self) -> Option<&'static str> {
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some("the solver was interrupted");
        }
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        over.then_some("the time limit was reached")
    }
}

impl Terminator for Limits {
    fn terminated(&mut self) -> bool {
        self.reached().is_some()
    }
}

pub struct Cadical {
    solver: CaDiCal,
    limits: Limits,
    variables: i32,
    clauses: u64,
    /// The clause that is handed over.
    buffer: Vec<i32>,
    /// The answer that no clause has made stale.
    current: Option<Status>,
    /// Set once the theory has failed.
    broken: Rc<Cell<bool>>,
    /// Writes down what CaDiCaL does, if that is to be checked.
    recorder: Option<Rc<RefCell<Recorder>>>,
}

impl Cadical {
    pub fn new(options: &SolverOptions) -> Cadical {
        let limits = Limits { deadline: options.deadline, interrupt: options.interrupt.clone() };
        let mut solver = CaDiCal::new();
        // All variables are ours, numbered by us.
        for option in ["factor", "factorcheck"] {
            solver.set(option, 0);
        }
        solver.set("quiet", 1);
        if limits.deadline.is_some() || limits.interrupt.is_some() {
            solver.connect_terminator(limits.clone());
        }
        let recorder = options.proofs.as_ref().map(Recorder::open);
        let recorder = recorder.map(|recorder| Rc::new(RefCell::new(recorder)));
        if let Some(recorder) = &recorder {
            solver.connect_proof_tracer1(recorder.clone(), true, false);
        }
        Cadical {
            solver,
            limits,
            variables: 0,
            clauses: 0,
            buffer: Vec::new(),
            current: None,
            broken: Rc::default(),
            recorder,
        }
    }

    /// Adds a clause that follows from the facts that were told.
    pub(crate) fn add_lemma(&mut self, clause: &[Literal]) {
        self.hand_over(Kind::Lemma, clause);
    }

    /// What the theory's clauses follow from, for the crate `certificate`, which checks them.
    pub(crate) fn tell(&mut self, facts: impl Iterator<Item = Fact>) {
        self.record(|recorder| facts.for_each(|fact| recorder.fact(fact)));
    }

    /// CaDiCaL must not be at work, since it has the recorder then.
    fn record(&self, what: impl FnOnce(&mut Recorder)) {
        if let Some(mut recorder) =
            self.recorder.as_ref().and_then(|recorder| recorder.try_borrow_mut().ok())
        {
            what(&mut recorder);
        }
    }

    fn hand_over(&mut self, kind: Kind, clause: &[Literal]) {
        self.current = None;
        self.clauses += 1;
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|literal| literal.number()));
        self.record(|recorder| recorder.hand_over(kind, &self.buffer));
        if self.buffer.is_empty() {
            self.solver.add(0);
        } else {
            self.solver.clause6(&self.buffer);
        }
        self.record(Recorder::handed_over);
    }

    /// From now on there is a theory about these literals. Before the first
    /// question, since later CaDiCaL might have removed their variables.
    pub fn connect<T: Theory + 'static>(&mut self, theory: Rc<RefCell<T>>, literals: &[Literal]) {
        self.solver.connect_external_propagator(Propagator::new(theory, self.broken.clone()));
        for literal in literals {
            self.solver.add_observed_var(literal.variable().number());
        }
    }

    /// A figure that CaDiCaL keeps, by its name there.
    pub fn figure(&self, name: &str) -> i64 {
        self.solver.get_statistic_value(name)
    }
}

impl Clauses for Cadical {
    /// Memory ends long before the numbers do.
    fn new_variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::of_variable(self.variables)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.hand_over(Kind::Given, clause);
    }
}

impl SatSolver for Cadical {
    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        if let Some(reason) = self.stopped() {
            return Answer::Unknown(reason);
        }
        for literal in assumptions {
            self.solver.assume(literal.number());
        }
        let status = self.solver.solve();
        self.current = Some(status);
        if self.broken.get() {
            self.current = None;
            return Answer::Unknown("internal error: the theory of the order failed".to_owned());
        }
        match status {
            Status::SATISFIABLE => Answer::Satisfiable,
            Status::UNSATISFIABLE => {
                self.record(|recorder| recorder.refuted(assumptions));
                Answer::Unsatisfiable
            }
            Status::UNKNOWN => {
                let reason = self.stopped();
                Answer::Unknown(reason.unwrap_or_else(|| "CaDiCaL gave up".to_owned()))
            }
        }
    }

    fn value(&mut self, literal: Literal) -> bool {
        debug_assert_eq!(self.current, Some(Status::SATISFIABLE));
        // CaDiCaL gives back the literal, or its negation if that is true.
        let number = literal.number();
        self.current == Some(Status::SATISFIABLE) && self.solver.val(number) == number
    }

    fn failed(&mut self, literal: Literal) -> bool {
        debug_assert_eq!(self.current, Some(Status::UNSATISFIABLE));
        self.current == Some(Status::UNSATISFIABLE) && self.solver.failed(literal.number())
    }

    fn size(&self) -> (u64, u64) {
        (u64::from(self.variables.unsigned_abs()), self.clauses)
    }

    fn stopped(&self) -> Option<String> {
        self.limits.reached().map(str::to_owned)
    }
}
