//! Local simplifications: identities of operators, parameters that always get the
//! same value, blocks that have one way in.
//!
//! Compilers write each comparison into an integer and test that against zero
//! again; engines should not have to see through it. Each round rewrites
//! operations once, in an order in which the operations that their operands come
//! from were rewritten before, and propagates constants again; it ends when
//! nothing changes. Instructions that touch memory are neither dropped nor merged
//! nor reordered.
//!
//! A register is never replaced by `Operand::Undefined`: the register is one
//! value from its first use on, the operand a new one at each use.

mod identities;

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, Instruction, Operand, Program, RegisterId, Target, Terminator};
use raddle_terms::Operator;

use crate::blocks::{drop_parameters, drop_unreachable};
use crate::constants;
use crate::dominators::{predecessors, reverse_postorder};
use crate::registers::{self, Replacements, no_replacements, resolve};

/// Rounds are few in practice; the bound keeps the time of odd programs linear.
const ROUNDS: usize = 8;

pub fn run(program: &mut Program) {
    let target = program.target;
    for function in program.functions.iter_mut().filter(|function| function.has_body()) {
        for _ in 0..ROUNDS {
            let mut changed = operations(function, target);
            changed |= equal_arguments(function);
            changed |= equal_edges(function);
            changed |= merge_blocks(function);
            constants::run_on_function(function);
            if !changed {
                break;
            }
        }
    }
}

/// The operations that define registers, and their operands' widths.
struct Definitions<'a> {
    function_widths: &'a [u16],
    made_by: Vec<Option<(Operator, Vec<Operand>)>>,
    target: Target,
}

impl Definitions<'_> {
    /// The operation that an operand comes from.
    fn of(&self, operand: &Operand) -> Option<(Operator, &[Operand])> {
        match operand {
            Operand::Register(register) => {
                let (operator, operands) = self.made_by.get(register.position())?.as_ref()?;
                Some((*operator, operands))
            }
            Operand::Constant(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => None,
        }
    }

    fn width(&self, operand: &Operand) -> u16 {
        match *operand {
            Operand::Register(register) => {
                self.function_widths.get(register.position()).copied().unwrap_or(0)
            }
            Operand::Constant(bits) => bits.width(),
            Operand::Global(_) | Operand::Function(_) => self.target.pointer_bits,
            Operand::Undefined(kind) => self.target.width(kind),
        }
    }
}

/// Rewrites each operation by the identities. True if anything changed.
fn operations(function: &mut Function, target: Target) -> bool {
    let widths: Vec<u16> =
        function.registers.iter().map(|register| target.width(register.kind)).collect();
    let mut definitions = Definitions {
        function_widths: &widths,
        made_by: vec![None; function.registers.len()],
        target,
    };
    let mut replacements = no_replacements(function);
    let mut changed = false;
    for block in reverse_postorder(function) {
        let mut named: Vec<(RegisterId, Operand)> = Vec::new();
        for statement in &mut function.blocks[block].statements {
            let Instruction::Apply { result, operator, operands } = &mut statement.instruction
            else {
                continue;
            };
            for operand in operands.iter_mut() {
                *operand = resolve(&replacements, *operand);
            }
            // Each identity makes the operation smaller, so that this ends.
            while let Some(rewritten) = identities::rewrite(&definitions, *operator, operands) {
                changed = true;
                match rewritten {
                    identities::Rewritten::Operand(operand) => {
                        replacements[*result] = Some(operand);
                        named.push((*result, operand));
                        break;
                    }
                    identities::Rewritten::Operation(new_operator, new_operands) => {
                        *operator = new_operator;
                        *operands = new_operands;
                    }
                }
            }
            // What a rule takes out of an operation is used twice from then on.
            if !operands.iter().any(|operand| matches!(operand, Operand::Undefined(_))) {
                definitions.made_by[result.position()] = Some((*operator, operands.clone()));
            }
        }
        for (from, to) in named {
            hand_on_name(function, from, to);
        }
    }
    registers::replace(function, &replacements);
    changed
}

/// A register that takes the place of another and has no name gets its name.
fn hand_on_name(function: &mut Function, from: RegisterId, to: Operand) {
    if let Operand::Register(to) = to
        && function.registers[to].name.is_none()
    {
        function.registers[to].name = function.registers[from].name.clone();
    }
}

