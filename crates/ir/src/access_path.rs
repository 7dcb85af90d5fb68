//! Access paths: which element of a variable an access touches (`.next`, `[3].x`), by the
//! variable's debug type.
//!
//! Debug types are only a help for people, so whatever they cannot explain falls back to
//! offsets. The walks below go down one type at a time and are cut off after `DEEPEST`
//! types, so that a circular chain of aliases in broken debug information cannot hold them up.

use raddle_terms::Bits;

use crate::{DebugMember, DebugType, DebugTypeId, IndexVec};

pub type DebugTypes = IndexVec<DebugTypeId, DebugType>;

/// No sensible type nests deeper.
const DEEPEST: usize = 64;

/// A part of a variable: the path from the variable's name (`.next`, `[3].x`)
/// and its type, where known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPath {
    pub path: String,
    pub of: Option<DebugTypeId>,
    /// Which bits of the access belong to it: first and number.
    pub bits: Option<(u16, u16)>,
}

/// Through typedefs and qualifiers to what the type is.
pub fn resolve(types: &DebugTypes, mut of: DebugTypeId) -> Option<(DebugTypeId, &DebugType)> {
    for _ in 0..DEEPEST {
        let found = types.get(of)?;
        let DebugType::Alias { of: target, .. } = found else {
            return Some((of, found));
        };
        of = (*target)?;
    }
    None
}

/// The size of a type in bytes; `None` where the debug information has none.
pub fn size(types: &DebugTypes, of: DebugTypeId, pointer_bytes: u64) -> Option<u64> {
    let mut of = of;
    let mut factor: u64 = 1;
    for _ in 0..DEEPEST {
        let one = match resolve(types, of)?.1 {
            DebugType::Base { size, .. }
            | DebugType::Structure { size, .. }
            | DebugType::Enumeration { size, .. } => *size,
            DebugType::Pointer { .. } => pointer_bytes,
            DebugType::Array { element, count } => {
                factor = factor.checked_mul((*count)?)?;
                of = *element;
                continue;
            }
            DebugType::Alias { .. } | DebugType::Function => return None,
        };
        return factor.checked_mul(one);
    }
    None
}

/// What a pointer of this type points to.
pub fn pointee(types: &DebugTypes, of: DebugTypeId) -> Option<DebugTypeId> {
    match resolve(types, of)?.1 {
        DebugType::Pointer { to } => *to,
        DebugType::Base { .. }
        | DebugType::Structure { .. }
        | DebugType::Array { .. }
        | DebugType::Enumeration { .. }
        | DebugType::Alias { .. }
        | DebugType::Function => None,
    }
}

/// The parts of a variable of type `of` that an access of `width` bits at byte
/// `offset` touches: one, or several when bit-fields share the bytes.
pub fn access_paths(
    types: &DebugTypes,
    of: Option<DebugTypeId>,
    offset: u64,
    width: u16,
    pointer_bytes: u64,
) -> Vec<AccessPath> {
    let mut path = String::new();
    let mut offset = offset;
    let mut current = of;
    for _ in 0..DEEPEST {
        let Some((id, found)) = current.and_then(|id| resolve(types, id)) else {
            break;
        };
        match found {
            DebugType::Structure { members, union, .. } => {
                let fields = bit_fields(members, offset, width);
                if !*union && !fields.is_empty() {
                    return named_fields(&path, &fields, offset);
                }
                let Some(member) = member_at(types, members, offset, width, pointer_bytes) else {
                    break;
                };
                path.push('.');
                path.push_str(&member.name);
                offset -= member.offset_bits / 8;
                current = Some(member.of);
            }
            DebugType::Array { element, .. } => {
                let Some(each) = size(types, *element, pointer_bytes).filter(|&each| each > 0)
                else {
                    break;
                };
                path.push_str(&format!("[{}]", offset / each));
                offset %= each;
                current = Some(*element);
            }
            DebugType::Base { .. } | DebugType::Enumeration { .. } | DebugType::Pointer { .. } => {
                let exact = offset == 0
                    && size(types, id, pointer_bytes) == Some(u64::from(width.div_ceil(8)));
                if exact {
                    return vec![AccessPath { path, of: Some(id), bits: None }];
                }
                break;
            }
            DebugType::Alias { .. } | DebugType::Function => break,
        }
    }
    if offset > 0 {
        path.push_str(&format!(" + {offset}"));
    }
    vec![AccessPath { path, of: None, bits: None }]
}

/// The member that an access falls into; in a union the one that fits it best.
fn member_at<'t>(
    types: &DebugTypes,
    members: &'t [DebugMember],
    offset: u64,
    width: u16,
    pointer_bytes: u64,
) -> Option<&'t DebugMember> {
    let first = offset.checked_mul(8)?;
    let last = first.checked_add(u64::from(width))?;
    let covers = |member: &&DebugMember| {
        member.offset_bits.is_multiple_of(8)
            && member.offset_bits <= first
            && last <= member.offset_bits.saturating_add(member.size_bits)
    };
    let exact = |member: &&DebugMember| {
        let is_scalar = resolve(types, member.of).is_some_and(|(_, found)| match found {
            DebugType::Base { .. } | DebugType::Pointer { .. } | DebugType::Enumeration { .. } => {
                true
            }
            DebugType::Structure { .. }
            | DebugType::Array { .. }
            | DebugType::Alias { .. }
            | DebugType::Function => false,
        });
        is_scalar && member.size_bits == u64::from(width)
    };
    // A flexible array at the end has no size of its own.
    let flexible = |member: &&DebugMember| {
        member.size_bits == 0
            && member.offset_bits <= first
            && size(types, member.of, pointer_bytes).is_none_or(|size| size == 0)
    };
    let fitting = || members.iter().filter(covers);
    fitting()
        .find(exact)
        .or_else(|| fitting().next())
        .or_else(|| members.iter().rev().find(flexible))
}

