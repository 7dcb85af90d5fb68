//! A solver that runs as a process of its own and is spoken to in SMT-LIB 2.
//!
//! Everything is sent once: declarations and definitions when something first
//! needs them, assertions for good, and for each assumption a Boolean constant
//! that implies it, by which `check-sat-assuming` switches it on and
//! `get-unsat-assumptions` names it. So nothing is ever popped, and the solver
//! keeps what it learnt. The logic is the smallest that suffices, since solvers
//! are fastest there; when a later condition needs a larger one, the solver is
//! started again and told everything once more.
//!
//! A model is not believed: the conditions are evaluated under it, and what is
//! not true then is an error. An *unsatisfiable* cannot be checked like that,
//! only that its core consists of assumptions.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use raddle_terms::{Evaluation, SymbolId, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::connection::{Connection, Limits, Silence};
use super::expressions::Expression;
use super::print::{Printer, Theories, symbol_name};
use crate::{Answer, Model, Solver, SolverError, SolverOptions, SolverStatistics};

/// Longer answers to `check-sat` are no answers.
const LONGEST_ANSWER: usize = 1 << 16;

/// The same for values and cores: so much, and so much for each item.
const LONGEST_LIST: usize = 1 << 20;
const LONGEST_ITEM: usize = 1 << 10;

pub struct ProcessSolver {
    program: PathBuf,
    limits: Limits,
    /// `None` after a limit was reached or a failure.
    connection: Option<Connection>,
    /// Every later call fails like this.
    failure: Option<SolverError>,
    printer: Printer,
    /// What the solver was started for.
    theories: Theories,
    assertions: Vec<Term>,
    /// Why a condition could not be said, so that no answer is possible.
    unsaid: Option<String>,
    /// The constants of assumptions.
    switches: FxHashMap<Term, String>,
    last: Last,
    statistics: SolverStatistics,
}

/// What the last call of `check` gave.
enum Last {
    Nothing,
    Model(Model),
    Core(Vec<Term>),
}

impl ProcessSolver {
    /// Starts the program, which is looked for on the PATH if it is only a name.
    pub fn start(program: &Path, options: &SolverOptions) -> Result<ProcessSolver, SolverError> {
        let mut solver = ProcessSolver {
            program: program.to_owned(),
            limits: Limits::new(options),
            connection: None,
            failure: None,
            printer: Printer::default(),
            theories: Theories::default(),
            assertions: Vec::new(),
            unsaid: None,
            switches: FxHashMap::default(),
            last: Last::Nothing,
            statistics: SolverStatistics::default(),
        };
        solver.restart()?;
        Ok(solver)
    }

    fn name(&self) -> String {
        self.program.display().to_string()
    }

