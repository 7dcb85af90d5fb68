//! Copies what was reached into one program, under new numbers.

use raddle_ir::index::Index;
use raddle_ir::{
    Callee, CheckKind, DebugTypeId, FileId, Function, FunctionId, Global, GlobalId, IndexVec,
    InitialValue, Instruction, Location, Operand, Program, SourceFile, Statement,
};
use raddle_ir::{DebugType, Origin};
use raddle_terms::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::{Reached, body, resolve_function, resolve_global};
use super::table::Table;
use super::{FunctionRef, GlobalRef, Input};
use crate::FrontendError;
use crate::lower::ERROR_LOCATIONS;
use crate::object::Binding;

/// The program so far, and where everything of the inputs went.
pub(crate) struct Merged {
    pub program: Program,
    pub functions: FxHashMap<FunctionRef, FunctionId>,
    pub globals: FxHashMap<GlobalRef, GlobalId>,
}

/// How the numbers of one input are translated.
struct Translation<'t> {
    inputs: &'t [Input],
    table: &'t Table<'t>,
    functions: &'t FxHashMap<FunctionRef, FunctionId>,
    globals: &'t FxHashMap<GlobalRef, GlobalId>,
    /// Stand-ins for what is missing, by name.
    missing_functions: &'t FxHashMap<String, FunctionId>,
    missing_globals: &'t FxHashMap<String, GlobalId>,
    files: Vec<FileId>,
    /// Types of one input follow each other.
    first_type: usize,
    input: usize,
}

pub(crate) fn merge(
    inputs: &[Input],
    table: &Table<'_>,
    reached: &Reached<'_>,
) -> Result<Merged, FrontendError> {
    let mut functions: Vec<FunctionRef> = reached.functions.iter().copied().collect();
    let mut globals: Vec<GlobalRef> = reached.globals.iter().copied().collect();
    functions.sort();
    globals.sort();
    let numbered = Numbering::of(inputs, table, &functions, &globals);
    let mut program = Program {
        target: inputs
            .first()
            .map_or(raddle_ir::Target { pointer_bits: 64 }, |input| input.object.program.target),
        files: IndexVec::new(),
        types: IndexVec::new(),
        globals: IndexVec::new(),
        functions: IndexVec::new(),
        entry: FunctionId::new(0),
    };
    let mut names = FxHashSet::default();
    let mut translations = Vec::new();
    let mut files_by_path = FxHashMap::default();
    for (position, input) in inputs.iter().enumerate() {
        let files = merge_files(&mut program, &mut files_by_path, input);
        let mut translation = Translation {
            inputs,
            table,
            functions: &numbered.functions,
            globals: &numbered.globals,
            missing_functions: &numbered.missing_functions,
            missing_globals: &numbered.missing_globals,
            files,
            first_type: program.types.len(),
            input: position,
        };
        for debug_type in input.object.program.types.iter() {
            let moved = translation.debug_type(debug_type);
            program.types.push(moved);
        }
        translation.input = position;
        translations.push(translation);
    }
    for at in &numbered.function_order {
        let translation = &translations[at.input];
        let mut function = translation.function(at.function)?;
        function.name = unique(&mut names, function.name);
        program.functions.push(function);
    }
    let mut names = FxHashSet::default();
    for at in &numbered.global_order {
        let translation = &translations[at.input];
        let mut global = translation.global(at.global);
        global.name = unique(&mut names, global.name);
        program.globals.push(global);
    }
    Ok(Merged { program, functions: numbered.functions, globals: numbered.globals })
}

/// New numbers for everything. A name that is missing gets one, whichever
/// modules declare it.
#[derive(Default)]
struct Numbering {
    functions: FxHashMap<FunctionRef, FunctionId>,
    globals: FxHashMap<GlobalRef, GlobalId>,
    function_order: Vec<FunctionRef>,
    global_order: Vec<GlobalRef>,
    missing_functions: FxHashMap<String, FunctionId>,
    missing_globals: FxHashMap<String, GlobalId>,
}

