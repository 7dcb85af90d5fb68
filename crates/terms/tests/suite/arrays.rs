//! Arrays: what their rewriting achieves, and random ones against plain lists of
//! values.

use proptest::prelude::*;
use raddle_terms::operator::evaluate;
use raddle_terms::{
    Array, ArrayNode, Bits, Evaluation, Node, Operator, Part, SymbolId, Term, TermStore,
};

use crate::common::{interesting, runner};

const ASSIGNMENTS: usize = 4;

/// One step of a recipe: what to make, and numbers for choosing its parts.
type Step = (u8, [u16; 6]);

type Value = [Bits; ASSIGNMENTS];

/// Indices and elements have one width, so that elements are indices again.
struct Graph {
    store: TermStore,
    width: u16,
    terms: Vec<(Term, Value)>,
    /// Conditions, of width 1.
    conditions: Vec<(Term, Value)>,
    /// With the elements under each assignment.
    arrays: Vec<(Array, [Vec<Bits>; ASSIGNMENTS])>,
    assignments: Vec<Value>,
}

fn element(elements: &[Bits], index: Bits) -> Bits {
    let place = usize::try_from(index.unsigned()).unwrap_or(usize::MAX);
    elements.get(place).copied().unwrap_or(Bits::zero(index.width()))
}

impl Graph {
    fn new(width: u16, mut numbers: impl Iterator<Item = u128>) -> Graph {
        let mut graph = Graph {
            store: TermStore::new(),
            width,
            terms: Vec::new(),
            conditions: Vec::new(),
            arrays: Vec::new(),
            assignments: Vec::new(),
        };
        for (name, width) in [("x", width), ("y", width), ("z", width), ("c", 1), ("d", 1)] {
            let term = graph.store.symbol(name, width);
            let value = std::array::from_fn(|_| Bits::new(numbers.next().unwrap_or(3), width));
            graph.assignments.push(value);
            if width == 1 {
                graph.conditions.push((term, value));
            } else {
                graph.terms.push((term, value));
            }
        }
        graph
    }

    fn constant(&mut self, value: u128) -> (Term, Value) {
        let value = Bits::new(value, self.width);
        (self.store.constant(value), [value; ASSIGNMENTS])
    }

    /// A small constant as often as something made before.
    fn term(&mut self, choice: u16) -> (Term, Value) {
        let number = choice / 2;
        if choice.is_multiple_of(2) {
            return self.constant(u128::from(number));
        }
        self.terms[usize::from(number) % self.terms.len()]
    }

    fn condition(&self, choice: u16) -> (Term, Value) {
        self.conditions[usize::from(choice) % self.conditions.len()]
    }

    /// New ones more often than old ones.
    fn array(&self, choice: u16) -> (Array, [Vec<Bits>; ASSIGNMENTS]) {
        let recent = if choice.is_multiple_of(3) { 0 } else { self.arrays.len().saturating_sub(3) };
        let number = recent + usize::from(choice / 3) % (self.arrays.len() - recent);
        self.arrays[number].clone()
    }

    fn push_base(&mut self, length: u64, [first, second, every, ..]: [u16; 6]) {
        let (common, rare) = (self.term(first), self.term(second));
        if every.is_multiple_of(4) {
            let array = self.store.uniform(length, self.width, common.0);
            let elements =
                common.1.map(|value| vec![value; usize::try_from(length).unwrap_or_default()]);
            self.arrays.push((array, elements));
            return;
        }
        let parts: Vec<(Term, Value)> = (0..length)
            .map(|place| if place % u64::from(every) == 1 { rare } else { common })
            .collect();
        let terms: Vec<Term> = parts.iter().map(|part| part.0).collect();
        let elements = std::array::from_fn(|at| parts.iter().map(|part| part.1[at]).collect());
        self.arrays.push((self.store.table(self.width, &terms), elements));
    }

    fn push_store(&mut self, [array, index, value, ..]: [u16; 6]) {
        let (array, mut elements) = self.array(array);
        let (index, value) = (self.term(index), self.term(value));
        for (at, elements) in elements.iter_mut().enumerate() {
            let place = usize::try_from(index.1[at].unsigned()).unwrap_or(usize::MAX);
            if let Some(element) = elements.get_mut(place) {
                *element = value.1[at];
            }
        }
        self.arrays.push((self.store.array_store(array, index.0, value.0), elements));
    }

