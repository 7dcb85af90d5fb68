//! Divides shared objects into parts, so that accesses touch whole parts: as few
//! as the accesses allow.
//!
//! Where an access goes is known exactly, or up to a multiple (the index of an
//! array), or it is supposed: a pointer that comes from memory is taken to have
//! one of the distances from its object's start with which pointers to that
//! object are stored anywhere. An access that goes somewhere else is noticed when
//! it happens.

use std::collections::BTreeSet;

use raddle_ir::{Access, FunctionId, InitialValue, Instruction, Operand, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use super::objects::{ObjectId, Objects, Size};
use super::shapes::Distance;
use crate::bounded::Bounded;

/// The most parts of one object: an access by an index looks at each, in each round.
const MOST: u64 = 256;

/// Where an access may go: `rest` and every multiple of `modulus` from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Spots {
    rest: i64,
    /// 0: only there.
    modulus: u64,
    bytes: u64,
}

/// An address that an instruction touches memory through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub address: Operand,
    pub bytes: u64,
    pub reads: bool,
    pub writes: bool,
}

/// What an instruction touches: loads, stores, and what is made of them.
pub fn touches(instruction: &Instruction, target: Target) -> Vec<Touch> {
    let touch = |address: &Operand, access: &Access, reads, writes| Touch {
        address: *address,
        bytes: bytes_of(*access, target),
        reads,
        writes,
    };
    match instruction {
        Instruction::Load { address, access, .. } => vec![touch(address, access, true, false)],
        Instruction::Store { address, access, .. } => vec![touch(address, access, false, true)],
        Instruction::Update { address, access, .. }
        | Instruction::CompareExchange { address, access, .. } => {
            vec![touch(address, access, true, true)]
        }
        Instruction::Copy { to, from, access } => {
            vec![touch(from, access, true, false), touch(to, access, false, true)]
        }
        Instruction::Free { .. }
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
        | Instruction::Spawn { .. }
        | Instruction::Await { .. }
        | Instruction::AtomicBegin
        | Instruction::AtomicEnd
        | Instruction::Unsupported { .. } => Vec::new(),
    }
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

pub fn bytes_of(access: Access, target: Target) -> u64 {
    u64::from(target.width(access.kind).div_ceil(8))
}

/// For each shared object the starts and sizes of its parts.
pub fn divide(
    bounded: &Bounded,
    objects: &Objects,
) -> Result<FxHashMap<ObjectId, Vec<(u64, u64)>>, String> {
    let roots = roots(bounded, objects);
    let mut spots: FxHashMap<ObjectId, FxHashSet<Spots>> = FxHashMap::default();
    for (function, instruction) in instructions(bounded) {
        for touch in touches(instruction, bounded.program.target) {
            let distance = distance(objects, function, &touch.address);
            for object in objects.targets(function, &touch.address) {
                if objects.list[object].shared {
                    let found = spots.entry(object).or_default();
                    add_spots(found, distance, touch.bytes, roots.get(&object));
                }
            }
        }
    }
    let mut divided = FxHashMap::default();
    for (object, spots) in spots {
        let Object { name, size } = named(objects, object);
        let parts = split(size, &spots)
            .ok_or_else(|| format!("`{name}`, which threads share, has too many elements"))?;
        divided.insert(object, parts);
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

fn distance(objects: &Objects, function: FunctionId, operand: &Operand) -> Distance {
    match objects.shapes.get(&function) {
        Some(shapes) => shapes.of(operand).distance,
        None => Distance::UNKNOWN,
    }
}

fn add_spots(
    spots: &mut FxHashSet<Spots>,
    distance: Distance,
    bytes: u64,
    roots: Option<&FxHashSet<(i64, u64)>>,
) {
    let Distance { rest, modulus, .. } = distance;
    match roots {
        Some(roots) if !distance.exact || !distance.rooted => {
            spots.extend(roots.iter().map(|&(start, step)| Spots {
                rest: start.wrapping_add(rest),
                modulus: super::shapes::gcd(step, modulus),
                bytes,
            }));
        }
        Some(_) | None => drop(spots.insert(Spots { rest, modulus, bytes })),
    }
}

/// The distances from their objects' starts with which pointers are stored.
fn roots(bounded: &Bounded, objects: &Objects) -> FxHashMap<ObjectId, FxHashSet<(i64, u64)>> {
    let mut roots: FxHashMap<ObjectId, FxHashSet<(i64, u64)>> = FxHashMap::default();
    for (function, instruction) in instructions(bounded) {
        let Some(value) = given_away(instruction) else { continue };
        let Distance { exact, rooted, rest, modulus } = distance(objects, function, &value);
        // A number that was computed from a pointer.
        if exact && !rooted && modulus != 0 {
            continue;
        }
        for object in objects.targets(function, &value) {
            roots.entry(object).or_default().insert((rest, modulus));
        }
    }
    for part in bounded.program.globals.iter().flat_map(|global| &global.initial) {
        if let InitialValue::GlobalAddress { global, addend } = part.value
            && let Some(object) = objects.of_global(global)
        {
            roots.entry(object).or_default().insert((addend, 0));
        }
    }
    roots
}

fn instructions(bounded: &Bounded) -> impl Iterator<Item = (FunctionId, &Instruction)> {
    bounded.threads.iter().flat_map(|thread| {
        let function = &bounded.program.functions[thread.function];
        let statements = function.blocks.iter().flat_map(|block| &block.statements);
        statements.map(move |statement| (thread.function, &statement.instruction))
    })
}

/// Starts and sizes of parts such that each spot is whole parts. `None` if there are
/// too many.
fn split(size: u64, spots: &FxHashSet<Spots>) -> Option<Vec<(u64, u64)>> {
    let mut borders = BTreeSet::new();
    let mut covered = BTreeSet::new();
    for spot in spots {
        let step = i64::try_from(spot.modulus).ok()?;
        let mut start = if step > 0 { spot.rest.rem_euclid(step) } else { spot.rest };
        while let Ok(at) = u64::try_from(start)
            && at.checked_add(spot.bytes).is_some_and(|end| end <= size)
        {
            borders.extend([at, at + spot.bytes]);
            covered.insert((at, at + spot.bytes));
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
    let mut reach = 0;
    let mut parts = Vec::new();
    let mut covered = covered.into_iter().peekable();
    for pair in borders.windows(2) {
        while let Some((_, end)) = covered.next_if(|(start, _)| *start <= pair[0]) {
            reach = reach.max(end);
        }
        if reach >= pair[1] {
            parts.push((pair[0], pair[1] - pair[0]));
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_of(size: u64, spots: &[(i64, u64, u64)]) -> Option<Vec<(u64, u64)>> {
        let spots = spots.iter().map(|&(rest, modulus, bytes)| Spots { rest, modulus, bytes });
        split(size, &spots.collect())
    }

    #[test]
    fn an_array_has_a_part_an_element() {
        assert_eq!(split_of(12, &[(0, 4, 4)]), Some(vec![(0, 4), (4, 4), (8, 4)]));
    }

    #[test]
    fn overlapping_accesses_share_borders() {
        assert_eq!(split_of(8, &[(0, 0, 8), (4, 0, 4)]), Some(vec![(0, 4), (4, 4)]));
    }

    #[test]
    fn what_nobody_touches_is_no_part() {
        assert_eq!(split_of(24, &[(0, 0, 4), (16, 0, 8)]), Some(vec![(0, 4), (16, 8)]));
        assert_eq!(split_of(2, &[(0, 0, 4)]), Some(vec![]));
        assert_eq!(split_of(8, &[(-4, 0, 4)]), Some(vec![]));
    }

    #[test]
    fn structures_in_an_array_repeat() {
        let parts = split_of(32, &[(0, 16, 4), (8, 16, 8)]);
        assert_eq!(parts, Some(vec![(0, 4), (8, 8), (16, 4), (24, 8)]));
    }

    #[test]
    fn too_many_are_refused() {
        assert_eq!(split_of(1 << 20, &[(0, 1, 1)]), None);
    }
}
