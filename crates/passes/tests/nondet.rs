//! The values to try for nondeterministic inputs. A line with `nondet` says
//! `exactly` and its values (signed), or `tries` and some that must be there.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod common;

use raddle_passes::{nondet, points_to, undefined};

fn check(text: &str) {
    let (program, lines) = common::read(text);
    let points_to = points_to::analyse(&program);
    let cases = nondet::find(&program, &points_to, &undefined::find(&program));
    for line in lines {
        let place = line.place;
        let found = cases[place.function].get(&(place.block, place.statement));
        let mut words = line.comment.split_whitespace();
        let kind = words.next();
        let expected: Vec<i128> = words.map(|word| word.parse().unwrap()).collect();
        match kind {
            None => assert!(found.is_none(), "`{}` has cases", line.text),
            Some(kind) => {
                let found = found.unwrap_or_else(|| panic!("`{}` has no cases", line.text));
                let mut values: Vec<i128> = found.values.iter().map(|each| each.signed()).collect();
                assert!(values.len() <= 24);
                assert_eq!(found.exact, kind == "exactly", "`{}` {values:?}", line.text);
                if kind == "exactly" {
                    values.sort();
                    assert_eq!(values, expected, "`{}`", line.text);
                } else {
                    let missing = expected.iter().find(|each| !values.contains(each));
                    assert_eq!(missing, None, "`{}` {values:?}", line.text);
                }
            }
        }
    }
}

/// One function whose first line is the `nondet`, of register r2; r0 and r1 are
/// an integer and a pointer that could be anything.
fn check_body(expected: &str, body: &str) {
    check(&format!(
        "g0 global x 4 align 4
         g1 global array 8 align 4
         f0 function main(r0:i32, r1:ptr) {{
         b0:
           r2:i32 = nondet x ; {expected}
           {body}
         }}"
    ));
}

#[test]
fn unused_and_small() {
    check_body("exactly 0", "return");
    check_body("exactly 0", "r3:i8 = nondet small\nreturn");
}

#[test]
fn comparisons() {
    check_body("exactly 0 5", "r3:i1 = equal r2, 5:i32\nreturn");
    check_body("exactly 0 5", "r3:i1 = not_equal 5:i32, r2\nreturn");
    check_body(
        "exactly 0 1",
        "r3:i1 = not_equal r2, 0:i32\nbranch r3 then b1 else b1\nb1:\nreturn",
    );
    // Negative and less than ten, or not.
    check_body("exactly 0 10", "r3:i1 = signed_less r2, 10:i32\nreturn");
    check_body("exactly 0 11", "r3:i1 = signed_less_or_equal r2, 10:i32\nreturn");
    check_body("exactly 0 11", "r3:i1 = signed_less 10:i32, r2\nreturn");
    check_body(
        "exactly -1 0 10",
        "r3:i1 = unsigned_less r2, 10:i32\nr4:i1 = signed_less r2, 0:i32\nreturn",
    );
}

#[test]
fn ranges() {
    let body = "r3:i1 = signed_less 0:i32, r2
        assume r3
        r4:i1 = signed_less r2, 4:i32
        assume r4
        r5:i1 = equal r2, 2:i32
        r6:i1 = equal r2, 3:i32
        return";
    check_body("exactly 0 1 2 3 4", body);
}

#[test]
fn switches_edges_and_choices() {
    let body = "switch r2 {1:i32 b1(r2), 7:i32 b1(0:i32), default b1(r2)}
        b1(r3:i32):
        r4:i1 = signed_less r3, 0:i32
        r5:i32 = if_then_else r4, 3:i32, r3
        r6:i1 = equal r5, 9:i32
        return";
    check_body("exactly -1 0 1 2 7 8 9 10", body);
}

#[test]
fn arithmetic_with_constants() {
    check_body("exactly 0 3", "r3:i32 = add r2, 2:i32\nr4:i1 = equal r3, 5:i32\nreturn");
    check_body("exactly 0 2147483647", "r3:i1 = signed_add_overflows r2, 1:i32\nreturn");
    check_body("exactly 0 1", "r3:i1 = extract.0.1 r2\nbranch r3 then b1 else b1\nb1:\nreturn");
    check_body("exactly 0 1", "r3:i32 = and r2, 1:i32\nr4:i1 = not_equal r3, 0:i32\nreturn");
    check_body("exactly -1 0", "r3:i64 = sign_extend.64 r2\nr4:i1 = signed_less r3, 0:i64\nreturn");
    check_body("exactly 0", "r3:i64 = zero_extend.64 r2\nr4:i1 = signed_less r3, 0:i64\nreturn");
}

