//! Which blocks and registers the printed function needs: compilers warn about
//! variables that are set and not used. A register is needed if something that
//! is printed in any case reads it, or what makes a needed one does.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, Instruction, Operand, RegisterId};

pub struct Needed {
    pub registers: Vec<bool>,
    /// Reached from the entry.
    pub blocks: Vec<bool>,
}

impl Needed {
    pub fn of(function: &Function) -> Needed {
        let blocks = reached(function, BlockId::new(Function::ENTRY));
        let mut needed = Needed { registers: vec![false; function.registers.len()], blocks };
        let mut sources: Vec<Vec<RegisterId>> = vec![Vec::new(); function.registers.len()];
        let mut found = Vec::new();
        for (id, block) in function.blocks.iter_enumerated() {
            if !needed.blocks[id.position()] {
                continue;
            }
            for statement in &block.statements {
                let instruction = &statement.instruction;
                if let Instruction::Apply { result, operands, .. } = instruction {
                    let reads = operands.iter().filter_map(register);
                    sources[result.position()].extend(reads);
                } else if !matches!(instruction, Instruction::StackRestore { .. }) {
                    // A `StackRestore` is not printed.
                    instruction.for_each_operand(|operand| found.extend(register(operand)));
                }
            }
            let mut arguments = 0;
            for edge in block.terminator.edges() {
                let parameters = &function.blocks[edge.target].parameters;
                for (parameter, argument) in parameters.iter().zip(&edge.arguments) {
                    sources[parameter.position()].extend(register(argument));
                }
                arguments += edge.arguments.len();
            }
            // The operands that are no arguments of edges.
            let mut all = Vec::new();
            block.terminator.for_each_operand(|operand| all.push(*operand));
            let own = all.len().saturating_sub(arguments);
            found.extend(all.iter().take(own).filter_map(register));
        }
        while let Some(next) = found.pop() {
            if !std::mem::replace(&mut needed.registers[next.position()], true) {
                found.append(&mut sources[next.position()]);
            }
        }
        needed
    }

    pub fn register(&self, register: RegisterId) -> bool {
        self.registers.get(register.position()).copied().unwrap_or(false)
    }
}

fn register(operand: &Operand) -> Option<RegisterId> {
    match operand {
        Operand::Register(register) => Some(*register),
        Operand::Constant(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => None,
    }
}

/// The blocks to which paths lead from this one; itself only if it is the entry or
/// on a cycle.
pub fn reached(function: &Function, from: BlockId) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    if from.position() == Function::ENTRY
        && let Some(entry) = reached.first_mut()
    {
        *entry = true;
    }
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        // A function without a body has no entry.
        let Some(block) = function.blocks.get(block) else { continue };
        for edge in block.terminator.edges() {
            if !std::mem::replace(&mut reached[edge.target.position()], true) {
                open.push(edge.target);
            }
        }
    }
    reached
}
