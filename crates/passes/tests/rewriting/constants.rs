use raddle_passes::constants::run;

use crate::support::{check, check_body};

#[test]
fn operations_on_constants_are_folded() {
    check_body(
        run,
        "b0:
            r3:i32 = add 40:i32, 2:i32
            r4:i1 = signed_less r3, -1:i32
            r5:i32 = if_then_else r4, r1.n, r3
            store i32 r2.p = r5
            return r5",
        "b0:
            store i32 r2.p = 42:i32
            return 42:i32",
    );
}

#[test]
fn a_branch_on_a_constant_is_a_jump_and_the_other_side_goes() {
    check_body(
        run,
        "b0:
            branch false then b1 else b2(7:i32)
        b1:
            unsupported \"never reached\"
            jump b2(8:i32)
        b2(r3.x:i32):
            switch r3.x {8:i32 b3, 7:i32 b4(r3.x), default b3}
        b3:
            stop abort
        b4(r4:i32):
            return r4",
        "b0:
            jump b1
        b1:
            jump b2
        b2:
            return 7:i32",
    );
}

#[test]
fn a_constant_survives_a_loop_that_keeps_it() {
    // Optimistic: x is 1 because the only other value that comes round is 1.
    check_body(
        run,
        "b0:
            jump b1(1:i32, 0:i32)
        b1(r3.x:i32, r4.i:i32):
            r5:i1 = equal r3.x, 1:i32
            branch r5 then b2(r3.x) else b2(5:i32)
        b2(r6:i32):
            r7:i32 = add r4.i, 1:i32
            r8:i1 = signed_less r7, r1.n
            branch r8 then b1(r6, r7) else b3
        b3:
            return r3.x",
        "b0:
            jump b1(0:i32)
        b1(r3.i:i32):
            jump b2
        b2:
            r4:i32 = add r3.i, 1:i32
            r5:i1 = signed_less r4, r1.n
            branch r5 then b1(r4) else b3
        b3:
            return 1:i32",
    );
}

#[test]
fn a_value_never_written_is_no_constant() {
    check_body(
        run,
        "b0:
            branch r0.c then b1(undefined:i32) else b1(undefined:i32)
        b1(r3.x:i32):
            r4:i1 = equal r3.x, r3.x
            check assert r4 \"\"
            r5:i32 = add undefined:i32, 0:i32
            return r5",
        "b0:
            branch r0.c then b1(undefined:i32) else b1(undefined:i32)
        b1(r3.x:i32):
            r4:i1 = equal r3.x, r3.x
            check assert r4 \"\"
            r5:i32 = add undefined:i32, 0:i32
            return r5",
    );
}

#[test]
fn only_pure_operations_are_dropped() {
    check_body(
        run,
        "b0:
            r3:i32 = load i32 r2.p
            r4:i32 = add r3, r1.n
            r5:i32 = multiply r4, r4
            r6:i32 = nondet int
            r7:ptr = allocate heap 4:i64
            r8:i32 = current_thread
            jump b1(r1.n)
        b1(r9:i32):
            r10:i32 = add r9, 1:i32
            branch r0.c then b1(r10) else b2
        b2:
            return r1.n",
        // Also the counter that only counts itself.
        "b0:
            r3:i32 = load i32 r2.p
            r4:i32 = nondet int
            r5:ptr = allocate heap 4:i64
            r6:i32 = current_thread
            jump b1
        b1:
            branch r0.c then b1 else b2
        b2:
            return r1.n",
    );
}

#[test]
fn addresses_are_constants_too() {
    check(
        run,
        "g0 global x 4 align 4
         f0 function main(r0:i1) {
         b0:
            branch r0 then b1(g0) else b1(g0)
         b1(r1:ptr):
            r2:i1 = equal r1, 0:i64
            check memory r2 \"null\"
            r3:i1 = not_equal r1, f0
            check memory r3 \"differ\"
            r4:i1 = equal r1, 12345:i64
            check memory r4 \"unknown\"
            r5:ptr = pointer_add.0 0:i64, 8:i64
            r6:i32 = load i32 r5
            store i32 r1 = 1:i32
            return
         }",
        "g0 global x 4 align 4
         f0 function main(r0:i1) {
         b0:
            branch r0 then b1 else b1
         b1:
            check memory false \"null\"
            check memory true \"differ\"
            r1:i1 = equal g0.x, 12345:i64
            check memory r1 \"unknown\"
            r2:ptr = pointer_add.0 0:i64, 8:i64
            r3:i32 = load i32 r2
            store i32 g0.x = 1:i32
            return
         }",
    );
}

#[test]
fn one_operand_may_decide() {
    check_body(
        run,
        "b0:
            r3:i32 = and r1.n, 0:i32
            r4:i32 = or -1:i32, r1.n
            r5:i32 = multiply r1.n, 0:i32
            r6:i32 = add r3, r4
            r7:i32 = add r6, r5
            return r7",
        "b0:
            return -1:i32",
    );
}
