//! Divides shared objects into memory locations, so that each access is one of whole
//! locations: as few as the accesses allow.
//!
//! Where an access goes is known exactly, or up to a multiple (the index of an
//! array), or it is supposed: a pointer that comes from memory is taken to have
//! one of the offsets from its object's start with which pointers to that
//! object are stored anywhere. An access that goes somewhere else is noticed when
//! it happens.

use std::collections::BTreeSet;

use raddle_ir::{InitialValue, Instruction, Operand, Statement};
use raddle_passes::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use super::abstract_values::Offset;
use super::objects::{ObjectId, Objects, Size};
use crate::bounded::Bounded;
use crate::memory_accesses::byte_accesses;

/// The most locations of one object: an access by an index looks at each, in each round.
const MOST: u64 = 256;

/// Where an access may go: `remainder` and every multiple of `modulus` from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct AccessPattern {
    remainder: i64,
    /// 0: only there.
    modulus: u64,
    bytes: u64,
}

/// The values that an instruction puts where others can find them.
pub fn given_away(instruction: &Instruction) -> Option<Operand> {
    match instruction {
        Instruction::Store { value, .. } | Instruction::Update { value, .. } => Some(*value),
        Instruction::CompareExchange { desired, .. } => Some(*desired),
        Instruction::Spawn { argument, .. } => Some(*argument),
        Instruction::Load { .. }
        | Instruction::Copy { .. }
        | Instruction::Free { .. }
        | Instruction::ObjectSize { .. }
        | Instruction::Apply { .. }
        | Instruction::Fence { .. }
        | Instruction::Allocate { .. }
        | Instruction::StackSave { .. }
        | Instruction::StackRestore { .. }
        | Instruction::ThreadLocalAddress { .. }
        | Instruction::VariadicArea { .. }
        | Instruction::Call { .. }
        | Instruction::Nondet { .. }
        | Instruction::Assume { .. }
        | Instruction::Check { .. }
        | Instruction::Output { .. }
        | Instruction::CurrentThread { .. }
        | Instruction::Await { .. }
        | Instruction::AtomicBegin
        | Instruction::AtomicEnd
        | Instruction::Unsupported { .. } => None,
    }
}

/// For each shared object the starts and sizes of its locations.
pub fn divide(
    bounded: &Bounded,
    objects: &Objects,
) -> Result<FxHashMap<ObjectId, Vec<(u64, u64)>>, String> {
    let roots = roots(bounded, objects);
    let mut patterns: FxHashMap<ObjectId, FxHashSet<AccessPattern>> = FxHashMap::default();
    for (_, Place { function, .. }, Statement { instruction, .. }) in bounded.statements() {
        for access in byte_accesses(instruction, bounded.program.target) {
            let offset = objects.abstract_value(function, &access.address).offset;
            for object in objects.targets(function, &access.address) {
                if objects.list[object].shared {
                    let found = patterns.entry(object).or_default();
                    add_patterns(found, offset, access.bytes, roots.get(&object));
                }
            }
        }
    }
    let mut divided = FxHashMap::default();
    for (object, patterns) in patterns {
        let Object { name, size } = named(objects, object);
        let locations = split(size, &patterns)
            .ok_or_else(|| format!("`{name}`, which threads share, has too many elements"))?;
        divided.insert(object, locations);
    }
    Ok(divided)
}

struct Object<'a> {
    name: &'a str,
    size: u64,
}

fn named(objects: &Objects, object: ObjectId) -> Object<'_> {
    let object = &objects.list[object];
    let size = match object.size {
        Size::Known(size) => size,
        Size::Held(_) => 0,
    };
    Object { name: &object.name, size }
}

fn add_patterns(
    patterns: &mut FxHashSet<AccessPattern>,
    offset: Offset,
    bytes: u64,
    roots: Option<&FxHashSet<(i64, u64)>>,
) {
    let Offset { remainder, modulus, .. } = offset;
    match roots {
        Some(roots) if !offset.exact || !offset.rooted => {
            patterns.extend(roots.iter().map(|&(start, step)| AccessPattern {
                remainder: start.wrapping_add(remainder),
                modulus: super::abstract_values::gcd(step, modulus),
                bytes,
            }));
        }
        Some(_) | None => drop(patterns.insert(AccessPattern { remainder, modulus, bytes })),
    }
}

