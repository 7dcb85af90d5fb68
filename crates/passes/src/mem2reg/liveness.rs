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

/// The variables that are emptied in this block, by their `Allocate` or by
/// storing what was never written, and may be read before they are written
/// again; with the position to split at: behind the run of `Allocate`s that
/// theirs stands in, or behind the store. The last position comes first.
pub(super) fn read_while_empty(
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
        let emptied = match touch {
            Touch::Allocate { variable } => {
                Some((variable, variables.list[variable].initial, run_end))
            }
            Touch::Store { variable, value } => Some((variable, value, position + 1)),
            Touch::Load { .. } | Touch::None => None,
        };
        if let Some((variable, Operand::Undefined(_), end)) = emptied
            && now.contains(variable)
        {
            match result.last_mut() {
                Some((last, list)) if *last == end => list.push(variable),
                Some(_) | None => result.push((end, vec![variable])),
            }
        }
        before(&touch, &mut now);
    }
    result
}