#[test]
fn lost_ones() {
    let usual = "tries 0 1 -1 2147483647 -2147483648";
    check_body(usual, "r3:i32 = multiply r2, 3:i32\nreturn");
    check_body(usual, "r3:i1 = equal r2, r0\nreturn");
    check_body(usual, "r3:i1 = equal r2, r2\nreturn");
    check_body(usual, "output r2\nreturn");
    check_body(usual, "r3:i64 = zero_extend.64 r2\nr4:ptr = allocate heap r3\nreturn");
    // A loop that counts from it.
    let body = "jump b1(r2)
        b1(r3:i32):
        r4:i32 = add r3, 1:i32
        r5:i1 = signed_less r4, 10:i32
        branch r5 then b1(r4) else b2
        b2:
        return";
    check_body("tries 0 1 -1 8 9", body);
    // Cut as a byte and as a whole.
    let body = "r3:i8 = extract.0.8 r2
        r4:i1 = equal r3, 3:i8
        r5:i1 = equal r2, 4:i32
        return";
    check_body(usual, body);
}

#[test]
fn constants_of_the_program_are_tried() {
    let body = "r3:i32 = multiply r2, 3:i32
        r4:i1 = equal r3, 77:i32
        return";
    check_body("tries 0 1 -1 76 77 78", body);
}

#[test]
fn through_calls_and_returns() {
    check(
        "f0 function main() {
         b0:
           r0:i32 = call f1()
           r1:i1 = equal r0, 6:i32
           r2:i32 = zero_extend.32 r1
           call f2(r2)
           call f3(r0)
           return
         }
         f1 function input() -> i32 {
         b0:
           r0:i32 = nondet int ; exactly -1 0 6 7
           return r0
         }
         f2 function assume_abort_if_not(r0:i32) {
         b0:
           r1:i1 = equal r0, 0:i32
           branch r1 then b1 else b2
         b1:
           stop abort
         b2:
           return
         }
         f3 function negative(r0:i32) {
         b0:
           r1:i1 = signed_less r0, 0:i32
           check assert r1 \"\"
           return
         }",
    );
}

#[test]
fn through_function_pointers_and_to_the_end() {
    check(
        "g0 global handler 8 align 8 = {0: f1}
         f0 function main() -> i32 {
         b0:
           r0:i32 = nondet int ; exactly 0 3
           r1:ptr = load ptr g0
           call *r1(r0)
           return r0
         }
         f1 function handle(r0:i32) {
         b0:
           r1:i1 = equal r0, 3:i32
           return
         }",
    );
}

#[test]
fn through_scalar_variables() {
    check(
        "g0 global x 4 align 4
         f0 function main() {
         b0:
           r0:i32 = nondet int ; exactly 0 3 4 5
           store i32 g0 = r0
           r1:i32 = spawn f1, g0
           return
         }
         f1 function worker(r0:ptr) -> ptr {
         b0:
           r1:i32 = load i32 r0
           r2:i1 = equal r1, 3:i32
           r3:i32, r4:i1 = compare_exchange i32 r0, 5:i32, 9:i32
           return 0:i64
         }",
    );
}

#[test]
fn memory_that_is_more_than_a_scalar() {
    // Read in parts, changed by arithmetic, copied, within an array, unknown.
    for reader in [
        "r3:i8 = load i8 g0",
        "r3:i32 = update add i32 g0, 1:i32",
        "copy i32 g1 = g0",
        "store i32 g1 = r2",
        "store i32 r1 = r2",
        "r3:i32, r4:i1 = compare_exchange i32 g0, r0, 0:i32",
    ] {
        check_body("tries 0", &format!("store i32 g0 = r2\n{reader}\nreturn"));
    }
    check_body("exactly 0", "store i32 g0 = r2\nreturn");
}

#[test]
fn pointers_and_floats() {
    check(
        "f0 function main() {
         b0:
           r0:ptr = nondet pointer ; exactly 0 1
           r1:i1 = not_equal r0, 0:i64
           r2:f64 = nondet double ; tries 0 4607182418800017408
           r3:i1 = float_compare.f64.olt r2, 4607182418800017408:i64
           r4:i64 = nondet long ; exactly 0
           return
         }",
    );
}