/// The offsets from their objects' starts with which pointers are stored.
fn roots(bounded: &Bounded, objects: &Objects) -> FxHashMap<ObjectId, FxHashSet<(i64, u64)>> {
    let mut roots: FxHashMap<ObjectId, FxHashSet<(i64, u64)>> = FxHashMap::default();
    for (_, Place { function, .. }, Statement { instruction, .. }) in bounded.statements() {
        let Some(value) = given_away(instruction) else { continue };
        let Offset { exact, rooted, remainder, modulus } =
            objects.abstract_value(function, &value).offset;
        // A number that was computed from a pointer.
        if exact && !rooted && modulus != 0 {
            continue;
        }
        for object in objects.targets(function, &value) {
            roots.entry(object).or_default().insert((remainder, modulus));
        }
    }
    for initial in bounded.program.globals.iter().flat_map(|global| &global.initial) {
        if let InitialValue::GlobalAddress { global, addend } = initial.value
            && let Some(object) = objects.of_global(global)
        {
            roots.entry(object).or_default().insert((addend, 0));
        }
    }
    roots
}

/// Starts and sizes of locations such that each access is one of whole locations. `None`
/// if there are too many.
fn split(size: u64, patterns: &FxHashSet<AccessPattern>) -> Option<Vec<(u64, u64)>> {
    let mut borders = BTreeSet::new();
    let mut covered = BTreeSet::new();
    for pattern in patterns {
        let step = i64::try_from(pattern.modulus).ok()?;
        let mut start =
            if step > 0 { pattern.remainder.rem_euclid(step) } else { pattern.remainder };
        while let Ok(at) = u64::try_from(start)
            && at.checked_add(pattern.bytes).is_some_and(|end| end <= size)
        {
            borders.extend([at, at + pattern.bytes]);
            covered.insert((at, at + pattern.bytes));
            if covered.len() as u64 > MOST {
                return None;
            }
            if step == 0 {
                break;
            }
            start = start.checked_add(step)?;
        }
    }
    let borders: Vec<u64> = borders.into_iter().collect();
    let mut covered_to = 0;
    let mut locations = Vec::new();
    let mut covered = covered.into_iter().peekable();
    for pair in borders.windows(2) {
        while let Some((_, end)) = covered.next_if(|(start, _)| *start <= pair[0]) {
            covered_to = covered_to.max(end);
        }
        if covered_to >= pair[1] {
            locations.push((pair[0], pair[1] - pair[0]));
        }
    }
    Some(locations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_of(size: u64, patterns: &[(i64, u64, u64)]) -> Option<Vec<(u64, u64)>> {
        let patterns = patterns.iter().map(|&(remainder, modulus, bytes)| AccessPattern {
            remainder,
            modulus,
            bytes,
        });
        split(size, &patterns.collect())
    }

    #[test]
    fn an_array_has_a_location_an_element() {
        assert_eq!(split_of(12, &[(0, 4, 4)]), Some(vec![(0, 4), (4, 4), (8, 4)]));
    }

    #[test]
    fn overlapping_accesses_share_borders() {
        assert_eq!(split_of(8, &[(0, 0, 8), (4, 0, 4)]), Some(vec![(0, 4), (4, 4)]));
    }

    #[test]
    fn what_nothing_accesses_is_no_location() {
        assert_eq!(split_of(24, &[(0, 0, 4), (16, 0, 8)]), Some(vec![(0, 4), (16, 8)]));
        assert_eq!(split_of(2, &[(0, 0, 4)]), Some(vec![]));
        assert_eq!(split_of(8, &[(-4, 0, 4)]), Some(vec![]));
    }

    #[test]
    fn structures_in_an_array_repeat() {
        let locations = split_of(32, &[(0, 16, 4), (8, 16, 8)]);
        assert_eq!(locations, Some(vec![(0, 4), (8, 8), (16, 4), (24, 8)]));
    }

    #[test]
    fn too_many_are_refused() {
        assert_eq!(split_of(1 << 20, &[(0, 1, 1)]), None);
    }
}
