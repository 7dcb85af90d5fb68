//! Things that the fixtures do not have: newer versions, rarer forms.

use raddle_frontend::llvm::ast::{
    BinaryOperator, Callee, Constant, ConstantExpression, DebugRecord, DebugValue, Linkage, Module,
    Operation, TailCall, TerminatorOperation, Type, Value,
};

use crate::support::{body, calls, function, global, instructions, module, name_of};

fn read(text: &str) -> Module<'_> {
    module("text", text)
}

#[test]
fn names_may_be_quoted_or_numbers() {
    let module = read(
        "@\"with space\" = global i32 1\n@0 = private constant i32 2\n@\"\\01plain\" = global ptr @0\n\
         @\"\\C3\\A9t\\C3\\A9\" = global i32 3\n\
         define i32 @f(i32, i32 %\"named one\") {\n\
           %2 = add i32 %0, %\"named one\"\n  br label %\"block two\"\n\
         \"block two\":\n  %3 = load i32, ptr @\"with space\"\n  br label %4\n\
         4:\n  ret i32 %3\n}\n",
    );
    let names: Vec<String> =
        module.globals.iter().map(|each| module.symbol(each.symbol).name.to_string()).collect();
    assert_eq!(names, ["with space", "0", "plain", "été"]);
    let body = body(&module, "f");
    let blocks: Vec<String> = body.blocks.iter().map(|block| block.name.to_string()).collect();
    assert_eq!(blocks, ["1", "block two", "4"].map(str::to_owned).to_vec());
}

#[test]
fn results_without_a_name_get_the_next_number() {
    let module = read(
        "declare i32 @g()\ndefine i32 @f() {\n  call i32 @g()\n  %2 = add i32 %1, 1\n  ret i32 %2\n}\n",
    );
    let body = body(&module, "f");
    let names: Vec<String> = body.locals.iter().map(|local| local.name.to_string()).collect();
    assert_eq!(names, ["1", "2"]);
    assert_eq!(body.blocks[0].instructions[0].result.map(|local| local.0), Some(0));
}

#[test]
fn flags_of_newer_versions() {
    let module = read(
        "define i1 @f(i32 %a, ptr captures(none) initializes((0, 4)) range(i32 -5, 5) %p) {\n\
           %b = or disjoint i32 %a, 1\n  %c = zext nneg i32 %b to i64\n\
           %d = trunc nuw nsw i64 %c to i8\n  %e = getelementptr inbounds nuw i8, ptr %p, i64 4\n\
           %f = icmp samesign ult i32 %a, 5\n  %g = uitofp nneg i32 %a to float\n\
           %h = fadd fast float %g, 1.0\n  %i = fmul nnan contract float %h, %h\n  ret i1 %f\n}\n",
    );
    let operations: Vec<&Operation<'_>> =
        instructions(body(&module, "f")).map(|each| &each.operation).collect();
    assert!(matches!(operations[0], Operation::Binary { flags, .. } if flags.disjoint));
    assert!(matches!(operations[1], Operation::Cast { flags, .. } if flags.non_negative));
    assert!(matches!(
        operations[2],
        Operation::Cast { flags, .. } if flags.no_unsigned_wrap && flags.no_signed_wrap
    ));
    assert!(matches!(
        operations[3],
        Operation::GetElementPointer { flags, .. } if flags.in_bounds && flags.no_unsigned_wrap
    ));
    assert!(matches!(operations[4], Operation::CompareIntegers { flags, .. } if flags.same_sign));
    assert!(matches!(
        operations[6],
        Operation::Binary { operator: BinaryOperator::FloatAdd, fast_math, .. }
            if fast_math.no_nans && fast_math.no_infinities && fast_math.others
    ));
    assert!(matches!(
        operations[7],
        Operation::Binary { fast_math, .. } if fast_math.no_nans && !fast_math.no_infinities
    ));
}

