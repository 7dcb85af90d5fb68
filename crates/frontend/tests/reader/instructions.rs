//! Instructions, with their operands and types.

use raddle_frontend::llvm::ast::{
    BinaryOperator, Callee, CastOperator, Constant, IntegerPredicate, Module, Operation, Ordering,
    TerminatorOperation, Type, UpdateOperator, Value,
};

use crate::support::{body, calls, calls_of, fixture, function, instructions, module, name_of};

fn on(names: &[&str], check: impl Fn(&Module<'_>)) {
    for name in names {
        let text = fixture(name);
        check(&module(name, &text));
    }
}

#[test]
fn integer_operators_in_order() {
    on(&["arithmetic-14-O0", "arithmetic-19-O0"], |module| {
        let operators = |name| -> Vec<(BinaryOperator, bool)> {
            instructions(body(module, name))
                .filter_map(|instruction| match &instruction.operation {
                    Operation::Binary { operator, flags, .. } => {
                        Some((*operator, flags.no_signed_wrap))
                    }
                    _ => None,
                })
                .collect()
        };
        use BinaryOperator as B;
        assert_eq!(
            operators("signed_ops"),
            [
                (B::Add, true),
                (B::Multiply, true),
                (B::Subtract, true),
                (B::Or, false),
                (B::SignedDivide, false),
                (B::Xor, false),
                (B::SignedRemainder, false),
                (B::Or, false),
                (B::Xor, false),
                (B::And, false),
                (B::ShiftLeft, false),
                (B::ArithmeticShiftRight, false),
                (B::Subtract, true),
            ]
        );
        assert_eq!(
            operators("unsigned_ops").into_iter().map(|(each, _)| each).collect::<Vec<_>>(),
            [
                B::UnsignedDivide,
                B::UnsignedRemainder,
                B::Add,
                B::ShiftLeft,
                B::LogicalShiftRight,
                B::Or,
            ]
        );
    });
}

#[test]
fn comparisons_in_order() {
    on(&["arithmetic-14-O0", "arithmetic-19-O0"], |module| {
        let predicates: Vec<IntegerPredicate> = instructions(body(module, "comparisons"))
            .filter_map(|instruction| match &instruction.operation {
                Operation::CompareIntegers { predicate, .. } => Some(*predicate),
                _ => None,
            })
            .take(11)
            .collect();
        use IntegerPredicate as P;
        assert_eq!(
            predicates,
            [
                P::SignedLess,
                P::SignedLessOrEqual,
                P::SignedGreater,
                P::SignedGreaterOrEqual,
                P::Equal,
                P::NotEqual,
                P::UnsignedLess,
                P::UnsignedLessOrEqual,
                P::UnsignedGreater,
                P::UnsignedGreaterOrEqual,
                P::Equal,
            ]
        );
    });
}

/// The constants that a function stores, in order.
fn stored_constants(module: &Module<'_>, name: &str) -> Vec<i128> {
    instructions(body(module, name))
        .filter_map(|instruction| match &instruction.operation {
            Operation::Store { value, .. } => match value.value {
                Value::Constant(Constant::Integer(number)) => Some(number),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

#[test]
fn constants_keep_their_sign_and_width() {
    on(&["arithmetic-14-O0", "arithmetic-19-O0"], |module| {
        assert_eq!(stored_constants(module, "negative_constants"), [-128, -32768]);
        let wide = (1i128 << 100) - 5;
        assert!(stored_constants(module, "conversions").contains(&wide));
    });
}

#[test]
fn float_operations() {
    on(&["floats-14-O0", "floats-19-O0"], |module| {
        let negations = instructions(body(module, "arithmetic"))
            .filter(|each| matches!(each.operation, Operation::Negate { .. }));
        assert_eq!(negations.count(), 1);
        let comparisons = instructions(body(module, "comparisons"))
            .filter(|each| matches!(each.operation, Operation::CompareFloats { .. }));
        assert_eq!(comparisons.count(), 7);
        let casts: Vec<CastOperator> = instructions(body(module, "conversions"))
            .filter_map(|each| match each.operation {
                Operation::Cast { operator, .. } => Some(operator),
                _ => None,
            })
            .collect();
        use CastOperator as C;
        for wanted in [
            C::FloatTruncate,
            C::FloatExtend,
            C::FloatToSigned,
            C::FloatToUnsigned,
            C::SignedToFloat,
            C::UnsignedToFloat,
        ] {
            assert!(casts.contains(&wanted), "{wanted:?} is missing");
        }
    });
}

#[test]
fn every_local_has_the_type_of_its_definition() {
    on(&["pointers-14-O0", "pointers-19-O0"], |module| {
        let walk = body(module, "walk");
        for instruction in instructions(walk) {
            let Some(result) = instruction.result else { continue };
            let found = module.type_of(walk.local(result).type_id);
            match &instruction.operation {
                Operation::Load { type_id, .. } => assert_eq!(found, module.type_of(*type_id)),
                Operation::Allocate { .. } | Operation::GetElementPointer { .. } => {
                    assert_eq!(*found, Type::Pointer { address_space: 0 });
                }
                Operation::CompareIntegers { .. } => assert_eq!(*found, Type::Integer(1)),
                Operation::Call(_) | Operation::Binary { .. } => {
                    assert_eq!(*found, Type::Integer(32));
                }
                _ => {}
            }
        }
        let indirect = calls(walk)
            .into_iter()
            .filter(|call| matches!(call.callee, Callee::Indirect(Value::Local(_))));
        assert_eq!(indirect.count(), 2);
    });
}

/// Clang 14 calls a cast of the declaration, later ones the declaration itself.
#[test]
fn a_call_without_prototype_is_direct() {
    on(&["pointers-14-O0", "pointers-19-O0"], |module| {
        let [call] = calls_of(module, "call_without_prototype", "no_prototype")[..] else {
            panic!("one call");
        };
        assert_eq!(call.arguments.len(), 2);
        assert_eq!(*module.type_of(call.arguments[0].operand.type_id), Type::Integer(32));
    });
}

#[test]
fn structures_pass_by_value_and_return_in_memory() {
    on(&["calls-14-O0", "calls-19-O0", "calls-14-m32", "calls-19-m32"], |module| {
        let structure = |id: Option<_>| module.types.describe(id.expect("has the attribute"));
        let make = function(module, "make");
        assert_eq!(structure(make.parameters[0].attributes.structure_return), "%struct.big");
        let take = function(module, "take");
        let attributes: Vec<_> = take.parameters.iter().map(|each| each.attributes).collect();
        assert_eq!(structure(attributes[0].by_value), "%struct.big");
        assert!(attributes[1].sign_extended && !attributes[1].zero_extended);
        assert!(attributes[2].zero_extended && attributes[3].zero_extended);
        let [call] = calls_of(module, "caller", "take")[..] else { panic!("one call") };
        assert_eq!(structure(call.arguments[0].attributes.by_value), "%struct.big");
        assert!(call.arguments[1].attributes.sign_extended);
        let [call] = calls_of(module, "caller", "make")[..] else { panic!("one call") };
        assert_eq!(structure(call.arguments[0].attributes.structure_return), "%struct.big");
        assert_eq!(*module.type_of(call.result_type), Type::Void);
    });
    on(&["calls-14-O0", "calls-19-O0"], |module| {
        let [call] = calls_of(module, "caller", "both")[..] else { panic!("one call") };
        assert_eq!(module.types.describe(call.result_type), "{ i64, i64 }");
        let extracted: Vec<&[u32]> = instructions(body(module, "caller"))
            .filter_map(|each| match &each.operation {
                Operation::ExtractValue { indices, .. } => Some(&indices[..]),
                _ => None,
            })
            .collect();
        assert_eq!(extracted, [&[0], &[1]]);
    });
}

#[test]
fn variadic_calls_know_their_function_type() {
    on(&["calls-14-O0", "calls-19-O0"], |module| {
        assert!(function(module, "sum").variadic);
        let [call] = calls_of(module, "variadic", "printf")[..] else { panic!("one call") };
        assert_eq!(module.types.describe(call.function_type), "i32 (ptr, ...)");
        assert_eq!(call.arguments.len(), 3);
        let [call] = calls_of(module, "variadic", "sum")[..] else { panic!("one call") };
        assert_eq!(
            call.arguments[2].operand.value,
            Value::Constant(Constant::Float(2.0f64.to_bits().into()))
        );
    });
}

#[test]
fn assembly_is_kept_and_assembly_with_gotos_is_unsupported() {
    on(&["calls-14-O0", "calls-19-O0"], |module| {
        let assembly = body(module, "assembly");
        let [call] = calls(assembly)[..] else { panic!("one call") };
        let Callee::Assembly(text) = &call.callee else { panic!("of assembly") };
        assert_eq!(text.template, "addl $1, $0\n\tnop");
        assert!(text.constraints.contains("~{memory}"));
        assert!(text.side_effects);
        let TerminatorOperation::Unsupported { opcode, targets } =
            &assembly.blocks[0].terminator.operation
        else {
            panic!("the second assembly ends its block");
        };
        assert_eq!(*opcode, "callbr");
        let names: Vec<String> =
            targets.iter().map(|each| assembly.block(*each).name.to_string()).collect();
        assert_eq!(names, ["asm.fallthrough", "out"]);
    });
}

#[test]
fn functions_that_do_not_return() {
    on(&["calls-14-O0", "calls-19-O0"], |module| {
        assert!(function(module, "exit").attributes.no_return);
        assert!(calls_of(module, "tail", "exit")[0].attributes.no_return);
        assert!(!function(module, "take").attributes.no_return);
        assert!(function(module, "take").attributes.no_inline);
        assert!(!function(module, "printf").attributes.no_inline);
    });
}

#[test]
fn exception_handling_is_unsupported_but_keeps_its_place() {
    on(&["cleanup-14-O0", "cleanup-19-O0"], |module| {
        let guarded = body(module, "guarded");
        let ends: Vec<&str> = guarded
            .blocks
            .iter()
            .filter_map(|block| match &block.terminator.operation {
                TerminatorOperation::Unsupported { opcode, .. } => Some(*opcode),
                _ => None,
            })
            .collect();
        assert_eq!(ends, ["invoke", "invoke", "resume"]);
        let pads: Vec<_> = instructions(guarded)
            .filter(|each| {
                matches!(each.operation, Operation::Unsupported { opcode: "landingpad" })
            })
            .collect();
        assert_eq!(pads.len(), 2);
        let result = guarded.local(pads[0].result.expect("a landing pad has a result"));
        assert_eq!(module.types.describe(result.type_id), "{ ptr, i32 }");
    });
}

#[test]
fn atomic_loads_and_stores() {
    on(&["atomics-14-O0", "atomics-19-O0"], |module| {
        let orders: Vec<Option<Ordering>> = instructions(body(module, "loads"))
            .filter_map(|each| match &each.operation {
                Operation::Load { access, .. } if access.atomicity.is_some() => {
                    Some(access.atomicity.map(|atomicity| atomicity.ordering))
                }
                _ => None,
            })
            .collect();
        assert_eq!(
            orders,
            [
                Some(Ordering::Monotonic),
                Some(Ordering::Acquire),
                Some(Ordering::SequentiallyConsistent)
            ]
        );
        let volatile: Vec<&str> = instructions(body(module, "stores"))
            .filter_map(|each| match &each.operation {
                Operation::Load { access, .. } if access.volatile => Some("load"),
                Operation::Store { access, .. } if access.volatile => Some("store"),
                _ => None,
            })
            .collect();
        assert_eq!(volatile, ["load", "store"]);
    });
}

#[test]
fn atomic_updates_in_order() {
    on(&["atomics-14-O0", "atomics-19-O0"], |module| {
        let updates: Vec<UpdateOperator> = instructions(body(module, "updates"))
            .filter_map(|each| match &each.operation {
                Operation::AtomicUpdate { operator, .. } => Some(*operator),
                _ => None,
            })
            .take(14)
            .collect();
        use UpdateOperator as U;
        assert_eq!(
            updates,
            [
                U::Add,
                U::Subtract,
                U::Exchange,
                U::Add,
                U::And,
                U::Or,
                U::Xor,
                U::SignedMaximum,
                U::SignedMinimum,
                U::UnsignedMaximum,
                U::UnsignedMinimum,
                U::Nand,
                U::Exchange,
                U::Add,
            ]
        );
    });
}

#[test]
fn compare_exchange_and_fences() {
    on(&["atomics-14-O0", "atomics-19-O0"], |module| {
        let exchanges = body(module, "exchanges");
        let found: Vec<(bool, Ordering, Ordering, String)> = instructions(exchanges)
            .filter_map(|each| match &each.operation {
                Operation::CompareExchange { weak, success, failure, .. } => {
                    let result = exchanges.local(each.result.expect("has a result"));
                    let result = module.types.describe(result.type_id);
                    Some((*weak, success.ordering, *failure, result))
                }
                _ => None,
            })
            .collect();
        use Ordering as O;
        let pair = || "{ i32, i1 }".to_owned();
        assert_eq!(
            found,
            [
                (false, O::SequentiallyConsistent, O::Monotonic, pair()),
                (true, O::AcquireRelease, O::Acquire, pair()),
                (false, O::SequentiallyConsistent, O::SequentiallyConsistent, pair()),
            ]
        );
        let fences: Vec<(Ordering, bool)> = instructions(body(module, "fences"))
            .filter_map(|each| match &each.operation {
                Operation::Fence(atomicity) => Some((atomicity.ordering, atomicity.single_thread)),
                _ => None,
            })
            .collect();
        assert_eq!(fences, [(O::SequentiallyConsistent, false), (O::Acquire, true)]);
    });
}

#[test]
fn vectors_have_the_right_shapes() {
    on(&["vectors-14-O0", "vectors-19-O0"], |module| {
        let lanes = body(module, "lanes");
        let mut seen = Vec::new();
        for each in instructions(lanes) {
            let result = each.result.map(|local| module.types.describe(lanes.local(local).type_id));
            match (&each.operation, result) {
                (Operation::ExtractElement { .. }, Some(found)) => {
                    seen.push("extract");
                    assert_eq!(found, "i32");
                }
                (Operation::InsertElement { .. }, Some(found)) => {
                    seen.push("insert");
                    assert_eq!(found, "<4 x i32>");
                }
                (Operation::ShuffleVector { .. }, Some(found)) => {
                    seen.push("shuffle");
                    assert_eq!(found, "<4 x i32>");
                }
                (Operation::CompareIntegers { .. }, Some(found)) => {
                    seen.push("compare");
                    assert_eq!(found, "<4 x i1>");
                }
                _ => {}
            }
        }
        assert_eq!(seen, ["extract", "insert", "shuffle", "compare"]);
    });
}

#[test]
fn sanitizer_code_is_marked() {
    on(&["checked-14-O0", "checked-19-O0"], |module| {
        let checked = body(module, "checked");
        let kinds: Vec<i128> = calls(checked)
            .into_iter()
            .filter_map(|call| match (&call.callee, call.arguments.first()) {
                (Callee::Direct(symbol), Some(argument))
                    if name_of(module, *symbol) == "llvm.ubsantrap" =>
                {
                    assert!(call.attributes.no_return);
                    match argument.operand.value {
                        Value::Constant(Constant::Integer(kind)) => Some(kind),
                        _ => None,
                    }
                }
                _ => None,
            })
            .collect();
        // Two additions, divide, multiply, negate, index, shift, subtract.
        let mut sorted = kinds.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 0, 3, 12, 13, 18, 20, 21]);
        let marked = checked.blocks.iter().filter(|block| block.terminator.from_sanitizer);
        assert!(marked.count() >= 8);
        let result = function(module, "checked").result_type;
        assert_eq!(*module.type_of(result), Type::Integer(32));
    });
}
