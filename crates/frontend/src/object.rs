//! One lowered module before linking: a program whose names may still be
//! declarations, and what the linker must know about each name.

use std::cell::OnceCell;

use raddle_ir::text::{Deferred, ParseError};
use raddle_ir::{Function, FunctionId, GlobalId, IndexVec, Program};

/// How a name of one module takes part in linking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A definition that every module sees.
    Strong,
    /// A definition that gives way to a strong one.
    Weak,
    /// A tentative C definition: zero, and the largest one wins.
    Common,
    /// A definition that only its own module sees.
    Local,
    /// Like local, and never the same as something of that name elsewhere
    /// (string literals and the like).
    Private,
    /// Only declared here.
    Declared,
    /// Only declared here, and null if no module defines it.
    DeclaredWeak,
}

impl Binding {
    pub fn is_definition(self) -> bool {
        match self {
            Binding::Strong
            | Binding::Weak
            | Binding::Common
            | Binding::Local
            | Binding::Private => true,
            Binding::Declared | Binding::DeclaredWeak => false,
        }
    }

    /// Whether other modules can refer to it.
    pub fn is_exported(self) -> bool {
        match self {
            Binding::Strong | Binding::Weak | Binding::Common => true,
            Binding::Local | Binding::Private | Binding::Declared | Binding::DeclaredWeak => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionSymbol {
    pub binding: Binding,
    pub no_return: bool,
}

/// A second name for something.
#[derive(Clone, Debug)]
pub struct Alias {
    pub name: String,
    pub binding: Binding,
    pub target: AliasTarget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasTarget {
    Function(FunctionId),
    Global(GlobalId),
}

/// A function to be run before `main`, or when the process exits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constructor {
    pub priority: u32,
    pub function: FunctionId,
}

/// A module. `program.entry` means nothing here.
#[derive(Clone, Debug)]
pub struct Object {
    /// The file it comes from, for messages.
    pub path: String,
    /// Of functions that are unread, only what stands in front of the body.
    pub program: Program,
    pub unread: Option<Unread>,
    pub functions: IndexVec<FunctionId, FunctionSymbol>,
    pub globals: IndexVec<GlobalId, Binding>,
    pub aliases: Vec<Alias>,
    pub constructors: Vec<Constructor>,
    pub destructors: Vec<Constructor>,
    pub warnings: Vec<String>,
}

impl Object {
    /// A function with its body.
    pub fn function(&self, id: FunctionId) -> Result<&Function, ParseError> {
        match &self.unread {
            Some(unread) => unread.function(id),
            None => Ok(&self.program.functions[id]),
        }
    }
}

/// Functions that are read from their text when the linker first needs them: most programs need
/// few of the library's.
#[derive(Clone, Debug)]
pub struct Unread {
    text: Deferred<'static>,
    read: IndexVec<FunctionId, OnceCell<Function>>,
}

impl Unread {
    pub fn new(text: Deferred<'static>, program: &Program) -> Unread {
        Unread { text, read: program.functions.iter().map(|_| OnceCell::new()).collect() }
    }

    fn function(&self, id: FunctionId) -> Result<&Function, ParseError> {
        let place = &self.read[id];
        if let Some(function) = place.get() {
            return Ok(function);
        }
        let function = self.text.function(id)?;
        Ok(place.get_or_init(|| function))
    }
}