    fn restart(&mut self) -> Result<(), SolverError> {
        self.connection = None;
        self.printer = Printer::default();
        self.switches.clear();
        let arguments = arguments(&self.program, self.limits.left());
        let connection = Connection::start(&self.program, &arguments);
        let connection = connection.map_err(|error| SolverError {
            message: format!("cannot run the solver {}: {error}", self.name()),
            help: Some(how_to_get(&self.program)),
        })?;
        self.connection = Some(connection);
        self.say(&format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {})\n",
            self.theories.logic()
        ));
        Ok(())
    }

    fn say(&mut self, text: &str) {
        if let Some(connection) = &mut self.connection {
            connection.say(text);
        }
    }

    /// Says the conditions' definitions; their texts, or why they have none.
    fn define(
        &mut self,
        terms: &TermStore,
        conditions: &[Term],
    ) -> Result<Result<Vec<String>, String>, SolverError> {
        let mut text = String::new();
        let mut result = self.printer.write(terms, conditions, &|_| None, &mut text);
        let needed = self.theories.with(self.printer.theories());
        if needed != self.theories {
            self.theories = needed;
            self.start_again(terms)?;
            text.clear();
            result = self.printer.write(terms, conditions, &|_| None, &mut text);
        }
        self.say(&text);
        Ok(result)
    }

    /// From the beginning, with what was asserted until now.
    fn start_again(&mut self, terms: &TermStore) -> Result<(), SolverError> {
        self.restart()?;
        let mut text = String::new();
        for condition in self.assertions.clone() {
            match self.printer.write(terms, &[condition], &|_| None, &mut text) {
                Ok(texts) => texts.iter().for_each(|it| text.push_str(&assertion(it))),
                Err(reason) => {
                    self.unsaid.get_or_insert(reason);
                }
            }
        }
        self.say(&text);
        Ok(())
    }

    /// Makes a constant for each assumption that has none yet.
    fn switch(
        &mut self,
        terms: &TermStore,
        assumptions: &[Term],
    ) -> Result<Result<(), String>, SolverError> {
        // First everything that may start the solver again, and forget switches.
        let texts = match self.define(terms, assumptions)? {
            Ok(texts) => texts,
            Err(reason) => return Ok(Err(reason)),
        };
        for (assumption, text) in assumptions.iter().zip(texts) {
            if !self.switches.contains_key(assumption) {
                let name = format!("assume_{assumption}");
                self.say(&format!("(declare-const {name} Bool)\n(assert (=> {name} {text}))\n"));
                self.switches.insert(*assumption, name);
            }
        }
        Ok(Ok(()))
    }

    /// The next answer. If a limit is reached, the reason, and the solver is gone.
    fn hear(&mut self, longest: usize) -> Result<Result<Expression, String>, SolverError> {
        loop {
            let Some(connection) = &mut self.connection else {
                return Ok(Err("the solver is gone".to_owned()));
            };
            match connection.answer(&self.limits, longest) {
                // To what needs no answer; not every solver can be told so.
                Ok(Expression::Atom(text)) if text == "success" || text == "unsupported" => {}
                Ok(expression) => match expression.error() {
                    Some(message) => return Err(self.failed(&format!("says: {message}"))),
                    None => return Ok(Ok(expression)),
                },
                Err(Silence::Stopped(reason)) => {
                    self.connection = None;
                    return Ok(Err(reason.to_owned()));
                }
                Err(Silence::Ended) => {
                    let how = connection.end();
                    return Err(self.failed(&format!("ended without an answer ({how})")));
                }
                Err(Silence::Babble(what)) => {
                    return Err(self.failed(&format!("answered with {what}")));
                }
            }
        }
    }

    /// The solver is of no more use.
    fn failed(&mut self, what: &str) -> SolverError {
        self.connection = None;
        let error = SolverError {
            message: format!("the solver {} {what}", self.name()),
            help: Some(how_to_replace(&self.program)),
        };
        self.failure.insert(error).clone()
    }

    fn unexpected(&mut self, answer: &Expression, expected: &str) -> SolverError {
        let text: String = answer.to_string().chars().take(80).collect();
        self.failed(&format!("answered `{text}` where {expected} was expected"))
    }

    /// Makes sure that there is a solver, or says why there must not be one.
    fn ready(&mut self, terms: &TermStore) -> Result<Result<(), String>, SolverError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        if let Some(reason) = self.limits.reached() {
            self.connection = None;
            return Ok(Err(reason.to_owned()));
        }
        if self.connection.is_none() {
            self.start_again(terms)?;
        }
        Ok(Ok(()))
    }

    fn check_now(
        &mut self,
        terms: &TermStore,
        assumptions: &[Term],
    ) -> Result<Answer, SolverError> {
        if let Err(reason) = self.ready(terms)? {
            return Ok(Answer::Unknown(reason));
        }
        if let Err(reason) = self.switch(terms, assumptions)? {
            return Ok(Answer::Unknown(reason));
        }
        if let Some(reason) = &self.unsaid {
            return Ok(Answer::Unknown(reason.clone()));
        }
        let switches: Vec<&str> = self.names_of(assumptions);
        let question = format!("(check-sat-assuming ({}))\n", switches.join(" "));
        self.say(if assumptions.is_empty() { "(check-sat)\n" } else { &question });
        let answer = match self.hear(LONGEST_ANSWER)? {
            Ok(answer) => answer,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        match answer.atom() {
            Some("sat") => self.read_model(terms, assumptions),
            Some("unsat") => self.read_core(assumptions),
            Some("unknown") => self.read_reason(),
            Some(_) | None => Err(self.unexpected(&answer, "sat, unsat or unknown")),
        }
    }

    fn names_of(&self, assumptions: &[Term]) -> Vec<&str> {
        let name = |assumption| self.switches.get(assumption).map(String::as_str);
        assumptions.iter().filter_map(name).collect()
    }

    fn read_model(
        &mut self,
        terms: &TermStore,
        assumptions: &[Term],
    ) -> Result<Answer, SolverError> {
        let symbols = self.printer.symbols().to_vec();
        let model = match self.values(terms, &symbols)? {
            Ok(model) => model,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
        let mut conditions = self.assertions.iter().chain(assumptions);
        if !conditions.all(|condition| evaluation.value(*condition).is_true()) {
            return Err(self.failed("gave a model under which what it was asked is not true"));
        }
        self.last = Last::Model(model);
        Ok(Answer::Satisfiable)
    }

    /// The values, or why there is no time for them.
    fn values(
        &mut self,
        terms: &TermStore,
        symbols: &[SymbolId],
    ) -> Result<Result<Model, String>, SolverError> {
        if symbols.is_empty() {
            return Ok(Ok(Model::default()));
        }
        let names: Vec<String> = symbols.iter().map(|it| symbol_name(terms, *it)).collect();
        self.say(&format!("(get-value ({}))\n", names.join(" ")));
        let answer = match self.hear(LONGEST_LIST + LONGEST_ITEM * symbols.len())? {
            Ok(answer) => answer,
            Err(reason) => return Ok(Err(reason)),
        };
        // Solvers quote names differently, but keep to the order.
        let pairs = answer.list().filter(|pairs| pairs.len() == symbols.len());
        let values = pairs.unwrap_or_default().iter().zip(symbols).map(|(pair, symbol)| {
            let [_, value] = pair.list()? else { return None };
            Some((*symbol, value.value(terms.width(terms.symbol_term(*symbol)))?))
        });
        match values.collect::<Option<Model>>() {
            Some(model) if pairs.is_some() => Ok(Ok(model)),
            Some(_) | None => Err(self.unexpected(&answer, "a list of values")),
        }
    }

    fn read_core(&mut self, assumptions: &[Term]) -> Result<Answer, SolverError> {
        if assumptions.is_empty() {
            self.last = Last::Core(Vec::new());
            return Ok(Answer::Unsatisfiable);
        }
        self.say("(get-unsat-assumptions)\n");
        let answer = match self.hear(LONGEST_LIST + LONGEST_ITEM * assumptions.len())? {
            Ok(answer) => answer,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let named: Option<FxHashSet<&str>> =
            answer.list().and_then(|items| items.iter().map(Expression::atom).collect());
        let core: Vec<Term> = assumptions
            .iter()
            .filter(|it| {
                let name = self.switches.get(it).map_or("", String::as_str);
                named.as_ref().is_some_and(|named| named.contains(name))
            })
            .copied()
            .collect();
        let distinct: FxHashSet<Term> = core.iter().copied().collect();
        if named.is_none_or(|named| named.len() != distinct.len()) {
            return Err(self.unexpected(&answer, "a list of assumptions"));
        }
        self.last = Last::Core(core);
        Ok(Answer::Unsatisfiable)
    }

    fn read_reason(&mut self) -> Result<Answer, SolverError> {
        self.say("(get-info :reason-unknown)\n");
        let reason = match self.hear(LONGEST_ANSWER)? {
            Ok(Expression::List(items)) => items.last().map(ToString::to_string),
            Ok(Expression::Atom(_)) => None,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
        Ok(Answer::Unknown(format!("the solver {} gave up{reason}", self.name())))
    }

    fn nothing_to_tell(&self, what: &str) -> SolverError {
        SolverError {
            message: format!("the last answer of {} has no {what}", self.name()),
            help: None,
        }
    }
}

impl Solver for ProcessSolver {
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError> {
        self.last = Last::Nothing;
        if self.connection.is_none() {
            // Said when the solver is started again, if ever.
            self.assertions.push(condition);
            return Ok(());
        }
        let said = self.define(terms, &[condition])?;
        self.assertions.push(condition);
        match said {
            Ok(texts) => texts.iter().for_each(|text| self.say(&assertion(text))),
            Err(reason) => {
                self.unsaid.get_or_insert(reason);
            }
        }
        Ok(())
    }

    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        let start = Instant::now();
        self.last = Last::Nothing;
        let answer = self.check_now(terms, assumptions);
        self.statistics.calls += 1;
        let before = self.statistics.seconds;
        self.statistics.seconds += start.elapsed().as_secs_f64();
        crate::log_question(assumptions.len(), &answer, before, &self.statistics);
        answer
    }

    fn model(&mut self, _terms: &TermStore) -> Result<Model, SolverError> {
        match &self.last {
            Last::Model(model) => Ok(model.clone()),
            Last::Core(_) | Last::Nothing => Err(self.nothing_to_tell("model")),
        }
    }

    fn core(&mut self) -> Result<Vec<Term>, SolverError> {
        match &self.last {
            Last::Core(core) => Ok(core.clone()),
            Last::Model(_) | Last::Nothing => Err(self.nothing_to_tell("core")),
        }
    }

    fn statistics(&self) -> SolverStatistics {
        self.statistics
    }
}

fn assertion(text: &str) -> String {
    format!("(assert {text})\n")
}

/// What makes the known solvers read commands from their input, one by one. They
/// also learn, in seconds, when to stop, a little after we have ended them: then
/// none runs on if this process is killed itself.
fn arguments(program: &Path, left: Option<Duration>) -> Vec<String> {
    let name = program.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let seconds = left.map(|left| left.as_secs().saturating_add(2));
    let (reading, limit): (&[&str], _) = if name.starts_with("z3") {
        (&["-in", "-smt2"], seconds.map(|seconds| format!("-T:{seconds}")))
    } else if name.starts_with("cvc5") {
        let limit = seconds.map(|seconds| format!("--tlimit={}", seconds.saturating_mul(1000)));
        (&["--lang=smt2", "--incremental"], limit)
    } else if name.starts_with("yices") {
        (&["--incremental"], seconds.map(|seconds| format!("--timeout={seconds}")))
    } else {
        (&[], None)
    };
    reading.iter().copied().map(str::to_owned).chain(limit).collect()
}

const INSTEAD: &str = "use --solver cadical";

fn how_to_get(program: &Path) -> String {
    match program.to_str() {
        Some(name @ ("z3" | "cvc5")) => format!("install {name}: apt install {name}; or {INSTEAD}"),
        Some("bitwuzla") => format!("install it: https://bitwuzla.github.io; or {INSTEAD}"),
        Some(_) | None => {
            format!("give a program that reads SMT-LIB 2 from its input; or {INSTEAD}")
        }
    }
}

fn how_to_replace(program: &Path) -> String {
    let name = program.display();
    format!("see whether {name} reads SMT-LIB 2 from its input, commands one by one; or {INSTEAD}")
}
