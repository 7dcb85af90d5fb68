//! Sizes, alignments and offsets of types, as `target datalayout` tells them.
//!
//! The rules are those of the LLVM Language Reference, "Data Layout". The string
//! lists where a target differs from the defaults: `p:32:32` (pointers of 32
//! bits, aligned to 32), `i64:32:64` (ABI alignment 32 bits), `f80:32`,
//! `v128:128`, ... Address spaces other than 0 have the size of space 0 unless
//! they are listed themselves (clang lists the mixed-size ones of x86).

use rustc_hash::FxHashMap;

use crate::llvm::ast::{Module, StructureBody, Type, TypeId, TypeTable};

/// Bigger than any object can be; keeps all sums and products in range.
const MAXIMUM_SIZE: u64 = 1 << 60;

/// Deeper nesting of structures than this counts as having no size.
const MAXIMUM_DEPTH: u32 = 200;

/// How big a type is, and where its parts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLayout {
    /// Bits that a value has.
    pub bits: u64,
    /// Bytes that a load or store touches.
    pub store_size: u64,
    /// Bytes from one element of an array to the next: `sizeof`.
    pub size: u64,
    /// ABI alignment in bytes.
    pub alignment: u64,
    /// Of a structure: the offset of each field in bytes.
    pub offsets: Box<[u64]>,
}

/// The layouts of all types of a module.
#[derive(Debug)]
pub struct Layouts {
    /// In bits.
    pub pointer_bits: u32,
    layouts: Vec<Option<TypeLayout>>,
}

impl Layouts {
    pub fn of_module(module: &Module<'_>) -> Layouts {
        let target = DataLayout::parse(module.data_layout.as_deref().unwrap_or(""));
        Layouts::new(&target, &module.types)
    }

    pub fn new(target: &DataLayout, types: &TypeTable<'_>) -> Layouts {
        let mut computation =
            Computation { target, types, states: vec![State::Unknown; types.len()] };
        for (id, _) in types.iter() {
            computation.compute(id, 0);
        }
        let layouts = computation.states.into_iter().map(|state| match state {
            State::Known(layout) => layout,
            State::Unknown | State::InProgress => None,
        });
        Layouts { pointer_bits: target.pointer(0).0, layouts: layouts.collect() }
    }

    /// `None` where the type has no size: functions, labels, opaque structures,
    /// scalable vectors, structures that contain themselves, sizes beyond 2^60.
    pub fn get(&self, id: TypeId) -> Option<&TypeLayout> {
        self.layouts.get(id.index())?.as_ref()
    }

    /// Bytes from one element of an array to the next: `sizeof`.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        self.get(id).map(|layout| layout.size)
    }

    pub fn alignment(&self, id: TypeId) -> Option<u64> {
        self.get(id).map(|layout| layout.alignment)
    }

    /// Where a field of a structure starts, in bytes.
    pub fn field_offset(&self, structure: TypeId, field: usize) -> Option<u64> {
        self.get(structure)?.offsets.get(field).copied()
    }
}

/// The contents of a `target datalayout` string; alignments in bytes.
#[derive(Clone, Debug)]
pub struct DataLayout {
    pub big_endian: bool,
    /// Size in bits and alignment, by address space.
    pointers: FxHashMap<u32, (u32, u64)>,
    /// By width in bits, ascending.
    integers: Vec<(u64, u64)>,
    floats: Vec<(u64, u64)>,
    vectors: Vec<(u64, u64)>,
    /// At least this for every structure and array of them.
    aggregate: u64,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            big_endian: false,
            pointers: FxHashMap::from_iter([(0, (64, 8))]),
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
        }
    }
}

impl DataLayout {
    /// Parts that we do not know or that make no sense leave the default.
    pub fn parse(text: &str) -> DataLayout {
        let mut layout = DataLayout::default();
        for part in text.split('-') {
            layout.parse_part(part);
        }
        layout
    }

    fn parse_part(&mut self, part: &str) {
        match part {
            "E" => self.big_endian = true,
            "e" => self.big_endian = false,
            _ => {
                let mut pieces = part.split(':');
                let (Some(head), Some(second)) = (pieces.next(), pieces.next()) else {
                    return;
                };
                if let Some(space) = head.strip_prefix('p') {
                    let alignment = pieces.next().unwrap_or(second);
                    self.parse_pointer(space, second, alignment);
                } else if let Some(alignment) = bytes(second) {
                    self.parse_alignment(head, alignment);
                }
            }
        }
    }

    fn parse_pointer(&mut self, space: &str, size: &str, alignment: &str) {
        let space = if space.is_empty() { "0" } else { space };
        let parsed = (space.parse(), size.parse(), bytes(alignment));
        if let (Ok(space), Ok(size @ 1..=128), Some(alignment)) = parsed {
            self.pointers.insert(space, (size, alignment.max(1)));
        }
    }

    fn parse_alignment(&mut self, head: &str, alignment: u64) {
        let Some(kind) = head.chars().next() else {
            return;
        };
        if kind == 'a' {
            self.aggregate = alignment.max(1);
            return;
        }
        let Some(Ok(width)) = head.get(1..).map(str::parse::<u64>) else {
            return;
        };
        let table = match kind {
            'i' => &mut self.integers,
            'f' => &mut self.floats,
            'v' => &mut self.vectors,
            _ => return,
        };
        match table.binary_search_by_key(&width, |(each, _)| *each) {
            Ok(position) => table[position].1 = alignment.max(1),
            Err(position) => table.insert(position, (width, alignment.max(1))),
        }
    }

