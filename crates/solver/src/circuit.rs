//! Gates, as clauses for a SAT solver.
//!
//! A [`Circuit`] makes gates of literals and writes their clauses (the encoding
//! of Tseitin, both directions) to a sink. Gates with a known operand or with
//! related operands are folded, and equal gates are made once, so that a caller who
//! builds on this need not care: an adder of a constant becomes small by
//! itself. Sums and carries of three bits are gates of their own (one variable
//! and 8 or 6 clauses), since written with two-input gates they propagate less.
//! An and of many literals is one gate as well.
//!
//! Deviation: clauses are not saved by polarity (Plaisted and Greenbaum), since
//! gates are shared between questions that come later.

use std::fmt;
use std::ops::Not;

use rustc_hash::FxHashMap;

/// A variable or its negation, numbered as in the DIMACS format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(i32);

impl Literal {
    /// The first variable of every circuit is true.
    pub const TRUE: Literal = Literal(1);
    pub const FALSE: Literal = Literal(-1);

    /// The positive literal of a variable, of which the first is 1.
    pub fn of_variable(variable: i32) -> Literal {
        debug_assert!(variable > 0);
        Literal(variable)
    }

    /// The literal of this number, which is none if it is zero.
    pub fn of_number(number: i32) -> Option<Literal> {
        (number != 0 && number != i32::MIN).then_some(Literal(number))
    }

    pub fn of_boolean(value: bool) -> Literal {
        if value { Literal::TRUE } else { Literal::FALSE }
    }

    /// Not zero; negative for a negated variable.
    pub fn number(self) -> i32 {
        self.0
    }

    pub fn variable(self) -> Literal {
        Literal(self.0.abs())
    }

    pub fn is_negated(self) -> bool {
        self.0 < 0
    }

    /// Its value, if it is one of the two constants.
    pub fn known(self) -> Option<bool> {
        match self {
            Literal::TRUE => Some(true),
            Literal::FALSE => Some(false),
            _ => None,
        }
    }

    /// Negated if the flag is set.
    pub fn negated_if(self, flag: bool) -> Literal {
        if flag { !self } else { self }
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(-self.0)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What takes clauses: a SAT solver, a counter, a file.
pub trait Clauses {
    /// A variable that was not used before: 1, 2, 3 and so on.
    fn new_variable(&mut self) -> Literal;

    fn add_clause(&mut self, clause: &[Literal]);
}

/// The gates that are not folded; operands in a normal form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Literal, Literal),
    Xor(Literal, Literal),
    IfThenElse(Literal, Literal, Literal),
    Xor3(Literal, Literal, Literal),
    Majority(Literal, Literal, Literal),
}

pub struct Circuit<Sink> {
    sink: Sink,
    gates: FxHashMap<Gate, Literal>,
    /// Ands of three and more, sorted.
    wide_ands: FxHashMap<Box<[Literal]>, Literal>,
    pub(crate) divisions: Divisions,
}

/// Quotient and remainder by dividend and divisor.
pub(crate) type Divisions = FxHashMap<(Vec<Literal>, Vec<Literal>), (Vec<Literal>, Vec<Literal>)>;

impl<Sink: Clauses> Circuit<Sink> {
    /// The sink must be fresh: its first variable becomes the constant.
    pub fn new(mut sink: Sink) -> Circuit<Sink> {
        let constant = sink.new_variable();
        debug_assert_eq!(constant, Literal::TRUE);
        sink.add_clause(&[Literal::TRUE]);
        Circuit {
            sink,
            gates: FxHashMap::default(),
            wide_ands: FxHashMap::default(),
            divisions: Divisions::default(),
        }
    }

    pub fn sink(&self) -> &Sink {
        &self.sink
    }

    pub fn sink_mut(&mut self) -> &mut Sink {
        &mut self.sink
    }

    /// A literal about which nothing is known.
    pub fn fresh(&mut self) -> Literal {
        self.sink.new_variable()
    }

