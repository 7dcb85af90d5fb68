//! A fixed-width bit-vector of 1 to 128 bits.
//!
//! Kept as two words and a width so that a value takes 24 bytes, and so that
//! `Option<Bits>` (an empty register) costs nothing more. Bits above the width
//! are always zero.

use std::fmt;
use std::num::NonZeroU16;

/// The widest value there is.
pub const MAX_WIDTH: u16 = 128;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    low: u64,
    high: u64,
    width: NonZeroU16,
}

impl Bits {
    /// The lowest `width` bits of `value`. The width must be 1 to [`MAX_WIDTH`];
    /// readers of foreign input check that at their door.
    #[inline]
    pub fn new(value: u128, width: u16) -> Bits {
        debug_assert!((1..=MAX_WIDTH).contains(&width));
        let value = value & mask(width);
        Bits {
            low: value as u64,
            high: (value >> 64) as u64,
            width: NonZeroU16::new(width).unwrap_or(NonZeroU16::MIN),
        }
    }

    /// The same for a width of at most 64, without going through 128 bits: the
    /// interpreter makes nearly all of its values here.
    #[inline]
    pub fn narrow(value: u64, width: u16) -> Bits {
        debug_assert!((1..=64).contains(&width));
        Bits {
            low: value & (u64::MAX >> (64u16.saturating_sub(width) & 63)),
            high: 0,
            width: NonZeroU16::new(width).unwrap_or(NonZeroU16::MIN),
        }
    }

    /// All bits set.
    #[inline]
    pub fn ones(width: u16) -> Bits {
        Bits::new(u128::MAX, width)
    }

    #[inline]
    pub fn zero(width: u16) -> Bits {
        Bits::new(0, width)
    }

    #[inline]
    pub fn boolean(value: bool) -> Bits {
        Bits::new(u128::from(value), 1)
    }

    /// The value of a signed number, cut to `width` bits (two's complement).
    #[inline]
    pub fn from_signed(value: i128, width: u16) -> Bits {
        Bits::new(value as u128, width)
    }

    #[inline]
    pub fn width(self) -> u16 {
        self.width.get()
    }

    #[inline]
    pub fn unsigned(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }

    /// The value read as two's complement.
    #[inline]
    pub fn signed(self) -> i128 {
        let shift = 128 - u32::from(self.width.get());
        ((self.unsigned() << shift) as i128) >> shift
    }

    /// The lowest 64 bits: all of the value whenever the width is at most 64.
    #[inline]
    pub fn low64(self) -> u64 {
        self.low
    }

    #[inline]
    pub fn is_zero(self) -> bool {
        self.low == 0 && self.high == 0
    }

    #[inline]
    pub(crate) fn and(self, other: Bits) -> Bits {
        Bits { low: self.low & other.low, high: self.high & other.high, width: self.width }
    }

    #[inline]
    pub(crate) fn or(self, other: Bits) -> Bits {
        Bits { low: self.low | other.low, high: self.high | other.high, width: self.width }
    }

    #[inline]
    pub(crate) fn xor(self, other: Bits) -> Bits {
        Bits { low: self.low ^ other.low, high: self.high ^ other.high, width: self.width }
    }

    #[inline]
    pub fn is_ones(self) -> bool {
        self.unsigned() == mask(self.width())
    }

    /// Whether any bit is set; of a width-1 value, whether it is true.
    #[inline]
    pub fn is_true(self) -> bool {
        !self.is_zero()
    }
}

#[inline]
pub fn mask(width: u16) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// `5:i32`: the unsigned value and the width.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:i{}", self.unsigned(), self.width())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
