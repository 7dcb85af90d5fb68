//! Lemmas about an order: those that theories give are accepted, and whatever is
//! accepted is true in every sequence, by going through all of them.

use proptest::prelude::*;
use raddle_certificate::{check_part, order::Facts};

/// Node 0 writes `x`, node 1 reads it, node 2 writes it as well; 3 and 4 are nodes
/// that are ordered somehow. The literals: 2 and 3 are the writes, 4 is the read from
/// node 0, 5 and 6 are edges, and 7 says that node 0 comes before node 2.
const FACTS: &str = "\
raddle proof 1
i 1 1 0
w 0 9 2
w 2 9 3
w 4 8 1
r 0 1 4
g 3 4 5
g 4 3 6
f 2 3
f 4 1
p 0 2 7
";

fn accepts(lemma: &str) -> bool {
    check_part(format!("{FACTS}t 2 {lemma}0\n").as_bytes()).is_ok()
}

#[test]
fn reasons_of_a_theory_are_lemmas() {
    // A cycle of two edges.
    assert!(accepts("-5 -6 "));
    // Node 2 comes before 3, 4 and 1, and so before the write that 1 reads.
    assert!(accepts("-3 -4 -5 -7 "));
    assert!(accepts("-3 -4 -5 -7 -2 "));
}

#[test]
fn what_does_not_follow_is_no_lemma() {
    for lemma in ["", "-5 ", "-6 ", "5 6 ", "-3 -4 -5 ", "-4 -5 -7 ", "-3 -5 -7 ", "-3 -4 -7 "] {
        assert!(!accepts(lemma), "accepted {lemma:?}");
    }
    assert!(!accepts("-3 -4 -5 7 "));
}

#[test]
fn altered_facts_make_lemmas_wrong() {
    let text = format!("{FACTS}t 2 -3 -4 -5 -7 0\n");
    assert!(check_part(text.as_bytes()).is_ok());
    for (from, to) in [
        ("f 2 3\n", ""),
        ("f 2 3\n", "f 3 2\n"),
        ("w 2 9 3\n", "w 2 8 3\n"),
        ("g 3 4 5\n", "g 4 3 5\n"),
        ("g 3 4 5\n", "g 3 4 -5\n"),
        ("p 0 2 7\n", "p 2 0 7\n"),
        ("p 0 2 7\n", ""),
        ("r 0 1 4\n", "r 9 1 4\n"),
        ("r 0 1 4\n", "r 1 1 4\n"),
    ] {
        let altered = text.replacen(from, to, 1);
        assert_ne!(altered, text);
        assert!(check_part(altered.as_bytes()).is_err(), "accepted with {to:?} for {from:?}");
    }
}

/// Nothing else may be known of the literal that names an order.
#[test]
fn names_are_nothing_but_names() {
    for (before, after) in [
        ("i 1 7 0\n", ""),
        ("l 1 7 -7 0 0\n", ""),
        ("g 3 4 7\n", ""),
        ("p 1 3 -7\n", ""),
        ("", "i 1 -7 0\n"),
        ("", "w 0 0 7\n"),
        ("", "l 1 7 -7 0 0\nu 1 7 -7 0\n"),
    ] {
        let text = format!("raddle proof 1\n{before}p 0 2 7\n{after}");
        assert!(check_part(text.as_bytes()).is_err(), "accepted {text}");
    }
}

/// No program has facts that contradict each other; everything would follow from them.
#[test]
fn facts_without_a_condition_have_no_cycle() {
    for facts in ["f 0 0\n", "f 0 1\nf 1 0\n", "f 0 1\nf 1 2\nf 3 4\nf 2 0\n"] {
        for rest in ["t 1 0\nu 1 0\n", "t 1 5 0\n", ""] {
            let text = format!("raddle proof 1\n{facts}{rest}");
            assert!(check_part(text.as_bytes()).is_err(), "accepted {text}");
        }
    }
    // One digit is changed, and no lemma rests on it.
    let lemma = format!("{FACTS}t 2 -5 -6 0\n");
    assert!(check_part(lemma.as_bytes()).is_ok());
    assert!(check_part(lemma.replacen("f 2 3\n", "f 2 2\n", 1).as_bytes()).is_err());
}

/// What is given may contradict the facts.
#[test]
fn a_cycle_under_what_is_given_denies_everything() {
    let text = "raddle proof 1\ni 1 1 0\nf 0 1\nf 1 2\ng 2 0 1\nt 2 0\nu 2 0\n";
    assert!(check_part(text.as_bytes()).is_ok());
    assert!(check_part(text.replace("i 1 1 0\n", "").as_bytes()).is_err());
    assert!(check_part(text.replace("f 0 1\n", "").as_bytes()).is_err());
}

