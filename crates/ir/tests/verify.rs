//! Each rule of the verifier: a program that breaks it, and the message.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_ir::text::parse;
use raddle_ir::verify::verify;

fn problems(text: &str) -> Vec<String> {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    match verify(&program) {
        Ok(()) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

/// What is wrong with a program of these declarations and functions.
fn program_problems(items: &str) -> Vec<String> {
    problems(&format!("raddle-ir 1 target 64 entry f0\n{items}"))
}

/// What is wrong with the body of `f0 main(r0: i32, r1: ptr) -> i32`.
fn body_problems(body: &str) -> Vec<String> {
    program_problems(&format!(
        "g0 global x 4 align 4\n\
         g1 global local 4 align 4 thread_local\n\
         f0 function main(r0:i32, r1:ptr) -> i32 {{\n{body}\n}}\n\
         f1 function two(r0:i32) -> i32, i1\n\
         f2 function print(r0:ptr, ...)\n"
    ))
}

const NONE: [&str; 0] = [];

#[test]
fn a_sound_program_has_no_problems() {
    let body = "b0:
        r2:ptr = allocate stack 4:i64 as x
        store i32 r2 = undefined:i32
        r3:f32 = load f32 r2
        r4:i1 = equal r0, r3
        r5:ptr = thread_local g1
        r6:i32, r7:i1 = call f1(r0)
        call f2(g0, r6, r7)
        r8:ptr = pointer_add.0 g0, 4:i64
        r9:i32, r10:i1 = compare_exchange i32 r8, r0, r6
        branch r4 then b1(r0) else b2
    b1(r11:i32):
        switch r11 {1:i32 b2, default b1(r0)}
    b2:
        return r0
    b3:
        return r11";
    assert_eq!(body_problems(body), NONE);
}

#[test]
fn registers_are_defined_once_and_before_use() {
    assert_eq!(
        body_problems("b0:\n r2:i32 = add r0, r0\n r2 = add r0, r0\n return r2"),
        ["f0 main, b0, statement 1: r2 is defined twice, in `r2 = add r0, r0`"]
    );
    assert_eq!(
        body_problems("b0:\n r2:i32 = add r0, r3\n r3:i32 = add r0, r2\n return r3"),
        [
            "f0 main, b0, statement 0: r3 is not defined on every path to its use, in `r2 = add r0, r3`"
        ]
    );
    assert_eq!(
        body_problems(
            "b0:\n branch true then b1 else b2\nb1:\n r2:i32 = add r0, r0\n jump b2\nb2:\n return r2"
        ),
        ["f0 main, b2, statement 0: r2 is not defined on every path to its use, in `return r2`"]
    );
    assert_eq!(
        body_problems("b0:\n output r7\n return r0"),
        ["f0 main, b0, statement 0: r7 is no register, in `output r7`"]
    );
    assert_eq!(
        program_problems("f0 function f() registers (r0:i8) {\nb0:\n output r0\n return\n}"),
        ["f0 f, b0, statement 0: r0 is defined nowhere, in `output r0`"]
    );
}

#[test]
fn the_entry_block_is_only_entered() {
    assert_eq!(
        body_problems("b0:\n branch true then b0 else b1\nb1:\n return r0"),
        ["f0 main, b0: b0 jumps to the entry block"]
    );
    assert_eq!(
        body_problems("b0(r2:i1):\n return r0"),
        ["f0 main, b0: the entry block takes parameters"]
    );
}

#[test]
fn edges_and_returns_fit() {
    assert_eq!(
        body_problems("b0:\n jump b1\nb1(r2:i32):\n return r2"),
        ["f0 main, b0, statement 0: b1 takes 1 arguments, not 0, in `jump b1`"]
    );
    assert_eq!(
        body_problems("b0:\n jump b1(r1)\nb1(r2:i32):\n return r2"),
        ["f0 main, b0, statement 0: the argument r1 has 64 bits, not 32, in `jump b1(r1)`"]
    );
    assert_eq!(
        body_problems("b0:\n jump b9"),
        ["f0 main, b0, statement 0: b9 is no block, in `jump b9`"]
    );
    assert_eq!(
        body_problems("b0:\n return"),
        ["f0 main, b0, statement 0: the function has 1 results, not 0, in `return`"]
    );
    assert_eq!(
        body_problems("b0:\n switch r0 {1:i32 b1, 1:i32 b1, default b1}\nb1:\n return r0"),
        [
            "f0 main, b0, statement 0: the case 1:i32 comes twice, in `switch r0 {1:i32 b1, 1:i32 b1, default b1}`"
        ]
    );
    assert_eq!(
        body_problems("b0:\n switch r0 {1:i8 b1, default b1}\nb1:\n return r0"),
        [
            "f0 main, b0, statement 0: the case 1:i8 does not have 32 bits, in `switch r0 {1:i8 b1, default b1}`"
        ]
    );
}

/// The one problem of one instruction.
fn instruction_problem(instruction: &str) -> String {
    let found = body_problems(&format!("b0:\n {instruction}\n return r0"));
    assert_eq!(found.len(), 1, "{instruction}: {found:?}");
    let message = found[0].strip_prefix("f0 main, b0, statement 0: ").unwrap_or(&found[0]);
    message.split(", in `").next().unwrap_or("").to_owned()
}

#[test]
fn widths_fit() {
    let cases = [
        ("r2:i32 = add r0, r1", "add: operands of widths 32 and 64"),
        ("r2:i32 = equal r0, r0", "r2 has 32 bits, not 1"),
        ("r2:i64 = load i32 r1", "r2 has 64 bits, not 32"),
        ("r2:i32 = load i32 r0", "the address r0 has 32 bits, not 64"),
        ("store i8 r1 = r0", "the value r0 has 32 bits, not 8"),
        ("copy i8 r0 = r1", "the address r0 has 32 bits, not 64"),
        ("r2:i32 = update add i32 r1, r1", "the value r1 has 64 bits, not 32"),
        ("r2:i32, r3:i8 = compare_exchange i32 r1, r0, r0", "r3 has 8 bits, not 1"),
        ("r2:ptr = allocate heap r0", "the size r0 has 32 bits, not 64"),
        ("free r0", "the address r0 has 32 bits, not 64"),
        ("assume r0", "the condition r0 has 32 bits, not 1"),
        ("check assert 1:i8 \"\"", "the condition 1:i8 has 8 bits, not 1"),
        ("r2:i64 = current_thread", "r2 has 64 bits, not 32"),
        ("r2:i32 = spawn r0, r1", "the function r0 has 32 bits, not 64"),
        ("r2:i1 = await plain true holder true", "the holder true has 1 bits, not 32"),
        ("r2:i32 = await plain true", "r2 has 32 bits, not 1"),
        ("r2:i32 = call f1(r0)", "two has 2 results, not 1"),
        ("r2:i32, r3:i8 = call f1(r0)", "r3 has 8 bits, not 1"),
        ("r2:i32, r3:i1 = call f1(r0, r0)", "two takes 1 arguments, not 2"),
        ("call f2()", "print takes 1 arguments, not 0"),
        ("call f2(r0)", "the argument r0 has 32 bits, not 64"),
        ("call *r0()", "the callee r0 has 32 bits, not 64"),
        ("call f9()", "f9 is no function"),
    ];
    for (instruction, message) in cases {
        assert_eq!(instruction_problem(instruction), message, "{instruction}");
    }
}

#[test]
fn globals_are_named_where_they_may_be() {
    let cases = [
        ("r2:i32 = load i32 g7", "g7 is no global"),
        ("r2:i32 = load i32 g1", "g1 (local) is thread-local"),
        ("r2:ptr = thread_local g0", "g0 (x) is not thread-local"),
        ("r2:ptr = variadic_area", "the function is not variadic"),
        ("fence @5:4:3", "file5 is no file"),
        ("r2:ptr = allocate stack 4:i64 of t3", "t3 is no type"),
    ];
    for (instruction, message) in cases {
        let found = body_problems(&format!("b0:\n {instruction}\n return r0"));
        assert!(found[0].contains(message), "{instruction}: {found:?}");
    }
}

#[test]
fn initial_parts_fit_their_global() {
    let with = |initial: &str| {
        program_problems(&format!(
            "g0 global x 16 align 8 = {{{initial}}}\n\
             g1 global local 8 align 8 thread_local\n\
             f0 function main()\n"
        ))
    };
    assert_eq!(with("0: \"ab\", 8: g0-8"), NONE);
    assert_eq!(with("9: f0"), ["g0 x: the initial part at 9 leaves the global"]);
    assert_eq!(
        with("18446744073709551615: \"ab\""),
        ["g0 x: the initial part at 18446744073709551615 leaves the global"]
    );
    assert_eq!(
        with("0: \"ab\", 1: \"c\""),
        ["g0 x: the initial part at 1 starts before the end of the one before"]
    );
    assert_eq!(with("0: g1"), ["g0 x: g1 (local) is thread-local: no address"]);
    assert_eq!(with("0: f3"), ["g0 x: f3 is no function"]);
    assert_eq!(
        program_problems("g0 global x 4 align 3\nf0 function main()"),
        ["g0 x: the alignment 3 is no power of two"]
    );
    assert_eq!(
        program_problems("t0 array t1 3"),
        ["program: the entry f0 is no function", "t0: t1 is no type"]
    );
}

/// What is wrong with the sections of library functions `f0` and, if given, `f1`.
fn section_problems(body: &str, helper: &str) -> Vec<String> {
    let found = program_problems(&format!(
        "g0 global x 4 align 4\n\
         f0 function lock(r0:ptr, r1:i1) library {{\n{body}\n}}\n\
         f1 function helper(r0:ptr, r1:i1) library {{\n{helper}\n}}\n"
    ));
    found
        .into_iter()
        .map(|problem| problem.split(", in `").next().unwrap_or("").to_owned())
        .collect()
}

const HELPER: &str = "b0:\n return";

#[test]
fn sections_are_balanced_on_every_path() {
    let body = "b0:
        atomic_begin
        branch r1 then b1 else b2
    b1:
        atomic_end
        return
    b2:
        stop abort";
    assert_eq!(section_problems(body, HELPER), NONE);
    assert_eq!(
        section_problems("b0:\n atomic_begin\n return", HELPER),
        ["f0 lock, b0, statement 1: the function is left within an atomic section"]
    );
    assert_eq!(
        section_problems("b0:\n atomic_end\n return", HELPER),
        ["f0 lock, b0, statement 0: no atomic section of this function is open"]
    );
    let body = "b0:
        branch r1 then b1 else b2
    b1:
        atomic_begin
        jump b2
    b2:
        return";
    assert_eq!(
        section_problems(body, HELPER),
        ["f0 lock, b2: the paths to this block are in different atomic sections"]
    );
}

const TOO_LATE: &str = "memory may be written before the await of this section";

#[test]
fn nothing_is_written_before_an_await() {
    let good = "b0:
        store i32 r0 = 1:i32
        atomic_begin
        r2:i1 = await plain r1
        store i32 r0 = 2:i32
        atomic_end
        return";
    assert_eq!(section_problems(good, HELPER), NONE);

    let along_one_path = "b0:
        atomic_begin
        branch r1 then b1 else b2
    b1:
        r3:i32 = update add i32 r0, 1:i32
        jump b2
    b2:
        r2:i1 = await plain r1
        atomic_end
        return";
    assert_eq!(
        section_problems(along_one_path, HELPER),
        [format!("f0 lock, b2, statement 0: {TOO_LATE}")]
    );

    let around_a_loop = "b0:
        atomic_begin
        jump b1
    b1:
        r2:i1 = await plain r1
        free r0
        branch r2 then b1 else b2
    b2:
        atomic_end
        return";
    assert_eq!(
        section_problems(around_a_loop, HELPER),
        [format!("f0 lock, b1, statement 0: {TOO_LATE}")]
    );
}

#[test]
fn a_local_that_does_not_escape_may_be_written() {
    let body = |use_of_address: &str| {
        format!(
            "b0:
        r3:ptr = allocate stack 4:i64
        atomic_begin
        store i32 r3 = 1:i32
        r2:i1 = await plain r1
        atomic_end
        {use_of_address}
        return"
        )
    };
    assert_eq!(section_problems(&body("r4:i32 = load i32 r3"), HELPER), NONE);
    assert_eq!(
        section_problems(&body("store ptr r0 = r3"), HELPER),
        [format!("f0 lock, b0, statement 3: {TOO_LATE}")]
    );
}

#[test]
fn calls_within_a_section_count() {
    let caller = "b0:
        atomic_begin
        call f1(r0, r1)
        r2:i1 = await plain r1
        atomic_end
        return";
    assert_eq!(section_problems(caller, HELPER), NONE);
    assert_eq!(
        section_problems(caller, "b0:\n store i32 r0 = 0:i32\n return"),
        [format!("f0 lock, b0, statement 2: {TOO_LATE}")]
    );
    let caller = "b0:
        atomic_begin
        store i32 r0 = 0:i32
        call f1(r0, r1)
        atomic_end
        return";
    assert_eq!(
        section_problems(caller, "b0:\n r2:i1 = await timed r1\n return"),
        ["f0 lock, b0, statement 2: memory may be written before this section calls what awaits"]
    );
    // The helper's own order is wrong only because it is called in a section.
    let helper = "b0:\n store i32 r0 = 0:i32\n r2:i1 = await timed r1\n return";
    let caller = "b0:\n atomic_begin\n call f1(r0, r1)\n atomic_end\n return";
    assert_eq!(
        section_problems(caller, helper),
        [format!("f1 helper, b0, statement 1: {TOO_LATE}")]
    );
    assert_eq!(section_problems("b0:\n call f1(r0, r1)\n return", helper), NONE);
}

#[test]
fn very_many_problems_hide_none_that_matters() {
    let wrong = "store i32 g0 = r99\n".repeat(150);
    let items = format!(
        "g0 global x 4 align 4\n\
         f0 function main() {{\nb0:\n{wrong}return\n}}\n\
         f1 function other() {{\nb0:\nr0:i32 = add r29, r30\nreturn\n}}\n"
    );
    assert_eq!(program_problems(&items).len(), 100);
}
