//! Copies of blocks that are still to be made, and the calls that they belong to.
//!
//! A copy is named by its rank: for each call, outermost first, the loops around with
//! their iterations, the block and the statement; then the depth of sections.
//! Compared as words, the rank of a copy is behind those of all copies that lead to it.

use std::rc::Rc;

use raddle_ir::{BlockId, FunctionId, RegisterId};
use raddle_passes::block_order::BlockOrder;
use raddle_passes::points_to::InstanceId;

use super::value::Value;
use crate::bounded::Section;

pub type Rank = Vec<u32>;

/// A call, or a thread's first function.
pub struct Frame {
    pub function: FunctionId,
    /// Of the analysis of pointers, where it knows this call.
    pub instance: Option<InstanceId>,
    pub order: Rc<BlockOrder>,
    /// What the ranks of its copies begin with.
    pub prefix: Rank,
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
    pub rounds: Vec<Round>,
    /// Of what is live behind the call; results are filled in.
    pub values: Vec<Value>,
}

/// A loop that a copy is in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    pub iteration: u32,
    /// Iterations that count, and those whose conditions were known.
    charged: u32,
    free: u32,
    /// In this iteration an exit was decided by a constant; by something else.
    is_certain: bool,
    is_open: bool,
}

/// A loop whose condition is known goes on for that long; then iterations count.
const MOST_FREE: u32 = 1 << 16;

impl Round {
    /// An exit was looked at, and the way stays inside.
    pub fn stays(&mut self, is_certain: bool) {
        self.is_certain |= is_certain;
        self.is_open |= !is_certain;
    }

    pub fn next(&mut self) {
        self.iteration += 1;
        if !self.is_certain || self.is_open || self.free >= MOST_FREE {
            self.charged += 1;
        } else {
            self.free += 1;
        }
        (self.is_certain, self.is_open) = (false, false);
    }

    /// Where somebody names the loop, all iterations count.
    pub fn is_beyond(&self, named: Option<u32>, all: u32) -> bool {
        match named {
            Some(most) => self.iteration > most,
            None => self.charged > all,
        }
    }

    pub fn merge(&mut self, other: &Round) {
        self.charged = self.charged.max(other.charged);
        self.free = self.free.max(other.free);
        self.is_certain |= other.is_certain;
        self.is_open |= other.is_open;
    }
}

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
    pub rounds: Vec<Round>,
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
    pub fn rank(&self, node: &Node) -> Rank {
        let mut rank = self.position(node.block, &node.rounds);
        rank.extend([2 * node.statement, node.depth.number()]);
        rank
    }

    /// What the ranks of a call at this statement begin with.
    pub fn prefix(&self, block: BlockId, statement: u32, rounds: &[Round], call: usize) -> Rank {
        let mut rank = self.position(block, rounds);
        rank.extend([2 * statement + 1, call as u32]);
        rank
    }

    fn position(&self, block: BlockId, rounds: &[Round]) -> Rank {
        let mut rank = self.prefix.clone();
        for (header, round) in self.order.loops(block).iter().zip(rounds) {
            rank.extend([self.order.number(*header), round.iteration]);
        }
        rank.push(self.order.number(block));
        rank
    }
}
