//! What engines get: a program that went through every pass, with the facts
//! about it that engines share. Only `pipeline` makes one, and no other crate can
//! change one: what holds of a program when it leaves the pipeline holds for good.

use std::ops::Deref;

use raddle_ir::index::Index;
use raddle_ir::{
    BlockId, FunctionId, GlobalId, IndexVec, Instruction, Location, Operand, Program, RegisterId,
    Type,
};
use raddle_terms::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::memory_orders::MemoryOrders;
use crate::visible;

/// A statement of a function, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub function: FunctionId,
    pub block: BlockId,
    /// Position in the block; the terminator's is the number of statements.
    pub statement: u32,
}

impl Place {
    /// The instruction here; none if it is the terminator's place.
    #[inline]
    pub fn instruction(self, program: &Program) -> Option<&Instruction> {
        let block = program.functions.get(self.function)?.blocks.get(self.block)?;
        block.statements.get(self.statement as usize).map(|statement| &statement.instruction)
    }
}

/// A program that engines can run. It reads as its [`ProgramFacts`].
#[derive(Clone, Debug)]
pub struct Ready(ProgramFacts);

impl Ready {
    /// The same program, with every access of memory taken for one that other threads can see.
    #[must_use]
    pub fn with_every_access(&self) -> Ready {
        let mut facts = self.0.clone();
        let mut everything = visible::everything(&facts.program);
        for (facts, visible) in facts.functions.iter_mut().zip(everything.iter_mut()) {
            facts.visible = std::mem::take(visible);
        }
        Ready(facts)
    }
}

impl Deref for Ready {
    type Target = ProgramFacts;

    #[inline]
    fn deref(&self) -> &ProgramFacts {
        &self.0
    }
}

/// The program, and what the analyses found out about it.
#[derive(Clone, Debug)]
pub struct ProgramFacts {
    pub program: Program,
    pub layout: PointerLayout,
    pub functions: IndexVec<FunctionId, FunctionFacts>,
    /// Globals that no instruction can write: no part of a state.
    pub never_written: IndexVec<GlobalId, bool>,
    /// Globals that other threads may see change, and thread-local ones whose instances
    /// others than their own thread may touch.
    pub observable: IndexVec<GlobalId, bool>,
    pub memory_orders: MemoryOrders,
}

/// Facts about one function; everything is indexed like its blocks.
#[derive(Clone, Debug, Default)]
pub struct FunctionFacts {
    /// For each statement and, last, the terminator: can other threads see it
    /// happen, or change its outcome? (Accesses of memory that does not escape
    /// its thread cannot; a `return` that ends objects of others can.)
    /// Only between two visible statements do engines switch threads.
    pub visible: IndexVec<BlockId, Vec<bool>>,
    /// The registers whose values are still needed *before* each statement and,
    /// last, before the terminator; sorted.
    pub live: IndexVec<BlockId, Vec<Box<[RegisterId]>>>,
    /// For each edge of the terminator: does it close a loop?
    pub back_edges: IndexVec<BlockId, Vec<bool>>,
    pub loops: Vec<Loop>,
    /// The statements that make objects which other threads may touch.
    pub observable: FxHashSet<(BlockId, u32)>,
    /// For the `Nondet` instructions of more than 8 bits: values to try.
    pub nondet: FxHashMap<(BlockId, u32), NondetCases>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub header: BlockId,
    pub blocks: Vec<BlockId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NondetCases {
    pub values: Vec<Bits>,
    /// Every other value behaves like one of these.
    pub exact: bool,
}

/// Larger objects are not handled: the concrete machine keeps every byte, and copies of
/// what changes.
pub const LARGEST_OBJECT: u64 = 1 << 28;

/// How a pointer names an object and an offset within one integer.
///
/// `pointer = object << offset_bits | offset + bias`, where the bias is half the
/// range, so that one step before an object is still that object's. Object 0 is
/// the null pointer's; it has no bias, so that small integers and null plus an
/// offset stay what they are. Functions come next, then globals, then what the
/// run allocates. The highest object number is never used (`(void *)-1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerLayout {
    pub pointer_bits: u16,
    pub offset_bits: u16,
    pub functions: u32,
    pub globals: u32,
}

