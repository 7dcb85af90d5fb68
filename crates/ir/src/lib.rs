//! The program form: one for every engine.
//!
//! A program is functions over static-single-assignment registers, in blocks
//! that take parameters, with a closed set of small instructions. All of
//! concurrency is made of the few primitives at the end of
//! [`instruction::Instruction`]; a mutex is library code over them. Knows
//! neither C, nor LLVM, nor solvers.

pub mod access_path;
pub mod debug;
pub mod dominators;
pub mod effect;
pub mod index;
pub mod instruction;
pub mod program;
pub mod text;
pub mod verify;
pub mod visit;
pub mod words;

pub use debug::{DebugMember, DebugType, Encoding};
pub use effect::{Effect, MemoryAccess};
pub use index::{BlockId, DebugTypeId, FileId, FunctionId, GlobalId, IndexVec, RegisterId};
pub use instruction::{
    Access, AllocationKind, AwaitKind, Callee, CheckKind, Edge, Instruction, MemoryOrder, Operand,
    StopReason, Terminator, UpdateOperator, WhenUnselected,
};
pub use program::{
    Block, Function, Global, Initial, InitialValue, Location, Origin, Program, Register,
    SourceFile, Statement, Target, Type,
};
