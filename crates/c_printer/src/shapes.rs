//! How an object is declared in C: as one scalar, an array of scalars, or a
//! structure of such, by what the debug information tells about its type. Parts
//! about which it tells nothing (unions, bit-fields, large arrays of structures)
//! are bytes. Accesses go through pointers of any type, so that a shape is never
//! wrong; a good one is easier to read and for other tools to reason about.

use raddle_ir::{
    DebugType, DebugTypeId, FunctionId, GlobalId, Initial, InitialValue, Program, Type,
};

use crate::names::quoted;
use crate::types::{declared, number};

/// `count` scalars beginning at `offset`; 0 says one that is no array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub offset: u64,
    pub kind: Type,
    pub count: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Without gaps.
    pub fields: Vec<Field>,
    pub size: u64,
}

/// Arrays of structures with more parts are bytes.
const MOST_FIELDS: usize = 64;
/// Types nest; those that do not end are not C's.
const DEEPEST: u32 = 32;

impl Field {
    pub fn element(&self, program: &Program) -> u64 {
        crate::types::bytes(self.kind, program.target)
    }

    fn size(&self, program: &Program) -> u64 {
        self.element(program) * self.count.max(1)
    }
}

impl Shape {
    pub fn new(
        program: &Program,
        size: u64,
        of: Option<DebugTypeId>,
        initial: &[Initial],
    ) -> Shape {
        let mut fields = Vec::new();
        if let Some(of) = of {
            collect(program, of, 0, DEEPEST, &mut fields);
        }
        let told = fields.iter().all(|field| field.offset + field.size(program) <= size)
            && fields.len() <= MOST_FIELDS
            && fits(program, &fields, initial);
        if !told {
            fields = initial
                .iter()
                .filter_map(|part| {
                    pointer_part(part).then_some(Field {
                        offset: part.offset,
                        kind: Type::Pointer,
                        count: 0,
                    })
                })
                .collect();
        }
        fields.sort_by_key(|field| field.offset);
        Shape { fields: filled(program, fields, size), size }
    }

    /// The kind, if it is one scalar.
    pub fn scalar(&self) -> Option<Type> {
        match self.fields.as_slice() {
            [Field { kind, count: 0, .. }] => Some(*kind),
            _ => None,
        }
    }

    /// Makes one number of a pointer's size a pointer.
    pub fn as_pointer(&mut self, program: &Program) {
        if let [field] = self.fields.as_mut_slice()
            && field.count == 0
            && field.element(program) == program.target.pointer_bytes()
        {
            field.kind = Type::Pointer;
        }
    }

    /// What C would align it to at least.
    fn alignment(&self, program: &Program) -> u64 {
        self.fields.iter().map(|field| field.element(program)).max().unwrap_or(1).min(8)
    }

    /// `static u32 x`, and the definition of a type before it, if there must be one.
    pub fn declaration(&self, program: &Program, name: &str, alignment: u64) -> (String, String) {
        let aligned = if alignment > self.alignment(program) {
            format!(" __attribute__((aligned({alignment})))")
        } else {
            String::new()
        };
        if let [field] = self.fields.as_slice() {
            return (String::new(), format!("{}{aligned}", member(field, name)));
        }
        let crooked = self.fields.iter().any(|field| field.offset % field.element(program) != 0);
        let packed = if crooked { " __attribute__((packed))" } else { "" };
        let members: String = self
            .fields
            .iter()
            .map(|field| format!("    {};\n", member(field, &format!("at_{}", field.offset))))
            .collect();
        let kind = format!("struct {name} {{\n{members}}}{packed};\n");
        (kind, format!("struct {name} {name}{aligned}"))
    }

