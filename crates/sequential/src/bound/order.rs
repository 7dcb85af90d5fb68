//! In which order the blocks of a function are copied: a block after everything that
//! leads to it, and loops as a whole before what follows them (a weak topological
//! order, Bourdoncle, "Efficient chaotic iteration strategies with widenings").
//!
//! Where a loop has several entries there is no such order. An edge that leads
//! backwards is then cut off, which is always allowed.

use raddle_ir::index::Index;
use raddle_ir::{AllocationKind, BlockId, Function, Instruction};
use raddle_passes::FunctionFacts;

/// What is the same for all copies of a function.
#[derive(Clone, Debug)]
pub struct Order {
    numbers: Vec<u32>,
    /// The headers of the loops around each block, outermost first.
    loops: Vec<Vec<BlockId>>,
    /// It makes objects that end when it returns.
    pub has_objects: bool,
}

impl Order {
    pub fn new(function: &Function, facts: &FunctionFacts) -> Order {
        let mut around: Vec<Vec<(usize, BlockId)>> = vec![Vec::new(); function.blocks.len()];
        for found in &facts.loops {
            for block in &found.blocks {
                around[block.position()].push((found.blocks.len(), found.header));
            }
        }
        let outermost_first = |mut list: Vec<(usize, BlockId)>| {
            // The larger loop is the outer one.
            list.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
            list.dedup_by_key(|(_, header)| *header);
            list.into_iter().map(|(_, header)| header).collect()
        };
        let loops: Vec<Vec<BlockId>> = around.into_iter().map(outermost_first).collect();
        let numbers = numbers(function, &loops);
        Order { numbers, loops, has_objects: has_objects(function) }
    }

    pub fn number(&self, block: BlockId) -> u32 {
        self.numbers[block.position()]
    }

    pub fn loops(&self, block: BlockId) -> &[BlockId] {
        &self.loops[block.position()]
    }
}

fn has_objects(function: &Function) -> bool {
    let mut statements = function.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|statement| {
        matches!(
            statement.instruction,
            Instruction::Allocate { kind: AllocationKind::Stack, .. }
                | Instruction::VariadicArea { .. }
        )
    })
}

/// Reverse postorder, where the way out of a loop is visited before the way that
/// stays in it, so that the loop's blocks come together and first.
fn numbers(function: &Function, loops: &[Vec<BlockId>]) -> Vec<u32> {
    let count = function.blocks.len();
    let mut numbers = vec![0; count];
    let mut seen = vec![false; count];
    let mut next = count as u32;
    let mut open: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let targets = |block: BlockId| {
        let edges = function.blocks[block].terminator.edges();
        let mut targets: Vec<BlockId> = edges.iter().map(|edge| edge.target).collect();
        let common = |target: &BlockId| {
            let here = &loops[block.position()];
            loops[target.position()].iter().filter(|header| here.contains(header)).count()
        };
        // Taken from the back: those that leave most loops first.
        targets.sort_by_key(|target| std::cmp::Reverse(common(target)));
        targets
    };
    if let Some(first) = seen.first_mut() {
        *first = true;
        let entry = BlockId::new(Function::ENTRY);
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
