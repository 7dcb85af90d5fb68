//! What is known about the memory behind a pointer: the type of the object, from
//! allocas, globals and the types that `getelementptr` walks through.
//!
//! Two things need it. Clang loads and stores small structures as one integer, and
//! such accesses are split into those of the fields. And a block copy is one access per
//! naturally aligned element. A wrong guess changes how an access is split, never which
//! bytes it moves: a split covers the whole access, and what is padding by the type belongs
//! to the piece before it. (`structures.rs` says when padding need not be moved.)
//!
//! Where a variable is initialised through a member of a union, clang gives it a type
//! that it makes up for its first contents. Such types say nothing about accesses.

use raddle_ir::Type;

use super::constants::{Evaluated, Step};
use super::function::FunctionLowering;
use super::{Lowering, ModuleLowering};
use crate::llvm::ast::{
    self, Constant, ConstantExpression, LocalId, Operation, Parts, TypeId, Value,
};

/// A place in an object of known type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub type_id: TypeId,
    pub offset: u64,
}

/// A part of memory that is accessed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// From the start of the access.
    pub offset: u64,
    /// In bytes.
    pub size: u64,
    pub kind: Type,
    /// Bytes of padding behind it, up to the next one.
    pub padding: u64,
}

/// A part of a type that has no parts of its own (or, a union, unknown ones).
struct Leaf {
    offset: u64,
    size: u64,
    alignment: u64,
    kind: Option<Type>,
}

/// No type is taken apart into more pieces.
const MOST_LEAVES: usize = 256;
/// A pointer is followed through no more instructions.
const LONGEST_CHAIN: u32 = 64;
/// The widest access.
const WIDEST: u64 = 16;

impl<'a> FunctionLowering<'_, '_, 'a> {
    pub fn region(&self, value: &Value<'a>) -> Option<Region> {
        self.region_at(value, 0)
    }

    fn region_at(&self, value: &Value<'a>, depth: u32) -> Option<Region> {
        if depth > LONGEST_CHAIN {
            return None;
        }
        match value {
            Value::Local(local) => self.local_region(*local, depth),
            Value::Constant(constant) => self.constant_region(constant, depth),
            Value::Metadata(_) => None,
        }
    }

    fn local_region(&self, local: LocalId, depth: u32) -> Option<Region> {
        let start = |type_id| Region { type_id, offset: 0 };
        let Some(definition) = self.definitions.get(local.index()).copied().flatten() else {
            let parameters = &self.source.parameters;
            let parameter = parameters.iter().find(|p| p.local == Some(local))?;
            let attributes = &parameter.attributes;
            return attributes.by_value.or(attributes.structure_return).map(start);
        };
        if let Operation::Allocate { type_id, count: None, .. } = &definition.operation {
            return Some(start(*type_id));
        }
        let base = self.region_at(definition.operation.derived_from()?, depth + 1);
        if let Operation::GetElementPointer { source_type, indices, .. } = &definition.operation {
            let indices: Vec<Option<i128>> =
                indices.iter().map(|index| self.known_index(index)).collect();
            return self.module.walk(*source_type, base, &indices);
        }
        base
    }

    fn constant_region(&self, constant: &Constant<'a>, depth: u32) -> Option<Region> {
        if let Constant::Symbol(symbol) = constant {
            let type_id = self.module.global_type(*symbol)?;
            return (!self.module.is_made_up(type_id)).then_some(Region { type_id, offset: 0 });
        }
        let Constant::Expression(expression) = constant else { return None };
        let ConstantExpression::GetElementPointer { source_type, base, indices, .. } =
            expression.as_ref()
        else {
            return None;
        };
        let indices: Vec<Option<i128>> = indices
            .iter()
            .map(|index| match self.module.evaluate(index) {
                Ok(Evaluated::Bits(bits)) => Some(bits.signed()),
                Ok(Evaluated::Address { .. } | Evaluated::Undefined(_)) | Err(_) => None,
            })
            .collect();
        let base =
            (depth < LONGEST_CHAIN).then(|| self.constant_region(&base.value, depth + 1)).flatten();
        self.module.walk(*source_type, base, &indices)
    }

    /// The value of an index that is a constant.
    pub fn known_index(&self, index: &ast::Operand<'a>) -> Option<i128> {
        match &index.value {
            Value::Constant(constant) => {
                match self.module.evaluate_typed(index.type_id, constant) {
                    Ok(Evaluated::Bits(bits)) => Some(bits.signed()),
                    Ok(Evaluated::Address { .. } | Evaluated::Undefined(_)) | Err(_) => None,
                }
            }
            Value::Local(_) | Value::Metadata(_) => None,
        }
    }
}

