//! CaDiCaL and another SAT solver, on the same random clauses.

use raddle_solver::circuit::{Circuit, Clauses, Literal};
use raddle_solver::sat::SatSolver;
use raddle_solver::{Answer, Cadical, SolverOptions};

use crate::common::{Batsat, Random};

fn random_clause(random: &mut Random, variables: usize) -> Vec<Literal> {
    let length = random.pick(&[2, 3, 3, 3, 3]);
    let literal =
        |_| Literal::of_variable(random.below(variables) as i32 + 1).negated_if(random.coin());
    (0..length).map(literal).collect()
}

#[test]
fn two_solvers_agree_on_random_clauses_under_assumptions() {
    let mut random = Random(7);
    let mut answers = [0, 0];
    for _ in 0..150 {
        let variables = 5 + random.below(40);
        let mut cadical = Cadical::new(&SolverOptions::default());
        let mut batsat = Batsat::default();
        for _ in 0..variables {
            assert_eq!(cadical.new_variable(), batsat.new_variable());
        }
        let mut clauses = Vec::new();
        for _ in 0..4 {
            for _ in 0..variables {
                let clause = random_clause(&mut random, variables);
                cadical.add_clause(&clause);
                batsat.add_clause(&clause);
                clauses.push(clause);
            }
            let assumptions = random_clause(&mut random, variables);
            let answer = cadical.solve(&assumptions);
            assert_eq!(answer, batsat.solve(&assumptions));
            if answer == Answer::Satisfiable {
                answers[0] += 1;
                assert!(assumptions.iter().all(|literal| cadical.value(*literal)));
                for clause in &clauses {
                    assert!(clause.iter().any(|literal| cadical.value(*literal)));
                }
            } else {
                answers[1] += 1;
                let failed: Vec<Literal> =
                    assumptions.into_iter().filter(|literal| cadical.failed(*literal)).collect();
                assert_eq!(batsat.solve(&failed), Answer::Unsatisfiable);
            }
        }
    }
    assert!(answers.iter().all(|count| *count > 50), "one-sided: {answers:?}");
}

/// Takes clauses and keeps them.
#[derive(Default)]
struct Kept {
    variables: i32,
    clauses: Vec<Vec<Literal>>,
}

impl Clauses for Kept {
    fn new_variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::of_variable(self.variables)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses.push(clause.to_vec());
    }
}

type Meaning = fn([bool; 3]) -> bool;

/// Each gate, over all choices of operands from two variables, their negations
/// and the constants (so that every folding is met), against its meaning.
#[test]
fn gates_are_right_for_related_operands() {
    let mut circuit = Circuit::new(Kept::default());
    let [x, y, z] = [(); 3].map(|()| circuit.fresh());
    let leaves = [x, !x, y, !y, z, !z, Literal::TRUE, Literal::FALSE];
    let mut checks: Vec<([Literal; 3], Literal, Meaning)> = Vec::new();
    for a in leaves {
        for b in leaves {
            for c in leaves {
                let operands = [a, b, c];
                checks.push((operands, circuit.and(a, b), |[a, b, _]| a && b));
                checks.push((operands, circuit.or(a, b), |[a, b, _]| a || b));
                checks.push((operands, circuit.xor(a, b), |[a, b, _]| a != b));
                checks.push((operands, circuit.same(a, b), |[a, b, _]| a == b));
                checks.push((operands, circuit.implies(a, b), |[a, b, _]| !a || b));
                let chosen = circuit.if_then_else(a, b, c);
                checks.push((operands, chosen, |[a, b, c]| if a { b } else { c }));
                checks.push((operands, circuit.xor3(a, b, c), |[a, b, c]| a ^ b ^ c));
                let most = circuit.majority(a, b, c);
                checks.push((operands, most, |[a, b, c]| a as u8 + b as u8 + c as u8 >= 2));
                checks.push((operands, circuit.and_all(&operands), |[a, b, c]| a && b && c));
                checks.push((operands, circuit.or_all(&operands), |[a, b, c]| a || b || c));
            }
        }
    }
    let mut solver = Cadical::new(&SolverOptions::default());
    for _ in 0..circuit.sink().variables {
        solver.new_variable();
    }
    for clause in &circuit.sink().clauses {
        solver.add_clause(clause);
    }
    for choice in 0..8 {
        let assumptions = [x, y, z]
            .into_iter()
            .enumerate()
            .map(|(position, variable)| variable.negated_if(choice >> position & 1 == 0));
        assert_eq!(solver.solve(&assumptions.collect::<Vec<_>>()), Answer::Satisfiable);
        for (operands, result, meaning) in &checks {
            let values = operands.map(|operand| solver.value(operand));
            assert_eq!(solver.value(*result), meaning(values), "{operands:?}");
        }
    }
}

#[test]
fn equal_gates_are_made_once() {
    let mut circuit = Circuit::new(Kept::default());
    let left = circuit.fresh_vector(32);
    let right = circuit.fresh_vector(32);
    let build = |circuit: &mut Circuit<Kept>| {
        let sum = circuit.add(&left, &right);
        let product = circuit.multiply(&left, &right);
        let (quotient, remainder) = circuit.divide(&left, &right);
        let less = circuit.unsigned_less(&sum, &product);
        let chosen = circuit.choose(less, &quotient, &remainder);
        circuit.equal(&chosen, &left)
    };
    let first = build(&mut circuit);
    let size = circuit.sink().clauses.len();
    assert_eq!(build(&mut circuit), first);
    assert_eq!(circuit.sink().clauses.len(), size);
}