/// Replaces parameters that get the same value along every edge (or themselves):
/// what is available at the end of every predecessor is so at the block's start.
fn equal_arguments(function: &mut Function) -> bool {
    let order = reverse_postorder(function);
    let mut only: Vec<Argument> = vec![Argument::None; function.registers.len()];
    for &block in &order {
        for edge in function.blocks[block].terminator.edges() {
            let parameters = &function.blocks[edge.target].parameters;
            for (parameter, &argument) in parameters.iter().zip(&edge.arguments) {
                if argument != Operand::Register(*parameter) {
                    only[parameter.position()].meet(argument);
                }
            }
        }
    }
    let mut replacements = no_replacements(function);
    let mut changed = false;
    for &block in &order {
        for index in 0..function.blocks[block].parameters.len() {
            let parameter = function.blocks[block].parameters[index];
            if let Argument::One(operand) = only[parameter.position()] {
                // One step at a time: what a replaced parameter stands for is
                // put in place before, or in the next round.
                let operand = resolve(&replacements, operand);
                if operand != Operand::Register(parameter) && is_final(&only, operand) {
                    replacements[parameter] = Some(operand);
                    hand_on_name(function, parameter, operand);
                    changed = true;
                }
            }
        }
    }
    if changed {
        let replaced: Vec<bool> = replacements.iter().map(Option::is_some).collect();
        drop_parameters(function, |register| replaced[register.position()]);
        registers::replace(function, &replacements);
    }
    changed
}

/// The values that the edges bring for a parameter.
#[derive(Clone, Copy)]
enum Argument {
    None,
    One(Operand),
    Several,
}

impl Argument {
    fn meet(&mut self, operand: Operand) {
        *self = match (*self, operand) {
            // Each arrival of an undefined value is a new one.
            (_, Operand::Undefined(_)) => Argument::Several,
            (Argument::None, operand) => Argument::One(operand),
            (Argument::One(known), operand) if known == operand => Argument::One(known),
            (Argument::One(_) | Argument::Several, _) => Argument::Several,
        };
    }
}

/// Is this no parameter that may be replaced itself later in this round?
fn is_final(only: &[Argument], operand: Operand) -> bool {
    match operand {
        Operand::Register(register) => {
            !matches!(only.get(register.position()), Some(Argument::One(_)))
        }
        Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => true,
        Operand::Undefined(_) => false,
    }
}

/// Jumps where every edge of a branch or switch is the same.
fn equal_edges(function: &mut Function) -> bool {
    let mut changed = false;
    for block in function.blocks.iter_mut() {
        if let Terminator::Branch { .. } | Terminator::Switch { .. } = &block.terminator {
            let edges = block.terminator.edges();
            if let Some((&first, others)) = edges.split_first()
                && others.iter().all(|&other| other == first)
            {
                block.terminator = Terminator::Jump(first.clone());
                changed = true;
            }
        }
    }
    changed
}

/// Appends a block to its only predecessor if that does nothing but jump to it.
fn merge_blocks(function: &mut Function) -> bool {
    let ways_in = predecessors(function);
    let mut replacements = no_replacements(function);
    let mut changed = false;
    for block in reverse_postorder(function) {
        while let Some(next) = mergeable(function, block, &ways_in) {
            changed = true;
            let arguments = match &function.blocks[block].terminator {
                Terminator::Jump(edge) => edge.arguments.clone(),
                Terminator::Branch { .. }
                | Terminator::Switch { .. }
                | Terminator::Return(_)
                | Terminator::ThreadExit
                | Terminator::Stop(_) => Vec::new(),
            };
            let second = &mut function.blocks[next];
            let parameters = std::mem::take(&mut second.parameters);
            let statements = std::mem::take(&mut second.statements);
            let location = second.location;
            // The block is out of reach now, and dropped below.
            let terminator = std::mem::replace(&mut second.terminator, Terminator::ThreadExit);
            let first = &mut function.blocks[block];
            first.statements.extend(statements);
            first.terminator = terminator;
            first.location = location;
            for (parameter, argument) in parameters.into_iter().zip(arguments) {
                let argument = resolve(&replacements, argument);
                replacements[parameter] = Some(argument);
                hand_on_name(function, parameter, argument);
            }
        }
    }
    if changed {
        finish_replacements(&mut replacements);
        registers::replace(function, &replacements);
        drop_unreachable(function);
    }
    changed
}

/// The block to append, if it can be: another one, with one way in, that gets no
/// undefined value (which must arrive in a register of its own).
fn mergeable(
    function: &Function,
    block: BlockId,
    ways_in: &raddle_ir::IndexVec<BlockId, Vec<BlockId>>,
) -> Option<BlockId> {
    let Terminator::Jump(edge) = &function.blocks[block].terminator else {
        return None;
    };
    let defined = !edge.arguments.iter().any(|argument| matches!(argument, Operand::Undefined(_)));
    let one_way = ways_in[edge.target].len() == 1;
    (one_way && defined && edge.target != block).then_some(edge.target)
}

/// Follows chains of replacements to their end. They come from parameters to
/// what dominates them, so that there are no cycles.
fn finish_replacements(replacements: &mut Replacements) {
    for index in 0..replacements.len() {
        let start = RegisterId::new(index);
        let mut last = replacements[start];
        while let Some(Operand::Register(register)) = last {
            match replacements[register] {
                Some(next) => last = Some(next),
                None => break,
            }
        }
        replacements[start] = last;
    }
}
