//! What rewriting achieves, and that terms may be deep.

use raddle_terms::{Bits, Node, Operator, Term, TermStore};

/// Builds terms with little noise.
#[derive(Default)]
struct Builder(TermStore);

impl Builder {
    fn symbol(&mut self, name: &str, width: u16) -> Term {
        self.0.symbol(name, width)
    }

    fn number(&mut self, value: i128, width: u16) -> Term {
        self.0.constant(Bits::from_signed(value, width))
    }

    fn of(&mut self, operator: &str, operands: &[Term]) -> Term {
        let operator = Operator::parse(operator).unwrap();
        self.0.apply(operator, operands)
    }

    fn text(&self, term: Term) -> String {
        self.0.display(term).to_string()
    }
}

#[test]
fn equal_structure_is_one_term() {
    let mut b = Builder::default();
    let (x, y) = (b.symbol("x", 32), b.symbol("y", 32));
    assert_eq!(b.of("add", &[x, y]), b.of("add", &[y, x]));
    assert_eq!(b.symbol("x", 32), x);
    assert_ne!(b.symbol("x", 16), x);
    assert_ne!(b.0.fresh("x", 32), x);
}

#[test]
fn sums_cancel() {
    let mut b = Builder::default();
    let (x, y) = (b.symbol("x", 32), b.symbol("y", 32));
    let zero = b.number(0, 32);
    assert_eq!(b.of("subtract", &[x, x]), zero);
    let sum = b.of("add", &[x, y]);
    assert_eq!(b.of("subtract", &[sum, x]), y);
    let (three, five) = (b.number(3, 32), b.number(5, 32));
    let up = b.of("add", &[x, five]);
    let down = b.of("subtract", &[up, three]);
    let down = b.of("subtract", &[down, three]);
    assert_eq!(b.text(down), "add(x, 4294967295:i32)");
    let one = b.number(1, 32);
    assert_eq!(b.of("add", &[down, one]), x);
    let other = b.of("add", &[y, three]);
    let comparison = b.of("equal", &[up, other]);
    assert_eq!(b.text(comparison), "equal(add(x, 5:i32), add(y, 3:i32))");
    let same = b.of("add", &[y, five]);
    let comparison = b.of("equal", &[up, same]);
    assert_eq!(b.text(comparison), "equal(x, y)");
    let difference = b.of("subtract", &[up, x]);
    assert_eq!(difference, five);
}

#[test]
fn bytes_taken_apart_and_put_together_are_the_word() {
    let mut b = Builder::default();
    let x = b.symbol("x", 32);
    let bytes: Vec<Term> =
        (0..4).map(|byte| b.of(&format!("extract.{}.8", byte * 8), &[x])).collect();
    let mut left = bytes[3];
    for byte in bytes[..3].iter().rev() {
        left = b.of("concat", &[left, *byte]);
    }
    assert_eq!(left, x);
    let mut right = bytes[0];
    for byte in &bytes[1..] {
        right = b.of("concat", &[*byte, right]);
    }
    assert_eq!(right, x);
    // The same by shifts, as C programs do it.
    let mut word = b.number(0, 32);
    for (position, byte) in bytes.iter().enumerate() {
        let wide = b.of("zero_extend.32", &[*byte]);
        let amount = b.number(position as i128 * 8, 32);
        let shifted = b.of("shift_left", &[wide, amount]);
        word = b.of("or", &[word, shifted]);
    }
    assert_eq!(word, x);
}

#[test]
fn truth_values_lose_their_clothes() {
    let mut b = Builder::default();
    let (x, y) = (b.symbol("x", 32), b.symbol("y", 32));
    let zero = b.number(0, 32);
    let less = b.of("signed_less", &[x, y]);
    let wide = b.of("zero_extend.32", &[less]);
    assert_eq!(b.of("not_equal", &[wide, zero]), less);
    let opposite = b.of("equal", &[wide, zero]);
    assert_eq!(opposite, b.of("signed_less_or_equal", &[y, x]));
    let both = b.0.and(less, opposite);
    assert_eq!(b.0.known(both), Some(Bits::boolean(false)));
    let either = b.0.or(less, opposite);
    assert_eq!(b.0.known(either), Some(Bits::boolean(true)));
}

#[test]
fn choices_merge() {
    let mut b = Builder::default();
    let (c, d) = (b.symbol("c", 1), b.symbol("d", 1));
    let (x, y) = (b.symbol("x", 8), b.symbol("y", 8));
    assert_eq!(b.0.ite(c, x, x), x);
    let inner = b.0.ite(d, x, y);
    let outer = b.0.ite(c, x, inner);
    assert_eq!(b.text(outer), "if_then_else(or(c, d), x, y)");
    let nested = b.0.ite(c, inner, y);
    assert_eq!(b.text(nested), "if_then_else(and(c, d), x, y)");
    let again = b.0.ite(c, x, y);
    let twice = b.0.ite(c, again, x);
    assert_eq!(twice, b.0.ite(c, x, x));
    let same = b.of("equal", &[x, y]);
    assert_eq!(b.0.ite(same, x, y), y);
}

