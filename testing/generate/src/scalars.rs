//! The arithmetic types of C, their conversions, and literals of them.

use crate::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Float,
    Double,
}

pub(crate) const INTEGERS: [Scalar; 12] = [
    Scalar::Bool,
    Scalar::Char,
    Scalar::SignedChar,
    Scalar::UnsignedChar,
    Scalar::Short,
    Scalar::UnsignedShort,
    Scalar::Int,
    Scalar::UnsignedInt,
    Scalar::Long,
    Scalar::UnsignedLong,
    Scalar::LongLong,
    Scalar::UnsignedLongLong,
];

pub(crate) const FLOATS: [Scalar; 2] = [Scalar::Float, Scalar::Double];

impl Scalar {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "_Bool",
            Scalar::Char => "char",
            Scalar::SignedChar => "signed char",
            Scalar::UnsignedChar => "unsigned char",
            Scalar::Short => "short",
            Scalar::UnsignedShort => "unsigned short",
            Scalar::Int => "int",
            Scalar::UnsignedInt => "unsigned",
            Scalar::Long => "long",
            Scalar::UnsignedLong => "unsigned long",
            Scalar::LongLong => "long long",
            Scalar::UnsignedLongLong => "unsigned long long",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    pub(crate) fn is_unsigned(self) -> bool {
        match self {
            Scalar::Bool
            | Scalar::UnsignedChar
            | Scalar::UnsignedShort
            | Scalar::UnsignedInt
            | Scalar::UnsignedLong
            | Scalar::UnsignedLongLong => true,
            Scalar::Char
            | Scalar::SignedChar
            | Scalar::Short
            | Scalar::Int
            | Scalar::Long
            | Scalar::LongLong
            | Scalar::Float
            | Scalar::Double => false,
        }
    }

    /// Narrower than `int`.
    pub(crate) fn is_narrow(self) -> bool {
        self.rank() < Scalar::Int.rank()
    }

    fn rank(self) -> u8 {
        match self {
            Scalar::Bool => 0,
            Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort => 2,
            Scalar::Int | Scalar::UnsignedInt => 3,
            Scalar::Long | Scalar::UnsignedLong => 4,
            Scalar::LongLong | Scalar::UnsignedLongLong => 5,
            Scalar::Float => 6,
            Scalar::Double => 7,
        }
    }

    /// The bits that the type has on every platform, promoted to `int`: shifts
    /// by less are fine.
    pub(crate) fn shiftable_bits(self) -> usize {
        match self {
            Scalar::LongLong | Scalar::UnsignedLongLong => 64,
            Scalar::Bool
            | Scalar::Char
            | Scalar::SignedChar
            | Scalar::UnsignedChar
            | Scalar::Short
            | Scalar::UnsignedShort
            | Scalar::Int
            | Scalar::UnsignedInt
            | Scalar::Long
            | Scalar::UnsignedLong
            | Scalar::Float
            | Scalar::Double => 32,
        }
    }

    pub(crate) fn promoted(self) -> Scalar {
        if self.is_narrow() { Scalar::Int } else { self }
    }

    /// The unsigned type in which arithmetic of this type is done.
    pub(crate) fn unsigned(self) -> Scalar {
        match self.promoted() {
            Scalar::Long | Scalar::UnsignedLong => Scalar::UnsignedLong,
            Scalar::LongLong | Scalar::UnsignedLongLong => Scalar::UnsignedLongLong,
            Scalar::Bool
            | Scalar::Char
            | Scalar::SignedChar
            | Scalar::UnsignedChar
            | Scalar::Short
            | Scalar::UnsignedShort
            | Scalar::Int
            | Scalar::UnsignedInt
            | Scalar::Float
            | Scalar::Double => Scalar::UnsignedInt,
        }
    }

