use raddle_passes::simplify::run;

use crate::support::check_body;

/// The instruction that the last of these, whose result is returned as part of
/// an output, has become.
fn simplified(operations: &str, result: &str, expected: &str) {
    check_body(
        run,
        &format!("b0:\n{operations}\n output {result}\n return r1.n"),
        &format!("b0:\n{expected}\n return r1.n"),
    );
}

#[test]
fn comparisons_of_widened_booleans() {
    let cases = [
        ("not_equal r3, 0:i32", "output r0.c"),
        ("equal r3, 1:i32", "output r0.c"),
        ("equal r3, 0:i32", "r3:i1 = not r0.c\n output r3"),
        ("not_equal 1:i32, r3", "r3:i1 = not r0.c\n output r3"),
        ("equal r3, 2:i32", "output false"),
    ];
    for (comparison, expected) in cases {
        simplified(&format!("r3:i32 = zero_extend.32 r0.c\n r4:i1 = {comparison}"), "r4", expected);
    }
    simplified("r3:i32 = sign_extend.32 r0.c\n r4:i1 = equal r3, -1:i32", "r4", "output r0.c");
}

#[test]
fn a_boolean_through_a_byte() {
    simplified("r3:i8 = zero_extend.8 r0.c\n r4:i1 = extract.0.1 r3", "r4", "output r0.c");
    simplified(
        "r3:i8 = zero_extend.8 r0.c
         r4:i32 = zero_extend.32 r3
         r5:i1 = not_equal r4, 0:i32
         r6:i1 = xor r5, true
         r7:i1 = not r6",
        "r7",
        "output r0.c",
    );
}

#[test]
fn widths_there_and_back() {
    simplified("r3:i64 = sign_extend.64 r1.n\n r4:i32 = extract.0.32 r3", "r4", "output r1.n");
    simplified(
        "r3:i64 = sign_extend.64 r1.n\n r4:i48 = extract.0.48 r3",
        "r4",
        "r3:i48 = sign_extend.48 r1.n\n output r3",
    );
    simplified(
        "r3:i64 = zero_extend.64 r1.n\n r4:i128 = sign_extend.128 r3",
        "r4",
        "r3:i128 = zero_extend.128 r1.n\n output r3",
    );
    // The upper half of a sign extension is none of the operand's bits.
    simplified(
        "r3:i64 = sign_extend.64 r1.n\n r4:i32 = extract.32.32 r3",
        "r4",
        "r3:i64 = sign_extend.64 r1.n\n r4:i32 = extract.32.32 r3\n output r4",
    );
    simplified(
        "r3:i64 = zero_extend.64 r1.n\n r4:i1 = equal r3, 7:i64",
        "r4",
        "r3:i1 = equal r1.n, 7:i32\n output r3",
    );
    simplified("r3:i64 = zero_extend.64 r1.n\n r4:i1 = not_equal r3, -1:i64", "r4", "output true");
}

#[test]
fn negated_comparisons() {
    simplified(
        "r3:i1 = signed_less r1.n, 5:i32\n r4:i1 = xor r3, true",
        "r4",
        "r3:i1 = signed_less_or_equal 5:i32, r1.n\n output r3",
    );
}

#[test]
fn neutral_and_equal_operands() {
    for operation in [
        "add r1.n, 0:i32",
        "subtract r1.n, 0:i32",
        "multiply 1:i32, r1.n",
        "and r1.n, -1:i32",
        "shift_left r1.n, 0:i32",
        "or r1.n, r1.n",
        "if_then_else r0.c, r1.n, r1.n",
    ] {
        simplified(&format!("r3:i32 = {operation}"), "r3", "output r1.n");
    }
    simplified("r3:i32 = subtract r1.n, r1.n", "r3", "output 0:i32");
    simplified("r3:i1 = signed_less r1.n, r1.n", "r3", "output false");
    simplified("r3:ptr = pointer_add.0 r2.p, 0:i64", "r3", "output r2.p");
    simplified("r3:i1 = if_then_else r0.c, true, false", "r3", "output r0.c");
    simplified(
        "r3:i32 = if_then_else r0.c, 3:i32, 4:i32\n r4:i1 = equal r3, 3:i32",
        "r4",
        "output r0.c",
    );
}

#[test]
fn undefined_values_stay_one_value() {
    let kept = "b0:
        r3:i32 = add undefined:i32, 0:i32
        r4:i32 = add r3, r3
        output r4
        r5:i8 = zero_extend.8 undefined:i1
        r6:i1 = not_equal r5, 0:i8
        output r5
        output r6
        jump b1(undefined:i32)
    b1(r7:i32):
        output r7
        return r7";
    check_body(run, kept, kept);
}

#[test]
fn parameters_that_are_always_the_same() {
    check_body(
        run,
        "b0:
            r3:i32 = load i32 r2.p
            branch r0.c then b1(r3, r3) else b2(r3)
        b1(r4.x:i32, r5.y:i32):
            r6:i32 = load i32 r2.p
            branch r0.c then b1(r4.x, r6) else b2(r4.x)
        b2(r7:i32):
            output r7
            return r7",
        "b0:
            r3.x:i32 = load i32 r2.p
            branch r0.c then b1 else b2
        b1:
            r4:i32 = load i32 r2.p
            branch r0.c then b1 else b2
        b2:
            output r3.x
            return r3.x",
    );
}

#[test]
fn blocks_with_one_way_in_are_appended() {
    check_body(
        run,
        "b0:
            fence
            jump b2(r1.n) @5:1
        b1:
            return r4
        b2(r3:i32):
            r4:i32 = add r3, 1:i32
            store i32 r2.p = r4 @6:1
            branch r0.c then b1 else b1 @7:1",
        "b0:
            fence
            r3:i32 = add r1.n, 1:i32 @5:1
            store i32 r2.p = r3 @6:1
            return r3 @5:1",
    );
}

#[test]
fn loops_stay() {
    let kept = "b0:
        jump b1
    b1:
        r3:i32 = load i32 r2.p
        r4:i1 = equal r3, 0:i32
        branch r4 then b1 else b2
    b2:
        return r1.n";
    check_body(run, kept, kept);
    let endless = "b0:\n jump b1\nb1:\n jump b1";
    check_body(run, endless, endless);
}
