//! Bytes seen through C types: which element of a variable an access touches, and
//! how a value reads in C.
//!
//! Debug types are only a help for people, so whatever they cannot explain falls
//! back to offsets and plain numbers. The walks below go down one type at a time
//! and are cut off after [`DEEPEST`] types, so that a circular chain of aliases
//! in broken debug information cannot hold them up.

use raddle_ir::{DebugMember, DebugType, DebugTypeId, Encoding, IndexVec};
use raddle_terms::Bits;

pub type DebugTypes = IndexVec<DebugTypeId, DebugType>;

/// No sensible type nests deeper.
const DEEPEST: usize = 64;

/// A part of a variable: the path from the variable's name (`.next`, `[3].x`)
/// and its type, where known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub path: String,
    pub of: Option<DebugTypeId>,
    /// Which bits of the access belong to it: first and number.
    pub bits: Option<(u16, u16)>,
}

/// Through typedefs and qualifiers to what the type is.
pub fn resolve(types: &DebugTypes, mut of: DebugTypeId) -> Option<(DebugTypeId, &DebugType)> {
    for _ in 0..DEEPEST {
        match types.get(of)? {
            DebugType::Alias { of: target, .. } => of = (*target)?,
            other => return Some((of, other)),
        }
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
pub fn parts(
    types: &DebugTypes,
    of: Option<DebugTypeId>,
    offset: u64,
    width: u16,
    pointer_bytes: u64,
) -> Vec<Part> {
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
                    return vec![Part { path, of: Some(id), bits: None }];
                }
                break;
            }
            DebugType::Alias { .. } | DebugType::Function => break,
        }
    }
    if offset > 0 {
        path.push_str(&format!(" + {offset}"));
    }
    vec![Part { path, of: None, bits: None }]
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

fn named_fields(path: &str, fields: &[&DebugMember], offset: u64) -> Vec<Part> {
    let named = fields.iter().filter(|member| !member.name.is_empty());
    named
        .map(|member| Part {
            path: format!("{path}.{}", member.name),
            of: Some(member.of),
            bits: u16::try_from(member.offset_bits.saturating_sub(offset.saturating_mul(8)))
                .ok()
                .zip(u16::try_from(member.size_bits).ok()),
        })
        .collect()
}

/// The bits of a value that belong to a part.
pub fn part_value(part: &Part, value: Bits) -> Bits {
    match part.bits {
        Some((first, count)) if count > 0 && first < value.width() => {
            let count = count.min(value.width() - first);
            Bits::new(value.unsigned() >> first, count)
        }
        Some(_) | None => value,
    }
}

/// How a value reads in C. Pointers are named by `pointer`, which also sees
/// values of unknown type that are as wide as a pointer; for those it answers
/// `None` where they are more likely a number.
pub fn text(
    types: &DebugTypes,
    of: Option<DebugTypeId>,
    value: Bits,
    pointer: &dyn Fn(Bits, Known) -> Option<String>,
) -> String {
    let untyped = || pointer(value, Known::No).unwrap_or_else(|| value.signed().to_string());
    match of.and_then(|of| resolve(types, of)) {
        Some((_, DebugType::Base { encoding, .. })) => base_text(*encoding, value),
        Some((_, DebugType::Enumeration { values, .. })) => enumeration_text(values, value),
        Some((_, DebugType::Pointer { .. })) => {
            pointer(value, Known::Pointer).unwrap_or_else(untyped)
        }
        Some((
            _,
            DebugType::Structure { .. }
            | DebugType::Array { .. }
            | DebugType::Alias { .. }
            | DebugType::Function,
        ))
        | None => untyped(),
    }
}

/// Whether a value is known to be a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Pointer,
    No,
}

