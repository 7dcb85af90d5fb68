//! Stack variables whose address is used for nothing but whole loads and stores
//! become registers, as LLVM's pass of this name does it.
//!
//! Pruned static single assignment after Cytron et al. ("Efficiently Computing
//! Static Single Assignment Form and the Control Dependence Graph"): a parameter
//! for a variable at those blocks of the iterated dominance frontier of its
//! stores where it is live, then one walk down the dominator tree. No other
//! thread can see such a variable, volatile or not, so that no shared access is
//! lost.
//!
//! - The accesses of one variable may differ in kind (a float read as an integer)
//!   but not in width: a register is a bit pattern.
//! - Executing an `Allocate` again makes a fresh, never written variable.
//! - A variable that may be read before it is written must still be *one* unknown
//!   value however often it is read. An instruction that used
//!   `Operand::Undefined` twice would see two, so the block is split behind the
//!   `Allocate`, and a parameter of the second half, a register, holds the
//!   undefined value until its first use. That copies of it share that value, as they do
//!   in memory, where a load chooses it, is the business of `freeze`.
//! - Variables between `StackSave` and `StackRestore` stay in memory: the restore
//!   ends them.

mod candidates;
mod liveness;
mod rename;

use raddle_ir::index::Index;
use raddle_ir::{Block, BlockId, Edge, Function, Program, Terminator};

use crate::dominators::Dominators;
use crate::registers;

use candidates::{Touch, Variables};

pub fn run(program: &mut Program) {
    let target = program.target;
    for function in program.functions.iter_mut() {
        let variables = candidates::find(function, target);
        if !variables.is_empty() {
            promote(function, &variables);
            registers::compact(function);
        }
    }
}

/// The variables that each block takes as parameters, in order.
type Joins = Vec<Vec<usize>>;

fn promote(function: &mut Function, variables: &Variables) {
    let mut joins = split_before_reads(function, variables);
    let dominators = Dominators::new(function);
    place_joins(function, variables, &dominators, &mut joins);
    rename::rename(function, variables, &dominators, &joins);
}

/// Splits blocks behind what empties a variable (its `Allocate`, or storing
/// undefined value) if it may be read before it is written; the second halves take
/// these variables as parameters.
fn split_before_reads(function: &mut Function, variables: &Variables) -> Joins {
    let live = liveness::on_entry(function, variables);
    let mut joins = vec![Vec::new(); function.blocks.len()];
    for block in function.blocks.indices().collect::<Vec<BlockId>>() {
        let empty = liveness::read_while_empty(function, variables, &live, block);
        // From the last to the first, so that positions stay what they are.
        for (position, variables) in empty {
            split(function, block, position);
            joins.push(variables);
        }
    }
    joins
}

/// Moves the statements from `position` on to a new block at the end.
fn split(function: &mut Function, block: BlockId, position: usize) {
    let second = function.blocks.next_index();
    let first = &mut function.blocks[block];
    let statements = first.statements.split_off(position);
    let jump = Terminator::Jump(Edge { target: second, arguments: Vec::new() });
    let terminator = std::mem::replace(&mut first.terminator, jump);
    let location = first.location;
    first.location = first.statements.last().map_or(location, |last| last.location);
    function.blocks.push(Block { parameters: Vec::new(), statements, terminator, location });
}

/// Adds to the joins the blocks where values of a variable meet.
fn place_joins(
    function: &Function,
    variables: &Variables,
    dominators: &Dominators,
    joins: &mut Joins,
) {
    let frontiers = dominators.frontiers();
    let live = liveness::on_entry(function, variables);
    let mut written = vec![Vec::new(); variables.len()];
    for &id in dominators.order() {
        for statement in &function.blocks[id].statements {
            match variables.touch(&statement.instruction) {
                Touch::Allocate { variable, .. } | Touch::Store { variable, .. } => {
                    written[variable].push(id);
                }
                Touch::Load { .. } | Touch::None => {}
            }
        }
        for &variable in &joins[id.position()] {
            written[variable].push(id);
        }
    }
    for (variable, mut left) in written.into_iter().enumerate() {
        while let Some(block) = left.pop() {
            for &join in &frontiers[block] {
                let there = &mut joins[join.position()];
                if live[join.position()].contains(variable) && !there.contains(&variable) {
                    there.push(variable);
                    left.push(join);
                }
            }
        }
    }
}
