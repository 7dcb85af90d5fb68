//! One answer of a certificate in the formats that everybody has checkers for: DIMACS
//! and LRAT. The assumptions of the answer become clauses of one literal, and the
//! proof ends with the empty clause. Lemmas of a theory are among the clauses.
//!
//! Nothing is checked here, and nothing that the answer does not need is left out.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::reader::{Line, Reader};
use crate::{Manifest, Refusal, open};

/// How many clauses and steps come before an answer of a part.
#[derive(Default)]
struct Sizes {
    variables: u32,
    clauses: u64,
    /// The answer's clause, and its assumptions.
    answer: Option<(u64, Vec<i32>)>,
}

/// Writes an answer (the first is 1) into two files.
pub fn export(folder: &Path, answer: u64, cnf: &Path, lrat: &Path) -> Result<(), Refusal> {
    let manifest = Manifest::read(folder)?;
    let mut before = 0;
    for part in &manifest.parts {
        let number = answer.saturating_sub(before);
        if number >= 1 && number <= part.counts.answers {
            let sizes = measure(folder, &part.file, number)?;
            return write(folder, &part.file, number, &sizes, [cnf, lrat]);
        }
        before += part.counts.answers;
    }
    Err(Refusal::NoSuchAnswer { answers: before })
}

/// Calls for every line up to an answer of a part.
fn each_line(
    folder: &Path,
    name: &str,
    answer: u64,
    mut with: impl FnMut(Line) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let wrong = |message| Refusal::Wrong(format!("{name}: {message}"));
    let mut reader = Reader::new(open(folder, name)?).map_err(wrong)?;
    let mut seen = 0;
    while let Some(line) = reader.next().map_err(wrong)? {
        seen += u64::from(matches!(line, Line::Answer { .. }));
        with(line)?;
        if seen == answer {
            return Ok(());
        }
    }
    Err(wrong("an answer is missing".to_owned()))
}

fn measure(folder: &Path, name: &str, answer: u64) -> Result<Sizes, Refusal> {
    let mut sizes = Sizes::default();
    each_line(folder, name, answer, |line| {
        let literals = match line {
            Line::Input { clause, .. } | Line::Lemma { clause, .. } => {
                sizes.clauses += 1;
                clause
            }
            Line::Derived { clause, .. } => clause,
            Line::Answer { id, assumptions } => {
                sizes.answer = Some((id, assumptions.clone()));
                assumptions
            }
            Line::Deleted(_)
            | Line::Always { .. }
            | Line::Guarded { .. }
            | Line::Write { .. }
            | Line::Read { .. }
            | Line::Pair { .. } => Vec::new(),
        };
        let greatest = literals.iter().map(|literal| literal.unsigned_abs()).max();
        sizes.variables = sizes.variables.max(greatest.unwrap_or(0));
        Ok(())
    })?;
    Ok(sizes)
}

/// Clauses get their places in the file of clauses as numbers, and steps the
/// numbers after them.
struct Numbers {
    known: FxHashMap<u64, u64>,
    clause: u64,
    step: u64,
}

impl Numbers {
    fn of(&self, id: u64) -> Result<u64, Refusal> {
        let missing = || Refusal::Wrong(format!("there is no clause {id}"));
        self.known.get(&id).copied().ok_or_else(missing)
    }
}

fn write(
    folder: &Path,
    name: &str,
    answer: u64,
    sizes: &Sizes,
    [cnf, lrat]: [&Path; 2],
) -> Result<(), Refusal> {
    let Some((id, assumptions)) = &sizes.answer else { return Ok(()) };
    let clauses = sizes.clauses + assumptions.len() as u64;
    let mut numbers = Numbers { known: FxHashMap::default(), clause: 0, step: clauses };
    let (mut formula, mut proof) = (create(cnf)?, create(lrat)?);
    put(&mut formula, &format!("p cnf {} {clauses}\n", sizes.variables))?;
    each_line(folder, name, answer, |line| match line {
        Line::Input { id, clause } | Line::Lemma { id, clause } => {
            numbers.clause += 1;
            numbers.known.insert(id, numbers.clause);
            put(&mut formula, &format!("{}0\n", list(&clause)))
        }
        Line::Derived { id, clause, hints } => {
            let hints: Result<Vec<u64>, Refusal> =
                hints.into_iter().map(|hint| numbers.of(hint)).collect();
            numbers.step += 1;
            numbers.known.insert(id, numbers.step);
            let (number, clause, hints) = (numbers.step, list(&clause), list(&hints?));
            put(&mut proof, &format!("{number} {clause}0 {hints}0\n"))
        }
        Line::Deleted(ids) => {
            let ids: Result<Vec<u64>, Refusal> =
                ids.into_iter().map(|deleted| numbers.of(deleted)).collect();
            put(&mut proof, &format!("{} d {}0\n", numbers.step, list(&ids?)))
        }
        Line::Answer { .. }
        | Line::Always { .. }
        | Line::Guarded { .. }
        | Line::Write { .. }
        | Line::Read { .. }
        | Line::Pair { .. } => Ok(()),
    })?;
    for assumption in assumptions {
        put(&mut formula, &format!("{assumption} 0\n"))?;
    }
    let units: Vec<u64> = (sizes.clauses + 1..=clauses).collect();
    let (last, id) = (numbers.step + 1, numbers.of(*id)?);
    put(&mut proof, &format!("{last} 0 {}{id} 0\n", list(&units)))?;
    [formula, proof].iter_mut().try_for_each(|file| file.flush().map_err(unwritable))
}

fn list<Number: std::fmt::Display>(numbers: &[Number]) -> String {
    numbers.iter().map(|number| format!("{number} ")).collect()
}

fn create(path: &Path) -> Result<BufWriter<File>, Refusal> {
    let file = File::create_new(path).map_err(|error| {
        Refusal::CannotWrite(format!("cannot write {}: {error}", path.display()))
    })?;
    Ok(BufWriter::new(file))
}

fn put(file: &mut BufWriter<File>, text: &str) -> Result<(), Refusal> {
    file.write_all(text.as_bytes()).map_err(unwritable)
}

fn unwritable(error: std::io::Error) -> Refusal {
    Refusal::CannotWrite(format!("cannot write: {error}"))
}
