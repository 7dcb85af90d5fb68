//! Promotion of stack variables, before and after.

use crate::support::check_body;
use raddle_passes::mem2reg::run;

fn promoted(before: &str, after: &str) {
    check_body(run, before, after);
}

fn unchanged(body: &str) {
    check_body(run, body, body);
}

#[test]
fn straight_line() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64 as x
            store i32 r3 = r1 @1:1
            r4:i32 = load volatile i32 r3 @2:1
            r5:i32 = add r4, 1:i32 @3:1
            store i32 r3 = r5 @4:1
            r6:i32 = load i32 r3 @5:1
            return r6 @6:1",
        // The sum had no name: it is what x holds.
        "b0:
            r3.x:i32 = add r1.n, 1:i32 @3:1
            return r3.x @6:1",
    );
}

#[test]
fn a_loop_gets_a_parameter() {
    promoted(
        "b0:
            r3.i.addr:ptr = allocate stack 4:i64 as i
            r4:ptr = allocate stack 4:i64 as unused
            store i32 r3.i.addr = 0:i32
            jump b1
        b1:
            r5:i32 = load i32 r3.i.addr
            r6:i1 = signed_less r5, r1.n
            branch r6 then b2 else b3
        b2:
            r7:i32 = load i32 r3.i.addr
            r8.inc:i32 = add r7, 1:i32
            store i32 r3.i.addr = r8.inc
            jump b1
        b3:
            r9:i32 = load i32 r3.i.addr
            return r9",
        "b0:
            jump b1(0:i32)
        b1(r5.i:i32):
            r3:i1 = signed_less r5.i, r1.n
            branch r3 then b2 else b3
        b2:
            r4.inc:i32 = add r5.i, 1:i32
            jump b1(r4.inc)
        b3:
            return r5.i",
    );
}

#[test]
fn a_variable_that_is_dead_at_a_join_gets_no_parameter() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64 as x
            branch r0.c then b1 else b2
        b1:
            store i32 r3 = 1:i32
            r4:i32 = load i32 r3
            output r4
            jump b3
        b2:
            store i32 r3 = 2:i32
            jump b3
        b3:
            store i32 r3 = 3:i32
            r5:i32 = load i32 r3
            return r5",
        "b0:
            branch r0.c then b1 else b2
        b1:
            output 1:i32
            jump b3
        b2:
            jump b3
        b3:
            return 3:i32",
    );
}

#[test]
fn a_read_before_any_write_is_one_unknown_value() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64 as x
            r4:ptr = allocate stack 4:i64 as y
            store i32 r4 = r1.n
            r5:i32 = load i32 r3
            r6:i32 = load i32 r3
            r7:i1 = equal r5, r6
            check assert r7 \"x == x\"
            r8:i32 = load i32 r4
            return r8",
        "b0:
            jump b1(undefined:i32)
        b1(r4.x:i32):
            r3:i1 = equal r4.x, r4.x
            check assert r3 \"x == x\"
            return r1.n",
    );
}

#[test]
fn written_on_one_path_only() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64 as x
            branch r0.c then b1 else b2
        b1:
            store i32 r3 = 7:i32
            jump b2
        b2:
            r4:i32 = load i32 r3
            return r4",
        "b0:
            jump b3(undefined:i32)
        b1:
            jump b2(7:i32)
        b2(r3.x:i32):
            return r3.x
        b3(r4.x:i32):
            branch r0.c then b1 else b2(r4.x)",
    );
}

#[test]
fn an_allocate_in_a_loop_is_fresh_each_time() {
    promoted(
        "b0:
            jump b1
        b1:
            r3:ptr = allocate stack 4:i64 as x
            branch r0.c then b2 else b3
        b2:
            store i32 r3 = r1.n
            jump b3
        b3:
            r4:i32 = load i32 r3
            output r4
            store i32 r3 = 9:i32
            branch r0.c then b1 else b4
        b4:
            r5:i32 = load i32 r3
            return r5",
        // The 9 does not get into the next round: b1 takes no parameter.
        "b0:
            jump b1
        b1:
            jump b5(undefined:i32)
        b2:
            jump b3(r1.n)
        b3(r3.x:i32):
            output r3.x
            branch r0.c then b1 else b4
        b4:
            return 9:i32
        b5(r4.x:i32):
            branch r0.c then b2 else b3(r4.x)",
    );
}

