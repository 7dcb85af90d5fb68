//! Moving within the offset field of a pointer: `PointerAdd`, with its saturation.
//!
//! The object part never changes. An offset that leaves the field becomes all ones, and all
//! ones stay all ones; so a moved offset is the sum where that is in the field, and all ones
//! may have to be added.

use raddle_terms::Bits;
use raddle_terms::bits::mask;

use super::progression::{Progression, common_divisor};
use super::{MOST_PIECES, pieces, sign_bit};

/// The most objects that a piece of numbers is taken apart into.
const MOST_OBJECTS: u128 = 16;

/// What becomes of offsets.
pub(super) struct Moved {
    /// Within the field, without those that saturated.
    pub offsets: Vec<Progression>,
    /// Whether some are all ones for another reason than being the sum.
    pub saturates: bool,
}

impl Moved {
    pub fn with_saturated(self, offset_bits: u16) -> Vec<Progression> {
        let mut offsets = self.offsets;
        offsets.extend(self.saturates.then(|| Progression::single(mask(offset_bits))));
        offsets
    }
}

/// The offsets moved by each of the distances, which are signed numbers of the width.
pub(super) fn moved(
    offsets: Progression,
    distances: &[Progression],
    width: u16,
    offset_bits: u16,
) -> Moved {
    let invalid = mask(offset_bits);
    let mut result = Moved { offsets: Vec::new(), saturates: offsets.contains(invalid) };
    let Some(offsets) = offsets.clip(0, invalid - 1) else { return result };
    let (positive, negative) = pieces::split(distances, sign_bit(width));
    for distance in positive.into_iter().chain(negative) {
        let signed = |value: u128| Bits::new(value, width).signed();
        let (low, high) = (signed(distance.low), signed(distance.high));
        let step = common_divisor(offsets.step, distance.step);
        match sum(offsets, low, high, step, invalid) {
            Some((moved, saturates)) => {
                result.offsets.extend(moved);
                result.saturates |= saturates;
            }
            None => {
                result.offsets.push(Progression::interval(0, invalid));
                result.saturates = true;
            }
        }
    }
    result
}

/// What of the sum is in the field, and whether some is not; none if 128 bits do not do.
fn sum(
    offsets: Progression,
    low: i128,
    high: i128,
    step: u128,
    invalid: u128,
) -> Option<(Option<Progression>, bool)> {
    let low = i128::try_from(offsets.low).ok()?.checked_add(low)?;
    let high = i128::try_from(offsets.high).ok()?.checked_add(high)?;
    let limit = i128::try_from(invalid).ok()?;
    let saturates = low < 0 || high > limit;
    if high < 0 || low > limit {
        return Some((None, true));
    }
    let first = if low >= 0 {
        low as u128
    } else {
        low.unsigned_abs().checked_rem(step).map_or(0, |rest| (step - rest) % step)
    };
    let last = high.min(limit) as u128;
    Some(((first <= last).then(|| Progression::stepping(first, last, step)), saturates))
}

/// `PointerAdd` of numbers.
pub(super) fn pointer_add(
    pointers: &[Progression],
    distances: &[Progression],
    width: u16,
    offset_bits: u16,
) -> Vec<Progression> {
    if matches!(distances, [zero] if zero.is_single() && zero.low == 0) {
        return pointers.to_vec();
    }
    let mut results = Vec::new();
    for piece in pointers {
        let (first, last) = (object(piece.low, offset_bits), object(piece.high, offset_bits));
        if last - first >= MOST_OBJECTS {
            let low = start(first, offset_bits);
            let high = start(last, offset_bits) | mask(offset_bits);
            results.push(Progression::interval(low, high));
            continue;
        }
        for object in first..=last {
            let start = start(object, offset_bits);
            let Some(part) = piece.clip(start, start | mask(offset_bits)) else { continue };
            let part = offset_by(part, start.wrapping_neg());
            let moved = moved(part, distances, width, offset_bits).with_saturated(offset_bits);
            let moved = moved.into_iter().map(|offsets| offset_by(offsets, start));
            results.extend(pieces::normalise(moved.collect(), MOST_PIECES));
        }
    }
    results
}

/// The object part of a value.
pub(super) fn object(value: u128, offset_bits: u16) -> u128 {
    value.checked_shr(u32::from(offset_bits)).unwrap_or(0)
}

/// The value with this object part and the least offset.
pub(super) fn start(object: u128, offset_bits: u16) -> u128 {
    object.checked_shl(u32::from(offset_bits)).unwrap_or(0)
}

/// All numbers of a piece plus one, which must not wrap some of them only.
pub(super) fn offset_by(piece: Progression, distance: u128) -> Progression {
    Progression {
        low: piece.low.wrapping_add(distance),
        high: piece.high.wrapping_add(distance),
        step: piece.step,
    }
}