    /// Whether the type that these have in common depends on the size of `long`
    /// in a way that matters: it may be signed where [`Scalar::common`] is not.
    pub(crate) fn common_depends(self, other: Scalar) -> bool {
        let mixed = |left, right| left == Scalar::UnsignedLong && right == Scalar::LongLong;
        mixed(self, other) || mixed(other, self)
    }

    /// The usual arithmetic conversions, where `long` has 64 bits.
    pub(crate) fn common(self, other: Scalar) -> Scalar {
        let (left, right) = (self.promoted(), other.promoted());
        let (low, high) = if left.rank() <= right.rank() { (left, right) } else { (right, left) };
        let same_size = low.rank() == high.rank()
            || (low.rank() == Scalar::Long.rank() && high.rank() == Scalar::LongLong.rank());
        if !high.is_float() && same_size && low.is_unsigned() { high.unsigned() } else { high }
    }

    /// A literal of exactly this type: values at the borders of types as often
    /// as small ones.
    pub(crate) fn literal(self, random: &mut Random) -> String {
        match self {
            Scalar::Bool => format!("((_Bool){})", random.below(2)),
            Scalar::Char => match random.below(3) {
                0 => format!("((char)'{}')", (b'a' + random.below(26) as u8) as char),
                _ => format!("((char){})", random.below(128)),
            },
            Scalar::SignedChar => narrow_literal(self, random, -128, 127),
            Scalar::UnsignedChar => narrow_literal(self, random, 0, 255),
            Scalar::Short => narrow_literal(self, random, -32768, 32767),
            Scalar::UnsignedShort => narrow_literal(self, random, 0, 65535),
            Scalar::Int => match random.below(6) {
                0 => "INT_MAX".to_owned(),
                1 => "INT_MIN".to_owned(),
                _ => format!("({})", small(random)),
            },
            Scalar::UnsignedInt => match random.below(4) {
                0 => format!("{:#x}u", random.next() as u32),
                1 => "UINT_MAX".to_owned(),
                _ => format!("{}u", random.below(100)),
            },
            Scalar::Long => format!("({}L)", small(random)),
            Scalar::UnsignedLong => format!("{}UL", random.next() as u32),
            Scalar::LongLong => match random.below(5) {
                0 => "LLONG_MAX".to_owned(),
                1 => "LLONG_MIN".to_owned(),
                2 => format!("({}LL)", random.next() as i64 >> 16),
                _ => format!("({}LL)", small(random)),
            },
            Scalar::UnsignedLongLong => match random.below(3) {
                0 => format!("{}ULL", random.below(1000)),
                _ => format!("{:#x}ULL", random.next()),
            },
            Scalar::Float => format!("({}f)", decimal(random)),
            Scalar::Double => format!("({})", decimal(random)),
        }
    }
}

fn narrow_literal(kind: Scalar, random: &mut Random, least: i64, greatest: i64) -> String {
    let value = match random.below(6) {
        0 => least,
        1 => greatest,
        _ => least + random.below((greatest - least) as usize) as i64,
    };
    format!("(({})({value}))", kind.name())
}

fn small(random: &mut Random) -> i64 {
    match random.below(4) {
        0 => random.below(70_000) as i64 - 35_000,
        1 => [0, 1, -1][random.below(3)],
        _ => random.below(40) as i64 - 12,
    }
}

/// Exactly representable in both formats.
fn decimal(random: &mut Random) -> String {
    let quarters = random.below(2000) as i64 - 1000;
    match random.below(8) {
        0 => "1e30".to_owned(),
        1 => "-0.0".to_owned(),
        2 => {
            // Any number of the narrower format, also one of the smallest.
            let sign = if random.chance(50) { "-" } else { "" };
            let exponent = random.below(276) as i64 - 149;
            let missing = (-126 - exponent).clamp(0, 23);
            let digits = (random.next() & 0x7f_ffff) >> missing << missing;
            let fraction = 0x80_0000 | digits;
            format!("{sign}{fraction:#x}p{}", exponent - 23)
        }
        _ => format!("{:?}", quarters as f64 / 4.0),
    }
}
