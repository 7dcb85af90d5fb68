//! Random conditions over few bits, against the enumeration of all values.
//!
//! A recipe of random numbers is read as a graph of operators over symbols of
//! small widths. Every answer is checked: models by evaluation, unsatisfiability
//! and cores by trying all values; and two SAT solvers must agree.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_solver::{Answer, BitSolver, CadicalSolver, Model, Solver, SolverOptions};
use raddle_terms::{Bits, Operator, SymbolId, Term, TermStore};

use crate::common::Batsat;

/// One step of a recipe: which operator, on which terms.
type Step = (u8, u8, u8, u8);

pub struct Graph {
    pub store: TermStore,
    pub symbols: Vec<SymbolId>,
    nodes: Vec<Term>,
}

const WIDTHS: [u16; 4] = [1, 2, 3, 3];

impl Graph {
    pub fn new(steps: &[Step]) -> Graph {
        let mut store = TermStore::new();
        let names = ["a", "b", "c", "d"];
        let nodes = names.iter().zip(WIDTHS).map(|(name, width)| store.symbol(name, width));
        let nodes = nodes.collect();
        let symbols = store.symbols().collect();
        let mut graph = Graph { store, symbols, nodes };
        for step in steps {
            graph.step(*step);
        }
        graph
    }

    /// A node of this width: an existing one, or a constant.
    fn of_width(&mut self, width: u16, choice: u8) -> Term {
        let fitting: Vec<Term> =
            self.nodes.iter().copied().filter(|term| self.store.width(*term) == width).collect();
        if fitting.is_empty() || choice.is_multiple_of(5) {
            return self.store.constant(Bits::new(u128::from(choice / 5), width));
        }
        fitting[usize::from(choice) % fitting.len()]
    }

    fn step(&mut self, (operator, first, second, third): Step) {
        let left = self.nodes[usize::from(first) % self.nodes.len()];
        let width = self.store.width(left);
        let term = match operator % 34 {
            26 => {
                let low = u16::from(third) % width;
                let extract = Operator::Extract { low, width: width - low };
                self.store.apply(extract, &[left])
            }
            27 if width <= 4 => {
                let wider = width + u16::from(third) % 3;
                let operator = if second.is_multiple_of(2) {
                    Operator::ZeroExtend(wider)
                } else {
                    Operator::SignExtend(wider)
                };
                self.store.apply(operator, &[left])
            }
            28 => {
                let condition = self.of_width(1, third);
                let right = self.of_width(width, second);
                self.store.ite(condition, left, right)
            }
            29 if width <= 3 => {
                let right = self.of_width(2, second);
                self.store.apply(Operator::Concat, &[left, right])
            }
            30 => {
                let offset_bits = 1 + u16::from(third) % width;
                let right = self.of_width(width, second);
                self.store.apply(Operator::PointerAdd { offset_bits }, &[left, right])
            }
            31 => {
                let operators: Vec<Operator> = Operator::of_one(width).collect();
                self.store.apply(operators[usize::from(third) % operators.len()], &[left])
            }
            number => {
                let right = self.of_width(width, second);
                let operators: Vec<Operator> = Operator::of_two().collect();
                self.store.apply(operators[usize::from(number) % operators.len()], &[left, right])
            }
        };
        self.nodes.push(term);
    }

    /// The last conditions made, some negated: a few, so that all may be true.
    pub fn conditions(&mut self, count: usize) -> Vec<Term> {
        let conditions: Vec<Term> =
            self.nodes.iter().copied().filter(|term| self.store.width(*term) == 1).collect();
        let last = conditions.len().saturating_sub(count);
        conditions[last..].to_vec()
    }

    pub fn assignments(&self) -> impl Iterator<Item = Model> + use<> {
        let symbols = self.symbols.clone();
        (0..1u128 << WIDTHS.iter().sum::<u16>()).map(move |mut number| {
            let mut model = Model::default();
            for (symbol, width) in symbols.iter().zip(WIDTHS) {
                model.insert(*symbol, Bits::new(number, width));
                number >>= width;
            }
            model
        })
    }

    pub fn all_true(&self, model: &Model, conditions: &[Term]) -> bool {
        let value = |condition: &Term| {
            self.store.evaluate_under(*condition, |symbol| model.get(&symbol).copied())
        };
        conditions.iter().all(|condition| value(condition).is_true())
    }

