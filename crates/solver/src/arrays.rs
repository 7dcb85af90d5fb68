//! Elements of arrays: axioms for those that a model got wrong, and only those.
//!
//! A `select` is at first a vector of free literals. When a model is refuted, the
//! index of each wrong `select` is followed down through its array, with the
//! values that the symbols have in that model, and what each layer on the way
//! says is added as clauses: *if this layer wrote the index, the result is what
//! it wrote; if not, it is the element of the array below* (lemmas on demand,
//! Brummayer and Biere 2009; fills and copies as lambda terms, Preiner, Niemetz
//! and Biere 2013). Elements of arrays below are *reads*: an array, an index and a
//! result in literals, one for each array and index. The terms in a layer become
//! gates only when it is reached.
//!
//! Where two reads of one array have the same index and different results, that
//! they must not is the only axiom added for the younger.
//!
//! Deviations: axioms go from layer to layer and not over whole paths, so that
//! there are at most two for each read and layer, however the choices between
//! arrays are nested. Of a table, elements that follow each other and are equal
//! share one axiom; and a read that goes wrong again and again is given more
//! elements of its table at a time, so that the rounds are few.
//!
//! Why it ends: take the oldest wrong `select`. What its index and its array are
//! made of is older, hence right. If all axioms on its way were there, they would
//! imply the right result; so one is new, and there are finitely many.

use std::ops::Range;

use raddle_terms::{Array, ArrayNode, Bits, Evaluation, Node, SymbolId, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Model;
use crate::blast::Blaster;
use crate::circuit::Literal;
use crate::refine::{Abstraction, Assignment};
use crate::sat::SatSolver;
use crate::vector::{Vector, constant, constant_bits};

/// A read gets more than one element of its table at a time when it has these.
const FEW_ELEMENTS: usize = 4;

/// The axioms of arrays, and which of them have become clauses.
#[derive(Default)]
pub struct ArrayAxioms {
    reads: Vec<Read>,
    numbers: FxHashMap<(Array, Vector), usize>,
    /// The read of each select.
    selects: FxHashMap<Term, usize>,
    /// Pairs of reads of one array for which it has become clauses that equal
    /// indices have equal elements.
    congruent: FxHashSet<(usize, usize)>,
    /// How many of the blaster's selects have one.
    seen: usize,
    added: u64,
}

/// The element of an array at an index.
struct Read {
    array: Array,
    index: Vector,
    result: Vector,
    /// The cases that have become clauses.
    added: FxHashSet<Case>,
    /// Where a store is outermost and elsewhere: true if the indices differ.
    elsewhere: Option<Literal>,
    /// In one of these bits.
    differing: u128,
}

/// What the outermost layer of an array says of an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Case {
    /// There is no such element.
    Beyond,
    /// It was written here; of a choice: the first array.
    Written,
    /// It was not; of a choice: the second array.
    Below,
    /// In a table: it is among the equal elements that begin here.
    Run(usize),
}

/// What the result is equal to in a case.
enum Equal {
    Zero,
    Term(Term),
    Read(Array, Vector),
}

/// What is known while one model is looked at.
struct Round<'round, Sat> {
    terms: &'round TermStore,
    blaster: &'round mut Blaster<Sat>,
    evaluation: Evaluation<'round, &'round dyn Fn(SymbolId) -> Option<Bits>>,
    assignment: &'round Assignment,
    /// Younger reads have no value in the assignment.
    old_reads: usize,
    /// The first read of each array and index, in the model, with its value in
    /// the assignment.
    met: FxHashMap<(Array, Bits), (usize, Bits)>,
}

impl<Sat: SatSolver> Abstraction<Sat> for ArrayAxioms {
    fn refine(
        &mut self,
        terms: &TermStore,
        blaster: &mut Blaster<Sat>,
        assignment: &Assignment,
        model: &Model,
        conditions: &[Term],
    ) -> bool {
        let values = |symbol: SymbolId| model.get(&symbol).copied();
        let evaluation = Evaluation::new(terms, &values as &dyn Fn(SymbolId) -> Option<Bits>);
        let selects = blaster.selects().to_vec();
        if selects.is_empty() {
            return false;
        }
        let met = FxHashMap::default();
        let mut round = Round { terms, blaster, evaluation, assignment, old_reads: 0, met };
        let mut refined = false;
        for select in selects.iter().skip(self.seen) {
            refined |= self.register(&mut round, *select);
        }
        self.seen = selects.len();
        round.old_reads = self.reads.len();
        for term in terms.reachable(conditions) {
            refined |= self.correct(&mut round, term);
        }
        refined
    }

    fn ends(&self) -> bool {
        true
    }

