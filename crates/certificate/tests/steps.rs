//! Parts of certificates: right ones are accepted, altered ones are refused, and
//! whatever is accepted is true by a table of all values.

use proptest::prelude::*;
use raddle_certificate::check_part;

/// `a or b`, `a or not b`, `not a or b`; so `a` and `b` are true, and not both of
/// the assumptions `3` and `4` are, which deny them.
const RIGHT: &str = "\
raddle proof 1
i 1 1 2 0
i 2 1 -2 0
i 3 -1 2 0
l 4 1 0 1 2 0
l 5 2 0 4 3 0
d 1 2 0
i 6 -1 -2 -3 -4 0
l 7 -3 -4 0 4 5 6 0
u 7 3 4 0
";

fn verdict(text: &str) -> Result<(), String> {
    check_part(text.as_bytes()).map(|_| ())
}

#[test]
fn a_right_part_is_counted() {
    let counts = check_part(RIGHT.as_bytes()).unwrap();
    let figures = (counts.answers, counts.clauses, counts.steps, counts.lemmas);
    assert_eq!(figures, (1, 4, 3, 0));
}

#[test]
fn altered_parts_are_refused() {
    let changes = [
        ("raddle proof 1\n", ""),
        ("raddle proof 1", "raddle proof 2"),
        // A clause that was given: another one, none, one less.
        ("i 2 1 -2 0", "i 2 1 2 0"),
        ("i 2 1 -2 0\n", ""),
        ("i 6 -1 -2 -3 -4 0", "i 6 -1 -2 -3 -4 -5 0"),
        // A step: another clause, hints that are missing or wrong.
        ("l 4 1 0 1 2 0", "l 4 -1 0 1 2 0"),
        ("l 4 1 0 1 2 0", "l 4 0 1 2 0"),
        ("l 4 1 0 1 2 0", "l 4 1 0 1 0"),
        ("l 4 1 0 1 2 0", "l 4 1 0 0"),
        ("l 4 1 0 1 2 0", "l 4 1 0 1 3 0"),
        ("l 4 1 0 1 2 0", "l 4 1 0 1 9 0"),
        ("l 4 1 0 1 2 0\n", ""),
        ("l 7 -3 -4 0 4 5 6 0", "l 7 -3 -4 0 6 4 5 0"),
        // A deletion of what is needed or is not there.
        ("d 1 2 0", "d 1 2 4 0"),
        ("d 1 2 0", "d 1 1 0"),
        // A number that is taken.
        ("l 5 2 0 4 3 0", "l 4 2 0 4 3 0"),
        // The answer: an assumption less, another clause.
        ("u 7 3 4 0", "u 7 3 0"),
        ("u 7 3 4 0", "u 7 -3 4 0"),
        ("u 7 3 4 0", "u 6 3 4 0"),
        ("u 7 3 4 0", "u 8 3 4 0"),
        // Lines that are none.
        ("u 7 3 4 0\n", "u 7 3 4 0"),
        ("u 7 3 4 0", "u 7 3 4"),
        ("u 7 3 4 0", "u 7 3 4 0 0"),
        ("u 7 3 4 0", "u 7 3 +4 0"),
        ("u 7 3 4 0", "u 7 3  4 0"),
        ("u 7 3 4 0", "v 7 3 4 0"),
        ("i 1 1 2 0", "i 0 1 2 0"),
        ("i 1 1 2 0", "i 1 1 -2147483648 0"),
        ("i 1 1 2 0", "i 1 1 99999999999 0"),
        // A lemma of no theory.
        ("i 1 1 2 0", "t 1 1 2 0"),
    ];
    for (from, to) in changes {
        assert!(RIGHT.contains(from));
        let altered = RIGHT.replacen(from, to, 1);
        assert!(verdict(&altered).is_err(), "accepted with {to:?} instead of {from:?}");
    }
}

#[test]
fn a_bogus_proof_of_a_satisfiable_formula_is_refused() {
    for step in ["l 2 0 1 0", "l 2 0 0", "l 2 -1 0 1 0", "i 2 1 0\nl 3 0 1 2 0"] {
        assert!(verdict(&format!("raddle proof 1\ni 1 1 2 0\n{step}\n")).is_err());
    }
    assert!(verdict("raddle proof 1\ni 1 1 2 0\nu 1 0\n").is_err());
}

#[test]
fn large_numbers_cost_nothing() {
    let text = "raddle proof 1\ni 18446744073709551615 2147483647 -2147483647 0\n\
                f 4294967295 4294967294\nw 4294967295 4294967295 -2147483646\n";
    assert_eq!(verdict(text), Ok(()));
}

/// Contradicting assumptions need no clause that says anything.
#[test]
fn a_clause_that_is_always_true_denies_a_contradiction() {
    assert_eq!(verdict("raddle proof 1\nl 1 5 -5 0 0\nu 1 5 -5 0\n"), Ok(()));
    assert!(verdict("raddle proof 1\nl 1 5 -5 0 0\nu 1 5 0\n").is_err());
}

