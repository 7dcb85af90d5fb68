//! A solver that also writes down what it is asked.
//!
//! Each question becomes a file of its own, complete, in the folder given:
//! `0000.smt2` and so on, beginning with the first number that is free there,
//! so that nothing is ever overwritten. It is written before the question is
//! asked (the one that never ends is the one to look at), and once more with
//! the answer.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use raddle_terms::{Term, TermStore};

use super::script::Question;
use crate::{Answer, Model, Solver, SolverError, SolverStatistics};

pub struct Dumping<S: ?Sized> {
    folder: PathBuf,
    /// No file of a smaller number is free.
    next: u32,
    assertions: Vec<Term>,
    inner: Box<S>,
}

impl<S: Solver + ?Sized> Dumping<S> {
    /// Makes the folder if it does not exist.
    pub fn new(inner: Box<S>, folder: &Path) -> Result<Dumping<S>, SolverError> {
        fs::create_dir_all(folder).map_err(|error| failure("make the folder", folder, &error))?;
        Ok(Dumping { folder: folder.to_owned(), next: 0, assertions: Vec::new(), inner })
    }

    fn write(&mut self, text: &str) -> Result<PathBuf, SolverError> {
        loop {
            let path = self.folder.join(format!("{:04}.smt2", self.next));
            self.next = self.next.saturating_add(1);
            match File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes())) {
                Ok(()) => return Ok(path),
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists && self.next < u32::MAX => {}
                Err(error) => return Err(failure("write", &path, &error)),
            }
        }
    }

    fn text(&self, terms: &TermStore, assumptions: &[Term], answer: Option<&Answer>) -> String {
        let question = Question { assertions: &self.assertions, assumptions, answer };
        question.script(terms, &|_| None).unwrap_or_else(|reason| format!("; {reason}\n"))
    }
}

fn failure(action: &str, path: &Path, error: &io::Error) -> SolverError {
    SolverError {
        message: format!("cannot {action} {}: {error}", path.display()),
        help: Some("questions to the solver are to be written there".to_owned()),
    }
}

impl<S: Solver + ?Sized> Solver for Dumping<S> {
    fn assert(&mut self, terms: &TermStore, condition: Term) -> Result<(), SolverError> {
        self.assertions.push(condition);
        self.inner.assert(terms, condition)
    }

    fn check(&mut self, terms: &TermStore, assumptions: &[Term]) -> Result<Answer, SolverError> {
        let path = self.write(&self.text(terms, assumptions, None))?;
        let answer = self.inner.check(terms, assumptions)?;
        if let Answer::Satisfiable | Answer::Unsatisfiable = answer {
            let text = self.text(terms, assumptions, Some(&answer));
            fs::write(&path, text).map_err(|error| failure("write", &path, &error))?;
        }
        Ok(answer)
    }

    fn model(&mut self, terms: &TermStore) -> Result<Model, SolverError> {
        self.inner.model(terms)
    }

    fn core(&mut self) -> Result<Vec<Term>, SolverError> {
        self.inner.core()
    }

    fn statistics(&self) -> SolverStatistics {
        self.inner.statistics()
    }
}