    pub fn possible(&self, conditions: &[Term]) -> bool {
        self.assignments().any(|model| self.all_true(&model, conditions))
    }
}

/// The same recipes in every run.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn recipes() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any::<Step>(), 4..40)
}

/// The answer, checked in every way there is.
fn checked(
    graph: &Graph,
    solver: &mut dyn Solver,
    asserted: &[Term],
    assumptions: &[Term],
) -> Answer {
    let answer = solver.check(&graph.store, assumptions).unwrap();
    let all = [asserted, assumptions].concat();
    match &answer {
        Answer::Satisfiable => {
            let model = solver.model(&graph.store).unwrap();
            assert!(graph.all_true(&model, &all));
        }
        Answer::Unsatisfiable => {
            assert!(!graph.possible(&all));
            let core = solver.core().unwrap();
            assert!(core.iter().all(|term| assumptions.contains(term)));
            assert!(!graph.possible(&[asserted, &core].concat()), "{core:?} is no core");
        }
        Answer::Unknown(reason) => panic!("{reason}"),
    }
    answer
}

#[test]
fn random_conditions_are_decided_rightly_by_two_solvers() {
    let mut answers = [0, 0];
    let result = runner(300).run(&(recipes(), 0usize..3), |(steps, asserted)| {
        let mut graph = Graph::new(&steps);
        let conditions = graph.conditions(5);
        let (asserted, assumptions) = conditions.split_at(asserted.min(conditions.len()));
        let mut solvers: [Box<dyn Solver>; 2] = [
            Box::new(CadicalSolver::open(&SolverOptions::default())),
            Box::new(BitSolver::new(Batsat::default())),
        ];
        let [first, second] = solvers.each_mut().map(|solver| {
            for condition in asserted {
                solver.assert(&graph.store, *condition).unwrap();
            }
            checked(&graph, solver.as_mut(), asserted, assumptions)
        });
        prop_assert_eq!(&first, &second);
        Ok(())
    });
    result.unwrap();
    // Not all recipes may end one way, or little was tested.
    for steps in (0..60u8).map(recipe_of) {
        let mut graph = Graph::new(&steps);
        let conditions = graph.conditions(4);
        answers[usize::from(graph.possible(&conditions))] += 1;
    }
    assert!(answers.iter().all(|count| *count > 5), "one-sided: {answers:?}");
}

/// A recipe without proptest.
pub fn recipe_of(seed: u8) -> Vec<Step> {
    let mut random = crate::common::Random(u64::from(seed) * 1000 + 17);
    let mut byte = move || random.next() as u8;
    (0..30).map(|_| (byte(), byte(), byte(), byte())).collect()
}

/// Many questions to one solver, while the store and the assertions grow, are
/// answered as by fresh solvers.
#[test]
fn questions_in_a_row_are_answered_as_by_fresh_solvers() {
    for seed in 0..40 {
        let mut random = crate::common::Random(u64::from(seed));
        let steps = recipe_of(seed);
        let mut graph = Graph::new(&steps[..8]);
        let mut solver = CadicalSolver::open(&SolverOptions::default());
        let mut asserted = Vec::new();
        for step in &steps[8..] {
            graph.step(*step);
            let conditions = graph.conditions(usize::MAX);
            let mut assumptions = Vec::new();
            for _ in 0..random.below(4) {
                let condition = random.pick(&conditions);
                let negated = graph.store.not(condition);
                assumptions.push(random.pick(&[condition, negated]));
            }
            if random.below(5) == 0 {
                let condition = random.pick(&conditions);
                if graph.possible(&[asserted.as_slice(), &[condition]].concat()) {
                    asserted.push(condition);
                    solver.assert(&graph.store, condition).unwrap();
                }
            }
            let answer = checked(&graph, &mut solver, &asserted, &assumptions);
            let mut fresh = CadicalSolver::open(&SolverOptions::default());
            for condition in &asserted {
                fresh.assert(&graph.store, *condition).unwrap();
            }
            assert_eq!(answer, fresh.check(&graph.store, &assumptions).unwrap());
        }
    }
}
