//! Housekeeping that passes share: dropping blocks and what nothing needs.

use raddle_ir::index::Index;
use raddle_ir::{
    Block, BlockId, Effect, Function, IndexVec, Instruction, Operand, RegisterId, Terminator,
};

use crate::dominators::reverse_postorder;

/// Drops the blocks that the entry does not reach; the others keep their order.
pub(crate) fn drop_unreachable(function: &mut Function) {
    let mut kept = vec![false; function.blocks.len()];
    for block in reverse_postorder(function) {
        kept[block.position()] = true;
    }
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut number = vec![BlockId::new(0); kept.len()];
    let mut blocks: IndexVec<BlockId, Block> = IndexVec::new();
    let all = std::mem::take(&mut function.blocks).into_vec();
    for (position, block) in all.into_iter().enumerate() {
        if kept[position] {
            number[position] = blocks.push(block);
        }
    }
    for block in blocks.iter_mut() {
        for edge in block.terminator.edges_mut() {
            edge.target = number[edge.target.position()];
        }
    }
    function.blocks = blocks;
}

/// Drops the given parameters of blocks, with the arguments for them.
pub(crate) fn drop_parameters(function: &mut Function, dropped: impl Fn(RegisterId) -> bool) {
    let keeps: Vec<Vec<bool>> = function
        .blocks
        .iter()
        .map(|block| block.parameters.iter().map(|&register| !dropped(register)).collect())
        .collect();
    for (position, block) in function.blocks.iter_mut().enumerate() {
        retain(&mut block.parameters, &keeps[position]);
        for edge in block.terminator.edges_mut() {
            retain(&mut edge.arguments, &keeps[edge.target.position()]);
        }
    }
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    if keep.iter().any(|keep| !keep) {
        let mut keep = keep.iter();
        items.retain(|_| keep.next().copied().unwrap_or(true));
    }
}

/// Drops pure operations and parameters of blocks whose value nothing needs,
/// also those that need only each other. Nothing else is ever dropped: a load
/// whose value is unused is still an access.
pub(crate) fn drop_dead(function: &mut Function) {
    let needed = needed_registers(function);
    let dead = |register: RegisterId| !needed[register.position()];
    for block in function.blocks.iter_mut() {
        block.statements.retain(|statement| {
            let mut kept = statement.instruction.effect() != Effect::Pure;
            statement.instruction.for_each_result(|result| kept |= !dead(*result));
            kept
        });
    }
    drop_parameters(function, dead);
}

/// The registers that something with an effect depends on.
struct Needed {
    registers: Vec<bool>,
    left: Vec<RegisterId>,
}

impl Needed {
    fn operand(&mut self, operand: &Operand) {
        if let Operand::Register(register) = *operand
            && !std::mem::replace(&mut self.registers[register.position()], true)
        {
            self.left.push(register);
        }
    }
}

fn needed_registers(function: &Function) -> Vec<bool> {
    let count = function.registers.len();
    let mut needed = Needed { registers: vec![false; count], left: Vec::new() };
    // What each register is made of: operands of its operation, or arguments.
    let mut sources: Vec<Vec<Operand>> = vec![Vec::new(); count];
    for block in function.blocks.iter() {
        for statement in &block.statements {
            if let Instruction::Apply { result, operands, .. } = &statement.instruction {
                sources[result.position()].extend(operands);
            } else {
                statement.instruction.for_each_operand(|operand| needed.operand(operand));
            }
        }
        match &block.terminator {
            Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => {
                needed.operand(value);
            }
            Terminator::Return(values) => values.iter().for_each(|value| needed.operand(value)),
            Terminator::Jump(_) | Terminator::ThreadExit | Terminator::Stop(_) => {}
        }
        for edge in block.terminator.edges() {
            let parameters = &function.blocks[edge.target].parameters;
            for (parameter, argument) in parameters.iter().zip(&edge.arguments) {
                sources[parameter.position()].push(*argument);
            }
        }
    }
    while let Some(register) = needed.left.pop() {
        for operand in std::mem::take(&mut sources[register.position()]) {
            needed.operand(&operand);
        }
    }
    needed.registers
}
