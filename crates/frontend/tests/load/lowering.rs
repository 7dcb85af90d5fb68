//! Instructions, types, debug information.

use raddle_ir::{DebugType, Instruction, Terminator, Type, UpdateOperator};
use raddle_terms::Operator;

use crate::support::{
    ILP32, LP64, count, function, instructions, load_files, text, unsupported, with_program,
};

#[test]
fn phis_become_block_parameters() {
    let source = "int f(int a, int b) { return a && b; } int main(void) { return f(1, 2); }";
    with_program(LP64, source, |program| {
        let joins = function(program, "f").blocks.iter().filter(|b| !b.parameters.is_empty());
        assert_eq!(joins.count(), 1, "{}", text(program));
    });
}

#[test]
fn pointers_move_by_bytes() {
    let source = "struct S { char c; int a[4]; }; struct S s[3];
        int f(int i, int j) { return s[i].a[j]; } int main(void) { return f(1, 2); }";
    with_program(ILP32, source, |program| {
        let multiplied: Vec<u128> = instructions(program, "f")
            .into_iter()
            .filter_map(|instruction| match instruction {
                Instruction::Apply { operator: Operator::Multiply, operands, .. } => {
                    match operands[1] {
                        raddle_ir::Operand::Constant(bits) => Some(bits.unsigned()),
                        _ => None,
                    }
                }
                _ => None,
            })
            .collect();
        assert_eq!(multiplied, [20, 4]);
    });
}

#[test]
fn casts_between_pointers_and_integers_are_moves() {
    let source = "unsigned long f(char *p) { return (unsigned long)p + 1; }
        int main(void) { return (int)f(0); }";
    with_program(LP64, source, |program| {
        let applied = count(program, "f", |i| matches!(i, Instruction::Apply { .. }));
        assert_eq!(applied, 1, "only the addition: {}", text(program));
    });
}

#[test]
fn structures_of_floats_travel_as_one_vector() {
    let source = "struct F { float x, y; }; float f(struct F v) { return v.x + v.y; }
        int main(void) { struct F v = {1, 2}; return (int)f(v); }";
    with_program(LP64, source, |program| {
        let f = function(program, "f");
        let kinds: Vec<Type> = f.parameters.iter().map(|r| f.registers[*r].kind).collect();
        assert_eq!(kinds, [Type::Integer(64)]);
        assert_eq!(unsupported(program, "f"), Vec::<String>::new());
    });
}

#[test]
fn structures_in_registers_are_several_scalars() {
    let source =
        "struct P { long a, b; }; struct P f(long x) { struct P p = {x, x + 1}; return p; }
        int main(void) { struct P p = f(1); return (int)p.b; }";
    with_program(LP64, source, |program| {
        assert_eq!(function(program, "f").results, [Type::Integer(64), Type::Integer(64)]);
    });
}

#[test]
fn long_double_can_be_moved_but_not_computed_with() {
    let source = "long double f(long double *p) { return *p; }
        long double g(long double x) { return x * 2; }
        int main(void) { long double x; f(&x); g(x); return 0; }";
    with_program(LP64, source, |program| {
        assert!(unsupported(program, "f").is_empty());
        assert_eq!(unsupported(program, "g"), ["long double arithmetic"]);
    });
}

#[test]
fn atomics_are_single_instructions() {
    let source = "#include <stdatomic.h>
        atomic_int a; _Atomic double d;
        int f(void) { int e = 0; atomic_store(&a, 1); atomic_fetch_sub(&a, 2);
            atomic_compare_exchange_weak(&a, &e, 3); atomic_thread_fence(memory_order_seq_cst);
            return atomic_load(&a); }
        int main(void) { return f(); }";
    with_program(LP64, source, |program| {
        let one = |test: fn(&Instruction) -> bool| assert_eq!(count(program, "f", test), 1);
        one(|i| matches!(i, Instruction::Store { access, .. } if access.order.is_atomic()));
        one(|i| matches!(i, Instruction::Load { access, .. } if access.order.is_atomic()));
        one(|i| {
            matches!(i, Instruction::Update { operator: UpdateOperator::Subtract, access, .. }
                if access.order.is_atomic())
        });
        one(|i| matches!(i, Instruction::CompareExchange { weak: true, .. }));
        one(|i| matches!(i, Instruction::Fence { .. }));
    });
}

