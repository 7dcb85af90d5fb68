//! Lists of progressions, sorted and apart from each other: what every set of numbers is
//! brought to.
//!
//! Two pieces never overlap, not even as intervals, so that each number is in at most one.
//! Lists that become too long are shortened by taking together the pieces that are nearest:
//! numbers are added by that, never lost.

use super::progression::Progression;

/// Sorted, apart, and at most so many.
pub(super) fn normalise(mut pending: Vec<Progression>, most: usize) -> Vec<Progression> {
    if pending.len() < 2 {
        return pending;
    }
    // The next one is the last, so that what is left of a piece can be put back in its place.
    pending.sort_unstable_by(|left, right| right.cmp(left));
    let mut apart = Vec::with_capacity(pending.len());
    while let Some(piece) = pending.pop() {
        if let Some(rest) = push(&mut apart, piece) {
            let position = pending.partition_point(|other| *other > rest);
            pending.insert(position, rest);
        }
    }
    while apart.len() > most.max(1) {
        merge_nearest(&mut apart);
    }
    apart
}

/// Adds a piece that starts no earlier than those before, but for a rest that starts later than
/// it did.
fn push(apart: &mut Vec<Progression>, piece: Progression) -> Option<Progression> {
    let mut piece = piece;
    while let Some(last) = apart.pop() {
        if piece.is_subset_of(last) {
            apart.push(last);
            return None;
        }
        if last.is_subset_of(piece) {
            continue;
        }
        if let Some(rest) = rest_above(last, piece) {
            apart.push(last);
            return Some(rest);
        }
        let Some(below) = part_below(last, piece) else {
            piece = last.merged(piece);
            continue;
        };
        if let Some(both) = below.followed_by(piece) {
            piece = both;
        } else if let Some(all) = evenly_spaced(apart.last().copied(), below, piece) {
            apart.pop();
            piece = all;
        } else {
            apart.push(below);
            break;
        }
    }
    apart.push(piece);
    None
}

/// What of the last piece lies below the next, if the next has the rest of it.
fn part_below(last: Progression, next: Progression) -> Option<Progression> {
    if last.high < next.low {
        return Some(last);
    }
    let inside = last.clip(next.low, u128::MAX);
    let below = last.clip(0, next.low.checked_sub(1)?)?;
    inside.is_none_or(|inside| inside.is_subset_of(next)).then_some(below)
}

/// What of the next piece lies above the last, with which it overlaps, if the last has the rest
/// of it.
fn rest_above(last: Progression, next: Progression) -> Option<Progression> {
    let inside = next.clip(0, last.high)?;
    let above = next.clip(last.high.checked_add(1)?, u128::MAX)?;
    inside.is_subset_of(last).then_some(above)
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
