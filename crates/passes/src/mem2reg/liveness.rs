//! Where the contents of variables are still needed: a backward data flow over
//! loads (needed), stores and `Allocate` (not needed before).

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, Instruction, Operand};

use super::candidates::{Touch, Variables};
use crate::bit_set::BitSet;
use crate::dominators::reverse_postorder;

/// For each block the variables that are needed at its start; none for blocks
/// that the entry does not reach.
pub(super) fn on_entry(function: &Function, variables: &Variables) -> Vec<BitSet> {
    let order = reverse_postorder(function);
    let mut live = vec![BitSet::new(variables.len()); function.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev() {
            let mut now = on_exit(function, &live, block);
            for statement in function.blocks[block].statements.iter().rev() {
                before(&variables.touch(&statement.instruction), &mut now);
            }
            if now != live[block.position()] {
                live[block.position()] = now;
                changed = true;
            }
        }
    }
    live
}

fn on_exit(function: &Function, live: &[BitSet], block: BlockId) -> BitSet {
    let mut now = BitSet::new(0);
    for edge in function.blocks[block].terminator.edges() {
        now.union_with(&live[edge.target.position()]);
    }
    now
}

fn before(touch: &Touch, live: &mut BitSet) {
    match *touch {
        Touch::Load { variable, .. } => {
            live.insert(variable);
        }
        Touch::Allocate { variable } | Touch::Store { variable, .. } => live.remove(variable),
        Touch::None => {}
    }
}

/// The variables that may be read before they are written after their `Allocate`
/// in this block, with the position behind the run of `Allocate`s that theirs
/// stands in; the last position first.
pub(super) fn empty_after_allocate(
    function: &Function,
    variables: &Variables,
    live: &[BitSet],
    block: BlockId,
) -> Vec<(usize, Vec<usize>)> {
    let mut result: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut now = on_exit(function, live, block);
    let statements = &function.blocks[block].statements;
    let mut run_end = statements.len();
    for (position, statement) in statements.iter().enumerate().rev() {
        if !matches!(statement.instruction, Instruction::Allocate { .. }) {
            run_end = position;
        }
        let touch = variables.touch(&statement.instruction);
        if let Touch::Allocate { variable } = touch {
            let initial = variables.list[variable].initial;
            if now.contains(variable) && matches!(initial, Operand::Undefined(_)) {
                match result.last_mut() {
                    Some((end, list)) if *end == run_end => list.push(variable),
                    Some(_) | None => result.push((run_end, vec![variable])),
                }
            }
        }
        before(&touch, &mut now);
    }
    result
}
