//! Points-to sets: lines that define a register may say what it points to, in
//! terms of source names. Objects of several copies of a function are one here.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

mod common;

use raddle_ir::{Instruction, Operand, Program};
use raddle_passes::points_to::{AbstractObject, PointsTo, analyse};

fn name(program: &Program, object: AbstractObject) -> String {
    match object {
        AbstractObject::Global(global) | AbstractObject::ThreadLocal(global) => {
            program.globals[global].name.clone()
        }
        AbstractObject::Function(function) => program.functions[function].name.clone(),
        AbstractObject::VariadicArea { function, .. } => {
            format!("{}...", program.functions[function].name)
        }
        AbstractObject::Allocation { site, .. } => {
            let Some(Instruction::Allocate { name: Some(name), .. }) = site.instruction(program)
            else {
                panic!("an object without a name at {site:?}");
            };
            name.clone()
        }
    }
}

fn names(program: &Program, objects: &[AbstractObject]) -> String {
    let mut names: Vec<String> = objects.iter().map(|&each| name(program, each)).collect();
    names.sort();
    names.dedup();
    names.join(" ")
}

/// Every comment `-> ...` says what the line's first result points to.
fn check(text: &str) -> (Program, PointsTo) {
    let (program, lines) = common::read(text);
    let points_to = analyse(&program);
    let mut checked = 0;
    for line in lines {
        let Some(expected) = line.comment.strip_prefix("->") else { continue };
        let block = &program.functions[line.place.function].blocks[line.place.block];
        let mut results = Vec::new();
        block.statements[line.place.statement as usize]
            .instruction
            .for_each_result(|result| results.push(*result));
        let result = Operand::Register(results[0]);
        let found = points_to.targets(line.place.function, &result);
        assert!(found.is_sorted());
        assert_eq!(names(&program, found), expected.trim(), "`{}`", line.text);
        checked += 1;
    }
    assert!(checked > 0);
    (program, points_to)
}

#[test]
fn through_memory_and_arithmetic() {
    let (program, points_to) = check(
        "g0 global a 8 align 8
         g1 global b 8 align 8 = {0: g0+4}
         g2 global table 16 align 8 = {8: f1}
         f0 function main(r0:i64, r1:i1) {
         b0:
           r2:ptr = load ptr g1                      ; -> a
           r3:ptr = pointer_add.32 r2, r0            ; -> a
           r4:ptr = pointer_add.32 g1, r3            ; -> b
           r5:i64 = subtract r3, r4                  ; -> a b
           r6:i1 = equal r3, r4                      ; ->
           r7:ptr = if_then_else r1, r3, 0:i64       ; -> a
           r8:i8 = extract.8.8 r5                    ; -> a b
           store i8 g0 = r8
           r9:i64 = load i64 r7                      ; -> a b
           r10:ptr = load ptr g2                     ; -> f
           r11:ptr = load ptr 4096:i64               ; ->
           r12:i64 = nondet x                        ; ->
           return
         }
         f1 function f() {
         b0:
           return
         }",
    );
    let a = AbstractObject::Global(program.global_named("a").unwrap());
    assert_eq!(names(&program, points_to.contents(a)), "a b");
}

#[test]
fn updates_exchanges_and_copies() {
    check(
        "g0 global a 8 align 8
         g1 global b 8 align 8
         g2 global p 8 align 8
         g3 global q 8 align 8
         g4 global r 8 align 8
         f0 function main() {
         b0:
           r0:ptr = update exchange ptr g2, g0       ; -> a b
           r1:ptr, r2:i1 = compare_exchange ptr g2, 0:i64, g1 ; -> a b
           copy i64 g3 = g2
           r3:ptr = load ptr g3                      ; -> a b
           r4:ptr = load ptr g4                      ; ->
           return
         }",
    );
}

#[test]
fn edges_calls_and_returns() {
    check(
        "g0 global a 8 align 8
         g1 global b 8 align 8
         f0 function main(r0:i1) {
         b0:
           r1:ptr = call f1(g0)                      ; -> a
           r2:ptr = call f1(g1)                      ; -> b
           branch r0 then b1(r1) else b1(r2)
         b1(r3:ptr):
           r4:ptr = pointer_add.32 r3, 1:i64         ; -> a b
           return
         }
         f1 function same(r0:ptr) -> ptr {
         b0:
           r1:ptr = pointer_add.32 r0, 0:i64         ; -> a b
           return r1
         }",
    );
}

