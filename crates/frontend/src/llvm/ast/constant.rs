//! Constants: initialisers and the constant operands of instructions.

use std::borrow::Cow;

use super::{
    BinaryOperator, CastOperator, ElementPointerFlags, FloatPredicate, IntegerPredicate, Name,
    SymbolId, TypeId,
};

#[derive(Clone, Debug, PartialEq)]
pub struct TypedConstant<'a> {
    pub type_id: TypeId,
    pub value: Constant<'a>,
}

/// A constant; its type stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant<'a> {
    /// Sign-extended from the width of its type, at most 128 bits: `true` is -1.
    Integer(i128),
    /// Of more than 128 bits: as written, in decimal.
    WideInteger(&'a str),
    /// The bits in the format of its own type (so 32 of them for `float`).
    Float(u128),
    /// The null pointer.
    Null,
    Undefined,
    Poison,
    /// `zeroinitializer`, of any type.
    Zero,
    /// The empty token, `none`.
    NoToken,
    /// An array of bytes, `c"..."`, terminating zero included if it is there.
    Bytes(Cow<'a, [u8]>),
    Array(Vec<TypedConstant<'a>>),
    /// Packed or not: its type says so.
    Structure(Vec<TypedConstant<'a>>),
    Vector(Vec<TypedConstant<'a>>),
    /// A vector with all elements equal.
    Splat(Box<TypedConstant<'a>>),
    /// The address of a global or function; also for `dso_local_equivalent` and
    /// `no_cfi`, which name the same function.
    Symbol(SymbolId),
    /// The address of a block, for computed gotos.
    BlockAddress {
        function: SymbolId,
        block: Name<'a>,
    },
    Expression(Box<ConstantExpression<'a>>),
}

impl Constant<'_> {
    /// Its number, if it is an integer written as one.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Constant::Integer(value) => Some(*value),
            Constant::Zero => Some(0),
            Constant::WideInteger(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Undefined
            | Constant::Poison
            | Constant::NoToken
            | Constant::Bytes(_)
            | Constant::Array(_)
            | Constant::Structure(_)
            | Constant::Vector(_)
            | Constant::Splat(_)
            | Constant::Symbol(_)
            | Constant::BlockAddress { .. }
            | Constant::Expression(_) => None,
        }
    }
}

/// A computation on constants. Casts between pointers of the same address space
/// have been dropped: they mean nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantExpression<'a> {
    GetElementPointer {
        /// What the indices walk through.
        source_type: TypeId,
        base: TypedConstant<'a>,
        indices: Vec<TypedConstant<'a>>,
        flags: ElementPointerFlags,
    },
    Cast {
        operator: CastOperator,
        operand: TypedConstant<'a>,
        to: TypeId,
    },
    Binary {
        operator: BinaryOperator,
        left: TypedConstant<'a>,
        right: TypedConstant<'a>,
    },
    CompareIntegers {
        predicate: IntegerPredicate,
        left: TypedConstant<'a>,
        right: TypedConstant<'a>,
    },
    CompareFloats {
        predicate: FloatPredicate,
        left: TypedConstant<'a>,
        right: TypedConstant<'a>,
    },
    Select {
        condition: TypedConstant<'a>,
        then: TypedConstant<'a>,
        otherwise: TypedConstant<'a>,
    },
    /// Something known to LLVM but never printed by clang for C, such as
    /// operations on parts of constant vectors.
    Unsupported {
        opcode: &'a str,
    },
}
