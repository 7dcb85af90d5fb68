//! Names that mean something: the conventions of verification tools, and ours.

use raddle_ir::{AwaitKind, CheckKind, Instruction, StopReason, Terminator, Type};

use crate::support::{LP64, checks, count, function, instructions, load_files, text, with_program};

#[test]
fn nondeterministic_values_have_the_type_of_the_call() {
    let source =
        "extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void);
        extern double __VERIFIER_nondet_double(void); int __VERIFIER_nondet_uchar();
        int main(void) { return __VERIFIER_nondet_int() + __VERIFIER_nondet_bool()
            + (int)__VERIFIER_nondet_double() + __VERIFIER_nondet_uchar(); }";
    with_program(LP64, source, |program| {
        let main = function(program, "main");
        let widths: Vec<u16> = instructions(program, "main")
            .into_iter()
            .filter_map(|instruction| match instruction {
                Instruction::Nondet { result, .. } => {
                    Some(program.target.width(main.registers[*result].kind))
                }
                _ => None,
            })
            .collect();
        // An unsigned char stays one, though it was declared as an int.
        assert_eq!(widths, [32, 1, 64, 8], "{}", text(program));
    });
}

#[test]
fn assumptions_and_sections() {
    let source = "extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void),
            __VERIFIER_atomic_end(void);
        int x; int main(void) { __VERIFIER_assume(x); __VERIFIER_atomic_begin(); x++;
            __VERIFIER_atomic_end(); return 0; }";
    with_program(LP64, source, |program| {
        assert_eq!(count(program, "main", |i| matches!(i, Instruction::Assume { .. })), 1);
        assert_eq!(count(program, "main", |i| matches!(i, Instruction::AtomicBegin)), 1);
        assert_eq!(count(program, "main", |i| matches!(i, Instruction::AtomicEnd)), 1);
        assert_eq!(count(program, "main", |i| matches!(i, Instruction::Call { .. })), 0);
    });
}

#[test]
fn functions_may_be_atomic_by_name() {
    let source = "int x; int __VERIFIER_atomic_swap(int y) { if (y) return x; x = y; return 0; }
        int main(void) { return __VERIFIER_atomic_swap(1); }";
    with_program(LP64, source, |program| {
        let name = "__VERIFIER_atomic_swap";
        let begins = count(program, name, |i| matches!(i, Instruction::AtomicBegin));
        let ends = count(program, name, |i| matches!(i, Instruction::AtomicEnd));
        let function = function(program, name);
        let returns = function
            .blocks
            .iter()
            .filter(|block| matches!(block.terminator, Terminator::Return(_)));
        assert_eq!((begins, ends), (1, returns.count()));
        assert!(matches!(
            function.blocks.iter().next().map(|b| &b.statements[0].instruction),
            Some(Instruction::AtomicBegin)
        ));
    });
}

#[test]
fn an_error_location_is_a_check_and_its_body_runs() {
    let source =
        "int x; void reach_error(void) { x = 1; } int main(void) { reach_error(); return x; }";
    with_program(LP64, source, |program| {
        assert_eq!(checks(program, "main")[0].0, CheckKind::Reach);
        assert_eq!(count(program, "main", |i| matches!(i, Instruction::Call { .. })), 1);
    });
    let source = "extern void reach_error(void); int main(void) { reach_error(); return 0; }";
    with_program(LP64, source, |program| {
        assert_eq!(checks(program, "main")[0].0, CheckKind::Reach);
        let body = function(program, "reach_error");
        assert!(
            body.blocks
                .iter()
                .any(|block| { matches!(block.terminator, Terminator::Stop(StopReason::Abort)) })
        );
    });
}

#[test]
fn an_error_location_is_found_through_a_pointer() {
    let source = "void reach_error(void) {} void (*pointer)(void) = reach_error;
        int main(void) { pointer(); return 0; }";
    with_program(LP64, source, |program| {
        assert!(checks(program, "main").is_empty());
        assert_eq!(checks(program, "reach_error")[0].0, CheckKind::Reach);
    });
}

#[test]
fn a_failing_assertion_says_what_was_asserted() {
    let source = "#include <assert.h>\nint x; int main(void) { assert(x == 0); return 0; }";
    with_program(LP64, source, |program| {
        let found = checks(program, "main");
        assert!(found.contains(&(CheckKind::Assert, "x == 0".to_owned())), "{found:?}");
    });
}

#[test]
fn primitives_are_instructions() {
    let source = "unsigned __raddle_spawn(void *(*)(void *), void *); unsigned __raddle_self(void);
        int __raddle_await_holder(int, int); int __raddle_await_timed(int);
        void __raddle_check_leak(int, const char *); void *__raddle_allocate(__SIZE_TYPE__);
        void __raddle_copy4(void *, const void *); _Noreturn void __raddle_thread_exit(void);
        void *run(void *p) { return p; } int x, y;
        int main(void) {
            unsigned t = __raddle_spawn(run, 0);
            __raddle_await_holder(x == 0, 3);
            int r = __raddle_await_timed(x);
            __raddle_check_leak(r, \"a message\");
            int *p = __raddle_allocate(4); __raddle_copy4(p, &y);
            if (t) __raddle_thread_exit();
            return (int)__raddle_self(); }";
    with_program(LP64, source, |program| {
        let one = |test: fn(&Instruction) -> bool| {
            assert_eq!(count(program, "main", test), 1, "{}", text(program));
        };
        one(|i| matches!(i, Instruction::Spawn { .. }));
        one(|i| matches!(i, Instruction::CurrentThread { .. }));
        one(|i| matches!(i, Instruction::Await { kind: AwaitKind::Plain, holder: Some(_), .. }));
        one(|i| matches!(i, Instruction::Await { kind: AwaitKind::Timed, holder: None, .. }));
        one(|i| matches!(i, Instruction::Copy { access, .. } if access.kind == Type::Integer(32)));
        assert_eq!(checks(program, "main"), [(CheckKind::Leak, "a message".to_owned())]);
        let exits = function(program, "main")
            .blocks
            .iter()
            .filter(|block| matches!(block.terminator, Terminator::ThreadExit));
        assert_eq!(exits.count(), 1);
    });
}

#[test]
fn unknown_functions_return_anything_where_the_user_says_so() {
    let source =
        "extern int mystery(int), variable; int main(void) { return mystery(1) + variable; }";
    for (sv_comp, warnings) in [(false, 2), (true, 0)] {
        let loaded = load_files(
            &[("a.c", source)],
            |options| {
                options.nondet_externs = !sv_comp;
                options.sv_comp = sv_comp;
            },
            crate::support::clangs().into_iter().next(),
            LP64,
        )
        .unwrap_or_else(|error| panic!("{error}"));
        let made_up =
            count(&loaded.program, "mystery", |i| matches!(i, Instruction::Nondet { .. }));
        assert_eq!(made_up, 1);
        assert_eq!(loaded.warnings.len(), warnings, "{:?}", loaded.warnings);
    }
}
