//! LLVM types as registers.
//!
//! A register holds an integer of up to 128 bits, a pointer or a float. Values
//! of aggregate type become one register a scalar. A vector of up to 128 bits is
//! one integer, lane 0 lowest. Floats that we cannot compute with (`long double`
//! and the like) are carried as integers, so that moving them works and only
//! arithmetic on them is unsupported.

use raddle_ir::Type;
use raddle_terms::FloatKind;
use raddle_terms::bits::MAX_WIDTH;

use super::{Lowering, ModuleLowering, Unsupported};
use crate::llvm::ast::{self, Parts, TypeId};
use crate::llvm::layout::TypeLayout;

/// Aggregates of more scalars than this are not taken apart into registers.
const MOST_SCALARS: usize = 1024;

/// A scalar within a value, and where it stands in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScalarPlace {
    pub kind: Type,
    pub offset: u64,
}

impl ModuleLowering<'_, '_> {
    pub fn layout(&self, id: TypeId) -> Lowering<&TypeLayout> {
        self.layouts.get(id).ok_or_else(|| Unsupported::new("a type without a size"))
    }

    /// Bytes from one element of this type to the next.
    pub fn size_of(&self, id: TypeId) -> Lowering<u64> {
        Ok(self.layout(id)?.size)
    }

    /// The scalars that a value of the type consists of; none for `void`.
    pub fn scalars(&self, id: TypeId) -> Lowering<Vec<Type>> {
        Ok(self.scalar_places(id)?.into_iter().map(|place| place.kind).collect())
    }

    /// The one scalar of a type that is no aggregate.
    pub fn scalar(&self, id: TypeId) -> Lowering<Type> {
        match self.scalars(id)?.as_slice() {
            [kind] => Ok(*kind),
            _ => Err(Unsupported::new("an aggregate where a scalar is expected")),
        }
    }

    pub fn scalar_places(&self, id: TypeId) -> Lowering<Vec<ScalarPlace>> {
        let mut places = Vec::new();
        // Work list instead of recursion: types come from the user's text.
        let mut pending = vec![(id, 0u64)];
        let mut looked_at = 0;
        while let Some((id, offset)) = pending.pop() {
            looked_at += 1;
            // Arrays of arrays of nothing have no scalars, but they have no end either.
            if places.len() + pending.len() > MOST_SCALARS || looked_at > 16 * MOST_SCALARS {
                return Err(Unsupported::new("a very large aggregate as a value"));
            }
            let kind = self.module.type_of(id);
            match kind.parts() {
                Parts::Array { count, element } => {
                    let size = self.size_of(element)?;
                    if count > MOST_SCALARS as u64 {
                        return Err(Unsupported::new("a very large aggregate as a value"));
                    }
                    for position in (0..count).rev() {
                        pending.push((element, offset + position * size));
                    }
                }
                Parts::Structure => {
                    let body = self
                        .module
                        .types
                        .structure_body(id)
                        .ok_or_else(|| Unsupported::new("a type without a size"))?;
                    let offsets = &self.layout(id)?.offsets;
                    for (field, position) in body.fields.iter().zip(offsets.iter()).rev() {
                        pending.push((*field, offset + position));
                    }
                }
                Parts::Vector { .. } | Parts::Nothing => {
                    if let Some(kind) = self.simple(id, kind)? {
                        places.push(ScalarPlace { kind, offset });
                    }
                }
            }
        }
        Ok(places)
    }

    /// The register type of a type that is no aggregate; `None` for `void`.
    fn simple(&self, id: TypeId, kind: &ast::Type) -> Lowering<Option<Type>> {
        let integer = |bits: u64| match u16::try_from(bits) {
            Ok(bits @ 1..=MAX_WIDTH) => Ok(Some(Type::Integer(bits))),
            _ => Err(Unsupported::new(format!("a value of {bits} bits"))),
        };
        match kind {
            ast::Type::Void => Ok(None),
            ast::Type::Integer(bits) => integer(u64::from(*bits)),
            ast::Type::Half | ast::Type::BFloat => integer(16),
            ast::Type::Float => Ok(Some(Type::Float(FloatKind::F32))),
            ast::Type::Double => Ok(Some(Type::Float(FloatKind::F64))),
            ast::Type::X87Extended => integer(80),
            ast::Type::Quadruple | ast::Type::DoubleDouble => integer(128),
            ast::Type::Pointer { .. } => Ok(Some(Type::Pointer)),
            ast::Type::Vector { scalable, .. } => {
                if *scalable {
                    return Err(Unsupported::new("a scalable vector"));
                }
                integer(self.layout(id)?.bits)
            }
            ast::Type::Token => Err(Unsupported::new("a token value")),
            ast::Type::Opaque(name) => Err(Unsupported::new(format!("the type {name}"))),
            ast::Type::Array { .. }
            | ast::Type::Literal(_)
            | ast::Type::Named(_)
            | ast::Type::Function(_)
            | ast::Type::Label
            | ast::Type::Metadata => Err(Unsupported::new("a type without values")),
        }
    }

    /// The float format of a type that we can compute with.
    pub fn float_kind(&self, id: TypeId) -> Lowering<FloatKind> {
        match self.module.type_of(id) {
            ast::Type::Float => Ok(FloatKind::F32),
            ast::Type::Double => Ok(FloatKind::F64),
            ast::Type::X87Extended | ast::Type::Quadruple | ast::Type::DoubleDouble => {
                Err(Unsupported::new("long double arithmetic"))
            }
            ast::Type::Half | ast::Type::BFloat => {
                Err(Unsupported::new("half-precision arithmetic"))
            }
            ast::Type::Void
            | ast::Type::Integer(_)
            | ast::Type::Pointer { .. }
            | ast::Type::Array { .. }
            | ast::Type::Vector { .. }
            | ast::Type::Literal(_)
            | ast::Type::Named(_)
            | ast::Type::Function(_)
            | ast::Type::Label
            | ast::Type::Metadata
            | ast::Type::Token
            | ast::Type::Opaque(_) => Err(Unsupported::new("float arithmetic on this type")),
        }
    }

    /// Number and type of the lanes of a vector type; `None` for other types.
    pub fn lanes(&self, id: TypeId) -> Option<(u64, TypeId)> {
        match self.module.type_of(id).parts() {
            Parts::Vector { count, element } => Some((count, element)),
            Parts::Array { .. } | Parts::Structure | Parts::Nothing => None,
        }
    }

    /// The component of an aggregate that a path of indices leads to: its type,
    /// and the positions of its scalars among those of the whole.
    pub fn component(
        &self,
        aggregate: TypeId,
        indices: &[u32],
    ) -> Lowering<(TypeId, std::ops::Range<usize>)> {
        // Whether it can be a value at all; what follows looks at each of its parts.
        self.scalar_places(aggregate)?;
        let mut id = aggregate;
        let mut start = 0;
        for index in indices {
            let next = self
                .module
                .types
                .component(id, u64::from(*index))
                .ok_or_else(|| Unsupported::new("an index that the aggregate does not have"))?;
            for before in 0..*index {
                if let Some(sibling) = self.module.types.component(id, u64::from(before)) {
                    start += self.scalar_places(sibling)?.len();
                }
            }
            id = next;
        }
        let count = self.scalar_places(id)?.len();
        Ok((id, start..start + count))
    }
}