impl ModuleLowering<'_, '_> {
    /// Where a `getelementptr` leads. With only constant indices it stays in
    /// the known object; an unknown array index leads to some element.
    fn walk(
        &self,
        source_type: TypeId,
        base: Option<Region>,
        indices: &[Option<i128>],
    ) -> Option<Region> {
        if let (Some(base), true) = (base, indices.iter().all(Option::is_some)) {
            let known: Vec<(TypeId, i128)> =
                indices.iter().map(|index| (source_type, index.unwrap_or_default())).collect();
            let offset = self.constant_offset(source_type, &known).ok()?;
            return Some(Region {
                type_id: base.type_id,
                offset: base.offset.checked_add_signed(offset)?,
            });
        }
        if self.is_made_up(source_type) {
            return None;
        }
        let mut region = Region { type_id: source_type, offset: 0 };
        let mut id = source_type;
        for index in indices.iter().skip(1) {
            let (next, step) = self.step(id, false, *index).ok()?;
            match (step, index) {
                (Step::Fixed(bytes), _) => region.offset += bytes,
                (Step::Scaled(size), Some(index)) => {
                    let index = u64::try_from(*index).ok()?;
                    region.offset = region.offset.checked_add(index.checked_mul(size)?)?;
                }
                (Step::Scaled(_), None) => {
                    region = Region { type_id: next, offset: 0 };
                }
            }
            id = next;
        }
        Some(region)
    }

