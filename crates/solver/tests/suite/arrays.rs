//! Arrays: answers against formulas in which every `select` is written out, and
//! how much is written for large ones.

use std::collections::HashMap;

use raddle_solver::{Answer, CadicalSolver, Solver, SolverOptions};
use raddle_terms::{Array, ArrayNode, Bits, Evaluation, Node, Operator, Term, TermStore};

use crate::common::Random;

/// Terms with every `select` written out as choices between all elements.
struct WrittenOut<'store> {
    terms: &'store mut TermStore,
    /// Each term without selects.
    plain: HashMap<Term, Term>,
}

impl WrittenOut<'_> {
    fn term(&mut self, root: Term) -> Term {
        for term in self.terms.reachable(&[root]) {
            if self.plain.contains_key(&term) {
                continue;
            }
            let plain = match self.terms.node(term) {
                Node::Constant(_) | Node::Symbol(_) => term,
                Node::Apply(operator, operands) => {
                    let operands: Vec<Term> =
                        operands.iter().map(|operand| self.plain[operand]).collect();
                    self.terms.apply(operator, &operands)
                }
                Node::Select(array, index) => self.element(array, self.plain[&index]),
            };
            self.plain.insert(term, plain);
        }
        self.plain[&root]
    }

    /// The parts of the array have been written out.
    fn element(&mut self, array: Array, index: Term) -> Term {
        let sort = self.terms.array_sort(array);
        let zero = self.terms.constant(Bits::zero(sort.element_width));
        let element = match self.terms.array_node(array) {
            ArrayNode::Table(elements) => {
                let elements = elements.to_vec();
                self.table(&elements, index, zero)
            }
            ArrayNode::Uniform(element) => self.plain[&element],
            ArrayNode::Store { array, index: written, value } => {
                let below = self.element(array, index);
                let here = self.terms.equal(self.plain[&written], index);
                self.terms.ite(here, self.plain[&value], below)
            }
            ArrayNode::IfThenElse { condition, then, otherwise } => {
                let (then, otherwise) = (self.element(then, index), self.element(otherwise, index));
                self.terms.ite(self.plain[&condition], then, otherwise)
            }
            ArrayNode::Fill { array, from, count, value } => {
                let below = self.element(array, index);
                let here = self.terms.in_range(self.plain[&from], self.plain[&count], index);
                self.terms.ite(here, self.plain[&value], below)
            }
            ArrayNode::Copy { target, to, source, from, count } => {
                let (to, from, count) = (self.plain[&to], self.plain[&from], self.plain[&count]);
                let below = self.element(target, index);
                let read = self.terms.source_index(to, from, index);
                let copied = self.element(source, read);
                let here = self.terms.in_range(to, count, index);
                self.terms.ite(here, copied, below)
            }
        };
        if sort.covers_all_indices() {
            return element;
        }
        let length = Bits::new(u128::from(sort.length), sort.index_width);
        let length = self.terms.constant(length);
        let inside = self.terms.apply(Operator::UnsignedLess, &[index, length]);
        self.terms.ite(inside, element, zero)
    }

    fn table(&mut self, elements: &[Term], index: Term, zero: Term) -> Term {
        let width = self.terms.width(index);
        let mut chosen = zero;
        for (place, element) in elements.iter().enumerate() {
            let place = self.terms.constant(Bits::new(place as u128, width));
            let here = self.terms.equal(index, place);
            chosen = self.terms.ite(here, self.plain[element], chosen);
        }
        chosen
    }
}

/// Random arrays and conditions; indices and elements have one width.
struct Maker {
    random: Random,
    terms: TermStore,
    width: u16,
    numbers: Vec<Term>,
    arrays: Vec<Array>,
    conditions: Vec<Term>,
}

impl Maker {
    fn new(seed: u64, width: u16, length: u64) -> Maker {
        let mut terms = TermStore::new();
        let numbers = ["x", "y", "z", "u"].map(|name| terms.symbol(name, width)).to_vec();
        let conditions = vec![terms.symbol("c", 1)];
        let mut maker =
            Maker { random: Random(seed), terms, width, numbers, arrays: Vec::new(), conditions };
        let elements: Vec<Term> = (0..length).map(|_| maker.number()).collect();
        maker.arrays.push(maker.terms.table(width, &elements));
        let element = maker.number();
        maker.arrays.push(maker.terms.uniform(length, width, element));
        maker
    }

    fn number(&mut self) -> Term {
        if self.random.below(4) == 0 {
            let value = Bits::new(self.random.number(self.width), self.width);
            return self.terms.constant(value);
        }
        self.random.pick(&self.numbers)
    }

