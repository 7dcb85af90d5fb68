//! How a value reads in C, by its debug type. Whatever the type cannot explain is a plain
//! number.

use raddle_ir::access_path::{DebugTypes, resolve};
use raddle_ir::{DebugType, DebugTypeId, Encoding};
use raddle_terms::Bits;

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

    fn shown(types: &DebugTypes, of: DebugTypeId, value: Bits) -> String {
        text(types, Some(of), value, &|_, _| None)
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
}
