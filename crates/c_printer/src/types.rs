//! Types and constants in C. Integers and floats (as bit patterns) are unsigned
//! integers of the next width that C has, with zeros above; pointers are `char *`.

use raddle_ir::{Target, Type};
use raddle_terms::Bits;

/// The width of the C type that holds so many bits.
pub fn storage(width: u16) -> u16 {
    match width {
        0..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}

/// The width in which C computes: never in `int`, which can overflow.
pub fn working(width: u16) -> u16 {
    storage(width).max(32)
}

pub fn unsigned(width: u16) -> &'static str {
    match storage(width) {
        8 => "u8",
        16 => "u16",
        32 => "u32",
        64 => "u64",
        _ => "u128",
    }
}

pub fn signed(width: u16) -> &'static str {
    match storage(width) {
        8 => "s8",
        16 => "s16",
        32 => "s32",
        64 => "s64",
        _ => "s128",
    }
}

/// How a register of this kind is declared.
pub fn declared(kind: Type) -> &'static str {
    match kind {
        Type::Pointer => "char *",
        Type::Integer(width) => unsigned(width),
        Type::Float(kind) => unsigned(kind.width()),
    }
}

/// The type through which memory is read: of any alignment, and an alias of all others.
pub fn in_memory(kind: Type) -> &'static str {
    match kind {
        Type::Pointer => "mp",
        Type::Integer(_) | Type::Float(_) => match storage(bits(kind)) {
            8 => "m8",
            16 => "m16",
            32 => "m32",
            64 => "m64",
            _ => "m128",
        },
    }
}

/// Of anything but a pointer.
fn bits(kind: Type) -> u16 {
    match kind {
        Type::Integer(width) => width,
        Type::Float(kind) => kind.width(),
        Type::Pointer => 64,
    }
}

/// Bytes that an access of this kind touches.
pub fn bytes(kind: Type, target: Target) -> u64 {
    u64::from(target.width(kind).div_ceil(8))
}

pub fn constant(value: Bits) -> String {
    number(value.unsigned(), value.width())
}

/// A literal of the working width.
pub fn number(value: u128, width: u16) -> String {
    let suffix = if width <= 32 { "u" } else { "ull" };
    match value {
        0..=0xffff => format!("{value}{suffix}"),
        0x1_0000..=0xffff_ffff_ffff_ffff => format!("{value:#x}{suffix}"),
        _ => {
            format!("((u128){:#x}ull << 64 | {:#x}ull)", value >> 64, value & u128::from(u64::MAX))
        }
    }
}

pub fn ones(width: u16) -> String {
    number(Bits::ones(width).unsigned(), width)
}

/// The expression's lowest bits, in the type for that width. The expression must
/// have at least that type's width.
pub fn cut(expression: &str, width: u16) -> String {
    match width {
        8 | 16 => format!("({})({expression})", unsigned(width)),
        32 | 64 | 128 => expression.to_string(),
        _ => format!("({})(({expression}) & {})", unsigned(width), ones(width)),
    }
}

/// The same, of an expression that may be wider than the type.
pub fn narrowed(expression: &str, width: u16) -> String {
    match width {
        8 | 16 | 32 | 64 | 128 => format!("({})({expression})", unsigned(width)),
        _ => cut(expression, width),
    }
}

/// An atom read as two's complement: of a signed type of at least its width.
pub fn as_signed(atom: &str, width: u16) -> String {
    match width {
        8 | 16 | 32 | 64 | 128 => format!("({}){atom}", signed(width)),
        _ => {
            let word = working(width);
            let spare = word - width;
            format!("(({})(({}){atom} << {spare}) >> {spare})", signed(word), unsigned(word))
        }
    }
}
