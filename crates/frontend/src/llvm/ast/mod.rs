//! The typed form of a module of LLVM IR, as the reader hands it over.
//!
//! It borrows from the text wherever it can, and the differences between clang's
//! versions are gone from it:
//! - Every pointer is [`Type::Pointer`]; what is loaded, stored, called, indexed
//!   or passed by value says its type itself.
//! - Debug calls and debug records are both [`Operation::Debug`].
//! - Every value, block, global and structure has an index; the implicit numbers
//!   of unnamed ones are spelled out in their [`Name`].
//!
//! Uses are checked against definitions while reading: an index found in a
//! [`Module`] is always in range, each local has exactly one definition, and the
//! type written at a use is that of the definition.
//!
//! Types are in `types.rs`, constants in `constant.rs`, instructions in
//! `instruction.rs`; metadata, which is parsed only when asked for, in
//! [`crate::llvm::metadata`].

use std::borrow::Cow;
use std::fmt;

mod constant;
mod instruction;
mod types;

pub use constant::{Constant, ConstantExpression, TypedConstant};
pub use instruction::*;
pub use types::{FunctionType, Parts, Structure, StructureBody, Type, TypeTable};

use crate::llvm::metadata::Metadata;

macro_rules! index_type {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type!(
    /// A type, in [`Module::types`]. Equal types have equal indices.
    TypeId
);
index_type!(
    /// A structure type with a name, in [`TypeTable::structures`].
    StructureId
);
index_type!(
    /// A name of the module (`@name`), in [`Module::symbols`].
    SymbolId
);
index_type!(
    /// A value of one function (`%name`), in [`Body::locals`].
    LocalId
);
index_type!(
    /// A block of one function, in [`Body::blocks`].
    BlockId
);
index_type!(
    /// The number of a metadata node (`!12`); look it up in [`Module::metadata`].
    NodeId
);

/// A name, or the number of something that has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name<'a> {
    /// Without the leading `%` or `@`, quotes and escapes resolved, and without
    /// the byte 1 that marks a symbol as not to be mangled.
    Text(Cow<'a, str>),
    Number(u32),
}

impl<'a> Name<'a> {
    /// The name, unless it is only a number.
    pub fn text(&self) -> Option<&str> {
        match self {
            Name::Text(text) => Some(text),
            Name::Number(_) => None,
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Text(text) => formatter.write_str(text),
            Name::Number(number) => write!(formatter, "{number}"),
        }
    }
}

/// One `.ll` file.
#[derive(Debug)]
pub struct Module<'a> {
    pub source_filename: Option<Cow<'a, str>>,
    /// The text of `target datalayout`; see [`crate::llvm::layout`].
    pub data_layout: Option<Cow<'a, str>>,
    pub target_triple: Option<Cow<'a, str>>,
    /// Whether the module has top-level assembly (`module asm`).
    pub has_module_assembly: bool,
    pub types: TypeTable<'a>,
    /// All `@names` that are defined or declared, in order of first mention.
    pub symbols: Vec<Symbol<'a>>,
    pub globals: Vec<Global<'a>>,
    pub aliases: Vec<Alias<'a>>,
    pub indirect_functions: Vec<IndirectFunction<'a>>,
    pub functions: Vec<Function<'a>>,
    pub metadata: Metadata<'a>,
}

impl<'a> Module<'a> {
    /// What a symbol is; every symbol of a module that was read is something.
    #[inline]
    pub fn symbol(&self, symbol: SymbolId) -> &Symbol<'a> {
        &self.symbols[symbol.index()]
    }

    #[inline]
    pub fn type_of(&self, id: TypeId) -> &Type {
        self.types.get(id)
    }
}

#[derive(Clone, Debug)]
pub struct Symbol<'a> {
    pub name: Name<'a>,
    pub entity: Entity,
}

/// What a symbol stands for: a position in one of the module's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// In [`Module::globals`].
    Global(u32),
    /// In [`Module::functions`].
    Function(u32),
    /// In [`Module::aliases`].
    Alias(u32),
    /// In [`Module::indirect_functions`].
    IndirectFunction(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Also where nothing is written: visible to other modules.
    External,
    ExternalWeak,
    /// `weak` and `weak_odr`: another definition may replace it.
    Weak,
    /// `linkonce` and `linkonce_odr`: like weak, and may be dropped if unused.
    LinkOnce,
    /// A copy of a definition that surely exists elsewhere.
    AvailableExternally,
    Internal,
    /// Like internal, and without a name in the object file.
    Private,
    /// A tentative C definition: zero unless defined elsewhere.
    Common,
    /// Arrays such as `llvm.global_ctors` that linking concatenates.
    Appending,
}

impl Linkage {
    /// Whether the name means something only inside its module.
    pub fn is_local(self) -> bool {
        match self {
            Linkage::Internal | Linkage::Private => true,
            Linkage::External
            | Linkage::ExternalWeak
            | Linkage::Weak
            | Linkage::LinkOnce
            | Linkage::AvailableExternally
            | Linkage::Common
            | Linkage::Appending => false,
        }
    }
}

