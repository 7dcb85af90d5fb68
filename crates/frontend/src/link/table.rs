//! One definition a name.

use rustc_hash::FxHashMap;

use super::{FunctionRef, GlobalRef, Input, Role};
use crate::FrontendError;
use crate::object::{AliasTarget, Binding, Object};

/// The chosen definitions of all names that modules share.
pub(crate) struct Table<'i> {
    functions: FxHashMap<&'i str, (FunctionRef, Rank)>,
    globals: FxHashMap<&'i str, (GlobalRef, Rank)>,
}

/// How good a definition is; the better one is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Library,
    Supplement,
    Weak,
    Common,
    Strong,
}

impl<'i> Table<'i> {
    pub fn of_inputs(inputs: &'i [Input]) -> Result<Table<'i>, FrontendError> {
        let mut table = Table { functions: FxHashMap::default(), globals: FxHashMap::default() };
        for (position, input) in inputs.iter().enumerate() {
            table.add_functions(inputs, position, input)?;
            table.add_globals(inputs, position, input)?;
            table.add_aliases(inputs, position, input)?;
        }
        Ok(table)
    }

    pub fn function(&self, name: &str) -> Option<FunctionRef> {
        self.functions.get(name).map(|(chosen, _)| *chosen)
    }

    pub fn global(&self, name: &str) -> Option<GlobalRef> {
        self.globals.get(name).map(|(chosen, _)| *chosen)
    }

    fn add_functions(
        &mut self,
        inputs: &'i [Input],
        position: usize,
        input: &'i Input,
    ) -> Result<(), FrontendError> {
        for (id, function) in input.object.program.functions.iter_enumerated() {
            let Some(rank) = rank(input.role, input.object.functions[id].binding) else {
                continue;
            };
            let found = FunctionRef { input: position, function: id };
            self.add_function(inputs, &function.name, found, rank)?;
        }
        Ok(())
    }

    fn add_function(
        &mut self,
        inputs: &[Input],
        name: &'i str,
        found: FunctionRef,
        rank: Rank,
    ) -> Result<(), FrontendError> {
        match self.functions.get(name) {
            Some((other, Rank::Strong)) if rank == Rank::Strong => {
                let place = |at: &FunctionRef| {
                    let object = &inputs[at.input].object;
                    (object, object.program.functions[at.function].location)
                };
                Err(defined_twice(name, place(other), place(&found)))
            }
            Some((_, known)) if *known >= rank => Ok(()),
            Some(_) | None => {
                self.functions.insert(name, (found, rank));
                Ok(())
            }
        }
    }

    fn add_globals(
        &mut self,
        inputs: &'i [Input],
        position: usize,
        input: &'i Input,
    ) -> Result<(), FrontendError> {
        for (id, global) in input.object.program.globals.iter_enumerated() {
            let Some(rank) = rank(input.role, input.object.globals[id]) else {
                continue;
            };
            let found = GlobalRef { input: position, global: id };
            self.add_global(inputs, &global.name, found, rank)?;
        }
        Ok(())
    }

    fn add_global(
        &mut self,
        inputs: &[Input],
        name: &'i str,
        found: GlobalRef,
        rank: Rank,
    ) -> Result<(), FrontendError> {
        let size = |at: &GlobalRef| inputs[at.input].object.program.globals[at.global].size;
        match self.globals.get(name) {
            Some((other, Rank::Strong)) if rank == Rank::Strong => {
                let place = |at: &GlobalRef| {
                    let object = &inputs[at.input].object;
                    (object, object.program.globals[at.global].location)
                };
                Err(defined_twice(name, place(other), place(&found)))
            }
            // Of several tentative definitions the largest.
            Some((other, Rank::Common)) if rank == Rank::Common && size(&found) > size(other) => {
                self.globals.insert(name, (found, rank));
                Ok(())
            }
            Some((_, known)) if *known >= rank => Ok(()),
            Some(_) | None => {
                self.globals.insert(name, (found, rank));
                Ok(())
            }
        }
    }

    fn add_aliases(
        &mut self,
        inputs: &'i [Input],
        position: usize,
        input: &'i Input,
    ) -> Result<(), FrontendError> {
        for alias in &input.object.aliases {
            let Some(rank) = rank(input.role, alias.binding) else {
                continue;
            };
            match alias.target {
                AliasTarget::Function(function) => {
                    let found = FunctionRef { input: position, function };
                    self.add_function(inputs, &alias.name, found, rank)?;
                }
                AliasTarget::Global(global) => {
                    let found = GlobalRef { input: position, global };
                    self.add_global(inputs, &alias.name, found, rank)?;
                }
            }
        }
        Ok(())
    }
}

fn rank(role: Role, binding: Binding) -> Option<Rank> {
    if !binding.is_exported() {
        return None;
    }
    Some(match role {
        Role::Library => Rank::Library,
        Role::Supplement(_) => Rank::Supplement,
        Role::User => match binding {
            Binding::Strong => Rank::Strong,
            Binding::Weak => Rank::Weak,
            Binding::Common => Rank::Common,
            Binding::Local | Binding::Private | Binding::Declared | Binding::DeclaredWeak => {
                return None;
            }
        },
    })
}

fn defined_twice(
    name: &str,
    first: (&Object, Option<raddle_ir::Location>),
    second: (&Object, Option<raddle_ir::Location>),
) -> FrontendError {
    let describe = |(object, location): (&Object, Option<raddle_ir::Location>)| {
        super::reach::describe(object, location).unwrap_or_else(|| object.path.clone())
    };
    FrontendError::new(format!(
        "{name} is defined twice: {} and {}",
        describe(first),
        describe(second)
    ))
    .hint("make one of them static, or leave out one of the files")
}
