//! Writes down what CaDiCaL does, so that each of its answers *this cannot be* can be
//! checked by another program.
//!
//! Each solver gets a file of its own in the folder of the run. The lines, in the
//! order of events, are those that the crate `certificate` describes and checks;
//! nothing is shared with it but that description. The clauses are those that we
//! handed over, and a clause that CaDiCaL says it was given must be one of them, or
//! else it is a lemma of the theory. Deviation from CaDiCaL's own traces: a clause
//! that it sets aside (and may want back) is not deleted in the file.
//!
//! C++ calls the recorder, so nothing here may panic. Once something cannot be
//! written, nothing more is, and the folder remembers why.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cadical_sys::ProofTracer;
use raddle_terms::fnv;
use rustc_hash::FxHashSet;

use crate::circuit::Literal;

/// Where the solvers of one run write, and what they have written.
#[derive(Clone, Debug)]
pub struct Proofs {
    folder: Arc<Folder>,
    /// For whom the solver works.
    pub engine: &'static str,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    opened: usize,
    finished: Vec<ProofFile>,
    failure: Option<String>,
}

/// The record of one solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// Its name in the folder.
    pub name: String,
    pub engine: &'static str,
    pub answers: u64,
    pub clauses: u64,
    pub steps: u64,
    pub lemmas: u64,
    /// About an order, which lemmas follow from.
    pub facts: u64,
    /// A short name for all of its bytes: FNV-1a, 64 bits.
    pub digest: u64,
}

impl Proofs {
    /// The folder must be there, and empty.
    pub fn new(folder: &Path) -> Proofs {
        let folder = Folder { path: folder.to_owned(), state: Mutex::default() };
        Proofs { folder: Arc::new(folder), engine: "" }
    }

    pub fn of(&self, engine: &'static str) -> Proofs {
        Proofs { engine, ..self.clone() }
    }

    /// All files, once no solver is left; or why they are not what they should be.
    pub fn finished(&self) -> Result<Vec<ProofFile>, String> {
        let state = self.state();
        match &state.failure {
            Some(failure) => Err(failure.clone()),
            None if state.finished.len() < state.opened => {
                Err("a solver is still at work".to_owned())
            }
            None => {
                let mut files = state.finished.clone();
                // By number: those beyond 9999 are longer.
                files.sort_by_key(|file| (file.name.len(), file.name.clone()));
                Ok(files)
            }
        }
    }

    /// The paths of all files, finished or not.
    pub fn paths(&self) -> Vec<PathBuf> {
        (1..=self.state().opened).map(|number| self.folder.path.join(name(number))).collect()
    }

    fn fail(&self, failure: String) {
        self.state().failure.get_or_insert(failure);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.folder.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn name(number: usize) -> String {
    format!("{number:04}.proof")
}

/// What a clause is that is handed over right now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Given,
    /// It follows from the facts about the order.
    Lemma,
}

/// A fact about an order, in literals.
#[derive(Clone, Copy)]
pub(crate) enum Fact {
    Always { before: u32, after: u32 },
    Guarded { before: u32, after: u32, when: Literal },
    Write { event: u32, location: u32, happens: Literal },
    Read { write: u32, event: u32, chosen: Literal },
    Pair { first: u32, second: u32, name: Literal },
}

/// Writes one file.
pub(crate) struct Recorder {
    proofs: Proofs,
    file: ProofFile,
    /// Missing once something has failed.
    writer: Option<BufWriter<File>>,
    line: String,
    /// The clause that is handed over.
    handed: Option<(Kind, Vec<i32>)>,
    /// Clauses that were set aside and are not deleted.
    aside: FxHashSet<i64>,
    /// The clause that was made to deny the assumptions, if there is one.
    denial: Option<i64>,
    /// The clauses that the last answer rests on.
    conclusion: Vec<i64>,
}

impl Recorder {
    pub(crate) fn open(proofs: &Proofs) -> Recorder {
        let name = {
            let mut state = proofs.state();
            state.opened += 1;
            name(state.opened)
        };
        let engine = proofs.engine;
        let file = ProofFile {
            name,
            engine,
            answers: 0,
            clauses: 0,
            steps: 0,
            lemmas: 0,
            facts: 0,
            digest: fnv::EMPTY,
        };
        let mut recorder = Recorder {
            proofs: proofs.clone(),
            writer: None,
            line: "raddle proof 1".to_owned(),
            handed: None,
            aside: FxHashSet::default(),
            denial: None,
            conclusion: Vec::new(),
            file,
        };
        match File::create_new(proofs.folder.path.join(&recorder.file.name)) {
            Ok(file) => recorder.writer = Some(BufWriter::with_capacity(1 << 16, file)),
            Err(error) => recorder.fail(&error.to_string()),
        }
        recorder.end_line();
        recorder
    }

