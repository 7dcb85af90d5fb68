//! Integer arithmetic on machine words.
//!
//! Every function is written once and instantiated twice: for values that fit
//! a 64-bit word (nearly all of them; the interpreter's hot loop) and for those
//! of up to 128 bits. Arguments have no bit set above `width`; results may have,
//! and are cut where `evaluate.rs` makes a `Bits` of them.

macro_rules! word_arithmetic {
    ($module:ident, $unsigned:ty, $signed:ty) => {
        pub(crate) mod $module {
            #[inline(always)]
            fn spare(width: u16) -> u32 {
                <$unsigned>::BITS.saturating_sub(u32::from(width))
            }

            #[inline(always)]
            fn cut(value: $unsigned, width: u16) -> $unsigned {
                value & (<$unsigned>::MAX >> spare(width))
            }

            /// The value read as two's complement of `width` bits.
            #[inline(always)]
            pub(crate) fn signed(value: $unsigned, width: u16) -> $signed {
                ((value << spare(width)) as $signed) >> spare(width)
            }

            #[inline(always)]
            fn fits(value: $signed, width: u16) -> bool {
                signed(value as $unsigned, width) == value
            }

            #[inline(always)]
            pub(crate) fn unsigned_divide(
                left: $unsigned,
                right: $unsigned,
                _width: u16,
            ) -> $unsigned {
                left.checked_div(right).unwrap_or(<$unsigned>::MAX)
            }

            #[inline(always)]
            pub(crate) fn unsigned_remainder(
                left: $unsigned,
                right: $unsigned,
                _width: u16,
            ) -> $unsigned {
                left.checked_rem(right).unwrap_or(left)
            }

            #[inline(always)]
            pub(crate) fn signed_divide(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> $unsigned {
                let (dividend, divisor) = (signed(left, width), signed(right, width));
                if divisor != 0 {
                    dividend.wrapping_div(divisor) as $unsigned
                } else if dividend < 0 {
                    1
                } else {
                    <$unsigned>::MAX
                }
            }

            #[inline(always)]
            pub(crate) fn signed_remainder(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> $unsigned {
                let (dividend, divisor) = (signed(left, width), signed(right, width));
                if divisor == 0 { left } else { dividend.wrapping_rem(divisor) as $unsigned }
            }

            /// The amount is less than the width, hence than the word's bits.
            #[inline(always)]
            fn amount(right: $unsigned, width: u16) -> u32 {
                (right % <$unsigned>::from(width.max(1))) as u32
            }

            #[inline(always)]
            pub(crate) fn shift_left(left: $unsigned, right: $unsigned, width: u16) -> $unsigned {
                left << amount(right, width)
            }

            #[inline(always)]
            pub(crate) fn logical_shift_right(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> $unsigned {
                left >> amount(right, width)
            }

            #[inline(always)]
            pub(crate) fn arithmetic_shift_right(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> $unsigned {
                (signed(left, width) >> amount(right, width)) as $unsigned
            }

            #[inline(always)]
            pub(crate) fn signed_add_overflows(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> bool {
                let (sum, beyond) = signed(left, width).overflowing_add(signed(right, width));
                beyond || !fits(sum, width)
            }

            #[inline(always)]
            pub(crate) fn signed_subtract_overflows(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> bool {
                let (rest, beyond) = signed(left, width).overflowing_sub(signed(right, width));
                beyond || !fits(rest, width)
            }

            #[inline(always)]
            pub(crate) fn signed_multiply_overflows(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> bool {
                let (product, beyond) = signed(left, width).overflowing_mul(signed(right, width));
                beyond || !fits(product, width)
            }

            #[inline(always)]
            pub(crate) fn unsigned_add_overflows(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> bool {
                let (sum, beyond) = left.overflowing_add(right);
                beyond || cut(sum, width) != sum
            }

            #[inline(always)]
            pub(crate) fn unsigned_multiply_overflows(
                left: $unsigned,
                right: $unsigned,
                width: u16,
            ) -> bool {
                let (product, beyond) = left.overflowing_mul(right);
                beyond || cut(product, width) != product
            }

            /// See [`Operator::PointerAdd`](crate::Operator::PointerAdd).
            #[inline(always)]
            pub(crate) fn pointer_add(
                pointer: $unsigned,
                distance: $unsigned,
                width: u16,
                offset_bits: u16,
            ) -> $unsigned {
                let invalid = <$unsigned>::MAX >> spare(offset_bits.min(width));
                let offset = pointer & invalid;
                let moved = offset
                    .checked_add_signed(signed(distance, width))
                    .filter(|moved| *moved <= invalid && offset != invalid);
                (pointer & !invalid) | moved.unwrap_or(invalid)
            }
        }
    };
}

word_arithmetic!(narrow, u64, i64);
word_arithmetic!(wide, u128, i128);
