//! Sets of bit-vectors and pointers: the values of the abstract interpreter.
//!
//! A [`Range`] is a set of bit-vectors of one width: numbers, as a short list of arithmetic
//! progressions (Granger's congruences within intervals, and a few of them side by side), and
//! pointers into objects of the run, by the class ([`Base`]) of the object and progressions of
//! the raw offset field.
//!
//! *Meaning.* Let each base stand for any non-empty set of object numbers of the dynamic
//! region (`first_dynamic() .. object_limit()`); the same object number may belong to several
//! bases, since numbers of dead objects are used again. A range means its numbers, and
//! `object << offset_bits | raw` for each of its bases, each object of that base and each
//! offset. Whatever is computed here is right for every such assignment of objects: the result
//! means at least everything that the operands' values give. Null, functions and globals have
//! fixed object numbers and are plain numbers.
//!
//! Here are the sets themselves; what operators make of them is in `transfer.rs` and the files
//! that it calls, what a result says of operands in `backward.rs`.

mod arithmetic;
mod backward;
mod bitwise;
mod comparison;
mod display;
mod field;
mod pieces;
mod pointers;
mod progression;
#[cfg(test)]
mod tests;
mod text;
mod transfer;
mod widening;

use raddle_passes::ready::PointerLayout;
use raddle_terms::Bits;
use raddle_terms::bits::mask;

pub use backward::backward;
pub use progression::Progression;
pub use transfer::apply;

/// The most progressions that the numbers of a range consist of.
pub const MOST_PIECES: usize = 8;

/// The most progressions of offsets into one base.
const MOST_OFFSETS: usize = 4;

/// The most entries of the list of pointers.
const MOST_POINTERS: usize = 64;

/// A class of objects that the run makes, such as those of one allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Base(pub u32);

/// A set of bit-vectors of one width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    width: u16,
    /// The width of the offset field of the pointers; 0 where there are none.
    offset_bits: u16,
    numbers: Vec<Progression>,
    pointers: Vec<(Base, Progression)>,
    /// See [`Range::wild`].
    is_wild: bool,
}

impl Range {
    /// Everything: all numbers, and thereby all pointers.
    pub fn any(width: u16) -> Range {
        Range::of_pieces(vec![Progression::interval(0, mask(width))], width)
    }

    /// Nothing.
    pub fn none(width: u16) -> Range {
        let (numbers, pointers) = (Vec::new(), Vec::new());
        Range { width, offset_bits: 0, numbers, pointers, is_wild: false }
    }

    pub fn constant(value: Bits) -> Range {
        Range::of_pieces(vec![Progression::single(value.unsigned())], value.width())
    }

    /// From `low` to `high`, both included and both unsigned; nothing if `low` is greater.
    pub fn between(low: u128, high: u128, width: u16) -> Range {
        let high = high.min(mask(width));
        if low > high {
            return Range::none(width);
        }
        Range::of_pieces(vec![Progression::interval(low, high)], width)
    }

    /// From `low` to `high`, both included and both signed.
    pub fn signed_between(low: i128, high: i128, width: u16) -> Range {
        let (low, high) = (low.max(least(width)), high.min(greatest(width)));
        if low > high {
            return Range::none(width);
        }
        let unsigned = |value: i128| Bits::from_signed(value, width).unsigned();
        if low < 0 && high >= 0 {
            let negative = Progression::interval(unsigned(low), mask(width));
            let positive = Progression::interval(0, unsigned(high));
            return Range::of_pieces(vec![positive, negative], width);
        }
        Range::between(unsigned(low), unsigned(high), width)
    }

    /// The pointers to some place of the objects of a class.
    pub fn pointer(base: Base, offset: i64, layout: &PointerLayout) -> Range {
        let raw = offset.wrapping_add(layout.bias() as i64) as u128 & mask(layout.offset_bits);
        Range::of_pointers(vec![(base, Progression::single(raw))], layout)
    }

    /// The same for many places; the offsets are raw, those of the pointer's field.
    pub fn pointers_at(base: Base, offsets: Progression, layout: &PointerLayout) -> Range {
        debug_assert!(offsets.high <= mask(layout.offset_bits));
        Range::of_pointers(vec![(base, offsets)], layout)
    }

    /// The numbers of a progression, which the width can say.
    pub fn progression(numbers: Progression, width: u16) -> Range {
        Range::of_pieces(vec![numbers], width)
    }

    /// A truth value.
    pub fn boolean(may_be_false: bool, may_be_true: bool) -> Range {
        let values = [(may_be_false, 0), (may_be_true, 1)];
        let values = values.iter().filter(|(may_be, _)| *may_be);
        Range::of_pieces(values.map(|(_, value)| Progression::single(*value)).collect(), 1)
    }

