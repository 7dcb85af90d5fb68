//! In which order the blocks of a function are run, or copied, where ways are merged
//! that meet: a block after everything that leads to it, loops as a whole
//! before what follows them (a weak topological order, Bourdoncle, "Efficient
//! chaotic iteration strategies with widenings").
//!
//! Deviation: not by Bourdoncle's recursion over strongly connected components, but as a
//! reverse postorder that visits the ways out of a loop before those that stay in it, with the
//! loops of `loops.rs`. In a reducible flow graph both give such an order. Where a loop has
//! several entries this one does not: an edge may lead backwards without being one that closes
//! a loop; `bound` in `sequential` cuts such edges off, `symbolic` in `semantics` merges less.

use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, FunctionId, Terminator};
use rustc_hash::FxHashMap;

use crate::{FunctionFacts, Ready};

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

    /// Whether an edge of a terminator leads out of a loop around it.
    pub fn may_leave(&self, header: BlockId, terminator: &Terminator) -> bool {
        terminator.edges().iter().any(|edge| !self.loops(edge.target).contains(&header))
    }
}

/// The orders of a program's functions, each made when it is first asked for.
#[derive(Clone, Debug, Default)]
pub struct BlockOrders(FxHashMap<FunctionId, Rc<BlockOrder>>);

impl BlockOrders {
    pub fn of(&mut self, ready: &Ready, function: FunctionId) -> &Rc<BlockOrder> {
        self.0.entry(function).or_insert_with(|| {
            let (code, facts) = (&ready.program.functions[function], &ready.functions[function]);
            Rc::new(BlockOrder::new(code, facts))
        })
    }
}

/// Where a thread stands in the order of its program, frame by frame from the outermost
/// to the innermost. Compared as words, a position is behind all that lead to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Vec<u32>);

impl Position {
    pub fn new() -> Position {
        Position::default()
    }

    pub fn extend(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.0.extend(numbers);
    }

    /// A block of a frame: the loops around it, outermost first, each with its iteration,
    /// then the block itself.
    pub fn extend_block(
        &mut self,
        order: &BlockOrder,
        block: BlockId,
        iterations: impl IntoIterator<Item = u32>,
    ) {
        for (header, iteration) in order.loops(block).iter().zip(iterations) {
            self.0.extend([order.number(*header), iteration]);
        }
        self.0.push(order.number(block));
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