impl PointerLayout {
    pub fn bias(&self) -> u64 {
        1 << (self.offset_bits - 1)
    }

    /// The largest size of an object: offsets can say it, and a run can keep it.
    pub fn largest_object(&self) -> u64 {
        (self.bias() - 1).min(LARGEST_OBJECT)
    }

    pub fn function_object(&self, function: FunctionId) -> u32 {
        1 + function.position() as u32
    }

    pub fn global_object(&self, global: GlobalId) -> u32 {
        1 + self.functions + global.position() as u32
    }

    pub fn object_function(&self, object: u32) -> Option<FunctionId> {
        (object >= 1 && object <= self.functions).then(|| FunctionId::new(object as usize - 1))
    }

    pub fn object_global(&self, object: u32) -> Option<GlobalId> {
        let first = 1 + self.functions;
        (object >= first && object < first + self.globals)
            .then(|| GlobalId::new((object - first) as usize))
    }

    /// The first object number for allocations at run time.
    pub fn first_dynamic(&self) -> u32 {
        1 + self.functions + self.globals
    }

    /// The first object number that is too large.
    pub fn object_limit(&self) -> u32 {
        let bits = (self.pointer_bits - self.offset_bits).min(31);
        (1u32 << bits) - 1
    }

    pub fn pointer(&self, object: u32, offset: i64) -> Bits {
        let raw = if object == 0 { offset } else { offset.wrapping_add(self.bias() as i64) };
        let low = (raw as u64) & (u64::MAX >> (64 - self.offset_bits));
        Bits::new(u128::from(object) << self.offset_bits | u128::from(low), self.pointer_bits)
    }

    /// The object and the offset from its start.
    pub fn split(&self, pointer: Bits) -> (u32, i64) {
        let value = pointer.low64();
        let object = (value >> self.offset_bits) as u32;
        let low = (value & (u64::MAX >> (64 - self.offset_bits))) as i64;
        (object, if object == 0 { low } else { low - self.bias() as i64 })
    }
}

impl Ready {
    pub(crate) fn new(facts: ProgramFacts) -> Ready {
        Ready(facts)
    }

    /// The program alone, for other passes to go on with.
    pub fn into_program(self) -> Program {
        self.0.program
    }

    /// How many instructions of the program start a thread.
    pub fn spawns(&self) -> usize {
        let blocks = self.program.functions.iter().flat_map(|function| function.blocks.iter());
        blocks
            .flat_map(|block| &block.statements)
            .filter(|statement| matches!(statement.instruction, Instruction::Spawn { .. }))
            .count()
    }

    pub fn starts_threads(&self) -> bool {
        self.spawns() > 0
    }

    /// The value of an operand that is no register; `None` for a register or an
    /// undefined value.
    pub fn constant(&self, operand: &Operand) -> Option<Bits> {
        match *operand {
            Operand::Constant(bits) => Some(bits),
            Operand::Global(global) => {
                Some(self.layout.pointer(self.layout.global_object(global), 0))
            }
            Operand::Function(function) => {
                Some(self.layout.pointer(self.layout.function_object(function), 0))
            }
            Operand::Register(_) | Operand::Undefined(_) => None,
        }
    }

    /// Where in the sources a place is.
    pub fn location(&self, place: Place) -> Option<Location> {
        let block = self.program.functions.get(place.function)?.blocks.get(place.block)?;
        match block.statements.get(place.statement as usize) {
            Some(statement) => statement.location,
            None => block.location,
        }
    }

    /// `file.c:12`
    pub fn location_text(&self, place: Place) -> Option<String> {
        let location = self.location(place)?;
        let file = self.program.files.get(location.file)?;
        Some(format!("{}:{}", file.path, location.line))
    }

    pub fn width(&self, kind: Type) -> u16 {
        self.program.target.width(kind)
    }
}
