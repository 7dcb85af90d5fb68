//! LLVM module → [`Object`]: one topic a file.
//!
//! | file | lowers |
//! |---|---|
//! | `types` | types to registers |
//! | `constants`, `globals` | constants, initial contents of globals |
//! | `function`, `values` | blocks, phis, terminators; operands |
//! | `instructions`, `vectors` | arithmetic, casts, comparisons, aggregates |
//! | `memory`, `regions`, `copies` | accesses, what is known about pointers, block copies |
//! | `calls`, `intrinsics`, `primitives`, `variadic`, `assembly` | calls of all kinds |
//! | `checks` | the compiler's traps, divisions |
//! | `scopes` | where variables of blocks begin and end |
//! | `debug_info` | source locations, C types |
//!
//! What cannot be modelled becomes an `Unsupported` instruction at its place:
//! the program can still be analysed as far as it does not get there. Only a
//! module that contradicts itself (an initialiser that means nothing) is an
//! error.

mod assembly;
mod calls;
mod checks;
mod constants;
mod copies;
mod debug_info;
mod escapes;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod memory;
mod primitives;
mod regions;
pub(crate) mod scopes;
mod structures;
mod types;
mod values;
mod variadic;
mod vectors;

use raddle_ir::index::Index;
use raddle_ir::{Function, FunctionId, Global, GlobalId, IndexVec, Origin, Program, Target, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::FrontendError;
use crate::llvm::ast::{self, Entity, Linkage, Module, SymbolId};
use crate::llvm::layout::{DataLayout, Layouts};
use crate::object::{Alias, AliasTarget, Binding, Constructor, FunctionSymbol, Object};
pub use copies::SCRATCH;
use debug_info::DebugInfo;
pub use primitives::is_error_location;
pub(crate) use primitives::{ERROR_LOCATIONS, is_assertion, is_convention};
pub(crate) use scopes::Marks;

/// Something that is not modelled, in words that complete "... is not
/// supported".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub String);

impl Unsupported {
    pub fn new(what: impl Into<String>) -> Unsupported {
        Unsupported(what.into())
    }
}

pub(crate) type Lowering<T> = Result<T, Unsupported>;

/// What a symbol of the module means after aliases are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymbolTarget {
    Function(FunctionId),
    Global {
        global: GlobalId,
        addend: i64,
    },
    /// `llvm.*`: has no address.
    Intrinsic,
    /// An `ifunc`, or an alias of something that we cannot follow.
    Unknown,
}

/// `llvm.*`: something that LLVM itself knows.
fn is_intrinsic(module: &Module<'_>, symbol: SymbolId) -> bool {
    module.symbol(symbol).name.text().is_some_and(|name| name.starts_with("llvm."))
}

/// A module on its way.
pub(crate) struct ModuleLowering<'m, 'a> {
    pub module: &'m Module<'a>,
    pub layouts: &'m Layouts,
    pub target: Target,
    pub origin: Origin,
    pub purpose: Purpose<'m>,
    pub marks: Marks,
    pub symbols: Vec<SymbolTarget>,
    pub functions: IndexVec<FunctionId, Function>,
    pub function_symbols: IndexVec<FunctionId, FunctionSymbol>,
    pub globals: IndexVec<GlobalId, Global>,
    pub global_bindings: IndexVec<GlobalId, Binding>,
    pub by_name: FxHashMap<String, FunctionId>,
    pub debug: DebugInfo<'m, 'a>,
}

/// What a module is lowered for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purpose<'p> {
    /// The functions and globals of the embedded library have an origin of their own.
    pub origin: Origin,
    /// Whether bodies that are there only for inlining count.
    pub inline_bodies: bool,
    /// Functions that other modules define: their names mean nothing to us.
    pub defined_elsewhere: &'p FxHashSet<String>,
    /// Whether a left shift that loses bits is an overflow.
    pub shifts_overflow: bool,
}

