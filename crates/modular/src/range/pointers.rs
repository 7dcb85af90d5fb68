//! What operators make of pointers into objects of the run.
//!
//! What keeps the object part keeps the base: moving within the offset field, and masks that
//! concern this field alone. Elsewhere pointers are taken for all numbers that they may be
//! ([`Range::flattened`]): any object of the dynamic region, with those offsets. Two pointers of
//! one base may be into different objects, and pointers of different bases may be equal, as the
//! numbers of dead objects are used again; so nothing is ever concluded from the bases.

use raddle_passes::ready::PointerLayout;
use raddle_terms::bits::mask;
use raddle_terms::{Binary, Comparison, Operator};

use super::arithmetic::negate;
use super::progression::{Progression, common_divisor};
use super::{Base, Range, bitwise, field, pieces, transfer};

impl Range {
    /// The numbers that the values may be, without bases.
    pub(super) fn flattened(&self, layout: &PointerLayout) -> Range {
        if self.is_wild {
            return Range::any(self.width);
        }
        if self.pointers.is_empty() {
            return self.clone();
        }
        let Some(region) = dynamic_region(layout) else { return Range::any(self.width) };
        let (first, last) = (region.low, region.high - mask(layout.offset_bits));
        let step = if first == last { 0 } else { 1 << layout.offset_bits };
        let flat = self.pointers.iter().map(|(_, offsets)| {
            let (low, high) = (first + offsets.low, last + offsets.high);
            Progression::stepping(low, high, common_divisor(offsets.step, step))
        });
        let numbers = self.numbers.iter().copied().chain(flat);
        Range::of_pieces(numbers.collect(), self.width)
    }

    /// Those values of this range that may be in the other too. They keep the representation
    /// that they have here.
    #[must_use]
    pub fn meet_in(&self, layout: &PointerLayout, other: &Range) -> Range {
        if other.is_wild {
            return self.clone();
        }
        if self.is_wild {
            let is_null = |piece: &Progression| piece.high <= mask(layout.offset_bits);
            let null = other.pointers.is_empty() && other.numbers.iter().all(is_null);
            return if null { other.clone() } else { self.clone() };
        }
        let mut numbers = pieces::meet(&self.numbers, &other.numbers);
        let mut offsets = dynamic_offsets(layout, &other.numbers);
        if !other.pointers.is_empty() && self.width == layout.pointer_bits {
            let others: Vec<_> = other.pointers.iter().map(|(_, offsets)| *offsets).collect();
            numbers.extend(with_offsets(layout, &self.numbers, &others));
            offsets.extend(others);
        }
        self.restricted(numbers, &offsets)
    }

    /// The offset field of all values, as a range of its width.
    pub(super) fn offset_field(&self, layout: &PointerLayout) -> Range {
        let numbers = bitwise::extract(&self.numbers, 0, layout.offset_bits);
        let own = self.pointers.iter().map(|(_, offsets)| *offsets);
        Range::of_pieces(numbers.into_iter().chain(own).collect(), layout.offset_bits)
    }
}

/// All values whose object part is that of an object of the run.
fn dynamic_region(layout: &PointerLayout) -> Option<Progression> {
    let start = |object: u32| field::start(u128::from(object), layout.offset_bits);
    let (first, limit) = (start(layout.first_dynamic()), start(layout.object_limit()));
    (first < limit).then(|| Progression::interval(first, limit - 1))
}

/// The offset fields of the numbers that lie in the dynamic region.
fn dynamic_offsets(layout: &PointerLayout, numbers: &[Progression]) -> Vec<Progression> {
    let Some(region) = dynamic_region(layout) else { return Vec::new() };
    let inside: Vec<_> = numbers.iter().filter_map(|piece| piece.meet(region)).collect();
    bitwise::extract(&inside, 0, layout.offset_bits)
}