type Clause = Vec<i32>;

/// Whether no values of the variables 1 to 6 make all clauses true.
fn is_contradictory(clauses: &[Clause]) -> bool {
    let is_true = |values: u32, literal: i32| {
        let bit = values >> literal.unsigned_abs() & 1 == 1;
        bit == (literal > 0)
    };
    (0..1 << 7).all(|values| {
        !clauses.iter().all(|clause| clause.iter().any(|literal| is_true(values, *literal)))
    })
}

/// Steps that derive the negation of these decisions: by a clause that they deny, or
/// else from both decisions about the next variable. Gives the clause's number.
fn refute(clauses: &[Clause], decided: &mut Vec<i32>, next: &mut u64, text: &mut String) -> u64 {
    let denied = |clause: &Clause| clause.iter().all(|literal| decided.contains(&-literal));
    if let Some(position) = clauses.iter().position(denied) {
        return position as u64 + 1;
    }
    let variable = decided.len() as i32 + 1;
    let mut hints = Vec::new();
    for literal in [variable, -variable] {
        decided.push(literal);
        hints.push(refute(clauses, decided, next, text));
        decided.pop();
    }
    *next += 1;
    let negated: String = decided.iter().map(|literal| format!("{} ", -literal)).collect();
    text.push_str(&format!("l {next} {negated}0 {} {} 0\n", hints[0], hints[1]));
    *next
}

fn clauses() -> impl Strategy<Value = Vec<Clause>> {
    let literal = (1..=4i32, any::<bool>()).prop_map(|(v, sign)| if sign { v } else { -v });
    prop::collection::vec(prop::collection::vec(literal, 1..=3), 4..24)
}

/// A formula without a model, with its proof.
fn proof(clauses: &[Clause]) -> String {
    let mut text = "raddle proof 1\n".to_owned();
    for (number, clause) in (1..).zip(clauses) {
        let literals: String = clause.iter().map(|literal| format!("{literal} ")).collect();
        text.push_str(&format!("i {number} {literals}0\n"));
    }
    let mut next = clauses.len() as u64;
    let last = refute(clauses, &mut Vec::new(), &mut next, &mut text);
    text.push_str(&format!("u {last} 0\n"));
    text
}

/// Whether each answer in a part that was accepted is true.
fn answers_are_true(text: &str) -> bool {
    let mut given: Vec<Clause> = Vec::new();
    text.lines().skip(1).all(|line| {
        let numbers: Vec<i32> =
            line.split(' ').skip(2).map_while(|word| word.parse().ok()).collect();
        let literals: Clause = numbers.into_iter().take_while(|number| *number != 0).collect();
        match line.split(' ').next() {
            Some("i") => given.push(literals),
            Some("u") => {
                let mut all = given.clone();
                all.extend(literals.into_iter().map(|literal| vec![literal]));
                return is_contradictory(&all);
            }
            _ => {}
        }
        true
    })
}

/// Changes a word or a line, chosen by the numbers.
fn altered(text: &str, (kind, line, word, value): (u8, usize, usize, i32)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = 1 + line % (lines.len() - 1);
    let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
    let word = word % words.len();
    match kind % 5 {
        0 => words[word] = value.to_string(),
        1 => drop(words.remove(word)),
        2 => words.insert(word, value.to_string()),
        3 => words[word] = words[word].parse().map_or("u".to_owned(), |n: i64| (-n).to_string()),
        _ => words.clear(),
    }
    match words.is_empty() {
        true => drop(lines.remove(line)),
        false => lines[line] = words.join(" "),
    }
    lines.join("\n") + "\n"
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        max_global_rejects: 30_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_accepted_is_true(
        clauses in clauses(),
        changes in prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>(), -6..=40), 1..4),
    ) {
        prop_assume!(is_contradictory(&clauses));
        let text = proof(&clauses);
        prop_assert_eq!(verdict(&text), Ok(()));
        let mut changed = text;
        for change in changes {
            changed = altered(&changed, change);
        }
        // Variables beyond those of the table are left out.
        let is_small = |word: &str| word.parse().map_or(true, |number: i32| number.abs() <= 6);
        let literals = changed.lines().filter(|line| line.starts_with(['i', 'u']));
        let small = literals.into_iter().all(|line| line.split(' ').skip(2).all(is_small));
        if small && verdict(&changed).is_ok() {
            prop_assert!(answers_are_true(&changed), "{}", changed);
        }
    }

    #[test]
    fn no_text_makes_it_fail(text in "(raddle proof 1\n)?([ilutdfgwrp]( -?[0-9]{1,3}){0,6}( 0)?\n){0,12}") {
        let _ = verdict(&text);
    }
}