    /// Of numbers alone.
    fn of_pieces(pieces: Vec<Progression>, width: u16) -> Range {
        debug_assert!(pieces.iter().all(|piece| piece.high <= mask(width)));
        let numbers = pieces::normalise(pieces, MOST_PIECES);
        Range { width, offset_bits: 0, numbers, pointers: Vec::new(), is_wild: false }
    }

    fn of_values(values: impl IntoIterator<Item = u128>, width: u16) -> Range {
        Range::of_pieces(values.into_iter().map(Progression::single).collect(), width)
    }

    /// Of pointers alone.
    fn of_pointers(pointers: Vec<(Base, Progression)>, layout: &PointerLayout) -> Range {
        Range::new(Vec::new(), pointers, layout.pointer_bits, layout.offset_bits)
    }

    fn new(
        numbers: Vec<Progression>,
        pointers: Vec<(Base, Progression)>,
        width: u16,
        offset_bits: u16,
    ) -> Range {
        let mut range = Range::of_pieces(numbers, width);
        if range.is_everything() || pointers.is_empty() {
            return range;
        }
        let Some(pointers) = normal_pointers(pointers) else { return Range::any(width) };
        range.pointers = pointers;
        range.offset_bits = offset_bits;
        range
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.pointers.is_empty()
    }

    /// Nothing is known of the value.
    pub fn is_any(&self) -> bool {
        self.is_everything() && !self.is_wild
    }

    fn is_everything(&self) -> bool {
        matches!(self.numbers.as_slice(), [all] if all.low == 0 && all.high == mask(self.width)
            && all.step == 1)
    }

    /// Any value, of which only these pointers may be followed: one that was perhaps never
    /// written, from memory to which nothing but them is written. Whoever follows another one
    /// commits an error of memory. Anything, where this is more than pointers and null.
    #[must_use]
    pub fn wild(&self) -> Range {
        let is_null = |piece: &Progression| piece.high <= mask(self.offset_bits);
        let numbers_are_null = self.is_wild || self.numbers.iter().all(is_null);
        if self.pointers.is_empty() || !numbers_are_null {
            return Range::any(self.width);
        }
        Range { is_wild: true, pointers: self.pointers.clone(), ..self.with_everything() }
    }

    fn with_everything(&self) -> Range {
        Range { offset_bits: self.offset_bits, ..Range::any(self.width) }
    }

    /// Whether only its pointers may be followed.
    pub fn is_wild(&self) -> bool {
        self.is_wild
    }

    /// What of it may be followed.
    #[must_use]
    pub fn followed(&self) -> Range {
        match self.is_wild {
            true => Range { numbers: Vec::new(), is_wild: false, ..self.clone() },
            false => self.clone(),
        }
    }

    /// The same without a word on what may be followed.
    #[must_use]
    fn tamed(&self) -> Range {
        if self.is_wild { Range::any(self.width) } else { self.clone() }
    }

    /// The value, if there is but one, and that a number.
    pub fn known(&self) -> Option<Bits> {
        match (self.numbers.as_slice(), self.pointers.as_slice()) {
            ([piece], []) if piece.is_single() => Some(Bits::new(piece.low, self.width)),
            _ => None,
        }
    }

    /// Whether the value may be this one: as a number, or as a pointer with this offset, of
    /// which only those of null's object are known to be none.
    pub fn may_be(&self, value: Bits) -> bool {
        let (value, field) = (value.unsigned(), mask(self.offset_bits));
        let offset = |(_, offsets): &(Base, Progression)| offsets.contains(value & field);
        pieces::contain(&self.numbers, value) || (value > field && self.pointers.iter().any(offset))
    }

    /// The least and the greatest value; none if there are pointers, or nothing.
    pub fn unsigned_bounds(&self) -> Option<(u128, u128)> {
        let (first, last) = (self.numbers.first()?, self.numbers.last()?);
        self.pointers.is_empty().then_some((first.low, last.high))
    }

    /// The same, of values read as two's complement.
    pub fn signed_bounds(&self) -> Option<(i128, i128)> {
        let (positive, negative) = self.by_sign();
        let first = negative.first().or(positive.first())?;
        let last = positive.last().or(negative.last())?;
        let signed = |value: u128| Bits::new(value, self.width).signed();
        self.pointers.is_empty().then(|| (signed(first.low), signed(last.high)))
    }

    /// The numbers that are not negative, and those that are.
    fn by_sign(&self) -> (Vec<Progression>, Vec<Progression>) {
        pieces::split(&self.numbers, sign_bit(self.width))
    }

    pub fn numbers(&self) -> &[Progression] {
        &self.numbers
    }

    pub fn pointers(&self) -> &[(Base, Progression)] {
        &self.pointers
    }

    pub fn points_into(&self, base: Base) -> bool {
        self.pointers.iter().any(|(own, _)| *own == base)
    }

