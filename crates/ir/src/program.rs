//! Programs, functions, blocks and globals: the containers. What the
//! instructions are, is in [`crate::instruction`].

use std::fmt;
use std::sync::Arc;

use raddle_terms::FloatKind;

use crate::index::{BlockId, DebugTypeId, FileId, FunctionId, GlobalId, IndexVec, RegisterId};
use crate::{DebugType, Instruction, Terminator};

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// 1 to 128 bits.
    Integer(u16),
    Pointer,
    Float(FloatKind),
}

/// The data model. Little-endian always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// 32 or 64.
    pub pointer_bits: u16,
}

impl Target {
    pub fn width(self, kind: Type) -> u16 {
        match kind {
            Type::Integer(width) => width,
            Type::Pointer => self.pointer_bits,
            Type::Float(kind) => kind.width(),
        }
    }
    pub fn pointer_bytes(self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }
}

/// A place in the sources. Lines and columns count from 1; column 0 is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub path: String,
    /// The text, where it could be read (to quote lines from).
    pub text: Option<Arc<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub target: Target,
    pub files: IndexVec<FileId, SourceFile>,
    pub types: IndexVec<DebugTypeId, DebugType>,
    pub globals: IndexVec<GlobalId, Global>,
    pub functions: IndexVec<FunctionId, Function>,
    /// Where the first thread starts.
    pub entry: FunctionId,
}

/// Who wrote a function or a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    User,
    /// The embedded library: traces show a call into it as one event, and its
    /// accesses to its own objects are no data races.
    Library,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    pub name: String,
    /// In bytes.
    pub size: u64,
    pub alignment: u64,
    /// Everything not named here is zero.
    pub initial: Vec<Initial>,
    /// `const` memory: a store to it is a memory error.
    pub constant: bool,
    /// One instance a thread, each with the same initial value.
    pub thread_local: bool,
    /// A value that is kept for later: nothing reads it before it is written, so that
    /// what it is at first has no meaning, and nothing points to it.
    pub kept: bool,
    pub origin: Origin,
    pub debug_type: Option<DebugTypeId>,
    pub location: Option<Location>,
}

/// A part of a global's initial contents. Parts are sorted and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    pub offset: u64,
    pub value: InitialValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InitialValue {
    Bytes(Vec<u8>),
    /// A pointer to a global, `addend` bytes from its start.
    GlobalAddress {
        global: GlobalId,
        addend: i64,
    },
    FunctionAddress(FunctionId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<RegisterId>,
    pub variadic: bool,
    pub results: Vec<Type>,
    pub registers: IndexVec<RegisterId, Register>,
    /// Block 0 is the entry; it takes no parameters and nothing jumps to it.
    /// Empty means that the function has no body (calling it is unsupported).
    pub blocks: IndexVec<BlockId, Block>,
    pub origin: Origin,
    pub location: Option<Location>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    pub kind: Type,
    /// The source's or the compiler's name, for people.
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub parameters: Vec<RegisterId>,
    pub statements: Vec<Statement>,
    pub terminator: Terminator,
    /// Of the terminator.
    pub location: Option<Location>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub instruction: Instruction,
    pub location: Option<Location>,
}

impl Global {
    /// Its bytes at the start become these; what follows them is zero.
    pub fn begin_with(&mut self, bytes: Vec<u8>) {
        self.initial = vec![Initial { offset: 0, value: InitialValue::Bytes(bytes) }];
    }
}

impl Function {
    pub const ENTRY: usize = 0;

    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    pub fn new_register(&mut self, kind: Type, name: Option<String>) -> RegisterId {
        self.registers.push(Register { kind, name })
    }
}

impl Program {
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions
            .iter_enumerated()
            .find(|(_, function)| function.name == name)
            .map(|(id, _)| id)
    }

    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter_enumerated().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Integer(width) => write!(f, "i{width}"),
            Type::Pointer => f.write_str("ptr"),
            Type::Float(FloatKind::F32) => f.write_str("f32"),
            Type::Float(FloatKind::F64) => f.write_str("f64"),
        }
    }
}
