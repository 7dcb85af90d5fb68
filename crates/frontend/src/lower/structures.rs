//! Structures on their way through registers: as arguments, parameters and results.
//!
//! Clang passes small structures as integers that it loads from their memory, padding
//! included, and stores them on the other side. Padding that was never written must not
//! become an input of the program for that, and C gives the padding of what arrives no
//! value (C11, 6.2.6.1). So such loads leave it out, and such stores leave it unwritten.
//! Every other access is one of bytes that the program asked for.
//!
//! They are told apart by what clang writes: it says `noundef` of scalars, and not of what
//! a structure is passed as; and the load for a `return`, and the store of a result, stand
//! at the place of the `return` and of the call themselves, unlike any expression's. Text
//! without debug information does not say the latter: results are bytes there. An optimiser
//! keeps none of this: what it passes may be anything, and is bytes.

use crate::llvm::ast::{
    self, Body, Callee, LocalId, Module, NodeId, Operation, Parameter, TerminatorOperation,
    TypeTable, Value,
};

use super::escapes::root;
use super::is_intrinsic;

/// What a function does with structures in registers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Travels {
    /// Loads whose values are only passed on.
    passed: Vec<bool>,
    /// Objects that only hold a structure between its memory and registers.
    carriers: Vec<bool>,
}

impl Travels {
    pub fn of_body(
        module: &Module<'_>,
        parameters: &[Parameter],
        body: &Body<'_>,
        definitions: &[Option<&ast::Instruction<'_>>],
    ) -> Travels {
        let mut travels = Travels { passed: Vec::new(), carriers: Vec::new() };
        travels.passed = passed_loads(module, body, definitions);
        travels.carriers = travels.find_carriers(module, parameters, body, definitions);
        travels
    }

    pub fn is_passed(&self, load: Option<LocalId>) -> bool {
        load.is_some_and(|load| self.passed.get(load.index()).copied().unwrap_or(false))
    }

    pub fn is_carrier(&self, object: LocalId) -> bool {
        self.carriers.get(object.index()).copied().unwrap_or(false)
    }

    /// Those are touched by nothing but copies, such loads, and such stores.
    fn find_carriers(
        &self,
        module: &Module<'_>,
        parameters: &[Parameter],
        body: &Body<'_>,
        definitions: &[Option<&ast::Instruction<'_>>],
    ) -> Vec<bool> {
        let mut carriers: Vec<bool> = definitions
            .iter()
            .map(|definition| definition.is_some_and(|definition| may_carry(module, definition)))
            .collect();
        let mut travelled = vec![false; carriers.len()];
        let mut exclude = |value: &Value<'_>| {
            if let Some(root) = root(definitions, value) {
                carriers[root.index()] = false;
            }
        };
        let mut travel = |address: &Value<'_>| {
            if let Some(root) = root(definitions, address) {
                travelled[root.index()] = true;
            }
        };
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.operation {
                Operation::Load { address, .. } if self.is_passed(instruction.result) => {
                    travel(&address.value);
                }
                Operation::Store { value, address, .. }
                    if is_received(parameters, definitions, &value.value, instruction.location) =>
                {
                    travel(&address.value);
                    exclude(&value.value);
                }
                Operation::GetElementPointer { .. } => {}
                Operation::Cast { to, .. } if *to == TypeTable::POINTER => {}
                Operation::Call(call) if copies_or_marks(module, call) => {}
                operation => operation.each_value(&mut exclude),
            }
        }
        for block in &body.blocks {
            block.terminator.operation.each_value(&mut exclude);
        }
        carriers.iter().zip(travelled).map(|(carrier, travelled)| *carrier && travelled).collect()
    }
}

/// Whether a value that is stored is a structure that arrives.
pub(crate) fn is_received(
    parameters: &[Parameter],
    definitions: &[Option<&ast::Instruction<'_>>],
    value: &Value<'_>,
    location: Option<NodeId>,
) -> bool {
    let Value::Local(local) = value else {
        return false;
    };
    let Some(definition) = definitions.get(local.index()).copied().flatten() else {
        let parameter = parameters.iter().find(|parameter| parameter.local == Some(*local));
        return parameter.is_some_and(|parameter| !parameter.attributes.is_defined);
    };
    let call = match &definition.operation {
        Operation::ExtractValue {
            aggregate: ast::Operand { value: Value::Local(local), .. },
            ..
        } => definitions.get(local.index()).copied().flatten(),
        _ => Some(definition),
    };
    call.is_some_and(|call| {
        matches!(call.operation, Operation::Call(_))
            && location.is_some()
            && call.location == location
    })
}

/// The loads of which every use is an argument or a result that is a structure.
fn passed_loads(
    module: &Module<'_>,
    body: &Body<'_>,
    definitions: &[Option<&ast::Instruction<'_>>],
) -> Vec<bool> {
    let mut passed: Vec<bool> = definitions
        .iter()
        .map(|definition| {
            definition.is_some_and(|it| matches!(it.operation, Operation::Load { .. }))
        })
        .collect();
    let mut used = vec![false; passed.len()];
    let mut see = |value: &Value<'_>, fits: bool| {
        if let Value::Local(local) = value {
            used[local.index()] = true;
            passed[local.index()] &= fits;
        }
    };
    for block in &body.blocks {
        for instruction in &block.instructions {
            match &instruction.operation {
                Operation::Call(call) if !calls_intrinsic(module, call) => {
                    for argument in &call.arguments {
                        see(&argument.operand.value, !argument.attributes.is_defined);
                    }
                    if let Callee::Indirect(callee) = &call.callee {
                        see(callee, false);
                    }
                }
                operation => operation.each_value(&mut |value| see(value, false)),
            }
        }
        let place = block.terminator.location;
        match &block.terminator.operation {
            TerminatorOperation::Return(Some(operand)) => {
                let fits = place.is_some() && place_of(definitions, &operand.value) == place;
                see(&operand.value, fits);
            }
            operation => operation.each_value(&mut |value| see(value, false)),
        }
    }
    passed.iter().zip(used).map(|(passed, used)| *passed && used).collect()
}

fn place_of(definitions: &[Option<&ast::Instruction<'_>>], value: &Value<'_>) -> Option<NodeId> {
    match value {
        Value::Local(local) => definitions.get(local.index()).copied().flatten()?.location,
        Value::Constant(_) | Value::Metadata(_) => None,
    }
}

/// Clang makes them of types that variables of structures do not have.
fn may_carry(module: &Module<'_>, definition: &ast::Instruction<'_>) -> bool {
    match &definition.operation {
        Operation::Allocate { type_id, count: None, .. } => {
            matches!(module.type_of(*type_id), ast::Type::Literal(_) | ast::Type::Integer(_))
        }
        _ => false,
    }
}

fn calls_intrinsic(module: &Module<'_>, call: &ast::Call<'_>) -> bool {
    match &call.callee {
        Callee::Direct(symbol) => is_intrinsic(module, *symbol),
        Callee::Indirect(_) | Callee::Assembly(_) => false,
    }
}

fn copies_or_marks(module: &Module<'_>, call: &ast::Call<'_>) -> bool {
    match &call.callee {
        Callee::Direct(symbol) => module.symbol(*symbol).name.text().is_some_and(|name| {
            name.starts_with("llvm.memcpy.") || name.starts_with("llvm.lifetime.")
        }),
        Callee::Indirect(_) | Callee::Assembly(_) => false,
    }
}