const NODES: u32 = 4;
const VARIABLES: i32 = 6;

#[derive(Clone, Debug)]
enum Fact {
    Always(u32, u32),
    Guarded(u32, u32, i32),
    Write(u32, u32, i32),
    Read(u32, u32, i32),
}

fn literal() -> impl Strategy<Value = i32> {
    (1..=VARIABLES, any::<bool>())
        .prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

fn fact() -> impl Strategy<Value = Fact> {
    let node = || 0..NODES;
    prop_oneof![
        1 => (node(), node()).prop_map(|(one, two)| Fact::Always(one, two)),
        3 => (node(), node(), literal()).prop_map(|(one, two, when)| Fact::Guarded(one, two, when)),
        4 => (node(), 0..2u32, literal()).prop_map(|(node, place, when)| Fact::Write(node, place, when)),
        4 => (0..4u32, node(), literal()).prop_map(|(write, node, when)| Fact::Read(write, node, when)),
    ]
}

/// Whether the facts are true of nodes at these moments with these values.
fn are_true(facts: &[Fact], moments: &[u32], is_true: &impl Fn(i32) -> bool) -> bool {
    let writes: Vec<(u32, u32, i32)> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Write(node, place, happens) => Some((*node, *place, *happens)),
            Fact::Always(..) | Fact::Guarded(..) | Fact::Read(..) => None,
        })
        .collect();
    let moment = |node: u32| moments[node as usize];
    facts.iter().all(|fact| match fact {
        Fact::Always(one, two) => moment(*one) < moment(*two),
        Fact::Guarded(one, two, when) => !is_true(*when) || moment(*one) < moment(*two),
        Fact::Write(..) => true,
        Fact::Read(write, node, chosen) => {
            let Some((source, place, _)) = writes.get(*write as usize) else { return true };
            let (from, to) = (moment(*source), moment(*node));
            let between = |(other, at, happens): &(u32, u32, i32)| {
                at == place && is_true(*happens) && from < moment(*other) && moment(*other) < to
            };
            !is_true(*chosen) || (from < to && !writes.iter().any(between))
        }
    })
}

fn permutations(count: u32) -> Vec<Vec<u32>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(count - 1);
    let places = |rest: &Vec<u32>| {
        let rest = rest.clone();
        (0..count as usize).map(move |place| {
            let mut longer = rest.clone();
            longer.insert(place, count - 1);
            longer
        })
    };
    shorter.iter().flat_map(places).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accepted_lemmas_are_true(
        mut stated in prop::collection::vec(fact(), 1..10),
        mut lemma in prop::collection::vec(literal(), 0..5),
        name in prop::option::of((0..NODES, 0..NODES, any::<bool>())),
        unit in prop::option::of(literal()),
    ) {
        let mut facts = Facts::default();
        unit.into_iter().for_each(|unit| facts.unit(unit));
        stated.sort_by_key(|fact| matches!(fact, Fact::Read(..)));
        stated.retain(|fact| match fact {
            Fact::Always(one, two) => facts.add_always(*one, *two).is_ok(),
            Fact::Guarded(one, two, when) => facts.add_guarded(*one, *two, *when).is_ok(),
            Fact::Write(node, place, happens) => facts.add_write(*node, *place, *happens).is_ok(),
            Fact::Read(write, node, chosen) => facts.add_read(*write, *node, *chosen).is_ok(),
        });
        let named = name.filter(|(one, two, _)| facts.add_pair(*one, *two, VARIABLES + 1).is_ok());
        if let Some((_, _, sign)) = named {
            lemma.push(if sign { VARIABLES + 1 } else { -VARIABLES - 1 });
        }
        if !facts.imply(&lemma) {
            return Ok(());
        }
        for moments in permutations(NODES) {
            for values in 0..1u32 << (VARIABLES + 1) {
                let is_true = |literal: i32| {
                    let value = match (literal.abs() > VARIABLES, named) {
                        (true, Some((one, two, _))) => moments[one as usize] < moments[two as usize],
                        _ => values >> literal.abs() & 1 == 1,
                    };
                    value == (literal > 0)
                };
                let possible = unit.is_none_or(is_true) && are_true(&stated, &moments, &is_true);
                prop_assert!(!possible || lemma.iter().any(|literal| is_true(*literal)),
                    "{:?} does not follow from {:?}", lemma, stated);
            }
        }
    }
}