    /// The fields that an access of a structure as one value consists of, with the padding
    /// between them; `None` where it is best left whole.
    pub fn split_access(&self, region: Region, size: u64) -> Option<Vec<Piece>> {
        let end = region.offset.checked_add(size)?;
        if end > self.layout(region.type_id).ok()?.size || size > WIDEST {
            return None;
        }
        let (id, start) = self.innermost(region, end)?;
        let is_structure = match self.module.type_of(id).parts() {
            Parts::Array { element, .. } => self.is_structure(element),
            Parts::Structure | Parts::Vector { .. } | Parts::Nothing => self.is_structure(id),
        };
        if !is_structure {
            return None;
        }
        let leaves = self.leaves(id, start, region.offset..end)?;
        if leaves.len() == 1 && leaves[0].size == size {
            return None;
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut covered = region.offset;
        for leaf in &leaves {
            let gap = leaf.offset.checked_sub(covered)?;
            match pieces.last_mut() {
                Some(piece) => piece.padding = gap,
                None if gap > 0 => return None,
                None => {}
            }
            covered = leaf.offset + leaf.size;
            pieces.push(Piece {
                offset: leaf.offset - region.offset,
                size: leaf.size,
                kind: leaf.kind?,
                padding: 0,
            });
        }
        pieces.last_mut()?.padding = end.checked_sub(covered)?;
        Some(pieces)
    }

    /// A type without a name: that of an initialiser, or of an array of them.
    fn is_made_up(&self, id: TypeId) -> bool {
        let mut id = id;
        while let ast::Type::Array { element, .. } = self.module.type_of(id) {
            id = *element;
        }
        matches!(self.module.type_of(id), ast::Type::Literal(_))
    }

    fn is_structure(&self, id: TypeId) -> bool {
        self.module.type_of(id).parts() == Parts::Structure && !self.is_union(id)
    }

    /// Clang names the types of unions so.
    fn is_union(&self, id: TypeId) -> bool {
        let ast::Type::Named(structure) = self.module.type_of(id) else {
            return false;
        };
        let name = &self.module.types.structure(*structure).name;
        name.text().is_some_and(|name| name.starts_with("union."))
    }

    /// The smallest part of the type that contains all of a range, and where it
    /// starts.
    fn innermost(&self, region: Region, end: u64) -> Option<(TypeId, u64)> {
        let mut id = region.type_id;
        let mut start = 0;
        loop {
            if self.is_union(id) {
                return Some((id, start));
            }
            let inner = match self.module.type_of(id).parts() {
                Parts::Array { element, count } => {
                    let size = self.size_of(element).ok()?;
                    let position = (region.offset - start).checked_div(size)?;
                    (position < count).then_some((element, start + position * size))
                }
                Parts::Structure => {
                    let body = self.module.types.structure_body(id)?;
                    let offsets = &self.layout(id).ok()?.offsets;
                    body.fields
                        .iter()
                        .zip(offsets.iter())
                        .rev()
                        .find(|(_, offset)| start + **offset <= region.offset)
                        .map(|(field, offset)| (*field, start + offset))
                }
                Parts::Vector { .. } | Parts::Nothing => None,
            };
            match inner {
                Some((part, at)) if end <= at + self.size_of(part).ok()? => {
                    id = part;
                    start = at;
                }
                Some(_) | None => return Some((id, start)),
            }
        }
    }

    /// The leaves of a type that lie at `start` which overlap a range, in order.
    fn leaves(&self, id: TypeId, start: u64, range: std::ops::Range<u64>) -> Option<Vec<Leaf>> {
        let mut leaves = Vec::new();
        let mut pending = vec![(id, start)];
        while let Some((id, offset)) = pending.pop() {
            let layout = self.layout(id).ok()?;
            if offset >= range.end || offset + layout.size <= range.start || layout.size == 0 {
                continue;
            }
            if leaves.len() + pending.len() > MOST_LEAVES {
                return None;
            }
            match self.module.type_of(id).parts() {
                Parts::Array { element, count } => {
                    let size = self.size_of(element).ok()?.max(1);
                    let first = range.start.saturating_sub(offset) / size;
                    let last = (range.end - offset).div_ceil(size).min(count);
                    if last.saturating_sub(first) > MOST_LEAVES as u64 {
                        return None;
                    }
                    for position in (first..last).rev() {
                        pending.push((element, offset + position * size));
                    }
                }
                Parts::Structure if !self.is_union(id) => {
                    let body = self.module.types.structure_body(id)?;
                    for (field, at) in body.fields.iter().zip(layout.offsets.iter()).rev() {
                        pending.push((*field, offset + at));
                    }
                }
                Parts::Structure | Parts::Vector { .. } | Parts::Nothing => {
                    let union = self.is_union(id);
                    let size = if union { layout.size } else { layout.store_size };
                    let kind = if union { None } else { self.scalar(id).ok() };
                    leaves.push(Leaf {
                        offset,
                        size,
                        alignment: layout.alignment,
                        kind: kind.map(|kind| self.whole_bytes(kind)),
                    });
                }
            }
        }
        Some(leaves)
    }

    /// The type of which memory holds a value of this one.
    pub fn whole_bytes(&self, kind: Type) -> Type {
        match kind {
            Type::Integer(width) if width % 8 != 0 => Type::Integer(width.next_multiple_of(8)),
            Type::Integer(_) | Type::Pointer | Type::Float(_) => kind,
        }
    }

    /// The elements of a block of `size` bytes, by its type where it is known
    /// and covers the block, else by its alignment. Padding belongs to the
    /// element before it.
    pub fn elements(&self, region: Option<Region>, size: u64, alignment: u64) -> Vec<Piece> {
        region
            .and_then(|region| self.typed_elements(region, size))
            .unwrap_or_else(|| self.aligned_elements(0, size, alignment))
    }

    fn typed_elements(&self, region: Region, size: u64) -> Option<Vec<Piece>> {
        let end = region.offset.checked_add(size)?;
        if end > self.layout(region.type_id).ok()?.size {
            return None;
        }
        let leaves = self.leaves(region.type_id, 0, region.offset..end)?;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut covered = region.offset;
        for leaf in &leaves {
            if leaf.offset < covered || leaf.offset + leaf.size > end {
                return None;
            }
            self.cover(&mut pieces, covered - region.offset, leaf.offset - covered);
            match leaf.kind {
                Some(kind) if leaf.size <= WIDEST => pieces.push(Piece {
                    offset: leaf.offset - region.offset,
                    size: leaf.size,
                    kind,
                    padding: 0,
                }),
                Some(_) | None => {
                    let at = leaf.offset - region.offset;
                    pieces.extend(self.aligned_elements(at, leaf.size, leaf.alignment));
                }
            }
            covered = leaf.offset + leaf.size;
        }
        self.cover(&mut pieces, covered - region.offset, end - covered);
        Some(pieces)
    }

    /// Gives a gap to the piece before it if the two fit into one access.
    fn cover(&self, pieces: &mut Vec<Piece>, offset: u64, gap: u64) {
        if gap == 0 {
            return;
        }
        match pieces.last_mut() {
            Some(piece) if piece.size + gap <= WIDEST => piece.padding = gap,
            Some(_) | None => pieces.extend(self.aligned_elements(offset, gap, 1)),
        }
    }

    fn aligned_elements(&self, offset: u64, size: u64, alignment: u64) -> Vec<Piece> {
        let mut widest = 1;
        while widest * 2 <= alignment.min(self.target.pointer_bytes()) && widest < WIDEST {
            widest *= 2;
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < size {
            while widest > size - at {
                widest /= 2;
            }
            pieces.push(Piece {
                offset: offset + at,
                size: widest,
                kind: Type::Integer(widest as u16 * 8),
                padding: 0,
            });
            at += widest;
        }
        pieces
    }

    /// Bytes that the type of a variable takes, for blocks passed by value.
    pub fn block_layout(&self, id: TypeId) -> Lowering<(u64, u64)> {
        let layout = self.layout(id)?;
        Ok((layout.size, layout.alignment))
    }
}