    fn reason(&self) -> &'static str {
        "elements of arrays at indices that are not known"
    }
}

impl ArrayAxioms {
    /// How many axioms have become clauses.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Makes the select a read. Says whether it disagrees with one that was there.
    fn register<Sat: SatSolver>(&mut self, round: &mut Round<Sat>, select: Term) -> bool {
        let Node::Select(array, index) = round.terms.node(select) else { return false };
        let index = round.literals(index);
        let result = round.literals(select);
        let Some(number) = self.numbers.get(&(array, index.clone())).copied() else {
            let number = self.push(array, index, result);
            self.selects.insert(select, number);
            return false;
        };
        self.selects.insert(select, number);
        let other = self.reads.get(number).map(|read| read.result.clone()).unwrap_or_default();
        round.blaster.circuit().require_equal_vectors(&result, &other);
        round.assignment.bits(&result) != round.assignment.bits(&other)
    }

    fn push(&mut self, array: Array, index: Vector, result: Vector) -> usize {
        let number = self.reads.len();
        self.numbers.insert((array, index.clone()), number);
        let added = FxHashSet::default();
        self.reads.push(Read { array, index, result, added, elsewhere: None, differing: 0 });
        number
    }

    /// The read of this index of the array, with a free result if it is new.
    fn read<Sat: SatSolver>(
        &mut self,
        round: &mut Round<Sat>,
        array: Array,
        index: Vector,
    ) -> usize {
        if let Some(number) = self.numbers.get(&(array, index.clone())) {
            return *number;
        }
        let width = usize::from(round.terms.array_sort(array).element_width);
        let result = round.blaster.circuit().fresh_vector(width);
        self.push(array, index, result)
    }

    /// Adds what is missing on the way to the right value of a wrong select. Says
    /// whether anything was.
    fn correct<Sat: SatSolver>(&mut self, round: &mut Round<Sat>, select: Term) -> bool {
        let Node::Select(_, index) = round.terms.node(select) else { return false };
        let Some(mut number) = self.selects.get(&select).copied() else { return false };
        let right = round.evaluation.value(select);
        let mut index = round.evaluation.value(index);
        let mut refined = false;
        loop {
            let Some(read) = self.reads.get(number) else { return refined };
            let (array, literals) = (read.array, read.index.clone());
            if number < round.old_reads {
                let thought = round.assignment.bits(&read.result);
                let (first, other) = *round.met.entry((array, index)).or_insert((number, thought));
                // If this one is right already, what goes wrong is above it.
                if thought == right {
                    return refined;
                }
                if other != thought && self.add_congruence(round, first, number) {
                    return true;
                }
            }
            let case = round.case(array, index);
            if let Case::Run(first) = case {
                return self.add_runs(round, number, first) || refined;
            }
            let (equal, next) = round.equal(array, &literals, index, case);
            let (result, below) = match equal {
                Equal::Zero => (constant_bits(Bits::zero(right.width())), None),
                Equal::Term(term) => (round.literals(term), None),
                Equal::Read(array, literals) => {
                    let below = self.read(round, array, literals);
                    let result = self.reads.get(below).map(|read| read.result.clone());
                    (result.unwrap_or_default(), Some(below))
                }
            };
            refined |= match round.store_elsewhere(array, case) {
                Some(written) => self.add_elsewhere(round, number, index, written, &result),
                None => self.add(round, number, case, &result),
            };
            match below {
                Some(below) => (number, index) = (below, next),
                None => return refined,
            }
        }
    }

    /// Two reads of one array have the same result if they have the same index: as
    /// clauses, unless they are there.
    fn add_congruence<Sat: SatSolver>(
        &mut self,
        round: &mut Round<Sat>,
        first: usize,
        second: usize,
    ) -> bool {
        let (Some(left), Some(right)) = (self.reads.get(first), self.reads.get(second)) else {
            return false;
        };
        if !self.congruent.insert((first, second)) {
            return false;
        }
        self.added += 1;
        let premise = round.blaster.circuit().equal(&left.index, &right.index);
        round.require(premise, &left.result, &right.result);
        true
    }

    /// In this case the read gives this result: as clauses, unless they are there.
    fn add<Sat: SatSolver>(
        &mut self,
        round: &mut Round<Sat>,
        number: usize,
        case: Case,
        result: &[Literal],
    ) -> bool {
        let Some(read) = self.reads.get_mut(number) else { return false };
        if !read.added.insert(case) {
            return false;
        }
        self.added += 1;
        let premise = round.premise(read.array, &read.index, case);
        round.require(premise, &read.result, result);
        round.join_cases(read);
        true
    }

