//! What a pointer term may point to: a list of cases, each an object and an
//! offset into it, found by looking at how the term is made.

use std::collections::BTreeMap;

use raddle_passes::PointerLayout;
use raddle_terms::{Bits, Node, Operator, Term, TermStore};

use crate::budgets::{LOW_BITS_DEPTH, MOST_CASE_PARTS, MOST_CASES};

/// One possibility.
#[derive(Clone, Debug)]
pub struct Case {
    /// When it is this one (width 1).
    pub condition: Term,
    pub object: u32,
    /// The offset is this plus the variable part (signed, of a pointer's width).
    pub base: i64,
    pub variable: Option<Term>,
    /// Whether the pointer never left the range of offsets on its way (width 1).
    pub in_range: Term,
}

/// All possibilities, excluding each other; `None` if the term does not show
/// them.
pub fn cases(terms: &mut TermStore, layout: &PointerLayout, pointer: Term) -> Option<Vec<Case>> {
    let truth = terms.boolean(true);
    let mut found = Vec::new();
    let mut search = Search { ways: MOST_CASE_PARTS, aside: None, inputs: false };
    collect(terms, layout, pointer, truth, &mut search, &mut found)?;
    Some(found)
}

/// The possibilities apart from memory that was never written, and when it is that;
/// `None` if there are others that the term does not show.
pub fn written_cases(
    terms: &mut TermStore,
    layout: &PointerLayout,
    pointer: Term,
) -> Option<(Vec<Case>, Term)> {
    cases_but(terms, layout, pointer, false)
}

/// The same apart from inputs too: from every number that was made of nothing.
pub fn cases_of_something(
    terms: &mut TermStore,
    layout: &PointerLayout,
    pointer: Term,
) -> Option<(Vec<Case>, Term)> {
    cases_but(terms, layout, pointer, true)
}

fn cases_but(
    terms: &mut TermStore,
    layout: &PointerLayout,
    pointer: Term,
    inputs: bool,
) -> Option<(Vec<Case>, Term)> {
    let truth = terms.boolean(true);
    let mut found = Vec::new();
    let never = terms.boolean(false);
    let mut search = Search { ways: MOST_CASE_PARTS, aside: Some(never), inputs };
    collect(terms, layout, pointer, truth, &mut search, &mut found)?;
    Some((found, search.aside?))
}

/// The names of symbols that stand for what was never written.
const UNWRITTEN: [&str; 2] = ["unwritten", "never written"];

struct Search {
    /// Terms that may still be looked at.
    ways: u32,
    /// When the pointer is a number that was made of nothing, if that is put aside.
    aside: Option<Term>,
    /// Inputs are put aside too, and not only what was never written.
    inputs: bool,
}

/// A choice between pointers is a graph in which much is shared, so that each of its
/// terms is looked at once, those that depend on others first.
fn collect(
    terms: &mut TermStore,
    layout: &PointerLayout,
    pointer: Term,
    condition: Term,
    search: &mut Search,
    found: &mut Vec<Case>,
) -> Option<()> {
    let mut open: BTreeMap<Term, Term> = BTreeMap::from([(pointer, condition)]);
    while let Some((term, condition)) = open.pop_last() {
        search.ways = search.ways.checked_sub(1)?;
        if terms.known(condition).is_some_and(|known| known.is_zero()) {
            continue;
        }
        let Node::Apply(Operator::IfThenElse, &[test, then, otherwise]) = terms.node(term) else {
            collect_one(terms, layout, term, condition, search, found)?;
            continue;
        };
        let not = terms.not(test);
        for (arm, test) in [(then, test), (otherwise, not)] {
            let mut when = terms.and(condition, test);
            if let Some(before) = open.get(&arm) {
                when = terms.or(*before, when);
            }
            open.insert(arm, when);
        }
    }
    Some(())
}

fn collect_one(
    terms: &mut TermStore,
    layout: &PointerLayout,
    pointer: Term,
    condition: Term,
    search: &mut Search,
    found: &mut Vec<Case>,
) -> Option<()> {
    match terms.node(pointer) {
        Node::Constant(bits) => {
            let (object, base) = layout.split(bits);
            let in_range = terms.boolean(true);
            add(terms, found, Case { condition, object, base, variable: None, in_range })
        }
        Node::Apply(Operator::PointerAdd { .. }, &[base, offset]) => {
            let mut bases = Vec::new();
            collect(terms, layout, base, condition, search, &mut bases)?;
            for case in bases {
                let moved = moved(terms, layout, case, offset);
                add(terms, found, moved)?;
            }
            Some(())
        }
        Node::Symbol(symbol) if search.inputs || UNWRITTEN.contains(&terms.symbol_name(symbol)) => {
            search.aside = Some(terms.or(search.aside?, condition));
            Some(())
        }
        Node::Symbol(_) | Node::Apply(..) | Node::Select(..) => None,
    }
}