/// Lowers a module that was read from `path`.
pub(crate) fn lower_module<'m>(
    module: &'m Module<'_>,
    path: &str,
    purpose: Purpose<'m>,
    marks: Marks,
) -> Result<Object, FrontendError> {
    let layouts = Layouts::of_module(module);
    let target = target_of(module, &layouts, path)?;
    globals::refuse_hidden_calls(module, path)?;
    let mut lowering = ModuleLowering {
        module,
        layouts: &layouts,
        target,
        origin: purpose.origin,
        purpose,
        marks,
        symbols: vec![SymbolTarget::Unknown; module.symbols.len()],
        functions: IndexVec::new(),
        function_symbols: IndexVec::new(),
        globals: IndexVec::new(),
        global_bindings: IndexVec::new(),
        by_name: FxHashMap::default(),
        debug: DebugInfo::new(&module.metadata),
    };
    lowering.declare_globals();
    lowering.declare_functions();
    let aliases = lowering.resolve_aliases();
    lowering.initialise_globals(path)?;
    for position in 0..module.functions.len() {
        lowering.define_function(position);
    }
    let constructors = lowering.listed_functions("llvm.global_ctors");
    let destructors = lowering.listed_functions("llvm.global_dtors");
    let mut warnings = Vec::new();
    if module.has_module_assembly {
        warnings.push(format!("{path} has assembly outside of functions, which is not looked at"));
    }
    Ok(Object {
        path: path.to_owned(),
        program: Program {
            target,
            files: lowering.debug.files,
            types: lowering.debug.types,
            globals: lowering.globals,
            functions: lowering.functions,
            entry: FunctionId::new(0),
        },
        unread: None,
        functions: lowering.function_symbols,
        globals: lowering.global_bindings,
        aliases,
        constructors,
        destructors,
        warnings,
    })
}

fn target_of(module: &Module<'_>, layouts: &Layouts, path: &str) -> Result<Target, FrontendError> {
    if DataLayout::parse(module.data_layout.as_deref().unwrap_or_default()).big_endian {
        return Err(FrontendError::new(format!("{path} is for a big-endian machine"))
            .hint("compile for x86 or x86-64"));
    }
    match layouts.pointer_bits {
        32 => Ok(Target { pointer_bits: 32 }),
        64 => Ok(Target { pointer_bits: 64 }),
        other => Err(FrontendError::new(format!(
            "{path} is for a machine with pointers of {other} bits"
        ))
        .hint("compile for x86 or x86-64")),
    }
}

fn binding(linkage: Linkage, defined: bool) -> Binding {
    match (linkage, defined) {
        (Linkage::ExternalWeak, _) => Binding::DeclaredWeak,
        (_, false) | (Linkage::AvailableExternally, true) => Binding::Declared,
        (Linkage::External | Linkage::Appending, true) => Binding::Strong,
        (Linkage::Weak | Linkage::LinkOnce, true) => Binding::Weak,
        (Linkage::Common, true) => Binding::Common,
        (Linkage::Internal, true) => Binding::Local,
        (Linkage::Private, true) => Binding::Private,
    }
}

impl<'m, 'a> ModuleLowering<'m, 'a> {
    /// The name that a symbol has for people and for the linker. Local names of
    /// the library get a prefix that no user's name has.
    fn symbol_name(&self, symbol: SymbolId, linkage: Linkage) -> String {
        let name = match &self.module.symbol(symbol).name {
            ast::Name::Text(text) => text.to_string(),
            ast::Name::Number(number) => format!("unnamed.{number}"),
        };
        match self.origin {
            Origin::Library if linkage.is_local() => format!("__raddle_local_{name}"),
            Origin::Library | Origin::User => name,
        }
    }

    fn declare_functions(&mut self) {
        let module = self.module;
        for function in &module.functions {
            let name = self.symbol_name(function.symbol, function.linkage);
            if name.starts_with("llvm.") {
                self.symbols[function.symbol.index()] = SymbolTarget::Intrinsic;
                continue;
            }
            let mut lowered = Function {
                name: name.clone(),
                parameters: Vec::new(),
                variadic: function.variadic,
                results: self.scalars(function.result_type).unwrap_or_default(),
                registers: IndexVec::new(),
                blocks: IndexVec::new(),
                origin: self.origin,
                location: function.subprogram.and_then(|node| self.debug.subprogram_location(node)),
            };
            for parameter in &function.parameters {
                let kinds = self.scalars(parameter.type_id).unwrap_or_default();
                let name = parameter.local.and_then(|local| {
                    let body = function.body.as_ref()?;
                    body.local(local).name.text().map(str::to_owned)
                });
                for kind in kinds {
                    let register = lowered.new_register(kind, name.clone());
                    lowered.parameters.push(register);
                }
            }
            let id = self.functions.push(lowered);
            self.function_symbols.push(FunctionSymbol {
                binding: if self.purpose.inline_bodies
                    && function.linkage == Linkage::AvailableExternally
                {
                    Binding::Weak
                } else {
                    binding(function.linkage, function.body.is_some())
                },
                no_return: function.attributes.no_return,
            });
            self.by_name.insert(name, id);
            self.symbols[function.symbol.index()] = SymbolTarget::Function(id);
        }
    }

