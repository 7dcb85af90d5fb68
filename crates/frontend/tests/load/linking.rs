//! Several files and the library as one program.

use raddle_ir::{Callee, Instruction, Operand, Origin};

use crate::support::{
    LP64, count, error_of, function, instructions, program_of, text, with_program,
};

#[test]
fn an_unused_library_costs_nothing() {
    let program = program_of(&[("a.c", "int main(void) { return 0; }")]);
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["main", "__raddle_entry"]);
    assert!(program.globals.is_empty());
}

#[test]
fn the_users_definition_is_used_in_the_library_too() {
    let source = "void *malloc(__SIZE_TYPE__ n) { static char pool[99]; return pool; }
        char *strdup(const char *); int main(void) { return *strdup(\"x\"); }";
    with_program(LP64, source, |program| {
        let named: Vec<_> = program.functions.iter().filter(|f| f.name == "malloc").collect();
        assert_eq!(named.len(), 1);
        assert_eq!(named[0].origin, Origin::User);
        assert_eq!(function(program, "strdup").origin, Origin::Library);
    });
}

#[test]
fn static_names_of_different_files_are_different_things() {
    let program = program_of(&[
        ("a.c", "static int x = 1; int other(void); int main(void) { return x + other(); }"),
        ("b.c", "static int x = 2; int other(void) { return x; }"),
    ]);
    let mut names: Vec<&str> = program.globals.iter().map(|g| g.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["x", "x.1"]);
}

#[test]
fn a_declaration_finds_its_definition() {
    let program = program_of(&[
        ("a.c", "extern int shared; int main(void) { return shared; }"),
        ("b.c", "int shared = 7;"),
    ]);
    assert_eq!(program.globals.len(), 1);
    assert_eq!(program.globals.iter().next().map(|g| g.initial.len()), Some(1));
}

#[test]
fn strong_definitions_win_and_clash() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }";
    let program = program_of(&[("a.c", weak), ("b.c", "int f(void) { return 2; }")]);
    let f = function(&program, "f");
    let file = f.location.map(|l| program.files[l.file].path.clone()).unwrap_or_default();
    assert!(file.ends_with("b.c"), "{file}");

    let error = error_of(&[
        ("a.c", "int f(void) { return 1; } int main(void) { return f(); }"),
        ("b.c", "int f(void) { return 2; }"),
    ]);
    let message = &error.message;
    assert!(message.contains("f is defined twice"), "{message}");
    assert!(message.contains("a.c:1") && message.contains("b.c:1"), "{message}");
}

#[test]
fn a_weak_declaration_without_definition_is_null() {
    let source = "__attribute__((weak)) extern void maybe(void);
        int main(void) { if (maybe) maybe(); return 0; }";
    with_program(LP64, source, |program| {
        let null_calls = instructions(program, "main").into_iter().any(|i| {
            matches!(i, Instruction::Call { callee: Callee::Indirect(Operand::Constant(bits)), .. }
                if bits.is_zero())
        });
        assert!(null_calls, "{}", text(program));
    });
}

#[test]
fn inline_functions_of_every_spelling_have_bodies() {
    let source = "inline int c99(int x) { return x + 1; }
        static inline int local(int x) { return c99(x); }
        extern inline __attribute__((gnu_inline)) int gnu(int x) { return local(x); }
        inline int emitted(int x) { return x; } extern int emitted(int);
        int main(void) { return c99(1) + local(2) + gnu(3) + emitted(4); }";
    with_program(LP64, source, |program| {
        for name in ["c99", "local", "gnu", "emitted"] {
            assert!(function(program, name).has_body(), "{name}");
            let copies = program.functions.iter().filter(|f| f.name.starts_with(name));
            assert_eq!(copies.count(), 1, "{name}");
        }
    });
}

#[test]
fn calls_are_fitted_to_the_definition() {
    let program = program_of(&[
        ("a.c", "int f(); int g(); int main(void) { return f(1, 2, 3) + g(); }"),
        ("b.c", "int f(short a) { return a; } long g(int a, long b) { return b; }"),
    ]);
    // Well-formed, so counts and widths fit; the extra arguments are gone.
    let arguments: Vec<usize> = instructions(&program, "main")
        .into_iter()
        .filter_map(|instruction| match instruction {
            Instruction::Call { arguments, .. } => Some(arguments.len()),
            _ => None,
        })
        .collect();
    assert_eq!(arguments, [1, 2]);
}

#[test]
fn constructors_run_first_in_their_order() {
    let source = "int x; __attribute__((constructor(300))) static void second(void) { x = 2; }
        __attribute__((constructor(200))) static void first(void) { x = 1; }
        int main(int argc, char **argv) { return x + !argv[0]; }";
    with_program(LP64, source, |program| {
        let called: Vec<&str> = instructions(program, "__raddle_entry")
            .into_iter()
            .filter_map(|instruction| match instruction {
                Instruction::Call { callee: Callee::Direct(callee), .. } => {
                    Some(program.functions[*callee].name.as_str())
                }
                _ => None,
            })
            .collect();
        assert_eq!(called, ["first", "second", "main"]);
        let entry = &program.functions[program.entry];
        assert_eq!(entry.name, "__raddle_entry");
        assert!(program.globals.iter().any(|g| g.name.starts_with("__raddle_arguments")));
    });
}

#[test]
fn exit_is_called_where_it_has_something_to_do() {
    let source = "int atexit(void (*)(void)); int x; void f(void) { x = 1; }
        int main(void) { atexit(f); return 0; }";
    with_program(LP64, source, |program| {
        let calls = count(program, "__raddle_entry", |i| matches!(i, Instruction::Call { .. }));
        assert_eq!(calls, 2, "main and exit");
    });
}

#[test]
fn aliases_are_their_targets() {
    let source = "int real(void) { return 1; } int other(void) __attribute__((alias(\"real\")));
        int main(void) { return other(); }";
    with_program(LP64, source, |program| {
        assert!(program.function_named("other").is_none());
        assert!(function(program, "real").has_body());
    });
}

#[test]
fn a_body_in_another_file_wins_over_what_a_name_means_to_us() {
    let calls = |program: &raddle_ir::Program| {
        count(program, "main", |i| matches!(i, Instruction::Call { .. }))
    };
    let main = "int nondet_step(void); int __VERIFIER_nondet_int(void);
        int main(void) { return nondet_step() + __VERIFIER_nondet_int(); }";
    let alone = program_of(&[("a.c", main)]);
    assert_eq!(calls(&alone), 0, "{}", text(&alone));
    let both = program_of(&[("a.c", main), ("b.c", "int nondet_step(void) { return 3; }")]);
    assert_eq!(calls(&both), 1, "{}", text(&both));
}
