//! Structures, padding, block copies.

use raddle_ir::{Instruction, Operand, RegisterId, Type};

use crate::support::{ILP32, LP64, count, function, instructions, is_constant, text, with_program};

/// The registers that hold objects without a source name: scratch objects.
fn scratch(program: &raddle_ir::Program, name: &str) -> Vec<RegisterId> {
    let function = function(program, name);
    function
        .registers
        .iter_enumerated()
        .filter(|(_, register)| register.name.as_deref() == Some("scratch"))
        .map(|(id, _)| id)
        .collect()
}

#[test]
fn padding_is_never_read() {
    let source = "struct P { char c; int x; }; struct P global;
        int f(struct P p) { return p.x; } int main(void) { return f(global); }";
    with_program(LP64, source, |program| {
        let wide = |i: &Instruction| match i {
            Instruction::Load { access, .. } | Instruction::Store { access, .. } => {
                access.kind == Type::Integer(64)
            }
            _ => false,
        };
        assert_eq!(count(program, "main", wide), 0, "{}", text(program));
        assert_eq!(count(program, "f", wide), 0, "{}", text(program));
    });
}

#[test]
fn padding_of_structures_in_temporaries_is_zero() {
    // Twelve bytes travel as two integers, through a temporary of their own.
    let source = "struct P { int a, b; char c; }; struct P global;
        int f(struct P p) { return p.c; } int main(void) { return f(global); }";
    with_program(LP64, source, |program| {
        let zeroed = count(program, "main", |i| {
            matches!(i, Instruction::Store { value, access, .. }
                if is_constant(value, 0) && access.kind == Type::Integer(24))
        });
        assert_eq!(zeroed, 1, "{}", text(program));
    });
}

#[test]
fn shared_structures_are_copied_element_by_element_through_a_scratch_object() {
    let source = "struct P { int a; short b; char c; long d; } x, y;
        int main(void) { x = y; return 0; }";
    with_program(LP64, source, |program| {
        let scratch = scratch(program, "main");
        assert_eq!(scratch.len(), 1);
        let mut kinds = Vec::new();
        for instruction in instructions(program, "main") {
            let Instruction::Copy { to, from, access } = instruction else {
                continue;
            };
            let is_scratch = |o: &Operand| matches!(o, Operand::Register(r) if scratch.contains(r));
            assert!(is_scratch(to) != is_scratch(from), "{}", text(program));
            if is_scratch(to) {
                kinds.push(access.kind);
            }
        }
        // The padding byte behind c goes with it.
        let integer = Type::Integer;
        assert_eq!(kinds, [integer(32), integer(16), integer(16), integer(64)]);
    });
}

#[test]
fn private_structures_are_copied_directly() {
    let source = "struct P { int a, b; } x; int main(void) { struct P p = x; return p.b; }";
    with_program(LP64, source, |program| {
        assert!(scratch(program, "main").is_empty());
        assert_eq!(count(program, "main", |i| matches!(i, Instruction::Copy { .. })), 2);
    });
}

#[test]
fn overlapping_blocks_are_read_before_they_are_written() {
    let source = "void *memmove(void *, const void *, __SIZE_TYPE__);
        int main(void) { char t[4] = \"abc\"; memmove(t + 1, t, 2); return t[2]; }";
    with_program(LP64, source, |program| {
        let scratch = scratch(program, "main");
        assert_eq!(scratch.len(), 1, "{}", text(program));
        let all = instructions(program, "main");
        let reads = all.iter().position(|i| {
            matches!(i, Instruction::Copy { to: Operand::Register(r), .. } if scratch.contains(r))
        });
        let writes = all.iter().position(|i| {
            matches!(i, Instruction::Copy { from: Operand::Register(r), .. } if scratch.contains(r))
        });
        let (reads, writes) = (reads.expect("a read"), writes.expect("a write"));
        let copies_between =
            all[reads..writes].iter().filter(|i| matches!(i, Instruction::Copy { .. })).count();
        assert_eq!(copies_between, 2, "both bytes are read first: {}", text(program));
    });
}

#[test]
fn large_and_variable_copies_call_the_library() {
    let source = "void *memcpy(void *, const void *, __SIZE_TYPE__);
        char a[1000], b[1000];
        void f(unsigned n) { memcpy(a, b, n); } void g(void) { memcpy(a, b, sizeof a); }
        int main(void) { f(3); g(); return 0; }";
    with_program(ILP32, source, |program| {
        for name in ["f", "g"] {
            assert_eq!(count(program, name, |i| matches!(i, Instruction::Call { .. })), 1);
            assert_eq!(count(program, name, |i| matches!(i, Instruction::Copy { .. })), 0);
        }
        assert!(function(program, "memcpy").has_body());
    });
}

#[test]
fn filling_writes_every_byte_once() {
    let source = "void *memset(void *, int, __SIZE_TYPE__);
        struct S { char c; int x; } s; int main(void) { memset(&s, 1, sizeof s); return 0; }";
    with_program(LP64, source, |program| {
        let filled = count(
            program,
            "main",
            |i| matches!(i, Instruction::Store { value, .. } if is_constant(value, 0x0101_0101)),
        );
        assert_eq!(filled, 2, "{}", text(program));
    });
}

#[test]
fn a_structure_passed_by_value_is_copied_by_the_callee() {
    let source = "struct B { int a[8]; }; int f(struct B b) { b.a[0] = 1; return b.a[1]; }
        struct B shared; int main(void) { return f(shared); }";
    with_program(LP64, source, |program| {
        let allocated = count(
            program,
            "f",
            |i| matches!(i, Instruction::Allocate { name: Some(name), .. } if name == "b"),
        );
        assert_eq!(allocated, 1, "{}", text(program));
        assert!(count(program, "f", |i| matches!(i, Instruction::Copy { .. })) >= 8);
    });
}

#[test]
fn boolean_variables_are_bytes() {
    let source = "_Bool b; int main(void) { b = 5; return b; }";
    with_program(LP64, source, |program| {
        let bytes = count(program, "main", |i| match i {
            Instruction::Load { address: Operand::Global(_), access, .. }
            | Instruction::Store { address: Operand::Global(_), access, .. } => {
                access.kind == Type::Integer(8)
            }
            _ => false,
        });
        assert_eq!(bytes, 2);
    });
}
