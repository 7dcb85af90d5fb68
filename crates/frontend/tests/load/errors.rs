//! Input that is no program: one clear message, never a panic.

use std::path::PathBuf;

use raddle_frontend::{FrontendError, load};

use crate::support::{LP64, clangs, error_of, load_files, options};

fn error_of_path(path: PathBuf) -> FrontendError {
    let clang = clangs().into_iter().next();
    match load(&options(vec![path], clang, LP64)) {
        Ok(_) => panic!("this should not load"),
        Err(error) => error,
    }
}

#[track_caller]
fn assert_says(error: &FrontendError, words: &[&str]) {
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "{word:?} is not in:\n{text}");
    }
}

#[test]
fn a_missing_file() {
    let error = error_of_path(PathBuf::from("no/such/file.c"));
    assert_says(&error, &["cannot read no/such/file.c", "no such file"]);
}

#[test]
fn a_directory() {
    let directory = tempfile::tempdir().expect("a directory");
    let error = error_of_path(directory.path().to_owned());
    assert_says(&error, &["is a directory"]);
}

#[test]
fn files_that_hold_something_else() {
    assert_says(&error_of(&[("a.c", "")]), &["a.c is empty"]);
    assert_says(&error_of(&[("a.ll", "")]), &["a.ll is empty"]);
    assert_says(&error_of(&[("a.c", "int main\0")]), &["a.c is a binary file"]);
    assert_says(&error_of(&[("a.bc", "BC")]), &["bitcode", "llvm-dis"]);
    assert_says(&error_of(&[("a.cpp", "int main() {}")]), &["is C++"]);
    assert_says(&error_of(&[("a.txt", "hello")]), &["cannot tell what kind of file"]);
}

#[test]
fn a_c_error_is_told_in_clangs_words() {
    let error = error_of(&[("a.c", "int main(void) { return undeclared; }")]);
    assert_says(&error, &["clang does not accept", "undeclared", "a.c:1:25"]);
}

#[test]
fn a_missing_header_hints_at_the_include_path() {
    let error = error_of(&[("a.c", "#include \"nowhere.h\"\nint main(void) { return 0; }")]);
    assert_says(&error, &["nowhere.h", "-Iinclude"]);
}

#[test]
fn no_main() {
    assert_says(&error_of(&[("a.c", "int f(void) { return 0; }")]), &["no function main"]);
    assert_says(&error_of(&[("a.c", "/* nothing */")]), &["no function main"]);
}

#[test]
fn unknown_functions_are_listed_with_their_calls() {
    let source = "extern int one(void), two(void), variable;\n\
        int main(void) {\n  return one() + two()\n    + variable;\n}";
    let error = error_of(&[("a.c", source)]);
    assert_says(&error, &["one, called at", "a.c:3:10", "two, called at", "a.c:3:18"]);
    assert_says(&error, &["variable, used at", "a.c:4:7", "--nondet-externs"]);
}

#[test]
fn unknown_functions_in_dead_code_do_not_matter() {
    let source =
        "extern int one(void); int unused(void) { return one(); } int main(void) { return 0; }";
    assert!(crate::support::load_c(&[("a.c", source)]).is_ok());
}

#[test]
fn a_broken_text_names_the_line() {
    let error = error_of(&[("a.ll", "define i32 @main() {\n  ret i32 %nothing\n}\n")]);
    assert_says(&error, &["a.ll:2:"]);
    assert_says(&error_of(&[("a.ll", "hello\n")]), &["a.ll:1:"]);
}

#[test]
fn a_text_that_contradicts_itself() {
    let text = "target datalayout = \"e-m:e-i64:64-n8:16:32:64-S128\"
define i32 @main(i32 %c) {
  %t = icmp eq i32 %c, 0
  br i1 %t, label %a, label %b
a:
  %x = add i32 %c, 1
  br label %b
b:
  ret i32 %x
}
";
    assert_says(&error_of(&[("a.ll", text)]), &["not well-formed", "a.ll"]);
}

#[test]
fn functions_that_only_the_loader_runs() {
    let source = "static void f(void) {}\n\
        static void (*g)(void) __attribute__((section(\".init_array\"), used)) = f;\n\
        int main(void) { return 0; }";
    assert_says(&error_of(&[("a.c", source)]), &["`g`", ".init_array", "constructor"]);
}

#[test]
fn destructors_that_nobody_would_run() {
    let source = "int atexit(void (*f)(void)) { return 1; }\n\
        __attribute__((destructor)) static void f(void) {}\n\
        int main(void) { return 0; }";
    assert_says(&error_of(&[("a.c", source)]), &["destructors", "atexit"]);
}

#[test]
fn machines_that_we_do_not_model() {
    let text = "target datalayout = \"E-m:e-i64:64-n32:64\"\ndefine i32 @main() {\n ret i32 0\n}\n";
    assert_says(&error_of(&[("a.ll", text)]), &["big-endian"]);
}

#[test]
fn files_for_different_machines_do_not_mix() {
    let narrow = "target datalayout = \"e-m:e-p:32:32\"\ndefine i32 @f() {\n ret i32 0\n}\n";
    let error =
        error_of(&[("a.c", "int f(void); int main(void) { return f(); }"), ("b.ll", narrow)]);
    assert_says(&error, &["64 bits", "32", "--data-model"]);
}

#[test]
fn a_clang_that_cannot_run() {
    let directory = tempfile::tempdir().expect("a directory");
    let fake = directory.path().join("clang");
    std::fs::write(&fake, "#!/bin/sh\nkill -9 $$\n").expect("writable");
    let loaded = |clang: PathBuf| {
        load_files(&[("a.c", "int main(void) { return 0; }")], |_| {}, Some(clang), LP64)
    };
    let error = loaded(fake.clone()).expect_err("it is not executable");
    assert_says(&error, &["there is no clang at"]);

    use std::os::unix::fs::PermissionsExt;
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&fake, permissions.clone()).expect("changeable");
    let error = loaded(fake.clone()).expect_err("it kills itself");
    assert_says(&error, &["was killed by signal 9"]);

    let old =
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo clang version 9.0.1; else exit 1; fi\n";
    let second = directory.path().join("clang-old");
    std::fs::write(&second, old).expect("writable");
    std::fs::set_permissions(&second, permissions).expect("changeable");
    let error = loaded(second).expect_err("it is too old");
    assert_says(&error, &["is clang 9, which is too old"]);
}

#[test]
fn arguments_are_passed_on() {
    let source = "int main(void) { return VALUE; }";
    let clang = clangs().into_iter().next();
    let change = |options: &mut raddle_frontend::FrontendOptions| {
        options.clang_arguments = vec!["-DVALUE=3".to_owned()];
    };
    assert!(load_files(&[("a.c", source)], change, clang, LP64).is_ok());
}