    /// If the store is elsewhere, the read gives the result: for the bits by which
    /// the indices differ in the model. That they are equal would need a gate for
    /// each bit; that they differ needs none.
    fn add_elsewhere<Sat: SatSolver>(
        &mut self,
        round: &mut Round<Sat>,
        number: usize,
        index: Bits,
        written: Term,
        result: &[Literal],
    ) -> bool {
        let Some(read) = self.reads.get_mut(number) else { return false };
        let elsewhere = match read.elsewhere {
            Some(elsewhere) => elsewhere,
            None => {
                let elsewhere = round.blaster.circuit().fresh();
                round.require(elsewhere, &read.result, result);
                *read.elsewhere.insert(elsewhere)
            }
        };
        let differing = index.unsigned() ^ round.value(written).unsigned();
        let new = differing & !read.differing;
        read.differing |= differing;
        if read.added.contains(&Case::Written) {
            round.join_cases(read);
        } else {
            let written = round.literals(written);
            let circuit = round.blaster.circuit();
            let pairs = read.index.iter().zip(&written).enumerate();
            for (_, (left, right)) in pairs.filter(|(position, _)| new >> position & 1 == 1) {
                circuit.require(&[!*left, *right, elsewhere]);
                circuit.require(&[*left, !*right, elsewhere]);
            }
        }
        self.added += u64::from(new != 0);
        new != 0
    }

    /// The elements of a table from here on: one run of equal ones, or more if the
    /// read has been wrong often.
    fn add_runs<Sat: SatSolver>(
        &mut self,
        round: &mut Round<Sat>,
        number: usize,
        first: usize,
    ) -> bool {
        let Some(read) = self.reads.get(number) else { return false };
        let ArrayNode::Table(elements) = round.terms.array_node(read.array) else { return false };
        let there = read.added.len();
        let wanted = if there < FEW_ELEMENTS { 1 } else { there };
        let (mut added, mut start) = (0, first);
        while added < wanted {
            let run = run_around(elements, start);
            if let Some(element) = elements.get(run.start) {
                let result = round.literals(*element);
                added += usize::from(self.add(round, number, Case::Run(run.start), &result));
            }
            start = if run.end < elements.len() { run.end } else { 0 };
            if start == first {
                break;
            }
        }
        added > 0
    }
}