    fn push_choice(&mut self, [condition, then, otherwise, ..]: [u16; 6]) {
        let condition = self.condition(condition);
        let (then, otherwise) = (self.array(then), self.array(otherwise));
        if self.store.array_sort(then.0) != self.store.array_sort(otherwise.0) {
            return;
        }
        let elements = std::array::from_fn(|at| {
            if condition.1[at].is_true() { then.1[at].clone() } else { otherwise.1[at].clone() }
        });
        let array = self.store.array_ite(condition.0, then.0, otherwise.0);
        self.arrays.push((array, elements));
    }

    fn push_fill(&mut self, [array, from, count, value, ..]: [u16; 6]) {
        let (array, mut elements) = self.array(array);
        let (from, count, value) = (self.term(from), self.term(count), self.term(value));
        for (at, elements) in elements.iter_mut().enumerate() {
            for (place, element) in elements.iter_mut().enumerate() {
                let (start, place) = (from.1[at].unsigned(), place as u128);
                if start <= place && place < start + count.1[at].unsigned() {
                    *element = value.1[at];
                }
            }
        }
        self.arrays.push((self.store.array_fill(array, from.0, count.0, value.0), elements));
    }

    fn push_copy(&mut self, [target, to, source, from, count, _]: [u16; 6]) {
        let (target, source) = (self.array(target), self.array(source));
        let (to, from, count) = (self.term(to), self.term(from), self.term(count));
        let elements = std::array::from_fn(|at| {
            let mut elements = target.1[at].clone();
            for (place, written) in elements.iter_mut().enumerate() {
                let (start, place) = (to.1[at].unsigned(), place as u128);
                if start <= place && place < start + count.1[at].unsigned() {
                    let read = Bits::new(place - start + from.1[at].unsigned(), self.width);
                    *written = element(&source.1[at], read);
                }
            }
            elements
        });
        let array = self.store.array_copy(target.0, to.0, source.0, from.0, count.0);
        self.arrays.push((array, elements));
    }

    fn push_select(&mut self, [array, index, ..]: [u16; 6]) {
        let (array, elements) = self.array(array);
        let (index, indices) = self.term(index);
        let values = std::array::from_fn(|at| element(&elements[at], indices[at]));
        self.terms.push((self.store.select(array, index), values));
    }

    fn push_operator(&mut self, [operator, left, right, condition, ..]: [u16; 6]) {
        let (left, right) = (self.term(left), self.term(right));
        let (condition, choice) = self.condition(condition);
        let operators = [Operator::Add, Operator::Equal, Operator::UnsignedLess];
        let Some(operator) = operators.get(usize::from(operator % 4)).copied() else {
            let values =
                std::array::from_fn(
                    |at| {
                        if choice[at].is_true() { left.1[at] } else { right.1[at] }
                    },
                );
            self.terms.push((self.store.ite(condition, left.0, right.0), values));
            return;
        };
        let term = self.store.apply(operator, &[left.0, right.0]);
        let values = std::array::from_fn(|at| evaluate(operator, &[left.1[at], right.1[at]]));
        if operator == Operator::Add {
            self.terms.push((term, values));
        } else {
            self.conditions.push((term, values));
        }
    }

    fn step(&mut self, lengths: &[u64], (kind, choices): Step) {
        let length = lengths[usize::from(choices[5]) % lengths.len()];
        match kind % 10 {
            _ if self.arrays.is_empty() => self.push_base(length, choices),
            0 => self.push_base(length, choices),
            1..=3 => self.push_store(choices),
            4 => self.push_choice(choices),
            5 => self.push_fill(choices),
            6 => self.push_copy(choices),
            7 | 8 => self.push_select(choices),
            _ => self.push_operator(choices),
        }
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for at in 0..ASSIGNMENTS {
            let assignment = |symbol: SymbolId| Some(self.assignments[symbol.position()][at]);
            let mut evaluation = Evaluation::new(&self.store, assignment);
            for (term, values) in self.terms.iter().chain(&self.conditions) {
                let text = self.store.display(*term);
                prop_assert_eq!(evaluation.value(*term), values[at], "{}", text);
            }
            for (array, elements) in &self.arrays {
                for index in 0..1 << self.width {
                    let index = Bits::new(index, self.width);
                    let expected = element(&elements[at], index);
                    prop_assert_eq!(evaluation.element(*array, index), expected);
                }
            }
        }
        Ok(())
    }

