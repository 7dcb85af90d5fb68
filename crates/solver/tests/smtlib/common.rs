//! What several tests need: solvers that are installed, and random conditions.

use std::path::Path;

use raddle_solver::{ProcessSolver, SolverOptions};
use raddle_terms::{Array, Bits, Operator, Term, TermStore};

/// The real solvers that are installed, fresh.
pub fn installed() -> Vec<(&'static str, ProcessSolver)> {
    let start = |name| match ProcessSolver::start(Path::new(name), &SolverOptions::default()) {
        Ok(solver) => Some((name, solver)),
        Err(error) => {
            eprintln!("not tested with {name}: {error}");
            None
        }
    };
    ["z3", "cvc5"].into_iter().filter_map(start).collect()
}

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

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const WIDTHS: [u16; 4] = [1, 3, 8, 12];

const SAME: [Operator; 16] = [
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::UnsignedDivide,
    Operator::SignedRemainder,
    Operator::And,
    Operator::Or,
    Operator::Xor,
    Operator::ShiftLeft,
    Operator::LogicalShiftRight,
    Operator::ArithmeticShiftRight,
    Operator::PointerAdd { offset_bits: 1 },
    Operator::Not,
    Operator::Negate,
    Operator::PopulationCount,
    Operator::LeadingZeros,
];

const PREDICATES: [Operator; 8] = [
    Operator::Equal,
    Operator::NotEqual,
    Operator::UnsignedLess,
    Operator::SignedLessOrEqual,
    Operator::SignedAddOverflows,
    Operator::SignedMultiplyOverflows,
    Operator::UnsignedAddOverflows,
    Operator::UnsignedMultiplyOverflows,
];

/// A store full of random terms and arrays over a few symbols.
pub struct Garden {
    pub terms: TermStore,
    pub random: Random,
    pub symbols: Vec<Term>,
    grown: Vec<Term>,
    /// Of width 3 from indices of width 3.
    arrays: Vec<Array>,
}

impl Garden {
    pub fn new(seed: u64, size: usize) -> Garden {
        let mut garden = Garden {
            terms: TermStore::new(),
            random: Random(seed),
            symbols: Vec::new(),
            grown: Vec::new(),
            arrays: Vec::new(),
        };
        for width in WIDTHS {
            for name in ["x", "y |\\ z"] {
                let symbol = garden.terms.fresh(name, width);
                garden.symbols.push(symbol);
            }
        }
        garden.grown = garden.symbols.clone();
        for _ in 0..size {
            garden.grow();
        }
        garden
    }

    pub fn term(&mut self, width: u16) -> Term {
        if self.random.below(8) == 0 {
            let value = Bits::new(self.random.next().into(), width);
            return self.terms.constant(value);
        }
        let fitting: Vec<Term> =
            self.grown.iter().copied().filter(|it| self.terms.width(*it) == width).collect();
        // Younger ones more often, so that terms get deep.
        let start = if self.random.below(2) == 0 { fitting.len() / 2 } else { 0 };
        self.random.pick(&fitting[start..])
    }

    pub fn condition(&mut self) -> Term {
        self.term(1)
    }

    fn apply(&mut self, operator: Operator, width: u16) -> Term {
        let operands: Vec<Term> = (0..operator.arity()).map(|_| self.term(width)).collect();
        self.terms.apply(operator, &operands)
    }

    fn grow(&mut self) {
        let width = self.random.pick(&WIDTHS);
        let term = match self.random.below(8) {
            0..=2 => {
                let operator = self.random.pick(&SAME);
                self.apply(operator, width)
            }
            3 | 4 => {
                let operator = self.random.pick(&PREDICATES);
                self.apply(operator, width)
            }
            5 => {
                let operands = [self.term(1), self.term(width), self.term(width)];
                self.terms.apply(Operator::IfThenElse, &operands)
            }
            6 => {
                let operand = self.term(width);
                let to = self.random.pick(&WIDTHS);
                let operator = match to < width {
                    true => Operator::Extract { low: width - to, width: to },
                    false => Operator::SignExtend(to),
                };
                self.terms.apply(operator, &[operand])
            }
            _ => {
                self.grow_array();
                let (array, index) = (self.random.pick(&self.arrays), self.term(3));
                self.terms.select(array, index)
            }
        };
        self.grown.push(term);
    }

    fn grow_array(&mut self) {
        let array = match self.random.below(6) {
            kind @ (0 | 1) if kind == 0 || self.arrays.is_empty() => {
                let elements: Vec<Term> = (0..5).map(|_| self.term(3)).collect();
                self.terms.table(3, &elements)
            }
            _ if self.arrays.is_empty() => {
                let element = self.term(3);
                self.terms.uniform(5, 3, element)
            }
            0..=2 => {
                let (array, index, value) =
                    (self.random.pick(&self.arrays), self.term(3), self.term(3));
                self.terms.array_store(array, index, value)
            }
            3 => {
                let (condition, then) = (self.term(1), self.random.pick(&self.arrays));
                let otherwise = self.random.pick(&self.arrays);
                self.terms.array_ite(condition, then, otherwise)
            }
            4 => {
                let (array, from) = (self.random.pick(&self.arrays), self.term(3));
                let (count, value) = (self.term(3), self.term(3));
                self.terms.array_fill(array, from, count, value)
            }
            _ => {
                let (target, source) =
                    (self.random.pick(&self.arrays), self.random.pick(&self.arrays));
                let (to, from, count) = (self.term(3), self.term(3), self.term(3));
                self.terms.array_copy(target, to, source, from, count)
            }
        };
        self.arrays.push(array);
    }
}