    /// The next clause that CaDiCaL is given.
    pub(crate) fn hand_over(&mut self, kind: Kind, clause: &[i32]) {
        self.handed = Some((kind, clause.to_vec()));
    }

    /// Afterwards CaDiCaL must have said so.
    pub(crate) fn handed_over(&mut self) {
        if self.handed.take().is_some() {
            self.fail("CaDiCaL did not take a clause");
        }
    }

    pub(crate) fn fact(&mut self, fact: Fact) {
        self.file.facts += 1;
        let written = match fact {
            Fact::Always { before, after } => write!(self.line, "f {before} {after}"),
            Fact::Guarded { before, after, when } => {
                write!(self.line, "g {before} {after} {when:?}")
            }
            Fact::Write { event, location, happens } => {
                write!(self.line, "w {event} {location} {happens:?}")
            }
            Fact::Read { write, event, chosen } => {
                write!(self.line, "r {write} {event} {chosen:?}")
            }
            Fact::Pair { first, second, name } => write!(self.line, "p {first} {second} {name:?}"),
        };
        debug_assert!(written.is_ok());
        self.end_line();
    }

    /// The answer is that all of these cannot be true together.
    pub(crate) fn refuted(&mut self, assumptions: &[Literal]) {
        let [conclusion] = self.conclusion[..] else {
            return self.fail("CaDiCaL does not say what its answer rests on");
        };
        self.conclusion.clear();
        self.begin_line('u', Some(conclusion));
        assumptions.iter().for_each(|literal| self.number(i64::from(literal.number())));
        self.number(0);
        self.end_line();
        self.file.answers += 1;
        if let Some(denial) = self.denial.take() {
            self.delete(denial);
        }
    }

    fn delete(&mut self, id: i64) {
        self.begin_line('d', Some(id));
        self.number(0);
        self.end_line();
    }

    fn clause(&mut self, letter: char, id: i64, clause: &[i32]) {
        self.begin_line(letter, Some(id));
        clause.iter().for_each(|literal| self.number(i64::from(*literal)));
        self.number(0);
    }

    fn derived(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        self.file.steps += 1;
        self.clause('l', id, clause);
        hints.iter().for_each(|hint| self.number(*hint));
        self.number(0);
        self.end_line();
    }

    fn begin_line(&mut self, letter: char, id: Option<i64>) {
        self.line.clear();
        self.line.push(letter);
        if let Some(id) = id {
            self.number(id);
        }
    }

    fn number(&mut self, number: i64) {
        let written = write!(self.line, " {number}");
        debug_assert!(written.is_ok());
    }

    fn end_line(&mut self) {
        self.line.push('\n');
        self.file.digest = fnv::extend(self.file.digest, self.line.as_bytes());
        let written = match &mut self.writer {
            Some(writer) => writer.write_all(self.line.as_bytes()),
            None => Ok(()),
        };
        self.line.clear();
        if let Err(error) = written {
            self.fail(&error.to_string());
        }
    }

    fn fail(&mut self, why: &str) {
        if let Some(writer) = self.writer.take() {
            // Writing what is left would only fail again.
            drop(writer.into_parts());
        }
        let file = &self.file.name;
        self.proofs.fail(format!("cannot write {file}: {why}"));
    }
}

impl ProofTracer for Recorder {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], restored: bool) {
        if restored {
            self.aside.remove(&id);
            return;
        }
        let kind = match self.handed.take() {
            Some((kind, handed)) if handed == clause => kind,
            Some(_) => return self.fail("CaDiCaL has changed a clause"),
            None => Kind::Lemma,
        };
        let letter = match kind {
            Kind::Given => 'i',
            Kind::Lemma => 't',
        };
        match kind {
            Kind::Given => self.file.clauses += 1,
            Kind::Lemma => self.file.lemmas += 1,
        }
        self.clause(letter, id, clause);
        self.end_line();
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], hints: &[i64]) {
        self.derived(id, clause, hints);
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        if !self.aside.remove(&id) {
            self.delete(id);
        }
    }

    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.aside.insert(id);
    }

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        self.derived(id, clause, hints);
        self.denial = Some(id);
    }

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unsat(&mut self, _: i32, clause_ids: &[i64]) {
        self.conclusion = clause_ids.to_vec();
    }

    fn conclude_unknown(&mut self, _: &[i32]) {}
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let flushed = self.writer.as_mut().map_or(Ok(()), Write::flush);
        if let Err(error) = flushed {
            self.fail(&error.to_string());
        }
        let mut state = self.proofs.state();
        state.finished.push(self.file.clone());
    }
}
