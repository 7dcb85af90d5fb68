//! Which statements other threads can see. Lines that are visible say so.

mod common;

use raddle_ir::index::Index;
use raddle_passes::{escape, loops, points_to, visible};

/// Compares all lines; gives the names of the globals that nobody writes.
fn check(text: &str) -> Vec<String> {
    let (program, lines) = common::read(text);
    let loops = program.functions.iter().map(loops::find).collect();
    let points_to = points_to::analyse(&program);
    let escape = escape::analyse(&program, &points_to, &loops);
    let visible = visible::find(&program, &points_to, &escape);
    for line in lines {
        let place = line.place;
        let found = visible[place.function][place.block][place.statement as usize];
        assert_eq!(found, line.comment == "visible", "{} {}", place.function.position(), line.text);
    }
    let globals = program.globals.iter_enumerated();
    globals
        .filter(|(id, _)| escape.never_written[*id])
        .map(|(_, global)| global.name.clone())
        .collect()
}

#[test]
fn one_thread_sees_everything_by_itself() {
    let untouched = check(
        "g0 global counter 8 align 8
         g1 global other 8 align 8
         f0 function main() {
         b0:
           store i64 g0 = 1:i64
           r0:i64 = load i64 g1
           return
         }",
    );
    assert_eq!(untouched, ["other"]);
}

#[test]
fn globals_by_who_touches_them() {
    let untouched = check(
        "g0 global shared 8 align 8
         g1 global of_main 8 align 8
         g2 global of_worker 8 align 8
         g3 global only_read 8 align 8
         g4 global fixed 8 align 8 constant
         g5 global indirect 8 align 8
         g6 global pointer 8 align 8 = {0: g5}
         f0 function main() {
         b0:
           store i64 g1 = 1:i64
           r0:i32 = spawn f1, 0:i64                  ; visible
           r1:i32 = spawn f1, 0:i64                  ; visible
           store i64 g0 = 1:i64                      ; visible
           r2:i64 = load i64 g3
           r3:ptr = load ptr g6
           store i64 r3 = 5:i64                      ; visible
           fence
           return
         }
         f1 function worker(r0:ptr) -> ptr {
         b0:
           r1:i64 = load i64 g0                      ; visible
           r2:i64 = update add i64 g2, 1:i64         ; visible
           r3:i64 = load i64 g3
           store i64 g4 = 1:i64
           r4:i64 = load i64 g5                      ; visible
           r5:ptr = load ptr g6
           return 0:i64
         }",
    );
    assert_eq!(untouched, ["only_read", "fixed", "pointer"]);
}

#[test]
fn a_thread_that_exists_once_keeps_its_globals() {
    check(
        "g0 global one 8 align 8
         g1 global many 8 align 8
         g2 global both 8 align 8
         f0 function main() {
         b0:
           r0:i32 = spawn f1, 0:i64                  ; visible
           jump b1
         b1:
           r1:i32 = spawn f2, 0:i64                  ; visible
           r2:i1 = nondet more
           branch r2 then b1 else b2
         b2:
           return
         }
         f1 function once(r0:ptr) -> ptr {
         b0:
           store i64 g0 = 1:i64
           store i64 g2 = 1:i64                      ; visible
           return 0:i64
         }
         f2 function often(r0:ptr) -> ptr {
         b0:
           store i64 g1 = 1:i64                      ; visible
           r1:i64 = load i64 g2                      ; visible
           return 0:i64
         }",
    );
}

#[test]
fn a_thread_of_a_thread_that_exists_often() {
    check(
        "g0 global x 8 align 8
         f0 function main() {
         b0:
           r0:i32 = spawn f1, 0:i64                  ; visible
           r1:i32 = spawn f1, 0:i64                  ; visible
           return
         }
         f1 function middle(r0:ptr) -> ptr {
         b0:
           r1:i32 = spawn f2, 0:i64                  ; visible
           return 0:i64
         }
         f2 function leaf(r0:ptr) -> ptr {
         b0:
           store i64 g0 = 1:i64                      ; visible
           return 0:i64
         }",
    );
}

#[test]
fn two_threads_of_one_middle_thread() {
    // Through a common function that is called twice.
    check(
        "g0 global x 8 align 8
         f0 function main() {
         b0:
           call f1(f2)
           call f1(f3)
           return
         }
         f1 function create(r0:ptr) {
         b0:
           r1:i32 = spawn r0, 0:i64                  ; visible
           return
         }
         f2 function first(r0:ptr) -> ptr {
         b0:
           store i64 g0 = 1:i64
           return 0:i64
         }
         f3 function second(r0:ptr) -> ptr {
         b0:
           return 0:i64
         }",
    );
}