    /// From now on one of these is true. Constants among them are left out.
    pub fn require(&mut self, clause: &[Literal]) {
        if clause.contains(&Literal::TRUE) {
            return;
        }
        if clause.contains(&Literal::FALSE) {
            let rest: Vec<Literal> =
                clause.iter().copied().filter(|literal| *literal != Literal::FALSE).collect();
            self.sink.add_clause(&rest);
        } else {
            self.sink.add_clause(clause);
        }
    }

    /// From now on the two are the same.
    pub fn require_equal(&mut self, left: Literal, right: Literal) {
        if left != right {
            self.require(&[!left, right]);
            self.require(&[left, !right]);
        }
    }

    pub fn and(&mut self, left: Literal, right: Literal) -> Literal {
        if left == Literal::FALSE || right == Literal::FALSE || left == !right {
            return Literal::FALSE;
        }
        if left == Literal::TRUE || left == right {
            return right;
        }
        if right == Literal::TRUE {
            return left;
        }
        let (left, right) = (left.min(right), left.max(right));
        self.gate(Gate::And(left, right), |circuit, output| {
            circuit.sink.add_clause(&[!output, left]);
            circuit.sink.add_clause(&[!output, right]);
            circuit.sink.add_clause(&[output, !left, !right]);
        })
    }

    pub fn or(&mut self, left: Literal, right: Literal) -> Literal {
        !self.and(!left, !right)
    }

    pub fn implies(&mut self, left: Literal, right: Literal) -> Literal {
        self.or(!left, right)
    }

    pub fn xor(&mut self, left: Literal, right: Literal) -> Literal {
        let negated = left.is_negated() != right.is_negated();
        let (left, right) = sorted2(left.variable(), right.variable());
        if left == right {
            return Literal::of_boolean(negated);
        }
        if left == Literal::TRUE {
            return right.negated_if(!negated);
        }
        let output = self.gate(Gate::Xor(left, right), |circuit, output| {
            circuit.sink.add_clause(&[!output, left, right]);
            circuit.sink.add_clause(&[!output, !left, !right]);
            circuit.sink.add_clause(&[output, !left, right]);
            circuit.sink.add_clause(&[output, left, !right]);
        });
        output.negated_if(negated)
    }

    /// Whether both are the same.
    pub fn same(&mut self, left: Literal, right: Literal) -> Literal {
        !self.xor(left, right)
    }

    pub fn if_then_else(
        &mut self,
        condition: Literal,
        then: Literal,
        otherwise: Literal,
    ) -> Literal {
        if condition.is_negated() {
            return self.if_then_else(!condition, otherwise, then);
        }
        if condition == Literal::TRUE || then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.same(condition, then);
        }
        if then == Literal::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Literal::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Literal::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Literal::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        let negated = then.is_negated();
        let (then, otherwise) = (then.variable(), otherwise.negated_if(negated));
        let gate = Gate::IfThenElse(condition, then, otherwise);
        let output = self.gate(gate, |circuit, output| {
            circuit.sink.add_clause(&[!condition, !then, output]);
            circuit.sink.add_clause(&[!condition, then, !output]);
            circuit.sink.add_clause(&[condition, !otherwise, output]);
            circuit.sink.add_clause(&[condition, otherwise, !output]);
            // They follow from the others, but not by propagation.
            circuit.sink.add_clause(&[!then, !otherwise, output]);
            circuit.sink.add_clause(&[then, otherwise, !output]);
        });
        output.negated_if(negated)
    }

