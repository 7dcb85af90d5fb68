//! The objects, and the locations in them, that an access may go to, by the points-to
//! analysis and the offset of its address.

use raddle_ir::{FunctionId, IndexVec};

use super::objects::{ObjectId, Objects, Size};
use super::{LocationId, MemoryLocation};
use crate::memory_accesses::ByteAccess;

/// An object that an access may go to.
#[derive(Clone, Debug)]
pub struct AccessTarget {
    pub object: ObjectId,
    /// Where in the object, if that is known, and it is this object.
    pub known: Option<u64>,
    /// It can be no other object.
    pub certain: bool,
    /// The address was made from that of the object.
    pub rooted: bool,
    /// If the object is shared: where whole locations fit the access.
    pub spans: Vec<LocationSpan>,
}

/// Adjacent locations that one access covers.
#[derive(Clone, Debug)]
pub struct LocationSpan {
    pub start: u64,
    /// The lowest first.
    pub locations: Vec<LocationId>,
}

/// What an access may go to without an error.
pub fn access_targets(
    objects: &Objects,
    locations: &IndexVec<LocationId, MemoryLocation>,
    function: FunctionId,
    access: &ByteAccess,
) -> Vec<AccessTarget> {
    let ByteAccess { address, bytes, .. } = access;
    let offset = objects.abstract_value(function, address).offset;
    let certain = objects.points_to.targets(function, address).len() == 1;
    let rooted = offset.exact && offset.rooted;
    let mut found = Vec::new();
    for id in objects.targets(function, address) {
        let object = &objects.list[id];
        let last = match object.size {
            Size::Known(size) => size.checked_sub(*bytes),
            Size::Held(_) => Some(u64::MAX),
        };
        let Some(last) = last.filter(|_| !(access.may_write() && object.constant)) else {
            continue;
        };
        let known = match offset.known().map(u64::try_from) {
            Some(Ok(known)) if known <= last => Some(known),
            Some(_) => continue,
            None => None,
        };
        let starts = object.locations.iter().map(|location| locations[*location].start);
        let spans = starts
            .enumerate()
            .filter(|(_, start)| match known {
                Some(known) => known == *start,
                None => offset.allows(*start),
            })
            .filter_map(|(first, _)| run(&object.locations[first..], locations, *bytes))
            .collect();
        found.push(AccessTarget { object: id, known, certain, rooted, spans });
    }
    found
}

/// The first locations, as many as have this many bytes together.
fn run(
    from: &[LocationId],
    locations: &IndexVec<LocationId, MemoryLocation>,
    bytes: u64,
) -> Option<LocationSpan> {
    let start = locations[*from.first()?].start;
    let mut end = start;
    let mut taken = Vec::new();
    for &location in from {
        if end == start + bytes {
            break;
        }
        if locations[location].start != end {
            return None;
        }
        end += locations[location].bytes;
        taken.push(location);
    }
    (end == start + bytes).then_some(LocationSpan { start, locations: taken })
}
