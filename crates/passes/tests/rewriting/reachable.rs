//! Dropping what is out of reach, before and after.

use crate::support::check;
use raddle_passes::reachable::run;

#[test]
fn calls_addresses_and_initial_contents_are_followed() {
    check(
        run,
        "g0 global unused 4 align 4
         g1 global table 16 align 8 = {0: f3, 8: g4+4}
         g2 global unused_too 8 align 8 = {0: f1}
         g3 global mine 4 align 4 thread_local
         g4 global target 8 align 4
         f0 function main(r0:ptr) {
         b0:
            r1:i64 = load i64 g1
            call f2()
            return
         b1:
            call *f4()
            return
         }
         f1 function unused() {
         b0:
            call f0(g0)
            return
         }
         f2 function callee() {
         b0:
            r0:ptr = thread_local g3
            call f2()
            return
         }
         f3 function in_table()
         f4 function in_dead_block()",
        "g0 global table 16 align 8 = {0: f2.in_table, 8: g2.target+4}
         g1 global mine 4 align 4 thread_local
         g2 global target 8 align 4
         f0 function main(r0:ptr) {
         b0:
            r1:i64 = load i64 g0.table
            call f1.callee()
            return
         b1:
            call *f3.in_dead_block()
            return
         }
         f1 function callee() {
         b0:
            r0:ptr = thread_local g1.mine
            call f1.callee()
            return
         }
         f2 function in_table()
         f3 function in_dead_block()",
    );
}

#[test]
fn the_entry_is_renumbered() {
    let text = "raddle-ir 1 target 64 entry f1\nf0 function unused()\nf1 function main()\n";
    let mut program = raddle_ir::text::parse(text).unwrap();
    run(&mut program);
    assert_eq!(program.to_string(), "raddle-ir 1 target 64 entry f0\nf0 function main()\n");
}
