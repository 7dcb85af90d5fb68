//! Structures on their way through registers: as arguments, parameters and results.
//!
//! Clang passes small structures as integers that it loads from their memory, padding
//! included, and stores them on the other side. Padding that was never written must not
//! become an input of the program for that, and C gives the padding of what arrives no
//! value (C11, 6.2.6.1). So such loads leave it out, and such stores leave it unwritten.
//! Every other access is one of bytes that the program asked for.
//!
//! They are told apart by what clang writes: it says `noundef` of scalars, and not of what
//! a structure is passed as; and debug information has the type of a function's result. Of a
//! function that is defined elsewhere, or called through a pointer, it does not: what
//! such a call returns is a structure where the store stands at the place of the call itself, unlike
//! that of an assignment. An optimiser keeps none of this: what it passes may be
//! anything, and is bytes; so are results where there is no debug information.

use crate::llvm::ast::{
    Body, Call, Callee, Entity, Function, Instruction, LocalId, Module, NodeId, Operation,
    Parameter, TerminatorOperation, Type, TypeTable, Value,
};
use crate::llvm::metadata::{CompositeKind, DerivedKind, DerivedType, Element, Node};

use super::escapes::root;

/// No type has more names in a row.
const MOST_NAMES: u32 = 1000;

/// What a function does with structures in registers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Travels {
    /// Loads whose values are only passed on.
    passed: Vec<bool>,
    /// Objects that only hold a structure between its memory and registers.
    carriers: Vec<bool>,
}

/// A function as clang made it of the source.
#[derive(Clone, Copy)]
pub(crate) struct AsWritten<'f, 'a> {
    pub module: &'f Module<'a>,
    pub function: &'f Function<'a>,
    pub body: &'f Body<'a>,
    pub definitions: &'f [Option<&'f Instruction<'a>>],
}

impl Travels {
    pub fn of(code: AsWritten<'_, '_>) -> Travels {
        let passed = code.passed_loads();
        let carriers = code.carriers(&passed);
        Travels { passed, carriers }
    }

    pub fn is_passed(&self, load: Option<LocalId>) -> bool {
        load.is_some_and(|load| self.passed.get(load.index()).copied().unwrap_or(false))
    }

    pub fn is_carrier(&self, object: LocalId) -> bool {
        self.carriers.get(object.index()).copied().unwrap_or(false)
    }
}

