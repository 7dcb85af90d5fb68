//! Where an access may go.

use raddle_ir::{FunctionId, Operand};

use super::objects::{ObjectId, Objects, Size};
use super::{Part, PartId};
use raddle_ir::IndexVec;

/// An object that an access may go to.
#[derive(Clone, Debug)]
pub struct Reach {
    pub object: ObjectId,
    /// Where in the object, if that is known, and it is this object.
    pub known: Option<u64>,
    /// It can be no other object.
    pub certain: bool,
    /// The address was made from that of the object.
    pub rooted: bool,
    /// If the object is shared: where whole parts fit the access.
    pub spots: Vec<Spot>,
}

#[derive(Clone, Debug)]
pub struct Spot {
    pub start: u64,
    /// The lowest first.
    pub parts: Vec<PartId>,
}

/// What an access of so many bytes may go to without an error.
pub fn reach(
    objects: &Objects,
    parts: &IndexVec<PartId, Part>,
    function: FunctionId,
    address: &Operand,
    bytes: u64,
    writes: bool,
) -> Vec<Reach> {
    let distance = objects.shapes.get(&function).map(|shapes| shapes.of(address).distance);
    let certain = objects.points_to.targets(function, address).len() == 1;
    let rooted = distance.is_some_and(|distance| distance.exact && distance.rooted);
    let mut found = Vec::new();
    for id in objects.targets(function, address) {
        let object = &objects.list[id];
        let known = distance.and_then(|distance| distance.known());
        let last = match object.size {
            Size::Known(size) => size.checked_sub(bytes),
            Size::Held(_) => Some(u64::MAX),
        };
        let Some(last) = last.filter(|_| !(writes && object.constant)) else { continue };
        let known = match known.map(u64::try_from) {
            Some(Ok(known)) if known <= last => Some(known),
            Some(_) => continue,
            None => None,
        };
        let starts = object.parts.iter().map(|part| parts[*part].start);
        let spots = starts
            .enumerate()
            .filter(|(_, start)| match known {
                Some(known) => known == *start,
                None => distance.is_none_or(|distance| distance.allows(*start)),
            })
            .filter_map(|(first, _)| run(&object.parts[first..], parts, bytes))
            .collect();
        found.push(Reach { object: id, known, certain, rooted, spots });
    }
    found
}

/// The first parts, as many as have this many bytes together.
fn run(from: &[PartId], parts: &IndexVec<PartId, Part>, bytes: u64) -> Option<Spot> {
    let start = parts[*from.first()?].start;
    let mut end = start;
    let mut taken = Vec::new();
    for &part in from {
        if end == start + bytes {
            break;
        }
        if parts[part].start != end {
            return None;
        }
        end += parts[part].bytes;
        taken.push(part);
    }
    (end == start + bytes).then_some(Spot { start, parts: taken })
}
