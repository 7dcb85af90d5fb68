//! What holds only of the runs up to a violation of another check says so, as long as that
//! other check is not proved by anybody.

use raddle_test_support::scene::Scene;
use serde_json::Value;

/// Nothing is reached behind the division, if it is one by zero.
const DIVISION: &str = r"extern void reach_error(void);
int main(void)
{
    int divisor = DIVISOR;
    int quotient = 1 / divisor;
    if (quotient != 1)
        reach_error();
    return 0;
}
";

/// No range says that the index is right, but every run does.
const INDEX: &str = r"#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int table[4];
int main(void)
{
    int one = __VERIFIER_nondet_bool(), other = 1 - one;
    int at = 4 * one * other;
    table[at] = 1;
    assert(at < 4);
    return 0;
}
";

const QUALIFICATION: &str = "executions were followed only";

/// The verdict on a check, and whether it is said to be of the runs up to another violation.
fn asked(text: &str, check: &str, arguments: &[&str]) -> (String, bool) {
    let scene = Scene::new(&[("a.c", text)]);
    let answer = scene.run(&[&["check", "--format", "json", "a.c"], arguments].concat());
    let value: Value = serde_json::from_str(&answer.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", answer.out, answer.messages));
    let list = value["checks"].as_array().expect("a list of checks");
    let entry = list.iter().find(|entry| entry["check"] == check).expect("the check");
    let told = entry["qualifications"].as_array().expect("a list of qualifications");
    let says = |each: &Value| each.as_str().is_some_and(|text| text.starts_with(QUALIFICATION));
    (entry["verdict"].as_str().unwrap_or("?").to_owned(), told.iter().any(says))
}

#[test]
fn what_rests_on_a_violated_check_says_so() {
    let arguments = ["--check", "reach,division"];
    for engine in ["modular", "auto", "explicit"] {
        let all = |divisor| [&arguments[..], &["--engine", engine, "--", divisor]].concat();
        let by_zero = asked(DIVISION, "reach", &all("-DDIVISOR=0"));
        assert_eq!(by_zero, ("holds".to_owned(), true), "{engine}");
        let by_one = asked(DIVISION, "reach", &all("-DDIVISOR=1"));
        assert_eq!(by_one, ("holds".to_owned(), false), "{engine}");
    }
}

#[test]
fn what_another_engine_proves_is_no_qualification() {
    let arguments = ["--check", "assert,memory"];
    let alone = asked(INDEX, "assert", &[&arguments[..], &["--engine", "modular"]].concat());
    assert_eq!(alone, ("holds".to_owned(), true));
    assert_eq!(asked(INDEX, "memory", &arguments), ("holds".to_owned(), false));
    assert_eq!(asked(INDEX, "assert", &arguments), ("holds".to_owned(), false));
}
