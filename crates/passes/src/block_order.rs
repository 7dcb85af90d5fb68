//! In which order the blocks of a function are run, or copied, where ways are merged
//! that meet: a block after everything that leads to it, loops as a whole
//! before what follows them (a weak topological order, Bourdoncle, "Efficient
//! chaotic iteration strategies with widenings").
//!
//! Deviation: not by Bourdoncle's recursion over strongly connected components, but as a
//! reverse postorder that visits the ways out of a loop before those that stay in it, with the
//! loops of `loops.rs`. In a reducible flow graph both give such an order. Where a loop has
//! several entries this one does not: an edge may lead backwards without being one that closes
//! a loop, for which `symbolic` in `semantics` and `bound` in `sequential` look out.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function};

use crate::FunctionFacts;

/// The order of one function's blocks.
#[derive(Clone, Debug)]
pub struct BlockOrder {
    numbers: Vec<u32>,
    /// The headers of the loops around each block, outermost first.
    loops: Vec<Vec<BlockId>>,
}

impl BlockOrder {
    pub fn new(function: &Function, facts: &FunctionFacts) -> BlockOrder {
        let count = function.blocks.len();
        let mut around: Vec<Vec<(usize, BlockId)>> = vec![Vec::new(); count];
        for found in &facts.loops {
            for block in &found.blocks {
                around[block.position()].push((found.blocks.len(), found.header));
            }
        }
        let loops: Vec<Vec<BlockId>> = around
            .into_iter()
            .map(|mut list| {
                // The larger loop is the outer one.
                list.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
                list.dedup_by_key(|(_, header)| *header);
                list.into_iter().map(|(_, header)| header).collect()
            })
            .collect();
        let numbers = numbers(function, &loops);
        BlockOrder { numbers, loops }
    }

    pub fn number(&self, block: BlockId) -> u32 {
        self.numbers[block.position()]
    }

    pub fn loops(&self, block: BlockId) -> &[BlockId] {
        &self.loops[block.position()]
    }
}

/// Reverse postorder, where the way out of a loop is visited before the way
/// that stays in it, so that the loop's blocks come together and first.
fn numbers(function: &Function, loops: &[Vec<BlockId>]) -> Vec<u32> {
    let count = function.blocks.len();
    let mut numbers = vec![0; count];
    let mut seen = vec![false; count];
    let mut next = count as u32;
    let mut open: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let entry = BlockId::new(Function::ENTRY);
    let targets = |block: BlockId| {
        let mut targets: Vec<BlockId> =
            function.blocks[block].terminator.edges().iter().map(|edge| edge.target).collect();
        let common = |target: &BlockId| {
            let here = &loops[block.position()];
            loops[target.position()].iter().filter(|header| here.contains(header)).count()
        };
        // Taken from the back: those that leave most loops first.
        targets.sort_by_key(|target| std::cmp::Reverse(common(target)));
        targets
    };
    if let Some(first) = seen.get_mut(entry.position()) {
        *first = true;
        open.push((entry, targets(entry)));
    }
    while let Some((block, rest)) = open.last_mut() {
        match rest.pop() {
            Some(target) => {
                if !std::mem::replace(&mut seen[target.position()], true) {
                    open.push((target, targets(target)));
                }
            }
            None => {
                next -= 1;
                numbers[block.position()] = next;
                open.pop();
            }
        }
    }
    numbers
}
