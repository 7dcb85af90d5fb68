//! The compiler's traps as checks.

use raddle_ir::CheckKind::{Division, Memory, Overflow, Shift};
use raddle_ir::{Instruction, StopReason, Terminator};

use crate::support::{
    LP64, checks, clangs, count, function, load_files, program_of, text, with_program,
};

fn kinds(program: &raddle_ir::Program, name: &str) -> Vec<raddle_ir::CheckKind> {
    checks(program, name).into_iter().map(|(kind, _)| kind).collect()
}

#[test]
fn each_trap_becomes_its_check() {
    let source = "int t[4];
        int add(int a, int b) { return a + b; }
        int divide(int a, int b) { return a / b; }
        unsigned modulo(unsigned a, unsigned b) { return a % b; }
        int shift(int a, int b) { return a << b; }
        int right(int a, int b) { return a >> b; }
        int element(int i) { return t[i]; }
        int negate(int a) { return -a; }
        int main(void) { return add(1, 2) + divide(3, 4) + (int)modulo(5, 6) + shift(7, 8)
            + right(1, 1) + element(1) + negate(1); }";
    with_program(LP64, source, |program| {
        assert_eq!(checks(program, "add"), [(Overflow, "signed addition overflows".to_owned())]);
        assert_eq!(kinds(program, "divide"), [Overflow, Division]);
        assert_eq!(kinds(program, "modulo"), [Division]);
        assert_eq!(kinds(program, "shift"), [Shift, Shift]);
        assert_eq!(kinds(program, "right"), [Shift]);
        assert_eq!(kinds(program, "element"), [Memory]);
        assert_eq!(kinds(program, "negate"), [Overflow]);
        for name in ["add", "divide", "shift", "element"] {
            let stops = function(program, name)
                .blocks
                .iter()
                .any(|block| matches!(block.terminator, Terminator::Stop(StopReason::Undefined)));
            assert!(!stops, "no trap is left: {}", text(program));
        }
    });
}

#[test]
fn constant_divisors_need_no_check() {
    let program = program_of(&[(
        "a.c",
        "unsigned f(unsigned a) { return a / 3; } int main(void) { return f(1); }",
    )]);
    assert!(checks(&program, "f").is_empty(), "{}", text(&program));
}

#[test]
fn divisions_are_checked_without_the_compilers_help() {
    let source = "int f(int a, int b) { return a / b; } int main(void) { return f(1, 2); }";
    for clang in clangs() {
        let loaded = load_files(&[("a.c", source)], |o| o.sanitize = false, Some(clang), LP64);
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        assert_eq!(kinds(&program, "f"), [Division, Overflow]);
        assert!(kinds(&program, "main").is_empty());
    }
}

#[test]
fn a_trap_in_hand_written_text_is_a_check_too() {
    let text = "target datalayout = \"e-m:e-i64:64-n8:16:32:64-S128\"
declare void @llvm.ubsantrap(i8)
define i32 @main() {
  call void @llvm.ubsantrap(i8 18)
  unreachable
}
";
    let program = program_of(&[("a.ll", text)]);
    assert_eq!(kinds(&program, "main"), [Memory]);
    assert_eq!(count(&program, "main", |i| matches!(i, Instruction::Check { .. })), 1);
}

/// Clang's usual way: one trap for both reasons. Where it has computed the division, nobody
/// can tell which it is.
#[test]
fn one_trap_for_both_reasons_of_a_division() {
    let program = |condition: &str, division: &str| {
        let text = format!(
            "target datalayout = \"e-m:e-i64:64-n8:16:32:64-S128\"
declare void @llvm.ubsantrap(i8)
define i32 @main(i32 %a, ptr %b) {{
  {condition}
bad:
  call void @llvm.ubsantrap(i8 3), !nosanitize !0
  unreachable, !nosanitize !0
good:
  {division}
  ret i32 0
}}
!0 = !{{}}
"
        );
        program_of(&[("a.ll", &text)])
    };
    let both = program(
        "%c = icmp ne i32 %a, 0\n  br i1 %c, label %good, label %bad",
        "%d = sdiv i32 7, %a",
    );
    assert_eq!(kinds(&both, "main"), [Division]);
    let folded = program("br i1 false, label %good, label %bad", "%d = add i32 7, %a");
    assert!(kinds(&folded, "main").is_empty(), "{}", text(&folded));
    assert!(text(&folded).contains("a division of constants"), "{}", text(&folded));
}

/// Where it is installed may tell another version than what it is; the checks need the right one.
#[cfg(unix)]
#[test]
fn the_last_array_of_a_structure_is_checked_whatever_clang_is_called() {
    use std::os::unix::fs::PermissionsExt;
    let source = "struct s { int n; int last[4]; } g;
        int element(int i) { return g.last[i]; } int main(void) { return element(1); }";
    let directory = tempfile::tempdir().expect("a directory");
    for clang in clangs() {
        for name in ["clang-14", "clang-19", "clang"] {
            let fake = directory.path().join(name);
            let script = format!("#!/bin/sh\nexec {} \"$@\"\n", clang.display());
            std::fs::write(&fake, script).expect("writable");
            let permissions = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&fake, permissions).expect("changeable");
            let loaded = load_files(&[("a.c", source)], |_| {}, Some(fake), LP64);
            let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
            assert_eq!(kinds(&program, "element"), [Memory], "{} as {name}", clang.display());
        }
    }
}