#[test]
fn operators_go_into_trees_of_constants() {
    let mut b = Builder::default();
    let (c, d) = (b.symbol("c", 1), b.symbol("d", 1));
    let numbers: Vec<Term> = (1..4).map(|n| b.number(n, 32)).collect();
    let inner = b.0.ite(d, numbers[1], numbers[2]);
    let tree = b.0.ite(c, numbers[0], inner);
    let ten = b.number(10, 32);
    let product = b.of("multiply", &[tree, ten]);
    assert_eq!(b.text(product), "if_then_else(c, 10:i32, if_then_else(d, 20:i32, 30:i32))");
    let hundred = b.number(100, 32);
    let small = b.of("unsigned_less", &[product, hundred]);
    assert_eq!(b.0.known(small), Some(Bits::boolean(true)));
    let third = b.of("equal", &[tree, numbers[2]]);
    assert_eq!(b.text(third), "and(not(d), not(c))");
}

#[test]
fn pointer_moves_join_only_in_one_direction() {
    let mut b = Builder::default();
    let p = b.symbol("p", 64);
    let (four, minus) = (b.number(4, 64), b.number(-4, 64));
    let up = b.of("pointer_add.32", &[p, four]);
    let twice = b.of("pointer_add.32", &[up, four]);
    assert_eq!(b.text(twice), "pointer_add.32(p, 8:i64)");
    let back = b.of("pointer_add.32", &[up, minus]);
    assert_ne!(back, p);
    let object = b.of("extract.32.32", &[back]);
    assert_eq!(object, b.of("extract.32.32", &[p]));
}

#[test]
fn overflow_of_promoted_bytes_is_impossible() {
    let mut b = Builder::default();
    let (x, y) = (b.symbol("x", 8), b.symbol("y", 8));
    let x = b.of("zero_extend.32", &[x]);
    let y = b.of("sign_extend.32", &[y]);
    for operator in ["signed_add_overflows", "signed_multiply_overflows"] {
        let overflow = b.of(operator, &[x, y]);
        assert_eq!(b.0.known(overflow), Some(Bits::boolean(false)));
    }
}

#[test]
fn shared_parts_are_printed_once() {
    let mut b = Builder::default();
    let (x, y) = (b.symbol("x", 8), b.symbol("y", 8));
    let product = b.of("multiply", &[x, y]);
    let quotient = b.of("unsigned_divide", &[product, x]);
    let root = b.of("xor", &[product, quotient]);
    let expected =
        format!("{product} = multiply(x, y)\nxor({product}, unsigned_divide({product}, x))");
    assert_eq!(b.text(root), expected);
}

/// A long chain that no rule shortens.
fn chain(b: &mut Builder, length: usize) -> Term {
    let (x, y) = (b.symbol("x", 32), b.symbol("y", 32));
    let mut term = x;
    for step in 0..length {
        let operator = if step % 2 == 0 { "multiply" } else { "xor" };
        term = b.of(operator, &[term, y]);
    }
    term
}

#[test]
fn terms_may_be_deep() {
    let mut b = Builder::default();
    let length = 100_000;
    let term = chain(&mut b, length);
    let value = b.0.evaluate_under(term, |symbol| {
        let value = if b.0.symbol_name(symbol) == "x" { 3 } else { 5 };
        Some(Bits::new(value, 32))
    });
    let mut expected = 3u32;
    for step in 0..length {
        expected = if step % 2 == 0 { expected.wrapping_mul(5) } else { expected ^ 5 };
    }
    assert_eq!(value, Bits::new(expected.into(), 32));
    // The chain, x and y.
    assert_eq!(b.0.reachable(&[term]).len(), length + 2);
    // Linear: some tens of characters a node.
    assert!(b.text(term).len() < 100 * length);
}

/// Rules that recurse stop at some depth, and stay right.
#[test]
fn rules_on_deep_terms_stop() {
    let mut b = Builder::default();
    let length = 10_000;
    let mut term = b.symbol("x", 32);
    for step in 0..length {
        let condition = b.symbol(&format!("c{step}"), 1);
        let number = b.number(step, 32);
        term = b.0.ite(condition, number, term);
    }
    let wanted = b.number(4_000, 32);
    let found = b.of("equal", &[term, wanted]);
    for (chosen, expected) in [(4_000, true), (4_001, false)] {
        let name = format!("c{chosen}");
        let value = b
            .0
            .evaluate_under(found, |symbol| Some(Bits::boolean(b.0.symbol_name(symbol) == name)));
        assert_eq!(value, Bits::boolean(expected));
    }
}

#[test]
fn unknown_symbols_are_zero() {
    let mut b = Builder::default();
    let x = b.symbol("x", 8);
    let negated = b.0.not(x);
    assert_eq!(b.0.evaluate_under(negated, |_| None), Bits::new(255, 8));
    assert!(matches!(b.0.node(negated), Node::Apply(Operator::Not, &[inner]) if inner == x));
}
