//! Copies of blocks that are still to be made, and the calls that they belong to.
//!
//! A copy is named by its position in the order of the program: for each call, outermost
//! first, the loops around with their iterations, the block and the statement; then the
//! depth of sections. A statement has two numbers, since what follows a call there is
//! behind all that the call does; and calls have numbers of their own, since each has a
//! copy of its own. That is why only the part for a block is shared with symbolic
//! execution, where a frame is its function and one place in it.

use std::rc::Rc;

use raddle_ir::{BlockId, FunctionId, RegisterId};
use raddle_passes::block_order::{BlockOrder, Position};
use raddle_passes::loop_counts::LoopCount;
use raddle_passes::points_to::InstanceId;

use super::value::Value;
use crate::bounded::Section;

/// A call, or a thread's first function.
pub struct Frame {
    pub function: FunctionId,
    /// Of the analysis of pointers, where it knows this call.
    pub instance: Option<InstanceId>,
    pub order: Rc<BlockOrder>,
    /// What the positions of its copies begin with.
    pub prefix: Position,
    pub caller: Option<Caller>,
    /// The arguments beyond the named ones.
    pub extra: Vec<Value>,
    /// How many objects there were when it was called, if it makes some.
    pub mark: Option<RegisterId>,
}

/// Where a call goes on when it returns.
#[derive(Clone)]
pub struct Caller {
    pub frame: usize,
    pub block: BlockId,
    pub statement: u32,
    pub loop_counts: Vec<LoopCount>,
    /// Of what is live behind the call; results are filled in.
    pub values: Vec<Value>,
}

/// A loop whose condition is known goes on for that long; then iterations count.
pub const MOST_FREE: u32 = 1 << 16;

/// How deep in atomic sections, and in whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    pub depth: u32,
    pub section: Section,
}

impl Depth {
    pub const OUTSIDE: Depth = Depth { depth: 0, section: Section::Outside };

    fn number(self) -> u32 {
        2 * self.depth + u32::from(self.section == Section::Library)
    }
}

/// A copy that is still to be made.
pub struct Node {
    pub frame: usize,
    pub block: BlockId,
    /// The first statement; behind a call it is not 0.
    pub statement: u32,
    pub loop_counts: Vec<LoopCount>,
    pub depth: Depth,
    pub incoming: Vec<Incoming>,
}

/// An edge that leads to a copy.
pub struct Incoming {
    pub block: BlockId,
    pub edge: usize,
    /// Of the registers that are live there.
    pub values: Vec<Value>,
    /// Those of them that may be empty and go to another register: each of the two
    /// gets a value of its own at its first use.
    pub moved: Vec<usize>,
}

impl Frame {
    pub fn position(&self, node: &Node) -> Position {
        let mut position = self.block_position(node.block, &node.loop_counts);
        position.extend([2 * node.statement, node.depth.number()]);
        position
    }

    /// What the positions of a call at this statement begin with.
    pub fn call_prefix(
        &self,
        block: BlockId,
        statement: u32,
        loop_counts: &[LoopCount],
        call: usize,
    ) -> Position {
        let mut position = self.block_position(block, loop_counts);
        position.extend([2 * statement + 1, call as u32]);
        position
    }

    fn block_position(&self, block: BlockId, loop_counts: &[LoopCount]) -> Position {
        let mut position = self.prefix.clone();
        let iterations = loop_counts.iter().map(|count| count.iteration);
        position.extend_block(&self.order, block, iterations);
        position
    }
}
