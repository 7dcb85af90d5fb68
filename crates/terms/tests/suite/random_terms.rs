//! Rewritten terms against plain evaluation of what was asked for.
//!
//! A recipe of random numbers is read as a graph of operators over symbols and
//! constants. Each node is built twice: as a term of the store, and as a value
//! computed by `evaluate` from its operands' values. Both must agree under every
//! assignment.

use proptest::prelude::*;
use raddle_terms::operator::evaluate;
use raddle_terms::{Binary, Bits, Evaluation, Operator, Term, TermStore};

use crate::common::{self, interesting, runner};

const ASSIGNMENTS: usize = 4;

/// One step of a recipe: which operator, on what, and numbers for parameters.
type Step = (u16, u16, u16, u16, u16, u16);

struct Graph {
    store: TermStore,
    terms: Vec<Term>,
    /// For each term the one it was made from last, or itself.
    origins: Vec<usize>,
    /// For each term its value under each assignment.
    values: Vec<[Bits; ASSIGNMENTS]>,
    /// For each symbol its value under each assignment.
    assignments: Vec<[Bits; ASSIGNMENTS]>,
}

impl Graph {
    fn new(widths: &[u16], mut numbers: impl Iterator<Item = u128>) -> Graph {
        let mut graph = Graph {
            store: TermStore::new(),
            terms: Vec::new(),
            origins: Vec::new(),
            values: Vec::new(),
            assignments: Vec::new(),
        };
        for width in widths {
            for name in ["x", "y", "z"] {
                let term = graph.store.symbol(name, *width);
                let value =
                    std::array::from_fn(|_| Bits::new(numbers.next().unwrap_or_default(), *width));
                graph.push(term, value);
                graph.assignments.push(value);
            }
        }
        graph
    }

    fn push(&mut self, term: Term, values: [Bits; ASSIGNMENTS]) {
        self.origins.push(self.terms.len());
        self.terms.push(term);
        self.values.push(values);
    }

    fn width(&self, node: usize) -> u16 {
        self.values[node][0].width()
    }

    /// An existing node, new ones more often than old ones.
    fn any(&self, choice: u16) -> usize {
        let count = self.terms.len();
        let recent = count.saturating_sub(6);
        match choice % 4 {
            0 => usize::from(choice / 4) % count,
            _ => recent + usize::from(choice / 4) % (count - recent),
        }
    }

    /// An existing node of this width, or a new constant where there is none, or
    /// where the choice says so.
    fn of_width(&mut self, width: u16, choice: u16) -> usize {
        let fitting: Vec<usize> =
            (0..self.terms.len()).filter(|node| self.width(*node) == width).collect();
        if fitting.is_empty() || choice.is_multiple_of(3) {
            let kind = choice / 3;
            let small = u128::from(kind / 8 % 9);
            let value = match kind % 8 {
                0 => 0,
                1 => u128::MAX,
                2 => 1 << (small * 8 % u128::from(width)),
                3 => (1u128 << (small * 7 % u128::from(width))) - 1,
                4 => 1 << (width - 1),
                5 => (1u128 << (width - 1)) - 1,
                6 => small,
                _ => !small,
            };
            let value = Bits::new(value, width);
            let term = self.store.constant(value);
            self.push(term, [value; ASSIGNMENTS]);
            return self.terms.len() - 1;
        }
        let recent = fitting.len().saturating_sub(4);
        let start = if choice.is_multiple_of(2) { recent } else { 0 };
        fitting[start + usize::from(choice / 6) % (fitting.len() - start)]
    }

    fn apply(&mut self, operator: Operator, operands: &[usize]) {
        let terms: Vec<Term> = operands.iter().map(|node| self.terms[*node]).collect();
        let values = std::array::from_fn(|assignment| {
            let values: Vec<Bits> =
                operands.iter().map(|node| self.values[*node][assignment]).collect();
            evaluate(operator, &values)
        });
        let term = self.store.apply(operator, &terms);
        self.push(term, values);
        if let (Some(origin), Some(last)) = (self.origins.last_mut(), operands.last()) {
            *origin = *last;
        }
    }

    /// A partner for the node: often what it was made from, since rules look for
    /// what occurs twice.
    fn partner(&mut self, node: usize, choice: u16) -> usize {
        let origin = self.origins[node];
        if choice.is_multiple_of(5) && self.width(origin) == self.width(node) {
            return origin;
        }
        self.of_width(self.width(node), choice / 5)
    }