    /// The sum of three bits, without its carry.
    pub fn xor3(&mut self, first: Literal, second: Literal, third: Literal) -> Literal {
        let negated = first.is_negated() ^ second.is_negated() ^ third.is_negated();
        let [a, b, c] = sorted3(first.variable(), second.variable(), third.variable());
        if a == b {
            return c.negated_if(negated);
        }
        if b == c {
            return a.negated_if(negated);
        }
        if a == Literal::TRUE {
            return self.xor(b, c).negated_if(!negated);
        }
        let output = self.gate(Gate::Xor3(a, b, c), |circuit, output| {
            for (a, b, c, output) in [
                (a, b, c, !output),
                (a, !b, !c, !output),
                (!a, b, !c, !output),
                (!a, !b, c, !output),
                (!a, !b, !c, output),
                (!a, b, c, output),
                (a, !b, c, output),
                (a, b, !c, output),
            ] {
                circuit.sink.add_clause(&[a, b, c, output]);
            }
        });
        output.negated_if(negated)
    }

    /// Whether at least two of three are true: the carry of their sum.
    pub fn majority(&mut self, first: Literal, second: Literal, third: Literal) -> Literal {
        // By variables, so that related operands and a constant are neighbours.
        let mut operands = [first, second, third];
        operands.sort_unstable_by_key(|literal| (literal.variable(), literal.is_negated()));
        let [a, b, c] = operands;
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return if b == c { b } else { c };
        }
        match a.known() {
            Some(true) => return self.or(b, c),
            Some(false) => return self.and(b, c),
            None => {}
        }
        // The negation of all operands negates the result.
        let negated = a.is_negated();
        let [a, b, c] = [a, b, c].map(|literal| literal.negated_if(negated));
        let output = self.gate(Gate::Majority(a, b, c), |circuit, output| {
            for (left, right) in [(a, b), (a, c), (b, c)] {
                circuit.sink.add_clause(&[!left, !right, output]);
                circuit.sink.add_clause(&[left, right, !output]);
            }
        });
        output.negated_if(negated)
    }

    /// The sum of three bits and its carry.
    pub fn full_adder(
        &mut self,
        first: Literal,
        second: Literal,
        third: Literal,
    ) -> (Literal, Literal) {
        (self.xor3(first, second, third), self.majority(first, second, third))
    }

    /// Whether all are true; of none: true.
    pub fn and_all(&mut self, operands: &[Literal]) -> Literal {
        let mut operands: Vec<Literal> =
            operands.iter().copied().filter(|literal| *literal != Literal::TRUE).collect();
        operands.sort_unstable_by_key(|literal| (literal.variable(), literal.is_negated()));
        operands.dedup();
        let contradictory =
            operands.windows(2).any(|pair| matches!(pair, [left, right] if *left == !*right));
        if contradictory || operands.contains(&Literal::FALSE) {
            return Literal::FALSE;
        }
        match *operands {
            [] => Literal::TRUE,
            [only] => only,
            [left, right] => self.and(left, right),
            _ => self.wide_and(operands),
        }
    }

    /// Whether one is true; of none: false.
    pub fn or_all(&mut self, operands: &[Literal]) -> Literal {
        let negated: Vec<Literal> = operands.iter().map(|literal| !*literal).collect();
        !self.and_all(&negated)
    }

    fn wide_and(&mut self, mut operands: Vec<Literal>) -> Literal {
        if let Some(output) = self.wide_ands.get(operands.as_slice()) {
            return *output;
        }
        let output = self.sink.new_variable();
        self.wide_ands.insert(operands.clone().into_boxed_slice(), output);
        for operand in &mut operands {
            self.sink.add_clause(&[!output, *operand]);
            *operand = !*operand;
        }
        operands.push(output);
        self.sink.add_clause(&operands);
        output
    }

    /// The output of the gate, which is defined if it is new.
    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut Self, Literal)) -> Literal {
        if let Some(output) = self.gates.get(&gate) {
            return *output;
        }
        let output = self.sink.new_variable();
        self.gates.insert(gate, output);
        define(self, output);
        output
    }
}

fn sorted2(left: Literal, right: Literal) -> (Literal, Literal) {
    (left.min(right), left.max(right))
}

fn sorted3(first: Literal, second: Literal, third: Literal) -> [Literal; 3] {
    let mut all = [first, second, third];
    all.sort_unstable();
    all
}