#[test]
fn rarer_constants() {
    let module = read(
        "declare void @f()\n@a = global <4 x i32> splat (i32 -7)\n@b = global ptr no_cfi @f\n\
         @c = global i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64), i64 8)\n\
         @d = global i1 true\n@e = global i256 -1000000000000000000000000000000000000000000000000\n\
         @g = global ptr getelementptr inbounds nuw inrange(-8, 8) (i8, ptr @a, i64 8)\n\
         @h = global ptr getelementptr inbounds ({ [3 x ptr] }, ptr @a, i32 0, inrange i32 0, i32 2)\n\
         @i = global i32 select (i1 icmp eq (ptr @a, ptr @b), i32 1, i32 2)\n\
         @j = global { i32, ptr } { i32 undef, ptr poison }\n\
         @k = global i8 extractelement (<4 x i8> zeroinitializer, i32 1)\n",
    );
    let initialiser = |name| global(&module, name).initialiser.as_ref().expect("is defined");
    let Constant::Splat(element) = initialiser("a") else { panic!("a splat") };
    assert_eq!(element.value, Constant::Integer(-7));
    let f = function(&module, "f").symbol;
    assert_eq!(*initialiser("b"), Constant::Symbol(f));
    assert_eq!(*initialiser("d"), Constant::Integer(-1));
    assert!(matches!(initialiser("e"), Constant::WideInteger(text) if text.len() == 50));
    let expression = |name| match initialiser(name) {
        Constant::Expression(expression) => &**expression,
        other => panic!("no expression: {other:?}"),
    };
    assert!(matches!(
        expression("c"),
        ConstantExpression::Binary { operator: BinaryOperator::Subtract, .. }
    ));
    assert!(matches!(
        expression("g"),
        ConstantExpression::GetElementPointer { indices, .. } if indices.len() == 1
    ));
    assert!(matches!(
        expression("h"),
        ConstantExpression::GetElementPointer { indices, .. } if indices.len() == 3
    ));
    assert!(matches!(expression("i"), ConstantExpression::Select { .. }));
    let fields = [Constant::Undefined, Constant::Poison];
    assert!(matches!(
        initialiser("j"),
        Constant::Structure(parts) if parts.iter().map(|part| &part.value).eq(&fields)
    ));
    assert!(matches!(
        expression("k"),
        ConstantExpression::Unsupported { opcode: "extractelement" }
    ));
}

#[test]
fn calls_in_all_forms() {
    let module = read(
        "$once = comdat any\n%t = type { i32 }\n\
         define linkonce_odr hidden fastcc noundef zeroext i8 @once(i8 %a) unnamed_addr comdat align 16 {\n\
           ret i8 %a\n}\n\
         declare cc 10 void @conv(ptr nocapture sret(%t) align 4, ...) local_unnamed_addr nounwind \"k\"=\"v\"\n\
         declare void @llvm.assume(i1)\ndeclare void @llvm.experimental.noalias.scope.decl(metadata)\n\
         define void @f(ptr %p) noreturn {\n\
           %r = musttail call fastcc noundef zeroext i8 @once(i8 signext 3) #0\n\
           call cc 10 void (ptr, ...) @conv(ptr sret(%t) align 4 %p, double 0.0) nounwind\n\
           notail call void %p()\n\
           call void inttoptr (i64 4096 to ptr)(i32 1)\n\
           call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 16), \"nonnull\"(ptr %p) ]\n\
           call void @llvm.experimental.noalias.scope.decl(metadata !4)\n\
           unreachable\n}\n\
         attributes #0 = { noreturn \"a\"=\"}\" memory(argmem: readwrite) }\n!4 = !{}\n",
    );
    assert_eq!(function(&module, "once").linkage, Linkage::LinkOnce);
    assert!(function(&module, "once").result_attributes.zero_extended);
    assert!(function(&module, "f").attributes.no_return);
    let calls = calls(body(&module, "f"));
    assert_eq!(calls.len(), 6);
    assert_eq!(calls[0].tail, TailCall::MustTail);
    assert!(calls[0].attributes.no_return && calls[0].arguments[0].attributes.sign_extended);
    assert_eq!(module.types.describe(calls[1].function_type), "void (ptr, ...)");
    assert!(!calls[1].attributes.no_return);
    assert!(matches!(calls[2].callee, Callee::Indirect(Value::Local(_))));
    assert!(matches!(calls[3].callee, Callee::Indirect(Value::Constant(_))));
    assert_eq!(module.types.describe(calls[3].function_type), "void (i32)");
    assert_eq!(calls[4].bundles, ["align", "nonnull"]);
    assert!(matches!(calls[5].arguments[0].operand.value, Value::Metadata(_)));
}