    fn step(&mut self, (kind, first, second, third, low, high): Step) {
        let pick = usize::from(low);
        match kind % 12 {
            0..=3 => {
                let left = self.any(first);
                let right = self.partner(left, second);
                let operator = Operator::Binary(Binary::ALL[pick % Binary::ALL.len()]);
                let operands = if third % 2 == 0 { [left, right] } else { [right, left] };
                self.apply(operator, &operands);
            }
            4 | 5 => {
                let left = self.any(first);
                let right = self.partner(left, second);
                let predicates: Vec<Operator> = Operator::predicates().collect();
                let operator = predicates[pick % predicates.len()];
                let operands = if third % 2 == 0 { [left, right] } else { [right, left] };
                self.apply(operator, &operands);
            }
            6 => {
                let operand = self.any(first);
                let operators: Vec<Operator> = Operator::of_one(self.width(operand)).collect();
                self.apply(operators[pick % operators.len()], &[operand]);
            }
            7 => {
                let operand = self.any(first);
                let width = self.width(operand);
                let low = low % width;
                let width = 1 + high % (width - low);
                self.apply(Operator::Extract { low, width }, &[operand]);
            }
            8 => {
                let operand = self.any(first);
                let width = self.width(operand);
                let wider = width + high % (129 - width).min(40);
                self.apply(
                    if low % 2 == 0 {
                        Operator::ZeroExtend(wider)
                    } else {
                        Operator::SignExtend(wider)
                    },
                    &[operand],
                );
            }
            9 => {
                let (upper, lower) = (self.any(first), self.any(second));
                if self.width(upper) + self.width(lower) <= 128 {
                    self.apply(Operator::Concat, &[upper, lower]);
                }
            }
            10 => {
                let condition = self.of_width(1, first | 1);
                let then = self.any(second);
                let otherwise = self.of_width(self.width(then), third);
                self.apply(Operator::IfThenElse, &[condition, then, otherwise]);
            }
            _ => {
                // Twice in a row, by the same width of offsets.
                let pointer = self.any(first);
                let width = self.width(pointer);
                let offset_bits = 1 + low % width;
                let operator = Operator::PointerAdd { offset_bits };
                let distance = self.of_width(width, second);
                self.apply(operator, &[pointer, distance]);
                let moved = self.terms.len() - 1;
                let distance = self.of_width(width, third);
                self.apply(operator, &[moved, distance]);
            }
        }
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for assignment in 0..ASSIGNMENTS {
            let mut evaluation = Evaluation::new(&self.store, |symbol| {
                Some(self.assignments[symbol.position()][assignment])
            });
            for (term, values) in self.terms.iter().zip(&self.values) {
                prop_assert_eq!(
                    evaluation.value(*term),
                    values[assignment],
                    "{}",
                    self.store.display(*term)
                );
            }
        }
        Ok(())
    }
}

fn compare(cases: u32, widths: &'static [u16]) {
    let numbers = prop::collection::vec(interesting(), widths.len() * 3 * ASSIGNMENTS);
    let step = any::<Step>();
    let strategy = (numbers, prop::collection::vec(step, 1..60));
    runner(cases)
        .run(&strategy, |(numbers, steps)| {
            let mut graph = Graph::new(widths, numbers.into_iter());
            for step in steps {
                graph.step(step);
            }
            graph.check()
        })
        .unwrap();
}

#[test]
fn narrow_terms_mean_what_was_asked_for() {
    compare(12_000, &[1, 2, 3, 5]);
}

#[test]
fn usual_terms_mean_what_was_asked_for() {
    compare(12_000, &[1, 8, 16, 32]);
}

#[test]
fn wide_terms_mean_what_was_asked_for() {
    compare(4000, &[1, 31, 64, 127, 128]);
}

/// Floating-point operators, with the few rules that there are.
#[test]
fn float_terms_mean_what_was_asked_for() {
    let strategy = (any::<[u64; 2]>(), prop::collection::vec(any::<[u16; 3]>(), 1..12));
    runner(2000)
        .run(&strategy, |(numbers, steps)| {
            for kind in common::KINDS {
                let operators = common::float_operators(kind);
                let mut graph = Graph::new(&[kind.width()], numbers.iter().map(|n| u128::from(*n)));
                for [choice, first, second] in &steps {
                    let operator = operators[usize::from(*choice) % operators.len()];
                    let left = graph.of_width(kind.width(), *first);
                    let right = graph.of_width(kind.width(), *second);
                    graph.apply(operator, &[left, right][..operator.arity()]);
                }
                graph.check()?;
            }
            Ok(())
        })
        .unwrap();
}