/// The numbers that lie in the dynamic region and may have one of these offsets.
fn with_offsets(
    layout: &PointerLayout,
    numbers: &[Progression],
    offsets: &[Progression],
) -> Vec<Progression> {
    let Some(region) = dynamic_region(layout) else { return Vec::new() };
    let mut found = Vec::new();
    for piece in numbers.iter().filter_map(|piece| piece.meet(region)) {
        let object = field::object(piece.low, layout.offset_bits);
        if object != field::object(piece.high, layout.offset_bits) {
            found.push(piece);
            continue;
        }
        let start = field::start(object, layout.offset_bits);
        let there = offsets.iter().map(|offsets| field::offset_by(*offsets, start));
        found.extend(there.filter_map(|there| piece.meet(there)));
    }
    found
}

/// The result where an operand has pointers and more can be said than of the numbers that they
/// may be.
pub(super) fn apply(
    layout: &PointerLayout,
    operator: Operator,
    operands: &[&Range],
) -> Option<Range> {
    match (operator, operands) {
        (Operator::PointerAdd { offset_bits }, [pointer, distance])
            if offset_bits == layout.offset_bits =>
        {
            Some(pointer_add(layout, pointer, distance))
        }
        (Operator::Binary(operator), [left, right]) => binary(layout, operator, left, right),
        (Operator::Comparison(operator), [left, right]) => {
            let truth = may_be_equal(layout, left, right);
            match operator {
                Comparison::Equal => Some(Range::boolean(true, truth)),
                Comparison::NotEqual => Some(Range::boolean(truth, true)),
                Comparison::UnsignedLess
                | Comparison::UnsignedLessOrEqual
                | Comparison::SignedLess
                | Comparison::SignedLessOrEqual => None,
            }
        }
        (Operator::Extract { low, width }, [operand]) if low + width <= layout.offset_bits => {
            let own = operand.pointers.iter().map(|(_, offsets)| *offsets);
            let fields: Vec<_> = own.chain(operand.numbers.iter().copied()).collect();
            Some(Range::of_pieces(bitwise::extract(&fields, low, width), width))
        }
        (Operator::Extract { width, .. }, [operand])
        | (Operator::ZeroExtend(width) | Operator::SignExtend(width), [operand])
            if width == operand.width =>
        {
            Some((*operand).clone())
        }
        (
            Operator::PointerAdd { .. }
            | Operator::Binary(_)
            | Operator::Comparison(_)
            | Operator::Extract { .. }
            | Operator::ZeroExtend(_)
            | Operator::SignExtend(_)
            | Operator::Unary(_)
            | Operator::Overflow(_)
            | Operator::Concat
            | Operator::IfThenElse
            | Operator::FloatUnary(..)
            | Operator::FloatBinary(..)
            | Operator::FloatCompare(..)
            | Operator::FloatConvert { .. }
            | Operator::FloatToSigned { .. }
            | Operator::FloatToUnsigned { .. }
            | Operator::SignedToFloat(_)
            | Operator::UnsignedToFloat(_),
            _,
        ) => None,
    }
}

/// Whether some values of the two may be the same.
fn may_be_equal(layout: &PointerLayout, left: &Range, right: &Range) -> bool {
    let offsets =
        |range: &Range| -> Vec<_> { range.pointers.iter().map(|(_, offsets)| *offsets).collect() };
    let (of_left, of_right) = (offsets(left), offsets(right));
    !(pieces::are_disjoint(&left.numbers, &right.numbers)
        && pieces::are_disjoint(&of_left, &of_right)
        && pieces::are_disjoint(&of_left, &dynamic_offsets(layout, &right.numbers))
        && pieces::are_disjoint(&of_right, &dynamic_offsets(layout, &left.numbers)))
}

fn pointer_add(layout: &PointerLayout, pointer: &Range, distance: &Range) -> Range {
    let (width, offset_bits) = (layout.pointer_bits, layout.offset_bits);
    let distance = distance.flattened(layout);
    let numbers = field::pointer_add(&pointer.numbers, &distance.numbers, width, offset_bits);
    let pointers = each_pointer(pointer, |offsets| {
        let moved = field::moved(offsets, &distance.numbers, width, offset_bits);
        Some(moved.with_saturated(offset_bits))
    });
    let pointers = pointers.unwrap_or_default();
    Range::new(numbers, pointers, width, offset_bits)
}

