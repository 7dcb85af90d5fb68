//! What metadata nodes say, as far as a verifier shows it to its user.

use std::borrow::Cow;

use crate::llvm::ast::NodeId;

/// One metadata node. Fields that are absent or `null` are `None`, zero or empty.
#[derive(Clone, Debug, PartialEq)]
pub enum Node<'a> {
    Location(Location),
    File {
        filename: Cow<'a, str>,
        directory: Cow<'a, str>,
    },
    CompileUnit {
        file: Option<NodeId>,
        producer: Cow<'a, str>,
        /// A tuple of `DIGlobalVariableExpression`s.
        globals: Option<NodeId>,
        /// A tuple of enumeration types.
        enums: Option<NodeId>,
        retained_types: Option<NodeId>,
    },
    Subprogram {
        name: Cow<'a, str>,
        scope: Option<NodeId>,
        file: Option<NodeId>,
        line: u32,
        scope_line: u32,
        type_node: Option<NodeId>,
    },
    /// `DILexicalBlock`, or `DILexicalBlockFile` (without a line).
    LexicalBlock {
        scope: Option<NodeId>,
        file: Option<NodeId>,
        line: u32,
        column: u32,
    },
    LocalVariable {
        name: Cow<'a, str>,
        /// Position among the parameters, from 1; 0 is no parameter.
        argument: u32,
        scope: Option<NodeId>,
        file: Option<NodeId>,
        line: u32,
        type_node: Option<NodeId>,
    },
    GlobalVariableExpression {
        variable: Option<NodeId>,
    },
    GlobalVariable {
        name: Cow<'a, str>,
        linkage_name: Cow<'a, str>,
        scope: Option<NodeId>,
        file: Option<NodeId>,
        line: u32,
        type_node: Option<NodeId>,
        is_local: bool,
    },
    /// A label of the source.
    Label {
        name: Cow<'a, str>,
        scope: Option<NodeId>,
        file: Option<NodeId>,
        line: u32,
    },
    BasicType {
        name: Cow<'a, str>,
        size_bits: u64,
        encoding: BasicEncoding,
    },
    DerivedType(DerivedType<'a>),
    CompositeType(CompositeType<'a>),
    /// `DISubrange` or `DIGenericSubrange`: one dimension of an array.
    Subrange {
        count: Count,
    },
    Enumerator {
        name: Cow<'a, str>,
        value: i128,
        unsigned: bool,
    },
    SubroutineType {
        /// A tuple: the result's type (null: void), then those of the parameters.
        types: Option<NodeId>,
    },
    /// `!{...}`
    Tuple(Vec<Element<'a>>),
    /// Any other kind of node, or one that is not written as we expect.
    Other {
        /// Such as `DIMacro`; empty if the text is no specialised node.
        kind: &'a str,
        /// All of its text.
        text: &'a str,
    },
}

/// An element of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum Element<'a> {
    Null,
    Node(NodeId),
    String(Cow<'a, str>),
    /// A constant or an inline node, as written: `i32 7`.
    Text(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub line: u32,
    pub column: u32,
    pub scope: Option<NodeId>,
    /// The place of the call that was inlined.
    pub inlined_at: Option<NodeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasicEncoding {
    Boolean,
    Signed,
    Unsigned,
    SignedCharacter,
    UnsignedCharacter,
    Float,
    ComplexFloat,
    /// `char8_t` and the like.
    Utf,
    /// `decltype(nullptr)` and whatever comes.
    Unspecified,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DerivedKind {
    Pointer,
    Typedef,
    Const,
    Volatile,
    Atomic,
    Restrict,
    Member,
    /// Anything else: references, inheritance, ...
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DerivedType<'a> {
    pub kind: DerivedKind,
    pub name: Cow<'a, str>,
    pub file: Option<NodeId>,
    pub line: u32,
    /// `None` is void.
    pub base: Option<NodeId>,
    pub size_bits: u64,
    pub offset_bits: u64,
    /// A member that is a bit-field.
    pub bit_field: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompositeKind {
    Structure,
    Union,
    Array,
    Enumeration,
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CompositeType<'a> {
    pub kind: CompositeKind,
    pub name: Cow<'a, str>,
    pub file: Option<NodeId>,
    pub line: u32,
    /// Of the elements of an array, or behind an enumeration.
    pub base: Option<NodeId>,
    pub size_bits: u64,
    /// A tuple of members, subranges or enumerators.
    pub elements: Option<NodeId>,
    /// An array that is a SIMD vector.
    pub vector: bool,
    /// Only declared.
    pub forward: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    Known(u64),
    /// A flexible array member, or the length is in a variable.
    Unknown,
    /// The length is in this variable (a `DILocalVariable`).
    Variable(NodeId),
}
