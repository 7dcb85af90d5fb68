//! Goes through one part, line by line.

use std::io::BufRead;

use crate::clauses::Clauses;
use crate::manifest::Counts;
use crate::order::Facts;
use crate::reader::{Line, Reader};

/// Checks a part. An error begins with the number of the line.
pub fn check(input: impl BufRead) -> Result<Counts, String> {
    let mut reader = Reader::new(input).map_err(|message| format!("1: {message}"))?;
    let mut state = State::default();
    loop {
        let line = reader.next();
        let done = line.and_then(|line| line.map(|line| state.take(line)).transpose());
        match done.map_err(|message| format!("{}: {message}", reader.number))? {
            Some(()) => {}
            None => {
                let end = |message| format!("{}: {message}", reader.number);
                return state.facts.refuse_cycle().map(|()| state.counts).map_err(end);
            }
        }
    }
}

/// What is known after some lines.
#[derive(Default)]
struct State {
    clauses: Clauses,
    facts: Facts,
    counts: Counts,
}

impl State {
    fn take(&mut self, line: Line) -> Result<(), String> {
        self.count(&line);
        match line {
            Line::Input { id, clause } => {
                self.refuse_names(&clause)?;
                if let [unit] = clause[..] {
                    self.facts.unit(unit);
                }
                self.clauses.insert(id, &clause)
            }
            Line::Derived { id, clause, hints } => {
                self.clauses.follows(&clause, &hints)?;
                self.clauses.insert(id, &clause)
            }
            Line::Lemma { id, clause } => {
                self.facts.refuse_cycle()?;
                if !self.facts.imply(&clause) {
                    return Err("the facts about the order do not imply this clause".to_owned());
                }
                self.clauses.insert(id, &clause)
            }
            Line::Deleted(ids) => ids.into_iter().try_for_each(|id| self.clauses.remove(id)),
            Line::Answer { id, assumptions } => {
                self.refuse_names(&assumptions)?;
                self.clauses.denies(id, &assumptions)
            }
            Line::Always { before, after } => self.facts.add_always(before, after),
            Line::Guarded { before, after, when } => self.facts.add_guarded(before, after, when),
            Line::Write { node, place, happens } => self.facts.add_write(node, place, happens),
            Line::Read { write, node, chosen } => self.facts.add_read(write, node, chosen),
            Line::Pair { first, second, name } if self.clauses.has_met(name) => {
                Err(format!("{name} was used before it was a name for {first} and {second}"))
            }
            Line::Pair { first, second, name } => self.facts.add_pair(first, second, name),
        }
    }

    /// Clauses that are not needed any more are not counted: who keeps one more than it
    /// must is not mistaken.
    fn count(&mut self, line: &Line) {
        match line {
            Line::Input { .. } => self.counts.clauses += 1,
            Line::Derived { .. } => self.counts.steps += 1,
            Line::Lemma { .. } => self.counts.lemmas += 1,
            Line::Answer { .. } => self.counts.answers += 1,
            Line::Deleted(_) => {}
            Line::Always { .. }
            | Line::Guarded { .. }
            | Line::Write { .. }
            | Line::Read { .. }
            | Line::Pair { .. } => self.counts.facts += 1,
        }
    }

    /// A name for an order says nothing by itself only if no clause says anything
    /// about it.
    fn refuse_names(&self, literals: &[i32]) -> Result<(), String> {
        match literals.iter().find(|literal| self.facts.is_name(**literal)) {
            Some(name) => Err(format!("{name} is only a name for an order")),
            None => Ok(()),
        }
    }
}