    fn array(&mut self) -> Array {
        let recent = self.arrays.len().saturating_sub(3);
        let start = if self.random.below(3) == 0 { 0 } else { recent };
        self.random.pick(&self.arrays[start..])
    }

    fn step(&mut self) {
        let [first, second, third] = [self.number(), self.number(), self.number()];
        let (array, other) = (self.array(), self.array());
        let condition = self.random.pick(&self.conditions);
        match self.random.below(12) {
            0..=2 => self.arrays.push(self.terms.array_store(array, first, second)),
            3 => self.arrays.push(self.terms.array_ite(condition, array, other)),
            4 => self.arrays.push(self.terms.array_fill(array, first, second, third)),
            5 => self.arrays.push(self.terms.array_copy(array, first, other, second, third)),
            6..=8 => self.numbers.push(self.terms.select(array, first)),
            9 => self.numbers.push(self.terms.apply(Operator::Add, &[first, second])),
            10 => self.conditions.push(self.terms.equal(first, second)),
            _ => self.conditions.push(self.terms.apply(Operator::UnsignedLess, &[first, second])),
        }
    }

    /// A few conditions or their negations, the youngest more often.
    fn question(&mut self) -> Vec<Term> {
        let mut question = Vec::new();
        for _ in 0..2 + self.random.below(4) {
            let recent = self.conditions.len().saturating_sub(5);
            let condition = self.random.pick(&self.conditions[recent..]);
            let negated = self.random.coin();
            question.push(if negated { self.terms.not(condition) } else { condition });
        }
        question
    }
}

/// One solver for all questions about a store, as engines use it.
fn compare(seeds: std::ops::Range<u64>, width: u16, lengths: &[u64]) -> (u32, u32) {
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for seed in seeds {
        let length = lengths[seed as usize % lengths.len()];
        let mut maker = Maker::new(seed, width, length);
        let mut solver = CadicalSolver::open(&SolverOptions::default());
        let mut plain_solver = CadicalSolver::open(&SolverOptions::default());
        let mut plain = HashMap::new();
        for _ in 0..4 {
            (0..12).for_each(|_| maker.step());
            let question = maker.question();
            let mut written_out = WrittenOut { terms: &mut maker.terms, plain };
            let plain_question: Vec<Term> =
                question.iter().map(|condition| written_out.term(*condition)).collect();
            plain = written_out.plain;
            let answer = solver.check(&maker.terms, &question).unwrap();
            let expected = plain_solver.check(&maker.terms, &plain_question).unwrap();
            assert_eq!(answer, expected, "seed {seed}");
            match answer {
                Answer::Satisfiable => {
                    satisfiable += 1;
                    let model = solver.model(&maker.terms).unwrap();
                    let mut evaluation =
                        Evaluation::new(&maker.terms, |symbol| model.get(&symbol).copied());
                    assert!(question.iter().all(|term| evaluation.value(*term).is_true()));
                }
                Answer::Unsatisfiable => unsatisfiable += 1,
                Answer::Unknown(reason) => panic!("seed {seed}: {reason}"),
            }
        }
    }
    (satisfiable, unsatisfiable)
}

#[test]
fn short_arrays_answer_like_formulas_without_arrays() {
    let (satisfiable, unsatisfiable) = compare(0..400, 3, &[3, 5, 8]);
    assert!(satisfiable > 300 && unsatisfiable > 100, "{satisfiable} {unsatisfiable}");
}

/// Too long to be written in place.
#[test]
fn longer_arrays_answer_like_formulas_without_arrays() {
    let (satisfiable, unsatisfiable) = compare(1000..1150, 6, &[33, 50, 64]);
    assert!(satisfiable > 100 && unsatisfiable > 40, "{satisfiable} {unsatisfiable}");
}

/// A table of a thousand different numbers behind a hundred stores, and a hundred
/// selects from it, all at unknown indices.
struct Large {
    terms: TermStore,
    written: Vec<Term>,
    values: Vec<Term>,
    read: Vec<Term>,
    selects: Vec<Term>,
}