    /// A function by its name, declared with these types if the module does not
    /// know it.
    pub fn declare(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> FunctionId {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let mut function = Function {
            name: name.to_owned(),
            parameters: Vec::new(),
            variadic: false,
            results: results.to_vec(),
            registers: IndexVec::new(),
            blocks: IndexVec::new(),
            origin: self.origin,
            location: None,
        };
        for kind in parameters {
            let register = function.new_register(*kind, None);
            function.parameters.push(register);
        }
        let id = self.functions.push(function);
        self.function_symbols.push(FunctionSymbol { binding: Binding::Declared, no_return: false });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// Follows aliases of aliases; a circle stays unknown. What other modules can see they can
    /// also define, so that its name is looked up when all of them are known.
    fn resolve_aliases(&mut self) -> Vec<Alias> {
        let module = self.module;
        for _ in 0..module.aliases.len() {
            for alias in &module.aliases {
                if self.symbols[alias.symbol.index()] != SymbolTarget::Unknown {
                    continue;
                }
                if let Some(target) = self.alias_target(&alias.target) {
                    self.symbols[alias.symbol.index()] = target;
                }
            }
        }
        let mut exported = Vec::new();
        for alias in &module.aliases {
            let target = match self.symbols[alias.symbol.index()] {
                SymbolTarget::Function(function) => AliasTarget::Function(function),
                SymbolTarget::Global { global, addend: 0 } => AliasTarget::Global(global),
                SymbolTarget::Global { .. } | SymbolTarget::Intrinsic | SymbolTarget::Unknown => {
                    continue;
                }
            };
            let name = self.symbol_name(alias.symbol, alias.linkage);
            let binding = binding(alias.linkage, true);
            if binding.is_exported() {
                self.symbols[alias.symbol.index()] = self.declare_alias(&name, target);
            }
            exported.push(Alias { name, binding, target });
        }
        exported
    }

    /// A declaration of the same type as what an alias stands for.
    fn declare_alias(&mut self, name: &str, target: AliasTarget) -> SymbolTarget {
        match target {
            AliasTarget::Function(function) => {
                let function =
                    Function { name: name.to_owned(), ..self.functions[function].clone() };
                let id = self.functions.push(function);
                let symbol = FunctionSymbol { binding: Binding::Declared, no_return: false };
                self.function_symbols.push(symbol);
                self.by_name.insert(name.to_owned(), id);
                SymbolTarget::Function(id)
            }
            AliasTarget::Global(global) => {
                let global = Global { name: name.to_owned(), ..self.globals[global].clone() };
                self.global_bindings.push(Binding::Declared);
                SymbolTarget::Global { global: self.globals.push(global), addend: 0 }
            }
        }
    }

    fn alias_target(&self, target: &ast::TypedConstant<'_>) -> Option<SymbolTarget> {
        match self.evaluate(target) {
            Ok(constants::Evaluated::Address { base, addend }) => match base {
                constants::Base::Global(global) => Some(SymbolTarget::Global { global, addend }),
                constants::Base::Function(function) if addend == 0 => {
                    Some(SymbolTarget::Function(function))
                }
                constants::Base::Function(_) => None,
            },
            Ok(constants::Evaluated::Bits(_) | constants::Evaluated::Undefined(_)) | Err(_) => None,
        }
    }

    /// The functions that run before `main` or at exit, lower priorities first.
    fn listed_functions(&self, list: &str) -> Vec<Constructor> {
        let mut globals = self.module.globals.iter();
        let is_list =
            |global: &&ast::Global<'_>| self.module.symbol(global.symbol).name.text() == Some(list);
        let Some(list) = globals.find(is_list) else {
            return Vec::new();
        };
        let Some(ast::Constant::Array(entries)) = &list.initialiser else {
            return Vec::new();
        };
        let mut functions: Vec<Constructor> = entries
            .iter()
            .filter_map(|entry| {
                let ast::Constant::Structure(fields) = &entry.value else {
                    return None;
                };
                let ast::Constant::Integer(priority) = fields.first()?.value else {
                    return None;
                };
                let priority = u32::try_from(priority).ok()?;
                match self.alias_target(fields.get(1)?)? {
                    SymbolTarget::Function(function) => Some(Constructor { priority, function }),
                    SymbolTarget::Global { .. }
                    | SymbolTarget::Intrinsic
                    | SymbolTarget::Unknown => None,
                }
            })
            .collect();
        functions.sort_by_key(|function| function.priority);
        functions
    }

    pub fn entity(&self, symbol: SymbolId) -> Entity {
        self.module.symbol(symbol).entity
    }
}
