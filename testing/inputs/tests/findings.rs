//! What campaigns have found, as small as it gets.

use raddle_frontend::{FrontendOptions, Loaded, load_llvm};
use raddle_ir::Target;

fn load(text: &str) -> Result<Loaded, String> {
    let options = FrontendOptions {
        inputs: Vec::new(),
        clang_arguments: Vec::new(),
        clang: None,
        target: Target { pointer_bits: 64 },
        optimise: 0,
        sanitize: false,
        nondet_externs: true,
        sv_comp: false,
    };
    load_llvm(&options, "input.ll", text).map_err(|error| error.message)
}

/// Debug information can name any file as the source.
#[cfg(unix)]
#[test]
fn a_source_file_that_never_ends_is_not_read() {
    let loaded = load(
        r#"define i32 @main() !dbg !3 {
  ret i32 0, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false)
!1 = !DIFile(filename: "/dev/zero", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !4, unit: !0)
!4 = !DISubroutineType(types: !6)
!5 = !DILocation(line: 1, scope: !3)
!6 = !{null}
"#,
    )
    .unwrap();
    let file = loaded.program.files.iter().find(|file| file.path == "/dev/zero").unwrap();
    assert_eq!(file.text, None);
}

/// A value of a hundred million parts was counted part by part.
#[test]
fn huge_aggregates_are_no_values() {
    let types = ["[100000000 x i8]", "[1000 x [1000 x [1000 x [1000 x {}]]]]"];
    for kind in types {
        for operation in ["extractvalue {} undef, 9", "freeze {} undef"] {
            let operation = operation.replace("{}", kind);
            let text = format!("define i32 @main() {{\n  %1 = {operation}\n  ret i32 0\n}}\n");
            let program = load(&text).unwrap().program.to_string();
            assert!(program.contains("a very large aggregate"), "{operation}: {program}");
        }
    }
}

/// A variable without a size was one of no bytes, so that every access was outside of it.
#[test]
fn a_variable_whose_type_has_no_size_is_refused() {
    let types = ["[18446744073709551615 x [2 x i64]]", "%itself"];
    for kind in types {
        let text = format!(
            "%itself = type {{ %itself, i8 }}\n@a = global {kind} zeroinitializer\n\
             define i32 @main() {{\n  store i8 1, ptr @a\n  ret i32 0\n}}\n"
        );
        let message = load(&text).unwrap_err();
        assert!(message.contains("the variable a is too large"), "{message}");
    }
}

/// The machine keeps all bytes of all objects.
#[test]
fn objects_that_no_run_could_keep_are_not_made() {
    for line in [
        "%p = alloca [99999999999 x i32]",
        "%p = alloca i8, i64 4000000000",
        "%p = call ptr @malloc(i64 99999999999)",
    ] {
        let text = format!(
            "declare ptr @malloc(i64)\n\
             define i32 @main() {{\n  {line}\n  store i8 1, ptr %p\n  ret i32 0\n}}\n"
        );
        raddle_inputs::llvm_text(text.as_bytes());
    }
    raddle_inputs::llvm_text(
        b"@a = global [99999999999 x i8] zeroinitializer\n\
          define i32 @main() {\n  store i8 1, ptr @a\n  ret i32 0\n}\n",
    );
}

/// Each of them was told with the whole instruction.
#[test]
fn the_number_of_problems_is_limited() {
    let cases = " i32 1, label %a".repeat(2000);
    let text = format!(
        "define i32 @main() {{\n  switch i32 0, label %a [{cases} ]\na:\n  ret i32 0\n}}\n"
    );
    assert!(load(&text).unwrap_err().contains("not well-formed"));
    let cases = "1:i32 b1, ".repeat(2000);
    let text = format!(
        "raddle-ir 1 target 64 entry f0\nf0 function main() {{\nb0:\n  \
         switch 0:i32 {{{cases}default b1}}\nb1:\n  return\n}}\n"
    );
    let program = raddle_ir::text::parse(&text).unwrap();
    let problems = raddle_ir::verify::verify(&program).unwrap_err();
    assert!((1..=100).contains(&problems.len()), "{}", problems.len());
}

/// No loop anywhere, but two to the hundredth calls: the thread must rest on the way.
#[test]
fn calls_without_a_loop_end_a_step_too() {
    let mut text = String::from("raddle-ir 1 target 64 entry f0\n");
    for number in 0..100 {
        let next = number + 1;
        text.push_str(&format!(
            "f{number} function a{number}() {{\nb0:\n  call f{next}()\n  call f{next}()\n  \
             return\n}}\n"
        ));
    }
    text.push_str("f100 function a100() {\nb0:\n  return\n}\n");
    raddle_inputs::ir_text(text.as_bytes());
}

/// Each of them would be fine.
#[test]
fn large_objects_in_one_step_are_limited() {
    let line = "  r#:ptr = allocate heap 268435456:i64\n";
    let lines: String = (0..200).map(|number| line.replace('#', &number.to_string())).collect();
    for body in [
        format!("{lines}  return\n"),
        "  jump b1\nb1:\n".to_owned() + &line.replace('#', "0") + "  jump b1\n",
    ] {
        let text =
            format!("raddle-ir 1 target 64 entry f0\nf0 function main() {{\nb0:\n{body}}}\n");
        let program = raddle_ir::text::parse(&text).unwrap();
        raddle_ir::verify::verify(&program).unwrap();
        raddle_inputs::ir_text(text.as_bytes());
    }
}