    /// The initialiser; nothing if all is zero. Addresses are printed by the caller.
    pub fn initialiser(
        &self,
        program: &Program,
        initial: &[Initial],
        address: &mut dyn FnMut(Target) -> String,
    ) -> Option<String> {
        if initial.is_empty() {
            return None;
        }
        let image = Image::new(self.size, initial);
        let parts: Vec<(u64, String)> = self
            .fields
            .iter()
            .filter_map(|field| Some((field.offset, image.field(program, field, address)?)))
            .collect();
        if parts.is_empty() {
            return None;
        }
        if let [_] = self.fields.as_slice() {
            return parts.into_iter().next().map(|(_, text)| text);
        }
        let parts: Vec<String> =
            parts.iter().map(|(offset, text)| format!("    .at_{offset} = {text},\n")).collect();
        Some(format!("{{\n{}}}", parts.concat()))
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Target {
    Global(GlobalId, i64),
    Function(FunctionId),
}

fn member(field: &Field, name: &str) -> String {
    let space = if field.kind == Type::Pointer { "" } else { " " };
    let array = if field.count == 0 { String::new() } else { format!("[{}]", field.count) };
    format!("{}{space}{name}{array}", declared(field.kind))
}

fn pointer_part(part: &Initial) -> bool {
    match part.value {
        InitialValue::Bytes(_) => false,
        InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_) => true,
    }
}

/// Do the addresses of the initial contents lie in fields for pointers?
fn fits(program: &Program, fields: &[Field], initial: &[Initial]) -> bool {
    initial.iter().filter(|part| pointer_part(part)).all(|part| {
        fields.iter().any(|field| {
            field.kind == Type::Pointer
                && part.offset >= field.offset
                && part.offset < field.offset + field.size(program)
                && (part.offset - field.offset).is_multiple_of(field.element(program))
        })
    })
}

/// The scalars of a type.
fn collect(program: &Program, of: DebugTypeId, offset: u64, depth: u32, fields: &mut Vec<Field>) {
    let Some(described) = program.types.get(of) else { return };
    if depth == 0 || fields.len() > MOST_FIELDS {
        return;
    }
    let mut scalar = |size: u64| {
        if matches!(size, 1 | 2 | 4 | 8) {
            fields.push(Field { offset, kind: Type::Integer(8 * size as u16), count: 0 });
        }
    };
    match described {
        DebugType::Base { size, .. } | DebugType::Enumeration { size, .. } => scalar(*size),
        DebugType::Pointer { .. } => fields.push(Field { offset, kind: Type::Pointer, count: 0 }),
        DebugType::Alias { of: Some(of), .. } => collect(program, *of, offset, depth - 1, fields),
        DebugType::Structure { union: false, members, .. } => {
            for member in members {
                let whole = member.offset_bits.is_multiple_of(8)
                    && size_of(program, member.of, depth)
                        .is_some_and(|size| size.checked_mul(8) == Some(member.size_bits));
                if whole {
                    collect(program, member.of, offset + member.offset_bits / 8, depth - 1, fields);
                }
            }
        }
        DebugType::Array { element, count: Some(count) } => {
            array(program, *element, *count, offset, depth, fields);
        }
        DebugType::Structure { union: true, .. }
        | DebugType::Array { count: None, .. }
        | DebugType::Alias { of: None, .. }
        | DebugType::Function => {}
    }
}

fn array(
    program: &Program,
    element: DebugTypeId,
    count: u64,
    offset: u64,
    depth: u32,
    fields: &mut Vec<Field>,
) {
    let mut inside = Vec::new();
    collect(program, element, 0, depth - 1, &mut inside);
    let Some(size) = size_of(program, element, depth) else { return };
    match inside.as_slice() {
        // An array of arrays is one array.
        [Field { offset: 0, kind, count: within }]
            if crate::types::bytes(*kind, program.target) * (*within).max(1) == size
                && count > 0 =>
        {
            fields.push(Field { offset, kind: *kind, count: count * (*within).max(1) });
        }
        inside => {
            let all = (inside.len() as u64).saturating_mul(count);
            if all > MOST_FIELDS as u64 {
                return;
            }
            for number in 0..count {
                fields.extend(inside.iter().map(|field| Field {
                    offset: offset + number * size + field.offset,
                    ..field.clone()
                }));
            }
        }
    }
}

fn size_of(program: &Program, of: DebugTypeId, depth: u32) -> Option<u64> {
    let depth = depth.checked_sub(1)?;
    match program.types.get(of)? {
        DebugType::Base { size, .. }
        | DebugType::Enumeration { size, .. }
        | DebugType::Structure { size, .. } => Some(*size),
        DebugType::Pointer { .. } => Some(program.target.pointer_bytes()),
        DebugType::Array { element, count } => {
            size_of(program, *element, depth)?.checked_mul((*count)?)
        }
        DebugType::Alias { of, .. } => size_of(program, (*of)?, depth),
        DebugType::Function => None,
    }
}

/// What no field covers becomes bytes. Fields that overlap (there are none in C) go.
fn filled(program: &Program, fields: Vec<Field>, size: u64) -> Vec<Field> {
    let mut result = Vec::new();
    let mut end = 0;
    for field in fields {
        if field.offset < end {
            continue;
        }
        fill(end, field.offset, &mut result);
        end = field.offset + field.size(program);
        result.push(field);
    }
    // An object of no size has an address too.
    fill(end, size.max(if end == 0 { 1 } else { 0 }), &mut result);
    result
}

/// A single unknown scalar is a number, everything else bytes.
fn fill(from: u64, to: u64, fields: &mut Vec<Field>) {
    match to.saturating_sub(from) {
        0 => {}
        size @ (1 | 2 | 4 | 8) if from == 0 => {
            fields.push(Field { offset: from, kind: Type::Integer(8 * size as u16), count: 0 });
        }
        count => fields.push(Field { offset: from, kind: Type::Integer(8), count }),
    }
}

/// The initial contents.
struct Image<'i> {
    bytes: Vec<u8>,
    initial: &'i [Initial],
}