    /// Operands come before their users, and nothing comes twice.
    fn check_order(&self) -> Result<(), TestCaseError> {
        let roots: Vec<Term> = self.terms.iter().map(|(term, _)| *term).collect();
        let mut seen: Vec<Part> = Vec::new();
        for part in self.store.reachable_parts(&roots) {
            prop_assert!(!seen.contains(&part));
            let mut needed: Vec<Part> = Vec::new();
            match part {
                Part::Term(term) => {
                    needed.extend(self.store.operands(term).iter().map(|term| Part::Term(*term)));
                    if let Node::Select(array, _) = self.store.node(term) {
                        needed.push(Part::Array(array));
                    }
                }
                Part::Array(array) => {
                    let node = self.store.array_node(array);
                    needed.extend(node.terms().map(Part::Term));
                    needed.extend(node.arrays().map(Part::Array));
                }
            }
            prop_assert!(needed.iter().all(|needed| seen.contains(needed)));
            seen.push(part);
        }
        Ok(())
    }
}

fn compare(cases: u32, width: u16, lengths: &'static [u64]) {
    let numbers = prop::collection::vec(interesting(), 5 * ASSIGNMENTS);
    let strategy = (numbers, prop::collection::vec(any::<Step>(), 1..50));
    runner(cases)
        .run(&strategy, |(numbers, steps)| {
            let mut graph = Graph::new(width, numbers.into_iter());
            for step in steps {
                graph.step(lengths, step);
            }
            graph.check()?;
            graph.check_order()
        })
        .unwrap();
}

#[test]
fn short_arrays_mean_what_was_asked_for() {
    compare(6000, 3, &[1, 3, 5, 8, 11]);
}

/// Too long to be written in place.
#[test]
fn longer_arrays_mean_what_was_asked_for() {
    compare(3000, 6, &[33, 40, 63, 64, 80]);
}

struct Builder(TermStore);

impl Builder {
    fn number(&mut self, value: u128) -> Term {
        self.0.constant(Bits::new(value, 16))
    }

    fn symbol(&mut self, name: &str) -> Term {
        self.0.symbol(name, 16)
    }

    /// The numbers from zero on.
    fn counting(&mut self, length: u128) -> Array {
        let elements: Vec<Term> = (0..length).map(|value| self.number(value)).collect();
        self.0.table(16, &elements)
    }
}

#[test]
fn equal_structure_is_one_array() {
    let mut b = Builder(TermStore::new());
    let (x, y) = (b.symbol("x"), b.symbol("y"));
    let table = b.counting(100);
    assert_eq!(b.counting(100), table);
    assert_ne!(b.counting(99), table);
    let (one, two) = (b.number(1), b.number(2));
    let first = b.0.array_store(table, one, x);
    let there = b.0.array_store(first, two, y);
    let second = b.0.array_store(table, two, y);
    assert_eq!(b.0.array_store(second, one, x), there);
    let elements = vec![x; 100];
    assert_eq!(b.0.table(16, &elements), b.0.uniform(100, 16, x));
}

#[test]
fn the_last_store_at_an_index_counts() {
    let mut b = Builder(TermStore::new());
    let (i, x, y) = (b.symbol("i"), b.symbol("x"), b.symbol("y"));
    let table = b.counting(100);
    let once = b.0.array_store(table, i, y);
    let first = b.0.array_store(table, i, x);
    assert_eq!(b.0.array_store(first, i, y), once);
    // Putting back what is there changes nothing.
    let old = b.0.select(table, i);
    assert_eq!(b.0.array_store(table, i, old), table);
    let beyond = b.number(100);
    assert_eq!(b.0.array_store(table, beyond, x), table);
}

#[test]
fn a_select_looks_through_stores_elsewhere() {
    let mut b = Builder(TermStore::new());
    let (i, x) = (b.symbol("i"), b.symbol("x"));
    let table = b.counting(1 << 16);
    let one = b.number(1);
    let next = b.0.apply(Operator::Add, &[i, one]);
    let array = b.0.array_store(table, i, x);
    let array = b.0.array_store(array, next, one);
    assert_eq!(b.0.select(array, i), x);
    assert_eq!(b.0.select(array, next), one);
    let after = b.0.apply(Operator::Add, &[next, one]);
    let below = b.0.select(array, after);
    assert_eq!(b.0.node(below), Node::Select(table, after));
    let known = b.number(77);
    assert_eq!(b.0.select(table, known), known);
}

#[test]
fn a_choice_of_known_indices_is_a_choice_of_elements() {
    let mut b = Builder(TermStore::new());
    let condition = b.0.symbol("c", 1);
    let table = b.counting(100);
    let (five, beyond, zero) = (b.number(5), b.number(500), b.number(0));
    let index = b.0.ite(condition, five, beyond);
    assert_eq!(b.0.select(table, index), b.0.ite(condition, five, zero));
}

