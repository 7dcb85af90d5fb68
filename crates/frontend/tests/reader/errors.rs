//! What is refused, and what is said about it.

use raddle_frontend::llvm::read;

/// The text is refused at this place with these words.
fn refused(text: &str, line: u32, column: u32, words: &str) {
    match read(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => {
            assert!(error.message.contains(words), "{error} does not say {words:?}");
            assert_eq!((error.line, error.column), (line, column), "{error}");
        }
    }
}

fn in_function(instruction: &str) -> String {
    format!("define i32 @f(i32 %a, ptr %p) {{\nentry:\n  {instruction}\n  ret i32 %a\n}}\n")
}

#[test]
fn unknown_instructions_are_named() {
    refused(&in_function("%b = frobnicate i32 %a"), 3, 8, "unknown instruction `frobnicate`");
    refused(&in_function("%b = add i32 %a, %c"), 3, 20, "%c is used but never defined");
    refused(&in_function("#dbg_frob(!1)"), 3, 3, "unknown debug record `#dbg_frob`");
    let error = read(&in_function("launch the missiles")).expect_err("is refused");
    assert_eq!(error.to_string(), "line 3, column 3: unknown instruction `launch`");
}

#[test]
fn names_must_be_defined_once() {
    refused(&in_function("%a = add i32 1, 2"), 3, 3, "%a is defined twice");
    refused(&in_function("br label %nowhere"), 3, 12, "there is no block %nowhere");
    refused(&in_function("call void @g()"), 3, 13, "@g is used but never declared");
    refused("@a = global i32 0\n@a = global i32 1\n", 2, 1, "@a is defined twice");
    refused("@a = external global %t\n", 1, 22, "the type %t is used but never defined");
    refused(&in_function("br label %entry\nentry:"), 4, 1, "there are two blocks %entry");
}

#[test]
fn types_must_agree() {
    refused(&in_function("%b = add i64 %a, 1"), 3, 16, "%a has type i32 in one place and i64");
    refused(&in_function("%b = load i32, i32 %a"), 3, 18, "expected a pointer");
    refused(&in_function("%b = fadd i32 %a, %a"), 3, 13, "wrong type");
    refused(&in_function("%b = icmp eq i8 300, 1"), 3, 19, "300 does not fit into i8");
    refused(&in_function("br i32 %a, label %entry, label %entry"), 3, 12, "i1");
    refused(&in_function("store i32 1.5, ptr %p"), 3, 13, "no value of type i32");
    refused("@a = global [2 x i32] [i32 1]\n", 1, 23, "no value of type [2 x i32]");
    refused("@a = global [2 x i8] c\"abc\"\n", 1, 22, "no value of type [2 x i8]");
    refused("@a = global { i8, i8 } { i8 1, i16 2 }\n", 1, 24, "no value of type { i8, i8 }");
    refused(&in_function("%b = extractvalue { i32 } zeroinitializer, 1"), 3, 46, "no part 1");
    refused(&in_function("%v = ret i32 %a"), 3, 3, "computes no value");
}

#[test]
fn lost_meanings_are_refused() {
    refused("declare void @f(ptr byval)\n", 1, 26, "the type of `byval`");
    refused("declare void @f() #3\n", 1, 19, "there are no attributes #3");
    refused(&in_function("store i32 %a, ptr %p, align 3"), 3, 31, "no power of two");
}

#[test]
fn broken_text_is_refused() {
    refused("define void @f() {\n", 2, 1, "expected an instruction, found the end of the text");
    refused("define void @f() {\n}\n", 1, 18, "without a block");
    refused("!0 = !{!1\n", 1, 4, "never closed");
    refused("@a = global [2 x i8] c\"ab\n", 1, 22, "expected a value");
    refused("hello world\n", 1, 1, "expected a definition, found `hello`");
    refused("é\n", 1, 1, "expected a definition, found `é`");
}