#[test]
fn indirect_calls_are_resolved_and_only_those() {
    let (program, points_to) = check(
        "g0 global a 8 align 8
         g1 global b 8 align 8
         g2 global handler 8 align 8 = {0: f1}
         g3 global seen 8 align 8
         f0 function main() {
         b0:
           r0:ptr = load ptr g2                      ; -> one two
           r1:ptr = call *r0(g0)                     ; -> b
           r2:ptr = load ptr g3                      ; -> a
           return
         }
         f1 function one(r0:ptr) -> ptr {
         b0:
           store ptr g2 = f2
           return 0:i64
         }
         f2 function two(r0:ptr) -> ptr {
         b0:
           store ptr g3 = r0
           return g1
         }
         f3 function never(r0:ptr) -> ptr {
         b0:
           store ptr g3 = g3
           return g3
         }",
    );
    let call = raddle_passes::Place {
        function: program.entry,
        block: raddle_ir::index::Index::new(0),
        statement: 1,
    };
    let callees = points_to.callees(call).iter();
    let callees: Vec<&str> = callees.map(|id| program.functions[*id].name.as_str()).collect();
    assert_eq!(callees, ["one", "two"]);
}

#[test]
fn each_call_of_a_small_allocator_is_a_place_of_its_own() {
    let (program, points_to) = check(
        "f0 function main() {
         b0:
           r0:ptr = call f1(8:i64)                   ; -> memory
           r1:ptr = call f1(8:i64)                   ; -> memory
           return
         }
         f1 function malloc(r0:i64) -> ptr library {
         b0:
           r1:ptr = call f2(r0)                      ; -> memory
           return r1
         }
         f2 function inner(r0:i64) -> ptr library {
         b0:
           r1:ptr = allocate heap r0 as memory       ; -> memory
           return r1
         }",
    );
    let targets = |register: usize| {
        let operand = Operand::Register(raddle_ir::index::Index::new(register));
        points_to.targets(program.entry, &operand).to_vec()
    };
    assert_eq!(targets(0).len(), 1);
    assert_eq!(targets(1).len(), 1);
    assert_ne!(targets(0), targets(1));
}

#[test]
fn recursion_ends() {
    check(
        "g0 global a 8 align 8
         f0 function main(r0:i1) {
         b0:
           r1:ptr = call f1(g0, r0)                  ; -> a local
           return
         }
         f1 function odd(r0:ptr, r1:i1) -> ptr {
         b0:
           r2:ptr = allocate stack 8:i64 as local    ; -> local
           r3:ptr = call f2(r2, r1)                  ; -> local
           r4:ptr = if_then_else r1, r3, r0          ; -> a local
           return r4
         }
         f2 function even(r0:ptr, r1:i1) -> ptr {
         b0:
           r2:ptr = call f1(r0, r1)                  ; -> local
           return r2
         }",
    );
}

#[test]
fn threads_variadic_arguments_and_thread_locals() {
    let (program, points_to) = check(
        "g0 global a 8 align 8
         g1 global mine 8 align 8 thread_local
         f0 function main() {
         b0:
           r0:i32 = spawn f1, g0                     ; ->
           r1:ptr = thread_local g1                  ; -> mine
           call f2(0:i32, g0, r1)
           return
         }
         f1 function start(r0:ptr) -> ptr {
         b0:
           r1:ptr = pointer_add.32 r0, 8:i64         ; -> a
           return 0:i64
         }
         f2 function print(r0:i32, ...) {
         b0:
           r1:ptr = variadic_area                    ; -> print...
           r2:ptr = pointer_add.32 r1, 8:i64         ; -> print...
           r3:ptr = load ptr r2                      ; -> a mine
           return
         }",
    );
    let global = program.global_named("mine").unwrap();
    assert!(points_to.objects().contains(&AbstractObject::ThreadLocal(global)));
}

#[test]
fn calls_with_other_numbers_of_arguments() {
    check(
        "g0 global a 8 align 8
         g1 global b 8 align 8
         g2 global f 8 align 8 = {0: f1}
         f0 function main() {
         b0:
           r0:ptr = load ptr g2                      ; -> two
           call *r0(g0)
           r1:ptr, r2:ptr = call *r0(g0, g1, g1)     ; -> a
           return
         }
         f1 function two(r0:ptr, r1:ptr) -> ptr {
         b0:
           r2:ptr = pointer_add.32 r1, 0:i64         ; -> b
           return r0
         }",
    );
}