impl Numbering {
    fn of(
        inputs: &[Input],
        table: &Table<'_>,
        functions: &[FunctionRef],
        globals: &[GlobalRef],
    ) -> Numbering {
        let mut numbering = Numbering::default();
        for at in functions {
            let next = FunctionId::new(numbering.function_order.len());
            if resolve_function(inputs, table, *at).is_none() {
                let name = &inputs[at.input].object.program.functions[at.function].name;
                if let Some(known) = numbering.missing_functions.get(name) {
                    numbering.functions.insert(*at, *known);
                    continue;
                }
                numbering.missing_functions.insert(name.clone(), next);
            }
            numbering.functions.insert(*at, next);
            numbering.function_order.push(*at);
        }
        for at in globals {
            let next = GlobalId::new(numbering.global_order.len());
            if resolve_global(inputs, table, *at).is_none() {
                let name = &inputs[at.input].object.program.globals[at.global].name;
                if let Some(known) = numbering.missing_globals.get(name) {
                    numbering.globals.insert(*at, *known);
                    continue;
                }
                numbering.missing_globals.insert(name.clone(), next);
            }
            numbering.globals.insert(*at, next);
            numbering.global_order.push(*at);
        }
        numbering
    }
}

fn merge_files(
    program: &mut Program,
    by_path: &mut FxHashMap<String, FileId>,
    input: &Input,
) -> Vec<FileId> {
    let files = input.object.program.files.iter();
    files
        .map(|file: &SourceFile| match by_path.get(&file.path) {
            Some(known) => *known,
            None => {
                let id = program.files.push(file.clone());
                by_path.insert(file.path.clone(), id);
                id
            }
        })
        .collect()
}

/// The name, or with a number behind it if it is taken.
fn unique(names: &mut FxHashSet<String>, name: String) -> String {
    if names.insert(name.clone()) {
        return name;
    }
    let mut number = 1u64;
    loop {
        let candidate = format!("{name}.{number}");
        if names.insert(candidate.clone()) {
            return candidate;
        }
        number += 1;
    }
}