#[test]
fn variable_arguments_lie_in_one_area() {
    let source = "#include <stdarg.h>
        int f(int n, ...) { va_list l; va_start(l, n); int x = va_arg(l, int); va_end(l); return x; }
        int main(void) { return f(1, 2, 3.0); }";
    for (target, stores_offsets) in [(LP64, true), (ILP32, false)] {
        with_program(target, source, |program| {
            assert!(function(program, "f").variadic);
            let areas = count(program, "f", |i| matches!(i, Instruction::VariadicArea { .. }));
            assert_eq!(areas, 1);
            let used_up = count(program, "f", |i| {
                matches!(i, Instruction::Store { value, .. }
                    if crate::support::is_constant(value, 48))
            });
            assert_eq!(used_up == 1, stores_offsets, "{}", text(program));
        });
    }
}

#[test]
fn computed_gotos_switch_over_their_labels() {
    let source =
        "int f(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }
        int main(void) { return f(1); }";
    with_program(LP64, source, |program| {
        let switches = function(program, "f")
            .blocks
            .iter()
            .filter(|block| matches!(block.terminator, Terminator::Switch { .. }));
        assert_eq!(switches.count(), 1);
    });
}

#[test]
fn only_harmless_assembly_is_understood() {
    let source = "int x; int f(void) { __asm__ volatile(\"\" ::: \"memory\");
            __asm__ volatile(\"mfence\" ::: \"memory\"); return x; }
        int g(void) { __asm__ volatile(\"incl %0\" : \"+m\"(x)); return x; }
        int main(void) { return f() + g(); }";
    with_program(LP64, source, |program| {
        // The empty one is for the compiler alone.
        assert_eq!(count(program, "f", |i| matches!(i, Instruction::Fence { .. })), 1);
        assert!(unsupported(program, "f").is_empty());
        let what = unsupported(program, "g");
        assert!(what.len() == 1 && what[0].contains("incl"), "{what:?}");
    });
}

#[test]
fn thread_local_variables_are_looked_up_at_each_use() {
    let source = "_Thread_local int t; int main(void) { t = 1; return t; }";
    with_program(LP64, source, |program| {
        let lookups =
            count(program, "main", |i| matches!(i, Instruction::ThreadLocalAddress { .. }));
        assert!(lookups >= 1, "{}", text(program));
        assert!(program.globals.iter().any(|g| g.name == "t" && g.thread_local));
    });
}

#[test]
fn variables_keep_their_names_and_types() {
    let source = "struct N { struct N *next; int value : 3; }; struct N head;
        int main(void) { struct N local = head; return local.value; }";
    with_program(LP64, source, |program| {
        let head = program.globals.iter().find(|g| g.name == "head").expect("head");
        let debug_type = head.debug_type.expect("a type");
        let DebugType::Structure { name, members, .. } = &program.types[debug_type] else {
            panic!("{:?}", program.types[debug_type]);
        };
        assert_eq!(name.as_deref(), Some("N"));
        assert_eq!(members[1].size_bits, 3);
        let DebugType::Pointer { to: Some(target) } = &program.types[members[0].of] else {
            panic!("next is a pointer");
        };
        assert_eq!(*target, debug_type, "the type refers to itself");
        let named = count(program, "main", |i| {
            matches!(i, Instruction::Allocate { name: Some(name), debug_type: Some(_), .. }
                if name == "local")
        });
        assert_eq!(named, 1);
    });
}

#[test]
fn statements_know_their_lines() {
    let source = "int x;\nint main(void) {\n  x = 1;\n  return 0;\n}\n";
    with_program(LP64, source, |program| {
        let store = function(program, "main")
            .blocks
            .iter()
            .flat_map(|block| &block.statements)
            .find(|s| {
                matches!(
                    s.instruction,
                    Instruction::Store { address: raddle_ir::Operand::Global(_), .. }
                )
            })
            .expect("the store");
        let location = store.location.expect("a location");
        assert_eq!((location.line, location.column), (3, 5));
        let file = &program.files[location.file];
        assert!(file.path.ends_with("test.c"));
        assert_eq!(file.text.as_deref(), Some(source));
    });
}

#[test]
fn the_optimiser_can_be_used() {
    let source = "int stop; int main(void) { while (!stop); return 0; }";
    for clang in crate::support::clangs() {
        let loaded = load_files(&[("a.c", source)], |o| o.optimise = 2, Some(clang), LP64);
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let loads = count(&program, "main", |i| matches!(i, Instruction::Load { .. }));
        assert!(loads <= 1, "the flag is read once: {}", text(&program));
    }
}