impl<'a> AsWritten<'_, 'a> {
    fn definition(&self, value: &Value<'a>) -> Option<&Instruction<'a>> {
        match value {
            Value::Local(local) => self.definitions.get(local.index()).copied().flatten(),
            Value::Constant(_) | Value::Metadata(_) => None,
        }
    }

    /// Whether a value that is stored, at this place, is a structure that arrives.
    pub fn is_received(&self, value: &Value<'a>, location: Option<NodeId>) -> bool {
        let Some(definition) = self.definition(value) else {
            let is_it = |parameter: &&Parameter| matches!(value, Value::Local(local) if parameter.local == Some(*local));
            let parameter = self.function.parameters.iter().find(is_it);
            return parameter.is_some_and(|parameter| !parameter.attributes.is_defined);
        };
        let mut maker = Some(definition);
        if let Operation::ExtractValue { aggregate, .. } = &definition.operation {
            maker = self.definition(&aggregate.value);
        }
        let Some(Instruction { operation: Operation::Call(call), location: place, .. }) = maker
        else {
            return false;
        };
        self.callee_returns_structure(call).unwrap_or(location.is_some() && *place == location)
    }

    fn callee_returns_structure(&self, call: &Call<'a>) -> Option<bool> {
        let Callee::Direct(symbol) = &call.callee else {
            return None;
        };
        match self.module.symbol(*symbol).entity {
            Entity::Function(position) => {
                returns_structure(self.module, self.module.functions.get(position as usize)?)
            }
            Entity::Global(_) | Entity::Alias(_) | Entity::IndirectFunction(_) => None,
        }
    }

    /// The loads of which every use is an argument or a result that is a structure.
    fn passed_loads(&self) -> Vec<bool> {
        let is_load = |it: &Instruction<'a>| matches!(it.operation, Operation::Load { .. });
        let mut passed: Vec<bool> =
            self.definitions.iter().map(|it| it.is_some_and(is_load)).collect();
        let mut used = vec![false; passed.len()];
        let mut see = |value: &Value<'a>, fits: bool| {
            if let Value::Local(local) = value {
                used[local.index()] = true;
                passed[local.index()] &= fits;
            }
        };
        let returns_structure = returns_structure(self.module, self.function) == Some(true);
        for block in &self.body.blocks {
            for instruction in &block.instructions {
                if let Operation::Call(call) = &instruction.operation
                    && !self.calls_intrinsic(call, "llvm.")
                {
                    for argument in &call.arguments {
                        see(&argument.operand.value, !argument.attributes.is_defined);
                    }
                    if let Callee::Indirect(callee) = &call.callee {
                        see(callee, false);
                    }
                } else {
                    instruction.operation.each_value(&mut |value| see(value, false));
                }
            }
            let returns = matches!(block.terminator.operation, TerminatorOperation::Return(_));
            let is_passed = returns && returns_structure;
            block.terminator.operation.each_value(&mut |value| see(value, is_passed));
        }
        passed.iter().zip(used).map(|(passed, used)| *passed && used).collect()
    }

    /// Objects of types that no variable has which is a structure, and that are touched by
    /// nothing but copies, loads that are passed on, and stores of what arrives.
    fn carriers(&self, passed: &[bool]) -> Vec<bool> {
        let may_carry = |it: &Instruction<'a>| {
            let Operation::Allocate { type_id, count: None, .. } = &it.operation else {
                return false;
            };
            matches!(self.module.type_of(*type_id), Type::Literal(_) | Type::Integer(_))
        };
        let mut carriers: Vec<bool> =
            self.definitions.iter().map(|it| it.is_some_and(may_carry)).collect();
        let mut travelled = vec![false; carriers.len()];
        let mut exclude = |value: &Value<'a>| {
            if let Some(root) = root(self.definitions, value) {
                carriers[root.index()] = false;
            }
        };
        let mut travel = |address: &Value<'a>| {
            if let Some(root) = root(self.definitions, address) {
                travelled[root.index()] = true;
            }
        };
        for instruction in self.body.blocks.iter().flat_map(|block| &block.instructions) {
            // Whatever else may be done with an address, it is more than passing through.
            #[expect(clippy::wildcard_enum_match_arm, reason = "the rest uses what it is given")]
            match &instruction.operation {
                Operation::Load { address, .. }
                    if instruction.result.is_some_and(|result| passed[result.index()]) =>
                {
                    travel(&address.value);
                }
                Operation::Store { value, address, .. }
                    if self.is_received(&value.value, instruction.location) =>
                {
                    travel(&address.value);
                    exclude(&value.value);
                }
                Operation::GetElementPointer { .. } => {}
                Operation::Cast { to, .. } if *to == TypeTable::POINTER => {}
                Operation::Call(call)
                    if self.calls_intrinsic(call, "llvm.memcpy.")
                        || self.calls_intrinsic(call, "llvm.lifetime.") => {}
                operation => operation.each_value(&mut exclude),
            }
        }
        for block in &self.body.blocks {
            block.terminator.operation.each_value(&mut exclude);
        }
        carriers.iter().zip(travelled).map(|(carrier, travelled)| *carrier && travelled).collect()
    }

    fn calls_intrinsic(&self, call: &Call<'a>, prefix: &str) -> bool {
        match &call.callee {
            Callee::Direct(symbol) => {
                let name = &self.module.symbol(*symbol).name;
                name.text().is_some_and(|name| name.starts_with(prefix))
            }
            Callee::Indirect(_) | Callee::Assembly(_) => false,
        }
    }
}

/// Whether the source says so; `None` where it is not known.
fn returns_structure(module: &Module<'_>, function: &Function<'_>) -> Option<bool> {
    let metadata = &module.metadata;
    let Node::Subprogram { type_node, .. } = metadata.node(function.subprogram?)? else {
        return None;
    };
    let Node::SubroutineType { types } = metadata.node(type_node?)? else {
        return None;
    };
    let mut result = metadata.elements(types?).into_iter().next()?;
    // So many names for names at most, even if damaged text goes round in a circle.
    for _ in 0..MOST_NAMES {
        let Element::Node(node) = result else {
            return Some(false);
        };
        match metadata.node(node)? {
            Node::CompositeType(composite) => {
                return Some(matches!(
                    composite.kind,
                    CompositeKind::Structure | CompositeKind::Union
                ));
            }
            Node::DerivedType(DerivedType {
                kind:
                    DerivedKind::Typedef
                    | DerivedKind::Const
                    | DerivedKind::Volatile
                    | DerivedKind::Atomic
                    | DerivedKind::Restrict,
                base,
                ..
            }) => result = base.map_or(Element::Null, Element::Node),
            Node::Location(_)
            | Node::File { .. }
            | Node::CompileUnit { .. }
            | Node::Subprogram { .. }
            | Node::LexicalBlock { .. }
            | Node::LocalVariable { .. }
            | Node::GlobalVariableExpression { .. }
            | Node::GlobalVariable { .. }
            | Node::Label { .. }
            | Node::BasicType { .. }
            | Node::DerivedType(_)
            | Node::Subrange { .. }
            | Node::Enumerator { .. }
            | Node::SubroutineType { .. }
            | Node::Tuple(_)
            | Node::Other { .. } => return Some(false),
        }
    }
    None
}
