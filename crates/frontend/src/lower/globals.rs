//! Global variables and their initial contents.

use raddle_ir::{Global, GlobalId, Initial, InitialValue, Origin};

use super::constants::{Base, Evaluated};
use super::{Lowering, ModuleLowering, SymbolTarget, Unsupported, binding};
use crate::FrontendError;
use crate::llvm::ast::{self, Constant, Linkage, TypeId};

/// An initialiser on its way: bytes, and the addresses among them.
#[derive(Default)]
struct Image {
    /// Runs of bytes, in the order in which they were written.
    runs: Vec<(u64, Vec<u8>)>,
    addresses: Vec<(u64, Base, i64)>,
}

/// Where the linker finds what runs before `main` and at exit; what is put there by hand is
/// not looked at.
const RUN_BY_THE_LOADER: [&str; 5] =
    [".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"];

/// Refuses a module in which a variable is put where the loader finds functions to run.
pub(crate) fn refuse_hidden_calls(
    module: &ast::Module<'_>,
    path: &str,
) -> Result<(), FrontendError> {
    for global in &module.globals {
        let section = global.section.as_deref().unwrap_or_default();
        if RUN_BY_THE_LOADER.iter().any(|name| section.starts_with(name)) {
            let name = &module.symbol(global.symbol).name;
            return Err(FrontendError::new(format!(
                "{path} puts `{name}` into the section {section}, which is not supported"
            ))
            .hint("mark functions with __attribute__((constructor)) or ((destructor)) instead"));
        }
    }
    Ok(())
}

impl ModuleLowering<'_, '_> {
    pub fn declare_globals(&mut self) {
        let module = self.module;
        for global in &module.globals {
            if global.linkage == Linkage::Appending {
                // llvm.global_ctors, llvm.used: lists for the linker.
                continue;
            }
            let (debug_type, location) = self.debug.global(&global.debug);
            let layout = self.layouts.get(global.type_id);
            let id = self.globals.push(Global {
                name: self.symbol_name(global.symbol, global.linkage),
                size: layout.map_or(0, |layout| layout.size),
                alignment: global.alignment.or(layout.map(|layout| layout.alignment)).unwrap_or(1),
                initial: Vec::new(),
                constant: global.constant,
                thread_local: global.thread_local,
                kept: false,
                origin: self.origin,
                debug_type: match self.origin {
                    Origin::User => debug_type,
                    Origin::Library => None,
                },
                location,
            });
            self.global_bindings.push(binding(global.linkage, global.initialiser.is_some()));
            self.symbols[global.symbol.index()] = SymbolTarget::Global { global: id, addend: 0 };
        }
    }

    /// Fills in the contents; after all symbols are known, since initialisers
    /// may name any of them.
    pub fn initialise_globals(&mut self, path: &str) -> Result<(), FrontendError> {
        let module = self.module;
        for global in &module.globals {
            let SymbolTarget::Global { global: id, .. } = self.symbols[global.symbol.index()]
            else {
                continue;
            };
            let Some(initialiser) = &global.initialiser else {
                continue;
            };
            if self.layouts.get(global.type_id).is_none() {
                let name = &self.globals[id].name;
                let message = format!("the variable {name} is too large, or its type has no size");
                return Err(FrontendError::new(message).at(path, global.line, 0));
            }
            let mut image = Image::default();
            self.write(&mut image, global.type_id, initialiser).map_err(|Unsupported(what)| {
                let name = &self.globals[id].name;
                FrontendError::new(format!("the initial value of {name} is not supported: {what}"))
                    .at(path, global.line, 0)
            })?;
            self.globals[id].initial = image.into_parts();
        }
        Ok(())
    }

    fn write(&self, image: &mut Image, id: TypeId, constant: &Constant<'_>) -> Lowering<()> {
        let mut pending = vec![(id, constant, 0u64)];
        while let Some((id, constant, offset)) = pending.pop() {
            match constant {
                Constant::Zero | Constant::Undefined | Constant::Poison | Constant::Null => {}
                Constant::Bytes(bytes) => image.bytes(offset, bytes.to_vec()),
                Constant::Array(elements) => {
                    let Some(first) = elements.first() else {
                        continue;
                    };
                    let size = self.size_of(first.type_id)?;
                    for (position, element) in elements.iter().enumerate().rev() {
                        let at = offset + position as u64 * size;
                        pending.push((element.type_id, &element.value, at));
                    }
                }
                Constant::Structure(fields) => {
                    let offsets = &self.layout(id)?.offsets;
                    for (field, position) in fields.iter().zip(offsets.iter()).rev() {
                        pending.push((field.type_id, &field.value, offset + position));
                    }
                }
                Constant::WideInteger(_) => {
                    return Err(Unsupported::new("a constant of more than 128 bits"));
                }
                Constant::Integer(_)
                | Constant::Float(_)
                | Constant::NoToken
                | Constant::Vector(_)
                | Constant::Splat(_)
                | Constant::Symbol(_)
                | Constant::BlockAddress { .. }
                | Constant::Expression(_) => self.write_scalar(image, id, constant, offset)?,
            }
        }
        Ok(())
    }

    fn write_scalar(
        &self,
        image: &mut Image,
        id: TypeId,
        constant: &Constant<'_>,
        offset: u64,
    ) -> Lowering<()> {
        match self.evaluate_typed(id, constant)? {
            Evaluated::Bits(bits) => {
                let size = usize::from(bits.width().div_ceil(8));
                let bytes = bits.unsigned().to_le_bytes();
                image.bytes(offset, bytes[..size].to_vec());
            }
            Evaluated::Address { base, addend } => {
                match base {
                    Base::Global(global) if self.is_thread_local(global) => {
                        return Err(Unsupported::new("the address of a thread-local variable"));
                    }
                    Base::Function(_) if addend != 0 => {
                        return Err(Unsupported::new("an address inside of a function"));
                    }
                    Base::Global(_) | Base::Function(_) => {}
                }
                image.addresses.push((offset, base, addend));
            }
            Evaluated::Undefined(_) => {}
        }
        Ok(())
    }

    /// The type of a global's contents.
    pub fn global_type(&self, symbol: ast::SymbolId) -> Option<TypeId> {
        match self.entity(symbol) {
            ast::Entity::Global(position) => {
                Some(self.module.globals.get(position as usize)?.type_id)
            }
            ast::Entity::Function(_) | ast::Entity::Alias(_) | ast::Entity::IndirectFunction(_) => {
                None
            }
        }
    }

    pub fn is_thread_local(&self, global: GlobalId) -> bool {
        self.globals.get(global).is_some_and(|g| g.thread_local)
    }
}

impl Image {
    /// Adds bytes; those that are all zero need no entry.
    fn bytes(&mut self, offset: u64, bytes: Vec<u8>) {
        if bytes.iter().all(|byte| *byte == 0) {
            return;
        }
        match self.runs.last_mut() {
            Some((start, run)) if *start + run.len() as u64 == offset => run.extend(bytes),
            _ => self.runs.push((offset, bytes)),
        }
    }

    fn into_parts(self) -> Vec<Initial> {
        let mut parts: Vec<Initial> = self
            .runs
            .into_iter()
            .map(|(offset, bytes)| Initial { offset, value: InitialValue::Bytes(bytes) })
            .collect();
        parts.extend(self.addresses.into_iter().map(|(offset, base, addend)| Initial {
            offset,
            value: match base {
                Base::Global(global) => InitialValue::GlobalAddress { global, addend },
                Base::Function(function) => InitialValue::FunctionAddress(function),
            },
        }));
        parts.sort_by_key(|part| part.offset);
        parts
    }
}
