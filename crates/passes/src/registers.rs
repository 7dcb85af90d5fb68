//! Housekeeping that passes share: putting values in place of registers, and
//! dropping registers that nothing mentions any more.

use raddle_ir::index::Index;
use raddle_ir::{Function, IndexVec, Operand, RegisterId};

/// For each register the operand that stands in its place, if one does.
pub(crate) type Replacements = IndexVec<RegisterId, Option<Operand>>;

pub(crate) fn no_replacements(function: &Function) -> Replacements {
    function.registers.iter().map(|_| None).collect()
}

/// Puts the replacements in place. They are final: none of them is a register
/// that is replaced itself.
pub(crate) fn replace(function: &mut Function, replacements: &Replacements) {
    let put = |operand: &mut Operand| *operand = resolve(replacements, *operand);
    for block in function.blocks.iter_mut() {
        for statement in &mut block.statements {
            statement.instruction.for_each_operand_mut(put);
        }
        block.terminator.for_each_operand_mut(put);
    }
}

/// The operand itself, or what stands in its place.
pub(crate) fn resolve(replacements: &Replacements, operand: Operand) -> Operand {
    match operand {
        Operand::Register(register) => match replacements.get(register) {
            Some(Some(replacement)) => *replacement,
            Some(None) | None => operand,
        },
        Operand::Constant(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => operand,
    }
}

/// Renumbers the registers, leaving out those that are neither defined nor used.
pub(crate) fn compact(function: &mut Function) {
    let mut mentioned = vec![false; function.registers.len()];
    let mut mention = |register: &RegisterId| {
        if let Some(mentioned) = mentioned.get_mut(register.position()) {
            *mentioned = true;
        }
    };
    function.parameters.iter().for_each(&mut mention);
    for block in function.blocks.iter() {
        block.parameters.iter().for_each(&mut mention);
        let mut used = |operand: &Operand| {
            if let Operand::Register(register) = operand {
                mention(register);
            }
        };
        for statement in &block.statements {
            statement.instruction.for_each_operand(&mut used);
        }
        block.terminator.for_each_operand(&mut used);
        for statement in &block.statements {
            statement.instruction.for_each_result(&mut mention);
        }
    }
    if mentioned.iter().all(|mentioned| *mentioned) {
        return;
    }
    let mut kept = IndexVec::new();
    let mut number = vec![RegisterId::new(0); mentioned.len()];
    let all = std::mem::take(&mut function.registers);
    for (id, register) in all.iter_enumerated() {
        if mentioned[id.position()] {
            number[id.position()] = kept.push(register.clone());
        }
    }
    function.registers = kept;
    renumber(function, &number);
}

fn renumber(function: &mut Function, number: &[RegisterId]) {
    let change = |register: &mut RegisterId| {
        if let Some(new) = number.get(register.position()) {
            *register = *new;
        }
    };
    let change_operand = |operand: &mut Operand| {
        if let Operand::Register(register) = operand {
            change(register);
        }
    };
    function.parameters.iter_mut().for_each(change);
    for block in function.blocks.iter_mut() {
        block.parameters.iter_mut().for_each(change);
        for statement in &mut block.statements {
            statement.instruction.for_each_result_mut(change);
            statement.instruction.for_each_operand_mut(change_operand);
        }
        block.terminator.for_each_operand_mut(change_operand);
    }
}
