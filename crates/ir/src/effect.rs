//! What an instruction does besides computing registers: which memory it touches,
//! and to which class of effects it belongs. Said once, beside the instructions, as
//! Cranelift says it of its opcodes; an analysis that only asks for this matches on
//! the class, so that a new instruction is classified here and nowhere else.

use crate::{Access, Instruction, Operand};

/// The class of an instruction's effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Computes a result from operands, and does nothing else.
    Pure,
    /// Reads or writes bytes, or both in two steps: see [`Instruction::accesses`].
    Accesses,
    /// Reads and writes in one step: an atomic read-modify-write.
    Updates,
    /// Makes an object.
    Allocates,
    /// Ends an object.
    Frees,
    /// Ends objects of the frame.
    EndsScope,
    /// Asks for something of the thread, its frame or an object.
    Inspects,
    Calls,
    /// Takes an input.
    Chooses,
    /// Goes on only if a condition is true.
    Checks,
    Outputs,
    Spawns,
    /// May have to wait for other threads: a wait, or the beginning of an atomic section.
    Waits,
    /// Orders what the thread does, and never waits.
    Orders,
    /// What it does is not modelled.
    Unsupported,
}

/// An address through which an instruction touches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    pub address: Operand,
    pub reads: bool,
    pub writes: bool,
    /// Which bytes, and in which memory order. `None`: no bytes, but whether the object is
    /// alive (asking for its size reads that, freeing it writes that).
    pub bytes: Option<Access>,
}

impl Instruction {
    pub fn effect(&self) -> Effect {
        match self {
            Instruction::Apply { .. } => Effect::Pure,
            Instruction::Load { .. } | Instruction::Store { .. } | Instruction::Copy { .. } => {
                Effect::Accesses
            }
            Instruction::Update { .. } | Instruction::CompareExchange { .. } => Effect::Updates,
            Instruction::Allocate { .. } | Instruction::VariadicArea { .. } => Effect::Allocates,
            Instruction::Free { .. } => Effect::Frees,
            Instruction::StackRestore { .. } => Effect::EndsScope,
            Instruction::ObjectSize { .. }
            | Instruction::StackSave { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::CurrentThread { .. } => Effect::Inspects,
            Instruction::Call { .. } => Effect::Calls,
            Instruction::Nondet { .. } => Effect::Chooses,
            Instruction::Assume { .. } | Instruction::Check { .. } => Effect::Checks,
            Instruction::Output { .. } => Effect::Outputs,
            Instruction::Spawn { .. } => Effect::Spawns,
            Instruction::Await { .. } | Instruction::AtomicBegin => Effect::Waits,
            Instruction::Fence { .. } | Instruction::AtomicEnd => Effect::Orders,
            Instruction::Unsupported { .. } => Effect::Unsupported,
        }
    }

    /// The memory that the instruction touches; what is read comes first. An exchange that
    /// may fail counts as a write.
    pub fn accesses(&self) -> impl Iterator<Item = MemoryAccess> + use<> {
        let read = |address: &Operand, bytes: Option<Access>| {
            Some(MemoryAccess { address: *address, reads: true, writes: false, bytes })
        };
        let write = |address: &Operand, bytes: Option<Access>| {
            Some(MemoryAccess { address: *address, reads: false, writes: true, bytes })
        };
        let [first, second] = match self {
            Instruction::Load { address, access, .. } => [read(address, Some(*access)), None],
            Instruction::Store { address, access, .. } => [write(address, Some(*access)), None],
            Instruction::Update { address, access, .. }
            | Instruction::CompareExchange { address, access, .. } => {
                let bytes = Some(*access);
                [Some(MemoryAccess { address: *address, reads: true, writes: true, bytes }), None]
            }
            Instruction::Copy { to, from, access } => {
                [read(from, Some(*access)), write(to, Some(*access))]
            }
            Instruction::Free { address } => [write(address, None), None],
            Instruction::ObjectSize { address, .. } => [read(address, None), None],
            Instruction::Apply { .. }
            | Instruction::Fence { .. }
            | Instruction::Allocate { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Call { .. }
            | Instruction::Nondet { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Output { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => [None, None],
        };
        [first, second].into_iter().flatten()
    }
}
