//! What several tests need: a generator of numbers, and a second SAT solver.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use raddle_solver::Answer;
use raddle_solver::circuit::{Clauses, Literal};
use raddle_solver::sat::SatSolver;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.next() & 1 == 1
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Any number, often a small one, a negative one or one at a limit.
    pub fn number(&mut self, width: u16) -> u128 {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        match self.below(6) {
            0 => u128::from(self.next() % 4),
            1 => u128::MAX - u128::from(self.next() % 4),
            2 => (1 << (width - 1)) - u128::from(self.coin()),
            3 => wide >> self.below(128),
            _ => wide,
        }
    }
}

/// Another SAT solver behind the same interface.
#[derive(Default)]
pub struct Batsat {
    solver: BasicSolver,
    variables: Vec<Var>,
    clauses: u64,
}

impl Batsat {
    fn literal(&self, literal: Literal) -> Lit {
        let variable = self.variables[literal.number().unsigned_abs() as usize - 1];
        Lit::new(variable, !literal.is_negated())
    }
}

impl Clauses for Batsat {
    fn new_variable(&mut self) -> Literal {
        self.variables.push(self.solver.new_var_default());
        Literal::of_variable(self.variables.len() as i32)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses += 1;
        let mut literals: Vec<Lit> = clause.iter().map(|literal| self.literal(*literal)).collect();
        self.solver.add_clause_reuse(&mut literals);
    }
}

impl SatSolver for Batsat {
    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        let assumed: Vec<Lit> = assumptions.iter().map(|literal| self.literal(*literal)).collect();
        match self.solver.solve_limited(&assumed) {
            answer if answer == lbool::TRUE => Answer::Satisfiable,
            answer if answer == lbool::FALSE => Answer::Unsatisfiable,
            _ => Answer::Unknown("batsat gave up".to_owned()),
        }
    }

    fn value(&mut self, literal: Literal) -> bool {
        self.solver.value_lit(self.literal(literal)) == lbool::TRUE
    }

    fn failed(&mut self, literal: Literal) -> bool {
        self.solver.unsat_core_contains_var(self.literal(literal).var())
    }

    fn size(&self) -> (u64, u64) {
        (self.variables.len() as u64, self.clauses)
    }

    fn stopped(&self) -> Option<String> {
        None
    }
}