    fn pointer(&self, space: u32) -> (u32, u64) {
        let entry = self.pointers.get(&space).or(self.pointers.get(&0));
        entry.copied().unwrap_or((64, 8))
    }

    /// The next wider listed integer, or the widest one.
    fn integer_alignment(&self, width: u64) -> u64 {
        let wider = self.integers.iter().find(|(each, _)| *each >= width);
        wider.or(self.integers.last()).map_or(1, |entry| entry.1)
    }

    /// The listed one, or the size rounded up to a power of two.
    fn listed_or_natural(table: &[(u64, u64)], bits: u64) -> u64 {
        match table.iter().find(|(each, _)| *each == bits) {
            Some((_, alignment)) => *alignment,
            None => bits.div_ceil(8).next_power_of_two(),
        }
    }
}

/// An alignment in bits, as bytes.
fn bytes(text: &str) -> Option<u64> {
    let bits: u64 = text.parse().ok()?;
    let alignment = bits / 8;
    (bits.is_multiple_of(8)
        && (alignment == 0 || alignment.is_power_of_two())
        && alignment <= 1 << 16)
        .then_some(alignment)
}

#[derive(Clone)]
enum State {
    Unknown,
    InProgress,
    Known(Option<TypeLayout>),
}

struct Computation<'t, 'a> {
    target: &'t DataLayout,
    types: &'t TypeTable<'a>,
    states: Vec<State>,
}

impl Computation<'_, '_> {
    fn compute(&mut self, id: TypeId, depth: u32) -> Option<TypeLayout> {
        match &self.states[id.index()] {
            State::Known(layout) => return layout.clone(),
            State::InProgress => return None,
            State::Unknown => {}
        }
        if depth > MAXIMUM_DEPTH {
            return None;
        }
        self.states[id.index()] = State::InProgress;
        let layout = self.layout(id, depth).filter(|layout| layout.size <= MAXIMUM_SIZE);
        self.states[id.index()] = State::Known(layout.clone());
        layout
    }

    fn layout(&mut self, id: TypeId, depth: u32) -> Option<TypeLayout> {
        let floats = &self.target.floats;
        let float = |bits| scalar(bits, DataLayout::listed_or_natural(floats, bits));
        match self.types.get(id) {
            Type::Integer(width) => {
                let bits = u64::from(*width);
                Some(scalar(bits, self.target.integer_alignment(bits)))
            }
            Type::Half | Type::BFloat => Some(float(16)),
            Type::Float => Some(float(32)),
            Type::Double => Some(float(64)),
            Type::X87Extended => Some(float(80)),
            Type::Quadruple | Type::DoubleDouble => Some(float(128)),
            Type::Pointer { address_space } => {
                let (bits, alignment) = self.target.pointer(*address_space);
                Some(scalar(u64::from(bits), alignment))
            }
            Type::Array { count, element } => {
                let element = self.compute(*element, depth + 1)?;
                array(*count, &element)
            }
            Type::Vector { count, scalable: false, element } => {
                let element = self.compute(*element, depth + 1)?;
                self.vector(*count, &element)
            }
            Type::Literal(_) | Type::Named(_) => {
                let body = self.types.structure_body(id)?;
                self.structure(body, depth)
            }
            Type::Vector { scalable: true, .. }
            | Type::Void
            | Type::Function(_)
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Opaque(_) => None,
        }
    }

    /// Elements of a vector stand bit by bit, without gaps.
    fn vector(&self, count: u64, element: &TypeLayout) -> Option<TypeLayout> {
        let bits = element.bits.checked_mul(count)?;
        if bits > MAXIMUM_SIZE {
            return None;
        }
        let alignment = DataLayout::listed_or_natural(&self.target.vectors, bits);
        Some(scalar(bits, alignment))
    }

    fn structure(&mut self, body: &StructureBody, depth: u32) -> Option<TypeLayout> {
        let mut alignment = self.target.aggregate;
        let mut offsets = Vec::with_capacity(body.fields.len());
        let mut end = 0u64;
        for field in &body.fields {
            let field = self.compute(*field, depth + 1)?;
            if !body.packed {
                alignment = alignment.max(field.alignment);
                end = end.checked_next_multiple_of(field.alignment)?;
            }
            offsets.push(end);
            end = end.checked_add(field.size)?;
        }
        if body.packed {
            alignment = 1;
        }
        let size = end.checked_next_multiple_of(alignment)?;
        Some(TypeLayout {
            bits: size.checked_mul(8)?,
            store_size: size,
            size,
            alignment,
            offsets: offsets.into(),
        })
    }
}

fn scalar(bits: u64, alignment: u64) -> TypeLayout {
    let store_size = bits.div_ceil(8);
    TypeLayout {
        bits,
        store_size,
        size: store_size.next_multiple_of(alignment),
        alignment,
        offsets: Box::default(),
    }
}

fn array(count: u64, element: &TypeLayout) -> Option<TypeLayout> {
    let size = element.size.checked_mul(count).filter(|size| *size <= MAXIMUM_SIZE)?;
    Some(TypeLayout {
        bits: size * 8,
        store_size: size,
        size,
        alignment: element.alignment,
        offsets: Box::default(),
    })
}