impl Translation<'_> {
    fn function_number(&self, function: FunctionId) -> Option<FunctionId> {
        let at = FunctionRef { input: self.input, function };
        match resolve_function(self.inputs, self.table, at) {
            Some(found) => self.functions.get(&found).copied(),
            None => {
                let name = &self.inputs[self.input].object.program.functions[function].name;
                self.missing_functions.get(name).copied()
            }
        }
    }

    fn global_number(&self, global: GlobalId) -> Option<GlobalId> {
        let at = GlobalRef { input: self.input, global };
        match resolve_global(self.inputs, self.table, at) {
            Some(found) => self.globals.get(&found).copied(),
            None => {
                let name = &self.inputs[self.input].object.program.globals[global].name;
                self.missing_globals.get(name).copied()
            }
        }
    }

    /// A weak declaration that no module defines is the null pointer.
    fn function_is_null(&self, function: FunctionId) -> bool {
        let object = &self.inputs[self.input].object;
        let name = &object.program.functions[function].name;
        object.functions[function].binding == Binding::DeclaredWeak
            && self.table.function(name).is_none()
    }

    fn global_is_null(&self, global: GlobalId) -> bool {
        let object = &self.inputs[self.input].object;
        let name = &object.program.globals[global].name;
        object.globals[global] == Binding::DeclaredWeak && self.table.global(name).is_none()
    }

    fn null(&self) -> Operand {
        let bits = self.inputs[self.input].object.program.target.pointer_bits;
        Operand::Constant(Bits::zero(bits))
    }

    fn operand(&self, operand: &mut Operand) {
        *operand = match *operand {
            Operand::Function(function) if self.function_is_null(function) => self.null(),
            Operand::Global(global) if self.global_is_null(global) => self.null(),
            Operand::Function(function) => {
                self.function_number(function).map_or(self.null(), Operand::Function)
            }
            Operand::Global(global) => {
                self.global_number(global).map_or(self.null(), Operand::Global)
            }
            Operand::Register(_) | Operand::Constant(_) | Operand::Undefined(_) => return,
        };
    }

    fn location(&self, location: Option<Location>) -> Option<Location> {
        location.and_then(|location| {
            Some(Location { file: *self.files.get(location.file.position())?, ..location })
        })
    }

    fn type_number(&self, id: DebugTypeId) -> DebugTypeId {
        DebugTypeId::new(self.first_type + id.position())
    }

    fn debug_type(&self, debug_type: &DebugType) -> DebugType {
        let mut moved = debug_type.clone();
        match &mut moved {
            DebugType::Pointer { to: Some(id) }
            | DebugType::Array { element: id, .. }
            | DebugType::Alias { of: Some(id), .. } => *id = self.type_number(*id),
            DebugType::Structure { members, .. } => {
                for member in members {
                    member.of = self.type_number(member.of);
                }
            }
            DebugType::Base { .. }
            | DebugType::Pointer { to: None }
            | DebugType::Enumeration { .. }
            | DebugType::Alias { of: None, .. }
            | DebugType::Function => {}
        }
        moved
    }

    fn global(&self, id: GlobalId) -> Global {
        let mut global = self.inputs[self.input].object.program.globals[id].clone();
        global.location = self.location(global.location);
        global.debug_type = global.debug_type.map(|id| self.type_number(id));
        global.initial.retain_mut(|part| match &mut part.value {
            InitialValue::Bytes(_) => true,
            InitialValue::GlobalAddress { global, .. } => match self.global_number(*global) {
                Some(number) if !self.global_is_null(*global) => {
                    *global = number;
                    true
                }
                Some(_) | None => false,
            },
            InitialValue::FunctionAddress(function) => match self.function_number(*function) {
                Some(number) if !self.function_is_null(*function) => {
                    *function = number;
                    true
                }
                Some(_) | None => false,
            },
        });
        global
    }

    fn function(&self, function: FunctionId) -> Result<Function, FrontendError> {
        let at = FunctionRef { input: self.input, function };
        let mut function = body(self.inputs, at)?.clone();
        function.location = self.location(function.location);
        for block in function.blocks.iter_mut() {
            block.location = self.location(block.location);
            block.terminator.for_each_operand_mut(|operand| self.operand(operand));
            for statement in &mut block.statements {
                statement.location = self.location(statement.location);
                self.instruction(&mut statement.instruction);
            }
        }
        Ok(function)
    }

    fn instruction(&self, instruction: &mut Instruction) {
        instruction.for_each_operand_mut(|operand| self.operand(operand));
        match instruction {
            Instruction::Call { callee, .. } => {
                if let Callee::Direct(function) = callee {
                    *callee = match self.function_number(*function) {
                        Some(number) if !self.function_is_null(*function) => Callee::Direct(number),
                        Some(_) | None => Callee::Indirect(self.null()),
                    };
                }
            }
            Instruction::ThreadLocalAddress { global, .. } => {
                if let Some(number) = self.global_number(*global) {
                    *global = number;
                }
            }
            Instruction::Allocate { debug_type, .. } => {
                *debug_type = debug_type.map(|id| self.type_number(id));
            }
            Instruction::Apply { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { .. }
            | Instruction::Copy { .. }
            | Instruction::Fence { .. }
            | Instruction::Free { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Nondet { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Output { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    }
}

/// A call of an error location is checked where it stands; one through a pointer can
/// only be checked in the function itself.
pub(crate) fn check_error_locations(program: &mut Program) {
    for name in ERROR_LOCATIONS {
        if let Some(error) = program.function_named(name) {
            check_error_location(program, error);
        }
    }
}

fn check_error_location(program: &mut Program, error: FunctionId) {
    let mut taken = false;
    let mut look = |operand: &Operand| taken |= *operand == Operand::Function(error);
    for block in program.functions.iter().flat_map(|function| function.blocks.iter()) {
        for statement in &block.statements {
            statement.instruction.for_each_operand(&mut look);
        }
        block.terminator.for_each_operand(&mut look);
    }
    let in_memory = program
        .globals
        .iter()
        .flat_map(|global| &global.initial)
        .any(|part| part.value == InitialValue::FunctionAddress(error));
    let function = &mut program.functions[error];
    let location = function.location;
    if let (true, Some(block)) = (taken || in_memory, function.blocks.iter_mut().next()) {
        let instruction = Instruction::Check {
            kind: CheckKind::Reach,
            condition: Operand::Constant(Bits::boolean(false)),
            message: format!("{} is called", function.name),
        };
        block.statements.insert(0, Statement { instruction, location });
    }
}

/// Tells the library whether the program can cancel threads: a thread that
/// can be cancelled does not wait in vain.
pub(crate) fn tell_of_cancellation(program: &mut Program) {
    let cancel = program.function_named("pthread_cancel");
    let ours = cancel.is_some_and(|cancel| program.functions[cancel].origin == Origin::Library);
    if let (true, Some(told)) = (ours, program.global_named("__raddle_cancels")) {
        program.globals[told].begin_with(vec![1, 0, 0, 0]);
    }
}
