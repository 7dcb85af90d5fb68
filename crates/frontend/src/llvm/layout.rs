//! Sizes, alignments and offsets of types, as `target datalayout` tells them.

use crate::llvm::ast::{Module, TypeId};

/// How big a type is, and where its parts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLayout {
    /// Bits that a value has.
    pub bits: u64,
    /// Bytes that a load or store touches.
    pub store_size: u64,
    /// Bytes from one element of an array to the next.
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
        let _ = module;
        Layouts {
            pointer_bits: 64,
            layouts: Vec::new(),
        }
    }

    /// `None` where the type has no size: functions, labels, opaque structures,
    /// scalable vectors, structures that contain themselves, sizes beyond 2^61.
    pub fn get(&self, id: TypeId) -> Option<&TypeLayout> {
        self.layouts.get(id.index())?.as_ref()
    }
}
