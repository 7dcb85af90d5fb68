//! C types as the debug information tells them; used only to show values.

use crate::{DebugTypeId, FileId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Boolean,
    Signed,
    Unsigned,
    SignedCharacter,
    UnsignedCharacter,
    Float,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugType {
    /// `int`, `unsigned char`, `double`, ...
    Base {
        name: String,
        size: u64,
        encoding: Encoding,
    },
    /// `None` points to void.
    Pointer {
        to: Option<DebugTypeId>,
    },
    Structure {
        name: Option<String>,
        size: u64,
        union: bool,
        members: Vec<DebugMember>,
    },
    /// `count` is `None` for a flexible or variable length.
    Array {
        element: DebugTypeId,
        count: Option<u64>,
    },
    Enumeration {
        name: Option<String>,
        size: u64,
        values: Vec<(String, i128)>,
    },
    /// A typedef; also `const`, `volatile` and `_Atomic`, which have no name.
    Alias {
        name: Option<String>,
        of: Option<DebugTypeId>,
    },
    Function,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugMember {
    pub name: String,
    /// In bits from the start of the structure.
    pub offset_bits: u64,
    /// In bits; differs from the type's size for bit-fields.
    pub size_bits: u64,
    pub of: DebugTypeId,
}

/// Where in the sources something was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Declared {
    pub file: FileId,
    pub line: u32,
}
