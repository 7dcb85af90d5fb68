//! Questions to the solver, with what was learned from earlier ones: many
//! guards are true under a model that is known already.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use raddle_semantics::symbolic::{Decide, PathCondition};
use raddle_solver::{
    Answer, Model, Solver, SolverChoice, SolverError, SolverOptions, SolverStatistics,
};
use raddle_terms::{Evaluation, Term, TermStore};
use rustc_hash::FxHashMap;

use super::limits::Watch;
use super::symbols::Symbols;
use crate::SymbolicOptions;

/// So many models are kept.
const MODELS: usize = 4;

pub struct Solving {
    solver: Box<dyn Solver>,
    known: FxHashMap<Vec<Term>, bool>,
    symbols: Symbols,
    models: VecDeque<Model>,
    /// Why some answer is missing.
    pub undecided: Option<String>,
    /// The solver failed as a tool.
    pub error: Option<SolverError>,
    /// Questions that an earlier model answered.
    pub spared: u64,
    watch: Watch,
}

impl Solving {
    pub fn open(options: &SymbolicOptions<'_>) -> Result<Solving, SolverError> {
        let deadline = options.limits.time.map(|time| Instant::now() + time);
        let interrupt = options.limits.stop.clone();
        let (dump, proofs) = (options.dump.clone(), options.proofs.clone());
        let settings = SolverOptions { deadline, interrupt, dump, proofs };
        Ok(Solving {
            solver: raddle_solver::open(&options.solver, &settings)?,
            known: FxHashMap::default(),
            symbols: Symbols::default(),
            models: VecDeque::new(),
            undecided: None,
            error: None,
            spared: 0,
            watch: Watch::new(options.limits.clone()),
        })
    }

    pub fn statistics(&self) -> SolverStatistics {
        self.solver.statistics()
    }

    /// Values that make all of these true, if there are any. Where the solver
    /// cannot tell, there are none, and `undecided` says why.
    pub fn model(&mut self, terms: &TermStore, conditions: &[Term]) -> Option<Model> {
        if let Some(model) = self.remembered(terms, conditions) {
            return Some(model);
        }
        match self.ask(terms, conditions) {
            Ok(Answer::Satisfiable) => match self.solver.model(terms) {
                Ok(model) => {
                    self.models.push_front(model.clone());
                    self.models.truncate(MODELS);
                    Some(model)
                }
                Err(error) => {
                    self.failed(error);
                    None
                }
            },
            Ok(Answer::Unsatisfiable) => None,
            Ok(Answer::Unknown(reason)) => {
                self.undecided.get_or_insert(reason);
                None
            }
            Err(error) => {
                self.failed(error);
                None
            }
        }
    }

    fn ask(&mut self, terms: &TermStore, conditions: &[Term]) -> Result<Answer, SolverError> {
        self.solver.check(terms, conditions)
    }

    fn failed(&mut self, error: SolverError) {
        self.undecided.get_or_insert(error.message.clone());
        self.error.get_or_insert(error);
    }

    /// An earlier model that makes all of these true.
    fn remembered(&mut self, terms: &TermStore, conditions: &[Term]) -> Option<Model> {
        let fits = |model: &Model| {
            let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
            conditions.iter().all(|condition| evaluation.value(*condition).is_true())
        };
        let position = self.models.iter().position(fits)?;
        self.spared += 1;
        let model = self.models.remove(position)?;
        self.models.push_front(model.clone());
        Some(model)
    }

    /// Asks under assumptions, for a core of those that exclude each other.
    pub fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Checked {
        let answer = self.ask(terms, assumptions).and_then(|answer| {
            Ok(match answer {
                Answer::Satisfiable => Checked::Satisfiable(self.solver.model(terms)?),
                Answer::Unsatisfiable => Checked::Unsatisfiable(self.solver.core()?),
                Answer::Unknown(reason) => Checked::Unknown(reason),
            })
        });
        answer.unwrap_or_else(|error| {
            let reason = error.message.clone();
            self.failed(error);
            Checked::Unknown(reason)
        })
    }
}

/// A solver that takes longer for a first word will not become useful.
const FIRST_WORD: Duration = Duration::from_secs(10);

