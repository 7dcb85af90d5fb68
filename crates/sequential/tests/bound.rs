//! What bounding makes of small programs in the text form of the IR.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests may panic")]

use raddle_ir::{CheckKind, Instruction, Operand, StopReason, Terminator, text::parse};
use raddle_passes::{PipelineOptions, Ready, prepare};
use raddle_sequential::{Bounded, Bounds, ReachedBound, Section, bound};
use raddle_test_support::bounded::{bounds, check_notes, check_shape};

fn read(text: &str) -> Ready {
    let program = parse(&format!("raddle-ir 1 target 64 entry f0\n{text}")).unwrap();
    // As they stand, so that it is bounding that folds.
    let options = PipelineOptions { promote: false, simplify: false, ..PipelineOptions::default() };
    prepare(program, &options).unwrap()
}

fn bounded(text: &str, bounds: &Bounds) -> Bounded {
    let ready = read(text);
    let bounded = bound(&ready, bounds).unwrap();
    check_shape(&bounded);
    check_notes(&ready, &bounded);
    bounded
}

fn count(bounded: &Bounded, is_it: impl Fn(&Instruction) -> bool) -> usize {
    let blocks = bounded.program.functions.iter().flat_map(|function| function.blocks.iter());
    blocks.flat_map(|block| &block.statements).filter(|each| is_it(&each.instruction)).count()
}

fn stores(bounded: &Bounded) -> usize {
    count(bounded, |instruction| matches!(instruction, Instruction::Store { .. }))
}

fn outputs(bounded: &Bounded) -> Vec<Operand> {
    let blocks = bounded.program.functions.iter().flat_map(|function| function.blocks.iter());
    let statements = blocks.flat_map(|block| &block.statements);
    let mut outputs = Vec::new();
    for statement in statements {
        if let Instruction::Output { value } = statement.instruction {
            outputs.push(value);
        }
    }
    outputs
}

fn reached(bounded: &Bounded) -> Vec<ReachedBound> {
    bounded.cuts.iter().map(|cut| cut.reached).collect()
}

/// Stores in each of so many rounds.
fn loop_up_to(limit: &str) -> String {
    format!(
        "g0 global x 4 align 4
g1 global n 4 align 4
f0 function main() {{
b0:
  r3:i32 = load i32 g1
  store i32 g1 = r3
  jump b1(0:i32)
b1(r0:i32):
  r1:i1 = signed_less r0, {limit}
  branch r1 then b2 else b3
b2:
  store i32 g0 = r0
  r2:i32 = add r0, 1:i32
  jump b1(r2)
b3:
  stop exit
}}
"
    )
}

#[test]
fn a_known_number_of_iterations_is_no_matter_of_the_bound() {
    let found = bounded(&loop_up_to("10:i32"), &bounds(1));
    assert_eq!(stores(&found), 11);
    assert!(found.cuts.is_empty());
    assert_eq!(count(&found, |each| matches!(each, Instruction::Apply { .. })), 0);
    assert_eq!(found.program.functions[found.program.entry].blocks.len(), 1);
}

#[test]
fn unknown_iterations_are_cut_off() {
    for most in [1, 2, 5] {
        let found = bounded(&loop_up_to("r3"), &bounds(most));
        // As many times round as the bound says, and the way that is cut off.
        assert_eq!(stores(&found), 2 + most as usize);
        let [ReachedBound::Loop { header, .. }] = reached(&found)[..] else { panic!("{found:?}") };
        assert_eq!(header.to_string(), "b1");
    }
}

#[test]
fn all_iterations_of_a_loop_with_a_name_count() {
    let ready = read(&loop_up_to("10:i32"));
    let header = ready.functions[ready.program.entry].loops[0].header;
    let mut bounds = bounds(50);
    bounds.loops.insert((ready.program.entry, header), 4);
    let found = bound(&ready, &bounds).unwrap();
    assert_eq!(stores(&found), 6);
    assert_eq!(found.cuts.len(), 1);
}

