//! Which stack variables can become registers, and which instruction touches
//! which of them.

use raddle_ir::index::Index;
use raddle_ir::{
    Access, AllocationKind, BlockId, Function, Instruction, Operand, RegisterId, Target, Type,
};
use raddle_terms::Bits;

/// A variable that becomes a register.
pub(super) struct Variable {
    pub(super) kind: Type,
    pub(super) name: Option<String>,
    /// What it holds before the first store.
    pub(super) initial: Operand,
}

/// The variables of a function, by number.
pub(super) struct Variables {
    pub(super) list: Vec<Variable>,
    /// For each register the variable whose address it holds.
    by_address: Vec<Option<usize>>,
}

/// What an instruction does to a variable.
pub(super) enum Touch {
    None,
    Allocate { variable: usize },
    Load { variable: usize, result: RegisterId },
    Store { variable: usize, value: Operand },
}

impl Variables {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    fn at(&self, address: Operand) -> Option<usize> {
        register(&address).and_then(|register| self.by_address.get(register.position()).copied()?)
    }

    /// Only three instructions touch variables; any other use of an address has
    /// made it no candidate.
    pub(super) fn touch(&self, instruction: &Instruction) -> Touch {
        if let Instruction::Allocate { result, .. } = instruction
            && let Some(variable) = self.at(Operand::Register(*result))
        {
            return Touch::Allocate { variable };
        }
        if let Instruction::Load { result, address, .. } = instruction
            && let Some(variable) = self.at(*address)
        {
            let result = *result;
            return Touch::Load { variable, result };
        }
        if let Instruction::Store { address, value, .. } = instruction
            && let Some(variable) = self.at(*address)
        {
            let value = *value;
            return Touch::Store { variable, value };
        }
        Touch::None
    }
}

/// What is known of a register that holds the address of a stack object.
struct Candidate {
    size: u64,
    zeroed: bool,
    name: Option<String>,
    /// The kind of the first access.
    kind: Option<Type>,
    suitable: bool,
}

pub(super) fn find(function: &Function, target: Target) -> Variables {
    let mut candidates = allocations(function);
    for block in function.blocks.iter() {
        for statement in &block.statements {
            inspect(&statement.instruction, target, &mut candidates);
        }
        block.terminator.for_each_operand(|operand| reject(operand, &mut candidates));
    }
    let mut variables =
        Variables { list: Vec::new(), by_address: vec![None; function.registers.len()] };
    for (position, candidate) in candidates.into_iter().enumerate() {
        let Some(candidate) = candidate.filter(|candidate| candidate.suitable) else {
            continue;
        };
        // Without any access there is nothing to hold; the kind does not matter.
        let kind = candidate.kind.unwrap_or(Type::Integer(8));
        let initial = if candidate.zeroed {
            Operand::Constant(Bits::zero(target.width(kind)))
        } else {
            Operand::Undefined(kind)
        };
        let register = RegisterId::new(position);
        variables.by_address[position] = Some(variables.list.len());
        variables.list.push(Variable {
            kind,
            name: candidate.name.or_else(|| function.registers[register].name.clone()),
            initial,
        });
    }
    variables
}

/// The stack objects of constant size, by the register of their address.
fn allocations(function: &Function) -> Vec<Option<Candidate>> {
    let mut candidates: Vec<Option<Candidate>> = function.registers.iter().map(|_| None).collect();
    let restores = function.blocks.iter().any(|block| {
        let mut statements = block.statements.iter();
        statements
            .any(|statement| matches!(statement.instruction, Instruction::StackRestore { .. }))
    });
    for (id, block) in function.blocks.iter_enumerated() {
        for statement in &block.statements {
            let instruction = &statement.instruction;
            if restores
                && (id != BlockId::new(Function::ENTRY)
                    || matches!(instruction, Instruction::StackSave { .. }))
            {
                break;
            }
            if let Instruction::Allocate {
                result,
                kind: AllocationKind::Stack,
                size: Operand::Constant(size),
                zeroed,
                name,
                ..
            } = instruction
            {
                candidates[result.position()] = Some(Candidate {
                    size: size.low64(),
                    zeroed: *zeroed,
                    name: name.clone(),
                    kind: None,
                    suitable: true,
                });
            }
        }
    }
    candidates
}

fn inspect(instruction: &Instruction, target: Target, candidates: &mut [Option<Candidate>]) {
    if let Instruction::Load { address, access, .. } = instruction {
        accept(address, access, target, candidates);
    } else if let Instruction::Store { address, value, access } = instruction {
        accept(address, access, target, candidates);
        reject(value, candidates);
    } else {
        instruction.for_each_operand(|operand| reject(operand, candidates));
    }
}

fn accept(
    address: &Operand,
    access: &Access,
    target: Target,
    candidates: &mut [Option<Candidate>],
) {
    let Some(candidate) = candidate(address, candidates) else {
        return;
    };
    let width = target.width(access.kind);
    let kind = *candidate.kind.get_or_insert(access.kind);
    let whole = u64::from(width.div_ceil(8)) == candidate.size;
    candidate.suitable &= whole && target.width(kind) == width;
}

fn reject(operand: &Operand, candidates: &mut [Option<Candidate>]) {
    if let Some(candidate) = candidate(operand, candidates) {
        candidate.suitable = false;
    }
}

fn candidate<'a>(
    operand: &Operand,
    candidates: &'a mut [Option<Candidate>],
) -> Option<&'a mut Candidate> {
    candidates.get_mut(register(operand)?.position())?.as_mut()
}

fn register(operand: &Operand) -> Option<RegisterId> {
    match *operand {
        Operand::Register(register) => Some(register),
        Operand::Constant(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => None,
    }
}
