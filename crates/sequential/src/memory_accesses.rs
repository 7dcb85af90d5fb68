//! The accesses of bytes that an instruction makes.

use raddle_ir::{Access, Instruction, Operand, Target};

use crate::code::truth;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteAccess {
    pub address: Operand,
    /// 0 if it frees: then it is an access of all bytes of the object that begins there.
    pub bytes: u64,
    pub reads: bool,
    /// Of one bit: whether it writes. An exchange writes if it succeeds.
    pub writes: Operand,
    pub is_atomic: bool,
    /// In a section of the library: of the user's memory, not of its own.
    pub is_volatile: bool,
    pub frees: bool,
}

impl ByteAccess {
    pub fn may_write(&self) -> bool {
        self.writes != truth(false)
    }
}

/// Loads, stores, and what is made of them; a copy's source comes first.
pub fn byte_accesses(instruction: &Instruction, target: Target) -> Vec<ByteAccess> {
    let mut found = accesses_and_frees(instruction, target);
    found.retain(|access| !access.frees);
    found
}

/// The same, and the access of a `Free`.
pub fn accesses_and_frees(instruction: &Instruction, target: Target) -> Vec<ByteAccess> {
    let accesses = instruction.accesses();
    // Asking for an object's size reads no bytes.
    let accesses = accesses.filter(|each| each.writes || each.bytes.is_some());
    let mut success = None;
    if let Instruction::CompareExchange { success: register, .. } = instruction {
        success = Some(Operand::Register(*register));
    }
    accesses
        .map(|each| ByteAccess {
            address: each.address,
            bytes: each.bytes.map_or(0, |access| bytes_of(access, target)),
            reads: each.reads,
            writes: success.unwrap_or(truth(each.writes)),
            is_atomic: each.bytes.is_some_and(|access| access.order.is_atomic()),
            is_volatile: each.bytes.is_some_and(|access| access.volatile),
            frees: each.bytes.is_none(),
        })
        .collect()
}

pub fn bytes_of(access: Access, target: Target) -> u64 {
    u64::from(target.width(access.kind).div_ceil(8))
}
