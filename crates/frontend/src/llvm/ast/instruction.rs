//! Instructions, terminators and their operands.

use std::borrow::Cow;

use super::{
    BlockId, Constant, FunctionAttributes, LocalId, NodeId, ParameterAttributes, SymbolId, TypeId,
    TypeTable,
};

/// A value and the type it is used with.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand<'a> {
    pub type_id: TypeId,
    pub value: Value<'a>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Local(LocalId),
    Constant(Constant<'a>),
    /// Only as an argument of a call of an intrinsic.
    Metadata(MetadataOperand<'a>),
}

/// Metadata where a value stands.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataOperand<'a> {
    /// `!12`
    Node(NodeId),
    /// `!"text"`
    String(Cow<'a, str>),
    /// `i32 %x`
    Value(Box<Operand<'a>>),
    /// `!DIArgList(...)`
    List(Vec<Operand<'a>>),
    /// Any node written in place, such as `!DIExpression()` or `!{}`.
    Text(&'a str),
}

#[derive(Debug)]
pub struct Instruction<'a> {
    /// Where the result goes; [`super::Local::type_id`] has its type.
    pub result: Option<LocalId>,
    pub operation: Operation<'a>,
    /// The `DILocation` (`!dbg`).
    pub location: Option<NodeId>,
    /// Marked `!nosanitize`: put there by a sanitizer, not by the programmer.
    pub from_sanitizer: bool,
    /// Line in the `.ll` text.
    pub line: u32,
}

#[derive(Debug)]
pub enum Operation<'a> {
    /// Integer or float arithmetic on two values of the same type.
    Binary {
        operator: BinaryOperator,
        left: Operand<'a>,
        right: Value<'a>,
        flags: ArithmeticFlags,
        fast_math: FastMath,
    },
    /// `fneg`
    Negate {
        operand: Operand<'a>,
        fast_math: FastMath,
    },
    Cast {
        operator: CastOperator,
        operand: Operand<'a>,
        to: TypeId,
        flags: ArithmeticFlags,
    },
    /// `icmp`, also on pointers and vectors.
    CompareIntegers {
        predicate: IntegerPredicate,
        left: Operand<'a>,
        right: Value<'a>,
        flags: ArithmeticFlags,
    },
    CompareFloats {
        predicate: FloatPredicate,
        left: Operand<'a>,
        right: Value<'a>,
        fast_math: FastMath,
    },
    Phi {
        type_id: TypeId,
        incoming: Vec<(Value<'a>, BlockId)>,
    },
    Select {
        condition: Operand<'a>,
        then: Operand<'a>,
        otherwise: Operand<'a>,
    },
    Freeze {
        operand: Operand<'a>,
    },
    Allocate {
        /// The type of one element.
        type_id: TypeId,
        /// How many; `None` is one.
        count: Option<Operand<'a>>,
        alignment: Option<u64>,
    },
    Load {
        type_id: TypeId,
        address: Operand<'a>,
        access: MemoryAccess,
    },
    Store {
        value: Operand<'a>,
        address: Operand<'a>,
        access: MemoryAccess,
    },
    GetElementPointer {
        /// What the indices walk through.
        source_type: TypeId,
        base: Operand<'a>,
        indices: Vec<Operand<'a>>,
        flags: ElementPointerFlags,
    },
    Fence(Atomicity),
    /// The result is `{ T, i1 }`: the old value, and whether it was replaced.
    CompareExchange {
        address: Operand<'a>,
        expected: Operand<'a>,
        desired: Operand<'a>,
        weak: bool,
        volatile: bool,
        success: Atomicity,
        failure: Ordering,
    },
    AtomicUpdate {
        operator: UpdateOperator,
        address: Operand<'a>,
        value: Operand<'a>,
        volatile: bool,
        atomicity: Atomicity,
    },
    ExtractValue {
        aggregate: Operand<'a>,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand<'a>,
        value: Operand<'a>,
        indices: Vec<u32>,
    },
    ExtractElement {
        vector: Operand<'a>,
        index: Operand<'a>,
    },
    InsertElement {
        vector: Operand<'a>,
        value: Operand<'a>,
        index: Operand<'a>,
    },
    ShuffleVector {
        left: Operand<'a>,
        right: Operand<'a>,
        /// A constant vector of `i32`.
        mask: Operand<'a>,
    },
    Call(Box<Call<'a>>),
    /// `va_arg`: the next variadic argument.
    VariadicArgument {
        list: Operand<'a>,
        type_id: TypeId,
    },
    /// Says something about a source variable or label, and does nothing.
    Debug(DebugRecord<'a>),
    /// Known to LLVM, never emitted for C (exception handling). A result, if it
    /// has one, has the type that the text gives it.
    Unsupported {
        opcode: &'a str,
    },
}

impl<'a> Operation<'a> {
    /// Visits what it uses; not what debug records mention.
    pub fn each_value(&self, visit: &mut impl FnMut(&Value<'a>)) {
        match self {
            Operation::Binary { left, right, .. }
            | Operation::CompareIntegers { left, right, .. }
            | Operation::CompareFloats { left, right, .. } => {
                visit(&left.value);
                visit(right);
            }
            Operation::Negate { operand, .. }
            | Operation::Cast { operand, .. }
            | Operation::Freeze { operand }
            | Operation::Load { address: operand, .. }
            | Operation::ExtractValue { aggregate: operand, .. }
            | Operation::VariadicArgument { list: operand, .. } => visit(&operand.value),
            Operation::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
            Operation::Allocate { count, .. } => {
                count.iter().for_each(|count| visit(&count.value));
            }
            Operation::Store { value: first, address: second, .. }
            | Operation::AtomicUpdate { value: first, address: second, .. }
            | Operation::InsertValue { aggregate: first, value: second, .. }
            | Operation::ExtractElement { vector: first, index: second } => {
                visit(&first.value);
                visit(&second.value);
            }
            Operation::Select { condition: first, then: second, otherwise: third }
            | Operation::CompareExchange {
                address: first, expected: second, desired: third, ..
            }
            | Operation::InsertElement { vector: first, value: second, index: third }
            | Operation::ShuffleVector { left: first, right: second, mask: third } => {
                visit(&first.value);
                visit(&second.value);
                visit(&third.value);
            }
            Operation::GetElementPointer { base, indices, .. } => {
                visit(&base.value);
                indices.iter().for_each(|index| visit(&index.value));
            }
            Operation::Call(call) => {
                if let Callee::Indirect(callee) = &call.callee {
                    visit(callee);
                }
                call.arguments.iter().for_each(|argument| visit(&argument.operand.value));
            }
            Operation::Fence(_) | Operation::Debug(_) | Operation::Unsupported { .. } => {}
        }
    }
}

impl<'a> Operation<'a> {
    /// The pointer that this one is computed from, if it is.
    pub fn derived_from(&self) -> Option<&Value<'a>> {
        if let Operation::GetElementPointer { base, .. } = self {
            return Some(&base.value);
        }
        if let Operation::Cast { operand, .. } = self
            && operand.type_id == TypeTable::POINTER
        {
            return Some(&operand.value);
        }
        None
    }
}

impl<'a> TerminatorOperation<'a> {
    /// Visits what it uses.
    pub fn each_value(&self, visit: &mut impl FnMut(&Value<'a>)) {
        match self {
            TerminatorOperation::Return(operand) => {
                operand.iter().for_each(|operand| visit(&operand.value));
            }
            TerminatorOperation::Branch { condition: operand, .. }
            | TerminatorOperation::Switch { value: operand, .. }
            | TerminatorOperation::IndirectBranch { address: operand, .. } => visit(&operand.value),
            TerminatorOperation::Jump(_)
            | TerminatorOperation::Unreachable
            | TerminatorOperation::Unsupported { .. } => {}
        }
    }
}

#[derive(Debug)]
pub struct Terminator<'a> {
    pub operation: TerminatorOperation<'a>,
    /// The `DILocation` (`!dbg`).
    pub location: Option<NodeId>,
    pub from_sanitizer: bool,
    /// Line in the `.ll` text.
    pub line: u32,
}

#[derive(Debug)]
pub enum TerminatorOperation<'a> {
    Return(Option<Operand<'a>>),
    Jump(BlockId),
    Branch {
        condition: Operand<'a>,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: Operand<'a>,
        /// Sign-extended from the width of the value's type.
        cases: Vec<(i128, BlockId)>,
        default: BlockId,
    },
    IndirectBranch {
        address: Operand<'a>,
        targets: Vec<BlockId>,
    },
    Unreachable,
    /// `invoke`, `callbr`, `resume` and other exception handling, and switches on
    /// more than 128 bits. What it defines stays in [`super::Body::locals`].
    Unsupported {
        opcode: &'a str,
        /// As far as known.
        targets: Vec<BlockId>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    UnsignedDivide,
    SignedDivide,
    UnsignedRemainder,
    SignedRemainder,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    And,
    Or,
    Xor,
    FloatAdd,
    FloatSubtract,
    FloatMultiply,
    FloatDivide,
    FloatRemainder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOperator {
    Truncate,
    ZeroExtend,
    SignExtend,
    FloatTruncate,
    FloatExtend,
    FloatToUnsigned,
    FloatToSigned,
    UnsignedToFloat,
    SignedToFloat,
    PointerToInteger,
    IntegerToPointer,
    /// Between pointers of the same address space it does nothing.
    Bitcast,
    AddressSpaceCast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntegerPredicate {
    Equal,
    NotEqual,
    UnsignedGreater,
    UnsignedGreaterOrEqual,
    UnsignedLess,
    UnsignedLessOrEqual,
    SignedGreater,
    SignedGreaterOrEqual,
    SignedLess,
    SignedLessOrEqual,
}

/// Ordered: false on a NaN; unordered: true on a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatPredicate {
    AlwaysFalse,
    OrderedEqual,
    OrderedGreater,
    OrderedGreaterOrEqual,
    OrderedLess,
    OrderedLessOrEqual,
    OrderedNotEqual,
    Ordered,
    Unordered,
    UnorderedEqual,
    UnorderedGreater,
    UnorderedGreaterOrEqual,
    UnorderedLess,
    UnorderedLessOrEqual,
    UnorderedNotEqual,
    AlwaysTrue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpdateOperator {
    Exchange,
    Add,
    Subtract,
    And,
    Nand,
    Or,
    Xor,
    SignedMaximum,
    SignedMinimum,
    UnsignedMaximum,
    UnsignedMinimum,
    FloatAdd,
    FloatSubtract,
    FloatMaximum,
    FloatMinimum,
    /// `fmaximum`: a NaN wins.
    FloatMaximumPropagating,
    FloatMinimumPropagating,
    /// `uinc_wrap`: plus one, or zero if not below the operand.
    UnsignedIncrementWrap,
    UnsignedDecrementWrap,
    /// `usub_cond`: subtracts only if nothing wraps.
    UnsignedSubtractConditional,
    /// `usub_sat`
    UnsignedSubtractSaturating,
}

/// Promises whose breach makes the result poison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArithmeticFlags {
    pub no_unsigned_wrap: bool,
    pub no_signed_wrap: bool,
    /// Of divisions and right shifts: nothing is lost.
    pub exact: bool,
    /// Of `or`: no common bits.
    pub disjoint: bool,
    /// Of `zext` and `uitofp`: the operand is not negative.
    pub non_negative: bool,
    /// Of `icmp`: both have the same sign.
    pub same_sign: bool,
}

/// Liberties with floats; only with `-ffast-math` and the like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FastMath {
    /// A NaN operand or result is poison.
    pub no_nans: bool,
    pub no_infinities: bool,
    /// Any of the others: signed zeros, reassociation, contraction, ...
    pub others: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElementPointerFlags {
    pub in_bounds: bool,
    pub no_unsigned_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    Unordered,
    /// C's relaxed.
    Monotonic,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomicity {
    pub ordering: Ordering,
    /// `syncscope("singlethread")`: orders only against signal handlers.
    pub single_thread: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryAccess {
    pub volatile: bool,
    /// `None`: not atomic.
    pub atomicity: Option<Atomicity>,
    pub alignment: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TailCall {
    None,
    Tail,
    MustTail,
    NoTail,
}

#[derive(Debug)]
pub struct Call<'a> {
    pub tail: TailCall,
    pub result_type: TypeId,
    pub result_attributes: ParameterAttributes,
    /// A `Type::Function`: as written, or made from the arguments where the
    /// text gives only the result's type (it is not variadic then).
    pub function_type: TypeId,
    pub callee: Callee<'a>,
    pub arguments: Vec<Argument<'a>>,
    pub attributes: FunctionAttributes,
    pub fast_math: FastMath,
    /// The names of operand bundles; their operands are checked and dropped.
    pub bundles: Vec<Cow<'a, str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Callee<'a> {
    /// Anything that `@name` may be: also an alias.
    Direct(SymbolId),
    /// Through a pointer: a local, or a constant expression.
    Indirect(Value<'a>),
    Assembly(Assembly<'a>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly<'a> {
    pub template: Cow<'a, str>,
    pub constraints: Cow<'a, str>,
    pub side_effects: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Argument<'a> {
    pub operand: Operand<'a>,
    pub attributes: ParameterAttributes,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DebugRecord<'a> {
    /// `llvm.dbg.declare`, `llvm.dbg.value`, ... and the records of these names.
    Variable {
        kind: DebugKind,
        value: DebugValue<'a>,
        /// The `DILocalVariable`.
        variable: NodeId,
        /// `!DIExpression(...)`, as written; empty if it is not written in place.
        expression: &'a str,
    },
    /// A label of the source; the node is a `DILabel`.
    Label(NodeId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugKind {
    /// The value is the variable's address, all along.
    Declare,
    /// The value is the variable's value from here on.
    Value,
    /// A store of the variable; the value is what is assigned.
    Assign,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DebugValue<'a> {
    Operand(Operand<'a>),
    List(Vec<Operand<'a>>),
    /// Optimised away.
    Gone,
}