    /// The same with pointers into another class in the place of those into one.
    #[must_use]
    pub fn renamed(&self, from: Base, to: Base) -> Range {
        let rename = |(base, offsets): &(Base, Progression)| {
            (if *base == from { to } else { *base }, *offsets)
        };
        let pointers = self.pointers.iter().map(rename).collect();
        let numbers = self.followed().numbers;
        let renamed = Range::new(numbers, pointers, self.width, self.offset_bits);
        if self.is_wild { renamed.wild() } else { renamed }
    }

    /// The numbers without the pointers.
    #[must_use]
    pub fn without_pointers(&self) -> Range {
        Range { offset_bits: 0, pointers: Vec::new(), is_wild: false, ..self.clone() }
    }

    /// What is in either.
    #[must_use]
    pub fn join(&self, other: &Range) -> Range {
        debug_assert_eq!(self.width, other.width);
        if self.is_wild || other.is_wild {
            return match self.is_any() || other.is_any() {
                true => Range::any(self.width),
                false => self.followed().join(&other.followed()).wild(),
            };
        }
        let numbers = self.numbers.iter().chain(&other.numbers).copied().collect();
        let pointers = self.pointers.iter().chain(&other.pointers).copied().collect();
        Range::new(numbers, pointers, self.width, self.offset_bits.max(other.offset_bits))
    }

    /// Those values of this range that may be in the other too. A pointer may be a number of
    /// the other range, or a pointer into another of its bases; see [`Range::meet_in`], which
    /// says more of pointers.
    #[must_use]
    pub fn meet(&self, other: &Range) -> Range {
        if self.is_wild || other.is_wild {
            return self.clone();
        }
        let numbers = if other.pointers.is_empty() {
            pieces::meet(&self.numbers, &other.numbers)
        } else {
            self.numbers.clone()
        };
        let mut offsets: Vec<_> = other.pointers.iter().map(|(_, offsets)| *offsets).collect();
        if !other.numbers.is_empty() {
            offsets = vec![Progression::interval(0, mask(self.offset_bits.max(1)))];
        }
        self.restricted(numbers, &offsets)
    }

    /// These numbers, and the own pointers with some of these offsets.
    fn restricted(&self, numbers: Vec<Progression>, offsets: &[Progression]) -> Range {
        let own = self.pointers.iter().copied();
        let pointers = own.flat_map(|(base, own)| {
            offsets.iter().filter_map(move |other| Some((base, own.meet(*other)?)))
        });
        Range::new(numbers, pointers.collect(), self.width, self.offset_bits)
    }

    /// Whether all values of this range are in the other; may be false where that is so.
    pub fn is_subset_of(&self, other: &Range) -> bool {
        debug_assert_eq!(self.width, other.width);
        if other.is_any() {
            return true;
        }
        if self.is_wild || other.is_wild {
            let is_null = |piece: &Progression| piece.high <= mask(other.offset_bits);
            return other.is_wild
                && (self.is_wild || self.numbers.iter().all(is_null))
                && by_base(&self.pointers).all(|(base, offsets)| {
                    pieces::are_within(&offsets, &other.offsets_into(base))
                });
        }
        other.is_everything()
            || (pieces::are_within(&self.numbers, &other.numbers)
                && by_base(&self.pointers)
                    .all(|(base, offsets)| pieces::are_within(&offsets, &other.offsets_into(base))))
    }

    /// The offsets into objects of one base.
    fn offsets_into(&self, base: Base) -> Vec<Progression> {
        let own = self.pointers.iter().filter(|(own, _)| *own == base);
        own.map(|(_, offsets)| *offsets).collect()
    }
}

/// The offsets by base, in a list that is sorted.
fn by_base(
    pointers: &[(Base, Progression)],
) -> impl Iterator<Item = (Base, Vec<Progression>)> + '_ {
    pointers.chunk_by(|left, right| left.0 == right.0).filter_map(|group| {
        let base = group.first()?.0;
        Some((base, group.iter().map(|(_, offsets)| *offsets).collect()))
    })
}

/// Sorted, and each base's offsets normalised; none if that is too long.
fn normal_pointers(mut pointers: Vec<(Base, Progression)>) -> Option<Vec<(Base, Progression)>> {
    pointers.sort_unstable();
    for most in [MOST_OFFSETS, 1] {
        pointers = by_base(&pointers)
            .flat_map(|(base, offsets)| {
                let offsets = pieces::normalise(offsets, most);
                offsets.into_iter().map(move |offsets| (base, offsets))
            })
            .collect();
        if pointers.len() <= MOST_POINTERS {
            return Some(pointers);
        }
    }
    None
}

fn sign_bit(width: u16) -> u128 {
    1 << (width.saturating_sub(1))
}

/// The least signed number of the width.
fn least(width: u16) -> i128 {
    Bits::new(sign_bit(width), width).signed()
}

/// The greatest signed number of the width.
fn greatest(width: u16) -> i128 {
    (sign_bit(width) - 1) as i128
}