/// Whether the solver is there and answers, and what is to be written can be
/// written, before anything depends on it.
pub fn try_solver(options: &SymbolicOptions<'_>) -> Result<(), SolverError> {
    if let Some(folder) = &options.dump {
        try_folder(folder)?;
    }
    let deadline = Some(Instant::now() + FIRST_WORD);
    let settings = SolverOptions { deadline, ..SolverOptions::default() };
    let mut solver = raddle_solver::open(&options.solver, &settings)?;
    let mut terms = TermStore::new();
    let anything = terms.fresh("anything", 1);
    let nothing = terms.not(anything);
    let broken = |what: &str| {
        let name = match &options.solver {
            SolverChoice::Cadical => "cadical".to_owned(),
            SolverChoice::Process(program) => program.display().to_string(),
        };
        SolverError {
            message: format!("the solver {name} {what}"),
            help: Some("choose another with --solver; cadical is built in".to_owned()),
        }
    };
    let answers = [vec![anything], vec![anything, nothing]].map(|of| solver.check(&terms, &of));
    match answers {
        [Ok(Answer::Satisfiable), Ok(Answer::Unsatisfiable)] => Ok(()),
        [Err(error), _] | [_, Err(error)] => Err(error),
        [Ok(Answer::Unknown(reason)), _] | [_, Ok(Answer::Unknown(reason))] => {
            Err(broken(&format!("does not answer: {reason}")))
        }
        [Ok(_), Ok(_)] => Err(broken("answers a trivial question wrongly")),
    }
}

fn try_folder(folder: &Path) -> Result<(), SolverError> {
    let probe = folder.join(".raddle");
    let write = || {
        fs::create_dir_all(folder)?;
        fs::File::create_new(&probe)?;
        fs::remove_file(&probe)
    };
    write().map_err(|error| SolverError {
        message: format!("cannot write questions to the solver into {}: {error}", folder.display()),
        help: Some("choose another folder with --dump-formula DIR".to_owned()),
    })
}

pub enum Checked {
    Satisfiable(Model),
    Unsatisfiable(Vec<Term>),
    Unknown(String),
}

impl Decide for Solving {
    /// A guard without its latest condition was asked about before, so that only
    /// what the latest one depends on is to be decided.
    fn feasible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool {
        let mut conditions = guard.conditions();
        let Some(latest) = conditions.next() else {
            return true;
        };
        if guard.is_false(terms) {
            return false;
        }
        let not = terms.not(latest);
        if conditions.any(|condition| condition == not) {
            return false;
        }
        if guard.conditions().skip(1).any(|condition| condition == latest) {
            return true;
        }
        let mut related = self.symbols.related(terms, &[latest], guard.conditions());
        related.sort_unstable();
        related.dedup();
        if let Some(known) = self.known.get(&related) {
            return *known;
        }
        let missing = self.undecided.take();
        let feasible = self.model(terms, &related).is_some();
        match &self.undecided {
            // What cannot be decided is followed.
            Some(_) => true,
            None => {
                self.undecided = missing;
                self.known.insert(related, feasible);
                feasible
            }
        }
    }

    fn given_up(&mut self) -> Option<String> {
        if self.watch.due() { self.watch.exceeded() } else { None }
    }
}

/// Sees only what is written in a guard, but knows when time is up.
pub struct Timed<'a> {
    watch: &'a mut Watch,
    /// Why it was given up: the executor's next question must hear of it too, however soon that is.
    given_up: Option<String>,
}

impl<'a> Timed<'a> {
    pub fn new(watch: &'a mut Watch) -> Timed<'a> {
        Timed { watch, given_up: None }
    }
}

impl Decide for Timed<'_> {
    fn feasible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool {
        !guard.is_false(terms)
    }

    fn given_up(&mut self) -> Option<String> {
        self.given_up = self.given_up.take().or_else(|| self.watch.reached());
        self.given_up.clone()
    }
}

/// The same, and asks a solver where a yes would make much work.
pub struct Asking<'a> {
    pub timed: Timed<'a>,
    pub solving: &'a mut Solving,
}

impl Decide for Asking<'_> {
    fn feasible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool {
        self.timed.feasible(terms, guard)
    }

    fn possible(&mut self, terms: &mut TermStore, guard: &PathCondition) -> bool {
        if guard.is_false(terms) {
            return false;
        }
        let conditions: Vec<Term> = guard.conditions().collect();
        let before = self.solving.undecided.take();
        let model = self.solving.model(terms, &conditions);
        let undecided = self.solving.undecided.take();
        self.solving.undecided = before;
        model.is_some() || undecided.is_some()
    }

    fn given_up(&mut self) -> Option<String> {
        self.timed.given_up()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::common::limits::Limits;

    /// The second look would come too soon to be taken.
    #[test]
    fn what_was_given_up_stays_so() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut watch = Watch::new(limits);
        let mut timed = Timed::new(&mut watch);
        let first = loop {
            if let Some(reason) = timed.given_up() {
                break reason;
            }
        };
        assert_eq!(timed.given_up(), Some(first));
    }
}
