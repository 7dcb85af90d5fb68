//! Data races: pairs of accesses for which there is no reason why they cannot race.

use raddle_passes::Place;

use crate::objects::ObjectId;
use crate::reasons::{needs_reason, reasons};
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
    needs_reason(first.kind, second.kind) && reasons(tables, first, second).is_empty()
}