fn base_text(encoding: Encoding, value: Bits) -> String {
    match encoding {
        Encoding::Boolean => match value.unsigned() {
            0 => "false".to_owned(),
            1 => "true".to_owned(),
            other => other.to_string(),
        },
        Encoding::Signed => value.signed().to_string(),
        Encoding::Unsigned => value.unsigned().to_string(),
        Encoding::SignedCharacter => character(value).unwrap_or_else(|| value.signed().to_string()),
        Encoding::UnsignedCharacter => {
            character(value).unwrap_or_else(|| value.unsigned().to_string())
        }
        Encoding::Float => float(value),
    }
}

/// Only printable characters are more telling than their numbers.
fn character(value: Bits) -> Option<String> {
    let byte = u8::try_from(value.unsigned()).ok()?;
    match byte {
        b'\'' | b'\\' => Some(format!("'\\{}'", char::from(byte))),
        b'\n' => Some("'\\n'".to_owned()),
        b'\t' => Some("'\\t'".to_owned()),
        0x20..=0x7e => Some(format!("'{}'", char::from(byte))),
        _ => None,
    }
}

fn float(value: Bits) -> String {
    match value.width() {
        32 => format!("{:?}", f32::from_bits(value.low64() as u32)),
        64 => format!("{:?}", f64::from_bits(value.low64())),
        _ => format!("{:#x}", value.unsigned()),
    }
}

fn enumeration_text(values: &[(String, i128)], value: Bits) -> String {
    // Enumerators may be written as signed or unsigned numbers of the same bits.
    let same = |number: i128| Bits::from_signed(number, value.width()) == value;
    match values.iter().find(|(_, number)| same(*number)) {
        Some((name, _)) => name.clone(),
        None => value.signed().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(name: &str, size: u64, encoding: Encoding) -> DebugType {
        DebugType::Base { name: name.to_owned(), size, encoding }
    }

    fn member(name: &str, offset_bits: u64, size_bits: u64, of: DebugTypeId) -> DebugMember {
        DebugMember { name: name.to_owned(), offset_bits, size_bits, of }
    }

    fn shown(types: &DebugTypes, of: DebugTypeId, value: Bits) -> String {
        text(types, Some(of), value, &|_, _| None)
    }

    fn path(types: &DebugTypes, of: DebugTypeId, offset: u64, width: u16) -> String {
        let parts = parts(types, Some(of), offset, width, 8);
        let paths: Vec<_> = parts.into_iter().map(|part| part.path).collect();
        paths.join(" ")
    }

    #[test]
    fn values_read_as_in_c() {
        let mut types = DebugTypes::new();
        let int = types.push(base("int", 4, Encoding::Signed));
        let unsigned = types.push(base("unsigned", 4, Encoding::Unsigned));
        let letter = types.push(base("char", 1, Encoding::SignedCharacter));
        let boolean = types.push(base("_Bool", 1, Encoding::Boolean));
        let double = types.push(base("double", 8, Encoding::Float));
        let colour = types.push(DebugType::Enumeration {
            name: None,
            size: 4,
            values: vec![("RED".to_owned(), 0), ("BLUE".to_owned(), -1)],
        });
        let alias =
            types.push(DebugType::Alias { name: Some("colour".to_owned()), of: Some(colour) });
        let minus = Bits::from_signed(-1, 32);
        assert_eq!(shown(&types, int, minus), "-1");
        assert_eq!(shown(&types, unsigned, minus), "4294967295");
        assert_eq!(shown(&types, letter, Bits::new(65, 8)), "'A'");
        assert_eq!(shown(&types, letter, Bits::new(0xff, 8)), "-1");
        assert_eq!(shown(&types, boolean, Bits::new(1, 8)), "true");
        let half = Bits::new(u128::from(0.5f64.to_bits()), 64);
        assert_eq!(shown(&types, double, half), "0.5");
        assert_eq!(shown(&types, alias, minus), "BLUE");
        assert_eq!(shown(&types, alias, Bits::new(7, 32)), "7");
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
        let found = parts(&types, Some(flags), 0, 8, 8);
        let value = Bits::new(0b1011_0101, 8);
        let values: Vec<_> = found
            .iter()
            .map(|part| (part.path.as_str(), part_value(part, value).unsigned()))
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
