//! Text that went through a preprocessor before.

use raddle_ir::{CheckKind, Instruction, Program};

use crate::support::{ILP32, LP64, checks, clangs, count, load_files};

fn with_text(text: &str, look: impl Fn(&Program)) {
    for clang in clangs() {
        for target in [LP64, ILP32] {
            let loaded = load_files(&[("a.i", text)], |_| {}, Some(clang.clone()), target);
            look(&loaded.unwrap_or_else(|error| panic!("{}: {error}", clang.display())).program);
        }
    }
}

#[test]
fn the_words_of_gccs_headers_are_known() {
    let text = "# 7 \"gone.h\" 3
        extern void give(void *);
        extern void *take(int) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (give, 1)));
        extern _Float64x wide(_Float32, _Float64, _Float32x);
        extern _Float128 wider(void);
        int main(void) { return 0; }";
    with_text(text, |_| {});
}

#[test]
fn the_same_headers_may_declare_them() {
    let text = "typedef float _Float32; typedef double _Float64; _Float32 half(_Float64 whole);
        int main(void) { return 0; }";
    with_text(text, |_| {});
}

/// As gcc's `<stdatomic.h>` has it.
#[test]
fn atomic_objects_are_accessed_by_gccs_builtins() {
    let text = "_Atomic int shared; _Atomic(int *) place; int plain;
        int main(void) {
            __auto_type at = &shared;
            __typeof__((void)0, *at) now, one = 1;
            int *none = 0;
            __atomic_load(at, &now, 0);
            __atomic_store(&place, &none, 3);
            __atomic_fetch_add(&plain, 1, 5);
            return __atomic_compare_exchange(&shared, &now, &one, 1, 5, 5);
        }";
    with_text(text, |program| {
        let updates = |each: &Instruction| matches!(each, Instruction::Update { .. });
        let exchanges = |each: &Instruction| matches!(each, Instruction::CompareExchange { .. });
        assert_eq!((count(program, "main", updates), count(program, "main", exchanges)), (1, 1));
    });
}

#[test]
fn names_that_are_macros_elsewhere_are_names() {
    with_text("int linux, unix, i386; int main(void) { return linux + unix + i386; }", |_| {});
}

#[test]
fn nobody_is_left_out_of_the_checks() {
    let text = "__attribute__((no_sanitize(\"undefined\"))) int add(int a, int b) { return a + b; }
        int main(void) { return add(1, 2); }";
    with_text(text, |program| {
        let found: Vec<CheckKind> =
            checks(program, "add").into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(found, [CheckKind::Overflow]);
    });
}