#[test]
fn what_is_too_large_is_cut_off() {
    let small = Bounds { statements: 300, ..bounds(1) };
    let found = bounded(&loop_up_to("2000000000:i32"), &small);
    assert_eq!(reached(&found), [ReachedBound::Size]);
    assert!(stores(&found) <= 301);
    // Nothing is left of the loop, and still it ends.
    let idle = loop_up_to("2000000000:i32").replace("  store i32 g0 = r0\n", "");
    assert_eq!(reached(&bounded(&idle, &small)), [ReachedBound::Size]);
    // Without an exit nothing is known.
    let endless = loop_up_to("10:i32").replace("branch r1 then b2 else b3", "jump b2");
    let found = bounded(&endless, &bounds(3));
    assert!(matches!(reached(&found)[..], [ReachedBound::Loop { .. }]));
}

#[test]
fn inner_loops_start_again() {
    let found = bounded(
        "g0 global x 4 align 4
f0 function main() {
b0:
  jump b1(0:i32)
b1(r0:i32):
  r1:i1 = signed_less r0, 3:i32
  branch r1 then b2(0:i32) else b5
b2(r2:i32):
  r3:i1 = signed_less r2, r0
  branch r3 then b3 else b4
b3:
  store i32 g0 = r2
  r4:i32 = add r2, 1:i32
  jump b2(r4)
b4:
  r5:i32 = add r0, 1:i32
  jump b1(r5)
b5:
  stop exit
}
",
        &bounds(1),
    );
    assert_eq!((stores(&found), found.cuts.len()), (1 + 2, 0));
}

#[test]
fn recursion_is_cut_off() {
    let text = "g0 global x 4 align 4
f0 function main() {
b0:
  call f1()
  stop exit
}
f1 function f() {
b0:
  r0:i32 = load i32 g0
  store i32 g0 = 1:i32
  r1:i1 = equal r0, 0:i32
  branch r1 then b1 else b2
b1:
  call f1()
  jump b2
b2:
  return
}
";
    let found = bounded(text, &bounds(3));
    assert_eq!(stores(&found), 4);
    assert!(matches!(reached(&found)[..], [ReachedBound::Recursion { .. }]));
}

#[test]
fn a_loop_with_two_entries_ends() {
    let text = "g0 global x 4 align 4
f0 function main() {
b0:
  r0:i32 = load i32 g0
  store i32 g0 = 7:i32
  r1:i1 = equal r0, 0:i32
  branch r1 then b1 else b2
b1:
  store i32 g0 = 1:i32
  jump b2
b2:
  r2:i32 = load i32 g0
  r3:i1 = equal r2, 3:i32
  branch r3 then b3 else b1
b3:
  stop exit
}
";
    let found = bounded(text, &bounds(2));
    assert!(stores(&found) >= 3);
    assert!(!found.cuts.is_empty());
}

#[test]
fn constant_memory_is_read_at_once() {
    let found = bounded(
        r#"g0 global table 24 align 8 constant = {0: "\05\00\00\00\07\00\00\00", 8: g0+4, 16: f1}
f0 function main() {
b0:
  r0:ptr = pointer_add.32 g0, 8:i64
  r1:ptr = load ptr r0
  r2:i32 = load i32 r1
  output r2
  r3:ptr = pointer_add.32 r0, 8:i64
  r4:ptr = load ptr r3
  r5:i32 = call *r4()
  output r5
  r6:i16 = load i16 r0
  output r6
  r7:ptr = pointer_add.32 r0, 16:i64
  r8:i32 = load i32 r7
  stop exit
}
f1 function f() -> i32 {
b0:
  return 9:i32
}
"#,
        &bounds(1),
    );
    let outputs = outputs(&found);
    let text: Vec<String> = outputs.iter().take(2).map(ToString::to_string).collect();
    assert_eq!(text, ["7:i32", "9:i32"]);
    // Half a pointer is no constant, and what is outside stays an error.
    assert!(matches!(outputs[2], Operand::Register(_)));
    assert_eq!(count(&found, |each| matches!(each, Instruction::Load { .. })), 2);
}