#[test]
fn a_guarded_store_at_a_known_index_is_a_store() {
    let mut b = Builder(TermStore::new());
    let (condition, x) = (b.0.symbol("c", 1), b.symbol("x"));
    let table = b.counting(100);
    let five = b.number(5);
    let written = b.0.array_store(table, five, x);
    let guarded = b.0.array_ite(condition, written, table);
    let value = b.0.ite(condition, x, five);
    assert_eq!(guarded, b.0.array_store(table, five, value));
    assert_eq!(b.0.select(guarded, five), value);
}

#[test]
fn many_stores_at_known_indices_become_a_table() {
    let mut b = Builder(TermStore::new());
    let zero = b.number(0);
    let mut array = b.0.uniform(1000, 16, zero);
    for place in (0..1000).rev() {
        let value = b.number(place);
        array = b.0.array_store(array, value, value);
    }
    for place in 0..1000 {
        let index = b.number(place);
        assert_eq!(b.0.select(array, index), index);
    }
    let mut layers = 0;
    while let ArrayNode::Store { array: below, .. } = b.0.array_node(array) {
        (array, layers) = (below, layers + 1);
    }
    assert!(layers < 40, "{layers}");
    assert!(matches!(b.0.array_node(array), ArrayNode::Table(_)));
}

#[test]
fn filling_and_copying_everything_leaves_nothing_of_the_old() {
    let mut b = Builder(TermStore::new());
    let x = b.symbol("x");
    let (zero, hundred, one) = (b.number(0), b.number(100), b.number(1));
    let table = b.counting(100);
    let filled = b.0.array_fill(table, zero, hundred, x);
    assert_eq!(b.0.array_node(filled), ArrayNode::Uniform(x));
    assert_eq!(b.0.array_copy(table, zero, filled, zero, hundred), filled);
    let (ten, fifty) = (b.number(10), b.number(50));
    // Of a uniform array it is filling.
    let part = b.0.array_copy(table, ten, filled, one, fifty);
    assert_eq!(part, b.0.array_fill(table, ten, fifty, x));
    let shifted = b.0.array_copy(table, ten, table, fifty, ten);
    let (twelve, fifty_two) = (b.number(12), b.number(52));
    assert_eq!(b.0.select(shifted, twelve), fifty_two);
    assert_eq!(b.0.select(shifted, fifty), fifty);
    let i = b.symbol("i");
    assert_eq!(b.0.array_fill(table, i, one, x), b.0.array_store(table, i, x));
}

#[test]
fn arrays_are_printed_before_their_uses() {
    let mut b = Builder(TermStore::new());
    let (i, x) = (b.symbol("i"), b.symbol("x"));
    let (zero, seven) = (b.number(0), b.number(7));
    let mut elements = vec![zero; 50];
    elements[0] = x;
    elements[49] = seven;
    let table = b.0.table(16, &elements);
    let array = b.0.array_store(table, i, seven);
    let array = b.0.array_fill(array, x, i, zero);
    let array = b.0.array_copy(array, seven, table, i, x);
    let selected = b.0.select(array, i);
    let sum = b.0.apply(Operator::Add, &[selected, seven]);
    assert_eq!(
        b.0.display(sum).to_string(),
        "a0 = table(x, 0:i16 * 48, 7:i16)\n\
         a1 = store(a0, i, 7:i16)\n\
         a2 = fill(a1, x, i, 0:i16)\n\
         a3 = copy(a2, 7:i16, a0, i, x)\n\
         add(select(a3, i), 7:i16)"
    );
}

/// Each layer writes what was read from the one below: neither building nor
/// evaluating it may recurse.
#[test]
fn arrays_may_be_deep() {
    let mut b = Builder(TermStore::new());
    let (one, zero) = (b.number(1), b.number(0));
    let mut array = b.0.uniform(1 << 16, 16, zero);
    let mut read = zero;
    for _ in 0..100_000 {
        let value = b.0.apply(Operator::Add, &[read, one]);
        let (written, index) = (b.0.fresh("written", 16), b.0.fresh("read", 16));
        array = b.0.array_store(array, written, value);
        read = b.0.select(array, index);
    }
    let value = b.0.evaluate_under(read, |_| Some(Bits::zero(16)));
    assert_eq!(value, Bits::new(100_000, 16));
    assert!(b.0.reachable(&[read]).len() > 300_000);
    assert!(b.0.display(read).to_string().lines().count() > 100_000);
}
