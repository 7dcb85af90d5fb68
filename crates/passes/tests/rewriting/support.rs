//! A pass as a function from text to text, with the verifier before and after.

use raddle_ir::Program;
use raddle_ir::text::parse;
use raddle_ir::verify::verify;

/// Runs a pass on the items of a program and compares the whole result.
/// Indentation does not matter.
pub fn check(pass: impl Fn(&mut Program), before: &str, after: &str) {
    let text = format!("raddle-ir 1 target 64 entry f0\n{before}");
    let mut program = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&program).unwrap_or_else(|problems| panic!("before: {problems:#?}"));
    pass(&mut program);
    let found = program.to_string();
    verify(&program).unwrap_or_else(|problems| panic!("after: {problems:#?}\n{found}"));
    let wanted = format!("raddle-ir 1 target 64 entry {}\n{after}", program.entry);
    assert_eq!(lines(&found), lines(&wanted), "\n{found}");
}

/// The same for the body of `f0 f(r0.c:i1, r1.n:i32, r2.p:ptr) -> i32`.
pub fn check_body(pass: impl Fn(&mut Program), before: &str, after: &str) {
    let head = "file0 \"a.c\"\nf0 function f(r0.c:i1, r1.n:i32, r2.p:ptr) -> i32 {\n";
    check(pass, &format!("{head}{before}\n}}\n"), &format!("{head}{after}\n}}\n"));
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}