/// What becomes of each pointer's offsets, if that can be said of all.
fn each_pointer(
    range: &Range,
    change: impl Fn(Progression) -> Option<Vec<Progression>>,
) -> Option<Vec<(Base, Progression)>> {
    let mut changed = Vec::new();
    for (base, offsets) in &range.pointers {
        changed.extend(change(*offsets)?.into_iter().map(|offsets| (*base, offsets)));
    }
    Some(changed)
}

fn binary(layout: &PointerLayout, operator: Binary, left: &Range, right: &Range) -> Option<Range> {
    match operator {
        Binary::Add | Binary::And | Binary::Or | Binary::Xor if left.pointers.is_empty() => {
            with_number(layout, operator, right, left)
        }
        Binary::Add | Binary::Subtract | Binary::And | Binary::Or | Binary::Xor => {
            with_number(layout, operator, left, right)
        }
        Binary::Multiply
        | Binary::UnsignedDivide
        | Binary::SignedDivide
        | Binary::UnsignedRemainder
        | Binary::SignedRemainder
        | Binary::ShiftLeft
        | Binary::LogicalShiftRight
        | Binary::ArithmeticShiftRight => None,
    }
}

/// An operator on a range with pointers and one that has none, in this order unless it does
/// not matter.
fn with_number(
    layout: &PointerLayout,
    operator: Binary,
    left: &Range,
    right: &Range,
) -> Option<Range> {
    if !right.pointers.is_empty() {
        return None;
    }
    let (width, offset_bits) = (layout.pointer_bits, layout.offset_bits);
    let pointers = if operator == Binary::Add {
        each_pointer(left, |offsets| inside(layout, offsets, &right.numbers))
    } else if operator == Binary::Subtract {
        let distances: Vec<_> =
            right.numbers.iter().flat_map(|piece| negate(*piece, width)).collect();
        each_pointer(left, |offsets| inside(layout, offsets, &distances))
    } else {
        return in_field(layout, operator, left, right);
    }?;
    let numbers =
        transfer::apply(layout, Operator::Binary(operator), &[&left.without_pointers(), right]);
    Some(numbers.join(&Range::new(Vec::new(), pointers, width, offset_bits)))
}

/// The offsets moved, if all stay in the field: then nothing is carried into the object part.
fn inside(
    layout: &PointerLayout,
    offsets: Progression,
    distances: &[Progression],
) -> Option<Vec<Progression>> {
    let moved = field::moved(offsets, distances, layout.pointer_bits, layout.offset_bits);
    (!moved.saturates).then_some(moved.offsets)
}

/// And, or, exclusive or with a constant that leaves the object part alone, or clears it.
fn in_field(
    layout: &PointerLayout,
    operator: Binary,
    left: &Range,
    right: &Range,
) -> Option<Range> {
    let (width, offset_bits) = (layout.pointer_bits, layout.offset_bits);
    let constant = right.known()?.unsigned();
    let (field, above) = (mask(offset_bits), mask(width) & !mask(offset_bits));
    let is_and = operator == Binary::And;
    let clears = is_and && constant & above == 0;
    let keeps = constant & above == if is_and { above } else { 0 };
    if !clears && !keeps {
        return None;
    }
    let low = Range::of_pieces(vec![Progression::single(constant & field)], offset_bits);
    let changed = each_pointer(left, |offsets| {
        let offsets = Range::of_pieces(vec![offsets], offset_bits);
        Some(transfer::apply(layout, Operator::Binary(operator), &[&offsets, &low]).numbers)
    })?;
    let numbers =
        transfer::apply(layout, Operator::Binary(operator), &[&left.without_pointers(), right]);
    if clears {
        let offsets = changed.into_iter().map(|(_, offsets)| offsets).collect();
        return Some(numbers.join(&Range::of_pieces(offsets, width)));
    }
    Some(numbers.join(&Range::new(Vec::new(), changed, width, offset_bits)))
}
