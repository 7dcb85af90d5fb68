//! What a program needs: everything that can be reached from where it starts.

use raddle_ir::{Callee, Function, InitialValue, Instruction, Location, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use super::table::Table;
use super::{FunctionRef, GlobalRef, Input, Role};
use crate::lower::is_error_location;
use crate::object::{Binding, Object};
use crate::{FrontendError, library};

/// Something that is used, but nowhere to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    pub name: String,
    pub is_function: bool,
    /// Nothing can be linked without it. (A function of which only the address is taken may
    /// never be called.)
    pub is_needed: bool,
    /// Where it is first used, in words.
    pub used_at: Option<String>,
    /// The file that uses it.
    pub input: usize,
}

/// What `main` returns into where that does more than end the process: what `exit` does, whatever
/// the program may call by that name.
pub(crate) const END_PROCESS: &str = "__raddle_end_process";
/// Functions whose use means that it has something to do.
const NEED_END_PROCESS: [&str; 3] = ["atexit", "on_exit", "__cxa_atexit"];

pub(crate) struct Reached<'i> {
    inputs: &'i [Input],
    table: &'i Table<'i>,
    pub functions: FxHashSet<FunctionRef>,
    pub globals: FxHashSet<GlobalRef>,
    pending_functions: Vec<FunctionRef>,
    pending_globals: Vec<GlobalRef>,
    missing: FxHashMap<(String, bool), Missing>,
}

impl<'i> Reached<'i> {
    pub fn new(inputs: &'i [Input], table: &'i Table<'i>) -> Self {
        Reached {
            inputs,
            table,
            functions: FxHashSet::default(),
            globals: FxHashSet::default(),
            pending_functions: Vec::new(),
            pending_globals: Vec::new(),
            missing: FxHashMap::default(),
        }
    }

    pub fn inputs(&self) -> &'i [Input] {
        self.inputs
    }

    pub fn need_function(&mut self, function: FunctionRef) {
        if self.functions.insert(function) {
            self.pending_functions.push(function);
        }
    }

    fn need_global(&mut self, global: GlobalRef) {
        if self.globals.insert(global) {
            self.pending_globals.push(global);
        }
    }

    /// And the destructors, which `atexit` takes care of.
    pub fn need_constructors(&mut self) {
        for (position, input) in self.inputs.iter().enumerate() {
            if input.role != Role::User {
                continue;
            }
            let object = &input.object;
            for listed in object.constructors.iter().chain(&object.destructors) {
                let function = listed.function;
                self.need_function(FunctionRef { input: position, function });
            }
            if let (false, Some(atexit)) =
                (object.destructors.is_empty(), self.table.function("atexit"))
            {
                self.need_function(atexit);
            }
        }
    }

    pub fn need_end_process(&mut self) {
        let needed = NEED_END_PROCESS.iter().any(|name| {
            self.table.function(name).is_some_and(|function| self.functions.contains(&function))
        });
        if let (true, Some(end)) = (needed, self.table.function(END_PROCESS)) {
            self.need_function(end);
        }
    }

    pub fn need_everything(&mut self) {
        for (position, input) in self.inputs.iter().enumerate() {
            for id in input.object.program.functions.indices() {
                if input.object.functions[id].binding.is_definition() {
                    self.need_function(FunctionRef { input: position, function: id });
                }
            }
            for id in input.object.program.globals.indices() {
                if input.object.globals[id].is_exported() {
                    self.need_global(GlobalRef { input: position, global: id });
                }
            }
        }
    }

    /// Follows all references.
    pub fn run(&mut self) -> Result<(), FrontendError> {
        loop {
            if let Some(function) = self.pending_functions.pop() {
                self.visit_function(function)?;
            } else if let Some(global) = self.pending_globals.pop() {
                self.visit_global(global);
            } else {
                return Ok(());
            }
        }
    }

    /// In a fixed order: by file, then by name.
    pub fn missing(&self) -> Vec<Missing> {
        let mut list: Vec<Missing> = self.missing.values().cloned().collect();
        list.sort_by(|a, b| (a.input, &a.name).cmp(&(b.input, &b.name)));
        list
    }

    fn visit_function(&mut self, at: FunctionRef) -> Result<(), FrontendError> {
        let function = body(self.inputs, at)?;
        for block in function.blocks.iter() {
            for statement in &block.statements {
                if let Instruction::Call { callee: Callee::Direct(callee), .. } =
                    &statement.instruction
                {
                    let callee = FunctionRef { input: at.input, function: *callee };
                    self.visit_call(callee, statement.location);
                }
                if let Instruction::ThreadLocalAddress { global, .. } = &statement.instruction {
                    self.visit_operand(at.input, &Operand::Global(*global), statement.location);
                }
                statement.instruction.for_each_operand(|operand| {
                    self.visit_operand(at.input, operand, statement.location);
                });
            }
            block
                .terminator
                .for_each_operand(|operand| self.visit_operand(at.input, operand, block.location));
        }
        Ok(())
    }

    fn visit_call(&mut self, callee: FunctionRef, location: Option<Location>) {
        match resolve_function(self.inputs, self.table, callee) {
            Some(found) => self.need_function(found),
            None => {
                self.functions.insert(callee);
                let object = &self.inputs[callee.input].object;
                let name = &object.program.functions[callee.function].name;
                let weak = object.functions[callee.function].binding == Binding::DeclaredWeak;
                // The linker itself supplies a body.
                if !is_error_location(name) && !weak {
                    self.add_missing(callee.input, name, true, location).is_needed = true;
                }
            }
        }
    }

    fn visit_operand(&mut self, input: usize, operand: &Operand, location: Option<Location>) {
        match operand {
            Operand::Function(function) => {
                let reference = FunctionRef { input, function: *function };
                match resolve_function(self.inputs, self.table, reference) {
                    Some(found) => self.need_function(found),
                    None => {
                        self.functions.insert(reference);
                        let object = &self.inputs[input].object;
                        if object.functions[*function].binding != Binding::DeclaredWeak {
                            let name = &object.program.functions[*function].name;
                            self.add_missing(input, name, true, location);
                        }
                    }
                }
            }
            Operand::Global(global) => {
                let reference = GlobalRef { input, global: *global };
                match resolve_global(self.inputs, self.table, reference) {
                    Some(found) => self.need_global(found),
                    None => {
                        self.globals.insert(reference);
                        let object = &self.inputs[input].object;
                        if object.globals[*global] != Binding::DeclaredWeak {
                            let name = &object.program.globals[*global].name;
                            self.add_missing(input, name, false, location).is_needed = true;
                        }
                    }
                }
            }
            Operand::Register(_) | Operand::Constant(_) | Operand::Undefined(_) => {}
        }
    }

    fn visit_global(&mut self, at: GlobalRef) {
        let inputs = self.inputs;
        let global = &inputs[at.input].object.program.globals[at.global];
        for part in &global.initial {
            match part.value {
                InitialValue::GlobalAddress { global: other, .. } => {
                    self.visit_operand(at.input, &Operand::Global(other), global.location);
                }
                InitialValue::FunctionAddress(function) => {
                    self.visit_operand(at.input, &Operand::Function(function), global.location);
                }
                InitialValue::Bytes(_) => {}
            }
        }
    }

    fn add_missing(
        &mut self,
        input: usize,
        name: &str,
        is_function: bool,
        location: Option<Location>,
    ) -> &mut Missing {
        let object = &self.inputs[input].object;
        self.missing.entry((name.to_owned(), is_function)).or_insert_with(|| Missing {
            name: name.to_owned(),
            is_function,
            is_needed: false,
            used_at: describe(object, location),
            input,
        })
    }
}