#[test]
fn locals_that_stay_and_locals_that_leave() {
    check(
        "g0 global published 8 align 8
         f0 function main() {
         b0:
           r0:ptr = allocate stack 8:i64 as stays
           r1:ptr = allocate stack 8:i64 as argument
           store i64 r0 = 1:i64
           store i64 r1 = 1:i64                      ; visible
           r2:i32 = spawn f1, r1                     ; visible
           r3:i32 = spawn f1, r1                     ; visible
           return                                    ; visible
         }
         f1 function worker(r0:ptr) -> ptr {
         b0:
           r1:ptr = allocate stack 8:i64 as own
           r2:ptr = allocate heap 16:i64 as heap
           r3:ptr = allocate heap 16:i64 as given
           store i64 r1 = 1:i64
           store ptr r2 = r1
           store ptr r3 = 0:i64                      ; visible
           store ptr g0 = r3                         ; visible
           r4:ptr = load ptr g0                      ; visible
           r5:i64 = load i64 r4                      ; visible
           r6:i64 = load i64 r0                      ; visible
           free r2
           free r4                                   ; visible
           r7:i64 = object_size r2
           r8:i64 = object_size r4                   ; visible
           return 0:i64
         }",
    );
}

#[test]
fn what_a_shared_object_holds_is_shared() {
    check(
        "f0 function main() {
         b0:
           r0:ptr = allocate heap 8:i64 as outer
           r1:ptr = allocate heap 8:i64 as inner
           r2:ptr = allocate heap 8:i64 as innermost
           store ptr r1 = r2                         ; visible
           store ptr r0 = r1                         ; visible
           r3:i32 = spawn f1, r0                     ; visible
           store i64 r2 = 7:i64                      ; visible
           return
         }
         f1 function worker(r0:ptr) -> ptr {
         b0:
           r1:ptr = load ptr r0                      ; visible
           r2:ptr = load ptr r1                      ; visible
           r3:i64 = load i64 r2                      ; visible
           return 0:i64
         }",
    );
}

#[test]
fn handed_over_but_left_alone() {
    // Nobody but main touches what the argument leads to.
    check(
        "f0 function main() {
         b0:
           r0:ptr = allocate heap 8:i64 as outer
           store i64 r0 = 1:i64
           r1:i32 = spawn f1, r0                     ; visible
           r2:i64 = load i64 r0
           return
         }
         f1 function worker(r0:ptr) -> ptr {
         b0:
           return r0
         }",
    );
}

#[test]
fn thread_locals() {
    check(
        "g0 global mine 8 align 8 thread_local
         g1 global lent 8 align 8 thread_local
         g2 global where 8 align 8
         f0 function main() {
         b0:
           r0:ptr = thread_local g0
           store i64 r0 = 1:i64
           r1:ptr = thread_local g1
           store i64 r1 = 1:i64                      ; visible
           store ptr g2 = r1                         ; visible
           r2:i32 = spawn f1, 0:i64                  ; visible
           return                                    ; visible
         }
         f1 function worker(r0:ptr) -> ptr {
         b0:
           r1:ptr = thread_local g0
           r2:i64 = load i64 r1
           r3:ptr = load ptr g2                      ; visible
           store i64 r3 = 2:i64                      ; visible
           branch true then b1 else b2
         b1:
           thread_exit                               ; visible
         b2:
           return 0:i64                              ; visible
         }",
    );
}

#[test]
fn wild_accesses_waits_and_sections() {
    check(
        "g0 global x 4 align 4
         f0 function main(r0:i64) {
         b0:
           store i32 0:i64 = 1:i32                   ; visible
           r1:i32 = load i32 r0                      ; visible
           r2:ptr = nondet p
           free r2                                   ; visible
           atomic_begin                              ; visible
           r3:i32 = load i32 g0
           r4:i1 = equal r3, 0:i32
           r5:i1 = await plain r4                    ; visible
           atomic_end
           assume r4
           check assert r4 \"\"
           copy i32 g0 = r2                          ; visible
           unsupported \"that\"
           return
         }",
    );
}

#[test]
fn the_end_of_shared_memory_is_visible() {
    check(
        "f0 function main(r0:i64) {
         b0:
           call f1(r0)
           call f2()
           return
         }
         f1 function owner(r0:i64) {
         b0:
           r1:ptr = stack_save
           r2:ptr = allocate stack r0 as array
           r3:i32 = spawn f3, r2                     ; visible
           store i8 r2 = 1:i8                        ; visible
           stack_restore r1                          ; visible
           return                                    ; visible
         }
         f2 function leave() {
         b0:
           r0:ptr = stack_save
           stack_restore r0
           thread_exit                               ; visible
         }
         f3 function worker(r0:ptr) -> ptr {
         b0:
           r1:i8 = load i8 r0                        ; visible
           return 0:i64
         }",
    );
}

#[test]
fn a_library_function_for_all() {
    // The common code is visible where any caller's memory is; each call keeps
    // its objects apart.
    check(
        "g0 global x 8 align 8
         f0 function main() {
         b0:
           r0:ptr = allocate stack 8:i64 as local
           r1:ptr = allocate stack 8:i64 as held
           call f1(r0, r1)
           r2:ptr = load ptr r0
           store i64 r2 = 1:i64
           r3:i32 = spawn f2, 0:i64                  ; visible
           call f1(g0, 0:i64)
           return
         }
         f1 function set(r0:ptr, r1:ptr) library {
         b0:
           store ptr r0 = r1                         ; visible
           return
         }
         f2 function worker(r0:ptr) -> ptr {
         b0:
           r1:ptr = load ptr g0                      ; visible
           return r1
         }",
    );
}
