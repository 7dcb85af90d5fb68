//! A cheap syntactic escape analysis: the addresses of which allocas go anywhere but to
//! loads, stores and block copies of their own function?
//!
//! It only decides whether a block copy may go directly or needs a scratch
//! object; the passes have a real escape analysis.

use crate::llvm::ast::{
    self, Body, Callee, LocalId, Operation, TerminatorOperation, TypeTable, Value,
};

#[derive(Clone, Debug)]
pub(crate) struct Escapes {
    escaped: Vec<bool>,
}

impl Escapes {
    pub fn of_body(
        body: &Body<'_>,
        definitions: &[Option<&ast::Instruction<'_>>],
        intrinsic: impl Fn(ast::SymbolId) -> bool,
    ) -> Escapes {
        let mut escapes = Escapes { escaped: vec![false; body.locals.len()] };
        let mut mark = |value: &Value<'_>| {
            if let Some(root) = root(definitions, value) {
                escapes.escaped[root.index()] = true;
            }
        };
        for block in &body.blocks {
            for instruction in &block.instructions {
                each_escaping(&instruction.operation, &intrinsic, &mut mark);
            }
            if let TerminatorOperation::Return(Some(operand)) = &block.terminator.operation {
                mark(&operand.value);
            }
        }
        escapes
    }

    /// Whether the object that a local is the address of may be known elsewhere.
    pub fn escapes(&self, root: LocalId) -> bool {
        self.escaped.get(root.index()).copied().unwrap_or(true)
    }
}

/// The alloca or parameter that a pointer is derived from.
pub(crate) fn root(
    definitions: &[Option<&ast::Instruction<'_>>],
    value: &Value<'_>,
) -> Option<LocalId> {
    let Value::Local(mut local) = *value else {
        return None;
    };
    // A definition never depends on itself except through a phi.
    for _ in 0..definitions.len() {
        let Some(definition) = definitions.get(local.index()).copied().flatten() else {
            return Some(local);
        };
        let Some(next) = definition.operation.derived_from() else {
            return Some(local);
        };
        match next {
            Value::Local(next) => local = *next,
            Value::Constant(_) | Value::Metadata(_) => return None,
        }
    }
    Some(local)
}

/// Visits the operands through which a pointer gets away.
fn each_escaping<'a>(
    operation: &Operation<'a>,
    intrinsic: &impl Fn(ast::SymbolId) -> bool,
    visit: &mut impl FnMut(&Value<'a>),
) {
    match operation {
        Operation::Store { value, .. } | Operation::AtomicUpdate { value, .. } => {
            visit(&value.value);
        }
        Operation::CompareExchange { expected, desired, .. } => {
            visit(&expected.value);
            visit(&desired.value);
        }
        Operation::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
        Operation::Select { then, otherwise, .. } => {
            visit(&then.value);
            visit(&otherwise.value);
        }
        Operation::Freeze { operand } => visit(&operand.value),
        Operation::Cast { operand, to, .. } => {
            if *to != TypeTable::POINTER {
                visit(&operand.value);
            }
        }
        Operation::Binary { left, right, .. } => {
            visit(&left.value);
            visit(right);
        }
        Operation::InsertValue { aggregate, value, .. } => {
            visit(&aggregate.value);
            visit(&value.value);
        }
        Operation::InsertElement { vector, value, .. } => {
            visit(&vector.value);
            visit(&value.value);
        }
        Operation::Call(call) => {
            // The intrinsics that take pointers (block copies, lifetimes,
            // variadic lists) keep none of them, unless they give them back.
            let keeps = match &call.callee {
                Callee::Direct(symbol) => {
                    !intrinsic(*symbol) || call.result_type == TypeTable::POINTER
                }
                Callee::Indirect(_) | Callee::Assembly(_) => true,
            };
            if keeps {
                let arguments = call.arguments.iter();
                arguments.for_each(|argument| visit(&argument.operand.value));
            }
        }
        Operation::Allocate { .. }
        | Operation::Load { .. }
        | Operation::GetElementPointer { .. }
        | Operation::CompareIntegers { .. }
        | Operation::CompareFloats { .. }
        | Operation::Negate { .. }
        | Operation::Fence(_)
        | Operation::ExtractValue { .. }
        | Operation::ExtractElement { .. }
        | Operation::ShuffleVector { .. }
        | Operation::VariadicArgument { .. }
        | Operation::Debug(_)
        | Operation::Unsupported { .. } => {}
    }
}