/// The case after a pointer addition.
fn moved(terms: &mut TermStore, layout: &PointerLayout, case: Case, offset: Term) -> Case {
    if let Some(known) = terms.known(offset)
        && case.variable.is_none()
    {
        // Constants are folded before they come here, unless the base was a choice.
        let bits = layout.pointer(case.object, case.base);
        let operator = Operator::PointerAdd { offset_bits: layout.offset_bits };
        let sum = raddle_terms::operator::evaluate(operator, &[bits, known]);
        let (object, base) = layout.split(sum);
        return Case { object, base, ..case };
    }
    match case.variable {
        None => Case { variable: Some(offset), ..case },
        Some(variable) => {
            let within = stays_in_range(terms, layout, case.base, variable);
            let in_range = terms.and(case.in_range, within);
            let variable = terms.apply(Operator::Add, &[variable, offset]);
            Case { variable: Some(variable), in_range, ..case }
        }
    }
}

/// Whether base + variable is an offset at all (beyond it additions saturate).
fn stays_in_range(
    terms: &mut TermStore,
    layout: &PointerLayout,
    base: i64,
    variable: Term,
) -> Term {
    let bias = i128::from(layout.bias());
    // All ones is the invalid offset.
    between(terms, variable, -bias - i128::from(base), bias - 2 - i128::from(base))
}

/// lowest <= value <= highest, signed.
pub fn between(terms: &mut TermStore, value: Term, lowest: i128, highest: i128) -> Term {
    if lowest > highest {
        return terms.boolean(false);
    }
    let width = terms.width(value);
    let lowest = terms.constant(Bits::from_signed(lowest, width));
    let highest = terms.constant(Bits::from_signed(highest, width));
    let above = terms.apply(Operator::SignedLessOrEqual, &[lowest, value]);
    let below = terms.apply(Operator::SignedLessOrEqual, &[value, highest]);
    terms.and(above, below)
}

/// Adds a case, or joins it with an equal one.
fn add(terms: &mut TermStore, found: &mut Vec<Case>, case: Case) -> Option<()> {
    let is_equal = |known: &Case| {
        (known.object, known.base, known.variable, known.in_range)
            == (case.object, case.base, case.variable, case.in_range)
    };
    if let Some(known) = found.iter_mut().find(|known| is_equal(known)) {
        known.condition = terms.or(known.condition, case.condition);
        return Some(());
    }
    if found.len() >= MOST_CASES {
        return None;
    }
    found.push(case);
    Some(())
}

/// The case for one object where the term shows nothing.
pub fn blind_case(
    terms: &mut TermStore,
    layout: &PointerLayout,
    pointer: Term,
    object: u32,
) -> Case {
    let high = Operator::Extract {
        low: layout.offset_bits,
        width: layout.pointer_bits - layout.offset_bits,
    };
    let named = terms.apply(high, &[pointer]);
    let number = Bits::new(u128::from(object), layout.pointer_bits - layout.offset_bits);
    let number = terms.constant(number);
    let condition = terms.equal(named, number);
    let low = Operator::Extract { low: 0, width: layout.offset_bits };
    let low = terms.apply(low, &[pointer]);
    let low = terms.apply(Operator::ZeroExtend(layout.pointer_bits), &[low]);
    let base = if object == 0 { 0 } else { -(layout.bias() as i64) };
    let in_range = terms.boolean(true);
    Case { condition, object, base, variable: Some(low), in_range }
}

/// Bits at the low end that are certainly zero.
pub fn known_zeros(terms: &TermStore, term: Term) -> u32 {
    zeros_to(terms, term, LOW_BITS_DEPTH)
}

fn zeros_to(terms: &TermStore, term: Term, depth: u32) -> u32 {
    let width = u32::from(terms.width(term));
    let Some(depth) = depth.checked_sub(1) else {
        return 0;
    };
    let of = |term: Term| zeros_to(terms, term, depth);
    match terms.node(term) {
        Node::Constant(bits) if bits.is_zero() => width,
        Node::Constant(bits) => bits.unsigned().trailing_zeros(),
        Node::Apply(
            Operator::Add | Operator::Subtract | Operator::Or | Operator::IfThenElse,
            operands,
        ) => match *operands {
            [_, one, two] | [one, two] => of(one).min(of(two)),
            _ => 0,
        },
        Node::Apply(Operator::Multiply, &[one, two]) => (of(one) + of(two)).min(width),
        Node::Apply(Operator::ShiftLeft, &[one, amount]) => match terms.known(amount) {
            Some(amount) => (of(one) + amount.low64() as u32 % width).min(width),
            None => 0,
        },
        Node::Apply(Operator::SignExtend(_) | Operator::ZeroExtend(_), &[one]) => {
            let zeros = of(one);
            if zeros == u32::from(terms.width(one)) { width } else { zeros }
        }
        Node::Apply(Operator::Concat, &[high, low]) => {
            let all = u32::from(terms.width(low));
            let zeros = of(low);
            if zeros == all { all + of(high) } else { zeros }
        }
        Node::Symbol(_) | Node::Apply(..) | Node::Select(..) => 0,
    }
}
