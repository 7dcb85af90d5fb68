//! Data races: pairs of accesses that conflict, and the reason why each pair cannot race.
//!
//! Reasons: they touch different bytes; both are atomic; they are places of one thread, or
//! one comes before the creation or after the end of the other's thread; both hold a lock
//! that synchronises.

use raddle_passes::Place;
use raddle_semantics::race::TouchKind;

use crate::objects::ObjectId;
use crate::tables::{Tables, Touched};

/// A pair that nothing keeps apart.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    pub object: ObjectId,
    pub first: (Touched, Place),
    pub second: (Touched, Place),
}

/// More of them are not listed.
const MOST_RACES: usize = 20;

pub fn find(tables: &Tables<'_>) -> Vec<Race> {
    let mut by_object: std::collections::BTreeMap<ObjectId, Vec<(Touched, Place)>> =
        std::collections::BTreeMap::new();
    for (touched, places) in &tables.touched {
        if let Some(place) = places.first() {
            by_object.entry(touched.object).or_default().push((*touched, *place));
        }
    }
    let mut races = Vec::new();
    for (object, mut list) in by_object {
        list.sort_by_key(|(touched, place)| (*place, touched.kind, touched.span));
        for (position, first) in list.iter().enumerate() {
            for second in &list[position..] {
                if races.len() < MOST_RACES && may_race(tables, &first.0, &second.0) {
                    races.push(Race { object, first: *first, second: *second });
                }
            }
        }
    }
    races
}

/// Whether two accesses have no reason why they do not race.
pub fn may_race(tables: &Tables<'_>, first: &Touched, second: &Touched) -> bool {
    let kinds: [TouchKind; 2] = [first.kind, second.kind];
    let common = first.held.intersection(second.held).minus(tables.locks.weak);
    kinds[0].conflicts_with(kinds[1])
        && first.span.overlaps(&second.span)
        && common.is_empty()
        && tables.kinds.may_be_parallel(&first.by, &second.by)
}