impl<Sat: SatSolver> Round<'_, Sat> {
    fn literals(&mut self, term: Term) -> Vector {
        self.blaster.blast(self.terms, term).to_vec()
    }

    /// From now on the two are the same where the premise is true.
    fn require(&mut self, premise: Literal, left: &[Literal], right: &[Literal]) {
        let circuit = self.blaster.circuit();
        for (left, right) in left.iter().zip(right) {
            if left != right {
                circuit.require(&[!premise, !*left, *right]);
                circuit.require(&[!premise, *left, !*right]);
            }
        }
    }

    fn value(&mut self, term: Term) -> Bits {
        self.evaluation.value(term)
    }

    /// Which case it is in the model.
    fn case(&mut self, array: Array, index: Bits) -> Case {
        if !self.terms.array_sort(array).contains(index.unsigned()) {
            return Case::Beyond;
        }
        let written = match self.terms.array_node(array) {
            ArrayNode::Table(elements) => {
                let place = usize::try_from(index.unsigned()).unwrap_or(usize::MAX);
                return Case::Run(run_around(elements, place).start);
            }
            ArrayNode::Uniform(_) => true,
            ArrayNode::Store { index: written, .. } => self.value(written) == index,
            ArrayNode::IfThenElse { condition, .. } => self.value(condition).is_true(),
            ArrayNode::Fill { from: start, count, .. }
            | ArrayNode::Copy { to: start, count, .. } => {
                let distance = index.unsigned().checked_sub(self.value(start).unsigned());
                let count = self.value(count).unsigned();
                distance.is_some_and(|distance| distance < count)
            }
        };
        if written { Case::Written } else { Case::Below }
    }

    /// A store is here or elsewhere, once there is a gate for the former.
    fn join_cases(&mut self, read: &mut Read) {
        if let Some(elsewhere) = read.elsewhere
            && read.differing != u128::MAX
        {
            let here = self.writes(read.array, &read.index);
            self.blaster.circuit().require(&[here, elsewhere]);
            read.differing = u128::MAX;
        }
    }

    /// Where the outermost layer writes, if it is a store that is elsewhere.
    fn store_elsewhere(&self, array: Array, case: Case) -> Option<Term> {
        match self.terms.array_node(array) {
            ArrayNode::Store { index, .. } => (case == Case::Below).then_some(index),
            ArrayNode::Table(_)
            | ArrayNode::Uniform(_)
            | ArrayNode::IfThenElse { .. }
            | ArrayNode::Fill { .. }
            | ArrayNode::Copy { .. } => None,
        }
    }

    /// What the element is in this case; of an element of another array also the
    /// index there, in the model.
    fn equal(&mut self, array: Array, index: &[Literal], value: Bits, case: Case) -> (Equal, Bits) {
        let written = match case {
            Case::Beyond => return (Equal::Zero, value),
            Case::Written => true,
            Case::Below | Case::Run(_) => false,
        };
        let same = |array: Array| (Equal::Read(array, index.to_vec()), value);
        match self.terms.array_node(array) {
            // Runs of a table are looked at before.
            ArrayNode::Table(_) => (Equal::Zero, value),
            ArrayNode::Uniform(element) => (Equal::Term(element), value),
            ArrayNode::Store { value: element, .. } | ArrayNode::Fill { value: element, .. }
                if written =>
            {
                (Equal::Term(element), value)
            }
            ArrayNode::Store { array, .. } | ArrayNode::Fill { array, .. } => same(array),
            ArrayNode::IfThenElse { then, otherwise, .. } => {
                same(if written { then } else { otherwise })
            }
            ArrayNode::Copy { to, source, from, .. } if written => {
                let read = value.unsigned().wrapping_sub(self.value(to).unsigned());
                let read = read.wrapping_add(self.value(from).unsigned());
                let (to, from) = (self.literals(to), self.literals(from));
                let circuit = self.blaster.circuit();
                let distance = circuit.subtract(index, &to);
                let literals = circuit.add(&distance, &from);
                (Equal::Read(source, literals), Bits::new(read, value.width()))
            }
            ArrayNode::Copy { target, .. } => same(target),
        }
    }

    /// Whether it is this case. Of an index beyond the array, `Below` may be true
    /// as well: the array below is as long, and its element zero too.
    fn premise(&mut self, array: Array, index: &[Literal], case: Case) -> Literal {
        match case {
            Case::Beyond => !self.in_bounds(array, index),
            Case::Run(first) => self.in_run(array, index, first),
            Case::Below => !self.writes(array, index),
            Case::Written => {
                let (written, bounds) = (self.writes(array, index), self.in_bounds(array, index));
                self.blaster.circuit().and(written, bounds)
            }
        }
    }

    fn in_bounds(&mut self, array: Array, index: &[Literal]) -> Literal {
        let sort = self.terms.array_sort(array);
        if sort.covers_all_indices() {
            return Literal::TRUE;
        }
        let length = constant(u128::from(sort.length), index.len());
        self.blaster.circuit().unsigned_less(index, &length)
    }

    /// Whether the layer writes the index; of a choice: its condition.
    fn writes(&mut self, array: Array, index: &[Literal]) -> Literal {
        match self.terms.array_node(array) {
            ArrayNode::Table(_) | ArrayNode::Uniform(_) => Literal::TRUE,
            ArrayNode::Store { index: written, .. } => {
                let written = self.literals(written);
                self.blaster.circuit().equal(index, &written)
            }
            ArrayNode::IfThenElse { condition, .. } => {
                self.blaster.condition(self.terms, condition)
            }
            ArrayNode::Fill { from: start, count, .. }
            | ArrayNode::Copy { to: start, count, .. } => {
                let (start, count) = (self.literals(start), self.literals(count));
                let circuit = self.blaster.circuit();
                let begun = circuit.unsigned_less_or_equal(&start, index);
                let distance = circuit.subtract(index, &start);
                let near = circuit.unsigned_less(&distance, &count);
                circuit.and(begun, near)
            }
        }
    }

    fn in_run(&mut self, array: Array, index: &[Literal], first: usize) -> Literal {
        let ArrayNode::Table(elements) = self.terms.array_node(array) else {
            return Literal::FALSE;
        };
        let run = run_around(elements, first);
        let circuit = self.blaster.circuit();
        let start = constant(run.start as u128, index.len());
        if run.len() == 1 {
            return circuit.equal(index, &start);
        }
        let last = constant(run.end.saturating_sub(1) as u128, index.len());
        let begun = circuit.unsigned_less_or_equal(&start, index);
        let not_over = circuit.unsigned_less_or_equal(index, &last);
        circuit.and(begun, not_over)
    }
}

/// The positions around this one at which the same term is.
fn run_around(elements: &[Term], place: usize) -> Range<usize> {
    let (before, after) = elements.split_at(place.min(elements.len()));
    let Some(element) = after.first() else { return place..place };
    let earlier = before.iter().rev().take_while(|other| *other == element).count();
    let later = after.iter().take_while(|other| *other == element).count();
    before.len() - earlier..before.len() + later
}
