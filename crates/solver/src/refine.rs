//! Asks the SAT solver until its answer is one about terms.
//!
//! Some terms are only *abstracted* by the clauses: their literals are free. An
//! unsatisfiable answer holds all the same. A satisfiable one is tested: the
//! values of the symbols are put into the conditions, by the one evaluation of
//! terms that there is. If all are true, that is the answer, whatever the
//! abstracted terms were thought to be. Else each kind of abstracted terms adds
//! clauses that exclude what was wrong, and the question is put again
//! (refinement by counterexamples).
//!
//! The test is made for every answer, also without abstracted terms: a mistake
//! in a circuit or in the SAT solver becomes an error, not a wrong verdict.

use rustc_hash::FxHashSet;

use raddle_terms::{Bits, Evaluation, Node, Term, TermStore};

use crate::blast::{Blaster, bits_of};
use crate::circuit::Literal;
use crate::sat::SatSolver;
use crate::{Answer, Model, SolverError};

/// How often a question is put again where that need not come to an end.
const MAX_ROUNDS: u32 = 200;

/// The values of all literals in one answer of a SAT solver.
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    /// Of all variables made so far, since adding a clause ends the answer.
    fn of(solver: &mut impl SatSolver) -> Assignment {
        let (variables, _) = solver.size();
        let variables = i32::try_from(variables).unwrap_or(i32::MAX);
        let literals = (1..=variables).map(Literal::of_variable);
        Assignment { values: literals.map(|literal| solver.value(literal)).collect() }
    }

    /// False of a variable that is younger than the answer.
    pub fn value(&self, literal: Literal) -> bool {
        let position = literal.number().unsigned_abs() as usize;
        let value = position.checked_sub(1).and_then(|position| self.values.get(position));
        value.copied().unwrap_or(false) != literal.is_negated()
    }

    pub fn bits(&self, literals: &[Literal]) -> Bits {
        bits_of(literals, |literal| self.value(literal))
    }
}

/// One kind of terms that clauses only abstract.
pub trait Abstraction<Sat> {
    /// Adds clauses that are true of the terms and that the assignment violates.
    /// Says whether there were any. `model` has the values of the symbols in the
    /// assignment; `conditions` are what is asked.
    fn refine(
        &mut self,
        terms: &TermStore,
        blaster: &mut Blaster<Sat>,
        assignment: &Assignment,
        model: &Model,
        conditions: &[Term],
    ) -> bool;

    /// Whether refining comes to an end, since only so many clauses can be added.
    fn ends(&self) -> bool;

    /// What to say when refining does not come to an end.
    fn reason(&self) -> &'static str;
}

/// Operators on floating-point numbers without a circuit: a result is corrected
/// for the very operands that it was wrong for.
pub struct FloatArithmetic;

impl<Sat: SatSolver> Abstraction<Sat> for FloatArithmetic {
    fn refine(
        &mut self,
        terms: &TermStore,
        blaster: &mut Blaster<Sat>,
        assignment: &Assignment,
        model: &Model,
        conditions: &[Term],
    ) -> bool {
        let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
        let mut refined = false;
        // The model is about the conditions only.
        let asked: FxHashSet<Term> = terms.reachable(conditions).into_iter().collect();
        for term in blaster.abstracted().to_vec() {
            if !asked.contains(&term) {
                continue;
            }
            let Node::Apply(_, operands) = terms.node(term) else { continue };
            let thought = blaster.found(terms, term).map(|literals| assignment.bits(literals));
            let right = evaluation.value(term);
            if thought != Some(right) {
                // The oldest wrong term has right operands, so this excludes it.
                let operands: Vec<(Term, Bits)> =
                    operands.iter().map(|term| (*term, evaluation.value(*term))).collect();
                add_row(terms, blaster, &operands, (term, right));
                refined = true;
            }
        }
        refined
    }

    /// One for every pair of numbers is too many.
    fn ends(&self) -> bool {
        false
    }

    fn reason(&self) -> &'static str {
        "floating-point arithmetic on values that are not known"
    }
}

/// If the operands have these values, the result has that one.
fn add_row<Sat: SatSolver>(
    terms: &TermStore,
    blaster: &mut Blaster<Sat>,
    operands: &[(Term, Bits)],
    (result, value): (Term, Bits),
) {
    let mut premises = Vec::new();
    for (operand, value) in operands {
        let literals = blaster.blast(terms, *operand).to_vec();
        premises.extend(matching(&literals, *value));
    }
    let premise = blaster.circuit().and_all(&premises);
    let literals = blaster.blast(terms, result).to_vec();
    for literal in matching(&literals, value) {
        blaster.circuit().require(&[!premise, literal]);
    }
}

/// Literals that are all true exactly if these have the value.
fn matching(literals: &[Literal], value: Bits) -> impl Iterator<Item = Literal> {
    literals
        .iter()
        .enumerate()
        .map(move |(position, literal)| literal.negated_if(value.unsigned() >> position & 1 == 0))
}

/// What is to be decided.
pub(crate) struct Question<'a> {
    /// Their literals are asserted or assumed.
    pub conditions: &'a [Term],
    /// Conditions that need not be true, but must be what their literals say.
    pub watched: &'a [Term],
    pub assumptions: &'a [Literal],
}

/// Decides whether the conditions can all be true; the model is that of a
/// satisfiable answer.
pub(crate) fn decide<Sat: SatSolver>(
    terms: &TermStore,
    blaster: &mut Blaster<Sat>,
    abstractions: &mut [Box<dyn Abstraction<Sat>>],
    question: &Question<'_>,
) -> Result<(Answer, Model), SolverError> {
    let roots = [question.conditions, question.watched].concat();
    let conditions = roots.as_slice();
    let mut rounds = 0;
    loop {
        let answer = blaster.sink_mut().solve(question.assumptions);
        if answer != Answer::Satisfiable {
            return Ok((answer, Model::default()));
        }
        let model = blaster.model(terms, conditions);
        if all_true(terms, &model, question.conditions)
            && all_agree(terms, blaster, &model, question.watched)
        {
            return Ok((Answer::Satisfiable, model));
        }
        let assignment = Assignment::of(blaster.sink_mut());
        let mut refined = false;
        for abstraction in &mut *abstractions {
            if !abstraction.refine(terms, blaster, &assignment, &model, conditions) {
                continue;
            }
            refined = true;
            rounds += u32::from(!abstraction.ends());
            if rounds > MAX_ROUNDS {
                let reason = abstraction.reason().to_owned();
                return Ok((Answer::Unknown(reason), Model::default()));
            }
        }
        if !refined {
            return Err(wrong_model());
        }
    }
}

fn all_true(terms: &TermStore, model: &Model, conditions: &[Term]) -> bool {
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    conditions.iter().all(|condition| evaluation.value(*condition).is_true())
}

/// Whether each condition is what its literal says.
fn all_agree<Sat: SatSolver>(
    terms: &TermStore,
    blaster: &mut Blaster<Sat>,
    model: &Model,
    watched: &[Term],
) -> bool {
    let mut evaluation = Evaluation::new(terms, |symbol| model.get(&symbol).copied());
    watched.iter().all(|condition| {
        let literal = blaster.condition(terms, *condition);
        blaster.sink_mut().value(literal) == evaluation.value(*condition).is_true()
    })
}

fn wrong_model() -> SolverError {
    SolverError {
        message: "the solver gave a wrong model".to_owned(),
        help: Some("this is a mistake in Raddle: please report it with the program".to_owned()),
    }
}