#[test]
fn a_zeroed_variable_starts_as_zero() {
    promoted(
        "b0:
            r3:ptr = allocate stack zeroed 4:i64
            r4:i32 = load i32 r3
            return r4",
        "b0:
            return 0:i32",
    );
}

#[test]
fn kinds_may_differ_where_widths_do_not() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64
            r4:ptr = allocate stack 8:i64
            store f32 r3 = undefined:f32
            store ptr r4 = r2.p
            r5:i32 = load i32 r3
            r6:i64 = load i64 r4
            output r6
            return r5",
        "b0:
            jump b1(undefined:f32)
        b1(r3:f32):
            output r2.p
            return r3",
    );
}

#[test]
fn values_are_exchanged_in_parallel() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64 as a
            r4:ptr = allocate stack 4:i64 as b
            store i32 r3 = 1:i32
            store i32 r4 = 2:i32
            jump b1
        b1:
            r5:i32 = load i32 r3
            r6:i32 = load i32 r4
            store i32 r3 = r6
            store i32 r4 = r5
            branch r0.c then b1 else b2
        b2:
            r7:i32 = load i32 r3
            return r7",
        "b0:
            jump b1(1:i32, 2:i32)
        b1(r3.a:i32, r4.b:i32):
            branch r0.c then b1(r4.b, r3.a) else b2
        b2:
            return r4.b",
    );
}

#[test]
fn escaping_variables_stay() {
    for use_of_address in [
        "store ptr r2.p = r3.x",
        "r4:ptr = pointer_add.0 r3.x, 0:i64",
        "r4:i1 = equal r3.x, r2.p",
        "r4:i32 = spawn r2.p, r3.x",
        "r4:i16 = load i16 r3.x",
        "r4:i64 = load i64 r3.x",
        "copy i32 r3.x = r2.p",
        "r4:i32 = update add i32 r3.x, 1:i32",
    ] {
        unchanged(&format!(
            "b0:
                r3.x:ptr = allocate stack 4:i64
                store i32 r3.x = r1.n
                {use_of_address}
                return r1.n"
        ));
    }
    unchanged("b0:\n r3.x:ptr = allocate stack 4:i64\n jump b1(r3.x)\nb1(r4:ptr):\n return r1.n");
    unchanged("b0:\n r3.x:ptr = allocate heap 4:i64\n store i32 r3.x = r1.n\n return r1.n");
}

#[test]
fn variables_that_a_stack_restore_ends_stay() {
    promoted(
        "b0:
            r3.x:ptr = allocate stack 4:i64
            r4:ptr = stack_save
            r5.y:ptr = allocate stack 4:i64
            store i32 r3.x = 1:i32
            store i32 r5.y = 2:i32
            stack_restore r4
            r6:i32 = load i32 r5.y
            return r6",
        "b0:
            r3:ptr = stack_save
            r4.y:ptr = allocate stack 4:i64
            store i32 r4.y = 2:i32
            stack_restore r3
            r5:i32 = load i32 r4.y
            return r5",
    );
}

#[test]
fn blocks_that_never_run_are_kept_in_order() {
    promoted(
        "b0:
            r3:ptr = allocate stack 4:i64 as x
            store i32 r3 = 1:i32
            branch r0.c then b1 else b2
        b1:
            store i32 r3 = 2:i32
            jump b2
        b2:
            r4:i32 = load i32 r3
            return r4
        b3:
            r5:i32 = load i32 r3
            output r5
            jump b2",
        "b0:
            branch r0.c then b1 else b2(1:i32)
        b1:
            jump b2(2:i32)
        b2(r3.x:i32):
            return r3.x
        b3:
            output undefined:i32
            jump b2(undefined:i32)",
    );
}
