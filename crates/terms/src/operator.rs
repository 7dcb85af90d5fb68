//! The operators on bit-vectors, and what each of them means.
//!
//! Operators are total: where C or LLVM leave a result undefined (division by
//! zero, a shift by too much) the result here is fixed, and whoever cares
//! guards the operation with a check beforehand.
//!
//! Here are the names; what they compute is in `evaluate.rs` (with the integer
//! and the floating-point arithmetic in files of their own), their typing rules
//! in `typing.rs`, their text form in `text.rs`.

pub use crate::evaluate::evaluate;

/// An IEEE 754 format. Values of it are carried as bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    F32,
    F64,
}

impl FloatKind {
    pub fn width(self) -> u16 {
        match self {
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
        }
    }
}

/// A floating-point comparison. `ordered` says what holds when neither operand
/// is a NaN, `unordered` is the answer when one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatPredicate {
    pub less: bool,
    pub equal: bool,
    pub greater: bool,
    pub unordered: bool,
}

/// One operation. Unless said otherwise all operands and the result have one
/// width; comparisons and predicates give width 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Division by zero gives all ones, as in SMT-LIB.
    UnsignedDivide,
    /// Truncating; by zero as in SMT-LIB; minimum / -1 wraps to the minimum.
    SignedDivide,
    /// Remainder by zero gives the dividend.
    UnsignedRemainder,
    SignedRemainder,
    And,
    Or,
    Xor,
    Not,
    Negate,
    /// Shift amounts are taken modulo the width.
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    Equal,
    NotEqual,
    UnsignedLess,
    UnsignedLessOrEqual,
    SignedLess,
    SignedLessOrEqual,
    /// Predicates: does the exact result leave the range of the width?
    SignedAddOverflows,
    SignedSubtractOverflows,
    SignedMultiplyOverflows,
    UnsignedAddOverflows,
    UnsignedSubtractOverflows,
    UnsignedMultiplyOverflows,
    /// To the given greater (or equal) width.
    ZeroExtend(u16),
    SignExtend(u16),
    /// `width` bits from bit `low` upwards; truncation is `low == 0`.
    Extract {
        low: u16,
        width: u16,
    },
    /// First operand above, second below.
    Concat,
    /// Condition of width 1, then, otherwise.
    IfThenElse,
    /// Pointer (first operand) plus a signed byte offset of the same width. The
    /// pointer's upper bits name an object and never change; the lowest
    /// `offset_bits` bits move, and saturate to all ones (an offset that is
    /// never valid) when the result leaves their range. All ones stay all ones,
    /// so that a pointer which once left its object's range never comes back.
    PointerAdd {
        offset_bits: u16,
    },
    PopulationCount,
    /// Of zero: the width.
    LeadingZeros,
    TrailingZeros,
    /// Width is a multiple of 8.
    SwapBytes,
    ReverseBits,
    FloatAdd(FloatKind),
    FloatSubtract(FloatKind),
    FloatMultiply(FloatKind),
    FloatDivide(FloatKind),
    /// C's fmod.
    FloatRemainder(FloatKind),
    FloatNegate(FloatKind),
    FloatAbsolute(FloatKind),
    FloatSquareRoot(FloatKind),
    FloatFloor(FloatKind),
    FloatCeiling(FloatKind),
    /// Toward zero.
    FloatTruncate(FloatKind),
    /// Half away from zero.
    FloatRound(FloatKind),
    /// Half to even.
    FloatRoundEven(FloatKind),
    FloatCompare(FloatKind, FloatPredicate),
    FloatConvert {
        from: FloatKind,
        to: FloatKind,
    },
    /// Truncating; out of range or NaN gives what x86's conversion gives: the
    /// minimum (for 32 and 64 bits), see `float.rs`.
    FloatToSigned {
        from: FloatKind,
        width: u16,
    },
    FloatToUnsigned {
        from: FloatKind,
        width: u16,
    },
    SignedToFloat(FloatKind),
    UnsignedToFloat(FloatKind),
}

/// Those on integers of any width, for whoever goes through them all.
impl Operator {
    /// Two operands and a result of one width.
    pub const BINARY: [Operator; 13] = [
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::UnsignedDivide,
        Operator::SignedDivide,
        Operator::UnsignedRemainder,
        Operator::SignedRemainder,
        Operator::And,
        Operator::Or,
        Operator::Xor,
        Operator::ShiftLeft,
        Operator::LogicalShiftRight,
        Operator::ArithmeticShiftRight,
    ];

    /// Two operands of one width; the result is a truth.
    pub const PREDICATES: [Operator; 12] = [
        Operator::Equal,
        Operator::NotEqual,
        Operator::UnsignedLess,
        Operator::UnsignedLessOrEqual,
        Operator::SignedLess,
        Operator::SignedLessOrEqual,
        Operator::SignedAddOverflows,
        Operator::SignedSubtractOverflows,
        Operator::SignedMultiplyOverflows,
        Operator::UnsignedAddOverflows,
        Operator::UnsignedSubtractOverflows,
        Operator::UnsignedMultiplyOverflows,
    ];

    /// One operand and a result of its width.
    pub const UNARY: [Operator; 6] = [
        Operator::Not,
        Operator::Negate,
        Operator::PopulationCount,
        Operator::LeadingZeros,
        Operator::TrailingZeros,
        Operator::ReverseBits,
    ];

    /// All of two operands of one width.
    pub fn of_two() -> impl Iterator<Item = Operator> {
        Operator::BINARY.into_iter().chain(Operator::PREDICATES)
    }
}
