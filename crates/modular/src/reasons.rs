//! Why two accesses of one object cannot race.

use raddle_semantics::race::TouchKind;

use crate::locks::LockId;
use crate::tables::{Tables, Touched};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// They are of one thread: its kind is single.
    OneThread,
    /// This one comes before the other's thread is created, or that which creates it, and so on.
    BeforeCreation(Which),
    /// This one's thread is known to have ended at the other.
    AfterEnd(Which),
    /// They touch different bytes.
    DifferentBytes,
    /// Both are atomic.
    BothAtomic,
    /// Both hold this lock, which synchronises.
    Lock(LockId),
}

/// One of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Which {
    First,
    Second,
}

/// Whether a reason is needed at all: one of the two writes. (To free twice is a fault of memory.)
pub fn needs_reason(first: TouchKind, second: TouchKind) -> bool {
    (first.write || second.write) && !(first.frees && second.frees)
}

/// All reasons that there are.
pub fn reasons(tables: &Tables<'_>, first: &Touched, second: &Touched) -> Vec<Reason> {
    let kinds = &tables.kinds;
    let (one, other) = (&first.by, &second.by);
    let mut list = vec![
        (Reason::OneThread, one.kind == other.kind && !kinds.list[one.kind].many),
        (Reason::BeforeCreation(Which::First), kinds.is_before_creation(one, other)),
        (Reason::BeforeCreation(Which::Second), kinds.is_before_creation(other, one)),
        (Reason::AfterEnd(Which::First), other.ended.contains(one.kind)),
        (Reason::AfterEnd(Which::Second), one.ended.contains(other.kind)),
        (Reason::DifferentBytes, !first.span.overlaps(&second.span)),
        (Reason::BothAtomic, !first.kind.is_plain() && !second.kind.is_plain()),
    ];
    let common = first.held.intersection(second.held).minus(tables.locks.weak);
    list.extend(common.iter().map(|lock| (Reason::Lock(lock), true)));
    list.into_iter().filter_map(|(reason, is_one)| is_one.then_some(reason)).collect()
}
