//! Every pair of accesses that could race must be in the table, and its reason must be one.
//!
//! Written apart from `reasons.rs`, which finds the reasons.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::certificate::{PairRecord, ReasonRecord};
use crate::kinds::{Kinds, Signature};
use crate::span::Span;
use crate::tables::{Tables, Touched};

/// How many pairs were looked at; or the first that is wrong.
pub fn check(
    tables: &Tables<'_>,
    accesses: &[Touched],
    pairs: &[PairRecord],
) -> Result<usize, String> {
    let positions: FxHashMap<Touched, usize> =
        accesses.iter().enumerate().map(|(position, access)| (*access, position)).collect();
    let reasons: FxHashMap<(usize, usize), ReasonRecord> =
        pairs.iter().map(|pair| ((pair.first, pair.second), pair.reason)).collect();
    let mut by_object: BTreeMap<u32, Vec<(usize, &Touched)>> = BTreeMap::new();
    for touched in tables.touched.keys() {
        let Some(position) = positions.get(touched) else {
            return Err(format!("the access {} is not in the table", name(tables, touched)));
        };
        by_object.entry(touched.object).or_default().push((*position, touched));
    }
    let mut count = 0;
    for list in by_object.values_mut() {
        list.sort_unstable_by_key(|(position, _)| *position);
        for (index, (first, one)) in list.iter().enumerate() {
            for (second, other) in &list[index..] {
                // To free twice is a fault of memory.
                let frees = one.kind.frees && other.kind.frees;
                if frees || !one.kind.write && !other.kind.write {
                    continue;
                }
                count += 1;
                let reason = reasons.get(&(*first, *second));
                if !reason.is_some_and(|reason| is_reason(tables, *reason, one, other)) {
                    let (one, other) = (name(tables, one), name(tables, other));
                    return Err(match reason {
                        None => format!("no reason keeps {one} and {other} apart"),
                        Some(reason) => {
                            let reason = serde_json::to_string(reason).unwrap_or_default();
                            format!("{reason} does not keep {one} and {other} apart")
                        }
                    });
                }
            }
        }
    }
    Ok(count)
}

fn name(tables: &Tables<'_>, touched: &Touched) -> String {
    let place = tables.touched.get(touched).and_then(|places| places.first());
    place
        .and_then(|place| tables.ready.location_text(*place))
        .unwrap_or_else(|| format!("of object {}", touched.object))
}

fn is_reason(tables: &Tables<'_>, reason: ReasonRecord, first: &Touched, second: &Touched) -> bool {
    let kinds = &tables.kinds;
    match reason {
        ReasonRecord::OneThread => {
            first.by.kind == second.by.kind && !kinds.list[first.by.kind].many
        }
        ReasonRecord::FirstBeforeCreation => is_before(kinds, &first.by, &second.by),
        ReasonRecord::SecondBeforeCreation => is_before(kinds, &second.by, &first.by),
        ReasonRecord::FirstHasEnded => second.by.ended.contains(first.by.kind),
        ReasonRecord::SecondHasEnded => first.by.ended.contains(second.by.kind),
        ReasonRecord::DifferentBytes => are_apart(&first.span, &second.span),
        ReasonRecord::BothAtomic => !first.kind.is_plain() && !second.kind.is_plain(),
        ReasonRecord::Lock(lock) => {
            lock < tables.locks.list.len()
                && first.held.contains(lock)
                && second.held.contains(lock)
                && !tables.locks.weak.contains(lock)
        }
    }
}

/// Whether the one thread that there is of the first kind has not yet created the line of kinds that
/// leads to the second.
fn is_before(kinds: &Kinds, first: &Signature, second: &Signature) -> bool {
    let mut child = second.kind;
    while let Some(maker) = kinds.list[child].maker {
        if maker == first.kind {
            return !kinds.list[maker].many && !first.created.contains(child);
        }
        child = maker;
    }
    false
}

/// Whether no byte is in both: one lies behind the other, or they interleave in steps.
fn are_apart(one: &Span, other: &Span) -> bool {
    let last = |span: &Span| u128::from(span.high) + u128::from(span.bytes);
    if last(one) <= u128::from(other.low) || last(other) <= u128::from(one.low) {
        return true;
    }
    // All offsets of one are equal to its first modulo a common divisor of the steps.
    let (mut period, mut rest) = (one.step, other.step);
    while rest != 0 {
        (period, rest) = (rest, period % rest);
    }
    if period == 0 {
        return false;
    }
    // From a beginning of the one to the next of the other, and on to the next of the one.
    let behind = (other.low % period + period - one.low % period) % period;
    one.bytes <= behind && other.bytes <= period - behind
}