impl Image<'_> {
    fn new(size: u64, initial: &[Initial]) -> Image<'_> {
        let end = initial.iter().filter_map(|part| match &part.value {
            InitialValue::Bytes(bytes) => Some((part.offset as usize, bytes)),
            InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_) => None,
        });
        let length = end.clone().map(|(start, bytes)| start + bytes.len()).max().unwrap_or(0);
        let mut image = vec![0; length.min(size as usize)];
        for (start, bytes) in end {
            if let Some(place) = image.get_mut(start..start + bytes.len()) {
                place.copy_from_slice(bytes);
            }
        }
        Image { bytes: image, initial }
    }

    fn byte(&self, offset: u64) -> u8 {
        self.bytes.get(offset as usize).copied().unwrap_or(0)
    }

    fn field(
        &self,
        program: &Program,
        field: &Field,
        address: &mut dyn FnMut(Target) -> String,
    ) -> Option<String> {
        let size = field.element(program);
        if field.count == 0 {
            return self.element(field.offset, size, field.kind, address);
        }
        // What lies beyond the contents is zero.
        let parts = self.initial.iter().filter(|part| pointer_part(part));
        let end = parts.map(|part| part.offset + 1).max().unwrap_or(0);
        let end = end.max(self.bytes.len() as u64).saturating_sub(field.offset).div_ceil(size);
        let count = end.min(field.count);
        if field.kind == Type::Integer(8) {
            return self.text(field.offset, count);
        }
        let elements: Vec<Option<String>> = (0..count)
            .map(|index| self.element(field.offset + index * size, size, field.kind, address))
            .collect();
        let last = elements.iter().rposition(Option::is_some)?;
        let elements: Vec<String> = elements
            .into_iter()
            .take(last + 1)
            .map(|element| element.unwrap_or_else(|| "0".to_string()))
            .collect();
        Some(format!("{{{}}}", elements.join(", ")))
    }

    /// Bytes: as text where they look like it.
    fn text(&self, offset: u64, count: u64) -> Option<String> {
        let bytes: Vec<u8> = (0..count).map(|index| self.byte(offset + index)).collect();
        let last = bytes.iter().rposition(|byte| *byte != 0)?;
        let bytes = bytes.get(..=last)?;
        let printable = bytes.iter().filter(|byte| matches!(byte, b' '..=b'~' | b'\n')).count();
        if 2 * printable >= bytes.len() {
            return Some(quoted(bytes));
        }
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        Some(format!("{{{}}}", numbers.join(", ")))
    }

    fn element(
        &self,
        offset: u64,
        size: u64,
        kind: Type,
        address: &mut dyn FnMut(Target) -> String,
    ) -> Option<String> {
        let part = self.initial.iter().find(|part| part.offset == offset);
        match part.map(|part| &part.value) {
            Some(InitialValue::GlobalAddress { global, addend }) => {
                return Some(address(Target::Global(*global, *addend)));
            }
            Some(InitialValue::FunctionAddress(function)) => {
                return Some(address(Target::Function(*function)));
            }
            Some(InitialValue::Bytes(_)) | None => {}
        }
        let value = (0..size)
            .rev()
            .fold(0u128, |value, at| value << 8 | u128::from(self.byte(offset + at)));
        let text = number(value, 8 * size as u16);
        match (value, kind) {
            (0, _) => None,
            (_, Type::Pointer) => Some(format!("(char *){text}")),
            (_, Type::Integer(_) | Type::Float(_)) => Some(text),
        }
    }
}
