//! The shape of one function's flow graph: predecessors, reverse postorder,
//! dominators and dominance frontiers.
//!
//! Immediate dominators by the iteration of Cooper, Harvey and Kennedy ("A
//! Simple, Fast Dominance Algorithm"): two fingers climb the tree built so far,
//! by position in reverse postorder. Nothing here recurses, so that a function
//! of any length is fine. Blocks that the entry does not reach have no place in
//! the order and no dominator.

use crate::index::Index;
use crate::{BlockId, Function, IndexVec};

/// For each block the blocks that jump to it, once for each edge, in the order
/// of the blocks. Edges out of range are left out (the verifier names them).
pub fn predecessors(function: &Function) -> IndexVec<BlockId, Vec<BlockId>> {
    let mut result: IndexVec<BlockId, Vec<BlockId>> =
        function.blocks.iter().map(|_| Vec::new()).collect();
    for (id, block) in function.blocks.iter_enumerated() {
        let mut position = 0;
        while let Some(edge) = block.terminator.edge(position) {
            if edge.target.position() < result.len() {
                result[edge.target].push(id);
            }
            position += 1;
        }
    }
    result
}

/// The blocks that the entry reaches, each before its successors except along
/// back edges.
pub fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let count = function.blocks.len();
    if count == 0 {
        return Vec::new();
    }
    let entry = BlockId::new(Function::ENTRY);
    let mut seen = vec![false; count];
    seen[Function::ENTRY] = true;
    let mut order = Vec::with_capacity(count);
    // The path being walked: a block, and which of its edges comes next.
    let mut path: Vec<(BlockId, usize)> = vec![(entry, 0)];
    while let Some((block, position)) = path.last_mut() {
        match function.blocks[*block].terminator.edge(*position) {
            Some(edge) => {
                *position += 1;
                let target = edge.target;
                if target.position() < count && !seen[target.position()] {
                    seen[target.position()] = true;
                    path.push((target, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

const NONE: u32 = u32::MAX;

/// Who dominates whom in one function.
#[derive(Clone, Debug)]
pub struct Dominators {
    order: Vec<BlockId>,
    /// Position in `order`, or `NONE` for an unreachable block.
    number: IndexVec<BlockId, u32>,
    /// By position in `order`: the position of the immediate dominator. The
    /// entry's is its own.
    parent: Vec<u32>,
    /// By position in `order`: the span of the block's subtree in a preorder of
    /// the dominator tree, so that `dominates` is two comparisons.
    span: Vec<(u32, u32)>,
    predecessors: IndexVec<BlockId, Vec<BlockId>>,
}

impl Dominators {
    pub fn new(function: &Function) -> Dominators {
        let order = reverse_postorder(function);
        let predecessors = predecessors(function);
        let mut number: IndexVec<BlockId, u32> = function.blocks.iter().map(|_| NONE).collect();
        for (position, &block) in order.iter().enumerate() {
            number[block] = position as u32;
        }
        let parent = parents(&order, &number, &predecessors);
        let span = spans(&parent);
        Dominators { order, number, parent, span, predecessors }
    }

    /// The blocks in reverse postorder, reachable ones only.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// One entry for each edge into a block, those from unreachable blocks too.
    pub fn predecessors(&self) -> &IndexVec<BlockId, Vec<BlockId>> {
        &self.predecessors
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.number.get(block).is_some_and(|&number| number != NONE)
    }

    /// The closest strict dominator; `None` for the entry and for unreachable
    /// blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        match self.number.get(block) {
            None | Some(&0) | Some(&NONE) => None,
            Some(&number) => Some(self.order[self.parent[number as usize] as usize]),
        }
    }

    /// Does every path from the entry to `below` pass `above`? A block dominates
    /// itself. False where either of two different blocks is unreachable.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        if above == below {
            return true;
        }
        let (Some(&above), Some(&below)) = (self.number.get(above), self.number.get(below)) else {
            return false;
        };
        if above == NONE || below == NONE {
            return false;
        }
        let (first, end) = self.span[above as usize];
        let (place, _) = self.span[below as usize];
        first <= place && place < end
    }

    /// For each block the blocks where its dominance ends: those that it does not
    /// strictly dominate, but of which it dominates a predecessor. Sorted.
    pub fn frontiers(&self) -> IndexVec<BlockId, Vec<BlockId>> {
        let mut result: IndexVec<BlockId, Vec<BlockId>> =
            self.number.iter().map(|_| Vec::new()).collect();
        for (position, &block) in self.order.iter().enumerate() {
            let stop = self.parent[position];
            for &predecessor in &self.predecessors[block] {
                let mut runner = self.number[predecessor];
                if runner == NONE {
                    continue;
                }
                // The entry has no dominator to stop at: nothing jumps to it in
                // a well-formed function.
                while runner != stop || position == 0 {
                    let frontier = &mut result[self.order[runner as usize]];
                    if frontier.last() != Some(&block) {
                        frontier.push(block);
                    }
                    if runner == 0 {
                        break;
                    }
                    runner = self.parent[runner as usize];
                }
            }
        }
        for frontier in result.iter_mut() {
            frontier.sort_unstable();
            frontier.dedup();
        }
        result
    }

    /// For each block the blocks that it immediately dominates, in reverse
    /// postorder.
    pub fn children(&self) -> IndexVec<BlockId, Vec<BlockId>> {
        let mut result: IndexVec<BlockId, Vec<BlockId>> =
            self.number.iter().map(|_| Vec::new()).collect();
        for (position, &block) in self.order.iter().enumerate().skip(1) {
            result[self.order[self.parent[position] as usize]].push(block);
        }
        result
    }
}

fn parents(
    order: &[BlockId],
    number: &IndexVec<BlockId, u32>,
    predecessors: &IndexVec<BlockId, Vec<BlockId>>,
) -> Vec<u32> {
    let mut parent = vec![NONE; order.len()];
    if let Some(entry) = parent.first_mut() {
        *entry = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (position, &block) in order.iter().enumerate().skip(1) {
            let mut best = NONE;
            for &predecessor in &predecessors[block] {
                let candidate = number[predecessor];
                if candidate == NONE || parent[candidate as usize] == NONE {
                    continue;
                }
                best = if best == NONE {
                    candidate
                } else {
                    common_ancestor(&parent, best, candidate)
                };
            }
            if parent[position] != best {
                parent[position] = best;
                changed = true;
            }
        }
    }
    parent
}

fn common_ancestor(parent: &[u32], mut left: u32, mut right: u32) -> u32 {
    while left != right {
        while left > right {
            left = parent[left as usize];
        }
        while right > left {
            right = parent[right as usize];
        }
    }
    left
}

/// The preorder span of each subtree. A parent comes before its children in
/// reverse postorder, so that one sweep up counts and one sweep down places.
fn spans(parent: &[u32]) -> Vec<(u32, u32)> {
    let mut size = vec![1u32; parent.len()];
    for position in (1..parent.len()).rev() {
        size[parent[position] as usize] += size[position];
    }
    let mut span = vec![(0, 0); parent.len()];
    // Where the next child of each block starts.
    let mut next = vec![0u32; parent.len()];
    for position in 0..parent.len() {
        let above = parent[position] as usize;
        let first = if position == 0 { 0 } else { next[above] };
        span[position] = (first, first + size[position]);
        next[position] = first + 1;
        if position != 0 {
            next[above] = first + size[position];
        }
    }
    span
}
