//! The operators on bit-vectors, and what each of them means.
//!
//! Operators are total: where C or LLVM leave a result undefined (division by
//! zero, a shift by too much) the result here is fixed, and the front-end
//! guards the operation with a check beforehand.
//!
//! They come in classes by the shape of their operands, so that a match that has
//! nothing to say of a class names the class and not its members, and is still
//! exhaustive. An operator without parameters is also a constant of
//! [`Operator`], for use in expressions and patterns: `Operator::Add` is
//! `Operator::Binary(Binary::Add)`.
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

/// A class of operators that differ only in what they compute: all of them, and
/// the name of each in the text form.
macro_rules! class {
    ($(#[$about:meta])* $class:ident { $($(#[$note:meta])* $member:ident $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $class {
            $($(#[$note])* $member,)+
        }

        impl $class {
            pub const ALL: &[$class] = &[$($class::$member),+];

            pub fn name(self) -> &'static str {
                match self {
                    $($class::$member => $name,)+
                }
            }

            pub(crate) fn parse(name: &str) -> Option<$class> {
                $class::ALL.iter().copied().find(|operator| operator.name() == name)
            }
        }
    };
}

/// A class whose members have no parameters: each is an operator by itself.
macro_rules! plain_class {
    ($(#[$about:meta])* $class:ident { $($(#[$note:meta])* $member:ident $name:literal,)+ }) => {
        class! { $(#[$about])* $class { $($(#[$note])* $member $name,)+ } }

        #[expect(non_upper_case_globals, reason = "they are written where variants are")]
        impl Operator {
            $($(#[$note])* pub const $member: Operator = Operator::$class($class::$member);)+
        }
    };
}

/// A class whose members come in two floating-point formats.
macro_rules! float_class {
    ($(#[$about:meta])* $class:ident { $($(#[$note:meta])* $member:ident $name:literal,)+ }) => {
        class! { $(#[$about])* $class { $($(#[$note])* $member $name,)+ } }

        impl $class {
            pub fn of(self, kind: FloatKind) -> Operator {
                Operator::$class(self, kind)
            }
        }
    };
}

plain_class! {
    /// One operand, a result of its width.
    Unary {
        Not "not",
        Negate "negate",
        PopulationCount "population_count",
        /// Of zero: the width.
        LeadingZeros "leading_zeros",
        TrailingZeros "trailing_zeros",
        /// Width is a multiple of 8.
        SwapBytes "swap_bytes",
        ReverseBits "reverse_bits",
    }
}

plain_class! {
    /// Two operands of one width, a result of that width.
    Binary {
        Add "add",
        Subtract "subtract",
        Multiply "multiply",
        /// Division by zero gives all ones, as in SMT-LIB.
        UnsignedDivide "unsigned_divide",
        /// Truncating; by zero as in SMT-LIB; minimum / -1 wraps to the minimum.
        SignedDivide "signed_divide",
        /// Remainder by zero gives the dividend.
        UnsignedRemainder "unsigned_remainder",
        SignedRemainder "signed_remainder",
        And "and",
        Or "or",
        Xor "xor",
        /// Shift amounts are taken modulo the width.
        ShiftLeft "shift_left",
        LogicalShiftRight "logical_shift_right",
        ArithmeticShiftRight "arithmetic_shift_right",
    }
}

plain_class! {
    /// Two operands of one width, a result of width 1.
    Comparison {
        Equal "equal",
        NotEqual "not_equal",
        UnsignedLess "unsigned_less",
        UnsignedLessOrEqual "unsigned_less_or_equal",
        SignedLess "signed_less",
        SignedLessOrEqual "signed_less_or_equal",
    }
}

plain_class! {
    /// Does the exact result leave the range of the width? Two operands of one
    /// width, a result of width 1.
    Overflow {
        SignedAddOverflows "signed_add_overflows",
        SignedSubtractOverflows "signed_subtract_overflows",
        SignedMultiplyOverflows "signed_multiply_overflows",
        UnsignedAddOverflows "unsigned_add_overflows",
        UnsignedSubtractOverflows "unsigned_subtract_overflows",
        UnsignedMultiplyOverflows "unsigned_multiply_overflows",
    }
}

float_class! {
    /// A float to a float of the same format.
    FloatUnary {
        Negate "float_negate",
        Absolute "float_absolute",
        SquareRoot "float_square_root",
        Floor "float_floor",
        Ceiling "float_ceiling",
        /// Toward zero.
        Truncate "float_truncate",
        /// Half away from zero.
        Round "float_round",
        /// Half to even.
        RoundEven "float_round_even",
    }
}

float_class! {
    /// Two floats to one, all of one format.
    FloatBinary {
        Add "float_add",
        Subtract "float_subtract",
        Multiply "float_multiply",
        Divide "float_divide",
        /// C's fmod.
        Remainder "float_remainder",
    }
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    Unary(Unary),
    Binary(Binary),
    Comparison(Comparison),
    Overflow(Overflow),
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
    FloatUnary(FloatUnary, FloatKind),
    FloatBinary(FloatBinary, FloatKind),
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

/// Those on integers, for tests that go through them all.
impl Operator {
    /// All of one operand of this width.
    pub fn of_one(width: u16) -> impl Iterator<Item = Operator> {
        let unary = Unary::ALL.iter().copied().map(Operator::Unary);
        unary.filter(move |operator| operator.result_width(&[width]).is_ok())
    }

    /// All of two operands of one width.
    pub fn of_two() -> impl Iterator<Item = Operator> {
        let binary = Binary::ALL.iter().copied().map(Operator::Binary);
        binary.chain(Operator::predicates())
    }

    /// All of two operands of one width whose result is a truth value.
    pub fn predicates() -> impl Iterator<Item = Operator> {
        let comparisons = Comparison::ALL.iter().copied().map(Operator::Comparison);
        comparisons.chain(Overflow::ALL.iter().copied().map(Operator::Overflow))
    }
}