/// A function with its body.
pub(crate) fn body(inputs: &[Input], at: FunctionRef) -> Result<&Function, FrontendError> {
    inputs[at.input].object.function(at.function).map_err(|error| library::broken(&error))
}

/// The definition that a function of a module stands for.
pub(crate) fn resolve_function(
    inputs: &[Input],
    table: &Table<'_>,
    at: FunctionRef,
) -> Option<FunctionRef> {
    let input = &inputs[at.input];
    let name = &input.object.program.functions[at.function].name;
    match input.object.functions[at.function].binding {
        Binding::Private => Some(at),
        Binding::Local => match input.role {
            Role::Supplement(original) => {
                let same = inputs[original].object.program.functions.iter_enumerated();
                let found = same
                    .filter(|(id, _)| {
                        inputs[original].object.functions[*id].binding == Binding::Local
                    })
                    .find(|(_, function)| function.name == *name);
                Some(found.map_or(at, |(function, _)| FunctionRef { input: original, function }))
            }
            Role::User | Role::Library => Some(at),
        },
        // The library's own names cannot be taken from it.
        Binding::Strong | Binding::Weak
            if input.role == Role::Library && name.starts_with("__raddle_") =>
        {
            Some(at)
        }
        Binding::Strong
        | Binding::Weak
        | Binding::Common
        | Binding::Declared
        | Binding::DeclaredWeak => table.function(name),
    }
}

pub(crate) fn resolve_global(
    inputs: &[Input],
    table: &Table<'_>,
    at: GlobalRef,
) -> Option<GlobalRef> {
    let input = &inputs[at.input];
    let name = &input.object.program.globals[at.global].name;
    match input.object.globals[at.global] {
        Binding::Private => Some(at),
        Binding::Local => match input.role {
            Role::Supplement(original) => {
                let same = inputs[original].object.program.globals.iter_enumerated();
                let found = same
                    .filter(|(id, _)| inputs[original].object.globals[*id] == Binding::Local)
                    .find(|(_, global)| global.name == *name);
                Some(found.map_or(at, |(global, _)| GlobalRef { input: original, global }))
            }
            Role::User | Role::Library => Some(at),
        },
        Binding::Strong | Binding::Weak | Binding::Common
            if input.role == Role::Library && name.starts_with("__raddle_") =>
        {
            Some(at)
        }
        Binding::Strong
        | Binding::Weak
        | Binding::Common
        | Binding::Declared
        | Binding::DeclaredWeak => table.global(name),
    }
}

/// `file:line:column` of a place in a module.
pub(crate) fn describe(object: &Object, location: Option<Location>) -> Option<String> {
    let location = location?;
    let path = &object.program.files.get(location.file)?.path;
    Some(match location.column {
        0 => format!("{path}:{}", location.line),
        column => format!("{path}:{}:{column}", location.line),
    })
}