impl Large {
    fn new() -> Large {
        let mut terms = TermStore::new();
        let elements: Vec<Term> =
            (0..1000).map(|place| terms.constant(Bits::new(place * 7 % 1000, 16))).collect();
        let mut array = terms.table(16, &elements);
        let mut large = Large {
            terms: TermStore::new(),
            written: Vec::new(),
            values: Vec::new(),
            read: Vec::new(),
            selects: Vec::new(),
        };
        for _ in 0..100 {
            let (index, value) = (terms.fresh("written", 16), terms.fresh("value", 16));
            array = terms.array_store(array, index, value);
            large.written.push(index);
            large.values.push(value);
        }
        for _ in 0..100 {
            let index = terms.fresh("read", 16);
            large.read.push(index);
            large.selects.push(terms.select(array, index));
        }
        large.terms = terms;
        large
    }

    fn number(&mut self, value: u128) -> Term {
        self.terms.constant(Bits::new(value, 16))
    }

    fn less(&mut self, left: Term, right: Term) -> Term {
        self.terms.apply(Operator::UnsignedLess, &[left, right])
    }
}

/// What a hundred selects written out over a hundred stores would at least need:
/// a comparison and a choice for each pair.
const WRITTEN_OUT: u64 = 100 * 100 * (16 * 4 + 16 * 6);

#[test]
fn a_large_array_needs_few_clauses_for_a_model() {
    let mut large = Large::new();
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    // Neighbours differ, and all together have a certain sum.
    for pair in large.selects.clone().windows(2) {
        let equal = large.terms.equal(pair[0], pair[1]);
        let differ = large.terms.not(equal);
        solver.assert(&large.terms, differ).unwrap();
    }
    let mut sum = large.number(0);
    for select in large.selects.clone() {
        sum = large.terms.apply(Operator::Add, &[sum, select]);
    }
    let wanted = large.number(12345);
    let question = large.terms.equal(sum, wanted);
    assert_eq!(solver.check(&large.terms, &[question]).unwrap(), Answer::Satisfiable);
    let clauses = solver.statistics().clauses;
    assert!(clauses < WRITTEN_OUT / 3, "{clauses}");
}

#[test]
fn a_large_array_is_proved_with_few_clauses() {
    let mut large = Large::new();
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    let limit = large.number(1000);
    for value in large.values.clone() {
        let small = large.less(value, limit);
        solver.assert(&large.terms, small).unwrap();
    }
    // Whatever is read is less than what all elements and values are.
    let small = large.less(large.selects[7], limit);
    let question = large.terms.not(small);
    assert_eq!(solver.check(&large.terms, &[question]).unwrap(), Answer::Unsatisfiable);
    let clauses = solver.statistics().clauses;
    assert!(clauses < WRITTEN_OUT / 10, "{clauses}");
    // Not so for what is merely the same index: no element is needed for that.
    let same = large.terms.equal(large.read[3], large.read[4]);
    let equal = large.terms.equal(large.selects[3], large.selects[4]);
    let differ = large.terms.not(equal);
    assert_eq!(solver.check(&large.terms, &[same, differ]).unwrap(), Answer::Unsatisfiable);
    assert_eq!(solver.check(&large.terms, &[differ]).unwrap(), Answer::Satisfiable);
}

/// One fill and one copy of a large array are a few comparisons, whatever their
/// size.
#[test]
fn filling_and_copying_need_few_clauses() {
    let mut terms = TermStore::new();
    let zero = terms.constant(Bits::zero(8));
    let [to, from, count, index, start] =
        ["to", "from", "count", "index", "start"].map(|name| terms.symbol(name, 16));
    let value = terms.symbol("value", 8);
    let empty = terms.uniform(60_000, 16, zero);
    let source = terms.array_fill(empty, start, count, value);
    let target = terms.array_copy(empty, to, source, from, count);
    let selected = terms.select(target, index);
    let is_zero = terms.equal(selected, zero);
    let differs = terms.not(is_zero);
    let mut solver = CadicalSolver::open(&SolverOptions::default());
    assert_eq!(solver.check(&terms, &[differs]).unwrap(), Answer::Satisfiable);
    // What differs was copied from what was filled.
    let filled = terms.equal(selected, value);
    let other = terms.not(filled);
    assert_eq!(solver.check(&terms, &[differs, other]).unwrap(), Answer::Unsatisfiable);
    let written = terms.in_range(to, count, index);
    let elsewhere = terms.not(written);
    assert_eq!(solver.check(&terms, &[differs, elsewhere]).unwrap(), Answer::Unsatisfiable);
    let beyond = terms.constant(Bits::new(60_000, 16));
    let inside = terms.apply(Operator::UnsignedLess, &[index, beyond]);
    let outside = terms.not(inside);
    assert_eq!(solver.check(&terms, &[differs, outside]).unwrap(), Answer::Unsatisfiable);
    assert!(solver.statistics().clauses < 3000, "{:?}", solver.statistics());
}
