//! Liveness: which registers are still needed before each statement and terminator.
//!
//! The textbook backward data-flow analysis, a least fixpoint over a worklist, on
//! blocks with parameters. An
//! edge's arguments are uses at the end of the predecessor, and the target's
//! parameters are definitions on the edge. A use counts whether or not its result
//! is needed later: engines run dead computations too, and an operand that had
//! been forgotten would become a new choice.
//!
//! Engines restore a thread from its live registers alone.

use raddle_ir::index::Index;
use raddle_ir::{Block, BlockId, Function, IndexVec, Operand, RegisterId};

use crate::bit_set::BitSet;
use crate::dominators::{predecessors, reverse_postorder};

/// For each block the sorted live registers before each statement and, last,
/// before the terminator.
pub type Live = IndexVec<BlockId, Vec<Box<[RegisterId]>>>;

pub fn find(function: &Function) -> Live {
    let entering = live_on_entry(function);
    function
        .blocks
        .iter()
        .map(|block| {
            let mut live = leaving(function, block, &entering);
            let mut lists = Vec::with_capacity(block.statements.len() + 1);
            backwards(block, &mut live, |live| {
                lists.push(live.iter().map(RegisterId::new).collect());
            });
            lists.reverse();
            lists
        })
        .collect()
}

/// As if every register were needed everywhere.
pub fn everything(function: &Function) -> Live {
    let all: Box<[RegisterId]> = function.registers.indices().collect();
    let of_block = |block: &Block| vec![all.clone(); block.statements.len() + 1];
    function.blocks.iter().map(of_block).collect()
}

/// What is live before the first statement of each block, parameters included.
fn live_on_entry(function: &Function) -> IndexVec<BlockId, BitSet> {
    let registers = function.registers.len();
    let mut entering: IndexVec<BlockId, BitSet> =
        function.blocks.iter().map(|_| BitSet::new(registers)).collect();
    let predecessors = predecessors(function);
    // Blocks that cannot be reached come first on the stack, so last in line;
    // the others from the exits upwards.
    let order = reverse_postorder(function);
    let mut waiting: IndexVec<BlockId, bool> = function.blocks.iter().map(|_| true).collect();
    let mut pending: Vec<BlockId> = function.blocks.indices().collect();
    pending.extend(&order);
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut waiting[block], false) {
            continue;
        }
        let mut live = leaving(function, &function.blocks[block], &entering);
        backwards(&function.blocks[block], &mut live, |_| {});
        if entering[block].union_with(&live) {
            for &predecessor in &predecessors[block] {
                if !std::mem::replace(&mut waiting[predecessor], true) {
                    pending.push(predecessor);
                }
            }
        }
    }
    entering
}

/// What is live on the edges out of a block, before their arguments are read.
fn leaving(function: &Function, block: &Block, entering: &IndexVec<BlockId, BitSet>) -> BitSet {
    let mut live = BitSet::new(function.registers.len());
    for edge in block.terminator.edges() {
        let mut needed = entering[edge.target].clone();
        for parameter in &function.blocks[edge.target].parameters {
            needed.remove(parameter.position());
        }
        live.union_with(&needed);
    }
    live
}

/// Walks from the end of a block to its start, changing what is live at its end
/// into what is live at its start. `visit` sees the set before the terminator
/// and before each statement, last ones first.
fn backwards(block: &Block, live: &mut BitSet, mut visit: impl FnMut(&BitSet)) {
    block.terminator.for_each_operand(|operand| add(live, operand));
    visit(live);
    for statement in block.statements.iter().rev() {
        statement.instruction.for_each_result(|result| live.remove(result.position()));
        statement.instruction.for_each_operand(|operand| add(live, operand));
        visit(live);
    }
}

fn add(live: &mut BitSet, operand: &Operand) {
    match operand {
        Operand::Register(register) => {
            live.insert(register.position());
        }
        Operand::Constant(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => {}
    }
}
