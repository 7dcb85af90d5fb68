//! The same program, read from different versions' text, is the same program.

use raddle_frontend::llvm::ast::{
    Body, Callee, CastOperator, DebugRecord, Module, Operation, TerminatorOperation,
};
use raddle_frontend::llvm::metadata::Node;

use crate::support::{fixture, module, name_of};

/// What a function does, in words: accesses with their types, calls, arithmetic,
/// variables and the shape of its control flow. Pointer casts are left out, and
/// so is address arithmetic, which only typed pointers need in places.
fn shape(module: &Module<'_>, body: &Body<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let describe = |id| module.types.describe(id);
    for block in &body.blocks {
        lines.push(format!("{}:", block.name));
        for instruction in &block.instructions {
            lines.extend(match &instruction.operation {
                Operation::GetElementPointer { .. } => None,
                Operation::Cast { operator: CastOperator::Bitcast, .. } => None,
                Operation::Cast { operator, to, .. } => {
                    Some(format!("{operator:?} {}", describe(*to)))
                }
                Operation::Load { type_id, access, .. } => {
                    Some(format!("load {} {access:?}", describe(*type_id)))
                }
                Operation::Store { value, access, .. } => {
                    Some(format!("store {} {access:?}", describe(value.type_id)))
                }
                Operation::Call(call) => Some(match &call.callee {
                    // Intrinsics carry the pointer's type in their names.
                    Callee::Direct(symbol) => {
                        let name = name_of(module, *symbol);
                        name.split(".p0").next().unwrap_or(name).to_owned()
                    }
                    Callee::Indirect(_) => format!("call {}", describe(call.function_type)),
                    Callee::Assembly(assembly) => assembly.template.to_string(),
                }),
                Operation::Debug(DebugRecord::Variable { variable, kind, .. }) => {
                    match module.metadata.node(*variable) {
                        Some(Node::LocalVariable { name, line, .. }) => {
                            Some(format!("{kind:?} {name} {line}"))
                        }
                        _ => panic!("a variable without its node"),
                    }
                }
                Operation::Allocate { type_id, alignment, .. } => {
                    Some(format!("alloca {} {alignment:?}", describe(*type_id)))
                }
                Operation::Binary { operator, left, flags, .. } => {
                    Some(format!("{operator:?} {} {flags:?}", describe(left.type_id)))
                }
                Operation::CompareIntegers { predicate, left, .. } => {
                    Some(format!("{predicate:?} {}", describe(left.type_id)))
                }
                _ => None,
            });
        }
        lines.push(match &block.terminator.operation {
            TerminatorOperation::Jump(target) => format!("jump {}", body.block(*target).name),
            TerminatorOperation::Branch { then, otherwise, .. } => {
                format!("branch {} {}", body.block(*then).name, body.block(*otherwise).name)
            }
            TerminatorOperation::Switch { cases, default, .. } => {
                format!("switch {cases:?} {default:?}")
            }
            TerminatorOperation::Return(_)
            | TerminatorOperation::Unreachable
            | TerminatorOperation::IndirectBranch { .. }
            | TerminatorOperation::Unsupported { .. } => "end".to_owned(),
        });
    }
    lines
}

fn compare(old: &str, new: &str) {
    let (old_text, new_text) = (fixture(old), fixture(new));
    let (old_module, new_module) = (module(old, &old_text), module(new, &new_text));
    let mut compared = 0;
    for function in &old_module.functions {
        let Some(body) = &function.body else { continue };
        let name = name_of(&old_module, function.symbol);
        let other = crate::support::body(&new_module, name);
        assert_eq!(shape(&old_module, body), shape(&new_module, other), "{name} in {old}");
        compared += 1;
    }
    assert!(compared >= 1);
}

#[test]
fn typed_and_opaque_pointers_read_alike() {
    for name in ["arithmetic", "floats", "pointers", "control", "debugging", "locals"] {
        compare(&format!("{name}-14-O0"), &format!("{name}-19-O0"));
    }
}

#[test]
fn the_versions_between_read_alike() {
    compare("debugging-16-O0", "debugging-19-O0");
}