/// Two threads, one of them through a pointer that is one of two functions.
const THREADS: &str = "g0 global x 4 align 4
g1 global own 4 align 4 thread_local
f0 function main() {
b0:
  r0:i32 = spawn f1, 0:i64
  r1:i32 = load i32 g0
  r2:i1 = equal r1, 0:i32
  r3:ptr = if_then_else r2, f1, f2
  r4:i32 = spawn r3, 8:i64
  output r4
  stop exit
}
f1 function one(r0:ptr) -> ptr {
b0:
  r1:ptr = thread_local g1
  r2:i32 = load i32 r1
  store i32 r1 = 1:i32
  store i32 g0 = r2
  return r0
}
f2 function two(r0:ptr) -> ptr {
b0:
  store i32 g0 = 2:i32
  thread_exit
}
";

#[test]
fn each_spawn_has_a_thread_of_its_own() {
    let found = bounded(THREADS, &bounds(1));
    let names: Vec<&str> = found
        .threads
        .iter()
        .map(|thread| found.program.functions[thread.function].name.as_str())
        .collect();
    assert_eq!(names, ["t0_main", "t1_one", "t2_one", "t3_two"]);
    let is_fault = |each: &Instruction| {
        matches!(each, Instruction::Check { kind: CheckKind::Memory, message, .. }
            if message == "starts a thread at a pointer to no function")
    };
    assert_eq!(count(&found, is_fault), 1);
    // The two threads have their own variables.
    let own = found.program.globals.iter().filter(|global| global.name.starts_with("own_"));
    assert_eq!(own.count(), 2);
}

#[test]
fn threads_are_counted() {
    let found = bounded(THREADS, &Bounds { threads: 2, ..bounds(1) });
    assert_eq!(found.threads.len(), 2);
    assert_eq!(reached(&found), [ReachedBound::Size, ReachedBound::Size]);
}

#[test]
fn a_thread_local_object_that_others_know_ends_with_its_thread() {
    let text =
        THREADS.replace("store i32 g0 = r2", "store ptr g2 = r1") + "g2 global pointer 8 align 8\n";
    let text = text.replace("r1:i32 = load i32 g0", "r5:ptr = load ptr g2\n  r1:i32 = load i32 r5");
    let text = text.replace("thread_local\n", "thread_local = {0: \"\\03\\00\\00\\00\"}\n");
    let found = bounded(&text, &bounds(1));
    let is_made = |each: &Instruction| matches!(each, Instruction::Allocate { zeroed: true, name: Some(name), .. } if name == "own");
    assert_eq!(count(&found, is_made), 2);
    let is_initial = |each: &Instruction| {
        matches!(each, Instruction::Store { value: Operand::Constant(bits), .. }
            if bits.unsigned() == 3)
    };
    assert_eq!(count(&found, is_initial), 2);
}

