//! Values of what was never written, chosen before they are copied.

use crate::support::{check, check_body};
use raddle_passes::freeze::run;

fn settled(before: &str, after: &str) {
    check_body(run, before, after);
}

fn unchanged(body: &str) {
    check_body(run, body, body);
}

#[test]
fn the_first_of_two_moves_chooses() {
    settled(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            store i32 r2.p = r3.x @1:1
            store i32 r2.p = r3.x @2:1
            return 0:i32",
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            r4:i32 = zero_extend.32 r3.x @1:1
            store i32 r2.p = r3.x
            store i32 r2.p = r3.x @2:1
            return 0:i32",
    );
}

#[test]
fn the_only_move_does_not() {
    unchanged(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            store i32 r2.p = r3.x
            return 0:i32",
    );
    unchanged(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            return r3.x",
    );
}

#[test]
fn what_has_a_value_is_left_alone() {
    unchanged(
        "b0:
            store i32 r2.p = r1.n
            store i32 r2.p = r1.n
            return r1.n",
    );
    // The sum chooses.
    unchanged(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            r4:i32 = add r3.x, 1:i32
            store i32 r2.p = r3.x
            store i32 r2.p = r3.x
            return r4",
    );
}

#[test]
fn a_move_in_a_loop_comes_again() {
    settled(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            jump b2
        b2:
            store i32 r2.p = r3.x @1:1
            branch r0.c then b2 else b3
        b3:
            return 0:i32",
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            jump b2
        b2:
            r4:i32 = zero_extend.32 r3.x @1:1
            store i32 r2.p = r3.x
            branch r0.c then b2 else b3
        b3:
            return 0:i32",
    );
}

#[test]
fn edges_move_too() {
    // Handed on for good: nothing to choose.
    unchanged(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            jump b2(r3.x)
        b2(r4.y:i32):
            return r4.y",
    );
    settled(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            jump b2(r3.x)
        b2(r4.y:i32):
            store i32 r2.p = r4.y
            return r3.x",
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            r5:i32 = zero_extend.32 r3.x
            jump b2(r3.x)
        b2(r4.y:i32):
            store i32 r2.p = r4.y
            return r3.x",
    );
    settled(
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            jump b2(r3.x, r3.x)
        b2(r4.y:i32, r5.z:i32):
            store i32 r2.p = r4.y
            return r5.z",
        "b0:
            jump b1(undefined:i32)
        b1(r3.x:i32):
            r6:i32 = zero_extend.32 r3.x
            jump b2(r3.x, r3.x)
        b2(r4.y:i32, r5.z:i32):
            store i32 r2.p = r4.y
            return r5.z",
    );
}

#[test]
fn parameters_and_results_may_be_empty() {
    let program = |twice: &str, main: &str| {
        format!(
            "g0 global x 4 align 4
             f0 function main() -> i32 {{
             b0:
               r0:i32 = call f1.twice(undefined:i32)
               {main}
               store i32 g0.x = r0
               store i32 g0.x = r0
               return 0:i32
             }}
             f1 function twice(r0:i32) -> i32 {{
             b0:
               {twice}
               store i32 g0.x = r0
               return r0
             }}
             f2 function other(r0:i32) -> i32 {{
             b0:
               store i32 g0.x = r0
               return r0
             }}"
        )
    };
    check(
        run,
        &program("", ""),
        &program("r1:i32 = zero_extend.32 r0", "r1:i32 = zero_extend.32 r0"),
    );
}

#[test]
fn a_pointer_may_lead_to_any_function_whose_address_is_taken() {
    let program = |settled: &str| {
        format!(
            "g0 global x 4 align 4
             g1 global table 8 align 8 = {{0: f1.pointed}}
             f0 function main(r0.p:ptr) -> i32 {{
             b0:
               call *r0.p(undefined:i32)
               return 0:i32
             }}
             f1 function pointed(r0:i32) {{
             b0:
               {settled}
               store i32 g0.x = r0
               store i32 g0.x = r0
               return
             }}
             f2 function other(r0:i32) {{
             b0:
               store i32 g0.x = r0
               store i32 g0.x = r0
               return
             }}"
        )
    };
    check(run, &program(""), &program("r1:i32 = zero_extend.32 r0"));
}
