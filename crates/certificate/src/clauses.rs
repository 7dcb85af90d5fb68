//! Clauses that are known to be true, and the test whether another one follows from
//! them by unit propagation along hints.

use rustc_hash::FxHashMap;

/// A literal among those that have occurred: variables are numbered from 1 as they
/// come, so that a large number in a file costs no memory.
type Dense = i32;

#[derive(Default)]
pub struct Clauses {
    live: FxHashMap<u64, Box<[Dense]>>,
    /// The number of each variable of the file.
    variables: FxHashMap<i32, i32>,
    /// By variable: 1, -1, or 0 where nothing is known. All 0 between two tests.
    values: Vec<i8>,
    assigned: Vec<Dense>,
}

impl Clauses {
    /// Whether the variable was met before.
    pub fn has_met(&self, literal: i32) -> bool {
        self.variables.contains_key(&literal.abs())
    }

    /// The clause is known from now on.
    pub fn insert(&mut self, id: u64, clause: &[i32]) -> Result<(), String> {
        let dense = self.dense(clause);
        match self.live.insert(id, dense.into()) {
            None => Ok(()),
            Some(_) => Err(format!("there is a clause {id} already")),
        }
    }

    pub fn remove(&mut self, id: u64) -> Result<(), String> {
        self.live.remove(&id).map(|_| ()).ok_or_else(|| missing(id))
    }

    /// Whether the clause follows from those that the hints name: if all its
    /// literals were false, then each of them in turn would have at most one literal
    /// left that can be true, and one would have none.
    pub fn follows(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        let clause = self.dense(clause);
        let result = self.propagate(&clause, hints);
        for literal in self.assigned.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        result
    }

    fn propagate(&mut self, clause: &[Dense], hints: &[u64]) -> Result<(), String> {
        for literal in clause {
            if self.value(*literal) > 0 {
                // It has this literal and its negation, so it is always true.
                return Ok(());
            }
            self.assign(-literal);
        }
        for hint in hints {
            let premise = self.live.get(hint).ok_or_else(|| missing(*hint))?;
            let mut open = premise.iter().copied().filter(|literal| self.value(*literal) >= 0);
            let Some(unit) = open.next() else { return Ok(()) };
            if open.any(|literal| literal != unit) {
                return Err(format!("the clause {hint} does not tell what it is a hint for"));
            }
            self.assign(unit);
        }
        Err("the clause does not follow from its hints".to_owned())
    }

    /// Whether the clause denies all of the assumptions together: each of its
    /// literals is the negation of one.
    pub fn denies(&mut self, id: u64, assumptions: &[i32]) -> Result<(), String> {
        let assumptions = self.dense(assumptions);
        let clause = self.live.get(&id).ok_or_else(|| missing(id))?;
        let assumed: rustc_hash::FxHashSet<Dense> = assumptions.into_iter().collect();
        match clause.iter().all(|literal| assumed.contains(&-literal)) {
            true => Ok(()),
            false => Err(format!("the clause {id} can be true although all of these are")),
        }
    }

    fn value(&self, literal: Dense) -> i8 {
        self.values[literal.unsigned_abs() as usize] * literal.signum() as i8
    }

    /// A literal that is true already stays so.
    fn assign(&mut self, literal: Dense) {
        if self.value(literal) == 0 {
            self.values[literal.unsigned_abs() as usize] = literal.signum() as i8;
            self.assigned.push(literal);
        }
    }

    fn dense(&mut self, clause: &[i32]) -> Vec<Dense> {
        let mut dense = Vec::with_capacity(clause.len());
        for literal in clause {
            let next = self.variables.len() as i32 + 1;
            let variable = *self.variables.entry(literal.abs()).or_insert(next);
            if self.values.len() <= variable as usize {
                self.values.resize(variable as usize + 1, 0);
            }
            dense.push(variable * literal.signum());
        }
        dense
    }
}

fn missing(id: u64) -> String {
    format!("there is no clause {id}")
}