/// A global variable.
#[derive(Debug)]
pub struct Global<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    pub thread_local: bool,
    /// Declared `constant`: never written after initialisation.
    pub constant: bool,
    /// Its address does not matter (`unnamed_addr`), as for string literals.
    pub unnamed_address: bool,
    pub externally_initialised: bool,
    pub address_space: u32,
    /// The type of what it holds (not the pointer to it).
    pub type_id: TypeId,
    /// `None`: only declared here.
    pub initialiser: Option<Constant<'a>>,
    pub section: Option<Cow<'a, str>>,
    pub alignment: Option<u64>,
    /// `DIGlobalVariableExpression` nodes.
    pub debug: Vec<NodeId>,
    /// Line in the `.ll` text.
    pub line: u32,
}

#[derive(Debug)]
pub struct Alias<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    pub thread_local: bool,
    /// The type of what it names (not the pointer to it).
    pub type_id: TypeId,
    pub target: TypedConstant<'a>,
    pub line: u32,
}

/// An `ifunc`: a function chosen at load time by a resolver.
#[derive(Debug)]
pub struct IndirectFunction<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    /// The type of the function.
    pub type_id: TypeId,
    pub resolver: TypedConstant<'a>,
    pub line: u32,
}

/// A function, declared or defined.
#[derive(Debug)]
pub struct Function<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    /// A [`Type::Function`].
    pub type_id: TypeId,
    pub result_type: TypeId,
    pub result_attributes: ParameterAttributes,
    pub parameters: Vec<Parameter>,
    pub variadic: bool,
    pub attributes: FunctionAttributes,
    pub section: Option<Cow<'a, str>>,
    /// The `DISubprogram`.
    pub subprogram: Option<NodeId>,
    /// `None`: only declared here.
    pub body: Option<Body<'a>>,
    /// Line in the `.ll` text.
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub type_id: TypeId,
    pub attributes: ParameterAttributes,
    /// In a definition: its value. A declaration has none.
    pub local: Option<LocalId>,
}

/// Those attributes of a parameter, argument or result that change its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParameterAttributes {
    pub zero_extended: bool,
    pub sign_extended: bool,
    /// `byval(T)`: the callee gets its own copy of what the pointer points to.
    pub by_value: Option<TypeId>,
    /// `sret(T)`: the callee writes its result there.
    pub structure_return: Option<TypeId>,
    /// `inalloca(T)` or `preallocated(T)`: 32-bit Windows only.
    pub in_allocation: Option<TypeId>,
    /// `elementtype(T)`.
    pub element_type: Option<TypeId>,
    pub alignment: Option<u64>,
    /// The static chain (`nest`).
    pub nest: bool,
    /// `noundef`, as clang says of scalars, and not of what a structure is passed as.
    pub is_defined: bool,
}

/// Those attributes of a function or call that the lowering may ask for; from
/// the attribute groups and from the place itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    pub no_return: bool,
    pub no_inline: bool,
    pub always_inline: bool,
    /// `optnone`: as clang made it of the source.
    pub not_optimised: bool,
    /// `setjmp` and the like.
    pub returns_twice: bool,
    /// The body is assembly, without prologue.
    pub naked: bool,
    /// An endless loop without visible effects is undefined behaviour.
    pub must_progress: bool,
    /// A builtin of this name must not be assumed.
    pub no_builtin: bool,
}

impl FunctionAttributes {
    /// Everything that holds in one or the other.
    pub fn union(self, other: FunctionAttributes) -> FunctionAttributes {
        FunctionAttributes {
            no_return: self.no_return || other.no_return,
            no_inline: self.no_inline || other.no_inline,
            always_inline: self.always_inline || other.always_inline,
            not_optimised: self.not_optimised || other.not_optimised,
            returns_twice: self.returns_twice || other.returns_twice,
            naked: self.naked || other.naked,
            must_progress: self.must_progress || other.must_progress,
            no_builtin: self.no_builtin || other.no_builtin,
        }
    }
}

/// What a definition holds. The first block is the entry.
#[derive(Debug)]
pub struct Body<'a> {
    /// Parameters and instruction results, in order of first mention.
    pub locals: Vec<Local<'a>>,
    /// In the order of the text; never empty.
    pub blocks: Vec<Block<'a>>,
}

impl<'a> Body<'a> {
    #[inline]
    pub fn local(&self, local: LocalId) -> &Local<'a> {
        &self.locals[local.index()]
    }

    #[inline]
    pub fn block(&self, block: BlockId) -> &Block<'a> {
        &self.blocks[block.index()]
    }
}

#[derive(Clone, Debug)]
pub struct Local<'a> {
    pub name: Name<'a>,
    pub type_id: TypeId,
}

#[derive(Debug)]
pub struct Block<'a> {
    pub name: Name<'a>,
    /// All but the last: debug records included, phis first.
    pub instructions: Vec<Instruction<'a>>,
    pub terminator: Terminator<'a>,
}