#[test]
fn nested_sections_are_one() {
    let found = bounded(
        "g0 global x 4 align 4
f0 function main() {
b0:
  r1:i32 = spawn f1, 0:i64
  atomic_begin
  r0:i32 = load i32 g0
  r2:i1 = equal r0, 0:i32
  branch r2 then b1 else b2
b1:
  atomic_begin
  store i32 g0 = 1:i32
  jump b3
b2:
  jump b3
b3:
  store i32 g0 = 2:i32
  atomic_end
  store i32 g0 = 3:i32
  branch r2 then b4 else b5
b4:
  atomic_end
  jump b5
b5:
  store i32 g0 = 4:i32
  stop exit
}
f1 function one(r0:ptr) -> ptr {
b0:
  store i32 g0 = 5:i32
  atomic_end
  return r0
}
",
        &bounds(1),
    );
    assert_eq!(count(&found, |each| matches!(each, Instruction::AtomicBegin)), 1);
    let mut sections = Vec::new();
    for (place, block) in found.program.functions[found.program.entry].blocks.iter_enumerated() {
        for (position, statement) in block.statements.iter().enumerate() {
            if let Instruction::Store { value: Operand::Constant(bits), .. } = statement.instruction
            {
                let note = found.notes[found.program.entry][place][position];
                sections.push((bits.unsigned(), note.section, note.visible));
            }
        }
    }
    sections.sort_by_key(|(value, section, _)| (*value, *section == Section::Outside));
    let (inside, outside) = ((Section::User, false), (Section::Outside, true));
    let values: Vec<(u128, (Section, bool))> =
        sections.into_iter().map(|(value, section, visible)| (value, (section, visible))).collect();
    // Where the depth differs there are two copies.
    assert_eq!(
        values,
        [
            (1, inside),
            (2, inside),
            (2, inside),
            (3, inside),
            (3, outside),
            (4, inside),
            (4, outside)
        ]
    );
    // The other thread ends a section that it has not begun, as does one of the copies.
    assert_eq!(count(&found, |each| matches!(each, Instruction::Unsupported { .. })), 2);
}

#[test]
fn objects_of_a_call_end_with_it() {
    let found = bounded(
        "f0 function main() {
b0:
  call f1(1:i64, 7:i32, 9:i64)
  stop exit
}
f1 function f(r0:i64, ...) {
b0:
  r1:ptr = variadic_area
  r2:i32 = load i32 r1
  output r2
  return
}
",
        &bounds(1),
    );
    let instructions: Vec<&Instruction> = found.program.functions[found.program.entry].blocks
        [raddle_ir::index::Index::new(0)]
    .statements
    .iter()
    .map(|statement| &statement.instruction)
    .collect();
    assert!(matches!(instructions[0], Instruction::StackSave { .. }), "{instructions:?}");
    let size = |bits: &raddle_terms::Bits| bits.unsigned() == 16;
    assert!(
        matches!(instructions[1], Instruction::Allocate { size: Operand::Constant(bits), .. }
            if size(bits)),
        "{}",
        instructions[1]
    );
    assert_eq!(stores(&found), 2);
    assert!(matches!(instructions.last(), Some(Instruction::StackRestore { .. })));
}

#[test]
fn each_register_gets_its_own_value_where_nothing_was_written() {
    let found = bounded(
        "f0 function main() {
b0:
  jump b1(undefined:i32)
b1(r0:i32):
  jump b2(r0)
b2(r1:i32):
  output r0
  output r0
  output r1
  r2:i32 = call f1(r0)
  output r2
  stop exit
}
f1 function same(r0:i32) -> i32 {
b0:
  return r0
}
",
        &bounds(1),
    );
    let outputs = outputs(&found);
    assert_eq!(outputs[0], outputs[1]);
    assert_ne!(outputs[0], outputs[2]);
    assert_ne!(outputs[0], outputs[3]);
    assert!(outputs.iter().all(|output| matches!(output, Operand::Register(_))));
}

#[test]
fn a_false_assumption_is_the_end() {
    let found = bounded(
        "g0 global x 4 align 4
f0 function main() {
b0:
  r0:i1 = equal 1:i32, 2:i32
  assume r0
  store i32 g0 = 1:i32
  stop abort
}
",
        &bounds(1),
    );
    assert_eq!(stores(&found), 0);
    let blocks = &found.program.functions[found.program.entry].blocks;
    assert!(blocks.iter().all(|block| block.terminator == Terminator::Stop(StopReason::Exit)));
}

#[test]
fn a_pointer_to_no_function_is_a_memory_error() {
    let found = bounded(
        "f0 function main() {
b0:
  call *24:i64()
  stop exit
}
",
        &bounds(1),
    );
    let is_fault = |each: &Instruction| {
        matches!(each, Instruction::Check { kind: CheckKind::Memory, message, .. }
            if message == "calls through a pointer to no function")
    };
    assert_eq!(count(&found, is_fault), 1);
}
