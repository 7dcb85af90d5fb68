//! Lists of progressions, sorted and apart from each other: what every set of numbers is
//! brought to.
//!
//! Two pieces never overlap, not even as intervals, so that each number is in at most one.
//! Lists that become too long are shortened by taking together the pieces that are nearest:
//! numbers are added by that, never lost.

use super::progression::Progression;

/// Sorted, apart, and at most so many.
pub(super) fn normalise(mut pieces: Vec<Progression>, most: usize) -> Vec<Progression> {
    pieces.sort_unstable();
    let mut apart = Vec::with_capacity(pieces.len().min(most + 1));
    for piece in pieces {
        push(&mut apart, piece);
    }
    while apart.len() > most.max(1) {
        merge_nearest(&mut apart);
    }
    apart
}

/// Adds a piece that starts no earlier than those before.
fn push(apart: &mut Vec<Progression>, piece: Progression) {
    let mut piece = piece;
    while let Some(last) = apart.pop() {
        if piece.is_subset_of(last) {
            apart.push(last);
            return;
        }
        if last.is_subset_of(piece) {
            continue;
        }
        if let Some((below, above)) = taken_apart(last, piece) {
            if let Some(both) = below.followed_by(above) {
                piece = both;
                continue;
            }
            if let Some(all) = evenly_spaced(apart.last().copied(), below, above) {
                apart.pop();
                piece = all;
                continue;
            }
            apart.push(below);
            apart.push(above);
            return;
        }
        piece = last.merged(piece);
    }
    apart.push(piece);
}

/// The union of two as two that do not overlap, the first being below.
fn taken_apart(last: Progression, piece: Progression) -> Option<(Progression, Progression)> {
    if !last.overlaps(piece) {
        return Some((last, piece));
    }
    let (below, inside) =
        (last.clip(0, piece.low.wrapping_sub(1)), last.clip(piece.low, u128::MAX));
    if piece.low > last.low && inside.is_none_or(|inside| inside.is_subset_of(piece)) {
        return below.map(|below| (below, piece));
    }
    let above = piece.clip(last.high.checked_add(1)?, u128::MAX)?;
    let inside = piece.clip(0, last.high);
    inside.is_none_or(|inside| inside.is_subset_of(last)).then_some((last, above))
}

/// Three single numbers at one distance.
fn evenly_spaced(
    first: Option<Progression>,
    second: Progression,
    third: Progression,
) -> Option<Progression> {
    let first = first?;
    let single = first.is_single() && second.is_single() && third.is_single();
    let step = second.low - first.low;
    (single && third.low - second.low == step)
        .then(|| Progression::stepping(first.low, third.low, step))
}

fn merge_nearest(apart: &mut Vec<Progression>) {
    let gaps = apart.windows(2).map(|pair| match pair {
        [left, right] => right.low - left.high,
        _ => u128::MAX,
    });
    let nearest = gaps.enumerate().min_by_key(|(_, gap)| *gap).map(|(position, _)| position);
    let Some(position) = nearest else { return };
    let next = apart.remove(position + 1);
    if let Some(piece) = apart.get_mut(position) {
        *piece = piece.merged(next);
    }
}

/// What is in both lists; not yet normalised.
pub(super) fn meet(left: &[Progression], right: &[Progression]) -> Vec<Progression> {
    let pairs = left.iter().flat_map(|left| right.iter().map(move |right| (left, right)));
    pairs.filter_map(|(left, right)| left.meet(*right)).collect()
}

/// Whether nothing is in both lists.
pub(super) fn are_disjoint(left: &[Progression], right: &[Progression]) -> bool {
    left.iter().all(|left| right.iter().all(|right| left.meet(*right).is_none()))
}

pub(super) fn contain(pieces: &[Progression], value: u128) -> bool {
    pieces.iter().any(|piece| piece.contains(value))
}

/// Whether every number of one list is in the other, whose pieces are apart.
pub(super) fn are_within(pieces: &[Progression], others: &[Progression]) -> bool {
    pieces.iter().all(|piece| is_within(*piece, others))
}

/// Counts: what lies within the bounds of another piece must be in that one, as the pieces
/// are apart, and all of it must lie within the bounds of some.
fn is_within(piece: Progression, others: &[Progression]) -> bool {
    if others.iter().any(|other| piece.is_subset_of(*other)) {
        return true;
    }
    let Some(count) = piece.steps().checked_add(1) else { return false };
    let mut found = 0u128;
    for other in others {
        let Some(part) = piece.clip(other.low, other.high) else { continue };
        if !part.is_subset_of(*other) {
            return false;
        }
        found += part.steps() + 1;
    }
    found == count
}

/// Cut in two at a number, which is the first of the upper parts.
pub(super) fn split(pieces: &[Progression], at: u128) -> (Vec<Progression>, Vec<Progression>) {
    let below = match at.checked_sub(1) {
        Some(last) => pieces.iter().filter_map(|piece| piece.clip(0, last)).collect(),
        None => Vec::new(),
    };
    (below, pieces.iter().filter_map(|piece| piece.clip(at, u128::MAX)).collect())
}

/// The numbers, if they are few.
pub(super) fn values(pieces: &[Progression], most: u128) -> Option<Vec<u128>> {
    if count(pieces) > most {
        return None;
    }
    Some(pieces.iter().flat_map(|piece| piece.values()).collect())
}

/// How many numbers there are, or the greatest number that can be said.
pub(super) fn count(pieces: &[Progression]) -> u128 {
    pieces.iter().fold(0, |sum, piece| {
        let count: u128 = piece.steps().saturating_add(1);
        count.saturating_add(sum)
    })
}