#[test]
fn typed_pointers_of_all_sorts_are_pointers() {
    let module = read(
        "%s = type { %s*, i32 (%s*, ...)*, [2 x i8*]* }\n\
         define i32 (i8*)* @f(%s** %a, i8 addrspace(3)* %b, void ()** %c) {\n\
           %d = load void ()*, void ()** %c\n  call void %d()\n\
           %e = call i32 (i8*)* (%s**, i8 addrspace(3)*, void ()**) @f(%s** %a, i8 addrspace(3)* %b, void ()** %c)\n\
           %g = va_arg i8** null, { i32, i8* }\n  ret i32 (i8*)* %e\n}\n",
    );
    let f = function(&module, "f");
    assert_eq!(module.types.describe(f.type_id), "ptr (ptr, ptr addrspace(3), ptr)");
    let body = module
        .types
        .structure_body(
            module
                .types
                .find(&Type::Named(raddle_frontend::llvm::ast::StructureId(0)))
                .expect("is used"),
        )
        .expect("has a body");
    assert!(body.fields.iter().all(|field| module.types.is_pointer(*field)));
}

#[test]
fn debug_values_in_all_forms() {
    let module = read(
        "define void @f(i32 %a, i32 %b) !dbg !1 {\n\
           #dbg_value(i32 %a, !2, !DIExpression(), !3)\n\
           #dbg_value(!DIArgList(i32 %a, i32 %b), !2, !DIExpression(DW_OP_LLVM_arg, 0), !3)\n\
           #dbg_value(i32 poison, !2, !DIExpression(), !3)\n\
           #dbg_value(!{}, !2, !DIExpression(), !3)\n\
           #dbg_assign(i32 %a, !2, !DIExpression(), !4, ptr null, !DIExpression(), !3)\n\
           #dbg_label(!5, !3)\n\
           call void @llvm.dbg.value(metadata i32 undef, metadata !2, metadata !DIExpression()), !dbg !3\n\
           call void @llvm.dbg.value(metadata !DIArgList(i32 %a), metadata !2, metadata !DIExpression()), !dbg !3\n\
           ret void, !dbg !3\n}\n\
         declare void @llvm.dbg.value(metadata, metadata, metadata)\n",
    );
    let kinds: Vec<&str> = instructions(body(&module, "f"))
        .map(|each| {
            assert_eq!(each.location.map(|node| node.0), Some(3));
            match &each.operation {
                Operation::Debug(DebugRecord::Label(_)) => "label",
                Operation::Debug(DebugRecord::Variable { value, variable, .. }) => {
                    assert_eq!(variable.0, 2);
                    match value {
                        DebugValue::Operand(_) => "value",
                        DebugValue::List(_) => "list",
                        DebugValue::Gone => "gone",
                    }
                }
                other => panic!("no record: {other:?}"),
            }
        })
        .collect();
    assert_eq!(kinds, ["value", "list", "gone", "gone", "value", "label", "gone", "list"]);
}

#[test]
fn attribute_and_line_ends_do_not_confuse_calls() {
    let module = read(
        "declare void @g()\ndeclare i32 @h() nounwind\ndefine i32 @f() nounwind {\n\
           call void @g() noreturn\n  freeze i32 1\n  call void @g()\n  unreachable\n}\n",
    );
    let body = body(&module, "f");
    assert_eq!(body.blocks[0].instructions.len(), 3);
    let calls = calls(body);
    assert!(calls[0].attributes.no_return && !calls[1].attributes.no_return);
    assert_eq!(name_of(&module, module.functions[1].symbol), "h");
}

#[test]
fn switches_on_wide_numbers_are_unsupported() {
    let module = read(
        "define void @f(i256 %a) {\n  switch i256 %a, label %b [\n    i256 7, label %c\n  ]\n\
         b:\n  ret void\nc:\n  ret void\n}\n",
    );
    let TerminatorOperation::Unsupported { opcode, targets } =
        &body(&module, "f").blocks[0].terminator.operation
    else {
        panic!("is unsupported");
    };
    assert_eq!(*opcode, "switch");
    assert_eq!(targets.iter().map(|target| target.0).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn lines_are_those_of_the_text() {
    let module = read("; comment\n\ndefine void @f() {\n\n  fence seq_cst\n  ret void\n}\n");
    let f = function(&module, "f");
    let body = f.body.as_ref().expect("is defined");
    assert_eq!(f.line, 3);
    assert_eq!(body.blocks[0].instructions[0].line, 5);
    assert_eq!(body.blocks[0].terminator.line, 6);
}