/// The bit-fields inside an access, if it touches any.
fn bit_fields(members: &[DebugMember], offset: u64, width: u16) -> Vec<&DebugMember> {
    let Some(first) = offset.checked_mul(8) else {
        return Vec::new();
    };
    let last = first.saturating_add(u64::from(width));
    let inside: Vec<&DebugMember> = members
        .iter()
        .filter(|member| {
            member.size_bits > 0
                && member.offset_bits >= first
                && member.offset_bits.saturating_add(member.size_bits) <= last
        })
        .collect();
    let partial = |member: &&DebugMember| member.size_bits < u64::from(width);
    if inside.len() > 1 || inside.iter().any(partial) { inside } else { Vec::new() }
}

fn named_fields(path: &str, fields: &[&DebugMember], offset: u64) -> Vec<AccessPath> {
    let named = fields.iter().filter(|member| !member.name.is_empty());
    named
        .map(|member| AccessPath {
            path: format!("{path}.{}", member.name),
            of: Some(member.of),
            bits: u16::try_from(member.offset_bits.saturating_sub(offset.saturating_mul(8)))
                .ok()
                .zip(u16::try_from(member.size_bits).ok()),
        })
        .collect()
}

/// The bits of a value that belong to a part.
pub fn value_at(path: &AccessPath, value: Bits) -> Bits {
    match path.bits {
        Some((first, count)) if count > 0 && first < value.width() => {
            let count = count.min(value.width() - first);
            Bits::new(value.unsigned() >> first, count)
        }
        Some(_) | None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding;

    fn base(name: &str, size: u64, encoding: Encoding) -> DebugType {
        DebugType::Base { name: name.to_owned(), size, encoding }
    }

    fn member(name: &str, offset_bits: u64, size_bits: u64, of: DebugTypeId) -> DebugMember {
        DebugMember { name: name.to_owned(), offset_bits, size_bits, of }
    }

    fn path(types: &DebugTypes, of: DebugTypeId, offset: u64, width: u16) -> String {
        let paths = access_paths(types, Some(of), offset, width, 8);
        let paths: Vec<_> = paths.into_iter().map(|path| path.path).collect();
        paths.join(" ")
    }

    #[test]
    fn accesses_are_named_by_member_and_element() {
        let mut types = DebugTypes::new();
        let int = types.push(base("int", 4, Encoding::Signed));
        let array = types.push(DebugType::Array { element: int, count: Some(3) });
        let queue = types.push(DebugType::Structure {
            name: Some("queue".to_owned()),
            size: 16,
            union: false,
            members: vec![member("count", 0, 32, int), member("element", 32, 96, array)],
        });
        let queues = types.push(DebugType::Array { element: queue, count: Some(2) });
        assert_eq!(path(&types, queue, 0, 32), ".count");
        assert_eq!(path(&types, queue, 12, 32), ".element[2]");
        assert_eq!(path(&types, queues, 16 + 4, 32), "[1].element[0]");
        assert_eq!(path(&types, int, 0, 32), "");
        assert_eq!(path(&types, int, 1, 8), " + 1");
        assert_eq!(path(&types, queue, 0, 64), ".count");
    }

    #[test]
    fn bit_fields_that_share_bytes_are_told_apart() {
        let mut types = DebugTypes::new();
        let int = types.push(base("unsigned", 4, Encoding::Unsigned));
        let flags = types.push(DebugType::Structure {
            name: None,
            size: 4,
            union: false,
            members: vec![member("a", 0, 3, int), member("b", 3, 5, int)],
        });
        let found = access_paths(&types, Some(flags), 0, 8, 8);
        let value = Bits::new(0b1011_0101, 8);
        let values: Vec<_> = found
            .iter()
            .map(|path| (path.path.as_str(), value_at(path, value).unsigned()))
            .collect();
        assert_eq!(values, [(".a", 0b101), (".b", 0b10110)]);
    }

    #[test]
    fn the_member_of_a_union_is_the_one_that_fits() {
        let mut types = DebugTypes::new();
        let int = types.push(base("int", 4, Encoding::Signed));
        let letter = types.push(base("char", 1, Encoding::SignedCharacter));
        let either = types.push(DebugType::Structure {
            name: None,
            size: 4,
            union: true,
            members: vec![member("whole", 0, 32, int), member("first", 0, 8, letter)],
        });
        assert_eq!(path(&types, either, 0, 32), ".whole");
        assert_eq!(path(&types, either, 0, 8), ".first");
    }

    #[test]
    fn circular_types_end() {
        let mut types = DebugTypes::new();
        let own = types.next_index();
        types.push(DebugType::Alias { name: None, of: Some(own) });
        assert_eq!(resolve(&types, own), None);
        assert_eq!(path(&types, own, 4, 8), " + 4");
        let element = types.next_index();
        types.push(DebugType::Array { element, count: Some(1) });
        assert_eq!(size(&types, element, 8), None);
    }
}
